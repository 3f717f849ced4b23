/* configuration.c - configurations: their memory, where they begin and end, and every step of every system.
 *
 * Contents
 *   1. configuration: the memory of configurations, where they begin and end, and what form they have
 *   2. step: what each row of a system's table means: when it is allowed, and what it does
 *   3. system: what a system has by name
 *   4. fragments: heads for the words of the stack that have none
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "tbk/transition.h"

/* 1. configuration: the memory of configurations, where they begin and end, and what form they have.
 *
 * A word of 1..n is in the stack, in `returned`, in `second`, or among buffer..n; or it is gone. Only in
 * two-planar parsing can one be in two of these, the two stacks. Each list is an array whose end is where
 * things happen:
 *
 *   stack      stack[depth - 1] is the top
 *   returned   words that went back to the input; returned[n_returned - 1] is the front
 *   second     the second list or stack; second[n_second - 1] is its front, or its top
 *   heads      heads[1..n], -1 for a word without head
 *
 * Arrays that a system does not use stay NULL. All have room for n_allocated + 1 elements. As no list can be
 * longer, pushing needs no check of memory: only starting and copying can fail.
 */

/* Makes room for @n words in an array, unless it has room already. @array is the address of a pointer
 * of any type, passed without one, so that one function serves arrays of labels, words and children.
 * @has_room: the arrays that are there are long enough; one that is not there yet is made all the
 * same. */
static gboolean
reserve (gpointer array, gboolean is_wanted, gboolean has_room, int n, gsize size)
{
  return !is_wanted || (has_room && *(gpointer *) array != NULL) || try_renew (array, (gsize) n + 1, size);
}

/* Makes room for @n words in all arrays that the system, or the caller by keeps_..., uses. An array
 * that was allocated for another system grows along, so that n_allocated holds of all. If memory runs
 * out half way, n_allocated stays: some arrays are longer than it says, none shorter. */
static gboolean
make_room (TbkConfiguration *c, int n, GError **error)
{
  gboolean has_room = n <= c->n_allocated;
  guint features = c->system->features;

  n = MAX (n, c->n_allocated);
  if (!reserve (&c->stack, TRUE, has_room, n, sizeof *c->stack)
      || !reserve (&c->heads, TRUE, has_room, n, sizeof *c->heads)
      || !reserve (&c->returned, c->returned != NULL || (features & TBK_HAS_RETURNED), has_room, n,
                   sizeof (int))
      || !reserve (&c->second, c->second != NULL || (features & TBK_HAS_SECOND), has_room, n, sizeof (int))
      || !reserve (&c->relations, c->relations != NULL || c->keeps_relations, has_room, n, sizeof (int))
      || !reserve (&c->children, c->children != NULL || c->keeps_children, has_room, n, sizeof *c->children))
    return memory_fail (error, "a configuration of %d words", n);
  c->n_allocated = n;
  return TRUE;
}

void
tbk_configuration_keep_relations (TbkConfiguration *configuration)
{
  configuration->keeps_relations = TRUE;
}

void
tbk_configuration_keep_children (TbkConfiguration *configuration)
{
  configuration->keeps_children = TRUE;
}

gboolean
tbk_configuration_start (TbkConfiguration *c, const TbkSystem *system, int n, GError **error)
{
  g_return_val_if_fail (system != NULL && n >= 0 && n < G_MAXINT - 1, FALSE);

  c->system = system;
  if (!make_room (c, n, error))
    return FALSE;
  c->n = n;
  c->depth = 0;
  if (!system->starts_empty)
    c->stack[c->depth++] = (TbkStackElement){ 0, system->root };
  c->buffer = 1;
  c->n_returned = c->n_second = 0;
  c->is_second_active = c->has_switched = FALSE;
  /* All bytes of -1 are 0xff, so memset() can write it. */
  memset (c->heads, -1, ((gsize) n + 1) * sizeof (int));
  if (c->keeps_relations)
    memset (c->relations, -1, ((gsize) n + 1) * sizeof (int));
  if (c->keeps_children)
    memset (c->children, 0, ((gsize) n + 1) * sizeof (TbkChildren));
  return TRUE;
}

