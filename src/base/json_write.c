/* json_write.c - strings and integers as JSON has them. */
#include "base/json.h"

#include <string.h>

/* Appends UTF-8 without NULs, with escapes. */
static void
append_escaped (GString *text, const char *string, gsize length)
{
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *run = string;

  for (const char *c = string; c < string + length; c++) {
    const char *found = strchr (escaped, *c);

    if (found == NULL && !g_ascii_iscntrl (*c))
      continue;
    g_string_append_len (text, run, c - run);
    run = c + 1;
    if (found != NULL)
      g_string_append_printf (text, "\\%c", letters[found - escaped]);
    else
      g_string_append_printf (text, "\\u%04x", *c);
  }
  g_string_append_len (text, run, string + length - run);
}

void
json_append_string (GString *text, const char *string, gsize length)
{
  const char *end, *bad;

  string = length > 0 ? string : "";
  end = string + length;
  g_string_append_c (text, '"');
  while (!g_utf8_validate_len (string, end - string, &bad)) {
    append_escaped (text, string, bad - string);
    g_string_append (text, *bad == '\0' ? "\\u0000" : "\357\277\275");
    string = bad + 1;
  }
  append_escaped (text, string, end - string);
  g_string_append_c (text, '"');
}

void
json_append_integer (GString *text, gint64 integer)
{
  guint64 magnitude = integer < 0 ? -(guint64) integer : (guint64) integer;
  char digits[20], *first = digits + sizeof digits;

  do
    *--first = (char) ('0' + magnitude % 10);
  while ((magnitude /= 10) > 0);
  if (integer < 0)
    g_string_append_c (text, '-');
  g_string_append_len (text, first, digits + sizeof digits - first);
}
