/* vote.c - one tree out of several annotations of a sentence: the one of most votes.
 *
 * Contents
 *   1. votes: what voters say of a word
 *   2. values: what an arc is worth by all criteria
 *   3. spanning: any trees
 *   4. chart: projective trees
 *   5. unique: trees in which no head has two dependents of one group of relations
 *   6. counter: the tree, ties, and how many trees there are
 *
 * The criteria of tbk_vote() are sums over arcs, so the best tree is one decode, with values that are compared one
 * criterion after the other. A value is a sparse vector of integers, and nothing is rounded:
 *
 *   (VT1)  (r, votes of the arc, votes for its relation, 1 for each voter with the arc .., -head at the place of the
 *          dependent), where r is -1 for arcs of 0 if 0 may have one child only. Greater is better; the last
 *          part prefers the least list of heads. To find a tie: (r, votes of the arc, -1 for an arc of the tree that
 *          was found). If another tree has as many votes, one with fewer such arcs is the best.
 *
 * Any trees: paths that contract their cycles, as in spanning.c, need values that are added, subtracted and compared,
 * no more. A word keeps what the arcs that were chosen for it in cycles are worth, as its offset: an arc into a cycle
 * takes the place of one of its arcs.
 *
 *   (VT2)  The value of an arc into a contracted node, at word v, is that of the arc less the offset of v. An arc that
 *          nobody voted for differs from others into v in its head alone. So of these only the least head outside the
 *          node comes into question, and 0 where it is worse than others; for a tie the two least.
 *
 * An example: three words, the votes 2 1 0 and 2 1 1. Words 1 and 2 choose each other, with two votes each, and become
 * a node. Into it the arc from 3 to 1 is worth 0 votes less 2, that from 3 to 2 the same; entered at 1, word 2 keeps 1,
 * and the heads are 3 1 0; entered at 2 they are 2 3 0, which is less. So 2 3 0 is the tree.
 *
 * Projective trees: a chart (tabular/best_tree.h).
 *
 * Cost      (VT2) makes it O(k) an arc that is chosen for a word; O(n) more for each word of a cycle, at most log n times, and where arcs
 *           into a cycle tie but for the heads.
 */
#include "decode/decode.h"
#include "tabular/best_tree.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "tbk/decode.h"
#include "tbk/tabular.h"
#include "tbk/tree.h"

enum { NOBODY = -1, BASE = 0 };

typedef struct {
  int head, dependent;
} VoteArc;

struct TbkVoteCounter {
  /* The sentence. */
  const TbkVoter *voters;
  const int *weights;
  const TbkVoteOptions *options;
  int n_voters, n;

  /* Any trees: nodes are words, and cycles from n + 1 on. */
  int n_nodes, n_path, n_components;
  int n_first;           /* components before those of the heads, word by word */
  gint64 n_compared;     /* heads, where arcs tie */
  gboolean counts_roots; /* OF_ROOT is of account */
  const int *found;      /* heads: a tie with this tree is looked for; NULL: all criteria */
  int *top, *next_word;  /* by word: its node; the next word of that, or 0 */
  int *first_word, *last_word, *n_words, *parent, *place, *path, *is_done; /* by node; nodes */
  VoteArc *chosen;                                                         /* by node */
  int *offset;           /* by word: the number of its row, or NOBODY */
  gint64 *rows;          /* offsets: n_components integers each */
  gint64 *value, *other; /* scratch: a row each */
  int n_rows;
  gsize n_rows_allocated;
  Room room, room_of_value;

  /* Projective trees. */
  TbkTabular *tabular[2]; /* by whether 0 may have several children */
  TbkWeightedString string;
  BestTree best_tree;
  TbkTree *tree;

  /* Ties. */
  TbkDecoder *decoder;
  double *scores;
  int *rival; /* heads */
  gsize n_scores_allocated;
};

/* 1. votes: what voters say of a word. */

/* The head of @word for voter @v, or NOBODY. */
static inline int
head_of (const TbkVoteCounter *c, int v, int word)
{
  const int head = c->voters[v].heads == NULL ? NOBODY : c->voters[v].heads[word];

  return head >= 0 && head <= c->n && head != word ? head : NOBODY;
}

static inline int
relation_of (const TbkVoteCounter *c, int v, int word)
{
  return c->voters[v].relations == NULL ? NOBODY : c->voters[v].relations[word];
}

