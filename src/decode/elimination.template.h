/* elimination.template.h - the sum over all trees by elimination of words, its derivatives, and trees drawn
 * by their weights.
 *
 * To be included once in a file of its own, after SrValue and times(), plus(), divide(), minus(), ratio(),
 * sum_row(), add_row() and dot_rows() of it. Let A(h,d) be the weight of the arc from word h to word d, r(d)
 * of that from 0. Words are eliminated from the last position on. For word k, with sums over the words left:
 *
 *   (D17)  S(k) = SUM h  A(h,k)   (+ r(k) where 0 may have any number of children)
 *   (D18)  A(h,d) += A(h,k) A(k,d) / S(k)     r(d) += r(k) A(k,d) / S(k)
 *   (D19)  Z = product of all S(k), where that of the word left last is r
 *
 * An example of three words. Eliminating word 3 gives each arc over it to the word that it leads to:
 *
 *        1 --A(1,3)--> 3 --A(3,2)--> 2      becomes a part of      1 --A(1,2)--> 2
 *
 * with the share A(3,2) / S(3): once S(3) is taken out as a factor, A(1,3) / S(3) is the part of the trees in
 * which 1 is the head of 3. A way from 2 over 3 back to 2 is a cycle, and is left out.
 *
 * This is the determinant of the matrix-tree theorem by Gauss's elimination, with each diagonal element as
 * the sum of the others of its column, which it stays (Grassmann, Taksar and Heyman 1985). Nothing is
 * subtracted and nothing negative, so each number is right to n units in the last place. A single child of 0
 * is the limit of small r: r is left out of S. A word whose S is 0 then must be the child of 0: it is
 * eliminated last, and if there are two of them there is no tree.
 *
 * Derivatives of log Z, in the opposite order: let A'(h,d) and r'(d) be those by A(h,d) and r(d), f(d) =
 * A(k,d) / S(k),
 *
 *   (D20)  x(d) = SUM h  A'(h,d) A(h,k) + r'(d) r(k)      A'(k,d) = x(d) / S(k)
 *   (D21)  s = SUM d  x(d) f(d) / S(k)
 *   (D22)  A'(h,k) = 1 / S(k) + SUM d  A'(h,d) f(d)  -  s
 *          r'(k) = SUM d  r'(d) f(d)     with any number of children   1 / S(k) + SUM d  r'(d) f(d)  -  s
 *
 * The marginal of an arc is its weight times the derivative. Here alone something is subtracted, once for
 * each arc: both sides times the weight are at most n, expected numbers of arcs over k, so that marginals
 * have an error of n^2 units of 2^-53 at worst.
 *
 * Drawing. A tree over the words without k, drawn by its weight, becomes one with k. Its arc from h to d goes
 * over k with the share of
 * (D18) in A(h,d): then d becomes a child of k. The head of k is drawn by A(h,k) from the words that are not
 * below k now, and 0. Given which words are children of k and all that is below them, the arcs over k add up
 * to
 *
 *   (D23)  SUM A(h1,k) A(h2,k) ... / S(k)^(m-1) = SUM of A(h,k) over heads h that are not below k,
 *
 * over all h1, h2, ... that make a tree, by the theorem that counts forests by the weights of their roots; so
 * each tree has the right probability. Nothing is rejected, and no walk wanders in a cycle of words that
 * attract each other.
 *
 * Cost      O(n^3), and O(n^2) for each tree that is drawn, where few arcs are drawn over and over.
 */

typedef struct {
  int n;
  gsize stride;
  gboolean has_any_root;
  /* rows of dependents: A(h,k) for the words left when k is eliminated, for both k and those that it is the
   * head of */
  SrValue *A;
  SrValue *r, *S;
  SrValue *derivatives, *root_derivatives; /* of the same form */
  SrValue *shares;                         /* f(d) */
  int *word;                               /* by position, from 0 */
  double *costs;                           /* rows of SCORES_STRIDE (n) for each word, by head */
} Elimination;

BODY SrValue *
row_of (SrValue *matrix, const Elimination *e, int d)
{
  return matrix + d * e->stride;
}

/* (D17) */
BODY SrValue
sum_heads (const Elimination *e, int k)
{
  const SrValue sum = sum_row (row_of (e->A, e, k), k);

  return e->has_any_root ? plus (sum, e->r[k]) : sum;
}

