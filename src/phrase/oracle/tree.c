/* tree.c - phrase-structure trees as constituents in pre-order. */
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "tbk/constituency.h"

void
tbk_phrase_tree_clear (TbkPhraseTree *tree)
{
  g_free (tree->constituents);
  g_free (tree->parents);
  g_free (tree->n_children);
  *tree = (TbkPhraseTree) TBK_PHRASE_TREE_INIT;
}

static gboolean
reserve (TbkPhraseTree *tree, gsize n, GError **error)
{
  if (n <= tree->n_allocated)
    return TRUE;
  if (!TRY_RENEW (tree->constituents, n) || !TRY_RENEW (tree->parents, n) || !TRY_RENEW (tree->n_children, n))
    return memory_fail (error, "a tree of %" G_GSIZE_FORMAT " constituents", n);
  tree->n_allocated = n;
  return TRUE;
}

/* Sets parents and numbers of children, in words at first: those of its constituents are taken off below. */
static gboolean
join (TbkPhraseTree *tree, GError **error)
{
  int open = -1;

  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];

    while (open >= 0 && c->left >= tree->constituents[open].right)
      open = tree->parents[open];
    if (i == 0 ? c->left != 0 || c->right != tree->n : open < 0)
      return fail_data (
          error, "constituent %d spans (%d, %d), expected the first, and no other, to span all %d words", i,
          c->left, c->right, tree->n);
    if (c->left >= c->right
        || (i > 0 && (c->right > tree->constituents[open].right || c->left < tree->constituents[i - 1].left)))
      return fail_data (error,
                        "constituent %d spans (%d, %d), expected words within its parent, and pre-order", i,
                        c->left, c->right);
    tree->parents[i] = open;
    tree->n_children[i] = c->right - c->left;
    if (open >= 0)
      tree->n_children[open] -= c->right - c->left - 1;
    open = i;
  }
  return TRUE;
}

gboolean
tbk_phrase_tree_set (TbkPhraseTree *tree, int n, const TbkConstituent *constituents, int n_constituents,
                     GError **error)
{
  g_return_val_if_fail (n >= 0 && n_constituents >= 0, FALSE);
  tree->n = tree->n_constituents = 0;
  if (n == 0 || n_constituents == 0)
    return fail_data (error, "found %d words and %d constituents, expected at least one of each", n,
                      n_constituents);
  if (!reserve (tree, (gsize) n_constituents, error))
    return FALSE;
  memcpy (tree->constituents, constituents, (gsize) n_constituents * sizeof *constituents);
  tree->n = n;
  tree->n_constituents = n_constituents;
  if (join (tree, error))
    return TRUE;
  tree->n = tree->n_constituents = 0;
  return FALSE;
}

gboolean
tbk_phrase_tree_set_brackets (TbkPhraseTree *tree, const TbkBracketTree *brackets, TbkVocabulary *labels,
                              GError **error)
{
  const TbkBracketNode *nodes = brackets->nodes;

  g_return_val_if_fail (brackets->problem == NULL && brackets->n > 0, FALSE);
  tree->n = tree->n_constituents = 0;
  if (!reserve (tree, (gsize) brackets->n_nodes, error))
    return FALSE;
  for (int i = 0; i < brackets->n_nodes; i++) {
    int label;

    if (nodes[i].form != NULL)
      continue;
    label = tbk_vocabulary_add (labels, nodes[i].label, (gsize) nodes[i].label_length, error);
    if (label < 0)
      return FALSE;
    tree->constituents[tree->n_constituents++] = (TbkConstituent){ label, nodes[i].left, nodes[i].right };
  }
  if (tree->n_constituents == 0)
    return fail_data (error, "found a word without a constituent over it, expected one");
  tree->n = brackets->n;
  return join (tree, error);
}