static inline gint64
weight_of (const TbkVoteCounter *c, int v)
{
  return c->weights == NULL ? 1 : c->weights[v];
}

static gint64
arc_votes (const TbkVoteCounter *c, int head, int dependent)
{
  gint64 votes = 0;

  for (int v = 0; v < c->n_voters; v++)
    votes += head_of (c, v, dependent) == head ? weight_of (c, v) : 0;
  return votes;
}

/* The colour of a relation: the number of its group from 1, 0 if it is in none. */
static int
colour_of (const TbkVoteCounter *c, int relation)
{
  const TbkLabelGroups *groups = c->options->unique;
  int l = 0;

  for (int g = 0; groups != NULL && g < groups->n_groups; g++)
    for (int i = 0; i < groups->n_labels[g]; i++, l++)
      if (groups->labels[l] == relation)
        return g + 1;
  return 0;
}

enum { ANY_COLOUR = -1 };

/* The first voter with the relation of most votes, NOBODY if there is none: among those with the arc from @head, or if
 * that is NOBODY among all relations but that of the root; of one colour, or of any. */
static int
best_of_colour (const TbkVoteCounter *c, int head, int dependent, int colour, gint64 *votes)
{
  int best = NOBODY;

  *votes = 0;
  for (int v = 0; v < c->n_voters; v++) {
    const int relation = relation_of (c, v, dependent);
    gint64 of_relation = 0;

    if (relation < 0 || (head == NOBODY ? relation == TBK_VOTE_ROOT : head_of (c, v, dependent) != head)
        || (colour != ANY_COLOUR && colour_of (c, relation) != colour))
      continue;
    for (int w = v; w < c->n_voters; w++)
      if (relation_of (c, w, dependent) == relation && (head == NOBODY || head_of (c, w, dependent) == head))
        of_relation += weight_of (c, w);
    if (of_relation > *votes) {
      *votes = of_relation;
      best = v;
    }
  }
  return best;
}

static int
best_relation (const TbkVoteCounter *c, int head, int dependent, gint64 *votes)
{
  return best_of_colour (c, head, dependent, ANY_COLOUR, votes);
}

/* Counts the votes of a tree. @colours: (nullable): by word, of which its relation must be. */
static void
set_votes (const TbkVoteCounter *c, const int *colours, TbkVotes *votes)
{
  votes->n_arc_votes = 0;
  for (int w = 1; w <= c->n; w++) {
    const int head = votes->heads[w];
    const int colour = colours == NULL ? ANY_COLOUR : colours[w];
    gint64 of_relation, of_arc = arc_votes (c, head, w);
    int voter = best_of_colour (c, head, w, colour, &of_relation);

    if (of_arc == 0 || (colours != NULL && voter == NOBODY)) {
      voter = head == 0 ? NOBODY : best_of_colour (c, NOBODY, w, colour, &of_relation);
      of_relation = 0;
    }
    votes->n_arc_votes += of_arc;
    if (votes->arc_votes != NULL)
      votes->arc_votes[w] = of_arc;
    if (votes->relation_votes != NULL)
      votes->relation_votes[w] = of_relation;
    if (votes->relation_voters != NULL)
      votes->relation_voters[w] = voter;
  }
}

/* 2. values: what an arc is worth by all criteria (VT1). */

enum { OF_ROOT, OF_ARC, OF_RELATION, OF_VOTERS, OF_TREE = OF_RELATION };

/* Sets the first @n components of @value to those of @arc, less the offset of its dependent. */
static void
set_value (const TbkVoteCounter *c, VoteArc arc, int n, gint64 *value)
{
  const int row = c->offset[arc.dependent];

  if (row == NOBODY)
    memset (value, 0, (gsize) n * sizeof *value);
  else
    for (int i = 0; i < n; i++)
      value[i] = -c->rows[(gsize) row * (gsize) c->n_components + (gsize) i];
  if (arc.head == 0 && c->counts_roots)
    value[OF_ROOT]--;
  value[OF_ARC] += arc_votes (c, arc.head, arc.dependent);
  if (c->found != NULL) {
    value[OF_TREE] -= c->found[arc.dependent] == arc.head;
    return;
  }
  if (arc_votes (c, arc.head, arc.dependent) > 0) {
    gint64 votes;

    best_relation (c, arc.head, arc.dependent, &votes);
    value[OF_RELATION] += votes;
  }
  for (int v = 0; v < c->n_voters; v++)
    value[OF_VOTERS + v] += head_of (c, v, arc.dependent) == arc.head;
  if (n > c->n_first)
    value[c->n_first + arc.dependent - 1] -= arc.head;
}

