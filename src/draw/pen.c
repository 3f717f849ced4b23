/* pen.c - cells of text on a line, with colours if the terminal is to have them. */
#include "draw/drawer.h"

#include <string.h>

/* Arcs stay plain: they must be seen on light and on dark. */
static const char *const codes[] = {
  [PAINT_PLAIN] = "", [PAINT_FAINT] = "2",     [PAINT_STRONG] = "1",
  [PAINT_TAG] = "33", [PAINT_RELATION] = "36", [PAINT_MARKED] = "1;31",
};

static void
set_paint (Pen *pen, Paint paint)
{
  if (pen->is_coloured && paint != pen->paint)
    tbk_text_printf (pen->text, paint == PAINT_PLAIN ? "\033[m" : "\033[0;%sm", codes[paint]);
  pen->paint = paint;
}

static void
flush_spaces (Pen *pen)
{
  if (pen->n_spaces > 0)
    tbk_text_printf (pen->text, "%*s", pen->n_spaces, "");
  pen->n_spaces = 0;
}

void
pen_skip (Pen *pen, int n_cells)
{
  pen->n_spaces += n_cells;
}

void
pen_put (Pen *pen, Paint paint, const char *cells)
{
  flush_spaces (pen);
  set_paint (pen, paint);
  tbk_text_add (pen->text, cells, strlen (cells));
}

int
pen_put_piece (Pen *pen, Paint paint, TbkPiece piece)
{
  const gboolean is_isolated = signs_are_right_to_left (piece);

  if (piece.size == 0)
    return 0;
  pen_put (pen, paint, is_isolated ? "\u2068" : "");
  signs_append (pen->text, piece, SIGNS_TERMINAL, TRUE);
  if (is_isolated)
    pen_put (pen, paint, "\u2069");
  return signs_cells (piece, TRUE);
}

void
pen_put_field (Pen *pen, Paint paint, TbkPiece piece, int width)
{
  pen_skip (pen, width - pen_put_piece (pen, paint, piece));
}

void
pen_end_line (Pen *pen)
{
  pen->n_spaces = 0;
  set_paint (pen, PAINT_PLAIN);
  tbk_text_add (pen->text, "\n", 1);
}
