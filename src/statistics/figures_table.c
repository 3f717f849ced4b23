/* figures_table.c - tables of figures, from tallies.
 *
 * Contents
 *   1. figure_rows: what tables of figures show: columns, and cells from sums of integers
 *   2. figures_table: tables of figures, from tallies
 */
#include "statistics/statistics.h"

#include "tbk/files.h"

/* 1. figure_rows: what tables of figures show: columns, and cells from sums of integers. */

static const char *const keys[TBK_FIGURES_N_BYS][3] = {
  [TBK_FIGURES_BY_FILE] = { "file" },
  [TBK_FIGURES_BY_LANGUAGE] = { "language" },
  [TBK_FIGURES_BY_LENGTH] = { "words_from", "words_to" },
  [TBK_FIGURES_BY_SENTENCE] = { "file", "sentence", "sent_id" },
  [TBK_FIGURES_BY_DEPREL] = { "deprel" },
  [TBK_FIGURES_BY_UPOS] = { "upos" },
  [TBK_FIGURES_BY_DIRECTION] = { "direction" },
  [TBK_FIGURES_BY_DISTANCE] = { "distance_from", "distance_to" },
};

/* What is behind the figures of trees, or of arcs: ends with NULL. */
static const char *const of_arcs[] = { "words", "nonprojective_arcs", "lost_arcs", "certain", NULL };
static const char *const of_sentences[] = { "words", "nonprojective_arcs", "lost_arcs", NULL };
static const char *const shares[] = { "nonprojective_arcs_percent", "upper_bound_uas", NULL };
static const char *const of_one_arc[] = { "file",   "sentence", "sent_id",  "dependent",     "head",
                                          "deprel", "upos",     "new_head", "levels_lifted", NULL };

static const char *const of_lengths[] = {
  "trees_measured",
  "trees_left_out",
  "arcs",
  "total_length",
  "crossings",
  "mdd",
  "mdd_of_sentences",
  "mdd_least",
  "mdd_least_projective",
  "mdd_random_projective",
  "mdd_random_planar",
  "mdd_random",
  "omega",
  "adjacent_percent",
  "head_initial_percent",
  "mean_depth",
  "max_arc",
  "max_flux",
  "max_flux_weight",
  NULL,
};

static const char *const class_shares[TBK_N_CLASSES] = {
  "proj_percent",  "planar_percent", "2planar_percent",  "2planar0_percent", "1ec_percent",
  "1ec0_percent",  "mh4_percent",    "inh0_percent",     "inh1_percent",     "wn_percent",
  "gap1_percent",  "gap2_percent",   "wg1_percent",      "wg2_percent",      "mg1_percent",
  "edge1_percent", "edge2_percent",  "attardi2_percent", "attardi3_percent", "attardi4_percent",
};

static void
add_names (GPtrArray *columns, const char *const *names)
{
  for (; *names != NULL; names++)
    g_ptr_array_add (columns, (gpointer) *names);
}

static void
add_classes (GPtrArray *columns, gboolean has_shares)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++) {
    g_ptr_array_add (columns, (gpointer) tbk_class_name (class));
    if (has_shares)
      g_ptr_array_add (columns, (gpointer) class_shares[class]);
  }
  add_names (columns, (const char *const[]){ "max_gap_degree", "max_edge_degree", "not_decided", NULL });
}

static void
add_values (GPtrArray *columns)
{
  for (int length = 0; length < TBK_N_LENGTHS; length++)
    g_ptr_array_add (columns, (gpointer) tbk_length_name (length));
}

/* The columns of tables about trees, behind their keys. */
static void
add_trees (GPtrArray *columns, const TbkFiguresOptions *options)
{
  const gboolean by_sentence = options->by == TBK_FIGURES_BY_SENTENCE;

  if (by_sentence)
    add_names (columns, of_sentences);
  for (int f = 0; !by_sentence && f < TBK_N_FIGURES; f++)
    g_ptr_array_add (columns, (gpointer) tbk_figure_name (f));
  if (!by_sentence)
    g_ptr_array_add (columns, (gpointer) "nonprojective_trees_percent");
  add_names (columns, shares);
  if (options->lengths && by_sentence && options->values)
    add_values (columns);
  else if (options->lengths)
    add_names (columns, of_lengths);
  if (options->classes)
    add_classes (columns, !by_sentence);
}

