/* word_order_table.c - tables of the order of words.
 *
 * Contents
 *   1. columns: keys and figures
 *   2. rows: groups of arcs, and what is known of their order
 */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. columns: keys and figures. */

#define NAMED(name, help)                                                                                    \
  {                                                                                                          \
    name, help, TBK_CELL_OWN, -1, -1, -1, 1                                                                  \
  }

static const TbkTableColumn key_columns[TBK_WORD_ORDER_N_KEYS][4] = {
  [TBK_WORD_ORDER_FILE] = { NAMED ("file", "as it is called on the command line; TOTAL: all") },
  [TBK_WORD_ORDER_LANGUAGE] = { NAMED ("language", "read from the name of the file (hu_szeged-ud-dev: hu)") },
  [TBK_WORD_ORDER_HEAD_UPOS] = { NAMED ("head_upos", "part of speech of the head") },
  [TBK_WORD_ORDER_DEPREL] = { NAMED ("deprel", "the relation, what follows ':' included") },
  [TBK_WORD_ORDER_UPOS] = { NAMED ("upos", "part of speech of the dependent") },
  [TBK_WORD_ORDER_SISTERS] = { NAMED ("head_upos", "part of speech of the head"),
                               NAMED ("side", "left: both dependents precede their head; right"),
                               NAMED ("relation_1",
                                      "the relations of the two dependents, the first in the alphabet"),
                               NAMED ("relation_2",
                                      "the relations of both dependents, in the order of the alphabet") },
};

static const TbkTableColumn arc_columns[] = {
  NAMED ("arcs", "arcs between words"),
  NAMED ("before_head", "arcs whose dependent precedes the head"),
  SHARE ("before_head_percent", "the same in per cent of arcs", N_BEFORE, N_ARCS),
  NAMED ("entropy", "of that order, in bits: 0: always the same; 1: each as often"),
  NAMED ("entropy_corrected", "the same, corrected for small samples (Zhang 2012)"),
  NAMED ("order_freedom", "mean over arcs of the entropy among arcs of the same head_upos, deprel and upos"),
  NAMED ("order_freedom_corrected", "the same, corrected for small samples"),
};
static const TbkTableColumn file_columns[] = {
  NAMED ("kinds", "different combinations of head_upos, deprel and upos"),
  NAMED ("sisters", "pairs of dependents of one head on one side, of different relations"),
  NAMED ("sister_freedom",
         "mean over these pairs of the entropy of their order, given head_upos, side and relations"),
  NAMED ("sister_freedom_corrected", "the same, corrected for small samples"),
};
static const TbkTableColumn sister_columns[] = {
  NAMED ("pairs", "pairs of such dependents"),
  NAMED ("in_order", "pairs whose first dependent has relation_1"),
  SHARE ("in_order_percent", "the same in per cent of pairs", N_IN_ORDER, N_PAIRS),
  NAMED ("entropy", "of that order, in bits"),
  NAMED ("entropy_corrected", "the same, corrected for small samples (Zhang 2012)"),
};

enum { OF_ARCS = TBK_WORD_ORDER_N_KEYS, OF_FILES, OF_SISTERS, N_GROUPS };

#define KEYS(option, key, n)                                                                                 \
  {                                                                                                          \
    option, NULL, key_columns[key], n                                                                        \
  }

/* Keys, then figures. */
static const TbkTableColumns column_groups[N_GROUPS] = {
  [TBK_WORD_ORDER_FILE] = KEYS ("--word-order", TBK_WORD_ORDER_FILE, 1),
  [TBK_WORD_ORDER_LANGUAGE] = KEYS ("--word-order --by=language", TBK_WORD_ORDER_LANGUAGE, 1),
  [TBK_WORD_ORDER_HEAD_UPOS] = KEYS ("--word-order --by=head-upos", TBK_WORD_ORDER_HEAD_UPOS, 1),
  [TBK_WORD_ORDER_DEPREL] = KEYS ("--word-order --by=deprel", TBK_WORD_ORDER_DEPREL, 1),
  [TBK_WORD_ORDER_UPOS] = KEYS ("--word-order --by=upos", TBK_WORD_ORDER_UPOS, 1),
  [TBK_WORD_ORDER_SISTERS] = KEYS ("--word-order --by=sisters", TBK_WORD_ORDER_SISTERS, 4),
  [OF_ARCS] = COLUMNS ("--word-order", word_order_arc_integers, arc_columns),
  [OF_FILES] = COLUMNS ("--word-order", NULL, file_columns),
  [OF_SISTERS] = COLUMNS ("--word-order --by=sisters", word_order_pair_integers, sister_columns),
};

