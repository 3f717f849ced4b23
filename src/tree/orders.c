/* orders.c - other orders of the words of a tree: drawn, of least length, mirrored, or by a grammar.
 *
 * A projective order is told by that of each word among its dependents. So heads come before their dependents: a
 * word has a block of places, as many as words are below it, and deals it out to itself and to the blocks of its
 * dependents, which it puts into an order. The word 0 has all places, and is the first:
 *
 *   places           0 1 2 3 4        heads 1 <- 2 -> 3, 3 -> 4
 *   0 and 2          0 [- - - -]
 *   2, 3 and 1         2 [- -] 1      if the order drawn is 2, 3, 1
 *   3 and 4              4 3          and that of 3 is 4, 3
 *
 * With a uniform draw for each word all products are equally likely, and each is another projective order.
 */
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"
#include "tbk/tree.h"

struct TbkOrderer {
  Outline outline;
  Least least;
  /* The keys of a grammar: of each word among its sisters, and as their head. */
  guint64 *keys, *head_keys;
  Room room;
};

TbkOrderer *
tbk_orderer_new (void)
{
  return g_new0 (TbkOrderer, 1);
}

void
tbk_orderer_free (TbkOrderer *orderer)
{
  if (orderer == NULL)
    return;
  outline_clear (&orderer->outline);
  least_clear (&orderer->least);
  room_clear (&orderer->room);
  g_free (orderer);
}

static const char *const names[] = { "random", "random-projective", "least", "least-projective",
                                     "mirror", "grammar",           NULL };

const char *
tbk_order_name (TbkOrder order)
{
  g_return_val_if_fail ((guint) order <= TBK_N_ORDERS, NULL);
  return names[order];
}

