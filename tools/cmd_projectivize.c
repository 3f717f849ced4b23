/* cmd_projectivize.c - tbk projectivize: CoNLL-U in, CoNLL-U out with every tree projective. */
#include "corpus.h"
#include "figures.h"
#include "options.h"
#include "tool.h"

static struct {
  char *ties, *mark, *summary;
  gint64 seed, most; /* most trees of a sentence; 0: just the one, -1: all */
  gboolean force;
} given = { .seed = 1 };

/* --all[=N]; the value is empty where there is none. */
static gboolean
parse_all (const char *option, const char *value, gpointer data, GError **error)
{
  guint64 most = 0;

  (void) data;
  if (*value != '\0' && !g_ascii_string_to_unsigned (value, 10, 1, G_MAXINT64, &most, NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: found '%s', expected a number from 1", option,
                 value);
    return FALSE;
  }
  given.most = *value != '\0' ? (gint64) most : -1;
  return TRUE;
}

static const GOptionEntry entries[] = {
  { "ties", 0, 0, G_OPTION_ARG_STRING, &given.ties,
    "Which of the trees that keep the most gold arcs: the one that is most like a lifting (default); the one "
    "whose list of heads is least; one drawn at random, each equally likely",
    "lift|first|random" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &given.seed, "Seed of --ties=random (default 1)", "N" },
  { "all", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, parse_all,
    "All these trees, or the first N, in increasing order of heads, each as a sentence of its own", "N" },
  { "mark", 0, 0, G_OPTION_ARG_STRING, &given.mark,
    "Change HEAD and tell the old one in MISC (default); keep HEAD and tell the new one; change HEAD and "
    "tell nothing",
    "orig|proj|none" },
  { "force", 0, 0, G_OPTION_ARG_NONE, &given.force, "Take sentences that bear such marks already", NULL },
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
  TbkMark mark;
  TbkTable *summary; /* or NULL */
  Figures file, total;
  int n_files;
} Projectivize;

typedef struct {
  const Projectivize *command;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  int *heads;
  int n_allocated;
  mpz_t count;
  Figures figures;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->projectivizer = tbk_projectivizer_new (&worker->command->options);
  worker->tree = tbk_tree_new ();
  mpz_init (worker->count);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  g_free (worker->heads);
  mpz_clear (worker->count);
  g_free (worker);
}

static gboolean
begin_file (gpointer data, const TbkReader *reader, GError **error)
{
  Projectivize *command = data;

  command->file = (Figures){ 0 };
  if (command->mark == TBK_MARK_NONE || tbk_reader_has_misc (reader))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: a column MISC was expected for the marks; --mark=none makes none",
               tbk_input_name (tbk_reader_input (reader)));
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
is_solved (const Worker *worker, const TbkSentence *sentence)
{
  return sentence->is_projective
         && (sentence->n_roots == 1 || worker->command->options.root != TBK_ROOT_SINGLE);
}

/* Appends the one tree that was asked for. */
static gboolean
write_one (Worker *worker, const TbkSentence *sentence, TbkText *text, int *lost_arcs, GError **error)
{
  TbkRandom random;
  gboolean done;

  *lost_arcs = 0;
  if (is_solved (worker, sentence)) {
    tbk_sentence_write (sentence, NULL, worker->command->mark, text);
    return TRUE;
  }
  if (worker->command->is_random) {
    tbk_random_init (&random, given.seed, sentence->index);
    done = tbk_projectivize_draw (worker->projectivizer, sentence->heads, sentence->n, &random, worker->heads,
                                  lost_arcs, error);
  } else {
    done = tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, worker->heads, lost_arcs,
                             error);
  }
  if (done)
    tbk_sentence_write (sentence, *lost_arcs == 0 ? NULL : worker->heads, worker->command->mark, text);
  return done;
}

/* Appends all trees, as many as were asked for. */
static gboolean
write_all (Worker *worker, const TbkSentence *sentence, TbkText *text, int *lost_arcs, GError **error)
{
  g_autofree char *count = NULL;

  if (!tbk_projectivize_list (worker->projectivizer, sentence->heads, sentence->n, worker->count, lost_arcs,
                              error))
    return FALSE;
  count = mpz_get_str (g_malloc (mpz_sizeinbase (worker->count, 10) + 2), 10, worker->count);
  for (gint64 i = 1; i != given.most + 1 && tbk_projectivize_next (worker->projectivizer, worker->heads);
       i++) {
    g_autofree char *comment = g_strdup_printf ("choice = %" G_GINT64_FORMAT "/%s", i, count);
    tbk_sentence_write_choice (sentence, worker->heads, worker->command->mark, comment, i == 1, text);
  }
  return TRUE;
}

static gboolean
work (gpointer data, const TbkSentence *sentence, TbkText *text, GError **error)
{
  Worker *worker = data;
  int lost_arcs;

  if (sentence->has_marks && !given.force) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "a sentence without OrigHead= and ProjHead= in MISC was expected; 'tbk restore' takes them "
                 "out, --force keeps them");
    return corpus_fail_at (sentence, error);
  }
  reserve_heads (worker, sentence->n);
  if (!(given.most == 0 ? write_one : write_all) (worker, sentence, text, &lost_arcs, error))
    return corpus_fail_at (sentence, error);
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

static gboolean
get_options (Projectivize *command, GError **error)
{
  static const char *const ties[] = { "lift", "first", "random", NULL };
  static const char *const marks[] = { "orig", "proj", "none", NULL };
  int tie, mark;

  if (!options_choose ("ties", given.ties, ties, &tie, error)
      || !options_choose ("mark", given.mark, marks, &mark, error)
      || !projectivize_get_options (&command->options, error))
    return FALSE;
  if (given.most != 0 && given.ties != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--all and --ties exclude each other");
    return FALSE;
  }
  command->is_random = tie == TIES_RANDOM;
  command->options.ties = command->is_random ? TBK_TIES_LIFT : (TbkTies) tie;
  command->mark = mark;
  return TRUE;
}

static const CorpusJob job = {
  .writes_corpus = TRUE,
  .worker_new = worker_new,
  .worker_free = worker_free,
  .begin_file = begin_file,
  .end_file = end_file,
  .work = work,
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
  static const GOptionEntry *const tables[] = { entries, projectivize_entries, corpus_output_entries,
                                                corpus_input_entries, NULL };
  g_auto (GStrv) paths = options_parse (argc, argv, tables, "[FILE...]", error);
  const char *const further_outputs[] = { given.summary, NULL };
  CorpusOptions options;
  Projectivize command = { 0 };

  if (paths == NULL || !corpus_get_options (&options, TRUE, error) || !get_options (&command, error)
      || !corpus_check_files (&options, paths, further_outputs, error))
    return FALSE;
  if (given.summary != NULL)
    return run_with_summary (&options, &command, paths, error);
  return corpus_run (&options, &job, &command, paths, error);
}
