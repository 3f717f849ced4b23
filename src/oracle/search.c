/* search.c - the configurations of a search, kept as strings of integers. */
#include "oracle/search.h"
#include "base/memory.h"

#include <string.h>

#include "transition/step.h"

/* A configuration that was found: its string begins at `start`. Those of equal loss are in a list. */
typedef struct {
  gsize start;
  int loss;
  int next;          /* in the list, or -1 */
  gboolean is_stale; /* found again at a lower loss */
} Found;

typedef struct {
  const SearchGuide *guide;
  const TbkSystem *system;
  const Gold *gold;
  Candidates candidates;
  TbkConfiguration current, next;
  GArray *strings; /* gint32: of each configuration its length, then what pack() writes */
  GArray *found;   /* Found */
  int *table;      /* the configurations by hash, -1 for a free place */
  int table_bits;
  int *first; /* by loss: a list of configurations */
  int *scratch, *rank;
  int n_allocated;
  int n_looked_at; /* configurations, for the one that is valued */
} Search;

enum { LEAST_BITS = 10 };

int search_most = 1 << 13;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Search *search = g_new0 (Search, 1);

  (void) policy;
  search->system = system;
  search->guide = parameters;
  search->strings = g_array_new (FALSE, FALSE, sizeof (gint32));
  search->found = g_array_new (FALSE, FALSE, sizeof (Found));
  return search;
}

static void
search_free (gpointer solver)
{
  Search *search = solver;

  candidates_clear (&search->candidates);
  tbk_configuration_clear (&search->current);
  tbk_configuration_clear (&search->next);
  g_array_unref (search->strings);
  g_array_unref (search->found);
  g_free (search->table);
  g_free (search->first);
  g_free (search);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Search *search = solver;
  gsize n_words = (gsize) gold->n + 2;

  search->gold = gold;
  if (!candidates_reserve (&search->candidates, search->system, gold->n, error)
      || !tbk_configuration_start (&search->current, search->system, gold->n, error)
      || !tbk_configuration_start (&search->next, search->system, gold->n, error))
    return SOLVER_FAILED;
  if (!reserve_words (&search->first, &search->n_allocated, gold->n, 6 * sizeof (int), error))
    return SOLVER_FAILED;
  search->scratch = search->first + n_words;
  search->rank = search->first + 3 * n_words;
  if (search->guide->promise != NULL)
    gold_projective_order (gold, search->rank, search->scratch, search->scratch + n_words);
  return SOLVER_DONE;
}

/* A word with a bit for whether it has a head, where that matters. */
static inline gint32
pack_word (const TbkConfiguration *c, int word)
{
  gboolean has_heads = (c->system->features & TBK_HAS_HEADS) != 0;

  return word << 1 | (has_heads && c->heads[word] >= 0);
}

/* Appends the string of @c: all that computations from it depend on. */
static void
pack (Search *search, const TbkConfiguration *c)
{
  gint32 numbers[] = { 4 + c->depth + c->n_returned + c->n_second, c->buffer, c->depth, c->n_returned };

  g_array_append_vals (search->strings, numbers, G_N_ELEMENTS (numbers));
  for (int i = 0; i < c->depth; i++) {
    gint32 word = pack_word (c, c->stack[i].word) << 5 | (gint32) c->stack[i].label;
    g_array_append_val (search->strings, word);
  }
  for (int i = 0; i < c->n_returned; i++) {
    gint32 word = pack_word (c, c->returned[i]);
    g_array_append_val (search->strings, word);
  }
  for (int i = 0; i < c->n_second; i++) {
    gint32 word = pack_word (c, c->second[i]);
    g_array_append_val (search->strings, word);
  }
}

static inline int
unpack_word (TbkConfiguration *c, gint32 packed)
{
  c->heads[packed >> 1] = (packed & 1) != 0 ? 0 : -1;
  return packed >> 1;
}

/* Makes @c the configuration of a string; of its heads only whether there is one is as it was. */
static void
unpack (const Search *search, gsize start, TbkConfiguration *c)
{
  const gint32 *string = &g_array_index (search->strings, gint32, start);
  int length = string[0], at = 4;

  c->n = search->gold->n;
  c->buffer = string[1];
  c->depth = string[2];
  c->n_returned = string[3];
  c->n_second = length - 4 - c->depth - c->n_returned;
  for (int w = c->buffer; w <= c->n; w++)
    c->heads[w] = -1;
  for (int i = 0; i < c->depth; i++, at++)
    c->stack[i] = (TbkStackElement){ unpack_word (c, string[at] >> 5), (TbkLabel) (string[at] & 31) };
  for (int i = 0; i < c->n_returned; i++, at++)
    c->returned[i] = unpack_word (c, string[at]);
  for (int i = 0; i < c->n_second; i++, at++)
    c->second[i] = unpack_word (c, string[at]);
}

