/* phrases.c - the steps of systems of phrase structure. */
#include "steps/steps.h"

#include <string.h>

#include "base/memory.h"

typedef struct {
  const TbkPhraseSystem *system;
  TbkPhraseOracle *oracle;
  TbkPhraseConfiguration configurations[STEPS_N_SLOTS];
  const TbkPhraseTree *gold;
  const TbkVocabulary *labels;
  GArray *gold_labels;                    /* each once */
  const TbkPhraseTransition *transitions; /* of the way */
  GString *key;
  TbkPiece *words;
  int n_words_allocated;
} Phrases;

static gboolean
start (gpointer machine, GError **error)
{
  Phrases *p = machine;

  (void) error;
  tbk_phrase_configuration_start (&p->configurations[STEPS_WAY], p->system, p->gold->n);
  return TRUE;
}

/* Whether @label over the span is gold, once more than it was built. */
static gboolean
is_gold (const Phrases *p, const TbkPhraseConfiguration *c, TbkConstituent made)
{
  int n = 0;

  for (int g = 0; g < p->gold->n_constituents; g++)
    n += memcmp (&p->gold->constituents[g], &made, sizeof made) == 0;
  for (int b = 0; b < c->n_built; b++)
    n -= memcmp (&c->built[b], &made, sizeof made) == 0;
  return n > 0;
}

/* Whether @transition, which is allowed, makes a constituent, and which one. */
static gboolean
makes_constituent (const TbkPhraseConfiguration *c, TbkPhraseTransition transition, TbkConstituent *made)
{
  if (transition.act != TBK_PHRASE_REDUCE)
    return FALSE;
  if (c->system->strategy == TBK_PHRASE_BOTTOM_UP)
    *made = (TbkConstituent){ transition.label, c->stack[c->depth - transition.n_children].left, c->next };
  else
    *made = (TbkConstituent){ c->stack[c->top_open].label, c->stack[c->top_open].left, c->next };
  return TRUE;
}

static gboolean
add_move (Phrases *p, const TbkPhraseConfiguration *c, const TbkPhraseValues *values,
          TbkPhraseTransition transition, TbkSteps *steps, GError **error)
{
  TbkStepsMove move = { .head = -1,
                        .dependent = -1,
                        .transition = -1,
                        .phrase = transition,
                        .cost = tbk_phrase_values_loss (values, transition) - values->loss };

  g_string_truncate (p->key, 0);
  tbk_phrase_transition_write (p->system, transition, p->labels, p->key);
  move.key = g_string_chunk_insert_const (steps->keys, p->key->str);
  move.makes = makes_constituent (c, transition, &move.made);
  move.is_gold = move.makes && is_gold (p, c, move.made);
  return steps_add_move (steps, &move, error);
}

static gboolean
is_same (const TbkStepsMove *move, const TbkStepsMove *other)
{
  return move->phrase.act == other->phrase.act && move->phrase.label == other->phrase.label
         && move->phrase.n_children == other->phrase.n_children;
}

/* Whether some value is of @transition itself. */
static gboolean
has_value (const TbkPhraseValues *values, TbkPhraseTransition transition)
{
  const TbkStepsMove asked = { .phrase = transition };

  for (int v = 0; v < values->n; v++)
    if (is_same (&(TbkStepsMove){ .phrase = values->values[v].transition }, &asked))
      return TRUE;
  return FALSE;
}

/* Adds the transitions that a value stands for: one, or those with the labels of the gold tree that have no value of
 * their own. */
