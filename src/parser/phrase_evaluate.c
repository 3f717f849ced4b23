/* phrase_evaluate.c - two files of trees read side by side, their constituents counted tree by tree. */
#include "parser/phrase_evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parser/tree_cursor.h"
#include "tbk/constituency.h"

enum { MOST_GROUPED = 10 };

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
  int left, right;
} Span;

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  TreeSide gold, system;
  TbkVocabulary *labels;
  const char **classes; /* of each of options->equal: the label that all that are equal count as */
  int *place;           /* of each gold word, among those that are not taken out; and one more */
  Span *inner; /* by place: the innermost gold constituent that begins before it and ends behind it */
  int *open;   /* scratch: gold constituents, the innermost last */
  gsize n_places, n_inner, n_open;
  TbkPhraseEvaluation *evaluation;
} TreeEvaluator;

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

/* The label at the end of the way from @label on, which is shortened for the next time. */
static const char *
find_class (GHashTable *ways, const char *label)
{
  const char *next, *last;

  while ((next = g_hash_table_lookup (ways, label)) != NULL) {
    last = g_hash_table_lookup (ways, next);
    if (last != NULL)
      g_hash_table_insert (ways, (gpointer) label, (gpointer) last);
    label = next;
  }
  return label;
}

/* Joins the labels of pairs to classes: what is equal to one label is equal to all that are equal to it. */
static const char **
find_classes (const char *const *equal)
{
  g_autoptr (GHashTable) ways = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *classes = g_ptr_array_new ();

  for (gsize i = 0; equal != NULL && equal[i] != NULL && equal[i + 1] != NULL; i += 2) {
    const char *from = find_class (ways, equal[i]), *to = find_class (ways, equal[i + 1]);

    if (!g_str_equal (from, to))
      g_hash_table_insert (ways, (gpointer) from, (gpointer) to);
    g_ptr_array_set_size (classes, (int) i + 2);
  }
  for (guint i = 0; i < classes->len; i++)
    classes->pdata[i] = (gpointer) find_class (ways, equal[i]);
  g_ptr_array_add (classes, NULL);
  return (const char **) g_ptr_array_free (classes, FALSE);
}

