/* error.c - the error domain of tbk. */
#include "tbk/error.h"

G_DEFINE_QUARK (tbk_error, tbk_error)

int
tbk_error_status (const GError *error)
{
  if (error == NULL)
    return 0;
  if (error->domain == G_OPTION_ERROR || g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE))
    return 2;
  return g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA) ? 1 : 3;
}
