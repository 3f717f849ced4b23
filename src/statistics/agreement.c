/* agreement.c - the sums over configurations.
 *
 * Contents
 *   1. layout: the tally of agreement, of dependencies and of phrase structure
 *   2. agreement: what is counted until it is flushed
 *   3. figures: what tallies tell
 *
 * Figures are counted by variant, distance and number of words; so tables by language, by bins of words and by distance are made
 * of the same rows, which parts of a run add up. A sentence waits until it is walked through: one that ends in an error leaves
 * no figures.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

/* 1. layout: the tally of agreement, of dependencies and of phrase structure. */

enum { SUMS, FIGURES, SETS, LENGTHS, TIMES, ROUNDS };
enum { LEFT_OUT, UNVALUED, N_SUMS };

static const TbkTallyColumn sums_columns[N_SUMS] = {
  [LEFT_OUT] = { "left_out", TBK_TALLY_SUM },
  [UNVALUED] = { "unvalued", TBK_TALLY_SUM },
};

#define PART(name, of)                                                                                       \
  {                                                                                                          \
    name, TBK_TALLY_SUM, .part_of = of + 1                                                                   \
  }
const TbkTallyColumn agreement_integers[AGREEMENT_N_FIGURES] = {
  [AGREEMENT_SENTENCES] = { "sentences", TBK_TALLY_SUM, .most = TBK_TALLY_MOST },
  [AGREEMENT_CONFIGURATIONS] = { "configurations", TBK_TALLY_SUM, .most = TBK_TALLY_MOST },
  [AGREEMENT_VALUES_DIFFER] = PART ("values_differ", AGREEMENT_CONFIGURATIONS),
  [AGREEMENT_SETS_DIFFER] = PART ("sets_differ", AGREEMENT_CONFIGURATIONS),
  [AGREEMENT_CONTAINED] = PART ("contained", AGREEMENT_SETS_DIFFER),
  [AGREEMENT_EXTRA] = PART ("extra", AGREEMENT_SETS_DIFFER),
  [AGREEMENT_MISSING] = PART ("missing", AGREEMENT_SETS_DIFFER),
  [AGREEMENT_EMPTY] = PART ("empty", AGREEMENT_CONFIGURATIONS),
  [AGREEMENT_HARM] = { "harm", TBK_TALLY_SUM },
  [AGREEMENT_REFERENCE_TIME] = { "reference_nanoseconds", TBK_TALLY_SUM },
  [AGREEMENT_VARIANT_TIME] = { "nanoseconds", TBK_TALLY_SUM },
};
static const TbkTallyColumn configurations_column[] = { { "configurations", TBK_TALLY_SUM } };
static const TbkTallyColumn time_column[] = { { "nanoseconds", TBK_TALLY_SUM } };

enum { OF_VARIANT, OF_DISTANCE, OF_WORDS, N_FIGURE_KEYS };
static const TbkTallyKey figures_key[N_FIGURE_KEYS] = { [OF_VARIANT] = { "variant", TBK_TALLY_INTEGER },
                                                        [OF_DISTANCE] = { "distance", TBK_TALLY_INTEGER },
                                                        [OF_WORDS] = { "words", TBK_TALLY_INTEGER } };
static const TbkTallyKey sets_key[] = { { "variant", TBK_TALLY_INTEGER },
                                        { "reference_set", TBK_TALLY_INTEGER },
                                        { "variant_set", TBK_TALLY_INTEGER } };
static const TbkTallyKey times_key[] = { { "length", TBK_TALLY_INTEGER },
                                         { "oracle", TBK_TALLY_INTEGER } }; /* 0: the reference */
static const TbkTallyKey rounds_keys[] = { { "width",
                                             TBK_TALLY_INTEGER }, /* of bins of words; 0: there are none */
                                           { "bin", TBK_TALLY_INTEGER },
                                           { "variant", TBK_TALLY_INTEGER },
                                           { "figure", TBK_TALLY_INTEGER } };

