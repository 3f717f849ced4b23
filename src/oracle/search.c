/* search.c - best-first search over configurations kept as strings of integers.
 *
 * Contents
 *   1. packed: configurations as strings of integers: the length, a frame, then the words of the lists
 *   2. search: best-first search over configurations, kept as strings of integers
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"

/* 1. packed: configurations as strings of integers: the length, a frame, then the words of the lists.
 *
 *   0       the length of the string
 *   1       the front: the first word that never left the input
 *   2       the depth of the stack
 *   3       n_returned << 2 | is_second_active << 1 | has_switched
 *   4       n_second
 *   5...    the stack from the bottom: word << 6 | has a head << 5 | label
 *           words that returned to the input, and the second list: word << 1 | has a head
 *           then, for has_ends, where the heads of the listed words end
 *
 * Computations from configurations with one string are the same, so a search looks at one of these. Heads of
 * words that are gone are left out: they would only tell such configurations apart.
 */

enum { FRAME = 5 }; /* the integers before words */

/* A word with a bit for whether it has a head, where that matters. */
static inline gint32
pack_word (const TbkConfiguration *c, int word)
{
  gboolean has_heads = (c->system->features & TBK_HAS_HEADS) != 0;

  return word << 1 | (has_heads && c->heads[word] >= 0);
}

/* Where the heads of @word end: at a word without head. */
static int
find_end (const TbkConfiguration *c, int word)
{
  while (c->heads[word] >= 0)
    word = c->heads[word];
  return word;
}

/* The words whose ends a string has, behind its lists: gold root words up to the front, and the front
 * itself. */
static inline gboolean
is_kept (const Gold *gold, const TbkConfiguration *c, int word)
{
  return word == c->buffer || gold->heads[word] == 0;
}

/* The integers of the string of @c at most. An upper bound: in pack_ends() each listed word has one end, and
 * each word up to the front at most. */
static int
packed_length (const TbkConfiguration *c, gboolean has_ends)
{
  const int n_words = c->depth + c->n_returned + c->n_second;

  return FRAME + n_words + (has_ends ? n_words + MIN (c->buffer, c->n) : 0);
}

/* Writes where the heads of words end; returns the end. */
static gint32 *
pack_ends (const TbkConfiguration *c, const Gold *gold, gint32 *string)
{
  for (int i = 0; i < c->depth; i++)
    *string++ = find_end (c, c->stack[i].word);
  for (int i = 0; i < c->n_second; i++)
    *string++ = find_end (c, c->second[i]);
  for (int word = 1; word <= MIN (c->buffer, c->n); word++)
    if (is_kept (gold, c, word))
      *string++ = find_end (c, word);
  return string;
}

static void
packed_write (const TbkConfiguration *c, const Gold *gold, gboolean has_ends, gint32 *string)
{
  gint32 *length = string++;

  *string++ = c->buffer;
  *string++ = c->depth;
  *string++ = c->n_returned << 2 | (c->is_second_active ? 2 : 0) | (c->has_switched ? 1 : 0);
  *string++ = c->n_second;
  for (int i = 0; i < c->depth; i++)
    *string++ = pack_word (c, c->stack[i].word) << 5 | (gint32) c->stack[i].label;
  for (int i = 0; i < c->n_returned; i++)
    *string++ = pack_word (c, c->returned[i]);
  for (int i = 0; i < c->n_second; i++)
    *string++ = pack_word (c, c->second[i]);
  *length = (gint32) (string - length);
  if (has_ends)
    *length = (gint32) (pack_ends (c, gold, string) - length);
}

/* A head, if there is one, is 0 here: systems without ends ask only whether there is one. */
static inline int
unpack_word (TbkConfiguration *c, gint32 packed)
{
  c->heads[packed >> 1] = (packed & 1) != 0 ? 0 : -1;
  return packed >> 1;
}

/* Makes @end the head of @word: the way from a word to its topmost ancestor in one step. A cycle would be
 * closed by the same arcs. */
static void
set_end (TbkConfiguration *c, int word, int end)
{
  c->heads[word] = end != word ? end : -1;
  c->heads[end] = -1;
}

