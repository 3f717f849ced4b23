/* test_search.c - exact search over scores of transitions against the enumeration of all sequences by the machine's own tables. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "search/search.h"
#include "tbk/oracle.h"
#include "tbk/search.h"

enum {
  LONGEST = 6,
  MOST_STEPS = TBK_SEARCH_STEPS * (LONGEST + 2),
  WIDTH = LONGEST + 1,
  FRONTS = LONGEST + 2
};

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (2011);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (search, .init = set_up, .fini = tear_down);

/* A system, and in which forms it has exact search. */
typedef struct {
  const char *name;
  gboolean has_all, has_once, has_single;
  const char *first,
      *second; /* with one sequence for each tree the second never comes directly after the first */
} Case;

static const Case cases[] = {
  { "arc-hybrid", TRUE, TRUE, TRUE, "LA", "RA" },
  { "arc-eager", TRUE, TRUE, TRUE, "RE", "SH" },
  { "arc-eager:complete=root", TRUE, FALSE, TRUE, NULL, NULL },
  { "arc-eager:start=noroot", TRUE, TRUE, FALSE, "RE", "SH" },
  { "arc-eager:start=noroot,complete=root", TRUE, TRUE, TRUE, "RE", "SH" },
  { "arc-eager-published", TRUE, TRUE, TRUE, "RE", "SH" },
  { "arc-eager-nederhof-uncorrected", TRUE, TRUE, TRUE, "RE", "SH" },
  { "arc-eager-nederhof", TRUE, FALSE, TRUE, NULL, NULL },
  { "arc-eager-labelled", TRUE, FALSE, TRUE, NULL, NULL },
  { "arc-standard", FALSE, TRUE, TRUE, NULL, NULL },
  { "arc-standard-left-first", TRUE, TRUE, TRUE, NULL, NULL },
  { "arc-eager-nederhof-normalized", TRUE, TRUE, TRUE, NULL, NULL },
};

/* Numbers of a sentence; in C order. */
typedef struct {
  int n;
  double scores[TBK_MAX_TRANSITIONS][WIDTH][FRONTS], arcs[WIDTH][WIDTH];
} Numbers;

/* Integers from -3 to 3, so that sums tie and have no error; some are forbidden. */
static double
draw_number (gboolean forbids)
{
  return forbids && g_rand_int_range (source, 0, 12) == 0 ? -INFINITY : g_rand_int_range (source, -3, 4);
}

static void
draw_numbers (Numbers *numbers, int n, gboolean forbids)
{
  numbers->n = n;
  for (int t = 0; t < TBK_MAX_TRANSITIONS; t++)
    for (int top = 0; top < WIDTH; top++)
      for (int front = 0; front < FRONTS; front++)
        numbers->scores[t][top][front] = top < front ? draw_number (forbids) : NAN;
  for (int d = 0; d < WIDTH; d++)
    for (int h = 0; h < WIDTH; h++)
      numbers->arcs[d][h] = d > 0 && d != h ? draw_number (forbids) : NAN;
}

static TbkTransitionNumbers
transition_numbers (Numbers *numbers)
{
  return (TbkTransitionNumbers){ .real = TBK_FLOAT64,
                                 .place = { numbers->scores, WIDTH * FRONTS, FRONTS, 1 } };
}

static TbkArcNumbers
arc_numbers (Numbers *numbers)
{
  return (TbkArcNumbers){ .real = TBK_FLOAT64, .place = { numbers->arcs, WIDTH, 1, 0 } };
}

/* A sequence, by definition. */
typedef struct {
  int steps[MOST_STEPS], tops[MOST_STEPS], fronts[MOST_STEPS], n_steps;
  int heads[WIDTH];
  double score;
} Found;

typedef struct {
  const Case *of;
  const TbkSystem *system;
  const Numbers *numbers;
  gboolean has_arcs, is_once, is_single;
  GArray *found; /* Found */
} Search;

static gboolean
is_key (const Search *s, int t, const char *key)
{
  return t >= 0 && strcmp (s->system->transitions[t].key, key) == 0;
}

/* The step that pops @word, or its place behind the last. */
static int
step_before (const Found *f, int last, const Search *s, const char *key, int top)
{
  for (int i = 0; i < last; i++)
    if (is_key (s, f->steps[i], key) && f->tops[i] == top)
      return i;
  return -1;
}

