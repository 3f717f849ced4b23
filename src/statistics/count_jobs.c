/* count_jobs.c - the jobs that count over treebanks: figures, choices, agreement of oracles.
 *
 * Contents
 *   1. kept: numbers of trees by arc, in memory that is kept from one sentence to the next
 *   2. count_figures: the job that counts figures of treebanks: of all trees, by length, tree by tree, or
 *      of arcs
 *   3. count_choices: the job that counts optimal projectivizations, by length, sentence by sentence and
 *      arc by arc
 *   4. count_agreement: the job that counts how oracles agree
 */
#include "query/query.h"
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/oracle.h"
#include "tbk/statistics.h"

/* 1. kept: numbers of trees by arc, in memory that is kept from one sentence to the next.
 *
 * numbers[w] is the number of optimal trees that keep the gold arc into word w: 0 for a certain loss, the
 * number of all for an arc that is never lost.
 */

typedef struct {
  mpz_t *numbers; /* by word */
  gsize n_numbers, n_allocated;
} KeptArcs;

/* Sets @count, and the numbers of words 1..n. */
static gboolean
kept_arcs_count (KeptArcs *kept, TbkProjectivizer *projectivizer, const int *heads, int n, mpz_t count,
                 int *lost_arcs, GError **error)
{
  if (!try_reserve (&kept->numbers, &kept->n_allocated, (gsize) n + 1, sizeof *kept->numbers))
    return memory_fail (error, "the arcs of %d words", n);
  for (; kept->n_numbers <= (gsize) n; kept->n_numbers++)
    mpz_init (kept->numbers[kept->n_numbers]);
  return tbk_projectivize_count (projectivizer, heads, n, count, kept->numbers, lost_arcs, error);
}

static void
kept_arcs_clear (KeptArcs *kept)
{
  for (gsize i = 0; i < kept->n_numbers; i++)
    mpz_clear (kept->numbers[i]);
  g_free (kept->numbers);
}

/* 2. count_figures: the job that counts figures of treebanks: of all trees, by length, tree by tree, or of
 * arcs.
 *
 * For each sentence: words that are left out go (counted_words_set()); the tree is projectivized, which gives
 * lost arcs; figures of trees, lengths and classes are added to arrays of the worker; arcs are counted by
 * group, if that is asked for. Arrays become rows of a tally when a batch is done (flush()), or after each
 * tree where rows are by keys or by sentence. Words in `sentence` are numbered anew; words_before[] has their
 * numbers in the file.
 */

typedef struct {
  const TbkFiguresOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree; /* set if arcs are lost */
  TbkLengthMeter *meter;
  TbkClassifier *classifier;
  TbkClasses classes;    /* of the tree that was counted last */
  CountedWords sentence; /* in hand */
  RowKey key;            /* of it, or of the word in hand */
  gint64 lengths[TBK_N_LENGTHS];

  /* Counts of each kind since they were flushed. */
  gint64 figures[TBK_FIGURES_N_KINDS][FIGURES_MAX_COLUMNS];
  TbkTable *rows;       /* or NULL */
  ArcFigures *arcs;     /* or NULL */
  FigureRounds *rounds; /* or NULL */
  KeptArcs kept;        /* of the tree in hand, if arcs are counted and some are lost */
  mpz_t n_choices;
  TbkSequenceCounter *counter; /* or NULL */
  mpz_t n_sequences;           /* of the tree that was counted last */
  int *heads;                  /* of the projective tree, if something looks at it */
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
  worker->rows = options->rows == NULL ? NULL : table_new_rows (options->rows);
  worker->rounds = options->level > 0 ? figure_rounds_new (options) : NULL;
  worker->arcs = tbk_figures_are_of_arcs (options) ? arc_figures_new (options, worker->rounds) : NULL;
  counted_words_init (&worker->sentence, &options->projectivize, options->without, options->words);
  row_key_init (&worker->key);
  worker->field = g_string_new (NULL);
  mpz_inits (worker->n_choices, worker->n_sequences, NULL);
  worker->counter = options->system == NULL ? NULL : tbk_sequence_counter_new (options->system, NULL);
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
  counted_words_clear (&worker->sentence);
  row_key_clear (&worker->key);
  tbk_table_free (worker->rows);
  arc_figures_free (worker->arcs);
  figure_rounds_free (worker->rounds);
  kept_arcs_clear (&worker->kept);
  mpz_clears (worker->n_choices, worker->n_sequences, NULL);
  tbk_sequence_counter_free (worker->counter);
  g_free (worker->heads);
  g_string_free (worker->field, TRUE);
  g_free (worker);
}

