/* cmd_convert.c - tbk convert: files with columns, and head vectors, in another format.
 *
 * Contents
 *   1. heads: head vectors, a line a tree, as sentences without forms
 *   2. cmd_convert: tbk convert: files with columns, and head vectors, in another format
 */
#include "commands/commands.h"

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/tree.h"

/* 1. heads: head vectors, a line a tree, as sentences without forms. */

const char *const heads_suffixes[] = { ".heads", NULL };

typedef struct {
  const char *path;
  gint64 line;
  gsize max_line;
  const TbkConversion *conversion;
  TbkOutput *output;
  TbkText *text;
  TbkTree *tree;
  GArray *heads; /* of int; the first is -1 */
  GString *rows; /* the tree in CoNLL-U */
  TbkConlluBatch *batch;
} Heads;

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the number that begins at *@position, which moves behind it. */
static gboolean
read_head (const char **position, const char *end, int *head, GError **error)
{
  const char *start = *position, *stop = start;
  gint64 value = 0;

  while (stop < end && !is_space (*stop)) {
    value = g_ascii_isdigit (*stop) && value >= 0 && value <= G_MAXINT ? 10 * value + (*stop - '0') : -1;
    stop++;
  }
  *position = stop;
  *head = (int) value;
  if (value >= 0 && value <= G_MAXINT)
    return TRUE;
  g_autofree char *quoted = tbk_quote (start, (gsize) (stop - start));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s found, expected the number of a word, or 0 for the root",
               quoted);
  return FALSE;
}

/* Reads a line of heads, which make a tree. */
static gboolean
read_heads (Heads *heads, const char *line, gsize length, GError **error)
{
  const char *end = line + length;
  int head = -1, n_roots = 0;

  g_array_set_size (heads->heads, 0);
  g_array_append_val (heads->heads, head);
  while (line < end)
    if (is_space (*line))
      line++;
    else if (read_head (&line, end, &head, error)) {
      g_array_append_val (heads->heads, head);
      n_roots += head == 0;
    } else
      return FALSE;
  if (heads->heads->len == 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "an empty line found, expected the heads of a tree");
    return FALSE;
  }
  if (!tbk_tree_set (heads->tree, (const int *) heads->heads->data, (int) heads->heads->len - 1, error))
    return FALSE;
  if (n_roots == 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%d words with HEAD 0 found, expected one", n_roots);
  return FALSE;
}

/* Appends the tree in the format that is asked for, by way of a sentence of CoNLL-U without forms. */
static gboolean
add_sentence (Heads *heads, GError **error)
{
  g_autoptr (TbkConlluReader) reader = NULL;
  TbkConversionLosses losses = { 0 };
  TbkConlluSentence sentence;

  g_string_truncate (heads->rows, 0);
  for (guint word = 1; word < heads->heads->len; word++)
    g_string_append_printf (heads->rows, "%u\t_\t_\t_\t_\t_\t%d\t_\t_\t_\n", word,
                            g_array_index (heads->heads, int, word));
  g_string_append_c (heads->rows, '\n');
  if (heads->conversion == tbk_conversion_at (0)) { /* CoNLL-U: no need to read it again */
    tbk_text_add (heads->text, heads->rows->str, heads->rows->len);
    return TRUE;
  }
  reader = tbk_conllu_reader_open_text (heads->path, heads->rows->str, heads->rows->len, NULL, error);
  return reader != NULL && tbk_conllu_reader_next (reader, heads->batch, error) == TBK_READ_BATCH
         && tbk_conllu_batch_next (heads->batch, &sentence)
         && tbk_conllu_sentence_convert (&sentence, heads->conversion, FALSE, &losses, heads->text, error);
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Heads *heads = data;
  gboolean done;

  heads->line++;
  tbk_text_clear (heads->text);
  if (line == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %" G_GSIZE_FORMAT " bytes",
                 heads->max_line);
  done = line != NULL && read_heads (heads, line, length, error);
  if (!done) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", heads->path, heads->line);
    return FALSE;
  }
  return add_sentence (heads, error) && tbk_output_write_text (heads->output, heads->text, error);
}

gboolean
heads_convert (const Corpus *corpus, const TbkConversion *conversion, TbkOutput *output, GError **error)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  Heads heads = { .conversion = conversion,
                  .output = output,
                  .text = text,
                  .tree = tree,
                  .heads = numbers,
                  .rows = rows,
                  .batch = batch,
                  .max_line = corpus->options.max_line > 0 ? (gsize) corpus->options.max_line : LINES_MAX };
  const LinesReader lines = { .max = heads.max_line, .take = take_line };

  for (char **path = corpus->paths; *path != NULL; path++) {
    corpus_announce (corpus, *path);
    heads.path = g_str_equal (*path, "-") ? "<stdin>" : *path;
    heads.line = 0;
    if (!lines_read (*path, &lines, &heads, error))
      return FALSE;
  }
  return TRUE;
}

/* 2. cmd_convert: tbk convert: files with columns, and head vectors, in another format. */

typedef struct {
  CorpusGiven corpus;
  char *to, *blanks;
} Given;

