/* count_figures.c - the job that counts figures of treebanks: of all trees, by length, tree by tree, or of
 * arcs. */
#include "base/memory.h"
#include "corpus/figure_rows.h"
#include "corpus/kept.h"
#include "corpus/rows.h"
#include "corpus/taken_out.h"
#include "tbk/conllu.h"

typedef struct {
  const TbkFiguresOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree; /* set if arcs are lost */
  TbkLengthMeter *meter;
  TbkClassifier *classifier;
  TbkClasses classes; /* of the tree that was counted last */
  TakenOut sentence;  /* in hand */
  gint64 lengths[TBK_N_LENGTHS];

  /* What was counted since it was flushed, of each kind. */
  gint64 figures[TBK_FIGURES_N_KINDS][TBK_TALLY_MAX_COLUMNS];
  TbkTable *rows;      /* or NULL */
  TbkArcFigures *arcs; /* or NULL */
  KeptArcs kept;       /* of the tree in hand, if arcs are counted and some are lost */
  mpz_t n_choices;
  int *heads; /* of the projective tree, if arcs are looked at one by one */
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
  worker->meter = tbk_length_meter_new ();
  worker->classifier = tbk_classifier_new ();
  worker->rows = options->rows == NULL ? NULL : tbk_table_new_rows (options->rows);
  worker->arcs = options->by > TBK_FIGURES_BY_ARC ? tbk_arc_figures_new (options->by, options->width) : NULL;
  worker->field = g_string_new (NULL);
  mpz_init (worker->n_choices);
  return worker;
}

static void
worker_free (gpointer data)
{
  FiguresWorker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  tbk_length_meter_free (worker->meter);
  tbk_classifier_free (worker->classifier);
  taken_out_clear (&worker->sentence);
  tbk_table_free (worker->rows);
  tbk_arc_figures_free (worker->arcs);
  kept_arcs_clear (&worker->kept);
  mpz_clear (worker->n_choices);
  g_free (worker->heads);
  g_string_free (worker->field, TRUE);
  g_free (worker);
}

/* Whether figures of that kind are asked for, and of trees, not of arcs. */
static gboolean
counts (const TbkFiguresOptions *options, TbkFiguresKind kind)
{
  return kind == TBK_FIGURES_OF_TREES
         || (options->by < TBK_FIGURES_BY_ARC
             && (kind == TBK_FIGURES_OF_LENGTHS ? options->lengths : options->classes));
}

/* The column that groups of arcs have their names from. */
static gboolean
find_column (TbkFiguresBy by, TbkColumn *column)
{
  *column = by == TBK_FIGURES_BY_DEPREL ? TBK_COLUMN_DEPREL : TBK_COLUMN_UPOS;
  return by == TBK_FIGURES_BY_DEPREL || by == TBK_FIGURES_BY_UPOS;
}

static gboolean
check_column (gconstpointer reader, TbkColumn column, GError **error)
{
  if (tbk_conllu_reader_has_column (reader, column))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected %s among them",
               tbk_input_name (tbk_conllu_reader_input (reader)), tbk_conllu_reader_columns (reader),
               column == TBK_COLUMN_DEPREL ? "DEPREL" : "UPOS");
  return FALSE;
}

static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  const TbkFiguresOptions *options = data;
  TbkColumn column;

  return (options->skipped_upos == NULL || check_column (reader, TBK_COLUMN_UPOS, error))
         && (!find_column (options->by, &column) || check_column (reader, column, error));
}

/* A row for the tree that was counted last, the only one in the worker's figures. */
static void
append_sentence (const FiguresWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const TbkFiguresOptions *options = worker->options;
  const gint64 *trees = worker->figures[TBK_FIGURES_OF_TREES];

  rows_place (worker->rows, entry);
  tbk_table_integer (worker->rows, trees[TBK_FIGURE_WORDS]);
  tbk_table_integer (worker->rows, trees[TBK_FIGURE_NONPROJECTIVE_ARCS]);
  tbk_table_integer (worker->rows, trees[TBK_FIGURE_LOST_ARCS]);
  figure_rows_shares (trees[TBK_FIGURE_WORDS], trees[TBK_FIGURE_NONPROJECTIVE_ARCS],
                      trees[TBK_FIGURE_LOST_ARCS], worker->rows);
  if (options->lengths && options->values)
    figure_rows_values (worker->lengths, worker->sentence.n, worker->rows);
  else if (options->lengths)
    figure_rows_lengths (worker->figures[TBK_FIGURES_OF_LENGTHS], worker->rows);
  if (options->classes)
    figure_rows_tree_classes (&worker->classes, worker->rows);
  tbk_table_take_row (worker->rows, text);
}

