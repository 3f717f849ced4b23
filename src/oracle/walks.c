/* walks.c - computations of many sentences side by side, over flat arrays. */
#include "tbk/walks.h"

#include <string.h>

#include "base/memory.h"
#include "transition/step.h"

typedef struct {
  TbkConfiguration configuration;
  TbkOracle *oracle;
} OracleWalk;

struct TbkWalks {
  const TbkSystem *system;
  int policy;
  TbkMethod method;
  OracleWalk *walks; /* those allocated have an oracle */
  int n, n_allocated;
  int *heads; /* scratch: of one sentence */
  int n_words_allocated;
};

/* Adds one more walk to those allocated; @walks has room for it. */
static gboolean
add_walk (TbkWalks *walks, GError **error)
{
  TbkOracle *oracle = tbk_oracle_new (walks->system, walks->policy, walks->method, error);

  if (oracle == NULL)
    return FALSE;
  walks->walks[walks->n_allocated++] = (OracleWalk){ TBK_CONFIGURATION_INIT, oracle };
  return TRUE;
}

static gboolean
reserve_walks (TbkWalks *walks, int n, GError **error)
{
  if (n <= walks->n_allocated)
    return TRUE;
  if (!TRY_RENEW (walks->walks, n))
    return memory_fail (error, "%d computations", n);
  while (walks->n_allocated < n)
    if (!add_walk (walks, error))
      return FALSE;
  return TRUE;
}

TbkWalks *
tbk_walks_new (const TbkSystem *system, int policy, TbkMethod method, GError **error)
{
  g_autoptr (TbkWalks) walks = NULL;

  g_return_val_if_fail (system != NULL && policy >= 0 && policy < MAX (system->n_policies, 1), NULL);
  g_return_val_if_fail ((guint) method < TBK_N_METHODS, NULL);
  walks = g_new0 (TbkWalks, 1);
  walks->system = system;
  walks->policy = policy;
  walks->method = method;
  return reserve_walks (walks, 1, error) ? g_steal_pointer (&walks) : NULL;
}

void
tbk_walks_free (TbkWalks *walks)
{
  if (walks == NULL)
    return;
  for (int i = 0; i < walks->n_allocated; i++) {
    tbk_configuration_clear (&walks->walks[i].configuration);
    tbk_oracle_free (walks->walks[i].oracle);
  }
  g_free (walks->walks);
  g_free (walks->heads);
  g_free (walks);
}

/* Says which sentence @error is about, and returns FALSE. */
static gboolean
fail_sentence (int i, GError **error)
{
  g_prefix_error (error, "sentences[%d]: ", i);
  return FALSE;
}

/* Gives @oracle the gold tree whose words have the heads @words; @heads is scratch. */
static gboolean
set_gold_words (TbkOracle *oracle, const int *words, gint64 n, int **heads, int *n_allocated, GError **error)
{
  g_return_val_if_fail (n >= 0 && n < G_MAXINT - 2, FALSE);
  if (!reserve_words (heads, n_allocated, (int) n, sizeof (int), error))
    return FALSE;
  (*heads)[0] = -1;
  if (n > 0)
    memcpy (*heads + 1, words, (gsize) n * sizeof (int));
  return tbk_oracle_set_gold (oracle, *heads, (int) n, error);
}

gboolean
tbk_walks_start (TbkWalks *walks, const int *heads, const gint64 *offsets, int n_sentences, GError **error)
{
  g_return_val_if_fail (heads != NULL && offsets != NULL && n_sentences >= 0, FALSE);
  walks->n = 0;
  if (!reserve_walks (walks, n_sentences, error))
    return FALSE;
  for (int i = 0; i < n_sentences; i++) {
    OracleWalk *walk = &walks->walks[i];
    gint64 n = offsets[i + 1] - offsets[i];

    if (!set_gold_words (walk->oracle, heads + offsets[i], n, &walks->heads, &walks->n_words_allocated, error)
        || !tbk_configuration_start (&walk->configuration, walks->system, (int) n, error))
      return fail_sentence (i, error);
  }
  walks->n = n_sentences;
  return TRUE;
}

int
tbk_walks_size (const TbkWalks *walks)
{
  return walks->n;
}

const TbkConfiguration *
tbk_walks_configuration (const TbkWalks *walks, int i)
{
  g_return_val_if_fail (i >= 0 && i < walks->n, NULL);

  return &walks->walks[i].configuration;
}

gboolean
tbk_walks_have_ended (const TbkWalks *walks)
{
  for (int i = 0; i < walks->n; i++)
    if (tbk_configuration_allowed (&walks->walks[i].configuration) != 0)
      return FALSE;
  return TRUE;
}

