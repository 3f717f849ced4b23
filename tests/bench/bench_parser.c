/* bench_parser.c - what it takes to learn a parser and to parse with it, in processor time of one core. */
#include <string.h>

#include "bench/bench.h"
#include "conllu/conllu.h"
#include "parser/parser.h"
#include "tbk/parser.h"

static const char *
find_path (char **paths, const char *treebank)
{
  for (int i = 0; paths[i] != NULL; i++)
    if (strstr (paths[i], treebank) != NULL)
      return paths[i];
  return NULL;
}

/* Tells the parser of the sentences of a batch, which networks read side by side. */
static void
expect_batch (TbkParser *parser, TbkConlluBatch *batch)
{
  TbkConlluSentence sentence;

  tbk_parser_expect (parser, NULL, NULL);
  while (tbk_conllu_batch_next (batch, &sentence))
    if (sentence.n > 0)
      tbk_parser_expect (parser, &sentence, NULL);
  batch_rewind (batch);
}

/* Words parsed a second, from the compressed file to text. */
static double
parsing_rate (const TbkModel *model, const char *path)
{
  g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  TbkConlluSentence sentence;
  double rates[SLOW_ROUNDS];

  for (int round = 0; round < SLOW_ROUNDS; round++) {
    g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (path, NULL, NULL);
    double start = processor_seconds (), words = 0;
    while (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH) {
      if (tbk_model_kind (model) != TBK_MODEL_LINEAR)
        expect_batch (parser, batch);
      while (tbk_conllu_batch_next (batch, &sentence)) {
        tbk_text_clear (text);
        if (sentence.n > 0 && tbk_parser_parse (parser, &sentence, text, NULL))
          words += sentence.n;
      }
    }
    rates[round] = words / (processor_seconds () - start);
  }
  return median (rates, SLOW_ROUNDS);
}

typedef struct {
  const char *name, *train, *test;
} Language;

static void
bench_model (const char *name, TbkModelKind kind, int beam, const char *goal_seconds, const char *goal_rate,
             const Language *language)
{
  const char *const inputs[] = { language->train, NULL };
  TbkTrainingOptions options;
  double start = processor_seconds ();

  tbk_training_options_init (&options);
  options.model = kind;
  options.beam = beam;
  options.is_static = beam > 1;
  options.trees = beam > 1 ? TBK_TREES_PROJECTIVIZED : TBK_TREES_ALL;
  g_autoptr (TbkModel) model = tbk_train (&options, inputs, NULL, NULL, NULL, NULL);
  if (model == NULL)
    return; /* a network in a build without BLAS */
  g_autofree char *training = g_strdup_printf ("train_%s_%s", name, language->name),
                  *parsing = g_strdup_printf ("parse_%s_%s", name, language->name);
  report (training, processor_seconds () - start, "s", goal_seconds);
  report (parsing, parsing_rate (model, language->test), "words/s", goal_rate);
}

/* FALSE if there is no such treebank. */
static gboolean
find_language (char **paths, const char *name, const char *treebank, Language *language)
{
  g_autofree char *train = g_strconcat (treebank, "-ud-train", NULL),
                  *test = g_strconcat (treebank, "-ud-test", NULL);

  *language = (Language){ name, find_path (paths, train), find_path (paths, test) };
  return language->train != NULL && language->test != NULL;
}

void
bench_parser (char **paths)
{
  static const char *const treebanks[][2] = {
    { "el", "el_gdt" }, { "hu", "hu_szeged" }, { "got", "got_proiel" }, { "cu", "cu_proiel" }
  };
  Language language;

  for (guint i = 0; i < G_N_ELEMENTS (treebanks); i++)
    if (find_language (paths, treebanks[i][0], treebanks[i][1], &language))
      bench_model ("greedy", TBK_MODEL_LINEAR, 1, "<= 10", ">= 100000", &language);
  if (!find_language (paths, treebanks[0][0], treebanks[0][1], &language))
    return;
  bench_model ("beam_8", TBK_MODEL_LINEAR, 8, "", "", &language);
  bench_model ("feedforward", TBK_MODEL_FEEDFORWARD, 1, "", "", &language);
  bench_model ("bilstm", TBK_MODEL_BILSTM, 1, "<= 150", ">= 20000", &language);
}
