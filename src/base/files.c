/* files.c - files distinguished by device and inode, a file yet to be made by its folder's and its name;
 * short names. */
#include "tbk/files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

typedef struct {
  dev_t device; /* of the file or, if there is none yet, of its folder */
  ino_t inode;
  char *name; /* NULL for a file that exists */
  const char *path;
  gboolean is_output;
} FilePlace;

static guint
hash_place (gconstpointer key)
{
  const FilePlace *place = key;

  return (guint) place->device * 31 + (guint) place->inode
         + (place->name == NULL ? 0 : g_str_hash (place->name));
}

static gboolean
are_places_equal (gconstpointer a, gconstpointer b)
{
  const FilePlace *x = a, *y = b;

  return x->device == y->device && x->inode == y->inode && g_strcmp0 (x->name, y->name) == 0;
}

static void
place_free (gpointer data)
{
  FilePlace *place = data;

  g_free (place->name);
  g_free (place);
}

/* Finds what @path leads to. Returns FALSE if that can neither be harmed nor be made. */
static gboolean
find_place (FilePlace *place, const char *path, int standard)
{
  gboolean is_standard = g_str_equal (path, "-");
  g_autofree char *target = NULL, *folder = NULL;
  struct stat status;

  if ((is_standard ? fstat (standard, &status) : stat (path, &status)) == 0) {
    place->device = status.st_dev;
    place->inode = status.st_ino;
    return S_ISREG (status.st_mode);
  }
  if (is_standard || errno != ENOENT || (target = system_resolve (path)) == NULL)
    return FALSE;
  folder = g_path_get_dirname (target);
  if (stat (folder, &status) < 0)
    return FALSE;
  place->device = status.st_dev;
  place->inode = status.st_ino;
  place->name = g_path_get_basename (target);
  return TRUE;
}

static const char *
name_of (const FilePlace *place)
{
  return !g_str_equal (place->path, "-") ? place->path : place->is_output ? "standard output" : "<stdin>";
}

static gboolean
fail (const FilePlace *output, const FilePlace *other, GError **error)
{
  const char *what =
      other->is_output ? "two outputs cannot go to one file" : "the input and the output are the same file";

  if (g_str_equal (name_of (output), name_of (other)))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: %s", name_of (output), what);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s: %s", name_of (other), name_of (output), what);
  return FALSE;
}

/* Adds the file at @path to @places, where an output must be new. */
static gboolean
add_file (GHashTable *places, const char *path, gboolean is_output, GError **error)
{
  FilePlace *place = g_new0 (FilePlace, 1);
  const FilePlace *other;
  gboolean is_good = TRUE;

  place->path = path;
  place->is_output = is_output;
  if (!find_place (place, path, is_output ? STDOUT_FILENO : STDIN_FILENO)) {
    place_free (place);
    return TRUE;
  }
  other = g_hash_table_lookup (places, place);
  if (is_output && other != NULL)
    is_good = fail (place, other, error);
  g_hash_table_add (places, place);
  return is_good;
}

gboolean
tbk_files_check (const char *const *inputs, const char *const *outputs, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (hash_place, are_places_equal, place_free, NULL);

  for (gsize i = 0; inputs[i] != NULL; i++)
    add_file (places, inputs[i], FALSE, NULL);
  for (gsize o = 0; outputs[o] != NULL; o++)
    if (!add_file (places, outputs[o], TRUE, error))
      return FALSE;
  return TRUE;
}

char *
tbk_file_short_name (const char *path)
{
  char *name = g_path_get_basename (path);
  char *ending = strstr (name, ".conllu");

  if (ending != NULL && ending > name)
    *ending = '\0';
  return name;
}

char *
tbk_file_language (const char *path)
{
  char *name = tbk_file_short_name (path);
  const gsize length = strspn (name, "abcdefghijklmnopqrstuvwxyz");

  if ((length == 2 || length == 3) && name[length] == '_' && strstr (name, "-ud-") != NULL)
    name[length] = '\0';
  return name;
}
