/* chart_sums.c - sums over all derivations of the sentences in a chart, and the shares of weights in them.
 *
 * A weight is exp (score - origin), with an origin for each slot (grammar.h): so all derivations change alike, and log Z is the
 * logarithm of their sum and the sum of the origins. Which origins are chosen decides whether numbers of the processor suffice. Let
 * b n be a bound on log2 of the number of derivations of n words (bits_per_word), V an item's greatest term, and R what the best
 * derivation lacks of the sum of the greatest scores of all slots.
 *
 *   (SO1)  Origins are the greatest scores. No derivation weighs more than 1. Accepted if  2^(-900 + b n) <= sum <= 2^900
 *   (SO2)  Else origins are the scores of the best derivation. It weighs 1, and all together at most 2^(b n). Accepted if b n <= 500,
 *          each weight is at most 2^1000, R <= 45 n in nats, and each item has  2^-900 <= V <= 2^500  or is in no derivation of more than
 *          2^-1150
 *   (SO3)  Else the sentence is done in numbers with exponents beside them, with the origins of (SO1)
 *
 * (SO1): what is outside of an item is at most 2^(b n). A product below 2^-1022 is lost, and with it less than 2^-122 of the sum.
 * (SO2): what is outside of an item in one derivation weighs at most 1 / V, as both together weigh at most 1; so what is lost in a
 * product is below 2^-122 of the sum again. Of normal scores (SO1) does nearly all sentences of 20 words to the deviation 30, and
 * (SO2) those of 50 and 100 words; sentences whose scores deviate by 100 and more get to (SO3). What a sentence gives depends on it
 * alone, not on those beside it or before it: from the group before it is only known what is tried first. If R > 900, (SO1) is sure
 * to fail, since the sum is at most 2^(b n - R); so where that is likely the greatest sums come first.
 *
 * Contents
 *   1. slots: lines of weights, and their origins
 *   2. ranges: (SO2)
 *   3. charts: filled and read by each kind of numbers
 *   4. sums: what is tried, in order
 */
#include "tabular/chart_sums.h"

#include <math.h>
#include <string.h>

#include "base/room.h"
#include "tabular/exponential.h"
#include "tabular/scaled.h"

/* R of a word up to which (SO2) is tried, in nats: beyond, numbers of the processor hardly ever suffice, of 10 words as of 100. */
#define MOST_REGRET 45.

/* Weights up to 2^1000 by the origins of (SO2), in nats. A weight may be beyond all items: what it is multiplied with may be small. */
#define MOST_WEIGHT (1000 * M_LN2)

enum { LEAST_EXPONENT = -900, MOST_BITS = 500, LEAST_MATTER = -1150, SCALED_SHIFT = 4 };

struct ChartSums {
  Chart *chart, *scaled;
  double *greatest, *best;               /* origins: of each group of slots a list as those of the chart */
  double *greatest_scaled, *best_scaled; /* the same as those of the scaled chart */
  double *line;                          /* lists: of RangeLine */
  /* A list: of the first words, how much the greatest scores are above those of the best derivation. */
  double *gains;
  Room room;
  gboolean expects_near; /* no sentence of the last group was refused by (SO1) */
};

ChartSums *
chart_sums_new (void)
{
  ChartSums *sums = g_new0 (ChartSums, 1);

  sums->chart = chart_new ();
  sums->scaled = chart_new ();
  return sums;
}

void
chart_sums_free (ChartSums *sums)
{
  if (sums == NULL)
    return;
  chart_free (sums->chart);
  chart_free (sums->scaled);
  room_clear (&sums->room);
  g_free (sums);
}

Chart *
chart_sums_chart (ChartSums *sums)
{
  return sums->chart;
}

double
chart_sum_log_z (const ChartSum *sum, double log_rest)
{
  PreciseSum log_z = { log_rest, 0 };

  for (int p = 1; p <= sum->chart->lengths[sum->lane]; p++)
    for (int g = 0; g < sum->chart->grammar->table.n_groups; g++)
      exponential_add (&log_z, chart_sum_origin (sum, g, p));
  return log_z.sum + log_z.error;
}

/* 1. slots: lines of weights, and their origins. */

/* Does something with weights side by side whose origins are side by side: @n cells from @at among scores or weights of a chart on, and
 * from @origin among the origins on. */
