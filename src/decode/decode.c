/* decode.c - calls over the scores of many sentences: read and shared out.
 *
 * Contents
 *   1. rows: trees into the caller's rows
 *   2. scores: reading scores, of both types and in any order
 *   3. decode: calls over many sentences: which are worked on together, by which thread, and what is wrong
 *      with them
 */
#include "decode/decode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* 1. rows: trees into the caller's rows.
 *
 * Searches add the scores of arcs up in an order of their own, and so may find two trees that differ by rounding alone
 * the other way round than their scores are. Rows are in order of the scores that stand in them.
 */

/* The score of the arc to @dependent, and its label. */
static double
find_arc (const SentenceScores *s, const FoundTree *tree, int dependent, int *label)
{
  const int head = tree->heads[dependent];

  if (scores_are_plain (s))
    return scores_number (&s->scores, dependent, head, 0);
  if (tree->labels == NULL)
    return scores_arc (s, dependent, head, label);
  *label = tree->labels[dependent - 1];
  return scores_labelled (s, dependent, head, *label);
}

void
rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree)
{
  const TbkTreeRows *rows = decoding->trees;
  const gsize row = (gsize) sentence * rows->n_trees + t, first = row * rows->width;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean is_tree = tree->heads != NULL;
  const int n = is_tree ? s.n : 0;
  double score = is_tree ? 0 : -INFINITY;

  if (!is_tree && t == 0 && !decoding->options.allows_none)
    decode_note_problem (worker, sentence);
  for (int d = 1; d <= n; d++) {
    int label = -1;

    score += find_arc (&s, tree, d, &label);
    rows->heads[first + d - 1] = tree->heads[d];
    if (rows->labels != NULL)
      rows->labels[first + d - 1] = label;
  }
  for (int i = n; i < rows->width; i++) {
    rows->heads[first + i] = -1;
    if (rows->labels != NULL)
      rows->labels[first + i] = -1;
  }
  if (rows->scores != NULL)
    rows->scores[row] = is_tree && tree->score != NULL ? *tree->score : score;
}

/* A tree of a sentence by its place, and its score. */
typedef struct {
  double score;
  int place;
} RankedTree;

static int
compare_trees (gconstpointer a, gconstpointer b)
{
  const RankedTree *x = a, *y = b;

  return x->score != y->score ? (x->score < y->score) - (x->score > y->score)
                              : (x->place > y->place) - (x->place < y->place);
}

/* The score of the t-th tree of a sentence, from its row. */
static double
score_of_row (const Decoding *decoding, int sentence, int t)
{
  const TbkTreeRows *rows = decoding->trees;
  const gsize row = (gsize) sentence * rows->n_trees + t;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const FoundTree tree = { .heads = rows->heads + row * rows->width - 1 };
  double score = 0;
  int label;

  if (rows->scores != NULL)
    return rows->scores[row];
  if (tree.heads[1] < 0)
    return -INFINITY;
  for (int d = 1; d <= s.n; d++)
    score += find_arc (&s, &tree, d, &label);
  return score;
}

/* Moves the @n elements of @size bytes at @array to the places that @ranked names; @copy has room for them. */
static void
permute (gpointer array, const RankedTree *ranked, int n, gsize size, char *copy)
{
  if (array == NULL)
    return;
  memcpy (copy, array, (gsize) n * size);
  for (int t = 0; t < n; t++)
    memcpy ((char *) array + (gsize) t * size, copy + (gsize) ranked[t].place * size, size);
}

gboolean
rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const TbkTreeRows *rows = decoding->trees;
  const int n = rows->n_trees;
  const gsize first = (gsize) sentence * n, width = (gsize) rows->width;
  const gsize size = MAX (width * sizeof (int), sizeof (double));
  RankedTree *ranked;
  int t = 1;

  for (double before = score_of_row (decoding, sentence, 0), score; t < n; t++, before = score)
    if ((score = score_of_row (decoding, sentence, t)) > before)
      break;
  if (t == n)
    return TRUE;
  ranked = decode_scratch (worker, SCRATCH_ORDER, n, sizeof *ranked + size);
  if (ranked == NULL)
    return memory_fail (error, "the order of %d trees", n);
  for (t = 0; t < n; t++)
    ranked[t] = (RankedTree){ score_of_row (decoding, sentence, t), t };
  qsort (ranked, n, sizeof *ranked, compare_trees);
  permute (rows->heads + first * width, ranked, n, width * sizeof (int), (char *) (ranked + n));
  permute (rows->labels == NULL ? NULL : rows->labels + first * width, ranked, n, width * sizeof (int),
           (char *) (ranked + n));
  permute (rows->scores == NULL ? NULL : rows->scores + first, ranked, n, sizeof (double),
           (char *) (ranked + n));
  return TRUE;
}

