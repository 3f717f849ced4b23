/* incidents.c - what UD's validator reports of the shape of trees, and what tests are called.
 *
 * Contents
 *   1. names: what tests are called, and how sure they are
 *   2. incidents: what UD's validator reports of the shape of trees
 */
#include "check/check.h"

#include <string.h>

#include "base/base.h"
#include "tbk/check.h"
#include "tree/tree.h"

/* 1. names: what tests are called, and how sure they are. */

static const struct {
  const char *name;
  TbkCheckLevel level;
} all_tests[TBK_N_CHECK_TESTS] = {
  [TBK_CHECK_PUNCT_IS_NONPROJ] = { "punct-is-nonproj", TBK_CHECK_ERROR },
  [TBK_CHECK_PUNCT_CAUSES_NONPROJ] = { "punct-causes-nonproj", TBK_CHECK_ERROR },
  [TBK_CHECK_FUNCTION_HEAD_NONPROJ] = { "function-head-nonproj", TBK_CHECK_WARNING },
  [TBK_CHECK_CC_NONPROJ] = { "cc-nonproj", TBK_CHECK_WARNING },
  [TBK_CHECK_IS_NONPROJ] = { "is-nonproj", TBK_CHECK_NOTE },
  [TBK_CHECK_CAUSES_NONPROJ] = { "causes-nonproj", TBK_CHECK_NOTE },
  [TBK_CHECK_INCONSISTENT_TREE] = { "inconsistent-tree", TBK_CHECK_NOTE },
  [TBK_CHECK_LEAF_MARK_CASE] = { "leaf-mark-case", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_AUX_COP] = { "leaf-aux-cop", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_DET] = { "leaf-det", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_CLF] = { "leaf-clf", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_CC] = { "leaf-cc", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_FIXED] = { "leaf-fixed", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_GOESWITH] = { "leaf-goeswith", TBK_CHECK_ERROR },
  [TBK_CHECK_LEAF_PUNCT] = { "leaf-punct", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_CONJ] = { "right-to-left-conj", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_FIXED] = { "right-to-left-fixed", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_FLAT] = { "right-to-left-flat", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_GOESWITH] = { "right-to-left-goeswith", TBK_CHECK_ERROR },
  [TBK_CHECK_RIGHT_TO_LEFT_APPOS] = { "right-to-left-appos", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_MANY_SUBJECTS] = { "too-many-subjects", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_MANY_OBJECTS] = { "too-many-objects", TBK_CHECK_ERROR },
  [TBK_CHECK_OBL_SHOULD_BE_NMOD] = { "obl-should-be-nmod", TBK_CHECK_ERROR },
  [TBK_CHECK_ORPHAN_PARENT] = { "orphan-parent", TBK_CHECK_WARNING },
  [TBK_CHECK_FIXED_GAP] = { "fixed-gap", TBK_CHECK_WARNING },
  [TBK_CHECK_GOESWITH_GAP] = { "goeswith-gap", TBK_CHECK_ERROR },
  [TBK_CHECK_0_IS_NOT_ROOT] = { "0-is-not-root", TBK_CHECK_ERROR },
  [TBK_CHECK_ROOT_IS_NOT_0] = { "root-is-not-0", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_HEAD] = { "invalid-head", TBK_CHECK_ERROR },
  [TBK_CHECK_UNKNOWN_HEAD] = { "unknown-head", TBK_CHECK_ERROR },
  [TBK_CHECK_HEAD_SELF_LOOP] = { "head-self-loop", TBK_CHECK_ERROR },
  [TBK_CHECK_MULTIPLE_ROOTS] = { "multiple-roots", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_TREE] = { "non-tree", TBK_CHECK_ERROR },
  [TBK_CHECK_UNKNOWN_DEPS_HEAD] = { "unknown-deps-head", TBK_CHECK_ERROR },
  [TBK_CHECK_NUMBER_OF_COLUMNS] = { "number-of-columns", TBK_CHECK_ERROR },
  [TBK_CHECK_EMPTY_COLUMN] = { "empty-column", TBK_CHECK_ERROR },
  [TBK_CHECK_PSEUDO_EMPTY_LINE] = { "pseudo-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_COMMENT] = { "misplaced-comment", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_UNIX_NEWLINE] = { "non-unix-newline", TBK_CHECK_ERROR },
  [TBK_CHECK_WORD_ID_SEQUENCE] = { "word-id-sequence", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_WORD_ID] = { "invalid-word-id", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_WORD_INTERVAL] = { "invalid-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_REVERSED_WORD_INTERVAL] = { "reversed-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_OVERLAPPING_WORD_INTERVALS] = { "overlapping-word-intervals", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_WORD_INTERVAL] = { "misplaced-word-interval", TBK_CHECK_ERROR },
  [TBK_CHECK_WORD_INTERVAL_OUT] = { "word-interval-out", TBK_CHECK_ERROR },
  [TBK_CHECK_MISPLACED_EMPTY_NODE] = { "misplaced-empty-node", TBK_CHECK_ERROR },
  [TBK_CHECK_EMPTY_SENTENCE] = { "empty-sentence", TBK_CHECK_ERROR },
  [TBK_CHECK_BYTE_ORDER_MARK] = { "byte-order-mark", TBK_CHECK_ERROR },
  [TBK_CHECK_MISSING_EMPTY_LINE] = { "missing-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_EXTRA_EMPTY_LINE] = { "extra-empty-line", TBK_CHECK_ERROR },
  [TBK_CHECK_MISSING_SENT_ID] = { "missing-sent-id", TBK_CHECK_ERROR },
  [TBK_CHECK_NON_UNIQUE_SENT_ID] = { "non-unique-sent-id", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_LINE] = { "invalid-line", TBK_CHECK_ERROR },
  [TBK_CHECK_INVALID_FILE] = { "invalid-file", TBK_CHECK_ERROR },
  [TBK_CHECK_TOO_TANGLED] = { "too-tangled", TBK_CHECK_ERROR },
};

const char *
tbk_check_test_name (TbkCheckTest test)
{
  g_return_val_if_fail ((guint) test <= TBK_N_CHECK_TESTS, NULL);
  return test == TBK_N_CHECK_TESTS ? NULL : all_tests[test].name;
}

TbkCheckTest
tbk_check_test_find (const char *name)
{
  int test = 0;

  g_return_val_if_fail (name != NULL, TBK_N_CHECK_TESTS);
  while (test < TBK_N_CHECK_TESTS && strcmp (all_tests[test].name, name) != 0)
    test++;
  return test;
}

TbkCheckTest
check_test_of_head (TbkPiece head, int word)
{
  char digits[16];

  for (gsize i = 0; i < head.size; i++)
    if (!g_ascii_isdigit (head.bytes[i]) || (i == 0 && head.bytes[i] == '0'))
      return TBK_CHECK_INVALID_HEAD;
  g_snprintf (digits, sizeof digits, "%d", word);
  return piece_is (head, digits, strlen (digits)) ? TBK_CHECK_HEAD_SELF_LOOP : TBK_CHECK_UNKNOWN_HEAD;
}

TbkCheckLevel
tbk_check_test_level (TbkCheckTest test)
{
  g_return_val_if_fail ((guint) test < TBK_N_CHECK_TESTS, TBK_CHECK_NOTE);
  return all_tests[test].level;
}

const char *
tbk_check_level_name (TbkCheckLevel level)
{
  static const char *const test_names[] = { "note", "warning", "error", NULL };

  g_return_val_if_fail ((guint) level < G_N_ELEMENTS (test_names), NULL);
  return test_names[level];
}

/* The n-th test where errors come before warnings and these before notes, and within a level those of form,
 * which make all others doubtful. */
TbkCheckTest
check_test_by_suspicion (int number)
{
  int n_passed = 0;

  g_return_val_if_fail (number >= 0 && number < TBK_N_CHECK_TESTS, 0);
  for (int level = TBK_CHECK_ERROR; level >= TBK_CHECK_NOTE; level--)
    for (int i = 0; i < TBK_N_CHECK_TESTS; i++) {
      const int test = (TBK_CHECK_INVALID_HEAD + i) % TBK_N_CHECK_TESTS; /* those of form first */

      if ((int) all_tests[test].level == level && n_passed++ == number)
        return test;
    }
  g_assert_not_reached ();
}

/* 2. incidents: what UD's validator reports of the shape of trees.
 *
 * Each test is asked of the word of whose line the incident is told.
 */

/* A sentence as tests see it. */
typedef struct {
  TbkChecker *checker;
  const TbkTree *tree;
  const TbkCheckWord *words;
  const guint64 *relations;
  int *causes;       /* by word: it is punctuation that makes an arc non-projective */
  int *is_predicate; /* by word: it has a copula or a subject */
  int *n_spoken;     /* by word: how many of the words up to it are not punctuation */
} Shape;

static gboolean
has (const Shape *shape, int word, guint64 set)
{
  return (shape->relations[word] & set) != 0;
}

/* Adds an incident. There is room for MOST_OF_WORD of each word. */
static void
add (const Shape *shape, TbkCheckTest test, int word, int node)
{
  TbkChecker *checker = shape->checker;

  g_assert (checker->n_incidents < checker->n_incidents_allocated);
  checker->incidents[checker->n_incidents++] = (TbkIncident){ test, word, node };
}

static void
join_span (HeadSpan *span, HeadSpan other)
{
  span->last_begin = MAX (span->last_begin, other.last_begin);
  span->first_end = MIN (span->first_end, other.first_end);
}

/* Enters the arc between @key and a word passed, whose head is @head. */
static void
enter_arc (const Shape *shape, int key, int head)
{
  const TbkTree *tree = shape->tree;
  const HeadSpan span = { tree->pre[head], tree->pre[head] + tree->size[head] };

  for (int node = key + tree->n + 1; node > 0; node /= 2)
    join_span (&shape->checker->spans[node], span);
}

/* TRUE if one of the arcs entered with @first <= key < @end has a head that does not dominate @word. */
static gboolean
is_under_stranger (const Shape *shape, int first, int end, int word)
{
  const HeadSpan *spans = shape->checker->spans;
  const int pre = shape->tree->pre[word], n_leaves = shape->tree->n + 1;
  HeadSpan all = { -1, G_MAXINT };

  for (first += n_leaves, end += n_leaves; first < end; first /= 2, end /= 2) {
    if (first % 2 == 1)
      join_span (&all, spans[first++]);
    if (end % 2 == 1)
      join_span (&all, spans[--end]);
  }
  return all.last_begin > pre || all.first_end <= pre;
}

/* Marks the punctuation @w that is a root of the gap of some arc (h,d), where its head p is on its left: that is
 *
 *     p < the one end of (h,d) < w < the other end, and h does not dominate w.
 *
 * Words are passed from the last to the first, so all arcs entered end beyond w; they are entered under their
 * other end. Of the heads of the arcs under the keys p+1..w-1 the preorder numbers and the sizes tell whether all
 * dominate w: a tree over the keys has the last begin and the first end of these ranges. With heads on the right all
 * is the other way round. O(n log n).
 */
static void
mark_causes (const Shape *shape, gboolean is_left)
{
  const TbkTree *tree = shape->tree;

  for (int node = 0; node < 2 * (tree->n + 1); node++)
    shape->checker->spans[node] = (HeadSpan){ -1, G_MAXINT };
  for (int k = 0; k < tree->n; k++) {
    const int word = is_left ? tree->n - k : k + 1, head = tree->heads[word];

    if ((head < word) == is_left && has (shape, word, ONE (punct)))
      shape->causes[word] = is_under_stranger (shape, MIN (head, word) + 1, MAX (head, word), word);
    if ((head < word) == is_left && tree->is_nonprojective[word])
      enter_arc (shape, head, head);
    for (int c = tree->first[word]; c < tree->first[word + 1]; c++)
      if ((tree->children[c] < word) == is_left && tree->is_nonprojective[tree->children[c]])
        enter_arc (shape, tree->children[c], word);
  }
}

/* Gathers what the other words show about each word, so that no word looks for it among many. */
static void
survey (const Shape *shape)
{
  const TbkTree *tree = shape->tree;

  memset (shape->causes, 0, ((gsize) tree->n + 1) * sizeof (int));
  memset (shape->is_predicate, 0, ((gsize) tree->n + 1) * sizeof (int));
  shape->n_spoken[0] = 0;
  for (int word = 1; word <= tree->n; word++) {
    shape->n_spoken[word] = shape->n_spoken[word - 1] + !has (shape, word, ONE (punct));
    if (has (shape, word, ONE (cop) | ONE (nsubj) | ONE (csubj)))
      shape->is_predicate[tree->heads[word]] = TRUE;
  }
  if (tree->nonprojective_arcs == 0 || shape->n_spoken[tree->n] == tree->n)
    return;
  mark_causes (shape, TRUE);
  mark_causes (shape, FALSE);
}

/* Children that a word with a relation of @parents may have. */
typedef struct {
  TbkCheckTest test;
  guint64 parents, children;
} Leaf;

#define PARTS (ONE (goeswith) | ONE (fixed) | ONE (reparandum) | ONE (conj) | ONE (punct))

static const Leaf leaves[] = {
  { TBK_CHECK_LEAF_MARK_CASE, ONE (mark) | ONE (case), PARTS | ONE (advmod) | ONE (obl) | ONE (cc) },
  { TBK_CHECK_LEAF_AUX_COP, ONE (aux) | ONE (cop), PARTS | ONE (cc) },
  { TBK_CHECK_LEAF_DET, ONE (det),
    PARTS | ONE (cc) | ONE (det) | ONE (case) | ONE (advmod) | ONE (obl) | ONE (clf) | ONE (flat)
        | ONE (compound) | ONE (discourse) | ONE (parataxis) },
  { TBK_CHECK_LEAF_CLF, ONE (clf), PARTS | ONE (cc) | ONE (advmod) | ONE (obl) },
  { TBK_CHECK_LEAF_CC, ONE (cc), PARTS },
  { TBK_CHECK_LEAF_FIXED, ONE (fixed), PARTS & ~ONE (fixed) },
  { TBK_CHECK_LEAF_GOESWITH, ONE (goeswith), 0 },
  { TBK_CHECK_LEAF_PUNCT, ONE (punct), ONE (punct) },
};

#define LEAVES                                                                                               \
  (ONE (mark) | ONE (case) | ONE (aux) | ONE (cop) | ONE (det) | ONE (clf) | ONE (cc) | ONE (fixed)          \
   | ONE (goeswith) | ONE (punct))

/* Returns TRUE if nothing is said of @child whatever its head is: of negation, and of punctuation that has no
 * other place. */
static gboolean
is_excused (const Shape *shape, int child, int parent)
{
  const TbkCheckWord *word = &shape->words[child];

  if (has (shape, child, ONE (punct)))
    return shape->tree->is_nonprojective[parent] != 0;
  return has (shape, child, ONE (advmod)) && !has (shape, parent, ONE (punct))
         && (PIECE_IS (word->upos, "PART") || PIECE_IS (word->upos, "ADV"))
         && has_part (word->feats, "Polarity=Neg");
}

/* The relation of the head decides which relations its children may have. Possessive determiners may have
 * more, as pronouns do. */
static void
check_leaf (const Shape *shape, int child)
{
  const int parent = shape->tree->heads[child];
  const Leaf *leaf = leaves;
  guint64 children;

  if (!has (shape, parent, LEAVES))
    return;
  while (!has (shape, parent, leaf->parents))
    leaf++;
  children = leaf->children;
  if (leaf->test == TBK_CHECK_LEAF_DET && has_part (shape->words[parent].feats, "Poss=Yes"))
    children |= ONE (appos) | ONE (acl) | ONE (nmod);
  if (!has (shape, child, children) && !is_excused (shape, child, parent))
    add (shape, leaf->test, child, parent);
}

static void
check_right_to_left (const Shape *shape, int word)
{
  static const struct {
    TbkCheckTest test;
    guint64 relations;
  } directions[] = {
    { TBK_CHECK_RIGHT_TO_LEFT_CONJ, ONE (conj) },   { TBK_CHECK_RIGHT_TO_LEFT_FIXED, ONE (fixed) },
    { TBK_CHECK_RIGHT_TO_LEFT_FLAT, ONE (flat) },   { TBK_CHECK_RIGHT_TO_LEFT_GOESWITH, ONE (goeswith) },
    { TBK_CHECK_RIGHT_TO_LEFT_APPOS, ONE (appos) },
  };

  if (word > shape->tree->heads[word])
    return;
  for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
    if (has (shape, word, directions[d].relations))
      add (shape, directions[d].test, word, word);
}

/* Relations that are not universal are subjects by their name. */
static gboolean
is_called_subject (TbkPiece deprel)
{
  const TbkPiece universal = universal_part (deprel);

  return universal.size > 0 && g_strstr_len (universal.bytes, (gssize) universal.size, "subj") != NULL;
}

static gboolean
is_subject (const Shape *shape, int word)
{
  const TbkPiece deprel = shape->words[word].deprel;

  if (shape->relations[word] != 0 ? !has (shape, word, ONE (nsubj) | ONE (csubj))
                                  : !is_called_subject (deprel))
    return FALSE;
  return !PIECE_IS (deprel, "nsubj:outer") && !PIECE_IS (deprel, "csubj:outer")
         && !has_part (shape->words[word].misc, "Subject=Outer");
}

/* A second subject is no fault if the first belongs to an outer clause: is_subject() leaves such ones out. */
static void
check_arguments (const Shape *shape, int word)
{
  const TbkTree *tree = shape->tree;
  int n_subjects = 0, n_objects = 0;

  for (int k = tree->first[word]; k < tree->first[word + 1]; k++) {
    n_subjects += is_subject (shape, tree->children[k]);
    n_objects += has (shape, tree->children[k], ONE (obj));
  }
  if (n_subjects > 1)
    add (shape, TBK_CHECK_TOO_MANY_SUBJECTS, word, word);
  if (n_objects > 1)
    add (shape, TBK_CHECK_TOO_MANY_OBJECTS, word, word);
}

/* An oblique of a noun should be nmod, unless the noun is a predicate: then it has a copula or a subject. An
 * orphan belongs to a word that took the place of a missing one. */
static void
check_parent (const Shape *shape, int word)
{
  const int head = shape->tree->heads[word];
  const TbkPiece upos = shape->words[head].upos;

  if (has (shape, word, ONE (obl))
      && has (shape, head,
              ONE (nsubj) | ONE (obj) | ONE (iobj) | ONE (obl) | ONE (vocative) | ONE (dislocated)
                  | ONE (expl) | ONE (nmod))
      && (PIECE_IS (upos, "NOUN") || PIECE_IS (upos, "PROPN") || PIECE_IS (upos, "PRON"))
      && !shape->is_predicate[head])
    add (shape, TBK_CHECK_OBL_SHOULD_BE_NMOD, word, word);
  if (has (shape, word, ONE (orphan))
      && !has (shape, head,
               ONE (conj) | ONE (parataxis) | ONE (root) | ONE (csubj) | ONE (ccomp) | ONE (advcl) | ONE (acl)
                   | ONE (reparandum)))
    add (shape, TBK_CHECK_ORPHAN_PARENT, word, word);
}

/* Parts of one word, which @relation tells, must follow it and one another without anything between. Of what is
 * fixed, only punctuation may stand between @word and the last part. */
static void
check_gap (const Shape *shape, int word, guint64 relation)
{
  const TbkTree *tree = shape->tree;
  int last = word, n_parts = 0, n_after = 0;

  for (int k = tree->first[word]; k < tree->first[word + 1]; k++)
    if (has (shape, tree->children[k], relation)) {
      last = tree->children[k];
      n_parts++;
      n_after += last > word;
    }
  if (n_parts == 0)
    return;
  if (relation == ONE (goeswith)) {
    if (n_after < n_parts || last - word != n_parts)
      add (shape, TBK_CHECK_GOESWITH_GAP, word, word);
  } else if (n_after > 0 && shape->n_spoken[last] - shape->n_spoken[word] > n_after)
    add (shape, TBK_CHECK_FIXED_GAP, word, word);
}

static void
check_root (const Shape *shape, int word)
{
  const gboolean is_root = has (shape, word, ONE (root));

  if (shape->tree->heads[word] == 0 && !is_root)
    add (shape, TBK_CHECK_0_IS_NOT_ROOT, word, word);
  if (shape->tree->heads[word] != 0 && is_root)
    add (shape, TBK_CHECK_ROOT_IS_NOT_0, word, word);
}

/* Incidents of the line of @word, in the order of tests. */
static void
check_word (const Shape *shape, int word)
{
  if (has (shape, word, ONE (punct)) && shape->tree->is_nonprojective[word])
    add (shape, TBK_CHECK_PUNCT_IS_NONPROJ, word, word);
  if (shape->causes[word])
    add (shape, TBK_CHECK_PUNCT_CAUSES_NONPROJ, word, word);
  check_leaf (shape, word);
  check_right_to_left (shape, word);
  check_arguments (shape, word);
  check_parent (shape, word);
  check_gap (shape, word, ONE (fixed));
  check_gap (shape, word, ONE (goeswith));
  check_root (shape, word);
}

enum { MOST_OF_WORD = 13 };

/* A set of tests is the bits of a number. */
G_STATIC_ASSERT (TBK_N_INCIDENT_TESTS < 32 && TBK_N_FINDING_TESTS <= TBK_N_INCIDENT_TESTS);

/* Word by word in the order of lines, and for each word in the order of tests: so incidents need no sorting.
 * A word has at most MOST_OF_WORD of them, so room is made once for each word. */
gboolean
tbk_check_incidents (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n,
                     const TbkIncident **incidents, int *n_incidents, GError **error)
{
  g_return_val_if_fail (checker != NULL && heads != NULL && words != NULL && n >= 0, FALSE);
  g_return_val_if_fail (incidents != NULL && n_incidents != NULL, FALSE);
  checker->n_incidents = 0;
  *n_incidents = 0;
  if (!checker_reserve (checker, n, error) || !tbk_tree_set (checker->repairs.tree, heads, n, error))
    return FALSE;
  checker_set_relations (checker, words, n);
  const Shape shape = { checker,       checker->repairs.tree, words,         checker->relations,
                        checker->left, checker->candidates,   checker->right };

  survey (&shape);
  for (int word = 1; word <= n; word++) {
    if (!try_reserve (&checker->incidents, &checker->n_incidents_allocated,
                      checker->n_incidents + MOST_OF_WORD, sizeof (TbkIncident)))
      return memory_fail (error, "the incidents of %d words", n);
    check_word (&shape, word);
  }
  *incidents = checker->incidents;
  *n_incidents = (int) checker->n_incidents;
  return TRUE;
}
