/* evaluate.h - around the core: files side by side: how well a system agrees with gold trees, and annotators with one
 * another.
 *
 * Contents
 *   1. evaluation: shares of right words, arcs and constituents, with their intervals and tests
 *   2. agreement: how far several annotations of the same words agree, beyond what chance would give
 *   3. voting: one treebank out of several annotations of the same words
 */
#ifndef TBK_EVALUATE_H
#define TBK_EVALUATE_H

#include <glib.h>
#include <gmp.h>

#include "tbk/corpus.h"
#include "tbk/query.h"
#include "tbk/report.h"

#include "tbk/base.h"

TBK_BEGIN_DECLS

/* 1. evaluation: how well a system's trees agree with gold trees: of dependencies over the same words, of
 * dependencies where tokens, words and sentences may differ, and of phrases.
 *
 *   const TbkEvaluationOptions options = { .evaluated = TBK_EVALUATED_DEPENDENCIES };
 *   g_autoptr (TbkEvaluation) evaluation = tbk_evaluate ("gold.conllu", "system.conllu", &options, &error);
 *
 * A kind of evaluation has counts, of every sentence; measures made of these, each a share, `right` of `of`; and
 * words or constituents in groups. All three are records (TbkEvaluationKind). Intervals and tests are over gold
 * sentences.
 *
 * TBK_EVALUATED_DEPENDENCIES: the words are the same.
 *
 * Shares      UAS   words with the right head
 *             LAS   words with the right head and the right relation
 *             LA    words with the right relation
 *             CLAS  the same as LAS over content words only, as F1: `right` is twice the words right, `of`
 *                   the content words by the gold relations and those by the system's. Content words are,
 *                   as in the script of the CoNLL 2018 shared task, those whose relation up to ":" is acl,
 *                   advcl, advmod, amod, appos, ccomp, compound, conj, csubj, dep, discourse, dislocated,
 *                   expl, fixed, flat, goeswith, iobj, list, nmod, nsubj, nummod, obj, obl, orphan,
 *                   parataxis, reparandum, root, vocative or xcomp. Relations of other schemes are none
 *             ..._no_punct  the same over words that are not punctuation: whose gold relation is not punct; or, on
 *                   demand, whose form has other characters than Unicode's punctuation (classes P...), as in the
 *                   script eval.pl of the CoNLL-X shared task. Of nothing if all words are left
 *             nonprojective_precision  the system's non-projective arcs that are gold arcs
 *             nonprojective_recall     the gold non-projective arcs that the system has
 *             whole_unlabelled, whole_labelled  the sentences in which every word is right
 * Relations are compared up to ":", or whole on demand.
 *
 * Broken      heads need be no tree: each is compared for itself. A word without head in the system's file, or with a HEAD
 *             that is no other word, is wrong, and no arc of the system. A word without gold head does not count, and its
 *             sentence not as a whole one. The arcs of what is no tree are not asked whether they are projective.
 *             tbk_evaluation_remarks() has their numbers.
 *
 * TBK_EVALUATED_ALIGNED: words are aligned by the characters of the text. Counts are as in the script of the
 * CoNLL 2018 shared task.
 *
 * Text      the forms of tokens, one after the other, without the spaces in them (Unicode class Zs). A
 *           multiword range is one token. Both files must have the same text.
 * Words     a word outside of ranges is the stretch of the text that its token is. Such words are aligned if
 *           they are the same stretch. In stretches with ranges words are aligned by a longest common
 *           subsequence of their forms in lower case, as by Python's str.lower, for the characters
 *           that GLib's version of Unicode has.
 * Measures  every one has four counts: what is right, gold, of the system, and aligned.
 *             Tokens, Sentences  stretches of the text that both files have
 *             Words              words that are aligned
 *             UPOS, XPOS, UFeats, AllTags  aligned words with the same tag or features; AllTags: all three.
 *                                Of FEATS only the 21 features count that the script lists
 *             Lemmas             aligned words with the same lemma, or whose gold lemma is "_"
 *             UAS, LAS           aligned words whose heads are aligned too; with the same relation up to ":"
 *             CLAS, BLEX         LAS over words with content relations; with the same lemma
 *                                too
 *             MLAS               CLAS with the same UPOS, features, and children with functional relations
 *                                (aux, case, cc, clf, cop, det, mark), which must be right in the same way
 *           precision = right / system, recall = right / gold, F1 = 2 right / (gold + system).
 * Sentences a word of the system belongs to the gold sentence of the word that it is aligned with; one that
 *           is not aligned, a token or a sentence to that in which it begins.
 * Lengths   stretches with ranges have at most 2^35 pairs of words: two seconds, quadratic in their words.
 * Columns   as the files have them; one that they lack is "_" everywhere.
 * Errors    what the script refuses: another text; a sentence that has not just one root; a form of spaces. A missing empty
 *           line at the end is none.
 * Skipped   if errors are skipped, the gold sentences from the last place at which sentences of both files end together to
 *           the next one at which sentences begin whose next 64 bytes of text are the same. A sentence is left out of all
 *           systems.
 *
 * TBK_EVALUATED_PHRASES: constituents as multisets of (label, left, right). The root, constituents of one child, and
 * constituents of punctuation count unless they are left out.
 *
 * Shares      precision    constituents of the system that are gold
 *             recall       gold constituents that the system has
 *             F1           twice the former of the sum of both
 *             unlabelled_precision, unlabelled_recall, unlabelled_F1  the same of spans alone
 *             exact, exact_unlabelled  the trees all whose constituents agree
 *             not_crossing        constituents of the system that cross no gold one, that is, overlap none
 *                                 without being in it or around it
 *             trees_not_crossing  the trees all whose constituents are such
 *             tags                words that have the right tag
 * Words     that are left of both trees must be the same, as the rules of brackets leave their forms; so a
 *           word whose tag is deleted in one tree alone is an error, as in evalb.
 * Skipped   a pair of trees is skipped, as by evalb, if no word of the system's tree is left: it counts
 *           nowhere.
 * evalb     gives the same figures, or calls the same pairs errors, if trees are read as it reads them:
 *           without rules but TBK_BRACKETS_DROP_CHILDLESS, TBK_BRACKETS_CUT_LABELS and
 *           TBK_BRACKETS_EVALB_LABELS. So does tbk evaluate --parameters.
 *
 * Cost      linear in the files, with the sorting of the constituents of a tree; tests and intervals: a fixed
 *           number of rounds over the sentences.
 * Memory    96 bytes a sentence; with its tally some 400, or 800 against another system.
 * Errors    TBK_ERROR_DATA where a sentence is not well formed, or no tree if it is aligned, or where words differ: the message names the
 *           place in the system's file and that in the gold file. TBK_ERROR_IO for files that cannot be read.
 * Threads   an evaluation may be shared once it is made.
 * Sources   Zeman et al. (2018), "CoNLL 2018 Shared Task"; Black et al. (1991), "A procedure for quantitatively
 *           comparing the syntactic coverage of English grammars"; the program evalb of Sekine and Collins; Yeh
 *           (2000), "More accurate tests for the statistical significance of result differences"; Efron and
 *           Tibshirani (1993), "An Introduction to the Bootstrap", section 13.3: the percentile interval.
 * Since     0.1
 */
