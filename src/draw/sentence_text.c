/* sentence_text.c - a dependency tree in text.
 *
 * Contents
 *   1. pen: cells of text on a line, with colours if the terminal is to have them
 *   2. sentence_text: a dependency tree in text: a word a line, lines and branches at its left
 */
#include "draw/draw.h"

#include <string.h>

/* 1. pen: cells of text on a line, with colours if the terminal is to have them. */

/* The codes of paints for a terminal (SGR). Arcs stay plain: they must be seen on light and on dark. */
static const char *const codes[] = {
  [PAINT_PLAIN] = "", [PAINT_FAINT] = "2",     [PAINT_STRONG] = "1",
  [PAINT_TAG] = "33", [PAINT_RELATION] = "36", [PAINT_MARKED] = "1;31",
};

/* Nothing is written while the paint stays. */
static void
set_paint (Pen *pen, Paint paint)
{
  if (pen->is_coloured && paint != pen->paint)
    tbk_text_printf (pen->text, paint == PAINT_PLAIN ? "\033[m" : "\033[0;%sm", codes[paint]);
  pen->paint = paint;
}

/* Spaces are put off until something follows, so that no line ends with any. */
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

/* A piece from right to left is isolated (U+2068 to U+2069), so that it does not turn what is beside it. */
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

void
pen_put_line (Pen *pen, Paint paint, TbkPiece piece)
{
  if (piece.size == 0)
    return;
  pen_put (pen, paint, "");
  signs_append (pen->text, piece, SIGNS_TERMINAL, FALSE);
  pen_end_line (pen);
}

/* 2. sentence_text: a dependency tree in text: a word a line, lines and branches at its left.
 *
 * Of two annotations the arcs that only the second has are at the right, where all is mirrored.
 *
 * A row has two cells for each column, the vertical line and what is between it and the next column, then
 * the fields. An example, with the heads 2 0 2 of "the dog barks" and one column:
 *
 *   ┌►  1  the
 *   ├─  2  dog         the line of word 2: rows 1 to 3
 *   └►  3  barks
 *
 * The drawing is made in three passes: what is beside words is measured; columns of lines are given as far
 * as there is room, and arcs whose lines have none get a note instead, "head 2"; rows are written from top
 * to bottom, with is_active[column] for the lines that pass.
 */

/* NOTE: bytes of a note, all its parts and numbers. */
enum { LEAST_COLUMNS = 8, CELLS_A_COLUMN = 2, SPACE = 2, NOTE = 80, MOST_DIGITS = 10 };

/* The most cells that the fields of rows take; of both sides where there are two. */
typedef struct {
  int id, form, tag, relation[2], note[2];
} Widths;

/* Characters that lines are drawn with: at the left, marked; at the right, marked. */
typedef struct {
  const char *both, *down, *up, *along; /* where it meets the line of a word; and what is between */
} Branch;

static const Branch branches[2][2] = { { { "├", "┌", "└", "─" }, { "╞", "╒", "╘", "═" } },
                                       { { "┤", "┐", "┘", "─" }, { "╡", "╕", "╛", "═" } } };

/* The corner or junction of @line at @row, which has a branch there. */
static const char *
find_joint (const BranchWord *line, int row, const Branch *branch)
{
  return row == line->first ? branch->down : row == line->last ? branch->up : branch->both;
}

/* Returns TRUE if a branch is double, as those that differ in two annotations: there is little room to show
 * it otherwise. */
static gboolean
is_marked (const Picture *picture, const PictureArc *arc)
{
  return picture->role == PICTURE_FIRST || picture->role == PICTURE_OTHER
             ? arc->differs
             : arc->is_nonprojective || arc->is_moved;
}

