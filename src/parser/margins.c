/* margins.c - the steps that led to a tree, taken again, with the scores of all others. */
#include "parser/margins.h"

#include "base/memory.h"

static gboolean
reserve (Margins *margins, const Replayed *replayed, int n, GError **error)
{
  const int n_scores = padded_classes (replayed->model->n_classes);

  if (margins->features == NULL) {
    tbk_configuration_keep_relations (&margins->c);
    tbk_configuration_keep_children (&margins->c);
    margins->features = g_new (Features, 1);
  }
  if (n_scores > margins->n_scores) {
    margins->scores = g_renew (gint32, margins->scores, n_scores);
    margins->n_scores = n_scores;
  }
  return reserve_words (&margins->arcs, &margins->n_allocated, n, sizeof (Margin), error)
         && tbk_configuration_start (&margins->c, replayed->system, n, error);
}

/* Scores the classes that are possible; returns the number of @class among them, -1 if it is none. *@has_other
 * and *@other are set to whether there is one of another transition, and to its best score. */
static int
score (Margins *margins, const TbkModel *model, const Words *words, const Choices *choices,
       const Class *class, gboolean *has_other, gint64 *other)
{
  int found = -1;

  features_extract (model->templates, &margins->c, words, model->bits, margins->features);
  scores_fill (model->weights, margins->features, model->n_classes, margins->scores);
  if (model->has_stages)
    stages_join (model, choices, margins->scores);
  *has_other = FALSE;
  for (int k = 0; k < model->n_classes; k++) {
    const Class *at = &model->classes[k];

    if (!class_is_possible (model, at, choices))
      continue;
    if (at->transition == class->transition) {
      found = at->relation == class->relation ? k : found;
    } else {
      *other = *has_other ? MAX (*other, margins->scores[k]) : margins->scores[k];
      *has_other = TRUE;
    }
  }
  return found;
}

/* The element that @transition means to be the head of the word whose relation it chooses. */
static int
promised_head (const TbkConfiguration *c, const TbkTransition *transition)
{
  const int under = c->depth - (transition->related == TBK_PLACE_FRONT ? 1 : 2);

  return under >= 0 ? c->stack[under].word : -1;
}

/* Notes the arc that @transition makes or promises in the configuration. */
static void
note_arc (Margins *margins, const TbkTransition *transition, gboolean is_known, gint64 margin)
{
  const TbkConfiguration *c = &margins->c;
  const int related = tbk_configuration_related (c, transition);
  int head, dependent;

  if (tbk_configuration_arc (c, transition, &head, &dependent)) {
    if (margins->arcs[dependent].promised == head)
      margins->arcs[dependent].head = head;
    else
      margins->arcs[dependent] = (Margin){ head, head, is_known, margin };
  } else if (related > 0) {
    margins->arcs[related] = (Margin){ -1, promised_head (c, transition), is_known, margin };
  }
}

gboolean
margins_find (Margins *margins, const Replayed *replayed, const Words *words, const GArray *steps,
              gint64 *total, GError **error)
{
  const TbkModel *model = replayed->model;

  if (!reserve (margins, replayed, words->n, error))
    return FALSE;
  for (int word = 0; word <= words->n; word++)
    margins->arcs[word] = (Margin){ .head = -1, .promised = -1 };
  *total = 0;
  for (guint i = 0; i < steps->len; i++) {
    const Class *class = &g_array_index (steps, Class, i);
    int number;
    gboolean has_other;
    gint64 other = 0;
    Choices choices;

    choices_find (&margins->c, replayed->single_root, &choices);
    number = score (margins, model, words, &choices, class, &has_other, &other);
    if (number >= 0)
      *total += margins->scores[number];
    note_arc (margins, &replayed->system->transitions[class->transition], has_other && number >= 0,
              number >= 0 ? margins->scores[number] - other : 0);
    classes_take (&margins->c, class);
  }
  return TRUE;
}

void
margins_clear (Margins *margins)
{
  tbk_configuration_clear (&margins->c);
  g_free (margins->arcs);
  g_free (margins->features);
  g_free (margins->scores);
}
