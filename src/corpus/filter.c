/* filter.c - the job that writes sentences as they came. */
#include "tbk/filter.h"

#include "corpus/sample.h"
#include "tbk/brackets.h"

typedef struct {
  const TbkFilterOptions *options;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer options)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->options = options;
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* What @entry becomes: its bytes, or a line, or nothing. */
static TbkPiece
make_piece (Worker *worker, const TbkEntry *entry)
{
  if (!worker->options->as_lines)
    return (TbkPiece){ entry->text, entry->length };
  g_string_truncate (worker->line, 0);
  if (entry->n_words > 0) {
    tbk_bracket_tree_write (entry->sentence, TBK_BRACKET_WORDS, worker->line);
    g_string_append_c (worker->line, '\n');
  }
  return (TbkPiece){ worker->line->str, worker->line->len };
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const TbkFilterOptions *options = worker->options;
  const TbkPiece piece = make_piece (worker, entry);

  (void) tally;
  if (piece.size == 0)
    return TRUE;
  if (options->sample != NULL) {
    const int n_open_lines = options->as_lines ? 0 : options->format->count_open_lines (entry);
    return sample_note (options->sample, options->format, entry, error)
           && sample_add (options->sample, entry, piece.bytes, piece.size, n_open_lines, error);
  }
  if (options->as_lines)
    tbk_text_add (text, piece.bytes, piece.size);
  else
    tbk_text_keep (text, piece.bytes, piece.size);
  return TRUE;
}

/* What a sentence that is not drawn from says of the whole file may hold for others. */
static gboolean
leave_out (gpointer data, const TbkEntry *entry, GError **error)
{
  const TbkFilterOptions *options = ((const Worker *) data)->options;

  return sample_note (options->sample, options->format, entry, error);
}

static gboolean
write_lines (gpointer options, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((const TbkFilterOptions *) options)->output, text, error);
}

TbkJob
tbk_filter_job (const TbkFilterOptions *options)
{
  const gboolean has_lines = options->as_lines && options->sample == NULL;

  return (TbkJob){ .data = (gpointer) options,
                   .writes_corpus = !options->as_lines && options->sample == NULL,
                   .takes_headless = TRUE,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .write = has_lines ? write_lines : NULL,
                   .leave_out = options->sample != NULL ? leave_out : NULL };
}