/* (D18): each word d that k is the head of gets the heads of k, with the share of k among its own. row[k]
 * stays, as differentiation and drawing need A(k,d) as it was when k was eliminated. */
BODY void
eliminate_word (const Elimination *e, int k)
{
  const SrValue *row_k = row_of (e->A, e, k);

  for (int d = 0; d < k; d++) {
    SrValue *row = row_of (e->A, e, d), share;

    if (sr_is_zero (&row[k]))
      continue;
    share = divide (row[k], e->S[k]);
    add_row (row, row_k, share, k);
    row[d] = SR_ZERO;
    e->r[d] = plus (e->r[d], times (e->r[k], share));
  }
}

/* (D20) to (D22) */
BODY void
differentiate_word (const Elimination *e, int k)
{
  SrValue *row_k = row_of (e->derivatives, e, k), sum = SR_ZERO, root = SR_ZERO, one;

  for (int d = 0; d < k; d++) {
    SrValue *row = row_of (e->derivatives, e, d);
    /* Backwards through eliminate_word(): it added row k, times a share, to row d, and so with r. x is the
     * derivative by that share. */
    const SrValue arc = row_of (e->A, e, d)[k];
    const SrValue x = plus (dot_rows (row, row_of (e->A, e, k), k), times (e->root_derivatives[d], e->r[k]));

    e->shares[d] = divide (arc, e->S[k]);
    row[k] = divide (x, e->S[k]);
    sum = plus (sum, times (x, e->shares[d]));
    root = plus (root, times (e->root_derivatives[d], e->shares[d]));
  }
  sr_one (&one);
  one = divide (one, e->S[k]);
  sum = divide (sum, e->S[k]);
  for (int h = 0; h < k; h++)
    row_k[h] = one;
  for (int d = 0; d < k; d++)
    add_row (row_k, row_of (e->derivatives, e, d), e->shares[d], k);
  for (int h = 0; h < k; h++)
    row_k[h] = minus (row_k[h], sum);
  row_k[k] = SR_ZERO;
  e->root_derivatives[k] = e->has_any_root ? minus (plus (root, one), sum) : root;
}

/* Goes from the word left last, whose S is its arc from 0, back to the first that was eliminated: each step
 * has the derivatives by the arcs between fewer words, and finds those by the arcs of one word more. */
BODY void
differentiate (const Elimination *e)
{
  SrValue one;

  sr_one (&one);
  e->root_derivatives[0] = divide (one, e->S[0]);
  e->derivatives[0] = SR_ZERO;
  for (int k = 1; k < e->n; k++)
    differentiate_word (e, k);
}

/* Drawing. */

/* A tree that is drawn: for each position, that of its head or NOTHING for 0, and over which word its arc
 * goes, or NOTHING. */
typedef struct {
  int *head, *over;
  int *state; /* whether a position is below the word that is put back */
  int *heads; /* [0..n] */
} DrawnTree;

/* The places that both use, for @n words with @stride elements a row: 4 (n + 1) of @words, 2 n @stride of
 * @matrices, and 5 (n + 1) @positions. The words stand in their order. */
BODY void
place (Elimination *e, DrawnTree *drawn, gsize n, gsize stride, SrValue *words, SrValue *matrices,
       int *positions, double *costs)
{
  const gsize size = n + 1;

  *e = (Elimination){ .n = (int) n,
                      .stride = stride,
                      .A = matrices,
                      .derivatives = matrices + n * stride,
                      .r = words,
                      .S = words + size,
                      .root_derivatives = words + 2 * size,
                      .shares = words + 3 * size,
                      .word = positions,
                      .costs = costs };
  *drawn = (DrawnTree){ positions + size, positions + 2 * size, positions + 3 * size, positions + 4 * size };
  for (int d = 0; d < e->n; d++)
    e->word[d] = d;
}

enum { NOTHING = -1 };

static inline SrValue
scale (SrValue x, double factor)
{
  return times (x, of_number (factor));
}

/* Returns TRUE if there is no arc from position @h, or from 0, to position @d, apart from ways over
 * eliminated words. */
static gboolean
is_forbidden (const Elimination *e, int h, int d)
{
  return e->costs[e->word[d] * SCORES_STRIDE (e->n) + (h == NOTHING ? 0 : e->word[h] + 1)] == INFINITY;
}

