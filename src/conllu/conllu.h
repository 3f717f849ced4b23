/* conllu.h - lines of columns: batches, sentences, and what their reading and writing share.
 *
 * Contents
 *   1. ids: a set of sent_ids of bounded size, to find those that were there before
 *   2. batch: what a reader, its batches and their sentences share
 *   3. parse: the state of a sentence's parsing, and the checks that are seldom needed
 *   4. hints: what input may be that is not CoNLL-U, as the end of a message
 *   5. fields: the columns of a word that parsers read
 *   6. splice: a copy of a sentence with some of its bytes replaced
 *   7. write: a sentence with the tree that a parser found
 *   8. notes: the warnings of a file
 *   9. documents: the document and the paragraph that each sentence is in
 *   10. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef CONLLU_CONLLU_H
#define CONLLU_CONLLU_H

#include <glib.h>
#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "conllu/scan.h"
#include "io/io.h"
#include "tbk/base.h"
#include "tbk/conllu.h"

/* 1. ids: a set of sent_ids of bounded size, to find those that were there before. */

/* The most IDs that are kept, the first ones, and the most bytes of these. */
enum { MAX_IDS = 1 << 20, MAX_ID_BYTES = 1 << 25 };

/* Where the bytes of an id begin; they end where those of the next do. */
typedef struct {
  guint32 hash;
  guint32 start;
} KnownId;

typedef struct {
  char *bytes;
  KnownId *known;  /* n of them, and one more for where the last ends */
  guint32 *places; /* open addressing by hash: the number of an id, from 1; 0 where none is */
  gsize n_bytes, bytes_room, known_room;
  guint32 n, n_places; /* n_places is a power of 2, at least twice n */
  gboolean is_full;
} Ids;

void ids_clear (Ids *ids);

/* Has the processor fetch what ids_add() will look at first for an id of this hash. */
static inline void
ids_prefetch (const Ids *ids, guint64 hash)
{
  if (ids->n_places > 0)
    __builtin_prefetch (&ids->places[(guint32) hash & (ids->n_places - 1)]);
}

/* Adds an id, with its hash_bytes(), unless it would be too much to keep. *@was_there is set to whether it
 * was added before. Returns FALSE with @error set if memory does not suffice. */
gboolean ids_add (Ids *ids, guint64 hash, const char *bytes, gsize length, gboolean *was_there,
                  GError **error);

/* 2. batch: what a reader, its batches and their sentences share. */

/* The columns of a file. */
typedef struct {
  char **names;    /* NULL-terminated; NULL for the ten of CoNLL-U */
  char *all_names; /* with spaces between them; and `...` if further columns may follow */
  int n;
  gboolean is_open;    /* lines may have further columns, all lines of a sentence equally many */
  gboolean is_named;   /* the first line of the file has their names */
  gboolean is_conll09; /* they are those of CoNLL 2009 */
  gboolean
      has_no_ids; /* the file is called .conll or has head vectors, so that sentences may have no sent_id */
  gboolean are_vectors;      /* lines are made of head vectors, each sentence of one line of the file */
  int places[TBK_N_COLUMNS]; /* of those of CoNLL-U among them, from 0; -1 for one that is missing */
} Columns;

/* The documents and paragraphs that comments up to here have begun; section documents has what passes on. All
 * zeros: nothing. */
typedef struct {
  gint64 n_documents, n_paragraphs; /* begun so far */
  GString *document, *paragraph;    /* the ID, or the number of one without; empty: in none */
  GString *comments;                /* those of the sentence that began the document, with their line ends */
} Documents;

/* An input as every batch of it needs to know it; counted by references, so that a batch may outlive its
 * reader. */
typedef struct {
  char *name;
  Columns columns;
  gsize max_line;
  gboolean strict;
  gboolean ignores_heads;
  gboolean takes_headless;
  gboolean any_roots;
  gboolean takes_any_heads;
  gboolean keeps_documents;

  GMutex lock; /* guards what follows: each batch begins where the one before it ends */
  GCond moved;
  guint64 n_batches;   /* of which the lines were found, in the order of reading */
  gint64 line, index;  /* the number of line and sentence after them */
  Documents documents; /* likewise, if they are kept */
} ReaderSource;

/* A sent_id of a batch, for the search of repetitions. */
typedef struct {
  guint64 hash;
  gint64 line;
  gsize offset;
  gsize length;
} SentId;

/* Scratch of sentences in another order. */
typedef struct Reorder Reorder;

