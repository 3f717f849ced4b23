/* interval_plot.c - plots of a share or mean with its intervals, --plot with --intervals; and how all plots end.
 *
 * Contents
 *   1. plot_groups: the subjects of lines, panels and dots
 *   2. interval_plot: a share or mean with its intervals
 */
#include "commands/commands.h"
#include "report/plot.h"
#include "statistics/statistics.h"

#include <math.h>
#include <string.h>

#include "options/options.h"

gboolean
plot_end (Plot *plot, const char *path, const char *group, const char *trees, int n_left_out, GError **error)
{
  g_autofree char *left_out = g_strdup_printf ("%d %s%s with fewer than %d %s", n_left_out, group,
                                               n_left_out == 1 ? "" : "s", LEAST_TREES_PLOTTED, trees);
  g_autofree char *note = g_strdup_printf ("Not plotted: %s.", left_out);

  if (n_left_out > 0)
    plot_set_note (plot, note);
  if (!plot_write (plot, path, error))
    return FALSE;
  if (plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no %s has %d %s", path, group, LEAST_TREES_PLOTTED, trees);
  else if (n_left_out > 0)
    tool_message ("%s: drawn without %s", path, left_out);
  return TRUE;
}

/* 1. plot_groups: the subjects of lines, panels and dots. */

/* Returns the place of words:N; -1 if it is not there. */
static int
find_words (const TbkKeys *keys)
{
  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (tbk_keys_width (keys, k) > 0
        && g_str_equal (tbk_attribute_name (tbk_keys_attribute (keys, k)), "words"))
      return k;
  return -1;
}

int
plot_words_width (const TbkKeys *keys)
{
  const int key = find_words (keys);

  return key < 0 ? 0 : tbk_keys_width (keys, key);
}

/* Returns the place of the first key that is not words:N; -1 if there is none. */
static int
find_other (const TbkKeys *keys)
{
  const int words = find_words (keys);

  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (k != words)
      return k;
  return -1;
}

const char *
plot_grouped_by (const TbkKeys *keys)
{
  const int other = find_other (keys);

  return other < 0 ? "file" : tbk_attribute_name (tbk_keys_attribute (keys, other));
}

gboolean
plot_check_keys (const CorpusGiven *given, const TbkKeys *keys, const char *by, GError **error)
{
  const int other = find_other (keys);

  if (tbk_keys_count (keys) > 1 + (find_words (keys) >= 0))
    return options_refuse (
        error, "--plot: found a table by %s, expected one by an attribute, by words:N or by both", by);
  if (given->labels != NULL && other >= 0 && !tbk_keys_is_of_files (keys, other))
    return options_refuse (error, "--label: found a table by %s, expected one of files", by);
  return TRUE;
}

/* Returns the part of the key of a row that is of key @key. */
static int
place_of (const TbkKeys *keys, int key)
{
  int place = 0;

  for (int k = 0; k < key; k++)
    place += !tbk_keys_is_of_files (keys, k);
  return place;
}

void
plot_group_key (const PlotGroup *group, const TbkKeys *keys, const char *words,
                const char *parts[TBK_KEYS_MOST])
{
  const int words_key = find_words (keys);

  for (int p = 0; p < TBK_KEYS_MOST; p++)
    parts[p] = "";
  if (words_key >= 0)
    parts[place_of (keys, words_key)] = words;
  if (group->value != NULL)
    parts[place_of (keys, find_other (keys))] = group->value;
}

void
plot_add_bin (GArray *bins, const PlotGroup *group, const TbkKeys *keys, const char *const *parts,
              gconstpointer row)
{
  const PlotBin bin = { g_ascii_strtoll (parts[place_of (keys, find_words (keys))], NULL, 10), row };

  if (group->value == NULL || g_str_equal (parts[place_of (keys, find_other (keys))], group->value))
    g_array_append_val (bins, bin);
}

static int
compare_bins (gconstpointer a, gconstpointer b)
{
  const gint64 x = ((const PlotBin *) a)->first, y = ((const PlotBin *) b)->first;

  return x < y ? -1 : x > y;
}

void
plot_sort_bins (GArray *bins)
{
  g_array_sort (bins, compare_bins);
}

static char *
name_all (const char *path)
{
  (void) path;
  return g_strdup ("all files");
}

static void
add_labels (PlotGroups *groups)
{
  for (guint l = 0; l < groups->labels->len; l++) {
    const FileLabel *label = &g_array_index (groups->labels, FileLabel, l);
    const PlotGroup group = { .name = label->name, .tally = label->tally };

    g_array_append_val (groups->groups, group);
  }
}

/* Adds the rows of a group of files to @rows, if their key is not of files; @owned gets the memory that they point into. */
static void
add_rows (const FileGroup *files, int section, gboolean is_of_files, GPtrArray *owned, GArray *rows)
{
  gsize n = 0;
  TbkTallyRow *of_tally = is_of_files ? NULL : tbk_tally_rows (files->tally, section, &n);
  KeyedRow row = { .group = files };

  g_ptr_array_add (owned, of_tally);
  if (is_of_files)
    g_array_append_val (rows, row);
  for (gsize r = 0; r < n; r++) {
    row.key = of_tally[r].key;
    g_array_append_val (rows, row);
  }
}

/* Adds a group for each value of key @other, in the order of the rows of the table. */
static void
add_values (PlotGroups *groups, int section, const TbkKeys *keys, int other)
{
  const gboolean is_of_files = tbk_keys_is_of_files (keys, other);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (KeyedRow));
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 0; f < groups->files->len; f++)
    add_rows (&g_array_index (groups->files, FileGroup, f), section, is_of_files, groups->values, rows);
  if (!is_of_files)
    g_array_sort_with_data (rows, keyed_row_compare, (gpointer) keys);
  for (guint r = 0; r < rows->len; r++) {
    const KeyedRow *row = &g_array_index (rows, KeyedRow, r);
    const char *value = is_of_files ? row->group->keys.names[other] : row->key[place_of (keys, other)];
    const PlotGroup group = { (char *) value, row->group->tally, is_of_files ? NULL : value };

    if (g_hash_table_add (found, (gpointer) value))
      g_array_append_val (groups->groups, group);
  }
}

