/* count_agreement.c - the job that counts how oracles agree. */
#include "tbk/conllu.h"
#include "tbk/statistics.h"

typedef struct {
  const TbkAgreementOptions *options;
  TbkComparer *comparer;
  TbkAgreement *agreement;
} AgreementWorker;

static gpointer
worker_new (gpointer options)
{
  AgreementWorker *worker = g_new0 (AgreementWorker, 1);
  const TbkCompareOptions *compare;

  worker->options = options;
  compare = &worker->options->compare;
  worker->comparer = tbk_comparer_new (compare, NULL);
  worker->agreement = tbk_agreement_new (compare->system, compare->n_variants);
  return worker;
}

static void
worker_free (gpointer data)
{
  AgreementWorker *worker = data;

  tbk_comparer_free (worker->comparer);
  tbk_agreement_free (worker->agreement);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  AgreementWorker *worker = data;
  const TbkAgreementOptions *options = worker->options;

  (void) text;
  (void) tally;
  if (options->max_words > 0 && sentence->n > options->max_words) {
    tbk_agreement_count_left_out (worker->agreement);
    return TRUE;
  }
  return tbk_comparer_walk_sentence (worker->comparer, sentence, (guint64) entry->index, worker->agreement,
                                     error)
         || tbk_entry_fail (entry, error);
}

static void
flush (gpointer worker, TbkTally *tally)
{
  tbk_agreement_flush (((AgreementWorker *) worker)->agreement, tally);
}

static char *
tell_left_out (gpointer options, const char *name, const TbkTally *tally)
{
  const gint64 max_words = ((const TbkAgreementOptions *) options)->max_words;
  TbkAgreementFigures figures;
  GString *remark;

  tbk_agreement_get (tally, 0, &figures);
  if (figures.left_out == 0 && figures.unvalued == 0)
    return NULL;
  remark = g_string_new (name);
  g_string_append (remark, ": ");
  if (figures.left_out > 0)
    g_string_append_printf (remark,
                            "%" G_GINT64_FORMAT " sentence%s of more than %" G_GINT64_FORMAT
                            " words left out; --max-words=0 takes all",
                            figures.left_out, figures.left_out == 1 ? "" : "s", max_words);
  if (figures.unvalued > 0)
    g_string_append_printf (
        remark,
        "%s%" G_GINT64_FORMAT
        " configuration%s left out: too long to be valued, or the search gave up; --search=N looks at more",
        figures.left_out > 0 ? "; " : "", figures.unvalued, figures.unvalued == 1 ? "" : "s");
  return g_string_free (remark, FALSE);
}

TbkJob
tbk_agreement_job (const TbkAgreementOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_agreement_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .remark = tell_left_out };
}
