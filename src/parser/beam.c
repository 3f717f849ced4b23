/* beam.c - beam search, with the gold sequence beside it where a parser learns.
 *
 * Sequences are compared by the sums of their scores. A final configuration stays in the beam with the
 * score it has.
 *
 * A step with two hypotheses and a beam of 2:
 *
 *   hypothesis   score   class   candidate        kept
 *   0              10      a     10 + 3 = 13      1st
 *                          b     10 - 1 =  9
 *   1               9      a      9 + 1 = 10
 *                          c      9 + 2 = 11      2nd
 */
#include "parser/parser.h"

#include <string.h>

typedef struct {
  TbkConfiguration c;
  gint64 score;
  int node;         /* the last of its sequence */
  gboolean is_gold; /* whether it has followed the gold sequence */
} Hypothesis;

/* A step of a sequence. */
typedef struct {
  int parent; /* or -1 */
  int class;
} BeamNode;

typedef struct {
  gint64 score;
  int hypothesis;
  Class class;
  int number; /* of the class; -1 for a hypothesis that stays as it is */
  gboolean stays;
} BeamCandidate;

struct Beam {
  const TbkModel *model;
  int width;
  gboolean single_root;
  Hypothesis *now, *next;
  int n_now;
  BeamCandidate *candidates; /* the best so far, in order */
  int n_candidates;
  GArray *nodes;
  Features *features;
  gint32 *scores;
  int n_scores;

  Hypothesis gold;
  gint64 worst; /* the greatest excess of the best score over the gold one */
  int violation_step, violation_node;
  GArray *violation; /* of int */
};

static void
hypothesis_init (Hypothesis *hypothesis)
{
  tbk_configuration_keep_relations (&hypothesis->c);
  tbk_configuration_keep_children (&hypothesis->c);
}

Beam *
beam_new (const TbkModel *model, int width, gboolean single_root)
{
  Beam *beam = g_new0 (Beam, 1);

  *beam = (Beam){ .model = model, .width = width, .single_root = single_root };
  beam->now = g_new0 (Hypothesis, width);
  beam->next = g_new0 (Hypothesis, width);
  for (int i = 0; i < width; i++) {
    hypothesis_init (&beam->now[i]);
    hypothesis_init (&beam->next[i]);
  }
  hypothesis_init (&beam->gold);
  beam->candidates = g_new (BeamCandidate, width + 1);
  beam->nodes = g_array_new (FALSE, FALSE, sizeof (BeamNode));
  beam->violation = g_array_new (FALSE, FALSE, sizeof (int));
  beam->features = g_new (Features, 1);
  return beam;
}

void
beam_free (Beam *beam)
{
  for (int i = 0; i < beam->width; i++) {
    tbk_configuration_clear (&beam->now[i].c);
    tbk_configuration_clear (&beam->next[i].c);
  }
  tbk_configuration_clear (&beam->gold.c);
  g_free (beam->now);
  g_free (beam->next);
  g_free (beam->candidates);
  g_array_unref (beam->nodes);
  g_array_unref (beam->violation);
  g_free (beam->features);
  g_free (beam->scores);
  g_free (beam);
}

/* Keeps @candidate if it is among the best; of equal ones those that came first.
 *
 * A short list in order: most candidates are refused by one comparison with the last. */
static void
offer (Beam *beam, const BeamCandidate *candidate)
{
  int i = beam->n_candidates;

  if (i == beam->width && candidate->score <= beam->candidates[i - 1].score)
    return;
  for (; i > 0 && beam->candidates[i - 1].score < candidate->score; i--)
    beam->candidates[i] = beam->candidates[i - 1];
  beam->candidates[i] = *candidate;
  beam->n_candidates = MIN (beam->n_candidates + 1, beam->width);
}

static void
score (Beam *beam, const TbkConfiguration *c, const Words *words)
{
  const TbkModel *model = beam->model;

  if (padded_classes (model->n_classes) > beam->n_scores) {
    beam->n_scores = padded_classes (model->n_classes);
    beam->scores = g_renew (gint32, beam->scores, beam->n_scores);
  }
  features_extract (model->templates, c, words, model->bits, beam->features);
  scores_fill (model->weights, beam->features, model->n_classes, beam->scores);
}

/* Offers what can follow hypothesis @h; itself where nothing can, or nothing that the training data
 * showed. */
static void
expand (Beam *beam, int h, const Words *words)
{
  const TbkModel *model = beam->model;
  const Hypothesis *hypothesis = &beam->now[h];
  BeamCandidate candidate = { .score = hypothesis->score, .hypothesis = h, .number = -1 };
  Choices choices = { 0 };

  candidate.stays = TRUE;
  if (!tbk_configuration_is_final (&hypothesis->c)) {
    choices_find (&hypothesis->c, beam->single_root, &choices);
    score (beam, &hypothesis->c, words);
    if (model->has_stages)
      stages_join (model, &choices, beam->scores);
  }
  for (int k = 0; k < model->n_classes; k++) {
    if (!class_is_possible (model, &model->classes[k], &choices))
      continue;
    candidate.stays = FALSE;
    candidate.score = hypothesis->score + beam->scores[k];
    candidate.class = model->classes[k];
    candidate.number = k;
    offer (beam, &candidate);
  }
  if (candidate.stays)
    offer (beam, &candidate);
}