typedef void (*LineWork) (const Chart *c, gsize score, gsize weight, gsize origin, int n, gpointer data);

/* Weights of a matrix: rows, or diagonals. In row a those of columns before a have another group than those behind it. The slot of
 * [a][b] is b. */
static void
work_on_matrix (const Chart *c, int m, LineWork work, gpointer data)
{
  const guint8 *groups = c->grammar->table.matrix_groups;
  const gsize n_list = c->n_list, above = groups == NULL ? 0 : groups[2 * m],
              below = groups == NULL ? 0 : groups[2 * m + 1];
  const int width = c->n + 1, lanes = c->n_lanes;

  for (int a = 0; a < width && c->has_rows; a++) {
    const gsize score = (gsize) chart_matrix (c, &c->scores, m, a, 0),
                weight = (gsize) chart_matrix (c, &c->weights, m, a, 0);
    const gsize behind = (gsize) (a * c->across);

    work (c, score, weight, below * n_list, (int) behind, data);
    work (c, score + behind, weight + behind, above * n_list + behind, (width - a) * (int) c->across, data);
  }
  for (int d = -c->n; d <= c->n && !c->has_rows; d++) {
    const int a = MAX (0, -d), b = MAX (0, d);

    work (c, (gsize) chart_matrix (c, &c->scores, m, a, b), (gsize) chart_matrix (c, &c->weights, m, a, b),
          (d < 0 ? below : above) * n_list + (gsize) (b * lanes), (width - ABS (d)) * lanes, data);
  }
}

static void
work_on_lines (const Chart *c, LineWork work, gpointer data)
{
  const GrammarTable *t = &c->grammar->table;

  for (int l = 0; l < t->n_lists; l++)
    work (c, (gsize) chart_list (c, &c->scores, l, 0), (gsize) chart_list (c, &c->weights, l, 0),
          (t->list_groups == NULL ? 0 : t->list_groups[l]) * c->n_list, (c->n + 1) * (int) c->element, data);
  for (int m = 0; m < t->n_matrices; m++)
    work_on_matrix (c, m, work, data);
}

static void
find_greatest_of_line (const Chart *c, gsize score, gsize weight, gsize origin, int n, gpointer data)
{
  (void) weight;
  exponential_greatest (n, (const double *) c->cells + score, (double *) data + origin);
}

/* Finds the greatest score of each slot; 0 if all are forbidden. */
static void
find_greatest (ChartSums *s)
{
  const gsize n = (gsize) s->chart->grammar->table.n_groups * s->chart->n_list;

  for (gsize i = 0; i < n; i++)
    s->greatest[i] = -INFINITY;
  work_on_lines (s->chart, find_greatest_of_line, s->greatest);
  for (gsize i = 0; i < n; i++)
    if (s->greatest[i] == -INFINITY)
      s->greatest[i] = 0;
}

static void
weigh_line (const Chart *c, gsize score, gsize weight, gsize origin, int n, gpointer data)
{
  exponential_cells (n, (const double *) c->cells + score, (const double *) data + origin,
                     (double *) c->cells + weight);
}

static void
weigh_scaled_line (const Chart *c, gsize score, gsize weight, gsize origin, int n, gpointer data)
{
  /* The weights of the first group are divided by 2^SCALED_SHIFT, so that no sum is above 1. */
  exponential_scaled_cells (n, (const double *) c->cells + score, (const double *) data + origin,
                            origin < c->n_list ? SCALED_SHIFT : 0, (double *) c->cells + weight,
                            (gint64 *) c->cells + weight + c->exponents);
}

static void
subtract_line (const Chart *c, gsize score, gsize weight, gsize origin, int n, gpointer data)
{
  const double *scores = (const double *) c->cells + score, *origins = (const double *) data + origin;
  double *weights = (double *) c->cells + weight;

  for (int i = 0; i < n; i++)
    weights[i] = scores[i] - origins[i];
}

/* The origin of a slot of a lane. */
static inline gsize
slot_of (const Chart *c, int group, int position, int lane)
{
  return (gsize) group * c->n_list + (gsize) (position * c->element + lane);
}

typedef struct {
  const Chart *chart;
  double *origins;
  int lane;
} OriginVisit;