/* Whether the last step leaves the sequence among those that count once. */
static gboolean
counts_once (const Search *s, const Found *f, const TbkConfiguration *before)
{
  const int last = f->n_steps - 1;

  if (!s->is_once)
    return TRUE;
  if (s->of->first != NULL)
    return last == 0 || !is_key (s, f->steps[last - 1], s->of->first)
           || !is_key (s, f->steps[last], s->of->second);
  /* arc-standard: no left arc by a word with a right child. */
  if (strcmp (s->of->name, "arc-standard") == 0 && is_key (s, f->steps[last], "LA"))
    for (int d = f->tops[last] + 1; d <= s->numbers->n; d++)
      if (before->heads[d] == f->tops[last])
        return FALSE;
  /* Normalized: a word that was made a left child is none of the right ones. */
  return strcmp (s->of->name, "arc-eager-nederhof-normalized") != 0 || !is_key (s, f->steps[last], "RA")
         || step_before (f, last, s, "LC", f->tops[last]) < 0;
}

static void
end_sequence (Search *s, const TbkConfiguration *c, Found f)
{
  int n_roots = 0;

  for (int d = 1; d <= c->n; d++) {
    f.heads[d] = c->heads[d] < 0 && s->system->hangs_rest ? 0 : c->heads[d];
    if (c->heads[d] < 0 && s->system->hangs_rest && s->has_arcs)
      f.score += s->numbers->arcs[d][0];
    n_roots += f.heads[d] == 0;
  }
  if (f.score > -INFINITY && (!s->is_single || n_roots == 1))
    g_array_append_val (s->found, f);
}

/* Takes every step that is allowed. */
static void
enumerate (Search *s, const TbkConfiguration *c, const Found *before)
{
  const guint allowed = tbk_configuration_allowed (c);

  if (tbk_configuration_is_final (c)) {
    end_sequence (s, c, *before);
    return;
  }
  for (int t = 0; t < s->system->n_transitions; t++) {
    g_auto (TbkConfiguration) next = TBK_CONFIGURATION_INIT;
    Found f = *before;
    int head, dependent;

    if ((allowed >> t & 1) == 0)
      continue;
    f.steps[f.n_steps] = t;
    f.tops[f.n_steps] = c->depth == 0 ? 0 : c->stack[c->depth - 1].word;
    f.fronts[f.n_steps] = tbk_configuration_front (c);
    f.score += s->numbers->scores[t][f.tops[f.n_steps]][f.fronts[f.n_steps]];
    if (s->has_arcs && tbk_configuration_arc (c, &s->system->transitions[t], &head, &dependent))
      f.score += s->numbers->arcs[dependent][head];
    f.n_steps++;
    if (!counts_once (s, &f, c))
      continue;
    cr_assert (tbk_configuration_copy (&next, c, NULL));
    cr_assert (tbk_configuration_step (&next, &s->system->transitions[t], NULL));
    enumerate (s, &next, &f);
  }
}

static GArray *
all_sequences (Search *s)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  const Found none = { .n_steps = 0 };

  s->found = g_array_new (FALSE, FALSE, sizeof (Found));
  cr_assert (tbk_configuration_start (&c, s->system, s->numbers->n, NULL));
  enumerate (s, &c, &none);
  return s->found;
}

static inline const Found *
found_at (const Search *s, guint i)
{
  return &g_array_index (s->found, Found, i);
}

/* What is asked of the library in a case. */
typedef struct {
  TbkTransitionNumbers scores;
  TbkArcNumbers arcs;
  TbkTransitionScores call;
  TbkTransitionOptions options;
} Asked;

static void
ask (const Search *s, Numbers *numbers, Asked *asked)
{
  asked->scores = transition_numbers (numbers);
  asked->arcs = arc_numbers (numbers);
  asked->call = (TbkTransitionScores){ .system = s->system,
                                       .n_sentences = 1,
                                       .lengths = &numbers->n,
                                       .scores = &asked->scores,
                                       .arcs = s->has_arcs ? &asked->arcs : NULL };
  asked->options =
      (TbkTransitionOptions){ .is_once = s->is_once, .has_any_root = !s->is_single, .allows_none = TRUE };
}

static double
best_of (const Search *s, int *n_best)
{
  double best = -INFINITY;

  *n_best = 0;
  for (guint i = 0; i < s->found->len; i++) {
    if (found_at (s, i)->score > best)
      *n_best = 0;
    best = MAX (best, found_at (s, i)->score);
    *n_best += found_at (s, i)->score == best;
  }
  return best;
}

