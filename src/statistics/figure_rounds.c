/* figure_rounds.c - which figures are summed for intervals, and their sums in the tally (rounds.c).
 *
 * In a tally a row has a figure of all rounds. That makes few rows, which take time to look up. In tables by keys each row has
 * such sums.
 */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* Above this factor a figure is said to be in small units: one of 10^-6 or 10^-9 of what is shown. Its values
 * may be large, so that each has two lanes in the sums (rounds.c). */
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
  RoundSums *all;       /* or NULL: there are rows */
  TbkVocabulary *names; /* of rows: the parts of a key with a NUL behind each */
  GPtrArray *rows;      /* RoundSums, by the number of the name */
};

/* Notes that the figure of a column is needed. Columns that have no such figure name -1. */
static void
need (gboolean *is_needed, int n_columns, int column)
{
  if (column >= 0 && column < n_columns)
    is_needed[column] = TRUE;
}

const TbkTableColumns *
figure_rounds_group (const TbkFiguresOptions *options, TbkFiguresKind kind)
{
  const gboolean is_of_arcs = tbk_figures_are_of_arcs (options);

  switch (kind) {
  case TBK_FIGURES_OF_TREES:
    return is_of_arcs ? NULL : &figures_of_trees;
  case TBK_FIGURES_OF_LENGTHS:
    return !is_of_arcs && options->lengths ? &figures_of_lengths : NULL;
  case TBK_FIGURES_OF_CLASSES:
    return !is_of_arcs && options->classes ? &figures_of_classes : NULL;
  case TBK_FIGURES_OF_SEQUENCES:
    return !is_of_arcs && options->system != NULL ? &figures_of_sequences : NULL;
  case TBK_FIGURES_OF_ARCS:
    return is_of_arcs ? &figures_of_arcs : NULL;
  default:
    return is_of_arcs && options->lengths ? &figures_of_arc_lengths : NULL;
  }
}

/* Returns TRUE if column @column has an interval. Intervals are only of shares and means: a count grows with the number of drawn
 * sentences, and an interval of it would say nothing but that. */
static gboolean
is_wanted (const TbkTableColumns *columns, guint64 unwanted, int column)
{
  const TbkCell cell = columns->columns[column].cell;

  return (cell == TBK_CELL_PERCENT || cell == TBK_CELL_RATIO) && (unwanted >> column & 1) == 0;
}

/* Returns TRUE if @name is in the list, alone or with a suffix of the columns of intervals. */
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
figure_rounds_want (TbkFiguresOptions *options, const char *columns)
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
  if (kind == TBK_FIGURES_OF_TREES && columns != NULL
      && options->classes) /* shares of classes are of all trees */
    is_needed[TBK_FIGURE_SENTENCES] = TRUE;
  for (int c = 0; columns != NULL && c < columns->n_columns; c++)
    if (is_wanted (columns, options->unwanted[kind], c)) {
      need (is_needed, n_columns, columns->columns[c].numerator);
      need (is_needed, n_columns, columns->columns[c].less);
      need (is_needed, n_columns, columns->columns[c].denominator);
    }
}

const char *
figure_rounds_key (TbkFiguresKind kind, int column, KeyNumber *number)
{
  return key_number (number, (guint64) kind * FIGURES_MAX_COLUMNS + (guint64) column);
}

/* Returns TRUE if figure @figure is summed in small units. */
static gboolean
is_large (const TbkTableColumns *columns, int figure)
{
  for (int c = 0; c < columns->n_columns; c++)
    if (columns->columns[c].factor > LARGE_FACTOR
        && (columns->columns[c].numerator == figure || columns->columns[c].less == figure))
      return TRUE;
  return FALSE;
}

/* Adds the figures of a kind of which some share or mean in its @columns is made. */
static void
add_kind (SummedFigures *summed, TbkFiguresKind kind, const TbkTableColumns *columns,
          const TbkFiguresOptions *options)
{
  const int n = tbk_figures_layout ()->sections[figures_section (kind, TRUE)].n_columns;
  gboolean is_needed[FIGURES_MAX_COLUMNS];

  figure_rounds_needed (options, kind, n, is_needed);
  for (int c = 0; c < n; c++)
    if (is_needed[c]) {
      summed->is_large[summed->n] = is_large (columns, c);
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
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
    const TbkTableColumns *columns = figure_rounds_group (options, kind);

    if (columns != NULL)
      add_kind (&rounds->summed, kind, columns, options);
  }
  rounds->names = tbk_vocabulary_new ();
  rounds->rows = g_ptr_array_new_with_free_func (free_sums);
  if (!keys_in_files (options->keys))
    rounds->all = round_sums_new (rounds->summed.n, rounds->summed.is_large);
  return rounds;
}

