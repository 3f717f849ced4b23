/* test_foreign.c - what bindings call in place of GLib and GMP. */
#include <criterion/criterion.h>

#include "tbk/base.h"

Test (foreign, errors_are_of_the_domain)
{
  GError *error = NULL;

  tbk_error_fail (NULL, TBK_ERROR_IO, "nobody asks");
  tbk_error_fail (&error, TBK_ERROR_USAGE, "the report failed: 100%s");
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
  cr_assert_str_eq (error->message, "the report failed: 100%s");
  tbk_error_free (error);
}

Test (foreign, objects)
{
  GString *string = tbk_string_new ();
  mpz_t number;

  g_string_append (string, "text");
  cr_assert (string->len == 4);
  tbk_string_free (string);
  tbk_free (g_strdup ("text"));
  tbk_free (NULL);

  tbk_integer_init (number);
  cr_assert (mpz_sgn (number) == 0);
  mpz_ui_pow_ui (number, 10, 100);
  tbk_integer_clear (number);
}
