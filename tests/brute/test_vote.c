/* test_vote.c - trees of most votes against their definition: all trees of up to 5 words by enumeration, longer sentences
 * by the decoder of any scores; limits. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/decode.h"
#include "tbk/tabular.h"
#include "unit/time_limit.h"

enum { MOST = 40, MOST_VOTERS = 5, N_KINDS = 4, N_RELATIONS = 3 };

typedef struct {
  int n, k;
  int heads[MOST_VOTERS][MOST + 1], relations[MOST_VOTERS][MOST + 1], weights[MOST_VOTERS];
  TbkVoter voters[MOST_VOTERS];
} Election;

static void
randomize (GRand *random, Election *e, int n)
{
  int shared[MOST + 1];

  e->n = n;
  e->k = g_rand_int_range (random, 1, MOST_VOTERS + 1);
  random_tree (random, n, 2, shared);
  for (int v = 0; v < e->k; v++) {
    random_tree (random, n, 2, e->heads[v]);
    e->relations[v][0] = -1;
    for (int w = 1; w <= n; w++) {
      if (g_rand_int_range (random, 0, 3) > 0)
        e->heads[v][w] = shared[w];
      if (g_rand_int_range (random, 0, 8) == 0)
        e->heads[v][w] = g_rand_int_range (random, -1, n + 3); /* none, or that of a cycle */
      e->relations[v][w] = g_rand_int_range (random, -1, N_RELATIONS);
    }
    e->weights[v] = g_rand_int_range (random, 1, 4);
    e->voters[v] = (TbkVoter){ g_rand_int_range (random, 0, 9) == 0 ? NULL : e->heads[v],
                               g_rand_int_range (random, 0, 9) == 0 ? NULL : e->relations[v] };
  }
}

/* Votes for an arc, and the most for a relation among those with it. */
static gint64
votes_for (const Election *e, int head, int dependent, gint64 *of_relation)
{
  gint64 votes = 0, by_relation[N_RELATIONS] = { 0 };

  *of_relation = 0;
  if (head == dependent)
    return 0;
  for (int v = 0; v < e->k; v++) {
    if (e->voters[v].heads == NULL || e->heads[v][dependent] != head)
      continue;
    votes += e->weights[v];
    if (e->voters[v].relations != NULL && e->relations[v][dependent] >= 0)
      by_relation[e->relations[v][dependent]] += e->weights[v];
  }
  for (int r = 0; r < N_RELATIONS; r++)
    *of_relation = MAX (*of_relation, by_relation[r]);
  return votes;
}

/* The first three criteria as one number. */
static gint64
value_of (const Election *e, int head, int dependent)
{
  gint64 of_relation, value = votes_for (e, head, dependent, &of_relation);

  value = value * (3 * MOST_VOTERS * e->n + 1) + of_relation;
  for (int v = 0; v < e->k; v++)
    value = value * (e->n + 1)
            + (e->voters[v].heads != NULL && e->heads[v][dependent] == head && head != dependent);
  return value;
}

/* Votes, and checks what is reported of the tree. */
static void
vote (TbkVoteCounter *counter, const Election *e, int kind, int *heads, mpz_t count)
{
  const TbkVoteOptions options = { .is_projective = kind >> 1,
                                   .has_any_root = kind & 1,
                                   .weights = e->weights };
  int voters[MOST + 1];
  gint64 arc_votes[MOST + 1], relation_votes[MOST + 1], sum = 0;
  TbkVotes votes = {
    .heads = heads, .relation_voters = voters, .arc_votes = arc_votes, .relation_votes = relation_votes
  };

  cr_assert (tbk_vote (counter, e->voters, e->k, e->n, &options, &votes, NULL));
  cr_assert (tbk_vote_count (counter, e->voters, e->k, e->n, &options, count, NULL));
  cr_assert (is_tree (heads, e->n));
  cr_assert (kind & 1 || count_roots (heads, e->n) == 1);
  cr_assert (kind < 2 || count_nonprojective_arcs (heads, e->n) == 0);
  for (int w = 1; w <= e->n; w++) {
    gint64 of_relation;

    cr_assert_eq (arc_votes[w], votes_for (e, heads[w], w, &of_relation));
    cr_assert_eq (relation_votes[w], of_relation);
    sum += arc_votes[w];
    if (of_relation > 0)
      cr_assert_eq (e->heads[voters[w]][w], heads[w]);
  }
  cr_assert_eq (votes.n_arc_votes, sum);
  cr_assert_eq (votes.has_tie, mpz_cmp_ui (count, 1) > 0);
}