/* The component of @arc for the head of @word. */
static gint64
head_value (const TbkVoteCounter *c, VoteArc arc, int word)
{
  const int row = c->offset[arc.dependent];
  const gint64 offset =
      row == NOBODY ? 0 : c->rows[(gsize) row * (gsize) c->n_components + (gsize) (c->n_first + word - 1)];

  return (arc.dependent == word ? -arc.head : 0) - offset;
}

/* Where each of n contractions has n arcs that tie, heads would be compared n^3 times. */
enum { MOST_COMPARED = 1 << 29 };

/* Returns TRUE if @arc has lesser heads than @other, into the same node. Arcs into different words of it make
 * different trees, so that the heads of some word differ. */
static gboolean
has_lesser_heads (TbkVoteCounter *c, VoteArc arc, VoteArc other)
{
  if (arc.dependent == other.dependent)
    return arc.head < other.head;
  for (int w = 1; w <= c->n; w++) {
    const gint64 one = head_value (c, arc, w), two = head_value (c, other, w);

    if (one != two) {
      c->n_compared += w;
      return one > two;
    }
  }
  g_assert_not_reached ();
}

/* Adds @value to the offset of @word. */
static gboolean
add_offset (TbkVoteCounter *c, int word, const gint64 *value)
{
  const gsize width = (gsize) c->n_components;
  gint64 *row;

  if (c->offset[word] == NOBODY) {
    if (!try_reserve (&c->rows, &c->n_rows_allocated, ((gsize) c->n_rows + 1) * width, sizeof (gint64)))
      return FALSE;
    c->offset[word] = c->n_rows++;
    memset (c->rows + (gsize) c->offset[word] * width, 0, width * sizeof (gint64));
  }
  row = c->rows + (gsize) c->offset[word] * width;
  for (gsize i = 0; i < width; i++)
    row[i] += value[i];
  return TRUE;
}

/* 3. spanning: any trees. */

static gboolean
reserve (TbkVoteCounter *c, GError **error)
{
  const gsize n = 2 * ((gsize) c->n + 1), width = (gsize) c->n + (gsize) c->n_voters + OF_VOTERS;

  return (ROOM_RESERVE (&c->room_of_value, width, ARRAY (c->value), ARRAY (c->other))
          && ROOM_RESERVE (&c->room, n, ARRAY (c->top), ARRAY (c->next_word), ARRAY (c->first_word),
                           ARRAY (c->last_word), ARRAY (c->n_words), ARRAY (c->parent), ARRAY (c->place),
                           ARRAY (c->path), ARRAY (c->is_done), ARRAY (c->offset), ARRAY (c->rival),
                           ARRAY (c->chosen)))
         || memory_fail (error, "the votes on %d words", c->n);
}

/* Keeps @arc if it is better than the one chosen so far, whose first components are in `value`. Heads are compared last:
 * that takes O(n) where words of a cycle tie, and else no time. */
static void
offer (TbkVoteCounter *c, int node, VoteArc arc)
{
  VoteArc *chosen = &c->chosen[node];
  int i = 0;

  set_value (c, arc, c->n_first, c->other);
  while (chosen->dependent != 0 && i < c->n_first && c->other[i] == c->value[i])
    i++;
  if (chosen->dependent != 0
      && !(i < c->n_first ? c->other[i] > c->value[i]
                          : c->n_components > c->n_first && has_lesser_heads (c, arc, *chosen)))
    return;
  *chosen = arc;
  memcpy (c->value, c->other, (gsize) c->n_first * sizeof *c->value);
}

/* The next word from @word on that is not in @node, n + 1 if there is none. */
static int
next_outside (const TbkVoteCounter *c, int node, int word)
{
  while (word <= c->n && c->top[word] == node)
    word++;
  return word;
}

