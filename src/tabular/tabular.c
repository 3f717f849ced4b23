/* tabular.c - the public face of the generic parser: a grammar with a chart for each semiring in use. */
#include "tbk/tabular.h"

#include <string.h>

#include "base/memory.h"
#include "tabular/tabular.h"

/* semiring/best.h says what a cell is; inside_best.c checks that it is this. */

TbkTabular *
tbk_tabular_new (const TbkGrammar *grammar)
{
  TbkTabular *tabular = g_new0 (TbkTabular, 1);

  compiled_init (&tabular->compiled, grammar);
  many_init (&tabular->many);
  return tabular;
}

void
tbk_tabular_free (TbkTabular *tabular)
{
  if (tabular == NULL)
    return;
  if (tabular->maxplus != NULL)
    inside_maxplus.chart_free (tabular->maxplus);
  if (tabular->count != NULL)
    inside_count.chart_free (tabular->count);
  if (tabular->best != NULL)
    inside_best.chart_free (tabular->best);
  many_clear (&tabular->many);
  compiled_clear (&tabular->compiled);
  g_free (tabular);
}

static gsize
weight_place (const TbkWeightedString *string, int head, int dependent)
{
  return (gsize) head * string->n + dependent;
}

gboolean
tbk_weighted_string_resize (TbkWeightedString *string, int n, GError **error)
{
  gsize n_weights = (gsize) n * n;

  g_return_val_if_fail (string != NULL && n > 0, FALSE);
  if (n > TBK_TABULAR_MAX_LENGTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%d positions are too many for the tabular parser: it takes %d", n, TBK_TABULAR_MAX_LENGTH);
    return FALSE;
  }
  for (gsize a = 0; a < string->n_arcs; a++)
    string->weights[weight_place (string, string->arcs[a].head, string->arcs[a].dependent)] = 0;
  string->n_arcs = 0;
  string->is_beyond_memory = FALSE;
  string->greatest = string->least = 0;
  if (n_weights > string->n_weights_allocated) {
    gint64 *weights = TRY_RENEW (string->terminals, n) ? g_try_malloc0_n (n_weights, sizeof (gint64)) : NULL;

    if (weights == NULL)
      return memory_fail (error, "the weights of %d positions", n);
    g_free (string->weights);
    string->weights = weights;
    string->n_weights_allocated = n_weights;
  }
  string->n = n;
  memset (string->terminals, 0, n);
  return TRUE;
}

void
tbk_weighted_string_clear (TbkWeightedString *string)
{
  g_clear_pointer (&string->weights, g_free);
  g_clear_pointer (&string->terminals, g_free);
  g_clear_pointer (&string->arcs, g_free);
  *string = (TbkWeightedString) TBK_WEIGHTED_STRING_INIT;
}

void
tbk_weight_set (TbkWeightedString *string, int head, int dependent, gint64 weight)
{
  g_return_if_fail (MIN (head, dependent) >= 0 && MAX (head, dependent) < string->n);

  if (string->is_beyond_memory
      || !try_reserve (&string->arcs, &string->n_arcs_allocated, string->n_arcs + 1, sizeof (TbkArc))) {
    string->is_beyond_memory = TRUE;
    return;
  }
  string->arcs[string->n_arcs++] = (TbkArc){ .weight = weight, .head = head, .dependent = dependent };
  string->weights[weight_place (string, head, dependent)] = weight;
  if (weight >= TBK_IMPOSSIBLE_WEIGHT / 2) {
    string->greatest = MAX (string->greatest, weight);
    string->least = MIN (string->least, weight);
  }
}

gboolean
tabular_can_take (const TbkTabular *tabular, const TbkWeightedString *string)
{
  int greatest = 0;

  for (int i = 0; i < string->n; i++)
    greatest = MAX (greatest, string->terminals[i]);
  return string->n > 0 && greatest < tabular->compiled.grammar->n_terminals;
}

gboolean
tabular_check_memory (const TbkWeightedString *string, GError **error)
{
  return !string->is_beyond_memory || memory_fail (error, "the weights of %d positions", string->n);
}

/* Fills the chart that stands at @chart. */
static gconstpointer
fill (TbkTabular *tabular, const Inside *inside, gpointer *chart, const TbkWeightedString *string,
      GError **error)
{
  if (!tabular_check_memory (string, error))
    return NULL;
  if (*chart == NULL)
    *chart = inside->chart_new ();
  return inside->fill (*chart, &tabular->compiled, string, error);
}

gboolean
tbk_tabular_best_plain (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, GError **error)
{
  const gint64 *total;

  g_return_val_if_fail (tabular_can_take (tabular, string), FALSE);
  total = fill (tabular, &inside_maxplus, &tabular->maxplus, string, error);
  if (total == NULL)
    return FALSE;
  *best = *total < TBK_IMPOSSIBLE_WEIGHT / 2 ? TBK_IMPOSSIBLE_WEIGHT : *total;
  return TRUE;
}

gboolean
tbk_tabular_count (TbkTabular *tabular, const TbkWeightedString *string, mpz_t count, GError **error)
{
  mpz_srcptr total;

  g_return_val_if_fail (tabular_can_take (tabular, string), FALSE);
  total = fill (tabular, &inside_count, &tabular->count, string, error);
  if (total == NULL)
    return FALSE;
  mpz_set (count, total);
  return TRUE;
}

gboolean
tbk_tabular_best_count (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, mpz_t count,
                        GError **error)
{
  const InsideBest *total;

  g_return_val_if_fail (tabular_can_take (tabular, string), FALSE);
  total = fill (tabular, &inside_best, &tabular->best, string, error);
  if (total == NULL)
    return FALSE;
  *best = total->weight;
  mpz_set (count, &total->number);
  return TRUE;
}

gboolean
tbk_tabular_forest (TbkTabular *tabular, const TbkWeightedString *string, TbkForest *forest, GError **error)
{
  gint64 best;

  tbk_forest_clear (forest);
  if (!tbk_tabular_best_plain (tabular, string, &best, error))
    return FALSE;
  if (best == TBK_IMPOSSIBLE_WEIGHT)
    return TRUE;
  return derivations_build (&tabular->compiled, string, inside_maxplus.cells (tabular->maxplus), best, forest,
                            error);
}
