/* evaluation.h - shares of right words and constituents: what their files share.
 *
 * Contents
 *   1. relations: which relations of Universal Dependencies the script of the CoNLL 2018 shared task takes
 *      for what
 *   2. lower: words in lower case, as the script that words are aligned like has them: as Python does
 *   3. shares: shares of sentences, whatever they are of: what chance does to them, and how tallies hold
 *      them
 *   4. evaluation: what an evaluation keeps of each sentence
 *   5. aligned_side: one of two files whose words are aligned: words, tokens and sentences as stretches of
 *      the text
 *   6. subsequence: a longest common subsequence of two strings of numbers, and one of those there are
 *   7. align_words: which words of two files that have one text are aligned
 *   8. aligned_evaluation: what an evaluation of aligned words keeps of each gold sentence
 *   9. align_score: aligned words of some sentences counted
 *   10. phrase_evaluation: what an evaluation of phrase-structure trees keeps
 *   11. counted_labels: what labels of trees in brackets count as: some are left out, some are equal to
 *      others
 *   12. kept_words: the words of two trees that are compared, once those with deleted tags are taken out
 *   13. phrase_counter: counts, tree by tree, which constituents of two files agree
 */
#ifndef STATISTICS_EVALUATION_H
#define STATISTICS_EVALUATION_H

#include <glib.h>

#include "brackets/brackets.h"
#include "conllu/conllu.h"
#include "tbk/align.h"
#include "tbk/brackets.h"
#include "tbk/evaluate.h"
#include "tbk/phrase_evaluate.h"
#include "tbk/text.h"
#include "tbk/vocabulary.h"

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

/* 3. shares: shares of sentences, whatever they are of: what chance does to them, and how tallies hold
 * them. */

enum { MOST_MEASURES = 16 };

G_STATIC_ASSERT ((int) TBK_N_MEASURES <= (int) MOST_MEASURES);

typedef struct {
  const gint32 *rows; /* for each sentence how many are right, measure by measure, then of how many */
  guint n_sentences;
  int n_measures;
  const TbkShare *total; /* the sums, by measure */
} ShareRows;

/* Those of an array of rows. */
static inline ShareRows
share_rows_of (const GArray *sentences, int n_measures, const TbkShare *total)
{
  return (ShareRows){ (const gint32 *) (gconstpointer) sentences->data, sentences->len, n_measures, total };
}

/* As tbk_evaluation_intervals() and tbk_evaluation_test() tell. */
void significance_find_intervals (const ShareRows *shares, guint64 seed, TbkShare *low, TbkShare *high);
void significance_test (const ShareRows *a, const ShareRows *b, guint64 seed, int *n_as_great);

/* The sections of evaluations as tallies: a row for each sentence of the system and of each other one, for
 * each group of words or constituents, and for each system; and how many pairs of trees were left out. */
enum {
  SHARES_SENTENCES,
  SHARES_OTHER_SENTENCES,
  SHARES_GROUPS,
  SHARES_SYSTEMS,
  SHARES_LEFT_OUT,
  SHARES_N_SECTIONS
};

/* Their keys. The number puts groups in order: that in the name, 0 if it has none. */
enum { SHARES_GROUP_KEYS = 3, SHARES_GROUP_COLUMNS = 4 };
enum { SHARES_OTHER_KEYS = 2 }; /* the number of the other system, from 1, and that of the sentence */
extern const TbkTallyKey shares_sentence_key[1], shares_other_key[SHARES_OTHER_KEYS];
extern const TbkTallyKey shares_group_key[SHARES_GROUP_KEYS], shares_system_key[1];
extern const TbkTallyColumn shares_system_columns[1], shares_left_out_columns[1];

/* The columns of a measure, in the place of number @measure. */
#define SHARE_COLUMNS(measure, name)                                                                         \
  [2 * measure] = { name "_right", TBK_TALLY_SUM }, [2 * measure + 1] = { name "_of", TBK_TALLY_SUM }

