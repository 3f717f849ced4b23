/* swap_exact.c - values for shift-reduce parsing with SWAP.
 *
 * Only the words that remain matter, those of the stack and of the input. Let U be the number of them whose
 * gold head remains too: no more gold arcs can be made.
 *
 *   (S1)  Without the condition that the words swapped are in order, U can be made from every configuration.
 *         (The system can swap for ever.)
 *   (S2)  With it, every tree over the remaining words can be built if and only if their sequence, the
 *         stack without 0, then a marker less than every word, then the input, has neither the pattern
 *         321 nor 3412. Such a configuration is free, and U can be made from it.
 *   (S3)  A sequence has neither pattern if and only if the numbers that are less than some number before
 *         them increase, and, for each k, at most one of the first k numbers is not among the k least.
 *
 * Elsewhere a best-first search finds the value: it ends at the first free configuration. Of configurations of
 * equal loss it looks first at the one with the fewest pairs out of order. Arcs in conflict bound what is lost
 * (swap_conflicts.c). (S1) and "only if" of (S2) are proved in docs/design/oracles.md. "If" of (S2) was checked
 * by exhaustive search, to 5 or 6 remaining words, and on samples to 8, but is not proved. No algorithm of polynomial time is known for configurations that are not
 * free.
 *
 * Proof of (S3). The first condition says that there is no 321. Let two of the first k numbers, a before b,
 * be greater than k (as numbers in their order, from 1). Then two of 1..k, c before d, stand after place k.
 * If a > b, a b c is a 321; if c > d, b c d is; else a b c d is a 3412. Conversely let 3412 stand at the
 * places p < q < r < s, with values x1 < x2 < x3 < x4. If q < x3, two of the first q numbers are greater than
 * q. If not, x2 < x3 <= q < r, and two of 1..x2 stand after place x2; as many of the first x2 numbers are
 * then greater than x2.
 *
 * Source    Nivre (2009) for the system.
 * Cost      O(n) for a configuration that is free after each transition, and by the approximation; else that
 *           of the search.
 */
#include "base/memory.h"
#include "systems/swap.h"

#include <string.h>

typedef struct {
  const SwapScope *scope;
  const Gold *gold;
  Candidates candidates;
  int *scratch;
  int n_allocated;
} Swap;

const SwapScope swap_if_free = { .if_free = TRUE }, swap_always = { .if_free = FALSE };

/* Numbers the words that stand before the untouched end of the input, from 2 on in their order; the others
 * get
 * 0. */
