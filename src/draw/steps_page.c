/* steps_page.c - steps as parts of a page.
 *
 * Contents
 *   1. steps_page: steps as parts of a page: a table that needs no script, and a record that the script
 *      draws
 *   2. steps_draw: steps as text, or as a part of a page
 *
 * A sentence is a <section> with a table of all steps, for readers without script, and the same as a
 * record of JSON in a <script> element, which steps.js draws. The beginning of such a record, shortened
 * (arc-eager parsing):
 *
 *   {"system":"arc-eager-nederhof", ..., "words":["0","Magnam","puella","rosam","carpit"], "gold":[-1,3,4,4,0],
 *   "nodes":[
 *   [1,0,-1,-1,1,0,0,1,[0],[],[],[["SH",0,1],["RA",0,9]],0],
 *   [1,0,0,0,2,0,0,2,[1,0],[],[],[["SH",0,2],["LA",0,17,[2,1],0],["RA",0,24],["RE",0,31,[0,1],0]],0], ...
 *
 * Nodes are configurations. The first length + 1 are those of the sequence in its order; the others are
 * found by other steps. A move is [KEY,COST,NEXT] and, if it makes something, [HEAD,DEPENDENT] and whether
 * that is gold; NEXT is the number of the node after it. Arrays and not objects: a page has thousands of
 * them.
 */
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/steps.h"

#include <string.h>

#include "base/json.h"
#include "draw/steps.css.h"
#include "draw/steps.js.h"
#include "report/report.h"

/* 1. steps_page: steps as parts of a page: a table that needs no script, and a record that the script
 * draws. */

/* Appends @piece as a string of JSON that may stand in HTML: no '<' in it may end the script element,
 * so '<', '>' and '&' are written by their numbers. */
static gboolean
append_string (GString *json, TbkPiece piece, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GString) string = g_string_new (NULL);
  g_autofree char *shown = NULL;

  signs_append (text, piece, SIGNS_TERMINAL, FALSE);
  shown = tbk_text_dup (text, error);
  if (shown == NULL)
    return FALSE;
  json_append_string (string, shown, strlen (shown));
  for (const char *at = string->str; *at != '\0'; at++)
    if (*at == '<' || *at == '>' || *at == '&')
      g_string_append_printf (json, "\\u%04x", (guint) *at);
    else
      g_string_append_c (json, *at);
  return TRUE;
}

static const char *
label_of (const TbkSteps *steps, int label)
{
  return tbk_vocabulary_name (steps->labels, label);
}

/* Labels are numbers in the record, of names that stand at its beginning. */
static gboolean
append_labels (const TbkSteps *steps, GString *json, GError **error)
{
  g_string_append (json, ",\"labels\":[");
  for (int l = 0; steps->labels != NULL && l < tbk_vocabulary_size (steps->labels); l++) {
    g_string_append (json, l > 0 ? "," : "");
    if (!append_string (json, signs_piece (label_of (steps, l)), error))
      return FALSE;
  }
  g_string_append_c (json, ']');
  return TRUE;
}

static void
append_phrase (GString *json, int label, int left, int right)
{
  g_string_append_printf (json, "[%d,%d,%d]", label, left, right);
}

/* Appends the elements of a list, at most STEPS_MOST_ITEMS, and moves *@item behind them: the lists of
 * a node stand one after the other in one array. A word is a number, a phrase an array. */
static void
append_items (const StepsItem **item, int n, GString *json)
{
  g_string_append_c (json, '[');
  for (int i = 0; i < MIN (n, STEPS_MOST_ITEMS); i++, (*item)++) {
    g_string_append (json, i > 0 ? "," : "");
    if ((*item)->label < 0)
      g_string_append_printf (json, "%d", (*item)->left);
    else
      append_phrase (json, (*item)->label, (*item)->left, (*item)->right);
  }
  g_string_append_c (json, ']');
}

