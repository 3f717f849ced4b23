/* search_calls.c - the functions of tbk/search.h over whole batches, and given sequences. */
#include "search/search.h"

#include "tabular/batch_call.h"

static gboolean
are_scores (const TbkTransitionScores *scores)
{
  return scores != NULL && scores->system != NULL && scores->n_sentences >= 0
         && (scores->n_sentences == 0 || (scores->lengths != NULL && scores->scores != NULL))
         && (scores->arcs == NULL || scores->arcs->n_labels == 0);
}

static gboolean
are_rows (const TbkSequenceRows *rows, const TbkTransitionScores *scores)
{
  if (rows == NULL || rows->n_sequences < 1 || (rows->heads == NULL && rows->transitions == NULL))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (scores->lengths[i] > rows->width)
      return FALSE;
  return TRUE;
}

static Searching
searching_of (const TbkTransitionScores *scores, const TbkTransitionOptions *options)
{
  return (Searching){ .scores = scores, .options = options == NULL ? (TbkTransitionOptions){ 0 } : *options };
}

gboolean
tbk_decode_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                        const TbkTransitionOptions *options, const TbkSequenceRows *rows, GError **error)
{
  Searching searching;
  gboolean are_floats;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (rows, scores) && rows->heads != NULL, FALSE);
  searching = searching_of (scores, options);
  searching.rows = rows;
  if (rows->n_sequences > 1)
    return searcher_run (searcher, &searching, &best_sequences_list_task, error);
  are_floats = scores->n_sentences > 0 && scores->scores->real == TBK_FLOAT32
               && (scores->arcs == NULL || scores->arcs->real == TBK_FLOAT32);
  return searcher_run (searcher, &searching,
                       are_floats ? &best_sequences_float_task : &best_sequences_double_task, error);
}

gboolean
tbk_transition_partition (TbkSearcher *searcher, const TbkTransitionScores *scores,
                          const TbkTransitionOptions *options, double *log_z,
                          const TbkTransitionNumbers *marginals, const TbkArcNumbers *arc_marginals,
                          double *entropy, GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (arc_marginals == NULL || arc_marginals->n_labels == 0, FALSE);
  searching = searching_of (scores, options);
  searching.log_zs = log_z;
  searching.entropies = entropy;
  searching.marginals = marginals;
  searching.arc_marginals = arc_marginals;
  return searcher_run (searcher, &searching,
                       marginals != NULL || arc_marginals != NULL || entropy != NULL
                           ? &sequence_sums_task
                           : &sequence_sums_inside_task,
                       error);
}

gboolean
tbk_sample_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                        const TbkTransitionOptions *options, guint64 seed, const TbkSequenceRows *rows,
                        GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (are_rows (rows, scores) && rows->heads != NULL, FALSE);
  searching = searching_of (scores, options);
  searching.rows = rows;
  searching.is_drawing = TRUE;
  searching.seed = seed;
  return searcher_run (searcher, &searching, &sequence_sums_inside_task, error);
}

gboolean
tbk_count_sequences (TbkSearcher *searcher, const TbkTransitionScores *scores,
                     const TbkTransitionOptions *options, mpz_t *n_sequences, mpz_t *n_best, GError **error)
{
  Searching searching;

  g_return_val_if_fail (are_scores (scores), FALSE);
  searching = searching_of (scores, options);
  searching.n_sequences = n_sequences;
  searching.n_best = n_best;
  return searcher_run (searcher, &searching, &count_sequences_task, error);
}

/* Adds a score, which forbids or must be one. */
static gboolean
add_score (double score, int sentence, int step, double *sum, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!(score < SEARCH_LIMIT))
    return fail_data (
        error, "sentences[%d]: transition %d: its score is %s, expected -inf or a number below 2^112",
        sentence, step, isnan (score) ? "NaN" : g_ascii_formatd (text, sizeof text, "%g", score));
  *sum += score <= -SEARCH_LIMIT ? -INFINITY : score;
  return TRUE;
}

