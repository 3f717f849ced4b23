/* phrase_counter.c - which constituents of two trees count, and counting those that agree. */
#include "evaluate/phrase_counter.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tbk/constituency.h"

enum { MOST_GROUPED = 10, DELETED = -1, UNKNOWN = -2 };

/* A constituent that counts. */
typedef struct {
  TbkConstituent constituent;
  int n_children;
  gboolean is_right;
} Counted;

/* One of the two files. */
typedef struct {
  const TreeCursor *cursor;
  TbkPhraseTree phrases;
  Counted *counted;
  int n;
  gsize n_allocated;
} TreeSide;

typedef struct {
  int left, right;
} Span;

struct PhraseCounter {
  const TbkPhraseEvaluationOptions *options;
  TreeSide gold, system;
  TbkVocabulary *labels;
  const char **classes; /* of each of options->equal: the label that all that are equal count as */
  int *counted_as;      /* of each label: what it counts as, DELETED, or UNKNOWN as long as nobody asked */
  int *place;           /* of each gold word, among those that are not taken out; and one more */
  Span *inner; /* by place: the innermost gold constituent that begins before it and ends behind it */
  int *open;   /* scratch: gold constituents, the innermost last */
  gsize n_counted_as, n_places, n_inner, n_open;
  TbkPhraseEvaluation *evaluation;
};

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

static TbkPiece
label_of (const TbkBracketNode *node)
{
  return (TbkPiece){ node->label, (gsize) node->label_length };
}

/* The label that @label counts as. */
static TbkPiece
counted_label (const PhraseCounter *counter, TbkPiece label)
{
  const char *const *equal = counter->options->equal;

  for (gsize i = 0; counter->classes[i] != NULL; i++)
    if (strlen (equal[i]) == label.size && memcmp (equal[i], label.bytes, label.size) == 0)
      return (TbkPiece){ counter->classes[i], strlen (counter->classes[i]) };
  return label;
}

/* Makes room for what all labels count as. */
static gboolean
reserve_counted (PhraseCounter *counter, GError **error)
{
  const gsize n_before = counter->n_counted_as, n = (gsize) tbk_vocabulary_size (counter->labels);

  if (!try_reserve (&counter->counted_as, &counter->n_counted_as, n, sizeof (int)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " labels", n);
  for (gsize i = n_before; i < counter->n_counted_as; i++)
    counter->counted_as[i] = UNKNOWN;
  return TRUE;
}

/* Finds out what @label, a number of the vocabulary, counts as. */
static gboolean
learn_counted (PhraseCounter *counter, int label, GError **error)
{
  const char *name = tbk_vocabulary_name (counter->labels, label);
  const TbkPiece as = counted_label (counter, (TbkPiece){ name, strlen (name) });
  int counted = DELETED;

  if (!is_listed (counter->options->deleted, name, strlen (name))) {
    counted = tbk_vocabulary_add (counter->labels, as.bytes, as.size, error);
    if (counted < 0)
      return FALSE;
  }
  counter->counted_as[label] = counted;
  return TRUE;
}

static gboolean
has_listed_tag (const char *const *list, const TbkBracketNode *word)
{
  return is_listed (list, word->label, (gsize) word->label_length);
}

/* Words that QUOTE_LABEL is about, as evalb has them. */
static gboolean
is_quote (const PhraseCounter *counter, const TbkBracketNode *word)
{
  return word->form_length == 1 && strchr ("'\"/", word->form[0]) != NULL
         && has_listed_tag (counter->options->quotes, word);
}

/* Whether a word of both trees is taken out: the gold tag decides, but a quote is put back where the system's
 * tag keeps it. */
static gboolean
is_taken_out (const PhraseCounter *counter, const TbkBracketNode *gold, const TbkBracketNode *system)
{
  const char *const *deleted = counter->options->deleted;

  return has_listed_tag (deleted, gold)
         && (has_listed_tag (deleted, system) || !is_quote (counter, gold) || !is_quote (counter, system));
}

gboolean
phrase_counter_has_words (const PhraseCounter *counter)
{
  const TbkBracketTree *tree = &counter->system.cursor->tree;

  for (int i = 0; i < tree->n_nodes; i++)
    if (tree->nodes[i].form != NULL && !has_listed_tag (counter->options->deleted, &tree->nodes[i]))
      return TRUE;
  return FALSE;
}

/* Finds where the words stand once those taken out are gone. */
static gboolean
set_places (PhraseCounter *counter, GError **error)
{
  const TbkBracketTree *tree = &counter->gold.cursor->tree;
  int place = 0, g = 0, s = 0;

  if (!try_reserve (&counter->place, &counter->n_places, (gsize) tree->n + 1, sizeof (int)))
    return memory_fail (error, "a tree of %d words", tree->n);
  for (int word = 0; word < tree->n; word++) {
    const TbkBracketNode *gold = tree_cursor_word (counter->gold.cursor, &g);
    const TbkBracketNode *system = tree_cursor_word (counter->system.cursor, &s);

    counter->place[word] = place;
    place += !is_taken_out (counter, gold, system);
  }
  counter->place[tree->n] = place;
  return TRUE;
}

/* Whether the gold tree has too many words to count. */
static gboolean
is_too_long (const PhraseCounter *counter)
{
  const TbkPhraseEvaluationOptions *options = counter->options;
  const TbkBracketTree *tree = &counter->gold.cursor->tree;
  int n = 0;

  if (options->max_words == 0 || tree->n <= options->max_words)
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++)
    n += tree->nodes[i].form != NULL && !has_listed_tag (options->uncounted, &tree->nodes[i]);
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
side_count (PhraseCounter *counter, TreeSide *side, GError **error)
{
  const TbkPhraseEvaluationOptions *options = counter->options;
  const TbkBracketTree *tree = &side->cursor->tree;
  const int *place = counter->place;
  int p = 0;

  side->n = 0;
  if (!tbk_phrase_tree_set_brackets (&side->phrases, tree, counter->labels, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tree_cursor_name (side->cursor), tree->line);
    return FALSE;
  }
  if (!try_reserve (&side->counted, &side->n_allocated, (gsize) tree->n_nodes, sizeof (Counted)))
    return memory_fail (error, "a tree of %d nodes", tree->n_nodes);
  if (!reserve_counted (counter, error))
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    Counted *counted = &side->counted[side->n];

    if (node->form != NULL)
      continue;
    const int label = side->phrases.constituents[p].label;
    if (counter->counted_as[label] == UNKNOWN && !learn_counted (counter, label, error))
      return FALSE;
    counted->n_children = side->phrases.n_children[p];
    counted->is_right = FALSE;
    counted->constituent =
        (TbkConstituent){ counter->counted_as[label], place[node->left], place[node->right] };
    p++;
    if (counted->constituent.left != counted->constituent.right && !(options->no_root && p == 1)
        && !(options->no_unary && counted->n_children == 1) && counted->constituent.label != DELETED)
      side->n++;
  }
  qsort (side->counted, (gsize) side->n, sizeof (Counted), compare_counted);
  return TRUE;
}

