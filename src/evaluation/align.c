/* align.c - words of two files with one text aligned, and counted.
 *
 * Contents
 *   1. lower: the lower case of Unicode, in no language's own way
 *   2. subsequence: a longest common subsequence by bits (Hyyro 2004), in little memory
 *   3. align_words: words aligned by the stretches of text that they are, and in stretches with ranges by
 *      their forms
 *   4. align_score: what is right of aligned words
 */
#include "evaluation/evaluation.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

/* 1. lower: the lower case of Unicode, in no language's own way.
 *
 * It is that of Python's str.lower: the same for all characters that have been the same since Unicode 13. Which
 * characters there are is a matter of the version that GLib knows; that of Python may be another one.
 */

enum { CAPITAL_SIGMA = 0x3a3, SMALL_SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2, DOTTED_I = 0x130, DOT_ABOVE = 0x307 };

/* Numerals and circled letters, which have case without being letters (Other_Uppercase and Other_Lowercase). GLib
 * knows no case of them. */
enum {
  CAPITAL_NUMERAL = 0x2160, /* I; the small ones follow */
  N_NUMERALS = 16,
  CAPITAL_CIRCLED = 0x24b6, /* A; likewise */
  N_CIRCLED = 26,
};

/* Signs that stand within words without being letters of them, for the rule of the final sigma
 * (Case_Ignorable). */
static gboolean
is_ignored (gunichar c)
{
  static const gunichar marks[] = { '\'',   '.',    ':',    0xb7,   0x387,  0x55f,  0x5f4,  0x2018, 0x2019,
                                    0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a };
  const GUnicodeType type = g_unichar_type (c);

  for (guint m = 0; m < G_N_ELEMENTS (marks); m++)
    if (marks[m] == c)
      return TRUE;
  return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
         || type == G_UNICODE_MODIFIER_LETTER || type == G_UNICODE_MODIFIER_SYMBOL;
}

static gboolean
is_within (gunichar c, gunichar first, int n)
{
  return c >= first && c < first + (gunichar) n;
}

/* Returns TRUE if @c has case (Cased), if it is not ignored. */
static gboolean
has_case (gunichar c)
{
  return g_unichar_isupper (c) || g_unichar_islower (c) || g_unichar_istitle (c) || c == 0xaa || c == 0xba
         || is_within (c, CAPITAL_NUMERAL, 2 * N_NUMERALS) || is_within (c, CAPITAL_CIRCLED, 2 * N_CIRCLED)
         || is_within (c, 0x1f130, N_CIRCLED) || is_within (c, 0x1f150, N_CIRCLED)
         || is_within (c, 0x1f170, N_CIRCLED);
}

/* The lower case of a character that has one of one character. */
static gunichar
lower_of (gunichar c)
{
  if (is_within (c, CAPITAL_NUMERAL, N_NUMERALS))
    return c + N_NUMERALS;
  if (is_within (c, CAPITAL_CIRCLED, N_CIRCLED))
    return c + N_CIRCLED;
  return c == DOTTED_I ? 'i' : g_unichar_tolower (c);
}

/* Returns TRUE if a letter stands before @at, which begins a character. */
static gboolean
has_letter_before (const char *text, const char *at)
{
  while (at > text) {
    at = g_utf8_prev_char (at);
    if (!is_ignored (g_utf8_get_char (at)))
      return has_case (g_utf8_get_char (at));
  }
  return FALSE;
}

static gboolean
has_letter_behind (const char *at, const char *end)
{
  for (; at < end; at = g_utf8_next_char (at))
    if (!is_ignored (g_utf8_get_char (at)))
      return has_case (g_utf8_get_char (at));
  return FALSE;
}

/* Writes a text in lower case. In Greek a sigma that ends a word is another letter, `ΟΔΟΣ` becomes `οδος`; so
 * the letters around it are looked at. The dotted capital I becomes two characters, i with a dot above. */
void
lower_set (GString *lower, const char *text, gsize size)
{
  const char *end = text + size;

  g_string_truncate (lower, 0);
  for (const char *at = text; at < end; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);

    if (c < 0x80)
      g_string_append_c (lower, g_ascii_tolower ((char) c));
    else if (c == CAPITAL_SIGMA)
      g_string_append_unichar (lower,
                               has_letter_before (text, at) && !has_letter_behind (g_utf8_next_char (at), end)
                                   ? FINAL_SIGMA
                                   : SMALL_SIGMA);
    else
      g_string_append_unichar (lower, lower_of (c));
    if (c == DOTTED_I)
      g_string_append_unichar (lower, DOT_ABOVE);
  }
}