/* Makes the note beside the arc into @word. @has_branch: it can be seen where it comes from. */
static void
make_note (const Picture *picture, int word, const PictureArc *arc, gboolean has_branch, char note[NOTE])
{
  const char *const moved = picture->role == PICTURE_AFTER ? "moved from" : "moves to";
  int length = 0;

  note[0] = '\0';
  if (!arc->is_drawn)
    return;
  if (picture->heads[word] < 0)
    length += g_snprintf (note, NOTE, "no head");
  else if (!has_branch)
    length += g_snprintf (note, NOTE, "head %d", picture->heads[word]);
  if (arc->is_nonprojective && is_marked (picture, arc) && !arc->differs)
    length +=
        g_snprintf (note + length, (gulong) (NOTE - length), "%snot projective", length > 0 ? ", " : "");
  if (arc->is_moved && picture->role == PICTURE_ALONE && *arc->moved_from.bytes == '_')
    g_snprintf (note + length, (gulong) (NOTE - length), "%shad no head", length > 0 ? ", " : "");
  else if (arc->is_moved && picture->role == PICTURE_ALONE)
    g_snprintf (note + length, (gulong) (NOTE - length), "%smoved from %.*s", length > 0 ? ", " : "",
                (int) MIN (arc->moved_from.size, MOST_DIGITS), arc->moved_from.bytes);
  else if (arc->is_moved)
    g_snprintf (note + length, (gulong) (NOTE - length), "%s%s %d", length > 0 ? ", " : "", moved,
                picture->other_heads[word]);
}

/* Measures what stands beside @word, or a row that is no word (0), at one side. */
static void
measure_side (const Picture *picture, int word, const TbkDrawnRow *row, int *relation, int *note)
{
  PictureArc arc = { .relation = row->relation, .is_drawn = picture->role != PICTURE_OTHER };
  char text[NOTE] = "";

  if (word > 0) {
    arc = picture_arc (picture, word, row);
    make_note (picture, word, &arc, TRUE, text);
  }
  *note = MAX (*note, *text != '\0' ? SPACE + (int) strlen (text) : 0);
  if (arc.is_drawn)
    *relation = MAX (*relation, signs_cells (arc.relation, TRUE));
}

/* The greatest widths over all rows, before columns are given: notes say nothing of heads yet. */
static Widths
measure (const TbkDrawer *drawer)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  Widths widths = { 0 };
  int word = 0;

  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];
    const gboolean is_word = row->kind == TBK_DRAWN_WORD;

    word += is_word;
    for (int side = 0; side < drawer->n_sides; side++)
      measure_side (&drawer->sides[side].picture, is_word ? word : 0, row, &widths.relation[side],
                    &widths.note[side]);
    widths.id = MAX (widths.id, signs_cells (row->id, TRUE));
    widths.form = MAX (widths.form, signs_cells (row->form, TRUE));
    widths.tag = MAX (widths.tag, signs_cells (row->tag, TRUE));
  }
  return widths;
}

/* The columns that there is room for beside the fields at one side. The right side has at most half of the
 * room, and is the first to take some. */
static int
count_columns (const TbkDrawer *drawer, const Widths *widths, int side)
{
  const gboolean is_right = side > 0;
  const int n_taken = is_right || drawer->n_sides == 1 ? 0 : drawer->sides[1].columns.n_columns;
  /* The cells of a row without columns. Each column takes CELLS_A_COLUMN; some are given even where there is
   * no room. */
  const int fields = SPACE + widths->id + SPACE + widths->form + SPACE + widths->tag + SPACE
                     + widths->relation[0] + widths->note[0] + (drawer->n_sides - 1) * 2 * SPACE
                     + widths->relation[1] + widths->note[1];

  if (drawer->options.width == 0)
    return TBK_DRAW_MAX_COLUMNS;
  return CLAMP ((drawer->options.width - fields) / CELLS_A_COLUMN / (is_right ? 2 : 1) - n_taken,
                LEAST_COLUMNS / (is_right ? 4 : drawer->n_sides), TBK_DRAW_MAX_COLUMNS);
}

/* Puts the lines of a row that is no word. */
static void
put_lines (const DrawnSide *side, Pen *pen)
{
  for (int column = side->columns.n_columns; column > 0; column--) {
    if (side->is_active[column])
      pen_put (pen, PAINT_PLAIN, "│");
    else
      pen_skip (pen, 1);
    pen_skip (pen, 1);
  }
}

/* Puts the lines at the right. */
static void
put_lines_mirrored (const DrawnSide *side, Pen *pen)
{
  for (int column = 1; column <= side->columns.n_columns; column++) {
    pen_skip (pen, 1);
    if (side->is_active[column])
      pen_put (pen, PAINT_PLAIN, "│");
    else
      pen_skip (pen, 1);
  }
}

/* A column on the row of a word: where a vertical line is, and between it and the words. */
typedef struct {
  Paint paint;
  const char *vertical, *beside; /* NULL: a space */
} ColumnCells;