static void
number_words (const TbkConfiguration *c, int *number)
{
  int n_words = 1;

  memset (number, 0, (gsize) c->buffer * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    number[c->stack[i].word] = 1;
  for (int i = 0; i < c->n_returned; i++)
    number[c->returned[i]] = 1;
  for (int w = 1; w < c->buffer; w++)
    if (number[w] > 0)
      number[w] = ++n_words;
}

/* A sequence as it is read, by (S3). */
typedef struct {
  int k;        /* numbers read */
  int greatest; /* of them */
  int smaller;  /* the last that is less than one before it */
  int n_beyond; /* of the first k, those greater than k */
  int *is_read; /* of each number */
} NumberSequence;

/* Reads the next number; FALSE if it completes a pattern. */
static gboolean
read_number (NumberSequence *sequence, int number)
{
  sequence->is_read[number] = TRUE;
  sequence->k++;
  if (number > sequence->greatest)
    sequence->greatest = number;
  else if (number < sequence->smaller)
    return FALSE;
  else
    sequence->smaller = number;
  /* One more number is read, so k has grown by 1. The new number counts if it is greater than k. The
   * number k counted as greater than k - 1 if it was read before; now it no longer does. */
  sequence->n_beyond += (number > sequence->k) - (sequence->is_read[sequence->k] && number != sequence->k);
  return sequence->n_beyond <= 1;
}

/* (S2), by (S3). The end of the input continues in order with the greatest numbers, so it need not be
 * read. */
static gboolean
is_free (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *number = scratch;
  NumberSequence sequence = { .is_read = scratch + gold->n + 1 };

  number_words (c, number);
  memset (sequence.is_read, 0, ((gsize) c->depth + c->n_returned + 1) * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    if (!read_number (&sequence, number[c->stack[i].word]))
      return FALSE;
  /* Behind the stack stands the marker, less than every word. */
  if (!read_number (&sequence, 1))
    return FALSE;
  for (int i = c->n_returned - 1; i >= 0; i--)
    if (!read_number (&sequence, number[c->returned[i]]))
      return FALSE;
  return TRUE;
}

/* U of (S1) and (S2). Whether a word remains is known by its place: few do not come after the stack. */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  const int *heads = gold->heads;
  int *remains = scratch, n_open = 0;

  memset (remains, 0, (gsize) c->buffer * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    remains[c->stack[i].word] = TRUE;
  for (int i = 0; i < c->n_returned; i++)
    remains[c->returned[i]] = TRUE;
  /* The words of the stack but 0, those that were returned, and the untouched end: each counts if its head
   * remains. */
  for (int i = 1; i < c->depth; i++) {
    int head = heads[c->stack[i].word];
    n_open += head >= c->buffer || remains[head];
  }
  for (int i = 0; i < c->n_returned; i++) {
    int head = heads[c->returned[i]];
    n_open += head >= c->buffer || remains[head];
  }
  for (int w = c->buffer; w <= c->n; w++)
    n_open += heads[w] >= c->buffer || remains[heads[w]];
  return n_open;
}

/* The order of the eager static oracle: an arc, else a swap of two words that are not in the projective
 * order, else a shift. */
static int
promise (const Gold *gold, const int *rank, const TbkConfiguration *c, int t)
{
  int top = c->stack[c->depth - 1].word, under;

  (void) gold;
  if (t == SWAP_SH)
    return 1;
  under = c->stack[c->depth - 2].word;
  if (t == SWAP_SW)
    return rank[top] < rank[under] ? 2 : 0;
  return 3;
}

/* The pairs of words that are out of order, the marker among them. A free configuration has few. */
static int
distance (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int n = c->depth - 1 + c->n_returned, n_pairs = c->depth - 1, *sequence = scratch;

  (void) gold;
  for (int i = 1; i < c->depth; i++)
    *sequence++ = c->stack[i].word;
  for (int i = c->n_returned - 1; i >= 0; i--)
    *sequence++ = c->returned[i];
  for (int i = 0; i < n && n_pairs < SEARCH_DISTANCES; i++)
    for (int j = i + 1; j < n; j++)
      n_pairs += scratch[i] > scratch[j];
  return n_pairs;
}

const SearchGuide swap_guide = {
  .bound = count_open,
  .conflicts = swap_conflicts,
  .is_attained = is_free,
  .promise = promise,
  .distance = distance,
};

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Swap *swap = g_new0 (Swap, 1);

  (void) system;
  (void) policy;
  swap->scope = parameters;
  return swap;
}

static void
swap_free (gpointer solver)
{
  Swap *swap = solver;

  candidates_clear (&swap->candidates);
  g_free (swap->scratch);
  g_free (swap);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Swap *swap = solver;

  swap->gold = gold;
  return reserve_words (&swap->scratch, &swap->n_allocated, gold->n, 4 * sizeof (int), error) ? SOLVER_DONE
                                                                                              : SOLVER_FAILED;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Swap *swap = solver;
  const Gold *gold = swap->gold;

  if (!candidates_reserve (&swap->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  for (int t = 0; t < configuration->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (&swap->candidates, configuration, t);

      if (swap->scope->if_free && !is_free (gold, candidate.after, swap->scratch))
        return SOLVER_PASSES;
      found[t] = candidate_value (gold, configuration, t, count_open (gold, candidate.after, swap->scratch));
    }
  return SOLVER_DONE;
}

const SolverKind solver_swap_free = {
  .make = make,
  .free = swap_free,
  .set_gold = set_gold,
  .values = values,
};
