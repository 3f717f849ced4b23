/* scores.c - reading scores, of both types and in any order. */
#include "decode/scores.h"

#include <math.h>

#include "base/fail.h"
#include "base/processor.h"
#include "decode/exponential.h"

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
