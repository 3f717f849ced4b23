/* chart_lists.c - the well-formed tags of one sentence from the best on, and how many there are: over the filled chart of the best.
 *
 * Huang and Chiang (2005), algorithm 3, as in decode/n_best.c: an item is a symbol over words i..j. It has a list of its
 * derivations, the best first, made when asked for, and a heap of those that can be next. A derivation is an edge, a rule with a
 * column of its weight, or a product with a split, and the numbers a, b of the derivations of its parts. The heap begins with
 * (edge,0,0) for all edges; when (edge,a,b) leaves it, (edge,a,b+1) enters, and if b = 0 also (edge,a+1,b). Trees have one
 * derivation each, so none comes twice.
 *
 * Contents
 *   1. edges: the ways to make an item
 *   2. heap: derivations that can be next
 *   3. lists: one derivation more
 *   4. reading a derivation
 *   5. counting
 */
#define NUMBER     double
#define LANES      1
#define CHART_KIND chart_listed

#include <gmp.h>

#include "tags/chart_best.template.h"

/* 1. edges: the ways to make an item. */

#define NONE G_MAXUINT32

typedef struct {
  Goal parts[2];
  int n_parts;
  double weight;    /* 0 without one */
  int word, column; /* 0 without one */
  gboolean is_gap;
} Edge;

/* TagDerivation number @left of the first part, @right of the second. */
typedef struct {
  double score;
  guint32 left, right;
  guint32 child, sibling; /* in the heap, a pairing heap */
  guint32 next;           /* in the list */
  guint16 rule;           /* that, or a product behind all rules */
  guint16 choice;         /* of the columns of its weight; or the last word of the left part */
} TagDerivation;

typedef struct {
  Goal goal;
  guint32 first, last; /* derivations, or NONE */
  guint32 heap;        /* the best, or NONE */
  guint32 n;           /* of the list */
  gboolean is_open, is_followed, is_ended;
} TagList;

struct ChartLists {
  Chart *chart;
  const Rules *rules;
  const ChartScores *scores;
  guint32 *slots; /* by cell: its list plus 1, or 0 */
  GArray *lists;  /* TagList */
  GArray *derivations;
  GArray *demands; /* guint32: lists that are to get one more derivation */
  GArray *to_read; /* guint32: a list, and a derivation or NONE for the first */
  mpz_t *counts;   /* of lists */
  guint n_counts;
  gsize n_slots;
};

ChartLists *
chart_lists_new (void)
{
  ChartLists *lists = g_new0 (ChartLists, 1);

  lists->chart = create ();
  lists->lists = g_array_new (FALSE, FALSE, sizeof (TagList));
  lists->derivations = g_array_new (FALSE, FALSE, sizeof (TagDerivation));
  lists->demands = g_array_new (FALSE, FALSE, sizeof (guint32));
  lists->to_read = g_array_new (FALSE, FALSE, sizeof (guint32));
  return lists;
}

void
chart_lists_free (ChartLists *lists)
{
  if (lists == NULL)
    return;
  free_chart (lists->chart);
  g_array_unref (lists->lists);
  g_array_unref (lists->derivations);
  g_array_unref (lists->demands);
  g_array_unref (lists->to_read);
  g_free (lists->slots);
  g_free (lists);
}

static inline TagList *
list_at (const ChartLists *l, guint32 list)
{
  return &g_array_index (l->lists, TagList, list);
}

static inline TagDerivation *
derivation_at (const ChartLists *l, guint32 derivation)
{
  return &g_array_index (l->derivations, TagDerivation, derivation);
}

static inline double
value_of (const ChartLists *l, Goal goal)
{
  return *cell (&l->chart->numbers, goal.symbol, goal.i, goal.j);
}

/* The list of an item, made if it is new. */
static guint32
find_list (ChartLists *l, Goal goal)
{
  const Numbers *t = &l->chart->numbers;
  guint32 *slot = &l->slots[cell (t, goal.symbol, goal.i, goal.j) - t->numbers];

  if (*slot == 0) {
    const TagList list = { goal, NONE, NONE, NONE, 0, FALSE, TRUE, FALSE };

    g_array_append_val (l->lists, list);
    *slot = l->lists->len;
  }
  return *slot - 1;
}

