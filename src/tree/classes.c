/* classes.c - classes of trees between the projective ones and all.
 *
 * Contents
 *   1. core: yields and their gaps
 *   2. crossings: planar, 2-planar and 1-endpoint-crossing trees
 *   3. yields: gaps, nestedness, gap inheritance, mild ill-nestedness, and the edge degree
 *   4. multi_headed: the items of the multi-headed parser with up to four heads, for one tree
 *   5. attardi: the systems of Attardi (2006) on one tree
 *   6. classes: which classes a tree is in: contraction, and then each class asked for
 */
#include "tree/projective.h"
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"
#include "tbk/tree.h"

/* 1. core: yields and their gaps. */

static void
core_set (Core *core)
{
  for (int word = 0; word <= core->n; word++) {
    core->children[word] = 0;
    core->yields[word] = 0;
  }
  for (int word = 1; word <= core->n; word++) {
    core->children[core->heads[word]] |= core_bit (word);
    for (int above = word; above != 0; above = core->heads[above])
      core->yields[above] |= core_bit (word);
  }
  for (int word = 1; word <= core->n; word++)
    core->n_gaps[word] = core_count_gaps (core->yields[word]);
}

/* 2. crossings: planar, 2-planar and 1-endpoint-crossing trees.
 *
 *   (NP1)  A tree is 2-planar if and only if the graph of its arcs, joined where they cross, is bipartite
 *   (NP2)  It is 1-endpoint-crossing if the ends of all arcs that cross an arc, as sets, have an element in
 *          common
 */

/* For each arc of a core the set of those that cross it. */
typedef struct {
  guint64 crossing[CORE_SIZE];
} Crossings;

static gboolean
cross (const Core *core, int d, int e)
{
  int a = MIN (d, core->heads[d]), b = MAX (d, core->heads[d]);
  int f = MIN (e, core->heads[e]), g = MAX (e, core->heads[e]);

  return (a < f && f < b && b < g) || (f < a && a < g && g < b);
}

/* @with_root: whether arcs of 0 count; they cross nothing if not. */
static void
crossings_find (Crossings *crossings, const Core *core, gboolean with_root)
{
  for (int d = 1; d <= core->n; d++) {
    crossings->crossing[d] = 0;
    if (core->heads[d] == 0 && !with_root)
      continue;
    for (int e = 1; e < d; e++)
      if ((core->heads[e] != 0 || with_root) && cross (core, d, e)) {
        crossings->crossing[d] |= core_bit (e);
        crossings->crossing[e] |= core_bit (d);
      }
  }
}

static gboolean
crossings_are_none (const Crossings *crossings, const Core *core)
{
  guint64 all = 0;

  for (int d = 1; d <= core->n; d++)
    all |= crossings->crossing[d];
  return all == 0;
}

/* (NP1): colours the arcs by breadth-first search, one component after the other. */
static gboolean
crossings_are_bipartite (const Crossings *crossings, const Core *core)
{
  guint64 coloured = 0;

  for (int start = 1; start <= core->n; start++) {
    guint64 colours[2] = { core_bit (start), 0 }, reached = colours[0];
    if ((coloured & colours[0]) != 0)
      continue;
    for (int turn = 1; reached != 0; turn = 1 - turn) {
      guint64 next = 0;
      /* `reached` has one colour. All that crosses it gets the other, and if it has this one there is an
       * odd cycle. */
      for (; reached != 0; reached &= reached - 1)
        next |= crossings->crossing[core_first (reached)];
      if ((next & colours[1 - turn]) != 0)
        return FALSE;
      reached = next & ~colours[turn];
      colours[turn] |= next;
    }
    coloured |= colours[0] | colours[1];
  }
  return TRUE;
}

