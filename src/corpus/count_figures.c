/* count_figures.c - the job that counts figures of treebanks. */
#include "corpus/attardi.h"
#include "tbk/conllu.h"
#include "tbk/statistics.h"

typedef struct {
  const TbkFiguresOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  AttardiDegrees *degrees; /* or NULL */
  gint64 figures[TBK_N_FIGURES];
} FiguresWorker;

static gpointer
worker_new (gpointer options)
{
  FiguresWorker *worker = g_new0 (FiguresWorker, 1);

  worker->options = options;
  worker->projectivizer = tbk_projectivizer_new (&worker->options->projectivize);
  worker->tree = tbk_tree_new ();
  worker->degrees = worker->options->measures ? attardi_degrees_new () : NULL;
  return worker;
}

static void
worker_free (gpointer data)
{
  FiguresWorker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  attardi_degrees_free (worker->degrees);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  FiguresWorker *worker = data;
  int lost_arcs, degree;

  (void) text;
  (void) tally;
  if (!tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, NULL, &lost_arcs, error)
      || !tbk_figures_count (worker->figures, worker->tree, sentence->heads, sentence->n, lost_arcs,
                             worker->options->measures, error))
    return tbk_entry_fail (entry, error);
  if (worker->degrees == NULL || lost_arcs == 0)
    return TRUE;
  if (!attardi_degree (worker->degrees, sentence->heads, sentence->n, &degree, error))
    return tbk_entry_fail (entry, error);
  tbk_figures_count_attardi_degree (worker->figures, degree);
  return TRUE;
}

static void
flush (gpointer worker, TbkTally *tally)
{
  tbk_figures_flush (((FiguresWorker *) worker)->figures, tally);
}

TbkJob
tbk_figures_job (const TbkFiguresOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_figures_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush };
}