/* The branch from the head of @word, if it has one, then its own line. */
static ColumnCells
find_cells (const DrawnSide *side, gboolean is_mirrored, int word, gboolean is_double, int column)
{
  const BranchWord *words = side->columns.words, *own = &words[word], *head = &words[side->heads[word]];
  const int own_column = own->column, head_column = side->heads[word] > 0 ? head->column : 0;
  const gboolean is_branch = column <= head_column && column > own_column, is_own = column <= own_column;
  const Branch *branch = &branches[is_mirrored][is_branch && is_double];
  ColumnCells cells = { .paint = is_branch && is_double ? PAINT_MARKED : PAINT_PLAIN };

  if (column == head_column)
    cells.vertical = find_joint (head, word, branch);
  else if (column == own_column)
    cells.vertical = find_joint (own, word, &branches[is_mirrored][FALSE]);
  else if (side->is_active[column])
    cells.vertical = "│";
  else if (is_branch || is_own)
    cells.vertical = branch->along;
  if (is_branch || is_own)
    cells.beside = is_branch && column == own_column + 1 ? (is_mirrored ? "◄" : "►") : branch->along;
  return cells;
}

static void
put_cell (Pen *pen, Paint paint, const char *cell)
{
  if (cell != NULL)
    pen_put (pen, paint, cell);
  else
    pen_skip (pen, 1);
}

/* Puts the lines of the row of @word. What only passes by is plain. */
static void
put_branches (const DrawnSide *side, gboolean is_mirrored, int word, gboolean is_double, Pen *pen)
{
  const int n = side->columns.n_columns;

  for (int i = 1; i <= n; i++) {
    const int column = is_mirrored ? i : n + 1 - i;
    const ColumnCells cells = find_cells (side, is_mirrored, word, is_double, column);
    const gboolean passes = cells.vertical != NULL && strcmp (cells.vertical, "│") == 0;

    if (is_mirrored)
      put_cell (pen, cells.paint, cells.beside);
    put_cell (pen, passes ? PAINT_PLAIN : cells.paint, cells.vertical);
    if (!is_mirrored)
      put_cell (pen, cells.paint, cells.beside);
  }
}

/* Notes that the lines which @word belongs to begin on its row, or are behind it. */
static void
set_active (DrawnSide *side, int word, gboolean is_after)
{
  const int both[] = { word, side->heads[word] };

  for (int i = 0; i < 2; i++) {
    const BranchWord *line = &side->columns.words[both[i]];
    if (both[i] > 0 && line->column > 0 && (is_after ? line->last : line->first) == word)
      side->is_active[line->column] = !is_after;
  }
}

/* Takes an arc out of each cycle of heads that are no tree: a line must be farther from the words than those of dependents,
 * and in a cycle none is. A note says where such an arc comes from. Returns whether there was a cycle. */
static gboolean
cut_cycles (DrawnSide *side)
{
  const int n = side->picture.sentence->n;
  g_autofree int *met = g_new0 (int, n + 1); /* by word: the word from which it was met first; 0: none */
  gboolean has_cycle = FALSE;

  for (int w = 1; w <= n; w++) {
    int v = w;

    while (v > 0 && met[v] == 0) {
      met[v] = w;
      v = side->heads[v];
    }
    if (v > 0 && met[v] == w) {
      side->heads[v] = 0;
      has_cycle = TRUE;
    }
  }
  return has_cycle;
}

/* Finds the columns of lines that there is room for at one side; if they do not suffice, with room for notes
 * that say where heads are. */
static gboolean
find_columns (TbkDrawer *drawer, int number, Widths *widths, GError **error)
{
  DrawnSide *side = &drawer->sides[number];
  const int n = side->picture.sentence->n;
  const gboolean has_cycle = side->picture.is_broken && cut_cycles (side);
  char note[32];

  if (has_cycle)
    widths->note[number] += SPACE + g_snprintf (note, sizeof (note), "head %d", n);
  if (!columns_assign (&side->columns, side->heads, n, count_columns (drawer, widths, number), error))
    return FALSE;
  if (side->columns.n_left == 0)
    return TRUE;
  if (!has_cycle)
    widths->note[number] += SPACE + g_snprintf (note, sizeof (note), "head %d", n);
  return drawer->options.width == 0
         || columns_assign (&side->columns, side->heads, n, count_columns (drawer, widths, number), error);
}

