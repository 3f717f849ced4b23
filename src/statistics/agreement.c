/* agreement.c - the sums over configurations.
 *
 * Contents
 *   1. layout: the tallies of agreement, of sentences and of trees
 *   2. agreement: what is counted until it is flushed
 *   3. figures: what tallies tell
 */
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

/* 1. layout: the tallies of agreement, of sentences and of trees. */

enum { SUMS, VARIANTS, SETS, LENGTHS, TIMES };
enum { SENTENCES, LEFT_OUT, CONFIGURATIONS, UNVALUED, REFERENCE_TIME, N_SUMS };
enum { VALUES_DIFFER, VARIANT_TIME, N_OF_VARIANT };

static const TbkTallyColumn sums_columns[N_SUMS] = {
  [SENTENCES] = { "sentences", TBK_TALLY_SUM },
  [LEFT_OUT] = { "left_out", TBK_TALLY_SUM },
  [CONFIGURATIONS] = { "configurations", TBK_TALLY_SUM },
  [UNVALUED] = { "unvalued", TBK_TALLY_SUM },
  [REFERENCE_TIME] = { "reference_nanoseconds", TBK_TALLY_SUM },
};
static const TbkTallyColumn variant_columns[N_OF_VARIANT] = {
  [VALUES_DIFFER] = { "values_differ", TBK_TALLY_SUM },
  [VARIANT_TIME] = { "nanoseconds", TBK_TALLY_SUM },
};
static const TbkTallyColumn configurations_column[] = { { "configurations", TBK_TALLY_SUM } };
static const TbkTallyColumn time_column[] = { { "nanoseconds", TBK_TALLY_SUM } };

static const TbkTallyKey variant_key[] = { { "variant", TBK_TALLY_INTEGER } };
static const TbkTallyKey sets_key[] = { { "variant", TBK_TALLY_INTEGER },
                                        { "reference_set", TBK_TALLY_INTEGER },
                                        { "variant_set", TBK_TALLY_INTEGER } };
static const TbkTallyKey times_key[] = { { "length", TBK_TALLY_INTEGER },
                                         { "oracle", TBK_TALLY_INTEGER } }; /* 0: the reference */

static const TbkTallySection sections[] = {
  [SUMS] = { "sums", NULL, 0, sums_columns, N_SUMS },
  [VARIANTS] = { "variants", variant_key, 1, variant_columns, N_OF_VARIANT },
  [SETS] = { "sets", sets_key, 3, configurations_column, 1 }, /* only of sets that differ */
  [LENGTHS] = { "lengths", times_key, 1, configurations_column, 1 },
  [TIMES] = { "times", times_key, 2, time_column, 1 },
};

/* Above the words of any sentence, of which 64 MiB are read: a length fits into an int. */
enum { MOST_LENGTH = 1 << 23 };

/* Whether the different sets of any variant are of more than @n configurations, or a pair of none. */
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
  const gint64 *sums = tbk_tally_get (tally, SUMS, NULL);
  const gint64 n = sums == NULL ? 0 : sums[CONFIGURATIONS];
  gsize n_variants, n_lengths;
  g_autofree TbkTallyRow *variants = tbk_tally_rows (tally, VARIANTS, &n_variants);
  g_autofree TbkTallyRow *lengths = tbk_tally_rows (tally, LENGTHS, &n_lengths);

  if (n_lengths > 0 && key_value (lengths[n_lengths - 1].key[0]) > MOST_LENGTH)
    return "found a configuration longer than any sentence";
  if (n > TBK_TALLY_MOST || tally_rest (n, lengths, n_lengths, 0) < 0)
    return "found configurations of more lengths than there are, or too many";
  for (gsize v = 0; v < n_variants; v++)
    if (variants[v].values[VALUES_DIFFER] > n)
      return "found more configurations that differ than there are";
  return are_sets_wrong (tally, n) ? "found more configurations that differ than there are" : NULL;
}

static const TbkTallyLayout layout = { "agreement", sections, G_N_ELEMENTS (sections), find_fault };

const TbkTallyLayout *
agreement_layout (void)
{
  return &layout;
}

static const TbkTallyColumn phrase_columns[] = {
  { "trees", TBK_TALLY_SUM },       { "configurations", TBK_TALLY_SUM }, { "losses_differ", TBK_TALLY_SUM },
  { "sets_differ", TBK_TALLY_SUM }, { "wrong_extra", TBK_TALLY_SUM },    { "missing", TBK_TALLY_SUM },
  { "empty", TBK_TALLY_SUM },       { "harm", TBK_TALLY_SUM },           { "left_out", TBK_TALLY_SUM },
};
static const TbkTallyKey distance_key[] = { { "distance", TBK_TALLY_INTEGER } };
static const TbkTallySection phrase_sections[] = {
  { "distances", distance_key, 1, phrase_columns, G_N_ELEMENTS (phrase_columns) },
};

