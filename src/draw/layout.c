/* layout.c - places are found from left to right in one line, which is broken then. */
#include "draw/layout.h"

/* In pixels. */
enum {
  FORM_CELL = 9,
  TAG_CELL = 7,
  GAP = 14,   /* between words */
  HEAD = 10,  /* beyond the last height */
  PORT = 6,   /* from port to port, while there are few */
  PORTS = 48, /* all of one side, at most */
  BETWEEN = 12,
};

/* How far port @port of @n is from the middle of the word. */
static int
port_distance (int port, int n)
{
  return n * PORT <= PORTS ? port * PORT : port * PORTS / n;
}

int
layout_port (const DrawnSide *side, int word, gboolean is_head)
{
  const int head = side->heads[word], at = is_head ? head : word, other = is_head ? word : head;
  const LevelsWord *arc = &side->levels.words[word], *end = &side->levels.words[at];
  const int port = is_head ? arc->head_port : arc->port;

  return other < at ? -port_distance (port, end->n_left) : port_distance (port, end->n_right);
}

static gboolean
reserve (TbkDrawer *drawer, const TbkDrawnSentence *sentence, GError **error)
{
  int *const n_allocated = drawer->n_allocated;

  if (!reserve_words (&drawer->places, &n_allocated[0], sentence->n_rows, sizeof (SvgPlace), error)
      || !reserve_words (&drawer->rows_of_words, &n_allocated[1], sentence->n, sizeof (int), error)
      || !reserve_words (&drawer->lines_of_words, &n_allocated[2], sentence->n, sizeof (int), error))
    return FALSE;
  for (int i = 0; i < drawer->n_sides; i++) {
    DrawnSide *side = &drawer->sides[i];
    int **const arrays[] = { &side->first_arcs,   &side->next_arcs, &side->heights,
                             &side->head_heights, &side->by_level,  &side->level_starts };

    for (gsize a = 0; a < G_N_ELEMENTS (arrays); a++)
      if (!reserve_words (arrays[a], &side->n_allocated[1 + a], sentence->n + 1, sizeof (int), error))
        return FALSE;
  }
  return TRUE;
}

/* Finds the arcs of @side that end at each word. */
static void
list_arcs (DrawnSide *side, int n)
{
  for (int w = 1; w <= n; w++)
    side->first_arcs[w] = 0;
  for (int w = 1; w <= n; w++) {
    const int end = MAX (w, side->heads[w]);
    side->next_arcs[w] = side->first_arcs[end];
    side->first_arcs[end] = w;
  }
}

/* Finds the widths of rows, and the rows of words. @has_numbers: beside tags. */
static void
measure_rows (TbkDrawer *drawer, const TbkDrawnSentence *sentence, gboolean has_numbers)
{
  int word = 0;

  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];
    const int number = has_numbers && row->kind != TBK_DRAWN_RANGE ? signs_cells (row->id, TRUE) + 1 : 0;
    int width =
        MAX (signs_cells (row->form, TRUE) * FORM_CELL, (number + signs_cells (row->tag, TRUE)) * TAG_CELL);

    if (row->kind == TBK_DRAWN_WORD) {
      drawer->rows_of_words[++word] = r;
      for (int i = 0; i < drawer->n_sides; i++) {
        const LevelsWord *ports = &drawer->sides[i].levels.words[word];
        const int left = port_distance (ports->n_left, ports->n_left);
        const int right = port_distance (ports->n_right, ports->n_right);

        width = MAX (width, 2 * MAX (left, right));
      }
    }
    drawer->places[r] = (SvgPlace){ .width = width };
  }
}

/* The least that the middle of @word may be at, so that there is room for the labels of arcs of @side that
 * end there. */
static int
find_least (const TbkDrawer *drawer, const DrawnSide *side, int word)
{
  const int *heads = side->heads;
  int least = 0;

  for (int w = side->first_arcs[word]; w != 0; w = side->next_arcs[w]) {
    const int start = MIN (w, heads[w]), row = drawer->rows_of_words[w];
    const PictureArc arc = picture_arc (&side->picture, w, &side->picture.sentence->rows[row]);
    int ports;

    if (start == 0)
      continue;
    ports = ABS (layout_port (side, w, FALSE)) + ABS (layout_port (side, w, TRUE));
    least = MAX (least, drawer->places[drawer->rows_of_words[start]].x + ports + 2 * LAYOUT_ROUND
                            + signs_cells (arc.relation, TRUE) * TAG_CELL);
  }
  return least;
}

