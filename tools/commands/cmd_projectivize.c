/* cmd_projectivize.c - tbk projectivize: CoNLL-U in, CoNLL-U out with every tree projective.
 *
 * A sentence is written in one of these ways:
 *
 *   is_solved()     the tree is projective, and has roots as asked for: its bytes, but for marks
 *   write_one()     one of the optimal trees, by --ties
 *   write_first()   with --all: the first of them; more() is called for the others, one at a time
 *   marks_encode()  with --mark=head and so on: a lifting, which is marked in labels
 *
 * So a sentence with millions of trees needs no more memory than one tree, and --all=N stops after N.
 */
#include "all_commands.h"
#include "base/base.h"
#include "commands/commands.h"
#include "conllu/conllu.h"
#include "options/options.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

/* A value of --mark beyond TbkMark: a scheme of marks in labels. */
enum { MARK_LABELS = TBK_MARK_NONE + 1 };

static const char *const marks[] = { "orig", "proj", "none", "head", "path", "headpath", NULL };

typedef struct {
  CorpusGiven corpus;
  TbkPseudoProjectiveOptions marks;
  TiesGiven ties;
  int mark;
  gint64 most; /* trees of a sentence; 0: just the one */
  const char *summary;

  /* Made of these. */
  TbkProjectivizeOptions options;
  gboolean marks_labels; /* as `marks` says; `mark` is none then */
} Projectivize;

static const Option entries[] = {
  { "all", NUMBER_OR_ALL (1, G_MAXINT64), AT (Projectivize, most), "N",
    "Write all trees that keep the most gold arcs, or the first N, in alphabetical order of heads, each as "
    "a separate sentence" },
  { "mark", CHOICE (marks), AT (Projectivize, mark), "MARK",
    "orig: change HEAD, and write the old head to MISC (default); proj: keep HEAD, and write the "
    "new head to MISC; none: write no mark. The other marks are for parsers to learn. They change "
    "HEAD, and write to DEPREL where a lifted word came from. head: the label of its old head; path: "
    "marks on the path to it; headpath (or head+path): both. Input that has such marks is refused: run "
    "'tbk restore' first" },
  OPTION_END,
};

static const Option summary_entries[] = {
  { "summary", WRITTEN_PATH, AT (Projectivize, summary), "FILE",
    "Write a table of counts, like the tables of 'tbk stats'. lost_arcs are the moved arcs: with marks in "
    "labels, more than the minimum" },
  OPTION_END,
};

typedef struct {
  const Projectivize *command;
  TbkProjectivizer *projectivizer;
  LabelMarks *marks;
  TbkTree *tree;
  int *heads;
  int n_allocated;
  mpz_t count; /* of the trees of the sentence in hand, with --all */
  char *digits;
  gint64 n_told; /* of them */
  gint64 figures[TBK_N_FIGURES];
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->projectivizer = tbk_projectivizer_new (&worker->command->options);
  if (worker->command->marks_labels)
    worker->marks = marks_new (&worker->command->marks);
  worker->tree = tbk_tree_new ();
  mpz_init (worker->count);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  marks_free (worker->marks);
  tbk_tree_free (worker->tree);
  g_free (worker->heads);
  mpz_clear (worker->count);
  g_free (worker->digits);
  g_free (worker);
}

static gboolean
check_file (gpointer command, gconstpointer reader, GError **error)
{
  const Projectivize *asked = command;

  if (asked->marks_labels)
    return marks_check_file (reader, error);
  if (asked->mark == TBK_MARK_NONE || tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC))
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "%s:1: a column MISC was expected for the marks; --mark=none makes none, and --mark=headpath makes "
      "them in DEPREL",
      tbk_input_name (tbk_conllu_reader_input (reader)));
  return FALSE;
}

/* Returns TRUE if the tree is its own only answer. */
static gboolean
is_solved (const Worker *worker, const TbkConlluSentence *sentence)
{
  return sentence->is_projective
         && (sentence->n_roots == 1 || worker->command->options.root != TBK_ROOT_SINGLE);
}

/* Appends the one tree that was asked for. */
static gboolean
write_one (Worker *worker, const TbkEntry *entry, TbkText *text, int *lost_arcs, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  gboolean done;

  *lost_arcs = 0;
  if (is_solved (worker, sentence)) {
    tbk_conllu_sentence_write (sentence, NULL, worker->command->mark, text);
    return TRUE;
  }
  done = ties_projectivize (&worker->command->ties, worker->projectivizer, sentence->heads, sentence->n,
                            sentence->index, worker->heads, lost_arcs, error);
  if (done)
    tbk_conllu_sentence_write (sentence, *lost_arcs == 0 ? NULL : worker->heads, worker->command->mark, text);
  return done;
}

/* Appends the next of all trees, if there is one and it was asked for. Returns 1, or 0 at the end; below 0
 * after an error. */
static int
more (gpointer data, const TbkEntry *entry, TbkText *text, GError **error)
{
  Worker *worker = data;
  g_autofree char *comment = NULL;
  int n_told = worker->n_told == worker->command->most
                   ? 0
                   : tbk_projectivize_next (worker->projectivizer, worker->heads, error);

  if (n_told < 0)
    tbk_entry_fail (entry, error);
  if (n_told <= 0)
    return n_told;
  worker->n_told++;
  comment = g_strdup_printf ("choice = %" G_GINT64_FORMAT "/%s", worker->n_told, worker->digits);
  conllu_sentence_write_choice (entry->sentence, worker->heads, worker->command->mark, comment,
                                worker->n_told == 1, text);
  return 1;
}

