/* write.c - the nodes of a tree as one line of brackets. */
#include "phrase/brackets/brackets.h"

/* Opens a node, or writes a word. */
static void
write_node (const TbkBracketNode *node, TbkBracketStyle style, GString *text)
{
  if (node->form != NULL && style == TBK_BRACKET_NUMBERS) {
    g_string_append_printf (text, "w%d", node->left);
    return;
  }
  if (node->form != NULL && node->label_length == 0) {
    g_string_append_len (text, node->form, node->form_length);
    return;
  }
  g_string_append_c (text, '(');
  g_string_append_len (text, node->label, node->label_length);
  if (node->form == NULL)
    return;
  g_string_append_c (text, ' ');
  g_string_append_len (text, node->form, node->form_length);
  g_string_append_c (text, ')');
}

void
tbk_bracket_tree_write (const TbkBracketTree *tree, TbkBracketStyle style, GString *text)
{
  int open = -1;

  for (int i = 0; i < tree->n_nodes; i++) {
    for (; open != tree->nodes[i].parent; open = tree->nodes[open].parent)
      g_string_append_c (text, ')');
    if (i > 0)
      g_string_append_c (text, ' ');
    write_node (&tree->nodes[i], style, text);
    if (tree->nodes[i].form == NULL)
      open = i;
  }
  for (; open >= 0; open = tree->nodes[open].parent)
    g_string_append_c (text, ')');
}
