/* count_trees.c - how many trees there are, and how many of greatest score: in integers, whatever the scores.
 *
 * Scores are made integers as tabular/exact_count.h says. An arc is there in so many forms: those of its labels that are
 * not forbidden, or that have its score. Projective trees are counted by their grammar.
 *
 * Any trees are counted by the elimination of elimination.template.h, (D17) to (D19). It divides, so numbers
 * of trees become fractions:
 *
 *   (D26)  (v,c) / (w,d) = (v - w, c / d)     besides (R9), here with costs
 *
 * These pairs are leading terms of sums of c x^v with positive c, for small x. Nothing is subtracted from
 * such a sum, so that no leading term is lost, and the result is that of the determinant: an integer. All
 * scores are 0 where all trees are counted.
 *
 * An example of (D26): words 1 and 2, arcs 0 -> 1 of cost 0, 0 -> 2 of cost 1, 1 -> 2 and 2 -> 1 of cost 0,
 * any number of roots. Word 2 has S = x + 1, leading term (0,1). The arc of 1 from 0 becomes 1 + x * 1 / S,
 * leading term (0,1). Z = S r has the leading term (0,1): one best tree, of cost 0, with 0 -> 1 and 1 -> 2.
 *
 * Cost      O(n^3) operations on numbers of O(n log n) bits, and of the bits that scores take with a common
 *           power.
 */
#include "decode/decode.h"

#include <math.h>

#include "base/base.h"
#include "tabular/exact_count.h"

typedef struct {
  SentenceScores scores;
  ExactWeight *arcs; /* from @head to @dependent at dependent * (n + 1) + head */
  double *costs;     /* of scores_costs_matrix() */
  int exponent;      /* costs are multiples of 2^exponent */
  gboolean is_best;  /* trees of greatest score are counted */
} Counting;

static inline ExactWeight *
arc_at (const Counting *c, int head, int dependent)
{
  return &c->arcs[(gsize) dependent * (c->scores.n + 1) + head];
}

static inline double
cost_of (const Counting *c, int head, int dependent)
{
  return c->costs[(dependent - 1) * SCORES_STRIDE (c->scores.n) + head];
}

/* In how many forms an arc that is not forbidden counts. */
static gulong
count_forms (const Counting *c, int head, int dependent)
{
  const SentenceScores *s = &c->scores;
  gulong n_forms = s->scores.n_labels == 0;

  for (int l = 0; l < s->scores.n_labels; l++) {
    const double score = scores_labelled (s, dependent, head, l);

    n_forms += c->is_best ? score == -cost_of (c, head, dependent) : score > -INFINITY;
  }
  return n_forms;
}

/* Sets the forms and scores of all arcs, for all trees or for the best ones. */
static void
set_arcs (Counting *c)
{
  for (int d = 1; d <= c->scores.n; d++)
    for (int h = 0; h <= c->scores.n; h++) {
      ExactWeight *arc = arc_at (c, h, d);
      const double cost = cost_of (c, h, d);

      arc->n_forms = cost == INFINITY ? 0 : count_forms (c, h, d);
      if (arc->n_forms > 0)
        exact_set (c->is_best ? -cost : 0, c->exponent, &arc->score);
    }
}

/* Projective trees: the arc of an edge. */
static const ExactWeight *
find_arc (gconstpointer data, const Edge *edge)
{
  const gboolean is_list =
      edge->rule->weight_kind == WEIGHT_AT_FIRST || edge->rule->weight_kind == WEIGHT_AT_LAST;

  return is_list ? arc_at (data, 0, edge->a) : arc_at (data, edge->a, edge->b);
}

/* Any trees. */

/* A pair of (D26); zero if @number is 0. */
typedef struct {
  __mpz_struct cost;
  __mpq_struct number;
} Term;

typedef struct {
  int n;
  /* of arcs from @head to @dependent, words from 0, at dependent * (n + 1) + head; those from 0 have head
   * n */
  Term *terms;
  Term sum;     /* S */
  Term share;   /* of (D18) */
  Term product; /* scratch */
  mpq_t all;    /* Z */
  int *word;    /* by position */
} TermElimination;

