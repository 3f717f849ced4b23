/* figures_table.c - tables of figures, from tallies.
 *
 * Contents
 *   1. figure_rows: what tables of figures show: columns, and cells from sums of integers
 *   2. figures_table: tables of figures, from tallies
 */
#include "statistics/statistics.h"

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
          (TbkTableColumn){ tbk_length_name (length), tbk_length_help (length) };
    g_once_init_leave (&is_made, 1);
  }
  return &values;
}

/* What stands behind the name of each figure, or of each share and mean. */
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
    &tag_figures_groups[0],
    &tag_figures_groups[1],
    &tag_figures_groups[2],
    &of_intervals,
    &of_releases,
  };

  return number < 0 ? NULL
         : number < (int) G_N_ELEMENTS (groups)
             ? groups[number]
             : tbk_word_order_tables (number - (int) G_N_ELEMENTS (groups));
}

/* The columns are those of the keys, then of the groups of figures that the options ask for, in this
 * order. */
const char **
tbk_figures_columns (const TbkFiguresOptions *options)
{
  const gboolean by_sentence = options->by == TBK_FIGURES_BY_SENTENCE;
  TbkTableColumns columns[5] = { 0 };
  int n = 0;

  g_return_val_if_fail (tbk_figures_can_have_keys (options), NULL);
  if (options->level > 0) {
    GPtrArray *names = g_ptr_array_new ();

    for (int c = 0; c < keys[options->by].n_columns; c++)
      g_ptr_array_add (names, (gpointer) tbk_table_columns_name (&keys[options->by], c));
    for (int c = 0; options->has_second && c < keys[options->second].n_columns; c++)
      g_ptr_array_add (names, (gpointer) tbk_table_columns_name (&keys[options->second], c));
    figures_chance_columns (options, names);
    g_ptr_array_add (names, NULL);
    return (const char **) g_ptr_array_free (names, FALSE);
  }
  columns[n++] = keys[options->by];
  if (options->has_second)
    columns[n++] = keys[options->second];
  if (tbk_figures_are_of_arcs (options)) {
    columns[n++] = figures_of_arcs;
    if (options->lengths)
      columns[n++] = figures_of_arc_lengths;
  } else if (options->by != TBK_FIGURES_BY_ARC) {
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

/* 2. figures_table: tables of figures, from tallies.
 *
 * Keys of files tell tallies apart, other keys tell apart the rows of a section. So a table has groups of files, of each
 * the rows of a section: one group without a key of files, one row without another key. A key of files may come second;
 * then the rows of all groups are put in the order of the first key.
 */

/* Files that belong together. */
typedef struct {
  char *name;
  TbkTally *sum; /* or NULL: there is one file */
  const TbkTally *tally;
} FileGroup;

/* A row: of a group, and of a section of its tally if @key is not NULL. */
typedef struct {
  const FileGroup *group;
  const char *const *key;
} FigureRow;

static void
file_group_clear (gpointer data)
{
  FileGroup *group = data;

  g_free (group->name);
  tbk_tally_free (group->sum);
}

/* The group of that name in @groups, which is made if there is none. */
static FileGroup *
get_group (GArray *groups, const char *name)
{
  FileGroup group = { .name = NULL };

  for (guint g = 0; g < groups->len; g++)
    if (g_str_equal (g_array_index (groups, FileGroup, g).name, name))
      return &g_array_index (groups, FileGroup, g);
  group.name = g_strdup (name);
  group.tally = group.sum = tbk_tally_new (tbk_figures_layout ());
  g_array_append_val (groups, group);
  return &g_array_index (groups, FileGroup, groups->len - 1);
}

/* The groups of the files that are in, in the order in which they occur. Files of one language need not be next to each
 * other, so their tallies are added up first. */
static GArray *
group_files (const TbkTallies *tallies, const TbkFiguresOptions *options)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (FileGroup));

  g_array_set_clear_func (groups, file_group_clear);
  if (!figures_have_key (options, TBK_FIGURES_BY_FILE)
      && !figures_have_key (options, TBK_FIGURES_BY_LANGUAGE)) {
    FileGroup all = { .sum = tbk_tallies_total (tallies) };

    all.tally = all.sum;
    g_array_append_val (groups, all);
    return groups;
  }
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    const char *name = tbk_tallies_name (tallies, f);

    if (tally == NULL)
      continue;
    if (figures_have_key (options, TBK_FIGURES_BY_FILE)) {
      const FileGroup group = { .name = g_strdup (name), .tally = tally };

      g_array_append_val (groups, group);
    } else {
      g_autofree char *language = tbk_file_language (name);

      tbk_tally_merge_copy (get_group (groups, language)->sum, tally);
    }
  }
  return groups;
}

/* Adds the rows that the table has of a group. */
static void
add_rows (GArray *rows, const FileGroup *group, const TbkFiguresOptions *options)
{
  FigureRow row = { .group = group };
  gsize n_rows;
  g_autofree TbkTallyRow *of_section = NULL;

  if (figures_is_of_files (options->by) && !options->has_second) {
    g_array_append_val (rows, row);
    return;
  }
  of_section = tbk_tally_rows (group->tally, figures_section (TBK_FIGURES_OF_TREES, options), &n_rows);
  for (gsize r = 0; r < n_rows; r++) {
    row.key = of_section[r].key;
    g_array_append_val (rows, row);
  }
}