/* Returns TRUE if figures of that kind are asked for, and of trees, not of arcs. */
static gboolean
counts (const TbkFiguresOptions *options, TbkFiguresKind kind)
{
  const gboolean are_wanted[TBK_FIGURES_OF_ARCS] = {
    [TBK_FIGURES_OF_LENGTHS] = options->lengths,
    [TBK_FIGURES_OF_CLASSES] = options->classes,
    [TBK_FIGURES_OF_SEQUENCES] = options->system != NULL,
  };

  return kind == TBK_FIGURES_OF_TREES
         || (options->by != TBK_FIGURES_BY_ARC && !tbk_figures_are_of_arcs (options) && are_wanted[kind]);
}

/* Appends a row for the sentence in hand, the only one in the worker's figures: of its tree, or of its words
 * that count. */
static void
append_sentence (FiguresWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const TbkFiguresOptions *options = worker->options;
  const gboolean is_of_arcs = options->words != NULL;
  gint64 *arcs = worker->figures[TBK_FIGURES_OF_ARCS], *lengths = worker->figures[TBK_FIGURES_OF_ARC_LENGTHS];

  rows_place (worker->rows, entry);
  tbk_table_cells (worker->rows, is_of_arcs ? &figures_of_arcs : &figures_of_sentences,
                   is_of_arcs ? arcs : worker->figures[TBK_FIGURES_OF_TREES]);
  if (options->lengths && is_of_arcs)
    tbk_table_cells (worker->rows, &figures_of_arc_lengths, lengths);
  else if (options->lengths && options->values)
    figure_rows_values (worker->lengths, worker->sentence.n, worker->rows);
  else if (options->lengths)
    tbk_table_cells (worker->rows, &figures_of_lengths, worker->figures[TBK_FIGURES_OF_LENGTHS]);
  if (options->classes)
    figure_rows_tree_classes (&worker->classes, worker->rows);
  if (options->system != NULL)
    figure_rows_tree_sequences (worker->n_sequences, worker->figures[TBK_FIGURES_OF_SEQUENCES], worker->rows);
  memset (arcs, 0, TBK_N_ARC_FIGURES * sizeof *arcs);
  memset (lengths, 0, TBK_N_ARC_LENGTH_FIGURES * sizeof *lengths);
  table_take_row (worker->rows, text);
}

/* Appends a row for the arc into @word, with words as they are numbered in the file. */
static void
append_arc (const FiguresWorker *worker, const TbkEntry *entry, int word, TbkText *text)
{
  const int *words = worker->sentence.words_before, head = worker->sentence.heads[word],
            new_head = worker->heads[word];

  rows_place (worker->rows, entry);
  tbk_table_integer (worker->rows, words[word]);
  tbk_table_integer (worker->rows, words[head]);
  rows_field (worker->rows, entry->sentence, words[word], TBK_COLUMN_DEPREL, worker->field);
  rows_field (worker->rows, entry->sentence, words[word], TBK_COLUMN_UPOS, worker->field);
  tbk_table_integer (worker->rows, words[new_head]);
  /* The new head is an ancestor of the gold one: how far the arc was lifted. */
  if (tbk_tree_dominates (worker->tree, new_head, head))
    tbk_table_integer (worker->rows,
                       tbk_tree_depth (worker->tree, head) - tbk_tree_depth (worker->tree, new_head));
  else
    tbk_table_nothing (worker->rows);
  table_take_row (worker->rows, text);
}