/* Copies as much of each array as is in use. A configuration without heads, as records may give it,
 * makes one without heads. If memory runs out, the copy has its old words and is no configuration of
 * the new system: it must be started or copied again. */
gboolean
tbk_configuration_copy (TbkConfiguration *c, const TbkConfiguration *from, GError **error)
{
  gsize n_words = (gsize) from->n + 1;

  g_return_val_if_fail (from->system != NULL && configuration_is_sized (from), FALSE);

  c->system = from->system;
  c->keeps_relations = from->keeps_relations;
  c->keeps_children = from->keeps_children;
  if (!make_room (c, from->n, error))
    return FALSE;
  c->n = from->n;
  c->depth = from->depth;
  c->buffer = from->buffer;
  c->n_returned = from->n_returned;
  c->n_second = from->n_second;
  c->is_second_active = from->is_second_active;
  c->has_switched = from->has_switched;
  memcpy (c->stack, from->stack, (gsize) from->depth * sizeof (TbkStackElement));
  if (from->heads == NULL)
    g_clear_pointer (&c->heads, g_free);
  else
    memcpy (c->heads, from->heads, n_words * sizeof (int));
  if (from->n_returned > 0)
    memcpy (c->returned, from->returned, (gsize) from->n_returned * sizeof (int));
  if (from->n_second > 0)
    memcpy (c->second, from->second, (gsize) from->n_second * sizeof (int));
  if (from->keeps_relations)
    memcpy (c->relations, from->relations, n_words * sizeof (int));
  if (from->keeps_children)
    memcpy (c->children, from->children, n_words * sizeof (TbkChildren));
  return TRUE;
}

void
tbk_configuration_clear (TbkConfiguration *c)
{
  g_free (c->stack);
  g_free (c->heads);
  g_free (c->returned);
  g_free (c->second);
  g_free (c->relations);
  g_free (c->children);
  *c = (TbkConfiguration) TBK_CONFIGURATION_INIT;
}

/* In systems with `returned`, words that went back are input too. */
gboolean
tbk_configuration_is_final (const TbkConfiguration *c)
{
  if (c->buffer <= c->n)
    return FALSE;
  switch (c->system->final) {
  case TBK_FINAL_ONE:
    return c->depth == 1 && c->n_returned == 0;
  case TBK_FINAL_ONE_LEFT:
    return c->depth + c->n_returned == 1;
  case TBK_FINAL_NO_INPUT:
    return c->n_returned == 0;
  }
  return FALSE;
}

void
configuration_tree (const TbkConfiguration *c, int *heads)
{
  heads[0] = -1;
  for (int i = 1; i <= c->n; i++)
    heads[i] = MAX (c->heads[i], 0);
}

/* Checks that the label of element @i is one that the system gives. Some labels are for the top alone,
 * while it is being decided what becomes of its word. */
static gboolean
check_label (const TbkConfiguration *c, int i, GError **error)
{
  const TbkStackElement *element = &c->stack[i];
  guint labels = c->system->labels | (i == c->depth - 1 ? c->system->top_labels : 0);

  if ((element->label & labels) != 0)
    return TRUE;
  return fail_data (error, "word %d of the stack has a label that it cannot have%s", element->word,
                    (element->label & c->system->top_labels) != 0 ? ": only the top of the stack can have it"
                                                                  : "");
}

/* Checks the bottom of the stack, where the system starts with 0, and the first word of the input's rest. In
 * list-based parsing 0 may be in the second list, as its last element. */
static gboolean
check_ends (const TbkConfiguration *c, GError **error)
{
  gboolean is_aside = c->depth == 0 && c->n_second > 0 && c->second[c->n_second - 1] == 0;

  if (!c->system->starts_empty && !is_aside
      && (c->depth < 1 || c->stack[0].word != 0 || c->stack[0].label != c->system->root))
    return fail_data (error, "the stack does not begin with word 0 under the label of the root");
  if (c->buffer < 1 || c->buffer > c->n + 1)
    return fail_data (error, "the remaining input begins with word %d: a number in 1..%d was expected",
                      c->buffer, c->n + 1);
  return TRUE;
}

