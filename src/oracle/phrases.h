/* phrases.h - configurations of phrase structure: what their oracles share.
 *
 * Contents
 *   1. configuration: steps without a look at their conditions; what the stack of a configuration has on
 *      top
 *   2. steps: transitions in records
 *   3. remainder: the gold constituents that are not built yet, as a computation goes on
 *   4. solver: ways to tell the losses of a configuration, behind one interface
 *   5. scorer: how trees agree with gold trees
 */
#ifndef ORACLE_PHRASES_H
#define ORACLE_PHRASES_H

#include "base/room.h"
#include "tbk/oracle.h"
#include "tbk/transition.h"

/* 1. configuration: steps without a look at their conditions; what the stack of a configuration has on top. */

/* Takes @transition, which is allowed. FALSE with @error set if there is no memory. */
gboolean configuration_take_phrase (TbkPhraseConfiguration *configuration, TbkPhraseTransition transition,
                                    GError **error);

/* The top of the stack, NULL if there is none; and whether it is complete. */
static inline const TbkPhraseElement *
stack_top (const TbkPhraseConfiguration *c)
{
  return c->depth > 0 ? &c->stack[c->depth - 1] : NULL;
}

static inline gboolean
has_complete_top (const TbkPhraseConfiguration *c)
{
  return c->depth > 0 && c->stack[c->depth - 1].right >= 0;
}

/* Returns TRUE if the transition of that act, with a label if it takes one and any number of children that
 * the stack has, is allowed. */
static inline gboolean
is_possible (const TbkPhraseConfiguration *c, TbkPhraseAct act)
{
  return tbk_phrase_configuration_obstacle (
             c, (TbkPhraseTransition){ act, -1, c->system->strategy == TBK_PHRASE_BOTTOM_UP ? c->depth : 0 })
         == NULL;
}

/* 2. steps: transitions in records. */

/* The forms of keys that a system has, in words. */
const char *keys_expected (const TbkPhraseSystem *system);

/* 3. remainder: the gold constituents that are not built yet, as a computation goes on.
 *
 * G gold, R = G - built, wrong = |built - G|, all multisets. A constituent of R that begins at l is alive if
 * it ends at r >= next, the number of words shifted. Alive ones die as words are shifted, and leave R as they
 * are built; neither comes back. So where each left end's alive ones begin only moves on, and keeping count
 * costs O(gold + built) in a whole computation.
 */

typedef struct {
  int label, left, right;
  int count;     /* in G */
  int remaining; /* in R */
  int used;      /* for matchings; 0 between them */
} GoldConstituent;

typedef struct {
  int n, n_gold;         /* words; constituents of G */
  GoldConstituent *gold; /* different ones, by left end, then right end, then label */
  int n_different;

  /* By left end 0..n: the first of `gold` that begins there or later; the first that may be alive; how many
   * are alive; how many of G begin before it. */
  int *begin, *first, *alive, *before;

  /* By right end 0..n + 1: the first in by_right, which has numbers of `gold`. */
  int *end_begin, *by_right;

  /* The computation that it follows, and what of it is counted. */
  guint64 run;
  int n_built, next;
  int n_matched, n_wrong; /* built ones that are in G, and that are not */

  Room constituents, words;
} Remainder;

gboolean remainder_set_gold (Remainder *remainder, const TbkPhraseTree *gold, GError **error);
void remainder_clear (Remainder *remainder);

/* Counts what @configuration has built and shifted. */
void remainder_follow (Remainder *remainder, const TbkPhraseConfiguration *configuration);

/* The gold constituent, NULL if there is none. */
GoldConstituent *remainder_find (const Remainder *remainder, int label, int left, int right);

/* Returns TRUE if one more (@label, @left, @right) would be gold. */
static inline gboolean
is_missing (const Remainder *remainder, int label, int left, int right)
{
  const GoldConstituent *gold = remainder_find (remainder, label, left, right);

  return gold != NULL && gold->remaining > 0;
}

/* The first of R that begins at @left and ends at next or later, in `gold`; begin[left + 1] if there is none.
 * */
static inline int
first_alive (Remainder *remainder, int left)
{
  int g = remainder->first[left];

  while (g < remainder->begin[left + 1]
         && (remainder->gold[g].right < remainder->next || remainder->gold[g].remaining == 0))
    g++;
  return remainder->first[left] = g;
}

/* The constituents of R that begin before @word. */
static inline int
unbuilt_before (const Remainder *remainder, int word)
{
  return remainder->before[word] - remainder->n_matched;
}

/* The loss of a final configuration. */
static inline int
final_loss (const Remainder *remainder)
{
  return remainder->n_wrong + remainder->n_gold - remainder->n_matched;
}

/* 4. solver: ways to tell the losses of a configuration, behind one interface. */

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

/* The loss after @transition by @values; -1 if it is not allowed. O(values). */
int phrase_values_loss (const TbkPhraseValues *values, TbkPhraseTransition transition);

/* 5. scorer: how trees agree with gold trees. */

/* Agreement of a tree with a gold tree: (label, left, right) counted as multisets. */
typedef struct {
  gint64 gold, found, both; /* constituents */
} PhraseScore;

typedef struct PhraseScorer PhraseScorer;

PhraseScorer *phrase_scorer_new (void);
void phrase_scorer_free (PhraseScorer *scorer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PhraseScorer, phrase_scorer_free)

/**
 * phrase_scorer_add:
 * @gold, @found: (array): in any order; labels of one vocabulary
 *
 * Adds the counts of a tree to @score. The Hamming distance is gold + found - 2 * both. Precision is both /
 * found, recall both / gold, F1 2 * both / (gold + found). Cost O(constituents), with the sorting of them.
 */
gboolean phrase_scorer_add (PhraseScorer *scorer, const TbkConstituent *gold, int n_gold,
                            const TbkConstituent *found, int n_found, PhraseScore *score,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
