/* statistics.h - core: figures of treebanks, choices by length, and comparison of oracles.
 *
 * Contents
 *   1. figures: the figures of treebanks: sentences, words, trees and arcs that are not projective, lengths,
 *      classes
 *   2. choices: a tally of how many equally good projectivizations trees have, by keys of sentences
 *   3. agreement: a tally of how oracle variants agree with a reference, over configurations
 *   4. compare: walks over the configurations of a sentence, and how oracle variants agree on them
 *   5. constituency_figures: figures of phrase-structure treebanks: integers that add up, whatever the order
 *   6. statistics: the jobs that count something over treebanks (tbk/corpus.h): in CoNLL-U, or in brackets
 *      where they are about phrase structure
 *   7. word_order: the order of heads and dependents, and of sisters: how free it is, in bits
 */
#ifndef TBK_STATISTICS_H
#define TBK_STATISTICS_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/corpus.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "tbk/query.h"
#include "tbk/report.h"
#include "tbk/transition.h"
#include "tbk/tree.h"

TBK_BEGIN_DECLS

/* Declared in other headers, which whoever uses them includes. */
typedef struct TbkTagEncoding TbkTagEncoding;

/* 1. figures: the figures of treebanks: sentences, words, trees and arcs that are not projective, lengths,
 * classes.
 *
 * A tally of figures has rows for the counts of all trees and, on demand, rows for groups of trees or of arcs, by
 * attributes (tbk/query.h). Counting adds to plain arrays, which are added to the tally now
 * and then.
 *
 * Arcs      every word is the dependent of one; so the arcs of a treebank are as many as its words.
 * Lost      an arc is lost if its dependent has another head in the optimal projectivization that is chosen;
 *           how many are lost is the same for all of them, but which ones is not.
 * Lengths   sums over the trees with one root and at most TBK_LENGTHS_MAX_WORDS words; the others are counted
 *           as left out. All are of integers, so that parts of a treebank add up to the whole. Where each
 *           tree has another denominator, its value is rounded to 10^-9 (10^-6 of a mean over planar orders),
 *           half up, and these parts are added.
 * Errors    TBK_ERROR_RESOURCE where memory runs out for groups; for all else the process ends, as by
 *           g_malloc().
 * Threads   arrays, counters and tallies belong to one thread at a time.
 * Since     0.1
 */

typedef enum {
  TBK_FIGURE_SENTENCES,
  TBK_FIGURE_WORDS,
  TBK_FIGURE_NONPROJECTIVE_TREES,
  TBK_FIGURE_NONPROJECTIVE_ARCS,
  TBK_FIGURE_MAX_LENGTH,
  TBK_FIGURE_LOST_ARCS,
  TBK_N_FIGURES,
} TbkFigure;

