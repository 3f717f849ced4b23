/* test_draw_against.c - drawings of two annotations, and of lines of words, are read back: all arcs are there once. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/brackets.h"
#include "tbk/draw.h"
#include "unit/time_limit.h"

enum { MOST = 40, MOST_CELLS = 400 };

/* A sentence with numbers for IDs, and forms and relations of random lengths. */
typedef struct {
  TbkDrawnRow rows[MOST];
  char ids[MOST][12];
  int heads[MOST + 1], other[MOST + 1];
  TbkPiece relations[MOST + 1];
  TbkDrawnSentence sentence;
  int n;
} Material;

static TbkPiece
some (const char *letters, int n)
{
  return (TbkPiece){ letters, (gsize) n };
}

/* The second annotation, if there is one, changes about a third of the heads, and some relations. */
static void
make (Material *material, GRand *random, int n, gboolean is_hebrew, gboolean has_other)
{
  int fresh[MOST + 1];

  memset (material, 0, sizeof (*material));
  material->n = n;
  random_tree (random, n, g_rand_int_range (random, 0, 4), material->heads);
  random_tree (random, n, g_rand_int_range (random, 0, 4), fresh);
  memcpy (material->other, g_rand_int_range (random, 0, 3) == 0 ? fresh : material->heads, sizeof (fresh));
  for (int w = 1; w <= n; w++) {
    g_snprintf (material->ids[w - 1], sizeof (material->ids[0]), "%d", w);
    material->rows[w - 1] =
        (TbkDrawnRow){ .id = some (material->ids[w - 1], (int) strlen (material->ids[w - 1])),
                       .form = is_hebrew ? some ("אבגדהוזח", 2 * g_rand_int_range (random, 1, 9))
                                         : some ("abcdefgh", g_rand_int_range (random, 1, 9)),
                       .relation = some ("xyzuvw", g_rand_int_range (random, 1, 7)) };
    material->relations[w] = material->rows[w - 1].relation;
    if (g_rand_int_range (random, 0, 4) == 0)
      material->relations[w] = some ("xyzuvw", g_rand_int_range (random, 1, 7));
  }
  material->sentence = (TbkDrawnSentence){ .title = some ("t", 1),
                                           .rows = material->rows,
                                           .n_rows = n,
                                           .n = n,
                                           .heads = material->heads,
                                           .against = has_other ? material->other : NULL,
                                           .against_relations = has_other ? material->relations : NULL,
                                           .against_name = some ("o", 1) };
}

static gboolean
differs (const Material *material, int word)
{
  return material->heads[word] != material->other[word]
         || material->rows[word - 1].relation.size != material->relations[word].size;
}

static char *
draw (const TbkDrawOptions *options, const Material *material)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (options);
  g_autoptr (TbkText) text = tbk_text_new ();

  cr_assert (tbk_draw_sentence (drawer, &material->sentence, text, NULL));
  return tbk_text_dup (text, NULL);
}

/* Text. */

static gboolean
is_one_of (gunichar cell, const char *cells)
{
  return cell != 0 && g_utf8_strchr (cells, -1, cell) != NULL;
}

/* The head of @word by the lines at the right: its branch is double, the head's own line is not. */
static int
read_right (gunichar (*cells)[MOST_CELLS], int word)
{
  int arrow = 0, joint, first = word, last = word, head = 0;

  while (arrow < MOST_CELLS && cells[word][arrow] != g_utf8_get_char ("◄"))
    arrow++;
  if (arrow == MOST_CELLS)
    return 0;
  for (joint = arrow + 1; !is_one_of (cells[word][joint], "╡╕╛"); joint++)
    cr_assert (is_one_of (cells[word][joint], "═│"));
  while (is_one_of (cells[first][joint], "│┤┘╡╛"))
    first--;
  while (is_one_of (cells[last][joint], "│┤┐╡╕"))
    last++;
  cr_assert (first == word || is_one_of (cells[first][joint], "┐╕"));
  cr_assert (last == word || is_one_of (cells[last][joint], "┘╛"));
  for (int row = first; row <= last; row++)
    if (is_one_of (cells[row][joint], "┤┐┘")) {
      cr_assert_eq (head, 0, "a line of two words");
      head = row;
    }
  cr_assert_neq (head, 0);
  return head;
}