static gboolean
add_value (Phrases *p, const TbkPhraseConfiguration *c, const TbkPhraseValues *values, int v, TbkSteps *steps,
           GError **error)
{
  TbkPhraseTransition transition = values->values[v].transition;
  const gboolean is_labelled =
      transition.act == TBK_PHRASE_OPEN
      || (transition.act == TBK_PHRASE_REDUCE && p->system->strategy == TBK_PHRASE_BOTTOM_UP);

  if (!is_labelled || transition.label >= 0)
    return add_move (p, c, values, transition, steps, error);
  for (guint l = 0; l < p->gold_labels->len; l++) {
    transition.label = g_array_index (p->gold_labels, int, l);
    if (!has_value (values, transition) && !add_move (p, c, values, transition, steps, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether the last configuration has @given among its moves. */
static gboolean
has_move (const TbkSteps *steps, const TbkStepsMove *given)
{
  const StepsNode *node = &steps->nodes[steps->n_nodes - 1];

  for (int m = 0; m < node->n_moves; m++)
    if (is_same (&steps_moves (steps, node)[m], given))
      return TRUE;
  return FALSE;
}

static gboolean
add_items (TbkSteps *steps, const TbkPhraseConfiguration *c, GError **error)
{
  for (int i = c->depth - 1; i >= MAX (0, c->depth - STEPS_MOST_ITEMS); i--) {
    const TbkPhraseElement *element = &c->stack[i];

    if (!steps_add_item (steps, (StepsItem){ element->label, element->left, element->right }, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
describe (gpointer machine, int slot, TbkSteps *steps, const TbkStepsMove *given, GError **error)
{
  Phrases *p = machine;
  const TbkPhraseConfiguration *c = &p->configurations[slot];
  const TbkPhraseValues *values;
  StepsNode *node;

  if (!steps_add_node (steps, &node, error) || !add_items (steps, c, error))
    return FALSE;
  node->depth = c->depth;
  node->next = c->next;
  node->loss = tbk_phrase_oracle_loss (p->oracle, c, error);
  if (node->loss < 0)
    return FALSE;
  if (tbk_phrase_configuration_is_final (c))
    return TRUE;
  values = tbk_phrase_oracle_values (p->oracle, c, error);
  if (values == NULL)
    return FALSE;
  for (int v = 0; v < values->n; v++)
    if (!add_value (p, c, values, v, steps, error))
      return FALSE;
  if (given != NULL && !has_move (steps, given) && !add_move (p, c, values, given->phrase, steps, error))
    return FALSE;
  steps_limit_moves (steps, given);
  return TRUE;
}

static gboolean
take (gpointer machine, int slot, const TbkStepsMove *move, GError **error)
{
  return tbk_phrase_configuration_step (&((Phrases *) machine)->configurations[slot], move->phrase, error);
}

static gboolean
copy (gpointer machine, int to, int from, GError **error)
{
  Phrases *p = machine;

  return tbk_phrase_configuration_copy (&p->configurations[to], &p->configurations[from], error);
}

static gboolean
is_final (gpointer machine, int slot)
{
  return tbk_phrase_configuration_is_final (&((Phrases *) machine)->configurations[slot]);
}

static void
append_integers (GString *identity, const int *integers, gsize n)
{
  g_string_append_len (identity, (const char *) integers, (gssize) (n * sizeof *integers));
}

static void
append_identity (gpointer machine, int slot, GString *identity)
{
  const TbkPhraseConfiguration *c = &((Phrases *) machine)->configurations[slot];

  append_integers (identity, (const int[]){ c->depth, c->next, c->is_finished, c->n_unary, c->n_built }, 5);
  for (int i = 0; i < c->depth; i++)
    append_integers (identity, (const int[]){ c->stack[i].label, c->stack[i].left, c->stack[i].right }, 3);
  for (int b = 0; b < c->n_built; b++)
    append_integers (identity, (const int[]){ c->built[b].label, c->built[b].left, c->built[b].right }, 3);
}

static void
give (gpointer machine, gsize i, TbkStepsMove *move)
{
  Phrases *p = machine;

  move->phrase = p->transitions[i];
  g_string_truncate (p->key, 0);
  tbk_phrase_transition_write (p->system, move->phrase, p->labels, p->key);
  move->key = p->key->str;
}

static const char *
obstacle (gpointer machine, int slot, const TbkStepsMove *move)
{
  return tbk_phrase_configuration_obstacle (&((Phrases *) machine)->configurations[slot], move->phrase);
}

static void
free_machine (gpointer machine)
{
  Phrases *p = machine;

  tbk_phrase_oracle_free (p->oracle);
  for (int slot = 0; slot < STEPS_N_SLOTS; slot++)
    tbk_phrase_configuration_clear (&p->configurations[slot]);
  g_array_free (p->gold_labels, TRUE);
  g_string_free (p->key, TRUE);
  g_free (p->words);
  g_free (p);
}

static const StepsKind kind = { .start = start,
                                .describe = describe,
                                .take = take,
                                .copy = copy,
                                .is_final = is_final,
                                .append_identity = append_identity,
                                .give = give,
                                .obstacle = obstacle,
                                .is_same = is_same,
                                .free = free_machine };

TbkSteps *
tbk_steps_new_phrases (const TbkPhraseSystem *system, GError **error)
{
  TbkPhraseOracle *oracle;
  TbkSteps *steps;
  Phrases *p;

  g_return_val_if_fail (system != NULL, NULL);
  oracle = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, error);
  if (oracle == NULL)
    return NULL;
  p = g_new0 (Phrases, 1);
  p->system = system;
  p->oracle = oracle;
  p->gold_labels = g_array_new (FALSE, FALSE, sizeof (int));
  p->key = g_string_new (NULL);
  steps = steps_new (&kind, p, system->name, "constituent", "constituents", "missing or wrong");
  steps->phrases = system;
  return steps;
}

static gboolean
set_words (Phrases *p, const TbkBracketTree *tree, GError **error)
{
  if (!reserve_words (&p->words, &p->n_words_allocated, tree->n, sizeof *p->words, error))
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form != NULL)
      p->words[tree->nodes[i].left] = (TbkPiece){ tree->nodes[i].form, (gsize) tree->nodes[i].form_length };
  return TRUE;
}

static void
set_labels (Phrases *p)
{
  g_array_set_size (p->gold_labels, 0);
  for (int g = 0; g < p->gold->n_constituents; g++) {
    const int label = p->gold->constituents[g].label;
    gboolean is_there = FALSE;

    for (guint l = 0; l < p->gold_labels->len; l++)
      is_there = is_there || g_array_index (p->gold_labels, int, l) == label;
    if (!is_there)
      g_array_append_val (p->gold_labels, label);
  }
}

gboolean
tbk_steps_set_tree (TbkSteps *steps, const TbkBracketTree *tree, const TbkPhraseTree *gold,
                    const TbkVocabulary *labels, const TbkPhraseTransition *transitions, gsize length,
                    gboolean explores, GError **error)
{
  Phrases *p = steps->machine;

  g_return_val_if_fail (steps->kind == &kind && tree->n == gold->n, FALSE);
  p->gold = gold;
  p->labels = labels;
  p->transitions = transitions;
  set_labels (p);
  if (!tbk_phrase_oracle_set_gold (p->oracle, gold, error) || !set_words (p, tree, error))
    return FALSE;
  steps->words = p->words;
  steps->n_words = tree->n;
  steps->first = 0;
  steps->constituents = gold->constituents;
  steps->n_constituents = gold->n_constituents;
  steps->labels = labels;
  return steps_go (steps, length, explores, error);
}
