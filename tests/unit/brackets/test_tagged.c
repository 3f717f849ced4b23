/* test_tagged.c - words with tags as a format: both forms, where sentences end, what is wrong. */
#include "base/base.h"
#include "tbk/brackets.h"

#include <string.h>

#include "tbk/base.h"
#include "unit/scratch.h"
#include "unit/time_limit.h"

TestSuite (tagged, .init = make_folder, .fini = remove_folder, .timeout = TIME_LIMIT);

/* Writes what the format reads from @text: LINE#INDEX, the words, each as form|tag, or the problem. */
static char *
read_back (const char *text, gsize length)
{
  const TbkFormat *format = tbk_tagged_format ();
  const TbkReaderOptions options = { 0 };
  g_autofree char *path = g_build_filename (folder, "tagged", NULL);
  g_autoptr (GString) found = g_string_new (NULL), bytes = g_string_new (NULL);
  gpointer reader, batch = format->batch_new ();
  TbkReadStatus status;
  TbkEntry entry;

  cr_assert (g_file_set_contents (path, text, (gssize) length, NULL));
  reader = format->reader_open (path, &options, NULL);
  cr_assert_not_null (reader);
  while ((status = format->read (reader, batch, NULL)) == TBK_READ_BATCH)
    while (format->next (batch, &entry)) {
      const TbkTaggedSentence *sentence = entry.sentence;

      g_string_append_len (bytes, entry.text, (gssize) entry.length);
      cr_assert (entry.n_words == sentence->n);
      if (entry.is_blank)
        continue;
      g_string_append_printf (found, "%d#%d", (int) entry.line, (int) entry.index);
      for (int i = 0; entry.problem == NULL && i < sentence->n; i++)
        g_string_append_printf (found, " %.*s|%.*s", (int) sentence->words[i].form.size,
                                sentence->words[i].form.bytes, (int) sentence->words[i].tag.size,
                                sentence->words[i].tag.bytes);
      if (entry.problem != NULL)
        g_string_append (found, strstr (entry.problem->message, "tagged:"));
      g_string_append_c (found, '\n');
    }
  cr_assert (status == TBK_READ_END);
  cr_assert (bytes->len == length && memcmp (bytes->str, text, length) == 0);
  format->batch_free (batch);
  format->reader_close (reader);
  return g_string_free (g_steal_pointer (&found), FALSE);
}

static void
assert_reads (const char *text, const char *expected)
{
  g_autofree char *found = read_back (text, strlen (text));

  cr_assert_str_eq (found, expected);
}

Test (tagged, reads_both_forms)
{
  assert_reads ("", "");
  assert_reads ("\n \n", "");
  assert_reads ("a/N  b/c/V \n", "1#1 a|N b/c|V\n");
  assert_reads ("a\tN\nb\tV\n\nc\tN", "1#1 a|N b|V\n4#2 c|N\n");
  assert_reads ("a\tN\r\n\r\n\r\nb/V\r\n", "1#1 a|N\n4#2 b|V\n");
  assert_reads ("a\tN\nb/V\nc\tN\n", "1#1 a|N\n2#2 b|V\n3#3 c|N\n");
  assert_reads ("\xef\xbb\xbf"
                "a/N",
                "1#1 a|N\n");
}

