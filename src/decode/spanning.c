/* spanning.c - the best trees, projective or not: the first, and those after it.
 *
 * Contents
 *   1. spanning: the tree of least cost, projective or not, by paths that contract their cycles (Tarjan
 *      1977, Gabow et al. 1986)
 *   2. spanning_n_best: the trees of a sentence from the best on, projective or not, by parts of the set of
 *      trees (Lawler 1972)
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

/* 1. spanning: the tree of least cost, projective or not, by paths that contract their cycles (Tarjan 1977,
 * Gabow et al. 1986).
 *
 * A path of nodes grows by the cheapest arc to its last node. If that comes from a node that is finished, or
 * from 0, the whole path is finished. If it comes from the path, the nodes from there on are a cycle and
 * become one node. Let c(m) be the cost of the cheapest arc to a member m of the cycle; what an arc from x
 * would cost the new node is what it costs more than the arc it takes the place of:
 *
 *   (D5)  cost(x) = min over members m:  cost(x,m) - c(m)
 *
 * Every arc into a node of words costs a member's, so the last choice decides, and chosen arcs of members
 * hold but for the one member that it enters. Which that is, is found again by (D5): the first member whose
 * difference is the same number.
 *
 * A single root: arcs from 0 are compared with each other, never with other arcs. A node takes its arc from 0
 * only if no word outside it has an arc to it. This is the order of pairs (number of arcs from 0, cost), with
 * which the same algorithm is right: no arc from 0 is in a cycle, so (D5) subtracts nothing in the first
 * number. If two nodes need an arc from 0, there is no tree with one root.
 *
 * First the cheapest arc of each word is looked at: if these make a tree, it is the best.
 *
 * An example of four words, with any number of roots. Costs by dependent, of the arcs from 0 to 4:
 *
 *   to 1:  5 - 1 4 9    the cheapest from 2
 *   to 2:  6 2 - 3 9    the cheapest from 1: a cycle with the one before
 *   to 3:  1 9 8 - 9    the cheapest from 0
 *   to 4:  7 9 9 2 -    the cheapest from 3
 *
 * The path 1, 2 closes a cycle, which becomes node 5. By (D5) an arc from 0 costs it min (5 - 1, 6 - 2) = 4,
 * one from 3 min (4 - 1, 3 - 2) = 1, one from 4 min (9 - 1, 9 - 2) = 7. It takes 3; the path 5, 3 ends at 0
 * and is finished. So is 4 at once, whose head is 3. Read back: the arc from 3 enters node 5 at the member
 * with the difference 1, which is 2. So 2 depends on 3, and 1 keeps its arc from 2. The heads are 2 3 0 3, of
 * cost 1 + 3 + 1 + 2 = 7.
 *
 * Cost      O(n^2): of at most 2 n nodes, each row is searched once and is in one minimum (D5).
 */

enum { NOTHING = -1 };

/* A search. Nodes 1..n are words, greater ones cycles. Head 0 is the root; node 0 is not used. */
typedef struct {
  int n, n_nodes;
  gsize stride;
  double *rows;
  int *top;                        /* by word: the node that it is in now */
  int *next_word;                  /* by word: the next of that node, or NOTHING */
  int *chosen;                     /* by node: the head of its cheapest arc */
  int *first_member, *next_member; /* by node: of a cycle's members; the next */
  int *path;                       /* nodes */
  int n_path;
  int *place;    /* by node: where it is on the path, or NOTHING */
  guint8 *marks; /* by node: whether it is finished; then whether an arc from outside its cycle enters it */
  gboolean has_any_root, has_root;
} PathSearch;

BODY double *
row_of (const PathSearch *s, int node)
{
  return s->rows + (gsize) (node - 1) * s->stride;
}

/* The first head from @first to n with the least cost; @first if all are infinite.
 *
 * The least number is found first, in eight chains side by side, and then its place: the processor compares
 * several numbers at once only if nothing depends on where they are. */
