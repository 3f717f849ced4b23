/* cmd_choices.c - tbk choices: how many optimal projectivizations there are, by sentence or by length. */
#include <string.h>

#include "corpus.h"
#include "options.h"
#include "tbk/choices.h"
#include "tbk/plot.h"
#include "tbk/table.h"
#include "tbk/tree.h"
#include "tool.h"

static struct {
  char *by, *bin, *plot;
  char **labels;
  gboolean per_file;
} given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.by,
    "length: a row for each bin of lengths (default); sentence: a row for each sentence", "WHAT" },
  { "bin", 0, 0, G_OPTION_ARG_STRING, &given.bin, "Words that a bin of lengths spans (default 5)", "N" },
  { "per-file", 0, 0, G_OPTION_ARG_NONE, &given.per_file,
    "Rows by length for each file, not for all input together", NULL },
  { "plot", 0, 0, G_OPTION_ARG_FILENAME, &given.plot,
    "Draw the mean log10 of the number against length, a line for each file; FILE ends in .svg, .png or .pdf",
    "FILE" },
  { "label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.labels,
    "What the plot calls a file: once for each file, in order; files of one label share a line", "NAME" },
  G_OPTION_ENTRY_NULL,
};

enum { BY_LENGTH, BY_SENTENCE };

/* A line in a plot needs some trees at each of its points. */
enum { LEAST_TREES_OF_POINT = 3 };

/* The files of one label. */
typedef struct {
  char *label;
  TbkChoices *choices;
} Group;

typedef struct {
  TbkProjectivizeOptions options;
  int by;
  gint64 bin;
  TbkTable *table;
  const char *file; /* in hand */
  int n_files;
  TbkChoices *file_choices, *total;
  GArray *groups; /* Group */
} Choices;

/* What is told of a sentence. */
typedef struct {
  gint64 index;
  char *sent_id;
  int n, nonprojective_arcs, lost_arcs;
  mpz_t count;
} Row;

typedef struct {
  const Choices *command;
  TbkProjectivizer *projectivizer;
  TbkTree *tree;
  mpz_t count;
  TbkChoices *choices;
  GArray *rows; /* Row */
} Worker;

static void
row_clear (gpointer row)
{
  g_free (((Row *) row)->sent_id);
  mpz_clear (((Row *) row)->count);
}

static gpointer
worker_new (gpointer data)
{
  const Choices *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->projectivizer = tbk_projectivizer_new (&command->options);
  worker->tree = tbk_tree_new ();
  mpz_init (worker->count);
  worker->choices = tbk_choices_new ((int) command->bin);
  worker->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (worker->rows, row_clear);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_projectivizer_free (worker->projectivizer);
  tbk_tree_free (worker->tree);
  mpz_clear (worker->count);
  tbk_choices_free (worker->choices);
  g_array_free (worker->rows, TRUE);
  g_free (worker);
}

static gboolean
begin_file (gpointer data, const TbkConlluReader *reader, GError **error)
{
  Choices *command = data;

  (void) error;
  command->file = tbk_input_name (tbk_conllu_reader_input (reader));
  g_clear_pointer (&command->file_choices, tbk_choices_free);
  command->file_choices = tbk_choices_new ((int) command->bin);
  return TRUE;
}

static gboolean
work (gpointer data, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Worker *worker = data;
  int lost_arcs, n_arcs = 0;

  (void) text;
  if (!tbk_projectivize_count (worker->projectivizer, sentence->heads, sentence->n, worker->count, &lost_arcs,
                               error)
      || (lost_arcs > 0 && !tbk_tree_set (worker->tree, sentence->heads, sentence->n, error)))
    return corpus_fail_at (sentence, error);
  if (lost_arcs > 0)
    n_arcs = tbk_tree_nonprojective_arcs (worker->tree);
  tbk_choices_add (worker->choices, sentence->n, n_arcs > 0, lost_arcs, worker->count);

  if (worker->command->by == BY_SENTENCE) {
    Row row = { .index = sentence->index,
                .sent_id = sentence->sent_id == NULL
                               ? g_strdup ("")
                               : g_strndup (sentence->sent_id, sentence->sent_id_length),
                .n = sentence->n,
                .nonprojective_arcs = n_arcs,
                .lost_arcs = lost_arcs };
    mpz_init_set (row.count, worker->count);
    g_array_append_val (worker->rows, row);
  }
  return TRUE;
}

