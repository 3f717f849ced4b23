/* test_conllu_reader.c - texts cut into batches anywhere, and the vector code under it against plain code. */
#include "conllu/conllu.h"
#include "unit/test_conllu.h"

#include <zlib.h>

#include "base/base.h"

#define WORDS(end) "1\ta\t_\t_\t_\t_\t2\t_\t_\t_" end "2\tb\t_\t_\t_\t_\t0\troot\t_\tProjHead=1" end

/* How many blank lines @text begins with; *@position gets where they end. */
static int
leading_blank_lines (const char *text, gsize length, gsize *position)
{
  int n = 0;
  for (*position = 0; *position < length; n++) {
    gsize newline = *position + (text[*position] == '\r');
    if (newline == length || text[newline] != '\n')
      break;
    *position = newline + 1;
  }
  return n;
}

/* Tells all there is to know of @sentence, but for the blank lines before it, which may be in a batch of
 * their own. */
static void
describe (const TbkConlluSentence *sentence, GString *description)
{
  gsize begin;
  int n_blank = leading_blank_lines (sentence->text, sentence->length, &begin);
  if (begin == sentence->length) {
    cr_assert_eq (sentence->n, 0);
    return;
  }
  g_string_append_printf (description, "%d@%d %s: %.*s", (int) sentence->index,
                          (int) sentence->line + n_blank,
                          sentence->problem != NULL ? without_name (sentence->problem->message) : "",
                          (int) sentence->sent_id_length, sentence->sent_id != NULL ? sentence->sent_id : "");
  for (int word = 0; word <= sentence->n && sentence->heads != NULL; word++)
    g_string_append_printf (description, " %d", sentence->heads[word]);
  g_string_append_printf (description, " /%d %d\n", sentence->n_roots, sentence->has_marks);
  g_string_append_len (description, sentence->text + begin, (gssize) (sentence->length - begin));
}

/* Reads @text in blocks of @block_size; checks that its sentences are all its bytes and tells of them. */
static char *
read_all (const char *text, gsize length, gsize block_size, Notes *notes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = open_text (text, length, NULL, block_size, &error);
  cr_assert (reader != NULL, "%s", error->message);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  GString *description = g_string_new (NULL);
  gsize position = 0;
  gint64 line = 1;
  TbkReadStatus status;
  while ((status = tbk_conllu_reader_next (reader, batch, &error)) == TBK_READ_BATCH) {
    TbkConlluSentence sentence;
    while (block_size % 2 == 1 && tbk_conllu_batch_next (batch, &sentence))
      ; /* gone through twice, a batch is as if it had been gone through once */
    batch_rewind (batch);
    while (tbk_conllu_batch_next (batch, &sentence)) {
      cr_assert (sentence.length > 0 && sentence.length <= length - position);
      cr_assert_arr_eq (sentence.text, text + position, sentence.length);
      cr_assert_eq (sentence.line, line);
      for (gsize i = 0; i < sentence.length; i++)
        line += sentence.text[i] == '\n';
      position += sentence.length;
      describe (&sentence, description);
    }
    cr_assert (notes_add (notes, batch, &error));
  }
  cr_assert_eq (status, TBK_READ_END);
  cr_assert_eq (position, length, "%d bytes of %d", (int) position, (int) length);
  return g_string_free (description, FALSE);
}

/* Reads @text whole and in blocks of many sizes; returns what is told of it, for the caller to free. */
static char *
read_in_blocks (const char *text, gsize length, Notes *notes)
{
  static const gsize sizes[] = { 1, 2, 3, 4, 5, 7, 13, 16, 31, 64, 65, 333 };
  char *whole = read_all (text, length, DEFAULT_BLOCKS, notes);
  for (guint i = 0; i < G_N_ELEMENTS (sizes) && sizes[i] / 2 <= length; i++) {
    g_autoptr (Notes) other_notes = notes_new ();
    g_autofree char *cut = read_all (text, length, sizes[i], other_notes);
    g_autofree char *shown = g_strescape (text, NULL);
    cr_assert_str_eq (cut, whole, "%s\nblocks of %d:\n%s\nwhole:\n%s", shown, (int) sizes[i], cut, whole);
    for (TbkNote note = 0; note < TBK_N_NOTES; note++) {
      gint64 line = -1, other_line = -1, count = notes_count (notes, note, &line);
      gint64 other_count = notes_count (other_notes, note, &other_line);
      cr_assert_eq (line, other_line);
      cr_assert (count == other_count || note == TBK_NOTE_EXTRA_EMPTY_LINE);
    }
  }
  return whole;
}

