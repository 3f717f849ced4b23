/* elsewhere.h - what `make check-plain` includes before all: what only Linux has is not declared. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>

#undef F_SETPIPE_SZ
#undef O_TMPFILE
#undef POSIX_FADV_SEQUENTIAL
#undef RTLD_NEXT
