/* length_figures.c - sums of lengths over trees. */
#include "tally/figures.h"

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
