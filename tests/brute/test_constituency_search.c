/* test_constituency_search.c - exact losses against a search through all computations, on all small trees and
 * on random ones, along walks that leave the gold sequence. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/base.h"
#include "brute/phrase_search.h"
#include "oracle/phrases.h"
#include "tbk/base.h"
#include "tbk/oracle.h"

enum { MOST_CONSTITUENTS = SEARCH_GOLD, MOST_OPEN = 5 };

typedef struct {
  TbkPhraseOracle *oracle;
  TbkPhraseStaticOracle *sequence;
  TbkRandom random;
  Search search;
  TbkPhraseTree tree;
  TbkConstituent gold[MOST_CONSTITUENTS]; /* with equal ones next to each other */
  const TbkPhraseSystem *system;
  gint64 n_checked;
} Check;

static int
compare (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (TbkConstituent));
}

static void
begin_check (Check *check, const char *system, int n_labels)
{
  memset (check, 0, sizeof *check);
  check->system = tbk_phrase_system_find (system);
  check->oracle = tbk_phrase_oracle_new (check->system, TBK_PHRASE_EXACT, NULL);
  check->sequence = tbk_phrase_static_oracle_new (check->system);
  tbk_random_init (&check->random, 1, 0);
  check->search.strategy = check->system->strategy;
  check->search.max_unary = check->system->max_unary;
  check->search.n_labels = n_labels;
}

static void
end_check (Check *check)
{
  tbk_phrase_oracle_free (check->oracle);
  tbk_phrase_static_oracle_free (check->sequence);
  tbk_phrase_tree_clear (&check->tree);
}

static void
set_gold (Check *check)
{
  const TbkPhraseTree *tree = &check->tree;

  memcpy (check->gold, tree->constituents, (gsize) tree->n_constituents * sizeof *check->gold);
  qsort (check->gold, (gsize) tree->n_constituents, sizeof *check->gold, compare);
  check->search.n = tree->n;
  check->search.n_gold = tree->n_constituents;
  check->search.gold = check->gold;
  cr_assert (tbk_phrase_oracle_set_gold (check->oracle, tree, NULL));
}

/* The gold sequence builds the tree, at no loss; or, capped, gets stuck. */
static void
check_sequence (Check *check)
{
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
  TbkPhraseTransition transition;

  tbk_phrase_configuration_start (&c, check->system, check->tree.n);
  cr_assert (tbk_phrase_static_oracle_set_gold (check->sequence, &check->tree, NULL));
  while (tbk_phrase_static_oracle_next (check->sequence, &transition)) {
    if (check->system->max_unary == 0)
      cr_assert_eq (tbk_phrase_oracle_loss (check->oracle, &c, NULL), 0);
    if (!tbk_phrase_configuration_step (&c, transition, NULL)) {
      cr_assert (check->system->max_unary > 0);
      return;
    }
  }
  cr_assert (tbk_phrase_configuration_is_final (&c));
  cr_assert_eq (tbk_phrase_oracle_loss (check->oracle, &c, NULL), 0);
}

/* Compares all values with the search. @wrong is what was built wrong. Returns which of @steps is optimal,
 * the first from a random one. */
static int
check_values (Check *check, const TbkPhraseConfiguration *c, const SearchStep *steps, int n_steps, int wrong)
{
  const TbkPhraseValues *values = tbk_phrase_oracle_values (check->oracle, c, NULL);
  const int start = (int) random_below (&check->random, (guint64) n_steps);
  int least = G_MAXINT, optimal = -1;

  for (int i = 0; i < n_steps; i++) {
    const int s = (start + i) % n_steps;
    const int found = phrase_values_loss (values, steps[s].transition);
    const int expected = wrong + steps[s].cost + search_loss (&check->search, &steps[s].state);

    cr_assert (tbk_phrase_configuration_obstacle (c, steps[s].transition) == NULL);
    cr_assert_eq (found, expected, "%s: %d, expected %d", check->system->name, found, expected);
    least = MIN (least, found);
    optimal = optimal < 0 && found == values->loss ? s : optimal;
    check->n_checked++;
  }
  cr_assert (values->loss == least && optimal >= 0);
  cr_assert_eq (tbk_phrase_oracle_loss (check->oracle, c, NULL), least);
  return optimal;
}