static gboolean
find_rule_edge (const ChartLists *l, Goal goal, const Rule *rule, int choice, Edge *edge)
{
  const RuleWeight *weight =
      &g_array_index (l->rules->weights, RuleWeight, MAX (rule_weight (rule, goal.i), 0));
  NUMBER *part;
  int word;

  if (rule->to != goal.symbol || !find_parts (&l->chart->numbers, rule, goal.i, goal.j, &part, &word)
      || choice >= (word == 0 ? 1 : weight->n))
    return FALSE;
  if (part != NULL)
    edge->parts[edge->n_parts++] =
        (Goal){ rule->left, goal.i + (rule->kind == RULE_BEFORE), goal.j - (rule->kind == RULE_BEHIND) };
  if (rule_has_arc (rule))
    edge->weight = *find_arc (&l->chart->numbers, rule, goal.i, goal.j);
  if (word > 0) {
    edge->word = word;
    edge->column = g_array_index (l->rules->columns, int, weight->first + choice);
    edge->weight = score_row (l->scores, weight->is_root, word)[edge->column];
    edge->is_gap = weight->is_gap;
  }
  return TRUE;
}

/* The edge of a rule and a choice; FALSE if there is none. Further choices of the rule are none either then. */
static gboolean
find_edge (const ChartLists *l, Goal goal, guint rule, int choice, Edge *edge)
{
  const Rules *rules = l->rules;
  const Rule *product;

  *edge = (Edge){ .n_parts = 0 };
  if (rule < rules->rules->len)
    return find_rule_edge (l, goal, rule_at (rules->rules, rule), choice, edge);
  product = rule_at (rules->products, rule - rules->rules->len);
  if (product->to != goal.symbol || choice >= goal.j)
    return FALSE;
  edge->parts[0] = (Goal){ product->left, goal.i, choice };
  edge->parts[1] = (Goal){ product->right, choice + 1, goal.j };
  edge->n_parts = 2;
  return TRUE;
}

static int
first_choice (const ChartLists *l, Goal goal, guint rule)
{
  return rule < l->rules->rules->len ? 0 : goal.i;
}

static inline guint
count_rules (const ChartLists *l)
{
  return l->rules->rules->len + l->rules->products->len;
}

/* In the order in which the chart adds. */
static inline double
add_scores (const Edge *edge, double left, double right)
{
  return edge->n_parts == 0 ? edge->weight : edge->n_parts == 1 ? left + edge->weight : left + right;
}

static double
best_of_edge (const ChartLists *l, const Edge *edge)
{
  return add_scores (edge, edge->n_parts > 0 ? value_of (l, edge->parts[0]) : 0,
                     edge->n_parts > 1 ? value_of (l, edge->parts[1]) : 0);
}

/* 2. heap: derivations that can be next. Of equal scores the one that entered first. */

static guint32
meld (const ChartLists *l, guint32 x, guint32 y)
{
  guint32 best, other;

  if (x == NONE || y == NONE)
    return x == NONE ? y : x;
  best = derivation_at (l, x)->score > derivation_at (l, y)->score
                 || (derivation_at (l, x)->score == derivation_at (l, y)->score && x < y)
             ? x
             : y;
  other = best == x ? y : x;
  derivation_at (l, other)->sibling = derivation_at (l, best)->child;
  derivation_at (l, best)->child = other;
  return best;
}

/* The heap without its best: its children melded in pairs, then these from the last. */
static guint32
drop_best (const ChartLists *l, guint32 heap)
{
  guint32 pairs = NONE, rest = NONE;

  for (guint32 x = derivation_at (l, heap)->child; x != NONE;) {
    const guint32 y = derivation_at (l, x)->sibling;
    const guint32 next = y == NONE ? NONE : derivation_at (l, y)->sibling;
    guint32 pair;

    derivation_at (l, x)->sibling = NONE;
    if (y != NONE)
      derivation_at (l, y)->sibling = NONE;
    pair = meld (l, x, y);
    derivation_at (l, pair)->sibling = pairs;
    pairs = pair;
    x = next;
  }
  while (pairs != NONE) {
    const guint32 next = derivation_at (l, pairs)->sibling;

    derivation_at (l, pairs)->sibling = NONE;
    rest = meld (l, rest, pairs);
    pairs = next;
  }
  return rest;
}

/* Puts a derivation into the heap of a list, unless it is forbidden. */
static void
enter (ChartLists *l, guint32 list, TagDerivation derivation)
{
  if (derivation.score == -INFINITY)
    return;
  derivation.child = derivation.sibling = derivation.next = NONE;
  g_array_append_val (l->derivations, derivation);
  list_at (l, list)->heap = meld (l, list_at (l, list)->heap, l->derivations->len - 1);
}

/* 3. lists: one derivation more. */

static void
open_list (ChartLists *l, guint32 list)
{
  const Goal goal = list_at (l, list)->goal;
  Edge edge;

  for (guint rule = 0; rule < count_rules (l); rule++)
    for (int choice = first_choice (l, goal, rule); find_edge (l, goal, rule, choice, &edge); choice++)
      enter (l, list,
             (TagDerivation){ .score = best_of_edge (l, &edge),
                              .left = NONE,
                              .right = NONE,
                              .rule = (guint16) rule,
                              .choice = (guint16) choice });
  list_at (l, list)->is_open = TRUE;
}

