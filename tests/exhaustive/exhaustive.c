/* exhaustive.c - every gold tree of N words (8 if no argument says otherwise), against all projective trees, by definition.
 *
 * For each gold tree and each rule for the root: the fewest arcs lost, the number of trees that lose no more, the least of
 * them, and those that the rules `lift` and `short` choose, are found by looking at each projective tree. A tree is a number of 4 bits
 * a word, its head, the first word in the highest bits, so that lists of heads compare as numbers do. Nothing of the library
 * is called but what is checked.
 */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "brute/trees.h"
#include "tbk/projectivize.h"

enum { MOST = 8 };

#if defined(__x86_64__) && !defined(__clang__)
#define FOR_VECTORS __attribute__ ((target_clones ("avx2", "default")))
#else
#define FOR_VECTORS
#endif

static int n;

/* All projective trees: packed, whether 0 has one child, and how many gold arcs they keep. */
static guint32 *projective;
static gboolean *is_single;
static gsize n_projective;

static guint32
pack (const int *heads)
{
  guint32 tree = 0;

  for (int d = 1; d <= n; d++)
    tree = tree << 4 | (guint32) heads[d];
  return tree;
}

static void
unpack (guint32 tree, int *heads)
{
  heads[0] = -1;
  for (int d = n; d >= 1; d--, tree >>= 4)
    heads[d] = tree & 15;
}

/* For each projective tree the words whose heads differ from those of @gold. */
FOR_VECTORS static void
count_lost (guint32 gold, guint8 *lost)
{
  for (gsize i = 0; i < n_projective; i++) {
    guint32 x = projective[i] ^ gold;

    x |= x >> 1;
    x = (x | x >> 2) & 0x11111111;
    x += x >> 16;
    x += x >> 8;
    lost[i] = (guint8) ((x + (x >> 4)) & 15);
  }
}

/* What `lift` compares, in this order, the greatest first; tbk/projectivize.h has the rule. */
typedef struct {
  int n_kept_roots, n_on_ancestors, n_levels, length;
  int word_length; /* which `short` compares */
} Merit;

static Merit
find_merit (const int *gold, const int *heads)
{
  Merit merit = { 0 };

  for (int d = 1; d <= n; d++) {
    merit.n_kept_roots += gold[d] == 0 && heads[d] == 0;
    merit.length -= abs (heads[d] - d);
    merit.word_length -= heads[d] == 0 ? 0 : abs (heads[d] - d);
    if (heads[d] != gold[d] && is_ancestor (gold, heads[d], gold[d])) {
      merit.n_on_ancestors++;
      for (int a = gold[d]; a != heads[d]; a = gold[a])
        merit.n_levels--;
    }
  }
  return merit;
}

static int
compare_merits (Merit a, Merit b)
{
  if (a.n_kept_roots != b.n_kept_roots)
    return a.n_kept_roots - b.n_kept_roots;
  if (a.n_on_ancestors != b.n_on_ancestors)
    return a.n_on_ancestors - b.n_on_ancestors;
  if (a.n_levels != b.n_levels)
    return a.n_levels - b.n_levels;
  return a.length - b.length;
}

typedef struct {
  int lost;
  gsize count;
  guint32 first, lift, shortest;
} Answer;

static Answer
answer_by_definition (const int *gold, const guint8 *lost, gboolean single)
{
  Answer answer = { .lost = MOST + 1 };
  Merit best = { 0 };
  int least = G_MININT;

  for (gsize i = 0; i < n_projective; i++)
    if (lost[i] < answer.lost && (!single || is_single[i]))
      answer.lost = lost[i];
  for (gsize i = 0; i < n_projective; i++) /* in increasing order of heads */
    if (lost[i] == answer.lost && (!single || is_single[i])) {
      int heads[MOST + 1];
      Merit merit;

      unpack (projective[i], heads);
      merit = find_merit (gold, heads);
      if (answer.count++ == 0)
        answer.first = projective[i];
      if (answer.count == 1 || compare_merits (merit, best) > 0) {
        best = merit;
        answer.lift = projective[i];
      }
      if (merit.word_length > least) {
        least = merit.word_length;
        answer.shortest = projective[i];
      }
    }
  return answer;
}

/* The library's, by root mode and rule. */
typedef struct {
  TbkProjectivizer *projectivizers[3][TBK_TIES_SHORT + 1];
  mpz_t count;
} Asked;

