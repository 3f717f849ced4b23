/* figures_table.c - tables of figures, from tallies.
 *
 * Contents
 *   1. figure_rows: what tables of figures show: columns, and cells from sums of integers
 *   2. figures_table: tables of figures, from tallies
 */
#include "query/query.h"
#include "report/report.h"
#include "statistics/statistics.h"
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/base.h"

/* 1. figure_rows: the columns of tables of figures, and cells that are not made of a row of integers. */

#define PLACE                                                                                                \
  { "file" }, { "sentence", "its number in the file, from 1" },                                              \
  {                                                                                                          \
    "sent_id", "the ID in its comment"                                                                       \
  }

/* Columns of what a row is about: a group by keys, a sentence, an arc. */
static const TbkTableColumns of_groups = LISTED (
    "",
    { "file",
      "as it is called on the command line; TOTAL: all. With --by, a column for each attribute "
      "('tbk help attributes'); of a width, as words:5, two: words_from, words_to; words_of_sentence where words is a figure" });
static const TbkTableColumns of_sentences = LISTED ("--by=sentence", PLACE);
static const TbkTableColumns of_arcs = LISTED (
    "--by=arc", PLACE, { "id", "the number of the dependent in the sentence" },
    { "head", "the words of the arc: their numbers in the sentence" }, { "deprel", "of the dependent" },
    { "upos", "of the dependent" }, { "new_head", "the head in the tree that 'tbk projectivize' writes" },
    { "levels_lifted",
      "arcs from the gold head up to the new head: 0 if the arc is kept, empty if the new head is not above" });

/* Returns the columns of all values of a tree. They are made once, when first asked for, whichever
 * thread asks: names come from another file and are no constants here. */
static const TbkTableColumns *
of_values (void)
{
  static TbkTableColumn columns[TBK_N_LENGTHS];
  static const TbkTableColumns values = COLUMNS ("--lengths --by=sentence --format=jsonl", NULL, columns);
  static gsize is_made;

  if (g_once_init_enter (&is_made)) {
    for (int length = 0; length < TBK_N_LENGTHS; length++)
      columns[length] = (TbkTableColumn){ tbk_length_name (length), length_help (length) };
    g_once_init_leave (&is_made, 1);
  }
  return &values;
}

/* Columns that stand behind the name of each figure, or of each share and mean. */
static const TbkTableColumns of_intervals =
    LISTED ("--intervals", { "..._low", "the ends of the interval of a share or mean" },
            { "..._high", "the ends of the interval of a share or mean" });
static const TbkTableColumns of_releases =
    LISTED ("--against", { "..._old", "the figure of the older release, the new one, and the difference" },
            { "..._new", "the figure of the older release, the new one, and the difference" },
            { "..._difference", "the figure of the older release, the new one, and the difference" },
            { "..._low", "with --intervals: the ends of the interval of the difference" },
            { "..._high", "with --intervals: the ends of the interval of the difference" },
            { "..._p", "with --intervals: how often chance alone gives a difference this large" });

const TbkTableColumns *
figures_tables (int number)
{
  const TbkTableColumns *const groups[] = {
    &of_groups,
    &figures_of_trees,
    &of_sentences,
    &figures_of_sentences,
    &of_arcs,
    &figures_of_arcs,
    &figures_of_arc_lengths,
    &figures_of_lengths,
    of_values (),
    &figures_of_classes,
    &figures_of_tree_classes,
    &figures_of_sequences,
    &figures_of_tree_sequences,
    &of_intervals,
    &of_releases,
  };

  return number >= 0 && number < (int) G_N_ELEMENTS (groups) ? groups[number] : NULL;
}

static void
add_columns (const TbkTableColumns *group, GPtrArray *names)
{
  for (int c = 0; group != NULL && c < group->n_columns; c++)
    g_ptr_array_add (names, (gpointer) tbk_table_columns_name (group, c));
}

