/* test_compressed.c - compressed forms, those of this build: read whole, cut, damaged, padded; written; refused. */
#include "unit/scratch.h"

#include "io/io.h"
#include "unit/time_limit.h"

#ifdef TBK_WITH_BZIP2
#include <bzlib.h>
#endif
#ifdef TBK_WITH_XZ
#include <lzma.h>
#endif
#ifdef TBK_WITH_ZSTD
#include <zstd.h>
#endif

TestSuite (compressed, .init = make_folder, .fini = remove_folder);

typedef void (*AppendMember) (GByteArray *file, const char *text);

static void
append_gzip (GByteArray *file, const char *text)
{
  append_member (file, text, strlen (text), 6);
}

#ifdef TBK_WITH_XZ
static void
append_xz (GByteArray *file, const char *text)
{
  guint8 member[1000];
  gsize size = 0;

  cr_assert_eq (lzma_easy_buffer_encode (6, LZMA_CHECK_CRC32, NULL, (const guint8 *) text, strlen (text),
                                         member, &size, sizeof member),
                LZMA_OK);
  g_byte_array_append (file, member, (guint) size);
}
#else
#define append_xz NULL
#endif

#ifdef TBK_WITH_ZSTD
static void
append_zstd (GByteArray *file, const char *text)
{
  g_autofree guint8 *member = g_malloc (1000);
  ZSTD_CCtx *context = ZSTD_createCCtx ();
  gsize size;

  ZSTD_CCtx_setParameter (context, ZSTD_c_checksumFlag, 1);
  size = ZSTD_compress2 (context, member, 1000, text, strlen (text));
  cr_assert_not (ZSTD_isError (size));
  g_byte_array_append (file, member, (guint) size);
  ZSTD_freeCCtx (context);
}
#else
#define append_zstd NULL
#endif

#ifdef TBK_WITH_BZIP2
static void
append_bzip2 (GByteArray *file, const char *text)
{
  char member[1000];
  guint size = sizeof member;

  cr_assert_eq (BZ2_bzBuffToBuffCompress (member, &size, (char *) text, (guint) strlen (text), 9, 0, 0),
                BZ_OK);
  g_byte_array_append (file, (guint8 *) member, size);
}
#else
#define append_bzip2 NULL
#endif

static const struct {
  const char *name, *suffix;
  AppendMember append; /* NULL if the build does not read it */
  int most_level;      /* 0 if it is never written */
  guint padding;
  const char *begin; /* of a file */
  guint n_begin;
  guint n_free; /* bits that decide nothing, in all three members */
} forms[] = {
  { "gzip", ".gz", append_gzip, 9, 1, "\x1f\x8b\x08", 3, 3 * (4 + 1 + 1 + 1) * 8 },
  { "xz", ".xz", append_xz, 9, 4, "\xfd\x37zXZ\0\0", 7, 0 },
  { "zstd", ".zst", append_zstd, 19, 0, "\x28\xb5\x2f\xfd\x24", 5, 3 * 5 },
  { "bzip2", ".bz2", append_bzip2, 0, 0, "BZh91AY&SY", 10, 3 * 16 },
};

static const char *texts[] = { "1\tThe\tthe\tDET\n", "", "2\tcat\tcat\tNOUN\n\n# sent_id = 2\n" };

#define FOR_EACH_FORM(f)                                                                                     \
  for (gsize f = 0; f < G_N_ELEMENTS (forms); f++)                                                           \
    if (forms[f].append != NULL)

/* Three members, the second of which is empty; @ends gets where they end. */
static GByteArray *
three_members (AppendMember append, guint *ends)
{
  GByteArray *file = g_byte_array_new ();

  for (int i = 0; i < 3; i++) {
    append (file, texts[i]);
    ends[i] = file->len;
  }
  return file;
}

static char *
file_of_form (gsize f)
{
  g_autofree char *name = g_strconcat ("a", forms[f].suffix, NULL);

  return in_folder (name);
}

