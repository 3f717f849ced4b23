/* phrase_counter.c - which constituents of two trees count and agree, and what labels count as.
 *
 * Contents
 *   1. counted_labels: classes of equal labels, and what each label counts as, found once
 *   2. kept_words: words that deleted tags take out of trees, and quotes that are put back
 *   3. phrase_counter: which constituents of two trees count, and counting those that agree
 *   4. words: the words of two trees compared
 */
#include "evaluation/evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"
#include "tbk/transition.h"

/* 1. counted_labels: classes of equal labels, and what each label counts as, found once. */

enum { LABEL_DELETED = -1, LABEL_UNKNOWN = -2 };

typedef struct {
  const TbkEvaluationOptions *options;
  TbkVocabulary *names;
  const char **classes; /* of each of options->equal: the label that all that are equal count as */
  int *counted;         /* of each of @names: its number as below, or LABEL_UNKNOWN as long as nobody asked */
  gsize n_counted;
} CountedLabels;

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

/* @options must outlive @labels. */
static void
counted_labels_init (CountedLabels *labels, const TbkEvaluationOptions *options)
{
  *labels = (CountedLabels){ .options = options,
                             .names = tbk_vocabulary_new (),
                             .classes = find_classes (options->equal) };
}

static void
counted_labels_clear (CountedLabels *labels)
{
  tbk_vocabulary_free (labels->names);
  g_free (labels->classes);
  g_free (labels->counted);
}

static gboolean
is_called (TbkPiece label, const char *name)
{
  return strlen (name) == label.size && memcmp (name, label.bytes, label.size) == 0;
}

static gboolean
is_listed (const char *const *list, TbkPiece label)
{
  for (; list != NULL && *list != NULL; list++)
    if (is_called (label, *list))
      return TRUE;
  return FALSE;
}

/* The label that @label counts as. */
static TbkPiece
find_counted (const CountedLabels *labels, TbkPiece label)
{
  for (gsize i = 0; labels->classes[i] != NULL; i++)
    if (is_called (label, labels->options->equal[i]))
      return (TbkPiece){ labels->classes[i], strlen (labels->classes[i]) };
  return label;
}

/* Returns TRUE if constituents are deleted whose label counts as @as: evalb also deletes those that are equal
 * to a label that it deletes. */
static gboolean
is_deleted_label (const CountedLabels *labels, TbkPiece as)
{
  const char *const *deleted = labels->options->deleted;

  for (; deleted != NULL && *deleted != NULL; deleted++)
    if (piece_equals (find_counted (labels, (TbkPiece){ *deleted, strlen (*deleted) }), as))
      return TRUE;
  return FALSE;
}

static TbkPiece
label_of (const TbkBracketNode *node)
{
  return (TbkPiece){ node->label, (gsize) node->label_length };
}

/* Returns TRUE if the label of @node is in @list, which may be NULL. */
static gboolean
counted_labels_list_has (const char *const *list, const TbkBracketNode *node)
{
  return is_listed (list, label_of (node));
}

/* The label that the one of @node counts as. */
static TbkPiece
counted_labels_find (const CountedLabels *labels, const TbkBracketNode *node)
{
  return find_counted (labels, label_of (node));
}

