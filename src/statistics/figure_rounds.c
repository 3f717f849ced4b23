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

/* Of a name alone. */
static guint64
hash_name (const char *bytes, gsize length)
{
  return rounds_hash (ROUNDS_HASH_OF_NOTHING, bytes, length);
}

RoundsKey
rounds_key (const TbkEntry *entry, guint64 seed, const char *const *names, gboolean by_id)
{
  const char *file = names != NULL ? names[entry->file_number] : entry->file, *slash = strrchr (file, '/'),
             *name = slash != NULL ? slash + 1 : file;

  return (RoundsKey){ seed + hash_name (name, strlen (name)), by_id && entry->id != NULL
                                                                  ? hash_name (entry->id, entry->id_length)
                                                                  : (guint64) entry->index };
}

void
rounds_draw (RoundsKey key, guint16 rounds[TBK_FIGURES_ROUNDS])
{
  TbkRandom random;

  tbk_random_init (&random, key.file, key.sentence);
  for (int drawn = 0; drawn < TBK_FIGURES_ROUNDS;) {
    guint64 bits = random_next (&random);

    for (int i = 0; i < PER_NUMBER && drawn < TBK_FIGURES_ROUNDS; i++, bits >>= ROUND_BITS)
      rounds[drawn++] = (guint16) (bits & (TBK_FIGURES_ROUNDS - 1));
  }
}

/* 2. rounds: sums of what was drawn.
 *
 * Some sentences wait for one another: then each round is in registers once for all that drew it, and not fetched for
 * each. In a tally a row has a figure of all rounds. That makes few rows, which take time to look up.
 *
 * Sums are in lanes of 32 bits, so that one instruction adds many. A value in a lane is below 2^HALF_BITS, so a sum cannot
 * overflow before MOST_SETTLED times AT_ONCE sentences were added; then it goes to a wide one. Fractions are summed in units of
 * 10^-6 or 10^-9, which do not fit: such a figure has two lanes, of its lower and upper bits. Sentences whose values do not fit either
 * are added to the wide sums.
 */

enum {
  AT_ONCE = 16,
  ROOM = 56,
  N_LANES = 8,
  MOST_VECTORS = 2 * TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS / N_LANES,
  HALF_BITS = 20,
  MOST_SETTLED = G_MAXINT32 / (ROOM << HALF_BITS),
  LARGE_FACTOR = 1000
};
typedef gint32 Lanes
    __attribute__ ((vector_size (N_LANES * sizeof (gint32)), aligned (sizeof (gint32)), may_alias));

/* A figure that is summed. */
typedef struct {
  TbkFiguresKind kind;
  int column, lane;
  gboolean has_two_lanes;
} SummedFigure;

struct FigureRounds {
  const TbkFiguresOptions *options;
  GHashTable *bins; /* of the numbers of bins: their own sums, while this has none; or NULL */
  int bin;          /* -1: all lengths */
  SummedFigure summed[TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS];
  int n_summed, n_vectors;
  gboolean is_empty;
  gint32 *sums;                           /* of each round, n_vectors * N_LANES */
  gint64 *wide;                           /* what is to be added to them; NULL while that is nothing */
  gint64 in_hand[MOST_VECTORS * N_LANES]; /* the lanes of the sentence in hand */
  Lanes values[AT_ONCE][MOST_VECTORS];    /* of the sentences that wait */
  int n_waiting, n_settled;
  guint8 n_drawn[TBK_FIGURES_ROUNDS];     /* how many of them are in a round, */
  guint8 drawn[TBK_FIGURES_ROUNDS][ROOM]; /* and which */
};

static void
need (gboolean *is_needed, int n_columns, int column)
{
  if (column >= 0 && column < n_columns)
    is_needed[column] = TRUE;
}

