/* tabular_values.c - configurations as strings of a grammar, whose derivations inside.template.h sums, (I1)
 * to (I5).
 *
 * For each allowed transition: take it; make a string with a position for each word of the stack and the
 * input; give weight 1 to gold arcs; let the translation of the system set terminals and forbid arcs. The
 * parser values all strings in one batch. The greatest weight of a derivation is the score of the
 * candidate: the gold arcs that can still be made. No word of this depends on a particular system.
 *
 * An example: arc-standard with the stack 0 1 and the front 2 of three words, and the gold arcs 0 -> 2, 2
 * -> 1, 2 -> 3. The string of SH is over the stack 0 1 2 and the input 3:
 *
 *   position   0  1  2  3
 *   word       0  1  2  3
 *   terminal   p  p  s  s      p under the top, s from the top on
 *
 * Weights are 1 for 2 -> 1, 2 -> 3 and 0 -> 2. All three can be derived, so the score is 3. SH makes no
 * arc, and its value is 3 too. right_arc takes 1 to 0: its string is over 0, 2 and 3 with the arcs 0 -> 2
 * and 2 -> 3, and the value is 2.
 *
 * Words and positions differ: position 0 is word 0, also in systems that start without it in the stack, and
 * then come the stack from its bottom, words that returned to the input, and the rest of the input.
 */
#include "base/base.h"
#include "oracle/oracle.h"
#include "tbk/tabular.h"

typedef struct {
  const Translation *translation;
  int policy;
  const Gold *gold;
  TbkTabular *parser;
  Candidates candidates;
  TbkWeightedString strings[TBK_MAX_TRANSITIONS];
  int transitions[TBK_MAX_TRANSITIONS]; /* those of the strings */
  int n_strings;
  int *position; /* of each word in the string; valid where the string has the word at it */
  int n_allocated;
} Tabular;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Tabular *tabular = g_new0 (Tabular, 1);

  (void) system;
  tabular->translation = parameters;
  tabular->policy = policy;
  tabular->parser = tbk_tabular_new (tabular->translation->grammar);
  return tabular;
}

static void
tabular_free (gpointer solver)
{
  Tabular *tabular = solver;

  tbk_tabular_free (tabular->parser);
  candidates_clear (&tabular->candidates);
  for (int s = 0; s < TBK_MAX_TRANSITIONS; s++)
    tbk_weighted_string_clear (&tabular->strings[s]);
  g_free (tabular->position);
  g_free (tabular);
}

/* Nothing depends on the gold tree but weights, which each candidate's string gets. */
static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Tabular *tabular = solver;

  tabular->gold = gold;
  return reserve_words (&tabular->position, &tabular->n_allocated, gold->n, sizeof (int), error)
             ? SOLVER_DONE
             : SOLVER_FAILED;
}

/* Gives weight 1 to the gold arcs between the words of @after. `position` is never cleared: a head that is
 * not in the string is recognized, because the string has another word at its stale position. */
static void
set_weights (Tabular *tabular, const TbkConfiguration *after, TbkWeightedString *string)
{
  for (int i = 0; i < string->n; i++)
    tabular->position[translation_word_at (after, i)] = i;
  for (int i = 1; i < string->n; i++) {
    int head = tabular->gold->heads[translation_word_at (after, i)];
    int h = tabular->position[head];

    if (h < string->n && translation_word_at (after, h) == head)
      tbk_weight_set (string, h, i, 1);
  }
}

/* Adds the string of @candidate to the batch. Its configuration may be overwritten afterwards: the string has
 * all that is needed of it. */
static gboolean
add_candidate (Tabular *tabular, const Candidate *candidate, GError **error)
{
  TbkWeightedString *string = &tabular->strings[tabular->n_strings];
  int n = translation_n_positions (candidate->after);

  if (n > TBK_ORACLE_MAX_TABULAR) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "stack and remaining input have %d words together: the tabular method accepts %d", n,
                 TBK_ORACLE_MAX_TABULAR);
    return FALSE;
  }
  if (!tbk_weighted_string_resize (string, n, error))
    return FALSE;
  set_weights (tabular, candidate->after, string);
  tabular->translation->translate (candidate, tabular->policy, string);
  tabular->transitions[tabular->n_strings++] = candidate->transition;
  return TRUE;
}

/* One batch for all transitions: their strings have about the same length, so the parser can value them
 * side by side. */
static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Tabular *tabular = solver;
  gint64 best[TBK_MAX_TRANSITIONS];

  tabular->n_strings = 0;
  if (!candidates_reserve (&tabular->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  for (int t = 0; t < configuration->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (&tabular->candidates, configuration, t);

      if (!add_candidate (tabular, &candidate, error))
        return SOLVER_FAILED;
    }
  if (!tbk_tabular_best_many (tabular->parser, tabular->strings, tabular->n_strings, best, error))
    return SOLVER_FAILED;
  /* A string without a derivation: no final configuration follows that the policy permits. */
  for (int s = 0; s < tabular->n_strings; s++) {
    int t = tabular->transitions[s];

    found[t] = candidate_value (tabular->gold, configuration, t,
                                best[s] == TBK_IMPOSSIBLE_WEIGHT ? IMPOSSIBLE : (int) best[s]);
  }
  return SOLVER_DONE;
}

const SolverKind solver_tabular = {
  .make = make,
  .free = tabular_free,
  .set_gold = set_gold,
  .values = values,
};
