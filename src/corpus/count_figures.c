/* count_figures.c - the job that counts figures of treebanks: of all trees, by length, tree by tree, or of arcs. */
#include "base/memory.h"
#include "corpus/attardi.h"
#include "corpus/rows.h"
#include "tbk/conllu.h"
#include "tbk/statistics.h"

/* A tree's own figures: the further ones last, only on demand. */
static const TbkFigure figures_of_tree[] = {
  TBK_FIGURE_WORDS,
  TBK_FIGURE_NONPROJECTIVE_ARCS,
  TBK_FIGURE_LOST_ARCS,
  TBK_FIGURE_NONPLANAR_TREES,
  TBK_FIGURE_ILL_NESTED_TREES,
  TBK_FIGURE_GAP_DEGREE_OVER_1,
  TBK_FIGURE_MAX_GAP_DEGREE,
  TBK_FIGURE_EDGE_DEGREE_OVER_1,
  TBK_FIGURE_MAX_EDGE_DEGREE,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_2,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_3,
  TBK_FIGURE_ATTARDI_DEGREE_OVER_4,
};

static int
n_figures_of_tree (gboolean measures)
{
  return measures ? G_N_ELEMENTS (figures_of_tree) : 3;
}

/* Columns of a table by sentence; NULL-terminated. */
static const char *const *
sentence_columns (gboolean measures)
{
  static const char *columns[2][3 + G_N_ELEMENTS (figures_of_tree) + 3];
  static gsize is_made;

  if (g_once_init_enter (&is_made)) {
    for (int m = 0; m < 2; m++) {
      const int n = n_figures_of_tree (m);

      columns[m][0] = "file";
      columns[m][1] = "sentence";
      columns[m][2] = "sent_id";
      for (int f = 0; f < n; f++)
        columns[m][3 + f] = tbk_figure_name (figures_of_tree[f]);
      columns[m][3 + n] = "nonprojective_arcs_percent";
      columns[m][4 + n] = "upper_bound_uas";
    }
    g_once_init_leave (&is_made, 1);
  }
  return columns[measures];
}

const char *const *
tbk_figures_columns (TbkFiguresBy by, gboolean measures)
{
  static const char *const by_arc[] = { "file",   "sentence", "sent_id",  "dependent",     "head",
                                        "deprel", "upos",     "new_head", "levels_lifted", NULL };

  return by == TBK_FIGURES_BY_ARC ? by_arc : sentence_columns (measures != FALSE);
}

typedef struct {
  const TbkFiguresOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;           /* set if arcs are lost */
  AttardiDegrees *degrees; /* or NULL */
  gint64 figures[TBK_N_FIGURES];
  TbkTable *rows;      /* or NULL */
  TbkArcFigures *arcs; /* or NULL */
  int *heads;          /* of the projective tree, if arcs are looked at one by one */
  int n_allocated;
  GString *field; /* scratch */
} FiguresWorker;

static gpointer
worker_new (gpointer data)
{
  const TbkFiguresOptions *options = data;
  FiguresWorker *worker = g_new0 (FiguresWorker, 1);

  worker->options = options;
  worker->projectivizer = tbk_projectivizer_new (&options->projectivize);
  worker->tree = tbk_tree_new ();
  worker->degrees = options->measures ? attardi_degrees_new () : NULL;
  worker->rows = options->rows == NULL ? NULL : tbk_table_new_rows (options->rows);
  worker->arcs = options->by > TBK_FIGURES_BY_ARC ? tbk_arc_figures_new (options->by, options->width) : NULL;
  worker->field = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  FiguresWorker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  attardi_degrees_free (worker->degrees);
  tbk_table_free (worker->rows);
  tbk_arc_figures_free (worker->arcs);
  g_free (worker->heads);
  g_string_free (worker->field, TRUE);
  g_free (worker);
}

/* The column that groups of arcs have their names from. */
static gboolean
find_column (TbkFiguresBy by, TbkColumn *column)
{
  *column = by == TBK_FIGURES_BY_DEPREL ? TBK_COLUMN_DEPREL : TBK_COLUMN_UPOS;
  return by == TBK_FIGURES_BY_DEPREL || by == TBK_FIGURES_BY_UPOS;
}

static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  const TbkFiguresOptions *options = data;
  TbkColumn column;

  if (!find_column (options->by, &column) || tbk_conllu_reader_has_column (reader, column))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected %s among them",
               tbk_input_name (tbk_conllu_reader_input (reader)), tbk_conllu_reader_columns (reader),
               column == TBK_COLUMN_DEPREL ? "DEPREL" : "UPOS");
  return FALSE;
}

/* A row for the tree that was counted last, the only one in the worker's figures. */
static void
append_sentence (const FiguresWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const gint64 *figures = worker->figures, n = figures[TBK_FIGURE_WORDS];

  rows_place (worker->rows, entry);
  for (int f = 0; f < n_figures_of_tree (worker->options->measures); f++)
    tbk_table_integer (worker->rows, figures[figures_of_tree[f]]);
  tbk_table_percent (worker->rows, figures[TBK_FIGURE_NONPROJECTIVE_ARCS], n);
  tbk_table_percent (worker->rows, n - figures[TBK_FIGURE_LOST_ARCS], n);
  tbk_table_take_row (worker->rows, text);
}

