/* figures.h - the figures of treebanks: sentences, words, trees and arcs that are not projective, lengths,
 * classes.
 *
 * A tally of figures has rows for what was counted of all trees and, on demand, rows for the trees of each
 * length, or one for the arcs of each group. Counting adds to plain arrays, which are added to the tally now
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
#ifndef TBK_FIGURES_H
#define TBK_FIGURES_H

#include "tbk/classes.h"
#include "tbk/lengths.h"
#include "tbk/tally.h"
#include "tbk/text.h"
#include "tbk/tree.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_FIGURE_SENTENCES,
  TBK_FIGURE_WORDS,
  TBK_FIGURE_NONPROJECTIVE_TREES,
  TBK_FIGURE_NONPROJECTIVE_ARCS,
  TBK_FIGURE_MAX_LENGTH,
  TBK_FIGURE_LOST_ARCS,
  TBK_N_FIGURES,
} TbkFigure;

/* Sums of what tbk/lengths.h gives, with its names where it has one. */
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
  TBK_LENGTH_FIGURE_DISJOINT_PAIRS,
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

/* What to compute for them. */
enum {
  TBK_LENGTH_FIGURES_NEED = TBK_LENGTHS_ORDER | TBK_LENGTHS_FLUX | TBK_LENGTHS_SHAPE | TBK_LENGTHS_MEANS
                            | TBK_LENGTHS_EXTREMES | TBK_LENGTHS_LEAST,
};

/* Trees outside a class, by its number (TbkClass); and */
enum {
  TBK_CLASS_FIGURE_GAP_DEGREE = TBK_N_CLASSES, /* the greatest */
  TBK_CLASS_FIGURE_EDGE_DEGREE,                /* the greatest */
  TBK_CLASS_FIGURE_UNDECIDED, /* trees that were too large for some class, and are not counted there */
  TBK_N_CLASS_FIGURES,
};

/* Of what figures are. */
typedef enum {
  TBK_FIGURES_OF_TREES,   /* TBK_N_FIGURES integers */
  TBK_FIGURES_OF_LENGTHS, /* TBK_N_LENGTH_FIGURES */
  TBK_FIGURES_OF_CLASSES, /* TBK_N_CLASS_FIGURES */
  TBK_FIGURES_N_KINDS,
} TbkFiguresKind;

/* What the rows of a table of figures are about: trees, */
typedef enum {
  TBK_FIGURES_BY_FILE,
  TBK_FIGURES_BY_LANGUAGE, /* the files of each (file_language()) */
  TBK_FIGURES_BY_LENGTH,   /* of a bin of lengths */
  TBK_FIGURES_BY_SENTENCE,
  /* or arcs: each that is not projective or is lost, or all of a group. */
  TBK_FIGURES_BY_ARC,
  TBK_FIGURES_BY_DEPREL,    /* as it stands, what follows ":" included */
  TBK_FIGURES_BY_UPOS,      /* of the dependent */
  TBK_FIGURES_BY_DIRECTION, /* "left": the dependent stands before its head; "right"; "root": the head is 0 */
  TBK_FIGURES_BY_DISTANCE,  /* |head - dependent|, in bins; arcs of 0 have a bin of their own */
  TBK_FIGURES_N_BYS,
} TbkFiguresBy;

const TbkTallyLayout *tbk_figures_layout (void);

/* The section of the layout whose rows are those of a table: for trees one for all or one for each length, of
 * each kind; for groups of arcs, with TBK_N_ARC_FIGURES columns, whatever the kind. Keys are names, or
 * numbers of bins: bin b of lengths is b * width + 1..(b + 1) * width, bin b of distances (b - 1) * width +
 * 1..b * width, and 0 that of 0. */
int tbk_figures_section (TbkFiguresKind kind, TbkFiguresBy by);

/**
 * tbk_figures_count:
 * @figures: TBK_N_FIGURES integers
 * @tree: scratch
 * @heads: n + 1 integers, a tree
 * @lost_arcs: of an optimal projectivization
 *
 * Adds the figures of a tree; those of a tree that no memory sufficed for (TBK_ERROR_RESOURCE) are not added.
 */
gboolean tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds @figures to @tally and makes them zero. */
void tbk_figures_flush (TbkFiguresKind kind, gint64 *figures, TbkTally *tally);

/* The figures of a tally, all zero if there are none; owned by it. */
const gint64 *tbk_figures_get (const TbkTally *tally, TbkFiguresKind kind);

typedef enum {
  TBK_ARC_FIGURE_WORDS,
  TBK_ARC_FIGURE_NONPROJECTIVE,
  TBK_ARC_FIGURE_LOST,
  TBK_ARC_FIGURE_CERTAIN,       /* those that no optimal projectivization keeps */
  TBK_ARC_FIGURE_BETWEEN_WORDS, /* those that are not of 0, and the sum of their lengths */
  TBK_ARC_FIGURE_LENGTH,
  TBK_N_ARC_FIGURES,
} TbkArcFigure;

TBK_END_DECLS

#endif
