/* figure_rounds.c - which figures are summed for intervals, and their sums in the tally (rounds.c).
 *
 * In a tally a row has a figure of all rounds. That makes few rows, which take time to look up. In tables by length each bin of
 * lengths has such sums.
 */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

enum { LARGE_FACTOR = 1000 };

/* A figure that is summed. */
typedef struct {
  TbkFiguresKind kind;
  int column;
} SummedFigure;

/* The figures of a table that are summed. */
typedef struct {
  SummedFigure figures[TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS];
  gboolean is_large[TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS];
  int n;
} SummedFigures;

struct FigureRounds {
  const TbkFiguresOptions *options;
  SummedFigures summed;
  RoundSums *all;   /* or NULL: there are bins */
  GHashTable *bins; /* of the numbers of bins: RoundSums */
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

/* Adds the figures of a kind of which some share or mean is made. */
static void
add_kind (SummedFigures *summed, TbkFiguresKind kind, const TbkFiguresOptions *options)
{
  const int n = tbk_figures_layout ()->sections[tbk_figures_section (kind, TBK_FIGURES_BY_FILE)].n_columns;
  gboolean is_needed[FIGURES_MAX_COLUMNS];

  figure_rounds_needed (options, kind, n, is_needed);
  for (int c = 0; c < n; c++)
    if (is_needed[c]) {
      summed->is_large[summed->n] = is_large (figure_rounds_group (options, kind), c);
      summed->figures[summed->n++] = (SummedFigure){ kind, c };
    }
}

static void
free_sums (gpointer sums)
{
  round_sums_free (sums);
}

FigureRounds *
figure_rounds_new (const TbkFiguresOptions *options)
{
  FigureRounds *rounds = g_new0 (FigureRounds, 1);

  rounds->options = options;
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (figure_rounds_group (options, kind) != NULL)
      add_kind (&rounds->summed, kind, options);
  if (figures_have_key (options, TBK_FIGURES_BY_LENGTH))
    rounds->bins = g_hash_table_new_full (NULL, NULL, NULL, free_sums);
  else
    rounds->all = round_sums_new (rounds->summed.n, rounds->summed.is_large);
  return rounds;
}

void
figure_rounds_free (FigureRounds *rounds)
{
  if (rounds == NULL)
    return;
  if (rounds->bins != NULL)
    g_hash_table_destroy (rounds->bins);
  round_sums_free (rounds->all);
  g_free (rounds);
}

/* The sums of the bin of sentences of @n words, or of all. */
static RoundSums *
find_sums (FigureRounds *rounds, int n)
{
  const int bin = (n - 1) / rounds->options->width;
  RoundSums *sums =
      rounds->all != NULL ? rounds->all : g_hash_table_lookup (rounds->bins, GINT_TO_POINTER (bin));

  if (sums == NULL) {
    sums = round_sums_new (rounds->summed.n, rounds->summed.is_large);
    g_hash_table_insert (rounds->bins, GINT_TO_POINTER (bin), sums);
  }
  return sums;
}

void
figure_rounds_add (FigureRounds *rounds, const TbkEntry *entry, int n, gint64 (*figures)[FIGURES_MAX_COLUMNS])
{
  const TbkFiguresOptions *options = rounds->options;
  gint64 values[TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS];

  if (rounds->bins != NULL && n <= 0)
    return;
  for (int i = 0; i < rounds->summed.n; i++)
    values[i] = figures[rounds->summed.figures[i].kind][rounds->summed.figures[i].column];
  round_sums_add (find_sums (rounds, n),
                  rounds_key (entry->sentence, NULL, entry, options->seed, options->draws_by_id), values);
}

/* Adds the sums of a bin, or of all (-1), to the tally, and begins anew. */
static void
flush_sums (const FigureRounds *rounds, RoundSums *sums, int bin, TbkTally *tally)
{
  for (int i = 0; i < rounds->summed.n; i++) {
    const SummedFigure *figure = &rounds->summed.figures[i];
    gint64 values[TBK_FIGURES_ROUNDS];
    KeyNumber number;

    if (round_sums_get (sums, i, values))
      tbk_tally_add (tally, figures_rounds_section (),
                     (const char *[]){ figure_rounds_key (figure->kind, figure->column, bin, &number) },
                     values);
  }
  round_sums_clear (sums);
}

/* Bins whose sums are kept from batch to batch; with many, memory would grow with the lengths that occur. */
enum { MOST_BINS = 256 };

void
figure_rounds_flush (FigureRounds *rounds, TbkTally *tally)
{
  GHashTableIter iter;
  gpointer bin, sums;

  if (rounds->all != NULL) {
    flush_sums (rounds, rounds->all, -1, tally);
    return;
  }
  g_hash_table_iter_init (&iter, rounds->bins);
  while (g_hash_table_iter_next (&iter, &bin, &sums))
    flush_sums (rounds, sums, GPOINTER_TO_INT (bin), tally);
  if (g_hash_table_size (rounds->bins) > MOST_BINS)
    g_hash_table_remove_all (rounds->bins);
}