static gboolean
append_move (const StepsMove *move, GString *json, GError **error)
{
  g_string_append_c (json, '[');
  if (!append_string (json, signs_piece (move->key), error))
    return FALSE;
  g_string_append_printf (json, ",%d,%d", move->cost, move->next);
  if (move->makes) {
    g_string_append_c (json, ',');
    if (move->head >= 0)
      g_string_append_printf (json, "[%d,%d]", move->head, move->dependent);
    else
      append_phrase (json, move->made.label, move->made.left, move->made.right);
    g_string_append (json, move->is_gold ? ",1" : ",0");
  }
  g_string_append_c (json, ']');
  return TRUE;
}

/* Appends a configuration: [loss, taken, from, by, depth, n_second, n_returned, next, stack, second,
 * returned, moves, left out]. Its items come as stack, returned, second; so `returned` waits until second is
 * written. The script has the same order, and no names: both are changed together. */
static gboolean
append_node (const TbkSteps *steps, const StepsNode *node, GString *json, GError **error)
{
  const StepsItem *item = steps_items (steps, node);
  g_autoptr (GString) returned = g_string_new (NULL);

  g_string_append_printf (json, "[%d,%d,%d,%d,%d,%d,%d,%d,", node->loss, node->taken, node->from, node->by,
                          node->depth, node->n_second, node->n_returned, node->next);
  append_items (&item, node->depth, json);
  append_items (&item, node->n_returned, returned);
  g_string_append_c (json, ',');
  append_items (&item, node->n_second, json);
  g_string_append_printf (json, ",%s,[", returned->str);
  for (int m = 0; m < node->n_moves; m++) {
    g_string_append (json, m > 0 ? "," : "");
    if (!append_move (&steps_moves (steps, node)[m], json, error))
      return FALSE;
  }
  g_string_append_printf (json, "],%d]", node->n_left_out);
  return TRUE;
}

/* Appends the gold tree: heads of words, or constituents. */
static void
append_gold (const TbkSteps *steps, GString *json)
{
  const TbkPhraseTree *tree = steps->of_phrases.gold;

  g_string_append (json, ",\"gold\":[");
  for (int word = 0; tree == NULL && word < steps->n_words; word++)
    g_string_append_printf (json, "%s%d", word > 0 ? "," : "", steps->of_words.gold[word]);
  for (int g = 0; tree != NULL && g < tree->n_constituents; g++) {
    g_string_append (json, g > 0 ? "," : "");
    append_phrase (json, tree->constituents[g].label, tree->constituents[g].left,
                   tree->constituents[g].right);
  }
  g_string_append_c (json, ']');
}

/* Returns TRUE if most of the words with letters run from right to left. */
static gboolean
reads_right_to_left (const TbkSteps *steps)
{
  int n = 0;

  for (int word = steps->first; word < steps->n_words; word++)
    n += signs_direction (steps->words[word]);
  return n < 0;
}

/* Appends pieces, by words. */
static gboolean
append_strings (const TbkPiece *pieces, int n, GString *json, GError **error)
{
  for (int word = 0; word < n; word++) {
    g_string_append (json, word > 0 ? "," : "");
    if (!append_string (json, pieces[word], error))
      return FALSE;
  }
  return TRUE;
}

/* Appends the names that textbooks have for transitions, in their order: "LA":"LEFT-ARC". */
static void
append_names (const TbkSteps *steps, GString *json)
{
  const TbkSystem *system = steps_system_of_words (steps);

  g_string_append (json, ",\"names\":{");
  for (int t = 0; system != NULL && t < system->n_transitions; t++) {
    g_autofree char *name = g_ascii_strup (system->transitions[t].name, -1);

    g_strdelimit (name, "_ ", '-');
    g_string_append_printf (json, "%s\"%s\":\"%s\"", t > 0 ? "," : "", system->transitions[t].key, name);
  }
  g_string_append_c (json, '}');
}

/* Returns TRUE if words change places: then the order so far is worth a look. */
static gboolean
reorders (const TbkSteps *steps)
{
  const TbkSystem *system = steps_system_of_words (steps);

  return system != NULL && g_str_has_prefix (system->name, "swap");
}