static void
check_mode (Asked *asked, const int *gold, TbkRoot root, const Answer *expected)
{
  const guint32 trees[] = { expected->lift, expected->first, expected->shortest };
  int heads[MOST + 1], lost;

  for (TbkTies ties = TBK_TIES_LIFT; ties <= TBK_TIES_SHORT; ties++) {
    TbkProjectivizer *projectivizer = asked->projectivizers[root][ties];

    if (!tbk_projectivize (projectivizer, gold, n, heads, &lost, NULL) || lost != expected->lost
        || pack (heads) != trees[ties])
      g_error ("gold tree %08x, root %d, ties %d: found %d lost and tree %08x, expected %d and %08x",
               pack (gold), root, ties, lost, pack (heads), expected->lost, trees[ties]);
  }
  if (!tbk_projectivize_count (asked->projectivizers[root][0], gold, n, asked->count, NULL, &lost, NULL)
      || mpz_cmp_ui (asked->count, expected->count) != 0)
    g_error ("gold tree %08x, root %d: found another number than %" G_GSIZE_FORMAT, pack (gold), root,
             expected->count);
}

static void
check_tree (Asked *asked, const int *gold, guint8 *lost)
{
  const gboolean has_one = count_roots (gold, n) == 1;
  Answer any, single;

  count_lost (pack (gold), lost);
  any = answer_by_definition (gold, lost, FALSE);
  single = answer_by_definition (gold, lost, TRUE);
  check_mode (asked, gold, TBK_ROOT_ANY, &any);
  check_mode (asked, gold, TBK_ROOT_SINGLE, &single);
  check_mode (asked, gold, TBK_ROOT_GOLD, has_one ? &single : &any);
}

/* All lists of heads whose first is @first, in order. */
static gboolean
next_heads (int *heads)
{
  for (int d = n; d >= 2; d--) {
    if (heads[d] < n) {
      heads[d]++;
      return TRUE;
    }
    heads[d] = 0;
  }
  return FALSE;
}

static gpointer
check_trees (gpointer first)
{
  g_autofree guint8 *lost = g_new (guint8, n_projective);
  int heads[MOST + 1] = { -1, GPOINTER_TO_INT (first) };
  Asked asked;
  gsize n_trees = 0;

  mpz_init (asked.count);
  for (TbkRoot root = TBK_ROOT_GOLD; root <= TBK_ROOT_ANY; root++)
    for (TbkTies ties = TBK_TIES_LIFT; ties <= TBK_TIES_SHORT; ties++)
      asked.projectivizers[root][ties] =
          tbk_projectivizer_new (&(TbkProjectivizeOptions){ .root = root, .ties = ties });
  do {
    if (is_tree (heads, n)) {
      check_tree (&asked, heads, lost);
      n_trees++;
    }
  } while (next_heads (heads));
  for (int i = 0; i < 6; i++)
    tbk_projectivizer_free (asked.projectivizers[i / 2][i % 2]);
  mpz_clear (asked.count);
  return GSIZE_TO_POINTER (n_trees);
}

static void
list_projective (void)
{
  int heads[MOST + 1] = { -1 };
  gsize room = 0;

  do {
    do {
      if (!is_tree (heads, n) || count_nonprojective_arcs (heads, n) > 0)
        continue;
      if (n_projective == room) {
        room = MAX (1024, 2 * room);
        projective = g_renew (guint32, projective, room);
        is_single = g_renew (gboolean, is_single, room);
      }
      is_single[n_projective] = count_roots (heads, n) == 1;
      projective[n_projective++] = pack (heads);
    } while (next_heads (heads));
  } while (heads[1]++ < n);
}

int
main (int argc, char **argv)
{
  GThread *threads[MOST + 1];
  gsize n_trees = 0;

  n = argc > 1 ? atoi (argv[1]) : MOST;
  if (n < 1 || n > MOST) {
    fprintf (stderr, "%s: found '%s', expected a number of words from 1 to %d\n", argv[0], argv[1], MOST);
    return 2;
  }
  list_projective ();
  for (int first = 0; first <= n; first++)
    threads[first] = g_thread_new (NULL, check_trees, GINT_TO_POINTER (first));
  for (int first = 0; first <= n; first++)
    n_trees += GPOINTER_TO_SIZE (g_thread_join (threads[first]));
  printf ("%d words: %" G_GSIZE_FORMAT " gold trees, %" G_GSIZE_FORMAT
          " projective ones: loss, number and all rules agree for each root mode\n",
          n, n_trees, n_projective);
  return 0;
}
