/* rounds.c - a bootstrap over sentences: which rounds a sentence is drawn in, sums of these, and the ends of intervals.
 *
 * Contents
 *   1. draws: in which rounds a sentence is
 *   2. sums: figures of the sentences of each round
 *   3. ends: the values at the ends of an interval
 *
 * A bootstrap draws as many sentences as there are, with replacement, round by round; so it needs all sentences at once,
 * and what one part of a run drew does not add up with another part. Here each sentence draws, for itself, as many rounds
 * as there are. In a round it is then 0, 1, 2 ... times, with the probabilities of a binomial distribution of mean 1: as
 * good as those of Poisson, and of the bootstrap, where a treebank is not small. The sums of each round are integers of a
 * tally. They add up over batches, files, threads and parts of a run.
 *
 * What is drawn depends on the seed, on the words of the sentence, and on its number in the file, or where releases are
 * compared on its ID; so not on what the file is called:
 *
 *   random = tbk_random_init (seed + fnv (forms), number or fnv (ID))     with a tab behind each form
 *   rounds = nine bits each of the numbers of random, seven of a number, from the lowest bits up
 */
#include "statistics/statistics.h"

#include <math.h>

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/brackets.h"

/* 1. draws: in which rounds a sentence is. */

enum { ROUND_BITS = 9, PER_NUMBER = 7 };
G_STATIC_ASSERT (TBK_FIGURES_ROUNDS == 1 << ROUND_BITS);

/* Adds a form, with a tab behind it, which no form has. */
static guint64
hash_form (guint64 hash, const char *form, gsize length)
{
  return rounds_hash (rounds_hash (hash, form, length), "\t", 1);
}

static guint64
hash_words (const TbkConlluSentence *sentence)
{
  guint64 hash = ROUNDS_HASH_OF_NOTHING;

  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece form = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM);

    hash = hash_form (hash, form.bytes, form.size);
  }
  return hash;
}

/* A tree of brackets has the same key as the dependency tree of its words: only forms count. */
static guint64
hash_leaves (const TbkBracketTree *tree)
{
  guint64 hash = ROUNDS_HASH_OF_NOTHING;

  for (int v = 0; v < tree->n_nodes; v++)
    if (tree->nodes[v].form != NULL)
      hash = hash_form (hash, tree->nodes[v].form, (gsize) tree->nodes[v].form_length);
  return hash;
}

/* The seed is added to the hash of words, so that another seed gives other draws of each sentence. Two
 * sentences with the same words differ in the second number alone. */
RoundsKey
rounds_key (const TbkConlluSentence *sentence, const TbkBracketTree *tree, const TbkEntry *entry,
            guint64 seed, gboolean by_id)
{
  return (RoundsKey){ seed + (tree != NULL ? hash_leaves (tree) : hash_words (sentence)),
                      by_id && entry->id != NULL
                          ? rounds_hash (ROUNDS_HASH_OF_NOTHING, entry->id, entry->id_length)
                          : (guint64) entry->index };
}

/* A tenth number of bits would be wasted in 64: 7 times 9 is 63, and one bit of each number is left over. 512
 * draws take 74 numbers. */
void
rounds_draw (RoundsKey key, guint16 rounds[TBK_FIGURES_ROUNDS])
{
  TbkRandom random;

  /* Nine bits are a number below 512, all of them equally probable: nothing must be thrown away. */
  tbk_random_init (&random, key.words, key.sentence);
  for (int drawn = 0; drawn < TBK_FIGURES_ROUNDS;) {
    guint64 bits = random_next (&random);

    for (int i = 0; i < PER_NUMBER && drawn < TBK_FIGURES_ROUNDS; i++, bits >>= ROUND_BITS)
      rounds[drawn++] = (guint16) (bits & (TBK_FIGURES_ROUNDS - 1));
  }
}

void
rounds_weigh (RoundsKey key, guint16 weights[TBK_FIGURES_ROUNDS])
{
  guint16 rounds[TBK_FIGURES_ROUNDS];

  rounds_draw (key, rounds);
  memset (weights, 0, TBK_FIGURES_ROUNDS * sizeof *weights);
  for (int i = 0; i < TBK_FIGURES_ROUNDS; i++)
    weights[rounds[i]]++;
}

/* 2. sums: figures of the sentences of each round.
 *
 * Some sentences wait for one another: then each round is in registers once for all that drew it, and not fetched for
 * each.
 *
 * Sums are in lanes of 32 bits, so that one instruction adds many. A value in a lane is below 2^HALF_BITS, so a sum cannot
 * overflow before MOST_SETTLED times AT_ONCE sentences were added; then it goes to a wide one. Fractions are summed in units of
 * 10^-6 or 10^-9, which do not fit: such a figure has two lanes, of its lower and upper bits. Sentences whose values do not fit either
 * are added to the wide sums.
 */

const TbkTallyColumn rounds_columns[TBK_FIGURES_ROUNDS] = {
  [0 ... TBK_FIGURES_ROUNDS - 1] = { "sum of a round" },
};

