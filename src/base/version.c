/* version.c - the version, for programs that load the library by name. */
#include "tbk/version.h"

const char *
tbk_version (void)
{
  return TBK_VERSION;
}
