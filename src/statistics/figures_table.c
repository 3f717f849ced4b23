/* figures_table.c - tables of figures, from tallies.
 *
 * Contents
 *   1. figure_rows: what tables of figures show: columns, and cells from sums of integers
 *   2. figures_table: tables of figures, from tallies
 */
#include "statistics/statistics.h"

#include "base/base.h"
#include <string.h>

#include "tbk/base.h"

/* 1. figure_rows: the columns of tables of figures, and cells that are not made of a row of integers. */

#define PLACE                                                                                                \
  { "file" }, { "sentence", "its number in the file, from 1" },                                              \
  {                                                                                                          \
    "sent_id", "the ID in its comment"                                                                       \
  }

/* What a row is about. */
static const TbkTableColumns keys[TBK_FIGURES_N_BYS] = {
  [TBK_FIGURES_BY_FILE] = LISTED ("", { "file", "as it is called on the command line; TOTAL: all" }),
  [TBK_FIGURES_BY_LANGUAGE] =
      LISTED ("--by=language", { "language", "read from the name of the file (hu_szeged-ud-dev: hu)" }),
  [TBK_FIGURES_BY_LENGTH] = LISTED ("--by=length", { "words_from", "the lengths of sentences in the row" },
                                    { "words_to", "the lengths of sentences in the row" }),
  [TBK_FIGURES_BY_SENTENCE] = LISTED ("--by=sentence", PLACE),
  [TBK_FIGURES_BY_ARC] = LISTED (
      "--by=arc", PLACE, { "dependent", "the words of the arc: their numbers in the sentence" },
      { "head", "the words of the arc: their numbers in the sentence" }, { "deprel", "of the dependent" },
      { "upos", "of the dependent" }, { "new_head", "the head in the tree that 'tbk projectivize' writes" },
      { "levels_lifted",
        "arcs from the gold head up to the new head: 0 if the arc is kept, empty if the new head is not above" }),
  [TBK_FIGURES_BY_DEPREL] = LISTED ("--by=deprel", { "deprel", "the relation, what follows ':' included" }),
  [TBK_FIGURES_BY_UPOS] = LISTED ("--by=upos", { "upos", "part of speech of the dependent" }),
  [TBK_FIGURES_BY_DIRECTION] =
      LISTED ("--by=direction", { "direction", "left: the dependent precedes its head; right; root" }),
  [TBK_FIGURES_BY_DISTANCE] =
      LISTED ("--by=distance", { "distance_from", "from words to their heads; 0: arcs of 0" },
              { "distance_to", "from words to their heads; 0: arcs of 0" }),
};

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
      columns[length] =
          (TbkTableColumn){ tbk_length_name (length), "a value exactly; tbk/tree.h explains it" };
    g_once_init_leave (&is_made, 1);
  }
  return &values;
}

const TbkTableColumns *
tbk_figures_tables (int number)
{
  const TbkTableColumns *const groups[] = {
    &keys[TBK_FIGURES_BY_FILE],
    &figures_of_trees,
    &keys[TBK_FIGURES_BY_LANGUAGE],
    &keys[TBK_FIGURES_BY_LENGTH],
    &keys[TBK_FIGURES_BY_SENTENCE],
    &figures_of_sentences,
    &keys[TBK_FIGURES_BY_ARC],
    &keys[TBK_FIGURES_BY_DEPREL],
    &keys[TBK_FIGURES_BY_UPOS],
    &keys[TBK_FIGURES_BY_DIRECTION],
    &keys[TBK_FIGURES_BY_DISTANCE],
    &figures_of_arcs,
    &figures_of_arc_lengths,
    &figures_of_lengths,
    of_values (),
    &figures_of_classes,
    &figures_of_tree_classes,
  };

  return number >= 0 && number < (int) G_N_ELEMENTS (groups) ? groups[number] : NULL;
}

/* The columns are those of the key, then of the groups of figures that the options ask for, in this
 * order. */
const char **
tbk_figures_columns (const TbkFiguresOptions *options)
{
  const gboolean by_sentence = options->by == TBK_FIGURES_BY_SENTENCE;
  TbkTableColumns columns[4] = { 0 };
  int n = 0;

  g_return_val_if_fail ((guint) options->by < TBK_FIGURES_N_BYS, NULL);
  columns[n++] = keys[options->by];
  if (options->by > TBK_FIGURES_BY_ARC) {
    columns[n++] = figures_of_arcs;
    if (options->lengths)
      columns[n++] = figures_of_arc_lengths;
  } else if (options->by < TBK_FIGURES_BY_ARC) {
    columns[n++] = by_sentence ? figures_of_sentences : figures_of_trees;
    if (options->lengths)
      columns[n++] = by_sentence && options->values ? *of_values () : figures_of_lengths;
    if (options->classes)
      columns[n++] = by_sentence ? figures_of_tree_classes : figures_of_classes;
  }
  return tbk_table_columns_names (columns, n);
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
    tbk_length_reduce (length, n, lengths[length], &numerator, &denominator);
    if (denominator == 1) {
      tbk_table_integer (table, numerator);
      continue;
    }
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, numerator, denominator);
    tbk_table_string (table, text);
  }
}

/* Writes the figures of classes. Shares of trees need the number of all trees, which is put behind the
 * figures. */
void
figure_rows_classes (const gint64 *figures, gint64 trees, TbkTable *table)
{
  gint64 integers[TBK_N_CLASS_FIGURES + 1];

  memcpy (integers, figures, TBK_N_CLASS_FIGURES * sizeof *figures);
  integers[TBK_N_CLASS_FIGURES] = trees;
  tbk_table_cells (table, &figures_of_classes, integers);
}

