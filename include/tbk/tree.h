/* tree.h - core: one tree: is it one, is it projective, how long are its arcs, in which classes is it.
 *
 * Contents
 *   1. tree: dependency trees: whether heads make a tree, and which of its arcs are projective
 *   2. lengths: dependency lengths: how long the arcs of a sentence are and how often they cross, beside what
 *      chance and the best order would give
 *   3. classes: classes of restricted non-projectivity: which of them a tree is in
 *   4. orders: other orders of the words of a tree: drawn, of least length, mirrored, or by a grammar
 */
#ifndef TBK_TREE_H
#define TBK_TREE_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* 1. tree: dependency trees: whether heads make a tree, and which of its arcs are projective.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1, heads[i] in 0..n for i in 1..n.
 * Terms     a dominates b: b is a, or a dominates b's head. An arc (h,d) is non-projective if some word
 *           strictly between h and d is not dominated by h; 0 is a node like any other, so the arcs of
 *           0 never are. A tree is projective if all its arcs are. Section classes says how far it is from
 *           that.
 * Cost      linear in n where nothing else is said; nothing is recursive.
 * Errors    TBK_ERROR_DATA for heads that are no tree; the message says which word is wrong: heads[0] is
 *           not -1, a head is not in 0..n or is the word itself, or words make a cycle. TBK_ERROR_RESOURCE
 *           if memory runs out; it grows to the longest tree and is kept.
 * Threads   a TbkTree belongs to one thread at a time; it may be shared while it is only read.
 * Source    Nederhof (2019), section 2.
 * Since     0.1
 */

typedef struct TbkTree TbkTree;

TbkTree *tbk_tree_new (void);
void tbk_tree_free (TbkTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTree, tbk_tree_free)

/**
 * tbk_tree_set:
 * @heads: n + 1 integers, n from 0; they are copied
 *
 * Makes @tree the tree of @heads. Fails if they are none; the other functions must not be called then, nor
 * before the first call of this one.
 */
