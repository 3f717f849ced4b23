/* aligned_evaluation.c - evaluations of aligned words: their figures, what chance does to them, and
 * tallies. */
#include "statistics/evaluation.h"

enum { NO_COUNT = -1 };

/* The counts of a measure. */
static const struct {
  const char *name;
  int right, gold, system, aligned;
} measures[TBK_N_ALIGNED] = {
#define OF_WORDS   ALIGNED_GOLD_WORDS, ALIGNED_SYSTEM_WORDS, ALIGNED_WORDS
#define OF_CONTENT ALIGNED_GOLD_CONTENT, ALIGNED_SYSTEM_CONTENT, ALIGNED_CONTENT
  [TBK_ALIGNED_TOKENS] = { "Tokens", ALIGNED_RIGHT_TOKENS, ALIGNED_GOLD_TOKENS, ALIGNED_SYSTEM_TOKENS,
                           NO_COUNT },
  [TBK_ALIGNED_SENTENCES] = { "Sentences", ALIGNED_RIGHT_SENTENCES, ALIGNED_GOLD_SENTENCES,
                              ALIGNED_SYSTEM_SENTENCES, NO_COUNT },
  [TBK_ALIGNED_WORDS] = { "Words", ALIGNED_WORDS, ALIGNED_GOLD_WORDS, ALIGNED_SYSTEM_WORDS, NO_COUNT },
  [TBK_ALIGNED_UPOS] = { "UPOS", ALIGNED_RIGHT_UPOS, OF_WORDS },
  [TBK_ALIGNED_XPOS] = { "XPOS", ALIGNED_RIGHT_XPOS, OF_WORDS },
  [TBK_ALIGNED_UFEATS] = { "UFeats", ALIGNED_RIGHT_UFEATS, OF_WORDS },
  [TBK_ALIGNED_ALLTAGS] = { "AllTags", ALIGNED_RIGHT_ALLTAGS, OF_WORDS },
  [TBK_ALIGNED_LEMMAS] = { "Lemmas", ALIGNED_RIGHT_LEMMAS, OF_WORDS },
  [TBK_ALIGNED_UAS] = { "UAS", ALIGNED_RIGHT_UAS, OF_WORDS },
  [TBK_ALIGNED_LAS] = { "LAS", ALIGNED_RIGHT_LAS, OF_WORDS },
  [TBK_ALIGNED_CLAS] = { "CLAS", ALIGNED_RIGHT_CLAS, OF_CONTENT },
  [TBK_ALIGNED_MLAS] = { "MLAS", ALIGNED_RIGHT_MLAS, OF_CONTENT },
  [TBK_ALIGNED_BLEX] = { "BLEX", ALIGNED_RIGHT_BLEX, OF_CONTENT },
};

const char *
tbk_aligned_measure_name (TbkAlignedMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_ALIGNED, NULL);
  return measures[measure].name;
}

TbkAlignedEvaluation *
aligned_evaluation_new (void)
{
  TbkAlignedEvaluation *evaluation = g_new0 (TbkAlignedEvaluation, 1);

  evaluation->sentences = g_array_new (FALSE, TRUE, sizeof (AlignedSentence));
  return evaluation;
}

void
tbk_aligned_evaluation_free (TbkAlignedEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  g_array_unref (evaluation->sentences);
  g_free (evaluation);
}

static void
add_sentence (TbkAlignedEvaluation *evaluation, const AlignedSentence *sentence)
{
  g_array_append_val (evaluation->sentences, *sentence);
  for (AlignedCount c = 0; c < N_ALIGNED_COUNTS; c++)
    evaluation->total[c] += sentence->counts[c];
}

TbkAlignedCounts
tbk_aligned_evaluation_counts (const TbkAlignedEvaluation *evaluation, TbkAlignedMeasure measure)
{
  const gint64 *total = evaluation->total;

  g_return_val_if_fail (measure < TBK_N_ALIGNED, ((TbkAlignedCounts){ 0, 0, 0, 0 }));
  return (TbkAlignedCounts){ total[measures[measure].right], total[measures[measure].gold],
                             total[measures[measure].system],
                             measures[measure].aligned == NO_COUNT ? -1 : total[measures[measure].aligned] };
}

TbkAlignedRanges
tbk_aligned_evaluation_ranges (const TbkAlignedEvaluation *evaluation)
{
  return evaluation->ranges;
}

/* What chance does: F1 of each measure as a share. */

typedef struct {
  gint32 *rows;
  TbkShare total[TBK_N_ALIGNED];
  ShareRows shares;
} F1Shares;

static void
f1_shares_init (F1Shares *f1, const TbkAlignedEvaluation *evaluation)
{
  const guint n = evaluation->sentences->len;
  gint32 *row = g_new (gint32, MAX (n, 1) * 2 * TBK_N_ALIGNED);

  f1->rows = row;
  f1->shares = (ShareRows){ row, n, TBK_N_ALIGNED, f1->total };
  for (guint s = 0; s < n; s++, row += 2 * TBK_N_ALIGNED) {
    const gint32 *counts = g_array_index (evaluation->sentences, AlignedSentence, s).counts;

    for (TbkAlignedMeasure m = 0; m < TBK_N_ALIGNED; m++) {
      row[m] = 2 * counts[measures[m].right];
      row[TBK_N_ALIGNED + m] = counts[measures[m].gold] + counts[measures[m].system];
    }
  }
  for (TbkAlignedMeasure m = 0; m < TBK_N_ALIGNED; m++) {
    const TbkAlignedCounts counts = tbk_aligned_evaluation_counts (evaluation, m);

    f1->total[m] = (TbkShare){ 2 * counts.right, counts.gold + counts.system };
  }
}

