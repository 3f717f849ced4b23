/* arborescence.c - the least tree over parts of a sentence, by paths that contract their cycles (check.h, section 6).
 *
 * An example: the words 1 to 5 have the heads 2, 1, 4, 3 and 0, so there are two cycles beside the part of 0. With
 * cost 0 for the arcs from 3 to 2 and from 2 to 3, and 1 for all others, each cycle chooses the arc from the other one.
 * They are contracted. Entered at 1 or 2, the new node has 3 on 2, as {3, 4} chose, and 4 on 3, as given. Entered
 * at 3 or 4, it has 2 on 3, and 1 on 2. An arc from 5 costs the new node 1 at each of the four. The lists are then
 * 5 1 2 3 (at 1), 2 5 2 3 (at 2), 2 3 5 3 (at 3) and 2 3 4 5 (at 4), which is the least.
 */
#include "check/check.h"

#include <string.h>

#include "base/base.h"

enum { NOTHING = -1, NO_CELL = G_MAXINT8 };

/* Costs of cells are differences of two arcs' at first, and later not less than 0 and not more than their range. */
G_STATIC_ASSERT (2 * 3 * TBK_REPAIR_MAX_COST < NO_CELL);

void
arborescence_clear (Arborescence *a)
{
  room_clear (&a->cells);
  room_clear (&a->nodes);
  room_clear (&a->words);
  lists_clear (&a->lists);
}

/* Makes room for twice as many nodes as parts, since each cycle joins two nodes or more. */
static gboolean
reserve_nodes (Arborescence *a)
{
  return ROOM_RESERVE (&a->nodes, 2 * (a->n_parts + 1), ARRAY (a->row), ARRAY (a->parent), ARRAY (a->size),
                       ARRAY (a->jump), ARRAY (a->place), ARRAY (a->path), ARRAY (a->chain),
                       ARRAY (a->is_done), ARRAY (a->top), ARRAY (a->next_part), ARRAY (a->last_part),
                       ARRAY (a->jump_list), ARRAY (a->from_root), ARRAY (a->chosen));
}

static inline gsize
cell_of (const Arborescence *a, int node, int part)
{
  return (gsize) a->row[node] * ((gsize) a->n_parts + 1) + (gsize) part;
}

static inline PartArc
arc_at (const Arborescence *a, gsize cell)
{
  return (PartArc){ a->cost[cell], a->head[cell], a->dependent[cell] };
}

static inline void
arc_put (Arborescence *a, gsize cell, PartArc arc)
{
  a->cost[cell] = (gint8) arc.cost;
  a->head[cell] = arc.head;
  a->dependent[cell] = arc.dependent;
}

gboolean
arborescence_begin (Arborescence *a, GError **error)
{
  const gsize n_cells = ((gsize) a->n_parts + 1) * ((gsize) a->n_parts + 1);

  if (!reserve_nodes (a)
      || !ROOM_RESERVE (&a->cells, n_cells, ARRAY (a->cost), ARRAY (a->head), ARRAY (a->dependent)))
    return memory_fail (error, "the arcs between %d parts", a->n_parts);
  memset (a->cost, NO_CELL, n_cells);
  a->n_nodes = a->n_parts;
  a->has_lists = FALSE;
  for (int x = 0; x <= a->n_parts; x++) {
    a->from_root[x] = (PartArc){ 0 };
    a->row[x] = a->jump[x] = a->top[x] = a->last_part[x] = x;
    a->parent[x] = a->next_part[x] = 0;
    a->place[x] = NOTHING;
    a->is_done[x] = x == 0; /* the base; as a part of which nothing is asked if there is none */
    a->size[x] = a->first_open[x + 1] - a->first_open[x];
  }
  return TRUE;
}

/* (NT2), of two arcs into one part: at the first of the two words the list of one has the arc, that of the other the
 * given head, which differs, since it is in the part. */
static gboolean
is_less_in_part (const Arborescence *a, PartArc arc, PartArc other)
{
  if (arc.dependent == other.dependent)
    return arc.head < other.head;
  return arc.dependent < other.dependent ? arc.head < a->given[arc.dependent]
                                         : a->given[other.dependent] < other.head;
}

