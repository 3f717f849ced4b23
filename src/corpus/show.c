/* show.c - the job that draws sentences. */
#include "tbk/show.h"

#include <string.h>

#include "base/memory.h"
#include "corpus/against.h"
#include "corpus/drawn.h"
#include "corpus/spool.h"
#include "corpus/subtree.h"
#include "tbk/classes.h"
#include "tbk/conllu.h"

enum { MOST_CHOICE = 100 }; /* bytes of the number of a choice */

typedef struct {
  gint64 n_met; /* in runs that draw the first sentence */
  gboolean has_drawn;
} ShowState;

struct TbkShow {
  const TbkShowOptions *options;
  Against against; /* if there are other files */
  Spool *spool;    /* of drawings that become files; or NULL */

  ShowState now, settled; /* with the file in hand, and without it */
  GMutex counting;        /* guards the next */
  gint64 n_drawn;         /* of files that are left out too */
};

typedef struct {
  TbkShow *show;
  TbkDrawer *drawer;
  TbkProjectivizer *projectivizer; /* or NULL */
  Drawn drawn;
  int *projective;
  int n_projective_allocated;
  Subtree subtree;
  TbkText *text; /* of a drawing that becomes a file */
  TbkClassifier *classifier;
  GString *title;
} ShowWorker;

TbkShow *
tbk_show_new (const TbkShowOptions *options)
{
  TbkShow *show = g_new0 (TbkShow, 1);

  show->options = options;
  against_init (&show->against, options->format, options->against_options, options->against);
  g_mutex_init (&show->counting);
  show->spool = options->into == NULL ? NULL : spool_new ("--into");
  return show;
}

void
tbk_show_free (TbkShow *show)
{
  if (show == NULL)
    return;
  against_clear (&show->against);
  g_mutex_clear (&show->counting);
  spool_free (show->spool);
  g_free (show);
}

gint64
tbk_show_n_drawn (const TbkShow *show)
{
  return show->settled.has_drawn ? show->n_drawn : 0;
}

gboolean
tbk_show_met_more (const TbkShow *show)
{
  return show->now.n_met > 1;
}

static gpointer
worker_new (gpointer show)
{
  ShowWorker *worker = g_new0 (ShowWorker, 1);
  const TbkShowOptions *options = ((TbkShow *) show)->options;

  worker->show = show;
  worker->drawer = tbk_drawer_new (&options->draw);
  if (options->is_projectivized)
    worker->projectivizer = tbk_projectivizer_new (&options->projectivize);
  worker->classifier = tbk_classifier_new ();
  worker->title = g_string_new (NULL);
  worker->text = tbk_text_new ();
  return worker;
}

static void
worker_free (gpointer data)
{
  ShowWorker *worker = data;

  tbk_drawer_free (worker->drawer);
  tbk_projectivizer_free (worker->projectivizer);
  tbk_classifier_free (worker->classifier);
  drawn_clear (&worker->drawn);
  g_free (worker->projective);
  subtree_clear (&worker->subtree);
  tbk_text_free (worker->text);
  g_string_free (worker->title, TRUE);
  g_free (worker);
}

/* Appends which of the equally good trees of a sentence it is, as tbk projectivize --all says in a
 * comment. */
static void
append_choice (ShowWorker *worker, const TbkEntry *entry)
{
  TbkPiece choice;

  if (worker->show->options->format == tbk_brackets_format ())
    return;
  choice = tbk_conllu_sentence_comment (entry->sentence, "choice");
  if (choice.size > 0)
    g_string_append_printf (worker->title, "choice %.*s, ", (int) MIN (choice.size, MOST_CHOICE),
                            choice.bytes);
}

/* Appends the widest classes that a tree is outside of. The drawing itself shows whether it is projective, or
 * planar. */
static gboolean
append_classes (ShowWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const guint asked =
      TBK_CLASSES_ALL & ~(TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE) | TBK_CLASS_BIT (TBK_CLASS_PLANAR));
  const char *before = " (outside ";
  TbkClasses classes;
  guint widest;

  if (sentence->is_projective)
    return TRUE;
  if (!tbk_tree_classes (worker->classifier, sentence->heads, sentence->n, asked, &classes, error))
    return FALSE;
  widest = tbk_classes_widest (classes.outside);
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((widest & TBK_CLASS_BIT (class)) != 0) {
      g_string_append_printf (worker->title, "%s%s", before, tbk_class_name (class));
      before = ", ";
    }
  if (widest != 0)
    g_string_append_c (worker->title, ')');
  return TRUE;
}

static void
make_title (ShowWorker *worker, const TbkEntry *entry)
{
  const char *entry_name = worker->show->options->format->entry_name;

  g_string_truncate (worker->title, 0);
  if (entry->id != NULL) {
    g_string_append_len (worker->title, entry->id, (gssize) entry->id_length);
    g_string_append (worker->title, ", ");
  }
  append_choice (worker, entry);
  if (worker->show->options->node > 0)
    g_string_append_printf (worker->title, "from word %d, ", worker->show->options->node);
  g_string_append_printf (worker->title, "%s %" G_GINT64_FORMAT " of %s",
                          entry_name != NULL ? entry_name : "sentence", entry->index,
                          drawn_file (entry->file));
}

