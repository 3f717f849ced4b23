/* sequence_count.c - the number of computations that build a tree, by formulas.
 *
 * Contents
 *   1. system: which choices the rows of a system leave
 *   2. product: numbers of stretches of a sentence, joined in pairs
 *   3. tree: the numbers of a tree
 *
 * A system that pushes the front and pops words of the stack, and nothing else, leaves a parser two choices that the tree
 * does not make:
 *
 *   order   which of two arcs is made first
 *   ways    a word whose head is on its left may come by several labels
 *
 * Both follow from the rows of the system's table, so no system is named here. l and r are the numbers of children of a word on
 * its left and its right. Order is one of three kinds:
 *
 *   (SC1)  any    left children from the stack, as in arc-standard: a word's left and right children are mixed in any way.
 *                 PRODUCT over words, 0 among them, C(l + r, l)
 *   (SC2)  left   a label says when a word has its left children: 1
 *   (SC3)  front  left children from the input, as in arc-hybrid and arc-eager. In the gap before word w there wait r words,
 *                 whose subtrees end at w - 1 and whose heads are on their left. They are popped from the top down, each at one
 *                 of q fronts: w, and with each front whose subtree begins with w and whose head is on its right, that head.
 *                 PRODUCT over w = 2..n, C(r + q - 1, r)
 *
 * An example for (SC3): the heads 0 1 1 5 1, so the arcs 0 -> 1, 1 -> 2, 1 -> 3, 5 -> 4 and 1 -> 5. Before 3 the word 2 waits, and
 * 3 is the only front: C(1, 1). Before 4 the word 3 waits, and can be popped at 4 or at its head 5: C(2, 1). Before 5 none waits.
 * So there are 2 sequences.
 *
 * Where a computation ends with the input, words may stay in the stack. Let a top word be one that depends on 0 or on nothing.
 * If one stays, all top words behind it stay: 0 is below it. The gap between two top words counts by who stays:
 *
 *   (SC4)  neither     C(r + q - 1, r)
 *          the second  C(r + q, r): what waits may also be popped never, below the word that stays
 *          both        C(r - 1 + q, r - 1): the first word does not wait
 *
 * At last, (SC5): the product of all gaps, times the number of ways for each word whose head is on its left.
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "base/numbers.h"
#include "tbk/oracle.h"

typedef enum { ORDER_ANY, ORDER_LEFT, ORDER_FRONT } Order;

/* Numbers of computations over a stretch of a sentence: in which no top word stays, one of the stretch is the first that stays, and
 * one before it stays. */
typedef struct {
  mpz_t none, first, before;
} Part;

enum { MOST_PARTS = 32 }; /* of a sentence of 2^31 words */

struct TbkSequenceCounter {
  const TbkSystem *system;
  Order order;
  guint ways;       /* in which a word whose head is on its left may come */
  Gold gold;        /* the tree in hand, where words without a head depend on 0 */
  const int *heads; /* as they were given */
  int *scratch;
  int n_allocated;
  Part parts[MOST_PARTS]; /* parts[k], if bit k of n_factors is set: of 2^k factors. Greater k come first */
  guint n_factors;
  Part last; /* the factor in hand */
};

/* 1. system: order and ways, from the rows of a table. */

static gboolean
has_arc (const TbkTransition *row, TbkPlace head, TbkPlace dependent)
{
  return row->head == head && row->dependent == dependent;
}

/* Returns whether @row only pushes, pops, or changes a label; an arc is that of the word which it pushes or pops. */
static gboolean
is_plain (const TbkTransition *row)
{
  const gboolean attaches_pushed = row->push != 0 && has_arc (row, TBK_PLACE_TOP, TBK_PLACE_FRONT);

  return row->popped <= TBK_PLACE_UNDER && row->returned == TBK_PLACE_NONE && row->second == TBK_SECOND_KEPT
         && (row->head == TBK_PLACE_NONE || row->dependent == row->popped || attaches_pushed);
}

/* Returns whether a word with the label @label, which got its head before if @is_early, may be popped by @row, and has one head on its left
 * then. */
static gboolean
ends_way (const TbkTransition *row, guint label, gboolean is_early)
{
  const gboolean is_late = has_arc (row, TBK_PLACE_UNDER, TBK_PLACE_TOP);

  return row->popped == TBK_PLACE_TOP && row->head != TBK_PLACE_FRONT && is_early != is_late
         && (row->top == 0 || (row->top & label) != 0) && (is_early || row->headed == TBK_PLACE_NONE);
}

