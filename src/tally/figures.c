/* figures.c - the figures of trees, and the layout of all figures of treebanks. */
#include "tbk/figures.h"

#include <string.h>

#include "tally/tally.h"

enum { ALL, LENGTHS, DEPRELS, UPOS, DIRECTIONS, DISTANCES };

static const TbkTallyColumn columns[TBK_N_FIGURES] = {
  [TBK_FIGURE_SENTENCES] = { "sentences", TBK_TALLY_SUM },
  [TBK_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_TREES] = { "nonprojective_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_LENGTH] = { "max_length", TBK_TALLY_MAX },
  [TBK_FIGURE_LOST_ARCS] = { "lost_arcs", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPLANAR_TREES] = { "nonplanar_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_ILL_NESTED_TREES] = { "ill_nested_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_GAP_DEGREE_OVER_1] = { "gap_degree_over_1", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_GAP_DEGREE] = { "max_gap_degree", TBK_TALLY_MAX },
  [TBK_FIGURE_EDGE_DEGREE_OVER_1] = { "edge_degree_over_1", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_EDGE_DEGREE] = { "max_edge_degree", TBK_TALLY_MAX },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_2] = { "attardi_degree_over_2", TBK_TALLY_SUM },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_3] = { "attardi_degree_over_3", TBK_TALLY_SUM },
  [TBK_FIGURE_ATTARDI_DEGREE_OVER_4] = { "attardi_degree_over_4", TBK_TALLY_SUM },
};

static const TbkTallyColumn arc_columns[TBK_N_ARC_FIGURES] = {
  [TBK_ARC_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_NONPROJECTIVE] = { "nonprojective_arcs", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_LOST] = { "lost_arcs", TBK_TALLY_SUM },
};

static const TbkTallyKey length_bin[] = { { "length_bin", TBK_TALLY_INTEGER } };
static const TbkTallyKey deprel[] = { { "deprel", TBK_TALLY_TEXT } };
static const TbkTallyKey upos[] = { { "upos", TBK_TALLY_TEXT } };
static const TbkTallyKey direction[] = { { "direction", TBK_TALLY_TEXT } };
static const TbkTallyKey distance_bin[] = { { "distance_bin", TBK_TALLY_INTEGER } };

static const TbkTallySection sections[] = {
  [ALL] = { "figures", NULL, 0, columns, TBK_N_FIGURES },
  [LENGTHS] = { "lengths", length_bin, 1, columns, TBK_N_FIGURES },
  [DEPRELS] = { "deprels", deprel, 1, arc_columns, TBK_N_ARC_FIGURES },
  [UPOS] = { "upos", upos, 1, arc_columns, TBK_N_ARC_FIGURES },
  [DIRECTIONS] = { "directions", direction, 1, arc_columns, TBK_N_ARC_FIGURES },
  [DISTANCES] = { "distances", distance_bin, 1, arc_columns, TBK_N_ARC_FIGURES },
};

/* Figures of trees whose shares are none, since a part is more than the whole. */
static gboolean
are_trees_wrong (const gint64 *values)
{
  return values[TBK_FIGURE_NONPROJECTIVE_TREES] > values[TBK_FIGURE_SENTENCES]
         || values[TBK_FIGURE_NONPROJECTIVE_ARCS] > values[TBK_FIGURE_WORDS]
         || values[TBK_FIGURE_LOST_ARCS] > values[TBK_FIGURE_WORDS];
}

static gboolean
are_arcs_wrong (const gint64 *values)
{
  return values[TBK_ARC_FIGURE_NONPROJECTIVE] > values[TBK_ARC_FIGURE_WORDS]
         || values[TBK_ARC_FIGURE_LOST] > values[TBK_ARC_FIGURE_WORDS];
}

/* A part must not be more than the whole; the rows of each section, if it has any, must be those of all words. */
static const char *
find_fault (const TbkTally *tally)
{
  const gint64 n_words = tbk_figures_get (tally)[TBK_FIGURE_WORDS];

  if (are_trees_wrong (tbk_figures_get (tally)))
    return "found more trees or arcs of a kind than there are";

  for (int s = LENGTHS; s <= DISTANCES; s++) {
    const int words = s == LENGTHS ? (int) TBK_FIGURE_WORDS : (int) TBK_ARC_FIGURE_WORDS;
    gsize n_rows;
    g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, s, &n_rows);

    for (gsize r = 0; r < n_rows; r++)
      if (s == LENGTHS ? are_trees_wrong (rows[r].values) : are_arcs_wrong (rows[r].values))
        return "found more trees or arcs of a kind than there are";
    if (n_rows > 0 && tally_rest (n_words, rows, n_rows, words) != 0)
      return "found rows of more or fewer words than there are, expected as many";
  }
  return NULL;
}

