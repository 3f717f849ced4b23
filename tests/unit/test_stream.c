/* test_stream.c - input and output against every fault that a file, a gzip stream or a signal can have. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "tbk/stream.h"

static char *folder;

static void
make_folder (void)
{
  folder = g_dir_make_tmp ("tbk-stream-XXXXXX", NULL);
  cr_assert_not_null (folder);
}

static void
remove_folder (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while ((file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, file, NULL);
    g_remove (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

TestSuite (stream, .init = make_folder, .fini = remove_folder);

static char *
in_folder (const char *file)
{
  return g_build_filename (folder, file, NULL);
}

/* How many files the folder holds. */
static int
count_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}

static void
store (const char *path, const void *bytes, gsize size)
{
  int descriptor = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

  cr_assert (descriptor >= 0 && write (descriptor, bytes, size) == (gssize) size);
  close (descriptor);
}

static void
assert_holds (const char *path, const char *expected)
{
  g_autofree char *found = NULL;

  cr_assert (g_file_get_contents (path, &found, NULL, NULL), "%s is not there", path);
  cr_assert_str_eq (found, expected);
}

/* Appends a gzip member with @text to @file, with @header or, if it is NULL, the shortest. */
static void
append_member_with_header (GByteArray *file, gz_header *header, const void *text, gsize size, int level)
{
  z_stream stream = { 0 };
  guint8 *member;

  deflateInit2 (&stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  if (header != NULL)
    deflateSetHeader (&stream, header);
  member = g_malloc (deflateBound (&stream, size));
  stream.next_in = (Bytef *) text;
  stream.avail_in = (guint) size;
  stream.next_out = member;
  stream.avail_out = G_MAXUINT;
  cr_assert (deflate (&stream, Z_FINISH) == Z_STREAM_END);
  g_byte_array_append (file, member, stream.total_out);
  deflateEnd (&stream);
  g_free (member);
}

static void
append_member (GByteArray *file, const void *text, gsize size, int level)
{
  append_member_with_header (file, NULL, text, size, level);
}

/* Reads all of a file, @chunk bytes at a time. Returns NULL on error. */
static GString *
read_file (const char *path, gsize chunk, gint64 *garbage, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  g_autofree char *buffer = g_malloc (chunk);
  GString *text = g_string_new (NULL);
  gssize n = input == NULL ? -1 : 0;

  while (input != NULL && (n = tbk_input_read (input, buffer, chunk, error)) > 0) {
    g_string_append_len (text, buffer, n);
    if ((gsize) n < chunk)
      cr_assert (tbk_input_read (input, buffer, chunk, error) == 0, "more came after a short read");
  }
  if (garbage != NULL)
    *garbage = input != NULL ? tbk_input_trailing_garbage (input) : -1;
  if (n == 0)
    return text;
  cr_assert (n == -1 && (error == NULL || *error != NULL));
  g_string_free (text, TRUE);
  return NULL;
}

/* Stores @file and checks that it reads as @text, with chunks of several sizes. */
static void
assert_reads (const char *name, const GByteArray *file, const char *text, gsize size)
{
  static const gsize chunks[] = { 1, 7, 4096, 1 << 20 };
  g_autofree char *path = in_folder (name);

  store (path, file->data, file->len);
  for (gsize i = size < 100000 ? 0 : 2; i < G_N_ELEMENTS (chunks); i++) {
    g_autoptr (GError) error = NULL;
    GString *found = read_file (path, chunks[i], NULL, &error);

    cr_assert_not_null (found, "%s", error != NULL ? error->message : "");
    cr_assert_eq (found->len, size);
    cr_assert (memcmp (found->str, text, size) == 0);
    g_string_free (found, TRUE);
  }
}

static void
assert_broken (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  cr_assert_null (read_file (path, 100, NULL, &error), "no error where '%s' was expected", reason);
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert (g_str_has_prefix (error->message, path), "%s", error->message);
  cr_assert_not_null (strstr (error->message, reason), "'%s' lacks '%s'", error->message, reason);
}

Test (stream, members_of_all_kinds_are_read)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();

  append_member (file, "", 0, 6);
  append_member (file, "one ", 4, 6);
  append_member (file, "", 0, 6);
  append_member (file, "", 0, 6);
  append_member (file, "two ", 4, 0);
  append_member (file, "three", 5, 9);
  append_member (file, "", 0, 6);
  assert_reads ("a.gz", file, "one two three", 13);
  assert_reads ("a.txt", file, "one two three", 13);
}

