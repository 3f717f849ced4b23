/* check.h - around the core: which words make a tree non-projective by mistake, and where to attach them; and the tests of
 * the shape of trees that UD's validator has.
 *
 *   g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
 *   TbkFindings found;
 *
 *   if (tbk_check_findings (checker, heads, columns, n, &found, &error))
 *     for (int f = 0; f < found.n_findings; f++)
 *       printf ("%d: hang it on %d\n", found.findings[f].word, found.findings[f].new_head);
 *
 * Words     0 is the artificial root, 1..n are the words; heads[0] = -1. 0 may have several children, where the
 *           validator ends and tbk_check_incidents() goes on.
 * Terms     the arc of a word d with the head h > 0 is non-projective if a word strictly between the two is
 *           not dominated by h (tbk/tree.h); such words are its gap. A root of the gap is a word in it whose
 *           head is not. A relation is DEPREL up to the first ":".
 * Findings  are words that are re-attached one after the other, until the tree is projective or no word helps. Each step chooses a
 *           word whose new head leaves fewest non-projective arcs, and of several such heads the one that
 *           annotators most often mean. docs/design/check.md has the rules, and what they rest on.
 * Incidents are reported as by UD's validator of TBK_CHECK_VALIDATOR_DATE; its lists of relations change.
 * Cost      O(n) for a projective tree without tbk_check_incidents(). Else each finding takes O(n + c m)
 *           steps, where m words remain after contraction (tbk/projectivize.h) and c of them are near a
 *           non-projective arc; most of the c are never tried. Incidents: O(n), or O(n log n) with non-projective arcs.
 * Errors    TBK_ERROR_DATA for heads that are no tree, and by tbk_check_findings() where m is above
 *           TBK_CHECK_MAX_CORE; TBK_ERROR_RESOURCE if memory runs out; it grows to the longest tree and is kept.
 * Threads   a checker belongs to one thread at a time.
 * Source    the tests: universaldependencies.org, "Validation rules"; the rules of new heads: our own.
 * Since     0.2
 */
#ifndef TBK_CHECK_H
#define TBK_CHECK_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/projectivize.h"

TBK_BEGIN_DECLS

/* Where more words remain after contraction no findings are sought: a search in this many takes about a second at worst. */
#define TBK_CHECK_MAX_CORE 1000

/* The day of UD's validator with which tbk_check_incidents() agrees, and its version. */
#define TBK_CHECK_VALIDATOR_DATE    "2026-08-22"
#define TBK_CHECK_VALIDATOR_VERSION "446bd9696"

/* Tests: what is wrong with a word. Findings have the first TBK_N_FINDING_TESTS; incidents have the first
 * TBK_N_INCIDENT_TESTS but for the last five of findings. What follows is of form: it keeps a sentence from
 * being a tree, and is found by whoever reads it (tbk/draw.h). */
