/* spanning_n_best.c - the trees of a sentence from the best on, projective or not, by parts of the set of
 * trees (Lawler 1972).
 *
 * A part fixes the heads of words 1..p-1 and forbids some heads of word p. When T is the best tree of a part
 * that none better is left of, the other trees of the part are shared out by the first word, in order, whose
 * head differs from that in T:
 *
 *   (D25)  for each q >= p:  heads of words 1..q-1 as in T, that of q not as in T (nor, for q = p, as was
 *          forbidden)
 *
 * The best tree of each is found, and the best of all parts comes next. So no tree comes twice, and none is
 * left out. Of equally good ones that comes first whose part was made first. Only as many parts are kept as
 * trees are still wanted.
 *
 * Cost      n searches for each tree, O(n^3).
 */
#include "decode/spanning_n_best.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "decode/rows.h"
#include "decode/scores.h"
#include "decode/spanning.h"

/* A part of the trees, with the cost of its best. */
typedef struct {
  double cost;
  int first; /* p */
  int slot;  /* of what follows */
} TreePart;

typedef struct {
  int n;
  gsize stride;
  gboolean has_any_root;
  const double *costs; /* the matrix */
  Spanning spanning;
  TreePart *parts; /* the best first */
  int n_parts, most_parts;

  /* By slot: heads[0..n] of the best tree, and whether word p may not have head 0..n. One slot is always
   * free. */
  int *heads;
  guint8 *forbidden;
  int *free_slots, n_free;
} PartSearch;

static int *
heads_of (const PartSearch *search, int slot)
{
  return search->heads + (gsize) slot * (search->n + 1);
}

static guint8 *
forbidden_of (const PartSearch *search, int slot)
{
  return search->forbidden + (gsize) slot * (search->n + 1);
}

/* The bytes of @most_parts parts. */
static guint64
measure_parts (const PartSearch *search)
{
  const guint64 n = (guint64) search->n + 1;

  return ((guint64) search->most_parts + 1) * (sizeof (TreePart) + sizeof (int) + n * (sizeof (int) + 1));
}

/* Room for @most_parts parts. */
static gboolean
reserve (DecodeWorker *worker, PartSearch *search)
{
  const gsize n = (gsize) search->n + 1, n_slots = (gsize) search->most_parts + 1;
  const gsize size = sizeof (TreePart) + sizeof (int) + n * (sizeof (int) + 1);
  char *memory = decode_scratch (worker, SCRATCH_STACK, n_slots, size);

  if (memory == NULL)
    return FALSE;
  search->parts = (TreePart *) memory;
  search->free_slots = (int *) (search->parts + n_slots);
  search->heads = search->free_slots + n_slots;
  search->forbidden = (guint8 *) (search->heads + n_slots * n);
  search->n_parts = 0;
  search->n_free = (int) n_slots;
  for (int slot = 0; slot < search->n_free; slot++)
    search->free_slots[slot] = slot;
  return TRUE;
}

static double
add_costs (const PartSearch *search, const int *heads)
{
  double sum = 0;

  for (int d = 1; d <= search->n; d++)
    sum += search->costs[(d - 1) * search->stride + heads[d]];
  return sum;
}

/* Drops the worst parts, so that @most stay. */
static void
drop_worst (PartSearch *search, int most)
{
  search->most_parts = most;
  while (search->n_parts > most)
    search->free_slots[search->n_free++] = search->parts[--search->n_parts].slot;
}

/* Puts the part in its place, after those that are as good. */
static void
keep (PartSearch *search, TreePart part)
{
  int place = search->n_parts;

  while (place > 0 && search->parts[place - 1].cost > part.cost)
    place--;
  memmove (&search->parts[place + 1], &search->parts[place], (search->n_parts - place) * sizeof (TreePart));
  search->parts[place] = part;
  search->n_parts++;
  drop_worst (search, search->most_parts);
}