/* Counting. */

/* How many agree, by span alone or also by label; the latter are marked. */
static int
match (TreeSide *gold, TreeSide *system, gboolean is_labelled)
{
  int g = 0, s = 0, both = 0;

  while (g < gold->n && s < system->n) {
    Counted *x = &gold->counted[g], *y = &system->counted[s];
    const int order = is_labelled ? compare_constituents (&x->constituent, &y->constituent)
                                  : compare_spans (&x->constituent, &y->constituent);

    if (order == 0 && is_labelled)
      x->is_right = y->is_right = TRUE;
    both += order == 0;
    g += order <= 0;
    s += order >= 0;
  }
  return both;
}

static TbkPhraseGroup *
numbered_group (PhraseCounter *counter, TbkPhraseGrouping grouping, int i)
{
  GArray *groups = counter->evaluation->groups[grouping];

  if ((guint) i >= groups->len)
    g_array_set_size (groups, (guint) i + 1);
  return &g_array_index (groups, TbkPhraseGroup, i);
}

static void
count_groups (PhraseCounter *counter, const TreeSide *side, gboolean is_gold)
{
  for (int i = 0; i < side->n; i++) {
    const Counted *counted = &side->counted[i];
    const int numbers[] = { counted->constituent.label, MIN (counted->n_children, MOST_GROUPED),
                            MIN (counted->constituent.right - counted->constituent.left, MOST_GROUPED) };

    for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
      TbkPhraseGroup *group = numbered_group (counter, g, numbers[g]);

      group->gold += is_gold;
      group->system += !is_gold;
      group->gold_right += is_gold && counted->is_right;
      group->system_right += !is_gold && counted->is_right;
    }
  }
}

/* Finds the innermost gold constituent around each place: those that begin there come after it, the outer
 * ones first. */
static gboolean
find_inner (PhraseCounter *counter, GError **error)
{
  const TreeSide *gold = &counter->gold;
  const int n = counter->place[gold->cursor->tree.n];
  int *open, depth = 0, begin = 0;

  if (!try_reserve (&counter->inner, &counter->n_inner, (gsize) n + 1, sizeof (Span))
      || !try_reserve (&counter->open, &counter->n_open, (gsize) gold->n + 1, sizeof (int)))
    return memory_fail (error, "a tree of %d words", n);
  open = counter->open;
  for (int place = 0; place <= n; place++) {
    int end = begin;

    while (depth > 0 && gold->counted[open[depth - 1]].constituent.right <= place)
      depth--;
    counter->inner[place] = (Span){ -1, n + 1 };
    if (depth > 0) {
      const TbkConstituent *inner = &gold->counted[open[depth - 1]].constituent;
      counter->inner[place] = (Span){ inner->left, inner->right };
    }
    while (end < gold->n && gold->counted[end].constituent.left == place)
      end++;
    for (int i = end - 1; i >= begin; i--)
      open[depth++] = i;
    begin = end;
  }
  return TRUE;
}

/* How many of the system's constituents cross no gold one: gold constituents are nested, so that only the
 * innermost around an end of a constituent can have its own other end too near. */
