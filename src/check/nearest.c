/* nearest.c - the tree nearest to heads that may be none, and the number of such trees.
 *
 * Contents
 *   1. parts: what following the heads connects, with the words that may change
 *   2. ranks: which word is most likely on 0
 *   3. spanning: any trees
 *   4. projective: projective trees
 *   5. repair: both
 */
#include "check/check.h"

#include <string.h>

#include "base/base.h"
#include "tbk/check.h"
#include "tbk/tabular.h"

/* 1. parts: what following the heads connects, with the words that may change.
 *
 *   (NT5)  Following heads from a word ends in 0, in a word without a head, or in a cycle. So words are in the part of
 *          0 or in one of c broken parts, whose open words are the one without a head or those of the cycle. Each
 *          broken part loses an arc or has a word without one, and attaching one open word of each makes a tree.
 *          Where a single word may be on 0, all r of those but one lose that. So the fewest changes are c, or
 *          c + max (r - 1, 0).
 *   (NT6)  The trees with so few changes: for each cycle the word at which it is opened; then the rooted parts hang
 *          below a base of b nodes among N, in b N^(m-1) ways if there are m (Cayley). Let P be the product
 *          of the lengths of the cycles, and s the words in the part of 0. For any number of words on 0 the base is the
 *          part of 0, of s + 1 nodes: P (s + 1) (n + 1)^(c-1). For a single one it is the part that is on 0, so
 *          sizes of all that may be are added: P s n^(c+r-2), or without words on 0 P n^(c-1).
 *
 * Source    the proofs are above; the formula for forests: Cayley (1889).
 * Cost      O(n).
 */

enum { UNSEEN = -1 };

static gboolean
reserve (TbkRepairer *r, int n, GError **error)
{
  return ROOM_RESERVE (&r->room, n + 3, ARRAY (r->part), ARRAY (r->opens), ARRAY (r->first_open),
                       ARRAY (r->scratch), ARRAY (r->below), ARRAY (r->keys), ARRAY (r->sorted_keys),
                       ARRAY (r->row))
         || memory_fail (error, "the parts of %d words", n);
}

/* Begins a part whose only open word is @word, or those of the cycle that @word is on. */
static int
begin_part (TbkRepairer *r, const int *given, int word, gboolean is_cycle)
{
  int n_opens = r->first_open[r->n_parts];
  int w = word;

  do {
    r->opens[n_opens++] = w;
    w = given[w];
  } while (is_cycle && w != word);
  r->first_open[++r->n_parts] = n_opens;
  return r->n_parts - 1;
}

/* Gives the way up from @word, which is unseen, the part that it leads to. On the way the words have the number of a
 * part that is not there. */
static void
follow (TbkRepairer *r, const int *given, int word)
{
  const int on_the_way = UNSEEN - word;
  int w = word, part;

  while (w > 0 && r->part[w] == UNSEEN) {
    r->part[w] = on_the_way;
    /* Where 0 has one child, each word on it has a part of its own. */
    w = given[w] == 0 && r->is_single ? -w : given[w] >= 0 ? given[w] : -w;
  }
  if (w < 0)
    part = begin_part (r, given, -w, FALSE);
  else if (w > 0 && r->part[w] == on_the_way)
    part = begin_part (r, given, w, TRUE);
  else
    part = r->part[w];
  for (w = word; w > 0 && r->part[w] == on_the_way; w = given[w])
    r->part[w] = part;
}

/* Lists the parts: part 0 is that of 0, without open words. Returns the fewest changes (NT5). */
static int
find_parts (TbkRepairer *r)
{
  const int *given = r->costs.given;
  const int n = r->costs.n;
  int n_roots = 0;

  r->n_parts = 1;
  r->first_open[0] = r->first_open[1] = 0;
  r->part[0] = 0;
  for (int w = 1; w <= n; w++) {
    r->part[w] = UNSEEN;
    n_roots += given[w] == 0;
  }
  for (int w = 1; w <= n; w++)
    if (r->part[w] == UNSEEN)
      follow (r, given, w);
  r->n_roots = n_roots;
  r->n_broken = r->n_parts - 1 - (r->is_single ? n_roots : 0);
  return r->n_broken + (r->is_single ? MAX (n_roots - 1, 0) : 0);
}

static gboolean
is_below_0 (const TbkRepairer *r, int part)
{
  return part == 0 || r->costs.given[r->opens[r->first_open[part]]] == 0;
}

