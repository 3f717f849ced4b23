/* split_job.c - the job that meets the sentences of a split. */
#include <string.h>

#include "selection/split.h"

typedef struct {
  TbkSplit *split;
  TbkSelector *selector; /* NULL: all are taken */
} Worker;

static gpointer
worker_new (gpointer split)
{
  const TbkSelection *selection = split_options (split)->selection;
  Worker *worker = g_new0 (Worker, 1);

  worker->split = split;
  worker->selector = selection == NULL ? NULL : tbk_selector_new (selection);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_selector_free (worker->selector);
  g_free (worker);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* Whether the comment after its '#' begins a document: "newdoc", alone or with more behind. */
static gboolean
is_newdoc (const char *at, const char *end)
{
  static const char key[] = "newdoc";
  const gsize length = strlen (key);

  at = skip_blanks (at, end);
  if ((gsize) (end - at) < length || memcmp (at, key, length) != 0)
    return FALSE;
  at += length;
  return at == end || strchr (" \t=\r", *at) != NULL;
}

/* Whether a document begins with @entry: one of the comments before its words says so. */
static gboolean
begins_document (const TbkEntry *entry)
{
  static const char mark[] = "\xef\xbb\xbf";
  const char *line = entry->text, *limit = line + entry->length;

  if (entry->length >= 3 && memcmp (line, mark, 3) == 0)
    line += 3;
  while (line < limit && strchr ("#\r\n", *line) != NULL && *line != '\0') {
    const char *newline = memchr (line, '\n', (gsize) (limit - line));
    const char *end = newline == NULL ? limit : newline;
    if (*line == '#' && is_newdoc (line + 1, end))
      return TRUE;
    line = newline == NULL ? limit : newline + 1;
  }
  return FALSE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const gboolean by_document = split_options (worker->split)->by_document;
  gboolean is_taken = TRUE;

  (void) text;
  (void) tally;
  if (worker->selector != NULL && !tbk_selector_meets (worker->selector, entry, &is_taken, error))
    return FALSE;
  return split_add (worker->split,
                    &(SplitItem){ .file = entry->file_number,
                                  .index = entry->index,
                                  .is_taken = is_taken,
                                  .is_start = by_document && begins_document (entry),
                                  .has_words = entry->n_words > 0 },
                    error);
}

TbkJob
tbk_split_job (TbkSplit *split)
{
  return (TbkJob){ .data = split, .worker_new = worker_new, .worker_free = worker_free, .work = work };
}