const TbkTableColumns *
figure_rounds_group (const TbkFiguresOptions *options, TbkFiguresKind kind)
{
  return kind == TBK_FIGURES_OF_TREES     ? &figures_of_trees
         : kind == TBK_FIGURES_OF_LENGTHS ? options->lengths ? &figures_of_lengths : NULL
         : options->classes               ? &figures_of_classes
                                          : NULL;
}

gboolean
figure_rounds_is_wanted (const TbkFiguresOptions *options, TbkFiguresKind kind, int column)
{
  return figure_rounds_group (options, kind)->columns[column].cell != TBK_CELL_COUNT
         && (options->unwanted[kind] >> column & 1) == 0;
}

/* Whether @name is in the list, alone or with a suffix of the columns of intervals. */
static gboolean
is_in_list (const char *name, char **patterns)
{
  static const char *const suffixes[] = { "", "_low", "_high", "_old", "_new", "_difference", "_p" };

  for (guint s = 0; s < G_N_ELEMENTS (suffixes); s++) {
    g_autofree char *column = g_strconcat (name, suffixes[s], NULL);

    for (char **pattern = patterns; *pattern != NULL; pattern++)
      if (g_pattern_match_simple (*pattern, column))
        return TRUE;
  }
  return FALSE;
}

void
tbk_figures_want (TbkFiguresOptions *options, const char *columns)
{
  g_auto (GStrv) patterns = g_strsplit (columns, ",", -1);

  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
    const TbkTableColumns *group = figure_rounds_group (options, kind);

    for (int c = 0; group != NULL && c < group->n_columns; c++)
      if (!is_in_list (tbk_table_columns_name (group, c), patterns))
        options->unwanted[kind] |= G_GUINT64_CONSTANT (1) << c;
  }
}

void
figure_rounds_needed (const TbkFiguresOptions *options, TbkFiguresKind kind, int n_columns,
                      gboolean *is_needed)
{
  const TbkTableColumns *columns = figure_rounds_group (options, kind);

  memset (is_needed, 0, (gsize) n_columns * sizeof *is_needed);
  if (kind == TBK_FIGURES_OF_TREES && options->classes) /* shares of classes are of all trees */
    is_needed[TBK_FIGURE_SENTENCES] = TRUE;
  for (int c = 0; columns != NULL && c < columns->n_columns; c++)
    if (figure_rounds_is_wanted (options, kind, c)) {
      need (is_needed, n_columns, columns->columns[c].numerator);
      need (is_needed, n_columns, columns->columns[c].less);
      need (is_needed, n_columns, columns->columns[c].denominator);
    }
}

const char *
figure_rounds_key (TbkFiguresKind kind, int column, int bin, KeyNumber *number)
{
  const guint64 of_kinds = (guint64) (bin + 1) * TBK_FIGURES_N_KINDS + (guint64) kind;

  return key_number (number, of_kinds * FIGURES_MAX_COLUMNS + (guint64) column);
}

/* Whether figure @figure is summed in small units. */
static gboolean
is_large (const TbkTableColumns *columns, int figure)
{
  for (int c = 0; c < columns->n_columns; c++)
    if (columns->columns[c].factor > LARGE_FACTOR
        && (columns->columns[c].numerator == figure || columns->columns[c].less == figure))
      return TRUE;
  return FALSE;
}

/* Adds the figures of a kind of which some share or mean is made, behind @n_lanes lanes; returns how many there are then. */
static int
add_kind (FigureRounds *rounds, TbkFiguresKind kind, int n_lanes)
{
  const int n = tbk_figures_layout ()->sections[tbk_figures_section (kind, TBK_FIGURES_BY_FILE)].n_columns;
  gboolean is_needed[FIGURES_MAX_COLUMNS];

  figure_rounds_needed (rounds->options, kind, n, is_needed);
  for (int c = 0; c < n; c++)
    if (is_needed[c]) {
      const gboolean has_two = is_large (figure_rounds_group (rounds->options, kind), c);

      rounds->summed[rounds->n_summed++] = (SummedFigure){ kind, c, n_lanes, has_two };
      n_lanes += 1 + has_two;
    }
  return n_lanes;
}