/* The sections, where sentences have @n_measures measures. */
#define SHARE_SECTIONS(sentence_columns, n_measures, group_columns)                                          \
  {                                                                                                          \
    [SHARES_SENTENCES] = { "sentences", shares_sentence_key, 1, sentence_columns, 2 * (n_measures) },        \
    [SHARES_OTHER_SENTENCES] = { "other_sentences", shares_other_key, SHARES_OTHER_KEYS, sentence_columns,   \
                                 2 * (n_measures) },                                                         \
    [SHARES_GROUPS] = { "groups", shares_group_key, SHARES_GROUP_KEYS, group_columns,                        \
                        SHARES_GROUP_COLUMNS },                                                              \
    [SHARES_SYSTEMS] = { "systems", shares_system_key, 1, shares_system_columns, 1 },                        \
    [SHARES_LEFT_OUT] = { "left_out", NULL, 0, shares_left_out_columns, 1 },                                 \
  }

/* What is wrong with the sentences of a tally that was read, NULL if nothing is: those of each other system
 * must be as many as those of the system. @find_fault: what is wrong with one of them */
const char *shares_find_fault_of_sentences (const TbkTally *tally,
                                            const char *(*find_fault) (const gint64 *values, int n_measures),
                                            int n_measures);

/* What is wrong with a tally that was read, NULL if nothing is. @is_group: whether the values can be those of
 * a group of that grouping */
const char *shares_find_fault (const TbkTally *tally, int n_measures,
                               gboolean (*is_group) (gint64 grouping, const gint64 *values));

/* Counts a sentence; the numbers, from 1, come in order. */
void shares_count_sentence (TbkTally *tally, int other, guint sentence, const gint64 *values);

/* The sentences of a system, in order: to be freed with g_free(), points into @tally. */
TbkTallyRow *shares_sentences (const TbkTally *tally, int other, gsize *n);

/* Counts sentences in the tally of their file, which has none. @other: 0, or of which other system they
 * are. */
void shares_count (const ShareRows *shares, int other, TbkTally *tally);

/* Appends the sentences of the files that are in, one file after the other, to @sentences, whose elements are
 * rows of @n_measures measures, and adds them to @total. */
void shares_take (const TbkTallies *tallies, int other, int n_measures, GArray *sentences, TbkShare *total);

/* Counts a group. @is_numbered: its name begins with a number, by which such groups come in order. */
void shares_count_group (TbkTally *tally, int grouping, gboolean is_numbered, const char *name,
                         const gint64 *values);

/* A group of all files. */
typedef struct {
  int grouping;
  const char *name;
  const gint64 *values;
} ShareGroup;

/* The groups of a sum of tallies, in the order that they have in tables: to be freed with g_free(), points
 * into @total. */
ShareGroup *shares_groups (const TbkTally *total, int n_groupings, gsize *n);

/* 4. evaluation: what an evaluation keeps of each sentence. */

/* The shares of a sentence, measure by measure. */
typedef struct {
  gint32 right[TBK_N_MEASURES], of[TBK_N_MEASURES];
} SentenceShares;

/* So that an array of them is a ShareRows. */
G_STATIC_ASSERT (sizeof (SentenceShares) == 2 * TBK_N_MEASURES * sizeof (gint32));

struct TbkEvaluation {
  GArray *sentences; /* of SentenceShares */
  TbkShare total[TBK_N_MEASURES];
  GArray *groups[TBK_N_GROUPINGS]; /* of TbkGroup */
};

TbkEvaluation *evaluation_new (void);

/* 5. aligned_side: one of two files whose words are aligned: words, tokens and sentences as stretches of
 * the text.
 *
 * A side holds the sentences that were added and are not forgotten. Places are bytes of the text of these,
 * without spaces.
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
  gboolean is_in_range;
  AlignedString fields[N_ALIGNED_FIELDS];
} AlignedWord;

typedef struct {
  gsize start, end;
  gint64 line; /* in the file; of a sentence: of its first token */
  gboolean is_range;
} AlignedSpan;

