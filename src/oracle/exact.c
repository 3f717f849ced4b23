/* exact.c - the memo, the list of work and the places of the stack, for the method EXACT of each family.
 *
 * A family asks for the value of a state. The memo is an open hash table with linear probing; its keys are
 * those of exact_key(). If a value is missing, the family's compute() finds it, and asks for other states in
 * turn. Calls nest MOST_NESTED deep at most, so that a long stack cannot exhaust that of the processor. A
 * deeper state goes onto the list of work:
 *
 *   1. exact_look_new() puts the state on the list and returns a void value.
 *   2. Every call that is under way then ends soon: what it asks for and the memo lacks is void, and it keeps
 *      nothing.
 *   3. exact_work() tries the last state of the list. Either its value is found and it leaves the list, or
 *      it has put another one behind itself, which is tried first.
 *   4. When the list is empty, the first state is asked for again. Its needs are in the memo now.
 *
 * An attempt either finds the value of its state, or goes MOST_NESTED states further down. So a chain of m
 * states takes about 2 m / MOST_NESTED attempts, and none computes a state that is in the memo.
 *
 * What a place of the stack has, on four words with the gold arcs 3 -> 1, 4 -> 2, 0 -> 3, 3 -> 4. The stack
 * is 0 1 2, with labels L for 1 and 2, and the front is 3:
 *
 *   place  word  gain  partner  previous  last_partner  joined  n_open
 *     0     0     0       3        -1          3           0       0     partner: the gold child 3
 *     1     1     0       3        -1          3           0       1     partner: the gold head 3
 *     2     2     0       4        -1          4           0       2     partner: the gold head 4
 *
 * No word is a gold child of the one under it, so P is 0 everywhere. `previous` of place 2 is not place 1,
 * whose partner 3 is not after 4: who looks for a partner after a word e leaves place 2 only if its own
 * partner is not after e, and then that of place 1 is not either. The arcs of 1 and 2 lead to the input, so
 * `joined` stays at place 0.
 */
#include "oracle/exact.h"

#include <string.h>

#include "base/base.h"

/* A memo begins with 2^LEAST_BITS entries. It is emptied before a configuration if it holds more than
 * KEPT_ENTRIES and n^2. */
enum { LEAST_BITS = 10, KEPT_ENTRIES = 1 << 17, MOST_NESTED = 16 };

/* Doubles the table, or makes the first one. FALSE leaves it as it is. */
static gboolean
grow_memo (ExactMemo *memo)
{
  ExactEntry *old = memo->entries;
  gsize n_old = old == NULL ? 0 : (gsize) 1 << memo->n_bits;
  int n_bits = old == NULL ? LEAST_BITS : memo->n_bits + 1;
  ExactEntry *entries = g_try_new0 (ExactEntry, (gsize) 1 << n_bits);

  if (entries == NULL)
    return FALSE;
  /* Their places depend on the size of the table, so the valid entries are inserted anew. */
  memo->n_bits = n_bits;
  memo->entries = entries;
  for (gsize at = 0; at < n_old; at++)
    if (old[at].stamp == memo->stamp)
      *exact_entry (memo, old[at].key) = old[at];
  g_free (old);
  return TRUE;
}

/* Fills @entry, which is void. If memory runs out nothing more is kept: the table is half full then, so a
 * search in it still ends at a void entry. */
static void
keep (Exact *s, ExactEntry *entry, guint64 key, int value)
{
  ExactMemo *memo = &s->memo;

  if (s->is_beyond_memory)
    return;
  *entry = (ExactEntry){ key, value, memo->stamp };
  if (2 * ++memo->n_entries >= 1 << memo->n_bits)
    s->is_beyond_memory = !grow_memo (memo);
}

/* Empties the memo, which has entries. */
static void
forget (Exact *s)
{
  ExactMemo *memo = &s->memo;

  s->is_beyond_memory = FALSE;
  s->n_work = s->n_tried = 0;
  /* A new stamp makes all entries void at once. After 2^32 of them old entries would be valid again. */
  if (++memo->stamp == 0) {
    memset (memo->entries, 0, sizeof (ExactEntry) << memo->n_bits);
    memo->stamp = 1;
  }
  memo->n_entries = 0;
  /* The numbers of stacks were entries too. So the places are unknown, and no word is at one. */
  memset (s->n_children, 0, (s->n + 1) * sizeof (int));
  memset (s->place_of, -1, (s->n + 1) * sizeof (int));
  s->n_known = 0;
  s->n_ids = 0;
}

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Exact *s = g_new0 (Exact, 1);

  s->system = system;
  s->policy = policy;
  s->family = parameters;
  return s;
}

