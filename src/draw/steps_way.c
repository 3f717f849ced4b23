/* steps_way.c - goes a way and, where that is asked for, aside of it: what each step makes and costs.
 *
 * Contents
 *   1. dependencies: configurations and moves of systems of dependencies
 *   2. phrases: those of systems of phrase structure
 *   3. way: from configuration to configuration
 *   4. sentences and trees: whose ways are gone
 */
#include "draw/steps.h"

#include <string.h>

#include "base/base.h"
#include "oracle/phrases.h"
#include "tbk/oracle.h"

/* 1. dependencies: configurations and moves of systems of dependencies. */

/* Adds the words of a list, its last one first. Of a long list only those next to that end are kept; the node
 * has its length, so that readers see there are more. */
static gboolean
add_words (TbkSteps *steps, const int *words, int n, GError **error)
{
  for (int i = n - 1; i >= MAX (0, n - STEPS_MOST_ITEMS); i--)
    if (!steps_add_item (steps, (StepsItem){ .label = -1, .left = words[i] }, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_items (TbkSteps *steps, const TbkConfiguration *c, GError **error)
{
  for (int i = c->depth - 1; i >= MAX (0, c->depth - STEPS_MOST_ITEMS); i--)
    if (!add_words (steps, &c->stack[i].word, 1, error))
      return FALSE;
  return add_words (steps, c->returned, c->n_returned, error)
         && add_words (steps, c->second, c->n_second, error);
}

/* Counts the gold arcs that are there; in a final configuration with those of words that hang on 0 then. */
static int
count_gold (const TbkSteps *steps, const TbkConfiguration *c)
{
  const gboolean hangs_rest = c->system->hangs_rest && tbk_configuration_is_final (c);
  int n = 0;

  for (int word = 1; word <= c->n; word++)
    n += c->heads[word] >= 0 ? c->heads[word] == steps->of_words.gold[word]
                             : hangs_rest && steps->of_words.gold[word] == 0;
  return n;
}

/* Finds the values of all transitions; *@is_known is FALSE where a search gives up. */
static gboolean
find_values (TbkSteps *steps, const TbkConfiguration *c, int *values, gboolean *is_known, GError **error)
{
  GError *local = NULL;

  *is_known = FALSE;
  if (steps->of_words.oracle == NULL)
    return TRUE;
  *is_known = tbk_oracle_values (steps->of_words.oracle, c, values, &local);
  if (*is_known)
    return TRUE;
  if (!g_error_matches (local, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, local);
    return FALSE;
  }
  g_error_free (local);
  return TRUE;
}

/* Adds the allowed moves. The cost of one is how much its value is less than the best: so many gold arcs more
 * are lost than need be. */
static gboolean
add_moves (TbkSteps *steps, const TbkConfiguration *c, const int *values, gboolean is_known, int best,
           GError **error)
{
  const guint allowed = tbk_configuration_allowed (c);

  for (int t = 0; t < c->system->n_transitions; t++) {
    const TbkTransition *transition = &c->system->transitions[t];
    StepsMove move = { .key = transition->key, .head = -1, .dependent = -1, .move = { .transition = t } };

    if ((allowed >> t & 1) == 0)
      continue;
    move.cost = !is_known ? STEPS_UNKNOWN : values[t] == TBK_IMPOSSIBLE ? STEPS_DEAD_END : best - values[t];
    move.makes = tbk_configuration_arc (c, transition, &move.head, &move.dependent);
    move.is_gold = move.makes && steps->of_words.gold[move.dependent] == move.head;
    if (!steps_add_move (steps, &move, error))
      return FALSE;
  }
  return TRUE;
}

/* Describes a configuration: its words, its loss, its moves. The value of a transition is how many gold arcs
 * can still be made after it. So of all that count those are lost that are neither there nor to come:
 *
 *   loss = counted - there - best value
 *
 * For the heads 2 0 4 2 four arcs count. If arc-standard shifts once more with `Nobody` and `read` on the
 * stack, the loss is 2.
 */
static gboolean
describe_words (TbkSteps *steps, const TbkConfiguration *c, GError **error)
{
  const gboolean is_final = tbk_configuration_is_final (c);
  int values[TBK_MAX_TRANSITIONS], best = TBK_IMPOSSIBLE;
  gboolean is_known = TRUE;
  StepsNode *node;

  if (!steps_add_node (steps, &node, error) || !add_items (steps, c, error))
    return FALSE;
  node->depth = c->depth;
  node->n_returned = c->n_returned;
  node->n_second = c->n_second;
  node->next = c->buffer;
  if (is_final) {
    node->loss = steps->of_words.n_counted - count_gold (steps, c);
    return TRUE;
  }
  if (!find_values (steps, c, values, &is_known, error))
    return FALSE;
  for (int t = 0; is_known && t < c->system->n_transitions; t++)
    best = MAX (best, values[t]);
  if (best != TBK_IMPOSSIBLE)
    node->loss = steps->of_words.n_counted - count_gold (steps, c) - best;
  return add_moves (steps, c, values, is_known, best, error);
}

/* 2. phrases: those of systems of phrase structure. */

/* Returns TRUE if @label over the span is gold, once more than it was built: a tree may have a constituent
 * twice, such as X over X over a word. */
static gboolean
is_gold (const TbkSteps *steps, const TbkPhraseConfiguration *c, TbkConstituent made)
{
  int n = 0;

  for (int g = 0; g < steps->of_phrases.gold->n_constituents; g++)
    n += memcmp (&steps->of_phrases.gold->constituents[g], &made, sizeof made) == 0;
  for (int b = 0; b < c->n_built; b++)
    n -= memcmp (&c->built[b], &made, sizeof made) == 0;
  return n > 0;
}

/* Returns TRUE if @transition, which is allowed, makes a constituent, and which one. Only reductions do;
 * bottom up they bring label and number of children, else the open phrase has the label. */
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
add_move (TbkSteps *steps, const TbkPhraseConfiguration *c, const TbkPhraseValues *values,
          TbkPhraseTransition transition, GError **error)
{
  StepsMove move = { .head = -1,
                     .dependent = -1,
                     .move = { .transition = -1, .phrase = transition },
                     .cost = phrase_values_loss (values, transition) - values->loss };

  g_string_truncate (steps->key, 0);
  tbk_phrase_transition_write (c->system, transition, steps->labels, steps->key);
  move.key = g_string_chunk_insert_const (steps->keys, steps->key->str);
  move.makes = makes_constituent (c, transition, &move.made);
  move.is_gold = move.makes && is_gold (steps, c, move.made);
  return steps_add_move (steps, &move, error);
}

/* Returns TRUE if some value is of @transition itself. */
static gboolean
has_value (const TbkPhraseValues *values, TbkPhraseTransition transition)
{
  const Move asked = { .phrase = transition };

  for (int v = 0; v < values->n; v++)
    if (steps_is_same (&(Move){ .phrase = values->values[v].transition }, &asked))
      return TRUE;
  return FALSE;
}

/* The number of the move of configuration @number that is @given, -1 if it is not among its moves. */
static int
find_move (const TbkSteps *steps, gsize number, const Move *given)
{
  const StepsNode *node = &steps->nodes[number];

  for (int m = 0; m < node->n_moves; m++)
    if (steps_is_same (&steps_moves (steps, node)[m].move, given))
      return m;
  return -1;
}

/* Adds the transitions that a value stands for: one, or those with the labels of the gold tree that have no
 * value of their own. A value without label is that of all labels that no other value names; labels that the
 * tree has not are as good as one another, and not listed. */
static gboolean
add_value (TbkSteps *steps, const TbkPhraseConfiguration *c, const TbkPhraseValues *values, int v,
           GError **error)
{
  TbkPhraseTransition transition = values->values[v].transition;
  const gboolean is_labelled =
      transition.act == TBK_PHRASE_OPEN
      || (transition.act == TBK_PHRASE_REDUCE && c->system->strategy == TBK_PHRASE_BOTTOM_UP);

  if (!is_labelled || transition.label >= 0)
    return add_move (steps, c, values, transition, error);
  for (guint l = 0; l < steps->of_phrases.labels->len; l++) {
    transition.label = g_array_index (steps->of_phrases.labels, int, l);
    if (!has_value (values, transition) && !add_move (steps, c, values, transition, error))
      return FALSE;
  }
  return TRUE;
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

/* Describes a configuration of phrases, like one of words. A move of the way that has no value of its own, of
 * a label that the gold tree has not, is added, so that the way can be shown. */
static gboolean
describe_phrases (TbkSteps *steps, const TbkPhraseConfiguration *c, const Move *given, GError **error)
{
  const TbkPhraseValues *values;
  StepsNode *node;

  if (!steps_add_node (steps, &node, error) || !phrases_add_items (steps, c, error))
    return FALSE;
  node->depth = c->depth;
  node->next = c->next;
  node->loss = tbk_phrase_oracle_loss (steps->of_phrases.oracle, c, error);
  if (node->loss < 0)
    return FALSE;
  if (tbk_phrase_configuration_is_final (c))
    return TRUE;
  values = tbk_phrase_oracle_values (steps->of_phrases.oracle, c, error);
  if (values == NULL)
    return FALSE;
  for (int v = 0; v < values->n; v++)
    if (!add_value (steps, c, values, v, error))
      return FALSE;
  if (given != NULL && find_move (steps, steps->n_nodes - 1, given) < 0
      && !add_move (steps, c, values, given->phrase, error))
    return FALSE;
  steps_limit_moves (steps, given);
  return TRUE;
}

/* 3. way: from configuration to configuration. */

/* Appends the configuration of @machine with its moves, @given among them, if that is not NULL. */
static gboolean
describe (TbkSteps *steps, const Machine *machine, const Move *given, GError **error)
{
  return steps_is_of_words (steps) ? describe_words (steps, &machine->words, error)
                                   : describe_phrases (steps, &machine->phrases, given, error);
}

/* Makes configuration @to what move @by of @from leads to. */
static void
join (TbkSteps *steps, int from, int by, int to, gboolean is_new)
{
  steps->moves[steps->nodes[from].moves + (gsize) by].next = to;
  if (is_new) {
    steps->nodes[to].from = from;
    steps->nodes[to].by = by;
  }
}

/* Sets *@number to the number under which the configuration of @machine was met. Returns FALSE if it is new;
 * then the next node is expected to be this one. Configurations are the same if all that decides about moves
 * to come is the same (append_identity()). */
static gboolean
was_met (TbkSteps *steps, const Machine *machine, int *number)
{
  gpointer value;
  GBytes *identity;

  g_string_truncate (steps->identity, 0);
  machine->kind->append_identity (machine, steps->identity);
  identity = g_bytes_new (steps->identity->str, steps->identity->len);
  if (g_hash_table_lookup_extended (steps->met, identity, NULL, &value)) {
    g_bytes_unref (identity);
    *number = GPOINTER_TO_INT (value);
    return TRUE;
  }
  g_hash_table_insert (steps->met, identity, GINT_TO_POINTER ((int) steps->n_nodes));
  return FALSE;
}

/* The first of the best moves of configuration @number, -1 if none is known. */
static int
find_best (const TbkSteps *steps, int number)
{
  const StepsNode *node = &steps->nodes[number];

  for (int m = 0; m < node->n_moves; m++)
    if (steps_moves (steps, node)[m].cost == 0)
      return m;
  return -1;
}

/* Goes on from configuration @from, where the machine is aside, by move @by, and then by best moves, until
 * that is known. Most ways aside come back to one that was met soon, so few configurations are new. Where no
 * best move is known, the way ends. */
static gboolean
go_aside (TbkSteps *steps, int from, int by, GError **error)
{
  Machine *aside = &steps->machines[STEPS_ASIDE];

  while (by >= 0) {
    const Move move = steps_moves (steps, &steps->nodes[from])[by].move;
    int number = (int) steps->n_nodes;

    if (!aside->kind->take (aside, &move, error))
      return FALSE;
    if (was_met (steps, aside, &number)) {
      join (steps, from, by, number, FALSE);
      return TRUE;
    }
    if (!describe (steps, aside, NULL, error))
      return FALSE;
    join (steps, from, by, number, TRUE);
    by = find_best (steps, number);
    steps->nodes[number].taken = by;
    from = number;
  }
  return TRUE;
}

/* Looks behind the moves of the configurations of the way that are not taken. The way is gone once more,
 * since nodes are no machines: at each of its configurations the machine is copied for each such move. */
static gboolean
explore (TbkSteps *steps, int n_words, GError **error)
{
  Machine *way = &steps->machines[STEPS_WAY], *aside = &steps->machines[STEPS_ASIDE];

  if (!machine_start (way, n_words, error))
    return FALSE;
  for (int number = 0; number <= steps->length; number++) {
    const int taken = steps->nodes[number].taken,
              n = MIN (steps->nodes[number].n_moves, TBK_STEPS_MOST_FOLLOWED);

    for (int m = 0; m < n; m++)
      if (m != taken && (!way->kind->copy (aside, way, error) || !go_aside (steps, number, m, error)))
        return FALSE;
    if (taken >= 0) {
      const Move move = steps_moves (steps, &steps->nodes[number])[taken].move;

      if (!way->kind->take (way, &move, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Transition @i of the way that is given. */
static Move
given_at (const TbkSteps *steps, gsize i)
{
  if (steps_is_of_words (steps))
    return (Move){ .transition = steps->of_words.transitions[i] };
  return (Move){ .transition = -1, .phrase = steps->of_phrases.transitions[i] };
}

static const char *
find_obstacle (const TbkSteps *steps, const Move *move)
{
  const Machine *way = &steps->machines[STEPS_WAY];

  return steps_is_of_words (steps) && machine_is_final (way) ? "the configuration is final"
                                                             : way->kind->obstacle (way, move);
}

/* Says why the way ends at transition @i of @length that are given, if it should not. */
static void
find_problem (TbkSteps *steps, gsize i, gsize length)
{
  const Machine *way = &steps->machines[STEPS_WAY];

  if (i == length && !machine_is_final (way)) {
    g_string_assign (steps->problem, "the transitions end here, before the tree is complete");
  } else if (i < length) {
    const Move given = given_at (steps, i);

    way->kind->write_key (way, &given, steps->labels, steps->problem);
    g_string_append_printf (steps->problem, " is not allowed: %s", find_obstacle (steps, &given));
  }
}

/* Goes the way of @length transitions through @n words, and aside if asked for. Each configuration is
 * described before its transition is taken, so a way of n transitions has n + 1 nodes. The way ends early at
 * a transition that is not allowed. Ways aside come last: their nodes have numbers behind those of the
 * way. */
static gboolean
go (TbkSteps *steps, int n, gsize length, gboolean explores, GError **error)
{
  Machine *way = &steps->machines[STEPS_WAY];
  gsize i = 0;
  int known;

  steps->n_nodes = steps->n_items = steps->n_moves = 0;
  g_string_truncate (steps->problem, 0);
  g_hash_table_remove_all (steps->met);
  if (!machine_start (way, n, error))
    return FALSE;
  for (;; i++) {
    const int number = (int) steps->n_nodes;
    const Move given = i < length ? given_at (steps, i) : (Move){ .transition = -1 };
    const gboolean goes_on = i < length && find_obstacle (steps, &given) == NULL;

    if (explores)
      was_met (steps, way, &known);
    if (!describe (steps, way, goes_on ? &given : NULL, error))
      return FALSE;
    if (number > 0)
      join (steps, number - 1, steps->nodes[number - 1].taken, number, TRUE);
    steps->length = number;
    if (!goes_on)
      break;
    steps->nodes[number].taken = find_move (steps, (gsize) number, &given);
    if (!way->kind->take (way, &given, error))
      return FALSE;
  }
  find_problem (steps, i, length);
  return !explores || explore (steps, n, error);
}

/* 4. sentences and trees: whose ways are gone. */

/* A system whose exact oracle is not known may still have a static one. Then ways can be shown, with costs
 * that are not known. */
static TbkSteps *
new_of_words (const TbkSystem *system, int policy, GError **error)
{
  g_autoptr (TbkStaticOracle) guide = NULL;
  TbkOracle *oracle;
  TbkSteps *steps;

  oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, error);
  if (oracle == NULL && (guide = tbk_static_oracle_new (system, NULL, NULL)) == NULL)
    return NULL;
  if (oracle == NULL)
    g_clear_error (error);
  steps = steps_new (system->name, "arc", "arcs", "lost");
  for (int m = 0; m < STEPS_N_MACHINES; m++)
    machine_init (&steps->machines[m], system);
  steps->of_words.oracle = oracle;
  steps->of_words.policy = policy;
  steps->policy = oracle != NULL ? system->policies[policy].name : NULL;
  return steps;
}

static TbkSteps *
new_of_phrases (const TbkPhraseSystem *system, GError **error)
{
  TbkPhraseOracle *oracle = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, error);
  TbkSteps *steps;

  if (oracle == NULL)
    return NULL;
  steps = steps_new (system->name, "constituent", "constituents", "missing or wrong");
  for (int m = 0; m < STEPS_N_MACHINES; m++)
    machine_init_phrases (&steps->machines[m], system, NULL);
  steps->of_phrases.oracle = oracle;
  steps->of_phrases.labels = g_array_new (FALSE, FALSE, sizeof (int));
  return steps;
}

TbkSteps *
tbk_steps_new (const TbkSystem *system, int policy, const TbkPhraseSystem *phrases, GError **error)
{
  g_return_val_if_fail ((system == NULL) != (phrases == NULL), NULL);
  return system != NULL ? new_of_words (system, policy, error) : new_of_phrases (phrases, error);
}

static gboolean
reserve (TbkSteps *steps, int n, GError **error)
{
  return ROOM_RESERVE (&steps->room, n + 1, ARRAY (steps->words), ARRAY (steps->relations))
         || memory_fail (error, "a sentence of %d words", n);
}

/* Keeps the forms of words by their numbers. */
static gboolean
set_words (TbkSteps *steps, const TbkDrawnSentence *sentence, GError **error)
{
  int word = 0;

  if (!reserve (steps, sentence->n, error))
    return FALSE;
  steps->words[0] = (TbkPiece){ "0", 1 };
  steps->relations[0] = (TbkPiece){ "", 0 };
  for (int row = 0; row < sentence->n_rows && word < sentence->n; row++)
    if (sentence->rows[row].kind == TBK_DRAWN_WORD) {
      steps->words[++word] = sentence->rows[row].form;
      steps->relations[word] = sentence->rows[row].relation;
    }
  return TRUE;
}

gboolean
tbk_steps_set_sentence (TbkSteps *steps, const TbkDrawnSentence *sentence, const guint8 *transitions,
                        gsize length, gboolean explores, GError **error)
{
  const TbkSystem *system = steps->machines[STEPS_WAY].system;
  StepsOfWords *of_words = &steps->of_words;

  g_return_val_if_fail (system != NULL && sentence != NULL, FALSE);
  for (gsize i = 0; i < length; i++)
    g_return_val_if_fail (transitions[i] < system->n_transitions, FALSE);
  of_words->gold = sentence->heads;
  of_words->transitions = transitions;
  /* Arcs from 0 do not count where no transition can make them. */
  of_words->n_counted = 0;
  for (int word = 1; word <= sentence->n; word++)
    of_words->n_counted += of_words->gold[word] != 0 || !system->starts_empty || system->hangs_rest;
  if ((of_words->oracle != NULL
       && !tbk_oracle_set_gold (of_words->oracle, of_words->gold, sentence->n, error))
      || !set_words (steps, sentence, error))
    return FALSE;
  steps->n_words = sentence->n + 1;
  steps->first = 1;
  steps->text = sentence->text;
  return go (steps, sentence->n, length, explores, error);
}

static gboolean
set_words_of_tree (TbkSteps *steps, const TbkBracketTree *tree, GError **error)
{
  if (!reserve (steps, tree->n, error))
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form != NULL)
      steps->words[tree->nodes[i].left] =
          (TbkPiece){ tree->nodes[i].form, (gsize) tree->nodes[i].form_length };
  return TRUE;
}

static void
set_labels (StepsOfPhrases *p)
{
  g_array_set_size (p->labels, 0);
  for (int g = 0; g < p->gold->n_constituents; g++) {
    const int label = p->gold->constituents[g].label;
    gboolean is_there = FALSE;

    for (guint l = 0; l < p->labels->len; l++)
      is_there = is_there || g_array_index (p->labels, int, l) == label;
    if (!is_there)
      g_array_append_val (p->labels, label);
  }
}

gboolean
tbk_steps_set_tree (TbkSteps *steps, const TbkBracketTree *tree, const TbkPhraseTree *gold,
                    const TbkVocabulary *labels, const TbkPhraseTransition *transitions, gsize length,
                    gboolean explores, GError **error)
{
  StepsOfPhrases *of_phrases = &steps->of_phrases;

  g_return_val_if_fail (!steps_is_of_words (steps) && tree->n == gold->n, FALSE);
  of_phrases->gold = gold;
  of_phrases->transitions = transitions;
  set_labels (of_phrases);
  if (!tbk_phrase_oracle_set_gold (of_phrases->oracle, gold, error)
      || !set_words_of_tree (steps, tree, error))
    return FALSE;
  steps->n_words = tree->n;
  steps->first = 0;
  steps->labels = labels;
  return go (steps, tree->n, length, explores, error);
}
