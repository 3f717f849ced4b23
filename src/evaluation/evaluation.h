/* evaluation.h - shares of right words and constituents: what their files share.
 *
 * Contents
 *   1. relations: which relations of Universal Dependencies the script of the CoNLL 2018 shared task takes for what
 *   2. lower: words in lower case, as the script that words are aligned like has them: as Python does
 *   3. evaluation: what evaluations of all kinds keep of each sentence, and who counts it
 *   4. aligned_side: one of two files whose words are aligned: words, tokens and sentences as stretches of the text
 *   5. subsequence: a longest common subsequence of two strings of numbers, and one of those there are
 *   6. align_words: which words of two files that have one text are aligned
 *   7. aligned_evaluation: what an evaluation of aligned words keeps of each gold sentence
 *   8. align_score: aligned words of some sentences counted
 *   9. word_side: a sentence of one of several files side by side, and its words
 *   10. evaluation_runs: several runs of one system
 *   11. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef EVALUATION_EVALUATION_H
#define EVALUATION_EVALUATION_H

#include <glib.h>

#include "base/room.h"
#include "brackets/brackets.h"
#include "conllu/conllu.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/evaluate.h"
#include "tbk/io.h"

/* 1. relations: which relations of Universal Dependencies the script of the CoNLL 2018 shared task takes
 * for what. */

typedef enum {
  RELATION_OTHER,      /* punct, and whatever is no relation of the lists below */
  RELATION_CONTENT,    /* the word counts for CLAS, MLAS and BLEX */
  RELATION_FUNCTIONAL, /* as a child the word counts for MLAS */
} RelationKind;

/* The kind of @relation, of which only what stands before the first ':' is looked at. */
RelationKind relation_kind (TbkPiece relation);

/* @relation as far as the first ':'. */
TbkPiece relations_universal (TbkPiece relation);

/* 2. lower: words in lower case, as the script that words are aligned like has them: as Python does. */

/* Sets @lower to the @size bytes at @text, which is UTF-8, in lower case. A capital sigma at the end of a
 * word becomes a final one. */
void lower_set (GString *lower, const char *text, gsize size);

/* 3. evaluation: what evaluations of all kinds keep of each sentence, and who counts it. */

/* Rows have room for so many, of all kinds: then loops over them are of one known length. */
enum { MOST_COUNTS = 24 };

/* The most words, and those of two sentences: a sentence has at most 64 MiB, and a word two bytes and more. */
enum { GREATEST_COUNT = 1 << 26 };

enum { MOST_GROUPINGS = 3 };

/* The counts that a sentence has of a group. */
typedef struct {
  guint sentence; /* its row */
  int group;      /* the number of its name among `cell_names` */
  gint32 counts[TBK_N_GROUP_COUNTS];
} GroupCell;

struct TbkEvaluation {
  const TbkEvaluationKind *kind;
  GArray *rows;                   /* for each sentence its MOST_COUNTS counts, gint32 */
  gint64 total[MOST_COUNTS];      /* their sums; not while files are counted */
  GArray *groups[MOST_GROUPINGS]; /* of TbkGroup */
  GArray *cells;                  /* of GroupCell: of tested groups, in the order of sentences */
  GPtrArray *cell_names;
  GHashTable *cell_numbers; /* of names, from 1 */
  GArray *last_cells;       /* of int: by the number of a name its last cell */
  TbkAlignedRanges ranges;
  int n_left_out;
  TbkBrokenHeads gold_broken, broken; /* the former of the first system alone */
};

G_STATIC_ASSERT ((int) TBK_N_PHRASE_GROUPINGS <= (int) MOST_GROUPINGS
                 && (int) TBK_N_GROUPINGS <= (int) MOST_GROUPINGS);

TbkEvaluation *evaluation_new (TbkEvaluated evaluated);

/* Forgets what was counted. */
void evaluation_clear (TbkEvaluation *evaluation);

/* Counts an evaluation in the tally of its file. @other: 0, or which other system it is of, which come in order. */
void evaluation_count (const TbkEvaluation *evaluation, int other, TbkTally *tally);

/* Counts the sentences that are no trees alone, which is all that rows do not say. */
void evaluation_count_broken (const TbkEvaluation *evaluation, int other, TbkTally *tally);

/* Notes what the file was compared with. */
void evaluation_name_system (const char *system, TbkTally *tally);

/* The rows from that of the sentence on. */
static inline gint32 *
evaluation_row (const TbkEvaluation *evaluation, guint sentence)
{
  return (gint32 *) (gpointer) evaluation->rows->data + (gsize) sentence * MOST_COUNTS;
}

