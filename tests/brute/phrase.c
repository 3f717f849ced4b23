/* phrase.c - phrase-structure trees and transitions as text, for tests. */
#include "brute/phrase.h"
#include "tbk/brackets.h"

#include <criterion/criterion.h>
#include <string.h>

void
set_tree (TbkPhraseTree *tree, const char *text, TbkVocabulary *labels)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree brackets;

  cr_assert (tbk_bracket_batch_set_text (batch, "test", text, strlen (text), &options, NULL), "%s", text);
  cr_assert (tbk_bracket_batch_next (batch, &brackets) && brackets.problem == NULL, "%s", text);
  cr_assert (tbk_phrase_tree_set_brackets (tree, &brackets, labels, NULL));
}

void
take_steps (TbkPhraseConfiguration *c, const char *keys, TbkVocabulary *labels)
{
  g_auto (GStrv) list = g_strsplit (keys, " ", -1);

  for (char **key = list; *key != NULL && **key != '\0'; key++) {
    TbkPhraseTransition transition;

    cr_assert (tbk_phrase_transition_read (c->system, *key, strlen (*key), labels, &transition, NULL), "%s",
               *key);
    cr_assert (tbk_phrase_configuration_step (c, transition, NULL), "%s in %s", *key, keys);
  }
}

char *
key_of (const TbkPhraseSystem *system, TbkPhraseTransition transition, const TbkVocabulary *labels)
{
  GString *text = g_string_new (NULL);

  tbk_phrase_transition_write (system, transition, labels, text);
  return g_string_free (text, FALSE);
}
