/* test_constituency_losses.c - losses that are kept from one configuration to the next, against their equations, on
 * walks through random trees that leave the gold sequence and come back to earlier configurations; and their cost. */
#include <criterion/criterion.h>

#include "base/base.h"
#include "brute/phrase_losses.h"
#include "oracle/phrases.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/statistics.h"
#include "unit/time_limit.h"

typedef int (*SlowLoss) (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold);

enum { MOST_CONSTITUENTS = 200, LABELS = 3, EARLIER = 4 };

typedef struct {
  const TbkPhraseSystem *system;
  TbkPhraseOracle *oracle;
  SlowLoss slow;
  TbkRandom random;
  TbkPhraseTree tree;
  TbkPhraseConfiguration after, earlier[EARLIER];
  int n_labels; /* of the tree; one more is in none */
  gint64 n_checked;
} Check;

static gboolean
happens (Check *check, int one_in)
{
  return random_below (&check->random, (guint64) one_in) == 0;
}

static int
draw_below (Check *check, int n)
{
  return (int) random_below (&check->random, (guint64) n);
}

/* Draws chains, and children of which the first is often long: many constituents then begin at one word. */
static int
draw_constituents (Check *check, TbkConstituent *list, int n_list, int left, int right)
{
  int n_chain = right - left > 1 || n_list == 0 || happens (check, 3);

  while (n_chain > 0 && n_chain < 5 && happens (check, 2))
    n_chain++;
  for (int i = 0; i < n_chain; i++)
    list[n_list++] = (TbkConstituent){ draw_below (check, check->n_labels), left, right };
  for (int at = left, end; right - left > 1 && at < right; at = end) {
    end =
        at == left && happens (check, 2) ? right - 1 : at + 1 + draw_below (check, right - at - (at == left));
    n_list = draw_constituents (check, list, n_list, at, end);
  }
  return n_list;
}

static void
draw_tree (Check *check, int most_words)
{
  static TbkConstituent list[MOST_CONSTITUENTS];
  const int n = 1 + draw_below (check, most_words);
  int n_list;

  check->n_labels = 1 + draw_below (check, LABELS);
  n_list = draw_constituents (check, list, 0, 0, n);
  cr_assert (n_list <= MOST_CONSTITUENTS && tbk_phrase_tree_set (&check->tree, n, list, n_list, NULL));
  cr_assert (tbk_phrase_oracle_set_gold (check->oracle, &check->tree, NULL));
}

static void
check_transition (Check *check, const TbkPhraseConfiguration *c, const TbkPhraseValues *values,
                  TbkPhraseTransition transition)
{
  const int found = phrase_values_loss (values, transition);
  int expected;

  if (tbk_phrase_configuration_obstacle (c, transition) != NULL) {
    cr_assert_eq (found, -1);
    return;
  }
  cr_assert (tbk_phrase_configuration_copy (&check->after, c, NULL)
             && tbk_phrase_configuration_step (&check->after, transition, NULL));
  expected = check->slow (&check->after, &check->tree);
  cr_assert_eq (found, expected, "%s, act %d, label %d, %d children: %d, expected %d", check->system->name,
                (int) transition.act, transition.label, transition.n_children, found, expected);
  check->n_checked++;
}

/* All values, also of labels that the list leaves to its label -1. */
static void
check_values (Check *check, const TbkPhraseConfiguration *c, const TbkPhraseValues *values)
{
  const gboolean is_bottom_up = check->system->strategy == TBK_PHRASE_BOTTOM_UP;

  cr_assert_eq (values->loss, check->slow (c, &check->tree));
  check_transition (check, c, values, (TbkPhraseTransition){ TBK_PHRASE_SHIFT, -1, 0 });
  check_transition (check, c, values, (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 });
  if (!is_bottom_up)
    check_transition (check, c, values, (TbkPhraseTransition){ TBK_PHRASE_REDUCE, -1, 0 });
  for (int label = 0; label <= check->n_labels; label++) {
    check_transition (check, c, values, (TbkPhraseTransition){ TBK_PHRASE_OPEN, label, 0 });
    for (int k = 1; is_bottom_up && k <= c->depth; k++)
      check_transition (check, c, values, (TbkPhraseTransition){ TBK_PHRASE_REDUCE, label, k });
  }
}

/* The loss of a configuration that another computation left. */
static void
check_earlier (Check *check, const TbkPhraseConfiguration *c)
{
  TbkPhraseConfiguration *earlier = &check->earlier[draw_below (check, EARLIER)];

  if (earlier->n == check->tree.n)
    cr_assert_eq (tbk_phrase_oracle_loss (check->oracle, earlier, NULL), check->slow (earlier, &check->tree));
  if (happens (check, 2))
    cr_assert (tbk_phrase_configuration_copy (earlier, c, NULL));
}