const char **
tbk_figures_columns (const TbkFiguresOptions *options)
{
  GPtrArray *columns = g_ptr_array_new ();

  g_return_val_if_fail ((guint) options->by < TBK_FIGURES_N_BYS, NULL);
  if (options->by == TBK_FIGURES_BY_ARC) {
    add_names (columns, of_one_arc);
  } else {
    for (int k = 0; k < 3 && keys[options->by][k] != NULL; k++)
      g_ptr_array_add (columns, (gpointer) keys[options->by][k]);
    if (options->by < TBK_FIGURES_BY_ARC) {
      add_trees (columns, options);
    } else {
      add_names (columns, of_arcs);
      add_names (columns, shares);
      if (options->lengths)
        g_ptr_array_add (columns, (gpointer) "mean_length");
    }
  }
  g_ptr_array_add (columns, NULL);
  return (const char **) g_ptr_array_free (columns, FALSE);
}

/* Means over sentences and of planar orders are sums of numbers times these. */
#define E6 G_GINT64_CONSTANT (1000000)
#define E9 G_GINT64_CONSTANT (1000000000)

void
figure_rows_lengths (const gint64 *f, TbkTable *table)
{
  const gint64 arcs = f[TBK_LENGTH_FIGURE_ARCS];

  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_TREES]);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_TREES_LEFT_OUT]);
  tbk_table_integer (table, arcs);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_TOTAL]);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_CROSSINGS]);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_TOTAL], arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_MDD], E9 * f[TBK_LENGTH_FIGURE_MDD_TREES]);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_LEAST], f[TBK_LENGTH_FIGURE_LEAST_ARCS]);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_LEAST_PROJECTIVE], arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_MEAN_PROJECTIVE], 6 * arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_MEAN_PLANAR], E6 * arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_MEAN], 3 * arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_OMEGA] - f[TBK_LENGTH_FIGURE_OMEGA_BELOW],
                   E9 * f[TBK_LENGTH_FIGURE_OMEGA_TREES]);
  tbk_table_percent (table, f[TBK_LENGTH_FIGURE_ADJACENT], arcs);
  tbk_table_percent (table, f[TBK_LENGTH_FIGURE_HEAD_INITIAL], arcs);
  tbk_table_ratio (table, f[TBK_LENGTH_FIGURE_DEPTHS], arcs);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_LONGEST]);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_GREATEST_FLUX]);
  tbk_table_integer (table, f[TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT]);
}

void
figure_rows_values (const gint64 *lengths, int n, TbkTable *table)
{
  for (int length = 0; length < TBK_N_LENGTHS; length++) {
    char text[2 * 21 + 1];
    gint64 numerator, denominator;

    if (lengths[length] == TBK_LENGTH_UNDEFINED) {
      tbk_table_nothing (table);
      continue;
    }
    tbk_length_reduce (length, n, lengths[length], &numerator, &denominator);
    if (denominator == 1) {
      tbk_table_integer (table, numerator);
      continue;
    }
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, numerator, denominator);
    tbk_table_string (table, text);
  }
}

void
figure_rows_classes (const gint64 *figures, gint64 trees, TbkTable *table)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++) {
    tbk_table_integer (table, figures[class]);
    tbk_table_percent (table, figures[class], trees);
  }
  tbk_table_integer (table, figures[TBK_CLASS_FIGURE_GAP_DEGREE]);
  tbk_table_integer (table, figures[TBK_CLASS_FIGURE_EDGE_DEGREE]);
  tbk_table_integer (table, figures[TBK_CLASS_FIGURE_UNDECIDED]);
}

static void
put_degree (int degree, TbkTable *table)
{
  if (degree < 0)
    tbk_table_nothing (table);
  else
    tbk_table_integer (table, degree);
}

void
figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((classes->undecided & TBK_CLASS_BIT (class)) != 0)
      tbk_table_nothing (table);
    else
      tbk_table_integer (table, (classes->outside & TBK_CLASS_BIT (class)) != 0);
  put_degree (classes->gap_degree, table);
  put_degree (classes->edge_degree, table);
  tbk_table_integer (table, classes->undecided != 0);
}

void
figure_rows_shares (gint64 words, gint64 nonprojective, gint64 lost, TbkTable *table)
{
  tbk_table_percent (table, nonprojective, words);
  tbk_table_percent (table, words - lost, words);
}

void
figure_rows_mean_length (const gint64 *arc_figures, TbkTable *table)
{
  tbk_table_ratio (table, arc_figures[TBK_ARC_FIGURE_LENGTH], arc_figures[TBK_ARC_FIGURE_BETWEEN_WORDS]);
}

/* 2. figures_table: tables of figures, from tallies. */

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
