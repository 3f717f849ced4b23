/* corpus.h - the loop over treebanks: what its files share, and tallies of what it counts.
 *
 * Contents
 *   1. tally: what the files of tallies share
 *   2. tallies: what is inside the tallies of a run
 *   3. marks: comments that hold for the sentences after theirs, where some of these are left out
 *   4. rows: tables with a row for each sentence or for parts of it
 *   5. counted: the words of sentences that count
 *   6. run: a run over files, the files under way, and batches of them
 *   7. choosing: what the loop asks of selectors and splits, and what it is given of pairs
 *   8. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef CORPUS_CORPUS_H
#define CORPUS_CORPUS_H

#include "base/base.h"
#include "base/pipeline.h"
#include "base/room.h"
#include "corpus/partners.h"
#include "io/io.h"
#include "query/query.h"
#include "tbk/base.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/io.h"
#include "tbk/report.h"

/* 1. tally: what the files of tallies share. */

const TbkTallyLayout *tally_layout (const TbkTally *tally);

/* Empties @tally. */
void tally_clear (TbkTally *tally);

/* Adds all of @more, of the same layout, and empties it. */
void tally_merge (TbkTally *tally, TbkTally *more);

/* Adds one section of @more, of the same layout. */
void tally_add_section (TbkTally *tally, const TbkTally *more, int section);

/* A decimal in a key: its digits. */
typedef struct {
  char digits[21];
} KeyNumber;

static inline const char *
key_number (KeyNumber *number, guint64 value)
{
  char *end = number->digits + sizeof number->digits - 1;

  *end = '\0';
  return write_digits_before (end, value);
}

/* Subtracts from @whole the values of column @column in @rows; below 0 if they are more. */
gint64 tally_rest (gint64 whole, const TbkTallyRow *rows, gsize n_rows, int column);

/* The number that a key writes, which is one of ours, and so fits. */
static inline gint64
key_value (const char *key)
{
  return g_ascii_strtoll (key, NULL, 10);
}

/* 2. tallies: what is inside the tallies of a run. */

/* States of a file. One that could not be read, or whose data are wrong, is left out of the run, which
 * is said of it so that whoever merges knows that no part has it. */
typedef enum {
  FILE_OUT, /* nothing: it belongs to another part, or was not reached */
  FILE_IN,
  FILE_UNREAD,
  FILE_FAULTY,
  N_FILE_STATES,
} FileState;

typedef struct {
  char *path;
  gint64 size;
  FileState state;
  TbkTally *tally; /* of one that is in, else NULL */
} TallyFile;

struct TbkTallies {
  const TbkTallyLayout *layout; /* NULL if only the head was read */
  GPtrArray *options;           /* names and values in turn, and a NULL */
  GArray *files;                /* TallyFile */
};

static inline TallyFile *
tallies_file (const TbkTallies *tallies, guint file)
{
  return &g_array_index (tallies->files, TallyFile, file);
}

/* Without files and options; and a file more at the end. */
TbkTallies *tallies_new_empty (const TbkTallyLayout *layout);
void tallies_add_file (TbkTallies *tallies, const char *path, gint64 size);

void tallies_add_option (TbkTallies *tallies, const char *name, const char *value);

/* Puts a file in that is FILE_OUT; @tally is taken. */
void tallies_put (TbkTallies *tallies, int file, TbkTally *tally);

/* The sum of one section over all files that are in, for the caller to free; the others, which may have a row for each
 * sentence, are empty. */
TbkTally *tallies_section_total (const TbkTallies *tallies, int section);

/* As states are written. */
extern const char *const tallies_state_names[N_FILE_STATES];

/* Says of a file that is FILE_OUT that it is left out: FILE_UNREAD or FILE_FAULTY. */
void tallies_leave_out (TbkTallies *tallies, int file, FileState state);