/* (NT6) */
static void
count_any (const TbkRepairer *r, int n_changes, mpz_t count)
{
  const int n = r->costs.n;
  int n_below = 0;

  mpz_set_ui (count, 1);
  if (n_changes == 0)
    return;
  for (int w = 1; w <= n; w++)
    n_below += is_below_0 (r, r->part[w]);
  mpz_ui_pow_ui (count, r->is_single ? (gulong) n : (gulong) n + 1, (gulong) n_changes - 1);
  for (int part = 1; part < r->n_parts; part++)
    mpz_mul_ui (count, count, (gulong) (r->first_open[part + 1] - r->first_open[part]));
  if (!r->is_single)
    mpz_mul_ui (count, count, (gulong) n_below + 1);
  else if (r->n_roots > 0)
    mpz_mul_ui (count, count, (gulong) n_below);
}

/* 2. ranks: which word is most likely on 0. */

/* Sets below[w] to how many words have w on their way up; those of a cycle have the whole part. */
static void
count_below (TbkRepairer *r)
{
  const int *given = r->costs.given;
  const int n = r->costs.n;
  int *pending = r->scratch;

  for (int w = 1; w <= n; w++) {
    r->below[w] = 1;
    pending[w] = r->costs.n_dependents[w];
  }
  for (int w = 1; w <= n; w++)
    for (int leaf = w; leaf > 0 && pending[leaf] == 0; leaf = given[leaf]) {
      pending[leaf] = -1;
      if (given[leaf] > 0) {
        r->below[given[leaf]] += r->below[leaf];
        pending[given[leaf]]--;
      }
    }
  for (int w = 1; w <= n; w++) {
    int total = 0, next = w;

    if (pending[w] < 1)
      continue;
    do {
      total += r->below[next];
      next = given[next];
    } while (next != w);
    do {
      r->below[next] = total;
      pending[next] = -1;
      next = given[next];
    } while (next != w);
  }
}

/* Sets scratch[w] to the number of given arcs between words that are over w. */
static void
count_covering (TbkRepairer *r)
{
  const int *given = r->costs.given;
  const int n = r->costs.n;

  memset (r->scratch, 0, ((gsize) n + 2) * sizeof (int));
  for (int d = 1; d <= n; d++)
    if (given[d] > 0) {
      r->scratch[MIN (d, given[d]) + 1]++;
      r->scratch[MAX (d, given[d])]--;
    }
  for (int w = 1; w <= n; w++)
    r->scratch[w] += r->scratch[w - 1];
}

/* Sets the keys of the words, which are in the order of ranks: from the first criterion on, bits from the top. */
static void
set_keys (TbkRepairer *r, const TbkCheckWord *words)
{
  const int n = r->costs.n;

  count_below (r);
  count_covering (r);
  for (int w = 1; w <= n; w++) {
    const gboolean is_root = words != NULL && relation_is_root (words[w].deprel);
    const gboolean is_verb = words != NULL && piece_is (words[w].upos, "VERB", strlen ("VERB"));

    r->keys[w] = ((gint64) costs_is_stop (&r->costs, w) << 41) + ((gint64) !is_root << 40)
                 + ((gint64) (r->scratch[w] > 0) << 39) + ((gint64) !is_verb << 38) + (n - r->below[w]);
  }
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer data)
{
  const gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  (void) data;
  return (left > right) - (left < right);
}

/* Makes keys the ranks: from 0, without gaps. */
static void
set_ranks (TbkRepairer *r)
{
  const int n = r->costs.n;
  int n_keys = 0;

  memcpy (r->sorted_keys, r->keys + 1, (gsize) n * sizeof (gint64));
  g_qsort_with_data (r->sorted_keys, n, sizeof (gint64), compare_keys, NULL);
  for (int k = 0; k < n; k++)
    if (k == 0 || r->sorted_keys[k] != r->sorted_keys[n_keys - 1])
      r->sorted_keys[n_keys++] = r->sorted_keys[k];
  for (int w = 1; w <= n; w++) {
    int low = 0, high = n_keys - 1;

    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (r->sorted_keys[middle] < r->keys[w])
        low = middle + 1;
      else
        high = middle;
    }
    r->keys[w] = low;
  }
}

