/* shares_tally.c - shares of sentences, and groups, as rows of tallies. */
#include <string.h>

#include "evaluate/shares.h"

const TbkTallyKey shares_sentence_key[1] = { { "sentence", TBK_TALLY_INTEGER } };

const TbkTallyKey shares_group_key[SHARES_GROUP_KEYS] = { { "grouping", TBK_TALLY_INTEGER },
                                                          { "number", TBK_TALLY_INTEGER },
                                                          { "name", TBK_TALLY_TEXT } };

const TbkTallyKey shares_system_key[1] = { { "system", TBK_TALLY_TEXT } };
const TbkTallyColumn shares_system_columns[1] = { { "files", TBK_TALLY_SUM } };
const TbkTallyColumn shares_left_out_columns[1] = { { "pairs", TBK_TALLY_SUM } };

/* What is wrong with the rows of sentences; @n: (out): how many there are. */
static const char *
find_fault_of_sentences (const TbkTally *tally, int section, int n_measures, gsize *n)
{
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, section, n);

  for (gsize s = 0; s < *n; s++) {
    if (g_ascii_strtoll (rows[s].key[0], NULL, 10) != (gint64) s + 1)
      return "the sentences are not numbered from 1 on, expected a row for each";
    for (int m = 0; m < n_measures; m++)
      if (rows[s].values[2 * m] > rows[s].values[2 * m + 1] || rows[s].values[2 * m + 1] > G_MAXINT32)
        return "found more right than there are, or too many, in a sentence";
  }
  return NULL;
}

static const char *
find_fault_of_groups (const TbkTally *tally, gboolean (*is_group) (gint64 grouping, const gint64 *values))
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_GROUPS, &n);

  for (gsize g = 0; g < n; g++) {
    gboolean is_right = is_group (g_ascii_strtoll (rows[g].key[0], NULL, 10), rows[g].values);

    for (int c = 0; c < SHARES_GROUP_COLUMNS; c++)
      is_right &= rows[g].values[c] <= TBK_TALLY_MOST;
    if (!is_right)
      return "found more right than there are, or too many, in a group";
  }
  return NULL;
}

const char *
shares_find_fault (const TbkTally *tally, int n_measures,
                   gboolean (*is_group) (gint64 grouping, const gint64 *values))
{
  gsize n, n_other;
  const char *fault = find_fault_of_sentences (tally, SHARES_SENTENCES, n_measures, &n);

  fault =
      fault != NULL ? fault : find_fault_of_sentences (tally, SHARES_OTHER_SENTENCES, n_measures, &n_other);
  fault = fault != NULL ? fault : find_fault_of_groups (tally, is_group);
  if (fault == NULL && n_other != 0 && n_other != n)
    return "the two systems have not the same number of sentences";
  return fault;
}

void
shares_count (const ShareRows *shares, gboolean is_other, TbkTally *tally)
{
  const int n = shares->n_measures;
  const gint32 *row = shares->rows;

  for (guint s = 0; s < shares->n_sentences; s++, row += 2 * n) {
    gint64 values[2 * MOST_MEASURES];
    char number[12];

    g_snprintf (number, sizeof number, "%u", s + 1);
    for (int m = 0; m < n; m++) {
      values[2 * m] = row[m];
      values[2 * m + 1] = row[n + m];
    }
    tbk_tally_add (tally, is_other ? SHARES_OTHER_SENTENCES : SHARES_SENTENCES, (const char *[]){ number },
                   values);
  }
}

/* Appends the sentences of a file. */
static void
take_file (const TbkTally *tally, int section, int n_measures, GArray *sentences, TbkShare *total)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, section, &n);
  const guint first = sentences->len;
  gint32 *row;

  g_array_set_size (sentences, first + (guint) n);
  row = (gint32 *) (gpointer) sentences->data + (gsize) first * 2 * (gsize) n_measures;
  for (gsize s = 0; s < n; s++, row += 2 * n_measures)
    for (int m = 0; m < n_measures; m++) {
      row[m] = (gint32) rows[s].values[2 * m];
      row[n_measures + m] = (gint32) rows[s].values[2 * m + 1];
      total[m].right += row[m];
      total[m].of += row[n_measures + m];
    }
}

void
shares_take (const TbkTallies *tallies, gboolean is_other, int n_measures, GArray *sentences, TbkShare *total)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      take_file (tbk_tallies_get (tallies, f), is_other ? SHARES_OTHER_SENTENCES : SHARES_SENTENCES,
                 n_measures, sentences, total);
}

void
shares_count_group (TbkTally *tally, int grouping, gboolean is_numbered, const char *name,
                    const gint64 *values)
{
  char grouping_number[12], number[24] = "0";

  g_snprintf (grouping_number, sizeof grouping_number, "%d", grouping);
  if (is_numbered)
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, g_ascii_strtoll (name, NULL, 10));
  tbk_tally_add (tally, SHARES_GROUPS, (const char *[]){ grouping_number, number, name }, values);
}

ShareGroup *
shares_groups (const TbkTally *total, int n_groupings, gsize *n)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SHARES_GROUPS, &n_rows);
  ShareGroup *groups = g_new (ShareGroup, n_rows + 1);

  *n = 0;
  for (gsize r = 0; r < n_rows; r++) {
    const gint64 grouping = g_ascii_strtoll (rows[r].key[0], NULL, 10);

    if (grouping < n_groupings)
      groups[(*n)++] = (ShareGroup){ (int) grouping, rows[r].key[2], rows[r].values };
  }
  return groups;
}

void
tbk_evaluation_name_system (TbkTally *tally, const char *name)
{
  g_autofree char *text = g_utf8_make_valid (name, -1);

  tbk_tally_add (tally, SHARES_SYSTEMS, (const char *[]){ text }, (const gint64[]){ 1 });
}

gboolean
tbk_evaluation_check_systems (const TbkTallies *tallies, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_SYSTEMS);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SHARES_SYSTEMS, &n);

  if (n <= 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found tallies of the systems %s and %s, expected one system", rows[0].key[0], rows[1].key[0]);
  return FALSE;
}