/* (NP2) */
static gboolean
crossings_have_common_ends (const Crossings *crossings, const Core *core)
{
  for (int d = 1; d <= core->n; d++) {
    guint64 common = ~(guint64) 0;
    gboolean is_root_common = TRUE;
    for (guint64 rest = crossings->crossing[d]; rest != 0; rest &= rest - 1) {
      int e = core_first (rest), h = core->heads[e];
      common &= core_bit (e) | (h == 0 ? 0 : core_bit (h));
      is_root_common = is_root_common && h == 0;
    }
    if (common == 0 && !is_root_common)
      return FALSE;
  }
  return TRUE;
}

/* 3. yields: gaps, nestedness, gap inheritance, mild ill-nestedness, and the edge degree.
 *
 *   (NP3)  If two disjoint yields interleave, so do those of the two siblings that dominate them, and both
 *          have a gap
 *   (NP4)  Two disjoint sets interleave if there are words of both behind a word of one and a later word of
 *          the other
 *   (NP5)  mg1: a set of parts is good if its union has at most one gap, and it is a single part or falls
 *          into two good sets. If no two children of a word interleave, and there is no second gap, all its
 *          parts together are good
 *   (NP6)  Each component under an arc has one word whose head is not under it: its root
 */

/* Unions of the parts of a yield, and which of them can be put together. */
typedef struct {
  guint64 unions[1 << TBK_CLASSES_MAX_PARTS];
  guint8 is_good[1 << TBK_CLASSES_MAX_PARTS];
} YieldParts;

static int
yields_gap_degree (const Core *core)
{
  int most = 0;

  for (int word = 1; word <= core->n; word++)
    most = MAX (most, core->n_gaps[word]);
  return most;
}

/* (NP6), for the arc into @dependent. */
static int
count_components (const Core *core, int dependent)
{
  int head = core->heads[dependent];
  guint64 span = core_between (head, dependent), inner = 0;

  /* Words whose heads are under the arc are no roots. */
  for (guint64 rest = span; rest != 0; rest &= rest - 1)
    inner |= core->children[core_first (rest)];
  return __builtin_popcountll (span & ~inner & ~core->yields[head]);
}

static int
yields_edge_degree (const Core *core)
{
  int most = 0;

  for (int word = 1; word <= core->n; word++)
    if (core->heads[word] != 0)
      most = MAX (most, count_components (core, word));
  return most;
}

/* (NP4): takes away what one set has before the first word of the other, and then what that has before the
 * next. */
static gboolean
interleave (guint64 a, guint64 b)
{
  for (int changes = 0; a != 0 && b != 0; changes++) {
    if (changes == 2)
      return TRUE;
    /* The lowest bits are the first words of what is left. The set that begins first gives up its words
     * before the other. */
    if ((a & -a) < (b & -b))
      a &= ~((b & -b) - 1);
    else
      b &= ~((a & -a) - 1);
  }
  return FALSE;
}

/* (NP3), for the children of @word. */
static gboolean
children_interleave (const Core *core, int word)
{
  for (guint64 rest = core->children[word]; rest != 0; rest &= rest - 1) {
    int child = core_first (rest);
    for (guint64 others = rest & (rest - 1); core->n_gaps[child] > 0 && others != 0; others &= others - 1) {
      int other = core_first (others);
      if (core->n_gaps[other] > 0 && interleave (core->yields[child], core->yields[other]))
        return TRUE;
    }
  }
  return FALSE;
}

static gboolean
yields_are_well_nested (const Core *core)
{
  for (int word = 0; word <= core->n; word++)
    if (children_interleave (core, word))
      return FALSE;
  return TRUE;
}

/* Counts the children of @word that have words before and behind its gap. */
static int
count_heirs (const Core *core, int word)
{
  guint64 yield = core->yields[word];
  guint64 left = yield & ~(yield + (yield & -yield)); /* the first run: up to there a carry reaches */
  int n_heirs = 0;

  for (guint64 rest = core->children[word]; rest != 0; rest &= rest - 1) {
    guint64 below = core->yields[core_first (rest)];
    n_heirs += (below & left) != 0 && (below & ~left) != 0;
  }
  return n_heirs;
}

