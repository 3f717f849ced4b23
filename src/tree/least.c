/* least.c - minimum linear arrangements of trees: Shiloach (1979) as corrected by Esteban and Ferrer-i-Cancho
 * (2017).
 *
 * free(T) is the least sum of lengths of the tree T, and anch(T,v) the least sum plus the words on the right
 * of v. Let v be a centroid (free) or the word given (anch), T_0, T_1, ..., T_{k-1} the trees that are
 * attached to v, n_0 >= n_1 >= ... their sizes, n that of T. A tree T_i is anchored where it was attached to
 * v.
 *
 *   (MD17)  free = min (A, B):
 *           A = anch(T_0) + anch(T - T_0, v) + 1
 *           B = SUM anch(T_i), i = 1..q, + free(R) + SUM (i-1) (n_{2i-1} + n_{2i}), i = 1..p, + p (|R| + 1),
 *           p = q / 2
 *   (MD18)  anch = min (A, B):
 *           A = anch(T_0) + free(T - T_0) + n - n_0
 *           B = SUM anch(T_i), i = 1..q, + free(R) + SUM (i-1) n_{2i-1}, i = 1..p, + SUM i n_{2i}, i =
 *               1..p-1, + p |R| + p - 1,  p = (q + 1) / 2
 *   (MD19)  q is the greatest i < k, even and not 0 (free) or odd (anch), with
 *           n_i > floor ((n_0 + 2) / 2) + floor ((n_* + 2) / 2), n_* = n - (n_0 + ... + n_i); B needs one.
 *           R = T - T_1 - ... - T_q
 *   (MD20)  Of a star of k leaves around v: free = floor ((k+1)^2 / 4), anch = floor ((k+2)^2 / 4) - 1
 *
 * Where the words go, from left to right:
 *
 *   free, A   [T_0][T - T_0]                       both anchored where they meet; the arc between adds 1
 *   free, B   [T_1][T_3] .. [R] .. [T_4][T_2]      each T_i anchored towards R, in which v is
 *   anch, A   [T_0][T - T_0] ->                    the arc from v into T_0 and the words right of v span
 *                                                  all n - n_0 words of T - T_0, wherever v is in it
 *   anch, B   [T_1][T_3] .. [R] .. [T_4][T_2] ->   one tree less on the right: the words right of v count
 *                                                  in its place
 *
 * In B the arcs of v into the trees farther out pass over those nearer: over T_1 none, over T_3 one, and so
 * on; on the right likewise, and one more where it is anchored. One arc from the left and one from the right
 * span R and v together. Those are the sums of (MD17) and (MD18).
 *
 * A tree is the list of the sizes of its subtrees in preorder, the largest child first. So each T_i is a part
 * of it; and so is T - T_0 once T_0 is done with, after the last word of T_0 has made room for v. A root with
 * the subtrees of 3 and 1 words, of which the first is a chain:
 *
 *   T          5 3 2 1 1
 *   T_0          3 2 1
 *   T - T_0          2 1       its root is where the last word of T_0 was
 *
 * All is a sum of such trees but for the choice of A or B. So a task adds to the sum in hand and leaves tasks
 * for the trees that it splits into. Where B is possible, what it needs is copied, A and B get sums of their
 * own, and the less of them is added to the sum below. The tasks are a stack: those of A lie on that which
 * begins B, and this one on the choice.
 */
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"

typedef enum { FREE, ANCHORED, BEGIN_FREE_B, BEGIN_ANCHORED_B, CHOOSE } TaskKind;

/* The tree gets the places from `place` on, one for each word. In the pictures above it is anchored on the right; if it
 * is turned, they hold from right to left. */
typedef struct {
  TaskKind kind;
  int begin; /* of the tree in sizes; in that place its size is to be put, */
  int size;
  int word; /* and its root in words */
  int place;
  gboolean is_turned;
  int q; /* of B */
} Task;

