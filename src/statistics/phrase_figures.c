/* phrase_figures.c - figures of phrase-structure treebanks, and the job that counts them.
 *
 * Contents
 *   1. figures: figures of phrase-structure treebanks
 *   2. count: the job that counts over phrase-structure trees
 */
#include "statistics/statistics.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "corpus/corpus.h"
#include "tbk/statistics.h"
#include "tbk/transition.h"
#include "tbk/brackets.h"

/* 1. figures: figures of phrase-structure treebanks. */

/* Places of the counts. */
#define PLACE(member) ((int) (offsetof (TbkPhraseCounts, member) / sizeof (gint64)))

/* All counts, in their order; tallies have those before `labels`. */
static const TbkTallyColumn integers[] = {
  { "brackets" },
  { "trees" },
  { "words" },
  { "constituents" },
  { "added_roots" },
  { "unary" },
  { "unary_over_constituent" },
  { "same_label" },
  { "trees_with_repeated" },
  { "trees_with_unary_root" },
  { "displaced_trees" },
  { "displaced" },
  { "max_words", TBK_TALLY_MAX },
  { "max_children", TBK_TALLY_MAX },
  { "max_chain", TBK_TALLY_MAX },
  { "max_height", TBK_TALLY_MAX },
  { "labels" },
  { "tags" },
};

enum { N_SUMS = G_N_ELEMENTS (integers) - 2 };

static const TbkTableColumn counts_of_trees[] = {
  COUNTED (PLACE (trees), "as they are after normalisation"),
  COUNTED (PLACE (words), "as they are after normalisation"),
  COUNTED (PLACE (constituents), "as they are after normalisation"),
  COUNTED (PLACE (labels), "how many different labels of constituents"),
  COUNTED (PLACE (tags), "how many different tags of words"),
  COUNTED (PLACE (unary), "constituents of one child"),
  COUNTED (PLACE (unary_over_constituent), "such constituents whose child is a constituent"),
  COUNTED (PLACE (max_chain), "the most constituents over the same words"),
  COUNTED (PLACE (max_height), "the most constituents over one word"),
  COUNTED (PLACE (max_words), "words of the longest tree"),
  COUNTED (PLACE (max_children), "most children of a constituent"),
  COUNTED (PLACE (displaced_trees), "trees with traces *ICH*"),
  COUNTED (PLACE (displaced), "how many traces"),
};

/* Counts of a label or tag, and of all. */
static const TbkTallyColumn constituents[] = { { "constituents" }, { "all_constituents" } };
static const TbkTallyColumn words[] = { { "words" }, { "all_words" } };
static const TbkTableColumn shares_of_label[] = { COUNTED (0, "that bear the label"),
                                                  SHARE ("constituents_percent", NULL, 0, 1) };
static const TbkTableColumn shares_of_tag[] = { COUNTED (0, "that bear the tag"),
                                                SHARE ("words_percent", NULL, 0, 1) };

static const TbkTableColumns columns[][2] = {
  [TBK_PHRASE_FIGURES_SUMS] = { LISTED ("", { "file", "as it is called on the command line; TOTAL: all" }),
                                COLUMNS ("", integers, counts_of_trees) },
  [TBK_PHRASE_FIGURES_LABELS] = { LISTED ("--by=label", { "label", "of constituents" }),
                                  COLUMNS ("--by=label", constituents, shares_of_label) },
  [TBK_PHRASE_FIGURES_TAGS] = { LISTED ("--by=tag", { "tag", "of words" }),
                                COLUMNS ("--by=tag", words, shares_of_tag) },
};

const TbkTableColumns *
tbk_phrase_figures_columns (int section)
{
  g_return_val_if_fail (section >= TBK_PHRASE_FIGURES_SUMS && section <= TBK_PHRASE_FIGURES_TAGS, NULL);
  return columns[section];
}

static const TbkTallyKey label[] = { { "label", TBK_TALLY_TEXT } }, tag[] = { { "tag", TBK_TALLY_TEXT } };

static const TbkTallySection sections[] = {
  [TBK_PHRASE_FIGURES_SUMS] = { "figures", NULL, 0, integers, N_SUMS },
  [TBK_PHRASE_FIGURES_LABELS] = { "labels", label, 1, constituents, 1, TBK_TALLY_TOGETHER, 0,
                                  TBK_PHRASE_FIGURES_SUMS, PLACE (constituents) },
  [TBK_PHRASE_FIGURES_TAGS] = { "tags", tag, 1, words, 1, TBK_TALLY_TOGETHER, 0, TBK_PHRASE_FIGURES_SUMS,
                                PLACE (words) },
};

static const TbkTallyLayout layout = { "phrase-figures", sections, G_N_ELEMENTS (sections) };

/* The columns are the counts, in their order. */
G_STATIC_ASSERT (sizeof (TbkPhraseCounts) == sizeof (gint64) * G_N_ELEMENTS (integers));
G_STATIC_ASSERT (offsetof (TbkPhraseCounts, max_words) == 12 * sizeof (gint64));

/* Names, and how often each was met since the last flush. */
typedef struct {
  TbkVocabulary *names;
  gint64 *counts;
  Room room;
} Names;

struct PhraseFigures {
  TbkPhraseCounts counts; /* but for labels and tags */
  Names labels, tags;
  TbkPhraseTree tree; /* in hand */
  int *chain;         /* the labels over one span */
  gsize chain_allocated;
};

