/* phrase_search.c - uniform-cost search through all computations of phrase-structure parsing.
 *
 * The systems are written down here a second time. Costs are counted as soon as they are certain: an open (X,
 * l) costs 1 unless R has an (X, l, r) for it with r not passed, and one of R whose right end is passed costs
 * 1. So only finitely many states cost no more than the best, and no bound on the length of computations is
 * needed.
 */
#include "brute/phrase_search.h"

#include <criterion/criterion.h>
#include <string.h>

void
search_start (const Search *search, SearchState *state)
{
  memset (state, 0, sizeof *state);
  for (int g = 0; g < search->n_gold; g++)
    state->is_left[g] = 1;
}

static int
count_open (const SearchState *state)
{
  int n = 0;

  for (int i = 0; i < state->depth; i++)
    n += state->right[i] < 0;
  return n;
}

static SearchStep *
add_step (SearchStep *steps, int *n, const SearchState *state, TbkPhraseAct act, int label, int n_children)
{
  SearchStep *step = &steps[(*n)++];

  *step = (SearchStep){ { act, label, n_children }, *state, 0 };
  step->state.n_unary = 0;
  return step;
}

static void
push (SearchState *state, int label, int left, int right)
{
  cr_assert (state->depth < SEARCH_DEPTH);
  state->label[state->depth] = (gint8) label;
  state->left[state->depth] = (gint8) left;
  state->right[state->depth++] = (gint8) right;
}

static void
pop_to (SearchState *state, int depth)
{
  while (state->depth > depth) {
    state->depth--;
    state->label[state->depth] = state->left[state->depth] = state->right[state->depth] = 0;
  }
}

/* Puts a constituent in place of the elements from @depth on. */
static void
build (const Search *search, SearchStep *step, int depth, int label, int left)
{
  SearchState *state = &step->state;
  const int right = state->next;

  pop_to (state, depth);
  push (state, label, left, right);
  step->cost = 1;
  for (int g = 0; g < search->n_gold && step->cost == 1; g++)
    if (state->is_left[g] && search->gold[g].label == label && search->gold[g].left == left
        && search->gold[g].right == right) {
      state->is_left[g] = 0;
      step->cost = 0;
    }
  /* Of equal ones the first are built first, so that states are the same. */
  for (int g = 0; g + 1 < search->n_gold; g++)
    if (state->is_left[g] && !state->is_left[g + 1]
        && memcmp (&search->gold[g], &search->gold[g + 1], sizeof *search->gold) == 0) {
      state->is_left[g] = 0;
      state->is_left[g + 1] = 1;
    }
}

static gboolean
is_final (const Search *search, const SearchState *state)
{
  const gboolean is_tree =
      state->next == search->n && state->depth == 1 && state->right[0] >= 0 && state->label[0] >= 0;

  return search->strategy == TBK_PHRASE_TOP_DOWN ? is_tree : state->is_finished;
}

static void
reduce (const Search *search, const SearchState *state, SearchStep *steps, int *n)
{
  int open = state->depth - 1;
  SearchStep *step = add_step (steps, n, state, TBK_PHRASE_REDUCE, -1, 0);

  while (state->right[open] >= 0)
    open--;
  build (search, step, open - (search->strategy == TBK_PHRASE_IN_ORDER), state->label[open],
         state->left[open]);
}

static void
bottom_up_steps (const Search *search, const SearchState *state, SearchStep *steps, int *n)
{
  for (int k = 1; k <= state->depth; k++)
    for (int label = 0; label < search->n_labels; label++) {
      SearchStep *step;

      if (k == 1 && search->max_unary > 0 && state->n_unary == search->max_unary)
        continue;
      step = add_step (steps, n, state, TBK_PHRASE_REDUCE, label, k);
      build (search, step, state->depth - k, label, state->left[state->depth - k]);
      if (k == 1 && search->max_unary > 0)
        step->state.n_unary = state->n_unary + 1;
    }
}

static void
opening_steps (const Search *search, const SearchState *state, SearchStep *steps, int *n)
{
  const int top = state->depth - 1;
  const gboolean is_top_down = search->strategy == TBK_PHRASE_TOP_DOWN;

  for (int label = 0; label < search->n_labels; label++) {
    SearchStep *step = add_step (steps, n, state, TBK_PHRASE_OPEN, label, 0);
    push (&step->state, label, is_top_down ? state->next : state->left[top], -1);
  }
}