/* Returns TRUE if every word with one gap has at most @most children with words on both sides of it. The core
 * is well nested and of gap degree 1. */
static gboolean
yields_inherit (const Core *core, int most)
{
  for (int word = 1; word <= core->n; word++)
    if (core->n_gaps[word] == 1 && count_heirs (core, word) > most)
      return FALSE;
  return TRUE;
}

/* (NP5) for the sets of @n parts whose unions are set, by sets of their bits. One half of a set has its first
 * part. */
static gboolean
are_good (YieldParts *parts, int n)
{
  guint all = (1u << n) - 1;

  for (guint set = 1; set <= all; set++) {
    guint first = set & -set, half;
    parts->is_good[set] = FALSE;
    if (core_count_gaps (parts->unions[set]) > 1)
      continue;
    /* A single part, or two halves: both are smaller numbers, so it is known whether they are good. One
     * half has the first part, so that each pair is tried once. */
    parts->is_good[set] = set == first;
    for (half = (set - 1) & set; half != 0 && !parts->is_good[set]; half = (half - 1) & set)
      parts->is_good[set] = (half & first) != 0 && parts->is_good[half] && parts->is_good[set ^ half];
  }
  return parts->is_good[all];
}

/* (NP5) for @word, whose children interleave. */
static gboolean
can_be_put_together (const Core *core, int word, YieldParts *parts)
{
  int n = 0;

  parts->unions[0] = 0;
  parts->unions[1u << n++] = core_bit (word);
  for (guint64 rest = core->children[word]; rest != 0; rest &= rest - 1)
    parts->unions[1u << n++] = core->yields[core_first (rest)];
  /* The union of a set is that of its first part with that of the others. */
  for (guint set = 1; set < 1u << n; set++)
    parts->unions[set] = parts->unions[set & (set - 1)] | parts->unions[set & -set];
  return are_good (parts, n);
}

/* Returns TRUE if every yield can be put together with at most one gap; FALSE in @is_decided if there are too
 * many parts to know. The core is of gap degree 1. */
static gboolean
yields_are_mildly_ill_nested (const Core *core, YieldParts *parts, gboolean *is_decided)
{
  *is_decided = TRUE;
  for (int word = 1; word <= core->n; word++) {
    if (!children_interleave (core, word))
      continue;
    if (__builtin_popcountll (core->children[word]) >= TBK_CLASSES_MAX_PARTS)
      *is_decided = FALSE;
    else if (!can_be_put_together (core, word, parts)) {
      *is_decided = TRUE;
      return FALSE;
    }
  }
  return TRUE;
}

/* 4. multi_headed: the items of the multi-headed parser with up to four heads, for one tree.
 *
 * An item is an ascending list of two to four of the places 0..n+1. With [a .. b] for a list from a to b:
 *
 *   (NP7)   [a b] for b = a + 1
 *   (NP8)   [a .. b] and [b .. c] give [a .. b .. c]
 *   (NP9)   a place that is neither first nor last, and whose head is in the item, may be taken out
 *   (NP10)  the tree can be built if there is [0 n+1]
 *
 * Items over fewer places come first. The places between the first and the last of an item are words. So
 * (NP8) and (NP9) are steps of sets of words, for all items with the same two places at once.
 */

/* Its items, 70 KiB, which are too large for the stack; NULL if there is no memory, else to be freed with
 * g_free(). */
enum { SIZE = CORE_SIZE + 1 };

typedef struct {
  const Core *core;
  guint64 children[SIZE];             /* n + 1 has none */
  guint64 behind[SIZE], before[SIZE]; /* the words b of [a b]; the words a of [a b], by b */
  guint64 inner[SIZE][SIZE];          /* the b of [a b c], by a and c */
  guint64 last[SIZE][SIZE];           /* the words c of [a b c], by a and b */
} MultiHeaded;