const TbkTallyLayout *
phrase_figures_layout (void)
{
  return &layout;
}

void
tbk_phrase_figures_get (const TbkTally *tally, TbkPhraseCounts *counts)
{
  const gint64 *values = tbk_tally_get (tally, TBK_PHRASE_FIGURES_SUMS, NULL);
  gsize n_labels, n_tags;

  *counts = (TbkPhraseCounts){ 0 };
  if (values != NULL)
    memcpy (counts, values, sizeof (gint64) * N_SUMS);
  g_free (tbk_tally_rows (tally, TBK_PHRASE_FIGURES_LABELS, &n_labels));
  g_free (tbk_tally_rows (tally, TBK_PHRASE_FIGURES_TAGS, &n_tags));
  counts->labels = (gint64) n_labels;
  counts->tags = (gint64) n_tags;
}

PhraseFigures *
phrase_figures_new (void)
{
  PhraseFigures *figures = g_new0 (PhraseFigures, 1);

  figures->labels.names = tbk_vocabulary_new ();
  figures->tags.names = tbk_vocabulary_new ();
  return figures;
}

static void
clear_names (Names *names)
{
  tbk_vocabulary_free (names->names);
  room_clear (&names->room);
}

void
phrase_figures_free (PhraseFigures *figures)
{
  if (figures == NULL)
    return;
  clear_names (&figures->labels);
  clear_names (&figures->tags);
  tbk_phrase_tree_clear (&figures->tree);
  g_free (figures->chain);
  g_free (figures);
}

/* Makes room for the counts of names that are new, which are then zero. */
static gboolean
reserve_counts (Names *names, GError **error)
{
  const int n = tbk_vocabulary_size (names->names);

  return ROOM_RESERVE (&names->room, n, ARRAY (names->counts))
         || memory_fail (error, "counts of %d names", n);
}

static void
flush_names (Names *names, int section, TbkTally *tally)
{
  for (gsize i = 0; i < names->room.n; i++)
    if (names->counts[i] > 0) {
      g_autofree char *name = g_utf8_make_valid (tbk_vocabulary_name (names->names, (int) i), -1);

      if (tally != NULL)
        tbk_tally_add (tally, section, (const char *[]){ name }, &names->counts[i]);
      names->counts[i] = 0;
    }
}

void
phrase_figures_flush (PhraseFigures *figures, TbkTally *tally)
{
  if (tally != NULL)
    tbk_tally_add (tally, TBK_PHRASE_FIGURES_SUMS, NULL, &figures->counts.brackets);
  figures->counts = (TbkPhraseCounts){ 0 };
  flush_names (&figures->labels, TBK_PHRASE_FIGURES_LABELS, tally);
  flush_names (&figures->tags, TBK_PHRASE_FIGURES_TAGS, tally);
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
count_chain (PhraseFigures *figures, int i, gboolean *has_repeated)
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
add_chains (PhraseFigures *figures, GError **error)
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
add_children (PhraseFigures *figures)
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
add_height (PhraseFigures *figures)
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

/* Counts the labels of the constituents, whose numbers are those of the names. */
static gboolean
add_labels (PhraseFigures *figures, GError **error)
{
  if (!reserve_counts (&figures->labels, error))
    return FALSE;
  for (int i = 0; i < figures->tree.n_constituents; i++)
    figures->labels.counts[figures->tree.constituents[i].label]++;
  return TRUE;
}

static gboolean
add_tags (Names *tags, const TbkBracketTree *tree, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    int number;

    if (node->form == NULL)
      continue;
    number = tbk_vocabulary_add (tags->names, node->label, (gsize) node->label_length, error);
    if (number < 0 || !reserve_counts (tags, error))
      return FALSE;
    tags->counts[number]++;
  }
  return TRUE;
}

gboolean
phrase_figures_add (PhraseFigures *figures, const TbkBracketTree *tree, GError **error)
{
  TbkPhraseCounts *counts = &figures->counts;

  if (tree->n > 0 && !tbk_phrase_tree_set_brackets (&figures->tree, tree, figures->labels.names, error))
    return FALSE;
  counts->brackets++;
  counts->displaced_trees += tree->n_displaced > 0;
  counts->displaced += tree->n_displaced;
  if (tree->n == 0)
    return TRUE;
  if (!add_labels (figures, error) || !add_chains (figures, error) || !add_tags (&figures->tags, tree, error))
    return FALSE;
  counts->trees++;
  counts->added_roots += tree->has_added_root;
  counts->words += tree->n;
  counts->constituents += figures->tree.n_constituents;
  counts->max_words = MAX (counts->max_words, tree->n);
  add_children (figures);
  add_height (figures);
  return TRUE;
}

/* 2. count: the job that counts over phrase-structure trees. */

static gpointer
figures_new (gpointer data)
{
  (void) data;
  return phrase_figures_new ();
}

static void
figures_free (gpointer figures)
{
  phrase_figures_free (figures);
}

static gboolean
count_figures (gpointer figures, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) text;
  (void) tally;
  return phrase_figures_add (figures, entry->sentence, error) || tbk_entry_fail (entry, error);
}

static void
flush_figures (gpointer figures, TbkTally *tally)
{
  phrase_figures_flush (figures, tally);
}

TbkJob
tbk_phrase_figures_job (void)
{
  return (TbkJob){ .layout = phrase_figures_layout (),
                   .worker_new = figures_new,
                   .worker_free = figures_free,
                   .work = count_figures,
                   .flush = flush_figures };
}
