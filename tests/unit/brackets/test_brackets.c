/* test_brackets.c - trees in brackets: what is read, how it is normalized, and what is refused. */
#include "tbk/brackets.h"

#include "unit/scratch.h"

/* All trees of @text, read from a file under @name, a line each as they are written; then the error, if there
 * is one. To be freed. */
static char *
read_file_as (const char *name, const void *text, gsize length, const TbkBracketOptions *options,
              TbkBracketStyle style)
{
  g_autofree char *path = in_folder (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkBracketReader) reader = NULL;
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  GString *lines = g_string_new (NULL);
  TbkBracketTree tree;

  store (path, text, length);
  reader = tbk_bracket_reader_open (path, options, &error);
  while (reader != NULL && tbk_bracket_reader_next (reader, batch, &error) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree)) {
      if (tree.problem != NULL)
        g_string_append (lines, tree.problem->message + strlen (folder) + 1);
      else
        tbk_bracket_tree_write (&tree, style, lines);
      g_string_append_c (lines, '\n');
    }
  if (error != NULL)
    g_string_append (lines, error->message + strlen (folder) + 1);
  return g_string_free (lines, FALSE);
}

static void
check (const char *text, guint rules, const char *expected)
{
  const TbkBracketOptions options = { .rules = rules };
  g_autofree char *found = read_file_as ("f", text, strlen (text), &options, TBK_BRACKET_WORDS);

  cr_expect_str_eq (found, expected, "%s: %s", text, found);
}

Test (brackets, layout, .init = make_folder, .fini = remove_folder)
{
  check ("(S (NP (D a)\n\t (N b))\r\n  (V c))", 0, "(S (NP (D a) (N b)) (V c))\n");
  check ("(S (V a))(S (V b)) (S (V c))\n\n\n(S\n(V d))", 0, "(S (V a))\n(S (V b))\n(S (V c))\n(S (V d))\n");
  check ("( (S (V a)) (ID x.1))", 0, "( (S (V a)) (ID x.1))\n");
  check ("( (S (V a)) (ID x.1))", TBK_BRACKETS_NORMALIZED, "(S (V a))\n");
  check ("\xef\xbb\xbf(S (V a))", 0, "(S (V a))\n");
  check ("", 0, "");
  check (" \n\n", 0, "");
  check ("(S (-LRB- -LRB-) (V \xc3\xa1-x))", TBK_BRACKETS_NORMALIZED, "(S (-LRB- -LRB-) (V \xc3\xa1))\n");
}

Test (brackets, comments, .init = make_folder, .fini = remove_folder)
{
  check ("# one (\n(S (V a))\n# two )\n(S (V b))\n#", 0, "(S (V a))\n(S (V b))\n");
  check ("*x*x*\n(S (V a))", 0, "(S (V a))\n");
  check ("/* ( */(S (V a))/~* ) */ x\n) *~/ (S (V b))", 0,
         "(S (V a))\nf:1: found 'x' outside of trees, expected '('");
  check ("/~* ) * / x\n) *~/ (S (V b))\n/*/ ( */", 0, "(S (V b))\n");
  check ("(S (V a))\n/* never", 0,
         "(S (V a))\nf:2: found the end inside a comment, expected '*/': was the file cut?");
}

#define TEN "0123456789"

