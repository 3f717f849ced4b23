/* stages.c - models that choose the transition first, then its relation.
 *
 * Class number t is transition t alone. The classes of transition t with each relation stand side by side
 * after those, so that of the second stage only the relations of one transition are scored.
 */
#include "parser/model.h"

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