static MultiHeaded *
multi_headed_new (void)
{
  return g_try_new (MultiHeaded, 1);
}

/* The middle words of [a x d] that come by (NP8) and (NP9) from [a b c d] with a given b. */
static guint64
take_out (const MultiHeaded *items, int a, int b, int d)
{
  guint64 thirds = items->last[a][b] & items->before[d], middles;
  int head = items->core->heads[b];

  if ((items->behind[a] & core_bit (b)) != 0)
    thirds |= items->inner[b][d];
  middles = head == a || head == d ? thirds : head == 0 ? 0 : thirds & core_bit (head);
  if ((thirds & (items->children[a] | items->children[b] | items->children[d])) != 0)
    middles |= core_bit (b);
  return middles;
}

static void
fill_items (MultiHeaded *items, int a, int d)
{
  gboolean is_last = d > items->core->n;
  guint64 middles = items->behind[a] & items->before[d];

  for (int b = a + 1; b < d; b++)
    middles |= take_out (items, a, b, d);
  items->inner[a][d] = middles;
  for (guint64 rest = middles; rest != 0 && !is_last; rest &= rest - 1)
    items->last[a][core_first (rest)] |= core_bit (d);
  if (d > a + 1 && (middles & (items->children[a] | items->children[d])) == 0)
    return;
  if (!is_last)
    items->behind[a] |= core_bit (d);
  if (a > 0)
    items->before[d] |= core_bit (a);
}

/* Returns TRUE if the parser builds the core with up to four heads. O(n^3). */
static gboolean
multi_headed_can_build (MultiHeaded *items, const Core *core)
{
  int end = core->n + 1;

  items->core = core;
  for (int a = 0; a <= end; a++) {
    items->children[a] = a == end ? 0 : core->children[a];
    items->behind[a] = items->before[a] = 0;
    for (int b = a; b <= end; b++)
      items->last[a][b] = 0;
  }
  for (int width = 1; width <= end; width++)
    for (int a = 0; a + width <= end; a++)
      fill_items (items, a, a + width);
  return (items->inner[0][end] & core->children[0]) != 0;
}

/* 5. attardi: the systems of Attardi (2006) on one tree.
 *
 *   (NP12)  If attardi-D builds a tree at all, it does by making every gold arc to a complete word, one
 *           without gold children that remain, as soon as it can; in which order plays no part
 */

/* The place, from the top of the stack down, of the word to be removed by an arc between it and the top, or
 * of the top by one from the word at a place down to @degree: 0 then; -1 if there is no such arc. The head is
 * put into @head. */
static int
find_removed (const int *heads, int degree, const int *stack, int n_stack, const int *n_pending, int *head)
{
  int top = stack[n_stack - 1];

  for (int k = 1; k <= degree && k < n_stack; k++) {
    int word = stack[n_stack - 1 - k];
    *head = heads[top] == word ? word : top;
    if (heads[word] == top && n_pending[word] == 0)
      return k;
    if (heads[top] == word && n_pending[top] == 0)
      return 0;
  }
  return -1;
}

/* Returns TRUE if the system attardi-@degree builds the tree @heads. @stack, @n_pending: scratch for n + 1
 * integers each. */
static gboolean
attardi_can_build (const int *heads, int n, int degree, int *stack, int *n_pending)
{
  int n_stack = 1, head = 0, k;

  memset (n_pending, 0, sizeof (int) * ((gsize) n + 1));
  for (int word = 1; word <= n; word++)
    n_pending[heads[word]]++;
  stack[0] = 0;
  for (int word = 1; word <= n; word++) {
    stack[n_stack++] = word;
    while ((k = find_removed (heads, degree, stack, n_stack, n_pending, &head)) >= 0) {
      n_pending[head]--;
      memmove (stack + n_stack - 1 - k, stack + n_stack - k, sizeof (int) * (gsize) k);
      n_stack--;
    }
  }
  return n_stack == 1;
}