/* The place of a row among the sequences; -1 if it is none. */
static int
find_row (const Search *s, const int *transitions, const int *heads)
{
  for (guint i = 0; i < s->found->len; i++) {
    const Found *f = found_at (s, i);
    gboolean is_same = memcmp (heads, f->heads + 1, (gsize) s->numbers->n * sizeof (int)) == 0;

    for (int t = 0; t < TBK_SEARCH_STEPS * s->numbers->n; t++)
      is_same &= transitions[t] == (t < f->n_steps ? f->steps[t] : -1);
    if (is_same)
      return (int) i;
  }
  return -1;
}

static int
compare_down (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x < y) - (x > y);
}

/* All sequences, the best first; the score of row k is the k-th of all. */
static void
check_lists (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  const int n = s->numbers->n, n_rows = MIN ((int) s->found->len + 2, 60);
  g_autofree int *heads = g_new (int, n_rows *n), *transitions = g_new (int, n_rows *n *TBK_SEARCH_STEPS);
  g_autofree double *scores = g_new (double, n_rows), *expected = g_new (double, s->found->len + 1);
  g_autofree gboolean *is_listed = g_new0 (gboolean, s->found->len + 1);
  g_autofree int *again = g_new0 (int, n_rows *n);
  const TbkSequenceRows rows = { n_rows, n, heads, transitions, scores },
                        rescored = { n_rows, n, again, transitions, scores };

  cr_assert (tbk_decode_transitions (searcher, &asked->call, &asked->options, &rows, NULL));
  for (guint i = 0; i < s->found->len; i++)
    expected[i] = found_at (s, i)->score;
  qsort (expected, s->found->len, sizeof *expected, compare_down);
  for (int k = 0; k < n_rows; k++) {
    int place;

    if (k >= (int) s->found->len) {
      cr_assert_eq (scores[k], -INFINITY);
      cr_assert_eq (heads[k * n], -1);
      cr_assert_eq (transitions[k * n * TBK_SEARCH_STEPS], -1);
      continue;
    }
    place = find_row (s, transitions + k * n * TBK_SEARCH_STEPS, heads + k * n);
    cr_assert (place >= 0 && !is_listed[place], "%s: row %d", s->system->name, k);
    is_listed[place] = TRUE;
    cr_assert_eq (scores[k], expected[k]);
    cr_assert_eq (scores[k], found_at (s, place)->score);
  }
  cr_assert (tbk_score_sequences (&asked->call, &rescored, NULL));
  cr_assert_arr_eq (again, heads, (gsize) (n_rows * n) * sizeof (int));
  for (int k = 0; k < n_rows; k++)
    cr_assert_eq (scores[k], k < (int) s->found->len ? expected[k] : -INFINITY);
}

static void
check_counts (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  mpz_t number, best;
  int n_best;

  best_of (s, &n_best);
  mpz_inits (number, best, NULL);
  cr_assert (tbk_count_sequences (searcher, &asked->call, &asked->options, &number, &best, NULL));
  cr_assert_eq (mpz_cmp_ui (number, s->found->len), 0, "%s: %s", s->system->name,
                mpz_get_str (NULL, 10, number));
  cr_assert_eq (mpz_cmp_ui (best, (gulong) n_best), 0);
  mpz_clears (number, best, NULL);
}

/* The marginals of a sentence, by definition. */
static void
sum_shares (const Search *s, double log_z, Numbers *expected)
{
  memset (expected, 0, sizeof *expected);
  for (guint i = 0; i < s->found->len; i++) {
    const Found *f = found_at (s, i);
    const double share = exp (f->score - log_z);

    for (int t = 0; t < f->n_steps; t++)
      expected->scores[f->steps[t]][f->tops[t]][f->fronts[t]] += share;
    for (int d = 1; d <= s->numbers->n; d++)
      if (f->heads[d] >= 0)
        expected->arcs[d][f->heads[d]] += share;
  }
}

static void
check_shares (const Search *s, const Numbers *got, const Numbers *expected)
{
  for (int t = 0; t < s->system->n_transitions; t++)
    for (int top = 0; top <= s->numbers->n; top++)
      for (int front = 0; front <= s->numbers->n + 1; front++)
        cr_assert_float_eq (got->scores[t][top][front], expected->scores[t][top][front], 1e-11, "%s %s %d %d",
                            s->system->name, s->system->transitions[t].key, top, front);
  for (int d = 0; d <= s->numbers->n; d++)
    for (int h = 0; h <= s->numbers->n; h++)
      cr_assert_float_eq (got->arcs[d][h], expected->arcs[d][h], 1e-11);
}

