/* test_draw_svg.c - drawings in SVG: levels and ports of arcs by definition, and room for words and labels. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "brute/trees.h"
#include "draw/draw.h"
#include "tbk/brackets.h"
#include "tbk/draw.h"
#include "unit/time_limit.h"

static void
assert_levels (Levels *levels, const int *heads, int n)
{
  cr_assert (levels_assign (levels, heads, n, NULL));
  for (int w = 1; w <= n; w++) {
    const int low = MIN (w, heads[w]), high = MAX (w, heads[w]), level = levels->words[w].level;
    int least = 0;

    cr_assert_eq (level == 0, heads[w] == 0);
    for (int v = 1; v <= n && heads[w] > 0; v++) {
      const int other_low = MIN (v, heads[v]), other_high = MAX (v, heads[v]);
      const gboolean is_shorter =
          other_high - other_low < high - low || (other_high - other_low == high - low && v < w);

      if (v == w || heads[v] == 0 || MAX (low, other_low) >= MIN (high, other_high))
        continue;
      cr_assert_neq (levels->words[v].level, level, "the arcs into %d and %d overlap", v, w);
      if (is_shorter)
        least = MAX (least, levels->words[v].level);
    }
    cr_assert_eq (level, heads[w] == 0 ? 0 : least + 1);
  }
}

/* The ports of a word are numbered without gaps on either side, the longest arc first. */
static void
assert_ports (const Levels *levels, const int *heads, int n)
{
  for (int at = 1; at <= n; at++)
    for (int side = -1; side <= 1; side += 2) {
      int length = n + 1;
      const int n_ports = side < 0 ? levels->words[at].n_left : levels->words[at].n_right;

      for (int port = 1; port <= n_ports; port++) {
        int found = 0;
        for (int w = 1; w <= n; w++) {
          const LevelsWord *arc = &levels->words[w];
          const gboolean is_end = heads[w] > 0
                                  && ((w == at && (heads[w] - w) * side > 0 && arc->port == port)
                                      || (heads[w] == at && (w - at) * side > 0 && arc->head_port == port));
          if (!is_end)
            continue;
          found++;
          cr_assert_leq (ABS (w - heads[w]), length);
          length = ABS (w - heads[w]);
        }
        cr_assert_eq (found, 1);
      }
    }
}

Test (draw, arcs_over_one_gap_have_different_levels, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  Levels levels = { 0 };
  int heads[61];

  for (int n = 1; n <= 5; n++) {
    const TreeList *trees = all_trees (n, FALSE);
    for (gsize t = 0; t < trees->n_trees; t++) {
      assert_levels (&levels, tree_at (trees, t), n);
      assert_ports (&levels, tree_at (trees, t), n);
    }
  }
  for (int t = 0; t < 300; t++) {
    const int n = g_rand_int_range (random, 6, 60);
    random_tree (random, n, t % 4, heads);
    assert_levels (&levels, heads, n);
    assert_ports (&levels, heads, n);
  }
  room_clear (&levels.room);
}

/* The next number @name="N" of an element of @class, from *@position on; FALSE if there is none. */
static gboolean
find_number (const char **position, const char *class, const char *name, int *number)
{
  const char *found = strstr (*position, class);

  if (found == NULL)
    return FALSE;
  *position = found + 1;
  *number = atoi (strstr (found, name) + strlen (name));
  return TRUE;
}