/* 2. scores: reading scores, of both types and in any order. */

ArcNumbers
scores_place (const TbkArcNumbers *numbers, int sentence)
{
  const TbkArcPlace *place = numbers->places != NULL ? &numbers->places[sentence] : &numbers->place;
  const gint64 size = numbers->real == TBK_FLOAT32 ? sizeof (float) : sizeof (double);
  const gint64 beyond = numbers->places != NULL ? 0 : sentence * numbers->sentences_apart * size;

  return (ArcNumbers){ .first = (const char *) place->first + beyond,
                       .dependents_apart = place->dependents_apart,
                       .heads_apart = place->heads_apart,
                       .labels_apart = place->labels_apart,
                       .real = numbers->real,
                       .n_labels = numbers->n_labels };
}

SentenceScores
scores_of (const TbkArcScores *scores, int sentence)
{
  SentenceScores s = { .n = scores->lengths[sentence], .scores = scores_place (scores->scores, sentence) };

  if (scores->cost != NULL)
    s.cost = scores_place (scores->cost, sentence);
  return s;
}

double
scores_arc (const SentenceScores *s, int dependent, int head, int *label)
{
  double best = scores_labelled (s, dependent, head, 0);
  int best_label = s->scores.n_labels == 0 ? -1 : 0;

  for (int l = 1; l < s->scores.n_labels; l++) {
    const double score = scores_labelled (s, dependent, head, l);

    if (score > best) {
      best = score;
      best_label = l;
    }
  }
  if (label != NULL)
    *label = best_label;
  return best;
}

/* The first label of the arc whose number is no score, or -1. */
static int
find_wrong (const SentenceScores *s, int dependent, int head)
{
  for (int l = 0; l < MAX (s->scores.n_labels, 1); l++)
    if (!scores_is_good (scores_labelled (s, dependent, head, l)))
      return l;
  return -1;
}

/* What the arcs to a word cost, whatever their layout. */
static gboolean
read_row (const SentenceScores *s, int dependent, double *costs)
{
  gboolean is_good = TRUE;

  for (int head = 0; head <= s->n; head++) {
    double best = -INFINITY;

    for (int l = 0; head != dependent && l < MAX (s->scores.n_labels, 1); l++) {
      const double score = scores_labelled (s, dependent, head, l);

      is_good &= scores_is_good (score);
      best = score > best ? score : best;
    }
    costs[head] = -best;
  }
  return is_good;
}

gboolean
scores_check (const SentenceScores *s, int sentence, GError **error)
{
  for (int dependent = 1; dependent <= s->n; dependent++)
    for (int head = 0; head <= s->n; head++) {
      const int wrong = head == dependent ? -1 : find_wrong (s, dependent, head);
      const double score = wrong < 0 ? 0 : scores_labelled (s, dependent, head, wrong);
      char label[16] = "", number[G_ASCII_DTOSTR_BUF_SIZE];

      if (wrong < 0)
        continue;
      if (s->scores.n_labels > 0)
        g_snprintf (label, sizeof label, ",%d", wrong);
      return fail_data (
          error,
          "sentences[%d]: scores[%d,%d%s] (dependent %d, head %d) is %s, expected -inf or a number "
          "below 2^112",
          sentence, dependent, head, label, dependent, head,
          isnan (score) ? "NaN" : g_ascii_formatd (number, sizeof number, "%g", score));
    }
  return TRUE;
}

/* Rows of numbers that lie side by side, without labels and cost: the loops become vectors. They return
 * whether all are scores. */

BODY gboolean
floats_to_floats_body (int n, const float *scores, float *restrict costs)
{
  int n_bad = 0;

  for (int h = 0; h < n; h++) {
    n_bad += !(scores[h] < (float) SCORES_LIMIT);
    costs[h] = scores[h] <= (float) -SCORES_LIMIT ? (float) INFINITY : -scores[h];
  }
  return n_bad == 0;
}

