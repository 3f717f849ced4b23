/* checker.h - what a checker keeps from one sentence to the next. */
#ifndef CHECK_CHECKER_H
#define CHECK_CHECKER_H

#include "check/repairs.h"
#include "tbk/check.h"

struct TbkChecker {
  TbkProjectivizer *projectivizer;
  Repairs repairs;
  guint tests; /* a set: findings of others are not looked for */

  guint64 *relations; /* by word: a set as of universal.h */
  int n_relations_allocated;

  int *heads; /* of the tree so far, n + 1 of them */
  int *candidates, *nonprojective, *left, *right;
  int n_words_allocated;

  TbkFinding *findings;
  gsize n_findings, n_findings_allocated;
  int *mended; /* of all findings, one after the other */
  gsize n_mended, n_mended_allocated;

  TbkIncident *incidents;
  gsize n_incidents, n_incidents_allocated;
};

/* Makes room for the arrays by word. */
gboolean checker_reserve (TbkChecker *checker, int n, GError **error);

/* Looks up the relations of @words. */
gboolean checker_set_relations (TbkChecker *checker, const TbkCheckWord *words, int n, GError **error);

#endif
