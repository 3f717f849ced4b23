/* test_text.c - texts in pieces against the same texts in one. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

#include "io/io.h"
#include "tbk/io.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The bytes that are allocated, where the C library can tell (glibc 2.33), else 0. */
static gsize
count_allocated (void)
{
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
#endif
#endif
  return 0;
}

/* Whatever is cut, what is before it stays, and the next follows on it. */
Test (text, what_is_cut_is_forgotten)
{
  for (gsize length = 0; length <= 9; length++) {
    g_autoptr (TbkText) text = tbk_text_new ();
    g_autofree char *copy = NULL, *expected = g_strdup_printf ("%.*sxyz", (int) length, "abcdefghi");

    text_keep (text, "abc", 3);
    tbk_text_add (text, "def", 3);
    text_keep (text, "ghi", 3);
    text_cut (text, length);
    cr_assert_eq (tbk_text_length (text), length);
    tbk_text_add (text, "xyz", 3);
    copy = tbk_text_dup (text, NULL);
    cr_assert_str_eq (copy, expected);
  }
}

/* What is kept changes with its block; what is added does not, nor a short piece that does not follow another. */
Test (text, kept_pieces_are_not_copied)
{
  char block[] = "a piece of 16 by";
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *copy = NULL;

  text_keep (text, block, 14);
  text_keep (text, block, 16);
  tbk_text_add (text, block, 14);
  tbk_text_add (text, block + 14, 2);
  memset (block, 'x', 16);
  copy = tbk_text_dup (text, NULL);
  cr_assert_str_eq (copy, "a piece of 16 xxxxxxxxxxxxxxxxa piece of 16 by");
}

Test (text, pieces_of_every_kind)
{
  const char *block = "0123456789";
  g_autoptr (TbkText) text = tbk_text_new ();

  for (int round = 0; round < 3; round++) {
    char expected[] = "01234456a\0b427cR0";
    g_autofree char *copy = NULL;

    tbk_text_clear (text);
    cr_assert_eq (tbk_text_length (text), 0);
    text_keep (text, block, 3);
    text_keep (text, block + 3, 2); /* follows */
    text_keep (text, block + 4, 2); /* overlaps */
    text_keep (text, NULL, 0);
    tbk_text_add (text, "", 0);
    tbk_text_printf (text, "%s", "");
    text_keep (text, block + 6, 1); /* follows, with nothing between */
    tbk_text_add (text, "a\0b", 3);
    tbk_text_printf (text, "%d", 42);
    text_keep (text, block + 7, 1);
    tbk_text_printf (text, "c%d", round);
    text_keep (text, block, 1);
    expected[15] = (char) ('0' + round);
    copy = tbk_text_dup (text, NULL);
    cr_assert_eq (tbk_text_length (text), sizeof expected - 1);
    cr_assert (memcmp (copy, expected, sizeof expected) == 0);
  }
}

/* A million pieces that follow on one another take no more memory than one. */
Test (text, pieces_that_follow_are_one)
{
  gsize n = 1000000;
  g_autofree char *block = g_malloc0 (n);
  g_autoptr (TbkText) text = tbk_text_new ();
  gsize before = count_allocated ();

  text_keep (text, block, 16);
  for (gsize i = 16; i < n; i++)
    text_keep (text, block + i, 1);
  cr_assert_eq (tbk_text_length (text), n);
  cr_assert (count_allocated () < before + 100000);
}

/* Thousands of pieces of all sizes, drawn at random: written, plain or gzip, they are what they are in
 * one piece, and what a string that grew alongside is. */
static void
assert_written (const char *path, GRand *random, int n_pieces, int max_size)
{
  gsize block_size = 1000000;
  g_autofree char *block = g_malloc (block_size), *copy = NULL;
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkInput) input = NULL;
  g_autofree char *found = NULL;
  gsize at = 0;

  for (gsize i = 0; i < block_size; i++)
    block[i] = (char) g_rand_int_range (random, 0, 256);
  for (int i = 0; i < n_pieces; i++) {
    gsize size = (gsize) g_rand_int_range (random, 0, max_size);

    if (at + size > block_size || g_rand_boolean (random))
      at = (gsize) g_rand_int_range (random, 0, (int) (block_size - size));
    g_string_append_len (expected, block + at, (gssize) size);
    if (g_rand_boolean (random))
      text_keep (text, block + at, size);
    else
      tbk_text_add (text, block + at, size);
    at += size;
  }
  copy = tbk_text_dup (text, NULL);
  cr_assert_eq (tbk_text_length (text), expected->len);
  cr_assert (memcmp (copy, expected->str, expected->len + 1) == 0);

  cr_assert (tbk_output_write_text (output, text, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  input = tbk_input_open (path, NULL);
  found = g_malloc (expected->len + 1);
  cr_assert_eq (tbk_input_read (input, found, expected->len + 1, NULL), (gssize) expected->len);
  cr_assert (memcmp (found, expected->str, expected->len) == 0);
}

Test (text, written_as_it_is_in_one_piece)
{
  static const struct {
    const char *name;
    int n_pieces, max_size;
  } cases[] = { { "a", 20000, 40 },    { "b", 5000, 3000 },   { "c", 300, 40000 },   { "d", 5, 900000 },
                { "e.gz", 20000, 40 }, { "f.gz", 20, 40000 }, { "g.gz", 2, 300000 }, { "h", 0, 1 } };
  g_autofree char *folder = g_dir_make_tmp ("tbk-text-XXXXXX", NULL);
  guint32 seed = 20240229;
  GRand *random = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_build_filename (folder, cases[i].name, NULL);
    assert_written (path, random, cases[i].n_pieces, cases[i].max_size);
    g_remove (path);
  }
  g_rand_free (random);
  cr_assert_eq (g_rmdir (folder), 0);
}

Test (text, failure_of_the_output_is_passed_on)
{
  g_autofree char *block = g_malloc0 (1000000);
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/full", 0, NULL);
  g_autoptr (GError) error = NULL;

  text_keep (text, block, 1000000);
  cr_assert_not (tbk_output_write_text (output, text, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
}