Test (draw_against, text_is_read_back, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  static gunichar cells[MOST + 2][MOST_CELLS];
  Material material;

  for (int t = 0; t < 600; t++) {
    g_autofree char *drawing = NULL;
    g_auto (GStrv) lines = NULL;
    int n_different = 0;

    make (&material, random, g_rand_int_range (random, 1, MOST), FALSE, TRUE);
    drawing = draw (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT }, &material);
    lines = g_strsplit (strstr (drawing, "\n\n") + 2, "\n", -1);
    memset (cells, 0, sizeof (cells));
    for (int w = 1; w <= material.n; w++) {
      int n_cells = 0;

      for (const char *sign = lines[w]; *sign != '\0'; sign = g_utf8_next_char (sign))
        cells[w][n_cells++] = g_utf8_get_char (sign);
      n_different += differs (&material, w);
    }
    cr_assert_eq (atoi (lines[0]), n_different, "%s", drawing);
    for (int w = 1; w <= material.n; w++)
      cr_assert_eq (read_right (cells, w), differs (&material, w) ? material.other[w] : 0, "%d in\n%s", w,
                    drawing);
  }
}

/* Forty words fit a terminal, and each arc that differs has its lines, or says where its head is. */
Test (draw_against, text_keeps_to_the_width, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (24);
  Material material;

  for (int t = 0; t < 300; t++) {
    g_autofree char *drawing = NULL;
    g_auto (GStrv) lines = NULL;

    make (&material, random, MOST, FALSE, TRUE);
    drawing = draw (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT, .width = 80 }, &material);
    lines = g_strsplit (strstr (drawing, "\n\n") + 2, "\n", -1);
    for (int w = 1; w <= material.n; w++) {
      cr_assert_leq (g_utf8_strlen (lines[w], -1), 80, "%s", lines[w]);
      if (differs (&material, w) && material.other[w] > 0)
        cr_assert (strstr (lines[w], "◄") != NULL || strstr (lines[w], "head ") != NULL, "%s", lines[w]);
    }
  }
}

/* SVG. */

typedef struct {
  int x, base, half; /* of a word: the middle, where its line begins, and half of its width */
} Box;

/* Half the width of @word at the least, by definition: its form, and six pixels an arc at either side. */
static int
half_width (const Material *material, int word)
{
  const int cells =
      (int) g_utf8_strlen (material->rows[word - 1].form.bytes, (gssize) material->rows[word - 1].form.size);
  int most = 0;

  for (int side = 0; side < 2; side++) {
    const int *heads = side == 0 ? material->heads : material->other;
    int n[2] = { 0, 0 };

    for (int w = 1; w <= material->n; w++)
      if (heads[w] > 0 && (side == 0 || (material->sentence.against != NULL && differs (material, w)))) {
        n[0] += (w == word && heads[w] < w) || (heads[w] == word && w < word);
        n[1] += (w == word && heads[w] > w) || (heads[w] == word && w > word);
      }
    most = MAX (most, MAX (n[0], n[1]));
  }
  return MAX (cells * 9 / 2, MIN (6 * most, 48));
}

/* The word of whose box (@x, @y) is a point, where arcs above words end at @above from its base, below at @below. */
static int
word_at (const Box *boxes, int n, int x, int y, int above, int below, gboolean is_other)
{
  int found = 0;

  for (int w = 1; w <= n; w++)
    if (y == boxes[w].base + (is_other ? below : above) && ABS (x - boxes[w].x) <= boxes[w].half) {
      cr_assert_eq (found, 0, "a point of two words");
      found = w;
    }
  return found;
}

