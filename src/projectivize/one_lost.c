/* one_lost.c - the words that can move, and the heads they can move to: equations of one_lost.h. */
#include "projectivize/one_lost.h"

/* The stretch of the core from the first to the last of a word and its gold descendants. */
typedef struct {
  int first, last;
  gboolean is_covered; /* by an arc among them */
} CoreBlock;

static inline gboolean
is_within (int word, int left, int right)
{
  return left < word && word < right;
}

static gboolean
is_covered (int word, int a, int b)
{
  return is_within (word, MIN (a, b), MAX (a, b));
}

/* Walks up from every word of the core; those whose way leads through @word are its descendants. */
static CoreBlock
find_block (const Reduced *core, int word)
{
  CoreBlock block = { word, word, FALSE };

  for (int d = 1; d <= core->n; d++) {
    int ancestor = core->heads[d];

    while (ancestor > 0 && ancestor != word)
      ancestor = core->heads[ancestor];
    if (ancestor != word)
      continue;
    block.first = MIN (block.first, d);
    block.last = MAX (block.last, d);
    block.is_covered |= is_covered (word, d, core->heads[d]);
  }
  return block;
}

/* Whether the arcs into @a and @b cross. */
static gboolean
cross (const int *heads, int a, int b)
{
  int left = MIN (a, heads[a]), right = MAX (a, heads[a]);
  int other_left = MIN (b, heads[b]), other_right = MAX (b, heads[b]);

  return (is_within (other_left, left, right) && other_right > right)
         || (is_within (other_right, left, right) && other_left < left);
}

/* The word into which the only arc goes that crosses the one into @moved; 0 if there are several. */
static int
find_rival (const Reduced *core, int moved)
{
  int rival = 0;

  for (int d = 1; d <= core->n; d++)
    if (cross (core->heads, moved, d)) {
      if (rival != 0)
        return 0;
      rival = d;
    }
  return rival;
}

static int
depth_of (const int *heads, int word)
{
  int depth = 0;

  for (; word != 0; word = heads[word])
    depth++;
  return depth;
}

/* (O8): the words on the path from @u to @v, without 0 if @single. */
static int
count_path (const int *heads, int u, int v, gboolean single)
{
  /* The deeper end goes up one step at a time. Where both meet is their lowest common ancestor, the top of
   * the path. */
  int depth_u = depth_of (heads, u), depth_v = depth_of (heads, v), n_words = 1;

  for (; u != v; n_words++)
    if (depth_u > depth_v) {
      u = heads[u];
      depth_u--;
    } else {
      v = heads[v];
      depth_v--;
    }
  return n_words - (single && u == 0);
}

/* The last word of those contracted into the core word @i, or that word. What lies between two core words was
 * contracted into them: from the first of these words that is not known to be the left one's, arcs lead to the
 * right, then back to the left one's words, or on to the other core word. */
static int
find_end (const Reduced *core, const int *heads, int n, int i)
{
  int end = core->words[i], next = i < core->n ? core->words[i + 1] : n + 1;

  while (end + 1 < next) {
    int top = end + 1;

    while (heads[top] > top && heads[top] < next)
      top = heads[top];
    if (heads[top] > top)
      break;
    end = top;
  }
  return end;
}

/* (O8), for a block of the core that can move. In the sentence its neighbours are the ends of contracted
 * blocks. If there is none on the right, the path ends in 0. */
static int
count_heads (const Reduced *core, const int *heads, int n, CoreBlock block, gboolean single)
{
  int left = find_end (core, heads, n, block.first - 1), right = find_end (core, heads, n, block.last) + 1;

  return count_path (heads, left, right <= n ? right : 0, single);
}

/* Two words at most can move: the one that the lifting moves, and its rival. */
int
one_lost_count (const Reduced *core, const int *heads, int n, int moved, gboolean single)
{
  int count = count_heads (core, heads, n, find_block (core, moved), single);
  int rival = find_rival (core, moved);

  if (rival != 0) { /* (O7) */
    CoreBlock block = find_block (core, rival);
    if (!block.is_covered)
      count += count_heads (core, heads, n, block, single);
  }
  return count;
}