/* The score of a weight of the best derivation is the origin of its slot. */
static void
note_origin (gpointer data, const Edge *edge)
{
  const OriginVisit *of = data;
  const Chart *c = of->chart;
  const GrammarTable *t = &c->grammar->table;
  const Rule *rule = edge->rule;
  const gboolean is_list = rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST;
  const gssize score = is_list ? chart_list (c, &c->scores, rule->weight, edge->a)
                               : chart_matrix (c, &c->scores, rule->weight, edge->a, edge->b);
  const int group = is_list                    ? (t->list_groups == NULL ? 0 : t->list_groups[rule->weight])
                    : t->matrix_groups == NULL ? 0
                                               : t->matrix_groups[2 * rule->weight + (edge->a > edge->b)];

  of->origins[slot_of (c, group, is_list ? edge->a : edge->b, of->lane)] =
      ((const double *) c->cells)[score + of->lane];
}

/* Finds the origins of (SO2) for a lane, after the greatest sums of the scores. Slots that the best derivation has no weight of, as
 * that of a gap behind the last word, keep the greatest. */
static void
find_best_origins (ChartSums *s, int lane)
{
  Chart *c = s->chart;
  OriginVisit visit = { c, s->best, lane };

  chart_best_doubles.find (c, lane, note_origin, &visit);
}

/* 2. ranges: (SO2).
 *
 * The chart has the greatest sums U of scores less the origins of (SO1). So no sum is above 0, that of the best derivation is -R, and
 * no derivation with an item is above U. By the origins of (SO2) the best derivation is 0, one with the item at most U + R, and
 *
 *   (SO4)  V = U + G,   G the sum over the slots of the item of what the origins of (SO1) are above those of (SO2)
 *
 * gains[p] is that sum over the slots up to p. An item over i..j has the slots of the words between. In charts of tags one of them may
 * be missing at either end, and that of the gap before may be among them; G then has bounds. */

/* Finds gains, and which lanes have no weight that is too large. */
static void
find_gains (ChartSums *s, gboolean *is_accepted)
{
  const Chart *c = s->chart;

  memset (s->gains, 0, c->n_list * sizeof (double));
  for (int p = 1; p <= c->n; p++)
    for (int l = 0; l < c->n_lanes; l++) {
      double *gains = &s->gains[slot_of (c, 0, p, l)];

      *gains = s->gains[slot_of (c, 0, p - 1, l)];
      for (int g = 0; g < c->grammar->table.n_groups; g++) {
        const double gain = s->greatest[slot_of (c, g, p, l)] - s->best[slot_of (c, g, p, l)];

        *gains += gain;
        is_accepted[l] &= gain <= MOST_WEIGHT;
      }
    }
}

/* Bounds of U of items whose cells lie side by side: in range if it is from @least to @most, or up to @matter; and what came of it. */
typedef struct {
  double *least, *most, *matter, *flags;
} RangeLine;

enum { RANGE_LISTS = sizeof (RangeLine) / sizeof (double *) };

static RangeLine
range_line (const ChartSums *s)
{
  const gsize n = s->chart->n_list;

  return (RangeLine){ s->line, s->line + n, s->line + 2 * n, s->line + 3 * n };
}

/* Notes which of @n cells are out of range. */
BODY void
note_range_body (int n, const double *cells, const double *least, const double *most, const double *matter,
                 double *restrict flags)
{
  for (int i = 0; i < n; i++)
    flags[i] = (((cells[i] > most[i]) | (cells[i] < least[i])) & (cells[i] > matter[i])) ? 1 : flags[i];
}

BOTH (static, void, note_range,
      (int n, const double *cells, const double *least, const double *most, const double *matter,
       double *flags),
      (n, cells, least, most, matter, flags))

/* Items whose cells lie side by side: those of a length, from i to each j, or to j from each i. */
typedef struct {
  enum { DIAGONAL, ROW, COLUMN } kind;
  int number; /* the length, i or j */
} ItemLine;

/* The lines of a symbol: of one that begins at 0 or ends at n there is one. */
static int
kind_of_lines (const Chart *c, int symbol)
{
  if (!grammar_has_matrix (c->grammar, symbol))
    return (c->grammar->table.symbols[symbol].places & FROM_FIRST) != 0 ? ROW : COLUMN;
  return !c->has_rows ? DIAGONAL : (c->grammar->uses[symbol] & IS_RIGHT) != 0 ? COLUMN : ROW;
}

