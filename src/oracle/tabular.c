/* cubic.c - scores by the generic tabular parser and the published grammars. */
#include "oracle/oracle.h"

struct Cubic {
  const Translation *translation;
  TbkPolicy policy;
  TbkTabular *tabular;
  TbkWeightedString strings[TBK_MAX_TRANSITIONS];
  int transitions[TBK_MAX_TRANSITIONS]; /* those of the strings */
  int n_strings;
  int *position; /* of each word in the string; valid where the string has the word at it */
  int n_allocated;
};

const Translation *
translation_find (const TbkSystem *system)
{
  const struct {
    const TbkSystem *system;
    const Translation *translation;
  } translations[] = {
    { &tbk_shift_reduce, &translation_shift_reduce },
    { &tbk_arc_eager, &translation_arc_eager },
    { &tbk_arc_eager_uncorrected, &translation_arc_eager_uncorrected },
    { &tbk_arc_eager_normalized, &translation_normalized },
  };

  for (gsize t = 0; t < G_N_ELEMENTS (translations); t++)
    if (translations[t].system == system)
      return translations[t].translation;
  return NULL;
}

Cubic *
cubic_new (const Translation *translation, TbkPolicy policy)
{
  Cubic *cubic = g_new0 (Cubic, 1);

  cubic->translation = translation;
  cubic->policy = policy;
  cubic->tabular = tbk_tabular_new (translation->grammar);
  return cubic;
}

void
cubic_free (Cubic *cubic)
{
  if (cubic == NULL)
    return;
  tbk_tabular_free (cubic->tabular);
  for (int s = 0; s < TBK_MAX_TRANSITIONS; s++)
    tbk_weighted_string_clear (&cubic->strings[s]);
  g_free (cubic->position);
  g_free (cubic);
}

/* Weight 1 for the gold arcs between the words of @after. */
static void
set_weights (Cubic *cubic, const Gold *gold, const TbkConfiguration *after, TbkWeightedString *string)
{
  if (cubic->position == NULL || gold->n > cubic->n_allocated) {
    g_free (cubic->position);
    cubic->position = g_new0 (int, (gsize) gold->n + 1);
    cubic->n_allocated = gold->n;
  }
  for (int i = 0; i < string->n; i++)
    cubic->position[word_at_position (after, i)] = i;
  for (int i = 1; i < string->n; i++) {
    int head = gold->heads[word_at_position (after, i)];
    int h = cubic->position[head];

    if (h < string->n && word_at_position (after, h) == head)
      tbk_weight_set (string, h, i, 1);
  }
}

void
cubic_begin (Cubic *cubic)
{
  cubic->n_strings = 0;
}

gboolean
cubic_add (Cubic *cubic, const Gold *gold, const Candidate *candidate, GError **error)
{
  TbkWeightedString *string = &cubic->strings[cubic->n_strings];
  int n = n_positions (candidate->after);

  if (n > TBK_ORACLE_MAX_TABULAR) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "stack and remaining input have %d words together: the tabular method takes %d", n,
                 TBK_ORACLE_MAX_TABULAR);
    return FALSE;
  }
  if (!tbk_weighted_string_resize (string, n, error))
    return FALSE;
  set_weights (cubic, gold, candidate->after, string);
  cubic->translation->translate (candidate, cubic->policy, string);
  cubic->transitions[cubic->n_strings++] = candidate->transition;
  return TRUE;
}

gboolean
cubic_scores (Cubic *cubic, int *scores, GError **error)
{
  gint64 best[TBK_MAX_TRANSITIONS];

  if (!tbk_tabular_best_many (cubic->tabular, cubic->strings, cubic->n_strings, best, error))
    return FALSE;
  for (int s = 0; s < cubic->n_strings; s++)
    scores[cubic->transitions[s]] = best[s] == TBK_FORBIDDEN ? TBK_IMPOSSIBLE : (int) best[s];
  return TRUE;
}