static gboolean
write_row (const Choices *command, const Row *row, GError **error)
{
  tbk_table_string (command->table, command->file);
  tbk_table_integer (command->table, row->index);
  tbk_table_string (command->table, row->sent_id);
  tbk_table_integer (command->table, row->n);
  tbk_table_integer (command->table, row->nonprojective_arcs);
  tbk_table_integer (command->table, row->lost_arcs);
  tbk_table_number (command->table, row->count);
  return tbk_table_end_row (command->table, error);
}

static gboolean
merge (gpointer data, gpointer from, GError **error)
{
  Choices *command = data;
  Worker *worker = from;
  gboolean done = TRUE;

  for (guint r = 0; done && r < worker->rows->len; r++)
    done = write_row (command, &g_array_index (worker->rows, Row, r), error);
  g_array_set_size (worker->rows, 0);
  tbk_choices_merge (command->file_choices, worker->choices);
  return done;
}

/* Writes a row for each bin that has trees; @file is NULL where the table is one over all input. */
static gboolean
write_bins (const Choices *command, const TbkChoices *choices, const char *file, GError **error)
{
  gboolean done = TRUE;
  mpz_t median, max;

  mpz_init (median);
  mpz_init (max);
  for (int b = 0; done && b < tbk_choices_n_bins (choices); b++) {
    TbkChoicesBin bin;

    tbk_choices_get_bin (choices, b, &bin, median, max);
    if (file != NULL)
      tbk_table_string (command->table, file);
    tbk_table_integer (command->table, bin.words_from);
    tbk_table_integer (command->table, bin.words_to);
    tbk_table_integer (command->table, bin.trees);
    tbk_table_integer (command->table, bin.nonprojective_trees);
    tbk_table_integer (command->table, bin.lost_arcs);
    tbk_table_number (command->table, median);
    tbk_table_number (command->table, max);
    tbk_table_decimal (command->table, bin.log10_mean, 4);
    done = tbk_table_end_row (command->table, error);
  }
  mpz_clear (median);
  mpz_clear (max);
  return done;
}

/* The name of a file without its folder and endings. */
static char *
short_name (const char *path)
{
  char *name = g_path_get_basename (path);
  char *ending = strstr (name, ".conllu");

  if (ending != NULL && ending > name)
    *ending = '\0';
  return name;
}

/* The group of the file in hand. */
static Group *
find_group (Choices *command)
{
  g_autofree char *name = short_name (command->file);
  const char *label = given.labels != NULL ? given.labels[command->n_files] : name;
  Group group;

  for (guint g = 0; g < command->groups->len; g++)
    if (g_str_equal (g_array_index (command->groups, Group, g).label, label))
      return &g_array_index (command->groups, Group, g);
  group = (Group){ g_strdup (label), tbk_choices_new ((int) command->bin) };
  g_array_append_val (command->groups, group);
  return &g_array_index (command->groups, Group, command->groups->len - 1);
}

static gboolean
end_file (gpointer data, const char *name, GError **error)
{
  Choices *command = data;

  if (command->by == BY_LENGTH && given.per_file && !write_bins (command, command->file_choices, name, error))
    return FALSE;
  if (given.plot != NULL)
    tbk_choices_merge (find_group (command)->choices, command->file_choices);
  else
    tbk_choices_merge (command->total, command->file_choices);
  command->n_files++;
  return TRUE;
}

static const CorpusJob job = {
  .worker_new = worker_new,
  .worker_free = worker_free,
  .begin_file = begin_file,
  .end_file = end_file,
  .work = work,
  .merge = merge,
};

