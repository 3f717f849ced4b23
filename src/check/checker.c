/* checker.c - what a checker keeps from one sentence to the next.
 *
 *   (CK10)  No repair re-hangs fewer words than a projective tree of any number of roots loses arcs.
 */
#include "check/checker.h"

#include "base/memory.h"
#include "check/universal.h"

TbkChecker *
tbk_checker_new (const TbkProjectivizeOptions *options)
{
  TbkProjectivizeOptions any_root = { 0 };
  TbkProjectivizer *projectivizer;
  TbkChecker *checker;

  if (options != NULL)
    any_root = *options;
  any_root.root = TBK_ROOT_ANY; /* (CK10) */
  projectivizer = tbk_projectivizer_new (&any_root);
  if (projectivizer == NULL) /* the options were refused */
    return NULL;
  checker = g_new0 (TbkChecker, 1);
  checker->projectivizer = projectivizer;
  checker->tests = TBK_CHECKS_FINDINGS;
  repairs_init (&checker->repairs);
  return checker;
}

void
tbk_checker_free (TbkChecker *checker)
{
  if (checker == NULL)
    return;
  tbk_projectivizer_free (checker->projectivizer);
  repairs_clear (&checker->repairs);
  g_free (checker->relations);
  g_free (checker->heads);
  g_free (checker->findings);
  g_free (checker->mended);
  g_free (checker->incidents);
  g_free (checker);
}

void
tbk_checker_set_tests (TbkChecker *checker, guint tests)
{
  g_return_if_fail (checker != NULL);
  checker->tests = tests;
}

gboolean
checker_reserve (TbkChecker *checker, int n, GError **error)
{
  int **arrays[] = { &checker->heads, &checker->candidates, &checker->nonprojective, &checker->left,
                     &checker->right };
  const int room = MAX (128, n + n / 2 + 2);

  if (n + 2 <= checker->n_words_allocated)
    return TRUE;
  checker->n_words_allocated = 0;
  if (!TRY_RENEW (checker->heads, G_N_ELEMENTS (arrays) * (gsize) room))
    return memory_fail (error, "the check of a tree of %d words", n);
  for (guint a = 1; a < G_N_ELEMENTS (arrays); a++)
    *arrays[a] = checker->heads + a * (gsize) room;
  checker->n_words_allocated = room;
  return TRUE;
}

gboolean
checker_set_relations (TbkChecker *checker, const TbkCheckWord *words, int n, GError **error)
{
  if (!reserve_words (&checker->relations, &checker->n_relations_allocated, n, sizeof (guint64), error))
    return FALSE;
  checker->relations[0] = 0;
  for (int w = 1; w <= n; w++)
    checker->relations[w] = universal_find (words[w].deprel);
  return TRUE;
}
