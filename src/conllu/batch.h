/* batch.h - what a reader, its batches and their sentences share. */
#ifndef CONLLU_BATCH_H
#define CONLLU_BATCH_H

#include "base/bytes.h"
#include "conllu/scan.h"
#include "tbk/conllu.h"

/* The columns of a file. */
typedef struct {
  char **names;    /* NULL-terminated; NULL for the ten of CoNLL-U */
  char *all_names; /* with spaces between them; and `...` if further columns may follow */
  int n;
  gboolean is_open;          /* lines may have further columns, all lines of a sentence equally many */
  gboolean is_named;         /* the first line of the file has their names */
  gboolean is_conll09;       /* they are those of CoNLL 2009 */
  int places[TBK_N_COLUMNS]; /* of those of CoNLL-U among them, from 0; -1 for one that is missing */
} Columns;

/* What every batch of an input needs to know of it; counted by references, so that a batch may outlive
 * its reader. */
typedef struct {
  char *name;
  Columns columns;
  gsize max_line;
  gboolean strict;
  gboolean ignores_heads;
  gboolean takes_headless;
  gboolean any_roots;

  GMutex lock; /* guards what follows: each batch begins where the one before it ends */
  GCond moved;
  guint64 n_batches;  /* of which the lines were found, in the order of reading */
  gint64 line, index; /* the number of line and sentence after them */
} Source;

/* A sent_id of a batch, for the search of repetitions. */
typedef struct {
  guint64 hash;
  gint64 line;
  gsize offset;
  gsize length;
} SentId;

struct TbkConlluBatch {
  Source *source;
  char *bytes; /* `size` of them, and SCAN_SPARE more */
  gsize size;
  gsize length; /* of the whole sentences; a newline ends them or follows them */
  Lines lines;
  guint64 number;    /* of the batch in its input, from 0 */
  gint64 first_line; /* the number of the first line */
  gsize next;        /* where the next sentence begins */
  gint64 line;       /* and its number of line and sentence */
  gint64 index;
  gint64 begin_line, begin_index; /* those of the first sentence, once it is parsed */
  gboolean is_first;              /* the first bytes of the input are the first here */
  gboolean is_after_mark;         /* a byte order mark before the first bytes was dropped */
  gboolean may_have_marks;        /* looked at when the first sentence is parsed */
  gsize valid;                    /* bytes known to be UTF-8; more than `length` before they are looked at */

  /* The sentence last parsed. */
  GError *problem;
  int room; /* of the arrays of words, word 0 included */
  int *heads;
  int *visits;         /* scratch of the check that the heads make a tree: 2 * room */
  int *marked;         /* the heads that the marks give */
  const char **starts; /* the words' lines */
  const char **fields; /* where those of a line begin, and a byte after the end of the last */
  int fields_room;

  gint64 note_counts[TBK_N_NOTES];
  gint64 note_lines[TBK_N_NOTES];
  TbkPiece note_ids[TBK_N_NOTES]; /* of the sentences, as far as they are known; among `bytes` */
  SentId *sent_ids;               /* (array length=n_sent_ids) */
  gsize n_sent_ids, sent_ids_room;
};

/* The same as tbk_conllu_reader_open() with blocks of another size than 256 KiB. */
TbkConlluReader *reader_open_with_blocks (const char *path, const TbkConlluReaderOptions *options,
                                          gsize block_size, GError **error);

/* The same as tbk_conllu_reader_next(), which begins with the first and ends with the second. Batches may be
 * read on before lines are found, which any threads may do; but for each batch read that must be done, since
 * those after it wait for it. */
TbkReadStatus reader_read (TbkConlluReader *reader, TbkConlluBatch *batch, GError **error);
gboolean batch_find_lines (TbkConlluBatch *batch, GError **error);

/* Locks the source once the lines of @n_batches are found. */
void source_lock (Source *source, guint64 n_batches);

/* Reads the names of a line `# global.columns = ...` of @length bytes into @columns. Returns FALSE and
 * sets @error if a column that is needed is missing. A comment of another kind leaves @columns unchanged. */
gboolean columns_read (Columns *columns, const char *line, gsize length, const char *name, GError **error);

/* Whether the line of @length bytes is one `# global.columns = ...` with other names than those of
 * @columns. */
