/* best.template.h - the best projective trees of sentences side by side, in the lanes of a chart over their
 * words.
 *
 * To be included once in a file of its own, after Cell, the type of a cell, and Flag, an integer as large,
 * with REAL, ABSOLUTE, NAME, LANES, CHART and READ_COSTS, which reads the costs of the arcs to a word. Costs
 * are scores with the other sign. The chart has the items of lanes.template.h over words; the root comes
 * last. Let w(0,h) be the cost of the arc from 0 to h, n the number of words, here at positions 0..n-1:
 *
 *   (D2)  with one child of 0:   cost = min  0<=h<n   w(0,h) + Wl(0,h) + Wr(h,n-1)
 *
 *   (D3)  with any number, by prefixes:   R(0) = 0,   R(j) = min  0<=h<j   H(h) + Wr(h,j-1),   cost = R(n)
 *   (D4)                                  H(h) = w(0,h) + min  0<=k<=h   R(k) + Wl(k,h)
 *
 * For 4 words with the children 2 and 4 of 0, at positions 1 and 3:
 *
 *   position   0     1     2     3
 *             [Wl(0,1)]                 R(0) + Wl(0,1) + w(0,1) = H(1)
 *                  [Wr(1,2)]            H(1) + Wr(1,2) = R(3)
 *                             [Wl(3,3)] R(3) + Wl(3,3) + w(0,3) = H(3),   H(3) + Wr(3,3) = R(4)
 *
 * R(j) is the cost of the first j words if 0 has no child beyond, H(h) that of those before h and its left
 * side if h is the last child. The tree is read from the end: each item is the least of its products, and the
 * first that equals the cell is taken, as the same sum gives the same bits. If none does, where a processor
 * computes with more digits than it stores, the least is taken.
 */
#include "base/base.h"
#include "decode/decode.h"

enum {
  MOST_LANES = 64 / sizeof (Cell),
  TOGETHER = 8, /* lanes that are loaded together */
};

/* Cells of one lane. */
typedef struct {
  const Cell *w, *H, *Wr, *Wl;
  const gssize *rows;
  gssize across;
  int n;
  const Cell *root; /* by word */
  Cell *R, *H0;     /* (D3) and (D4) */
} LaneCells;

/* A side that is still to be read: Wr(i,j) or Wl(i,j), and whose it is. */
typedef struct {
  int i, j;
  gboolean is_right;
} SideToRead;

static inline gssize
at (const LaneCells *c, int a, int b)
{
  return c->rows[a] + b * c->across;
}

/* The first place from @first to @last where a[m] + b[m] is @sum; or the least. Nothing was kept of how a
 * cell was summed: one more search of a row for each arc costs O(n^2) for a tree, beside O(n^3) for the
 * chart. */
static inline int
find_product (const Cell *a, const Cell *b, gssize across, int first, int last, Cell sum)
{
  int least = first;

  for (int m = first; m <= last; m++)
    if (a[m * across] + b[m * across] == sum)
      return m;
  for (int m = first + 1; m <= last; m++)
    if (a[m * across] + b[m * across] < a[least * across] + b[least * across])
      least = m;
  return least;
}

/* The same for a meeting of i and j, to which the cost of an arc was added. */
static inline int
find_meeting (const LaneCells *c, int i, int j, Cell arc, Cell sum)
{
  const gssize across = c->across;
  const Cell *a = c->Wr + at (c, i, 0), *b = c->Wl + at (c, j, 1);
  int least = i;

  for (int k = i; k < j; k++)
    if (arc + (a[k * across] + b[k * across]) == sum)
      return k;
  for (int k = i + 1; k < j; k++)
    if (a[k * across] + b[k * across] < a[least * across] + b[least * across])
      least = k;
  return least;
}

/* Puts a side on the stack unless it is a word alone. */
static inline void
push (SideToRead *stack, int *n_stack, int i, int j, gboolean is_right)
{
  if (i < j)
    stack[(*n_stack)++] = (SideToRead){ i, j, is_right };
}