/* In the order in which pack_ends() has written. */
static void
unpack_ends (const gint32 *string, const Gold *gold, TbkConfiguration *c)
{
  memset (c->heads, -1, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    set_end (c, c->stack[i].word, *string++);
  for (int i = 0; i < c->n_second; i++)
    set_end (c, c->second[i], *string++);
  for (int word = 1; word <= MIN (c->buffer, c->n); word++)
    if (is_kept (gold, c, word))
      set_end (c, word, *string++);
}

/* Makes @c the configuration of a string; of its heads only whether there is one is as it was. */
static void
packed_read (const gint32 *string, const Gold *gold, gboolean has_ends, TbkConfiguration *c)
{
  int at = FRAME;

  c->n = gold->n;
  c->buffer = string[1];
  c->depth = string[2];
  c->n_returned = string[3] >> 2;
  c->is_second_active = (string[3] & 2) != 0;
  c->has_switched = (string[3] & 1) != 0;
  c->n_second = string[4];
  /* Words that never left the input have no head; the others have it in the string, if it matters. */
  for (int w = c->buffer; w <= c->n; w++)
    c->heads[w] = -1;
  for (int i = 0; i < c->depth; i++, at++)
    c->stack[i] = (TbkStackElement){ unpack_word (c, string[at] >> 5), (TbkLabel) (string[at] & 31) };
  for (int i = 0; i < c->n_returned; i++, at++)
    c->returned[i] = unpack_word (c, string[at]);
  for (int i = 0; i < c->n_second; i++, at++)
    c->second[i] = unpack_word (c, string[at]);
  if (has_ends)
    unpack_ends (&string[at], gold, c);
}

/* 2. search: best-first search over configurations, kept as strings of integers.
 *
 * The guide has a bound: the most gold arcs that can still be made from a configuration, if nothing stood
 * in the way. What is *lost* on the way to a configuration is how far the bound has fallen, arcs made
 * included. The *loss* of a configuration is what is lost on the way to it and, as far as the guide knows,
 * after it; or the loss of the one before it, if that is greater. Configurations are looked at in the order
 * of their losses. The first one from which the guide can make as many arcs as its bound says ends the
 * search: no other way loses less. Of those of equal loss the nearest to such a one, as the guide judges,
 * comes first. One that is found again with less lost on the way is looked at again.
 *
 * The order of losses is kept by an array of lists, one for each loss and distance, since both are small
 * integers: `first` at loss * n_distances + distance. An entry is never removed from the middle of a list.
 * If it is out of date it is marked stale and passed over when its turn comes.
 *
 * A loss is made in two steps. When a configuration is found, its loss is what the bound has fallen by.
 * When its turn comes for the first time, the conflicts among the arcs of its bound are counted too, which
 * takes longer; if that makes the loss greater, it waits in a later list. Many are never reached, and so
 * never judged.
 *
 * An example: four words with the gold arcs 3 -> 1, 4 -> 2, 0 -> 3, 3 -> 4; the value of SH in attardi-1,
 * from the stack 0 1 2 with the front 3. The search begins at the stack 0 1 2 3. The bound is 4, since
 * every word remains with its head. SH loses nothing, LA1 (3 takes 2) loses 4 -> 2, RA1 (2 takes 3) loses
 * three arcs. So the stack 0 1 2 3 4 is next, at loss 0. There RA1 (3 takes 4) makes a gold arc and loses 4
 * -> 2, and LA1 loses three. Loss 0 is used up, and one of the two of loss 1 leads to a final configuration
 * without further loss: the value is 4 - 1 = 3.
 */

/* A configuration that was found: its string begins at `start`. Those of equal loss are in a list. */
typedef struct {
  gsize start;
  int lost, loss;     /* on the way to it; and with what is known to be lost after it */
  int next;           /* in the list, or -1 */
  gboolean is_stale;  /* found again with less lost */
  gboolean is_judged; /* its conflicts are in its loss */
} Found;

typedef struct {
  const SearchGuide *guide;
  const TbkSystem *system;
  const Gold *gold;
  Candidates candidates;
  TbkConfiguration current, next;
  gint32 *strings; /* of each configuration what packed_write() writes */
  gsize n_strings, n_strings_allocated;
  Found *found;
  gsize n_found, n_found_allocated;
  int *table; /* the configurations by hash, -1 for a free place */
  gsize n_places_allocated;
  int table_bits;
  int *first; /* by loss and distance: a list of configurations */
  int n_distances;
  int nearest;               /* no list of the current loss that is nearer has any */
  int *scratch, *rank;       /* of the guide, two for each word; by word */
  Room lists, words;         /* for `first`; for the last two */
  int n_looked_at;           /* configurations, for the one that is valued */
  int most;                  /* of them */
  gint64 n_looked_at_before; /* for others of the same gold tree */
  gboolean has_ends;         /* oracle.h */
} Search;

enum {
  LEAST_BITS = 10,
  MOST_LISTS = 1 << 20, /* of losses and distances, unless there are more losses */
};

/* The most configurations that are looked at to value one. */
static int search_most = TBK_SEARCH_DEFAULT;

void
tbk_oracles_set_search (int most)
{
  g_return_if_fail (most >= 1 && most <= TBK_SEARCH_GREATEST);

  g_atomic_int_set (&search_most, most);
}

/* Returns the most configurations that are looked at to value all those of a sentence of @n words, if @most
 * are for one. */
static inline gint64
most_of_sentence (int most, int n)
{
  return MAX (most, (gint64) most * TBK_SEARCH_SENTENCE / MAX (n, 1));
}

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Search *search = g_new0 (Search, 1);

  (void) policy;
  search->system = system;
  search->guide = parameters;
  for (int t = 0; t < system->n_transitions; t++)
    search->has_ends |= (system->transitions[t].needs & TBK_NEEDS_NO_CYCLE) != 0;
  return search;
}

