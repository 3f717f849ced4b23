/* layout.c - where drawings put words and arcs.
 *
 * Contents
 *   1. columns: a column after the other, by the rows where lines end
 *   2. levels: levels by a tree over the gaps: the greatest in a range, and one value for a range
 *   3. picture: what there is to say of a tree of a sentence, in text and in SVG
 *   4. layout: places are found from left to right in one line, which is broken then
 */
#include "draw/draw.h"

#include <string.h>

/* 1. columns: a column after the other, by the rows where lines end.
 *
 * In text a word is a row. A word with children has a vertical line from the first to the last row of these
 * and of itself; lines that share a row need different columns. Column 1 is nearest to the words. A line is
 * further from them than those of its children: so the branch to a child ends before the child's own line
 * begins. Until the lines of all its children have columns, a line *waits*.
 *
 * Each column gets lines as interval scheduling chooses them: of those that do not wait, by their last
 * rows, each that begins behind the one before. That leaves the most room for others. With the heads 3 4 0
 * 3 of words 1 to 4 word 4 has a line over the rows 2 to 4, word 3 one over 1 to 4. The line of 3 waits for
 * that of 4: columns 1 and 2.
 */

/* Finds the rows of all lines, and for how many lines of children each one waits. */
static void
find_rows (BranchColumns *columns, const int *heads, int n)
{
  BranchWord *words = columns->words;

  for (int w = 0; w <= n; w++)
    words[w] = (BranchWord){ .first = w, .last = w };
  for (int w = 1; w <= n; w++) {
    BranchWord *head = &words[heads[w]];
    head->first = MIN (head->first, w);
    head->last = MAX (head->last, w);
    head->has_line = TRUE;
  }
  for (int w = 1; w <= n; w++)
    if (words[w].has_line)
      words[heads[w]].n_waiting++;
}

/* Puts the words that have lines in the order of their last rows, by a counting sort: starts[row] is the
 * place of the next word whose line ends at @row. Returns how many there are. Lines that end at one row are
 * in the order of their words. */
static int
sort_words (BranchColumns *columns, int n)
{
  int *starts = columns->starts, n_sorted = 0;

  memset (starts, 0, (gsize) (n + 2) * sizeof (*starts));
  for (int w = 1; w <= n; w++)
    if (columns->words[w].has_line) {
      starts[columns->words[w].last + 1]++;
      n_sorted++;
    }
  for (int row = 1; row <= n + 1; row++)
    starts[row] += starts[row - 1];
  for (int w = 1; w <= n; w++)
    if (columns->words[w].has_line)
      columns->order[starts[columns->words[w].last]++] = w;
  return n_sorted;
}

/* Fills @column with lines of the first @n_waiting words in order; returns how many wait on. These move to
 * the front, and keep their order. */
static int
fill_column (BranchColumns *columns, const int *heads, int column, int n_waiting)
{
  int last = 0, n_left = 0;

  for (int i = 0; i < n_waiting; i++) {
    const int w = columns->order[i];
    BranchWord *word = &columns->words[w];

    /* A line may begin in the row behind the last one of the column, without a row between. */
    if (word->n_waiting > 0 || word->first <= last) {
      columns->order[n_left++] = w;
      continue;
    }
    word->column = column;
    last = word->last;
    columns->words[heads[w]].n_waiting--; /* its line has this row too: not in this column */
  }
  return n_left;
}

/* A word that is left without column has no line; n_left counts them. O(n) for each column, of which there
 * are @most at most. */
gboolean
columns_assign (BranchColumns *columns, const int *heads, int n, int most, GError **error)
{
  int n_waiting;

  if (!ROOM_RESERVE (&columns->room, n + 2, ARRAY (columns->words), ARRAY (columns->order),
                     ARRAY (columns->starts)))
    return memory_fail (error, "a sentence of %d words", n);
  find_rows (columns, heads, n);
  n_waiting = sort_words (columns, n);
  columns->n_columns = 0;
  for (int column = 1; column <= most && n_waiting > 0; column++) {
    n_waiting = fill_column (columns, heads, column, n_waiting);
    columns->n_columns = column;
  }
  columns->n_left = n_waiting;
  return TRUE;
}