/* 3. marks: comments that hold for the sentences after theirs, where some of these are left out.
 *
 * Such a comment is known by its key: newdoc, newpar, or the name of a comment on the whole file, as
 * global.Entity. The latest of each key goes to the next sentence that is written, unless this has one of
 * that key itself. A comment on the whole file goes there only if what was written says something else. A
 * newpar holds in its document, and goes with the one before.
 *
 * Threads note in a MarkLog what became of their sentences; the logs are then taken in order.
 */

/* Those of a sentence, as lines that TbkFormat.keep_marks() appends. */
typedef struct {
  const char *lines; /* they may begin with a byte order mark */
  gsize length;
  gint64 line;                /* of the sentence */
  gboolean is_of_file;        /* one may be a comment on the whole file */
  gboolean begins_by_columns; /* the names of columns are its first line */
} MarkLines;

/* The lines that were written: the latest one of each key of a comment on the whole file. */
typedef struct {
  GHashTable *lines; /* by key */
  gsize n_bytes;
} MarksHeld;

void marks_held_init (MarksHeld *held);
void marks_held_clear (MarksHeld *held);

typedef struct {
  MarksHeld *held;
  gboolean is_without_columns; /* files without names of columns, nor a byte order mark, are written */

  /* Lines that wait for the next sentence. */
  GPtrArray *waiting;
  GHashTable *by_key;
  gsize n_bytes;  /* of keys and lines */
  gint64 n_lines; /* that wait; beside them keys of others are kept */
  gint64 n_kept;  /* of all times, to know their order */

  gint64 n_lost;     /* those that could not be kept */
  gint64 first_lost; /* the line of the first of these */
} Marks;

void marks_init (Marks *marks, MarksHeld *held);
void marks_clear (Marks *marks);

/* Meets a sentence that is left out: because it is bad, or was not asked for. Between such a one and the next there
 * may be many documents, so that only what it says of the whole file is kept. */
void marks_leave_out (Marks *marks, const MarkLines *own, gboolean is_asked_for);

/* Meets a sentence that is written, and appends to @lines what must stand before it. */
void marks_write (Marks *marks, const MarkLines *own, GString *lines);

/* A log of what became of the sentences of a batch. */
typedef struct {
  GArray *events;
  GString *bytes;
  gint64 n_lost, first_lost;
  gboolean has_written;  /* a sentence */
  gboolean has_left_out; /* since the last sentence that was written */
} MarkLog;

typedef enum {
  MARKS_LEFT_OUT,
  MARKS_NOT_ASKED_FOR,
  MARKS_WRITTEN,
  MARKS_BLANK, /* written, but no sentence: gives way to comments */
} MarkEventKind;

void mark_log_init (MarkLog *log);
void mark_log_reset (MarkLog *log);
void mark_log_clear (MarkLog *log);

/* Notes that @entry is left out, or written as what stands in @text from @offset on. */
gboolean mark_log_add (MarkLog *log, MarkEventKind kind, const TbkFormat *format, const TbkEntry *entry,
                       const TbkText *text, gsize offset, GError **error);

/* Takes what was noted. If comments must be written between the sentences of @text, @result becomes a copy
 * that has them, else NULL. Blank lines before such a sentence give way to them. */
gboolean marks_take (Marks *marks, const MarkLog *log, const TbkText *text, TbkText **result, GError **error);

/* The marks of @entry: their lines are appended to @text and put into @bytes, which own->lines becomes. */
gboolean mark_lines_read (const TbkFormat *format, const TbkEntry *entry, MarkLines *own, char **bytes,
                          gint64 *n_lost, gint64 *first_lost, GError **error);

/* 4. rows: tables with a row for each sentence or for parts of it. */

/* The first cells of such a row: `file`, `sentence` and `sent_id`, which may be empty. */
static inline void
rows_place (TbkTable *rows, const TbkEntry *entry)
{
  g_autofree char *id = entry->id == NULL ? g_strdup ("") : g_strndup (entry->id, entry->id_length);

  tbk_table_string (rows, entry->file);
  tbk_table_integer (rows, entry->index);
  tbk_table_string (rows, id);
}