/* Counts the rows that give a word a label, as it is pushed or later, with each row that may pop it then. */
static guint
count_ways (const TbkSystem *system)
{
  guint n_ways = 0;

  for (int i = 0; i < system->n_transitions; i++) {
    const TbkTransition *row = &system->transitions[i];
    const guint label = row->push | row->relabel;

    for (int j = 0; j < system->n_transitions && label != 0; j++)
      n_ways += ends_way (&system->transitions[j], label, row->dependent == TBK_PLACE_FRONT);
  }
  return n_ways;
}

/* Sets the order; FALSE where it is none of the three. */
static gboolean
find_order (const TbkSystem *system, Order *order)
{
  gboolean is_labelled = FALSE;

  *order = ORDER_FRONT;
  for (int i = 0; i < system->n_transitions; i++) {
    if (!is_plain (&system->transitions[i]))
      return FALSE;
    if (has_arc (&system->transitions[i], TBK_PLACE_TOP, TBK_PLACE_UNDER))
      *order = ORDER_ANY;
    is_labelled = is_labelled || system->transitions[i].relabel != 0;
  }
  if (*order == ORDER_ANY && is_labelled)
    *order = ORDER_LEFT;
  return TRUE;
}

static void
part_init (Part *part)
{
  mpz_inits (part->none, part->first, part->before, NULL);
}

static void
part_clear (Part *part)
{
  mpz_clears (part->none, part->first, part->before, NULL);
}

TbkSequenceCounter *
tbk_sequence_counter_new (const TbkSystem *system, GError **error)
{
  TbkSequenceCounter *counter;
  Order order;

  g_return_val_if_fail (system != NULL, NULL);
  if (!find_order (system, &order)) {
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_USAGE,
        "found the system %s, expected one that only pushes and pops words: arc-standard, arc-eager, arc-hybrid, or a form of these",
        system->name);
    return NULL;
  }
  counter = g_new0 (TbkSequenceCounter, 1);
  counter->system = system;
  counter->order = order;
  counter->ways = count_ways (system);
  for (int p = 0; p < MOST_PARTS; p++)
    part_init (&counter->parts[p]);
  part_init (&counter->last);
  return counter;
}

void
tbk_sequence_counter_free (TbkSequenceCounter *counter)
{
  if (counter == NULL)
    return;
  gold_clear (&counter->gold);
  g_free (counter->scratch);
  for (int p = 0; p < MOST_PARTS; p++)
    part_clear (&counter->parts[p]);
  part_clear (&counter->last);
  g_free (counter);
}

/* 2. product: numbers of stretches of a sentence, joined in pairs.
 *
 * One factor after the other would make numbers grow by a few bits each time, in O(n^2). Stretches of as many factors are joined
 * instead, as bits are carried when a binary number is counted up, so that most numbers are short.
 */

/* Makes @after what it is together with the stretch @before it. */
static void
part_join (const Part *before, Part *after)
{
  mpz_mul (after->first, before->none, after->first);
  mpz_addmul (after->first, before->first, after->before);
  mpz_mul (after->none, before->none, after->none);
  mpz_mul (after->before, before->before, after->before);
}

/* Adds the factor in hand to the product. */
static void
add_factor (TbkSequenceCounter *counter)
{
  int level = 0;
  Part empty;

  for (; (counter->n_factors >> level & 1) != 0; level++)
    part_join (&counter->parts[level], &counter->last);
  empty = counter->parts[level];
  counter->parts[level] = counter->last;
  counter->last = empty;
  counter->n_factors++;
}

/* Adds C(n, k), whoever stays. */
static void
add_binomial (TbkSequenceCounter *counter, int n, int k)
{
  if (k == 0 || k == n)
    return;
  mpz_bin_uiui (counter->last.none, (gulong) n, (gulong) k);
  mpz_set_ui (counter->last.first, 0);
  mpz_set (counter->last.before, counter->last.none);
  add_factor (counter);
}

/* Makes the factor in hand the product of all. */
static void
join_all (TbkSequenceCounter *counter)
{
  mpz_set_ui (counter->last.none, 1);
  mpz_set_ui (counter->last.first, 0);
  mpz_set_ui (counter->last.before, 1);
  for (int level = 0; counter->n_factors >> level != 0; level++)
    if ((counter->n_factors >> level & 1) != 0)
      part_join (&counter->parts[level], &counter->last);
  counter->n_factors = 0;
}

/* 3. tree: the numbers of a tree. */

/* (SC1) */
static void
add_any (TbkSequenceCounter *counter)
{
  const Gold *gold = &counter->gold;
  int *n_left = counter->scratch, *n_right = n_left + gold->n + 1;

  memset (n_left, 0, 2 * ((gsize) gold->n + 1) * sizeof (int));
  for (int word = 1; word <= gold->n; word++)
    (word < gold->heads[word] ? n_left : n_right)[gold->heads[word]]++;
  for (int head = 0; head <= gold->n; head++)
    add_binomial (counter, n_left[head] + n_right[head], n_left[head]);
}