static const TbkTallyLayout layout = { "figures", sections, G_N_ELEMENTS (sections), find_fault };

const TbkTallyLayout *
tbk_figures_layout (void)
{
  return &layout;
}

int
tbk_figures_section (TbkFiguresBy by)
{
  static const int sections_of[TBK_FIGURES_N_BYS] = {
    [TBK_FIGURES_BY_FILE] = ALL,
    [TBK_FIGURES_BY_LANGUAGE] = ALL,
    [TBK_FIGURES_BY_LENGTH] = LENGTHS,
    [TBK_FIGURES_BY_SENTENCE] = ALL,
    [TBK_FIGURES_BY_ARC] = ALL,
    [TBK_FIGURES_BY_DEPREL] = DEPRELS,
    [TBK_FIGURES_BY_UPOS] = UPOS,
    [TBK_FIGURES_BY_DIRECTION] = DIRECTIONS,
    [TBK_FIGURES_BY_DISTANCE] = DISTANCES,
  };

  g_return_val_if_fail ((guint) by < TBK_FIGURES_N_BYS, 0);
  return sections_of[by];
}

const char *
tbk_figure_name (TbkFigure figure)
{
  return (guint) figure < TBK_N_FIGURES ? columns[figure].name : NULL;
}

static gboolean
measure (TbkTree *tree, const int *heads, int n, gboolean all, TbkTreeMeasures *measures, GError **error)
{
  if (!tbk_tree_set (tree, heads, n, error))
    return FALSE;
  measures->nonprojective_arcs = tbk_tree_nonprojective_arcs (tree);
  return !all || tbk_tree_measure (tree, measures, error);
}

gboolean
tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs, gboolean measures,
                   GError **error)
{
  TbkTreeMeasures m = { .is_planar = TRUE, .is_well_nested = TRUE };

  /* Only what loses arcs can be other than projective. */
  if (lost_arcs > 0 && !measure (tree, heads, n, measures, &m, error))
    return FALSE;

  figures[TBK_FIGURE_SENTENCES]++;
  figures[TBK_FIGURE_WORDS] += n;
  figures[TBK_FIGURE_MAX_LENGTH] = MAX (figures[TBK_FIGURE_MAX_LENGTH], n);
  figures[TBK_FIGURE_LOST_ARCS] += lost_arcs;
  figures[TBK_FIGURE_NONPROJECTIVE_TREES] += m.nonprojective_arcs > 0;
  figures[TBK_FIGURE_NONPROJECTIVE_ARCS] += m.nonprojective_arcs;
  figures[TBK_FIGURE_NONPLANAR_TREES] += !m.is_planar;
  figures[TBK_FIGURE_ILL_NESTED_TREES] += !m.is_well_nested;
  figures[TBK_FIGURE_GAP_DEGREE_OVER_1] += m.gap_degree > 1;
  figures[TBK_FIGURE_MAX_GAP_DEGREE] = MAX (figures[TBK_FIGURE_MAX_GAP_DEGREE], m.gap_degree);
  figures[TBK_FIGURE_EDGE_DEGREE_OVER_1] += m.edge_degree > 1;
  figures[TBK_FIGURE_MAX_EDGE_DEGREE] = MAX (figures[TBK_FIGURE_MAX_EDGE_DEGREE], m.edge_degree);
  return TRUE;
}

void
tbk_figures_count_attardi_degree (gint64 *figures, int degree)
{
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_2] += degree > 2;
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_3] += degree > 3;
  figures[TBK_FIGURE_ATTARDI_DEGREE_OVER_4] += degree > 4;
}

void
tbk_figures_flush (gint64 *figures, TbkTally *tally)
{
  tbk_tally_add (tally, ALL, NULL, figures);
  memset (figures, 0, TBK_N_FIGURES * sizeof *figures);
}

void
tbk_figures_add_length (const gint64 *figures, int width, TbkTally *tally)
{
  const int n = (int) figures[TBK_FIGURE_MAX_LENGTH];
  KeyNumber number;

  g_return_if_fail (width >= 1 && n >= 1);
  tbk_tally_add (tally, LENGTHS, (const char *[]){ key_number (&number, (guint) ((n - 1) / width)) },
                 figures);
}

const gint64 *
tbk_figures_get (const TbkTally *tally)
{
  static const gint64 none[TBK_N_FIGURES];
  const gint64 *figures = tbk_tally_get (tally, ALL, NULL);

  return figures == NULL ? none : figures;
}
