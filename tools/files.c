/* files.c - the files of a run: those that operands and lists stand for, and which of them this process takes. */
#include "files.h"

#include <string.h>
#include <sys/stat.h>

#include "brackets.h"
#include "counting.h"
#include "options.h"
#include "selection.h"
#include "tbk/brackets.h"
#include "tbk/files.h"
#include "tbk/stream.h"
#include "tbk/tagged.h"
#include "tool.h"

static struct {
  char *files_from, *part;
} given;

const char *const files_conllu_suffixes[] = { ".conllu", ".conllup", NULL };

const char *const files_records_suffixes[] = { ".jsonl", ".json", NULL };

const GOptionEntry files_entries[] = {
  { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &given.files_from,
    "Take the lines of LIST for further FILEs, or what stands between its NUL bytes if it has some; -: standard input",
    "LIST" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry part_entries[] = {
  { "part", 0, 0, G_OPTION_ARG_STRING, &given.part,
    "Do only the I-th of N parts of the files, whole files, about as large as each other; the same on every machine",
    "I/N" },
  G_OPTION_ENTRY_NULL,
};

/* What was found last; nothing if no files were looked for. */
static struct {
  TbkFileList *list;
  gboolean *is_taken; /* of each file */
} found;

/* The longest list. */
enum { MOST_LIST_BYTES = 1 << 28 };

/* All bytes of the list, with a NUL after them; @length: (out): without it. */
static char *
read_list (gsize *length, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (given.files_from, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  char piece[1 << 12];
  gssize n = 1;

  while (input != NULL && n > 0 && bytes->len <= MOST_LIST_BYTES) {
    n = tbk_input_read (input, piece, sizeof piece, error);
    if (n > 0)
      g_byte_array_append (bytes, (const guint8 *) piece, (guint) n);
  }
  if (input == NULL || n < 0)
    return NULL;
  if (n > 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--files-from: found a list of more than %d bytes",
                 MOST_LIST_BYTES);
    return NULL;
  }
  *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

/* Adds what the names in @text stand for, each ended by @separator; the last need not be. */
static gboolean
add_names (TbkFileList *list, char *text, gsize length, char separator, const char *const *suffixes,
           GError **error)
{
  char *end = text + length;

  while (text < end) {
    char *stop = memchr (text, separator, end - text);

    stop = stop == NULL ? end : stop;
    *stop = '\0';
    if (*text != '\0' && !tbk_file_list_add (list, text, suffixes, error))
      return FALSE;
    text = stop + 1;
  }
  return TRUE;
}

static gboolean
add_from_list (TbkFileList *list, const char *const *suffixes, GError **error)
{
  gsize length;
  g_autofree char *text = read_list (&length, error);

  if (text == NULL
      || !add_names (list, text, length, memchr (text, '\0', length) == NULL ? '\n' : '\0', suffixes, error))
    return FALSE;
  if (tbk_file_list_length (list) > 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--files-from=%s: found no names, expected those of files",
               given.files_from);
  return FALSE;
}

static TbkFileList *
list_files (char **operands, const char *const *suffixes, const char *output_dir, GError **error)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();

  /* Outputs are no inputs, also where they are put among these: so every part finds the same files. */
  list->except = output_dir;
  for (; *operands != NULL && (given.files_from == NULL || options_has_operands ()); operands++)
    if (!tbk_file_list_add (list, *operands, suffixes, error))
      return NULL;
  if (given.files_from != NULL && !add_from_list (list, suffixes, error))
    return NULL;
  return g_steal_pointer (&list);
}

gboolean
files_find (char ***paths, const char *const *suffixes, GError **error)
{
  g_autoptr (TbkFileList) list = list_files (*paths, suffixes, NULL, error);

  if (list == NULL)
    return FALSE;
  g_strfreev (*paths);
  *paths = g_strdupv ((char **) list->paths->pdata);
  return TRUE;
}

static gboolean
has_standard_input (const TbkFileList *list)
{
  for (int f = 0; f < tbk_file_list_length (list); f++)
    if (g_str_equal (list->paths->pdata[f], "-"))
      return TRUE;
  return FALSE;
}

/* Chooses the files of the part that was asked for. */
static gboolean
take_part (GError **error)
{
  g_auto (GStrv) numbers = g_strsplit (given.part, "/", 3);
  gint64 part, n_parts;

  if (g_strv_length (numbers) != 2 || !options_number ("part", numbers[1], 1, TBK_MAX_PARTS, &n_parts, NULL)
      || !options_number ("part", numbers[0], 1, n_parts, &part, NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--part: found '%s', expected I/N, where I is from 1 to N and N at most %d", given.part,
                 TBK_MAX_PARTS);
    return FALSE;
  }
  if (selection_has_max ()) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--part and --max exclude each other: how many sentences other parts take is not known");
    return FALSE;
  }
  if (has_standard_input (found.list)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--part: found standard input, expected files");
    return FALSE;
  }
  g_free (found.is_taken);
  found.is_taken = tbk_file_list_part (found.list, (int) part, (int) n_parts);
  return TRUE;
}

static int
n_taken (void)
{
  int n = 0;

  for (int f = 0; f < tbk_file_list_length (found.list); f++)
    n += found.is_taken[f];
  return n;
}

/* Leaves out files whose outputs are there: outputs have their names only once they are complete. */
static void
skip_existing (const char *output_dir)
{
  const int n_before = n_taken ();
  guint n_existing = 0;

  for (int f = 0; f < tbk_file_list_length (found.list); f++) {
    g_autofree char *output = g_build_filename (output_dir, found.list->names->pdata[f], NULL);
    struct stat status;

    if (found.is_taken[f] && stat (output, &status) == 0 && S_ISREG (status.st_mode)) {
      found.is_taken[f] = FALSE;
      n_existing++;
    }
  }
  if (n_existing > 0)
    tool_message ("%u of %d files are done already", n_existing, n_before);
}

/* Takes the files of merged tallies, none of which is opened. */
static gboolean
find_merged (char ***paths)
{
  const TbkTallies *head = counting_merged_head ();
  GStrvBuilder *builder = g_strv_builder_new ();

  for (int f = 0; f < tbk_tallies_n_files (head); f++)
    g_strv_builder_add (builder, tbk_tallies_path (head, f));
  g_strfreev (*paths);
  *paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return TRUE;
}

const char *const *
files_suffixes (const TbkFormat *format)
{
  static const char *const tagged_suffixes[] = { ".tagged", NULL };

  if (format == tbk_brackets_format ())
    return brackets_suffixes;
  return format == tbk_tagged_format () ? tagged_suffixes : files_conllu_suffixes;
}

gboolean
corpus_find_files (TbkCorpusOptions *options, char ***paths, GError **error)
{
  int n;

  if (counting_merged_head () != NULL)
    return find_merged (paths);
  found.list = list_files (*paths, files_suffixes (options->format), options->output_dir, error);
  if (found.list == NULL || (options->output_dir != NULL && !tbk_file_list_check_names (found.list, error)))
    return FALSE;
  n = tbk_file_list_length (found.list);
  found.is_taken = g_new (gboolean, n + 1);
  for (int f = 0; f < n; f++)
    found.is_taken[f] = TRUE;
  if (given.part != NULL && !take_part (error))
    return FALSE;
  if (n_taken () == 0)
    tool_message ("part %s is empty: there %s %d file%s in all", given.part, n == 1 ? "is" : "are", n,
                  n == 1 ? "" : "s");
  if (corpus_skips_existing ())
    skip_existing (options->output_dir);
  g_strfreev (*paths);
  *paths = g_strdupv ((char **) found.list->paths->pdata);
  return TRUE;
}

const char *
files_list (void)
{
  return given.files_from;
}

gboolean
files_is_taken (int number)
{
  return found.list == NULL || number >= tbk_file_list_length (found.list) || found.is_taken[number];
}

const char *
files_name (int number)
{
  return found.list->names->pdata[number];
}
