/* phrase_configuration.c - phrase-structure trees, configurations and steps.
 *
 * Contents
 *   1. tree: phrase-structure trees as constituents in pre-order
 *   2. score: labelled constituents that two trees share
 *   3. configuration: configurations of phrase-structure parsing, and their steps
 *   4. keys: transitions as text: SH, NT-X, RE, RE-X-k, FI
 */
#include "oracle/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/brackets.h"
#include "tbk/transition.h"

/* 1. tree: phrase-structure trees as constituents in pre-order.
 *
 * A constituent is a label over the words left..right - 1, counted from 0. (S (NP the dog) barks) is S (0,
 * 3), NP (0, 2); words are no constituents. Of several over one span the outer one comes first.
 */

void
tbk_phrase_tree_clear (TbkPhraseTree *tree)
{
  g_free (tree->constituents);
  g_free (tree->parents);
  g_free (tree->n_children);
  *tree = (TbkPhraseTree) TBK_PHRASE_TREE_INIT;
}

/* Makes room for @n constituents in the three arrays, which are parallel: parents[i] and n_children[i]
 * belong to constituents[i]. */
static gboolean
reserve (TbkPhraseTree *tree, gsize n, GError **error)
{
  if (n <= tree->n_allocated)
    return TRUE;
  if (!TRY_RENEW (tree->constituents, n) || !TRY_RENEW (tree->parents, n) || !TRY_RENEW (tree->n_children, n))
    return memory_fail (error, "a tree of %" G_GSIZE_FORMAT " constituents", n);
  tree->n_allocated = n;
  return TRUE;
}

/* Sets parents and numbers of children, and checks that the spans nest. `open` is the innermost constituent
 * that may still get children: its ancestors are the stack of a walk in pre-order, so nothing recurses.
 *
 * A constituent begins with a child for each of its words. Each constituent that is joined to it takes the
 * place of its own words: S (0, 3) above has 3, and 3 - 2 + 1 = 2 once NP is joined.
 */
static gboolean
join (TbkPhraseTree *tree, GError **error)
{
  int open = -1;

  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];

    /* Constituents that end before this one begins are closed. */
    while (open >= 0 && c->left >= tree->constituents[open].right)
      open = tree->parents[open];
    if (i == 0 ? c->left != 0 || c->right != tree->n : open < 0)
      return fail_data (
          error, "constituent %d spans (%d, %d), expected the first, and no other, to span all %d words", i,
          c->left, c->right, tree->n);
    if (c->left >= c->right
        || (i > 0 && (c->right > tree->constituents[open].right || c->left < tree->constituents[i - 1].left)))
      return fail_data (error,
                        "constituent %d spans (%d, %d), expected words within its parent, and pre-order", i,
                        c->left, c->right);
    tree->parents[i] = open;
    tree->n_children[i] = c->right - c->left;
    if (open >= 0)
      tree->n_children[open] -= c->right - c->left - 1;
    open = i;
  }
  return TRUE;
}

/* A failure leaves an empty tree, not half a tree. */
gboolean
tbk_phrase_tree_set (TbkPhraseTree *tree, int n, const TbkConstituent *constituents, int n_constituents,
                     GError **error)
{
  g_return_val_if_fail (n >= 0 && n_constituents >= 0, FALSE);
  tree->n = tree->n_constituents = 0;
  if (n == 0 || n_constituents == 0)
    return fail_data (error, "found %d words and %d constituents, expected at least one of each", n,
                      n_constituents);
  if (!reserve (tree, (gsize) n_constituents, error))
    return FALSE;
  memcpy (tree->constituents, constituents, (gsize) n_constituents * sizeof *constituents);
  tree->n = n;
  tree->n_constituents = n_constituents;
  if (join (tree, error))
    return TRUE;
  tree->n = tree->n_constituents = 0;
  return FALSE;
}

