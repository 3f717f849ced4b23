/* statistics.h - figures of treebanks: what the files that count and show them share.
 *
 * Contents
 *   1. columns: how a table has its cells from the integers of a row
 *   2. figures: the columns of tables of figures
 *   3. figure_rows: cells of tables of figures that are not made of a row of integers
 *   4. agreement: counting how oracle variants agree with a reference, over configurations
 *   5. choices: counting the optimal projectivizations of trees
 *   6. comparer: walks through one sentence
 *   7. phrase_figures: counting the trees of a phrase-structure treebank
 *   8. counters: counting trees and arcs for figures
 *   9. checks: what the job that checks (draw/) counts
 *   10. rounds: sums over sentences drawn at random, for intervals of all kinds
 *   11. chance: cells of tables with intervals, and of two treebanks side by side
 *   12. figure_rounds: which figures are summed for intervals
 *   13. word_order: the tally of the order of words
 *   14. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef STATISTICS_STATISTICS_H
#define STATISTICS_STATISTICS_H

#include "corpus/corpus.h"
#include "tbk/projectivize.h"
#include "tbk/query.h"
#include "tbk/statistics.h"

/* 1. columns: how a table has its cells from the integers of a row. */

/* An integer under its own name; the share of a part in its whole, or of what lacks to it; a sum divided by @n, which was
 * made @factor times as large. */
#define COUNTED(integer, help)                                                                               \
  {                                                                                                          \
    NULL, help, TBK_CELL_COUNT, integer, -1, -1, 1                                                           \
  }
#define SHARE(name, help, part, whole)                                                                       \
  {                                                                                                          \
    name, help, TBK_CELL_PERCENT, part, -1, whole, 1                                                         \
  }
#define LACK(name, help, part, whole)                                                                        \
  {                                                                                                          \
    name, help, TBK_CELL_PERCENT, whole, part, whole, 1                                                      \
  }
#define MEAN(name, help, sum, n, factor)                                                                     \
  {                                                                                                          \
    name, help, TBK_CELL_RATIO, sum, -1, n, factor                                                           \
  }

#define COLUMNS(option, integers, columns)                                                                   \
  {                                                                                                          \
    option, integers, columns, G_N_ELEMENTS (columns)                                                        \
  }

/* Lists columns that are listed, whose cells are written one by one. */
#define LISTED(option, ...)                                                                                  \
  {                                                                                                          \
    option, NULL, (const TbkTableColumn[]){ __VA_ARGS__ },                                                   \
        sizeof ((const TbkTableColumn[]){ __VA_ARGS__ }) / sizeof (TbkTableColumn)                           \
  }

/* No row of figures has more. */
enum { FIGURES_MAX_COLUMNS = 32 };

/* 2. figures: the columns of tables of figures. Those of classes are made of a row with the number of trees behind the
 * figures. */
extern const TbkTableColumns figures_of_trees, figures_of_sentences, figures_of_arcs, figures_of_arc_lengths,
    figures_of_lengths, figures_of_classes, figures_of_tree_classes, figures_of_sequences,
    figures_of_tree_sequences;

/* 3. figure_rows: cells of tables of figures that are not made of a row of integers. */

/* All values of one sentence, fractions in lowest terms as "NUMERATOR/DENOMINATOR". */
void figure_rows_values (const gint64 *lengths, int n, TbkTable *table);

/* Cells of one tree: 1 outside a class, 0 inside, nothing where that was not decided. */
void figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table);

/* Cells of one tree: the number of its sequences, nothing if that is 0, and what the figures of the tree alone say of it. */
void figure_rows_tree_sequences (const mpz_t n_sequences, const gint64 *figures, TbkTable *table);

/* 4. agreement: counting how oracle variants agree with a reference, over configurations. */

const TbkTallyLayout *agreement_layout (void);

/* Counts of a variant. Of phrase structure `values` are losses, and the sets those of the transitions after
 * which the loss is what it was before. All but the first count configurations that are not final. */