/* 2. subsequence: a longest common subsequence by bits (Hyyro 2004), in little memory.
 *
 *   (CS1) L(i, j) = the length of a longest common subsequence of x from i on and y from j on
 *   (CS2) L(i, j) = max (L(i + 1, j), L(i, j + 1), 1 + L(i + 1, j + 1) if x[i] = y[j])
 *
 * The way through L begins at (0, 0). It goes to (i + 1, j + 1) if x[i] = y[j]; else (CS3) to (i + 1, j) if L(i, j) =
 * L(i + 1, j); else to (i, j + 1). On it L(i, j) is the number of matches to come, so that L(i + 1, j) is all
 * that (CS3) needs besides.
 *
 * Row i of L is a string of bits: bit n_y - 1 - j is 0 where L(i, j) = L(i, j + 1) + 1. So L(i, j) is the number of
 * zeros from bit 0 to that of j, and (CS2) is an addition in which the carry runs to smaller j:
 *
 *   (CS4) V(i) = (V(i + 1) + (V(i + 1) & M)) | (V(i + 1) & ~M)   M: the places of x[i] in y; V(n_x) = all ones
 *
 * Rows are found from the last to the first, and of each BLOCK = sqrt (n_x) one is kept. The way then goes through
 * one block after the other, whose rows are found again. The bits of numbers that are often in y are kept too:
 * so each row costs as much as its bits do.
 */

enum { WORD = 64 };

typedef struct {
  Subsequence *scratch;
  const int *x, *y;
  int n_x, n_y, block;
  gsize width;     /* words of a row */
  guint64 *kept;   /* rows 0, block, ... */
  guint64 *rows;   /* those of a block, and the one behind them */
  guint64 *seldom; /* the bits of a number that is there seldom; zero between steps */
  guint64 *often;  /* the bits of the others */
} LengthTable;

void
subsequence_clear (Subsequence *scratch)
{
  g_free (scratch->places);
  g_free (scratch->previous);
  g_free (scratch->rows);
}

/* The places of numbers. A number is a form; the places in y where it is are the mask M of (CS4). A number
 * that is there more often than a row has words has a mask of its own in `often`. Masks of others are made
 * when needed, in at most as many steps as a row has words, from a list: `last` is the last place, and
 * `previous` leads on to those before. */

static int
bit_of (const LengthTable *table, int j)
{
  return table->n_y - 1 - j;
}

static void
set_bit (guint64 *row, int bit)
{
  row[bit / WORD] |= G_GUINT64_CONSTANT (1) << bit % WORD;
}

/* Counts how often each number is in y; returns how many are there often: fewer than WORD, as each of those
 * is there more often than width times, and y has at most WORD * width places. */
static int
count_places (const LengthTable *table)
{
  NumberPlaces *places = table->scratch->places;
  int n_rows = 0;

  for (int j = 0; j < table->n_y; j++) {
    NumberPlaces *of = &places[table->y[j]];

    if ((gsize) ++of->n == table->width + 1)
      of->row = n_rows++;
  }
  return n_rows;
}

static void
list_places (const LengthTable *table)
{
  NumberPlaces *places = table->scratch->places;

  for (int j = 0; j < table->n_y; j++) {
    NumberPlaces *of = &places[table->y[j]];

    if (of->row >= 0) {
      set_bit (table->often + (gsize) of->row * table->width, bit_of (table, j));
    } else {
      table->scratch->previous[j] = of->last;
      of->last = j;
    }
  }
}

/* Makes all as before for the next call. Only numbers of y were touched, so this is linear in y and not in
 * the size of the vocabulary. */
static void
forget_places (const LengthTable *table)
{
  for (int j = 0; j < table->n_y; j++)
    table->scratch->places[table->y[j]] = (NumberPlaces){ .row = -1, .last = -1 };
}

/* Rows. */

/* (CS4), word by word. The sum of below and `both` may carry, and so may that of this and the carry from
 * before; never both at once, so the new carry is one bit. */