static const char *const names[] = {
  [TBK_WORD_ORDER_FILE] = "file",           [TBK_WORD_ORDER_LANGUAGE] = "language",
  [TBK_WORD_ORDER_HEAD_UPOS] = "head-upos", [TBK_WORD_ORDER_DEPREL] = "deprel",
  [TBK_WORD_ORDER_UPOS] = "upos",           [TBK_WORD_ORDER_SISTERS] = "sisters",
  [TBK_WORD_ORDER_N_KEYS] = NULL,
};

const char *
tbk_word_order_key_name (TbkWordOrderKey key)
{
  g_return_val_if_fail ((guint) key <= TBK_WORD_ORDER_N_KEYS, NULL);
  return names[key];
}

const TbkTableColumns *
tbk_word_order_tables (int number)
{
  /* What belongs together comes together. */
  static const int numbers[N_GROUPS] = {
    TBK_WORD_ORDER_FILE,
    OF_ARCS,
    OF_FILES,
    TBK_WORD_ORDER_LANGUAGE,
    TBK_WORD_ORDER_HEAD_UPOS,
    TBK_WORD_ORDER_DEPREL,
    TBK_WORD_ORDER_UPOS,
    TBK_WORD_ORDER_SISTERS,
    OF_SISTERS,
  };

  return number >= 0 && number < N_GROUPS ? &column_groups[numbers[number]] : NULL;
}

static gboolean
has_key (const TbkWordOrderOptions *options, TbkWordOrderKey key)
{
  for (int k = 0; k < options->n_keys; k++)
    if (options->keys[k] == key)
      return TRUE;
  return FALSE;
}

/* How many keys are not of files. */
static int
count_arc_keys (const TbkWordOrderOptions *options)
{
  return options->n_keys - has_key (options, TBK_WORD_ORDER_FILE)
         - has_key (options, TBK_WORD_ORDER_LANGUAGE);
}

gboolean
tbk_word_order_can_have_keys (const TbkWordOrderOptions *options)
{
  if (options->n_keys < 1 || options->n_keys > TBK_WORD_ORDER_MAX_KEYS)
    return FALSE;
  for (int k = 0; k < options->n_keys; k++)
    for (int l = 0; l < k; l++)
      if (options->keys[k] == options->keys[l])
        return FALSE;
  return !(has_key (options, TBK_WORD_ORDER_FILE) && has_key (options, TBK_WORD_ORDER_LANGUAGE))
         && (!has_key (options, TBK_WORD_ORDER_SISTERS) || count_arc_keys (options) == 1);
}

const char **
tbk_word_order_columns (const TbkWordOrderOptions *options)
{
  TbkTableColumns columns[TBK_WORD_ORDER_MAX_KEYS + 2];
  int n = 0;

  g_return_val_if_fail (tbk_word_order_can_have_keys (options), NULL);
  for (int k = 0; k < options->n_keys; k++)
    columns[n++] = column_groups[options->keys[k]];
  columns[n++] = column_groups[has_key (options, TBK_WORD_ORDER_SISTERS) ? OF_SISTERS : OF_ARCS];
  if (count_arc_keys (options) == 0)
    columns[n++] = column_groups[OF_FILES];
  return tbk_table_columns_names (columns, n);
}

/* 2. rows: groups of arcs, and what is known of their order.
 *
 * Files are put into groups, and of each group its kinds of arcs, by the keys of the table. A row is found by the number
 * of its group and the texts of its keys, with tabs between them, which no UPOS and no relation has.
 */

typedef struct {
  char *name;
  int group; /* its place where rows are by file first: files stay in their order */
  GStrv keys;
  gint64 arcs, before, kinds;
  double entropy[2]; /* sums over arcs, plug-in and corrected */
  gint64 pairs, in_order;
  double sister_entropy[2];
} OrderRow;

static void
row_free (gpointer data)
{
  OrderRow *row = data;

  g_free (row->name);
  g_strfreev (row->keys);
  g_free (row);
}

/* Files whose kinds of arcs are added up. */
typedef struct {
  int number;
  const char *name;
  const TbkTally *tally;
} OrderGroup;