static void
check_text (const char *text, const char *expected)
{
  g_autoptr (Notes) notes = notes_new ();
  g_autofree char *found = read_in_blocks (text, strlen (text), notes);
  cr_assert_str_eq (found, expected, "found:\n%s\nexpected:\n%s", found, expected);
}

Test (conllu_reader, texts)
{
  check_text ("", "");
  check_text ("\n", "");
  check_text ("\n\r\n\n\n", "");
  check_text ("# sent_id = s\n" WORDS ("\n") "\n", "1@1 : s -1 2 0 /1 1\n# sent_id = s\n" WORDS ("\n") "\n");
  check_text ("\xef\xbb\xbf# sent_id = s\n" WORDS ("\n") "\n",
              "1@1 : s -1 2 0 /1 1\n\xef\xbb\xbf# sent_id = s\n" WORDS ("\n") "\n");
  check_text ("\xef\xbb\xbf" WORDS ("\n"), "1@1 :  -1 2 0 /1 1\n\xef\xbb\xbf" WORDS ("\n"));
  check_text ("#sent_id=a b \t\r\n" WORDS ("\r\n") "\r\n" WORDS ("\r\n") "\r\n",
              "1@1 : a b -1 2 0 /1 1\n#sent_id=a b \t\r\n" WORDS ("\r\n") "\r\n"
                                                                          "2@5 :  -1 2 0 /1 1\n" WORDS (
                                                                              "\r\n") "\r\n");
  check_text (WORDS ("\n") "\n\n\r\n\n" WORDS ("\n") "\n\n",
              "1@1 :  -1 2 0 /1 1\n" WORDS ("\n") "\n2@7 :  -1 2 0 /1 1\n" WORDS ("\n") "\n");
  check_text (
      "# no newline",
      "1@1 1: [empty-sentence] sentence without words, expected at least one: the file ends in this sentence, was it cut?:  /0 0\n# no newline");
  check_text ("1\ta\t_\t_\t_\t_\t0\t_\t_\tXOrigHead=1|ProjHead\n\n",
              "1@1 :  -1 0 /1 0\n1\ta\t_\t_\t_\t_\t0\t_\t_\tXOrigHead=1|ProjHead\n\n");
  check_text ("1\ta\t_\t_\t_\t_\t0\t_\t_\tX|Y|OrigDeprel=x\n\n",
              "1@1 :  -1 0 /1 0\n1\ta\t_\t_\t_\t_\t0\t_\t_\tX|Y|OrigDeprel=x\n\n");
  check_text ("1\ta\t_\t_\t_\t_\t0\t_\t_\tX|Y|OrigHead=x\n\n",
              "1@1 :  -1 0 /1 1\n1\ta\t_\t_\t_\t_\t0\t_\t_\tX|Y|OrigHead=x\n\n");
}

Test (conllu_reader, notes)
{
  static const char text[] = "\xef\xbb\xbf# sent_id = s\n" WORDS (
      "\n") "\n\n"
            "# sent_id = s\r\n" WORDS ("\r\n") "\r\n"
                                               "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n2\ta\t_\t_\t_\t_\t0\t_\t_\t_";
  static const gint64 expected[TBK_N_NOTES][2] = {
    [TBK_NOTE_BYTE_ORDER_MARK] = { 1, 1 },     [TBK_NOTE_CARRIAGE_RETURNS] = { 1, 6 },
    [TBK_NOTE_MISSING_EMPTY_LINE] = { 1, 11 }, [TBK_NOTE_EXTRA_EMPTY_LINE] = { 1, 5 },
    [TBK_NOTE_MISSING_SENT_ID] = { 1, 10 },    [TBK_NOTE_DUPLICATE_SENT_ID] = { 1, 6 },
    [TBK_NOTE_MULTIPLE_ROOTS] = { 1, 11 },
  };
  g_autoptr (Notes) notes = notes_new ();
  g_free (read_in_blocks (text, sizeof text - 1, notes));
  for (TbkNote note = 0; note < TBK_N_NOTES; note++) {
    gint64 line, count = notes_count (notes, note, &line);
    cr_expect (count == expected[note][0] && line == expected[note][1], "%s: %d, first in line %d",
               note_name (note), (int) count, (int) line);
    cr_expect (strlen (note_text (note)) > 0);
  }
}

/* More values of sent_id than the first table holds, each twice. */
Test (conllu_reader, many_sent_ids)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < 2000; i++)
    g_string_append_printf (text, "# sent_id = s-%d\n" WORDS ("\n") "\n", i % 1000);
  g_autoptr (Notes) notes = notes_new ();
  g_free (read_all (text->str, text->len, 500, notes));
  gint64 line, count = notes_count (notes, TBK_NOTE_DUPLICATE_SENT_ID, &line);
  cr_expect (count == 1000 && line == 4001, "%d, first in line %d", (int) count, (int) line);
}

