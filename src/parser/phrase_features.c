/* phrase_features.c - states and features of phrase-structure parsing.
 *
 * Contents
 *   1. state: steps of a phrase-structure parser, under the caps of its model
 *   2. features: atoms and templates of phrase-structure parsing
 */
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"

/* 1. state: steps of a phrase-structure parser, under the caps of its model.
 *
 * nodes[i] describes element i of the stack for the features: its label, head word, and some of its
 * children. Steps keep it up to date, so that no feature walks through a subtree. In top-down parsing of
 * (S (NP the dog) barks):
 *
 *   NT-S NT-NP SH    (S (NP the    node of NP: one child, first = last = the tag of "the"
 *   SH               ... dog       node of NP: two children, headed by "dog", as NN begins as NP does
 *   RE               (S NP         NP is complete; S gets it as its first child
 *
 * Top-down a child joins the open element at once. In-order this waits for the next step: NT-X may take
 * the element as the first child of another constituent.
 */

enum { OPEN = 0x40000000, EMPTY = 0x2545f491 };

/* Ranks of children as the head of their parent, from the least likely. Of several of the highest rank the
 * first is the head. */
enum { RANK_NONE, RANK_PHRASE, RANK_WORD, RANK_VERB, RANK_NAMESAKE };

/* The base of a tag is the part before "-" or "$", unless it begins so: NN of NN-SBJ, PRP of PRP$. */
void
phrase_state_set_word (PhraseWord *word, TbkPiece form, TbkPiece tag, GString *lower)
{
  guint32 atoms[N_ATTRIBUTES];
  gsize base = 1;

  if (g_utf8_validate (form.bytes, (gssize) form.size, NULL)) {
    words_hash_form (lower, form, atoms);
    word->form = atoms[ATTRIBUTE_FORM];
    word->prefix = atoms[ATTRIBUTE_PREFIX];
    word->suffix = atoms[ATTRIBUTE_SUFFIX];
  } else {
    word->form = word->prefix = word->suffix = words_stable_hash (form.bytes, form.size);
  }
  while (base < tag.size && tag.bytes[base] != '-' && tag.bytes[base] != '$')
    base++;
  word->tag = words_stable_hash (tag.bytes, tag.size);
  word->base = words_stable_hash (tag.bytes, MIN (base, tag.size));
  word->letter = tag.size > 0 ? (guint8) tag.bytes[0] : 0;
}

void
phrase_state_start (PhraseState *state, const TbkModel *model, const PhraseWord *words, int n)
{
  state->model = model;
  state->words = words;
  state->n_unary = 0;
  tbk_phrase_configuration_start (&state->c, model->phrases.system, n);
}

void
phrase_state_clear (PhraseState *state)
{
  tbk_phrase_configuration_clear (&state->c);
  g_free (state->nodes);
}

/* Returns the hash of a label: numbers of labels are small, and are spread over 32 bits by an odd
 * factor. */
static guint32
label_atom (int label)
{
  return ((guint32) label + 1) * 0x9e3779b1u;
}

/* Returns the node of a word that is shifted. Its tag is in the place of a label. */
static PhraseNode
word_node (const PhraseState *state, int word)
{
  const PhraseWord *w = &state->words[word];

  return (PhraseNode){ .label = w->tag, .head = word, .letter = w->letter, .children = EMPTY };
}

/* Returns the node of a constituent without children, which add_child() adds. No head yet: -1. */
static PhraseNode
phrase_node (const PhraseState *state, int label)
{
  return (PhraseNode){ .label = label_atom (label),
                       .head = -1,
                       .letter = (guint8) tbk_vocabulary_name (state->model->phrases.labels, label)[0],
                       .children = EMPTY };
}

/* The head is the first child of a category that begins as the parent's does (a noun of NP), else the first
 * verb, else the first word, else the first child. */
static guint8
head_rank (const PhraseNode *parent, const PhraseNode *child)
{
  if (child->letter == parent->letter)
    return RANK_NAMESAKE;
  if (child->n_children > 0)
    return RANK_PHRASE;
  return child->letter == 'V' ? RANK_VERB : RANK_WORD;
}

/* A node knows of its children only what features ask for: the first, the last two, a hash of all in order,
 * their number, and the word that heads it. */
