/* test_conllu_write.c - sentences written with other heads and restored: which bytes change, and that all
 * come back. */
#include "conllu/conllu.h"
#include "unit/refused.h"
#include "unit/test_conllu.h"

enum { MAX_WORDS = 30 };

/* Parses the first sentence of @text, which must be good. */
static TbkConlluBatch *
parse_first (const char *text, TbkConlluSentence *sentence)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = open_text (text, strlen (text), NULL, 4096, &error);
  cr_assert (reader != NULL, "%s", error->message);
  TbkConlluBatch *batch = tbk_conllu_batch_new ();
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, sentence));
  return batch;
}

static char *
write_text (const char *text, const int *heads, TbkMark mark)
{
  TbkConlluSentence sentence;
  TbkConlluBatch *batch = parse_first (text, &sentence);
  g_autoptr (TbkText) written = tbk_text_new ();
  cr_assert (sentence.problem == NULL, "%s", sentence.problem->message);
  tbk_conllu_sentence_write (&sentence, heads, mark, written);
  char *result = tbk_text_dup (written, NULL);
  tbk_conllu_batch_free (batch);
  return result;
}

/* The restored text, or the message if it cannot be. */
static char *
restore_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  TbkConlluSentence sentence;
  TbkConlluBatch *batch = parse_first (text, &sentence);
  g_autoptr (TbkText) restored = tbk_text_new ();
  cr_assert (sentence.problem == NULL, "%s", sentence.problem->message);
  tbk_text_add (restored, "+", 1);
  gboolean is_good = tbk_conllu_sentence_restore (&sentence, restored, &error);
  g_autofree char *result = tbk_text_dup (restored, NULL);
  tbk_conllu_batch_free (batch);
  cr_assert_eq (is_good, error == NULL);
  if (is_good)
    return g_strdup (result + 1);
  cr_assert_str_eq (result, "+");
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  return g_strdup (without_name (error->message));
}

static void
check (const char *text, const int *heads, TbkMark mark, const char *expected)
{
  g_autofree char *written = write_text (text, heads, mark);
  cr_expect_str_eq (written, expected, "%s", written);
  if (mark == TBK_MARK_NONE)
    return;
  g_autofree char *restored = restore_text (written);
  cr_expect_str_eq (restored, text, "%s", restored);
}

#define FIRST  "1\ta\t_\t_\t_\t_\t"
#define SECOND "2\tb\t_\t_\t_\t_\t"
#define THIRD  "3\tc\t_\t_\t_\t_\t"

Test (conllu_write, marks)
{
  static const char text[] =
      "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" FIRST "2\tx\t_\t_\n" SECOND "0\troot\t0:root\t_\n"
      "2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" THIRD "1\ty:z\t_\tA=b|C\n\n";
  static const int heads[] = { -1, 2, 0, 2 }, same[] = { -1, 2, 0, 1 };
  check (text, heads, TBK_MARK_ORIG,
         "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" FIRST "2\tx\t_\t_\n" SECOND "0\troot\t0:root\t_\n"
         "2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" THIRD "2\ty:z\t_\tA=b|C|OrigHead=1\n\n");
  check (text, heads, TBK_MARK_PROJ,
         "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" FIRST "2\tx\t_\t_\n" SECOND "0\troot\t0:root\t_\n"
         "2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" THIRD "1\ty:z\t_\tA=b|C|ProjHead=2\n\n");
  check (text, heads, TBK_MARK_NONE,
         "# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" FIRST "2\tx\t_\t_\n" SECOND "0\troot\t0:root\t_\n"
         "2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n" THIRD "2\ty:z\t_\tA=b|C\n\n");
  check (text, same, TBK_MARK_ORIG, text);
  check (text, NULL, TBK_MARK_ORIG, text);
}

Test (conllu_write, the_root_moves)
{
  static const char text[] = FIRST "0\troot\t_\t_\n" SECOND "1\tx|y\\p\t_\tM\n\n";
  static const int heads[] = { -1, 2, 0 };
  check (text, heads, TBK_MARK_ORIG,
         FIRST "2\tdep\t_\tOrigHead=0|OrigDeprel=root\n" SECOND
               "0\troot\t_\tM|OrigHead=1|OrigDeprel=x\\py\\\\p\n\n");
  check (text, heads, TBK_MARK_PROJ,
         FIRST "0\troot\t_\tProjHead=2\n" SECOND "1\tx|y\\p\t_\tM|ProjHead=0\n\n");
  check (text, heads, TBK_MARK_NONE, FIRST "2\tdep\t_\t_\n" SECOND "0\troot\t_\tM\n\n");

  /* A DEPREL that is already what it becomes is not remembered. */
  static const char already[] = FIRST "0\tdep\t_\t_\n" SECOND "1\troot\t_\t_\n\n";
  check (already, heads, TBK_MARK_ORIG, FIRST "2\tdep\t_\tOrigHead=0\n" SECOND "0\troot\t_\tOrigHead=1\n\n");
}

