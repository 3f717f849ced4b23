/* fuzz_brackets.c - trees in brackets: nodes are a tree in pre-order, and the line that is written is read as the same. */
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

/* The line of @tree, read again without rules, must be written the same. */
static void
check_line (const TbkBracketTree *tree)
{
  static const TbkBracketOptions as_it_is;
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (GString) line = g_string_new (NULL), again = g_string_new (NULL);
  TbkBracketTree same;

  tbk_bracket_tree_write (tree, TBK_BRACKET_WORDS, line);
  FUZZ_CHECK (memchr (line->str, '\n', line->len) == NULL);
  FUZZ_CHECK (tbk_bracket_batch_set_text (batch, "line", line->str, line->len, &as_it_is, NULL));
  FUZZ_CHECK (tbk_bracket_batch_next (batch, &same) && same.problem == NULL);
  tbk_bracket_tree_write (&same, TBK_BRACKET_WORDS, again);
  FUZZ_CHECK (g_string_equal (line, again));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  TbkBracketOptions options = { .rules = fuzz_choice (&data, &size) & TBK_BRACKETS_NORMALIZED };
  g_autoptr (TbkBracketReader) reader = NULL;
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree tree;

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0;
  reader = tbk_bracket_reader_open (fuzz_file (0, data, size), &options, NULL);
  while (reader != NULL && tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree))
      if (tree.problem == NULL && tree.n > 0) {
        check_nodes (&tree);
        check_line (&tree);
      }
  return 0;
}
