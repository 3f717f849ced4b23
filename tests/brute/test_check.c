/* test_check.c - findings against their definition, without contraction: on all trees of up to 6 words, and on random ones
 * with random relations. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "tbk/check.h"
#include "unit/time_limit.h"

enum { MOST = 24 };

static const char *const relations[] = { "punct", "cc",  "conj", "case", "nsubj", "obl:tmod",
                                         "det",   "acl", "root", "mark", "fixed", "" };
static const char *const tags[] = { "PUNCT", "NOUN", "VERB", "" };
static const char *const forms[] = { ".", ",", "word", "…", "..." };

static TbkPiece
piece_of (const char *text)
{
  return (TbkPiece){ text, strlen (text) };
}

static gboolean
is (TbkPiece piece, const char *text)
{
  return piece.size == strlen (text) && memcmp (piece.bytes, text, piece.size) == 0;
}

/* A sentence, and what hanging its words elsewhere would give. */
typedef struct {
  int n, heads[MOST + 1];
  TbkCheckWord words[MOST + 1];
  int n_left[MOST + 1][MOST + 1]; /* of a word and a head; -1: it cannot hang there */
  int least[MOST + 1];
} Sentence;

static gboolean
is_nonprojective (const int *heads, int dependent)
{
  const int head = heads[dependent];

  for (int w = MIN (head, dependent) + 1; w < MAX (head, dependent); w++)
    if (!is_ancestor (heads, head, w))
      return TRUE;
  return FALSE;
}

static void
try_all (Sentence *s)
{
  for (int w = 1; w <= s->n; w++) {
    const int head = s->heads[w];

    s->least[w] = G_MAXINT;
    for (int y = 1; y <= s->n; y++) {
      s->n_left[w][y] = -1;
      if (is_ancestor (s->heads, w, y))
        continue;
      s->heads[w] = y;
      s->n_left[w][y] = count_nonprojective_arcs (s->heads, s->n);
      s->heads[w] = head;
      s->least[w] = MIN (s->least[w], s->n_left[w][y]);
    }
  }
}

static gboolean
is_best (const Sentence *s, int word, int head)
{
  return head >= 1 && head <= s->n && s->n_left[word][head] == s->least[word];
}

/* Whether @word is in the gap of the arc into @d. */
static gboolean
is_in_gap (const Sentence *s, int word, int d)
{
  const int h = s->heads[d];

  return word > MIN (d, h) && word < MAX (d, h) && !is_ancestor (s->heads, h, word);
}

static gboolean
is_candidate (const Sentence *s, int word)
{
  if (is_nonprojective (s->heads, word))
    return TRUE;
  for (int d = 1; d <= s->n && s->heads[word] > 0; d++)
    if (is_in_gap (s, word, d) && !is_in_gap (s, s->heads[word], d))
      return TRUE;
  return FALSE;
}

static TbkCheckTest
test_of (const Sentence *s, int word)
{
  static const char *const functions[] = { "aux", "case",  "cc",       "clf",  "cop",
                                           "det", "fixed", "goeswith", "mark", "punct" };
  const gboolean own = is_nonprojective (s->heads, word);

  if (is (s->words[word].deprel, "punct"))
    return own ? TBK_CHECK_PUNCT_IS_NONPROJ : TBK_CHECK_PUNCT_CAUSES_NONPROJ;
  for (guint f = 0; own && f < G_N_ELEMENTS (functions); f++)
    if (is (s->words[s->heads[word]].deprel, functions[f]))
      return TBK_CHECK_FUNCTION_HEAD_NONPROJ;
  if (is (s->words[word].deprel, "cc") && word > s->heads[word])
    return TBK_CHECK_CC_NONPROJ;
  return own ? TBK_CHECK_IS_NONPROJ : TBK_CHECK_CAUSES_NONPROJ;
}