BOTH (static, gboolean, floats_to_floats, (int n, const float *scores, float *costs), (n, scores, costs))

BODY gboolean
floats_to_doubles_body (int n, const float *scores, double *restrict costs)
{
  int n_bad = 0;

  __builtin_prefetch (scores + n); /* the next word's, where rows follow one another */
  __builtin_prefetch (scores + n + 16);
  for (int h = 0; h < n; h++) /* alone, as numbers of two sizes in one loop are no vectors */
    n_bad += !(scores[h] < (float) SCORES_LIMIT);
  for (int h = 0; h < n; h++)
    costs[h] = scores[h] <= (float) -SCORES_LIMIT ? INFINITY : -(double) scores[h];
  return n_bad == 0;
}

BOTH (static, gboolean, floats_to_doubles, (int n, const float *scores, double *costs), (n, scores, costs))

BODY gboolean
doubles_to_doubles_body (int n, const double *scores, double *restrict costs)
{
  int n_bad = 0;

  for (int h = 0; h < n; h++) {
    n_bad += !(scores[h] < SCORES_LIMIT);
    costs[h] = scores[h] <= -SCORES_LIMIT ? INFINITY : -scores[h];
  }
  return n_bad == 0;
}

BOTH (static, gboolean, doubles_to_doubles, (int n, const double *scores, double *costs), (n, scores, costs))

/* Whether all scores of the arcs to a word are good, but for that which is not read; @is_good if that is good
 * too. */
static gboolean
is_good_row (const SentenceScores *s, int dependent, gboolean is_good)
{
  for (int head = 0; head <= s->n && !is_good; head++)
    if (head != dependent && find_wrong (s, dependent, head) >= 0)
      return FALSE;
  return TRUE;
}

gboolean
scores_costs_float (const SentenceScores *s, int dependent, float *costs, double *row)
{
  const float *first = (const float *) s->scores.first + dependent * s->scores.dependents_apart;
  gboolean is_good;

  if (scores_are_plain (s)) {
    is_good = is_good_row (s, dependent, floats_to_floats (s->n + 1, first, costs));
  } else {
    is_good = read_row (s, dependent, row);
    for (int head = 0; head <= s->n; head++)
      costs[head] = (float) row[head];
  }
  costs[dependent] = INFINITY;
  return is_good;
}

gboolean
scores_costs_double (const SentenceScores *s, int dependent, double *costs)
{
  const gint64 at = dependent * s->scores.dependents_apart;
  gboolean is_good;

  if (!scores_are_plain (s))
    return read_row (s, dependent, costs);
  if (s->scores.real == TBK_FLOAT32)
    is_good = floats_to_doubles (s->n + 1, (const float *) s->scores.first + at, costs);
  else
    is_good = doubles_to_doubles (s->n + 1, (const double *) s->scores.first + at, costs);
  costs[dependent] = INFINITY;
  return is_good_row (s, dependent, is_good);
}

gboolean
scores_costs_matrix (const SentenceScores *s, double *costs)
{
  const gsize stride = SCORES_STRIDE (s->n);
  gboolean is_good = TRUE;

  for (int d = 1; d <= s->n; d++, costs += stride) {
    is_good &= scores_costs_double (s, d, costs);
    for (gsize h = (gsize) s->n + 1; h < stride; h++)
      costs[h] = INFINITY;
  }
  return is_good;
}

/* Labels are taken so many at a time. */
enum { LABELS = 64 };

/* The costs of labels @first.. of an arc; returns how many that are. */
static int
read_labels (const SentenceScores *s, int dependent, int head, int first, double *costs)
{
  const int n = MIN (LABELS, s->scores.n_labels - first);

  for (int l = 0; l < n; l++)
    costs[l] = -scores_labelled (s, dependent, head, first + l);
  return n;
}

void
scores_label_weights (const SentenceScores *s, int dependent, int head, double *weights)
{
  const double cost = -scores_arc (s, dependent, head, NULL);
  double costs[LABELS];

  for (int first = 0; first < s->scores.n_labels; first += LABELS) {
    const int n = read_labels (s, dependent, head, first, costs);

    exponential_row (n, costs, cost, weights + first);
  }
}

