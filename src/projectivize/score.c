/* score.c - the tables of projectivize.h, whose equations are cited here by label.
 *
 * An example, the core of the sentence in docs/design/projectivize.md: the words 1 to 4 have the gold heads
 * 3, 4, 4 and 0. The arc into 1 crosses the one into 2. A row is i, a column j:
 *
 *   R    0 1 2 3 4      L    0 1 2 3 4      F    0 1 2 3 4
 *   0    0 0 0 1 3      0    0 0 0 1 2      0    0 0 0 1 3
 *   1      0 0 0 2      1      0 0 1 2      1      0 0 1 2
 *   2        0 0 1      2        0 0 2      2        0 0 2
 *   3          0 0      3          0 1      3          0 1
 *   4            0      4            0      4            0
 *
 * L(1,3) = 1 is the arc from 3 to 1. L(2,4) = 2 has both arcs from 4, into 2 and 3; L(1,4) is no more, as the
 * arc from 3 to 1 cannot be had with the arc into 2. R(0,4) = 1 + in(0,4) + R(4,4) with in(0,4) = R(0,0) +
 * L(1,4) = 2. So the best projective tree keeps 3 of the 4 arcs.
 */
#include "projectivize/projectivize.h"

#include <string.h>

#include "base/base.h"

enum {
  WIDTH = 8,            /* cells of a vector */
  NO_VALUE_BYTE = 0xc0, /* all bytes of a cell that means nothing */
  NO_VALUE = 0xc0c0 - (1 << 16),
};

/* A sum with such a cell is below 0, whatever was added, and a sum of two fits. */
G_STATIC_ASSERT (NO_VALUE + 3 * SCORE_MOST_WORDS < 0 && 2 * NO_VALUE >= G_MININT16);

void
score_clear (Score *score)
{
  room_clear (&score->cells);
  room_clear (&score->room);
}

/* Makes room for @n words: tables have a row more than words, for F(n + 1, j), and a row of L whole vectors. */
static gboolean
reserve (Score *score, int n, GError **error)
{
  return (ROOM_RESERVE (&score->cells, (gsize) (n + 2) * score->stride, ARRAY (score->R), ARRAY (score->L),
                        ARRAY (score->F), ARRAY (score->H))
          && ROOM_RESERVE (&score->room, n + 1 + WIDTH, ARRAY (score->in), ARRAY (score->children),
                           ARRAY (score->starts), ARRAY (score->rights), ARRAY (score->first_right),
                           ARRAY (score->next_right), ARRAY (score->lefts), ARRAY (score->row)))
         || memory_fail (error, "the tables of %d words", n);
}

/* (G1), (G5): max  i<=k<j   R(i,k) + L(k+1,j). The last cell of a row of R has no value, so it does not
 * matter that it meets the first of the row of L below. */
static int
meeting (const Score *score, int i, int j)
{
  /* L is laid out by its right end, so R(i,k) and L(k+1,j) for all k are two rows that are read side by side.
   * Eight sums are compared at a time; those of cells without value are below 0. */
  const gint16 *R = &score->R[i * score->stride], *L = &score->L[j * score->stride] + 1;
  gint16 best[WIDTH] = { 0 }, greatest = 0;

  for (int first = i & -WIDTH; first < j; first += WIDTH)
    for (int k = 0; k < WIDTH; k++)
      best[k] = MAX (best[k], (gint16) (R[first + k] + L[first + k]));
  for (int k = 0; k < WIDTH; k++)
    greatest = MAX (greatest, best[k]);
  return greatest;
}

/* row[j] <- max (row[j], add + other[j]) for all j from @begin on, before which @other has no values. */
static void
raise_row (const Score *score, gint16 *restrict row, int add, const gint16 *restrict other, int begin)
{
  for (int first = begin & -WIDTH; first <= score->n; first += WIDTH)
    for (int j = 0; j < WIDTH; j++)
      row[first + j] = MAX (row[first + j], (gint16) (other[first + j] + add));
}

/* to[j] <- from[j] for all j from @begin on. */
static void
copy_row (const Score *score, gint16 *restrict to, const gint16 *restrict from, int begin)
{
  for (int first = begin & -WIDTH; first <= score->n; first += WIDTH)
    memcpy (to + first, from + first, WIDTH * sizeof (gint16));
}

/* (G2) and (G4): R(i,j) and F(i,j) for all j, once those of all words after i are known. Children are taken
 * from left to right: in(i,c) needs R(i,k) for k before c only, which children from c on do not change. */
