/* beam.h - the best few sequences of transitions, kept side by side. */
#ifndef PARSER_BEAM_H
#define PARSER_BEAM_H

#include "parser/model.h"

/* Steps after which a computation is given up, in systems whose computations may go round. */
static inline gint64
most_steps (const TbkConfiguration *c)
{
  return (c->system->features & TBK_HAS_CYCLES) != 0 ? 50 * ((gint64) c->n + 2) : G_MAXINT64;
}

typedef struct Beam Beam;

Beam *beam_new (const TbkModel *model, int width, gboolean single_root);
void beam_free (Beam *beam);

/* The gold sequence, for training: the numbers of its classes. */
typedef struct {
  const int *classes;
  int n;
  gboolean stops_early; /* the search ends where the gold sequence is no longer in the beam */
} GoldSequence;

/* Where the best sequence and the gold one are compared. */
typedef struct {
  int n_steps;   /* of the gold one */
  int n_classes; /* of the best one, fewer if it ended before */
  gboolean is_violated;
} Violation;

/**
 * beam_run:
 * @gold: (nullable): the gold sequence. The search then also keeps the configuration along it
 *
 * Searches from the initial configuration of @words until all sequences kept are final.
 */
gboolean beam_run (Beam *beam, const Words *words, const GoldSequence *gold, GError **error);

/* How many sequences were kept to the end, the best first; of one of them, from 0, the configuration at its end,
 * owned by @beam, the sum of its scores, and the numbers of its classes (of int). */
int beam_n_found (const Beam *beam);
const TbkConfiguration *beam_at (const Beam *beam, int i);
gint64 beam_score_at (const Beam *beam, int i);
void beam_classes_at (const Beam *beam, int i, GArray *classes);

/* Of the last run with a gold sequence: where the score of the best sequence exceeds that of the gold one
 * most, or where the search ended early. @classes gets
 * those of the best one, owned by @beam. */
Violation beam_violation (const Beam *beam, const int **classes);

#endif