/* 6. classes: which classes a tree is in: contraction, and then each class asked for.
 *
 *   (NP11)  Contraction, (X1) of projectivize/projectivize.h, changes no class and neither degree
 *           (docs/design/measures.md, "Classes")
 */

struct TbkClassifier {
  int *words, *core_heads, *scratch;
  Room room;
  Core core;
  Crossings crossings;
  YieldParts *parts; /* these two are made when first needed */
  MultiHeaded *multi_headed;
};

static const char *const names[TBK_N_CLASSES + 1] = {
  "proj", "planar", "2planar", "2planar0", "1ec",   "1ec0",  "mh4",      "inh0",     "inh1",     "wn", "gap1",
  "gap2", "wg1",    "wg2",     "mg1",      "edge1", "edge2", "attardi2", "attardi3", "attardi4", NULL,
};

const char *
tbk_class_name (TbkClass class)
{
  g_return_val_if_fail ((guint) class <= TBK_N_CLASSES, NULL);
  return names[class];
}

TbkClass
class_find (const char *name)
{
  int class = 0;

  while (class < TBK_N_CLASSES && strcmp (names[class], name) != 0)
    class ++;
  return class;
}

/* By class, the next ones that include it (tests/brute/test_classes.c), for trees with one root. */
static const guint including[TBK_N_CLASSES] = {
  [TBK_CLASS_PROJECTIVE] = TBK_CLASSES_ALL & ~TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE),
  [TBK_CLASS_PLANAR] = TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0)
                       | TBK_CLASS_BIT (TBK_CLASS_INHERIT_1) | TBK_CLASS_BIT (TBK_CLASS_EDGE_1),
  [TBK_CLASS_2_PLANAR_0] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_1_ENDPOINT_CROSSING] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_1_ENDPOINT_CROSSING_0] =
      TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0),
  [TBK_CLASS_MULTI_HEADED_4] = TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0),
  [TBK_CLASS_INHERIT_0] = TBK_CLASS_BIT (TBK_CLASS_INHERIT_1) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR),
  [TBK_CLASS_INHERIT_1] = TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED_GAP_1),
  [TBK_CLASS_GAP_1] = TBK_CLASS_BIT (TBK_CLASS_GAP_2),
  [TBK_CLASS_WELL_NESTED_GAP_1] =
      TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED) | TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED_GAP_2),
  [TBK_CLASS_WELL_NESTED_GAP_2] = TBK_CLASS_BIT (TBK_CLASS_WELL_NESTED) | TBK_CLASS_BIT (TBK_CLASS_GAP_2),
  [TBK_CLASS_MILDLY_ILL_NESTED] = TBK_CLASS_BIT (TBK_CLASS_GAP_1),
  [TBK_CLASS_EDGE_1] = TBK_CLASS_BIT (TBK_CLASS_EDGE_2),
  [TBK_CLASS_ATTARDI_2] = TBK_CLASS_BIT (TBK_CLASS_ATTARDI_3),
  [TBK_CLASS_ATTARDI_3] = TBK_CLASS_BIT (TBK_CLASS_ATTARDI_4),
};

guint
classes_widest (guint outside)
{
  guint widest = outside;

  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((including[class] & outside) != 0)
      widest &= ~TBK_CLASS_BIT (class);
  return widest;
}

TbkClassifier *
tbk_classifier_new (void)
{
  return g_new0 (TbkClassifier, 1);
}

void
tbk_classifier_free (TbkClassifier *classifier)
{
  if (classifier == NULL)
    return;
  room_clear (&classifier->room);
  g_free (classifier->parts);
  g_free (classifier->multi_headed);
  g_free (classifier);
}