Test (stream, zero_padding_is_accepted)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autofree guint8 *zeros = g_malloc0 (300000);

  append_member (file, "one", 3, 6);
  g_byte_array_append (file, zeros, 1);
  assert_reads ("a.gz", file, "one", 3);
  g_byte_array_append (file, zeros, 300000);
  assert_reads ("a.gz", file, "one", 3);
  append_member (file, "two", 3, 6);
  assert_reads ("a.gz", file, "onetwo", 6);
}

/* The boundary between two members lies before, at and after the end of the reader's buffer. */
Test (stream, members_straddle_the_buffer)
{
  gsize size = 131072 + 4;
  g_autofree char *text = g_malloc (size + 3);

  for (gsize i = 0; i < size + 3; i++)
    text[i] = (char) ('a' + i * i % 23);
  for (gsize n = 131072 - 55; n < size; n++) {
    g_autoptr (GByteArray) file = g_byte_array_new ();

    append_member (file, text, n, 0);
    append_member (file, text + n, 3, 6);
    assert_reads ("a.gz", file, text, n + 3);
  }
}

/* A header may have fields after the first ten bytes, and may be cut by the reader's buffer anywhere. */
Test (stream, headers_with_all_fields)
{
  static char name[] = "name", comment[] = "comment", extra[300] = "extra";
  g_autofree char *text = g_malloc (131072 + 3);

  memset (text, 'a', 131072 + 3);
  for (int fields = 0; fields < 16; fields++) {
    gz_header header = { .extra = fields & 1 ? (Bytef *) extra : NULL,
                         .extra_len = fields % 3 == 0 ? sizeof extra : 0,
                         .name = fields & 2 ? (Bytef *) name : NULL,
                         .comment = fields & 4 ? (Bytef *) comment : NULL,
                         .hcrc = fields & 8 };
    for (gsize n = 131072 - 400; n < 131072; n += fields == 15 ? 1 : 29) {
      g_autoptr (GByteArray) file = g_byte_array_new ();

      append_member (file, text, n, 0);
      append_member_with_header (file, &header, text, 3, 6);
      assert_reads ("a.gz", file, text, n + 3);
    }
  }
}

/* Whatever is wrong with a header is told in the same words by either library. */
Test (stream, bad_headers)
{
  static char name[] = "name";
  static const struct {
    guint place;
    guint8 bit;
    const char *reason;
  } faults[] = {
    { 2, 1, "unknown compression method" }, { 3, 0x20, "unknown header flags set" },
    { 4, 1, "header crc mismatch" },        { 11, 1, "header crc mismatch" },
    { 15, 1, "header crc mismatch" },       { 16, 0x80, "header crc mismatch" },
  };
  g_autofree char *path = in_folder ("a.gz");

  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++) {
    gz_header header = { .name = (Bytef *) name, .hcrc = TRUE };
    g_autoptr (GByteArray) file = g_byte_array_new ();

    append_member_with_header (file, &header, "text", 4, 6);
    file->data[faults[i].place] ^= faults[i].bit;
    store (path, file->data, file->len);
    assert_broken (path, faults[i].reason);
  }
}

/* The trailer has a sum and a length, of which either can be wrong. */
Test (stream, bad_trailers)
{
  g_autofree char *path = in_folder ("a.gz");

  for (guint place = 1; place <= 8; place++) {
    g_autoptr (GByteArray) file = g_byte_array_new ();

    append_member (file, "text", 4, 6);
    file->data[file->len - place] ^= 1;
    store (path, file->data, file->len);
    assert_broken (path, place <= 4 ? "incorrect length check" : "incorrect data check");
  }
}

Test (stream, inflates_more_than_any_buffer)
{
  gsize size = 5000000;
  g_autofree char *text = g_malloc (size);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint32 state = 1;

  for (gsize i = 0; i < size; i++) {
    state = state * 1664525 + 1013904223;
    text[i] = (char) ('a' + (state >> 28) % 12);
  }
  append_member (file, text, size / 3, 6);
  append_member (file, text + size / 3, size - size / 3, 1);
  assert_reads ("a.gz", file, text, size);
}

