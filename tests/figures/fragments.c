/* fragments.c - the words that a parser leaves without head, and how many of them each completion hangs right.
 *
 * 0 may have any number of children, as in the paper.
 */
#include "fragments.h"

#include <stdio.h>

#include "conllu/conllu.h"
#include "oracle/oracle.h"
#include "parser/parser.h"
#include "tbk/parser.h"

/* Unshift comes after the completions. */
enum { UNSHIFT = TBK_N_COMPLETIONS, N_WAYS };

/* Sums over sentences; of words without head in the end, `root` have the gold head 0, and `on_stack` one that is in the
 * stack, as 0 is. */
typedef struct {
  gint64 sentences, fragmented, several, words, unattached, root, on_stack;
  struct {
    gint64 right, right_root, right_on_stack;
  } ways[N_WAYS];
} Fragments;

typedef struct {
  Decoder decoders[2]; /* what is left, and unshift */
  Words words;
  GArray *heads; /* of int */
  Fragments sums;
} Counter;

static gboolean
is_on_stack (const TbkConfiguration *c, int word)
{
  for (int i = 0; i < c->depth; i++)
    if (c->stack[i].word == word)
      return TRUE;
  return FALSE;
}

static void
count_way (const TbkConfiguration *c, const int *gold, const int *heads, int way, Fragments *sums)
{
  for (int word = 1; word <= c->n; word++)
    if (c->heads[word] < 0 && heads[word] == gold[word]) {
      sums->ways[way].right++;
      sums->ways[way].right_root += gold[word] == 0;
      sums->ways[way].right_on_stack += is_on_stack (c, gold[word]);
    }
}

static void
count_left (const TbkConfiguration *c, const int *gold, Fragments *sums)
{
  int n = 0;

  for (int word = 1; word <= c->n; word++)
    if (c->heads[word] < 0) {
      n++;
      sums->root += gold[word] == 0;
      sums->on_stack += is_on_stack (c, gold[word]);
    }
  sums->sentences++;
  sums->words += c->n;
  sums->unattached += n;
  sums->fragmented += n >= 1;
  sums->several += n >= 2;
}

static gboolean
count_sentence (Counter *counter, const TbkConlluSentence *sentence, GError **error)
{
  const TbkConfiguration *c = &counter->decoders[0].configuration;

  if (!words_read (&counter->words, sentence, error))
    return FALSE;
  for (int i = 0; i < 2; i++)
    if (!decoder_run (&counter->decoders[i], &counter->words, error))
      return FALSE;
  count_left (c, sentence->heads, &counter->sums);
  g_array_set_size (counter->heads, (guint) c->n + 1);
  for (int way = 0; way < TBK_N_COMPLETIONS; way++) {
    tbk_complete (c, way, (int *) counter->heads->data);
    count_way (c, sentence->heads, (int *) counter->heads->data, way, &counter->sums);
  }
  count_way (c, sentence->heads, counter->decoders[1].configuration.heads, UNSHIFT, &counter->sums);
  return TRUE;
}

static gboolean
count_file (Counter *counter, const char *path, GError **error)
{
  g_auto (TbkCursor) cursor = { 0 };

  if (!tbk_cursor_open (&cursor, tbk_conllu_format (), path, NULL, error))
    return FALSE;
  while (tbk_cursor_next_sentence (&cursor, error) && !cursor.is_at_end)
    if (!cursor_check (&cursor, error) || !count_sentence (counter, cursor.entry.sentence, error))
      return FALSE;
  return cursor.is_at_end;
}

static void
print (const Fragments *sums)
{
  printf ("completion\tsentences\tfragmented\tseveral\twords\tunattached\troot\ton_stack\tright\tright_root\t"
          "right_on_stack\n");
  for (int way = 0; way < N_WAYS; way++)
    printf ("%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT
            "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT
            "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\n",
            way == UNSHIFT ? "unshift" : completion_name (way), sums->sentences, sums->fragmented,
            sums->several, sums->words, sums->unattached, sums->root, sums->on_stack, sums->ways[way].right,
            sums->ways[way].right_root, sums->ways[way].right_on_stack);
}

gboolean
print_fragments (const char *model_path, char **paths, GError **error)
{
  const TbkParserOptions left = { .any_root = TRUE, .rest = TBK_REST_LEFT },
                         unshift = { .any_root = TRUE, .rest = TBK_REST_UNSHIFTED };
  g_autoptr (TbkModel) model = tbk_model_load (model_path, error);
  Counter counter = { 0 };
  gboolean done = model != NULL && tbk_parser_check_options (model, &left, error);

  if (!done)
    return FALSE;
  decoder_init (&counter.decoders[0], model, &left);
  decoder_init (&counter.decoders[1], model, &unshift);
  words_init (&counter.words);
  counter.heads = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; done && paths[i] != NULL; i++)
    done = count_file (&counter, paths[i], error);
  if (done)
    print (&counter.sums);
  decoder_clear (&counter.decoders[0]);
  decoder_clear (&counter.decoders[1]);
  words_clear (&counter.words);
  g_array_free (counter.heads, TRUE);
  return done;
}
