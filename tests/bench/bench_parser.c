/* bench_parser.c - what it takes to learn a parser and to parse with it, in processor time of one core. */
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "tbk/parser.h"

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

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

  tbk_parser_expect_none (parser);
  while (tbk_conllu_batch_next (batch, &sentence))
    if (sentence.n > 0)
      tbk_parser_expect (parser, &sentence, NULL);
  tbk_conllu_batch_rewind (batch);
}

/* Words parsed a second. */
static double
parsing_rate (const TbkModel *model, const char *path)
{
  g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  TbkConlluSentence sentence;
  double start = processor_seconds (), words = 0;

  for (int round = 0; round < SLOW_ROUNDS; round++) {
    g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (path, NULL, NULL);
    while (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH) {
      if (tbk_model_kind (model) != TBK_MODEL_LINEAR)
        expect_batch (parser, batch);
      while (tbk_conllu_batch_next (batch, &sentence)) {
        tbk_text_clear (text);
        if (sentence.n > 0 && tbk_parser_parse (parser, &sentence, text, NULL))
          words += sentence.n;
      }
    }
  }
  return words / (processor_seconds () - start);
}

static void
bench_model (const char *name, TbkModelKind kind, int beam, const char *goal_seconds, const char *goal_rate,
             const char *train, const char *test)
{
  const char *const inputs[] = { train, NULL };
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
  g_autofree char *training = g_strdup_printf ("train_%s_el", name),
                  *parsing = g_strdup_printf ("parse_%s_el", name);
  report (training, processor_seconds () - start, "s", goal_seconds);
  report (parsing, parsing_rate (model, test), "words/s", goal_rate);
}

void
bench_parser (char **paths)
{
  const char *train = find_path (paths, "el_gdt-ud-train"), *test = find_path (paths, "el_gdt-ud-test");

  if (train == NULL || test == NULL)
    return;
  bench_model ("greedy", TBK_MODEL_LINEAR, 1, "<= 30", ">= 25000", train, test);
  bench_model ("beam_8", TBK_MODEL_LINEAR, 8, "", "", train, test);
  bench_model ("feedforward", TBK_MODEL_FEEDFORWARD, 1, "", "", train, test);
  bench_model ("bilstm", TBK_MODEL_BILSTM, 1, "<= 150", ">= 20000", train, test);
}