Test (stream, cut_anywhere_is_an_error)
{
  static const char *texts[] = { "1\tThe\tthe\tDET\n", "", "2\tcat\tcat\tNOUN\n\n# sent_id = 2\n" };
  g_autofree char *path = in_folder ("cut.gz");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GString) before = g_string_new (NULL);
  guint ends[G_N_ELEMENTS (texts)];

  for (int i = 0; i < 3; i++) {
    append_member (file, texts[i], strlen (texts[i]), 6);
    ends[i] = file->len;
  }
  for (guint cut = 0, member = 0; cut < file->len; cut++) {
    store (path, file->data, cut);
    if (cut == ends[member]) {
      GString *found = read_file (path, 10, NULL, NULL);
      g_string_append (before, texts[member++]);
      cr_assert_not_null (found);
      cr_assert_str_eq (found->str, before->str);
      g_string_free (found, TRUE);
    } else {
      g_autofree char *reason = g_strdup_printf (": byte %u of compressed input: truncated gzip stream", cut);
      assert_broken (path, cut == 0 ? ": truncated gzip stream: the file is empty" : reason);
    }
  }
}

/* A cut in a long member is noticed too, though all the text may have been seen. */
Test (stream, cut_at_the_end_of_long_members)
{
  g_autofree char *path = in_folder ("cut.gz");
  g_autofree char *text = g_malloc0 (200000);
  g_autoptr (GByteArray) file = g_byte_array_new ();

  append_member (file, text, 200000, 0);
  append_member (file, text, 200000, 6);
  for (guint cut = file->len - 30; cut < file->len; cut++) {
    store (path, file->data, cut);
    assert_broken (path, "truncated gzip stream");
  }
}

/* No bit of a file flips unnoticed: the text is the same, an error comes, or the file is no longer gzip
 * where a member would begin, which is seen from its text (the first) or reported (the others). */
Test (stream, flipped_bits_are_noticed)
{
  const char *text = "1\tflipped\t_\t_\n2\tbits\t_\t_\n2\tbits\t_\t_\n";
  gsize half = 20, size = strlen (text);
  g_autofree char *path = in_folder ("flipped.gz");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint second, n_errors = 0;

  append_member (file, text, half, 6);
  second = file->len;
  append_member (file, text + half, size - half, 9);
  for (guint bit = 0; bit < 8 * file->len; bit++) {
    gint64 garbage;
    guint place = bit / 8;
    GString *found;

    file->data[place] ^= (guint8) (1 << bit % 8);
    store (path, file->data, file->len);
    found = read_file (path, 1000, &garbage, NULL);
    if (found == NULL)
      n_errors++;
    else if (place < 2)
      cr_assert (found->len == file->len && memcmp (found->str, file->data, file->len) == 0);
    else if (place >= second && place < second + 2)
      cr_assert (garbage >= second && garbage <= second + 1);
    else
      cr_assert (g_str_equal (found->str, text) && garbage == -1, "bit %u flipped unnoticed", bit);
    if (found != NULL)
      g_string_free (found, TRUE);
    file->data[place] ^= (guint8) (1 << bit % 8);
  }
  /* What may flip is magic, time, XFL, OS and one flag of each header. */
  cr_assert (n_errors >= 8 * file->len - 2 * (2 + 4 + 1 + 1 + 1) * 8);
}

Test (stream, a_broken_input_stays_broken)
{
  g_autofree char *path = in_folder ("a.gz");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (TbkInput) input = NULL;
  char buffer[100];

  append_member (file, "text", 4, 6);
  file->data[file->len - 8] ^= 1;
  store (path, file->data, file->len);
  input = tbk_input_open (path, NULL);
  cr_assert_not_null (input);
  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;
    cr_assert_eq (tbk_input_read (input, buffer, sizeof buffer, &error), -1);
    cr_assert_not_null (strstr (error->message, "of compressed input: incorrect data check"));
  }
}

