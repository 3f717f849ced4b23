/* brackets_parse.c - tbk parse by a model of phrase structure: trees in brackets, a line each. */
#include <string.h>

#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "lines.h"
#include "options.h"
#include "tbk/files.h"
#include "tbk/phrase_parser.h"

static struct {
  char *model, *output;
} given;

static const GOptionEntry entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &given.model,
    "The model, as tbk train wrote it over phrase-structure treebanks", "MODEL" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const TbkPhraseModel *model;
  TbkOutput *output;
} Parse;

/* Trees. */

typedef struct {
  TbkPhraseParser *parser;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer data)
{
  Worker *worker = g_new (Worker, 1);

  *worker = (Worker){ tbk_phrase_parser_new (((const Parse *) data)->model), g_string_new (NULL) };
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_phrase_parser_free (worker->parser);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  g_string_truncate (worker->line, 0);
  if (!tbk_phrase_parser_parse_tree (worker->parser, entry->sentence, worker->line, error))
    return tbk_entry_fail (entry, error);
  g_string_append_c (worker->line, '\n');
  tbk_text_add (text, worker->line->str, worker->line->len);
  return TRUE;
}

static gboolean
write_lines (gpointer data, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((Parse *) data)->output, text, error);
}

/* Words with tags. */

/* Where a word stands among the bytes of its sentence. */
typedef struct {
  gsize form, form_size, tag, tag_size;
} Place;

typedef struct {
  const Parse *parse;
  TbkPhraseParser *parser;
  const char *path;
  gint64 line;
  GString *bytes, *tree;
  GArray *places, *words; /* of Place, of TbkTaggedWord */
} Tagged;

/* Parses the sentence that was read, if there is one. */
static gboolean
end_sentence (Tagged *tagged, GError **error)
{
  const guint n = tagged->places->len;

  if (n == 0)
    return TRUE;
  g_array_set_size (tagged->words, n);
  for (guint i = 0; i < n; i++) {
    const Place *place = &g_array_index (tagged->places, Place, i);

    g_array_index (tagged->words, TbkTaggedWord, i) =
        (TbkTaggedWord){ { tagged->bytes->str + place->form, place->form_size },
                         { tagged->bytes->str + place->tag, place->tag_size } };
  }
  g_string_truncate (tagged->tree, 0);
  if (!tbk_phrase_parser_parse (tagged->parser, (const TbkTaggedWord *) (gpointer) tagged->words->data,
                                (int) n, tagged->tree, error))
    return FALSE;
  g_string_append_c (tagged->tree, '\n');
  g_string_truncate (tagged->bytes, 0);
  g_array_set_size (tagged->places, 0);
  return tbk_output_write (tagged->parse->output, tagged->tree->str, tagged->tree->len, error);
}

/* Adds the word of @length bytes, in which @separator stands between form and tag. */
static gboolean
add_word (Tagged *tagged, const char *word, gsize length, char separator, GError **error)
{
  const char *at =
      separator == '\t' ? memchr (word, separator, length) : g_strrstr_len (word, (gssize) length, "/");
  const gsize form_size = at != NULL ? (gsize) (at - word) : 0;
  const Place place = { tagged->bytes->len, form_size, tagged->bytes->len + form_size + 1,
                        at != NULL ? length - form_size - 1 : 0 };

  if (place.form_size == 0 || place.tag_size == 0 || memchr (at + 1, separator, place.tag_size) != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "'%.*s' found, expected %s", (int) MIN (length, 40), word,
                 separator == '\t' ? "a word, a tab and a tag" : "WORD/TAG");
    return FALSE;
  }
  g_string_append_len (tagged->bytes, word, (gssize) length);
  g_array_append_val (tagged->places, place);
  return TRUE;
}

/* A line with a tab is a word, any other one a sentence. */
static gboolean
read_line (Tagged *tagged, const char *line, gsize length, GError **error)
{
  const char *end = line + length;

  if (length > 0 && end[-1] == '\r')
    end--;
  if (memchr (line, '\t', (gsize) (end - line)) != NULL)
    return add_word (tagged, line, (gsize) (end - line), '\t', error);
  if (!end_sentence (tagged, error))
    return FALSE;
  for (const char *c = line; c < end; c++) {
    const char *start = c;

    while (c < end && *c != ' ')
      c++;
    if (c > start && !add_word (tagged, start, (gsize) (c - start), '/', error))
      return FALSE;
  }
  return end_sentence (tagged, error);
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Tagged *tagged = data;

  tagged->line++;
  if (line == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %d bytes", LINES_MAX);
  else if (read_line (tagged, line, length, error))
    return TRUE;
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tagged->path, tagged->line);
  return FALSE;
}

static gboolean
parse_tagged (const Parse *parse, char **paths, GError **error)
{
  static const LinesReader lines = { .take = take_line };
  Tagged tagged = { .parse = parse, .parser = tbk_phrase_parser_new (parse->model) };
  gboolean done = TRUE;

  tagged.bytes = g_string_new (NULL);
  tagged.tree = g_string_new (NULL);
  tagged.places = g_array_new (FALSE, FALSE, sizeof (Place));
  tagged.words = g_array_new (FALSE, FALSE, sizeof (TbkTaggedWord));
  for (; done && *paths != NULL; paths++) {
    tagged.path = g_str_equal (*paths, "-") ? "<stdin>" : *paths;
    tagged.line = 0;
    done = lines_read (*paths, &lines, &tagged, error) && end_sentence (&tagged, error);
  }
  tbk_phrase_parser_free (tagged.parser);
  g_string_free (tagged.bytes, TRUE);
  g_string_free (tagged.tree, TRUE);
  g_array_unref (tagged.places);
  g_array_unref (tagged.words);
  return done;
}

static gboolean
run (const TbkCorpusOptions *options, gboolean is_tagged, const char *path, char **paths, GError **error)
{
  g_autoptr (TbkPhraseModel) model = tbk_phrase_model_load (path, error);
  g_autoptr (TbkOutput) output = model != NULL ? tbk_output_open (options->output, error) : NULL;
  Parse parse = { model, output };
  const TbkJob job = {
    .data = &parse, .worker_new = worker_new, .worker_free = worker_free, .work = work, .write = write_lines
  };

  return output != NULL
         && (is_tagged ? parse_tagged (&parse, paths, error)
                       : corpus_run (options, &job, paths, NULL, NULL, error))
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* The model is an input too. */
static gboolean
check_files (const TbkCorpusOptions *options, const char *model, char **paths, GError **error)
{
  const char *const no_outputs[] = { NULL }, *const models[] = { model, NULL };
  const char *const outputs[] = { options->output != NULL ? options->output : "-", NULL };

  return tbk_files_check (models, outputs, error) && corpus_check_files (options, paths, no_outputs, error);
}

gboolean
brackets_parse (int argc, char **argv, const char *model, GError **error)
{
  static const OptionGroup groups[] = {
    { "Parsing", entries },
    { "Input", brackets_entries },
    { "Input", corpus_on_error_entries },
    { "Output", output_entries },
    { "Files", files_entries },
    { "Files", part_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const gboolean is_tagged = brackets_take_input ("tagged");
  TbkCorpusOptions options;

  if (paths == NULL || !brackets_get_options (&options, FALSE, error))
    return FALSE;
  options.output = given.output;
  return corpus_find_files (&options, &paths, error) && check_files (&options, model, paths, error)
         && run (&options, is_tagged, model, paths, error);
}