static guint64
hash_string (const gint32 *string)
{
  guint64 hash = 0;

  for (int i = 0; i < string[0]; i++)
    hash = (hash ^ (guint32) string[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash;
}

/* The place of the string in the table, or the free one where it belongs. */
static int *
find_place (const Search *search, gsize start)
{
  const gint32 *string = &g_array_index (search->strings, gint32, start);
  guint mask = (1u << search->table_bits) - 1;
  guint place = (guint) (hash_string (string) >> (64 - search->table_bits));

  for (;; place = (place + 1) & mask) {
    const gint32 *other;

    if (search->table[place] < 0)
      return &search->table[place];
    other = &g_array_index (search->strings, gint32,
                            g_array_index (search->found, Found, search->table[place]).start);
    if (other[0] == string[0] && memcmp (other, string, (gsize) string[0] * sizeof *string) == 0)
      return &search->table[place];
  }
}

static void
clear_table (Search *search, int bits)
{
  search->table_bits = bits;
  search->table = g_renew (int, search->table, (gsize) 1 << bits);
  memset (search->table, -1, ((gsize) 1 << bits) * sizeof (int));
}

static void
grow_table (Search *search)
{
  clear_table (search, search->table_bits + 1);
  for (guint f = 0; f < search->found->len; f++) {
    const Found *found = &g_array_index (search->found, Found, f);

    if (!found->is_stale)
      *find_place (search, found->start) = (int) f;
  }
}

/* Adds @c, reached at the price of @loss, unless it was found before at no greater one. */
static void
add (Search *search, const TbkConfiguration *c, int loss)
{
  Found found = { .start = search->strings->len, .loss = loss, .next = search->first[loss] };
  int *place;

  if (2 * search->found->len >= 1u << search->table_bits)
    grow_table (search);
  pack (search, c);
  place = find_place (search, found.start);
  if (*place >= 0) {
    Found *before = &g_array_index (search->found, Found, *place);

    g_array_set_size (search->strings, (guint) found.start);
    if (before->loss <= loss)
      return;
    before->is_stale = TRUE;
    found.start = before->start;
  }
  *place = search->first[loss] = (int) search->found->len;
  g_array_append_val (search->found, found);
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

/* Adds the configuration after a transition of search->current, which was reached at the price of @loss. */
static void
add_next (Search *search, int t, int loss, int bound)
{
  const TbkTransition *transition = &search->system->transitions[t];
  int head, dependent, made = 0, next;

  if (tbk_configuration_arc (&search->current, transition, &head, &dependent))
    made = gold_has_arc (search->gold, head, dependent);
  tbk_configuration_copy (&search->next, &search->current, NULL);
  configuration_take (&search->next, transition);
  next = search->guide->bound (search->gold, &search->next, search->scratch);
  add (search, &search->next, loss + MAX (bound - made - next, 0));
}

/* Adds the configurations after those transitions of search->current that need be looked at. */
static void
expand (Search *search, int loss)
{
  guint set = tbk_configuration_allowed (&search->current);
  int bound = search->guide->bound (search->gold, &search->current, search->scratch);

  if (search->guide->choose != NULL)
    set = search->guide->choose (search->gold, &search->current, set);
  while (set != 0) {
    int t = pick (search, set);

    set &= ~(1u << t);
    add_next (search, t, loss, bound);
  }
}

/* The most gold arcs that can be made from @c; -1 if that is not found in time. */
static int
find_best (Search *search, const TbkConfiguration *c)
{
  int most = search->guide->bound (search->gold, c, search->scratch);

  for (int loss = 0; loss <= most; loss++)
    search->first[loss] = -1;
  g_array_set_size (search->strings, 0);
  g_array_set_size (search->found, 0);
  clear_table (search, LEAST_BITS);
  search->current.system = search->next.system = search->system;
  add (search, c, 0);
  for (int loss = 0; loss <= most; loss++)
    while (search->first[loss] >= 0) {
      Found found = g_array_index (search->found, Found, search->first[loss]);

      search->first[loss] = found.next;
      if (found.is_stale)
        continue;
      unpack (search, found.start, &search->current);
      if (search->guide->is_attained (search->gold, &search->current, search->scratch))
        return most - loss;
      if (++search->n_looked_at > search_most)
        return -1;
      expand (search, loss);
    }
  return -1;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Search *search = solver;

  search->n_looked_at = 0;
  for (int t = 0; t < search->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (&search->candidates, configuration, t);
      int best = find_best (search, candidate.after);

      if (best < 0) {
        g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                     "the value of %s was not found by looking at %d configurations",
                     search->system->transitions[t].key, search_most);
        return SOLVER_FAILED;
      }
      found[t] = candidate_value (search->gold, configuration, t, best);
    }
  return SOLVER_DONE;
}

const SolverKind solver_search = { make, search_free, set_gold, values };