typedef struct {
  Cursor cursor;
  gboolean has_any_root; /* sentences may have several */
  char *text, *strings;
  gsize n_text, n_strings, text_allocated, strings_allocated;
  AlignedWord *words;
  AlignedSpan *tokens, *sentences;
  gsize n_words, n_tokens, n_sentences, words_allocated, tokens_allocated, sentences_allocated;
  TbkPiece *features; /* scratch */
  gsize features_allocated;
} AlignedSide;

/* Opens the file at @path, which must have the columns of CoNLL-U. */
gboolean aligned_side_open (AlignedSide *side, const char *path, gboolean has_any_root, GError **error);
void aligned_side_clear (AlignedSide *side);

/* A place between two sentences of a side: what stands before it. */
typedef struct {
  gsize n_text, n_words, n_tokens, n_sentences;
} AlignedPlace;

AlignedPlace aligned_side_end (const AlignedSide *side);

/* Forgets what stands before @place; what comes behind it has no matches as yet. */
void aligned_side_forget_before (AlignedSide *side, const AlignedPlace *place);

/* Adds the next sentence, or sets cursor.is_at_end. */
gboolean aligned_side_add (AlignedSide *side, GError **error);

/* The form of a word, and another of its strings; good until a sentence is added. */
TbkPiece aligned_side_form (const AlignedSide *side, const AlignedWord *word);

static inline TbkPiece
aligned_side_field (const AlignedSide *side, const AlignedWord *word, AlignedField field)
{
  return (TbkPiece){ side->strings + word->fields[field].at, word->fields[field].size };
}

/* 6. subsequence: a longest common subsequence of two strings of numbers, and one of those there are. */

/* The pairs of places that are looked at, at most: a second's work. */
#define SUBSEQUENCE_MOST_PAIRS (G_GUINT64_CONSTANT (1) << 35)

/* What is known of a number in the second string. */
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

/* 7. align_words: which words of two files that have one text are aligned. */

/* Scratch, and how far the words of two sides are aligned. */
typedef struct {
  int gold, system; /* the next words */
  TbkVocabulary *forms;
  GString *lower;
  int *numbers; /* of the forms of a stretch: those of gold words, then those of the system's */
  int *matches; /* for each gold word of a stretch: that of the system, or -1 */
  Subsequence subsequence;
  gsize numbers_allocated, matches_allocated;
} WordAligner;

void align_words_init (WordAligner *aligner);
void align_words_clear (WordAligner *aligner);

/* Aligns words until those of one side are used up: sets their `match`. The texts of both sides are the same.
 * What is left of the other side may be aligned with words that are added to the first. */
gboolean align_words_run (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, GError **error);

/* 8. aligned_evaluation: what an evaluation of aligned words keeps of each gold sentence. */

G_STATIC_ASSERT ((int) TBK_N_ALIGNED <= (int) MOST_MEASURES);

/* What is counted; measures are made of these. */
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

/* The counts of a gold sentence. */
typedef struct {
  gint32 counts[N_ALIGNED_COUNTS];
} AlignedSentence;

struct TbkAlignedEvaluation {
  GArray *sentences; /* of AlignedSentence */
  gint64 total[N_ALIGNED_COUNTS];
  TbkAlignedRanges ranges;
};

TbkAlignedEvaluation *aligned_evaluation_new (void);

/* 9. align_score: aligned words of some sentences counted. */

/* Counts what stands before @gold_end and @system_end, where the texts are the same and no word is aligned
 * with one behind. */
void align_score_add (TbkAlignedEvaluation *evaluation, const AlignedSide *gold, const AlignedSide *system,
                      const AlignedPlace *gold_end, const AlignedPlace *system_end);

/* 10. phrase_evaluation: what an evaluation of phrase-structure trees keeps. */

G_STATIC_ASSERT ((int) TBK_N_PHRASE_MEASURES <= (int) MOST_MEASURES);

/* The shares of a tree, measure by measure. */
typedef struct {
  gint32 right[TBK_N_PHRASE_MEASURES], of[TBK_N_PHRASE_MEASURES];
} TreeShares;

/* So that an array of them is a ShareRows. */
G_STATIC_ASSERT (sizeof (TreeShares) == 2 * TBK_N_PHRASE_MEASURES * sizeof (gint32));

