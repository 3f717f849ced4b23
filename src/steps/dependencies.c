/* dependencies.c - the steps of systems of dependencies. */
#include "steps/steps.h"

#include "base/memory.h"
#include "tbk/static_oracle.h"

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
