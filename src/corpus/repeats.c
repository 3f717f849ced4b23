/* repeats.c - sentences with the words of an earlier one and another tree, over all files of a run.
 *
 * Of each sentence with new words two hashes are kept, of its words and of its tree, and where it is: some 70 bytes, for
 * TBK_MOST_REPEATS sentences at most. Hashes are keyed at random and have 64 bits, so that two of a million sentences are taken
 * for one another once in 30 million runs. What is found does not depend on which part of a run asks. */
#include "corpus/corpus.h"

#include <string.h>

#include "base/base.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"

/* The first sentence with these words. */
typedef struct {
  guint64 words, tree; /* hashes; the key comes first */
  gint64 line;
  int file;
} First;

struct TbkRepeats {
  GHashTable *firsts; /* by their words */
  GHashTable *found;  /* by file, then by index: where the first sentence with the words of that one is */
  gint64 n_forgotten;
};

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
  sent->words = hash_bytes (bytes->str, (gsize) (to - bytes->str));
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

/* Keeps where the first sentence with the words of @sent is. */
static void
add_found (const RepeatsReading *reading, const Sent *sent, const First *first)
{
  GHashTable *found = reading->repeats->found;
  char *file = (char *) reading->paths[reading->file];
  GHashTable *in_file = g_hash_table_lookup (found, file);

  if (in_file == NULL) {
    in_file = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
    g_hash_table_insert (found, g_strdup (file), in_file);
  }
  g_hash_table_insert (in_file, g_memdup2 (&sent->index, sizeof sent->index),
                       g_strdup_printf ("%s:%" G_GINT64_FORMAT, reading->paths[first->file], first->line));
}

/* Notes a sentence whose words were there before with another tree. */
static void
add_sentence (const RepeatsReading *reading, const Sent *sent)
{
  TbkRepeats *repeats = reading->repeats;
  First *first = g_hash_table_lookup (repeats->firsts, &sent->words);

  if (first != NULL && first->tree != sent->tree) {
    add_found (reading, sent, first);
  } else if (first == NULL && g_hash_table_size (repeats->firsts) < TBK_MOST_REPEATS) {
    first = g_new (First, 1);
    *first = (First){ sent->words, sent->tree, sent->line, reading->file };
    g_hash_table_add (repeats->firsts, first);
  } else if (first == NULL) {
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
  repeats->firsts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  repeats->found =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  for (int f = 0; paths[f] != NULL; f++)
    if (!g_str_equal (paths[f], "-"))
      g_ptr_array_add (files, (gpointer) paths[f]);
  g_ptr_array_add (files, NULL);
  reading.paths = (const char *const *) files->pdata;
  /* Sentences up to an error count. */
  done = files->len == 1 || tbk_corpus_run (&silent, &job, reading.paths, NULL, &left_out, NULL);
  (void) done;
  g_clear_pointer (&repeats->firsts, g_hash_table_unref);
  return repeats;
}

void
tbk_repeats_free (TbkRepeats *repeats)
{
  if (repeats == NULL)
    return;
  g_hash_table_unref (repeats->found);
  g_free (repeats);
}

const char *
tbk_repeats_find (const TbkRepeats *repeats, const TbkEntry *entry)
{
  GHashTable *in_file = g_hash_table_lookup (repeats->found, entry->file);

  return in_file == NULL ? NULL : g_hash_table_lookup (in_file, &entry->index);
}

gint64
tbk_repeats_forgotten (const TbkRepeats *repeats)
{
  return repeats->n_forgotten;
}