/* Makes room for all names. */
static gboolean
reserve (CountedLabels *labels, GError **error)
{
  const gsize n_before = labels->n_counted, n = (gsize) tbk_vocabulary_size (labels->names);

  if (!try_reserve (&labels->counted, &labels->n_counted, n, sizeof (int)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " labels", n);
  for (gsize i = n_before; i < labels->n_counted; i++)
    labels->counted[i] = LABEL_UNKNOWN;
  return TRUE;
}

/* Finds the number that counted_labels_number() gives, and keeps it. */
static gboolean
counted_labels_learn (CountedLabels *labels, int name, GError **error)
{
  const char *text = tbk_vocabulary_name (labels->names, name);
  const TbkPiece label = { text, strlen (text) }, as = find_counted (labels, label);
  const gboolean is_deleted = is_deleted_label (labels, as);
  const int number =
      is_deleted ? LABEL_DELETED : tbk_vocabulary_add (labels->names, as.bytes, as.size, error);

  if ((!is_deleted && number < 0) || !reserve (labels, error))
    return FALSE;
  labels->counted[name] = number;
  return TRUE;
}

/* Sets @number to the number of the name that @name, one of `names`, counts as, or to LABEL_DELETED. FALSE with
 * @error set if memory runs out. O(1), but for the first time. */
static inline gboolean
counted_labels_number (CountedLabels *labels, int name, int *number, GError **error)
{
  if (((gsize) name >= labels->n_counted || labels->counted[name] == LABEL_UNKNOWN)
      && !counted_labels_learn (labels, name, error))
    return FALSE;
  *number = labels->counted[name];
  return TRUE;
}

/* 2. kept_words: words that deleted tags take out of trees, and quotes that are put back. */

/* A word that QUOTE_LABEL is about. */
typedef struct {
  const TbkBracketNode *node;
  int index; /* the words kept before it, itself left out */
  int word;
} KeptQuote;

/* For one tree. */
typedef struct {
  const TbkBracketNode **words; /* those kept */
  int n;
  int *place;  /* of each word of the tree among those kept; and one more, which is `n` */
  int *copies; /* of each word of the tree: whether it is kept */
  KeptQuote *quotes;
  int n_quotes;
  gsize n_words, quotes_allocated;
  Room room; /* of places and copies */
} KeptSide;

typedef struct {
  const TbkEvaluationOptions *options;
  KeptSide gold, system;
} KeptWords;

/* Quotes of two trees are compared with one another; evalb has room for 20. */
enum { MOST_QUOTES = 1000 };

static gboolean
is_deleted (const KeptWords *kept, const TbkBracketNode *word)
{
  return counted_labels_list_has (kept->options->deleted, word)
         || is_listed (kept->options->deleted_words, (TbkPiece){ word->form, (gsize) word->form_length });
}

static gboolean
is_quote (const KeptWords *kept, const TbkBracketNode *word)
{
  return word->form_length == 1 && strchr ("'\"/", word->form[0]) != NULL
         && counted_labels_list_has (kept->options->quotes, word);
}

/* Finds what the tags of the tree take out, and its quotes. */
static gboolean
find_copies (const KeptWords *kept, KeptSide *side, const TbkBracketTree *tree, GError **error)
{
  int word = 0;

  side->n = side->n_quotes = 0;
  if (!ROOM_RESERVE (&side->room, tree->n + 1, ARRAY (side->copies), ARRAY (side->place)))
    return memory_fail (error, "a tree of %d words", tree->n);
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form == NULL)
      continue;
    if (is_quote (kept, node)) {
      if (!try_reserve (&side->quotes, &side->quotes_allocated, (gsize) side->n_quotes + 1,
                        sizeof (KeptQuote)))
        return memory_fail (error, "a tree of %d words", tree->n);
      side->quotes[side->n_quotes++] = (KeptQuote){ node, side->n, word };
    }
    side->copies[word] = !is_deleted (kept, node);
    side->n += side->copies[word++];
  }
  return TRUE;
}

/* Puts a quote back, before which those after it make way. */
static void
put_back (KeptSide *side, int quote)
{
  side->copies[side->quotes[quote].word]++;
  side->n++;
  for (int q = quote; q < side->n_quotes; q++)
    side->quotes[q].index++;
}

/* Puts quotes back whose tag is deleted in one tree and kept in the other, at the same place. As in evalb, the
 * place is that at which the system's quote was first. */
static void
fix_quotes (KeptWords *kept)
{
  KeptSide *gold = &kept->gold, *system = &kept->system;

  for (int s = 0; s < system->n_quotes; s++) {
    const int index = system->quotes[s].index;

    for (int g = 0; g < gold->n_quotes; g++) {
      const TbkBracketNode *x = gold->quotes[g].node, *y = system->quotes[s].node;

      if (gold->quotes[g].index != index || is_deleted (kept, x) == is_deleted (kept, y))
        continue;
      if (is_deleted (kept, x))
        put_back (gold, g);
      else
        put_back (system, s);
    }
  }
}

/* Lists the words that are kept, and their places. */
static gboolean
list_words (KeptSide *side, const TbkBracketTree *tree, GError **error)
{
  int word = 0, place = 0;

  if (!try_reserve (&side->words, &side->n_words, (gsize) side->n + 1, sizeof (TbkBracketNode *)))
    return memory_fail (error, "a tree of %d words", side->n);
  for (int i = 0; i < tree->n_nodes; i++) {
    if (tree->nodes[i].form == NULL)
      continue;
    side->place[word] = place;
    for (int copy = 0; copy < side->copies[word]; copy++)
      side->words[place++] = &tree->nodes[i];
    word++;
  }
  side->place[word] = place;
  return TRUE;
}