/* Appends all that the script has to know. A page of an answer opens at its first error. */
static gboolean
append_record (const TbkSteps *steps, gboolean is_graded, GString *json, GError **error)
{
  const gboolean hangs_rest = steps_is_of_words (steps) && steps_system_of_words (steps)->hangs_rest;

  g_string_append_printf (
      json, "{\"system\":\"%s\",\"unit\":\"%s\",\"units\":\"%s\",\"lost\":\"%s\",\"first\":%d,\"length\":%d",
      steps->system, steps->unit, steps->units, steps->lost, steps->first, steps->length);
  g_string_append_printf (json, ",\"start\":%d,\"hangs\":%s,\"reorders\":%s,\"rtl\":%s",
                          is_graded ? MAX (0, tbk_steps_first_error (steps)) : 0,
                          hangs_rest ? "true" : "false", reorders (steps) ? "true" : "false",
                          reads_right_to_left (steps) ? "true" : "false");
  append_names (steps, json);
  g_string_append (json, ",\"problem\":");
  if (!append_string (json, signs_piece (steps->problem->str), error))
    return FALSE;
  g_string_append (json, ",\"words\":[");
  if (!append_strings (steps->words, steps->n_words, json, error))
    return FALSE;
  g_string_append (json, "],\"relations\":[");
  if (steps_is_of_words (steps) && !append_strings (steps->relations, steps->n_words, json, error))
    return FALSE;
  g_string_append_c (json, ']');
  if (!append_labels (steps, json, error))
    return FALSE;
  append_gold (steps, json);
  g_string_append (json, ",\"nodes\":[");
  for (gsize i = 0; i < steps->n_nodes; i++) {
    g_string_append (json, i > 0 ? ",\n" : "\n");
    if (!append_node (steps, &steps->nodes[i], json, error))
      return FALSE;
  }
  g_string_append (json, "]}");
  return TRUE;
}

static void
append_isolated (TbkText *text, TbkPiece piece)
{
  const gboolean is_isolated = signs_are_right_to_left (piece);

  tbk_text_printf (text, is_isolated ? "<bdi>" : "");
  signs_append (text, piece, SIGNS_MARKUP, TRUE);
  tbk_text_printf (text, is_isolated ? "</bdi>" : "");
}

static void
append_item (const TbkSteps *steps, const StepsItem *item, TbkText *text)
{
  if (item->label < 0) {
    append_isolated (text, steps->words[item->left]);
  } else {
    tbk_text_printf (text, item->right < 0 ? "(" : "");
    append_isolated (text, signs_piece (label_of (steps, item->label)));
  }
}

/* Appends a list to a cell. Items come from the end where things happen, the top first. @is_reversed:
 * the first stands last, as the top of the stack stands at the right, beside the input. */
static void
append_cell_list (const TbkSteps *steps, const StepsItem *items, int n, gboolean is_reversed, TbkText *text)
{
  const int n_kept = MIN (n, STEPS_MOST_ITEMS);

  tbk_text_printf (text, is_reversed && n > n_kept ? "… " : "");
  for (int i = 0; i < n_kept; i++) {
    tbk_text_printf (text, i > 0 ? " " : "");
    append_item (steps, &items[is_reversed ? n_kept - 1 - i : i], text);
  }
  tbk_text_printf (text, !is_reversed && n > n_kept ? " …" : "");
}

/* The most words of the input that a row shows. */
enum { MOST_INPUT = 6 };

/* Words that came back to the input stand before those that never left it. All of the former that are known
 * are shown. */
static void
append_input (const TbkSteps *steps, const StepsNode *node, const StepsItem *returned, TbkText *text)
{
  int n = MIN (node->n_returned, STEPS_MOST_ITEMS), word = node->next;

  append_cell_list (steps, returned, node->n_returned, FALSE, text);
  for (; n < MOST_INPUT && word < steps->n_words; n++, word++) {
    tbk_text_printf (text, n > 0 ? " " : "");
    append_isolated (text, steps->words[word]);
  }
  tbk_text_printf (text, word < steps->n_words ? " …" : "");
}

static void
append_cost (int cost, TbkText *text)
{
  if (cost == STEPS_DEAD_END)
    tbk_text_printf (text, "dead end");
  else if (cost == STEPS_UNKNOWN)
    tbk_text_printf (text, "?");
  else if (cost == 0)
    tbk_text_printf (text, "best");
  else
    tbk_text_printf (text, "+%d", cost);
}