BODY int
find_least (const double *row, int first, int n)
{
  enum { SIDE_BY_SIDE = 8 };
  double least[SIDE_BY_SIDE];
  double all = INFINITY;
  int h = first;

  for (int v = 0; v < SIDE_BY_SIDE; v++)
    least[v] = INFINITY;
  for (; h + SIDE_BY_SIDE <= n + 1; h += SIDE_BY_SIDE)
    for (int v = 0; v < SIDE_BY_SIDE; v++)
      least[v] = row[h + v] < least[v] ? row[h + v] : least[v];
  for (int v = 0; v < SIDE_BY_SIDE; v++)
    all = least[v] < all ? least[v] : all;
  for (; h <= n; h++)
    all = row[h] < all ? row[h] : all;
  for (h = first; h <= n && row[h] != all; h++)
    ;
  return MIN (h, n);
}

/* (D5) for one member: the row of the new node becomes the least of what it is and of the member's row less
 * @cost. Infinite costs stay infinite, as @cost is finite. */
BODY void
keep_least (double *restrict row, const double *restrict member, double cost, gsize stride, gboolean is_first)
{
  for (gsize h = 0; h < stride; h++) {
    const double more = member[h] - cost;

    row[h] = is_first || more < row[h] ? more : row[h];
  }
}

/* Returns TRUE if the cheapest arcs are a tree, with one root where there may be only one: then they are its
 * heads.
 *
 * seen[w] is the word from which the walk up reached w first. A walk that comes to a word of its own number
 * has closed a cycle; one that comes to an earlier number joins a walk that reached 0. So each word is passed
 * once, and the walks take O(n). */
BODY gboolean
find_greedily (const PathSearch *s, int *heads)
{
  int *seen = s->path, n_roots = 0;

  for (int d = 1; d <= s->n; d++) {
    heads[d] = find_least (row_of (s, d), 0, s->n);
    /* A word that no arc leads to has no head in any tree. The search proper finds that out again. */
    if (row_of (s, d)[heads[d]] == INFINITY)
      return FALSE;
    n_roots += heads[d] == 0;
    seen[d] = 0;
  }
  /* Several roots where one is allowed say nothing about the best tree, so the search must decide. */
  if (n_roots == 0 || (n_roots > 1 && !s->has_any_root))
    return FALSE;
  for (int d = 1; d <= s->n; d++) {
    int h = d;

    for (; h != 0 && seen[h] == 0; h = heads[h])
      seen[h] = d;
    if (h != 0 && seen[h] == d)
      return FALSE;
  }
  return TRUE;
}

/* Makes the nodes of the path from place @from on one node, the last of the path. The new node stays there:
 * its cheapest arc is chosen next, and may lead to an earlier place, so that cycles nest. */
BODY void
contract (PathSearch *s, int from)
{
  const int node = ++s->n_nodes;
  double *row = row_of (s, node);
  int last_word = NOTHING;

  s->first_member[node] = s->path[from];
  /* A new row by (D5), and the list of members. */
  for (int p = from; p < s->n_path; p++) {
    const int member = s->path[p];

    keep_least (row, row_of (s, member), row_of (s, member)[s->chosen[member]], s->stride, p == from);
    s->next_member[member] = p + 1 < s->n_path ? s->path[p + 1] : NOTHING;
  }
  /* The words of all members become one list. An arc from one of them is none to the new node. */
  for (int p = from; p < s->n_path; p++) {
    int member = s->path[p];

    /* The list of a node begins with the first word of its first member. */
    while (member > s->n)
      member = s->first_member[member];
    if (last_word != NOTHING)
      s->next_word[last_word] = member;
    for (int w = member; w != NOTHING; w = s->next_word[w]) {
      row[w] = INFINITY;
      s->top[w] = node;
      last_word = w;
    }
  }
  s->path[from] = node;
  s->n_path = from + 1;
}

