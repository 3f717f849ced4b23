/* choices.c - numbers of optimal projectivizations by length. */
#include "statistics/statistics.h"
#include "tbk/statistics.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* Logarithms are summed as integers, so that the sum does not depend on the order. */
#define LOG10_UNIT 1e9

enum { BINS, NUMBERS };
enum { TREES, NONPROJECTIVE_TREES, LOSING_TREES, LOST_ARCS, LOG10_SUM, N_COLUMNS };

static const TbkTallyKey number_keys[] = { { "bin", TBK_TALLY_INTEGER }, { "number", TBK_TALLY_NUMBER } };

static const TbkTallyColumn bin_columns[N_COLUMNS] = {
  [TREES] = { "trees", .most = TBK_TALLY_MOST },
  [NONPROJECTIVE_TREES] = { "nonprojective_trees" },
  [LOSING_TREES] = { "losing_trees", .part_of = TREES + 1 },
  [LOST_ARCS] = { "lost_arcs" },
  [LOG10_SUM] = { "log10_sum" }, /* over losing trees, in units of 1 / LOG10_UNIT */
};

/* How many of the losing trees of a bin have a number. */
static const TbkTallyColumn number_columns[] = { { "trees", TBK_TALLY_SUM } };

static const TbkTallySection sections[] = {
  [BINS] = { "bins", number_keys, 1, bin_columns, N_COLUMNS },
  [NUMBERS] = { "numbers", number_keys, 2, number_columns, 1, TBK_TALLY_ALL, 0, BINS, LOSING_TREES },
};

typedef struct {
  int number; /* times the width, plus 1: its first length */
  gint64 values[N_COLUMNS];
} Bin;

struct Choices {
  int width;
  GArray *bins; /* Bin, those that have trees, by number */
  char *digits;
  gsize n_allocated;
};

Choices *
choices_new (int width)
{
  Choices *choices;

  g_return_val_if_fail (width >= 1, NULL);
  choices = g_new0 (Choices, 1);
  choices->width = width;
  choices->bins = g_array_new (FALSE, FALSE, sizeof (Bin));
  return choices;
}

void
choices_free (Choices *choices)
{
  if (choices == NULL)
    return;
  g_array_free (choices->bins, TRUE);
  g_free (choices->digits);
  g_free (choices);
}