Test (stream, trailing_garbage_is_reported)
{
  static const char *garbage[] = { "garbage", "\1", "\37\212", "\37zip", "\213\37" };
  g_autofree char *path = in_folder ("a.gz");

  for (gsize i = 0; i < G_N_ELEMENTS (garbage); i++)
    for (guint n_zeros = 0; n_zeros < 3; n_zeros++) {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      GString *found;
      gint64 where;
      guint end;

      append_member (file, "text", 4, 6);
      g_byte_array_append (file, (const guint8 *) "\0\0", n_zeros);
      end = file->len;
      g_byte_array_append (file, (const guint8 *) garbage[i], (guint) strlen (garbage[i]));
      store (path, file->data, file->len);
      found = read_file (path, 100, &where, NULL);
      cr_assert_not_null (found);
      cr_assert_str_eq (found->str, "text");
      cr_assert_eq (where, (gint64) end);
      g_string_free (found, TRUE);
    }
}

Test (stream, plain_whatever_the_name)
{
  static const char *texts[] = { "a", "plain text", "\037", "\037a", "\213\037", "" };
  static const char *names[] = { "a.gz", "a.txt" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (names); j++) {
      g_autofree char *path = in_folder (names[j]);
      g_autoptr (GByteArray) file = g_byte_array_new ();

      g_byte_array_append (file, (const guint8 *) texts[i], (guint) strlen (texts[i]));
      if (j == 0 && (*texts[i] == '\0' || g_str_equal (texts[i], "\037"))) {
        store (path, file->data, file->len);
        assert_broken (path, "truncated gzip stream");
      } else {
        assert_reads (names[j], file, texts[i], strlen (texts[i]));
      }
    }
}

Test (stream, unreadable_inputs)
{
  g_autofree char *missing = in_folder ("missing");

  assert_broken (missing, "No such file");
  assert_broken (folder, "Is a directory");
}

static gpointer
feed_slowly (gpointer data)
{
  const GByteArray *file = data;
  g_autofree char *path = in_folder ("pipe");
  int descriptor = open (path, O_WRONLY);

  for (guint i = 0; i < file->len; i++) {
    if (write (descriptor, file->data + i, 1) != 1)
      break;
    g_usleep (1000);
  }
  close (descriptor);
  return NULL;
}

/* A pipe gives a byte at a time; the reader fills the buffer all the same. */
Test (stream, pipes_fill_the_buffer)
{
  g_autofree char *path = in_folder ("pipe");

  cr_assert_eq (mkfifo (path, 0600), 0);
  for (int gzip = 0; gzip < 2; gzip++) {
    g_autoptr (GByteArray) file = g_byte_array_new ();
    g_autoptr (TbkInput) input = NULL;
    char buffer[5] = "";
    GThread *feeder;

    if (gzip)
      append_member (file, "12345678", 8, 6);
    else
      g_byte_array_append (file, (const guint8 *) "12345678", 8);
    feeder = g_thread_new (NULL, feed_slowly, file);
    input = tbk_input_open (path, NULL);
    cr_assert_eq (tbk_input_size (input), -1);
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 5);
    cr_assert (memcmp (buffer, "12345", 5) == 0);
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 3);
    cr_assert_eq (tbk_input_position (input), (gint64) file->len);
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 0);
    g_thread_join (feeder);
  }
}

Test (stream, same_file)
{
  g_autofree char *path = in_folder ("a"), *link = in_folder ("b"), *other = in_folder ("c");
  g_autoptr (TbkInput) input = NULL;
  g_autoptr (TbkInput) null = tbk_input_open ("/dev/null", NULL);

  store (path, "text", 4);
  store (other, "text", 4);
  cr_assert_eq (symlink ("a", link), 0);
  input = tbk_input_open (path, NULL);
  cr_assert_eq (tbk_input_size (input), 4);
  cr_assert (tbk_input_is_file (input, path));
  cr_assert (tbk_input_is_file (input, link));
  cr_assert_not (tbk_input_is_file (input, other));
  cr_assert_not (tbk_input_is_file (input, "/nowhere"));
  cr_assert_not (tbk_input_is_file (null, "/dev/null"));
}