typedef struct {
  const TbkWordOrderOptions *options;
  GPtrArray *rows;
  GHashTable *by_name; /* the rows */
  GString *name;       /* scratch */
} OrderTable;

/* The texts of a row's keys, of which there are @n; @key: those of the kind of arcs. */
static int
find_keys (const TbkWordOrderOptions *options, const char *file, const char *const *key, const char **keys)
{
  int n = 0;

  for (int k = 0; k < options->n_keys; k++) {
    const TbkWordOrderKey by = options->keys[k];
    if (by == TBK_WORD_ORDER_SISTERS)
      for (int part = 0; part < 4; part++)
        keys[n++] = key[part];
    else
      keys[n++] = by <= TBK_WORD_ORDER_LANGUAGE ? file : key[by - TBK_WORD_ORDER_HEAD_UPOS];
  }
  keys[n] = NULL;
  return n;
}

/* The row of a kind of arcs of @group. A table by files has one for all, which is the last. */
static OrderRow *
find_row (OrderTable *table, const OrderGroup *group, const char *const *key)
{
  const char *keys[TBK_WORD_ORDER_MAX_KEYS + 4];
  OrderRow *row;
  int n;

  if (key != NULL && count_arc_keys (table->options) == 0)
    return g_ptr_array_index (table->rows, table->rows->len - 1);
  n = find_keys (table->options, group->name, key, keys);
  g_string_printf (table->name, "%d", group->number);
  for (int k = 0; k < n; k++) {
    g_string_append_c (table->name, '\t');
    g_string_append (table->name, keys[k]);
  }
  row = g_hash_table_lookup (table->by_name, table->name->str);
  if (row == NULL) {
    row = g_new0 (OrderRow, 1);
    row->name = g_strdup (table->name->str);
    row->keys = g_strdupv ((char **) keys);
    row->group = table->options->keys[0] == TBK_WORD_ORDER_FILE ? group->number : 0;
    g_ptr_array_add (table->rows, row);
    g_hash_table_insert (table->by_name, row->name, row);
  }
  return row;
}

static void
add_arcs (OrderTable *table, const OrderGroup *group)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (group->tally, WORD_ORDER_ARCS, &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    const gint64 *values = rows[r].values, counts[] = { values[N_BEFORE], values[N_ARCS] - values[N_BEFORE] };
    OrderRow *row = find_row (table, group, rows[r].key);
    row->arcs += values[N_ARCS];
    row->before += values[N_BEFORE];
    row->kinds++;
    for (int c = 0; c < 2; c++)
      row->entropy[c] += word_order_entropy_sum (counts, 2, c == 1);
  }
}

static void
add_sisters (OrderTable *table, const OrderGroup *group)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (group->tally, WORD_ORDER_SISTERS, &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    const gint64 *values = rows[r].values,
                 counts[] = { values[N_IN_ORDER], values[N_PAIRS] - values[N_IN_ORDER] };
    OrderRow *row = find_row (table, group, rows[r].key);
    row->pairs += values[N_PAIRS];
    row->in_order += values[N_IN_ORDER];
    for (int c = 0; c < 2; c++)
      row->sister_entropy[c] += word_order_entropy_sum (counts, 2, c == 1);
  }
}

static void
add_tally (OrderTable *table, const OrderGroup *group)
{
  const gboolean is_of_sisters = has_key (table->options, TBK_WORD_ORDER_SISTERS);

  if (count_arc_keys (table->options) == 0)
    find_row (table, group, NULL);
  if (!is_of_sisters)
    add_arcs (table, group);
  if (is_of_sisters || count_arc_keys (table->options) == 0)
    add_sisters (table, group);
}

/* A share of @n, or nothing if there are none. */
static void
write_mean (double sum, gint64 n, TbkTable *table)
{
  if (n == 0)
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, sum / (double) n, 4);
}

static void
write_arcs (const OrderRow *row, TbkTable *table)
{
  const gint64 counts[] = { row->before, row->arcs - row->before };

  tbk_table_integer (table, row->arcs);
  tbk_table_integer (table, row->before);
  tbk_table_percent (table, row->before, row->arcs);
  for (int c = 0; c < 2; c++)
    write_mean (word_order_entropy_sum (counts, 2, c == 1), row->arcs, table);
  for (int c = 0; c < 2; c++)
    write_mean (row->entropy[c], row->arcs, table);
}