/* No other transitions are allowed than those the search has. */
static void
check_allowed (const TbkPhraseConfiguration *c, const SearchStep *steps, int n_steps)
{
  for (int act = TBK_PHRASE_SHIFT; act <= TBK_PHRASE_FINISH; act++) {
    const gboolean has_children = act == TBK_PHRASE_REDUCE && c->system->strategy == TBK_PHRASE_BOTTOM_UP;

    for (int k = has_children; k <= (has_children ? c->depth + 1 : 0); k++) {
      gboolean is_there = FALSE;

      for (int s = 0; s < n_steps; s++)
        is_there |= (int) steps[s].transition.act == act && steps[s].transition.n_children == k;
      cr_assert_eq (tbk_phrase_configuration_obstacle (c, (TbkPhraseTransition){ act, 0, k }) == NULL,
                    is_there);
    }
  }
}

/* Acts are equally likely, then the transitions of each; but elements are not opened without end. */
static int
draw_step (Check *check, const TbkPhraseConfiguration *c, const SearchStep *steps, int n_steps)
{
  for (;;) {
    const TbkPhraseAct act = (TbkPhraseAct) random_below (&check->random, 4);
    const int s = (int) random_below (&check->random, (guint64) n_steps);

    if (steps[s].transition.act == act && (act != TBK_PHRASE_OPEN || c->n_open < MOST_OPEN || n_steps < 3))
      return s;
  }
}

/* Walks to the end; one step in @one_in is drawn, the others are optimal. */
static void
walk (Check *check, int one_in)
{
  static SearchStep steps[SEARCH_DEPTH * 8];
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
  SearchState state;
  int wrong = 0, n_drawn = 0;

  tbk_phrase_configuration_start (&c, check->system, check->tree.n);
  search_start (&check->search, &state);
  while (!tbk_phrase_configuration_is_final (&c)) {
    const int n_steps = search_steps (&check->search, &state, steps);
    int s = check_values (check, &c, steps, n_steps, wrong);

    check_allowed (&c, steps, n_steps);
    if (n_drawn < 12 && random_below (&check->random, (guint64) one_in) == 0) {
      s = draw_step (check, &c, steps, n_steps);
      n_drawn++;
    }
    cr_assert (tbk_phrase_configuration_step (&c, steps[s].transition, NULL));
    state = steps[s].state;
    wrong += steps[s].cost;
  }
}

static void
check_tree (Check *check, int n_walks)
{
  set_gold (check);
  check_sequence (check);
  for (int w = 0; w < n_walks; w++)
    walk (check, 2 + w % 3);
}

/* Trees as lists of constituents in pre-order, with which the enumeration goes on. */
typedef struct {
  Check *check;
  int n, n_labels, n_trees;
  TbkConstituent list[MOST_CONSTITUENTS];
} Enumeration;

typedef struct Rest Rest;

/* What is still to be spanned: @left..@right-1 under a node of more than one child, then the rest. */
struct Rest {
  int left, right;
  gboolean is_whole; /* it must be cut into two pieces at least */
  const Rest *next;
};

static void enumerate (Enumeration *e, int n_list, const Rest *rest);

/* Sets a chain of up to @most constituents over the span, and goes on below. */
static void
set_chain (Enumeration *e, int n_list, int left, int right, int least, int most, const Rest *rest)
{
  if (least <= 0) {
    const Rest below = { left, right, TRUE, rest };
    enumerate (e, n_list, right - left == 1 ? rest : &below);
  }
  for (int label = 0; label < e->n_labels && most > 0; label++) {
    e->list[n_list] = (TbkConstituent){ label, left, right };
    set_chain (e, n_list + 1, left, right, least - 1, most - 1, rest);
  }
}

