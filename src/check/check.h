/* check.h - what the files of this room share: relations as sets, repairs of a word, a checker.
 *
 * Contents
 *   1. universal: the universal relations as members of sets, which are the bits of a number
 *   2. repairs: how many non-projective arcs a tree has once one word is attached elsewhere
 *   3. proposals: of the best heads of a word, those that annotators most often mean
 *   4. checker: what a checker keeps from one sentence to the next
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include <string.h>

#include "tbk/check.h"
#include "tbk/tree.h"

/* 1. universal: the universal relations as members of sets, which are the bits of a number. */

/* In the order of the alphabet. */
#define RELATIONS(R)                                                                                         \
  R (acl)                                                                                                    \
  R (advcl)                                                                                                  \
  R (advmod)                                                                                                 \
  R (amod)                                                                                                   \
  R (appos)                                                                                                  \
  R (aux)                                                                                                    \
  R (case)                                                                                                   \
  R (cc)                                                                                                     \
  R (ccomp)                                                                                                  \
  R (clf)                                                                                                    \
  R (compound)                                                                                               \
  R (conj) R (cop) R (csubj) R (dep) R (det) R (discourse) R (dislocated) R (expl) R (fixed) R (flat)        \
      R (goeswith) R (iobj) R (list) R (mark) R (nmod) R (nsubj) R (nummod) R (obj) R (obl) R (orphan)       \
          R (parataxis) R (punct) R (reparandum) R (root) R (vocative) R (xcomp)

typedef enum {
#define R(name) RELATION_##name,
  RELATIONS (R)
#undef R
      N_RELATIONS,
} UniversalRelation;

/* The set that holds one relation; that of the relations that function words have, "head" of a phrase by
 * mistake. */
#define ONE(name) (G_GUINT64_CONSTANT (1) << RELATION_##name)
#define FUNCTION                                                                                             \
  (ONE (aux) | ONE (case) | ONE (cc) | ONE (clf) | ONE (cop) | ONE (det) | ONE (fixed) | ONE (goeswith)      \
   | ONE (mark) | ONE (punct))

/* What stands before ":". */
TbkPiece universal_part (TbkPiece deprel);

static inline gboolean
piece_is (TbkPiece piece, const char *text, gsize size)
{
  return piece.size == size && memcmp (piece.bytes, text, size) == 0;
}

/* Whether @piece is a literal. */
#define PIECE_IS(piece, literal) piece_is (piece, literal, sizeof (literal) - 1)

/* 2. repairs: how many non-projective arcs a tree has once one word is attached elsewhere.
 *
 * T[w→y] is the tree T in which w depends on y, a word that w does not dominate.
 *
 *   (CK1)  Contraction, (X1) of projectivize/projectivize.h but for children of 0, keeps all ends of
 *          non-projective arcs and all roots of their gaps. So the words to re-attach remain.
 *   (CK2)  Let w remain, and let an arc (h,d) other than that of w have a gap of g words, and i words that w
 *          dominates between its ends, all counted among those that remain. In T[w→y] it is non-projective
 *            if h is dominated by w: if and only if g > 0;
 *            else, if h dominates w: if and only if g > 0, or i > 0 and h does not dominate y;
 *            else: if and only if g > i, or g > 0 and h does not dominate y.
 *   (CK3)  The arc (y,w) is non-projective if and only if some word between its ends is dominated by neither
 *          of them.
 *   (CK4)  So the arcs that are non-projective in T[w→y] are as many as there would be if no h dominated y,
 *          less what y and the words that dominate it gain, plus 1 by (CK3). Words that were removed gain
 *          nothing. Therefore a removed y is no better than the word that remains of its block.
 *   (CK11) Besides its own arc, re-attaching w makes no more arcs (h,d) projective than those of which w
 *          dominates the whole gap, but not h. These w are a path upwards, from the lowest word that dominates the gap.
 *
 * Proofs    docs/design/check.md. (CK4) makes the least over all y a sum from the top of the tree down.
 * Cost      repairs_set() O(n), and the words under non-projective arcs and on the paths of (CK11);
 *           repairs_try() O(m) for m words that remain; repairs_is_best() O(n).
 */

typedef struct {
  TbkTree *tree;
  int n_core; /* words that remain, 0 among them */
  int *core;  /* these words, from left to right */
  int *place; /* by word: its number among them, -1 if it was removed */
  int *head, *pre,
      /* by number: that of its head; its preorder number and the words it dominates, of the whole tree */
      *size;
  int *gap;       /* by number: how many of them are in the gap of the arc into it */
  int *at_pre;    /* by preorder number: the number of the word that has it, if it remains */
  int *most;      /* by number: more arcs than that cannot become projective if it is re-attached (CK11) */
  int *downwards; /* their numbers, each after that of its head */
  int *n_below;   /* by number: how many of those before it are dominated by the word tried */
  int *gain;      /* by number: what its dominating y gains, alone and with all that dominate it */
  int *value; /* by number: the non-projective arcs if the word tried is attached there; -1 if it cannot */
  int *scratch;
  int n_allocated;

  int word;  /* the word tried */
  int base;  /* the arcs but its own that are non-projective if nothing gains */
  int least; /* of the values, those of removed words too; G_MAXINT if it cannot be attached anywhere */
} Repairs;

/* 3. proposals: of the best heads of a word, those that annotators most often mean. */

enum { MOST_PROPOSALS = 1 + TBK_CHECK_MAX_ALTERNATIVES };

/* What the rules ask of words. Sets of relations are those of check.h. */
typedef struct {
  const TbkCheckWord *words;
  const guint64 *relations; /* by word: a set of one, or of none */
  const Repairs *repairs;   /* in which the word was tried */
  int *left, *right;        /* scratch: n + 1 each */
  int heads[MOST_PROPOSALS];
  int n;
} Proposals;

/* 4. checker: what a checker keeps from one sentence to the next. */

struct TbkChecker {
  TbkProjectivizer *projectivizer;
  Repairs repairs;
  guint tests; /* a set: findings of others are not looked for */

  guint64 *relations; /* by word: a set as of check.h */
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
