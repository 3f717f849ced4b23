/* cmd_convert.c - tbk convert: files with columns, and head vectors, in another format. */
#include "commands/commands.h"

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"

typedef struct {
  CorpusGiven corpus;
  int format; /* of tbk_conversion_at(), from 1; 0: the name of the output says it */
  gboolean replaces_blanks;

  const TbkConversion *to;
  GMutex lock;
  TbkConversionLosses losses; /* of workers that are freed */
} Convert;

static const char *const ways[] = { "refuse", "replace", NULL };
static const char *const input_names[] = { "conllu", "conllx", "conll09", "heads", NULL };

static const char *
conversion_name (int i)
{
  const TbkConversion *conversion = tbk_conversion_at (i);

  return conversion == NULL ? NULL : conversion->name;
}

static const Option entries[] = {
  { "to", CHOICE_AT (1, conversion_name), AT (Convert, format), "FORMAT",
    "conllu: CoNLL-U; conllx: CoNLL-X, 2006; heads: head vectors, the heads of each tree on a line, as LAL reads them. "
    "Default: what the name of --output ends in, else conllu. Names of files in --output-dir end in .conllu, .conllx or .heads" },
  { "blanks", CHOICE (ways), AT (Convert, replaces_blanks), "RULE",
    "Blanks in fields, for which CoNLL-X has no place: refuse the sentence (default); replace them by _" },
  OPTION_END,
};

static const Option input_entries[] = {
  { "input", NAME (input_names), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009) or heads. Default: the second and the "
    "third where the first sentence leaves no doubt, else conllu" },
  OPTION_END,
};

typedef struct {
  Convert *command;
  TbkConversionLosses losses;
  GString *rows; /* of a head vector */
  TbkConlluBatch *batch;
  TbkText *kept; /* pieces of `rows`, which do not outlive it */
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->rows = g_string_new (NULL);
  worker->batch = tbk_conllu_batch_new ();
  worker->kept = tbk_text_new ();
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
  g_string_free (worker->rows, TRUE);
  tbk_conllu_batch_free (worker->batch);
  tbk_text_free (worker->kept);
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

/* Appends a head vector in the format that is asked for, by way of a sentence of CoNLL-U without forms. */
static gboolean
work_on_heads (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const TbkHeads *heads = entry->sentence;
  const TbkConversion *to = worker->command->to;
  g_autoptr (TbkConlluReader) reader = NULL;
  g_autofree char *converted = NULL;
  TbkConlluSentence sentence;

  (void) tally;
  g_string_truncate (worker->rows, 0);
  for (int word = 1; word <= heads->n; word++)
    g_string_append_printf (worker->rows, "%d\t_\t_\t_\t_\t_\t%d\t_\t_\t_\n", word, heads->heads[word]);
  g_string_append_c (worker->rows, '\n');
  if (to == tbk_conversion_at (0)) { /* CoNLL-U: no need to read it again */
    tbk_text_add (text, worker->rows->str, worker->rows->len);
    return TRUE;
  }
  reader = tbk_conllu_reader_open_text (entry->file, worker->rows->str, worker->rows->len, NULL, error);
  tbk_text_clear (worker->kept);
  if (reader == NULL || tbk_conllu_reader_next (reader, worker->batch, error) != TBK_READ_BATCH
      || !tbk_conllu_batch_next (worker->batch, &sentence)
      || !tbk_conllu_sentence_convert (&sentence, to, FALSE, &worker->losses, worker->kept, error))
    return FALSE;
  converted = tbk_text_dup (worker->kept, error);
  if (converted != NULL)
    tbk_text_add (text, converted, tbk_text_length (worker->kept));
  return converted != NULL;
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

/* Sets the format: that of --to, else that of the name of the output. */
static gboolean
find_conversion (Convert *command, GError **error)
{
  const char *output = command->corpus.options.output;
  g_autofree char *lower = g_ascii_strdown (output != NULL ? output : "", -1), *names = NULL;

  command->to = tbk_conversion_at (MAX (command->format - 1, 0));
  for (int f = 0; command->format == 0 && tbk_conversion_at (f) != NULL; f++)
    if (tbk_file_has_suffix (lower, tbk_conversion_at (f)->suffixes))
      command->to = tbk_conversion_at (f);
  names = command->format == 0 ? g_strdup ("a name in .conllu, .conllx or .heads")
                               : g_strdup_printf ("a name in %s, as --to=%s writes it",
                                                  command->to->suffixes[0], command->to->name);
  return output_check_name ("output", output, command->to->suffixes, names, error);
}

static gboolean
convert_files (Corpus *corpus, Convert *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .takes_headless = command->to->takes_headless,
                       .writes_comments = command->to->has_comments,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = corpus->options.format == tbk_heads_format () ? work_on_heads : work };
  gboolean done;

  corpus->output_suffixes = command->to->suffixes;
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  done = corpus_run (corpus, &job, NULL, NULL, error);
  if (done) /* else how much was counted behind a fault depends on the threads */
    tell_losses (&command->losses);
  return done;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Into which format", entries),
  TREE_SELECTION_GROUPS,
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (input_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "input-columns", "!input=heads" },
  { "strict", "!input=heads" },
  { NULL, NULL },
};

static gboolean
convert (gpointer values, const Source *source, GError **error)
{
  Convert *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean has_heads = g_strcmp0 (command->corpus.input, "heads") == 0;
  gboolean done;

  if (has_heads) /* there are no columns to find */
    command->corpus.input = NULL;
  if (!find_conversion (command, error))
    return FALSE;
  if (options_given (&source->options, "blanks") != NULL && !command->to->has_no_blanks)
    return options_refuse (error, "--blanks needs --to=conllx");
  if (!corpus_init (&corpus, &command->corpus, source, FALSE, error)
      || (has_heads && !selection_check_unused (&command->corpus.selection, "--input=heads", error)))
    return FALSE;
  if (has_heads)
    corpus.options.format = tbk_heads_format ();
  g_mutex_init (&command->lock);
  done = convert_files (&corpus, command, error);
  g_mutex_clear (&command->lock);
  return done;
}

static const Form form = { .groups = groups, .rules = rules, .size = sizeof (Convert), .run = convert };

const Command cmd_convert = { .name = "convert", .conllu = &form };
