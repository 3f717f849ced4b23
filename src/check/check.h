/* check.h - what the files of this room share: relations as sets, repairs of a word, a checker.
 *
 * Contents
 *   1. universal: the universal relations as members of sets, which are the bits of a number
 *   2. repairs: how many non-projective arcs a tree has once one word is attached elsewhere
 *   3. checker: what a checker keeps from one sentence to the next
 *   4. costs: how unlikely the arcs of a sentence are whose heads may be no tree
 *   5. arborescence: the least tree over parts of a sentence, with their lists of heads
 *   6. repairer: what a repairer keeps from one sentence to the next
 *   7. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include <string.h>

#include "base/room.h"
#include "projectivize/projectivize.h"
#include "tabular/best_tree.h"
#include "tabular/forest.h"
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
  R (conj)                                                                                                   \
  R (cop)                                                                                                    \
  R (csubj)                                                                                                  \
  R (dep)                                                                                                    \
  R (det)                                                                                                    \
  R (discourse) R (dislocated) R (expl) R (fixed) R (flat) R (goeswith) R (iobj) R (list) R (mark) R (nmod)  \
      R (nsubj) R (nummod) R (obj) R (obl) R (orphan) R (parataxis) R (punct) R (reparandum) R (root)        \
          R (vocative) R (xcomp)

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

/* Returns the part before ":". */
TbkPiece universal_part (TbkPiece deprel);

/* The set that holds the relation of @deprel: that which stands before ":"; no set if it is none of these. */
guint64 universal_find (TbkPiece deprel);

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
  Room room;

  int word;  /* the word tried */
  int base;  /* the arcs but its own that are non-projective if nothing gains */
  int least; /* of the values, those of removed words too; G_MAXINT if it cannot be attached anywhere */
} Repairs;

/* 3. checker: what a checker keeps from one sentence to the next. */

/* Some heads: the last begin and the first end of their spans. A head spans the preorder numbers of the words
 * below it, from its begin to before its end. */
typedef struct {
  int last_begin, first_end;
} HeadSpan;

struct TbkChecker {
  TbkProjectivizer *projectivizer;
  Repairs repairs;
  guint tests; /* a set: findings of others are not looked for */

  guint64 *relations; /* by word: a set as of check.h */
  int *heads;         /* of the tree so far, n + 1 of them */
  int *candidates, *nonprojective, *left, *right;
  HeadSpan *spans; /* by node of a tree over words */
  Room room;

  TbkFinding *findings;
  gsize n_findings, n_findings_allocated;
  int *fixes; /* of all findings, one after the other */
  gsize n_fixes, n_fixes_allocated;

  TbkIncident *incidents;
  gsize n_incidents, n_incidents_allocated;
};

/* Makes room for the arrays by word. */
gboolean checker_reserve (TbkChecker *checker, int n, GError **error);

/* Looks up the relations of @words, for which there is room. */
void checker_set_relations (TbkChecker *checker, const TbkCheckWord *words, int n);

/* 4. costs: how unlikely the arcs of a sentence are whose heads may be no tree.
 *
 *   (NT1)  cost(h,d) = by_head[group of d][what h is] + by_distance[group of d][|h - d|][side of h]
 *                      + by_crossings[given arcs of other words that cross it]
 *
 * A mark of punctuation that is on 0 beside a word is no root word, and has the group of the relation punct.
 *
 * Cost      O(n) for the costs of all heads of a word.
 */

/* Arrays by word, n + 1 of each. */
typedef struct {
  int n;
  int *given; /* the given heads, -1 for none */
  int *group; /* of the relation */
  int *kind;  /* as a head, if it has no dependents but the one in question */
  int *n_dependents;
  int *first, *dependents; /* those of h: dependents[first[h]] .. dependents[first[h + 1] - 1] */
  int *crossings;          /* of the arcs to one word: how many arcs cross them */
  Room room;
} ArcCosts;

/* Makes @costs those of the words of a sentence. @words may be NULL. */
gboolean costs_set (ArcCosts *costs, const int *heads, const TbkCheckWord *words, int n, GError **error);

/* Returns TRUE if @word is a mark of punctuation that is on 0 beside a word. */
gboolean costs_is_stop (const ArcCosts *costs, int word);

/* row[h] becomes the cost of the arc from each word h but @dependent. */
void costs_fill (ArcCosts *costs, const TbkRepairCosts *table, int dependent, guint8 *row);

