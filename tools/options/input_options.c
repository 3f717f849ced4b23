/* input_options.c - CoNLL-U or brackets, by options and by the names of files.
 *
 * The first of these that says it decides: the encoding of tags; --input; a system of phrase structure; names
 * of files, where .psd, .mrg and .brackets are brackets; else CoNLL-U.
 */
#include "options/options.h"

#include <string.h>

#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/phrase_tags.h"
#include "tbk/transition.h"

const char *const input_conllu_suffixes[] = { ".conllu", ".conllup", NULL };

const char *const input_brackets_suffixes[] = { ".psd", ".mrg", ".brackets", NULL };

const char *const input_records_suffixes[] = { ".jsonl", ".json", NULL };

const char *const *
input_suffixes (const TbkFormat *format, const char *input)
{
  static const char *const tagged_suffixes[] = { ".tagged", NULL };
  static const char *const heads_suffixes[] = { ".heads", NULL };
  static const char *const tags_suffixes[] = { ".tags", NULL };
  static const char *const conllx_suffixes[] = { ".conllx", ".conll", NULL };
  static const char *const conll09_suffixes[] = { ".conll09", ".conll", NULL };

  if (format == tbk_brackets_format ())
    return input_brackets_suffixes;
  if (format == tbk_tagged_format ())
    return tagged_suffixes;
  if (format == tbk_tags_format ())
    return tags_suffixes;
  if (input != NULL && g_str_equal (input, "conllx"))
    return conllx_suffixes;
  if (input != NULL && g_str_equal (input, "heads"))
    return heads_suffixes;
  return input != NULL && g_str_equal (input, "conll09") ? conll09_suffixes : input_conllu_suffixes;
}

/* Phrase structure, or else; of what else there is the columns of files tell. */
typedef enum { FORMAT_CONLLU, FORMAT_BRACKETS, N_FORMATS } Format;

static const char *const names[] = { "conllu", "brackets" };
static const char *const descriptions[] = { "CoNLL-U", "phrase structure in brackets" };

/* Counts the files of a format in the folder at @path; 0 too if it cannot be read, which others report. */
static int
count_files (const char *path, const char *const *suffixes)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();

  return tbk_file_list_add (list, path, suffixes, NULL) ? tbk_file_list_length (list) : 0;
}

/* Operands that look as if they were of each format: the first of each, for messages. A folder that has files
 * of both is no sign. */
typedef struct {
  const char *first[N_FORMATS];
  GPtrArray *unknown; /* those that look like neither */
} Looks;

static void
look_at_operand (Looks *looks, const char *operand)
{
  const char *const *const suffixes[] = { input_conllu_suffixes, input_brackets_suffixes };
  gboolean is_of[N_FORMATS];

  for (int f = 0; f < N_FORMATS; f++)
    is_of[f] = g_file_test (operand, G_FILE_TEST_IS_DIR) ? count_files (operand, suffixes[f]) > 0
                                                         : tbk_file_has_suffix (operand, suffixes[f]);
  if (is_of[FORMAT_CONLLU] && is_of[FORMAT_BRACKETS])
    return;
  for (int f = 0; f < N_FORMATS; f++)
    if (is_of[f] && looks->first[f] == NULL)
      looks->first[f] = operand;
  if (!is_of[FORMAT_CONLLU] && !is_of[FORMAT_BRACKETS])
    g_ptr_array_add (looks->unknown, (gpointer) operand);
}

/* Reports how many files of the other format folders have. */
static void
tell_left_out (const GPtrArray *operands, Format format)
{
  const Format other = format == FORMAT_CONLLU ? FORMAT_BRACKETS : FORMAT_CONLLU;
  const char *const *suffixes = other == FORMAT_CONLLU ? input_conllu_suffixes : input_brackets_suffixes;

  for (guint i = 0; i < operands->len; i++) {
    const char *path = operands->pdata[i];
    const int n = g_file_test (path, G_FILE_TEST_IS_DIR) ? count_files (path, suffixes) : 0;

    if (n > 0)
      tool_message ("%s: %d file%s of %s left out; --input=%s reads %s instead", path, n, n == 1 ? "" : "s",
                    descriptions[other], names[other], n == 1 ? "it" : "them");
  }
}

/* Reports files that are read as brackets because another one is. Evaluation reads files of one format, so
 * that is no news there. */
static void
tell_unknown (const Looks *looks)
{
  for (guint i = 0; i < looks->unknown->len && !g_str_equal (tool_command (), "evaluate"); i++) {
    const char *path = looks->unknown->pdata[i];

    tool_message ("%s is read as phrase structure in brackets, as %s is; --input=conllu reads CoNLL-U",
                  g_str_equal (path, "-") ? "standard input" : path, looks->first[FORMAT_BRACKETS]);
  }
}

/* Chooses the format by the names of files. Two formats in one call are an error: neither could be meant for
 * all. */
static gboolean
choose_by_names (const GPtrArray *operands, Format *format, GError **error)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new ();
  Looks looks = { .unknown = unknown };

  /* The operand of tbk find before its files is an expression. */
  for (guint i = g_str_equal (tool_command (), "find"); i < operands->len; i++)
    look_at_operand (&looks, operands->pdata[i]);
  if (looks.first[FORMAT_CONLLU] != NULL && looks.first[FORMAT_BRACKETS] != NULL)
    return options_refuse (
        error,
        "found %s of CoNLL-U and %s of phrase structure, by their names, expected one format; "
        "--input=conllu or --input=brackets reads both as that",
        looks.first[FORMAT_CONLLU], looks.first[FORMAT_BRACKETS]);
  *format = looks.first[FORMAT_BRACKETS] != NULL ? FORMAT_BRACKETS : FORMAT_CONLLU;
  tell_left_out (operands, *format);
  if (*format == FORMAT_BRACKETS)
    tell_unknown (&looks);
  return TRUE;
}

/* Chooses the format. Names that are none are for the options themselves to refuse. */
static gboolean
choose (const Options *line, Format *format, GError **error)
{
  const char *input = options_given (line, "input"), *system = options_given (line, "system");
  const char *tags = options_given (line, "encoding");

  if (tags != NULL && (input == NULL || g_str_equal (input, "encoded"))) {
    *format = tbk_phrase_encoding_find (tags) != NULL ? FORMAT_BRACKETS : FORMAT_CONLLU;
    return TRUE;
  }
  if (input != NULL) {
    *format = g_str_equal (input, "brackets") ? FORMAT_BRACKETS : FORMAT_CONLLU;
    return TRUE;
  }
  if (system != NULL && tbk_phrase_system_find (system) != NULL) {
    *format = FORMAT_BRACKETS;
    return TRUE;
  }
  return choose_by_names (line->operands, format, error);
}

/* Options of both forms are known while this reads the line, and nothing is refused: what is chosen is read
 * again, with checks. */
gboolean
input_choose (int argc, char **argv, const OptionGroup *conllu, const OptionGroup *brackets,
              gboolean *is_of_brackets, GError **error)
{
  g_auto (Options) line = { .groups = NULL };
  Format format = FORMAT_CONLLU;

  options_init (&line, conllu, 0);
  options_skim (&line, argc, argv, brackets);
  if (!choose (&line, &format, error))
    return FALSE;
  *is_of_brackets = format == FORMAT_BRACKETS;
  return TRUE;
}
