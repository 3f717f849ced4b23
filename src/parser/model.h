/* model.h - what a parser has learned: features, classes and their weights.
 *
 * A class is a transition together with the relation that it chooses, if it chooses one. A feature is a row
 * of weights, one for each class; rows begin anywhere in the table, so that they overlap.
 */
#ifndef PARSER_MODEL_H
#define PARSER_MODEL_H

#include "learning/weights.h"
#include "network/network.h"
#include "tbk/parser.h"

enum { NO_RELATION = -1 };

typedef struct {
  int transition;
  int relation; /* or NO_RELATION */
} Class;

typedef struct {
  char *name;
  gboolean is_of_root; /* words with other heads than 0 never have it in the training data */
} Relation;

struct TbkModel {
  const TbkSystem *system;
  int beam;
  int bits;
  char *features; /* the table, and as it is compiled */
  Templates *templates;
  Relation *relations;
  int n_relations;
  Class *classes;
  int n_classes;
  gboolean has_root_relation;
  gboolean has_stages; /* chooses the transition first, then the relation; see stages.c */
  gboolean is_marked;  /* relations bear the marks of the scheme `mark`, which are decoded after parsing */
  TbkScheme mark;
  const gint16 *weights; /* (1 << bits) + MOST_CLASSES + BLOCK at training, else model_n_weights() */
  gint16 *own_weights;   /* (nullable) */
  Network *network;      /* (nullable): in the place of weights */
  GMappedFile *file;     /* (nullable) */
  guint64 checksum;      /* of the file */
};

/* A row that is scored in part, from anywhere on, is read to the end of a block. */
static inline gsize
model_n_weights (const TbkModel *model)
{
  if (model->network != NULL)
    return (gsize) model->network->n_members * model->network->n_values;
  return ((gsize) 1 << model->bits) + (gsize) padded_classes (model->n_classes)
         + (model->has_stages ? BLOCK : 0);
}

/* What may be done in a configuration. */
typedef struct {
  guint bare, relating; /* sets of transitions: those that choose no relation, and those that do */
  guint of_root;        /* of the latter, those that choose the relation of a child of 0 */
} Choices;

/**
 * choices_find:
 * @single_root: whether 0 may have one child only
 *
 * The transitions that are allowed. 0 gets one child: its arc waits for the end of the input. Where the arc
 * is made with a word of the input, no second one is made, unless there is nothing else to do.
 */
void choices_find (const TbkConfiguration *configuration, gboolean single_root, Choices *choices);

static inline gboolean
class_is_possible (const TbkModel *model, const Class *class, const Choices *choices)
{
  guint bit = 1u << class->transition;

  if (class->relation == NO_RELATION)
    return (choices->bare & bit) != 0;
  if ((choices->relating & bit) == 0)
    return FALSE;
  return !model->has_root_relation
         || model->relations[class->relation].is_of_root == ((choices->of_root & bit) != 0);
}

/* The word whose relation @transition chooses, or 0. */
int classes_related_word (const TbkConfiguration *configuration, const TbkTransition *transition);

/* The possible class of the highest score, the first of several; -1 if there is none. */
int classes_best (const TbkModel *model, const Choices *choices, const gint32 *scores);

/* Chooses a class by @features: -1 if none is possible. @scores: room for padded_classes() */
int model_choose (const TbkModel *model, const Features *features, const Choices *choices, gint32 *scores);

/* Of models that have stages: the number of a class, -1 if there is none; makes all classes; chooses the
 * transition, -1 if none is possible, its score being scores[t]; and then the class, -1 as before. */
int stages_class (const TbkModel *model, int transition, int relation);
void stages_make_classes (TbkModel *model);
int stages_choose_transition (const TbkModel *model, const Features *features, const Choices *choices,
                              gint32 *scores);
int stages_choose_class (const TbkModel *model, int transition, const Features *features,
                         const Choices *choices, gint32 *scores);

/* The score of a class becomes that of its transition, less what its relation is behind the best: so the best
 * relation is that of the greedy choice, and transitions compare. @scores: of all classes */
void stages_join (const TbkModel *model, const Choices *choices, gint32 *scores);

/* Takes @class, which is possible. */
void classes_take (TbkConfiguration *configuration, const Class *class);

#endif
