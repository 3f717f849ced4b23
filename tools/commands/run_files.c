/* run_files.c - the files of a run, and what plots call them.
 *
 * Contents
 *   1. labels: what plots call files, and the files of one label together
 *   2. files: the files of a run: those that operands and lists stand for, and which of them this process
 *      takes
 */
#include "base/base.h"
#include "commands/commands.h"
#include "io/io.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "options/options.h"
#include "tbk/base.h"
#include "tbk/io.h"

/* 1. labels: what plots call files, and the files of one label together. */

const Option label_entries[] = {
  { "label", TEXTS, AT (CorpusGiven, labels), "NAME",
    "Name of a file in the plot; to be given once for each file, in order. Files of one name are "
    "drawn as one" },
  { "title", TEXT, AT (CorpusGiven, title), "TEXT", "Title of the plot" },
  OPTION_END,
};

gboolean
labels_check (const CorpusGiven *given, char **paths, GError **error)
{
  if (given->labels == NULL || g_strv_length (given->labels) == g_strv_length (paths))
    return TRUE;
  return options_refuse (error, "--label: found %u label%s for %u file%s, expected one for each",
                         g_strv_length (given->labels), g_strv_length (given->labels) == 1 ? "" : "s",
                         g_strv_length (paths), g_strv_length (paths) == 1 ? "" : "s");
}

/* Returns the label of that name, which may be new. */
static FileLabel *
find_label (GArray *labels, const char *name, const TbkTallyLayout *layout)
{
  FileLabel label;

  for (guint l = 0; l < labels->len; l++)
    if (g_str_equal (g_array_index (labels, FileLabel, l).name, name))
      return &g_array_index (labels, FileLabel, l);
  label = (FileLabel){ g_strdup (name), tbk_tally_new (layout) };
  g_array_append_val (labels, label);
  return &g_array_index (labels, FileLabel, labels->len - 1);
}

static void
label_clear (gpointer label)
{
  g_free (((FileLabel *) label)->name);
  tbk_tally_free (((FileLabel *) label)->tally);
}

GArray *
labels_group_by (const TbkTallies *tallies, const TbkTallyLayout *layout, char **names,
                 char *(*name_of) (const char *) )
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (FileLabel));

  g_array_set_clear_func (labels, label_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL) {
      g_autofree char *name = names != NULL ? g_strdup (names[f]) : name_of (tbk_tallies_name (tallies, f));

      tbk_tally_merge_copy (find_label (labels, name, layout)->tally, tbk_tallies_get (tallies, f));
    }
  return labels;
}

GArray *
labels_group (const CorpusGiven *given, const TbkTallies *tallies, const TbkTallyLayout *layout)
{
  return labels_group_by (tallies, layout, given->labels, file_short_name);
}

/* 2. files: the files of a run: those that operands and lists stand for, and which of them this process
 * takes. */

const Option files_entries[] = {
  { "files-from", PATH, AT (FilesGiven, files_from), "LIST",
    "Read the names of further FILEs from LIST, one a line, or with NUL bytes between them; -: standard input" },
  OPTION_END,
};

const Option part_entries[] = {
  { "part", TEXT, AT (FilesGiven, part), "I/N",
    "Do only the I-th of N parts of the files. Parts are of whole files, of about equal size, "
    "and equal on every machine" },
  { "stdin-name", TEXT, AT (FilesGiven, stdin_name), "NAME",
    "What standard input is called in messages and tables" },
  OPTION_END,
};

/* The longest list. */
enum { MOST_LIST_BYTES = 1 << 28 };

