/* declarations.h - what stands around the declarations of every public header.
 *
 * They have C linkage, in C++ too; and the shared library, which hides everything else, exports them.
 */
#ifndef TBK_DECLARATIONS_H
#define TBK_DECLARATIONS_H

#include <glib.h>

#define TBK_BEGIN_DECLS G_BEGIN_DECLS _Pragma ("GCC visibility push(default)")
#define TBK_END_DECLS   _Pragma ("GCC visibility pop") G_END_DECLS

/* All fields zero: what the macros TBK_..._INIT are made of. */
#ifdef __cplusplus
#define TBK_ZERO_INIT                                                                                        \
  {                                                                                                          \
  }
#else
#define TBK_ZERO_INIT                                                                                        \
  {                                                                                                          \
    0                                                                                                        \
  }
#endif

#endif