/* Counts the arc into a word: of the sentence, or of the row of its keys. */
static gboolean
count_arc (FiguresWorker *worker, const FiguresArc *arc, GError **error)
{
  if (worker->options->by != TBK_FIGURES_BY_KEYS) {
    arc_figures_add (worker->figures[TBK_FIGURES_OF_ARCS], worker->figures[TBK_FIGURES_OF_ARC_LENGTHS], arc);
    return TRUE;
  }
  return row_key_set (&worker->key, worker->options->keys, worker->sentence.facts, arc->dependent, error)
         && arc_figures_count (worker->arcs, arc, &worker->key, error);
}

/* Counts the arcs of a tree that loses @lost_arcs of them. Where none is lost, none is non-projective or
 * certain, and nothing more is computed. */
static gboolean
count_arcs (FiguresWorker *worker, int lost_arcs, GError **error)
{
  const CountedWords *left = &worker->sentence;

  if (lost_arcs > 0
      && !kept_arcs_count (&worker->kept, worker->projectivizer, left->heads, left->n, worker->n_choices,
                           &lost_arcs, error))
    return FALSE;
  for (int word = 1; word <= left->n; word++) {
    FiguresArc arc = { .head = left->heads[word], .dependent = word };

    if (left->counts != NULL && !left->counts[word])
      continue;
    if (lost_arcs > 0) {
      arc.is_nonprojective = tbk_tree_is_nonprojective (worker->tree, word);
      arc.is_lost = worker->heads[word] != arc.head;
      arc.is_certain = mpz_sgn (worker->kept.numbers[word]) == 0;
    }
    if (!count_arc (worker, &arc, error))
      return FALSE;
  }
  return TRUE;
}

/* Appends rows for the arcs of a tree that loses some: those that are not projective, and those that were
 * moved. */
static void
append_arcs (const FiguresWorker *worker, const TbkEntry *entry, TbkText *text)
{
  const CountedWords *left = &worker->sentence;

  for (int word = 1; word <= left->n; word++)
    if ((left->counts == NULL || left->counts[word])
        && (tbk_tree_is_nonprojective (worker->tree, word) || worker->heads[word] != left->heads[word]))
      append_arc (worker, entry, word, text);
}

/* Counts the lengths, classes and sequences of the tree, if they are asked for. */
static gboolean
count_further (FiguresWorker *worker, GError **error)
{
  const TbkFiguresOptions *options = worker->options;
  const CountedWords *left = &worker->sentence;

  if (counts (options, TBK_FIGURES_OF_LENGTHS)) {
    if (!tbk_lengths_compute (worker->meter, left->heads, left->n,
                              options->values ? TBK_LENGTHS_ALL : TBK_LENGTH_FIGURES_NEED, worker->lengths,
                              error))
      return FALSE;
    length_figures_count (worker->figures[TBK_FIGURES_OF_LENGTHS], worker->lengths, left->n);
  }
  if (counts (options, TBK_FIGURES_OF_CLASSES)) {
    if (!tbk_tree_classes (worker->classifier, left->heads, left->n, TBK_CLASSES_ALL, &worker->classes,
                           error))
      return FALSE;
    class_figures_count (worker->figures[TBK_FIGURES_OF_CLASSES], &worker->classes);
  }
  if (counts (options, TBK_FIGURES_OF_SEQUENCES)) {
    if (!tbk_sequence_counter_run (worker->counter, options->of_projectivized ? worker->heads : left->heads,
                                   left->n, worker->n_sequences, error))
      return FALSE;
    sequence_figures_count (worker->figures[TBK_FIGURES_OF_SEQUENCES], worker->n_sequences);
  }
  return TRUE;
}

