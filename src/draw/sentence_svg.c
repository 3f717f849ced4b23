/* sentence_svg.c - a dependency tree in SVG
 *
 * layout.c has found places; this file writes them. Where the sentence runs from right to left, places are
 * mirrored when they are written, and nowhere before.
 *
 * y grows downwards. A line has its words between `base` and base + LAYOUT_WORDS. Arcs of the first side
 * are above, those of the second below: `outwards` is -1 or 1, so that one computation serves both. An arc
 * starts at its head, goes outwards to its height, along to its word with rounded corners, and back to a
 * tip. If its two ends are in different lines it is broken: each part ends at an edge, with the number of
 * the word at the other end.
 *
 * What is written later covers what is below: arcs first, then relations, then words.
 */
#include "draw/draw.h"

#include <string.h>

/* The drawing in hand. */
typedef struct {
  TbkDrawer *drawer;
  const TbkDrawnSentence *sentence;
  Layout layout;
  TbkText *text;
} Sheet;

/* The arc in hand; where it would be in the one line if it is not @is_broken. */
typedef struct {
  const DrawnSide *side;
  int number, word, head; /* the head 0 if no arc comes from a word */
  int outwards;           /* from the words: -1 up, 1 down */
  const SvgLine *line, *head_line;
  gboolean is_broken;
  PictureArc arc;
} SheetArc;