/* The nodes of brackets are in pre-order too; those with a form are words. */
gboolean
tbk_phrase_tree_set_brackets (TbkPhraseTree *tree, const TbkBracketTree *brackets, TbkVocabulary *labels,
                              GError **error)
{
  const TbkBracketNode *nodes = brackets->nodes;

  g_return_val_if_fail (brackets->problem == NULL && brackets->n > 0, FALSE);
  tree->n = tree->n_constituents = 0;
  if (!reserve (tree, (gsize) brackets->n_nodes, error))
    return FALSE;
  for (int i = 0; i < brackets->n_nodes; i++) {
    int label;

    if (nodes[i].form != NULL)
      continue;
    label = tbk_vocabulary_add (labels, nodes[i].label, (gsize) nodes[i].label_length, error);
    if (label < 0)
      return FALSE;
    tree->constituents[tree->n_constituents++] = (TbkConstituent){ label, nodes[i].left, nodes[i].right };
  }
  if (tree->n_constituents == 0)
    return fail_data (error, "found a word without a constituent over it, expected one");
  tree->n = brackets->n;
  return join (tree, error);
}

/* 2. score: labelled constituents that two trees share.
 *
 * Trees are multisets: if X is over a span twice in one tree and once in the other, one is shared. Both are
 * sorted and merged, O(n log n).
 */

struct PhraseScorer {
  TbkConstituent *sorted; /* gold ones, then found ones */
  gsize n_allocated;
};

PhraseScorer *
phrase_scorer_new (void)
{
  return g_new0 (PhraseScorer, 1);
}

void
phrase_scorer_free (PhraseScorer *scorer)
{
  if (scorer == NULL)
    return;
  g_free (scorer->sorted);
  g_free (scorer);
}

/* By left end, then right end, then label: any order will do that is the same for both. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const TbkConstituent *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->right != y->right)
    return x->right < y->right ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* Copies and sorts @n constituents. The caller's stay as they are: a tree needs its pre-order. */
static void
sort (TbkConstituent *sorted, const TbkConstituent *constituents, int n)
{
  if (n == 0)
    return;
  memcpy (sorted, constituents, (gsize) n * sizeof *sorted);
  qsort (sorted, (gsize) n, sizeof *sorted, compare);
}

gboolean
phrase_scorer_add (PhraseScorer *scorer, const TbkConstituent *gold, int n_gold, const TbkConstituent *found,
                   int n_found, PhraseScore *score, GError **error)
{
  const gsize n = (gsize) n_gold + (gsize) n_found;
  int g = 0, f = 0;

  if (!try_reserve (&scorer->sorted, &scorer->n_allocated, n, sizeof *scorer->sorted))
    return memory_fail (error, "%" G_GSIZE_FORMAT " constituents", n);
  sort (scorer->sorted, gold, n_gold);
  sort (scorer->sorted + n_gold, found, n_found);
  score->gold += n_gold;
  score->found += n_found;
  /* Equal ones advance in both, so that each is shared once; else the lesser one has no partner. */
  while (g < n_gold && f < n_found) {
    const int order = compare (&scorer->sorted[g], &scorer->sorted[n_gold + f]);

    score->both += order == 0;
    g += order <= 0;
    f += order >= 0;
  }
  return TRUE;
}

/* 3. configuration: configurations of phrase-structure parsing, and their steps.
 *
 * An element of the stack is a word (no label), a complete constituent, or an open one, which has a label
 * and a left end but no right end (-1). Open elements are linked from the topmost one down: top_open,
 * `below`. The sentence (S (NP the dog) barks) in the three strategies, with the stack after each step from
 * its bottom; an open element is written with a bracket:
 *
 *   top-down    NT-S (S   NT-NP (S (NP   SH SH (S (NP the dog   RE (S NP   SH (S NP barks   RE S
 *   in-order    SH the   NT-NP the (NP   SH the (NP dog   RE NP   NT-S NP (S   SH NP (S barks   RE S   FI
 *   bottom-up   SH SH the dog   RE-NP-2 NP   SH NP barks   RE-S-2 S   FI
 *
 * In-order an element is opened behind its first child, so RE takes that child too: one place further down.
 */

/* A new number for each computation, so that an oracle knows the one that it follows and counts only what
 * is new since the last configuration of it. Only equality counts: no answer depends on the numbers, so
 * threads may draw them in any order. */
static guint64
next_run (void)
{
  static guint64 last;

  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}

/* The arrays stay, and with them their memory. */
void
tbk_phrase_configuration_start (TbkPhraseConfiguration *c, const TbkPhraseSystem *system, int n)
{
  g_return_if_fail (system != NULL && n >= 1);
  c->system = system;
  c->n = n;
  c->next = c->depth = c->n_open = c->n_built = c->n_unary = 0;
  c->top_open = -1;
  c->is_finished = FALSE;
  c->run = next_run ();
}