void
scores_factors (const SentenceScores *s, int dependent, const double *costs, double *factors, double *means)
{
  double label_costs[LABELS], weights[LABELS];

  for (int h = 0; h <= s->n; h++) {
    double sum = 0, mean = 0;

    for (int first = 0; first < s->scores.n_labels && costs[h] < INFINITY; first += LABELS) {
      const int n = read_labels (s, dependent, h, first, label_costs);

      exponential_row (n, label_costs, costs[h], weights);
      for (int l = 0; l < n; l++) {
        sum += weights[l];
        mean += weights[l] == 0 ? 0 : weights[l] * (costs[h] - label_costs[l]);
      }
    }
    factors[h] = sum == 0 ? 1 : sum;
    if (means != NULL)
      means[h] = sum == 0 ? 0 : mean / sum;
  }
}

/* 3. decode: calls over many sentences: which are worked on together, by which thread, and what is wrong
 * with them.
 *
 * Sentences are taken by length, the longest first, as many in a group as a chart has lanes; a thread takes
 * the next group when it is done with one. Each writes only what belongs to its sentences, which do not see
 * each other: so groups and threads change nothing.
 */

enum {
  LENGTHS = 8, /* sentences worked on with one of n words have at least n - n/LENGTHS */
  DEFAULT_MEMORY = 1 << 30,
};

typedef struct {
  int first, n; /* in the order of sentences */
} SentenceGroup;

struct TbkDecoder {
  Compiled compiled;
  DecodeWorker **workers;
  int n_workers;
  int *order; /* sentences, the longest first */
  SentenceGroup *groups;
  gsize n_order_allocated, n_groups_allocated;
};

/* What the threads of a call share. */
typedef struct {
  const TbkDecoder *decoder;
  const Decoding *decoding;
  int n_groups;
  int next_group;
} Share;

typedef struct {
  Share *share;
  DecodeWorker *worker;
} ShareOfWorker;

TbkDecoder *
tbk_decoder_new (void)
{
  TbkDecoder *decoder = g_new0 (TbkDecoder, 1);

  compiled_init (&decoder->compiled, tbk_grammar_projective ());
  return decoder;
}

static const WordLanes *const chart_lanes[N_CHARTS] = {
  [CHART_FLOAT] = &lanes_minplus_float,
  [CHART_DOUBLE] = &lanes_minplus_double,
  [CHART_REAL] = &lanes_real,
  [CHART_WIDE] = &lanes_wide,
};

static void
worker_free (DecodeWorker *worker)
{
  for (int c = 0; c < N_CHARTS; c++)
    if (worker->charts[c] != NULL)
      chart_lanes[c]->chart_free (worker->charts[c]);
  for (int s = 0; s < N_SCRATCHES; s++)
    g_free (worker->scratches[s].memory);
  if (worker->n_best != NULL)
    worker->free_n_best (worker->n_best);
  g_free (worker);
}

void
tbk_decoder_free (TbkDecoder *decoder)
{
  if (decoder == NULL)
    return;
  for (int w = 0; w < decoder->n_workers; w++)
    worker_free (decoder->workers[w]);
  g_free (decoder->workers);
  g_free (decoder->order);
  g_free (decoder->groups);
  compiled_clear (&decoder->compiled);
  g_free (decoder);
}

gpointer
decode_chart (DecodeWorker *worker, ChartKind chart)
{
  if (worker->charts[chart] == NULL)
    worker->charts[chart] = chart_lanes[chart]->chart_new ();
  return worker->charts[chart];
}

gpointer
decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size)
{
  gsize bytes;

  if (!g_size_checked_mul (&bytes, n, size)
      || !try_reserve (&worker->scratches[scratch].memory, &worker->scratches[scratch].n_allocated, bytes, 1))
    return NULL;
  return worker->scratches[scratch].memory;
}

static gboolean
fail_memory (const Decoding *decoding, int sentence, int n, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
               "sentences[%d]: %d words need more memory than the %" G_GSIZE_FORMAT " bytes that are allowed",
               sentence, n, decoding->memory);
  return FALSE;
}

gboolean
decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error)
{
  return bytes <= decoding->memory || fail_memory (decoding, sentence, n, error);
}