static void
step (const guint64 *below, const guint64 *places, guint64 *row, gsize width)
{
  guint64 carry = 0;

  for (gsize w = 0; w < width; w++) {
    const guint64 both = below[w] & places[w], sum = below[w] + both, whole = sum + carry;

    /* An unsigned sum has carried if and only if it is less than either of its parts. */
    carry = (sum < both) | (whole < sum);
    row[w] = whole | (below[w] & ~places[w]);
  }
}

/* Finds row @i from the one below it. */
static void
find_row (const LengthTable *table, int i, const guint64 *below, guint64 *row)
{
  const NumberPlaces *of = &table->scratch->places[table->x[i]];

  if (of->row >= 0) {
    step (below, table->often + (gsize) of->row * table->width, row, table->width);
    return;
  }
  for (int j = of->last; j >= 0; j = table->scratch->previous[j])
    set_bit (table->seldom, bit_of (table, j));
  step (below, table->seldom, row, table->width);
  /* Each word that has a bit of this number becomes zero; it has no others. */
  for (int j = of->last; j >= 0; j = table->scratch->previous[j])
    table->seldom[bit_of (table, j) / WORD] = 0;
}

/* Returns L(i, j) from row i: the number of zeros up to bit j. Bits above that of j are shifted out of the
 * complement of the last word; zeros come in at its lower end. */
static int
length_at (const LengthTable *table, const guint64 *row, int j)
{
  const int bit = bit_of (table, j), n_whole = bit / WORD;
  int length = 0;

  for (int w = 0; w < n_whole; w++)
    length += __builtin_popcountll (~row[w]);
  return length + __builtin_popcountll (~row[n_whole] << (WORD - 1 - bit % WORD));
}

static guint64 *
row_at (const LengthTable *table, guint64 *rows, int i)
{
  return rows + (gsize) i * table->width;
}

/* Finds the rows of block @b, into the first of `rows` and those behind it. */
static void
find_block (const LengthTable *table, int b)
{
  const int first = b * table->block, n = MIN (table->block, table->n_x - first);
  guint64 *behind = row_at (table, table->rows, n);

  if (first + n == table->n_x)
    memset (behind, 0xff, table->width * sizeof *behind);
  else
    memcpy (behind, row_at (table, table->kept, b + 1), table->width * sizeof *behind);
  for (int i = n - 1; i >= 0; i--)
    find_row (table, first + i, row_at (table, table->rows, i + 1), row_at (table, table->rows, i));
}

/* Finds all blocks, and keeps the first row of each. */
static void
find_blocks (const LengthTable *table, int n_blocks)
{
  for (int b = n_blocks - 1; b >= 0; b--) {
    find_block (table, b);
    memcpy (row_at (table, table->kept, b), table->rows, table->width * sizeof *table->rows);
  }
}

/* Goes along the way; the last block is in `rows`, and the number of matches is @to_come. The way only ever
 * goes on to greater i, so each block is found once more, from its kept row. The length at (i + 1, j) is
 * counted once for each i, and then kept by looking at one bit for each step in j. */
static void
follow (const LengthTable *table, int to_come, int *match)
{
  for (int i = 0, j = 0; to_come > 0; i++) {
    const guint64 *below;
    int length; /* L(i + 1, j) */

    if (i > 0 && i % table->block == 0)
      find_block (table, i / table->block);
    below = row_at (table, table->rows, i % table->block + 1);
    length = length_at (table, below, j);
    while (table->x[i] != table->y[j] && length < to_come) { /* (CS3) */
      const int bit = bit_of (table, j++);

      length -= (below[bit / WORD] >> bit % WORD & 1) == 0;
    }
    if (table->x[i] == table->y[j]) {
      match[i] = j++;
      to_come--;
    }
  }
}

static gboolean
reserve (Subsequence *scratch, int n_y, int n_numbers)
{
  if (!try_reserve (&scratch->previous, &scratch->previous_allocated, (gsize) n_y, sizeof (int))
      || !try_reserve (&scratch->places, &scratch->places_allocated, (gsize) n_numbers,
                       sizeof (NumberPlaces)))
    return FALSE;
  for (; scratch->n_places < (gsize) n_numbers; scratch->n_places++)
    scratch->places[scratch->n_places] = (NumberPlaces){ .row = -1, .last = -1 };
  return TRUE;
}