/* A gap before a word. */
typedef struct {
  int waiting; /* words that wait: r */
  int fronts;  /* q */
  int next;    /* the last of the fronts */
  gboolean
      is_between_tops; /* the first word that waits and `next` are top words; or there is none before it */
} Gap;

static Gap
find_gap (const Gold *gold, int word)
{
  Gap gap = { .fronts = 1 };
  int first = 0, v;

  for (v = word - 1; v > 0 && gold->rightmost[v] == word - 1 && gold->heads[v] < v; v = gold->heads[v]) {
    first = v;
    gap.waiting++;
  }
  for (v = word; gold->heads[v] > v && gold->leftmost[v] == word; v = gold->heads[v])
    gap.fronts++;
  gap.next = v;
  gap.is_between_tops = word == 1 || (first > 0 && gold->heads[first] == 0 && gold->heads[v] == 0);
  return gap;
}

/* Return whether the arc from 0 to a top word is made, and whether the word may stay in the stack without it. */
static gboolean
may_attach (const TbkSequenceCounter *counter, int word)
{
  return !counter->system->starts_empty && counter->heads[word] == 0;
}

static gboolean
may_stay (const TbkSequenceCounter *counter, int word)
{
  const TbkSystem *system = counter->system;

  return system->final == TBK_FINAL_NO_INPUT
         && (system->hangs_rest ? counter->heads[word] == 0
                                : system->starts_empty || counter->heads[word] == -1);
}

/* (SC4): adds the gap between two top words, or before the first one. */
static void
add_top_gap (TbkSequenceCounter *counter, const Gap *gap)
{
  const gulong r = (gulong) gap->waiting, q = (gulong) gap->fronts;
  Part *factor = &counter->last;

  mpz_set_ui (factor->none, 0);
  mpz_set_ui (factor->first, 0);
  mpz_set_ui (factor->before, 0);
  if (may_attach (counter, gap->next))
    mpz_bin_uiui (factor->none, r + q - 1, r);
  if (may_stay (counter, gap->next)) {
    mpz_bin_uiui (factor->first, r + q, r);
    if (r > 0)
      mpz_bin_uiui (factor->before, r + q - 1, r - 1);
  }
  add_factor (counter);
}

/* (SC3) */
static void
add_gaps (TbkSequenceCounter *counter)
{
  for (int word = 1; word <= counter->gold.n; word++) {
    const Gap gap = find_gap (&counter->gold, word);

    if (gap.is_between_tops)
      add_top_gap (counter, &gap);
    else
      add_binomial (counter, gap.waiting + gap.fronts - 1, gap.waiting);
  }
}

/* Sets the tree in hand; @n_missing becomes the number of words without head, @n_left_headed that of words whose head comes
 * before them. */
static gboolean
set_tree (TbkSequenceCounter *counter, const int *heads, int n, int *n_missing, int *n_left_headed,
          GError **error)
{
  if (!reserve_words (&counter->scratch, &counter->n_allocated, 2 * n + 1, sizeof (int), error))
    return FALSE;
  *n_missing = *n_left_headed = 0;
  for (int word = 1; word <= n; word++) {
    counter->scratch[word] = heads[word] == -1 ? 0 : heads[word];
    *n_missing += heads[word] == -1;
    *n_left_headed += heads[word] >= 0 && heads[word] < word;
  }
  counter->scratch[0] = -1;
  counter->heads = heads;
  return gold_set (&counter->gold, counter->scratch, n, error);
}

gboolean
tbk_sequence_counter_run (TbkSequenceCounter *counter, const int *heads, int n, mpz_t count, GError **error)
{
  int n_missing, n_left_headed;

  g_return_val_if_fail (counter != NULL && heads != NULL && n >= 0 && n <= G_MAXINT / 2 - 1, FALSE);
  if (!set_tree (counter, heads, n, &n_missing, &n_left_headed, error))
    return FALSE;
  mpz_set_ui (count, 0);
  if (!counter->gold.is_projective || (n_missing > 0 && counter->order != ORDER_FRONT))
    return TRUE;
  if (counter->order == ORDER_ANY)
    add_any (counter);
  else if (counter->order == ORDER_FRONT)
    add_gaps (counter);
  join_all (counter);
  mpz_ui_pow_ui (count, counter->ways, (gulong) n_left_headed); /* (SC5) */
  mpz_add (counter->last.none, counter->last.none, counter->last.first);
  mpz_mul (count, count, counter->last.none);
  return numbers_fit () || memory_fail (error, "the number of sequences of a sentence of %d words", n);
}