/* Chooses the best arc into @node. (VT2): those with votes, that of 0, and from the least other words outside it. */
static void
choose_arc (TbkVoteCounter *c, int node)
{
  const int outside = next_outside (c, node, 1);
  const int further = c->found == NULL ? c->n + 1 : next_outside (c, node, outside + 1);

  c->chosen[node] = (VoteArc){ 0, 0 };
  for (int w = c->first_word[node]; w != 0; w = c->next_word[w]) {
    offer (c, node, (VoteArc){ 0, w });
    if (outside <= c->n)
      offer (c, node, (VoteArc){ outside, w });
    if (further <= c->n)
      offer (c, node, (VoteArc){ further, w });
    for (int v = 0; v < c->n_voters; v++) {
      const int head = head_of (c, v, w);

      if (head > 0 && c->top[head] != node)
        offer (c, node, (VoteArc){ head, w });
    }
  }
}

/* The member of the path from place @from on that has the most words. */
static int
largest_member (const TbkVoteCounter *c, int from)
{
  int largest = c->path[from];

  for (int p = from + 1; p < c->n_path; p++)
    if (c->n_words[c->path[p]] > c->n_words[largest])
      largest = c->path[p];
  return largest;
}

/* Makes the nodes of the path from place @from on one. Offsets into a node are compared with each other alone, so the words of
 * the largest member keep theirs, and those of the others get the difference: each word at most log n times. */
static gboolean
contract (TbkVoteCounter *c, int from)
{
  const int node = ++c->n_nodes, largest = largest_member (c, from), width = c->n_components;

  c->first_word[node] = c->first_word[c->path[from]];
  c->n_words[node] = 0;
  set_value (c, c->chosen[largest], width, c->other);
  for (int p = from; p < c->n_path; p++) {
    const int member = c->path[p];

    set_value (c, c->chosen[member], width, c->value);
    for (int i = 0; i < width; i++)
      c->value[i] -= c->other[i];
    for (int w = c->first_word[member]; w != 0; w = c->next_word[w]) {
      c->top[w] = node;
      if (member != largest && !add_offset (c, w, c->value))
        return FALSE;
    }
    if (p > from)
      c->next_word[c->last_word[c->path[p - 1]]] = c->first_word[member];
    c->n_words[node] += c->n_words[member];
    c->parent[member] = node;
  }
  c->last_word[node] = c->last_word[c->path[c->n_path - 1]];
  c->is_done[node] = FALSE;
  c->place[node] = from;
  c->path[from] = node;
  c->n_path = from + 1;
  return TRUE;
}

/* Grows a path from @word until it ends in a node that is done. */
static gboolean
grow_path (TbkVoteCounter *c, int word)
{
  c->path[0] = c->top[word];
  c->n_path = 1;
  c->place[c->path[0]] = 0;
  for (;;) {
    const int node = c->path[c->n_path - 1];
    int next;

    choose_arc (c, node);
    next = c->chosen[node].head == 0 ? BASE : c->top[c->chosen[node].head];
    if (c->is_done[next])
      break;
    if (c->place[next] == NOBODY) {
      c->place[next] = c->n_path;
      c->path[c->n_path++] = next;
    } else if (c->n_compared > MOST_COMPARED || !contract (c, c->place[next])) {
      return FALSE;
    }
  }
  for (int p = 0; p < c->n_path; p++)
    c->is_done[c->path[p]] = TRUE;
  return TRUE;
}

/* The arcs that hold, the last nodes first: an arc into a node enters all nodes on the way to its word. */
static void
expand (TbkVoteCounter *c, int *heads)
{
  memset (c->is_done, 0, ((gsize) c->n_nodes + 1) * sizeof *c->is_done);
  for (int node = c->n_nodes; node > 0; node--) {
    const VoteArc arc = c->chosen[node];

    if (c->is_done[node])
      continue;
    for (int x = arc.dependent; x != node; x = c->parent[x])
      c->is_done[x] = TRUE;
    heads[arc.dependent] = arc.head;
  }
}