/* Chooses the cheapest arc to the last node of the path. FALSE if there is none. With a single root 0 is
 * asked only if no word outside has an arc to the node, and only once: two such nodes are two roots. */
BODY gboolean
choose_head (PathSearch *s)
{
  const int node = s->path[s->n_path - 1];
  const double *row = row_of (s, node);
  int head = find_least (row, s->has_any_root ? 0 : 1, s->n);

  if (row[head] == INFINITY && !s->has_any_root && !s->has_root) {
    head = 0;
    s->has_root = TRUE;
  }
  s->chosen[node] = head;
  return row[head] < INFINITY;
}

/* Grows a path from @word until it is finished. FALSE if there is no tree.
 *
 * place[] is read for nodes that are the top of a word, so those of members need not be reset when a cycle
 * takes their place. Nodes of the path below a new cycle keep theirs. */
BODY gboolean
grow_path (PathSearch *s, int word)
{
  s->path[0] = word;
  s->n_path = 1;
  s->place[word] = 0;
  for (;;) {
    int head;

    if (!choose_head (s))
      return FALSE;
    head = s->chosen[s->path[s->n_path - 1]];
    /* 0, or a node of a path that is finished: so is this one. */
    if (head == 0 || s->marks[s->top[head]])
      break;
    /* A node not met before makes the path longer. One of the path closes a cycle. */
    if (s->place[s->top[head]] == NOTHING) {
      s->place[s->top[head]] = s->n_path;
      s->path[s->n_path++] = s->top[head];
    } else {
      contract (s, s->place[s->top[head]]);
      s->place[s->n_nodes] = s->n_path - 1;
      s->marks[s->n_nodes] = FALSE;
    }
  }
  for (int p = 0; p < s->n_path; p++)
    s->marks[s->path[p]] = TRUE;
  return TRUE;
}

/* The member of cycle @node that the arc from @head enters. The subtraction gives the same bits as in
 * keep_least(), so the member is found by equality. Where a processor computes with more digits than it
 * stores, none may be equal: then the least is the one. */
BODY int
find_member (const PathSearch *s, int node, int head)
{
  const double cost = row_of (s, node)[head];
  int least = s->first_member[node];
  double least_more = INFINITY;

  for (int m = s->first_member[node]; m != NOTHING; m = s->next_member[m]) {
    const double *row = row_of (s, m), more = row[head] - row[s->chosen[m]];

    if (more == cost)
      return m;
    if (more < least_more) {
      least = m;
      least_more = more;
    }
  }
  return least;
}

/* Reads the heads from the chosen arcs: the last nodes first, as these are made of others. */
BODY void
expand (const PathSearch *s, int *heads)
{
  memset (s->marks, FALSE, (gsize) s->n_nodes + 1);
  for (int node = s->n_nodes; node > 0; node--) {
    int member = node;

    /* The arc into a larger node enters this one, so its own choice does not hold. */
    if (s->marks[node])
      continue;
    while (member > s->n) {
      member = find_member (s, member, s->chosen[node]);
      s->marks[member] = TRUE;
    }
    heads[member] = s->chosen[node];
  }
}

/* Each word is its own node at first. Paths are begun from words whose node is not finished. */
BODY gboolean
search_body (PathSearch *s, int *heads)
{
  if (find_greedily (s, heads))
    return TRUE;
  for (int d = 1; d <= s->n; d++) {
    s->top[d] = d;
    s->next_word[d] = s->place[d] = NOTHING;
    s->marks[d] = FALSE;
  }
  for (int d = 1; d <= s->n; d++)
    if (!s->marks[s->top[d]] && !grow_path (s, d))
      return FALSE;
  expand (s, heads);
  return TRUE;
}

BOTH (static, gboolean, search, (PathSearch * s, int *heads), (s, heads))

