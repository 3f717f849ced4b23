/* selection.c - which sentences meet conditions. */
#include "tbk/selection.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/memory.h"
#include "tbk/classes.h"
#include "tbk/conllu.h"
#include "tbk/split.h"
#include "tbk/tree.h"

struct TbkSelector {
  const TbkSelection *selection;
  gint64 left;
  TbkProjectivizer *projectivizer; /* NULL if what is lost plays no part */
  TbkClassifier *classifier;       /* the same of classes */
  TbkTree *tree;
  int *heads; /* of the projective tree, where it is told which arcs are lost */
  int n_allocated;
};

static gboolean
looks_at_words (const TbkSelection *selection)
{
  return selection->deprels != NULL || selection->upos != NULL;
}

gboolean
tbk_selection_needs_trees (const TbkSelection *selection)
{
  return selection->is_projective || selection->is_nonprojective || selection->classes != 0
         || selection->min_lost > 0;
}

TbkSelector *
tbk_selector_new (const TbkSelection *selection)
{
  TbkSelector *selector = g_new0 (TbkSelector, 1);

  selector->selection = selection;
  selector->left = selection->max > 0 ? selection->max : G_MAXINT64;
  if (selection->min_lost > 0)
    selector->projectivizer = tbk_projectivizer_new (&selection->projectivize);
  if (selection->classes != 0)
    selector->classifier = tbk_classifier_new ();
  selector->tree = tbk_tree_new ();
  return selector;
}

void
tbk_selector_free (TbkSelector *selector)
{
  if (selector == NULL)
    return;
  tbk_projectivizer_free (selector->projectivizer);
  tbk_classifier_free (selector->classifier);
  tbk_tree_free (selector->tree);
  g_free (selector->heads);
  g_free (selector);
}

gint64
tbk_selector_left (const TbkSelector *selector)
{
  return selector == NULL ? G_MAXINT64 : selector->left;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Whether the sentence, good or bad, has one of the IDs, which is then known to be there. */
static gboolean
has_id (const TbkSelection *selection, const TbkEntry *entry)
{
  int id;

  if (selection->ids == NULL)
    return TRUE;
  id = entry->id == NULL ? -1 : tbk_vocabulary_find (selection->ids, entry->id, entry->id_length);
  if (id >= 0 && selection->is_found != NULL)
    g_atomic_int_set (&selection->is_found[id], TRUE);
  return id >= 0;
}

static gboolean
is_called_for (const TbkSelection *selection, const TbkEntry *entry)
{
  return has_id (selection, entry) && entry->n_words >= selection->min_words
         && (selection->max_words == 0 || entry->n_words <= selection->max_words)
         && (selection->numbers == NULL
             || bsearch (&entry->index, selection->numbers, (gsize) selection->n_numbers, sizeof (gint64),
                         compare_numbers)
                    != NULL);
}

/* Sets @heads to those of the projective tree, where arcs are looked at one by one. */
static gboolean
find_lost (TbkSelector *selector, const TbkConlluSentence *sentence, int *lost, GError **error)
{
  int *heads = NULL;

  if (looks_at_words (selector->selection)) {
    if (!reserve_words (&selector->heads, &selector->n_allocated, sentence->n, sizeof (int), error))
      return FALSE;
    heads = selector->heads;
  }
  return tbk_projectivize (selector->projectivizer, sentence->heads, sentence->n, heads, lost, error);
}

/* Whether the tree of @sentence is in all the classes. */
static gboolean
is_in_classes (TbkSelector *selector, const TbkConlluSentence *sentence, gboolean *is_in, GError **error)
{
  TbkClasses classes;

  *is_in = TRUE;
  if (selector->classifier == NULL)
    return TRUE;
  if (!tbk_tree_classes (selector->classifier, sentence->heads, sentence->n, selector->selection->classes,
                         &classes, error))
    return FALSE;
  *is_in = classes.outside == 0;
  if (*is_in && classes.undecided != 0)
    return fail_data (error,
                      "found a tree too tangled to tell whether it is in class %s, expected a simpler one",
                      tbk_class_name ((TbkClass) __builtin_ctz (classes.undecided)));
  return TRUE;
}

/* Whether the tree of @sentence meets the conditions on trees; what needs longest is found only if the rest
 * holds. */
static gboolean
judge_tree (TbkSelector *selector, const TbkConlluSentence *sentence, gboolean *meets, GError **error)
{
  const TbkSelection *selection = selector->selection;
  int lost = 0, nonprojective_arcs;

  if (!is_in_classes (selector, sentence, meets, error)
      || !tbk_tree_set (selector->tree, sentence->heads, sentence->n, error))
    return FALSE;
  nonprojective_arcs = tbk_tree_nonprojective_arcs (selector->tree);
  *meets = *meets && !(selection->is_projective && nonprojective_arcs > 0)
           && !(selection->is_nonprojective && nonprojective_arcs == 0);
  if (!*meets || selector->projectivizer == NULL)
    return TRUE;
  if (!find_lost (selector, sentence, &lost, error))
    return FALSE;
  *meets = lost >= selection->min_lost;
  return TRUE;
}

/* Whether @word has in @column one of @names, if there are any. */
static gboolean
has_name (const TbkConlluSentence *sentence, int word, TbkColumn column, const TbkVocabulary *names,
          gboolean *has, GError **error)
{
  TbkPiece field;

  if (names == NULL)
    return TRUE;
  field = tbk_conllu_sentence_field (sentence, word, column);
  if (field.bytes == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "a column %s was expected, in which to look for names",
                 column == TBK_COLUMN_DEPREL ? "DEPREL" : "UPOS");
    return FALSE;
  }
  *has = *has && tbk_vocabulary_find (names, field.bytes, field.size) >= 0;
  return TRUE;
}

