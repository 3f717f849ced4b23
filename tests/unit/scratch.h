/* scratch.h - a folder of its own for each test of streams, and files in it. */
#ifndef UNIT_SCRATCH_H
#define UNIT_SCRATCH_H

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "tbk/corpus.h"
#include "tbk/io.h"

static char *folder;

static inline void
make_folder (void)
{
  folder = g_dir_make_tmp ("tbk-stream-XXXXXX", NULL);
  cr_assert_not_null (folder);
}

static inline void
remove_folder (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while ((file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, file, NULL);
    g_remove (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

static inline char *
in_folder (const char *file)
{
  return g_build_filename (folder, file, NULL);
}

/* How many files the folder holds. */
static inline int
count_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static inline void
store (const char *path, const void *bytes, gsize size)
{
  int descriptor = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  cr_assert (descriptor >= 0 && write (descriptor, bytes, size) == (gssize) size);
  close (descriptor);
}

/* Stores a text under a name; returns the path. */
static inline char *
store_text (const char *file, const char *text)
{
  char *path = in_folder (file);

  store (path, text, strlen (text));
  return path;
}

static inline void
assert_holds (const char *path, const char *expected)
{
  g_autofree char *found = NULL;

  cr_assert (g_file_get_contents (path, &found, NULL, NULL), "%s is not there", path);
  cr_assert_str_eq (found, expected);
}

/* Appends a gzip member with @text to @file, with @header or, if it is NULL, the shortest. */
static inline void
append_member_with_header (GByteArray *file, gz_header *header, const void *text, gsize size, int level)
{
  z_stream stream = { 0 };
  guint8 *member;

  deflateInit2 (&stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  if (header != NULL)
    deflateSetHeader (&stream, header);
  member = g_malloc (deflateBound (&stream, size));
  stream.next_in = (Bytef *) text;
  stream.avail_in = (guint) size;
  stream.next_out = member;
  stream.avail_out = G_MAXUINT;
  cr_assert (deflate (&stream, Z_FINISH) == Z_STREAM_END);
  g_byte_array_append (file, member, stream.total_out);
  deflateEnd (&stream);
  g_free (member);
}

static inline void
append_member (GByteArray *file, const void *text, gsize size, int level)
{
  append_member_with_header (file, NULL, text, size, level);
}

/* Reads all of a file, @chunk bytes at a time. Returns NULL on error. */
static inline GString *
read_file (const char *path, gsize chunk, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  g_autofree char *buffer = g_malloc (chunk);
  GString *text = g_string_new (NULL);
  gssize n = input == NULL ? -1 : 0;

  while (input != NULL && (n = tbk_input_read (input, buffer, chunk, error)) > 0) {
    g_string_append_len (text, buffer, n);
    if ((gsize) n < chunk)
      cr_assert (tbk_input_read (input, buffer, chunk, error) == 0, "more came after a short read");
  }
  if (n == 0)
    return text;
  cr_assert (n == -1 && (error == NULL || *error != NULL));
  g_string_free (text, TRUE);
  return NULL;
}

/* Opens an output, writes @text by many small pieces, and commits. */
static inline gboolean
write_output (const char *path, const char *text, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, error);

  if (output == NULL)
    return FALSE;
  for (const char *byte = text; *byte != '\0'; byte++)
    if (!tbk_output_write (output, byte, 1, error))
      return FALSE;
  return tbk_output_commit (g_steal_pointer (&output), error);
}

/* Checks that reading @path fails, with a message that begins with its name and has @reason. */
static inline void
assert_broken (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  cr_assert_null (read_file (path, 100, &error), "no error where '%s' was expected", reason);
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert (g_str_has_prefix (error->message, path), "%s", error->message);
  cr_assert_not_null (strstr (error->message, reason), "'%s' lacks '%s'", error->message, reason);
}

/* What @tallies are written as, through a file that goes again; to be freed. @length: (nullable) */
static inline char *
tallies_text (const TbkTallies *tallies, gsize *length)
{
  g_autofree char *path = in_folder ("tallies");
  TbkOutput *output = tbk_output_open (path, 0, NULL);
  char *text;

  cr_assert (tbk_tallies_write (tallies, output, NULL));
  cr_assert (tbk_output_commit (output, NULL));
  cr_assert (g_file_get_contents (path, &text, length, NULL));
  g_remove (path);
  return text;
}

#endif