Test (vote, all_small, .timeout = TIME_LIMIT)
{
  GRand *random = g_rand_new_with_seed (51);
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  mpz_t count;

  mpz_init (count);
  for (int i = 0; i < 2000; i++) {
    const int n = 1 + i % 5, kind = i / 5 % N_KINDS;
    const TreeList *list = all_trees (n, kind >> 1);
    const int *best = NULL;
    gint64 greatest = -1, most = -1, n_most = 0, of_relation;
    int heads[MOST + 1];
    Election e;

    randomize (random, &e, n);
    vote (counter, &e, kind, heads, count);
    for (gsize t = 0; t < list->n_trees; t++) {
      const int *tree = tree_at (list, t);
      gint64 value = 0, votes = 0;

      if (!(kind & 1) && count_roots (tree, n) != 1)
        continue;
      for (int d = 1; d <= n; d++) {
        value += value_of (&e, tree[d], d);
        votes += votes_for (&e, tree[d], d, &of_relation);
      }
      n_most = votes > most ? 1 : n_most + (votes == most);
      most = MAX (most, votes);
      if (value > greatest) {
        greatest = value;
        best = tree;
      }
    }
    cr_assert_arr_eq (heads + 1, best + 1, n * sizeof (int), "election %d", i);
    cr_assert_eq (mpz_cmp_si (count, n_most), 0, "election %d", i);
  }
  mpz_clear (count);
  g_rand_free (random);
}

/* The best score; -infinity if arcs are forbidden so that there is no tree. */
static double
decode (TbkDecoder *decoder, double *numbers, int n, int kind)
{
  const TbkDecodeOptions options = { .is_nonprojective = !(kind >> 1),
                                     .has_any_root = kind & 1,
                                     .allows_none = TRUE };
  const TbkArcNumbers arcs = { .real = TBK_FLOAT64, .place = { numbers, n + 1, 1, 0 } };
  const TbkArcScores scores = { .n_sentences = 1, .lengths = &n, .scores = &arcs };
  int heads[MOST];
  double score;
  const TbkTreeRows trees = { .n_trees = 1, .width = n, .heads = heads, .scores = &score };

  cr_assert (tbk_decode (decoder, &scores, &options, &trees, NULL));
  return score;
}

/* No tree has a greater value; and of equal ones none has a lesser head where those before are the same. */
static void
check_by_decoder (TbkDecoder *decoder, const Election *e, int kind, const int *heads)
{
  double numbers[(MOST + 1) * (MOST + 1)] = { 0 }, sum = 0;

  for (int d = 1; d <= e->n; d++) {
    for (int h = 0; h <= e->n; h++)
      numbers[d * (e->n + 1) + h] = (double) value_of (e, h, d);
    sum += numbers[d * (e->n + 1) + heads[d]];
  }
  cr_assert_eq (decode (decoder, numbers, e->n, kind), sum);
  for (int d = 1; d <= e->n; d++) {
    double *row = numbers + d * (e->n + 1), kept[MOST + 1];

    memcpy (kept, row, sizeof kept[0] * (e->n + 1));
    for (int h = heads[d]; h <= e->n; h++)
      row[h] = -G_MAXDOUBLE;
    cr_assert_lt (decode (decoder, numbers, e->n, kind), sum, "word %d has the head %d", d, heads[d]);
    for (int h = 0; h <= e->n; h++)
      row[h] = h == heads[d] ? kept[h] : -G_MAXDOUBLE;
  }
}

Test (vote, random, .timeout = TIME_LIMIT)
{
  GRand *random = g_rand_new_with_seed (52);
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  TbkDecoder *decoder = tbk_decoder_new ();
  mpz_t count;

  mpz_init (count);
  for (int i = 0; i < 600; i++) {
    int heads[MOST + 1];
    Election e;

    randomize (random, &e, g_rand_int_range (random, 1, i % 10 == 0 ? MOST : 16));
    e.k = MIN (e.k, 3); /* so that values of long sentences are exact */
    if (i % 4 == 0)
      for (int v = 1; v < e.k; v++)
        e.voters[v].heads = NULL; /* hardly any votes, so that lists decide */
    for (int kind = 0; kind < N_KINDS; kind++) {
      vote (counter, &e, kind, heads, count);
      check_by_decoder (decoder, &e, kind, heads);
    }
  }
  mpz_clear (count);
  tbk_decoder_free (decoder);
  g_rand_free (random);
}

