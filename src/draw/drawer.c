/* drawer.c - drawings whole: their titles, one tree or two, and the document or page around them.
 *
 * What is drawn depends on the sentence and on the format:
 *
 *   a sentence alone             one picture with one side
 *   with its projective tree     two pictures, one below the other: before and after
 *   with another annotation      one picture with two sides: the other's arcs that differ are on the second
 *
 *   text, TikZ, DOT   go straight to the text of the caller
 *   SVG, HTML         go to `body` first, since the size of the whole stands before its elements
 */
#include "draw/draw.h"

#include <string.h>

#include "draw/drawing.css.h"
#include "draw/trees.js.h"
#include "report/parts.js.h"
#include "report/report.h"

/* Around a drawing in pixels, and between two. */
enum { MARGIN = 10, CAPTION = 26 };

TbkDrawer *
tbk_drawer_new (const TbkDrawOptions *options)
{
  TbkDrawer *drawer = g_new0 (TbkDrawer, 1);

  drawer->options = *options;
  drawer->body = tbk_text_new ();
  drawer->kinds = tbk_text_new ();
  drawer->lines = g_array_new (FALSE, FALSE, sizeof (PhraseLine));
  return drawer;
}

/* All arrays are kept from one drawing to the next, and grow. */
void
tbk_drawer_free (TbkDrawer *drawer)
{
  if (drawer == NULL)
    return;
  tbk_text_free (drawer->body);
  tbk_text_free (drawer->kinds);
  picture_clear (&drawer->sides[0]);
  picture_clear (&drawer->sides[1]);
  room_clear (&drawer->room);
  g_free (drawer->svg_lines);
  g_array_free (drawer->lines, TRUE);
  room_clear (&drawer->room_of_two);
  g_free (drawer);
}

/* Returns the number of drawings that the trees of @sentence become. */
static int
count_pictures (const TbkDrawnSentence *sentence)
{
  return sentence->projective != NULL ? 2 : 1;
}

/* Sets the sides of drawing @i. */
static gboolean
set_pictures (TbkDrawer *drawer, const TbkDrawnSentence *sentence, int i, GError **error)
{
  const PictureRole role = sentence->against != NULL      ? PICTURE_FIRST
                           : sentence->projective == NULL ? PICTURE_ALONE
                           : i == 0                       ? PICTURE_BEFORE
                                                          : PICTURE_AFTER;

  const PictureRole second = role == PICTURE_FIRST    ? PICTURE_OTHER
                             : role == PICTURE_BEFORE ? PICTURE_AFTER
                                                      : PICTURE_BEFORE;

  drawer->n_sides = role == PICTURE_FIRST ? 2 : 1;
  drawer->n_placed = role == PICTURE_ALONE ? 1 : 2;
  return picture_set (&drawer->sides[0], sentence, role, error)
         && (role == PICTURE_ALONE || picture_set (&drawer->sides[1], sentence, second, error));
}

/* Appends what tells the drawings of a sentence apart, or the annotations in one; nothing where it is
 * alone. */
static gboolean
append_caption (const TbkDrawer *drawer, TbkText *text)
{
  const gboolean has_caption = drawer->sides[0].picture.role != PICTURE_ALONE;

  if (has_caption)
    picture_caption (&drawer->sides[0].picture, text);
  return has_caption;
}

/* Title, and the sentence as it stands in the text. */
static void
append_title_text (TbkDrawer *drawer, TbkPiece title, TbkPiece sentence, TbkText *text)
{
  Pen pen = { .text = text, .is_coloured = drawer->options.is_coloured };

  pen_put (&pen, PAINT_STRONG, "");
  signs_append (text, title, SIGNS_TERMINAL, FALSE);
  pen_end_line (&pen);
  if (sentence.size > 0) {
    signs_append (text, sentence, SIGNS_TERMINAL, FALSE);
    pen_end_line (&pen);
  }
  pen_end_line (&pen);
}

/* Says where the arcs of the other annotation are. */
static void
append_place (const TbkDrawer *drawer, const char *place, SignsTarget target, TbkText *text)
{
  const Picture *picture = &drawer->sides[0].picture;

  if (picture->role != PICTURE_FIRST)
    return;
  tbk_text_printf (text, "; the arcs of ");
  signs_append (text, picture->sentence->against_name, target, FALSE);
  tbk_text_printf (text, " are %s", place);
}