/* Time: at most two times n_x rows of n_y / 64 words, and the way. Memory: n_y / 64 words for each of 2 sqrt
 * (n_x) rows and of fewer than 64 masks. For two sequences of 10,000 words these are 157 words for each of at
 * most 265 rows, 0.3 MiB, where a table of all lengths would be of 400 MB. */
gboolean
subsequence_find (Subsequence *scratch, const int *x, int n_x, const int *y, int n_y, int n_numbers,
                  int *match)
{
  LengthTable table = { .scratch = scratch, .x = x, .y = y, .n_x = n_x, .n_y = n_y };
  int n_blocks, n_often;
  gsize n_rows;

  for (int i = 0; i < n_x; i++)
    match[i] = -1;
  if (!reserve (scratch, n_y, n_numbers))
    return FALSE;
  table.width = (gsize) (n_y - 1) / WORD + 1;
  table.block = (int) ceil (sqrt (n_x));
  n_blocks = (n_x - 1) / table.block + 1;
  n_often = count_places (&table);
  n_rows = (gsize) n_often + 1 + (gsize) n_blocks + (gsize) table.block + 1;
  if (!try_reserve (&scratch->rows, &scratch->rows_allocated, n_rows * table.width, sizeof (guint64))) {
    forget_places (&table);
    return FALSE;
  }
  /* One array holds, one behind the other: the mask of a seldom number, the masks of often ones, kept rows,
   * rows of the block. */
  table.seldom = scratch->rows;
  table.often = table.seldom + table.width;
  table.kept = row_at (&table, table.often, n_often);
  table.rows = row_at (&table, table.kept, n_blocks);
  memset (table.seldom, 0, ((gsize) n_often + 1) * table.width * sizeof (guint64));
  list_places (&table);
  find_blocks (&table, n_blocks);
  follow (&table, length_at (&table, table.rows, 0), match);
  forget_places (&table);
  return TRUE;
}

/* 3. align_words: words aligned by the stretches of text that they are, and in stretches with ranges by their
 * forms.
 *
 * A stretch with ranges is the least one that ends in no range. Its words are aligned by a longest common
 * subsequence of their forms in lower case, the one of evaluation.h.
 *
 * For `vámonos al mar`, in which gold has two ranges and the system one:
 *
 *   gold       vamos nos | a el | mar       ranges vámonos and al
 *   system     vamos nos | al   | mar       range vámonos
 *
 * The first stretch is of two words on both sides with equal forms, aligned one by one. The second one is of
 * `a el` and `al`, which have no form in common, so nothing is aligned. The words `mar` are the same stretch
 * of text, outside of ranges.
 */

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
  room_clear (&aligner->room);
  subsequence_clear (&aligner->subsequence);
}

static void
match (AlignedSide *gold, AlignedSide *system, int g, int s)
{
  gold->words[g].match = s;
  system->words[s].match = g;
}

/* Places in the text of a side are counted from what is done, since the text before is forgotten. */
static gsize
start_of (const AlignedSide *side, const AlignedWord *word)
{
  return aligned_side_since_done (side, word->start);
}

static gsize
end_of (const AlignedSide *side, const AlignedWord *word)
{
  return aligned_side_since_done (side, word->end);
}

/* Stretches with ranges. */

typedef struct {
  int gold, system;         /* its first words */
  int gold_end, system_end; /* the words behind it */
} Stretch;

/* Returns TRUE if no word @i begins inside of what ends at @end; one that is not in a range must end there
 * too. */
static gboolean
is_beyond (const AlignedSide *side, int i, gsize end)
{
  const AlignedWord *word = &side->words[i];

  if (i >= (int) side->taken.n_words)
    return TRUE;
  return word->is_in_range ? start_of (side, word) >= end : end_of (side, word) > end;
}

/* Goes over the next word of a side; returns where the stretch ends then. A word in a range makes it at least
 * as long as the range; other words leave its end where it is. */
static gsize
take_word (const AlignedSide *side, int *next, gsize end)
{
  const AlignedWord *word = &side->words[(*next)++];

  return word->is_in_range ? MAX (end, end_of (side, word)) : end;
}

/* Returns the stretch that begins with the words in hand, one of which is in a range. A word before the range
 * is passed over: it begins earlier than the range, so it is the same as no word of the other side. */