static void
check_sums (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  g_autofree Numbers *got = g_new (Numbers, 1), *expected = g_new (Numbers, 1);
  const TbkTransitionNumbers marginals = transition_numbers (got);
  const TbkArcNumbers arc_marginals = arc_numbers (got);
  double sum = 0, mean = 0, log_z, inside, entropy;
  int n_best;
  const double best = best_of (s, &n_best);

  for (guint i = 0; i < s->found->len; i++) {
    sum += exp (found_at (s, i)->score - best);
    mean += exp (found_at (s, i)->score - best) * found_at (s, i)->score;
  }
  cr_assert (tbk_transition_partition (searcher, &asked->call, &asked->options, &log_z, &marginals,
                                       &arc_marginals, &entropy, NULL));
  cr_assert (
      tbk_transition_partition (searcher, &asked->call, &asked->options, &inside, NULL, NULL, NULL, NULL));
  if (s->found->len == 0) {
    cr_assert (log_z == -INFINITY && inside == -INFINITY && isnan (entropy));
    memset (expected, 0, sizeof *expected);
  } else {
    cr_assert_float_eq (log_z, best + log (sum), 1e-11);
    cr_assert_float_eq (inside, log_z, 1e-11);
    cr_assert_float_eq (entropy, log_z - mean / sum, 1e-9);
    sum_shares (s, log_z, expected);
  }
  check_shares (s, got, expected);
}

/* A search in all forms that the case has, over drawn numbers. */
static void
each_form (const Case *of, int n, gboolean forbids,
           void (*check) (const Search *, TbkSearcher *, const Asked *))
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();

  for (int form = 0; form < 8; form++) {
    g_autofree Numbers *numbers = g_new (Numbers, 1);
    Search s = { .of = of,
                 .system = tbk_system_find (of->name),
                 .numbers = numbers,
                 .has_arcs = (form & 1) != 0,
                 .is_once = (form & 2) != 0,
                 .is_single = (form & 4) != 0 };
    Asked asked;

    if ((s.is_once ? !of->has_once : !of->has_all) || (s.is_single && !of->has_single))
      continue;
    draw_numbers (numbers, n, forbids);
    ask (&s, numbers, &asked);
    all_sequences (&s);
    check (&s, searcher, &asked);
    g_array_unref (s.found);
  }
}

static void
check_all (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  check_lists (s, searcher, asked);
  check_counts (s, searcher, asked);
  check_sums (s, searcher, asked);
}

Test (search, finds_what_enumeration_finds)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int n = 1; n <= LONGEST; n++)
      for (int turn = 0; turn < (n <= 4 ? 6 : 2); turn++)
        each_form (&cases[i], n, turn % 2 == 1, check_all);
}

/* With one sequence for each tree no tree is lost. */
static void
check_trees (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  Search all = *s;

  (void) searcher;
  (void) asked;
  for (guint i = 0; i < s->found->len; i++)
    for (guint j = 0; j < i; j++)
      cr_assert (memcmp (found_at (s, i)->heads + 1, found_at (s, j)->heads + 1,
                         (gsize) s->numbers->n * sizeof (int))
                     != 0
                 || !s->is_once);
  all.is_once = FALSE;
  all_sequences (&all);
  for (guint i = 0; i < all.found->len && s->is_once; i++) {
    gboolean is_there = FALSE;

    for (guint j = 0; j < s->found->len; j++)
      is_there |= memcmp (found_at (&all, i)->heads + 1, found_at (s, j)->heads + 1,
                          (gsize) s->numbers->n * sizeof (int))
                  == 0;
    cr_assert (is_there, "%s", s->system->name);
  }
  g_array_unref (all.found);
}

Test (search, counts_each_tree_once)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    each_form (&cases[i], 3, FALSE, check_trees);
}

/* Sequences drawn are as frequent as they are probable: 5 deviations of each, and 4 for those that are hardly ever drawn. */
static void
check_drawn (const Search *s, TbkSearcher *searcher, const Asked *asked)
{
  enum { DRAWN = SCALED (4000) };
  const int n = s->numbers->n;
  g_autofree int *heads = g_new (int, DRAWN *n), *transitions = g_new (int, DRAWN *n *TBK_SEARCH_STEPS),
                 *counts = g_new0 (int, s->found->len + 1);
  const TbkSequenceRows rows = { DRAWN, n, heads, transitions, NULL };
  double log_z;

  if (s->found->len == 0)
    return;
  cr_assert (
      tbk_transition_partition (searcher, &asked->call, &asked->options, &log_z, NULL, NULL, NULL, NULL));
  cr_assert (tbk_sample_transitions (searcher, &asked->call, &asked->options, 7, &rows, NULL));
  for (int k = 0; k < DRAWN; k++) {
    const int place = find_row (s, transitions + k * n * TBK_SEARCH_STEPS, heads + k * n);

    cr_assert (place >= 0);
    counts[place]++;
  }
  for (guint i = 0; i < s->found->len; i++) {
    const double p = exp (found_at (s, i)->score - log_z);

    cr_assert (fabs (counts[i] - DRAWN * p) <= 5 * sqrt (DRAWN * p * (1 - p)) + 4);
  }
}

