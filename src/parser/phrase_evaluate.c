/* phrase_evaluate.c - two files of trees read side by side, their constituents counted tree by tree. */
#include "tbk/phrase_evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "parser/shares.h"
#include "parser/tree_cursor.h"
#include "tbk/constituency.h"

enum { MOST_GROUPED = 10 };

static const char *const names[] = {
  [TBK_PHRASE_PRECISION] = "precision",
  [TBK_PHRASE_RECALL] = "recall",
  [TBK_PHRASE_F1] = "F1",
  [TBK_PHRASE_UNLABELLED_PRECISION] = "unlabelled_precision",
  [TBK_PHRASE_UNLABELLED_RECALL] = "unlabelled_recall",
  [TBK_PHRASE_UNLABELLED_F1] = "unlabelled_F1",
  [TBK_PHRASE_WHOLE] = "exact",
  [TBK_PHRASE_WHOLE_UNLABELLED] = "exact_unlabelled",
};

struct TbkPhraseEvaluation {
  GArray *sentences; /* for each the numbers right, measure by measure, then those of how many: gint32 */
  TbkShare total[TBK_N_PHRASE_MEASURES];
  GArray *groups[TBK_N_PHRASE_GROUPINGS]; /* of TbkPhraseGroup; but for labels by number */
};

/* A constituent that counts. */
typedef struct {
  TbkConstituent constituent;
  int n_children;
  gboolean is_right;
} Counted;

/* One of the two files. */
typedef struct {
  TreeCursor cursor;
  TbkPhraseTree phrases;
  Counted *counted;
  int n;
  gsize n_allocated;
} TreeSide;

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  TreeSide gold, system;
  TbkVocabulary *labels;
  int *place; /* of each gold word, among those that are not taken out; and one more */
  gsize n_places;
  TbkPhraseEvaluation *evaluation;
} TreeEvaluator;

const char *
tbk_phrase_measure_name (TbkPhraseMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_PHRASE_MEASURES, NULL);
  return names[measure];
}

static void
side_clear (TreeSide *side)
{
  tree_cursor_clear (&side->cursor);
  tbk_phrase_tree_clear (&side->phrases);
  g_free (side->counted);
}

/* What counts. */

static gboolean
is_listed (const char *const *list, const char *name, gsize length)
{
  for (; list != NULL && *list != NULL; list++)
    if (strlen (*list) == length && memcmp (*list, name, length) == 0)
      return TRUE;
  return FALSE;
}

/* The number of the label that the one of @node counts as; -1 with @error set without memory. */
static int
find_label (TreeEvaluator *evaluator, const TbkBracketNode *node, GError **error)
{
  const char *const *equal = evaluator->options->equal;
  const gsize length = (gsize) node->label_length;

  for (; equal != NULL && equal[0] != NULL && equal[1] != NULL; equal += 2)
    if (strlen (equal[0]) == length && memcmp (equal[0], node->label, length) == 0)
      return tbk_vocabulary_add (evaluator->labels, equal[1], strlen (equal[1]), error);
  return tbk_vocabulary_add (evaluator->labels, node->label, length, error);
}

/* Finds where the words stand once those taken out are gone. */
static gboolean
set_places (TreeEvaluator *evaluator, GError **error)
{
  const TbkBracketTree *tree = &evaluator->gold.cursor.tree;
  int place = 0;

  if (!try_reserve (&evaluator->place, &evaluator->n_places, (gsize) tree->n + 1, sizeof (int)))
    return memory_fail (error, "a tree of %d words", tree->n);
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form == NULL)
      continue;
    evaluator->place[node->left] = place;
    place += !is_listed (evaluator->options->deleted, node->label, (gsize) node->label_length);
  }
  evaluator->place[tree->n] = place;
  return TRUE;
}

static int
compare_spans (const TbkConstituent *x, const TbkConstituent *y)
{
  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  return (x->right > y->right) - (x->right < y->right);
}

static int
compare_constituents (const TbkConstituent *x, const TbkConstituent *y)
{
  const int spans = compare_spans (x, y);

  return spans != 0 ? spans : (x->label > y->label) - (x->label < y->label);
}

