/* repeats.c - sentences with the words of an earlier one and another tree, over all files of a run.
 *
 * Of each sentence with new words two hashes are kept, of its words and of its tree, and where it is: 32 bytes, for
 * TBK_MOST_REPEATS sentences at most. Hashes are keyed at random and have 64 bits, so that two of a million sentences are taken
 * for one another once in 30 million runs. What is found does not depend on which part of a run asks. */
#include "corpus/corpus.h"

#include <string.h>

#include "base/base.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"

/* The first sentence with these words. */
typedef struct {
  guint64 words, tree; /* hashes; 0: the place is free */
  gint64 line;
  int file;
} First;

struct TbkRepeats {
  First *firsts; /* open addressing */
  gsize n_places, n;
  GHashTable *found; /* by make_place(): where the first sentence is */
  gint64 n_forgotten;
};

enum { LEAST_PLACES = 1 << 10 };

/* Returns a sentence as it is known, to be freed. */
static char *
make_place (const char *file, gint64 index)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT ":%s", index, file);
}

/* Returns the place of these words, which may be free. */
static First *
find_place (First *firsts, gsize n_places, guint64 words)
{
  gsize place = (gsize) words & (n_places - 1);

  while (firsts[place].words != 0 && firsts[place].words != words)
    place = (place + 1) & (n_places - 1);
  return &firsts[place];
}

static void
grow (TbkRepeats *repeats)
{
  const gsize n_places = MAX ((gsize) LEAST_PLACES, 2 * repeats->n_places);
  First *firsts = g_new0 (First, n_places);

  for (gsize p = 0; p < repeats->n_places; p++)
    if (repeats->firsts[p].words != 0)
      *find_place (firsts, n_places, repeats->firsts[p].words) = repeats->firsts[p];
  g_free (repeats->firsts);
  repeats->firsts = firsts;
  repeats->n_places = n_places;
}

/* A sentence, as a worker sends it to the one that writes, in bytes. */
typedef struct {
  guint64 words, tree; /* hashes */
  gint64 index, line;
} Sent;

/* A run over the files, by which `repeats` grows. */
typedef struct {
  TbkRepeats *repeats;
  const char *const *paths;
  int file; /* that is read */
} RepeatsReading;

static gpointer
worker_new (gpointer data)
{
  (void) data;
  return g_string_new (NULL);
}

static void
worker_free (gpointer bytes)
{
  g_string_free (bytes, TRUE);
}

/* Returns @to behind a piece and a sign that ends it. */
static char *
put_piece (char *to, TbkPiece piece, char end)
{
  if (piece.size > 0)
    memcpy (to, piece.bytes, piece.size);
  to[piece.size] = end;
  return to + piece.size + 1;
}

/* Sets the hashes of the forms, and of the heads with their relations. Returns whether a word has a form. */
static gboolean
hash_sentence (const TbkConlluSentence *sentence, GString *bytes, Sent *sent)
{
  gboolean has_form = FALSE;
  char *to;

  /* Fields are parts of the text, and have a sign behind them there too. */
  g_string_set_size (bytes, sentence->length + (gsize) sentence->n * (sizeof (int) + 1));
  to = bytes->str;
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece form = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM);

    to = put_piece (to, form, '\t');
    has_form |= form.size > 0 && !(form.size == 1 && *form.bytes == '_');
  }
  sent->words = MAX (hash_bytes (bytes->str, (gsize) (to - bytes->str)), 1);
  to = bytes->str;
  for (int word = 1; word <= sentence->n; word++) {
    memcpy (to, &sentence->heads[word], sizeof (int));
    to = put_piece (to + sizeof (int), tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL), '\n');
  }
  sent->tree = hash_bytes (bytes->str, (gsize) (to - bytes->str));
  return has_form;
}

/* Faults of a sentence or a file are reported where it is checked. */
static gboolean
work (gpointer bytes, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Sent sent = { .index = entry->index, .line = entry->line };

  (void) tally, (void) error;
  if (entry->problem == NULL && entry->sentence != NULL && hash_sentence (entry->sentence, bytes, &sent))
    tbk_text_add (text, (const char *) &sent, sizeof sent);
  return TRUE;
}

/* Notes a sentence whose words were there before with another tree. */
static void
add_sentence (const RepeatsReading *reading, const Sent *sent)
{
  TbkRepeats *repeats = reading->repeats;
  First *first;

  if (2 * (repeats->n + 1) > repeats->n_places && repeats->n < TBK_MOST_REPEATS)
    grow (repeats);
  first = find_place (repeats->firsts, repeats->n_places, sent->words);
  if (first->words != 0) {
    if (first->tree != sent->tree)
      g_hash_table_insert (
          repeats->found, make_place (reading->paths[reading->file], sent->index),
          g_strdup_printf ("%s:%" G_GINT64_FORMAT, reading->paths[first->file], first->line));
  } else if (repeats->n < TBK_MOST_REPEATS) {
    *first = (First){ sent->words, sent->tree, sent->line, reading->file };
    repeats->n++;
  } else {
    repeats->n_forgotten++;
  }
}

/* Sentences come here in their order. */
static gboolean
write_sent (gpointer data, const TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);
  Sent sent;

  for (gsize at = 0; bytes != NULL && at < tbk_text_length (text); at += sizeof sent) {
    memcpy (&sent, bytes + at, sizeof sent);
    add_sentence (data, &sent);
  }
  return bytes != NULL;
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  RepeatsReading *reading = data;

  (void) stays, (void) error;
  reading->file++; /* also before the first */
  return TRUE;
}

TbkRepeats *
tbk_repeats_read (const TbkCorpusOptions *options, const char *const *paths)
{
  TbkRepeats *repeats = g_new0 (TbkRepeats, 1);
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  RepeatsReading reading = { .repeats = repeats, .file = -1 };
  const TbkJob job = { .data = &reading,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work,
                       .write = write_sent,
                       .settle = settle,
                       .takes_problems = TRUE };
  TbkCorpusOptions silent = *options;
  g_auto (TbkLeftOut) left_out = { 0 };
  gboolean done;

  silent.tell = NULL;
  silent.progress = NULL;
  silent.selection = NULL;
  silent.on_error = TBK_ON_ERROR_SKIP;
  grow (repeats);
  repeats->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int f = 0; paths[f] != NULL; f++)
    if (!g_str_equal (paths[f], "-"))
      g_ptr_array_add (files, (gpointer) paths[f]);
  g_ptr_array_add (files, NULL);
  reading.paths = (const char *const *) files->pdata;
  /* Sentences up to an error count. */
  done = files->len == 1 || tbk_corpus_run (&silent, &job, reading.paths, NULL, &left_out, NULL);
  (void) done;
  g_clear_pointer (&repeats->firsts, g_free);
  return repeats;
}

void
tbk_repeats_free (TbkRepeats *repeats)
{
  if (repeats == NULL)
    return;
  g_free (repeats->firsts);
  g_hash_table_unref (repeats->found);
  g_free (repeats);
}

const char *
tbk_repeats_find (const TbkRepeats *repeats, const TbkEntry *entry)
{
  g_autofree char *place =
      g_hash_table_size (repeats->found) == 0 ? NULL : make_place (entry->file, entry->index);

  return place == NULL ? NULL : g_hash_table_lookup (repeats->found, place);
}

gint64
tbk_repeats_forgotten (const TbkRepeats *repeats)
{
  return repeats->n_forgotten;
}
