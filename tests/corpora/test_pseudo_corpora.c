/* test_pseudo_corpora.c - liftings and marks in labels on real treebanks: against the definitions, and back. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/pseudo.h"
#include "brute/trees.h"
#include "corpora/corpora.h"
#include "projectivize/projectivize.h"
#include "tbk/projectivize.h"

enum { N_SCHEMES = 3, N_LIFTS = 2 };

typedef struct {
  TbkPseudoProjective *p[N_LIFTS][N_SCHEMES];
  gint64 moved[N_LIFTS], nonprojective_arcs;
  gint64 lost[N_LIFTS][N_SCHEMES]; /* words that do not come back */
} Check;

/* Returns how many words have another head when @heads was encoded and decoded. */
static int
round_trip (TbkPseudoProjective *p, const int *heads, const TbkPiece *labels, int n)
{
  g_autofree int *encoded = g_new (int, (gsize) n + 1), *decoded = g_new (int, (gsize) n + 1);
  g_autofree TbkPiece *marked = g_new (TbkPiece, (gsize) n + 1), *unmarked = g_new (TbkPiece, (gsize) n + 1);
  int n_lost = 0;

  cr_assert (tbk_pseudo_projective_encode (p, heads, labels, n, encoded, marked, NULL, NULL));
  for (int word = 1; word <= n; word++)
    if (marked[word].bytes == NULL)
      marked[word] = labels[word];
  cr_assert (tbk_pseudo_projective_decode (p, encoded, marked, n, decoded, unmarked, NULL, NULL));
  cr_assert (is_tree (decoded, n));
  for (int word = 1; word <= n; word++) {
    cr_assert (equal_pieces (unmarked[word].bytes != NULL ? unmarked[word] : marked[word], labels[word]));
    n_lost += decoded[word] != heads[word];
  }
  return n_lost;
}

static void
check_sentence (gpointer data, const TbkConlluSentence *sentence)
{
  Check *check = data;
  int n = sentence->n, n_moved, n_arcs = count_nonprojective_arcs (sentence->heads, n);
  g_autofree int *lifted = g_new (int, (gsize) n + 1), *expected = g_new (int, (gsize) n + 1);
  g_autofree gboolean *is_path = g_new (gboolean, (gsize) n + 1);
  g_autofree gboolean *expected_path = g_new (gboolean, (gsize) n + 1);
  g_autofree TbkPiece *labels = g_new0 (TbkPiece, (gsize) n + 1);

  if (n_arcs == 0)
    return;
  check->nonprojective_arcs += n_arcs;
  for (int order = 0; order < N_LIFTS; order++) {
    cr_assert (
        pseudo_projective_lift (check->p[order][0], sentence->heads, n, lifted, is_path, &n_moved, NULL));
    cr_assert_eq (count_nonprojective_arcs (lifted, n), 0);
    cr_assert (order == TBK_LIFT_OPTIMAL ? n_moved == n_arcs : n_moved >= n_arcs);
    check->moved[order] += n_moved;
  }
  lift_naively (sentence->heads, n, expected, expected_path);
  cr_assert_arr_eq (lifted, expected, (n + 1) * sizeof (int));
  cr_assert_arr_eq (is_path, expected_path, (n + 1) * sizeof (gboolean));

  for (int word = 1; word <= n; word++)
    labels[word] = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL);
  for (int order = 0; order < N_LIFTS; order++)
    for (int scheme = 0; scheme < N_SCHEMES; scheme++)
      check->lost[order][scheme] += round_trip (check->p[order][scheme], sentence->heads, labels, n);
}

/* The figures of the report: they may change only if a definition does. */
Test (corpora, liftings)
{
  static const gint64 lost[N_LIFTS][N_SCHEMES] = { { 1151, 1292, 171 }, { 1173, 1296, 168 } };
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Check check = { 0 };

  for (int order = 0; order < N_LIFTS; order++)
    for (int scheme = 0; scheme < N_SCHEMES; scheme++)
      check.p[order][scheme] =
          tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .scheme = scheme, .lift = order });
  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_autofree char *path = g_build_filename (folder, rows[r], NULL);
    *strchr (path, '\t') = '\0';
    if (g_str_has_prefix (rows[r], "r2.2/"))
      for_each_sentence (path, check_sentence, &check);
  }
  cr_assert_eq (check.nonprojective_arcs, 18574);
  cr_assert_eq (check.moved[TBK_LIFT_OPTIMAL], 18574);
  cr_assert_eq (check.moved[TBK_LIFT_SHORTEST], 18593);
  for (int order = 0; order < N_LIFTS; order++)
    for (int scheme = 0; scheme < N_SCHEMES; scheme++) {
      cr_expect_eq (check.lost[order][scheme], lost[order][scheme], "lift %d, scheme %d: %" G_GINT64_FORMAT,
                    order, scheme, check.lost[order][scheme]);
      tbk_pseudo_projective_free (check.p[order][scheme]);
    }
}
