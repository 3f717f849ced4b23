/* test_memory_text.c - a lack of memory for texts, sentences, pages and plots is an error, after which one can go on. */
#include "base/json.h"
#include "io/io.h"
#include "report/plot.h"
#include "report/report.h"
#include "tbk/evaluate.h"
#include "tbk/io.h"
#include "tbk/report.h"
#include "unit/memory_limit.h"
#include "unit/scratch.h"
#include "unit/test_conllu.h"

/* What cannot be appended is told by whoever wants the text. */
static void
check_text (void (*append) (TbkText *text, const char *bytes))
{
  g_autofree char *bytes = g_strnfill (MEGABYTE, 'x');
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", 0, NULL);
  g_autoptr (GError) error = NULL;

  if (!allow (MEGABYTE))
    return;
  for (int i = 0; i < MANY / 10; i++)
    append (text, bytes);
  assert_no_memory (tbk_output_write_text (output, text, &error), &error);
  assert_no_memory (tbk_text_dup (text, &error) != NULL, &error);
  tbk_text_clear (text);
  tbk_text_add (text, "y", 1);
  cr_assert (tbk_output_write_text (output, text, NULL));
}

static void
add_line (TbkText *text, const char *bytes)
{
  tbk_text_add (text, bytes, 100);
}

static void
print_line (TbkText *text, const char *bytes)
{
  tbk_text_printf (text, "%.100s", bytes);
}

/* Shorter ones would be copied, and adjacent ones be one. */
static void
keep_two_pieces (TbkText *text, const char *bytes)
{
  text_keep (text, bytes, 16);
  text_keep (text, bytes + 17, 16);
}

Test (memory, added_text)
{
  check_text (add_line);
}

Test (memory, printed_text)
{
  check_text (print_line);
}

Test (memory, kept_text)
{
  check_text (keep_two_pieces);
}

/* A string of JSON with an escape is copied. */
Test (memory, json)
{
  g_autofree char *text = g_strnfill (4 * MEGABYTE, 'x');
  g_autoptr (GError) error = NULL;
  const char *string;
  gsize length;
  Json json = { 0 };

  memcpy (text, "\"\\n", 3);
  text[4 * MEGABYTE - 1] = '"';
  cr_assert (json_begin (&json, text, 4 * MEGABYTE, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (json_string (&json, &string, &length, &error), &error);
  allow (G_MAXSIZE);
  cr_assert (json_begin (&json, text, 4 * MEGABYTE, NULL));
  cr_assert (json_string (&json, &string, &length, NULL));
  cr_assert (length == 4 * MEGABYTE - 3 && memcmp (string, "\nxx", 3) == 0);
  json_clear (&json);
}

/* A sentence of so many words, after one of a single word. */
static TbkConlluReader *
open_sentence (int n)
{
  g_autoptr (GString) text = g_string_new ("1\tw\t_\t_\t_\t_\t0\t_\t_\t_\n\n");

  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d\tw\t_\t_\t_\t_\t%d\t_\t_\t_\n", i, i - 1);
  g_string_append_c (text, '\n');
  return open_text (text->str, text->len, NULL, DEFAULT_BLOCKS, NULL);
}

Test (memory, sentences)
{
  g_autoptr (TbkConlluReader) reader = open_sentence (MANY / 4);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (GError) error = NULL;
  TbkConlluSentence sentence;
  int n_read = 0;

  if (!allow (MEGABYTE))
    return;
  while (tbk_conllu_reader_next (reader, batch, &error) == TBK_READ_BATCH)
    n_read++;
  assert_no_memory (FALSE, &error);
  cr_assert_eq (n_read, 1);

  allow (G_MAXSIZE);
  tbk_conllu_reader_close (reader);
  reader = open_sentence (MANY / 4);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  allow (MEGABYTE);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert (g_error_matches (sentence.problem, TBK_ERROR, TBK_ERROR_RESOURCE));
  cr_assert_not_null (strstr (sentence.problem->message, ":3: no memory for a sentence of more than"));
  cr_assert_not (tbk_conllu_batch_next (batch, &sentence));
}

Test (memory, pages_and_plots)
{
  static const char *const columns[] = { "word", NULL };
  g_autoptr (Page) page = page_new ("long");
  g_autoptr (Plot) plot = plot_new ("long", "x", "y");
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", 0, NULL);
  g_autofree char *drawing = NULL;
  GError *error = NULL;

  page_begin_table (page, "long", columns, 1);
  plot_add_line (plot, "long");
  if (!allow (MEGABYTE))
    return;
  for (int i = 0; i < MANY / 4; i++) {
    page_cell (page, "%d", i);
    plot_add_point (plot, i, i);
  }
  page_end_table (page);
  assert_no_memory (page_write (page, output, &error), &error);
  drawing = plot_draw_svg (plot, &error);
  assert_no_memory (drawing != NULL, &error);
  cr_assert (allow (G_MAXSIZE));
}

/* However much memory there is: either it is told that it was too little, or a feature is not lost. */
Test (memory, features, .init = make_folder, .fini = remove_folder)
{
  g_autofree char *value = g_strnfill (MEGABYTE - 100, 'x');
  g_autofree char *text = g_strdup_printf ("1\ta\t_\t_\t_\tCase=%s\t0\troot\t_\t_\n\n", value);
  g_autofree char *gold = store_text ("gold", text),
                  *system = store_text ("system", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n");

  for (gsize more = MEGABYTE;; more += MEGABYTE / 16) {
    g_autoptr (TbkEvaluation) evaluation = NULL;
    g_autoptr (GError) error = NULL;

    if (!allow (more))
      return;
    evaluation =
        tbk_evaluate (gold, system, &(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_ALIGNED }, &error);
    allow (G_MAXSIZE);
    if (evaluation != NULL) {
      cr_assert_eq (tbk_evaluation_aligned (evaluation, TBK_ALIGNED_UFEATS).right, 0);
      return;
    }
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", error->message);
  }
}