/* 2. levels: levels by a tree over the gaps: the greatest in a range, and one value for a range.
 *
 * An arc is drawn above all shorter ones that share a gap between words with it. Gap g is between the words
 * g and g + 1, so an arc from first to end has the gaps first..end - 1. Arcs come in the order of their
 * lengths, and each gets the greatest level in its gaps and one more. With the heads 3 4 0 3:
 *
 *   arc     gaps   level
 *   3 - 4   3        1
 *   1 - 3   1 2      1
 *   2 - 4   2 3      2     above both
 *
 * The gaps are leaves of a segment tree in an array: leaf g is node g + n, and the parent of a node is half
 * its number. `covers` is the level that was given to all gaps under a node at once; a later level is
 * greater, so it may hide an earlier one. `best` is the greatest level under a node. Both operations take
 * O(log n).
 */

/* Puts the words 1..@n in the order of the lengths of their arcs, by a counting sort. */
static void
levels_sort_words (Levels *levels, const int *heads, int n)
{
  int *starts = levels->starts;

  memset (starts, 0, (gsize) (n + 2) * sizeof (*starts));
  for (int w = 1; w <= n; w++)
    starts[ABS (w - heads[w]) + 1]++;
  for (int length = 1; length <= n + 1; length++)
    starts[length] += starts[length - 1];
  for (int w = 1; w <= n; w++)
    levels->order[starts[ABS (w - heads[w])]++] = w;
}

/* Returns the greatest level in the gaps from @first to before @end, of @n. What covers a part is at its node
 * alone, so the nodes above the range are looked at too. Each of those is above the first or the last gap:
 * any other node above a part is whole in the range, and would have been taken in the place of that part. */
static int
find_greatest (const Levels *levels, int first, int end, int n)
{
  int greatest = 0, left = first + n, right = end + n;

  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) {
      greatest = MAX (greatest, levels->best[left]);
      left++;
    }
    if (right % 2 == 1) {
      right--;
      greatest = MAX (greatest, levels->best[right]);
    }
  }
  for (int node = (first + n) / 2; node >= 1; node /= 2)
    greatest = MAX (greatest, levels->covers[node]);
  for (int node = (end - 1 + n) / 2; node >= 1; node /= 2)
    greatest = MAX (greatest, levels->covers[node]);
  return greatest;
}

/* Brings the nodes above @gap up to date. */
static void
update_above (Levels *levels, int gap, int n)
{
  for (int node = (gap + n) / 2; node >= 1; node /= 2)
    levels->best[node] = MAX (levels->covers[node], MAX (levels->best[2 * node], levels->best[2 * node + 1]));
}

/* Gives @level, greater than all there, to the gaps from @first to before @end. Only nodes above the first
 * and the last gap can have other gaps below them, so only their `best` must be found again. */
static void
cover (Levels *levels, int first, int end, int n, int level)
{
  int left = first + n, right = end + n;

  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1) {
      levels->best[left] = levels->covers[left] = level;
      left++;
    }
    if (right % 2 == 1) {
      right--;
      levels->best[right] = levels->covers[right] = level;
    }
  }
  update_above (levels, first, n);
  update_above (levels, end - 1, n);
}

/* Numbers the ports, at which arcs end at a word, from 1 at each side of it: those of longer arcs are nearer
 * to its middle, so that shorter arcs do not cross them. A longer arc is above a shorter one that shares an
 * end with it on one side; its line down would cross the shorter arc if it were further out. */
