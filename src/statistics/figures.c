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
#include "tbk/base.h"
#include "tbk/statistics.h"

/* 1. class_figures: numbers of trees outside classes. */

/* The classes, in the order of TbkClass, with what columns call them behind "not_", since trees outside are counted (the names of
 * tbk_class_name(), but for the first), and what holds of its trees, which tbk/tree.h has exactly. */
#define CLASSES(X)                                                                                           \
  X (PROJECTIVE, "projective",                                                                               \
     "in which every word between a head and its dependent descends from the head")                          \
  X (PLANAR, "planar", "in which no two arcs cross")                                                         \
  X (2_PLANAR, "2planar",                                                                                    \
     "in which two colours of arcs are enough so that no arc crosses one of its colour")                     \
  X (2_PLANAR_0, "2planar0", "in which two colours are enough, also if the arcs of 0 can cross")             \
  X (1_ENDPOINT_CROSSING, "1ec", "in which all arcs that cross the same arc share an end")                   \
  X (1_ENDPOINT_CROSSING_0, "1ec0", "in which they share an end, also if the arcs of 0 can cross")           \
  X (MULTI_HEADED_4, "mh4", "whose trees a tabular parser with up to four heads an item builds")             \
  X (INHERIT_0, "inh0", "whose trees are in wg1, and no child reaches over its head's gap")                  \
  X (INHERIT_1, "inh1",                                                                                      \
     "whose trees are in wg1, and at most one child of each word reaches over that word's gap")              \
  X (WELL_NESTED, "wn", "in which no two disjoint subtrees interleave (well nested)")                        \
  X (GAP_1, "gap1", "in which the words below a word have at most one gap")                                  \
  X (GAP_2, "gap2", "in which the words below a word have at most two gaps")                                 \
  X (WELL_NESTED_GAP_1, "wg1", "whose trees are in both wn and gap1")                                        \
  X (WELL_NESTED_GAP_2, "wg2", "whose trees are in both wn and gap2")                                        \
  X (MILDLY_ILL_NESTED, "mg1", "whose subtrees can be put together two at a time, with at most one gap")     \
  X (EDGE_1, "edge1", "in which, under each arc, at most one subtree does not descend from its head")        \
  X (EDGE_2, "edge2", "in which, under each arc, at most two subtrees do not descend from its head")         \
  X (ATTARDI_2, "attardi2", "whose trees Attardi's parser of degree 2 builds")                               \
  X (ATTARDI_3, "attardi3", "whose trees Attardi's parser of degree 3 builds")                               \
  X (ATTARDI_4, "attardi4", "whose trees Attardi's parser of degree 4 builds")

#define INTEGER(class, name, gloss) [TBK_CLASS_##class] = { "not_" name },

/* Cells are made of a row with all trees behind these. */
static const TbkTallyColumn class_integers[TBK_N_CLASS_FIGURES + 1] = {
  [TBK_CLASS_FIGURE_GAP_DEGREE] = { "max_gap_degree", TBK_TALLY_MAX },
  [TBK_CLASS_FIGURE_EDGE_DEGREE] = { "max_edge_degree", TBK_TALLY_MAX },
  [TBK_CLASS_FIGURE_UNDECIDED] = { "not_decided" },
  [TBK_N_CLASS_FIGURES] = { "sentences" },
  CLASSES (INTEGER)
};

#define OUTSIDE(class, name, gloss) COUNTED (TBK_CLASS_##class, "trees not in " name ", " gloss),
#define OUTSIDE_WITH_SHARE(class, name, gloss)                                                               \
  OUTSIDE (class, name, gloss)                                                                               \
  SHARE ("not_" name "_percent", "trees outside this class, in per cent of sentences", TBK_CLASS_##class,    \
         TBK_N_CLASS_FIGURES),

#define CLASSES_END                                                                                          \
  COUNTED (TBK_CLASS_FIGURE_GAP_DEGREE, "the greatest gap degree that a tree has"),                          \
      COUNTED (TBK_CLASS_FIGURE_EDGE_DEGREE, "the greatest edge degree that a tree has"),                    \
      COUNTED (TBK_CLASS_FIGURE_UNDECIDED,                                                                   \
               "trees too tangled for some class: over 64 words take part; they count as inside")