static TbkPiece
title_of (const ShowWorker *worker)
{
  return (TbkPiece){ worker->title->str, worker->title->len };
}

/* What drawings call the other annotation of @entry: the end of its path, if that tells them apart. */
static const char *
against_name (const ShowWorker *worker, const TbkEntry *entry)
{
  const char *path = worker->show->options->against[entry->file_number], *name = drawn_file (path);

  return strcmp (name, drawn_file (entry->file)) == 0 ? path : name;
}

static gboolean
draw_sentence (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  TbkDrawnSentence drawn;

  if (!drawn_set (&worker->drawn, sentence, &drawn, error))
    return FALSE;
  make_title (worker, entry);
  if (!append_classes (worker, sentence, error))
    return FALSE;
  drawn.title = title_of (worker);
  if (worker->show->options->node > 0
      && !subtree_take (&worker->subtree, worker->show->options->node, worker->drawn.rows, &drawn, error))
    return FALSE;
  if (worker->projectivizer != NULL) {
    if (!reserve_words (&worker->projective, &worker->n_projective_allocated, sentence->n, sizeof (int),
                        error)
        || !tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, worker->projective, NULL,
                              error))
      return FALSE;
    drawn.projective = worker->projective;
  }
  if (worker->show->options->against != NULL
      && !drawn_set_against (&worker->drawn, worker->show->against.entry.sentence,
                             against_name (worker, entry), &drawn, error))
    return FALSE;
  return tbk_draw_sentence (worker->drawer, &drawn, text, error);
}

static gboolean
draw (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  if (worker->show->options->format != tbk_brackets_format ())
    return draw_sentence (worker, entry, text, error);
  make_title (worker, entry);
  if (worker->show->options->against != NULL) {
    const char *name = against_name (worker, entry);

    return tbk_draw_brackets_against (worker->drawer, title_of (worker), entry->sentence,
                                      worker->show->against.entry.sentence, (TbkPiece){ name, strlen (name) },
                                      text, error);
  }
  return tbk_draw_brackets (worker->drawer, title_of (worker), entry->sentence, text, error);
}

char *
tbk_show_file_name (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = name[0] == '\0' ? NULL : strchr (name + 1, '.');

  if (strcmp (path, "-") == 0 || strcmp (path, "<stdin>") == 0)
    return g_strdup ("stdin");
  return dot == NULL ? g_strdup (name) : g_strndup (name, (gsize) (dot - name));
}

/* Draws for a file of its own, which is written once it is known that the input is good to its end. */
static gboolean
draw_record (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkShowOptions *options = worker->show->options;
  g_autofree char *name = tbk_show_file_name (entry->file);
  g_autofree char *path =
      g_strdup_printf ("%s/%s-%" G_GINT64_FORMAT "%s", options->into, name, entry->index, options->suffix);

  tbk_text_clear (worker->text);
  return draw (worker, entry, worker->text, error) && spool_append (path, worker->text, text, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  ShowWorker *worker = data;
  TbkShow *show = worker->show;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  if (show->options->draws_first) { /* runs of one thread, as include/tbk/show.h says */
    show->now.n_met++;
    if (show->now.n_met > 1)
      return TRUE;
  }
  if (!(show->options->into != NULL ? draw_record : draw) (worker, entry, text, error))
    return tbk_entry_fail (entry, error);
  g_mutex_lock (&show->counting);
  show->n_drawn++;
  g_mutex_unlock (&show->counting);
  return TRUE;
}

/* Leaves out what does not differ from the other file. */
static gboolean
judge (gpointer data, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  TbkShow *show = data;

  return against_seek (&show->against, entry, show->options->skips, error)
         && (!*is_taken || against_compare (&show->against, entry, is_taken, error));
}

static gboolean
check_end (gpointer data, GError **error)
{
  TbkShow *show = data;
  const TbkShowOptions *options = show->options;
  const gint64 n_taken = options->draws_first ? show->now.n_met : show->n_drawn;

  return options->skips || (options->against_max > 0 && n_taken >= options->against_max)
         || against_end (&show->against, error);
}

static gboolean
write_drawings (gpointer data, const TbkText *text, GError **error)
{
  TbkShow *show = data;

  show->now.has_drawn |= tbk_text_length (text) > 0;
  return show->spool != NULL ? spool_write (show->spool, text, error)
                             : tbk_output_write_text (show->options->output, text, error);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  TbkShow *show = data;

  if (stays)
    show->settled = show->now;
  else
    show->now = show->settled;
  return show->spool != NULL ? spool_settle (show->spool, stays, error)
                             : tbk_output_settle (show->options->output, stays, error);
}

TbkJob
tbk_show_job (TbkShow *show)
{
  const gboolean has_others = show->options->against != NULL;

  return (TbkJob){ .data = show,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .judge = has_others ? judge : NULL,
                   .check_end = has_others ? check_end : NULL,
                   .work = work,
                   .write = write_drawings,
                   .settle = settle };
}