static int
count_not_crossing (const PhraseCounter *counter)
{
  const TreeSide *system = &counter->system;
  int n = 0;

  for (int i = 0; i < system->n; i++) {
    const TbkConstituent *c = &system->counted[i].constituent;

    n += counter->inner[c->left].right >= c->right && counter->inner[c->right].left <= c->left;
  }
  return n;
}

/* How many words that are not taken out have the right tag. */
static int
count_right_tags (const PhraseCounter *counter)
{
  const TreeCursor *gold = counter->gold.cursor, *system = counter->system.cursor;
  int g = 0, s = 0, n = 0;

  for (int word = 0; word < gold->tree.n; word++) {
    const TbkPiece x = counted_label (counter, label_of (tree_cursor_word (gold, &g)));
    const TbkPiece y = counted_label (counter, label_of (tree_cursor_word (system, &s)));

    if (counter->place[word + 1] > counter->place[word])
      n += x.size == y.size && memcmp (x.bytes, y.bytes, x.size) == 0;
  }
  return n;
}

static void
count_tree (PhraseCounter *counter)
{
  TreeSide *gold = &counter->gold, *system = &counter->system;
  const int both = match (gold, system, TRUE), spans = match (gold, system, FALSE);
  const int not_crossing = count_not_crossing (counter), sum = gold->n + system->n;
  const TreeShares shares = {
    .right = { both, both, 2 * both, spans, spans, 2 * spans, both == gold->n && both == system->n,
               spans == gold->n && spans == system->n, not_crossing, not_crossing == system->n,
               count_right_tags (counter) },
    .of = { system->n, gold->n, sum, system->n, gold->n, sum, 1, 1, system->n, 1,
            counter->place[gold->cursor->tree.n] },
  };

  g_array_append_val (counter->evaluation->sentences, shares);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    counter->evaluation->total[m].right += shares.right[m];
    counter->evaluation->total[m].of += shares.of[m];
  }
  count_groups (counter, gold, TRUE);
  count_groups (counter, system, FALSE);
}

void
phrase_counter_skip (PhraseCounter *counter)
{
  const TreeShares shares = { .right = { 0 } };

  g_array_append_val (counter->evaluation->sentences, shares);
}

gboolean
phrase_counter_add (PhraseCounter *counter, GError **error)
{
  if (is_too_long (counter))
    return TRUE;
  if (!set_places (counter, error))
    return FALSE;
  if (counter->place[counter->gold.cursor->tree.n] == 0) {
    phrase_counter_skip (counter);
    return TRUE;
  }
  if (!side_count (counter, &counter->gold, error) || !side_count (counter, &counter->system, error)
      || !find_inner (counter, error))
    return FALSE;
  count_tree (counter);
  return TRUE;
}

/* The end. */

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TbkPhraseGroup *) a)->name, ((const TbkPhraseGroup *) b)->name);
}

static char *
group_name (const PhraseCounter *counter, TbkPhraseGrouping grouping, int i)
{
  if (grouping == TBK_PHRASE_GROUP_LABEL)
    return g_strdup (tbk_vocabulary_name (counter->labels, i));
  return g_strdup_printf (i == MOST_GROUPED ? "%d+" : "%d", i);
}

/* Names the groups, and leaves out those that are empty. */
static void
finish_groups (const PhraseCounter *counter, TbkPhraseGrouping grouping)
{
  GArray *groups = counter->evaluation->groups[grouping];
  guint n = 0;

  for (guint i = 0; i < groups->len; i++) {
    TbkPhraseGroup *group = &g_array_index (groups, TbkPhraseGroup, i);

    if (group->gold + group->system == 0)
      continue;
    group->name = group_name (counter, grouping, (int) i);
    g_array_index (groups, TbkPhraseGroup, n++) = *group;
  }
  g_array_set_size (groups, n);
  if (grouping == TBK_PHRASE_GROUP_LABEL)
    g_array_sort (groups, compare_groups);
}

void
phrase_counter_finish (const PhraseCounter *counter)
{
  for (TbkPhraseGrouping g = 0; g < TBK_N_PHRASE_GROUPINGS; g++)
    finish_groups (counter, g);
}

PhraseCounter *
phrase_counter_new (const TbkPhraseEvaluationOptions *options, const TreeCursor *gold,
                    const TreeCursor *system, TbkPhraseEvaluation *evaluation)
{
  PhraseCounter *counter = g_new0 (PhraseCounter, 1);

  counter->options = options;
  counter->gold.cursor = gold;
  counter->system.cursor = system;
  counter->labels = tbk_vocabulary_new ();
  counter->classes = find_classes (options->equal);
  counter->evaluation = evaluation;
  return counter;
}

static void
side_clear (TreeSide *side)
{
  tbk_phrase_tree_clear (&side->phrases);
  g_free (side->counted);
}

void
phrase_counter_free (PhraseCounter *counter)
{
  side_clear (&counter->gold);
  side_clear (&counter->system);
  tbk_vocabulary_free (counter->labels);
  g_free (counter->classes);
  g_free (counter->counted_as);
  g_free (counter->place);
  g_free (counter->inner);
  g_free (counter->open);
  g_free (counter);
}