/* The label that the one of @node counts as. */
static TbkPiece
counted_label (const TreeEvaluator *evaluator, const TbkBracketNode *node)
{
  const char *const *equal = evaluator->options->equal;
  const gsize length = (gsize) node->label_length;

  for (gsize i = 0; evaluator->classes[i] != NULL; i++)
    if (strlen (equal[i]) == length && memcmp (equal[i], node->label, length) == 0)
      return (TbkPiece){ evaluator->classes[i], strlen (evaluator->classes[i]) };
  return (TbkPiece){ node->label, length };
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

/* Whether the gold tree has too many words to count. */
static gboolean
is_too_long (const TreeEvaluator *evaluator)
{
  const TbkPhraseEvaluationOptions *options = evaluator->options;
  const TbkBracketTree *tree = &evaluator->gold.cursor.tree;
  int n = 0;

  if (options->max_words == 0 || tree->n <= options->max_words)
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++)
    n += tree->nodes[i].form != NULL
         && !is_listed (options->uncounted, tree->nodes[i].label, (gsize) tree->nodes[i].label_length);
  return n > options->max_words;
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
    const TbkPiece label = counted_label (evaluator, node);
    counted->constituent.label = tbk_vocabulary_add (evaluator->labels, label.bytes, label.size, error);
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

static const TbkBracketNode *
next_word (const TbkBracketTree *tree, int *i)
{
  while (tree->nodes[*i].form == NULL)
    (*i)++;
  return &tree->nodes[(*i)++];
}

/* Finds the innermost gold constituent around each place: those that begin there come after it, the outer ones first. */
static gboolean
find_inner (TreeEvaluator *evaluator, GError **error)
{
  const TreeSide *gold = &evaluator->gold;
  const int n = evaluator->place[gold->cursor.tree.n];
  int *open, depth = 0, begin = 0;

  if (!try_reserve (&evaluator->inner, &evaluator->n_inner, (gsize) n + 1, sizeof (Span))
      || !try_reserve (&evaluator->open, &evaluator->n_open, (gsize) gold->n + 1, sizeof (int)))
    return memory_fail (error, "a tree of %d words", n);
  open = evaluator->open;
  for (int place = 0; place <= n; place++) {
    int end = begin;

    while (depth > 0 && gold->counted[open[depth - 1]].constituent.right <= place)
      depth--;
    evaluator->inner[place] = (Span){ -1, n + 1 };
    if (depth > 0) {
      const TbkConstituent *inner = &gold->counted[open[depth - 1]].constituent;
      evaluator->inner[place] = (Span){ inner->left, inner->right };
    }
    while (end < gold->n && gold->counted[end].constituent.left == place)
      end++;
    for (int i = end - 1; i >= begin; i--)
      open[depth++] = i;
    begin = end;
  }
  return TRUE;
}

/* How many of the system's constituents cross no gold one: gold constituents are nested, so that only the innermost
 * around an end of a constituent can have its own other end too near. */
static int
count_not_crossing (const TreeEvaluator *evaluator)
{
  const TreeSide *system = &evaluator->system;
  int n = 0;

  for (int i = 0; i < system->n; i++) {
    const TbkConstituent *c = &system->counted[i].constituent;

    n += evaluator->inner[c->left].right >= c->right && evaluator->inner[c->right].left <= c->left;
  }
  return n;
}

/* How many words that are not taken out have the right tag. */
static int
count_right_tags (const TreeEvaluator *evaluator)
{
  const TbkBracketTree *gold = &evaluator->gold.cursor.tree, *system = &evaluator->system.cursor.tree;
  int g = 0, s = 0, n = 0;

  for (int word = 0; word < gold->n; word++) {
    const TbkPiece x = counted_label (evaluator, next_word (gold, &g));
    const TbkPiece y = counted_label (evaluator, next_word (system, &s));

    if (evaluator->place[word + 1] > evaluator->place[word])
      n += x.size == y.size && memcmp (x.bytes, y.bytes, x.size) == 0;
  }
  return n;
}

static void
count_tree (TreeEvaluator *evaluator)
{
  TreeSide *gold = &evaluator->gold, *system = &evaluator->system;
  const int both = match (gold, system, compare_constituents), spans = match (gold, system, compare_spans);
  const int not_crossing = count_not_crossing (evaluator), sum = gold->n + system->n;
  const TreeShares shares = {
    .right = { both, both, 2 * both, spans, spans, 2 * spans, both == gold->n && both == system->n,
               spans == gold->n && spans == system->n, not_crossing, not_crossing == system->n,
               count_right_tags (evaluator) },
    .of = { system->n, gold->n, sum, system->n, gold->n, sum, 1, 1, system->n, 1,
            evaluator->place[gold->cursor.tree.n] },
  };

  g_array_append_val (evaluator->evaluation->sentences, shares);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    evaluator->evaluation->total[m].right += shares.right[m];
    evaluator->evaluation->total[m].of += shares.of[m];
  }
  count_groups (evaluator, gold, TRUE);
  count_groups (evaluator, system, FALSE);
}

/* Words. */

static gboolean
is_form (const TbkBracketNode *word, const char *form)
{
  return strlen (form) == (gsize) word->form_length
         && memcmp (form, word->form, (gsize) word->form_length) == 0;
}