/* Forms do not overlap, if a cell takes nine pixels; and arcs are as long as their labels, if one takes seven. */
Test (draw, svg_has_room_for_words_and_labels)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_SVG });
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
  enum { N = 12 };
  int heads[N + 1];

  for (int t = 0; t < 500; t++) {
    TbkDrawnRow rows[N];
    const TbkDrawnSentence sentence = {
      .title = { "t", 1 }, .rows = rows, .n_rows = N, .n = N, .heads = heads
    };
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *svg = NULL;
    const char *at;
    int end = 0, x = 0, width = 0;

    random_tree (random, N, t % 4, heads);
    for (int w = 0; w < N; w++)
      rows[w] = (TbkDrawnRow){ .form = { letters, (gsize) g_rand_int_range (random, 1, 20) },
                               .relation = { letters, (gsize) g_rand_int_range (random, 1, 20) } };
    cr_assert (tbk_draw_sentence (drawer, &sentence, text, NULL));
    svg = tbk_text_dup (text, NULL);
    cr_assert (strstr (svg, "<style>:root{") != NULL); /* a comment there would hide the first rule */
    at = svg;
    cr_assert (find_number (&at, "<svg", " width=\"", &width));
    for (int w = 0; w < N; w++) {
      cr_assert (find_number (&at, "class=\"form\"", "x=\"", &x));
      cr_assert_gt (x - (int) rows[w].form.size * 9 / 2, end);
      end = x + (int) rows[w].form.size * 9 / 2;
    }
    cr_assert_lt (end, width);
    at = svg;
    for (int w = 0; w < N; w++) {
      int from = 0, to = 0;
      cr_assert (find_number (&at, "class=\"line\"", "d=\"M", &from));
      cr_assert (find_number (&at, "class=\"tip\"", "d=\"M", &to));
      cr_assert (heads[w + 1] == 0 || ABS (to - from) >= (int) rows[w].relation.size * 7);
    }
  }
}

/* Of a tree before and after, in one line or several, each word is at the same place in both. */
Test (draw, words_stay_where_they_are, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (10);
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
  enum { N = 12 };
  int heads[N + 1], moved[N + 1];

  for (int t = 0; t < 300; t++) {
    g_autoptr (TbkDrawer) drawer =
        tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_SVG, .width = t % 2 * 60 });
    TbkDrawnRow rows[N];
    const TbkDrawnSentence sentence = {
      .title = { "t", 1 }, .rows = rows, .n_rows = N, .n = N, .heads = heads, .projective = moved
    };
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *svg = NULL;
    const char *at;
    int before[N], x = 0;

    random_tree (random, N, t % 4, heads);
    random_tree (random, N, 0, moved);
    for (int w = 0; w < N; w++)
      rows[w] = (TbkDrawnRow){ .form = { letters, (gsize) g_rand_int_range (random, 1, 9) },
                               .relation = { letters, (gsize) g_rand_int_range (random, 1, 20) } };
    cr_assert (tbk_draw_sentence (drawer, &sentence, text, NULL));
    svg = tbk_text_dup (text, NULL);
    at = svg;
    for (int w = 0; w < 2 * N; w++) {
      cr_assert (find_number (&at, "class=\"form\"", "x=\"", &x));
      if (w < N)
        before[w] = x;
      else
        cr_assert_eq (x, before[w - N]);
    }
  }
}

/* An arc as it is drawn: its upright lines, and its label. */
typedef struct {
  int x[2], top, bottom;
  int label_x, label_y, half;
} FoundArc;

/* Reads the arcs of a drawing, in the order of their words; returns how many. Of an arc from 0 both lines are one. */
static int
read_arcs (const char *svg, FoundArc *arcs)
{
  int n = 0, n_labels = 0;

  for (const char *at = svg; (at = strstr (at, "class=\"line\" d=\"")) != NULL; n++) {
    FoundArc *arc = &arcs[n];
    int to, along, step = 0;

    at += strlen ("class=\"line\" d=\"");
    cr_assert_eq (sscanf (at, "M%d %dV%d", &arc->x[0], &arc->bottom, &to), 3);
    arc->x[1] = arc->x[0];
    if (sscanf (at, "M%*d %*dV%*dq0 %*d %*d %dH%dq%d", &along, &arc->x[1], &step) == 3) {
      arc->top = to + along;
      arc->x[1] += step;
    } else {
      arc->top = arc->bottom;
      arc->bottom = to;
    }
  }
  for (const char *at = svg; (at = strstr (at, "class=\"relation\" x=\"")) != NULL; n_labels++) {
    FoundArc *arc = &arcs[n_labels];

    cr_assert_eq (sscanf (at, "class=\"relation\" x=\"%d\" y=\"%d\"", &arc->label_x, &arc->label_y), 2);
    at = strchr (at, '>') + 1;
    arc->half = (int) (strchr (at, '<') - at) * 7 / 2;
  }
  cr_assert_eq (n, n_labels);
  return n;
}