/* Title, sentence, and one or two trees with what tells them apart. */
static gboolean
append_sentence_text (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text, GError **error)
{
  append_title_text (drawer, sentence->title, sentence->text, text);
  for (int i = 0; i < count_pictures (sentence); i++) {
    if (!set_pictures (drawer, sentence, i, error))
      return FALSE;
    if (append_caption (drawer, text)) {
      append_place (drawer, "at the right", SIGNS_TERMINAL, text);
      tbk_text_add (text, "\n", 1);
    }
    if (!sentence_text_draw (drawer, text, error))
      return FALSE;
    tbk_text_add (text, "\n", 1);
  }
  return TRUE;
}

/* Appends the title as a comment of LaTeX; of one of two trees also which. */
static void
append_title_tikz (TbkPiece title, const Picture *picture, TbkText *text)
{
  tbk_text_printf (text, "%% ");
  signs_append (text, title, SIGNS_TERMINAL, FALSE);
  if (picture != NULL && picture->other_heads != NULL) {
    tbk_text_printf (text, "; ");
    picture_caption (picture, text);
  }
  tbk_text_add (text, "\n", 1);
}

/* Appends one tree or two for another program to draw. */
static gboolean
append_sentence_source (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text, GError **error)
{
  for (int i = 0; i < count_pictures (sentence); i++) {
    if (!set_pictures (drawer, sentence, i, error))
      return FALSE;
    if (drawer->options.format == TBK_DRAW_DOT) {
      sentence_dot_draw (drawer, text);
    } else {
      append_title_tikz (sentence->title, &drawer->sides[0].picture, text);
      if (!sentence_tikz_draw (drawer, text, error))
        return FALSE;
    }
    tbk_text_add (text, "\n", 1);
  }
  return TRUE;
}

/* Appends the source of a phrase-structure tree, of which there is one. */
static gboolean
append_brackets_source (TbkDrawer *drawer, TbkPiece title, const TbkBracketTree *tree, TbkText *text,
                        GError **error)
{
  if (drawer->options.format == TBK_DRAW_DOT) {
    brackets_dot_draw (title, tree, text);
  } else {
    append_title_tikz (title, NULL, text);
    if (!brackets_tikz_draw (drawer, tree, text, error))
      return FALSE;
  }
  tbk_text_add (text, "\n", 1);
  return TRUE;
}

/* Returns TRUE if another program draws. */
static gboolean
is_source (const TbkDrawer *drawer)
{
  return drawer->options.format == TBK_DRAW_TIKZ || drawer->options.format == TBK_DRAW_DOT;
}

/* The width that captions need. */
static int /* in pixels */
least_width (const TbkDrawnSentence *sentence, TbkDrawFormat format)
{
  return sentence->projective != NULL ? 220
         : sentence->against == NULL || format == TBK_DRAW_HTML
             ? 0
             : 360 + 8 * signs_cells (sentence->against_name, FALSE);
}

/* Returns TRUE if a picture has its caption in SVG. What differs is told above the box that scrolls in a
 * page. */
static gboolean
has_caption_inside (const TbkDrawer *drawer)
{
  const PictureRole role = drawer->sides[0].picture.role;

  return role != PICTURE_ALONE && (role != PICTURE_FIRST || drawer->options.format == TBK_DRAW_SVG);
}

/* Appends the elements of one tree or two, and says how large they are together. */
static gboolean
append_sentence_svg (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text, int *width,
                     int *height, GError **error)
{
  int top = MARGIN; /* where the next picture begins */

  *width = 0;
  for (int i = 0; i < count_pictures (sentence); i++) {
    int tree_width, tree_height;

    if (!set_pictures (drawer, sentence, i, error))
      return FALSE;
    if (has_caption_inside (drawer)) {
      tbk_text_printf (text, "<text class=\"caption\" x=\"%d\" y=\"%d\">", MARGIN, top + CAPTION / 2);
      append_caption (drawer, text);
      append_place (drawer, "below the words", SIGNS_MARKUP, text);
      tbk_text_printf (text, "</text>\n");
      top += CAPTION;
    }
    if (!sentence_svg_draw (drawer, top, text, &tree_width, &tree_height, error))
      return FALSE;
    *width = MAX (*width, tree_width);
    top += tree_height + MARGIN;
  }
  *width = MAX (*width, least_width (sentence, drawer->options.format));
  *height = top;
  return TRUE;
}

