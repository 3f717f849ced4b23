/* normalize.c - the rules that make a tree of words and phrases of what a file holds. */
#include "phrase/brackets/brackets.h"

#include <string.h>

#include "base/memory.h"

static gboolean
is_sign (char byte, gboolean is_bar_sign)
{
  return byte == '-' || byte == '=' || (byte == '|' && is_bar_sign);
}

/* Where @label ends, before the first sign, unless it begins with one. */
static int
cut_at_sign (const char *label, int length, gboolean is_bar_sign)
{
  if (length == 0 || is_sign (label[0], TRUE))
    return length;
  for (int i = 1; i < length; i++)
    if (is_sign (label[i], is_bar_sign))
      return i;
  return length;
}

static int
cut_label (const char *label, int length, guint rules)
{
  if ((rules & TBK_BRACKETS_EVALB_LABELS) != 0 && length > 0 && is_sign (label[0], FALSE))
    return 0;
  return cut_at_sign (label, length, (rules & (TBK_BRACKETS_PENN | TBK_BRACKETS_EVALB_LABELS)) == 0);
}

static gboolean
is_one_of (const char *text, int length, const char *const *words)
{
  for (; length > 0 && *words != NULL; words++)
    if (text[0] == (*words)[0] && (int) strlen (*words) == length
        && memcmp (text, *words, (gsize) length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_markup (const TbkBracketNode *leaf)
{
  static const char *const tags[] = { "ID", "CODE", "METADATA", NULL };

  return is_one_of (leaf->label, cut_at_sign (leaf->label, leaf->label_length, TRUE), tags);
}

/* Traces. */

/* The forms of leaves that may stand for no word. */
typedef enum {
  FORM_OF_WORD,
  FORM_ZERO,    /* 0 */
  FORM_STAR,    /* *, *-1, *-a */
  FORM_NAMED,   /* *NAME*, *NAME*-X */
  FORM_INDEXED, /* *NAME*-1 */
} TraceForm;

static TraceForm
find_trace_form (const char *form, int length)
{
  const char *end = form + length, *star, *suffix;

  if (form[0] == '0' && length == 1)
    return FORM_ZERO;
  if (form[0] != '*')
    return FORM_OF_WORD;
  star = memchr (form + 1, '*', (gsize) length - 1);
  suffix = star == NULL ? form + 1 : star + 1;
  if (star == form + 1 || (suffix < end && *suffix != '-'))
    return FORM_OF_WORD;
  if (star == NULL)
    return suffix == end || (suffix + 1 < end && g_ascii_isalnum (suffix[1])) ? FORM_STAR : FORM_OF_WORD;
  if (form[1] == '-')
    return FORM_OF_WORD; /* *-* */
  return suffix + 1 < end && g_ascii_isdigit (suffix[1]) ? FORM_INDEXED : FORM_NAMED;
}

static gboolean
is_label_of_phrases (const char *label, int length)
{
  static const char *const labels[] = { "NP",    "PP",   "ADVP", "ADJP",  "CP",   "IP",   "QP",
                                        "CONJP", "RRC",  "VP",   "S",     "SBAR", "NUMP", "NX",
                                        "QTP",   "ADJX", "ADVX", "INTJP", NULL };
  const int wh = length > 2 && memcmp (label, "WH", 2) == 0 ? 2 : length > 1 && label[0] == 'W';

  return is_one_of (label, length, labels) || is_one_of (label + wh, length - wh, labels);
}

/* Whether it is a tag of verbs, as VB, VBN, BEPI. */
static gboolean
is_tag_of_verbs (const char *tag, int length)
{
  static const char *const verbs[] = { "VB", "BE", "DO", "HV", "MD", "RD", "AX", NULL };

  return length >= 2 && length <= 4 && is_one_of (tag, 2, verbs);
}

/* By the table of tbk/brackets.h. */
static gboolean
is_trace (const TbkBracketNode *leaf)
{
  static const char *const of_zero[] = { "C", "P", "TO", "CONJ", "BREAK", ",", NULL };
  static const char *const of_star[] = { "TO", "Q", "RP", NULL };
  const TraceForm form = find_trace_form (leaf->form, leaf->form_length);
  const char *tag = leaf->label;
  const int length = cut_at_sign (tag, leaf->label_length, TRUE);

  return form == FORM_INDEXED || (form != FORM_OF_WORD && is_label_of_phrases (tag, length))
         || (form == FORM_ZERO && is_one_of (tag, length, of_zero))
         || (form == FORM_STAR && (is_one_of (tag, length, of_star) || is_tag_of_verbs (tag, length)));
}

static gboolean
is_tagged_empty (const TbkBracketNode *leaf)
{
  static const char *const tags[] = { "-NONE-", NULL };

  return is_one_of (leaf->label, leaf->label_length, tags);
}

static gboolean
is_displaced (const TbkBracketNode *leaf)
{
  return leaf->form_length >= 5 && memcmp (leaf->form, "*ICH*", 5) == 0;
}

static gboolean
is_id (const TbkBracketNode *leaf)
{
  return leaf->label_length == 2 && memcmp (leaf->label, "ID", 2) == 0;
}

/* Whether rules leave the leaf out, and as what. */
static gboolean
is_dropped (const TbkBracketNode *leaf, guint rules, TbkBracketLossKind *kind)
{
  if ((rules & TBK_BRACKETS_DROP_MARKUP) != 0 && is_markup (leaf)) {
    *kind = TBK_BRACKETS_MARKUP;
    return TRUE;
  }
  *kind = TBK_BRACKETS_TRACES;
  return (rules & TBK_BRACKETS_DROP_EMPTY) != 0
         && (is_tagged_empty (leaf) || ((rules & TBK_BRACKETS_PENN) == 0 && is_trace (leaf)));
}

int
normalize_cut_form (const char *form, int length)
{
  static const char *const escapes[] = { "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", NULL };
  int n_hyphens = 0, last;

  while (n_hyphens < length && form[n_hyphens] == '-')
    n_hyphens++;
  if (n_hyphens == length)
    return length >= 3 && length % 2 == 1 ? length / 2 : length;
  if (is_one_of (form, length, escapes))
    return length;
  for (last = length - 1; last > 0 && form[last] != '-'; last--)
    ;
  return last > 0 ? last : length;
}

static void
leave_out (TbkBracketBatch *batch, TbkBracketLossKind kind, const TbkBracketNode *node)
{
  batch->left_out[kind].n++;
  batch->left_out[kind].first = *node;
}

/* Sets remaining[i] to the words that the rules leave of node i and what is below it, and notes what they
 * leave out, the first last. */
static void
count_remaining (TbkBracketBatch *batch)
{
  int *remaining = batch->remaining;
  gsize child = batch->n_nodes; /* the node behind that in hand */
  TbkBracketLossKind kind;

  memset (remaining, 0, batch->n_nodes * sizeof (int));
  for (gsize i = batch->n_nodes - 1; i >= 1; child = i--) {
    const TbkBracketNode *node = &batch->nodes[i];

    if (node->form != NULL) {
      remaining[i] = !is_dropped (node, batch->options.rules, &kind);
      if (remaining[i] == 0 && !is_id (node))
        leave_out (batch, kind, node);
    } else if (child == batch->n_nodes || batch->nodes[child].parent != (int) i) {
      leave_out (batch, TBK_BRACKETS_CHILDLESS, node);
    }
    remaining[node->parent] += remaining[i];
  }
}

/* Applies what changes labels and forms. */
static void
cut_texts (TbkBracketNode *node, guint rules)
{
  if (node->form != NULL && (rules & TBK_BRACKETS_CUT_FORMS) != 0)
    node->form_length = normalize_cut_form (node->form, node->form_length);
  if (node->form == NULL && (rules & TBK_BRACKETS_CUT_LABELS) != 0)
    node->label_length = cut_label (node->label, node->label_length, rules);
}

/* Whether ONE_ROOT wants TOP over what is left, and whether it wants the outer bracket to go. */
static gboolean
needs_root (const TbkBracketBatch *batch, gboolean *loses_outer)
{
  int n_pieces = 0;
  gboolean is_phrase = FALSE;

  *loses_outer = FALSE;
  if ((batch->options.rules & TBK_BRACKETS_ONE_ROOT) == 0)
    return FALSE;
  if (batch->nodes[1].label_length > 0)
    return batch->nodes[1].form != NULL;
  *loses_outer = TRUE;
  for (gsize i = 2; i < batch->n_nodes; i++)
    if (batch->nodes[i].parent == 1 && batch->remaining[i] > 0) {
      n_pieces++;
      is_phrase = batch->nodes[i].form == NULL;
    }
  return n_pieces != 1 || !is_phrase;
}

/* Moves the nodes that stay to the front, from @n_kept on, the number of each from then on in remaining[].
 * Node 0 is the parent of the first ones. Returns their number. */
static int
keep_nodes (TbkBracketBatch *batch, gsize from, int n_kept)
{
  int n_words = 0;

  for (gsize i = from; i < batch->n_nodes; i++) {
    TbkBracketNode node = batch->nodes[i];

    if (batch->remaining[i] == 0)
      continue;
    node.right = n_words + batch->remaining[i];
    node.left = n_words;
    n_words += node.form != NULL;
    node.parent = node.parent < (int) from ? 0 : batch->remaining[node.parent];
    cut_texts (&node, batch->options.rules);
    batch->remaining[i] = n_kept;
    batch->nodes[n_kept++] = node;
  }
  return n_kept;
}

/* A tree of empty nodes alone says something else: its words may have brackets of their own. */
static void
check_wrapped (TbkBracketBatch *batch, gint64 line)
{
  const LeftOut *childless = &batch->left_out[TBK_BRACKETS_CHILDLESS];
  const gboolean has_leaves =
      batch->left_out[TBK_BRACKETS_TRACES].n + batch->left_out[TBK_BRACKETS_MARKUP].n > 0;
  g_autofree char *label = NULL;

  if (batch->remaining[0] > 0 || childless->n == 0 || has_leaves || childless->first.parent <= 1)
    return;
  label = tbk_quote (childless->first.label, (gsize) childless->first.label_length);
  parse_set_problem (
      batch, line,
      "found %s alone in brackets, and no word in the tree, expected words with their tags, as "
      "(TAG WORD)",
      label);
}

/* Without DROP_CHILDLESS every phrase must have words. */
static void
check_childless (TbkBracketBatch *batch, gint64 line)
{
  if ((batch->options.rules & TBK_BRACKETS_DROP_CHILDLESS) != 0) {
    check_wrapped (batch, line);
    return;
  }
  for (gsize i = 1; i < batch->n_nodes; i++)
    if (batch->nodes[i].form == NULL && batch->remaining[i] == 0) {
      g_autofree char *label = tbk_quote (batch->nodes[i].label, (gsize) batch->nodes[i].label_length);

      parse_set_problem (batch, line, "found the node %s without words, expected some", label);
      return;
    }
}

static void
set_nodes (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  gboolean loses_outer;
  const gboolean has_root = needs_root (batch, &loses_outer);
  TbkBracketNode *nodes = batch->nodes;

  tree->has_added_root = has_root;
  tree->n = batch->remaining[0];
  tree->n_nodes = keep_nodes (batch, loses_outer ? 2 : 1, has_root ? 1 : 0);
  if (has_root)
    nodes[0] = (TbkBracketNode){ .label = "TOP", .label_length = 3, .right = tree->n };
  else if (nodes[0].label_length == 0 && (batch->options.rules & TBK_BRACKETS_PENN) != 0) {
    nodes[0].label = "TOP";
    nodes[0].label_length = 3;
  }
  nodes[0].parent = -1;
  tree->nodes = nodes;
}

/* Takes what the tree has of leaves that rules may drop. */
static void
look_at_leaves (const TbkBracketBatch *batch, TbkBracketTree *tree)
{
  for (gsize i = 1; i < batch->n_nodes; i++) {
    const TbkBracketNode *node = &batch->nodes[i];

    if (node->form == NULL)
      continue;
    tree->n_displaced += is_displaced (node);
    if (is_id (node)) {
      tree->id = node->form;
      tree->id_length = node->form_length;
    }
  }
}

void
normalize_tree (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  if (batch->problem != NULL)
    return;
  if (!try_reserve (&batch->remaining, &batch->remaining_allocated, batch->n_nodes, sizeof (int))) {
    memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return;
  }
  memset (batch->left_out, 0, sizeof batch->left_out);
  look_at_leaves (batch, tree);
  count_remaining (batch);
  check_childless (batch, tree->line);
  if (batch->problem == NULL && batch->remaining[0] > 0)
    set_nodes (batch, tree);
  batch->is_wordless = tree->n == 0;
}