/* Makes @n workers, at least. */
static void
reserve_workers (TbkDecoder *decoder, int n)
{
  if (n > decoder->n_workers)
    decoder->workers = g_renew (DecodeWorker *, decoder->workers, n);
  for (; decoder->n_workers < n; decoder->n_workers++) {
    DecodeWorker *worker = g_new0 (DecodeWorker, 1);

    worker->compiled = &decoder->compiled;
    decoder->workers[decoder->n_workers] = worker;
  }
  for (int w = 0; w < n; w++) {
    decoder->workers[w]->largest_vector = many_largest_vector ();
    decoder->workers[w]->first_problem = G_MAXINT;
  }
}

gboolean
decode_check_lengths (const TbkArcScores *scores, int *longest, GError **error)
{
  *longest = 0;
  for (int i = 0; i < scores->n_sentences; i++) {
    const int n = scores->lengths[i];

    if (n < 1 || n > TBK_TABULAR_MAX_LENGTH)
      return fail_data (error, "sentences[%d]: found %d words, expected 1 to %d", i, n,
                        TBK_TABULAR_MAX_LENGTH);
    *longest = MAX (*longest, n);
  }
  return TRUE;
}

/* Sorts the sentences: the longest first, of one length in their order. */
static gboolean
sort_sentences (TbkDecoder *decoder, const TbkArcScores *scores, int longest, GError **error)
{
  const int n_sentences = scores->n_sentences;
  int places[TBK_TABULAR_MAX_LENGTH + 1];

  if (!try_reserve (&decoder->order, &decoder->n_order_allocated, n_sentences, sizeof (int))
      || !try_reserve (&decoder->groups, &decoder->n_groups_allocated, n_sentences, sizeof (SentenceGroup)))
    return memory_fail (error, "%d sentences", n_sentences);
  memset (places, 0, (longest + 1) * sizeof (int));
  for (int i = 0; i < n_sentences; i++)
    places[scores->lengths[i]]++;
  for (int n = longest, place = 0; n > 0; n--) {
    const int n_such = places[n];

    places[n] = place;
    place += n_such;
  }
  for (int i = 0; i < n_sentences; i++)
    decoder->order[places[scores->lengths[i]]++] = i;
  return TRUE;
}

/* How many sentences of @n words a worker has memory for, at most those that lanes hold. */
static int
count_lanes (TbkDecoder *decoder, const Decoding *decoding, int n)
{
  const DecodeTask *task = decoding->task;
  DecodeWorker *worker = decoder->workers[0];
  const guint64 matrices = (guint64) task->n_matrices * (n + 1) * (n + 1) * sizeof (double);
  int most = 1;

  if (task->lanes == NULL)
    return matrices <= decoding->memory;
  if (!task->is_single)
    most = MAX (worker->largest_vector, 16) / (int) task->lanes->cell_size;
  while (most > 0
         && task->lanes->measure (decode_chart (worker, task->chart), worker->compiled, n, most,
                                  task->has_outside, worker->largest_vector)
                    + matrices * (guint64) most
                > decoding->memory)
    most /= 2;
  return most;
}

/* Names the first sentence that does not have the memory it needs. */
static gboolean
fail_for_memory (TbkDecoder *decoder, const Decoding *decoding, GError **error)
{
  const int *lengths = decoding->scores->lengths;
  int i = 0;

  while (count_lanes (decoder, decoding, lengths[i]) > 0)
    i++;
  return fail_memory (decoding, i, lengths[i], error);
}

/* Lists the groups of sentences, the longest first. FALSE if one does not have the memory it needs. */
static gboolean
group_sentences (TbkDecoder *decoder, const Decoding *decoding, int *n_groups, GError **error)
{
  const int *lengths = decoding->scores->lengths, *order = decoder->order;
  int last_n = 0, most = 0;

  *n_groups = 0;
  for (int i = 0; i < decoding->scores->n_sentences; ++*n_groups) {
    SentenceGroup *group = &decoder->groups[*n_groups];
    const int n = lengths[order[i]];

    if (n != last_n)
      most = count_lanes (decoder, decoding, n);
    last_n = n;
    if (most == 0)
      return fail_for_memory (decoder, decoding, error);
    *group = (SentenceGroup){ .first = i, .n = 1 };
    for (i++; i < decoding->scores->n_sentences && group->n < most && lengths[order[i]] >= n - n / LENGTHS;
         i++)
      group->n++;
  }
  return TRUE;
}

