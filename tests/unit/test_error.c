/* test_error.c - pieces of input as messages quote them. */
#include <criterion/criterion.h>
#include <string.h>

#include "tbk/error.h"

static void
check (const char *bytes, const char *expected)
{
  g_autofree char *quoted = tbk_quote (bytes, strlen (bytes));

  cr_assert_str_eq (quoted, expected);
}

Test (error, quotes_what_can_be_seen)
{
  check ("", "''");
  check ("h\xc3\xb6r", "'h\xc3\xb6r'");
  check ("a\tb\x7f", "'a\\x09b\\x7f'");
  check ("\xc2\x85", "'\\u0085'");
  check ("\xc3"
         "a\xff",
         "'\\xc3a\\xff'");
}

/* Characters of two bytes, the twentieth of which does not end where forty bytes do. */
Test (error, cuts_between_characters)
{
  const char *twenty = "x\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
                       "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
  g_autofree char *whole = g_strdup_printf ("'%s'", twenty),
                  *longer = g_strconcat (twenty, "\xc3\xa9s", NULL),
                  *cut = g_strdup_printf ("'%s...'", twenty);

  check (twenty, whole);
  check (longer, cut);
}
