/* figures.c - the figures of trees, of arcs, of lengths and of classes, and their layout.
 *
 * Contents
 *   1. class_figures: numbers of trees outside classes
 *   2. length_figures: sums of lengths over trees
 *   3. sequence_figures: numbers of sequences of transitions
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
  COUNTED (TBK_CLASS_FIGURE_GAP_DEGREE, "the maximum gap degree of a tree"),                                 \
      COUNTED (TBK_CLASS_FIGURE_EDGE_DEGREE, "the maximum edge degree of a tree"),                           \
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

/* 2. length_figures: sums of lengths over trees.
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
  [TBK_LENGTH_FIGURE_TREES] = { "sentences_measured", .most = MOST_ARCS },
  [TBK_LENGTH_FIGURE_TREES_LEFT_OUT] = { "sentences_left_out" },
  [TBK_LENGTH_FIGURE_WORDS] = { "words" },
  [TBK_LENGTH_FIGURE_ARCS] = { "arcs", .most = MOST_ARCS },
  [TBK_LENGTH_FIGURE_TOTAL] = { "total_length" },
  [TBK_LENGTH_FIGURE_CROSSINGS] = { "crossings" },
  [TBK_LENGTH_FIGURE_ADJACENT] = { "adjacent", .part_of = OF_ARCS },
  [TBK_LENGTH_FIGURE_HEAD_INITIAL] = { "head_initial", .part_of = OF_ARCS },
  [TBK_LENGTH_FIGURE_FLUX_WEIGHTS] = { "fluxw_sum" },
  [TBK_LENGTH_FIGURE_DEPTHS] = { "shd" },
  [TBK_LENGTH_FIGURE_MEAN_CROSSINGS] = { "crossings_random_e360" },
  [TBK_LENGTH_FIGURE_VARIANCE_CROSSINGS] = { "crossings_variance_e360" },
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

enum { E6 = 1000000, E9 = 1000000000, E360 = 360 };

#define PER_ARC(name, text, sum, factor) MEAN (name, text, sum, TBK_LENGTH_FIGURE_ARCS, factor)

static const TbkTableColumn length_columns[] = {
  COUNTED (TBK_LENGTH_FIGURE_TREES, "trees with one root, over which the next columns are"),
  COUNTED (TBK_LENGTH_FIGURE_TREES_LEFT_OUT, "the other trees, also trees of no words or more than 30000"),
  COUNTED (TBK_LENGTH_FIGURE_ARCS, "arcs between words"),
  COUNTED (TBK_LENGTH_FIGURE_TOTAL, "the sum of their lengths, 1 between neighbours"),
  COUNTED (TBK_LENGTH_FIGURE_CROSSINGS, "pairs of arcs that cross"),
  { "crossings_random",
    "exact mean of crossings over all orders of the words: a third of the pairs of arcs without a common word",
    TBK_CELL_PART, TBK_LENGTH_FIGURE_MEAN_CROSSINGS, -1, -1, E360 },
  { "crossings_z",
    "standard deviations (of crossings over all orders) by which crossings are above crossings_random: below 0 there are fewer",
    TBK_CELL_SCORE, TBK_LENGTH_FIGURE_CROSSINGS, TBK_LENGTH_FIGURE_MEAN_CROSSINGS,
    TBK_LENGTH_FIGURE_VARIANCE_CROSSINGS, E360 },
  PER_ARC ("mdd", "mean length of all arcs", TBK_LENGTH_FIGURE_TOTAL, 1),
  MEAN ("mdd_of_sentences", "mean over sentences of two words or more of the mean in each",
        TBK_LENGTH_FIGURE_MDD, TBK_LENGTH_FIGURE_MDD_TREES, E9),
  MEAN (
      "mdd_least",
      "mdd if the words of each tree were in the order of minimum total length; of trees of 1000 words or fewer",
      TBK_LENGTH_FIGURE_LEAST, TBK_LENGTH_FIGURE_LEAST_ARCS, 1),
  PER_ARC ("mdd_least_projective", "mdd if they were in the projective order of minimum total length",
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

/* Adds what is known of crossings over all orders: a mean in thirds, and a variance in parts of 360. Orders of different trees are
 * independent, so that their variances add up. */