static const TbkTallySection sections[] = {
  [SUMS] = { "sums", NULL, 0, sums_columns, N_SUMS },
  [FIGURES] = { "figures", figures_key, N_FIGURE_KEYS, agreement_integers, AGREEMENT_N_FIGURES },
  [SETS] = { "sets", sets_key, 3, configurations_column, 1 }, /* only of sets that differ */
  [LENGTHS] = { "lengths", times_key, 1, configurations_column, 1 },
  [TIMES] = { "times", times_key, 2, time_column, 1 },
  [ROUNDS] = { "rounds", rounds_keys, G_N_ELEMENTS (rounds_keys), rounds_columns, TBK_FIGURES_ROUNDS },
};

/* Above the words of any sentence, of which 64 MiB are read: a length fits into an int. */
enum { MOST_LENGTH = 1 << 23 };

static const char excess[] = "found more configurations that differ than there are, or too many";

/* Returns TRUE if the different sets of any variant are of more than @n configurations, or a pair of none. */
static gboolean
are_sets_wrong (const TbkTally *tally, gint64 n)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SETS, &n_rows);
  gint64 n_left = n;

  for (gsize r = 0; r < n_rows; r++) {
    const gboolean is_next = r == 0 || strcmp (rows[r].key[0], rows[r - 1].key[0]) != 0;

    n_left = (is_next ? n : n_left) - rows[r].values[0];
    if (rows[r].values[0] == 0 || n_left < 0)
      return TRUE;
  }
  return FALSE;
}

static const char *
find_fault (const TbkTally *tally)
{
  TbkAgreementFigures figures;
  gsize n_lengths;
  g_autofree TbkTallyRow *lengths = tbk_tally_rows (tally, LENGTHS, &n_lengths);

  tbk_agreement_get (tally, 0, &figures);
  if (n_lengths > 0 && key_value (lengths[n_lengths - 1].key[0]) > MOST_LENGTH)
    return "found a configuration longer than any sentence";
  if (n_lengths > 0
      && (figures.configurations > TBK_TALLY_MOST
          || tally_rest (figures.configurations, lengths, n_lengths, 0) < 0))
    return "found configurations of more lengths than there are, or too many";
  return are_sets_wrong (tally, figures.configurations)
             ? "found more configurations that differ than there are"
             : NULL;
}

static const TbkTallyLayout layout = { "agreement", sections, G_N_ELEMENTS (sections), find_fault, excess };

const TbkTallyLayout *
agreement_layout (void)
{
  return &layout;
}

/* 2. agreement: what is counted until it is flushed. */

/* The number of times that a pair of different sets occurred; 0 for a place of the table that is free. */
typedef struct {
  guint reference, variant;
  gint64 configurations;
} SetPair;

/* Counts of one variant. The pairs are a hash table with open addressing, a power of 2 in size and at most
 * half full. */
typedef struct {
  SetPair *pairs;
  guint n_pairs, n_places;
} Variant;

enum { FEWEST_PLACES = 64 };

/* The integers of all variants at all distances. */
typedef gint64 AgreementRow[AGREEMENT_DISTANCES][AGREEMENT_N_FIGURES];

struct Agreement {
  const TbkAgreementOptions *options;
  int n_variants;
  gint64 sums[N_SUMS];
  AgreementRow *in_hand; /* of each variant, of the sentence that is walked through */
  GHashTable *by_words;  /* the same of all sentences of a number of words */

  RoundSums *all;   /* (nullable): of all sentences */
  GHashTable *bins; /* (nullable): of the numbers of bins: RoundSums */
  gint64 *drawn;    /* the figures of the sentence in hand, for these */

  /* For dependencies. */
  const TbkSystem *system; /* NULL: of phrase structure */
  Variant *variants;
  GArray *lengths; /* gint64: for each length the configurations, then the time of each oracle */
};

/* The figures that rounds sum up: all but times. */
enum { N_DRAWN = AGREEMENT_HARM + 1 };

/* Numbers kept for a length. */
static guint
row_width (const Agreement *agreement)
{
  return agreement->n_variants + 2;
}

static void
free_sums (gpointer sums)
{
  round_sums_free (sums);
}