struct TbkConlluBatch {
  ReaderSource *source;
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
  int *heads;          /* this and what follows: by word, word 0 included */
  int *visits;         /* scratch of the check that the heads make a tree: two for each word */
  int *marked;         /* the heads that the marks give */
  const char **starts; /* the words' lines */
  Room words;
  const char **fields; /* where those of a line begin, and a byte after the end of the last */
  int fields_room;
  Documents before, documents; /* where the batch begins, and up to the sentence; if they are kept */
  TbkConlluDocument document;  /* what the sentence shows of the latter */
  Reorder *reorder;            /* made when it is needed first */
  void (*reorder_free) (Reorder *reorder);

  gint64 note_counts[TBK_N_NOTES];
  gint64 note_lines[TBK_N_NOTES];
  TbkPiece note_ids[TBK_N_NOTES]; /* of the sentences, as far as they are known; among `bytes` */
  SentId *sent_ids;               /* (array length=n_sent_ids) */
  gsize n_sent_ids, sent_ids_room;
};

/* Opens a reader as tbk_conllu_reader_open() does, with blocks of another size than 256 KiB. */
TbkConlluReader *reader_open_with_blocks (const char *path, const TbkConlluReaderOptions *options,
                                          gsize block_size, GError **error);

/* Read a batch, and find its lines: tbk_conllu_reader_next() begins with the first and ends with the second.
 * Batches may be read on before lines are found, which any threads may do; but for each batch read that must
 * be done, since those after it wait for it. */
TbkReadStatus reader_read (TbkConlluReader *reader, TbkConlluBatch *batch, GError **error);
gboolean batch_find_lines (TbkConlluBatch *batch, GError **error);

/* Reads the names of a line `# global.columns = ...` of @length bytes into @columns. Returns FALSE and
 * sets @error if a column that is needed is missing. A comment of another kind leaves @columns unchanged. */
gboolean columns_read (Columns *columns, const char *line, gsize length, const char *name, GError **error);

/* Returns TRUE if the line of @length bytes is one `# global.columns = ...` with other names than those of
 * @columns. */
gboolean columns_differ (const Columns *columns, const char *line, gsize length);

/* Returns TRUE if the line of @length bytes is one `# global.columns = ...`. */
gboolean columns_are_in (const char *line, gsize length);

/* The ten columns of CoNLL-U. */
void columns_init (Columns *columns);

/* The name of column @k, from 0; "..." of one behind those that are named. */
const char *columns_name (const Columns *columns, int k);

/* Takes the columns that @given names, or @file, as TbkConlluColumns has them; @text to @limit is what the file begins
 * with, as far as it was read. *@is_known is set to whether they are known now, whatever the first line says.
 * Returns FALSE with @error set if they cannot be. */
gboolean columns_take (Columns *columns, const TbkConlluColumns *given, const char *file, const char *text,
                       const char *limit, gboolean *is_known, GError **error);

/* Returns whether a file has head vectors: @given or the name of @file says so. */
gboolean columns_are_vectors (const TbkConlluColumns *given, const char *file);

/* Counts the fields of a line that are told apart: what is behind the named ones is one. */
static inline int
columns_slots (const Columns *columns)
{
  return columns->n + columns->is_open;
}

/* Head vectors, read as the lines of CoNLL-U that they stand for. @input and @name are not owned. */
typedef struct Vectors Vectors;

Vectors *vectors_new (TbkInput *input, const char *name, gsize max_line);
void vectors_free (Vectors *vectors);

/* Reads @size bytes of these lines, fewer only at the end of the input; -1 with @error set. */
gssize vectors_read (Vectors *vectors, char *bytes, gsize size, GError **error);

/* Takes a whole text in place of the input. Returns the lines that it stands for, owned by @vectors; NULL with @error set. */
const GString *vectors_take_text (Vectors *vectors, const char *text, gsize length, GError **error);

/* Returns TRUE if a line may be in a file of @source, whatever it says: UTF-8, no longer than is allowed, and
 * no carriage return in it but one before its newline, which is at @end if @has_newline. */
gboolean batch_is_good_line (const ReaderSource *source, const char *start, const char *end,
                             gboolean has_newline);

/* Forgets the notes of sentences that were parsed. */
void batch_forget_notes (TbkConlluBatch *batch);

/* The value of the comment from @start, behind its '#', to @end if it is `NAME = VALUE`; else no bytes. */
TbkPiece documents_comment (const char *start, const char *end, const char *name);

/* Makes room for words up to number @word, and many more; FALSE if there is no memory. */
gboolean batch_grow_words (TbkConlluBatch *batch, int word);

static inline gboolean
batch_reserve_word (TbkConlluBatch *batch, int word)
{
  return G_LIKELY ((gsize) word < batch->words.n) || batch_grow_words (batch, word);
}

