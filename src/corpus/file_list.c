/* file_list.c - the files that operands stand for, and how they are dealt out to parts.
 *
 * A list has two arrays side by side: paths, by which files are opened, and names, by which outputs are
 * called in --output-dir, with .gz for the ending of a compressed form that cannot be written. Both end
 * with NULL, so that they can be passed on as they are. A file has its own name, one found in a folder its
 * path from there on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base.h"
#include "io/io.h"
#include "tbk/base.h"
#include "tbk/io.h"

TbkFileList *
tbk_file_list_new (void)
{
  TbkFileList *list = g_new0 (TbkFileList, 1);

  list->paths = g_ptr_array_new_with_free_func (g_free);
  list->names = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (list->paths, NULL);
  g_ptr_array_add (list->names, NULL);
  return list;
}

void
tbk_file_list_free (TbkFileList *list)
{
  if (list == NULL)
    return;
  g_ptr_array_unref (list->paths);
  g_ptr_array_unref (list->names);
  g_free (list);
}

int
tbk_file_list_length (const TbkFileList *list)
{
  return (int) list->paths->len - 1;
}

/* Adds a file; both strings are taken. */
static void
add_file (TbkFileList *list, char *path, char *name)
{
  const int end = tbk_file_list_length (list);

  g_ptr_array_insert (list->paths, end, path);
  g_ptr_array_insert (list->names, end, compression_output_name (name));
  g_free (name);
}

static gboolean
fail_folder (const char *path, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", path, g_strerror (errno));
  return FALSE;
}

/* A search for what is below a folder, by paths from there on. */
typedef struct {
  const char *folder, *except;
  const char *const *suffixes;
  GPtrArray *files, *waiting; /* folders yet to be looked into */
} FolderSearch;

/* Returns TRUE if @path, if it is not NULL, leads to the folder of that status. */
static gboolean
is_folder (const char *path, const struct stat *folder)
{
  struct stat status;

  return path != NULL && stat (path, &status) == 0 && status.st_dev == folder->st_dev
         && status.st_ino == folder->st_ino;
}

/* Notes a file that is wanted, or a folder that is to be looked into. Links to folders are not followed, so
 * that none is met twice. A file that cannot be looked at is for whoever opens it to report; what may be a folder, and has
 * not gone since, fails. */
static gboolean
note_entry (FolderSearch *search, const char *below, const char *name, GError **error)
{
  g_autofree char *path = below[0] == '\0' ? g_strdup (name) : g_build_filename (below, name, NULL);
  g_autofree char *whole = g_build_filename (search->folder, path, NULL);
  struct stat status;
  gboolean is_there;

  if (name[0] == '.')
    return TRUE;
  is_there = lstat (whole, &status) == 0;
  if (is_there && S_ISDIR (status.st_mode)) {
    if (!is_folder (search->except, &status))
      g_ptr_array_add (search->waiting, g_steal_pointer (&path));
  } else if (tbk_file_has_suffix (name, search->suffixes)) {
    if (stat (whole, &status) != 0 || S_ISREG (status.st_mode))
      g_ptr_array_add (search->files, g_steal_pointer (&path));
  } else if (!is_there && errno != ENOENT) {
    return fail_folder (whole, error);
  }
  return TRUE;
}

/* Goes through one folder. */
static gboolean
look_into (FolderSearch *search, const char *below, GError **error)
{
  g_autofree char *whole = g_build_filename (search->folder, below, NULL);
  gboolean done = TRUE;
  GDir *folder;
  const char *name;

  errno = 0;
  folder = g_dir_open (whole, 0, NULL);
  if (folder == NULL)
    return fail_folder (whole, error);
  while (done && (name = g_dir_read_name (folder)) != NULL)
    done = note_entry (search, below, name, error);
  g_dir_close (folder);
  return done;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
fail_empty (const char *folder, const char *const *suffixes, GError **error)
{
  g_autoptr (GString) wanted = g_string_new (NULL);

  for (; *suffixes != NULL; suffixes++)
    g_string_append_printf (wanted, "*%s, ", *suffixes);
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
               "%s: found no files to read in the folder, expected %splain or with .gz, .xz, .zst or .bz2",
               folder, wanted->str);
  return FALSE;
}

/* Adds all files below a folder, sorted by path, so that the order of the file system plays no part.
 * Folders to be looked into are a list, so that nothing recurses. */