Test (brackets, rules, .init = make_folder, .fini = remove_folder)
{
  const guint all = TBK_BRACKETS_NORMALIZED;

  check ("(S-1 (NP=2 (N x-y)) (X|Y (Z-Z -)) (-A (V ---)))", all, "(S (NP (N x)) (X (Z-Z -)) (-A (V -)))\n");
  check ("(S-1 (N x-y))", all & ~TBK_BRACKETS_CUT_LABELS, "(S-1 (N x))\n");
  check ("(S-1 (N x-y))", all & ~TBK_BRACKETS_CUT_FORMS, "(S (N x-y))\n");
  check ("(S (N -x) (N ----) (N mynda--mynd) (N \"-\"-\"))", all,
         "(S (N -x) (N ----) (N mynda-) (N \"-\"))\n");
  check ("(S (NP *T*-1) (N *-*) (C 0) (N 0-0))", all, "(S (N *) (N 0))\n");
  check ("(S (NP *T*-1) (N *-*))", all & ~TBK_BRACKETS_DROP_EMPTY, "(S (NP *T*) (N *))\n");
  check ("(S (CODE-X a) (METADATA b) (V c))", all, "(S (V c))\n");
  check ("(S (CODE-X a) (V c))", all & ~TBK_BRACKETS_DROP_MARKUP, "(S (CODE-X a) (V c))\n");
  check ("(S (CODE (V c)))", all, "(S (CODE (V c)))\n");
  check ("(S (NP (PP )) (V c))", all, "(S (V c))\n");
  check ("(S (NP (PP )) (V c))", all & ~TBK_BRACKETS_DROP_CHILDLESS,
         "f:1: found the node 'NP' without words, expected some\n");
  check ("(S (" TEN TEN TEN TEN TEN "\033 ) (V c))", all & ~TBK_BRACKETS_DROP_CHILDLESS,
         "f:1: found the node '" TEN TEN TEN "012345678...' without words, expected some\n");
  check ("(S (NP\033 ) (V c))", all & ~TBK_BRACKETS_DROP_CHILDLESS,
         "f:1: found the node 'NP\\x1b' without words, expected some\n");
  check ("( (V a))", all, "(TOP (V a))\n");
  check ("(V a)", all, "(TOP (V a))\n");
  check ("( (S (V a)) (S (V b)) (ID 1))", all, "(TOP (S (V a)) (S (V b)))\n");
  check ("( (S (V a)))", all & ~TBK_BRACKETS_ONE_ROOT, "( (S (V a)))\n");
  check ("( (CODE x) (ID 1))", all, "\n");
  check ("( (S-1 (NP=2|X (-NONE- *T*-1)) (A|B-C (CD 0) (SYM *)) (V (-NONE- 0) (V x-y))))",
         (all & ~TBK_BRACKETS_CUT_FORMS) | TBK_BRACKETS_PENN, "(S (A|B (CD 0) (SYM *)) (V (V x-y)))\n");
  check ("( (S (V a) (-NONE- *)))", (all & ~TBK_BRACKETS_ONE_ROOT) | TBK_BRACKETS_PENN, "(TOP (S (V a)))\n");
  check ("( (S (V a) (-NONE- *)))", (all & ~TBK_BRACKETS_DROP_EMPTY) | TBK_BRACKETS_PENN,
         "(S (V a) (-NONE- *))\n");
}

/* What is a trace depends on tag and form together. */
Test (brackets, traces, .init = make_folder, .fini = remove_folder)
{
  static const char *const traces[] = { "-NONE- 0",     "-NONE- *T*-1", "-NONE- word", "C 0",
                                        "WNP-1 0",      "WADVP 0",      "WHNP-2 0",    "P 0",
                                        "CONJ 0",       "BREAK 0",      ", 0",         "NP 0",
                                        "SBAR 0",       "TO 0",         "TO *",        "VB *",
                                        "BEPI *",       "MD *",         "Q *-1",       "RP *-1",
                                        "NP-SBJ *",     "NP=2 *-10",    "NP *con*",    "NP-OB1 *con*-D",
                                        "ADVP *T*-NaN", "IP-INF *exp*", "NP *arb*-A",  "PRO *ICH*-1",
                                        "VB *T*-14",    "NEG *ICH*-2",  NULL };
  static const char *const words[] = { "CD 0",      "NUM 0",  "SYM *",  "NFP *",     "FW *trust",
                                       "NP *trust", "N *-*",  "NP *-*", "UH *sigh*", "VB *love*",
                                       "NFP ***",   "NP ***", "C 00",   "NP *a*b",   "NN *pro*",
                                       "LS *-1",    "X *",    "NP *-",  "DOMAIN *",  "W 1",
                                       NULL };

  for (int i = 0; traces[i] != NULL; i++) {
    g_autofree char *text = g_strdup_printf ("(S (%s) (V a))", traces[i]);
    check (text, TBK_BRACKETS_DROP_EMPTY, "(S (V a))\n");
  }
  for (int i = 0; words[i] != NULL; i++) {
    g_autofree char *text = g_strdup_printf ("(S (%s) (V a))", words[i]);
    g_autofree char *same = g_strconcat (text, "\n", NULL);
    check (text, TBK_BRACKETS_DROP_EMPTY, same);
  }
}