static void
add_random_crossings (gint64 *figures, const gint64 *lengths)
{
  gint64 *variance = &figures[TBK_LENGTH_FIGURE_VARIANCE_CROSSINGS];

  figures[TBK_LENGTH_FIGURE_MEAN_CROSSINGS] += E360 / 3 * lengths[TBK_LENGTH_MEAN_CROSSINGS];
  if (__builtin_add_overflow (*variance, lengths[TBK_LENGTH_VARIANCE_CROSSINGS], variance))
    *variance = G_MAXINT64;
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
  add_random_crossings (figures, lengths);
  figures[TBK_LENGTH_FIGURE_MEAN_PLANAR] += round_fraction (
      E6, lengths[TBK_LENGTH_MEAN_PLANAR], tbk_length_denominator (TBK_LENGTH_MEAN_PLANAR, n));
  if (n >= 2) {
    figures[TBK_LENGTH_FIGURE_MDD_TREES]++;
    figures[TBK_LENGTH_FIGURE_MDD] += round_fraction (E9, lengths[TBK_LENGTH_TOTAL], n - 1);
  }
  if (lengths[TBK_LENGTH_LEAST] != TBK_LENGTH_UNDEFINED)
    add_least (figures, lengths, n);
}

/* 3. sequence_figures: numbers of sequences of transitions. */

static const TbkTallyColumn sequence_integers[TBK_N_SEQUENCE_FIGURES] = {
  [TBK_SEQUENCE_FIGURE_TREES] = { "trees_with_sequences", .most = MOST_ARCS },
  [TBK_SEQUENCE_FIGURE_TREES_LEFT_OUT] = { "trees_without_sequences" },
  [TBK_SEQUENCE_FIGURE_ONE] = { "one_sequence", .part_of = TBK_SEQUENCE_FIGURE_TREES + 1 },
  [TBK_SEQUENCE_FIGURE_LOG10] = { "sequences_log10_e9" },
};

static const TbkTableColumn sequence_columns[] = {
  COUNTED (TBK_SEQUENCE_FIGURE_TREES, "trees that the system builds, over which the next columns are"),
  COUNTED (TBK_SEQUENCE_FIGURE_TREES_LEFT_OUT, "the other trees: they are not projective"),
  COUNTED (TBK_SEQUENCE_FIGURE_ONE, "trees that one sequence of transitions builds, and no other"),
  SHARE ("one_sequence_percent", "these trees, in per cent", TBK_SEQUENCE_FIGURE_ONE,
         TBK_SEQUENCE_FIGURE_TREES),
  MEAN ("sequences_log10", "mean of the decimal logarithm of the number of sequences that build a tree",
        TBK_SEQUENCE_FIGURE_LOG10, TBK_SEQUENCE_FIGURE_TREES, ROUNDS_LOG10_UNIT),
};

const TbkTableColumns figures_of_sequences = COLUMNS ("--system", sequence_integers, sequence_columns);

void
sequence_figures_count (gint64 *figures, const mpz_t n_sequences)
{
  if (mpz_sgn (n_sequences) == 0) {
    figures[TBK_SEQUENCE_FIGURE_TREES_LEFT_OUT]++;
    return;
  }
  figures[TBK_SEQUENCE_FIGURE_TREES]++;
  figures[TBK_SEQUENCE_FIGURE_ONE] += mpz_cmp_ui (n_sequences, 1) == 0;
  figures[TBK_SEQUENCE_FIGURE_LOG10] += rounds_log10 (n_sequences);
}

/* 4. figures: the figures of trees, and the layout of all figures of treebanks. */

/* Rows of trees by kinds, of all kinds by keys, and of rounds. */
enum { ALL, BY_KEYS = ALL + TBK_FIGURES_OF_ARCS, ROUNDS = BY_KEYS + TBK_FIGURES_N_KINDS };

