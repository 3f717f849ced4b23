/* signs.h - text as it may be shown: what would be obeyed rather than shown is escaped. */
#ifndef DRAW_SIGNS_H
#define DRAW_SIGNS_H

#include "tbk/text.h"

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

/* The same for a page, where elements cannot keep pieces of text apart: in titles and attributes. What is
 * written from right to left then does not turn round what stands beside it. */
void signs_append_isolated (TbkText *text, TbkPiece piece, gboolean is_cut);

/* Whether @piece holds letters that are written from right to left. */
gboolean signs_are_right_to_left (TbkPiece piece);

/* A piece of a text that ends in NUL. */
TbkPiece signs_piece (const char *text);

#endif
