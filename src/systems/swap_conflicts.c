/* swap_conflicts.c - gold arcs of which a computation with SWAP cannot make all.
 *
 * The sequence of a configuration is the stack, 0 first, and behind it the input. Of two words, or 0 and a
 * word, p is *fixed before* q if it comes before q in the sequence and p = 0 or p > q. A word of the stack is
 * *held* if no greater word comes after it in the sequence.
 *
 *   (S4)  A word that is fixed before another stays before it while both remain.
 *   (S5)  A word that is held stays in the stack while it remains.
 *   (S6)  Let p come before q. When an arc between p and q is made, another word y is gone if
 *           a) p is fixed before y, and y before q; or
 *           b) y is held, and p or q is fixed before y; or
 *           c) q is held, y is fixed before q and comes after p.
 *   (S7)  Of two gold arcs, e comes after f if f has a word that is gone when e is made, or if f is to a child
 *         of e's dependent. Two arcs are in conflict if each comes after the other: at most one is made.
 *   (S8)  Of k arcs that are all in conflict with each other k - 1 are lost. Losses of sets of arcs that have
 *         no arc in common add up.
 *
 * Proof. (S4) SH leaves the sequence as it is, an arc only takes a word out, and SW exchanges two words that
 * are in their order. (S5) Only SW takes a word w from the stack, when a greater one is above it, so after it
 * in the sequence. A greater word that comes before w stays there, by (S4). (S6) An arc joins the two topmost
 * elements of the stack, which are neighbours in the sequence. a) By (S4) y would be between them. b) By (S4)
 * and (S5) y would be in the stack, above one of the two, and so one of the two itself. c) While y and q
 * remain, q is in the stack above y, so y is not its top. Then no word gets past y from before it, and p and q
 * are not neighbours. (S7) An arc needs both of its words, and a word that is gone gets no children. (S8) is
 * plain.
 *
 * The cliques of (S8) are taken greedily, so the sum may be too small, but never too great.
 *
 * Cost      O(k^2) operations on sets of k = MOST words for conflicts, and O(k^3) at worst for cliques: a
 *           round for each clique, of which each tries all arcs. More words are not looked at.
 */
#include "systems/swap.h"

#include <string.h>

enum {
  MOST = 64,     /* the words around the top of the stack that are looked at */
  OF_INPUT = 32, /* of them at most so many that were returned to the input */
  ROOT = -1,     /* the gold head is 0 */
  NONE = -2,     /* the gold head is not among the words */
};

/* The words by their places in the sequence; a set of places has bit i for place i. An arc is known by the
 * place of its dependent. */
typedef struct {
  int n_words, words[MOST];
  int heads[MOST];        /* places, ROOT or NONE */
  guint64 before[MOST];   /* the words that are fixed before each */
  guint64 after[MOST];    /* those that it is fixed before */
  guint64 held;           /* those that are held */
  guint64 children[MOST]; /* the gold children of each */
  guint64 earlier[MOST];  /* the arcs that each comes after */
} Arcs;

static inline guint64
bit (int place)
{
  return G_GUINT64_CONSTANT (1) << place;
}

/* Sets words and what is held. The words that never left the input are greater than all others, so that nothing
 * is held before them. */
static void
set_words (Arcs *arcs, const TbkConfiguration *c)
{
  int n_input = MIN (c->n_returned, OF_INPUT), n_stack = MIN (c->depth - 1, MOST - n_input), greatest = 0;

  arcs->n_words = 0;
  for (int i = c->depth - n_stack; i < c->depth; i++)
    arcs->words[arcs->n_words++] = c->stack[i].word;
  for (int i = 0; i < n_input; i++)
    arcs->words[arcs->n_words++] = c->returned[c->n_returned - 1 - i];

  arcs->held = 0;
  if (c->buffer <= c->n)
    return;
  for (int i = 0; i < c->n_returned; i++)
    greatest = MAX (greatest, c->returned[i]);
  for (int i = n_stack - 1; i >= 0; i--)
    if (arcs->words[i] > greatest) {
      greatest = arcs->words[i];
      arcs->held |= bit (i);
    }
}

