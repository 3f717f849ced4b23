/* version.h - the version of the library and of the program. */
#ifndef TBK_VERSION_H
#define TBK_VERSION_H

#define TBK_VERSION "0.1.0"

#endif