/* Reads the sides on the stack, and all that they are made of. A word is on the stack at most twice. */
static void
read_sides (const LaneCells *c, SideToRead *stack, int n_stack, int *heads)
{
  while (n_stack > 0) {
    const SideToRead side = stack[--n_stack];
    const int i = side.i, j = side.j;
    int h, k;

    if (side.is_right) {
      /* The outermost child h of i, then where the two sides under their arc meet. */
      h = find_product (c->H + at (c, i, 0), c->Wr + at (c, j, 0), c->across, i + 1, j, c->Wr[at (c, i, j)]);
      k = find_meeting (c, i, h, c->w[at (c, i, h)], c->H[at (c, i, h)]);
      heads[h + 1] = i + 1;
      push (stack, &n_stack, h, j, TRUE);
      push (stack, &n_stack, i, k, TRUE);
      push (stack, &n_stack, k + 1, h, FALSE);
    } else {
      h = find_product (c->Wl + at (c, i, 0), c->H + at (c, j, 0), c->across, i, j - 1, c->Wl[at (c, i, j)]);
      k = find_meeting (c, h, j, c->w[at (c, j, h)], c->H[at (c, j, h)]);
      heads[h + 1] = j + 1;
      push (stack, &n_stack, i, h, FALSE);
      push (stack, &n_stack, h, k, TRUE);
      push (stack, &n_stack, k + 1, j, FALSE);
    }
  }
}

/* (D2). FALSE if there is no tree. Of equal roots the first is taken, as a later one must be better. */
static gboolean
read_single (const LaneCells *c, SideToRead *stack, int *heads)
{
  const Cell *Wl = c->Wl + at (c, 0, 0), *Wr = c->Wr + at (c, c->n - 1, 0);
  Cell best = INFINITY;
  int root = -1, n_stack = 0;

  for (int h = 0; h < c->n; h++) {
    const Cell cost = c->root[h] + (Wl[h * c->across] + Wr[h * c->across]);

    if (cost < best) {
      best = cost;
      root = h;
    }
  }
  if (root < 0)
    return FALSE;
  heads[root + 1] = 0;
  push (stack, &n_stack, root, c->n - 1, TRUE);
  push (stack, &n_stack, 0, root, FALSE);
  read_sides (c, stack, n_stack, heads);
  return TRUE;
}

/* (D3) and (D4). */
static void
fill_prefixes (const LaneCells *c)
{
  c->R[0] = 0;
  for (int h = 0; h < c->n; h++) {
    const Cell *Wl = c->Wl + at (c, h, 0), *Wr = c->Wr + at (c, h, 0);
    Cell least = INFINITY;

    for (int k = 0; k <= h; k++) {
      const Cell product = c->R[k] + Wl[k * c->across];
      least = product < least ? product : least;
    }
    c->H0[h] = c->root[h] + least;
    least = INFINITY;
    for (int k = 0; k <= h; k++) {
      const Cell product = c->H0[k] + Wr[k * c->across];
      least = product < least ? product : least;
    }
    c->R[h + 1] = least;
  }
}

/* Reads a tree with any number of roots, from the end by prefixes. FALSE if there is none. */
static gboolean
read_any (const LaneCells *c, SideToRead *stack, int *heads)
{
  fill_prefixes (c);
  if (c->R[c->n] == INFINITY)
    return FALSE;
  /* From the last word: the last child h of 0, and where its left side begins. */
  for (int j = c->n; j > 0;) {
    const Cell *Wr = c->Wr + at (c, j - 1, 0);
    int h = 0, k = 0, n_stack = 0;

    for (int m = 1; m < j; m++)
      if (c->H0[m] + Wr[m * c->across] < c->H0[h] + Wr[h * c->across])
        h = m;
    for (int m = 1; m <= h; m++)
      if (c->R[m] + c->Wl[at (c, h, m)] < c->R[k] + c->Wl[at (c, h, k)])
        k = m;
    heads[h + 1] = 0;
    push (stack, &n_stack, h, j - 1, TRUE);
    push (stack, &n_stack, k, h, FALSE);
    read_sides (c, stack, n_stack, heads);
    j = k;
  }
  return TRUE;
}