static void
put_degree (int degree, TbkTable *table)
{
  if (degree < 0)
    tbk_table_nothing (table);
  else
    tbk_table_integer (table, degree);
}

void
figure_rows_tree_classes (const TbkClasses *classes, TbkTable *table)
{
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((classes->undecided & TBK_CLASS_BIT (class)) != 0)
      tbk_table_nothing (table);
    else
      tbk_table_integer (table, (classes->outside & TBK_CLASS_BIT (class)) != 0);
  put_degree (classes->gap_degree, table);
  put_degree (classes->edge_degree, table);
  tbk_table_integer (table, classes->undecided != 0);
}

/* 2. figures_table: tables of figures, from tallies. */

static gboolean
is_of_arcs (const TbkFiguresOptions *options)
{
  return options->by >= TBK_FIGURES_BY_ARC;
}

/* Of some trees, what was counted of each kind. */
typedef struct {
  const gint64 *of_kind[TBK_FIGURES_N_KINDS];
} Figures;

/* Writes what follows the key of a row of trees. */
static gboolean
write_trees (const Figures *figures, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  const gint64 *trees = figures->of_kind[TBK_FIGURES_OF_TREES];

  tbk_table_cells (table, &figures_of_trees, trees);
  if (options->lengths)
    tbk_table_cells (table, &figures_of_lengths, figures->of_kind[TBK_FIGURES_OF_LENGTHS]);
  if (options->classes)
    figure_rows_classes (figures->of_kind[TBK_FIGURES_OF_CLASSES], trees[TBK_FIGURE_SENTENCES], table);
  return tbk_table_end_row (table, error);
}

static gboolean
write_arcs (const gint64 *figures, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  tbk_table_cells (table, &figures_of_arcs, figures);
  if (options->lengths)
    tbk_table_cells (table, &figures_of_arc_lengths, figures);
  return tbk_table_end_row (table, error);
}

static gboolean
write_tally (const TbkTally *tally, const char *name, const TbkFiguresOptions *options, TbkTable *table,
             GError **error)
{
  Figures figures;

  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    figures.of_kind[kind] = tbk_figures_get (tally, kind);
  tbk_table_string (table, name);
  return write_trees (&figures, options, table, error);
}

/* Writes a row for each file that could be read and, if there are several, one for all. */
static gboolean
write_files (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = NULL;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_tally (tally, tbk_tallies_name (tallies, f), options, table, error))
      return FALSE;
  }
  if (tbk_tallies_n_of_state (tallies, TBK_FILE_IN) < 2)
    return TRUE;
  total = tbk_tallies_total (tallies);
  return write_tally (total, "TOTAL", options, table, error);
}

/* Writes a row for each language, in the order in which they occur, and one for all. Files of one
 * language need not be next to each other, so their tallies are added up first. */
static gboolean
write_languages (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_tally_free);
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    char *name;
    guint place;

    if (tbk_tallies_get (tallies, f) == NULL)
      continue;
    name = file_language (tbk_tallies_name (tallies, f));
    if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, &place)) {
      g_free (name);
    } else {
      place = names->len;
      g_ptr_array_add (names, name);
      g_ptr_array_add (sums, tbk_tally_new (tbk_figures_layout ()));
    }
    tbk_tally_merge_copy (sums->pdata[place], tbk_tallies_get (tallies, f));
  }
  for (guint l = 0; l < names->len; l++)
    if (!write_tally (sums->pdata[l], names->pdata[l], options, table, error))
      return FALSE;
  return names->len < 2 || write_tally (total, "TOTAL", options, table, error);
}

/* Writes the first and last number of a bin. Bins of lengths begin with number 0, 1 to width; those of
 * distances with 1, as number 0 is for arcs of 0. */
static void
write_bin (const char *key, const TbkFiguresOptions *options, TbkTable *table)
{
  const gint64 number = g_ascii_strtoll (key, NULL, 10);
  const gboolean is_of_distances = is_of_arcs (options);
  const gint64 last = (number + (is_of_distances ? 0 : 1)) * options->width;

  tbk_table_integer (table, is_of_distances && number == 0 ? 0 : last - options->width + 1);
  tbk_table_integer (table, last);
}

/* Rows over all input for lengths. */
static gboolean
write_bins (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  static const gint64 none[TBK_TALLY_MAX_COLUMNS];
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (total, tbk_figures_section (TBK_FIGURES_OF_TREES, options->by), &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    Figures figures;

    for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
      figures.of_kind[kind] = tbk_tally_get (total, tbk_figures_section (kind, options->by), rows[r].key);
      if (figures.of_kind[kind] == NULL)
        figures.of_kind[kind] = none;
    }
    write_bin (rows[r].key[0], options, table);
    if (!write_trees (&figures, options, table, error))
      return FALSE;
  }
  return TRUE;
}

/* Rows over all input for groups of arcs. */
static gboolean
write_groups (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (total, tbk_figures_section (TBK_FIGURES_OF_TREES, options->by), &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    if (options->by == TBK_FIGURES_BY_DISTANCE)
      write_bin (rows[r].key[0], options, table);
    else
      tbk_table_string (table, rows[r].key[0]);
    if (!write_arcs (rows[r].values, options, table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                   GError **error)
{
  switch (options->by) {
  case TBK_FIGURES_BY_FILE:
    return write_files (tallies, options, table, error);
  case TBK_FIGURES_BY_LANGUAGE:
    return write_languages (tallies, options, table, error);
  case TBK_FIGURES_BY_LENGTH:
    return write_bins (tallies, options, table, error);
  case TBK_FIGURES_BY_SENTENCE:
  case TBK_FIGURES_BY_ARC:
    return TRUE; /* written as they were found */
  default:
    return write_groups (tallies, options, table, error);
  }
}
