/* figures_table.c - tables of figures, from tallies. */
#include "corpus/figure_rows.h"
#include "tbk/files.h"

static gboolean
is_of_arcs (const TbkFiguresOptions *options)
{
  return options->by >= TBK_FIGURES_BY_ARC;
}

/* Of some trees, what was counted of each kind. */
typedef struct {
  const gint64 *of_kind[TBK_FIGURES_N_KINDS];
} Figures;

/* Writes what follows the key of a row of trees. */
static gboolean
write_trees (const Figures *figures, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  const gint64 *trees = figures->of_kind[TBK_FIGURES_OF_TREES];

  for (int f = 0; f < TBK_N_FIGURES; f++)
    tbk_table_integer (table, trees[f]);
  tbk_table_percent (table, trees[TBK_FIGURE_NONPROJECTIVE_TREES], trees[TBK_FIGURE_SENTENCES]);
  figure_rows_shares (trees[TBK_FIGURE_WORDS], trees[TBK_FIGURE_NONPROJECTIVE_ARCS],
                      trees[TBK_FIGURE_LOST_ARCS], table);
  if (options->lengths)
    figure_rows_lengths (figures->of_kind[TBK_FIGURES_OF_LENGTHS], table);
  if (options->classes)
    figure_rows_classes (figures->of_kind[TBK_FIGURES_OF_CLASSES], trees[TBK_FIGURE_SENTENCES], table);
  return tbk_table_end_row (table, error);
}

static gboolean
write_arcs (const gint64 *figures, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  tbk_table_integer (table, figures[TBK_ARC_FIGURE_WORDS]);
  tbk_table_integer (table, figures[TBK_ARC_FIGURE_NONPROJECTIVE]);
  tbk_table_integer (table, figures[TBK_ARC_FIGURE_LOST]);
  tbk_table_integer (table, figures[TBK_ARC_FIGURE_CERTAIN]);
  figure_rows_shares (figures[TBK_ARC_FIGURE_WORDS], figures[TBK_ARC_FIGURE_NONPROJECTIVE],
                      figures[TBK_ARC_FIGURE_LOST], table);
  if (options->lengths)
    figure_rows_mean_length (figures, table);
  return tbk_table_end_row (table, error);
}

static gboolean
write_tally (const TbkTally *tally, const char *name, const TbkFiguresOptions *options, TbkTable *table,
             GError **error)
{
  Figures figures;

  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    figures.of_kind[kind] = tbk_figures_get (tally, kind);
  tbk_table_string (table, name);
  return write_trees (&figures, options, table, error);
}

/* Rows for the files that are in. */
static gboolean
write_files (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = NULL;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_tally (tally, tbk_tallies_name (tallies, f), options, table, error))
      return FALSE;
  }
  if (tbk_tallies_n_in (tallies) < 2)
    return TRUE;
  total = tbk_tallies_total (tallies);
  return write_tally (total, "TOTAL", options, table, error);
}

/* Rows for languages, in the order in which they occur. */
static gboolean
write_languages (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_tally_free);
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    char *name;
    guint place;

    if (tbk_tallies_get (tallies, f) == NULL)
      continue;
    name = tbk_file_language (tbk_tallies_name (tallies, f));
    if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, &place)) {
      g_free (name);
    } else {
      place = names->len;
      g_ptr_array_add (names, name);
      g_ptr_array_add (sums, tbk_tally_new (tbk_figures_layout ()));
    }
    tbk_tally_merge_copy (sums->pdata[place], tbk_tallies_get (tallies, f));
  }
  for (guint l = 0; l < names->len; l++)
    if (!write_tally (sums->pdata[l], names->pdata[l], options, table, error))
      return FALSE;
  return names->len < 2 || write_tally (total, "TOTAL", options, table, error);
}

/* Writes the first and last number of a bin. */
static void
write_bin (const char *key, const TbkFiguresOptions *options, TbkTable *table)
{
  const gint64 number = g_ascii_strtoll (key, NULL, 10);
  const gboolean is_of_distances = is_of_arcs (options);
  const gint64 last = (number + (is_of_distances ? 0 : 1)) * options->width;

  tbk_table_integer (table, is_of_distances && number == 0 ? 0 : last - options->width + 1);
  tbk_table_integer (table, last);
}

/* Rows over all input for lengths. */
static gboolean
write_bins (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  static const gint64 none[TBK_TALLY_MAX_COLUMNS];
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (total, tbk_figures_section (TBK_FIGURES_OF_TREES, options->by), &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    Figures figures;

    for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
      figures.of_kind[kind] = tbk_tally_get (total, tbk_figures_section (kind, options->by), rows[r].key);
      if (figures.of_kind[kind] == NULL)
        figures.of_kind[kind] = none;
    }
    write_bin (rows[r].key[0], options, table);
    if (!write_trees (&figures, options, table, error))
      return FALSE;
  }
  return TRUE;
}

/* Rows over all input for groups of arcs. */
static gboolean
write_groups (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (total, tbk_figures_section (TBK_FIGURES_OF_TREES, options->by), &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    if (options->by == TBK_FIGURES_BY_DISTANCE)
      write_bin (rows[r].key[0], options, table);
    else
      tbk_table_string (table, rows[r].key[0]);
    if (!write_arcs (rows[r].values, options, table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                   GError **error)
{
  switch (options->by) {
  case TBK_FIGURES_BY_FILE:
    return write_files (tallies, options, table, error);
  case TBK_FIGURES_BY_LANGUAGE:
    return write_languages (tallies, options, table, error);
  case TBK_FIGURES_BY_LENGTH:
    return write_bins (tallies, options, table, error);
  case TBK_FIGURES_BY_SENTENCE:
  case TBK_FIGURES_BY_ARC:
    return TRUE; /* written as they were found */
  default:
    return write_groups (tallies, options, table, error);
  }
}