/* Adds the rows of @n sentences, all zeros, and returns the first of them. */
gint32 *evaluation_add_rows (TbkEvaluation *evaluation, guint n);

/* Adds to the counts of measure @m, in kinds whose measures have counts of their own. */
static inline void
evaluation_add (gint32 *row, int m, int right, int of)
{
  row[2 * m] += right;
  row[2 * m + 1] += of;
}

/* Group number @i. */
static inline TbkGroup *
evaluation_group (TbkEvaluation *evaluation, int grouping, int i)
{
  GArray *groups = evaluation->groups[grouping];

  if ((guint) i >= groups->len)
    g_array_set_size (groups, (guint) i + 1);
  return &g_array_index (groups, TbkGroup, i);
}

/* The counts that the last sentence has of the tested group @name. */
gint32 *evaluation_cell (TbkEvaluation *evaluation, const char *name);

/* Leaves out groups that are empty, names those without name, and sorts them by name if they are not in the order of
 * numbers. */
void evaluation_finish_groups (TbkEvaluation *evaluation, int grouping,
                               char *(*name) (gconstpointer data, int grouping, int i), gconstpointer data);

/* Adds the tested groups, of @grouping, that @other alone has: they count nothing here. */
void evaluation_add_groups (TbkEvaluation *evaluation, int grouping, const TbkEvaluation *other);

/* Returns TRUE if measure @m leaves out punctuation, but no word of some was left out: then there is no such
 * measure. */
gboolean evaluation_lacks (const TbkEvaluation *evaluation, int m);

/* Draws sentences with replacement, TBK_BOOTSTRAP_ROUNDS times, and sets for each measure as many shares one after the other.
 * Returns how many sentences there are to draw from. */
guint evaluation_draw (const TbkEvaluation *evaluation, guint64 seed, TbkShare *drawn);

/* A measure of these counts. */
TbkShare evaluation_measure (const TbkMeasure *measure, const gint64 *counts);

/* Those who count: they add a row to each of @systems, which they do not own, for each entry with what stands beside it;
 * to the first also the groups, which are named in the end of each file. */
gpointer word_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems);
void word_counter_free (gpointer counter);
gboolean word_counter_count (gpointer counter, const TbkEntry *entry, TbkText *text, GError **error);
void word_counter_finish (gpointer counter);

gpointer align_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems);
void align_counter_free (gpointer counter);
gboolean align_counter_count (gpointer counter, const TbkEntry *entry, TbkText *text, GError **error);
gboolean align_counter_pass (gpointer counter, const TbkEntry *entry, GError **error);
void align_counter_finish (gpointer counter);

gpointer phrase_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems);
void phrase_counter_free (gpointer counter);
gboolean phrase_counter_count (gpointer counter, const TbkEntry *entry, TbkText *text, GError **error);
void phrase_counter_finish (gpointer counter);

/* Evaluates some files, in their order. @files: @n numbers of files that are in. */
TbkEvaluation *evaluation_of_files (const TbkTallies *tallies, TbkEvaluated evaluated, const int *files,
                                    int n, int other);

/* 4. aligned_side: one of two files whose words are aligned: words, tokens and sentences as stretches of
 * the text.
 *
 * A side holds the sentences that were added, and forgets those that are done with, sooner or later. Places are bytes of the
 * text of what it holds, without spaces. Those of both sides are the same as seen from what is done.
 */

enum { ALIGNED_NOTHING = -1 };

typedef enum {
  ALIGNED_LEMMA,
  ALIGNED_UPOS,
  ALIGNED_XPOS,
  ALIGNED_FEATS,  /* those that count, sorted */
  ALIGNED_DEPREL, /* up to ":" */
  ALIGNED_FORM,   /* of a word in a range */
  N_ALIGNED_FIELDS
} AlignedField;

/* A string of a side. */
typedef struct {
  gsize at;
  gsize size;
} AlignedString;

typedef struct {
  gsize start, end;            /* those of its token */
  int sentence;                /* its number in the side */
  int head;                    /* a word of the side, ALIGNED_NOTHING for the root */
  int match;                   /* the word of the other side that is aligned with it, or ALIGNED_NOTHING */
  int first_child, next_child; /* functional children, in order; ALIGNED_NOTHING behind the last */
  RelationKind kind;
  gboolean is_in_range, counts;
  AlignedString fields[N_ALIGNED_FIELDS];
} AlignedWord;

typedef struct {
  gsize start, end;
  gint64 line; /* in the file; of a sentence: of its first token */
  gboolean is_range;
} AlignedSpan;

/* A place between two sentences of a side: what stands before it. */
typedef struct {
  gsize n_text, n_words, n_tokens, n_sentences;
} AlignedPlace;