/* With the number of children, so that the order is always the same. */
static int
compare_counted (gconstpointer a, gconstpointer b)
{
  const Counted *x = a, *y = b;
  const int order = compare_constituents (&x->constituent, &y->constituent);

  return order != 0 ? order : (x->n_children > y->n_children) - (x->n_children < y->n_children);
}

/* Lists the constituents of a tree that count, sorted. */
static gboolean
side_count (TreeEvaluator *evaluator, TreeSide *side, GError **error)
{
  const TbkPhraseEvaluationOptions *options = evaluator->options;
  const TbkBracketTree *tree = &side->cursor.tree;
  const int *place = evaluator->place;
  int p = 0;

  side->n = 0;
  if (!tbk_phrase_tree_set_brackets (&side->phrases, tree, evaluator->labels, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tree_cursor_name (&side->cursor), tree->line);
    return FALSE;
  }
  if (!try_reserve (&side->counted, &side->n_allocated, (gsize) tree->n_nodes, sizeof (Counted)))
    return memory_fail (error, "a tree of %d nodes", tree->n_nodes);
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    Counted *counted = &side->counted[side->n];

    if (node->form != NULL)
      continue;
    counted->n_children = side->phrases.n_children[p];
    counted->is_right = FALSE;
    counted->constituent = (TbkConstituent){ 0, place[node->left], place[node->right] };
    p++;
    if (counted->constituent.left == counted->constituent.right || (options->no_root && p == 1)
        || (options->no_unary && counted->n_children == 1)
        || is_listed (options->deleted, node->label, (gsize) node->label_length))
      continue;
    counted->constituent.label = find_label (evaluator, node, error);
    if (counted->constituent.label < 0)
      return FALSE;
    side->n++;
  }
  qsort (side->counted, (gsize) side->n, sizeof (Counted), compare_counted);
  return TRUE;
}

/* Counting. */

/* How many agree, by @compare; those that agree by label are marked. */
static int
match (TreeSide *gold, TreeSide *system, int (*compare) (const TbkConstituent *, const TbkConstituent *))
{
  int g = 0, s = 0, both = 0;

  while (g < gold->n && s < system->n) {
    const int order = compare (&gold->counted[g].constituent, &system->counted[s].constituent);

    if (order == 0 && compare == compare_constituents)
      gold->counted[g].is_right = system->counted[s].is_right = TRUE;
    both += order == 0;
    g += order <= 0;
    s += order >= 0;
  }
  return both;
}

static TbkPhraseGroup *
numbered_group (TreeEvaluator *evaluator, TbkPhraseGrouping grouping, int i)
{
  GArray *groups = evaluator->evaluation->groups[grouping];

  if ((guint) i >= groups->len)
    g_array_set_size (groups, (guint) i + 1);
  return &g_array_index (groups, TbkPhraseGroup, i);
}

static void
count_groups (TreeEvaluator *evaluator, const TreeSide *side, gboolean is_gold)
{
  for (int i = 0; i < side->n; i++) {
    const Counted *counted = &side->counted[i];
    const int numbers[] = { counted->constituent.label, MIN (counted->n_children, MOST_GROUPED),
                            MIN (counted->constituent.right - counted->constituent.left, MOST_GROUPED) };

    for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
      TbkPhraseGroup *group = numbered_group (evaluator, g, numbers[g]);

      group->gold += is_gold;
      group->system += !is_gold;
      group->gold_right += is_gold && counted->is_right;
      group->system_right += !is_gold && counted->is_right;
    }
  }
}

static void
count_tree (TreeEvaluator *evaluator)
{
  TreeSide *gold = &evaluator->gold, *system = &evaluator->system;
  const int both = match (gold, system, compare_constituents), spans = match (gold, system, compare_spans);
  const gint32 shares[2 * TBK_N_PHRASE_MEASURES] = {
    both,
    both,
    2 * both,
    spans,
    spans,
    2 * spans,
    both == gold->n && both == system->n,
    spans == gold->n && spans == system->n,
    system->n,
    gold->n,
    gold->n + system->n,
    system->n,
    gold->n,
    gold->n + system->n,
    1,
    1,
  };

  g_array_append_vals (evaluator->evaluation->sentences, shares, G_N_ELEMENTS (shares));
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    evaluator->evaluation->total[m].right += shares[m];
    evaluator->evaluation->total[m].of += shares[TBK_N_PHRASE_MEASURES + m];
  }
  count_groups (evaluator, gold, TRUE);
  count_groups (evaluator, system, FALSE);
}