/* What is left out is counted, with the first; a file that is read twice counts once. */
Test (brackets, losses, .init = make_folder, .fini = remove_folder)
{
  static const char text[] =
      "# c\n(S (CODE x)\n (C 0) (NP *con*)\n (V a-a))\n( (CODE y) (ID 1))\n(S (NP )\n (V b-b) (CD 0-0))";
  static const struct {
    gint64 n, line;
    const char *file, *what;
  } expected[] = { { 2, 3, "/a", "(C 0)" },
                   { 2, 2, "/a", "(CODE x)" },
                   { 1, 6, "/a", "(NP )" },
                   { 1, 5, "/a", NULL },
                   { 1, 0, "/a", NULL } };
  g_autoptr (TbkBracketLosses) losses = tbk_bracket_losses_new ();
  const TbkBracketOptions options = { .rules = TBK_BRACKETS_DEFAULT, .losses = losses };
  g_autofree char *path = in_folder ("a");
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree tree;

  store (path, text, sizeof text - 1);
  for (int times = 0; times < 2; times++) {
    g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, &options, NULL);

    while (tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
      while (tbk_bracket_batch_next (batch, &tree))
        tbk_bracket_batch_count (batch);
  }
  for (TbkBracketLossKind kind = 0; kind < TBK_BRACKETS_N_LOSSES; kind++) {
    TbkBracketLoss loss;

    tbk_bracket_losses_get (losses, kind, &loss);
    cr_expect_eq (loss.n, expected[kind].n, "%d: %d", kind, (int) loss.n);
    cr_expect_eq (loss.line, expected[kind].line, "%d: line %d", kind, (int) loss.line);
    cr_expect (loss.file != NULL && g_str_has_suffix (loss.file, expected[kind].file));
    cr_expect_str_eq (loss.what == NULL ? "" : loss.what,
                      expected[kind].what == NULL ? "" : expected[kind].what);
  }
}

/* Forms are cut by the looks of many words, not of the first tree. */
Test (brackets, lemmas, .init = make_folder, .fini = remove_folder)
{
  const guint rules = TBK_BRACKETS_DEFAULT;

  check ("(S (CD 2005-06-07))\n(S (JJ well-known) (NN e-mail) (VBD fell))", rules,
         "(S (CD 2005-06-07))\n(S (JJ well-known) (NN e-mail) (VBD fell))\n");
  check ("(S (NN e-mail))", rules, "(S (NN e-mail))\n");
  check ("(S (V kom))\n(S (N bok-bok) (V kom-koma) (. .-.))", rules,
         "(S (V kom))\n(S (N bok) (V kom) (. .))\n");
  check ("(S (V kom-koma) (, ,-,) (, ---))", rules, "(S (V kom) (, ,) (, -))\n");
  check ("(S (V kom) (N hus) (. .-.))", rules, "(S (V kom) (N hus) (. .-.))\n");
  check ("( (C 0) (NP *T*-1) (CODE a) (V kom-koma))",
         rules & ~(guint) (TBK_BRACKETS_DROP_EMPTY | TBK_BRACKETS_DROP_MARKUP),
         "(TOP (C 0) (NP *T*) (CODE a) (V kom))\n");
  check ("(S (N bok-bok) (N e-) (N f-))", rules, "(S (N bok-bok) (N e-) (N f-))\n");
}

Test (brackets, evalb_labels, .init = make_folder, .fini = remove_folder)
{
  check ("( (S|X-1 (NP=2 (N-N x)) (-A (V a))))", TBK_BRACKETS_CUT_LABELS | TBK_BRACKETS_EVALB_LABELS,
         "( (S|X (NP (N-N x)) ( (V a))))\n");
}

/* Words in brackets of their own. */
Test (brackets, wrapped_words, .init = make_folder, .fini = remove_folder)
{
  const guint all = TBK_BRACKETS_NORMALIZED;

  check (
      "(S (NP (PRP (dia)))\n (VP (VB (kata))))\n(S (V a))", all,
      "f:1: found 'dia' alone in brackets, and no word in the tree, expected words with their tags, as (TAG WORD)\n"
      "(S (V a))\n");
  check ("(S (NP (JJ new) (HYPH ) (CC and)))", all, "(S (NP (JJ new) (CC and)))\n");
  check ("(TOP )\n( (IP (NP ) (C 0)) (ID 1))", all, "\n\n");
}

/* What other formats of phrase structure look like. */
Test (brackets, other_formats, .init = make_folder, .fini = remove_folder)
{
  static const struct {
    const char *text, *hint;
  } cases[] = {
    { "<S ID=1>\n( (IP (NN a)))\n</S>", "Chinese Treebank" },
    { "<DOC>\n", "Chinese Treebank" },
    { "; a\n(S (NP a/N + b/J))", "Sejong" },
    { "(S (NP a/N + b/J))", "Sejong" },
    { "#FORMAT 3\n#BOS 1\nDie\t--\tART", "export format" },
    { "%% word\n#BOS 1", "export format" },
    { "<?xml version=\"1.0\"?>\n<corpus id=\"x\">", "TIGER XML" },
    { "<?xml version=\"1.0\"?>\n<a>", "looks like XML" },
    { "<html>", "HTML" },
    { "{\"a\":1}", "JSON" },
    { "# x\n1\ta", "CoNLL-U" },
  };
  const TbkBracketOptions options = { .rules = TBK_BRACKETS_DEFAULT };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *found =
        read_file_as ("f", cases[i].text, strlen (cases[i].text), &options, TBK_BRACKET_WORDS);
    cr_expect (strstr (found, ": this looks like ") != NULL && strstr (found, cases[i].hint) != NULL,
               "%s: %s", cases[i].text, found);
  }
}

