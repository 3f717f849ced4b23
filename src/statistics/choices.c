/* choices.c - numbers of optimal projectivizations by keys, with intervals.
 *
 * A tally has, for each bin, how many trees lose arcs and how often each number occurs: 12 trees with 2, one
 * with 23520. So medians are exact after tallies of parts are merged. Numbers have no bound, and are kept as
 * digits.
 *
 *   median, quartiles, greatest   by counting numbers in their order
 *   mean of logarithms            a sum of integers, in units of 1 / ROUNDS_LOG10_UNIT
 *   interval of the median        by ranks: find_rank()
 *   interval of the mean          by a bootstrap
 */
#include "statistics/statistics.h"
#include "tbk/statistics.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* Logarithms are summed as integers, so that the sum does not depend on the order. */

enum { BINS = CHOICES_SECTION_OF_BINS, NUMBERS, ROUNDS };
enum { TREES, NONPROJECTIVE_TREES, LOSING_TREES, LOST_ARCS, LOG10_SUM, N_COLUMNS };

/* The parts of a RowKey; and a number or a figure. */
enum { PARTS = TBK_KEYS_MOST };
static const TbkTallyKey number_keys[] = { ROW_KEY, { "number", TBK_TALLY_NUMBER } };

static const TbkTallyColumn bin_columns[N_COLUMNS] = {
  [TREES] = { "trees", .most = TBK_TALLY_MOST },
  [NONPROJECTIVE_TREES] = { "nonprojective_trees" },
  [LOSING_TREES] = { "losing_trees", .part_of = TREES + 1 },
  [LOST_ARCS] = { "lost_arcs" },
  [LOG10_SUM] = { "log10_sum" }, /* over losing trees, in units of 1 / ROUNDS_LOG10_UNIT */
};

/* Counts of the losing trees of a bin that have a number. */
static const TbkTallyColumn number_columns[] = { { "trees", TBK_TALLY_SUM } };

/* The figures of a bin whose sums are drawn: what a mean of logarithms is made of. */
enum { OF_TREES, OF_LOSING_TREES, OF_LOG10, N_DRAWN };

static const TbkTallyKey round_keys[] = { ROW_KEY, { "figure", TBK_TALLY_INTEGER } };

static const TbkTallySection sections[] = {
  [BINS] = { "bins", number_keys, PARTS, bin_columns, N_COLUMNS },
  [NUMBERS] = { "numbers", number_keys, PARTS + 1, number_columns, 1, TBK_TALLY_ALL, 0, BINS, LOSING_TREES },
  [ROUNDS] = { "rounds", round_keys, PARTS + 1, rounds_columns, TBK_FIGURES_ROUNDS },
};

typedef struct {
  gint64 values[N_COLUMNS];
  gint64 (*rounds)[TBK_FIGURES_ROUNDS]; /* N_DRAWN, or NULL */
} Bin;

struct Choices {
  TbkVocabulary *names; /* of bins: the parts of a key with a NUL behind each */
  GArray *bins;         /* Bin, by the number of the name */
  char *digits;
  gsize n_allocated;
};

static void
clear_bin (gpointer bin)
{
  g_free (((Bin *) bin)->rounds);
}

Choices *
choices_new (void)
{
  Choices *choices = g_new0 (Choices, 1);

  choices->names = tbk_vocabulary_new ();
  choices->bins = g_array_new (FALSE, TRUE, sizeof (Bin));
  g_array_set_clear_func (choices->bins, clear_bin);
  return choices;
}

void
choices_free (Choices *choices)
{
  if (choices == NULL)
    return;
  tbk_vocabulary_free (choices->names);
  g_array_free (choices->bins, TRUE);
  g_free (choices->digits);
  g_free (choices);
}

/* Returns the bin of a key, which is made if it is new; NULL if memory runs out. */
static Bin *
get_bin (Choices *choices, const RowKey *key, GError **error)
{
  const int number = tbk_vocabulary_add (choices->names, key->text->str, key->text->len, error);

  if (number < 0)
    return NULL;
  if ((guint) number == choices->bins->len)
    g_array_set_size (choices->bins, (guint) number + 1);
  return &g_array_index (choices->bins, Bin, number);
}

/* Returns the digits of @count, good until the next call. */
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