/* The cost of one arc between words. O(n) at worst: the words between the two are looked at. */
int costs_find (ArcCosts *costs, const TbkRepairCosts *table, int head, int dependent);

/* Adds what the arcs to @dependent, which does not depend on 0, show to @counts. */
void costs_count (ArcCosts *costs, int dependent, TbkRepairCounts *counts);

/* 5. arborescence: the least tree over parts of a sentence, with their lists of heads.
 *
 * The nodes are parts 1..p, to be entered at an open word by an arc from another part or from the base, part 0, or
 * from the root 0. The other open words of a part keep their given heads then.
 *
 *   (NT2)  The value of an arc into a part is its cost less that of the arc that it takes the place of, then
 *          the list of heads of the open words of the part.
 *   (NT3)  Paths that contract cycles, as decode/spanning.c has them, need values that are added and compared, no
 *          more. The lists of two ways to enter a contracted cycle show which of them is less: those of their words
 *          are the only heads in which they differ.
 *   (NT4)  The list of a cycle entered at a word is that of the member with the word, entered there, and those of the
 *          other members, entered by the arcs they chose. So what a member's list lacks to that of the cycle is the
 *          same for all its words, and the lists on the way up from a word are united (with paths compressed).
 */

/* The arc from @head to @dependent and its cost, less that of the arc it takes the place of. */
typedef struct {
  int cost, head, dependent;
} PartArc;

typedef struct {
  /* The sentence, set by the caller. */
  const int *given; /* by word */
  const int *part;  /* by word: the part of it */
  const int *opens,
      *first_open; /* open words; those of part A are opens[first_open[A]] .. before first_open[A + 1] */
  int n_words, n_parts;
  gboolean has_base; /* part 0 has arcs to others; else 0 has to some words */

  /* Arcs from part A to node X at row[X] * (n_parts + 1) + A. */
  gint8 *cost;
  int *head, *dependent;
  Room cells;

  /* By node, cycles from n_parts + 1 on. */
  int n_nodes;
  PartArc *from_root, *chosen;
  int *row, *parent;
  int *size;          /* open words */
  int *jump;          /* the node itself, or a cycle that it is in */
  guint32 *jump_list; /* what the lists of the node lack to be those of that cycle */
  int *place, *path;  /* by node: where it is on the path, or NOTHING; nodes */
  int n_path;
  int *chain;   /* scratch */
  int *is_done; /* its path is finished; later: another arc enters it */
  int *top, *next_part,
      *last_part; /* by part: its node, the next part of that, or 0; by node: its last part */
  Room nodes;
  guint32 *inner; /* by word: the list of the other open words of its part */
  Room words;
  Lists lists;
  gboolean has_lists; /* that are begun */
} Arborescence;

void arborescence_clear (Arborescence *a);

/* Makes room for the cells of n_parts parts, which have no arcs yet. */
gboolean arborescence_begin (Arborescence *a, GError **error);

/* Offers an arc to an open word: from a word of another part, or where there is no base from 0, whatever
 * others there are. */
void arborescence_offer (Arborescence *a, PartArc arc);

/* Sets heads[v] of the words where parts are entered. */
gboolean arborescence_find (Arborescence *a, int *heads, GError **error);

/* 6. repairer: what a repairer keeps from one sentence to the next. */

struct TbkRepairer {
  TbkRepairOptions options;
  TbkRepairCosts table;
  ArcCosts costs;
  gboolean is_single;

  /* The parts of the sentence; part 0 is that of 0. */
  int *part;  /* by word */
  int *opens; /* words, by part */
  int *first_open;
  int n_parts, n_broken, n_roots; /* parts, 0 among them; words given on 0 */
  gint64 *keys, *sorted_keys;     /* by word: ranks are in their order */
  int *scratch, *below;
  guint8 *row;
  Room room;
  Arborescence arborescence;

  Reduced reduced;
  Score score;
  TbkForest *forest;
  BestTree best_tree;
  int *kept_heads; /* of the best tree */
  guint8 *kept_costs;
  Room kept, kept_cells; /* for heads; for costs */
};

/* 7. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* The tests in the order of suspicion, as in lists: by level, tests of form first. @number: from 0. */
TbkCheckTest check_test_by_suspicion (int number);

/* The test that HEAD of @word fails, where it is neither 0 nor another word. */
TbkCheckTest check_test_of_head (TbkPiece head, int word);

#endif
