/* test_tally.c - tallies: merged in any order and parted in any way; written, read again, and damaged. */
#include <string.h>

#include "tbk/agreement.h"
#include "tbk/choices.h"
#include "tbk/figures.h"
#include "tbk/version.h"
#include "unit/refused.h"
#include "unit/scratch.h"

static const TbkTallyColumn mixed_columns[] = { { "trees", TBK_TALLY_SUM }, { "longest", TBK_TALLY_MAX } };
static const TbkTallyColumn one_column[] = { { "n", TBK_TALLY_SUM } };
static const TbkTallyKey keys[] = { { "number", TBK_TALLY_NUMBER },
                                    { "label", TBK_TALLY_TEXT },
                                    { "integer", TBK_TALLY_INTEGER } };
static const TbkTallySection sections[] = { { "all", NULL, 0, mixed_columns, 2 },
                                            { "numbers", keys, 1, one_column, 1 },
                                            { "labels", keys, 3, mixed_columns, 2 } };
static const TbkTallyLayout layout = { "test", sections, 3, NULL };

static const char *const some_paths[] = { "a.conllu", "folder/b \"quoted\"\t.gz", "a.conllu", "-", NULL };
static const char *const some_options[] = { "root", "gold", "bin", "5", NULL };

/* A row to be added. */
typedef struct {
  int file, section;
  char number[40], label[8], integer[12];
  gint64 values[2];
} Item;

static void
draw_item (GRand *random, Item *item)
{
  static const char *const labels[] = { "", "nsubj", "a\tb", "\"\\", "\303\251", "Z" };
  static const char *const numbers[] = { "0", "9", "10", "99", "100", "123456789012345678901234567890" };

  item->file = g_rand_int_range (random, 0, 4);
  item->section = g_rand_int_range (random, 0, 3);
  g_strlcpy (item->number, numbers[g_rand_int_range (random, 0, 6)], sizeof item->number);
  g_strlcpy (item->label, labels[g_rand_int_range (random, 0, 6)], sizeof item->label);
  g_snprintf (item->integer, sizeof item->integer, "%d", g_rand_int_range (random, 0, 3) * (G_MAXINT / 2));
  item->values[0] = g_rand_int_range (random, 0, 6) == 0 ? G_MAXINT64 / 3 : g_rand_int_range (random, 0, 9);
  item->values[1] = g_rand_int_range (random, 0, 1000);
}

static void
add_item (TbkTally *tally, const Item *item)
{
  tbk_tally_add (tally, item->section, (const char *[]){ item->number, item->label, item->integer },
                 item->values);
}

/* The tallies of the files of @part, of @n_parts among which files are dealt out; the items of a file are added by
 * way of several tallies, in the order of @order. */
static TbkTallies *
make_part (const Item *items, const int *order, int n_items, int part, const int *part_of_file, GRand *random)
{
  TbkTallies *tallies = tbk_tallies_new (&layout, some_paths, some_options);

  for (int f = 0; f < 4; f++) {
    TbkTally *pieces[3] = { tbk_tally_new (&layout), tbk_tally_new (&layout), tbk_tally_new (&layout) };

    for (int i = 0; i < n_items; i++)
      if (items[order[i]].file == f)
        add_item (pieces[g_rand_int_range (random, 0, 3)], &items[order[i]]);
    tbk_tally_merge (pieces[1], pieces[2]);
    tbk_tally_merge_copy (pieces[0], pieces[1]);
    tbk_tally_free (pieces[1]);
    tbk_tally_free (pieces[2]);
    if (part_of_file[f] == part)
      tbk_tallies_put (tallies, f, pieces[0]);
    else
      tbk_tally_free (pieces[0]);
  }
  return tallies;
}

/* Reads @text as tallies of @of. */
static TbkTallies *
read_text (const TbkTallyLayout *of, const char *text, gsize length, GError **error)
{
  g_autofree char *path = in_folder ("read");
  g_autoptr (TbkInput) input = NULL;
  FILE *file;

  file = fopen (path, "w"); /* not to disk, as g_file_set_contents() would for each of thousands */
  cr_assert_eq (fwrite (text, 1, length, file), length);
  cr_assert_eq (fclose (file), 0);
  input = tbk_input_open (path, NULL);
  return tbk_tallies_read (of, input, error);
}

TestSuite (tally, .init = make_folder, .fini = remove_folder);

