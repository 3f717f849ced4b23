/* figures.c - the figures of trees, and the layout of all figures of treebanks. */
#include "tbk/figures.h"

#include <string.h>

#include "tally/figures.h"
#include "tally/tally.h"

enum {
  ALL,
  ALL_LENGTHS,
  ALL_CLASSES,
  BY_LENGTH,
  LENGTHS_BY_LENGTH,
  CLASSES_BY_LENGTH,
  DEPRELS,
  UPOS,
  DIRECTIONS,
  DISTANCES,
  N_SECTIONS,
};

static const TbkTallyColumn columns[TBK_N_FIGURES] = {
  [TBK_FIGURE_SENTENCES] = { "sentences", TBK_TALLY_SUM },
  [TBK_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_TREES] = { "nonprojective_trees", TBK_TALLY_SUM },
  [TBK_FIGURE_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", TBK_TALLY_SUM },
  [TBK_FIGURE_MAX_LENGTH] = { "max_length", TBK_TALLY_MAX },
  [TBK_FIGURE_LOST_ARCS] = { "lost_arcs", TBK_TALLY_SUM },
};

static const TbkTallyColumn arc_columns[TBK_N_ARC_FIGURES] = {
  [TBK_ARC_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_NONPROJECTIVE] = { "nonprojective_arcs", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_LOST] = { "lost_arcs", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_CERTAIN] = { "certain", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_BETWEEN_WORDS] = { "arcs", TBK_TALLY_SUM },
  [TBK_ARC_FIGURE_LENGTH] = { "D", TBK_TALLY_SUM },
};

static const TbkTallyKey length_bin[] = { { "length_bin", TBK_TALLY_INTEGER } };
static const TbkTallyKey deprel[] = { { "deprel", TBK_TALLY_TEXT } };
static const TbkTallyKey upos[] = { { "upos", TBK_TALLY_TEXT } };
static const TbkTallyKey direction[] = { { "direction", TBK_TALLY_TEXT } };
static const TbkTallyKey distance_bin[] = { { "distance_bin", TBK_TALLY_INTEGER } };

static const TbkTallySection sections[] = {
  [ALL] = { "figures", NULL, 0, columns, TBK_N_FIGURES },
  [ALL_LENGTHS] = { "lengths", NULL, 0, length_figures_columns, TBK_N_LENGTH_FIGURES },
  [ALL_CLASSES] = { "classes", NULL, 0, class_figures_columns, TBK_N_CLASS_FIGURES },
  [BY_LENGTH] = { "figures_by_length", length_bin, 1, columns, TBK_N_FIGURES },
  [LENGTHS_BY_LENGTH] = { "lengths_by_length", length_bin, 1, length_figures_columns, TBK_N_LENGTH_FIGURES },
  [CLASSES_BY_LENGTH] = { "classes_by_length", length_bin, 1, class_figures_columns, TBK_N_CLASS_FIGURES },
  [DEPRELS] = { "deprels", deprel, 1, arc_columns, TBK_N_ARC_FIGURES },
  [UPOS] = { "upos", upos, 1, arc_columns, TBK_N_ARC_FIGURES },
  [DIRECTIONS] = { "directions", direction, 1, arc_columns, TBK_N_ARC_FIGURES },
  [DISTANCES] = { "distances", distance_bin, 1, arc_columns, TBK_N_ARC_FIGURES },
};

/* The kind of a section of trees. */
static TbkFiguresKind
kind_of (int section)
{
  return section < BY_LENGTH ? section - ALL : section - BY_LENGTH;
}

/* Whether the figures of a row have no shares, since a part is more than the whole, or pass the bounds of
 * means. */
static gboolean
is_wrong (int section, const gint64 *values)
{
  if (section >= DEPRELS)
    return values[TBK_ARC_FIGURE_NONPROJECTIVE] > values[TBK_ARC_FIGURE_WORDS]
           || values[TBK_ARC_FIGURE_LOST] > values[TBK_ARC_FIGURE_WORDS]
           || values[TBK_ARC_FIGURE_CERTAIN] > values[TBK_ARC_FIGURE_LOST]
           || values[TBK_ARC_FIGURE_BETWEEN_WORDS] > values[TBK_ARC_FIGURE_WORDS];
  switch (kind_of (section)) {
  case TBK_FIGURES_OF_TREES:
    return values[TBK_FIGURE_NONPROJECTIVE_TREES] > values[TBK_FIGURE_SENTENCES]
           || values[TBK_FIGURE_NONPROJECTIVE_ARCS] > values[TBK_FIGURE_WORDS]
           || values[TBK_FIGURE_LOST_ARCS] > values[TBK_FIGURE_WORDS];
  case TBK_FIGURES_OF_LENGTHS:
    return length_figures_are_wrong (values);
  default:
    return FALSE;
  }
}

/* What all rows of a section have together, of what its column @column counts; -1 if nothing is to be
 * compared. */
static gint64
find_whole (const TbkTally *tally, int section, int *column)
{
  const gint64 *trees = tbk_figures_get (tally, TBK_FIGURES_OF_TREES);

  *column = section == BY_LENGTH ? (int) TBK_FIGURE_WORDS : (int) TBK_ARC_FIGURE_WORDS;
  if (section == BY_LENGTH || section >= DEPRELS)
    return trees[TBK_FIGURE_WORDS];
  *column = TBK_LENGTH_FIGURE_WORDS;
  return section == LENGTHS_BY_LENGTH
             ? tbk_figures_get (tally, TBK_FIGURES_OF_LENGTHS)[TBK_LENGTH_FIGURE_WORDS]
             : -1;
}

/* More trees of a class than there are trees have no share. */
static gboolean
has_too_many_classes (const TbkTally *tally)
{
  const gint64 *trees = tbk_figures_get (tally, TBK_FIGURES_OF_TREES);
  const gint64 *classes = tbk_figures_get (tally, TBK_FIGURES_OF_CLASSES);

  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if (classes[class] > trees[TBK_FIGURE_SENTENCES])
      return TRUE;
  return classes[TBK_CLASS_FIGURE_UNDECIDED] > trees[TBK_FIGURE_SENTENCES];
}

/* A part must not be more than the whole; the rows of each section, if it has any, must be those of all
 * words. */
static const char *
find_fault (const TbkTally *tally)
{
  if (has_too_many_classes (tally))
    return "found more trees or arcs of a kind than there are";

  for (int s = ALL; s < N_SECTIONS; s++) {
    gsize n_rows;
    int column;
    const gint64 whole = find_whole (tally, s, &column);
    g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, s, &n_rows);

    for (gsize r = 0; r < n_rows; r++)
      if (is_wrong (s, rows[r].values))
        return "found more trees or arcs of a kind than there are";
    if (s >= BY_LENGTH && n_rows > 0 && whole >= 0 && tally_rest (whole, rows, n_rows, column) != 0)
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
tbk_figures_section (TbkFiguresKind kind, TbkFiguresBy by)
{
  g_return_val_if_fail ((guint) kind < TBK_FIGURES_N_KINDS && (guint) by < TBK_FIGURES_N_BYS, 0);
  switch (by) {
  case TBK_FIGURES_BY_LENGTH:
    return BY_LENGTH + kind;
  case TBK_FIGURES_BY_DEPREL:
    return DEPRELS;
  case TBK_FIGURES_BY_UPOS:
    return UPOS;
  case TBK_FIGURES_BY_DIRECTION:
    return DIRECTIONS;
  case TBK_FIGURES_BY_DISTANCE:
    return DISTANCES;
  default:
    return ALL + kind;
  }
}

const char *
tbk_figure_name (TbkFigure figure)
{
  return (guint) figure < TBK_N_FIGURES ? columns[figure].name : NULL;
}

gboolean
tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs, GError **error)
{
  int nonprojective_arcs = 0;

  if (lost_arcs > 0) { /* only what loses arcs can be other than projective */
    if (!tbk_tree_set (tree, heads, n, error))
      return FALSE;
    nonprojective_arcs = tbk_tree_nonprojective_arcs (tree);
  }
  figures[TBK_FIGURE_SENTENCES]++;
  figures[TBK_FIGURE_WORDS] += n;
  figures[TBK_FIGURE_MAX_LENGTH] = MAX (figures[TBK_FIGURE_MAX_LENGTH], n);
  figures[TBK_FIGURE_LOST_ARCS] += lost_arcs;
  figures[TBK_FIGURE_NONPROJECTIVE_TREES] += nonprojective_arcs > 0;
  figures[TBK_FIGURE_NONPROJECTIVE_ARCS] += nonprojective_arcs;
  return TRUE;
}

void
tbk_figures_flush (TbkFiguresKind kind, gint64 *figures, TbkTally *tally)
{
  g_return_if_fail ((guint) kind < TBK_FIGURES_N_KINDS);
  tbk_tally_add (tally, ALL + (int) kind, NULL, figures);
  memset (figures, 0, (gsize) sections[ALL + kind].n_columns * sizeof *figures);
}

void
tbk_figures_add_length (TbkFiguresKind kind, const gint64 *figures, int n, int width, TbkTally *tally)
{
  KeyNumber number;

  g_return_if_fail ((guint) kind < TBK_FIGURES_N_KINDS && width >= 1 && n >= 1);
  tbk_tally_add (tally, BY_LENGTH + (int) kind,
                 (const char *[]){ key_number (&number, (guint) ((n - 1) / width)) }, figures);
}

const gint64 *
tbk_figures_get (const TbkTally *tally, TbkFiguresKind kind)
{
  static const gint64 none[TBK_TALLY_MAX_COLUMNS];
  const gint64 *figures;

  g_return_val_if_fail ((guint) kind < TBK_FIGURES_N_KINDS, none);
  figures = tbk_tally_get (tally, ALL + (int) kind, NULL);
  return figures == NULL ? none : figures;
}
