/* test_parts.c - the parts of a column with bars between them. */
#include <criterion/criterion.h>

#include "base/base.h"

/* The parts of @text, each in brackets. */
static char *
show_parts (const char *text)
{
  TbkPiece rest = { text, strlen (text) };
  GString *shown = g_string_new (NULL);

  for (TbkPiece part; take_part (&rest, &part);)
    g_string_append_printf (shown, "[%.*s]", (int) part.size, part.bytes);
  cr_assert_eq (rest.size, 0);
  return g_string_free (shown, FALSE);
}

Test (parts, are_between_bars)
{
  static const char *const shown[][2] = {
    { "", "" },        { "_", "[_]" },         { "a=1", "[a=1]" }, { "a=1|b=2|c", "[a=1][b=2][c]" },
    { "|a", "[][a]" }, { "a||b", "[a][][b]" }, { "a|", "[a]" },    { "|", "[]" },
  };
  TbkPiece nothing = { NULL, 0 }, part;

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++) {
    g_autofree char *found = show_parts (shown[i][0]);
    cr_assert_str_eq (found, shown[i][1]);
  }
  cr_assert (!take_part (&nothing, &part));
}

Test (parts, have_names)
{
  const TbkPiece part = { "Case=Nom|", 8 };

  cr_assert (part_has_name (part, "Case", 4));
  cr_assert (part_has_name ((TbkPiece){ "Case=", 5 }, "Case", 4));
  cr_assert (!part_has_name (part, "Cas", 3));
  cr_assert (!part_has_name (part, "Case=No", 7));
  cr_assert (!part_has_name ((TbkPiece){ "Case=", 4 }, "Case", 4));
}

Test (parts, are_found_whole)
{
  const TbkPiece column = { "SpaceAfter=No|Typo=Yes", 22 };

  cr_assert (has_part (column, "SpaceAfter=No"));
  cr_assert (has_part (column, "Typo=Yes"));
  cr_assert (!has_part (column, "Typo=Ye"));
  cr_assert (!has_part (column, "ypo=Yes"));
  cr_assert (!has_part ((TbkPiece){ NULL, 0 }, ""));
}
