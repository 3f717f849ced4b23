/* exact.h - exact values for any gold tree without a grammar: the method EXACT, as far as families of
 * systems share it.
 *
 * The remaining input is always the end of the sentence, so the tables of projectivize/projectivize.h over the
 * whole sentence serve all its configurations. A computation walks down the places of the stack. A state of
 * the walk names a place and one or two words of the remaining input. Its value depends on nothing but them
 * and the elements of the stack up to that place. The memo knows these elements by a number, so that a value
 * outlives the configuration that it was found for. Each family has its own states and equations
 * (src/systems/).
 *
 * A state whose value is missing is computed for the one that needs it, to a depth of MOST_NESTED. Deeper
 * states are put on a list of work, and the ones that need them are tried again afterwards.
 *
 * Where a walk goes on by gold arcs alone it needs no states but its open arcs: the gold arcs between a place
 * of the stack and a later word, each with the value X of making it and going on. X depends on the elements
 * up to that place only, and is found when the place is set. So is the best open arc of the places up to i
 * after e, for a word e and each place i. Both stay valid as long as the place does.
 *
 *   places    of the stack, 0..k; place 0 has word 0, also in systems that start without it
 *   G(e,c)    the meeting H of projectivize.h: most gold arcs between e and c where neither gets the other, e has
 *             no left side and c no right one, and what lies between hangs on them
 *   gain(i)   1 if word i of the stack is a gold child of the one under it
 *   P(i)      gain(1) + ... + gain(i): what reducing the places i..1 to the right makes
 *   E(e)      max( R(e,n),  max gold children c > e of 0:  1 + G(e,c) + E(c) ): the most after e where words
 *             may hang on 0 besides
 *
 * Cost      O(n^2) for the tables of a sentence, when its first configuration is valued, and O(n) for each G,
 *           at most once for a pair of words, that is asked for. A maximum asks for those only that F does
 *           not show to be too small (exact_G_above()): of a star of 4000 words none, where it took 3 seconds
 *           for all. A configuration takes the states that are not yet known, each in time linear in the
 *           moves it has. For k words in the stack these are at worst O(k n) states of O(n) moves, for
 *           arc-standard O(k n^2). For each word that a family asks open arcs take O(1) for each place, and
 *           each arc, that is new since that word was asked last. Measured on walks that take the best
 *           transition, and with probability 0.1 a random one, by the default policies, over the treebanks
 *           el_gdt-ud-train, grc_proiel-ud-test and cu_proiel-ud-train of UD 2.2: entries of the memo for each
 *           configuration on average, the most for one configuration, and the most for one sentence divided
 *           by n^2. Half an entry is the number of the stack, all that those of the upper four need:
 *             arc-eager-nederhof             0.5  0.5  0.5      1    1.0
 *             arc-eager                      0.5  0.5  0.5      1    0.3
 *             arc-eager-unshift              0.5  0.5  0.5      1    2.0
 *             arc-hybrid                     0.5  0.5  0.5      1    1.0
 *             arc-eager-nederhof-normalized  2.0  1.8  1.6     41    3.0
 *             arc-standard                   3.3  3.0  2.4     72    1.2
 *             arc-eager-nederhof-uncorrected  13.6  7.0  5.6    561    1.5
 * Memory    8 bytes for each pair of words, 14 with open arcs, and the memo: 16 bytes a state, in a table that
 *           is at most half full. It is emptied before a configuration when it has more states than pairs of
 *           words and than 131,072. On a walk along a chain or a star the process of an oracle of
 *           arc-eager-nederhof-uncorrected takes 50 MB for 1000 words, 775 for 4000.
 */
#ifndef ORACLE_EXACT_H
#define ORACLE_EXACT_H

#include "base/room.h"
#include "oracle/oracle.h"
#include "projectivize/projectivize.h"