/* 3. spanning: any trees.
 *
 * Only open words change, so the parts are nodes. Fewest words on 0: none that is not given, but one if none is
 * given, or if one only may be. Which one is: the least rank. If that is one word, its part is the base, of which no
 * other word changes. If they are several, costs decide: the arcs of 0 are compared last.
 */

/* Makes the part of the only word on 0 part 0, and the last part take its number. */
static void
make_base (TbkRepairer *r, int root)
{
  const int n = r->costs.n, base = r->part[root], last = r->n_parts - 1;
  int n_opens = 0;

  for (int w = 1; w <= n; w++)
    r->part[w] = r->part[w] == base ? 0 : r->part[w] == last ? base : r->part[w];
  r->n_parts--;
  /* Open words again by part: counted, then put in place from the last one on. */
  memcpy (r->scratch, r->opens, (gsize) r->first_open[last + 1] * sizeof (int));
  n_opens = r->first_open[last + 1];
  memset (r->first_open, 0, ((gsize) r->n_parts + 2) * sizeof (int));
  for (int o = 0; o < n_opens; o++)
    if (r->part[r->scratch[o]] != 0)
      r->first_open[r->part[r->scratch[o]]]++;
  for (int part = 1; part <= r->n_parts; part++)
    r->first_open[part] += r->first_open[part - 1];
  for (int o = 0; o < n_opens; o++)
    if (r->part[r->scratch[o]] != 0)
      r->opens[--r->first_open[r->part[r->scratch[o]]]] = r->scratch[o];
}

static gboolean
may_be_root (const TbkRepairer *r, int word)
{
  return r->n_roots == 0 || r->costs.given[word] == 0;
}

/* The least key of the open words that may be on 0, and the first that has it; whether others have it too. */
static gboolean
find_root (const TbkRepairer *r, gint64 *least, int *root)
{
  gboolean has_several = FALSE;

  *root = 0;
  for (int o = 0; o < r->first_open[r->n_parts]; o++) {
    const int word = r->opens[o];

    if (!may_be_root (r, word) || (*root != 0 && r->keys[word] > *least))
      continue;
    has_several = *root != 0 && r->keys[word] == *least;
    *root = word;
    *least = r->keys[word];
  }
  return has_several;
}

/* Offers the arc of 0 to the open word @word, less that which it has. */
static void
offer_root (TbkRepairer *r, int word)
{
  const int given = r->costs.given[word];

  arborescence_offer (&r->arborescence,
                      (PartArc){ given > 0 ? -costs_find (&r->costs, &r->table, given, word) : 0, 0, word });
}

/* Offers those of the words of other parts. */
static void
offer_arcs (TbkRepairer *r, int word)
{
  const int part = r->part[word], given = r->costs.given[word];
  int kept;

  costs_fill (&r->costs, &r->table, word, r->row);
  kept = given > 0 ? r->row[given] : 0;
  for (int h = 1; h <= r->costs.n; h++)
    if (r->part[h] != part)
      arborescence_offer (&r->arborescence, (PartArc){ r->row[h] - kept, h, word });
}

static gboolean
check_arcs (const TbkRepairer *r, GError **error)
{
  const int n_opens = r->first_open[r->n_parts];

  if ((gint64) n_opens * ((gint64) r->costs.n + 1) <= TBK_REPAIR_MAX_ARCS)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "sentence too long: %d of %d words are to be attached, so %" G_GINT64_FORMAT
               " arcs are to be compared, at most %d were expected",
               n_opens, r->costs.n, (gint64) n_opens * ((gint64) r->costs.n + 1), TBK_REPAIR_MAX_ARCS);
  return FALSE;
}

/* Sets @repaired, which has the given heads, where they change. */
static gboolean
find_spanning (TbkRepairer *r, const TbkCheckWord *words, int *repaired, GError **error)
{
  Arborescence *a = &r->arborescence;
  gint64 least = -1;
  int root = 0;

  a->has_base = !r->is_single && r->n_roots > 0;
  if (!a->has_base) {
    set_keys (r, words);
    if (!find_root (r, &least, &root)) {
      a->has_base = TRUE;
      repaired[root] = 0;
      make_base (r, root);
    }
  }
  if (!check_arcs (r, error))
    return FALSE;
  a->given = r->costs.given;
  a->part = r->part;
  a->opens = r->opens;
  a->first_open = r->first_open;
  a->n_words = r->costs.n;
  a->n_parts = r->n_parts - 1;
  if (!arborescence_begin (a, error))
    return FALSE;
  for (int o = 0; o < r->first_open[r->n_parts]; o++) {
    const int word = r->opens[o];

    if (!a->has_base && may_be_root (r, word) && r->keys[word] == least)
      offer_root (r, word);
    if (a->has_base || a->n_parts > 1)
      offer_arcs (r, word);
  }
  return arborescence_find (a, repaired, error);
}

