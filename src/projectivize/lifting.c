/* lifting.c - the best lifting, and those of the published order of lifts and of MaltParser's. */
#include "projectivize/lifting.h"

#include <string.h>

#include "tree/tree.h"

void
lifting_init (Lifting *lifting)
{
  lifting->core = (Reduced) REDUCED_INIT;
  lifting->tree = tbk_tree_new ();
}

void
lifting_clear (Lifting *lifting)
{
  reduced_clear (&lifting->core);
  tbk_tree_free (lifting->tree);
}

/* A word of the core is lifted past @head. */
static void
pass (const Lifting *lifting, int head, gboolean *is_path)
{
  is_path[lifting->core.words[head]] = TRUE;
}

/* Looks at the core with the heads it has now. */
static gboolean
look (Lifting *lifting, GError **error)
{
  const Reduced *core = &lifting->core;

  lifting->has_sets = core_sets_begin (&lifting->sets, core->heads, core->n);
  return lifting->has_sets || tbk_tree_set (lifting->tree, core->heads, core->n, error);
}

/* Theorem 6, by sets. */
static void
lift_least_of_few (Lifting *lifting, gboolean *is_path)
{
  Reduced *core = &lifting->core;
  int lifted[FEW_WORDS + 1];

  core_sets_lift (&lifting->sets, lifted);
  for (int d = 1; d <= core->n; d++)
    for (int head = core->heads[d]; head != lifted[d]; head = core->heads[head])
      pass (lifting, head, is_path);
  memcpy (core->heads + 1, lifted + 1, core->n * sizeof (int));
}

static gboolean
dominates_between (const TbkTree *tree, int ancestor, int descendant)
{
  for (int word = MIN (ancestor, descendant) + 1; word < MAX (ancestor, descendant); word++)
    if (!tree_has_below (tree, ancestor, word))
      return FALSE;
  return TRUE;
}

/* The same of any number of words: hangs each word on the lowest gold ancestor that dominates all words between.
 * `tree` keeps the gold heads, so the order of words does not matter. */
static void
lift_least (Lifting *lifting, gboolean *is_path)
{
  const TbkTree *tree = lifting->tree;

  for (int d = 1; d <= tree->n; d++) {
    int head = tree->heads[d];
    if (!tree->is_nonprojective[d])
      continue;
    do {
      pass (lifting, head, is_path);
      head = tree->heads[head];
    } while (!dominates_between (tree, head, d));
    lifting->core.heads[d] = head;
  }
}

/* The dependent of the shortest arc that is not projective; 0 if none is. Of equally short ones the leftmost
 * arc is taken. @gold (nullable): the heads by which arcs are measured, in place of those they have now; then
 * the leftmost dependent is taken. */
static int
find_shortest (const Lifting *lifting, const int *gold)
{
  const int *words = lifting->core.words, *heads = lifting->core.heads;
  const guint64 nonprojective = lifting->has_sets ? core_sets_find_nonprojective (&lifting->sets) : 0;
  int shortest = 0, least_length = G_MAXINT, least_left = 0;

  for (int d = 1; d <= lifting->core.n; d++) {
    if (lifting->has_sets ? (nonprojective >> d & 1) == 0 : !lifting->tree->is_nonprojective[d])
      continue;
    int word = words[d], head = gold != NULL ? gold[word] : words[heads[d]];
    int length = ABS (word - head), left = gold != NULL ? word : MIN (word, head);
    if (length < least_length || (length == least_length && left < least_left)) {
      shortest = d;
      least_length = length;
      least_left = left;
    }
  }
  return shortest;
}

/* Lifts one word by one level as long as there is one to lift. A lift can make other arcs non-projective, so
 * all are looked at again after each. */
static void
lift_shortest (Lifting *lifting, const int *gold, gboolean *is_path)
{
  Reduced *core = &lifting->core;
  int dependent;

  while ((dependent = find_shortest (lifting, gold)) != 0) {
    int head = core->heads[dependent];
    pass (lifting, head, is_path);
    core->heads[dependent] = core->heads[head];
    if (!look (lifting, NULL))
      g_assert_not_reached (); /* it has had room for as many words */
  }
}

/* Puts the lifted core into the sentence; returns how many words moved. */
static int
write_heads (const Reduced *core, int *lifted)
{
  int n_moved = 0;

  for (int i = 1; i <= core->n; i++) {
    int head = core->words[core->heads[i]], *place = &lifted[core->words[i]];
    n_moved += *place != head;
    *place = head;
  }
  return n_moved;
}

gboolean
lifting_find (Lifting *lifting, const int *heads, int n, const TbkPseudoProjectiveOptions *options,
              int *lifted, gboolean *is_path, int *n_moved, GError **error)
{
  Reduced *core = &lifting->core;
  gboolean single, is_projective;

  if (!reduced_begin (core, heads, n, TBK_ROOT_ANY, &single, &is_projective, error))
    return FALSE;
  /* What is contracted is lifted by nobody, so the core is a sentence of its own, without spines. */
  if (!is_projective) {
    reduced_keep (core, heads, CORE);
    if (!reduced_check_size (core->n, options->max_core, options->max_core_name, error))
      return FALSE;
  }
  if (!is_projective && !look (lifting, error))
    return FALSE;

  /* All words keep their heads, and then those of the core that move get theirs. */
  *n_moved = 0;
  memcpy (lifted, heads, (n + 1) * sizeof (int));
  if (is_projective)
    return TRUE;
  if (options->lift == TBK_LIFT_OPTIMAL)
    (lifting->has_sets ? lift_least_of_few : lift_least) (lifting, is_path);
  else
    lift_shortest (lifting, options->lift == TBK_LIFT_MALT ? heads : NULL, is_path);
  *n_moved = write_heads (core, lifted);
  return TRUE;
}
