/* costs.c - how unlikely arcs are where heads may be no tree: the table, arcs that cross, counts of good trees.
 *
 * The table is a conditional logit over all possible heads of a word, fitted to half of the treebanks of Universal
 * Dependencies and rounded to half nats. Each of its rows begins at 0.
 */
#include "check/check.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

enum {
  OTHER = TBK_REPAIR_N_RELATIONS - 1, /* any other relation, or none */
  PUNCTUATION = OTHER - 1,            /* the group of the relation punct */
  ROOT_WORD = OTHER,                  /* what a head can be: after the groups */
  LEAF,
  INNER,
};

G_STATIC_ASSERT ((int) INNER + 1 == TBK_REPAIR_N_HEADS);

static const guint64 groups[OTHER] = {
  ONE (det) | ONE (case) | ONE (clf),
  ONE (mark),
  ONE (aux) | ONE (cop),
  ONE (cc),
  ONE (nsubj) | ONE (csubj) | ONE (expl) | ONE (obj) | ONE (iobj),
  ONE (obl) | ONE (vocative) | ONE (discourse) | ONE (dislocated) | ONE (parataxis) | ONE (orphan)
      | ONE (reparandum) | ONE (list),
  ONE (advmod),
  ONE (ccomp) | ONE (xcomp) | ONE (advcl),
  ONE (nmod) | ONE (nummod),
  ONE (amod),
  ONE (acl),
  ONE (appos),
  ONE (conj),
  ONE (flat) | ONE (fixed) | ONE (goeswith) | ONE (compound),
  ONE (punct),
};

/* A digit for each head, and for each distance one on the left and one on the right. */
static const struct {
  char by_head[TBK_REPAIR_N_HEADS + 1], by_distance[2 * TBK_REPAIR_N_DISTANCES + 1];
} digits[TBK_REPAIR_N_RELATIONS] = {
  { "979920650761489742", "103052656633" }, { "978765607416489473", "213040413122" },
  { "98976590962627b072", "102041625332" }, { "866665764565068142", "224030413122" },
  { "aab956a0760628b182", "101031627352" }, { "a8886561630627a073", "200010416242" },
  { "758743304203169042", "002040514222" }, { "86674560550315a073", "000111316132" },
  { "97880074164223b341", "203253858554" }, { "856600641543158242", "405264665644" },
  { "75760265356334a453", "302232444333" }, { "433401341333234433", "040514443333" },
  { "535612401200446031", "380817163554" }, { "545301300120078130", "002235564533" },
  { "756552414310047042", "221011110302" }, { "868611501301149041", "201121223333" },
};

void
tbk_repair_costs_default (TbkRepairCosts *costs)
{
  *costs = (TbkRepairCosts){ .by_crossings = { 0, 6, 8, 9 } };
  for (int r = 0; r < TBK_REPAIR_N_RELATIONS; r++) {
    for (int h = 0; h < TBK_REPAIR_N_HEADS; h++)
      costs->by_head[r][h] = (guint8) g_ascii_xdigit_value (digits[r].by_head[h]);
    for (int d = 0; d < TBK_REPAIR_N_DISTANCES; d++)
      for (int side = 0; side < 2; side++)
        costs->by_distance[r][d][side] = (guint8) g_ascii_xdigit_value (digits[r].by_distance[2 * d + side]);
  }
}

/* Minus the logarithms, in half nats from the least on, of how often each of @n kinds of head was one. Halves are
 * added, so that what was never seen has a cost. */
static void
set_row (guint8 *costs, const gint64 (*counts)[2], int n)
{
  double least = INFINITY;

  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < n; k++) {
      const double cost = -2 * log (((double) counts[k][1] + 0.5) / ((double) counts[k][0] + 1));

      least = MIN (least, cost);
      costs[k] = (guint8) CLAMP (lround (cost - least), 0, TBK_REPAIR_MAX_COST);
    }
}