static const TbkTableColumn class_columns[] = { CLASSES (OUTSIDE_WITH_SHARE) CLASSES_END };
static const TbkTableColumn tree_class_columns[] = { CLASSES (OUTSIDE) CLASSES_END };

const TbkTableColumns figures_of_classes = COLUMNS ("--classes", class_integers, class_columns);
const TbkTableColumns figures_of_tree_classes =
    COLUMNS ("--classes --by=sentence", class_integers, tree_class_columns);

/* Adds a tree. Most are projective, and so in all classes: then there is nothing to add. outside has a
 * bit for each class that the tree is not in; rest & (rest - 1) takes the lowest bit away. */
void
class_figures_count (gint64 *figures, const TbkClasses *classes)
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

/* How many values of each key have their pairs in a square. */
enum { SQUARE = 64 };

/* The values of one key, by their numbers. */
typedef struct {
  TbkFiguresBy by;
  int width;
  TbkVocabulary *names; /* of values that the treebank names */
} ArcKey;

struct ArcFigures {
  ArcKey keys[2];
  int n_keys;
  int section;
  TbkVocabulary *pairs;            /* of two keys: each pair of numbers, as bytes */
  int first_pairs[SQUARE][SQUARE]; /* from 1 the numbers of pairs of the first values; 0: not met yet */
  gint64 (*groups)[TBK_N_ARC_FIGURES];
  gsize n_groups; /* those that may be other than zero */
  gsize n_allocated;
};

static void
add_key (ArcFigures *figures, const TbkFiguresOptions *options, TbkFiguresBy by)
{
  if (!figures_is_of_files (by))
    figures->keys[figures->n_keys++] =
        (ArcKey){ .by = by, .width = figures_width (options, by), .names = tbk_vocabulary_new () };
}

ArcFigures *
arc_figures_new (const TbkFiguresOptions *options)
{
  ArcFigures *figures;

  g_return_val_if_fail (
      tbk_figures_are_of_arcs (options) && tbk_figures_can_have_keys (options) && options->width >= 1, NULL);
  figures = g_new0 (ArcFigures, 1);
  add_key (figures, options, options->by);
  if (options->has_second)
    add_key (figures, options, options->second);
  figures->section = figures_section (TBK_FIGURES_OF_TREES, options);
  figures->pairs = tbk_vocabulary_new ();
  return figures;
}

void
arc_figures_free (ArcFigures *figures)
{
  if (figures == NULL)
    return;
  for (int k = 0; k < figures->n_keys; k++)
    tbk_vocabulary_free (figures->keys[k].names);
  tbk_vocabulary_free (figures->pairs);
  g_free (figures->groups);
  g_free (figures);
}

/* Returns the number of the value that @arc, whose name is @name, has of @key; -1 with @error set if memory runs out.
 * Distances are counted in bins of `width`: with width 5, bin 1 is 1 to 5, bin 2 is 6 to 10; bin 0 is arcs of 0, which
 * have no distance. Lengths are at least 1: bin 0 is 1 to 5. */
static int
find_value (ArcKey *key, const FiguresArc *arc, const TbkPiece *name, GError **error)
{
  const int distance = ABS (arc->head - arc->dependent);

  switch (key->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return arc->head == 0 ? ROOT : arc->dependent < arc->head ? LEFT : RIGHT;
  case TBK_FIGURES_BY_DISTANCE:
    return arc->head == 0 ? 0 : (distance - 1) / key->width + 1;
  case TBK_FIGURES_BY_LENGTH:
    return (arc->n - 1) / key->width;
  default:
    return tbk_vocabulary_add (key->names, name->bytes, name->size, error);
  }
}

/* The number of a pair of values. Pairs of the first values, which most arcs have, are looked up in a square. */
static int
find_pair (ArcFigures *figures, const int values[2], GError **error)
{
  const gboolean is_among_first = values[0] < SQUARE && values[1] < SQUARE;
  int *known = is_among_first ? &figures->first_pairs[values[0]][values[1]] : NULL, number;

  if (known != NULL && *known > 0)
    return *known - 1;
  number = tbk_vocabulary_add (figures->pairs, (const char *) values, 2 * sizeof *values, error);
  if (known != NULL)
    *known = number + 1;
  return number;
}