/* Adds the figures of the tree to the worker's. */
static gboolean
count_tree (FiguresWorker *worker, const TbkEntry *entry, int *lost_arcs, GError **error)
{
  const gboolean has_heads =
      worker->options->by == TBK_FIGURES_BY_ARC || worker->arcs != NULL || worker->options->of_projectivized;
  const CountedWords *left = &worker->sentence;

  return counted_words_set (&worker->sentence, entry, error)
         && (!has_heads || reserve_words (&worker->heads, &worker->n_allocated, left->n, sizeof (int), error))
         && tbk_projectivize (worker->projectivizer, left->heads, left->n, has_heads ? worker->heads : NULL,
                              lost_arcs, error)
         && tbk_figures_count (worker->figures[TBK_FIGURES_OF_TREES], worker->tree, left->heads, left->n,
                               *lost_arcs, error)
         && count_further (worker, error);
}

/* Adds all that was counted of trees to @tally. */
static void
flush_trees (FiguresWorker *worker, TbkTally *tally)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_OF_ARCS; kind++)
    if (counts (worker->options, kind))
      figures_flush (kind, worker->figures[kind], tally);
}

/* Adds the tree to the row of its keys, to its rounds, and to all that was counted. */
static gboolean
end_tree (FiguresWorker *worker, const TbkEntry *entry, TbkTally *tally, GError **error)
{
  const TbkFiguresOptions *options = worker->options;
  const gboolean has_keys = options->by == TBK_FIGURES_BY_KEYS && keys_in_files (options->keys);

  if (!has_keys && worker->rounds == NULL && options->by != TBK_FIGURES_BY_SENTENCE)
    return TRUE;
  if (!row_key_set (&worker->key, has_keys ? options->keys : NULL, worker->sentence.facts, 0, error))
    return FALSE;
  for (TbkFiguresKind kind = 0; has_keys && kind < TBK_FIGURES_OF_ARCS; kind++)
    if (counts (options, kind))
      tbk_tally_add (tally, figures_section (kind, TRUE), worker->key.parts, worker->figures[kind]);
  if (worker->rounds != NULL
      && !figure_rounds_add (worker->rounds, entry, worker->key.parts, worker->figures, error))
    return FALSE;
  flush_trees (worker, tally);
  return TRUE;
}

/* Rows of a sentence are made of the figures of the worker while these are its alone. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  FiguresWorker *worker = data;
  const TbkFiguresOptions *options = worker->options;
  int lost_arcs;

  if (!count_tree (worker, entry, &lost_arcs, error)
      || (tbk_figures_are_of_arcs (options) && !count_arcs (worker, lost_arcs, error)))
    return tbk_entry_fail (entry, error);
  if (worker->rows != NULL && options->by == TBK_FIGURES_BY_SENTENCE)
    append_sentence (worker, entry, text);
  if (worker->rows != NULL && options->by == TBK_FIGURES_BY_ARC && lost_arcs > 0)
    append_arcs (worker, entry, text);
  if (!tbk_figures_are_of_arcs (options))
    return end_tree (worker, entry, tally, error) || tbk_entry_fail (entry, error);
  return worker->rounds == NULL || arc_figures_end_sentence (worker->arcs, entry, error)
         || tbk_entry_fail (entry, error);
}

static void
flush (gpointer data, TbkTally *tally)
{
  FiguresWorker *worker = data;

  flush_trees (worker, tally);
  if (worker->arcs != NULL)
    arc_figures_flush (worker->arcs, tally);
  if (worker->rounds != NULL)
    figure_rounds_flush (worker->rounds, tally);
}

static gboolean
write_rows (gpointer options, const TbkText *text, GError **error)
{
  return table_write_rows (((const TbkFiguresOptions *) options)->rows, text, error);
}

static gboolean
settle (gpointer options, gboolean stays, GError **error)
{
  return table_settle (((const TbkFiguresOptions *) options)->rows, stays, error);
}

TbkJob
tbk_figures_job (const TbkFiguresOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = tbk_figures_layout (),
                   .keeps_documents = keys_need_documents (options->keys)
                                      || query_needs_documents (options->without)
                                      || query_needs_documents (options->words),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .write = options->rows == NULL ? NULL : write_rows,
                   .settle = options->rows == NULL ? NULL : settle };
}

/* 3. count_choices: the job that counts optimal projectivizations, by length, sentence by sentence and arc
 * by arc. Numbers of trees have no bound, so they are those of GMP. */

