/* error.c - errors: their domain, and the domain of memory that ran out.
 *
 * Contents
 *   1. error: the error domain of tbk
 *   2. memory: the error of memory that ran out
 */
#include "base/base.h"

#include "tbk/base.h"

/* 1. error: the error domain of tbk. */

/* G_DEFINE_QUARK() would write the number unguarded, and the first errors may come from several threads. */
GQuark
tbk_error_quark (void)
{
  static gsize quark;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_quark_from_static_string ("tbk_error"));
  return (GQuark) quark;
}

int
tbk_error_status (const GError *error)
{
  if (error == NULL)
    return 0;
  if (error->domain == G_OPTION_ERROR || g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE))
    return 2;
  return g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA) ? 1 : 3;
}

/* Returns TRUE if @c would not be seen: a space that is not the usual one, or a sign without shape. */
static gboolean
is_unseen (gunichar c)
{
  const GUnicodeType type = g_unichar_type (c);

  return c != ' '
         && (type == G_UNICODE_SPACE_SEPARATOR || type == G_UNICODE_LINE_SEPARATOR
             || type == G_UNICODE_PARAGRAPH_SEPARATOR || type == G_UNICODE_FORMAT);
}

/* Returns TRUE if a terminal would obey @c. */
static gboolean
is_escaped (gunichar c)
{
  return g_unichar_iscntrl (c) || is_directional_control (c) || is_directional_mark (c);
}

/* Keeps what can be read, and writes bytes that a terminal would obey, or that are no UTF-8, as octal
 * numbers: names of files are printed by it. */
char *
tbk_escape (const char *text)
{
  GString *escaped = g_string_new (NULL);

  g_return_val_if_fail (text != NULL, g_string_free (escaped, FALSE));
  while (*text != '\0') {
    const gunichar c = g_utf8_get_char_validated (text, -1);
    const gboolean is_valid = c < (gunichar) -2;
    const char *next = is_valid ? g_utf8_next_char (text) : text + 1;

    if (is_valid && !is_escaped (c))
      g_string_append_len (escaped, text, next - text);
    else
      for (; text < next; text++)
        g_string_append_printf (escaped, "\\%03o", (guchar) *text);
    text = next;
  }
  return g_string_free (escaped, FALSE);
}

/* At most 40 bytes are shown, cut between characters. What would be invisible, such as a zero-width space, is
 * shown by its number, since a message about it must let it be found. */
char *
tbk_quote (const char *bytes, gsize length)
{
  GString *quoted = g_string_new ("'");
  const char *end = bytes + length;

  while (bytes < end && quoted->len < 40) {
    gunichar c = g_utf8_get_char_validated (bytes, end - bytes);
    gsize size = c >= (gunichar) -2 ? 1 : (gsize) (g_utf8_next_char (bytes) - bytes);

    if (c >= (gunichar) -2 || c < 0x20 || c == 0x7f)
      g_string_append_printf (quoted, "\\x%02x", (guint) (guchar) *bytes);
    else if ((c >= 0x80 && c < 0xa0) || is_unseen (c))
      g_string_append_printf (quoted, "\\u%04x", c);
    else
      g_string_append_len (quoted, bytes, (gssize) size);
    bytes += size;
  }
  g_string_append (quoted, bytes < end ? "...'" : "'");
  return g_string_free (quoted, FALSE);
}

/* 2. memory: the error of memory that ran out. */

gboolean
memory_fail (GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no memory for %s", what);
  return FALSE;
}

/* Arrays are not copied, as a sentence sets all of them anew; one element more, for the word 0. */
gboolean
reserve_words (gpointer array, int *n_allocated, int n, gsize size, GError **error)
{
  gpointer *place = array;

  if (*place != NULL && n <= *n_allocated)
    return TRUE;
  g_free (*place);
  *place = g_try_malloc0_n ((gsize) n + 1, size);
  *n_allocated = *place != NULL ? n : 0;
  return *place != NULL || memory_fail (error, "a sentence of %d words", n);
}
