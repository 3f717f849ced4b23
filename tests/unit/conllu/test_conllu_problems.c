/* test_conllu_problems.c - every rule of the format, broken once or more: the message it gives. */
#include "conllu/conllu.h"
#include "tbk/check.h"
#include "unit/test_conllu.h"

/* A word's line with its columns, those between left "_". */
#define WORD(id, head) id "\tw\t_\t_\t_\t_\t" head "\tdep\t_\t_\n"
#define RANGE(id)      id "\tw\t_\t_\t_\t_\t_\t_\t_\t_\n"
#define ID             "# sent_id = a\n"
#define GOOD           ID WORD ("1", "0") "\n"
#define NAMES          "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"

typedef struct {
  const char *text;
  const char *message; /* after "FILE:" */
} Case;

static const Case cases[] = {
  { ID "1\tw\t_\t_\t_\t_\t0\troot\t_\n\n", "2: [number-of-columns] 9 columns found, 10 expected" },
  { ID "1\tw\t_\t_\t_\t_\t0\troot\t_\t_\t_\n\n", "2: [number-of-columns] 11 columns found, 10 expected" },
  { ID "1\tw\t_\t_\t_\t_\t0\troot\t_\t_\t\n\n", "2: [number-of-columns] 11 columns found, 10 expected" },
  { ID "1 w _ _ _ _ 0 root _ _\n\n",
    "2: [number-of-columns] 1 column found, 10 expected: here are spaces where CoNLL-U has tabs" },
  { ID "word\n\n", "2: [number-of-columns] 1 column found, 10 expected: this looks like plain text, "
                   "CoNLL-U has one word a line" },
  { ID "<p>\n\n", "2: [number-of-columns] 1 column found, 10 expected: this looks like HTML or XML" },
  { ID "{\"a\":1}\n\n", "2: [number-of-columns] 1 column found, 10 expected: this looks like JSON" },
  { ID "(S (N a))\n\n",
    "2: [number-of-columns] 1 column found, 10 expected: this looks like phrase structure in brackets" },
  { ID "1\tw w\t_\t_ _ _ 0 root _ _\n\n", "2: [number-of-columns] 4 columns found, 10 expected: some columns "
                                          "have spaces before them where CoNLL-U has tabs" },
  { ID "1\tw\tw\tN\tN\t_\t0\troot\n\n",
    "2: [number-of-columns] 8 columns found, 10 expected: this looks like CoNLL-X" },
  { ID "1\tw\tw\tw\tN\tN\t_\t_\t0\t0\troot\troot\t_\t_\n\n",
    "2: [number-of-columns] 14 columns found, 10 expected: this looks like CoNLL 2009" },
  { ID "1\n\n", "2: [number-of-columns] 1 column found, 10 expected" },
  { ID "1\t\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "2: [empty-column] column 2 (FORM) is empty, expected at least '_'" },
  { ID "1\tw\t_\t_\t_\t_\t\troot\t_\t\n\n",
    "2: [empty-column] column 7 (HEAD) is empty, expected at least '_'" },
  { ID "\tw\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "2: [empty-column] column 1 (ID) is empty, expected at least '_'" },

  { ID WORD ("01", "0") "\n", "2: [invalid-word-id] ID '01' is not a word number, a range or an empty node" },
  { ID WORD ("+1", "0") "\n", "2: [invalid-word-id] ID '+1' is not a word number, a range or an empty node" },
  { ID WORD ("-1", "0") "\n", "2: [invalid-word-id] ID '-1' is not a word number, a range or an empty node" },
  { ID WORD ("0", "0") "\n", "2: [invalid-word-id] ID '0' is not a word number, a range or an empty node" },
  { ID WORD ("1.0", "0") "\n",
    "2: [invalid-word-id] ID '1.0' is not a word number, a range or an empty node" },
  { ID WORD ("4-5.1", "0") "\n",
    "2: [invalid-word-id] ID '4-5.1' is not a word number, a range or an empty node" },
  { ID WORD ("1\x1b[31m", "0") "\n",
    "2: [invalid-word-id] ID '1\\x1b[31m' is not a word number, a range or an empty node" },
  { ID WORD ("2", "0") "\n", "2: [word-id-sequence] ID 2 found, 1 expected" },
  { ID WORD ("1", "0") WORD ("1", "1") "\n",
    "3: [word-id-sequence] ID 1 found, 2 expected: is the empty line between two sentences missing?" },
  { ID WORD ("1", "0") WORD ("3", "1") "\n", "3: [word-id-sequence] ID 3 found, 2 expected" },
  { ID WORD ("100000000000000000000", "0") "\n",
    "2: [word-id-sequence] ID 100000000000000000000 found, 1 expected" },
  { ID WORD ("4294967297", "0") "\n", "2: [word-id-sequence] ID 4294967297 found, 1 expected" },

  { ID WORD ("1", "_") "\n",
    "2: [invalid-head] no word has a HEAD, expected a tree, which 'tbk parse' makes" },
  { ID WORD ("1", "0") WORD ("2", "_") "\n", "3: [invalid-head] HEAD '_' is not a word number or 0" },
  { ID WORD ("1", "_") WORD ("2", "0") "\n", "2: [invalid-head] HEAD '_' is not a word number or 0" },
  { ID WORD ("1", "-1") "\n", "2: [invalid-head] HEAD '-1' is not a word number or 0" },
  { ID WORD ("1", "3x") "\n", "2: [invalid-head] HEAD '3x' is not a word number or 0" },
  { ID WORD ("1", "00") "\n", "2: [invalid-head] HEAD '00' is not a word number or 0" },
  { ID WORD ("1", "0.1") "\n", "2: [invalid-head] HEAD '0.1' is not a word number or 0" },
  { ID WORD ("1", "0") WORD ("2", "3") "\n", "3: [unknown-head] HEAD '3' of word 2, but the last word is 2" },
  { ID WORD ("1", "100000000000000000000") WORD ("2", "0") "\n",
    "2: [unknown-head] HEAD '100000000000000000000' of word 1, but the last word is 2" },
  { ID WORD ("1", "0") WORD ("2", "2") "\n", "3: [head-self-loop] HEAD of word 2 is the word itself" },
  { ID WORD ("1", "0") WORD ("2", "4") WORD ("3", "2") WORD ("4", "3") "\n",
    "3: [non-tree] the words 2, 4, 3 form a cycle, expected a tree" },
  { ID WORD ("1", "2") WORD ("2", "1") "\n", "2: [non-tree] the words 1, 2 form a cycle, expected a tree" },
  { ID WORD ("1", "2") WORD ("2", "3") WORD ("3", "4") WORD ("4", "5") WORD ("5", "6") WORD ("6", "7")
        WORD ("7", "8") WORD ("8", "9") WORD ("9", "10") WORD ("10", "11") WORD ("11", "1") "\n",
    "2: [non-tree] the words 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... form a cycle, "
    "expected a tree" },

  { ID WORD ("1", "0") "# late\n\n",
    "3: [misplaced-comment] comment after the first word, expected before it: is the empty line between two "
    "sentences missing?" },
  { ID RANGE ("1-2") "# late\n" WORD ("1", "0") "\n",
    "3: [misplaced-comment] comment after the first word, expected before it: is the empty line between two "
    "sentences missing?" },
  { ID "# more\n", "1: [empty-sentence] sentence without words, expected at least one: the file ends in this "
                   "sentence, was it cut?" },
  { ID RANGE ("0.1") "\n", "1: [empty-sentence] sentence without words, expected at least one" },
  { ID WORD ("1", "0") " \n\n", "3: [pseudo-empty-line] line of white space only, expected an empty one" },
  { ID WORD ("1", "0") "\t\n\n", "3: [pseudo-empty-line] line of white space only, expected an empty one" },
  { ID WORD ("1", "0") "\xc2\xa0\xe3\x80\x80\n\n",
    "3: [pseudo-empty-line] line of white space only, expected an empty one" },
  { "\xef\xbb\xbf\n" GOOD, "1: [pseudo-empty-line] line of white space only, expected an empty one" },
  { "\xef\xbb\xbf", "1: [pseudo-empty-line] line of white space only, expected an empty one" },

  { ID RANGE ("1-02") WORD ("1", "0") "\n",
    "2: [invalid-word-interval] ID is not two word numbers from 1 on" },
  { ID RANGE ("0-1") WORD ("1", "0") "\n",
    "2: [invalid-word-interval] ID is not two word numbers from 1 on" },
  { ID RANGE ("2-1") WORD ("1", "0") "\n", "2: [reversed-word-interval] range 2-1 ends before it begins" },
  { ID RANGE ("1-2") WORD ("1", "0") RANGE ("2-3") WORD ("2", "1") WORD ("3", "1") "\n",
    "4: [overlapping-word-intervals] range 2-3 overlaps with 1-2" },
  { ID RANGE ("1-2") RANGE ("1-3") WORD ("1", "0") WORD ("2", "1") WORD ("3", "1") "\n",
    "3: [overlapping-word-intervals] range 1-3 overlaps with 1-2" },
  { ID WORD ("1", "0") RANGE ("1-2") WORD ("2", "1") "\n",
    "3: [misplaced-word-interval] range 1-2 found, expected directly before word 1, not 2" },
  { ID RANGE ("2-3") WORD ("1", "0") WORD ("2", "1") WORD ("3", "1") "\n",
    "2: [misplaced-word-interval] range 2-3 found, expected directly before word 2, not 1" },
  { ID WORD ("1", "0") RANGE ("2-3") WORD ("2", "1") "\n",
    "3: [word-interval-out] range 2-3, but the last word is 2" },
  { ID RANGE ("1-100000000000000000000") WORD ("1", "0") "\n",
    "2: [word-interval-out] range 1-2147483647, but the last word is 1" },
  { ID WORD ("1", "0") RANGE ("2.1") "\n", "3: [misplaced-empty-node] empty node 2.1 found, 1.1 expected" },
  { ID WORD ("1", "0") RANGE ("1.2") "\n", "3: [misplaced-empty-node] empty node 1.2 found, 1.1 expected" },
  { ID RANGE ("0.1") RANGE ("0.1") WORD ("1", "0") "\n",
    "3: [misplaced-empty-node] empty node 0.1 found, 0.2 expected" },
  { ID RANGE ("1-2") RANGE ("0.1") WORD ("1", "0") WORD ("2", "1") "\n",
    "3: [misplaced-empty-node] empty node 0.1 found after the range 1-2, expected before it" },

  { ID "1\tw\rx\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "2: [non-unix-newline] carriage return in column 4 of bytes without a line feed after it" },
  { ID WORD ("1", "0") "\r",
    "3: [non-unix-newline] carriage return in column 1 of bytes without a line feed after it" },
  { ID "1\tw\xff\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "2:4: not UTF-8 text: byte 0xff: if this is Latin-1, convert it by iconv -f LATIN1 -t UTF-8" },
  { ID "1\tw\xc0\x80\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "2:4: not UTF-8 text: byte 0xc0" },
  { ID "1\tw\xed\xa0\x80\t_\n\n", "2:4: not UTF-8 text: byte 0xed" },
  { "\x01\x02\xfe binary",
    "1:3: not UTF-8 text: byte 0xfe: if this is Latin-1, convert it by iconv -f LATIN1 -t UTF-8" },
  { "PK\x03\x04\xfe\n", "open: 1: found a zip archive, expected UTF-8 text: unpack it first" },
  { "PK\x03\x04..........................[Content_Types].xml",
    "open: 1: found an Office document (.xlsx, .docx or .ods), expected UTF-8 text: save it as plain text" },
  { "%PDF-1.4\n\n", "open: 1: found a PDF file, expected UTF-8 text" },
  { "\x89PNG\r\n", "open: 1: found a PNG picture, expected UTF-8 text" },
};

/* The sentences of @text, one a line: its problem, or "ok". */
static char *
problems (const char *text, gsize length, gboolean strict, gsize max_line)
{
  g_autoptr (GError) error = NULL;
  TbkConlluReaderOptions options = { .max_line = max_line, .strict = strict };
  g_autoptr (TbkConlluReader) reader = open_text (text, length, &options, DEFAULT_BLOCKS, &error);
  if (reader == NULL)
    return g_strconcat ("open: ", without_name (error->message), NULL);

  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  GString *result = g_string_new (NULL);
  TbkReadStatus status;
  while ((status = tbk_conllu_reader_next (reader, batch, &error)) == TBK_READ_BATCH) {
    TbkConlluSentence sentence;
    while (tbk_conllu_batch_next (batch, &sentence)) {
      g_string_append (result, result->len > 0 ? "\n" : "");
      g_string_append (result, sentence.problem != NULL ? without_name (sentence.problem->message) : "ok");
      if (sentence.problem != NULL)
        cr_assert (g_error_matches (sentence.problem, TBK_ERROR, TBK_ERROR_DATA));
    }
  }
  if (status == TBK_READ_FAILED)
    g_string_append_printf (result, "read: %s", without_name (error->message));
  return g_string_free (result, FALSE);
}

Test (conllu_problems, every_rule)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *found = problems (cases[i].text, strlen (cases[i].text), FALSE, 0);
    g_autofree char *first = g_strndup (found, strcspn (found, "\n"));
    const gboolean is_named = g_str_has_prefix (cases[i].text, ID);
    g_autofree char *message = g_strconcat (cases[i].message, is_named ? " (sent_id 'a')" : "", NULL);
    cr_expect_str_eq (first, message, "case %u: %s\nexpected %s", i, first, message);
  }
}

/* A problem ends with its sentence: what comes before and after it is read. */
Test (conllu_problems, the_next_sentence_is_read)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (!g_str_has_suffix (cases[i].text, "\n\n") || g_str_has_suffix (cases[i].text, GOOD))
      continue;
    g_autofree char *text = g_strconcat (GOOD, cases[i].text, GOOD, NULL);
    g_autofree char *found = problems (text, strlen (text), FALSE, 0);
    cr_expect (g_str_has_prefix (found, "ok\n") && g_str_has_suffix (found, "\nok"), "case %u: %s", i, found);
  }
}

Test (conllu_problems, nul_is_not_text)
{
  static const char text[] = GOOD "# \0\n1\n\n" GOOD;
  g_autofree char *found = problems (text, sizeof text - 1, FALSE, 0);
  cr_expect_str_eq (found, "ok\n4:3: not UTF-8 text: byte 0x00: this is not text\nok");
}

/* An empty column is seen wherever it lies in the blocks that are scanned. */
Test (conllu_problems, empty_columns_anywhere)
{
  for (int length = 1; length < 140; length++) {
    char form[140];
    memset (form, 'x', sizeof form);
    g_autofree char *good = g_strdup_printf (ID "1\t%.*s\t_\t_\t_\t_\t0\troot\t_\t_\n\n", length, form);
    g_autofree char *bad = g_strdup_printf (ID "1\t%.*s\t\t_\t_\t_\t0\troot\t_\t_\n\n", length, form);
    g_autofree char *found = problems (bad, strlen (bad), TRUE, 0);
    g_autofree char *warned = problems (bad, strlen (bad), FALSE, 0);
    g_autofree char *none = problems (good, strlen (good), TRUE, 0);
    cr_expect_str_eq (found,
                      "2: [empty-column] column 3 (LEMMA) is empty, expected at least '_' (sent_id 'a')");
    cr_expect_str_eq (warned, "ok");
    cr_expect_str_eq (none, "ok");

    g_autofree char *no_id = g_strdup_printf ("#%.*s\n\tw\t_\t_\t_\t_\t0\troot\t_\t_\n\n", length, form);
    g_autofree char *first = problems (no_id, strlen (no_id), FALSE, 0);
    cr_expect_str_eq (first, "2: [empty-column] column 1 (ID) is empty, expected at least '_'");
  }
}

Test (conllu_problems, what_is_unusual_but_good)
{
  static const char *const texts[] = {
    GOOD,
    ID RANGE ("0.1") RANGE ("0.2") RANGE ("1-2") WORD ("1", "0") RANGE ("1.1") WORD ("2", "1")
        RANGE ("2.1") "\n",
    ID RANGE ("1-1") WORD ("1", "0") "\n",
    ID WORD ("1", "0") WORD ("2", "0") "\n",
    ID "1\t\xe2\x80\xa8\t\xc2\x85\t \t_\t_\t0\t#\t_\t|\n\n",
    ID "1\tw\t\t\t\t\t0\t\t\t\r\n\r\n",
    ID "1-1\tw\t\t\t\t\t_\t\t\t\n" WORD ("1", "0") "1.1\tw\t\t\t\t\t_\t\t\t\n\n",
    "#sent_id=x\n" WORD ("1", "0"),
    "#\n" WORD ("1", "0") "\r\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *found = problems (texts[i], strlen (texts[i]), FALSE, 0);
    cr_expect_str_eq (found, "ok", "text %u: %s", i, found);
  }
}

/* Words that a cut took away are asked for, where nothing ends the last sentence. */
Test (conllu_problems, cut_files)
{
  static const char question[] = ": the file ends in this sentence, was it cut?";
  static const struct {
    const char *text, *message;
    gboolean is_asked;
  } cut[] = {
    { ID WORD ("1", "2"), "2: [unknown-head] HEAD '2' of word 1, but the last word is 1", TRUE },
    { ID WORD ("1", "2") "\n", "2: [unknown-head] HEAD '2' of word 1, but the last word is 1", FALSE },
    { ID RANGE ("1-2") WORD ("1", "0"), "2: [word-interval-out] range 1-2, but the last word is 1", TRUE },
    { ID WORD ("1", "0") "2\tw\t_", "3: [number-of-columns] 3 columns found, 10 expected", TRUE },
    { ID WORD ("1", "0") "2\tw\t_\n",
      "3: [number-of-columns] 3 columns found, 10 expected: other lines of the sentence have 10", FALSE },
    { ID WORD ("1", "0") "2\tw\t_\t_\t_\t_\t1\tdet\t_\t",
      "3: [empty-column] column 10 (MISC) is empty, expected at least '_'", TRUE },
    { ID "2", "2: [number-of-columns] 1 column found, 10 expected", TRUE },
    { ID, "1: [empty-sentence] sentence without words, expected at least one", TRUE },
    { ID "1\tw\xc3", "2:4: not UTF-8 text: byte 0xc3: the file ends inside a character, was it cut?", FALSE },
    { ID WORD ("1", "x"), "2: [invalid-head] HEAD 'x' is not a word number or 0", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cut); i++) {
    g_autofree char *found = problems (cut[i].text, strlen (cut[i].text), FALSE, 0);
    g_autofree char *message =
        g_strconcat (cut[i].message, cut[i].is_asked ? question : "", " (sent_id 'a')", NULL);

    cr_expect_str_eq (found, message, "case %u: %s", i, found);
  }
}

Test (conllu_problems, strict)
{
  static const Case strict[] = {
    { GOOD, "ok" },
    { "\xef\xbb\xbf" GOOD, "1: [byte-order-mark] byte order mark before the first line" },
    { WORD ("1", "0") "\n", "1: [missing-sent-id] sentence without a comment sent_id" },
    { ID WORD ("1", "0"),
      "2: [missing-empty-line] no empty line after the last sentence (was the file cut?) (sent_id 'a')" },
    { GOOD "\n", "ok\n4: [extra-empty-line] more than one empty line, or one before the first sentence" },
    { "\n" GOOD GOOD,
      "1: [extra-empty-line] more than one empty line, or one before the first sentence\nok" },
    { ID WORD ("1", "0") WORD ("2", "0") "\n",
      "3: [multiple-roots] more than one word has HEAD 0 (sent_id 'a')" },
    { "# sent_id = a\r\n1\tw\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n",
      "1: [non-unix-newline] sentence whose lines end with CR LF, expected LF alone (sent_id 'a')" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (strict); i++) {
    g_autofree char *found = problems (strict[i].text, strlen (strict[i].text), TRUE, 0);
    cr_expect_str_eq (found, strict[i].message, "case %u: %s", i, found);
  }
}

Test (conllu_problems, long_lines)
{
  static const char text[] = GOOD "# 34567890\n" WORD ("1", "0") "\n" GOOD;
  g_autofree char *found = problems (text, sizeof text - 1, FALSE, 9);
  cr_expect_str_eq (found,
                    "1: line longer than 9 bytes\n4: line longer than 9 bytes\n7: line longer than 9 bytes");

  /* One line without an end: refused long before all of it is in memory. */
  gsize length = 8 << 20;
  g_autofree char *bomb = g_malloc (length);
  memset (bomb, 'x', length);
  memcpy (bomb, GOOD, strlen (GOOD));
  g_autofree char *refused = problems (bomb, length, FALSE, 0);
  cr_expect_str_eq (refused, "okread: 4: line longer than 1048576 bytes");
}

Test (conllu_problems, long_sentence)
{
  g_autoptr (GString) text = g_string_new (GOOD);
  while (text->len < (gsize) 65 << 20)
    g_string_append (text, "# a line of a sentence that has no end within all measure and reason\n");
  g_autofree char *found = problems (text->str, text->len, FALSE, 0);
  cr_expect_str_eq (found, "okread: 4: sentence longer than 67108864 bytes");
}

Test (conllu_problems, beginnings)
{
  static const Case beginnings[] = {
    { "\xff\xfe#", "open: 1: found UTF-16, expected UTF-8 text: convert it by iconv -f UTF-16 -t UTF-8" },
    { "\xfe\xff#", "open: 1: found UTF-16, expected UTF-8 text: convert it by iconv -f UTF-16 -t UTF-8" },
    { "# global.columns = ID FORM\n1\tw\n\n",
      "open: 1: global.columns names no column HEAD, which is needed" },
    { "#global.columns=HEAD\n", "open: 1: global.columns names no column ID, which is needed" },
    { "# global.columns = ID HEAD FORM HEAD", "open: 1: global.columns names the column 'HEAD' twice" },
    { "\xef\xbb\xbf# global.columns = ID\n",
      "open: 1: global.columns names no column HEAD, which is needed" },
    { "# global.columns = HEAD ID\n0\t1\n1\t2\n\n", "ok" },
    { "# global.columns = HEAD X:Y ID\r\n0\t_\t1\r\n1\t2\r\n\r\n",
      "3: [number-of-columns] 2 columns found, 3 expected" },
    { "# global.columns = HEAD X:Y ID\n0\t\t1\n\n", "ok" },
    { "# text\n# global.columns = HEAD ID\n0\t1\n\n",
      "2: global.columns names other columns than the file has, expected " NAMES },
    { "# global.columns = ID HEAD\n1\t0\n\n# global.columns  =  ID\tHEAD \n1\t0\n\n", "ok\nok" },
    { "# global.columns = ID HEAD\n1\t0\n\n# global.columns = HEAD ID\n0\t1\n\n",
      "ok\n4: global.columns names other columns than the file has, expected ID HEAD" },
    { "# global.columns = ID HEAD\n1\t0\n\n# global.columns = ID HEAD X\n1\t0\n\n",
      "ok\n4: global.columns names other columns than the file has, expected ID HEAD" },
    { "# global.columns = ID HEAD\n1\t0\n\n# global.columns =\n1\t0\n\n",
      "ok\n4: global.columns names other columns than the file has, expected ID HEAD" },
    { GOOD "# global.columns = " NAMES "\n" WORD ("1", "0") "\n", "ok\nok" },
    { "# global.columns = ID HEAD X\xff\n1\t0\n\n",
      "open: 1: global.columns is in no good line, expected "
      "UTF-8 text of at most 1048576 bytes without carriage returns" },
    { "# global.columns = ID HEAD\rX\n1\t0\n\n",
      "open: 1: global.columns is in no good line, expected "
      "UTF-8 text of at most 1048576 bytes without carriage returns" },
    { " # global.columns = HEAD ID\n0\t1\n\n",
      "1: [number-of-columns] 1 column found, 10 expected: this looks like plain text, CoNLL-U has one word "
      "a line" },
    { "", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++) {
    g_autofree char *found = problems (beginnings[i].text, strlen (beginnings[i].text), FALSE, 0);
    cr_expect_str_eq (found, beginnings[i].message, "case %u: %s", i, found);
  }
}

Test (conllu_problems, a_sent_id_twice)
{
  static const char text[] = GOOD "# sent_id = b\n" WORD ("1", "0") "\n" GOOD;
  for (int strict = 0; strict < 2; strict++) {
    g_autoptr (GError) error = NULL;
    TbkConlluReaderOptions options = { .strict = strict };
    g_autoptr (TbkConlluReader) reader = open_text (text, strlen (text), &options, 8, &error);
    g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
    g_autoptr (Notes) notes = notes_new ();
    gboolean is_good = TRUE;
    while (is_good && tbk_conllu_reader_next (reader, batch, &error) == TBK_READ_BATCH) {
      TbkConlluSentence sentence;
      while (tbk_conllu_batch_next (batch, &sentence))
        cr_expect_null (sentence.problem);
      is_good = notes_add (notes, batch, &error);
    }
    gint64 line = 0;
    cr_expect_eq (is_good, !strict);
    if (strict)
      cr_expect_str_eq (without_name (error->message),
                        "7: [non-unique-sent-id] sent_id 'a' was there before");
    else
      cr_expect (notes_count (notes, TBK_NOTE_DUPLICATE_SENT_ID, &line) == 1 && line == 7);
  }
}

/* tbk check has a test of form for each name that a message of a sentence has. */
Test (conllu_problems, names_are_tests)
{
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    const char *begin = strstr (cases[c].message, ": ["), *end = begin == NULL ? NULL : strchr (begin, ']');
    g_autofree char *name = end == NULL ? NULL : g_strndup (begin + 3, (gsize) (end - begin - 3));
    const TbkCheckTest test = name == NULL ? TBK_CHECK_INVALID_LINE : tbk_check_test_find (name);

    cr_expect (test >= TBK_N_INCIDENT_TESTS && test < TBK_N_CHECK_TESTS, "%s is no test", name);
  }
  for (int note = 0; note < TBK_N_NOTES; note++)
    cr_expect_lt ((int) tbk_check_test_find (note_name (note)), TBK_N_CHECK_TESTS);
}
