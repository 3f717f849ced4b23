/* library.c - libraries of compressed forms, by name. */
#include "io/io.h"

#include <dlfcn.h>

/* Libraries that a build links are there from the start. Only such a build includes their headers here. */
#if defined TBK_LINKED && defined TBK_WITH_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#define ISAL LINKED (ISAL_FUNCTIONS)
#else
#define ISAL TO_LOAD
#endif

#if defined TBK_LINKED && defined TBK_WITH_LIBDEFLATE
#include <libdeflate.h>
#define LIBDEFLATE LINKED (LIBDEFLATE_FUNCTIONS)
#else
#define LIBDEFLATE TO_LOAD
#endif

#if defined TBK_LINKED && defined TBK_WITH_XZ
#include <lzma.h>
#define XZ LINKED (XZ_FUNCTIONS)
#else
#define XZ TO_LOAD
#endif

#if defined TBK_LINKED && defined TBK_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#define ZSTD LINKED (ZSTD_FUNCTIONS)
#else
#define ZSTD TO_LOAD
#endif

#if defined TBK_LINKED && defined TBK_WITH_BZIP2
#include <bzlib.h>
#define BZIP2 LINKED (BZIP2_FUNCTIONS)
#else
#define BZIP2 TO_LOAD
#endif

#define NAME(function)    #function,
#define ADDRESS(function) (gpointer) function,
#define LINKED(functions) { functions (ADDRESS) }, TRUE
#define TO_LOAD           { NULL }, FALSE

Library library_isal = { { "libisal.so.2" }, { ISAL_FUNCTIONS (NAME) }, ISAL };
Library library_libdeflate = { { "libdeflate.so.0" }, { LIBDEFLATE_FUNCTIONS (NAME) }, LIBDEFLATE };
Library library_xz = { { "liblzma.so.5" }, { XZ_FUNCTIONS (NAME) }, XZ };
Library library_zstd = { { "libzstd.so.1" }, { ZSTD_FUNCTIONS (NAME) }, ZSTD };
Library library_bzip2 = { { "libbz2.so.1.0", "libbz2.so.1" }, { BZIP2_FUNCTIONS (NAME) }, BZIP2 };

/* All functions are looked up at once: a library that lacks one is refused before anything is read by it. */
static gboolean
load_named (Library *library, const char *name, GError **error)
{
  gpointer handle = dlopen (name, RTLD_NOW | RTLD_LOCAL);

  if (handle == NULL) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_IO, dlerror ());
    return FALSE;
  }
  for (guint f = 0; library->function_names[f] != NULL; f++) {
    library->functions[f] = dlsym (handle, library->function_names[f]);
    if (library->functions[f] == NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: no function %s", name, library->function_names[f]);
      dlclose (handle);
      return FALSE;
    }
  }
  return TRUE;
}

/* Names are tried in turn, as systems call one library by several; the error is that of the last. Threads
 * that open files at the same time load it once. */
gboolean
library_load (Library *library, GError **error)
{
  static GMutex lock;
  gboolean is_loaded;

  g_mutex_lock (&lock);
  for (guint n = 0; n < G_N_ELEMENTS (library->names) && library->names[n] != NULL && !library->is_loaded;
       n++) {
    g_clear_error (error);
    library->is_loaded = load_named (library, library->names[n], error);
  }
  is_loaded = library->is_loaded;
  g_mutex_unlock (&lock);
  return is_loaded;
}