/* Columns that rows of sentences, and of arcs, begin with. */
#define SENTENCE                                                                                             \
  { "file", "as it is called on the command line" }, { "sentence", "its number in the file, from 1" },       \
  {                                                                                                          \
    "sent_id", "the ID in its comment"                                                                       \
  }
#define LOST_ARCS "total of the gold arcs that any projective version must give up"
#define CHOICES   "how many projective trees keep the most gold arcs"

#define ARC                                                                                                  \
  { "id", "the number of the dependent in the sentence" },                                                   \
      { "head", "the words of the arc: their numbers in the sentence" }, { "deprel", "of the dependent" },   \
      { "upos", "of the dependent" }, { "choices", CHOICES },                                                \
  {                                                                                                          \
    "kept", "how many of these trees keep this gold arc; 0: none does"                                       \
  }

#define OF_LENGTHS                                                                                           \
  { "words_from", "the lengths of sentences in the row; with --by a column for each attribute" },            \
      { "words_to", "the lengths of sentences in the row" }, { "sentences", "how many are of the row" },     \
      { "nonprojective_trees", "how many of their trees are not projective" },                               \
  {                                                                                                          \
    "lost_arcs", LOST_ARCS                                                                                   \
  }
#define MEDIAN                                                                                               \
  CHOICES                                                                                                    \
  ": median (of an even number of trees, the lower of the two in the middle); 1 where no tree loses arcs"
#define GREATEST "the maximum of these numbers"
#define MEAN_LOG "mean of the decimal logarithms of these numbers"

static const TbkTableColumns choices_columns[] = {
  [TBK_CHOICES_OF_SENTENCES] =
      LISTED ("--by=sentence", SENTENCE, { "words", "of the sentence" },
              { "nonprojective_arcs", "arcs over a word that does not descend from the head of the arc" },
              { "lost_arcs", LOST_ARCS }, { "choices", CHOICES }),
  [TBK_CHOICES_OF_LOST_ARCS] = LISTED ("--by=arc", SENTENCE, ARC),
  [TBK_CHOICES_OF_ARCS] = LISTED ("--by=arc", SENTENCE, ARC),
  [TBK_CHOICES_OF_LENGTHS] = LISTED ("", OF_LENGTHS, { "choices_median", MEDIAN },
                                     { "choices_max", GREATEST }, { "log10_choices_mean", MEAN_LOG }),
  [TBK_CHOICES_OF_INTERVALS] =
      LISTED ("--intervals", OF_LENGTHS, { "choices_median", MEDIAN },
              { "choices_median_low", "the ends of the interval of the median; empty with too few trees" },
              { "choices_median_high", "the ends of the interval of the median; empty with too few trees" },
              { "choices_max", GREATEST }, { "log10_choices_mean", MEAN_LOG },
              { "log10_choices_mean_low", "the ends of the interval of the mean" },
              { "log10_choices_mean_high", "the ends of the interval of the mean" }),
};

const TbkTableColumns *
tbk_choices_columns (TbkChoicesRows rows_of)
{
  g_return_val_if_fail ((guint) rows_of < G_N_ELEMENTS (choices_columns), NULL);
  return &choices_columns[rows_of];
}

