/* fuzz_decode.c - bytes as scores of arcs: whatever they are, decoders return trees of the kind that was asked for, or refuse. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "tbk/decode.h"
#include "tbk/tree.h"

enum { WORDS = 6, LABELS = 2, TREES = 4, CELLS = (WORDS + 1) * (WORDS + 1) * LABELS };

/* The bits of the first byte. */
enum { ANY_TREE = 1, ANY_ROOT = 2, ALLOWS_NONE = 4, FLOATS = 8, TURNED = 16, LABELLED = 32, SEVERAL = 64 };

/* One sentence, whose numbers have either type. */
typedef struct {
  int n, n_labels;
  TbkDecodeOptions options;
  double error; /* the most by which rounding changes the score of a tree */
  double doubles[CELLS];
  float floats[CELLS];
  TbkArcNumbers numbers;
  TbkArcScores scores;
} Sentence;

/* What comes of a call. */
typedef struct {
  int heads[TREES * WORDS], labels[TREES * WORDS];
  double scores[TREES];
  TbkTreeRows rows;
} Found;

static void
read_sentence (Sentence *s, const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  const gint64 n_labels = choice & LABELLED ? LABELS : 1;
  gint64 row;

  s->error = 0;
  s->n = 1 + (int) (fuzz_choice (&data, &size) % WORDS);
  s->n_labels = choice & LABELLED ? LABELS : 0;
  s->options = (TbkDecodeOptions){ .is_nonprojective = (choice & ANY_TREE) != 0,
                                   .has_any_root = (choice & ANY_ROOT) != 0,
                                   .allows_none = (choice & ALLOWS_NONE) != 0 };
  row = (s->n + 1) * n_labels;
  for (gint64 i = 0; i < (s->n + 1) * row; i++) {
    s->doubles[i] = fuzz_score (&data, &size);
    s->floats[i] = (float) s->doubles[i];
    if (fabs (s->doubles[i]) < 0x1p112)
      s->error = fmax (s->error, fabs (s->doubles[i]));
  }
  s->error *= 4 * WORDS * DBL_EPSILON;
  s->numbers =
      (TbkArcNumbers){ .real = choice & FLOATS ? TBK_FLOAT32 : TBK_FLOAT64,
                       .n_labels = s->n_labels,
                       .place = { choice & FLOATS ? (gpointer) s->floats : (gpointer) s->doubles,
                                  choice & TURNED ? n_labels : row, choice & TURNED ? row : n_labels, 1 } };
  s->scores = (TbkArcScores){ 1, &s->n, &s->numbers, NULL };
}

static Found *
found_new (const Sentence *s, int n_trees)
{
  Found *found = g_new0 (Found, 1);

  found->rows =
      (TbkTreeRows){ n_trees, s->n, found->heads, s->n_labels > 0 ? found->labels : NULL, found->scores };
  return found;
}

/* The t-th tree is one of the kind that was asked for, and no arc of it is forbidden; FALSE if there is none. */
static gboolean
check_tree (const Sentence *s, const Found *found, int t)
{
  static TbkTree *tree;
  const int *row = found->heads + t * s->n;
  int heads[WORDS + 1] = { -1 }, n_roots = 0;

  if (row[0] == -1) {
    FUZZ_CHECK (found->scores[t] == -INFINITY);
    return FALSE;
  }
  if (tree == NULL)
    tree = tbk_tree_new ();
  memcpy (heads + 1, row, (gsize) s->n * sizeof (int));
  FUZZ_CHECK (tbk_tree_set (tree, heads, s->n, NULL));
  for (int word = 1; word <= s->n; word++)
    n_roots += heads[word] == 0;
  FUZZ_CHECK (s->options.has_any_root || n_roots == 1);
  FUZZ_CHECK (s->options.is_nonprojective || tbk_tree_nonprojective_arcs (tree) == 0);
  for (int word = 0; s->n_labels > 0 && word < s->n; word++)
    FUZZ_CHECK (found->labels[t * s->n + word] >= 0 && found->labels[t * s->n + word] < s->n_labels);
  FUZZ_CHECK (isfinite (found->scores[t]));
  return TRUE;
}