/* Fisher and Yates. */
static void
shuffle (int *items, int n, TbkRandom *random)
{
  for (int i = n - 1; i > 0; i--) {
    int j = (int) random_below (random, (guint64) i + 1), item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
}

/* (MD13): the largest subtrees outermost, in turn on both sides, first on the side without the arc from above. In
 * @family the word comes first, then its dependents, the largest first; it is put into the order. */
static void
nest (int *family, int n, gboolean is_right_first, int *scratch)
{
  int left = 0, right = n - 1;

  memcpy (scratch, family, sizeof (int) * (gsize) n);
  for (int i = 1; i < n; i++, is_right_first = !is_right_first)
    family[is_right_first ? right-- : left++] = scratch[i];
  family[left] = scratch[0];
}

/* Returns TRUE if @a comes before @b among @word and its dependents. Words of one relation stay in their
 * order. */
static gboolean
comes_before (const TbkOrderer *orderer, int word, int a, int b)
{
  const guint64 key_a = (a == word ? orderer->head_keys : orderer->keys)[a],
                key_b = (b == word ? orderer->head_keys : orderer->keys)[b];

  return key_a != key_b ? key_a < key_b : a < b;
}

/* Sorts @family by keys: the word, then its dependents. 0 stays the first. Merges from the bottom up. */
static void
sort_family (const TbkOrderer *orderer, int word, int *family, int n, int *scratch)
{
  int first = word == 0;

  for (int width = 1; width < n - first; width *= 2) {
    for (int begin = first; begin < n; begin += 2 * width) {
      int middle = MIN (begin + width, n), end = MIN (middle + width, n);
      for (int left = begin, right = middle, to = begin; to < end; to++) {
        gboolean is_left =
            right == end || (left < middle && !comes_before (orderer, word, family[right], family[left]));
        scratch[to] = family[is_left ? left++ : right++];
      }
    }
    memcpy (family + first, scratch + first, sizeof (int) * (gsize) (n - first));
  }
}

/* Puts @word, the first of @family, and its dependents into an order. */
static void
order_family (TbkOrderer *orderer, TbkOrder order, TbkRandom *random, int word, int *family, int n,
              const int *places)
{
  const int head = orderer->outline.heads[word], is_below_0 = word == 0;
  int *scratch = orderer->outline.scratch[2];

  if (order == TBK_ORDER_RANDOM_PROJECTIVE)
    shuffle (family + is_below_0, n - is_below_0, random);
  else if (order == TBK_ORDER_GRAMMAR)
    sort_family (orderer, word, family, n, scratch);
  else if (word != 0) /* least: its head is in its place already */
    nest (family, n, head != 0 && places[head] < places[word], scratch);
}

/* Until its turn, places[v] is the first place of the block of v. */
static void
order_projective (TbkOrderer *orderer, TbkOrder order, TbkRandom *random, int *places)
{
  Outline *outline = &orderer->outline;
  int n = outline->n, *family = outline->scratch[1];

  places[0] = 0;
  for (int i = n; i >= 0; i--) {
    int word = i == n ? 0 : outline->order[i], n_family = 1, place = places[word];
    family[0] = word;
    for (int k = outline->first[word]; k < outline->first[word + 1]; k++)
      family[n_family++] = outline->sorted[k];
    order_family (orderer, order, random, word, family, n_family, places);
    for (int k = 0; k < n_family; k++) {
      places[family[k]] = place;
      place += family[k] == word ? 1 : outline->size[family[k]];
    }
  }
}

/* A number that looks random for the grammar of @seed, a head's UPOS and a relation; of none it is the head's. */
static guint64
grammar_key (guint64 seed, TbkPiece upos, TbkPiece deprel)
{
  const guint64 keys[2][2] = { { seed, 1 }, { seed, 2 } };
  TbkRandom random;

  /* The relation goes into the seed of the second, so no end of UPOS has to be marked. */
  tbk_random_init (&random, hash_with_key (keys[0], upos.bytes, upos.size),
                   deprel.bytes == NULL ? 0 : hash_with_key (keys[1], deprel.bytes, deprel.size));
  return random_next (&random);
}

static gboolean
find_keys (TbkOrderer *orderer, const TbkOrderOptions *options, GError **error)
{
  const Outline *outline = &orderer->outline;
  const TbkPiece nothing = { NULL, 0 };
  const int n = outline->n;

  if (!ROOM_RESERVE (&orderer->room, n + 1, ARRAY (orderer->keys), ARRAY (orderer->head_keys)))
    return memory_fail (error, "an order of %d words", n);
  for (int word = 1; word <= n; word++) {
    int head = outline->heads[word];
    orderer->keys[word] =
        grammar_key (options->seed, head == 0 ? nothing : options->upos[head], options->deprels[word]);
    orderer->head_keys[word] = grammar_key (options->seed, options->upos[word], nothing);
  }
  return TRUE;
}

static gboolean
find_least (TbkOrderer *orderer, int *places, GError **error)
{
  const int n = orderer->outline.n;
  gint64 length;

  if (n > TBK_LENGTHS_LEAST_MAX_WORDS)
    return fail_data (error, "%d words found, expected at most %d for the order of least length", n,
                      TBK_LENGTHS_LEAST_MAX_WORDS);
  return least_find (&orderer->least, &orderer->outline, &length, places, error);
}

gboolean
tbk_order_find (TbkOrderer *orderer, const int *heads, int n, TbkOrder order, const TbkOrderOptions *options,
                int *places, GError **error)
{
  TbkRandom random;

  g_return_val_if_fail (orderer != NULL && heads != NULL && n >= 0 && places != NULL, FALSE);
  g_return_val_if_fail ((guint) order < TBK_N_ORDERS && options != NULL, FALSE);
  if (!outline_set (&orderer->outline, heads, n, error)
      || (order == TBK_ORDER_GRAMMAR && !find_keys (orderer, options, error)))
    return FALSE;
  tbk_random_init (&random, options->seed, options->place);
  outline_sort_children (&orderer->outline);
  switch (order) {
  case TBK_ORDER_RANDOM:
  case TBK_ORDER_MIRROR:
    for (int word = 0; word <= n; word++)
      places[word] = word == 0 || order == TBK_ORDER_RANDOM ? word : n + 1 - word;
    if (order == TBK_ORDER_RANDOM)
      shuffle (places + 1, n, &random);
    return TRUE;
  case TBK_ORDER_LEAST:
    places[0] = 0;
    return find_least (orderer, places, error);
  default:
    order_projective (orderer, order, &random, places);
    return TRUE;
  }
}