/* A tree that loses no arc has one projectivization, itself: such trees are counted, and their numbers are
 * not kept. */
gboolean
choices_count (Choices *choices, const RowKey *key, gboolean is_nonprojective, int lost_arcs,
               const mpz_t count, TbkTally *tally, GError **error)
{
  static const gint64 one = 1;
  const char *parts[PARTS + 1];
  Bin *bin = get_bin (choices, key, error);

  if (bin == NULL)
    return FALSE;
  bin->values[TREES]++;
  bin->values[NONPROJECTIVE_TREES] += is_nonprojective;
  bin->values[LOST_ARCS] += lost_arcs;
  if (lost_arcs == 0)
    return TRUE;
  bin->values[LOSING_TREES]++;
  bin->values[LOG10_SUM] += rounds_log10 (count);
  memcpy (parts, key->parts, sizeof key->parts);
  parts[PARTS] = write_digits (choices, count);
  tbk_tally_add (tally, NUMBERS, parts, &one);
  return TRUE;
}

/* A sentence is in each round as often as drawn[] says rounds have it: rounds that draw it twice are there
 * twice. */
gboolean
choices_draw (Choices *choices, const RowKey *key, const TbkEntry *entry, guint64 seed, int lost_arcs,
              const mpz_t count, GError **error)
{
  const gint64 log10 = lost_arcs == 0 ? 0 : rounds_log10 (count);
  Bin *bin = get_bin (choices, key, error);
  guint16 drawn[TBK_FIGURES_ROUNDS];

  if (bin == NULL)
    return FALSE;
  if (bin->rounds == NULL)
    bin->rounds = g_malloc0 (N_DRAWN * sizeof *bin->rounds);
  rounds_draw (rounds_key (entry->sentence, NULL, entry, seed, FALSE), drawn);
  for (int d = 0; d < TBK_FIGURES_ROUNDS; d++)
    bin->rounds[OF_TREES][drawn[d]]++;
  for (int d = 0; lost_arcs > 0 && d < TBK_FIGURES_ROUNDS; d++) {
    bin->rounds[OF_LOSING_TREES][drawn[d]]++;
    bin->rounds[OF_LOG10][drawn[d]] += log10;
  }
  return TRUE;
}

void
choices_flush (Choices *choices, TbkTally *tally)
{
  for (guint b = 0; b < choices->bins->len; b++) {
    const Bin *bin = &g_array_index (choices->bins, Bin, b);
    const char *parts[PARTS + 1];

    row_key_part (tbk_vocabulary_name (choices->names, (int) b), parts);
    tbk_tally_add (tally, BINS, parts, bin->values);
    for (int figure = 0; bin->rounds != NULL && figure < N_DRAWN; figure++) {
      KeyNumber number;

      parts[PARTS] = key_number (&number, (guint) figure);
      tbk_tally_add (tally, ROUNDS, parts, bin->rounds[figure]);
    }
  }
  g_array_set_size (choices->bins, 0);
  tbk_vocabulary_clear (choices->names);
}

/* Returns the decimal logarithm of the number that @digits write: that of the first 17 digits, and one for
 * each further digit. */
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
find_quantiles (ChoicesBin *bin, const TbkTallyRow *rows, gint64 n_losing)
{
  const char *quartiles[3] = { NULL };
  gint64 n_before = bin->counted_trees - n_losing;

  bin->max = "1";
  for (;; rows++) {
    /* The q-th quartile is the first number at which q quarters of the trees are counted; compared in
     * integers, as 4 n >= q N. */
    for (int q = 0; q < 3; q++)
      if (quartiles[q] == NULL
          && product_compare (4, (guint64) n_before, (guint64) q + 1, (guint64) bin->counted_trees) >= 0)
        quartiles[q] = bin->max;
    if (n_before >= bin->counted_trees)
      break;
    n_before += rows->values[0];
    bin->max = rows->key[PARTS];
  }
  bin->log10_lower = log10_of_digits (quartiles[0]);
  bin->median = quartiles[1];
  bin->log10_median = log10_of_digits (quartiles[1]);
  bin->log10_upper = log10_of_digits (quartiles[2]);
  return rows;
}

/* Looks for faults: bins that lose arcs must have numbers, none of which is 0. */
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
    if (numbers[r].key[PARTS][0] == '0')
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

