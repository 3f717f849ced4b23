/* evaluation_tally.c - evaluations as tallies: a row for each sentence and for each group of words. */
#include <string.h>

#include "parser/evaluation.h"

enum { SENTENCES, OTHER_SENTENCES, GROUPS, SYSTEMS, N_SECTIONS };

/* Of a sentence: for each measure the right ones, then of how many. */
static const TbkTallyColumn sentence_columns[2 * TBK_N_MEASURES] = {
#define SHARE(measure, name)                                                                                 \
  [2 * measure] = { name "_right", TBK_TALLY_SUM }, [2 * measure + 1] = { name "_of", TBK_TALLY_SUM }
  SHARE (TBK_MEASURE_UAS, "UAS"),
  SHARE (TBK_MEASURE_LAS, "LAS"),
  SHARE (TBK_MEASURE_LA, "LA"),
  SHARE (TBK_MEASURE_CLAS, "CLAS"),
  SHARE (TBK_MEASURE_UAS_NO_PUNCT, "UAS_no_punct"),
  SHARE (TBK_MEASURE_LAS_NO_PUNCT, "LAS_no_punct"),
  SHARE (TBK_MEASURE_LA_NO_PUNCT, "LA_no_punct"),
  SHARE (TBK_MEASURE_NONPROJECTIVE_PRECISION, "nonprojective_precision"),
  SHARE (TBK_MEASURE_NONPROJECTIVE_RECALL, "nonprojective_recall"),
  SHARE (TBK_MEASURE_WHOLE_UNLABELLED, "whole_unlabelled"),
  SHARE (TBK_MEASURE_WHOLE_LABELLED, "whole_labelled"),
#undef SHARE
};

enum { GOLD, SYSTEM, HEADS, BOTH };
static const TbkTallyColumn group_columns[] = {
  [GOLD] = { "gold", TBK_TALLY_SUM },
  [SYSTEM] = { "system", TBK_TALLY_SUM },
  [HEADS] = { "right_heads", TBK_TALLY_SUM },
  [BOTH] = { "right_both", TBK_TALLY_SUM },
};

static const TbkTallyKey sentence_key[] = { { "sentence", TBK_TALLY_INTEGER } };

/* The number puts groups in order: that in the name, 0 if it has none. */
static const TbkTallyKey group_key[] = { { "grouping", TBK_TALLY_INTEGER },
                                         { "number", TBK_TALLY_INTEGER },
                                         { "name", TBK_TALLY_TEXT } };

static const TbkTallyKey system_key[] = { { "system", TBK_TALLY_TEXT } };
static const TbkTallyColumn system_columns[] = { { "files", TBK_TALLY_SUM } };

static const TbkTallySection sections[N_SECTIONS] = {
  [SENTENCES] = { "sentences", sentence_key, 1, sentence_columns, 2 * TBK_N_MEASURES },
  [OTHER_SENTENCES] = { "other_sentences", sentence_key, 1, sentence_columns, 2 * TBK_N_MEASURES },
  [GROUPS] = { "groups", group_key, 3, group_columns, G_N_ELEMENTS (group_columns) },
  [SYSTEMS] = { "systems", system_key, 1, system_columns, 1 },
};

/* What is wrong with the rows of sentences; @n: (out): how many there are. */
static const char *
find_fault_of_sentences (const TbkTally *tally, int section, gsize *n)
{
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, section, n);

  for (gsize s = 0; s < *n; s++) {
    if (g_ascii_strtoll (rows[s].key[0], NULL, 10) != (gint64) s + 1)
      return "the sentences are not numbered from 1 on, expected a row for each";
    for (int m = 0; m < TBK_N_MEASURES; m++)
      if (rows[s].values[2 * m] > rows[s].values[2 * m + 1] || rows[s].values[2 * m + 1] > G_MAXINT32)
        return "found more words right than there are, or too many, in a sentence";
  }
  return NULL;
}

static const char *
find_fault_of_groups (const TbkTally *tally)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, GROUPS, &n);

  for (gsize g = 0; g < n; g++) {
    const gint64 *values = rows[g].values;

    if (values[HEADS] > values[GOLD] || values[BOTH] > MIN (values[GOLD], values[SYSTEM])
        || MAX (values[GOLD], values[SYSTEM]) > TBK_TALLY_MOST)
      return "found more words right than there are, or too many, in a group";
  }
  return NULL;
}