static gboolean
has_line (const Chart *c, int symbol, ItemLine line)
{
  return kind_of_lines (c, symbol) == (int) line.kind && c->grammar->table.symbols[symbol].places != OF_ALL
         && (grammar_has_matrix (c->grammar, symbol) || line.number == (line.kind == ROW ? 0 : c->n));
}

static ChartItem
item_of_line (ItemLine line, int position)
{
  return line.kind == DIAGONAL ? (ChartItem){ 0, position, position + line.number }
         : line.kind == ROW    ? (ChartItem){ 0, line.number, position }
                               : (ChartItem){ 0, position, line.number };
}

/* The positions of a line with items that have words. */
static void
find_positions (const Chart *c, ItemLine line, int *first, int *end)
{
  *first = line.kind == ROW ? line.number + 1 : 0;
  *end = line.kind == DIAGONAL ? c->n + 1 - line.number : line.kind == COLUMN ? line.number : c->n + 1;
}

/* Sets the bounds of a line, by (SO4). */
static void
find_bounds (const ChartSums *s, ItemLine line)
{
  const Chart *c = s->chart;
  const RangeLine bounds = range_line (s);
  const int is_loose = !c->grammar->table.has_inner_slots;
  int first, end;

  find_positions (c, line, &first, &end);
  for (int p = first; p < end; p++) {
    const ChartItem item = item_of_line (line, p);
    const double *gains = s->gains;
    const gssize i = item.i * c->element, j = item.j * c->element, loose = is_loose * c->element,
                 before = MAX (i - loose, 0), behind = MIN (i + loose, j), last = MAX (j - loose, behind);

    for (int l = 0; l < c->n_lanes; l++) {
      bounds.least[p * c->element + l] = LEAST_EXPONENT * M_LN2 - (gains[last + l] - gains[behind + l]);
      bounds.most[p * c->element + l] = MOST_BITS * M_LN2 - (gains[j + l] - gains[before + l]);
    }
  }
}

/* Notes which items of a symbol are out of range. */
static void
note_items (const ChartSums *s, int symbol, ItemLine line)
{
  const Chart *c = s->chart;
  const RangeLine bounds = range_line (s);
  const guint places = c->grammar->table.symbols[symbol].places;
  int first, end, at;
  ChartItem item;

  find_positions (c, line, &first, &end);
  /* Items that are not made may be anything. */
  if ((places & AFTER_FIRST) != 0 && first < end && item_of_line (line, first).i == 0)
    first = line.kind == ROW ? end : first + 1;
  if ((places & BEFORE_LAST) != 0 && first < end && item_of_line (line, end - 1).j == c->n)
    end = line.kind == COLUMN ? first : end - 1;
  if (first >= end)
    return;
  item = item_of_line (line, first);
  item.symbol = symbol;
  at = first * (int) c->element;
  note_range ((end - first) * (int) c->element, (const double *) c->cells + chart_item (c, &item),
              bounds.least + at, bounds.most + at, bounds.matter + at, bounds.flags + at);
}

/* Finds out of which lanes all items are in range. @regrets: R of each. */
static void
find_ranges (ChartSums *s, const double *regrets, gboolean *is_accepted)
{
  const Chart *c = s->chart;
  const RangeLine bounds = range_line (s);

  memset (s->line, 0, RANGE_LISTS * c->n_list * sizeof (double));
  for (int p = 0; p <= c->n; p++)
    for (int l = 0; l < c->n_lanes; l++)
      bounds.matter[p * c->element + l] = LEAST_MATTER * M_LN2 - regrets[l];
  find_gains (s, is_accepted);
  for (int kind = c->has_rows ? ROW : DIAGONAL; kind <= COLUMN; kind++)
    for (int number = 0; number <= c->n; number++) {
      const ItemLine line = { kind, number };

      find_bounds (s, line);
      for (int symbol = 0; symbol < c->grammar->table.n_symbols; symbol++)
        if (has_line (c, symbol, line))
          note_items (s, symbol, line);
    }
  for (int p = 0; p <= c->n; p++)
    for (int l = 0; l < c->n_lanes; l++)
      is_accepted[l] &= bounds.flags[p * c->element + l] == 0;
}

