/* parse.c - the text of one tree to nodes in pre-order, with a stack that is the nodes' own parents. */
#include "phrase/brackets/brackets.h"

#include <string.h>

#include "base/memory.h"

/* The parse in hand. */
typedef struct {
  TbkBracketBatch *batch;
  gsize start, at;
  gint64 line; /* of the tree's first bracket */
  int open;    /* the innermost node that is open; 0 for none */
  int n_leaves;
} BracketParse;

void
parse_set_problem (TbkBracketBatch *batch, gint64 line, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (batch->problem != NULL)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (&batch->problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s", batch->name, line,
               message);
}

/* The line of the byte in hand. */
static gint64
current_line (const BracketParse *parse)
{
  gint64 line = parse->line;

  for (gsize at = parse->start; at < parse->at; at++)
    line += parse->batch->text[at] == '\n';
  return line;
}

/* The next node, which has only a parent yet; NULL without memory, or if there are too many. */
static TbkBracketNode *
add_node (BracketParse *parse)
{
  TbkBracketBatch *batch = parse->batch;
  TbkBracketNode *node;

  if (batch->n_nodes > TBK_BRACKETS_MAX_NODES) {
    if (batch->problem == NULL)
      parse_set_problem (batch, current_line (parse), "found more than %d nodes in a tree, expected no more",
                         TBK_BRACKETS_MAX_NODES);
    return NULL;
  }
  if (!try_reserve (&batch->nodes, &batch->nodes_allocated, batch->n_nodes + 1, sizeof (TbkBracketNode))) {
    if (batch->problem == NULL)
      memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return NULL;
  }
  node = &batch->nodes[batch->n_nodes++];
  *node = (TbkBracketNode){ .label = "", .parent = parse->open, .left = parse->n_leaves };
  return node;
}

/* The number before a word in discontinuous brackets, as in 2=Kind; -1 if there is none. */
static int
word_number (const TbkBracketNode *leaf)
{
  int number = 0, i = 0;

  for (; i < leaf->form_length && g_ascii_isdigit (leaf->form[i]) && number < TBK_BRACKETS_MAX_NODES; i++)
    number = 10 * number + (leaf->form[i] - '0');
  return i > 0 && i + 1 < leaf->form_length && leaf->form[i] == '=' ? number : -1;
}

static void
refuse_discontinuous (BracketParse *parse, const TbkBracketNode *leaf)
{
  g_autofree char *form = tbk_quote (leaf->form, (gsize) leaf->form_length);

  parse_set_problem (
      parse->batch, parse->line,
      "found %s, a word with its number: discontinuous brackets, expected words alone, in their order", form);
}

/* Refuses a tree whose words are all numbered, from 0 on, in any order: a reader that did not know would take
 * the numbers for parts of the words. */
static void
check_continuous (BracketParse *parse)
{
  TbkBracketBatch *batch = parse->batch;
  const TbkBracketNode *first = NULL;

  if (!try_reserve (&batch->remaining, &batch->remaining_allocated, batch->n_nodes, sizeof (int))) {
    memory_fail (&batch->problem, "%" G_GSIZE_FORMAT " nodes of a tree of %s", batch->n_nodes, batch->name);
    return;
  }
  memset (batch->remaining, 0, batch->n_nodes * sizeof (int));
  for (gsize i = 1; i < batch->n_nodes; i++) {
    const TbkBracketNode *leaf = &batch->nodes[i];
    const int number = leaf->form == NULL ? 0 : word_number (leaf);

    if (leaf->form == NULL)
      continue;
    if (number < 0 || number >= parse->n_leaves || batch->remaining[number]++ > 0)
      return;
    first = first == NULL ? leaf : first;
  }
  if (first != NULL)
    refuse_discontinuous (parse, first);
}

/* Whether the first word has a number: few trees need a longer look. */
static gboolean
has_number (const TbkBracketBatch *batch)
{
  gsize i = 1;

  while (batch->nodes[i].form == NULL)
    i++;
  return word_number (&batch->nodes[i]) >= 0;
}