/* What words are compared by; the least is taken. */
static int
order_of (const Sentence *s, int word)
{
  const TbkCheckTest test = test_of (s, word);
  const int priority = test <= TBK_CHECK_PUNCT_CAUSES_NONPROJ ? 0 : test <= TBK_CHECK_CC_NONPROJ ? 1 : 2;

  return ((priority * (MOST + 1) + s->least[word]) * 2 + !is_nonprojective (s->heads, word)) * (MOST + 1)
         + word;
}

static int
choose (const Sentence *s)
{
  const int now = count_nonprojective_arcs (s->heads, s->n);
  int chosen = 0;

  for (int w = 1; w <= s->n; w++)
    if (is_candidate (s, w) && s->least[w] < now && (chosen == 0 || order_of (s, w) < order_of (s, chosen)))
      chosen = w;
  return chosen;
}

typedef struct {
  int heads[8 * MOST], n;
} List;

static void
append (const Sentence *s, List *list, int word, int head)
{
  if (!is_best (s, word, head))
    return;
  for (int i = 0; i < list->n; i++)
    if (list->heads[i] == head)
      return;
  list->heads[list->n++] = head;
}

static void
append_upwards (const Sentence *s, List *list, int word, int from)
{
  for (; from > 0 && from <= s->n; from = s->heads[from])
    append (s, list, word, from);
}

/* The path of punctuation on one side. */
static List
find_path (const Sentence *s, int word, int step)
{
  List path = { .n = 0 };
  int head = word + step;

  while (head >= 1 && head <= s->n
         && (is (s->words[head].deprel, "punct") || is (s->words[head].upos, "PUNCT")))
    head += step;
  if (head < 1 || head > s->n)
    return path;
  for (; head > 0 && (step < 0 ? head < word : head > word); head = s->heads[head])
    append (s, &path, word, head);
  return path;
}

static void
list_for_punctuation (const Sentence *s, int word, List *list)
{
  const List l = find_path (s, word, -1), r = find_path (s, word, 1);
  const int lt = l.n > 0 ? l.heads[l.n - 1] : 0, rt = r.n > 0 ? r.heads[r.n - 1] : 0;
  const TbkPiece form = s->words[word].form;
  int first;

  if ((is (form, ".") || is (form, "…") || is (form, "...")) && lt > 0)
    first = lt;
  else if (lt == 0 || rt == 0)
    first = lt + rt;
  else if (is_ancestor (s->heads, rt, lt))
    first = lt;
  else
    first = is_ancestor (s->heads, lt, rt) ? rt : lt;
  append (s, list, word, first);
  append (s, list, word, lt);
  append (s, list, word, rt);
  for (int i = r.n - 1; i >= 0; i--)
    append (s, list, word, r.heads[i]);
  for (int i = l.n - 1; i >= 0; i--)
    append (s, list, word, l.heads[i]);
}

static List
list_heads (const Sentence *s, int word)
{
  List list = { .n = 0 }, conjuncts = { .n = 0 };

  if (is (s->words[word].deprel, "punct")) {
    list_for_punctuation (s, word, &list);
  } else {
    for (int c = word + 1; c <= s->n && is (s->words[word].deprel, "cc"); c++)
      if (is (s->words[c].deprel, "conj") && s->heads[c] < word)
        append (s, &conjuncts, word, c);
    for (int i = 0; i < conjuncts.n; i++)
      if (s->heads[conjuncts.heads[i]] == s->heads[word] && list.n == 0)
        append (s, &list, word, conjuncts.heads[i]);
    for (int i = 0; i < conjuncts.n && i < 2; i++)
      append (s, &list, word, conjuncts.heads[i]);
    append_upwards (s, &list, word, s->heads[s->heads[word]]);
    append_upwards (s, &list, word, word + 1);
    append_upwards (s, &list, word, word - 1);
  }
  for (int distance = 1; distance < s->n && list.n == 0; distance++) {
    append (s, &list, word, word - distance);
    if (list.n == 0)
      append (s, &list, word, word + distance);
  }
  return list;
}

