/* fuzz_tagged.c - words with tags: entries are the bytes of the file, lines and sentences are counted on from one to the
 * next, and what is read of sentences is read again from lines of their own. No byte chooses. */
#include <string.h>

#include "fuzz.h"
#include "io/io.h"
#include "tbk/brackets.h"

/* Bytes that another reading would take for something else: of compressed files, of marks at the beginning, and of files
 * that are no text. */
static gboolean
is_taken_otherwise (const char *bytes, gsize length)
{
  const guchar first = length > 0 ? (guchar) bytes[0] : 0;

  return first == 0x1f || first == 0x28 || first == 'B' || first == 0xfd || first == 0xef
         || !kinds_check (NULL, "tagged", bytes, length, NULL);
}

/* Appends the sentence as lines of words, and an empty one. */
static void
append_lines (GString *lines, const TbkTaggedSentence *sentence)
{
  for (int i = 0; i < sentence->n; i++) {
    g_string_append_len (lines, sentence->words[i].form.bytes, (gssize) sentence->words[i].form.size);
    g_string_append_c (lines, '\t');
    g_string_append_len (lines, sentence->words[i].tag.bytes, (gssize) sentence->words[i].tag.size);
    g_string_append (lines, "\r\n"); /* a tag may end with \r */
  }
  g_string_append_c (lines, '\n');
}

/* Reads the lines of whole sentences again. */
static void
check_again (const GString *lines)
{
  const TbkFormat *format = tbk_tagged_format ();
  const TbkReaderOptions options = { 0 };
  static gpointer batch;
  static GString *again;
  gpointer reader;
  TbkEntry entry;

  if (batch == NULL) {
    batch = format->batch_new ();
    again = g_string_new (NULL);
  }
  g_string_truncate (again, 0);
  reader = format->reader_open (fuzz_file (1, lines->str, lines->len), &options, NULL);
  FUZZ_CHECK (reader != NULL && format->read (reader, batch, NULL) == TBK_READ_BATCH);
  while (format->next (batch, &entry)) {
    FUZZ_CHECK (entry.problem == NULL && !entry.is_blank);
    append_lines (again, entry.sentence);
  }
  FUZZ_CHECK (g_string_equal (again, lines));
  format->reader_close (reader);
}

static void
check_words (const TbkEntry *entry, GString *lines)
{
  const TbkTaggedSentence *sentence = entry->sentence;

  FUZZ_CHECK (entry->n_words == sentence->n);
  for (int i = 0; i < sentence->n; i++) {
    const TbkPiece form = sentence->words[i].form, tag = sentence->words[i].tag;

    FUZZ_CHECK (form.size > 0 && tag.size > 0 && tag.bytes == form.bytes + form.size + 1);
    FUZZ_CHECK (form.bytes >= entry->text && tag.bytes + tag.size <= entry->text + entry->length);
  }
  if (entry->problem == NULL && sentence->n > 0)
    append_lines (lines, sentence);
}

static gint64
count_lines (const TbkEntry *entry)
{
  gint64 n = 0;

  for (gsize i = 0; i < entry->length; i++)
    n += entry->text[i] == '\n';
  return n;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const TbkFormat *format = tbk_tagged_format ();
  const TbkReaderOptions options = { 0 };
  static gpointer batch;
  static GString *lines; /* of the good sentences */
  gpointer reader;
  g_autoptr (GError) error = NULL;
  TbkEntry entry;
  gint64 line = 1, index = 0;
  gsize at = 0;

  if (is_taken_otherwise ((const char *) data, size) && data[0] != 0xef)
    return 0;
  if (batch == NULL) {
    batch = format->batch_new ();
    lines = g_string_new (NULL);
  }
  g_string_truncate (lines, 0);
  reader = format->reader_open (fuzz_file (0, data, size), &options, NULL);
  if (reader == NULL)
    return 0; /* what begins like compressed bytes */
  while (format->read (reader, batch, &error) == TBK_READ_BATCH)
    while (format->next (batch, &entry)) {
      FUZZ_CHECK (entry.length > 0 && entry.length <= size - at
                  && memcmp (entry.text, data + at, entry.length) == 0);
      index += !entry.is_blank;
      FUZZ_CHECK (entry.line == line && entry.index == index);
      check_words (&entry, lines);
      line += count_lines (&entry);
      at += entry.length;
    }
  FUZZ_CHECK (at == size
              || (at == 0 && error != NULL)); /* what begins like a file that is no text, is refused */
  if (lines->len > 0 && !is_taken_otherwise (lines->str, lines->len))
    check_again (lines);
  format->reader_close (reader);
  return 0;
}
