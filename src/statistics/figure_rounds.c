/* figure_rounds.c - figures of sentences drawn at random, for intervals: sums of so many rounds at once.
 *
 * Contents
 *   1. draws: in which rounds a sentence is
 *   2. rounds: sums of what was drawn
 *
 * A bootstrap draws as many sentences as there are, with replacement, round by round; so it needs all sentences at once,
 * and what one part of a run drew does not add up with another part. Here each sentence draws, for itself, as many rounds
 * as there are. In a round it is then 0, 1, 2 ... times, with the probabilities of a binomial distribution of mean 1: as
 * good as those of Poisson, and of the bootstrap, where a treebank is not small. The sums of each round are integers of a
 * tally. They add up over batches, files, threads and parts of a run. In tables by length each bin of lengths has such sums.
 *
 * What is drawn depends on the seed, on the name of the file without its folder, and on the number of the sentence, or
 * where releases are compared on its ID:
 *
 *   random = tbk_random_init (seed + fnv (name), number or fnv (ID))
 *   rounds = nine bits each of the numbers of random, seven of a number, from the lowest bits up
 */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. draws: in which rounds a sentence is. */

enum { ROUND_BITS = 9, PER_NUMBER = 7 };
G_STATIC_ASSERT (TBK_FIGURES_ROUNDS == 1 << ROUND_BITS);