/* Makes the candidates the hypotheses. @gold_class: that of the gold sequence at this step, or -1.
 *
 * Several candidates may come from one hypothesis, so configurations are copied; `now` and `next` change
 * places afterwards, and keep their memory. Steps are kept as a tree of nodes, since sequences share their
 * beginnings. */
static gboolean
advance (Beam *beam, int gold_class, GError **error)
{
  Hypothesis *former = beam->now;

  for (int i = 0; i < beam->n_candidates; i++) {
    const BeamCandidate *candidate = &beam->candidates[i];
    const Hypothesis *from = &beam->now[candidate->hypothesis];
    Hypothesis *to = &beam->next[i];
    if (!tbk_configuration_copy (&to->c, &from->c, error))
      return FALSE;
    to->score = candidate->score;
    to->node = from->node;
    to->is_gold = from->is_gold
                  && (candidate->stays ? gold_class < 0 : gold_class >= 0 && candidate->number == gold_class);
    if (candidate->stays)
      continue;
    BeamNode node = { from->node, candidate->number };
    g_array_append_val (beam->nodes, node);
    to->node = (int) beam->nodes->len - 1;
    classes_take (&to->c, &candidate->class);
  }
  beam->n_now = beam->n_candidates;
  beam->now = beam->next;
  beam->next = former;
  return TRUE;
}

static gboolean
are_all_final (const Beam *beam)
{
  for (int i = 0; i < beam->n_candidates; i++)
    if (!beam->candidates[i].stays)
      return FALSE;
  return TRUE;
}

static gboolean
has_gold (const Beam *beam)
{
  for (int h = 0; h < beam->n_now; h++)
    if (beam->now[h].is_gold)
      return TRUE;
  return FALSE;
}

/* Takes the next step of the gold sequence and looks how far the best one is ahead. FALSE if the search ends
 * here.
 *
 * While training: where the best sequence is ahead of the gold one by most, the weights are wrong most
 * clearly. Updates are made at that step ("max-violation"), or where the gold sequence falls out of the beam,
 * if it stops there ("early update"). */
static gboolean
follow_gold (Beam *beam, const Words *words, const GoldSequence *gold, int step)
{
  const Hypothesis *best = &beam->now[0];
  gboolean is_end = gold->stops_early && !has_gold (beam);
  gint64 excess;

  if (step < gold->n) {
    score (beam, &beam->gold.c, words);
    beam->gold.score += beam->scores[gold->classes[step]];
    classes_take (&beam->gold.c, &beam->model->classes[gold->classes[step]]);
  }
  excess = best->score - beam->gold.score;
  if (best->is_gold || (beam->violation_step > 0 && excess <= beam->worst && !is_end))
    return TRUE;
  beam->worst = excess;
  beam->violation_step = step + 1;
  beam->violation_node = best->node;
  return !is_end;
}

/* One hypothesis, the start, which is gold until it leaves the gold sequence. */
static gboolean
begin (Beam *beam, const Words *words, GError **error)
{
  Hypothesis *first = &beam->now[0];

  beam->n_now = 1;
  beam->violation_step = 0;
  g_array_set_size (beam->nodes, 0);
  first->score = beam->gold.score = 0;
  first->node = -1;
  first->is_gold = TRUE;
  return tbk_configuration_start (&first->c, beam->model->system, words->n, error)
         && tbk_configuration_start (&beam->gold.c, beam->model->system, words->n, error);
}

/* Step by step for all hypotheses. A final one offers itself, so the search ends when all candidates stay as
 * they are. */
gboolean
beam_run (Beam *beam, const Words *words, const GoldSequence *gold, GError **error)
{
  gint64 most;

  if (!begin (beam, words, error))
    return FALSE;
  most = most_steps (&beam->now[0].c);
  for (int step = 0; step < most; step++) {
    beam->n_candidates = 0;
    for (int h = 0; h < beam->n_now; h++)
      expand (beam, h, words);
    if (are_all_final (beam))
      break;
    if (!advance (beam, gold != NULL && step < gold->n ? gold->classes[step] : -1, error))
      return FALSE;
    if (gold != NULL && !follow_gold (beam, words, gold, step))
      break;
  }
  return TRUE;
}

int
beam_n_found (const Beam *beam)
{
  return beam->n_now;
}

const TbkConfiguration *
beam_at (const Beam *beam, int i)
{
  return &beam->now[i].c;
}

gint64
beam_score_at (const Beam *beam, int i)
{
  return beam->now[i].score;
}

/* The classes of the sequence that ends with @node.
 *
 * From the last node up, which is why they are counted first and written from the end. */
static void
list_classes (const Beam *beam, int node, GArray *classes)
{
  int n = 0;

  for (int at = node; at >= 0; n++)
    at = g_array_index (beam->nodes, BeamNode, at).parent;
  g_array_set_size (classes, (guint) n);
  for (int i = n - 1; i >= 0; i--) {
    g_array_index (classes, int, i) = g_array_index (beam->nodes, BeamNode, node).class;
    node = g_array_index (beam->nodes, BeamNode, node).parent;
  }
}

void
beam_classes_at (const Beam *beam, int i, GArray *classes)
{
  list_classes (beam, beam->now[i].node, classes);
}

Violation
beam_violation (const Beam *beam, const int **classes)
{
  list_classes (beam, beam->violation_step > 0 ? beam->violation_node : -1, beam->violation);
  *classes = &g_array_index (beam->violation, int, 0);
  return (Violation){ beam->violation_step, (int) beam->violation->len, beam->violation_step > 0 };
}