typedef struct {
  TbkStackElement element;
  int id;      /* a number for the stack up to this place; equal stacks have equal numbers */
  int gain;    /* gain(i) */
  int reduced; /* P(i) */
  int stop;    /* the gold arcs that places i..1 still make if no word of the input joins them */
  /* of the words at places 1..i: how many had a gold head in stack or input when they were pushed */
  int n_open;
  int partner;      /* the last word with a gold arc to this one, in a direction that its label allows */
  int previous;     /* the nearest place below whose partner comes later in the sentence, or -1 */
  int last_partner; /* the greatest `partner` of places 0..i */
  int nth;          /* this word is the nth gold child of its head that is in the stack */
  int joined;    /* the nearest place j <= i whose word has a gold arc to a word below place j; 0 if none */
  int bound;     /* as joined, but an arc to a head at place j - 1 does not count */
  int n_arcs;    /* the number of open arcs of places 0..i */
  gint64 set_at; /* a clock: the number of places that had been set */
} ExactPlace;

/* An open arc of place j, to or from @word; @value is X - P(j). */
typedef struct {
  int word, value;
} ExactArc;

/* The greatest G(e,c) + X - P(j) over the open arcs of the places j up to i with words c after e, and with
 * words from e on, where G(e,e) is 0; G_MININT16 if there are none. And what a family finds of i and e by way
 * of them and keeps here, G_MININT16 before. */
typedef struct {
  gint16 after, from, kept;
} ExactReach;

/* The reaches of a word e for the places 0..@last, as filled at time @filled_at. Places set later are stale.
 * They are the topmost ones, because setting a place resets all above it. */
typedef struct {
  int last;
  gint64 filled_at;
} ExactRow;

/* A key packs the number of a stack, a kind and two words into 32, 4, 14 and 14 bits. A kind of state is a
 * number below EXACT_KIND_ID; an entry of that kind holds no value but the number of a longer stack. */
enum { EXACT_WORD_BITS = 14, EXACT_KIND_ID = 7 };

G_STATIC_ASSERT (TBK_ORACLE_MAX_EXACT <= (int) SCORE_MOST_WORDS);
G_STATIC_ASSERT (TBK_ORACLE_MAX_EXACT < 1 << EXACT_WORD_BITS);
G_STATIC_ASSERT (2 * TBK_ORACLE_MAX_EXACT < G_MAXINT16); /* G_MININT16 + P(i) is below every value */
G_STATIC_ASSERT (2 * EXACT_WORD_BITS + 4 <= 32 && EXACT_KIND_ID < 1 << 4);
G_STATIC_ASSERT ((int) TBK_LABEL_C < 1 << EXACT_WORD_BITS); /* a label takes the place of a word */

/* @h and @e are words. */
typedef struct {
  int kind, place, h, e;
} ExactState;

typedef struct {
  guint64 key;
  int value;
  guint stamp; /* entries with another than the memo's are void */
} ExactEntry;

typedef struct {
  ExactEntry *entries;
  int n_bits; /* there is room for 2^n_bits entries, half of which are used at most */
  guint stamp;
  int n_entries;
} ExactMemo;

typedef struct Exact Exact;

/* A family's own part, the parameters of this kind of solver: all values of the configuration in @s, at least
 * those of @allowed. And the value of a state, which is void if states were put on the list of work
 * meanwhile. */
typedef struct {
  void (*values) (Exact *s, guint allowed, int *values);
  int (*compute) (Exact *s, const ExactState *state);

  /* (nullable): whether the equations hold for @configuration. */
  gboolean (*covers) (const TbkConfiguration *configuration);

  /* (nullable): changes what is known of place @i, once it is set as for Table 6 of 2021. */
  void (*adapt_place) (Exact *s, int i);

  /* (nullable): adds the open arcs of place @i, thereafter, so that exact_reach() can be asked. */
  void (*add_arcs) (Exact *s, int i);
} ExactFamily;

extern const SolverKind solver_exact;

struct Exact {
  const TbkSystem *system;
  int policy;
  const ExactFamily *family;
  const Gold *gold;
  const TbkConfiguration *configuration; /* that is valued */
  Score score;                           /* of the gold tree, once has_score */
  gboolean has_score;