/* Sums of what tbk/tree.h gives, with its names where it has one. */
typedef enum {
  TBK_LENGTH_FIGURE_TREES,
  TBK_LENGTH_FIGURE_TREES_LEFT_OUT,
  TBK_LENGTH_FIGURE_WORDS,
  TBK_LENGTH_FIGURE_ARCS,
  TBK_LENGTH_FIGURE_TOTAL,
  TBK_LENGTH_FIGURE_CROSSINGS,
  TBK_LENGTH_FIGURE_ADJACENT,
  TBK_LENGTH_FIGURE_HEAD_INITIAL,
  TBK_LENGTH_FIGURE_FLUX_WEIGHTS,
  TBK_LENGTH_FIGURE_DEPTHS,
  TBK_LENGTH_FIGURE_MEAN_CROSSINGS, /* 360 times the mean over all orders, and the variance: this is at most G_MAXINT64 */
  TBK_LENGTH_FIGURE_VARIANCE_CROSSINGS,
  TBK_LENGTH_FIGURE_LEAST_TREES, /* those whose least length is known, and their arcs */
  TBK_LENGTH_FIGURE_LEAST_ARCS,
  TBK_LENGTH_FIGURE_LEAST,
  TBK_LENGTH_FIGURE_LEAST_PLANAR,
  TBK_LENGTH_FIGURE_LEAST_PROJECTIVE,
  TBK_LENGTH_FIGURE_GREATEST_PROJECTIVE,
  TBK_LENGTH_FIGURE_MEAN_PROJECTIVE, /* 6 times the mean; */
  TBK_LENGTH_FIGURE_MEAN_PLANAR,     /* 10^6 times; */
  TBK_LENGTH_FIGURE_MEAN,            /* 3 times */
  TBK_LENGTH_FIGURE_OMEGA_TREES,     /* of 3 words or more whose least length is known */
  TBK_LENGTH_FIGURE_OMEGA,           /* 10^9 times Omega (Ferrer-i-Cancho et al. 2022) where it is above 0, */
  TBK_LENGTH_FIGURE_OMEGA_BELOW,     /* and 10^9 times what it is below 0 elsewhere */
  TBK_LENGTH_FIGURE_MDD_TREES,       /* of 2 words or more */
  TBK_LENGTH_FIGURE_MDD,             /* 10^9 times the mean length of a tree's arcs */
  TBK_LENGTH_FIGURE_LONGEST,         /* of all trees the greatest; */
  TBK_LENGTH_FIGURE_GREATEST_FLUX,
  TBK_LENGTH_FIGURE_GREATEST_FLUX_WEIGHT,
  TBK_N_LENGTH_FIGURES,
} TbkLengthFigure;

/* Parts to compute for them. */
enum {
  TBK_LENGTH_FIGURES_NEED = TBK_LENGTHS_ORDER | TBK_LENGTHS_FLUX | TBK_LENGTHS_SHAPE | TBK_LENGTHS_MEANS
                            | TBK_LENGTHS_EXTREMES | TBK_LENGTHS_LEAST | TBK_LENGTHS_VARIANCE,
};

/* Trees outside a class, by its number (TbkClass); and */
enum {
  TBK_CLASS_FIGURE_GAP_DEGREE = TBK_N_CLASSES, /* the greatest */
  TBK_CLASS_FIGURE_EDGE_DEGREE,                /* the greatest */
  TBK_CLASS_FIGURE_UNDECIDED, /* trees that were too large for some class, and are not counted there */
  TBK_N_CLASS_FIGURES,
};

/* Numbers of the sequences of transitions that build each tree, by a transition system (tbk/oracle.h, TbkSequenceCounter). */
typedef enum {
  TBK_SEQUENCE_FIGURE_TREES,
  TBK_SEQUENCE_FIGURE_TREES_LEFT_OUT, /* the others, which are not projective */
  TBK_SEQUENCE_FIGURE_ONE,            /* of the first, those with one sequence */
  TBK_SEQUENCE_FIGURE_LOG10, /* 10^9 times the decimal logarithm of the number, rounded for each tree */
  TBK_N_SEQUENCE_FIGURES,
} TbkSequenceFigure;

/* Figures of words and their arcs. */
typedef enum {
  TBK_ARC_FIGURE_WORDS,
  TBK_ARC_FIGURE_NONPROJECTIVE,
  TBK_ARC_FIGURE_LOST,
  TBK_ARC_FIGURE_CERTAIN, /* arcs that no optimal projectivization keeps */
  TBK_N_ARC_FIGURES,
} TbkArcFigure;

/* Figures of arcs between words, which are not of 0, and their lengths. */
typedef enum {
  TBK_ARC_LENGTH_FIGURE_ARCS,
  TBK_ARC_LENGTH_FIGURE_TOTAL,
  TBK_ARC_LENGTH_FIGURE_ADJACENT,
  TBK_ARC_LENGTH_FIGURE_HEAD_INITIAL,
  TBK_ARC_LENGTH_FIGURE_LONGEST, /* the greatest */
  TBK_N_ARC_LENGTH_FIGURES,
} TbkArcLengthFigure;