static void
add_child (PhraseNode *parent, const PhraseNode *child)
{
  const guint8 rank = head_rank (parent, child);

  if (rank > parent->head_rank) {
    parent->head_rank = rank;
    parent->head = child->head;
  }
  if (parent->n_children == 0)
    parent->first = child->label;
  parent->before_last = parent->last;
  parent->last = child->label;
  parent->children = (guint32) mix (parent->children, child->label);
  parent->n_children += parent->n_children < G_MAXUINT8;
}

/* Adds the top, if it is complete, to the innermost open element. If the top is open itself there is
 * nothing to add. */
static void
join_open (PhraseState *state)
{
  const TbkPhraseConfiguration *c = &state->c;

  if (c->top_open >= 0 && c->top_open < c->depth - 1)
    add_child (&state->nodes[c->top_open], &state->nodes[c->depth - 1]);
}

/* The node of the constituent that a reduction will make; bottom-up of the children that are on the stack. */
static PhraseNode
reduced_node (const PhraseState *state, TbkPhraseTransition transition)
{
  const TbkPhraseConfiguration *c = &state->c;
  PhraseNode node;

  if (model_is_bottom_up (state->model)) {
    node = phrase_node (state, transition.label);
    for (int place = c->depth - transition.n_children; place < c->depth; place++)
      add_child (&node, &state->nodes[place]);
    return node;
  }
  node = state->nodes[c->top_open];
  node.label = label_atom (c->stack[c->top_open].label);
  return node;
}

/* Returns the node of the element that @transition will put on top. An open element is told from a
 * complete one by OPEN, added to its label. */
static PhraseNode
new_node (const PhraseState *state, TbkPhraseTransition transition)
{
  PhraseNode node;

  if (transition.act == TBK_PHRASE_SHIFT)
    return word_node (state, state->c.next);
  if (transition.act == TBK_PHRASE_REDUCE)
    return reduced_node (state, transition);
  node = phrase_node (state, transition.label);
  node.label += OPEN;
  if (state->c.system->strategy == TBK_PHRASE_IN_ORDER)
    add_child (&node, &state->nodes[state->c.depth - 1]);
  return node;
}

/* In-order, whether the top is an open element: RE makes a constituent of one child of it. */
static gboolean
is_bare (const TbkPhraseConfiguration *c)
{
  return c->n_open > 0 && c->top_open == c->depth - 1;
}

/* In constituents of one child a parser could go on for ever; n_unary counts those that were just made one
 * over the other. */
static int
count_unary (const PhraseState *state, TbkPhraseTransition transition)
{
  const TbkPhraseConfiguration *c = &state->c;

  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    return transition.act == TBK_PHRASE_OPEN ? state->n_unary + 1 : 0;
  case TBK_PHRASE_IN_ORDER:
    if (transition.act == TBK_PHRASE_OPEN)
      return state->n_unary;
    return transition.act == TBK_PHRASE_REDUCE && is_bare (c) ? state->n_unary + 1 : 0;
  default:
    return transition.act == TBK_PHRASE_REDUCE && transition.n_children == 1 ? state->n_unary + 1 : 0;
  }
}

/* The node of the new top is made before the step, from elements that the step removes. */
gboolean
phrase_state_take (PhraseState *state, TbkPhraseTransition transition, GError **error)
{
  const int n_unary = count_unary (state, transition);
  const gboolean is_in_order = state->c.system->strategy == TBK_PHRASE_IN_ORDER;
  PhraseNode node;

  if (!try_reserve (&state->nodes, &state->n_allocated, (gsize) state->c.depth + 1, sizeof *state->nodes))
    return memory_fail (error, "a stack of %d elements", state->c.depth + 1);
  if (is_in_order && transition.act != TBK_PHRASE_OPEN)
    join_open (state); /* NT would have made another constituent's first child of it */
  if (transition.act != TBK_PHRASE_FINISH)
    node = new_node (state, transition);
  if (!tbk_phrase_configuration_step (&state->c, transition, error))
    return FALSE;
  state->n_unary = n_unary;
  if (transition.act == TBK_PHRASE_FINISH)
    return TRUE;
  state->nodes[state->c.depth - 1] = node;
  if (!is_in_order && transition.act != TBK_PHRASE_OPEN)
    join_open (state);
  return TRUE;
}

/* TRUE if the system allows the transition. Labels play no part in it, so -1 stands for any. */
static gboolean
is_allowed (const TbkPhraseConfiguration *c, TbkPhraseAct act, int n_children)
{
  return tbk_phrase_configuration_obstacle (c, (TbkPhraseTransition){ act, -1, n_children }) == NULL;
}