/* 3. charts: filled and read by each kind of numbers. */

/* The lanes of a chart, while sums are found. */
typedef struct {
  ChartSums *sums;
  const ChartSumPut *put;
  gboolean is_open[CHART_MOST_LANES]; /* nothing was put out yet */
  double regrets[CHART_MOST_LANES];   /* R; infinite if there is no derivation */
  GError **error;
} LanesOfSums;

static inline double
bits_of (const Chart *c, int lane)
{
  return c->grammar->table.bits_per_word * c->lengths[lane];
}

static gboolean
has_any (const Chart *c, const gboolean *lanes)
{
  for (int l = 0; l < c->n_lanes; l++)
    if (lanes[l])
      return TRUE;
  return FALSE;
}

/* The number of a goal, and its exponent. */
static double
read_goal (const Chart *c, int lane, gint64 *exponent)
{
  const ChartItem goal = chart_goal (c, lane);
  const gssize at = chart_item (c, &goal) + lane;

  *exponent = c->cells_are == CHART_SCALED ? ((const gint64 *) c->cells)[at + c->exponents] : 0;
  return ((const double *) c->cells)[at];
}

/* Fills the chart with the greatest sums of scores less the origins of (SO1), and finds what the best derivations lack. */
static void
find_regrets (LanesOfSums *s)
{
  Chart *c = s->sums->chart;
  gint64 exponent;

  work_on_lines (c, subtract_line, s->sums->greatest);
  chart_best_doubles.fill (c, &c->weights);
  for (int l = 0; l < c->n_lanes; l++)
    s->regrets[l] = -read_goal (c, l, &exponent);
}

/* Counts a sum from other origins: multiplies it by exp (from - to) of each slot, to its exact difference. */
static void
change_origins (const Chart *c, const double *from, const double *to, ChartSum *sum)
{
  for (int g = 0; g < c->grammar->table.n_groups; g++)
    for (int p = 1; p <= c->lengths[sum->lane]; p++) {
      const double x = from[slot_of (c, g, p, sum->lane)], y = to[slot_of (c, g, p, sum->lane)];
      const double difference = x - y, part = difference - x, low = (x - (difference - part)) - (y + part);

      if (difference != 0)
        sum->z = wide_multiply (
            sum->z, exponential_wide (MAX (-difference, -0x1p49), difference > 0x1p49 ? 0 : -low));
    }
}

/* The sum of a lane, by the origins of weights. Scaled ones are counted from the best derivation: so their sum is not what remains of large
 * numbers. */
static ChartSum
sum_of (const ChartSums *s, const Chart *c, const double *origins, int lane, int number)
{
  ChartSum sum = { .number = number, .origins = origins, .chart = c, .lane = lane };
  const double z = read_goal (c, lane, &sum.exponent);
  int exponent;

  if (!(z > 0))
    return sum;
  if (c->cells_are == CHART_SCALED) {
    sum.z = (WideNumber){ z, sum.exponent / UNIT };
    sum.exponent = SCALED_SHIFT * c->lengths[lane];
    sum.origins = s->best_scaled;
    change_origins (c, origins, s->best_scaled, &sum);
  } else {
    sum.z = (WideNumber){ frexp (z, &exponent), 0 };
    sum.exponent = exponent;
  }
  return sum;
}

/* Puts out the sums of the lanes of a chart that are accepted, with the shares if they are wanted. */
static gboolean
put_lanes (const LanesOfSums *s, Chart *c, const double *origins, const int *numbers,
           const gboolean *is_accepted)
{
  double begin[CHART_MOST_LANES] = { 0 };
  ChartSum sums[CHART_MOST_LANES];
  gint64 exponent;
  int n_sums = 0;

  for (int l = 0; l < c->n_lanes; l++) {
    if (is_accepted[l])
      sums[n_sums++] = sum_of (s->sums, c, origins, l, numbers == NULL ? l : numbers[l]);
    if (is_accepted[l] && sums[n_sums - 1].z.m > 0)
      begin[l] = 1 / read_goal (c, l, &exponent);
  }
  if (n_sums > 0 && c->use == FOR_SHARES) {
    chart_begin_outside (c, begin);
    (c->cells_are == CHART_SCALED ? &chart_scaled_sums : &chart_sums)->read_backwards (c);
  }
  return n_sums == 0 || s->put->put (s->put->data, sums, n_sums, s->error);
}

