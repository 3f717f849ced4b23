/* test_pseudo_labels.c - marks in labels as they are spelled, marks that fit no tree, and what is refused. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/pseudo.h"
#include "projectivize/projectivize.h"
#include "tbk/projectivize.h"
#include "unit/refused.h"

static TbkPiece
piece_of (const char *string)
{
  return (TbkPiece){ string, strlen (string) };
}

/* Of four words the first was lifted past the third, and the fourth past the first. */
static const int crossing[] = { -1, 3, 0, 2, 1 }, crossing_lifted[] = { -1, 2, 0, 2, 2 };
static const char *const crossing_labels[] = { "", "acl", "root", "obj", "amod" };

static const struct {
  TbkLabelStyle style;
  TbkScheme scheme;
  const char *labels[5];
} spellings[] = {
  { TBK_LABELS_TBK, TBK_SCHEME_HEAD, { "", "acl|obj", "root", "obj", "amod|acl" } },
  { TBK_LABELS_TBK, TBK_SCHEME_PATH, { "", "acl|%", "root", "obj%", "amod|" } },
  { TBK_LABELS_TBK, TBK_SCHEME_HEADPATH, { "", "acl|obj%", "root", "obj%", "amod|acl" } },
  { TBK_LABELS_MALT, TBK_SCHEME_HEAD, { "", "acl|obj", "root", "obj", "amod|acl" } },
  { TBK_LABELS_MALT, TBK_SCHEME_PATH, { "", "acl|%", "root", "obj%", "amod|" } },
  { TBK_LABELS_MALT, TBK_SCHEME_HEADPATH, { "", "acl|obj%", "root", "obj%", "amod|acl" } },
  { TBK_LABELS_SPACY, TBK_SCHEME_HEAD, { "", "acl||obj", "root", "obj", "amod||acl" } },
};

Test (pseudo_projective, spellings)
{
  int heads[5];
  TbkPiece labels[5], marked[5], unmarked[5];

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++) {
    g_autoptr (TbkPseudoProjective) p = tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){
        .scheme = spellings[i].scheme, .style = spellings[i].style, .lift = TBK_LIFT_SHORTEST });
    for (int word = 0; word <= 4; word++)
      labels[word] = piece_of (crossing_labels[word]);
    cr_assert (tbk_pseudo_projective_encode (p, crossing, labels, 4, heads, marked, NULL, NULL));
    cr_assert_arr_eq (heads, crossing_lifted, sizeof heads);
    for (int word = 1; word <= 4; word++) {
      gboolean stays = strcmp (crossing_labels[word], spellings[i].labels[word]) == 0;
      cr_assert_eq (marked[word].bytes == NULL, stays);
      cr_assert (stays || equal_pieces (marked[word], piece_of (spellings[i].labels[word])),
                 "case %u, word %d: %.*s", i, word, (int) marked[word].size, marked[word].bytes);
      marked[word] = piece_of (spellings[i].labels[word]);
    }
    cr_assert (tbk_pseudo_projective_decode (p, crossing_lifted, marked, 4, heads, unmarked, NULL, NULL));
    cr_assert_arr_eq (heads, crossing, sizeof heads);
    for (int word = 1; word <= 4; word++)
      cr_assert (unmarked[word].bytes == NULL || equal_pieces (unmarked[word], labels[word]));
  }
}

static void
assert_labels (const TbkPiece *labels, const char *const *expected, int n)
{
  for (int word = 1; word <= n; word++)
    cr_assert (equal_pieces (labels[word], piece_of (expected[word])), "word %d: %.*s", word,
               (int) labels[word].size, labels[word].bytes);
}

