/* test_choices.c - arcs kept by the optimal trees of real sentences: their shares add up to the arcs that each tree keeps. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/projectivize.h"
#include "unit/time_limit.h"

typedef struct {
  TbkProjectivizer *projectivizer;
  mpz_t count, sum, *kept;
  int n_kept;
  gint64 n_losing;
} Shares;

static void
add_sentence (gpointer data, const TbkConlluSentence *sentence)
{
  Shares *shares = data;
  const int n = sentence->n;
  int lost;

  if (n >= shares->n_kept) {
    shares->kept = g_renew (mpz_t, shares->kept, n + 1);
    for (; shares->n_kept <= n; shares->n_kept++)
      mpz_init (shares->kept[shares->n_kept]);
  }
  cr_assert (tbk_projectivize_count (shares->projectivizer, sentence->heads, n, shares->count, shares->kept,
                                     &lost, NULL));
  mpz_set_ui (shares->sum, 0);
  for (int d = 1; d <= n; d++) {
    cr_assert_leq (mpz_cmp (shares->kept[d], shares->count), 0);
    mpz_add (shares->sum, shares->sum, shares->kept[d]);
  }
  mpz_submul_ui (shares->sum, shares->count, (gulong) (n - lost));
  cr_assert_eq (mpz_sgn (shares->sum), 0, "a sentence of %d words", n);
  shares->n_losing += lost > 0;
}

Test (corpora, kept_arcs_add_up)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Shares shares = { .projectivizer = tbk_projectivizer_new (NULL) };

  mpz_init (shares.count);
  mpz_init (shares.sum);
  for (int r = 0; rows[r] != NULL && rows[r][0] != '\0'; r++) {
    g_auto (GStrv) fields = g_strsplit (rows[r], "\t", 2);
    g_autofree char *path = g_build_filename (folder, fields[0], NULL);

    if (g_str_has_prefix (fields[0], "r2.2/"))
      for_each_sentence (path, add_sentence, &shares);
  }
  cr_assert_gt (shares.n_losing, 5000);
  for (int d = 0; d < shares.n_kept; d++)
    mpz_clear (shares.kept[d]);
  g_free (shares.kept);
  mpz_clear (shares.count);
  mpz_clear (shares.sum);
  tbk_projectivizer_free (shares.projectivizer);
}
