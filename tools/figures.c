/* figures.c - tables of figures: of `tbk stats` and of `--summary`. */
#include "corpus.h"
#include "tbk/files.h"

/* How many figures of trees are shown. */
static int
n_shown (const TbkFiguresOptions *options)
{
  return options->measures ? TBK_N_FIGURES : TBK_FIGURE_NONPLANAR_TREES;
}

static gboolean
is_of_arcs (const TbkFiguresOptions *options)
{
  return options->by >= TBK_FIGURES_BY_ARC;
}

static gboolean
has_bins (const TbkFiguresOptions *options)
{
  return options->by == TBK_FIGURES_BY_LENGTH || options->by == TBK_FIGURES_BY_DISTANCE;
}

const char *const *
figures_columns (const TbkFiguresOptions *options)
{
  static const char *const names[TBK_FIGURES_N_BYS][2] = {
    [TBK_FIGURES_BY_FILE] = { "file" },
    [TBK_FIGURES_BY_LANGUAGE] = { "language" },
    [TBK_FIGURES_BY_LENGTH] = { "words_from", "words_to" },
    [TBK_FIGURES_BY_DEPREL] = { "deprel" },
    [TBK_FIGURES_BY_UPOS] = { "upos" },
    [TBK_FIGURES_BY_DIRECTION] = { "direction" },
    [TBK_FIGURES_BY_DISTANCE] = { "distance_from", "distance_to" },
  };
  static const char *columns[2 + TBK_N_FIGURES + 3 + 1];
  int n = 0;

  if (options->by == TBK_FIGURES_BY_SENTENCE || options->by == TBK_FIGURES_BY_ARC)
    return tbk_figures_columns (options->by, options->measures);
  for (int k = 0; k < 2 && names[options->by][k] != NULL; k++)
    columns[n++] = names[options->by][k];
  if (is_of_arcs (options)) {
    columns[n++] = "words";
    columns[n++] = "nonprojective_arcs";
    columns[n++] = "lost_arcs";
  } else {
    for (int f = 0; f < n_shown (options); f++)
      columns[n++] = tbk_figure_name (f);
    columns[n++] = "nonprojective_trees_percent";
  }
  columns[n++] = "nonprojective_arcs_percent";
  columns[n++] = "upper_bound_uas";
  columns[n] = NULL;
  return columns;
}

/* Ends a row with the shares of arcs. */
static gboolean
end_row (TbkTable *table, gint64 words, gint64 nonprojective, gint64 lost, GError **error)
{
  tbk_table_percent (table, nonprojective, words);
  tbk_table_percent (table, words - lost, words);
  return tbk_table_end_row (table, error);
}

/* Writes what follows the name of a row of trees. */
static gboolean
write_trees (const gint64 *figures, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  for (int f = 0; f < n_shown (options); f++)
    tbk_table_integer (table, figures[f]);
  tbk_table_percent (table, figures[TBK_FIGURE_NONPROJECTIVE_TREES], figures[TBK_FIGURE_SENTENCES]);
  return end_row (table, figures[TBK_FIGURE_WORDS], figures[TBK_FIGURE_NONPROJECTIVE_ARCS],
                  figures[TBK_FIGURE_LOST_ARCS], error);
}

static gboolean
write_arcs (const gint64 *figures, TbkTable *table, GError **error)
{
  for (int f = 0; f < TBK_N_ARC_FIGURES; f++)
    tbk_table_integer (table, figures[f]);
  return end_row (table, figures[TBK_ARC_FIGURE_WORDS], figures[TBK_ARC_FIGURE_NONPROJECTIVE],
                  figures[TBK_ARC_FIGURE_LOST], error);
}

static gboolean
write_tally (const TbkTally *tally, const char *name, const TbkFiguresOptions *options, TbkTable *table,
             GError **error)
{
  tbk_table_string (table, name);
  return write_trees (tbk_figures_get (tally), options, table, error);
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

/* Rows over all input for lengths, or for groups of arcs. */
static gboolean
write_groups (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, tbk_figures_section (options->by), &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    if (has_bins (options))
      write_bin (rows[r].key[0], options, table);
    else
      tbk_table_string (table, rows[r].key[0]);
    if (is_of_arcs (options) ? !write_arcs (rows[r].values, table, error)
                             : !write_trees (rows[r].values, options, table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  switch (options->by) {
  case TBK_FIGURES_BY_FILE:
    return write_files (tallies, options, table, error);
  case TBK_FIGURES_BY_LANGUAGE:
    return write_languages (tallies, options, table, error);
  case TBK_FIGURES_BY_SENTENCE:
  case TBK_FIGURES_BY_ARC:
    return TRUE; /* written as they were found */
  default:
    return write_groups (tallies, options, table, error);
  }
}
