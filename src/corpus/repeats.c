/* repeats.c - sentences with the words of an earlier one and another tree, over all files of a run.
 *
 * Of each sentence with new words two hashes are kept, of its words and of its tree, and where it is: 32 bytes, for
 * TBK_MOST_REPEATS sentences at most. Hashes are keyed at random and have 64 bits, so that two of a million sentences are taken
 * for one another once in 30 million runs. What is found does not depend on which part of a run asks. */
#include "corpus/corpus.h"

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

/* Sets the forms, and the heads with their relations, as bytes to hash. Returns whether a word has a form. */
static gboolean
set_bytes (const TbkConlluSentence *sentence, GString *words, GString *tree)
{
  gboolean has_form = FALSE;

  g_string_truncate (words, 0);
  g_string_truncate (tree, 0);
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece pieces[] = { tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM),
                                tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL) };

    if (pieces[0].size > 0)
      g_string_append_len (words, pieces[0].bytes, (gssize) pieces[0].size);
    g_string_append_c (words, '\t');
    has_form |= pieces[0].size > 0 && !(pieces[0].size == 1 && *pieces[0].bytes == '_');
    g_string_append_len (tree, (const char *) &sentence->heads[word], sizeof (int));
    if (pieces[1].size > 0)
      g_string_append_len (tree, pieces[1].bytes, (gssize) pieces[1].size);
    g_string_append_c (tree, '\n');
  }
  return has_form;
}

/* Notes a sentence whose words were there before with another tree. */
static void
add_sentence (TbkRepeats *repeats, const TbkEntry *entry, const char *const *paths, int file, GString *words,
              GString *tree)
{
  First sentence = { .line = entry->line, .file = file }, *first;

  if (!set_bytes (entry->sentence, words, tree))
    return;
  sentence.words = MAX (hash_bytes (words->str, words->len), 1);
  sentence.tree = hash_bytes (tree->str, tree->len);
  if (2 * (repeats->n + 1) > repeats->n_places && repeats->n < TBK_MOST_REPEATS)
    grow (repeats);
  first = find_place (repeats->firsts, repeats->n_places, sentence.words);
  if (first->words != 0) {
    if (first->tree != sentence.tree)
      g_hash_table_insert (repeats->found, make_place (entry->file, entry->index),
                           g_strdup_printf ("%s:%" G_GINT64_FORMAT, paths[first->file], first->line));
  } else if (repeats->n < TBK_MOST_REPEATS) {
    *first = sentence;
    repeats->n++;
  } else {
    repeats->n_forgotten++;
  }
}

/* Reads a file as far as it can be read: what is wrong with it is reported where it is checked. */
static void
read_file (TbkRepeats *repeats, const char *const *paths, int file, const TbkReaderOptions *options,
           GString *words, GString *tree)
{
  g_auto (TbkCursor) cursor = { 0 };

  if (!tbk_cursor_open (&cursor, tbk_conllu_format (), paths[file], options, NULL))
    return;
  while (tbk_cursor_next_sentence (&cursor, NULL) && !cursor.is_at_end)
    if (cursor.entry.problem == NULL)
      add_sentence (repeats, &cursor.entry, paths, file, words, tree);
}

TbkRepeats *
tbk_repeats_read (const char *const *paths, const TbkReaderOptions *options)
{
  TbkRepeats *repeats = g_new0 (TbkRepeats, 1);
  g_autoptr (GString) words = g_string_new (NULL), tree = g_string_new (NULL);

  grow (repeats);
  repeats->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int f = 0; paths[f] != NULL; f++)
    if (!g_str_equal (paths[f], "-"))
      read_file (repeats, paths, f, options, words, tree);
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