/* Appends how many arcs, or labels of @tree (nullable), differ; nothing of drawings of one annotation. */
static void
append_number (const TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text)
{
  const Picture *picture = &drawer->sides[0].picture;

  if (tree != NULL ? drawer->other == NULL : picture->role != PICTURE_FIRST)
    return;
  tbk_text_printf (text, "<p class=\"number\">");
  if (tree == NULL)
    picture_caption (picture, text);
  else
    tbk_text_printf (text, "%d of %d labels differ", nodes_count_different (drawer, 0, tree), tree->n_nodes);
  tbk_text_printf (text, "</p>\n");
}

/* Appends the name by which links of a page find the drawing of that title: the title up to the number of the
 * sentence, which is its sent_id if it has one, with hyphens for what is neither letter nor digit. */
static void
append_anchor (TbkText *text, TbkPiece title)
{
  static const char *const before[] = { ", sentence ", ", tree " };
  g_autofree char *valid = g_utf8_make_valid (title.bytes, (gssize) title.size);
  const char *hyphen = "";

  for (gsize b = 0; b < G_N_ELEMENTS (before); b++) {
    char *found = g_strrstr (valid, before[b]);

    if (found != NULL && found != valid)
      *found = '\0';
  }
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_isalnum (g_utf8_get_char (at)) || *at == '.' || *at == '_') {
      tbk_text_printf (text, "%s%.*s", hyphen, (int) (g_utf8_next_char (at) - at), at);
      hyphen = "";
    } else {
      hyphen = "-";
    }
}

void
figure_begin (TbkText *text, TbkPiece title, const char *kinds)
{
  tbk_text_printf (text, "<figure class=\"tree\" id=\"");
  append_anchor (text, title);
  if (*kinds != '\0')
    tbk_text_printf (text, "\" data-kinds=\"%s", kinds);
  tbk_text_printf (text, "\">\n<figcaption dir=\"auto\"><a href=\"#");
  append_anchor (text, title);
  tbk_text_printf (text, "\">");
  signs_append (text, title, SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, "</a></figcaption>\n");
}