#define CROSSINGS                                                                                            \
  (TBK_CLASS_BIT (TBK_CLASS_PLANAR) | TBK_CLASS_BIT (TBK_CLASS_2_PLANAR)                                     \
   | TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING))
#define CROSSINGS_0 (TBK_CLASS_BIT (TBK_CLASS_2_PLANAR_0) | TBK_CLASS_BIT (TBK_CLASS_1_ENDPOINT_CROSSING_0))
#define ATTARDI                                                                                              \
  (TBK_CLASS_BIT (TBK_CLASS_ATTARDI_2) | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_3)                                 \
   | TBK_CLASS_BIT (TBK_CLASS_ATTARDI_4))

static inline guint
outside_unless (gboolean is_inside, TbkClass class)
{
  return is_inside ? 0 : TBK_CLASS_BIT (class);
}

static guint
decide_crossings (TbkClassifier *classifier, guint asked)
{
  const Core *core = &classifier->core;
  Crossings *crossings = &classifier->crossings;
  guint outside = 0;

  if ((asked & CROSSINGS) != 0) {
    crossings_find (crossings, core, FALSE);
    outside |= outside_unless (crossings_are_none (crossings, core), TBK_CLASS_PLANAR)
               | outside_unless (crossings_are_bipartite (crossings, core), TBK_CLASS_2_PLANAR)
               | outside_unless (crossings_have_common_ends (crossings, core), TBK_CLASS_1_ENDPOINT_CROSSING);
  }
  if ((asked & CROSSINGS_0) != 0) {
    crossings_find (crossings, core, TRUE);
    outside |=
        outside_unless (crossings_are_bipartite (crossings, core), TBK_CLASS_2_PLANAR_0)
        | outside_unless (crossings_have_common_ends (crossings, core), TBK_CLASS_1_ENDPOINT_CROSSING_0);
  }
  return outside;
}

/* Well-nestedness and gaps. */
static guint
decide_yields (const Core *core, int gap_degree)
{
  gboolean is_well_nested = yields_are_well_nested (core), is_simple = is_well_nested && gap_degree <= 1;

  return outside_unless (is_well_nested, TBK_CLASS_WELL_NESTED)
         | outside_unless (gap_degree <= 1, TBK_CLASS_GAP_1)
         | outside_unless (gap_degree <= 2, TBK_CLASS_GAP_2)
         | outside_unless (is_simple, TBK_CLASS_WELL_NESTED_GAP_1)
         | outside_unless (is_well_nested && gap_degree <= 2, TBK_CLASS_WELL_NESTED_GAP_2)
         | outside_unless (is_simple && yields_inherit (core, 0), TBK_CLASS_INHERIT_0)
         | outside_unless (is_simple && yields_inherit (core, 1), TBK_CLASS_INHERIT_1);
}

static gboolean
decide_mildly_ill_nested (TbkClassifier *classifier, TbkClasses *classes, GError **error)
{
  gboolean is_inside = classes->gap_degree <= 1, is_decided = TRUE;

  if (is_inside && classifier->parts == NULL) {
    classifier->parts = g_try_new (YieldParts, 1);
    if (classifier->parts == NULL)
      return memory_fail (error, "the parts of yields");
  }
  if (is_inside)
    is_inside = yields_are_mildly_ill_nested (&classifier->core, classifier->parts, &is_decided);
  if (!is_decided)
    classes->undecided |= TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED);
  classes->outside |= outside_unless (is_inside, TBK_CLASS_MILDLY_ILL_NESTED);
  return TRUE;
}

static gboolean
decide_multi_headed (TbkClassifier *classifier, TbkClasses *classes, GError **error)
{
  if (classifier->multi_headed == NULL && (classifier->multi_headed = multi_headed_new ()) == NULL)
    return memory_fail (error, "the items of the multi-headed parser");
  classes->outside |= outside_unless (multi_headed_can_build (classifier->multi_headed, &classifier->core),
                                      TBK_CLASS_MULTI_HEADED_4);
  return TRUE;
}

