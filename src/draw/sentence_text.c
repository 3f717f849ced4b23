/* sentence_text.c - a dependency tree in text: a word a line, lines and branches at its left. */
#include "draw/drawer.h"

#include <string.h>

/* The last: bytes of a note, all its parts and numbers. */
enum { LEAST_COLUMNS = 8, CELLS_A_COLUMN = 2, SPACE = 2, NOTE = 80 };

/* How many cells the fields of rows take at most. */
typedef struct {
  int id, form, tag, relation, note;
} Widths;

/* What a line is drawn with. */
static const struct {
  const char *both, *down, *up, *along; /* where it meets the line of a word; and what is between */
} branches[] = { { "├", "┌", "└", "─" }, { "╞", "╒", "╘", "═" } };

static const char *
find_joint (const BranchWord *line, int row, gboolean is_marked)
{
  return row == line->first  ? branches[is_marked].down
         : row == line->last ? branches[is_marked].up
                             : branches[is_marked].both;
}

/* What is said of the arc into @word beside it. @has_branch: it can be seen where it comes from. */
static void
make_note (const Picture *picture, int word, const PictureArc *arc, gboolean has_branch, char note[NOTE])
{
  const char *const moved = picture->is_after ? "moved from" : "moves to";
  int length = 0;

  note[0] = '\0';
  if (!has_branch)
    length += g_snprintf (note, NOTE, "head %d", picture->heads[word]);
  if (arc->is_nonprojective)
    length +=
        g_snprintf (note + length, (gulong) (NOTE - length), "%snot projective", length > 0 ? ", " : "");
  if (arc->is_moved)
    g_snprintf (note + length, (gulong) (NOTE - length), "%s%s %d", length > 0 ? ", " : "", moved,
                picture->other_heads[word]);
}

static Widths
measure (const TbkDrawer *drawer, const Picture *picture)
{
  Widths widths = { 0 };
  int word = 0;

  for (int r = 0; r < picture->sentence->n_rows; r++) {
    const TbkDrawnRow *row = &picture->sentence->rows[r];
    TbkPiece relation = row->relation;

    if (row->kind == TBK_DRAWN_WORD) {
      const PictureArc arc = picture_arc (drawer, picture, ++word, row);
      char note[NOTE];

      relation = arc.relation;
      make_note (picture, word, &arc, TRUE, note);
      widths.note = MAX (widths.note, *note != '\0' ? SPACE + (int) strlen (note) : 0);
    }
    widths.id = MAX (widths.id, signs_cells (row->id, TRUE));
    widths.form = MAX (widths.form, signs_cells (row->form, TRUE));
    widths.tag = MAX (widths.tag, signs_cells (row->tag, TRUE));
    widths.relation = MAX (widths.relation, signs_cells (relation, TRUE));
  }
  return widths;
}

/* The columns that there is room for beside the fields. */
static int
count_columns (const TbkDrawer *drawer, const Widths *widths)
{
  const int fields = SPACE + widths->id + SPACE + widths->form + SPACE + widths->tag + SPACE
                     + widths->relation + widths->note;

  if (drawer->options.width == 0)
    return TBK_DRAW_MAX_COLUMNS;
  return CLAMP ((drawer->options.width - fields) / CELLS_A_COLUMN, LEAST_COLUMNS, TBK_DRAW_MAX_COLUMNS);
}

/* Puts the lines of a row that is no word. */
static void
put_lines (const TbkDrawer *drawer, Pen *pen)
{
  for (int column = drawer->columns.n_columns; column > 0; column--) {
    if (drawer->is_active[column])
      pen_put (pen, PAINT_PLAIN, "│");
    else
      pen_skip (pen, 1);
    pen_skip (pen, 1);
  }
}

