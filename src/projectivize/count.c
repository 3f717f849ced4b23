/* count.c - all optimal projectivizations of a sentence: how many there are, in how many an arc is kept, and
 * each of them in turn. */
#include "projectivize/projectivizer.h"

/* The count by the reference method: the generic parser over its own semiring. */
static gboolean
count_tabular (TbkProjectivizer *p, mpz_t count, int *lost_arcs, GError **error)
{
  TbkTabular *tabular = projectivizer_prepare_tabular (p, error);
  gint64 best;

  if (tabular == NULL || !tbk_tabular_best_count (tabular, &p->string, &best, count, error))
    return FALSE;
  *lost_arcs = p->n - (int) best;
  return TRUE;
}

/* The same from the forest. */
static gboolean
count_forest (TbkProjectivizer *p, mpz_t count, int *lost_arcs, GError **error)
{
  if (!projectivizer_solve_forest (p, lost_arcs, error))
    return FALSE;
  if (p->is_solved)
    mpz_set_ui (count, 1);
  else
    tbk_forest_count (p->forest, count);
  return TRUE;
}

gboolean
tbk_projectivize_count (TbkProjectivizer *p, const int *heads, int n, mpz_t count, int *lost_arcs,
                        GError **error)
{
  int lost = 0;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error)
      || !(projectivizer_uses_tabular (p) ? count_tabular : count_forest) (p, count, &lost, error))
    return FALSE;
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  return TRUE;
}

gboolean
tbk_projectivize_count_kept (TbkProjectivizer *p, const int *heads, int n, mpz_t count, mpz_t *kept,
                             int *lost_arcs, GError **error)
{
  int lost;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0 && kept != NULL, FALSE);
  if (!projectivizer_begin (p, heads, n, error) || !count_forest (p, count, &lost, error)
      || (!p->is_solved && !tbk_forest_count_arcs (p->forest, p->forest_gold, p->n_words, kept, error)))
    return FALSE;
  if (lost_arcs != NULL)
    *lost_arcs = lost;

  /* Where words were taken out, those kept are numbered anew, none above what it was. The others keep their
   * heads. */
  for (int d = n, i = p->is_solved ? 0 : p->n_words; d > 0; d--) {
    const gboolean is_word = i > 0 && (p->words == NULL || p->words[i] == d);

    mpz_set (kept[d], is_word ? kept[i] : count);
    i -= is_word;
  }
  return TRUE;
}

gboolean
tbk_projectivize_list (TbkProjectivizer *p, const int *heads, int n, mpz_t count, int *lost_arcs,
                       GError **error)
{
  int lost;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error) || !count_forest (p, count, &lost, error)
      || (!p->is_solved && !tbk_forest_list (p->forest, error)))
    return FALSE;
  p->has_list = TRUE;
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  return TRUE;
}

int
tbk_projectivize_next (TbkProjectivizer *p, int *projective, GError **error)
{
  int n_told;

  g_return_val_if_fail (p->has_list, -1);
  n_told = p->is_solved ? !p->is_listed : tbk_forest_next (p->forest, p->forest_heads, error);
  p->has_list = n_told >= 0;
  p->is_listed = TRUE;
  if (n_told > 0)
    projectivizer_write_heads (p, projective);
  return n_told;
}