static void
open_bracket (BracketParse *parse)
{
  const TbkBracketNode *parent = &parse->batch->nodes[parse->open];

  if (parse->open > 0 && parent->form != NULL && !parse->batch->options.bare_words) {
    g_autofree char *form = tbk_quote (parent->form, (gsize) parent->form_length);
    if (word_number (parent) >= 0)
      refuse_discontinuous (parse, parent);
    parse_set_problem (parse->batch, current_line (parse), "found '(' after the word %s, expected ')'", form);
  }
  if (add_node (parse) != NULL)
    parse->open = (int) parse->batch->n_nodes - 1;
}

/* A second token, or one after children, where tags stand before words. */
static void
refuse_token (BracketParse *parse, const TbkBracketNode *node, const char *token, int length)
{
  g_autofree char *found = tbk_quote (token, (gsize) length);
  g_autofree char *form = node->form == NULL ? NULL : tbk_quote (node->form, (gsize) node->form_length);

  if (node->form != NULL && word_number (node) >= 0)
    refuse_discontinuous (parse, node);
  else if (form == NULL)
    parse_set_problem (parse->batch, current_line (parse),
                       "found the word %s without a tag, expected '(' or ')'", found);
  else
    parse_set_problem (
        parse->batch, current_line (parse), "found %s after the word %s, expected ')'%s", found, form,
        length == 1 && token[0] == '+' && memchr (node->form, '/', (gsize) node->form_length) != NULL
            ? ": this looks like the Sejong Treebank, whose leaves WORD/TAG + WORD/TAG are "
              "(TAG WORD) (TAG WORD) in brackets"
            : "");
}

static void
add_bare_word (BracketParse *parse, const char *token, int length)
{
  TbkBracketNode *word = add_node (parse);

  if (word == NULL)
    return;
  word->form = token;
  word->form_length = length;
  word->right = ++parse->n_leaves;
}

static void
take_token (BracketParse *parse, const char *token, int length)
{
  TbkBracketNode *node = &parse->batch->nodes[parse->open];
  const gboolean has_children = (int) parse->batch->n_nodes - 1 > parse->open;

  if (node->label_length == 0 && !has_children) {
    node->label = token;
    node->label_length = length;
  } else if (parse->batch->options.bare_words) {
    add_bare_word (parse, token, length);
  } else if (node->form == NULL && !has_children) {
    node->form = token;
    node->form_length = length;
  } else {
    refuse_token (parse, node, token, length);
  }
}

static void
close_bracket (BracketParse *parse)
{
  TbkBracketNode *node = &parse->batch->nodes[parse->open];
  const gboolean has_children = (int) parse->batch->n_nodes - 1 > parse->open;

  if (node->label_length == 0 && !has_children)
    parse_set_problem (parse->batch, current_line (parse),
                       "found an empty pair of brackets, expected a label in it");
  else if (node->label_length == 0 && node->parent > 0)
    parse_set_problem (parse->batch, current_line (parse),
                       "found a bracket without a label, expected a label");
  if (node->form != NULL)
    parse->n_leaves++;
  node->right = parse->n_leaves;
  parse->open = node->parent;
}

/* Goes to the end of a tree that has a problem. */
static void
skip_tree (BracketParse *parse, gsize depth)
{
  const char *text = parse->batch->text;

  for (; depth > 0; parse->at++)
    depth += (gsize) (text[parse->at] == '(') - (gsize) (text[parse->at] == ')');
}

gsize
parse_tree (TbkBracketBatch *batch, gsize start, gint64 line)
{
  BracketParse parse = { .batch = batch, .start = start, .at = start, .line = line };
  const char *text = batch->text;
  gsize depth = 0;

  batch->n_nodes = 0;
  if (add_node (&parse) == NULL) {
    parse.at++;
    depth = 1;
  }
  while (batch->problem == NULL && (depth > 0 || parse.at == start)) {
    const char c = text[parse.at];

    if (c == '(') {
      open_bracket (&parse);
      depth++;
    } else if (c == ')') {
      close_bracket (&parse);
      depth--;
    } else if (!is_blank (c)) {
      gsize end = parse.at;

      while (is_token (text[end]))
        end++;
      take_token (&parse, text + parse.at, (int) (end - parse.at));
      parse.at = end - 1;
    }
    parse.at++;
  }
  skip_tree (&parse, depth);
  if (batch->problem == NULL && parse.n_leaves > 0 && has_number (batch))
    check_continuous (&parse);
  return parse.at;
}
