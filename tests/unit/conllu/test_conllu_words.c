/* test_conllu_words.c - lines of words taken by the short way and field by field, and trees taken for
 * projective: both ways must come to the same, and to what the definitions say. */
#include "unit/test_conllu.h"

#include "brute/trees.h"

#define NAMES "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n"

/* Appends what the first sentence of @text is taken for; the names of the columns make the long way of it. */
static char *
describe (const char *first_line, const GString *lines)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strconcat (first_line, lines->str, NULL);
  g_autoptr (TbkConlluReader) reader = open_text (text, strlen (text), NULL, DEFAULT_BLOCKS, &error);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  GString *description = g_string_new (NULL);
  TbkConlluSentence sentence;

  cr_assert (reader != NULL, "%s", error->message);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  while (tbk_conllu_batch_next (batch, &sentence)) {
    if (sentence.problem != NULL) {
      g_string_append_printf (description, "%s\n", without_name (sentence.problem->message));
      continue;
    }
    for (int word = 1; word <= sentence.n; word++)
      g_string_append_printf (description, "%d ", sentence.heads[word]);
    g_string_append_printf (description, "/%d %d %d %d\n", sentence.n_roots, sentence.has_marks,
                            sentence.is_projective, (int) sentence.line);
  }
  return g_string_free (description, FALSE);
}

static void
check_both_ways (const GString *lines)
{
  g_autofree char *quick = describe ("# text = the columns named or not\n", lines);
  g_autofree char *slow = describe (NAMES, lines);
  cr_assert_str_eq (quick, slow, "%s", lines->str);
}

/* Appends a field of some length, at times one that does not belong. */
static void
add_field (GRand *random, GString *lines, int column, int word, int n)
{
  static const char *const ids[] = { "0", "01", "1-2", "2-3", "3.1", "x", "-1", "12345678", "" };
  static const char *const heads[] = { "00",   "07", "-1", "a", "1a", "12345", "1234567890123",
                                       "9999", ":",  "/",  "" };
  static const char *const miscs[] = { "SpaceAfter=No", "OrigHead=1", "A=b|ProjHead=12", "OrigHead=",     "",
                                       "Hyph=Yes",      "Head=1",     "XOrigHead=1",     "ProjHead=3|Z=z" };
  gboolean is_odd = g_rand_int_range (random, 0, 300) == 0;

  if (column == 0)
    g_string_append_printf (lines, is_odd ? "%s" : "%.0s%d", ids[g_rand_int_range (random, 0, 9)], word);
  else if (column == 6)
    g_string_append_printf (lines, is_odd ? "%s" : "%.0s%d", heads[g_rand_int_range (random, 0, 11)],
                            (word + g_rand_int_range (random, 1, n + 1)) % (n + 1));
  else if (column == 9 && g_rand_int_range (random, 0, 3) == 0)
    g_string_append (lines, miscs[g_rand_int_range (random, 0, 9)]);
  else if (g_rand_int_range (random, 0, 1000) > 0)
    for (int i = g_rand_int_range (random, 0, g_rand_int_range (random, 1, 60)); i >= 0; i--)
      g_string_append_c (lines, "abH=|\xc3"[g_rand_int_range (random, 0, 5)]);
}

Test (conllu_words, both_ways_are_alike)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (int round = 0; round < 3000; round++) {
    int n = g_rand_int_range (random, 1, round % 100 == 0 ? 120 : 12);
    g_string_truncate (lines, 0);
    for (int word = 1; word <= n; word++) {
      int n_columns = g_rand_int_range (random, 0, 200) == 0 ? g_rand_int_range (random, 8, 13) : 10;
      for (int column = 0; column < n_columns; column++) {
        if (column > 0)
          g_string_append_c (lines, '\t');
        add_field (random, lines, column, word, n);
      }
      if (word < n || g_rand_boolean (random))
        g_string_append (lines, g_rand_int_range (random, 0, 300) == 0 ? "\n\n" : "\n");
    }
    check_both_ways (lines);
  }
}

/* Two words, whose lines have these lengths. */
static void
add_lengths (GString *lines, int before, int after)
{
  g_autofree char *form = g_strnfill (before, 'a'), *misc = g_strnfill (after, 'b');

  g_string_append_printf (lines, "1\t%s\t_\t_\t_\t_\t2\t_\t_\t%s\n2\ta\t_\t_\t_\t_\t0\t_\t_\t%s%s\n", form,
                          misc, after % 2 ? "a" : misc, after % 3 ? "|OrigHead=1" : "");
}