gboolean columns_differ (const Columns *columns, const char *line, gsize length);

/* Whether the line of @length bytes is one `# global.columns = ...`. */
gboolean columns_are_in (const char *line, gsize length);

/* The ten columns of CoNLL-U. */
void columns_init (Columns *columns);

/* The name of column @k, from 0; "..." of one behind those that are named. */
const char *columns_name (const Columns *columns, int k);

/* Takes the columns that @given names, as TbkConlluColumns has them; @text to @limit is what the file begins
 * with, as far as it was read. *@is_known is set to whether they are known now, whatever the first line says.
 * Returns FALSE with @error set if they cannot be. */
gboolean columns_take (Columns *columns, const TbkConlluColumns *given, const char *text, const char *limit,
                       gboolean *is_known, GError **error);

/* How many fields of a line are told apart: what is behind the named ones is one. */
static inline int
columns_slots (const Columns *columns)
{
  return columns->n + columns->is_open;
}

/* Makes room for @size bytes; what is there is kept. Returns FALSE with @error set. */
gboolean batch_reserve (TbkConlluBatch *batch, gsize size, GError **error);

/* Whether a line may stand in a file of @source, whatever it says: UTF-8, no longer than is allowed, and no
 * carriage return in it but one before its newline, which is at @end if @has_newline. */
gboolean batch_is_good_line (const Source *source, const char *start, const char *end, gboolean has_newline);

/* Ends the former contents and begins new ones of @source, as yet empty. Returns FALSE with @error set. */
gboolean batch_begin (TbkConlluBatch *batch, Source *source, GError **error);

/* Forgets the notes of sentences that were parsed. */
void batch_forget_notes (TbkConlluBatch *batch);

/* Makes room for words up to number @word, and many more; FALSE if there is no memory. */
gboolean batch_grow_words (TbkConlluBatch *batch, int word);

static inline gboolean
batch_reserve_word (TbkConlluBatch *batch, int word)
{
  return G_LIKELY (word < batch->room) || batch_grow_words (batch, word);
}

void source_unref (Source *source);

/* The number of a word's line in the file; the same where that of a word before it, @known, is @line. */
gint64 batch_word_line (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word);
gint64 batch_word_line_after (const TbkConlluBatch *batch, int known, gint64 line, int word);

/* Stores where the fields of a line begin and, after those of the last, a byte after @end: @n + 1 entries if
 * there are @n fields. Returns how many there are. */
int batch_split_fields (const char *start, const char *end, const char **fields, int n);

/* Whether a line has as many columns as one of a word. */
gboolean lines_has_columns (const Columns *columns, const char *start, const char *end);

/* Whether the line from @start to @end is a comment. Where ID is not the first column, a word may begin with "#". */
static inline gboolean
lines_is_comment (const Columns *columns, const char *start, const char *end)
{
  return start < end && *start == '#'
         && (columns->places[TBK_COLUMN_ID] == 0 || !lines_has_columns (columns, start, end));
}

/* Whether the comment from @start to @end holds for the sentences after its own as well. */
gboolean lines_is_document_mark (const char *start, const char *end);

/* Sets `fields` to those of a word's line, which is known to have them all. */
void batch_find_fields (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word);

/* What stands in place @k of the line that was split last; `_` where that is nothing, which FEATS may be. */
static inline TbkPiece
batch_field (const TbkConlluBatch *batch, int k)
{
  const gsize size = (gsize) (batch->fields[k + 1] - 1 - batch->fields[k]);

  return size > 0 ? (TbkPiece){ batch->fields[k], size } : (TbkPiece){ "_", 1 };
}

/* The canonical decimal from @start to @end, at most G_MAXINT; -1 if it is none. */
static inline int
decimal (const char *start, const char *end)
{
  if (start == end)
    return -1;
  guint value = (guint) ((guchar) *start - '0');
  if (value > 9 || (value == 0 && end - start > 1))
    return -1;
  while (++start < end) {
    guint digit = (guint) ((guchar) *start - '0');
    if (digit > 9)
      return -1;
    value = value < G_MAXINT / 10 ? 10 * value + digit : G_MAXINT;
  }
  return (int) value;
}

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

#endif