/* Adds a line to @plot: the mean logarithm of each bin, in the middle of the bin. */
static void
add_line (TbkPlot *plot, const Group *group)
{
  mpz_t median, max;

  mpz_init (median);
  mpz_init (max);
  tbk_plot_add_line (plot, group->label);
  for (int b = 0; b < tbk_choices_n_bins (group->choices); b++) {
    TbkChoicesBin bin;
    tbk_choices_get_bin (group->choices, b, &bin, median, max);
    if (bin.losing_trees >= LEAST_TREES_OF_POINT)
      tbk_plot_add_point (plot, (bin.words_from + bin.words_to) / 2.0, bin.log10_mean);
  }
  mpz_clear (median);
  mpz_clear (max);
}

/* Draws the groups and adds them to the total. */
static gboolean
draw_plot (Choices *command, GError **error)
{
  g_autoptr (TbkPlot) plot = tbk_plot_new ("Optimal projectivizations of a non-projective tree",
                                           "words in the sentence", "mean log10 of their number");

  for (guint g = 0; g < command->groups->len; g++) {
    Group *group = &g_array_index (command->groups, Group, g);
    add_line (plot, group);
    tbk_choices_merge (command->total, group->choices);
  }
  if (!tbk_plot_write (plot, given.plot, error))
    return FALSE;
  if (tbk_plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no bin of lengths has %d trees that lose arcs", given.plot,
                  LEAST_TREES_OF_POINT);
  return TRUE;
}

/* Writes the table over all @paths, and the plot. */
static gboolean
write_table (const CorpusOptions *options, Choices *command, TbkTableFormat format, char **paths,
             GError **error)
{
#define LENGTH_COLUMNS                                                                                       \
  "words_from", "words_to", "trees", "nonprojective_trees", "lost_arcs", "choices_median", "choices_max",    \
      "log10_choices_mean", NULL
  static const char *const by_length[] = { LENGTH_COLUMNS };
  static const char *const by_length_per_file[] = { "file", LENGTH_COLUMNS };
  static const char *const by_sentence[] = {
    "file", "sentence", "sent_id", "words", "nonprojective_arcs", "lost_arcs", "choices", NULL
  };
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format,
                         command->by == BY_SENTENCE ? by_sentence
                         : given.per_file           ? by_length_per_file
                                                    : by_length);
  command->table = table;
  return corpus_run (options, &job, command, paths, error)
         && (given.plot == NULL || draw_plot (command, error))
         && (command->by == BY_SENTENCE || given.per_file
             || write_bins (command, command->total, NULL, error))
         && tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
check_options (Choices *command, char **paths, GError **error)
{
  if (!options_number ("bin", given.bin, 1, G_MAXINT, &command->bin, error))
    return FALSE;
  if (given.labels != NULL && g_strv_length (given.labels) != g_strv_length (paths)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--label: found %u labels for %u files, expected one for each", g_strv_length (given.labels),
                 g_strv_length (paths));
    return FALSE;
  }
  return given.plot == NULL || tbk_plot_check_path (given.plot, error);
}

static void
group_clear (gpointer group)
{
  g_free (((Group *) group)->label);
  tbk_choices_free (((Group *) group)->choices);
}

gboolean
cmd_choices (int argc, char **argv, GError **error)
{
  static const char *const bys[] = { "length", "sentence", NULL };
  static const OptionGroup groups[] = {
    { "Counting", entries },
    { "Projectivization", projectivize_entries },
    { "Output", table_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const further_outputs[] = { given.plot, NULL };
  CorpusOptions options;
  Choices command = { .bin = 5 };
  TbkTableFormat format;
  gboolean done;

  if (paths == NULL || !corpus_get_options (&options, FALSE, error)
      || !projectivize_get_options (&command.options, error)
      || !options_choose ("by", given.by, bys, &command.by, error) || !table_get_format (&format, error)
      || !check_options (&command, paths, error)
      || !corpus_check_files (&options, paths, further_outputs, error))
    return FALSE;
  command.total = tbk_choices_new ((int) command.bin);
  command.groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_array_set_clear_func (command.groups, group_clear);
  done = write_table (&options, &command, format, paths, error);
  g_array_free (command.groups, TRUE);
  tbk_choices_free (command.total);
  g_clear_pointer (&command.file_choices, tbk_choices_free);
  return done;
}
