/* fail.c - the error of data that are wrong. */
#include "base/fail.h"

#include <string.h>

gboolean
fail_data (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (TBK_ERROR, TBK_ERROR_DATA, format, arguments));
  va_end (arguments);
  return FALSE;
}

gboolean
fail_none (GError **error, const char *path, const char *unit, const TbkVocabulary *ids, const char *purpose)
{
  const int n_ids = ids == NULL ? 0 : tbk_vocabulary_size (ids);
  const char *id = n_ids == 0 ? "" : tbk_vocabulary_name (ids, 0);
  g_autofree char *quoted = tbk_quote (id, strlen (id));

  return fail_data (error, "%s: no %s%s%s, expected some to %s", path, unit,
                    n_ids == 0   ? ""
                    : n_ids == 1 ? " with the ID "
                                 : " with one of the IDs that were asked for, the first ",
                    n_ids == 0 ? "" : quoted, purpose);
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