static void
free_bin (gpointer rounds)
{
  figure_rounds_free (rounds);
}

/* The lanes of all rounds. */
static gsize
n_sums (const FigureRounds *rounds)
{
  return (gsize) TBK_FIGURES_ROUNDS * (gsize) rounds->n_vectors * N_LANES;
}

/* The sums of a bin of lengths, or of all. */
static FigureRounds *
new_sums (const TbkFiguresOptions *options, int bin)
{
  FigureRounds *rounds = g_new0 (FigureRounds, 1);
  int n_lanes = 0;

  rounds->options = options;
  rounds->bin = bin;
  rounds->is_empty = TRUE;
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (figure_rounds_group (options, kind) != NULL)
      n_lanes = add_kind (rounds, kind, n_lanes);
  rounds->n_vectors = (n_lanes + N_LANES - 1) / N_LANES;
  rounds->sums = g_new0 (gint32, n_sums (rounds));
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
  g_free (rounds->wide);
  g_free (rounds);
}

enum { MOST_IN_REGISTERS = 5 };

/* Adds some vectors of the sentences that wait to their rounds. @n: how many; a constant where this is inlined, so that their
 * sums are in registers. */
BODY void
settle_vectors (FigureRounds *rounds, int first, const int n)
{
  Lanes *round = (Lanes *) (gpointer) rounds->sums + first;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++, round += rounds->n_vectors) {
    const guint8 *drawn = rounds->drawn[r];
    Lanes sums[MOST_IN_REGISTERS];

    for (int v = 0; v < n; v++)
      sums[v] = round[v];
    for (int d = 0; d < rounds->n_drawn[r]; d++)
      for (int v = 0; v < n; v++)
        sums[v] += rounds->values[drawn[d]][first + v];
    for (int v = 0; v < n; v++)
      round[v] = sums[v];
  }
}

BODY void
settle_all_body (FigureRounds *rounds)
{
  int v = 0;

  for (; v + MOST_IN_REGISTERS <= rounds->n_vectors; v += MOST_IN_REGISTERS)
    settle_vectors (rounds, v, MOST_IN_REGISTERS);
  switch (rounds->n_vectors - v) {
  case 1:
    settle_vectors (rounds, v, 1);
    break;
  case 2:
    settle_vectors (rounds, v, 2);
    break;
  case 3:
    settle_vectors (rounds, v, 3);
    break;
  case 4:
    settle_vectors (rounds, v, 4);
    break;
  default:
    break;
  }
}

BOTH (static, void, settle_all, (FigureRounds * rounds), (rounds))

static gint64 *
get_wide (FigureRounds *rounds)
{
  if (rounds->wide == NULL)
    rounds->wide = g_new0 (gint64, n_sums (rounds));
  return rounds->wide;
}

static void
settle (FigureRounds *rounds)
{
  if (rounds->n_settled == MOST_SETTLED) {
    gint64 *wide = get_wide (rounds);

    for (gsize i = 0; i < n_sums (rounds); i++)
      wide[i] += rounds->sums[i];
    memset (rounds->sums, 0, n_sums (rounds) * sizeof *rounds->sums);
    rounds->n_settled = 0;
  }
  settle_all (rounds);
  memset (rounds->n_drawn, 0, sizeof rounds->n_drawn);
  rounds->n_waiting = 0;
  rounds->n_settled++;
}

/* Adds the sentence in hand to the wide sums of @round. */
static void
add_wide (FigureRounds *rounds, guint round)
{
  const gsize n = (gsize) rounds->n_vectors * N_LANES;
  gint64 *wide = get_wide (rounds) + (gsize) round * n;

  for (gsize i = 0; i < n; i++)
    wide[i] += rounds->in_hand[i];
}