ChoicesBin *
choices_bins (const TbkTally *tally, TbkOver over, int *n_bins)
{
  gsize n_rows, n_numbers;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, BINS, &n_rows);
  g_autofree TbkTallyRow *all_numbers = tbk_tally_rows (tally, NUMBERS, &n_numbers);
  const TbkTallyRow *numbers = all_numbers;
  ChoicesBin *bins;

  g_return_val_if_fail ((guint) over <= TBK_OVER_ALL, NULL);
  bins = g_new (ChoicesBin, n_rows + 1);
  for (gsize b = 0; b < n_rows; b++) {
    const gint64 *values = rows[b].values;

    bins[b] = (ChoicesBin){
      .key = rows[b].key,
      .trees = values[TREES],
      .nonprojective_trees = values[NONPROJECTIVE_TREES],
      .lost_arcs = values[LOST_ARCS],
      .counted_trees = values[over == TBK_OVER_ALL ? TREES : LOSING_TREES],
    };
    if (bins[b].counted_trees > 0)
      bins[b].log10_mean = (double) values[LOG10_SUM] / (double) bins[b].counted_trees / ROUNDS_LOG10_UNIT;
    numbers = find_quantiles (&bins[b], numbers, values[LOSING_TREES]);
  }
  *n_bins = (int) n_rows;
  return bins;
}

/* Returns the standard normal quantile of probability @p, above one half: halved 60 times, to about 1e-17 of
 * 10. */
static double
normal_quantile (double p)
{
  double low = 0, high = 10;

  for (int step = 0; step < 60; step++) {
    const double middle = (low + high) / 2;

    if (0.5 * erfc (-middle / G_SQRT2) < p)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The greatest rank whose value the median of the population is below with probability (100 - @level) / 200 at most: of @n
 * trees each is below the median with probability 1/2. 0 if there is none. By the binomial distribution itself while
 * 2^-n is a number, then by the normal one. */
static gint64
find_rank (gint64 n, int level)
{
  enum { MOST_EXACT = 1000 };
  const double most = (100 - level) / 200.0;
  double share, sum;
  gint64 rank = 0;

  if (n > MOST_EXACT)
    return (gint64) floor ((double) n / 2 - normal_quantile (1 - most) * sqrt ((double) n) / 2);
  share = sum = ldexp (1, -(int) n);
  while (sum <= most) {
    share *= (double) (n - rank) / (double) (rank + 1); /* of rank + 1 trees below it */
    sum += share;
    rank++;
  }
  return rank;
}

/* Returns the number of that rank, from 1, of @n_ones trees that lose no arcs and of those of @rows. */
static const char *
find_ranked (const TbkTallyRow *rows, gint64 n_ones, gint64 rank)
{
  const char *number = "1";

  for (gint64 n_before = n_ones; n_before < rank; rows++) {
    n_before += rows->values[0];
    number = rows->key[PARTS];
  }
  return number;
}

/* Sets the interval of the mean of the logarithms of a bin. */
static void
find_mean_interval (const TbkTally *tally, const char *const *bin, TbkOver over, int level,
                    ChoicesInterval *interval)
{
  const char *key[PARTS + 1];
  const gint64 *sums[N_DRAWN];
  RoundValue means[TBK_FIGURES_ROUNDS], ends[2];
  int n = 0;

  memcpy (key, bin, PARTS * sizeof *key);
  interval->log10_mean_low = interval->log10_mean_high = NAN;
  for (int figure = 0; figure < N_DRAWN; figure++) {
    KeyNumber number;

    key[PARTS] = key_number (&number, (guint) figure);
    sums[figure] = tbk_tally_get (tally, ROUNDS, key);
    if (sums[figure] == NULL)
      return;
  }
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    const gint64 n_trees = sums[over == TBK_OVER_ALL ? OF_TREES : OF_LOSING_TREES][r];

    if (n_trees > 0)
      means[n++] = (RoundValue){ (double) sums[OF_LOG10][r] / (double) n_trees / ROUNDS_LOG10_UNIT, r };
  }
  if (n == 0)
    return;
  rounds_find_ends (means, n, level, ends);
  interval->log10_mean_low = ends[0].value;
  interval->log10_mean_high = ends[1].value;
}

ChoicesInterval *
choices_intervals (const TbkTally *tally, TbkOver over, int level)
{
  gsize n_rows, n_numbers;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, BINS, &n_rows);
  g_autofree TbkTallyRow *all_numbers = tbk_tally_rows (tally, NUMBERS, &n_numbers);
  const TbkTallyRow *numbers = all_numbers;
  ChoicesInterval *intervals;

  g_return_val_if_fail (level >= 1 && level <= 99 && (guint) over <= TBK_OVER_ALL, NULL);
  intervals = g_new0 (ChoicesInterval, n_rows + 1);
  for (gsize b = 0; b < n_rows; b++) {
    const gint64 n_losing = rows[b].values[LOSING_TREES],
                 n_counted = over == TBK_OVER_ALL ? rows[b].values[TREES] : n_losing,
                 rank = n_counted == 0 ? 0 : find_rank (n_counted, level);

    if (rank > 0) {
      intervals[b].median_low = find_ranked (numbers, n_counted - n_losing, rank);
      intervals[b].median_high = find_ranked (numbers, n_counted - n_losing, n_counted + 1 - rank);
    }
    find_mean_interval (tally, rows[b].key, over, level, &intervals[b]);
    /* The next bin's numbers begin behind as many trees as this one has. */
    for (gint64 n_left = n_losing; n_left > 0; numbers++)
      n_left -= numbers->values[0];
  }
  return intervals;
}