/* Words that never return increase from the bottom of the stack to the input. */
static gboolean
check_increasing (const TbkConfiguration *c, GError **error)
{
  int first = c->system->starts_empty ? 0 : 1;

  for (int i = first; i < c->depth; i++) {
    int below = i > 0 ? c->stack[i - 1].word : 0;

    if (c->stack[i].word <= below)
      return fail_data (error, "the stack has word %d above word %d: words must increase from the bottom",
                        c->stack[i].word, below);
    if (!check_label (c, i, error))
      return FALSE;
  }
  if (c->depth > 0 && c->stack[c->depth - 1].word >= c->buffer)
    return fail_data (error, "the top of the stack is word %d, but the remaining input begins with word %d",
                      c->stack[c->depth - 1].word, c->buffer);
  return TRUE;
}

/* Marks @word, which must be one of 1..@last, as met, so that it is found if it comes again; @where is for
 * messages. */
static gboolean
meet (guint8 *is_met, int word, int last, const char *where, GError **error)
{
  if (word < 1 || word > last)
    return fail_data (error, "the %s has word %d: a number in 1..%d was expected", where, word, last);
  if (is_met[word])
    return fail_data (error, "the %s has word %d, which is elsewhere too", where, word);
  is_met[word] = TRUE;
  return TRUE;
}

/* TRUE if words can go for good: popped, or forgotten with the second list. */
static gboolean
drops_words (const TbkSystem *system)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (system->transitions[t].popped != TBK_PLACE_NONE
        || system->transitions[t].second == TBK_SECOND_FORGOTTEN)
      return TRUE;
  return FALSE;
}

/* Checks the two lists of list-based parsing: read as one, the first from its bottom and then the second
 * from its end, words increase. All words before the front are in one of them, but for words with a head in
 * systems that drop such. */
static gboolean
check_lists (const TbkConfiguration *c, const guint8 *is_met, GError **error)
{
  gboolean may_miss = drops_words (c->system);
  int before = -1;

  for (int i = 0; i < c->depth + c->n_second; i++) {
    int word = i < c->depth ? c->stack[i].word : c->second[c->depth + c->n_second - 1 - i];

    if (word <= before)
      return fail_data (error, "the lists have word %d behind word %d: words must increase", word, before);
    before = word;
  }
  for (int word = 1; word < c->buffer; word++)
    if (!is_met[word] && !(may_miss && (c->heads == NULL || c->heads[word] >= 0)))
      return fail_data (error, "word %d is in neither list%s", word, may_miss ? " and has no head" : "");
  return TRUE;
}

/* Checks a configuration whose words come in any order, since they can return: each is in one place. */
static gboolean
check_places (const TbkConfiguration *c, GError **error)
{
  g_autofree guint8 *is_met = g_try_malloc0 ((gsize) c->n + 1);

  if (is_met == NULL)
    return memory_fail (error, "a configuration of %d words", c->n);
  for (int i = c->system->starts_empty ? 0 : 1; i < c->depth; i++)
    if (!meet (is_met, c->stack[i].word, c->buffer - 1, "stack", error) || !check_label (c, i, error))
      return FALSE;
  for (int i = 0; i < c->n_returned; i++)
    if (!meet (is_met, c->returned[i], c->buffer - 1, "input", error))
      return FALSE;
  for (int i = 0; i < c->n_second; i++)
    if (c->second[i] != 0 && !meet (is_met, c->second[i], c->buffer - 1, "second list", error))
      return FALSE;
  return (c->system->features & TBK_HAS_SECOND) == 0 || check_lists (c, is_met, error);
}