void
tbk_repair_costs_from (TbkRepairCosts *costs, const TbkRepairCounts *counts)
{
  enum { OTHERS = TBK_REPAIR_N_RELATIONS - 1 };
  TbkRepairCounts all = { 0 };

  g_return_if_fail (costs != NULL && counts != NULL);
  for (int r = 0; r < TBK_REPAIR_N_RELATIONS; r++) {
    for (int h = 0; h < TBK_REPAIR_N_HEADS; h++)
      for (int is_head = 0; is_head < 2; is_head++)
        all.by_head[OTHERS][h][is_head] += counts->by_head[r][h][is_head];
    for (int d = 0; d < TBK_REPAIR_N_DISTANCES; d++)
      for (int side = 0; side < 2; side++)
        for (int is_head = 0; is_head < 2; is_head++)
          all.by_distance[OTHERS][d][side][is_head] += counts->by_distance[r][d][side][is_head];
    set_row (costs->by_head[r], counts->by_head[r], TBK_REPAIR_N_HEADS);
    set_row (costs->by_distance[r][0], counts->by_distance[r][0], 2 * TBK_REPAIR_N_DISTANCES);
  }
  /* Good trees have few words of other relations, so what is counted of these says little: a word without a relation, or with a
   * wrong one, is like any word. */
  set_row (costs->by_head[OTHERS], all.by_head[OTHERS], TBK_REPAIR_N_HEADS);
  set_row (costs->by_distance[OTHERS][0], all.by_distance[OTHERS][0], 2 * TBK_REPAIR_N_DISTANCES);
  set_row (costs->by_crossings, counts->by_crossings, TBK_REPAIR_N_CROSSINGS);
}

/* Returns TRUE if a word is a mark of punctuation, by its UPOS and by a relation that is that of one, or
 * root. */
static gboolean
is_punctuation (const TbkCheckWord *word)
{
  return piece_is (word->upos, "PUNCT", strlen ("PUNCT"))
         && (relation_is_root (word->deprel) || universal_find (word->deprel) == ONE (punct));
}

/* The group of a relation, and what a word with it is as a head without dependents. */
static void
set_word (ArcCosts *costs, int word, TbkPiece deprel)
{
  const guint64 relation = universal_find (deprel);
  int group = 0;

  while (group < OTHER && (groups[group] & relation) == 0)
    group++;
  costs->group[word] = group;
  costs->kind[word] = costs->given[word] == 0 || relation_is_root (deprel) ? ROOT_WORD
                      : group < OTHER                                      ? group
                                                                           : LEAF;
}

/* Marks of punctuation on 0 are no root words, if a word is on 0. */
static void
set_stops (ArcCosts *costs, const TbkCheckWord *words)
{
  gboolean has_word = FALSE;

  for (int w = 1; w <= costs->n && !has_word; w++)
    has_word = costs->given[w] == 0 && !is_punctuation (&words[w]);
  for (int w = 1; w <= costs->n && has_word; w++)
    if (costs->given[w] == 0 && is_punctuation (&words[w]))
      costs->group[w] = costs->kind[w] = PUNCTUATION;
}

gboolean
costs_is_stop (const ArcCosts *costs, int word)
{
  return costs->given[word] == 0 && costs->kind[word] == PUNCTUATION;
}

/* Counting sort of the words by their heads. */
static void
list_dependents (ArcCosts *costs)
{
  const int n = costs->n;
  int n_listed = 0;

  memset (costs->n_dependents, 0, ((gsize) n + 1) * sizeof (int));
  for (int d = 1; d <= n; d++)
    if (costs->given[d] >= 0)
      costs->n_dependents[costs->given[d]]++;
  for (int h = 0; h <= n; h++)
    costs->first[h] = n_listed += costs->n_dependents[h];
  costs->first[n + 1] = n_listed;
  for (int d = n; d >= 1; d--)
    if (costs->given[d] >= 0)
      costs->dependents[--costs->first[costs->given[d]]] = d;
}

gboolean
costs_set (ArcCosts *costs, const int *heads, const TbkCheckWord *words, int n, GError **error)
{
  if (!ROOM_RESERVE (&costs->room, n + 2, ARRAY (costs->given), ARRAY (costs->group), ARRAY (costs->kind),
                     ARRAY (costs->n_dependents), ARRAY (costs->first), ARRAY (costs->dependents),
                     ARRAY (costs->crossings)))
    return memory_fail (error, "the arcs of %d words", n);
  costs->n = n;
  costs->given[0] = -1;
  for (int d = 1; d <= n; d++)
    costs->given[d] = heads[d] < 0 || heads[d] > n || heads[d] == d ? -1 : heads[d];
  for (int d = 1; d <= n; d++)
    set_word (costs, d, words != NULL ? words[d].deprel : (TbkPiece){ NULL, 0 });
  if (words != NULL)
    set_stops (costs, words);
  list_dependents (costs);
  return TRUE;
}

