/* evaluating.h - tbk evaluate, as far as formats share it: gold files against those of a system, and of another one. */
#ifndef EVALUATING_H
#define EVALUATING_H

#include "counting.h"
#include "tables.h"
#include "tbk/evaluate.h"

typedef struct {
  char **against;
  char *intervals, *seed;
} EvaluatingGiven;

/* --against, --intervals and --seed */
extern const GOptionEntry evaluating_entries[];

typedef struct {
  int by; /* the grouping, 0 for none */
  guint64 seed;
  gboolean has_intervals;
  char **others; /* the other systems that --against names, owned by what was given */
  int n_others;
} EvaluatingOptions;

/* Reads these options, and @by, the value of --by, which is one of @groupings. */
gboolean evaluating_get_options (const EvaluatingGiven *given, const char *by, const char *const *groupings,
                                 EvaluatingOptions *options, GError **error);

typedef struct {
  const EvaluatingOptions *options;
  const TbkTallyLayout *layout;

  /* Counts how the file @system agrees with @gold, in what @selector (nullable) takes of that. @other: 0, or from 1 on of
   * which other system it is. */
  gboolean (*count) (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other,
                     TbkTally *tally, GError **error);

  /* As in Counting; all tallies are of one system. */
  gboolean (*write) (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error);
  gpointer data;
  const char *read; /* as in Counting: of what a file says that is read beside those compared */
} Evaluating;

/* Counts over the operands GOLD and SYSTEM, files or folders, and writes the table; or merges tallies. */
gboolean evaluating_run (const Evaluating *evaluating, Corpus *corpus, GError **error);

/* Counts in the same way, but without tallies: `count` writes rows into a table with these columns, which it finds in
 * *@table, under the options that @by names. */
gboolean evaluating_run_rows (const Evaluating *evaluating, Corpus *corpus, const TableOptions *options,
                              const char *by, const char *const *columns, TbkTable **table, GError **error);

/* The columns of a table of measures, NULL-terminated, to be freed with g_free(): @first, the ends of intervals, and with other
 * systems those of differences, the first of which is called @other. */
const char **evaluating_columns (const EvaluatingOptions *options, const char *const *first,
                                 const char *other);

/* Tells that @gold has no word to compare, if @share, over words, is of none. */
void evaluating_tell_empty (const char *gold, TbkShare share);

/* Tells that the selection left nothing to compare, if @share of all files is of nothing. */
void evaluating_tell_none_selected (const SelectionGiven *given, TbkShare share);

/* A measure: the share, and the ends of its interval, NULL for none; and of each other system the share, and in how many
 * rounds the difference is as great. */
typedef struct {
  const char *name;
  TbkShare share;
  const TbkShare *low, *high;
  const TbkShare *others;
  const int *n_as_great;
} MeasureRow;

/* How many rows a measure has: one, or one for each other system. */
int evaluating_n_rows (const EvaluatingOptions *options);

/* Ends a row, whose first columns are written, with those of the interval and of the difference to @other, from 0. */
gboolean evaluating_end_row (const EvaluatingOptions *options, TbkTable *table, const MeasureRow *measure,
                             int other, GError **error);

/* Writes the rows of a measure whose first columns are those of evaluating_share_columns. */
gboolean evaluating_write_measure (const EvaluatingOptions *options, TbkTable *table,
                                   const MeasureRow *measure, GError **error);

extern const char *const evaluating_share_columns[];

#endif