static gboolean
is_written (gsize f)
{
  return forms[f].append != NULL && forms[f].most_level > 0;
}

static void
assert_read (const char *path, gsize chunk, const char *expected)
{
  g_autoptr (GError) error = NULL;
  GString *found = read_file (path, chunk, &error);

  cr_assert_not_null (found, "chunks of %d: %s", (int) chunk, error != NULL ? error->message : "");
  cr_assert_str_eq (found->str, expected);
  g_string_free (found, TRUE);
}

Test (compressed, members_are_read_in_chunks_of_every_size)
{
  g_autofree char *whole = g_strconcat (texts[0], texts[1], texts[2], NULL);

  FOR_EACH_FORM (f)
  {
    guint ends[3];
    g_autoptr (GByteArray) file = three_members (forms[f].append, ends);
    g_autofree char *path = file_of_form (f), *other = in_folder ("a.conllu");

    store (path, file->data, file->len);
    store (other, file->data, file->len);
    for (gsize chunk = 1; chunk <= strlen (whole) + 1; chunk++) {
      assert_read (path, chunk, whole);
      assert_read (other, chunk, whole);
    }
  }
}

Test (compressed, cut_anywhere_is_an_error)
{
  FOR_EACH_FORM (f)
  {
    guint ends[3];
    g_autoptr (GByteArray) file = three_members (forms[f].append, ends);
    g_autoptr (GString) before = g_string_new (NULL);
    g_autofree char *path = file_of_form (f);

    for (guint cut = 0, member = 0; cut < file->len; cut++) {
      g_autofree char *reason =
          cut == 0
              ? g_strdup_printf (": truncated %s stream: the file is empty", forms[f].name)
              : g_strdup_printf (": byte %u of compressed input: truncated %s stream", cut, forms[f].name);

      store (path, file->data, cut);
      if (cut == ends[member]) {
        g_string_append (before, texts[member++]);
        assert_read (path, 10, before->str);
      } else {
        assert_broken (path, reason);
      }
    }
  }
}

/* Under a name that promises nothing, two bytes that begin a compressed form are enough to know that it was cut. */
Test (compressed, cut_standard_input)
{
  for (gsize f = 0; f < G_N_ELEMENTS (forms); f++) {
    g_autofree char *path = in_folder ("a"), *text = g_strndup (forms[f].begin, 1);

    store (path, forms[f].begin, 1);
    assert_read (path, 10, text);
    if (forms[f].append == NULL)
      continue;
    for (guint cut = 2; cut < forms[f].n_begin; cut++) {
      g_autofree char *reason =
          g_strdup_printf (": byte %u of compressed input: truncated %s", cut, forms[f].name);

      store (path, forms[f].begin, cut);
      assert_broken (path, reason);
    }
  }
}

/* No bit flips unnoticed: the text is the same, or an error comes that names a byte up to which there was nothing wrong;
 * or the file begins otherwise, which is seen from its text. */
Test (compressed, flipped_bits_are_noticed)
{
  g_autofree char *whole = g_strconcat (texts[0], texts[1], texts[2], NULL);

  FOR_EACH_FORM (f)
  {
    guint ends[3], n_unnoticed = 0;
    g_autoptr (GByteArray) file = three_members (forms[f].append, ends);
    g_autofree char *path = file_of_form (f);

    for (guint bit = 0; bit < 8 * file->len; bit++) {
      g_autoptr (GError) error = NULL;
      GString *found;

      file->data[bit / 8] ^= (guint8) (1 << bit % 8);
      store (path, file->data, file->len);
      found = read_file (path, 1000, &error);
      if (found == NULL) {
        const char *place = strstr (error->message, ": byte ");
        cr_assert (place != NULL && strtoul (place + 7, NULL, 10) <= file->len, "%u bytes, bit %u: %s",
                   file->len, bit, error->message);
      } else if (found->len != file->len || memcmp (found->str, file->data, file->len) != 0) {
        cr_assert_str_eq (found->str, whole, "%s: bit %u flipped unnoticed", forms[f].name, bit);
        n_unnoticed++;
      }
      if (found != NULL)
        g_string_free (found, TRUE);
      file->data[bit / 8] ^= (guint8) (1 << bit % 8);
    }
    cr_assert (n_unnoticed <= forms[f].n_free, "%s: %u bits decide nothing", forms[f].name, n_unnoticed);
  }
}