/* Sets the lanes of the sentence in hand; FALSE if some do not fit. */
static gboolean
set_lanes (FigureRounds *rounds, gint64 (*figures)[FIGURES_MAX_COLUMNS])
{
  const gint64 end = G_GINT64_CONSTANT (1) << HALF_BITS;
  gboolean fits = TRUE;

  for (int i = 0; i < rounds->n_summed; i++) {
    const SummedFigure *figure = &rounds->summed[i];
    const gint64 value = figures[figure->kind][figure->column];
    gint64 *lane = &rounds->in_hand[figure->lane];

    lane[0] = figure->has_two_lanes ? value & (end - 1) : value;
    if (figure->has_two_lanes)
      lane[1] = value >> HALF_BITS;
    fits =
        fits && lane[0] >= 0 && lane[0] < end && (!figure->has_two_lanes || (lane[1] >= 0 && lane[1] < end));
  }
  return fits;
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
add_sentence (FigureRounds *rounds, const TbkEntry *entry, gint64 (*figures)[FIGURES_MAX_COLUMNS])
{
  const gboolean fits = set_lanes (rounds, figures);
  guint16 drawn[TBK_FIGURES_ROUNDS];

  for (int i = 0; fits && i < rounds->n_vectors * N_LANES; i++)
    rounds->values[rounds->n_waiting][i / N_LANES][i % N_LANES] = (gint32) rounds->in_hand[i];
  rounds_draw (
      rounds_key (entry, rounds->options->seed, rounds->options->names, rounds->options->draws_by_id), drawn);
  for (int d = 0; d < TBK_FIGURES_ROUNDS; d++) {
    guint8 *n_drawn = &rounds->n_drawn[drawn[d]];

    if (G_LIKELY (fits && *n_drawn < ROOM))
      rounds->drawn[drawn[d]][(*n_drawn)++] = (guint8) rounds->n_waiting;
    else
      add_wide (rounds, drawn[d]);
  }
  rounds->is_empty = FALSE;
  if (fits && ++rounds->n_waiting == AT_ONCE)
    settle (rounds);
}

void
figure_rounds_add (FigureRounds *rounds, const TbkEntry *entry, int n, gint64 (*figures)[FIGURES_MAX_COLUMNS])
{
  if (rounds->bins == NULL)
    add_sentence (rounds, entry, figures);
  else if (n > 0)
    add_sentence (find_bin (rounds, n), entry, figures);
}

static gint64
find_sum (const FigureRounds *rounds, gsize place)
{
  return rounds->sums[place] + (rounds->wide == NULL ? 0 : rounds->wide[place]);
}

/* Adds figure @i of all rounds to the tally. */
static void
flush_figure (const FigureRounds *rounds, int i, TbkTally *tally)
{
  const SummedFigure *of_sum = &rounds->summed[i];
  gint64 values[TBK_FIGURES_ROUNDS];
  KeyNumber figure;
  gboolean is_zero = TRUE;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    const gsize place = ((gsize) r * (gsize) rounds->n_vectors) * N_LANES + (gsize) of_sum->lane;

    values[r] = find_sum (rounds, place);
    if (of_sum->has_two_lanes)
      values[r] += find_sum (rounds, place + 1) * (G_GINT64_CONSTANT (1) << HALF_BITS);
    is_zero = is_zero && values[r] == 0;
  }
  if (!is_zero)
    tbk_tally_add (tally, figures_rounds_section (),
                   (const char *[]){ figure_rounds_key (of_sum->kind, of_sum->column, rounds->bin, &figure) },
                   values);
}

static void
flush_sums (FigureRounds *rounds, TbkTally *tally)
{
  if (rounds->is_empty)
    return;
  settle (rounds);
  for (int i = 0; i < rounds->n_summed; i++)
    flush_figure (rounds, i, tally);
  memset (rounds->sums, 0, n_sums (rounds) * sizeof *rounds->sums);
  g_clear_pointer (&rounds->wide, g_free);
  rounds->n_settled = 0;
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