/* The copy is a computation of its own from here on, with a number of its own. If memory runs out, @copy is
 * as before. */
gboolean
tbk_phrase_configuration_copy (TbkPhraseConfiguration *copy, const TbkPhraseConfiguration *c, GError **error)
{
  TbkPhraseConfiguration made = *c;

  if (!try_reserve (&copy->stack, &copy->stack_allocated, (gsize) c->depth, sizeof *c->stack)
      || !try_reserve (&copy->built, &copy->built_allocated, (gsize) c->n_built, sizeof *c->built))
    return memory_fail (error, "a configuration of %d elements", c->depth);
  made.stack = copy->stack;
  made.stack_allocated = copy->stack_allocated;
  made.built = copy->built;
  made.built_allocated = copy->built_allocated;
  if (c->depth > 0)
    memcpy (made.stack, c->stack, (gsize) c->depth * sizeof *c->stack);
  if (c->n_built > 0)
    memcpy (made.built, c->built, (gsize) c->n_built * sizeof *c->built);
  made.run = next_run ();
  *copy = made;
  return TRUE;
}

void
tbk_phrase_configuration_clear (TbkPhraseConfiguration *c)
{
  g_free (c->stack);
  g_free (c->built);
  *c = (TbkPhraseConfiguration) TBK_PHRASE_CONFIGURATION_INIT;
}

/* TRUE if the stack is one constituent over all words: no input, one element, which is neither open
 * nor a bare word. */
static gboolean
is_one_tree (const TbkPhraseConfiguration *c)
{
  return c->next == c->n && c->depth == 1 && c->n_open == 0 && c->stack[0].label >= 0;
}

/* Systems without FI end as soon as one constituent spans all words. With FI, constituents over it may
 * follow. */
gboolean
tbk_phrase_configuration_is_final (const TbkPhraseConfiguration *c)
{
  return c->system->finishes ? c->is_finished : is_one_tree (c);
}

/* Returns why no word can be shifted, or NULL. Top-down and in-order a word needs an open element to
 * go into. In-order the first word of all comes before any is open. */
static const char *
shift_obstacle (const TbkPhraseConfiguration *c)
{
  const gboolean needs_open = c->system->strategy == TBK_PHRASE_TOP_DOWN
                              || (c->system->strategy == TBK_PHRASE_IN_ORDER && c->depth > 0);

  if (c->next == c->n)
    return "no words remain";
  return needs_open && c->n_open == 0 ? "no element is open" : NULL;
}

/* Top-down, one whole tree is built: no element can be opened beside it, or without words for it. */
static const char *
open_obstacle (const TbkPhraseConfiguration *c)
{
  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    if (c->next == c->n)
      return "no words remain";
    return c->depth > 0 && c->n_open == 0 ? "no element is open" : NULL;
  case TBK_PHRASE_IN_ORDER:
    return has_complete_top (c) ? NULL : "the top is not a complete element";
  default:
    return "the system has no such transition";
  }
}

/* Bottom-up, no more than max_unary constituents of one child may follow one another, so that computations
 * end. Top-down, an element needs a child, and the last open one needs all words. */
static const char *
reduce_obstacle (const TbkPhraseConfiguration *c, int n_children)
{
  const TbkPhraseSystem *system = c->system;

  if (system->strategy == TBK_PHRASE_BOTTOM_UP) {
    if (n_children < 1 || n_children > c->depth)
      return "the stack has fewer elements";
    return n_children == 1 && system->max_unary > 0 && c->n_unary >= system->max_unary
               ? "no more constituents of one child may follow"
               : NULL;
  }
  if (c->n_open == 0)
    return "no element is open";
  if (system->strategy == TBK_PHRASE_IN_ORDER)
    return NULL;
  if (!has_complete_top (c))
    return "the top is not a complete element";
  return c->n_open == 1 && c->next < c->n ? "words remain for the last open element" : NULL;
}