typedef struct {
  const TbkChoicesOptions *options;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  mpz_t count;
  Choices *choices;
  TbkFacts *facts;
  RowKey key;
  TbkTable *rows; /* or NULL */
  KeptArcs kept;  /* where rows are of arcs */
  GString *field; /* scratch */
} ChoicesWorker;

static gpointer
count_choices_worker_new (gpointer options)
{
  ChoicesWorker *worker = g_new0 (ChoicesWorker, 1);

  worker->options = options;
  worker->projectivizer = tbk_projectivizer_new (&worker->options->projectivize);
  worker->tree = tbk_tree_new ();
  mpz_init (worker->count);
  worker->choices = choices_new ();
  worker->facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, &worker->options->projectivize);
  row_key_init (&worker->key);
  worker->rows = worker->options->rows == NULL ? NULL : table_new_rows (worker->options->rows);
  worker->field = g_string_new (NULL);
  return worker;
}

static void
count_choices_worker_free (gpointer data)
{
  ChoicesWorker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  mpz_clear (worker->count);
  choices_free (worker->choices);
  tbk_facts_free (worker->facts);
  row_key_clear (&worker->key);
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
  table_number (worker->rows, worker->count);
  table_take_row (worker->rows, text);
}

/* Appends rows for the arcs that some tree does not keep, or all. */
static void
count_choices_append_arcs (const ChoicesWorker *worker, const TbkEntry *entry, TbkText *text)
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
    table_number (worker->rows, worker->count);
    table_number (worker->rows, worker->kept.numbers[word]);
    table_take_row (worker->rows, text);
  }
}

/* Counts the optimal trees, and of them those that keep each arc if that is asked for. */
static gboolean
count (ChoicesWorker *worker, const TbkConlluSentence *sentence, int *lost_arcs, GError **error)
{
  if (worker->rows == NULL || worker->options->rows_of == TBK_CHOICES_OF_SENTENCES)
    return tbk_projectivize_count (worker->projectivizer, sentence->heads, sentence->n, worker->count, NULL,
                                   lost_arcs, error);
  return kept_arcs_count (&worker->kept, worker->projectivizer, sentence->heads, sentence->n, worker->count,
                          lost_arcs, error);
}

static gboolean
count_choices_work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  ChoicesWorker *worker = data;
  int lost_arcs, n_arcs = 0;

  tbk_facts_set (worker->facts, entry);
  if (!count (worker, sentence, &lost_arcs, error)
      || !row_key_set (&worker->key, worker->options->keys, worker->facts, 0, error))
    return tbk_entry_fail (entry, error);
  /* A tree that loses no arc is projective, and has one optimal tree: itself. */
  if (lost_arcs > 0 && !tbk_tree_set (worker->tree, sentence->heads, sentence->n, error))
    return tbk_entry_fail (entry, error);
  if (lost_arcs > 0)
    n_arcs = tbk_tree_nonprojective_arcs (worker->tree);
  if (worker->rows != NULL && worker->options->rows_of == TBK_CHOICES_OF_SENTENCES)
    append_row (worker, entry, n_arcs, lost_arcs, text);
  else if (worker->rows != NULL)
    count_choices_append_arcs (worker, entry, text);
  return (choices_count (worker->choices, &worker->key, n_arcs > 0, lost_arcs, worker->count, tally, error)
          && (worker->options->level == 0
              || choices_draw (worker->choices, &worker->key, entry, worker->options->seed, lost_arcs,
                               worker->count, error)))
         || tbk_entry_fail (entry, error);
}

static void
count_choices_flush (gpointer worker, TbkTally *tally)
{
  choices_flush (((ChoicesWorker *) worker)->choices, tally);
}

static gboolean
count_choices_write_rows (gpointer options, const TbkText *text, GError **error)
{
  return table_write_rows (((const TbkChoicesOptions *) options)->rows, text, error);
}

static gboolean
count_choices_settle (gpointer options, gboolean stays, GError **error)
{
  return table_settle (((const TbkChoicesOptions *) options)->rows, stays, error);
}

