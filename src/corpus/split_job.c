/* split_job.c - the job that meets the sentences of a split. */
#include "tbk/split.h"

typedef struct {
  TbkSplit *split;
  TbkSelector *selector; /* NULL: all are taken */
} SplitWorker;

static gpointer
worker_new (gpointer data)
{
  const TbkSplitMeeting *meeting = data;
  SplitWorker *worker = g_new0 (SplitWorker, 1);

  worker->split = meeting->split;
  worker->selector = meeting->selection == NULL ? NULL : tbk_selector_new (meeting->selection);
  return worker;
}

static void
worker_free (gpointer data)
{
  SplitWorker *worker = data;

  tbk_selector_free (worker->selector);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  SplitWorker *worker = data;
  gboolean is_taken = TRUE;

  (void) text;
  (void) tally;
  return (worker->selector == NULL || tbk_selector_meets (worker->selector, entry, &is_taken, error))
         && tbk_split_add (worker->split, entry, is_taken, error);
}

/* A document may begin with what is left out. */
static gboolean
leave_out (gpointer worker, const TbkEntry *entry, GError **error)
{
  return tbk_split_add (((SplitWorker *) worker)->split, entry, FALSE, error);
}

TbkJob
tbk_split_job (const TbkSplitMeeting *meeting)
{
  return (TbkJob){ .data = (gpointer) meeting,
                   .takes_headless =
                       meeting->selection == NULL || !tbk_selection_needs_trees (meeting->selection),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .leave_out = leave_out };
}
