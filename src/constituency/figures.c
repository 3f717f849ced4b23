/* figures.c - figures of phrase-structure treebanks. */
#include "tbk/constituency_figures.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tbk/constituency.h"

struct TbkPhraseFigures {
  TbkPhraseCounts counts; /* but for labels and tags */
  TbkVocabulary *labels, *tags;
  TbkPhraseTree tree; /* in hand */
  int *chain;         /* the labels over one span */
  gsize chain_allocated;
};

TbkPhraseFigures *
tbk_phrase_figures_new (void)
{
  TbkPhraseFigures *figures = g_new0 (TbkPhraseFigures, 1);

  figures->labels = tbk_vocabulary_new ();
  figures->tags = tbk_vocabulary_new ();
  return figures;
}

void
tbk_phrase_figures_free (TbkPhraseFigures *figures)
{
  if (figures == NULL)
    return;
  tbk_vocabulary_free (figures->labels);
  tbk_vocabulary_free (figures->tags);
  tbk_phrase_tree_clear (&figures->tree);
  g_free (figures->chain);
  g_free (figures);
}

void
tbk_phrase_figures_clear (TbkPhraseFigures *figures)
{
  figures->counts = (TbkPhraseCounts){ 0 };
  tbk_vocabulary_clear (figures->labels);
  tbk_vocabulary_clear (figures->tags);
}

void
tbk_phrase_figures_get (const TbkPhraseFigures *figures, TbkPhraseCounts *counts)
{
  *counts = figures->counts;
  counts->labels = tbk_vocabulary_size (figures->labels);
  counts->tags = tbk_vocabulary_size (figures->tags);
}

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const int x = *(const int *) a, y = *(const int *) b;

  return (x > y) - (x < y);
}

/* Counts the constituents over the span of constituent @i, the topmost of them, one of which may be there
 * twice. Returns how many there are; -1 without memory. */
static int
count_chain (TbkPhraseFigures *figures, int i, gboolean *has_repeated)
{
  const TbkPhraseTree *tree = &figures->tree;
  const TbkConstituent *top = &tree->constituents[i];
  int n = 0;

  for (; i + n < tree->n_constituents && top[n].left == top->left && top[n].right == top->right; n++) {
    if (!try_reserve (&figures->chain, &figures->chain_allocated, (gsize) n + 1, sizeof (int)))
      return -1;
    figures->chain[n] = top[n].label;
  }
  if (n > 1)
    qsort (figures->chain, (gsize) n, sizeof (int), compare_labels);
  for (int k = 1; k < n; k++)
    *has_repeated |= figures->chain[k] == figures->chain[k - 1];
  return n;
}

static gboolean
add_chains (TbkPhraseFigures *figures, GError **error)
{
  TbkPhraseCounts *counts = &figures->counts;
  gboolean has_repeated = FALSE;

  for (int i = 0, n; i < figures->tree.n_constituents; i += n) {
    n = count_chain (figures, i, &has_repeated);
    if (n < 0)
      return memory_fail (error, "a tree of %d constituents", figures->tree.n_constituents);
    counts->max_chain = MAX (counts->max_chain, n);
  }
  counts->trees_with_repeated += has_repeated;
  return TRUE;
}

static void
add_children (TbkPhraseFigures *figures)
{
  const TbkPhraseTree *tree = &figures->tree;
  TbkPhraseCounts *counts = &figures->counts;

  for (int i = 0; i < tree->n_constituents; i++) {
    const gboolean is_unary = tree->n_children[i] == 1;
    const gboolean has_child = is_unary && i + 1 < tree->n_constituents && tree->parents[i + 1] == i;

    counts->unary += is_unary;
    counts->unary_over_constituent += has_child;
    counts->same_label += has_child && tree->constituents[i].label == tree->constituents[i + 1].label;
    counts->max_children = MAX (counts->max_children, tree->n_children[i]);
  }
  counts->trees_with_unary_root += tree->n_children[0] == 1 && tree->n_constituents > 1;
}

/* The height of each constituent follows from that of the one before it in pre-order. */
static void
add_height (TbkPhraseFigures *figures)
{
  const TbkPhraseTree *tree = &figures->tree;
  gint64 height = 0;

  for (int i = 0, open = -1; i < tree->n_constituents; open = i++) {
    for (; open != tree->parents[i]; open = tree->parents[open])
      height--;
    height++;
    figures->counts.max_height = MAX (figures->counts.max_height, height);
  }
}

static gboolean
add_tags (TbkPhraseFigures *figures, const TbkBracketTree *tree, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form != NULL
        && tbk_vocabulary_add (figures->tags, tree->nodes[i].label, (gsize) tree->nodes[i].label_length,
                               error)
               < 0)
      return FALSE;
  return TRUE;
}

gboolean
tbk_phrase_figures_add (TbkPhraseFigures *figures, const TbkBracketTree *tree, GError **error)
{
  TbkPhraseCounts *counts = &figures->counts;

  counts->brackets++;
  counts->displaced_trees += tree->n_displaced > 0;
  counts->displaced += tree->n_displaced;
  if (tree->n == 0)
    return TRUE;
  counts->trees++;
  counts->added_roots += tree->has_added_root;
  if (!tbk_phrase_tree_set_brackets (&figures->tree, tree, figures->labels, error)
      || !add_chains (figures, error) || !add_tags (figures, tree, error))
    return FALSE;
  counts->words += tree->n;
  counts->constituents += figures->tree.n_constituents;
  counts->max_words = MAX (counts->max_words, tree->n);
  add_children (figures);
  add_height (figures);
  return TRUE;
}

static gboolean
add_names (TbkVocabulary *names, const TbkVocabulary *others, GError **error)
{
  for (int i = 0; i < tbk_vocabulary_size (others); i++) {
    const char *name = tbk_vocabulary_name (others, i);

    if (tbk_vocabulary_add (names, name, strlen (name), error) < 0)
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_phrase_figures_merge (TbkPhraseFigures *figures, const TbkPhraseFigures *other, GError **error)
{
  gint64 *sums = &figures->counts.brackets;
  const gint64 *added = &other->counts.brackets;
  const gsize n_sums = &other->counts.max_words - added, n_all = sizeof other->counts / sizeof *added;

  for (gsize i = 0; i < n_sums; i++)
    sums[i] += added[i];
  for (gsize i = n_sums; i < n_all; i++)
    sums[i] = MAX (sums[i], added[i]);
  return add_names (figures->labels, other->labels, error) && add_names (figures->tags, other->tags, error);
}
