/* steps_kinds.c - how dependencies and phrase structure step.
 *
 * Contents
 *   1. dependencies: the steps of systems of dependencies
 *   2. phrases: the steps of systems of phrase structure
 */
#include "draw/steps.h"

#include <string.h>

#include "base/base.h"
#include "tbk/static_oracle.h"

/* 1. dependencies: the steps of systems of dependencies. */

typedef struct {
  const TbkSystem *system;
  TbkOracle *oracle; /* NULL: of a static oracle no costs are known */
  TbkConfiguration configurations[STEPS_N_SLOTS];
  const int *gold;
  int n, n_counted;          /* words, and those whose arcs count */
  const guint8 *transitions; /* of the way */
  TbkPiece *words;
  int n_words_allocated;
} Dependencies;

static gboolean
start (gpointer machine, GError **error)
{
  Dependencies *d = machine;

  return tbk_configuration_start (&d->configurations[STEPS_WAY], d->system, d->n, error);
}

static gboolean
add_word (TbkSteps *steps, int word, GError **error)
{
  return steps_add_item (steps, (StepsItem){ .label = -1, .left = word }, error);
}

static gboolean
add_items (TbkSteps *steps, const TbkConfiguration *c, GError **error)
{
  for (int i = c->depth - 1; i >= MAX (0, c->depth - STEPS_MOST_ITEMS); i--)
    if (!add_word (steps, c->stack[i].word, error))
      return FALSE;
  for (int i = c->n_returned - 1; i >= MAX (0, c->n_returned - STEPS_MOST_ITEMS); i--)
    if (!add_word (steps, c->returned[i], error))
      return FALSE;
  for (int i = c->n_second - 1; i >= MAX (0, c->n_second - STEPS_MOST_ITEMS); i--)
    if (!add_word (steps, c->second[i], error))
      return FALSE;
  return TRUE;
}

/* The gold arcs that are there; in a final configuration with those of words that hang on 0 then. */
static int
count_gold (const Dependencies *d, const TbkConfiguration *c)
{
  const gboolean hangs_rest = d->system->hangs_rest && tbk_configuration_is_final (c);
  int n = 0;

  for (int word = 1; word <= d->n; word++)
    n += c->heads[word] >= 0 ? c->heads[word] == d->gold[word] : hangs_rest && d->gold[word] == 0;
  return n;
}

/* Finds the values of all transitions; *@is_known is FALSE where a search gives up. */
static gboolean
find_values (Dependencies *d, const TbkConfiguration *c, int *values, gboolean *is_known, GError **error)
{
  GError *local = NULL;

  *is_known = FALSE;
  if (d->oracle == NULL)
    return TRUE;
  *is_known = tbk_oracle_values (d->oracle, c, values, &local);
  if (*is_known)
    return TRUE;
  if (!g_error_matches (local, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, local);
    return FALSE;
  }
  g_error_free (local);
  return TRUE;
}