static void
search_free (gpointer solver)
{
  Search *search = solver;

  candidates_clear (&search->candidates);
  tbk_configuration_clear (&search->current);
  tbk_configuration_clear (&search->next);
  g_free (search->strings);
  g_free (search->found);
  g_free (search->table);
  room_clear (&search->lists);
  room_clear (&search->words);
  g_free (search);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Search *search = solver;
  gsize n_words = (gsize) gold->n + 2;

  search->gold = gold;
  search->n_looked_at_before = 0;
  if (!candidates_reserve (&search->candidates, search->system, gold->n, error)
      || !tbk_configuration_start (&search->current, search->system, gold->n, error)
      || !tbk_configuration_start (&search->next, search->system, gold->n, error))
    return SOLVER_FAILED;
  /* Long sentences have fewer lists, so that memory is O(n) for them. */
  search->n_distances =
      search->guide->distance == NULL ? 1 : CLAMP ((int) (MOST_LISTS / n_words), 1, SEARCH_DISTANCES);
  if (!ROOM_RESERVE (&search->lists, (gsize) search->n_distances * n_words, ARRAY (search->first))
      || !ROOM_RESERVE (&search->words, n_words, ARRAY_OF (search->scratch, 2), ARRAY (search->rank))) {
    memory_fail (error, "a sentence of %d words", gold->n);
    return SOLVER_FAILED;
  }
  /* Words in the order of a projective traversal of the gold tree, by which some guides judge transitions. */
  if (search->guide->promise != NULL)
    gold_projective_order (gold, search->rank, search->scratch, search->scratch + n_words);
  return SOLVER_DONE;
}