/* Checks two stacks, as planar parsing has them: words of either increase, and a word may be in both. */
static gboolean
check_stacks (const TbkConfiguration *c, GError **error)
{
  for (int i = 0; i < c->n_second; i++) {
    const int below = i > 0 ? c->second[i - 1] : 0;

    if (c->second[i] <= below || c->second[i] >= c->buffer)
      return fail_data (error, "the second stack has word %d above word %d: words must increase to the input",
                        c->second[i], below);
  }
  return check_increasing (c, error);
}

/* Checks that a configuration, which may come from anywhere, is one that later steps can rely on. No word
 * is in two places, and none is missing that a step could ask for. The features of the system say which
 * form it has:
 *
 *   none                                stack 0 < a_1 < ... < a_k, and all below the front
 *   TBK_HAS_RETURNED                    the same words in any order: swap, arc-eager-unshift
 *   TBK_HAS_SECOND                      two lists; the second goes on where the first ends: covington
 *   TBK_HAS_SECOND, TBK_HAS_TWO_STACKS  two stacks that may share words: two-planar
 *
 * It is not asked whether some computation leads there: values are defined for all.
 */
gboolean
tbk_configuration_check (const TbkConfiguration *c, GError **error)
{
  gboolean may_return;

  g_return_val_if_fail (c->system != NULL && c->n >= 0 && c->n < G_MAXINT - 1, FALSE);
  /* Sizes first: what follows reads the arrays by them. */
  if (c->depth > c->n + 1)
    return fail_data (error, "the stack has %d elements: at most %d were expected", c->depth, c->n + 1);
  if ((c->system->features & TBK_HAS_TWO_STACKS) != 0)
    return check_ends (c, error) && check_stacks (c, error);
  /* Systems whose words keep their order need no memory for the check. */
  may_return = (c->system->features & (TBK_HAS_RETURNED | TBK_HAS_SECOND)) != 0;

  return check_ends (c, error) && (may_return ? check_places (c, error) : check_increasing (c, error));
}

/* 2. step: what each row of a system's table means: when it is allowed, and what it does.
 *
 * The tests of a precondition come in a fixed order, cheap and common ones first; the first that fails is the
 * obstacle reported. Places of the stack are read only after the test of its depth. The effects come in the
 * order of the fields of TbkTransition: the arc is made while both words are still in place, the front is
 * pushed last.
 *
 * An example in arc-eager-labelled parsing: the stack 0 1 with 1 of label L, and the front 2. The row of
 * left_arc has .top = L, .needs = INPUT, .head = FRONT, .dependent = TOP, .popped = TOP. So 2 becomes the
 * head of 1, and 1 leaves the stack. The row of right_arc has .head = TOP, .dependent = FRONT, .push = R: 1
 * becomes the head of 2, and then 2 goes onto the stack with label R. No code knows these transitions by
 * name.
 *
 * Words that leave the stack without being gone, top and front at the bar, what returned first:
 *
 *   swap         0 1 2 | 3 4       SW: the word under the top returns to the input
 *                0 2 | 1 3 4       returned = 1; SH takes it from there
 *   covington    0 1 2 | 3 4       NA: the top goes into the second list
 *                0 1 (2) | 3 4     second = 2
 *                0 (1 2) | 3 4     NA again: second = 2 1, its front last
 *                0 1 2 3 | 4       SH: the second list goes back onto the stack, then the front
 *   two-planar   0 1 | 2           SW: the stacks change places; SH pushes onto both
 */

/* The element of the stack at @place, which is there. Places are numbered from the top downwards. */
static inline TbkStackElement *
element_at (const TbkConfiguration *c, TbkPlace place)
{
  return &c->stack[c->depth - 1 - (int) (place - TBK_PLACE_TOP)];
}

static inline int
word_at (const TbkConfiguration *c, TbkPlace place)
{
  return place == TBK_PLACE_FRONT ? tbk_configuration_front (c) : element_at (c, place)->word;
}