/* Why @transition is not allowed, NULL if it is. Labels play no part: any may be opened or built. */
const char *
tbk_phrase_configuration_obstacle (const TbkPhraseConfiguration *c, TbkPhraseTransition transition)
{
  if (tbk_phrase_configuration_is_final (c))
    return "the configuration is final";
  switch (transition.act) {
  case TBK_PHRASE_SHIFT:
    return shift_obstacle (c);
  case TBK_PHRASE_OPEN:
    return open_obstacle (c);
  case TBK_PHRASE_REDUCE:
    return reduce_obstacle (c, transition.n_children);
  case TBK_PHRASE_FINISH:
    if (!c->system->finishes)
      return "the system has no such transition";
    return is_one_tree (c) ? NULL : "the stack is not one constituent over all words";
  }
  return "it is not a transition";
}

/* The stack grows as needed: open elements may be more than words. */
static gboolean
push (TbkPhraseConfiguration *c, TbkPhraseElement element, GError **error)
{
  if (!try_reserve (&c->stack, &c->stack_allocated, (gsize) c->depth + 1, sizeof element))
    return memory_fail (error, "a stack of %d elements", c->depth + 1);
  c->stack[c->depth++] = element;
  return TRUE;
}

/* Top-down, an element begins at the next word; in-order, where the complete top begins. */
static gboolean
open_element (TbkPhraseConfiguration *c, int label, GError **error)
{
  g_assert (c->depth > 0 || c->system->strategy == TBK_PHRASE_TOP_DOWN); /* else it is not allowed */
  const int left = c->system->strategy == TBK_PHRASE_TOP_DOWN ? c->next : stack_top (c)->left;

  if (!push (c, (TbkPhraseElement){ label, left, -1, c->top_open }, error))
    return FALSE;
  c->top_open = c->depth - 1;
  c->n_open++;
  return TRUE;
}

/* Takes the elements from @place on off the stack and sets (@label, @left, next) there. */
static gboolean
build (TbkPhraseConfiguration *c, int place, int label, int left, GError **error)
{
  if (!try_reserve (&c->built, &c->built_allocated, (gsize) c->n_built + 1, sizeof *c->built))
    return memory_fail (error, "%d constituents", c->n_built + 1);
  c->built[c->n_built++] = (TbkConstituent){ label, left, c->next };
  c->stack[place] = (TbkPhraseElement){ label, left, c->next, -1 };
  c->depth = place + 1;
  return TRUE;
}

/* The open element becomes complete at its own place; in-order at that of its first child, below it. */
static gboolean
reduce (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const gboolean is_in_order = c->system->strategy == TBK_PHRASE_IN_ORDER;
  TbkPhraseElement open;

  if (c->system->strategy == TBK_PHRASE_BOTTOM_UP) {
    const int place = c->depth - transition.n_children;

    return build (c, place, transition.label, c->stack[place].left, error);
  }
  open = c->stack[c->top_open];
  if (!build (c, c->top_open - is_in_order, open.label, open.left, error))
    return FALSE;
  c->top_open = open.below;
  c->n_open--;
  return TRUE;
}

/* FALSE if memory runs out: the configuration is then as before, since room is made first. */
gboolean
configuration_take_phrase (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const gboolean is_unary = transition.act == TBK_PHRASE_REDUCE && transition.n_children == 1;

  switch (transition.act) {
  case TBK_PHRASE_SHIFT:
    if (!push (c, (TbkPhraseElement){ -1, c->next, c->next + 1, -1 }, error))
      return FALSE;
    c->next++;
    break;
  case TBK_PHRASE_OPEN:
    if (!open_element (c, transition.label, error))
      return FALSE;
    break;
  case TBK_PHRASE_REDUCE:
    if (!reduce (c, transition, error))
      return FALSE;
    break;
  case TBK_PHRASE_FINISH:
    c->is_finished = TRUE;
  }
  /* Any other step ends a chain of constituents of one child. */
  c->n_unary = is_unary ? c->n_unary + 1 : 0;
  return TRUE;
}

