/* fuzz_search.c - bytes as scores of transitions: each best sequence runs in its system and has the heads and the score that it is
 * said to have; sums, counts, draws and values of the initial configuration agree with it; a sentence has the same sequences beside
 * another one as alone. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "tbk/search.h"

enum {
  WORDS = 5,
  SEQUENCES = 4,
  STEPS = TBK_SEARCH_STEPS * WORDS,
  TOPS = WORDS + 1,
  FRONTS = WORDS + 2,
  CELLS = TBK_MAX_TRANSITIONS * TOPS * FRONTS,
  ARCS = TOPS * TOPS
};

/* The bits of the first byte. The second byte chooses the system, the third one the words. */
enum { ONCE = 1, ANY_ROOT = 2, FLOATS = 4, HAS_ARCS = 8, SEVERAL = 16, ALLOWS_NONE = 32 };

/* Two sentences that read the same numbers. */
typedef struct {
  int lengths[2];
  double error; /* the most by which rounding changes a score */
  double doubles[CELLS], arc_doubles[ARCS];
  float floats[CELLS], arc_floats[ARCS];
  TbkTransitionNumbers numbers;
  TbkArcNumbers arcs;
  TbkTransitionScores scores;
  TbkTransitionOptions options;
} Call;

/* The sequences of both. */
typedef struct {
  int heads[2 * SEQUENCES * WORDS], transitions[2 * SEQUENCES * STEPS];
  double scores[2 * SEQUENCES];
  TbkSequenceRows rows;
} Found;

static void
read_numbers (Call *c, int n, double *doubles, float *floats, const uint8_t **data, size_t *size)
{
  for (int i = 0; i < n; i++) {
    doubles[i] = *size > 0 ? fuzz_score (data, size) : 0;
    floats[i] = (float) doubles[i];
    if (fabs (doubles[i]) < 0x1p112)
      c->error = fmax (c->error, fabs (doubles[i]));
  }
}

static void
read_call (Call *c, const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  int system = (int) fuzz_choice (&data, &size), n_systems = 0;

  while (tbk_system_at (n_systems) != NULL)
    n_systems++;
  system %= n_systems;
  c->lengths[0] = 1 + (int) (fuzz_choice (&data, &size) % WORDS);
  c->lengths[1] = MAX (c->lengths[0] - 1, 1);
  c->error = 0;
  read_numbers (c, CELLS, c->doubles, c->floats, &data, &size);
  read_numbers (c, ARCS, c->arc_doubles, c->arc_floats, &data, &size);
  /* Denormals may count as 0. */
  c->error =
      8 * WORDS * (choice & FLOATS ? c->error * FLT_EPSILON + FLT_MIN : c->error * DBL_EPSILON + DBL_MIN);
  c->numbers =
      (TbkTransitionNumbers){ .real = choice & FLOATS ? TBK_FLOAT32 : TBK_FLOAT64,
                              .place = { choice & FLOATS ? (gpointer) c->floats : (gpointer) c->doubles,
                                         TOPS * FRONTS, FRONTS, 1 } };
  c->arcs =
      (TbkArcNumbers){ .real = c->numbers.real,
                       .place = { choice & FLOATS ? (gpointer) c->arc_floats : (gpointer) c->arc_doubles,
                                  TOPS, 1, 0 } };
  c->scores = (TbkTransitionScores){ tbk_system_at (system), 2, c->lengths, &c->numbers,
                                     choice & HAS_ARCS ? &c->arcs : NULL };
  c->options = (TbkTransitionOptions){ .is_once = (choice & ONCE) != 0,
                                       .has_any_root = (choice & ANY_ROOT) != 0,
                                       .allows_none = (choice & ALLOWS_NONE) != 0 };
}

static Found *
found_new (int n_sequences)
{
  Found *found = g_new0 (Found, 1);

  found->rows = (TbkSequenceRows){ n_sequences, WORDS, found->heads, found->transitions, found->scores };
  return found;
}

/* Runs what was found: it has the same heads and scores. Returns how many sequences sentence @s has. */
static int
check_rows (const Call *c, const TbkTransitionScores *scores, const Found *found, int s)
{
  const int first = s * found->rows.n_sequences;
  g_autofree Found *again = found_new (found->rows.n_sequences);
  int n = 0;

  memcpy (again->transitions, found->transitions, sizeof found->transitions);
  FUZZ_CHECK (tbk_score_sequences (scores, &again->rows, NULL));
  FUZZ_CHECK (memcmp (again->heads, found->heads,
                      (gsize) (scores->n_sentences * found->rows.n_sequences * WORDS) * sizeof (int))
              == 0);
  while (n < found->rows.n_sequences && found->transitions[(first + n) * STEPS] >= 0) {
    FUZZ_CHECK (isfinite (found->scores[first + n]));
    FUZZ_CHECK (fabs (found->scores[first + n] - again->scores[first + n]) <= c->error);
    n++;
  }
  for (int k = n; k < found->rows.n_sequences; k++)
    FUZZ_CHECK (found->scores[first + k] == -INFINITY && found->heads[(first + k) * WORDS] == -1
                && found->transitions[(first + k) * STEPS] == -1);
  return n;
}

/* The best come first, and none twice. */
static void
check_order (const Call *c, const Found *found, int s, int n)
{
  const int first = s * found->rows.n_sequences;

  for (int a = first; a < first + n; a++)
    for (int b = a + 1; b < first + n; b++) {
      FUZZ_CHECK (
          memcmp (found->transitions + a * STEPS, found->transitions + b * STEPS, STEPS * sizeof (int)) != 0);
      FUZZ_CHECK (found->scores[a] >= found->scores[b] - c->error);
    }
}