void
tbk_aligned_evaluation_intervals (const TbkAlignedEvaluation *evaluation, guint64 seed, TbkShare *low,
                                  TbkShare *high)
{
  F1Shares f1;

  f1_shares_init (&f1, evaluation);
  significance_find_intervals (&f1.shares, seed, low, high);
  g_free (f1.rows);
}

void
tbk_aligned_evaluation_test (const TbkAlignedEvaluation *a, const TbkAlignedEvaluation *b, guint64 seed,
                             int *n_as_great)
{
  F1Shares of_a, of_b;

  f1_shares_init (&of_a, a);
  f1_shares_init (&of_b, b);
  significance_test (&of_a.shares, &of_b.shares, seed, n_as_great);
  g_free (of_a.rows);
  g_free (of_b.rows);
}

/* Tallies. */

static const TbkTallyColumn sentence_columns[N_ALIGNED_COUNTS] = {
  [ALIGNED_GOLD_TOKENS] = { "gold_tokens", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_TOKENS] = { "system_tokens", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_TOKENS] = { "right_tokens", TBK_TALLY_SUM },
  [ALIGNED_GOLD_SENTENCES] = { "gold_sentences", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_SENTENCES] = { "system_sentences", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_SENTENCES] = { "right_sentences", TBK_TALLY_SUM },
  [ALIGNED_GOLD_WORDS] = { "gold_words", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_WORDS] = { "system_words", TBK_TALLY_SUM },
  [ALIGNED_WORDS] = { "aligned_words", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UPOS] = { "right_upos", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_XPOS] = { "right_xpos", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UFEATS] = { "right_ufeats", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_ALLTAGS] = { "right_alltags", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_LEMMAS] = { "right_lemmas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UAS] = { "right_uas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_LAS] = { "right_las", TBK_TALLY_SUM },
  [ALIGNED_GOLD_CONTENT] = { "gold_content", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_CONTENT] = { "system_content", TBK_TALLY_SUM },
  [ALIGNED_CONTENT] = { "aligned_content", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_CLAS] = { "right_clas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_MLAS] = { "right_mlas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_BLEX] = { "right_blex", TBK_TALLY_SUM },
};

static const TbkTallyColumn range_columns[] = { { "gold", TBK_TALLY_SUM },
                                                { "system", TBK_TALLY_SUM },
                                                { "both", TBK_TALLY_SUM } };

/* Ranges stand in the place of groups. */
enum { RANGES = SHARES_GROUPS };

static const TbkTallySection sections[] = {
  [SHARES_SENTENCES] = { "sentences", shares_sentence_key, 1, sentence_columns, N_ALIGNED_COUNTS },
  [SHARES_OTHER_SENTENCES] = { "other_sentences", shares_other_key, SHARES_OTHER_KEYS, sentence_columns,
                               N_ALIGNED_COUNTS },
  [RANGES] = { "ranges", NULL, 0, range_columns, G_N_ELEMENTS (range_columns) },
  [SHARES_SYSTEMS] = { "systems", shares_system_key, 1, shares_system_columns, 1 },
};

static const char *
find_fault_of_counts (const gint64 *values, int n)
{
  for (int c = 0; c < n; c++)
    if (values[c] > G_MAXINT32 / 4)
      return "found too many in a sentence";
  for (TbkAlignedMeasure m = 0; m < TBK_N_ALIGNED; m++)
    if (values[measures[m].right] > MIN (values[measures[m].gold], values[measures[m].system]))
      return "found more right than there are in a sentence";
  return NULL;
}

static const char *
find_fault (const TbkTally *tally)
{
  return shares_find_fault_of_sentences (tally, find_fault_of_counts, N_ALIGNED_COUNTS);
}

static const TbkTallyLayout layout = { "aligned-evaluation", sections, G_N_ELEMENTS (sections), find_fault };

const TbkTallyLayout *
tbk_aligned_evaluation_layout (void)
{
  return &layout;
}

void
tbk_aligned_evaluation_count (const TbkAlignedEvaluation *evaluation, int other, TbkTally *tally)
{
  const TbkAlignedRanges *ranges = &evaluation->ranges;

  for (guint s = 0; s < evaluation->sentences->len; s++) {
    gint64 values[N_ALIGNED_COUNTS];

    for (AlignedCount c = 0; c < N_ALIGNED_COUNTS; c++)
      values[c] = g_array_index (evaluation->sentences, AlignedSentence, s).counts[c];
    shares_count_sentence (tally, other, s + 1, values);
  }
  if (other == 0)
    tbk_tally_add (tally, RANGES, NULL, (const gint64[]){ ranges->gold, ranges->system, ranges->both });
}

static void
take_ranges (TbkAlignedEvaluation *evaluation, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, RANGES);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, RANGES, &n);

  if (n > 0)
    evaluation->ranges = (TbkAlignedRanges){ rows[0].values[0], rows[0].values[1], rows[0].values[2] };
}

TbkAlignedEvaluation *
tbk_aligned_evaluation_of (const TbkTallies *tallies, int other)
{
  TbkAlignedEvaluation *evaluation = aligned_evaluation_new ();

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    g_autofree TbkTallyRow *rows = NULL;
    gsize n;

    if (tally == NULL)
      continue;
    rows = shares_sentences (tally, other, &n);
    for (gsize s = 0; s < n; s++) {
      AlignedSentence sentence;

      for (AlignedCount c = 0; c < N_ALIGNED_COUNTS; c++)
        sentence.counts[c] = (gint32) rows[s].values[c];
      add_sentence (evaluation, &sentence);
    }
  }
  if (other == 0)
    take_ranges (evaluation, tallies);
  return evaluation;
}
