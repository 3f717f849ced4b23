/* test_conllu_text.c - texts in memory are read as files are, and parts of files as in their places. */
#include "unit/test_conllu.h"

static const char two[] = "# sent_id = a\n1\tx\t_\t_\t_\t_\t0\t_\t_\t_\n\n"
                          "# sent_id = b\n1-2\txy\t_\t_\t_\t_\t_\t_\t_\t_\n1\tx\t_\t_\t_\t_\t2\t_\t_\t_\n"
                          "2\ty\t_\t_\t_\t_\t0\t_\t_\t_\n\n";

Test (conllu_text, whole_file)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("two", two, strlen (two), NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autofree char *changed = NULL;
  g_autoptr (TbkText) text = tbk_text_new ();
  const int heads[] = { -1, 0, 1 };
  TbkConlluSentence sentence;

  cr_assert_null (tbk_conllu_reader_input (reader));
  cr_assert_str_eq (tbk_conllu_reader_columns (reader),
                    "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC");
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence) && sentence.n == 1 && sentence.line == 1);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert (sentence.n == 2 && sentence.line == 4 && sentence.index == 2 && sentence.heads[1] == 2);
  tbk_conllu_sentence_write_arcs (&sentence, heads, NULL, text);
  changed = tbk_text_dup (text, NULL);
  cr_assert_str_eq (changed, "# sent_id = b\n1-2\txy\t_\t_\t_\t_\t_\t_\t_\t_\n1\tx\t_\t_\t_\t_\t0\t_\t_\t_\n"
                             "2\ty\t_\t_\t_\t_\t1\t_\t_\t_\n\n");
  cr_assert_not (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_END);
}

/* A text that is longer than a block of a file is one batch. */
Test (conllu_text, longer_than_a_block)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  int n_sentences = 0;

  while (text->len < 3 * DEFAULT_BLOCKS)
    g_string_append (text, two);
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("long", text->str, text->len, NULL, NULL);
  while (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_conllu_batch_next (batch, &sentence))
      n_sentences += sentence.problem == NULL;
  cr_assert_eq (n_sentences, 2 * (int) (text->len / strlen (two)));
}

Test (conllu_text, empty)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("empty", NULL, 0, NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();

  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_END);
}

/* A sentence from the midst of a file of CoNLL-U Plus: its columns, and its place in messages. */
Test (conllu_text, part_of_a_file)
{
  const TbkConlluReaderOptions options = { .columns.names = "ID HEAD FORM", .line = 100, .index = 9 };
  const char good[] = "1\t2\tx\n2\t0\ty\n\n", bad[] = "1\t2\tx\n2\t7\ty\n\n";
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("f", good, strlen (good), &options, NULL);
  g_autoptr (TbkConlluReader) worse = tbk_conllu_reader_open_text ("f", bad, strlen (bad), &options, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  TbkPiece form;

  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence) && sentence.problem == NULL);
  cr_assert (sentence.line == 100 && sentence.index == 9 && sentence.n == 2);
  form = tbk_conllu_sentence_field (&sentence, 2, TBK_COLUMN_FORM);
  cr_assert (form.size == 1 && form.bytes[0] == 'y');
  cr_assert_eq (tbk_conllu_reader_next (worse, batch, NULL), TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_str_eq (sentence.problem->message,
                    "f:101: [unknown-head] HEAD '7' of word 2, but the last word is 2");
}

Test (conllu_text, refused)
{
  const TbkConlluReaderOptions no_head = { .columns.names = "ID FORM" };
  g_autoptr (GError) columns = NULL, encoding = NULL;

  cr_assert_null (tbk_conllu_reader_open_text ("f", "", 0, &no_head, &columns));
  cr_assert_str_eq (columns->message, "the list of columns names no column HEAD, which is needed");
  cr_assert_null (tbk_conllu_reader_open_text ("f", "\x1f\x8b\x08", 3, NULL, &encoding));
  cr_assert (g_error_matches (encoding, TBK_ERROR, TBK_ERROR_DATA));
}
