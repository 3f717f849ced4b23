/* library.c - libraries of compressed forms, by name. */
#include "streams/library.h"

#include <dlfcn.h>

#define NAME(function) #function,

Library library_isal = { { "libisal.so.2" }, { ISAL_FUNCTIONS (NAME) }, { NULL }, FALSE };
Library library_libdeflate = { { "libdeflate.so.0" }, { LIBDEFLATE_FUNCTIONS (NAME) }, { NULL }, FALSE };
Library library_xz = { { "liblzma.so.5" }, { XZ_FUNCTIONS (NAME) }, { NULL }, FALSE };
Library library_zstd = { { "libzstd.so.1" }, { ZSTD_FUNCTIONS (NAME) }, { NULL }, FALSE };
Library library_bzip2 = { { "libbz2.so.1.0", "libbz2.so.1" }, { BZIP2_FUNCTIONS (NAME) }, { NULL }, FALSE };

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