/* Puts the costs of arcs into lane @lane: those between the first @n_done words are there already. The cell
 * of [h][d] is in row h, so the costs of one word go down a column. @root: those of arcs from 0. Returns
 * whether all are scores. */
static gboolean
load (const SentenceScores *s, int n_done, const WordChart *chart, int lane, Cell *row, double *wide_row,
      Cell *root)
{
  gboolean is_good = TRUE;

  for (int d = n_done == s->n ? s->n : 0; d < s->n; d++) {
    Cell *w = (Cell *) chart->arcs + d * chart->across + lane;

    is_good &= READ_COSTS (s, d + 1, row, wide_row);
    root[d] = row[0];
    for (int h = d < n_done ? n_done : 0; h < s->n; h++)
      w[chart->rows[h]] = row[h + 1];
  }
  return is_good;
}

/* Puts the costs of the arcs from words @first..@last (at positions 1 less) to one word, whose scores are at
 * @scores, side by side: @w is where the cell of head position 0 would be, but for its row. */
BODY void
load_heads_body (const Cell *const *scores, int first, int last, const gssize *rows, Cell *w, int *are_bad)
{
  typedef Cell Cells
      __attribute__ ((vector_size (TOGETHER * sizeof (Cell)), aligned (sizeof (Cell)), may_alias));
  typedef Flag Flags __attribute__ ((vector_size (TOGETHER * sizeof (Flag))));
  const Cell *const s0 = scores[0], *const s1 = scores[1], *const s2 = scores[2], *const s3 = scores[3];
  const Cell *const s4 = scores[4], *const s5 = scores[5], *const s6 = scores[6], *const s7 = scores[7];
  const Cells limit = (Cells){} + (Cell) SCORES_LIMIT, impossible = (Cells){} + (Cell) INFINITY;
  Flags are_good = ~(Flags){};

  for (int h = first; h <= last; h++) {
    /* The costs of one arc in all lanes, side by side; what is no score is noted, not told yet. */
    Cells costs = -(Cells){ s0[h], s1[h], s2[h], s3[h], s4[h], s5[h], s6[h], s7[h] };
    const Flags is_forbidden = costs >= limit;

    are_good &= costs > -limit;
    costs = (Cells) (((Flags) costs & ~is_forbidden) | ((Flags) impossible & is_forbidden));
    *(Cells *) (w + rows[h - 1]) = costs;
  }
  for (int l = 0; l < TOGETHER; l++)
    are_bad[l] |= !are_good[l];
}

BOTH (static, void, load_heads,
      (const Cell *const *scores, int first, int last, const gssize *rows, Cell *w, int *are_bad),
      (scores, first, last, rows, w, are_bad))

/* Loads what the sentences of TOGETHER lanes from @lane have in common, the first @n words, if their scores
 * are cells as they are.
 * @roots: @longest for each. Returns how many words that were; notes sentences with numbers that are no
 * scores. */
static int
load_together (const SentenceScores *sentences, int n, const WordChart *chart, int lane, Cell *roots,
               int longest, gboolean *are_bad)
{
  const Cell *scores[TOGETHER];

  for (int l = 0; l < TOGETHER; l++)
    if (!scores_are_plain (&sentences[l]) || sentences[l].scores.real != REAL)
      return 0;
  for (int d = 1; d <= n; d++) {
    Cell *w = (Cell *) chart->arcs + (d - 1) * chart->across + lane;

    for (int l = 0; l < TOGETHER; l++) {
      scores[l] = (const Cell *) sentences[l].scores.first + d * sentences[l].scores.dependents_apart;
      are_bad[l] |= !scores_is_good (scores[l][0]);
      roots[l * longest + d - 1] = scores[l][0] <= (Cell) -SCORES_LIMIT ? (Cell) INFINITY : -scores[l][0];
      w[chart->rows[d - 1] + l] = INFINITY;
    }
    load_heads (scores, 1, d - 1, chart->rows, w, are_bad);
    load_heads (scores, d + 1, n, chart->rows, w, are_bad);
  }
  return n;
}