/* Opens an output, writes @text by many small pieces, and commits. */
static gboolean
write_file (const char *path, const char *text, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, error);

  if (output == NULL)
    return FALSE;
  for (const char *byte = text; *byte != '\0'; byte++)
    if (!tbk_output_write (output, byte, 1, error))
      return FALSE;
  return tbk_output_commit (g_steal_pointer (&output), error);
}

Test (stream, commit_replaces_and_discard_does_not)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (TbkOutput) output = NULL;

  store (path, "old", 3);
  output = tbk_output_open (path, NULL);
  cr_assert (tbk_output_printf (output, NULL, "%s", "new"));
  cr_assert (tbk_output_flush (output, NULL));
  cr_assert_eq (count_files (), 2);
  assert_holds (path, "old");
  tbk_output_discard (g_steal_pointer (&output));
  assert_holds (path, "old");
  cr_assert_eq (count_files (), 1);

  cr_assert (write_file (path, "new", NULL));
  assert_holds (path, "new");
  cr_assert_eq (count_files (), 1);
}

/* Temporary files of one process for one target do not meet, and a stranger's is left alone. */
Test (stream, temporary_names)
{
  g_autofree char *path = in_folder ("out");
  g_autofree char *file = g_strdup_printf (".out.%d.tmp", (int) getpid ());
  g_autofree char *first = in_folder (file);
  g_autoptr (TbkOutput) a = tbk_output_open (path, NULL);
  g_autoptr (TbkOutput) b = tbk_output_open (path, NULL);

  cr_assert (g_file_test (first, G_FILE_TEST_EXISTS));
  cr_assert (a != NULL && b != NULL && count_files () == 2);
  cr_assert (tbk_output_printf (a, NULL, "a") && tbk_output_printf (b, NULL, "b"));
  cr_assert (tbk_output_commit (g_steal_pointer (&b), NULL));
  assert_holds (path, "b");
  cr_assert (tbk_output_commit (g_steal_pointer (&a), NULL));
  assert_holds (path, "a");

  store (first, "stranger", 8);
  cr_assert (write_file (path, "c", NULL));
  assert_holds (first, "stranger");
}

/* The table of temporary files is as good for the last of many outputs as for the first. */
Test (stream, many_outputs_one_after_another)
{
  g_autofree char *path = in_folder ("out");

  for (int i = 0; i < 1500; i++) {
    TbkOutput *output = tbk_output_open (path, NULL);
    cr_assert_not_null (output);
    tbk_output_discard (output);
  }
  cr_assert_eq (count_files (), 0);
}

Test (stream, names_as_long_as_they_come)
{
  g_autofree char *file = g_strnfill (255, 'n');
  g_autofree char *path = in_folder (file);

  cr_assert (write_file (path, "text", NULL));
  assert_holds (path, "text");
}

Test (stream, large_and_small_writes_keep_their_order)
{
  static const char *names[] = { "out", "out.gz" };
  gsize size = 300000;
  g_autofree char *large = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    large[i] = (char) ('a' + i % 7 * i % 19);
  for (gsize j = 0; j < G_N_ELEMENTS (names); j++) {
    g_autofree char *path = in_folder (names[j]);
    g_autoptr (GString) expected = g_string_new (NULL);
    g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
    GString *found;

    for (gsize i = 0; i < 200; i++) {
      gsize part = i % 10 == 9 ? 1000 * i : i;
      g_string_append_len (expected, large + i, (gssize) part);
      cr_assert (tbk_output_write (output, large + i, part, NULL));
      if (i % 50 == 0)
        cr_assert (tbk_output_flush (output, NULL));
    }
    cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
    found = read_file (path, 1 << 16, NULL, NULL);
    cr_assert (found != NULL && g_string_equal (found, expected));
    g_string_free (found, TRUE);
  }
}

Test (stream, long_formatted_text)
{
  g_autofree char *path = in_folder ("out");
  g_autofree char *expected = g_strnfill (5000, 'x');

  for (int length = 510; length < 515; length++) {
    g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
    g_autofree char *part = g_strndup (expected, (gsize) length);

    cr_assert (tbk_output_printf (output, NULL, "%s", part));
    cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
    assert_holds (path, part);
  }
}