  ExactMemo memo;
  ExactState *work;
  int n_work;
  int n_tried;  /* the length of the list at the state that is tried, 0 if that is not on it */
  int n_nested; /* how many states are being computed, each for the one before */
  gsize n_work_allocated;
  gboolean is_beyond_memory; /* from then on values mean nothing, until all is forgotten */

  ExactPlace *places; /* 0..k */
  int k, n_known;     /* of the places, those that are known from the configuration before */
  int *place_of;      /* of a word, or -1 */
  int *child_places;  /* of the gold children of h that are in the stack, in order, from score.starts[h] on */
  int *n_children;    /* of a word: how many these are */
  int *tails;         /* by word, see exact_tail(); -1 if not known */
  int *ends;          /* by word: E; -1 if not known */
  int *n_open, *chain; /* scratch of a family, by word */

  ExactArc *arcs;      /* the open arcs of place 0, of place 1, ... */
  ExactRow *rows;      /* by word */
  ExactReach *reaches; /* of i by e at e * (n + 1) + i */
  Room room, pairs;    /* for arrays by word; for reaches */
  gint64 now;          /* how many places were set */
  int n_ids;
  int b, n; /* the remaining input */
};

static inline guint64
exact_key (int id, int kind, int h, int e)
{
  return (guint64) id << 32 | (guint64) (kind << 2 * EXACT_WORD_BITS | h << EXACT_WORD_BITS | e);
}

static inline ExactEntry *
exact_entry (const ExactMemo *memo, guint64 key)
{
  gsize mask = ((gsize) 1 << memo->n_bits) - 1;
  gsize at = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> (64 - memo->n_bits);

  while (memo->entries[at].stamp == memo->stamp && memo->entries[at].key != key)
    at = (at + 1) & mask;
  return &memo->entries[at];
}

/* The entry of a state, void if its value is not known. */
static inline const ExactEntry *
exact_state_entry (const Exact *s, int kind, int place, int h, int e)
{
  return exact_entry (&s->memo, exact_key (s->places[place].id, kind, h, e));
}

/* Computes a state whose value is not known; void if it, or one that it needs, must wait for the list of
 * work. */
int exact_look_new (Exact *s, ExactState state);

/* The value of a state if it is known or can be computed at once; void if the list of work is not empty
 * then. */
static inline int
exact_look (Exact *s, int kind, int place, int h, int e)
{
  const ExactEntry *entry = exact_state_entry (s, kind, place, h, e);

  if (G_LIKELY (entry->stamp == s->memo.stamp))
    return entry->value;
  return exact_look_new (s, (ExactState){ kind, place, h, e });
}

/* Computes a state whose value is not known. */
int exact_find_new (Exact *s, ExactState state);

/* The value of a state, found if it is not known. Not for use while a state is computed. */
static inline int
exact_find (Exact *s, int kind, int place, int h, int e)
{
  const ExactEntry *entry = exact_state_entry (s, kind, place, h, e);

  return G_LIKELY (entry->stamp == s->memo.stamp) ? entry->value
                                                  : exact_find_new (s, (ExactState){ kind, place, h, e });
}

/* Computes what is on the list of work; FALSE if there was nothing, or no memory. Not for use while a state
 * is computed. */
gboolean exact_work (Exact *s);

/* Adds an open arc to place @i, the last that was set; @X is what it makes with all that follows. */
static inline void
exact_add_arc (Exact *s, int i, int word, int X)
{
  ExactPlace *place = &s->places[i];

  s->arcs[place->n_arcs++] = (ExactArc){ word, X - place->reduced };
}

void exact_fill_row (Exact *s, int i, int e);

/* Returns the reach of the places up to @i, which have got all their arcs; @e is a word of 1..n. */
static inline ExactReach *
exact_reach (Exact *s, int i, int e)
{
  const ExactRow *row = &s->rows[e];

  if (i > row->last || s->places[i].set_at > row->filled_at)
    exact_fill_row (s, i, e);
  return &s->reaches[(gsize) e * (s->n + 1) + i];
}