Test (conllu_write, other_ends_of_lines_and_columns)
{
  static const int heads[] = { -1, 2, 0 };
  check (FIRST "0\troot\t_\t_\r\n" SECOND "1\tx\t_\tM\r\n\r\n", heads, TBK_MARK_ORIG,
         FIRST "2\tdep\t_\tOrigHead=0|OrigDeprel=root\r\n" SECOND
               "0\troot\t_\tM|OrigHead=1|OrigDeprel=x\r\n\r\n");
  check (FIRST "0\troot\t_\t_\n" SECOND "1\tx\t_\t_", heads, TBK_MARK_PROJ,
         FIRST "0\troot\t_\tProjHead=2\n" SECOND "1\tx\t_\tProjHead=0");
  check ("# global.columns = MISC X:Y DEPREL HEAD ID\n_\ty\troot\t0\t1\nM\ty\tz\t1\t2\n\n", heads,
         TBK_MARK_ORIG,
         "# global.columns = MISC X:Y DEPREL HEAD ID\nOrigHead=0|OrigDeprel=root\ty\tdep\t2\t1\n"
         "M|OrigHead=1|OrigDeprel=z\ty\troot\t0\t2\n\n");
  check ("# global.columns = HEAD MISC ID\r\n0\t_\t1\r\n1\t_\t2", heads, TBK_MARK_ORIG,
         "# global.columns = HEAD MISC ID\r\n2\tOrigHead=0\t1\r\n0\tOrigHead=1\t2");
  check ("# global.columns = HEAD ID\n0\t1\n1\t2\n\n", heads, TBK_MARK_NONE,
         "# global.columns = HEAD ID\n2\t1\n0\t2\n\n");
}

/* Marks upon marks could not be told apart when they are taken out. */
Test (conllu_write, no_marks_upon_marks)
{
  static const char text[] = FIRST "0\troot\t_\tOrigHead=2\n" SECOND "1\tx\t_\t_\n\n";
  static const int heads[] = { -1, 2, 0 };
  TbkConlluSentence sentence;
  TbkConlluBatch *batch = parse_first (text, &sentence);
  g_autoptr (TbkText) written = tbk_text_new ();
  cr_assert (sentence.has_marks);
  for (int mark = TBK_MARK_ORIG; mark <= TBK_MARK_NONE; mark++) {
    ASSERT_REFUSED (tbk_conllu_sentence_write (&sentence, heads, mark, written));
    ASSERT_REFUSED (conllu_sentence_write_choice (&sentence, heads, mark, "i", TRUE, written));
  }
  cr_assert_eq (tbk_text_length (written), 0);
  tbk_conllu_sentence_write (&sentence, NULL, TBK_MARK_ORIG, written);
  g_autofree char *result = tbk_text_dup (written, NULL);
  cr_assert_str_eq (result, text);
  tbk_conllu_batch_free (batch);
}

