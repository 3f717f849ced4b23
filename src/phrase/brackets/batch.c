/* batch.c - the trees of a batch, one after the other. */
#include <string.h>

#include "base/encoding.h"
#include "base/fail.h"
#include "phrase/brackets/brackets.h"

TbkBracketBatch *
tbk_bracket_batch_new (void)
{
  return g_new0 (TbkBracketBatch, 1);
}

void
tbk_bracket_batch_free (TbkBracketBatch *batch)
{
  if (batch == NULL)
    return;
  g_free (batch->name);
  g_free (batch->block.bytes);
  g_free (batch->nodes);
  g_free (batch->remaining);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* A byte order mark can only begin a file. */
static gsize
skip_byte_order_mark (const TbkBracketBatch *batch)
{
  return batch->at == 0 ? byte_order_mark_size (batch->text, batch->length) : batch->at;
}

/* Puts the ID of the tree whose text is given, if it has one, behind the problem in hand. */
static void
name_tree (TbkBracketBatch *batch, const char *text, gsize length)
{
  static const char tag[] = "(ID";
  const char *end = text + length, *id = NULL;

  for (const char *at = text; (at = memchr (at, '(', (gsize) (end - at))) != NULL; at++)
    if ((gsize) (end - at) > sizeof tag && memcmp (at, tag, sizeof tag - 1) == 0 && is_blank (at[3]))
      id = at + sizeof tag - 1;
  while (id != NULL && id < end && is_blank (*id))
    id++;
  if (id != NULL && id < end && is_token (*id)) {
    length = 0;
    while (id + length < end && is_token (id[length]))
      length++;
    fail_name_sentence (batch->problem, id, length);
  }
}

gboolean
tbk_bracket_batch_next (TbkBracketBatch *batch, TbkBracketTree *tree)
{
  BracketScan scan = { .at = skip_byte_order_mark (batch), .line = batch->line };
  gsize start, end;

  g_clear_error (&batch->problem);
  if (!scan_to_tree (&scan, batch->text, batch->length))
    return FALSE;
  *tree =
      (TbkBracketTree){ .text = batch->text + batch->at, .line = scan.tree_line, .index = ++batch->index };
  start = scan.at - 1;
  batch->tree_line = tree->line;
  batch->tree_text = batch->text + start;
  end = parse_tree (batch, start, tree->line);
  encoding_check (batch->name, batch->text + start, end - start, batch->length - start, tree->line,
                  &batch->problem);
  while (end < batch->length && is_blank (batch->text[end]))
    end++;
  tree->length = end - batch->at;
  normalize_tree (batch, tree);
  if (g_error_matches (batch->problem, TBK_ERROR, TBK_ERROR_DATA))
    name_tree (batch, batch->text + start, end - start);
  tree->problem = batch->problem;
  batch->line += count_newlines (tree->text, tree->text + tree->length);
  batch->at = end;
  return TRUE;
}

void
tbk_bracket_batch_count (TbkBracketBatch *batch)
{
  TbkBracketLosses *losses = batch->options.losses;

  if (losses == NULL || batch->problem != NULL)
    return;
  for (int kind = 0; kind < TBK_BRACKETS_WORDLESS; kind++) {
    const LeftOut *left_out = &batch->left_out[kind];

    if (left_out->n > 0)
      losses_add (losses, batch->losses, kind, left_out->n,
                  batch->tree_line + count_newlines (batch->tree_text, left_out->first.label),
                  &left_out->first);
  }
  losses_add (losses, batch->losses, TBK_BRACKETS_WORDLESS, batch->is_wordless, batch->tree_line, NULL);
}

/* Words, those that have a lemma, and those whose lemma begins as the form does. */
typedef struct {
  int n, with_lemma, alike;
} LemmaCounts;

static void
count_lemmas (const TbkBracketTree *tree, LemmaCounts *counts)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    int cut;

    if (node->form == NULL)
      continue;
    cut = normalize_cut_form (node->form, node->form_length);
    counts->n++;
    counts->with_lemma += cut < node->form_length;
    counts->alike +=
        cut < node->form_length && g_ascii_tolower (node->form[0]) == g_ascii_tolower (node->form[cut + 1]);
  }
}

void
batch_detect_forms (TbkBracketBatch *batch, TbkBracketOptions *options)
{
  enum { MOST_WORDS = 1000 };
  const gint64 line = batch->line, index = batch->index;
  LemmaCounts counts = { 0 };
  TbkBracketTree tree;

  if ((options->rules & TBK_BRACKETS_DETECT_FORMS) == 0)
    return;
  batch->options = *options;
  batch->options.rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
  batch->options.rules |= TBK_BRACKETS_DROP_MARKUP | TBK_BRACKETS_DROP_EMPTY;
  while (counts.n < MOST_WORDS && tbk_bracket_batch_next (batch, &tree))
    if (tree.problem == NULL)
      count_lemmas (&tree, &counts);
  if (counts.n > 0) {
    options->rules &= ~(guint) TBK_BRACKETS_DETECT_FORMS;
    if (4 * counts.with_lemma < 3 * counts.n || 2 * counts.alike < counts.n)
      options->rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
    else if ((options->rules & TBK_BRACKETS_CUT_FORMS) != 0)
      losses_add (options->losses, batch->losses, TBK_BRACKETS_CUT_FILES, 1, 0, NULL);
  }
  batch->at = 0;
  batch->line = line;
  batch->index = index;
}

gboolean
tbk_bracket_batch_set_text (TbkBracketBatch *batch, const char *name, const char *text, gsize length,
                            const TbkBracketOptions *options, GError **error)
{
  static const TbkBracketOptions defaults = { .rules = TBK_BRACKETS_DEFAULT };
  TbkBracketOptions decided = options == NULL ? defaults : *options;
  BracketScan scan = { .line = 1 };
  GError *fault = NULL;

  if (!scan_trees (&scan, text, length, TRUE, &fault)) {
    g_prefix_error (&fault, "%s:", name);
    g_propagate_error (error, fault);
    return FALSE;
  }
  g_free (batch->name);
  batch->name = g_strdup (name);
  batch->text = text;
  batch->length = length;
  batch->at = 0;
  batch->line = 1;
  batch->index = 0;
  batch->losses = losses_add_file (decided.losses, name);
  batch_detect_forms (batch, &decided);
  batch->options = decided;
  return TRUE;
}
