/* decode.c - calls over the scores of many sentences: read and shared out.
 *
 * Contents
 *   1. rows: trees into the caller's rows
 *   2. scores: reading scores, of both types and in any order
 *   3. decode: calls over many sentences: what a thread works with, and what is wrong with sentences
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "tabular/projective_grammar.h"
#include "tabular/ranks.h"

/* 1. rows: trees into the caller's rows.
 *
 * Searches add the scores of arcs up in an order of their own, and so may find two trees that differ by
 * rounding alone the other way round than their scores are. Rows are in order of the scores that are in them.
 *
 * Rows for 2 trees of each sentence, 4 words wide; sentence 1 has 3 words and one tree:
 *
 *   row   sentence   tree   heads          score
 *    0       0        0      2  0  2  3     8.5
 *    1       0        1      2  0  2  2     8.25
 *    2       1        0      0  1  1 -1     4
 *    3       1        1     -1 -1 -1 -1    -infinity
 */

/* The score of the arc to @dependent, and its label.
 *
 * A plain row is read as it lies. Else the label is the one that was drawn with the tree, or the best. */
static double
find_arc (const SentenceScores *s, const FoundTree *tree, int dependent, int *label)
{
  const int head = tree->heads[dependent];

  /* Without labels and cost: one number, and no label. */
  if (scores_are_plain (s))
    return scores_number (&s->scores, dependent, head, 0);
  if (tree->labels == NULL)
    return scores_arc (s, dependent, head, label);
  *label = tree->labels[dependent - 1];
  return scores_labelled (s, dependent, head, *label);
}

/* Row t of a sentence has `width` heads and labels, word 1 at place 0. Places beyond the sentence, and all
 * places of a row without a tree, get -1. The score is added up again from the scores as they were given,
 * word by word: searches add in other orders, and some in floats. */