/* The number of the group of @arc: that of its value, or of its pair of values. */
static int
find_group (ArcFigures *figures, const FiguresArc *arc, GError **error)
{
  int values[2];

  values[0] = find_value (&figures->keys[0], arc, &arc->names[0], error);
  if (values[0] < 0 || figures->n_keys == 1)
    return values[0];
  values[1] = find_value (&figures->keys[1], arc, &arc->names[1], error);
  return values[1] < 0 ? -1 : find_pair (figures, values, error);
}

/* Makes room for a group, whose figures are zero if it is new. */
static gboolean
reserve_group (ArcFigures *figures, gsize group, GError **error)
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
arc_figures_count (ArcFigures *figures, const FiguresArc *arc, GError **error)
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

/* What the tally calls a value: its name, or its number as a decimal in @number. */
static const char *
value_key (const ArcKey *key, int value, KeyNumber *number)
{
  static const char *const directions[] = { [LEFT] = "left", [RIGHT] = "right", [ROOT] = "root" };

  switch (key->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return directions[value];
  case TBK_FIGURES_BY_DISTANCE:
  case TBK_FIGURES_BY_LENGTH:
    return key_number (number, (guint) value);
  default:
    return tbk_vocabulary_name (key->names, value);
  }
}

/* Adds all groups to the tally and begins anew. Until then arcs are counted in an array by the number
 * of their group, which saves a look-up in the tally for each arc. */
void
arc_figures_flush (ArcFigures *figures, TbkTally *tally)
{
  for (gsize g = 0; g < figures->n_groups; g++) {
    int values[2] = { (int) g };
    KeyNumber numbers[2];
    const char *key[2];

    if (figures->groups[g][TBK_ARC_FIGURE_WORDS] == 0)
      continue;
    if (figures->n_keys == 2)
      memcpy (values, tbk_vocabulary_name (figures->pairs, (int) g), sizeof values);
    for (int k = 0; k < figures->n_keys; k++)
      key[k] = value_key (&figures->keys[k], values[k], &numbers[k]);
    tbk_tally_add (tally, figures->section, key, figures->groups[g]);
  }
  figures->n_groups = 0;
  tbk_vocabulary_clear (figures->pairs);
  if (figures->n_keys == 2)
    memset (figures->first_pairs, 0, sizeof figures->first_pairs);
  for (int k = 0; k < figures->n_keys; k++)
    tbk_vocabulary_clear (figures->keys[k].names);
}

/* 3. length_figures: sums of lengths over trees.
 *
 * Means over trees are fractions with many denominators, and a sum of doubles would depend on the order in
 * which files come. So each is kept as an integer: multiplied by 3 or 6, where that makes it whole, else
 * by 10^6 or 10^9 and rounded. The table divides by the same number (the last argument of MEAN).
 *
 * For a chain 0 -> 1 -> 2 -> 3 -> 4: 4 words, 3 arcs of total length 3, so mdd_e9 grows by 10^9. Over all
 * orders of 4 words the mean length of an arc is 5/3; e3 grows by 3 * 3 * 5/3 = 15, and 15 / (3 * 3 arcs)
 * is 5/3 again.
 */

/* More than these would be, times 10^9, no 64-bit integer. */
#define MOST_ARCS (G_GINT64_CONSTANT (1) << 33)

#define OF_TREES (TBK_LENGTH_FIGURE_TREES + 1)
#define OF_ARCS  (TBK_LENGTH_FIGURE_ARCS + 1)

