/* fuzz_repair.c - bytes as heads, relations and costs: whatever they are, the heads become a tree of the kind that was asked
 * for, which stays as it is and keeps as many heads as are said to be kept, and all of those that others keep. */
#include <string.h>

#include "fuzz.h"
#include "tbk/check.h"
#include "tbk/tree.h"

enum { WORDS = 48 };

/* The bits of the first byte; above them how far heads may be out of range. */
enum { ANY_ROOT = 1, PROJECTIVE = 2, HAS_WORDS = 4, OWN_COSTS = 8 };

static const char *const relations[] = { "root", "nsubj:pass", "det", "punct", "conj", "", "x", "case" };

typedef struct {
  int n, heads[WORDS + 1];
  TbkCheckWord words[WORDS + 1];
  guint choice;
  TbkRepairCosts costs;
} Sentence;

static void
read_sentence (Sentence *s, const uint8_t *data, size_t size)
{
  s->choice = fuzz_choice (&data, &size);
  memset (&s->costs, 0, sizeof s->costs);
  for (gsize i = 0; (s->choice & OWN_COSTS) && i < 4; i++)
    ((guint8 *) &s->costs)[sizeof s->costs - 1 - 12 * i] =
        fuzz_choice (&data, &size) % (TBK_REPAIR_MAX_COST + 1);
  s->n = (int) (size / 2 > WORDS ? WORDS : size / 2);
  s->heads[0] = -1;
  for (int w = 1; w <= s->n; w++) {
    const guint relation = fuzz_choice (&data, &size);
    const char *deprel = relations[relation % G_N_ELEMENTS (relations)];

    s->heads[w] =
        (int) fuzz_choice (&data, &size) % (s->n + 1 + (int) (s->choice >> 4)) - (int) (s->choice >> 6);
    s->words[w] = (TbkCheckWord){ .deprel = { deprel, strlen (deprel) },
                                  .upos = { relation & 64 ? "VERB" : "NOUN", 4 } };
  }
}

/* The number of heads that change, or -1 where too many trees are equally good. */
static int
repair (const Sentence *s, const int *heads, gboolean is_projective, int *repaired)
{
  const TbkRepairOptions options = { .root = s->choice & ANY_ROOT ? TBK_ROOT_ANY : TBK_ROOT_SINGLE,
                                     .is_projective = is_projective,
                                     .costs = s->choice & OWN_COSTS ? &s->costs : NULL };
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (&options);
  g_autoptr (GError) error = NULL;
  int changed = -1, n_counted;
  mpz_t count;

  if (!tbk_repair (repairer, heads, s->choice & HAS_WORDS ? s->words : NULL, s->n, repaired, &changed,
                   &error)) {
    FUZZ_CHECK (is_projective && g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    return -1;
  }
  mpz_init (count);
  FUZZ_CHECK (tbk_repair_count (repairer, heads, s->n, count, &n_counted, NULL));
  FUZZ_CHECK (n_counted == changed && mpz_sgn (count) > 0 && (changed > 0 || mpz_cmp_ui (count, 1) == 0));
  mpz_clear (count);
  return changed;
}

static void
check_tree (const Sentence *s, const int *heads, gboolean is_projective, int changed)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  int again[WORDS + 1], n_changed = 0, n_roots = 0;

  FUZZ_CHECK (tbk_tree_set (tree, heads, s->n, NULL));
  FUZZ_CHECK (!is_projective || tbk_tree_nonprojective_arcs (tree) == 0);
  for (int w = 1; w <= s->n; w++) {
    n_changed += heads[w] != s->heads[w];
    n_roots += heads[w] == 0;
  }
  FUZZ_CHECK (n_changed == changed && ((s->choice & ANY_ROOT) || n_roots == (s->n > 0)));
  FUZZ_CHECK (repair (s, heads, is_projective, again) == 0);
  FUZZ_CHECK (memcmp (heads, again, ((gsize) s->n + 1) * sizeof (int)) == 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Sentence s;
  int heads[WORDS + 1], changed, least;

  read_sentence (&s, data, size);
  least = repair (&s, s.heads, FALSE, heads);
  check_tree (&s, heads, FALSE, least);
  if (s.choice & PROJECTIVE) {
    changed = repair (&s, s.heads, TRUE, heads);
    FUZZ_CHECK (changed == -1 || changed >= least);
    if (changed >= 0)
      check_tree (&s, heads, TRUE, changed);
  }
  return 0;
}