static const TbkTallyColumn tree_integers[TBK_N_FIGURES] = {
  [TBK_FIGURE_SENTENCES] = { "sentences" },
  [TBK_FIGURE_WORDS] = { "words" },
  [TBK_FIGURE_NONPROJECTIVE_TREES] = { "nonprojective_trees", .part_of = TBK_FIGURE_SENTENCES + 1 },
  [TBK_FIGURE_NONPROJECTIVE_ARCS] = { "nonprojective_arcs", .part_of = TBK_FIGURE_WORDS + 1 },
  [TBK_FIGURE_MAX_LENGTH] = { "max_words", TBK_TALLY_MAX },
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
};

static const TbkTableColumn arc_columns[] = {
  COUNTED (TBK_ARC_FIGURE_WORDS, NULL),
  COUNTED (TBK_ARC_FIGURE_NONPROJECTIVE, NULL),
  COUNTED (TBK_ARC_FIGURE_LOST, NULL),
  COUNTED (TBK_ARC_FIGURE_CERTAIN, "lost arcs that no optimal projective tree keeps"),
  SHARES_OF_WORDS (TBK_ARC_FIGURE_WORDS, TBK_ARC_FIGURE_NONPROJECTIVE, TBK_ARC_FIGURE_LOST),
};

static const TbkTallyColumn arc_length_integers[TBK_N_ARC_LENGTH_FIGURES] = {
  [TBK_ARC_LENGTH_FIGURE_ARCS] = { "arcs" },
  [TBK_ARC_LENGTH_FIGURE_TOTAL] = { "total_length" },
  [TBK_ARC_LENGTH_FIGURE_ADJACENT] = { "adjacent", .part_of = TBK_ARC_LENGTH_FIGURE_ARCS + 1 },
  [TBK_ARC_LENGTH_FIGURE_HEAD_INITIAL] = { "head_initial", .part_of = TBK_ARC_LENGTH_FIGURE_ARCS + 1 },
  [TBK_ARC_LENGTH_FIGURE_LONGEST] = { "max_arc", TBK_TALLY_MAX },
};

static const TbkTableColumn arc_length_columns[] = {
  COUNTED (TBK_ARC_LENGTH_FIGURE_ARCS, "arcs between words: none of 0"),
  COUNTED (TBK_ARC_LENGTH_FIGURE_TOTAL, "the sum of their lengths, 1 between neighbours"),
  MEAN ("mean_length", "mean length of these arcs", TBK_ARC_LENGTH_FIGURE_TOTAL, TBK_ARC_LENGTH_FIGURE_ARCS,
        1),
  SHARE ("adjacent_percent", "arcs of length 1, in per cent", TBK_ARC_LENGTH_FIGURE_ADJACENT,
         TBK_ARC_LENGTH_FIGURE_ARCS),
  SHARE ("head_initial_percent", "arcs whose head comes first, in per cent",
         TBK_ARC_LENGTH_FIGURE_HEAD_INITIAL, TBK_ARC_LENGTH_FIGURE_ARCS),
  COUNTED (TBK_ARC_LENGTH_FIGURE_LONGEST, "length of the longest of these arcs"),
};

const TbkTableColumns figures_of_arcs =
    COLUMNS ("--words, or --by attributes of words", arc_integers, arc_columns);
const TbkTableColumns figures_of_arc_lengths =
    COLUMNS ("--words --lengths", arc_length_integers, arc_length_columns);

static const TbkTallyKey keys[] = { ROW_KEY };
static const TbkTallyKey round_keys[] = { { "figure", TBK_TALLY_INTEGER }, ROW_KEY };

/* Rows by keys, which together are of all words, or of some. */
#define BY(name, columns, n_columns, bound, words, all, whole)                                               \
  {                                                                                                          \
    name, keys, TBK_KEYS_MOST, columns, n_columns, bound, words, all, whole                                  \
  }