/* Marks the reductions that are possible: of 1 to max_children elements; of one only if the chain is
 * below its cap. */
static void
find_reductions (const PhraseState *state, guint8 *is_possible)
{
  const int most = MIN (state->c.depth, state->model->phrases.max_children);

  for (int k = 1; k <= most; k++)
    is_possible[CLASS_CHILDREN + k] = is_allowed (&state->c, TBK_PHRASE_REDUCE, k)
                                      && (k > 1 || state->n_unary < state->model->phrases.max_unary);
}

/* In-order, RE above a bare open element waits for a word once there are enough constituents of one child; so
 * does NT, but where it alone is allowed: over a constituent that is not the last. */
void
phrase_state_find_possible (const PhraseState *state, guint8 *is_possible)
{
  const TbkModel *model = state->model;
  const TbkPhraseConfiguration *c = &state->c;
  const gboolean is_capped = state->n_unary >= model->phrases.max_unary;
  gboolean opens;

  memset (is_possible, FALSE, (gsize) phrase_n_classes (model));
  is_possible[CLASS_SHIFT] = is_allowed (c, TBK_PHRASE_SHIFT, 0);
  if (model_is_bottom_up (model)) {
    is_possible[CLASS_END] = is_allowed (c, TBK_PHRASE_FINISH, 0);
    find_reductions (state, is_possible);
    return;
  }
  is_possible[CLASS_FINISH] = is_allowed (c, TBK_PHRASE_FINISH, 0);
  is_possible[CLASS_REDUCE] =
      is_allowed (c, TBK_PHRASE_REDUCE, 0) && !(is_capped && is_bare (c) && c->next < c->n);
  opens = is_allowed (c, TBK_PHRASE_OPEN, 0);
  if (opens && (is_capped || c->n_open >= model->phrases.max_open))
    opens = !is_possible[CLASS_SHIFT] && !is_possible[CLASS_REDUCE] && !is_possible[CLASS_FINISH];
  memset (is_possible + CLASS_OPEN, opens, (gsize) tbk_vocabulary_size (model->phrases.labels));
}

/* Classes of a strategy: shift, then what it has of finish and reduce, then a class for each label to open,
 * or for each number of children. */
int
phrase_state_class (const TbkModel *model, TbkPhraseTransition transition)
{
  const gboolean is_bottom_up = model_is_bottom_up (model);

  switch (transition.act) {
  case TBK_PHRASE_SHIFT:
    return CLASS_SHIFT;
  case TBK_PHRASE_FINISH:
    return is_bottom_up ? (int) CLASS_END : (int) CLASS_FINISH;
  case TBK_PHRASE_OPEN:
    return CLASS_OPEN + transition.label;
  default: /* TBK_PHRASE_REDUCE */
    if (!is_bottom_up)
      return CLASS_REDUCE;
    return transition.n_children <= model->phrases.max_children ? CLASS_CHILDREN + transition.n_children : -1;
  }
}

/* Returns the transition of @class, the inverse of phrase_state_class(). Bottom-up @label is the
 * second choice; -1 if it is not made yet. */
TbkPhraseTransition
phrase_transition (const TbkModel *model, int class, int label)
{
  if (class == CLASS_SHIFT)
    return (TbkPhraseTransition){ TBK_PHRASE_SHIFT, -1, 0 };
  if (model_is_bottom_up (model))
    return class == CLASS_END ? (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 }
                              : (TbkPhraseTransition){ TBK_PHRASE_REDUCE, label, class - CLASS_CHILDREN };
  if (class == CLASS_REDUCE)
    return (TbkPhraseTransition){ TBK_PHRASE_REDUCE, -1, 0 };
  if (class == CLASS_FINISH)
    return (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 };
  return (TbkPhraseTransition){ TBK_PHRASE_OPEN, class - CLASS_OPEN, 0 };
}

/* 2. features: atoms and templates of phrase-structure parsing.
 *
 * Atoms are values of places: W0.. the next words of the input, WP the word before them; S0.. the topmost
 * elements of the stack; O0.. the open elements nearest to the top; K the children of a constituent to be, C
 * its context. What is not there has a value of its own.
 */

enum { ATOMS_OF_TEMPLATE = 6, ABSENT = 0x51ed270b };