/* FNV-1a, of 64 bits. */
static guint64
fnv (const char *bytes, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

guint64
rounds_of_file (guint64 seed, const char *file)
{
  const char *slash = strrchr (file, '/'), *name = slash != NULL ? slash + 1 : file;

  return seed + fnv (name, strlen (name));
}

void
rounds_draw (guint64 of_file, guint64 place, gint64 weights[TBK_FIGURES_ROUNDS])
{
  TbkRandom random;

  memset (weights, 0, TBK_FIGURES_ROUNDS * sizeof *weights);
  tbk_random_init (&random, of_file, place);
  for (int drawn = 0; drawn < TBK_FIGURES_ROUNDS;) {
    guint64 bits = random_next (&random);

    for (int i = 0; i < PER_NUMBER && drawn < TBK_FIGURES_ROUNDS; i++, drawn++, bits >>= ROUND_BITS)
      weights[bits & (TBK_FIGURES_ROUNDS - 1)]++;
  }
}

/* Begins the numbers of a sentence. */
static void
begin_draws (const TbkFiguresOptions *options, const TbkEntry *entry, TbkRandom *random)
{
  const char *file = options->names != NULL ? options->names[entry->file_number] : entry->file;
  const gboolean has_id = options->draws_by_id && entry->id != NULL;

  tbk_random_init (random, rounds_of_file (options->seed, file),
                   has_id ? fnv (entry->id, entry->id_length) : (guint64) entry->index);
}

/* 2. rounds: sums of what was drawn.
 *
 * Some sentences wait for one another: then each round is in registers once for all that drew it, and not fetched for
 * each. In a tally a row has a figure of neighbouring rounds. That makes few rows, which take time to look up.
 */

enum {
  AT_ONCE = 16,
  ROOM = 56,
  N_LANES = 8,
  MOST_VECTORS = TBK_FIGURES_N_KINDS * TBK_TALLY_MAX_COLUMNS / N_LANES
};
typedef gint64 Lanes
    __attribute__ ((vector_size (N_LANES * sizeof (gint64)), aligned (sizeof (gint64)), may_alias));

/* A figure that is summed. */
typedef struct {
  TbkFiguresKind kind;
  int column;
} SummedFigure;

struct FigureRounds {
  const TbkFiguresOptions *options;
  GHashTable *bins; /* of the numbers of bins: their own sums, while this has none; or NULL */
  int bin;          /* -1: all lengths */
  SummedFigure summed[MOST_VECTORS * N_LANES];
  int n_summed, n_vectors;
  gboolean is_empty;
  gint64 *sums;                        /* of each round, n_vectors * N_LANES */
  Lanes values[AT_ONCE][MOST_VECTORS]; /* of the sentences that wait */
  int n_waiting;
  guint8 n_drawn[TBK_FIGURES_ROUNDS];     /* how many of them are in a round, */
  guint8 drawn[TBK_FIGURES_ROUNDS][ROOM]; /* and which */
};

static void
need (gboolean *is_needed, int n_columns, int column)
{
  if (column >= 0 && column < n_columns)
    is_needed[column] = TRUE;
}

void
figure_rounds_needed (const TbkTableColumns *columns, int n_columns, gboolean *is_needed)
{
  memset (is_needed, 0, (gsize) n_columns * sizeof *is_needed);
  for (int c = 0; c < columns->n_columns; c++)
    if (columns->columns[c].cell != TBK_CELL_COUNT) {
      need (is_needed, n_columns, columns->columns[c].numerator);
      need (is_needed, n_columns, columns->columns[c].less);
      need (is_needed, n_columns, columns->columns[c].denominator);
    }
}

const char *
figure_rounds_key (TbkFiguresKind kind, int column, int bin, KeyNumber *number)
{
  const guint64 of_kinds = (guint64) (bin + 1) * TBK_FIGURES_N_KINDS + (guint64) kind;

  return key_number (number, of_kinds * TBK_TALLY_MAX_COLUMNS + (guint64) column);
}

/* Adds the figures of a kind of which some share or mean is made. */
static void
add_kind (FigureRounds *rounds, TbkFiguresKind kind, const TbkTableColumns *columns)
{
  const int n = tbk_figures_layout ()->sections[tbk_figures_section (kind, TBK_FIGURES_BY_FILE)].n_columns;
  gboolean is_needed[TBK_TALLY_MAX_COLUMNS];

  figure_rounds_needed (columns, n, is_needed);
  for (int c = 0; c < n; c++)
    if (is_needed[c])
      rounds->summed[rounds->n_summed++] = (SummedFigure){ kind, c };
}

static void
free_bin (gpointer rounds)
{
  figure_rounds_free (rounds);
}

/* The sums of a bin of lengths, or of all. */
static FigureRounds *
new_sums (const TbkFiguresOptions *options, int bin)
{
  FigureRounds *rounds = g_new0 (FigureRounds, 1);

  rounds->options = options;
  rounds->bin = bin;
  rounds->is_empty = TRUE;
  add_kind (rounds, TBK_FIGURES_OF_TREES, &figures_of_trees);
  if (options->lengths)
    add_kind (rounds, TBK_FIGURES_OF_LENGTHS, &figures_of_lengths);
  if (options->classes)
    add_kind (rounds, TBK_FIGURES_OF_CLASSES, &figures_of_classes);
  rounds->n_vectors = (rounds->n_summed + N_LANES - 1) / N_LANES;
  rounds->sums = g_new0 (gint64, (gsize) TBK_FIGURES_ROUNDS * (gsize) rounds->n_vectors * N_LANES);
  return rounds;
}

FigureRounds *
figure_rounds_new (const TbkFiguresOptions *options)
{
  FigureRounds *rounds;

  if (!figures_have_key (options, TBK_FIGURES_BY_LENGTH))
    return new_sums (options, -1);
  rounds = g_new0 (FigureRounds, 1);
  rounds->options = options;
  rounds->bins = g_hash_table_new_full (NULL, NULL, NULL, free_bin);
  return rounds;
}

void
figure_rounds_free (FigureRounds *rounds)
{
  if (rounds == NULL)
    return;
  if (rounds->bins != NULL)
    g_hash_table_destroy (rounds->bins);
  g_free (rounds->sums);
  g_free (rounds);
}

/* Adds some vectors of the sentences that wait to their rounds. @n: how many, to 3; a constant where this is inlined, so
 * that their sums are in registers. */
static inline void
settle_vectors (FigureRounds *rounds, int first, const int n)
{
  Lanes *round = (Lanes *) (gpointer) rounds->sums + first;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++, round += rounds->n_vectors) {
    const guint8 *drawn = rounds->drawn[r];
    Lanes a = round[0], b = n > 1 ? round[1] : (Lanes){ 0 }, c = n > 2 ? round[2] : (Lanes){ 0 };

    for (int d = 0; d < rounds->n_drawn[r]; d++) {
      const Lanes *values = rounds->values[drawn[d]] + first;

      a += values[0];
      if (n > 1)
        b += values[1];
      if (n > 2)
        c += values[2];
    }
    round[0] = a;
    if (n > 1)
      round[1] = b;
    if (n > 2)
      round[2] = c;
  }
}

static void
settle (FigureRounds *rounds)
{
  int v = 0;

  for (; v + 3 <= rounds->n_vectors; v += 3)
    settle_vectors (rounds, v, 3);
  if (v + 2 == rounds->n_vectors)
    settle_vectors (rounds, v, 2);
  else if (v + 1 == rounds->n_vectors)
    settle_vectors (rounds, v, 1);
  memset (rounds->n_drawn, 0, sizeof rounds->n_drawn);
  rounds->n_waiting = 0;
}