/* Words. */

static const TbkBracketNode *
next_word (const TbkBracketTree *tree, int *i)
{
  while (tree->nodes[*i].form == NULL)
    (*i)++;
  return &tree->nodes[(*i)++];
}

/* Whether they are equal but for a lemma that one of them bears. */
static gboolean
is_same_word (const TbkBracketNode *x, const TbkBracketNode *y)
{
  const TbkBracketNode *shorter = x->form_length <= y->form_length ? x : y;
  const TbkBracketNode *longer = shorter == x ? y : x;

  return memcmp (shorter->form, longer->form, (gsize) shorter->form_length) == 0
         && (shorter->form_length == longer->form_length || longer->form[shorter->form_length] == '-');
}

static gboolean
fail_pair (const TreeEvaluator *evaluator, const char *found, const char *expected, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": %s found, expected %s as in %s:%" G_GINT64_FORMAT,
               tree_cursor_name (&evaluator->system.cursor), evaluator->system.cursor.tree.line, found,
               expected, tree_cursor_name (&evaluator->gold.cursor), evaluator->gold.cursor.tree.line);
  return FALSE;
}

static gboolean
check_words (const TreeEvaluator *evaluator, GError **error)
{
  const TbkBracketTree *gold = &evaluator->gold.cursor.tree, *system = &evaluator->system.cursor.tree;
  int g = 0, s = 0;

  if (gold->n != system->n) {
    g_autofree char *found = g_strdup_printf ("a tree of %d words", system->n);
    g_autofree char *expected = g_strdup_printf ("%d", gold->n);

    return fail_pair (evaluator, found, expected, error);
  }
  for (int word = 0; word < gold->n; word++) {
    const TbkBracketNode *x = next_word (gold, &g), *y = next_word (system, &s);

    if (!is_same_word (x, y)) {
      g_autofree char *found = g_strdup_printf ("word '%.*s'", MIN (y->form_length, 40), y->form);
      g_autofree char *expected = g_strdup_printf ("'%.*s'", MIN (x->form_length, 40), x->form);

      return fail_pair (evaluator, found, expected, error);
    }
  }
  return TRUE;
}

static gboolean
check_ends (const TreeEvaluator *evaluator, GError **error)
{
  const TreeSide *shorter = evaluator->gold.cursor.is_at_end ? &evaluator->gold : &evaluator->system;
  const TreeSide *longer = shorter == &evaluator->gold ? &evaluator->system : &evaluator->gold;

  if (longer->cursor.is_at_end)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: no more trees found, expected one more as in %s:%" G_GINT64_FORMAT,
               tree_cursor_name (&shorter->cursor), tree_cursor_name (&longer->cursor),
               longer->cursor.tree.line);
  return FALSE;
}

static gboolean
count_files (TreeEvaluator *evaluator, GError **error)
{
  for (;;) {
    if (!tree_cursor_next (&evaluator->gold.cursor, error)
        || !tree_cursor_next (&evaluator->system.cursor, error))
      return FALSE;
    if (evaluator->gold.cursor.is_at_end || evaluator->system.cursor.is_at_end)
      return check_ends (evaluator, error);
    if (!check_words (evaluator, error) || !set_places (evaluator, error)
        || !side_count (evaluator, &evaluator->gold, error)
        || !side_count (evaluator, &evaluator->system, error))
      return FALSE;
    count_tree (evaluator);
  }
}

/* The end. */

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TbkPhraseGroup *) a)->name, ((const TbkPhraseGroup *) b)->name);
}

static char *
group_name (const TreeEvaluator *evaluator, TbkPhraseGrouping grouping, int i)
{
  if (grouping == TBK_PHRASE_GROUP_LABEL)
    return g_strdup (tbk_vocabulary_name (evaluator->labels, i));
  return g_strdup_printf (i == MOST_GROUPED ? "%d+" : "%d", i);
}