typedef enum {
  TBK_CHECK_PUNCT_IS_NONPROJ,      /* punctuation whose arc is non-projective */
  TBK_CHECK_PUNCT_CAUSES_NONPROJ,  /* punctuation in the gap of another word's arc */
  TBK_CHECK_FUNCTION_HEAD_NONPROJ, /* a non-projective arc of a function word, as of a preposition */
  TBK_CHECK_CC_NONPROJ,            /* a conjunction right of its head: it belongs to the conjunct after it */
  TBK_CHECK_IS_NONPROJ,            /* any other word whose arc is non-projective: often right */
  TBK_CHECK_CAUSES_NONPROJ,        /* any other word in the gap of another's arc: often right */
  TBK_CHECK_INCONSISTENT_TREE, /* the words of an earlier sentence with another tree; found by whoever reads all (tbk/draw.h) */
  TBK_CHECK_LEAF_MARK_CASE, /* a child that the head must not have, by the relation of the head */
  TBK_CHECK_LEAF_AUX_COP,
  TBK_CHECK_LEAF_DET,
  TBK_CHECK_LEAF_CLF,
  TBK_CHECK_LEAF_CC,
  TBK_CHECK_LEAF_FIXED,
  TBK_CHECK_LEAF_GOESWITH,
  TBK_CHECK_LEAF_PUNCT,
  TBK_CHECK_RIGHT_TO_LEFT_CONJ, /* a word that must follow its head */
  TBK_CHECK_RIGHT_TO_LEFT_FIXED,
  TBK_CHECK_RIGHT_TO_LEFT_FLAT,
  TBK_CHECK_RIGHT_TO_LEFT_GOESWITH,
  TBK_CHECK_RIGHT_TO_LEFT_APPOS,
  TBK_CHECK_TOO_MANY_SUBJECTS,
  TBK_CHECK_TOO_MANY_OBJECTS,
  TBK_CHECK_OBL_SHOULD_BE_NMOD, /* obl of a nominal that is no predicate */
  TBK_CHECK_ORPHAN_PARENT,      /* orphan of a word that replaces none */
  TBK_CHECK_FIXED_GAP,          /* other words within a fixed expression */
  TBK_CHECK_GOESWITH_GAP,       /* other words between the parts of one */
  TBK_CHECK_0_IS_NOT_ROOT,      /* a child of 0 of another relation than root */
  TBK_CHECK_ROOT_IS_NOT_0,      /* a root that is no child of 0 */

  TBK_CHECK_INVALID_HEAD,   /* HEAD is not 0 or a number of a word */
  TBK_CHECK_UNKNOWN_HEAD,   /* no word has that number */
  TBK_CHECK_HEAD_SELF_LOOP, /* a word with its own number */
  TBK_CHECK_MULTIPLE_ROOTS, /* several words whose HEAD is 0 */
  TBK_CHECK_NON_TREE,       /* a cycle */
  TBK_CHECK_UNKNOWN_DEPS_HEAD, /* DEPS has a head that is no node of the sentence; UD's validator: unknown-ehead */
  TBK_CHECK_NUMBER_OF_COLUMNS,
  TBK_CHECK_EMPTY_COLUMN,
  TBK_CHECK_PSEUDO_EMPTY_LINE,
  TBK_CHECK_MISPLACED_COMMENT,
  TBK_CHECK_NON_UNIX_NEWLINE,
  TBK_CHECK_WORD_ID_SEQUENCE,
  TBK_CHECK_INVALID_WORD_ID,
  TBK_CHECK_INVALID_WORD_INTERVAL,
  TBK_CHECK_REVERSED_WORD_INTERVAL,
  TBK_CHECK_OVERLAPPING_WORD_INTERVALS,
  TBK_CHECK_MISPLACED_WORD_INTERVAL,
  TBK_CHECK_WORD_INTERVAL_OUT,
  TBK_CHECK_MISPLACED_EMPTY_NODE,
  TBK_CHECK_EMPTY_SENTENCE,
  TBK_CHECK_BYTE_ORDER_MARK, /* this and the next four: what is worth a warning elsewhere, if that is an error */
  TBK_CHECK_MISSING_EMPTY_LINE,
  TBK_CHECK_EXTRA_EMPTY_LINE,
  TBK_CHECK_MISSING_SENT_ID,
  TBK_CHECK_NON_UNIQUE_SENT_ID,
  TBK_CHECK_INVALID_LINE, /* not UTF-8, too long, or with other names of columns */
  TBK_CHECK_INVALID_FILE, /* no text, or a line or sentence that is too long to go on after it */
  TBK_CHECK_TOO_TANGLED,  /* more than TBK_CHECK_MAX_CORE words in crossings: no other findings are sought */
  TBK_N_CHECK_TESTS,
} TbkCheckTest;

#define TBK_N_FINDING_TESTS  (TBK_CHECK_INCONSISTENT_TREE + 1)
#define TBK_N_INCIDENT_TESTS (TBK_CHECK_ROOT_IS_NOT_0 + 1)

/* Sets of tests are bits of a number: the tests of findings, and the tests of incidents. The tests of form, from
 * TBK_CHECK_INVALID_HEAD on, belong to every set. */