/* Whether no line of other arcs passes through the label of arc @a. */
static gboolean
is_free (const FoundArc *arcs, int n, int a)
{
  for (int b = 0; b < n; b++)
    for (int end = 0; b != a && end < 2; end++)
      if (ABS (arcs[b].x[end] - arcs[a].label_x) < arcs[a].half && arcs[b].top < arcs[a].label_y - 4)
        return FALSE;
  return TRUE;
}

/* No line passes through a label. */
Test (draw, svg_has_no_lines_through_labels)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_SVG });
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  int heads[13], n_moved = 0;

  for (int t = 0; t < 500; t++) {
    const int n = g_rand_int_range (random, 4, 13);
    TbkDrawnRow rows[12];
    FoundArc arcs[12];
    const TbkDrawnSentence sentence = {
      .title = { "t", 1 }, .rows = rows, .n_rows = n, .n = n, .heads = heads
    };
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *svg = NULL;

    random_tree (random, n, t % 4, heads);
    for (int w = 0; w < n; w++)
      rows[w] = (TbkDrawnRow){ .form = { "word", 4 },
                               .relation = { "abcdefgh", (gsize) g_rand_int_range (random, 1, 9) } };
    cr_assert (tbk_draw_sentence (drawer, &sentence, text, NULL));
    svg = tbk_text_dup (text, NULL);
    cr_assert_eq (read_arcs (svg, arcs), n);
    for (int a = 0; a < n; a++) {
      n_moved += ABS (2 * arcs[a].label_x - arcs[a].x[0] - arcs[a].x[1]) > 1;
      cr_assert (is_free (arcs, n, a));
    }
  }
  cr_assert_gt (n_moved, 100);
}

/* Whether the drawing of a sentence of these @forms, as a chain of arcs or as a phrase, is mirrored. */
static gboolean
is_mirrored (const char *forms, gboolean is_phrase)
{
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_HTML });
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GString) brackets = g_string_new ("(S");
  g_auto (GStrv) words = g_strsplit (forms, " ", -1);
  const int n = (int) g_strv_length (words);
  TbkDrawnRow rows[12];
  int heads[13] = { -1 };
  const TbkDrawnSentence sentence = {
    .title = { "t", 1 }, .rows = rows, .n_rows = n, .n = n, .heads = heads
  };
  g_autofree char *svg = NULL;

  for (int w = 0; w < n; w++) {
    rows[w] = (TbkDrawnRow){ .form = { words[w], strlen (words[w]) } };
    heads[w + 1] = w;
    g_string_append_printf (brackets, " (X %s)", words[w]);
  }
  g_string_append_c (brackets, ')');
  if (is_phrase) {
    TbkBracketTree tree;

    cr_assert (tbk_bracket_batch_set_text (batch, "t", brackets->str, brackets->len, NULL, NULL));
    cr_assert (tbk_bracket_batch_next (batch, &tree));
    cr_assert (tbk_draw_brackets (drawer, rows[0].form, &tree, NULL, (TbkPiece){ 0 }, text, NULL));
  } else {
    cr_assert (tbk_draw_sentence (drawer, &sentence, text, NULL));
  }
  svg = tbk_text_dup (text, NULL);
  return strstr (svg, " mirrored") != NULL;
}

/* Digits and punctuation have no direction: the words with letters decide, and equal numbers read from left to right. */
Test (draw, words_with_letters_give_the_direction)
{
  static const struct {
    const char *forms;
    gboolean is_mirrored;
  } rows[] = { { "שלום", TRUE },           { "ספר 1984 , ; !", TRUE }, { "12 סורה 3 : 4", TRUE },
               { "1984 , ; !", FALSE },    { "book 1984 , ;", FALSE }, { "ספר book", FALSE },
               { "ספר שני book ,", TRUE }, { "ספר two books", FALSE }, { "ה־DVD .", TRUE },
               { "كتاب ١٩٨٤ . . .", TRUE } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    for (int is_phrase = 0; is_phrase < 2; is_phrase++)
      cr_assert_eq (is_mirrored (rows[i].forms, is_phrase), rows[i].is_mirrored, "%s", rows[i].forms);
}
