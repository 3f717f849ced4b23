/* test_reorder.c - sentences of real treebanks in random orders: well formed, the same tree, and restored byte for byte. */
#include <criterion/criterion.h>
#include <string.h>

#include "conllu/conllu.h"
#include "corpora/corpora.h"
#include "tbk/conllu.h"
#include "tbk/tree.h"
#include "unit/time_limit.h"

typedef struct {
  TbkOrderer *orderer;
  TbkText *text;
  int n_sentences, every;
  int order;
  const int *places;
  const TbkConlluSentence *old;
} Orders;

/* Everything of the old sentence that does not depend on the order is there, at the new place. */
static void
check_words (const Orders *orders, const TbkConlluSentence *sentence)
{
  cr_assert_eq (sentence->n, orders->old->n);
  for (int word = 1; word <= sentence->n; word++) {
    const int place = orders->places[word];
    cr_assert_eq (sentence->heads[place], orders->places[orders->old->heads[word]]);
    for (int c = TBK_COLUMN_FORM; c <= TBK_COLUMN_DEPREL; c++) {
      if (c == TBK_COLUMN_HEAD)
        continue;
      const TbkPiece old = tbk_conllu_sentence_field (orders->old, word, (TbkColumn) c),
                     new = tbk_conllu_sentence_field (sentence, place, (TbkColumn) c);
      cr_assert (old.size == new.size &&memcmp (old.bytes, new.bytes, old.size) == 0);
    }
  }
}

static void
restore (Orders *orders, const char *bytes, gsize length)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("text", bytes, length, NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autofree char *restored = NULL;
  TbkConlluSentence sentence;

  cr_assert (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert_null (sentence.problem, "%s\n%s", sentence.problem->message, bytes);
  check_words (orders, &sentence);
  tbk_text_clear (orders->text);
  cr_assert (tbk_conllu_sentence_restore (&sentence, orders->text, NULL));
  restored = tbk_text_dup (orders->text, NULL);
  cr_assert (tbk_text_length (orders->text) == orders->old->length
                 && memcmp (restored, orders->old->text, orders->old->length) == 0,
             "%s\nfrom\n%s", restored, bytes);
}

static void
reorder (gpointer data, const TbkConlluSentence *sentence)
{
  Orders *orders = data;
  g_autofree int *places = NULL;
  g_autofree char *bytes = NULL;
  const TbkOrderOptions options = { .seed = 3, .place = (guint64) orders->n_sentences };

  if (orders->n_sentences++ % orders->every != 0 || sentence->n < 2)
    return;
  /* All orders but that of a grammar, which is like random-projective. */
  orders->order = (orders->order + 1) % TBK_ORDER_GRAMMAR;
  if (orders->order == TBK_ORDER_LEAST && sentence->n > TBK_LENGTHS_LEAST_MAX_WORDS)
    return;
  places = g_new (int, sentence->n + 1);
  cr_assert (tbk_order_find (orders->orderer, sentence->heads, sentence->n, (TbkOrder) orders->order,
                             &options, places, NULL));
  tbk_text_clear (orders->text);
  cr_assert (conllu_sentence_write_order (sentence, places, TRUE, orders->text, NULL));
  bytes = tbk_text_dup (orders->text, NULL);
  orders->places = places;
  orders->old = sentence;
  restore (orders, bytes, tbk_text_length (orders->text));
}

Test (reorder, restored, .timeout = TIME_LIMIT)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Orders orders = { .orderer = tbk_orderer_new (), .text = tbk_text_new (), .every = sampled (20) };

  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_auto (GStrv) columns = g_strsplit (rows[r], "\t", -1);
    g_autofree char *path = g_build_filename (folder, columns[0], NULL);
    for_each_sentence (path, reorder, &orders);
  }
  cr_assert_gt (orders.n_sentences, 10000);
  tbk_orderer_free (orders.orderer);
  tbk_text_free (orders.text);
}