/* The relation 0 is in no group, 1 and 2 are in groups of their own: the most votes for relations of a tree that obeys, -1 if
 * there are none. Each dependent of a word tries each colour that a voter has there. */
static gint64
best_coloured (const Election *e, const int *tree, int word, guint taken[])
{
  gint64 best = -1;

  if (word > e->n)
    return 0;
  for (int colour = 0; colour < N_RELATIONS; colour++) {
    const gboolean is_unique = colour > 0 && tree[word] > 0;
    gint64 votes = 0, rest;

    for (int v = 0; v < e->k; v++)
      if (e->voters[v].heads != NULL && e->voters[v].relations != NULL && e->heads[v][word] == tree[word]
          && e->relations[v][word] == colour)
        votes += e->weights[v];
    if ((votes == 0 && colour > 0) || (is_unique && (taken[tree[word]] >> colour & 1) != 0))
      continue;
    taken[tree[word]] |= is_unique ? 1U << colour : 0;
    rest = best_coloured (e, tree, word + 1, taken);
    taken[tree[word]] &= is_unique ? ~(1U << colour) : ~0U;
    if (rest >= 0)
      best = MAX (best, votes + rest);
  }
  return best;
}

/* Whether no head but 0 has two dependents of one group, by the relations of @voters. */
static gboolean
is_unique (const Election *e, const int *heads, const int *voters)
{
  for (int w = 1; w <= e->n; w++)
    for (int v = 1; v < w && voters[w] >= 0; v++)
      if (heads[w] > 0 && heads[v] == heads[w] && voters[v] >= 0
          && e->relations[voters[v]][v] == e->relations[voters[w]][w] && e->relations[voters[w]][w] > 0)
        return FALSE;
  return TRUE;
}

Test (vote, unique, .timeout = TIME_LIMIT)
{
  static const int n_labels[] = { 1, 1 }, labels[] = { 1, 2 };
  static const TbkLabelGroups groups = { 2, n_labels, labels };
  GRand *random = g_rand_new_with_seed (53);
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  int n_restricted = 0;

  for (int i = 0; i < 800; i++) {
    const int n = 2 + i % 3, kind = i / 3 % N_KINDS;
    const TreeList *list = all_trees (n, kind >> 1);
    int heads[MOST + 1], voters[MOST + 1];
    gint64 relation_votes[MOST + 1], most[2] = { -1, -1 }, found = 0, of_relation;
    Election e;
    TbkVotes votes = { .heads = heads, .relation_voters = voters, .relation_votes = relation_votes };
    TbkVoteOptions options = { .is_projective = kind >> 1, .has_any_root = kind & 1, .unique = &groups };

    randomize (random, &e, n);
    options.weights = e.weights;
    cr_assert (tbk_vote (counter, e.voters, e.k, n, &options, &votes, NULL));
    cr_assert (is_tree (heads, n));
    cr_assert (kind & 1 || count_roots (heads, n) == 1);
    cr_assert (kind < 2 || count_nonprojective_arcs (heads, n) == 0);
    cr_assert (is_unique (&e, heads, voters));
    for (int w = 1; w <= n; w++)
      found += relation_votes[w];
    for (gsize t = 0; t < list->n_trees; t++) {
      const int *tree = tree_at (list, t);
      guint taken[MOST + 1] = { 0 };
      gint64 of_arcs = 0, of_relations = best_coloured (&e, tree, 1, taken);

      if (!(kind & 1) && count_roots (tree, n) != 1)
        continue;
      for (int d = 1; d <= n; d++)
        of_arcs += votes_for (&e, tree[d], d, &of_relation);
      if (of_arcs > most[0] || (of_arcs == most[0] && of_relations > most[1])) {
        most[0] = of_arcs;
        most[1] = of_relations;
      }
    }
    cr_assert_eq (votes.n_arc_votes, most[0]);
    cr_assert_eq (found, most[1]);
    n_restricted += votes.is_restricted;
  }
  cr_assert_gt (n_restricted, 50);
  g_rand_free (random);
}

