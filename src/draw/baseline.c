/* baseline.c - findings that are known: a table that tbk check wrote earlier, and what is still found of it.
 */
#include "draw/show.h"
#include "report/rows.h"

#include <string.h>

#include "base/base.h"
#include "tbk/draw.h"
#include "tbk/report.h"

enum { SENT_ID, NODE, TEST, FILE_NAME, SENTENCE, N_NEEDED = FILE_NAME };

static const char *const columns[] = { "sent_id", "id", "test", "file", "sentence", NULL };

/* Findings that are known, by sentence, node and test. Several findings of a sentence may have one node and one test, so each key has a number. Counters
 * are the only thing that threads change. */
typedef struct {
  TbkCheckTest test;
  gint64 n; /* rows of the baseline */
  gint n_found;
} Known;

struct TbkBaseline {
  GHashTable *known; /* by key */
};

/* The key of a finding: of a sentence without sent_id its file and number. A sent_id is written as in TSV, so that it is the
 * same whether it was read from a table of any format or from a treebank. */
static void
set_key (GString *key, TbkPiece id, const char *file, const char *sentence, const char *node,
         const char *test)
{
  g_string_truncate (key, 0);
  if (id.size > 0) {
    encoding_append_tsv (key, id.bytes, id.size);
  } else {
    const char *slash = strrchr (file, G_DIR_SEPARATOR);

    g_string_append_printf (key, "\n%s\n%s", slash != NULL ? slash + 1 : file, sentence);
  }
  g_string_append_printf (key, "\n%s\n%s", node, test);
}

static gboolean
add_row (TbkBaseline *baseline, const TableRows *rows, GString *key, GError **error)
{
  const char *cells[G_N_ELEMENTS (columns) - 1];
  TbkCheckTest test;
  Known *known;

  for (guint column = 0; column < G_N_ELEMENTS (cells); column++)
    cells[column] = rows_cell (rows, (int) column);
  test = tbk_check_test_find (cells[TEST]);
  if (test == TBK_N_CHECK_TESTS)
    return rows_fail (rows, "found no name of a test of tbk check in the column test", error);
  if (*cells[SENT_ID] == '\0' && (cells[FILE_NAME] == NULL || cells[SENTENCE] == NULL))
    return rows_fail (rows, "found no sent_id, expected the columns file and sentence, which replace it",
                      error);
  set_key (key, (TbkPiece){ cells[SENT_ID], strlen (cells[SENT_ID]) }, cells[FILE_NAME], cells[SENTENCE],
           cells[NODE], cells[TEST]);
  known = g_hash_table_lookup (baseline->known, key->str);
  if (known == NULL) {
    known = g_new0 (Known, 1);
    known->test = test;
    g_hash_table_insert (baseline->known, g_strdup (key->str), known);
  }
  known->n++;
  return TRUE;
}

static gboolean
read_rows (TbkBaseline *baseline, const char *path, GError **error)
{
  g_autoptr (TableRows) rows =
      rows_open (path, columns, N_NEEDED, "sent_id, id and test among them, as tbk check writes them", error);
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean is_there = rows != NULL;

  while (is_there)
    if (!rows_next (rows, &is_there, error) || (is_there && !add_row (baseline, rows, key, error)))
      return FALSE;
  return rows != NULL;
}

TbkBaseline *
tbk_baseline_read (const char *path, GError **error)
{
  g_autoptr (TbkBaseline) baseline = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  baseline = g_new0 (TbkBaseline, 1);
  baseline->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (read_rows (baseline, path, error))
    return g_steal_pointer (&baseline);
  if (error != NULL && (*error)->domain == TBK_ERROR && (*error)->code == TBK_ERROR_DATA)
    g_prefix_error (error, "--baseline: ");
  return NULL;
}

void
tbk_baseline_free (TbkBaseline *baseline)
{
  if (baseline == NULL)
    return;
  g_hash_table_unref (baseline->known);
  g_free (baseline);
}

/* Removes what is known. Of several findings with one key the first are those that are known, as many as the baseline has:
 * @met counts them, in the sentence in hand. */
void
baseline_remove (const TbkBaseline *baseline, const TbkEntry *entry, CheckedList *found, GHashTable *met)
{
  g_autoptr (GString) key = g_string_new (NULL);
  char sentence[24] = "", node[16] = "";
  gsize n = 0;

  g_hash_table_remove_all (met);
  if (entry->index > 0)
    g_snprintf (sentence, sizeof sentence, "%" G_GINT64_FORMAT, (gint64) entry->index);
  for (gsize f = 0; f < found->n; f++) {
    const Checked *checked = &found->all[f];
    Known *known;
    gint64 n_met;

    *node = '\0';
    if (checked->node > 0)
      g_snprintf (node, sizeof node, "%d", checked->node);
    set_key (key, (TbkPiece){ entry->id, entry->id_length }, entry->file, sentence, node,
             tbk_check_test_name (checked->test));
    known = g_hash_table_lookup (baseline->known, key->str);
    n_met = known == NULL ? 0 : 1 + (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (met, known));
    if (known == NULL || n_met > known->n) {
      found->all[n++] = *checked;
      continue;
    }
    g_hash_table_insert (met, known, GSIZE_TO_POINTER ((gsize) n_met));
    g_atomic_int_inc (&known->n_found);
    g_free (checked->said);
  }
  found->n = n;
}

void
tbk_baseline_count (const TbkBaseline *baseline, guint tests, TbkBaselineCounts *counts)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (baseline != NULL && counts != NULL);
  *counts = (TbkBaselineCounts){ 0 };
  g_hash_table_iter_init (&iter, baseline->known);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const Known *known = value;

    counts->n_found += known->n_found;
    counts->n_repeated += MAX (0, known->n_found - known->n);
    if (tbk_check_test_is_in (known->test, tests))
      counts->n_gone += MAX (0, known->n - known->n_found);
  }
}
