/* align_words.c - words aligned by the stretches of text that they are, and in stretches with ranges by their
 * forms.
 *
 * A stretch with ranges is the least one that ends in no range. Its words are aligned by a longest common
 * subsequence of their forms in lower case, the one of subsequence.h.
 */
#include "evaluate/align_words.h"

#include <string.h>

#include "base/memory.h"
#include "evaluate/lower.h"

void
align_words_init (WordAligner *aligner)
{
  *aligner = (WordAligner){ .forms = tbk_vocabulary_new (), .lower = g_string_new (NULL) };
}

void
align_words_clear (WordAligner *aligner)
{
  tbk_vocabulary_free (aligner->forms);
  g_string_free (aligner->lower, TRUE);
  g_free (aligner->numbers);
  g_free (aligner->matches);
  subsequence_clear (&aligner->subsequence);
}

static void
match (AlignedSide *gold, AlignedSide *system, int g, int s)
{
  gold->words[g].match = s;
  system->words[s].match = g;
}

/* Stretches with ranges. */

typedef struct {
  int gold, system;         /* its first words */
  int gold_end, system_end; /* the words behind it */
} Stretch;

/* Whether no word @i begins inside of what ends at @end; one that is not in a range must end there too. */
static gboolean
is_beyond (const AlignedSide *side, int i, gsize end)
{
  const AlignedWord *word = &side->words[i];

  if (i >= (int) side->n_words)
    return TRUE;
  return word->is_in_range ? word->start >= end : word->end > end;
}

/* Goes over the next word of a side; returns where the stretch ends then. */
static gsize
take_word (const AlignedSide *side, int *next, gsize end)
{
  const AlignedWord *word = &side->words[(*next)++];

  return word->is_in_range ? MAX (end, word->end) : end;
}

/* The stretch that begins with the words in hand, one of which is in a range. A word before the range is
 * passed over. */
static Stretch
find_stretch (WordAligner *aligner, const AlignedSide *gold, const AlignedSide *system)
{
  const AlignedWord *g = &gold->words[aligner->gold], *s = &system->words[aligner->system];
  gsize end = g->is_in_range ? g->end : s->end;
  Stretch stretch;

  if (g->is_in_range)
    aligner->system += !s->is_in_range && s->start < g->start;
  else
    aligner->gold += g->start < s->start;
  stretch = (Stretch){ .gold = aligner->gold, .system = aligner->system };
  while (!is_beyond (gold, aligner->gold, end) || !is_beyond (system, aligner->system, end)) {
    const gboolean has_gold = aligner->gold < (int) gold->n_words;
    const gboolean has_system = aligner->system < (int) system->n_words;

    if (has_gold && (!has_system || gold->words[aligner->gold].start <= system->words[aligner->system].start))
      end = take_word (gold, &aligner->gold, end);
    else
      end = take_word (system, &aligner->system, end);
  }
  stretch.gold_end = aligner->gold;
  stretch.system_end = aligner->system;
  return stretch;
}

/* Aligns words that are as many on both sides if each has the form of its counterpart. */
static gboolean
match_equal (AlignedSide *gold, AlignedSide *system, const Stretch *stretch)
{
  const int n = stretch->gold_end - stretch->gold;

  if (n != stretch->system_end - stretch->system)
    return FALSE;
  for (int i = 0; i < n; i++) {
    const TbkPiece x = aligned_side_form (gold, &gold->words[stretch->gold + i]);
    const TbkPiece y = aligned_side_form (system, &system->words[stretch->system + i]);

    if (x.size != y.size || memcmp (x.bytes, y.bytes, x.size) != 0)
      return FALSE;
  }
  for (int i = 0; i < n; i++)
    match (gold, system, stretch->gold + i, stretch->system + i);
  return TRUE;
}

