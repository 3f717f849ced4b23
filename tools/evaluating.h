/* evaluating.h - tbk evaluate, as far as formats share it: gold files against those of a system, and of another one. */
#ifndef EVALUATING_H
#define EVALUATING_H

#include "counting.h"
#include "tbk/evaluate.h"
#include "tbk/table.h"

/* --against and --seed */
extern const GOptionEntry evaluating_entries[];

/* What --against names, NULL if it is not given. */
const char *evaluating_against (void);

/* Reads the value of --by, one of @groupings, the first of which is no groups; and --seed. */
gboolean evaluating_get_options (const char *by, const char *const *groupings, int *grouping, guint64 *seed,
                                 GError **error);

typedef struct {
  const TbkTallyLayout *layout;

  /* Counts how the file @system, or the other system if @is_other, agrees with @gold. */
  gboolean (*count) (gpointer data, const char *gold, const char *system, gboolean is_other, TbkTally *tally,
                     GError **error);

  /* As in Counting; all tallies are of one system. */
  gboolean (*write) (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error);
  gpointer data;
  const char *parameters; /* (nullable): the path of a file that is read beside those compared */
  const char *read;       /* as in Counting: of what it says */
} Evaluating;

/* Counts over the operands @paths, GOLD and SYSTEM, files or folders, and writes the table; or merges tallies. */
gboolean evaluating_run (const Evaluating *evaluating, TbkCorpusOptions *options, char ***paths,
                         GError **error);

/* The columns of a table of measures, with another system or without, NULL-terminated. */
extern const char *const evaluating_columns[], *const evaluating_against_columns[];

/* A measure: the share, and the ends of its interval; and the share of another system, where in @n_as_great rounds the
 * difference is as great. */
typedef struct {
  const char *name;
  TbkShare share, low, high, other;
  int n_as_great;
} MeasureRow;

gboolean evaluating_write_row (TbkTable *table, const MeasureRow *row, GError **error);

#endif
