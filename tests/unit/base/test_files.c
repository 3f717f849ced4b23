/* test_files.c - files told apart, however they are called. */
#include "base/base.h"
#include "unit/scratch.h"

#include "tbk/base.h"

TestSuite (files, .init = make_folder, .fini = remove_folder);

/* The paths of files with these names, which have spaces between them. */
static char **
split (const char *names)
{
  char **paths = g_strsplit (names, " ", -1);

  for (int i = 0; paths[i] != NULL; i++)
    if (!g_path_is_absolute (paths[i]) && !g_str_equal (paths[i], "-")) {
      char *path = in_folder (paths[i]);
      g_free (paths[i]);
      paths[i] = path;
    }
  return paths;
}

/* Checks the files with these names. Returns the message without the folder's, or "good". */
static char *
check (const char *inputs, const char *outputs)
{
  g_auto (GStrv) read = split (inputs), written = split (outputs);
  g_autoptr (GError) error = NULL;
  GString *message;

  if (files_check_outputs ((const char *const *) read, (const char *const *) written, &error)) {
    cr_assert_null (error);
    return g_strdup ("good");
  }
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
  message = g_string_new (error->message);
  g_string_replace (message, folder, "", 0);
  return g_string_free (message, FALSE);
}

/* a and c are files, b is a hard link to a; d is a folder and e a link to it; `to_X` is a link to X. */
Test (files, names_of_one_file)
{
  static const char *links[][2] = { { "a", "to_a" },     { "to_a", "to_to_a" },   { "d", "e" },
                                    { "new", "to_new" }, { "d/new", "to_far" },   { "to_new", "to_to_new" },
                                    { "loop", "loop" },  { "nowhere/x", "lost" }, { "/dev/null", "null" } };
  static const struct {
    const char *inputs, *outputs, *message;
  } cases[] = {
    { "a", "c", "good" },
    { "a a b to_a", "c", "good" },
    { "a", "a", "/a: the input and the output are the same file" },
    { "a", "./a", "/a and /./a: the input and the output are the same file" },
    { "c a", "d/../b", "/a and /d/../b: the input and the output are the same file" },
    { "to_to_a", "new b", "/to_to_a and /b: the input and the output are the same file" },
    { "a", "to_to_a", "/a and /to_to_a: the input and the output are the same file" },
    { "c", "a new b", "/a and /b: two outputs cannot go to one file" },
    { "c", "new ./new", "/new and /./new: two outputs cannot go to one file" },
    { "c", "new new", "/new: two outputs cannot go to one file" },
    { "c", "to_to_new other to_new", "/to_to_new and /to_new: two outputs cannot go to one file" },
    { "c", "e/new d/new", "/e/new and /d/new: two outputs cannot go to one file" },
    { "c", "d/new to_far", "/d/new and /to_far: two outputs cannot go to one file" },
    { "c", "new d/new", "good" },
    /* What will be made, and then read. */
    { "c to_new", "new", "/to_new and /new: the input and the output are the same file" },
    /* What cannot be harmed or made. */
    { "d", "d e", "good" },
    { "null /dev/null", "/dev/null null", "good" },
    { "pipe", "pipe pipe", "good" },
    { "loop", "loop loop", "good" },
    { "lost nowhere/x", "lost nowhere/x", "good" },
  };
  g_autofree char *a = in_folder ("a"), *b = in_folder ("b"), *c = in_folder ("c"), *d = in_folder ("d");
  g_autofree char *pipe = in_folder ("pipe");

  store (a, "", 0);
  store (c, "", 0);
  cr_assert (link (a, b) == 0 && g_mkdir (d, 0777) == 0 && mkfifo (pipe, 0600) == 0);
  for (gsize i = 0; i < G_N_ELEMENTS (links); i++) {
    g_autofree char *path = in_folder (links[i][1]);
    cr_assert_eq (symlink (links[i][0], path), 0);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *found = check (cases[i].inputs, cases[i].outputs);
    cr_expect_str_eq (found, cases[i].message, "case %zu: %s", i, found);
  }
}

Test (files, standard_streams)
{
  g_autofree char *a = in_folder ("a"), *b = in_folder ("b");
  int ends[2];

  store (a, "", 0);
  store (b, "", 0);
  cr_assert (dup2 (open (a, O_RDONLY), STDIN_FILENO) >= 0 && dup2 (open (b, O_WRONLY), STDOUT_FILENO) >= 0);
  g_autofree char *different = check ("-", "-"), *input = check ("- -", "a"), *output = check ("b", "-"),
                  *twice = check ("-", "- b"), *device = check ("a", "/dev/stdout -");
  cr_expect_str_eq (different, "good");
  cr_expect_str_eq (input, "<stdin> and /a: the input and the output are the same file");
  cr_expect_str_eq (output, "/b and standard output: the input and the output are the same file");
  cr_expect_str_eq (twice, "standard output and /b: two outputs cannot go to one file");
  cr_expect_str_eq (device, "/dev/stdout and standard output: two outputs cannot go to one file");

  cr_assert (dup2 (open (a, O_WRONLY | O_APPEND), STDOUT_FILENO) >= 0);
  g_autofree char *both = check ("-", "-");
  cr_expect_str_eq (both, "<stdin> and standard output: the input and the output are the same file");

  cr_assert (pipe (ends) == 0 && dup2 (ends[1], STDOUT_FILENO) >= 0);
  g_autofree char *piped = check ("-", "- - /dev/stdout");
  cr_expect_str_eq (piped, "good");
}