static void
write_sisters (const OrderRow *row, TbkTable *table)
{
  tbk_table_integer (table, row->pairs);
  tbk_table_integer (table, row->in_order);
  tbk_table_percent (table, row->in_order, row->pairs);
  for (int c = 0; c < 2; c++)
    write_mean (row->sister_entropy[c], row->pairs, table);
}

static gboolean
write_row (const OrderRow *row, const TbkWordOrderOptions *options, TbkTable *table, GError **error)
{
  for (char **key = row->keys; *key != NULL; key++)
    tbk_table_string (table, *key);
  if (has_key (options, TBK_WORD_ORDER_SISTERS))
    write_sisters (row, table);
  else
    write_arcs (row, table);
  if (count_arc_keys (options) == 0) {
    tbk_table_integer (table, row->kinds);
    tbk_table_integer (table, row->pairs);
    for (int c = 0; c < 2; c++)
      write_mean (row->sister_entropy[c], row->pairs, table);
  }
  return tbk_table_end_row (table, error);
}

/* By the keys from the first one on. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const OrderRow *x = *(OrderRow *const *) a, *y = *(OrderRow *const *) b;
  int order = x->group - y->group;

  for (int k = 0; order == 0 && x->keys[k] != NULL; k++)
    order = strcmp (x->keys[k], y->keys[k]);
  return order;
}

static OrderTable
table_begin (const TbkWordOrderOptions *options)
{
  return (OrderTable){ options, g_ptr_array_new_with_free_func (row_free),
                       g_hash_table_new (g_str_hash, g_str_equal), g_string_new (NULL) };
}

static gboolean
write_rows (OrderTable *of, TbkTable *table, GError **error)
{
  gboolean done = TRUE;

  g_ptr_array_sort (of->rows, compare_rows);
  for (guint r = 0; r < of->rows->len && done; r++)
    done = write_row (g_ptr_array_index (of->rows, r), of->options, table, error);
  g_ptr_array_unref (of->rows);
  g_hash_table_unref (of->by_name);
  g_string_free (of->name, TRUE);
  return done;
}

/* Adds the files of each language up. */
static void
add_languages (OrderTable *of, const TbkTallies *tallies)
{
  g_autoptr (GHashTable) sums =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) tbk_tally_free);
  GHashTableIter iter;
  gpointer name, tally;
  int number = 0;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *of_file = tbk_tallies_get (tallies, f);
    g_autofree char *language = tbk_file_language (tbk_tallies_name (tallies, f));
    if (of_file == NULL)
      continue;
    if (!g_hash_table_contains (sums, language))
      g_hash_table_insert (sums, g_strdup (language), tbk_tally_new (word_order_layout ()));
    tbk_tally_merge_copy (g_hash_table_lookup (sums, language), of_file);
  }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &name, &tally))
    add_tally (of, &(const OrderGroup){ number++, name, tally });
}

/* All files as one group, which is called TOTAL where that is asked for. */
static gboolean
write_sum (const TbkTallies *tallies, const TbkWordOrderOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  OrderTable of = table_begin (options);

  add_tally (&of, &(const OrderGroup){ 0, "TOTAL", total });
  return write_rows (&of, table, error);
}

gboolean
tbk_word_order_write (const TbkTallies *tallies, const TbkWordOrderOptions *options, TbkTable *table,
                      GError **error)
{
  const gboolean is_by_language = has_key (options, TBK_WORD_ORDER_LANGUAGE);
  OrderTable of;
  gboolean has_several;

  if (!is_by_language && !has_key (options, TBK_WORD_ORDER_FILE))
    return write_sum (tallies, options, table, error);
  of = table_begin (options);
  if (is_by_language)
    add_languages (&of, tallies);
  for (int f = 0; !is_by_language && f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      add_tally (&of, &(const OrderGroup){ f, tbk_tallies_name (tallies, f), tbk_tallies_get (tallies, f) });
  has_several = of.rows->len > 1;
  return write_rows (&of, table, error)
         && (count_arc_keys (options) > 0 || !has_several || write_sum (tallies, options, table, error));
}

gint64
tbk_word_order_wide_sides (const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *figures = tbk_tally_get (total, WORD_ORDER_FIGURES, NULL);

  return figures == NULL ? 0 : figures[FIGURE_WIDE];
}