/* A row of the table. */
typedef struct {
  KeyedRow keyed; /* the first, for keyed_row_compare() */
  const ChoicesBin *bin;
  const ChoicesInterval *interval; /* or NULL */
} ChoicesRow;

/* Writes a text, or nothing if it is NULL. */
static void
write_text (const char *text, TbkTable *table)
{
  if (text == NULL)
    tbk_table_nothing (table);
  else
    tbk_table_string (table, text);
}

static void
write_mean (double mean, TbkTable *table)
{
  if (isnan (mean))
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, mean, 4);
}

static gboolean
write_row (const ChoicesRow *row, const TbkKeys *keys, TbkTable *table, GError **error)
{
  const ChoicesBin *bin = row->bin;

  keyed_row_write (&row->keyed, keys, table);
  tbk_table_integer (table, bin->trees);
  tbk_table_integer (table, bin->nonprojective_trees);
  tbk_table_integer (table, bin->lost_arcs);
  tbk_table_string (table, bin->median);
  if (row->interval != NULL) {
    write_text (row->interval->median_low, table);
    write_text (row->interval->median_high, table);
  }
  tbk_table_string (table, bin->max);
  write_mean (bin->log10_mean, table);
  if (row->interval != NULL) {
    write_mean (row->interval->log10_mean_low, table);
    write_mean (row->interval->log10_mean_high, table);
  }
  return tbk_table_end_row (table, error);
}

/* Adds the rows of a group of files; @owned gets the memory that they point into. */
static void
add_rows (const FileGroup *group, const TbkChoicesOptions *options, GPtrArray *owned, GArray *rows)
{
  int n;
  ChoicesBin *bins = choices_bins (group->tally, options->over, &n);
  ChoicesInterval *intervals =
      options->level == 0 ? NULL : choices_intervals (group->tally, options->over, options->level);

  g_ptr_array_add (owned, bins);
  g_ptr_array_add (owned, intervals);
  for (int b = 0; b < n; b++) {
    const ChoicesRow row = { { group, bins[b].key }, &bins[b], intervals == NULL ? NULL : &intervals[b] };

    g_array_append_val (rows, row);
  }
}

gboolean
tbk_choices_write (const TbkTallies *tallies, const TbkChoicesOptions *options, TbkTable *table,
                   GError **error)
{
  g_autoptr (GArray) groups = file_groups_new (tallies, &layout, options->keys);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ChoicesRow));
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);

  for (guint g = 0; g < groups->len; g++)
    add_rows (&g_array_index (groups, FileGroup, g), options, owned, rows);
  g_array_sort_with_data (rows, keyed_row_compare, (gpointer) options->keys);
  for (guint r = 0; r < rows->len; r++)
    if (!write_row (&g_array_index (rows, ChoicesRow, r), options->keys, table, error))
      return FALSE;
  return TRUE;
}
