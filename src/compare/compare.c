/* compare.c - oracles side by side, in every configuration of a walk. */
#include "tbk/compare.h"

#include <string.h>
#include <time.h>

struct TbkComparer {
  const TbkSystem *system;
  TbkWalk walk;
  int n_oracles;
  TbkOracle **oracles; /* the reference's, then the variants' */
  TbkVerdict *verdicts;
  TbkParser *parser; /* (nullable): what is followed */
  TbkConfiguration configuration;
};

/* Whether a configuration of one system is one of the other. */
static gboolean
share_configurations (const TbkSystem *a, const TbkSystem *b)
{
  gboolean share = a->n_transitions == b->n_transitions && a->starts_empty == b->starts_empty
                   && a->root == b->root && a->labels == b->labels && a->top_labels == b->top_labels
                   && (a->features & ~(guint) TBK_HAS_CYCLES) == (b->features & ~(guint) TBK_HAS_CYCLES);

  for (int t = 0; share && t < a->n_transitions; t++)
    share = strcmp (a->transitions[t].key, b->transitions[t].key) == 0;
  return share;
}

static gboolean
add_oracle (TbkComparer *comparer, const TbkVariant *variant, GError **error)
{
  const TbkSystem *system = variant->system != NULL ? variant->system : comparer->system;
  TbkOracle *oracle;

  if (!share_configurations (system, comparer->system)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "the systems %s and %s do not have the same configurations", system->name,
                 comparer->system->name);
    return FALSE;
  }
  oracle = tbk_oracle_new (system, variant->policy, variant->method, error);
  if (oracle == NULL)
    return FALSE;
  comparer->oracles[comparer->n_oracles++] = oracle;
  return TRUE;
}

/* Makes the parser that is followed, if there is one, whose features look at relations and children. */
static gboolean
set_parser (TbkComparer *comparer, const TbkModel *model, GError **error)
{
  if (model == NULL)
    return TRUE;
  if (tbk_model_system (model) != comparer->system) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "the parser is of the system %s, expected one of %s, which is walked through",
                 tbk_model_system (model)->name, comparer->system->name);
    return FALSE;
  }
  comparer->parser = tbk_parser_new (model, NULL);
  tbk_configuration_keep_relations (&comparer->configuration);
  tbk_configuration_keep_children (&comparer->configuration);
  return TRUE;
}

TbkComparer *
tbk_comparer_new (const TbkCompareOptions *options, GError **error)
{
  g_autoptr (TbkComparer) comparer = NULL;

  g_return_val_if_fail (options != NULL && options->system != NULL && options->n_variants >= 0, NULL);
  g_return_val_if_fail ((guint) options->walk.kind <= TBK_WALK_RANDOM, NULL);
  if ((options->system->features & TBK_HAS_CYCLES) != 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "walks of the system %s need not end",
                 options->system->name);
    return NULL;
  }
  comparer = g_new0 (TbkComparer, 1);
  comparer->system = options->system;
  comparer->walk = options->walk;
  comparer->oracles = g_new0 (TbkOracle *, options->n_variants + 1);
  comparer->verdicts = g_new0 (TbkVerdict, options->n_variants + 1);
  if (!set_parser (comparer, options->parser, error) || !add_oracle (comparer, &options->reference, error))
    return NULL;
  for (int v = 0; v < options->n_variants; v++)
    if (!add_oracle (comparer, &options->variants[v], error))
      return NULL;
  return g_steal_pointer (&comparer);
}

void
tbk_comparer_free (TbkComparer *comparer)
{
  if (comparer == NULL)
    return;
  for (int o = 0; o < comparer->n_oracles; o++)
    tbk_oracle_free (comparer->oracles[o]);
  g_free (comparer->oracles);
  g_free (comparer->verdicts);
  tbk_parser_free (comparer->parser);
  tbk_configuration_clear (&comparer->configuration);
  g_free (comparer);
}

static gint64
now_in_nanoseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Turns the values of an oracle of another system to those in the walk's: what it does not allow is
 * impossible, and the best is as good as the best of the reference. */