/* A cell: a field of @word, or nothing. @scratch is overwritten. */
static inline void
rows_field (TbkTable *rows, const TbkConlluSentence *sentence, int word, TbkColumn column, GString *scratch)
{
  const TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);

  if (field.bytes == NULL) {
    tbk_table_nothing (rows);
    return;
  }
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, field.bytes, (gssize) field.size);
  tbk_table_string (rows, scratch->str);
}

/* 5. counted: the words of sentences that count: those that are left of the tree, and of them those that are asked for. */

typedef struct {
  TbkQuery *without, *words; /* (nullable) */
  TbkFacts *facts;           /* of the tree that is left */

  /* The rest of the sentence in hand: words 1..n, their heads, and what they are in the sentence; words[0] is
   * 0. */
  int n;
  const int *heads;
  int *words_before;
  const gboolean *counts; /* which of them are asked for; or NULL: all are */

  /* By word: their heads, if some are left out; whether it is; and whether it is asked for. */
  int *left_heads;
  gboolean *is_gone, *is_found;
  Room room;
} CountedWords;

/* @projectivize: (nullable): which arcs are lost, for attributes */
void counted_words_init (CountedWords *counted, const TbkProjectivizeOptions *projectivize, TbkQuery *without,
                         TbkQuery *words);
void counted_words_clear (CountedWords *counted);

/* Looks at a sentence. Any error is of its data, or of memory. */
gboolean counted_words_set (CountedWords *counted, const TbkEntry *entry, GError **error);

/* 6. run: a run over files, the files under way, and batches of them. */

typedef struct File File;

/* The whole run. */
typedef struct {
  const TbkCorpusOptions *options;
  const TbkJob *job;
  const char *const *paths;
  TbkTallies *tallies; /* or NULL */
  TbkOutput *output;   /* for all files, or NULL */
  char *columns;       /* of the files that are joined, there or by the job */
  MarksHeld held;      /* what went there */
  File **files;        /* those under way; NULL for others */
  gboolean *may_overtake;
  TbkLeftOut left_out;
  GMutex telling; /* held while one of the caller's functions is told; guards the next */
  TbkProgress progress;
} Run;

/* One file. Reading has the first part to itself, writing the other. */
struct File {
  Run *run;
  int number;
  gpointer reader;    /* NULL if it cannot be opened */
  gboolean has_ended; /* it was read to its end */
  gboolean is_unfit;  /* the job has no use for it */
  TbkOutput *output;  /* or NULL */
  gboolean has_output_failed;

  gboolean has_entered; /* it is known to fit to the files before */
  gpointer notes;
  TbkTally *tally; /* or NULL */
  gint64 position; /* in the input, after the last batch written */
  gint64 n_entries, n_problems;
  GError *first_problem;
  Marks marks;
  MarksHeld held;   /* what went to an output of its own */
  int n_open_lines; /* line ends that the last sentence written lacks */
  TbkText *early;   /* for the job, when all files before are written; NULL: nothing */
};

/* A batch, with what became of it. */
typedef struct {
  gpointer batch;
  TbkSelector *selector; /* or NULL: all sentences are taken */
  TbkText *text;
  Packed packed;      /* the text for a compressed output, if that is worth it; else its size is 0 */
  TbkTally *tally;    /* or NULL */
  gint64 position;    /* in the input, after the batch */
  gint64 n_entries;   /* sentences that were looked at */
  gint64 n_problems;  /* those skipped or passed */
  GError *problem;    /* the first of them, or what ends the run */
  gboolean is_ending; /* the latter, or nothing more can be written */
  MarkLog marks;
  int n_open_lines; /* line ends that the last sentence written lacks; -1 if none was written */
} Slot;