enum {
  AGREEMENT_SENTENCES, /* only at distance 0 */
  AGREEMENT_CONFIGURATIONS,
  AGREEMENT_VALUES_DIFFER, /* some transition has another value */
  AGREEMENT_SETS_DIFFER,   /* another set is optimal */
  AGREEMENT_CONTAINED,     /* of these: the variant's is a proper subset of the reference's */
  AGREEMENT_EXTRA,         /* the variant's has a transition that the reference's has not */
  AGREEMENT_MISSING,       /* the reference's has one that the variant's has not */
  AGREEMENT_EMPTY,         /* the variant's is empty */
  AGREEMENT_HARM, /* summed: the greatest loss, by the reference, of a transition of the variant's set */
  AGREEMENT_REFERENCE_TIME, /* nanoseconds */
  AGREEMENT_VARIANT_TIME,
  AGREEMENT_N_FIGURES
};
extern const TbkTallyColumn agreement_integers[AGREEMENT_N_FIGURES];

/* Distances 0 to 4, and all that are greater: how many arcs or constituents are lost for good, by the reference. 0 is as good as
 * the gold path. */
#define AGREEMENT_DISTANCES 6

/* The values that one oracle gives a configuration, and its time. */
typedef struct {
  int values[TBK_MAX_TRANSITIONS];
  guint optimal;
  gint64 nanoseconds;
} OracleVerdict;

typedef struct Agreement Agreement;

/* @options must outlive it. */
Agreement *agreement_new (const TbkAgreementOptions *options);
void agreement_free (Agreement *agreement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Agreement, agreement_free)

/* Counts a sentence that is left out; a configuration that an oracle could not value, which is left out. */
void agreement_count_left_out (Agreement *agreement);
void agreement_count_unvalued (Agreement *agreement);

/* Begins a sentence; counts a configuration of dependencies, @length words in its stack and remaining input. @verdicts: first
 * that of the reference, then one for each variant. */
void agreement_begin_sentence (Agreement *agreement);
void agreement_count_configuration (Agreement *agreement, int length, int distance,
                                    const OracleVerdict *verdicts);

/* Adds to the sentence in hand the figures of a configuration, all but sentences. */
void agreement_count_difference (Agreement *agreement, int variant, int distance, const gint64 *figures);

/* Ends it: of @n words. @entry: (nullable): without one it is not drawn for intervals. */
void agreement_end_sentence (Agreement *agreement, const TbkEntry *entry, int n);

/* Sets @figures, and returns them, to those of the sentence that ended last. */
const gint64 *agreement_of_sentence (const Agreement *agreement, int variant, gint64 *figures);

/* Appends the rows of that sentence, of @n words, a row a variant. @rows: from table_new_rows(). */
void agreement_write_sentence (const Agreement *agreement, const TbkAgreementOptions *options,
                               const TbkEntry *entry, int n, TbkTable *rows, TbkText *text);

/* Adds what was counted to @tally, unless it is NULL, and forgets it. */
void agreement_flush (Agreement *agreement, TbkTally *tally);

/* Which of the figures of a tally: of a variant, at a distance (-1: at all), of sentences of so many words (last_words 0: of all). */
typedef struct {
  int variant, distance, first_words, last_words;
} AgreementAsked;

void agreement_find (const TbkTally *tally, AgreementAsked asked, gint64 *figures);

/* The sums of the rounds of a figure; NULL if there are none, as for bins of another width than was counted with. */
const gint64 *agreement_rounds (const TbkTally *tally, AgreementAsked asked, int figure);

/* The most words of a sentence in a tally. */
int agreement_most_words (const TbkTally *tally);

/* The number of times that the reference has one set of optimal transitions, the variant another. */
typedef struct {
  guint reference, variant; /* bit t for transition t */
  gint64 configurations;
} Confusion;

/* The pairs of different sets, the most frequent first, those equally frequent by their bits. An array of
 * @n_confusions, to be freed with g_free(). */
Confusion *agreement_confusions (const TbkTally *tally, int variant, int *n_confusions);

/* The lengths that occurred, in order: an array of @n, to be freed with g_free(). And how many configurations
 * had a length, with the sum of the times of an oracle: 0 the reference, 1 the first variant, ... */
int *agreement_lengths (const TbkTally *tally, int *n);
gint64 agreement_at_length (const TbkTally *tally, int length, int oracle, gint64 *nanoseconds);

/* A set of transitions as text: "{SH,RA}"; to be freed. */
char *transition_set_name (const TbkSystem *system, guint set);