gboolean
tbk_walks_values (TbkWalks *walks, int *values, GError **error)
{
  int n_transitions = walks->system->n_transitions;

  for (int i = 0; i < walks->n; i++, values += n_transitions) {
    OracleWalk *walk = &walks->walks[i];

    if (tbk_configuration_is_final (&walk->configuration))
      for (int t = 0; t < n_transitions; t++)
        values[t] = TBK_IMPOSSIBLE;
    else if (!tbk_oracle_values (walk->oracle, &walk->configuration, values, error))
      return fail_sentence (i, error);
  }
  return TRUE;
}

void
tbk_walks_allowed (const TbkWalks *walks, guint *allowed)
{
  for (int i = 0; i < walks->n; i++)
    allowed[i] = tbk_configuration_allowed (&walks->walks[i].configuration);
}

/* Whether @transition, a number that may be any, can be taken. */
static gboolean
check_step (const TbkConfiguration *configuration, int transition, GError **error)
{
  const TbkSystem *system = configuration->system;
  const char *obstacle;

  if (transition < 0 || transition >= system->n_transitions) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found transition %d, expected one from 0 to %d",
                 transition, system->n_transitions - 1);
    return FALSE;
  }
  obstacle = tbk_configuration_obstacle (configuration, &system->transitions[transition]);
  if (obstacle == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s is not allowed: %s",
               system->transitions[transition].name, obstacle);
  return FALSE;
}

gboolean
tbk_walks_step (TbkWalks *walks, const int *transitions, GError **error)
{
  for (int i = 0; i < walks->n; i++)
    if (transitions[i] != -1 && !check_step (&walks->walks[i].configuration, transitions[i], error))
      return fail_sentence (i, error);
  for (int i = 0; i < walks->n; i++)
    if (transitions[i] != -1)
      configuration_take (&walks->walks[i].configuration, &walks->system->transitions[transitions[i]]);
  return TRUE;
}

void
tbk_walks_words (const TbkWalks *walks, int n_stack, int n_input, int *words)
{
  g_return_if_fail (n_stack >= 0 && n_input >= 0);
  for (int i = 0; i < walks->n; i++) {
    const TbkConfiguration *c = &walks->walks[i].configuration;

    for (int k = 0; k < n_stack; k++)
      *words++ = k < c->depth ? c->stack[c->depth - 1 - k].word : -1;
    for (int k = 0; k < n_input; k++)
      *words++ = k < c->n_returned                   ? c->returned[c->n_returned - 1 - k]
                 : k < tbk_configuration_n_input (c) ? c->buffer + k - c->n_returned
                                                     : -1;
  }
}

void
tbk_walks_trees (const TbkWalks *walks, int *heads)
{
  for (int i = 0; i < walks->n; i++) {
    const TbkConfiguration *c = &walks->walks[i].configuration;

    for (int w = 1; w <= c->n; w++)
      *heads++ = MAX (c->heads[w], 0);
  }
}

/* Follows the @length transitions through the sentence of the oracle's gold tree. */
static gboolean
follow (TbkOracle *oracle, TbkConfiguration *configuration, const guint8 *transitions, gint64 length,
        int *values, GError **error)
{
  const TbkSystem *system = tbk_oracle_system (oracle);

  for (gint64 i = 0; i < length; i++, values += system->n_transitions) {
    if (!check_step (configuration, transitions[i], error)
        || !tbk_oracle_values (oracle, configuration, values, error)) {
      g_prefix_error (error, "transitions[%" G_GINT64_FORMAT "]: ", i);
      return FALSE;
    }
    configuration_take (configuration, &system->transitions[transitions[i]]);
  }
  return TRUE;
}

gboolean
tbk_oracle_follow (TbkOracle *oracle, const int *heads, const gint64 *offsets, int n_sentences,
                   const guint8 *transitions, const gint64 *ends, int *values, GError **error)
{
  const TbkSystem *system = tbk_oracle_system (oracle);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autofree int *gold = NULL;
  int n_allocated = 0;

  for (int i = 0; i < n_sentences; i++) {
    gint64 n = offsets[i + 1] - offsets[i];

    if (!set_gold_words (oracle, heads + offsets[i], n, &gold, &n_allocated, error)
        || !tbk_configuration_start (&configuration, system, (int) n, error)
        || !follow (oracle, &configuration, transitions + ends[i], ends[i + 1] - ends[i],
                    values + ends[i] * system->n_transitions, error))
      return fail_sentence (i, error);
  }
  return TRUE;
}