/* The number of a word's line in the file; the same where that of a word before it, @known, is @line. */
gint64 batch_word_line (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word);
gint64 batch_word_line_after (const TbkConlluBatch *batch, int known, gint64 line, int word);

/* Stores where the fields of a line begin and, after those of the last, a byte after @end: @n + 1 entries if
 * there are @n fields. Returns how many there are. */
int batch_split_fields (const char *start, const char *end, const char **fields, int n);

/* Returns TRUE if a line has as many columns as one of a word. */
gboolean lines_has_columns (const Columns *columns, const char *start, const char *end);

/* Returns TRUE if the line from @start to @end is a comment. Where ID is not the first column, a word may
 * begin with "#". */
static inline gboolean
lines_is_comment (const Columns *columns, const char *start, const char *end)
{
  return start < end && *start == '#'
         && (columns->places[TBK_COLUMN_ID] == 0 || !lines_has_columns (columns, start, end));
}

/* Returns TRUE if the comment from @start to @end holds for the sentences after its own as well. */
gboolean lines_is_document_mark (const char *start, const char *end);

/* Sets `fields` to those of a word's line, which is known to have them all. */
void batch_find_fields (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word);

/* Returns the field in place @k of the line that was split last; `_` where that is nothing. */
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

/* 3. parse: the state of a sentence's parsing, and the checks that are seldom needed. */

typedef struct {
  TbkConlluBatch *batch;
  TbkConlluSentence *sentence;
  const char *position; /* of the next line */
  const char *limit;    /* the batch's end */
  gint64 line;          /* the number of the next line */
  gint64 first_line;    /* the first that is not blank */
  gboolean is_begun;    /* a line was not blank */
  gboolean is_done;     /* the blank line is behind us */
  gboolean has_lines;   /* of words, ranges or empty nodes */
  gboolean has_carriage_returns;
  gboolean lacks_words;       /* the problem is one that words to come could solve */
  gboolean is_further_choice; /* it repeats a sentence with another tree */
  int n;
  int n_fields; /* of the lines so far, 0 before the first */
  int n_roots;
  int n_headless;  /* words of which HEAD is `_` */
  int range_start; /* the last multiword range, and its line */
  int range_end;
  gint64 range_line;
  int next_empty; /* the number that an empty node must have here */
} Parse;