/* The last bytes of a member but those of its length are its sums. */
Test (compressed, wrong_sums)
{
  static const struct {
    const char *name;
    guint place; /* of a byte of the sum, from the end of a member of one letter */
    const char *reason;
  } sums[] = {
    { "gzip", 8, "incorrect data check" },
    { "xz", 28 + 4, "damaged data or incorrect check" },
    { "zstd", 4, "Restored data doesn't match checksum" },
    { "bzip2", 4, "damaged data or incorrect check" },
  };

  FOR_EACH_FORM (f)
  {
    g_autofree char *path = file_of_form (f);
    g_autoptr (GByteArray) file = g_byte_array_new ();

    forms[f].append (file, "one");
    forms[f].append (file, "a");
    cr_assert_str_eq (forms[f].name, sums[f].name);
    file->data[file->len - sums[f].place] ^= 1;
    store (path, file->data, file->len);
    assert_broken (path, sums[f].reason);
    assert_broken (path, ": byte ");
  }
}

Test (compressed, what_may_follow_a_member)
{
  static const char *others[] = { "other", "\1", "\x1f",        "\x1f\x8a",        "B",
                                  "BZh0",  "BZ", "\xfd\x37zXY", "\x28\xb5\x2f\xfe" };

  FOR_EACH_FORM (f)
  for (gsize o = 0; o < G_N_ELEMENTS (others); o++) {
    const guint8 *other = (const guint8 *) others[o];
    const gboolean is_cut = strncmp (others[o], forms[f].begin, strlen (others[o])) == 0;
    g_autoptr (GByteArray) file = g_byte_array_new ();
    g_autofree char *path = file_of_form (f), *reason = NULL;

    forms[f].append (file, "text");
    reason = g_strdup_printf (": byte %u of compressed input: %s",
                              file->len + (is_cut ? (guint) strlen (others[o]) : 0),
                              is_cut                 ? "truncated"
                              : forms[f].padding > 0 ? "neither a"
                                                     : "found other bytes, expected a");
    g_byte_array_append (file, other, (guint) strlen (others[o]));
    store (path, file->data, file->len);
    assert_broken (path, reason);
  }
}

Test (compressed, zeros_after_members)
{
  static const guint8 zeros[16];

  FOR_EACH_FORM (f)
  for (guint n = 1; n < 16; n++) {
    const gboolean is_good = forms[f].padding > 0 && n % forms[f].padding == 0;
    g_autoptr (GByteArray) file = g_byte_array_new ();
    g_autofree char *path = file_of_form (f);

    forms[f].append (file, "one");
    g_byte_array_append (file, zeros, n);
    store (path, file->data, file->len);
    is_good ? assert_read (path, 100, "one") : assert_broken (path, ": byte ");
    forms[f].append (file, "two");
    g_byte_array_append (file, zeros, n);
    store (path, file->data, file->len);
    is_good ? assert_read (path, 2, "onetwo") : assert_broken (path, ": byte ");
  }
}

#ifdef TBK_WITH_XZ
/* The size of the dictionary stands in the header of the first block, behind two sizes of a byte each; the header has a
 * sum. */
