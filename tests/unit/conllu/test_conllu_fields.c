/* test_conllu_fields.c - the columns of a word, and HEAD and DEPREL replaced: of odd sentences too, and with
 * every other byte kept. */
#include "unit/refused.h"
#include "unit/test_conllu.h"

/* Parses the first sentence of @text, which must be good. @columns (nullable): names of the columns. */
static TbkConlluBatch *
parse_columns (const char *text, const char *columns, TbkConlluSentence *sentence)
{
  const TbkConlluReaderOptions options = { .columns = { columns, NULL } };
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = open_text (text, strlen (text), &options, 4096, &error);
  cr_assert (reader != NULL, "%s", error->message);
  TbkConlluBatch *batch = tbk_conllu_batch_new ();
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, sentence));
  cr_assert (sentence->problem == NULL, "%s", sentence->problem->message);
  return batch;
}

static TbkConlluBatch *
parse_first (const char *text, TbkConlluSentence *sentence)
{
  return parse_columns (text, NULL, sentence);
}

/* Checks that the columns of @word are @expected, in the order of CoNLL-U, NULL for one that is missing. */
static void
check_fields (const TbkConlluSentence *sentence, int word, const char *const *expected)
{
  for (int column = 0; column < TBK_N_COLUMNS; column++) {
    TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);
    g_autofree char *found = field.bytes != NULL ? g_strndup (field.bytes, field.size) : NULL;
    cr_expect_str_eq (found != NULL ? found : "none", expected[column] != NULL ? expected[column] : "none",
                      "word %d, column %d: %s", word, column, found);
  }
}

#define COMMENTS "# sent_id = a\n"
#define RANGE    "1-2\tab\tR\tR\tR\tR\tR\tR\tR\tR\n"
#define EMPTY    "1.1\tE\tE\tE\tE\tE\tE\tE\t0:E\tE\n"
#define FIRST    "1\ta b\tA\tX\tx\tF=1|G=2\t2\tn:m\t2:n\t_\n"
#define SECOND   "2\t#\tB\tY\ty\t_\t0\troot\t0:root\tM=1\n"

static const char *const first[] = { "1", "a b", "A", "X", "x", "F=1|G=2", "2", "n:m", "2:n", "_" };
static const char *const second[] = { "2", "#", "B", "Y", "y", "_", "0", "root", "0:root", "M=1" };

Test (conllu_fields, words_only)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch =
      parse_first (COMMENTS RANGE FIRST EMPTY SECOND "\n", &sentence);
  check_fields (&sentence, 2, second);
  check_fields (&sentence, 1, first);
}

Test (conllu_fields, carriage_returns)
{
  static const char *const last[] = { "2", "b", "_", "_", "_", "_", "0", "root", "_", "M" };
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (
      "1\ta b\tA\tX\tx\tF=1|G=2\t2\tn:m\t2:n\t_\r\n2\tb\t_\t_\t_\t_\t0\troot\t_\tM\r\n\r\n", &sentence);
  check_fields (&sentence, 1, first);
  check_fields (&sentence, 2, last);
}

Test (conllu_fields, no_newline_at_the_end)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch =
      parse_first (FIRST "2\t#\tB\tY\ty\t_\t0\troot\t0:root\tM=1", &sentence);
  check_fields (&sentence, 2, second);
}

Test (conllu_fields, a_long_line)
{
  g_autofree char *form = g_strnfill (3000, 'f');
  g_autofree char *text = g_strdup_printf ("1\t%s\t_\t_\t_\t_\t0\troot\t_\t%s\n\n", form, form);
  const char *const expected[] = { "1", form, "_", "_", "_", "_", "0", "root", "_", form };
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (text, &sentence);
  check_fields (&sentence, 1, expected);
}

/* Columns of CoNLL-U Plus are found by name; a comment of the same names further down changes nothing. */
Test (conllu_fields, columns_by_name)
{
  static const char *const expected[] = { "1", NULL, NULL, NULL, NULL, NULL, "0", "root", NULL, "m" };
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch =
      parse_first ("# global.columns = DEPREL X:Y MISC ID HEAD\n# global.columns = DEPREL X:Y MISC ID HEAD\n"
                   "root\ty\tm\t1\t0\n\n",
                   &sentence);
  check_fields (&sentence, 1, expected);
}

/* Checks that two columns of words, the last first, are those that are read one by one. */
static void
check_two (const char *text, const char *names)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_columns (text, names, &sentence);
  const int words[] = { sentence.n, 1 };
  TbkPiece pieces[2][2];

  for (int i = 0; i < TBK_N_COLUMNS * TBK_N_COLUMNS; i++) {
    const TbkColumn two[] = { i / TBK_N_COLUMNS, i % TBK_N_COLUMNS };

    fields_read_two (&sentence, words, 2, two, pieces);
    for (int place = 0; place < 4; place++) {
      const TbkPiece expected = tbk_conllu_sentence_field (&sentence, words[place / 2], two[place % 2]),
                     found = pieces[place / 2][place % 2];

      cr_expect_eq (found.size, expected.size);
      cr_expect (found.size == 0 || memcmp (found.bytes, expected.bytes, found.size) == 0,
                 "word %d, column %d: %.*s", words[place / 2], two[place % 2], (int) found.size, found.bytes);
    }
  }
}