#define TBK_CHECKS_FINDINGS ((1u << TBK_N_FINDING_TESTS) - 1)
/* The findings that one sentence shows: all but TBK_CHECK_INCONSISTENT_TREE, which needs another one. Since: 0.2 */
#define TBK_CHECKS_OF_A_TREE (TBK_CHECKS_FINDINGS & ~(1u << TBK_CHECK_INCONSISTENT_TREE))
#define TBK_CHECKS_INCIDENTS                                                                                 \
  (((1u << TBK_N_INCIDENT_TESTS) - 1)                                                                        \
   & ~((1u << TBK_CHECK_FUNCTION_HEAD_NONPROJ) | (1u << TBK_CHECK_CC_NONPROJ) | (1u << TBK_CHECK_IS_NONPROJ) \
       | (1u << TBK_CHECK_CAUSES_NONPROJ) | (1u << TBK_CHECK_INCONSISTENT_TREE)))

/* Levels of certainty that something is wrong. Findings: errors were changed later in nine of ten cases,
 * warnings in most; notes say where to look at leisure. */
typedef enum {
  TBK_CHECK_NOTE,
  TBK_CHECK_WARNING,
  TBK_CHECK_ERROR,
} TbkCheckLevel;

/* Returns TRUE if @set, of tests, holds @test. Since: 0.2 */
static inline gboolean
tbk_check_test_is_in (TbkCheckTest test, guint set)
{
  return test >= TBK_N_INCIDENT_TESTS || (set >> test & 1) != 0;
}

/* "punct-is-nonproj"; NULL past the last. The test of a name, TBK_N_CHECK_TESTS if there is none. */
const char *tbk_check_test_name (TbkCheckTest test);
TbkCheckTest tbk_check_test_find (const char *name);

TbkCheckLevel tbk_check_test_level (TbkCheckTest test);

/* "note", "warning", "error"; NULL past the last. */
const char *tbk_check_level_name (TbkCheckLevel level);

/* A word: columns of CoNLL-U, without bytes where there is none. */
typedef struct {
  TbkPiece form, upos, feats, deprel, misc;
} TbkCheckWord;

enum {
  TBK_CHECK_MAX_ALTERNATIVES = 2,
  TBK_CHECK_MAX_CANDIDATES = 200, /* words that a step chooses from; the next ones if none of them helps */
};

/* A word to re-attach, in the tree in which the words of the findings before it are re-attached. */
typedef struct {
  TbkCheckTest test;
  int word, head, new_head;
  int n_alternatives,
      alternatives
          [TBK_CHECK_MAX_ALTERNATIVES]; /* the next heads, at most two, that leave as few non-projective arcs */
  const int *fixes; /* the dependents of arcs that are projective after this step, and were not before */
  int n_fixes;
  int left; /* non-projective arcs after it */
} TbkFinding;

typedef struct {
  const TbkFinding *findings; /* in the order of repair; owned by the checker until its next call */
  int n_findings;
  const int *heads;    /* n + 1, of the tree after all steps; owned likewise */
  int n_nonprojective; /* non-projective arcs of the tree given */
  int left;            /* of the tree after all steps */
  /* no projective tree, of any number of roots, has fewer words with another head than the tree given; -1 if
   * more words remain after contraction than the options allow */
  int lost_arcs;
  /* in some step words were near non-projective arcs beyond the first TBK_CHECK_MAX_CANDIDATES */
  gboolean is_cut;
} TbkFindings;

/* Something that the validator reports: of @word, in a message that names @node, which is the same or its
 * head. */
typedef struct {
  TbkCheckTest test;
  int word, node;
} TbkIncident;

typedef struct TbkChecker TbkChecker;

/* @options: (nullable): `max_core` counts here; NULL for all zeros. */
TbkChecker *tbk_checker_new (const TbkProjectivizeOptions *options);
void tbk_checker_free (TbkChecker *checker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkChecker, tbk_checker_free)

/* Looks for findings of these tests only, a set; at first for all. Words that meet others keep their heads,
 * so that the tree can stay non-projective. */
