/* lesson.h - what a network learns from some sentences: scores of steps, their loss, its gradient, a change
 * of weights.
 *
 * The loss of a step is -log of the probability of all classes that are right; that of a lesson is their sum.
 */
#ifndef NETWORK_LESSON_H
#define NETWORK_LESSON_H

#include "network/learner.h"
#include "network/reading.h"

/* What a class is in a configuration. */
typedef enum { CLASS_IMPOSSIBLE, CLASS_WRONG, CLASS_RIGHT } ClassMark;

/* Shares of what is left out in learning. */
typedef struct {
  double attributes;     /* groups of strings of a word, but for its form */
  double outputs, steps; /* of layers: what goes to the next layer, and to the next step */
  double hidden;
  gboolean words; /* a form, or lemma, that occurs n times is unknown once in n + 1 */
} Dropout;

typedef struct {
  Network *network;
  int member;
  Dropout dropout;
  TbkRandom random;
  Learner learner;
  Reading reading;
  int *counts[N_GROUPS]; /* how often a string occurs in the training data; NULL where it is of no account */
  Masks masks;

  int n_steps;
  int *values;   /* of a step: network_look(), and before them the number of its sentence */
  Real *hiddens; /* as scores saw them */
  Real *logits;  /* which become the gradient at them */
  Real *d_hiddens;
  gsize n_values, n_hiddens, n_logits, n_d_hiddens;
  Real *d_products, *d_vectors, *d_outputs, *d_inputs;
  gsize n_d_products, n_d_vectors, n_d_outputs, n_d_inputs;
} Lesson;

gboolean lesson_init (Lesson *lesson, Network *network, int member, guint64 seed, GError **error);
void lesson_clear (Lesson *lesson);

/* Begins with @n sentences. */
gboolean lesson_begin (Lesson *lesson, const Words *const *sentences, int n, GError **error);

/* Adds a step for a configuration of sentence @sentence; NULL with @error set where there is no memory.
 * Returns the scores of classes, good until the next step. */
const Real *lesson_step (Lesson *lesson, const Templates *templates, int sentence,
                         const TbkConfiguration *configuration, GError **error);

/* Tells what the classes are in the last step, of which some must be right; returns the loss. A step of which
 * nothing is told must be dropped. */
double lesson_tell (Lesson *lesson, const guint8 *marks);
void lesson_drop (Lesson *lesson);

/* Adds up the gradient of all steps. */
gboolean lesson_add_gradient (Lesson *lesson, GError **error);

#endif