static void
enumerate (Enumeration *e, int n_list, const Rest *rest)
{
  if (rest == NULL) {
    cr_assert (tbk_phrase_tree_set (&e->check->tree, e->n, e->list, n_list, NULL));
    check_tree (e->check, 1);
    e->n_trees++;
    return;
  }
  for (int end = rest->left + 1; end <= rest->right - rest->is_whole; end++) {
    const Rest after = { end, rest->right, FALSE, rest->next };
    const gboolean is_word = end - rest->left == 1;

    set_chain (e, n_list, rest->left, end, !is_word, is_word ? 1 + (e->n < 3) : 2,
               end < rest->right ? &after : rest->next);
  }
}

static void
check_all_trees (const char *system)
{
  static const int n_trees[] = { 0, 6, 294, 2106 };
  Check check;

  begin_check (&check, system, 2);
  for (int n = 1; n <= 3; n++) {
    Enumeration e = { .check = &check, .n = n, .n_labels = 2 };

    set_chain (&e, 0, 0, n, 1, 2, NULL);
    cr_assert_eq (e.n_trees, n_trees[n], "%d", e.n_trees);
  }
  cr_assert (check.n_checked > 30000, "%d", (int) check.n_checked);
  end_check (&check);
}

Test (constituency, search_all_top_down)
{
  check_all_trees ("top-down");
}

Test (constituency, search_all_in_order)
{
  check_all_trees ("in-order");
}

Test (constituency, search_all_bottom_up)
{
  check_all_trees ("bottom-up");
}

Test (constituency, search_all_capped)
{
  check_all_trees ("bottom-up:unary=1");
}

/* Draws the constituents under and over @left..@right-1, chains among them. */
static int
draw_tree (TbkRandom *random, TbkConstituent *list, int n_list, int left, int right, int n_labels,
           gboolean is_root)
{
  const gboolean is_word = right - left == 1;
  int n_chain = is_word && !is_root ? 0 : 1;

  while (n_chain < 4 && random_below (random, 4) == 0)
    n_chain++;
  for (int i = 0; i < n_chain; i++)
    list[n_list++] = (TbkConstituent){ (int) random_below (random, (guint64) n_labels), left, right };
  for (int at = left; !is_word && at < right;) {
    const int most = right - (at == left), end = at + 1 + (int) random_below (random, (guint64) (most - at));

    n_list = draw_tree (random, list, n_list, at, end, n_labels, FALSE);
    at = end;
  }
  return n_list;
}

static void
check_random_trees (const char *system, int n_trees)
{
  const char *scale = g_getenv ("TBK_TEST_SCALE");
  Check check;

  begin_check (&check, system, 2);
  n_trees *= scale == NULL ? 1 : atoi (scale);
  for (int t = 0; t < n_trees; t++) {
    TbkConstituent list[64];
    const int n = 1 + (int) random_below (&check.random, 5), n_labels = 1 + t % 3;
    const int n_list = draw_tree (&check.random, list, 0, 0, n, n_labels, TRUE);

    if (n_list > 9)
      continue;
    check.search.n_labels = MAX (2, n_labels);
    cr_assert (tbk_phrase_tree_set (&check.tree, n, list, n_list, NULL));
    check_tree (&check, 2);
  }
  end_check (&check);
}

Test (constituency, search_random_top_down)
{
  check_random_trees ("top-down", 100);
}

Test (constituency, search_random_in_order)
{
  check_random_trees ("in-order", 400);
}

Test (constituency, search_random_bottom_up)
{
  check_random_trees ("bottom-up", 400);
}

Test (constituency, search_random_capped)
{
  check_random_trees ("bottom-up:unary=1", 300);
  check_random_trees ("bottom-up:unary=2", 300);
  check_random_trees ("bottom-up:unary=3", 100);
}