Test (conllu_fields, two_columns)
{
  g_autofree char *form = g_strnfill (60, 'f'), *lemma = g_strnfill (300, 'l');
  g_autofree char *long_line = g_strdup_printf ("1\t%s\t%s\tX\tx\t_\t0\troot\t_\t%s\n\n", form, lemma, lemma);

  check_two (COMMENTS RANGE FIRST EMPTY SECOND "\n", NULL);
  check_two (long_line, NULL);
  check_two ("1\ta\t_\tX\t_\t\t2\tn\t_\t_\r\n2\tb\t_\tY\ty\t\t0\troot\t_\tM\r\n\r\n", NULL); /* empty */
}

Test (conllu_fields, two_columns_by_name)
{
  check_two ("1\ta\tX\t2\tn\tmore\tand more\n2\tb\tY\t0\troot\t_\t_\n\n",
             "ID FORM UPOS HEAD DEPREL ...");                                               /* open */
  check_two ("n\t2\tX\ta\t1\tx\nroot\t0\tY\tb\t2\ty\n\n", "DEPREL HEAD UPOS FORM ID XPOS"); /* reordered */
  check_two ("1\ta\t2\tn\n2\tb\t0\troot\n\n", "ID FORM HEAD DEPREL"); /* DEPREL last, UPOS missing */
  check_two ("# global.columns = UPOS ID HEAD DEPREL\nX\t1\t2\tn\nY\t2\t0\troot", NULL); /* no newline */
}

/* All lines of a sentence: "kind first-last FORM DEPREL", or the comment. */
static char *
list_lines (const TbkConlluSentence *sentence)
{
  static const char *const kinds[] = { "comment", "word", "range", "empty" };
  GString *list = g_string_new (NULL);
  const char *position = NULL;
  TbkConlluLine line;

  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const TbkPiece form = line.fields[TBK_COLUMN_FORM], deprel = line.fields[TBK_COLUMN_DEPREL];
    if (line.kind == TBK_LINE_COMMENT)
      g_string_append_printf (list, "%.*s|", (int) line.text.size, line.text.bytes);
    else
      g_string_append_printf (list, "%s %d-%d %.*s %.*s|", kinds[line.kind], line.first, line.last,
                              (int) form.size, form.bytes, (int) deprel.size,
                              deprel.bytes != NULL ? deprel.bytes : "");
  }
  return g_string_free (list, FALSE);
}

static void
check_lines (const char *text, const char *expected, const char *comment)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (text, &sentence);
  g_autofree char *found = list_lines (&sentence);
  const TbkPiece value = tbk_conllu_sentence_comment (&sentence, "text");
  g_autofree char *found_comment = g_strndup (value.bytes, value.size);

  cr_expect_str_eq (found, expected);
  cr_expect_str_eq (found_comment != NULL ? found_comment : "none", comment);
}

Test (conllu_fields, lines)
{
  check_lines (
      "# sent_id = a\n# text_en = no\n#text=a b\n" RANGE FIRST EMPTY SECOND "\n",
      "# sent_id = a|# text_en = no|#text=a b|range 1-2 ab R|word 1-1 a b n:m|empty 1-1 E E|word 2-2 # root|",
      "a b");
  check_lines ("\357\273\277# text = x \r\n1\ta b\tA\tX\tx\tF=1|G=2\t0\tn:m\t2:n\t_\r\n\r\n",
               "# text = x |word 1-1 a b n:m|", "x ");
  check_lines ("# global.columns = HEAD FORM ID\n0\ta\t1\n_\te\t1.1\n",
               "# global.columns = HEAD FORM ID|word 1-1 a |empty 1-1 e |", "none");
  check_lines ("# text\n# text = \n1\ta b\tA\tX\tx\t_\t0\tn:m\t_\t_", "# text|# text = |word 1-1 a b n:m|",
               "");
}

static gboolean
may_have_deps (const char *text, const char *names)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_columns (text, names, &sentence);

  return tbk_conllu_sentence_may_have_deps (&sentence);
}

