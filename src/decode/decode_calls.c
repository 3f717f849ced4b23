/* decode_calls.c - the functions that search, score, sum, draw and count.
 *
 * Contents
 *   1. calls: the functions of tbk/decode.h that search and that score
 *   2. calls: the functions of tbk/decode.h that sum over trees, draw and count them
 */
#include "decode/decode.h"

#include <string.h>

#include "tbk/tree.h"

#include "base/base.h"
#include "tbk/tabular.h"

/* 2. calls: the functions of tbk/decode.h that search and that score.
 *
 * Whatever is asked for, a call becomes a Decoding: the scores, the options, and where each result goes, NULL
 * for what is not wanted. One task is chosen for it, and decode_run() does that with all sentences:
 *
 *   wanted                         projective                          any
 *   the best tree                  best_float_task, best_double_task   spanning_task
 *   that with unique groups        unique_float_task, ..._double_task  unique_search_task
 *   the n best trees               projective_n_best_task              spanning_n_best_task
 *   log Z, trees drawn             projective_sums_inside_task         elimination_real_task
 *   marginals, expected trees      projective_sums_task                elimination_real_task
 *   numbers of trees               count_task                          count_task
 */

/* Where sentences have places of their own, the common place is not used and may be missing. */
static gboolean
calls_is_complete (const TbkArcNumbers *numbers, int n_sentences)
{
  return (numbers->real == TBK_FLOAT32 || numbers->real == TBK_FLOAT64) && numbers->n_labels >= 0
         && (n_sentences == 0 || numbers->places != NULL || numbers->place.first != NULL);
}

/* Cost that is added to scores has one number for each label, or one for each arc whatever the label. */
static gboolean
calls_are_scores (const TbkArcScores *scores)
{
  return scores->n_sentences >= 0 && (scores->n_sentences == 0 || scores->lengths != NULL)
         && scores->scores != NULL && calls_is_complete (scores->scores, scores->n_sentences)
         && (scores->cost == NULL
             || (calls_is_complete (scores->cost, scores->n_sentences)
                 && (scores->cost->n_labels == 0 || scores->cost->n_labels == scores->scores->n_labels)));
}

/* Returns TRUE if rows are as wide as the sentences are long. Sentences that are too long in any case are
 * wrong data and no wrong call: they are reported by an error later. */
static gboolean
calls_are_rows (const TbkTreeRows *trees, const TbkArcScores *scores)
{
  if (trees == NULL || trees->n_trees < 1
      || (trees->heads == NULL && scores->n_sentences > 0 && trees->width > 0))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (scores->lengths[i] > trees->width && scores->lengths[i] <= TBK_TABULAR_MAX_LENGTH)
      return FALSE;
  return TRUE;
}

/* @options: (nullable) */
static Decoding
calls_decoding (const TbkArcScores *scores, const TbkDecodeOptions *options)
{
  Decoding decoding = { .scores = scores };

  if (options != NULL)
    decoding.options = *options;
  return decoding;
}

/* The best tree alone is found many times faster than as the first of a list. Scores that are floats are
 * summed as floats, of which a vector holds twice as many. */
static const DecodeTask *
best_task (const Decoding *decoding)
{
  const gboolean are_floats = decoding->scores->scores->real == TBK_FLOAT32;

  if (decoding->options.unique != NULL)
    return decoding->options.is_nonprojective ? &unique_search_task
           : are_floats                       ? &unique_float_task
                                              : &unique_double_task;
  if (decoding->options.is_nonprojective)
    return decoding->trees->n_trees == 1 ? &spanning_task : &spanning_n_best_task;
  if (decoding->trees->n_trees > 1)
    return &projective_n_best_task;
  return are_floats ? &best_float_task : &best_double_task;
}

