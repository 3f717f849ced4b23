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
#include "base/pipeline.h"

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

/* A tree of a sentence by its place, and its score. */
typedef struct {
  double score;
  int place;
} RankedTree;

/* The greatest score first, and of equal ones the one that was found first. So the order is a total one, and
 * qsort() gives the same on every system. */
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

/* Moves the @n elements of @size bytes at @array to the places that @ranked names; @copy has room for
 * them. */
static void
permute (gpointer array, const RankedTree *ranked, int n, gsize size, char *copy)
{
  if (array == NULL)
    return;
  memcpy (copy, array, (gsize) n * size);
  for (int t = 0; t < n; t++)
    memcpy ((char *) array + (gsize) t * size, copy + (gsize) ranked[t].place * size, size);
}

/* Puts the trees into the order of the scores in their rows. Heads, labels and scores are three arrays of the
 * caller, of which two may be missing; each is moved by the same ranks, through one copy. */
gboolean
rows_order (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  const TbkTreeRows *rows = decoding->trees;
  const int n = rows->n_trees;
  const gsize first = (gsize) sentence * n, width = (gsize) rows->width;
  const gsize size = MAX (width * sizeof (int), sizeof (double));
  RankedTree *ranked;
  int t = 1;

  /* Mostly rows are in order, as searches find the best tree first: then nothing is moved, and no memory is
   * needed. */
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

/* What the arcs to a word cost, whatever their layout.
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

/* Whether all scores of the arcs to a word are good, but for that which is not read; @is_good if that is good
 * too.
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

/* 3. decode: calls over many sentences: which are worked on together, by which thread, and what is wrong
 * with them.
 *
 * Sentences are taken by length, the longest first, as many in a group as a chart has lanes; a thread takes
 * the next group when it is done with one. Each writes only what belongs to its sentences, which do not see
 * each other: so groups and threads change nothing. Six sentences in a chart of four lanes:
 *
 *   sentence     0  1  2  3  4  5
 *   words       20 11 19 22  9 18
 *   order        3  0  2  5  1  4      the longest first
 *   groups      [3  0][2  5][1][4]     beside 22 words at least 22 - 22/8 = 20, beside 11 at least 10
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

/* The grammar of projective trees is compiled once, for all workers. */
TbkDecoder *
tbk_decoder_new (void)
{
  TbkDecoder *decoder = g_new0 (TbkDecoder, 1);

  compiled_init (&decoder->compiled, tbk_grammar_projective (FALSE));
  return decoder;
}

static const WordLanes *const chart_lanes[N_CHARTS] = {
  [CHART_FLOAT] = &lanes_minplus_float,
  [CHART_DOUBLE] = &lanes_minplus_double,
  [CHART_REAL] = &lanes_real,
  [CHART_SCALED] = &lanes_scaled,
};

/* Charts are freed by the instance that made them; scratch memory is plain. */
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

/* The bytes allowed are those of one worker: all workers together may have what the caller set. */
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

/* Makes @n workers, at least.
 *
 * Workers stay from call to call, with their charts and memory. Of those that are used, what one call noted
 * is forgotten. */
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

/* A sentence without words has no tree; the bound is that of a chart's positions. */
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

/* Sorts the sentences: the longest first, of one length in their order.
 *
 * A counting sort by length: places[n] is first the number of sentences of n words, then where the next of
 * them goes. So it is stable, and takes O(sentences + longest). */
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
  /* The places of the longest begin at 0, those of shorter ones behind them. */
  for (int n = longest, place = 0; n > 0; n--) {
    const int n_such = places[n];

    places[n] = place;
    place += n_such;
  }
  for (int i = 0; i < n_sentences; i++)
    decoder->order[places[scores->lengths[i]]++] = i;
  return TRUE;
}

/* How many sentences of @n words a worker has memory for, at most those that lanes hold.
 *
 * The measure grows with the lanes, so halving finds the largest power of 2 that fits, or 0. Tasks without a
 * chart take one sentence at a time. */
static int
count_lanes (TbkDecoder *decoder, const Decoding *decoding, int n)
{
  const DecodeTask *task = decoding->task;
  DecodeWorker *worker = decoder->workers[0];
  const guint64 matrices = (guint64) task->n_matrices * (n + 1) * (n + 1) * sizeof (double);
  int most = 1;

  if (task->lanes == NULL)
    return matrices <= decoding->memory;
  /* A lane for each cell of the largest vector; where there are no vectors, for those of the smallest. */
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

/* Names the first sentence that does not have the memory it needs.
 *
 * Groups are made longest first, but the message names the first in the caller's order. */
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
    /* Sentences are sorted, so those that follow are no longer than the first. The chart has the size of the
     * first; a much shorter sentence would waste most of its lane. */
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
  /* Some errors name their sentence already, with more than is known here. */
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

/* A thread: works on groups until there are no more. Each group is taken by one thread alone, as the counter
 * is atomic. Groups are of falling length, so the last ones, which keep a single thread busy, are the
 * shortest. */
static gpointer
work_on_groups (gpointer data)
{
  const ShareOfWorker *mine = data;
  Share *share = mine->share;
  int g;

  while ((g = g_atomic_int_add (&share->next_group, 1)) < share->n_groups) {
    const SentenceGroup *group = &share->decoder->groups[g];

    GError *fault = NULL;

    /* A group that fails does not stop the others: which error is reported must not depend on how far they
     * are. */
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
  /* The calling thread works too. Groups are not handed out to certain threads, so the sum of the work is
   * done by however many there are. */
  g_autofree ShareOfWorker *shares = g_new (ShareOfWorker, n_threads);

  for (int t = 0; t < n_threads; t++)
    shares[t] = (ShareOfWorker){ &share, decoder->workers[t] };
  pipeline_share_out ("decode", work_on_groups, shares, sizeof *shares, n_threads);
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

/* What the workers found: their error, or the first sentence that is wrong. The first sentence in the
 * caller's order that failed or has a problem is reported, whichever thread met it when. So the message is
 * the same for any number of threads. */
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
  /* An error of a group is kept under the group's first sentence, a problem under its own. */
  if (found != NULL && failed <= problem) {
    g_propagate_error (error, found);
    return FALSE;
  }
  g_clear_error (&found);
  return problem == G_MAXINT || fail_for_problem (decoding, problem, error);
}

/* Lengths are checked first, as everything else counts on them. Then sentences are sorted and grouped, each
 * group is worked on, and what went wrong is collected from the workers. */
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
  /* The memory is shared out twice: groups depend on what a worker may have, and fewer groups than threads
   * leave more for each. */
  n_threads = MIN (n_threads, decoding->scores->n_sentences);
  decoding->memory = memory / (gsize) n_threads;
  reserve_workers (decoder, n_threads);
  if (!sort_sentences (decoder, decoding->scores, longest, error)
      || !group_sentences (decoder, decoding, &n_groups, error))
    return FALSE;
  n_threads = CLAMP (n_threads, 1, n_groups);
  decoding->memory = memory / (gsize) n_threads;
  work_by_threads (decoder, decoding, n_groups, n_threads);
  return collect (decoder, decoding, n_threads, error);
}
