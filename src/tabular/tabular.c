/* tabular.c - the public face of the generic parser: a grammar with a chart for each semiring in use. */
#include "tbk/tabular.h"

#include <string.h>

#include "tabular/tabular.h"

/* What semiring/best.h holds in a cell; only the sum over all derivations is read here. */
typedef struct {
  gint64 weight;
  __mpz_struct number;
} BestValue;

struct TbkTabular {
  Compiled compiled;
  gpointer maxplus, count, best; /* charts, made when first used */
};

TbkTabular *
tbk_tabular_new (const TbkGrammar *grammar)
{
  TbkTabular *tabular = g_new0 (TbkTabular, 1);

  compiled_init (&tabular->compiled, grammar);
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
  compiled_clear (&tabular->compiled);
  g_free (tabular);
}

gboolean
tbk_weighted_string_resize (TbkWeightedString *string, int n, GError **error)
{
  gsize n_weights = (gsize) n * n;

  g_return_val_if_fail (n > 0, FALSE);
  if (n > TBK_TABULAR_MAX_LENGTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "%d positions are too many for the tabular parser: it takes %d", n, TBK_TABULAR_MAX_LENGTH);
    return FALSE;
  }
  if (n_weights > string->n_allocated) {
    gint64 *weights = g_try_malloc_n (n_weights, sizeof (gint64));

    if (weights == NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no memory for the weights of %d positions", n);
      return FALSE;
    }
    g_free (string->weights);
    string->weights = weights;
    string->n_allocated = n_weights;
    string->terminals = g_renew (guint8, string->terminals, n);
  }
  string->n = n;
  memset (string->weights, 0, n_weights * sizeof (gint64));
  memset (string->terminals, 0, n);
  return TRUE;
}

void
tbk_weighted_string_clear (TbkWeightedString *string)
{
  g_clear_pointer (&string->weights, g_free);
  g_clear_pointer (&string->terminals, g_free);
  string->n = 0;
  string->n_allocated = 0;
}

/* Fills the chart that stands at @chart. */
static gconstpointer
fill (TbkTabular *tabular, const Inside *inside, gpointer *chart, const TbkWeightedString *string,
      GError **error)
{
  if (*chart == NULL)
    *chart = inside->chart_new ();
  return inside->fill (*chart, &tabular->compiled, string, error);
}

gboolean
tbk_tabular_best (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, GError **error)
{
  const gint64 *total = fill (tabular, &inside_maxplus, &tabular->maxplus, string, error);

  if (total == NULL)
    return FALSE;
  *best = *total < TBK_FORBIDDEN / 2 ? TBK_FORBIDDEN : *total;
  return TRUE;
}

gboolean
tbk_tabular_count (TbkTabular *tabular, const TbkWeightedString *string, mpz_t count, GError **error)
{
  mpz_srcptr total = fill (tabular, &inside_count, &tabular->count, string, error);

  if (total == NULL)
    return FALSE;
  mpz_set (count, total);
  return TRUE;
}

gboolean
tbk_tabular_best_count (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, mpz_t count,
                        GError **error)
{
  const BestValue *total = fill (tabular, &inside_best, &tabular->best, string, error);

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
  if (!tbk_tabular_best (tabular, string, &best, error))
    return FALSE;
  if (best == TBK_FORBIDDEN)
    return TRUE;
  return derivations_build (&tabular->compiled, string, inside_maxplus.cells (tabular->maxplus), best, forest,
                            error);
}