/* Fills the chart with sums of weights by these origins, and puts out those lanes that are wanted and have at least 2^@least. */
static gboolean
try_sums (LanesOfSums *s, const double *origins, const gboolean *is_wanted, const double *least)
{
  Chart *c = s->sums->chart;
  gboolean is_accepted[CHART_MOST_LANES] = { FALSE };

  if (!has_any (c, is_wanted))
    return TRUE;
  work_on_lines (c, weigh_line, (gpointer) origins);
  for (int l = 0; l < c->n_lanes && s->put->weigh != NULL; l++)
    s->put->weigh (s->put->data, l, c, l);
  chart_sums.fill (c, &c->weights);
  for (int l = 0; l < c->n_lanes; l++) {
    gint64 exponent;
    const double z = read_goal (c, l, &exponent);

    is_accepted[l] =
        is_wanted[l] && s->is_open[l] && z > 0 && z <= 0x1p900 && exponential_log (z, 0) >= least[l] * M_LN2;
    s->is_open[l] &= !is_accepted[l];
  }
  return put_lanes (s, c, origins, NULL, is_accepted);
}

/* 4. sums: what is tried, in order. */

/* (SO1), for the lanes of which it may succeed. @has_regrets: whether the chart has the greatest sums of scores. */
static gboolean
try_greatest (LanesOfSums *s, gboolean *has_regrets)
{
  const Chart *c = s->sums->chart;
  double least[CHART_MOST_LANES];
  gboolean is_wanted[CHART_MOST_LANES];

  for (int l = 0; l < c->n_lanes; l++) {
    least[l] = LEAST_EXPONENT + bits_of (c, l);
    is_wanted[l] = s->regrets[l] <= -LEAST_EXPONENT * M_LN2;
  }
  *has_regrets &= !has_any (c, is_wanted);
  return try_sums (s, s->sums->greatest, is_wanted, least);
}

/* (SO2), of a chart as find_regrets() leaves it. */
static gboolean
try_best (LanesOfSums *s)
{
  Chart *c = s->sums->chart;
  gboolean is_wanted[CHART_MOST_LANES];
  double least[CHART_MOST_LANES];

  memcpy (s->sums->best, s->sums->greatest, (gsize) c->grammar->table.n_groups * c->n_list * sizeof (double));
  for (int l = 0; l < c->n_lanes; l++) {
    is_wanted[l] =
        s->is_open[l] && s->regrets[l] <= MOST_REGRET * c->lengths[l] && bits_of (c, l) <= MOST_BITS;
    if (s->is_open[l])
      find_best_origins (s->sums, l);
    least[l] = -50; /* sums over labels make it less than 1 */
  }
  if (has_any (c, is_wanted))
    find_ranges (s->sums, s->regrets, is_wanted);
  return try_sums (s, s->sums->best, is_wanted, least);
}

/* Copies the scores of a lane into another chart. */
static void
copy_lane (const Chart *from, int lane, Chart *to, int to_lane)
{
  const GrammarTable *t = &from->grammar->table;
  const double *source = (const double *) from->cells + lane;
  double *target = (double *) to->cells + to_lane;

  for (int l = 0; l < t->n_lists; l++)
    for (int a = 0; a <= to->n; a++)
      target[chart_list (to, &to->scores, l, a)] = source[chart_list (from, &from->scores, l, a)];
  for (int m = 0; m < t->n_matrices; m++)
    for (int a = 0; a <= to->n; a++)
      for (int b = 0; b <= to->n; b++)
        target[chart_matrix (to, &to->scores, m, a, b)] = source[chart_matrix (from, &from->scores, m, a, b)];
}