typedef enum {
#define ATOM(name) name,
#include "parser/phrase_atoms.def"
#undef ATOM
  N_PHRASE_ATOMS
} PhraseAtom;

typedef guint8 PhraseTemplate[ATOMS_OF_TEMPLATE];

/* The words to come, and the topmost elements. */
#define SHARED_TEMPLATES                                                                                     \
  { W0 }, { T0 }, { W0, T0 }, { T0, T1 }, { T0, T1, T2 }, { T0, T1, T2, T3 }, { W1 }, { W1, T0 },            \
      { W0, T1 }, { W0, W1 }, { X0 }, { X0, T1 }, { P0 }, { B0, B1, B2, B3 }, { B0, B1, B2 }, { W2 },        \
      { T2 }, { T1 }, { T1, T2 }, { WP, W0 }, { TP, T0 }, { TP, T0, T1 }, { S0L }, { S0L, S0W },             \
      { S0L, S0T }, { S0W }, { S1L }, { S1L, S1W }, { S1L, S1T }, { S0L, S1L }, { S0L, S1L, S2L },           \
      { S0L, S1L, S2L, S3L }, { S0L, S1L, S2L, T0 }, { S0L, T0 }, { S0L, W0 }, { S0L, W0, T1 },              \
      { S0L, T0, T1 }, { S0L, T0, T1, T2 }, { S0L, S1L, T0 }, { S0L, S1L, T0, T1 }, { S0L, S1L, W0 },        \
      { S0W, T0 }, { S0W, W0 }, { S0T, T0 }, { S0T, T0, T1 }, { S0L, S0T, T0 }, { S0L, S0W, T0 },            \
      { S0L, S0T, W0 }, { S1T, S0T }, { S1W, S0T }, { S1T, S0W }, { S1W, S0W }, { S1L, S0W }, { S1W, S0L },  \
      { S0T, S1T, T0 }, { S0L, S1L, S0T, S1T }, { S0L, S0C }, { S0L, S0C, T0 }, { S0L, S0F, S0E },           \
      { S0L, S0N }, { S0L, S0N, T0 }, { S0L, S0K }, { S0L, S0E, T0 }, { U, S0L }, { U, S0L, T0 }, { U, T0 }, \
      { Z, T0 }, { Z, S0L }, { S0L, B0, B1, B2 },                                                            \
  {                                                                                                          \
    S0L, X0                                                                                                  \
  }

static const PhraseTemplate open_templates[] = {
  SHARED_TEMPLATES,
  { O0L },
  { O0L, T0 },
  { O0L, T0, T1 },
  { O0L, T0, T1, T2 },
  { O0L, W0 },
  { O0L, W0, T1 },
  { O0L, W1, T0 },
  { O0L, W0, W1 },
  { O0L, B0, B1, B2, B3 },
  { O0L, X0 },
  { O0L, S0L },
  { O0L, S0L, T0 },
  { O0L, S0L, T0, T1 },
  { O0L, S0L, W0 },
  { O0L, S0T, T0 },
  { O0L, S0W },
  { O0L, S0W, T0 },
  { O0L, O1L },
  { O0L, O1L, T0 },
  { O0L, O1L, T0, T1 },
  { O0L, O1L, S0L },
  { O0L, O1L, S0L, T0 },
  { O0L, O1L, O2L },
  { O0L, O1L, O2L, T0 },
  { O0L, O0C },
  { O0L, O0C, T0 },
  { O0L, O0C, T0, T1 },
  { O0L, O0C, S0L },
  { O0L, O0C, S0L, T0 },
  { O0L, O0C, O1L },
  { O0L, O0E, T0 },
  { O0L, O0D },
  { O0L, O0D, T0 },
  { O0L, O0D, T0, T1 },
  { O0L, O0D, S0L, T0 },
  { O0L, O0K },
  { O0L, O0K, T0 },
  { O0L, O0N },
  { O0L, O0N, T0 },
  { O0L, O0W },
  { O0L, O0T },
  { O0W, W0 },
  { O0W, T0 },
  { O0L, O0T, T0 },
  { O0L, O0T, T0, T1 },
  { O0W, S0L },
  { O0L, O0T, S0L, T0 },
  { O0W, S0W },
  { O1L, O1E },
  { O1L, O1E, O0L, T0 },
  { O0L, O1L, O1T, T0 },
  { O0L, U, T0 },
  { Q },
  { Q, O0L },
  { Q, O0L, T0 },
};

