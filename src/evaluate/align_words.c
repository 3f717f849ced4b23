/* align_words.c - words aligned by the stretches of text that they are, and in stretches with ranges by their
 * forms.
 *
 * A stretch with ranges is the least one that ends in no range. Let g be the number of its gold words, s of
 * the system's, and
 *
 *   (CS1) L(i, j) = the length of a longest common subsequence of the gold words from i on and the system's
 *   from j on
 *   (CS2) L(i, j) = max (L(i + 1, j), L(i, j + 1), 1 + L(i + 1, j + 1) if the words i and j have one form)
 *
 * The words are aligned from the first: those of one form; else a gold word is passed over if (CS3) L(i, j) =
 * L(i + 1, j), or one of the system's. Two neighbours in a column of L differ by 0 or 1, so that a bit for
 * each is all that (CS3) needs.
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
  g_free (aligner->row);
  g_free (aligner->falls);
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

/* Where the bit of L(i, j) - L(i + 1, j) stands. */
static gsize
place_of (int i, int j, int n_system)
{
  return (gsize) i * (gsize) n_system + (gsize) j;
}

/* Finds where (CS1) falls, by (CS2), from the last gold word to the first. row[j] is L(i, j). */
static void
find_falls (WordAligner *aligner, int n_gold, int n_system)
{
  const int *gold = aligner->numbers, *system = gold + n_gold;
  int *row = aligner->row;

  memset (row, 0, ((gsize) n_system + 1) * sizeof *row);
  memset (aligner->falls, 0, (place_of (n_gold, 0, n_system) / 32 + 1) * sizeof *aligner->falls);
  for (int i = n_gold - 1; i >= 0; i--) {
    int diagonal = 0; /* L(i + 1, j + 1) */

    for (int j = n_system - 1; j >= 0; j--) {
      const int below = row[j]; /* L(i + 1, j) */
      const int best = MAX (below, row[j + 1]);
      const gsize place = place_of (i, j, n_system);

      row[j] = gold[i] == system[j] ? MAX (best, 1 + diagonal) : best;
      diagonal = below;
      aligner->falls[place / 32] |= (guint32) (row[j] != below) << place % 32;
    }
  }
}

static gboolean
align_stretch (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, const Stretch *stretch,
               GError **error)
{
  const int n_gold = stretch->gold_end - stretch->gold, n_system = stretch->system_end - stretch->system;
  const gsize n_bits = (gsize) n_gold * (gsize) n_system;
  const int *numbers;

  if (n_gold == 0 || n_system == 0 || match_equal (gold, system, stretch))
    return TRUE;
  if (!try_reserve (&aligner->numbers, &aligner->numbers_allocated, (gsize) n_gold + (gsize) n_system,
                    sizeof (int))
      || !try_reserve (&aligner->row, &aligner->row_allocated, (gsize) n_system + 1, sizeof (int))
      || !try_reserve (&aligner->falls, &aligner->falls_allocated, n_bits / 32 + 1, sizeof (guint32)))
    return memory_fail (error, "the alignment of %d words with %d", n_gold, n_system);
  numbers = aligner->numbers;
  if (!number_forms (aligner, gold, stretch->gold, stretch->gold_end, aligner->numbers, error)
      || !number_forms (aligner, system, stretch->system, stretch->system_end, aligner->numbers + n_gold,
                        error))
    return FALSE;
  find_falls (aligner, n_gold, n_system);
  for (int g = 0, s = 0; g < n_gold && s < n_system;) {
    const gsize place = place_of (g, s, n_system);
    const gboolean falls = (aligner->falls[place / 32] >> place % 32 & 1) != 0;

    if (numbers[g] == numbers[n_gold + s])
      match (gold, system, stretch->gold + g++, stretch->system + s++);
    else if (!falls) /* (CS3) */
      g++;
    else
      s++;
  }
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