Test (tagged, tells_what_is_wrong)
{
  assert_reads ("a/N\nb c\nd/N\n", "1#1 a|N\n2#2tagged:2: 'b' found, expected WORD/TAG\n3#3 d|N\n");
  assert_reads ("a/\n/N\n", "1#1tagged:1: 'a/' found, expected WORD/TAG\n"
                            "2#2tagged:2: '/N' found, expected WORD/TAG\n");
  assert_reads ("a\tN\nb\t\n\nc/N",
                "1#1tagged:2: 'b\\x09' found, expected a word, a tab and a tag\n4#2 c|N\n");
  assert_reads ("a\tN\tx\n", "1#1tagged:1: 'a\\x09N\\x09x' found, expected a word, a tab and a tag\n");
  {
    static const char utf_16[] = "a\0/\0N\0\n\0";
    g_autofree char *found = read_back (utf_16, sizeof utf_16 - 1);

    cr_assert_str_eq (found, "1#1tagged:1:2: not UTF-8 text: byte 0x00: this is not text\n"
                             "2#2tagged:2:1: not UTF-8 text: byte 0x00: this is not text\n");
  }
  assert_reads ("a/N\nb\tN\nc\xe1\tN\n\nd/N",
                "1#1 a|N\n2#2tagged:3:2: not UTF-8 text: byte 0xe1: if this is Latin-1, convert it by "
                "iconv -f LATIN1 -t UTF-8\n5#3 d|N\n");
}

/* A message quotes half a letter nowhere. */
Test (tagged, cuts_words_between_letters)
{
  assert_reads (
      "x\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
      "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9",
      "1#1tagged:1: 'x\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
      "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9...' found, expected WORD/TAG\n");
}

/* A line of the mark of byte order alone is no sentence, in the blocks behind it neither. */
Test (tagged, counts_past_the_mark_of_byte_order)
{
  enum { N = 100000 }; /* of four bytes: more than a block */
  g_autoptr (GString) text = g_string_new ("\xef\xbb\xbf\n");
  g_autofree char *found = NULL, *last = g_strdup_printf ("\n%d#%d a|N\n", N + 1, N);

  for (int s = 0; s < N; s++)
    g_string_append (text, "a/N\n");
  found = read_back (text->str, text->len);
  cr_assert (g_str_has_prefix (found, "2#1 a|N\n"));
  cr_assert (g_str_has_suffix (found, last));
}

/* Sentences longer than a block, and blocks that end anywhere in one. */
Test (tagged, does_not_depend_on_blocks)
{
  g_autoptr (GString) text = g_string_new (NULL), expected = g_string_new (NULL);
  g_autofree char *found = NULL;
  TbkRandom random;
  int line = 1;

  tbk_random_init (&random, 1, 6);
  for (int s = 1; s <= 60; s++) {
    const gboolean in_lines = random_below (&random, 2) == 0;
    const int n = s % 10 == 0 ? 60000 : 1 + (int) random_below (&random, 3000);

    g_string_append_printf (expected, "%d#%d", line, s);
    for (int i = 0; i < n; i++) {
      g_string_append_printf (text, in_lines ? "w%d\tN%d\n" : "w%d/N%d ", i, i % 7);
      g_string_append_printf (expected, " w%d|N%d", i, i % 7);
    }
    g_string_append_c (text, '\n');
    g_string_append_c (expected, '\n');
    line += in_lines ? n + 1 : 1;
  }
  found = read_back (text->str, text->len);
  cr_assert (strcmp (found, expected->str) == 0);
}

/* More bytes than a sentence may have. */
Test (tagged, too_large)
{
  const TbkFormat *format = tbk_tagged_format ();
  const TbkReaderOptions options = { 0 };
  const gsize n_lines = ((gsize) 64 << 20) / 4 + 1000;
  g_autofree char *path = g_build_filename (folder, "tagged", NULL);
  g_autofree char *bytes = g_malloc (4 * n_lines);
  gpointer reader, batch = format->batch_new ();
  GError *error = NULL;

  for (gsize i = 0; i < n_lines; i++)
    memcpy (bytes + 4 * i, "a\tb\n", 4);
  cr_assert (g_file_set_contents (path, bytes, (gssize) (4 * n_lines), NULL));
  reader = format->reader_open (path, &options, NULL);
  cr_assert (format->read (reader, batch, &error) == TBK_READ_FAILED);
  cr_assert_not_null (
      strstr (error->message, "tagged:1: found no end of a sentence in 67108864 bytes, expected one sooner"));
  g_error_free (error);
  format->batch_free (batch);
  format->reader_close (reader);
}
