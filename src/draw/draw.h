/* draw.h - drawings of trees: what their writers share.
 *
 * Contents
 *   1. signs: text as it may be shown: what would be obeyed rather than shown is escaped
 *   2. columns: where the vertical lines of words with dependents run
 *   3. levels: how high each arc is drawn above the words
 *   4. drawer: what the writers of drawings share
 *   5. layout: where SVG puts words and arcs
 *   6. checks: a cell with a column of a word
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include <glib.h>

#include "base/base.h"
#include "base/room.h"
#include "report/report.h"
#include "tbk/draw.h"
#include "tbk/io.h"
#include "tbk/report.h"
#include "tbk/tree.h"

/* 1. signs: text as it may be shown: what would be obeyed rather than shown is escaped. */

/* The cells of a form, tag or relation. */
enum { SIGNS_MOST = 40, SIGNS_MOST_BYTES = 1024 };

/* Where text goes: what HTML and XML, LaTeX or Graphviz would take for markup is escaped too. */
typedef enum {
  SIGNS_TERMINAL,
  SIGNS_MARKUP,
  SIGNS_LATEX, /* in a cell of a table of TikZ, or in braces */
  SIGNS_DOT,   /* in double quotes */
} SignsTarget;

/* The cells that @piece takes on a terminal; at most SIGNS_MOST if it is to be cut. */
int signs_cells (TbkPiece piece, gboolean is_cut);

/* Appends @piece. */
void signs_append (TbkText *text, TbkPiece piece, SignsTarget target, gboolean is_cut);

/* Appends @piece to a page, where elements cannot keep pieces of text apart: in titles and attributes. What
 * is written from right to left then does not turn round what stands beside it. */
void signs_append_isolated (TbkText *text, TbkPiece piece, gboolean is_cut);

/* Returns TRUE if @piece holds letters that are written from right to left. */
gboolean signs_are_right_to_left (TbkPiece piece);

/* -1 if @piece holds such letters, 1 if it holds only others, 0 if it holds none. The sum over the words of a
 * sentence is its direction: digits and punctuation have no say. */
int signs_direction (TbkPiece piece);

/* A piece of a text that ends in NUL. */
TbkPiece signs_piece (const char *text);

/* 2. columns: where the vertical lines of words with dependents run.
 *
 * Rows are the words 1..n, columns count from 1, next to the words. The line of a word runs from the first to
 * the last of the word and its dependents. It is farther from the words than the lines of its dependents. So
 * on every row the branch from a word's head ends before the word's own line begins. No two lines of a column
 * have a row in common. If the tree is projective the column of a word is its height, and no line crosses
 * another.
 *
 * Each column takes, of the words whose dependents have their lines, those that end first and are free of
 * each other. A word for which that gives none of the columns has no line: the column is 0.
 */

typedef struct {
  int first, last;   /* rows of the line */
  int column;        /* 0: none */
  int n_waiting;     /* dependents that have yet to get their lines */
  gboolean has_line; /* there are dependents */
} BranchWord;

typedef struct {
  int n_columns; /* that are used */
  int n_left;    /* words whose lines have none of them */
  BranchWord *words;
  int *order; /* of words that wait, by their last rows */
  int *starts;
  Room room;
} BranchColumns;

/* Assigns lines in at most @most columns. Cost: O(n @most). */
gboolean columns_assign (BranchColumns *columns, const int *heads, int n, int most, GError **error);

/* 3. levels: how high each arc is drawn above the words.
 *
 * An arc spans the gaps between its ends. Its level is one more than the greatest of the shorter arcs (of
 * equal ones, those of earlier words) with which it shares a gap. So arcs that share a gap have different
 * levels, and lines cross only where arcs do. Arcs from 0 have none.
 *
 * Ports are where arcs meet a word: numbered from its middle, to the left and to the right, the longest
 * first.
 */

typedef struct {
  int level;           /* from 1; 0 for a child of 0 */
  int head_port, port; /* of the arc into the word, at either end; from 1, without sign */
  int n_left, n_right; /* the word's ports */
} LevelsWord;