gboolean
tbk_phrase_configuration_step (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const char *obstacle = tbk_phrase_configuration_obstacle (c, transition);

  if (obstacle == NULL)
    return configuration_take_phrase (c, transition, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the transition is not allowed: %s", obstacle);
  return FALSE;
}

/* 4. keys: transitions as text: SH, NT-X, RE, RE-X-k, FI. A label may have hyphens: RE-NP-SBJ-2 is the
 * label NP-SBJ with 2 children, so the number is sought from the end.
 *
 *   top-down    SH   NT-X   RE
 *   in-order    SH   NT-X   RE        FI
 *   bottom-up   SH          RE-X-k    FI
 *
 * A label that is new is added to the vocabulary: a transition may build what no gold tree has.
 */

void
tbk_phrase_transition_write (const TbkPhraseSystem *system, TbkPhraseTransition transition,
                             const TbkVocabulary *labels, GString *text)
{
  static const char *const keys[] = { "SH", "NT", "RE", "FI" };
  const gboolean has_children =
      transition.act == TBK_PHRASE_REDUCE && system->strategy == TBK_PHRASE_BOTTOM_UP;

  g_string_append (text, keys[transition.act]);
  /* In the other systems RE builds the open element, which has its label. */
  if (transition.act == TBK_PHRASE_OPEN || has_children) {
    g_string_append_c (text, '-');
    g_string_append (text, tbk_vocabulary_name (labels, transition.label));
  }
  if (has_children)
    g_string_append_printf (text, "-%d", transition.n_children);
}

/* The forms of keys that a system has, in words. */
const char *
keys_expected (const TbkPhraseSystem *system)
{
  static const char *const expected[] = { "SH, NT-X or RE", "SH, NT-X, RE or FI", "SH, RE-X-k or FI" };

  return expected[system->strategy];
}

/* Sets @error to what was found and which keys the system has; returns FALSE. */
static gboolean
refuse (const TbkPhraseSystem *system, const char *key, gsize length, GError **error)
{
  g_autofree char *found = tbk_quote (key, length);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found the transition %s, expected %s", found,
               keys_expected (system));
  return FALSE;
}

/* Reads the number of children behind the last '-' of a key, and cuts both off: "RE-NP-SBJ-2" becomes
 * "RE-NP-SBJ", and 2 is returned. 0 if there is no number, or one in another form, such as 02: each
 * transition has one key. */
static int
take_children (const char *key, gsize *length)
{
  gsize dash = *length;
  int n = 0;

  while (dash > 0 && key[dash - 1] != '-')
    dash--;
  /* No leading zero, and at most nine digits, which no int overflows by. */
  if (dash == 0 || dash == *length || key[dash] == '0' || *length - dash > 9)
    return 0;
  for (gsize i = dash; i < *length; i++) {
    if (!g_ascii_isdigit (key[i]))
      return 0;
    n = 10 * n + (key[i] - '0');
  }
  *length = dash - 1;
  return n;
}

/* A key is not NUL-terminated: it is part of a line. */
static gboolean
is_key (const char *key, gsize length, const char *expected)
{
  return strlen (expected) == length && memcmp (key, expected, length) == 0;
}

/* Asks only whether the system has a transition of that key, not whether it is allowed. */
gboolean
tbk_phrase_transition_read (const TbkPhraseSystem *system, const char *key, gsize length,
                            TbkVocabulary *labels, TbkPhraseTransition *transition, GError **error)
{
  const gboolean is_bottom_up = system->strategy == TBK_PHRASE_BOTTOM_UP;
  TbkPhraseTransition found = { TBK_PHRASE_SHIFT, -1, 0 };
  const char *prefix = is_bottom_up ? "RE-" : "NT-";
  gsize end = length;

  if (is_key (key, length, "SH")) {
    found.act = TBK_PHRASE_SHIFT;
  } else if (is_key (key, length, "RE") && !is_bottom_up) {
    found.act = TBK_PHRASE_REDUCE;
  } else if (is_key (key, length, "FI") && system->finishes) {
    found.act = TBK_PHRASE_FINISH;
  } else {
    if (length < 4 || memcmp (key, prefix, 3) != 0 || memchr (key, '\0', length) != NULL)
      return refuse (system, key, length, error);
    found.act = is_bottom_up ? TBK_PHRASE_REDUCE : TBK_PHRASE_OPEN;
    if (is_bottom_up && ((found.n_children = take_children (key, &end)) == 0 || end <= 3))
      return refuse (system, key, length, error);
    found.label = tbk_vocabulary_add (labels, key + 3, end - 3, error);
    if (found.label < 0)
      return FALSE;
  }
  *transition = found;
  return TRUE;
}
