/* parse_classes.c - classes of a model: what may be done in a configuration, and which of it is best.
 *
 * Contents
 *   1. classes: what may be done in a configuration, and which of it is best
 *   2. stages: models that choose the transition first, then its relation
 */
#include "parser/parser.h"

#include "oracle/oracle.h"

/* 1. classes: what may be done in a configuration, and which of it is best. */

/* The front of the input, or an element of the stack, counted from the top. */
static int
word_at (const TbkConfiguration *c, TbkPlace place)
{
  return place == TBK_PLACE_FRONT ? tbk_configuration_front (c)
                                  : c->stack[c->depth - 1 - (int) (place - TBK_PLACE_TOP)].word;
}

/* TRUE if @transition makes an arc of 0 that can wait for the end of the input or, where it takes a word of
 * the input, one beside another. */
static gboolean
is_early_root (const TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (!tbk_configuration_arc (c, transition, &head, &dependent) || head != 0)
    return FALSE;
  return (transition->needs & TBK_NEEDS_INPUT) != 0 ? c->children[0].n_right > 0
                                                    : tbk_configuration_n_input (c) > 0;
}

int
classes_related_word (const TbkConfiguration *c, const TbkTransition *transition)
{
  TbkPlace place = transition->related != TBK_PLACE_NONE ? transition->related : transition->dependent;

  return place != TBK_PLACE_NONE ? word_at (c, place) : 0;
}

/* TRUE if the word whose relation @transition chooses is, or is meant to be, a child of 0: what has no arc
 * yet is meant for the element under it. */
static gboolean
is_of_root (const TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (tbk_configuration_arc (c, transition, &head, &dependent))
    return head == 0;
  int under = c->depth - (transition->related == TBK_PLACE_FRONT ? 1 : 2);
  return under >= 0 && c->stack[under].word == 0;
}

/* TRUE if @transition, which is allowed, is one more of those by which words far apart meet. Others then
 * remain: shift where there is a second list, and the arcs where words change places. */
static gboolean
goes_too_far (const TbkConfiguration *c, const TbkTransition *transition)
{
  if (transition->second == TBK_SECOND_GROWS)
    return c->n_second >= TBK_PARSER_MAX_DISTANCE;
  return (transition->needs & TBK_NEEDS_ORDER) != 0
         && word_at (c, TBK_PLACE_TOP) - word_at (c, TBK_PLACE_UNDER) > TBK_PARSER_MAX_DISTANCE;
}

/* Three sets of transitions, a bit for each: `bare`, those that need no relation, `relating`, those that must
 * choose one, and among these `of_root`, whose relation is that of a child of 0. So the classes of a model
 * are tested against sets, and the configuration is looked at once for each transition and not for each
 * class. */
void
choices_find (const TbkConfiguration *c, gboolean single_root, Choices *choices)
{
  guint allowed = tbk_configuration_allowed (c), early = 0;

  *choices = (Choices){ 0 };
  for (int t = 0; single_root && t < c->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0 && is_early_root (c, &c->system->transitions[t]))
      early |= 1u << t;
  /* An early root is put off, unless nothing else is allowed. */
  if ((allowed & ~early) != 0)
    allowed &= ~early;
  for (int t = 0; t < c->system->n_transitions; t++) {
    const TbkTransition *transition = &c->system->transitions[t];
    if ((allowed >> t & 1) == 0 || goes_too_far (c, transition))
      continue;
    /* If the word has no relation yet, the transition must choose one. Else, and for 0, it goes bare. */
    int word = classes_related_word (c, transition);
    if (word <= 0 || c->relations[word] >= 0) {
      choices->bare |= 1u << t;
      continue;
    }
    choices->relating |= 1u << t;
    choices->of_root |= (guint) is_of_root (c, transition) << t;
  }
}

/* Comparing scores first is quicker than testing first: few classes are better than the best so far. */
int
classes_best (const TbkModel *model, const Choices *choices, const gint32 *scores)
{
  int best = -1;

  for (int c = 0; c < model->n_classes; c++)
    if ((best < 0 || scores[c] > scores[best]) && class_is_possible (model, &model->classes[c], choices))
      best = c;
  return best;
}