static const TbkTallySection sections[] = {
  [ALL + TBK_FIGURES_OF_TREES] = { "figures", NULL, 0, tree_integers, TBK_N_FIGURES },
  [ALL + TBK_FIGURES_OF_LENGTHS] = { "lengths", NULL, 0, length_integers, TBK_N_LENGTH_FIGURES },
  [ALL + TBK_FIGURES_OF_CLASSES] = { "classes", NULL, 0, class_integers, TBK_N_CLASS_FIGURES, TBK_TALLY_EACH,
                                     -1, ALL, TBK_FIGURE_SENTENCES },
  [ALL + TBK_FIGURES_OF_SEQUENCES] = { "sequences", NULL, 0, sequence_integers, TBK_N_SEQUENCE_FIGURES },
  [BY_KEYS + TBK_FIGURES_OF_TREES] =
      BY ("figures_by", tree_integers, TBK_N_FIGURES, TBK_TALLY_ALL, TBK_FIGURE_WORDS, ALL, TBK_FIGURE_WORDS),
  [BY_KEYS + TBK_FIGURES_OF_LENGTHS] =
      BY ("lengths_by", length_integers, TBK_N_LENGTH_FIGURES, TBK_TALLY_ALL, TBK_LENGTH_FIGURE_WORDS,
          ALL + TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_WORDS),
  [BY_KEYS + TBK_FIGURES_OF_CLASSES] = { "classes_by", keys, TBK_KEYS_MOST, class_integers,
                                         TBK_N_CLASS_FIGURES, TBK_TALLY_EACH, -1, BY_KEYS,
                                         TBK_FIGURE_SENTENCES },
  [BY_KEYS + TBK_FIGURES_OF_SEQUENCES] =
      BY ("sequences_by", sequence_integers, TBK_N_SEQUENCE_FIGURES, TBK_TALLY_ALL, TBK_SEQUENCE_FIGURE_TREES,
          ALL + TBK_FIGURES_OF_SEQUENCES, TBK_SEQUENCE_FIGURE_TREES),
  [BY_KEYS + TBK_FIGURES_OF_ARCS] = BY ("arcs_by", arc_integers, TBK_N_ARC_FIGURES, TBK_TALLY_TOGETHER,
                                        TBK_ARC_FIGURE_WORDS, ALL, TBK_FIGURE_WORDS),
  [BY_KEYS + TBK_FIGURES_OF_ARC_LENGTHS] =
      BY ("arc_lengths_by", arc_length_integers, TBK_N_ARC_LENGTH_FIGURES, TBK_TALLY_TOGETHER,
          TBK_ARC_LENGTH_FIGURE_ARCS, ALL, TBK_FIGURE_WORDS),
  [ROUNDS] = { "rounds", round_keys, G_N_ELEMENTS (round_keys), rounds_columns, TBK_FIGURES_ROUNDS },
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
  for (int by_keys = 0; by_keys < 2; by_keys++) {
    gsize n_rows;
    g_autofree TbkTallyRow *rows =
        tbk_tally_rows (tally, figures_section (TBK_FIGURES_OF_LENGTHS, by_keys), &n_rows);

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
figures_section (TbkFiguresKind kind, gboolean by_keys)
{
  g_return_val_if_fail ((guint) kind < TBK_FIGURES_N_KINDS && (by_keys || kind < TBK_FIGURES_OF_ARCS), 0);
  return (by_keys ? BY_KEYS : ALL) + (int) kind;
}

int
figures_rounds_section (void)
{
  return ROUNDS;
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
figures_flush (TbkFiguresKind kind, gint64 *figures, TbkTally *tally)
{
  g_return_if_fail ((guint) kind < TBK_FIGURES_OF_ARCS);
  tbk_tally_add (tally, ALL + (int) kind, NULL, figures);
  memset (figures, 0, (gsize) sections[ALL + kind].n_columns * sizeof *figures);
}

const gint64 *
tbk_figures_get (const TbkTally *tally, TbkFiguresKind kind)
{
  static const gint64 none[FIGURES_MAX_COLUMNS];
  const gint64 *figures;

  g_return_val_if_fail ((guint) kind < TBK_FIGURES_OF_ARCS, none);
  figures = tbk_tally_get (tally, ALL + (int) kind, NULL);
  return figures == NULL ? none : figures;
}