/* Finds the words that are kept, as evalb does: each tree loses the words whose tags are deleted. If different
 * numbers are left, some of the system's, quotes that one tree alone has lost are put back. */
static gboolean
kept_words_find (KeptWords *kept, const TbkBracketTree *gold, const TbkBracketTree *system, GError **error)
{
  if (!find_copies (kept, &kept->gold, gold, error) || !find_copies (kept, &kept->system, system, error))
    return FALSE;
  if (kept->system.n > 0 && kept->gold.n != kept->system.n) {
    if (MAX (kept->gold.n_quotes, kept->system.n_quotes) > MOST_QUOTES)
      return fail_data (error, "found more than %d quotes in a tree, expected no more", MOST_QUOTES);
    fix_quotes (kept);
  }
  return list_words (&kept->gold, gold, error) && list_words (&kept->system, system, error);
}

static void
kept_words_clear (KeptWords *kept)
{
  KeptSide *const sides[] = { &kept->gold, &kept->system };

  for (int i = 0; i < 2; i++) {
    g_free (sides[i]->words);
    g_free (sides[i]->quotes);
    room_clear (&sides[i]->room);
  }
}

/* 3. phrase_counter: which constituents of two trees count, and counting those that agree. */

enum { MOST_GROUPED = 10 };

/* A constituent that counts. */
typedef struct {
  TbkConstituent constituent;
  int n_children;
  gboolean is_right;
} Counted;

/* A tree of one of the files. */
typedef struct {
  const TbkEntry *entry;
  const TbkBracketTree *tree;
  const KeptSide *words;
  TbkPhraseTree phrases;
  Counted *counted;
  int n;
  gsize n_allocated;
} TreeSide;

typedef struct {
  int left, right;
} Span;

typedef struct {
  const TbkEvaluationOptions *options;
  TreeSide gold, system;
  CountedLabels labels;
  KeptWords kept;
  Span *inner; /* by place: the innermost gold constituent that begins before it and ends behind it */
  int *open;   /* scratch: gold constituents, the innermost last */
  Room room;
  TbkEvaluation *const *systems;
  int n_systems;
  TbkEvaluation *evaluation; /* of the system in hand */
} PhraseCounter;

/* Deciding what counts. */

/* Returns TRUE if the gold tree has too many words to count. */
static gboolean
is_too_long (const PhraseCounter *counter)
{
  const TbkEvaluationOptions *options = counter->options;
  const TbkBracketTree *tree = counter->gold.tree;
  int n = 0;

  if (options->max_words == 0 || tree->n <= options->max_words)
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++)
    n += tree->nodes[i].form != NULL && !counted_labels_list_has (options->uncounted, &tree->nodes[i]);
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
  const TbkEvaluationOptions *options = counter->options;
  const TbkBracketTree *tree = side->tree;
  const int *place = side->words->place;
  int p = 0;

  side->n = 0;
  if (tree->n_nodes == tree->n)
    return TRUE; /* a word alone */
  if (!tbk_phrase_tree_set_brackets (&side->phrases, tree, counter->labels.names, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", side->entry->file, tree->line);
    return FALSE;
  }
  if (!try_reserve (&side->counted, &side->n_allocated, (gsize) tree->n_nodes, sizeof (Counted)))
    return memory_fail (error, "a tree of %d nodes", tree->n_nodes);
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];
    Counted *counted = &side->counted[side->n];

    if (node->form != NULL)
      continue;
    int label;
    if (!counted_labels_number (&counter->labels, side->phrases.constituents[p].label, &label, error))
      return FALSE;
    counted->n_children = side->phrases.n_children[p];
    counted->is_right = FALSE;
    counted->constituent = (TbkConstituent){ label, place[node->left], place[node->right] };
    p++;
    if (counted->constituent.left != counted->constituent.right
        && !((options->no_root || (tree->has_added_root && node->label_length == 0)) && p == 1)
        && !(options->no_unary && counted->n_children == 1) && label != LABEL_DELETED)
      side->n++;
  }
  qsort (side->counted, (gsize) side->n, sizeof (Counted), compare_counted);
  return TRUE;
}