static const TbkTallyColumn length_integers[TBK_N_LENGTH_FIGURES] = {
  [TBK_LENGTH_FIGURE_TREES] = { "trees_measured", .most = MOST_ARCS },
  [TBK_LENGTH_FIGURE_TREES_LEFT_OUT] = { "trees_left_out" },
  [TBK_LENGTH_FIGURE_WORDS] = { "words" },
  [TBK_LENGTH_FIGURE_ARCS] = { "arcs", .most = MOST_ARCS },
  [TBK_LENGTH_FIGURE_TOTAL] = { "total_length" },
  [TBK_LENGTH_FIGURE_CROSSINGS] = { "crossings" },
  [TBK_LENGTH_FIGURE_ADJACENT] = { "adjacent", .part_of = OF_ARCS },
  [TBK_LENGTH_FIGURE_HEAD_INITIAL] = { "head_initial", .part_of = OF_ARCS },
  [TBK_LENGTH_FIGURE_FLUX_WEIGHTS] = { "fluxw_sum" },
  [TBK_LENGTH_FIGURE_DEPTHS] = { "shd" },
  [TBK_LENGTH_FIGURE_DISJOINT_PAIRS] = { "Q" },
  [TBK_LENGTH_FIGURE_LEAST_TREES] = { "dmin_sentences", .part_of = OF_TREES },
  [TBK_LENGTH_FIGURE_LEAST_ARCS] = { "dmin_arcs", .part_of = OF_ARCS },
  [TBK_LENGTH_FIGURE_LEAST] = { "dmin" },
  [TBK_LENGTH_FIGURE_LEAST_PLANAR] = { "dmin_pl" },
  [TBK_LENGTH_FIGURE_LEAST_PROJECTIVE] = { "dmin_pr" },
  [TBK_LENGTH_FIGURE_GREATEST_PROJECTIVE] = { "dmax_pr" },
  [TBK_LENGTH_FIGURE_MEAN_PROJECTIVE] = { "epr6" },
  [TBK_LENGTH_FIGURE_MEAN_PLANAR] = { "epl_e6" },
  [TBK_LENGTH_FIGURE_MEAN] = { "e3" },
  [TBK_LENGTH_FIGURE_OMEGA_TREES] = { "omega_sentences", .part_of = OF_TREES },
  [TBK_LENGTH_FIGURE_OMEGA] = { "omega_e9" },
  [TBK_LENGTH_FIGURE_OMEGA_BELOW] = { "omega_below_e9" },
  [TBK_LENGTH_FIGURE_MDD_TREES] = { "mdd_sentences", .part_of = OF_TREES },
  [TBK_LENGTH_FIGURE_MDD] = { "mdd_e9" },
  [TBK_LENGTH_FIGURE_LONGEST] = { "max_arc", TBK_TALLY_MAX },
  [TBK_LENGTH_FIGURE_GREATEST_FLUX] = { "max_flux", TBK_TALLY_MAX },
  [TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT] = { "max_flux_weight", TBK_TALLY_MAX },
};

enum { E6 = 1000000, E9 = 1000000000 };

#define PER_ARC(name, text, sum, factor) MEAN (name, text, sum, TBK_LENGTH_FIGURE_ARCS, factor)

static const TbkTableColumn length_columns[] = {
  COUNTED (TBK_LENGTH_FIGURE_TREES, "trees with one root, over which the next columns are"),
  COUNTED (TBK_LENGTH_FIGURE_TREES_LEFT_OUT, "the other trees, also trees of no words or more than 30000"),
  COUNTED (TBK_LENGTH_FIGURE_ARCS, "arcs between words"),
  COUNTED (TBK_LENGTH_FIGURE_TOTAL, "the sum of their lengths, 1 between neighbours"),
  COUNTED (TBK_LENGTH_FIGURE_CROSSINGS, "pairs of arcs that cross"),
  PER_ARC ("mdd", "mean length of all arcs", TBK_LENGTH_FIGURE_TOTAL, 1),
  MEAN ("mdd_of_sentences", "mean over sentences of two words or more of the mean in each",
        TBK_LENGTH_FIGURE_MDD, TBK_LENGTH_FIGURE_MDD_TREES, E9),
  MEAN (
      "mdd_least",
      "mdd if the words of each tree were in the order of least total length; of trees of 1000 words or fewer",
      TBK_LENGTH_FIGURE_LEAST, TBK_LENGTH_FIGURE_LEAST_ARCS, 1),
  PER_ARC ("mdd_least_projective", "mdd if they were in the projective order of least total length",
           TBK_LENGTH_FIGURE_LEAST_PROJECTIVE, 1),
  PER_ARC ("mdd_random_projective", "exact mean of mdd over all projective orders",
           TBK_LENGTH_FIGURE_MEAN_PROJECTIVE, 6),
  PER_ARC ("mdd_random_planar", "over all orders without crossings", TBK_LENGTH_FIGURE_MEAN_PLANAR, E6),
  PER_ARC ("mdd_random", "over all orders", TBK_LENGTH_FIGURE_MEAN, 3),
  { "omega",
    "mean over sentences of three words or more, and 1000 or fewer: 1 as short as can be, 0 as random, below 0 longer",
    TBK_CELL_RATIO, TBK_LENGTH_FIGURE_OMEGA, TBK_LENGTH_FIGURE_OMEGA_BELOW, TBK_LENGTH_FIGURE_OMEGA_TREES,
    E9 },
  SHARE ("adjacent_percent", "arcs of length 1, in per cent", TBK_LENGTH_FIGURE_ADJACENT,
         TBK_LENGTH_FIGURE_ARCS),
  SHARE ("head_initial_percent", "arcs whose head comes first, in per cent", TBK_LENGTH_FIGURE_HEAD_INITIAL,
         TBK_LENGTH_FIGURE_ARCS),
  PER_ARC ("mean_depth", "arcs from the root down, over all words but the root", TBK_LENGTH_FIGURE_DEPTHS, 1),
  COUNTED (TBK_LENGTH_FIGURE_LONGEST, "length of the longest arc"),
  COUNTED (TBK_LENGTH_FIGURE_GREATEST_FLUX, "most arcs over one gap between words"),
  COUNTED (TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT, "most of these without a word in common"),
};