/* Counts the given arcs at @word that have their other end strictly between @a and @b, or @beyond both. */
static int
count_ends (const ArcCosts *costs, int word, int a, int b, gboolean beyond)
{
  const int left = MIN (a, b), right = MAX (a, b), given = costs->given[word];
  int found = given >= 0 && (beyond ? given < left || given > right : given > left && given < right);

  for (int c = costs->first[word]; c < costs->first[word + 1]; c++) {
    const int end = costs->dependents[c];
    found += beyond ? end < left || end > right : end > left && end < right;
  }
  return found;
}

/* crossings[h] becomes how many arcs cross that from each word h on one side up to @last: those with one end between h
 * and the dependent, and the other beyond both. One step away from the dependent the last head is between them, and the
 * next one is not beyond them any more. The arc given to the dependent shares an end with all of these, so it
 * crosses none. */
static void
count_crossings (ArcCosts *costs, int dependent, int last)
{
  const int step = last < dependent ? -1 : 1;
  int crossings = 0;

  for (int h = dependent; h != last; h += step) {
    if (h != dependent)
      crossings += count_ends (costs, h, dependent, h + step, TRUE);
    crossings -= count_ends (costs, h + step, dependent, h, FALSE);
    costs->crossings[h + step] = crossings;
  }
}

static void
count_all_crossings (ArcCosts *costs, int dependent)
{
  count_crossings (costs, dependent, MIN (1, dependent));
  count_crossings (costs, dependent, MAX (costs->n, dependent));
}

static inline int
kind_of (const ArcCosts *costs, int head, int dependent)
{
  const int kind = costs->kind[head];

  return kind == LEAF && costs->n_dependents[head] > (costs->given[dependent] == head) ? INNER : kind;
}

/* 1, 2-3, 4-7 and so on. */
static inline int
distance_of (int head, int dependent)
{
  return MIN ((int) g_bit_storage (ABS (head - dependent)), TBK_REPAIR_N_DISTANCES) - 1;
}

static inline int
crossings_of (const ArcCosts *costs, int head)
{
  return MIN (costs->crossings[head], TBK_REPAIR_N_CROSSINGS - 1);
}

/* (NT1) */
static inline int
cost_of (const ArcCosts *costs, const TbkRepairCosts *table, int head, int dependent)
{
  const int group = costs->group[dependent];

  return table->by_head[group][kind_of (costs, head, dependent)]
         + table->by_distance[group][distance_of (head, dependent)][head > dependent]
         + table->by_crossings[crossings_of (costs, head)];
}

void
costs_fill (ArcCosts *costs, const TbkRepairCosts *table, int dependent, guint8 *row)
{
  count_all_crossings (costs, dependent);
  for (int h = 1; h <= costs->n; h++)
    if (h != dependent)
      row[h] = (guint8) cost_of (costs, table, h, dependent);
}

int
costs_find (ArcCosts *costs, const TbkRepairCosts *table, int head, int dependent)
{
  count_crossings (costs, dependent, head);
  return cost_of (costs, table, head, dependent);
}

void
costs_count (ArcCosts *costs, int dependent, TbkRepairCounts *counts)
{
  const int group = costs->group[dependent];

  count_all_crossings (costs, dependent);
  for (int h = 1; h <= costs->n; h++) {
    gint64 *by_head, *by_distance, *by_crossings;

    if (h == dependent)
      continue;
    by_head = counts->by_head[group][kind_of (costs, h, dependent)];
    by_distance = counts->by_distance[group][distance_of (h, dependent)][h > dependent];
    by_crossings = counts->by_crossings[crossings_of (costs, h)];
    for (int is_head = 0; is_head < (costs->given[dependent] == h ? 2 : 1); is_head++) {
      by_head[is_head]++;
      by_distance[is_head]++;
      by_crossings[is_head]++;
    }
  }
}