Agreement *
agreement_new (const TbkAgreementOptions *options)
{
  const TbkCompareOptions *compare = &options->compare;
  Agreement *agreement = g_new0 (Agreement, 1);

  agreement->options = options;
  agreement->system = compare->system;
  agreement->n_variants = compare->phrases != NULL ? 1 : compare->n_variants;
  agreement->in_hand = g_new0 (AgreementRow, agreement->n_variants);
  agreement->by_words = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (options->level > 0) {
    agreement->all = round_sums_new (agreement->n_variants * N_DRAWN, NULL);
    agreement->drawn = g_new (gint64, agreement->n_variants * N_DRAWN);
  }
  if (options->level > 0 && options->width > 0)
    agreement->bins = g_hash_table_new_full (NULL, NULL, NULL, free_sums);
  if (compare->phrases != NULL)
    return agreement;
  agreement->variants = g_new0 (Variant, agreement->n_variants);
  for (int v = 0; v < agreement->n_variants; v++) {
    agreement->variants[v].n_places = FEWEST_PLACES;
    agreement->variants[v].pairs = g_new0 (SetPair, FEWEST_PLACES);
  }
  agreement->lengths = g_array_new (FALSE, TRUE, sizeof (gint64));
  return agreement;
}

void
agreement_free (Agreement *agreement)
{
  if (agreement == NULL)
    return;
  for (int v = 0; agreement->variants != NULL && v < agreement->n_variants; v++)
    g_free (agreement->variants[v].pairs);
  g_free (agreement->variants);
  g_clear_pointer (&agreement->lengths, g_array_unref);
  g_free (agreement->in_hand);
  g_hash_table_destroy (agreement->by_words);
  round_sums_free (agreement->all);
  g_free (agreement->drawn);
  g_clear_pointer (&agreement->bins, g_hash_table_destroy);
  g_free (agreement);
}

void
agreement_count_left_out (Agreement *agreement)
{
  agreement->sums[LEFT_OUT]++;
}

void
agreement_count_unvalued (Agreement *agreement)
{
  agreement->sums[UNVALUED]++;
}

/* The place of a pair of sets, or the free one where it belongs. */
static SetPair *
find_pair (const Variant *variant, guint reference, guint set)
{
  guint place = (reference * 0x9e3779b1u ^ set * 0x85ebca6bu) >> 7;

  for (;; place++) {
    SetPair *pair = &variant->pairs[place & (variant->n_places - 1)];
    if (pair->configurations == 0 || (pair->reference == reference && pair->variant == set))
      return pair;
  }
}

/* Doubles the table. */
static void
grow_pairs (Variant *variant)
{
  g_autofree SetPair *old = variant->pairs;
  const guint n_old = variant->n_places;

  variant->n_places *= 2;
  variant->pairs = g_new0 (SetPair, variant->n_places);
  for (guint p = 0; p < n_old; p++)
    if (old[p].configurations > 0)
      *find_pair (variant, old[p].reference, old[p].variant) = old[p];
}

static void
count_pair (Variant *variant, guint reference, guint set)
{
  SetPair *pair = find_pair (variant, reference, set);

  if (pair->configurations++ > 0)
    return;
  pair->reference = reference;
  pair->variant = set;
  if (2 * ++variant->n_pairs > variant->n_places)
    grow_pairs (variant);
}

void
agreement_begin_sentence (Agreement *agreement)
{
  for (int v = 0; v < agreement->n_variants; v++) {
    memset (agreement->in_hand[v], 0, sizeof agreement->in_hand[v]);
    agreement->in_hand[v][0][AGREEMENT_SENTENCES] = 1;
  }
}

void
agreement_count_difference (Agreement *agreement, int variant, int distance, const gint64 *figures)
{
  gint64 *row = agreement->in_hand[variant][CLAMP (distance, 0, AGREEMENT_DISTANCES - 1)];

  for (int f = AGREEMENT_CONFIGURATIONS; f < AGREEMENT_N_FIGURES; f++)
    row[f] += figures[f];
}

/* The greatest loss, by the reference, of what the variant calls optimal. A transition from which the reference reaches no end
 * loses all that can still be made. */
