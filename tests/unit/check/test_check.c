/* test_check.c - incidents of small trees, one test after the other; errors, limits, names. */
#include <criterion/criterion.h>
#include <string.h>

#include "tbk/check.h"

enum { MOST = 12 };

/* Reads words written as "HEAD/DEPREL/UPOS/FEATS/MISC", of which the last can be left out, with spaces between them.
 * Returns how many. */
static int
read_words (const char *text, int *heads, TbkCheckWord *words)
{
  int n = 0;

  heads[0] = -1;
  while (*text != '\0') {
    const char *end = text + strcspn (text, " ");
    TbkPiece fields[5] = { { NULL, 0 } };

    for (int f = 0; f < 5 && text < end; f++) {
      const gsize size = strcspn (text, "/ ");
      fields[f] = (TbkPiece){ text, size };
      text += size + (text[size] == '/');
    }
    heads[++n] = (int) g_ascii_strtoll (fields[0].bytes, NULL, 10);
    words[n] =
        (TbkCheckWord){ .deprel = fields[1], .upos = fields[2], .feats = fields[3], .misc = fields[4] };
    text = end + (*end == ' ');
  }
  return n;
}

/* What is found, as "TEST WORD NODE, ...". */
static char *
describe_incidents (TbkChecker *checker, const char *text)
{
  int heads[MOST + 1], n, n_incidents;
  TbkCheckWord words[MOST + 1];
  const TbkIncident *incidents;
  GString *found = g_string_new (NULL);

  n = read_words (text, heads, words);
  cr_assert (tbk_check_incidents (checker, heads, words, n, &incidents, &n_incidents, NULL));
  for (int i = 0; i < n_incidents; i++)
    g_string_append_printf (found, "%s%s %d %d", i > 0 ? ", " : "", tbk_check_test_name (incidents[i].test),
                            incidents[i].word, incidents[i].node);
  return g_string_free (found, FALSE);
}