/* A row for the arc into @word, with words as they are numbered in the file. */
static void
append_arc (const FiguresWorker *worker, const TbkEntry *entry, int word, TbkText *text)
{
  const int *words = worker->sentence.words, head = worker->sentence.heads[word],
            new_head = worker->heads[word];

  rows_place (worker->rows, entry);
  tbk_table_integer (worker->rows, words[word]);
  tbk_table_integer (worker->rows, words[head]);
  rows_field (worker->rows, entry->sentence, words[word], TBK_COLUMN_DEPREL, worker->field);
  rows_field (worker->rows, entry->sentence, words[word], TBK_COLUMN_UPOS, worker->field);
  tbk_table_integer (worker->rows, words[new_head]);
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
  const TakenOut *left = &worker->sentence;
  TbkColumn column;
  const gboolean has_names = find_column (worker->options->by, &column);

  if (lost_arcs > 0
      && !kept_arcs_count (&worker->kept, worker->projectivizer, left->heads, left->n, worker->n_choices,
                           &lost_arcs, error))
    return FALSE;
  for (int word = 1; word <= left->n; word++) {
    TbkFiguresArc arc = { .head = left->heads[word], .dependent = word };

    if (has_names)
      arc.name = tbk_conllu_sentence_field (sentence, left->words[word], column);
    if (lost_arcs > 0) {
      arc.is_nonprojective = tbk_tree_is_nonprojective (worker->tree, word);
      arc.is_lost = worker->heads[word] != arc.head;
      arc.is_certain = mpz_sgn (worker->kept.numbers[word]) == 0;
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
  const TakenOut *left = &worker->sentence;

  for (int word = 1; word <= left->n; word++)
    if (tbk_tree_is_nonprojective (worker->tree, word) || worker->heads[word] != left->heads[word])
      append_arc (worker, entry, word, text);
}

/* The lengths and classes of the tree, as far as they are asked for. */
static gboolean
count_further (FiguresWorker *worker, GError **error)
{
  const TbkFiguresOptions *options = worker->options;
  const TakenOut *left = &worker->sentence;

  if (counts (options, TBK_FIGURES_OF_LENGTHS)) {
    if (!tbk_lengths_compute (worker->meter, left->heads, left->n,
                              options->values ? TBK_LENGTHS_ALL : TBK_LENGTH_FIGURES_NEED, worker->lengths,
                              error))
      return FALSE;
    tbk_length_figures_count (worker->figures[TBK_FIGURES_OF_LENGTHS], worker->lengths, left->n);
  }
  if (counts (options, TBK_FIGURES_OF_CLASSES)) {
    if (!tbk_tree_classes (worker->classifier, left->heads, left->n, TBK_CLASSES_ALL, &worker->classes,
                           error))
      return FALSE;
    tbk_class_figures_count (worker->figures[TBK_FIGURES_OF_CLASSES], &worker->classes);
  }
  return TRUE;
}

/* Adds the figures of the tree to the worker's. */
static gboolean
count_tree (FiguresWorker *worker, const TbkConlluSentence *sentence, int *lost_arcs, GError **error)
{
  const gboolean by_arcs = worker->options->by >= TBK_FIGURES_BY_ARC;
  const TakenOut *left = &worker->sentence;

  return taken_out_set (&worker->sentence, sentence, worker->options->skipped_upos, worker->options->is_found,
                        error)
         && (!by_arcs || reserve_words (&worker->heads, &worker->n_allocated, left->n, sizeof (int), error))
         && tbk_projectivize (worker->projectivizer, left->heads, left->n, by_arcs ? worker->heads : NULL,
                              lost_arcs, error)
         && tbk_figures_count (worker->figures[TBK_FIGURES_OF_TREES], worker->tree, left->heads, left->n,
                               *lost_arcs, error)
         && count_further (worker, error);
}

/* Adds all that was counted of trees to @tally. */
static void
flush_trees (FiguresWorker *worker, TbkTally *tally)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (counts (worker->options, kind))
      tbk_figures_flush (kind, worker->figures[kind], tally);
}

/* The same of one tree, for the rows of lengths too. */
static void
flush_tree (FiguresWorker *worker, TbkTally *tally)
{
  const int n = worker->sentence.n;

  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (n > 0 && worker->options->by == TBK_FIGURES_BY_LENGTH && counts (worker->options, kind))
      tbk_figures_add_length (kind, worker->figures[kind], n, worker->options->width, tally);
  flush_trees (worker, tally);
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
  if (options->by == TBK_FIGURES_BY_LENGTH || options->by == TBK_FIGURES_BY_SENTENCE)
    flush_tree (worker, tally);
  return TRUE;
}

static void
flush (gpointer data, TbkTally *tally)
{
  FiguresWorker *worker = data;

  flush_trees (worker, tally);
  if (worker->arcs != NULL)
    tbk_arc_figures_flush (worker->arcs, tally);
}

static gboolean
write_rows (gpointer options, const TbkText *text, GError **error)
{
  return tbk_table_write_rows (((const TbkFiguresOptions *) options)->rows, text, error);
}

static gboolean
settle (gpointer options, gboolean stays, GError **error)
{
  return tbk_table_settle (((const TbkFiguresOptions *) options)->rows, stays, error);
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
                   .write = options->rows == NULL ? NULL : write_rows,
                   .settle = options->rows == NULL ? NULL : settle };
}