static const char *
depth_obstacle (const TbkConfiguration *c)
{
  return c->depth == 0   ? "the stack is empty"
         : c->depth == 1 ? "the stack has only one element"
                         : "the stack has too few elements";
}

/* Returns what the heads made so far forbid, or NULL. `headless` and `headed` name the place of a word
 * that must have no head yet, or have one: arc-eager-published reduces a word only if it has its head. */
static const char *
head_obstacle (const TbkConfiguration *c, const TbkTransition *transition)
{
  g_return_val_if_fail (c->heads != NULL, "heads are not kept");
  if (transition->headless != TBK_PLACE_NONE && c->heads[word_at (c, transition->headless)] >= 0)
    return transition->headless == TBK_PLACE_TOP ? "the top of the stack has a head already"
                                                 : "the first word of the input has a head already";
  if (transition->headed != TBK_PLACE_NONE && c->heads[word_at (c, transition->headed)] < 0)
    return "the top of the stack has no head yet";
  return NULL;
}

/* TRUE if the word at @place is @word or, by the arcs made, dominates it: O(depth of @word). */
static gboolean
dominates (const TbkConfiguration *c, TbkPlace place, int word)
{
  int ancestor = word_at (c, place);

  while (word >= 0 && word != ancestor)
    word = c->heads[word];
  return word == ancestor;
}

/* Returns which of the rarer needs is not met, or NULL. They are few bits of few transitions, so most
 * never come here: the caller asks only if there is one besides that of input. @is_of_tree saves the
 * test against cycles, which goes up all ancestors of a word. */
static const char *
need_obstacle (const TbkConfiguration *c, const TbkTransition *transition, gboolean is_of_tree)
{
  guint needs = transition->needs;

  if ((needs & TBK_NEEDS_NO_INPUT) != 0 && tbk_configuration_n_input (c) > 0)
    return "input remains";
  if ((needs & TBK_NEEDS_NEW) != 0 && c->buffer > c->n)
    return "every word has left the input before";
  if ((needs & TBK_NEEDS_ORDER) != 0
      && (word_at (c, TBK_PLACE_UNDER) == 0 || word_at (c, TBK_PLACE_UNDER) > word_at (c, TBK_PLACE_TOP)))
    return "the word under the top of the stack does not come before the top, or is 0";
  if ((needs & TBK_NEEDS_NO_SWITCH) != 0 && c->has_switched)
    return "the stacks have just changed places";
  if ((needs & TBK_NEEDS_NO_CYCLE) != 0 && !is_of_tree
      && dominates (c, transition->dependent, word_at (c, transition->head)))
    return "the arc would close a cycle";
  return NULL;
}

/* Returns why an element with @label, at the place that @n_below counts from the top, cannot be taken.
 * A label is one bit; its number, 0 to 4, chooses the message: none, L, R, N, C. */
static const char *
label_obstacle (TbkLabel label, int n_below)
{
#define OF(where)                                                                                            \
  {                                                                                                          \
    "the label of the " where " does not allow it",                                                          \
        "the " where " has no head yet, or is to be a left child (label L)",                                 \
        "the " where " has its head, or is to be a right child (label R)",                                   \
        "nothing is decided yet of the " where " (label N)",                                                 \
        "the " where " gets no more left children (label C)"                                                 \
  }
  static const char *const messages[][5] = { OF ("top of the stack"),
                                             OF ("element under the top of the stack") };
#undef OF

  return messages[n_below][g_bit_nth_lsf (label, -1)];
}

/* Returns why a transition is not allowed, NULL if it is; the label of the top comes before that of the
 * element under it. @is_of_tree: the arc closes
 * no cycle. */