Test (brackets, problems, .init = make_folder, .fini = remove_folder)
{
  check ("(S (NP a b))\n(S\n (V a) b)\n(S ((V a)))\n(S (V a (N b)))\n(S ())\n(S (V a))", 0,
         "f:1: found 'b' after the word 'a', expected ')'\n"
         "f:3: found the word 'b' without a tag, expected '(' or ')'\n"
         "f:4: found a bracket without a label, expected a label\n"
         "f:5: found '(' after the word 'a', expected ')'\n"
         "f:6: found an empty pair of brackets, expected a label in it\n"
         "(S (V a))\n");
}

Test (brackets, no_trees, .init = make_folder, .fini = remove_folder)
{
  check ("(S (V a)))\n(S (V b))", 0, "(S (V a))\nf:1: found ')' without '(' before it, expected a tree");
  check ("(S (V a))\nhello (S (V b))", 0, "(S (V a))\nf:2: found 'hello' outside of trees, expected '('");
  check (
      "(S (V a))\n(S\n(V b)\n", 0,
      "(S (V a))\nf:4: found the end inside the tree that begins in line 2, expected 1 more ')': was the file cut?");
  check ("(", 0,
         "f:1: found the end inside the tree that begins in line 1, expected 1 more ')': was the file cut?");
  check (")", 0, "f:1: found ')' without '(' before it, expected a tree");
}

Test (brackets, bare_words, .init = make_folder, .fini = remove_folder)
{
  const TbkBracketOptions options = { .bare_words = TRUE };
  const char *text = "(S (NP w0 w1) (VP (X a)) ID)";
  g_autofree char *words = read_file_as ("f", text, strlen (text), &options, TBK_BRACKET_WORDS);
  g_autofree char *numbers = read_file_as ("f", text, strlen (text), &options, TBK_BRACKET_NUMBERS);

  cr_assert_str_eq (words, "(S (NP w0 w1) (VP (X a)) ID)\n");
  cr_assert_str_eq (numbers, "(S (NP w0 w1) (VP (X w2)) w3)\n");
}

/* Trees over the ends of blocks, and the bytes of all of them: nothing is lost, and no block shows. */
Test (brackets, blocks, .init = make_folder, .fini = remove_folder)
{
  GString *text = g_string_new (NULL);
  g_autofree char *path = in_folder ("many");
  g_autoptr (TbkBracketReader) reader = NULL;
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  GString *bytes = g_string_new (NULL);
  TbkBracketTree tree;
  gint64 n = 0;

  for (int i = 0; i < 40000; i++)
    g_string_append_printf (text, "%s(S\n  (N word%d)%*s)%s", i % 7 == 0 ? "# c\n" : "", i, i % 50, "",
                            i % 3 == 0 ? "\n\n \n" : "");
  store (path, text->str, text->len);
  reader = tbk_bracket_reader_open (path, NULL, NULL);
  while (tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree)) {
      gint64 line = 1;

      cr_assert (tree.problem == NULL && tree.n == 1);
      cr_assert_eq (tree.index, ++n);
      g_string_append_len (bytes, tree.text, (gssize) tree.length);
      if (n % 1000 == 0) {
        const char *bracket = strrchr (bytes->str, 'S');
        for (const char *at = bytes->str; at < bracket; at++)
          line += *at == '\n';
        cr_assert_eq (tree.line, line);
      }
    }
  cr_assert_eq (n, 40000);
  cr_assert_str_eq (bytes->str, text->str);
  g_string_free (text, TRUE);
  g_string_free (bytes, TRUE);
}