static inline Term *
term_at (const TermElimination *e, int head, int dependent)
{
  return &e->terms[(gsize) dependent * (e->n + 1) + head];
}

static void
term_init (Term *term)
{
  mpz_init (&term->cost);
  mpq_init (&term->number);
}

static void
term_clear (Term *term)
{
  mpz_clear (&term->cost);
  mpq_clear (&term->number);
}

static inline gboolean
is_zero (const Term *term)
{
  return mpq_sgn (&term->number) == 0;
}

/* (R9): the leading term of a sum is that of least cost; terms of the same cost are added. */
static void
add (Term *sum, const Term *term)
{
  int order;

  if (is_zero (term))
    return;
  order = is_zero (sum) ? -1 : mpz_cmp (&term->cost, &sum->cost);
  if (order == 0) {
    mpq_add (&sum->number, &sum->number, &term->number);
  } else if (order < 0) {
    mpz_set (&sum->cost, &term->cost);
    mpq_set (&sum->number, &term->number);
  }
}

/* Adds a product. A product of greater cost than the sum is not even made: most are. */
static void
add_product (TermElimination *e, Term *sum, const Term *a, const Term *b)
{
  if (is_zero (a) || is_zero (b))
    return;
  mpz_add (&e->product.cost, &a->cost, &b->cost);
  if (!is_zero (sum) && mpz_cmp (&e->product.cost, &sum->cost) > 0)
    return;
  mpq_mul (&e->product.number, &a->number, &b->number);
  add (sum, &e->product);
}

/* (D17) into `sum`: the arcs to the word at position @k from the words before it, and from 0 if it may have
 * any number of children. */
static void
sum_heads (TermElimination *e, int k, gboolean has_any_root)
{
  mpq_set_ui (&e->sum.number, 0, 1);
  for (int h = 0; h < k; h++)
    add (&e->sum, term_at (e, e->word[h], e->word[k]));
  if (has_any_root)
    add (&e->sum, term_at (e, e->n, e->word[k]));
}

/* (D18): arcs that lead over the word at position @k are added to those of the words before it. An arc from a
 * word to itself would be a cycle, so h = d is left out. */
static void
eliminate_word (TermElimination *e, int k)
{
  const int word = e->word[k];

  for (int d = 0; d < k; d++) {
    const int dependent = e->word[d];
    const Term *arc = term_at (e, word, dependent);

    if (is_zero (arc))
      continue;
    /* The share of (D18), A(k,d) / S(k), as a leading term by (D26). */
    mpz_sub (&e->share.cost, &arc->cost, &e->sum.cost);
    mpq_div (&e->share.number, &arc->number, &e->sum.number);
    for (int h = 0; h < k; h++)
      if (h != d)
        add_product (e, term_at (e, e->word[h], dependent), term_at (e, e->word[h], word), &e->share);
    add_product (e, term_at (e, e->n, dependent), term_at (e, e->n, word), &e->share);
  }
}

/* (D19). A word whose S is 0 is the child of 0, and goes last. */
static void
eliminate_all (TermElimination *e, gboolean has_any_root)
{
  gboolean has_root = FALSE;

  mpq_set_ui (e->all, 1, 1);
  for (int k = e->n - 1; k > 0;) {
    sum_heads (e, k, has_any_root);
    if (!is_zero (&e->sum)) {
      mpq_mul (e->all, e->all, &e->sum.number);
      eliminate_word (e, k--);
      /* No word that is left has an arc to it. Then it has no head at all, or would be a second child of
       * 0. */
    } else if (has_any_root || has_root) {
      mpq_set_ui (e->all, 0, 1);
      return;
    } else {
      const int word = e->word[k];

      e->word[k] = e->word[0];
      e->word[0] = word;
      has_root = TRUE;
    }
  }
  mpq_mul (e->all, e->all, &term_at (e, e->n, e->word[0])->number);
}

