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