/* The task of a part of the tree of @whole: @size words behind the first @offset ones of it. */
static Task
part_of (const Task *whole, TaskKind kind, int begin, int size, int offset, gboolean turns)
{
  return (Task){ .kind = kind,
                 .begin = begin,
                 .size = size,
                 .place = whole->place + (whole->is_turned ? whole->size - offset - size : offset),
                 .is_turned = whole->is_turned != turns };
}

/* Gives a word of the tree of @task, the one at @index in the list, its place, behind @offset others. */
static void
put_word (Least *least, const Task *task, int index, int offset)
{
  if (least->places != NULL)
    least->places[least->words[index]] = task->place + (task->is_turned ? task->size - 1 - offset : offset);
}

void
least_clear (Least *least)
{
  room_clear (&least->listed);
  room_clear (&least->scratch);
  g_free (least->kept);
  g_free (least->tasks);
  g_free (least->sums);
}

static gboolean
push_task (Least *least, Task task, GError **error)
{
  if (!try_reserve (&least->tasks, &least->n_tasks_allocated, least->n_tasks + 1, sizeof (Task)))
    return memory_fail (error, "the least length of a sentence");
  ((Task *) least->tasks)[least->n_tasks++] = task;
  return TRUE;
}

static gboolean
push_sum (Least *least, GError **error)
{
  if (!try_reserve (&least->sums, &least->n_sums_allocated, least->n_sums + 1, sizeof (gint64)))
    return memory_fail (error, "the least length of a sentence");
  least->sums[least->n_sums++] = 0;
  return TRUE;
}

/* Makes room for @n sizes and words in the lists of trees. */
static gboolean
reserve_listed (Least *least, gsize n)
{
  return ROOM_RESERVE (&least->listed, n, ARRAY (least->sizes), ARRAY (least->words));
}

/* Puts the trees that are attached to the tree at @begin behind what there is, in the order R, T_1, ...,
 * T_q. */
static gboolean
copy_for_B (Least *least, int begin, int q, GError **error)
{
  int n = least->sizes[begin], n_first = least->sizes[begin + 1];
  int second = begin + 1 + n_first, rest = second, n_rest, *to;

  if (!reserve_listed (least, least->n_sizes + (gsize) n))
    return memory_fail (error, "the least length of a sentence");
  /* The list has T_0, which stays the first, then T_1..T_q, then the rest: R is the word with T_0 and the
   * rest. */
  for (int i = 1; i <= q; i++)
    rest += least->sizes[rest];
  n_rest = begin + n - rest;
  to = least->sizes + least->n_sizes;
  *to++ = 1 + n_first + n_rest;
  memcpy (to, least->sizes + begin + 1, sizeof (int) * (gsize) n_first);
  memcpy (to + n_first, least->sizes + rest, sizeof (int) * (gsize) n_rest);
  memcpy (to + n_first + n_rest, least->sizes + second, sizeof (int) * (gsize) (rest - second));
  if (least->places != NULL) {
    to = least->words + least->n_sizes;
    *to++ = least->words[begin];
    memcpy (to, least->words + begin + 1, sizeof (int) * (gsize) n_first);
    memcpy (to + n_first, least->words + rest, sizeof (int) * (gsize) n_rest);
    memcpy (to + n_first + n_rest, least->words + second, sizeof (int) * (gsize) (rest - second));
  }
  least->n_sizes += (gsize) n;
  return TRUE;
}

/* (MD19), 0 if there is no such. @parity: of q. */
static int
find_q (const Least *least, int begin, int parity)
{
  const int *sizes = least->sizes;
  int end = begin + sizes[begin], n_first = sizes[begin + 1], q = 0;

  for (int tree = begin + 1 + n_first, i = 1; tree < end; tree += sizes[tree], i++) {
    int n_others = end - tree - sizes[tree] + 1;
    if (i % 2 == parity && sizes[tree] > (n_first + 2) / 2 + (n_others + 2) / 2)
      q = i;
  }
  return q;
}

