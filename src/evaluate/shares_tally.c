/* shares_tally.c - shares of sentences, and groups, as rows of tallies. */
#include <string.h>

#include "evaluate/shares.h"

const TbkTallyKey shares_sentence_key[1] = { { "sentence", TBK_TALLY_INTEGER } };

const TbkTallyKey shares_other_key[SHARES_OTHER_KEYS] = { { "other", TBK_TALLY_INTEGER },
                                                          { "sentence", TBK_TALLY_INTEGER } };

const TbkTallyKey shares_group_key[SHARES_GROUP_KEYS] = { { "grouping", TBK_TALLY_INTEGER },
                                                          { "number", TBK_TALLY_INTEGER },
                                                          { "name", TBK_TALLY_TEXT } };

const TbkTallyKey shares_system_key[1] = { { "system", TBK_TALLY_TEXT } };
const TbkTallyColumn shares_system_columns[1] = { { "files", TBK_TALLY_SUM } };
const TbkTallyColumn shares_left_out_columns[1] = { { "pairs", TBK_TALLY_SUM } };

static const char *
find_fault_of_shares (const gint64 *values, int n_measures)
{
  for (int m = 0; m < n_measures; m++)
    if (values[2 * m] > values[2 * m + 1] || values[2 * m + 1] > G_MAXINT32)
      return "found more right than there are, or too many, in a sentence";
  return NULL;
}

const char *
shares_find_fault_of_sentences (const TbkTally *tally,
                                const char *(*find_fault) (const gint64 *values, int n_measures),
                                int n_measures)
{
  gsize n, n_others;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_SENTENCES, &n);
  g_autofree TbkTallyRow *others = tbk_tally_rows (tally, SHARES_OTHER_SENTENCES, &n_others);
  const char *fault = NULL;

  for (gsize s = 0; s < n && fault == NULL; s++)
    fault = g_ascii_strtoll (rows[s].key[0], NULL, 10) != (gint64) s + 1
                ? "the sentences are not numbered from 1 on, expected a row for each"
                : find_fault (rows[s].values, n_measures);
  if (fault == NULL && n_others % MAX (n, 1) != (n == 0 ? n_others : 0))
    return "the systems have not the same number of sentences";
  for (gsize s = 0; s < n_others && fault == NULL; s++)
    fault = g_ascii_strtoll (others[s].key[0], NULL, 10) != (gint64) (s / n) + 1
                    || g_ascii_strtoll (others[s].key[1], NULL, 10) != (gint64) (s % n) + 1
                ? "the systems have not the same number of sentences"
                : find_fault (others[s].values, n_measures);
  return fault;
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
  const char *fault = shares_find_fault_of_sentences (tally, find_fault_of_shares, n_measures);

  return fault != NULL ? fault : find_fault_of_groups (tally, is_group);
}

void
shares_count_sentence (TbkTally *tally, int other, guint sentence, const gint64 *values)
{
  char other_number[12], number[12];

  g_snprintf (other_number, sizeof other_number, "%d", other);
  g_snprintf (number, sizeof number, "%u", sentence);
  if (other == 0)
    tbk_tally_add (tally, SHARES_SENTENCES, (const char *[]){ number }, values);
  else
    tbk_tally_add (tally, SHARES_OTHER_SENTENCES, (const char *[]){ other_number, number }, values);
}

void
shares_count (const ShareRows *shares, int other, TbkTally *tally)
{
  const int n = shares->n_measures;
  const gint32 *row = shares->rows;

  for (guint s = 0; s < shares->n_sentences; s++, row += 2 * n) {
    gint64 values[2 * MOST_MEASURES];

    for (int m = 0; m < n; m++) {
      values[2 * m] = row[m];
      values[2 * m + 1] = row[n + m];
    }
    shares_count_sentence (tally, other, s + 1, values);
  }
}

TbkTallyRow *
shares_sentences (const TbkTally *tally, int other, gsize *n)
{
  TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_SENTENCES, n), *others;
  gsize n_others;

  if (other == 0)
    return rows;
  others = tbk_tally_rows (tally, SHARES_OTHER_SENTENCES, &n_others);
  if (n_others < (gsize) other * *n)
    *n = 0;
  memcpy (rows, others + (gsize) (other - 1) * *n, *n * sizeof *rows);
  g_free (others);
  return rows;
}

/* Appends the sentences of a file. */
static void
take_file (const TbkTally *tally, int other, int n_measures, GArray *sentences, TbkShare *total)
{
  gsize n;
  g_autofree TbkTallyRow *rows = shares_sentences (tally, other, &n);
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
shares_take (const TbkTallies *tallies, int other, int n_measures, GArray *sentences, TbkShare *total)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      take_file (tbk_tallies_get (tallies, f), other, n_measures, sentences, total);
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