/* max  e<q<=n  [e is a gold child of q] + G(e,q) + R(q,n): the most from e on where e becomes a left
 * child; IMPOSSIBLE for e = n. Kept once computed.
 *
 * Without the first term this is  max  e<=k<n  R(e,k) + F(k+1,n),  since the best forest over k+1..n is that
 * of L(k+1,q) + R(q,n) for some q. As forests are absorbed, none is above R(e,n). */
int exact_tail (Exact *s, int e);

/* E(e). Kept once computed. */
int exact_end (Exact *s, int e);

static inline int
exact_G (Exact *s, int e, int c)
{
  return c == e + 1 ? 0 : score_H (&s->score, e, c);
}

/* At most G(e,c), and at least: G(e,c) itself if it is known. F(e,c) is no less than it, because R(e,k) and
 * L(k+1,c) are forests side by side. */
static inline int
exact_least_G (const Exact *s, int e, int c)
{
  return MAX (s->score.H[e * s->score.stride + c], 0);
}

static inline int
exact_most_G (const Exact *s, int e, int c)
{
  int H = s->score.H[e * s->score.stride + c];

  return H >= 0 ? H : score_F (&s->score, e, c);
}

/* G(e,c) if it is above @least; else a number up to @least. So a maximum asks for few G that are not
 * known. */
static inline int
exact_G_above (Exact *s, int e, int c, int least)
{
  return exact_most_G (s, e, c) <= least ? least : exact_G (s, e, c);
}

/* Returns TRUE if a word's gold child number @a need be tried, where no word after @e is touched and its
 * children that may be taken begin with number @first: not if the one before it can be had on the way. */
static inline gboolean
exact_is_next_child (Exact *s, int first, int a, int e)
{
  const int *children = s->score.children;
  int before = a > first ? children[a - 1] : 0, c = children[a], on_the_way;

  if (before <= e)
    return TRUE;
  if (exact_least_G (s, e, before) + 1 + exact_least_G (s, before, c) >= exact_most_G (s, e, c))
    return FALSE;
  on_the_way = exact_G (s, e, before) + 1 + exact_G (s, before, c);
  return exact_G_above (s, e, c, on_the_way) > on_the_way;
}

static inline int
exact_word_of (const Exact *s, int place)
{
  return s->places[place].element.word;
}

/* The place of @word in the stack, or -1. */
static inline int
exact_place_of (const Exact *s, int word)
{
  return s->place_of[word];
}

/* Counts the gold children of @word at the places up to @i. */
static inline int
exact_n_children_up_to (const Exact *s, int word, int i)
{
  const int *places = &s->child_places[s->score.starts[word]];
  int low = 0, high = s->n_children[word];

  if (high == 0 || places[high - 1] <= i)
    return high;
  if (places[0] > i)
    return 0;
  if (s->gold->heads[s->places[i].element.word] == word)
    return s->places[i].nth;
  while (low < high) {
    int middle = (low + high) / 2;

    if (places[middle] <= i)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The highest place up to @i of a gold child of @word, or -1. */
static inline int
exact_child_up_to (const Exact *s, int word, int i)
{
  int n_children = exact_n_children_up_to (s, word, i);

  return n_children > 0 ? s->child_places[s->score.starts[word] + n_children - 1] : -1;
}

/* The highest place up to @i of a word that a gold arc joins to @word, or -1. */
static inline int
exact_partner_up_to (const Exact *s, int word, int i)
{
  int child = exact_child_up_to (s, word, i), head = s->gold->heads[word];
  int place = head >= 0 ? exact_place_of (s, head) : -1;

  return place <= i ? MAX (child, place) : child;
}

/* The highest place from @place down that has a partner after @e, or -1. */
static inline int
exact_place_with_partner (const Exact *s, int place, int e)
{
  while (place >= 0 && s->places[place].partner <= e)
    place = s->places[place].previous;
  return place;
}

#endif
