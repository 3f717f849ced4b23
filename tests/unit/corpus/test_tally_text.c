/* test_tally_text.c - the text of tallies: damaged, wrong, with long lines. */
#include <string.h>

#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/statistics.h"
#include "unit/tallies.h"

TestSuite (tally_text, .init = make_folder, .fini = remove_folder);

/* Every prefix of the text, and every text with one byte changed, is refused with a message or read as something
 * that is written as it was read. */
Test (tally_text, damaged_text)
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
Test (tally_text, wrong_text)
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

Test (tally_text, wrong_head)
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
Test (tally_text, choices_must_add_up)
{
  static const char head[] =
      "{\"tally\":2,\"tbk\":\"" TBK_VERSION "\",\"kind\":\"choices\",\"options\":{},\"files\":"
      "[[\"a\",1,\"in\"]]}\n[0,\"bins\",[\"16\",\"\",\"\"],[5,2,2,2,600000000]]\n";
  static const char *const right = "[0,\"numbers\",[\"16\",\"\",\"\",\"2\"],[2]]\n2\n";
  static const char *const wrong[] = {
    "1\n",
    "[0,\"numbers\",[\"16\",\"\",\"\",\"2\"],[1]]\n2\n",
    "[0,\"numbers\",[\"16\",\"\",\"\",\"2\"],[3]]\n2\n",
    "[0,\"numbers\",[\"21\",\"\",\"\",\"2\"],[2]]\n2\n",
    "[0,\"numbers\",[\"16\",\"\",\"\",\"2\"],[2]]\n[0,\"numbers\",[\"21\",\"\",\"\",\"2\"],[0]]\n3\n",
    "[0,\"numbers\",[\"16\",\"\",\"\",\"2\"],[2]]\n[0,\"numbers\",[\"21\",\"\",\"\",\"2\"],[1]]\n3\n"
  };
  g_autofree char *text = g_strconcat (head, right, NULL);
  g_autoptr (TbkTallies) read = read_text (choices_layout (), text, strlen (text), NULL);
  int n_bins;
  g_autofree ChoicesBin *bins = NULL;

  cr_assert_not_null (read);
  bins = choices_bins (tbk_tallies_get (read, 0), TBK_OVER_LOSING, &n_bins);
  cr_assert_eq (n_bins, 1);
  cr_assert_str_eq (bins[0].median, "2");
  cr_assert_str_eq (bins[0].key[0], "16");
  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++) {
    g_autofree char *wrong_text = g_strconcat (head, wrong[w], NULL);
    g_autoptr (GError) error = NULL;

    cr_assert_null (read_text (choices_layout (), wrong_text, strlen (wrong_text), &error), "%s", wrong[w]);
    cr_assert_not_null (strstr (error->message, ", expected a"), "%s", error->message);
  }
}

/* Long lines are read, and lines that blocks are cut in. */
Test (tally_text, long_lines)
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
    tallies_put (tallies, f, tally);
  }
  text = tallies_text (tallies, &length);
  read = read_text (&layout, text, length, NULL);
  cr_assert_not_null (read);
  again = tallies_text (read, &again_length);
  cr_assert_str_eq (text, again);
}

/* A line that could not be read again is not written either. */
Test (tally_text, too_long_lines)
{
  enum { N = 17000, LENGTH = 4000 };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TbkTallies) tallies = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", 0, NULL);
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

/* Parts are no more than their wholes, in a row and in another section. */
Test (tally_text, parts_are_no_more_than_wholes)
{
  static const TbkTallyColumn whole[] = { { "trees", .most = 9 }, { "arcs" }, { "lost", .part_of = 2 } };
  static const TbkTallySection bounded[] = {
    { "wholes", keys, 1, whole, 3 },
    { "each", keys, 2, mixed_columns, 2, TBK_TALLY_EACH, -1, 0, 0 },
    { "together", keys, 2, one_column, 1, TBK_TALLY_TOGETHER, 0, 0, 1 },
    { "all", keys, 2, one_column, 1, TBK_TALLY_ALL, 0, 0, 1 },
  };
  static const TbkTallyLayout of_bounds = { "bounded", bounded, 4, NULL, "found too many" };
  static const char head[] = "{\"tally\":2,\"tbk\":\"" TBK_VERSION
                             "\",\"kind\":\"bounded\",\"options\":{},\"files\":[[\"a\",1,\"in\"]]}\n";
  static const struct {
    const char *rows, *message; /* NULL: it is right */
  } cases[] = {
    { "[0,\"wholes\",[\"1\"],[9,4,4]]\n1\n", NULL },
    { "[0,\"wholes\",[\"1\"],[10,4,4]]\n1\n", "found too many" },
    { "[0,\"wholes\",[\"1\"],[9,4,5]]\n1\n", "found too many" },
    { "[0,\"wholes\",[\"1\"],[2,4,4]]\n[0,\"each\",[\"1\",\"a\"],[2,9]]\n[0,\"each\",[\"1\",\"b\"],[2,9]]\n3\n",
      NULL },
    { "[0,\"wholes\",[\"1\"],[2,4,4]]\n[0,\"each\",[\"1\",\"a\"],[3,0]]\n2\n", "found too many" },
    { "[0,\"wholes\",[\"1\"],[2,4,4]]\n[0,\"each\",[\"2\",\"a\"],[1,0]]\n2\n", "found too many" },
    { "[0,\"wholes\",[\"1\"],[0,4,0]]\n[0,\"together\",[\"1\",\"a\"],[1]]\n[0,\"together\",[\"1\",\"b\"],[2]]\n3\n",
      NULL },
    { "[0,\"wholes\",[\"1\"],[0,4,0]]\n[0,\"together\",[\"1\",\"a\"],[3]]\n[0,\"together\",[\"1\",\"b\"],[2]]\n3\n",
      "found together of more arcs than there are" },
    { "[0,\"wholes\",[\"1\"],[0,4,0]]\n[0,\"wholes\",[\"2\"],[0,1,0]]\n[0,\"all\",[\"1\",\"a\"],[4]]\n3\n",
      NULL },
    { "[0,\"wholes\",[\"1\"],[0,4,0]]\n[0,\"all\",[\"1\",\"a\"],[3]]\n2\n",
      "found rows of more or fewer arcs than there are, expected as many" },
    { "[0,\"wholes\",[\"1\"],[0,4,0]]\n[0,\"all\",[\"2\",\"a\"],[4]]\n2\n",
      "found rows of more or fewer arcs than there are, expected as many" },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *text = g_strconcat (head, cases[c].rows, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (TbkTallies) read = read_text (&of_bounds, text, strlen (text), &error);

    cr_assert_eq (read == NULL, cases[c].message != NULL, "%s", cases[c].rows);
    cr_assert (read != NULL || g_str_has_suffix (error->message, cases[c].message), "%s: %s", cases[c].rows,
               error->message);
  }
}