/* The best tree, with the fewest roots if @counts_roots. */
static gboolean
search_spanning (TbkVoteCounter *c, gboolean counts_roots, int *heads, GError **error)
{
  c->counts_roots = counts_roots;
  c->n_nodes = c->n;
  c->n_rows = 0;
  c->n_compared = 0;
  c->n_first = c->found != NULL ? OF_TREE + 1 : OF_VOTERS + c->n_voters;
  c->n_components = c->found != NULL ? c->n_first : c->n_first + c->n;
  c->is_done[BASE] = TRUE;
  for (int node = 1; node < 2 * (c->n + 1); node++)
    c->place[node] = NOBODY;
  for (int w = 1; w <= c->n; w++) {
    c->top[w] = c->first_word[w] = c->last_word[w] = w;
    c->n_words[w] = 1;
    c->next_word[w] = 0;
    c->is_done[w] = FALSE;
    c->offset[w] = NOBODY;
  }
  for (int w = 1; w <= c->n; w++)
    if (!c->is_done[c->top[w]] && !grow_path (c, w))
      return c->n_compared > MOST_COMPARED
                 ? fail_data (error,
                              "sentence too long: the votes on %d words tie so often that the search for the "
                              "tree of least heads would take many seconds, expected fewer words",
                              c->n)
                 : memory_fail (error, "the votes on %d words", c->n);
  expand (c, heads);
  return TRUE;
}

/* The best tree of any number of roots first: if it has one, it is also the best of these. To count roots before votes makes
 * nearly all words one cycle. */
static gboolean
find_spanning (TbkVoteCounter *c, int *heads, GError **error)
{
  int n_roots = 0;

  if (!reserve (c, error) || !search_spanning (c, FALSE, heads, error))
    return FALSE;
  for (int w = 1; w <= c->n; w++)
    n_roots += heads[w] == 0;
  return n_roots == 1 || c->options->has_any_root || search_spanning (c, TRUE, heads, error);
}

/* 4. chart: projective trees. */

/* An annotator whose arcs are looked at. */
typedef struct {
  const TbkVoteCounter *counter;
  int voter;
} OneVoter;

static gint64
arc_weight (gconstpointer data, int head, int dependent)
{
  return arc_votes (data, head, dependent);
}

static gint64
relation_weight (gconstpointer data, int head, int dependent)
{
  gint64 votes = 0;

  if (arc_votes (data, head, dependent) > 0)
    best_relation (data, head, dependent, &votes);
  return votes;
}

static gint64
voter_weight (gconstpointer data, int head, int dependent)
{
  const OneVoter *one = data;

  return head_of (one->counter, one->voter, dependent) == head;
}

/* A chart over all words takes a time O(n^3): for 1,000 words 0.4 to 3 s, eight times as long for 2,000. */
static gboolean
check_length (const TbkVoteCounter *c, const char *what, GError **error)
{
  return c->n <= TBK_VOTE_MAX_CHART
         || fail_data (error, "sentence too long for %s: %d words found, at most %d were expected", what,
                       c->n, TBK_VOTE_MAX_CHART);
}

/* Makes the string of 0 and the words. Where a tie is looked for, weights are (VT1) as one number. */
static gboolean
weigh_arcs (TbkVoteCounter *c, GError **error)
{
  const gint64 unit = c->found == NULL ? 1 : (gint64) c->n + 1;

  if (!tbk_weighted_string_resize (&c->string, c->n + 1, error))
    return FALSE;
  c->string.terminals[0] =
      c->options->has_any_root ? 0 : 1; /* of tbk_grammar_projective(), the single root */
  for (int d = 1; d <= c->n; d++) {
    for (int v = 0; v < c->n_voters; v++) {
      const int head = head_of (c, v, d);

      if (head != NOBODY && tbk_weight (&c->string, head, d) == 0)
        tbk_weight_set (&c->string, head, d, arc_votes (c, head, d) * unit);
    }
    if (c->found != NULL)
      tbk_weight_set (&c->string, c->found[d], d, tbk_weight (&c->string, c->found[d], d) - 1);
  }
  return TRUE;
}

static TbkTabular *
find_tabular (TbkVoteCounter *c)
{
  const gboolean has_any_root = c->options->has_any_root;

  if (c->tabular[has_any_root] == NULL)
    c->tabular[has_any_root] = tbk_tabular_new (tbk_grammar_projective (!has_any_root));
  return c->tabular[has_any_root];
}

static gboolean
find_projective (TbkVoteCounter *c, int *heads, GError **error)
{
  g_autofree OneVoter *voters = g_new (OneVoter, c->n_voters);
  g_autofree BestCriterion *criteria = g_new (BestCriterion, c->n_voters + 2);
  gint64 most = 0;

  if (!check_length (c, "the best projective tree", error))
    return FALSE;
  for (int v = 0; v < c->n_voters; v++) {
    most += weight_of (c, v) * c->n;
    voters[v] = (OneVoter){ c, v };
    criteria[v + 2] = (BestCriterion){ voter_weight, &voters[v], c->n };
  }
  criteria[0] = (BestCriterion){ arc_weight, c, most };
  criteria[1] = (BestCriterion){ relation_weight, c, most };
  return best_tree_find (&c->best_tree, c->n, !c->options->has_any_root, criteria, c->n_voters + 2, heads,
                         error);
}