void
figure_begin_box (TbkText *text, TbkPiece title)
{
  tbk_text_printf (text, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Drawing: ");
  signs_append_isolated (text, title, FALSE);
  tbk_text_printf (text, "\">\n");
}

/* Appends a drawing whose elements are the drawer's body, as a document, or as an element of a page. */
static gboolean
append_svg (const TbkDrawer *drawer, TbkPiece title, TbkPiece sentence, gboolean is_mirrored, int width,
            int height, TbkText *text, GError **error)
{
  const gboolean is_page = drawer->options.format == TBK_DRAW_HTML;
  g_autofree char *elements = tbk_text_dup (drawer->body, error);

  if (elements == NULL)
    return FALSE;
  tbk_text_printf (text,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree%s\" role=\"img\" width=\"%d\" "
                   "height=\"%d\" viewBox=\"0 0 %d %d\">\n<title>",
                   is_page && is_mirrored ? " mirrored" : "", width, height, width, height);
  signs_append_isolated (text, title, FALSE);
  if (sentence.size > 0) {
    tbk_text_printf (text, ": ");
    signs_append_isolated (text, sentence, FALSE);
  }
  tbk_text_printf (text, "</title>\n");
  if (!is_page)
    tbk_text_printf (text, "<style>%s</style>\n<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n",
                     drawing_css, width, height);
  tbk_text_add (text, elements, tbk_text_length (drawer->body));
  tbk_text_printf (text, "</svg>\n");
  return TRUE;
}

/* Appends the sentence as it is in the text; else its words. */
static void
append_words (const TbkDrawnSentence *sentence, const TbkBracketTree *tree, TbkText *text)
{
  const int n = tree != NULL ? tree->n_nodes : sentence->text.size > 0 ? 0 : sentence->n_rows;
  const char *before = "";

  tbk_text_printf (text, "<p dir=\"auto\">");
  if (tree == NULL)
    signs_append (text, sentence->text, SIGNS_MARKUP, FALSE);
  for (int i = 0; i < n; i++) {
    if (tree != NULL ? tree->nodes[i].form == NULL : sentence->rows[i].kind != TBK_DRAWN_WORD)
      continue;
    tbk_text_printf (text, "%s", before);
    signs_append (text, tree != NULL ? drawer_form (&tree->nodes[i]) : sentence->rows[i].form, SIGNS_MARKUP,
                  FALSE);
    before = " ";
  }
  tbk_text_printf (text, "</p>\n");
}

/* Appends the same; of a page with its title above, and the sentence below. */
static gboolean
append_frame (const TbkDrawer *drawer, TbkPiece title, const TbkDrawnSentence *sentence,
              const TbkBracketTree *tree, int width, int height, TbkText *text, GError **error)
{
  const TbkPiece said = sentence != NULL ? sentence->text : (TbkPiece){ NULL, 0 };
  const gboolean is_mirrored = tree != NULL ? drawer->is_mirrored : drawer->sides[0].picture.is_right_to_left;
  g_autofree char *found = NULL;

  if (drawer->options.format != TBK_DRAW_HTML)
    return append_svg (drawer, title, said, is_mirrored, width, height, text, error);
  if ((found = tbk_text_dup (drawer->kinds, error)) == NULL)
    return FALSE;
  figure_begin (text, title, sentence != NULL && sentence->kinds != NULL ? sentence->kinds : found);
  append_number (drawer, tree, text);
  figure_begin_box (text, title);
  if (!append_svg (drawer, title, said, is_mirrored, width, height, text, error))
    return FALSE;
  tbk_text_printf (text, "</div>\n");
  append_words (sentence, tree, text);
  if (sentence != NULL)
    tbk_text_add (text, sentence->below.bytes, sentence->below.size);
  tbk_text_printf (text, "</figure>\n");
  return TRUE;
}

gboolean
tbk_draw_sentence (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text, GError **error)
{
  int width, height;

  g_return_val_if_fail (drawer != NULL && sentence != NULL && sentence->n >= 1, FALSE);
  g_return_val_if_fail (sentence->rows != NULL && sentence->n_rows >= sentence->n, FALSE);
  g_return_val_if_fail (sentence->against == NULL || sentence->projective == NULL, FALSE);
  /* Before anything is appended: a tree that cannot be drawn leaves the text as it is. From the last to the
   * first, so that the sides are those of the first. */
  for (int i = count_pictures (sentence) - 1; i >= 0; i--)
    if (!set_pictures (drawer, sentence, i, error))
      return FALSE;
  if (drawer->options.format == TBK_DRAW_TEXT)
    return append_sentence_text (drawer, sentence, text, error);
  if (is_source (drawer))
    return append_sentence_source (drawer, sentence, text, error);
  tbk_text_clear (drawer->body);
  tbk_text_clear (drawer->kinds);
  return append_sentence_svg (drawer, sentence, drawer->body, &width, &height, error)
         && append_frame (drawer, sentence->title, sentence, NULL, width, height, text, error);
}

/* Appends how the drawer's trees differ, in text. */
static void
append_caption_brackets (const TbkDrawer *drawer, const TbkBracketTree *tree, TbkText *text)
{
  if (drawer->other == NULL)
    return;
  tbk_text_printf (text, "%d of %d labels differ (*); the labels of ",
                   nodes_count_different (drawer, 0, tree), tree->n_nodes);
  signs_append (text, drawer->other_name, SIGNS_TERMINAL, FALSE);
  tbk_text_printf (text, " are below\n");
}

/* As tbk_draw_sentence(), for one tree, beside which another may be drawn. */
static gboolean
append_brackets (TbkDrawer *drawer, TbkPiece title, const TbkBracketTree *tree, TbkText *text, GError **error)
{
  const TbkPiece no_sentence = { NULL, 0 };
  int width, height;

  if (is_source (drawer))
    return append_brackets_source (drawer, title, tree, text, error);
  if (drawer->options.format == TBK_DRAW_TEXT) {
    append_title_text (drawer, title, no_sentence, text);
    append_caption_brackets (drawer, tree, text);
    if (!brackets_text_draw (drawer, tree, text, error))
      return FALSE;
    tbk_text_add (text, "\n", 1);
    return TRUE;
  }
  tbk_text_clear (drawer->body);
  tbk_text_clear (drawer->kinds);
  return brackets_svg_draw (drawer, tree, drawer->body, &width, &height, error)
         && append_frame (drawer, title, NULL, tree, width, height, text, error);
}

gboolean
tbk_draw_brackets (TbkDrawer *drawer, TbkPiece title, const TbkBracketTree *tree, const TbkBracketTree *other,
                   TbkPiece other_name, TbkText *text, GError **error)
{
  gboolean is_drawn;

  g_return_val_if_fail (drawer != NULL && tree != NULL && tree->problem == NULL && tree->n >= 1, FALSE);
  g_return_val_if_fail (other == NULL || (other->problem == NULL && other->n == tree->n), FALSE);

  drawer->other = other;
  drawer->other_name = other_name;
  is_drawn = (other == NULL || nodes_compare (drawer, tree, other, error))
             && append_brackets (drawer, title, tree, text, error);
  drawer->is_found = NULL;
  return is_drawn;
}

void
drawer_mark (TbkDrawer *drawer, const gboolean *is_found)
{
  drawer->is_found = is_found;
}

/* Samples of what drawings have, each with a word. The style hides those that no drawing of the page has; so
 * they need not be known before. Of arcs the sample is a path, of labels their class. */
static const struct {
  const char *of, *path, *label, *word;
} samples[] = {
  { "nonprojective", "M2 15V8q0 -6 6 -6H28q6 0 6 6V15", NULL, "not projective" },
  { "moved", "M2 15V8q0 -6 6 -6H28q6 0 6 6V15", NULL, "moved" },
  { "this", "M2 15V8q0 -6 6 -6H28q6 0 6 6V15", NULL, "this file" },
  { "other", "M2 1V8q0 6 6 6H28q6 0 6 -6V1", NULL, "the other file, where it differs" },
  { "differs", "M2 15V8q0 -6 6 -6H28q6 0 6 6V15", NULL, "the arcs that it replaces" },
  { "node-differs", NULL, "node differs", "not in the other file" },
  { "node-other", NULL, "node other", "in the other file only" },
};

Page *
drawer_new_page (const char *title, const char *note)
{
  Page *page = page_new_with_style (title, drawing_css);

  if (note != NULL)
    page_paragraph (page, "%s", note);
  page_markup (page, "<p class=\"legend\">\n");
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *line = samples[i].path != NULL
                                ? g_strdup_printf ("<path class=\"line\" d=\"%s\"/>", samples[i].path)
                                : g_strdup ("<text class=\"label\" x=\"18\" y=\"13\">NP</text>");
    g_autofree char *sample = g_strdup_printf (
        "<span class=\"of-%s\"><svg class=\"tree\" width=\"36\" height=\"16\" "
        "aria-hidden=\"true\"><g class=\"%s\">%s</g></svg> %s</span>\n",
        samples[i].of, samples[i].label != NULL ? samples[i].label : samples[i].of, line, samples[i].word);

    page_markup (page, sample);
  }
  page_markup (page, "</p>\n");
  return page;
}