void
rows_put (const Decoding *decoding, DecodeWorker *worker, int sentence, int t, const FoundTree *tree)
{
  const TbkTreeRows *rows = decoding->trees;
  const gsize row = (gsize) sentence * rows->n_trees + t, first = row * rows->width;
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gboolean is_tree = tree->heads != NULL;
  const int n = is_tree ? s.n : 0;
  double score = is_tree ? 0 : -INFINITY;

  /* Only the first tree of a list must be there: a short sentence has fewer trees than were asked for. */
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

/* The trees of a sentence, in its rows. */
typedef struct {
  const Decoding *decoding;
  int sentence;
} SentenceRows;

/* The score of the t-th tree of a sentence, from its row. */
static double
score_of_row (gconstpointer data, int t)
{
  const SentenceRows *of = data;
  const TbkTreeRows *rows = of->decoding->trees;
  const gsize row = (gsize) of->sentence * rows->n_trees + t;
  const SentenceScores s = scores_of (of->decoding->scores, of->sentence);
  /* Heads in rows begin with word 1 at place 0; those of a tree with word 1 at place 1. */
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

gboolean
rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const TbkTreeRows *rows = decoding->trees;
  const SentenceRows of = { decoding, sentence };
  const gsize first = (gsize) sentence * rows->n_trees, width = (gsize) rows->width;
  const RankedRows ranked[] = {
    { rows->heads + first * width, width * sizeof (int) },
    { rows->labels == NULL ? NULL : rows->labels + first * width, width * sizeof (int) },
    { rows->scores == NULL ? NULL : rows->scores + first, sizeof (double) },
  };

  return ranks_order (rows->n_trees, score_of_row, &of, ranked, G_N_ELEMENTS (ranked),
                      &worker->scratches[SCRATCH_ORDER].memory, &worker->scratches[SCRATCH_ORDER].n_allocated,
                      error);
}

/* 2. scores: reading scores, of both types and in any order.
 *
 * A caller's number of the arc from h to d with label l is at first[d * dependents_apart + h * heads_apart +
 * l * labels_apart]. The distances may be negative, or 0 where all heads have one number. Whatever the
 * layout, loops see rows of costs, one for each word, with costs that are scores of the other sign. In the
 * matrix of three words a row is 8 numbers:
 *
 *              h = 0       1       2       3      4 to 7
 *   word 1   -s(0,1)     inf   -s(2,1) -s(3,1)    inf
 *   word 2   -s(0,2) -s(1,2)     inf   -s(3,2)    inf
 *   word 3   -s(0,3) -s(1,3) -s(2,3)     inf      inf
 */

/* Places of sentences are given one by one, or as one place and the distance between sentences, in numbers of
 * the type. Addresses are computed in bytes, since the type is known only now. */
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

/* A later label must be better to replace one, so of equally good ones the first is taken. */
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

/* Reads the costs of the arcs to a word, whatever their layout.
 *
 * The one way for every layout: any distance between numbers, labels, cost. The arc of a word to itself is
 * not read; -INFINITY stays and makes its cost infinite. */
static gboolean
read_row (const SentenceScores *s, int dependent, double *costs)
{
  gboolean is_good = TRUE;

  for (int head = 0; head <= s->n; head++) {
    double best = -INFINITY;

    for (int l = 0; head != dependent && l < MAX (s->scores.n_labels, 1); l++) {
      const double score = scores_labelled (s, dependent, head, l);

      /* NaN compares as false with everything, so it is no good score. */
      is_good &= scores_is_good (score);
      best = score > best ? score : best;
    }
    costs[head] = -best;
  }
  return is_good;
}

/* Reads all numbers of the sentence again, in order, to name the first that is none. That happens once,
 * before an error is reported; the loops that read scores only note that there is one. */
gboolean
scores_check (const SentenceScores *s, int sentence, GError **error)
{
  for (int dependent = 1; dependent <= s->n; dependent++)
    for (int head = 0; head <= s->n; head++) {
      const int wrong = head == dependent ? -1 : find_wrong (s, dependent, head);
      const double score = wrong < 0 ? 0 : scores_labelled (s, dependent, head, wrong);
      char label[16] = "", number[G_ASCII_DTOSTR_BUF_SIZE];

      /* Mostly no number is wrong, as this is a search for the one that is. */
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

/* Returns TRUE if all scores of the arcs to a word are good, but for that which is not read; @is_good if that
 * is good too.
 *
 * The loops above test all n + 1 numbers of a row, among them the one of the word to itself, which may be
 * anything. So a row that they refuse is looked at again, arc by arc. */
static gboolean
is_good_row (const SentenceScores *s, int dependent, gboolean is_good)
{
  for (int head = 0; head <= s->n && !is_good; head++)
    if (head != dependent && find_wrong (s, dependent, head) >= 0)
      return FALSE;
  return TRUE;
}

/* @row takes the sums of labels and cost in double precision, which are rounded to floats at the end. */
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

/* Rows that lie as they are needed are read by loops that become vectors. The arc of the word to itself is
 * made infinite afterwards, whatever stood there. */
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

/* The numbers behind the n + 1 of a row are infinite, so that loops may run over whole vectors up to the
 * stride. */
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

/* Weights relative to the best label, so that none overflows: the best weighs 1. */
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

/* Labels are read in blocks, so a word with thousands of them needs no memory of that length. A label of
 * weight 0 may have an infinite cost, whose product would be NaN, so it adds nothing to the mean. */
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

/* 3. decode: calls over many sentences: what a thread works with, and what is wrong with sentences. */

struct TbkDecoder {
  Grammar *grammars[2]; /* of trees with a single root, with any number */
  GPtrArray *workers;   /* DecodeWorker */
};

static void
worker_free (gpointer data)
{
  DecodeWorker *worker = data;

  for (int c = 0; c < 2; c++)
    chart_free (worker->charts[c]);
  chart_sums_free (worker->sums);
  n_best_free (worker->n_best);
  for (int s = 0; s < N_SCRATCHES; s++)
    g_free (worker->scratches[s].memory);
  g_free (worker);
}

TbkDecoder *
tbk_decoder_new (void)
{
  TbkDecoder *decoder = g_new0 (TbkDecoder, 1);

  decoder->grammars[FALSE] = grammar_new (&projective_single_table);
  decoder->grammars[TRUE] = grammar_new (&projective_table);
  decoder->workers = g_ptr_array_new_with_free_func (worker_free);
  return decoder;
}

void
tbk_decoder_free (TbkDecoder *decoder)
{
  if (decoder == NULL)
    return;
  grammar_free (decoder->grammars[FALSE]);
  grammar_free (decoder->grammars[TRUE]);
  g_ptr_array_unref (decoder->workers);
  g_free (decoder);
}

/* The memory of each purpose grows and stays, so a call with many sentences allocates a few times at all. */
gpointer
decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size)
{
  gsize bytes;

  if (!g_size_checked_mul (&bytes, n, size)
      || !try_reserve (&worker->scratches[scratch].memory, &worker->scratches[scratch].n_allocated, bytes, 1))
    return NULL;
  return worker->scratches[scratch].memory;
}

gboolean
decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error)
{
  return bytes <= decoding->memory || batch_call_fail_memory (sentence, n, decoding->memory, error);
}

/* A call, as batch_call_run() sees it. */
typedef struct {
  TbkDecoder *decoder;
  const Decoding *decoding;
} DecodeCall;

/* Workers stay from call to call, with their charts and memory. */
static gpointer
find_worker (gpointer data, int t)
{
  const DecodeCall *call = data;

  while ((int) call->decoder->workers->len <= t) {
    DecodeWorker *worker = g_new0 (DecodeWorker, 1);

    for (int c = 0; c < 2; c++)
      worker->charts[c] = chart_new ();
    g_ptr_array_add (call->decoder->workers, worker);
  }
  return g_ptr_array_index (call->decoder->workers, t);
}

/* The measure grows with the lanes, so halving finds the largest power of 2 that fits, or 0. Tasks without a chart take one sentence at a
 * time. */
static int
count_lanes (gpointer data, int n, gsize memory)
{
  const DecodeCall *call = data;
  const DecodeTask *task = call->decoding->task;
  const guint64 matrices =
      (guint64) task->n_matrices * ((guint64) n + 1) * ((guint64) n + 1) * sizeof (double);
  int most = task->has_chart && !task->is_single ? chart_count_lanes (task->cells) : 1;

  if (!task->has_chart)
    return matrices <= memory;
  while (most > 0
         && chart_measure (call->decoding->grammar, task->cells, task->use, n, most)
                    + matrices * (guint64) most
                > memory)
    most /= 2;
  return most;
}

/* A sentence with a number that is no score is reported by that; one whose scores are all good was noted for
 * having no tree. */
static gboolean
fail_for_problem (const Decoding *decoding, int sentence, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);

  return scores_check (&s, sentence, error)
         && fail_data (error, "sentences[%d]: no %stree%s", sentence,
                       decoding->options.is_nonprojective ? "" : "projective ",
                       decoding->options.has_any_root ? "" : " with a single root");
}