/* One cycle of the longest sentence, no votes, and what is refused. */
Test (vote, limits, .timeout = TIME_LIMIT)
{
  const int n = TBK_TABULAR_MAX_LENGTH - 1;
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  g_autofree int *cycle = g_new (int, n + 2), *heads = g_new (int, n + 2);
  g_autoptr (GError) error = NULL;
  const TbkVoter voter = { .heads = cycle }, nobody = { 0 };
  const TbkVoteOptions wrong = { .weights = &(int){ 0 } }, projective = { .is_projective = TRUE };
  TbkVotes votes = { .heads = heads };
  mpz_t count;

  for (int w = 1; w <= n + 1; w++)
    cycle[w] = w % n + 1;
  cr_assert (tbk_vote (counter, &voter, 1, n, NULL, &votes, NULL));
  cr_assert (is_tree (heads, n));
  cr_assert_eq (heads[1], 0); /* the least list among those that keep n - 1 arcs */
  cr_assert_eq (votes.n_arc_votes, n - 1);
  cr_assert (votes.has_tie);
  cr_assert (tbk_vote (counter, &nobody, 1, 3, NULL, &votes, NULL));
  cr_assert_arr_eq (heads + 1, ((int[]){ 0, 1, 1 }), 3 * sizeof (int));
  cr_assert_not (tbk_vote (counter, &voter, 1, n + 1, NULL, &votes, &error));
  cr_assert_eq (error->code, TBK_ERROR_DATA);
  g_clear_error (&error);
  cycle[1] = 3; /* across the arc from 4 to 2 */
  cycle[2] = 4;
  cr_assert_not (tbk_vote (counter, &voter, 1, TBK_VOTE_MAX_CHART + 1, &projective, &votes, &error));
  cr_assert_eq (error->code, TBK_ERROR_DATA);
  g_clear_error (&error);
  cr_assert_not (tbk_vote (counter, &nobody, 1, 3, &wrong, &votes, &error));
  cr_assert_eq (error->code, TBK_ERROR_DATA);
  g_clear_error (&error);
  mpz_init (count);
  cr_assert_not (tbk_vote_count (counter, &nobody, 1, 3, &wrong, count, &error));
  cr_assert_str_eq (error->message, "found the weight 0, expected 1 to 1000000");
  mpz_clear (count);
}

/* Two voters of greatest weight, for whom all words depend on the first: their votes by all criteria are no double. */
Test (vote, weights_too_large_for_unique, .timeout = TIME_LIMIT)
{
  static const int one[] = { 1 };
  static const TbkLabelGroups groups = { 1, one, one };
  const TbkVoteOptions options = { .weights = (int[]){ TBK_VOTE_MAX_WEIGHT, TBK_VOTE_MAX_WEIGHT },
                                   .unique = &groups };
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  g_autoptr (GError) error = NULL;
  int star[MOST + 1], relations[MOST + 1], heads[MOST + 1];
  const TbkVoter voters[] = { { star, relations }, { star, relations } };
  TbkVotes votes = { .heads = heads };

  for (int w = 0; w <= MOST; w++) {
    star[w] = w > 1;
    relations[w] = 1;
  }
  cr_assert_not (tbk_vote (counter, voters, 2, MOST, &options, &votes, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message,
                    "weights too large for unique relations: 2000000 votes on 40 words found");
}

/* Whether a tree across arcs that has as many votes stands beside a projective one needs a chart too. */
Test (vote, tie_of_too_many_words, .timeout = TIME_LIMIT)
{
  enum { MANY = TBK_VOTE_MAX_CHART + 1 };

  const TbkVoteOptions options = { .is_projective = TRUE };
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  g_autoptr (GError) error = NULL;
  int star[MANY + 1], crossed[MANY + 1], heads[MANY + 1];
  const TbkVoter voters[] = { { .heads = star }, { .heads = crossed } };
  TbkVotes votes = { .heads = heads };

  for (int w = 0; w <= MANY; w++)
    star[w] = crossed[w] = w > 1;
  crossed[4] = 2; /* across the arc from 1 to 3 */
  cr_assert_not (tbk_vote (counter, voters, 2, MANY, &options, &votes, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (
      error->message,
      "sentence too long for a tie of projective trees: 1001 words found, at most 1000 were expected");
}