/* Where words are not lifted, heads are those of tbk_projectivize(), and labels tell only of roots. */
Test (pseudo_projective, labelled)
{
  static const int two_roots[] = { -1, 0, 0 };
  g_autoptr (TbkProjectivizer) p =
      tbk_projectivizer_new (&(TbkProjectivizeOptions){ .root = TBK_ROOT_SINGLE });
  g_autoptr (TbkPseudoProjective) lifting =
      tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .lift = TBK_LIFT_SHORTEST });
  int heads[5], expected[5], n_moved, n_lost;
  TbkPiece labels[5], made[5];

  for (int word = 0; word <= 4; word++)
    labels[word] = piece_of (crossing_labels[word]);
  cr_assert (
      pseudo_projective_projectivize (p, NULL, TRUE, NULL, crossing, labels, 4, heads, made, &n_moved, NULL));
  cr_assert (tbk_projectivize (p, crossing, 4, expected, &n_lost, NULL));
  cr_assert_arr_eq (heads + 1, expected + 1, 4 * sizeof *heads);
  cr_assert_eq (n_moved, n_lost);
  for (int word = 1; word <= 4; word++)
    cr_assert (equal_pieces (made[word], (heads[word] == 0) == (word == 2) ? labels[word]
                                         : heads[word] == 0                ? piece_of ("root")
                                                                           : piece_of ("dep")));
  cr_assert (
      pseudo_projective_projectivize (p, lifting, TRUE, NULL, crossing, labels, 4, heads, made, NULL, NULL));
  cr_assert_arr_eq (heads, crossing_lifted, sizeof heads);
  assert_labels (made, spellings[0].labels, 4);
  for (int has_one = 0; has_one <= 1; has_one++) {
    cr_assert (pseudo_projective_projectivize (p, lifting, has_one, NULL, two_roots, labels, 2, heads, made,
                                               &n_moved, NULL));
    cr_assert_eq (n_moved, has_one);
    for (int word = 1; word <= 2; word++)
      cr_assert (equal_pieces (made[word], heads[word] == 0 ? labels[word] : piece_of ("dep")));
  }
  cr_assert (pseudo_projective_projectivize (p, NULL, TRUE, NULL, two_roots, labels, 0, heads, made, &n_moved,
                                             NULL));
  cr_assert_eq (n_moved, 0);
}

/* MaltParser hangs root words that an arc covers elsewhere and writes d|null; everywhere else that is a label. */
Test (pseudo_projective, covered_roots)
{
  static const int parsed[] = { -1, 2, 0, 2, 3 };
  static const struct {
    TbkLabelStyle style;
    TbkScheme scheme;
    int head;
  } cases[] = {
    { TBK_LABELS_MALT, TBK_SCHEME_HEAD, 0 },     { TBK_LABELS_MALT, TBK_SCHEME_PATH, 0 },
    { TBK_LABELS_MALT, TBK_SCHEME_HEADPATH, 0 }, { TBK_LABELS_TBK, TBK_SCHEME_HEAD, 3 },
    { TBK_LABELS_SPACY, TBK_SCHEME_HEAD, 3 },
  };
  const TbkPiece labels[] = {
    { 0 }, piece_of ("det"), piece_of ("root"), piece_of ("obj"), piece_of ("punct|null")
  };
  int decoded[5];
  TbkPiece unmarked[5];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TbkPseudoProjective) p = tbk_pseudo_projective_new (
        &(TbkPseudoProjectiveOptions){ .scheme = cases[i].scheme, .style = cases[i].style });
    cr_assert (tbk_pseudo_projective_decode (p, parsed, labels, 4, decoded, unmarked, NULL, NULL));
    cr_assert_eq (decoded[4], cases[i].head, "case %u", i);
    cr_assert_eq (unmarked[4].bytes == NULL, cases[i].style == TBK_LABELS_SPACY);
    cr_assert (unmarked[4].bytes == NULL || equal_pieces (unmarked[4], piece_of ("punct")));
  }
}

