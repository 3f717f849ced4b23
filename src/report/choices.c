/* choices.c - the tally of numbers of optimal projectivizations. */
#include "tbk/choices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* Logarithms are summed as integers, so that the sum does not depend on the order. */
#define LOG10_UNIT 1e9

typedef struct {
  int number; /* times the width, plus 1: its first length */
  gint64 trees, nonprojective_trees, losing_trees, lost_arcs;
  gint64 log10_sum;    /* over losing trees, in units of 1 / LOG10_UNIT */
  GHashTable *numbers; /* of losing trees: decimal number to how many have it (gint64) */
} Bin;

struct TbkChoices {
  int width;
  GArray *bins; /* Bin, those that have trees, by number */
};

static void
bin_clear (gpointer bin)
{
  g_hash_table_unref (((Bin *) bin)->numbers);
}

TbkChoices *
tbk_choices_new (int width)
{
  TbkChoices *choices;

  g_return_val_if_fail (width >= 1, NULL);
  choices = g_new (TbkChoices, 1);
  choices->width = width;
  choices->bins = g_array_new (FALSE, FALSE, sizeof (Bin));
  g_array_set_clear_func (choices->bins, bin_clear);
  return choices;
}

void
tbk_choices_free (TbkChoices *choices)
{
  if (choices == NULL)
    return;
  g_array_free (choices->bins, TRUE);
  g_free (choices);
}

/* The place of the first bin whose number is at least @number. */
static guint
find_place (const TbkChoices *choices, int number)
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
get_bin (TbkChoices *choices, int number)
{
  guint place = find_place (choices, number);

  if (place == choices->bins->len || g_array_index (choices->bins, Bin, place).number != number) {
    Bin bin = { .number = number,
                .numbers = g_hash_table_new_full (hash_string, g_str_equal, g_free, g_free) };
    g_array_insert_val (choices->bins, place, bin);
  }
  return &g_array_index (choices->bins, Bin, place);
}

/* Adds @n_trees that have @number, a string that is taken. */
static void
add_number (Bin *bin, char *number, gint64 n_trees)
{
  gint64 *known = g_hash_table_lookup (bin->numbers, number);

  if (known != NULL) {
    *known += n_trees;
    g_free (number);
  } else {
    known = g_new (gint64, 1);
    *known = n_trees;
    g_hash_table_insert (bin->numbers, number, known);
  }
}

static double
log10_of (const mpz_t number)
{
  long exponent;
  double mantissa = mpz_get_d_2exp (&exponent, number);

  return log10 (mantissa) + exponent * log10 (2);
}

void
tbk_choices_add (TbkChoices *choices, int n, gboolean is_nonprojective, int lost_arcs, const mpz_t count)
{
  Bin *bin;

  g_return_if_fail (n >= 1);
  bin = get_bin (choices, (n - 1) / choices->width);
  bin->trees++;
  bin->nonprojective_trees += is_nonprojective;
  bin->lost_arcs += lost_arcs;
  if (lost_arcs == 0)
    return;
  bin->losing_trees++;
  bin->log10_sum += llround (log10_of (count) * LOG10_UNIT);
  add_number (bin, mpz_get_str (g_malloc (mpz_sizeinbase (count, 10) + 2), 10, count), 1);
}

void
tbk_choices_merge (TbkChoices *choices, TbkChoices *more)
{
  g_return_if_fail (choices->width == more->width);
  for (guint b = 0; b < more->bins->len; b++) {
    const Bin *from = &g_array_index (more->bins, Bin, b);
    Bin *bin = get_bin (choices, from->number);
    GHashTableIter iterator;
    gpointer number, n_trees;

    bin->trees += from->trees;
    bin->nonprojective_trees += from->nonprojective_trees;
    bin->losing_trees += from->losing_trees;
    bin->lost_arcs += from->lost_arcs;
    bin->log10_sum += from->log10_sum;
    g_hash_table_iter_init (&iterator, from->numbers);
    while (g_hash_table_iter_next (&iterator, &number, &n_trees))
      add_number (bin, g_strdup (number), *(gint64 *) n_trees);
  }
  g_array_set_size (more->bins, 0);
}

int
tbk_choices_n_bins (const TbkChoices *choices)
{
  return choices->bins->len;
}

/* Of two decimal numbers, the longer or else the later is the greater. */
static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  gsize length_x = strlen (x), length_y = strlen (y);

  return length_x != length_y ? (length_x < length_y ? -1 : 1) : strcmp (x, y);
}

/* Sets @median and @max to those of the losing trees, of which there are some. */
static void
get_order (const Bin *bin, mpz_t median, mpz_t max)
{
  guint n_numbers;
  g_autofree char **numbers = (char **) g_hash_table_get_keys_as_array (bin->numbers, &n_numbers);
  gint64 n_before = 0;
  guint middle = 0;

  qsort (numbers, n_numbers, sizeof (char *), compare_numbers);
  for (;; middle++) {
    n_before += *(gint64 *) g_hash_table_lookup (bin->numbers, numbers[middle]);
    if (2 * n_before >= bin->losing_trees)
      break;
  }
  mpz_set_str (median, numbers[middle], 10);
  mpz_set_str (max, numbers[n_numbers - 1], 10);
}

void
tbk_choices_get_bin (const TbkChoices *choices, int place, TbkChoicesBin *figures, mpz_t median, mpz_t max)
{
  const Bin *bin;

  g_return_if_fail (place >= 0 && place < tbk_choices_n_bins (choices));
  bin = &g_array_index (choices->bins, Bin, place);
  *figures = (TbkChoicesBin){
    .words_from = bin->number * choices->width + 1,
    .words_to = (bin->number + 1) * choices->width,
    .trees = bin->trees,
    .nonprojective_trees = bin->nonprojective_trees,
    .losing_trees = bin->losing_trees,
    .lost_arcs = bin->lost_arcs,
  };
  mpz_set_ui (median, 1);
  mpz_set_ui (max, 1);
  if (bin->losing_trees > 0) {
    figures->log10_mean = (double) bin->log10_sum / (double) bin->losing_trees / LOG10_UNIT;
    get_order (bin, median, max);
  }
}