static void
shuffle (GRand *random, int *numbers, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int j = g_rand_int_range (random, 0, i + 1), swapped = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = swapped;
  }
}

/* Any order of adding and merging, and any way to deal files out, gives the same bytes. */
Test (tally, order_and_split_play_no_part)
{
  enum { MOST = 40 };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int round = 0; round < 30; round++) {
    const int all_in_one[4] = { 0 }, n_items = g_rand_int_range (random, 0, MOST);
    Item items[MOST];
    int order[MOST], part_of_file[4];
    gsize whole_length, length;
    g_autofree char *whole_text = NULL, *text = NULL;
    g_autoptr (TbkTallies) whole = NULL;
    TbkTallies *parts[3];

    for (int i = 0; i < n_items; i++) {
      draw_item (random, &items[i]);
      order[i] = i;
    }
    whole = make_part (items, order, n_items, 0, all_in_one, random);
    for (int f = 0; f < 4; f++)
      part_of_file[f] = g_rand_int_range (random, 0, 3);
    for (int p = 0; p < 3; p++) {
      shuffle (random, order, n_items);
      parts[p] = make_part (items, order, n_items, p, part_of_file, random);
    }
    cr_assert (tbk_tallies_merge (parts[2], parts[0], NULL));
    cr_assert_eq (tbk_tallies_n_in (parts[0]), 0);
    cr_assert (tbk_tallies_merge (parts[1], parts[2], NULL));
    cr_assert_eq (tbk_tallies_n_in (parts[1]), 4);
    whole_text = tallies_text (whole, &whole_length);
    text = tallies_text (parts[1], &length);
    cr_assert_eq (length, whole_length);
    cr_assert_eq (memcmp (text, whole_text, length), 0);
    for (int p = 0; p < 3; p++)
      tbk_tallies_free (parts[p]);
  }
}

/* What is read is what was written, and is written the same; totals too. */
Test (tally, round_trip)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);

  for (int round = 0; round < 30; round++) {
    const int part_of_file[4] = { 0, round % 2, 0, round % 3 };
    Item items[30];
    int order[30];
    gsize length, again_length;
    g_autofree char *text = NULL, *again = NULL;
    g_autoptr (TbkTallies) tallies = NULL, read = NULL;
    g_autoptr (TbkTally) total = NULL, read_total = NULL;
    g_autoptr (GError) error = NULL;

    for (int i = 0; i < 30; i++) {
      draw_item (random, &items[i]);
      order[i] = i;
    }
    tallies = make_part (items, order, 30, 0, part_of_file, random);
    text = tallies_text (tallies, &length);
    read = read_text (&layout, text, length, &error);
    cr_assert_not_null (read, "%s", error == NULL ? "" : error->message);
    again = tallies_text (read, &again_length);
    cr_assert_eq (length, again_length);
    cr_assert_eq (memcmp (text, again, length), 0);
    cr_assert_eq (tbk_tallies_n_in (read), tbk_tallies_n_in (tallies));
    cr_assert_str_eq (tbk_tallies_name (read, 1), some_paths[1]);
    cr_assert_str_eq (tbk_tallies_name (read, 3), "<stdin>");
    cr_assert_str_eq (tbk_tallies_option (read, "bin"), "5");
    cr_assert_null (tbk_tallies_option (read, "5"));
    total = tbk_tallies_total (tallies);
    read_total = tbk_tallies_total (read);
    for (int s = 0; s < 3; s++) {
      gsize n, n_read;
      g_autofree TbkTallyRow *rows = tbk_tally_rows (total, s, &n);
      g_autofree TbkTallyRow *read_rows = tbk_tally_rows (read_total, s, &n_read);

      cr_assert_eq (n, n_read);
      for (gsize r = 0; r < n; r++)
        cr_assert_eq (rows[r].values[0], read_rows[r].values[0]);
    }
  }
}

Test (tally, rows_are_in_order)
{
  static const char *const numbers[] = { "0", "2", "10", "11", "100", "98765432109876543210" };
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout);
  const gint64 one = 1;
  gsize n_rows;
  g_autofree TbkTallyRow *rows = NULL;

  for (int i = 5; i >= 0; i--)
    tbk_tally_add (tally, 1, &numbers[i], &one);
  rows = tbk_tally_rows (tally, 1, &n_rows);
  cr_assert_eq (n_rows, 6);
  for (int i = 0; i < 6; i++)
    cr_assert_str_eq (rows[i].key[0], numbers[i]);
  cr_assert_null (tbk_tally_get (tally, 0, NULL));
  cr_assert_eq (*tbk_tally_get (tally, 1, &numbers[2]), 1);
}

