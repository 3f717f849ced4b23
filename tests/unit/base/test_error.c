/* test_error.c - pieces of input as messages quote them, and the statuses that errors end a program with. */
#include <criterion/criterion.h>
#include <string.h>

#include "tbk/base.h"

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
  check ("a b\xc2\xa0\xe2\x80\xaf", "'a b\\u00a0\\u202f'");
  check ("\xe2\x80\x8b\xc2\xad\xef\xbb\xbf", "'\\u200b\\u00ad\\ufeff'");
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

Test (error, statuses_of_errors)
{
  static const struct {
    TbkError code;
    int status;
  } cases[] = {
    { TBK_ERROR_DATA, 1 }, { TBK_ERROR_USAGE, 2 }, { TBK_ERROR_IO, 3 }, { TBK_ERROR_RESOURCE, 3 }
  };
  g_autoptr (GError) option = g_error_new_literal (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "");
  g_autoptr (GError) file = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = g_error_new_literal (TBK_ERROR, (int) cases[i].code, "");
    cr_assert_eq (tbk_error_status (error), cases[i].status);
  }
  cr_assert_eq (tbk_error_status (NULL), 0);
  cr_assert_eq (tbk_error_status (option), 2);
  cr_assert_eq (tbk_error_status (file), 3);
}

/* What a terminal would obey is escaped; what words of some languages need is not, but for marks of direction. */
Test (error, escapes_what_is_obeyed)
{
  static const char *const cases[][2] = {
    { "\033[2J a\n", "\\033[2J a\\012" },
    { "h\xc3\xb6r\xff", "h\xc3\xb6r\\377" },
    { "\xe2\x80\xae", "\\342\\200\\256" },                              /* right-to-left override */
    { "\xe2\x80\xaa", "\\342\\200\\252" },                              /* left-to-right embedding */
    { "\xe2\x81\xa6 \xe2\x81\xa9", "\\342\\201\\246 \\342\\201\\251" }, /* isolates */
    { "\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", "\\342\\200\\216\\342\\200\\217\\330\\234" }, /* marks */
    { "\xe2\x80\x8c\xe2\x80\x8d\xd7\x90", "\xe2\x80\x8c\xe2\x80\x8d\xd7\x90" },         /* joiners, letters */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *escaped = tbk_escape (cases[i][0]);
    cr_assert_str_eq (escaped, cases[i][1]);
  }
}

static void
check_nearest (const char *typed, const char *expected)
{
  static const char *const names[] = { "tsv",      "jsonl", "arc-eager", "arc-eager-nederhof",
                                       "top-down", "1",     NULL };
  const char *nearest = tbk_nearest (typed, strlen (typed), names);

  cr_assert_eq (nearest == NULL, expected == NULL, "%s", typed);
  cr_assert (nearest == NULL || g_str_equal (nearest, expected), "%s: %s", typed, nearest);
}

Test (error, names_that_were_probably_meant)
{
  check_nearest ("csv", "tsv");
  check_nearest ("TSV", "tsv");
  check_nearest ("json", "jsonl");
  check_nearest ("jonsl", "jsonl");
  check_nearest ("xml", NULL);
  check_nearest ("arc-eagre", "arc-eager");
  check_nearest ("nederhof", "arc-eager-nederhof");
  check_nearest ("topdown", "top-down");
  check_nearest ("top-down-left", "top-down");
  check_nearest ("3", NULL);
  check_nearest ("", NULL);
  check_nearest ("ts", "tsv");
  check_nearest ("arc-eager-nederhof-arc-eager-nederhof-arc-eager-nederhof", NULL);
}