void
arborescence_offer (Arborescence *a, PartArc arc)
{
  const int node = a->part[arc.dependent];

  if (arc.head == 0 && !a->has_base) {
    PartArc *root = &a->from_root[node];
    if (root->dependent == 0 || arc.cost < root->cost
        || (arc.cost == root->cost && is_less_in_part (a, arc, *root)))
      *root = arc;
  } else {
    const gsize cell = cell_of (a, node, a->part[arc.head]);
    if (arc.cost < a->cost[cell] || (arc.cost == a->cost[cell] && is_less_in_part (a, arc, arc_at (a, cell))))
      arc_put (a, cell, arc);
  }
}

static guint32
list_with (Arborescence *a, guint32 list, int head, int dependent)
{
  return lists_join (&a->lists, &(JoinedList){ list, 0, head, dependent });
}

/* Begins the lists, and sets those of the words of each part. */
static gboolean
begin_lists (Arborescence *a)
{
  if (a->has_lists)
    return TRUE;
  if (!lists_begin (&a->lists, a->n_words) || !ROOM_RESERVE (&a->words, a->n_words + 1, ARRAY (a->inner)))
    return FALSE;
  a->has_lists = TRUE;
  for (int x = 1; x <= a->n_parts; x++) {
    const int first = a->first_open[x], end = a->first_open[x + 1];
    guint32 all = 0;

    a->jump_list[x] = 0;
    for (int o = first; end - first > 1 && o < end; o++)
      all = list_with (a, all, a->given[a->opens[o]], a->opens[o]);
    for (int o = first; o < end; o++) {
      const int word = a->opens[o];
      a->inner[word] = all == 0 ? 0 : lists_subtract (&a->lists, all, list_with (a, 0, a->given[word], word));
    }
  }
  return TRUE;
}

/* (NT4): the list of the outermost node that @word is in, entered there, but for its own head. All nodes on the way
 * up jump to that node from now on. */
static guint32
find_list (Arborescence *a, int word)
{
  const int part = a->part[word];
  int n_chain = 0, x = part;

  for (; a->jump[x] != x; x = a->jump[x])
    a->chain[n_chain++] = x;
  for (int c = n_chain - 2; c >= 0; c--) {
    const int link = a->chain[c];
    a->jump_list[link] = lists_unite (&a->lists, a->jump_list[link], a->jump_list[a->chain[c + 1]]);
    a->jump[link] = x;
  }
  return n_chain == 0 ? a->inner[word] : lists_unite (&a->lists, a->inner[word], a->jump_list[part]);
}

/* (NT2), (NT3): of two arcs into one outermost node. */
static gboolean
is_less (Arborescence *a, PartArc arc, PartArc other)
{
  JoinedList list, other_list;

  if (arc.cost != other.cost)
    return arc.cost < other.cost;
  if (a->part[arc.dependent] == a->part[other.dependent])
    return is_less_in_part (a, arc, other);
  list = (JoinedList){ find_list (a, arc.dependent), 0, arc.head, arc.dependent };
  other_list = (JoinedList){ find_list (a, other.dependent), 0, other.head, other.dependent };
  return lists_are_ordered (&a->lists, &list, &other_list);
}

/* Sets jump and jump_list of the members of a new node. The longest list is built once, and of the others no more
 * is done than they are long. */
static void
join_lists (Arborescence *a, const int *members, int n, int node)
{
  guint32 others = 0, all;
  int longest = 0;

  for (int m = 0; m < n; m++) {
    const PartArc *arc = &a->chosen[members[m]];
    a->jump_list[members[m]] = list_with (a, find_list (a, arc->dependent), arc->head, arc->dependent);
    longest = a->size[members[m]] > a->size[members[longest]] ? m : longest;
  }
  for (int m = 0; m < n; m++)
    if (m != longest)
      others = lists_unite (&a->lists, others, a->jump_list[members[m]]);
  all = lists_unite (&a->lists, others, a->jump_list[members[longest]]);
  for (int m = 0; m < n; m++) {
    guint32 *list = &a->jump_list[members[m]];
    *list = m == longest ? others : lists_subtract (&a->lists, all, *list);
    a->jump[members[m]] = node;
  }
}

/* The least of what the new node's cell has and what the arc to a member is worth to it. */
static inline void
merge_arc (Arborescence *a, gsize cell, PartArc arc)
{
  if (is_less (a, arc, arc_at (a, cell)))
    arc_put (a, cell, arc);
}