/* Counting. */

/* Counts those that agree, by span alone or also by label; the latter are marked. */
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

static char *
group_name (gconstpointer counter, int grouping, int i)
{
  if (grouping == TBK_PHRASE_GROUP_LABEL)
    return g_strdup (tbk_vocabulary_name (((const PhraseCounter *) counter)->labels.names, i));
  return g_strdup_printf (i == MOST_GROUPED ? "%d+" : "%d", i);
}

static void
count_groups (PhraseCounter *counter, const TreeSide *side, gboolean is_gold)
{
  for (int i = 0; i < side->n; i++) {
    const Counted *counted = &side->counted[i];
    const int numbers[] = { counted->constituent.label, MIN (counted->n_children, MOST_GROUPED),
                            MIN (counted->constituent.right - counted->constituent.left, MOST_GROUPED) };

    for (int g = 0; g < TBK_N_PHRASE_GROUPINGS; g++) {
      gint64 *counts = evaluation_group (counter->evaluation, g, numbers[g])->counts;

      counts[is_gold ? TBK_GROUP_GOLD : TBK_GROUP_SYSTEM]++;
      counts[is_gold ? TBK_GROUP_GOLD_RIGHT : TBK_GROUP_SYSTEM_RIGHT] += counted->is_right;
    }
  }
}

/* Counts the constituents sentence by sentence, by the grouping that is tested: labels, or lengths. */
static void
count_cells (PhraseCounter *counter, const TreeSide *side, gboolean is_gold)
{
  for (int i = 0; i < side->n; i++) {
    const Counted *counted = &side->counted[i];
    const int length = MIN (counted->constituent.right - counted->constituent.left, MOST_GROUPED);
    g_autofree char *name = counter->options->tested == TBK_PHRASE_GROUP_LABEL
                                ? group_name (counter, TBK_PHRASE_GROUP_LABEL, counted->constituent.label)
                                : group_name (counter, TBK_PHRASE_GROUP_LENGTH, length);
    gint32 *counts = evaluation_cell (counter->evaluation, name);

    counts[is_gold ? TBK_GROUP_GOLD : TBK_GROUP_SYSTEM]++;
    counts[is_gold ? TBK_GROUP_GOLD_RIGHT : TBK_GROUP_SYSTEM_RIGHT] += counted->is_right;
  }
}

/* Finds the innermost gold constituent around each place: those that begin there come after it, the outer
 * ones first. */