/* 4. projective: projective trees.
 *
 * They are sought over the words that contraction leaves, with whole spines, as in projectivize/. The criteria are sums over
 * arcs. The number of all that keep most given heads is that of the trees of a forest.
 */

static gint64
kept_heads (gconstpointer data, int head, int dependent)
{
  const TbkRepairer *r = data;

  return r->reduced.heads[dependent] == head;
}

static gint64
words_on_0 (gconstpointer data, int head, int dependent)
{
  (void) data;
  (void) dependent;
  return head == 0 ? -1 : 0;
}

static gint64
ranks_on_0 (gconstpointer data, int head, int dependent)
{
  const TbkRepairer *r = data;

  return head == 0 ? -r->keys[r->reduced.words[dependent]] : 0;
}

static gint64
arc_cost (gconstpointer data, int head, int dependent)
{
  const TbkRepairer *r = data;

  return head == 0 ? 0
                   : -(gint64) r->kept_costs[(gsize) dependent * ((gsize) r->reduced.n + 1) + (gsize) head];
}

/* Finds the words that matter, and a head for each; there are none if nothing changes. */
static gboolean
reduce (TbkRepairer *r, gboolean *is_solved, GError **error)
{
  const int n = r->costs.n;
  int *heads = r->below; /* a word without a head is its own */

  heads[0] = -1;
  for (int w = 1; w <= n; w++)
    heads[w] = r->costs.given[w] < 0 ? w : r->costs.given[w];
  if (!reduced_begin_any (&r->reduced, heads, n, r->is_single, is_solved, error))
    return FALSE;
  if (*is_solved)
    return TRUE;
  reduced_keep (&r->reduced, heads, CORE_AND_SPINES);
  return reduced_check_size (r->reduced.n, r->options.max_core, r->options.max_core_name, error);
}

/* The costs of the arcs between the words kept. */
static gboolean
set_kept_costs (TbkRepairer *r, GError **error)
{
  const gsize width = (gsize) r->reduced.n + 1;
  const int *words = r->reduced.words;

  if (!ROOM_RESERVE (&r->kept_cells, width * width, ARRAY (r->kept_costs)))
    return memory_fail (error, "the costs of %d words", r->reduced.n);
  for (int d = 1; d <= r->reduced.n; d++) {
    costs_fill (&r->costs, &r->table, words[d], r->row);
    for (int h = 1; h <= r->reduced.n; h++)
      r->kept_costs[(gsize) d * width + (gsize) h] = h == d ? 0 : r->row[words[h]];
  }
  return TRUE;
}

static gboolean
find_projective (TbkRepairer *r, const TbkCheckWord *words, int *repaired, int *changed, GError **error)
{
  enum { MOST_ARC_COST = 3 * TBK_REPAIR_MAX_COST };
  gboolean is_solved;
  int n;

  *changed = 0;
  if (!reduce (r, &is_solved, error))
    return FALSE;
  if (is_solved)
    return TRUE;
  n = r->reduced.n;
  if (!ROOM_RESERVE (&r->kept, n + 1, ARRAY (r->kept_heads)))
    return memory_fail (error, "the heads of %d words", n);
  set_keys (r, words);
  set_ranks (r);
  if (!set_kept_costs (r, error))
    return FALSE;
  const BestCriterion criteria[] = { { kept_heads, r, n },
                                     { words_on_0, r, r->is_single ? 1 : n },
                                     { ranks_on_0, r, (r->is_single ? 1 : (gint64) n) * r->costs.n },
                                     { arc_cost, r, (gint64) n * MOST_ARC_COST } };
  if (!best_tree_find (&r->best_tree, n, r->is_single, criteria, G_N_ELEMENTS (criteria), r->kept_heads,
                       error))
    return FALSE;
  for (int w = 1; w <= n; w++) {
    repaired[r->reduced.words[w]] = r->reduced.words[r->kept_heads[w]];
    *changed += r->reduced.heads[w] != r->kept_heads[w];
  }
  return TRUE;
}

