/* solver.h - ways to value configurations behind one interface, and what the library knows of a system.
 *
 * A solver values all transitions of a configuration against one gold tree after another. A kind of solver
 * is an engine (tabular.c, exact.c) or a method of one family of systems (src/systems/); what differs from
 * system to system is in parameters, which the kind alone can read. A system's record offers solvers; the
 * oracle (oracle.c) chooses among them by method and policy, and knows no system by name.
 */
#ifndef ORACLE_SOLVER_H
#define ORACLE_SOLVER_H

#include "oracle/static_oracle.h"
#include "tbk/oracle.h"
#include "tree/gold.h"

/* Below every value, also after additions. */
#define IMPOSSIBLE (-(1 << 28))

typedef enum {
  SOLVER_DONE,   /* it has answered */
  SOLVER_PASSES, /* it cannot say: another solver must be asked */
  SOLVER_FAILED, /* the error is set */
} SolverAnswer;

typedef struct {
  gpointer (*make) (const TbkSystem *system, int policy, gconstpointer parameters);
  void (*free) (gpointer solver);

  /* @gold stays valid and unchanged until the next call. */
  SolverAnswer (*set_gold) (gpointer solver, const Gold *gold, GError **error);

  /* Sets values[t] for each transition t in the set @allowed; what is at or below IMPOSSIBLE / 2 is
   * impossible. Other elements may be changed. */
  SolverAnswer (*values) (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *values,
                          GError **error);
} SolverKind;

typedef struct {
  TbkMethod method; /* LINEAR also serves APPROXIMATE */
  guint policies;   /* a set: bit p for policy p of the system */
  const SolverKind *kind;
  gconstpointer parameters; /* for the kind */
} Solver;

/* The set of all policies. */
#define ALL_POLICIES (~0u)

/* A system, with all that there is for it. The public part comes first, so that it leads to the rest. */
typedef struct {
  TbkSystem system;
  const Solver *solvers;
  int n_solvers;
  const StaticKind *static_oracle; /* or NULL */
} Record;

G_STATIC_ASSERT (G_STRUCT_OFFSET (Record, system) == 0);

static inline const Record *
record_of (const TbkSystem *system)
{
  return (const Record *) system;
}

#endif