static void
fill_right (Score *score, int i)
{
  int p = score->heads[i];
  gsize stride = score->stride;
  gint16 *R = &score->R[i * stride], *F = &score->F[i * stride];

  /* R(i,j) begins as F(i+1,j), the first term of (G2): word i alone, and a forest beside it. */
  if (i % WIDTH == WIDTH - 1) /* then F(i + 1, j) begins a vector later */
    memset (F + stride + i + 1 - WIDTH, NO_VALUE_BYTE, WIDTH * sizeof (gint16));
  copy_row (score, R, F + stride, i);
  R[i] = 0;

  /* Each gold child c on the right raises the row by one arc, what lies between, and R(c,j). */
  for (int c = score->first_right[i]; c != 0; c = score->next_right[c]) {
    score->in[c] = meeting (score, i, c);
    raise_row (score, R, 1 + score->in[c], &score->R[c * stride], c);
  }

  /* F(i,j) is R(i,j), (G4), or word i depends on its gold head p on the right. */
  copy_row (score, F, R, i);
  if (p > i) {
    score->in[i] = meeting (score, i, p);
    raise_row (score, F, 1 + score->in[i], &score->F[p * stride], p);
  }
}

/* Lists @i, which has its head on the right, among the others that have: those with the nearest heads
 * last. */
static void
list_left_child (Score *score, int i)
{
  int a = score->n_lefts++;

  for (; a > 0 && score->heads[score->lefts[a - 1]] < score->heads[i]; a--)
    score->lefts[a] = score->lefts[a - 1];
  score->lefts[a] = i;
}

/* (G3): L(i,j) for all j, once F(i,j) is known; in a row, to be laid out by j at the end. */
static void
fill_left (Score *score, int i)
{
  int n = score->n;
  gsize stride = score->stride;
  gint16 *L = score->L + i, *row = score->row;

  /* The row begins as F(i,j-1), the first term of (G3). */
  row[i] = 0;
  memcpy (row + i + 1, &score->F[i * stride + i], (n - i) * sizeof (gint16));

  /* Then gold arcs to the left, nearest heads first: row[c] is final when c's turn comes, as L(i,c) needs
   * heads up to c. */
  for (int a = score->n_lefts; a-- > 0;) {
    int c = score->lefts[a], h = score->heads[c];
    row[h] = MAX (row[h], (gint16) (row[c] + score->in[c] + 1));
  }
  for (int j = i; j <= n; j++)
    L[j * stride] = row[j];
}

/* (G6): the best tree in which 0 has a single child. */
static int
best_single (const Score *score)
{
  int best = 0;

  for (int r = 1; r <= score->n; r++)
    best = MAX (best, score_L (score, 1, r) + (score->heads[r] == 0) + score_R (score, r, score->n));
  return best;
}

/* Lists @i among the children of its head, if it has one. */
static void
list_child (Score *score, int i)
{
  int head = score->heads[i];

  if (head > i) {
    list_left_child (score, i);
  } else if (head >= 0) {
    score->next_right[i] = score->first_right[head];
    score->first_right[head] = i;
  }
}

gboolean
score_fill (Score *score, const int *heads, int n, gboolean single, GError **error)
{
  g_assert (n <= SCORE_MOST_WORDS);
  score->stride = (n + 1 + WIDTH) / WIDTH * WIDTH; /* at least a cell more than words */
  if (!reserve (score, n, error))
    return FALSE;
  score->n = n;
  score->n_lefts = 0;
  score->heads = heads;
  memset (score->L, NO_VALUE_BYTE, ((n + 1) * score->stride + 1) * sizeof (gint16));
  memset (score->F + (n + 1) * score->stride, NO_VALUE_BYTE, score->stride * sizeof (gint16));
  memset (score->first_right, 0, (n + 1) * sizeof (int));

  /* Words from right to left: R, F and L of i need those of later words, and L(i,j) needs F(i,j-1). */
  for (int i = n; i >= 0; i--) {
    fill_right (score, i);
    list_child (score, i);
    fill_left (score, i);
  }
  score->best = single ? best_single (score) : score_R (score, 0, n);
  return TRUE;
}

/* At first both marks of a word are where its children end, then they move down as these are listed, the last
 * one first. */
void
score_list_children (Score *score)
{
  int n = score->n, *starts = score->starts, *rights = score->rights, n_listed = 0;

  /* Counting sort by head: the number of children of each word, */
  memset (starts, 0, (n + 1) * sizeof (int));
  for (int d = 1; d <= n; d++)
    starts[score->heads[d]]++;
  /* where the children of each word end, */
  for (int h = 0; h <= n; h++)
    starts[h] = rights[h] = n_listed += starts[h];
  starts[n + 1] = n_listed;
  /* and each child in its place, from the last word to the first, so that children are in order. */
  for (int d = n; d >= 1; d--) {
    int h = score->heads[d], place = --starts[h];
    score->children[place] = d;
    rights[h] = d > h ? place : rights[h];
  }
}

void
score_begin_meetings (Score *score)
{
  gsize stride = score->stride;

  memset (score->H, -1, (score->n + 1) * stride * sizeof (gint16));
  for (int i = 0; i <= score->n; i++)
    score->H[i * stride + i] = 0;
  for (int d = 1; d <= score->n; d++) {
    int h = score->heads[d];
    if (h != d) /* else a word without a head */
      score->H[MIN (h, d) * stride + MAX (h, d)] = (gint16) score->in[d];
  }
}

/* (G5) */
int
score_find_H (Score *score, int i, int j)
{
  return score->H[i * score->stride + j] = meeting (score, i, j);
}