typedef enum {
  TBK_EVALUATED_DEPENDENCIES,
  TBK_EVALUATED_ALIGNED,
  TBK_EVALUATED_PHRASES,
  TBK_N_EVALUATED,
} TbkEvaluated;

/* The measures of each kind. */
enum {
  TBK_MEASURE_UAS,
  TBK_MEASURE_LAS,
  TBK_MEASURE_LA,
  TBK_MEASURE_CLAS,
  TBK_MEASURE_UAS_NO_PUNCT,
  TBK_MEASURE_LAS_NO_PUNCT,
  TBK_MEASURE_LA_NO_PUNCT,
  TBK_MEASURE_NONPROJECTIVE_PRECISION,
  TBK_MEASURE_NONPROJECTIVE_RECALL,
  TBK_MEASURE_WHOLE_UNLABELLED,
  TBK_MEASURE_WHOLE_LABELLED,
  TBK_N_MEASURES,
};
enum {
  TBK_ALIGNED_TOKENS,
  TBK_ALIGNED_SENTENCES,
  TBK_ALIGNED_WORDS,
  TBK_ALIGNED_UPOS,
  TBK_ALIGNED_XPOS,
  TBK_ALIGNED_UFEATS,
  TBK_ALIGNED_ALLTAGS,
  TBK_ALIGNED_LEMMAS,
  TBK_ALIGNED_UAS,
  TBK_ALIGNED_LAS,
  TBK_ALIGNED_CLAS,
  TBK_ALIGNED_MLAS,
  TBK_ALIGNED_BLEX,
  TBK_N_ALIGNED,
};
enum {
  TBK_PHRASE_PRECISION,
  TBK_PHRASE_RECALL,
  TBK_PHRASE_F1,
  TBK_PHRASE_UNLABELLED_PRECISION,
  TBK_PHRASE_UNLABELLED_RECALL,
  TBK_PHRASE_UNLABELLED_F1,
  TBK_PHRASE_WHOLE,
  TBK_PHRASE_WHOLE_UNLABELLED,
  TBK_PHRASE_NOT_CROSSING,
  TBK_PHRASE_WHOLE_NOT_CROSSING,
  TBK_PHRASE_TAGS,
  TBK_N_PHRASE_MEASURES,
};