/* Returns all bytes of the list at @path, with a NUL behind them; @length: (out): without it. */
static char *
read_list (const char *path, gsize *length, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
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

/* Adds what the names in @text mean, each ended by @separator; the last need not be. */
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

/* Adds the names of a list. It has NUL bytes between names if there is any, else line ends. A list without
 * names is no mistake: so it comes from a script that found nothing to look at. */
static gboolean
add_from_list (TbkFileList *list, const char *path, const char *const *suffixes, GError **error)
{
  gsize length;
  g_autofree char *text = read_list (path, &length, error);

  if (text == NULL
      || !add_names (list, text, length, memchr (text, '\0', length) == NULL ? '\n' : '\0', suffixes, error))
    return FALSE;
  if (tbk_file_list_length (list) == 0)
    tool_message ("--files-from=%s: found no names: there is no file to read", path);
  return TRUE;
}

/* Standard input is an operand only if nothing else names files. */
static TbkFileList *
list_files (const FilesGiven *given, const Source *source, const char *const *suffixes,
            const char *output_dir, GError **error)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();

  /* Outputs are no inputs, also where they are put among these: so every part finds the same files. */
  list->except = output_dir;
  for (char **operand = source->operands;
       *operand != NULL && (given->files_from == NULL || source->has_operands); operand++)
    if (!tbk_file_list_add (list, *operand, suffixes, error))
      return NULL;
  if (given->files_from != NULL && !add_from_list (list, given->files_from, suffixes, error))
    return NULL;
  return g_steal_pointer (&list);
}

char **
files_find (const FilesGiven *given, const Source *source, const char *const *suffixes, GError **error)
{
  g_autoptr (TbkFileList) list = list_files (given, source, suffixes, NULL, error);

  return list == NULL ? NULL : g_strdupv ((char **) list->paths->pdata);
}

gboolean
files_check (const Source *source, char **paths, const char *const *outputs, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new (), all = g_ptr_array_new ();

  for (; *paths != NULL; paths++)
    g_ptr_array_add (inputs, *paths);
  options_add_files (&source->options, FALSE, inputs);
  g_ptr_array_add (inputs, NULL);
  for (; *outputs != NULL; outputs++)
    g_ptr_array_add (all, (gpointer) *outputs);
  options_add_files (&source->options, TRUE, all);
  g_ptr_array_add (all, NULL);
  return files_check_outputs ((const char *const *) inputs->pdata, (const char *const *) all->pdata, error);
}

static gboolean
has_standard_input (const TbkFileList *list)
{
  for (int f = 0; f < tbk_file_list_length (list); f++)
    if (g_str_equal (list->paths->pdata[f], "-"))
      return TRUE;
  return FALSE;
}

/* Chooses the files of the part that was asked for. Which these are depends on all files and their sizes, and
 * so is the same in each process of a run. */
static gboolean
choose_part (Files *files, gboolean has_max, GError **error)
{
  const char *given = files->given->part;
  g_auto (GStrv) numbers = g_strsplit (given, "/", 3);
  OptionType type = NUMBER (1, FILE_LIST_MAX_PARTS);
  gint64 part, n_parts = 0;
  gboolean is_part =
      g_strv_length (numbers) == 2 && options_convert ("part", &type, numbers[1], &n_parts, NULL);

  type.most = n_parts;
  if (!is_part || !options_convert ("part", &type, numbers[0], &part, NULL))
    return options_refuse (error, "--part: found '%s', expected I/N, where I is from 1 to N and N at most %d",
                           given, FILE_LIST_MAX_PARTS);
  if (has_max)
    return options_refuse (
        error, "--part and --max exclude each other: how many sentences other parts use is not known");
  if (has_standard_input (files->list))
    return options_refuse (error, "--part: found standard input, expected files");
  g_free (files->is_taken);
  files->is_taken = file_list_part (files->list, (int) part, (int) n_parts);
  return TRUE;
}

static int
n_taken (const Files *files)
{
  int n = 0;

  for (int f = 0; f < tbk_file_list_length (files->list); f++)
    n += files->is_taken[f];
  return n;
}

/* Leaves out files whose outputs are there: outputs have their names only once they are complete. So a run
 * that was broken off goes on with the file that it was in. */
static void
skip_existing (Files *files)
{
  const int n_before = n_taken (files);
  guint n_existing = 0;

  for (int f = 0; f < tbk_file_list_length (files->list); f++) {
    g_autofree char *output = g_build_filename (files->output_dir, files_name (files, f), NULL);
    struct stat status;

    if (files->is_taken[f] && stat (output, &status) == 0 && S_ISREG (status.st_mode)) {
      files->is_taken[f] = FALSE;
      n_existing++;
    }
  }
  if (n_existing > 0)
    tool_message ("%u of %d files are done already", n_existing, n_before);
}