TbkJob
tbk_choices_job (const TbkChoicesOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = choices_layout (),
                   .keeps_documents = keys_need_documents (options->keys),
                   .worker_new = count_choices_worker_new,
                   .worker_free = count_choices_worker_free,
                   .work = count_choices_work,
                   .flush = count_choices_flush,
                   .write = options->rows == NULL ? NULL : count_choices_write_rows,
                   .settle = options->rows == NULL ? NULL : count_choices_settle };
}

/* The columns of tables by keys are those of lengths, with the keys in the place of the first two. */
const char **
tbk_choices_names (const TbkChoicesOptions *options)
{
  const TbkTableColumns *columns =
      &choices_columns[options->level > 0 ? TBK_CHOICES_OF_INTERVALS : options->rows_of];
  GPtrArray *names;

  if (options->rows_of != TBK_CHOICES_OF_LENGTHS)
    return tbk_table_columns_names (columns, 1);
  names = g_ptr_array_new ();
  keys_columns (options->keys, names);
  for (int c = 2; c < columns->n_columns; c++)
    g_ptr_array_add (names, (gpointer) tbk_table_columns_name (columns, c));
  keys_end_columns (options->keys, names);
  return (const char **) g_ptr_array_free (names, FALSE);
}

/* 4. count_agreement: the job that counts how oracles agree: each worker has a comparer, which walks
 * through sentences and values every configuration by all oracles. Sentences that are too long are counted,
 * and left out. */

typedef struct {
  const TbkAgreementOptions *options;
  TbkComparer *comparer;
  Agreement *agreement;

  TbkTable *rows;   /* or NULL */
  gpointer watcher; /* or NULL */

  /* For phrase structure. */
  TbkVocabulary *labels; /* of the trees of the batch so far */
  TbkPhraseTree tree;
} AgreementWorker;

/* Returns who looks at walks; NULL: nobody. */
static const AgreementWatch *
watch_of (const AgreementWorker *worker)
{
  return worker->options->watch;
}

/* Lets whoever looks at walks know that a sentence begins. */
static void
begin_sentence (const AgreementWorker *worker, const TbkEntry *entry, TbkText *text)
{
  if (watch_of (worker) != NULL)
    watch_of (worker)->begin (worker->watcher, entry, worker->labels, text);
}

static gpointer
count_agreement_worker_new (gpointer options)
{
  AgreementWorker *worker = g_new0 (AgreementWorker, 1);

  worker->options = options;
  worker->comparer = tbk_comparer_new (&worker->options->compare, NULL);
  worker->agreement = agreement_new (worker->options);
  worker->labels = tbk_vocabulary_new ();
  worker->rows = worker->options->rows == NULL ? NULL : table_new_rows (worker->options->rows);
  if (watch_of (worker) != NULL) {
    worker->watcher = watch_of (worker)->make (worker->options->watch_data);
    comparer_watch (worker->comparer, watch_of (worker), worker->watcher);
  }
  return worker;
}

static void
count_agreement_worker_free (gpointer data)
{
  AgreementWorker *worker = data;

  if (watch_of (worker) != NULL)
    watch_of (worker)->free (worker->watcher);

  tbk_comparer_free (worker->comparer);
  agreement_free (worker->agreement);
  tbk_vocabulary_free (worker->labels);
  tbk_phrase_tree_clear (&worker->tree);
  tbk_table_free (worker->rows);
  g_free (worker);
}

/* Ends a sentence of @n words that was walked through. */
static void
end_sentence (AgreementWorker *worker, const TbkEntry *entry, int n, TbkText *text)
{
  agreement_end_sentence (worker->agreement, entry, n);
  if (worker->rows != NULL)
    agreement_write_sentence (worker->agreement, worker->options, entry, n, worker->rows, text);
}

