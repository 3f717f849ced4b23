/* order.c - what depends on the order of the words: lengths, crossings, fluxes.
 *
 * The flux of the gap after the word g are the arcs with left end at g or before and right end after it.
 *
 *   (MD1)  |flux(g)| = |flux(g-1)| + arcs with left end g - arcs with right end g
 *   (MD2)  The word l is a left end in as many fluxes as its longest arc to the right is long; right ends
 *          mirror it
 *   (MD3)  An arc without words under it crosses none, and a word without dependents may then be left out. So
 *          contraction,
 *          (X1) of projectivize/reduce.h, keeps crossings, and those of a projective tree are none
 *   (MD4)  C = SUM over right ends p, arcs l-p:  arcs open at p with left end between l and p
 */
#include "measures/outline.h"

#include <string.h>

#include "tree/projective.h"

/* Numbers at the places 1..n that can be added to, and summed up to a place, in O(log n): a Fenwick tree. */
static void
add_at (int *sums, int n, int place, int number)
{
  for (; place <= n; place += place & -place)
    sums[place] += number;
}

static int
sum_to (const int *sums, int place)
{
  int sum = 0;

  for (; place > 0; place &= place - 1)
    sum += sums[place];
  return sum;
}

/* A sentence that contraction left. */
typedef struct {
  int n;
  int *heads;
  int *open;          /* arcs that are open, summed by left ends */
  int *n_right;       /* arcs with that left end */
  int *ending, *next; /* arcs with that right end, by their dependents, as a list */
} Sweep;

static int
left_end (const Sweep *sweep, int dependent)
{
  return MIN (sweep->heads[dependent], dependent);
}

/* (MD4). Arcs that end at p are closed before any of them is counted: they share p and do not cross. */
static gint64
count_crossings (Sweep *sweep)
{
  gint64 n_crossings = 0;
  int n = sweep->n, n_open = 0;
  gsize n_bytes = sizeof (int) * ((gsize) n + 1);

  memset (sweep->open, 0, n_bytes);
  memset (sweep->n_right, 0, n_bytes);
  memset (sweep->ending, 0, n_bytes);
  /* For each right end a list of its arcs; for each left end how many it has. */
  for (int d = 1; d <= n; d++) {
    int h = sweep->heads[d], right = MAX (h, d);
    if (h == 0)
      continue;
    sweep->next[d] = sweep->ending[right];
    sweep->ending[right] = d;
    sweep->n_right[MIN (h, d)]++;
  }
  for (int p = 1; p <= n; p++) {
    for (int d = sweep->ending[p]; d != 0; d = sweep->next[d], n_open--)
      add_at (sweep->open, n, left_end (sweep, d), -1);
    for (int d = sweep->ending[p]; d != 0; d = sweep->next[d])
      /* The open arcs that begin after its left end begin under it and go on beyond p. */
      n_crossings += n_open - sum_to (sweep->open, left_end (sweep, d));
    if (sweep->n_right[p] > 0)
      add_at (sweep->open, n, p, sweep->n_right[p]);
    n_open += sweep->n_right[p];
  }
  return n_crossings;
}

/* (MD3) */
static gint64
find_crossings (Outline *outline)
{
  const int *heads = outline->heads;
  int n = outline->n, n_left, *words = outline->first, *place = outline->scratch[0];
  Sweep sweep = { .heads = outline->sorted,
                  .open = outline->scratch[1],
                  .n_right = outline->scratch[2],
                  .ending = outline->scratch[3],
                  .next = outline->scratch[4] };

  if (n <= FEW_WORDS && projective_check (heads, n, NULL))
    return 0;
  /* The words that are left get numbers in their order, and heads in these numbers. */
  n_left = heads_contract (heads, n, outline->n_roots == 1, words, place);
  if (n_left <= 2)
    return 0;
  for (int i = 0; i < n_left; i++)
    place[words[i]] = i;
  for (int i = 1; i < n_left; i++)
    sweep.heads[i] = place[heads[words[i]]];
  sweep.n = n_left - 1;
  return count_crossings (&sweep);
}

/* What single arcs have. For (MD1) and (MD2) each word gets how many more arcs begin than end there, and how
 * far those that begin or end there reach. */
static void
measure_arcs (Outline *outline, gint64 *lengths, int *change, int *left, int *right)
{
  const int *heads = outline->heads;
  int longest = 0, n_adjacent = 0, n_head_initial = 0;
  gint64 total = 0;

  for (int word = 0; word <= outline->n; word++) {
    change[word] = 0;
    left[word] = right[word] = word;
  }
  for (int d = 1; d <= outline->n; d++) {
    int h = heads[d], l = MIN (h, d), r = MAX (h, d);
    if (h == 0)
      continue;
    total += r - l;
    n_adjacent += r - l == 1;
    n_head_initial += h < d;
    longest = MAX (longest, r - l);
    change[l]++;
    change[r]--;
    right[l] = MAX (right[l], r);
    left[r] = MIN (left[r], l);
  }
  lengths[TBK_LENGTH_TOTAL] = total;
  lengths[TBK_LENGTH_ADJACENT] = n_adjacent;
  lengths[TBK_LENGTH_HEAD_INITIAL] = n_head_initial;
  lengths[TBK_LENGTH_LONGEST] = longest;
}

void
order_measure (Outline *outline, gint64 *lengths)
{
  int *change = outline->scratch[0], *left = outline->scratch[1], *right = outline->scratch[2];
  int flux = 0, most = 0;
  gint64 left_spans = 0, right_spans = 0;

  measure_arcs (outline, lengths, change, left, right);
  for (int word = 1; word <= outline->n; word++) {
    flux += change[word]; /* (MD1) */
    most = MAX (most, flux);
    left_spans += right[word] - word; /* (MD2) */
    right_spans += word - left[word];
  }
  lengths[TBK_LENGTH_GREATEST_FLUX] = most;
  lengths[TBK_LENGTH_LEFT_SPANS] = left_spans;
  lengths[TBK_LENGTH_RIGHT_SPANS] = right_spans;
  if (outline->n_roots == 1)
    lengths[TBK_LENGTH_ROOT] = outline->root;
  lengths[TBK_LENGTH_CROSSINGS] = find_crossings (outline);
}