Test (stream, gzip_output_depends_on_the_text_alone)
{
  g_autofree char *path = in_folder ("out.gz"), *empty = in_folder ("empty.gz");
  g_autofree char *bytes = NULL;
  gsize size;
  GString *found;

  cr_assert (write_file (path, "text", NULL));
  cr_assert (g_file_get_contents (path, &bytes, &size, NULL));
  cr_assert (memcmp (bytes, "\037\213\010\0\0\0\0\0", 8) == 0, "the header has flags or a time");
  found = read_file (path, 100, NULL, NULL);
  cr_assert_str_eq (found->str, "text");
  g_string_free (found, TRUE);

  cr_assert (write_file (empty, "", NULL));
  found = read_file (empty, 100, NULL, NULL);
  cr_assert (found != NULL && found->len == 0);
  g_string_free (found, TRUE);
}

/* After a flush another program can read all that was written. */
Test (stream, flushed_gzip_can_be_read)
{
  g_autofree char *path = in_folder ("out.gz");
  g_autofree char *file = g_strdup_printf (".out.gz.%d.tmp", (int) getpid ());
  g_autofree char *temporary = in_folder (file);
  g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
  g_autoptr (TbkInput) input = NULL;
  char buffer[4];

  cr_assert (tbk_output_printf (output, NULL, "text"));
  cr_assert (tbk_output_flush (output, NULL));
  input = tbk_input_open (temporary, NULL);
  cr_assert_eq (tbk_input_read (input, buffer, 4, NULL), 4);
  cr_assert (memcmp (buffer, "text", 4) == 0);
}

Test (stream, links_are_followed)
{
  g_autofree char *target = in_folder ("target"), *link = in_folder ("link"), *far = in_folder ("far");
  g_autofree char *loop = in_folder ("loop");
  g_autoptr (GError) error = NULL;

  /* The target does not exist at first, and the links to it lead nowhere. */
  cr_assert (symlink ("target", link) == 0 && symlink (link, far) == 0 && symlink ("loop", loop) == 0);
  cr_assert (write_file (far, "one", NULL));
  assert_holds (target, "one");
  cr_assert (write_file (link, "two", NULL));
  assert_holds (target, "two");
  cr_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK) && g_file_test (far, G_FILE_TEST_IS_SYMLINK));
  cr_assert_not (write_file (loop, "text", &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 4);
}

