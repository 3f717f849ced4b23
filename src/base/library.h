/* library.h - libraries that few runs need, loaded by those that do: to link them would cost every run their start. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "tbk/error.h"

typedef struct {
  const char *names[2]; /* of its binary interface; the second where systems differ, or NULL */
  gpointer handle;      /* NULL until it is loaded */
} Library;

extern Library library_xz, library_zstd, library_bzip2;

/* Loads @library, if it is not there yet. Returns FALSE with @error set if it cannot be loaded. */
gboolean library_load (Library *library, GError **error);

/* A function of a library that was loaded, one of those that its header declares. */
gpointer library_find (const Library *library, const char *name);

/* The same as a pointer of the right type. */
#define FROM(library, function) ((typeof (&function)) library_find (&library, #function))

#endif