/* Reads the tree of one lane and puts it into the caller's rows. */
static void
read_lane (const Decoding *decoding, DecodeWorker *worker, const WordChart *chart, int sentence, int lane,
           const Cell *root, Cell *prefixes, SideToRead *stack, int *heads)
{
  const LaneCells c = { .w = (const Cell *) chart->arcs + lane,
                        .H = (const Cell *) chart->meetings + lane,
                        .Wr = (const Cell *) chart->right + lane,
                        .Wl = (const Cell *) chart->left + lane,
                        .rows = chart->rows,
                        .across = chart->across,
                        .n = decoding->scores->lengths[sentence],
                        .root = root,
                        .R = prefixes,
                        .H0 = prefixes + chart->n + 1 };
  const gboolean is_tree = (decoding->options.has_any_root ? read_any : read_single) (&c, stack, heads);

  rows_put (decoding, worker, sentence, 0, &(FoundTree){ .heads = is_tree ? heads : NULL });
}

/* A group of sentences, one in each lane: loaded eight lanes at a time where their layout allows that, then
 * filled together, then read one by one. What a shorter sentence has beyond its words is loaded with nothing:
 * its own cells never depend on that. */
static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const gsize n = (gsize) decoding->scores->lengths[sentences[0]];
  gpointer chart = decode_chart (worker, CHART);
  double *wide_row = decode_scratch (worker, SCRATCH_ROW, n + 1, sizeof (double) + sizeof (Cell));
  Cell *roots = decode_scratch (worker, SCRATCH_ROOT, n * n_sentences, sizeof (Cell));
  Cell *prefixes = decode_scratch (worker, SCRATCH_PREFIX, 2 * n + 1, sizeof (Cell));
  SideToRead *stack = decode_scratch (worker, SCRATCH_STACK, 2 * n + 2, sizeof (SideToRead));
  int *heads = decode_scratch (worker, SCRATCH_WORDS, n + 1, sizeof (int));
  SentenceScores all[MOST_LANES];
  gboolean are_bad[MOST_LANES] = { FALSE };
  WordChart cells;
  int n_done = 0;

  if (wide_row == NULL || roots == NULL || prefixes == NULL || stack == NULL || heads == NULL)
    return memory_fail (error, "the trees of %d words", (int) n);
  if (!LANES.lay_out (chart, worker->compiled, (int) n, n_sentences, FALSE, worker->largest_vector, &cells,
                      error))
    return FALSE;
  for (int l = 0; l < n_sentences; l++)
    all[l] = scores_of (decoding->scores, sentences[l]);
  for (int l = 0; l < n_sentences; l++) {
    if (l % TOGETHER == 0)
      n_done = l + TOGETHER <= n_sentences ? load_together (&all[l], all[l + TOGETHER - 1].n, &cells, l,
                                                            roots + l * n, (int) n, &are_bad[l])
                                           : 0;
    are_bad[l] |= !load (&all[l], n_done, &cells, l, (gpointer) (wide_row + n + 1), wide_row, roots + l * n);
    if (are_bad[l])
      decode_note_problem (worker, sentences[l]);
  }
  LANES.fill (chart);
  for (int l = 0; l < n_sentences; l++)
    read_lane (decoding, worker, &cells, sentences[l], l, roots + l * n, prefixes, stack, heads);
  return TRUE;
}

const DecodeTask NAME = { .lanes = &LANES, .chart = CHART, .work = work };