Test (check, incidents)
{
  static const struct {
    const char *words, *found;
  } cases[] = {
    { "0/root", "" },
    { "0/root 0/root 1/punct", "punct-is-nonproj 3 3" }, /* several roots */
    { "0/root:x 0/nsubj", "0-is-not-root 2 2" },
    { "0/root 1/root", "root-is-not-0 2 2" },
    { "3/obj 0/root 2/acl 1/punct", "punct-is-nonproj 4 4" },
    { "4/nsubj 4/punct 1/acl 0/root", "punct-causes-nonproj 2 2" },
    { "2/nsubj 0/root 2/punct 1/acl", "" },         /* in the gap, and its head too */
    { "2/nsubj 0/root 4/x 5/x 1/acl 2/punct", "" }, /* outside of the gap */
    { "2/nsubj 0/root 2/obj 3/punct 1/acl", "" },   /* in the gap, and its head too */
    { "3/case 1/nmod 0/root", "leaf-mark-case 2 1" },
    { "3/mark 1/advmod 0/root", "" },
    { "3/case 1/advmod:emph 0/root", "" },
    { "3/case 1/advcl 0/root", "leaf-mark-case 2 1" },
    { "3/aux:pass 1/advmod 0/root", "leaf-aux-cop 2 1" },
    { "3/aux:pass 1/advmod/PART/A=B|Polarity=Neg 0/root", "" }, /* negation */
    { "3/aux:pass 1/advmod/ADV/Polarity=Negative 0/root", "leaf-aux-cop 2 1" },
    { "3/aux:pass 1/advmod/ADJ/Polarity=Neg 0/root", "leaf-aux-cop 2 1" },
    { "3/cop 1/cc 0/root", "" },
    { "3/det 1/nmod 0/root", "leaf-det 2 1" },
    { "3/det/PRON/Poss=Yes 1/nmod 0/root", "" },
    { "3/clf 1/cc 0/root", "" },
    { "3/clf 1/det 0/root", "leaf-clf 2 1" },
    { "3/cc 1/cc 0/root", "leaf-cc 2 1" },
    { "3/cc 1/fixed 0/root", "" },
    { "0/root 1/fixed 2/fixed", "leaf-fixed 3 2" },
    { "0/root 1/goeswith 2/punct", "leaf-goeswith 3 2" },
    { "0/root 1/punct 2/advmod/PART/Polarity=Neg", "leaf-punct 3 2" },
    { "0/root 1/punct 2/punct", "" },
    { "2/conj 0/root", "right-to-left-conj 1 1" },
    { "2/flat:name 0/root", "right-to-left-flat 1 1" },
    { "2/fixed 0/root", "right-to-left-fixed 1 1" },
    { "2/appos 0/root", "right-to-left-appos 1 1" },
    { "2/goeswith 0/root", "right-to-left-goeswith 1 1, goeswith-gap 2 2" },
    { "2/nsubj 0/root 2/csubj", "too-many-subjects 2 2" },
    { "2/nsubjpass 0/root 2/nsubj", "too-many-subjects 2 2" },
    { "2/nsubj 0/root 2/nsubj:outer", "" },
    { "2/nsubj 0/root 2/nsubj/NOUN/_/A=B|Subject=Outer", "" },
    { "0/root 1/obj 1/obj", "too-many-objects 1 1" },
    { "0/root 1/obj 1/iobj", "" },
    { "0/root 1/obj/NOUN 2/obl", "obl-should-be-nmod 3 3" },
    { "0/root 1/obj/VERB 2/obl", "" },
    { "0/root 1/obj/NOUN 2/obl 2/cop", "" },
    { "0/root 1/conj/NOUN 2/obl", "" },
    { "0/root 1/obj 2/orphan", "orphan-parent 3 3" },
    { "0/root 1/conj 2/orphan", "" },
    { "0/root 1/obj 1/fixed", "fixed-gap 1 1" },
    { "0/root 1/punct 1/fixed 1/fixed", "" },
    { "3/fixed 3/dep 0/root", "right-to-left-fixed 1 1" }, /* no gap on the left */
    { "0/root 1/obj 1/goeswith", "goeswith-gap 1 1" },
    { "0/root 1/goeswith 1/goeswith", "" },
    { "2/obj 0/root 1/case 3/punct 3/nmod",
      "leaf-mark-case 5 3" }, /* punctuation under a non-projective arc */
  };
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *found = describe_incidents (checker, cases[c].words);
    cr_expect_str_eq (found, cases[c].found, "%s: found '%s', expected '%s'", cases[c].words, found,
                      cases[c].found);
  }
}

/* TRUE if @word is a root of the gap of some arc, by the definition: it is between the ends, its head is not, and
 * the head of the arc does not dominate it. */
static gboolean
is_root_of_gap (const int *heads, int n, int word)
{
  for (int d = 1; d <= n; d++) {
    const int first = MIN (d, heads[d]), last = MAX (d, heads[d]);
    int above = word;

    while (above > 0 && above != heads[d])
      above = heads[above];
    if (first < word && word < last && above != heads[d] && (heads[word] < first || heads[word] > last))
      return TRUE;
  }
  return FALSE;
}

/* Punctuation that makes arcs non-projective is found by ranges of arcs, all at once; here it is looked for. */
Test (check, causes_by_definition)
{
  enum { N = 12, N_TREES = 5000 };
  int heads[N + 1] = { -1 }, rank[N + 1], n_incidents, n_causes = 0;
  TbkCheckWord words[N + 1];
  const TbkIncident *incidents;
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int t = 0; t < N_TREES; t++) {
    gboolean is_cause[N + 1] = { FALSE };

    for (int w = 1; w <= N; w++) { /* in random order, each on 0 or one of those before */
      const int at = g_rand_int_range (random, 1, w + 1);

      rank[w] = rank[at];
      rank[at] = w;
      words[w] = (TbkCheckWord){ .deprel = g_rand_int_range (random, 0, 2) ? (TbkPiece){ "punct", 5 }
                                                                           : (TbkPiece){ "dep", 3 } };
    }
    for (int k = 1; k <= N; k++)
      heads[rank[k]] =
          k == 1 || g_rand_int_range (random, 0, 8) == 0 ? 0 : rank[g_rand_int_range (random, 1, k)];
    cr_assert (tbk_check_incidents (checker, heads, words, N, &incidents, &n_incidents, NULL));
    for (int i = 0; i < n_incidents; i++)
      if (incidents[i].test == TBK_CHECK_PUNCT_CAUSES_NONPROJ)
        is_cause[incidents[i].word] = TRUE;
    for (int w = 1; w <= N; w++) {
      const gboolean is_expected = words[w].deprel.size == 5 && is_root_of_gap (heads, N, w);

      n_causes += is_expected;
      cr_assert_eq (is_cause[w], is_expected, "tree %d, word %d", t, w);
    }
  }
  cr_assert_gt (n_causes, N_TREES);
}

