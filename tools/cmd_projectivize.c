/* cmd_projectivize.c - tbk projectivize: CoNLL-U in, CoNLL-U out with every tree projective. */
#include "corpus.h"
#include "figures.h"
#include "marks.h"
#include "options.h"
#include "tool.h"

static struct {
  char *ties, *seed, *mark, *summary;
  gint64 most; /* trees of a sentence; 0: just the one */
} given;

/* --all[=N]; the value is empty where there is none. */
static gboolean
parse_all (const char *option, const char *value, gpointer data, GError **error)
{
  (void) option;
  (void) data;
  given.most = G_MAXINT64;
  return *value == '\0' || options_number ("all", value, 1, G_MAXINT64, &given.most, error);
}

static const GOptionEntry entries[] = {
  { "ties", 0, 0, G_OPTION_ARG_STRING, &given.ties,
    "Which of the trees that keep the most gold arcs: lift, the one that is most like a lifting (default); "
    "first, the one whose list of heads is least; random, one drawn at random, each equally likely",
    "RULE" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "Seed of --ties=random (default 1)", "N" },
  { "all", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, parse_all,
    "All these trees, or the first N, in increasing order of heads, each as a sentence of its own", "N" },
  { "mark", 0, 0, G_OPTION_ARG_STRING, &given.mark,
    "orig: change HEAD and tell the old one in MISC (default); proj: keep HEAD and tell the new one; none: "
    "change HEAD and tell nothing; head, path, headpath: change HEAD and tell in DEPREL where lifted words came "
    "from, by the label of the old head, by marks on the way there, or by both, so that a parser can learn it. "
    "Input that bears such marks already is refused: run 'tbk restore' first",
    "MARK" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry summary_entries[] = {
  { "summary", 0, 0, G_OPTION_ARG_FILENAME, &given.summary,
    "Write a table of what was done, as that of tbk stats", "FILE" },
  G_OPTION_ENTRY_NULL,
};

/* What --ties may ask for beyond TbkTies. */
enum { TIES_RANDOM = TBK_TIES_FIRST + 1 };

/* The command, with what it found. */
typedef struct {
  TbkProjectivizeOptions options;
  gboolean is_random;
  gint64 seed;
  TbkMark mark;
  gboolean marks_labels; /* instead: `marks` tells how */
  TbkPseudoProjectiveOptions marks;
  TbkTable *summary; /* or NULL */
  Figures file, total;
  int n_files;
} Projectivize;

typedef struct {
  const Projectivize *command;
  TbkProjectivizer *projectivizer;
  Marks *marks;
  TbkTree *tree;
  int *heads;
  int n_allocated;
  mpz_t count; /* of the trees of the sentence in hand, with --all */
  char *digits;
  gint64 n_told; /* of them */
  Figures figures;
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
begin_file (gpointer data, const TbkConlluReader *reader, GError **error)
{
  Projectivize *command = data;

  command->file = (Figures){ 0 };
  if (command->marks_labels)
    return marks_check_file (reader, error);
  if (command->mark == TBK_MARK_NONE || tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: a column MISC was expected for the marks; --mark=none makes none",
               tbk_input_name (tbk_conllu_reader_input (reader)));
  return FALSE;
}

/* Room for the heads of a sentence of @n words. */
static void
reserve_heads (Worker *worker, int n)
{
  if (n < worker->n_allocated)
    return;
  worker->n_allocated = 2 * (n + 1);
  worker->heads = g_renew (int, worker->heads, worker->n_allocated);
}

/* Whether the tree is its own only answer. */
static gboolean
is_solved (const Worker *worker, const TbkConlluSentence *sentence)
{
  return sentence->is_projective
         && (sentence->n_roots == 1 || worker->command->options.root != TBK_ROOT_SINGLE);
}

/* Appends the one tree that was asked for. */
static gboolean
write_one (Worker *worker, const TbkConlluSentence *sentence, TbkText *text, int *lost_arcs, GError **error)
{
  TbkRandom random;
  gboolean done;

  *lost_arcs = 0;
  if (is_solved (worker, sentence)) {
    tbk_conllu_sentence_write (sentence, NULL, worker->command->mark, text);
    return TRUE;
  }
  if (worker->command->is_random) {
    tbk_random_init (&random, worker->command->seed, sentence->index);
    done = tbk_projectivize_draw (worker->projectivizer, sentence->heads, sentence->n, &random, worker->heads,
                                  lost_arcs, error);
  } else {
    done = tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, worker->heads, lost_arcs,
                             error);
  }
  if (done)
    tbk_conllu_sentence_write (sentence, *lost_arcs == 0 ? NULL : worker->heads, worker->command->mark, text);
  return done;
}

/* Appends the next of all trees, if there is one and it was asked for. */
static gboolean
more (gpointer data, const TbkConlluSentence *sentence, TbkText *text)
{
  Worker *worker = data;
  g_autofree char *comment = NULL;

  if (worker->n_told == given.most || !tbk_projectivize_next (worker->projectivizer, worker->heads))
    return FALSE;
  worker->n_told++;
  comment = g_strdup_printf ("choice = %" G_GINT64_FORMAT "/%s", worker->n_told, worker->digits);
  tbk_conllu_sentence_write_choice (sentence, worker->heads, worker->command->mark, comment,
                                    worker->n_told == 1, text);
  return TRUE;
}

/* Appends the first of all trees. */
static gboolean
write_first (Worker *worker, const TbkConlluSentence *sentence, TbkText *text, int *lost_arcs, GError **error)
{
  if (!tbk_projectivize_list (worker->projectivizer, sentence->heads, sentence->n, worker->count, lost_arcs,
                              error))
    return FALSE;
  worker->digits = g_realloc (worker->digits, mpz_sizeinbase (worker->count, 10) + 2);
  mpz_get_str (worker->digits, 10, worker->count);
  worker->n_told = 0;
  return more (worker, sentence, text);
}

/* Appends the sentence as was asked for. */
static gboolean
write_sentence (Worker *worker, const TbkConlluSentence *sentence, TbkText *text, int *lost_arcs,
                GError **error)
{
  if (worker->marks != NULL)
    return marks_encode (worker->marks, sentence, text, lost_arcs, error);
  reserve_heads (worker, sentence->n);
  return (given.most == 0 ? write_one : write_first) (worker, sentence, text, lost_arcs, error)
         || corpus_fail_at (sentence, error);
}

static gboolean
work (gpointer data, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Worker *worker = data;
  int lost_arcs;

  if (sentence->has_marks) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "found OrigHead= or ProjHead= in MISC, expected no such marks; run 'tbk restore' first");
    return corpus_fail_at (sentence, error);
  }
  if (!write_sentence (worker, sentence, text, &lost_arcs, error))
    return FALSE;
  if (worker->command->summary != NULL)
    figures_add_tree (&worker->figures, worker->tree, sentence->heads, sentence->n, lost_arcs, FALSE);
  return TRUE;
}