const TbkTableColumns figures_of_lengths = COLUMNS ("--lengths", length_integers, length_columns);

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

/* Returns @unit * @a / @b, rounded to the nearest integer, half up; @a may be below 0. The quotient is
 * split off first, so that the product has only the rest, which is below @b: it fits for denominators
 * below 2^32. 10^9 * 7 / 2 is 10^9 * 3 + (2 * 10^9 * 1 + 2) / 4. */
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

/* Adds what is known only of trees of 1,000 words or fewer (TBK_LENGTHS_LEAST_MAX_WORDS): the least
 * total length over all orders, and omega. Omega is 1 in the best order, 0 at the mean of all orders,
 * (n^2 - 1) / 3, and below 0 if longer. Sums have no sign in a tally, so what is below 0 has a figure
 * of its own. */
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
length_figures_count (gint64 *figures, const gint64 *lengths, int n)
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
  PAIRS, /* of two keys: with 1 if the second is text, with 2 if the first is */
  ROUNDS = PAIRS + 4,
};

static const TbkTallyColumn tree_integers[TBK_N_FIGURES] = {
  [TBK_FIGURE_SENTENCES] = { "sentences" },
  [TBK_FIGURE_WORDS] = { "words" },
  [TBK_FIGURE_NONPROJECTIVE_TREES] = { "nonprojective_trees", .part_of = TBK_FIGURE_SENTENCES + 1 },
  [TBK_FIGURE_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", .part_of = TBK_FIGURE_WORDS + 1 },
  [TBK_FIGURE_MAX_LENGTH] = { "max_length", TBK_TALLY_MAX },
  [TBK_FIGURE_LOST_ARCS] = { "lost_arcs", .part_of = TBK_FIGURE_WORDS + 1 },
};

#define SHARES_OF_WORDS(words, nonprojective, lost)                                                          \
  SHARE ("nonprojective_arcs_percent", NULL, nonprojective, words),                                          \
      LACK ("upper_bound_uas", "per cent of words whose gold head a projective parser can still find", lost, \
            words)

static const TbkTableColumn tree_columns[] = {
  COUNTED (TBK_FIGURE_SENTENCES, "how many; each has a tree"),
  COUNTED (TBK_FIGURE_WORDS, "a word is a line with a whole number as ID; it is the dependent of one arc"),
  COUNTED (TBK_FIGURE_NONPROJECTIVE_TREES, "trees with at least one arc that is not projective"),
  COUNTED (TBK_FIGURE_NONPROJECTIVE_ARCS, "arcs over a word that does not descend from the head of the arc"),
  COUNTED (TBK_FIGURE_MAX_LENGTH, "words of the longest sentence"),
  COUNTED (TBK_FIGURE_LOST_ARCS, "total of the gold arcs that any projective version must give up"),
  SHARE ("nonprojective_trees_percent", NULL, TBK_FIGURE_NONPROJECTIVE_TREES, TBK_FIGURE_SENTENCES),
  SHARES_OF_WORDS (TBK_FIGURE_WORDS, TBK_FIGURE_NONPROJECTIVE_ARCS, TBK_FIGURE_LOST_ARCS),
};

static const TbkTableColumn sentence_columns[] = {
  COUNTED (TBK_FIGURE_WORDS, NULL),
  COUNTED (TBK_FIGURE_NONPROJECTIVE_ARCS, NULL),
  COUNTED (TBK_FIGURE_LOST_ARCS, NULL),
  SHARES_OF_WORDS (TBK_FIGURE_WORDS, TBK_FIGURE_NONPROJECTIVE_ARCS, TBK_FIGURE_LOST_ARCS),
};

const TbkTableColumns figures_of_trees = COLUMNS ("", tree_integers, tree_columns);
const TbkTableColumns figures_of_sentences = COLUMNS ("--by=sentence", tree_integers, sentence_columns);

static const TbkTallyColumn arc_integers[TBK_N_ARC_FIGURES] = {
  [TBK_ARC_FIGURE_WORDS] = { "words" },
  [TBK_ARC_FIGURE_NONPROJECTIVE] = { "nonprojective_arcs", .part_of = TBK_ARC_FIGURE_WORDS + 1 },
  [TBK_ARC_FIGURE_LOST] = { "lost_arcs", .part_of = TBK_ARC_FIGURE_WORDS + 1 },
  [TBK_ARC_FIGURE_CERTAIN] = { "certain", .part_of = TBK_ARC_FIGURE_LOST + 1 },
  [TBK_ARC_FIGURE_BETWEEN_WORDS] = { "arcs", .part_of = TBK_ARC_FIGURE_WORDS + 1 },
  [TBK_ARC_FIGURE_LENGTH] = { "total_length" },
};

static const TbkTableColumn arc_columns[] = {
  COUNTED (TBK_ARC_FIGURE_WORDS, NULL),
  COUNTED (TBK_ARC_FIGURE_NONPROJECTIVE, NULL),
  COUNTED (TBK_ARC_FIGURE_LOST, NULL),
  COUNTED (TBK_ARC_FIGURE_CERTAIN, "lost arcs that no optimal projective tree keeps"),
  SHARES_OF_WORDS (TBK_ARC_FIGURE_WORDS, TBK_ARC_FIGURE_NONPROJECTIVE, TBK_ARC_FIGURE_LOST),
};

static const TbkTableColumn arc_length_columns[] = {
  MEAN ("mean_length", "mean length of the arcs, without arcs of 0", TBK_ARC_FIGURE_LENGTH,
        TBK_ARC_FIGURE_BETWEEN_WORDS, 1),
};

const TbkTableColumns figures_of_arcs =
    COLUMNS ("--by=deprel, upos, direction, distance", arc_integers, arc_columns);
const TbkTableColumns figures_of_arc_lengths =
    COLUMNS ("--by=deprel, upos, direction, distance --lengths", arc_integers, arc_length_columns);

static const TbkTallyKey length_bin[] = { { "length_bin", TBK_TALLY_INTEGER } };
static const TbkTallyKey round_key[] = { { "figure", TBK_TALLY_INTEGER } };

const TbkTallyColumn rounds_columns[TBK_FIGURES_ROUNDS] = {
  [0 ... TBK_FIGURES_ROUNDS - 1] = { "sum of a round" },
};

static const TbkTallyKey deprel[] = { { "deprel", TBK_TALLY_TEXT } };
static const TbkTallyKey upos[] = { { "upos", TBK_TALLY_TEXT } };
static const TbkTallyKey direction[] = { { "direction", TBK_TALLY_TEXT } };
static const TbkTallyKey distance_bin[] = { { "distance_bin", TBK_TALLY_INTEGER } };

/* Rows of trees and of arcs, which together are of all words. */
#define BY(name, key, columns, n_columns, words, all, whole)                                                 \
  {                                                                                                          \
    name, key, 1, columns, n_columns, TBK_TALLY_ALL, words, all, whole                                       \
  }
#define ARCS_BY(name, key)                                                                                   \
  BY (name, key, arc_integers, TBK_N_ARC_FIGURES, TBK_ARC_FIGURE_WORDS, ALL, TBK_FIGURE_WORDS)

/* Arcs by two keys, which are what the options of the tally say. */
static const TbkTallyKey pairs[4][2] = {
  { { "first", TBK_TALLY_INTEGER }, { "second", TBK_TALLY_INTEGER } },
  { { "first", TBK_TALLY_INTEGER }, { "second", TBK_TALLY_TEXT } },
  { { "first", TBK_TALLY_TEXT }, { "second", TBK_TALLY_INTEGER } },
  { { "first", TBK_TALLY_TEXT }, { "second", TBK_TALLY_TEXT } },
};
#define ARCS_BY_PAIR(name, pair)                                                                             \
  {                                                                                                          \
    name, pair, 2, arc_integers, TBK_N_ARC_FIGURES, TBK_TALLY_ALL, TBK_ARC_FIGURE_WORDS, ALL,                \
        TBK_FIGURE_WORDS                                                                                     \
  }

static const TbkTallySection sections[] = {
  [ALL] = { "figures", NULL, 0, tree_integers, TBK_N_FIGURES },
  [ALL_LENGTHS] = { "lengths", NULL, 0, length_integers, TBK_N_LENGTH_FIGURES },
  [ALL_CLASSES] = { "classes", NULL, 0, class_integers, TBK_N_CLASS_FIGURES, TBK_TALLY_EACH, -1, ALL,
                    TBK_FIGURE_SENTENCES },
  [BY_LENGTH] = BY ("figures_by_length", length_bin, tree_integers, TBK_N_FIGURES, TBK_FIGURE_WORDS, ALL,
                    TBK_FIGURE_WORDS),
  [LENGTHS_BY_LENGTH] = BY ("lengths_by_length", length_bin, length_integers, TBK_N_LENGTH_FIGURES,
                            TBK_LENGTH_FIGURE_WORDS, ALL_LENGTHS, TBK_LENGTH_FIGURE_WORDS),
  [CLASSES_BY_LENGTH] = { "classes_by_length", length_bin, 1, class_integers, TBK_N_CLASS_FIGURES,
                          TBK_TALLY_EACH, -1, BY_LENGTH, TBK_FIGURE_SENTENCES },
  [DEPRELS] = ARCS_BY ("deprels", deprel),
  [UPOS] = ARCS_BY ("upos", upos),
  [DIRECTIONS] = ARCS_BY ("directions", direction),
  [DISTANCES] = ARCS_BY ("distances", distance_bin),
  [PAIRS] = ARCS_BY_PAIR ("arcs_by_numbers", pairs[0]),
  [PAIRS + 1] = ARCS_BY_PAIR ("arcs_by_number_and_text", pairs[1]),
  [PAIRS + 2] = ARCS_BY_PAIR ("arcs_by_text_and_number", pairs[2]),
  [PAIRS + 3] = ARCS_BY_PAIR ("arcs_by_texts", pairs[3]),
  [ROUNDS] = { "rounds", round_key, G_N_ELEMENTS (round_key), rounds_columns, TBK_FIGURES_ROUNDS },
};

G_STATIC_ASSERT ((int) TBK_N_FIGURES <= (int) FIGURES_MAX_COLUMNS
                 && (int) TBK_N_LENGTH_FIGURES <= (int) FIGURES_MAX_COLUMNS
                 && (int) TBK_N_CLASS_FIGURES <= (int) FIGURES_MAX_COLUMNS);

static const char excess[] = "found more trees or arcs of a kind than there are";

/* Returns what is wrong with figures of lengths, NULL if nothing: a tree with one root has as many
 * words as arcs between them, and one. */
static const char *
find_fault (const TbkTally *tally)
{
  for (int s = ALL_LENGTHS; s <= LENGTHS_BY_LENGTH; s += LENGTHS_BY_LENGTH - ALL_LENGTHS) {
    gsize n_rows;
    g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, s, &n_rows);

    for (gsize r = 0; r < n_rows; r++)
      if (rows[r].values[TBK_LENGTH_FIGURE_WORDS]
          != rows[r].values[TBK_LENGTH_FIGURE_ARCS] + rows[r].values[TBK_LENGTH_FIGURE_TREES])
        return excess;
  }
  return NULL;
}

