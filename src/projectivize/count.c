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

/* Sets @number to the number of optimal trees where one arc is known to be lost, else to 0. A sentence of too many
 * words is left to the others, which refuse it if too many remain. */
static gboolean
count_one_lost (TbkProjectivizer *p, guint64 *number, GError **error)
{
  OneLost lost;

  *number = 0;
  if (p->n > p->options.max_core)
    return TRUE;
  if (!projectivizer_keep (p, CORE, error))
    return FALSE;
  if (projectivizer_loses_one (p, &lost))
    *number = one_lost_count (&lost);
  return TRUE;
}

/* The same where few words are kept and 64 bits suffice, else 0. */
static gboolean
count_tight (TbkProjectivizer *p, guint64 *number, int *lost_arcs, GError **error)
{
  *number = 0;
  if (!projectivizer_keep (p, CORE_AND_SPINES, error))
    return FALSE;
  if (p->n_words > TIGHT_MOST_WORDS)
    return TRUE;
  if (!projectivizer_solve_kept (p, FALSE, lost_arcs, error))
    return FALSE;
  tight_list (p->tight, &p->score, p->single);
  if (!tight_count (p->tight, number))
    *number = 0;
  return TRUE;
}

/* The count by the first of the ways that can tell it. */
static gboolean
count_fast (TbkProjectivizer *p, mpz_t count, int *lost_arcs, GError **error)
{
  guint64 number = p->is_solved;

  /* Theorem 8, then sets of bits, then a forest with numbers of any size. */
  *lost_arcs = !p->is_solved;
  if ((number == 0 && !count_one_lost (p, &number, error))
      || (number == 0 && !count_tight (p, &number, lost_arcs, error)))
    return FALSE;
  if (number == 0)
    return count_forest (p, count, lost_arcs, error);
  if (number == (unsigned long) number)
    mpz_set_ui (count, (unsigned long) number);
  else
    mpz_import (count, 1, -1, sizeof (number), 0, 0, &number);
  return TRUE;
}

gboolean
tbk_projectivize_count (TbkProjectivizer *p, const int *heads, int n, mpz_t count, int *lost_arcs,
                        GError **error)
{
  int lost = 0;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error)
      || !(projectivizer_uses_tabular (p) ? count_tabular : count_fast) (p, count, &lost, error))
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
