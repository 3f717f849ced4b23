/* kept.c - numbers of trees by arc, in memory that is kept from one sentence to the next. */
#include "corpus/kept.h"

#include "base/memory.h"

gboolean
kept_arcs_count (KeptArcs *kept, TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                 int *lost_arcs, GError **error)
{
  if (!try_reserve (&kept->numbers, &kept->n_allocated, (gsize) n + 1, sizeof *kept->numbers))
    return memory_fail (error, "the arcs of %d words", n);
  for (; kept->n_numbers <= (gsize) n; kept->n_numbers++)
    mpz_init (kept->numbers[kept->n_numbers]);
  return tbk_projectivize_count_kept (projectivizer, heads, n, count, kept->numbers, lost_arcs, error);
}

void
kept_arcs_clear (KeptArcs *kept)
{
  for (gsize i = 0; i < kept->n_numbers; i++)
    mpz_clear (kept->numbers[i]);
  g_free (kept->numbers);
}