typedef struct {
  gint64 right, of;
} TbkShare;

enum { TBK_NO_COUNT = -1 };

/* A measure: @factor times one count, of the sum of one or two others. */
typedef struct {
  const char *name; /* as in tables: "LAS_no_punct" */
  int right, factor;
  int of[2];        /* the second may be TBK_NO_COUNT. Of aligned ones: what is gold, and the system's */
  int aligned;      /* of aligned ones: the words that could be right; or TBK_NO_COUNT */
  gboolean is_mean; /* the harmonic mean of the two measures before */
} TbkMeasure;

/* The counts of a group: gold words or constituents, and the system's; and of these the right ones: of dependencies the
 * gold words with the right head, and those with the right relation too; of phrases the gold constituents that agree,
 * and the system's. A gold constituent may agree with one of another group. */
enum { TBK_GROUP_GOLD, TBK_GROUP_SYSTEM, TBK_N_GROUP_COUNTS = 4 };
enum { TBK_GROUP_HEADS = 2, TBK_GROUP_BOTH };
enum { TBK_GROUP_GOLD_RIGHT = 2, TBK_GROUP_SYSTEM_RIGHT };

typedef struct {
  char *name;
  gint64 counts[TBK_N_GROUP_COUNTS];
} TbkGroup;

/* The groupings of dependencies: of words. */
enum {
  /* Confusions, if they are asked for. A name is the gold value, a tab, and the system's value; GOLD are the words that have
   * this pair. Beside another system SYSTEM are the words of that one that have it, HEADS the words of the first system with it
   * that the other has right, and BOTH the words of the other with it that the first has right. */
  TBK_GROUP_CONFUSED,
  /* By keys, if they are asked for: a name has the values of `keys` but for keys of files, with a line feed behind
   * each. */
  TBK_GROUP_KEYS,
  TBK_N_GROUPINGS,
};

/* The groupings of phrases: of constituents. */
enum {
  TBK_PHRASE_GROUP_LABEL,
  TBK_PHRASE_GROUP_CHILDREN, /* words and constituents under it, 10 and more together */
  TBK_PHRASE_GROUP_LENGTH,   /* words that it spans, 10 and more together */
  TBK_N_PHRASE_GROUPINGS,
};

typedef struct {
  const TbkTallyLayout *layout; /* of its tallies */
  const TbkTallyColumn *counts; /* the names of what is counted of a sentence */
  int n_counts, n_measures;
  const TbkMeasure *measures;
  int words; /* the measure over all words: if it is of nothing, nothing was compared */
  int n_groupings;
  const TbkTallyColumn *group_counts; /* the names of the counts of a group; NULL without groups */
  const TbkMeasure *group_measures;   /* made of them */
  int n_group_measures;
  const char *const *word_columns; /* of dependencies: the columns of words that differ, NULL-terminated */
} TbkEvaluationKind;

