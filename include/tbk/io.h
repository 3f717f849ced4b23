/* io.h - core: bytes in and out of files, and the lines of text in them.
 *
 * Contents
 *   1. stream: bytes in and out of files: plain or compressed, standard streams, complete or not at all
 *   2. text: a text in pieces: most of them kept in the block they were read into, a few new
 */
#ifndef TBK_IO_H
#define TBK_IO_H

#include <glib.h>

#include "tbk/base.h"

TBK_BEGIN_DECLS

/* 1. stream: bytes in and out of files: plain or compressed, standard streams, complete or not at all.
 *
 * Input is compressed if it begins as gzip, xz, zstd or bzip2 does, whatever its name, on standard input too;
 * a form that the library was built without is an error that names it. All members of a stream are read, as
 * in `cat a.gz b.gz` and bgzip files. Zero padding after a member is accepted where the form has it. A stream
 * cut or damaged anywhere (header, body, sums, any member), or with anything else after a member, is an
 * error. It names the byte of the compressed input. A cut exactly between two members cannot be seen.
 *
 * Output whose name ends in ".gz", ".xz" or ".zst" is compressed so: a member for each half MiB of what is
 * written, or less (the loop over treebanks makes one of each batch, tbk/corpus.h). The same text by the same
 * calls gives the same output byte for byte; another version of the library that compresses, or zlib for libdeflate, may
 * give others.
 *
 * Output to a file gets the file's name only by tbk_output_commit(): the file is old or new, never in
 * between. Until then it has no name where the file system knows such files (O_TMPFILE), so that a process
 * which ends leaves nothing. Elsewhere it is called `.NAME.N.tmp` in the file's own folder, and locked
 * (flock). What a killed process leaves has no lock, and the next output to the same file removes it. The
 * file keeps mode and, where that is allowed, owner and group of the one that it replaces. A symbolic link is
 * followed. What is no regular file (a pipe, a device) is written directly. A program that ignores SIGXFSZ
 * gets an error where a file grows past its limit.
 *
 * Cost      reading gzip: as ISA-L's inflate, or zlib's in a build without ISA-L; writing it: as
 *           libdeflate, or zlib without that. Plain input by read() straight into the caller's buffer.
 *           Pipes get buffers of 1 MiB where the system allows that.
 * Memory    128 KiB a stream; a compressed output 1 MiB and what its library needs; an input in xz or zstd
 *           what it asks for, at most 256 MiB.
 * Errors    TBK_ERROR_IO, or TBK_ERROR_RESOURCE where memory runs out; messages begin with the stream's name.
 * Signals   that do not end the process interrupt nothing.
 * Threads   a stream belongs to one thread at a time.
 * Since     0.1
 */

typedef struct TbkInput TbkInput;
typedef struct TbkOutput TbkOutput;

/* Results of reading a batch of an input (tbk/conllu.h, tbk/brackets.h). */
typedef enum {
  TBK_READ_BATCH,  /* there is a batch */
  TBK_READ_END,    /* there are no more */
  TBK_READ_FAILED, /* the error is set */
} TbkReadStatus;

/**
 * tbk_input_open:
 * @path: a file's path, or "-" for standard input
 *
 * Opens @path for reading and looks at its first bytes. An empty file is plain and holds nothing, but
 * an empty file whose name promises a compressed form is a truncated one: an error.
 */
TbkInput *tbk_input_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The name for messages: the path, or "<stdin>". Owned by @input. */
const char *tbk_input_name (const TbkInput *input);

/**
 * tbk_input_read:
 *
 * Reads until @buffer is full or the input ends, and returns the number of bytes read. This is less than
 * @size only at the end, and 0 after it. Returns -1 with @error set if the input cannot be read or is broken.
 * What was read before a fault is then lost to the caller.
 */
gssize tbk_input_read (TbkInput *input, char *buffer, gsize size, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads likewise, but of a plain input what is there is enough: at least one byte unless at the end. For a
 * dialogue over a pipe. */
gssize tbk_input_read_some (TbkInput *input, char *buffer, gsize size,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_input_close (TbkInput *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkInput, tbk_input_close)

/**
 * tbk_output_open:
 * @path: (nullable): where to write; NULL or "-" for standard output. A name that ends like the name of a
 * compressed form is written so
 * @level: of compression: gzip has 1..9 (usually 6), xz 1..9 (6), zstd 1..19 (6); 0 for the usual one. A plain output has
 *   none, and allows any
 *
 * Missing folders are not made. A folder at @path is an error, and so is a name that ends like the name of a
 * compressed form which is not written. The mode of a new file follows the umask.
 */
TbkOutput *tbk_output_open (const char *path, int level, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes all @size bytes, or sets @error. Nothing but tbk_output_discard() may follow an error. */
gboolean tbk_output_write (TbkOutput *output, const void *bytes, gsize size,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes a formatted text. */
gboolean tbk_output_printf (TbkOutput *output, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4) G_GNUC_WARN_UNUSED_RESULT;

/* Writes what is buffered; for answers that another program waits for. */
gboolean tbk_output_flush (TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_output_settle:
 * @stays: what was written since the last call stays; or it is withdrawn, as if it had not been written
 *
 * For what is known to be right or wrong only at its end, as the rows of a file. What is written directly cannot
 * be withdrawn, and stays. Since: 0.2
 */
gboolean tbk_output_settle (TbkOutput *output, gboolean stays, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns TRUE if @output is written directly: a standard stream, a pipe, a device. Since: 0.2 */
gboolean tbk_output_is_direct (const TbkOutput *output);

/**
 * tbk_output_commit:
 *
 * Completes the output: writes what is left, forces it to disk, gives the file its name, and frees
 * @output, whether or not it succeeds. On failure (a full disk, say) the file that was there before
 * is untouched, and nothing is left of the new one.
 */
gboolean tbk_output_commit (TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Frees @output; a file not yet committed is removed, to what is written directly all that was given is
 * written. */
void tbk_output_discard (TbkOutput *output);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkOutput, tbk_output_discard)

/* 2. text: a text in pieces: most of them kept in the block they were read into, a few new.
 *
 * So a sentence that does not change is written from the bytes it came in, and never copied.
 *
 * Ownership  a kept piece must outlive the text or its next clearing; an added piece is copied.
 * Cost       O(1) a kept piece; kept pieces that follow on one another in memory are one.
 * Errors     the errors of writing, and TBK_ERROR_RESOURCE then if something could not be appended for lack of
 *            memory.
 * Threads    a text belongs to one thread at a time.
 * Since      0.1
 */

/* Bytes that are elsewhere; no NUL follows them. */
typedef struct {
  const char *bytes; /* NULL: nothing at all, where that is said to be possible */
  gsize size;
} TbkPiece;

typedef struct TbkText TbkText;

TbkText *tbk_text_new (void);
void tbk_text_free (TbkText *text);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkText, tbk_text_free)

/* Empties @text and keeps its memory for the next use. */
void tbk_text_clear (TbkText *text);

/* Appends @size bytes, which are copied; and formatted ones. */
void tbk_text_add (TbkText *text, const char *bytes, gsize size);
void tbk_text_printf (TbkText *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

gsize tbk_text_length (const TbkText *text);

/* A copy in one piece, for the caller to free with g_free(); a NUL follows its last byte. Fails without
 * memory for it, or if something could not be appended. */
char *tbk_text_dup (const TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes all of @text, many pieces to a system call. */
gboolean tbk_output_write_text (TbkOutput *output, const TbkText *text,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