/* Puts words and empty nodes side by side, and ranges under the words they hold. Returns where they end. */
static int
place_rows (TbkDrawer *drawer, const TbkDrawnSentence *sentence)
{
  SvgPlace *places = drawer->places;
  int word = 0, right = LAYOUT_SIDE - GAP;
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
    for (int i = 0; i < (is_word ? drawer->n_sides : 0); i++)
      places[r].x = MAX (places[r].x, find_least (drawer, &drawer->sides[i], word));
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
  return right;
}

/* Lines. */

/* The row after what begins with row @r and is not broken: a range with its words, or a row alone. */
static int
find_end (const TbkDrawnSentence *sentence, int r)
{
  int n_left = sentence->rows[r].kind == TBK_DRAWN_RANGE ? sentence->rows[r].n_words : 0;

  for (r++; n_left > 0 && r < sentence->n_rows; r++)
    n_left -= sentence->rows[r].kind == TBK_DRAWN_WORD;
  return r;
}

/* Finds where what begins with row @r and is not broken begins and ends; returns the row after it. */
static int
find_edges (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int r, int *left, int *right)
{
  const int end = find_end (sentence, r);

  *left = G_MAXINT;
  *right = 0;
  for (int i = r; i < end; i++) {
    *left = MIN (*left, drawer->places[i].x - drawer->places[i].width / 2);
    *right = MAX (*right, drawer->places[i].x + drawer->places[i].width / 2);
  }
  return end;
}

/* How many lines there are if words end at @most at the latest, and begin at @lead behind the first line. */
static int
count_lines (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int most, int lead)
{
  int n = 1, shift = 0, first = 0, end, left, right;

  for (int r = 0; r < sentence->n_rows; r = end) {
    end = find_edges (drawer, sentence, r, &left, &right);
    if (r > first && right + shift > most) {
      n++;
      first = r;
      shift = lead - left;
    }
  }
  return n;
}