static inline const char *
obstacle (const TbkConfiguration *c, const TbkTransition *transition, gboolean is_of_tree)
{
  if ((transition->needs & TBK_NEEDS_INPUT) != 0 && c->buffer > c->n && c->n_returned == 0)
    return "no input remains";
  if (c->depth < transition->depth)
    return depth_obstacle (c);
  if (transition->top != 0 && (c->stack[c->depth - 1].label & transition->top) == 0)
    return label_obstacle (c->stack[c->depth - 1].label, 0);
  if (transition->under != 0 && (c->stack[c->depth - 2].label & transition->under) == 0)
    return label_obstacle (c->stack[c->depth - 2].label, 1);
  if (transition->not_root != TBK_PLACE_NONE && word_at (c, transition->not_root) == 0)
    return "word 0 cannot become a child";
  if ((transition->needs & ~TBK_NEEDS_INPUT) != 0) {
    const char *why = need_obstacle (c, transition, is_of_tree);
    if (why != NULL)
      return why;
  }
  if (transition->headless != TBK_PLACE_NONE || transition->headed != TBK_PLACE_NONE)
    return head_obstacle (c, transition);
  return NULL;
}

/* TRUE if @c is final where a transition could follow otherwise. With TBK_FINAL_ONE, 0 alone and no input,
 * every row is refused anyway for lack of elements or input; so the test is left out. */
static inline gboolean
ends_early (const TbkConfiguration *c)
{
  return (c->system->final != TBK_FINAL_ONE || (c->system->features & TBK_HAS_RETURNED) != 0)
         && tbk_configuration_is_final (c);
}

const char *
tbk_configuration_obstacle (const TbkConfiguration *c, const TbkTransition *transition)
{
  return ends_early (c) ? "the configuration is final" : obstacle (c, transition, FALSE);
}

gboolean
configuration_allows_in_tree (const TbkConfiguration *c, const TbkTransition *transition)
{
  return !ends_early (c) && obstacle (c, transition, TRUE) == NULL;
}

guint
tbk_configuration_allowed (const TbkConfiguration *c)
{
  guint allowed = 0;

  if (ends_early (c))
    return 0;
  for (int t = 0; t < c->system->n_transitions; t++)
    allowed |= (guint) (obstacle (c, &c->system->transitions[t], FALSE) == NULL) << t;
  return allowed;
}

gboolean
tbk_configuration_arc (const TbkConfiguration *c, const TbkTransition *transition, int *head, int *dependent)
{
  if (transition->head == TBK_PLACE_NONE)
    return FALSE;
  *head = word_at (c, transition->head);
  *dependent = word_at (c, transition->dependent);
  return TRUE;
}

/* Keeps the number of children on each side and the two outermost ones, the features of parsers. Arcs to the
 * same side may be made in any order, so a new one may be the first, the second, or neither. */
static void
add_child (TbkChildren *children, int head, int dependent)
{
  gboolean is_left = dependent < head;
  int *first = is_left ? &children->left : &children->right;
  int *second = is_left ? &children->second_left : &children->second_right;

  *(is_left ? &children->n_left : &children->n_right) += 1;
  if (*first == 0 || (is_left ? dependent < *first : dependent > *first)) {
    *second = *first;
    *first = dependent;
  } else if (*second == 0 || (is_left ? dependent < *second : dependent > *second)) {
    *second = dependent;
  }
}

/* Returns the word that gets its relation by the transition, 0 if none does. In some systems a word has its
 * arc later than its relation: right_arc of arc-eager parsing shifts a word as a right child to be, with a
 * relation, and reduce makes the arc. A word gets a relation once. */
int
tbk_configuration_related (const TbkConfiguration *c, const TbkTransition *transition)
{
  TbkPlace place = transition->related != TBK_PLACE_NONE ? transition->related : transition->dependent;
  int word = place != TBK_PLACE_NONE ? word_at (c, place) : 0;

  return word > 0 && c->relations[word] < 0 ? word : 0;
}

/* Heads may be missing (records without them); outermost children are kept for parsers alone. */
static void
make_arc (TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (!tbk_configuration_arc (c, transition, &head, &dependent))
    return;
  if (c->heads != NULL)
    c->heads[dependent] = head;
  if (c->keeps_children)
    add_child (&c->children[head], head, dependent);
}