static gboolean
find_inner (PhraseCounter *counter, GError **error)
{
  const TreeSide *gold = &counter->gold;
  const int n = counter->kept.gold.n;
  int *open, depth = 0, begin = 0;

  if (!ROOM_RESERVE (&counter->room, MAX (n, gold->n) + 1, ARRAY (counter->inner), ARRAY (counter->open)))
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

/* Counts the system's constituents that cross no gold one: gold constituents are nested, so that only the
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

/* Counts the kept words that have the right tag. */
static int
count_right_tags (const PhraseCounter *counter)
{
  const KeptWords *kept = &counter->kept;
  int n = 0;

  for (int word = 0; word < kept->gold.n; word++)
    n += piece_equals (counted_labels_find (&counter->labels, kept->gold.words[word]),
                       counted_labels_find (&counter->labels, kept->system.words[word]));
  return n;
}

static void
count_tree (PhraseCounter *counter, gboolean has_groups)
{
  TreeSide *gold = &counter->gold, *system = &counter->system;
  const int both = match (gold, system, TRUE), spans = match (gold, system, FALSE);
  const int not_crossing = count_not_crossing (counter), n = gold->n, m = system->n;
  gint32 *row = evaluation_add_rows (counter->evaluation, 1);

  evaluation_add (row, TBK_PHRASE_PRECISION, both, m);
  evaluation_add (row, TBK_PHRASE_RECALL, both, n);
  evaluation_add (row, TBK_PHRASE_F1, 2 * both, n + m);
  evaluation_add (row, TBK_PHRASE_UNLABELLED_PRECISION, spans, m);
  evaluation_add (row, TBK_PHRASE_UNLABELLED_RECALL, spans, n);
  evaluation_add (row, TBK_PHRASE_UNLABELLED_F1, 2 * spans, n + m);
  evaluation_add (row, TBK_PHRASE_WHOLE, both == n && both == m, 1);
  evaluation_add (row, TBK_PHRASE_WHOLE_UNLABELLED, spans == n && spans == m, 1);
  evaluation_add (row, TBK_PHRASE_NOT_CROSSING, not_crossing, m);
  evaluation_add (row, TBK_PHRASE_WHOLE_NOT_CROSSING, not_crossing == m, 1);
  evaluation_add (row, TBK_PHRASE_TAGS, count_right_tags (counter), counter->kept.gold.n);
  if (counter->options->has_tests) {
    count_cells (counter, gold, TRUE);
    count_cells (counter, system, FALSE);
  }
  if (!has_groups)
    return;
  count_groups (counter, gold, TRUE);
  count_groups (counter, system, FALSE);
}

/* Counts the trees in hand, unless they have too many words; the words kept are the same. Pairs of which no word is left
 * have a row that counts nowhere. */
static gboolean
count_trees (PhraseCounter *counter, gboolean has_groups, GError **error)
{
  if (counter->kept.system.n == 0) {
    evaluation_add_rows (counter->evaluation, 1);
    return TRUE;
  }
  if (is_too_long (counter))
    return TRUE;
  if (!side_count (counter, &counter->gold, error) || !side_count (counter, &counter->system, error)
      || !find_inner (counter, error))
    return FALSE;
  count_tree (counter, has_groups);
  return TRUE;
}

/* 4. words: the words of two trees compared. */

static gboolean
is_form (const TbkBracketNode *word, const char *form)
{
  return strlen (form) == (gsize) word->form_length
         && memcmp (form, word->form, (gsize) word->form_length) == 0;
}

/* Returns TRUE if they are equal, or stand for one another. */
static gboolean
is_same_word (const PhraseCounter *counter, const TbkBracketNode *x, const TbkBracketNode *y)
{
  const char *const *equal = counter->options->equal_words;

  if (x->form_length == y->form_length && memcmp (x->form, y->form, (gsize) x->form_length) == 0)
    return TRUE;
  for (; equal != NULL && equal[0] != NULL && equal[1] != NULL; equal += 2)
    if ((is_form (x, equal[0]) && is_form (y, equal[1])) || (is_form (x, equal[1]) && is_form (y, equal[0])))
      return TRUE;
  return FALSE;
}

static gboolean
fail_pair (const PhraseCounter *counter, const char *found, const char *expected, const char *remark,
           GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s",
               counter->system.entry->file, counter->system.entry->line, found, expected,
               counter->gold.entry->file, counter->gold.entry->line, remark);
  return FALSE;
}

/* Words are taken out of the trees by tags that differ. */
static gboolean
fail_tag (const PhraseCounter *counter, const TbkBracketNode *gold, const TbkBracketNode *system,
          gboolean is_kept, GError **error)
{
  g_autofree char *word = tbk_quote (system->form, (gsize) system->form_length);
  g_autofree char *tag = tbk_quote (system->label, (gsize) system->label_length);
  g_autofree char *gold_tag = tbk_quote (gold->label, (gsize) gold->label_length);
  g_autofree char *found = g_strdup_printf ("word %s with the tag %s", word, tag);
  g_autofree char *expected =
      g_strdup_printf ("one that is %s, %s,", is_kept ? "removed" : "not removed", gold_tag);

  return fail_pair (counter, found, expected, "", error);
}

/* The word of @tree at node *@i or the first after it; *@i becomes the node behind. */
static const TbkBracketNode *
next_word (const TbkBracketTree *tree, int *i)
{
  while (tree->nodes[*i].form == NULL)
    (*i)++;
  return &tree->nodes[(*i)++];
}