/* A million brackets, one in the other; with words, without labels, and without ends. */
Test (brackets, deep, .init = make_folder, .fini = remove_folder)
{
  enum { DEPTH = 1000000 };
  GString *text = g_string_new (NULL);
  const TbkBracketOptions options = { .rules = 0 };

  for (int i = 0; i < DEPTH; i++)
    g_string_append (text, "(S ");
  g_string_append (text, "(V a)");
  {
    g_autofree char *cut = read_file_as ("f", text->str, text->len, &options, TBK_BRACKET_WORDS);
    cr_assert_str_eq (
        cut,
        "f:1: found the end inside the tree that begins in line 1, expected 1000000 more ')': was the file cut?");
  }
  for (int i = 0; i < DEPTH; i++)
    g_string_append_c (text, ')');
  g_string_append_c (text, '\n');
  {
    g_autofree char *whole = read_file_as ("f", text->str, text->len, NULL, TBK_BRACKET_WORDS);
    cr_assert (strcmp (whole, text->str) == 0);
  }
  g_string_truncate (text, 0);
  for (int i = 0; i < DEPTH; i++)
    g_string_append_c (text, '(');
  for (int i = 0; i < DEPTH; i++)
    g_string_append_c (text, ')');
  {
    g_autofree char *empty = read_file_as ("f", text->str, text->len, NULL, TBK_BRACKET_WORDS);
    cr_assert_str_eq (empty, "f:1: found an empty pair of brackets, expected a label in it\n");
  }
  g_string_free (text, TRUE);
}

Test (brackets, utf_8_alone, .init = make_folder, .fini = remove_folder)
{
  static const char text[] = "(S (V a))\n\n(S\n (V a\0b))\n(S (V\xe9 a))(S (V \xc3\xa9))\n# \xe9\n(S (V c))";
  g_autofree char *found = read_file_as ("f", text, sizeof text - 1, NULL, TBK_BRACKET_WORDS);

  cr_assert_str_eq (found,
                    "(S (V a))\nf:4:6: not UTF-8 text: byte 0x00: this is not text\n"
                    "f:5:6: not UTF-8 text: byte 0xe9: if this is Latin-1, convert it by iconv -f LATIN1 "
                    "-t UTF-8\n(S (V \xc3\xa9))\n(S (V c))\n");
}

/* More nodes, or bytes, than a tree may have. */
Test (brackets, too_large, .init = make_folder, .fini = remove_folder)
{
  GString *text = g_string_new ("(S");
  const gsize length = TBK_BRACKETS_MAX_BYTES + 1000;
  char *blanks = g_malloc (length);

  for (int i = 0; i < TBK_BRACKETS_MAX_NODES; i++)
    g_string_append (text, "(A b)");
  g_string_append (text, ")\n(S (V a))");
  {
    g_autofree char *found = read_file_as ("f", text->str, text->len, NULL, TBK_BRACKET_WORDS);
    cr_assert_str_eq (found, "f:1: found more than 4194304 nodes in a tree, expected no more\n(S (V a))\n");
  }
  memset (blanks, ' ', length);
  blanks[0] = '\n';
  {
    g_autofree char *found = read_file_as ("f", blanks, length, NULL, TBK_BRACKET_WORDS);
    cr_assert_str_eq (found, "f:1: found no end of a tree in 67108864 bytes, expected one sooner");
  }
  memset (blanks, 'x', length);
  {
    g_autofree char *found = read_file_as ("f", blanks, length, NULL, TBK_BRACKET_WORDS);
    cr_assert_str_eq (
        found, "f:1: found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' outside of trees, expected '(': this "
               "looks like plain text; tbk parse reads words with tags by --input=tagged");
  }
  g_free (blanks);
  g_string_free (text, TRUE);
}

Test (brackets, gzip, .init = make_folder, .fini = remove_folder)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  const char *text = "( (S (V a)) (ID 1))\n";

  append_member (file, text, strlen (text), 9);
  append_member (file, text, strlen (text), 0);
  {
    g_autofree char *whole = read_file_as ("f.gz", file->data, file->len, NULL, TBK_BRACKET_WORDS);
    cr_assert_str_eq (whole, "(S (V a))\n(S (V a))\n");
  }
  {
    g_autofree char *cut = read_file_as ("f.gz", file->data, file->len - 9, NULL, TBK_BRACKET_WORDS);
    cr_assert (g_str_has_prefix (cut, "f.gz: "), "%s", cut);
  }
}

/* Every prefix of a text, and every text of five of these bytes, is read or refused. */
Test (brackets, all_short_texts)
{
  static const char bytes[] = "(a) \n*/";
  char text[7];
  int n_trees = 0;

  for (int code = 0; code < 7 * 7 * 7 * 7 * 7 * 7; code++) {
    g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
    TbkBracketTree tree;

    for (int i = 0, rest = code; i < 6; i++, rest /= 7)
      text[i] = bytes[rest % 7];
    if (tbk_bracket_batch_set_text (batch, "t", text, 6, NULL, NULL))
      while (tbk_bracket_batch_next (batch, &tree))
        n_trees++;
  }
  cr_assert (n_trees > 100);
}