static void
append_made (const TbkSteps *steps, const StepsMove *move, TbkText *text)
{
  if (!move->makes)
    return;
  if (move->head >= 0) {
    append_isolated (text, steps->words[move->head]);
    tbk_text_printf (text, " → ");
    append_isolated (text, steps->words[move->dependent]);
  } else {
    append_isolated (text, signs_piece (label_of (steps, move->made.label)));
    for (int word = move->made.left; word < move->made.right; word++) {
      tbk_text_printf (text, " ");
      append_isolated (text, steps->words[word]);
    }
  }
  tbk_text_printf (text, move->is_gold ? "" : " ✗");
}

static void
append_other_moves (const TbkSteps *steps, const StepsNode *node, TbkText *text)
{
  const char *before = "";

  for (int m = 0; m < node->n_moves; m++) {
    const StepsMove *move = &steps_moves (steps, node)[m];

    if (m == node->taken)
      continue;
    tbk_text_printf (text, "%s", before);
    append_isolated (text, signs_piece (move->key));
    tbk_text_printf (text, " ");
    append_cost (move->cost, text);
    before = ", ";
  }
  if (node->n_left_out > 0)
    tbk_text_printf (text, "%s%d more", before, node->n_left_out);
}

/* Appends a row: number, stack (with the second list in brackets), input, step taken, what it makes,
 * other steps. */
static void
append_row (const TbkSteps *steps, int number, TbkText *text)
{
  const StepsNode *node = &steps->nodes[number];
  const StepsItem *items = steps_items (steps, node);
  const StepsItem *returned = items + MIN (node->depth, STEPS_MOST_ITEMS);
  const StepsItem *second = returned + MIN (node->n_returned, STEPS_MOST_ITEMS);
  const StepsMove *taken = node->taken < 0 ? NULL : &steps_moves (steps, node)[node->taken];

  tbk_text_printf (text, "<tr><td class=\"n\">%d</td><td>", number + 1);
  append_cell_list (steps, items, node->depth, TRUE, text);
  if (node->n_second > 0) {
    tbk_text_printf (text, " [");
    append_cell_list (steps, second, node->n_second, FALSE, text);
    tbk_text_printf (text, "]");
  }
  tbk_text_printf (text, "</td><td>");
  append_input (steps, node, returned, text);
  tbk_text_printf (text, "</td><td%s>",
                   taken != NULL && taken->cost != 0 && taken->cost != STEPS_UNKNOWN ? " class=\"wrong\""
                                                                                     : "");
  if (taken != NULL) {
    append_isolated (text, signs_piece (taken->key));
    tbk_text_printf (text, " ");
    append_cost (taken->cost, text);
  }
  tbk_text_printf (text, "</td><td>");
  if (taken != NULL)
    append_made (steps, taken, text);
  tbk_text_printf (text, "</td><td>");
  append_other_moves (steps, node, text);
  tbk_text_printf (text, "</td></tr>\n");
}

static void
append_table (const TbkSteps *steps, TbkText *text)
{
  tbk_text_printf (
      text,
      "<details class=\"all\">\n<summary>All steps as a table</summary>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"All steps\">\n<table>\n<thead><tr>");
  for (const char *const *name =
           (const char *const[]){ "#", "stack", "input", "taken", "makes", "other", NULL };
       *name != NULL; name++)
    tbk_text_printf (text, "<th scope=\"col\">%s</th>", *name);
  tbk_text_printf (text, "</tr></thead>\n<tbody>\n");
  for (int number = 0; number <= steps->length; number++)
    append_row (steps, number, text);
  tbk_text_printf (text, "</tbody>\n</table>\n</div>\n</details>\n");
}

/* Appends a transition of the list. @name is NULL where the key says all. */
static void
append_effects (const char *key, const char *name, const char *effects, TbkText *text)
{
  tbk_text_printf (text, "<li><b>%s</b>%s", key, name != NULL ? " " : "");
  signs_append (text, signs_piece (name != NULL ? name : ""), SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, ": ");
  signs_append (text, signs_piece (effects), SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, "</li>\n");
}

