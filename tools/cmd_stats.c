/* cmd_stats.c - tbk stats: the figures of treebanks, a row a file. */
#include "corpus.h"
#include "figures.h"
#include "options.h"
#include "tool.h"

static struct {
  gboolean measures;
} given;

static const GOptionEntry entries[] = {
  { "measures", 0, 0, G_OPTION_ARG_NONE, &given.measures,
    "Further columns: trees that are not planar, ill-nested, of gap "
    "degree or edge degree over 1; the greatest degrees; trees that "
    "no system attardi-2, attardi-3, attardi-4 builds",
    NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkProjectivizeOptions options;
  TbkTable *table;
  Figures file, total;
  int n_files;
} Stats;

typedef struct {
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  AttardiDegrees *degrees;
  Figures figures;
} Worker;

static gpointer
worker_new (gpointer data)
{
  Stats *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->projectivizer = tbk_projectivizer_new (&command->options);
  worker->tree = tbk_tree_new ();
  worker->degrees = attardi_degrees_new ();
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  attardi_degrees_free (worker->degrees);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Worker *worker = data;
  int lost_arcs;

  (void) text;
  if (!tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, NULL, &lost_arcs, error))
    return corpus_fail_at (sentence, error);
  figures_add_tree (&worker->figures, worker->tree, sentence->heads, sentence->n, lost_arcs, given.measures);
  if (given.measures && lost_arcs > 0)
    figures_add_attardi_degree (&worker->figures,
                                attardi_degree (worker->degrees, sentence->heads, sentence->n));
  return TRUE;
}

static gboolean
merge (gpointer command, gpointer worker, GError **error)
{
  (void) error;
  figures_merge (&((Stats *) command)->file, &((Worker *) worker)->figures);
  return TRUE;
}

static gboolean
begin_file (gpointer command, const TbkConlluReader *reader, GError **error)
{
  (void) reader;
  (void) error;
  ((Stats *) command)->file = (Figures){ 0 };
  return TRUE;
}

static gboolean
end_file (gpointer data, const char *name, GError **error)
{
  Stats *command = data;
  Figures file = command->file;

  figures_merge (&command->total, &command->file);
  command->n_files++;
  return figures_write (&file, name, given.measures, command->table, error);
}

static const CorpusJob job = {
  .worker_new = worker_new,
  .worker_free = worker_free,
  .begin_file = begin_file,
  .end_file = end_file,
  .work = work,
  .merge = merge,
};

/* Writes the table of all @paths. */
static gboolean
write_table (const CorpusOptions *options, Stats *command, TbkTableFormat format, char **paths,
             GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format, given.measures ? figures_measures_columns : figures_columns);
  command->table = table;
  return corpus_run (options, &job, command, paths, error)
         && (command->n_files < 2 || figures_write (&command->total, "TOTAL", given.measures, table, error))
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
cmd_stats (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Figures", entries },
    { "Projectivization", projectivize_entries },
    { "Output", table_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  CorpusOptions options;
  Stats command = { 0 };
  TbkTableFormat format;

  return paths != NULL && corpus_get_options (&options, FALSE, error)
         && projectivize_get_options (&command.options, error) && table_get_format (&format, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && write_table (&options, &command, format, paths, error);
}