int
model_choose (const TbkModel *model, const Features *features, const Choices *choices, gint32 *scores)
{
  int transition;

  if (model->has_stages) {
    transition = stages_choose_transition (model, features, choices, scores);
    return transition < 0 ? -1 : stages_choose_class (model, transition, features, choices, scores);
  }
  scores_fill (model->weights, features, model->n_classes, scores);
  return classes_best (model, choices, scores);
}

void
classes_take (TbkConfiguration *c, const Class *class)
{
  const TbkTransition *transition = &c->system->transitions[class->transition];

  if (class->relation != NO_RELATION)
    c->relations[classes_related_word (c, transition)] = class->relation;
  configuration_take (c, transition);
}

/* 2. stages: models that choose the transition first, then its relation.
 *
 * Class number t is transition t alone. The classes of transition t with each relation stand side by side
 * after those, so that of the second stage only the relations of one transition are scored. With 3
 * transitions and the relations det and obj:
 *
 *   class    0 1 2       3    4      5    6      7    8
 *            t0 t1 t2    t0 det,obj  t1 det,obj  t2 det,obj
 */

static int
first_of (const TbkModel *model, int transition)
{
  return model->system->n_transitions + transition * model->n_relations;
}

int
stages_class (const TbkModel *model, int transition, int relation)
{
  if (relation == NO_RELATION)
    return transition;
  int number = first_of (model, transition) + relation;
  return number < model->n_classes ? number : -1;
}

/* At most MOST_CLASSES: relations beyond are never chosen, and stages_class() has no number for them. */
void
stages_make_classes (TbkModel *model)
{
  int n_transitions = model->system->n_transitions;
  gint64 n = n_transitions + (gint64) n_transitions * model->n_relations;

  model->n_classes = (int) MIN (n, MOST_CLASSES);
  model->classes = g_new (Class, model->n_classes);
  for (int c = 0; c < model->n_classes; c++)
    model->classes[c] = c < n_transitions ? (Class){ c, NO_RELATION }
                                          : (Class){ (c - n_transitions) / model->n_relations,
                                                     (c - n_transitions) % model->n_relations };
}

int
stages_choose_transition (const TbkModel *model, const Features *features, const Choices *choices,
                          gint32 *scores)
{
  guint allowed = choices->bare | choices->relating;
  int best = -1;

  scores_fill (model->weights, features, model->system->n_transitions, scores);
  for (int t = 0; t < model->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0 && (best < 0 || scores[t] > scores[best]))
      best = t;
  return best;
}

/* Weights of the relations of one transition lie side by side in each row, so only these are added up. */
int
stages_choose_class (const TbkModel *model, int transition, const Features *features, const Choices *choices,
                     gint32 *scores)
{
  int first = first_of (model, transition), n = MIN (model->n_relations, model->n_classes - first), best = -1;

  if ((choices->relating >> transition & 1) == 0)
    return transition;
  scores_fill (model->weights + first, features, n, scores);
  for (int r = 0; r < n; r++)
    if ((best < 0 || scores[r] > scores[best])
        && class_is_possible (model, &model->classes[first + r], choices))
      best = r;
  return best < 0 ? -1 : first + best;
}

/* For a beam a transition with its relation must have one score: that of the transition, less what the
 * relation lacks to the best one that is possible. So the best class of a transition has the transition's
 * score. */
void
stages_join (const TbkModel *model, const Choices *choices, gint32 *scores)
{
  gint32 best[TBK_MAX_TRANSITIONS];
  int n_transitions = model->system->n_transitions;

  for (int t = 0; t < n_transitions; t++)
    best[t] = G_MININT32;
  for (int k = n_transitions; k < model->n_classes; k++)
    if (class_is_possible (model, &model->classes[k], choices))
      best[model->classes[k].transition] = MAX (best[model->classes[k].transition], scores[k]);
  for (int k = n_transitions; k < model->n_classes; k++) {
    int t = model->classes[k].transition;
    if (best[t] > G_MININT32)
      scores[k] += scores[t] - best[t];
  }
}
