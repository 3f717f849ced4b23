/* test_conllu.h - texts given to a reader, for the tests of CoNLL-U. */
#ifndef TEST_CONLLU_H
#define TEST_CONLLU_H

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "conllu/conllu.h"

#define DEFAULT_BLOCKS ((gsize) 256 << 10)

/* A reader of @length bytes of @text; NULL with @error set if it refuses them. */
static inline TbkConlluReader *
open_text (const char *text, gsize length, const TbkConlluReaderOptions *options, gsize block_size,
           GError **error)
{
  g_autofree char *path = NULL;
  int descriptor = g_file_open_tmp ("conllu-XXXXXX", &path, NULL);
  cr_assert (descriptor >= 0);
  close (descriptor);
  cr_assert (g_file_set_contents_full (path, text, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  TbkConlluReader *reader = reader_open_with_blocks (path, options, block_size, error);
  g_unlink (path);
  return reader;
}

/* A message without the name of the file before its first ":". */
static inline const char *
without_name (const char *message)
{
  const char *colon = strchr (message, ':');
  return colon != NULL ? colon + 1 : message;
}

#endif