enum {
  AT_ONCE = 16,
  ROOM = 56,
  N_LANES = 8,
  HALF_BITS = 20,
  MOST_SETTLED = G_MAXINT32 / (ROOM << HALF_BITS),
};
typedef gint32 Lanes
    __attribute__ ((vector_size (N_LANES * sizeof (gint32)), aligned (sizeof (gint32)), may_alias));

/* The lanes of a figure. */
typedef struct {
  int lane;
  gboolean has_two_lanes;
} RoundLanes;

struct RoundSums {
  RoundLanes *figures;
  int n_figures, n_vectors;
  gboolean is_empty;
  gint32 *sums;    /* of each round, n_vectors * N_LANES */
  gint64 *wide;    /* what is to be added to them; NULL while that is nothing */
  gint64 *in_hand; /* the lanes of the sentence in hand */
  Lanes *values;   /* of the sentences that wait, n_vectors each */
  int n_waiting, n_settled;
  guint8 n_drawn[TBK_FIGURES_ROUNDS];     /* how many of them are in a round, */
  guint8 drawn[TBK_FIGURES_ROUNDS][ROOM]; /* and which */
};

static gsize
count_lanes (const RoundSums *sums)
{
  return (gsize) sums->n_vectors * N_LANES;
}

/* The lanes of all rounds. */
static gsize
count_sums (const RoundSums *sums)
{
  return TBK_FIGURES_ROUNDS * count_lanes (sums);
}

RoundSums *
round_sums_new (int n, const gboolean *is_large)
{
  RoundSums *sums = g_new0 (RoundSums, 1);
  int n_lanes = 0;

  sums->figures = g_new (RoundLanes, n);
  sums->n_figures = n;
  sums->is_empty = TRUE;
  for (int i = 0; i < n; i++) {
    sums->figures[i] = (RoundLanes){ n_lanes, is_large != NULL && is_large[i] };
    n_lanes += 1 + sums->figures[i].has_two_lanes;
  }
  sums->n_vectors = (n_lanes + N_LANES - 1) / N_LANES;
  sums->sums = g_new0 (gint32, count_sums (sums));
  sums->in_hand = g_new0 (gint64, count_lanes (sums));
  sums->values = g_new0 (Lanes, AT_ONCE * sums->n_vectors);
  return sums;
}

void
round_sums_free (RoundSums *sums)
{
  if (sums == NULL)
    return;
  g_free (sums->figures);
  g_free (sums->sums);
  g_free (sums->wide);
  g_free (sums->in_hand);
  g_free (sums->values);
  g_free (sums);
}

enum { MOST_IN_REGISTERS = 5 };

/* Adds some vectors of the sentences that wait to their rounds. @n: how many; a constant where this is inlined, so that their
 * sums are in registers. */
BODY void
settle_vectors (RoundSums *all, int first, const int n)
{
  Lanes *round = (Lanes *) (gpointer) all->sums + first;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++, round += all->n_vectors) {
    const guint8 *drawn = all->drawn[r];
    Lanes sums[MOST_IN_REGISTERS];

    for (int v = 0; v < n; v++)
      sums[v] = round[v];
    for (int d = 0; d < all->n_drawn[r]; d++)
      for (int v = 0; v < n; v++)
        sums[v] += all->values[drawn[d] * all->n_vectors + first + v];
    for (int v = 0; v < n; v++)
      round[v] = sums[v];
  }
}

BODY void
settle_all_body (RoundSums *sums)
{
  int v = 0;

  for (; v + MOST_IN_REGISTERS <= sums->n_vectors; v += MOST_IN_REGISTERS)
    settle_vectors (sums, v, MOST_IN_REGISTERS);
  switch (sums->n_vectors - v) {
  case 1:
    settle_vectors (sums, v, 1);
    break;
  case 2:
    settle_vectors (sums, v, 2);
    break;
  case 3:
    settle_vectors (sums, v, 3);
    break;
  case 4:
    settle_vectors (sums, v, 4);
    break;
  default:
    break;
  }
}

BOTH (static, void, settle_all, (RoundSums * sums), (sums))

static gint64 *
get_wide (RoundSums *sums)
{
  if (sums->wide == NULL)
    sums->wide = g_new0 (gint64, count_sums (sums));
  return sums->wide;
}

/* Moves waiting sentences to the sums. The wide sums get the others first when those could overflow the next
 * time: each time adds at most ROOM values below 2^HALF_BITS. */
static void
settle (RoundSums *sums)
{
  if (sums->n_settled == MOST_SETTLED) {
    gint64 *wide = get_wide (sums);

    for (gsize i = 0; i < count_sums (sums); i++)
      wide[i] += sums->sums[i];
    memset (sums->sums, 0, count_sums (sums) * sizeof *sums->sums);
    sums->n_settled = 0;
  }
  settle_all (sums);
  memset (sums->n_drawn, 0, sizeof sums->n_drawn);
  sums->n_waiting = 0;
  sums->n_settled++;
}

