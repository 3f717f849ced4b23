/* sentence_svg.c - a dependency tree in SVG: words side by side, arcs above them.
 *
 * Letters are not measured: a cell of a terminal is taken for so many pixels, a little more than it is with
 * common letters. Places are found from left to right; where the sentence runs from right to left, they are
 * mirrored when they are written.
 */
#include "draw/drawer.h"

/* In pixels. */
enum {
  FORM_CELL = 9,
  TAG_CELL = 7,
  GAP = 14,   /* between words */
  SIDE = 12,  /* at both ends */
  STEP = 18,  /* from level to level */
  FOOT = 6,   /* the first level is so much more above the words */
  HEAD = 10,  /* and the top above the last */
  ROUND = 6,  /* of corners, at most */
  PORT = 6,   /* from port to port, while there are few */
  PORTS = 48, /* all of one side, at most */
  WORDS = 44, /* the height of form and tag */
  RANGES = 28,
};

/* The drawing in hand. */
typedef struct {
  TbkDrawer *drawer;
  const Picture *picture;
  TbkText *text;
  int base; /* where words begin and arcs end */
  int width;
} Sheet;

/* How far port @port of @n is from the middle of the word. */
static int
port_distance (int port, int n)
{
  return n * PORT <= PORTS ? port * PORT : port * PORTS / n;
}

/* The same from left to right, for the end of the arc into @word that is at its head, or at itself. */
static int
port_offset (const Levels *levels, const int *heads, int word, gboolean is_head)
{
  const int head = heads[word], at = is_head ? head : word, other = is_head ? word : head;
  const LevelsWord *arc = &levels->words[word], *end = &levels->words[at];
  const int port = is_head ? arc->head_port : arc->port;

  return other < at ? -port_distance (port, end->n_left) : port_distance (port, end->n_right);
}

static gboolean
reserve (TbkDrawer *drawer, const TbkDrawnSentence *sentence, GError **error)
{
  int *n_allocated = drawer->n_allocated;

  return reserve_words (&drawer->places, &n_allocated[0], sentence->n_rows, sizeof (*drawer->places), error)
         && reserve_words (&drawer->rows_of_words, &n_allocated[1], sentence->n,
                           sizeof (*drawer->rows_of_words), error)
         && reserve_words (&drawer->first_arcs, &n_allocated[2], sentence->n, sizeof (*drawer->first_arcs),
                           error)
         && reserve_words (&drawer->next_arcs, &n_allocated[3], sentence->n, sizeof (*drawer->next_arcs),
                           error);
}

/* Finds the widths of rows, the rows of words, and the arcs that end at each word. */
static void
measure_rows (TbkDrawer *drawer, const Picture *picture)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  int word = 0;

  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];
    int width = MAX (signs_cells (row->form, TRUE) * FORM_CELL, signs_cells (row->tag, TRUE) * TAG_CELL);

    if (row->kind == TBK_DRAWN_WORD) {
      const LevelsWord *ports = &drawer->levels.words[++word];
      const int left = port_distance (ports->n_left, ports->n_left);
      const int right = port_distance (ports->n_right, ports->n_right);

      drawer->rows_of_words[word] = r;
      drawer->first_arcs[word] = 0;
      width = MAX (width, 2 * MAX (left, right));
    }
    drawer->places[r] = (SvgPlace){ .width = width };
  }
  for (int w = 1; w <= sentence->n; w++) {
    const int end = MAX (w, picture->heads[w]);
    drawer->next_arcs[w] = drawer->first_arcs[end];
    drawer->first_arcs[end] = w;
  }
}

/* The least that the middle of @word may be at, so that there is room for the labels of arcs that end
 * there. */
static int
find_least (const TbkDrawer *drawer, const Picture *picture, int word)
{
  const int *heads = picture->heads;
  int least = 0;

  for (int w = drawer->first_arcs[word]; w != 0; w = drawer->next_arcs[w]) {
    const int start = MIN (w, heads[w]), row = drawer->rows_of_words[w];
    const PictureArc arc = picture_arc (drawer, picture, w, &picture->sentence->rows[row]);
    const int ports = ABS (port_offset (&drawer->levels, heads, w, FALSE))
                      + ABS (port_offset (&drawer->levels, heads, w, TRUE));

    if (start > 0)
      least = MAX (least, drawer->places[drawer->rows_of_words[start]].x + ports + 2 * ROUND
                              + signs_cells (arc.relation, TRUE) * TAG_CELL);
  }
  return least;
}