/* Kinds of figures. */
typedef enum {
  TBK_FIGURES_OF_TREES,       /* TBK_N_FIGURES integers */
  TBK_FIGURES_OF_LENGTHS,     /* TBK_N_LENGTH_FIGURES */
  TBK_FIGURES_OF_CLASSES,     /* TBK_N_CLASS_FIGURES */
  TBK_FIGURES_OF_SEQUENCES,   /* TBK_N_SEQUENCE_FIGURES */
  TBK_FIGURES_OF_ARCS,        /* TBK_N_ARC_FIGURES */
  TBK_FIGURES_OF_ARC_LENGTHS, /* TBK_N_ARC_LENGTH_FIGURES */
  TBK_FIGURES_N_KINDS,
} TbkFiguresKind;

/* Rows of a table of figures: groups by keys; sentences; arcs, each that is not projective or is lost. */
typedef enum { TBK_FIGURES_BY_KEYS, TBK_FIGURES_BY_SENTENCE, TBK_FIGURES_BY_ARC } TbkFiguresBy;

const TbkTallyLayout *tbk_figures_layout (void);

/**
 * tbk_figures_count:
 * @figures: TBK_N_FIGURES integers
 * @tree: scratch
 * @heads: n + 1 integers, a tree
 * @lost_arcs: of an optimal projectivization
 *
 * Adds the figures of a tree; the figures of a tree that no memory sufficed for (TBK_ERROR_RESOURCE) are not added.
 */
gboolean tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The figures of a tally, all zero if there are none; owned by it. */
const gint64 *tbk_figures_get (const TbkTally *tally, TbkFiguresKind kind);

/* 2. choices: a tally of how many equally good projectivizations trees have, by keys of sentences: a bin for each value.
 *
 * Trees are counted into plain arrays, which are added to a tally now and then; numbers of trees that lose arcs are added to it
 * at once.
 *
 * Cost      O(1) a tree, with the digits of its number and what the keys cost. Memory: the distinct numbers of each bin.
 * Errors    none; without memory the process ends, as by g_malloc() and by GMP.
 * Threads   a tally belongs to one thread at a time.
 * Source    Nederhof (2019), section 8.1 and Figure 8.
 * Since     0.1
 */

/* Over which trees figures are. */
typedef enum {
  TBK_OVER_LOSING, /* trees that lose arcs when they are projectivized */
  TBK_OVER_ALL,
} TbkOver;

/* 3. agreement: a tally of how oracle variants agree with a reference, over configurations.
 *
 * Configurations are counted into plain arrays, which are added to a tally now and then. Kept are only sums:
 * where values differ, which sets of optimal transitions are opposed to which others, and times by length.
 *
 * Times     nanoseconds; what they contain is for the one who measures to say.
 * Cost      O(1) a configuration and variant, and the values compared. Memory: each pair of different sets
 *           that occurs, and each length to the greatest.
 * Errors    none; without memory the process ends, as by g_malloc().
 * Threads   a tally belongs to one thread at a time.
 * Source    Nederhof (2021), section 6.
 * Since     0.1
 */

/* The sums for variant 0, 1, ...; sums of time are of the calls for configurations. Of phrase structure the one variant is the
 * published oracle. */
typedef struct {
  gint64 sentences, left_out, configurations;
  gint64 unvalued; /* configurations besides, left out since an oracle could not value them */
  gint64
      values_differ; /* configurations in which some transition has another value; of phrase structure, the configuration */
  gint64 sets_differ; /* in which another set is optimal */
  gint64 contained;   /* of these, in which the variant's set is a proper subset of the reference's */
  gint64
      extra; /* in which the variant's set has a transition that the reference's has not; since 0.2, as what follows */
  gint64 missing; /* in which the reference's set has one that the variant's has not */
  gint64 empty;   /* in which the variant's set is empty */
  gint64 harm;    /* total of the greatest losses, by the reference, of a transition of the variant's set */
  gint64 reference_nanoseconds, variant_nanoseconds;
} TbkAgreementFigures;

void tbk_agreement_get (const TbkTally *tally, int variant, TbkAgreementFigures *figures);