/* A tree of marks read by each scheme and style: lifted words, those placed, foreign labels, and what is suggested. */
Test (pseudo_projective, tells_what_marks_do_not_fit)
{
  static const int heads[] = { -1, 2, 0, 2, 3, 2 };
  enum { HEAD = TBK_SCHEME_HEAD, PATH = TBK_SCHEME_PATH, BOTH = TBK_SCHEME_HEADPATH };
  enum { TBK = TBK_LABELS_TBK, MALT = TBK_LABELS_MALT, SPACY = TBK_LABELS_SPACY };
  static const struct {
    const char *labels[5];
    int scheme, style, n_lifted, n_placed, n_foreign;
    gboolean is_suggested;
    int good_scheme, good_style;
  } cases[] = {
    /* Written by headpath: the last word hung on one that is not there. */
    { { "det|obj", "root", "obj%", "case", "x|y" }, BOTH, TBK, 2, 1, 0, FALSE, -1, -1 },
    { { "det|obj", "root", "obj%", "case", "x|y" }, HEAD, TBK, 2, 0, 1, TRUE, BOTH, TBK },
    { { "det|obj", "root", "obj%", "case", "x" }, PATH, TBK, 1, 1, 1, TRUE, BOTH, TBK },
    { { "det|obj%", "root", "obj%", "case", "x" }, HEAD, MALT, 1, 1, 2, TRUE, BOTH, MALT },
    /* By path. */
    { { "det|", "root", "obj%", "case", "x" }, PATH, TBK, 1, 1, 0, FALSE, -1, -1 },
    { { "det|", "root", "obj%", "case", "x" }, BOTH, TBK, 1, 0, 1, TRUE, PATH, TBK },
    /* By spaCy, and by MaltParser. */
    { { "det||obj", "root", "obj", "case", "x" }, HEAD, SPACY, 1, 1, 0, FALSE, -1, -1 },
    { { "det||obj", "root", "obj", "case", "x" }, HEAD, TBK, 1, 0, 1, TRUE, HEAD, SPACY },
    { { "det|obj", "root", "obj", "case", "x" }, HEAD, SPACY, 0, 0, 1, TRUE, HEAD, TBK },
    { { "det|null", "root", "obj", "case", "x" }, HEAD, MALT, 1, 1, 0, FALSE, -1, -1 },
    { { "det|null", "root", "obj", "case", "x" }, HEAD, TBK, 1, 0, 1, TRUE, HEAD, MALT },
    /* Signs that begin a label are none. */
    { { "%", "root", "|obj", "case", "x" }, HEAD, TBK, 0, 0, 0, FALSE, -1, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const TbkPseudoProjectiveOptions options = { .scheme = cases[i].scheme, .style = cases[i].style };
    g_autoptr (TbkPseudoProjective) p = tbk_pseudo_projective_new (&options);
    TbkMarkFindings found = { .n_lifted = 0 };
    TbkScheme scheme = (TbkScheme) -1;
    TbkLabelStyle style = (TbkLabelStyle) -1;
    TbkPiece labels[6] = { { NULL, 0 } }, unmarked[6];
    int decoded[6];

    for (int word = 1; word <= 5; word++)
      labels[word] = piece_of (cases[i].labels[word - 1]);
    for (int time = 0; time < 2; time++)
      cr_assert (tbk_pseudo_projective_decode (p, heads, labels, 5, decoded, unmarked, NULL, NULL));
    tbk_pseudo_projective_add_findings (p, &found);
    cr_assert (found.n_lifted == 2 * cases[i].n_lifted && found.n_placed == 2 * cases[i].n_placed
                   && found.n_foreign == 2 * cases[i].n_foreign,
               "case %u: %d lifted, %d placed, %d foreign", i, (int) found.n_lifted, (int) found.n_placed,
               (int) found.n_foreign);
    cr_assert (mark_findings_suggest (&found, &options, &scheme, &style) == cases[i].is_suggested, "case %u",
               i);
    cr_assert ((int) scheme == cases[i].good_scheme && (int) style == cases[i].good_style, "case %u: %d %d",
               i, (int) scheme, (int) style);
  }
}

Test (pseudo_projective, refuses_labels_with_signs)
{
  static const struct {
    TbkLabelStyle style;
    const char *label;
    gboolean is_good;
  } cases[] = {
    { TBK_LABELS_TBK, "a|b", FALSE },    { TBK_LABELS_TBK, "a%", FALSE },
    { TBK_LABELS_TBK, "|", FALSE },      { TBK_LABELS_TBK, "null", TRUE },
    { TBK_LABELS_MALT, "a|", FALSE },    { TBK_LABELS_MALT, "%a", FALSE },
    { TBK_LABELS_MALT, "null", FALSE },  { TBK_LABELS_MALT, "nulls", TRUE },
    { TBK_LABELS_SPACY, "a||b", FALSE }, { TBK_LABELS_SPACY, "a|", FALSE },
    { TBK_LABELS_SPACY, "a%", TRUE },    { TBK_LABELS_TBK, "a:b", TRUE },
  };
  static const int heads[] = { -1, 2, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TbkPseudoProjective) p =
        tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .style = cases[i].style });
    g_autoptr (GError) error = NULL;
    const TbkPiece labels[] = { { 0 }, piece_of ("x"), piece_of (cases[i].label) };
    int new_heads[3] = { 9, 9, 9 };
    TbkPiece new_labels[3];

    gboolean done = tbk_pseudo_projective_encode (p, heads, labels, 2, new_heads, new_labels, NULL, &error);
    cr_assert_eq (done, cases[i].is_good, "case %u", i);
    cr_assert_eq (new_heads[1], done ? 2 : 9);
    cr_assert (done || g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  }
}