/* The least that lines may end at without becoming more than they are at @most: so they have about the same length. */
static int
balance (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int most, int lead)
{
  const int n = count_lines (drawer, sentence, most, lead);
  int low = 1, high = most;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (count_lines (drawer, sentence, middle, lead) <= n)
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

/* Begins a line with row @r. */
static gboolean
begin_line (TbkDrawer *drawer, int r, GError **error)
{
  if (!try_reserve (&drawer->svg_lines, &drawer->n_svg_lines_allocated, drawer->n_svg_lines + 1,
                    sizeof (*drawer->svg_lines)))
    return memory_fail (error, "a drawing of %" G_GSIZE_FORMAT " lines", drawer->n_svg_lines + 1);
  drawer->svg_lines[drawer->n_svg_lines++] = (SvgLine){ .first = r, .end = r };
  return TRUE;
}

/* Shares the rows out to lines whose words end at @most at the latest; none is broken if that is 0. Behind
 * the first line words begin at @lead. */
static gboolean
break_lines (TbkDrawer *drawer, const TbkDrawnSentence *sentence, int most, int lead, GError **error)
{
  int shift = 0, end, word = 0;

  drawer->n_svg_lines = 0;
  if (!begin_line (drawer, 0, error))
    return FALSE;
  for (int r = 0; r < sentence->n_rows; r = end) {
    SvgLine *line = &drawer->svg_lines[drawer->n_svg_lines - 1];
    int left, right;

    end = find_edges (drawer, sentence, r, &left, &right);
    if (most > 0 && r > line->first && right + shift > most) {
      if (!begin_line (drawer, r, error))
        return FALSE;
      line = &drawer->svg_lines[drawer->n_svg_lines - 1];
      shift = lead - left;
    }
    for (int i = r; i < end; i++) {
      drawer->places[i].x += shift;
      if (sentence->rows[i].kind == TBK_DRAWN_WORD)
        drawer->lines_of_words[++word] = (int) drawer->n_svg_lines - 1;
    }
    line->end = end;
    line->right = right + shift;
  }
  return TRUE;
}

/* The width that the labels of arcs and a number need at an edge. */
static int
find_zone (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int mark)
{
  int cells = 0;

  for (int i = 0; i < drawer->n_sides; i++)
    for (int w = 1; w <= sentence->n; w++) {
      const PictureArc arc =
          picture_arc (&drawer->sides[i].picture, w, &sentence->rows[drawer->rows_of_words[w]]);

      if (drawer->sides[i].heads[w] > 0)
        cells = MAX (cells, signs_cells (arc.relation, TRUE));
    }
  return cells * TAG_CELL + 2 * LAYOUT_ROUND + mark;
}

/* The height in @line of the arcs of level @level, which come in ascending order. */
static int
raise_line (SvgLine *line, int side, int level)
{
  if (line->last_level[side] != level) {
    line->last_level[side] = level;
    line->n_heights[side]++;
  }
  return line->n_heights[side];
}

static void
find_heights (TbkDrawer *drawer, int number, int n)
{
  DrawnSide *side = &drawer->sides[number];
  int *starts = side->level_starts;

  for (int level = 0; level <= n + 1; level++)
    starts[level] = 0;
  for (int w = 1; w <= n; w++)
    starts[side->levels.words[w].level + 1]++;
  for (int level = 1; level <= n + 1; level++)
    starts[level] += starts[level - 1];
  for (int w = 1; w <= n; w++)
    side->by_level[starts[side->levels.words[w].level]++] = w;
  for (int i = 0; i < n; i++) {
    const int w = side->by_level[i], level = side->levels.words[w].level;

    if (level == 0)
      continue;
    side->heights[w] = raise_line (&drawer->svg_lines[drawer->lines_of_words[w]], number, level);
    side->head_heights[w] =
        raise_line (&drawer->svg_lines[drawer->lines_of_words[side->heads[w]]], number, level);
  }
}

/* Puts the lines one below the other; returns where the last ends. */
static int
stack_lines (TbkDrawer *drawer, const Layout *layout, int top)
{
  for (gsize l = 0; l < drawer->n_svg_lines; l++) {
    SvgLine *line = &drawer->svg_lines[l];

    line->base = top + LAYOUT_FOOT + (line->n_heights[0] + 1) * LAYOUT_STEP + HEAD;
    top = line->base + LAYOUT_WORDS + (layout->has_ranges ? LAYOUT_RANGES : 0);
    if (drawer->n_sides > 1)
      top += LAYOUT_FOOT + (line->n_heights[1] + 1) * LAYOUT_STEP + HEAD;
    if (l + 1 < drawer->n_svg_lines)
      top += BETWEEN;
  }
  return top;
}

/* Puts rows side by side, and breaks them into lines where that is too wide. */
static gboolean
find_lines (TbkDrawer *drawer, const TbkDrawnSentence *sentence, Layout *layout, GError **error)
{
  const int limit = drawer->options.width * FORM_CELL;
  int most = 0;

  measure_rows (drawer, sentence, FALSE);
  layout->has_numbers = place_rows (drawer, sentence) + LAYOUT_SIDE > limit && limit > 0;
  if (layout->has_numbers) {
    measure_rows (drawer, sentence, TRUE);
    place_rows (drawer, sentence);
    layout->mark = signs_cells (sentence->rows[sentence->n_rows - 1].id, TRUE) * TAG_CELL + 4;
    layout->zone = MIN (find_zone (drawer, sentence, layout->mark), limit / 4);
    most =
        balance (drawer, sentence, MAX (1, limit - layout->zone - LAYOUT_SIDE), LAYOUT_SIDE + layout->zone);
  }
  if (!break_lines (drawer, sentence, most, LAYOUT_SIDE + layout->zone, error))
    return FALSE;
  for (gsize l = 0; l < drawer->n_svg_lines; l++)
    layout->width = MAX (layout->width, drawer->svg_lines[l].right + LAYOUT_SIDE
                                            + (l + 1 < drawer->n_svg_lines ? layout->zone : 0));
  return TRUE;
}

gboolean
layout_find (TbkDrawer *drawer, int top, Layout *layout, GError **error)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;

  *layout = (Layout){ 0 };
  if (!reserve (drawer, sentence, error))
    return FALSE;
  for (int i = 0; i < drawer->n_sides; i++) {
    if (!levels_assign (&drawer->sides[i].levels, drawer->sides[i].heads, sentence->n, error))
      return FALSE;
    list_arcs (&drawer->sides[i], sentence->n);
  }
  if (!find_lines (drawer, sentence, layout, error))
    return FALSE;
  for (int i = 0; i < drawer->n_sides; i++)
    find_heights (drawer, i, sentence->n);
  for (int r = 0; r < sentence->n_rows; r++)
    layout->has_ranges = layout->has_ranges || sentence->rows[r].kind == TBK_DRAWN_RANGE;
  layout->height = stack_lines (drawer, layout, top) - top;
  return TRUE;
}
