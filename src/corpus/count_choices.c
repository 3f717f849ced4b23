/* count_choices.c - the job that counts optimal projectivizations, by length, sentence by sentence and arc by
 * arc. */
#include "corpus/kept.h"
#include "corpus/rows.h"
#include "tbk/conllu.h"
#include "tbk/statistics.h"

const char *const *
tbk_choices_columns (TbkChoicesRows rows_of)
{
  static const char *const of_sentences[] = {
    "file", "sentence", "sent_id", "words", "nonprojective_arcs", "lost_arcs", "choices", NULL
  };
  static const char *const of_arcs[] = { "file",   "sentence", "sent_id", "dependent", "head",
                                         "deprel", "upos",     "choices", "kept",      NULL };

  return rows_of == TBK_CHOICES_OF_SENTENCES ? of_sentences : of_arcs;
}

typedef struct {
  const TbkChoicesOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  mpz_t count;
  TbkChoices *choices;
  TbkTable *rows; /* or NULL */
  KeptArcs kept;  /* where rows are of arcs */
  GString *field; /* scratch */
} ChoicesWorker;

static gpointer
worker_new (gpointer options)
{
  ChoicesWorker *worker = g_new0 (ChoicesWorker, 1);

  worker->options = options;
  worker->projectivizer = tbk_projectivizer_new (&worker->options->projectivize);
  worker->tree = tbk_tree_new ();
  mpz_init (worker->count);
  worker->choices = tbk_choices_new (worker->options->width);
  worker->rows = worker->options->rows == NULL ? NULL : tbk_table_new_rows (worker->options->rows);
  worker->field = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  ChoicesWorker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  mpz_clear (worker->count);
  tbk_choices_free (worker->choices);
  tbk_table_free (worker->rows);
  kept_arcs_clear (&worker->kept);
  g_string_free (worker->field, TRUE);
  g_free (worker);
}

static void
append_row (const ChoicesWorker *worker, const TbkEntry *entry, int nonprojective_arcs, int lost_arcs,
            TbkText *text)
{
  const TbkConlluSentence *sentence = entry->sentence;

  rows_place (worker->rows, entry);
  tbk_table_integer (worker->rows, sentence->n);
  tbk_table_integer (worker->rows, nonprojective_arcs);
  tbk_table_integer (worker->rows, lost_arcs);
  tbk_table_number (worker->rows, worker->count);
  tbk_table_take_row (worker->rows, text);
}

/* Rows for the arcs that some tree does not keep, or all. */
static void
append_arcs (const ChoicesWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const TbkConlluSentence *sentence = entry->sentence;

  for (int word = 1; word <= sentence->n; word++) {
    if (worker->options->rows_of == TBK_CHOICES_OF_LOST_ARCS
        && mpz_cmp (worker->kept.numbers[word], worker->count) == 0)
      continue;
    rows_place (worker->rows, entry);
    tbk_table_integer (worker->rows, word);
    tbk_table_integer (worker->rows, sentence->heads[word]);
    rows_field (worker->rows, sentence, word, TBK_COLUMN_DEPREL, worker->field);
    rows_field (worker->rows, sentence, word, TBK_COLUMN_UPOS, worker->field);
    tbk_table_number (worker->rows, worker->count);
    tbk_table_number (worker->rows, worker->kept.numbers[word]);
    tbk_table_take_row (worker->rows, text);
  }
}

/* The number of optimal trees, and of those that keep each arc if that is asked for. */
static gboolean
count (ChoicesWorker *worker, const TbkConlluSentence *sentence, int *lost_arcs, GError **error)
{
  if (worker->rows == NULL || worker->options->rows_of == TBK_CHOICES_OF_SENTENCES)
    return tbk_projectivize_count (worker->projectivizer, sentence->heads, sentence->n, worker->count,
                                   lost_arcs, error);
  return kept_arcs_count (&worker->kept, worker->projectivizer, sentence->heads, sentence->n, worker->count,
                          lost_arcs, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  ChoicesWorker *worker = data;
  int lost_arcs, n_arcs = 0;

  if (!count (worker, sentence, &lost_arcs, error))
    return tbk_entry_fail (entry, error);
  if (lost_arcs > 0 && !tbk_tree_set (worker->tree, sentence->heads, sentence->n, error))
    return tbk_entry_fail (entry, error);
  if (lost_arcs > 0)
    n_arcs = tbk_tree_nonprojective_arcs (worker->tree);
  if (worker->rows != NULL && worker->options->rows_of == TBK_CHOICES_OF_SENTENCES)
    append_row (worker, entry, n_arcs, lost_arcs, text);
  else if (worker->rows != NULL)
    append_arcs (worker, entry, text);
  tbk_choices_count (worker->choices, sentence->n, n_arcs > 0, lost_arcs, worker->count, tally);
  return TRUE;
}

static void
flush (gpointer worker, TbkTally *tally)
{
  tbk_choices_flush (((ChoicesWorker *) worker)->choices, tally);
}

static gboolean
write_rows (gpointer options, const TbkText *text, GError **error)
{
  return tbk_table_write_rows (((const TbkChoicesOptions *) options)->rows, text, error);
}

static gboolean
settle (gpointer options, gboolean stays, GError **error)
{
  return tbk_table_settle (((const TbkChoicesOptions *) options)->rows, stays, error);
}

TbkJob
tbk_choices_job (const TbkChoicesOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_choices_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .write = options->rows == NULL ? NULL : write_rows,
                   .settle = options->rows == NULL ? NULL : settle };
}
