/* treebank.c - training data of phrase-structure parsers: words, tags, constituents. */
#include "phrase/parser/treebank.h"

#include "base/fail.h"
#include "base/memory.h"
#include "phrase/brackets/tree_cursor.h"

void
phrase_treebank_init (PhraseTreebank *treebank)
{
  *treebank = (PhraseTreebank){ .selector = NULL };
  treebank->sentences = g_array_new (FALSE, FALSE, sizeof (PhraseSentence));
  treebank->files = g_ptr_array_new_with_free_func (g_free);
  treebank->lower = g_string_new (NULL);
}

void
phrase_treebank_clear (PhraseTreebank *treebank)
{
  for (guint i = 0; i < treebank->sentences->len; i++) {
    PhraseSentence *sentence = phrase_treebank_at (treebank, (int) i);

    g_free (sentence->words);
    tbk_phrase_tree_clear (&sentence->tree);
  }
  g_array_unref (treebank->sentences);
  g_ptr_array_unref (treebank->files);
  g_string_free (treebank->lower, TRUE);
  tbk_selector_free (treebank->selector);
}

gboolean
phrase_treebank_fail_at (const PhraseTreebank *treebank, const PhraseSentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", (const char *) treebank->files->pdata[sentence->file],
                  sentence->line);
  return FALSE;
}

gboolean
phrase_treebank_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form == NULL)
      continue;
    if (node->label_length == 0) {
      g_autofree char *form = tbk_quote (node->form, (gsize) node->form_length);

      return fail_data (error, "word %s has no tag, expected (TAG WORD)", form);
    }
    words[node->left] = (TbkTaggedWord){ { node->form, (gsize) node->form_length },
                                         { node->label, (gsize) node->label_length } };
  }
  return TRUE;
}

/* Makes @sentence what @tree is; what it got belongs to it on failure too. */
static gboolean
set_sentence (PhraseTreebank *treebank, PhraseSentence *sentence, const TbkBracketTree *tree,
              TbkVocabulary *labels, GError **error)
{
  g_autofree TbkTaggedWord *words = g_try_new (TbkTaggedWord, tree->n);

  sentence->words = g_try_new (PhraseWord, tree->n);
  if (words == NULL || sentence->words == NULL)
    return memory_fail (error, "a sentence of %d words", tree->n);
  if (!tbk_phrase_tree_set_brackets (&sentence->tree, tree, labels, error)
      || !phrase_treebank_words_of_tree (tree, words, error))
    return FALSE;
  for (int i = 0; i < tree->n; i++)
    phrase_state_set_word (&sentence->words[i], words[i].form, words[i].tag, treebank->lower);
  return TRUE;
}

static gboolean
add_tree (PhraseTreebank *treebank, const TbkBracketTree *tree, TbkVocabulary *labels, GError **error)
{
  PhraseSentence added = { .file = (int) treebank->files->len - 1, .line = tree->line };

  if (tbk_bracket_tree_exceeds (tree, treebank->max_words)) {
    treebank->n_too_large++;
    return TRUE;
  }
  g_array_append_val (treebank->sentences, added);
  return set_sentence (treebank, phrase_treebank_at (treebank, (int) treebank->sentences->len - 1), tree,
                       labels, error)
         || phrase_treebank_fail_at (treebank, &added, error);
}

gboolean
phrase_treebank_read (PhraseTreebank *treebank, const char *path, const TbkBracketOptions *options,
                      TbkVocabulary *labels, GError **error)
{
  g_auto (TreeCursor) cursor = { 0 };
  gboolean is_selected;
  TbkEntry entry;

  if (tbk_selector_left (treebank->selector) == 0)
    return TRUE;
  if (!tree_cursor_open (&cursor, path, options, error))
    return FALSE;
  g_ptr_array_add (treebank->files, g_strdup (tree_cursor_name (&cursor)));
  while (tbk_selector_left (treebank->selector) > 0) {
    if (!tree_cursor_next (&cursor, error))
      return FALSE;
    if (cursor.is_at_end)
      return TRUE;
    entry = tree_cursor_entry (&cursor);
    if (!tbk_selector_take (treebank->selector, &entry, &is_selected, error)
        || (is_selected && !add_tree (treebank, &cursor.tree, labels, error)))
      return FALSE;
    if (is_selected)
      tree_cursor_count (&cursor);
  }
  return TRUE;
}
