/* input.c - bytes from a file or standard input, plain or compressed, and blocks of whole lines of them.
 *
 * Contents
 *   1. kinds: files that are no text, by the bytes they begin with: what people give by mistake
 *   2. input: bytes from a file or standard input; the first bytes decide whether and how they are
 *      compressed
 *   3. blocks: an input read in blocks
 */
#include "io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "tbk/io.h"

/* 1. kinds: files that are no text, by the bytes they begin with: what people give by mistake. */

enum {
  TAR_PLACE = 256, /* of a zero, and the name of the form, in a tar archive */
  LOOKED_AT = 64,  /* bytes by which text is known from other bytes */
};

/* A file with these bytes at this place is of this kind. No text that is read has them there. */
typedef struct {
  gsize place, size;
  const char *bytes, *name, *advice;
} Kind;

static const char zip[] = "PK\3\4";

static const Kind kinds[] = {
  { 0, 4, zip, "a zip archive", ": unpack it first" },
  { 0, 4, "\x89PNG", "a PNG picture", "" },
  { 0, 3, "\xff\xd8\xff", "a JPEG picture", "" },
  { 0, 6, "GIF87a", "a GIF picture", "" },
  { 0, 6, "GIF89a", "a GIF picture", "" },
  { 0, 5, "%PDF-", "a PDF file", "" },
  { 0, 5, "{\\rtf", "an RTF document", ": save it as plain text" },
  { 0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", ": save it as plain text" },
  { 0, 6, "7z\xbc\xaf\x27\x1c", "a 7z archive", ": unpack it first" },
  { TAR_PLACE, 6, "\0ustar", "a tar archive", ": unpack it first" },
  { 0, 8, "tbkmodel", "a model of tbk", ": options read it, such as -m" },
  { 0, 2, "\xff\xfe", "UTF-16", ": convert it by iconv -f UTF-16 -t UTF-8" },
  { 0, 2, "\xfe\xff", "UTF-16", ": convert it by iconv -f UTF-16 -t UTF-8" },
};

static const Kind document = { .name = "an Office document (.xlsx, .docx or .ods)",
                               .advice = ": save it as plain text" };

/* Returns TRUE if a zip archive, of which these are the first bytes, is a document of Office or OpenDocument:
 * such archives begin with these files. */
static gboolean
is_document (const char *bytes, gsize length)
{
  static const char *const names[] = { "[Content_Types].xml", "_rels/", "mimetypeapplication/vnd.oasis" };
  enum { NAME_PLACE = 30 };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    if (length >= NAME_PLACE + strlen (names[n])
        && memcmp (bytes + NAME_PLACE, names[n], strlen (names[n])) == 0)
      return TRUE;
  return FALSE;
}

/* NULL if the kind is not known. */
static const Kind *
find_kind (const char *bytes, gsize length)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (length >= kinds[k].place + kinds[k].size
        && memcmp (bytes + kinds[k].place, kinds[k].bytes, kinds[k].size) == 0)
      return kinds[k].bytes == zip && is_document (bytes, length) ? &document : &kinds[k];
  return NULL;
}

/* Text may be cut in the middle of a character here. */
static gboolean
looks_like_text (const char *bytes, gsize length)
{
  const char *bad;

  length = MIN (length, LOOKED_AT);
  return g_utf8_validate_len (bytes, length, &bad)
         || g_utf8_get_char_validated (bad, bytes + length - bad) == (gunichar) -2;
}

/* A plain file under the name of a compressed one is read, if it is text. A page of HTML, as servers send it
 * in place of a file, and other bytes are not. */
static gboolean
check_promise (const char *name, const char *bytes, gsize length, GError **error)
{
  const Compression *promised = compression_of_path (name);
  const gboolean is_page = length > 0 && *bytes == '<';

  if (promised == NULL || (!is_page && looks_like_text (bytes, length)))
    return TRUE;
  return fail_data (error, "%s:1: found %s, expected %s data, for the name ends in %s", name,
                    is_page ? "HTML or XML" : "other bytes", promised->name, promised->suffix);
}

