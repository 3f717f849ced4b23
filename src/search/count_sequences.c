/* count_sequences.c - how many sequences of transitions there are, and how many of greatest score: in
 * integers.
 *
 * Scores are binary fractions, so all are integers in units of one power of two, the least that any of them
 * needs. Sums of integers are equal or not, without rounding, so the best are counted exactly. To count all,
 * each score is 0.
 */
#include "search/search.h"

#include "tabular/exact_count.h"

/* The weights of a sentence: of each list those by position, of each matrix those at [a][b]. */
typedef struct {
  const SearchGrammar *grammar;
  SearchScores scores;
  ExactWeight *weights;
  int exponent; /* scores are multiples of 2^exponent */
} SequenceCounting;

static ExactWeight *
weight_at (const SequenceCounting *c, gboolean is_list, int number, int a, int b)
{
  const gsize width = (gsize) c->scores.n + 1, line = (gsize) number * width;

  return is_list ? &c->weights[line + (gsize) a]
                 : &c->weights[(gsize) c->grammar->n_lists * width + (line + (gsize) a) * width + (gsize) b];
}

static const ExactWeight *
find_weight (gconstpointer data, const Edge *edge)
{
  const Rule *rule = edge->rule;
  const gboolean is_list = rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST;

  return weight_at (data, is_list, rule->weight, edge->a, is_list ? 0 : edge->b);
}

/* Does something with each weight that a sentence may have. */
typedef void (*WeightWork) (SequenceCounting *c, const SearchWeight *weight, ExactWeight *exact, int a,
                            int b);

/* Weights that no sentence has, such as of arcs to 0, stay at 0 forms. */
static void
each_weight (SequenceCounting *c, WeightWork work)
{
  const SearchGrammar *g = c->grammar;

  for (int l = 0; l < g->n_lists; l++)
    for (int b = 1; b <= c->scores.n; b++)
      work (c, &g->lists[l], weight_at (c, TRUE, l, b, 0), b, b);
  for (int half = 0; half < SEARCH_HALVES; half++)
    for (int m = 0; m < g->n_halves[half]; m++)
      for (int a = 0; a <= c->scores.n; a++)
        for (int b = half == UPPER ? a + 1 : 1; b <= (half == UPPER ? c->scores.n : a - 1); b++)
          work (c, &g->halves[half][m], weight_at (c, FALSE, m, a, b), a, b);
}

static void
note_exponent (SequenceCounting *c, const SearchWeight *weight, ExactWeight *exact, int a, int b)
{
  const double score = search_weight_score (c->grammar, &c->scores, weight, a, b);

  exact->n_forms = score > -INFINITY;
  exact_note (score, &c->exponent);
}

static void
set_score (SequenceCounting *c, const SearchWeight *weight, ExactWeight *exact, int a, int b)
{
  if (exact->n_forms > 0)
    exact_set (search_weight_score (c->grammar, &c->scores, weight, a, b), c->exponent, &exact->score);
}

/* First all weights are 0, by g_try_new0(): so all sequences are the best. Then scores are set. */
static gboolean
count_both (SequenceCounting *c, const Searching *searching, int sentence, GError **error)
{
  each_weight (c, note_exponent);
  if (searching->n_sequences != NULL
      && !exact_count (c->grammar->grammar, c->scores.n, find_weight, c, searching->n_sequences[sentence],
                       error))
    return FALSE;
  if (searching->n_best == NULL)
    return TRUE;
  each_weight (c, set_score);
  return exact_count (c->grammar->grammar, c->scores.n, find_weight, c, searching->n_best[sentence], error);
}

static gboolean
work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const SearchGrammar *g = searching->grammar;
  SequenceCounting c = { .grammar = g,
                         .scores = search_scores (searching->scores, sentences[0]),
                         .exponent = EXACT_ANY };
  const gsize width = (gsize) c.scores.n + 1,
              n = ((gsize) g->n_lists + (gsize) g->grammar->table.n_matrices * width) * width;
  g_autoptr (GError) wrong = NULL;
  gboolean is_done;

  g_assert (n_sentences == 1);
  if (!transition_scores_check (g, &c.scores, sentences[0], &wrong)) {
    searcher_note_problem (worker, sentences[0]);
    return TRUE;
  }
  c.weights = g_try_new0 (ExactWeight, n);
  if (c.weights == NULL)
    return memory_fail (error, "the numbers of %d words", c.scores.n);
  for (gsize i = 0; i < n; i++)
    mpz_init (&c.weights[i].score);
  is_done = count_both (&c, searching, sentences[0], error);
  for (gsize i = 0; i < n; i++)
    mpz_clear (&c.weights[i].score);
  g_free (c.weights);
  return is_done;
}

/* Integers of weights and items need some 60 times 8 bytes for each pair of positions. By that measure
 * sentences are refused before memory runs out. */
const SearchTask count_sequences_task = {
  .cells = CHART_DOUBLES, .is_single = TRUE, .n_numbers = 60, .work = work
};