/* Texts of random pieces, good and bad: wherever they are cut the same is read, and nothing is lost. */
Test (conllu_reader, random_texts)
{
  static const char *const pieces[] = {
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "#",
    "# sent_id = x\n",
    WORDS ("\n"),
    WORDS ("\r\n"),
    "\t",
    "1\t_",
    "\xef\xbb\xbf",
    "\xff",
    "1-2\ta\t_\t_\t_\t_\t_\t_\t_\t_\n",
    "2\t",
    WORDS ("\n") "\n",
    " ",
    "# newdoc\n",
    "0.1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  for (int round = 0; round < 120; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (Notes) notes = notes_new ();
    for (int n = g_rand_int_range (rand, 0, 40); n > 0; n--)
      g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
    g_free (read_in_blocks (text->str, text->len, notes));
  }
}

Test (conllu_reader, random_bytes)
{
  static const char bytes[] = "\n\n\n\t\t\r01_-.# \xc3\xa9";
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  for (int round = 0; round < 120; round++) {
    char text[200];
    gsize length = (gsize) g_rand_int_range (rand, 0, sizeof text);
    for (gsize i = 0; i < length; i++)
      text[i] = bytes[g_rand_int_range (rand, 0, sizeof bytes)];
    g_autoptr (Notes) notes = notes_new ();
    g_free (read_in_blocks (text, length, notes));
  }
}

Test (conllu_reader, a_long_chain)
{
  enum { N = 100000 };
  g_autoptr (GString) text = g_string_new (NULL);
  for (int word = 1; word <= N; word++)
    g_string_append_printf (text, "%d\tw\t_\t_\t_\t_\t%d\tdep\t_\t_\n", word, word < N ? word + 1 : 0);
  g_string_append (text, "\n\n" WORDS ("\n") "\n");

  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader = open_text (text->str, text->len, NULL, DEFAULT_BLOCKS, &error);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert (sentence.problem == NULL && sentence.n == N && sentence.heads[1] == 2 && sentence.heads[N] == 0);
  while (!tbk_conllu_batch_next (batch, &sentence))
    cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  cr_assert (sentence.n == 2 && sentence.index == 2 && sentence.line == N + 2);
}

/* A batch may outlive its reader. */
Test (conllu_reader, columns_by_name)
{
  static const char text[] = "# global.columns = HEAD MISC ID\n2\t_\t1\n0\ta\t2\n\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluReader *reader = open_text (text, sizeof text - 1, NULL, DEFAULT_BLOCKS, &error);
  TbkConlluSentence sentence;
  cr_assert (tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC));
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  tbk_conllu_reader_close (reader);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_null (sentence.problem);
  cr_assert (sentence.n == 2 && sentence.heads[1] == 2 && sentence.heads[2] == 0);

  g_autoptr (TbkConlluReader) without =
      open_text ("# global.columns = HEAD ID\n", 27, NULL, DEFAULT_BLOCKS, &error);
  cr_assert_not (tbk_conllu_reader_has_column (without, TBK_COLUMN_MISC));
}

static void
compress_file (const char *path, const char *bytes, gsize length)
{
  gzFile file = gzopen (path, "wb");
  cr_assert_eq (gzwrite (file, bytes, (unsigned) length), (int) length);
  cr_assert_eq (gzclose (file), Z_OK);
}

Test (conllu_reader, gzip_inside_gzip)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL, *inner = NULL;
  gsize length;
  int descriptor = g_file_open_tmp ("conllu-XXXXXX", &path, NULL);
  close (descriptor);
  compress_file (path, "# text\n", 7);
  cr_assert (g_file_get_contents (path, &inner, &length, NULL));
  compress_file (path, inner, length);
  cr_expect_null (tbk_conllu_reader_open (path, NULL, &error));
  cr_expect (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_expect_str_eq (without_name (error->message),
                    "1: found gzip data inside compressed data, expected UTF-8 text");
  g_unlink (path);
}

Test (conllu_reader, blocks_are_scanned_alike)
{
  static const char bytes[] = "\t\n\t\n\v\b-\x89\x8a";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (int round = 0; round < 2000; round++) {
    char block[64];
    guint64 tabs, newlines, plain_tabs, plain_newlines;
    for (int k = 0; k < 64; k++)
      block[k] = bytes[g_rand_int_range (rand, 0, sizeof bytes)];
    scan_block (block, '\t', '\n', &tabs, &newlines);
    scan_block_plain (block, '\t', '\n', &plain_tabs, &plain_newlines);
    cr_assert (tabs == plain_tabs && newlines == plain_newlines);
#ifdef TBK_WITH_AVX2
    if (processor.has_avx2) {
      scan_block_avx2 (block, '\t', '\n', &tabs, &newlines);
      cr_assert (tabs == plain_tabs && newlines == plain_newlines);
    }
#endif
    for (int k = 0; k < 64; k++)
      cr_assert ((tabs >> k & 1) == (block[k] == '\t') && (newlines >> k & 1) == (block[k] == '\n'));
  }
}