/* Puts the lines of the row of @word: the branch from its head, if it has one, then its own line. */
static void
put_branches (const TbkDrawer *drawer, const Picture *picture, int word, gboolean is_marked, Pen *pen)
{
  const BranchWord *words = drawer->columns.words;
  const BranchWord *own = &words[word], *head = &words[picture->heads[word]];
  const int own_column = own->column, head_column = picture->heads[word] > 0 ? head->column : 0;

  for (int column = drawer->columns.n_columns; column > 0; column--) {
    const gboolean is_branch = column <= head_column && column > own_column, is_own = column <= own_column;
    const gboolean has_arrow = column == own_column + 1;
    const Paint paint = is_branch && is_marked ? PAINT_MARKED : PAINT_PLAIN;
    const char *along = branches[is_branch && is_marked].along;

    if (column == head_column)
      pen_put (pen, paint, find_joint (head, word, is_marked));
    else if (column == own_column)
      pen_put (pen, PAINT_PLAIN, find_joint (own, word, FALSE));
    else if (drawer->is_active[column])
      pen_put (pen, PAINT_PLAIN, "│");
    else if (is_branch || is_own)
      pen_put (pen, paint, along);
    else
      pen_skip (pen, 1);
    if (is_branch || is_own)
      pen_put (pen, paint, is_branch && has_arrow ? "►" : along);
    else
      pen_skip (pen, 1);
  }
}

/* Notes that the lines which @word belongs to begin on its row, or are behind it. */
static void
set_active (TbkDrawer *drawer, const int *heads, int word, gboolean is_after)
{
  const int both[] = { word, heads[word] };

  for (int i = 0; i < 2; i++) {
    const BranchWord *line = &drawer->columns.words[both[i]];
    if (both[i] > 0 && line->column > 0 && (is_after ? line->last : line->first) == word)
      drawer->is_active[line->column] = !is_after;
  }
}

/* Finds the columns of lines that there is room for; if they do not suffice, with room for notes that say
 * where heads are. */
static gboolean
find_columns (TbkDrawer *drawer, const Picture *picture, Widths *widths, GError **error)
{
  const int n = picture->sentence->n;
  char note[32];

  if (!columns_assign (&drawer->columns, picture->heads, n, count_columns (drawer, widths), error))
    return FALSE;
  if (drawer->columns.n_left == 0 || drawer->options.width == 0)
    return TRUE;
  widths->note += SPACE + g_snprintf (note, sizeof (note), "head %d", n);
  return columns_assign (&drawer->columns, picture->heads, n, count_columns (drawer, widths), error);
}

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
  pen_skip (pen, widths->relation > 0 ? SPACE : 0);
  pen_put_field (pen, PAINT_RELATION, relation, widths->relation);
}

static void
put_word (TbkDrawer *drawer, const Picture *picture, const Widths *widths, int word, const TbkDrawnRow *row,
          Pen *pen)
{
  const PictureArc arc = picture_arc (drawer, picture, word, row);
  const gboolean is_marked = arc.is_nonprojective || arc.is_moved;
  const int head = picture->heads[word];
  char note[NOTE];

  set_active (drawer, picture->heads, word, FALSE);
  put_branches (drawer, picture, word, is_marked, pen);
  set_active (drawer, picture->heads, word, TRUE);
  put_fields (widths, row, arc.relation, pen);
  make_note (picture, word, &arc, head == 0 || drawer->columns.words[head].column > 0, note);
  pen_skip (pen, SPACE);
  pen_put_piece (pen, is_marked ? PAINT_MARKED : PAINT_PLAIN, signs_piece (note));
}

gboolean
sentence_text_draw (TbkDrawer *drawer, const Picture *picture, TbkText *text, GError **error)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  Widths widths = measure (drawer, picture);
  Pen pen = { .text = text, .is_coloured = drawer->options.is_coloured };
  int word = 0;

  if (!find_columns (drawer, picture, &widths, error))
    return FALSE;
  memset (drawer->is_active, 0, sizeof (drawer->is_active));
  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];

    if (row->kind == TBK_DRAWN_WORD) {
      put_word (drawer, picture, &widths, ++word, row, &pen);
    } else {
      put_lines (drawer, &pen);
      put_fields (&widths, row, row->relation, &pen);
    }
    pen_end_line (&pen);
  }
  return TRUE;
}