/* By label its group from 1, or 0; NULL with @error set if a label is out of range or in two groups. */
static guint8 *
find_groups (const TbkLabelGroups *unique, int n_labels, GError **error)
{
  g_autofree guint8 *group_of = g_try_malloc0 ((gsize) n_labels);
  const int *label = unique->labels;

  if (group_of == NULL) {
    memory_fail (error, "%d labels", n_labels);
    return NULL;
  }
  for (int g = 0; g < unique->n_groups; g++)
    for (int i = 0; i < unique->n_labels[g]; i++, label++) {
      if (*label < 0 || *label >= n_labels) {
        fail_data (error, "unique[%d][%d]: found label %d, expected 0 to %d", g, i, *label, n_labels - 1);
        return NULL;
      }
      if (group_of[*label] != 0) {
        fail_data (error, "unique[%d][%d]: found label %d again, expected each once", g, i, *label);
        return NULL;
      }
      group_of[*label] = (guint8) (g + 1);
    }
  return g_steal_pointer (&group_of);
}

/* Returns TRUE if groups are complete, and labels and a single tree are there for them. */
static gboolean
calls_are_groups (const TbkDecodeOptions *options, const TbkArcScores *scores, const TbkTreeRows *trees)
{
  const TbkLabelGroups *unique = options == NULL ? NULL : options->unique;

  return unique == NULL
         || (trees != NULL && trees->n_trees == 1 && scores->scores->n_labels > 0 && options->max_nodes >= 0
             && unique->n_groups >= 1 && unique->n_groups <= TBK_MAX_LABEL_GROUPS && unique->n_labels != NULL
             && unique->labels != NULL);
}

/* The task depends on what is asked for, and on the type of the scores; the loop over sentences is the same
 * for all. */
gboolean
tbk_decode (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            const TbkTreeRows *trees, GError **error)
{
  g_autofree guint8 *group_of = NULL;
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores), FALSE);
  g_return_val_if_fail (calls_are_groups (options, scores, trees), FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  if (decoding.options.unique != NULL) {
    group_of = find_groups (decoding.options.unique, scores->scores->n_labels, error);
    if (group_of == NULL)
      return FALSE;
    decoding.group_of = group_of;
  }
  return decode_run (decoder, &decoding, best_task (&decoding), error);
}

/* Adds the score of the arc to word @d to @sum. A label of -1 means the best label. A number that is no score
 * is found only if its arc is used; then the whole sentence is searched, so that the message names the
 * first. */
static gboolean
add_arc (const SentenceScores *s, int sentence, int d, int head, int label, double *sum, GError **error)
{
  const int n_labels = s->scores.n_labels;
  double score;

  if (head < 0 || head > s->n || head == d)
    return fail_data (error,
                      "sentences[%d]: found head %d of word %d, expected another one of %d words, or 0",
                      sentence, head, d, s->n);
  if (label < -1 || label >= MAX (n_labels, 0))
    return fail_data (error, "sentences[%d]: found label %d of word %d, expected one of %d, or -1", sentence,
                      label, d, n_labels);
  score = label < 0 ? scores_arc (s, d, head, NULL) : scores_labelled (s, d, head, label);
  *sum += score;
  return scores_is_good (score) || scores_check (s, sentence, error);
}

gboolean
tbk_score_trees (const TbkArcScores *scores, const TbkTreeRows *trees, GError **error)
{
  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores) && trees->scores != NULL, FALSE);
  if (!batch_call_check_lengths (scores->lengths, scores->n_sentences, NULL, error))
    return FALSE;
  for (gsize row = 0; row < (gsize) scores->n_sentences * trees->n_trees; row++) {
    const int sentence = (int) (row / trees->n_trees);
    const SentenceScores s = scores_of (scores, sentence);
    const int *heads = trees->heads + row * trees->width;
    const int *labels = trees->labels == NULL ? NULL : trees->labels + row * trees->width;
    /* A row that begins with -1 has no tree, as tbk_decode() writes it. */
    double sum = heads[0] == -1 ? -INFINITY : 0;

    for (int i = 0; i < s.n && heads[0] != -1; i++)
      if (!add_arc (&s, sentence, i + 1, heads[i], labels == NULL ? -1 : labels[i], &sum, error))
        return FALSE;
    trees->scores[row] = sum;
  }
  return TRUE;
}