static gint64
find_harm (const OracleVerdict *reference, const OracleVerdict *variant, int n_transitions)
{
  int best = TBK_IMPOSSIBLE, harm = 0;

  for (int t = 0; t < n_transitions; t++)
    best = MAX (best, reference->values[t]);
  for (int t = 0; t < n_transitions && best > 0; t++)
    if ((variant->optimal >> t & 1) != 0)
      harm = MAX (harm, reference->values[t] == TBK_IMPOSSIBLE ? best : best - reference->values[t]);
  return harm;
}

void
agreement_count_configuration (Agreement *agreement, int length, int distance, const OracleVerdict *verdicts)
{
  const int n_transitions = agreement->system->n_transitions;
  const guint reference = verdicts[0].optimal;
  guint width = row_width (agreement);
  gint64 *row;

  g_return_if_fail (length >= 0);
  if (agreement->lengths->len < (length + 1) * width)
    g_array_set_size (agreement->lengths, (length + 1) * width);
  row = &g_array_index (agreement->lengths, gint64, length * width);
  row[0]++;
  row[1] += verdicts[0].nanoseconds;
  for (int v = 0; v < agreement->n_variants; v++) {
    const OracleVerdict *verdict = &verdicts[v + 1];
    const guint set = verdict->optimal;
    const gint64 figures[AGREEMENT_N_FIGURES] = {
      [AGREEMENT_CONFIGURATIONS] = 1,
      [AGREEMENT_VALUES_DIFFER] =
          memcmp (verdict->values, verdicts[0].values, (gsize) n_transitions * sizeof (int)) != 0,
      [AGREEMENT_SETS_DIFFER] = set != reference,
      [AGREEMENT_CONTAINED] = set != reference && (set & ~reference) == 0,
      [AGREEMENT_EXTRA] = (set & ~reference) != 0,
      [AGREEMENT_MISSING] = (reference & ~set) != 0,
      [AGREEMENT_EMPTY] = set == 0,
      [AGREEMENT_HARM] = set == reference ? 0 : find_harm (&verdicts[0], verdict, n_transitions),
      [AGREEMENT_REFERENCE_TIME] = verdicts[0].nanoseconds,
      [AGREEMENT_VARIANT_TIME] = verdict->nanoseconds,
    };

    agreement_count_difference (agreement, v, distance, figures);
    if (set != reference)
      count_pair (&agreement->variants[v], reference, set);
    row[v + 2] += verdict->nanoseconds;
  }
}

/* The sums of the bin of sentences of @n words. */
static RoundSums *
find_bin (Agreement *agreement, int n)
{
  const int bin = (n - 1) / agreement->options->width;
  RoundSums *sums = g_hash_table_lookup (agreement->bins, GINT_TO_POINTER (bin));

  if (sums == NULL) {
    sums = round_sums_new (agreement->n_variants * N_DRAWN, NULL);
    g_hash_table_insert (agreement->bins, GINT_TO_POINTER (bin), sums);
  }
  return sums;
}

/* Adds the sentence in hand to the rounds that it draws. */
static void
draw (Agreement *agreement, const TbkEntry *entry, int n)
{
  const TbkAgreementOptions *options = agreement->options;
  const gboolean is_of_phrases = options->compare.phrases != NULL;
  const RoundsKey key =
      rounds_key (is_of_phrases ? NULL : entry->sentence, is_of_phrases ? entry->sentence : NULL, entry,
                  options->seed, options->draws_by_id);

  for (int v = 0; v < agreement->n_variants; v++) {
    gint64 figures[AGREEMENT_N_FIGURES];

    memcpy (agreement->drawn + v * N_DRAWN, agreement_of_sentence (agreement, v, figures),
            N_DRAWN * sizeof *figures);
  }
  round_sums_add (agreement->all, key, agreement->drawn);
  if (agreement->bins != NULL && n > 0)
    round_sums_add (find_bin (agreement, n), key, agreement->drawn);
}