Test (stream, modes_follow_the_umask_or_the_old_file)
{
  g_autofree char *path = in_folder ("out");
  GStatBuf status;

  umask (027);
  cr_assert (write_file (path, "new", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0640);

  g_chmod (path, 0606);
  cr_assert (write_file (path, "newer", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0606);
}

static void
assert_unwritable (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  cr_assert_not (write_file (path, "text", &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert (g_str_has_prefix (error->message, path), "%s", error->message);
  cr_assert_not_null (strstr (error->message, reason), "'%s' lacks '%s'", error->message, reason);
}

Test (stream, unwritable_outputs)
{
  g_autofree char *nowhere = in_folder ("missing/out"), *slash = in_folder ("missing/");

  assert_unwritable (folder, "Is a directory");
  assert_unwritable (nowhere, "No such file");
  assert_unwritable (slash, "No such file");
  assert_unwritable ("", "No such file");
  assert_unwritable ("/dev/full", "No space left on device");
  cr_assert (write_file ("/dev/null", "text", NULL));
  cr_assert_eq (count_files (), 0);
}

Test (stream, a_failed_output_cannot_be_committed)
{
  g_autofree char *block = g_malloc0 (1000000);
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open ("/dev/full", NULL);

  cr_assert_not (tbk_output_write (output, block, 1000000, NULL));
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert_not_null (strstr (error->message, "earlier write failed"));
}

/* A folder took the output's place while it was written. */
Test (stream, a_failed_renaming_leaves_nothing)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open (path, NULL);

  cr_assert_eq (g_mkdir (path, 0777), 0);
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 1);
}

/* Runs @body in another process and returns how that ended. */
static int
run_in_child (void (*body) (void))
{
  pid_t child = fork ();
  int status;

  if (child == 0) {
    static const int usual[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGABRT, SIGTRAP, SIGXFSZ };
    const struct rlimit no_core = { 0, 0 };

    for (gsize i = 0; i < G_N_ELEMENTS (usual); i++)
      signal (usual[i], SIG_DFL);
    setrlimit (RLIMIT_CORE, &no_core);
    body ();
    _exit (0);
  }
  cr_assert_eq (waitpid (child, &status, 0), child);
  return status;
}

enum { PIPED = 400000 };

/* A thread that writes to a pipe, one that reads from it, and whether they are done. */
typedef struct {
  pthread_t threads[2];
  gint n_begun;
  gint done;
} Pestered;

static void
ignore_signal (int number)
{
  (void) number;
}

static gpointer
pester (gpointer data)
{
  Pestered *pestered = data;

  while (!g_atomic_int_get (&pestered->done)) {
    for (int i = 0; i < 2 && g_atomic_int_get (&pestered->n_begun) == 2; i++)
      pthread_kill (pestered->threads[i], SIGUSR1);
    g_usleep (50);
  }
  return NULL;
}

static gpointer
write_pestered (gpointer data)
{
  Pestered *pestered = data;
  g_autofree char *path = in_folder ("pipe"), *text = g_malloc (PIPED);
  TbkOutput *output;

  pestered->threads[1] = pthread_self ();
  g_atomic_int_inc (&pestered->n_begun);
  for (int i = 0; i < PIPED; i++)
    text[i] = (char) ('a' + i % 23);
  g_usleep (10000); /* the reader waits in open() */
  output = tbk_output_open (path, NULL);
  g_usleep (10000); /* and then in read() */
  return GINT_TO_POINTER (tbk_output_write (output, text, PIPED, NULL) && tbk_output_commit (output, NULL));
}

/* Signals that end nothing interrupt every system call, and half of each write, but lose nothing. */
Test (stream, interrupted_calls_go_on, .timeout = 20)
{
  const struct sigaction action = { .sa_handler = ignore_signal };
  g_autofree char *path = in_folder ("pipe"), *buffer = g_malloc (PIPED);
  g_autoptr (TbkInput) input = NULL;
  Pestered pestered = { .threads = { pthread_self () }, .n_begun = 1 };
  GThread *writer, *pesterer;
  gssize n = 0;

  sigaction (SIGUSR1, &action, NULL);
  cr_assert_eq (mkfifo (path, 0600), 0);
  writer = g_thread_new (NULL, write_pestered, &pestered);
  pesterer = g_thread_new (NULL, pester, &pestered);
  input = tbk_input_open (path, NULL);
  for (int at = 0; at < PIPED; at += (int) n) {
    n = tbk_input_read (input, buffer, 10000, NULL);
    cr_assert_eq (n, 10000);
    for (int i = 0; i < n; i++)
      cr_assert_eq (buffer[i], 'a' + (at + i) % 23);
    g_usleep (200);
  }
  cr_assert_eq (tbk_input_read (input, buffer, 1, NULL), 0);
  g_atomic_int_set (&pestered.done, TRUE);
  g_thread_join (pesterer);
  cr_assert (GPOINTER_TO_INT (g_thread_join (writer)));
}

static int deadly_signal;

static void
die_writing (void)
{
  g_autofree char *path = in_folder ("out"), *other = in_folder ("other.gz"), *done = in_folder ("done");
  TbkOutput *outputs[3];

  tbk_output_remove_on_signals ();
  outputs[0] = tbk_output_open (path, NULL);
  outputs[1] = tbk_output_open (done, NULL);
  outputs[2] = tbk_output_open (other, NULL);
  tbk_output_printf (outputs[0], NULL, "new");
  tbk_output_flush (outputs[0], NULL);
  tbk_output_printf (outputs[1], NULL, "done");
  tbk_output_commit (outputs[1], NULL);
  if (count_files () != 4)
    _exit (7);
  if (deadly_signal == SIGABRT)
    abort ();
  kill (getpid (), deadly_signal);
  _exit (8);
}

Test (stream, signals_remove_temporary_files)
{
  static const int deadly[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGABRT, SIGTRAP };
  g_autofree char *path = in_folder ("out"), *done = in_folder ("done");

  store (path, "old", 3);
  for (gsize i = 0; i < G_N_ELEMENTS (deadly); i++) {
    int status;

    deadly_signal = deadly[i];
    status = run_in_child (die_writing);
    cr_assert (WIFSIGNALED (status) && WTERMSIG (status) == deadly[i], "status %x for signal %d", status,
               deadly[i]);
    assert_holds (path, "old");
    assert_holds (done, "done");
    cr_assert_eq (count_files (), 2);
    g_remove (done);
  }
}

static void
survive_ignored_signal (void)
{
  signal (SIGHUP, SIG_IGN);
  tbk_output_remove_on_signals ();
  raise (SIGHUP);
}

/* Exits with 1 if the error has the @code and @message expected. */
static void
exit_on (const GError *error, const char *message)
{
  _exit (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO) && g_str_equal (error->message, message) ? 1 : 9);
}

static void
exceed_file_limit (void)
{
  const struct rlimit limit = { 1000, 1000 };
  g_autofree char *path = in_folder ("out");
  g_autofree char *text = g_strnfill (5000, 'x');
  g_autofree char *message = g_strdup_printf ("%s: File too large", path);
  g_autoptr (GError) error = NULL;

  tbk_output_remove_on_signals ();
  setrlimit (RLIMIT_FSIZE, &limit);
  if (!write_file (path, text, &error))
    exit_on (error, message);
}

static void
fill_standard_output (void)
{
  g_autoptr (GError) error = NULL;

  dup2 (open ("/dev/full", O_WRONLY), STDOUT_FILENO);
  if (!write_file ("-", "text", &error))
    exit_on (error, "standard output: No space left on device");
}

static void
write_to_nobody (void)
{
  g_autoptr (GError) error = NULL;
  int ends[2];

  signal (SIGPIPE, SIG_IGN);
  if (pipe (ends) != 0)
    _exit (9);
  close (ends[0]);
  dup2 (ends[1], STDOUT_FILENO);
  if (!write_file (NULL, "text", &error))
    exit_on (error, "standard output: Broken pipe");
}

static void
write_to_closed (void)
{
  g_autoptr (GError) error = NULL;

  close (STDOUT_FILENO);
  if (!write_file (NULL, "text", &error))
    exit_on (error, "standard output: Bad file descriptor");
}

static void
copy_standard_streams (void)
{
  g_autofree char *in = in_folder ("in.gz"), *out = in_folder ("out");
  GString *text;

  dup2 (open (in, O_RDONLY), STDIN_FILENO);
  dup2 (open (out, O_WRONLY | O_CREAT, 0666), STDOUT_FILENO);
  text = read_file ("-", 10, NULL, NULL);
  if (text == NULL || !write_file ("-", text->str, NULL) || fcntl (STDOUT_FILENO, F_GETFD) < 0)
    _exit (9);
}

Test (stream, failures_of_the_process)
{
  static void (*const failures[]) (void) = { exceed_file_limit, fill_standard_output, write_to_nobody,
                                             write_to_closed };

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++) {
    int status = run_in_child (failures[i]);
    cr_assert (WIFEXITED (status) && WEXITSTATUS (status) == 1, "failure %d: status %x", (int) i, status);
    cr_assert_eq (count_files (), 0);
  }
  cr_assert_eq (run_in_child (survive_ignored_signal), 0);
}

Test (stream, standard_streams)
{
  g_autofree char *in = in_folder ("in.gz"), *out = in_folder ("out");

  cr_assert (write_file (in, "some text", NULL));
  cr_assert_eq (run_in_child (copy_standard_streams), 0);
  assert_holds (out, "some text");
}

Test (stream, statuses_of_errors)
{
  static const struct {
    TbkError code;
    int status;
  } cases[] = {
    { TBK_ERROR_DATA, 1 }, { TBK_ERROR_USAGE, 2 }, { TBK_ERROR_IO, 3 }, { TBK_ERROR_RESOURCE, 3 }
  };
  g_autoptr (GError) option = g_error_new_literal (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "");
  g_autoptr (GError) file = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = g_error_new_literal (TBK_ERROR, (int) cases[i].code, "");
    cr_assert_eq (tbk_error_status (error), cases[i].status);
  }
  cr_assert_eq (tbk_error_status (NULL), 0);
  cr_assert_eq (tbk_error_status (option), 2);
  cr_assert_eq (tbk_error_status (file), 3);
}