/* Appends the first of all trees. */
static gboolean
write_first (Worker *worker, const TbkEntry *entry, TbkText *text, int *lost_arcs, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  if (!tbk_projectivize_list (worker->projectivizer, sentence->heads, sentence->n, worker->count, lost_arcs,
                              error))
    return FALSE;
  worker->digits = g_realloc (worker->digits, mpz_sizeinbase (worker->count, 10) + 2);
  mpz_get_str (worker->digits, 10, worker->count);
  worker->n_told = 0;
  return more (worker, entry, text, error) > 0;
}

/* Appends the sentence as was asked for. */
static gboolean
write_sentence (Worker *worker, const TbkEntry *entry, TbkText *text, int *lost_arcs, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  if (worker->marks != NULL)
    return marks_encode (worker->marks, entry, text, lost_arcs, error);
  return (reserve_words (&worker->heads, &worker->n_allocated, sentence->n, sizeof (int), error)
          && (worker->command->most == 0 ? write_one : write_first) (worker, entry, text, lost_arcs, error))
         || tbk_entry_fail (entry, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  Worker *worker = data;
  int lost_arcs;

  if (sentence->has_marks) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "found OrigHead= or ProjHead= in MISC, expected no such marks; run 'tbk restore' first");
    return tbk_entry_fail (entry, error);
  }
  if (!write_sentence (worker, entry, text, &lost_arcs, error))
    return FALSE;
  return tally == NULL
         || tbk_figures_count (worker->figures, worker->tree, sentence->heads, sentence->n, lost_arcs, error)
         || tbk_entry_fail (entry, error);
}

static void
flush (gpointer worker, TbkTally *tally)
{
  if (tally != NULL)
    figures_flush (TBK_FIGURES_OF_TREES, ((Worker *) worker)->figures, tally);
}

/* Reads the options of marks in labels. These are made of one lifting, which keeps the gold root words: so
 * other choices are excluded. */
static gboolean
get_marks_options (Projectivize *command, const Options *given, GError **error)
{
  const char *excluded = command->most != 0                                        ? "--all"
                         : options_given (given, "ties") != NULL                   ? "--ties"
                         : command->options.root != TBK_ROOT_GOLD                  ? "--root"
                         : command->options.method != TBK_PROJECTIVIZE_CONTRACTION ? "--method"
                                                                                   : NULL;

  command->marks.scheme = command->mark - MARK_LABELS;
  command->mark = TBK_MARK_NONE;
  if (excluded != NULL)
    return options_refuse (error, "--mark=%s and %s exclude each other", marks_schemes[command->marks.scheme],
                           excluded);
  command->marks.max_core = command->options.max_core;
  command->marks.max_core_name = command->options.max_core_name;
  return marks_check (&command->marks, given, error);
}

static gboolean
get_options (Projectivize *command, const Options *given, GError **error)
{
  command->options = command->corpus.projectivize;
  ties_take (&command->ties, &command->options);
  command->marks_labels = command->mark >= MARK_LABELS;
  return command->marks_labels ? get_marks_options (command, given, error) : marks_check (NULL, given, error);
}

/* Runs the command with a table beside it of the files that were done. */
static gboolean
run_with_summary (Corpus *corpus, const TbkJob *job, const char *summary, TbkTableFormat format,
                  GError **error)
{
  static const TbkFiguresOptions figures = { .by = TBK_FIGURES_BY_KEYS };
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job->layout, (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (summary, 0, error);
  g_autofree const char **columns = tbk_figures_columns (&figures);
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format, columns);
  return corpus_run (corpus, job, tallies, &left_out, error)
         && tbk_figures_write (tallies, &figures, table, error) && tbk_table_end (table, error)
         && corpus_commit (corpus, &output, &left_out, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which tree, and which marks", ties_entries, Projectivize, ties),
  OPTION_GROUP ("Which tree, and which marks", entries),
  OPTION_GROUP_AT ("Which tree, and which marks", marks_lift_entries, Projectivize, marks),
  OPTION_GROUP_AT ("Which tree, and which marks", marks_style_entries, Projectivize, marks),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Output", summary_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = { { "ties", "!all" }, { "seed", "ties=random" }, { NULL, NULL } };

static gboolean
projectivize (gpointer values, const Source *source, GError **error)
{
  Projectivize *command = values;
  TbkTableFormat format;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const TbkJob job = {
    .data = command,
    .layout = command->summary != NULL ? tbk_figures_layout () : NULL,
    .writes_corpus = TRUE,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .check_file = check_file,
    .work = work,
    .more = more,
    .flush = flush,
  };

  if (!corpus_init (&corpus, &command->corpus, source, TRUE, error)
      || !get_options (command, &source->options, error) || !corpus_find_files (&corpus, error)
      || !corpus_check_files (&corpus, NULL, NULL, error)
      || !table_find_format ("summary", command->summary, 0, &format, error))
    return FALSE;
  return command->summary != NULL ? run_with_summary (&corpus, &job, command->summary, format, error)
                                  : corpus_run (&corpus, &job, NULL, NULL, error);
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Projectivize), .run = projectivize
};

const Command cmd_projectivize = { .name = "projectivize", .conllu = &form };