Test (search, draws_by_probability)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    each_form (&cases[i], 3, TRUE, check_drawn);
}

/* Values of all configurations that can be reached, with 0 for transitions and 1 for gold arcs, are those of the oracle. */
static void
check_values (const TbkSystem *system, int policy, int n, int turn)
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (GArray) configurations = reachable_configurations (system, n);
  g_autofree Numbers *numbers = g_new0 (Numbers, 1);
  const TreeList *trees = all_trees (n, FALSE);
  const int *gold = tree_at (trees, (gsize) g_rand_int_range (source, 0, (int) trees->n_trees));
  Search s = { .system = system, .numbers = numbers, .has_arcs = TRUE };
  Asked asked;

  numbers->n = n;
  for (int d = 1; d <= n; d++)
    numbers->arcs[d][gold[d]] = 1;
  ask (&s, numbers, &asked);
  cr_assert (tbk_oracle_set_gold (oracle, gold, n, NULL));
  for (guint i = 0; i < configurations->len; i++) {
    const TbkConfiguration *c = &g_array_index (configurations, TbkConfiguration, i);
    int values[TBK_MAX_TRANSITIONS];
    double got[TBK_MAX_TRANSITIONS];
    GError *error = NULL;

    asked.options.is_once = FALSE;
    cr_assert (tbk_value_transitions (searcher, &asked.call, NULL, &c, 1, got, &error), "%s",
               error ? error->message : "");
    cr_assert (tbk_oracle_values (oracle, c, values, NULL));
    for (int t = 0; t < system->n_transitions; t++)
      cr_assert_eq (got[t], values[t] == TBK_IMPOSSIBLE ? -INFINITY : values[t], "%s %d %s: %f %d",
                    system->name, turn, describe_case (gold, c, system, policy), got[t], values[t]);
  }
}

Test (search, values_as_the_oracle)
{
  const char *names[] = { "arc-hybrid",
                          "arc-eager",
                          "arc-eager:complete=root",
                          "arc-eager:start=noroot",
                          "arc-eager:start=noroot,complete=root",
                          "arc-eager-nederhof",
                          "arc-eager-nederhof-uncorrected" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    const TbkSystem *system = tbk_system_find (names[i]);
    const int free_policy = tbk_system_policy (system, "free");

    for (int n = 1; n <= 4; n++)
      for (int turn = 0; turn < 6; turn++)
        check_values (system, MAX (free_policy, 0), n, turn);
  }
}

/* Sentences side by side, of both types, laid out in other ways, and by threads give what each gives alone. */
typedef struct {
  int n_sentences;
  const int *lengths;
  float *floats;   /* by sentence, top, front and transition */
  double *doubles; /* by sentence, transition, top and front */
} Batch;

enum { LONG = 40, LONG_TOPS = LONG + 1, LONG_FRONTS = LONG + 2, PER_SENTENCE = 3 * LONG_TOPS * LONG_FRONTS };

static TbkTransitionNumbers
batch_numbers (const Batch *batch, TbkReal real, int sentence)
{
  const gsize at = (gsize) sentence * PER_SENTENCE;

  return (TbkTransitionNumbers){
    .real = real,
    .place = real == TBK_FLOAT32
                 ? (TbkTransitionPlace){ batch->floats + at, 1, LONG_FRONTS * 3, 3 }
                 : (TbkTransitionPlace){ batch->doubles + at, LONG_TOPS * LONG_FRONTS, LONG_FRONTS, 1 },
    .sentences_apart = PER_SENTENCE,
  };
}

enum { ARCS_PER_SENTENCE = LONG_TOPS * LONG_TOPS };

static TbkArcNumbers
batch_arcs (const Batch *batch, TbkReal real, int sentence)
{
  const gsize at = (gsize) sentence * ARCS_PER_SENTENCE;

  return (TbkArcNumbers){
    .real = real,
    .place = { real == TBK_FLOAT32 ? (gpointer) (batch->floats + at) : (gpointer) (batch->doubles + at),
               LONG_TOPS, 1, 0 },
    .sentences_apart = ARCS_PER_SENTENCE,
  };
}