static const PhraseTemplate bottom_up_templates[] = {
  SHARED_TEMPLATES,
  { S0L, S1L, S2L, S3L, S4L },
  { S0L, S1L, S2L, S3L, T0 },
  { S0L, S1L, S2L, T0, T1 },
  { S0L, S1L, S1C },
  { S1L, S1C, T0 },
  { S0L, S1L, S1F, S1E },
  { S0L, S1L, S1N },
  { S2L },
  { S2L, S2T },
  { S2L, S2W },
  { S2T, S0T },
  { S2T, S1T, S0T },
  { S2W, S0L },
  { S0L, S2L },
  { S0L, S2L, T0 },
  { S1L, S2L },
  { S1L, S2L, T0 },
  { S3L },
  { S1L, S2L, S3L },
  { S0L, S1L, S0C },
  { S0L, S1L, S0T, T0 },
  { S0L, S1L, S1T, T0 },
  { S0L, S1W, T0 },
  { S1L, S0W, T0 },
  { S0C, S1C },
  { S0L, S0F, S1L },
};

static const PhraseTemplate reduction_templates[] = {
  { KC },          { KC, T0 },         { KC, C0 },       { KC, C0, T0 },     { KC, W0 },
  { KC, T0, T1 },  { KF, C0 },         { KF, C0, T0 },   { KF, KE },         { KF, KE, T0 },
  { KF, KE, C0 },  { KF, KE, C0, T0 }, { KF, KE, KN },   { KF, KE, KN, T0 }, { KF, T0 },
  { KF, T0, T1 },  { KF, KN, T0 },     { KF, KFW },      { KFW, T0 },        { KF, KFT, C0, C0T },
  { KF, KFW, C0 }, { C0, T0, KN },     { C0, C1, KF },   { C0, C1, KF, T0 }, { C0, C1, KC },
  { KS, KN },      { KS, KF, KE },     { KFC, KF, C0 },  { KFC, KF, T0 },    { KB, T0 },
  { KB, C0 },      { KB, C0, T0 },     { KF, KFW, W0 },  { KE, KEW, KF },    { KE, KET, KF, T0 },
  { U, KC, T0 },   { KF, KE, W0 },     { KFT, KET, T0 },
};

static const PhraseTemplate label_templates[] = {
  { KC },
  { KC, T0 },
  { KC, W0 },
  { KC, C0 },
  { KC, C0, C1 },
  { KC, C0, T0 },
  { KC, KFW },
  { KC, KEW },
  { KC, KFT, KET },
  { KF },
  { KE },
  { KF, KE },
  { KF, KE, KN },
  { KF, KE, T0 },
  { KF, KE, C0 },
  { KF, KE, C0, T0 },
  { KF, KFW },
  { KF, KFT },
  { KE, KEW },
  { KE, KET },
  { KFW },
  { KEW },
  { KF, KE, KFW },
  { KF, KE, KEW },
  { KF, KE, KFT },
  { KF, KE, KET },
  { KN },
  { KN, KF },
  { KN, KE },
  { KS, KN },
  { KS, KF, KE },
  { C0 },
  { C0, KF },
  { C0, KE },
  { C0, C1 },
  { C0, C1, KF, KE },
  { C0T, KF, KE },
  { C0T, KFT },
  { T0 },
  { T0, T1 },
  { W0 },
  { T0, KF },
  { T0, KE },
  { T0, T1, KF, KE },
  { C0, T0 },
  { C0, C1, T0 },
  { C0, C1, KC, T0 },
  { KFC, KF },
  { KEC, KE },
  { KFC, KEC },
  { KB, T0 },
  { KB, C0 },
  { KB, KF, KE },
  { KB, KC },
  { U, KF },
  { U, KC },
  { U, KC, C0 },
  { Z, T0, KF },
};

/* The values of all atoms in one configuration: values[W0] is the form of the next word, and so on. */
typedef struct {
  const PhraseState *state;
  guint32 *values;
} Atoms;

/* Form, tag and base of a word, of which a place may want only some; what is beyond the sentence is
 * ABSENT. */
