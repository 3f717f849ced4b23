/* figures.c - the figures of trees, of arcs, of lengths and of classes, and their layout.
 *
 * Contents
 *   1. class_figures: numbers of trees outside classes
 *   2. arc_figures: the figures of arcs by group: counted in an array by the number of the group
 *   3. length_figures: sums of lengths over trees
 *   4. figures: the figures of trees, and the layout of all figures of treebanks
 */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/figures.h"
#include "tbk/vocabulary.h"

/* 1. class_figures: numbers of trees outside classes. */

/* In the order of TbkClass, with its names. */
const TbkTallyColumn class_figures_columns[TBK_N_CLASS_FIGURES] = {
  { "proj", TBK_TALLY_SUM },
  { "planar", TBK_TALLY_SUM },
  { "2planar", TBK_TALLY_SUM },
  { "2planar0", TBK_TALLY_SUM },
  { "1ec", TBK_TALLY_SUM },
  { "1ec0", TBK_TALLY_SUM },
  { "mh4", TBK_TALLY_SUM },
  { "inh0", TBK_TALLY_SUM },
  { "inh1", TBK_TALLY_SUM },
  { "wn", TBK_TALLY_SUM },
  { "gap1", TBK_TALLY_SUM },
  { "gap2", TBK_TALLY_SUM },
  { "wg1", TBK_TALLY_SUM },
  { "wg2", TBK_TALLY_SUM },
  { "mg1", TBK_TALLY_SUM },
  { "edge1", TBK_TALLY_SUM },
  { "edge2", TBK_TALLY_SUM },
  { "attardi2", TBK_TALLY_SUM },
  { "attardi3", TBK_TALLY_SUM },
  { "attardi4", TBK_TALLY_SUM },
  { "max_gap_degree", TBK_TALLY_MAX },
  { "max_edge_degree", TBK_TALLY_MAX },
  { "not_decided", TBK_TALLY_SUM },
};

void
tbk_class_figures_count (gint64 *figures, const TbkClasses *classes)
{
  if (classes->outside == 0 && classes->undecided == 0)
    return;
  for (guint rest = classes->outside; rest != 0; rest &= rest - 1)
    figures[__builtin_ctz (rest)]++;
  figures[TBK_CLASS_FIGURE_UNDECIDED] += classes->undecided != 0;
  figures[TBK_CLASS_FIGURE_GAP_DEGREE] = MAX (figures[TBK_CLASS_FIGURE_GAP_DEGREE], classes->gap_degree);
  figures[TBK_CLASS_FIGURE_EDGE_DEGREE] = MAX (figures[TBK_CLASS_FIGURE_EDGE_DEGREE], classes->edge_degree);
}

/* 2. arc_figures: the figures of arcs by group: counted in an array by the number of the group. */

/* The groups of directions. */
enum { LEFT, RIGHT, ROOT };

struct TbkArcFigures {
  TbkFiguresBy by;
  int width;
  TbkVocabulary *names; /* of groups that the treebank names */
  gint64 (*groups)[TBK_N_ARC_FIGURES];
  gsize n_groups; /* those that may be other than zero */
  gsize n_allocated;
};

TbkArcFigures *
tbk_arc_figures_new (TbkFiguresBy by, int width)
{
  TbkArcFigures *figures;

  g_return_val_if_fail (by >= TBK_FIGURES_BY_DEPREL && by < TBK_FIGURES_N_BYS && width >= 1, NULL);
  figures = g_new0 (TbkArcFigures, 1);
  figures->by = by;
  figures->width = width;
  figures->names = tbk_vocabulary_new ();
  return figures;
}

void
tbk_arc_figures_free (TbkArcFigures *figures)
{
  if (figures == NULL)
    return;
  tbk_vocabulary_free (figures->names);
  g_free (figures->groups);
  g_free (figures);
}

/* The number of the group of @arc; -1 without memory. */
static int
find_group (TbkArcFigures *figures, const TbkFiguresArc *arc, GError **error)
{
  const int distance = ABS (arc->head - arc->dependent);

  switch (figures->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return arc->head == 0 ? ROOT : arc->dependent < arc->head ? LEFT : RIGHT;
  case TBK_FIGURES_BY_DISTANCE:
    return arc->head == 0 ? 0 : (distance - 1) / figures->width + 1;
  default:
    return tbk_vocabulary_add (figures->names, arc->name.bytes, arc->name.size, error);
  }
}

/* Makes room for a group, whose figures are zero if it is new. */
static gboolean
reserve_group (TbkArcFigures *figures, gsize group, GError **error)
{
  if (group < figures->n_groups)
    return TRUE;
  if (!try_reserve (&figures->groups, &figures->n_allocated, group + 1, sizeof *figures->groups))
    return memory_fail (error, "figures of %" G_GSIZE_FORMAT " groups", group + 1);
  memset (figures->groups + figures->n_groups, 0, (group + 1 - figures->n_groups) * sizeof *figures->groups);
  figures->n_groups = group + 1;
  return TRUE;
}

