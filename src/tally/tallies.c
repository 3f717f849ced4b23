/* tallies.c - the tallies of a run's files: put in one by one, merged with those of runs over other files. */
#include "tally/tallies.h"

#include <string.h>
#include <sys/stat.h>

#include "tally/tally.h"

const char *const tallies_state_names[TBK_N_FILE_STATES] = {
  [TBK_FILE_OUT] = "out",
  [TBK_FILE_IN] = "in",
  [TBK_FILE_UNREAD] = "unread",
  [TBK_FILE_FAULTY] = "faulty",
};

static void
clear_file (gpointer data)
{
  TallyFile *file = data;

  g_free (file->path);
  tbk_tally_free (file->tally);
}

TbkTallies *
tallies_new_empty (const TbkTallyLayout *layout)
{
  TbkTallies *tallies = g_new0 (TbkTallies, 1);

  tallies->layout = layout;
  tallies->options = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (tallies->options, NULL);
  tallies->files = g_array_new (FALSE, FALSE, sizeof (TallyFile));
  g_array_set_clear_func (tallies->files, clear_file);
  return tallies;
}

void
tallies_add_file (TbkTallies *tallies, const char *path, gint64 size)
{
  TallyFile file = { .path = g_strdup (path), .size = size };

  g_array_append_val (tallies->files, file);
}

void
tallies_add_option (TbkTallies *tallies, const char *name, const char *value)
{
  g_ptr_array_insert (tallies->options, (gint) tallies->options->len - 1, g_strdup (name));
  g_ptr_array_insert (tallies->options, (gint) tallies->options->len - 1, g_strdup (value));
}

TbkTallies *
tbk_tallies_new (const TbkTallyLayout *layout, const char *const *paths, const char *const *options)
{
  TbkTallies *tallies;

  g_return_val_if_fail (layout != NULL && paths != NULL, NULL);
  tallies = tallies_new_empty (layout);
  for (int p = 0; paths[p] != NULL; p++) {
    struct stat status;
    gboolean is_regular = stat (paths[p], &status) == 0 && S_ISREG (status.st_mode);
    tallies_add_file (tallies, paths[p], is_regular ? (gint64) status.st_size : -1);
  }
  for (int o = 0; options != NULL && options[o] != NULL; o += 2)
    tallies_add_option (tallies, options[o], options[o + 1]);
  return tallies;
}

void
tbk_tallies_free (TbkTallies *tallies)
{
  if (tallies == NULL)
    return;
  g_ptr_array_unref (tallies->options);
  g_array_unref (tallies->files);
  g_free (tallies);
}

int
tbk_tallies_n_files (const TbkTallies *tallies)
{
  return (int) tallies->files->len;
}

static gboolean
has_file (const TbkTallies *tallies, int file)
{
  return file >= 0 && (guint) file < tallies->files->len;
}

const char *
tbk_tallies_path (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), NULL);
  return tallies_file (tallies, file)->path;
}

const char *
tbk_tallies_name (const TbkTallies *tallies, int file)
{
  const char *path = tbk_tallies_path (tallies, file);

  return g_strcmp0 (path, "-") == 0 ? "<stdin>" : path;
}

gint64
tbk_tallies_size (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), -1);
  return tallies_file (tallies, file)->size;
}

TbkFileState
tbk_tallies_state (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), TBK_FILE_OUT);
  return tallies_file (tallies, file)->state;
}

int
tbk_tallies_n_of_state (const TbkTallies *tallies, TbkFileState state)
{
  int n = 0;

  for (guint f = 0; f < tallies->files->len; f++)
    n += tallies_file (tallies, f)->state == state;
  return n;
}

int
tbk_tallies_n_in (const TbkTallies *tallies)
{
  return tbk_tallies_n_of_state (tallies, TBK_FILE_IN);
}

const TbkTally *
tbk_tallies_get (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), NULL);
  return tallies_file (tallies, file)->tally;
}

void
tbk_tallies_put (TbkTallies *tallies, int file, TbkTally *tally)
{
  g_return_if_fail (has_file (tallies, file) && tally_layout (tally) == tallies->layout);
  g_return_if_fail (tallies_file (tallies, file)->state == TBK_FILE_OUT);
  tallies_file (tallies, file)->tally = tally;
  tallies_file (tallies, file)->state = TBK_FILE_IN;
}