/* Places the arrays of a search in the memory of the caller, by word or by node, and searches. */
gboolean
spanning_find (const Spanning *spanning, int n, gboolean has_any_root, int *heads)
{
  /* Arrays by word have n + 1 numbers. Those by node have twice as many: each cycle joins two nodes or more,
   * so there are fewer than 2 n nodes. The bytes of `marks` fit into the last n + 1 numbers. */
  const gsize words = (gsize) n + 1;
  int *numbers = spanning->numbers;
  PathSearch s = { .n = n,
                   .n_nodes = n,
                   .stride = SCORES_STRIDE (n),
                   .rows = spanning->rows,
                   .top = numbers,
                   .next_word = numbers + words,
                   .path = numbers + 2 * words,
                   .chosen = numbers + 3 * words,
                   .first_member = numbers + 5 * words,
                   .next_member = numbers + 7 * words,
                   .place = numbers + 9 * words,
                   .marks = (guint8 *) (numbers + 11 * words),
                   .has_any_root = has_any_root };

  return search (&s, heads);
}

/* Room for 2 n rows: those of the words, and those of the nodes that cycles become. */
gboolean
spanning_reserve (DecodeWorker *worker, int n, Spanning *spanning, int **heads, GError **error)
{
  *heads = NULL;
  spanning->rows = decode_scratch (worker, SCRATCH_MATRIX, 2 * n * SCORES_STRIDE (n), sizeof (double));
  spanning->numbers = decode_scratch (worker, SCRATCH_WORDS, SPANNING_NUMBERS (n) + n + 1, sizeof (int));
  if (spanning->rows == NULL || spanning->numbers == NULL)
    return memory_fail (error, "the trees of %d words", n);
  *heads = spanning->numbers + SPANNING_NUMBERS (n);
  return TRUE;
}

/* The best tree of one sentence. Without a tree rows_put() notes the problem. */
static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentences[0]);
  gboolean is_tree;
  Spanning spanning;
  int *heads;

  g_assert (n_sentences == 1);
  if (!spanning_reserve (worker, s.n, &spanning, &heads, error))
    return FALSE;
  if (!scores_costs_matrix (&s, spanning.rows))
    decode_note_problem (worker, sentences[0]);
  is_tree = spanning_find (&spanning, s.n, decoding->options.has_any_root, heads);
  rows_put (decoding, worker, sentences[0], 0, &(FoundTree){ .heads = is_tree ? heads : NULL });
  return TRUE;
}

const DecodeTask spanning_task = { .n_matrices = 2, .work = work };

/* 2. spanning_n_best: the trees of a sentence from the best on, projective or not, by parts of the set of
 * trees (Lawler 1972).
 *
 * A part fixes the heads of words 1..p-1 and forbids some heads of word p. When T is the best tree of a part
 * that none better is left of, the other trees of the part are shared out by the first word, in order, whose
 * head differs from that in T:
 *
 *   (D25)  for each q >= p:  heads of words 1..q-1 as in T, that of q not as in T (nor, for q = p, as was
 *          forbidden)
 *
 * An example of three words with the best tree 0 1 1 (the heads of 1, 2, 3). The parts are then
 *
 *   q = 1    word 1 not on 0
 *   q = 2    1 on 0, word 2 not on 1         the best of these, 0 3 1, comes next and is split:
 *   q = 3    1 on 0, 2 on 1, word 3 not on 1
 *
 *   q = 2    1 on 0, word 2 on neither 1 nor 3
 *   q = 3    1 on 0, 2 on 3, word 3 not on 1
 *
 * The best tree of each is found, and the best of all parts comes next. So no tree comes twice, and none is
 * left out. Of equally good ones that comes first whose part was made first. Only as many parts are kept as
 * trees are still wanted.
 *
 * Cost      n searches for each tree, O(n^3).
 */

/* A part of the trees, with the cost of its best. */
typedef struct {
  double cost;
  int first; /* p */
  int slot;  /* of what follows */
} TreePart;