/* Copies the origins of lanes of the first chart. */
static void
copy_origins (const ChartSums *s, const int *numbers)
{
  const Chart *from = s->chart, *to = s->scaled;

  for (int g = 0; g < to->grammar->table.n_groups; g++)
    for (int p = 0; p <= to->n; p++)
      for (int l = 0; l < to->n_lanes; l++) {
        s->greatest_scaled[slot_of (to, g, p, l)] = s->greatest[slot_of (from, g, p, numbers[l])];
        s->best_scaled[slot_of (to, g, p, l)] = s->best[slot_of (from, g, p, numbers[l])];
      }
}

/* (SO3) for some lanes. */
static gboolean
sum_scaled (const LanesOfSums *s, const int *numbers, int n_lanes)
{
  const Chart *from = s->sums->chart;
  Chart *c = s->sums->scaled;
  gboolean is_accepted[CHART_MOST_LANES];
  int lengths[CHART_MOST_LANES];

  for (int l = 0; l < n_lanes; l++) {
    lengths[l] = from->lengths[numbers[l]];
    is_accepted[l] = TRUE;
  }
  if (!chart_lay_out (c, from->grammar, CHART_SCALED, from->use, lengths, n_lanes, s->error))
    return FALSE;
  for (int l = 0; l < n_lanes; l++)
    copy_lane (from, numbers[l], c, l);
  copy_origins (s->sums, numbers);
  work_on_lines (c, weigh_scaled_line, s->sums->greatest_scaled);
  for (int l = 0; l < n_lanes && s->put->weigh != NULL; l++)
    s->put->weigh (s->put->data, numbers[l], c, l);
  chart_scaled_sums.fill (c, &c->weights);
  return put_lanes (s, c, s->sums->greatest_scaled, numbers, is_accepted);
}

/* (SO3) for all lanes that are left, as many at a time as the memory suffices for. */
static gboolean
sum_rest (const LanesOfSums *s, guint64 memory)
{
  const Chart *c = s->sums->chart;
  int numbers[CHART_MOST_LANES], n = 0;

  for (int l = 0; l < c->n_lanes; l++)
    if (s->is_open[l])
      numbers[n++] = l;
  for (int first = 0, n_lanes; first < n; first += n_lanes) {
    n_lanes = n - first;
    while (n_lanes > 0
           && chart_measure (c->grammar, CHART_SCALED, c->use, c->lengths[numbers[first]], n_lanes) > memory)
      n_lanes /= 2;
    if (n_lanes == 0)
      return s->put->fail (s->put->data, numbers[first], s->error);
    if (!sum_scaled (s, numbers + first, n_lanes))
      return FALSE;
  }
  return TRUE;
}

/* Room for the origins of a chart of either kind: lists of scaled numbers are no longer. */
static gboolean
reserve (ChartSums *s, GError **error)
{
  const Chart *c = s->chart;
  const gsize n = MAX (c->n_list, (gsize) (c->n + 3) * CHART_MOST_LANES),
              n_lists = (gsize) MAX (c->grammar->table.n_groups, RANGE_LISTS);

  return ROOM_RESERVE (&s->room, n_lists * n, ARRAY (s->greatest), ARRAY (s->best),
                       ARRAY (s->greatest_scaled), ARRAY (s->best_scaled), ARRAY (s->line), ARRAY (s->gains))
         || memory_fail (error, "the sums of %d words", c->n);
}

static gboolean
find_sums (LanesOfSums *s, guint64 memory)
{
  gboolean has_regrets = !s->sums->expects_near;

  if (has_regrets)
    find_regrets (s);
  if (!try_greatest (s, &has_regrets))
    return FALSE;
  s->sums->expects_near = !has_any (s->sums->chart, s->is_open);
  if (s->sums->expects_near)
    return TRUE;
  if (!has_regrets)
    find_regrets (s);
  return try_best (s) && (!has_any (s->sums->chart, s->is_open) || sum_rest (s, memory));
}

gboolean
chart_sums_find (ChartSums *sums, const ChartSumPut *put, guint64 memory, GError **error)
{
  LanesOfSums s = { .sums = sums, .put = put, .error = error };
  guint64 before;
  gboolean is_done;

  if (!reserve (sums, error))
    return FALSE;
  for (int l = 0; l < sums->chart->n_lanes; l++)
    s.is_open[l] = TRUE;
  find_greatest (sums);
  before = exponential_flush_small ();
  is_done = find_sums (&s, memory);
  exponential_flush_as_before (before);
  return is_done;
}
