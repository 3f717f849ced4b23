/* test_library.c - libraries that are loaded when they are needed: under a second name, not there, too old. */
#include <criterion/criterion.h>
#include <string.h>

#include "io/io.h"

/* Of two names the second is there. */
Test (library, second_name)
{
  Library none = { { "libtbk-none.so.0" }, { NULL }, { NULL }, FALSE };
  Library other = { { "libtbk-none.so.0", "libc.so.6" }, { "strlen", "puts" }, { NULL }, FALSE };
  g_autoptr (GError) error = NULL;

  cr_assert_not (library_load (&none, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert (g_str_has_prefix (error->message, "libtbk-none.so.0: "), "%s", error->message);
  g_clear_error (&error);
  cr_assert (library_load (&other, &error) && library_load (&other, &error));
  cr_assert_null (error);
  cr_assert_eq (((typeof (&strlen)) other.functions[0]) ("four"), 4);
}

/* A library that is older than its header lacks something. */
Test (library, without_a_function)
{
  Library old = { { "libc.so.6" }, { "strlen", "tbk_none" }, { NULL }, FALSE };
  g_autoptr (GError) error = NULL;

  cr_assert_not (library_load (&old, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_str_eq (error->message, "libc.so.6: no function tbk_none");
  cr_assert_not (library_load (&old, NULL));
}