/* The best trees; how many that are. They come by their scores, and none twice. */
static int
check_best (TbkDecoder *decoder, const Sentence *s, Found *found, GError **error)
{
  const gsize size = (gsize) s->n * sizeof (int);
  int n_trees = 0;

  if (!tbk_decode (decoder, &s->scores, &s->options, &found->rows, error))
    return -1;
  while (n_trees < found->rows.n_trees && check_tree (s, found, n_trees))
    n_trees++;
  for (int t = n_trees; t < found->rows.n_trees; t++)
    FUZZ_CHECK (!check_tree (s, found, t));
  for (int a = 0; a < n_trees; a++)
    for (int b = a + 1; b < n_trees; b++) {
      FUZZ_CHECK (
          memcmp (found->heads + a * s->n, found->heads + b * s->n, size) != 0
          || (s->n_labels > 0 && memcmp (found->labels + a * s->n, found->labels + b * s->n, size) != 0));
      FUZZ_CHECK (found->scores[a] >= found->scores[b] - s->error);
    }
  return n_trees;
}

/* Sums over all trees go with what the best is; where scores are so far apart that sums cannot tell it, only their kinds are checked. */
static void
check_sums (TbkDecoder *decoder, const Sentence *s, const Found *best, int n_best)
{
  double log_z, entropy, shares[CELLS];
  const gint64 n_labels = MAX (s->n_labels, 1);
  const TbkArcNumbers marginals = { .real = TBK_FLOAT64,
                                    .n_labels = s->n_labels,
                                    .place = { shares, (s->n + 1) * n_labels, n_labels, 1 } };
  g_autofree Found *drawn = found_new (s, TREES);

  FUZZ_CHECK (tbk_log_partition (decoder, &s->scores, &s->options, &log_z, &marginals, &entropy, NULL));
  FUZZ_CHECK (n_best > 0 ? isfinite (log_z) : log_z == -INFINITY && isnan (entropy));
  FUZZ_CHECK (tbk_sample_trees (decoder, &s->scores, &s->options, 1, &drawn->rows, NULL));
  for (int t = 0; t < TREES; t++)
    FUZZ_CHECK (check_tree (s, drawn, t) == (n_best > 0));
  if (n_best <= 0)
    return;
  FUZZ_CHECK (log_z >= best->scores[0] - (s->error + 1e-9) * (s->numbers.real == TBK_FLOAT32 ? 0x1p30 : 1));
  for (int d = 1; d <= s->n; d++) {
    double sum = 0;

    for (gint64 i = 0; i < (s->n + 1) * n_labels; i++) {
      const double share = shares[d * (s->n + 1) * n_labels + i];

      FUZZ_CHECK (share >= 0 && share <= 1 + 1e-9);
      sum += share;
    }
    FUZZ_CHECK (fabs (sum - 1) < 1e-9);
  }
  drawn->rows.n_trees = 1;
  FUZZ_CHECK (tbk_expected_trees (decoder, &s->scores, &s->options, &drawn->rows, NULL)
              && check_tree (s, drawn, 0));
}

static void
check_counts (TbkDecoder *decoder, const Sentence *s, int n_best, int n_asked)
{
  mpz_t n_trees, n_greatest;

  mpz_init (n_trees);
  mpz_init (n_greatest);
  FUZZ_CHECK (tbk_count_trees (decoder, &s->scores, &s->options, &n_trees, &n_greatest, NULL));
  FUZZ_CHECK (mpz_cmp (n_greatest, n_trees) <= 0 && (mpz_sgn (n_greatest) > 0) == (n_best > 0));
  FUZZ_CHECK (n_best == n_asked || s->n_labels > 0 || mpz_cmp_si (n_trees, n_best) == 0);
  mpz_clear (n_trees);
  mpz_clear (n_greatest);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TbkDecoder *decoder;
  Sentence s;
  const int n_asked = size > 0 && data[0] & SEVERAL ? TREES : 1;
  g_autoptr (GError) error = NULL;
  g_autofree Found *found = NULL;
  int n_best;

  if (decoder == NULL)
    decoder = tbk_decoder_new ();
  read_sentence (&s, data, size);
  found = found_new (&s, n_asked);
  n_best = check_best (decoder, &s, found, &error);
  FUZZ_CHECK ((n_best < 0) == (error != NULL));
  FUZZ_CHECK (n_best != 0 || s.options.allows_none);
  if (n_best < 0)
    return 0;
  check_sums (decoder, &s, found, n_best);
  check_counts (decoder, &s, n_best, n_asked);
  return 0;
}