gboolean
tbk_arc_figures_count (TbkArcFigures *figures, const TbkFiguresArc *arc, GError **error)
{
  const int group = find_group (figures, arc, error);

  if (group < 0 || !reserve_group (figures, (gsize) group, error))
    return FALSE;
  figures->groups[group][TBK_ARC_FIGURE_WORDS]++;
  figures->groups[group][TBK_ARC_FIGURE_NONPROJECTIVE] += arc->is_nonprojective;
  figures->groups[group][TBK_ARC_FIGURE_LOST] += arc->is_lost;
  figures->groups[group][TBK_ARC_FIGURE_CERTAIN] += arc->is_certain;
  if (arc->head != 0) {
    figures->groups[group][TBK_ARC_FIGURE_BETWEEN_WORDS]++;
    figures->groups[group][TBK_ARC_FIGURE_LENGTH] += ABS (arc->head - arc->dependent);
  }
  return TRUE;
}

/* What the key of a group is. */
static const char *
group_key (const TbkArcFigures *figures, int group, KeyNumber *number)
{
  static const char *const directions[] = { [LEFT] = "left", [RIGHT] = "right", [ROOT] = "root" };

  switch (figures->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return directions[group];
  case TBK_FIGURES_BY_DISTANCE:
    return key_number (number, (guint) group);
  default:
    return tbk_vocabulary_name (figures->names, group);
  }
}

void
tbk_arc_figures_flush (TbkArcFigures *figures, TbkTally *tally)
{
  for (gsize g = 0; g < figures->n_groups; g++) {
    KeyNumber number;
    const char *const key[] = { group_key (figures, (int) g, &number) };

    if (figures->groups[g][TBK_ARC_FIGURE_WORDS] > 0)
      tbk_tally_add (tally, tbk_figures_section (TBK_FIGURES_OF_TREES, figures->by), key, figures->groups[g]);
  }
  figures->n_groups = 0;
  tbk_vocabulary_clear (figures->names);
}

/* 3. length_figures: sums of lengths over trees. */

const TbkTallyColumn length_figures_columns[TBK_N_LENGTH_FIGURES] = {
  [TBK_LENGTH_FIGURE_TREES] = { "trees_measured", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_TREES_LEFT_OUT] = { "trees_left_out", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_WORDS] = { "words", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_ARCS] = { "arcs", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_TOTAL] = { "D", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_CROSSINGS] = { "C", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_ADJACENT] = { "adjacent", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_HEAD_INITIAL] = { "head_initial", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_FLUX_WEIGHTS] = { "fluxw_sum", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_DEPTHS] = { "shd", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_DISJOINT_PAIRS] = { "Q", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LEAST_TREES] = { "dmin_sentences", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LEAST_ARCS] = { "dmin_arcs", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LEAST] = { "dmin", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LEAST_PLANAR] = { "dmin_pl", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LEAST_PROJECTIVE] = { "dmin_pr", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_GREATEST_PROJECTIVE] = { "dmax_pr", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_MEAN_PROJECTIVE] = { "epr6", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_MEAN_PLANAR] = { "epl_e6", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_MEAN] = { "e3", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_OMEGA_TREES] = { "omega_sentences", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_OMEGA] = { "omega_e9", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_OMEGA_BELOW] = { "omega_below_e9", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_MDD_TREES] = { "mdd_sentences", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_MDD] = { "mdd_e9", TBK_TALLY_SUM },
  [TBK_LENGTH_FIGURE_LONGEST] = { "max_len", TBK_TALLY_MAX },
  [TBK_LENGTH_FIGURE_GREATEST_FLUX] = { "flux_max", TBK_TALLY_MAX },
  [TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT] = { "fluxw_max", TBK_TALLY_MAX },
};

/* Where values stand as they are: figures and the values that are added to them. */
static const struct {
  TbkLengthFigure figure;
  TbkLength length;
} sums[] = {
  { TBK_LENGTH_FIGURE_TOTAL, TBK_LENGTH_TOTAL },
  { TBK_LENGTH_FIGURE_CROSSINGS, TBK_LENGTH_CROSSINGS },
  { TBK_LENGTH_FIGURE_ADJACENT, TBK_LENGTH_ADJACENT },
  { TBK_LENGTH_FIGURE_HEAD_INITIAL, TBK_LENGTH_HEAD_INITIAL },
  { TBK_LENGTH_FIGURE_FLUX_WEIGHTS, TBK_LENGTH_FLUX_WEIGHTS },
  { TBK_LENGTH_FIGURE_DEPTHS, TBK_LENGTH_DEPTHS },
  { TBK_LENGTH_FIGURE_DISJOINT_PAIRS, TBK_LENGTH_DISJOINT_PAIRS },
  { TBK_LENGTH_FIGURE_LEAST_PLANAR, TBK_LENGTH_LEAST_PLANAR },
  { TBK_LENGTH_FIGURE_LEAST_PROJECTIVE, TBK_LENGTH_LEAST_PROJECTIVE },
  { TBK_LENGTH_FIGURE_GREATEST_PROJECTIVE, TBK_LENGTH_GREATEST_PROJECTIVE },
  { TBK_LENGTH_FIGURE_MEAN_PROJECTIVE, TBK_LENGTH_MEAN_PROJECTIVE },
  { TBK_LENGTH_FIGURE_MEAN, TBK_LENGTH_MEAN },
}, maxima[] = {
  { TBK_LENGTH_FIGURE_LONGEST, TBK_LENGTH_LONGEST },
  { TBK_LENGTH_FIGURE_GREATEST_FLUX, TBK_LENGTH_GREATEST_FLUX },
  { TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT, TBK_LENGTH_GREATEST_FLUX_WEIGHT },
};

