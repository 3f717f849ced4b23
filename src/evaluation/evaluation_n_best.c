/* evaluation_n_best.c - several trees of a sentence against its gold tree: the first, the best of n, and their mean.
 *
 * For each sentence all its trees are counted, a row of counts each. What n trees give is then known for every n at once: of a
 * sentence with fewer trees all of them. Sums for numbers that no sentence had so far are those of all trees. */
#include "conllu/conllu.h"
#include "evaluation/evaluation.h"

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "tbk/corpus.h"

/* Shares of a measure, what is right and of how much: of the first trees, the best ones, and the mean of n. */
typedef struct {
  gint64 first[2], best[2];
  double mean[2];
} NBestSums;

typedef struct {
  TbkEvaluation *system; /* rows of the trees of a sentence */
  gpointer counter;
  int most; /* trees of a sentence that count */
  int n_measures;
  GArray *sums;      /* of NBestSums: for each n the measures */
  GArray *sentences; /* of gint64: for each n how many have so many trees or more */
  NBestSums *all;    /* of all trees of the sentences so far */
} NBest;

static const char *const columns[] = { "measure", "n", "sentences", "first", "best", "mean", NULL };

const char *const *
evaluation_n_best_columns (void)
{
  return columns;
}

static gboolean
is_better (TbkShare a, TbkShare b)
{
  return product_compare ((guint64) a.right, (guint64) MAX (b.of, 1), (guint64) b.right,
                          (guint64) MAX (a.of, 1))
         > 0;
}

/* Returns measure @m of tree @t of the sentence. */
static TbkShare
share_of (const NBest *n_best, guint t, int m)
{
  const gint32 *row = evaluation_row (n_best->system, t);
  gint64 counts[MOST_COUNTS];

  for (int c = 0; c < MOST_COUNTS; c++)
    counts[c] = row[c];
  return evaluation_measure (&n_best->system->kind->measures[m], counts);
}

static void
add_sums (NBestSums *sums, TbkShare first, TbkShare best, const double mean[2])
{
  const gint64 of_first[] = { first.right, first.of }, of_best[] = { best.right, best.of };

  for (int i = 0; i < 2; i++) {
    sums->first[i] += of_first[i];
    sums->best[i] += of_best[i];
    sums->mean[i] += mean[i];
  }
}

/* Adds the trees of the sentence to what is known of measure @m. */
static void
add_measure (NBest *n_best, int m)
{
  const guint n_trees = n_best->system->rows->len, n = n_best->sentences->len;
  const TbkShare first = share_of (n_best, 0, m);
  TbkShare best = first;
  double sum[2] = { 0 }, mean[2] = { 0 };

  for (guint t = 0; t < n; t++) {
    if (t < n_trees) {
      const TbkShare share = share_of (n_best, t, m);

      if (is_better (share, best))
        best = share;
      sum[0] += (double) share.right;
      sum[1] += (double) share.of;
      for (int i = 0; i < 2; i++)
        mean[i] = sum[i] / (t + 1);
    }
    add_sums (&g_array_index (n_best->sums, NBestSums, t * (guint) n_best->n_measures + (guint) m), first,
              best, mean);
  }
  add_sums (&n_best->all[m], first, best, mean);
}

static void
add_sentence (NBest *n_best)
{
  const guint n_trees = n_best->system->rows->len;

  while (n_best->sentences->len < n_trees) {
    const gint64 none = 0;

    g_array_append_val (n_best->sentences, none);
    g_array_append_vals (n_best->sums, n_best->all, (guint) n_best->n_measures);
  }
  for (guint t = 0; t < n_trees; t++)
    g_array_index (n_best->sentences, gint64, t)++;
  for (int m = 0; m < n_best->n_measures; m++)
    add_measure (n_best, m);
  word_counter_finish (n_best->counter);
  evaluation_clear (n_best->system);
}

static gboolean
fail_tree (const TbkCursor *system, const TbkCursor *gold, GError **error)
{
  const TbkCursor *at = system->is_at_end ? gold : system;
  g_autofree char *found = system->is_at_end          ? g_strdup ("no further tree")
                           : system->entry.id == NULL ? g_strdup ("a tree without sent_id")
                                                      : tbk_quote (system->entry.id, system->entry.id_length);
  g_autofree char *expected = gold->is_at_end          ? g_strdup ("the end of the file")
                              : gold->entry.id == NULL ? g_strdup ("a gold sentence with a sent_id")
                                                       : tbk_quote (gold->entry.id, gold->entry.id_length);

  return fail_data (
      error, "%s:%" G_GINT64_FORMAT ": found %s, expected %s: the trees of a sentence of %s have its sent_id",
      cursor_name (at), at->entry.line, found, expected, cursor_name (gold));
}