/* Decides all that is about cores of few words. */
static gboolean
decide_core (TbkClassifier *classifier, guint asked, TbkClasses *classes, GError **error)
{
  const Core *core = &classifier->core;

  classes->gap_degree = yields_gap_degree (core);
  classes->edge_degree = yields_edge_degree (core);
  classes->outside |= decide_crossings (classifier, asked) | decide_yields (core, classes->gap_degree)
                      | outside_unless (classes->edge_degree <= 1, TBK_CLASS_EDGE_1)
                      | outside_unless (classes->edge_degree <= 2, TBK_CLASS_EDGE_2);
  if ((asked & TBK_CLASS_BIT (TBK_CLASS_MULTI_HEADED_4)) != 0
      && !decide_multi_headed (classifier, classes, error))
    return FALSE;
  return (asked & TBK_CLASS_BIT (TBK_CLASS_MILDLY_ILL_NESTED)) == 0
         || decide_mildly_ill_nested (classifier, classes, error);
}

/* Contracts the tree and puts what remains into @words, and its heads into @core_heads. Returns how many
 * words remain. */
static int
contract (const int *heads, int n, int *words, int *core_heads, int *scratch)
{
  int n_roots = 0, n_left;

  for (int word = 1; word <= n; word++)
    n_roots += heads[word] == 0;
  n_left = heads_contract (heads, n, n_roots == 1, words, scratch);
  for (int i = 0; i < n_left; i++)
    scratch[words[i]] = i;
  core_heads[0] = -1;
  for (int i = 1; i < n_left; i++)
    core_heads[i] = scratch[heads[words[i]]];
  return n_left - 1;
}

/* Decides the classes of a tree that is not projective. */
static gboolean
decide (TbkClassifier *classifier, const int *heads, int n, guint asked, TbkClasses *classes, GError **error)
{
  int *words = classifier->words, *core_heads = classifier->core_heads, *scratch = classifier->scratch;
  int n_left = contract (heads, n, words, core_heads, scratch);

  classes->outside = TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE);
  for (int degree = 2; degree <= 4 && (asked & ATTARDI) != 0; degree++)
    classes->outside |= outside_unless (attardi_can_build (core_heads, n_left, degree, words, scratch),
                                        TBK_CLASS_ATTARDI_2 + degree - 2);
  if (n_left > TBK_CLASSES_MAX_WORDS) {
    classes->undecided = TBK_CLASSES_ALL & ~(TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE) | ATTARDI);
    classes->gap_degree = classes->edge_degree = -1;
    return TRUE;
  }
  classifier->core.n = n_left;
  memcpy (classifier->core.heads, core_heads, sizeof (int) * ((gsize) n_left + 1));
  core_set (&classifier->core);
  return decide_core (classifier, asked, classes, error);
}

gboolean
tbk_tree_classes (TbkClassifier *classifier, const int *heads, int n, guint asked, TbkClasses *classes,
                  GError **error)
{
  gboolean is_projective;

  g_return_val_if_fail (classifier != NULL && heads != NULL && n >= 0 && classes != NULL, FALSE);
  g_return_val_if_fail ((asked & ~TBK_CLASSES_ALL) == 0, FALSE);
  if (!ROOM_RESERVE (&classifier->room, n + 1, ARRAY_OF (classifier->words, 2),
                     ARRAY (classifier->core_heads), ARRAY (classifier->scratch)))
    return memory_fail (error, "the classes of a tree of %d words", n);
  if (!projective_check_tree (heads, n, classifier->words, &is_projective))
    return heads_fail (heads, n, error);
  *classes = (TbkClasses){ 0 };
  if (!is_projective && !decide (classifier, heads, n, asked, classes, error))
    return FALSE;
  classes->outside &= asked;
  classes->undecided &= asked;
  return TRUE;
}