/* Makes "FILE:LINE: ..." the sentence's problem if it has none yet. Returns FALSE. */
gboolean parse_fail (Parse *parse, gint64 line, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Makes "no memory for a sentence of so many words", TBK_ERROR_RESOURCE, the problem likewise. */
gboolean parse_fail_memory (Parse *parse);

/* Counts @note; under `strict` it is the sentence's problem, and FALSE is returned. */
gboolean parse_note (Parse *parse, TbkNote note, gint64 line);

/* Where the line ends that is next. */
static inline const char *
parse_line_end (const Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  return batch->bytes + batch->lines.ends[parse->line - batch->first_line];
}

/* Goes to the line after the one that ends at @end. */
static inline void
parse_pass (Parse *parse, const char *end)
{
  parse->position = MIN (end + 1, parse->limit); /* the last newline of a file may be missing */
  parse->line++;
}

/* Parses ordinary word lines from the position on and stops at the first other line. It parses none if the
 * columns are not the ten of CoNLL-U, if the batch has carriage returns, or if lines must be shorter than
 * SCAN_LINE. */
void words_parse (Parse *parse);

/* Returns TRUE if there may be marks of tbk_conllu_sentence_write() in a batch of these @bytes. */
gboolean words_may_have_marks (const char *bytes, gsize length);

/* Looks for marks of tbk_conllu_sentence_write() among the attributes of a MISC. OrigDeprel= alone is no
 * mark. */
void parse_misc (Parse *parse, const char *start, const char *end);

/* Returns TRUE unless SpaceAfter=No is among the attributes of @misc. CorrectSpaceAfter=No is another one. */
gboolean sentence_has_space_after (TbkPiece misc);

/* Checks what only a whole sentence can show: that there are words, that ranges and heads are words, and
 * that the heads make a tree. */
gboolean check_sentence (Parse *parse);

/* 4. hints: what input may be that is not CoNLL-U, as the end of a message. */

/* Where the line stands. */
typedef struct {
  const char *text, *limit; /* the bytes from the sentence's first one on; they may go beyond its end */
  gboolean is_parsed;       /* trees are not looked for, but to be made */
} HintPlace;

/* Returns a guess what a line of @n_fields is, where one of ten columns was expected: nothing, or ": this
 * looks like ...". */
const char *hints_of_line (const HintPlace *place, const char *start, const char *end, int n_fields);

/* 5. fields: the columns of a word that parsers read.
 *
 * Cost      O(length of the line) a word.
 */

typedef enum { FIELD_FORM, FIELD_LEMMA, FIELD_UPOS, FIELD_XPOS, FIELD_FEATS, FIELD_DEPREL, N_FIELDS } Field;

/* Returns TRUE if the file of @sentence has the column. */
gboolean fields_has (const TbkConlluSentence *sentence, Field field);

/* Fails if the file lacks the columns that parsers and scores need. */
gboolean fields_check (const TbkConlluSentence *sentence, GError **error);

/* Reads the columns of @word, from 1; those that the file has not are "_". */
void fields_read (const TbkConlluSentence *sentence, int word, TbkPiece pieces[N_FIELDS]);

/* Reads two columns of @words, as tbk_conllu_sentence_field() does, but looks at each line once. */
void fields_read_two (const TbkConlluSentence *sentence, const int *words, int n_words,
                      const TbkColumn columns[2], TbkPiece (*pieces)[2]);

/* The number of the line of @word. Cost: linear in the bytes of the sentence before it. */
gint64 fields_line (const TbkConlluSentence *sentence, int word);

/* Returns the number of a word's line where that of a word before it, @known, is @line: for those who ask for
 * one word after the other. @known is 0 for the first of them. */
gint64 fields_line_after (const TbkConlluSentence *sentence, int known, gint64 line, int word);

/* 6. splice: a copy of a sentence with some of its bytes replaced. */

typedef struct {
  TbkText *text;
  const char *next; /* what is before it is appended */
} Splice;

/* Appends what is before @start and passes over the bytes from there to @end, in whose place the caller
 * then appends others. */
static inline void
splice_replace (Splice *splice, const char *start, const char *end)
{
  text_keep (splice->text, splice->next, (gsize) (start - splice->next));
  splice->next = end;
}

/* Appends the rest of the sentence. */
static inline void
splice_end (Splice *splice, const TbkConlluSentence *sentence)
{
  const char *end = sentence->text + sentence->length;
  splice_replace (splice, end, end);
}

/* 7. write: a sentence with the tree that a parser found. */

/* By how much a parser was surer of an arc than of other steps. */
typedef struct {
  gboolean is_known;
  gint64 margin;
} ArcMargin;

typedef struct {
  const int *heads;         /* as for tbk_conllu_sentence_write_arcs() */
  const TbkPiece *deprels;  /* as there */
  gboolean has_margins;     /* MISC gets Margin=, or loses it where none is known */
  const ArcMargin *margins; /* of the words, from 1 */
  /* (nullable): lines without their "#": it is one of several versions of the sentence, `n_before` of which
   * were written before */
  const char *const *comments;
  int n_before;
} ParsedTree;

void write_parse (const TbkConlluSentence *sentence, const ParsedTree *tree, TbkText *text);

/**
 * conllu_sentence_write_votes:
 * @heads: a tree
 * @deprels: by word, without bytes where DEPREL stays
 * @arc_votes, @relation_votes: by word; @arc_votes is NULL where MISC is to stay
 * @of: all votes
 *
 * Appends @sentence to @text with these heads and relations. Words that do not have all votes for both get
 * ArcVotes=2/3|RelVotes=1/3 in MISC; other words lose such attributes. All other bytes stay.
 */
void conllu_sentence_write_votes (const TbkConlluSentence *sentence, const int *heads,
                                  const TbkPiece *deprels, const gint64 *arc_votes,
                                  const gint64 *relation_votes, gint64 of, TbkText *text);

/* Appends @sentence as it was before conllu_sentence_write_order() marked it. */
gboolean reorder_restore (const TbkConlluSentence *sentence, TbkText *text, GError **error);

/* Returns the number of its mark at the end of @misc, 0 if there is none; @start: where it begins, with the bar before it. */
int reorder_find_id (TbkPiece misc, const char **start);

/* Goes back to the first sentence of @batch, as if none had been parsed. */
void batch_rewind (TbkConlluBatch *batch);

/**
 * write_document_marks:
 * @first_lost: (out): the line of the first comment that is not appended; set if there is one
 *
 * Appends the comments `# newdoc`, `# newpar` and `# global.` of a sentence that is left out, and the
 * byte order mark if it begins with one: they concern the sentences after it. No blank line follows, so they
 * become comments of the sentence that is written next. Blank lines before that sentence must be left out: a
 * byte order mark or the names of columns must stand first. A comment that is not well formed itself (or
 * would be worth a warning, under `strict`) is not appended.
 *
 * Returns: the number of such comments that are not appended.
 */
gint64 write_document_marks (const TbkConlluSentence *sentence, TbkText *text, gint64 *first_lost);

/* 8. notes: the warnings of a file: how often each kind occurred, and on which line first.
 *
 * Repeated values of sent_id are found among those that are kept, byte for byte: the first 1,048,576 of a
 * file, and of them no more than 32 MiB. So memory is bounded, at about 64 MiB. */
typedef struct Notes Notes;

Notes *notes_new (void);
void notes_free (Notes *notes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Notes, notes_free)

/* Adds the notes of the sentences that were taken from @batch; batches must come in order. Returns FALSE with
 * @error set where memory runs out and, under `strict`, for a repeated sent_id. */
gboolean notes_add (Notes *notes, const TbkConlluBatch *batch, GError **error);

/* Counts how often @note occurred; @line (or NULL) gets the line of the first. */
gint64 notes_count (const Notes *notes, TbkNote note, gint64 *line);

/* The sent_id of the sentence where @note occurred first; NULL if it has none, or none before that line. */
const char *notes_sent_id (const Notes *notes, TbkNote note);

/* The UD validator's name of the test where it has one ("extra-empty-line"), and what is wrong, in a few
 * words. */
const char *note_name (TbkNote note);
const char *note_text (TbkNote note);

/* 9. documents: the document and the paragraph that each sentence is in. */

void documents_clear (Documents *documents);
void documents_copy (Documents *to, const Documents *from);

/* Adds what the comments of whole sentences, @length bytes, say. */
void documents_pass (Documents *documents, const char *text, gsize length);

/* The value of the first of @comments that is `NAME = VALUE`; no bytes if there is none. */
TbkPiece documents_find_comment (TbkPiece comments, const char *name);

/* 10. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Fails with the problem of the entry, if it has one. */
gboolean cursor_check (const TbkCursor *cursor, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Lets the format know that the entry is used (TbkFormat.count). */
void cursor_count (const TbkCursor *cursor);

/* The name of the file, for messages. */
const char *cursor_name (const TbkCursor *cursor);

/**
 * conllu_sentence_write_choice:
 * @comment: without the "#"
 * @is_first: whether nothing of @sentence was written before
 *
 * Does what tbk_conllu_sentence_write() does for one of several versions of a sentence, each a sentence of its own, with @comment before
 * its other comments (but after the names of columns). All but the first leave out what comes before
 * those, and end the sentence before if the input lacks its blank line.
 */
void conllu_sentence_write_choice (const TbkConlluSentence *sentence, const int *heads, TbkMark mark,
                                   const char *comment, gboolean is_first, TbkText *text);

/**
 * conllu_sentence_write_order:
 * @sentence: without OrigHead= or ProjHead=
 * @places: @sentence->n + 1 numbers, the first of no account: the new number of each word
 * @has_marks: record the old numbers
 *
 * Appends @sentence to @text with its words in another order: their numbers change in ID, HEAD and DEPS, whose items
 * stay sorted by heads. What follows a word up to the next one, such as empty nodes, goes with it. A range whose words
 * are side by side stays; others are left out. The comment `# text` is made anew, of forms and SpaceAfter=No. With
 * marks each word has OrigId= at the end of MISC, and comments keep what else is lost: `# orig_text`, `# orig_range` with
 * the line of a range, and `# orig_deps` if DEPS were not sorted, which then stay in their order. If no word moves, the
 * sentence is appended as it is. Without a column MISC there are no marks of words.
 *
 * Returns: FALSE with @error set without memory; what is appended is then not whole.
 *
 */
gboolean conllu_sentence_write_order (const TbkConlluSentence *sentence, const int *places,
                                      gboolean has_marks, TbkText *text,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Contents of marks at the end of MISC. */
typedef enum {
  MARK_LAYER_NONE,
  MARK_LAYER_ORDER,      /* OrigId=, by `tbk reorder` */
  MARK_LAYER_NEAREST,    /* GivenHead=, by tbk_conllu_sentence_write_nearest() */
  MARK_LAYER_PROJECTIVE, /* OrigHead= or ProjHead=, by tbk_conllu_sentence_write() */
} MarkLayer;

/**
 * conllu_sentence_last_layer:
 * @has_more: (out): whether there are others, from before
 *
 * Returns: which marks were written last.
 */
MarkLayer conllu_sentence_last_layer (const TbkConlluSentence *sentence, gboolean *has_more);

#endif
