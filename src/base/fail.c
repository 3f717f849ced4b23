/* fail.c - the error of data that are wrong. */
#include "base/fail.h"

gboolean
fail_data (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (TBK_ERROR, TBK_ERROR_DATA, format, arguments));
  va_end (arguments);
  return FALSE;
}

void
fail_add (GError *error, const char *text)
{
  g_autofree char *message = error->message;

  error->message = g_strconcat (message, text, NULL);
}

void
fail_name_sentence (GError *error, const char *id, gsize length)
{
  g_autofree char *quoted = tbk_quote (id, length), *text = g_strdup_printf (" (sent_id %s)", quoted);

  fail_add (error, text);
}