/* 4. compare: walks over the configurations of a sentence, and how oracle variants agree on them.
 *
 * A walk starts a transition system on a sentence and goes on until no transition is allowed. In each
 * configuration it meets, a reference and any number of variants value all transitions. An agreement counts
 * what was found: where values differ, where sets of optimal transitions do, and how.
 *
 *   const TbkAgreementOptions options = { .compare = compare_options };
 *   job = tbk_agreement_job (&options);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error))
 *     return FALSE;
 *
 * Walks     what is drawn depends on the seed, the place and the number of draws before in the same walk
 *           (tbk/base.h), so figures do not depend on threads, or on how input is split.
 * Systems   a variant may be the oracle of another system, if configurations of one are configurations of the
 *           other: the same transitions by key, the same labels, the same start. So it can be seen which
 *           steps an oracle gets wrong that was made for another form of a parser. What a transition is worth
 *           there counts by what it loses against the best, and only what the walk's system allows counts.
 * Parsers   instead, a walk may follow a trained parser, greedily: then the configurations are the ones that it
 *           meets.
 * Phrases   a walk through a tree compares the published oracle of phrase structure with the exact one. It
 *           follows the gold sequence until it draws, from then on the first transition of the exact set
 *           where it does not. To draw is to choose an act among those allowed, then a label of the
 *           vocabulary, then the number of children, each alike. A walk that took 4 (n + constituents) + 20
 *           steps draws no more, since elements could be opened without end.
 * Unvalued  a configuration for which an oracle would search too long (tbk/oracle.h) is left out and counted.
 *           If the reference cannot value it, the walk goes on with the first transition allowed.
 * Times     nanoseconds of a monotonic clock around each valuation; they include what else the machine
 *           did meanwhile.
 * Cost      as of the oracles and of the agreement (section agreement).
 * Threads   a comparer belongs to one thread at a time.
 * Source    Nederhof (2021), section 6.
 * Since     0.1
 */

typedef enum {
  TBK_WALK_GOLD,    /* the first, in the system's order, of the transitions optimal for the reference */
  TBK_WALK_EXPLORE, /* the same, but with a probability one drawn from all that are allowed */
  TBK_WALK_RANDOM,  /* one drawn from all that are allowed, each equally likely */
} TbkWalkKind;

typedef struct {
  TbkWalkKind kind;
  gint64 explore; /* EXPLORE: the probability that it draws, in parts of TBK_PROBABILITY_ONE */
  guint64 seed;
} TbkWalk;