static const TbkTallyLayout layout = {
  "figures", sections, G_N_ELEMENTS (sections), find_fault, excess,
};

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

int
figures_rounds_section (void)
{
  return ROUNDS;
}

/* What keys are of: files are told apart by their tallies, trees and arcs within these. */
typedef enum { KEY_OF_FILES, KEY_OF_TREES, KEY_OF_ARCS, KEY_ONE_BY_ONE } KeyLevel;

static const struct {
  KeyLevel level;
  gboolean is_text; /* in a tally */
} key_kinds[TBK_FIGURES_N_BYS] = {
  [TBK_FIGURES_BY_FILE] = { KEY_OF_FILES, TRUE },     [TBK_FIGURES_BY_LANGUAGE] = { KEY_OF_FILES, TRUE },
  [TBK_FIGURES_BY_LENGTH] = { KEY_OF_TREES, FALSE },  [TBK_FIGURES_BY_SENTENCE] = { KEY_ONE_BY_ONE, FALSE },
  [TBK_FIGURES_BY_ARC] = { KEY_ONE_BY_ONE, FALSE },   [TBK_FIGURES_BY_DEPREL] = { KEY_OF_ARCS, TRUE },
  [TBK_FIGURES_BY_UPOS] = { KEY_OF_ARCS, TRUE },      [TBK_FIGURES_BY_DIRECTION] = { KEY_OF_ARCS, TRUE },
  [TBK_FIGURES_BY_DISTANCE] = { KEY_OF_ARCS, FALSE },
};