static int
number_after (const char *from, const char *name)
{
  const char *found = strstr (from, name);

  cr_assert_not_null (found, "no '%s' in %.80s", name, from);
  return atoi (found + strlen (name));
}

/* Reads one arc, of which @arc is the element, and checks it off. */
static void
read_arc (const Material *material, const Box *boxes, const char *arc, int *heads, int *other)
{
  g_autofree char *element = g_strndup (arc, (gsize) (strstr (arc, "</g>") - arc));
  const gboolean is_other = strstr (element, " other\"") != NULL;
  const char *tip = strstr (element, "class=\"tip\" d=\"M"), *line = strstr (element, "class=\"line\" d=\"M");
  const char *mark = strstr (element, "class=\"mark\"");
  const int tip_x = number_after (tip, "M"), tip_y = atoi (strchr (strstr (tip, "M"), ' ') + 1);
  const int x = number_after (line, "\"M"), y = atoi (strchr (strstr (line, "\"M"), ' ') + 1);
  const int word = word_at (boxes, material->n, tip_x, tip_y, 0, 44, is_other);
  const int head = word_at (boxes, material->n, x, y, -1, 45, is_other);
  const TbkPiece relation = is_other ? material->relations[word] : material->rows[word - 1].relation;

  cr_assert_neq (word, 0, "%s", element);
  cr_assert_eq ((is_other ? other : heads)[word], -1, "two arcs into %d", word);
  (is_other ? other : heads)[word] = head;
  cr_assert_eq (strncmp (strstr (element, "<title>") + 7, relation.bytes, relation.size), 0);
  if (head == 0 || boxes[head].base == boxes[word].base) {
    cr_assert_null (mark);
    return;
  }
  /* Two pieces, each of which tells where the arc goes on. */
  cr_assert_not_null (mark);
  cr_assert_eq (number_after (mark, "\">"), head);
  cr_assert_eq (number_after (strstr (mark + 1, "class=\"mark\""), "\">"), word);
}

static void
assert_read_back (const Material *material, const char *svg, int width)
{
  Box boxes[MOST + 1] = { { 0 } };
  int heads[MOST + 1], other[MOST + 1], n_lines = 1, right = 0;
  const char *at = svg;

  for (int w = 1; w <= material->n; w++) {
    const gboolean has_other = material->sentence.against != NULL;

    at = strstr (at, "<text class=\"form\"");
    cr_assert_not_null (at);
    boxes[w] = (Box){ number_after (at, "x=\""), number_after (at, "y=\"") - 18, half_width (material, w) };
    n_lines += w > 1 && boxes[w].base != boxes[w - 1].base;
    cr_assert_geq (boxes[w].base, boxes[w - 1].base);
    right = MAX (right, boxes[w].x + boxes[w].half);
    heads[w] = -1;
    other[w] = has_other && differs (material, w) ? -1 : -2;
    at++;
  }
  for (at = svg; (at = strstr (at, "<g class=\"arc")) != NULL; at++)
    read_arc (material, boxes, at, heads, other);
  for (int w = 1; w <= material->n; w++) {
    cr_assert_eq (heads[w], material->heads[w], "head of %d in %s", w, svg);
    cr_assert (other[w] == -2 || other[w] == material->other[w]);
  }
  cr_assert_lt (right, number_after (svg, " width=\""));
  /* Lines keep to the width, where some word does not need more. */
  if (width > 30)
    cr_assert_leq (number_after (svg, " width=\""), MAX (9 * width, 400));
  else if (width == 0)
    cr_assert_eq (n_lines, 1);
}

Test (draw_against, svg_is_read_back, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  Material material;

  for (int t = 0; t < 1500; t++) {
    const int width = t % 3 == 0 ? 0 : g_rand_int_range (random, 20, 120);
    g_autofree char *svg = NULL;

    make (&material, random, g_rand_int_range (random, 1, MOST), t % 5 == 0, t % 2 == 0);
    svg = draw (&(TbkDrawOptions){ .format = TBK_DRAW_SVG, .width = width }, &material);
    assert_read_back (&material, svg, width);
  }
}