Test (compressed, hostile_dictionary)
{
  enum { HEADER = 12, FILTER = HEADER + 4, DICTIONARY = FILTER + 2, LARGEST = 40 };
  g_autofree char *path = in_folder ("a.xz");
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize size;
  guint32 sum;

  append_xz (file, "text");
  size = 4 * (gsize) file->data[HEADER];
  cr_assert (file->data[FILTER] == LZMA_FILTER_LZMA2 && file->data[FILTER + 1] == 1);
  file->data[DICTIONARY] = LARGEST;
  sum = GUINT32_TO_LE (lzma_crc32 (file->data + HEADER, size, 0));
  memcpy (file->data + HEADER + size, &sum, sizeof sum);
  store (path, file->data, file->len);
  assert_broken (path, "it asks for more than 256 MiB of memory");
}

/* An xz file of which a byte @at of a header, from @begin with @size bytes, is another, with the sum behind it that it should have. */
static void
store_xz (const char *path, gsize begin, gsize size, gsize at, guint8 byte)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  guint32 sum;

  append_xz (file, "text");
  file->data[begin + at] = byte;
  if (size == 0) /* that of a block, in units of four bytes */
    size = (gsize) file->data[begin] * 4;
  sum = GUINT32_TO_LE (lzma_crc32 (file->data + begin, size, 0));
  memcpy (file->data + begin + size, &sum, sizeof sum);
  store (path, file->data, file->len);
}

/* Behind the magic number are two bytes with the kind of check, behind their sum the header of the first block. */
Test (compressed, unknown_checks_and_options)
{
  enum { MAGIC = 6, FLAGS = 2, SUM = 4, UNKNOWN_CHECK = 2, RESERVED = 1 << 5 };
  g_autofree char *path = in_folder ("a.xz");

  store_xz (path, MAGIC, FLAGS, 1, UNKNOWN_CHECK);
  assert_broken (path, "byte 12 of compressed input: unknown kind of check: the file is damaged");
  store_xz (path, MAGIC + FLAGS + SUM, 0, 1, RESERVED);
  assert_broken (path, "byte 24 of compressed input: unknown filter or options: the file is damaged");
}
#endif

/* pzstd begins files so. */
Test (compressed, skippable_frames)
{
  static const char skippable[] = "\x50\x2a\x4d\x18\x05\0\0\0skip!";
  g_autofree char *path = in_folder ("a");
  g_autoptr (GByteArray) file = g_byte_array_new ();

  if (forms[2].append == NULL)
    cr_skip_test ("this build has no zstd");
  for (int n = 0; n < 3; n++)
    g_byte_array_append (file, (const guint8 *) skippable, sizeof skippable - 1);
  store (path, file->data, file->len);
  assert_read (path, 10, "");
  forms[2].append (file, "text");
  g_byte_array_append (file, (const guint8 *) skippable, sizeof skippable - 1);
  store (path, file->data, file->len);
  assert_read (path, 10, "text");
  store (path, file->data, file->len - 1);
  assert_broken (path, "truncated zstd stream");
}

/* What a build lacks it names, with what it has. */
Test (compressed, foreign_forms_are_named)
{
  for (gsize f = 0; f < G_N_ELEMENTS (forms); f++) {
    g_autofree char *path = in_folder ("a"),
                    *reason = g_strdup_printf ("found %s data; this build reads gzip", forms[f].name);

    if (forms[f].append != NULL)
      continue;
    store (path, forms[f].begin, forms[f].n_begin);
    assert_broken (path, reason);
  }
}

/* Writes @size bytes of @text, @part at a time, and checks that they come back. Returns the file's size. */
static gsize
write_and_read (const char *path, int level, const char *text, gsize size, gsize part)
{
  TbkOutput *output = tbk_output_open (path, level, NULL);
  g_autofree char *bytes = NULL;
  GString *found;
  gsize length;

  for (gsize i = 0; i < size; i += part)
    cr_assert (tbk_output_write (output, text + i, MIN (part, size - i), NULL));
  cr_assert (tbk_output_commit (output, NULL));
  found = read_file (path, 1 << 20, NULL);
  cr_assert (found != NULL && found->len == size && memcmp (found->str, text, size) == 0);
  g_string_free (found, TRUE);
  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  return length;
}