static const char *
find_phrase_fault (const TbkTally *tally)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, 0, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    for (gsize c = 0; c < G_N_ELEMENTS (phrase_columns); c++)
      if (rows[r].values[c] > TBK_TALLY_MOST)
        return "found more trees or configurations than a file has";
  return NULL;
}

static const TbkTallyLayout phrase_layout = { "phrase-agreement", phrase_sections,
                                              G_N_ELEMENTS (phrase_sections), find_phrase_fault };

/* The columns are the counts, in their order. */
G_STATIC_ASSERT (sizeof (PhraseAgreement) == G_N_ELEMENTS (phrase_columns) * sizeof (gint64));

const TbkTallyLayout *
phrase_agreement_layout (void)
{
  return &phrase_layout;
}

/* 2. agreement: what is counted until it is flushed. */

/* How often a pair of different sets occurred; 0 for a place of the table that is free. */
typedef struct {
  guint reference, variant;
  gint64 configurations;
} SetPair;

/* Of one variant. The pairs are a hash table with open addressing, a power of 2 in size and at most half
 * full. */
typedef struct {
  gint64 sums[N_OF_VARIANT];
  SetPair *pairs;
  guint n_pairs, n_places;
} Variant;

enum { FEWEST_PLACES = 64 };

struct Agreement {
  const TbkSystem *system; /* NULL: of phrase structure */
  PhraseAgreement distances[PHRASE_DISTANCES];

  /* Of dependencies. */
  int n_variants;
  gint64 sums[N_SUMS];
  Variant *variants;
  GArray *lengths; /* gint64: for each length the configurations, then the time of each oracle */
};

/* Numbers kept for a length. */
static guint
row_width (const Agreement *agreement)
{
  return agreement->n_variants + 2;
}

Agreement *
agreement_new (const TbkSystem *system, int n_variants)
{
  Agreement *agreement;

  g_return_val_if_fail (system != NULL && n_variants >= 0, NULL);
  agreement = g_new0 (Agreement, 1);
  agreement->system = system;
  agreement->n_variants = n_variants;
  agreement->variants = g_new0 (Variant, n_variants);
  for (int v = 0; v < n_variants; v++) {
    agreement->variants[v].n_places = FEWEST_PLACES;
    agreement->variants[v].pairs = g_new0 (SetPair, FEWEST_PLACES);
  }
  agreement->lengths = g_array_new (FALSE, TRUE, sizeof (gint64));
  return agreement;
}

Agreement *
agreement_new_phrases (void)
{
  return g_new0 (Agreement, 1);
}

void
agreement_free (Agreement *agreement)
{
  if (agreement == NULL)
    return;
  for (int v = 0; v < agreement->n_variants; v++)
    g_free (agreement->variants[v].pairs);
  g_free (agreement->variants);
  if (agreement->lengths != NULL)
    g_array_free (agreement->lengths, TRUE);
  g_free (agreement);
}

void
agreement_count_sentence (Agreement *agreement)
{
  agreement->sums[SENTENCES]++;
}

