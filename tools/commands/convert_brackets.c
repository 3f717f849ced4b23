/* convert_brackets.c - tbk convert over phrase structure: trees in brackets as tags, and tags as trees in brackets.
 *
 * Contents
 *   1. tree: words with a tree, of which both formats are made
 *   2. read: from brackets, from tags
 *   3. write: as brackets, as tags
 *   4. convert: options, the run and its messages
 */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "base/base.h"
#include "base/room.h"
#include "options/options.h"
#include "tbk/brackets.h"
#include "tbk/corpus.h"
#include "tbk/phrase_tags.h"

typedef struct {
  CorpusGiven corpus;
  int format; /* of formats, from 1; 0: the name of the output says it */
  int encoding;

  gboolean writes_tags;
  const TbkPhraseEncoding *tags; /* NULL: there are none */
  GMutex lock;
  gint64 sentences, changed, words, words_changed; /* of tags that were read; of workers that are freed */
} Convert;

/* 1. tree: words with a tree, of which both formats are made. */

typedef struct {
  Convert *command;
  TbkPhraseTags *reader, *writer; /* NULL: there are no tags */
  TbkVocabulary *labels;
  TbkPhraseTree tree;
  TbkTaggedWord *words;
  TbkPiece *tags;
  int *ends; /* of each word, the constituents that end with it */
  Room room; /* of these arrays */
  GString *line;
  gint64 sentences, n_changed, words_read, words_changed;
} Worker;

static gpointer
worker_new (gpointer data)
{
  Convert *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->labels = tbk_vocabulary_new ();
  worker->line = g_string_new (NULL);
  if (command->tags != NULL) {
    worker->reader = tbk_phrase_tags_new (command->tags);
    worker->writer = tbk_phrase_tags_new (command->tags);
  }
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;
  Convert *command = worker->command;

  g_mutex_lock (&command->lock);
  command->sentences += worker->sentences;
  command->changed += worker->n_changed;
  command->words += worker->words_read;
  command->words_changed += worker->words_changed;
  g_mutex_unlock (&command->lock);
  tbk_phrase_tags_free (worker->reader);
  tbk_phrase_tags_free (worker->writer);
  tbk_vocabulary_free (worker->labels);
  tbk_phrase_tree_clear (&worker->tree);
  room_clear (&worker->room);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
reserve (Worker *worker, int n, GError **error)
{
  return ROOM_RESERVE (&worker->room, n + 1, ARRAY (worker->words), ARRAY (worker->tags),
                       ARRAY (worker->ends))
         || memory_fail (error, "a sentence of %d words", n);
}

/* 2. read: from brackets, from tags. */

static gboolean
read_brackets (Worker *worker, const TbkBracketTree *tree, GError **error)
{
  int n = 0;

  if (!reserve (worker, tree->n, error))
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form != NULL)
      worker->words[n++] = (TbkTaggedWord){ { node->form, (gsize) node->form_length },
                                            { node->label, (gsize) node->label_length } };
  }
  return tbk_phrase_tree_set_brackets (&worker->tree, tree, worker->labels, error);
}

/* Returns TRUE if a column can be in brackets; else says what it is. */
static gboolean
check_column (const char *what, TbkPiece text, int word, GError **error)
{
  g_autofree char *quoted = NULL;
  gboolean is_good = text.size > 0;

  for (gsize i = 0; is_good && i < text.size; i++)
    is_good = memchr (" \t\n\v\f\r()", text.bytes[i], 8) == NULL;
  if (is_good)
    return TRUE;
  quoted = tbk_quote (text.bytes, text.size);
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "the %s %s of word %d found, expected text without blanks and parentheses (write -LRB- and -RRB-)",
      what, quoted, word);
  return FALSE;
}

/* The columns of a sentence of tags, and its tree. */
static gboolean
read_tags (Worker *worker, const TbkTagRows *rows, GError **error)
{
  const TbkConstituent *constituents;
  int n_constituents, n_changed;

  if (!reserve (worker, rows->n, error))
    return FALSE;
  for (int i = 0; i < rows->n; i++) {
    worker->words[i] =
        (TbkTaggedWord){ rows->fields[TBK_COLUMN_FORM][i + 1], rows->fields[TBK_COLUMN_UPOS][i + 1] };
    if (!check_column ("form", worker->words[i].form, i + 1, error)
        || !check_column ("part of speech", worker->words[i].tag, i + 1, error))
      return FALSE;
  }
  if (!tbk_phrase_tags_decode (worker->reader, rows->tags + 1, rows->n, worker->labels, &constituents,
                               &n_constituents, &n_changed, error)
      || !tbk_phrase_tree_set (&worker->tree, rows->n, constituents, n_constituents, error))
    return FALSE;
  worker->sentences++;
  worker->n_changed += n_changed > 0;
  worker->words_read += rows->n;
  worker->words_changed += n_changed;
  return TRUE;
}

/* 3. write: as brackets, as tags. */

static void
append_piece (GString *line, TbkPiece piece)
{
  g_string_append_len (line, piece.bytes, (gssize) piece.size);
}

/* A tree a line: before each word the constituents that begin with it are opened, behind it as many are closed as end
 * with it. */
static gboolean
write_brackets (Worker *worker, GError **error)
{
  const TbkPhraseTree *tree = &worker->tree;
  GString *line = worker->line;

  (void) error;
  for (int i = 0; i < tree->n; i++)
    worker->ends[i] = 0;
  for (int c = 0; c < tree->n_constituents; c++)
    worker->ends[tree->constituents[c].right - 1]++;
  for (int i = 0, c = 0; i < tree->n; i++) {
    for (; c < tree->n_constituents && tree->constituents[c].left == i; c++)
      g_string_append_printf (line, "%s(%s", c > 0 ? " " : "",
                              tbk_vocabulary_name (worker->labels, tree->constituents[c].label));
    g_string_append (line, " (");
    append_piece (line, worker->words[i].tag);
    g_string_append_c (line, ' ');
    append_piece (line, worker->words[i].form);
    for (int e = -1; e < worker->ends[i]; e++)
      g_string_append_c (line, ')');
  }
  g_string_append_c (line, '\n');
  return TRUE;
}