/* 5. unique: trees in which no head has two dependents of one group of relations.
 *
 * Relations are told apart by their colours only: 0 is that of all relations in no group. So an arc has a score for each
 * colour, which is (VT1) up to the first voter as one number, with its best relation of that colour. The colour of a
 * group is impossible where no voter has such a relation for the arc; colour 0 never is, so that there is a tree.
 */

/* Notes by @taken, of n + 1 times the groups, which head has a dependent of which group. */
static gboolean
obeys (const TbkVoteCounter *c, const int *heads, const int *voters, gboolean *taken)
{
  const gsize n_groups = (gsize) c->options->unique->n_groups;

  memset (taken, 0, ((gsize) c->n + 1) * n_groups * sizeof *taken);
  for (int w = 1; w <= c->n; w++) {
    const int colour = voters[w] == NOBODY ? 0 : colour_of (c, relation_of (c, voters[w], w));
    gboolean *place = &taken[(gsize) heads[w] * n_groups + (gsize) MAX (colour - 1, 0)];

    if (heads[w] == 0 || colour == 0)
      continue;
    if (*place)
      return FALSE;
    *place = TRUE;
  }
  return TRUE;
}

/* The number of votes is more than any sum of votes for relations, and that is more than any number of words. */
static gboolean
set_coloured_scores (TbkVoteCounter *c, int n_colours, TbkArcNumbers *numbers, GError **error)
{
  const gsize width = (gsize) c->n + 1, n = width * width * (gsize) n_colours;
  double total = 0, unit;

  for (int v = 0; v < c->n_voters; v++)
    total += (double) weight_of (c, v);
  unit = (c->n * total + 1) * (double) width;
  if (c->n * total * unit > 9007199254740992.0) /* 2^53 */
    return fail_data (error, "weights too large for unique relations: %.0f votes on %d words found", total,
                      c->n);
  if (!try_reserve (&c->scores, &c->n_scores_allocated, n, sizeof (double)))
    return memory_fail (error, "the votes on %d words", c->n);
  for (int d = 1; d <= c->n; d++)
    for (int h = 0; h <= c->n; h++) {
      const gint64 of_arc = arc_votes (c, h, d);
      double *scores = &c->scores[((gsize) d * width + (gsize) h) * (gsize) n_colours];

      for (int colour = 0; colour < n_colours; colour++) {
        gint64 of_relation = 0;
        const int voter = of_arc == 0 ? NOBODY : best_of_colour (c, h, d, colour, &of_relation);

        scores[colour] =
            voter == NOBODY && colour > 0
                ? -INFINITY
                : (double) of_arc * unit + (double) of_relation * (double) width + (head_of (c, 0, d) == h);
      }
    }
  *numbers = (TbkArcNumbers){ .real = TBK_FLOAT64,
                              .n_labels = n_colours,
                              .place = { c->scores, (gint64) width * n_colours, n_colours, 1 } };
  return TRUE;
}