/* Since: 0.2 */
const TbkEvaluationKind *tbk_evaluation_kind (TbkEvaluated evaluated);

/* Definitions of punctuation: the gold relation punct, or forms of nothing but punctuation. Since: 0.2 */
typedef enum { TBK_PUNCT_RELATION, TBK_PUNCT_FORM } TbkPunct;

/* Options for what counts; all zeros: everything. In capitals: their names in a parameter file of evalb.
 * Lists are NULL-terminated, NULL is an empty one. */
typedef struct {
  TbkEvaluated evaluated;
  int n_systems;           /* beside one another; 0 is 1 */
  const char *system;      /* (nullable): the name of the first in tallies */
  gconstpointer of_format; /* (nullable): how files are read: TbkConlluColumns, or TbkBracketOptions */
  gboolean
      skips; /* pairs of sentences with different words, or texts, or with one sentence that is not well formed, are left
                            * out; else they are an error. tbk_evaluate() sees to it; others do with `on_error` */

  /* For dependencies. */
  /* (nullable): only the words count whose gold word meets it, in all systems. Gold heads are then a tree, if it asks for the tree.
   * Since: 0.2 */
  TbkQuery *words;
  gboolean subtypes; /* relations are compared whole */
  TbkPunct punct;    /* what ..._no_punct leave out. Since: 0.2 */
  /* (nullable): pairs of values of this key of words, each as its own file has it, are counted too. Of heads that are no tree, what
   * is asked of the whole tree is missing. Since: 0.2 */
  const TbkKeys *confused;
  /* (nullable): in the place of the other groups, groups of words by attributes. What comes from HEAD and DEPREL is each file's
   * own, the rest is gold: a word counts for recall in the group of the gold tree, for precision in the group of the system's
   * tree, or of the gold tree if it is right. Attributes of sentences, such as `projective`, come from the gold tree for both:
   * then precision is recall, which is LAS, where the system gives all words a head. Of heads that are no tree, what is asked of the whole tree is missing. Since: 0.2 */
  const TbkKeys *keys;
  gboolean
      has_tests; /* and groups sentence by sentence, for tbk_evaluation_test_groups(): groups by keys, or, in
                       * brackets, by the grouping @tested. Since: 0.2 */
  int tested;
  TbkTable *rows; /* (nullable): gets a row for each word that differs, of the `word_columns` of its kind */
  gboolean
      has_sentence_rows; /* `rows` gets a row for each sentence, or for each and each other system, also in
                                * brackets: the columns of TBK_EVALUATION_SENTENCES. Since: 0.2 */
  const char *const *others; /* the names of the other systems there, if there are several. Since: 0.2 */

  /* For aligned ones. */
  gboolean has_any_root; /* sentences may have several roots, which the script allows by an option */

  /* For phrases. */
  gboolean no_root;  /* the root does not count */
  gboolean no_unary; /* constituents of one child, word or constituent, do not */
  /* DELETE_LABEL: labels that do not count, nor labels equal to them, and tags whose words are removed from
   * each tree before spans and tags are compared. */
  const char *const *deleted;
  const char *const
      *deleted_words; /* DELETE_WORD, as disco-dop has it: forms that are removed likewise. Since: 0.2 */
  /* EQ_LABEL: labels and tags, two after two: the first counts as the second. Pairs that share one
   * make a class, which is equal throughout; evalb has pairs alone. */
  const char *const *equal;
  const char *const *equal_words; /* EQ_WORD: forms, two after two, each may replace the other */
  int max_words;                  /* CUTOFF_LEN: trees of more words do not count; 0 for any length */
  const char *const *uncounted;   /* DELETE_LABEL_FOR_LENGTH: gold tags of words which are then not counted */
  /* QUOTE_LABEL: tags of quotes. If different numbers of words are left of two trees, a word ', " or / with such
   * tags in both is restored where one of the tags alone is in @deleted. */
  const char *const *quotes;
  /* Trees are paired by the number of their line, as by evalb. A line has one tree or none; where one has
   * none, or a tree without words such as (TOP ), the pair is one of an empty tree. Without this trees are
   * counted that have words. */
  gboolean by_lines;
} TbkEvaluationOptions;