static void
exact_free (gpointer solver)
{
  Exact *s = solver;

  score_clear (&s->score);
  g_free (s->memo.entries);
  g_free (s->work);
  room_clear (&s->room);
  room_clear (&s->pairs);
  g_free (s);
}

/* Makes room for the tables of the sentence that are quadratic, and fills those of projectivize.h: R, L and
 * F over all spans. Postponed to the first configuration that the family covers: if it covers none, nobody
 * needs them. */
static gboolean
fill_score (Exact *s, GError **error)
{
  gsize n_pairs = (gsize) (s->n + 1) * (s->n + 1);

  if (s->family->add_arcs != NULL && !ROOM_RESERVE (&s->pairs, n_pairs, ARRAY (s->reaches)))
    return memory_fail (error, "the tables of %d words", s->n);
  if (!score_fill (&s->score, s->gold->heads, s->n, FALSE, error))
    return FALSE;
  score_list_children (&s->score);
  score_begin_meetings (&s->score);
  s->has_score = TRUE;
  return TRUE;
}

/* Makes room for @n words and for the first entries of the memo. A new row is filled at time 0, before every place, so
 * it is stale; and so are the rows of sentences before, since the clock `now` never goes back. */
static gboolean
make_room (Exact *s, int n)
{
  return ROOM_RESERVE (&s->room, n + 1, ARRAY (s->places), ARRAY (s->place_of), ARRAY (s->n_open),
                       ARRAY (s->child_places), ARRAY (s->n_children), ARRAY (s->tails), ARRAY (s->ends),
                       ARRAY (s->arcs), ARRAY (s->rows), ARRAY (s->chain))
         && (s->memo.entries != NULL || grow_memo (&s->memo));
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Exact *s = solver;

  if (gold->n > TBK_ORACLE_MAX_EXACT)
    return SOLVER_PASSES;
  if (!make_room (s, gold->n)) {
    memory_fail (error, "the values of %d words", gold->n);
    return SOLVER_FAILED;
  }
  s->gold = gold;
  s->n = gold->n;
  s->has_score = FALSE;
  memset (s->tails, -1, (s->n + 1) * sizeof (int));
  memset (s->ends, -1, (s->n + 1) * sizeof (int));
  forget (s);
  return SOLVER_DONE;
}

static void
add_work (Exact *s, ExactState state)
{
  if (try_reserve (&s->work, &s->n_work_allocated, (gsize) s->n_work + 1, sizeof (ExactState)))
    s->work[s->n_work++] = state;
  else
    s->is_beyond_memory = TRUE;
}

/* Once a state is on the list no other is computed, because what needs them is tried again anyway: each
 * attempt takes one way down. */
int
exact_look_new (Exact *s, ExactState state)
{
  guint64 key = exact_key (s->places[state.place].id, state.kind, state.h, state.e);
  int value;

  /* A state waits already (step 2 above): what is computed now is void, and is tried again. */
  if (s->n_work > s->n_tried || s->is_beyond_memory)
    return IMPOSSIBLE;
  if (s->n_nested == MOST_NESTED) {
    add_work (s, state);
    return IMPOSSIBLE;
  }

  /* The value is kept only if nothing that it needs was put on the list meanwhile. */
  s->n_nested++;
  value = s->family->compute (s, &state);
  s->n_nested--;
  if (s->n_work == s->n_tried)
    keep (s, exact_entry (&s->memo, key), key, MAX (value, IMPOSSIBLE));
  return value;
}

/* The list is a stack. A state that needs others stays below them. While one is tried, n_tried is its number
 * from 1: the list is longer than that exactly if something new waits. */
gboolean
exact_work (Exact *s)
{
  if (s->n_work == 0 || s->is_beyond_memory)
    return FALSE;
  while (s->n_work > 0 && !s->is_beyond_memory) {
    ExactState state = s->work[s->n_work - 1];

    /* Try the last state of the list. If it needs others, they now stand behind it and come first. */
    s->n_tried = s->n_work;
    exact_look (s, state.kind, state.place, state.h, state.e);
    if (s->n_work == s->n_tried)
      s->n_work--;
  }
  s->n_tried = 0;
  return TRUE;
}

/* Asks again until the list stays empty: each round leaves more values in the memo. */
int
exact_find_new (Exact *s, ExactState state)
{
  int value;

  do
    value = exact_look (s, state.kind, state.place, state.h, state.e);
  while (exact_work (s));
  return value;
}