gboolean
figures_is_of_files (TbkFiguresBy by)
{
  return key_kinds[by].level == KEY_OF_FILES;
}

gboolean
tbk_figures_can_have_keys (const TbkFiguresOptions *options)
{
  if ((guint) options->by >= TBK_FIGURES_N_BYS)
    return FALSE;
  return !options->has_second
         || ((guint) options->second < TBK_FIGURES_N_BYS && options->by != options->second
             && key_kinds[options->by].level != KEY_ONE_BY_ONE
             && key_kinds[options->second].level != KEY_ONE_BY_ONE
             && !(figures_is_of_files (options->by) && figures_is_of_files (options->second)));
}

gboolean
tbk_figures_are_of_arcs (const TbkFiguresOptions *options)
{
  return key_kinds[options->by].level == KEY_OF_ARCS
         || (options->has_second && key_kinds[options->second].level == KEY_OF_ARCS);
}

gboolean
figures_have_key (const TbkFiguresOptions *options, TbkFiguresBy by)
{
  return options->by == by || (options->has_second && options->second == by);
}

int
figures_width (const TbkFiguresOptions *options, TbkFiguresBy by)
{
  return by == TBK_FIGURES_BY_DISTANCE && figures_have_key (options, TBK_FIGURES_BY_LENGTH) ? 1
                                                                                            : options->width;
}

