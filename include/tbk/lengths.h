/* lengths.h - dependency lengths: how long the arcs of a sentence are and how often they cross, beside what
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
 * Order     "The order" is that of the sentence. An order of a tree's words is projective if its arcs are,
 *           and planar if no two arcs cross; in a planar order the root may stand under an arc.
 * Exact     All is computed in integers. A mean or a variance is the numerator of a fraction, not in lowest
 *           terms, whose denominator depends on the number of words alone: tbk_length_denominator().
 * Undefined A value that does not exist is TBK_LENGTH_UNDEFINED. All values of the tree alone, and the place
 * of the root, do not exist unless there is exactly one root. Values that were not asked for do not exist
 * either, nor those of sentences beyond the limits below: of more than TBK_LENGTHS_MAX_WORDS words all but
 * what is of the order alone, of more than TBK_LENGTHS_LEAST_MAX_WORDS words the least length of any order.
 * Cost      O(n), but O(n log m) for crossings, with m words left after contraction
 *           (docs/design/projectivize.md, theorem 1), O(D + n^2/64) for weights of fluxes and O(n^2.2) for
 *           the least length of any order. Nothing is recursive.
 * Errors    TBK_ERROR_DATA for heads that are no tree (tbk/tree.h), TBK_ERROR_RESOURCE if memory runs out; it
 *           grows to the longest sentence and is kept.
 * Threads   a meter belongs to one thread at a time.
 * Source    Liu (2008), "Dependency distance as a metric of language comprehension difficulty"; Futrell,
 *           Mahowald and Gibson (2015), "Large-scale evidence of dependency length minimization in 37
 *           languages"; the values name others.
 * Since     0.2
 */
#ifndef TBK_LENGTHS_H
#define TBK_LENGTHS_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

#define TBK_LENGTH_UNDEFINED G_MININT64

/* The most words for which all values but the least length exist: beyond, variances would not fit, and
 * weights of fluxes take long. Those of more words have the values of TBK_LENGTHS_ORDER alone. */
#define TBK_LENGTHS_MAX_WORDS 30000

/* The most words for which the least length of any order is looked for. */
#define TBK_LENGTHS_LEAST_MAX_WORDS 1000

/* What is asked for: parts of the values, each with those that it gives. */
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
  /* Of the order. */
  TBK_LENGTH_TOTAL,        /* D: the sum of all lengths */
  TBK_LENGTH_CROSSINGS,    /* C: pairs of arcs that cross */
  TBK_LENGTH_ADJACENT,     /* adjacent: arcs of length 1 */
  TBK_LENGTH_HEAD_INITIAL, /* head_initial: arcs whose head comes first */
  TBK_LENGTH_LONGEST,      /* max_len: the greatest length, 0 without arcs */
  TBK_LENGTH_ROOT,         /* root_pos: the root word */
  /* The flux of a gap between two neighbours are the arcs over it (Kahane, Yan and Botalla 2017). Its weight
   * is the greatest number of its arcs of which no two share a word. The sum of the sizes of all fluxes is
   * D. */
  TBK_LENGTH_GREATEST_FLUX,        /* flux_max: the most arcs of a flux */
  TBK_LENGTH_FLUX_WEIGHTS,         /* fluxw_sum: the sum of all weights */
  TBK_LENGTH_GREATEST_FLUX_WEIGHT, /* fluxw_max: the greatest weight */
  TBK_LENGTH_LEFT_SPANS,  /* lspan_sum: words that are the left end of an arc of a flux, summed over fluxes */
  TBK_LENGTH_RIGHT_SPANS, /* rspan_sum: the same for right ends */

  /* Of the tree alone. The degree of a word counts its arcs, the out-degree those to its dependents. */
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

/* How tables call a value; NULL past the last. */
const char *tbk_length_name (TbkLength length);

/* What the value of a sentence of @n words is to be divided by: 1 for those that are no fractions. */
gint64 tbk_length_denominator (TbkLength length, int n);

/* The numerator and the denominator of a value in lowest terms; both are set. @value must be defined. */
void tbk_length_reduce (TbkLength length, int n, gint64 value, gint64 *numerator, gint64 *denominator);

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
 * Takes words out of a tree, such as punctuation. The words left are numbered anew from 1, and each hangs on
 * the nearest of its ancestors that are left, or on 0. O(n).
 *
 * Returns: how many words are left
 */
int tbk_heads_without (const int *heads, int n, const gboolean *is_gone, int *left_heads, int *words);

TBK_END_DECLS

#endif