typedef struct {
  int n_levels;
  LevelsWord *words;
  int *order; /* the words, by the lengths of their arcs */
  int *starts;
  int *best, *covers; /* a tree of gaps: the greatest level in a part, and that given to all of it */
  Room room;
} Levels;

/* Cost: O(n log n). */
gboolean levels_assign (Levels *levels, const int *heads, int n, GError **error);

/* 4. drawer: what the writers of drawings share. */

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
  gboolean is_broken; /* the heads are no tree, so `tree` is of no account */
} Picture;

/* The arcs of a picture, on one side of the words. */
typedef struct {
  Picture picture;
  TbkTree *tree;
  int *heads; /* of the arcs that are drawn between words, else 0 */

  BranchColumns columns;
  gboolean is_active[TBK_DRAW_MAX_COLUMNS + 1]; /* columns with a line on the row */

  Levels levels;
  int *first_arcs, *next_arcs;  /* by the word where they end, to the right */
  int *child_starts, *children; /* by their heads; those of a word end where those of the next begin */
  int *heights,
      *head_heights; /* by word: the levels of its arc that its own line of words and its head's have */
  int *by_level, *level_starts; /* words in the order of the levels of their arcs */
  Room room;
} DrawnSide;

/* A line of words in SVG: the rows @first to before @end. */
typedef struct {
  int first, end;
  int base;          /* where its words begin and arcs above them end; in pixels */
  int right;         /* where its words end */
  int n_heights[2];  /* of both sides */
  int last_level[2]; /* that was given a height */
} SvgLine;

/* Values of a node of one of two trees for the other, if that is not the number of the node whose label it
 * became there. */
enum { NODE_ALONE = -1, NODE_EQUAL = -2 };

typedef struct NodePlace NodePlace; /* brackets_drawing.c */

struct TbkDrawer {
  TbkDrawOptions options;
  TbkText *body;  /* of a drawing in SVG, whose size is known when it is complete */
  TbkText *kinds; /* of what is marked in it: lines for figure_begin() */
  DrawnSide sides[2];
  int n_sides; /* that are drawn together */
  int n_placed; /* that words have their places for: of two drawings of a sentence both, so that no word moves */

  SvgPlace *places;   /* of rows, or of nodes of phrases */
  int *rows_of_words; /* from 1 */
  int *lines_of_words;
  SvgLine *svg_lines;
  gsize n_svg_lines, n_svg_lines_allocated;

  /* For phrase-structure trees. */
  const gboolean *is_found;  /* by node; NULL: none is marked */
  int *n_children, *heights; /* of nodes */
  int *next_ending;          /* the next phrase that ends with the same word, -1 after the last */
  int *first_ending, *word_starts, *word_ends; /* of words: the first such phrase; in pixels */
  Room room;                                   /* of these, and of places and words */
  GArray *lines;                               /* of PhraseLine: those above the node in hand */

  /* For two of them. */
  const TbkBracketTree *other; /* NULL: there is one */
  TbkPiece other_name;
  int *partners[2]; /* by node */
  NodePlace *node_places;
  gboolean is_mirrored; /* the last that was drawn in SVG */
  int *bars;            /* by node of the other tree: how far below the words it is, or what is in it */
  Room room_of_two;
};

/* Makes room for so many rows of words, or nodes. */
static inline gboolean
drawer_reserve (TbkDrawer *drawer, int n, GError **error)
{
  return ROOM_RESERVE (&drawer->room, n + 1, ARRAY (drawer->places), ARRAY (drawer->rows_of_words),
                       ARRAY (drawer->lines_of_words), ARRAY (drawer->n_children), ARRAY (drawer->heights),
                       ARRAY (drawer->next_ending), ARRAY (drawer->first_ending), ARRAY (drawer->word_starts),
                       ARRAY (drawer->word_ends))
         || memory_fail (error, "a drawing of %d rows or nodes", n);
}