Test (check, no_tree)
{
  static const int heads[] = { -1, 2, 1 };
  const TbkCheckWord words[3] = { { .form = { NULL, 0 } } };
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  g_autoptr (GError) error = NULL;
  const TbkIncident *incidents;
  TbkFindings found;
  int n_incidents;

  cr_assert_not (tbk_check_findings (checker, heads, words, 2, &found, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_eq (found.n_findings, 0);
  g_clear_error (&error);
  cr_assert_not (tbk_check_incidents (checker, heads, words, 2, &incidents, &n_incidents, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
}

/* Each odd word hangs on the even word two places on, so that every arc crosses others and nothing is contracted. */
static void
make_tangle (int *heads, int n)
{
  heads[0] = -1;
  for (int w = 1; w <= n; w++)
    heads[w] = w + 2 <= n ? w + 2 : w == n ? 0 : n;
}

Test (check, too_long)
{
  enum { N = 60 };
  int heads[N + 1];
  TbkCheckWord words[N + 1] = { { .form = { NULL, 0 } } };
  g_autoptr (TbkChecker) checker = tbk_checker_new (&(TbkProjectivizeOptions){ .max_core = N - 1 });
  g_autoptr (TbkChecker) patient = tbk_checker_new (NULL);
  TbkFindings found;

  make_tangle (heads, N);
  cr_assert (tbk_check_findings (checker, heads, words, N, &found, NULL));
  cr_assert_eq (found.left, 0);
  cr_assert_eq (found.lost_arcs, -1);
  cr_assert (tbk_check_findings (patient, heads, words, N, &found, NULL));
  cr_assert_eq (found.left, 0);
  cr_assert_not (found.is_cut);
}

/* Words that meet other tests keep their heads; a bound holds for sentences of several roots too. */
Test (check, chosen_tests_and_roots)
{
  static const int heads[] = { -1, 3, 0, 2, 1 }, roots[] = { -1, 0, 0, 0 };
  const TbkCheckWord words[5] = { { .form = { NULL, 0 } } };
  g_autoptr (TbkChecker) checker = tbk_checker_new (&(TbkProjectivizeOptions){ .root = TBK_ROOT_SINGLE });
  TbkFindings found;

  tbk_checker_set_tests (checker, 1u << TBK_CHECK_CAUSES_NONPROJ);
  cr_assert (tbk_check_findings (checker, heads, words, 4, &found, NULL));
  for (int f = 0; f < found.n_findings; f++)
    cr_assert_eq (found.findings[f].test, TBK_CHECK_CAUSES_NONPROJ);
  tbk_checker_set_tests (checker, 0);
  cr_assert (tbk_check_findings (checker, heads, words, 4, &found, NULL));
  cr_assert_eq (found.n_findings, 0);
  cr_assert_gt (found.left, 0);
  cr_assert (tbk_check_findings (checker, roots, words, 3, &found, NULL));
  cr_assert_eq (found.lost_arcs, 0);
}

/* More words near non-projective arcs than a step chooses from. */
Test (check, many_candidates)
{
  enum { N = 500 };
  static int heads[N + 1];
  static TbkCheckWord words[N + 1];
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  TbkFindings found;

  make_tangle (heads, N);
  cr_assert (tbk_check_findings (checker, heads, words, N, &found, NULL));
  cr_assert (found.is_cut);
  cr_assert_eq (found.left, 0);
  cr_assert_geq (found.n_findings, found.lost_arcs);
}

/* As many as a step chooses from are not too many. Of three words, the arc into the first covers the second, which hangs on
 * the root, and both are to choose from. */
Test (check, as_many_candidates_as_a_step_chooses_from)
{
  enum { N_TRIPLES = TBK_CHECK_MAX_CANDIDATES / 2 + 1, N = 1 + 3 * N_TRIPLES };
  int heads[N + 1] = { -1, 0 };
  static const TbkCheckWord words[N + 1];
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  TbkFindings found;

  for (int word = 2; word < N; word += 3) {
    heads[word] = word + 2;
    heads[word + 1] = heads[word + 2] = 1;
  }
  cr_assert (tbk_check_findings (checker, heads, words, N - 3, &found, NULL));
  cr_assert_not (found.is_cut);
  cr_assert (tbk_check_findings (checker, heads, words, N, &found, NULL));
  cr_assert (found.is_cut);
}

/* The last word but one hangs on the first, over words that hang on the root behind it. None of these alone helps, and there are
 * more than a step chooses from. */
Test (check, the_next_candidates_if_none_of_the_first_helps)
{
  enum { N_BETWEEN = TBK_CHECK_MAX_CANDIDATES + 1, DEPENDENT = N_BETWEEN + 2, N = N_BETWEEN + 3 };
  int heads[N + 1] = { -1 };
  static const TbkCheckWord words[N + 1];
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  TbkFindings found;

  for (int word = 1; word < N; word++)
    heads[word] = word == DEPENDENT ? 1 : N;
  cr_assert (tbk_check_findings (checker, heads, words, N, &found, NULL));
  cr_assert (found.is_cut);
  cr_assert_eq (found.n_findings, 1);
  cr_assert_eq (found.findings[0].word, DEPENDENT);
  cr_assert_eq (found.left, 0);
}

/* Two chains of every other word, in which all words take part in crossings: as many as are searched, and one more. */
Test (check, as_many_words_in_crossings_as_are_searched)
{
  enum { N = TBK_CHECK_MAX_CORE + 1 };
  int heads[N + 1] = { -1, 0, 1 };
  static const TbkCheckWord words[N + 1];
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  g_autoptr (GError) error = NULL;
  TbkFindings found;

  for (int word = 3; word <= N; word++)
    heads[word] = word - 2;
  cr_assert (tbk_check_findings (checker, heads, words, N - 1, &found, NULL));
  cr_assert_eq (found.left, 0);
  cr_assert_not (tbk_check_findings (checker, heads, words, N, &found, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
}

Test (check, chain_and_star_of_many_words)
{
  enum { N = 10000 };
  static int heads[N + 1];
  static TbkCheckWord words[N + 1];
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  const TbkIncident *incidents;
  TbkFindings found;
  int n_incidents;

  for (int shape = 0; shape < 4; shape++) {
    heads[0] = -1;
    for (int w = 1; w <= N; w++)
      heads[w] = shape < 2 ? (w == 5000 ? 0 : 5000) : w - 1;
    if (shape % 2 == 1) /* one word hangs across many */
      heads[shape == 1 ? N : N - 1] = shape == 1 ? 1 : 0;
    if (shape == 3)
      heads[N] = 1;
    cr_assert (tbk_check_findings (checker, heads, words, N, &found, NULL));
    cr_assert_eq (found.left, 0);
    cr_assert_eq (found.n_findings, shape % 2, "%d", found.n_findings);
    cr_assert (tbk_check_incidents (checker, heads, words, N, &incidents, &n_incidents, NULL));
  }
}

Test (check, names)
{
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++) {
    cr_assert_eq ((int) tbk_check_test_find (tbk_check_test_name (test)), test);
    cr_assert_not_null (tbk_check_level_name (tbk_check_test_level (test)));
  }
  cr_assert_null (tbk_check_test_name (TBK_N_CHECK_TESTS));
  cr_assert_eq (tbk_check_test_find ("no-such-test"), TBK_N_CHECK_TESTS);
  cr_assert_null (tbk_check_level_name (3));
}