/* 5. repair: both. */

static gboolean
costs_are_valid (const TbkRepairCosts *costs)
{
  const guint8 *bytes = (const guint8 *) costs;

  for (gsize i = 0; i < sizeof *costs; i++)
    if (bytes[i] > TBK_REPAIR_MAX_COST)
      return FALSE;
  return TRUE;
}

TbkRepairer *
tbk_repairer_new (const TbkRepairOptions *options)
{
  TbkRepairer *r;

  g_return_val_if_fail (options == NULL || ((guint) options->root <= TBK_ROOT_ANY && options->max_core >= 0),
                        NULL);
  g_return_val_if_fail (options == NULL || options->costs == NULL || costs_are_valid (options->costs), NULL);
  r = g_new0 (TbkRepairer, 1);
  if (options != NULL)
    r->options = *options;
  if (r->options.max_core == 0)
    r->options.max_core = TBK_DEFAULT_MAX_CORE;
  r->options.max_core = MIN (r->options.max_core, TBK_TABULAR_MAX_LENGTH - 1);
  r->is_single = r->options.root != TBK_ROOT_ANY;
  if (r->options.costs != NULL)
    r->table = *r->options.costs;
  else
    tbk_repair_costs_default (&r->table);
  r->options.costs = NULL;
  r->forest = tbk_forest_new ();
  return r;
}

void
tbk_repairer_free (TbkRepairer *r)
{
  if (r == NULL)
    return;
  room_clear (&r->room);
  room_clear (&r->kept);
  room_clear (&r->kept_cells);
  room_clear (&r->costs.room);
  arborescence_clear (&r->arborescence);
  reduced_clear (&r->reduced);
  score_clear (&r->score);
  tbk_forest_free (r->forest);
  best_tree_clear (&r->best_tree);
  g_free (r);
}

gboolean
tbk_repair (TbkRepairer *r, const int *heads, const TbkCheckWord *words, int n, int *repaired, int *changed,
            GError **error)
{
  int n_changes;

  g_return_val_if_fail (r != NULL && heads != NULL && repaired != NULL && n >= 0, FALSE);
  if (!reserve (r, n, error) || !costs_set (&r->costs, heads, words, n, error))
    return FALSE;
  memcpy (repaired, r->costs.given, ((gsize) n + 1) * sizeof (int));
  if (r->options.is_projective) {
    if (!find_projective (r, words, repaired, &n_changes, error))
      return FALSE;
  } else {
    n_changes = find_parts (r);
    if (n_changes > 0 && !find_spanning (r, words, repaired, error))
      return FALSE;
  }
  if (changed != NULL)
    *changed = n_changes;
  return TRUE;
}

gboolean
tbk_repair_count (TbkRepairer *r, const int *heads, int n, mpz_t count, int *changed, GError **error)
{
  gboolean is_solved = FALSE;
  int n_changes = 0;

  g_return_val_if_fail (r != NULL && heads != NULL && n >= 0, FALSE);
  if (!reserve (r, n, error) || !costs_set (&r->costs, heads, NULL, n, error)
      || (r->options.is_projective && !reduce (r, &is_solved, error)))
    return FALSE;
  if (!r->options.is_projective) {
    n_changes = find_parts (r);
    count_any (r, n_changes, count);
  } else if (is_solved) {
    mpz_set_ui (count, 1);
  } else {
    if (!score_fill (&r->score, r->reduced.heads, r->reduced.n, r->is_single, error)
        || !optima_build (&r->score, r->is_single, r->forest, error)
        || !tbk_forest_count (r->forest, count, error))
      return FALSE;
    n_changes = r->reduced.n - r->score.best;
  }
  if (changed != NULL)
    *changed = n_changes;
  return TRUE;
}

gboolean
tbk_repair_counts_add (TbkRepairCounts *counts, TbkRepairer *r, const int *heads, const TbkCheckWord *words,
                       int n, GError **error)
{
  g_return_val_if_fail (counts != NULL && r != NULL && heads != NULL && n >= 0, FALSE);
  if (!costs_set (&r->costs, heads, words, n, error))
    return FALSE;
  for (int d = 1; d <= n; d++)
    if (r->costs.given[d] > 0)
      costs_count (&r->costs, d, counts);
  return TRUE;
}