typedef struct TbkEvaluation TbkEvaluation;

/* Compares the file @system with the file @gold. */
TbkEvaluation *tbk_evaluate (const char *gold, const char *system, const TbkEvaluationOptions *options,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_evaluation_free (TbkEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkEvaluation, tbk_evaluation_free)

/* The job that compares: for the loop over files side by side (TbkPairing), with a tally for each gold file, which has a row
 * for each sentence, so that what is drawn at random can be drawn of all of them, and the groups. A pair that is left
 * out is left out of all systems. @options must outlive it. Of aligned files an entry is a gold sentence (`by_files`).
 * Since: 0.2 */
TbkJob tbk_evaluation_job (const TbkEvaluationOptions *options);

/* Sets @pairing to what the job needs; @find and @data as there. Since: 0.2 */
void tbk_evaluation_pairing (const TbkEvaluationOptions *options, TbkPairing *pairing);

/* The evaluation of all files that are in, one after the other; of another system (@other > 0) with the groups alone that
 * are tested. */
TbkEvaluation *tbk_evaluation_of (const TbkTallies *tallies, TbkEvaluated evaluated, int other);

typedef struct {
  gint64 right, gold, system;
  gint64 aligned; /* -1 for Tokens, Sentences and Words, for which it says nothing */
} TbkAlignedCounts;

TbkShare tbk_evaluation_share (const TbkEvaluation *evaluation, int measure);

/* The counts of a measure of aligned files. Since: 0.2 */
TbkAlignedCounts tbk_evaluation_aligned (const TbkEvaluation *evaluation, int measure);

/* The groups that are not empty, in order of number or of bytes; owned by @evaluation. */
const TbkGroup *tbk_evaluation_groups (const TbkEvaluation *evaluation, int grouping, int *n_groups);

/* Multiword ranges of aligned files, and how many of them are the same stretch of the text. Where they are left
 * out of one file, its words are its tokens. */
typedef struct {
  gint64 gold, system, both;
} TbkAlignedRanges;

/* Sentences of dependencies whose heads are no tree, and their words whose HEAD is neither 0 nor another word. */
typedef struct {
  gint64 sentences, words;
} TbkBrokenHeads;

/* Counts of pairs that were left out, since words differ or one is not well formed; how many trees were
 * skipped, since no word was left; how many are broken, of the gold file and of the system; and whether no
 * word is punctuation, so that there are no measures without it. Since: 0.2 */
typedef struct {
  int left_out, skipped;
  gboolean lacks_punct;
  TbkAlignedRanges ranges;
  TbkBrokenHeads gold_broken, broken;
} TbkEvaluationRemarks;

/* Returns what is to be reported beside the measures. Since: 0.2 */
TbkEvaluationRemarks tbk_evaluation_remarks (const TbkEvaluation *evaluation);

enum { TBK_BOOTSTRAP_ROUNDS = 1000, TBK_PERMUTATION_ROUNDS = 10000, TBK_MOST_TESTED = 1 << 30 };

/**
 * tbk_evaluation_intervals:
 * @low, @high: (out caller-allocates): a share for each measure
 *
 * Sets the ends of intervals of @level per cent, 50 to 99: sentences are drawn with replacement, TBK_BOOTSTRAP_ROUNDS times. The ends of
 * pairs that were left out are not drawn.
 */
void tbk_evaluation_intervals (const TbkEvaluation *evaluation, int level, guint64 seed, TbkShare *low,
                               TbkShare *high);

/**
 * tbk_evaluation_test:
 * @a, @b: of the same gold file
 * @n_as_great: (out caller-allocates): a number for each measure
 *
 * A paired permutation test for each measure: in each of TBK_PERMUTATION_ROUNDS rounds the two systems change
 * places in about half of the sentences. Counts in how many rounds the difference, whatever its sign, is at
 * least that found; p = (that + 1) / (rounds + 1). No measure may be of more than TBK_MOST_TESTED.
 */
void tbk_evaluation_test (const TbkEvaluation *a, const TbkEvaluation *b, guint64 seed, int *n_as_great);

/* F1 of a group: the right ones of gold and system's, of all gold ones and all of the system. `n_as_great` as above. */
typedef struct {
  TbkShare share, other;
  int n_as_great;
} TbkGroupTest;

/**
 * tbk_evaluation_test_groups:
 * @a, @b: of the same gold file, with `has_tests`
 * @tests: (out caller-allocates): a test for each group of @grouping that @a has
 *
 * The same test for F1 of each group. The systems change places in the same sentences as there: a group of all words has
 * the p of LAS. Where a share is of more than TBK_MOST_TESTED, `n_as_great` is of no account.
 *
 * Cost: the rounds, times the sentences in which a group differs. Since: 0.2
 */
void tbk_evaluation_test_groups (const TbkEvaluation *a, const TbkEvaluation *b, int grouping, guint64 seed,
                                 TbkGroupTest *tests);

/* Kinds of rows of a table. */
typedef enum {
  TBK_EVALUATION_MEASURES,
  TBK_EVALUATION_GROUPS,     /* groups of the grouping `grouping` */
  TBK_EVALUATION_KEYS,       /* groups by keys */
  TBK_EVALUATION_CONFUSIONS, /* groups that are pairs, likewise */
  TBK_EVALUATION_WORDS,      /* words that differ: written by the job, not from tallies */
  TBK_EVALUATION_SENTENCES,  /* likewise: the counts of each sentence, of all systems */
} TbkEvaluationRows;

/* A table of evaluations. With other systems each row is there for each of these, with the difference, p, and of groups
 * p by Holm's correction over all rows, of all groups and systems. Since: 0.2 */
typedef struct {
  TbkEvaluated evaluated;
  TbkEvaluationRows rows_of;
  int grouping;
  const TbkKeys *keys;
  int level; /* of the intervals of measures, in per cent; 0: none */
  /* Only some aligned words count, as `words` of the options has it: there are rows of words alone, with
   * recall, whose intervals and differences these are, and without precision and F1. */
  gboolean has_recall_alone;
  guint64 seed;
  int n_others;
  const char *const *others; /* their names, if there are several */
  /* (nullable): how many of the first system and the others are runs of one system, for each of @n_groups; their sum is 1 + n_others. A
   * measure then has a row for each system but the first: means over runs, with intervals over runs and sentences. `group_names`
   * are the names of the systems but the first. */
  const int *n_runs;
  int n_groups;
  const char *const *group_names;
} TbkEvaluationTable;

/* The names of the columns, NULL-terminated, to be freed with g_free(), but not the names themselves. Since: 0.2 */
const char **tbk_evaluation_columns (const TbkEvaluationTable *table);

/* Writes the rows. Errors: errors of writing; TBK_ERROR_DATA for groups that are none of these, or shares of more than
 * TBK_MOST_TESTED. Since: 0.2 */
gboolean tbk_evaluation_write (const TbkTallies *tallies, const TbkEvaluationTable *given, TbkTable *table,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_evaluate_table:
 * @paths: a gold file, the file of a system, and a file for each of @given->n_others others, NULL-terminated
 * @selection: (nullable): the gold sentences that are compared
 *
 * Compares the files, and writes the rows of @given to @table, which has its columns. Of the options, `n_systems`, `others`
 * and what rows are of come from @given. Errors: as of tbk_evaluate() and tbk_evaluation_write(). Since: 0.2
 */
gboolean tbk_evaluate_table (const char *const *paths, const TbkEvaluationOptions *options,
                             const TbkSelection *selection, const TbkEvaluationTable *given, TbkTable *table,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. agreement: how far several annotations of the same words agree, beyond what chance would give.
 *
 *   const TbkAnnotatorsOptions options = { .n_annotators = 2 };
 *   g_autoptr (TbkAnnotators) agreement = tbk_annotators_new (&options);
 *   TbkAgreedCounts counts;
 *
 *   tbk_agreed_counts_init (&counts);
 *   if (!tbk_annotators_add (agreement, annotations, n, &error))
 *     return FALSE;
 *   tbk_annotators_alpha (agreement, TBK_AGREED_HEAD, &counts);
 *
 * Values    of a word: its head as seen from it (how many words to the right or left, or the root); this together
 *           with the relation: the arc; and the relation, up to ':' without `subtypes`. A word without head or relation
 *           has no such value.
 * Alpha     Krippendorff's, for nominal values: 1 - (1 - observed) / (1 - expected). The values that two annotators, drawn
 *           at random, give a word are equal with the observed probability, and two of all values of all words
 *           with the expected one. 1 is full agreement, 0 what chance gives. Any number of annotators, and missing
 *           values; words with fewer than two values do not count.
 * Kappa     Cohen's, of two annotators, each of whom has its own shares of values. Observed agreement of heads is UAS,
 *           of arcs LAS, of relations LA, of either against the other.
 * Exact     all figures are fractions in lowest terms.
 * Cost      O(k^2) a word for k annotators; an interval TBK_FIGURES_ROUNDS times O(k), some rounds by one instruction.
 * Memory    12 bytes a word and annotator.
 * Errors    TBK_ERROR_DATA if there are more than G_MAXINT32 values; TBK_ERROR_RESOURCE without memory.
 * Threads   an agreement belongs to one thread at a time.
 * Sources   Krippendorff (2011), "Computing Krippendorff's alpha-reliability"; Cohen (1960), "A coefficient of
 *           agreement for nominal scales".
 * Since     0.2
 */

typedef enum { TBK_AGREED_HEAD, TBK_AGREED_ARC, TBK_AGREED_RELATION, TBK_N_AGREED } TbkAgreed;

enum { TBK_MOST_ANNOTATORS = 64 };

typedef struct {
  int n_annotators;  /* 2 to TBK_MOST_ANNOTATORS */
  gboolean subtypes; /* relations are compared whole */
  TbkQuery *
      words; /* (nullable): of files, only the words count that meet it in one of them at least. Since: 0.2 */
  /* (nullable): of files, in the place of relations the values of this key of words are compared, and neither heads nor arcs are; a
   * missing value is none. Since: 0.2 */
  const TbkKeys *compared;
  const TbkConlluColumns *columns; /* (nullable): how files are read */
  TbkTable
      *rows; /* (nullable): gets a row for each word on which annotators differ: tbk_annotators_columns() */
  int n_threads; /* that draw for intervals, which do not depend on it; 0: one. Since: 0.2 */
} TbkAnnotatorsOptions;

typedef struct TbkAnnotators TbkAnnotators;

/* @options are copied. */
TbkAnnotators *tbk_annotators_new (const TbkAnnotatorsOptions *options);
void tbk_annotators_free (TbkAnnotators *agreement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkAnnotators, tbk_annotators_free)

/* The answers of an annotator on a sentence, by word from 1; number 0 is not read. */
typedef struct {
  const int *heads;          /* (nullable): one that is no other word and not 0 is missing */
  const TbkPiece *relations; /* (nullable): word w has number w * apart; "" and "_" are missing */
  int apart;
} TbkAnnotation;

/* Adds a sentence of @n words: what each annotator says of it. */
gboolean tbk_annotators_add (TbkAnnotators *agreement, const TbkAnnotation *annotations, int n,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the sentences of files, one for each annotator, whose names are @paths and NULL. */
gboolean tbk_annotators_read (TbkAnnotators *annotators, const char *const *paths,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Lowest terms; the denominator is 0 if there is no such number. */
typedef struct {
  mpz_t numerator, denominator;
} TbkFraction;

typedef struct {
  gint64 n_words; /* with two values or more */
  TbkFraction observed, expected;
  TbkFraction coefficient; /* none if chance alone gives full agreement */
} TbkAgreedCounts;

void tbk_agreed_counts_init (TbkAgreedCounts *counts);
void tbk_agreed_counts_clear (TbkAgreedCounts *counts);

/* @counts: (out caller-allocates): initialized before */
void tbk_annotators_alpha (const TbkAnnotators *agreement, TbkAgreed measure, TbkAgreedCounts *counts);
void tbk_annotators_kappa (const TbkAnnotators *agreement, TbkAgreed measure, int first, int second,
                           TbkAgreedCounts *counts);

/* Sets @low and @high to the ends of the interval of alpha of @level per cent, 50 to 99. Each of TBK_FIGURES_ROUNDS rounds has a
 * sentence 0, 1, 2 ... times, by what the sentence draws (tbk/statistics.h); rounds without alpha do not count. FALSE if none
 * has one. */
gboolean tbk_annotators_interval (const TbkAnnotators *agreement, TbkAgreed measure, int level, guint64 seed,
                                  TbkFraction *low, TbkFraction *high);

/* Counts over all pairs of annotators: how often one of them uses a relation, the other having one too, and
 * how often that has the same, and the same arc. */
typedef struct {
  const char *name; /* owned by the agreement, until more is added */
  gint64 uses, same, same_arc;
} TbkAgreedRelation;

/* The agreement on each relation, in the order of the bytes of their names; to be freed with g_free(). */
TbkAgreedRelation *tbk_annotators_relations (const TbkAnnotators *agreement, int *n_relations);

/* The job that adds the sentences of files side by side, for a run of one thread; and sets @pairing to what it needs, but
 * for `find` and `data`. @agreement must outlive both. */
TbkJob tbk_annotators_job (TbkAnnotators *agreement);
void tbk_annotators_pairing (const TbkAnnotators *agreement, TbkPairing *pairing);

/* 3. voting: one treebank out of several annotations of the same words, by tbk_vote() (tbk/decode.h).
 *
 * The sentences of the first file are written, with the trees and relations of most votes. Heads of files need be no
 * trees; a file that lacks a sentence, and a word without head, have no vote. Where all agree not a byte changes.
 *
 * Relations that nobody has: a word that comes to 0 so gets `root`; another one what most say of it but for root, or dep.
 * Marks     MISC gets ArcVotes= with the votes for the arc and of all voters, as 2/3, and RelVotes= with those
 *           for its relation, if the word does not have all votes. Marks that are there are replaced, or go.
 * Unique    subjects are nsubj and csubj, also with subtypes, but for the subtype outer; objects are obj. A relation that
 *           nobody else has gives way to dep.
 * Errors    the errors of tbk_vote(); TBK_ERROR_DATA where words differ, and where marks have no column MISC.
 * Since     0.2
 */
typedef struct {
  int n_voters;       /* files, the first one among them */
  const int *weights; /* (nullable): as in TbkVoteOptions */
  gboolean is_projective, has_any_root;
  gboolean is_unique; /* no word has two subjects, or two objects. Since: 0.2 */
  gboolean has_marks;
  const TbkConlluColumns *columns; /* (nullable): how files are read */
} TbkVoting;

enum { TBK_VOTING_MAX_COUNTED = 200 };

/* The job, which writes a corpus and counts; and sets @pairing to what it needs, but for `find` and `data`. @voting must outlive
 * both. */
TbkJob tbk_voting_job (const TbkVoting *voting);
void tbk_voting_pairing (const TbkVoting *voting, TbkPairing *pairing);

/* Counts of the files that were written. */
typedef struct {
  gint64 n_sentences, n_words;
  gint64 n_ties;     /* sentences with several trees of most votes for the arcs */
  gint64 n_disputed; /* words whose arc or relation does not have all votes */

  /* With `is_unique`, sentences in which a word of the tree of most votes has two subjects or objects. */
  gint64 n_restricted;
  /* Sentences with ties and more words than TBK_VOTING_MAX_COUNTED, whose trees are not counted. */
  gint64 n_uncounted;
  /* (nullable): the most trees of most votes that a sentence has, in decimals, and "FILE:LINE" of the first such one. */
  char *most_trees, *most_place;
} TbkVotingCounts;

/* Sets @counts, to be cleared, from the tallies of the job. */
void tbk_voting_counts_init (TbkVotingCounts *counts, const TbkTallies *tallies);
void tbk_voting_counts_clear (TbkVotingCounts *counts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkVotingCounts, tbk_voting_counts_clear)

TBK_END_DECLS

#endif