/* The values of the keys of a row that are not of files. */
typedef struct {
  GString *text; /* the parts, with a NUL behind each */
  const char *parts[TBK_KEYS_MOST];
} RowKey;

/* The first columns of the key of a section of a tally. */
#define ROW_KEY                                                                                              \
  { "first", TBK_TALLY_TEXT }, { "second", TBK_TALLY_TEXT },                                                 \
  {                                                                                                          \
    "third", TBK_TALLY_TEXT                                                                                  \
  }
G_STATIC_ASSERT (TBK_KEYS_MOST == 3);

void row_key_init (RowKey *key);
void row_key_clear (RowKey *key);

/* Sets the key for a unit; and the parts of one whose text is @text. */
gboolean row_key_set (RowKey *key, const TbkKeys *keys, TbkFacts *facts, int unit, GError **error);
void row_key_part (const char *text, const char *parts[TBK_KEYS_MOST]);

/* 5. choices: counting the optimal projectivizations of trees. */

const TbkTallyLayout *choices_layout (void);

/* The section of its bins, whose keys are those of rows. */
enum { CHOICES_SECTION_OF_BINS };

typedef struct Choices Choices;

Choices *choices_new (void);
void choices_free (Choices *choices);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Choices, choices_free)

/* Counts a tree in the row of @key that loses @lost_arcs, with @count optimal projectivizations. @tally
 * is to be the same one until choices_flush(), which completes it. */