static void
check_sums (TbkSearcher *searcher, const Call *c, const Found *best, const int *n_best)
{
  static double shares[2 * CELLS], arc_shares[2 * ARCS];
  const TbkTransitionNumbers marginals = { TBK_FLOAT64, { shares, TOPS * FRONTS, FRONTS, 1 }, CELLS, NULL };
  const TbkArcNumbers arc_marginals = { .real = TBK_FLOAT64,
                                        .place = { arc_shares, TOPS, 1, 0 },
                                        .sentences_apart = ARCS };
  g_autofree Found *drawn = found_new (SEQUENCES);
  double log_zs[2], entropies[2];

  memset (shares, 0, sizeof shares);
  memset (arc_shares, 0, sizeof arc_shares);
  FUZZ_CHECK (tbk_transition_partition (searcher, &c->scores, &c->options, log_zs, &marginals, &arc_marginals,
                                        entropies, NULL));
  FUZZ_CHECK (tbk_sample_transitions (searcher, &c->scores, &c->options, 1, &drawn->rows, NULL));
  for (int s = 0; s < 2; s++) {
    FUZZ_CHECK (n_best[s] > 0 ? isfinite (log_zs[s]) : log_zs[s] == -INFINITY && isnan (entropies[s]));
    FUZZ_CHECK (check_rows (c, &c->scores, drawn, s) == (n_best[s] > 0 ? SEQUENCES : 0));
    FUZZ_CHECK (n_best[s] == 0 || log_zs[s] >= best->scores[s * best->rows.n_sequences] - c->error - 1e-9);
  }
  /* A word may take several left dependents at one front. */
  for (int i = 0; i < 2 * CELLS; i++)
    FUZZ_CHECK (shares[i] >= 0 && shares[i] <= WORDS + 1e-9);
  for (int i = 0; i < 2 * ARCS; i++)
    FUZZ_CHECK (arc_shares[i] >= 0 && arc_shares[i] <= 1 + 1e-9);
}

static void
check_counts (TbkSearcher *searcher, const Call *c, const int *n_found, int n_asked)
{
  mpz_t n_sequences[2], n_best[2];

  mpz_inits (n_sequences[0], n_sequences[1], n_best[0], n_best[1], NULL);
  FUZZ_CHECK (tbk_count_sequences (searcher, &c->scores, &c->options, n_sequences, n_best, NULL));
  for (int s = 0; s < 2; s++) {
    FUZZ_CHECK (mpz_cmp (n_best[s], n_sequences[s]) <= 0 && (mpz_sgn (n_best[s]) > 0) == (n_found[s] > 0));
    FUZZ_CHECK (n_found[s] == n_asked ? mpz_cmp_si (n_sequences[s], n_asked) >= 0
                                      : mpz_cmp_si (n_sequences[s], n_found[s]) == 0);
  }
  mpz_clears (n_sequences[0], n_sequences[1], n_best[0], n_best[1], NULL);
}

/* The first sentence alone, and the value of its initial configuration. */
static void
check_alone (TbkSearcher *searcher, const Call *c, const Found *best, int n_best)
{
  TbkTransitionScores scores = c->scores;
  g_autofree Found *alone = found_new (best->rows.n_sequences);
  g_auto (TbkConfiguration) start = TBK_CONFIGURATION_INIT;
  const TbkConfiguration *configurations[] = { &start };
  double values[TBK_MAX_TRANSITIONS], greatest = -INFINITY;

  scores.n_sentences = 1;
  FUZZ_CHECK (tbk_decode_transitions (searcher, &scores, &c->options, &alone->rows, NULL));
  FUZZ_CHECK (
      memcmp (alone->transitions, best->transitions, (gsize) (best->rows.n_sequences * STEPS) * sizeof (int))
      == 0);
  if (c->options.is_once || !c->options.has_any_root)
    return;
  FUZZ_CHECK (tbk_configuration_start (&start, scores.system, c->lengths[0], NULL));
  if (!tbk_value_transitions (searcher, &scores, &c->options, configurations, 1, values, NULL))
    return;
  for (int t = 0; t < scores.system->n_transitions; t++)
    greatest = fmax (greatest, values[t]);
  FUZZ_CHECK (n_best > 0 ? fabs (greatest - best->scores[0]) <= c->error : greatest == -INFINITY);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TbkSearcher *searcher;
  static Call c;
  const int n_asked = size > 0 && data[0] & SEVERAL ? SEQUENCES : 1;
  g_autoptr (GError) error = NULL;
  g_autofree Found *best = found_new (n_asked);
  int n_best[2];

  if (searcher == NULL)
    searcher = tbk_searcher_new ();
  read_call (&c, data, size);
  if (!tbk_decode_transitions (searcher, &c.scores, &c.options, &best->rows, &error)) {
    FUZZ_CHECK (error != NULL && error->code == TBK_ERROR_DATA);
    return 0;
  }
  for (int s = 0; s < 2; s++) {
    n_best[s] = check_rows (&c, &c.scores, best, s);
    FUZZ_CHECK (n_best[s] > 0 || c.options.allows_none);
    check_order (&c, best, s, n_best[s]);
  }
  check_sums (searcher, &c, best, n_best);
  check_counts (searcher, &c, n_best, n_asked);
  check_alone (searcher, &c, best, n_best[0]);
  return 0;
}