/* Notes that the sentence in hand is in @round once more. */
static inline void
draw (FigureRounds *rounds, guint round)
{
  const Lanes *values = rounds->values[rounds->n_waiting];
  Lanes *sums = (Lanes *) (gpointer) rounds->sums + (gsize) round * (gsize) rounds->n_vectors;

  if (G_LIKELY (rounds->n_drawn[round] < ROOM))
    rounds->drawn[round][rounds->n_drawn[round]++] = (guint8) rounds->n_waiting;
  else
    for (int v = 0; v < rounds->n_vectors; v++)
      sums[v] += values[v];
}

/* The sums of the bin of sentences of @n words. */
static FigureRounds *
find_bin (FigureRounds *rounds, int n)
{
  const int bin = (n - 1) / rounds->options->width;
  FigureRounds *sums = g_hash_table_lookup (rounds->bins, GINT_TO_POINTER (bin));

  if (sums == NULL) {
    sums = new_sums (rounds->options, bin);
    g_hash_table_insert (rounds->bins, GINT_TO_POINTER (bin), sums);
  }
  return sums;
}

/* Adds the sentence to the sums of its bin or of all. */
static void
add_sentence (FigureRounds *rounds, const TbkEntry *entry, gint64 (*figures)[TBK_TALLY_MAX_COLUMNS])
{
  Lanes *values = rounds->values[rounds->n_waiting];
  TbkRandom random;

  for (int i = 0; i < rounds->n_summed; i++)
    values[i / N_LANES][i % N_LANES] = figures[rounds->summed[i].kind][rounds->summed[i].column];
  begin_draws (rounds->options, entry, &random);
  for (int drawn = 0; drawn < TBK_FIGURES_ROUNDS;) {
    guint64 bits = random_next (&random);

    for (int i = 0; i < PER_NUMBER && drawn < TBK_FIGURES_ROUNDS; i++, drawn++, bits >>= ROUND_BITS)
      draw (rounds, (guint) bits & (TBK_FIGURES_ROUNDS - 1));
  }
  rounds->is_empty = FALSE;
  if (++rounds->n_waiting == AT_ONCE)
    settle (rounds);
}

void
figure_rounds_add (FigureRounds *rounds, const TbkEntry *entry, int n,
                   gint64 (*figures)[TBK_TALLY_MAX_COLUMNS])
{
  if (rounds->bins == NULL)
    add_sentence (rounds, entry, figures);
  else if (n > 0)
    add_sentence (find_bin (rounds, n), entry, figures);
}

/* Adds figure @i of some rounds to the tally. */
static void
flush_block (const FigureRounds *rounds, int i, int block, TbkTally *tally)
{
  const gsize n = (gsize) rounds->n_vectors * N_LANES;
  const gint64 *sums = rounds->sums + (gsize) block * FIGURE_ROUNDS_IN_ROW * n + i;
  gint64 values[FIGURE_ROUNDS_IN_ROW];
  KeyNumber figure, number;
  gboolean is_zero = TRUE;

  for (int r = 0; r < FIGURE_ROUNDS_IN_ROW; r++) {
    values[r] = sums[(gsize) r * n];
    is_zero = is_zero && values[r] == 0;
  }
  if (!is_zero)
    tbk_tally_add (tally, figures_rounds_section (),
                   (const char *[]){ figure_rounds_key (rounds->summed[i].kind, rounds->summed[i].column,
                                                        rounds->bin, &figure),
                                     key_number (&number, (guint64) block) },
                   values);
}

static void
flush_sums (FigureRounds *rounds, TbkTally *tally)
{
  const gsize size = (gsize) TBK_FIGURES_ROUNDS * (gsize) rounds->n_vectors * N_LANES;

  if (rounds->is_empty)
    return;
  settle (rounds);
  for (int i = 0; i < rounds->n_summed; i++)
    for (int block = 0; block < TBK_FIGURES_ROUNDS / FIGURE_ROUNDS_IN_ROW; block++)
      flush_block (rounds, i, block, tally);
  memset (rounds->sums, 0, size * sizeof *rounds->sums);
  rounds->is_empty = TRUE;
}

/* Bins whose sums are kept from batch to batch; with many, memory would grow with the lengths that occur. */
enum { MOST_BINS = 256 };

void
figure_rounds_flush (FigureRounds *rounds, TbkTally *tally)
{
  GHashTableIter iter;
  gpointer sums;

  if (rounds->bins == NULL) {
    flush_sums (rounds, tally);
    return;
  }
  g_hash_table_iter_init (&iter, rounds->bins);
  while (g_hash_table_iter_next (&iter, NULL, &sums))
    flush_sums (sums, tally);
  if (g_hash_table_size (rounds->bins) > MOST_BINS)
    g_hash_table_remove_all (rounds->bins);
}