/* Number at the right of its field, then form, tag and relation at the left of theirs. */
static void
put_fields (const Widths *widths, const TbkDrawnRow *row, TbkPiece relation, Pen *pen)
{
  const gboolean is_word = row->kind == TBK_DRAWN_WORD;

  pen_skip (pen, SPACE + widths->id - signs_cells (row->id, TRUE));
  pen_put_piece (pen, PAINT_FAINT, row->id);
  pen_skip (pen, SPACE);
  pen_put_field (pen, is_word ? PAINT_PLAIN : PAINT_FAINT, row->form, widths->form);
  pen_skip (pen, widths->tag > 0 ? SPACE : 0);
  pen_put_field (pen, is_word ? PAINT_TAG : PAINT_FAINT, row->tag, widths->tag);
  pen_skip (pen, widths->relation[0] > 0 ? SPACE : 0);
  pen_put_field (pen, PAINT_RELATION, relation, widths->relation[0]);
}

/* Puts the branches of @word at one side; returns its arc. */
static PictureArc
put_side (TbkDrawer *drawer, int number, int word, const TbkDrawnRow *row, Pen *pen)
{
  DrawnSide *side = &drawer->sides[number];
  const PictureArc arc = picture_arc (&side->picture, word, row);

  set_active (side, word, FALSE);
  put_branches (side, number > 0, word, is_marked (&side->picture, &arc), pen);
  set_active (side, word, TRUE);
  return arc;
}

/* Puts the note on the arc of @word at one side, in @width cells. */
static void
put_note (const DrawnSide *side, int word, const PictureArc *arc, int width, Pen *pen)
{
  const int head = side->heads[word];
  const gboolean is_told = head == 0 ? side->picture.heads[word] <= 0
                                           && (side->picture.role != PICTURE_OTHER || arc->relation.size > 0)
                                     : side->columns.words[head].column > 0;
  char note[NOTE];
  int cells;

  make_note (&side->picture, word, arc, is_told, note);
  pen_skip (pen, SPACE);
  cells =
      pen_put_piece (pen, is_marked (&side->picture, arc) ? PAINT_MARKED : PAINT_PLAIN, signs_piece (note));
  pen_skip (pen, MAX (0, width - SPACE - cells));
}

/* A row of a word: branches, fields and a note, then the second side in mirrored order. */
static void
put_word (TbkDrawer *drawer, const Widths *widths, int word, const TbkDrawnRow *row, Pen *pen)
{
  PictureArc arc = put_side (drawer, 0, word, row, pen);

  put_fields (widths, row, arc.relation, pen);
  if (widths->note[0] > 0)
    put_note (&drawer->sides[0], word, &arc, widths->note[0], pen);
  if (drawer->n_sides == 1)
    return;
  pen_skip (pen, SPACE);
  arc = put_side (drawer, 1, word, row, pen);
  if (!arc.is_drawn)
    return;
  pen_skip (pen, SPACE);
  pen_put_field (pen, PAINT_MARKED, arc.relation, widths->relation[1]);
  put_note (&drawer->sides[1], word, &arc, widths->note[1], pen);
}

/* Puts a row that is no word, with the lines that pass it. */
static void
put_other (const TbkDrawer *drawer, const Widths *widths, const TbkDrawnRow *row, Pen *pen)
{
  put_lines (&drawer->sides[0], pen);
  put_fields (widths, row, row->relation, pen);
  if (drawer->n_sides == 1)
    return;
  pen_skip (pen, widths->note[0] + SPACE);
  put_lines_mirrored (&drawer->sides[1], pen);
}

gboolean
sentence_text_draw (TbkDrawer *drawer, TbkText *text, GError **error)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  Widths widths = measure (drawer);
  Pen pen = { .text = text, .is_coloured = drawer->options.is_coloured };
  int word = 0;

  /* The right side first: the left one gets the room that is left. */
  for (int side = drawer->n_sides - 1; side >= 0; side--) {
    if (!find_columns (drawer, side, &widths, error))
      return FALSE;
    memset (drawer->sides[side].is_active, 0, sizeof (drawer->sides[side].is_active));
  }
  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];

    if (row->kind == TBK_DRAWN_WORD)
      put_word (drawer, &widths, ++word, row, &pen);
    else
      put_other (drawer, &widths, row, &pen);
    pen_end_line (&pen);
  }
  return TRUE;
}