int
figures_section (TbkFiguresKind kind, const TbkFiguresOptions *options)
{
  if (!options->has_second || figures_is_of_files (options->second))
    return tbk_figures_section (kind, options->by);
  if (figures_is_of_files (options->by))
    return tbk_figures_section (kind, options->second);
  return PAIRS + 2 * key_kinds[options->by].is_text + key_kinds[options->second].is_text;
}

const char *
figure_name (TbkFigure figure)
{
  return (guint) figure < TBK_N_FIGURES ? tree_integers[figure].name : NULL;
}

/* Adds a tree. A projective tree loses no arcs, so the arcs of most need not be looked at one by one. */
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

/* Adds the figures of a tree of @n words to those of its bin of lengths: with width 10, bin 0 is 1 to
 * 10 words. */
void
figures_add_length (TbkFiguresKind kind, const gint64 *figures, int n, int width, TbkTally *tally)
{
  KeyNumber number;

  g_return_if_fail ((guint) kind < TBK_FIGURES_N_KINDS && width >= 1 && n >= 1);
  tbk_tally_add (tally, BY_LENGTH + (int) kind,
                 (const char *[]){ key_number (&number, (guint) ((n - 1) / width)) }, figures);
}

const gint64 *
tbk_figures_get (const TbkTally *tally, TbkFiguresKind kind)
{
  static const gint64 none[FIGURES_MAX_COLUMNS];
  const gint64 *figures;

  g_return_val_if_fail ((guint) kind < TBK_FIGURES_N_KINDS, none);
  figures = tbk_tally_get (tally, ALL + (int) kind, NULL);
  return figures == NULL ? none : figures;
}
