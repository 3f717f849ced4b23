/* format.h - what a format of treebanks has to offer for the loop over treebanks to drive it (tbk/corpus.h).
 *
 * A reader cuts a file into batches of whole entries (sentences), one thread at a time and in order; the
 * entries of a batch are then parsed by whichever thread has it. What entries mean is between the format and
 * the job. A cursor goes through a file without the loop.
 *
 * Threads   a reader, and a batch with its entries, belong to one thread at a time; batches outlive their
 *           reader.
 * Since     0.1
 */
#ifndef TBK_FORMAT_H
#define TBK_FORMAT_H

#include <glib.h>

#include "tbk/stream.h"
#include "tbk/text.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_READ_BATCH,  /* there is a batch */
  TBK_READ_END,    /* there are no more */
  TBK_READ_FAILED, /* the error is set */
} TbkReadStatus;

typedef struct {
  gsize max_line;                 /* bytes; a longer line is an error. 0: the format's default */
  gboolean strict;                /* what is worth a warning is an error */
  gboolean drops_byte_order_mark; /* for text that will not stand at the beginning of a file */
  gboolean ignores_trees;  /* CoNLL-U: HEAD is not looked at; sentences need no trees, their heads are 0 */
  gboolean takes_headless; /* CoNLL-U: a sentence may have no HEAD at all, `_` in each word. Since: 0.2 */
  gconstpointer of_format; /* (nullable): options of the format's own: for brackets a TbkBracketOptions */
  gboolean any_roots;      /* CoNLL-U: several words with HEAD 0 are not worth a warning. Since: 0.2 */
} TbkReaderOptions;

/* What an entry may say of those after it: nothing; something of its document; something of the file too.
 * Since: 0.2 */
typedef enum { TBK_MARKS_NONE, TBK_MARKS_OF_DOCUMENT, TBK_MARKS_OF_FILE } TbkMarks;

/* An entry of a batch, which owns all in it. */
typedef struct {
  const char *text; /* its bytes; those of all entries of a batch are those of the batch */
  gsize length;
  const char *file;      /* the name of the file, for messages */
  gint64 line;           /* of its first byte, from 1 */
  gint64 index;          /* in the file, from 1 */
  const char *id;        /* not NUL-terminated; NULL if there is none */
  gsize id_length;       /* bytes */
  const GError *problem; /* why it is not well formed, or NULL; the message begins with FILE:LINE */
  int n_joined; /* with a problem: more sentences that seem to be in it, without blank lines between them. Since:
                 * 0.2 */
  gboolean is_blank;      /* there is no sentence in it */
  gconstpointer sentence; /* what the format makes of it: a TbkConlluSentence, a TbkBracketTree */
  int n_words;
  int file_number; /* of its file in the run, from 0; set by the loop */
  TbkMarks marks;  /* at most; with none keep_marks() appends nothing. Since: 0.2 */
  gconstpointer
      pair; /* of files side by side: a TbkPair (tbk/corpus.h), of what stands beside it. Since: 0.2 */
} TbkEntry;

/* What is worth a warning in a file. */
typedef struct {
  const char *name, *text;
  gint64 count;   /* how often it occurred */
  gint64 line;    /* where first */
  const char *id; /* (nullable): of the entry there, if that is known */
} TbkWarning;

typedef struct {
  const char *name;

  /* Opens a file ("-": standard input), for its stream, and for the names of its columns, which files joined
   * to one must share; and closes it (NULL will do). */
  gpointer (*reader_open) (const char *path, const TbkReaderOptions *options, GError **error);
  const TbkInput *(*reader_input) (gconstpointer reader);
  const char *(*reader_columns) (gconstpointer reader);
  void (*reader_close) (gpointer reader);

  /* Reads the next batch into @batch, whose former contents end here; parses the next entry, which is good
   * until the next call, FALSE at the end. */
  gpointer (*batch_new) (void);
  void (*batch_free) (gpointer batch);
  TbkReadStatus (*read) (gpointer reader, gpointer batch, GError **error);
  gboolean (*next) (gpointer batch, TbkEntry *entry);

  /* Tells the format that its last entry was asked for; NULL: it need not know. Since: 0.2 */
  void (*count) (gpointer batch);

  /* Goes back to the first entry; NULL if the format cannot. */
  void (*rewind) (gpointer batch);

  /* Line ends that an entry lacks for another one to follow it. */
  int (*count_open_lines) (const TbkEntry *entry);

  /* Appends what an entry says of those after it, which matters where it is left out, as lines of the next one;
   * returns how many such lines are lost, and the number of the first. */
  gint64 (*keep_marks) (const TbkEntry *entry, TbkText *text, gint64 *first_lost);

  /* The warnings of a file: batches are added in order, after their entries are parsed. The numbers of
   * warnings are 0, 1, ...; FALSE past the last. */
  gpointer (*notes_new) (void);
  void (*notes_free) (gpointer notes);
  gboolean (*notes_add) (gpointer notes, gconstpointer batch, GError **error);
  gboolean (*notes_get) (gconstpointer notes, int number, TbkWarning *warning);

  const char *entry_name; /* what an entry is called in messages; NULL: "sentence" */

  /* What is left to do of reading a batch, before its first entry, while the next one may be read; NULL:
   * nothing. To be called with every batch that was read, at once: it may wait for those before to be
   * finished. */
  gboolean (*finish) (gpointer batch, GError **error);

  /* The lines of a file that was read to its end; NULL: they are not counted. Since: 0.2 */
  gint64 (*count_lines) (gconstpointer reader);
} TbkFormat;

/* The entries of a file one after the other, for work that threads do not share. All zeros: a closed one.
 * Since: 0.2 */
typedef struct {
  const TbkFormat *format;
  gpointer reader, batch;
  TbkEntry entry; /* the last; good until the next */
  gboolean is_at_end;
} TbkCursor;

/* @options: (nullable): NULL for all zeros. To be closed, even if this fails. Since: 0.2 */
gboolean tbk_cursor_open (TbkCursor *cursor, const TbkFormat *format, const char *path,
                          const TbkReaderOptions *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_cursor_close (TbkCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkCursor, tbk_cursor_close)

/* Goes to the next entry, which may be blank, or not well formed; or sets `is_at_end`. Since: 0.2 */
gboolean tbk_cursor_next (TbkCursor *cursor, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Goes to the next entry that has words or is not well formed; or sets `is_at_end`. Since: 0.2 */
gboolean tbk_cursor_next_sentence (TbkCursor *cursor, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Fails with the problem of the entry, if it has one. Since: 0.2 */
gboolean tbk_cursor_check (const TbkCursor *cursor, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Tells the format that the entry is made use of (TbkFormat.count). Since: 0.2 */
void tbk_cursor_count (const TbkCursor *cursor);

/* The name of the file, for messages. Since: 0.2 */
const char *tbk_cursor_name (const TbkCursor *cursor);

TBK_END_DECLS

#endif