/* A sum stays at the greatest integer, in whatever order it gets there. */
Test (tally, sums_saturate)
{
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout), more = tbk_tally_new (&layout);
  const gint64 large[] = { G_MAXINT64 - 1, 5 }, small[] = { 1, 9 };

  tbk_tally_add (tally, 0, NULL, large);
  tbk_tally_add (tally, 0, NULL, small);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[0], G_MAXINT64);
  tbk_tally_add (more, 0, NULL, small);
  tbk_tally_merge (tally, more);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[0], G_MAXINT64);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[1], 9);
  cr_assert_null (tbk_tally_get (more, 0, NULL));
}

/* Tallies of the test layout, with two files in. */
static TbkTallies *
make_some (const char *const *paths, const char *const *options, int first_in)
{
  TbkTallies *tallies = tbk_tallies_new (&layout, paths, options);

  for (int f = first_in; f < first_in + 2; f++) {
    TbkTally *tally = tbk_tally_new (&layout);
    tbk_tally_add (tally, 0, NULL, (gint64[]){ G_GINT64_CONSTANT (1) << 60, 3 });
    tbk_tally_add (tally, 1, (const char *[]){ "17" }, (gint64[]){ 4 });
    tbk_tallies_put (tallies, f, tally);
  }
  return tallies;
}