/* @unit * @a / @b, rounded to the nearest integer, half up. What @b leaves is below it, so that the product
 * fits for denominators below 2^32. */
static gint64
round_fraction (gint64 unit, gint64 a, gint64 b)
{
  gint64 quotient = a / b, rest = a % b;

  if (rest < 0) {
    quotient--;
    rest += b;
  }
  return unit * quotient + (2 * unit * rest + b) / (2 * b);
}

enum { E6 = 1000000, E9 = 1000000000 };

/* What is known of trees of 1,000 words or fewer (TBK_LENGTHS_LEAST_MAX_WORDS). */
static void
add_least (gint64 *figures, const gint64 *lengths, gint64 n)
{
  gint64 least = lengths[TBK_LENGTH_LEAST], omega;

  figures[TBK_LENGTH_FIGURE_LEAST_TREES]++;
  figures[TBK_LENGTH_FIGURE_LEAST_ARCS] += n - 1;
  figures[TBK_LENGTH_FIGURE_LEAST] += least;
  if (n < 3)
    return;
  omega = round_fraction (E9, n * n - 1 - 3 * lengths[TBK_LENGTH_TOTAL], n * n - 1 - 3 * least);
  figures[TBK_LENGTH_FIGURE_OMEGA_TREES]++;
  figures[TBK_LENGTH_FIGURE_OMEGA] += MAX (omega, 0);
  figures[TBK_LENGTH_FIGURE_OMEGA_BELOW] -= MIN (omega, 0);
}

void
tbk_length_figures_count (gint64 *figures, const gint64 *lengths, int n)
{
  if (lengths[TBK_LENGTH_MEAN] == TBK_LENGTH_UNDEFINED) {
    figures[TBK_LENGTH_FIGURE_TREES_LEFT_OUT]++;
    return;
  }
  figures[TBK_LENGTH_FIGURE_TREES]++;
  figures[TBK_LENGTH_FIGURE_WORDS] += n;
  figures[TBK_LENGTH_FIGURE_ARCS] += n - 1;
  for (guint s = 0; s < G_N_ELEMENTS (sums); s++)
    figures[sums[s].figure] += lengths[sums[s].length];
  for (guint m = 0; m < G_N_ELEMENTS (maxima); m++)
    figures[maxima[m].figure] = MAX (figures[maxima[m].figure], lengths[maxima[m].length]);
  figures[TBK_LENGTH_FIGURE_MEAN_PLANAR] += round_fraction (
      E6, lengths[TBK_LENGTH_MEAN_PLANAR], tbk_length_denominator (TBK_LENGTH_MEAN_PLANAR, n));
  if (n >= 2) {
    figures[TBK_LENGTH_FIGURE_MDD_TREES]++;
    figures[TBK_LENGTH_FIGURE_MDD] += round_fraction (E9, lengths[TBK_LENGTH_TOTAL], n - 1);
  }
  if (lengths[TBK_LENGTH_LEAST] != TBK_LENGTH_UNDEFINED)
    add_least (figures, lengths, n);
}

/* More than these would be, times 10^9, no 64-bit integer. */
#define MOST_ARCS (G_GINT64_CONSTANT (1) << 33)

gboolean
length_figures_are_wrong (const gint64 *figures)
{
  const gint64 arcs = figures[TBK_LENGTH_FIGURE_ARCS], trees = figures[TBK_LENGTH_FIGURE_TREES];

  return trees > MOST_ARCS || arcs > MOST_ARCS || figures[TBK_LENGTH_FIGURE_WORDS] != arcs + trees
         || figures[TBK_LENGTH_FIGURE_ADJACENT] > arcs || figures[TBK_LENGTH_FIGURE_HEAD_INITIAL] > arcs
         || figures[TBK_LENGTH_FIGURE_LEAST_ARCS] > arcs || figures[TBK_LENGTH_FIGURE_LEAST_TREES] > trees
         || figures[TBK_LENGTH_FIGURE_OMEGA_TREES] > trees || figures[TBK_LENGTH_FIGURE_MDD_TREES] > trees;
}

/* 4. figures: the figures of trees, and the layout of all figures of treebanks. */

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