Test (search, does_not_depend_on_the_batch)
{
  enum { N = 21 };
  g_autoptr (TbkSearcher) together = tbk_searcher_new (), alone = tbk_searcher_new ();
  g_autofree float *floats = g_new (float, N *PER_SENTENCE);
  g_autofree double *doubles = g_new (double, N *PER_SENTENCE);
  int lengths[N], heads[2][N][LONG];
  double log_z[N], scores[2][N];
  const Batch batch = { N, lengths, floats, doubles };
  g_autofree float *arc_floats = g_new (float, N *ARCS_PER_SENTENCE);
  g_autofree double *arc_doubles = g_new (double, N *ARCS_PER_SENTENCE);
  const Batch arcs_of = { N, lengths, arc_floats, arc_doubles };

  for (int i = 0; i < N * ARCS_PER_SENTENCE; i++)
    arc_doubles[i] = arc_floats[i] = (float) g_rand_double_range (source, -9, 9);
  for (int i = 0; i < N; i++)
    lengths[i] = g_rand_int_range (source, 1, LONG + 1);
  for (int i = 0; i < N * 3 * LONG_TOPS * LONG_FRONTS; i++) {
    const int front = i % LONG_FRONTS, top = i / LONG_FRONTS % LONG_TOPS, t = i / LONG_FRONTS / LONG_TOPS % 3,
              sentence = i / PER_SENTENCE;

    doubles[i] = (float) g_rand_double_range (source, -9, 9);
    floats[sentence * PER_SENTENCE + (top * LONG_FRONTS + front) * 3 + t] = (float) doubles[i];
  }
  for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++) {
    const TbkTransitionNumbers numbers = batch_numbers (&batch, real, 0);
    const TbkArcNumbers arcs = batch_arcs (&arcs_of, real, 0);
    const TbkTransitionScores call = { tbk_system_find ("arc-hybrid"), N, lengths, &numbers, &arcs };
    const TbkTransitionOptions options = { .has_any_root = TRUE, .n_threads = 2 };
    const TbkSequenceRows rows = { 1, LONG, heads[real][0], NULL, scores[real] };

    cr_assert (tbk_decode_transitions (together, &call, &options, &rows, NULL));
    cr_assert (tbk_transition_partition (together, &call, &options, log_z, NULL, NULL, NULL, NULL));
    for (int i = 0; i < N; i++) {
      const TbkTransitionNumbers own = batch_numbers (&batch, real, i);
      const TbkArcNumbers own_arcs = batch_arcs (&arcs_of, real, i);
      const TbkTransitionScores one = { call.system, 1, lengths + i, &own, &own_arcs };
      int own_heads[LONG];
      double own_score, own_log_z;
      const TbkSequenceRows own_rows = { 1, LONG, own_heads, NULL, &own_score };

      cr_assert (tbk_decode_transitions (alone, &one, &options, &own_rows, NULL));
      cr_assert (tbk_transition_partition (alone, &one, &options, &own_log_z, NULL, NULL, NULL, NULL));
      cr_assert_eq (own_score, scores[real][i]);
      cr_assert_arr_eq (own_heads, heads[real][i], LONG * sizeof (int));
      cr_assert_float_eq (own_log_z, log_z[i], 1e-11 * fabs (own_log_z));
      cr_assert (log_z[i] >= own_score - 1e-4);
    }
  }
  for (int i = 0; i < N; i++)
    cr_assert_float_eq (scores[0][i], scores[1][i], 1e-3);
}

/* Where charts are compiled for a system's grammar, that is known by its rules. */
Test (search, has_grammars_that_are_known)
{
  static const char *const names[] = { "arc-hybrid", "arc-eager-published",
                                       "arc-eager-nederhof-uncorrected" };

  for (guint s = 0; s < G_N_ELEMENTS (names); s++)
    for (int has_any_root = 0; has_any_root < 2; has_any_root++) {
      SearchGrammar *g = search_grammar_new (tbk_system_find (names[s]), has_any_root, FALSE, NULL);

      cr_assert_eq (g->grammar->known, KNOWN_stacks, "%s", names[s]);
      search_grammar_free (g);
    }
}