Slot *slot_new (const Run *run);
void slot_free (const Run *run, Slot *slot);

/* The functions of the pipeline: the context is a Run, the slots are Slots, the workers those of the job. */
TbkReadStatus batch_read (gpointer run, int sequence, gpointer slot, GError **error);
gboolean batch_finish (gpointer run, int sequence, gpointer slot, GError **error);
void batch_work (gpointer run, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn);
gboolean batch_write (gpointer run, int sequence, gpointer slot, GError **error);
gboolean batch_write_part (gpointer run, int sequence, gpointer slot, GError **error);
gboolean batch_may_write_early (gpointer run, int sequence);
gboolean file_complete (gpointer run, int sequence, GError **error);
gboolean file_end (gpointer run, int sequence, GError *fault, GError **error);

/* Opens a file and its own output, if it is to have one. */
gboolean file_open (Run *run, int number, GError **error);
void file_free (File *file);

/* Checks, when its turn has come, that a file fits to those before it. */
gboolean file_enter (File *file, GError **error);

/* Writes the text that was kept for the turn of the file. */
gboolean file_write_early (File *file, GError **error);

/* Tells how far the run is: at @position of the file, or at its end. */
void file_tell_progress (File *file, gint64 position, gboolean is_end);

/* The path of what file @number of @paths becomes in the folder for outputs. */
char *file_own_output_path (const TbkCorpusOptions *options, const char *const *paths, int number);

/* Line ends that @entry of @format lacks for another one to follow it. */
static inline int
entry_count_open_lines (const TbkEntry *entry, const TbkFormat *format)
{
  return format->count_open_lines != NULL ? format->count_open_lines (entry)
                                          : entry->text[entry->length - 1] != '\n';
}

/* 7. choosing: what the loop asks of selectors and splits, and what it is given of pairs. */

/**
 * selector_meets:
 * @entry: well formed; looked at are its number, ID, words and sentence, and its place for messages
 * @meets: (out): whether it is among those that `max` takes the first of
 */