typedef struct {
  AlignedPlace place;
  GError *fault; /* why the sentence before it cannot be compared, or NULL; then it has no words */
} AlignedEnd;

typedef struct {
  const char *file;      /* its name, for messages */
  gboolean has_any_root; /* sentences may have several */
  TbkQuery *counted;     /* only words that meet it count; NULL: all. Its facts and results: scratch */
  TbkFacts *facts;
  gboolean *found;
  int n_found;
  char *text, *strings;
  gsize n_text, n_strings, text_allocated, strings_allocated;
  AlignedWord *words;
  AlignedSpan *tokens, *sentences;
  AlignedEnd *ends; /* of the sentences */
  gsize n_words, n_tokens, n_sentences, words_allocated, tokens_allocated, sentences_allocated,
      ends_allocated;
  AlignedPlace done;  /* what is before it is done with */
  AlignedPlace taken; /* what is before it is compared; what is behind was read ahead */
  TbkPiece *features; /* scratch */
  gsize features_allocated;
} AlignedSide;

void aligned_side_clear (AlignedSide *side);

/* Adds the sentence of @entry, or one with a fault in its place. Returns FALSE with @error set if memory runs out. */
gboolean aligned_side_add (AlignedSide *side, const TbkEntry *entry, GError **error);

/* Takes a sentence more to compare, if one was added; FALSE if there is none, or if it has a fault, of which @fault is a copy
 * then. */
gboolean aligned_side_take (AlignedSide *side, GError **fault);

/* Is done with what stands before @place, which is between `done` and the end. Returns by how much the numbers of words are less
 * than they were before. */
gsize aligned_side_finish (AlignedSide *side, AlignedPlace place);

/* The place as it counts from what is done. */
static inline gsize
aligned_side_since_done (const AlignedSide *side, gsize place)
{
  return place - side->done.n_text;
}

/* The form of a word, and another of its strings; good until a sentence is added. */
TbkPiece aligned_side_form (const AlignedSide *side, const AlignedWord *word);

static inline TbkPiece
aligned_side_field (const AlignedSide *side, const AlignedWord *word, AlignedField field)
{
  return (TbkPiece){ side->strings + word->fields[field].at, word->fields[field].size };
}

/* 5. subsequence: a longest common subsequence of two strings of numbers, and one of those there are. */

/* The pairs of places that are looked at, at most: a second's work. */
#define SUBSEQUENCE_MOST_PAIRS (G_GUINT64_CONSTANT (1) << 35)

/* A number in the second string. */
typedef struct {
  int n;    /* how often it is there */
  int row;  /* the bits of its places, of those that are there often; else -1 */
  int last; /* its last place, of those that are there seldom; else -1 */
} NumberPlaces;

/* Scratch. */
typedef struct {
  NumberPlaces *places; /* of each number; empty between calls */
  int *previous;        /* of each place of the second string: that of the same number before it, or -1 */
  guint64 *rows;        /* of bits */
  gsize places_allocated, n_places, previous_allocated, rows_allocated;
} Subsequence;

void subsequence_clear (Subsequence *scratch);

/**
 * subsequence_find:
 * @x, @y: numbers from 0 to @n_numbers - 1; @n_x times @n_y are at most SUBSEQUENCE_MOST_PAIRS, and not 0
 * @match: (out caller-allocates): for each place of @x that of @y, or -1
 *
 * From the left: equal numbers are matched; else one of @x is passed over if that loses nothing, else one of
 * @y. Returns FALSE if there is no memory.
 */
gboolean subsequence_find (Subsequence *scratch, const int *x, int n_x, const int *y, int n_y, int n_numbers,
                           int *match);

/* 6. align_words: which words of two files that have one text are aligned. */

/* Scratch, and how far the words of two sides are aligned. */
typedef struct {
  int gold, system; /* the next words */
  TbkVocabulary *forms;
  GString *lower;
  int *numbers; /* of the forms of a stretch: those of gold words, then those of the system's */
  int *matches; /* for each gold word of a stretch: that of the system, or -1 */
  Room room;
  Subsequence subsequence;
} WordAligner;

void align_words_init (WordAligner *aligner);
void align_words_clear (WordAligner *aligner);

/* Aligns words until those that one side has taken are used up: sets their `match`. The texts of both sides are the same.
 * What is left of the other side may be aligned with words that the first takes later. */
gboolean align_words_run (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, GError **error);

/* 7. aligned_evaluation: what an evaluation of aligned words keeps of each gold sentence. */