/* Makes the row of @node, which is that of its first member, the least of those of all members. */
static void
merge_rows (Arborescence *a, const int *members, int n, int node)
{
  for (int part = a->has_base ? 0 : 1; part <= a->n_parts; part++) {
    const gsize cell = cell_of (a, node, part);

    if (a->top[part] == node)
      continue;
    a->cost[cell] = (gint8) (a->cost[cell] - a->chosen[members[0]].cost);
    for (int m = 1; m < n; m++) {
      PartArc arc = arc_at (a, cell_of (a, members[m], part));
      arc.cost -= a->chosen[members[m]].cost;
      merge_arc (a, cell, arc);
    }
  }
  a->from_root[node] = (PartArc){ 0 };
  for (int m = 0; m < n; m++) {
    PartArc arc = a->from_root[members[m]];
    arc.cost -= a->chosen[members[m]].cost;
    if (arc.dependent != 0 && (a->from_root[node].dependent == 0 || is_less (a, arc, a->from_root[node])))
      a->from_root[node] = arc;
  }
}

/* Makes the nodes of the path from place @from on one, the last of the path. */
static gboolean
contract (Arborescence *a, int from)
{
  const int *members = a->path + from, n = a->n_path - from;
  const int node = ++a->n_nodes;

  if (!begin_lists (a))
    return FALSE;
  join_lists (a, members, n, node);
  a->row[node] = a->row[members[0]];
  a->jump[node] = node;
  a->jump_list[node] = 0;
  a->size[node] = 0;
  for (int m = 0; m < n; m++) {
    /* The parts of a member are a list from its first part, which has the number of its row. */
    for (int part = a->row[members[m]]; part != 0; part = a->next_part[part])
      a->top[part] = node;
    if (m > 0)
      a->next_part[a->last_part[members[m - 1]]] = a->row[members[m]];
    a->size[node] += a->size[members[m]];
    a->parent[members[m]] = node;
  }
  a->last_part[node] = a->last_part[members[n - 1]];
  merge_rows (a, members, n, node);
  a->is_done[node] = FALSE;
  a->place[node] = from;
  a->path[from] = node;
  a->n_path = from + 1;
  return TRUE;
}

/* Chooses the least arc to the last node of the path, one from 0 only if no other part is left outside it. */
static void
choose_arc (Arborescence *a)
{
  const int node = a->path[a->n_path - 1];
  PartArc least = { NO_CELL, 0, 0 };

  for (int part = a->has_base ? 0 : 1; part <= a->n_parts; part++) {
    const gsize cell = cell_of (a, node, part);
    if (a->cost[cell] <= least.cost && a->top[part] != node
        && (least.dependent == 0 || is_less (a, arc_at (a, cell), least)))
      least = arc_at (a, cell);
  }
  a->chosen[node] = least.dependent != 0 ? least : a->from_root[node];
}

/* Grows a path from @part until it is finished. */
static gboolean
grow_path (Arborescence *a, int part)
{
  a->path[0] = part;
  a->n_path = 1;
  a->place[part] = 0;
  for (;;) {
    const PartArc *arc;
    int next;

    choose_arc (a);
    arc = &a->chosen[a->path[a->n_path - 1]];
    if (arc->head == 0 && !a->has_base)
      break;
    next = a->top[a->part[arc->head]];
    if (a->is_done[next])
      break;
    if (a->place[next] == NOTHING) {
      a->place[next] = a->n_path;
      a->path[a->n_path++] = next;
    } else if (!contract (a, a->place[next])) {
      return FALSE;
    }
  }
  for (int p = 0; p < a->n_path; p++)
    a->is_done[a->path[p]] = TRUE;
  return TRUE;
}

/* The arcs that hold: the last nodes first. An arc into a node enters those on the way to its word, whose own choices
 * do not hold. */
static void
expand (Arborescence *a, int *heads)
{
  memset (a->is_done, FALSE, ((gsize) a->n_nodes + 1) * sizeof *a->is_done);
  for (int node = a->n_nodes; node > 0; node--) {
    const PartArc *arc = &a->chosen[node];

    if (a->is_done[node])
      continue;
    for (int x = a->part[arc->dependent]; x != node; x = a->parent[x])
      a->is_done[x] = TRUE;
    heads[arc->dependent] = arc->head;
  }
}

gboolean
arborescence_find (Arborescence *a, int *heads, GError **error)
{
  for (int part = 1; part <= a->n_parts; part++)
    if (!a->is_done[a->top[part]] && !grow_path (a, part))
      return memory_fail (error, "the tree of %d parts", a->n_parts);
  if (a->has_lists && a->lists.is_beyond_memory)
    return memory_fail (error, "the tree of %d parts", a->n_parts);
  expand (a, heads);
  return TRUE;
}