/* The note on the arc into a word. */
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

/* Begins a part of a page: a sentence with its drawing, or what is in place of one. @kinds: what is found in it, by which
 * the page counts and hides parts: each is ended by FIGURE_KIND_END, and escaped for an attribute. It ends with </figure>, and
 * a box with </div>. */
#define FIGURE_KIND_END "&#10;"
void figure_begin (TbkText *text, TbkPiece title, const char *kinds);
void figure_begin_box (TbkText *text, TbkPiece title);

/* Returns the page around such parts, with samples of what lines mean; @note is a paragraph, or NULL. */
Page *drawer_new_page (const char *title, const char *note);
gboolean drawer_end_page (TbkOutput *output, GError **error);

/* Appends the pictures of the drawer's sides to a drawing in text. */
gboolean sentence_text_draw (TbkDrawer *drawer, TbkText *text, GError **error);
gboolean brackets_text_draw (TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text, GError **error);

/* Preambles that make drawings for LaTeX a file that it sets alone, each drawing on a page of its size. */
/* For documents: what is written before it is known which letters come. */
#define LATEX_LETTERS                                                                                              \
  "% Letters as Arabic, Hebrew, Chinese or Devanagari: compile with lualatex, and name a font that has them, as\n" \
  "% \\setmainfont{Noto Naskh Arabic} in the next line.\n"

extern const char drawer_tikz_begin[], drawer_tikz_end[];

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

/* Paints of text; on a terminal, if at all. */
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

/* Puts a line of @piece; none if it is without bytes. */
void pen_put_line (Pen *pen, Paint paint, TbkPiece piece);

/* Has the next drawing of brackets mark nodes, in SVG and pages. @is_found: (nullable): by node, from 0, until it is drawn. */
void drawer_mark (TbkDrawer *drawer, const gboolean *is_found);

/* 5. layout: where SVG puts words and arcs.
 *
 * Letters are not measured: a cell of a terminal is taken for so many pixels, a little more than it is with
 * common letters. Words stand side by side with room for the labels of arcs between them. Where that is wider
 * than asked for, they are broken into lines, a range never. An arc between two lines goes from each of its
 * ends to an edge, where its label stands in a zone of its own, and the number of the word at its other end.
 * All words then have their numbers, beside their tags.
 *
 * Heights of arcs in a line are the ranks of the levels that there are (draw/draw.h). So in one line they
 * are the levels themselves, and in all lines arcs cross only where they do in one.
 */

/* In pixels. */
enum {
  LAYOUT_CELL = 7,   /* of a relation or tag */
  LAYOUT_SIDE = 12,  /* at both ends */
  LAYOUT_STEP = 18,  /* from height to height */
  LAYOUT_FOOT = 6,   /* the first height is so much more from the words */
  LAYOUT_ROUND = 6,  /* of corners, at most */
  LAYOUT_WORDS = 44, /* the height of form and tag */
  LAYOUT_RANGES = 28,
};

typedef struct {
  int width, height;
  int zone, mark; /* the width of a zone at an edge, with the number in it; 0 in one line */
  gboolean has_ranges;
  gboolean has_numbers; /* beside tags: where lines are broken, for the numbers at edges */
} Layout;

/* Finds the places of the drawer's rows and lines, from @top on, for the pictures of its sides. */
gboolean layout_find (TbkDrawer *drawer, int top, Layout *layout, GError **error);

/* Returns how far from the middle of its word an end of the arc into @word is: that at its head, or at
 * itself. */
int layout_port (const DrawnSide *side, int word, gboolean is_head);

/* Returns the middle of the label of an arc that is in one line: as near to that of the arc as lines that pass it leave room; there is
 * room before its right end at the latest, of trees. */
int layout_label (const TbkDrawer *drawer, const DrawnSide *side, int word);

/* 6. checks: a cell with a column of a word. */

/* The next cell of the row: @field, or nothing if it is not there. @line is scratch. */
void checks_put_field (TbkTable *table, GString *line, TbkPiece field);

#endif