void tbk_checker_set_tests (TbkChecker *checker, guint tests);

/**
 * tbk_check_findings:
 * @heads: n + 1 integers, a tree (tbk/tree.h); n from 0
 * @words: n + 1 of them, the first of no account; `form`, `upos` and `deprel` count. They are not looked at
 * in a projective tree
 * @findings: (out caller-allocates)
 *
 * Finds the words to re-attach. A projective tree has none.
 */
gboolean tbk_check_findings (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n,
                             TbkFindings *findings, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_check_incidents:
 * @heads: n + 1 integers, a tree; n from 0
 * @words: n + 1 of them, the first of no account
 * @incidents: (out): owned by the checker until its next call
 *
 * Finds what UD's validator would report about the shape of the tree: in the order of words, then of tests.
 */
gboolean tbk_check_incidents (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n,
                              const TbkIncident **incidents, int *n_incidents,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Repair: the tree nearest to heads that need not be one.
 *
 *   g_autoptr (TbkRepairer) repairer = tbk_repairer_new (NULL);
 *   int changed;
 *
 *   if (tbk_repair (repairer, heads, columns, n, repaired, &changed, &error))
 *     printf ("%d heads changed\n", changed);
 *
 * Heads      n + 1 integers, heads[0] of no account. A head is given if it is in 0..n and not the word itself;
 *            any other number means that the word has none. Cycles, several words on 0 or none are welcome.
 * Which      of all trees, with one word on 0 or with any number, projective or not, one that keeps the most
 *            given heads. So a tree of the kind that is asked for stays as it is, and to repair twice is to
 *            repair once.
 * Ties       each of these criteria decides what those before it leave open: fewest words on 0; the least sum of the
 *            ranks of these words; the least sum of the costs of all other arcs; the least list of heads. They
 *            look at the given heads, relations and parts of speech alone, never at forms.
 * Ranks      order the words of a sentence: first those whose relation is root, in any letters, then those under no
 *            given arc between words, then words with UPOS VERB, then words with most words below them. Marks of
 *            punctuation that are on 0 beside a word come last: UPOS PUNCT, with the relation punct or root. Equal
 *            words have one rank, and ranks have no gaps.
 * Costs      say how unlikely an arc is: by the relation of the word, and the relation, the side and the
 *            distance of its head, and by the given arcs of other words that it crosses (0 is left of 1). Such a
 *            mark of punctuation counts as one with the relation punct. They are in half nats (steps of the factor
 *            1.65). Without @words, or with relations other than the ones of Universal Dependencies, distance and
 *            crossings decide.
 * Cost       any trees: O(n) for a tree, else O(n m + p^2 log n) for m words without a head or on cycles (and
 *            words on 0 that are too many), in p parts that following the heads connects. m (n + 1) is at most
 *            TBK_REPAIR_MAX_ARCS. Memory 9 p^2 bytes.
 *            Projective ones: O(m^3) for the m words that remain, at most `max_core`, and 30 m^2 bytes.
 *            Memory is kept from one sentence to the next.
 * Errors     TBK_ERROR_DATA above these limits, with both numbers in the message; TBK_ERROR_RESOURCE if memory
 *            does not suffice. The number of trees is an exception: if memory runs out there, the process ends,
 *            as by GMP.
 * Threads    a repairer belongs to one thread at a time. Equal options give equal trees on any machine.
 * Source     the least changes and the number of trees: Cayley's formula for forests. The tree of parts: Tarjan
 *            (1977) with Gabow's paths, over costs that lists of heads are part of. Projective trees: as in
 *            tbk/projectivize.h, whose theorems hold for any heads.
 * Since      0.2
 */

/* The most arcs that are compared: words to attach, times all words and 0. */
#define TBK_REPAIR_MAX_ARCS (1 << 26)

enum {
  TBK_REPAIR_N_RELATIONS = 16, /* groups of relations; the last is of all others */
  /* Kinds of heads: a word of one of the first 15 groups, the root word, another one without other dependents
   * than that in question, another one with some. */
  TBK_REPAIR_N_HEADS = 18,
  TBK_REPAIR_N_DISTANCES = 6, /* 1, 2-3, 4-7, 8-15, 16-31, 32 and more */
  TBK_REPAIR_N_CROSSINGS = 4, /* 0, 1, 2, 3 and more */
  TBK_REPAIR_MAX_COST = 15,   /* of each of the three costs of an arc, which are added */
};

/* The costs of arcs, each 0..TBK_REPAIR_MAX_COST, by the group of the dependent. */
typedef struct {
  guint8 by_head[TBK_REPAIR_N_RELATIONS][TBK_REPAIR_N_HEADS];
  guint8 by_distance[TBK_REPAIR_N_RELATIONS][TBK_REPAIR_N_DISTANCES][2]; /* head on the left, on the right */
  guint8 by_crossings[TBK_REPAIR_N_CROSSINGS];
} TbkRepairCosts;

/* Counts of good trees, to be cleared at first: of the words that could be the head of a word, how many have
 * a property, and how many of the heads. The counts of several repairers can be added, field by field. */
typedef struct {
  gint64 by_head[TBK_REPAIR_N_RELATIONS][TBK_REPAIR_N_HEADS][2]; /* all words, heads */
  gint64 by_distance[TBK_REPAIR_N_RELATIONS][TBK_REPAIR_N_DISTANCES][2][2];
  gint64 by_crossings[TBK_REPAIR_N_CROSSINGS][2];
} TbkRepairCounts;

typedef struct {
  TbkRoot root; /* TBK_ROOT_GOLD counts as TBK_ROOT_SINGLE */
  gboolean is_projective;
  int max_core; /* words that may remain of a sentence for projective trees; 0: TBK_DEFAULT_MAX_CORE */
  const char *max_core_name;   /* (nullable): as in TbkProjectivizeOptions */
  const TbkRepairCosts *costs; /* (nullable): NULL for tbk_repair_costs_default(). They are copied */
} TbkRepairOptions;

typedef struct TbkRepairer TbkRepairer;

/* @options: (nullable): NULL for all zeros. */
TbkRepairer *tbk_repairer_new (const TbkRepairOptions *options);
void tbk_repairer_free (TbkRepairer *repairer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkRepairer, tbk_repairer_free)

/**
 * tbk_repair:
 * @heads: n + 1 integers, of any value; n is at least 0
 * @words: (nullable): n + 1 of them, the first of no account; `deprel` and `upos` count
 * @repaired: (out caller-allocates): n + 1 integers, a tree, undefined after an error; may be @heads
 * @changed: (out) (optional): the words with another head, or without one before; the fewest possible
 */
gboolean tbk_repair (TbkRepairer *repairer, const int *heads, const TbkCheckWord *words, int n, int *repaired,
                     int *changed, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_repair_count:
 * @count: (out): initialised by the caller; the number of trees that keep as many given heads, 1 for a tree
 * @changed: (out) (optional): as above
 *
 * Counts the nearest trees. Cost: of any trees O(n) and the product of some numbers; of projective ones the cost
 * of their forest.
 */
gboolean tbk_repair_count (TbkRepairer *repairer, const int *heads, int n, mpz_t count, int *changed,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The costs that are used where no others are given: fitted to 16 treebanks of Universal Dependencies 2.x. */
void tbk_repair_costs_default (TbkRepairCosts *costs);

/**
 * tbk_repair_counts_add:
 * @heads: a tree; words and @words as above
 *
 * Adds the arcs of a good tree to @counts. Cost: O(n^2).
 */
gboolean tbk_repair_counts_add (TbkRepairCounts *counts, TbkRepairer *repairer, const int *heads,
                                const TbkCheckWord *words, int n, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The costs that trees like those counted suggest: of each property, how many times as often a word that has it is
 * the head as another, as a logarithm, from the best on. What was seen seldom or never costs much. */
void tbk_repair_costs_from (TbkRepairCosts *costs, const TbkRepairCounts *counts);

TBK_END_DECLS

#endif