/* Keeps the error of a group that failed, if it is the first; it names a sentence. */
static void
keep_error (DecodeWorker *worker, GError *fault, int sentence)
{
  if (!g_str_has_prefix (fault->message, "sentences["))
    g_prefix_error (&fault, "sentences[%d]: ", sentence);
  if (worker->error == NULL || sentence < worker->failed) {
    g_clear_error (&worker->error);
    worker->error = fault;
    worker->failed = sentence;
  } else {
    g_error_free (fault);
  }
}

/* A thread: works on groups until there are no more. */
static gpointer
work_on_groups (gpointer data)
{
  const ShareOfWorker *mine = data;
  Share *share = mine->share;
  int g;

  while ((g = g_atomic_int_add (&share->next_group, 1)) < share->n_groups) {
    const SentenceGroup *group = &share->decoder->groups[g];

    GError *fault = NULL;

    if (!share->decoding->task->work (share->decoding, mine->worker, share->decoder->order + group->first,
                                      group->n, &fault))
      keep_error (mine->worker, fault, share->decoder->order[group->first]);
  }
  return NULL;
}

/* Works on all groups by @n_threads, this one among them. */
static void
work_by_threads (TbkDecoder *decoder, const Decoding *decoding, int n_groups, int n_threads)
{
  Share share = { decoder, decoding, n_groups, 0 };
  g_autofree ShareOfWorker *shares = g_new (ShareOfWorker, n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, n_threads);

  for (int t = 0; t < n_threads; t++) {
    shares[t] = (ShareOfWorker){ &share, decoder->workers[t] };
    if (t > 0)
      threads[t] =
          g_thread_try_new ("decode", work_on_groups, &shares[t], NULL); /* without it there are fewer */
  }
  work_on_groups (&shares[0]);
  for (int t = 1; t < n_threads; t++)
    if (threads[t] != NULL)
      g_thread_join (threads[t]);
}

static gboolean
fail_for_problem (const Decoding *decoding, int sentence, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);

  return scores_check (&s, sentence, error)
         && fail_data (error, "sentences[%d]: no %stree%s", sentence,
                       decoding->options.is_nonprojective ? "" : "projective ",
                       decoding->options.has_any_root ? "" : " with a single root");
}

/* What the workers found: their error, or the first sentence that is wrong. */
static gboolean
collect (TbkDecoder *decoder, const Decoding *decoding, int n_threads, GError **error)
{
  GError *found = NULL;
  int problem = G_MAXINT, failed = G_MAXINT;

  for (int w = 0; w < n_threads; w++) {
    DecodeWorker *worker = decoder->workers[w];
    GError *fault = g_steal_pointer (&worker->error);

    problem = MIN (problem, worker->first_problem);
    if (fault != NULL && worker->failed < failed) {
      g_clear_error (&found);
      found = fault;
      failed = worker->failed;
    } else {
      g_clear_error (&fault);
    }
  }
  if (found != NULL && failed <= problem) {
    g_propagate_error (error, found);
    return FALSE;
  }
  g_clear_error (&found);
  return problem == G_MAXINT || fail_for_problem (decoding, problem, error);
}

gboolean
decode_run (TbkDecoder *decoder, Decoding *decoding, const DecodeTask *task, GError **error)
{
  const gsize memory = decoding->options.max_memory == 0 ? DEFAULT_MEMORY : decoding->options.max_memory;
  int n_threads = MAX (decoding->options.n_threads, 1), n_groups, longest;

  decoding->task = task;
  if (!decode_check_lengths (decoding->scores, &longest, error))
    return FALSE;
  if (decoding->scores->n_sentences == 0)
    return TRUE;
  n_threads = MIN (n_threads, decoding->scores->n_sentences);
  decoding->memory = memory / (gsize) n_threads;
  reserve_workers (decoder, n_threads);
  if (!sort_sentences (decoder, decoding->scores, longest, error)
      || !group_sentences (decoder, decoding, &n_groups, error))
    return FALSE;
  n_threads = MIN (n_threads, n_groups);
  decoding->memory = memory / (gsize) n_threads;
  if (n_threads <= 1) {
    Share share = { decoder, decoding, n_groups, 0 };
    ShareOfWorker mine = { &share, decoder->workers[0] };

    work_on_groups (&mine);
  } else {
    work_by_threads (decoder, decoding, n_groups, n_threads);
  }
  return collect (decoder, decoding, n_threads, error);
}