/* The first term is the gold head of e, if that comes later. The others let e have no gold head: then e heads
 * e..k, and the rest is a forest whose first tree takes e for nothing. No split gives more than R(e,n), so
 * the search ends when that is reached. */
int
exact_tail (Exact *s, int e)
{
  const Score *score = &s->score;
  int n = s->n, head = s->gold->heads[e], most = score_R (score, e, n);

  if (e == n)
    return IMPOSSIBLE;
  if (s->tails[e] < 0) {
    int best = head > e ? 1 + exact_G (s, e, head) + score_R (score, head, n) : 0;
    for (int k = e; k < n && best < most; k++)
      best = MAX (best, score_R (score, e, k) + score_F (score, k + 1, n));
    s->tails[e] = best;
  }
  return s->tails[e];
}

/* E(e), where the gold children of 0 after e are children[a..starts[1]-1] of the score, and their E is
 * known. */
static int
find_end (Exact *s, int e, int a)
{
  const Score *score = &s->score;
  int best = score_R (score, e, s->n);

  for (; a < score->starts[1]; a++) {
    int c = score->children[a], end = 1 + s->ends[c];
    best = MAX (best, exact_G_above (s, e, c, best - end) + end);
  }
  return best;
}

/* E depends on E of later words only. From the last to the first, nothing nests. */
int
exact_end (Exact *s, int e)
{
  const int *children = s->score.children;
  int a = s->score.starts[1];

  if (s->ends[e] >= 0)
    return s->ends[e];
  /* E of the children of 0 after e, from the last to the first, and then E(e). */
  for (; a > 0 && children[a - 1] > e; a--)
    if (s->ends[children[a - 1]] < 0)
      s->ends[children[a - 1]] = find_end (s, children[a - 1], a);
  return s->ends[e] = find_end (s, e, a);
}

/* Fills the reaches of the word @e up to place @i, in O(1) for each place and each of its open arcs. It
 * begins above the highest place whose reach is still valid, since a reach includes those of the places
 * below:
 *
 *   after(j) = max ( after(j-1), G(e,c) + X - P(j) for the open arcs of place j with c > e )
 *   from(j)  = the same with c >= e, where G(e,e) = 0
 *
 * P(j) is taken off when an arc is added, and P(i) added when a reach is asked for: clearing away the places
 * i..j+1 makes P(i) - P(j). So a reach does not depend on the places above it. */
void
exact_fill_row (Exact *s, int i, int e)
{
  const ExactPlace *places = s->places;
  ExactRow *row = &s->rows[e];
  ExactReach *reaches = &s->reaches[(gsize) e * (s->n + 1)], reach = { G_MININT16, G_MININT16, G_MININT16 };
  int j = MIN (row->last, i), a = 0;

  /* The highest place whose reach is still valid. */
  while (j >= 0 && places[j].set_at > row->filled_at)
    j--;
  if (j >= 0) {
    reach = reaches[j];
    reach.kept = G_MININT16;
    a = places[j].n_arcs;
  }

  /* After it the open arcs of each place raise the reach of the place below. They come from the right; those
   * to the nearest words are mostly best. */
  while (++j <= i) {
    int first = a;
    for (a = places[j].n_arcs; a-- > first;)
      if (s->arcs[a].word >= e) {
        int word = s->arcs[a].word, value = s->arcs[a].value;
        value += exact_G_above (s, e, word, MIN (reach.from, reach.after) - value);
        reach.from = MAX (reach.from, value);
        if (word > e)
          reach.after = MAX (reach.after, value);
      }
    a = places[j].n_arcs;
    reaches[j] = reach;
  }
  *row = (ExactRow){ i, s->now };
}

/* A number for the stack up to @place, whose topmost element is @element: as a trie numbers its nodes. The
 * key is the number of the stack below and the element, so equal stacks get equal numbers, whichever
 * configuration they come from. That of the stack with 0 alone is 0. */
static int
find_id (Exact *s, int place, const TbkStackElement *element)
{
  guint64 key;
  ExactEntry *entry;

  if (place == 0)
    return s->n_ids = MAX (s->n_ids, 1), 0;
  key = exact_key (s->places[place - 1].id, EXACT_KIND_ID, element->label, element->word);
  entry = exact_entry (&s->memo, key);
  if (entry->stamp == s->memo.stamp)
    return entry->value;
  keep (s, entry, key, s->n_ids);
  return s->n_ids++;
}