Test (conllu_write, what_cannot_be_restored)
{
  static const struct {
    const char *misc; /* of the second of two words */
    const char *message;
  } cases[] = {
    { "OrigHead=3", "2: 'OrigHead=3' in MISC is not the number of another word or 0 (the last word is 2)" },
    { "A|ProjHead=2", "2: 'ProjHead=2' in MISC is not the number of another word or 0 (the last word is 2)" },
    { "ProjHead=x", "2: 'ProjHead=x' in MISC is not the number of another word or 0 (the last word is 2)" },
    { "_", "1: [non-tree] the words 1, 2 form a cycle, expected a tree" },
    { "OrigHead=01", "2: 'OrigHead=01' in MISC is not the number of another word or 0 (the last word is 2)" },
    { "OrigHead=99999999999999999999|OrigDeprel=x", "2: 'OrigHead=99999999999999999999' in MISC is not the "
                                                    "number of another word or 0 (the last word is 2)" },
    { "OrigHead=0|OrigDeprel=x\\", "2: 'OrigDeprel=x\\' in MISC is not the end of a mark" },
    { "OrigHead=0|OrigDeprel=\\n", "2: 'OrigDeprel=\\n' in MISC is not the end of a mark" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text =
        g_strconcat (FIRST "0\troot\t_\tOrigHead=2\n" SECOND "1\tx\t_\t", cases[i].misc, "\n\n", NULL);
    g_autofree char *found = restore_text (text);
    cr_expect_str_eq (found, cases[i].message, "%s", found);
  }

  /* A mark that is not at the end is none, nor is one without a value, nor OrigDeprel= without OrigHead=
   * before it. */
  static const char text[] =
      FIRST "0\troot\t_\tOrigHead=99|A\n" SECOND "1\tx\t_\tOrigHead=\n" THIRD
            "1\tx\t_\tProjHead=2|OrigDeprel=x\n4\td\t_\t_\t_\t_\t1\tx\t_\tOrigDeprel=x\n\n";
  g_autofree char *same = restore_text (text);
  cr_expect_str_eq (same, text);
}

Test (conllu_write, a_problem_is_written_as_it_is)
{
  static const char text[] = FIRST "9\tx\t_\tOrigHead=99\n\n";
  TbkConlluSentence sentence;
  TbkConlluBatch *batch = parse_first (text, &sentence);
  g_autoptr (TbkText) written = tbk_text_new ();
  cr_assert_not_null (sentence.problem);
  tbk_conllu_sentence_write (&sentence, NULL, TBK_MARK_ORIG, written);
  cr_assert (tbk_conllu_sentence_restore (&sentence, written, NULL));
  g_autofree char *result = tbk_text_dup (written, NULL);
  cr_assert_str_eq (result, FIRST "9\tx\t_\tOrigHead=99\n\n" FIRST "9\tx\t_\tOrigHead=99\n\n");
  tbk_conllu_batch_free (batch);
}

/* What is kept of a bad sentence that begins the file. @lost: how many comments are not, and the first's line. */
static void
check_document_marks (const char *text, gsize length, const TbkConlluReaderOptions *options,
                      const char *expected, gint64 lost, gint64 line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = open_text (text, length, options, DEFAULT_BLOCKS, &error);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) written = tbk_text_new ();
  g_autofree char *result = NULL;
  TbkConlluSentence sentence;
  gint64 first = -1;

  cr_assert (tbk_conllu_reader_next (reader, batch, &error) == TBK_READ_BATCH
             && tbk_conllu_batch_next (batch, &sentence));
  cr_expect_not_null (sentence.problem);
  cr_expect_eq (write_document_marks (&sentence, written, &first), lost);
  cr_expect_eq (first, lost > 0 ? line : -1);
  result = tbk_text_dup (written, NULL);
  cr_expect_eq (tbk_text_length (written), strlen (expected));
  cr_expect_str_eq (result, expected);
}

Test (conllu_write, document_marks)
{
  static const char text[] =
      "\xef\xbb\xbf# global.columns = ID HEAD\n#newdoc\r\n# newpar id = 3\n# newparty\n"
      "# sent_id = newdoc\n# global.Entity = x\n1\t# newdoc\n";
  check_document_marks (text, sizeof text - 1, NULL,
                        "\xef\xbb\xbf# global.columns = ID HEAD\n#newdoc\r\n# newpar id = 3\n"
                        "# global.Entity = x\n",
                        0, 0);
}

/* What would make a bad sentence of the next one is not kept. */
Test (conllu_write, document_marks_that_are_bad)
{
  static const char bytes[] =
      "# newdoc\n# newdoc id = \0\n# newpar \xff\n# newpar \r x\n# global.x\n#newdoc\r";
  static const char columns[] = "# x\n# global.columns = ID HEAD\n# newdoc\n# global.columns = ID FORM LEMMA"
                                " UPOS XPOS FEATS HEAD DEPREL DEPS MISC\nx\n";
  static const char strict[] = "\xef\xbb\xbf# newdoc\r\n# newpar\nx\n";
  static const char long_lines[] = "# newdoc 8901\n# newdoc 890\n1\n";
  const TbkConlluReaderOptions short_lines = { .max_line = 12 }, is_strict = { .strict = TRUE };

  check_document_marks (bytes, sizeof bytes - 1, NULL, "# newdoc\n# global.x\n", 4, 2);
  check_document_marks (long_lines, sizeof long_lines - 1, &short_lines, "# newdoc 890\n", 1, 1);
  check_document_marks (columns, sizeof columns - 1, NULL,
                        "# newdoc\n# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n",
                        1, 2);
  check_document_marks (strict, sizeof strict - 1, &is_strict, "# newpar\n", 1, 1);
}