static void
number_ports (Levels *levels, const int *heads, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    const int w = levels->order[i], h = heads[w];
    LevelsWord *word = &levels->words[w], *head = &levels->words[h];

    if (h == 0)
      continue;
    word->port = h < w ? ++word->n_left : ++word->n_right;
    word->head_port = h < w ? ++head->n_right : ++head->n_left;
  }
}

gboolean
levels_assign (Levels *levels, const int *heads, int n, GError **error)
{
  if (!ROOM_RESERVE (&levels->room, n + 2, ARRAY (levels->words), ARRAY (levels->order),
                     ARRAY (levels->starts), ARRAY_OF (levels->best, 2), ARRAY_OF (levels->covers, 2)))
    return memory_fail (error, "a sentence of %d words", n);
  memset (levels->words, 0, (gsize) (n + 1) * sizeof (*levels->words));
  /* Leaves of gaps 1 to n - 1 are nodes n + 1 to 2 n - 1; the end of a range may be 2 n. */
  memset (levels->best, 0, (gsize) (2 * n + 1) * sizeof (*levels->best));
  memset (levels->covers, 0, (gsize) (2 * n + 1) * sizeof (*levels->covers));
  levels_sort_words (levels, heads, n);
  levels->n_levels = 0;
  for (int i = 0; i < n; i++) {
    const int w = levels->order[i], first = MIN (w, heads[w]), end = MAX (w, heads[w]);

    if (first == 0)
      continue;
    levels->words[w].level = 1 + find_greatest (levels, first, end, n);
    cover (levels, first, end, n, levels->words[w].level);
    levels->n_levels = MAX (levels->n_levels, levels->words[w].level);
  }
  number_ports (levels, heads, n);
  return TRUE;
}

/* 3. picture: what there is to say of a tree of a sentence, in text and in SVG.
 *
 * A drawing has one side or two: above and below the words. The role of a side chooses its heads:
 *
 *   PICTURE_ALONE                    the sentence's own
 *   PICTURE_BEFORE, PICTURE_AFTER    its own, and those of its projective tree
 *   PICTURE_FIRST, PICTURE_OTHER     its own, and those of another annotation, of which only arcs are drawn that differ
 */

/* Returns TRUE if most of the words with letters run from right to left. */
static gboolean
reads_right_to_left (const TbkDrawnSentence *sentence)
{
  int n = 0;

  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      n += signs_direction (sentence->rows[r].form);
  return n < 0;
}

/* Sets the heads that are drawn as arcs between words. */
static void
set_heads (DrawnSide *side)
{
  const Picture *picture = &side->picture;
  const TbkDrawnSentence *sentence = picture->sentence;
  int word = 0;

  side->heads[0] = -1;
  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD) {
      /* An arc from 0 has no end at another word, and a word may lack its head: both are drawn as a word
       * alone. */
      word++;
      side->heads[word] =
          picture_arc (picture, word, &sentence->rows[r]).is_drawn ? MAX (picture->heads[word], 0) : 0;
    }
}