static gboolean
count_agreement_work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  AgreementWorker *worker = data;
  const TbkAgreementOptions *options = worker->options;

  (void) tally;
  if (options->max_words > 0 && sentence->n > options->max_words) {
    agreement_count_left_out (worker->agreement);
    return TRUE;
  }
  begin_sentence (worker, entry, text);
  if (!comparer_walk_sentence (worker->comparer, sentence, (guint64) entry->index, worker->agreement, error))
    return tbk_entry_fail (entry, error);
  end_sentence (worker, entry, sentence->n, text);
  return TRUE;
}

static gboolean
count_agreement_work_tree (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally,
                           GError **error)
{
  const TbkBracketTree *tree = entry->sentence;
  AgreementWorker *worker = data;

  (void) tally;
  if (tbk_bracket_tree_exceeds (tree, worker->options->max_words)) {
    agreement_count_left_out (worker->agreement);
    return TRUE;
  }
  if (tree->n == 0)
    return TRUE;
  begin_sentence (worker, entry, text);
  if (!tbk_phrase_tree_set_brackets (&worker->tree, tree, worker->labels, error)
      || !comparer_walk_tree (worker->comparer, &worker->tree, tbk_vocabulary_size (worker->labels),
                              (guint64) entry->index, worker->agreement, error))
    return tbk_entry_fail (entry, error);
  end_sentence (worker, entry, tree->n, text);
  return TRUE;
}

static void
count_agreement_flush (gpointer data, TbkTally *tally)
{
  AgreementWorker *worker = data;

  agreement_flush (worker->agreement, tally);
  tbk_vocabulary_clear (worker->labels);
}

static gboolean
count_agreement_write_rows (gpointer options, const TbkText *text, GError **error)
{
  return table_write_rows (((const TbkAgreementOptions *) options)->rows, text, error);
}

static gboolean
count_agreement_settle (gpointer options, gboolean stays, GError **error)
{
  return table_settle (((const TbkAgreementOptions *) options)->rows, stays, error);
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
                            " words left out; --limit=words:0 uses all",
                            figures.left_out, figures.left_out == 1 ? "" : "s", max_words);
  if (figures.unvalued > 0)
    g_string_append_printf (
        remark,
        "%s%" G_GINT64_FORMAT
        " configuration%s left out: too long to be valued, or the search gave up; --limit=search:N looks at more",
        figures.left_out > 0 ? "; " : "", figures.unvalued, figures.unvalued == 1 ? "" : "s");
  return g_string_free (remark, FALSE);
}

static char *
tell_left_out_trees (gpointer options, const char *name, const TbkTally *tally)
{
  const gint64 max_words = ((const TbkAgreementOptions *) options)->max_words;
  TbkAgreementFigures figures;

  tbk_agreement_get (tally, 0, &figures);
  if (figures.left_out == 0)
    return NULL;
  return g_strdup_printf ("%s: %" G_GINT64_FORMAT " tree%s of more than %" G_GINT64_FORMAT
                          " words or %" G_GINT64_FORMAT " constituents left out; --limit=words:0 uses all",
                          name, figures.left_out, figures.left_out == 1 ? "" : "s", max_words,
                          TBK_BRACKETS_CONSTITUENTS_A_WORD * max_words);
}

TbkJob
tbk_agreement_job (const TbkAgreementOptions *options)
{
  const gboolean is_of_phrases = options->compare.phrases != NULL, has_rows = options->rows != NULL;

  return (TbkJob){ .data = (gpointer) options,
                   .layout = agreement_layout (),
                   .worker_new = count_agreement_worker_new,
                   .worker_free = count_agreement_worker_free,
                   .work = is_of_phrases ? count_agreement_work_tree : count_agreement_work,
                   .write = has_rows ? count_agreement_write_rows : NULL,
                   .settle = has_rows ? count_agreement_settle : NULL,
                   .flush = count_agreement_flush,
                   .remark = is_of_phrases ? tell_left_out_trees : tell_left_out };
}