Test (tally, what_does_not_belong_together_is_not_merged)
{
  static const char *const other_paths[] = { "a.conllu", "b", "a.conllu", "-", NULL };
  static const char *const fewer_paths[] = { "a.conllu", "folder/b \"quoted\"\t.gz", "a.conllu", NULL };
  static const char *const other_options[] = { "root", "gold", "bin", "6", NULL };
  g_autoptr (TbkTallies) tallies = make_some (some_paths, some_options, 0);
  g_autoptr (TbkTallies) figures = tbk_tallies_new (tbk_figures_layout (), some_paths, some_options);
  TbkTallies *others[] = { make_some (other_paths, some_options, 2), make_some (fewer_paths, some_options, 1),
                           make_some (some_paths, other_options, 2), make_some (some_paths, NULL, 2),
                           make_some (some_paths, some_options, 1) };
  gsize length, again_length;
  g_autofree char *text = tallies_text (tallies, &length), *again = NULL;

  for (guint o = 0; o < G_N_ELEMENTS (others); o++) {
    g_autoptr (GError) error = NULL;
    cr_assert_not (tbk_tallies_merge (tallies, others[o], &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert_eq (tbk_tallies_n_in (others[o]), 2);
    tbk_tallies_free (others[o]);
  }
  cr_assert_not (tbk_tallies_merge (tallies, figures, NULL));
  again = tallies_text (tallies, &again_length);
  cr_assert_str_eq (text, again);
}

/* Every prefix of the text, and every text with one byte changed, is refused with a message or read as something
 * that is written as it was read. */
Test (tally, damaged_text)
{
  static const char bytes[] = "09-\"]},x \n\377";
  g_autoptr (TbkTallies) tallies = make_some (some_paths, some_options, 1);
  gsize length;
  g_autofree char *text = tallies_text (tallies, &length);

  for (gsize cut = 0; cut < length; cut++) {
    g_autoptr (GError) error = NULL;
    cr_assert_null (read_text (&layout, text, cut, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  }
  for (gsize i = 0; i < length; i++)
    for (gsize b = 0; bytes[b] != '\0'; b++) {
      g_autofree char *damaged = g_memdup2 (text, length), *again = NULL, *once_more = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TbkTallies) read = NULL, reread = NULL;
      gsize again_length;

      damaged[i] = bytes[b];
      read = read_text (&layout, damaged, length, &error);
      cr_assert_eq (read == NULL, error != NULL);
      if (read == NULL) {
        cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
        cr_assert_not_null (strstr (error->message, "/read:"), "%s", error->message);
        continue;
      }
      again = tallies_text (read, &again_length);
      reread = read_text (&layout, again, again_length, NULL);
      cr_assert_not_null (reread);
      once_more = tallies_text (reread, &again_length);
      cr_assert_str_eq (again, once_more);
    }
}

/* Texts that are JSON, but no tallies. */
Test (tally, wrong_text)
{
  static const char head[] =
      "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"test\",\"options\":{},\"files\":"
      "[[\"a\",1,\"in\"],[\"b\",-1,\"out\"]]}\n";
  static const struct {
    const char *rows, *message; /* NULL: it is right */
  } cases[] = {
    { "[0,\"all\",[],[1,2]]\n1\n", NULL },
    { "0\n", NULL },
    { "[0,\"all\",[],[\"9223372036854775807\",2]]\n1\n", NULL },
    { "[0,\"numbers\",[\"123456789012345678901234567890\"],[2]]\n1\n", NULL },
    { "", ":2: found the end, expected the number of rows" },
    { "[0,\"all\",[],[1,2]]\n", ":3: found the end, expected the number of rows" },
    { "[0,\"all\",[],[1,2]]\n2\n", ":3: byte 0: found 2, expected an integer from 1 to 1" },
    { "0\n\n", ":3: found another line, expected none after the number of rows" },
    { "0\n0\n", ":3: found another line, expected none after the number of rows" },
    { "0", ":2: found a line that breaks off, expected a newline at its end" },
    { "[1,\"all\",[],[1,2]]\n1\n", ":2: [0]: found 1, expected a file that is in" },
    { "[2,\"all\",[],[1,2]]\n1\n", ":2: [0]: found 2, expected an integer from 0 to 1" },
    { "[0,\"none\",[],[1,2]]\n1\n", ":2: [1]: found \"none\", expected the name of a section" },
    { "[0,\"all\",[],[1]]\n1\n", ":2: found too few elements, expected longest" },
    { "[0,\"all\",[],[1,2,3]]\n1\n", ":2: found too many elements, expected no more values" },
    { "[0,\"all\",[\"1\"],[1,2]]\n1\n", ":2: found too many elements, expected no more parts of a key" },
    { "[0,\"all\",[],[1,-2]]\n1\n", ":2: [3][1]: found -2, expected an integer from 0 to 9007199254740992" },
    { "[0,\"all\",[],[1,2.0]]\n1\n",
      ":2: [3][1]: found 2.0, expected an integer from 0 to 9007199254740992" },
    { "[0,\"all\",[],[1,\"2\"]]\n1\n",
      ":2: [3][1]: found \"2\", expected an integer from 9007199254740993 to 9223372036854775807 in a "
      "string" },
    { "[0,\"all\",[],[1,\"9223372036854775808\"]]\n1\n",
      ":2: [3][1]: found \"9223372036854775808\", expected an integer from 9007199254740993 to "
      "9223372036854775807 in a string" },
    { "[0,\"numbers\",[\"01\"],[2]]\n1\n",
      ":2: [2][0]: found \"01\", expected a decimal without sign and leading zeros in a string" },
    { "[0,\"numbers\",[\"\"],[2]]\n1\n",
      ":2: [2][0]: found \"\", expected a decimal without sign and leading zeros in a string" },
    { "[0,\"labels\",[\"1\",\"\",\"2147483648\"],[2,1]]\n1\n",
      ":2: [2][2]: found \"2147483648\", expected a decimal from 0 to 2147483647 in a string" },
    { "[0,\"labels\",[\"1\",\"a\\u0000\",\"1\"],[2,1]]\n1\n",
      ":2: [2][1]: found \"a\\u0000\", expected a string without NUL" },
    { "[0,\"all\",[],[1,2]]\n[0,\"all\",[],[1,2]]\n2\n", ":3: found a row again, expected each once" },
    { "[0,\"all\",[],[1,2]] x\n1\n", ":2: byte 19: found 'x', expected nothing after the value" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *text = g_strconcat (head, cases[c].rows, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (TbkTallies) read = read_text (&layout, text, strlen (text), &error);

    cr_assert_eq (read == NULL, cases[c].message != NULL, "%s", cases[c].rows);
    if (cases[c].message != NULL)
      cr_assert (g_str_has_suffix (error->message, cases[c].message), "%s: %s", cases[c].rows,
                 error->message);
  }
}

Test (tally, wrong_head)
{
  static const char *const heads[] = {
    "",
    "[]\n0\n",
    "{\"tally\":2,\"tbk\":\"0\",\"kind\":\"test\",\"options\":{},\"files\":[]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"stats\",\"options\":{},\"files\":[]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"options\":{},\"kind\":\"test\",\"files\":[]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION
    "\",\"kind\":\"test\",\"options\":{\"a\":\"b\",\"a\":\"c\"},\"files\":[]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"test\",\"options\":{\"a\":1},\"files\":[]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"test\",\"options\":{},\"files\":[[\"a\",1]]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION
    "\",\"kind\":\"test\",\"options\":{},\"files\":[[\"a\",-2,\"in\"]]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION
    "\",\"kind\":\"test\",\"options\":{},\"files\":[[\"a\",1,true]]}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"test\",\"options\":{},\"files\":[],\"more\":1}\n0\n",
    "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"test\",\"options\":{}}\n0\n",
    "\357\273\277{\"tally\":2,\"tbk\":\"" TBK_VERSION
    "\",\"kind\":\"test\",\"options\":{},\"files\":[]}\n0\n",
  };

  for (guint h = 0; h < G_N_ELEMENTS (heads); h++) {
    g_autoptr (GError) error = NULL;
    cr_assert_null (read_text (&layout, heads[h], strlen (heads[h]), &error), "%s", heads[h]);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert_not_null (strstr (error->message, "read:1: "), "%s", error->message);
  }
}

/* Numbers of more trees than there are, from which no median can be told, are found when they are read. */
Test (tally, choices_must_add_up)
{
  static const char head[] =
      "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"choices\",\"options\":{},\"files\":"
      "[[\"a\",1,\"in\"]]}\n[0,\"bins\",[\"3\"],[5,2,2,2,600000000]]\n";
  static const char *const right = "[0,\"numbers\",[\"3\",\"2\"],[2]]\n2\n";
  static const char *const wrong[] = {
    "1\n", "[0,\"numbers\",[\"3\",\"2\"],[1]]\n2\n", "[0,\"numbers\",[\"3\",\"2\"],[3]]\n2\n",
    "[0,\"numbers\",[\"4\",\"2\"],[2]]\n2\n",
    "[0,\"numbers\",[\"3\",\"2\"],[2]]\n[0,\"numbers\",[\"4\",\"2\"],[1]]\n3\n"
  };
  g_autofree char *text = g_strconcat (head, right, NULL);
  g_autoptr (TbkTallies) read = read_text (tbk_choices_layout (), text, strlen (text), NULL);
  int n_bins;
  g_autofree TbkChoicesBin *bins = NULL;

  cr_assert_not_null (read);
  bins = tbk_choices_bins (tbk_tallies_get (read, 0), 5, TBK_OVER_LOSING, &n_bins);
  cr_assert_eq (n_bins, 1);
  cr_assert_str_eq (bins[0].median, "2");
  cr_assert_eq (bins[0].words_to, 20);
  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++) {
    g_autofree char *wrong_text = g_strconcat (head, wrong[w], NULL);
    g_autoptr (GError) error = NULL;

    cr_assert_null (read_text (tbk_choices_layout (), wrong_text, strlen (wrong_text), &error), "%s",
                    wrong[w]);
    cr_assert_not_null (strstr (error->message, "expected as many"), "%s", error->message);
  }
}

/* Long lines are read, and lines that blocks are cut in. */
Test (tally, long_lines)
{
  enum { N = 30000 };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TbkTallies) tallies = NULL, read = NULL;
  gsize length, again_length;
  g_autofree char *text = NULL, *again = NULL;

  for (int p = 0; p < N; p++)
    g_ptr_array_add (paths, g_strdup_printf ("no/such/file-%d", p));
  g_ptr_array_add (paths, NULL);
  tallies = tbk_tallies_new (&layout, (const char *const *) paths->pdata, NULL);
  for (int f = 0; f < N; f += 7) {
    TbkTally *tally = tbk_tally_new (&layout);
    tbk_tally_add (tally, 0, NULL, (gint64[]){ f, f });
    tbk_tallies_put (tallies, f, tally);
  }
  text = tallies_text (tallies, &length);
  read = read_text (&layout, text, length, NULL);
  cr_assert_not_null (read);
  again = tallies_text (read, &again_length);
  cr_assert_str_eq (text, again);
}

/* A line that could not be read again is not written either. */
Test (tally, too_long_lines)
{
  enum { N = 17000, LENGTH = 4000 };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TbkTallies) tallies = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", NULL);
  g_autofree char *line = g_strnfill (((gsize) 64 << 20) + 1, ' ');

  for (int p = 0; p < N; p++)
    g_ptr_array_add (paths, g_strdup_printf ("%0*d", LENGTH, p));
  g_ptr_array_add (paths, NULL);
  tallies = tbk_tallies_new (&layout, (const char *const *) paths->pdata, NULL);
  cr_assert (!tbk_tallies_write (tallies, output, &error));
  cr_assert_not_null (strstr (error->message, "expected at most 67108864"), "%s", error->message);
  g_clear_error (&error);
  line[(gsize) 64 << 20] = '\n';
  cr_assert_null (read_text (&layout, line, (gsize) 64 << 20, &error));
  cr_assert_null (strstr (error->message, "more than"), "%s", error->message);
  g_clear_error (&error);
  g_free (g_steal_pointer (&line));
  line = g_strnfill (((gsize) 64 << 20) + 2, ' ');
  line[((gsize) 64 << 20) + 1] = '\n';
  cr_assert_null (read_text (&layout, line, ((gsize) 64 << 20) + 2, &error));
  cr_assert_not_null (strstr (error->message, ":1: found a line of more than 67108864 bytes"), "%s",
                      error->message);
}

/* Pairs of sets of a system with as many transitions as there may be, more than any matrix could hold. */
Test (tally, agreement_keeps_pairs_sparsely)
{
  const TbkSystem system = { .name = "wide", .n_transitions = TBK_MAX_TRANSITIONS };
  g_autoptr (TbkAgreement) agreement = tbk_agreement_new (&system, 1);
  g_autoptr (TbkTally) tally = tbk_tally_new (tbk_agreement_layout ());
  TbkVerdict verdicts[2] = { { .nanoseconds = 1 }, { .nanoseconds = 2 } };
  TbkAgreementFigures figures;
  g_autofree TbkConfusion *confusions = NULL;
  g_autofree int *lengths = NULL;
  int n;

  for (int round = 0; round < 2; round++)
    for (guint set = 0; set < 1000; set++) {
      verdicts[0].optimal = (set * 40503u) & 0xffff;
      verdicts[1].optimal = set < 500 ? verdicts[0].optimal : (set * 977u) & 0xffff;
      tbk_agreement_count_configuration (agreement, (int) set, verdicts);
      if (set == 700)
        tbk_agreement_flush (agreement, tally);
    }
  tbk_agreement_flush (agreement, tally);
  tbk_agreement_get (tally, 0, &figures);
  cr_assert_eq (figures.configurations, 2000);
  cr_assert_eq (figures.sets_differ, 1000);
  cr_assert_eq (figures.variant_nanoseconds, 4000);
  confusions = tbk_agreement_confusions (tally, 0, &n);
  cr_assert_eq (n, 500);
  for (int c = 0; c < n; c++)
    cr_assert_eq (confusions[c].configurations, 2);
  lengths = tbk_agreement_lengths (tally, &n);
  cr_assert_eq (n, 1000);
  for (int l = 0; l < n; l++)
    cr_assert_eq (lengths[l], l);
}

Test (tally, wrong_arguments)
{
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout), figures = tbk_tally_new (tbk_figures_layout ());
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (&layout, some_paths, NULL);
  const gint64 values[] = { 1, 1 };
  gsize n;

  ASSERT_REFUSED (cr_assert_null (tbk_tally_new (NULL)));
  ASSERT_REFUSED (tbk_tally_add (tally, 3, NULL, values));
  ASSERT_REFUSED (tbk_tally_add (tally, -1, NULL, values));
  ASSERT_REFUSED (cr_assert_null (tbk_tally_get (tally, 3, NULL)));
  ASSERT_REFUSED (cr_assert_null (tbk_tally_rows (tally, 3, &n)));
  ASSERT_REFUSED (tbk_tally_merge (tally, figures));
  ASSERT_REFUSED (tbk_tally_merge (tally, tally));
  ASSERT_REFUSED (cr_assert_null (tbk_tallies_get (tallies, 4)));
  ASSERT_REFUSED (cr_assert_null (tbk_tallies_name (tallies, -1)));
  ASSERT_REFUSED (tbk_tallies_put (tallies, 0, figures));
  ASSERT_REFUSED (tbk_tallies_put (tallies, 4, tally));
}
