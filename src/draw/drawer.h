/* drawer.h - what the writers of drawings share. */
#ifndef DRAW_DRAWER_H
#define DRAW_DRAWER_H

#include "draw/columns.h"
#include "draw/levels.h"
#include "draw/signs.h"
#include "tbk/draw.h"
#include "tbk/tree.h"

/* Where SVG puts a row, or a node. */
typedef struct {
  int x, width; /* of its middle; in pixels */
} SvgPlace;

/* A phrase whose first child is written, in text. */
typedef struct {
  int cell; /* of the line to its children */
  int n_left;
} PhraseLine;

/* Which of the trees of a sentence a picture is of. */
typedef enum {
  PICTURE_ALONE,
  PICTURE_BEFORE, /* it is made projective */
  PICTURE_AFTER,
  PICTURE_FIRST, /* of two annotations in one drawing, whole */
  PICTURE_OTHER, /* the arcs of the second that the first has not */
} PictureRole;

/* One of the trees of a sentence. */
typedef struct {
  PictureRole role;
  const TbkDrawnSentence *sentence;
  const TbkTree *tree;
  const int *heads, *other_heads; /* the latter NULL, or those of the other tree */
  gboolean is_right_to_left;
} Picture;

/* The arcs of a picture, on one side of the words. */
typedef struct {
  Picture picture;
  TbkTree *tree;
  int *heads; /* of the arcs that are drawn between words, else 0 */

  BranchColumns columns;
  gboolean is_active[TBK_DRAW_MAX_COLUMNS + 1]; /* columns with a line on the row */

  Levels levels;
  int *first_arcs, *next_arcs; /* by the word where they end, to the right */
  int *heights,
      *head_heights; /* by word: the levels of its arc that its own line of words and its head's have */
  int *by_level, *level_starts; /* words in the order of the levels of their arcs */
  int n_allocated[7];
} DrawnSide;

/* A line of words in SVG: the rows @first to before @end. */
typedef struct {
  int first, end;
  int base;          /* where its words begin and arcs above them end; in pixels */
  int right;         /* where its words end */
  int n_heights[2];  /* of both sides */
  int last_level[2]; /* that was given a height */
} SvgLine;

/* What a node of one of two trees is in the other, if it is not the number of the node whose label it became
 * there. */
enum { NODE_ALONE = -1, NODE_EQUAL = -2 };

typedef struct NodePlace NodePlace; /* nodes.c */

struct TbkDrawer {
  TbkDrawOptions options;
  TbkText *body; /* of a drawing in SVG, whose size is known when it is complete */
  DrawnSide sides[2];
  int n_sides; /* that are drawn together */

  SvgPlace *places;   /* of rows, or of nodes of phrases */
  int *rows_of_words; /* from 1 */
  int *lines_of_words;
  int n_allocated[3];
  SvgLine *svg_lines;
  gsize n_svg_lines, n_svg_lines_allocated;

  /* Of phrase-structure trees. */
  int *n_children, *heights; /* of nodes */
  int *next_ending;          /* the next phrase that ends with the same word, -1 after the last */
  int *first_ending, *word_starts, *word_ends; /* of words: the first such phrase; in pixels */
  int n_phrase_allocated[6];
  GArray *lines; /* of PhraseLine: those above the node in hand */

  /* Of two of them. */
  const TbkBracketTree *other; /* NULL: there is one */
  TbkPiece other_name;
  int *partners[2]; /* by node */
  int n_partners_allocated[2];
  NodePlace *node_places;
  gsize n_node_places_allocated;
  gboolean is_mirrored; /* the last that was drawn in SVG */
  int *bars;            /* by node of the other tree: how far below the words it is, or what is in it */
  int n_bars_allocated;
};

/* What there is to say of the arc into a word. */
typedef struct {
  gboolean is_nonprojective, is_moved, differs;
  gboolean is_drawn;
  TbkPiece relation;
  TbkPiece moved_from; /* of a tree that is alone */
} PictureArc;

/* Sets the tree of @side, and what of it is drawn. */
gboolean picture_set (DrawnSide *side, const TbkDrawnSentence *sentence, PictureRole role, GError **error);
void picture_clear (DrawnSide *side);

/* @row is that of @word. */
PictureArc picture_arc (const Picture *picture, int word, const TbkDrawnRow *row);

/* The relation of @word in the annotation beside which the first is drawn. */
TbkPiece picture_other_relation (const TbkDrawnSentence *sentence, int word);

/* Appends what the tree is called where there are two. */
void picture_caption (const Picture *picture, TbkText *text);

/* Finds the `partners` of the nodes of both trees, and counts those of one that differ. */
gboolean nodes_compare (TbkDrawer *drawer, const TbkBracketTree *tree, const TbkBracketTree *other,
                        GError **error);
int nodes_count_different (const TbkDrawer *drawer, int number, const TbkBracketTree *tree);

/* The label, or tag, and the form of a node. */
static inline TbkPiece
drawer_label (const TbkBracketNode *node)
{
  return (TbkPiece){ node->label, (gsize) node->label_length };
}

static inline TbkPiece
drawer_form (const TbkBracketNode *node)
{
  return (TbkPiece){ node->form, (gsize) node->form_length };
}

/* Appends the pictures of the drawer's sides to a drawing in text. */
gboolean sentence_text_draw (TbkDrawer *drawer, TbkText *text, GError **error);
gboolean brackets_text_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, GError **error);

/* Appends what other programs draw: LaTeX with tikz-dependency and forest, Graphviz. */
gboolean sentence_tikz_draw (TbkDrawer *drawer, TbkText *text, GError **error);
gboolean brackets_tikz_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, GError **error);
void sentence_dot_draw (const TbkDrawer *drawer, TbkText *text);
void brackets_dot_draw (TbkPiece title, const TbkBracketTree *tree, TbkText *text);

/* Appends elements of SVG that begin at (0, @top), and say how large they are. */
gboolean sentence_svg_draw (TbkDrawer *drawer, int top, TbkText *text, int *width, int *height,
                            GError **error);
gboolean brackets_svg_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, int *width,
                            int *height, GError **error);

/* What text is painted with; on a terminal, if at all. */
typedef enum { PAINT_PLAIN, PAINT_FAINT, PAINT_STRONG, PAINT_TAG, PAINT_RELATION, PAINT_MARKED } Paint;

/* Writes the cells of a line. Spaces wait for what follows them, so that none ends a line. */
typedef struct {
  TbkText *text;
  gboolean is_coloured;
  Paint paint;
  int n_spaces;
} Pen;

void pen_skip (Pen *pen, int n_cells);
void pen_put (Pen *pen, Paint paint, const char *cells);

/* Puts @piece, cut, and returns its cells. */
int pen_put_piece (Pen *pen, Paint paint, TbkPiece piece);

/* Puts @piece and what is missing to @width cells. */
void pen_put_field (Pen *pen, Paint paint, TbkPiece piece, int width);

void pen_end_line (Pen *pen);

#endif