static gboolean input_is_compressed (const TbkInput *input);

/* A compressed file inside a compressed one is named as such: it is mostly one that was compressed twice by
 * mistake. */
gboolean
kinds_check (const TbkInput *input, const char *name, const char *bytes, gsize length, GError **error)
{
  const Kind *kind = find_kind (bytes, length);
  const Compression *twice;
  CompressionMatch match;

  if (kind != NULL)
    return fail_data (error, "%s:1: found %s, expected UTF-8 text%s", name, kind->name, kind->advice);
  twice = compression_of_bytes ((const guint8 *) bytes, length, &match);
  if (match == BEGINS_SO)
    return fail_data (error, "%s:1: found %s data inside compressed data, expected UTF-8 text", name,
                      twice->name);
  return input == NULL || input_is_compressed (input) || check_promise (name, bytes, length, error);
}

/* 2. input: bytes from a file or standard input; the first bytes decide whether and how they are
 * compressed. */

struct TbkInput {
  char *name;
  int descriptor;
  struct stat status;
  guint8 head[MOST_MAGIC]; /* what the input begins with; of a plain one, not yet handed on */
  gsize n_head;
  gint64 n_consumed; /* of a plain input */
  gboolean ended;
  Compressed *compressed; /* NULL for a plain input */
  GError *fault;          /* once an input is broken it stays so */
};

/* Returns TRUE if the bytes of @input are decompressed. */
static gboolean
input_is_compressed (const TbkInput *input)
{
  return input->compressed != NULL;
}

const char *
tbk_input_name (const TbkInput *input)
{
  return input->name;
}

gint64
input_position (const TbkInput *input)
{
  return input->compressed != NULL ? compressed_position (input->compressed) : input->n_consumed;
}