gboolean selector_meets (TbkSelector *selector, const TbkEntry *entry, gboolean *meets,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Counts a sentence that is taken; tbk_selector_take() does. @selector: (nullable) */
void selector_count (TbkSelector *selector, const TbkEntry *entry);

/* Notes that the ID of a bad sentence, which is not judged, is there. @selector: (nullable) */
void selector_pass_bad (const TbkSelector *selector, const TbkEntry *entry);

/* Adds the sentence of @entry, whose text, place and words are looked at. Called by many threads at once, in
 * any order.
 * @is_taken: it is to be shared out. One without words goes with the sentence before it, and is not
 * counted; if a document begins with it, the next one begins it as well. */
gboolean split_add (TbkSplit *split, const TbkEntry *entry, gboolean is_taken,
                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The part, from 0, of sentence @index (from 1) of file @file (from 0) of the run; -1 if it is in none. */
int split_part (const TbkSplit *split, int file, gint64 index);

/* The entry of file @side (from 0) of those side by side in @entry; NULL if it lacks the sentence. */
static inline const TbkEntry *
pair_side (const TbkEntry *entry, int side)
{
  const TbkPair *pair = entry->pair;
  const TbkEntry *found = side > 0 ? &pair->systems[side - 1] : pair->first == 0 ? entry : NULL;

  return found == NULL || found->text == NULL ? NULL : found;
}

/* Returns TRUE if two entries have the same sent_id. */
static inline gboolean
pair_has_same_id (const TbkEntry *a, const TbkEntry *b)
{
  return a->id != NULL && b->id != NULL && a->id_length == b->id_length
         && memcmp (a->id, b->id, a->id_length) == 0;
}

/* By files: reads the next gold sentence, before the loop comes to it; NULL at the end. It is good until another one is read,
 * also by the loop. */
gboolean pair_read_ahead (const TbkPair *pair, const TbkEntry **entry, GError **error);

/* Notes that @side, 0 is the gold one, has @n sentences that no other file has, the first of them at @line. */
void pair_note_alone (const TbkPair *pair, int side, gint64 n, gint64 line);

/* Makes @fault, which is taken, end the pair. */
void pair_fail (const TbkPair *pair, GError *fault);

/* Sets what a pairing is for files of @format; the rest is for the caller. */
void pairing_init (TbkPairing *pairing, const TbkFormat *format);

/* Notes that some sentence of @file, which is not added, has an ID. */
void partners_note_ids (SentencePartners *partners, int file);

/* Returns the ID of a sentence; NULL if it has none. */
const char *partners_id (const SentencePartners *partners, int file, int number);

/* Returns whether the sentences of a row have different words. */
gboolean partners_have_other_words (const SentencePartners *partners, const int *row);

/* Returns whether some sentence has a sent_id. */
gboolean partners_have_ids (const SentencePartners *partners);

/* 8. shared: functions on public types that other rooms and the program call; the library does not export them. */

FileState tallies_state (const TbkTallies *tallies, int file);
int tallies_n_of_state (const TbkTallies *tallies, FileState state);

/* Moves what is known of a file to @file of @whole, of the same layout, where it is FILE_OUT. */
void tallies_move (TbkTallies *tallies, int number, TbkTallies *whole, int file);

/* Checks that two have the same options and files, as parts of one whole have (TBK_ERROR_DATA); heads will
 * do. */
gboolean tallies_fit (const TbkTallies *tallies, const TbkTallies *more,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the number of conditions that must hold; all IDs are one. @conditions: (nullable) */
int conditions_count (const TbkConditions *conditions);

/* A part of what was asked for that nothing had of what was judged: an ID, or a value with a neighbour. All
 * zeros but for what comes out. */
typedef struct {
  int id, query;     /* where the search goes on */
  gboolean is_id;    /* `value.text` is an ID */
  int n_ids;         /* asked for */
  QueryAbsent value; /* texts are owned by the conditions */
} AbsentName;

/* Finds the next such name, first the IDs; FALSE if there are no more. To be called when no thread judges sentences.
 * @conditions: (nullable) */
gboolean conditions_next_absent (const TbkConditions *conditions, AbsentName *absent);

/* Returns TRUE if sentences of CoNLL-U must be trees for the conditions; or say in which document they are
 * (TbkReaderOptions.keeps_documents). */
gboolean selection_needs_trees (const TbkSelection *selection);
gboolean selection_needs_documents (const TbkSelection *selection);

/**
 * selector_mark:
 * @entry: as for tbk_selector_take(); it is not counted
 * @is_found: (out): by word, from 1, of a tree in brackets by node, from 0, whether it meets one of the expressions that are asked
 * of words or constituents: entry->n_words + 1 values, or one for each node. None does in a sentence that does not meet all
 * conditions, and with a split
 *
 * Errors do not name the sentence.
 */
gboolean selector_mark (TbkSelector *selector, const TbkEntry *entry, gboolean *is_found,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the number of sentences that can still be accepted; G_MAXINT64 if there is no `max`, or no
 * @selector (nullable). */
gint64 selector_left (const TbkSelector *selector);

/**
 * corpus_check:
 * @paths: NULL-terminated
 * @further_inputs: NULL-terminated: what is read beside them: models, lists
 * @further_outputs: NULL-terminated: what is written beside `output` or the files of `output_dir`
 *
 * Checks that no file that is written is read or written elsewhere, and that all can be compressed as their
 * names promise. Removes what killed runs left of them. To be called before any file is opened.
 */
gboolean corpus_check (const TbkCorpusOptions *options, const char *const *paths,
                       const char *const *further_inputs, const char *const *further_outputs,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets @error to what is said at the end where files of @n_files were left out, if some were; returns whether
 * none was. */
gboolean left_out_fail (const TbkLeftOut *left_out, int n_files, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