/* Whether some one arc meets the conditions on dependents and arcs; the tree has been judged. */
static gboolean
judge_arcs (const TbkSelector *selector, const TbkConlluSentence *sentence, gboolean *meets, GError **error)
{
  const TbkSelection *selection = selector->selection;

  *meets = FALSE;
  for (int word = 1; word <= sentence->n && !*meets; word++) {
    gboolean has = !(selection->is_nonprojective && !tbk_tree_is_nonprojective (selector->tree, word))
                   && !(selector->projectivizer != NULL && selector->heads[word] == sentence->heads[word]);

    if (has
        && (!has_name (sentence, word, TBK_COLUMN_DEPREL, selection->deprels, &has, error)
            || !has_name (sentence, word, TBK_COLUMN_UPOS, selection->upos, &has, error)))
      return FALSE;
    *meets = has;
  }
  return TRUE;
}

gboolean
tbk_selector_meets (TbkSelector *selector, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkSelection *selection = selector->selection;

  *meets = FALSE;
  if (selection->split != NULL) {
    *meets = tbk_split_part (selection->split, entry->file_number, entry->index) == selection->part;
    return TRUE;
  }
  if (selection->every > 0 && (entry->index - 1) % selection->every != 0)
    return TRUE;
  *meets = is_called_for (selection, entry);
  if ((*meets && tbk_selection_needs_trees (selection)
       && !judge_tree (selector, entry->sentence, meets, error))
      || (*meets && looks_at_words (selection) && !judge_arcs (selector, entry->sentence, meets, error))) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", entry->file, entry->line);
    if (error != NULL && entry->id != NULL)
      fail_name_sentence (*error, entry->id, entry->id_length);
    return FALSE;
  }
  *meets = *meets != selection->is_inverted;
  if (*meets && selection->is_any != NULL && !g_atomic_int_get (selection->is_any))
    g_atomic_int_set (selection->is_any, TRUE);
  return TRUE;
}

gboolean
tbk_selector_take (TbkSelector *selector, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  *is_taken = selector == NULL;
  if (tbk_selector_left (selector) == 0 || selector == NULL)
    return TRUE;
  if (!tbk_selector_meets (selector, entry, is_taken, error))
    return FALSE;
  if (*is_taken)
    tbk_selector_count (selector, entry);
  return TRUE;
}

void
tbk_selector_pass_bad (const TbkSelector *selector, const TbkEntry *entry)
{
  if (selector != NULL)
    has_id (selector->selection, entry);
}

void
tbk_selector_count (TbkSelector *selector, const TbkEntry *entry)
{
  if (selector != NULL && entry->n_words > 0 && selector->selection->max > 0)
    selector->left--;
}
