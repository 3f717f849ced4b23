/* test_stream.c - reading: plain and gzip, whole, cut, damaged, from pipes. */
#include "io/io.h"
#include "unit/scratch.h"

TestSuite (stream, .init = make_folder, .fini = remove_folder);

/* Stores @file and checks that it reads as @text, with chunks of several sizes. */
static void
assert_reads (const char *name, const GByteArray *file, const char *text, gsize size)
{
  static const gsize chunks[] = { 1, 7, 4096, 1 << 20 };
  g_autofree char *path = in_folder (name);

  store (path, file->data, file->len);
  for (gsize i = size < 100000 ? 0 : 2; i < G_N_ELEMENTS (chunks); i++) {
    g_autoptr (GError) error = NULL;
    GString *found = read_file (path, chunks[i], &error);

    cr_assert_not_null (found, "%s", error != NULL ? error->message : "");
    cr_assert_eq (found->len, size);
    cr_assert (memcmp (found->str, text, size) == 0);
    g_string_free (found, TRUE);
  }
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
  gsize size = COMPRESSED_BUFFER + 4;
  g_autofree char *text = g_malloc (size + 3);

  for (gsize i = 0; i < size + 3; i++)
    text[i] = (char) ('a' + i * i % 23);
  for (gsize n = COMPRESSED_BUFFER - 55; n < size; n++) {
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
  g_autofree char *text = g_malloc (COMPRESSED_BUFFER + 3);

  memset (text, 'a', COMPRESSED_BUFFER + 3);
  for (int fields = 0; fields < 16; fields++) {
    gz_header header = { .extra = fields & 1 ? (Bytef *) extra : NULL,
                         .extra_len = fields % 3 == 0 ? sizeof extra : 0,
                         .name = fields & 2 ? (Bytef *) name : NULL,
                         .comment = fields & 4 ? (Bytef *) comment : NULL,
                         .hcrc = fields & 8 };
    for (gsize n = COMPRESSED_BUFFER - 400; n < COMPRESSED_BUFFER; n += fields == 15 ? 1 : 29) {
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
      GString *found = read_file (path, 10, NULL);
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

/* No bit of a file flips unnoticed: the text is the same, an error comes, or the file does not begin as
 * gzip does, which is seen from its text. */
Test (stream, flipped_bits_are_noticed)
{
  const char *text = "1\tflipped\t_\t_\n2\tbits\t_\t_\n2\tbits\t_\t_\n";
  gsize half = 20, size = strlen (text);
  g_autofree char *path = in_folder ("flipped.gz");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint n_errors = 0;

  append_member (file, text, half, 6);
  append_member (file, text + half, size - half, 9);
  for (guint bit = 0; bit < 8 * file->len; bit++) {
    guint place = bit / 8;
    GString *found;

    file->data[place] ^= (guint8) (1 << bit % 8);
    store (path, file->data, file->len);
    found = read_file (path, 1000, NULL);
    if (found == NULL)
      n_errors++;
    else if (place < 2)
      cr_assert (found->len == file->len && memcmp (found->str, file->data, file->len) == 0);
    else
      cr_assert_str_eq (found->str, text, "bit %u flipped unnoticed", bit);
    if (found != NULL)
      g_string_free (found, TRUE);
    file->data[place] ^= (guint8) (1 << bit % 8);
  }
  /* What may flip is the magic of the first header; time, XFL, OS and one flag of each. */
  cr_assert (n_errors >= 8 * file->len - (2 + 2 * (4 + 1 + 1 + 1)) * 8);
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
    cr_assert_not_null (
        strstr (error->message, "of compressed input: incorrect data check: the file is damaged"));
  }
}

/* What is no member after a member, or after zeros, wherever in the reader's buffer it begins. */
Test (stream, only_members_and_zeros_may_follow)
{
  static const char *others[] = { "other", "\1", "\37\212", "\37zip", "\213\37" };
  static const guint n_zeros[] = { 0, 1, 2, COMPRESSED_BUFFER - 30, COMPRESSED_BUFFER };
  g_autofree guint8 *zeros = g_malloc0 (COMPRESSED_BUFFER);
  g_autofree char *path = in_folder ("a.gz");

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (n_zeros); j++) {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autofree char *reason = NULL;

      append_member (file, "text", 4, 6);
      g_byte_array_append (file, zeros, n_zeros[j]);
      reason = g_strdup_printf (": byte %u of compressed input: neither a gzip member nor zeros", file->len);
      g_byte_array_append (file, (const guint8 *) others[i], (guint) strlen (others[i]));
      append_member (file, "more", 4, 6);
      store (path, file->data, file->len);
      assert_broken (path, reason);
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
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 5);
    cr_assert (memcmp (buffer, "12345", 5) == 0);
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 3);
    cr_assert_eq (input_position (input), (gint64) file->len);
    cr_assert_eq (tbk_input_read (input, buffer, 5, NULL), 0);
    g_thread_join (feeder);
  }
}
