/* treebank.c - training data: words, heads, relations. */
#include "parser/treebank.h"

#include "base/hash.h"
#include "conllu/cursor.h"

void
treebank_init (Treebank *treebank, TbkModel *model)
{
  *treebank = (Treebank){ .model = model };
  treebank->sentences = g_array_new (FALSE, FALSE, sizeof (Sentence));
  treebank->files = g_ptr_array_new_with_free_func (g_free);
  treebank->relations = g_hash_table_new_full (hash_string, g_str_equal, g_free, NULL);
  for (int r = 0; r < model->n_relations; r++)
    g_hash_table_insert (treebank->relations, g_strdup (model->relations[r].name), GINT_TO_POINTER (r));
}

static void
sentence_clear (Sentence *sentence)
{
  g_free (sentence->words.words - 1);
  g_free (sentence->words.parts);
  g_free (sentence->heads);
  g_free (sentence->relations);
  g_free (sentence->sequence);
}

gboolean
treebank_fail_at (const Treebank *treebank, const Sentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", (const char *) treebank->files->pdata[sentence->file],
                  sentence->line);
  return FALSE;
}

void
treebank_truncate (Treebank *treebank, int n)
{
  for (guint i = (guint) n; i < treebank->sentences->len; i++)
    sentence_clear (treebank_at (treebank, (int) i));
  g_array_set_size (treebank->sentences, (guint) n);
}

void
treebank_clear (Treebank *treebank)
{
  treebank_truncate (treebank, 0);
  g_array_unref (treebank->sentences);
  g_hash_table_unref (treebank->relations);
  g_ptr_array_unref (treebank->files);
  tbk_pseudo_projective_free (treebank->marks);
  tbk_selector_free (treebank->selector);
}

static int
find_relation (Treebank *treebank, TbkPiece piece, gboolean is_training)
{
  TbkModel *model = treebank->model;
  g_autofree char *name = g_strndup (piece.bytes, piece.size);
  gpointer number;

  if (g_hash_table_lookup_extended (treebank->relations, name, NULL, &number))
    return GPOINTER_TO_INT (number);
  if (!is_training)
    return NO_RELATION;
  model->relations = g_renew (Relation, model->relations, model->n_relations + 1);
  model->relations[model->n_relations] = (Relation){ g_strdup (name), FALSE };
  g_hash_table_insert (treebank->relations, g_steal_pointer (&name), GINT_TO_POINTER (model->n_relations));
  return model->n_relations++;
}

/* Lifts the tree of @sentence and marks its relations. The relations without marks are those that decoding
 * gives. */
static gboolean
add_marks (Treebank *treebank, const TbkConlluSentence *sentence, Sentence *added, GError **error)
{
  gsize n_words = (gsize) sentence->n + 1;
  g_autofree TbkPiece *labels = g_new (TbkPiece, n_words), *marked = g_new (TbkPiece, n_words);
  TbkPiece pieces[N_FIELDS];

  for (int i = 1; i <= sentence->n; i++) {
    fields_read (sentence, i, pieces);
    labels[i] = pieces[FIELD_DEPREL];
  }
  if (!tbk_pseudo_projective_encode (treebank->marks, sentence->heads, labels, sentence->n, added->heads,
                                     marked, NULL, error))
    return FALSE;
  for (int i = 1; i <= sentence->n; i++)
    if (marked[i].bytes != NULL)
      added->relations[i] = find_relation (treebank, marked[i], TRUE);
  return TRUE;
}

static gboolean
add_sentence (Treebank *treebank, const TbkConlluSentence *sentence, const Words *words, gboolean is_training,
              GError **error)
{
  gsize n_words = (gsize) sentence->n + 1;
  Sentence added = { .n_roots = sentence->n_roots,
                     .file = (int) treebank->files->len - 1,
                     .line = sentence->line };
  TbkPiece pieces[N_FIELDS];

  added.words =
      (Words){ .n = sentence->n, .words = g_memdup2 (words->words - 1, (n_words + 1) * sizeof (Word)) };
  added.words.words++;
  if (words->keeps_parts)
    added.words.parts = g_memdup2 (words->parts, n_words * sizeof (WordParts));
  added.heads = g_memdup2 (sentence->heads, n_words * sizeof (int));
  added.relations = g_new (int, n_words);
  added.relations[0] = NO_RELATION;
  for (int i = 1; i <= sentence->n; i++) {
    fields_read (sentence, i, pieces);
    added.relations[i] = find_relation (treebank, pieces[FIELD_DEPREL], is_training);
  }
  g_array_append_val (treebank->sentences, added);
  if (!is_training || treebank->marks == NULL)
    return TRUE;
  return add_marks (treebank, sentence, &added, error) || treebank_fail_at (treebank, &added, error);
}

/* Adds the sentence at which @cursor is, if it is asked for. */
static gboolean
take_sentence (Treebank *treebank, const Cursor *cursor, Words *words, gboolean is_training, GError **error)
{
  const TbkEntry entry = cursor_entry (cursor);
  gboolean is_selected;

  if (!tbk_selector_take (treebank->selector, &entry, &is_selected, error))
    return FALSE;
  if (is_selected && treebank->max_words > 0 && cursor->sentence.n > treebank->max_words) {
    treebank->n_too_long++;
    return TRUE;
  }
  return !is_selected
         || (words_read (words, &cursor->sentence, error)
             && add_sentence (treebank, &cursor->sentence, words, is_training, error));
}

gboolean
treebank_read (Treebank *treebank, const char *path, gboolean is_training, GError **error)
{
  g_auto (Cursor) cursor = { 0 };
  Words words;
  gboolean done = TRUE;

  if (tbk_selector_left (treebank->selector) == 0)
    return TRUE;
  if (!cursor_open (&cursor, path, treebank->columns, error))
    return FALSE;
  words_init (&words);
  words.keeps_parts = treebank->keeps_parts;
  g_ptr_array_add (treebank->files, g_strdup (cursor_name (&cursor)));
  while (done && tbk_selector_left (treebank->selector) > 0 && (done = cursor_next (&cursor, error))
         && !cursor.is_at_end)
    done = cursor_check_columns (&cursor, error)
           && take_sentence (treebank, &cursor, &words, is_training, error);
  words_clear (&words);
  return done;
}

void
treebank_find_root_relations (Treebank *treebank)
{
  TbkModel *model = treebank->model;
  g_autofree gboolean *is_of_others = g_new0 (gboolean, MAX (model->n_relations, 1));

  for (guint i = 0; i < treebank->sentences->len; i++) {
    const Sentence *sentence = treebank_at (treebank, (int) i);
    for (int word = 1; word <= sentence->words.n; word++)
      if (sentence->heads[word] == 0)
        model->relations[sentence->relations[word]].is_of_root = TRUE;
      else
        is_of_others[sentence->relations[word]] = TRUE;
  }
  model->has_root_relation = TRUE;
  for (int r = 0; r < model->n_relations; r++)
    if (model->relations[r].is_of_root && is_of_others[r])
      model->has_root_relation = FALSE;
  for (int r = 0; r < model->n_relations; r++)
    model->relations[r].is_of_root &= !is_of_others[r];
}
