/* quote.c - bytes of the input in messages. */
#include "base/quote.h"

char *
quote (const char *bytes, gsize length)
{
  GString *quoted = g_string_new ("'");
  const char *end = bytes + length;
  while (bytes < end && quoted->len < 40) {
    gunichar c = g_utf8_get_char_validated (bytes, end - bytes);
    gsize size = c >= (gunichar) -2 ? 1 : (gsize) (g_utf8_next_char (bytes) - bytes);
    if (c >= (gunichar) -2 || c < 0x20 || c == 0x7f)
      g_string_append_printf (quoted, "\\x%02x", (guint) (guchar) *bytes);
    else if (c >= 0x80 && c < 0xa0)
      g_string_append_printf (quoted, "\\u%04x", c);
    else
      g_string_append_len (quoted, bytes, (gssize) size);
    bytes += size;
  }
  g_string_append (quoted, bytes < end ? "...'" : "'");
  return g_string_free (quoted, FALSE);
}