static Stretch
find_stretch (WordAligner *aligner, const AlignedSide *gold, const AlignedSide *system)
{
  const AlignedWord *g = &gold->words[aligner->gold], *s = &system->words[aligner->system];
  gsize end = g->is_in_range ? end_of (gold, g) : end_of (system, s);
  Stretch stretch;

  if (g->is_in_range)
    aligner->system += !s->is_in_range && start_of (system, s) < start_of (gold, g);
  else
    aligner->gold += start_of (gold, g) < start_of (system, s);
  stretch = (Stretch){ .gold = aligner->gold, .system = aligner->system };
  while (!is_beyond (gold, aligner->gold, end) || !is_beyond (system, aligner->system, end)) {
    const AlignedWord *next = &gold->words[aligner->gold], *other = &system->words[aligner->system];
    const gboolean has_gold = aligner->gold < (int) gold->taken.n_words;
    const gboolean has_system = aligner->system < (int) system->taken.n_words;

    if (has_gold && (!has_system || start_of (gold, next) <= start_of (system, other)))
      end = take_word (gold, &aligner->gold, end);
    else
      end = take_word (system, &aligner->system, end);
  }
  stretch.gold_end = aligner->gold;
  stretch.system_end = aligner->system;
  return stretch;
}

/* Aligns words that are as many on both sides if each has the form of its counterpart. Most stretches are so,
 * and then the subsequence is all of them: nothing needs to be lowered or numbered. */
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