/* The place of the first bin whose number is at least @number. */
static guint
find_place (const Choices *choices, int number)
{
  guint first = 0, end = choices->bins->len;

  while (first < end) {
    guint middle = first + (end - first) / 2;

    if (g_array_index (choices->bins, Bin, middle).number < number)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/* The bin of that number, which is made if it is new. */
static Bin *
get_bin (Choices *choices, int number)
{
  guint place = find_place (choices, number);

  if (place == choices->bins->len || g_array_index (choices->bins, Bin, place).number != number) {
    Bin bin = { .number = number };
    g_array_insert_val (choices->bins, place, bin);
  }
  return &g_array_index (choices->bins, Bin, place);
}

static double
log10_of (const mpz_t number)
{
  long exponent;
  double mantissa = mpz_get_d_2exp (&exponent, number);

  return log10 (mantissa) + exponent * log10 (2);
}

/* The digits of @count, good until the next call. */
static const char *
write_digits (Choices *choices, const mpz_t count)
{
  gsize size = mpz_sizeinbase (count, 10) + 2;

  if (size > choices->n_allocated) {
    choices->n_allocated = 2 * size;
    choices->digits = g_realloc (choices->digits, choices->n_allocated);
  }
  return mpz_get_str (choices->digits, 10, count);
}

void
choices_count (Choices *choices, int n, gboolean is_nonprojective, int lost_arcs, const mpz_t count,
               TbkTally *tally)
{
  static const gint64 one = 1;
  KeyNumber bin_number;
  Bin *bin;

  g_return_if_fail (n >= 1);
  bin = get_bin (choices, (n - 1) / choices->width);
  bin->values[TREES]++;
  bin->values[NONPROJECTIVE_TREES] += is_nonprojective;
  bin->values[LOST_ARCS] += lost_arcs;
  if (lost_arcs == 0)
    return;
  bin->values[LOSING_TREES]++;
  bin->values[LOG10_SUM] += llround (log10_of (count) * LOG10_UNIT);
  const char *const key[] = { key_number (&bin_number, (guint) bin->number), write_digits (choices, count) };
  tbk_tally_add (tally, NUMBERS, key, &one);
}

void
choices_flush (Choices *choices, TbkTally *tally)
{
  for (guint b = 0; b < choices->bins->len; b++) {
    const Bin *bin = &g_array_index (choices->bins, Bin, b);
    KeyNumber number;
    const char *const key[] = { key_number (&number, (guint) bin->number) };

    tbk_tally_add (tally, BINS, key, bin->values);
  }
  g_array_set_size (choices->bins, 0);
}

/* The decimal logarithm of the number that @digits write. */
static double
log10_of_digits (const char *digits)
{
  char leading[18];

  g_strlcpy (leading, digits, sizeof leading);
  return log10 (g_ascii_strtod (leading, NULL)) + (double) (strlen (digits) - strlen (leading));
}

/* Sets median, quartiles and greatest of a bin by the numbers of its @n_losing trees that lose arcs, in
 * order, from @rows on. The other trees that are counted have the number 1. Returns the rows of the next
 * bin. */
static const TbkTallyRow *
find_quantiles (TbkChoicesBin *bin, const TbkTallyRow *rows, gint64 n_losing)
{
  const char *quartiles[3] = { NULL };
  gint64 n_before = bin->counted_trees - n_losing;

  bin->max = "1";
  for (;; rows++) {
    for (int q = 0; q < 3; q++)
      if (quartiles[q] == NULL
          && product_compare (4, (guint64) n_before, (guint64) q + 1, (guint64) bin->counted_trees) >= 0)
        quartiles[q] = bin->max;
    if (n_before >= bin->counted_trees)
      break;
    n_before += rows->values[0];
    bin->max = rows->key[1];
  }
  bin->log10_lower = log10_of_digits (quartiles[0]);
  bin->median = quartiles[1];
  bin->log10_median = log10_of_digits (quartiles[1]);
  bin->log10_upper = log10_of_digits (quartiles[2]);
  return rows;
}

/* Bins that lose arcs must have numbers, none of which is 0. */
static const char *
find_fault (const TbkTally *tally)
{
  gsize n_bins, n_numbers;
  g_autofree TbkTallyRow *bins = tbk_tally_rows (tally, BINS, &n_bins);
  g_autofree TbkTallyRow *numbers = tbk_tally_rows (tally, NUMBERS, &n_numbers);
  gint64 n_lacking = 0;

  for (gsize b = 0; b < n_bins; b++)
    n_lacking += bins[b].values[LOSING_TREES];
  for (gsize r = 0; r < n_numbers; r++) {
    n_lacking -= numbers[r].values[0];
    if (numbers[r].key[1][0] == '0')
      return "found trees with 0 projectivizations, expected at least 1";
    if (numbers[r].values[0] == 0)
      return "found a number of projectivizations of 0 trees, expected at least 1";
  }
  return n_lacking == 0 ? NULL : "found numbers of fewer trees than lose arcs, expected as many";
}

static const TbkTallyLayout layout = {
  "choices",
  sections,
  G_N_ELEMENTS (sections),
  find_fault,
  "found more trees that lose arcs than there are, or too many trees",
};

const TbkTallyLayout *
choices_layout (void)
{
  return &layout;
}

TbkChoicesBin *
tbk_choices_bins (const TbkTally *tally, int width, TbkOver over, int *n_bins)
{
  gsize n_rows, n_numbers;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, BINS, &n_rows);
  g_autofree TbkTallyRow *all_numbers = tbk_tally_rows (tally, NUMBERS, &n_numbers);
  const TbkTallyRow *numbers = all_numbers;
  TbkChoicesBin *bins;

  g_return_val_if_fail (width >= 1 && (guint) over <= TBK_OVER_ALL, NULL);
  bins = g_new (TbkChoicesBin, n_rows + 1);
  for (gsize b = 0; b < n_rows; b++) {
    const gint64 *values = rows[b].values;
    const gint64 number = key_value (rows[b].key[0]);

    bins[b] = (TbkChoicesBin){
      .words_from = number * width + 1,
      .words_to = (number + 1) * width,
      .trees = values[TREES],
      .nonprojective_trees = values[NONPROJECTIVE_TREES],
      .lost_arcs = values[LOST_ARCS],
      .counted_trees = values[over == TBK_OVER_ALL ? TREES : LOSING_TREES],
    };
    if (bins[b].counted_trees > 0)
      bins[b].log10_mean = (double) values[LOG10_SUM] / (double) bins[b].counted_trees / LOG10_UNIT;
    numbers = find_quantiles (&bins[b], numbers, values[LOSING_TREES]);
  }
  *n_bins = (int) n_rows;
  return bins;
}