/* Counts that measures are made of. */
typedef enum {
  ALIGNED_GOLD_TOKENS,
  ALIGNED_SYSTEM_TOKENS,
  ALIGNED_RIGHT_TOKENS,
  ALIGNED_GOLD_SENTENCES,
  ALIGNED_SYSTEM_SENTENCES,
  ALIGNED_RIGHT_SENTENCES,
  ALIGNED_GOLD_WORDS,
  ALIGNED_SYSTEM_WORDS,
  ALIGNED_WORDS,
  ALIGNED_RIGHT_UPOS,
  ALIGNED_RIGHT_XPOS,
  ALIGNED_RIGHT_UFEATS,
  ALIGNED_RIGHT_ALLTAGS,
  ALIGNED_RIGHT_LEMMAS,
  ALIGNED_RIGHT_UAS,
  ALIGNED_RIGHT_LAS,
  ALIGNED_GOLD_CONTENT,
  ALIGNED_SYSTEM_CONTENT,
  ALIGNED_CONTENT,
  ALIGNED_RIGHT_CLAS,
  ALIGNED_RIGHT_MLAS,
  ALIGNED_RIGHT_BLEX,
  N_ALIGNED_COUNTS
} AlignedCount;

/* 8. align_score: aligned words of some sentences counted. */

/* A gold sentence: its counts, or why it is left out. */
typedef struct {
  gint32 counts[N_ALIGNED_COUNTS];
  TbkAlignedRanges ranges;
  GError *fault;
} AlignedResult;

/* Counts what stands between what is done and @gold_end or @system_end, where the texts are the same and no word is aligned
 * with one behind. @results: of these gold sentences, all zeros */
void align_score_add (AlignedResult *results, const AlignedSide *gold, const AlignedSide *system,
                      const AlignedPlace *gold_end, const AlignedPlace *system_end);

/* 9. word_side: a sentence of one of several files side by side, and its words. */

/* All zeros: none. */
typedef struct {
  const TbkEntry *entry;
  const TbkConlluSentence *sentence;
  TbkPiece *pieces; /* N_FIELDS of each word, from 1, which lead into the text of the sentence */
  gsize n_allocated;
} WordSide;

/* Reads the words of @entry, which must be well formed. */
gboolean word_side_set (WordSide *side, const TbkEntry *entry, GError **error);
void word_side_clear (WordSide *side);

/* Finds which words meet @words. Fails where its heads are no tree and are asked for. */
gboolean word_side_find (const WordSide *side, TbkQuery *words, TbkFacts *facts, gboolean *is_found,
                         GError **error);

/* Returns TRUE if both have the same words; else @error names the first that differs, in both files. */
gboolean word_side_check (const WordSide *gold, const WordSide *system, GError **error);

static inline const TbkPiece *
word_side_pieces (const WordSide *side, int word)
{
  return side->pieces + (gsize) word * N_FIELDS;
}

/* 10. evaluation_runs: several runs of one system. */

/* Figures of a system, in per cent: the mean of its runs, their standard deviation, and the ends of intervals
 * of the mean and of the difference of the first system's mean to it. */
typedef struct {
  int n_runs; /* that have a value: what follows is of these; of none nothing follows */
  double mean, deviation, ends[2], difference_ends[2];
} EvaluationRuns;

/* Sets of each measure the figures of each system: row m has @n_groups. @systems: one for each run, those of the first system
 * first; @n_runs: of each system, how many they are */
void evaluation_runs_find (TbkEvaluation *const *systems, const int *n_runs, int n_groups, int level,
                           guint64 seed, EvaluationRuns *figures);

/* 11. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Checks (TBK_ERROR_DATA) that what was compared with the gold files was the same for all. */
gboolean evaluation_check_systems (const TbkTallies *tallies, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * evaluation_n_best_write:
 * @system: several trees of each sentence follow one another, with its sent_id, the likeliest first
 * @n_trees: how many of each sentence count, at least 1
 * @table: gets a row for each measure and number n of trees, with evaluation_n_best_columns()
 *
 * Compares n trees of each sentence (all, where there are fewer) with the gold tree: what is right in the first trees, in the
 * best of each sentence by this measure, and in the mean of its trees. Errors: TBK_ERROR_DATA where a gold sentence has no tree, or a tree no gold
 * sentence. Cost: linear in the trees. Memory: the trees of a sentence. 
 */
gboolean evaluation_n_best_write (const char *gold, const char *system, int n_trees,
                                  const TbkEvaluationOptions *options, TbkTable *table,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
const char *const *evaluation_n_best_columns (void);

/* Appends a cell; of no sent_id there are no bytes. */
static inline void
evaluation_append_piece (TbkTable *rows, TbkPiece piece)
{
  g_autofree char *string = g_strndup (piece.bytes, piece.size);

  tbk_table_string (rows, string != NULL ? string : "");
}

#endif