/* The versions of a sentence, one after the other, are read as as many sentences. */
Test (conllu_write, choices)
{
  static const struct {
    const char *text;
    const char *expected; /* two versions */
  } cases[] = {
    { "\n# c\n" FIRST "0\tx\t_\t_\n\n",
      "\n# i\n# c\n" FIRST "0\tx\t_\t_\n\n# i\n# c\n" FIRST "0\tx\t_\t_\n\n" },
    { "\xef\xbb\xbf" FIRST "0\tx\t_\t_\r\n",
      "\xef\xbb\xbf# i\r\n" FIRST "0\tx\t_\t_\r\n\r\n# i\r\n" FIRST "0\tx\t_\t_\r\n" },
    { FIRST "0\tx\t_\t_", "# i\n" FIRST "0\tx\t_\t_\n\n# i\n" FIRST "0\tx\t_\t_" },
    { "#global.columns = HEAD ID\n0\t1\n\n", "#global.columns = HEAD ID\n# i\n0\t1\n\n# i\n0\t1\n\n" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    TbkConlluSentence sentence;
    TbkConlluBatch *batch = parse_first (cases[i].text, &sentence);
    g_autoptr (TbkText) written = tbk_text_new ();
    conllu_sentence_write_choice (&sentence, sentence.heads, TBK_MARK_ORIG, "i", TRUE, written);
    conllu_sentence_write_choice (&sentence, sentence.heads, TBK_MARK_ORIG, "i", FALSE, written);
    g_autofree char *result = tbk_text_dup (written, NULL);
    cr_expect_str_eq (result, cases[i].expected, "%s", result);
    tbk_conllu_batch_free (batch);
  }
}

/* Heads of a random tree: in a random order, each word hangs on 0 or on one before it. */
static void
random_heads (GRand *rand, int *heads, int n)
{
  int order[MAX_WORDS + 1];
  for (int i = 1; i <= n; i++) {
    int j = g_rand_int_range (rand, 1, i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  heads[0] = -1;
  for (int i = 1; i <= n; i++) {
    int k = g_rand_int_range (rand, 0, i);
    heads[order[i]] = k == 0 ? 0 : order[k];
  }
}

/* A field of a few characters, some of which mean something elsewhere. */
static void
append_field (GString *text, GRand *rand)
{
  static const char characters[] = "_|=\\p #ab.-:OrigHead";
  for (int n = g_rand_int_range (rand, 1, 6); n > 0; n--)
    g_string_append_c (text, characters[g_rand_int_range (rand, 0, (int) strlen (characters))]);
}

static void
append_word (GString *text, GRand *rand, int word, int head, const char *end)
{
  static const char *const usual[] = { "_", "_|_", "|", "SpaceAfter=No", "OrigHea=1", "xOrigHead=1" };
  g_string_append_printf (text, "%d\tw\t_\t_\t_\t_\t%d\t", word, head);
  if (g_rand_int_range (rand, 0, 3) == 0)
    g_string_append (text, head == 0 ? "root" : "dep");
  else
    append_field (text, rand);
  g_string_append (text, "\t_\t");
  if (g_rand_int_range (rand, 0, 2) == 0)
    g_string_append (text, usual[g_rand_int_range (rand, 0, G_N_ELEMENTS (usual))]);
  else
    append_field (text, rand);
  g_string_append (text, end);
}

Test (conllu_write, random_round_trips)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  int heads[MAX_WORDS + 1], others[MAX_WORDS + 1];
  for (int round = 0; round < 500; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    int n = g_rand_int_range (rand, 1, MAX_WORDS + 1);
    const char *end = g_rand_int_range (rand, 0, 4) == 0 ? "\r\n" : "\n";
    random_heads (rand, heads, n);
    random_heads (rand, others, n);
    for (int word = 1; word <= n; word++)
      append_word (text, rand, word, heads[word], end);
    if (g_rand_int_range (rand, 0, 4) > 0)
      g_string_append (text, end);

    for (int mark = TBK_MARK_ORIG; mark <= TBK_MARK_PROJ; mark++) {
      TbkConlluSentence sentence;
      g_autofree char *written = write_text (text->str, others, mark);
      TbkConlluBatch *batch = parse_first (written, &sentence);
      cr_assert_null (sentence.problem);
      cr_assert_arr_eq (sentence.heads, mark == TBK_MARK_PROJ ? heads : others,
                        sizeof (int) * (gsize) (n + 1));
      tbk_conllu_batch_free (batch);
      g_autofree char *restored = restore_text (written);
      cr_assert_str_eq (restored, text->str, "%s", restored);
    }
  }
}
