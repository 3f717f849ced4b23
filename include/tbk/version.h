/* version.h - the version of the library and of the program.
 *
 * Since     0.1
 */
#ifndef TBK_VERSION_H
#define TBK_VERSION_H

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

#define TBK_VERSION "0.2.0"

/* The TBK_VERSION that the library at hand was built with, for programs that load it by name. A constant
 * string. */
const char *tbk_version (void);

TBK_END_DECLS

#endif