void
tbk_tallies_leave_out (TbkTallies *tallies, int file, TbkFileState state)
{
  g_return_if_fail (has_file (tallies, file) && tallies_file (tallies, file)->state == TBK_FILE_OUT);
  g_return_if_fail (state == TBK_FILE_UNREAD || state == TBK_FILE_FAULTY);
  tallies_file (tallies, file)->state = state;
}

/* Moves what is known of a file. */
static void
move_file (TallyFile *file, TallyFile *whole)
{
  whole->tally = g_steal_pointer (&file->tally);
  whole->state = file->state;
  file->state = TBK_FILE_OUT;
}

void
tbk_tallies_move (TbkTallies *tallies, int number, TbkTallies *whole, int file)
{
  g_return_if_fail (has_file (tallies, number) && has_file (whole, file));
  g_return_if_fail (tallies->layout == whole->layout);
  g_return_if_fail (tallies_file (whole, file)->state == TBK_FILE_OUT);
  move_file (tallies_file (tallies, number), tallies_file (whole, file));
}

const char *
tbk_tallies_option (const TbkTallies *tallies, const char *name)
{
  for (guint o = 0; o + 1 < tallies->options->len; o += 2)
    if (g_str_equal (tallies->options->pdata[o], name))
      return tallies->options->pdata[o + 1];
  return NULL;
}

const char *const *
tbk_tallies_options (const TbkTallies *tallies)
{
  return (const char *const *) tallies->options->pdata;
}

TbkTally *
tbk_tallies_total (const TbkTallies *tallies)
{
  TbkTally *total = tbk_tally_new (tallies->layout);

  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->tally != NULL)
      tbk_tally_merge_copy (total, tallies_file (tallies, f)->tally);
  return total;
}

TbkTally *
tbk_tallies_section_total (const TbkTallies *tallies, int section)
{
  TbkTally *total;

  g_return_val_if_fail (section >= 0 && section < tallies->layout->n_sections, NULL);
  total = tbk_tally_new (tallies->layout);
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->tally != NULL)
      tally_add_section (total, tallies_file (tallies, f)->tally, section);
  return total;
}

static gboolean
options_equal (const TbkTallies *a, const TbkTallies *b)
{
  if (a->options->len != b->options->len)
    return FALSE;
  for (guint o = 0; o + 1 < a->options->len; o++)
    if (!g_str_equal (a->options->pdata[o], b->options->pdata[o]))
      return FALSE;
  return TRUE;
}

static gboolean
files_equal (const TbkTallies *a, const TbkTallies *b)
{
  if (a->files->len != b->files->len)
    return FALSE;
  for (guint f = 0; f < a->files->len; f++)
    if (tallies_file (a, f)->size != tallies_file (b, f)->size
        || !g_str_equal (tallies_file (a, f)->path, tallies_file (b, f)->path))
      return FALSE;
  return TRUE;
}

/* Why the two cannot be put together; NULL if they can. */
static const char *
find_obstacle (const TbkTallies *tallies, const TbkTallies *more)
{
  if (tallies->layout != more->layout)
    return "found tallies of another kind, expected the same";
  if (!options_equal (tallies, more))
    return "found tallies made with other options, expected the same";
  if (!files_equal (tallies, more))
    return "found tallies with another list of files, expected the same";
  return NULL;
}

gboolean
tbk_tallies_fit (const TbkTallies *tallies, const TbkTallies *more, GError **error)
{
  const char *obstacle = find_obstacle (tallies, more);

  if (obstacle != NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, obstacle);
  return obstacle == NULL;
}

gboolean
tbk_tallies_merge (TbkTallies *tallies, TbkTallies *more, GError **error)
{
  g_return_val_if_fail (tallies != more, FALSE);
  if (!tbk_tallies_fit (tallies, more, error))
    return FALSE;
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->state != TBK_FILE_OUT && tallies_file (more, f)->state != TBK_FILE_OUT) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found %s in both tallies, expected it in one",
                   tallies_file (tallies, f)->path);
      return FALSE;
    }
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (more, f)->state != TBK_FILE_OUT)
      move_file (tallies_file (more, f), tallies_file (tallies, f));
  return TRUE;
}