/* Numbers the forms of words in lower case; those of both sides in one vocabulary, so that equal forms are
 * equal numbers. */
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
               gold->file, line, n_gold, n_system, system->file, SUBSEQUENCE_MOST_PAIRS);
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
align_stretch (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, const Stretch *stretch,
               GError **error)
{
  const int n_gold = stretch->gold_end - stretch->gold, n_system = stretch->system_end - stretch->system;

  if (n_gold == 0 || n_system == 0 || match_equal (gold, system, stretch))
    return TRUE;
  /* A subsequence of long stretches is quadratic in time. A file in which ranges overlap with those of the
   * other on and on can make one of all words, by mistake or on purpose. */
  if ((guint64) n_gold * (guint64) n_system > SUBSEQUENCE_MOST_PAIRS)
    return fail_pairs (gold, system, line_of (gold, stretch->gold), n_gold, n_system, error);
  if (!ROOM_RESERVE (&aligner->room, (gsize) n_gold + (gsize) n_system, ARRAY (aligner->numbers),
                     ARRAY (aligner->matches)))
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

/* Goes over words in hand that are not in ranges: both if they are the same stretch of text, else the one
 * that begins first, and the gold one of two that begin together. A longer word is thus passed over while the
 * other side still is within it. */
static void
align_word (WordAligner *aligner, AlignedSide *gold, AlignedSide *system)
{
  const AlignedWord *g = &gold->words[aligner->gold], *s = &system->words[aligner->system];
  const gboolean are_same =
      start_of (gold, g) == start_of (system, s) && end_of (gold, g) == end_of (system, s);
  const gboolean is_gold = start_of (gold, g) <= start_of (system, s);

  if (are_same)
    match (gold, system, aligner->gold, aligner->system);
  aligner->gold += are_same || is_gold;
  aligner->system += are_same || !is_gold;
}

/* Goes over both sides at once, as in merging sorted lists. Words behind the last one of the other side stay
 * without counterpart. */
gboolean
align_words_run (WordAligner *aligner, AlignedSide *gold, AlignedSide *system, GError **error)
{
  while (aligner->gold < (int) gold->taken.n_words && aligner->system < (int) system->taken.n_words) {
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

/* 4. align_score: what is right of aligned words. */

/* For a gold sentence of three words `a el mar`, of which the system has `al mar`: gold_words 3, system_words
 * 2, aligned_words 1. If UPOS of `mar` is right, F1 of UPOS is 2 * 1 / (3 + 2). */
typedef struct {
  const AlignedSide *gold, *system;
  const AlignedPlace *gold_end, *system_end;
  AlignedResult *results; /* of the gold sentences that are not done */
} Scorer;

static gint32 *
counts_of (const Scorer *scorer, int sentence)
{
  return scorer->results[(gsize) sentence - scorer->gold->done.n_sentences].counts;
}

static gboolean
has_same (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system, AlignedField field)
{
  const TbkPiece x = aligned_side_field (scorer->gold, gold, field);
  const TbkPiece y = aligned_side_field (scorer->system, system, field);

  return x.size == y.size && memcmp (x.bytes, y.bytes, x.size) == 0;
}

/* Returns TRUE if a gold word, and that with which one of the system is aligned, are the same; the root is
 * the same as the root. */
static gboolean
is_same_word (const Scorer *scorer, int gold, int system)
{
  if (system == ALIGNED_NOTHING)
    return gold == ALIGNED_NOTHING;
  return gold != ALIGNED_NOTHING && scorer->system->words[system].match == gold;
}

/* Returns TRUE if the functional children are the same, one by one. */
static gboolean
has_same_children (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  int g = gold->first_child, s = system->first_child;

  while (g != ALIGNED_NOTHING && s != ALIGNED_NOTHING) {
    const AlignedWord *x = &scorer->gold->words[g], *y = &scorer->system->words[s];

    /* A functional child is compared by what the shared task compares: its alignment, relation, UPOS and
     * features; not its head, since it is a child of both. */
    if (y->match != g || !has_same (scorer, x, y, ALIGNED_DEPREL) || !has_same (scorer, x, y, ALIGNED_UPOS)
        || !has_same (scorer, x, y, ALIGNED_FEATS))
      return FALSE;
    g = x->next_child;
    s = y->next_child;
  }
  return g == s;
}

static gboolean
has_same_lemma (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  const TbkPiece lemma = aligned_side_field (scorer->gold, gold, ALIGNED_LEMMA);

  /* A gold lemma of `_` is one that the treebank lacks: all lemmas are right. */
  return (lemma.size == 1 && lemma.bytes[0] == '_') || has_same (scorer, gold, system, ALIGNED_LEMMA);
}

/* Counts a gold word and one of the system that is aligned with it. */
static void
count_pair (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  gint32 *counts = counts_of (scorer, gold->sentence);
  const gboolean upos = has_same (scorer, gold, system, ALIGNED_UPOS);
  const gboolean xpos = has_same (scorer, gold, system, ALIGNED_XPOS);
  const gboolean feats = has_same (scorer, gold, system, ALIGNED_FEATS);
  const gboolean lemma = has_same_lemma (scorer, gold, system);
  const gboolean head = is_same_word (scorer, gold->head, system->head);
  const gboolean both = head && has_same (scorer, gold, system, ALIGNED_DEPREL);

  counts[ALIGNED_WORDS]++;
  counts[ALIGNED_RIGHT_UPOS] += upos;
  counts[ALIGNED_RIGHT_XPOS] += xpos;
  counts[ALIGNED_RIGHT_UFEATS] += feats;
  counts[ALIGNED_RIGHT_ALLTAGS] += upos && xpos && feats;
  counts[ALIGNED_RIGHT_LEMMAS] += lemma;
  counts[ALIGNED_RIGHT_UAS] += head;
  counts[ALIGNED_RIGHT_LAS] += both;
  /* The kind is that of the gold word alone; so CLAS, MLAS and BLEX have one denominator by the gold file,
   * and another one by the system's. */
  if (gold->kind != RELATION_CONTENT)
    return;
  counts[ALIGNED_CONTENT]++;
  counts[ALIGNED_RIGHT_CLAS] += both;
  counts[ALIGNED_RIGHT_MLAS] += both && upos && feats && has_same_children (scorer, gold, system);
  counts[ALIGNED_RIGHT_BLEX] += both && lemma;
}

/* Where only some words count, precision is of nothing: as many words as gold ones stand for the system's, so that F1 is
 * recall. */
static void
count_gold_words (const Scorer *scorer)
{
  const gboolean is_of_some = scorer->gold->counted != NULL;

  for (gsize w = scorer->gold->done.n_words; w < scorer->gold_end->n_words; w++) {
    const AlignedWord *word = &scorer->gold->words[w];
    gint32 *counts = counts_of (scorer, word->sentence);

    if (!word->counts)
      continue;
    counts[ALIGNED_GOLD_WORDS]++;
    counts[ALIGNED_GOLD_CONTENT] += word->kind == RELATION_CONTENT;
    counts[ALIGNED_SYSTEM_WORDS] += is_of_some;
    counts[ALIGNED_SYSTEM_CONTENT] += is_of_some && word->kind == RELATION_CONTENT;
    if (word->match != ALIGNED_NOTHING)
      count_pair (scorer, word, &scorer->system->words[word->match]);
  }
}

/* The gold sentence in which the place @start, from what is done, is; not before *@sentence, which becomes it. */
static AlignedResult *
result_at (const Scorer *scorer, gsize start, gsize *sentence)
{
  const AlignedSpan *sentences = &scorer->gold->sentences[scorer->gold->done.n_sentences];

  while (aligned_side_since_done (scorer->gold, sentences[*sentence].end) <= start)
    (*sentence)++;
  return &scorer->results[*sentence];
}

/* Counts words of the system in the gold sentence in which they are aligned, else in the one in which they
 * begin. Each is counted once, so the sums of sentences are those of files. */
static void
count_system_words (const Scorer *scorer)
{
  gsize sentence = 0;

  for (gsize w = scorer->system->done.n_words; w < scorer->system_end->n_words; w++) {
    const AlignedWord *word = &scorer->system->words[w];
    gint32 *counts = result_at (scorer, start_of (scorer->system, word), &sentence)->counts;

    if (word->match != ALIGNED_NOTHING)
      counts = counts_of (scorer, scorer->gold->words[word->match].sentence);
    counts[ALIGNED_SYSTEM_WORDS]++;
    counts[ALIGNED_SYSTEM_CONTENT] += word->kind == RELATION_CONTENT;
  }
}

/* Spans of a side. */
typedef struct {
  const AlignedSide *side;
  const AlignedSpan *next, *end;
} Spans;

static Spans
spans_of (const AlignedSide *side, const AlignedSpan *spans, gsize first, gsize end)
{
  return first == end ? (Spans){ .side = side } : (Spans){ side, spans + first, spans + end };
}

/* Where the next span begins; behind all text after the last. */
static gsize
next_start (const Spans *spans)
{
  return spans->next == spans->end ? G_MAXSIZE : aligned_side_since_done (spans->side, spans->next->start);
}

static gsize
next_size (const Spans *spans)
{
  return spans->next->end - spans->next->start;
}

/* Counts spans of both files, in order of their beginnings: @first is the number of the gold ones, behind it
 * stand those of the system and those that both have. */
static void
count_spans (const Scorer *scorer, Spans gold, Spans system, AlignedCount first)
{
  gsize sentence = 0;

  while (gold.next < gold.end || system.next < system.end) {
    const gsize at_gold = next_start (&gold), at_system = next_start (&system);
    const gboolean takes_gold = at_gold <= at_system, takes_system = at_system <= at_gold;
    const gboolean are_same = takes_gold && takes_system && next_size (&gold) == next_size (&system);
    AlignedResult *result = result_at (scorer, MIN (at_gold, at_system), &sentence);

    result->counts[first] += takes_gold;
    result->counts[first + 1] += takes_system;
    result->counts[first + 2] += are_same;
    result->ranges.gold += takes_gold && gold.next->is_range;
    result->ranges.system += takes_system && system.next->is_range;
    result->ranges.both += are_same && gold.next->is_range && system.next->is_range;
    gold.next += takes_gold;
    system.next += takes_system;
  }
}

void
align_score_add (AlignedResult *results, const AlignedSide *gold, const AlignedSide *system,
                 const AlignedPlace *gold_end, const AlignedPlace *system_end)
{
  const Scorer scorer = {
    .gold = gold, .system = system, .gold_end = gold_end, .system_end = system_end, .results = results
  };

  count_gold_words (&scorer);
  if (gold->counted != NULL)
    return;
  count_system_words (&scorer);
  count_spans (&scorer, spans_of (gold, gold->tokens, gold->done.n_tokens, gold_end->n_tokens),
               spans_of (system, system->tokens, system->done.n_tokens, system_end->n_tokens),
               ALIGNED_GOLD_TOKENS);
  count_spans (&scorer, spans_of (gold, gold->sentences, gold->done.n_sentences, gold_end->n_sentences),
               spans_of (system, system->sentences, system->done.n_sentences, system_end->n_sentences),
               ALIGNED_GOLD_SENTENCES);
}