static void
append_field (const FiguresWorker *worker, const TbkConlluSentence *sentence, int word, TbkColumn column)
{
  const TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);

  if (field.bytes == NULL) {
    tbk_table_nothing (worker->rows);
    return;
  }
  g_string_truncate (worker->field, 0);
  g_string_append_len (worker->field, field.bytes, (gssize) field.size);
  tbk_table_string (worker->rows, worker->field->str);
}

/* A row for the arc into @word. */
static void
append_arc (const FiguresWorker *worker, const TbkEntry *entry, int word, TbkText *text)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const int head = sentence->heads[word], new_head = worker->heads[word];

  rows_place (worker->rows, entry);
  tbk_table_integer (worker->rows, word);
  tbk_table_integer (worker->rows, head);
  append_field (worker, sentence, word, TBK_COLUMN_DEPREL);
  append_field (worker, sentence, word, TBK_COLUMN_UPOS);
  tbk_table_integer (worker->rows, new_head);
  if (tbk_tree_dominates (worker->tree, new_head, head))
    tbk_table_integer (worker->rows,
                       tbk_tree_depth (worker->tree, head) - tbk_tree_depth (worker->tree, new_head));
  else
    tbk_table_nothing (worker->rows);
  tbk_table_take_row (worker->rows, text);
}

/* Counts the arcs of a tree that loses @lost_arcs of them by group. */
static gboolean
count_arcs (FiguresWorker *worker, const TbkConlluSentence *sentence, int lost_arcs, GError **error)
{
  TbkColumn column;
  const gboolean has_names = find_column (worker->options->by, &column);

  for (int word = 1; word <= sentence->n; word++) {
    TbkFiguresArc arc = { .head = sentence->heads[word], .dependent = word };

    if (has_names)
      arc.name = tbk_conllu_sentence_field (sentence, word, column);
    if (lost_arcs > 0) {
      arc.is_nonprojective = tbk_tree_is_nonprojective (worker->tree, word);
      arc.is_lost = worker->heads[word] != arc.head;
    }
    if (!tbk_arc_figures_count (worker->arcs, &arc, error))
      return FALSE;
  }
  return TRUE;
}

/* Rows for the arcs of a tree that loses some. */
static void
append_arcs (const FiguresWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const TbkConlluSentence *sentence = entry->sentence;

  for (int word = 1; word <= sentence->n; word++)
    if (tbk_tree_is_nonprojective (worker->tree, word) || worker->heads[word] != sentence->heads[word])
      append_arc (worker, entry, word, text);
}

/* Adds the figures of the tree to the worker's. */
static gboolean
count_tree (FiguresWorker *worker, const TbkConlluSentence *sentence, int *lost_arcs, GError **error)
{
  const gboolean by_arcs = worker->options->by >= TBK_FIGURES_BY_ARC;
  int degree;

  if (by_arcs && !reserve_words (&worker->heads, &worker->n_allocated, sentence->n, sizeof (int), error))
    return FALSE;
  if (!tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, by_arcs ? worker->heads : NULL,
                         lost_arcs, error)
      || !tbk_figures_count (worker->figures, worker->tree, sentence->heads, sentence->n, *lost_arcs,
                             worker->options->measures, error))
    return FALSE;
  if (worker->degrees == NULL || *lost_arcs == 0)
    return TRUE;
  if (!attardi_degree (worker->degrees, sentence->heads, sentence->n, &degree, error))
    return FALSE;
  tbk_figures_count_attardi_degree (worker->figures, degree);
  return TRUE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  FiguresWorker *worker = data;
  const TbkFiguresOptions *options = worker->options;
  int lost_arcs;

  if (!count_tree (worker, entry->sentence, &lost_arcs, error)
      || (worker->arcs != NULL && !count_arcs (worker, entry->sentence, lost_arcs, error)))
    return tbk_entry_fail (entry, error);
  if (worker->rows != NULL && options->by == TBK_FIGURES_BY_SENTENCE)
    append_sentence (worker, entry, text);
  if (worker->rows != NULL && options->by == TBK_FIGURES_BY_ARC && lost_arcs > 0)
    append_arcs (worker, entry, text);
  if (options->by == TBK_FIGURES_BY_LENGTH)
    tbk_figures_add_length (worker->figures, options->width, tally);
  if (options->by == TBK_FIGURES_BY_LENGTH || options->by == TBK_FIGURES_BY_SENTENCE)
    tbk_figures_flush (worker->figures, tally);
  return TRUE;
}

static void
flush (gpointer data, TbkTally *tally)
{
  FiguresWorker *worker = data;

  tbk_figures_flush (worker->figures, tally);
  if (worker->arcs != NULL)
    tbk_arc_figures_flush (worker->arcs, tally);
}

static gboolean
write_rows (gpointer options, const TbkText *text, GError **error)
{
  return tbk_table_write_rows (((const TbkFiguresOptions *) options)->rows, text, error);
}

TbkJob
tbk_figures_job (const TbkFiguresOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_figures_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .check_file = check_file,
                   .work = work,
                   .flush = flush,
                   .write = options->rows == NULL ? NULL : write_rows };
}
