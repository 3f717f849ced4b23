/* draw.h - drawings of trees: text for terminals, SVG, pages of HTML that load nothing, and sources for LaTeX and Graphviz.
 *
 *   g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
 *
 *   if (!tbk_draw_sentence (drawer, &drawn, text, &error))
 *     return FALSE;
 *
 * Dependencies in text: a word a line. A word that has dependents has a vertical line in a column of its own,
 * left of the words. The line goes from the first dependent to the last. Each dependent is at the end of a
 * branch with an arrowhead.
 *
 *       ┌►  1  A          det
 *     ┌►├─  2  letter     nsubj
 *     ├─│─  3  arrived    root
 *     ├─│►  4  yesterday  obl
 *     │ ╘►  5  unread     acl    not projective
 *     └──►  6  .          punct
 *
 * A line that another passes is broken there; so lines cross only where the tree is not projective. The
 * branch of an arc that is not projective, or that is moved, is double, and a note says which it is. A word
 * whose head has no column (there are at most TBK_DRAW_MAX_COLUMNS, fewer where `width` wants it) has a note
 * instead of a branch.
 *
 * Dependencies in SVG: words side by side, from right to left if most are in a script of that direction; each
 * arc above all that it spans. Those not projective are dashed, those moved thick. 0 is drawn as an arrow
 * from above.
 *
 * Two annotations: one drawing, in which the arcs of the second that differ in head or relation are at the right of the
 * words, mirrored, or in SVG below them. These and those of the first that they replace are double, or thick; in text no
 * other arcs are.
 *
 * Lines: SVG with a `width` is broken into lines of words. An arc between two lines ends at the edge of both, with its
 * relation and the number of the word at its other end.
 *
 * Phrases in text: a word a line, at the end of the labels above it; what is too deep for the width is in
 * brackets. In SVG: words at the bottom, each label above the middle of its children. Of two trees the labels that the
 * second has not are marked; what it has instead is below, with the words it spans.
 *
 * LaTeX: an environment `dependency` or `forest`, with the title in a comment before it. Graphviz: a graph whose name is
 * the title. Arcs not projective are dashed there too, those moved thick; ranges are left out, and in graphs empty nodes.
 *
 * Text      control characters, those that change the direction of text, and bytes that are not UTF-8 are
 *           written as
 *           \x1b and \u202e, so that a terminal does not obey them; a tab as \t. In text, words from right to
 *           left are isolated (U+2068, U+2069); forms, tags and relations are cut after 40 cells. Widths are
 *           those of GLib: 2 for wide characters, 0 for combining ones.
 * SVG       classes: form, tag, relation, arc, nonprojective, moved, differs, other, mark, label, edge, range, empty,
 *           caption.
 *           Colours are variables, light or dark as the reader wants it.
 * Cost      text: O(n) lines of at most TBK_DRAW_MAX_COLUMNS columns, or of the width. SVG: O(n log n).
 * Errors    TBK_ERROR_DATA for heads that are no tree; TBK_ERROR_RESOURCE, and then part of a drawing may
 *           have been appended.
 * Threads   a drawer belongs to one thread at a time; equal options give equal drawings.
 * Since     0.1
 */
#ifndef TBK_DRAW_H
#define TBK_DRAW_H

#include <glib.h>

#include "tbk/brackets.h"
#include "tbk/declarations.h"
#include "tbk/stream.h"
#include "tbk/text.h"

TBK_BEGIN_DECLS

#define TBK_DRAW_MAX_COLUMNS 64

typedef enum {
  TBK_DRAW_TEXT,
  TBK_DRAW_SVG,  /* each drawing is a whole document */
  TBK_DRAW_HTML, /* each drawing is a figure for a page: tbk_draw_begin(), tbk_draw_end() */
  TBK_DRAW_TIKZ, /* for LaTeX: tikz-dependency, for phrases forest; since 0.2 */
  TBK_DRAW_DOT,  /* for Graphviz: each drawing is a graph; since 0.2 */
} TbkDrawFormat;

typedef struct {
  TbkDrawFormat format;
  gboolean is_coloured; /* text: with the escapes that colour it on a terminal */
  /* The cells of a line, which drawings in text keep to if they can, and trees of dependencies in SVG and HTML if a word
   * does; 0: no limit. */
  int width;
} TbkDrawOptions;

typedef enum {
  TBK_DRAWN_WORD,
  TBK_DRAWN_RANGE, /* of words that were one token: stands before its first word */
  TBK_DRAWN_EMPTY, /* an empty node, which has no arcs */
} TbkDrawnKind;

/* A line of a sentence. Pieces may be without bytes. */
typedef struct {
  TbkDrawnKind kind;
  int n_words; /* of a range */
  TbkPiece id, form, tag, relation;
  TbkPiece moved_from; /* the head that the word had, in digits, as OrigHead= in MISC tells it; since 0.2 */
} TbkDrawnRow;

typedef struct {
  TbkPiece title, text;    /* what it is called; the sentence as it stands in the text */
  const TbkDrawnRow *rows; /* @n of them words */
  int n_rows, n;
  const int *heads; /* n + 1 integers, a tree (tbk/tree.h) */
  /* (nullable): heads of a second tree, drawn after the first. Words whose head differs are marked as moved
   * in both. */
  const int *projective;
  /* (nullable): heads of another annotation of the same words, without `projective`, and its relations by word, n + 1
   * pieces. Its arcs that differ in head or relation are drawn beside the others. Since: 0.2 */
  const int *against;
  const TbkPiece *against_relations;
  TbkPiece against_name; /* what drawings call it */
  TbkPiece below_title;  /* markup that pages have between the title and the text; since 0.2 */
} TbkDrawnSentence;

typedef struct TbkDrawer TbkDrawer;

TbkDrawer *tbk_drawer_new (const TbkDrawOptions *options);
void tbk_drawer_free (TbkDrawer *drawer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkDrawer, tbk_drawer_free)

/* Appends the drawing of a sentence. */
gboolean tbk_draw_sentence (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the drawing of @tree, which must have words. @other: (nullable): another tree over the same words: its nodes
 * that @tree has not, by words and label, are told below, under @other_name. */
gboolean tbk_draw_brackets (TbkDrawer *drawer, TbkPiece title, const TbkBracketTree *tree,
                            const TbkBracketTree *other, TbkPiece other_name, TbkText *text,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes what stands before and after all drawings of a page of HTML; of other formats nothing. @note:
 * (nullable): a paragraph below the title. */
gboolean tbk_draw_begin (const TbkDrawOptions *options, const char *title, const char *note,
                         TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_draw_end (const TbkDrawOptions *options, TbkOutput *output,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