/* Where B is possible for the tree of @tree, prepares the choice between it and A, whose tasks are to be
 * pushed then. */
static gboolean
prepare_choice (Least *least, const Task *tree, TaskKind kind, GError **error)
{
  int q = find_q (least, tree->begin, kind == FREE ? 0 : 1);
  Task choice = *tree, beginning;

  if (q == 0)
    return TRUE;
  choice.kind = CHOOSE;
  choice.begin = (int) least->n_sizes;
  choice.q = q;
  beginning = choice;
  beginning.kind = kind == FREE ? BEGIN_FREE_B : BEGIN_ANCHORED_B;
  return copy_for_B (least, tree->begin, q, error) && push_sum (least, error)
         && push_task (least, choice, error) && push_task (least, beginning, error);
}

/* The places in the list of children of the word at @tree, but for @n_left_out words that come first, behind
 * those with subtrees of at least @size. */
static int
find_split (const Least *least, int tree, int n_left_out, int size)
{
  const int *sizes = least->sizes;
  int child = tree + 1 + n_left_out, end = tree + sizes[tree];

  while (child < end && sizes[child] >= size)
    child += sizes[child];
  return child;
}

/* Appends the sizes from place @begin to before @end; returns where the next ones go. */
static int *
append (int *to, const int *sizes, int begin, int end)
{
  memcpy (to, sizes + begin, sizeof (int) * (gsize) (end - begin));
  return to + (end - begin);
}

/* Makes a centroid the root of the tree at @begin. The way there leads along first children, so its words
 * stand side by side: begin .. centroid. Each, from the centroid on, gets the one above it among its
 * children. */
static void
move_root (Least *least, int begin)
{
  int *sizes = least->sizes, *splits = least->splits, *to = least->other;
  int n = sizes[begin], centroid = begin;

  /* The largest subtree is the first child, the next number in preorder. */
  while (centroid + 1 < begin + n && 2 * sizes[centroid + 1] > n)
    centroid++;
  if (centroid == begin)
    return;
  for (int word = centroid; word >= begin; word--) {
    /* A word gives up the way below it, and among its children gets all that is not below itself, where
     * its size puts that. */
    int below = word == centroid ? 0 : sizes[word + 1];
    splits[word - begin] = find_split (least, word, below, word == begin ? 0 : n - sizes[word]);
    *to++ = n - below;
    to = append (to, sizes, word + 1 + below, splits[word - begin]);
  }
  /* Then what comes behind that among the children of each, from the old root on. */
  for (int word = begin; word <= centroid; word++)
    to = append (to, sizes, splits[word - begin], word + sizes[word]);
  if (least->places != NULL) {
    to = least->other_words;
    for (int word = centroid; word >= begin; word--) {
      *to++ = least->words[word];
      to = append (to, least->words, word + 1 + (word == centroid ? 0 : sizes[word + 1]),
                   splits[word - begin]);
    }
    for (int word = begin; word <= centroid; word++)
      to = append (to, least->words, splits[word - begin], word + sizes[word]);
    memcpy (least->words + begin, least->other_words, sizeof (int) * (gsize) n);
  }
  memcpy (sizes + begin, least->other, sizeof (int) * (gsize) n);
}

/* Puts a star: its center behind @n_before leaves, the others behind it. */
static void
put_star (Least *least, const Task *tree, int n_before)
{
  put_word (least, tree, tree->begin, n_before);
  for (int leaf = 1; leaf < tree->size; leaf++)
    put_word (least, tree, tree->begin + leaf, leaf <= n_before ? leaf - 1 : leaf);
}

/* Pushes the task of the tree of @whole without its first child, behind it. */
static gboolean
push_without_first (Least *least, const Task *whole, TaskKind kind, int n_first, GError **error)
{
  /* Anchored, it is so where T_0 is. */
  Task rest = part_of (whole, kind, whole->begin + n_first, whole->size - n_first, n_first, kind == ANCHORED);

  rest.word = least->places != NULL ? least->words[whole->begin] : 0;
  return push_task (least, rest, error);
}