/* Fails as the system does. That a file is compressed is often forgotten. */
static gboolean
fail_open (const char *name, const char *path, GError **error)
{
  const int problem = errno;
  g_autofree char *packed = g_strconcat (path != NULL ? path : "", ".gz", NULL);

  if (problem != ENOENT || !g_file_test (packed, G_FILE_TEST_EXISTS)) {
    errno = problem;
    return system_fail (name, error);
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s; there is %s", name, g_strerror (problem), packed);
  return FALSE;
}

/* Opens the descriptor and looks at what it leads to. A folder opens too, but cannot be read. */
static gboolean
open_descriptor (TbkInput *input, const char *path, GError **error)
{
  input->descriptor = path == NULL ? system_duplicate (STDIN_FILENO) : system_open (path, O_RDONLY, 0);
  if (input->descriptor < 0 || fstat (input->descriptor, &input->status) < 0)
    return fail_open (input->name, path, error);
  if (S_ISFIFO (input->status.st_mode))
    system_enlarge_pipe (input->descriptor);
#ifdef POSIX_FADV_SEQUENTIAL
  posix_fadvise (input->descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
  return TRUE;
}

/* Reads until @buffer is full or the input ends; -1 with @error set on failure. */
static gssize
read_fully (TbkInput *input, guint8 *buffer, gsize size, GError **error)
{
  gsize n_read = 0;

  while (n_read < size && !input->ended) {
    gssize n = system_read (input->descriptor, input->name, buffer + n_read, size - n_read, error);

    if (n < 0)
      return -1;
    n_read += (gsize) n;
    input->ended = n == 0;
  }
  return (gssize) n_read;
}

static gboolean
fail_truncated (const TbkInput *input, const Compression *compression, GError **error)
{
  g_assert (compression != NULL); /* some form begins with these bytes, or has this name */
  if (input->n_head == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: truncated %s stream: the file is empty", input->name,
                 compression->name);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                 "%s: byte %" G_GSIZE_FORMAT
                 " of compressed input: truncated %s stream: the file ends here, was it cut?",
                 input->name, input->n_head, compression->name);
  return FALSE;
}

/* Reads first bytes, as few as may tell how the input is compressed: a dialogue may begin with still
 * fewer. */
static gboolean
read_head (TbkInput *input, const Compression **compression, CompressionMatch *match, GError **error)
{
  *match = BEGINS_MAYBE;
  while (*match == BEGINS_MAYBE && !input->ended) {
    gssize n = system_read (input->descriptor, input->name, input->head + input->n_head,
                            sizeof input->head - input->n_head, error);

    if (n < 0)
      return FALSE;
    input->n_head += (gsize) n;
    input->ended = n == 0;
    *compression = compression_of_bytes (input->head, input->n_head, match);
  }
  return TRUE;
}

/* Decides by the first bytes. A file that ends before two of them is plain, unless its name promises a
 * compressed form.
 *
 * A name that promises a compressed form matters only where the bytes say too little: an empty file, or a
 * single byte, is a file that was cut if its name promises more. */
static gboolean
detect_compression (TbkInput *input, GError **error)
{
  const Compression *compression = NULL, *promised = compression_of_path (input->name);
  CompressionMatch match;

  if (!read_head (input, &compression, &match, error))
    return FALSE;
  if (match == BEGINS_MAYBE) {
    if (input->n_head == 0)
      return promised == NULL || fail_truncated (input, promised, error);
    return (input->n_head == 1 && promised != compression) || fail_truncated (input, compression, error);
  }
  if (match == BEGINS_OTHERWISE)
    return TRUE;
  if (!compression_check_reading (compression, input->name, error))
    return FALSE;
  input->compressed =
      compressed_new (compression, input->descriptor, input->name, input->head, input->n_head, error);
  return input->compressed != NULL;
}

/* Opening reads the first bytes, so that a wrong form is reported before any work begins. */
TbkInput *
tbk_input_open (const char *path, GError **error)
{
  g_autoptr (TbkInput) input = g_new0 (TbkInput, 1);
  gboolean standard = g_str_equal (path, "-");

  input->name = g_strdup (input_shown_name (path));
  if (!open_descriptor (input, standard ? NULL : path, error))
    return NULL;
  if (!detect_compression (input, error))
    return NULL;
  return g_steal_pointer (&input);
}

/* Hands on what the input begins with, then reads straight into @buffer. */
static gssize
read_plain (TbkInput *input, char *buffer, gsize size, GError **error)
{
  gsize n_head = MIN (input->n_head, size);
  gssize n;

  memcpy (buffer, input->head, n_head);
  memmove (input->head, input->head + n_head, input->n_head - n_head);
  input->n_head -= n_head;

  n = read_fully (input, (guint8 *) buffer + n_head, size - n_head, error);
  if (n < 0)
    return -1;
  input->n_consumed += (gint64) n_head + n;
  return (gssize) n_head + n;
}

/* Hands on what the input begins with, or else what one call of the system gives. */
static gssize
read_plain_some (TbkInput *input, char *buffer, gsize size, GError **error)
{
  gssize n;

  if (input->n_head > 0)
    return read_plain (input, buffer, MIN (size, input->n_head), error);
  n = system_read (input->descriptor, input->name, buffer, size, error);
  input->n_consumed += MAX (n, 0);
  return n;
}

typedef gssize (*ReadPlain) (TbkInput *input, char *buffer, gsize size, GError **error);

/* Reads; an error is kept and reported again at every further call. */
static gssize
read_input (TbkInput *input, ReadPlain plain, char *buffer, gsize size, GError **error)
{
  gssize n;

  if (input->fault == NULL) {
    n = input->compressed != NULL ? compressed_read (input->compressed, buffer, size, &input->fault)
                                  : plain (input, buffer, size, &input->fault);
    if (n >= 0)
      return n;
  }
  if (error != NULL)
    *error = g_error_copy (input->fault);
  return -1;
}

gssize
tbk_input_read (TbkInput *input, char *buffer, gsize size, GError **error)
{
  return read_input (input, read_plain, buffer, size, error);
}

gssize
tbk_input_read_some (TbkInput *input, char *buffer, gsize size, GError **error)
{
  return read_input (input, read_plain_some, buffer, size, error);
}

/* Decompressors first: they read from the descriptor. */
void
tbk_input_close (TbkInput *input)
{
  if (input == NULL)
    return;
  if (input->compressed != NULL)
    compressed_free (input->compressed);
  if (input->descriptor >= 0)
    close (input->descriptor);
  g_clear_error (&input->fault);
  g_free (input->name);
  g_free (input);
}

/* 3. blocks: an input read in blocks. */

#define BLOCK_SIZE ((gsize) 256 << 10)

gboolean
block_reader_open (BlockReader *reader, const char *path, const char *unit, GError **error)
{
  *reader = (BlockReader){ .input = tbk_input_open (path, error), .unit = unit };
  return reader->input != NULL;
}

void
block_reader_close (BlockReader *reader)
{
  tbk_input_close (reader->input);
  g_free (reader->rest);
}

const TbkInput *
block_reader_input (gconstpointer reader)
{
  return ((const BlockReader *) reader)->input;
}

void
block_reader_free (gpointer reader)
{
  if (reader == NULL)
    return;
  block_reader_close (reader);
  g_free (reader);
}

static gboolean
reserve (const BlockReader *reader, char **bytes, gsize *n_allocated, gsize size, GError **error)
{
  return try_reserve (bytes, n_allocated, MAX (size, 1), 1)
         || memory_fail (error, "%" G_GSIZE_FORMAT " bytes of %s", size, tbk_input_name (reader->input));
}

/* Copies the rest of the block before to the front: less than a sentence, or the beginning of one. */
gboolean
block_begin (BlockReader *reader, Block *block, GError **error)
{
  if (!reserve (reader, &block->bytes, &block->n_allocated, reader->rest_length, error))
    return FALSE;
  if (reader->rest_length > 0)
    memcpy (block->bytes, reader->rest, reader->rest_length);
  block->length = reader->rest_length;
  reader->rest_length = 0;
  return TRUE;
}

/* The size doubles while nothing ends in the block, so that a sentence of n bytes is copied O(n) bytes in
 * all; 256 KiB hold hundreds of sentences. */
gboolean
block_extend (BlockReader *reader, Block *block, gint64 line, GError **error)
{
  gsize size = BLOCK_SIZE;
  gboolean is_beginning;
  gssize n_read;

  if (reader->is_at_end)
    return TRUE;
  while (size <= block->length)
    size *= 2;
  if (size > BLOCK_MAX_SIZE) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": found no end of %s in %" G_GSIZE_FORMAT
                 " bytes, expected one sooner",
                 tbk_input_name (reader->input), line, reader->unit, block->length);
    return FALSE;
  }
  if (!reserve (reader, &block->bytes, &block->n_allocated, size, error))
    return FALSE;
  n_read = tbk_input_read (reader->input, block->bytes + block->length, size - block->length, error);
  if (n_read < 0)
    return FALSE;
  /* The first block shows whether this is text at all. Later ones need no look: their bytes are checked as
   * UTF-8. */
  is_beginning = !reader->is_begun;
  reader->is_begun = TRUE;
  block->length += (gsize) n_read;
  reader->is_at_end = block->length < size;
  return !is_beginning
         || kinds_check (reader->input, tbk_input_name (reader->input), block->bytes, block->length, error);
}

/* Each block has its own memory, since another thread works on it while the next one is read: so the rest is
 * copied into the reader. */
gboolean
block_end (BlockReader *reader, Block *block, gsize cut, GError **error)
{
  const gsize length = block->length - cut;

  if (!reserve (reader, &reader->rest, &reader->rest_allocated, length, error))
    return FALSE;
  memcpy (reader->rest, block->bytes + cut, length);
  reader->rest_length = length;
  block->length = cut;
  return TRUE;
}

gboolean
block_read (BlockReader *reader, Block *block, gint64 line, gsize (*find_cut) (const Block *block),
            GError **error)
{
  gsize cut;

  if (!block_begin (reader, block, error))
    return FALSE;
  do {
    if (!block_extend (reader, block, line, error))
      return FALSE;
    cut = reader->is_at_end ? block->length : find_cut (block);
  } while (cut == 0 && !reader->is_at_end);
  return cut == 0 || block_end (reader, block, cut, error);
}