static gboolean
write_tags (Worker *worker, GError **error)
{
  GString *line = worker->line;

  if (!tbk_phrase_tags_encode (worker->writer, &worker->tree, worker->labels, worker->tags, error))
    return FALSE;
  for (int i = 0; i < worker->tree.n; i++) {
    append_piece (line, worker->words[i].form);
    g_string_append_c (line, '\t');
    append_piece (line, worker->words[i].tag);
    g_string_append_c (line, '\t');
    append_piece (line, worker->tags[i]);
    g_string_append_c (line, '\n');
  }
  g_string_append_c (line, '\n');
  return TRUE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const Convert *command = worker->command;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  g_string_truncate (worker->line, 0);
  if (!(g_strcmp0 (command->corpus.input, "encoded") == 0 ? read_tags (worker, entry->sentence, error)
                                                          : read_brackets (worker, entry->sentence, error))
      || !(command->writes_tags ? write_tags : write_brackets) (worker, error))
    return tbk_entry_fail (entry, error);
  tbk_text_add (text, worker->line->str, worker->line->len);
  return TRUE;
}

/* 4. convert: options, the run and its messages. */

static const char *const formats[] = { "brackets", "encoded", NULL };
static const char *const tags_suffixes[] = { ".tags", NULL };

static const char *
encoding_name (int i)
{
  const TbkPhraseEncoding *encoding = tbk_phrase_encoding_at (i);

  return encoding == NULL ? NULL : encoding->name;
}

static const Option entries[] = {
  { "to", CHOICE_FROM (1, formats), AT (Convert, format), "FORMAT",
    "brackets: a tree a line; encoded: sequence labelling: form, part of speech and tag of each word, for taggers. Default: by the ending of "
    "--output, else brackets. Names of files in --output-dir end in .brackets or .tags" },
  { "encoding", CHOICE_AT (1, encoding_name), AT (Convert, encoding), "ENCODING",
    "The encoding of trees as tags. Any tags are read as a tree, except ill-formed ones of more than about 4000 words; a message counts the changed words" },
  OPTION_END,
};

static const Option input_entries[] = {
  { "input", NAME (formats), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: brackets, or encoded with --encoding. Default: brackets" },
  OPTION_END,
};

static gboolean
find_format (Convert *command, GError **error)
{
  const char *output = command->corpus.options.output;
  g_autofree char *lower = g_ascii_strdown (output != NULL ? output : "", -1), *names = NULL;
  const char *const *suffixes;

  command->writes_tags =
      command->format == 2 || (command->format == 0 && tbk_file_has_suffix (lower, tags_suffixes));
  suffixes = command->writes_tags ? tags_suffixes : input_brackets_suffixes;
  names = g_strdup_printf ("a name in %s, as --to=%s writes it", command->writes_tags ? ".tags" : ".brackets",
                           formats[command->writes_tags]);
  return output_check_name ("output", output, suffixes, names, error);
}

static gboolean
check_tags (Convert *command, gboolean reads_tags, GError **error)
{
  command->tags = command->encoding == 0 ? NULL : tbk_phrase_encoding_at (command->encoding - 1);
  if ((reads_tags || command->writes_tags) && command->tags == NULL)
    return options_refuse (error, "%s needs --encoding=ENCODING",
                           reads_tags ? "--input=encoded" : "--to=encoded");
  if (!reads_tags && !command->writes_tags && command->tags != NULL)
    return options_refuse (error, "--encoding needs --to=encoded or --input=encoded");
  return TRUE;
}

static gboolean
convert_files (Corpus *corpus, Convert *command, GError **error)
{
  static const char *const brackets_suffixes[] = { ".brackets", NULL };
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };

  corpus->output_suffixes = command->writes_tags ? tags_suffixes : brackets_suffixes;
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error)
      || !corpus_run (corpus, &job, NULL, NULL, error))
    return FALSE;
  if (command->changed > 0)
    tool_message ("the tags of %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                  " sentences do not form a tree: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " words changed",
                  command->changed, command->sentences, command->words_changed, command->words);
  return corpus->options.format != tbk_brackets_format () || brackets_tell_losses (corpus);
}

static gboolean
convert (gpointer values, const Source *source, GError **error)
{
  TbkTagColumns columns = { .n_columns = 0 };
  Convert *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const gboolean reads_tags = g_strcmp0 (command->corpus.input, "encoded") == 0;
  gboolean done;

  if (!tbk_tag_columns_parse ("form,upos,tag", &columns, error) || !find_format (command, error)
      || !check_tags (command, reads_tags, error)
      || !corpus_init (&corpus, &command->corpus, source, FALSE, error)
      || (reads_tags && !selection_check_unused (&command->corpus.selection, "--input=encoded", error)))
    return FALSE;
  if (reads_tags) {
    corpus.options.format = tbk_tags_format ();
    corpus.options.format_options = &columns;
  }
  g_mutex_init (&command->lock);
  done = convert_files (&corpus, command, error);
  g_mutex_clear (&command->lock);
  return done;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Into which format", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", input_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "labels forms keep-outer keep-empty keep-markup", "!input=encoded" },
  { NULL, NULL },
};

const Form convert_brackets = {
  .groups = groups, .rules = rules, .size = sizeof (Convert), .is_of_brackets = TRUE, .run = convert
};