/* Appends what the transitions on buttons and in the table do. */
static void
append_transitions (const TbkSteps *steps, TbkText *text)
{
  const TbkSystem *system = steps_system_of_words (steps);
  const TbkPhraseSystem *phrases = steps->machines[STEPS_WAY].phrase_system;
  const char *key, *effects;

  tbk_text_printf (text, "<ul class=\"transitions\">\n");
  for (int t = 0; system != NULL && t < system->n_transitions; t++) {
    g_autofree char *does = steps_effects (&system->transitions[t]);

    append_effects (system->transitions[t].key, system->transitions[t].name, does, text);
  }
  for (int i = 0; phrases != NULL && (effects = steps_phrase_effects (phrases, i, &key)) != NULL; i++)
    append_effects (key, NULL, effects, text);
  tbk_text_printf (text, "</ul>\n");
}

/* Appends the record; of a quiz so that no answer is read in the source of the page: each byte exclusive-or
 * one of a sequence, in base64. That is no secret, and hides no more than needed. The sequence is a linear
 * congruential one, which the script computes too; of its numbers the bits from 16 on are used, since the
 * lowest ones repeat soon. */
static void
append_hidden (GString *json, gboolean is_quiz, TbkText *text)
{
  g_autofree char *coded = NULL;
  guint32 state = 1;

  for (gsize i = 0; is_quiz && i < json->len; i++) {
    state = state * 1103515245u + 12345u;
    json->str[i] = (char) ((guchar) json->str[i] ^ (state >> 16 & 0xff));
  }
  coded = is_quiz ? g_base64_encode ((const guchar *) json->str, json->len) : NULL;
  tbk_text_add (text, is_quiz ? coded : json->str, is_quiz ? strlen (coded) : json->len);
}

/* Appends what there is to know. */
static void
append_how (const TbkSteps *steps, gboolean is_quiz, TbkText *text)
{
  tbk_text_printf (text, "<details class=\"how\">\n<summary>How to read this page</summary>\n");
  if (is_quiz)
    tbk_text_printf (
        text,
        "<p>Choose a transition that loses nothing. The page then shows its cost, and continues with a best one. "
        "The arrow keys, the slider and the buttons lead back to your answers.</p>\n");
  else
    tbk_text_printf (
        text,
        "<p>Step with the arrow keys, the slider or the buttons. Each transition that is possible has a button, with its "
        "cost: how many more arcs or constituents of the gold tree are lost. In sentences of at most " G_STRINGIFY (
            TBK_STEPS_MOST_WORDS) " words you may take wrong steps too.</p>\n");
  tbk_text_printf (
      text,
      "<p>The top is the last word of the stack, and the front is the first word of the input. Both are "
      "underlined in the tree.</p>\n");
  if (steps_about (steps) != NULL) {
    tbk_text_printf (text, "<p>%s: ", steps->system);
    signs_append (text, signs_piece (steps_about (steps)), SIGNS_MARKUP, FALSE);
    tbk_text_printf (text, "</p>\n");
  }
  append_transitions (steps, text);
  tbk_text_printf (text, "</details>\n");
}

static void
append_heading (const TbkSteps *steps, TbkPiece title, TbkText *text)
{
  tbk_text_printf (text, "<h2><bdi>");
  signs_append (text, title, SIGNS_MARKUP, FALSE);
  tbk_text_printf (text, "</bdi></h2>\n");
  if (steps->text.size > 0) {
    tbk_text_printf (text, "<p class=\"text\" dir=\"auto\">");
    signs_append (text, steps->text, SIGNS_MARKUP, FALSE);
    tbk_text_printf (text, "</p>\n");
  }
  if (steps->policy != NULL)
    tbk_text_printf (text, "<p>%s, best by policy %s.</p>\n", steps->system, steps->policy);
}

