/* library.c - libraries of compressed forms, by name. */
#include "base/library.h"

#include <dlfcn.h>

Library library_xz = { { "liblzma.so.5" }, NULL };
Library library_zstd = { { "libzstd.so.1" }, NULL };
Library library_bzip2 = { { "libbz2.so.1.0", "libbz2.so.1" }, NULL };

gboolean
library_load (Library *library, GError **error)
{
  static GMutex lock;

  g_mutex_lock (&lock);
  for (guint n = 0; n < G_N_ELEMENTS (library->names) && library->handle == NULL; n++)
    if (library->names[n] != NULL)
      library->handle = dlopen (library->names[n], RTLD_NOW | RTLD_LOCAL);
  if (library->handle == NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, dlerror ());
  g_mutex_unlock (&lock);
  return library->handle != NULL;
}

gpointer
library_find (const Library *library, const char *name)
{
  gpointer function = dlsym (library->handle, name);

  g_assert (function != NULL);
  return function;
}