/* (MD18) for a tree, and for that of its trees which is anchored, and so on. */
static gboolean
run_anchored (Least *least, Task tree, GError **error)
{
  for (;;) {
    int begin = tree.begin, n = least->sizes[begin], n_first = n > 1 ? least->sizes[begin + 1] : 0;
    if (n == 1) {
      put_word (least, &tree, begin, 0);
      return TRUE;
    }
    if (n_first == 1) { /* (MD20) with k = n - 1 */
      put_star (least, &tree, n - 1 - (n - 2) / 2);
      least->sums[least->n_sums - 1] += (gint64) (n + 1) * (n + 1) / 4 - 1;
      return TRUE;
    }
    if (n_first == n - 1)
      put_word (least, &tree, begin, n - 1);
    else if (!prepare_choice (least, &tree, ANCHORED, error)
             || !push_without_first (least, &tree, FREE, n_first, error))
      return FALSE;
    least->sums[least->n_sums - 1] += n - n_first;
    tree = part_of (&tree, ANCHORED, begin + 1, n_first, 0, FALSE);
  }
}

/* (MD17) */
static gboolean
run_free (Least *least, const Task *tree, GError **error)
{
  int begin = tree->begin, n = tree->size, n_first;

  if (n <= 3) {
    put_star (least, tree, n == 3 && least->sizes[begin + 1] == 1 ? 1 : 0);
    least->sums[least->n_sums - 1] += n - 1;
    return TRUE;
  }
  move_root (least, begin);
  n_first = least->sizes[begin + 1];
  if (n_first == 1) { /* (MD20) with k = n - 1 */
    put_star (least, tree, n / 2);
    least->sums[least->n_sums - 1] += (gint64) n * n / 4;
    return TRUE;
  }
  if (!prepare_choice (least, tree, FREE, error)
      || !push_without_first (least, tree, ANCHORED, n_first, error))
    return FALSE;
  least->sums[least->n_sums - 1]++;
  return run_anchored (least, part_of (tree, ANCHORED, begin + 1, n_first, 0, FALSE), error);
}

/* Keeps where A put the words of the tree. */
static gboolean
keep_places (Least *least, const Task *task, GError **error)
{
  gsize n = (gsize) task->size;

  if (least->places == NULL)
    return TRUE;
  if (!try_reserve (&least->kept, &least->n_kept_allocated, least->n_kept + 2 * n, sizeof (int)))
    return memory_fail (error, "the least length of a sentence");
  for (gsize i = 0; i < n; i++) {
    int word = least->words[(gsize) task->begin + i];
    least->kept[least->n_kept++] = word;
    least->kept[least->n_kept++] = least->places[word];
  }
  return TRUE;
}

/* B of (MD17) or (MD18): begins its sum, which has all but what the trees are worth, and leaves these. */
static gboolean
run_B (Least *least, const Task *task, GError **error)
{
  gboolean is_free = task->kind == BEGIN_FREE_B;
  int n_rest = least->sizes[task->begin], p = is_free ? task->q / 2 : (task->q + 1) / 2;
  int tree = task->begin + n_rest, n_left = 0, n_right = 0;
  gint64 sum = is_free ? (gint64) p * (n_rest + 1) : (gint64) p * n_rest + p - 1;
  Task part;

  if (!keep_places (least, task, error) || !push_sum (least, error))
    return FALSE;
  for (int i = 1; i <= task->q; i++) {
    int size = least->sizes[tree];
    gboolean is_left = i % 2 == 1;
    sum += (gint64) (is_free ? (i - 1) / 2 : i / 2) * size;
    part = part_of (task, ANCHORED, tree, size, is_left ? n_left : task->size - n_right - size, !is_left);
    part.word = least->places != NULL ? least->words[tree] : 0;
    if (!push_task (least, part, error))
      return FALSE;
    *(is_left ? &n_left : &n_right) += size;
    tree += size;
  }
  least->sums[least->n_sums - 1] = sum;
  part = part_of (task, FREE, task->begin, n_rest, n_left, FALSE);
  part.word = least->places != NULL ? least->words[task->begin] : 0;
  return push_task (least, part, error);
}