/* Phrases. */

/* Appends a random tree over the words @left to before @right, with few labels. */
static void
append_tree (GString *text, GRand *random, int left, int right, int depth)
{
  g_string_append_printf (text, "(%c ", 'A' + g_rand_int_range (random, 0, 2));
  while (left < right) {
    const int end = g_rand_int_range (random, left + 1, right + 1);

    if (depth > 0 && g_rand_int_range (random, 0, 3) > 0)
      append_tree (text, random, left, end, depth - 1);
    else
      for (int w = left; w < end; w++)
        g_string_append_printf (text, "(%c w%d)", 'T' + g_rand_int_range (random, 0, 2), w);
    left = end;
  }
  g_string_append_c (text, ')');
}

static gboolean
is_equal (const TbkBracketNode *a, const TbkBracketNode *b)
{
  return a->left == b->left && a->right == b->right && (a->form == NULL) == (b->form == NULL)
         && a->label[0] == b->label[0];
}

static int
count_equal (const TbkBracketTree *tree, const TbkBracketNode *node)
{
  int n = 0;

  for (int v = 0; v < tree->n_nodes; v++)
    n += is_equal (&tree->nodes[v], node);
  return n;
}

/* How many nodes are not in the other tree, as multisets: those of a kind that are more than there. */
static int
count_different (const TbkBracketTree *tree, const TbkBracketTree *other)
{
  int n = 0;

  for (int v = 0; v < tree->n_nodes; v++) {
    int before = 0;

    for (int u = 0; u < v; u++)
      before += is_equal (&tree->nodes[u], &tree->nodes[v]);
    n += before >= count_equal (other, &tree->nodes[v]);
  }
  return n;
}

static int
count_in (const char *text, const char *what)
{
  int n = 0;

  for (text = strstr (text, what); text != NULL; text = strstr (text + 1, what))
    n++;
  return n;
}

Test (draw_against, phrases_that_differ_are_marked, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);
  TbkDrawer *drawers[2] = { tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT }),
                            tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_SVG }) };

  for (int t = 0; t < 500; t++) {
    const int n = g_rand_int_range (random, 1, 9);
    TbkBracketBatch *batches[2];
    TbkBracketTree trees[2];
    GString *lines[2];

    for (int i = 0; i < 2; i++) {
      lines[i] = g_string_new (NULL);
      append_tree (lines[i], random, 0, n, 3);
      batches[i] = tbk_bracket_batch_new ();
      cr_assert (tbk_bracket_batch_set_text (batches[i], "t", lines[i]->str, lines[i]->len, NULL, NULL));
      cr_assert (tbk_bracket_batch_next (batches[i], &trees[i]));
      cr_assert_null (trees[i].problem);
    }
    for (int d = 0; d < 2; d++) {
      g_autoptr (TbkText) text = tbk_text_new ();
      g_autofree char *drawing = NULL;

      cr_assert (
          tbk_draw_brackets (drawers[d], some ("t", 1), &trees[0], &trees[1], some ("o", 1), text, NULL));
      drawing = tbk_text_dup (text, NULL);
      if (d == 0) {
        cr_assert_eq (count_in (drawing, "*") - 1, count_different (&trees[0], &trees[1]), "%s", drawing);
        continue;
      }
      cr_assert_eq (count_in (drawing, "node differs"), count_different (&trees[0], &trees[1]));
      cr_assert_eq (count_in (drawing, "node other"), count_different (&trees[1], &trees[0]));
    }
    for (int i = 0; i < 2; i++) {
      tbk_bracket_batch_free (batches[i]);
      g_string_free (lines[i], TRUE);
    }
  }
  tbk_drawer_free (drawers[0]);
  tbk_drawer_free (drawers[1]);
}