/* Puts words and empty nodes side by side, and ranges under the words they hold. Returns the width of all. */
static int
place_rows (TbkDrawer *drawer, const Picture *picture)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  SvgPlace *places = drawer->places;
  int word = 0, right = SIDE - GAP;
  int range = -1, range_first = 0, range_end = 0;

  for (int r = 0; r < sentence->n_rows; r++) {
    const gboolean is_word = sentence->rows[r].kind == TBK_DRAWN_WORD;

    if (sentence->rows[r].kind == TBK_DRAWN_RANGE) {
      range = r;
      range_first = word + 1;
      range_end = word + sentence->rows[r].n_words;
      continue;
    }
    word += is_word;
    places[r].x = right + GAP + places[r].width / 2;
    if (is_word)
      places[r].x = MAX (places[r].x, find_least (drawer, picture, word));
    if (is_word && range >= 0 && word == range_first)
      places[range].x = places[r].x - places[r].width / 2; /* where it begins, as yet */
    if (is_word && range >= 0 && word == range_end) {
      places[r].x = MAX (places[r].x, places[range].x + places[range].width - places[r].width / 2);
      places[range].width = places[r].x + places[r].width / 2 - places[range].x;
      places[range].x += places[range].width / 2;
      range = -1;
    }
    right = places[r].x + places[r].width / 2;
  }
  return right + SIDE;
}

/* Where @x is written. */
static int
mirror (const Sheet *sheet, int x)
{
  return sheet->picture->is_right_to_left ? sheet->width - x : x;
}

static void
append_text (const Sheet *sheet, const char *class, int x, int y, TbkPiece piece)
{
  if (piece.size == 0)
    return;
  tbk_text_printf (sheet->text, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, mirror (sheet, x), y);
  signs_append (sheet->text, piece, SIGNS_MARKUP, TRUE);
  tbk_text_printf (sheet->text, "</text>");
}

static void
append_class (const Sheet *sheet, const PictureArc *arc)
{
  tbk_text_printf (sheet->text, "<g class=\"arc%s%s\">", arc->is_nonprojective ? " nonprojective" : "",
                   arc->is_moved ? " moved" : "");
}

static void
append_tip (const Sheet *sheet, int x)
{
  tbk_text_printf (sheet->text, "<path class=\"tip\" d=\"M%d %dl-4 -8h8z\"/></g>\n", mirror (sheet, x),
                   sheet->base);
}

static int
level_y (const Sheet *sheet, int level)
{
  return sheet->base - FOOT - level * STEP;
}

/* "nsubj: letter <- arrived", for whoever points at the arc or has it read out. */
static void
append_arc_title (const Sheet *sheet, int word, const PictureArc *arc)
{
  const TbkDrawnRow *rows = sheet->picture->sentence->rows;
  const int head = sheet->picture->heads[word], *of_words = sheet->drawer->rows_of_words;

  tbk_text_printf (sheet->text, "<title>");
  signs_append_isolated (sheet->text, arc->relation, TRUE);
  tbk_text_printf (sheet->text, ": ");
  signs_append_isolated (sheet->text, rows[of_words[word]].form, TRUE);
  tbk_text_printf (sheet->text, " ← ");
  signs_append_isolated (sheet->text, head == 0 ? signs_piece ("0") : rows[of_words[head]].form, TRUE);
  tbk_text_printf (sheet->text, "%s%s</title>", arc->is_nonprojective ? ", not projective" : "",
                   arc->is_moved ? ", moved" : "");
}