/* Takes the step that @finding tells, after seeing that it is the one by definition. */
static void
check_step (Sentence *s, const TbkFinding *finding)
{
  int before[MOST + 1], n_fixes = 0, word;
  List list;

  try_all (s);
  word = choose (s);
  cr_assert_eq (finding->word, word, "found %d, expected %d", finding->word, word);
  cr_assert_eq (finding->test, test_of (s, word));
  cr_assert_eq (finding->head, s->heads[word]);
  list = list_heads (s, word);
  cr_assert_eq (finding->new_head, list.heads[0], "found %d, expected %d", finding->new_head, list.heads[0]);
  cr_assert_eq (finding->n_alternatives, MIN (list.n - 1, TBK_CHECK_MAX_ALTERNATIVES));
  for (int a = 0; a < finding->n_alternatives; a++)
    cr_assert_eq (finding->alternatives[a], list.heads[1 + a]);
  for (int w = 1; w <= s->n; w++)
    before[w] = is_nonprojective (s->heads, w);
  s->heads[word] = list.heads[0];
  for (int w = 1; w <= s->n; w++)
    if (before[w] && !is_nonprojective (s->heads, w)) {
      cr_assert_lt (n_fixes, finding->n_fixes);
      cr_assert_eq (finding->fixes[n_fixes++], w);
    }
  cr_assert_eq (finding->n_fixes, n_fixes);
  cr_assert_eq (finding->left, count_nonprojective_arcs (s->heads, s->n));
}

static void
check_sentence (TbkChecker *checker, TbkProjectivizer *projectivizer, Sentence *s)
{
  TbkFindings found;
  int lost;

  cr_assert (tbk_check_findings (checker, s->heads, s->words, s->n, &found, NULL));
  cr_assert (tbk_projectivize (projectivizer, s->heads, s->n, NULL, &lost, NULL));
  cr_assert_eq (found.lost_arcs, lost);
  cr_assert_geq (found.n_findings, lost);
  for (int f = 0; f < found.n_findings; f++)
    check_step (s, &found.findings[f]);
  cr_assert_eq (memcmp (found.heads, s->heads, ((gsize) s->n + 1) * sizeof (int)), 0);
  cr_assert_eq (found.left, 0);
  cr_assert_eq (count_nonprojective_arcs (s->heads, s->n), 0);
  cr_assert (is_tree (s->heads, s->n));
}

static void
draw_words (GRand *random, Sentence *s)
{
  for (int w = 1; w <= s->n; w++)
    s->words[w] = (TbkCheckWord){
      .form = piece_of (forms[g_rand_int_range (random, 0, G_N_ELEMENTS (forms))]),
      .upos = piece_of (tags[g_rand_int_range (random, 0, G_N_ELEMENTS (tags))]),
      .deprel = piece_of (relations[g_rand_int_range (random, 0, G_N_ELEMENTS (relations))]),
    };
}

/* Three draws of relations, and none at all. */
Test (check, all_small_trees)
{
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  GRand *random = g_rand_new_with_seed (30);

  for (int n = 1; n <= 6; n++)
    for (gsize i = 0; i < all_trees (n, FALSE)->n_trees; i++)
      for (int draw = 0; draw < 4; draw++) {
        Sentence s = { .n = n };
        memcpy (s.heads, tree_at (all_trees (n, FALSE), i), ((gsize) n + 1) * sizeof (int));
        if (draw > 0)
          draw_words (random, &s);
        check_sentence (checker, projectivizer, &s);
      }
  g_rand_free (random);
}

Test (check, random_trees)
{
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  GRand *random = g_rand_new_with_seed (31);

  for (int i = 0; i < 3000; i++) {
    Sentence s = { .n = g_rand_int_range (random, 7, MOST + 1) };
    random_tree (random, s.n, g_rand_int_range (random, 0, 6), s.heads);
    draw_words (random, &s);
    check_sentence (checker, projectivizer, &s);
  }
  g_rand_free (random);
}