/* Numbers the forms of words in lower case. */
static gboolean
number_forms (WordAligner *aligner, const AlignedSide *side, int first, int end, int *numbers, GError **error)
{
  for (int w = first; w < end; w++) {
    const TbkPiece form = aligned_side_form (side, &side->words[w]);

    lower_set (aligner->lower, form.bytes, form.size);
    numbers[w - first] = tbk_vocabulary_add (aligner->forms, aligner->lower->str, aligner->lower->len, error);
    if (numbers[w - first] < 0)
      return FALSE;
  }
  return TRUE;
}

/* @line: where the stretch begins in the gold file */
static gboolean
fail_pairs (const AlignedSide *gold, const AlignedSide *system, gint64 line, int n_gold, int n_system,
            GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": a chain of multiword ranges that overlap from file to file found, "
               "%d words here and %d in %s, expected at most %" G_GUINT64_FORMAT " pairs of words",
               cursor_name (&gold->cursor), line, n_gold, n_system, cursor_name (&system->cursor),
               SUBSEQUENCE_MOST_PAIRS);
  return FALSE;
}

/* The line of the token of a gold word. */
static gint64
line_of (const AlignedSide *side, int word)
{
  gsize token = 0;

  while (token + 1 < side->n_tokens && side->tokens[token].end <= side->words[word].start)
    token++;
  return side->tokens[token].line;
}

static gboolean
reserve_numbers (WordAligner *aligner, int n_gold, int n_system)
{
  return try_reserve (&aligner->numbers, &aligner->numbers_allocated, (gsize) n_gold + (gsize) n_system,
                      sizeof (int))
         && try_reserve (&aligner->matches, &aligner->matches_allocated, (gsize) n_gold, sizeof (int));
}

static gboolean
align_stretch (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, const Stretch *stretch,
               GError **error)
{
  const int n_gold = stretch->gold_end - stretch->gold, n_system = stretch->system_end - stretch->system;

  if (n_gold == 0 || n_system == 0 || match_equal (gold, system, stretch))
    return TRUE;
  if ((guint64) n_gold * (guint64) n_system > SUBSEQUENCE_MOST_PAIRS)
    return fail_pairs (gold, system, line_of (gold, stretch->gold), n_gold, n_system, error);
  if (!reserve_numbers (aligner, n_gold, n_system))
    return memory_fail (error, "the alignment of %d words with %d", n_gold, n_system);
  if (!number_forms (aligner, gold, stretch->gold, stretch->gold_end, aligner->numbers, error)
      || !number_forms (aligner, system, stretch->system, stretch->system_end, aligner->numbers + n_gold,
                        error))
    return FALSE;
  if (!subsequence_find (&aligner->subsequence, aligner->numbers, n_gold, aligner->numbers + n_gold, n_system,
                         tbk_vocabulary_size (aligner->forms), aligner->matches))
    return memory_fail (error, "the alignment of %d words with %d", n_gold, n_system);
  for (int g = 0; g < n_gold; g++)
    if (aligner->matches[g] >= 0)
      match (gold, system, stretch->gold + g, stretch->system + aligner->matches[g]);
  return TRUE;
}

/* Goes over words in hand that are not in ranges. */
static void
align_word (WordAligner *aligner, AlignedSide *gold, AlignedSide *system)
{
  const AlignedWord *g = &gold->words[aligner->gold], *s = &system->words[aligner->system];
  const gboolean are_same = g->start == s->start && g->end == s->end;
  const gboolean is_gold = g->start <= s->start;

  if (are_same)
    match (gold, system, aligner->gold, aligner->system);
  aligner->gold += are_same || is_gold;
  aligner->system += are_same || !is_gold;
}

gboolean
align_words_run (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, GError **error)
{
  while (aligner->gold < (int) gold->n_words && aligner->system < (int) system->n_words) {
    if (!gold->words[aligner->gold].is_in_range && !system->words[aligner->system].is_in_range) {
      align_word (aligner, gold, system);
      continue;
    }
    const Stretch stretch = find_stretch (aligner, gold, system);

    if (!align_stretch (aligner, gold, system, &stretch, error))
      return FALSE;
  }
  return TRUE;
}