static void
set_word (const Atoms *atoms, int word, PhraseAtom form, PhraseAtom tag, PhraseAtom base)
{
  const PhraseState *state = atoms->state;
  const gboolean is_there = word >= 0 && word < state->c.n;
  const PhraseWord *w = is_there ? &state->words[word] : NULL;

  if (form != NONE)
    atoms->values[form] = is_there ? w->form : ABSENT;
  if (tag != NONE)
    atoms->values[tag] = is_there ? w->tag : ABSENT;
  if (base != NONE)
    atoms->values[base] = is_there ? w->base : ABSENT;
}

/* Sets the atoms of the input: form (W), tag (T) and base of the tag (B) of the next words, and suffix
 * (X) and prefix (P). */
static void
set_input (const Atoms *atoms)
{
  const PhraseState *state = atoms->state;
  const int next = state->c.next, n = state->c.n;
  guint32 *v = atoms->values;

  set_word (atoms, next, W0, T0, B0);
  set_word (atoms, next + 1, W1, T1, B1);
  set_word (atoms, next + 2, W2, T2, B2);
  set_word (atoms, next + 3, NONE, T3, B3);
  set_word (atoms, next - 1, WP, TP, NONE);
  v[X0] = next < n ? state->words[next].suffix : ABSENT;
  v[P0] = next < n ? state->words[next].prefix : ABSENT;
  v[X1] = next + 1 < n ? state->words[next + 1].suffix : ABSENT;
}

/* Lengths up to 6 are told apart, then 7-9, 10-14, 15-29 and more. */
static guint32
length_atom (int length)
{
  return length <= 6 ? (guint32) length : length < 10 ? 7 : length < 15 ? 8 : length < 30 ? 9 : 10;
}

/* Returns the node at @place of the stack; below the bottom one with ABSENT as its label. */
static const PhraseNode *
node_at (const PhraseState *state, int place)
{
  static const PhraseNode absent = { .label = ABSENT, .head = -1 };

  return place >= 0 ? &state->nodes[place] : &absent;
}

static int
left_end (const PhraseState *state, int place)
{
  return place >= 0 ? state->c.stack[place].left : 0;
}

/* Returns the length of the element at @place, in words, as an atom. An open one reaches up to the
 * next word. */
static guint32
span (const PhraseState *state, int place)
{
  const TbkPhraseElement *element = place >= 0 ? &state->c.stack[place] : NULL;

  if (element == NULL)
    return ABSENT;
  return length_atom ((element->right >= 0 ? element->right : state->c.next) - element->left);
}

/* Sets the atoms of the topmost elements. Behind S0, S1 ... stands what is looked at: L its label, W
 * and T form and tag of its head, N its length, F and E its first and last child, C all its children,
 * K their number. */
static void
set_stack (const Atoms *atoms)
{
  static const PhraseAtom labels[] = { S0L, S1L, S2L, S3L, S4L };
  const PhraseState *state = atoms->state;
  const int top = state->c.depth - 1;
  const PhraseNode *s0 = node_at (state, top), *s1 = node_at (state, top - 1);
  guint32 *v = atoms->values;

  for (int i = 0; i < (int) G_N_ELEMENTS (labels); i++)
    v[labels[i]] = node_at (state, top - i)->label;
  set_word (atoms, s0->head, S0W, S0T, NONE);
  set_word (atoms, s1->head, S1W, S1T, NONE);
  set_word (atoms, node_at (state, top - 2)->head, S2W, S2T, NONE);
  v[S0N] = span (state, top);
  v[S1N] = span (state, top - 1);
  v[S0F] = s0->first;
  v[S1F] = s1->first;
  v[S0E] = s0->last;
  v[S1E] = s1->last;
  v[S0C] = s0->children;
  v[S1C] = s1->children;
  v[S0K] = length_atom (s0->n_children);
  v[U] = (guint32) MIN (state->n_unary, 4);
  v[Z] = (guint32) MIN (state->c.depth, 3);
}

/* Sets the atoms of the open elements, with letters as for the stack; D is the last two children in
 * one. Open elements form a list through the stack: `below` leads from one to the next. */