void
agreement_end_sentence (Agreement *agreement, const TbkEntry *entry, int n)
{
  AgreementRow *rows = g_hash_table_lookup (agreement->by_words, GINT_TO_POINTER (n));

  if (rows == NULL) {
    rows = g_new0 (AgreementRow, agreement->n_variants);
    g_hash_table_insert (agreement->by_words, GINT_TO_POINTER (n), rows);
  }
  for (int v = 0; v < agreement->n_variants; v++)
    for (int d = 0; d < AGREEMENT_DISTANCES; d++)
      for (int f = 0; f < AGREEMENT_N_FIGURES; f++)
        rows[v][d][f] += agreement->in_hand[v][d][f];
  if (agreement->all != NULL && entry != NULL)
    draw (agreement, entry, n);
}

const gint64 *
agreement_of_sentence (const Agreement *agreement, int variant, gint64 *figures)
{
  memset (figures, 0, AGREEMENT_N_FIGURES * sizeof *figures);
  for (int d = 0; d < AGREEMENT_DISTANCES; d++)
    for (int f = 0; f < AGREEMENT_N_FIGURES; f++)
      figures[f] += agreement->in_hand[variant][d][f];
  return figures;
}

static void
flush_pairs (const Variant *variant, int v, TbkTally *tally)
{
  KeyNumber number, reference, set;

  for (guint p = 0; p < variant->n_places; p++) {
    const SetPair *pair = &variant->pairs[p];
    const char *const key[] = { key_number (&number, (guint) v), key_number (&reference, pair->reference),
                                key_number (&set, pair->variant) };
    if (pair->configurations > 0)
      tbk_tally_add (tally, SETS, key, &pair->configurations);
  }
}

static void
flush_lengths (const Agreement *agreement, TbkTally *tally)
{
  const guint width = row_width (agreement);

  for (guint first = 0; first < agreement->lengths->len; first += width) {
    const gint64 *row = &g_array_index (agreement->lengths, gint64, first);
    KeyNumber length, oracle;
    const char *key[] = { key_number (&length, first / width), NULL };

    if (row[0] == 0)
      continue;
    tbk_tally_add (tally, LENGTHS, key, &row[0]);
    for (guint o = 0; o + 1 < width; o++) {
      key[1] = key_number (&oracle, o);
      tbk_tally_add (tally, TIMES, key, &row[o + 1]);
    }
  }
}

/* Adds the figures of sentences of @n words; none is all 0 at a distance where there are configurations. */
static void
flush_rows (const Agreement *agreement, int n, const AgreementRow *rows, TbkTally *tally)
{
  KeyNumber numbers[N_FIGURE_KEYS];
  const char *key[N_FIGURE_KEYS];

  key[OF_WORDS] = key_number (&numbers[OF_WORDS], (guint64) n);
  for (int v = 0; v < agreement->n_variants; v++)
    for (int d = 0; d < AGREEMENT_DISTANCES; d++) {
      const gint64 *figures = rows[v][d];

      if (figures[AGREEMENT_SENTENCES] == 0 && figures[AGREEMENT_CONFIGURATIONS] == 0)
        continue;
      key[OF_VARIANT] = key_number (&numbers[OF_VARIANT], (guint64) v);
      key[OF_DISTANCE] = key_number (&numbers[OF_DISTANCE], (guint64) d);
      tbk_tally_add (tally, FIGURES, key, figures);
    }
}

/* Adds the sums of the rounds of a bin (width 0: of all), and begins anew. */
static void
flush_rounds (const Agreement *agreement, RoundSums *sums, int width, int bin, TbkTally *tally)
{
  KeyNumber numbers[G_N_ELEMENTS (rounds_keys)];
  const char *key[G_N_ELEMENTS (rounds_keys)];

  key[0] = key_number (&numbers[0], (guint64) width);
  key[1] = key_number (&numbers[1], (guint64) bin);
  for (int i = 0; tally != NULL && i < agreement->n_variants * N_DRAWN; i++) {
    gint64 values[TBK_FIGURES_ROUNDS];

    key[2] = key_number (&numbers[2], (guint64) (i / N_DRAWN));
    key[3] = key_number (&numbers[3], (guint64) (i % N_DRAWN));
    if (round_sums_get (sums, i, values))
      tbk_tally_add (tally, ROUNDS, key, values);
  }
  round_sums_clear (sums);
}