PlotGroups *
plot_groups_new (const CorpusGiven *given, const TbkTallies *tallies, const TbkTallyLayout *layout,
                 int section, const TbkKeys *keys, gboolean is_pooled)
{
  const int other = find_other (keys);
  PlotGroups *groups = g_new0 (PlotGroups, 1);

  groups->groups = g_array_new (FALSE, FALSE, sizeof (PlotGroup));
  groups->values = g_ptr_array_new_with_free_func (g_free);
  if (given->labels != NULL || other < 0
      || (tbk_keys_is_of_files (keys, other) && g_str_equal (plot_grouped_by (keys), "file"))) {
    groups->labels = labels_group_by (tallies, layout, given->labels,
                                      is_pooled && keys != NULL && other < 0 ? name_all : file_short_name);
    add_labels (groups);
  } else {
    groups->files = file_groups_new (tallies, layout, keys);
    add_values (groups, section, keys, other);
  }
  return groups;
}

void
plot_groups_free (PlotGroups *groups)
{
  g_clear_pointer (&groups->groups, g_array_unref);
  g_clear_pointer (&groups->labels, g_array_unref);
  g_clear_pointer (&groups->files, g_array_unref);
  g_clear_pointer (&groups->values, g_ptr_array_unref);
  g_free (groups);
}

/* 2. interval_plot: a share or mean with its intervals. */

/* Returns the name of a column in words: those of mdd_random are "mean dependency length, random". To be freed. */
static char *
column_in_words (const char *column)
{
  static const char *const known[][2] = { { "mdd", "mean dependency length," },
                                          { "percent", "per cent" },
                                          { "uas", "UAS" },
                                          { "nonprojective", "non-projective" } };
  g_auto (GStrv) parts = g_strsplit (column, "_", -1);
  GString *words = g_string_new (NULL);

  for (guint p = 0; parts[p] != NULL; p++) {
    const char *word = parts[p];

    for (guint k = 0; k < G_N_ELEMENTS (known); k++)
      word = g_str_equal (word, known[k][0]) ? known[k][1] : word;
    g_string_append_printf (words, "%s%s", p == 0 ? "" : word == known[1][1] ? ", " : " ", word);
  }
  if (words->str[words->len - 1] == ',')
    g_string_truncate (words, words->len - 1);
  return g_string_free (words, FALSE);
}

/* Files of one label or language, or a series of them. */
typedef struct {
  const char *name;
  double value, ends[2];
} Dot;

/* Returns the order of two dots: the greatest first, with @is_ascending the least. */
static int
compare_dots (gconstpointer a, gconstpointer b, gpointer is_ascending)
{
  const double x = ((const Dot *) a)->value, y = ((const Dot *) b)->value;

  return (x < y ? 1 : x > y ? -1 : 0) * (is_ascending != NULL ? -1 : 1);
}

/* Returns the number that @name is, as 7 or 7/2; NAN if it is none. */
static double
find_number (const char *name)
{
  char *end;
  double number = g_ascii_strtod (name, &end);

  if (*end == '/' && end != name)
    number /= g_ascii_strtod (end + 1, &end);
  return end == name || *end != '\0' ? NAN : number;
}