static void
translate (const TbkComparer *comparer, TbkVerdict *verdict)
{
  const TbkVerdict *reference = &comparer->verdicts[0];
  guint allowed = tbk_configuration_allowed (&comparer->configuration);
  int shift = 0;

  for (int t = 0; t < comparer->system->n_transitions; t++)
    if ((allowed >> t & 1) == 0)
      verdict->values[t] = TBK_IMPOSSIBLE;
  verdict->optimal = tbk_oracle_optimal (comparer->oracles[0], verdict->values);
  if (verdict->optimal != 0 && reference->optimal != 0)
    shift = reference->values[g_bit_nth_lsf (reference->optimal, -1)]
            - verdict->values[g_bit_nth_lsf (verdict->optimal, -1)];
  for (int t = 0; t < comparer->system->n_transitions; t++)
    if (verdict->values[t] != TBK_IMPOSSIBLE)
      verdict->values[t] += shift;
}

/* Lets an oracle value the configuration in hand; *@is_valued gets FALSE if it cannot. */
static gboolean
judge_by (TbkComparer *comparer, int o, gboolean *is_valued, GError **error)
{
  TbkVerdict *verdict = &comparer->verdicts[o];
  const TbkSystem *system = tbk_oracle_system (comparer->oracles[o]);
  TbkConfiguration *c = &comparer->configuration;
  g_autoptr (GError) reason = NULL;
  gboolean done;

  c->system = system; /* whose configuration it is as well */
  done = tbk_oracle_values (comparer->oracles[o], c, verdict->values, &reason);
  c->system = comparer->system;
  if (done) {
    verdict->optimal = tbk_oracle_optimal (comparer->oracles[o], verdict->values);
    if (system != comparer->system)
      translate (comparer, verdict);
    return TRUE;
  }
  verdict->optimal = 0;
  *is_valued = FALSE;
  if (g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA)
      && c->depth + tbk_configuration_n_input (c) <= TBK_ORACLE_MAX_TABULAR)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Lets every oracle value the configuration in hand, until one cannot. */
static gboolean
judge (TbkComparer *comparer, gboolean *is_valued, GError **error)
{
  gint64 before = now_in_nanoseconds ();

  *is_valued = TRUE;
  for (int o = 0; *is_valued && o < comparer->n_oracles; o++) {
    gint64 after;

    if (!judge_by (comparer, o, is_valued, error))
      return FALSE;
    after = now_in_nanoseconds ();
    comparer->verdicts[o].nanoseconds = after - before;
    before = after;
  }
  return TRUE;
}

/* Takes the next step of the walk; FALSE if there is none. */
static gboolean
take_step (TbkComparer *comparer, TbkRandom *random)
{
  TbkConfiguration *c = &comparer->configuration;
  int chosen;

  if (comparer->parser != NULL)
    return tbk_parser_step (comparer->parser, c);
  chosen = tbk_walk_choose (&comparer->walk, random, comparer->system, c, comparer->verdicts[0].optimal);
  return chosen >= 0 && tbk_configuration_step (c, &comparer->system->transitions[chosen], NULL);
}

static gboolean
walk (TbkComparer *comparer, const int *heads, int n, guint64 place, TbkAgreement *agreement, GError **error)
{
  TbkConfiguration *c = &comparer->configuration;
  TbkRandom random;

  for (int o = 0; o < comparer->n_oracles; o++)
    if (!tbk_oracle_set_gold (comparer->oracles[o], heads, n, error))
      return FALSE;
  tbk_random_init (&random, comparer->walk.seed, place);
  if (!tbk_configuration_start (c, comparer->system, n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    gboolean is_valued;

    if (!judge (comparer, &is_valued, error))
      return FALSE;
    if (is_valued)
      tbk_agreement_count_configuration (agreement, c->depth + tbk_configuration_n_input (c),
                                         comparer->verdicts);
    else
      tbk_agreement_count_unvalued (agreement);
    if (!take_step (comparer, &random))
      break;
  }
  tbk_agreement_count_sentence (agreement);
  return TRUE;
}

gboolean
tbk_comparer_walk (TbkComparer *comparer, const int *heads, int n, guint64 place, TbkAgreement *agreement,
                   GError **error)
{
  g_return_val_if_fail (comparer != NULL && heads != NULL && n >= 0 && agreement != NULL, FALSE);
  g_return_val_if_fail (comparer->parser == NULL, FALSE);

  return walk (comparer, heads, n, place, agreement, error);
}

gboolean
tbk_comparer_walk_sentence (TbkComparer *comparer, const TbkConlluSentence *sentence, guint64 place,
                            TbkAgreement *agreement, GError **error)
{
  g_return_val_if_fail (comparer != NULL && sentence != NULL && agreement != NULL, FALSE);

  return (comparer->parser == NULL || tbk_parser_read (comparer->parser, sentence, error))
         && walk (comparer, sentence->heads, sentence->n, place, agreement, error);
}