/* Whether they are equal but for a lemma that one of them bears, or stand for one another. */
static gboolean
is_same_word (const TreeEvaluator *evaluator, const TbkBracketNode *x, const TbkBracketNode *y)
{
  const TbkBracketNode *shorter = x->form_length <= y->form_length ? x : y;
  const TbkBracketNode *longer = shorter == x ? y : x;
  const char *const *equal = evaluator->options->equal_words;

  if (memcmp (shorter->form, longer->form, (gsize) shorter->form_length) == 0
      && (shorter->form_length == longer->form_length || longer->form[shorter->form_length] == '-'))
    return TRUE;
  for (; equal != NULL && equal[0] != NULL && equal[1] != NULL; equal += 2)
    if ((is_form (x, equal[0]) && is_form (y, equal[1])) || (is_form (x, equal[1]) && is_form (y, equal[0])))
      return TRUE;
  return FALSE;
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
    g_autofree char *found = g_strdup_printf ("a tree of %d word%s", system->n, system->n == 1 ? "" : "s");
    g_autofree char *expected = g_strdup_printf ("%d", gold->n);

    return fail_pair (evaluator, found, expected, error);
  }
  for (int word = 0; word < gold->n; word++) {
    const TbkBracketNode *x = next_word (gold, &g), *y = next_word (system, &s);

    if (!is_same_word (evaluator, x, y)) {
      g_autofree char *word_found = tbk_quote (y->form, (gsize) y->form_length);
      g_autofree char *found = g_strconcat ("word ", word_found, NULL);
      g_autofree char *expected = tbk_quote (x->form, (gsize) x->form_length);

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
count_pair (TreeEvaluator *evaluator, GError **error)
{
  if (!tree_cursor_check (&evaluator->gold.cursor, error)
      || !tree_cursor_check (&evaluator->system.cursor, error) || !check_words (evaluator, error))
    return FALSE;
  if (is_too_long (evaluator))
    return TRUE;
  if (!set_places (evaluator, error) || !side_count (evaluator, &evaluator->gold, error)
      || !side_count (evaluator, &evaluator->system, error) || !find_inner (evaluator, error))
    return FALSE;
  count_tree (evaluator);
  return TRUE;
}

/* Leaves a pair out for @fault, which is taken; or fails with it. */
static gboolean
leave_out (TreeEvaluator *evaluator, GError *fault, GError **error)
{
  TbkPhraseEvaluation *evaluation = evaluator->evaluation;

  if (!evaluator->options->skips || !g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, fault);
    return FALSE;
  }
  if (evaluation->n_left_out++ == 0)
    evaluation->first_left_out = g_strdup (fault->message);
  g_error_free (fault);
  return TRUE;
}

static gboolean
count_files (TreeEvaluator *evaluator, GError **error)
{
  for (;;) {
    GError *fault = NULL;

    if (!tree_cursor_advance (&evaluator->gold.cursor, error)
        || !tree_cursor_advance (&evaluator->system.cursor, error))
      return FALSE;
    if (evaluator->gold.cursor.is_at_end || evaluator->system.cursor.is_at_end)
      return check_ends (evaluator, error);
    if (!count_pair (evaluator, &fault) && !leave_out (evaluator, fault, error))
      return FALSE;
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
  g_autoptr (TbkPhraseEvaluation) evaluation = phrase_evaluation_new ();
  TreeEvaluator evaluator = { .options = options != NULL ? options : &defaults, .evaluation = evaluation };
  const TbkBracketOptions *brackets = evaluator.options->brackets;
  gboolean done;

  evaluator.labels = tbk_vocabulary_new ();
  evaluator.classes = find_classes (evaluator.options->equal);
  done = tree_cursor_open (&evaluator.gold.cursor, gold, brackets, error)
         && tree_cursor_open (&evaluator.system.cursor, system, brackets, error)
         && count_files (&evaluator, error);
  for (TbkPhraseGrouping g = 0; done && g < TBK_N_PHRASE_GROUPINGS; g++)
    finish_groups (&evaluator, g);
  side_clear (&evaluator.gold);
  side_clear (&evaluator.system);
  tbk_vocabulary_free (evaluator.labels);
  g_free (evaluator.classes);
  g_free (evaluator.place);
  g_free (evaluator.inner);
  g_free (evaluator.open);
  return done ? g_steal_pointer (&evaluation) : NULL;
}