static void
set_order (Arcs *arcs)
{
  for (int i = 0; i < arcs->n_words; i++)
    arcs->before[i] = arcs->after[i] = 0;
  for (int i = 0; i < arcs->n_words; i++)
    for (int j = i + 1; j < arcs->n_words; j++)
      if (arcs->words[i] > arcs->words[j]) {
        arcs->after[i] |= bit (j);
        arcs->before[j] |= bit (i);
      }
}

/* @place: n + 1 integers. */
static void
set_heads (Arcs *arcs, const Gold *gold, const TbkConfiguration *c, int *place)
{
  for (int w = 1; w <= c->n; w++)
    place[w] = NONE;
  place[0] = ROOT;
  for (int i = 0; i < arcs->n_words; i++) {
    place[arcs->words[i]] = i;
    arcs->children[i] = 0;
  }
  for (int i = 0; i < arcs->n_words; i++) {
    arcs->heads[i] = place[gold->heads[arcs->words[i]]];
    if (arcs->heads[i] >= 0)
      arcs->children[arcs->heads[i]] |= bit (i);
  }
}

/* (S6): the words that are gone when the arc to the one at @dependent is made. */
static guint64
find_gone (const Arcs *arcs, int dependent)
{
  int head = arcs->heads[dependent], p = MIN (dependent, head), q = MAX (dependent, head);
  guint64 gone;

  if (p == ROOT)
    return (arcs->before[q] | arcs->held) & ~bit (q);
  gone = (arcs->after[q] | arcs->after[p]) & arcs->held;
  if ((arcs->after[p] & bit (q)) != 0)
    gone |= arcs->after[p] & arcs->before[q];
  if ((arcs->held & bit (q)) != 0)
    gone |= arcs->before[q] & ~(bit (p) | (bit (p) - 1));
  return gone & ~(bit (p) | bit (q));
}

/* (S7); TRUE if some word must be gone for some arc. */
static gboolean
set_earlier (Arcs *arcs)
{
  gboolean is_any = FALSE;

  for (int i = 0; i < arcs->n_words; i++) {
    guint64 gone;

    arcs->earlier[i] = 0;
    if (arcs->heads[i] == NONE)
      continue;
    arcs->earlier[i] = arcs->children[i];
    gone = find_gone (arcs, i);
    is_any |= gone != 0;
    for (; gone != 0; gone &= gone - 1) {
      int y = __builtin_ctzll (gone);

      arcs->earlier[i] |= arcs->children[y] | (arcs->heads[y] == NONE ? 0 : bit (y));
    }
  }
  return is_any;
}

/* Takes from arcs->earlier what is not mutual. */
static void
keep_conflicts (Arcs *arcs)
{
  for (int i = 0; i < arcs->n_words; i++)
    for (guint64 set = arcs->earlier[i]; set != 0; set &= set - 1) {
      int j = __builtin_ctzll (set);

      if ((arcs->earlier[j] & bit (i)) == 0)
        arcs->earlier[i] &= ~bit (j);
    }
}

/* A set of arcs in @among, with @first, that are all in conflict with each other. */
static guint64
find_clique (const Arcs *arcs, int first, guint64 among)
{
  guint64 clique = bit (first), rest = arcs->earlier[first] & among;

  while (rest != 0) {
    int next = __builtin_ctzll (rest);

    clique |= bit (next);
    rest &= arcs->earlier[next];
  }
  return clique;
}

/* (S8), the greatest cliques first. */
static int
add_cliques (const Arcs *arcs)
{
  guint64 left = 0, greatest;
  int n_lost = 0;

  for (int i = 0; i < arcs->n_words; i++)
    if (arcs->earlier[i] != 0)
      left |= bit (i);
  do {
    greatest = 0;
    for (guint64 set = left; set != 0; set &= set - 1) {
      guint64 clique = find_clique (arcs, __builtin_ctzll (set), left);

      if (__builtin_popcountll (clique) > MAX (__builtin_popcountll (greatest), 1))
        greatest = clique;
    }
    n_lost += MAX (__builtin_popcountll (greatest) - 1, 0);
    left &= ~greatest;
  } while (greatest != 0);
  return n_lost;
}

int
swap_conflicts (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  Arcs arcs;

  set_words (&arcs, c);
  set_order (&arcs);
  set_heads (&arcs, gold, c, scratch);
  if (!set_earlier (&arcs))
    return 0;
  keep_conflicts (&arcs);
  return add_cliques (&arcs);
}