/* Some lines of a treebank that do not repeat. */
static char *
make_text (gsize size)
{
  GString *text = g_string_new (NULL);
  guint32 state = 1;

  for (int i = 1; text->len < size; i++) {
    state = state * 1664525 + 1013904223;
    g_string_append_printf (text, "%d\tword%u\tlemma%u\tNOUN\t_\t_\t%u\tnsubj\t_\t_\n", i % 30, state >> 20,
                            state >> 24, state >> 28);
  }
  g_string_truncate (text, size);
  return g_string_free (text, FALSE);
}

/* The members, and so the bytes, depend on the text, not on the pieces in which it is written. */
Test (compressed, outputs_are_read_again, .timeout = TIME_LIMIT)
{
  const gsize size = 1200000;
  g_autofree char *text = make_text (size);

  for (gsize f = 0; f < G_N_ELEMENTS (forms); f++) {
    g_autofree char *path = file_of_form (f), *one = NULL, *other = NULL;
    gsize length;

    if (!is_written (f))
      continue;
    cr_assert (write_and_read (path, 1, text, size, 7001) < size / 2);
    cr_assert (g_file_get_contents (path, &one, &length, NULL));
    cr_assert_eq (write_and_read (path, 1, text, size, size), length);
    cr_assert (g_file_get_contents (path, &other, &length, NULL) && memcmp (one, other, length) == 0);
    cr_assert (write_and_read (path, 0, text, 0, 1) > 0, "an empty file is no compressed one");
  }
}

Test (compressed, levels)
{
  g_autofree char *text = make_text (50000);

  for (gsize f = 0; f < G_N_ELEMENTS (forms); f++) {
    g_autofree char *path = file_of_form (f);
    gsize first = 0, last = 0;

    for (int level = 1; is_written (f) && level <= forms[f].most_level; level++) {
      last = write_and_read (path, level, text, 50000, 50000);
      first = level == 1 ? last : first;
    }
    cr_assert (!is_written (f) || last < first);
    for (int i = 0; i < 2; i++) {
      g_autoptr (GError) error = NULL;
      cr_assert_not (output_check (path, i == 0 ? -1 : forms[f].most_level + 1, &error));
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
      cr_assert_not_null (strstr (error->message, is_written (f) ? "found the level" : "found the suffix"));
      cr_assert (!is_written (f) || strstr (error->message, ", from 1 to ") != NULL);
      cr_assert_null (tbk_output_open (path, i == 0 ? -1 : forms[f].most_level + 1, NULL));
    }
  }
  cr_assert (output_check ("plain", 99, NULL));
}

Test (compressed, suffixes)
{
  static const char *refused[] = { "a.bz2", "a.lz4", "a.Z", "a.lzma" };

  cr_assert_str_eq (compressed_suffix ("a.gz/b.conllu.gz"), ".gz");
  cr_assert_str_eq (compressed_suffix (".zst"), ".zst");
  cr_assert_null (compressed_suffix ("a.gz.conllu"));
  cr_assert_null (compressed_suffix ("gz"));
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    cr_assert_not (output_check (refused[i], 0, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
    cr_assert_not_null (strstr (error->message, "expected .gz"));
  }
}

#if defined TBK_WITH_XZ && !defined TBK_LINKED
/* Such a file cannot be read, as in a build without xz; others can, so a run leaves out this one alone. */
Test (compressed, library_not_there)
{
  g_autofree char *path = in_folder ("a.xz");
  g_autoptr (GByteArray) file = g_byte_array_new ();

  append_xz (file, "text");
  store (path, file->data, file->len);
  library_xz.names[0] = "libtbk-none.so.0";
  assert_broken (path, "no library for xz: libtbk-none.so.0: ");
}
#endif