gboolean
drawer_end_page (TbkOutput *output, GError **error)
{
  return page_write_end ((const char *const[]){ trees_js, parts_js, NULL }, output, error);
}

const char drawer_tikz_begin[] =
    "\\documentclass[multi={dependency,forest}, border=4pt]{standalone}\n"
    "\\ifdefined\\Umathcode\\usepackage{fontspec}\\else\\usepackage[T1]{fontenc}\\fi\n" LATEX_LETTERS
    "\\usepackage{tikz-dependency}\n"
    "\\usepackage{forest}\n"
    "\\begin{document}\n";
const char drawer_tikz_end[] = "\\end{document}\n";

/* Pages, and files for LaTeX, have a beginning and an end; drawings of other formats stand one after the other. */
gboolean
tbk_draw_begin (const TbkDrawOptions *options, const char *title, const char *note, TbkOutput *output,
                GError **error)
{
  g_autoptr (Page) page = NULL;

  if (options->format == TBK_DRAW_TIKZ && options->is_document)
    return tbk_output_printf (output, error, "%s", drawer_tikz_begin);
  if (options->format != TBK_DRAW_HTML)
    return TRUE;
  page = drawer_new_page (title, note);
  return page_write_begin (page, output, error);
}

gboolean
tbk_draw_end (const TbkDrawOptions *options, TbkOutput *output, GError **error)
{
  if (options->format == TBK_DRAW_TIKZ && options->is_document)
    return tbk_output_printf (output, error, "%s", drawer_tikz_end);
  return options->format != TBK_DRAW_HTML || drawer_end_page (output, error);
}