void
agreement_count_left_out (Agreement *agreement)
{
  if (agreement->system == NULL)
    agreement->distances[0].left_out++;
  else
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
agreement_count_configuration (Agreement *agreement, int length, const OracleVerdict *verdicts)
{
  gsize size = agreement->system->n_transitions * sizeof (int);
  guint width = row_width (agreement);
  gint64 *row;

  g_return_if_fail (length >= 0);
  if (agreement->lengths->len < (length + 1) * width)
    g_array_set_size (agreement->lengths, (length + 1) * width);
  row = &g_array_index (agreement->lengths, gint64, length * width);
  row[0]++;
  row[1] += verdicts[0].nanoseconds;
  agreement->sums[CONFIGURATIONS]++;
  agreement->sums[REFERENCE_TIME] += verdicts[0].nanoseconds;
  for (int v = 0; v < agreement->n_variants; v++) {
    const OracleVerdict *verdict = &verdicts[v + 1];
    Variant *variant = &agreement->variants[v];

    variant->sums[VALUES_DIFFER] += memcmp (verdict->values, verdicts[0].values, size) != 0;
    if (verdict->optimal != verdicts[0].optimal)
      count_pair (variant, verdicts[0].optimal, verdict->optimal);
    variant->sums[VARIANT_TIME] += verdict->nanoseconds;
    row[v + 2] += verdict->nanoseconds;
  }
}

/* Adds the counts, all of them integers, of @from to those of @to. */
static void
add_counts (gint64 *to, const gint64 *from)
{
  for (gsize c = 0; c < G_N_ELEMENTS (phrase_columns); c++)
    to[c] += from[c];
}

void
agreement_count_phrases (Agreement *agreement, int distance, const PhraseAgreement *counts)
{
  g_return_if_fail (distance >= 0);
  add_counts (&agreement->distances[MIN (distance, PHRASE_DISTANCES - 1)].trees, &counts->trees);
}

static void
flush_variant (const Variant *variant, int v, TbkTally *tally)
{
  KeyNumber number, reference, set;
  const char *const key[] = { key_number (&number, (guint) v) };

  tbk_tally_add (tally, VARIANTS, key, variant->sums);
  for (guint p = 0; p < variant->n_places; p++) {
    const SetPair *pair = &variant->pairs[p];
    const char *const pair_key[] = { key[0], key_number (&reference, pair->reference),
                                     key_number (&set, pair->variant) };
    if (pair->configurations > 0)
      tbk_tally_add (tally, SETS, pair_key, &pair->configurations);
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

static void
flush_phrases (Agreement *agreement, TbkTally *tally)
{
  for (int d = 0; tally != NULL && d < PHRASE_DISTANCES; d++) {
    KeyNumber number;

    tbk_tally_add (tally, 0, (const char *[]){ key_number (&number, (guint64) d) },
                   &agreement->distances[d].trees);
  }
  memset (agreement->distances, 0, sizeof agreement->distances);
}

void
agreement_flush (Agreement *agreement, TbkTally *tally)
{
  if (agreement->system == NULL) {
    flush_phrases (agreement, tally);
    return;
  }
  if (tally != NULL) {
    tbk_tally_add (tally, SUMS, NULL, agreement->sums);
    for (int v = 0; v < agreement->n_variants; v++)
      flush_variant (&agreement->variants[v], v, tally);
    flush_lengths (agreement, tally);
  }
  memset (agreement->sums, 0, sizeof agreement->sums);
  for (int v = 0; v < agreement->n_variants; v++) {
    Variant *variant = &agreement->variants[v];
    memset (variant->sums, 0, sizeof variant->sums);
    memset (variant->pairs, 0, variant->n_places * sizeof (SetPair));
    variant->n_pairs = 0;
  }
  g_array_set_size (agreement->lengths, 0);
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

void
tbk_agreement_get (const TbkTally *tally, int variant, TbkAgreementFigures *figures)
{
  static const gint64 none[N_SUMS + N_OF_VARIANT];
  KeyNumber number;
  const gint64 *sums, *of_variant;
  g_autofree Confusion *sets = NULL;
  int n;

  g_return_if_fail (variant >= 0);
  sums = tbk_tally_get (tally, SUMS, NULL);
  of_variant = tbk_tally_get (tally, VARIANTS, (const char *[]){ key_number (&number, (guint) variant) });
  sums = sums == NULL ? none : sums;
  of_variant = of_variant == NULL ? none : of_variant;
  *figures = (TbkAgreementFigures){ .sentences = sums[SENTENCES],
                                    .left_out = sums[LEFT_OUT],
                                    .unvalued = sums[UNVALUED],
                                    .configurations = sums[CONFIGURATIONS],
                                    .values_differ = of_variant[VALUES_DIFFER],
                                    .reference_nanoseconds = sums[REFERENCE_TIME],
                                    .variant_nanoseconds = of_variant[VARIANT_TIME] };
  sets = list_sets (tally, variant, &n);
  for (int s = 0; s < n; s++) {
    figures->sets_differ += sets[s].configurations;
    figures->contained += (sets[s].variant & ~sets[s].reference) == 0 ? sets[s].configurations : 0;
  }
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

void
phrase_agreement_get (const TbkTally *tally, int distance, PhraseAgreement *row)
{
  g_return_if_fail (distance >= -1 && distance < PHRASE_DISTANCES);
  *row = (PhraseAgreement){ 0 };
  for (int d = MAX (distance, 0); d <= (distance < 0 ? PHRASE_DISTANCES - 1 : distance); d++) {
    KeyNumber number;
    const gint64 *values = tbk_tally_get (tally, 0, (const char *[]){ key_number (&number, (guint64) d) });

    if (values != NULL)
      add_counts (&row->trees, values);
  }
}