gboolean choices_count (Choices *choices, const RowKey *key, gboolean is_nonprojective, int lost_arcs,
                        const mpz_t count, TbkTally *tally, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds such a tree to the rounds that its sentence draws: for intervals. */
gboolean choices_draw (Choices *choices, const RowKey *key, const TbkEntry *entry, guint64 seed,
                       int lost_arcs, const mpz_t count, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void choices_flush (Choices *choices, TbkTally *tally);

/* Intervals of a bin. The ends for the median are found by ranks and the binomial distribution, without drawing. They are NULL
 * where the trees are too few: fewer than 6, for 95 %. The ends for the mean are drawn; NAN where no round has trees that count.
 * Sums have no interval, and the greatest number has none because no drawn sample has a greater one. */
typedef struct {
  const char *median_low, *median_high; /* owned by the tally */
  double log10_mean_low, log10_mean_high;
} ChoicesInterval;

/* The intervals of @level per cent, 1 to 99, of the bins that choices_bins() gives; to be freed with g_free(). */
ChoicesInterval *choices_intervals (const TbkTally *tally, TbkOver over, int level);

/* 6. comparer: walks through one sentence. */

/* As tbk_walk_parse() takes it; to be freed. */
char *walk_name (const TbkWalk *walk);

/* As tbk_variant_parse() takes it, beside @system; to be freed. */
char *variant_name (const TbkVariant *variant, const TbkSystem *system);

/**
 * comparer_walk:
 * @heads: n + 1 integers, a tree; n is at least 0
 * @place: the number of the sentence in its file
 *
 * Walks through one sentence. Fails as tbk_oracle_set_gold() does, if memory runs out, and where a
 * configuration is longer than TBK_ORACLE_MAX_TABULAR and cannot be valued. @agreement: (nullable): begins a sentence, which the
 * caller ends if the walk came to its end.
 */
gboolean comparer_walk (TbkComparer *comparer, const int *heads, int n, guint64 place, Agreement *agreement,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Walks through a sentence of CoNLL-U, which walks that follow a parser need: it looks at the columns of
 * words. */
gboolean comparer_walk_sentence (TbkComparer *comparer, const TbkConlluSentence *sentence, guint64 place,
                                 Agreement *agreement, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* In what a configuration of phrase structure differs. */
typedef struct {
  gboolean of_values, of_sets;
} PhraseDifference;

/* Who looks at configurations, in each worker of a job: of each that all oracles valued, how many transitions come before it, and
 * what they say. Of phrase structure that are the values of the exact and the printed oracle. FALSE with @error set ends the walk. */
typedef struct {
  gpointer (*make) (gpointer data);
  void (*free) (gpointer watcher);

  /* A sentence begins, whose rows or drawings go to @text. @labels: of phrases */
  void (*begin) (gpointer watcher, const TbkEntry *entry, const TbkVocabulary *labels, TbkText *text);

  gboolean (*see) (gpointer watcher, const TbkConfiguration *c, int n_before, const OracleVerdict *verdicts,
                   GError **error);
  gboolean (*see_phrases) (gpointer watcher, const TbkPhraseConfiguration *c, int n_before,
                           const TbkPhraseValues *exact, const TbkPhraseValues *printed,
                           const PhraseDifference *difference, GError **error);
} AgreementWatch;

/* Lets @watcher, which @watch made and which must outlive the comparer, look at the walks to come. */
void comparer_watch (TbkComparer *comparer, const AgreementWatch *watch, gpointer watcher);

/**
 * comparer_walk_tree:
 * @n_labels: labels to draw from are 0..@n_labels-1; at least those of @tree
 * @agreement: of phrase structure
 *
 * The same for a tree.
 */
gboolean comparer_walk_tree (TbkComparer *comparer, const TbkPhraseTree *tree, int n_labels, guint64 place,
                             Agreement *agreement, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 7. phrase_figures: counting the trees of a phrase-structure treebank. */

const TbkTallyLayout *phrase_figures_layout (void);

typedef struct PhraseFigures PhraseFigures;

PhraseFigures *phrase_figures_new (void);
void phrase_figures_free (PhraseFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PhraseFigures, phrase_figures_free)

/* Adds @tree, which has no problem. */
gboolean phrase_figures_add (PhraseFigures *figures, const TbkBracketTree *tree,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds what was counted to @tally (if it is NULL, nowhere), and forgets it. */
void phrase_figures_flush (PhraseFigures *figures, TbkTally *tally);

/* 8. counters: counting trees and arcs for figures. */

/* Adds those of a tree of @n words to TBK_N_LENGTH_FIGURES integers; @lengths: as tbk_lengths_compute() gave
 * them, with all that they need. */
void length_figures_count (gint64 *figures, const gint64 *lengths, int n);

/* Adds those of a tree to TBK_N_CLASS_FIGURES integers; @classes: of all classes. */
void class_figures_count (gint64 *figures, const TbkClasses *classes);

/* Adds those of a tree to TBK_N_SEQUENCE_FIGURES integers; @n_sequences: 0 if the system does not build the tree. */
void sequence_figures_count (gint64 *figures, const mpz_t n_sequences);

typedef struct {
  int head, dependent;
  gboolean is_nonprojective, is_lost, is_certain; /* lost in any case */
} FiguresArc;

/* Counts arcs by group. */
typedef struct ArcFigures ArcFigures;
typedef struct FigureRounds FigureRounds;

/* Adds an arc to TBK_N_ARC_FIGURES and to TBK_N_ARC_LENGTH_FIGURES integers. */
void arc_figures_add (gint64 *figures, gint64 *lengths, const FiguresArc *arc);

/* @rounds: (nullable): gets what is counted of each sentence. */
ArcFigures *arc_figures_new (const TbkFiguresOptions *options, FigureRounds *rounds);
void arc_figures_free (ArcFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ArcFigures, arc_figures_free)

gboolean arc_figures_count (ArcFigures *figures, const FiguresArc *arc, const RowKey *key,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Ends a sentence, with rounds alone. */
gboolean arc_figures_end_sentence (ArcFigures *figures, const TbkEntry *entry,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds what was counted to @tally and forgets it. */
void arc_figures_flush (ArcFigures *figures, TbkTally *tally);

/* The integers of a row by keys, or of all (NULL); zeros if there are none. */
const gint64 *figure_keys_row (const TbkTally *tally, const char *const *key, TbkFiguresKind kind);

/* The values of keys that are of files, by the name of a file; NULL for the others. Without keys the name is the first. */
typedef struct {
  char *names[TBK_KEYS_MOST];
} FileKeys;

void file_keys_set (FileKeys *values, const TbkKeys *keys, const char *file);
gboolean file_keys_are_equal (const FileKeys *a, const FileKeys *b);
void file_keys_clear (FileKeys *values);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FileKeys, file_keys_clear)

/* Files that belong together. */
typedef struct {
  FileKeys keys;
  TbkTally *sum; /* or NULL: there is one file */
  const TbkTally *tally;
  guint number;
} FileGroup;

/* The groups (FileGroup) of the files that are in, in the order in which they occur; without keys a group for each file. Files of
 * one language need not be next to each other. */
GArray *file_groups_new (const TbkTallies *tallies, const TbkTallyLayout *layout, const TbkKeys *keys);

/* The subject of a row: a group; and, if @key is not NULL, the values of its keys that are not of files. */
typedef struct {
  const FileGroup *group;
  const char *const *key;
} KeyedRow;

/* The order of rows by their keys; groups are in the order in which they occur. @keys: TbkKeys */
int keyed_row_compare (gconstpointer a, gconstpointer b, gpointer keys);

/* Writes the cells of its keys: the name of the file without keys. */
void keyed_row_write (const KeyedRow *row, const TbkKeys *keys, TbkTable *table);

/* Returns whether some key tells apart sentences or words of a file. @keys: (nullable) */
gboolean keys_in_files (const TbkKeys *keys);

/* 9. checks: what the job that checks (draw/) counts. */

/* Adds to @tally what was counted: TBK_N_CHECKS_FIGURES figures; of each test, of TBK_N_CHECK_TESTS, how often it was
 * met, and in how many sentences. */
void checks_count (TbkTally *tally, const gint64 *figures, const gint64 *found, const gint64 *sentences);

/* 10. rounds: sums over sentences drawn at random, for intervals of all kinds. */

/* The columns of a row of a tally that has the sums of all rounds. */
extern const TbkTallyColumn rounds_columns[TBK_FIGURES_ROUNDS];

/* FNV-1a, of 64 bits, of bytes behind those whose hash is @hash. It is the same everywhere, as draws and tallies must be. */
#define ROUNDS_HASH_OF_NOTHING G_GUINT64_CONSTANT (0xcbf29ce484222325)
static inline guint64
rounds_hash (guint64 hash, const char *bytes, gsize length)
{
  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

/* The numbers on which the draws of a sentence depend. Its words are those of
 * @sentence or, of brackets, of @tree; the other is NULL. @by_id: as in TbkFiguresOptions. */
typedef struct {
  guint64 words, sentence;
} RoundsKey;
RoundsKey rounds_key (const TbkConlluSentence *sentence, const TbkBracketTree *tree, const TbkEntry *entry,
                      guint64 seed, gboolean by_id);

/* Sets @rounds to those that a sentence draws, one after the other: it is once in a round for each time that it is drawn. */
void rounds_draw (RoundsKey key, guint16 rounds[TBK_FIGURES_ROUNDS]);

/* Sets @weights to how often each round has the sentence. */
void rounds_weigh (RoundsKey key, guint16 weights[TBK_FIGURES_ROUNDS]);

/* Sums of figures of the sentences of each round. */
typedef struct RoundSums RoundSums;

/* Makes the sums of @n figures. @is_large: (nullable): by figure: whether values are 2^20 or more as a rule;
 * they may be so in any case. */
RoundSums *round_sums_new (int n, const gboolean *is_large);
void round_sums_free (RoundSums *sums);

/* Adds a sentence with these figures to the rounds that it draws. */
void round_sums_add (RoundSums *sums, RoundsKey key, const gint64 *figures);

/* Sets @values to the sums of a figure in all rounds; FALSE if all are 0. */
gboolean round_sums_get (RoundSums *sums, int figure, gint64 *values);

/* Makes all sums 0. */
void round_sums_clear (RoundSums *sums);

/* A value of a round. */
typedef struct {
  double value;
  int round;
} RoundValue;

/* Returns how many of @n values are below the interval of @level per cent, and as many are above it. */
static inline int
rounds_cut (int n, int level)
{
  return n * (100 - level) / 200;
}

/* Sets @ends to the ends of the interval of @level per cent of @n values, at least one, whose order it changes. */
void rounds_find_ends (RoundValue *values, int n, int level, RoundValue ends[2]);

/* Returns the decimal logarithm of @number, above 0, in units of 1 / ROUNDS_LOG10_UNIT: an integer, so that sums of rounds are. */
enum { ROUNDS_LOG10_UNIT = 1000000000 };
gint64 rounds_log10 (const mpz_t number);

/* 11. chance: cells of tables with intervals, and of two treebanks side by side.
 *
 * A share or mean is a quotient of two integers, correctly rounded as all machines do it; so the order of the rounds, and with it
 * the ends of intervals, are the same everywhere. */

/* The integers of a row: those of a group of columns, and one behind them. */
typedef gint64 ChanceIntegers[FIGURES_MAX_COLUMNS + 1];

/* A group of columns of a table, and the integers of a row: those of each round, and last those that were counted. */
typedef struct {
  const TbkTableColumns *columns;
  guint64 unwanted; /* columns whose intervals are left empty */
  ChanceIntegers *rows;
} ChanceGroup;

enum { CHANCE_FOUND = TBK_FIGURES_ROUNDS, CHANCE_N_ROWS };

/* The ends of the interval of differences, and twice the share of those on the other side of 0, all of them counted in one more
 * time; three empty cells of none. */
void chance_write_differences (RoundValue *differences, int n, int level, int digits, TbkTable *table);

/* Adds the names of the columns, each share and mean with the ends of its interval if there is a level. */
void chance_names (const TbkTableColumns *columns, int level, GPtrArray *names);
void chance_write (const ChanceGroup *group, int level, TbkTable *table);

/* Sets the value of the share or mean called @name, and the ends of its interval; FALSE if it has none, or there is no such. */
gboolean chance_interval (const ChanceGroup *group, const char *name, int level, double *value,
                          double ends[2]);

/* The name of the first share or mean of a pattern such as "mdd*"; NULL if there is none. */
const char *chance_find_name (const TbkTableColumns *columns, const char *pattern);

/* Adds the names for two treebanks: old, new and difference, with its interval and p. @of_old: NULL if there
 * is none. */
void chance_against_names (const TbkTableColumns *columns, int level, GPtrArray *names);
void chance_against_write (const ChanceGroup *of_new, const ChanceGroup *of_old, int level, TbkTable *table);

/* Files of which some replace others: as tbk_figures_write_against() has them. Rows are written by @write from the tallies of their files:
 * of those that replace others, and of these, so that both are of the same files; if none does, of the new files alone, and @of_old is
 * NULL. */
typedef struct ChanceAgainst ChanceAgainst;

struct ChanceAgainst {
  const TbkTallies *of_new, *of_old;
  const int *old_numbers;
  gboolean by_language;
  gboolean (*write) (const ChanceAgainst *against, const char *name, GPtrArray *of_new, GPtrArray *of_old,
                     GError **error);
  gconstpointer options; /* for write(), as is the table */
  TbkTable *table;
};

/* Writes a row for each file or language, and for several one of those that replace others. */
gboolean chance_against_rows (const ChanceAgainst *against, GError **error);

/* Returns the sum of tallies: of one itself, NULL of NULL; else it is in @own, which starts as NULL and is to be freed. */
const TbkTally *chance_add_up (const GPtrArray *tallies, const TbkTallyLayout *layout, TbkTally **own);

/* 12. figure_rounds: which figures are summed for intervals. */

typedef struct FigureRounds FigureRounds;

/* The section of the rounds. The key of a row is the number of the figure, and the parts of a RowKey. */
int figures_rounds_section (void);
const char *figure_rounds_key (TbkFiguresKind kind, int column, KeyNumber *number);

/* The columns of figures of a kind; NULL if the table lacks them. */
const TbkTableColumns *figure_rounds_group (const TbkFiguresOptions *options, TbkFiguresKind kind);

/* Marks which of @n_columns figures of a kind those with intervals are made of. */
void figure_rounds_needed (const TbkFiguresOptions *options, TbkFiguresKind kind, int n_columns,
                           gboolean *is_needed);

/* @options must outlive it. */
FigureRounds *figure_rounds_new (const TbkFiguresOptions *options);
void figure_rounds_free (FigureRounds *rounds);

/* Adds a sentence, whose figures of each kind are @figures, to the rounds that it draws, of the row whose key has these @parts, one
 * behind the other in memory as row_key_part() has them. */
gboolean figure_rounds_add (FigureRounds *rounds, const TbkEntry *entry, const char *const *parts,
                            gint64 (*figures)[FIGURES_MAX_COLUMNS], GError **error);

/* Adds all to the tally and begins anew. */
void figure_rounds_flush (FigureRounds *rounds, TbkTally *tally);

/* The names of the figures with those of the ends of their intervals, and the cells of a row. @key: the parts of a row by keys,
 * or NULL. */
void figures_chance_columns (const TbkFiguresOptions *options, GPtrArray *names);
void figures_chance_write (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                           TbkTable *table);

/* 13. word_order: the tally of the order of words. */

/* Its sections, and their integers: of the file; arcs of a kind, and those whose dependent comes first; pairs of sisters of a kind,
 * and those with the relation first that is so in the key. */
enum { WORD_ORDER_FIGURES, WORD_ORDER_ARCS, WORD_ORDER_SISTERS, WORD_ORDER_DRAWN };
enum { FIGURE_SENTENCES, FIGURE_ARCS, FIGURE_WIDE, N_FIGURES };
enum { N_ARCS, N_BEFORE, N_ARC_VALUES };
enum { N_PAIRS, N_IN_ORDER, N_PAIR_VALUES };

const TbkTallyLayout *word_order_layout (void);
extern const TbkTallyColumn word_order_arc_integers[N_ARC_VALUES], word_order_pair_integers[N_PAIR_VALUES];

/* A row of WORD_ORDER_DRAWN has entries of a sentence, 0 where it has no more. An entry is (WO4)
 *
 *   hash << 7 | exponent << 1 | order      2^exponent arcs or pairs of the kind with this hash, in this order
 *
 * The order of an arc is 1 if the dependent comes first, that of a pair is 1 if it is that of the key. The key of the row is that
 * of the draws of its sentence, and the number of the row among those of the sentence. */
enum { DRAWN_WORDS, DRAWN_SENTENCE, DRAWN_PART, DRAWN_IN_ROW = 16 };
static inline guint64
drawn_hash (gint64 entry)
{
  return (guint64) entry >> 7;
}

/* Returns TRUE if a table has figures of @section, arcs or sisters. */
gboolean word_order_has (const TbkWordOrderOptions *options, int section);

/* The hash of a kind, from its key in a section. */
guint64 word_order_hash (int section, const char *const *key);

/* n h(n - 1) of (WO3), in bits. */
double word_order_times_harmonic (gint64 n);

/* As word_order_entropy(), but the sum over the sample, which is so many times the entropy as it is large. */
double word_order_entropy_sum (const gint64 *counts, int n_counts, gboolean is_corrected);

/* 14. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Adds @figures to @tally and makes them zero. */
void figures_flush (TbkFiguresKind kind, gint64 *figures, TbkTally *tally);

/* Lets only shares and means have intervals that are in @columns, names and patterns with commas between them, themselves or
 * with a further part such as "_low". The table has the columns of the others, empty; a tally lacks their rounds. To
 * be called with a zero @options->unwanted. */
void figure_rounds_want (TbkFiguresOptions *options, const char *columns);

/* The groups of columns of all these tables: the group of @number, from 0; NULL past the last. */
const TbkTableColumns *figures_tables (int number);

/**
 * figures_interval:
 * @tally: counted with the same options, which have a level
 * @key: (nullable): of a row of the section by keys; NULL: of all trees
 * @column: name of a share or mean
 * @value: (out): of all sentences
 * @ends: (out): of its interval
 *
 * Returns: FALSE if the column has no value, as a mean over nothing, or there is no such column.
 */
gboolean figures_interval (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                           const char *column, double *value, double ends[2]);

/* The first share or mean that @columns names, with commas between names or patterns such as "mdd*"; NULL if there is none. For
 * @columns NULL it is mdd, of arcs mean_length, or without lengths nonprojective_arcs_percent. */
const char *figures_plotted (const TbkFiguresOptions *options, const char *columns);

/* The section of the layout with the figures of a kind: of all trees, in a row; or by keys. Its parts are the keys that are
 * not of files (tbk_keys_is_of_files()), in their order, with empty parts behind them. Arcs are only by keys. */
int figures_section (TbkFiguresKind kind, gboolean by_keys);

/* Choices of a bin. Median, quartiles, greatest number and mean are over all its trees, or over the trees
 * that lose arcs. These are the non-projective ones, and more if a single root is demanded. 1, 1 and 0 if
 * there are none. Each of the other trees has one projectivization, itself. Of an even number of trees the
 * median is the lower of the two in the middle. */
typedef struct {
  const char *const *
      key; /* TBK_KEYS_MOST values: of the keys that are not of files, in their order, then empty; of the tally */
  gint64 trees, nonprojective_trees, lost_arcs;
  gint64 counted_trees;     /* that median, greatest number and mean are over */
  const char *median, *max; /* decimals, owned by the tally */
  double log10_mean;        /* of the decimal logarithm of the number; exact to 9 decimals but for the last */
  /* the logarithms of the lower quartile, the median and the upper quartile: the least numbers that at least one, two */
  double log10_lower, log10_median;
  double log10_upper; /* and three quarters of the trees do not exceed */
} ChoicesBin;

/* The bins of @tally that have trees, by the bytes of their keys. An array of @n_bins, to be freed with g_free(). */
ChoicesBin *choices_bins (const TbkTally *tally, TbkOver over, int *n_bins);

/* Group @number of the columns with what they hold; NULL past the last. */
const TbkTableColumns *tag_figures_tables (int number);

/* The groups of columns of all these tables: the group of @number, from 0; NULL past the last. */
const TbkTableColumns *agreement_tables (gboolean is_of_phrases, int number);

/**
 * agreement_interval:
 * @tally: counted with the same options, which have a level
 * @bin: of sentences, from 0; -1: all
 * @column: name of a share or mean
 *
 * As figures_interval(), of a variant.
 */
gboolean agreement_interval (const TbkTally *tally, int variant, int bin, const TbkAgreementOptions *options,
                             const char *column, double *value, double ends[2]);

/* The first share or mean that @columns names, with commas between names or patterns; NULL if there is none. For @columns NULL it
 * is sets_differ_percent. */
const char *agreement_plotted (const char *columns);

/* The name of a variant, as tables have it; to be freed. */
char *agreement_variant (const TbkAgreementOptions *options, int variant);

/* Returns how many sentences of a tally are in a bin of `width`; -1 past the last one. */
gint64 agreement_in_bin (const TbkTally *tally, int bin, const TbkAgreementOptions *options);

/* Parts that a page shows. */
typedef struct {
  const TbkAgreementOptions *options; /* without a level its bars have no intervals */
  const TbkTallies *tallies;          /* of agreement; files that are not in could not be read */
  const char *sample;                 /* (nullable): in words, which sentences were used, if not all */
} CompareReport;

/* Writes an HTML page that needs nothing but itself: the tables, disagreement by language, time by length.
 * Files of one language, by names as in Universal Dependencies (da_ddt-ud-test), are put together.
 * Without gnuplot the page has a note in the place of each plot. Of dependencies. */
gboolean compare_write_page (const CompareReport *report, TbkOutput *output,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The entropy, in bits, of the distribution from which a sample was drawn: plug-in, the entropy of the sample itself; or
 * corrected for its size, which may exceed the logarithm of @n_counts. 0 of no sample. */
double word_order_entropy (const gint64 *counts, int n_counts, gboolean is_corrected);

/* The groups of columns of all these tables: the group of @number, from 0; NULL past the last. */
const TbkTableColumns *word_order_tables (int number);

/* The first column with an interval that the list of patterns @columns (nullable) names, order_freedom without one; NULL if there is
 * none. */
const char *word_order_plotted (const char *columns);

/* Returns the number of sides of heads that are wide. */
gint64 word_order_wide_sides (const TbkTallies *tallies);

/* As tbk_figures_write_against(), of files or, with keys, of languages: each figure of both and their difference, with a level also
 * its interval and how often chance alone gives one as large. The interval of freedom is a basic bootstrap (Davison and Hinkley 1997, 5.2)
 * around the corrected difference, so that what samples lack does not count as a difference. */
const char **word_order_against_columns (const TbkWordOrderOptions *options);
gboolean word_order_write_against (const TbkTallies *of_new, const TbkTallies *of_old, const int *old_numbers,
                                   const TbkWordOrderOptions *options, TbkTable *table,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