/* @name with @suffix in place of its ending, if that is of a format it converts from, else behind it; the
 * ending of a compressed file stays. To be freed. */
static char *
name_with_suffix (const char *name, const char *suffix)
{
  static const char *const endings[] = { ".conllu", ".conllup",  ".conllx", ".conll09", ".conll", ".heads",
                                         ".tags",   ".brackets", ".psd",    ".mrg",     NULL };
  const char *compressed = compressed_suffix (name);
  g_autofree char *stem = g_strndup (name, compressed != NULL ? (gsize) (compressed - name) : strlen (name));

  for (guint e = 0; endings[e] != NULL; e++)
    if (g_str_has_suffix (stem, endings[e])) {
      stem[strlen (stem) - strlen (endings[e])] = '\0';
      break;
    }
  return g_strconcat (stem, suffix, compressed, NULL);
}

/* Makes names of outputs end as a folder search for their format expects. Sentences are written in the format in which they
 * are read, but for those of head vectors. */
static void
set_suffixes (const Files *files)
{
  static const char *const heads[] = { ".heads", NULL };
  const char *const *wanted = files->output_suffixes;
  char **names = (char **) files->list->names->pdata;

  for (int f = 0; f < tbk_file_list_length (files->list); f++)
    if (wanted != NULL ? !tbk_file_has_suffix (names[f], wanted) : tbk_file_has_suffix (names[f], heads)) {
      char *name = name_with_suffix (names[f], wanted != NULL ? wanted[0] : ".conllu");

      g_free (names[f]);
      names[f] = name;
    }
}

/* Allows two descriptors for each output, and some more for all else. */
void
files_allow (guint n)
{
  enum { OTHERS = 200 };
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= 2 * n + OTHERS)
    return;
  limit.rlim_cur = MIN (limit.rlim_max, 2 * n + OTHERS);
  (void) !setrlimit (RLIMIT_NOFILE, &limit);
}

gboolean
files_take (Files *files, const Source *source, const char *const *suffixes, gboolean has_max, GError **error)
{
  int n;

  files->list = list_files (files->given, source, suffixes, files->output_dir, error);
  if (files->list == NULL)
    return FALSE;
  if (files->output_suffixes != NULL || files->output_dir != NULL)
    set_suffixes (files);
  if (files->output_dir != NULL && !file_list_check_names (files->list, error))
    return FALSE;
  n = tbk_file_list_length (files->list);
  files->is_taken = g_new (gboolean, n + 1);
  for (int f = 0; f < n; f++)
    files->is_taken[f] = TRUE;
  if (files->given->part != NULL && !choose_part (files, has_max, error))
    return FALSE;
  if (n_taken (files) == 0 && n > 0)
    tool_message ("part %s is empty: there %s %d file%s in all", files->given->part, n == 1 ? "is" : "are", n,
                  n == 1 ? "" : "s");
  if (files->skips_existing)
    skip_existing (files);
  return TRUE;
}

void
files_clear (Files *files)
{
  g_clear_pointer (&files->list, tbk_file_list_free);
  g_clear_pointer (&files->is_taken, g_free);
}

gboolean
files_is_taken (const Files *files, int number)
{
  return files->list == NULL || number >= tbk_file_list_length (files->list) || files->is_taken[number];
}

/* A file of one release may be compressed, and that of another not, or otherwise. */
char *
files_in_folder (const char *folder, const char *name)
{
  static const char *const suffixes[] = { "", ".gz", ".xz", ".zst", ".bz2" };
  const char *suffix = compressed_suffix (name);
  char *path = g_build_filename (folder, name, NULL);

  for (guint s = 0; s < G_N_ELEMENTS (suffixes) && !g_file_test (path, G_FILE_TEST_EXISTS); s++) {
    g_autofree char *other = g_strdup_printf (
        "%.*s%s", (int) (suffix != NULL ? (gsize) (suffix - name) : strlen (name)), name, suffixes[s]);
    g_autofree char *found = g_build_filename (folder, other, NULL);

    if (!g_file_test (found, G_FILE_TEST_EXISTS))
      continue;
    g_free (path);
    path = g_steal_pointer (&found);
  }
  return path;
}

const char *
files_name (const Files *files, int number)
{
  return files->list->names->pdata[number];
}