/* Reads "gold", "explore:P" (P from 0 to 1 with at most 9 decimals) or "random"; the seed is left alone. */
gboolean tbk_walk_parse (const char *text, TbkWalk *walk, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The transition that @walk takes in @configuration, -1 if none is allowed. Of an empty set @optimal the
 * first transition allowed is taken, so that every walk goes on as long as it can. */
int tbk_walk_choose (const TbkWalk *walk, TbkRandom *random, const TbkSystem *system,
                     const TbkConfiguration *configuration, guint optimal);

typedef struct {
  int policy; /* its number in the system */
  TbkMethod method;
  const TbkSystem *system; /* whose oracle it is; NULL for the one that is walked through */
} TbkVariant;

/* Reads "POLICY:METHOD", or "SYSTEM/POLICY:METHOD" for an oracle of another system than @system (nullable: then
 * the second alone is used). Whether that system has the two together is for tbk_comparer_new() to say. */
gboolean tbk_variant_parse (const char *text, const TbkSystem *system, TbkVariant *variant,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  const TbkSystem *system; /* NULL: of phrase structure */
  TbkWalk walk;
  TbkGuide guide; /* of `system` */
  TbkVariant reference;
  const TbkVariant *variants; /* not copied */
  int n_variants;
  /* (nullable): for the page: the name of the parser that is followed, or that was followed in what was counted */
  const char *parser_name;
  const TbkPhraseSystem *phrases; /* instead of `system`; then only `walk` is looked at besides */
} TbkCompareOptions;

typedef struct TbkComparer TbkComparer;

/* Fails as tbk_oracle_new() does, the message telling which of the oracles there cannot be; for a variant of
 * a system whose configurations are others; and for a parser of another system. */
TbkComparer *tbk_comparer_new (const TbkCompareOptions *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_comparer_free (TbkComparer *comparer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkComparer, tbk_comparer_free)

/* 5. constituency_figures: figures of phrase-structure treebanks: integers that add up, whatever the order.
 *
 * Units     trees are what normalization left; a constituent is unary if it has one child, word or
 *           constituent.
 * Labels    in tallies they are texts: texts that are not UTF-8 have U+FFFD in place of each such byte.
 * Cost      O(nodes) a tree, with the sorting of constituents over one span.
 * Memory    the different labels and tags; the largest tree.
 * Errors    TBK_ERROR_RESOURCE.
 * Threads   a tally belongs to one thread at a time.
 * Since     0.1
 */

typedef struct {
  gint64 brackets; /* trees as they are in the file, also trees that lost all words */
  gint64 trees, words, constituents;
  gint64 added_roots; /* trees that got TOP */
  gint64 unary;
  gint64 unary_over_constituent;     /* whose one child is a constituent */
  gint64 same_label;                 /* and bears the same label */
  gint64 trees_with_repeated;        /* with the same label twice over one span */
  gint64 trees_with_unary_root;      /* whose one child is a constituent */
  gint64 displaced_trees, displaced; /* trees with *ICH* in the file, and its number */
  gint64 max_words, max_children;
  gint64 max_chain;    /* constituents over one span */
  gint64 max_height;   /* constituents over one word */
  gint64 labels, tags; /* different ones: of constituents, of words */
} TbkPhraseCounts;

/* The sections of the layout: a row of sums; for each label the constituents that bear it, for each tag the
 * words. */
enum { TBK_PHRASE_FIGURES_SUMS, TBK_PHRASE_FIGURES_LABELS, TBK_PHRASE_FIGURES_TAGS };

/* The columns of a table of a section: two groups. The first names what a row is about; the second has cells of counts, or
 * of the number of a label or tag and the number of all. Since: 0.2 */
const TbkTableColumns *tbk_phrase_figures_columns (int section);

/* The counts of a tally. */
void tbk_phrase_figures_get (const TbkTally *tally, TbkPhraseCounts *counts);

/* 6. statistics: the jobs that count something over treebanks (tbk/corpus.h): in CoNLL-U, or in brackets
 * where they are about phrase structure.
 *
 * Each function returns a job whose `data` is the options, which must outlive it; its layout lists what
 * tallies it fills.
 *
 * Since     0.1
 */

/* The figures of trees and of their optimal projectivizations, and further ones of trees. */
typedef struct {
  TbkProjectivizeOptions projectivize; /* its ties decide which arcs are lost */
  gboolean lengths;                    /* the figures of lengths too; in tables of arcs the mean length */
  /* with these, in rows by sentence, all values of tbk/tree.h, exact, in place of means */
  gboolean values;
  gboolean classes; /* the figures of classes too, of trees */
  /* (nullable): words that meet it are removed first (tbk_heads_without()), and all else is of what is left. A sentence
   * without further words is a tree of no words. */
  TbkQuery *without;
  /* (nullable): only the words that meet it count, and their arcs: tables have the figures of arcs */
  TbkQuery *words;
  TbkFiguresBy by;
  const TbkKeys *keys; /* (nullable): by which rows are grouped; NULL: a row for each file */
  TbkTable *rows;      /* (nullable): gets the rows by sentence or by arc, with tbk_figures_columns */
  /* Not 0: each share and mean has an interval of that level in per cent, in two further columns; only in tables by
   * keys. Sentences are drawn TBK_FIGURES_ROUNDS times, each for itself (a Poisson bootstrap), and the sums of each
   * round are in the tally, so that parts of a run add up. What a sentence draws depends on @seed, its
   * words, and its number in its file. Since: 0.2 */
  int level;
  guint64 seed;
  gboolean draws_by_id; /* on its ID in place of the number: for tbk_figures_write_against(). Since: 0.2 */
  guint64 unwanted[TBK_FIGURES_N_KINDS]; /* for the program: columns without intervals; else 0. Since: 0.2 */
  /* (nullable): one that tbk_sequence_counter_new() accepts: the figures of its sequences too, of trees. Since: 0.2 */
  const TbkSystem *system;
  gboolean
      of_projectivized; /* of sequences: of the optimal projectivizations, in place of the trees. Since: 0.2 */
} TbkFiguresOptions;

enum { TBK_FIGURES_ROUNDS = 512, TBK_FIGURES_LEVEL = 95 };

/* Returns TRUE if the table has figures of arcs: only some words count, or a key is of words. Since: 0.2 */
gboolean tbk_figures_are_of_arcs (const TbkFiguresOptions *options);

/* The columns of a table, NULL-terminated; to be freed with g_free(), but not the names. By sentence: the
 * figures of the single tree, but without the figures that always are 1 or its words. By arc: the gold head and its levels
 * lifted. Levels are 0 for an arc that stays, and an empty cell where the new head is no ancestor of the gold
 * head. Words are numbered as in the file. Otherwise as tbk_figures_write() writes them. Since: 0.2 */
const char **tbk_figures_columns (const TbkFiguresOptions *options);

/* Writes the rows of a table, made with tbk_figures_columns(), of all files that are in, but those by
 * sentence and by arc: these are written as they come. Since: 0.2 */
gboolean tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The columns of a table of two releases, by keys of files; to be freed as above. Since: 0.2 */
const char **tbk_figures_against_columns (const TbkFiguresOptions *options);

/**
 * tbk_figures_write_against:
 * @of_new, @of_old: counted with the same options
 * @old_numbers: for each file of @of_new the number of the file of @of_old which it replaces, or -1
 *
 * Writes a row for each file, or group of files by keys, of @of_new, and of all that replace one: of each figure what was old, what is new, and the
 * difference. The row of a group, whose keys are read from the names of new files, adds up the files that replace one, and the replaced ones;
 * if none does, it has the new figures alone. With a level there is also the interval of the difference, and the probability of
 * no difference. Both need `draws_by_id`, so that a round has the same sentences of both where their IDs and words
 * are the same. The least probability is 2 / (TBK_FIGURES_ROUNDS + 1).
 *
 * Since: 0.2
 */
gboolean tbk_figures_write_against (const TbkTallies *of_new, const TbkTallies *of_old,
                                    const int *old_numbers, const TbkFiguresOptions *options, TbkTable *table,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

TbkJob tbk_figures_job (const TbkFiguresOptions *options);

/* The coverage of treebanks by encodings of trees as tags (tbk/tags.h). A tree that an encoding cannot write
 * is made projective first, as an optimal projectivization; or, with marks, by a lifting whose arcs are
 * restored from its relations. Arcs come back if their head does. Tags are counted for the trees that are
 * written, with the relations that they have there. A sentence that is too long for an encoding, or to be
 * made projective, is left out there, and counted. Since: 0.2 */
typedef struct {
  TbkProjectivizeOptions projectivize;
  const TbkTagEncoding *const *encodings;
  int n_encodings;
  gboolean has_marks;
  TbkScheme scheme;          /* of the marks */
  const TbkVocabulary *seen; /* (nullable): from tbk_tag_figures_seen(): which tags were met in training */
} TbkTagFiguresOptions;

/* Counts them. Since: 0.2 */
TbkJob tbk_tag_figures_job (const TbkTagFiguresOptions *options);

/* The tags, and tags with relations, in a tally of such a job with the same options, but `seen`; to be freed. NULL with @error
 * set without memory. Since: 0.2 */
TbkVocabulary *tbk_tag_figures_seen (const TbkTally *tally, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The columns of the table, NULL-terminated; to be freed with g_free(), but not the names. @has_seen: unseen tags too. Since: 0.2 */
const char **tbk_tag_figures_columns (gboolean has_seen);

/* Writes the table, made with these columns: for each file that is in a row for each encoding of @options, and for several
 * files rows TOTAL. @n_too_long: (out) (optional): of the encoding that leaves out most sentences, how many. Since: 0.2 */
gboolean tbk_tag_figures_write (const TbkTallies *tallies, const TbkTagFiguresOptions *options,
                                gboolean has_seen, TbkTable *table, gint64 *n_too_long,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Kinds of rows about choices. An arc is lost where some optimal tree does not keep it. */
typedef enum {
  TBK_CHOICES_OF_SENTENCES,
  TBK_CHOICES_OF_LOST_ARCS,
  TBK_CHOICES_OF_ARCS,
  TBK_CHOICES_OF_LENGTHS,   /* a row for each length, behind its keys, here words:N */
  TBK_CHOICES_OF_INTERVALS, /* the same, with intervals; for tbk_choices_columns() alone. Since: 0.2 */
} TbkChoicesRows;

/* Numbers of optimal projectivizations. */
typedef struct {
  TbkProjectivizeOptions projectivize;
  const TbkKeys *keys; /* (nullable): of sentences: what a row is of; NULL: a file. Since: 0.2 */
  TbkTable *rows;      /* (nullable): gets rows, with tbk_choices_columns (rows_of) */
  TbkChoicesRows rows_of;
  TbkOver over;
  /* The level of intervals; 0: none. The tally has what these need. Sentences are drawn as
   * for TbkFiguresOptions. Since: 0.2 */
  int level;
  guint64 seed;
} TbkChoicesOptions;

/* The names of the columns of these rows, NULL-terminated, to be freed with g_free(), but not the names themselves. Since: 0.2 */
const char **tbk_choices_names (const TbkChoicesOptions *options);

/* Writes the rows of a table by keys. Since: 0.2 */
gboolean tbk_choices_write (const TbkTallies *tallies, const TbkChoicesOptions *options, TbkTable *table,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

const TbkTableColumns *tbk_choices_columns (TbkChoicesRows rows_of);

TbkJob tbk_choices_job (const TbkChoicesOptions *options);

/* Kinds of rows about the agreement of oracles. */
typedef enum {
  TBK_AGREEMENT_FIGURES,   /* of each variant, of files or what they are grouped by, and of bins of words */
  TBK_AGREEMENT_DISTANCES, /* the same for each number of arcs or constituents that are lost so far */
  TBK_AGREEMENT_SENTENCES, /* the same for each sentence, written as they come */
  /* For dependencies, of each file: pairs of different sets; and mean times by length of stack and input. */
  TBK_AGREEMENT_CONFUSIONS,
  TBK_AGREEMENT_LENGTHS,
  TBK_AGREEMENT_N_ROWS,
} TbkAgreementRows;

typedef enum { TBK_AGREEMENT_OF_FILES, TBK_AGREEMENT_OF_LANGUAGES, TBK_AGREEMENT_OF_ALL } TbkAgreementGroups;

/* The agreement of oracles on walks. A walk through a phrase-structure tree draws labels of its tree, and of
 * the trees before it in the batch: a piece of 256 KiB of the file or a larger tree. So the draws depend on
 * the file and on nothing else. What follows @max_words is since 0.2. */
typedef struct {
  TbkCompareOptions compare; /* for making a comparer */
  gint64
      max_words; /* longer sentences, and trees that tbk_bracket_tree_exceeds() it, are counted as left out; 0:
                       none */
  TbkAgreementRows rows_of;
  TbkAgreementGroups groups;
  int width;      /* words that a bin of lengths of sentences spans; 0: rows are of all sentences */
  TbkTable *rows; /* (nullable): gets the rows of sentences, with tbk_agreement_columns() */
  /* As in TbkFiguresOptions. The tally has the intervals of all sentences and of bins of `width`. */
  int level;
  guint64 seed;
  gboolean draws_by_id;
  gconstpointer watch; /* for the program, which draws walks; else NULL */
  gpointer watch_data;
} TbkAgreementOptions;

TbkJob tbk_agreement_job (const TbkAgreementOptions *options);

/* The columns of a table, NULL-terminated; to be freed with g_free(), but not the names. Of two releases, by file or language:
 * tbk_agreement_against_columns(). Since: 0.2 */
const char **tbk_agreement_columns (const TbkAgreementOptions *options);
const char **tbk_agreement_against_columns (const TbkAgreementOptions *options);

/* Writes the rows of a table, made with tbk_agreement_columns(), of all files that are in; rows of sentences are written as they
 * come. Since: 0.2 */
gboolean tbk_agreement_write (const TbkTallies *tallies, const TbkAgreementOptions *options, TbkTable *table,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* As tbk_figures_write_against(). Since: 0.2 */
gboolean tbk_agreement_write_against (const TbkTallies *of_new, const TbkTallies *of_old,
                                      const int *old_numbers, const TbkAgreementOptions *options,
                                      TbkTable *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The figures of phrase-structure trees. */
TbkJob tbk_phrase_figures_job (void);

/* 7. word_order: the order of heads and dependents, and of sisters: how free it is, in bits.
 *
 * order_freedom is the head direction entropy of Futrell, Mahowald and Gibson: what is left to learn from the order of a
 * dependent and its head where UPOS of both and the relation are known. It is an upper bound of freedom: what decides the
 * order, but is not among these three, counts as freedom too, such as weight, information structure, or sentence types.
 * Arcs of 0 have no order. Pairs of sisters are of one side of a head, so a subject and an object on two sides are none:
 * their order is the order of two arcs. Entropies are of samples: small ones have too little, and the correction does not find all of it.
 *
 * Intervals are of the order of the language, in texts of this kind: the plug-in value and the corrected one have the same. In samples
 * of real treebanks 89 to 100 of 100 intervals of 95 per cent held the true freedom. The plug-in value can be below its interval; a
 * corrected entropy can be above, since no entropy is more than 1 bit. A bootstrap finds no orders that the treebank lacks: where
 * all arcs have one order the interval is 0 to 0, however few they are.
 *
 * Cost      linear: a side of a head has pairs as long as it has at most 64 different relations; then it is "wide". With intervals
 *           a tally has some 15 bytes for each arc and each pair of sisters, and while a group of files is written, 8 KiB for each
 *           of its kinds that has both orders.
 * Sources   R. Futrell, K. Mahowald and E. Gibson (2015), "Quantifying word order freedom in dependency corpora";
 *           Z. Zhang (2012), "Entropy estimation in Turing's perspective", for the correction.
 * Since     0.2
 */

typedef struct {
  const TbkKeys *keys; /* (nullable): what a row is of; of words: of dependents. NULL: of a file */
  gboolean
      has_sisters; /* rows are of head.upos, side and two relations, beside @keys of sentences; without them of all files */
  TbkQuery *without, *words; /* (nullable): as in TbkFiguresOptions */
  /* As in TbkFiguresOptions: not 0, shares and entropies have intervals; draws by ID are for two treebanks side by side. */
  int level;
  guint64 seed;
  gboolean draws_by_id;
  /* (nullable): with a level, gets the name of each file or language that rows are of, with its sentences, what it has in the column
   * @plotted, and the ends of its interval. */
  void (*plot) (gpointer data, const char *name, gint64 n_sentences, double value, const double ends[2]);
  const char *plotted; /* the name of a column with intervals, as order_freedom */
  gpointer plot_data;
} TbkWordOrderOptions;

/* The columns of a table, NULL-terminated; to be freed with g_free(), but not the names. */
const char **tbk_word_order_columns (const TbkWordOrderOptions *options);

/* A file without a column UPOS or DEPREL is an error, TBK_ERROR_DATA. */
TbkJob tbk_word_order_job (const TbkWordOrderOptions *options);

/* Writes the rows of a table, made with tbk_word_order_columns(), of all files that are in. */
gboolean tbk_word_order_write (const TbkTallies *tallies, const TbkWordOrderOptions *options, TbkTable *table,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