/* Draws the line of the arc into @word. */
static void
append_arc (const Sheet *sheet, int word)
{
  const TbkDrawer *drawer = sheet->drawer;
  const int *heads = sheet->picture->heads, head = heads[word];
  const int row = drawer->rows_of_words[word];
  const PictureArc arc = picture_arc (drawer, sheet->picture, word, &sheet->picture->sentence->rows[row]);
  const int x = drawer->places[row].x;
  int end, start, y, round, way;

  append_class (sheet, &arc);
  append_arc_title (sheet, word, &arc);
  if (head == 0) {
    tbk_text_printf (sheet->text, "<path class=\"line\" d=\"M%d %dV%d\"/>", mirror (sheet, x),
                     level_y (sheet, drawer->levels.n_levels + 1) + 4, sheet->base - 7);
    append_tip (sheet, x);
    return;
  }
  end = x + port_offset (&drawer->levels, heads, word, FALSE);
  start = drawer->places[drawer->rows_of_words[head]].x + port_offset (&drawer->levels, heads, word, TRUE);
  y = level_y (sheet, drawer->levels.words[word].level);
  round = MIN (ROUND, ABS (end - start) / 2);
  way = mirror (sheet, end) > mirror (sheet, start) ? round : -round;
  tbk_text_printf (sheet->text, "<path class=\"line\" d=\"M%d %dV%dq0 -%d %d -%dH%dq%d 0 %d %dV%d\"/>",
                   mirror (sheet, start), sheet->base - 1, y + round, round, way, round,
                   mirror (sheet, end) - way, way, way, round, sheet->base - 7);
  append_tip (sheet, end);
}

/* Writes the relation of @word on its arc; after all lines, so that it is legible where they pass. */
static void
append_relation (const Sheet *sheet, int word)
{
  const TbkDrawer *drawer = sheet->drawer;
  const int *heads = sheet->picture->heads, row = drawer->rows_of_words[word];
  const PictureArc arc = picture_arc (drawer, sheet->picture, word, &sheet->picture->sentence->rows[row]);
  int x = drawer->places[row].x, level = drawer->levels.n_levels + 1;

  if (heads[word] > 0) {
    x += port_offset (&drawer->levels, heads, word, FALSE);
    x += drawer->places[drawer->rows_of_words[heads[word]]].x
         + port_offset (&drawer->levels, heads, word, TRUE);
    x /= 2;
    level = drawer->levels.words[word].level;
  }
  append_text (sheet, "relation", x, level_y (sheet, level) + 4, arc.relation);
  tbk_text_add (sheet->text, "\n", 1);
}

static void
append_row (const Sheet *sheet, int r)
{
  static const char *const classes[] = { "word", "range", "empty" };
  const TbkDrawnRow *row = &sheet->picture->sentence->rows[r];
  const SvgPlace *place = &sheet->drawer->places[r];
  const gboolean is_range = row->kind == TBK_DRAWN_RANGE;

  tbk_text_printf (sheet->text, "<g class=\"%s\">", classes[row->kind]);
  if (is_range) {
    const int left = place->x - place->width / 2, right = place->x + place->width / 2;
    tbk_text_printf (sheet->text, "<path class=\"edge\" d=\"M%d %dv5H%dv-5\"/>", mirror (sheet, left),
                     sheet->base + WORDS - 4, mirror (sheet, right));
  }
  append_text (sheet, "form", place->x, sheet->base + (is_range ? WORDS + 15 : 18), row->form);
  append_text (sheet, "tag", place->x, sheet->base + 33, is_range ? (TbkPiece){ NULL, 0 } : row->tag);
  tbk_text_printf (sheet->text, "</g>\n");
}

gboolean
sentence_svg_draw (TbkDrawer *drawer, const Picture *picture, int top, TbkText *text, int *width, int *height,
                   GError **error)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  Sheet sheet = { .drawer = drawer, .picture = picture, .text = text };
  gboolean has_ranges = FALSE;

  if (!reserve (drawer, sentence, error)
      || !levels_assign (&drawer->levels, picture->heads, sentence->n, error))
    return FALSE;
  measure_rows (drawer, picture);
  sheet.width = place_rows (drawer, picture);
  sheet.base = top + FOOT + (drawer->levels.n_levels + 1) * STEP + HEAD;
  for (int w = 1; w <= sentence->n; w++)
    append_arc (&sheet, w);
  for (int w = 1; w <= sentence->n; w++)
    append_relation (&sheet, w);
  for (int r = 0; r < sentence->n_rows; r++) {
    append_row (&sheet, r);
    has_ranges = has_ranges || sentence->rows[r].kind == TBK_DRAWN_RANGE;
  }
  *width = sheet.width;
  *height = sheet.base - top + WORDS + (has_ranges ? RANGES : 0);
  return TRUE;
}