/* Finds the best tree that obeys, with the colour of each word. */
static gboolean
decode_colours (TbkVoteCounter *c, int *heads, int *colours, GError **error)
{
  enum { MOST_NODES = 10000 };
  static const int one[] = { 1, 1, 1, 1, 1, 1, 1, 1 }, groups[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  const int n_groups = c->options->unique->n_groups;
  const TbkLabelGroups unique = { n_groups, one, groups };
  const TbkTreeRows trees = { .n_trees = 1, .width = c->n, .heads = heads + 1, .labels = colours + 1 };
  const TbkDecodeOptions options = { .is_nonprojective = !c->options->is_projective,
                                     .has_any_root = c->options->has_any_root,
                                     .unique = &unique,
                                     .max_nodes = MOST_NODES };
  g_autoptr (GError) fault = NULL;
  TbkArcNumbers numbers;
  const TbkArcScores scores = { .n_sentences = 1, .lengths = &c->n, .scores = &numbers };

  G_STATIC_ASSERT (G_N_ELEMENTS (one) == TBK_MAX_LABEL_GROUPS);
  if (!set_coloured_scores (c, n_groups + 1, &numbers, error))
    return FALSE;
  if (tbk_decode (c->decoder, &scores, &options, &trees, &fault))
    return TRUE;
  if (g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA))
    return fail_data (
        error,
        "the best tree of %d words with unique relations needs a search of more than %d nodes; the best "
        "projective tree (--projective) needs none",
        c->n, MOST_NODES);
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

/* Sees whether the tree of @votes obeys; else finds the best that does. */
static gboolean
make_unique (TbkVoteCounter *c, TbkVotes *votes, GError **error)
{
  const gsize width = (gsize) c->n + 1;
  g_autofree int *own = votes->relation_voters != NULL ? NULL : g_new (int, width);
  g_autofree gboolean *taken = g_new (gboolean, width * (gsize) c->options->unique->n_groups);
  g_autofree int *colours = NULL;
  TbkVotes seen = *votes;

  if (own != NULL)
    seen.relation_voters = own;
  set_votes (c, NULL, &seen);
  if (obeys (c, votes->heads, seen.relation_voters, taken))
    return TRUE;
  colours = g_new0 (int, width);
  if (!check_length (c, "unique relations", error) || !decode_colours (c, votes->heads, colours, error))
    return FALSE;
  votes->is_restricted = TRUE;
  votes->has_tie = FALSE;
  set_votes (c, colours, votes);
  return TRUE;
}

/* 6. counter: the tree, ties, and how many trees there are. */

TbkVoteCounter *
tbk_vote_counter_new (void)
{
  TbkVoteCounter *counter = g_new0 (TbkVoteCounter, 1);

  counter->string = (TbkWeightedString) TBK_WEIGHTED_STRING_INIT;
  counter->tree = tbk_tree_new ();
  counter->decoder = tbk_decoder_new ();
  return counter;
}

void
tbk_vote_counter_free (TbkVoteCounter *c)
{
  if (c == NULL)
    return;
  room_clear (&c->room);
  room_clear (&c->room_of_value);
  g_free (c->rows);
  g_free (c->scores);
  tbk_tabular_free (c->tabular[0]);
  tbk_tabular_free (c->tabular[1]);
  tbk_weighted_string_clear (&c->string);
  best_tree_clear (&c->best_tree);
  tbk_tree_free (c->tree);
  tbk_decoder_free (c->decoder);
  g_free (c);
}

/* Returns TRUE if @votes has, of each word, the arc of all who voted, and some did: then no other tree has as
 * many. */
static gboolean
is_agreed (const TbkVoteCounter *c, const int *heads)
{
  for (int w = 1; w <= c->n; w++) {
    gboolean has_voter = FALSE;

    for (int v = 0; v < c->n_voters; v++) {
      const int head = head_of (c, v, w);

      if (head != NOBODY && head != heads[w])
        return FALSE;
      has_voter |= head != NOBODY;
    }
    if (!has_voter)
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_votes (TbkVoteCounter *c, const TbkVoteOptions *options, const TbkVoter *voters, int n_voters, int n,
             GError **error)
{
  static const TbkVoteOptions defaults = { 0 };

  c->options = options == NULL ? &defaults : options;
  c->weights = c->options->weights;
  c->voters = voters;
  c->n_voters = n_voters;
  c->n = n;
  for (int v = 0; c->weights != NULL && v < n_voters; v++)
    if (c->weights[v] < 1 || c->weights[v] > TBK_VOTE_MAX_WEIGHT)
      return fail_data (error, "found the weight %d, expected 1 to %d", c->weights[v], TBK_VOTE_MAX_WEIGHT);
  return n < TBK_TABULAR_MAX_LENGTH
         || fail_data (error, "sentence too long: %d words found, at most %d were expected", n,
                       TBK_TABULAR_MAX_LENGTH - 1);
}

/* The votes for all arcs, as scores to decode. */
static gboolean
set_scores (TbkVoteCounter *c, TbkArcNumbers *numbers, GError **error)
{
  const gsize width = (gsize) c->n + 1;

  if (!try_reserve (&c->scores, &c->n_scores_allocated, width * width, sizeof (double)))
    return memory_fail (error, "the votes on %d words", c->n);
  memset (c->scores, 0, width * width * sizeof (double));
  for (int d = 1; d <= c->n; d++)
    for (int v = 0; v < c->n_voters; v++) {
      const int head = head_of (c, v, d);

      if (head != NOBODY)
        c->scores[(gsize) d * width + (gsize) head] += (double) weight_of (c, v);
    }
  *numbers = (TbkArcNumbers){ .real = TBK_FLOAT64, .place = { c->scores, (gint64) width, 1, 0 } };
  return TRUE;
}

static TbkDecodeOptions
decode_options (const TbkVoteCounter *c)
{
  return (TbkDecodeOptions){ .is_nonprojective = !c->options->is_projective,
                             .has_any_root = c->options->has_any_root };
}

/* Returns TRUE if another projective tree has as many votes as the one of @votes. */
static gboolean
find_projective_tie (TbkVoteCounter *c, TbkVotes *votes, GError **error)
{
  const gint64 unit = (gint64) c->n + 1;
  gint64 best;

  c->found = votes->heads;
  if (!check_length (c, "a tie of projective trees", error) || !weigh_arcs (c, error)
      || !tbk_tabular_best (find_tabular (c), &c->string, &best, error))
    return FALSE;
  votes->has_tie = best > votes->n_arc_votes * unit - c->n;
  return TRUE;
}

/* Returns TRUE if another tree has as many votes as the one of @votes; if it must be projective, whether
 * another such tree has. If no tree has as many, there is none of these. */
static gboolean
find_tie (TbkVoteCounter *c, TbkVotes *votes, GError **error)
{
  gint64 n_votes = 0;

  c->found = votes->heads;
  if (!find_spanning (c, c->rival, error))
    return FALSE;
  for (int w = 1; w <= c->n; w++)
    n_votes += arc_votes (c, c->rival[w], w);
  votes->has_tie = n_votes == votes->n_arc_votes
                   && memcmp (c->rival + 1, votes->heads + 1, (gsize) c->n * sizeof (int)) != 0;
  if (!votes->has_tie || !c->options->is_projective)
    return TRUE;
  c->rival[0] = -1;
  if (!tbk_tree_set (c->tree, c->rival, c->n, error))
    return FALSE;
  return tbk_tree_nonprojective_arcs (c->tree) == 0 || find_projective_tie (c, votes, error);
}

/* Any trees first: if the best of these is projective, so is the best projective one. */
static gboolean
find_tree (TbkVoteCounter *c, TbkVotes *votes, GError **error)
{
  if (!find_spanning (c, votes->heads, error))
    return FALSE;
  votes->heads[0] = -1;
  votes->has_tie = votes->is_restricted = FALSE;
  if (c->options->is_projective) {
    if (!tbk_tree_set (c->tree, votes->heads, c->n, error))
      return FALSE;
    if (tbk_tree_nonprojective_arcs (c->tree) > 0) {
      if (!find_projective (c, votes->heads, error))
        return FALSE;
      set_votes (c, NULL, votes);
      return find_projective_tie (c, votes, error);
    }
  }
  set_votes (c, NULL, votes);
  return is_agreed (c, votes->heads) || find_tie (c, votes, error);
}

gboolean
tbk_vote (TbkVoteCounter *c, const TbkVoter *voters, int n_voters, int n, const TbkVoteOptions *options,
          TbkVotes *votes, GError **error)
{
  g_return_val_if_fail (c != NULL && voters != NULL && n_voters > 0 && n > 0 && votes != NULL, FALSE);
  c->found = NULL;
  return check_votes (c, options, voters, n_voters, n, error) && find_tree (c, votes, error)
         && (c->options->unique == NULL || make_unique (c, votes, error));
}

gboolean
tbk_vote_count (TbkVoteCounter *c, const TbkVoter *voters, int n_voters, int n, const TbkVoteOptions *options,
                mpz_t count, GError **error)
{
  TbkArcNumbers numbers;
  const TbkArcScores scores = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  TbkDecodeOptions decode;

  g_return_val_if_fail (c != NULL && voters != NULL && n_voters > 0 && n > 0, FALSE);
  if (!check_votes (c, options, voters, n_voters, n, error) || !set_scores (c, &numbers, error))
    return FALSE;
  decode = decode_options (c);
  return tbk_count_trees (c->decoder, &scores, &decode, NULL, (mpz_t *) count, error);
}