static const GOptionEntry entries[] = {
  { "to", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, to),
    "conllu: CoNLL-U (default); conllx: CoNLL-X, 2006; heads: head vectors, the heads of each tree on a line, as "
    "LAL reads them. Names of files in --output-dir end in .conllu, .conllx or .heads",
    "FORMAT" },
  { "blanks", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, blanks),
    "Blanks in fields, for which CoNLL-X has no place: refuse the sentence (default); replace them by _",
    "RULE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry input_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009) or heads. Default: the second and the "
    "third where the first sentence leaves no doubt, else conllu",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const TbkConversion *to;
  gboolean replaces_blanks;
  GMutex lock;
  TbkConversionLosses losses; /* of workers that are freed */
} Convert;

typedef struct {
  Convert *command;
  TbkConversionLosses losses;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;
  TbkConversionLosses *sum = &worker->command->losses;

  g_mutex_lock (&worker->command->lock);
  sum->comments += worker->losses.comments;
  sum->ranges += worker->losses.ranges;
  sum->empty_nodes += worker->losses.empty_nodes;
  sum->deps += worker->losses.deps;
  sum->misc += worker->losses.misc;
  sum->columns += worker->losses.columns;
  sum->blanks += worker->losses.blanks;
  g_mutex_unlock (&worker->command->lock);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;

  (void) tally;
  return tbk_conllu_sentence_convert (entry->sentence, worker->command->to, worker->command->replaces_blanks,
                                      &worker->losses, text, error);
}

/* Tells what the format has no place for. */
static void
tell_losses (const TbkConversionLosses *losses)
{
  const struct {
    gint64 n;
    const char *one, *many;
  } kinds[] = {
    { losses->comments, "comment", "comments" },
    { losses->ranges, "multiword range", "multiword ranges" },
    { losses->empty_nodes, "empty node", "empty nodes" },
    { losses->deps, "DEPS", "DEPS" },
    { losses->misc, "MISC", "MISC" },
    { losses->columns, "word with further columns", "words with further columns" },
  };
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (kinds[k].n > 0)
      g_string_append_printf (list, "%s%" G_GINT64_FORMAT " %s", list->len > 0 ? ", " : "", kinds[k].n,
                              kinds[k].n == 1 ? kinds[k].one : kinds[k].many);
  if (list->len > 0)
    tool_message ("left out, since the format has no place for them: %s", list->str);
  if (losses->blanks > 0)
    tool_message ("blanks were replaced by _ in %" G_GINT64_FORMAT " field%s", losses->blanks,
                  losses->blanks == 1 ? "" : "s");
}

static gboolean
convert_columns (Corpus *corpus, Convert *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .takes_headless = command->to->takes_headless,
                       .writes_comments = command->to->has_comments,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };
  gboolean done;

  corpus->output_suffixes = command->to->suffixes;
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  done = corpus_run (corpus, &job, NULL, NULL, error);
  if (done) /* else how much was counted behind a fault depends on the threads */
    tell_losses (&command->losses);
  return done;
}

static gboolean
convert_heads (Corpus *corpus, const Convert *command, GError **error)
{
  const CorpusGiven *given = corpus->given;
  g_autoptr (TbkOutput) output = NULL;

  if (!selection_check_unused (&given->selection, "--input=heads", error))
    return FALSE;
  corpus->paths = files_find (&given->files, corpus->source, heads_suffixes, error);
  if (corpus->paths == NULL || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  output = corpus_open_output (corpus, error);
  if (output == NULL)
    return FALSE;
  if (heads_convert (corpus, command->to, output, error))
    return tbk_output_commit (g_steal_pointer (&output), error);
  corpus_tell_withheld (corpus, error);
  return FALSE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Into which format", entries),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", input_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

/* Head vectors are not read by the loop over treebanks, so what that does is not to be had. */
static const OptionRule rules[] = {
  { "columns", "!input=heads" }, { "output-dir", "!input=heads" }, { "on-error", "!input=heads" },
  { "part", "!input=heads" },    { "strict", "!input=heads" },     { NULL, NULL },
};

/* Finds the format named @name, the first one if it is NULL. */
static gboolean
choose_conversion (const char *name, const TbkConversion **conversion, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  int choice;

  for (int i = 0; tbk_conversion_at (i) != NULL; i++)
    g_ptr_array_add (names, (gpointer) tbk_conversion_at (i)->name);
  g_ptr_array_add (names, NULL);
  if (!options_choose ("to", name, (const char *const *) names->pdata, &choice, error))
    return FALSE;
  *conversion = tbk_conversion_at (choice);
  return TRUE;
}

static gboolean
convert (gpointer values, const Source *source, GError **error)
{
  static const char *const ways[] = { "refuse", "replace", NULL };
  static const char *const inputs[] = { "conllu", "conllx", "conll09", "heads", NULL };
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Convert command = { .to = NULL };
  const gboolean has_heads = g_strcmp0 (given->corpus.input, "heads") == 0;
  gboolean done;
  int input, blanks;

  if (!choose_conversion (given->to, &command.to, error)
      || !options_choose ("blanks", given->blanks, ways, &blanks, error)
      || !options_choose ("input", given->corpus.input, inputs, &input, error))
    return FALSE;
  command.replaces_blanks = blanks == 1;
  if (given->blanks != NULL && !command.to->has_no_blanks) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--blanks needs --to=conllx");
    return FALSE;
  }
  if (has_heads) /* there are no columns to find */
    g_clear_pointer (&given->corpus.input, g_free);
  if (!corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  g_mutex_init (&command.lock);
  done = has_heads ? convert_heads (&corpus, &command, error) : convert_columns (&corpus, &command, error);
  g_mutex_clear (&command.lock);
  return done;
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = convert
};

const Command cmd_convert = { .name = "convert", .conllu = &form };