/* Sums of scores that are far apart: log Z is between the best score and that of all as good. */
Test (search, sums_far_scores)
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_autofree double *doubles = g_new (double, PER_SENTENCE);
  const int n = LONG;
  const Batch batch = { 1, &n, NULL, doubles };
  const TbkTransitionNumbers numbers = batch_numbers (&batch, TBK_FLOAT64, 0);
  const TbkTransitionScores call = { tbk_system_find ("arc-eager"), 1, &n, &numbers, NULL };
  const TbkTransitionOptions options = { .has_any_root = TRUE };

  for (double deviation = 1; deviation < 1e6; deviation *= 10) {
    int heads[LONG];
    double score, log_z;
    const TbkSequenceRows rows = { 1, LONG, heads, NULL, &score };

    for (int i = 0; i < PER_SENTENCE; i++)
      doubles[i] = g_rand_double_range (source, -deviation, deviation);
    /* The batch has numbers for three transitions, and arc-eager has four. */
    {
      TbkTransitionNumbers four = numbers;
      g_autofree double *more = g_new (double, PER_SENTENCE / 3 * 4);

      memcpy (more, doubles, PER_SENTENCE * sizeof (double));
      for (int i = PER_SENTENCE; i < PER_SENTENCE / 3 * 4; i++)
        more[i] = g_rand_double_range (source, -deviation, deviation);
      four.place.first = more;
      cr_assert (tbk_decode_transitions (searcher, &(TbkTransitionScores){ call.system, 1, &n, &four, NULL },
                                         &options, &rows, NULL));
      cr_assert (tbk_transition_partition (searcher,
                                           &(TbkTransitionScores){ call.system, 1, &n, &four, NULL },
                                           &options, &log_z, NULL, NULL, NULL, NULL));
    }
    cr_assert (log_z >= score - 1e-9 * fabs (score) && log_z <= score + n * log (8) + 1e-9 * fabs (score));
  }
}

static void
assert_refused (const char *name, gboolean is_once, gboolean has_any_root, const char *message)
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_autofree Numbers *numbers = g_new0 (Numbers, 1);
  g_autoptr (GError) error = NULL;
  Search s = {
    .system = tbk_system_find (name), .numbers = numbers, .is_once = is_once, .is_single = !has_any_root
  };
  double log_z;
  Asked asked;

  numbers->n = 2;
  ask (&s, numbers, &asked);
  cr_assert (
      !tbk_transition_partition (searcher, &asked.call, &asked.options, &log_z, NULL, NULL, NULL, &error));
  cr_assert_not_null (strstr (error->message, message), "%s", error->message);
}

Test (search, refuses_other_systems)
{
  assert_refused ("swap", FALSE, TRUE, "words come back");
  assert_refused ("covington", FALSE, TRUE, "are set aside");
  assert_refused ("arc-eager-unshift", FALSE, TRUE, "system arc-eager-unshift has no exact search");
  assert_refused ("attardi-2", FALSE, TRUE, "has no exact search");
  assert_refused ("two-planar", FALSE, TRUE, "has no exact search");
  assert_refused ("arc-standard", FALSE, TRUE, "left children come first");
  assert_refused ("arc-eager-nederhof", TRUE, TRUE, "no pair of neighbours");
  assert_refused ("arc-eager:complete=root", TRUE, TRUE, "so trees have several sequences");
  assert_refused ("arc-eager:start=noroot", FALSE, FALSE, "makes no arc from 0");
}

Test (search, names_the_wrong_number)
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_autofree Numbers *numbers = g_new0 (Numbers, 1);
  g_autoptr (GError) error = NULL;
  Search s = { .system = tbk_system_find ("arc-hybrid"), .numbers = numbers, .has_arcs = TRUE };
  int heads[2][3], transitions[2][3 * TBK_SEARCH_STEPS];
  double log_z, scores[2];
  const TbkSequenceRows rows = { 2, 3, heads[0], transitions[0], scores };
  Asked asked;
  mpz_t number;

  mpz_init (number);
  numbers->n = 3;
  numbers->scores[1][2][3] = NAN;
  ask (&s, numbers, &asked);
  cr_assert (!tbk_count_sequences (searcher, &asked.call, &asked.options, &number, NULL, &error));
  cr_assert_not_null (strstr (error->message, "sentences[0]: scores[LA,2,3] (top 2, front 3) is NaN"));
  g_clear_error (&error);
  cr_assert (
      !tbk_transition_partition (searcher, &asked.call, &asked.options, &log_z, NULL, NULL, NULL, &error));
  cr_assert_str_eq (error->message,
                    "sentences[0]: scores[LA,2,3] (top 2, front 3) is NaN, expected -inf or a number "
                    "below 2^112");
  numbers->scores[1][2][3] = 0;
  numbers->arcs[1][2] = INFINITY;
  g_clear_error (&error);
  cr_assert (
      !tbk_transition_partition (searcher, &asked.call, &asked.options, &log_z, NULL, NULL, NULL, &error));
  cr_assert_str_eq (error->message,
                    "sentences[0]: arcs[1,2] (dependent 1, head 2) is inf, expected -inf or a number "
                    "below 2^112");
  /* All first shifts are forbidden: there is no sequence. */
  numbers->arcs[1][2] = 0;
  numbers->scores[0][0][1] = -INFINITY;
  asked.options.allows_none = FALSE;
  g_clear_error (&error);
  cr_assert (
      !tbk_transition_partition (searcher, &asked.call, &asked.options, &log_z, NULL, NULL, NULL, &error));
  cr_assert_str_eq (error->message, "sentences[0]: no sequence of arc-hybrid");
  asked.options.allows_none = TRUE;
  cr_assert (tbk_sample_transitions (searcher, &asked.call, &asked.options, 7, &rows, NULL));
  for (int k = 0; k < 2; k++) {
    cr_assert (scores[k] == -INFINITY);
    for (int d = 1; d <= 3; d++)
      cr_assert_eq (heads[k][d - 1], -1);
    for (int i = 0; i < 3 * TBK_SEARCH_STEPS; i++)
      cr_assert_eq (transitions[k][i], -1);
  }
  mpz_clear (number);
}

