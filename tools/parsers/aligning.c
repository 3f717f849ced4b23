/* aligning.c - tbk evaluate --align: files whose tokens and sentences may differ. */
#include "aligning.h"

#include "options/tool.h"
#include "tbk/align.h"

typedef struct {
  const TableOptions *table;
  const EvaluatingOptions *options;
  gboolean has_any_root;
} Align;

/* Per cent, rounded as the script of the shared task rounds. */
static void
write_share (TbkTable *table, gint64 right, gint64 of)
{
  tbk_table_decimal (table, of == 0 ? 0 : 100 * ((double) right / (double) of), 2);
}

static gboolean
write_measure (const Align *align, TbkTable *table, const TbkAlignedCounts *counts, const MeasureRow *row,
               GError **error)
{
  for (int other = 0; other < evaluating_n_rows (align->options); other++) {
    tbk_table_string (table, row->name);
    tbk_table_integer (table, counts->right);
    tbk_table_integer (table, counts->gold);
    tbk_table_integer (table, counts->system);
    if (counts->aligned < 0)
      tbk_table_nothing (table);
    else
      tbk_table_integer (table, counts->aligned);
    write_share (table, counts->right, counts->system);
    write_share (table, counts->right, counts->gold);
    write_share (table, 2 * counts->right, counts->gold + counts->system);
    if (!evaluating_end_row (align->options, table, row, other, error))
      return FALSE;
  }
  return TRUE;
}

static TbkShare
f1_of (const TbkAlignedEvaluation *evaluation, TbkAlignedMeasure measure)
{
  const TbkAlignedCounts counts = tbk_aligned_evaluation_counts (evaluation, measure);

  return (TbkShare){ 2 * counts.right, counts.gold + counts.system };
}

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Align *align, TbkAlignedEvaluation *const *systems, TbkTable *table, GError **error)
{
  const int n_others = align->options->n_others;
  const gboolean has_intervals = align->options->has_intervals;
  TbkShare low[TBK_N_ALIGNED], high[TBK_N_ALIGNED];
  g_autofree TbkShare *others = g_new (TbkShare, MAX (n_others, 1));
  g_autofree int *n_as_great = g_new (int, MAX (n_others, 1) * TBK_N_ALIGNED);
  g_autofree int *of_measure = g_new (int, MAX (n_others, 1));

  if (has_intervals)
    tbk_aligned_evaluation_intervals (systems[0], align->options->seed, low, high);
  for (int o = 0; o < n_others; o++)
    tbk_aligned_evaluation_test (systems[0], systems[o + 1], align->options->seed,
                                 n_as_great + o * TBK_N_ALIGNED);
  for (TbkAlignedMeasure m = 0; m < TBK_N_ALIGNED; m++) {
    const TbkAlignedCounts counts = tbk_aligned_evaluation_counts (systems[0], m);
    const MeasureRow row = { .name = tbk_aligned_measure_name (m),
                             .share = f1_of (systems[0], m),
                             .low = has_intervals ? &low[m] : NULL,
                             .high = has_intervals ? &high[m] : NULL,
                             .others = others,
                             .n_as_great = of_measure };

    for (int o = 0; o < n_others; o++) {
      others[o] = f1_of (systems[o + 1], m);
      of_measure[o] = n_as_great[o * TBK_N_ALIGNED + (int) m];
    }
    if (!write_measure (align, table, &counts, &row, error))
      return FALSE;
  }
  return TRUE;
}

/* Tells of ranges that one file alone has, which explain differences of tokens and words. */
static void
tell_ranges (const TbkAlignedEvaluation *evaluation)
{
  const TbkAlignedRanges ranges = tbk_aligned_evaluation_ranges (evaluation);
  const struct {
    gint64 n;
    const char *has, *lacks;
  } sides[] = { { ranges.gold, "gold", "system's" }, { ranges.system, "system's", "gold" } };

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    if (sides[s].n > ranges.both)
      tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                    " multiword ranges of the %s files are no ranges in the %s files",
                    sides[s].n - ranges.both, sides[s].n, sides[s].has, sides[s].lacks);
}

static const char *const share_columns[] = { "measure",   "right",  "gold", "system", "aligned",
                                             "precision", "recall", "f1",   NULL };

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Align *align = data;
  g_autoptr (GPtrArray) systems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_aligned_evaluation_free);
  g_autofree const char **all = evaluating_columns (align->options, share_columns, "other_f1");
  g_autoptr (TbkTable) table = table_new (align->table, output, all);

  for (int other = 0; other <= align->options->n_others; other++)
    g_ptr_array_add (systems, tbk_aligned_evaluation_of (tallies, other));
  tell_ranges (systems->pdata[0]);
  return write_measures (align, (TbkAlignedEvaluation **) systems->pdata, table, error)
         && tbk_table_end (table, error);
}

static gboolean
count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other, TbkTally *tally,
       GError **error)
{
  g_autoptr (TbkAlignedEvaluation) evaluation =
      tbk_align_evaluate (gold, system, ((const Align *) data)->has_any_root, error);

  (void) selector;
  if (evaluation != NULL)
    tbk_aligned_evaluation_count (evaluation, other, tally);
  return evaluation != NULL;
}

gboolean
aligning_run (const EvaluatingOptions *options, gboolean has_any_root, const TableOptions *table,
              Corpus *corpus, GError **error)
{
  Align align = { .table = table, .options = options, .has_any_root = has_any_root };
  const Evaluating evaluating = { .options = options,
                                  .layout = tbk_aligned_evaluation_layout (),
                                  .count = count,
                                  .write = write_table,
                                  .data = &align };
  g_autofree const char **columns = evaluating_columns (options, share_columns, "other_f1");

  /* What belongs to some sentences is not known before all are aligned. */
  return selection_check_unused (&corpus->given->selection, "--align", error)
         && table_check_sort (table, (const char *const *) columns, error)
         && evaluating_run (&evaluating, corpus, error);
}
