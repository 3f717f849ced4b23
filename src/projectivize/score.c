/* score.c - the tables of score.h, whose equations are cited here by label. */
#include "projectivize/score.h"

#include <string.h>

#include "base/memory.h"

void
score_clear (Score *score)
{
  g_free (score->R);
  g_free (score->L);
  g_free (score->F);
  g_free (score->H);
  g_free (score->in);
  g_free (score->children);
  g_free (score->starts);
  g_free (score->rights);
  g_free (score->lefts);
  g_free (score->row);
  *score = (Score) SCORE_INIT;
}

static gboolean
reserve (Score *score, int n, GError **error)
{
  gsize n_pairs = (gsize) (n + 1) * (n + 1);
  gint16 **tables[] = { &score->R, &score->L, &score->F, &score->H };
  int **arrays[] = { &score->in, &score->children, &score->starts, &score->rights, &score->lefts };
  int room = 2 * (n + 2);

  if (n_pairs > score->n_allocated) {
    for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
      if (!TRY_RENEW (*tables[t], n_pairs))
        return memory_fail (error, "the tables of %d words", n);
    score->n_allocated = n_pairs;
  }
  if (n + 2 > score->n_words_allocated) {
    for (guint a = 0; a < G_N_ELEMENTS (arrays); a++)
      if (!TRY_RENEW (*arrays[a], room))
        return memory_fail (error, "the arcs of %d words", n);
    if (!TRY_RENEW (score->row, room))
      return memory_fail (error, "the arcs of %d words", n);
    score->n_words_allocated = room;
  }
  return TRUE;
}

/* Lists the gold children of each word, in order, and where its right ones begin: at first both marks of a
 * word are where its children end, then they move down as these are listed, the last one first. */
static void
list_children (Score *score)
{
  int n = score->n, *starts = score->starts, *rights = score->rights, n_listed = 0;

  memset (starts, 0, (n + 1) * sizeof (int));
  for (int d = 1; d <= n; d++)
    starts[score->heads[d]]++;
  for (int h = 0; h <= n; h++)
    starts[h] = rights[h] = n_listed += starts[h];
  starts[n + 1] = n_listed;
  for (int d = n; d >= 1; d--) {
    int h = score->heads[d], place = --starts[h];
    score->children[place] = d;
    rights[h] = d > h ? place : rights[h];
  }
}

/* (G1), (G5): max  i<=k<j   R(i,k) + L(k+1,j) */
static int
meeting (const Score *score, int i, int j)
{
  const gint16 *R = &score->R[(gsize) i * (score->n + 1)];
  const gint16 *L = &score->L[(gsize) j * (score->n + 1)] + 1;
  gint16 best = 0;

  for (int k = i; k < j; k++)
    best = MAX (best, (gint16) (R[k] + L[k]));
  return best;
}

/* row[j] <- max (row[j], add + other[j]) for all j from @first to @last. */
static void
raise_row (gint16 *restrict row, int add, const gint16 *restrict other, int first, int last)
{
  for (int j = first; j <= last; j++)
    row[j] = MAX (row[j], (gint16) (other[j] + add));
}

/* (G2) and (G4): R(i,j) and F(i,j) for all j, once those of all words after i are known. Children are taken from left to
 * right: in(i,c) needs R(i,k) for k before c only, which children from c on do not change. */
static void
fill_right (Score *score, int i)
{
  int n = score->n, p = score->heads[i];
  gsize stride = n + 1;
  gint16 *R = &score->R[i * stride], *F = &score->F[i * stride];

  R[i] = 0;
  if (i < n)
    memcpy (R + i + 1, F + stride + i + 1, (n - i) * sizeof (gint16));
  for (int a = score->rights[i]; a < score->starts[i + 1]; a++) {
    int c = score->children[a];
    score->in[c] = meeting (score, i, c);
    raise_row (R, 1 + score->in[c], &score->R[c * stride], c, n);
  }

  memcpy (F + i, R + i, (n + 1 - i) * sizeof (gint16));
  if (p > i) {
    score->in[i] = meeting (score, i, p);
    raise_row (F, 1 + score->in[i], &score->F[p * stride], p, n);
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
  gsize stride = n + 1;
  gint16 *L = score->L + i, *row = score->row;

  row[i] = 0;
  memcpy (row + i + 1, &score->F[i * stride + i], (n - i) * sizeof (gint16));
  if (score->heads[i] > i)
    list_left_child (score, i);
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

gboolean
score_fill (Score *score, const int *heads, int n, gboolean single, GError **error)
{
  g_assert (n < G_MAXINT16);
  if (!reserve (score, n, error))
    return FALSE;
  score->n = n;
  score->n_lefts = 0;
  score->heads = heads;
  list_children (score);
  for (int i = n; i >= 0; i--) {
    fill_right (score, i);
    fill_left (score, i);
  }
  score->best = single ? best_single (score) : score_R (score, 0, n);
  return TRUE;
}

void
score_begin_meetings (Score *score)
{
  gsize stride = score->n + 1;

  memset (score->H, -1, stride * stride * sizeof (gint16));
  for (int i = 0; i <= score->n; i++)
    score->H[i * stride + i] = 0;
  for (int d = 1; d <= score->n; d++) {
    int h = score->heads[d];
    score->H[MIN (h, d) * stride + MAX (h, d)] = (gint16) score->in[d];
  }
}

/* (G5) */
int
score_find_H (Score *score, int i, int j)
{
  return score->H[(gsize) i * (score->n + 1) + j] = meeting (score, i, j);
}
