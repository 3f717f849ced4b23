/* fuzz_brackets.c - trees in brackets: nodes are a tree in pre-order, and the line that is written is read as the same
 * tree, in either style. */
#include <string.h>

#include "fuzz.h"
#include "tbk/brackets.h"

static void
check_nodes (const TbkBracketTree *tree)
{
  int n_words = 0;

  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    FUZZ_CHECK (node->parent < i && (node->parent >= 0) == (i > 0));
    FUZZ_CHECK (node->left < node->right && node->right <= tree->n);
    if (i > 0) {
      const TbkBracketNode *parent = &tree->nodes[node->parent];

      FUZZ_CHECK (parent->form == NULL && parent->left <= node->left && node->right <= parent->right);
    }
    if (node->form != NULL)
      FUZZ_CHECK (node->left == n_words++ && node->right == n_words);
  }
  FUZZ_CHECK (n_words == tree->n);
}

static gboolean
are_equal (const char *text, int length, const char *other, int other_length)
{
  return length == other_length && (length == 0 || memcmp (text, other, (gsize) length) == 0);
}

/* Checks that @same has the nodes of @tree; @has_words: their forms and tags too. */
static void
check_same (const TbkBracketTree *tree, const TbkBracketTree *same, gboolean has_words)
{
  FUZZ_CHECK (same->problem == NULL && same->n == tree->n && same->n_nodes == tree->n_nodes);
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *a = &tree->nodes[i], *b = &same->nodes[i];

    FUZZ_CHECK (a->parent == b->parent && a->left == b->left && a->right == b->right);
    FUZZ_CHECK ((a->form == NULL) == (b->form == NULL));
    if (a->form == NULL || has_words)
      FUZZ_CHECK (are_equal (a->label, a->label_length, b->label, b->label_length));
    if (a->form != NULL && has_words)
      FUZZ_CHECK (are_equal (a->form, a->form_length, b->form, b->form_length));
  }
}

/* Whether all words begin with a number, as in discontinuous brackets. */
static gboolean
has_numbers (const TbkBracketTree *tree)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form != NULL
        && (!g_ascii_isdigit (*node->form) || memchr (node->form, '=', (gsize) node->form_length) == NULL))
      return FALSE;
  }
  return TRUE;
}

/* The line of @tree, read again without rules, must be the same tree. It may be refused where rules have left words alone in the
 * tree that look like those of discontinuous brackets. */
static void
check_line (const TbkBracketTree *tree, TbkBracketStyle style)
{
  static TbkBracketBatch *batch;
  const TbkBracketOptions options = { .bare_words = style == TBK_BRACKET_NUMBERS };
  g_autoptr (GString) line = g_string_new (NULL), again = g_string_new (NULL);
  TbkBracketTree same;

  if (batch == NULL)
    batch = tbk_bracket_batch_new ();
  tbk_bracket_tree_write (tree, style, line);
  FUZZ_CHECK (memchr (line->str, '\n', line->len) == NULL);
  FUZZ_CHECK (tbk_bracket_batch_set_text (batch, "line", line->str, line->len, &options, NULL));
  FUZZ_CHECK (tbk_bracket_batch_next (batch, &same));
  if (same.problem != NULL && style == TBK_BRACKET_WORDS && has_numbers (tree))
    return;
  check_same (tree, &same, style == TBK_BRACKET_WORDS);
  tbk_bracket_tree_write (&same, style, again);
  FUZZ_CHECK (g_string_equal (line, again));
  FUZZ_CHECK (!tbk_bracket_batch_next (batch, &same));
}

/* Checks that @tree holds the bytes from @at on. Returns where they end. */
static gsize
check_text (const TbkBracketTree *tree, const uint8_t *data, gsize size, gsize at)
{
  FUZZ_CHECK (tree->length <= size - at && memcmp (tree->text, data + at, tree->length) == 0);
  return at + tree->length;
}

/* Whether words can be written as numbers: in phrases, each of which has a label, or the first word would be taken for it. */
static gboolean
has_labels (const TbkBracketTree *tree)
{
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form == NULL && tree->nodes[i].label_length == 0)
      return FALSE;
  return tree->nodes[0].form == NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TbkBracketBatch *batch;
  const guint choice = fuzz_choice (&data, &size);
  const TbkBracketOptions options = { .rules = choice & TBK_BRACKETS_NORMALIZED, .bare_words = choice >> 7 };
  g_autoptr (TbkBracketReader) reader = NULL;
  TbkBracketTree tree;
  gsize at = 0;

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0;
  if (batch == NULL)
    batch = tbk_bracket_batch_new ();
  reader = tbk_bracket_reader_open (fuzz_file (0, data, size), &options, NULL);
  while (reader != NULL && tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree)) {
      at = check_text (&tree, data, size, at);
      if (tree.problem != NULL || tree.n == 0)
        continue;
      check_nodes (&tree);
      if (!options.bare_words)
        check_line (&tree, TBK_BRACKET_WORDS);
      if (has_labels (&tree))
        check_line (&tree, TBK_BRACKET_NUMBERS);
    }
  return 0;
}
