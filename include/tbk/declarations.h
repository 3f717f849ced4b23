/* declarations.h - what stands around the declarations of every public header, and how they may change.
 *
 * Functions have C linkage, in C++ too; and the shared library, which hides everything else, exports them.
 *
 * Structs   Most types are opaque. The fields of a struct that a header shows can be used by name. More may
 *           come at its end. So a caller fills it with zeros but for the fields that it sets, by a
 *           TBK_..._INIT or by an initialiser that names them. Zero always stands for the default. A header
 *           says which structs are made by the library only.
 * Versions  If programs must be compiled again, because a struct, an enumeration or a function changed, the
 *           name of the shared library changes too. Before 1.0 a minor version may do this (libtbk.so.0.2,
 *           libtbk.so.0.3), from then on a major one alone.
 * Since     0.1
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
