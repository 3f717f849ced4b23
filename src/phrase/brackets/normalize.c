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

static gboolean
is_empty (const TbkBracketNode *leaf)
{
  static const char *const empty[] = { "0", NULL }, *const words[] = { "*-*", NULL };

  return is_one_of (leaf->form, leaf->form_length, empty)
         || (leaf->form[0] == '*' && !is_one_of (leaf->form, leaf->form_length, words));
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
is_dropped (const TbkBracketNode *leaf, guint rules)
{
  return ((rules & TBK_BRACKETS_DROP_MARKUP) != 0 && is_markup (leaf))
         || ((rules & TBK_BRACKETS_DROP_EMPTY) != 0
             && ((rules & TBK_BRACKETS_PENN) != 0 ? is_tagged_empty (leaf) : is_empty (leaf)));
}

/* The length of the form without its lemma. */
static int
cut_form (const char *form, int length)
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

gboolean
normalize_has_lemma (const char *form, int length)
{
  return cut_form (form, length) < length;
}

/* Sets remaining[i] to the words that the rules leave of node i and what is below it. */
static void
count_remaining (TbkBracketBatch *batch)
{
  memset (batch->remaining, 0, batch->n_nodes * sizeof (int));
  for (gsize i = batch->n_nodes - 1; i >= 1; i--) {
    const TbkBracketNode *node = &batch->nodes[i];

    if (node->form != NULL)
      batch->remaining[i] = !is_dropped (node, batch->options.rules);
    batch->remaining[node->parent] += batch->remaining[i];
  }
}

/* Applies what changes labels and forms. */
static void
cut_texts (TbkBracketNode *node, guint rules)
{
  if (node->form != NULL && (rules & TBK_BRACKETS_CUT_FORMS) != 0)
    node->form_length = cut_form (node->form, node->form_length);
  if (node->form == NULL && (rules & TBK_BRACKETS_CUT_LABELS) != 0)
    node->label_length = cut_at_sign (node->label, node->label_length, (rules & TBK_BRACKETS_PENN) == 0);
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

/* Without DROP_CHILDLESS every phrase must have words. */
static void
check_childless (TbkBracketBatch *batch, gint64 line)
{
  if ((batch->options.rules & TBK_BRACKETS_DROP_CHILDLESS) != 0)
    return;
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
    if (node->label_length == 2 && memcmp (node->label, "ID", 2) == 0) {
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
  look_at_leaves (batch, tree);
  count_remaining (batch);
  check_childless (batch, tree->line);
  if (batch->problem == NULL && batch->remaining[0] > 0)
    set_nodes (batch, tree);
}