void
figure_rounds_free (FigureRounds *rounds)
{
  if (rounds == NULL)
    return;
  tbk_vocabulary_free (rounds->names);
  g_ptr_array_unref (rounds->rows);
  round_sums_free (rounds->all);
  g_free (rounds);
}

/* Finds the sums of the row of a key. The parts of a key lie one behind the other, each with its NUL. So all
 * of them together are one name of the vocabulary, and the name of a row is its key again when it goes to the
 * tally. */
static RoundSums *
find_sums (FigureRounds *rounds, const char *const *parts, GError **error)
{
  const char *last = parts[TBK_KEYS_MOST - 1];
  int row;

  if (rounds->all != NULL)
    return rounds->all;
  /* Its bytes are those from the first byte of the first part to the NUL of the last one. */
  row = tbk_vocabulary_add (rounds->names, parts[0], (gsize) (last - parts[0]) + strlen (last) + 1, error);
  if (row >= 0 && (guint) row == rounds->rows->len)
    g_ptr_array_add (rounds->rows, round_sums_new (rounds->summed.n, rounds->summed.is_large));
  return row < 0 ? NULL : g_ptr_array_index (rounds->rows, row);
}

gboolean
figure_rounds_add (FigureRounds *rounds, const TbkEntry *entry, const char *const *parts,
                   gint64 (*figures)[FIGURES_MAX_COLUMNS], GError **error)
{
  const TbkFiguresOptions *options = rounds->options;
  gint64 values[TBK_FIGURES_N_KINDS * FIGURES_MAX_COLUMNS];
  RoundSums *sums = find_sums (rounds, parts, error);

  if (sums == NULL)
    return FALSE;
  for (int i = 0; i < rounds->summed.n; i++)
    values[i] = figures[rounds->summed.figures[i].kind][rounds->summed.figures[i].column];
  round_sums_add (sums, rounds_key (entry->sentence, NULL, entry, options->seed, options->draws_by_id),
                  values);
  return TRUE;
}

/* Adds the sums of a row, whose parts of the key are @parts, to the tally, and begins anew. */
static void
flush_sums (const FigureRounds *rounds, RoundSums *sums, const char *const *parts, TbkTally *tally)
{
  for (int i = 0; i < rounds->summed.n; i++) {
    const SummedFigure *figure = &rounds->summed.figures[i];
    gint64 values[TBK_FIGURES_ROUNDS];
    KeyNumber number;
    const char *key[1 + TBK_KEYS_MOST] = { figure_rounds_key (figure->kind, figure->column, &number) };

    for (int p = 0; p < TBK_KEYS_MOST; p++)
      key[1 + p] = parts[p];
    if (round_sums_get (sums, i, values))
      tbk_tally_add (tally, figures_rounds_section (), key, values);
  }
  round_sums_clear (sums);
}

/* Rows whose sums are kept from batch to batch; with many, memory would grow with the values that occur. */
enum { MOST_ROWS = 256 };

void
figure_rounds_flush (FigureRounds *rounds, TbkTally *tally)
{
  static const char *const no_parts[TBK_KEYS_MOST] = { "", "", "" };

  if (rounds->all != NULL)
    flush_sums (rounds, rounds->all, no_parts, tally);
  for (guint row = 0; row < rounds->rows->len; row++) {
    const char *parts[TBK_KEYS_MOST];

    row_key_part (tbk_vocabulary_name (rounds->names, (int) row), parts);
    flush_sums (rounds, g_ptr_array_index (rounds->rows, row), parts, tally);
  }
  /* All that the rows held is in the tally now. Names are numbered anew, so both lists begin at 0
   * together. */
  if (rounds->rows->len > MOST_ROWS) {
    g_ptr_array_set_size (rounds->rows, 0);
    tbk_vocabulary_clear (rounds->names);
  }
}