/* Where @x is written. */
static int
mirror (const Sheet *sheet, int x)
{
  return sheet->drawer->sides[0].picture.is_right_to_left ? sheet->layout.width - x : x;
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

static const TbkDrawnRow *
row_of (const Sheet *sheet, int word)
{
  return &sheet->sentence->rows[sheet->drawer->rows_of_words[word]];
}

/* The arc into @word on side @number, with the lines of both its ends. */
static SheetArc
find_arc (const Sheet *sheet, int number, int word)
{
  const TbkDrawer *drawer = sheet->drawer;
  const DrawnSide *side = &drawer->sides[number];
  SheetArc arc = { .side = side,
                   .number = number,
                   .word = word,
                   .head = side->heads[word],
                   .outwards = number == 0 ? -1 : 1,
                   .line = &drawer->svg_lines[drawer->lines_of_words[word]],
                   .arc = picture_arc (&side->picture, word, row_of (sheet, word)) };

  arc.head_line = arc.head == 0 ? arc.line : &drawer->svg_lines[drawer->lines_of_words[arc.head]];
  arc.is_broken = arc.head_line != arc.line;
  return arc;
}

/* Where arcs of the side of @arc meet the words of @line. */
static int
meeting_y (const Sheet *sheet, const SheetArc *arc, const SvgLine *line)
{
  const int words = LAYOUT_WORDS + (sheet->layout.has_ranges ? LAYOUT_RANGES : 0);

  return line->base + (arc->outwards < 0 ? 0 : words);
}

/* Where an arc of @height, from 1, runs along. */
static int
height_y (const Sheet *sheet, const SheetArc *arc, const SvgLine *line, int height)
{
  return meeting_y (sheet, arc, line) + arc->outwards * (LAYOUT_FOOT + height * LAYOUT_STEP);
}

/* Where an end of an arc from a word is: at its head, or at itself. */
static int
end_x (const Sheet *sheet, const SheetArc *arc, gboolean is_head)
{
  return sheet->drawer->places[sheet->drawer->rows_of_words[is_head ? arc->head : arc->word]].x
         + layout_port (arc->side, arc->word, is_head);
}

/* The height of the arc in the line of its head, or of its word. */
static int
end_height (const SheetArc *arc, gboolean is_head)
{
  return is_head ? arc->side->head_heights[arc->word] : arc->side->heights[arc->word];
}

/* Returns TRUE if a broken arc leaves the line of its head, or of its word, at the end where that goes on. */
static gboolean
leaves_forwards (const SheetArc *arc, gboolean is_head)
{
  return (arc->head > arc->word) != is_head;
}

/* Where a broken arc ends in the line of its head, or of its word. */
static int
edge_x (const Sheet *sheet, const SheetArc *arc, gboolean is_head)
{
  const SvgLine *line = is_head ? arc->head_line : arc->line;

  return leaves_forwards (arc, is_head) ? line->right + sheet->layout.zone - sheet->layout.mark
                                        : LAYOUT_SIDE + sheet->layout.mark;
}

/* Appends a relation for an attribute, "_" if there is none. */
static void
append_relation_name (TbkPiece relation, TbkText *text)
{
  signs_append_isolated (text, relation.size > 0 ? relation : signs_piece ("_"), TRUE);
}

/* Appends what the two annotations have, for the script of a page. */
static void
append_change (const Sheet *sheet, const SheetArc *arc, TbkText *text)
{
  const TbkPiece relation = row_of (sheet, arc->word)->relation;
  const TbkPiece other = picture_other_relation (sheet->sentence, arc->word);
  const gboolean is_equal = relation.size == other.size
                            && (other.size == 0 || memcmp (relation.bytes, other.bytes, other.size) == 0);

  append_relation_name (relation, text);
  tbk_text_printf (text, is_equal ? ", another head" : " became ");
  if (!is_equal)
    append_relation_name (other, text);
}

/* Adds the arc to the kinds of the drawing, if it is marked; of two annotations those of the first. */
static void
add_kind (const Sheet *sheet, const SheetArc *arc)
{
  TbkText *kinds = sheet->drawer->kinds;
  const PictureRole role = arc->side->picture.role;

  if (role == PICTURE_FIRST && arc->arc.differs)
    append_change (sheet, arc, kinds);
  else if (role == PICTURE_ALONE && arc->arc.is_nonprojective)
    tbk_text_printf (kinds, "not projective");
  else if (arc->arc.is_moved && role != PICTURE_AFTER)
    tbk_text_printf (kinds, "moved");
  else
    return;
  tbk_text_printf (kinds, FIGURE_KIND_END);
}

/* Begins the group of an arc; the classes are those of drawing.css. */
static void
append_begin (const Sheet *sheet, const SheetArc *arc)
{
  const gboolean is_other = arc->side->picture.role == PICTURE_OTHER;

  tbk_text_printf (sheet->text, "<g class=\"arc%s%s%s\"", arc->arc.is_nonprojective ? " nonprojective" : "",
                   arc->arc.is_moved ? " moved" : "",
                   is_other           ? " other"
                   : arc->arc.differs ? " differs"
                                      : "");
  if (arc->arc.differs && sheet->drawer->options.format == TBK_DRAW_HTML) {
    tbk_text_printf (sheet->text, " data-change=\"");
    append_change (sheet, arc, sheet->text);
    tbk_text_printf (sheet->text, "\"");
  }
  tbk_text_printf (sheet->text, ">");
}

/* "nsubj: letter <- arrived", for whoever points at the arc or has it read out. */
static void
append_arc_title (const Sheet *sheet, const SheetArc *arc)
{
  const int head = arc->side->picture.heads[arc->word];

  tbk_text_printf (sheet->text, "<title>");
  signs_append_isolated (sheet->text, arc->arc.relation, TRUE);
  tbk_text_printf (sheet->text, ": ");
  signs_append_isolated (sheet->text, row_of (sheet, arc->word)->form, TRUE);
  tbk_text_printf (sheet->text, " ← ");
  signs_append_isolated (sheet->text, head == 0 ? signs_piece ("0") : row_of (sheet, head)->form, TRUE);
  tbk_text_printf (sheet->text, "%s%s", arc->arc.is_nonprojective ? ", not projective" : "",
                   arc->arc.is_moved ? ", moved" : "");
  if (arc->side->picture.role == PICTURE_OTHER) {
    tbk_text_printf (sheet->text, ", in ");
    signs_append_isolated (sheet->text, sheet->sentence->against_name, TRUE);
  } else if (arc->arc.differs) {
    tbk_text_printf (sheet->text, ", differs");
  }
  tbk_text_printf (sheet->text, "</title>");
}

/* A triangle that points at the word. */
static void
append_tip (const Sheet *sheet, const SheetArc *arc, int x)
{
  tbk_text_printf (sheet->text, "<path class=\"tip\" d=\"M%d %dl-4 %dh8z\"/>", mirror (sheet, x),
                   meeting_y (sheet, arc, arc->line), arc->outwards * 8);
}

/* Appends to a path the way from the head outwards and along to @to: where the word is, or an edge. */
static void
append_start (const Sheet *sheet, const SheetArc *arc, int to, int round)
{
  const int x = end_x (sheet, arc, TRUE), out = arc->outwards;
  const int y = height_y (sheet, arc, arc->head_line, end_height (arc, TRUE));
  const int way = mirror (sheet, to) > mirror (sheet, x) ? round : -round;

  tbk_text_printf (sheet->text, "M%d %dV%dq0 %d %d %dH%d", mirror (sheet, x),
                   meeting_y (sheet, arc, arc->head_line) + out, y - out * round, out * round, way,
                   out * round, mirror (sheet, to) - (arc->is_broken ? 0 : way));
}

/* Appends the way back to the words; of a broken arc, from the edge @from. */
static void
append_finish (const Sheet *sheet, const SheetArc *arc, int from, int round)
{
  const int x = end_x (sheet, arc, FALSE), out = arc->outwards;
  const int way = mirror (sheet, x) > mirror (sheet, from) ? round : -round;

  if (arc->is_broken)
    tbk_text_printf (sheet->text, "M%d %dH%d", mirror (sheet, from),
                     height_y (sheet, arc, arc->line, end_height (arc, FALSE)), mirror (sheet, x) - way);
  tbk_text_printf (sheet->text, "q%d 0 %d %dV%d", way, way, -out * round,
                   meeting_y (sheet, arc, arc->line) + out * 7);
}

/* Appends the number of the word at the other end of a broken arc. */
static void
append_mark (const Sheet *sheet, const SheetArc *arc, gboolean is_head)
{
  const SvgLine *line = is_head ? arc->head_line : arc->line;
  const int half = (sheet->layout.mark + 2) / 2;

  append_text (sheet, "mark", edge_x (sheet, arc, is_head) + (leaves_forwards (arc, is_head) ? half : -half),
               height_y (sheet, arc, line, end_height (arc, is_head)) + 4,
               row_of (sheet, is_head ? arc->word : arc->head)->id);
}

/* Draws the lines of the arc into @word. */
static void
append_arc (const Sheet *sheet, int number, int word)
{
  const SheetArc arc = find_arc (sheet, number, word);
  const int x = sheet->drawer->places[sheet->drawer->rows_of_words[word]].x;
  int end, start, round;

  if (!arc.arc.is_drawn || arc.side->picture.heads[word] < 0)
    return;
  add_kind (sheet, &arc);
  append_begin (sheet, &arc);
  append_arc_title (sheet, &arc);
  /* An arc from 0 is a straight line, higher than all others of its line. */
  if (arc.head == 0) {
    tbk_text_printf (sheet->text, "<path class=\"line\" d=\"M%d %dV%d\"/>", mirror (sheet, x),
                     height_y (sheet, &arc, arc.line, arc.line->n_heights[number] + 1) - arc.outwards * 4,
                     meeting_y (sheet, &arc, arc.line) + arc.outwards * 7);
    append_tip (sheet, &arc, x);
    tbk_text_printf (sheet->text, "</g>\n");
    return;
  }
  end = end_x (sheet, &arc, FALSE);
  start = end_x (sheet, &arc, TRUE);
  round = arc.is_broken ? LAYOUT_ROUND : MIN (LAYOUT_ROUND, ABS (end - start) / 2);
  tbk_text_printf (sheet->text, "<path class=\"line\" d=\"");
  append_start (sheet, &arc, arc.is_broken ? edge_x (sheet, &arc, TRUE) : end, round);
  append_finish (sheet, &arc, arc.is_broken ? edge_x (sheet, &arc, FALSE) : start, round);
  tbk_text_printf (sheet->text, "\"/>");
  append_tip (sheet, &arc, end);
  for (int is_head = 0; arc.is_broken && is_head < 2; is_head++)
    append_mark (sheet, &arc, is_head);
  tbk_text_printf (sheet->text, "</g>\n");
}

/* Where the label of a broken arc stands: in the zone at an edge. */
static int
zone_x (const Sheet *sheet, const SheetArc *arc, gboolean is_head)
{
  const SvgLine *line = is_head ? arc->head_line : arc->line;
  const int words = leaves_forwards (arc, is_head) ? line->right : LAYOUT_SIDE + sheet->layout.zone;

  return (edge_x (sheet, arc, is_head) + words) / 2;
}

/* Writes the relation of @word on its arc; after all lines, so that it is legible where they pass. */
static void
append_relation (const Sheet *sheet, int number, int word)
{
  const SheetArc arc = find_arc (sheet, number, word);
  const char *class = number == 0 ? "relation" : "relation other";

  if (!arc.arc.is_drawn || arc.side->picture.heads[word] < 0)
    return;
  if (arc.head == 0)
    append_text (sheet, class, sheet->drawer->places[sheet->drawer->rows_of_words[word]].x,
                 height_y (sheet, &arc, arc.line, arc.line->n_heights[number] + 1) + 4, arc.arc.relation);
  else if (!arc.is_broken)
    append_text (sheet, class, layout_label (sheet->drawer, arc.side, word),
                 height_y (sheet, &arc, arc.line, end_height (&arc, FALSE)) + 4, arc.arc.relation);
  else
    for (int is_head = 0; is_head < 2; is_head++)
      append_text (sheet, class, zone_x (sheet, &arc, is_head),
                   height_y (sheet, &arc, is_head ? arc.head_line : arc.line, end_height (&arc, is_head)) + 4,
                   arc.arc.relation);
  tbk_text_add (sheet->text, "\n", 1);
}

/* Writes the tag of a row, where lines are broken with its number. */
static void
append_tag (const Sheet *sheet, const TbkDrawnRow *row, int x, int y)
{
  if (!sheet->layout.has_numbers) {
    append_text (sheet, "tag", x, y, row->tag);
    return;
  }
  tbk_text_printf (sheet->text, "<text class=\"tag\" x=\"%d\" y=\"%d\">", mirror (sheet, x), y);
  signs_append (sheet->text, row->id, SIGNS_MARKUP, TRUE);
  if (row->tag.size > 0)
    tbk_text_add (sheet->text, " ", 1);
  signs_append (sheet->text, row->tag, SIGNS_MARKUP, TRUE);
  tbk_text_printf (sheet->text, "</text>");
}

/* Writes what is behind a word that was searched for. */
static void
append_mark_of_found (const Sheet *sheet, const SvgPlace *place, int base)
{
  const int x = mirror (sheet, place->x) - place->width / 2;

  tbk_text_printf (sheet->text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>", x - 2,
                   base + 2, place->width + 4, LAYOUT_WORDS - 4);
}

/* Writes a word with its tag, an empty node, or a range as a bracket below its words. */
static void
append_row (const Sheet *sheet, const SvgLine *line, int r)
{
  static const char *const classes[] = { "word", "range", "empty" };
  const TbkDrawnRow *row = &sheet->sentence->rows[r];
  const SvgPlace *place = &sheet->drawer->places[r];
  const gboolean is_range = row->kind == TBK_DRAWN_RANGE;

  tbk_text_printf (sheet->text, "<g class=\"%s%s\">", classes[row->kind], row->is_found ? " found" : "");
  if (row->is_found)
    append_mark_of_found (sheet, place, line->base);
  if (is_range) {
    const int left = place->x - place->width / 2, right = place->x + place->width / 2;
    tbk_text_printf (sheet->text, "<path class=\"edge\" d=\"M%d %dv5H%dv-5\"/>", mirror (sheet, left),
                     line->base + LAYOUT_WORDS - 4, mirror (sheet, right));
  }
  append_text (sheet, "form", place->x, line->base + (is_range ? LAYOUT_WORDS + 15 : 18), row->form);
  if (!is_range)
    append_tag (sheet, row, place->x, line->base + 33);
  tbk_text_printf (sheet->text, "</g>\n");
}

gboolean
sentence_svg_draw (TbkDrawer *drawer, int top, TbkText *text, int *width, int *height, GError **error)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  Sheet sheet = { .drawer = drawer, .sentence = sentence, .text = text };

  if (!layout_find (drawer, top, &sheet.layout, error))
    return FALSE;
  for (int side = 0; side < drawer->n_sides; side++)
    for (int w = 1; w <= sentence->n; w++)
      append_arc (&sheet, side, w);
  for (int side = 0; side < drawer->n_sides; side++)
    for (int w = 1; w <= sentence->n; w++)
      append_relation (&sheet, side, w);
  for (gsize l = 0; l < drawer->n_svg_lines; l++)
    for (int r = drawer->svg_lines[l].first; r < drawer->svg_lines[l].end; r++)
      append_row (&sheet, &drawer->svg_lines[l], r);
  *width = sheet.layout.width;
  *height = sheet.layout.height;
  return TRUE;
}