/* Sets the tree of a side, or notes that its heads are none where that may be. */
static gboolean
set_tree (DrawnSide *side, const TbkDrawnSentence *sentence, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (tbk_tree_set (side->tree, side->picture.heads, sentence->n, &problem))
    return TRUE;
  side->picture.is_broken = TRUE;
  if (sentence->takes_any_heads && g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
picture_set (DrawnSide *side, const TbkDrawnSentence *sentence, PictureRole role, GError **error)
{
  const gboolean is_second = role == PICTURE_AFTER || role == PICTURE_OTHER;
  const int *second = sentence->against != NULL ? sentence->against : sentence->projective;

  if (side->tree == NULL)
    side->tree = tbk_tree_new ();
  side->picture = (Picture){ .role = role,
                             .sentence = sentence,
                             .tree = side->tree,
                             .heads = is_second ? second : sentence->heads,
                             .other_heads = is_second ? sentence->heads : second,
                             .is_right_to_left = reads_right_to_left (sentence) };
  if (!set_tree (side, sentence, error))
    return FALSE;
  if (!ROOM_RESERVE (&side->room, sentence->n + 2, ARRAY (side->heads), ARRAY (side->first_arcs),
                     ARRAY (side->next_arcs), ARRAY (side->heights), ARRAY (side->head_heights),
                     ARRAY (side->by_level), ARRAY (side->level_starts), ARRAY (side->child_starts),
                     ARRAY (side->children)))
    return memory_fail (error, "a sentence of %d words", sentence->n);
  set_heads (side);
  return TRUE;
}

void
picture_clear (DrawnSide *side)
{
  tbk_tree_free (side->tree);
  room_clear (&side->columns.room);
  room_clear (&side->levels.room);
  room_clear (&side->room);
}

TbkPiece
picture_other_relation (const TbkDrawnSentence *sentence, int word)
{
  return sentence->against_relations == NULL ? (TbkPiece){ NULL, 0 } : sentence->against_relations[word];
}

/* Returns TRUE if the two annotations have different arcs into @word. */
static gboolean
differs (const Picture *picture, int word, const TbkDrawnRow *row)
{
  const TbkPiece other = picture_other_relation (picture->sentence, word);

  return picture->heads[word] != picture->other_heads[word] || row->relation.size != other.size
         || (other.size > 0 && memcmp (row->relation.bytes, other.bytes, other.size) != 0);
}

PictureArc
picture_arc (const Picture *picture, int word, const TbkDrawnRow *row)
{
  const int head = picture->heads[word];
  const gboolean is_other = picture->other_heads != NULL && picture->other_heads[word] != head;
  PictureArc arc = { .is_nonprojective =
                         !picture->is_broken && tbk_tree_is_nonprojective (picture->tree, word),
                     .is_drawn = TRUE,
                     .relation = row->relation };

  switch (picture->role) {
  case PICTURE_ALONE:
    arc.moved_from = row->moved_from;
    arc.is_moved = row->moved_from.size > 0;
    break;
  case PICTURE_FIRST:
    arc.differs = differs (picture, word, row);
    break;
  case PICTURE_OTHER:
    arc.differs = arc.is_drawn = differs (picture, word, row);
    arc.relation = picture_other_relation (picture->sentence, word);
    break;
  case PICTURE_BEFORE:
    arc.is_moved = is_other;
    break;
  case PICTURE_AFTER:
    arc.is_moved = is_other;
    /* As tbk_conllu_sentence_write() has it. */
    if (is_other && head == 0)
      arc.relation = signs_piece ("root");
    else if (is_other && picture->other_heads[word] == 0)
      arc.relation = signs_piece ("dep");
  }
  return arc;
}

static int
count_different (const Picture *picture)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  int n = 0, word = 0;

  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      n += differs (picture, ++word, &sentence->rows[r]);
  return n;
}

void
picture_caption (const Picture *picture, TbkText *text)
{
  const gboolean is_after = picture->role == PICTURE_AFTER;
  int n = 0;

  if (picture->role == PICTURE_FIRST) {
    tbk_text_printf (text, "%d of %d arcs differ", count_different (picture), picture->sentence->n);
    return;
  }
  if (!is_after)
    n = picture->is_broken ? 0 : tbk_tree_nonprojective_arcs (picture->tree);
  else
    for (int w = 1; w <= picture->sentence->n; w++)
      n += picture->heads[w] != picture->other_heads[w];
  tbk_text_printf (text, "%s: %d arc%s %s", is_after ? "after" : "before", n, n == 1 ? "" : "s",
                   is_after ? "moved" : "not projective");
}

/* 4. layout: places are found from left to right in one line, which is broken then.
 *
 *   1. Levels of arcs, for each side (levels_assign()).
 *   2. Widths of rows, by forms, tags and ports (measure_rows()).
 *   3. Places from left to right: each word so far from where its arcs begin that their labels have room
 *      (place_rows()). So an arc is at least as wide as its label.
 *   4. Where that is wider than asked for: lines of about equal length, with a zone at their edges for the
 *      labels of arcs that go on in another line (find_lines()).
 *   5. In each line the levels that occur, as heights without gaps (find_heights()).
 *   6. Lines one below the other (stack_lines()).
 *
 * All is in whole pixels, and x of a place is its middle.
 */

/* In pixels. */
enum {
  FORM_CELL = 9,
  GAP = 14,   /* between words */
  HEAD = 10,  /* beyond the last height */
  PORT = 6,   /* from port to port, while there are few */
  PORTS = 48, /* all of one side, at most */
  BETWEEN = 12,
};

/* Returns how far port @port of @n is from the middle of the word: PORT each, or less if they would need more
 * than PORTS. */
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

/* Lists the arcs of @side that have their right end at each word: first_arcs[] and then next_arcs[], 0 at
 * the end. */
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

/* Lists the arcs of @side by their heads: a counting sort. It is filled from the last word on, so that each
 * start moves down to the first child of its head, and children of one head are in the order of words. */
static void
list_children (DrawnSide *side, int n)
{
  for (int w = 0; w <= n + 1; w++)
    side->child_starts[w] = 0;
  for (int w = 1; w <= n; w++)
    side->child_starts[side->heads[w]]++;
  for (int w = 1; w <= n + 1; w++)
    side->child_starts[w] += side->child_starts[w - 1];
  for (int w = n; w >= 1; w--)
    side->children[--side->child_starts[side->heads[w]]] = w;
}

/* Finds the widths of rows, and the rows of words. @has_numbers: beside tags. */
static void
measure_rows (TbkDrawer *drawer, const TbkDrawnSentence *sentence, gboolean has_numbers)
{
  int word = 0;

  for (int r = 0; r < sentence->n_rows; r++) {
    const TbkDrawnRow *row = &sentence->rows[r];
    const int number = has_numbers && row->kind != TBK_DRAWN_RANGE ? signs_cells (row->id, TRUE) + 1 : 0;
    int width = MAX (signs_cells (row->form, TRUE) * FORM_CELL,
                     (number + signs_cells (row->tag, TRUE)) * LAYOUT_CELL);

    if (row->kind == TBK_DRAWN_WORD) {
      drawer->rows_of_words[++word] = r;
      for (int i = 0; i < drawer->n_placed; i++) {
        const LevelsWord *ports = &drawer->sides[i].levels.words[word];
        const int left = port_distance (ports->n_left, ports->n_left);
        const int right = port_distance (ports->n_right, ports->n_right);

        width = MAX (width, 2 * MAX (left, right));
      }
    }
    drawer->places[r] = (SvgPlace){ .width = width };
  }
}

/* Sets @low and @high to the first and the last line of @word that passes an arc of @level; FALSE if none
 * does. Only lines of arcs of higher levels do, and the line from 0. Of a word with very many children only
 * some are looked at: labels may then be less well placed, but the cost stays linear. */
static gboolean
find_lines_over (const TbkDrawer *drawer, const DrawnSide *side, int word, int level, int *low, int *high)
{
  enum { MOST_CHILDREN = 256 };
  const int middle = drawer->places[drawer->rows_of_words[word]].x;
  const int first = side->child_starts[word], end = MIN (side->child_starts[word + 1], first + MOST_CHILDREN);
  const gboolean is_root = side->heads[word] == 0;

  *low = G_MAXINT;
  *high = 0;
  if (is_root ? side->picture.heads[word] == 0 : side->levels.words[word].level > level)
    *low = *high = middle + (is_root ? 0 : layout_port (side, word, FALSE));
  for (int i = first; i < end; i++)
    if (side->levels.words[side->children[i]].level > level) {
      const int x = middle + layout_port (side, side->children[i], TRUE);

      *low = MIN (*low, x);
      *high = MAX (*high, x);
    }
  return *high > 0;
}

/* Returns the room that the relation of @word needs in the widest of the usual fonts, DejaVu Sans, whose m and w are half as wide
 * again as other letters: `advmod:emph`, `nummod`. */
static int
width_of_label (const TbkDrawer *drawer, const DrawnSide *side, int word)
{
  const TbkDrawnRow *row = &side->picture.sentence->rows[drawer->rows_of_words[word]];
  const TbkPiece relation = picture_arc (&side->picture, word, row).relation;
  int n_wide = 0;

  for (gsize i = 0; i < relation.size; i++)
    n_wide += strchr ("mwMW", relation.bytes[i]) != NULL;
  return signs_cells (relation, TRUE) * LAYOUT_CELL + MIN (n_wide, SIGNS_MOST) * LAYOUT_CELL * 2 / 3;
}

/* Sets @best to the place between two lines that is nearest to @middle, if a label of @width has room there and that is nearer. */
static void
try_gap (int left, int right, int width, int middle, int *best)
{
  const int half = width / 2 + 4, x = CLAMP (middle, left + half, MAX (left + half, right - half));

  if (right - left >= 2 * half && (*best < 0 || ABS (x - middle) < ABS (*best - middle)))
    *best = x;
}

/* Returns the last line that passes the arc into @w, or the one at its left end; and sets @best to the place of the label before
 * that, -1 if there is no room. Of the words between NEAR are looked at, so that the cost is linear. */
static int
find_last_line (const TbkDrawer *drawer, const DrawnSide *side, int w, int middle, int *best)
{
  enum { NEAR = 48 };
  const int start = MIN (w, side->heads[w]), end = MAX (w, side->heads[w]),
            first = MAX (start + 1, end - NEAR);
  const int width = width_of_label (drawer, side, w);
  int last =
      drawer->places[drawer->rows_of_words[start]].x + ABS (layout_port (side, w, start == side->heads[w]));

  *best = -1;
  /* Under an arc of a projective tree all arcs are lower ones, so that no line passes it. */
  if (!side->picture.is_broken && tbk_tree_nonprojective_arcs (side->tree) == 0)
    return last;
  /* Words further off are not asked for their lines; the space up to the last of them is not used. */
  if (first > start + 1)
    last = MAX (last, drawer->places[drawer->rows_of_words[first - 1]].x);
  for (int word = first; word < end; word++) {
    int low, high;

    if (!find_lines_over (drawer, side, word, side->levels.words[w].level, &low, &high))
      continue;
    try_gap (last, low, width, middle, best);
    last = MAX (last, high);
  }
  return last;
}

/* Returns the middle of the label of an arc: the middle of the arc, if no line passes it; else the place
 * between two lines that is nearest to that and wide enough. If there is none, the label is in the middle all
 * the same, across a line. */
int
layout_label (const TbkDrawer *drawer, const DrawnSide *side, int word)
{
  const int start = MIN (word, side->heads[word]), end = MAX (word, side->heads[word]);
  const int left = drawer->places[drawer->rows_of_words[start]].x + layout_port (side, word, start != word),
            right = drawer->places[drawer->rows_of_words[end]].x + layout_port (side, word, end != word);
  const int middle = (left + right) / 2;
  int best;
  const int last = find_last_line (drawer, side, word, middle, &best);

  if (last == left)
    return middle;
  try_gap (last, right, width_of_label (drawer, side, word), middle, &best);
  return best >= 0 ? best : middle;
}

/* Returns the least that the middle of @word may be at, so that there is room for the labels of arcs of @side
 * that end there, between the lines that pass. An arc whose label has room further left asks for nothing. */
static int
find_least (const TbkDrawer *drawer, const DrawnSide *side, int word)
{
  int least = 0;

  for (int w = side->first_arcs[word]; w != 0; w = side->next_arcs[w])
    if (MIN (w, side->heads[w]) > 0) {
      int best;
      const int last = find_last_line (drawer, side, w, 0, &best);

      if (best < 0)
        least = MAX (least, last + 2 * LAYOUT_ROUND + width_of_label (drawer, side, w)
                                + ABS (layout_port (side, w, word == side->heads[w])));
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

  /* The row of a range comes before those of its words. Its place is known when its last word has one,
   * which moves to the right if the range is wider than its words. */
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
    for (int i = 0; i < (is_word ? drawer->n_placed : 0); i++)
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

/* Lines. What is not broken is a unit: a range with its words, or a row alone. */

/* Returns the row after what begins with row @r and is not broken. */
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

/* Counts the lines if words end at @most at the latest, and begin at @lead behind the first line. A unit that
 * is wider than a line is a line alone. */
static int
count_lines (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int most, int lead)
{
  int n = 1, first = 0, end, left, right;
  int shift = 0; /* from the places in one line to those in the line in hand */

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

/* Returns the least that lines may end at without becoming more than they are at @most: so they have about
 * the same length. A sentence of width 100 and lines of 60 would be broken as 60 and 40; now both are of
 * about 50. */
static int
balance (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int most, int lead)
{
  const int n = count_lines (drawer, sentence, most, lead);
  int low = 1, high = most; /* bisection: the number of lines does not rise with the length */

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

/* Returns the width that the labels of arcs and a number need at an edge. There arcs end that go on in
 * another line, each with its label and a number. */
static int
find_zone (const TbkDrawer *drawer, const TbkDrawnSentence *sentence, int mark)
{
  int width = 0;

  for (int i = 0; i < drawer->n_placed; i++)
    for (int w = 1; w <= sentence->n; w++)
      if (drawer->sides[i].heads[w] > 0)
        width = MAX (width, width_of_label (drawer, &drawer->sides[i], w));
  return width + 2 * LAYOUT_ROUND + mark;
}

/* Returns the height in @line of the arcs of level @level, which come in ascending order. So a level that the
 * line has not met yet is a new height, and only the last one must be known. */
static int
raise_line (SvgLine *line, int side, int level)
{
  if (line->last_level[side] != level) {
    line->last_level[side] = level;
    line->n_heights[side]++;
  }
  return line->n_heights[side];
}

/* Finds the heights of the arcs of a side in the lines of both their ends: an arc that goes on in another
 * line has one in each. Arcs come by level (a counting sort), so a line's heights are the levels that it
 * has, numbered from 1. */
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

/* Puts the lines one below the other; returns where the last ends. From top to bottom a line has: space, a
 * step for each height and one more, the heads of arrows, words, ranges; then the second side in mirrored
 * order. */
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
  const int limit = drawer->options.width * FORM_CELL; /* 0: no limit */
  int most = 0;

  layout->has_numbers = drawer->options.has_numbers;
  measure_rows (drawer, sentence, layout->has_numbers);
  /* Too wide: words get numbers, by which arcs are followed from line to line, and are measured again. */
  if (place_rows (drawer, sentence) + LAYOUT_SIDE > limit && limit > 0) {
    layout->has_numbers = TRUE;
    measure_rows (drawer, sentence, TRUE);
    place_rows (drawer, sentence);
    layout->mark = signs_cells (sentence->rows[sentence->n_rows - 1].id, TRUE) * LAYOUT_CELL + 4;
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

/* The steps above, in order: each needs what those before it have found. */
gboolean
layout_find (TbkDrawer *drawer, int top, Layout *layout, GError **error)
{
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;

  *layout = (Layout){ 0 };
  if (!drawer_reserve (drawer, sentence->n_rows, error))
    return FALSE;
  for (int i = 0; i < drawer->n_placed; i++) {
    if (!levels_assign (&drawer->sides[i].levels, drawer->sides[i].heads, sentence->n, error))
      return FALSE;
    list_arcs (&drawer->sides[i], sentence->n);
    list_children (&drawer->sides[i], sentence->n);
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