/* Returns TRUE if @heads, with -1 before them, make @tree one of those that are summed. */
static gboolean
check_tree (TbkTree *tree, const int *heads, int n, const TbkDecodeOptions *options, int sentence,
            GError **error)
{
  g_autoptr (GError) fault = NULL;
  int n_roots = 0;

  if (!tbk_tree_set (tree, heads, n, &fault)) {
    if (!g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
    return fail_data (error, "sentences[%d]: %s", sentence, fault->message);
  }
  for (int word = 1; word <= n; word++)
    n_roots += heads[word] == 0;
  if (!options->has_any_root && n_roots > 1)
    return fail_data (error, "sentences[%d]: found %d words with head 0, expected one", sentence, n_roots);
  if (options->is_nonprojective || tbk_tree_nonprojective_arcs (tree) == 0)
    return TRUE;
  for (int word = 1; word <= n; word++)
    if (tbk_tree_is_nonprojective (tree, word))
      return fail_data (error,
                        "sentences[%d]: found the arc from %d to %d, which is not projective, expected a "
                        "projective tree",
                        sentence, heads[word], word);
  return TRUE;
}

gboolean
tbk_check_trees (const int *lengths, int n_sentences, const TbkDecodeOptions *options,
                 const TbkTreeRows *trees, GError **error)
{
  static const TbkDecodeOptions usual;
  const TbkArcScores sizes = { .n_sentences = n_sentences, .lengths = lengths };
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autofree int *heads = NULL;
  int longest;

  g_return_val_if_fail (n_sentences == 0 || (n_sentences > 0 && lengths != NULL), FALSE);
  g_return_val_if_fail (calls_are_rows (trees, &sizes), FALSE);
  if (!batch_call_check_lengths (lengths, n_sentences, &longest, error))
    return FALSE;
  heads = g_new (int, (gsize) longest + 1);
  heads[0] = -1;
  for (gsize row = 0; row < (gsize) n_sentences * trees->n_trees; row++) {
    const int sentence = (int) (row / trees->n_trees), n = lengths[sentence];

    memcpy (heads + 1, trees->heads + row * trees->width, sizeof (int) * (gsize) n);
    if (!check_tree (tree, heads, n, options == NULL ? &usual : options, sentence, error))
      return FALSE;
  }
  return TRUE;
}

/* 2. calls: the functions of tbk/decode.h that sum over trees, draw and count them. */

/* Without marginals the outside recursion, two thirds of the time, is left out. Elimination is one task for
 * both: it looks itself whether derivatives are needed. */
static const DecodeTask *
sum_task (const Decoding *decoding)
{
  if (decoding->options.is_nonprojective)
    return &elimination_real_task;
  return sums_need_marginals (decoding) ? &projective_sums_task : &projective_sums_inside_task;
}

/* Results that the caller does not want are NULL, and are not computed. */
gboolean
tbk_log_partition (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                   double *log_z, const TbkArcNumbers *marginals, double *entropy, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (options == NULL || options->unique == NULL, FALSE);
  g_return_val_if_fail (marginals == NULL
                            || (calls_is_complete (marginals, scores->n_sentences)
                                && marginals->n_labels == scores->scores->n_labels),
                        FALSE);
  decoding = calls_decoding (scores, options);
  decoding.log_zs = log_z;
  decoding.marginals = marginals;
  decoding.entropies = entropy;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

/* The generator of a sentence depends on the seed and the number of the sentence in the call. So neither
 * threads nor groups change what is drawn. */
gboolean
tbk_sample_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                  guint64 seed, const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (options == NULL || options->unique == NULL, FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores), FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  decoding.is_drawing = TRUE;
  decoding.seed = seed;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

/* Marginals are computed as for tbk_log_partition(); sums_put() then finds the tree by them. */
gboolean
tbk_expected_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                    const TbkTreeRows *trees, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (options == NULL || options->unique == NULL, FALSE);
  g_return_val_if_fail (calls_are_rows (trees, scores) && trees->n_trees == 1, FALSE);
  decoding = calls_decoding (scores, options);
  decoding.trees = trees;
  return decode_run (decoder, &decoding, sum_task (&decoding), error);
}

gboolean
tbk_count_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                 mpz_t *n_trees, mpz_t *n_best, GError **error)
{
  Decoding decoding;

  g_return_val_if_fail (calls_are_scores (scores), FALSE);
  g_return_val_if_fail (options == NULL || options->unique == NULL, FALSE);
  decoding = calls_decoding (scores, options);
  decoding.n_trees = n_trees;
  decoding.n_best = n_best;
  return decode_run (decoder, &decoding, &count_task, error);
}