Test (conllu_fields, deps)
{
  cr_expect (!may_have_deps ("# a\tb\tc\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\tM\n1\ta\t_\tX\t_\t_\t2\tn\t_\tA=B\r\n"
                             "2\tb\t_\tX\t_\t_\t0\troot\t_\t_\r\n\n",
                             NULL));
  cr_expect (may_have_deps ("1\ta\t_\tX\t_\t_\t2\tn\t2:n\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n", NULL));
  cr_expect (may_have_deps ("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n1.1\te\t_\t_\t_\t_\t_\t_\t1:n\t_\n\n", NULL));
  cr_expect (may_have_deps ("1\ta\t_\tX\t_\t_\t0\troot\t\t_\n\n", NULL)); /* empty */
  cr_expect (!may_have_deps ("1\ta\t0\tn\n\n", "ID FORM HEAD DEPREL"));
  cr_expect (!may_have_deps ("1\t0\t_\tn\n\n", "ID HEAD DEPS DEPREL"));
  cr_expect (may_have_deps ("1\t0\t0:n\tn\n\n", "ID HEAD DEPS DEPREL"));
  cr_expect (may_have_deps ("1\t_\t0\tn\n\n", "ID DEPS HEAD DEPREL"));             /* not known */
  cr_expect (may_have_deps ("1\t0\tn\t0:n\t_\tx\n\n", "ID HEAD DEPREL DEPS ...")); /* behind it are two */
  cr_expect (!may_have_deps ("1\ta\t_\tX\t_\t_\t0\troot\t_\t_", NULL));            /* no newline */
}

Test (conllu_fields, wrong_arguments)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (FIRST SECOND "\n", &sentence);
  ASSERT_REFUSED (tbk_conllu_sentence_field (&sentence, 0, TBK_COLUMN_FORM));
  ASSERT_REFUSED (tbk_conllu_sentence_field (&sentence, 3, TBK_COLUMN_FORM));
  ASSERT_REFUSED (tbk_conllu_sentence_field (&sentence, 1, TBK_N_COLUMNS));
}

static void
check_arcs (const char *text, const int *heads, const TbkPiece *deprels, const char *expected)
{
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (text, &sentence);
  g_autoptr (TbkText) written = tbk_text_new ();
  tbk_conllu_sentence_write_arcs (&sentence, heads, deprels, written);
  g_autofree char *result = tbk_text_dup (written, NULL);
  cr_expect_str_eq (result, expected, "%s", result);
}

Test (conllu_fields, write_arcs)
{
  static const int heads[] = { -1, 0, 1 };
  static const TbkPiece deprels[] = { { 0 }, { "long|", 4 }, { 0 } },
                        both[] = { { 0 }, { "p", 1 }, { "q", 1 } };
  static const char text[] = COMMENTS RANGE FIRST EMPTY SECOND "\n";

  check_arcs (text, NULL, NULL, text);
  check_arcs (text, heads, NULL,
              COMMENTS RANGE "1\ta b\tA\tX\tx\tF=1|G=2\t0\tn:m\t2:n\t_\n" EMPTY
                             "2\t#\tB\tY\ty\t_\t1\troot\t0:root\tM=1\n\n");
  check_arcs (text, NULL, deprels,
              COMMENTS RANGE "1\ta b\tA\tX\tx\tF=1|G=2\t2\tlong\t2:n\t_\n" EMPTY SECOND "\n");
  check_arcs (text, heads, both,
              COMMENTS RANGE "1\ta b\tA\tX\tx\tF=1|G=2\t0\tp\t2:n\t_\n" EMPTY
                             "2\t#\tB\tY\ty\t_\t1\tq\t0:root\tM=1\n\n");
}

Test (conllu_fields, write_arcs_of_odd_files)
{
  static const int heads[] = { -1, 0, 1 };
  static const TbkPiece deprels[] = { { 0 }, { "root", 4 }, { "q", 1 } };

  check_arcs ("\xef\xbb\xbf# c\r\n1\ta\t_\t_\t_\t_\t2\tx\t_\t_\r\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n",
              heads, deprels,
              "\xef\xbb\xbf# c\r\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\n2\tb\t_\t_\t_\t_\t1\tq\t_\t_\r\n\r\n");
  check_arcs ("# global.columns = DEPREL ID MISC HEAD\nx\t1\t_\t2\nroot\t2\tOrigHead=1\t0", heads, deprels,
              "# global.columns = DEPREL ID MISC HEAD\nroot\t1\t_\t0\nq\t2\tOrigHead=1\t1");
  check_arcs ("# global.columns = HEAD ID\r\n2\t1\r\n0\t2\r\n\r\n", heads, deprels,
              "# global.columns = HEAD ID\r\n0\t1\r\n1\t2\r\n\r\n");
}

Test (conllu_fields, write_arcs_of_wrong_arguments)
{
  static const int wrong[] = { -1, 3, 0 };
  static const TbkPiece bad[][3] = {
    { { 0 }, { 0 }, { "", 0 } },
    { { 0 }, { "a\tb", 3 }, { 0 } },
    { { 0 }, { "a\n", 2 }, { 0 } },
    { { 0 }, { 0 }, { "\r", 1 } },
  };
  TbkConlluSentence sentence;
  G_GNUC_UNUSED g_autoptr (TbkConlluBatch) batch = parse_first (FIRST SECOND "\n", &sentence);
  g_autoptr (TbkText) written = tbk_text_new ();
  ASSERT_REFUSED (tbk_conllu_sentence_write_arcs (&sentence, wrong, NULL, written));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    ASSERT_REFUSED (tbk_conllu_sentence_write_arcs (&sentence, NULL, bad[i], written));
  cr_assert_eq (tbk_text_length (written), 0);
}