typedef struct {
  int n;
  gsize stride;
  gboolean has_any_root;
  const double *costs; /* the matrix */
  Spanning spanning;
  TreePart *parts; /* the best first */
  int n_parts, most_parts;

  /* By slot: heads[0..n] of the best tree, and whether word p may not have head 0..n. One slot is always
   * free. */
  int *heads;
  guint8 *forbidden;
  int *free_slots, n_free;
} PartSearch;

static int *
heads_of (const PartSearch *search, int slot)
{
  return search->heads + (gsize) slot * (search->n + 1);
}

static guint8 *
forbidden_of (const PartSearch *search, int slot)
{
  return search->forbidden + (gsize) slot * (search->n + 1);
}

/* The bytes of @most_parts parts, and of the slot that is always free. */
static guint64
measure_parts (const PartSearch *search)
{
  const guint64 n = (guint64) search->n + 1;

  return ((guint64) search->most_parts + 1) * (sizeof (TreePart) + sizeof (int) + n * (sizeof (int) + 1));
}

/* Room for @most_parts parts, in one piece of memory: the largest elements first, so that each array is
 * aligned where the one before it ends. */
static gboolean
reserve (DecodeWorker *worker, PartSearch *search)
{
  const gsize n = (gsize) search->n + 1, n_slots = (gsize) search->most_parts + 1;
  const gsize size = sizeof (TreePart) + sizeof (int) + n * (sizeof (int) + 1);
  char *memory = decode_scratch (worker, SCRATCH_STACK, n_slots, size);

  if (memory == NULL)
    return FALSE;
  search->parts = (TreePart *) memory;
  search->free_slots = (int *) (search->parts + n_slots);
  search->heads = search->free_slots + n_slots;
  search->forbidden = (guint8 *) (search->heads + n_slots * n);
  search->n_parts = 0;
  search->n_free = (int) n_slots;
  for (int slot = 0; slot < search->n_free; slot++)
    search->free_slots[slot] = slot;
  return TRUE;
}

/* The cost of a tree, from the costs as they were given: rows are changed by a search. */
static double
add_costs (const PartSearch *search, const int *heads)
{
  double sum = 0;

  for (int d = 1; d <= search->n; d++)
    sum += search->costs[(d - 1) * search->stride + heads[d]];
  return sum;
}

/* Drops the worst parts, so that @most stay. */
static void
drop_worst (PartSearch *search, int most)
{
  search->most_parts = most;
  while (search->n_parts > most)
    search->free_slots[search->n_free++] = search->parts[--search->n_parts].slot;
}

/* Puts the part in its place, after those that are as good. There are at most as many parts as trees that are
 * wanted, and each has cost a search of O(n^2): moving them is cheap beside that. */
static void
keep (PartSearch *search, TreePart part)
{
  int place = search->n_parts;

  while (place > 0 && search->parts[place - 1].cost > part.cost)
    place--;
  memmove (&search->parts[place + 1], &search->parts[place], (search->n_parts - place) * sizeof (TreePart));
  search->parts[place] = part;
  search->n_parts++;
  drop_worst (search, search->most_parts);
}

/* Adds the part in which words below @first have heads as in @heads, and @first none that is forbidden, if it
 * has a tree. */
static void
add_part (PartSearch *search, int first, const int *heads, const guint8 *forbidden)
{
  const gsize n = (gsize) search->n, stride = search->stride;
  const int slot = search->free_slots[search->n_free - 1];
  double *rows = search->spanning.rows;

  /* A fixed head is one whose rivals are forbidden. Its own cost stays, so that rows remain costs. */
  memcpy (rows, search->costs, n * stride * sizeof (double));
  for (int d = 1; d < first; d++) {
    double *row = rows + (d - 1) * stride;
    const double cost = row[heads[d]];

    for (gsize h = 0; h <= n; h++)
      row[h] = INFINITY;
    row[heads[d]] = cost;
  }
  for (gsize h = 0; h <= n; h++)
    if (forbidden[h])
      rows[(first - 1) * stride + h] = INFINITY;
  /* The slot is taken only if there is a tree. drop_worst() frees one whenever there are too many parts, so
   * the next call finds a free slot again. */
  if (!spanning_find (&search->spanning, search->n, search->has_any_root, heads_of (search, slot)))
    return;
  search->n_free--;
  memcpy (forbidden_of (search, slot), forbidden, n + 1);
  keep (search, (TreePart){ add_costs (search, heads_of (search, slot)), first, slot });
}