/* Byte by byte. */
static void
check_lines (const Lines *lines, const char *text, gsize length)
{
  gsize n = 0, n_sentences = 0;
  for (gsize i = 0; i < length; i++) {
    if (text[i] != '\n')
      continue;
    cr_assert_eq (lines->ends[n], i);
    n++;
    n_sentences += i >= 2 && text[i - 1] == '\n' && text[i - 2] != '\n';
  }
  if (length > 0 && text[length - 1] != '\n')
    cr_assert_eq (lines->ends[n++], length);
  cr_assert_eq (lines->n, n);
  cr_assert_eq (lines->n_sentences, n_sentences);
  cr_assert_not (lines->has_carriage_returns);
}

Test (conllu_reader, lines_are_found_alike)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree char *text = g_malloc (20000);
  Lines lines = { 0 };
  for (int round = 0; round < 1000; round++) {
    gsize length = (gsize) g_rand_int_range (rand, 0, round < 990 ? 100 : 20000);
    for (gsize i = 0; i < length; i++)
      text[i] = "\n\n\nab"[g_rand_int_range (rand, 0, round % 2 ? 5 : 4)];
    lines_find (&lines, text, length);
    check_lines (&lines, text, length);
  }
  lines_find (&lines, "a\r\n\r\n\r\nb\r\n", 10);
  cr_assert (lines.has_carriage_returns && lines.n == 4 && lines.n_sentences == 1);
  g_free (lines.ends);
}

static void
check_encoding (const char *bytes, gsize length)
{
  cr_assert_eq (encoding_is_utf8 (bytes, length), g_utf8_validate_len (bytes, length, NULL));
}

/* All sequences of four bytes from the ends of every range that matters, at any place in a vector and
 * across the seams of groups of vectors. */
Test (conllu_reader, encoding_as_glib_sees_it)
{
  static const guchar bytes[] = { 0x00, 0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                  0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
                                  0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff };
  enum { N = G_N_ELEMENTS (bytes) };
  char text[384];
  for (int code = 0; code < N * N * N * N; code++) {
    int place = 110 + code % 151;
    memset (text, 'a', sizeof text);
    for (int k = 0, rest = code; k < 4; k++, rest /= N)
      text[place + k] = (char) bytes[rest % N];
    check_encoding (text, sizeof text);
    check_encoding (text, (gsize) place + 5);
    check_encoding (text, (gsize) place + 4);
  }
}

Test (conllu_reader, encoding_of_random_texts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  for (int round = 0; round < 20000; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    for (int n = g_rand_int_range (rand, 0, 40); n > 0; n--) {
      gunichar c = (gunichar) g_rand_int_range (rand, 1, 1 << g_rand_int_range (rand, 1, 21));
      g_string_append_unichar (text, c >= 0xd800 && c < 0xe000 ? 'x' : c);
    }
    check_encoding (text->str, text->len);
    if (text->len == 0)
      continue;
    text->str[g_rand_int_range (rand, 0, (int) text->len)] ^= (char) (1 << g_rand_int_range (rand, 0, 8));
    check_encoding (text->str, text->len);
  }
}

/* Head vectors in memory are read as those of a file are. */
Test (conllu_reader, head_vectors_of_a_text)
{
  static const char text[] = "2 0 2\n0\n\n2 1", *const heads[] = { "2 0 2", "0" };
  const TbkConlluReaderOptions options = { .columns = { .names = "heads" } };
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkConlluReader) reader =
      tbk_conllu_reader_open_text ("text", text, strlen (text), &options, &error);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;

  cr_assert_not_null (reader, "%s", error != NULL ? error->message : "");
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, &error), TBK_READ_BATCH);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++) {
    g_autoptr (GString) found = g_string_new (NULL);

    cr_assert (tbk_conllu_batch_next (batch, &sentence));
    for (int word = 1; word <= sentence.n; word++)
      g_string_append_printf (found, "%s%d", word > 1 ? " " : "", sentence.heads[word]);
    cr_assert_str_eq (found->str, heads[i]);
    cr_assert_eq (sentence.line, i + 1);
  }
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_str_eq (sentence.problem->message, "text:3: an empty line found, expected the heads of a tree");
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_str_eq (sentence.problem->message,
                    "text:4: [non-tree] the words 1, 2 form a cycle, expected a tree");
}