struct TbkPhraseEvaluation {
  GArray *sentences; /* of TreeShares */
  TbkShare total[TBK_N_PHRASE_MEASURES];
  GArray *groups[TBK_N_PHRASE_GROUPINGS]; /* of TbkPhraseGroup */
  int n_left_out;
  char *first_left_out;
};

TbkPhraseEvaluation *phrase_evaluation_new (void);

/* 11. counted_labels: what labels of trees in brackets count as: some are left out, some are equal to
 * others. */

enum { LABEL_DELETED = -1, LABEL_UNKNOWN = -2 };

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  TbkVocabulary *names;
  const char **classes; /* of each of options->equal: the label that all that are equal count as */
  int *counted;         /* of each of @names: its number as below, or LABEL_UNKNOWN as long as nobody asked */
  gsize n_counted;
} CountedLabels;

/* @options must outlive @labels. */
void counted_labels_init (CountedLabels *labels, const TbkPhraseEvaluationOptions *options);
void counted_labels_clear (CountedLabels *labels);

/* Whether the label of @node is in @list, which may be NULL. */
gboolean counted_labels_list_has (const char *const *list, const TbkBracketNode *node);

/* The label that the one of @node counts as. */
TbkPiece counted_labels_find (const CountedLabels *labels, const TbkBracketNode *node);

/* Finds the number that counted_labels_number() gives, and keeps it. */
gboolean counted_labels_learn (CountedLabels *labels, int name, GError **error);

/* Sets @number to the number of the name that @name, one of `names`, counts as, or to LABEL_DELETED. FALSE with
 * @error set if memory runs out. O(1), but for the first time. */
static inline gboolean
counted_labels_number (CountedLabels *labels, int name, int *number, GError **error)
{
  if (((gsize) name >= labels->n_counted || labels->counted[name] == LABEL_UNKNOWN)
      && !counted_labels_learn (labels, name, error))
    return FALSE;
  *number = labels->counted[name];
  return TRUE;
}

/* 12. kept_words: the words of two trees that are compared, once those with deleted tags are taken out. */

/* A word that QUOTE_LABEL is about. */
typedef struct {
  const TbkBracketNode *node;
  int index; /* the words kept before it, itself left out */
  int word;
} KeptQuote;

/* Of one tree. */
typedef struct {
  const TbkBracketNode **words; /* those kept */
  int n;
  int *place;  /* of each word of the tree among those kept; and one more, which is `n` */
  int *copies; /* of each word of the tree: whether it is kept */
  KeptQuote *quotes;
  int n_quotes;
  gsize n_words, n_places, n_copies, quotes_allocated;
} KeptSide;

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  KeptSide gold, system;
} KeptWords;

/* Finds the words that are kept, as evalb does: each tree loses the words whose tags are deleted. If different
 * numbers are left, some of the system's, quotes that one tree alone has lost are put back. */
gboolean kept_words_find (KeptWords *kept, const TbkBracketTree *gold, const TbkBracketTree *system,
                          GError **error);

void kept_words_clear (KeptWords *kept);

/* 13. phrase_counter: counts, tree by tree, which constituents of two files agree. */

typedef struct PhraseCounter PhraseCounter;

/* Counts into @evaluation. All that is given must stay while the counter does. */
PhraseCounter *phrase_counter_new (const TbkPhraseEvaluationOptions *options, const TreeCursor *gold,
                                   const TreeCursor *system, const KeptWords *kept,
                                   TbkPhraseEvaluation *evaluation);
void phrase_counter_free (PhraseCounter *counter);

/* Adds a row that counts nowhere. */
void phrase_counter_skip (PhraseCounter *counter);

/* Counts the trees at which the cursors stand, unless they have too many words. Both are well formed, and the
 * words kept are the same, one at least. */
gboolean phrase_counter_add (PhraseCounter *counter, GError **error);

/* Names the groups, and leaves out those that are empty. To be called once, at the end. */
void phrase_counter_finish (const PhraseCounter *counter);

#endif
