/* agreement.c - the sums over configurations. */
#include <stdlib.h>
#include <string.h>

#include "tbk/compare.h"

/* Of one variant. */
typedef struct {
  gint64 values_differ, nanoseconds;
  gint64 *pairs; /* configurations by (reference's set, variant's set) */
} Sums;

struct TbkAgreement {
  const TbkSystem *system;
  int n_variants;
  gint64 sentences, configurations, reference_nanoseconds;
  Sums *variants;
  GArray *lengths; /* gint64: for each length the configurations, then the time of each oracle */
};

/* The number of sets of transitions. */
static guint
n_sets (const TbkAgreement *agreement)
{
  return 1u << agreement->system->n_transitions;
}

static gsize
n_pairs (const TbkAgreement *agreement)
{
  return (gsize) n_sets (agreement) * n_sets (agreement);
}

/* Numbers kept for a length. */
static guint
row_width (const TbkAgreement *agreement)
{
  return agreement->n_variants + 2;
}

TbkAgreement *
tbk_agreement_new (const TbkSystem *system, int n_variants)
{
  TbkAgreement *agreement;

  g_return_val_if_fail (system != NULL && n_variants >= 0, NULL);
  agreement = g_new0 (TbkAgreement, 1);
  agreement->system = system;
  agreement->n_variants = n_variants;
  agreement->variants = g_new0 (Sums, n_variants);
  for (int v = 0; v < n_variants; v++)
    agreement->variants[v].pairs = g_new0 (gint64, n_pairs (agreement));
  agreement->lengths = g_array_new (FALSE, TRUE, sizeof (gint64));
  return agreement;
}

void
tbk_agreement_free (TbkAgreement *agreement)
{
  if (agreement == NULL)
    return;
  for (int v = 0; v < agreement->n_variants; v++)
    g_free (agreement->variants[v].pairs);
  g_free (agreement->variants);
  g_array_free (agreement->lengths, TRUE);
  g_free (agreement);
}

void
tbk_agreement_clear (TbkAgreement *agreement)
{
  agreement->sentences = agreement->configurations = agreement->reference_nanoseconds = 0;
  for (int v = 0; v < agreement->n_variants; v++) {
    Sums *sums = &agreement->variants[v];
    sums->values_differ = sums->nanoseconds = 0;
    memset (sums->pairs, 0, n_pairs (agreement) * sizeof (gint64));
  }
  g_array_set_size (agreement->lengths, 0);
}

void
tbk_agreement_merge (TbkAgreement *agreement, const TbkAgreement *more)
{
  g_return_if_fail (agreement->system == more->system && agreement->n_variants == more->n_variants);

  agreement->sentences += more->sentences;
  agreement->configurations += more->configurations;
  agreement->reference_nanoseconds += more->reference_nanoseconds;
  for (int v = 0; v < agreement->n_variants; v++) {
    Sums *sums = &agreement->variants[v];
    const Sums *added = &more->variants[v];

    sums->values_differ += added->values_differ;
    sums->nanoseconds += added->nanoseconds;
    for (gsize p = 0; p < n_pairs (agreement); p++)
      sums->pairs[p] += added->pairs[p];
  }
  if (agreement->lengths->len < more->lengths->len)
    g_array_set_size (agreement->lengths, more->lengths->len);
  for (guint i = 0; i < more->lengths->len; i++)
    g_array_index (agreement->lengths, gint64, i) += g_array_index (more->lengths, gint64, i);
}

void
tbk_agreement_add_sentence (TbkAgreement *agreement)
{
  agreement->sentences++;
}

void
tbk_agreement_add_configuration (TbkAgreement *agreement, int length, const TbkVerdict *verdicts)
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
  agreement->configurations++;
  agreement->reference_nanoseconds += verdicts[0].nanoseconds;
  for (int v = 0; v < agreement->n_variants; v++) {
    const TbkVerdict *verdict = &verdicts[v + 1];
    Sums *sums = &agreement->variants[v];

    sums->values_differ += memcmp (verdict->values, verdicts[0].values, size) != 0;
    sums->pairs[verdicts[0].optimal * n_sets (agreement) + verdict->optimal]++;
    sums->nanoseconds += verdict->nanoseconds;
    row[v + 2] += verdict->nanoseconds;
  }
}

static gboolean
has_variant (const TbkAgreement *agreement, int variant)
{
  return variant >= 0 && variant < agreement->n_variants;
}

void
tbk_agreement_get (const TbkAgreement *agreement, int variant, TbkAgreementFigures *figures)
{
  const Sums *sums;
  guint n = n_sets (agreement);

  g_return_if_fail (has_variant (agreement, variant));
  sums = &agreement->variants[variant];
  *figures = (TbkAgreementFigures){ .sentences = agreement->sentences,
                                    .configurations = agreement->configurations,
                                    .values_differ = sums->values_differ,
                                    .reference_nanoseconds = agreement->reference_nanoseconds,
                                    .variant_nanoseconds = sums->nanoseconds };
  for (guint r = 0; r < n; r++)
    for (guint s = 0; s < n; s++)
      if (r != s) {
        figures->sets_differ += sums->pairs[r * n + s];
        figures->contained += (s & ~r) == 0 ? sums->pairs[r * n + s] : 0;
      }
}

static int
compare_confusions (const void *a, const void *b)
{
  const TbkConfusion *x = a, *y = b;

  if (x->configurations != y->configurations)
    return x->configurations > y->configurations ? -1 : 1;
  if (x->reference != y->reference)
    return x->reference < y->reference ? -1 : 1;
  return x->variant < y->variant ? -1 : x->variant > y->variant;
}

TbkConfusion *
tbk_agreement_confusions (const TbkAgreement *agreement, int variant, int *n_confusions)
{
  const gint64 *pairs;
  guint n = n_sets (agreement);
  TbkConfusion *confusions;

  g_return_val_if_fail (has_variant (agreement, variant), NULL);
  pairs = agreement->variants[variant].pairs;
  confusions = g_new (TbkConfusion, n_pairs (agreement));
  *n_confusions = 0;
  for (guint r = 0; r < n; r++)
    for (guint s = 0; s < n; s++)
      if (r != s && pairs[r * n + s] > 0)
        confusions[(*n_confusions)++] = (TbkConfusion){ r, s, pairs[r * n + s] };
  qsort (confusions, *n_confusions, sizeof (TbkConfusion), compare_confusions);
  return confusions;
}

int
tbk_agreement_max_length (const TbkAgreement *agreement)
{
  guint n_rows = agreement->lengths->len / row_width (agreement);

  return n_rows == 0 ? 0 : (int) n_rows - 1;
}

gint64
tbk_agreement_at_length (const TbkAgreement *agreement, int length, int oracle, gint64 *nanoseconds)
{
  guint first = (guint) length * row_width (agreement);
  const gint64 *row;

  g_return_val_if_fail (length >= 0 && oracle >= 0 && oracle <= agreement->n_variants, 0);
  *nanoseconds = 0;
  if (first >= agreement->lengths->len)
    return 0;
  row = &g_array_index (agreement->lengths, gint64, first);
  *nanoseconds = row[oracle + 1];
  return row[0];
}

char *
tbk_transition_set_name (const TbkSystem *system, guint set)
{
  GString *name = g_string_new ("{");

  for (int t = 0; t < system->n_transitions; t++)
    if ((set >> t & 1) != 0)
      g_string_append_printf (name, "%s%s", name->len > 1 ? "," : "", system->transitions[t].key);
  g_string_append_c (name, '}');
  return g_string_free (name, FALSE);
}