/* The groups of figures of a sentence: of its tree, or of those of its words that count. */
static void
add_columns_of_sentence (const TbkFiguresOptions *options, GPtrArray *names)
{
  add_columns (&of_sentences, names);
  if (options->words != NULL) {
    add_columns (&figures_of_arcs, names);
    add_columns (options->lengths ? &figures_of_arc_lengths : NULL, names);
    return;
  }
  add_columns (&figures_of_sentences, names);
  if (options->lengths)
    add_columns (options->values ? of_values () : &figures_of_lengths, names);
  add_columns (options->classes ? &figures_of_tree_classes : NULL, names);
  add_columns (options->system != NULL ? &figures_of_tree_sequences : NULL, names);
}

/* The columns are those of the keys, then of the groups of figures that the options ask for, in this
 * order. */
const char **
tbk_figures_columns (const TbkFiguresOptions *options)
{
  GPtrArray *names = g_ptr_array_new ();

  if (options->by == TBK_FIGURES_BY_ARC) {
    add_columns (&of_arcs, names);
  } else if (options->by == TBK_FIGURES_BY_SENTENCE) {
    add_columns_of_sentence (options, names);
  } else {
    keys_columns (options->keys, names);
    if (options->level > 0)
      figures_chance_columns (options, names);
    for (TbkFiguresKind kind = 0; options->level == 0 && kind < TBK_FIGURES_N_KINDS; kind++)
      add_columns (figure_rounds_group (options, kind), names);
  }
  keys_end_columns (options->by == TBK_FIGURES_BY_KEYS ? options->keys : NULL, names);
  return (const char **) g_ptr_array_free (names, FALSE);
}

/* Writes each value as an integer or as a reduced fraction such as 5/3, so that nothing is lost. */
void
figure_rows_values (const gint64 *lengths, int n, TbkTable *table)
{
  for (int length = 0; length < TBK_N_LENGTHS; length++) {
    char text[2 * 21 + 1];
    gint64 numerator, denominator;

    if (lengths[length] == TBK_LENGTH_UNDEFINED) {
      tbk_table_nothing (table);
      continue;
    }
    length_reduce (length, n, lengths[length], &numerator, &denominator);
    if (denominator == 1) {
      tbk_table_integer (table, numerator);
      continue;
    }
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, numerator, denominator);
    tbk_table_string (table, text);
  }
}

/* Writes cells of TBK_N_CLASS_FIGURES integers: numbers, and shares of @trees, whose number is put behind the figures. */
static void
write_classes (const gint64 *figures, gint64 trees, TbkTable *table)
{
  gint64 integers[TBK_N_CLASS_FIGURES + 1];

  memcpy (integers, figures, TBK_N_CLASS_FIGURES * sizeof *figures);
  integers[TBK_N_CLASS_FIGURES] = trees;
  tbk_table_cells (table, &figures_of_classes, integers);
}

void
figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((classes->undecided & TBK_CLASS_BIT (class)) != 0)
      tbk_table_nothing (table);
    else
      tbk_table_integer (table, (classes->outside & TBK_CLASS_BIT (class)) != 0);
  table_integer_from (table, 0, classes->gap_degree);
  table_integer_from (table, 0, classes->edge_degree);
  tbk_table_integer (table, classes->undecided != 0);
}

const TbkTableColumns figures_of_tree_sequences = LISTED (
    "--system --by=sentence",
    { "sequences", "sequences of transitions that build the tree; empty if the system cannot build it" },
    { "sequences_log10", "the decimal logarithm of their number" });

/* The mean over one tree is the logarithm of its number. */
void
figure_rows_tree_sequences (const mpz_t n_sequences, const gint64 *figures, TbkTable *table)
{
  const TbkTableColumn *mean = &figures_of_sequences.columns[figures_of_sequences.n_columns - 1];

  if (mpz_sgn (n_sequences) == 0)
    tbk_table_nothing (table);
  else
    table_number (table, n_sequences);
  tbk_table_cells (table, &(TbkTableColumns){ "", figures_of_sequences.integers, mean, 1 }, figures);
}

