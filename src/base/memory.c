/* memory.c - the error of memory that ran out. */
#include "base/memory.h"

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