/* Adds what was drawn. */
static void
flush_all_rounds (Agreement *agreement, TbkTally *tally)
{
  GHashTableIter iter;
  gpointer bin, sums;

  if (agreement->all != NULL)
    flush_rounds (agreement, agreement->all, 0, 0, tally);
  if (agreement->bins == NULL)
    return;
  g_hash_table_iter_init (&iter, agreement->bins);
  while (g_hash_table_iter_next (&iter, &bin, &sums))
    flush_rounds (agreement, sums, agreement->options->width, GPOINTER_TO_INT (bin), tally);
}

/* Forgets what was counted. */
static void
forget (Agreement *agreement)
{
  memset (agreement->sums, 0, sizeof agreement->sums);
  g_hash_table_remove_all (agreement->by_words);
  if (agreement->system == NULL)
    return;
  for (int v = 0; v < agreement->n_variants; v++) {
    Variant *variant = &agreement->variants[v];
    memset (variant->pairs, 0, variant->n_places * sizeof (SetPair));
    variant->n_pairs = 0;
  }
  g_array_set_size (agreement->lengths, 0);
}

void
agreement_flush (Agreement *agreement, TbkTally *tally)
{
  GHashTableIter iter;
  gpointer n, rows;

  flush_all_rounds (agreement, tally);
  if (tally != NULL) {
    tbk_tally_add (tally, SUMS, NULL, agreement->sums);
    g_hash_table_iter_init (&iter, agreement->by_words);
    while (g_hash_table_iter_next (&iter, &n, &rows))
      flush_rows (agreement, GPOINTER_TO_INT (n), rows, tally);
    for (int v = 0; agreement->system != NULL && v < agreement->n_variants; v++)
      flush_pairs (&agreement->variants[v], v, tally);
    if (agreement->system != NULL)
      flush_lengths (agreement, tally);
  }
  forget (agreement);
}

/* 3. figures: what tallies tell. */

/* The rows of the sets of @variant, in order. */
static Confusion *
list_sets (const TbkTally *tally, int variant, int *n)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SETS, &n_rows);
  Confusion *sets = g_new (Confusion, n_rows + 1);

  *n = 0;
  for (gsize r = 0; r < n_rows; r++)
    if (key_value (rows[r].key[0]) == variant)
      sets[(*n)++] = (Confusion){ (guint) key_value (rows[r].key[1]), (guint) key_value (rows[r].key[2]),
                                  rows[r].values[0] };
  return sets;
}

/* Returns TRUE if a row is of @variant, at @distance (-1: any), of sentences of @first to @last words. */
static gboolean
is_asked (const TbkTallyRow *row, AgreementAsked asked)
{
  const gint64 distance = key_value (row->key[OF_DISTANCE]), words = key_value (row->key[OF_WORDS]);

  return key_value (row->key[OF_VARIANT]) == asked.variant
         && (asked.distance < 0 || distance == asked.distance)
         && (asked.last_words == 0 || (words >= asked.first_words && words <= asked.last_words));
}

void
agreement_find (const TbkTally *tally, AgreementAsked asked, gint64 *figures)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, FIGURES, &n_rows);

  memset (figures, 0, AGREEMENT_N_FIGURES * sizeof *figures);
  for (gsize r = 0; r < n_rows; r++)
    for (int f = 0; is_asked (&rows[r], asked) && f < AGREEMENT_N_FIGURES; f++)
      figures[f] += rows[r].values[f];
}

const gint64 *
agreement_rounds (const TbkTally *tally, AgreementAsked asked, int figure)
{
  const int width = asked.last_words == 0 ? 0 : asked.last_words - asked.first_words + 1;
  const guint64 parts[] = { (guint64) width, width == 0 ? 0 : (guint64) ((asked.first_words - 1) / width),
                            (guint64) asked.variant, (guint64) figure };
  KeyNumber numbers[G_N_ELEMENTS (rounds_keys)];
  const char *key[G_N_ELEMENTS (rounds_keys)];

  for (guint k = 0; k < G_N_ELEMENTS (rounds_keys); k++)
    key[k] = key_number (&numbers[k], parts[k]);
  return figure < N_DRAWN ? tbk_tally_get (tally, ROUNDS, key) : NULL;
}