static gboolean
add_folder (TbkFileList *list, FolderSearch *search, GError **error)
{
  g_ptr_array_add (search->waiting, g_strdup (""));
  while (search->waiting->len > 0) {
    g_autofree char *below = g_ptr_array_steal_index_fast (search->waiting, search->waiting->len - 1);

    if (!look_into (search, below, error))
      return FALSE;
  }
  if (search->files->len == 0)
    return fail_empty (search->folder, search->suffixes, error);
  g_ptr_array_sort (search->files, compare_paths);
  for (guint f = 0; f < search->files->len; f++) {
    const char *name = search->files->pdata[f];
    add_file (list, g_build_filename (search->folder, name, NULL), g_strdup (name));
  }
  return TRUE;
}

/* Adds what is no folder as it is, also if there is no such file: who opens it reports that. */
gboolean
tbk_file_list_add (TbkFileList *list, const char *operand, const char *const *suffixes, GError **error)
{
  g_autoptr (GPtrArray) files = NULL, waiting = NULL;
  struct stat status;

  if (g_str_equal (operand, "-") || stat (operand, &status) != 0 || !S_ISDIR (status.st_mode)) {
    add_file (list, g_strdup (operand), g_path_get_basename (operand));
    return TRUE;
  }
  files = g_ptr_array_new_with_free_func (g_free);
  waiting = g_ptr_array_new_with_free_func (g_free);
  return add_folder (list, &(FolderSearch){ operand, list->except, suffixes, files, waiting }, error);
}

gboolean
file_list_check_names (const TbkFileList *list, GError **error)
{
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal); /* by name */

  for (int f = 0; f < tbk_file_list_length (list); f++) {
    char *path = list->paths->pdata[f], *name = list->names->pdata[f];
    const char *other = g_hash_table_lookup (paths, name);

    if (other != NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s: two outputs cannot go to one file, %s",
                   other, path, name);
      return FALSE;
    }
    g_hash_table_insert (paths, name, path);
  }
  return TRUE;
}

/* Parts. --part=2/3 takes a third of the files, so that three machines share the work. Files are dealt out
 * by size, the largest first, each to the part that has the fewest bytes so far. Sizes 5 4 3 3 1 in two
 * parts: 5, then 4 to the second, 3 to the second (7), 3 to the first (8), 1 to the second (8). Every
 * machine finds the same parts, if it sees the same files.
 */

/* A file to be dealt out. */
typedef struct {
  const char *path;
  int number;
  gint64 size;
} Load;

/* The largest first, and of those of one size in the order of paths. */
static int
compare_loads (const void *a, const void *b)
{
  const Load *x = a, *y = b;
  int order = (x->size < y->size) - (x->size > y->size);

  order = order != 0 ? order : strcmp (x->path, y->path);
  return order != 0 ? order : x->number - y->number;
}

/* The files with their sizes; what is no regular file counts as empty. */
static Load *
list_loads (const TbkFileList *list)
{
  const int n = tbk_file_list_length (list);
  Load *loads = g_new (Load, n + 1);

  for (int f = 0; f < n; f++) {
    struct stat status;

    loads[f] = (Load){ .path = list->paths->pdata[f], .number = f };
    if (stat (loads[f].path, &status) == 0 && S_ISREG (status.st_mode))
      loads[f].size = status.st_size;
  }
  qsort (loads, n, sizeof *loads, compare_loads);
  return loads;
}

static int
find_least (const gint64 *sums, int n)
{
  int least = 0;

  for (int p = 1; p < n; p++)
    if (sums[p] < sums[least])
      least = p;
  return least;
}

gboolean *
file_list_part (const TbkFileList *list, int part, int n_parts)
{
  const int n = tbk_file_list_length (list);
  g_autofree Load *loads = NULL;
  g_autofree gint64 *sums = NULL;
  gboolean *is_taken;

  g_return_val_if_fail (part >= 1 && part <= n_parts && n_parts <= FILE_LIST_MAX_PARTS, NULL);
  loads = list_loads (list);
  sums = g_new0 (gint64, n_parts);
  is_taken = g_new0 (gboolean, n + 1);
  for (int l = 0; l < n; l++) {
    const int least = find_least (sums, n_parts);

    sums[least] += loads[l].size + 1; /* so that empty files are spread too */
    is_taken[loads[l].number] = least == part - 1;
  }
  return is_taken;
}