/* Adds the part in which words below @first have heads as in @heads, and @first none that is forbidden, if it
 * has a tree. */
static void
add_part (PartSearch *search, int first, const int *heads, const guint8 *forbidden)
{
  const gsize n = (gsize) search->n, stride = search->stride;
  const int slot = search->free_slots[search->n_free - 1];
  double *rows = search->spanning.rows;

  memcpy (rows, search->costs, n * stride * sizeof (double));
  for (int d = 1; d < first; d++) {
    double *row = rows + (d - 1) * stride;
    const double cost = row[heads[d]];

    for (gsize h = 0; h <= n; h++)
      row[h] = INFINITY;
    row[heads[d]] = cost;
  }
  for (gsize h = 0; h <= n; h++)
    if (forbidden[h])
      rows[(first - 1) * stride + h] = INFINITY;
  if (!spanning_find (&search->spanning, search->n, search->has_any_root, heads_of (search, slot)))
    return;
  search->n_free--;
  memcpy (forbidden_of (search, slot), forbidden, n + 1);
  keep (search, (TreePart){ add_costs (search, heads_of (search, slot)), first, slot });
}

/* Takes the best part away, whose tree goes to @heads, and adds those of (D25), of which at most @n_wanted
 * are needed. */
static void
split_best (PartSearch *search, int *heads, guint8 *forbidden, int n_wanted)
{
  const gsize size = (gsize) search->n + 1;
  const TreePart best = search->parts[0];

  memcpy (heads, heads_of (search, best.slot), size * sizeof (int));
  memcpy (forbidden, forbidden_of (search, best.slot), size);
  search->free_slots[search->n_free++] = best.slot;
  search->n_parts--;
  memmove (&search->parts[0], &search->parts[1], search->n_parts * sizeof (TreePart));
  drop_worst (search, n_wanted);
  for (int q = best.first; q <= search->n && n_wanted > 0; q++) {
    forbidden[heads[q]] = TRUE;
    add_part (search, q, heads, forbidden);
    memset (forbidden, FALSE, size);
  }
}

static void
put_trees (const Decoding *decoding, DecodeWorker *worker, int sentence, PartSearch *search, int *heads,
           guint8 *forbidden)
{
  const int n_trees = decoding->trees->n_trees;

  memset (forbidden, FALSE, (gsize) search->n + 1);
  add_part (search, 1, heads, forbidden);
  for (int t = 0; t < n_trees; t++) {
    const gboolean is_tree = search->n_parts > 0;

    if (is_tree)
      split_best (search, heads, forbidden, n_trees - t - 1);
    rows_put (decoding, worker, sentence, t, &(FoundTree){ .heads = is_tree ? heads : NULL });
  }
}

static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const int sentence = sentences[0];
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gsize n = (gsize) s.n;
  double *costs = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));
  guint8 *forbidden = decode_scratch (worker, SCRATCH_ROW, n + 1, 1);
  PartSearch search = { .n = s.n,
                        .stride = SCORES_STRIDE (n),
                        .has_any_root = decoding->options.has_any_root,
                        .costs = costs,
                        .most_parts = MAX (decoding->trees->n_trees - 1, 1) };
  int *heads;

  g_assert (n_sentences == 1);
  if (!decode_check_memory (decoding, sentence, s.n, measure_parts (&search), error))
    return FALSE;
  if (!spanning_reserve (worker, s.n, &search.spanning, &heads, error))
    return FALSE;
  if (costs == NULL || forbidden == NULL || !reserve (worker, &search))
    return memory_fail (error, "the best trees of %d words", s.n);
  if (!scores_costs_matrix (&s, costs)) {
    decode_note_problem (worker, sentence);
    return TRUE;
  }
  put_trees (decoding, worker, sentence, &search, heads, forbidden);
  return rows_order (decoding, worker, sentence, error);
}

const DecodeTask spanning_n_best_task = { .n_matrices = 3, .work = work };