/* Adds the less of the last two sums, of A and of B, to that below; what was copied for B is forgotten. */
static void
choose (Least *least, const Task *task)
{
  gint64 *sums = least->sums + least->n_sums;

  if (least->places != NULL) {
    least->n_kept -= 2 * (gsize) task->size;
    for (int i = 0; sums[-2] <= sums[-1] && i < task->size; i++) {
      const int *kept = least->kept + least->n_kept + 2 * i;
      least->places[kept[0]] = kept[1];
    }
  }
  sums[-3] += MIN (sums[-2], sums[-1]);
  least->n_sums -= 2;
  least->n_sizes = (gsize) task->begin;
}

/* A task of a tree puts the size at its place first: T - T_0 has its root where a word of T_0 was until
 * now. */
static gboolean
run_task (Least *least, const Task *task, GError **error)
{
  switch (task->kind) {
  case FREE:
  case ANCHORED:
    least->sizes[task->begin] = task->size;
    if (least->places != NULL)
      least->words[task->begin] = task->word;
    return task->kind == FREE ? run_free (least, task, error) : run_anchored (least, *task, error);
  case BEGIN_FREE_B:
  case BEGIN_ANCHORED_B:
    return run_B (least, task, error);
  default:
    choose (least, task);
    return TRUE;
  }
}

/* Puts the sizes of the trees of @outline into a list in preorder, one tree after the other. */
static void
list_sizes (Least *least, const Outline *outline)
{
  int *place = least->other, n = outline->n;

  place[0] = -1;
  for (int i = n; i >= 0; i--) {
    int word = i == n ? 0 : outline->order[i], next = place[word] + 1;
    if (word != 0)
      least->sizes[place[word]] = outline->size[word];
    if (word != 0 && least->places != NULL)
      least->words[place[word]] = word;
    for (int k = outline->first[word]; k < outline->first[word + 1]; k++) {
      place[outline->sorted[k]] = next;
      next += outline->size[outline->sorted[k]];
    }
  }
  least->n_sizes = (gsize) n;
}

/* A task for each tree, with places behind those before it. */
static gboolean
push_trees (Least *least, const Outline *outline, GError **error)
{
  for (int begin = 0; begin < outline->n; begin += least->sizes[begin])
    if (!push_task (least,
                    (Task){ .kind = FREE,
                            .begin = begin,
                            .size = least->sizes[begin],
                            .word = least->places != NULL ? least->words[begin] : 0,
                            .place = begin + 1 },
                    error))
      return FALSE;
  return TRUE;
}

/* Tasks take the place of a recursion whose depth would be that of the tree. */
gboolean
least_find (Least *least, const Outline *outline, gint64 *length, int *places, GError **error)
{
  gsize room = (gsize) outline->n + 1;

  if (!reserve_listed (least, room)
      || !ROOM_RESERVE (&least->scratch, room, ARRAY (least->splits), ARRAY (least->other),
                        ARRAY (least->other_words)))
    return memory_fail (error, "the least length of %d words", outline->n);
  least->places = places;
  list_sizes (least, outline);
  least->n_sums = least->n_tasks = least->n_kept = 0;
  if (!push_sum (least, error) || !push_trees (least, outline, error))
    return FALSE;
  while (least->n_tasks > 0) {
    Task task = ((Task *) least->tasks)[--least->n_tasks];
    if (!run_task (least, &task, error))
      return FALSE;
  }
  *length = least->sums[0];
  return TRUE;
}
