/* many.c - the values of many strings: which are valued together, and in cells of what size.
 *
 * Let g be the greatest and l the least weight of a string of n positions. A derivation has n - 1 arcs, and
 * its cost is (n - 1) g less its weight, so
 *
 *   (M7)  no derivation costs more than (n - 1) (g - l)
 *
 * and cells that are exact up to that hold every cost: floats to 2^24, doubles to 2^53. The first instance of
 * which this is true is used. Weights are below 2^40 and positions below 2^12, so one is.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "base/processor.h"
#include "tabular/lanes.h"

static const Lanes *const instances[] = { &lanes_strings_minplus_float, &lanes_strings_minplus_double };

enum {
  N_INSTANCES = G_N_ELEMENTS (instances),
  LENGTHS = 8,           /* strings valued with one of n positions have at least n - n/LENGTHS */
  CHART_BYTES = 1 << 26, /* that several strings may have together */
};

G_STATIC_ASSERT (G_N_ELEMENTS (instances) == MANY_INSTANCES);

int many_vector_limit = 64;

int
many_largest_vector (void)
{
  const int largest = processor.has_avx512bw ? 64 : processor.has_avx2 ? 32 : 16;

  return MIN (largest, many_vector_limit);
}

void
many_init (Many *many)
{
  many->largest_vector = many_largest_vector ();
}

void
many_clear (Many *many)
{
  for (int i = 0; i < N_INSTANCES; i++)
    if (many->charts[i] != NULL)
      instances[i]->chart_free (many->charts[i]);
  g_free (many->lanes);
}

/* By (M7), the first instance that can hold all costs of @string, or N_INSTANCES. */
static int
find_instance (const Many *many, const TbkWeightedString *string)
{
  gint64 greatest_cost = (string->n - 1) * (string->greatest - string->least);
  int i = many->largest_vector > 0 ? 0 : N_INSTANCES;

  while (i < N_INSTANCES && greatest_cost >= instances[i]->limit)
    i++;
  return i;
}

/* By instance, then the longest first. */
static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  const Lane *x = a, *y = b;

  return x->instance != y->instance ? x->instance - y->instance : y->string->n - x->string->n;
}

/* How many of @lanes, which are sorted, are valued together with the first. */
static int
count_group (const TbkTabular *tabular, const Lane *lanes, int n_lanes)
{
  int n = lanes->string->n, n_together = 1;
  gsize cell_size = instances[lanes->instance]->cell_size;
  guint64 lane_size = (guint64) cell_size * n * n * tabular->compiled.n_items;
  int most = MIN (tabular->many.largest_vector / cell_size, CHART_BYTES / lane_size);

  while (n_together < MIN (n_lanes, most) && lanes[n_together].instance == lanes->instance
         && lanes[n_together].string->n >= n - n / LENGTHS)
    n_together++;
  return n_together;
}

/* Values the first of @lanes, which are sorted, with those that go with it: @n_together. */
static gboolean
value_group (TbkTabular *tabular, const Lane *lanes, int n_lanes, int *n_together, GError **error)
{
  Many *many = &tabular->many;
  int i = lanes->instance;

  /* Without vectors a string is valued alone. */
  if (i == N_INSTANCES) {
    *n_together = 1;
    return tbk_tabular_best_plain (tabular, lanes->string, lanes->best, error);
  }
  *n_together = count_group (tabular, lanes, n_lanes);
  if (many->charts[i] == NULL)
    many->charts[i] = instances[i]->chart_new ();
  return instances[i]->value (many->charts[i], &tabular->compiled, lanes, *n_together, many->largest_vector,
                              error);
}

gboolean
tbk_tabular_best_many (TbkTabular *tabular, const TbkWeightedString *strings, int n_strings, gint64 *best,
                       GError **error)
{
  Many *many = &tabular->many;
  gboolean is_sorted = TRUE;

  g_return_val_if_fail (n_strings >= 0, FALSE);
  for (int s = 0; s < n_strings; s++)
    g_return_val_if_fail (tabular_can_take (tabular, &strings[s]), FALSE);
  if (!try_reserve (&many->lanes, &many->n_lanes_allocated, (gsize) n_strings, sizeof (Lane)))
    return memory_fail (error, "the values of %d strings", n_strings);
  for (int s = 0; s < n_strings; s++) {
    Lane *lane = &many->lanes[s];

    if (!tabular_check_memory (&strings[s], error))
      return FALSE;
    *lane = (Lane){ &strings[s], &best[s], find_instance (many, &strings[s]) };
    is_sorted &= s == 0 || compare_lanes (lane - 1, lane) <= 0;
  }
  if (!is_sorted)
    qsort (many->lanes, (gsize) n_strings, sizeof (Lane), compare_lanes);
  for (int l = 0, n_together; l < n_strings; l += n_together)
    if (!value_group (tabular, &many->lanes[l], n_strings - l, &n_together, error))
      return FALSE;
  return TRUE;
}

gboolean
tbk_tabular_best (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, GError **error)
{
  return tbk_tabular_best_many (tabular, string, 1, best, error);
}
