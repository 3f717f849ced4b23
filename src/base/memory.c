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