/* The score of a transition that is allowed, with that of its arc. */
static double
step_score (const SearchScores *s, const TbkConfiguration *c, int t)
{
  double score =
      search_score (s, t, c->depth == 0 ? 0 : c->stack[c->depth - 1].word, tbk_configuration_front (c));
  int head, dependent;

  if (tbk_configuration_arc (c, &c->system->transitions[t], &head, &dependent))
    score += search_arc (s, dependent, head);
  return score;
}

/* Runs a step. FALSE with @error set if it is not allowed. */
static gboolean
run_step (const SearchScores *s, TbkConfiguration *c, int t, int sentence, int step, double *score,
          GError **error)
{
  const TbkSystem *system = c->system;

  if (t >= system->n_transitions || t < -1)
    return fail_data (error, "sentences[%d]: transition %d is %d, expected -1 to %d", sentence, step, t,
                      system->n_transitions - 1);
  if (!tbk_configuration_is_final (c) && tbk_configuration_obstacle (c, &system->transitions[t]) == NULL
      && !add_score (step_score (s, c, t), sentence, step, score, error))
    return FALSE;
  if (tbk_configuration_step (c, &system->transitions[t], error))
    return TRUE;
  g_prefix_error (error, "sentences[%d]: transition %d: ", sentence, step);
  return FALSE;
}

/* Runs the steps of a row. FALSE with @error set if one is not allowed, or the last does not end the sentence. */
static gboolean
score_row (const TbkTransitionScores *scores, int sentence, const int *transitions, gsize n_steps,
           TbkConfiguration *c, double *score, GError **error)
{
  const SearchScores s = search_scores (scores, sentence);

  *score = 0;
  for (gsize i = 0; i < n_steps && transitions[i] != -1; i++)
    if (!run_step (&s, c, transitions[i], sentence, (int) i, score, error))
      return FALSE;
  if (!tbk_configuration_is_final (c))
    return fail_data (error, "sentences[%d]: the sequence ends before a final configuration", sentence);
  for (int d = 1; d <= c->n && c->system->hangs_rest; d++)
    if (c->heads[d] < 0 && !add_score (search_arc (&s, d, 0), sentence, (int) n_steps, score, error))
      return FALSE;
  return TRUE;
}

static gboolean
score_sentence (const TbkTransitionScores *scores, int sentence, const TbkSequenceRows *rows,
                TbkConfiguration *c, GError **error)
{
  const int n = scores->lengths[sentence];
  const gsize n_steps = TBK_SEARCH_STEPS * (gsize) rows->width;

  for (int k = 0; k < rows->n_sequences; k++) {
    const gsize row = (gsize) sentence * rows->n_sequences + k;
    const int *transitions = rows->transitions + row * n_steps;
    double score = -INFINITY;

    if (!tbk_configuration_start (c, scores->system, n, error)
        || (transitions[0] != -1 && !score_row (scores, sentence, transitions, n_steps, c, &score, error)))
      return FALSE;
    if (rows->scores != NULL)
      rows->scores[row] = score;
    for (int i = 0; i < rows->width && rows->heads != NULL; i++) {
      const int head = i < n && transitions[0] >= 0 ? c->heads[i + 1] : -1;

      rows->heads[row * (gsize) rows->width + (gsize) i] =
          head < 0 && i < n && transitions[0] >= 0 && scores->system->hangs_rest ? 0 : head;
    }
  }
  return TRUE;
}

gboolean
tbk_score_sequences (const TbkTransitionScores *scores, const TbkSequenceRows *rows, GError **error)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;

  g_return_val_if_fail (are_scores (scores), FALSE);
  g_return_val_if_fail (rows != NULL && rows->n_sequences >= 1 && rows->transitions != NULL, FALSE);
  if (scores->system->features & (TBK_HAS_RETURNED | TBK_HAS_SECOND | TBK_HAS_TWO_STACKS))
    return fail_data (error, "system %s: its words come back to the input, or are set aside",
                      scores->system->name);
  if (!batch_call_check_lengths (scores->lengths, scores->n_sentences, NULL, error))
    return FALSE;
  for (int i = 0; i < scores->n_sentences; i++)
    if (!score_sentence (scores, i, rows, &c, error))
      return FALSE;
  return TRUE;
}
