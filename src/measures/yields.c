/* yields.c - gaps, nestedness, gap inheritance, mild ill-nestedness, and the edge degree.
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
#include "measures/yields.h"

int
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

int
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

gboolean
yields_are_well_nested (const Core *core)
{
  for (int word = 0; word <= core->n; word++)
    if (children_interleave (core, word))
      return FALSE;
  return TRUE;
}

/* How many children of @word have words before and behind its gap. */
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

gboolean
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

gboolean
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