static guint64
hash_packed (const gint32 *string)
{
  guint64 hash = 0;

  for (int i = 0; i < string[0]; i++)
    hash = (hash ^ (guint32) string[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash;
}

/* The place of the string at @start in the table, or the free one where it belongs: open hashing with linear
 * probing. The table is at most half full, so there is a free place. */
static int *
find_place (const Search *search, gsize start)
{
  const gint32 *string = &search->strings[start];
  guint mask = (1u << search->table_bits) - 1;
  guint place = (guint) (hash_packed (string) >> (64 - search->table_bits));

  for (;; place = (place + 1) & mask) {
    const gint32 *other; /* the length is its first integer, so comparing begins with that */

    if (search->table[place] < 0)
      return &search->table[place];
    other = &search->strings[search->found[search->table[place]].start];
    if (other[0] == string[0] && memcmp (other, string, (gsize) string[0] * sizeof *string) == 0)
      return &search->table[place];
  }
}

/* Gives the table so many bits, and its places to the configurations that were found. */
static gboolean
set_table (Search *search, int bits, GError **error)
{
  gsize n_places = (gsize) 1 << bits;

  if (!try_reserve (&search->table, &search->n_places_allocated, n_places, sizeof *search->table))
    return memory_fail (error, "the places of %" G_GSIZE_FORMAT " configurations", n_places);
  /* A stale configuration has the string of a later one, which alone has a place. */
  search->table_bits = bits;
  memset (search->table, -1, n_places * sizeof *search->table);
  for (gsize f = 0; f < search->n_found; f++)
    if (!search->found[f].is_stale)
      *find_place (search, search->found[f].start) = (int) f;
  return TRUE;
}

/* Makes room for one more configuration, of a string of @length integers. */
static gboolean
reserve (Search *search, int length, GError **error)
{
  if (2 * search->n_found >= (gsize) 1 << search->table_bits
      && !set_table (search, search->table_bits + 1, error))
    return FALSE;
  if (!try_reserve (&search->strings, &search->n_strings_allocated, search->n_strings + (gsize) length,
                    sizeof *search->strings)
      || !try_reserve (&search->found, &search->n_found_allocated, search->n_found + 1,
                       sizeof *search->found))
    return memory_fail (error, "the configurations of a search");
  return TRUE;
}

/* The list of configurations of a loss as far away as @c. If it is nearer than the list in hand, the search
 * goes back to it: a step may lead nearer to the end without loss. */
static int *
list_of (Search *search, const TbkConfiguration *c, int loss)
{
  int distance =
      search->guide->distance == NULL ? 0 : search->guide->distance (search->gold, c, search->scratch);

  distance = MIN (distance, search->n_distances - 1);
  search->nearest = MIN (search->nearest, distance);
  return &search->first[loss * search->n_distances + distance];
}

/* Adds @c, on the way to which @lost arcs are lost, at @loss, unless it was found with no more lost. */
static gboolean
add (Search *search, const TbkConfiguration *c, int lost, int loss, GError **error)
{
  Found found = { .start = search->n_strings, .lost = lost, .loss = loss };
  int *place, *list;

  /* The string is written behind the others, and stays there only if it is new. */
  if (!reserve (search, packed_length (c, search->has_ends), error))
    return FALSE;
  packed_write (c, search->gold, search->has_ends, &search->strings[found.start]);
  place = find_place (search, found.start);
  if (*place < 0)
    search->n_strings += (gsize) search->strings[found.start];
  else {
    /* Found before: with no more lost it stands; else the old entry is passed over when its turn comes. */
    Found *before = &search->found[*place];

    if (before->lost <= lost)
      return TRUE;
    before->is_stale = TRUE;
    found.start = before->start;
  }
  /* At the front of its list: among equals the one found last is looked at first, mostly the deepest. */
  list = list_of (search, c, loss);
  found.next = *list;
  *place = *list = (int) search->n_found;
  search->found[search->n_found++] = found;
  return TRUE;
}

/* The transition in @set that is to be added next: the least promising, so that the most promising is looked
 * at first. */
static int
pick (const Search *search, guint set)
{
  int least = -1, promise_of_least = G_MAXINT;

  for (int t = search->system->n_transitions - 1; t >= 0; t--)
    if ((set >> t & 1) != 0) {
      int promise = search->guide->promise == NULL
                        ? 0
                        : search->guide->promise (search->gold, search->rank, &search->current, t);

      if (promise < promise_of_least) {
        promise_of_least = promise;
        least = t;
      }
    }
  return least;
}

/* Adds the configuration after a transition of search->current, of which @found tells. */
static gboolean
add_next (Search *search, int t, const Found *found, int bound, GError **error)
{
  const TbkTransition *transition = &search->system->transitions[t];
  int head, dependent, made = 0, lost;

  /* A transition costs what the bound falls by, less the arc that it makes. If the bound rose by more than
   * that, nothing would be lost. And no loss is less than that of the configuration before, so that the
   * order of lists is kept. */
  if (tbk_configuration_arc (&search->current, transition, &head, &dependent))
    made = gold_has_arc (search->gold, head, dependent);
  if (!tbk_configuration_copy (&search->next, &search->current, error))
    return FALSE;
  configuration_take (&search->next, transition);
  lost = bound - made - search->guide->bound (search->gold, &search->next, search->scratch);
  lost = found->lost + MAX (lost, 0);
  return add (search, &search->next, lost, MAX (lost, found->loss), error);
}

/* Adds the configurations after those transitions of search->current that need be looked at. */
static gboolean
expand (Search *search, const Found *found, GError **error)
{
  guint set = tbk_configuration_allowed (&search->current);
  int bound = search->guide->bound (search->gold, &search->current, search->scratch);

  if (search->guide->choose != NULL)
    set = search->guide->choose (search->gold, &search->current, set);
  while (set != 0) {
    int t = pick (search, set);

    set &= ~(1u << t);
    if (!add_next (search, t, found, bound, error))
      return FALSE;
  }
  return TRUE;
}

/* Forgets all configurations but @c, from which at most @most gold arcs can be made. */
static gboolean
begin (Search *search, const TbkConfiguration *c, int most, GError **error)
{
  for (int i = 0; i < (most + 1) * search->n_distances; i++)
    search->first[i] = -1;
  search->n_strings = search->n_found = 0;
  search->current.system = search->next.system = search->system;
  return set_table (search, LEAST_BITS, error) && add (search, c, 0, 0, error);
}

/* TRUE if the looks allowed for this value, or the memory for strings, are used up. */
static inline gboolean
is_beyond_limits (const Search *search)
{
  return search->n_looked_at >= search->most
         || search->n_strings > MAX (SEARCH_MOST_INTEGERS, (gsize) search->most * SEARCH_INTEGERS_A_LOOK);
}

/* TRUE if the bound of the configuration in hand is attained: so many arcs can be made. */
static inline gboolean
is_attained (Search *search)
{
  const SearchGuide *guide = search->guide;

  return guide->is_attained == NULL ? tbk_configuration_is_final (&search->current)
                                    : guide->is_attained (search->gold, &search->current, search->scratch);
}

/* Adds the conflicts of search->current to the loss of configuration @f. FALSE if its turn comes later. */
static gboolean
judge (Search *search, int f)
{
  const SearchGuide *guide = search->guide;
  Found *found = &search->found[f];
  int loss, *list;

  found->is_judged = TRUE;
  if (guide->conflicts == NULL)
    return TRUE;
  loss = found->lost + guide->conflicts (search->gold, &search->current, search->scratch);
  if (loss <= found->loss)
    return TRUE;
  found->loss = loss;
  list = list_of (search, &search->current, loss);
  found->next = *list;
  *list = f;
  return FALSE;
}

/* Sets @best to the most gold arcs that can be made from @c, which comes after the transition @t. */
static gboolean
find_best (Search *search, const TbkConfiguration *c, int t, int *best, GError **error)
{
  int most = search->guide->bound (search->gold, c, search->scratch);

  if (!begin (search, c, most, error))
    return FALSE;
  /* Lists by loss, the smallest first. Adding never lowers the loss, so no list behind is filled again. At
   * one loss the nearest come first; list_of() moves `nearest` back where a nearer one is added. */
  for (int loss = 0; loss <= most; loss++)
    for (search->nearest = 0; search->nearest < search->n_distances && !is_beyond_limits (search);) {
      int *list = &search->first[loss * search->n_distances + search->nearest], f = *list;
      Found found;

      if (f < 0) {
        search->nearest++;
        continue;
      }
      found = search->found[f];
      *list = found.next;
      if (found.is_stale)
        continue;
      packed_read (&search->strings[found.start], search->gold, search->has_ends, &search->current);
      /* The first turn: the end of the search, or a later list if it has conflicts. After the second turn, in
       * that list, only its successors are missing. */
      if (!found.is_judged) {
        search->n_looked_at++;
        if (is_attained (search)) {
          *best = most - loss;
          return TRUE;
        }
        if (!judge (search, f))
          continue;
      }
      if (!expand (search, &found, error))
        return FALSE;
    }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "the value of %s was not found by looking at %d configurations: tbk_oracles_set_search() allows more",
      search->system->transitions[t].key, search->n_looked_at);
  return FALSE;
}

/* Sets how many configurations are looked at to value the next one. FALSE if there are none left for the
 * sentence. */
static gboolean
allow_looks (Search *search, GError **error)
{
  const int most = g_atomic_int_get (&search_most);
  const gint64 n_left = most_of_sentence (most, search->gold->n) - search->n_looked_at_before;

  search->n_looked_at = 0;
  search->most = (int) CLAMP (n_left, 0, most);
  if (search->most > 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "no value was sought: %" G_GINT64_FORMAT
               " configurations were looked at before for this sentence of %d words: "
               "tbk_oracles_set_search() allows more",
               search->n_looked_at_before, search->gold->n);
  return FALSE;
}

/* A search for each allowed transition, all within the looks of one value. If one of them fails, so does the
 * value of the configuration: a missing value would make others look optimal. */
static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Search *search = solver;
  gboolean is_found = allow_looks (search, error);

  for (int t = 0; is_found && t < search->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (&search->candidates, configuration, t);
      int best;

      is_found = find_best (search, candidate.after, t, &best, error);
      if (is_found)
        found[t] = candidate_value (search->gold, configuration, t, best);
    }
  search->n_looked_at_before += search->n_looked_at;
  return is_found ? SOLVER_DONE : SOLVER_FAILED;
}

const SolverKind solver_search = {
  .make = make,
  .free = search_free,
  .set_gold = set_gold,
  .values = values,
};
