/* subsequence.c - a longest common subsequence by bits (Hyyro 2004), in little memory.
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
#include "evaluate/subsequence.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

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

/* The places of numbers. */

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

/* Counts how often each number is in y; returns how many are there often: fewer than WORD. */
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

static void
forget_places (const LengthTable *table)
{
  for (int j = 0; j < table->n_y; j++)
    table->scratch->places[table->y[j]] = (NumberPlaces){ .row = -1, .last = -1 };
}

/* Rows. */

/* (CS4) */
static void
step (const guint64 *below, const guint64 *places, guint64 *row, gsize width)
{
  guint64 carry = 0;

  for (gsize w = 0; w < width; w++) {
    const guint64 both = below[w] & places[w], sum = below[w] + both, whole = sum + carry;

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
  for (int j = of->last; j >= 0; j = table->scratch->previous[j])
    table->seldom[bit_of (table, j) / WORD] = 0;
}

/* L(i, j) of row i. */
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

/* Goes along the way; the last block is in `rows`, and the number of matches is @to_come. */
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