gboolean tbk_tree_set (TbkTree *tree, const int *heads, int n, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Arcs on the way from 0 to @word. O(1). */
int tbk_tree_depth (const TbkTree *tree, int word);

/* Returns TRUE if @descendant is @ancestor or below it. O(1). */
gboolean tbk_tree_dominates (const TbkTree *tree, int ancestor, int descendant);

/* The number of non-projective arcs; 0 if and only if the tree is projective. */
int tbk_tree_nonprojective_arcs (const TbkTree *tree);

/* Returns TRUE if the arc into @word, from 1, is non-projective. O(1). */
gboolean tbk_tree_is_nonprojective (const TbkTree *tree, int word);

/* 2. lengths: dependency lengths: how long the arcs of a sentence are and how often they cross, beside what
 * chance and the best order would give.
 *
 *   g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
 *   gint64 lengths[TBK_N_LENGTHS];
 *
 *   if (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, &error))
 *     printf ("%ld, at least %ld\n", (long) lengths[TBK_LENGTH_TOTAL], (long) lengths[TBK_LENGTH_LEAST]);
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1. Arcs of 0 are no arcs here. So a tree
 *           with one root has n - 1 arcs, and the arc between h and d has length |h - d|, 1 between
 *           neighbours.
 * Order     "The order" is the order of the sentence. An order of a tree's words is projective if its arcs are,
 *           and planar if no two arcs cross; in a planar order the root may be under an arc.
 * Exact     All is computed in integers. A mean or a variance is the numerator of a fraction, not in lowest
 *           terms, whose denominator depends on the number of words alone: tbk_length_denominator().
 * Undefined A value that does not exist is TBK_LENGTH_UNDEFINED. All values of the tree alone, and the place
 * of the root, do not exist unless there is exactly one root. Values that were not asked for do not exist
 * either, nor the values of sentences beyond the limits below: of more than TBK_LENGTHS_MAX_WORDS words all but
 * what is of the order alone, of more than TBK_LENGTHS_LEAST_MAX_WORDS words the least length of any order.
 * Cost      O(n), but O(n log m) for crossings, with m words left after contraction
 *           (docs/design/projectivize.md, theorem 1), O(D + n^2/64) for weights of fluxes and O(n^2.2) for
 *           the least length of any order. Nothing is recursive.
 * Errors    TBK_ERROR_DATA for heads that are no tree (section tree), TBK_ERROR_RESOURCE if memory runs out; it
 *           grows to the longest sentence and is kept.
 * Threads   a meter belongs to one thread at a time.
 * Source    Liu (2008), "Dependency distance as a metric of language comprehension difficulty"; Futrell,
 *           Mahowald and Gibson (2015), "Large-scale evidence of dependency length minimization in 37
 *           languages"; the values name others.
 * Since     0.2
 */

#define TBK_LENGTH_UNDEFINED G_MININT64

/* The most words for which all values but the least length exist: beyond, variances would not fit, and
 * weights of fluxes take long. Longer sentences have the values of TBK_LENGTHS_ORDER alone. */
#define TBK_LENGTHS_MAX_WORDS 30000

/* The most words for which the least length of any order is looked for. */
#define TBK_LENGTHS_LEAST_MAX_WORDS 1000

/* Parts of the values, each with the ones that it includes. */
typedef enum {
  TBK_LENGTHS_ORDER = 1 << 0,    /* TOTAL to RIGHT_SPANS */
  TBK_LENGTHS_FLUX = 1 << 1,     /* FLUX_WEIGHTS, GREATEST_FLUX_WEIGHT */
  TBK_LENGTHS_SHAPE = 1 << 2,    /* DEPTHS to DISJOINT_PAIRS, MEAN, MEAN_CROSSINGS */
  TBK_LENGTHS_MEANS = 1 << 3,    /* MEAN_PROJECTIVE, MEAN_PLANAR */
  TBK_LENGTHS_VARIANCE = 1 << 4, /* VARIANCE, VARIANCE_CROSSINGS */
  TBK_LENGTHS_EXTREMES = 1 << 5, /* LEAST_PLANAR, LEAST_PROJECTIVE, GREATEST_PROJECTIVE */
  TBK_LENGTHS_GREATEST = 1 << 6, /* GREATEST_PLANAR */
  TBK_LENGTHS_LEAST = 1 << 7,    /* LEAST */
  TBK_LENGTHS_ALL = (1 << 8) - 1,
} TbkLengthsFlags;

/* The values, with the names by which tables call them. */
typedef enum {
  /* Values of the order. */
  TBK_LENGTH_TOTAL,        /* D: the sum of all lengths */
  TBK_LENGTH_CROSSINGS,    /* C: pairs of arcs that cross */
  TBK_LENGTH_ADJACENT,     /* adjacent: arcs of length 1 */
  TBK_LENGTH_HEAD_INITIAL, /* head_initial: arcs whose head comes first */
  TBK_LENGTH_LONGEST,      /* max_len: the greatest length, 0 without arcs */
  TBK_LENGTH_ROOT,         /* root_pos: the root word */
  /* The flux of a gap between two neighbours are the arcs over it (Kahane, Yan and Botalla 2017). Its weight
   * is the greatest number of its arcs such that no two share a word. The sum of the sizes of all fluxes is
   * D. */
  TBK_LENGTH_GREATEST_FLUX,        /* flux_max: the most arcs of a flux */
  TBK_LENGTH_FLUX_WEIGHTS,         /* fluxw_sum: the sum of all weights */
  TBK_LENGTH_GREATEST_FLUX_WEIGHT, /* fluxw_max: the greatest weight */
  TBK_LENGTH_LEFT_SPANS,  /* lspan_sum: words that are the left end of an arc of a flux, summed over fluxes */
  TBK_LENGTH_RIGHT_SPANS, /* rspan_sum: the same for right ends */

  /* Values of the tree alone. The degree of a word counts its arcs, the out-degree those to its dependents. */
  TBK_LENGTH_DEPTHS,         /* shd: the sum of depths, 0 for the root */
  TBK_LENGTH_HEIGHT,         /* height: the greatest depth */
  TBK_LENGTH_DIAMETER,       /* diameter: arcs of the longest path */
  TBK_LENGTH_LEAVES,         /* leaves: words without dependents */
  TBK_LENGTH_DEGREES_2,      /* k2: the sum of squares of degrees */
  TBK_LENGTH_DEGREES_3,      /* k3: of cubes */
  TBK_LENGTH_OUT_DEGREES_2,  /* o2: the sum of squares of out-degrees */
  TBK_LENGTH_OUT_DEGREES_3,  /* o3: of cubes */
  TBK_LENGTH_DISJOINT_PAIRS, /* Q: pairs of arcs without a common word, which are the most that can cross */

  /* The least and the greatest sum of lengths: */
  TBK_LENGTH_LEAST,               /* dmin: of any order (Shiloach 1979; Esteban and Ferrer-i-Cancho 2017) */
  TBK_LENGTH_LEAST_PLANAR,        /* dmin_pl: of a planar order (Hochberg and Stallmann 2003) */
  TBK_LENGTH_LEAST_PROJECTIVE,    /* dmin_pr: of a projective order (Gildea and Temperley 2007) */
  TBK_LENGTH_GREATEST_PROJECTIVE, /* dmax_pr */
  TBK_LENGTH_GREATEST_PLANAR,     /* dmax_pl */

  /* Means and variances over orders, all of them equally likely; fractions. */
  TBK_LENGTH_MEAN, /* E_D: D over all orders (Ferrer-i-Cancho 2004) */
  /* E_D_projective: over projective ones (Alemany-Puig and Ferrer-i-Cancho 2022) */
  TBK_LENGTH_MEAN_PROJECTIVE,
  TBK_LENGTH_MEAN_PLANAR,        /* E_D_planar: over planar ones */
  TBK_LENGTH_VARIANCE,           /* V_D: of D over all orders */
  TBK_LENGTH_MEAN_CROSSINGS,     /* E_C: C over all orders */
  TBK_LENGTH_VARIANCE_CROSSINGS, /* V_C: of C (Alemany-Puig and Ferrer-i-Cancho 2020) */
  TBK_N_LENGTHS,
} TbkLength;

/* Returns how tables call a value; NULL past the last. */
const char *tbk_length_name (TbkLength length);

/* Returns what the value of a sentence of @n words is to be divided by: 1 for values that are no fractions. */
gint64 tbk_length_denominator (TbkLength length, int n);

typedef struct TbkLengthMeter TbkLengthMeter;

TbkLengthMeter *tbk_length_meter_new (void);
void tbk_length_meter_free (TbkLengthMeter *meter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkLengthMeter, tbk_length_meter_free)

/**
 * tbk_lengths_compute:
 * @heads: n + 1 integers, a tree (see tbk_tree_set()); n from 0
 * @what: a set of TbkLengthsFlags
 * @lengths: (out caller-allocates): TBK_N_LENGTHS numbers
 */
gboolean tbk_lengths_compute (TbkLengthMeter *meter, const int *heads, int n, guint what, gint64 *lengths,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_lengths_many:
 * @heads: flat: of one sentence after the other the heads of the words 1..n, with nothing for 0
 * @offsets: @n_sentences + 1 numbers, the first 0, that do not fall: where in @heads each sentence begins,
 * and the last ends
 * @lengths: (out caller-allocates): TBK_N_LENGTHS numbers for each sentence
 *
 * The same for many sentences with one call. Offsets that fall are TBK_ERROR_DATA. The message of an error begins with "sentences[I]: ", I from 0;
 * outputs are then undefined.
 */
gboolean tbk_lengths_many (TbkLengthMeter *meter, const int *heads, const gint64 *offsets, int n_sentences,
                           guint what, gint64 *lengths, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_heads_without:
 * @heads: n + 1 integers, a tree
 * @is_gone: n + 1 booleans, the first of no account
 * @left_heads: (out caller-allocates): room for n + 1 integers
 * @words: (out caller-allocates): room for n + 1 integers; gets what the words left were before
 *
 * Removes words from a tree, such as punctuation. The words left are numbered anew from 1, and each depends on
 * the nearest of its ancestors that are left, or on 0. O(n).
 *
 * Returns: how many words are left
 */
int tbk_heads_without (const int *heads, int n, const gboolean *is_gone, int *left_heads, int *words);

/* 3. classes: classes of restricted non-projectivity: which of them a tree is in.
 *
 *   g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
 *   TbkClasses classes;
 *
 *   if (tbk_tree_classes (classifier, heads, n, TBK_CLASSES_ALL, &classes, &error)
 *       && (classes.outside & TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED)) != 0)
 *     puts ("ill-nested");
 *
 * Words     0 is the artificial root and is left of 1, 1..n are the words; heads[0] = -1. 0 may have
 *           several children.
 * Terms     a dominates b: b is a, or a dominates b's head. The yield of a word are the words that it
 *           dominates; it has a gap for each run of other words between two of its own. The span of an arc
 *           are the words strictly between its ends. Two arcs cross if one end of one, and only one, lies in
 *           the span of the other, and they share no end.
 * Arcs of 0 Classes defined by crossings ignore them, except the classes whose names end in 0. (With them,
 *           planar would be proj.) Authors differ here: the program LAL counts them for 1-endpoint-crossing
 *           trees, and not for planar ones.
 * Cost      O(n) for a projective tree. Else the tree is contracted first, which changes no class
 *           (docs/design/measures.md proves it, but for TBK_CLASS_MULTI_HEADED_4, for which it is tested on
 *           all trees of up to 6 words): of the m words that remain, 5 or fewer in half of the non-projective
 *           trees of the Universal Dependencies, crossings and yields take O(m^2), TBK_CLASS_MULTI_HEADED_4
 *           O(m^3) steps of sets of words, and TBK_CLASS_MILDLY_ILL_NESTED O(3^p) if siblings interleave of
 *           which there are p - 1.
 * Undecided If m is over TBK_CLASSES_MAX_WORDS, all but TBK_CLASS_PROJECTIVE and the classes of Attardi; and
 *           TBK_CLASS_MILDLY_ILL_NESTED if p is over TBK_CLASSES_MAX_PARTS.
 * Errors    TBK_ERROR_DATA for heads that are no tree (section tree), TBK_ERROR_RESOURCE if memory runs out; it
 *           grows to the longest tree and is kept.
 * Threads   a classifier belongs to one thread at a time.
 * Source    the classes name theirs.
 * Since     0.2
 */

/* The classes, with the names by which tables and options call them. Projective trees are in all. */
typedef enum {
  /* proj: every word in the span of an arc is dominated by the arc's head. */
  TBK_CLASS_PROJECTIVE,
  /* planar: no two arcs cross (Kuhlmann and Nivre 2006). */
  TBK_CLASS_PLANAR,
  /* 2planar, 2planar0: the arcs can have two colours, so that none crosses one of its own (Yli-Jyrä 2003;
   * Gómez-Rodríguez and Nivre 2010). */
  TBK_CLASS_2_PLANAR,
  TBK_CLASS_2_PLANAR_0,
  /* 1ec, 1ec0: all arcs that cross one and the same arc have an end in common (Pitler, Kannan and Marcus
   * 2013). */
  TBK_CLASS_1_ENDPOINT_CROSSING,
  TBK_CLASS_1_ENDPOINT_CROSSING_0,
  /* mh4: what the parser of Gómez-Rodríguez, Carroll and Weir (2011) with up to four heads an item builds. */
  TBK_CLASS_MULTI_HEADED_4,
  /* inh0, inh1: well nested, at most one gap each. A word with a gap has at most 0 (or 1) children whose
   * yields have words on both sides of it (Pitler, Kannan and Marcus 2012: gap-minding, 1-inherit). */
  TBK_CLASS_INHERIT_0,
  TBK_CLASS_INHERIT_1,
  /* wn, well nested: no two disjoint yields interleave, as a in one, b in the other, c in one, d in the
   * other, a < b < c < d (Bodirsky, Kuhlmann and Möhl 2005). */
  TBK_CLASS_WELL_NESTED,
  /* gap1, gap2: no yield has more than one gap, two gaps: gap degree (Kuhlmann and Nivre 2006). */
  TBK_CLASS_GAP_1,
  TBK_CLASS_GAP_2,
  /* wg1, wg2: both. */
  TBK_CLASS_WELL_NESTED_GAP_1,
  TBK_CLASS_WELL_NESTED_GAP_2,
  /* mg1, mildly ill-nested of gap degree 1 (Gómez-Rodríguez, Carroll and Weir 2011). The yield of each word
   * can be put together from the word and the yields of its children, two sets at a time, with at most one
   * gap in any of them. */
  TBK_CLASS_MILDLY_ILL_NESTED,
  /* edge1, edge2: edge degree (Kuhlmann and Nivre 2006). Of the components of the graph on the span of an
   * arc, at most one (two) have a root that the arc's head does not dominate. Arcs of 0 have none. */
  TBK_CLASS_EDGE_1,
  TBK_CLASS_EDGE_2,
  /* attardi2, attardi3, attardi4: the system attardi-2, -3, -4 builds the tree (Attardi 2006). */
  TBK_CLASS_ATTARDI_2,
  TBK_CLASS_ATTARDI_3,
  TBK_CLASS_ATTARDI_4,
  TBK_N_CLASSES,
} TbkClass;

/* Sets of classes are bits of a number. */
#define TBK_CLASS_BIT(which) (1u << (which))
#define TBK_CLASSES_ALL      (TBK_CLASS_BIT (TBK_N_CLASSES) - 1)

enum {
  TBK_CLASSES_MAX_WORDS = 64,
  TBK_CLASSES_MAX_PARTS = 15,
};

typedef struct {
  guint outside;   /* of the classes asked for, the ones that the tree is not in */
  guint undecided; /* and the ones that it was too large for */
  /* The most gaps of a yield; the most components that make an edge degree; -1 if more than
   * TBK_CLASSES_MAX_WORDS remained. */
  int gap_degree, edge_degree;
} TbkClasses;

/* Returns how tables call a class; NULL past the last. */
const char *tbk_class_name (TbkClass which);

typedef struct TbkClassifier TbkClassifier;

TbkClassifier *tbk_classifier_new (void);
void tbk_classifier_free (TbkClassifier *classifier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkClassifier, tbk_classifier_free)

/**
 * tbk_tree_classes:
 * @heads: n + 1 integers, a tree (see tbk_tree_set()); n from 0
 * @asked: a set of classes
 * @classes: (out caller-allocates)
 *
 * Decides which of the classes the tree is in. The degrees are set whatever is asked for.
 */
gboolean tbk_tree_classes (TbkClassifier *classifier, const int *heads, int n, guint asked,
                           TbkClasses *classes, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. orders: other orders of the words of a tree: drawn, of least length, mirrored, or by a grammar.
 *
 *   g_autoptr (TbkOrderer) orderer = tbk_orderer_new ();
 *   const TbkOrderOptions options = { .seed = 1, .place = 5 };
 *   int *places = g_new (int, n + 1);
 *
 *   if (tbk_order_find (orderer, heads, n, TBK_ORDER_RANDOM_PROJECTIVE, &options, places, &error))
 *     printf ("word 1 is now word %d\n", places[1]);
 *   g_free (places);
 *
 * Words     as in section tree. Word 0 stays the first.
 * Several   trees under 0 (several roots) stay whole in all orders but random and mirror. Arcs from 0 have no length.
 * Draws     depend on the seed and the place (a sentence's number), not on threads or machines.
 * Cost      O(n log n); least O(n^2.2), at most TBK_LENGTHS_LEAST_MAX_WORDS words.
 * Errors    as in section tree; TBK_ERROR_DATA for more words than least allows.
 * Threads   an orderer belongs to one thread at a time.
 * Sources   random-projective, grammar: D. Gildea and D. Temperley (2007), "Optimizing grammars for minimum dependency
 *           length"; R. Futrell, K. Mahowald and E. Gibson (2015), "Large-scale evidence of dependency length
 *           minimization in 37 languages". The orders of least length: as in section lengths.
 * Since     0.2
 */

typedef enum {
  TBK_ORDER_RANDOM,            /* each of the n! orders with the same probability */
  TBK_ORDER_RANDOM_PROJECTIVE, /* each projective order with the same probability */
  TBK_ORDER_LEAST,             /* an order with the least sum of lengths */
  TBK_ORDER_LEAST_PROJECTIVE,  /* a projective one, with the least sum of those */
  TBK_ORDER_MIRROR,            /* the last word first */
  /* Projective: each UPOS of a head has one order of itself and of all relations of its dependents, drawn from the
   * seed alone. Dependents of one head and relation stay in their order. */
  TBK_ORDER_GRAMMAR,
  TBK_N_ORDERS
} TbkOrder;

/* "random-projective" and so on; NULL for TBK_N_ORDERS. */
const char *tbk_order_name (TbkOrder order);

typedef struct {
  guint64 seed;
  guint64 place;
  const TbkPiece *upos, *deprels; /* n + 1 each, the first of no account; for TBK_ORDER_GRAMMAR alone */
} TbkOrderOptions;

typedef struct TbkOrderer TbkOrderer;

TbkOrderer *tbk_orderer_new (void);
void tbk_orderer_free (TbkOrderer *orderer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkOrderer, tbk_orderer_free)

/**
 * tbk_order_find:
 * @heads: n + 1 integers
 * @places: (out caller-allocates): n + 1 integers; gets the new number of each word, 0 for 0
 */
gboolean tbk_order_find (TbkOrderer *orderer, const int *heads, int n, TbkOrder order,
                         const TbkOrderOptions *options, int *places,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