/* Runs a sequence of arc-hybrid or of another system over two words. */
static void
assert_no_sequence (const char *name, int second, double score, const char *message)
{
  g_autofree Numbers *numbers = g_new0 (Numbers, 1);
  g_autoptr (GError) error = NULL;
  Search s = { .system = tbk_system_find (name), .numbers = numbers };
  int transitions[2 * TBK_SEARCH_STEPS] = { 0, second, 0, -1 };
  const TbkSequenceRows rows = { .n_sequences = 1, .width = 2, .transitions = transitions };
  Asked asked;

  numbers->n = 2;
  numbers->scores[0][0][1] = score;
  ask (&s, numbers, &asked);
  cr_assert (!tbk_score_sequences (&asked.call, &rows, &error));
  cr_assert_str_eq (error->message, message);
}

Test (search, names_the_wrong_sequence)
{
  assert_no_sequence ("arc-hybrid", 9, 0, "sentences[0]: transition 1 is 9, expected -1 to 2");
  assert_no_sequence ("arc-hybrid", 1, 0, "sentences[0]: the sequence ends before a final configuration");
  assert_no_sequence ("arc-hybrid", 1, NAN,
                      "sentences[0]: transition 0: its score is NaN, expected -inf or a number below 2^112");
  assert_no_sequence (
      "arc-hybrid", 1, 1e34,
      "sentences[0]: transition 0: its score is 1e+34, expected -inf or a number below 2^112");
  assert_no_sequence ("swap", 1, 0, "system swap: its words come back to the input, or are set aside");
}

/* Values @system, of which the configuration need not be one. */
static void
assert_no_values (const TbkSystem *system, const TbkConfiguration *c, const char *message)
{
  g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
  g_autofree Numbers *numbers = g_new0 (Numbers, 1);
  g_autoptr (GError) error = NULL;
  Search s = { .system = system, .numbers = numbers };
  double values[TBK_MAX_TRANSITIONS];
  Asked asked;

  numbers->n = 2;
  ask (&s, numbers, &asked);
  cr_assert (!tbk_value_transitions (searcher, &asked.call, &asked.options, &c, 1, values, &error));
  cr_assert_str_eq (error->message, message);
}

Test (search, names_the_wrong_configuration)
{
  const TbkSystem *system = tbk_system_find ("arc-hybrid");
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  TbkSystem other = *system;
  TbkConfiguration wrong;

  cr_assert (tbk_configuration_start (&c, system, 3, NULL));
  assert_no_values (system, &c, "configurations[0]: found 3 words of arc-hybrid, expected 2 of arc-hybrid");
  cr_assert (tbk_configuration_start (&c, system, 2, NULL));
  wrong = c;
  wrong.buffer = 9;
  assert_no_values (
      system, &wrong,
      "configurations[0]: the remaining input begins with word 9: a number in 1..3 was expected");
  other.final = TBK_FINAL_ONE_LEFT;
  wrong = c;
  wrong.system = &other;
  assert_no_values (&other, &wrong, "system arc-hybrid has no exact search: a word may return to the input");
  system = tbk_system_find ("arc-eager-published");
  cr_assert (tbk_configuration_start (&c, system, 2, NULL));
  wrong = c;
  wrong.heads = NULL;
  assert_no_values (system, &wrong, "configurations[0]: found no heads, which arc-eager-published needs");
}
