/* state.c - steps of a phrase-structure parser, under the caps of its model. */
#include "phrase/parser/state.h"

#include <string.h>

#include "base/memory.h"

enum { OPEN = 0x40000000, EMPTY = 0x2545f491 };

/* How likely a child is the head of its parent. */
enum { RANK_NONE, RANK_PHRASE, RANK_WORD, RANK_VERB, RANK_NAMESAKE };

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
phrase_state_start (PhraseState *state, const TbkPhraseModel *model, const PhraseWord *words, int n)
{
  state->model = model;
  state->words = words;
  state->n_unary = 0;
  tbk_phrase_configuration_start (&state->c, model->system, n);
}

void
phrase_state_clear (PhraseState *state)
{
  tbk_phrase_configuration_clear (&state->c);
  g_free (state->nodes);
}

static guint32
label_atom (int label)
{
  return ((guint32) label + 1) * 0x9e3779b1u;
}

static PhraseNode
word_node (const PhraseState *state, int word)
{
  const PhraseWord *w = &state->words[word];

  return (PhraseNode){ .label = w->tag, .head = word, .letter = w->letter, .children = EMPTY };
}

static PhraseNode
phrase_node (const PhraseState *state, int label)
{
  return (PhraseNode){ .label = label_atom (label),
                       .head = -1,
                       .letter = (guint8) tbk_vocabulary_name (state->model->labels, label)[0],
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

/* Adds the top, if it is complete, to the open element under it. */
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

static gboolean
is_allowed (const TbkPhraseConfiguration *c, TbkPhraseAct act, int n_children)
{
  return tbk_phrase_configuration_obstacle (c, (TbkPhraseTransition){ act, -1, n_children }) == NULL;
}

static void
find_reductions (const PhraseState *state, guint8 *is_possible)
{
  const int most = MIN (state->c.depth, state->model->max_children);

  for (int k = 1; k <= most; k++)
    is_possible[CLASS_CHILDREN + k] =
        is_allowed (&state->c, TBK_PHRASE_REDUCE, k) && (k > 1 || state->n_unary < state->model->max_unary);
}

/* In-order, RE above a bare open element waits for a word once there are enough constituents of one child; so
 * does NT, but where it alone is allowed: over a constituent that is not the last. */
void
phrase_state_find_possible (const PhraseState *state, guint8 *is_possible)
{
  const TbkPhraseModel *model = state->model;
  const TbkPhraseConfiguration *c = &state->c;
  const gboolean is_capped = state->n_unary >= model->max_unary;
  gboolean opens;

  memset (is_possible, FALSE, (gsize) model_n_classes (model));
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
  if (opens && (is_capped || c->n_open >= model->max_open))
    opens = !is_possible[CLASS_SHIFT] && !is_possible[CLASS_REDUCE] && !is_possible[CLASS_FINISH];
  memset (is_possible + CLASS_OPEN, opens, (gsize) tbk_vocabulary_size (model->labels));
}

int
phrase_state_class (const TbkPhraseModel *model, TbkPhraseTransition transition)
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
    return transition.n_children <= model->max_children ? CLASS_CHILDREN + transition.n_children : -1;
  }
}

TbkPhraseTransition
phrase_transition (const TbkPhraseModel *model, int class, int label)
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
