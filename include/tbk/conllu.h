/* conllu.h - core: treebanks in CoNLL-U and other lines of columns, and other formats to write.
 *
 * Contents
 *   1. format: what a format of treebanks must offer for the loop over treebanks to drive it (tbk/corpus.h)
 *   2. conllu: CoNLL-U, CoNLL-U Plus, and other files of a line a word with columns between tabs: blocks of
 *      bytes to sentences, and back with every byte kept
 *   3. convert: sentences of files with columns as CoNLL-U, CoNLL-X or head vectors
 */
#ifndef TBK_CONLLU_H
#define TBK_CONLLU_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* 1. format: what a format of treebanks must offer for the loop over treebanks to drive it (tbk/corpus.h).
 *
 * A reader cuts a file into batches of whole entries (sentences), one thread at a time and in order; the
 * entries of a batch are then parsed by whichever thread has it. What entries mean is between the format and
 * the job. A cursor reads a file without the loop.
 *
 * Threads   a reader, and a batch with its entries, belong to one thread at a time; batches outlive their
 *           reader.
 * Since     0.1
 */

typedef struct {
  gsize max_line;                 /* bytes; a longer line is an error. 0: the format's default */
  gboolean strict;                /* what is worth a warning is an error */
  gboolean drops_byte_order_mark; /* for text that will not be at the beginning of a file */
  gboolean ignores_trees;   /* CoNLL-U: HEAD is not looked at; sentences need no trees, their heads are 0 */
  gboolean takes_headless;  /* CoNLL-U: a sentence may have no HEAD at all, `_` in each word. Since: 0.2 */
  gconstpointer of_format;  /* (nullable): options of the format's own: for brackets a TbkBracketOptions */
  gboolean any_roots;       /* CoNLL-U: several words with HEAD 0 are not worth a warning. Since: 0.2 */
  gboolean takes_any_heads; /* CoNLL-U: as in TbkConlluReaderOptions. Since: 0.2 */
  gboolean keeps_documents; /* likewise. Since: 0.2 */
} TbkReaderOptions;

/* Statements of an entry on those after it: nothing; something of its document; something of the file too.
 * Since: 0.2 */
typedef enum { TBK_MARKS_NONE, TBK_MARKS_OF_DOCUMENT, TBK_MARKS_OF_FILE } TbkMarks;

/* An entry of a batch, which owns all in it. */
typedef struct TbkEntry {
  const char *text; /* its bytes; the entries of a batch together have all bytes of the batch */
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
  int file_number;    /* of its file in the run, from 0; set by the loop */
  TbkMarks marks;     /* at most; with none keep_marks() appends nothing. Since: 0.2 */
  gconstpointer pair; /* of files side by side: a TbkPair (tbk/corpus.h), of what is beside it. Since: 0.2 */
} TbkEntry;

/* Things worth a warning in a file. */
typedef struct {
  const char *name, *text;
  gint64 count;     /* how often it occurred */
  gint64 line;      /* where first */
  const char *id;   /* (nullable): of the entry there, if that is known */
  const char *file; /* (nullable): where it is, if that is another file. Since: 0.2 */
} TbkWarning;