/* Returns TRUE if all rows but that without a value, `_`, are numbers, and several: they are an axis then. */
static gboolean
are_numbers (const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows)
{
  int n = 0;

  for (guint r = 0; drawn->has_values && drawn->width == 0 && r < n_rows; r++) {
    if (!isnan (find_number (rows[r].name)))
      n++;
    else if (!g_str_equal (rows[r].name, "_"))
      return FALSE;
  }
  return n > 1;
}

/* Returns the order of two dots by the numbers that they are called. */
static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double x = find_number (((const Dot *) a)->name), y = find_number (((const Dot *) b)->name);

  return (x > y) - (x < y);
}

/* Adds one line through dots whose names are numbers. */
static void
add_numbers (Plot *plot, const IntervalPlot *drawn, GArray *dots)
{
  g_array_sort (dots, compare_numbers);
  plot_add_line (plot, "");
  for (guint d = 0; d < dots->len; d++) {
    const Dot *dot = &g_array_index (dots, Dot, d);

    if (isnan (find_number (dot->name)))
      tool_message ("%s: not plotted: %s is no number", drawn->path, dot->name);
    else
      plot_add_band (plot, find_number (dot->name) + MAX (0, drawn->value_width - 1) / 2.0, dot->value,
                     dot->ends[0], dot->ends[1]);
  }
}

/* Adds a dot for each row that has a value. Returns how many rows have too few trees. */
static int
add_dots (Plot *plot, const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows)
{
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (Dot));
  const char *sort = drawn->given->table.sort;
  const gboolean is_ascending = sort != NULL && *sort == '-';
  int n_left_out = 0;

  for (guint r = 0; r < n_rows; r++) {
    Dot dot = { .name = rows[r].name };

    if (!drawn->find (drawn->data, &rows[r], -1, &dot.value, dot.ends))
      tool_message ("%s: not plotted: %s has no %s", drawn->path, dot.name, drawn->column);
    else if (drawn->count_trees (drawn->data, &rows[r], -1) < LEAST_TREES_PLOTTED)
      n_left_out++;
    else
      g_array_append_val (dots, dot);
  }
  if (are_numbers (drawn, rows, n_rows)) {
    add_numbers (plot, drawn, dots);
    return n_left_out;
  }
  if (sort != NULL && g_str_equal (sort + is_ascending, drawn->column))
    g_array_sort_with_data (dots, compare_dots, GINT_TO_POINTER (is_ascending));
  for (guint d = 0; d < dots->len; d++) {
    const Dot *dot = &g_array_index (dots, Dot, d);

    plot_add_dot (plot, dot->name, dot->value, dot->ends[0], dot->ends[1]);
  }
  return n_left_out;
}

/* Adds the line of a row, with a point for each bin. Returns how many bins have too few trees. */
static int
add_band (Plot *plot, const IntervalPlot *drawn, const IntervalRow *row)
{
  gint64 n_trees;
  int n_left_out = 0;

  plot_add_line (plot, row->name);
  for (int bin = 0; (n_trees = drawn->count_trees (drawn->data, row, bin)) >= 0; bin++) {
    double value, ends[2];

    if (n_trees < LEAST_TREES_PLOTTED)
      n_left_out += n_trees > 0;
    else if (drawn->find (drawn->data, row, bin, &value, ends))
      plot_add_band (plot, bin * drawn->width + (drawn->width + 1) / 2.0, value, ends[0], ends[1]);
  }
  return n_left_out;
}

gboolean
interval_plot_draw (const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows, GError **error)
{
  g_autofree char *column = column_in_words (drawn->column);
  g_autofree char *title = g_strdup_printf ("%c%.*s by %s", g_ascii_toupper (*column),
                                            (int) strcspn (column + 1, ","), column + 1, drawn->by);
  g_autofree char *figure = g_strdup_printf ("%s, with its interval of %d per cent", column, drawn->level);
  g_autoptr (Plot) plot = plot_new (drawn->given->title != NULL ? drawn->given->title : title,
                                    drawn->width > 0                    ? "words in the sentence"
                                    : are_numbers (drawn, rows, n_rows) ? drawn->by
                                                                        : figure,
                                    figure);
  int n_left_out = 0;

  if (drawn->width == 0)
    n_left_out = add_dots (plot, drawn, rows, n_rows);
  for (guint r = 0; drawn->width > 0 && r < n_rows; r++)
    n_left_out += add_band (plot, drawn, &rows[r]);
  if (plot_is_empty (plot) && n_left_out == 0)
    return options_refuse (error, "--plot: no %s has %s%s", drawn->by, drawn->column,
                           drawn->width > 0 ? " in any bin" : "");
  return plot_end (plot, drawn->path, drawn->width > 0 ? "length bin" : drawn->by,
                   drawn->unit != NULL ? drawn->unit : "trees", n_left_out, error);
}