/* Takes the element at @place out of the stack; those above it move down. */
static inline void
pop (TbkConfiguration *c, TbkPlace place)
{
  TbkStackElement *element = element_at (c, place);

  if (place == TBK_PLACE_UNDER)
    element[0] = element[1];
  else if (place > TBK_PLACE_UNDER)
    memmove (element, element + 1, (place - TBK_PLACE_TOP) * sizeof *element);
  c->depth--;
}

/* Exchanges the two stacks of planar parsing, word by word. All their labels are that of the root. */
static void
switch_stacks (TbkConfiguration *c)
{
  const int depth = c->depth, n_second = c->n_second;

  for (int i = 0; i < MAX (depth, n_second); i++) {
    const int word = i < n_second ? c->second[i] : 0;
    if (i < depth)
      c->second[i] = c->stack[i].word;
    if (i < n_second)
      c->stack[i] = (TbkStackElement){ word, c->system->root };
  }
  c->depth = n_second;
  c->n_second = depth;
  c->is_second_active = !c->is_second_active;
}

/* Does what a transition does to the second list: exchanges the stacks, pushes the front onto it, pushes
 * the top onto it, moves all of it back onto the stack, or forgets it. */
static void
move_second (TbkConfiguration *c, const TbkTransition *transition)
{
  if (transition->second == TBK_SECOND_SWITCHED) {
    switch_stacks (c);
    return;
  }
  if (transition->second == TBK_SECOND_SHIFTED) {
    c->second[c->n_second++] = tbk_configuration_front (c);
    return;
  }
  if (transition->second == TBK_SECOND_GROWS) {
    c->second[c->n_second++] = word_at (c, TBK_PLACE_TOP);
    c->depth--;
    return;
  }
  while (transition->second == TBK_SECOND_RETURNS && c->n_second > 0)
    c->stack[c->depth++] = (TbkStackElement){ c->second[--c->n_second], transition->push };
  c->n_second = 0;
}

/* Shifts the front onto the stack with @label. Words that returned to the input come first, before
 * buffer..n. */
static inline void
push (TbkConfiguration *c, TbkLabel label)
{
  int front = c->n_returned > 0 ? c->returned[--c->n_returned] : c->buffer++;

  c->stack[c->depth++] = (TbkStackElement){ front, label };
}

void
configuration_take (TbkConfiguration *c, const TbkTransition *transition)
{
  /* The order of the fields of TbkTransition: each effect sees what those before it have left. */
  make_arc (c, transition);
  c->has_switched = transition->second == TBK_SECOND_SWITCHED;
  if (transition->popped != TBK_PLACE_NONE)
    pop (c, transition->popped);
  if (transition->returned != TBK_PLACE_NONE) {
    c->returned[c->n_returned++] = word_at (c, transition->returned);
    pop (c, transition->returned);
  }
  if (transition->second != TBK_SECOND_KEPT)
    move_second (c, transition);
  if (transition->relabel != 0)
    c->stack[c->depth - 1].label = transition->relabel;
  if (transition->push != 0)
    push (c, transition->push);
}

gboolean
tbk_configuration_step (TbkConfiguration *c, const TbkTransition *transition, GError **error)
{
  const char *why = tbk_configuration_obstacle (c, transition);

  if (why != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s is not allowed: %s", transition->name, why);
    return FALSE;
  }
  configuration_take (c, transition);
  return TRUE;
}

/* The relation is set before the step, while its word can still be found by its place. */
gboolean
configuration_step_with (TbkConfiguration *c, const TbkTransition *transition, int relation, GError **error)
{
  int word = 0;

  g_return_val_if_fail (c->keeps_relations, FALSE);
  if (tbk_configuration_obstacle (c, transition) == NULL)
    word = tbk_configuration_related (c, transition);
  if (word > 0)
    c->relations[word] = relation;
  return tbk_configuration_step (c, transition, error);
}

/* 3. system: what a system has by name. Names have hyphens; those of policies may be given with `_`. */

