/* solver.h - ways to tell the losses of a configuration, behind one interface. */
#ifndef PHRASE_ORACLE_SOLVER_H
#define PHRASE_ORACLE_SOLVER_H

#include "tbk/constituency_oracle.h"

typedef struct {
  gpointer (*make) (const TbkPhraseSystem *system);
  void (*free) (gpointer solver);
  gboolean (*set_gold) (gpointer solver, const TbkPhraseTree *gold, GError **error);

  /* The loss of @c, which is not negative; -1 with @error set if memory runs out. */
  int (*loss) (gpointer solver, const TbkPhraseConfiguration *c, GError **error);

  /* Adds the values of all transitions that are allowed, and sets values->loss. @c is not final. */
  gboolean (*values) (gpointer solver, const TbkPhraseConfiguration *c, TbkPhraseValues *values,
                      GError **error);
} PhraseSolver;

extern const PhraseSolver top_down_exact, in_order_exact, bottom_up_exact, bottom_up_exact_capped,
    printed_formula;

/* A system with what values its transitions, by method; NULL where it has no such method. */
typedef struct {
  TbkPhraseSystem system; /* first: a system stands for its record */
  const PhraseSolver *solvers[TBK_N_PHRASE_METHODS];
} PhraseRecord;

/* Adds a value; FALSE with @error set if there is no memory. @label is -1 for all other labels, or none. */
gboolean values_add (TbkPhraseValues *values, TbkPhraseAct act, int label, int n_children, int loss,
                     GError **error);

#endif
