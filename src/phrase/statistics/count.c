/* count.c - the jobs that count over phrase-structure trees: figures, and how oracles agree. */
#include "tbk/statistics.h"

static gpointer
figures_new (gpointer data)
{
  (void) data;
  return tbk_phrase_figures_new ();
}

static void
figures_free (gpointer figures)
{
  tbk_phrase_figures_free (figures);
}

static gboolean
count_figures (gpointer figures, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) text;
  (void) tally;
  return tbk_phrase_figures_add (figures, entry->sentence, error) || tbk_entry_fail (entry, error);
}

static void
flush_figures (gpointer figures, TbkTally *tally)
{
  tbk_phrase_figures_flush (figures, tally);
}

TbkJob
tbk_phrase_figures_job (void)
{
  return (TbkJob){ .layout = tbk_phrase_figures_layout (),
                   .worker_new = figures_new,
                   .worker_free = figures_free,
                   .work = count_figures,
                   .flush = flush_figures };
}

typedef struct {
  const TbkPhraseAgreementOptions *options;
  TbkPhraseComparer *comparer;
  TbkVocabulary *labels; /* of the trees of the batch so far */
  TbkPhraseTree tree;
  TbkPhraseAgreement rows[TBK_PHRASE_DISTANCES];
} Walker;

static gpointer
walker_new (gpointer data)
{
  const TbkPhraseAgreementOptions *options = data;
  Walker *walker = g_new0 (Walker, 1);

  walker->options = options;
  walker->comparer = tbk_phrase_comparer_new (options->system, &options->walk, NULL);
  walker->labels = tbk_vocabulary_new ();
  return walker;
}

static void
walker_free (gpointer data)
{
  Walker *walker = data;

  tbk_phrase_comparer_free (walker->comparer);
  tbk_vocabulary_free (walker->labels);
  tbk_phrase_tree_clear (&walker->tree);
  g_free (walker);
}

static gboolean
walk (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkBracketTree *tree = entry->sentence;
  Walker *walker = data;

  (void) text;
  (void) tally;
  if (tbk_bracket_tree_exceeds (tree, walker->options->max_words)) {
    walker->rows[0].left_out++;
    return TRUE;
  }
  return tree->n == 0
         || (tbk_phrase_tree_set_brackets (&walker->tree, tree, walker->labels, error)
             && tbk_phrase_comparer_walk (walker->comparer, &walker->tree,
                                          tbk_vocabulary_size (walker->labels), (guint64) entry->index,
                                          walker->rows, error))
         || tbk_entry_fail (entry, error);
}

static void
flush_walks (gpointer data, TbkTally *tally)
{
  Walker *walker = data;

  tbk_phrase_agreement_flush (walker->rows, tally);
  tbk_vocabulary_clear (walker->labels);
}

static char *
tell_left_out (gpointer options, const char *name, const TbkTally *tally)
{
  const gint64 max_words = ((const TbkPhraseAgreementOptions *) options)->max_words;
  TbkPhraseAgreement row;

  tbk_phrase_agreement_get (tally, 0, &row);
  if (row.left_out == 0)
    return NULL;
  return g_strdup_printf ("%s: %" G_GINT64_FORMAT " tree%s of more than %" G_GINT64_FORMAT
                          " words or %" G_GINT64_FORMAT " constituents left out; --max-words=0 takes all",
                          name, row.left_out, row.left_out == 1 ? "" : "s", max_words,
                          TBK_BRACKETS_CONSTITUENTS_A_WORD * max_words);
}

TbkJob
tbk_phrase_agreement_job (const TbkPhraseAgreementOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_phrase_agreement_layout (),
                   .worker_new = walker_new,
                   .worker_free = walker_free,
                   .work = walk,
                   .flush = flush_walks,
                   .remark = tell_left_out };
}