/* Adds the sentence in hand to the wide sums of @round. */
static void
add_wide (RoundSums *sums, guint round)
{
  gint64 *wide = get_wide (sums) + round * count_lanes (sums);

  for (gsize i = 0; i < count_lanes (sums); i++)
    wide[i] += sums->in_hand[i];
}

/* Sets the lanes of the sentence in hand; FALSE if some do not fit. */
static gboolean
set_lanes (RoundSums *sums, const gint64 *figures)
{
  const gint64 end = G_GINT64_CONSTANT (1) << HALF_BITS;
  gboolean fits = TRUE;

  for (int i = 0; i < sums->n_figures; i++) {
    const gboolean has_two = sums->figures[i].has_two_lanes;
    gint64 *lane = &sums->in_hand[sums->figures[i].lane];

    lane[0] = has_two ? figures[i] & (end - 1) : figures[i];
    if (has_two)
      lane[1] = figures[i] >> HALF_BITS;
    fits = fits && lane[0] >= 0 && lane[0] < end && (!has_two || (lane[1] >= 0 && lane[1] < end));
  }
  return fits;
}

/* A sentence that fits waits with the others; else it goes to the wide sums at once, round by round. On
 * average AT_ONCE of those that wait are in a round, so ROOM is seldom full; a draw that finds it full goes
 * to the wide sums too. */
void
round_sums_add (RoundSums *sums, RoundsKey key, const gint64 *figures)
{
  const gboolean fits = set_lanes (sums, figures);
  gint32 *values = (gint32 *) (sums->values + sums->n_waiting * sums->n_vectors);
  guint16 drawn[TBK_FIGURES_ROUNDS];

  for (gsize i = 0; fits && i < count_lanes (sums); i++)
    values[i] = (gint32) sums->in_hand[i];
  rounds_draw (key, drawn);
  for (int d = 0; d < TBK_FIGURES_ROUNDS; d++) {
    guint8 *n_drawn = &sums->n_drawn[drawn[d]];

    if (G_LIKELY (fits && *n_drawn < ROOM))
      sums->drawn[drawn[d]][(*n_drawn)++] = (guint8) sums->n_waiting;
    else
      add_wide (sums, drawn[d]);
  }
  sums->is_empty = FALSE;
  if (fits && ++sums->n_waiting == AT_ONCE)
    settle (sums);
}

static gint64
find_sum (const RoundSums *sums, gsize place)
{
  return sums->sums[place] + (sums->wide == NULL ? 0 : sums->wide[place]);
}

gboolean
round_sums_get (RoundSums *sums, int figure, gint64 *values)
{
  const RoundLanes *summed = &sums->figures[figure];
  gboolean is_found = FALSE;

  if (sums->is_empty)
    return FALSE;
  if (sums->n_waiting > 0)
    settle (sums);
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    const gsize place = (gsize) r * count_lanes (sums) + (gsize) summed->lane;

    values[r] = find_sum (sums, place);
    if (summed->has_two_lanes)
      /* A negative sum cannot be shifted, but it can be multiplied. */
      values[r] += find_sum (sums, place + 1) * (G_GINT64_CONSTANT (1) << HALF_BITS);
    is_found = is_found || values[r] != 0;
  }
  return is_found;
}

void
round_sums_clear (RoundSums *sums)
{
  if (sums->is_empty)
    return;
  memset (sums->sums, 0, count_sums (sums) * sizeof *sums->sums);
  memset (sums->n_drawn, 0, sizeof sums->n_drawn);
  g_clear_pointer (&sums->wide, g_free);
  sums->n_waiting = sums->n_settled = 0;
  sums->is_empty = TRUE;
}

gint64
rounds_log10 (const mpz_t number)
{
  long exponent;
  const double mantissa = mpz_get_d_2exp (&exponent, number);

  return llround ((log10 (mantissa) + exponent * log10 (2)) * ROUNDS_LOG10_UNIT);
}

/* 3. ends: the values at the ends of an interval. */

static inline int
compare_values (const RoundValue *x, const RoundValue *y)
{
  return x->value < y->value ? -1 : x->value > y->value ? 1 : x->round - y->round;
}

/* Moves the values so that the one that comes after @n others in order is at place @n, lesser ones before it and greater
 * ones behind it: Hoare's selection. */
static void
select_value (RoundValue *values, int n_values, int n)
{
  int low = 0, high = n_values - 1;

  while (low < high) {
    const RoundValue pivot = values[low + (high - low) / 2];
    int i = low, j = high;

    while (i <= j) {
      while (compare_values (&values[i], &pivot) < 0)
        i++;
      while (compare_values (&values[j], &pivot) > 0)
        j--;
      if (i <= j) {
        const RoundValue value = values[i];

        values[i++] = values[j];
        values[j--] = value;
      }
    }
    if (n <= j)
      high = j;
    else if (n >= i)
      low = i;
    else
      return;
  }
}

void
rounds_find_ends (RoundValue *values, int n, int level, RoundValue ends[2])
{
  const int cut = rounds_cut (n, level);

  select_value (values, n, cut);
  ends[0] = values[cut];
  select_value (values, n, n - 1 - cut);
  ends[1] = values[n - 1 - cut];
}
