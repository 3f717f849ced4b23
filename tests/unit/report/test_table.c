/* test_table.c - tables whose rows come in the order of the numbers of a column. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/rows.h"
#include "tbk/report.h"
#include "unit/scratch.h"

TestSuite (table, .init = make_folder, .fini = remove_folder);

/* The rows: names and what is written in the column `n`; NULL for an empty cell. */
static const char *const rows[][2] = {
  { "a", "7" },
  { "TOTAL", "99" },
  { "b", "-3" },
  { "c", NULL },
  { "d", "10" },
  { "e", "7.50" },
  { "f", "7" },
  { "TOTAL", "100" },
  { "g", "text" },
  { "h", "7.5" },
  { "i", "-3.25" },
  { "xTOTAL", "8" },
  { "j", "123456789012345678901234567890" },
  { "k", "123456789012345678901234567891" },
  { "\"TOTAL\"", "9" },
};

/* Writes a table of the rows in their order; name by name its path. */
static char *
write_rows (TbkTableFormat format, const char *file)
{
  static const char *const columns[] = { "name", "n", "more", NULL };
  char *path = in_folder (file);
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, format, columns);

  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++) {
    tbk_table_string (table, rows[r][0]);
    if (rows[r][1] == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_string (table, rows[r][1]);
    tbk_table_string (table, "two\nlines, or \"one\"");
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  return path;
}

/* Tables are read as they were written, in each format, whichever columns are wanted in whichever order. */
Test (table, rows_are_read_as_they_were_written)
{
  static const char *const wanted[] = { "more", "name", "n", "absent", NULL };

  for (TbkTableFormat format = TBK_TABLE_TSV; format < TBK_TABLE_N_FORMATS; format++) {
    g_autofree char *path = write_rows (format, "written");
    g_autoptr (TableRows) read = rows_open (path, wanted, 3, "name, n and more", NULL);
    gboolean is_there;

    for (gsize r = 0; r < G_N_ELEMENTS (rows); r++) {
      cr_assert (rows_next (read, &is_there, NULL) && is_there);
      cr_assert_str_eq (rows_cell (read, 0),
                        format == TBK_TABLE_TSV ? "two\\nlines, or \"one\"" : "two\nlines, or \"one\"");
      cr_assert_str_eq (rows_cell (read, 1), rows[r][0]);
      cr_assert_str_eq (rows_cell (read, 2), rows[r][1] == NULL ? "" : rows[r][1]);
      cr_assert_null (rows_cell (read, 3));
    }
    cr_assert (rows_next (read, &is_there, NULL) && !is_there);
  }
}

/* Columns that are needed are missed, in the header or in a row of JSON, by file and line. */
Test (table, rows_without_a_needed_column_are_refused)
{
  static const char *const wanted[] = { "name", "absent", NULL };
  g_autoptr (GError) error = NULL;

  for (TbkTableFormat format = TBK_TABLE_TSV; format < TBK_TABLE_N_FORMATS; format++) {
    g_autofree char *path = write_rows (format, "written");
    g_autoptr (TableRows) read = rows_open (path, wanted, 2, "name and absent", &error);
    gboolean is_there;

    if (format == TBK_TABLE_JSONL)
      cr_assert (read != NULL && !rows_next (read, &is_there, &error));
    cr_assert (g_str_has_prefix (error->message, path) && strstr (error->message, ":1: found other ") != NULL
               && g_str_has_suffix (error->message, ", expected name and absent"));
    g_clear_error (&error);
  }
}

/* The names of the rows as they come, with blanks between them. */
static char *
sorted_names (TbkTableFormat format, gboolean ascending)
{
  static const char *const columns[] = { "name", "n", "more", NULL };
  g_autofree char *path = in_folder ("table"), *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, format, columns);
  GString *names = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  tbk_table_sort (table, 1, ascending);
  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++) {
    tbk_table_string (table, rows[r][0]);
    if (rows[r][1] == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_string (table, rows[r][1]);
    tbk_table_integer (table, (gint64) r);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (int l = format != TBK_TABLE_JSONL; lines[l][0] != '\0'; l++) {
    static const char before_last[] = {
      [TBK_TABLE_TSV] = '\t', [TBK_TABLE_JSONL] = ':', [TBK_TABLE_CSV] = ','
    };
    const char *last = strrchr (lines[l], before_last[format]) + 1;

    g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", rows[atoi (last)][0]);
  }
  return g_string_free (names, FALSE);
}

/* Numbers of any length are compared as they are written; rows that have none come behind, the sums last. */
Test (table, rows_come_in_the_order_of_a_column)
{
  for (TbkTableFormat format = TBK_TABLE_TSV; format < TBK_TABLE_N_FORMATS; format++) {
    g_autofree char *falling = sorted_names (format, FALSE), *rising = sorted_names (format, TRUE);

    cr_assert_str_eq (falling, "k j d \"TOTAL\" xTOTAL e h a f b i c g TOTAL TOTAL");
    cr_assert_str_eq (rising, "i b a f e h xTOTAL \"TOTAL\" d j k c g TOTAL TOTAL");
  }
}

/* What a table with these rows is, of which @n_rows wait for one another. */
static char *
aligned (guint n_rows, gboolean sorted)
{
  static const char *const columns[] = { "name", "n", "word", NULL };
  static const struct {
    const char *name, *n, *word;
  } cells[] = {
    { "a", "7", "x" },
    { "word", "1234", NULL },
    { "\303\251t\303\251", "-3.5", "\346\227\245\346\234\254" }, /* four columns in each */
    { "longest", "12345", "\tb" },
    { "b", NULL, "y z" },
  };
  g_autofree char *path = in_folder ("table");
  char *text;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_TSV, columns);

  if (sorted)
    tbk_table_sort (table, 1, FALSE);
  tbk_table_align (table, n_rows);
  for (gsize r = 0; r < G_N_ELEMENTS (cells); r++) {
    tbk_table_string (table, cells[r].name);
    if (cells[r].n == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_string (table, cells[r].n);
    if (cells[r].word == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_string (table, cells[r].word);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Numbers stand to the right, text to the left; signs are counted as a terminal shows them. */
Test (table, aligned)
{
  g_autofree char *all = aligned (100, FALSE), *blocks = aligned (2, FALSE), *sorted = aligned (2, TRUE);

  cr_expect_str_eq (all, "name         n  word\n"
                         "a            7  x\n"
                         "word      1234\n"
                         "\303\251t\303\251       -3.5  \346\227\245\346\234\254\n"
                         "longest  12345  \\tb\n"
                         "b               y z\n");
  cr_expect_str_eq (blocks, "name     n  word\n"
                            "a        7  x\n"
                            "word  1234\n"
                            "\303\251t\303\251       -3.5  \346\227\245\346\234\254\n"
                            "longest  12345  \\tb\n"
                            "b               y z\n");
  cr_expect_str_eq (sorted, "name         n  word\n"
                            "longest  12345  \\tb\n"
                            "word      1234\n"
                            "a            7  x\n"
                            "\303\251t\303\251       -3.5  \346\227\245\346\234\254\n"
                            "b               y z\n");
}

/* JSON lines are for programs, wherever they go. */
Test (table, aligned_not_in_json)
{
  static const char *const columns[] = { "a", "b", NULL };
  g_autofree char *path = in_folder ("table"), *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_JSONL, columns);

  tbk_table_align (table, 10);
  tbk_table_integer (table, 1);
  tbk_table_integer (table, 20);
  cr_assert (tbk_table_end_row (table, NULL));
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  cr_expect_str_eq (text, "{\"a\":1,\"b\":20}\n");
}

/* Three rows with the columns @shown; sorted by the one in the middle. */
static char *
shown_rows (TbkTableFormat format, const guint *shown, guint n_shown)
{
  static const char *const columns[] = { "name", "n", "more", NULL };
  g_autofree char *path = in_folder ("shown");
  char *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, format, columns);
  g_autoptr (TbkTable) workers = NULL;
  g_autoptr (TbkText) text_of_worker = tbk_text_new ();

  tbk_table_show (table, shown, n_shown);
  tbk_table_sort (table, 1, FALSE);
  workers = table_new_rows (table);
  for (int r = 0; r < 3; r++) {
    tbk_table_string (table, r == 1 ? "TOTAL" : "a\tb");
    tbk_table_integer (table, r);
    tbk_table_nothing (table);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  tbk_table_string (workers, "c");
  tbk_table_percent (workers, 1, 3);
  table_ratio (workers, -1, 3);
  table_take_row (workers, text_of_worker);
  cr_assert (table_write_rows (table, text_of_worker, NULL));
  cr_assert (table_settle (table, TRUE, NULL));
  tbk_table_string (workers, "taken\nback");
  tbk_table_percent (workers, 1, 2);
  tbk_table_nothing (workers);
  table_take_row (workers, text_of_worker);
  cr_assert (table_write_rows (table, text_of_worker, NULL));
  cr_assert (table_settle (table, FALSE, NULL));
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

Test (table, shows_chosen_columns)
{
  const guint all[] = { 0, 1, 2 }, some[] = { 2, 0 };
  g_autofree char *tsv = shown_rows (TBK_TABLE_TSV, some, 2), *json = shown_rows (TBK_TABLE_JSONL, some, 2),
                  *whole = shown_rows (TBK_TABLE_TSV, all, 3);

  cr_assert_str_eq (tsv, "more\tname\n-0.3333\tc\n\ta\\tb\n\ta\\tb\n\tTOTAL\n");
  cr_assert_str_eq (json, "{\"more\":-0.3333,\"name\":\"c\"}\n{\"more\":null,\"name\":\"a\\tb\"}\n"
                          "{\"more\":null,\"name\":\"a\\tb\"}\n{\"more\":null,\"name\":\"TOTAL\"}\n");
  cr_assert_str_eq (whole, "name\tn\tmore\nc\t33.33\t-0.3333\na\\tb\t2\t\na\\tb\t0\t\nTOTAL\t1\t\n");
}

/* Cells with commas, quotes and ends of lines are quoted, others are as they are: RFC 4180. */
Test (table, quotes_cells_of_csv)
{
  static const char *const columns[] = { "a", "b", NULL };
  static const struct {
    const char *cell, *written;
  } cells[] = {
    { "plain", "plain" },       { "", "" },
    { "a,b", "\"a,b\"" },       { "\"", "\"\"\"\"" },
    { "x\ny", "\"x\ny\"" },     { "x\r", "\"x\r\"" },
    { "tab\t", "tab\t" },       { "back\\slash", "back\\slash" },
    { " blank", "\" blank\"" }, { "blank ", "\"blank \"" },
    { "in it", "in it" },       { "\303\251", "\303\251" },
  };
  g_autofree char *path = in_folder ("table"), *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_CSV, columns);
  g_autoptr (GString) expected = g_string_new ("a,b\n");

  for (guint c = 0; c < G_N_ELEMENTS (cells); c++) {
    tbk_table_string (table, cells[c].cell);
    tbk_table_integer (table, (gint64) c);
    cr_assert (tbk_table_end_row (table, NULL));
    g_string_append_printf (expected, "%s,%u\n", cells[c].written, c);
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  cr_expect_str_eq (text, expected->str);
}

/* A tidy table of these columns, the first of which holds a name; its text is to be freed. */
static char *
tidy (const char *const *columns, const char *const *names)
{
  g_autofree char *path = in_folder ("table"), *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_CSV, columns);

  tbk_table_tidy (table);
  for (int n = 0; names[n] != NULL; n++) {
    tbk_table_string (table, names[n]);
    tbk_table_integer (table, n);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  return g_steal_pointer (&text);
}

Test (table, tidy)
{
  static const char *const files[] = { "file", "n", NULL }, *const relations[] = { "deprel", "n", NULL };
  static const char *const names[] = { "x/hu_szeged-ud-dev.conllu.gz",
                                       "TOTAL",
                                       "hu.conllu",
                                       "hu-ud-dev.conllu",
                                       "UD_Old_French-ALTM/train.conllu.gz",
                                       "UD_Old_French-ALTM/fro_altm-ud-test.conllu",
                                       "UD_x/dev.conllu",
                                       "hu_szeged.conllu",
                                       "hu.new.conllu",
                                       NULL };
  g_autofree char *of_files = tidy (files, names), *of_relations = tidy (relations, names);

  cr_expect_str_eq (of_files, "language,treebank,split,file,n\n"
                              "hu,szeged,dev,x/hu_szeged-ud-dev.conllu.gz,0\n"
                              "hu,,,hu.conllu,2\n"
                              "hu,,dev,hu-ud-dev.conllu,3\n"
                              "Old_French,ALTM,train,UD_Old_French-ALTM/train.conllu.gz,4\n"
                              "fro,altm,test,UD_Old_French-ALTM/fro_altm-ud-test.conllu,5\n"
                              ",,,UD_x/dev.conllu,6\n"
                              ",,,hu_szeged.conllu,7\n"
                              ",,,hu.new.conllu,8\n");
  /* A relation may have any name. */
  cr_expect_str_eq (of_relations, "deprel,n\n"
                                  "x/hu_szeged-ud-dev.conllu.gz,0\n"
                                  "TOTAL,1\n"
                                  "hu.conllu,2\n"
                                  "hu-ud-dev.conllu,3\n"
                                  "UD_Old_French-ALTM/train.conllu.gz,4\n"
                                  "UD_Old_French-ALTM/fro_altm-ud-test.conllu,5\n"
                                  "UD_x/dev.conllu,6\n"
                                  "hu_szeged.conllu,7\n"
                                  "hu.new.conllu,8\n");
}

Test (table, fit)
{
  static const char *const columns[] = { "a", "bb", "ccc", "dddd", NULL };

  for (int width = 0; width <= 20; width++) {
    g_autofree char *path = in_folder ("table"), *text = NULL;
    g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
    g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_TSV, columns);
    /* Lines of all columns are 1 + 2 + 2 + 2 + 3 + 2 + 4 wide. */
    const guint n_left = width == 0 || width >= 16 ? 0 : width >= 10 ? 1 : 2;
    g_autofree const char **left = NULL;

    tbk_table_align (table, 1);
    tbk_table_fit (table, width, 2, 0);
    for (int n = 1; n <= 10; n += 9) { /* the second row is wider, and has the columns of the first */
      for (int c = 0; c < 4; c++)
        tbk_table_integer (table, n);
      cr_assert (tbk_table_end_row (table, NULL));
    }
    cr_assert (tbk_table_end (table, NULL));
    cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
    cr_assert (g_file_get_contents (path, &text, NULL, NULL));
    left = table_left_out (table);
    cr_expect_eq (g_strv_length ((char **) left), n_left);
    cr_expect (n_left == 0 || g_str_equal (left[n_left - 1], "dddd"));
    cr_expect_str_eq (text,
                      n_left == 0   ? "a  bb  ccc  dddd\n1   1    1     1\n10  10   10    10\n"
                      : n_left == 1 ? "a  bb  ccc\n1   1    1\n10  10   10\n"
                                    : "a  bb\n1   1\n10  10\n",
                      "width %d", width);
  }
}

/* Writes two rows of a file in a folder each, and a sum, aligned in @width; returns the text. */
static char *
fit_files (int width, guint n_usual, const char *second)
{
  static const char *const columns[] = { "file", "usual", "asked", NULL };
  g_autofree char *path = in_folder ("table");
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, TBK_TABLE_TSV, columns);
  const char *const files[] = { "a/b/x.conllu", second, "TOTAL" };
  char *text = NULL;

  tbk_table_align (table, 9);
  tbk_table_fit (table, width, 1, n_usual);
  for (guint r = 0; r < G_N_ELEMENTS (files); r++) {
    tbk_table_string (table, files[r]);
    tbk_table_integer (table, 1);
    tbk_table_integer (table, 2);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

Test (table, shows_what_was_asked_for)
{
  g_autofree char *usual = fit_files (18, 0, "a/c/y"), *asked = fit_files (18, 1, "a/c/y"),
                  *whole = fit_files (99, 1, "c/y"), *inside = fit_files (99, 0, "a/b/c/y");

  cr_expect_str_eq (usual, "file        usual\nb/x.conllu      1\nc/y             1\nTOTAL           1\n");
  cr_expect_str_eq (asked, "file        asked\nb/x.conllu      2\nc/y             2\nTOTAL           2\n");
  cr_expect_str_eq (whole,
                    "file          usual  asked\na/b/x.conllu      1      2\nc/y               1      2\n"
                    "TOTAL             1      2\n");
  cr_expect_str_eq (inside, "file      usual  asked\nx.conllu      1      2\nc/y           1      2\n"
                            "TOTAL         1      2\n");
}