int
agreement_most_words (const TbkTally *tally)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, FIGURES, &n_rows);
  gint64 most = 0;

  for (gsize r = 0; r < n_rows; r++)
    most = MAX (most, key_value (rows[r].key[OF_WORDS]));
  return (int) most;
}

void
tbk_agreement_get (const TbkTally *tally, int variant, TbkAgreementFigures *figures)
{
  const gint64 *sums = tbk_tally_get (tally, SUMS, NULL);
  gint64 found[AGREEMENT_N_FIGURES];

  g_return_if_fail (variant >= 0);
  agreement_find (tally, (AgreementAsked){ .variant = variant, .distance = -1 }, found);
  *figures = (TbkAgreementFigures){ .sentences = found[AGREEMENT_SENTENCES],
                                    .left_out = sums == NULL ? 0 : sums[LEFT_OUT],
                                    .unvalued = sums == NULL ? 0 : sums[UNVALUED],
                                    .configurations = found[AGREEMENT_CONFIGURATIONS],
                                    .values_differ = found[AGREEMENT_VALUES_DIFFER],
                                    .sets_differ = found[AGREEMENT_SETS_DIFFER],
                                    .contained = found[AGREEMENT_CONTAINED],
                                    .extra = found[AGREEMENT_EXTRA],
                                    .missing = found[AGREEMENT_MISSING],
                                    .empty = found[AGREEMENT_EMPTY],
                                    .harm = found[AGREEMENT_HARM],
                                    .reference_nanoseconds = found[AGREEMENT_REFERENCE_TIME],
                                    .variant_nanoseconds = found[AGREEMENT_VARIANT_TIME] };
}

static int
compare_confusions (const void *a, const void *b)
{
  const Confusion *x = a, *y = b;

  if (x->configurations != y->configurations)
    return x->configurations > y->configurations ? -1 : 1;
  if (x->reference != y->reference)
    return x->reference < y->reference ? -1 : 1;
  return x->variant < y->variant ? -1 : x->variant > y->variant;
}

Confusion *
agreement_confusions (const TbkTally *tally, int variant, int *n_confusions)
{
  Confusion *confusions;

  g_return_val_if_fail (variant >= 0, NULL);
  confusions = list_sets (tally, variant, n_confusions);
  qsort (confusions, *n_confusions, sizeof (Confusion), compare_confusions);
  return confusions;
}

int *
agreement_lengths (const TbkTally *tally, int *n)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, LENGTHS, &n_rows);
  int *lengths = g_new (int, n_rows + 1);

  for (gsize r = 0; r < n_rows; r++)
    lengths[r] = (int) key_value (rows[r].key[0]);
  *n = (int) n_rows;
  return lengths;
}

gint64
agreement_at_length (const TbkTally *tally, int length, int oracle, gint64 *nanoseconds)
{
  KeyNumber length_number, oracle_number;
  const gint64 *configurations, *time;

  g_return_val_if_fail (length >= 0 && oracle >= 0, 0);
  const char *const key[] = { key_number (&length_number, (guint) length),
                              key_number (&oracle_number, (guint) oracle) };
  configurations = tbk_tally_get (tally, LENGTHS, key);
  time = tbk_tally_get (tally, TIMES, key);
  *nanoseconds = time == NULL ? 0 : *time;
  return configurations == NULL ? 0 : *configurations;
}

char *
transition_set_name (const TbkSystem *system, guint set)
{
  GString *name = g_string_new ("{");

  for (int t = 0; t < system->n_transitions; t++)
    if ((set >> t & 1) != 0)
      g_string_append_printf (name, "%s%s", name->len > 1 ? "," : "", system->transitions[t].key);
  g_string_append_c (name, '}');
  return g_string_free (name, FALSE);
}