/* Takes the best part away, whose tree goes to @heads, and adds those of (D25), of which at most @n_wanted
 * are needed. */
static void
split_best (PartSearch *search, int *heads, guint8 *forbidden, int n_wanted)
{
  const gsize size = (gsize) search->n + 1;
  const TreePart best = search->parts[0];

  memcpy (heads, heads_of (search, best.slot), size * sizeof (int));
  memcpy (forbidden, forbidden_of (search, best.slot), size);
  search->free_slots[search->n_free++] = best.slot;
  search->n_parts--;
  memmove (&search->parts[0], &search->parts[1], search->n_parts * sizeof (TreePart));
  drop_worst (search, n_wanted);
  /* Word p, the first of the part, keeps what was forbidden to it. Later words begin with nothing
   * forbidden. */
  for (int q = best.first; q <= search->n && n_wanted > 0; q++) {
    forbidden[heads[q]] = TRUE;
    add_part (search, q, heads, forbidden);
    memset (forbidden, FALSE, size);
  }
}

/* The first part has all trees: from word 1 on, with nothing forbidden. */
static void
put_trees (const Decoding *decoding, DecodeWorker *worker, int sentence, PartSearch *search, int *heads,
           guint8 *forbidden)
{
  const int n_trees = decoding->trees->n_trees;

  memset (forbidden, FALSE, (gsize) search->n + 1);
  add_part (search, 1, heads, forbidden);
  for (int t = 0; t < n_trees; t++) {
    const gboolean is_tree = search->n_parts > 0;

    if (is_tree)
      split_best (search, heads, forbidden, n_trees - t - 1);
    rows_put (decoding, worker, sentence, t, &(FoundTree){ .heads = is_tree ? heads : NULL });
  }
}

/* The costs stay in a matrix of their own: each part begins with a copy, from which the search makes its
 * rows. */
static gboolean
spanning_n_best_work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                      GError **error)
{
  const int sentence = sentences[0];
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gsize n = (gsize) s.n;
  double *costs = decode_scratch (worker, SCRATCH_MARGINALS, n * SCORES_STRIDE (n), sizeof (double));
  guint8 *forbidden = decode_scratch (worker, SCRATCH_ROW, n + 1, 1);
  PartSearch search = { .n = s.n,
                        .stride = SCORES_STRIDE (n),
                        .has_any_root = decoding->options.has_any_root,
                        .costs = costs,
                        .most_parts = MAX (decoding->trees->n_trees - 1, 1) };
  int *heads;

  g_assert (n_sentences == 1);
  if (!decode_check_memory (decoding, sentence, s.n, measure_parts (&search), error))
    return FALSE;
  if (!spanning_reserve (worker, s.n, &search.spanning, &heads, error))
    return FALSE;
  if (costs == NULL || forbidden == NULL || !reserve (worker, &search))
    return memory_fail (error, "the best trees of %d words", s.n);
  if (!scores_costs_matrix (&s, costs)) {
    decode_note_problem (worker, sentence);
    return TRUE;
  }
  put_trees (decoding, worker, sentence, &search, heads, forbidden);
  return rows_order (decoding, worker, sentence, error);
}

const DecodeTask spanning_n_best_task = { .n_matrices = 3, .work = spanning_n_best_work };