/* In the order of names, and of numbers. */
static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (((const FigureRow *) a)->key[0], ((const FigureRow *) b)->key[0]);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const gint64 x = key_value (((const FigureRow *) a)->key[0]),
               y = key_value (((const FigureRow *) b)->key[0]);

  return x < y ? -1 : x > y;
}

static gboolean
is_of_numbers (TbkFiguresBy by)
{
  return by == TBK_FIGURES_BY_LENGTH || by == TBK_FIGURES_BY_DISTANCE;
}

/* All rows, in order; the sorting is stable. */
static GArray *
find_rows (const GArray *groups, const TbkFiguresOptions *options)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FigureRow));

  for (guint g = 0; g < groups->len; g++)
    add_rows (rows, &g_array_index (groups, FileGroup, g), options);
  if (options->has_second && figures_is_of_files (options->second))
    g_array_sort (rows, is_of_numbers (options->by) ? compare_numbers : compare_names);
  return rows;
}

/* Writes the first and last number of a bin. Bins of lengths begin with number 0, 1 to width; those of
 * distances with 1, as number 0 is for arcs of 0. */
static void
write_bin (const char *key, TbkFiguresBy by, int width, TbkTable *table)
{
  const gint64 number = key_value (key);
  const gboolean is_of_distances = by == TBK_FIGURES_BY_DISTANCE;
  const gint64 last = (number + (is_of_distances ? 0 : 1)) * width;

  tbk_table_integer (table, is_of_distances && number == 0 ? 0 : last - width + 1);
  tbk_table_integer (table, last);
}

/* Writes what a row has of one key. @key: the next part of the key of its section, behind which it is moved. */
static void
write_key (const FigureRow *row, TbkFiguresBy by, const char *const **key, const TbkFiguresOptions *options,
           TbkTable *table)
{
  if (figures_is_of_files (by))
    tbk_table_string (table, row->group->name);
  else if (is_of_numbers (by))
    write_bin (*(*key)++, by, figures_width (options, by), table);
  else
    tbk_table_string (table, *(*key)++);
}

/* What was counted of a row; nothing is all zero. */
static const gint64 *
figures_of (const FigureRow *row, TbkFiguresKind kind, const TbkFiguresOptions *options)
{
  static const gint64 none[FIGURES_MAX_COLUMNS];
  const gint64 *figures = row->key == NULL
                              ? tbk_figures_get (row->group->tally, kind)
                              : tbk_tally_get (row->group->tally, figures_section (kind, options), row->key);

  return figures == NULL ? none : figures;
}

static void
write_figures (const FigureRow *row, const TbkFiguresOptions *options, TbkTable *table)
{
  const gint64 *counted = figures_of (row, TBK_FIGURES_OF_TREES, options);

  if (options->level > 0) {
    figures_chance_write (row->group->tally, row->key, options, table);
    return;
  }
  if (tbk_figures_are_of_arcs (options)) {
    tbk_table_cells (table, &figures_of_arcs, counted);
    if (options->lengths)
      tbk_table_cells (table, &figures_of_arc_lengths, counted);
    return;
  }
  tbk_table_cells (table, &figures_of_trees, counted);
  if (options->lengths)
    tbk_table_cells (table, &figures_of_lengths, figures_of (row, TBK_FIGURES_OF_LENGTHS, options));
  if (options->classes)
    figure_rows_classes (figures_of (row, TBK_FIGURES_OF_CLASSES, options), counted[TBK_FIGURE_SENTENCES],
                         table);
}

static gboolean
write_row (const FigureRow *row, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  const char *const *key = row->key;

  write_key (row, options->by, &key, options, table);
  if (options->has_second)
    write_key (row, options->second, &key, options, table);
  write_figures (row, options, table);
  return tbk_table_end_row (table, error);
}

/* Writes the sum of a table whose rows are groups of files, if these are several files or languages. */
static gboolean
write_total (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const FileGroup group = { .tally = total };

  tbk_table_string (table, "TOTAL");
  write_figures (&(const FigureRow){ .group = &group }, options, table);
  return tbk_table_end_row (table, error);
}

gboolean
tbk_figures_write (const TbkTallies *tallies, const TbkFiguresOptions *options, TbkTable *table,
                   GError **error)
{
  g_autoptr (GArray) groups = NULL, rows = NULL;

  if (options->by == TBK_FIGURES_BY_SENTENCE || options->by == TBK_FIGURES_BY_ARC)
    return TRUE; /* written as they were found */
  groups = group_files (tallies, options);
  rows = find_rows (groups, options);
  for (guint r = 0; r < rows->len; r++)
    if (!write_row (&g_array_index (rows, FigureRow, r), options, table, error))
      return FALSE;
  return !figures_is_of_files (options->by) || options->has_second || groups->len < 2
         || write_total (tallies, options, table, error);
}
