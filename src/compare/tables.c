/* tables.c - agreements as rows of tables. */
#include "tbk/compare.h"

#define NANOSECONDS_PER_MICROSECOND 1000

static const char *const summary[] = { "file",          "variant",     "sentences", "configurations",
                                       "values_differ", "sets_differ", "contained", "reference_us",
                                       "variant_us",    NULL };
static const char *const confusions[] = { "file",        "variant",        "reference_set",
                                          "variant_set", "configurations", "share",
                                          NULL };
static const char *const length[] = { "file",         "variant",    "length", "configurations",
                                      "reference_us", "variant_us", NULL };

const char *const *
tbk_compare_columns (TbkCompareTable kind)
{
  g_return_val_if_fail ((guint) kind < TBK_COMPARE_N_TABLES, NULL);

  return kind == TBK_COMPARE_SUMMARY ? summary : kind == TBK_COMPARE_CONFUSIONS ? confusions : length;
}

static gboolean
write_summary (const TbkTally *tally, int v, const char *name, const char *variant, TbkTable *table,
               GError **error)
{
  TbkAgreementFigures figures;

  tbk_agreement_get (tally, v, &figures);
  tbk_table_string (table, name);
  tbk_table_string (table, variant);
  tbk_table_integer (table, figures.sentences);
  tbk_table_integer (table, figures.configurations);
  tbk_table_integer (table, figures.values_differ);
  tbk_table_integer (table, figures.sets_differ);
  tbk_table_integer (table, figures.contained);
  tbk_table_integer (table, figures.reference_nanoseconds / NANOSECONDS_PER_MICROSECOND);
  tbk_table_integer (table, figures.variant_nanoseconds / NANOSECONDS_PER_MICROSECOND);
  return tbk_table_end_row (table, error);
}

static gboolean
write_confusions (const TbkSystem *system, const TbkTally *tally, int v, const char *name,
                  const char *variant, TbkTable *table, GError **error)
{
  int n;
  g_autofree TbkConfusion *list = tbk_agreement_confusions (tally, v, &n);
  TbkAgreementFigures figures;

  tbk_agreement_get (tally, v, &figures);
  for (int i = 0; i < n; i++) {
    g_autofree char *reference_set = tbk_transition_set_name (system, list[i].reference);
    g_autofree char *variant_set = tbk_transition_set_name (system, list[i].variant);

    tbk_table_string (table, name);
    tbk_table_string (table, variant);
    tbk_table_string (table, reference_set);
    tbk_table_string (table, variant_set);
    tbk_table_integer (table, list[i].configurations);
    tbk_table_decimal (table, (double) list[i].configurations / (double) figures.sets_differ, 4);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static double
mean_microseconds (gint64 nanoseconds, gint64 n)
{
  return (double) nanoseconds / (double) n / NANOSECONDS_PER_MICROSECOND;
}

static gboolean
write_lengths (const TbkTally *tally, int v, const char *name, const char *variant, TbkTable *table,
               GError **error)
{
  int n_lengths;
  g_autofree int *lengths = tbk_agreement_lengths (tally, &n_lengths);

  for (int i = 0; i < n_lengths; i++) {
    const int l = lengths[i];
    gint64 reference_time, variant_time;
    const gint64 n = tbk_agreement_at_length (tally, l, 0, &reference_time);

    if (n == 0)
      continue;
    tbk_agreement_at_length (tally, l, v + 1, &variant_time);
    tbk_table_string (table, name);
    tbk_table_string (table, variant);
    tbk_table_integer (table, l);
    tbk_table_integer (table, n);
    tbk_table_decimal (table, mean_microseconds (reference_time, n), 3);
    tbk_table_decimal (table, mean_microseconds (variant_time, n), 3);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_compare_write_rows (TbkCompareTable kind, const TbkCompareOptions *options, const TbkTally *tally,
                        const char *name, TbkTable *table, GError **error)
{
  gboolean done = TRUE;

  for (int v = 0; done && v < options->n_variants; v++) {
    g_autofree char *variant = tbk_variant_name (&options->variants[v], options->system);

    if (kind == TBK_COMPARE_SUMMARY)
      done = write_summary (tally, v, name, variant, table, error);
    else if (kind == TBK_COMPARE_CONFUSIONS)
      done = write_confusions (options->system, tally, v, name, variant, table, error);
    else
      done = write_lengths (tally, v, name, variant, table, error);
  }
  return done;
}
