/* test_file_list.c - what folders stand for, and how files are dealt out to parts. */
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "tbk/base.h"
#include "unit/refused.h"
#include "unit/scratch.h"

static const char *const suffixes[] = { ".conllu", NULL };

TestSuite (file_list, .init = make_folder, .fini = remove_folder);

/* Writes @size bytes to a file of that name. */
static void
write_file (const char *name, int size)
{
  g_autofree char *path = in_folder (name), *bytes = g_strnfill (size, 'x');
  g_autofree char *parent = g_path_get_dirname (path);

  cr_assert_eq (g_mkdir_with_parents (parent, 0777), 0);
  cr_assert (g_file_set_contents (path, bytes, size, NULL));
}

/* The names of what the folder stands for, with a space after each. */
static char *
names_below (const char *name)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  g_autofree char *path = in_folder (name);
  GString *names = g_string_new (NULL);

  cr_assert (tbk_file_list_add (list, path, suffixes, NULL));
  for (int f = 0; f < tbk_file_list_length (list); f++)
    g_string_append_printf (names, "%s ", (const char *) list->names->pdata[f]);
  return g_string_free (names, FALSE);
}

/* What is read by bzip2 is written by gzip. */
#ifdef TBK_WITH_BZIP2
#define NAME_OF_BZIP2 ".gz"
#else
#define NAME_OF_BZIP2 ".bz2"
#endif

Test (file_list, byte_order_of_paths)
{
  static const char *const names[] = { "t/a/z.conllu",   "t/a-b/x.conllu.gz", "t/a.conllu",
                                       "t/B.conllu.bz2", "t/a/b/c.conllu.xz", "t/\303\244.conllu.zst",
                                       "t/a.conllu.Z",   "t/.a.conllu",       "t/.b/a.conllu",
                                       "t/conllu",       "t/x.conllup" };
  g_autofree char *found = NULL;

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    write_file (names[n], 1);
  found = names_below ("t");
  cr_assert_str_eq (found, "B.conllu" NAME_OF_BZIP2
                           " a-b/x.conllu.gz a.conllu a/b/c.conllu.xz a/z.conllu \303\244.conllu.zst ");
}

/* Links to files are files, also where they lead nowhere; links to folders are passed over, so that none goes round. */
Test (file_list, links)
{
  g_autofree char *up = in_folder ("t/a/up.conllu"), *loop = in_folder ("t/loop.conllu"),
                  *file = in_folder ("t/file.conllu"), *found = NULL;

  write_file ("t/a/x.conllu", 1);
  cr_assert_eq (symlink ("..", up), 0);
  cr_assert_eq (symlink ("loop.conllu", loop), 0);
  cr_assert_eq (symlink ("a/x.conllu", file), 0);
  found = names_below ("t");
  cr_assert_str_eq (found, "a/x.conllu file.conllu loop.conllu ");
  g_free (found);
  found = names_below ("t/a/up.conllu/a"); /* one that was given is followed */
  cr_assert_str_eq (found, "x.conllu ");
}

Test (file_list, empty_folder)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  g_autofree char *empty = in_folder ("t");
  g_autoptr (GError) error = NULL;

  write_file ("t/x.txt", 1);
  cr_assert_not (tbk_file_list_add (list, empty, suffixes, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_not_null (strstr (error->message, "*.conllu"));
}

/* Each file is in one part; no part is larger than another by more than the largest file it has; the order in which
 * files are listed plays no part. */
Test (file_list, parts)
{
  enum { N = 23 };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (TbkFileList) list = tbk_file_list_new (), backwards = tbk_file_list_new ();
  int sizes[N];

  for (int f = 0; f < N; f++) {
    g_autofree char *name = g_strdup_printf ("%d", f);
    write_file (name, sizes[f] = f % 5 == 0 ? 0 : g_rand_int_range (random, 0, 3000));
  }
  for (int f = 0; f < N; f++) {
    g_autofree char *name = g_strdup_printf ("%d", f), *path = in_folder (name);
    g_autofree char *last = g_strdup_printf ("%d", N - 1 - f), *last_path = in_folder (last);
    cr_assert (tbk_file_list_add (list, path, suffixes, NULL));
    cr_assert (tbk_file_list_add (backwards, last_path, suffixes, NULL));
  }
  for (int n_parts = 1; n_parts <= 30; n_parts++) {
    int n_in[N] = { 0 }, least = G_MAXINT, most = 0, n_largest = 0;

    for (int part = 1; part <= n_parts; part++) {
      g_autofree gboolean *is_in = file_list_part (list, part, n_parts);
      g_autofree gboolean *is_in_backwards = file_list_part (backwards, part, n_parts);
      int sum = 0, n_files = 0;

      for (int f = 0; f < N; f++) {
        n_in[f] += is_in[f];
        sum += is_in[f] ? sizes[f] : 0;
        n_files += is_in[f];
        cr_assert_eq (is_in[f], is_in_backwards[N - 1 - f]);
      }
      least = MIN (least, sum);
      most = MAX (most, sum);
      n_largest = MAX (n_largest, n_files);
    }
    for (int f = 0; f < N; f++)
      cr_assert_eq (n_in[f], 1);
    cr_assert (most - least <= 3000 + N);
    cr_assert (n_parts < N || n_largest == 1);
  }
}

/* The parts of published sizes: what every machine and every later version must give. */
Test (file_list, parts_are_fixed)
{
  static const struct {
    const char *name;
    int size, part; /* of 3 */
  } files[] = {
    { "a", 10, 2 }, { "b", 40, 1 }, { "c", 10, 1 }, { "d", 30, 2 }, { "e", 25, 3 }, { "f", 20, 3 }
  };
  g_autoptr (TbkFileList) list = tbk_file_list_new ();

  for (guint f = 0; f < G_N_ELEMENTS (files); f++) {
    g_autofree char *path = in_folder (files[f].name);
    write_file (files[f].name, files[f].size);
    cr_assert (tbk_file_list_add (list, path, suffixes, NULL));
  }
  for (int part = 1; part <= 3; part++) {
    g_autofree gboolean *is_in = file_list_part (list, part, 3);
    for (guint f = 0; f < G_N_ELEMENTS (files); f++)
      cr_assert_eq (is_in[f], files[f].part == part, "%s, part %d", files[f].name, part);
  }
}

/* A file that is named twice is dealt out twice, in the order of the list. */
Test (file_list, parts_of_one_file)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  g_autofree char *path = in_folder ("a");

  write_file ("a", 10);
  for (int f = 0; f < 3; f++)
    cr_assert (tbk_file_list_add (list, path, suffixes, NULL));
  for (int part = 1; part <= 3; part++) {
    g_autofree gboolean *is_in = file_list_part (list, part, 3);
    for (int f = 0; f < 3; f++)
      cr_assert_eq (is_in[f], f == part - 1);
  }
}

Test (file_list, same_names)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_file_list_add (list, "x/a", suffixes, NULL));
  cr_assert (file_list_check_names (list, NULL));
  cr_assert (tbk_file_list_add (list, "y/a", suffixes, NULL));
  cr_assert_not (file_list_check_names (list, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
}
