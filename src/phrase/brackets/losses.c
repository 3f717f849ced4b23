/* losses.c - what is lost of files in brackets, counted file by file.
 *
 * Each reader has a record of its own. Of the records of one file, which was then read several times, the
 * largest counts.
 */
#include <string.h>

#include "phrase/brackets/brackets.h"

typedef struct {
  gint64 n, line;
  char *what;
} Loss;

struct FileLosses {
  char *name;
  Loss losses[TBK_BRACKETS_N_LOSSES];
};

struct TbkBracketLosses {
  GMutex mutex;
  GPtrArray *files; /* of FileLosses */
};

static void
file_free (gpointer data)
{
  FileLosses *file = data;

  for (int kind = 0; kind < TBK_BRACKETS_N_LOSSES; kind++)
    g_free (file->losses[kind].what);
  g_free (file->name);
  g_free (file);
}

TbkBracketLosses *
tbk_bracket_losses_new (void)
{
  TbkBracketLosses *losses = g_new0 (TbkBracketLosses, 1);

  g_mutex_init (&losses->mutex);
  losses->files = g_ptr_array_new_with_free_func (file_free);
  return losses;
}

void
tbk_bracket_losses_free (TbkBracketLosses *losses)
{
  if (losses == NULL)
    return;
  g_ptr_array_unref (losses->files);
  g_mutex_clear (&losses->mutex);
  g_free (losses);
}

FileLosses *
losses_add_file (TbkBracketLosses *losses, const char *name)
{
  FileLosses *file;

  if (losses == NULL)
    return NULL;
  file = g_new0 (FileLosses, 1);
  file->name = g_strdup (name);
  g_mutex_lock (&losses->mutex);
  g_ptr_array_add (losses->files, file);
  g_mutex_unlock (&losses->mutex);
  return file;
}

/* As it is written; to be freed. */
static char *
describe (const TbkBracketNode *leaf)
{
  g_autofree char *label = tbk_quote (leaf->label, (gsize) leaf->label_length);
  g_autofree char *form = leaf->form == NULL ? NULL : tbk_quote (leaf->form, (gsize) leaf->form_length);

  label[strlen (label) - 1] = '\0';
  if (form != NULL)
    form[strlen (form) - 1] = '\0';
  return g_strdup_printf ("(%s %s)", label + 1, form == NULL ? "" : form + 1);
}

void
losses_add (TbkBracketLosses *losses, FileLosses *file, TbkBracketLossKind kind, gint64 n, gint64 line,
            const TbkBracketNode *leaf)
{
  Loss *loss;

  if (file == NULL || n == 0)
    return;
  g_mutex_lock (&losses->mutex);
  loss = &file->losses[kind];
  if (loss->n == 0 || line < loss->line) {
    loss->line = line;
    g_free (loss->what);
    loss->what = leaf == NULL ? NULL : describe (leaf);
  }
  loss->n += n;
  g_mutex_unlock (&losses->mutex);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const FileLosses *x = *(FileLosses *const *) a, *y = *(FileLosses *const *) b;

  return strcmp (x->name, y->name);
}

void
tbk_bracket_losses_get (TbkBracketLosses *losses, TbkBracketLossKind kind, TbkBracketLoss *loss)
{
  gint64 n_before = 0; /* of the same file */

  *loss = (TbkBracketLoss){ .n = 0 };
  g_mutex_lock (&losses->mutex);
  g_ptr_array_sort (losses->files, compare_files);
  for (guint i = 0; i < losses->files->len; i++) {
    const FileLosses *file = losses->files->pdata[i], *before = i > 0 ? losses->files->pdata[i - 1] : NULL;
    const Loss *found = &file->losses[kind];

    if (before == NULL || !g_str_equal (before->name, file->name))
      n_before = 0;
    if (loss->n == 0 && found->n > 0)
      *loss = (TbkBracketLoss){ 0, file->name, found->line, found->what };
    loss->n += MAX (found->n - n_before, 0);
    n_before = MAX (found->n, n_before);
  }
  g_mutex_unlock (&losses->mutex);
}