static void
set_open (const Atoms *atoms)
{
  const PhraseState *state = atoms->state;
  const TbkPhraseConfiguration *c = &state->c;
  const int first = c->top_open, second = first >= 0 ? c->stack[first].below : -1;
  const int third = second >= 0 ? c->stack[second].below : -1;
  const PhraseNode *o0 = node_at (state, first), *o1 = node_at (state, second);
  guint32 *v = atoms->values;

  v[O0L] = o0->label;
  v[O1L] = o1->label;
  v[O2L] = node_at (state, third)->label;
  set_word (atoms, o0->head, O0W, O0T, NONE);
  set_word (atoms, o1->head, NONE, O1T, NONE);
  v[O0N] = span (state, first);
  v[O0E] = o0->last;
  v[O1E] = o1->last;
  v[O0D] = (guint32) mix (o0->before_last, o0->last);
  v[O0C] = o0->children;
  v[O0K] = length_atom (o0->n_children);
  v[Q] = (guint32) MIN (c->n_open, 3);
}

/* A constituent to be is described by its first and last child, by all in order (KC), and by the set of their
 * labels (KB), in which order and repetition do not count. */
static void
set_children (const Atoms *atoms, int n_children)
{
  const PhraseState *state = atoms->state;
  const int end = state->c.depth, begin = end - n_children;
  const PhraseNode *first = node_at (state, begin), *last = node_at (state, end - 1);
  guint32 *v = atoms->values;
  guint64 hash = 0, bag = 0;

  for (int place = begin; place < end; place++) {
    hash = mix (hash, state->nodes[place].label);
    bag |= (guint64) 1 << state->nodes[place].label % 61;
  }
  v[KC] = (guint32) hash;
  v[KB] = (guint32) (bag ^ bag >> 32);
  v[KF] = first->label;
  v[KE] = last->label;
  v[KFC] = first->children;
  v[KEC] = last->children;
  set_word (atoms, first->head, KFW, KFT, NONE);
  set_word (atoms, last->head, KEW, KET, NONE);
  v[KN] = length_atom (n_children);
  v[KS] = length_atom (state->c.next - left_end (state, begin));
  v[C0] = node_at (state, begin - 1)->label;
  v[C1] = node_at (state, begin - 2)->label;
  set_word (atoms, node_at (state, begin - 1)->head, NONE, C0T, NONE);
  v[U] = (guint32) MIN (state->n_unary, 4);
  v[Z] = (guint32) MIN (state->c.depth, 3);
}

/* Finds the row of weights of each template: a hash of its number, from @seed on, and of the values of its
 * atoms, cut to @bits. For template t, if that is { S0L, T0 }: mix (mix (mix (0, seed + t), S0L), T0). The
 * seeds of the three calls are far apart, so that equal values in different templates get different rows. */
static void
hash_templates (const PhraseTemplate *templates, gsize n, guint32 seed, const guint32 *values, int bits,
                Features *features)
{
  features->n = (int) n;
  for (gsize t = 0; t < n; t++) {
    guint64 hash = mix (0, seed + (guint32) t);

    for (int a = 0; a < ATOMS_OF_TEMPLATE && templates[t][a] != NONE; a++)
      hash = mix (hash, values[templates[t][a]]);
    features->rows[t] = row_of (hash, bits);
  }
}

/* Values of all atoms first, each once; then each template mixes those that it names. */
void
phrase_features_extract (const PhraseState *state, Features *features)
{
  guint32 values[N_PHRASE_ATOMS];
  const Atoms atoms = { state, values };

  set_input (&atoms);
  set_stack (&atoms);
  if (model_is_bottom_up (state->model)) {
    hash_templates (bottom_up_templates, G_N_ELEMENTS (bottom_up_templates), 1000, values, state->model->bits,
                    features);
    return;
  }
  set_open (&atoms);
  hash_templates (open_templates, G_N_ELEMENTS (open_templates), 1000, values, state->model->bits, features);
}

/* Finds the features of a reduction of @n_children in the first choice. */
void
phrase_features_extract_reduction (const PhraseState *state, int n_children, Features *features)
{
  guint32 values[N_PHRASE_ATOMS];
  const Atoms atoms = { state, values };

  set_input (&atoms);
  set_children (&atoms, n_children);
  hash_templates (reduction_templates, G_N_ELEMENTS (reduction_templates), 3000, values, state->model->bits,
                  features);
}

/* Finds the features of the second choice: the label of a constituent of @n_children. */
void
phrase_features_extract_label (const PhraseState *state, int n_children, Features *features)
{
  guint32 values[N_PHRASE_ATOMS];
  const Atoms atoms = { state, values };

  set_input (&atoms);
  set_children (&atoms, n_children);
  hash_templates (label_templates, G_N_ELEMENTS (label_templates), 2000, values, state->model->bits,
                  features);
}