/* Lines of all lengths around those of vectors, with the tabs that matter at any place in them: all of them beside others, and
 * some at the end of a file, each in a file of its own, which takes longer to open than to read. */
Test (conllu_words, lengths_of_lines)
{
  g_autoptr (GString) all = g_string_new (NULL), lines = g_string_new (NULL);

  for (int before = 1; before < 140; before++) {
    g_string_truncate (all, 0);
    for (int after = 1; after < 140; after += after % 7 == 0 ? 9 : 1) {
      add_lengths (all, before, after);
      g_string_append_c (all, '\n');
      if ((before + after) % 8 != 0)
        continue;
      g_string_truncate (lines, 0);
      add_lengths (lines, before, after);
      check_both_ways (lines);
    }
    check_both_ways (all);
  }
}

/* A limit on lines shorter than those of the short way. */
Test (conllu_words, short_limits)
{
  static const gsize limits[] = { 60, 100, 127, 128, 129 };

  for (int length = 90; length < 135; length++)
    for (guint l = 0; l < G_N_ELEMENTS (limits); l++) {
      const TbkConlluReaderOptions options = { .max_line = limits[l] };
      g_autofree char *form = g_strnfill (length - 18, 'a');
      g_autofree char *text =
          g_strdup_printf ("1\ta\t_\t_\t_\t_\t2\t_\t_\t_\n2\t%s\t_\t_\t_\t_\t0\t_\t_\t_\n\n", form);
      g_autoptr (TbkConlluReader) reader = open_text (text, strlen (text), &options, DEFAULT_BLOCKS, NULL);
      g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
      TbkConlluSentence sentence;

      cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
      cr_assert (tbk_conllu_batch_next (batch, &sentence));
      cr_assert_eq (sentence.problem != NULL, (gsize) length > limits[l], "%d bytes, limit %d", length,
                    (int) limits[l]);
    }
}

/* Numbers of words and heads of one to five digits. */
Test (conllu_words, long_sentences)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (int word = 1; word <= 10100; word++)
    g_string_append_printf (lines, "%d\ta\t_\t_\t_\t_\t%d\t_\t_\t_\n", word, word == 10100 ? 0 : word + 1);
  check_both_ways (lines);
}

static gboolean
is_taken_for_projective (const int *heads, int n, gboolean *is_tree)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = NULL;
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;

  for (int word = 1; word <= n; word++)
    g_string_append_printf (lines, "%d\ta\t_\t_\t_\t_\t%d\t_\t_\t_\n", word, heads[word]);
  reader = open_text (lines->str, lines->len, NULL, DEFAULT_BLOCKS, &error);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  *is_tree = sentence.problem == NULL;
  return sentence.problem == NULL && sentence.is_projective;
}

static void
check_tree (const int *heads, int n)
{
  gboolean found_tree, found_projective = is_taken_for_projective (heads, n, &found_tree);

  cr_assert_eq (found_tree, is_tree (heads, n));
  if (found_tree)
    cr_assert_eq (found_projective, count_nonprojective_arcs (heads, n) == 0);
}

/* All heads of up to 5 words, trees or not, but for words that are their own. */
Test (conllu_words, all_small_trees)
{
  for (int n = 1; n <= 5; n++) {
    int heads[6] = { -1, 0 }, word;
    for (int d = 1; d <= n; d++)
      heads[d] = 0;
    do {
      gboolean has_loop = FALSE;
      for (int d = 1; d <= n; d++)
        has_loop |= heads[d] == d;
      if (!has_loop)
        check_tree (heads, n);
      for (word = n; word > 0 && heads[word] == n; word--)
        heads[word] = 0;
      heads[word] += word > 0;
    } while (word > 0);
  }
}

Test (conllu_words, random_trees)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  int heads[101];

  for (int round = 0; round < 3000; round++) {
    int n = round % 2 == 0 ? g_rand_int_range (random, 55, 71) : g_rand_int_range (random, 1, 101);
    if (round % 3 == 0)
      random_tree (random, n, round % 5, heads);
    else
      random_projective_tree (random, n, heads);
    if (round % 3 == 2) { /* the other head of one word often makes a cycle or a crossing */
      int word = g_rand_int_range (random, 1, n + 1);
      heads[word] = (word + g_rand_int_range (random, 1, n + 1)) % (n + 1);
    }
    check_tree (heads, n);
  }
}