/* Sets place @i from the place below it, in time linear in the places that `previous` passes, then adds its
 * open arcs. */
static void
set_place (Exact *s, int i, const TbkStackElement *element)
{
  ExactPlace *place = &s->places[i];
  const Gold *gold = s->gold;
  int word = element->word, head = gold->heads[word];
  int head_place = i > 0 ? exact_place_of (s, head) : -1;
  gboolean takes_head = i > 0 && element->label != TBK_LABEL_R, has_children = s->n_children[word] > 0;

  /* The sums and maxima of the places below, with this word's own part. A word of label R has its head, so
   * only its children are partners. */
  place->element = *element;
  place->set_at = ++s->now;
  place->id = find_id (s, i, element);
  place->gain = i > 0 && head_place == i - 1;
  place->reduced = place->stop = place->gain + (i > 0 ? place[-1].reduced : 0);
  place->n_open = i > 0 ? place[-1].n_open + (head_place >= 0 || head > word) : 0;
  place->partner = MAX (gold->last_child[word], takes_head ? head : 0);
  place->previous = i - 1;
  /* Places below with earlier partners are passed over, each in one step to the next later one. */
  while (place->previous >= 0 && s->places[place->previous].partner <= place->partner)
    place->previous = s->places[place->previous].previous;
  place->last_partner = i > 0 ? MAX (place->partner, place[-1].last_partner) : place->partner;
  place->joined = i == 0 || has_children || head_place >= 0 ? i : place[-1].joined;
  place->bound = i == 0 || has_children || (head_place >= 0 && !place->gain) ? i : place[-1].bound;

  /* The word is in the stack now, and among the children of its head there: child_places has a stretch for
   * each head, as long as that has gold children. Places come in order, so a stretch increases. */
  s->place_of[word] = i;
  if (i > 0)
    s->child_places[s->score.starts[head] + (place->nth = ++s->n_children[head]) - 1] = i;
  if (s->family->adapt_place != NULL)
    s->family->adapt_place (s, i);
  /* The open arcs of place i are those from number place[-1].n_arcs on. Their X may ask for the places up
   * to i, so this comes last. */
  place->n_arcs = i > 0 ? place[-1].n_arcs : 0;
  if (s->family->add_arcs != NULL)
    s->family->add_arcs (s, i);
}

/* Takes over the stack of @configuration, from the first element on that the last one did not have. */
static void
set_places (Exact *s, const TbkConfiguration *configuration)
{
  const TbkStackElement root = { 0, s->system->root };
  int offset = s->system->starts_empty; /* of places to elements: place 0 is word 0 in every system */
  const TbkStackElement *stack = configuration->stack;
  int depth = configuration->depth + offset, common = MIN (s->n_known, depth);
  int i = MIN (offset, common);

  /* The elements that both stacks have from the bottom keep what is known of them. */
  while (i < common && s->places[i].element.word == stack[i - offset].word
         && s->places[i].element.label == stack[i - offset].label)
    i++;

  /* The others leave, the topmost first, so that children leave in the order in which they came. */
  for (int j = s->n_known - 1; j >= MAX (i, 1); j--) {
    int word = exact_word_of (s, j);

    s->n_children[s->gold->heads[word]]--;
    s->place_of[word] = -1;
  }

  /* The new ones come. */
  s->n_known = depth;
  s->k = depth - 1;
  s->b = configuration->buffer;
  for (; i < depth; i++)
    set_place (s, i, i < offset ? &root : &stack[i - offset]);
}

/* The places are made those of @configuration, then the family computes. After a failure nothing that was
 * computed is trusted, so the solver forgets it and can be used again. */
static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Exact *s = solver;

  if (s->family->covers != NULL && !s->family->covers (configuration))
    return SOLVER_PASSES;
  if (!s->has_score && !fill_score (s, error))
    return SOLVER_FAILED;
  /* Below n^2 a long sentence would be forgotten before each configuration. */
  if (s->memo.n_entries > MAX (KEPT_ENTRIES, s->n * s->n))
    forget (s);
  s->configuration = configuration;
  set_places (s, configuration);
  s->family->values (s, allowed, found);
  if (s->is_beyond_memory) {
    forget (s);
    memory_fail (error, "the values of %d words", s->n);
    return SOLVER_FAILED;
  }
  return SOLVER_DONE;
}

const SolverKind solver_exact = {
  .make = make,
  .free = exact_free,
  .set_gold = set_gold,
  .values = values,
};