/* One transition in @one_in is drawn, the others keep the loss if one does. After many steps all end. */
static TbkPhraseTransition
choose (Check *check, const TbkPhraseConfiguration *c, const TbkPhraseValues *values, int one_in, int step)
{
  const gboolean draws = happens (check, one_in), ends = step > 6 * (c->n + 10);
  const int first = draw_below (check, values->n);
  TbkPhraseTransition chosen;
  int v = first;

  for (int i = 0; i < values->n; i++) {
    const TbkPhraseTransition *other = &values->values[(first + i) % values->n].transition;

    if (ends ? other->act != TBK_PHRASE_OPEN && (other->n_children == 0 || other->n_children == c->depth)
                   && (other->act != TBK_PHRASE_REDUCE || c->next == c->n || values->n == 1
                       || c->system->strategy != TBK_PHRASE_BOTTOM_UP)
             : draws || values->values[(first + i) % values->n].loss == values->loss) {
      v = (first + i) % values->n;
      break;
    }
  }
  chosen = values->values[v].transition;
  if (chosen.label < 0 && (chosen.act == TBK_PHRASE_OPEN || chosen.n_children > 0))
    chosen.label = draw_below (check, check->n_labels + 1);
  return chosen;
}

static void
walk (Check *check, int one_in)
{
  const int most_steps = 12 * (check->tree.n + 10);
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;

  tbk_phrase_configuration_start (&c, check->system, check->tree.n);
  for (int step = 0; !tbk_phrase_configuration_is_final (&c) && step < most_steps; step++) {
    const TbkPhraseValues *values = tbk_phrase_oracle_values (check->oracle, &c, NULL);
    const TbkPhraseTransition chosen = choose (check, &c, values, one_in, step);

    check_values (check, &c, values);
    cr_assert (tbk_phrase_configuration_step (&c, chosen, NULL));
    if (happens (check, 4))
      check_earlier (check, &c);
  }
}

static void
check_losses (const char *system, TbkPhraseMethod method, SlowLoss slow, int n_trees)
{
  const char *scale = g_getenv ("TBK_TEST_SCALE");
  Check check = { .system = tbk_phrase_system_find (system), .slow = slow };

  check.oracle = tbk_phrase_oracle_new (check.system, method, NULL);
  n_trees *= scale == NULL ? 1 : atoi (scale);
  for (int t = 0; t < n_trees; t++) {
    tbk_random_init (&check.random, 5, (guint64) t);
    draw_tree (&check, 3 + t % 8);
    walk (&check, 2 + t % 4);
    walk (&check, 8);
  }
  cr_assert (check.n_checked > 20 * n_trees);
  tbk_phrase_oracle_free (check.oracle);
  tbk_phrase_tree_clear (&check.tree);
  tbk_phrase_configuration_clear (&check.after);
  for (int e = 0; e < EARLIER; e++)
    tbk_phrase_configuration_clear (&check.earlier[e]);
}

Test (constituency, top_down_is_its_equations)
{
  check_losses ("top-down", TBK_PHRASE_EXACT, top_down_loss, 300);
}

Test (constituency, printed_is_its_formula)
{
  check_losses ("top-down", TBK_PHRASE_PRINTED, printed_loss, 150);
  check_losses ("in-order", TBK_PHRASE_PRINTED, printed_loss, 150);
  check_losses ("bottom-up", TBK_PHRASE_PRINTED, printed_loss, 150);
}

/* Shapes in which much depends on much. */
typedef enum { CHAIN, CHAIN_OF_LABELS, FLAT, FLAT_OF_PHRASES, LEFT, RIGHT, CENTRE, N_SHAPES } Shape;

static int
set_shape (TbkPhraseTree *tree, Shape shape, int n)
{
  const int n_words = shape <= CHAIN_OF_LABELS ? 1 : n;
  const int n_constituents = shape == FLAT ? 1 : n;
  g_autofree TbkConstituent *list = g_new (TbkConstituent, n_constituents);

  for (int i = 0; i < n_constituents; i++) {
    const int left = shape == RIGHT ? i : shape == CENTRE ? i / 2 : 0;
    const int right = shape == LEFT ? n - i : shape == CENTRE ? n - i / 2 : n_words;

    list[i] = (TbkConstituent){ shape == CHAIN_OF_LABELS ? i : i % 2, left, right };
    if (shape == FLAT_OF_PHRASES && i > 0)
      list[i] = (TbkConstituent){ 1, i - 1, i };
  }
  cr_assert (tbk_phrase_tree_set (tree, n_words, list, n_constituents, NULL));
  return shape == CHAIN_OF_LABELS ? n : 2;
}

/* What took the cube of the size, or more, would take hours. */
Test (constituency, walks_take_quadratic_time, .timeout = TIME_LIMIT)
{
  static const TbkWalkKind kinds[] = { TBK_WALK_GOLD, TBK_WALK_EXPLORE };

  for (int s = 0; s < 3; s++)
    for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++) {
      const TbkAgreementOptions options = {
        .compare = { .phrases = tbk_phrase_system_at (s),
                     .walk = { kinds[k], TBK_PROBABILITY_ONE / 100, 1 } },
      };
      g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options.compare, NULL);

      for (Shape shape = 0; shape < N_SHAPES; shape++) {
        g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
        g_autoptr (Agreement) agreement = agreement_new (&options);
        g_autoptr (TbkTally) tally = tbk_tally_new (agreement_layout ());
        gint64 first[AGREEMENT_N_FIGURES];
        const int n_labels = set_shape (&tree, shape, 1200);

        cr_assert (comparer_walk_tree (comparer, &tree, n_labels, 1, agreement, NULL));
        agreement_end_sentence (agreement, NULL, tree.n);
        agreement_flush (agreement, tally);
        agreement_find (tally, (AgreementAsked){ .distance = 0 }, first);
        cr_assert (kinds[k] != TBK_WALK_GOLD || first[AGREEMENT_CONFIGURATIONS] >= 1200);
      }
    }
}