/* The derivation after *@derivation (NONE: after the first, which becomes known) of an item, NONE if there is none yet; then
 * *@demand is its list, if that may have one. */
static guint32
find_next (ChartLists *l, Goal goal, guint32 *derivation, guint32 *demand)
{
  const guint32 list = find_list (l, goal);
  guint32 next;

  if (*derivation == NONE)
    *derivation = list_at (l, list)->first;
  next = *derivation == NONE ? NONE : derivation_at (l, *derivation)->next;
  if (next == NONE && !list_at (l, list)->is_ended)
    *demand = list;
  return next;
}

static double
score_of (const ChartLists *l, Goal goal, guint32 derivation)
{
  return derivation == NONE ? value_of (l, goal) : derivation_at (l, derivation)->score;
}

/* What comes after the last of a list enters its heap. FALSE if a list must get one more derivation before. */
static gboolean
follow_last (ChartLists *l, guint32 list, guint32 *demand)
{
  const guint32 last = list_at (l, list)->last;
  TagDerivation d = *derivation_at (l, last);
  guint32 next[2] = { NONE, NONE };
  gboolean is_first = TRUE;
  Edge edge;

  find_edge (l, list_at (l, list)->goal, d.rule, d.choice, &edge);
  *demand = NONE;
  if (edge.n_parts == 2) {
    const guint32 parts = find_list (l, edge.parts[1]);

    is_first = d.right == NONE || d.right == list_at (l, parts)->first;
    next[1] = find_next (l, edge.parts[1], &d.right, demand);
  }
  if (*demand == NONE && edge.n_parts > 0 && is_first)
    next[0] = find_next (l, edge.parts[0], &d.left, demand);
  if (*demand != NONE)
    return FALSE;
  derivation_at (l, last)->left = d.left;
  derivation_at (l, last)->right = d.right;
  for (int p = 0; p < 2; p++)
    if (next[p] != NONE) {
      TagDerivation entered = d;

      *(p == 0 ? &entered.left : &entered.right) = next[p];
      entered.score = add_scores (&edge, score_of (l, edge.parts[0], entered.left),
                                  edge.n_parts > 1 ? score_of (l, edge.parts[1], entered.right) : 0);
      enter (l, list, entered);
    }
  list_at (l, list)->is_followed = TRUE;
  return TRUE;
}

static void
extend (ChartLists *l, TagList *list)
{
  const guint32 best = list->heap;

  if (best == NONE) {
    list->is_ended = TRUE;
    return;
  }
  list->heap = drop_best (l, best);
  if (list->last == NONE)
    list->first = best;
  else
    derivation_at (l, list->last)->next = best;
  list->last = best;
  list->n++;
  list->is_followed = FALSE;
}

/* Gives a list one more derivation, if there is one; before that lists of parts, and so on. Each list on the stack is that of a
 * part of the item below. */
static void
derive (ChartLists *l, guint32 list)
{
  g_array_set_size (l->demands, 0);
  g_array_append_val (l->demands, list);
  while (l->demands->len > 0) {
    const guint32 top = g_array_index (l->demands, guint32, l->demands->len - 1);
    guint32 demand;

    if (!list_at (l, top)->is_open)
      open_list (l, top);
    if (!list_at (l, top)->is_followed && !follow_last (l, top, &demand)) {
      g_array_append_val (l->demands, demand);
      continue;
    }
    extend (l, list_at (l, top));
    g_array_set_size (l->demands, l->demands->len - 1);
  }
}

/* 4. reading a derivation. */

static void
read_later (ChartLists *l, Goal goal, guint32 derivation)
{
  const guint32 list = find_list (l, goal);

  g_array_append_val (l->to_read, list);
  g_array_append_val (l->to_read, derivation);
}

static void
read_derivation (ChartLists *l, guint32 derivation, int *chosen)
{
  const int n = l->scores->n;

  for (int d = 0; d <= n; d++)
    chosen[2 * d] = chosen[2 * d + 1] = -1;
  g_array_set_size (l->to_read, 0);
  read_later (l, (Goal){ l->rules->goal, 1, n }, derivation);
  while (l->to_read->len > 0) {
    const guint32 list = g_array_index (l->to_read, guint32, l->to_read->len - 2);
    guint32 found = g_array_index (l->to_read, guint32, l->to_read->len - 1);
    TagDerivation d;
    Edge edge;

    g_array_set_size (l->to_read, l->to_read->len - 2);
    if (found == NONE && list_at (l, list)->first == NONE)
      derive (l, list);
    if (found == NONE)
      found = list_at (l, list)->first;
    d = *derivation_at (l, found);
    find_edge (l, list_at (l, list)->goal, d.rule, d.choice, &edge);
    if (edge.word > 0)
      chosen[2 * edge.word + edge.is_gap] = edge.column;
    for (int p = 0; p < edge.n_parts; p++)
      read_later (l, edge.parts[p], p == 0 ? d.left : d.right);
  }
}