int
search_steps (const Search *search, const SearchState *state, SearchStep *steps)
{
  const gboolean is_top_down = search->strategy == TBK_PHRASE_TOP_DOWN;
  const gboolean is_in_order = search->strategy == TBK_PHRASE_IN_ORDER;
  const int n_open = count_open (state), top = state->depth - 1;
  const gboolean is_complete = top >= 0 && state->right[top] >= 0, has_words = state->next < search->n;
  int n = 0;

  if (is_final (search, state))
    return 0;
  if (has_words && (is_top_down ? n_open > 0 : is_in_order ? top < 0 || n_open > 0 : TRUE)) {
    SearchStep *step = add_step (steps, &n, state, TBK_PHRASE_SHIFT, -1, 0);
    push (&step->state, -1, state->next, state->next + 1);
    step->state.next++;
  }
  if (is_top_down ? has_words && (top < 0 || n_open > 0) : is_in_order && is_complete)
    opening_steps (search, state, steps, &n);
  if (is_top_down ? is_complete && n_open > 0 && (n_open > 1 || !has_words) : is_in_order && n_open > 0)
    reduce (search, state, steps, &n);
  if (!is_top_down && !is_in_order)
    bottom_up_steps (search, state, steps, &n);
  if (!is_top_down && !has_words && top == 0 && is_complete && state->label[0] >= 0)
    add_step (steps, &n, state, TBK_PHRASE_FINISH, -1, 0)->state.is_finished = 1;
  return n;
}

/* What is certain to be lost after @state. */
static int
certain (const Search *search, const SearchState *state)
{
  guint8 is_taken[SEARCH_GOLD] = { 0 };
  int n = 0;

  for (int g = 0; g < search->n_gold; g++)
    n += state->is_left[g] && (search->gold[g].right < state->next || is_final (search, state));
  for (int i = 0; i < state->depth; i++) {
    int g = 0;

    if (state->right[i] >= 0)
      continue;
    while (g < search->n_gold
           && (is_taken[g] || !state->is_left[g] || search->gold[g].right < state->next
               || search->gold[g].label != state->label[i] || search->gold[g].left != state->left[i]))
      g++;
    if (g < search->n_gold)
      is_taken[g] = 1;
    else
      n++;
  }
  return n;
}

static guint
hash_state (gconstpointer state)
{
  const guint8 *bytes = state;
  guint hash = 5381;

  for (gsize i = 0; i < sizeof (SearchState); i++)
    hash = hash * 33 + bytes[i];
  return hash;
}

static gboolean
equal_states (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (SearchState)) == 0;
}

/* A state to be looked at, and what computations to it have cost. */
typedef struct {
  SearchState state;
  int wrong;
} Entry;

enum { MAX_LOSS = 64 };

static void
enter (GArray **buckets, const Search *search, const SearchState *state, int wrong)
{
  const int cost = wrong + certain (search, state);
  const Entry entry = { *state, wrong };

  cr_assert (cost < MAX_LOSS);
  if (buckets[cost] == NULL)
    buckets[cost] = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_append_val (buckets[cost], entry);
}

/* Looks at what costs @cost in all; TRUE if a final state does. */
static gboolean
empty_bucket (GArray **buckets, int cost, const Search *search, GHashTable *seen)
{
  static SearchStep steps[SEARCH_DEPTH * 8];

  while (buckets[cost] != NULL && buckets[cost]->len > 0) {
    const Entry entry = g_array_index (buckets[cost], Entry, buckets[cost]->len - 1);
    int n_steps;

    g_array_set_size (buckets[cost], buckets[cost]->len - 1);
    if (!g_hash_table_add (seen, g_memdup2 (&entry.state, sizeof entry.state)))
      continue;
    if (is_final (search, &entry.state))
      return TRUE;
    n_steps = search_steps (search, &entry.state, steps);
    for (int s = 0; s < n_steps; s++)
      enter (buckets, search, &steps[s].state, entry.wrong + steps[s].cost);
  }
  return FALSE;
}

int
search_loss (const Search *search, const SearchState *state)
{
  GArray *buckets[MAX_LOSS] = { NULL };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_state, equal_states, g_free, NULL);
  int cost = 0;

  enter (buckets, search, state, 0);
  while (!empty_bucket (buckets, cost, search, seen))
    cr_assert (++cost < MAX_LOSS, "a dead end");
  for (int b = 0; b < MAX_LOSS; b++)
    if (buckets[b] != NULL)
      g_array_free (buckets[b], TRUE);
  return cost;
}