/* Different numbers of words are kept. */
static gboolean
fail_numbers (const PhraseCounter *counter, GError **error)
{
  const TbkBracketTree *gold = counter->gold.tree, *system = counter->system.tree;
  const KeptWords *kept = &counter->kept;
  const int n = gold->n != system->n ? system->n : kept->system.n;
  g_autofree char *found = NULL, *expected = NULL;
  int g = 0, s = 0;

  for (int word = 0; gold->n == system->n && word < gold->n; word++) {
    const TbkBracketNode *x = next_word (counter->gold.tree, &g);
    const TbkBracketNode *y = next_word (counter->system.tree, &s);

    if (!is_same_word (counter, x, y))
      break;
    if (kept->gold.copies[word] != kept->system.copies[word])
      return fail_tag (counter, x, y, kept->system.copies[word] > 0, error);
  }
  found = g_strdup_printf ("a tree of %d word%s", n, n == 1 ? "" : "s");
  expected = g_strdup_printf ("%d", gold->n != system->n ? gold->n : kept->gold.n);
  return fail_pair (counter, found, expected, "", error);
}

static gboolean
check_words (const PhraseCounter *counter, GError **error)
{
  const KeptWords *kept = &counter->kept;

  if (kept->gold.n != kept->system.n)
    return fail_numbers (counter, error);
  for (int word = 0; word < kept->gold.n; word++) {
    const TbkBracketNode *x = kept->gold.words[word], *y = kept->system.words[word];

    if (!is_same_word (counter, x, y)) {
      g_autofree char *word_found = tbk_quote (y->form, (gsize) y->form_length);
      g_autofree char *found = g_strconcat ("word ", word_found, NULL);
      g_autofree char *expected = tbk_quote (x->form, (gsize) x->form_length);

      return fail_pair (counter, found, expected,
                        words_remark ((TbkPiece){ y->form, (gsize) y->form_length },
                                      (TbkPiece){ x->form, (gsize) x->form_length }),
                        error);
    }
  }
  return TRUE;
}

/* Takes the tree of @entry in hand: by lines it may be none. */
static gboolean
side_set (TreeSide *side, const TbkEntry *entry, GError **error)
{
  static const TbkBracketTree none = { 0 };

  side->entry = entry;
  side->tree = entry->sentence != NULL ? entry->sentence : &none;
  if (entry->problem != NULL)
    g_propagate_error (error, g_error_copy (entry->problem));
  return entry->problem == NULL;
}

/* Takes the trees of system @s in hand, and compares their words. */
static gboolean
take_trees (PhraseCounter *counter, const TbkEntry *entry, int s, GError **error)
{
  const TbkPair *pair = entry->pair;

  if (!side_set (&counter->gold, entry, error) || !side_set (&counter->system, &pair->systems[s], error))
    return FALSE;
  counter->evaluation = counter->systems[s];
  if (!kept_words_find (&counter->kept, counter->gold.tree, counter->system.tree, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", counter->system.entry->file,
                    counter->system.entry->line);
    return FALSE;
  }
  return counter->kept.system.n == 0 || check_words (counter, error);
}

gboolean
phrase_counter_count (gpointer data, const TbkEntry *entry, TbkText *text, GError **error)
{
  PhraseCounter *counter = data;

  (void) text;
  for (int s = 0; s < counter->n_systems && counter->n_systems > 1; s++)
    if (!take_trees (counter, entry, s, error)) /* all of them, before the first is counted */
      return FALSE;
  for (int s = 0; s < counter->n_systems; s++)
    if (!take_trees (counter, entry, s, error) || !count_trees (counter, s == 0, error))
      return FALSE;
  return TRUE;
}

void
phrase_counter_finish (gpointer data)
{
  const PhraseCounter *counter = data;

  for (int g = 0; g < TBK_N_PHRASE_GROUPINGS; g++)
    evaluation_finish_groups (counter->systems[0], g, group_name, counter);
}

gpointer
phrase_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems)
{
  PhraseCounter *counter = g_new0 (PhraseCounter, 1);

  counter->options = options;
  counter->systems = systems;
  counter->n_systems = MAX (options->n_systems, 1);
  counter->kept.options = options;
  counter->gold.words = &counter->kept.gold;
  counter->system.words = &counter->kept.system;
  counted_labels_init (&counter->labels, options);
  return counter;
}

static void
side_clear (TreeSide *side)
{
  tbk_phrase_tree_clear (&side->phrases);
  g_free (side->counted);
}

void
phrase_counter_free (gpointer data)
{
  PhraseCounter *counter = data;

  side_clear (&counter->gold);
  side_clear (&counter->system);
  kept_words_clear (&counter->kept);
  counted_labels_clear (&counter->labels);
  room_clear (&counter->room);
  g_free (counter);
}