/* 2. figures_table: tables of figures, from tallies.
 *
 * Keys of files tell tallies apart, other keys tell apart the rows of a section. So a table has groups of files, of each
 * the rows of a section: one group without a key of files, one row without another key. All rows are then put in the order of
 * their keys; groups are in the order in which their files occur.
 */

/* Adds the rows that the table has of a group. */
static void
add_rows (GArray *rows, const FileGroup *group, const TbkFiguresOptions *options)
{
  const gboolean is_of_arcs = tbk_figures_are_of_arcs (options);
  KeyedRow row = { .group = group };
  gsize n_rows;
  g_autofree TbkTallyRow *of_section = NULL;

  if (!is_of_arcs && !keys_in_files (options->keys)) {
    g_array_append_val (rows, row);
    return;
  }
  of_section = tbk_tally_rows (
      group->tally, figures_section (is_of_arcs ? TBK_FIGURES_OF_ARCS : TBK_FIGURES_OF_TREES, TRUE), &n_rows);
  for (gsize r = 0; r < n_rows; r++) {
    row.key = of_section[r].key;
    g_array_append_val (rows, row);
  }
  /* Words that nobody met are 0, if rows are of files alone. */
  if (n_rows == 0 && !keys_in_files (options->keys))
    g_array_append_val (rows, row);
}

/* All rows, in order; the sorting is stable. */
static GArray *
find_rows (const GArray *groups, const TbkFiguresOptions *options)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (KeyedRow));

  for (guint g = 0; g < groups->len; g++)
    add_rows (rows, &g_array_index (groups, FileGroup, g), options);
  if (keys_in_files (options->keys))
    g_array_sort_with_data (rows, keyed_row_compare, (gpointer) options->keys);
  return rows;
}

static void
write_figures (const KeyedRow *row, const TbkFiguresOptions *options, TbkTable *table)
{
  if (options->level > 0) {
    figures_chance_write (row->group->tally, row->key, options, table);
    return;
  }
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
    const TbkTableColumns *group = figure_rounds_group (options, kind);
    const gint64 *figures = group == NULL ? NULL : figure_keys_row (row->group->tally, row->key, kind);

    if (kind == TBK_FIGURES_OF_CLASSES && group != NULL)
      write_classes (
          figures, figure_keys_row (row->group->tally, row->key, TBK_FIGURES_OF_TREES)[TBK_FIGURE_SENTENCES],
          table);
    else if (group != NULL)
      tbk_table_cells (table, group, figures);
  }
}

static gboolean
write_row (const KeyedRow *row, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  keyed_row_write (row, options->keys, table);
  write_figures (row, options, table);
  return tbk_table_end_row (table, error);
}

/* Writes the sum of a table whose rows are groups of files, if these are several. */
static gboolean
write_total (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  static const char *const no_keys[TBK_KEYS_MOST] = { "", "", "" };
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const FileGroup group = { .tally = total };
  const KeyedRow row = { .group = &group, .key = tbk_figures_are_of_arcs (options) ? no_keys : NULL };

  tbk_table_string (table, "TOTAL");
  for (int k = 1; k < tbk_keys_count (options->keys); k++)
    tbk_table_string (table, "");
  write_figures (&row, options, table);
  return tbk_table_end_row (table, error);
}

gboolean
tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                   GError **error)
{
  g_autoptr (GArray) groups = NULL, rows = NULL;

  if (options->by != TBK_FIGURES_BY_KEYS)
    return TRUE; /* written as they were found */
  groups = file_groups_new (tallies, tbk_figures_layout (), options->keys);
  rows = find_rows (groups, options);
  for (guint r = 0; r < rows->len; r++)
    if (!write_row (&g_array_index (rows, KeyedRow, r), options, table, error))
      return FALSE;
  return keys_in_files (options->keys) || groups->len < 2 || write_total (tallies, options, table, error);
}