typedef struct TbkFormat {
  const char *name;

  /* Opens a file ("-": standard input), for its stream, and for the names of its columns, which files joined
   * to one must share (NULL: any files can be joined); and closes it (NULL will do). */
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

  /* Lets the format know that its last entry was asked for; NULL: it need not know. Since: 0.2 */
  void (*count) (gpointer batch);

  /* Goes back to the first entry; NULL if the format cannot. */
  void (*rewind) (gpointer batch);

  /* Line ends that an entry lacks for another one to follow it; NULL: one, if it does not end in one. */
  int (*count_open_lines) (const TbkEntry *entry);

  /* Appends what an entry says of those after it, which matters where it is left out, as lines of the next one;
   * returns how many such lines are lost, and the number of the first. NULL: no entry has marks. */
  gint64 (*keep_marks) (const TbkEntry *entry, TbkText *text, gint64 *first_lost);

  /* The warnings of a file: batches are added in order, after their entries are parsed. The numbers of
   * warnings are 0, 1, ...; FALSE past the last. Each may be NULL, for none. */
  gpointer (*notes_new) (void);
  void (*notes_free) (gpointer notes);
  gboolean (*notes_add) (gpointer notes, gconstpointer batch, GError **error);
  gboolean (*notes_get) (gconstpointer notes, int number, TbkWarning *warning);

  const char *entry_name; /* what an entry is called in messages; NULL: "sentence" */

  /* Does what is left of reading a batch, before its first entry, while the next one may be read; NULL:
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

/* 2. conllu: CoNLL-U, CoNLL-U Plus, and other files of a line a word with columns between tabs: blocks of
 * bytes to sentences, and back with every byte kept.
 *
 * A reader cuts its input into batches of whole sentences and counts lines and sentences, no more; the
 * sentences of a batch are then parsed by whichever thread has it. A sentence keeps its bytes as they
 * came (comments, multiword ranges, empty nodes, odd line ends); only the columns ID, HEAD and MISC are
 * read, others when tbk_conllu_sentence_field() is asked for them. The texts of a batch's sentences, one
 * after the other, are all the bytes of the batch.
 *
 *   g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open ("train.conllu.gz", NULL, &error);
 *   g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
 *   TbkReadStatus status = reader == NULL ? TBK_READ_FAILED : TBK_READ_BATCH;
 *   TbkConlluSentence sentence;
 *
 *   while (status == TBK_READ_BATCH) {
 *     status = tbk_conllu_reader_next (reader, batch, &error);
 *     while (status == TBK_READ_BATCH && tbk_conllu_batch_next (batch, &sentence))
 *       if (sentence.problem != NULL)
 *         fprintf (stderr, "%s\n", sentence.problem->message);
 *       else if (sentence.n > 0)
 *         use_tree (sentence.heads, sentence.n);
 *   }
 *   if (status == TBK_READ_FAILED)
 *     fprintf (stderr, "%s\n", error->message);
 *
 * Words     the lines whose ID is a plain integer, numbered 1..n as the format demands; 0 is the
 *           artificial root. heads[0] = -1, heads[i] in 0..n.
 * Columns   ten, named as in CoNLL-U; or the names in a first line `# global.columns = ...` (CoNLL-U Plus),
 *           found by name; or the columns that the caller names (TbkConlluColumns). ID and HEAD must be there (HEAD
 *           not in CoNLL-X of six columns), DEPREL and MISC may be missing. Where such a comment is
 *           further down, as in files put together, it must name the same columns. A line that begins with #
 *           is a comment in all formats, unless ID is not the first column and the line has as many as one of
 *           a word.
 * CoNLL-X   (2006) ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL, UPOS being its CPOSTAG and XPOS
 *           its POSTAG; the last two may be missing, and in blind data HEAD and DEPREL too. CoNLL 2009: ID
 *           FORM LEMMA PLEMMA XPOS PPOS FEATS PFEAT HEAD PHEAD DEPREL PDEPREL, XPOS being its POS; then its
 *           FILLPRED, PRED and APREDs, or none of them, as many in all lines of a sentence. Neither has a
 *           sent_id, and none is missed.
 * Checks    every rule of the format that could make the edit of a sentence wrong. An error of form is the
 *           sentence's `problem`. Its message reads "FILE:LINE: [test] what was found and what was expected",
 *           with the UD validator's name of the test. For bytes that are not UTF-8 it begins
 *           "FILE:LINE:COLUMN: ", the column counted in bytes from 1.
 * Cost      linear in the bytes. Memory: a batch is 256 KiB, or the longest sentence.
 * Errors    TBK_ERROR_RESOURCE where memory for blocks, lines, words or sent_ids runs out, as the `problem`
 *           of a sentence too.
 * Threads   a reader, and a batch with its sentences, belong to one thread at a time.
 * Source    universaldependencies.org, "CoNLL-U Format", "CoNLL-U Plus Format", and the validator; Buchholz
 *           and Marsi (2006), "CoNLL-X shared task on multilingual dependency parsing"; Hajic et al. (2009),
 *           "The CoNLL-2009 shared task".
 * Since     0.1
 */

/* The columns of CoNLL-U. */
typedef enum {
  TBK_COLUMN_ID,
  TBK_COLUMN_FORM,
  TBK_COLUMN_LEMMA,
  TBK_COLUMN_UPOS,
  TBK_COLUMN_XPOS,
  TBK_COLUMN_FEATS,
  TBK_COLUMN_HEAD,
  TBK_COLUMN_DEPREL,
  TBK_COLUMN_DEPS,
  TBK_COLUMN_MISC,
  TBK_N_COLUMNS,
} TbkColumn;

typedef struct TbkConlluReader TbkConlluReader;
typedef struct TbkConlluBatch TbkConlluBatch;

/* Which columns files have. */
typedef struct TbkConlluColumns {
  /* (nullable): their names in order, with spaces between them: `_` for one without a name, `...` behind the
   * last where lines may have more. Or conllu (with or without a line of names), conllx, conll09, or
   * heads: head vectors, the heads of a tree a line, which are read as CoNLL-U with ID and HEAD alone. NULL:
   * conllx or heads if the file is called so (.conllx, .heads), else what the first sentence is beyond doubt. It is CoNLL-X of
   * eight columns if all its lines have eight and HEAD is a number, or `_` in all; of ten, if PHEAD is a number,
   * which no DEPS can be. It is CoNLL 2009 if all its lines have 14 and one for each Y in FILLPRED, HEAD is a
   * number and PHEAD a number or `_`. Else it is CoNLL-U. */
  const char *names;
  int *n_recognized; /* (nullable): atomic: two numbers, of files that were recognized as CoNLL-X and as CoNLL
                        2009; a file adds one to one of them. Left alone where `names` decides. Since: 0.2 */
} TbkConlluColumns;

typedef struct {
  gsize max_line;                 /* bytes; a longer line is an error. 0: 1 MiB */
  gboolean strict;                /* what is worth a warning (see TbkNote) is an error */
  gboolean drops_byte_order_mark; /* for text that will not be at the beginning of a file */
  gboolean ignores_heads;         /* HEAD may hold anything: all heads are 0 */
  gboolean takes_headless; /* `_` as HEAD of all words of a sentence is no error; heads are 0. Since: 0.2 */

  TbkConlluColumns columns;

  /* For a text that is a part of a file: the numbers of its first line and of its first sentence, and all
   * names in `columns`. Zeros: it begins the file. */
  gint64 line, index;

  gboolean any_roots; /* several words with HEAD 0 are not worth a warning. Since: 0.2 */

  /* Heads that are no tree are no problem: such a sentence `is_broken`. But where there are several words, one at least
   * must have 0 or another word as HEAD, unless `takes_headless` too. Since: 0.2 */
  gboolean takes_any_heads;

  gboolean keeps_documents; /* sentences say in which document they are. Since: 0.2 */
} TbkConlluReaderOptions;

/* Returns TRUE if @names can name the columns of files, see TbkConlluColumns; else @error is TBK_ERROR_USAGE.
 * Since: 0.2
 */
gboolean tbk_conllu_columns_check (const char *names, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Things worth a warning; warnings have the names that the UD validator gives them. */
typedef enum {
  TBK_NOTE_BYTE_ORDER_MARK,
  TBK_NOTE_CARRIAGE_RETURNS,   /* CR LF ends of line */
  TBK_NOTE_MISSING_EMPTY_LINE, /* no blank line, or no newline, after the last sentence */
  TBK_NOTE_EXTRA_EMPTY_LINE,
  TBK_NOTE_MISSING_SENT_ID,
  TBK_NOTE_DUPLICATE_SENT_ID,
  TBK_NOTE_MULTIPLE_ROOTS,
  TBK_NOTE_EMPTY_COLUMN,   /* a field but ID, FORM and HEAD; it counts as `_`. Since: 0.2 */
  TBK_NOTE_COMMENTS_ALONE, /* a blank line follows. Since: 0.2 */
  TBK_N_NOTES,
} TbkNote;

/* Where in documents a sentence is. Pieces have no `bytes` where there is nothing. Since: 0.2 */
typedef struct {
  /* The ID of the last `# newdoc id = ID`, or where the last newdoc has none, its number in the file, from 1; and of
   * the last newpar in that document. */
  TbkPiece document, paragraph;
  TbkPiece comments; /* whole lines, of the sentence that began the document */
} TbkConlluDocument;

/* A sentence of a batch; filled in by the library only, and everything in it is owned by the batch. */
typedef struct TbkConlluSentence {
  const char *text; /* its bytes, from the end of the sentence before to its own blank line */
  gsize length;
  gint64 line;         /* of its first byte, from 1 */
  gint64 index;        /* in the file, from 1; comments on their own count too */
  const char *sent_id; /* the value of the comment, not NUL-terminated; NULL if there is none */
  gsize sent_id_length;
  const GError
      *problem; /* why it is not well formed, or NULL; if set, what is below holds only with has_words */
  /* Every line is well formed, so that there are words and their lines, though there may be a problem. It may be one of
   * the heads: then these are no tree, and -1 where HEAD is neither 0 nor another word. Since: 0.2 */
  gboolean has_words;
  int n;                /* words; 0 only if the text is nothing but blank lines, or comments before one, which
                          * are no sentence */
  const int *heads;     /* n + 1 integers, a tree */
  int n_roots;          /* children of 0 */
  gboolean is_headless; /* HEAD is `_` in all words, and was not ignored: the heads are no tree. Since: 0.2 */
  /* Every arc is projective: its head dominates all words between its ends (tbk/tree.h). Arcs of 0 always are, so
   * a tree with several roots may be projective. Drawn with 0 on the left, no two arcs cross. */
  gboolean is_projective;
  gboolean
      is_broken; /* the heads are no tree, without a problem: -1 where HEAD is neither 0 nor another word. Since: 0.2 */
  gboolean has_marks;          /* some MISC holds OrigHead= or ProjHead= */
  gboolean has_document_marks; /* a comment newdoc, newpar or global. is there. Since: 0.2 */
  gboolean has_file_marks;     /* one is a comment global. Since: 0.2 */
  const TbkConlluBatch *batch;
  const TbkConlluDocument *document; /* NULL unless documents are kept. Since: 0.2 */
  gboolean is_vector; /* it is made of a head vector: all words are in one line of the file. Since: 0.2 */
} TbkConlluSentence;

/**
 * tbk_conllu_reader_open:
 * @path: a file's path, or "-" for standard input
 * @options: (nullable): NULL for the defaults
 *
 * Opens @path and reads its columns' names if it begins with them.
 */
TbkConlluReader *tbk_conllu_reader_open (const char *path, const TbkConlluReaderOptions *options,
                                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_conllu_reader_open_text:
 * @name: of the file, for messages
 * @text: @length bytes, copied; they are not decompressed
 *
 * The same for a text in memory: a whole file, or a sentence that was read before.
 */
TbkConlluReader *tbk_conllu_reader_open_text (const char *name, const char *text, gsize length,
                                              const TbkConlluReaderOptions *options,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The stream that is read, for its name and how far it is; owned by @reader. NULL if that is a text. */
const TbkInput *tbk_conllu_reader_input (const TbkConlluReader *reader);

/* The names of the columns, with spaces between them, and `...` where lines may have more; owned by
 * @reader. */
const char *tbk_conllu_reader_columns (const TbkConlluReader *reader);

/* Returns TRUE if the columns include @column. */
gboolean tbk_conllu_reader_has_column (const TbkConlluReader *reader, TbkColumn column);

/**
 * tbk_conllu_reader_next:
 *
 * Reads the next batch of whole sentences into @batch, whose former contents end here. A batch may also
 * hold nothing but blank lines. A line longer than the limit whose end is not in sight, or a sentence of
 * more than 64 MiB, is an error here, not a sentence's problem: what follows it cannot be found.
 */
TbkReadStatus tbk_conllu_reader_next (TbkConlluReader *reader, TbkConlluBatch *batch,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_conllu_reader_close (TbkConlluReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkConlluReader, tbk_conllu_reader_close)

TbkConlluBatch *tbk_conllu_batch_new (void);
void tbk_conllu_batch_free (TbkConlluBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkConlluBatch, tbk_conllu_batch_free)

/* Parses the next sentence of @batch; FALSE at its end. @sentence is valid until the next call. */
gboolean tbk_conllu_batch_next (TbkConlluBatch *batch, TbkConlluSentence *sentence);

/* The name of the file that @sentence is in, for messages; owned by the batch. */
const char *tbk_conllu_sentence_file (const TbkConlluSentence *sentence);

/**
 * tbk_conllu_sentence_field:
 * @sentence: with words
 * @word: in 1..@sentence->n
 *
 * Returns: what is in @column of @word, at least one byte, owned by the batch until the next sentence is
 * parsed; `bytes` is NULL if the file has no such column. Cost: linear in the line of the word.
 */
TbkPiece tbk_conllu_sentence_field (const TbkConlluSentence *sentence, int word, TbkColumn column);

typedef enum {
  TBK_LINE_COMMENT,
  TBK_LINE_WORD,
  TBK_LINE_RANGE,      /* of words that are one token; comes before the first of them */
  TBK_LINE_EMPTY_NODE, /* comes after word `first`, 0 before all */
} TbkLineKind;

typedef struct {
  TbkLineKind kind;
  TbkPiece text;                  /* without its end of line */
  int first, last;                /* words; equal but in a range */
  TbkPiece fields[TBK_N_COLUMNS]; /* no bytes where the file has no such column, or in a comment */
} TbkConlluLine;

/**
 * tbk_conllu_sentence_next_line:
 * @sentence: with words
 * @position: (inout): NULL to begin
 *
 * Finds the next line that is not blank, in the order of the file; FALSE at the end. Everything in @line is
 * owned by the batch, until the next sentence is parsed.
 */
gboolean tbk_conllu_sentence_next_line (const TbkConlluSentence *sentence, const char **position,
                                        TbkConlluLine *line);

/* FALSE: DEPS is `_` in all lines of a sentence with words, or is no column. TRUE: perhaps not. Faster than a look at the
 * lines where DEPS is the last column but one. Since: 0.2 */
gboolean tbk_conllu_sentence_may_have_deps (const TbkConlluSentence *sentence);

/* The value of the first comment `# NAME = VALUE`; no bytes if there is none. */
TbkPiece tbk_conllu_sentence_comment (const TbkConlluSentence *sentence, const char *name);

/**
 * tbk_conllu_sentence_write_arcs:
 * @heads: (nullable): @sentence->n + 1 new heads, in 0..n, or -1 for none, which is written `_`; NULL: the
 * old ones
 * @deprels: (nullable): @sentence->n + 1 new DEPRELs, the first of no account; the word keeps its own where
 *   `bytes` is NULL. They are copied, must not be empty nor hold tabs or ends of line, and are of no account
 *   in a file without that column
 *
 * Appends @sentence to @text with these heads and DEPRELs; a field is replaced only if it differs, and every
 * other byte is kept. Where there is no column HEAD, this and DEPREL are appended if heads are given. Nothing
 * names what was there before. Kept pieces point into the batch.
 */
void tbk_conllu_sentence_write_arcs (const TbkConlluSentence *sentence, const int *heads,
                                     const TbkPiece *deprels, TbkText *text);

typedef enum {
  TBK_MARK_ORIG,  /* HEAD changes; OrigHead=N (and OrigDeprel=D) record it */
  TBK_MARK_PROJ,  /* HEAD stays; ProjHead=N records the new one */
  TBK_MARK_NONE,  /* HEAD changes */
  TBK_MARK_CHECK, /* HEAD stays; CheckHead=N records the new one, in place of another number there; such an
                   * attribute of any other word is removed */
} TbkMark;

/**
 * tbk_conllu_sentence_write:
 * @heads: (nullable): @sentence->n + 1 new heads, in 0..n but for heads[0] = -1; NULL to write the
 *   sentence as it is, which it must be if it has marks: tbk_conllu_sentence_restore() could not distinguish
 *   them from new ones
 *
 * Appends @sentence to @text with the heads @heads. The words whose head differs, and no others, change in
 * HEAD and MISC as @mark says. Under TBK_MARK_ORIG and TBK_MARK_NONE a word that becomes a child of 0 gets
 * the DEPREL `root`, and one that ceases to be one gets `dep`. Under TBK_MARK_ORIG the DEPREL that this
 * replaced is in OrigDeprel= ("|" in it written "\p", and "\" written "\\"). Marks are appended to MISC
 * after "|", or replace "_". Kept pieces point into the batch.
 */
void tbk_conllu_sentence_write (const TbkConlluSentence *sentence, const int *heads, TbkMark mark,
                                TbkText *text);

/**
 * tbk_conllu_deps_follow:
 * @deps: a field DEPS
 * @head, @deprel: the fields HEAD and DEPREL of its word, before
 * @new_head, @new_deprel: the same now
 *
 * Moves the basic arc of a word in its enhanced graph along with the basic tree: the item @head:@deprel becomes
 * @new_head:@new_deprel. If the relation stays and the item has more of it, as 5:nmod:of for `nmod`, it keeps that.
 * The new item is put where Universal Dependencies want it, by heads and then by relations. If it is there already,
 * the old one goes. Other items keep their bytes and their order.
 *
 * Returns: (nullable) (transfer full): the new field, for g_free(); NULL if it stays, since the arc is the same
 * or is not in @deps.
 * Since: 0.2
 */
char *tbk_conllu_deps_follow (const char *deps, const char *head, const char *deprel, const char *new_head,
                              const char *new_deprel);

/**
 * tbk_conllu_sentence_write_nearest:
 * @sentence: without OrigHead= or ProjHead=; it may be broken
 * @heads: a tree, as tbk_repair() (tbk/check.h) finds it
 * @has_marks: record what was in HEAD and DEPREL
 *
 * Appends @sentence to @text with these heads. A word that comes to 0 gets the DEPREL `root`, and so does one that is
 * there, if any word of the sentence has it; a `root` that is not on 0 gets `dep`. ROOT is `root` too, and is written
 * where the sentence has it. Of a tree that keeps its words on 0 only words whose heads change are looked at. Each word
 * that changes gets
 * the mark GivenHead= in MISC, with what was in HEAD, and GivenDeprel= behind it if DEPREL changes; of marks that
 * are there already nothing changes. Its basic arc in DEPS follows, as by tbk_conllu_deps_follow(), and GivenDeps=
 * has what was there. All other bytes stay.
 *
 * Returns: how many DEPRELs change.
 * Since: 0.2
 */
int tbk_conllu_sentence_write_nearest (const TbkConlluSentence *sentence, const int *heads,
                                       gboolean has_marks, TbkText *text);

/**
 * tbk_conllu_sentence_restore:
 *
 * Appends @sentence to @text as it was before its last layer of marks: these are removed and their values, or the order of
 * words, restored. A nearest tree becomes heads that need not be a tree. Without marks the sentence is appended as it is.
 *
 * Returns: FALSE with @error set (TBK_ERROR_DATA) if a mark at the end of MISC is no number from 0 to n or is
 * the word's own, if the marks give heads that are no tree, or if OrigId= are not the numbers of all words. @text is then
 * unchanged.
 */
gboolean tbk_conllu_sentence_restore (const TbkConlluSentence *sentence, TbkText *text,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* CoNLL-U for the loop over treebanks; the sentence of an entry is a TbkConlluSentence, and options of the
 * format's own are a TbkConlluColumns. */
const TbkFormat *tbk_conllu_format (void);

/* 3. convert: sentences of files with columns as CoNLL-U, CoNLL-X or head vectors.
 *
 * CoNLL-U   columns of other names become attributes of MISC under these names, if they hold more than `_`: a
 *           PHEAD of 3 is PHEAD=3 ("|" in a value written "\p", and "\" written "\\"). Lost are the others of
 *           the name `_`, of names with "|" or "=", and of names that MISC has already.
 * CoNLL-X   ten columns, without comments, multiword ranges and empty nodes. PHEAD and PDEPREL are columns of
 *           these names, or such attributes of MISC: so they come back. UPOS is CPOSTAG, XPOS is POSTAG. A
 *           field with a blank, for which CoNLL-X has no place, is an error, or `_` is written for each blank.
 * Heads     a head vector of LAL, the Linear Arrangement Library: the heads of words 1..n on a line, with
 *           spaces between them; 0 for the root; there must be exactly one.
 * Cost      linear in the bytes.
 * Threads   as the sentence.
 * Sources   the sources of section conllu; L. Alemany-Puig, J. L. Esteban and R. Ferrer-i-Cancho (2021), "The Linear
 *           Arrangement Library".
 * Since     0.2
 */

/* A format that sentences can be written in. */
typedef struct {
  const char *name;            /* "conllu", "conllx" or "heads" */
  const char *const *suffixes; /* with which names of its files end, the usual one first; NULL-terminated */
  gboolean takes_headless;     /* also accepts trees in which some words have no HEAD */
  gboolean has_comments;       /* has a place for comments, also for those without a sentence */
  gboolean has_no_blanks;      /* has no place for blanks in fields */
} TbkConversion;

/* Format number @i, from 0 on; NULL behind the last one. The first is CoNLL-U, the second CoNLL-X. */
const TbkConversion *tbk_conversion_at (int i);

/* Counts of what a format has no place for: comments, ranges and empty nodes; words with something in DEPS,
 * in MISC, in other columns. */
typedef struct {
  gint64 comments, ranges, empty_nodes, deps, misc, columns;
  gint64 blanks; /* fields in which blanks were replaced */
} TbkConversionLosses;

/**
 * tbk_conllu_sentence_convert:
 * @sentence: without a problem; of comments alone nothing else is appended
 * @replaces_blanks: where the format has no place for blanks, write `_` for each
 * @losses: (inout): gets more for each loss; by heads, nothing
 *
 * Appends @sentence to @text in the other format, as whole lines. A file in CoNLL-U stays as it is.
 *
 * Returns: FALSE with @error set (TBK_ERROR_DATA, "FILE:LINE: ...") for what the format cannot carry. @text
 * is then unchanged.
 */
gboolean tbk_conllu_sentence_convert (const TbkConlluSentence *sentence, const TbkConversion *conversion,
                                      gboolean replaces_blanks, TbkConversionLosses *losses, TbkText *text,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
