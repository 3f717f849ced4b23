/* word_side.c - a sentence of one of several files side by side: its words, and whether they are those of another one. */
#include "evaluation/evaluation.h"
#include "query/query.h"

#include <string.h>

#include "base/base.h"

void
word_side_clear (WordSide *side)
{
  g_free (side->pieces);
}

gboolean
word_side_set (WordSide *side, const TbkEntry *entry, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  side->entry = entry;
  side->sentence = sentence;
  if (entry->problem != NULL) {
    g_propagate_error (error, g_error_copy (entry->problem));
    return FALSE;
  }
  if (!fields_check (sentence, error))
    return FALSE;
  if (!try_reserve (&side->pieces, &side->n_allocated, ((gsize) sentence->n + 1) * N_FIELDS,
                    sizeof (TbkPiece)))
    return memory_fail (error, "a sentence of %d words", sentence->n);
  for (int word = 1; word <= sentence->n; word++)
    fields_read (sentence, word, side->pieces + (gsize) word * N_FIELDS);
  return TRUE;
}

gboolean
word_side_find (const WordSide *side, TbkQuery *words, TbkFacts *facts, gboolean *is_found, GError **error)
{
  if ((side->sentence->is_broken || side->sentence->is_headless) && query_needs_trees (words)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found heads that do not form a tree; '%s' needs one",
                 tbk_query_text (words));
    return tbk_entry_fail (side->entry, error);
  }
  tbk_facts_set (facts, side->entry);
  query_note (words, facts);
  return tbk_query_find (words, facts, is_found, NULL, error) || tbk_entry_fail (side->entry, error);
}

static const char advice_to_align[] = "; tbk evaluate --align compares files whose words or sentences differ";

/* Returns TRUE if one is the beginning of the other: words that are cut otherwise. */
static gboolean
begins_alike (TbkPiece x, TbkPiece y)
{
  return x.size > 0 && y.size > 0 && memcmp (x.bytes, y.bytes, MIN (x.size, y.size)) == 0;
}

/* Reports the first word that differs, with the lines of both files. If one is the beginning of the
 * other, words are probably divided otherwise, and --align would help. */
static gboolean
fail_word (const WordSide *gold, const WordSide *system, int word, GError **error)
{
  const TbkPiece x = word_side_pieces (gold, word)[FIELD_FORM],
                 y = word_side_pieces (system, word)[FIELD_FORM];
  g_autofree char *found = tbk_quote (y.bytes, y.size), *expected = tbk_quote (x.bytes, x.size);

  return fail_data (
      error, "%s:%" G_GINT64_FORMAT ": word %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s%s",
      system->entry->file, fields_line (system->sentence, word), found, expected, gold->entry->file,
      fields_line (gold->sentence, word), words_remark (y, x), begins_alike (y, x) ? advice_to_align : "");
}

/* Compares words before their number: the first word that differs says more than two numbers do. */
gboolean
word_side_check (const WordSide *gold, const WordSide *system, GError **error)
{
  const int n = gold->sentence->n, n_found = system->sentence->n;

  for (int word = 1; word <= MIN (n, n_found); word++)
    if (!piece_equals (word_side_pieces (gold, word)[FIELD_FORM],
                       word_side_pieces (system, word)[FIELD_FORM]))
      return fail_word (gold, system, word, error);
  return n == n_found
         || fail_data (error,
                       "%s:%" G_GINT64_FORMAT
                       ": sentence of %d words found, expected %d as in %s:%" G_GINT64_FORMAT "%s",
                       system->entry->file, fields_line (system->sentence, 1), n_found, n, gold->entry->file,
                       fields_line (gold->sentence, 1), advice_to_align);
}