static gboolean
merge (gpointer data, gpointer worker, GError **error)
{
  Projectivize *command = data;

  (void) error;
  figures_merge (&command->file, &((Worker *) worker)->figures);
  return TRUE;
}

static gboolean
end_file (gpointer data, const char *name, GError **error)
{
  Projectivize *command = data;
  Figures file = command->file;

  figures_merge (&command->total, &command->file);
  command->n_files++;
  return command->summary == NULL || figures_write (&file, name, FALSE, command->summary, error);
}

/* Marks in labels are made of one lifting, which keeps the gold root words. */
static gboolean
get_marks_options (Projectivize *command, GError **error)
{
  const char *excluded = given.most != 0                                           ? "--all"
                         : given.ties != NULL                                      ? "--ties"
                         : command->options.root != TBK_ROOT_GOLD                  ? "--root"
                         : command->options.method != TBK_PROJECTIVIZE_CONTRACTION ? "--method"
                                                                                   : NULL;

  if (excluded != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--mark=%s and %s exclude each other",
                 marks_schemes[command->marks.scheme], excluded);
    return FALSE;
  }
  command->marks.max_words = command->options.max_words;
  return marks_get_options (&command->marks, error);
}

static gboolean
get_options (Projectivize *command, GError **error)
{
  static const char *const ties[] = { "lift", "first", "random", NULL };
  static const char *const marks[] = { "orig", "proj", "none", "head", "path", "headpath", NULL };
  int tie, mark;

  if (!options_choose ("ties", given.ties, ties, &tie, error)
      || !options_number ("seed", given.seed, G_MININT64, G_MAXINT64, &command->seed, error)
      || !options_choose ("mark", given.mark, marks, &mark, error)
      || !projectivize_get_options (&command->options, error))
    return FALSE;
  if (given.most != 0 && given.ties != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--all and --ties exclude each other");
    return FALSE;
  }
  command->is_random = tie == TIES_RANDOM;
  command->options.ties = command->is_random ? TBK_TIES_LIFT : (TbkTies) tie;
  command->mark = MIN (mark, TBK_MARK_NONE);
  command->marks_labels = mark > TBK_MARK_NONE;
  command->marks.scheme = command->marks_labels ? mark - TBK_MARK_NONE - 1 : 0;
  return command->marks_labels ? get_marks_options (command, error) : marks_check_unused (error);
}

static const CorpusJob job = {
  .writes_corpus = TRUE,
  .worker_new = worker_new,
  .worker_free = worker_free,
  .begin_file = begin_file,
  .end_file = end_file,
  .work = work,
  .more = more,
  .merge = merge,
};

/* Runs the command with a table of what was done beside it. */
static gboolean
run_with_summary (const CorpusOptions *options, Projectivize *command, char **paths, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (given.summary, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, TBK_TABLE_TSV, figures_columns);
  command->summary = table;
  return corpus_run (options, &job, command, paths, error)
         && (command->n_files < 2 || figures_write (&command->total, "TOTAL", FALSE, table, error))
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
cmd_projectivize (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Projectivization", entries },
    { "Projectivization", marks_lift_entries },
    { "Projectivization", marks_style_entries },
    { "Projectivization", projectivize_entries },
    { "Output", corpus_output_entries },
    { "Output", summary_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const further_outputs[] = { given.summary, NULL };
  CorpusOptions options;
  Projectivize command = { .seed = 1 };

  if (paths == NULL || !corpus_get_options (&options, TRUE, error) || !get_options (&command, error)
      || !corpus_check_files (&options, paths, further_outputs, error))
    return FALSE;
  if (given.summary != NULL)
    return run_with_summary (&options, &command, paths, error);
  return corpus_run (&options, &job, &command, paths, error);
}