/* Draws over which word the arc to @d from @h goes (NOTHING: 0), of those eliminated before @k. */
static int
draw_over (const Elimination *e, int h, int d, int k, TbkRandom *random)
{
  int last = NOTHING;
  const SrValue whole = h == NOTHING ? e->r[d] : row_of (e->A, e, d)[h];
  const SrValue drawn = scale (whole, sums_draw_number (random));
  SrValue sum = SR_ZERO;

  for (int j = k + 1; j < e->n; j++) {
    const SrValue way = h == NOTHING ? e->r[j] : row_of (e->A, e, j)[h];

    if (sr_is_zero (&way) || sr_is_zero (&row_of (e->A, e, d)[j]))
      continue;
    /* Up to j: the sum of the ways that go over eliminated words k+1..j. What is left is the arc itself. */
    last = j;
    sum = plus (sum, times (way, divide (row_of (e->A, e, d)[j], e->S[j])));
    if (is_less (drawn, sum))
      return j;
  }
  return is_forbidden (e, h, d) ? last : NOTHING; /* a rounded sum can be too small */
}

/* Marks which of the positions before @k are below it: 1 or 2 for those that are not. */
static void
mark_below (const DrawnTree *tree, int k)
{
  enum { UNKNOWN, OUTSIDE, BELOW };

  memset (tree->state, 0, (gsize) k * sizeof (int));
  for (int d = 0; d < k; d++) {
    int top = d, state;

    while (top != NOTHING && top != k && tree->state[top] == UNKNOWN)
      top = tree->head[top];
    state = top == NOTHING ? OUTSIDE : top == k ? BELOW : tree->state[top];
    /* Goes that way again: all on it are where its end is. */
    for (int w = d; w != top; w = tree->head[w])
      tree->state[w] = state;
  }
  for (int d = 0; d < k; d++)
    tree->state[d] = tree->state[d] == BELOW;
}

/* Draws the head of @k: a word that is not below it, or 0. */
static int
draw_head (const Elimination *e, const DrawnTree *tree, int k, TbkRandom *random)
{
  const SrValue *row = row_of (e->A, e, k);
  SrValue whole = e->has_any_root ? e->r[k] : SR_ZERO, sum = SR_ZERO, drawn;
  int last = NOTHING;

  for (int h = 0; h < k; h++)
    if (!tree->state[h])
      whole = plus (whole, row[h]);
  drawn = scale (whole, sums_draw_number (random));
  for (int h = 0; h < k; h++)
    if (!tree->state[h] && !sr_is_zero (&row[h])) {
      sum = plus (sum, row[h]);
      last = h;
      if (is_less (drawn, sum))
        return h;
    }
  return e->has_any_root && !sr_is_zero (&e->r[k]) ? NOTHING : last;
}

/* Words are put back in the order opposite to elimination. At each step `head` is a tree over positions 0..k,
 * and over[d] says over which word still to come the arc into d leads: when that word comes, it becomes the
 * head of d. */
static void
draw_tree (const Elimination *e, const DrawnTree *tree, TbkRandom *random)
{
  tree->head[0] = NOTHING;
  tree->over[0] = draw_over (e, NOTHING, 0, 0, random);
  for (int k = 1; k < e->n; k++) {
    for (int d = 0; d < k; d++)
      if (tree->over[d] == k) {
        tree->head[d] = k;
        tree->over[d] = draw_over (e, k, d, k, random);
      }
    /* The head of k is no word below it, else there would be a cycle. */
    mark_below (tree, k);
    tree->head[k] = draw_head (e, tree, k, random);
    tree->over[k] = draw_over (e, tree->head[k], k, k, random);
  }
  for (int d = 0; d < e->n; d++)
    tree->heads[e->word[d] + 1] = tree->head[d] == NOTHING ? 0 : e->word[tree->head[d]] + 1;
}

static void
draw_trees (const Decoding *decoding, DecodeWorker *worker, const Elimination *e, const DrawnTree *tree,
            int sentence)
{
  TbkRandom random;

  tbk_random_init (&random, decoding->seed, (guint64) sentence);
  for (int t = 0; t < decoding->trees->n_trees; t++) {
    draw_tree (e, tree, &random);
    sums_put_drawn (decoding, worker, sentence, t, tree->heads, &random);
  }
}
