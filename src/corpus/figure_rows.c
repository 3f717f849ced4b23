/* figure_rows.c - what tables of figures show: columns, and cells from sums of integers. */
#include "corpus/figure_rows.h"

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