/* Names the groups, and leaves out those that are empty. */
static void
finish_groups (const TreeEvaluator *evaluator, TbkPhraseGrouping grouping)
{
  GArray *groups = evaluator->evaluation->groups[grouping];
  guint n = 0;

  for (guint i = 0; i < groups->len; i++) {
    TbkPhraseGroup *group = &g_array_index (groups, TbkPhraseGroup, i);

    if (group->gold + group->system == 0)
      continue;
    group->name = group_name (evaluator, grouping, (int) i);
    g_array_index (groups, TbkPhraseGroup, n++) = *group;
  }
  g_array_set_size (groups, n);
  if (grouping == TBK_PHRASE_GROUP_LABEL)
    g_array_sort (groups, compare_groups);
}

TbkPhraseEvaluation *
tbk_phrase_evaluate (const char *gold, const char *system, const TbkPhraseEvaluationOptions *options,
                     GError **error)
{
  static const TbkPhraseEvaluationOptions defaults = { 0 };
  g_autoptr (TbkPhraseEvaluation) evaluation = g_new0 (TbkPhraseEvaluation, 1);
  TreeEvaluator evaluator = { .options = options != NULL ? options : &defaults, .evaluation = evaluation };
  const TbkBracketOptions *brackets = evaluator.options->brackets;
  gboolean done;

  evaluation->sentences = g_array_new (FALSE, FALSE, sizeof (gint32));
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++)
    evaluation->groups[g] = g_array_new (FALSE, TRUE, sizeof (TbkPhraseGroup));
  evaluator.labels = tbk_vocabulary_new ();
  done = tree_cursor_open (&evaluator.gold.cursor, gold, brackets, error)
         && tree_cursor_open (&evaluator.system.cursor, system, brackets, error)
         && count_files (&evaluator, error);
  for (TbkPhraseGrouping g = 0; done && g < TBK_N_PHRASE_GROUPINGS; g++)
    finish_groups (&evaluator, g);
  side_clear (&evaluator.gold);
  side_clear (&evaluator.system);
  tbk_vocabulary_free (evaluator.labels);
  g_free (evaluator.place);
  return done ? g_steal_pointer (&evaluation) : NULL;
}

void
tbk_phrase_evaluation_free (TbkPhraseEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
    for (guint i = 0; i < evaluation->groups[g]->len; i++)
      g_free (g_array_index (evaluation->groups[g], TbkPhraseGroup, i).name);
    g_array_unref (evaluation->groups[g]);
  }
  g_array_unref (evaluation->sentences);
  g_free (evaluation);
}

TbkShare
tbk_phrase_evaluation_share (const TbkPhraseEvaluation *evaluation, TbkPhraseMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_PHRASE_MEASURES, ((TbkShare){ 0, 0 }));
  return evaluation->total[measure];
}

const TbkPhraseGroup *
tbk_phrase_evaluation_groups (const TbkPhraseEvaluation *evaluation, TbkPhraseGrouping grouping,
                              int *n_groups)
{
  g_return_val_if_fail (grouping < TBK_N_PHRASE_GROUPINGS, NULL);
  *n_groups = (int) evaluation->groups[grouping]->len;
  return (const TbkPhraseGroup *) (gconstpointer) evaluation->groups[grouping]->data;
}

static ShareRows
share_rows (const TbkPhraseEvaluation *evaluation)
{
  return (ShareRows){ (const gint32 *) (gconstpointer) evaluation->sentences->data,
                      evaluation->sentences->len / (2 * TBK_N_PHRASE_MEASURES), TBK_N_PHRASE_MEASURES,
                      evaluation->total };
}

void
tbk_phrase_evaluation_intervals (const TbkPhraseEvaluation *evaluation, guint64 seed, TbkShare *low,
                                 TbkShare *high)
{
  const ShareRows rows = share_rows (evaluation);

  shares_find_intervals (&rows, seed, low, high);
}

void
tbk_phrase_evaluation_test (const TbkPhraseEvaluation *a, const TbkPhraseEvaluation *b, guint64 seed,
                            int *n_as_great)
{
  const ShareRows of_a = share_rows (a), of_b = share_rows (b);

  shares_test (&of_a, &of_b, seed, n_as_great);
}