gboolean
chart_lists_begin (ChartLists *l, const Rules *rules, const ChartScores *scores, GError **error)
{
  Numbers *t = &l->chart->numbers;

  l->rules = rules;
  l->scores = scores;
  if (!numbers_reserve (t, rules, scores->n, scores->memory, error))
    return FALSE;
  if (!try_reserve (&l->slots, &l->n_slots, t->apart, sizeof (guint32)))
    return memory_fail (error, "the tags of %d words", scores->n);
  memset (l->slots, 0, t->apart * sizeof (guint32));
  g_array_set_size (l->lists, 0);
  g_array_set_size (l->derivations, 0);
  fill_weights (t, rules, scores, 1);
  if (rules->has_arcs)
    fill_arcs (t, scores, 1);
  fill_chart (t, rules);
  return TRUE;
}

gboolean
chart_lists_next (ChartLists *l, int *chosen)
{
  const guint32 list = find_list (l, (Goal){ l->rules->goal, 1, l->scores->n });

  derive (l, list);
  if (list_at (l, list)->is_ended)
    return FALSE;
  read_derivation (l, list_at (l, list)->last, chosen);
  return TRUE;
}

gsize
chart_lists_memory (const ChartLists *l)
{
  return (gsize) l->derivations->len * sizeof (TagDerivation) + (gsize) l->lists->len * sizeof (TagList);
}

/* 5. counting. Items are counted after their parts; a stack takes the place of recursion. */

/* Whether all parts of the edges that count are counted: else they are put on the stack. */
static gboolean
count_edges (ChartLists *l, guint32 list, gboolean is_best, mpz_t count)
{
  const Goal goal = list_at (l, list)->goal;
  const double value = value_of (l, goal);
  gboolean is_ready = TRUE;
  Edge edge;

  for (guint rule = 0; rule < count_rules (l); rule++)
    for (int choice = first_choice (l, goal, rule); find_edge (l, goal, rule, choice, &edge); choice++) {
      const double score = best_of_edge (l, &edge);
      guint32 parts[2] = { NONE, NONE };

      if (score == -INFINITY || (is_best && score != value))
        continue;
      for (int p = 0; p < edge.n_parts; p++) {
        parts[p] = find_list (l, edge.parts[p]);
        if (!list_at (l, parts[p])->is_open) {
          g_array_append_val (l->demands, parts[p]);
          is_ready = FALSE;
        }
      }
      if (!is_ready)
        continue;
      if (edge.n_parts == 0)
        mpz_add_ui (count, count, 1);
      else if (edge.n_parts == 1)
        mpz_add (count, count, l->counts[parts[0]]);
      else
        mpz_addmul (count, l->counts[parts[0]], l->counts[parts[1]]);
    }
  return is_ready;
}

static void
reserve_counts (ChartLists *l)
{
  if (l->lists->len <= l->n_counts)
    return;
  l->counts = g_renew (mpz_t, l->counts, 2 * l->lists->len);
  for (; l->n_counts < 2 * l->lists->len; l->n_counts++)
    mpz_init (l->counts[l->n_counts]);
}

void
chart_lists_count (ChartLists *l, gboolean is_best, mpz_t count)
{
  const Goal goal = { l->rules->goal, 1, l->scores->n };
  const guint32 list = find_list (l, goal);
  mpz_t sum;

  mpz_init (sum);
  g_array_set_size (l->demands, 0);
  if (value_of (l, goal) > -INFINITY)
    g_array_append_val (l->demands, list);
  while (l->demands->len > 0) {
    const guint32 top = g_array_index (l->demands, guint32, l->demands->len - 1);
    const guint n_demands = l->demands->len;

    mpz_set_ui (sum, 0);
    if (!list_at (l, top)->is_open && !count_edges (l, top, is_best, sum))
      continue;
    reserve_counts (l);
    if (!list_at (l, top)->is_open)
      mpz_set (l->counts[top], sum);
    list_at (l, top)->is_open = TRUE;
    g_array_set_size (l->demands, n_demands - 1);
  }
  if (list_at (l, list)->is_open)
    mpz_set (count, l->counts[list]);
  else
    mpz_set_ui (count, 0);
  mpz_clear (sum);
  for (guint c = 0; c < l->n_counts; c++)
    mpz_clear (l->counts[c]);
  g_clear_pointer (&l->counts, g_free);
  l->n_counts = 0;
}