static void
work_on_group (gpointer data, gpointer worker_data, const int *sentences, int n_sentences, gsize memory,
               BatchFault *fault)
{
  const DecodeCall *call = data;
  DecodeWorker *worker = worker_data;
  Decoding decoding = *call->decoding;
  GError *error = NULL;

  decoding.memory = memory;
  worker->first_problem = G_MAXINT;
  if (!decoding.task->work (&decoding, worker, sentences, n_sentences, &error))
    batch_call_fail (fault, g_steal_pointer (&error), sentences[0]);
  if (worker->first_problem < G_MAXINT && !fail_for_problem (&decoding, worker->first_problem, &error))
    batch_call_fail (fault, error, worker->first_problem);
}

gboolean
decode_run (TbkDecoder *decoder, Decoding *decoding, const DecodeTask *task, GError **error)
{
  DecodeCall call = { decoder, decoding };
  const BatchCall batch = { .n_sentences = decoding->scores->n_sentences,
                            .lengths = decoding->scores->lengths,
                            .is_mixed = TRUE,
                            .n_threads = decoding->options.n_threads,
                            .max_memory = decoding->options.max_memory,
                            .data = &call,
                            .count_lanes = count_lanes,
                            .find_worker = find_worker,
                            .work = work_on_group };

  decoding->task = task;
  decoding->grammar = decoder->grammars[decoding->options.has_any_root != FALSE];
  return batch_call_run (&batch, error);
}
