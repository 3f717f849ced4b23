/* evaluation.c - evaluations of all kinds: their counts and measures as records, and tallies.
 *
 * Contents
 *   1. kinds: what is counted, and the measures made of it
 *   2. evaluation: rows of counts, a sentence each, and groups
 *   3. tallies: rows and groups as tallies
 *
 * Evaluations are of words, of aligned words, and of constituents. All keep integers only: a row of counts
 * for each sentence, and counts for groups such as relations. A measure names the counts it is made of
 * (TbkMeasure), and the share is made at the end:
 *
 *   sentence    UAS_right UAS_of LAS_right LAS_of ...      of 4 and of 3 words
 *   1           3         4      2         4
 *   2           3         3      3         3
 *   total       6         7      5         7               UAS = 6 / 7, LAS = 5 / 7
 *
 * Rows are kept one by one since tests of significance draw sentences. Rows of other systems have the same
 * numbers of sentences, so that row s of each is of the same sentence.
 */
#include "evaluation/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. kinds: what is counted, and the measures made of it. */

/* Measures of two counts of their own, and these counts: measure m is counts 2 m of 2 m + 1. A measure is
 * written as name, right, factor, { of, of }, aligned, is_mean: factor * right / (of + of). Its columns have
 * the name in lower case. */
#define SHARE(measure, name, column)                                                                         \
  [measure] = { name, 2 * (measure), 1, { 2 * (measure) + 1, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
#define SHARE_COUNTS(measure, name, column)                                                                  \
  [2 * (measure)] = { column "_correct", TBK_TALLY_SUM },                                                    \
       [2 * (measure) + 1] = { column "_total", TBK_TALLY_SUM },

#define DEPENDENCIES(OF)                                                                                     \
  OF (TBK_MEASURE_UAS, "UAS", "uas")                                                                         \
  OF (TBK_MEASURE_LAS, "LAS", "las")                                                                         \
  OF (TBK_MEASURE_LA, "LA", "la")                                                                            \
  OF (TBK_MEASURE_CLAS, "CLAS", "clas")                                                                      \
  OF (TBK_MEASURE_UAS_NO_PUNCT, "UAS_no_punct", "uas_no_punct")                                              \
  OF (TBK_MEASURE_LAS_NO_PUNCT, "LAS_no_punct", "las_no_punct")                                              \
  OF (TBK_MEASURE_LA_NO_PUNCT, "LA_no_punct", "la_no_punct")                                                 \
  OF (TBK_MEASURE_NONPROJECTIVE_PRECISION, "nonprojective_precision", "nonprojective_precision")             \
  OF (TBK_MEASURE_NONPROJECTIVE_RECALL, "nonprojective_recall", "nonprojective_recall")                      \
  OF (TBK_MEASURE_WHOLE_UNLABELLED, "whole_unlabelled", "whole_unlabelled")                                  \
  OF (TBK_MEASURE_WHOLE_LABELLED, "whole_labelled", "whole_labelled")

#define PHRASES(OF)                                                                                          \
  OF (TBK_PHRASE_PRECISION, "precision", "precision")                                                        \
  OF (TBK_PHRASE_RECALL, "recall", "recall")                                                                 \
  OF (TBK_PHRASE_F1, "F1", "f1")                                                                             \
  OF (TBK_PHRASE_UNLABELLED_PRECISION, "unlabelled_precision", "unlabelled_precision")                       \
  OF (TBK_PHRASE_UNLABELLED_RECALL, "unlabelled_recall", "unlabelled_recall")                                \
  OF (TBK_PHRASE_UNLABELLED_F1, "unlabelled_F1", "unlabelled_f1")                                            \
  OF (TBK_PHRASE_WHOLE, "exact", "exact")                                                                    \
  OF (TBK_PHRASE_WHOLE_UNLABELLED, "exact_unlabelled", "exact_unlabelled")                                   \
  OF (TBK_PHRASE_NOT_CROSSING, "not_crossing", "not_crossing")                                               \
  OF (TBK_PHRASE_WHOLE_NOT_CROSSING, "trees_not_crossing", "trees_not_crossing")                             \
  OF (TBK_PHRASE_TAGS, "tags", "tags")

static const TbkMeasure dependency_measures[] = { DEPENDENCIES (SHARE) };
static const TbkTallyColumn dependency_counts[] = { DEPENDENCIES (SHARE_COUNTS) };
static const TbkMeasure phrase_measures[] = { PHRASES (SHARE) };
static const TbkTallyColumn phrase_counts[] = { PHRASES (SHARE_COUNTS) };

/* F1 of what is right, of what is gold and what is the system's. */
static const TbkMeasure aligned_measures[] = {
#define OF_WORDS    2, { ALIGNED_GOLD_WORDS, ALIGNED_SYSTEM_WORDS }, ALIGNED_WORDS, FALSE
#define OF_CONTENT  2, { ALIGNED_GOLD_CONTENT, ALIGNED_SYSTEM_CONTENT }, ALIGNED_CONTENT, FALSE
#define ALONE(what) 2, { ALIGNED_GOLD_##what, ALIGNED_SYSTEM_##what }, TBK_NO_COUNT, FALSE
  [TBK_ALIGNED_TOKENS] = { "Tokens", ALIGNED_RIGHT_TOKENS, ALONE (TOKENS) },
  [TBK_ALIGNED_SENTENCES] = { "Sentences", ALIGNED_RIGHT_SENTENCES, ALONE (SENTENCES) },
  [TBK_ALIGNED_WORDS] = { "Words", ALIGNED_WORDS, ALONE (WORDS) },
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

static const TbkTallyColumn aligned_counts[] = {
  [ALIGNED_GOLD_TOKENS] = { "gold_tokens", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_TOKENS] = { "system_tokens", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_TOKENS] = { "correct_tokens", TBK_TALLY_SUM },
  [ALIGNED_GOLD_SENTENCES] = { "gold_sentences", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_SENTENCES] = { "system_sentences", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_SENTENCES] = { "correct_sentences", TBK_TALLY_SUM },
  [ALIGNED_GOLD_WORDS] = { "gold_words", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_WORDS] = { "system_words", TBK_TALLY_SUM },
  [ALIGNED_WORDS] = { "aligned_words", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UPOS] = { "correct_upos", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_XPOS] = { "correct_xpos", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UFEATS] = { "correct_ufeats", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_ALLTAGS] = { "correct_alltags", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_LEMMAS] = { "correct_lemmas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_UAS] = { "correct_uas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_LAS] = { "correct_las", TBK_TALLY_SUM },
  [ALIGNED_GOLD_CONTENT] = { "gold_content", TBK_TALLY_SUM },
  [ALIGNED_SYSTEM_CONTENT] = { "system_content", TBK_TALLY_SUM },
  [ALIGNED_CONTENT] = { "aligned_content", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_CLAS] = { "correct_clas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_MLAS] = { "correct_mlas", TBK_TALLY_SUM },
  [ALIGNED_RIGHT_BLEX] = { "correct_blex", TBK_TALLY_SUM },
};

static const TbkTallyColumn word_group_counts[TBK_N_GROUP_COUNTS] = {
  [TBK_GROUP_GOLD] = { "gold", TBK_TALLY_SUM },
  [TBK_GROUP_SYSTEM] = { "system", TBK_TALLY_SUM },
  [TBK_GROUP_HEADS] = { "correct_heads", TBK_TALLY_SUM },
  [TBK_GROUP_BOTH] = { "correct_both", TBK_TALLY_SUM },
};

static const TbkMeasure word_group_measures[] = {
  { "uas", TBK_GROUP_HEADS, 1, { TBK_GROUP_GOLD, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
  { "precision", TBK_GROUP_BOTH, 1, { TBK_GROUP_SYSTEM, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
  { "recall", TBK_GROUP_BOTH, 1, { TBK_GROUP_GOLD, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
  { "f1", TBK_GROUP_BOTH, 2, { TBK_GROUP_GOLD, TBK_GROUP_SYSTEM }, TBK_NO_COUNT, FALSE },
};

static const TbkTallyColumn phrase_group_counts[TBK_N_GROUP_COUNTS] = {
  [TBK_GROUP_GOLD] = { "gold", TBK_TALLY_SUM },
  [TBK_GROUP_SYSTEM] = { "system", TBK_TALLY_SUM },
  [TBK_GROUP_GOLD_RIGHT] = { "gold_correct", TBK_TALLY_SUM },
  [TBK_GROUP_SYSTEM_RIGHT] = { "system_correct", TBK_TALLY_SUM },
};

static const TbkMeasure phrase_group_measures[] = {
  { "precision", TBK_GROUP_SYSTEM_RIGHT, 1, { TBK_GROUP_SYSTEM, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
  { "recall", TBK_GROUP_GOLD_RIGHT, 1, { TBK_GROUP_GOLD, TBK_NO_COUNT }, TBK_NO_COUNT, FALSE },
  { "f1", 0, 0, { TBK_NO_COUNT, TBK_NO_COUNT }, TBK_NO_COUNT, TRUE },
};

/* The sections of tallies: a row for each sentence of the system and of each other one, for each group of
 * words or constituents, and for each system; how many pairs were left out; a row for each system, sentence
 * and tested group; and for each file beside another that has broken trees: 0 is the gold one. Aligned files
 * have their ranges where others have groups. The order is part of the format: a section is numbered by its
 * place here. */
enum { SENTENCES, OTHER_SENTENCES, GROUPS, SYSTEMS, LEFT_OUT, CELLS, BROKEN, N_SECTIONS, RANGES = GROUPS };

static const TbkTallyKey sentence_key[] = { { "sentence", TBK_TALLY_INTEGER } };
static const TbkTallyKey other_key[] = { { "other", TBK_TALLY_INTEGER }, { "sentence", TBK_TALLY_INTEGER } };
/* The number puts groups in order: that in the name, 0 if it has none. */
static const TbkTallyKey group_key[] = { { "grouping", TBK_TALLY_INTEGER },
                                         { "number", TBK_TALLY_INTEGER },
                                         { "name", TBK_TALLY_TEXT } };
static const TbkTallyKey cell_key[] = { { "other", TBK_TALLY_INTEGER },
                                        { "sentence", TBK_TALLY_INTEGER },
                                        { "name", TBK_TALLY_TEXT } };
static const TbkTallyKey system_key[] = { { "system", TBK_TALLY_TEXT } };
static const TbkTallyColumn system_counts[] = { { "files", TBK_TALLY_SUM } };
static const TbkTallyColumn left_out_counts[] = { { "pairs", TBK_TALLY_SUM } };
static const TbkTallyKey broken_key[] = { { "side", TBK_TALLY_INTEGER } };
static const TbkTallyColumn broken_counts[] = { { "sentences", TBK_TALLY_SUM }, { "words", TBK_TALLY_SUM } };
static const TbkTallyColumn range_counts[] = { { "gold", TBK_TALLY_SUM },
                                               { "system", TBK_TALLY_SUM },
                                               { "both", TBK_TALLY_SUM } };

#define SENTENCE_SECTIONS(counts)                                                                            \
  [SENTENCES] = { "sentences", sentence_key, G_N_ELEMENTS (sentence_key), counts, G_N_ELEMENTS (counts) },   \
  [OTHER_SENTENCES] = { "other_sentences", other_key, G_N_ELEMENTS (other_key), counts,                      \
                        G_N_ELEMENTS (counts) },                                                             \
  [SYSTEMS] = { "systems", system_key, G_N_ELEMENTS (system_key), system_counts, 1 }
#define SECTIONS(counts, group_counts)                                                                       \
  {                                                                                                          \
    SENTENCE_SECTIONS (counts),                                                                              \
        [GROUPS] = { "groups", group_key, G_N_ELEMENTS (group_key), group_counts, TBK_N_GROUP_COUNTS },      \
        [LEFT_OUT] = { "left_out", NULL, 0, left_out_counts, 1 },                                            \
        [CELLS] = { "sentence_groups", cell_key, G_N_ELEMENTS (cell_key), group_counts,                      \
                    TBK_N_GROUP_COUNTS },                                                                    \
        [BROKEN] = { "broken", broken_key, 1, broken_counts, G_N_ELEMENTS (broken_counts) },                 \
  }

static const TbkTallySection dependency_sections[] = SECTIONS (dependency_counts, word_group_counts);
static const TbkTallySection phrase_sections[] = SECTIONS (phrase_counts, phrase_group_counts);
static const TbkTallySection aligned_sections[] = {
  SENTENCE_SECTIONS (aligned_counts),
  [RANGES] = { "ranges", NULL, 0, range_counts, G_N_ELEMENTS (range_counts) },
  [LEFT_OUT] = { "left_out", NULL, 0, left_out_counts, 1 },
};

static const char *find_fault (const TbkTally *tally);

static const TbkTallyLayout layouts[TBK_N_EVALUATED] = {
  [TBK_EVALUATED_DEPENDENCIES] = { "evaluation", dependency_sections, N_SECTIONS, find_fault },
  [TBK_EVALUATED_ALIGNED] = { "aligned-evaluation", aligned_sections, G_N_ELEMENTS (aligned_sections),
                              find_fault },
  [TBK_EVALUATED_PHRASES] = { "phrase-evaluation", phrase_sections, N_SECTIONS, find_fault },
};

static const char *const word_columns[] = { "file",   "line",        "sent_id",       "id", "form", "head",
                                            "deprel", "system_head", "system_deprel", NULL };

static const TbkEvaluationKind kinds[TBK_N_EVALUATED] = {
  [TBK_EVALUATED_DEPENDENCIES] = { .layout = &layouts[TBK_EVALUATED_DEPENDENCIES],
                                   .counts = dependency_counts,
                                   .n_counts = G_N_ELEMENTS (dependency_counts),
                                   .measures = dependency_measures,
                                   .n_measures = G_N_ELEMENTS (dependency_measures),
                                   .words = TBK_MEASURE_UAS,
                                   .n_groupings = TBK_N_GROUPINGS,
                                   .group_counts = word_group_counts,
                                   .group_measures = word_group_measures,
                                   .n_group_measures = G_N_ELEMENTS (word_group_measures),
                                   .word_columns = word_columns },
  [TBK_EVALUATED_ALIGNED] = { .layout = &layouts[TBK_EVALUATED_ALIGNED],
                              .counts = aligned_counts,
                              .n_counts = G_N_ELEMENTS (aligned_counts),
                              .measures = aligned_measures,
                              .n_measures = G_N_ELEMENTS (aligned_measures),
                              .words = TBK_ALIGNED_WORDS },
  [TBK_EVALUATED_PHRASES] = { .layout = &layouts[TBK_EVALUATED_PHRASES],
                              .counts = phrase_counts,
                              .n_counts = G_N_ELEMENTS (phrase_counts),
                              .measures = phrase_measures,
                              .n_measures = G_N_ELEMENTS (phrase_measures),
                              .words = TBK_PHRASE_TAGS,
                              .n_groupings = TBK_N_PHRASE_GROUPINGS,
                              .group_counts = phrase_group_counts,
                              .group_measures = phrase_group_measures,
                              .n_group_measures = G_N_ELEMENTS (phrase_group_measures) },
};

G_STATIC_ASSERT (G_N_ELEMENTS (dependency_counts) <= MOST_COUNTS);
G_STATIC_ASSERT (G_N_ELEMENTS (aligned_counts) <= MOST_COUNTS);
G_STATIC_ASSERT (G_N_ELEMENTS (phrase_counts) <= MOST_COUNTS);

const TbkEvaluationKind *
tbk_evaluation_kind (TbkEvaluated evaluated)
{
  g_return_val_if_fail ((guint) evaluated < TBK_N_EVALUATED, NULL);
  return &kinds[evaluated];
}

/* Returns TRUE for groups whose names begin with a number, such as lengths, by which they come in order: 9
 * before 10. Others are in the order of their names. */
static gboolean
is_numbered (const TbkEvaluationKind *kind, int grouping)
{
  return kind == &kinds[TBK_EVALUATED_PHRASES] && grouping != TBK_PHRASE_GROUP_LABEL;
}

/* Returns the number in tallies of the first grouping. Below it are groupings of words that older tallies have. */
static int
first_grouping (const TbkEvaluationKind *kind)
{
  return kind == &kinds[TBK_EVALUATED_DEPENDENCIES] ? 3 : 0;
}

/* Returns TRUE if the counts can be those of a group; tallies may come from anywhere. Constituents that agree
 * have one label and one length, but perhaps not one number of children. Of confused words HEADS and BOTH are
 * those that a second system has cured and brought, so other limits hold. */
static gboolean
is_group (const TbkEvaluationKind *kind, gint64 grouping, const gint64 *n)
{
  for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
    if (n[c] > TBK_TALLY_MOST)
      return FALSE;
  if (kind == &kinds[TBK_EVALUATED_DEPENDENCIES] && grouping == TBK_GROUP_CONFUSED)
    return n[TBK_GROUP_HEADS] <= n[TBK_GROUP_GOLD] && n[TBK_GROUP_BOTH] <= n[TBK_GROUP_SYSTEM];
  if (kind == &kinds[TBK_EVALUATED_DEPENDENCIES])
    return n[TBK_GROUP_HEADS] <= n[TBK_GROUP_GOLD]
           && n[TBK_GROUP_BOTH] <= MIN (n[TBK_GROUP_HEADS], n[TBK_GROUP_SYSTEM]);
  return (grouping == TBK_PHRASE_GROUP_CHILDREN || n[TBK_GROUP_GOLD_RIGHT] == n[TBK_GROUP_SYSTEM_RIGHT])
         && n[TBK_GROUP_GOLD_RIGHT] <= n[TBK_GROUP_GOLD] && n[TBK_GROUP_SYSTEM_RIGHT] <= n[TBK_GROUP_SYSTEM];
}

/* 2. evaluation: rows of counts, a sentence each, and groups. */

TbkEvaluation *
evaluation_new (TbkEvaluated evaluated)
{
  TbkEvaluation *evaluation = g_new0 (TbkEvaluation, 1);

  evaluation->kind = tbk_evaluation_kind (evaluated);
  /* With room for one, since no place can be computed from a pointer to nothing. */
  evaluation->rows = g_array_sized_new (FALSE, TRUE, MOST_COUNTS * sizeof (gint32), 1);
  for (int g = 0; g < evaluation->kind->n_groupings; g++)
    evaluation->groups[g] = g_array_new (FALSE, TRUE, sizeof (TbkGroup));
  evaluation->cells = g_array_new (FALSE, TRUE, sizeof (GroupCell));
  evaluation->cell_names = g_ptr_array_new_with_free_func (g_free);
  evaluation->cell_numbers = g_hash_table_new (hash_string, g_str_equal);
  evaluation->last_cells = g_array_new (FALSE, FALSE, sizeof (int));
  return evaluation;
}

void
evaluation_clear (TbkEvaluation *evaluation)
{
  for (int g = 0; g < evaluation->kind->n_groupings; g++) {
    for (guint i = 0; i < evaluation->groups[g]->len; i++)
      g_free (g_array_index (evaluation->groups[g], TbkGroup, i).name);
    g_array_set_size (evaluation->groups[g], 0);
  }
  g_array_set_size (evaluation->rows, 0);
  g_array_set_size (evaluation->cells, 0);
  g_array_set_size (evaluation->last_cells, 0);
  g_hash_table_remove_all (evaluation->cell_numbers);
  g_ptr_array_set_size (evaluation->cell_names, 0);
  memset (evaluation->total, 0, sizeof evaluation->total);
  evaluation->ranges = (TbkAlignedRanges){ 0 };
  evaluation->n_left_out = 0;
  evaluation->gold_broken = evaluation->broken = (TbkBrokenHeads){ 0, 0 };
}

void
tbk_evaluation_free (TbkEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  evaluation_clear (evaluation);
  for (int g = 0; g < evaluation->kind->n_groupings; g++)
    g_array_unref (evaluation->groups[g]);
  g_array_unref (evaluation->rows);
  g_array_unref (evaluation->cells);
  g_array_unref (evaluation->last_cells);
  g_hash_table_unref (evaluation->cell_numbers);
  g_ptr_array_unref (evaluation->cell_names);
  g_free (evaluation);
}

/* Adds @n rows of zeros and returns the first; it is valid until rows are added again. */
gint32 *
evaluation_add_rows (TbkEvaluation *evaluation, guint n)
{
  const guint first = evaluation->rows->len;

  g_array_set_size (evaluation->rows, first + n);
  return evaluation_row (evaluation, first);
}

/* Returns the number of a name, from 0. The table has numbers from 1, since 0 would be a NULL there. */
static int
cell_number (TbkEvaluation *evaluation, const char *name)
{
  gpointer number = g_hash_table_lookup (evaluation->cell_numbers, name);
  const int none = -1;

  if (number == NULL) {
    g_ptr_array_add (evaluation->cell_names, g_strdup (name));
    g_array_append_val (evaluation->last_cells, none);
    number = GINT_TO_POINTER ((int) evaluation->cell_names->len);
    g_hash_table_insert (evaluation->cell_numbers,
                         evaluation->cell_names->pdata[evaluation->cell_names->len - 1], number);
  }
  return GPOINTER_TO_INT (number) - 1;
}

/* Returns the counts, all zeros where the sentence has nothing of the group as yet; valid until there is
 * another cell. The last cell of each group is known. It is of the sentence in hand, or a new one is made; so
 * nothing is searched. */
gint32 *
evaluation_cell (TbkEvaluation *evaluation, const char *name)
{
  const guint sentence = evaluation->rows->len - 1;
  const GroupCell cell = { .sentence = sentence, .group = cell_number (evaluation, name) };
  int *last = &g_array_index (evaluation->last_cells, int, cell.group);

  if (*last < 0 || g_array_index (evaluation->cells, GroupCell, *last).sentence != sentence) {
    *last = (int) evaluation->cells->len;
    g_array_append_val (evaluation->cells, cell);
  }
  return g_array_index (evaluation->cells, GroupCell, *last).counts;
}

/* Compares groups by the bytes of their names, which no locale changes. */
static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TbkGroup *) a)->name, ((const TbkGroup *) b)->name);
}

/* Removes empty groups, which exist because groups by number are an array; then names and sorts the
 * rest. Names move with their groups, so those behind the end are set to NULL and not freed twice. */
void
evaluation_finish_groups (TbkEvaluation *evaluation, int grouping,
                          char *(*name) (gconstpointer data, int grouping, int i), gconstpointer data)
{
  GArray *groups = evaluation->groups[grouping];
  guint n = 0;

  for (guint i = 0; i < groups->len; i++) {
    TbkGroup *group = &g_array_index (groups, TbkGroup, i);

    if (group->counts[TBK_GROUP_GOLD] + group->counts[TBK_GROUP_SYSTEM] == 0)
      continue;
    if (group->name == NULL)
      group->name = name (data, grouping, (int) i);
    g_array_index (groups, TbkGroup, n++) = *group;
  }
  for (guint i = n; i < groups->len; i++) /* their names are before */
    g_array_index (groups, TbkGroup, i).name = NULL;
  g_array_set_size (groups, n);
  if (!is_numbered (evaluation->kind, grouping))
    g_array_sort (groups, compare_groups);
}

static int
compare_numbered (gconstpointer a, gconstpointer b)
{
  const gint64 x = key_value (((const TbkGroup *) a)->name), y = key_value (((const TbkGroup *) b)->name);

  return x < y ? -1 : x > y;
}

/* Adds an empty group for each group that @other has in its sentences alone: a label that only the other
 * system writes gets a row too, and can be tested. */
void
evaluation_add_groups (TbkEvaluation *evaluation, int grouping, const TbkEvaluation *other)
{
  GArray *groups = evaluation->groups[grouping];
  g_autoptr (GHashTable) known = g_hash_table_new (hash_string, g_str_equal);

  for (guint i = 0; i < groups->len; i++)
    g_hash_table_add (known, g_array_index (groups, TbkGroup, i).name);
  for (guint i = 0; i < other->cell_names->len; i++)
    if (!g_hash_table_contains (known, other->cell_names->pdata[i])) {
      const TbkGroup group = { .name = g_strdup (other->cell_names->pdata[i]) };

      g_array_append_val (groups, group);
      g_hash_table_add (known, group.name);
    }
  g_array_sort (groups, is_numbered (evaluation->kind, grouping) ? compare_numbered : compare_groups);
}

/* Returns a measure as a share. F1 is 2 right / (gold + system): the factor is 2 and there are two
 * counts to add. */
TbkShare
evaluation_measure (const TbkMeasure *measure, const gint64 *counts)
{
  return (TbkShare){ measure->factor * counts[measure->right],
                     counts[measure->of[0]] + (measure->of[1] == TBK_NO_COUNT ? 0 : counts[measure->of[1]]) };
}

/* Treebanks without punctuation have three measures twice, as no word would be left out. Those without
 * punctuation are then empty instead. */
gboolean
evaluation_lacks (const TbkEvaluation *evaluation, int m)
{
  const gint64 *total = evaluation->total, n = total[2 * TBK_MEASURE_UAS + 1];

  return evaluation->kind == &kinds[TBK_EVALUATED_DEPENDENCIES] && m >= TBK_MEASURE_UAS_NO_PUNCT
         && m <= TBK_MEASURE_LA_NO_PUNCT && n > 0 && total[2 * m + 1] == n;
}

TbkShare
tbk_evaluation_share (const TbkEvaluation *evaluation, int measure)
{
  g_return_val_if_fail ((guint) measure < (guint) evaluation->kind->n_measures, ((TbkShare){ 0, 0 }));
  return evaluation_lacks (evaluation, measure)
             ? (TbkShare){ 0, 0 }
             : evaluation_measure (&evaluation->kind->measures[measure], evaluation->total);
}

TbkAlignedCounts
tbk_evaluation_aligned (const TbkEvaluation *evaluation, int measure)
{
  const TbkMeasure *m = &evaluation->kind->measures[measure];
  const gint64 *total = evaluation->total;

  g_return_val_if_fail ((guint) measure < (guint) evaluation->kind->n_measures && m->of[1] != TBK_NO_COUNT,
                        ((TbkAlignedCounts){ 0, 0, 0, 0 }));
  return (TbkAlignedCounts){ total[m->right], total[m->of[0]], total[m->of[1]],
                             m->aligned == TBK_NO_COUNT ? -1 : total[m->aligned] };
}

/* A pair that was left out or skipped has a row, so that those of two systems stand side by side; it is of
 * no trees. */
TbkEvaluationRemarks
tbk_evaluation_remarks (const TbkEvaluation *evaluation)
{
  const TbkEvaluationKind *kind = evaluation->kind;
  TbkEvaluationRemarks remarks = { .left_out = evaluation->n_left_out,
                                   .ranges = evaluation->ranges,
                                   .gold_broken = evaluation->gold_broken,
                                   .broken = evaluation->broken };

  remarks.lacks_punct = evaluation->rows->len > 0 && evaluation_lacks (evaluation, TBK_MEASURE_UAS_NO_PUNCT);
  if (kind == &kinds[TBK_EVALUATED_PHRASES])
    remarks.skipped = (int) evaluation->rows->len - evaluation->n_left_out
                      - (int) tbk_evaluation_share (evaluation, TBK_PHRASE_WHOLE).of;
  return remarks;
}

const TbkGroup *
tbk_evaluation_groups (const TbkEvaluation *evaluation, int grouping, int *n_groups)
{
  g_return_val_if_fail ((guint) grouping < (guint) evaluation->kind->n_groupings, NULL);
  *n_groups = (int) evaluation->groups[grouping]->len;
  return (const TbkGroup *) (gconstpointer) evaluation->groups[grouping]->data;
}

/* 3. tallies: rows and groups as tallies. */

/* Returns what is wrong with a row, NULL if nothing: no count is above what a sentence can have, and
 * none of the right ones above all. This keeps sums within 64 bits. */
static const char *
find_fault_of_sentence (const TbkEvaluationKind *kind, const gint64 *values)
{
  for (int c = 0; c < kind->n_counts; c++)
    if (values[c] > GREATEST_COUNT)
      return "found more right than there are, or too many, in a sentence";
  for (int m = 0; m < kind->n_measures; m++)
    for (int o = 0; o < 2; o++) {
      const int of = kind->measures[m].of[o];

      if (of != TBK_NO_COUNT && values[kind->measures[m].right] > values[of])
        return "found more right than there are, or too many, in a sentence";
    }
  return NULL;
}

/* Returns what is wrong with the rows of sentences, NULL if nothing. Those of the system are numbered from 1;
 * those of each other system must be as many. Rows come in order, so with n sentences row s of the others is
 * sentence s % n of system s / n, both from 0. For two sentences and two other systems their keys are 1 1, 1
 * 2, 2 1, 2 2. */
static const char *
find_fault_of_sentences (const TbkEvaluationKind *kind, const TbkTally *tally)
{
  gsize n, n_others;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SENTENCES, &n);
  g_autofree TbkTallyRow *others = tbk_tally_rows (tally, OTHER_SENTENCES, &n_others);
  const char *fault = NULL;

  for (gsize s = 0; s < n && fault == NULL; s++)
    fault = key_value (rows[s].key[0]) != (gint64) s + 1
                ? "the sentences are not numbered from 1 on, expected a row for each"
                : find_fault_of_sentence (kind, rows[s].values);
  /* Without sentences of the system there may be none of others. */
  if (fault == NULL && n_others % MAX (n, 1) != (n == 0 ? n_others : 0))
    return "the systems have not the same number of sentences";
  for (gsize s = 0; s < n_others && fault == NULL; s++)
    fault = key_value (others[s].key[0]) != (gint64) (s / n) + 1
                    || key_value (others[s].key[1]) != (gint64) (s % n) + 1
                ? "the systems have not the same number of sentences"
                : find_fault_of_sentence (kind, others[s].values);
  return fault;
}

static gsize
n_rows_of (const TbkTally *tally, int section)
{
  gsize n;

  g_free (tbk_tally_rows (tally, section, &n));
  return n;
}

/* Returns what is wrong with the groups of sentences, NULL if nothing: a sentence has a row, of each system. */
static const char *
find_fault_of_cells (const TbkTally *tally)
{
  const gsize n_sentences = n_rows_of (tally, SENTENCES), n_others = n_rows_of (tally, OTHER_SENTENCES);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, CELLS, &n);

  for (gsize r = 0; r < n; r++) {
    const gint64 other = key_value (rows[r].key[0]), sentence = key_value (rows[r].key[1]);

    if (sentence < 1 || sentence > (gint64) n_sentences || other < 0
        || other > (gint64) (n_others / MAX (n_sentences, 1)))
      return "found a group of a sentence that has no row";
    for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
      if (rows[r].values[c] > GREATEST_COUNT)
        return "found more right than there are, or too many, in a group";
  }
  return NULL;
}

/* A tally that was read may be of any origin; all that is computed of it later relies on these checks. Sums
 * of cells are not compared with rows, since groups may be of some words only. */
static const char *
find_fault (const TbkTally *tally)
{
  const TbkEvaluationKind *kind = &kinds[tally_layout (tally) - layouts];
  const char *fault = find_fault_of_sentences (kind, tally);
  g_autofree TbkTallyRow *rows = NULL;
  gsize n = 0;

  if (fault == NULL && kind->n_groupings > 0)
    rows = tbk_tally_rows (tally, GROUPS, &n);
  for (gsize g = 0; g < n && fault == NULL; g++)
    if (!is_group (kind, key_value (rows[g].key[0]) - first_grouping (kind), rows[g].values))
      fault = "found more right than there are, or too many, in a group";
  return fault != NULL || kind->n_groupings == 0 ? fault : find_fault_of_cells (tally);
}

/* Adds the rows of the system (@other is 0), or of another one, to the tally, under the numbers of
 * their sentences. */
static void
count_rows (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  gint64 values[MOST_COUNTS];

  for (guint s = 0; s < evaluation->rows->len; s++) {
    const gint32 *row = evaluation_row (evaluation, s);
    KeyNumber other_number, number;
    const char *key[] = { key_number (&other_number, (guint64) other), key_number (&number, s + 1) };

    for (int c = 0; c < evaluation->kind->n_counts; c++)
      values[c] = row[c];
    tbk_tally_add (tally, other == 0 ? SENTENCES : OTHER_SENTENCES, other == 0 ? key + 1 : key, values);
  }
}

/* Adds the groups to the tally. Names from a treebank may be no UTF-8, which JSON must be. */
static void
count_groups (const TbkEvaluation *evaluation, TbkTally *tally)
{
  for (int g = 0; g < evaluation->kind->n_groupings; g++)
    for (guint i = 0; i < evaluation->groups[g]->len; i++) {
      const TbkGroup *group = &g_array_index (evaluation->groups[g], TbkGroup, i);
      g_autofree char *name = g_utf8_make_valid (group->name, -1);
      KeyNumber grouping, number;

      tbk_tally_add (
          tally, GROUPS,
          (const char *[]){
              key_number (&grouping, (guint64) (first_grouping (evaluation->kind) + g)),
              key_number (&number, is_numbered (evaluation->kind, g) ? (guint64) key_value (name) : 0),
              name },
          group->counts);
    }
}

/* Adds the groups of sentences to the tally. */
static void
count_cells (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  for (guint c = 0; c < evaluation->cells->len; c++) {
    const GroupCell *cell = &g_array_index (evaluation->cells, GroupCell, c);
    g_autofree char *name = g_utf8_make_valid (evaluation->cell_names->pdata[cell->group], -1);
    KeyNumber other_number, number;
    gint64 values[TBK_N_GROUP_COUNTS];

    for (int i = 0; i < TBK_N_GROUP_COUNTS; i++)
      values[i] = cell->counts[i];
    tbk_tally_add (tally, CELLS,
                   (const char *[]){ key_number (&other_number, (guint64) other),
                                     key_number (&number, cell->sentence + 1), name },
                   values);
  }
}

static void
add_broken (const TbkBrokenHeads *broken, int side, TbkTally *tally)
{
  KeyNumber number;

  if (broken->sentences > 0)
    tbk_tally_add (tally, BROKEN, (const char *[]){ key_number (&number, (guint64) side) },
                   (const gint64[]){ broken->sentences, broken->words });
}

void
evaluation_count_broken (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  add_broken (&evaluation->broken, other + 1, tally);
  if (other == 0)
    add_broken (&evaluation->gold_broken, 0, tally);
}

void
evaluation_count (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  const TbkAlignedRanges *ranges = &evaluation->ranges;

  count_rows (evaluation, other, tally);
  count_cells (evaluation, other, tally);
  evaluation_count_broken (evaluation, other, tally);
  if (other > 0)
    return;
  count_groups (evaluation, tally);
  if (evaluation->n_left_out > 0)
    tbk_tally_add (tally, LEFT_OUT, NULL, (const gint64[]){ evaluation->n_left_out });
  if (evaluation->kind == &kinds[TBK_EVALUATED_ALIGNED])
    tbk_tally_add (tally, RANGES, NULL, (const gint64[]){ ranges->gold, ranges->system, ranges->both });
}

/* Returns the sentences of a system, in order: to be freed with g_free(), points into @tally. There are none
 * if the tally has too few systems. Rows of others go into the array of the first system's, which has the
 * same length. */
static TbkTallyRow *
list_sentences (const TbkTally *tally, int other, gsize *n)
{
  TbkTallyRow *rows = tbk_tally_rows (tally, SENTENCES, n), *others;
  gsize n_others;

  if (other == 0)
    return rows;
  others = tbk_tally_rows (tally, OTHER_SENTENCES, &n_others);
  if (n_others < (gsize) other * *n)
    *n = 0;
  memcpy (rows, others + (gsize) (other - 1) * *n, *n * sizeof *rows);
  g_free (others);
  return rows;
}

/* Takes the rows of a file back out of its tally, and adds them up. */
static void
take_sentences (TbkEvaluation *evaluation, const TbkTally *tally, int other)
{
  gsize n;
  g_autofree TbkTallyRow *rows = list_sentences (tally, other, &n);
  gint32 *row = evaluation_add_rows (evaluation, (guint) n);

  for (gsize s = 0; s < n; s++, row += MOST_COUNTS)
    for (int c = 0; c < evaluation->kind->n_counts; c++) {
      row[c] = (gint32) rows[s].values[c];
      evaluation->total[c] += row[c];
    }
}

/* Takes the groups of sentences of a system out of the tally of a file. @first: the row of its first sentence. */
static void
take_cells (TbkEvaluation *evaluation, const TbkTally *tally, int other, guint first)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, CELLS, &n);

  for (gsize r = 0; r < n; r++) {
    GroupCell cell = { .sentence = first + (guint) key_value (rows[r].key[1]) - 1 };

    if (key_value (rows[r].key[0]) != other)
      continue;
    cell.group = cell_number (evaluation, rows[r].key[2]);
    for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
      cell.counts[c] = (gint32) rows[r].values[c];
    g_array_append_val (evaluation->cells, cell);
  }
}

/* Takes the groups out of a tally. */
static void
take_groups (TbkEvaluation *evaluation, const TbkTally *tally)
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, GROUPS, &n);

  for (gsize r = 0; r < n; r++) {
    const gint64 grouping = key_value (rows[r].key[0]) - first_grouping (evaluation->kind);
    TbkGroup group;

    if (grouping < 0 || grouping >= evaluation->kind->n_groupings)
      continue;
    group.name = g_strdup (rows[r].key[2]);
    memcpy (group.counts, rows[r].values, sizeof group.counts);
    g_array_append_val (evaluation->groups[grouping], group);
  }
}

/* Sets @sums to those of a section without keys, if there are any. */
static gboolean
take_sums (const TbkTallies *tallies, int section, gint64 *sums, int n_sums)
{
  g_autoptr (TbkTally) total = tallies_section_total (tallies, section);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, section, &n);

  if (n > 0)
    memcpy (sums, rows[0].values, (gsize) n_sums * sizeof *sums);
  return n > 0;
}

/* Adds what a side of a file has of broken trees. */
static void
take_broken (TbkBrokenHeads *broken, const TbkTally *tally, int side)
{
  KeyNumber number;
  const gint64 *counts =
      tbk_tally_get (tally, BROKEN, (const char *[]){ key_number (&number, (guint64) side) });

  if (counts == NULL)
    return;
  broken->sentences += counts[0];
  broken->words += counts[1];
}

/* Takes what a file has of each sentence. */
static void
take_file (TbkEvaluation *evaluation, const TbkTally *tally, int other)
{
  const guint first = evaluation->rows->len;

  take_sentences (evaluation, tally, other);
  if (evaluation->kind->n_groupings == 0)
    return; /* aligned files have neither */
  take_cells (evaluation, tally, other, first);
  take_broken (&evaluation->broken, tally, other + 1);
  if (other == 0)
    take_broken (&evaluation->gold_broken, tally, 0);
}

/* Groups were counted for the system alone, and are left out for others; but those of sentences are there. */
TbkEvaluation *
tbk_evaluation_of (const TbkTallies *tallies, TbkEvaluated evaluated, int other)
{
  TbkEvaluation *evaluation = evaluation_new (evaluated);
  gint64 sums[G_N_ELEMENTS (range_counts)] = { 0 };

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      take_file (evaluation, tbk_tallies_get (tallies, f), other);
  if (other == 0 && evaluation->kind->n_groupings > 0) {
    g_autoptr (TbkTally) total = tallies_section_total (tallies, GROUPS);

    take_groups (evaluation, total);
  }
  if (take_sums (tallies, LEFT_OUT, sums, 1))
    evaluation->n_left_out = (int) MIN (sums[0], G_MAXINT);
  else if (evaluated == TBK_EVALUATED_ALIGNED && other == 0
           && take_sums (tallies, RANGES, sums, G_N_ELEMENTS (sums)))
    evaluation->ranges = (TbkAlignedRanges){ sums[0], sums[1], sums[2] };
  return evaluation;
}

/* Makes one group of those of one name, which several files have. Sorting brings them together. */
static void
join_groups (TbkEvaluation *evaluation, int grouping)
{
  GArray *groups = evaluation->groups[grouping];
  guint n = 0;

  g_array_sort (groups, is_numbered (evaluation->kind, grouping) ? compare_numbered : compare_groups);
  for (guint i = 0; i < groups->len; i++) {
    TbkGroup *group = &g_array_index (groups, TbkGroup, i),
             *last = n == 0 ? NULL : &g_array_index (groups, TbkGroup, n - 1);

    if (last == NULL || strcmp (last->name, group->name) != 0) {
      g_array_index (groups, TbkGroup, n++) = *group;
      continue;
    }
    for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
      last->counts[c] += group->counts[c];
    g_free (group->name);
  }
  g_array_set_size (groups, n);
}

TbkEvaluation *
evaluation_of_files (const TbkTallies *tallies, TbkEvaluated evaluated, const int *files, int n, int other)
{
  TbkEvaluation *evaluation = evaluation_new (evaluated);

  for (int f = 0; f < n; f++) {
    take_file (evaluation, tbk_tallies_get (tallies, files[f]), other);
    if (other == 0 && evaluation->kind->n_groupings > 0)
      take_groups (evaluation, tbk_tallies_get (tallies, files[f]));
  }
  for (int g = 0; n > 1 && g < evaluation->kind->n_groupings; g++)
    join_groups (evaluation, g);
  return evaluation;
}

void
evaluation_name_system (const char *system, TbkTally *tally)
{
  g_autofree char *name = g_utf8_make_valid (system, -1);

  tbk_tally_add (tally, SYSTEMS, (const char *[]){ name }, (const gint64[]){ 1 });
}

gboolean
evaluation_check_systems (const TbkTallies *tallies, GError **error)
{
  g_autoptr (TbkTally) total = tallies_section_total (tallies, SYSTEMS);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SYSTEMS, &n);

  return n <= 1
         || fail_data (error, "found tallies of the systems %s and %s, expected one system", rows[0].key[0],
                       rows[1].key[0]);
}
