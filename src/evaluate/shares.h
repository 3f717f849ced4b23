/* shares.h - shares of sentences, whatever they are of: what chance does to them, and how tallies hold
 * them. */
#ifndef EVALUATE_SHARES_H
#define EVALUATE_SHARES_H

#include "tbk/evaluate.h"

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

#endif