static gboolean
add_moves (const Dependencies *d, const TbkConfiguration *c, const int *values, gboolean is_known, int best,
           TbkSteps *steps, GError **error)
{
  const guint allowed = tbk_configuration_allowed (c);

  for (int t = 0; t < d->system->n_transitions; t++) {
    const TbkTransition *transition = &d->system->transitions[t];
    TbkStepsMove move = { .key = transition->key, .head = -1, .dependent = -1, .transition = t };

    if ((allowed >> t & 1) == 0)
      continue;
    move.cost = !is_known                     ? TBK_STEPS_UNKNOWN
                : values[t] == TBK_IMPOSSIBLE ? TBK_STEPS_DEAD_END
                                              : best - values[t];
    move.makes = tbk_configuration_arc (c, transition, &move.head, &move.dependent);
    move.is_gold = move.makes && d->gold[move.dependent] == move.head;
    if (!steps_add_move (steps, &move, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
describe (gpointer machine, int slot, TbkSteps *steps, const TbkStepsMove *given, GError **error)
{
  Dependencies *d = machine;
  const TbkConfiguration *c = &d->configurations[slot];
  const gboolean is_final = tbk_configuration_is_final (c);
  int values[TBK_MAX_TRANSITIONS], best = TBK_IMPOSSIBLE;
  gboolean is_known = TRUE;
  StepsNode *node;

  (void) given;
  if (!steps_add_node (steps, &node, error) || !add_items (steps, c, error))
    return FALSE;
  node->depth = c->depth;
  node->n_returned = c->n_returned;
  node->n_second = c->n_second;
  node->next = c->buffer;
  if (is_final) {
    node->loss = d->n_counted - count_gold (d, c);
    return TRUE;
  }
  if (!find_values (d, c, values, &is_known, error))
    return FALSE;
  for (int t = 0; is_known && t < d->system->n_transitions; t++)
    best = MAX (best, values[t]);
  if (best != TBK_IMPOSSIBLE)
    node->loss = d->n_counted - count_gold (d, c) - best;
  return add_moves (d, c, values, is_known, best, steps, error);
}

static gboolean
take (gpointer machine, int slot, const TbkStepsMove *move, GError **error)
{
  Dependencies *d = machine;

  return tbk_configuration_step (&d->configurations[slot], &d->system->transitions[move->transition], error);
}

static gboolean
copy (gpointer machine, int to, int from, GError **error)
{
  Dependencies *d = machine;

  return tbk_configuration_copy (&d->configurations[to], &d->configurations[from], error);
}

static gboolean
is_final (gpointer machine, int slot)
{
  return tbk_configuration_is_final (&((Dependencies *) machine)->configurations[slot]);
}

static void
append_integers (GString *identity, const int *integers, int n)
{
  g_string_append_len (identity, (const char *) &n, sizeof n);
  if (n > 0)
    g_string_append_len (identity, (const char *) integers, (gssize) ((gsize) n * sizeof *integers));
}

static void
append_identity (gpointer machine, int slot, GString *identity)
{
  const TbkConfiguration *c = &((Dependencies *) machine)->configurations[slot];
  const int rest[] = { c->depth, c->buffer, c->is_second_active, c->has_switched };

  append_integers (identity, rest, G_N_ELEMENTS (rest));
  for (int i = 0; i < c->depth; i++)
    append_integers (identity, (const int[]){ c->stack[i].word, (int) c->stack[i].label }, 2);
  append_integers (identity, c->heads + 1, c->n);
  append_integers (identity, c->returned, c->n_returned);
  append_integers (identity, c->second, c->n_second);
}

static void
give (gpointer machine, gsize i, TbkStepsMove *move)
{
  const Dependencies *d = machine;

  move->transition = d->transitions[i];
  move->key = d->system->transitions[move->transition].key;
}

static const char *
obstacle (gpointer machine, int slot, const TbkStepsMove *move)
{
  const Dependencies *d = machine;

  return tbk_configuration_is_final (&d->configurations[slot])
             ? "the configuration is final"
             : tbk_configuration_obstacle (&d->configurations[slot],
                                           &d->system->transitions[move->transition]);
}

static gboolean
is_same (const TbkStepsMove *move, const TbkStepsMove *other)
{
  return move->transition == other->transition;
}

static void
free_machine (gpointer machine)
{
  Dependencies *d = machine;

  tbk_oracle_free (d->oracle);
  for (int slot = 0; slot < STEPS_N_SLOTS; slot++)
    tbk_configuration_clear (&d->configurations[slot]);
  g_free (d->words);
  g_free (d);
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

/* The policy under which all computations count. */
static int
find_policy (const TbkSystem *system)
{
  const int free = tbk_system_policy (system, "free"), none = tbk_system_policy (system, "none");

  return free >= 0 ? free : MAX (none, 0);
}

TbkSteps *
tbk_steps_new (const TbkSystem *system, GError **error)
{
  g_autoptr (TbkStaticOracle) guide = NULL;
  TbkOracle *oracle;
  Dependencies *d;
  TbkSteps *steps;

  g_return_val_if_fail (system != NULL, NULL);
  oracle = tbk_oracle_new (system, find_policy (system), TBK_METHOD_EXACT, error);
  if (oracle == NULL && (guide = tbk_static_oracle_new (system, NULL, NULL)) == NULL)
    return NULL;
  if (oracle == NULL)
    g_clear_error (error);
  d = g_new0 (Dependencies, 1);
  d->system = system;
  d->oracle = oracle;
  steps = steps_new (&kind, d, system->name, "arc", "arcs", "lost");
  steps->about = system->about;
  steps->transitions = system->transitions;
  steps->n_transitions = system->n_transitions;
  return steps;
}

/* Keeps the forms of words by their numbers. */
static gboolean
set_words (Dependencies *d, const TbkDrawnSentence *sentence, GError **error)
{
  int word = 0;

  if (!reserve_words (&d->words, &d->n_words_allocated, sentence->n, sizeof *d->words, error))
    return FALSE;
  d->words[0] = (TbkPiece){ "0", 1 };
  for (int row = 0; row < sentence->n_rows && word < sentence->n; row++)
    if (sentence->rows[row].kind == TBK_DRAWN_WORD)
      d->words[++word] = sentence->rows[row].form;
  return TRUE;
}

gboolean
tbk_steps_set_sentence (TbkSteps *steps, const TbkDrawnSentence *sentence, const guint8 *transitions,
                        gsize length, gboolean explores, GError **error)
{
  Dependencies *d = steps->machine;

  g_return_val_if_fail (steps->kind == &kind && sentence != NULL, FALSE);
  for (gsize i = 0; i < length; i++)
    g_return_val_if_fail (transitions[i] < d->system->n_transitions, FALSE);
  d->gold = sentence->heads;
  d->n = sentence->n;
  d->transitions = transitions;
  d->n_counted = 0;
  for (int word = 1; word <= d->n; word++)
    d->n_counted += d->gold[word] != 0 || !d->system->starts_empty || d->system->hangs_rest;
  if ((d->oracle != NULL && !tbk_oracle_set_gold (d->oracle, d->gold, d->n, error))
      || !set_words (d, sentence, error))
    return FALSE;
  steps->words = d->words;
  steps->n_words = d->n + 1;
  steps->first = 1;
  steps->text = sentence->text;
  steps->heads = sentence->heads;
  steps->hangs_rest = d->system->hangs_rest;
  return steps_go (steps, length, explores, error);
}

/* 2. phrases: the steps of systems of phrase structure. */

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
phrases_start (gpointer machine, GError **error)
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
phrases_is_same (const TbkStepsMove *move, const TbkStepsMove *other)
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
    if (phrases_is_same (&(TbkStepsMove){ .phrase = values->values[v].transition }, &asked))
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
    if (phrases_is_same (&steps_moves (steps, node)[m], given))
      return TRUE;
  return FALSE;
}

static gboolean
phrases_add_items (TbkSteps *steps, const TbkPhraseConfiguration *c, GError **error)
{
  for (int i = c->depth - 1; i >= MAX (0, c->depth - STEPS_MOST_ITEMS); i--) {
    const TbkPhraseElement *element = &c->stack[i];

    if (!steps_add_item (steps, (StepsItem){ element->label, element->left, element->right }, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
phrases_describe (gpointer machine, int slot, TbkSteps *steps, const TbkStepsMove *given, GError **error)
{
  Phrases *p = machine;
  const TbkPhraseConfiguration *c = &p->configurations[slot];
  const TbkPhraseValues *values;
  StepsNode *node;

  if (!steps_add_node (steps, &node, error) || !phrases_add_items (steps, c, error))
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
phrases_take (gpointer machine, int slot, const TbkStepsMove *move, GError **error)
{
  return tbk_phrase_configuration_step (&((Phrases *) machine)->configurations[slot], move->phrase, error);
}

static gboolean
phrases_copy (gpointer machine, int to, int from, GError **error)
{
  Phrases *p = machine;

  return tbk_phrase_configuration_copy (&p->configurations[to], &p->configurations[from], error);
}

static gboolean
phrases_is_final (gpointer machine, int slot)
{
  return tbk_phrase_configuration_is_final (&((Phrases *) machine)->configurations[slot]);
}

static void
phrases_append_integers (GString *identity, const int *integers, gsize n)
{
  g_string_append_len (identity, (const char *) integers, (gssize) (n * sizeof *integers));
}

static void
phrases_append_identity (gpointer machine, int slot, GString *identity)
{
  const TbkPhraseConfiguration *c = &((Phrases *) machine)->configurations[slot];

  phrases_append_integers (identity,
                           (const int[]){ c->depth, c->next, c->is_finished, c->n_unary, c->n_built }, 5);
  for (int i = 0; i < c->depth; i++)
    phrases_append_integers (identity,
                             (const int[]){ c->stack[i].label, c->stack[i].left, c->stack[i].right }, 3);
  for (int b = 0; b < c->n_built; b++)
    phrases_append_integers (identity,
                             (const int[]){ c->built[b].label, c->built[b].left, c->built[b].right }, 3);
}

static void
phrases_give (gpointer machine, gsize i, TbkStepsMove *move)
{
  Phrases *p = machine;

  move->phrase = p->transitions[i];
  g_string_truncate (p->key, 0);
  tbk_phrase_transition_write (p->system, move->phrase, p->labels, p->key);
  move->key = p->key->str;
}

static const char *
phrases_obstacle (gpointer machine, int slot, const TbkStepsMove *move)
{
  return tbk_phrase_configuration_obstacle (&((Phrases *) machine)->configurations[slot], move->phrase);
}

static void
phrases_free_machine (gpointer machine)
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

static const StepsKind phrases_kind = { .start = phrases_start,
                                        .describe = phrases_describe,
                                        .take = phrases_take,
                                        .copy = phrases_copy,
                                        .is_final = phrases_is_final,
                                        .append_identity = phrases_append_identity,
                                        .give = phrases_give,
                                        .obstacle = phrases_obstacle,
                                        .is_same = phrases_is_same,
                                        .free = phrases_free_machine };

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
  steps = steps_new (&phrases_kind, p, system->name, "constituent", "constituents", "missing or wrong");
  steps->phrases = system;
  return steps;
}

static gboolean
phrases_set_words (Phrases *p, const TbkBracketTree *tree, GError **error)
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

  g_return_val_if_fail (steps->kind == &phrases_kind && tree->n == gold->n, FALSE);
  p->gold = gold;
  p->labels = labels;
  p->transitions = transitions;
  set_labels (p);
  if (!tbk_phrase_oracle_set_gold (p->oracle, gold, error) || !phrases_set_words (p, tree, error))
    return FALSE;
  steps->words = p->words;
  steps->n_words = tree->n;
  steps->first = 0;
  steps->constituents = gold->constituents;
  steps->n_constituents = gold->n_constituents;
  steps->labels = labels;
  return steps_go (steps, length, explores, error);
}