/* Goes to the next sentence, which must be well formed if there is one. */
static gboolean
go_on (TbkCursor *cursor, GError **error)
{
  return tbk_cursor_next_sentence (cursor, error) && (cursor->is_at_end || cursor_check (cursor, error));
}

/* Counts the trees of the gold sentence; @system stands at the first, and then behind the last. */
static gboolean
count_trees (NBest *n_best, const TbkCursor *gold, TbkCursor *system, GError **error)
{
  TbkEntry entry = gold->entry;
  TbkPair pair = { .systems = &system->entry };

  entry.pair = &pair;
  if (system->is_at_end || !pair_has_same_id (&system->entry, &gold->entry))
    return fail_tree (system, gold, error);
  for (int n = 1; !system->is_at_end && pair_has_same_id (&system->entry, &gold->entry); n++)
    if ((n <= n_best->most && !word_counter_count (n_best->counter, &entry, NULL, error))
        || !go_on (system, error))
      return FALSE;
  add_sentence (n_best);
  return TRUE;
}

static gboolean
count_files (NBest *n_best, TbkCursor *gold, TbkCursor *system, GError **error)
{
  if (!go_on (gold, error) || !go_on (system, error))
    return FALSE;
  while (!gold->is_at_end)
    if (!count_trees (n_best, gold, system, error) || !go_on (gold, error))
      return FALSE;
  return system->is_at_end || fail_tree (system, gold, error);
}

static void
write_share (TbkTable *table, double right, double of)
{
  if (of > 0)
    tbk_table_decimal (table, 100 * right / of, 2);
  else
    tbk_table_nothing (table);
}

static gboolean
write_rows (const NBest *n_best, TbkTable *table, GError **error)
{
  for (int m = 0; m < n_best->n_measures; m++)
    for (guint t = 0; t < n_best->sentences->len; t++) {
      const NBestSums *sums =
          &g_array_index (n_best->sums, NBestSums, t * (guint) n_best->n_measures + (guint) m);

      if (sums->first[1] + sums->best[1] == 0)
        continue; /* there is no such measure, as without punctuation */
      tbk_table_string (table, n_best->system->kind->measures[m].name);
      tbk_table_integer (table, t + 1);
      tbk_table_integer (table, g_array_index (n_best->sentences, gint64, t));
      write_share (table, (double) sums->first[0], (double) sums->first[1]);
      write_share (table, (double) sums->best[0], (double) sums->best[1]);
      write_share (table, sums->mean[0], sums->mean[1]);
      if (!tbk_table_end_row (table, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
evaluation_n_best_write (const char *gold, const char *system, int n_trees,
                         const TbkEvaluationOptions *options, TbkTable *table, GError **error)
{
  const TbkReaderOptions reading = {
    .of_format = options->of_format, .takes_any_heads = TRUE, .takes_headless = TRUE, .any_roots = TRUE
  };
  g_autoptr (TbkEvaluation) evaluation = evaluation_new (TBK_EVALUATED_DEPENDENCIES);
  NBest n_best = { .system = evaluation,
                   .most = n_trees,
                   .counter = word_counter_new (options, &evaluation),
                   .n_measures = evaluation->kind->n_measures,
                   .sums = g_array_new (FALSE, FALSE, sizeof (NBestSums)),
                   .sentences = g_array_new (FALSE, FALSE, sizeof (gint64)),
                   .all = g_new0 (NBestSums, evaluation->kind->n_measures) };
  g_auto (TbkCursor) of_gold = { 0 }, of_system = { 0 };
  const gboolean done = tbk_cursor_open (&of_gold, tbk_conllu_format (), gold, &reading, error)
                        && tbk_cursor_open (&of_system, tbk_conllu_format (), system, &reading, error)
                        && count_files (&n_best, &of_gold, &of_system, error)
                        && write_rows (&n_best, table, error);

  word_counter_free (n_best.counter);
  g_array_unref (n_best.sums);
  g_array_unref (n_best.sentences);
  g_free (n_best.all);
  return done;
}
