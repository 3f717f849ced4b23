/* align.c - two files with one text, read side by side as far as their sentences end together, aligned and
 * counted.
 *
 * Where sentences of both files end together, and no word before is left, what comes before is counted and
 * forgotten. The next sentences are read before: words of one file that are left may still be aligned with
 * words in a range behind, which the alignment takes together with what stands before it.
 */
#include "tbk/align.h"

#include <string.h>

#include "evaluate/align_score.h"
#include "evaluate/align_words.h"

typedef struct {
  AlignedSide gold, system;
  AlignedPlace gold_end, system_end; /* of what was aligned; the texts before are the same */
  WordAligner words;
  TbkAlignedEvaluation *evaluation;
} Aligner;

/* The text must be the same. */

/* The line of the token in which the place @at is. */
static gint64
find_line (const AlignedSide *side, gsize at)
{
  gsize token = side->n_tokens;

  while (token > 1 && side->tokens[token - 1].start > at)
    token--;
  return token == 0 ? 1 : side->tokens[token - 1].line;
}

/* What stands at @at, for messages. */
static char *
quote_text (const AlignedSide *side, gsize at)
{
  enum { MOST = 20 };
  gsize n = 0, characters = 0;

  for (; at + n < side->n_text && characters < MOST; characters++)
    do
      n++;
    while (at + n < side->n_text && ((guchar) side->text[at + n] & 0xc0) == 0x80);
  return tbk_quote (side->text + at, n);
}

static gboolean
fail_text (const Aligner *aligner, gsize at, GError **error)
{
  const AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  g_autofree char *found = quote_text (system, at), *expected = quote_text (gold, at);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": text %s found, expected %s as in %s:%" G_GINT64_FORMAT
               ": the characters of both files must be the same, but for spaces",
               cursor_name (&system->cursor), find_line (system, at), found, expected,
               cursor_name (&gold->cursor), find_line (gold, at));
  return FALSE;
}

static gboolean
fail_end (const AlignedSide *ended, const AlignedSide *other, GError **error)
{
  g_autofree char *expected = quote_text (other, ended->n_text);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: no more text found, expected %s as in %s:%" G_GINT64_FORMAT, cursor_name (&ended->cursor),
               expected, cursor_name (&other->cursor), find_line (other, ended->n_text));
  return FALSE;
}

/* Compares the texts as far as both go, from *@checked on, which becomes how far that is. */
static gboolean
check_text (const Aligner *aligner, gsize *checked, GError **error)
{
  const char *gold = aligner->gold.text, *system = aligner->system.text;
  const gsize n = MIN (aligner->gold.n_text, aligner->system.n_text);

  if (n > *checked && memcmp (gold + *checked, system + *checked, n - *checked) != 0) {
    while (gold[*checked] == system[*checked])
      (*checked)++;
    while (*checked > 0 && ((guchar) gold[*checked] & 0xc0) == 0x80)
      (*checked)--;
    return fail_text (aligner, *checked, error);
  }
  *checked = MAX (n, *checked);
  return TRUE;
}

/* Adds sentences until those of both files end together; none at the end of both. */
static gboolean
add_sentences (Aligner *aligner, GError **error)
{
  AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  gsize checked = gold->n_text;

  if (!aligned_side_add (gold, error) || !aligned_side_add (system, error)
      || !check_text (aligner, &checked, error))
    return FALSE;
  while (gold->n_text != system->n_text) {
    AlignedSide *shorter = gold->n_text < system->n_text ? gold : system;

    if (!aligned_side_add (shorter, error))
      return FALSE;
    if (shorter->cursor.is_at_end)
      return fail_end (shorter, shorter == gold ? system : gold, error);
    if (!check_text (aligner, &checked, error))
      return FALSE;
  }
  return TRUE;
}

/* Passes over words before the end of what was aligned, which are left of one file, unless words in ranges
 * are about to be aligned: before others they would be passed over one by one. */
static void
pass_over_rest (Aligner *aligner)
{
  WordAligner *words = &aligner->words;
  const int gold_end = (int) aligner->gold_end.n_words, system_end = (int) aligner->system_end.n_words;

  for (int w = words->gold; w < gold_end; w++)
    if (aligner->gold.words[w].is_in_range)
      return;
  for (int w = words->system; w < system_end; w++)
    if (aligner->system.words[w].is_in_range)
      return;
  if ((gsize) gold_end < aligner->gold.n_words
      && (aligner->gold.words[gold_end].is_in_range || aligner->system.words[system_end].is_in_range))
    return;
  words->gold = MAX (words->gold, gold_end);
  words->system = MAX (words->system, system_end);
}

/* Counts what was aligned, and forgets it. */
static void
count_aligned (Aligner *aligner)
{
  align_score_add (aligner->evaluation, &aligner->gold, &aligner->system, &aligner->gold_end,
                   &aligner->system_end);
  aligned_side_forget_before (&aligner->gold, &aligner->gold_end);
  aligned_side_forget_before (&aligner->system, &aligner->system_end);
  aligner->words.gold -= (int) aligner->gold_end.n_words;
  aligner->words.system -= (int) aligner->system_end.n_words;
}

static gboolean
align_files (Aligner *aligner, GError **error)
{
  AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  gboolean is_at_end = FALSE;

  while (!is_at_end) {
    if (!add_sentences (aligner, error))
      return FALSE;
    is_at_end = gold->cursor.is_at_end && system->cursor.is_at_end;
    pass_over_rest (aligner);
    if (is_at_end
        || (aligner->words.gold >= (int) aligner->gold_end.n_words
            && aligner->words.system >= (int) aligner->system_end.n_words))
      count_aligned (aligner);
    if (!align_words_run (&aligner->words, gold, system, error))
      return FALSE;
    aligner->gold_end = aligned_side_end (gold);
    aligner->system_end = aligned_side_end (system);
  }
  return TRUE;
}

TbkAlignedEvaluation *
tbk_align_evaluate (const char *gold, const char *system, gboolean has_any_root, GError **error)
{
  g_autoptr (TbkAlignedEvaluation) evaluation = aligned_evaluation_new ();
  Aligner aligner = { .evaluation = evaluation };
  gboolean done;

  align_words_init (&aligner.words);
  done = aligned_side_open (&aligner.gold, gold, has_any_root, error)
         && aligned_side_open (&aligner.system, system, has_any_root, error) && align_files (&aligner, error);
  align_words_clear (&aligner.words);
  aligned_side_clear (&aligner.gold);
  aligned_side_clear (&aligner.system);
  return done ? g_steal_pointer (&evaluation) : NULL;
}
