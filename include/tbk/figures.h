/* figures.h - the figures of treebanks: sentences, words, trees and arcs that are not projective, and so on.
 *
 * A tally of figures has a row for all trees and, on demand, one for the trees of each length, or one for the arcs of
 * each group. Counting adds to plain arrays, which are added to the tally now and then.
 *
 * Arcs      every word is the dependent of one; so the arcs of a treebank are as many as its words.
 * Lost      an arc is lost if its dependent has another head in the optimal projectivization that is chosen; how many
 *           are lost is the same for all of them, but which ones is not.
 * Errors    TBK_ERROR_RESOURCE where memory runs out for groups; for all else the process ends, as by g_malloc().
 * Threads   arrays, counters and tallies belong to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_FIGURES_H
#define TBK_FIGURES_H

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
  /* The further measures. */
  TBK_FIGURE_NONPLANAR_TREES,
  TBK_FIGURE_ILL_NESTED_TREES,
  TBK_FIGURE_GAP_DEGREE_OVER_1,
  TBK_FIGURE_MAX_GAP_DEGREE,
  TBK_FIGURE_EDGE_DEGREE_OVER_1,
  TBK_FIGURE_MAX_EDGE_DEGREE,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_2, /* trees that no system attardi-2 builds; -3, -4 */
  TBK_FIGURE_ATTARDI_DEGREE_OVER_3,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_4,
  TBK_N_FIGURES,
} TbkFigure;

/* What the rows of a table of figures are about: trees, */
typedef enum {
  TBK_FIGURES_BY_FILE,
  TBK_FIGURES_BY_LANGUAGE, /* the files of each (tbk_file_language()) */
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

/* The section of the layout whose rows are those of a table: for trees one for all or one for each length, with
 * TBK_N_FIGURES columns; for groups of arcs with TBK_N_ARC_FIGURES columns. Keys are names, or numbers of bins: bin b of
 * lengths is b * width + 1..(b + 1) * width, bin b of distances (b - 1) * width + 1..b * width, and 0 that of 0. */
int tbk_figures_section (TbkFiguresBy by);

/* How a figure is called; NULL past the last. */
const char *tbk_figure_name (TbkFigure figure);

/**
 * tbk_figures_count:
 * @figures: TBK_N_FIGURES integers
 * @tree: scratch
 * @heads: n + 1 integers, a tree
 * @lost_arcs: of an optimal projectivization
 * @measures: whether the further measures are wanted
 *
 * Adds the figures of a tree; those of a tree that no memory sufficed for (TBK_ERROR_RESOURCE) are not added.
 */
gboolean tbk_figures_count (gint64 *figures, TbkTree *tree, const int *heads, int n, int lost_arcs,
                            gboolean measures, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the least degree of Attardi's at which a tree can be built, one of those counted; 5 if at none to 4. */
void tbk_figures_count_attardi_degree (gint64 *figures, int degree);

/* Adds @figures to @tally and makes them zero. */
void tbk_figures_flush (gint64 *figures, TbkTally *tally);

/* Adds the figures of one tree, of at least one word, to the row of its length as well; they stay. */
void tbk_figures_add_length (const gint64 *figures, int width, TbkTally *tally);

/* The figures of a tally, TBK_N_FIGURES integers; owned by it. */
const gint64 *tbk_figures_get (const TbkTally *tally);

typedef enum {
  TBK_ARC_FIGURE_WORDS,
  TBK_ARC_FIGURE_NONPROJECTIVE,
  TBK_ARC_FIGURE_LOST,
  TBK_N_ARC_FIGURES,
} TbkArcFigure;

typedef struct {
  int head, dependent;
  TbkPiece name; /* of its group, if groups have names that the treebank gives */
  gboolean is_nonprojective, is_lost;
} TbkFiguresArc;

/* Counts arcs by group. */
typedef struct TbkArcFigures TbkArcFigures;

/* @by: a grouping of arcs; @width: distances that a bin spans, at least 1. */
TbkArcFigures *tbk_arc_figures_new (TbkFiguresBy by, int width);
void tbk_arc_figures_free (TbkArcFigures *figures);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkArcFigures, tbk_arc_figures_free)

gboolean tbk_arc_figures_count (TbkArcFigures *figures, const TbkFiguresArc *arc,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds what was counted to @tally and forgets it. */
void tbk_arc_figures_flush (TbkArcFigures *figures, TbkTally *tally);

TBK_END_DECLS

#endif