gboolean
steps_page_draw (const TbkSteps *steps, TbkPiece title, gboolean is_graded, gboolean is_quiz, TbkText *text,
                 GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (!append_record (steps, is_graded, json, error))
    return FALSE;
  tbk_text_printf (text, "<section class=\"steps\">\n");
  append_heading (steps, title, text);
  if (is_graded) {
    g_autoptr (GString) judgement = g_string_new (NULL);

    steps_append_judgement (steps, judgement);
    tbk_text_printf (text, "<p class=\"note\">");
    signs_append (text, signs_piece (judgement->str), SIGNS_MARKUP, FALSE);
    tbk_text_printf (text, ".</p>\n");
  }
  if (!is_quiz)
    append_table (steps, text);
  append_how (steps, is_quiz, text);
  tbk_text_printf (text, "<script type=\"%s\">", is_quiz ? "text/plain" : "application/json");
  append_hidden (json, is_quiz, text);
  tbk_text_printf (text, "</script>\n</section>\n");
  return TRUE;
}

/* Adds samples of the arcs of the tree. */
static void
add_legend (Page *page)
{
  static const char *const samples[][2] = {
    { "right", "correct" }, { "wrong", "wrong" }, { "gold", "still missing" }, { "right new", "just made" }
  };

  page_markup (page, "<p class=\"steps legend\">\n");
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++) {
    g_autofree char *sample =
        g_strdup_printf ("<span><svg width=\"36\" height=\"16\" aria-hidden=\"true\"><g class=\"%s\"><path "
                         "d=\"M2 16V8q0 -6 6 -6H28q6 0 6 6V16\"/></g></svg> %s</span>\n",
                         samples[i][0], samples[i][1]);

    page_markup (page, sample);
  }
  page_markup (page, "</p>\n");
}

static const char latex_begin[] =
    "\\documentclass{beamer}\n"
    "\\ifdefined\\Umathcode\\usepackage{fontspec}\\else\\usepackage[T1]{fontenc}\\fi\n" LATEX_LETTERS
    "\\begin{document}\n";

static const char latex_begin_pictures[] =
    "\\documentclass[tikz, border=4pt]{standalone}\n"
    "\\ifdefined\\Umathcode\\usepackage{fontspec}\\else\\usepackage[T1]{fontenc}\\fi\n" LATEX_LETTERS
    "\\begin{document}\n";

gboolean
tbk_steps_begin (const TbkDrawOptions *options, const char *title, TbkOutput *output, GError **error)
{
  g_autoptr (Page) page = NULL;

  if (options->format == TBK_DRAW_TIKZ && options->is_document)
    return tbk_output_printf (output, error, "%s",
                              options->derivation > 0 ? latex_begin_pictures : latex_begin);
  if (options->derivation > 0)
    return tbk_draw_begin (options, title, NULL, output, error);
  if (options->format != TBK_DRAW_HTML)
    return TRUE;
  page = page_new_with_style (title, steps_css);
  add_legend (page);
  return page_write_begin (page, output, error);
}

gboolean
tbk_steps_end (const TbkDrawOptions *options, TbkOutput *output, GError **error)
{
  if (options->format == TBK_DRAW_TIKZ && options->is_document)
    return tbk_output_printf (output, error, "\\end{document}\n");
  if (options->derivation > 0)
    return tbk_draw_end (options, output, error);
  return options->format != TBK_DRAW_HTML
         || page_write_end ((const char *const[]){ steps_js, NULL }, output, error);
}

/* 2. steps_draw: steps as text, or as a part of a page. */

gboolean
tbk_steps_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, gboolean is_graded,
                TbkText *text, GError **error)
{
  g_return_val_if_fail (options->format == TBK_DRAW_TEXT || options->format == TBK_DRAW_HTML
                            || options->format == TBK_DRAW_TIKZ,
                        FALSE);
  if (options->derivation > 0)
    return steps_derivation_draw (steps, options, title, text, error);
  if (options->format == TBK_DRAW_TIKZ)
    return steps_latex_draw (steps, options, title, text, error);
  return options->format == TBK_DRAW_TEXT
             ? steps_text_draw (steps, options, title, is_graded, text, error)
             : steps_page_draw (steps, title, is_graded, options->is_quiz, text, error);
}