static const char *
find_fault (const TbkTally *tally)
{
  gsize n, n_other;
  const char *fault = find_fault_of_sentences (tally, SENTENCES, &n);

  fault = fault != NULL ? fault : find_fault_of_sentences (tally, OTHER_SENTENCES, &n_other);
  fault = fault != NULL ? fault : find_fault_of_groups (tally);
  if (fault == NULL && n_other != 0 && n_other != n)
    return "the two systems have not the same number of sentences";
  return fault;
}

static const TbkTallyLayout layout = { "evaluation", sections, N_SECTIONS, find_fault };

const TbkTallyLayout *
tbk_evaluation_layout (void)
{
  return &layout;
}

static void
count_sentences (const TbkEvaluation *evaluation, int section, TbkTally *tally)
{
  for (guint s = 0; s < evaluation->sentences->len; s++) {
    const SentenceShares *shares = &g_array_index (evaluation->sentences, SentenceShares, s);
    gint64 values[2 * TBK_N_MEASURES];
    char number[12];

    g_snprintf (number, sizeof number, "%u", s + 1);
    for (int m = 0; m < TBK_N_MEASURES; m++) {
      values[2 * m] = shares->right[m];
      values[2 * m + 1] = shares->of[m];
    }
    tbk_tally_add (tally, section, (const char *[]){ number }, values);
  }
}

static void
count_groups (const TbkEvaluation *evaluation, TbkGrouping grouping, TbkTally *tally)
{
  for (guint g = 0; g < evaluation->groups[grouping]->len; g++) {
    const TbkGroup *group = &g_array_index (evaluation->groups[grouping], TbkGroup, g);
    const gint64 values[] = { group->gold, group->system, group->heads, group->both };
    char grouping_number[12], number[24] = "0";

    g_snprintf (grouping_number, sizeof grouping_number, "%d", (int) grouping);
    if (grouping != TBK_GROUP_DEPREL)
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, g_ascii_strtoll (group->name, NULL, 10));
    tbk_tally_add (tally, GROUPS, (const char *[]){ grouping_number, number, group->name }, values);
  }
}

void
tbk_evaluation_count (const TbkEvaluation *evaluation, gboolean is_other, TbkTally *tally)
{
  count_sentences (evaluation, is_other ? OTHER_SENTENCES : SENTENCES, tally);
  for (TbkGrouping g = 0; !is_other && g < TBK_N_GROUPINGS; g++)
    count_groups (evaluation, g, tally);
}

/* Appends the sentences of a file. */
static void
add_sentences (TbkEvaluation *evaluation, const TbkTally *tally, int section)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, section, &n);

  for (gsize s = 0; s < n; s++) {
    SentenceShares shares;

    for (int m = 0; m < TBK_N_MEASURES; m++) {
      shares.right[m] = (gint32) rows[s].values[2 * m];
      shares.of[m] = (gint32) rows[s].values[2 * m + 1];
      evaluation->total[m].right += shares.right[m];
      evaluation->total[m].of += shares.of[m];
    }
    g_array_append_val (evaluation->sentences, shares);
  }
}

/* The groups of all files, which come in the order that they have in tables. */
static void
add_groups (TbkEvaluation *evaluation, const TbkTally *total)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, GROUPS, &n);

  for (gsize g = 0; g < n; g++) {
    const gint64 grouping = g_ascii_strtoll (rows[g].key[0], NULL, 10), *values = rows[g].values;
    const TbkGroup group = { g_strdup (rows[g].key[2]), values[0], values[1], values[2], values[3] };

    if (grouping < TBK_N_GROUPINGS)
      g_array_append_val (evaluation->groups[grouping], group);
    else
      g_free (group.name);
  }
}

TbkEvaluation *
tbk_evaluation_of (const TbkTallies *tallies, gboolean is_other)
{
  TbkEvaluation *evaluation = evaluation_new ();
  g_autoptr (TbkTally) total = tbk_tally_new (&layout);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);

    if (tally == NULL)
      continue;
    add_sentences (evaluation, tally, is_other ? OTHER_SENTENCES : SENTENCES);
    tbk_tally_merge_copy (total, tally);
  }
  if (!is_other)
    add_groups (evaluation, total);
  return evaluation;
}

void
tbk_evaluation_name_system (TbkTally *tally, const char *name)
{
  g_autofree char *text = g_utf8_make_valid (name, -1);

  tbk_tally_add (tally, SYSTEMS, (const char *[]){ text }, (const gint64[]){ 1 });
}

gboolean
tbk_evaluation_check_systems (const TbkTallies *tallies, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SYSTEMS, &n);

  if (n <= 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found tallies of the systems %s and %s, expected one system", rows[0].key[0], rows[1].key[0]);
  return FALSE;
}