int
tbk_system_policy (const TbkSystem *system, const char *name)
{
  g_autofree char *hyphens = g_strdelimit (g_strdup (name), "_", '-');

  for (int p = 0; p < system->n_policies; p++)
    if (strcmp (system->policies[p].name, hyphens) == 0)
      return p;
  return -1;
}

/* 4. fragments: heads for the words of the stack that have none.
 *
 * A computation may end with several words without head in the stack. With the stack 0 1 2 3 of which 1 and 3
 * have none, and 2 is a child of 1, the heads of 1 and 3 are
 *
 *   root   0 0      left   0 2     chain   0 1     right   3 0     first   0 1     last   3 0
 *
 * where left takes the word below in the stack, and chain the next one below without head. `word` is as
 * first; but if words, in the stack or gone, are children of 0 already, all depend on the last of these.
 */

static const char *const names[TBK_N_COMPLETIONS] = {
  [TBK_COMPLETE_ROOT] = "root",   [TBK_COMPLETE_LEFT] = "left",   [TBK_COMPLETE_CHAIN] = "chain",
  [TBK_COMPLETE_RIGHT] = "right", [TBK_COMPLETE_FIRST] = "first", [TBK_COMPLETE_LAST] = "last",
  [TBK_COMPLETE_WORD] = "word",
};

const char *
completion_name (TbkCompletion completion)
{
  g_return_val_if_fail (completion < TBK_N_COMPLETIONS, NULL);

  return names[completion];
}

gboolean
tbk_completion_find (const char *name, TbkCompletion *completion)
{
  for (int i = 0; i < TBK_N_COMPLETIONS; i++)
    if (strcmp (names[i], name) == 0) {
      *completion = i;
      return TRUE;
    }
  return FALSE;
}

/* The next word without head in the stack, from place @i on in the direction @step; 0 if there is none. */
static int
next_headless (const TbkConfiguration *c, int i, int step)
{
  for (; i >= 1 && i < c->depth; i += step)
    if (c->heads[c->stack[i].word] < 0)
      return c->stack[i].word;
  return 0;
}

/* Finds the word that all others without head depend on, while it depends on 0 itself. With
 * TBK_COMPLETE_WORD it is the last child of 0 that is there already, so that 0 has no more children
 * than before. Else it is the first or the last word of the stack without head. 0 if there is none:
 * then no head is missing. */
static int
find_hub (const TbkConfiguration *c, TbkCompletion completion)
{
  if (completion == TBK_COMPLETE_WORD)
    for (int word = c->n; word >= 1; word--)
      if (c->heads[word] == 0)
        return word;
  return completion == TBK_COMPLETE_LAST ? next_headless (c, c->depth - 1, -1) : next_headless (c, 1, 1);
}

/* The head of the word at place @i of the stack, which has none. */
static int
find_head (const TbkConfiguration *c, TbkCompletion completion, int i, int hub)
{
  switch (completion) {
  case TBK_COMPLETE_LEFT:
    return c->stack[i - 1].word;
  case TBK_COMPLETE_CHAIN:
    return next_headless (c, i - 1, -1);
  case TBK_COMPLETE_RIGHT:
    return next_headless (c, i + 1, 1);
  case TBK_COMPLETE_FIRST:
  case TBK_COMPLETE_LAST:
  case TBK_COMPLETE_WORD:
    return c->stack[i].word == hub ? 0 : hub;
  default:
    return 0;
  }
}

/* Heads are found one by one from those made by transitions, not from those completed here: what is
 * completed first makes no difference to the rest. */
void
tbk_complete (const TbkConfiguration *c, TbkCompletion completion, int *heads)
{
  int hub;

  g_return_if_fail (tbk_configuration_n_input (c) == 0 && c->depth >= 1 && c->stack[0].word == 0);
  g_return_if_fail (completion < TBK_N_COMPLETIONS);

  hub = find_hub (c, completion);
  memcpy (heads, c->heads, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    if (c->heads[c->stack[i].word] < 0)
      heads[c->stack[i].word] = find_head (c, completion, i, hub);
}