Test (pseudo_projective, wrong_arguments)
{
  static const TbkPseudoProjectiveOptions wrong[] = {
    { .scheme = 3 },
    { .lift = 3 },
    { .style = 3 },
    { .max_core = -1 },
    { .scheme = TBK_SCHEME_PATH, .style = TBK_LABELS_SPACY },
  };
  g_autoptr (TbkPseudoProjective) p = tbk_pseudo_projective_new (NULL);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  const TbkPiece labels[] = { { 0 }, piece_of ("x") };
  const int heads[] = { -1, 0 };
  int new_heads[2];
  TbkPiece new_labels[2];

  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++)
    ASSERT_REFUSED (cr_assert_null (tbk_pseudo_projective_new (&wrong[w])));
  ASSERT_REFUSED (pseudo_projective_projectivize (NULL, p, TRUE, NULL, heads, labels, 1, new_heads,
                                                  new_labels, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_projectivize (projectivizer, p, TRUE, NULL, NULL, labels, 1, new_heads,
                                                  new_labels, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_projectivize (projectivizer, p, TRUE, NULL, heads, NULL, 1, new_heads,
                                                  new_labels, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_projectivize (projectivizer, NULL, TRUE, NULL, heads, labels, -1,
                                                  new_heads, new_labels, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_projectivize (projectivizer, NULL, TRUE, NULL, heads, labels, 1,
                                                  new_heads, NULL, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_lift (NULL, heads, 1, new_heads, NULL, NULL, NULL));
  ASSERT_REFUSED (pseudo_projective_lift (p, heads, -1, new_heads, NULL, NULL, NULL));
  ASSERT_REFUSED (tbk_pseudo_projective_encode (p, heads, NULL, 1, new_heads, new_labels, NULL, NULL));
  ASSERT_REFUSED (tbk_pseudo_projective_encode (p, heads, labels, 1, new_heads, NULL, NULL, NULL));
  ASSERT_REFUSED (tbk_pseudo_projective_decode (p, NULL, labels, 1, new_heads, new_labels, NULL, NULL));
  ASSERT_REFUSED (tbk_pseudo_projective_decode (p, heads, labels, 1, NULL, new_labels, NULL, NULL));
}

Test (pseudo_projective, wrong_heads)
{
  static const int wrong[][4] = { { -1, 2, 1, 0 }, { -1, 4, 0, 2 }, { 0, 0, 1, 1 }, { -1, 1, 0, 2 } };
  const TbkPiece labels[] = { { 0 }, piece_of ("x"), piece_of ("x|x"), piece_of ("x") };
  const TbkPiece plain[] = { { 0 }, piece_of ("x"), piece_of ("x"), piece_of ("x") };

  for (int order = 0; order < 3; order++)
    for (guint w = 0; w < G_N_ELEMENTS (wrong); w++) {
      g_autoptr (TbkPseudoProjective) p =
          tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .lift = order });
      g_autoptr (GError) encoding = NULL, decoding = NULL;
      int new_heads[4] = { 9, 9, 9, 9 };
      TbkPiece new_labels[4];

      cr_assert_not (
          tbk_pseudo_projective_encode (p, wrong[w], plain, 3, new_heads, new_labels, NULL, &encoding));
      cr_assert_not (
          tbk_pseudo_projective_decode (p, wrong[w], labels, 3, new_heads, new_labels, NULL, &decoding));
      cr_assert (g_error_matches (encoding, TBK_ERROR, TBK_ERROR_DATA));
      cr_assert_str_eq (encoding->message, decoding->message);
      cr_assert_eq (new_heads[1], 9);
    }
}
