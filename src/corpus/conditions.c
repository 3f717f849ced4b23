/* conditions.c - the conditions of jobs that take some sentences. */
#include "corpus/conditions.h"

#include "tbk/conllu.h"
#include "tbk/tree.h"

struct Judge {
  const TbkConditions *conditions;
  gboolean measures;               /* there are conditions on the tree of a sentence in CoNLL-U */
  TbkProjectivizer *projectivizer; /* NULL if what is lost plays no part */
  TbkTree *tree;
};

Judge *
judge_new (const TbkConditions *conditions)
{
  Judge *judge = g_new0 (Judge, 1);

  judge->conditions = conditions;
  judge->measures = conditions->is_projective || conditions->is_nonprojective || conditions->is_ill_nested
                    || conditions->min_lost > 0 || conditions->min_gap_degree > 0;
  if (conditions->min_lost > 0)
    judge->projectivizer = tbk_projectivizer_new (&conditions->projectivize);
  judge->tree = tbk_tree_new ();
  return judge;
}

void
judge_free (Judge *judge)
{
  tbk_projectivizer_free (judge->projectivizer);
  tbk_tree_free (judge->tree);
  g_free (judge);
}

/* Whether the tree of @sentence meets the conditions on trees. */
static gboolean
judge_tree (Judge *judge, const TbkConlluSentence *sentence, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = judge->conditions;
  TbkTreeMeasures measures;
  int lost = 0;

  if (!tbk_tree_set (judge->tree, sentence->heads, sentence->n, error)
      || !tbk_tree_measure (judge->tree, &measures, error)
      || (judge->projectivizer != NULL
          && !tbk_projectivize (judge->projectivizer, sentence->heads, sentence->n, NULL, &lost, error)))
    return FALSE;
  *meets = !(conditions->is_projective && measures.nonprojective_arcs > 0)
           && !(conditions->is_nonprojective && measures.nonprojective_arcs == 0)
           && !(conditions->is_ill_nested && measures.is_well_nested) && lost >= conditions->min_lost
           && measures.gap_degree >= conditions->min_gap_degree;
  return TRUE;
}

gboolean
judge_entry (Judge *judge, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = judge->conditions;

  *meets =
      entry->n_words >= conditions->min_words
      && (conditions->max_words == 0 || entry->n_words <= conditions->max_words)
      && (conditions->ids == NULL
          || (entry->id != NULL && tbk_vocabulary_find (conditions->ids, entry->id, entry->id_length) >= 0));
  return !*meets || !judge->measures || judge_tree (judge, entry->sentence, meets, error);
}