/* Makes terms of the forms of arcs: words are counted from 0 here, and 0 is head n. */
static void
begin_elimination (TermElimination *e, const Counting *c)
{
  for (int d = 0; d < e->n; d++) {
    e->word[d] = d;
    for (int h = 0; h <= e->n; h++) {
      const ExactWeight *arc = arc_at (c, h == e->n ? 0 : h + 1, d + 1);
      Term *term = term_at (e, h, d);

      term_init (term);
      if (arc->n_forms > 0)
        mpz_neg (&term->cost, &arc->score);
      mpq_set_ui (&term->number, arc->n_forms, 1);
    }
  }
  term_init (&e->sum);
  term_init (&e->share);
  term_init (&e->product);
  mpq_init (e->all);
}

/* Frees all numbers; the array of terms is scratch memory. */
static void
end_elimination (TermElimination *e)
{
  for (gsize i = 0; i < (gsize) e->n * (e->n + 1); i++)
    term_clear (&e->terms[i]);
  term_clear (&e->sum);
  term_clear (&e->share);
  term_clear (&e->product);
  mpq_clear (e->all);
}

/* Z has the denominator 1, since it is the number of trees in the end. */
static gboolean
count_any (const Counting *c, DecodeWorker *worker, gboolean has_any_root, mpz_t number, GError **error)
{
  const gsize n = (gsize) c->scores.n;
  TermElimination e = { .n = (int) n,
                        .terms = decode_scratch (worker, SCRATCH_MARGINALS, n * (n + 1), sizeof (Term)),
                        .word = decode_scratch (worker, SCRATCH_WORDS, n, sizeof (int)) };

  if (e.terms == NULL || e.word == NULL)
    return memory_fail (error, "the trees of %d words", (int) n);
  begin_elimination (&e, c);
  eliminate_all (&e, has_any_root);
  mpz_set (number, mpq_numref (e.all));
  end_elimination (&e);
  return TRUE;
}

/* Counts all trees, or the best. */
static gboolean
count (Counting *c, gboolean is_best, const Decoding *decoding, DecodeWorker *worker, mpz_t *numbers,
       int sentence, GError **error)
{
  const gboolean has_any_root = decoding->options.has_any_root;

  if (numbers == NULL)
    return TRUE;
  c->is_best = is_best;
  set_arcs (c);
  return decoding->options.is_nonprojective
             ? count_any (c, worker, has_any_root, numbers[sentence], error)
             : exact_count (decoding->grammar, c->scores.n, find_arc, c, numbers[sentence], error);
}

/* Costs are made integers once, for both counts: only which forms count differs between them. */
static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  Counting c = { .scores = scores_of (decoding->scores, sentences[0]) };
  const gsize n = (gsize) c.scores.n, n_arcs = (n + 1) * (n + 1);
  gboolean is_done;

  g_assert (n_sentences == 1);
  c.costs = decode_scratch (worker, SCRATCH_MATRIX, n * SCORES_STRIDE (n), sizeof (double));
  c.arcs = decode_scratch (worker, SCRATCH_STACK, n_arcs, sizeof (ExactWeight));
  if (c.costs == NULL || c.arcs == NULL)
    return memory_fail (error, "the trees of %d words", (int) n);
  if (!scores_costs_matrix (&c.scores, c.costs)) {
    decode_note_problem (worker, sentences[0]);
    return TRUE;
  }
  c.exponent = EXACT_ANY;
  for (int d = 1; d <= c.scores.n; d++)
    for (int h = 0; h <= c.scores.n; h++)
      exact_note (cost_of (&c, h, d), &c.exponent);
  for (gsize i = 0; i < n_arcs; i++) {
    mpz_init (&c.arcs[i].score);
    c.arcs[i].n_forms = 0;
  }
  is_done = count (&c, FALSE, decoding, worker, decoding->n_trees, sentences[0], error)
            && count (&c, TRUE, decoding, worker, decoding->n_best, sentences[0], error);
  for (gsize i = 0; i < n_arcs; i++)
    mpz_clear (&c.arcs[i].score);
  return is_done;
}

const DecodeTask count_task = { .n_matrices = 64, .work = work };
