/* test_network.c - networks: arithmetic against libm, packed against one by one, files, damage. */
#include <math.h>

#include "base/base.h"
#include "learn/network.h"
#include "parser/parser.h"
#include "tbk/base.h"
#include "unit/models.h"
#include "unit/time_limit.h"

/* Without BLAS there are no networks. */
static void
begin (void)
{
  make_folder ();
  if (!blas_load (NULL))
    cr_skip_test ("this build has no BLAS");
}

TestSuite (network, .init = begin, .fini = remove_folder, .timeout = TIME_LIMIT);

static void
draw (TbkRandom *random, Real *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (Real) ((double) random_below (random, 20001) / 10000 - 1);
}

/* Arithmetic. */

Test (network, halves_are_the_nearest)
{
  for (guint half = 0; half < 1u << 15; half++) {
    if (!half_is_finite ((guint16) half))
      continue;
    Real value = half_to_real ((guint16) half);
    cr_assert (half_of_real (value) == half && half_of_real (-value) == (half == 0 ? 0 : half | 0x8000));
    if (half_is_finite ((guint16) (half + 1))) {
      Real next = half_to_real ((guint16) (half + 1)), middle = (value + next) / 2;
      cr_assert (next > value);
      cr_assert (half_of_real (middle) == half + half % 2, "ties go to even: %u", half);
    }
  }
  cr_assert (half_of_real (1e9f) == 0x7bff && half_of_real (-1e9f) == 0xfbff && half_of_real (NAN) == 0);
}

Test (network, cells_are_those_of_an_lstm)
{
  enum { UNITS = 21, CASES = 500 };
  Real gates[4 * UNITS], in[4 * UNITS], before[UNITS], states[UNITS], tanhs[UNITS], output[UNITS];
  TbkRandom random;

  tbk_random_init (&random, 5, 5);
  for (int n = 0; n < CASES; n++) {
    draw (&random, in, 4 * UNITS);
    for (int i = 0; i < 4 * UNITS; i++)
      gates[i] = in[i] *= (Real) (n % 30);
    draw (&random, before, UNITS);
    vectors_cells_forward (UNITS, gates, before, states, tanhs, output);
    for (int i = 0; i < UNITS; i++) {
      double state = tanh (in[2 * UNITS + i]) / (1 + exp (-in[i])) + before[i] / (1 + exp (-in[UNITS + i]));
      double expected = tanh (state) / (1 + exp (-in[3 * UNITS + i]));
      cr_assert (fabs (states[i] - state) < 2e-6 && fabs (output[i] - expected) < 2e-6, "%g, expected %g",
                 output[i], expected);
    }
  }
}

Test (network, a_step_of_adam)
{
  enum { N = 37 };
  Real gradients[N], first[N] = { 0 }, second[N] = { 0 }, values[N];
  double expected[N], m[N] = { 0 }, v[N] = { 0 };
  TbkRandom random;

  tbk_random_init (&random, 6, 6);
  draw (&random, values, N);
  for (int i = 0; i < N; i++)
    expected[i] = values[i];
  for (int step = 0; step < 10; step++) {
    draw (&random, gradients, N);
    for (int i = 0; i < N; i++) {
      double gradient = gradients[i] * 0.5;
      m[i] = 0.9 * m[i] + 0.1 * gradient;
      v[i] = 0.999 * v[i] + 0.001 * gradient * gradient;
      expected[i] -= 0.01 * m[i] / (sqrt (v[i]) + 1e-8);
    }
    vectors_adam_step (N, 0.01f, 0.5f, gradients, first, second, values);
    for (int i = 0; i < N; i++)
      cr_assert (gradients[i] == 0 && fabs (values[i] - expected[i]) < 1e-5);
  }
}

/* Sequences that are packed have the outputs that they have one by one. */
Test (network, packed_sequences_are_as_each_alone)
{
  enum { INPUTS = 7, UNITS = 8, SEQUENCES = 5 };
  static const int lengths[SEQUENCES] = { 9, 6, 6, 2, 1 };
  Layer layer = { .n_inputs = INPUTS, .n_units = UNITS };
  gsize n = 0;

  layer.input = n, n += INPUTS * 8 * UNITS;
  layer.bias = n, n += 8 * UNITS;
  for (int d = 0; d < 2; d++)
    layer.recurrent[d] = n, n += UNITS * 4 * UNITS;
  g_autofree Real *values = g_new (Real, n), *inputs = g_new (Real, 24 * INPUTS);
  Pack packing = { 0 }, alone = { 0 };
  LayerRun run = { 0 }, run_alone = { 0 };
  TbkRandom random;

  tbk_random_init (&random, 7, 7);
  draw (&random, values, n);
  cr_assert (pack_set (&packing, lengths, SEQUENCES, NULL));
  cr_assert (packing.n_rows == 24 && packing.n_times == 9);
  draw (&random, inputs, 24 * INPUTS);
  cr_assert (layer_run_reserve (&run, &layer, &packing, NULL));
  layer_forward (&layer, values, &packing, inputs, NULL, &run);
  for (int s = 0; s < SEQUENCES; s++) {
    Real own[9 * INPUTS];
    for (int t = 0; t < lengths[s]; t++)
      memcpy (own + t * INPUTS, inputs + (packing.starts[t] + s) * INPUTS, INPUTS * sizeof (Real));
    cr_assert (pack_set (&alone, &lengths[s], 1, NULL)
               && layer_run_reserve (&run_alone, &layer, &alone, NULL));
    layer_forward (&layer, values, &alone, own, NULL, &run_alone);
    for (int t = 0; t < lengths[s]; t++)
      for (int i = 0; i < 2 * UNITS; i++)
        cr_assert (fabsf (run.outputs[(packing.starts[t] + s) * 2 * UNITS + i]
                          - run_alone.outputs[t * 2 * UNITS + i])
                   < 1e-5f);
  }
  pack_clear (&packing);
  pack_clear (&alone);
  layer_run_clear (&run);
  layer_run_clear (&run_alone);
}

/* Models. */

static TbkModel *
train_network (TbkModelKind kind, guint columns)
{
  TbkTrainingOptions options;

  tbk_training_options_init (&options);
  options.model = kind;
  options.columns = columns;
  options.epochs = 2;
  return train_with (&options);
}

Test (network, models_are_written_as_they_were_read)
{
  for (int i = 0; i < 3; i++) {
    TbkModelKind kind = i == 0 ? TBK_MODEL_FEEDFORWARD : TBK_MODEL_BILSTM;
    g_autoptr (TbkModel) model = train_network (kind, i == 2 ? 5 : 31);
    g_autofree char *path = save (model, "model");
    g_autoptr (TbkModel) loaded = tbk_model_load (path, NULL);
    cr_assert (loaded != NULL && tbk_model_kind (loaded) == kind);
    g_autofree char *again = save (loaded, "again");
    assert_same_files (path, again);
  }
}

Test (network, equal_trainings_give_equal_models)
{
  g_autoptr (TbkModel) model = train_network (TBK_MODEL_BILSTM, 31),
                       same = train_network (TBK_MODEL_BILSTM, 31);
  g_autofree char *path = save (model, "model"), *again = save (same, "again");

  assert_same_files (path, again);
}

static void
sign (char *bytes, gsize length)
{
  static const guint64 key[2] = { 1, 2 };
  guint64 checksum = GUINT64_TO_LE (hash_with_key (key, bytes, length - 8));

  memcpy (bytes + length - 8, &checksum, 8);
}

/* Strings are told by keys that ascend. */
Test (network, keys_ascend)
{
  g_autoptr (TbkModel) model = train_network (TBK_MODEL_FEEDFORWARD, 31);
  g_autofree char *path = save (model, "model"), *forged = in_folder ("forged"), *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  char *keys = g_strstr_len (bytes + 32, (gssize) length - 32, "\nnetwork ");
  do
    keys = g_strstr_len (keys, bytes + length - keys, "\nstrings ") + strlen ("\nstrings ");
  while (atoi (keys) < 3);
  keys = strchr (keys, '\n') + 1;
  memcpy (keys + 18, keys + 9, 8);
  sign (bytes, length);
  store (forged, bytes, length);
  cr_assert_null (tbk_model_load (forged, &error));
  cr_assert_eq (error->code, TBK_ERROR_DATA);
}

/* A head that was changed, with a checksum as if it were ours: refused, or a model all the same. */
Test (network, heads_that_were_forged_do_no_harm)
{
  g_autoptr (TbkModel) model = train_network (TBK_MODEL_FEEDFORWARD, 31);
  g_autofree char *path = save (model, "model"), *forged = in_folder ("forged"), *bytes = NULL;
  gsize length;
  int n_refused = 0;
  TbkRandom random;

  tbk_random_init (&random, 8, 8);
  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  char *network = g_strstr_len (bytes + 32, (gssize) length - 32, "\nnetwork ");
  cr_assert (network != NULL);
  for (int i = 0; i < 300; i++) {
    char *at =
        i % 2 == 0 ? network + 1 + random_below (&random, 120) : bytes + 32 + random_below (&random, 4000);
    char former = *at;
    *at = "0123456789-\n"[random_below (&random, 12)];
    sign (bytes, length);
    store (forged, bytes, length);
    g_autoptr (GError) error = NULL;
    g_autoptr (TbkModel) loaded = tbk_model_load (forged, &error);
    cr_assert (loaded != NULL || (error != NULL && error->code == TBK_ERROR_DATA));
    n_refused += loaded == NULL;
    *at = former;
  }
  cr_assert (n_refused > 100, "only %d were refused", n_refused);

  guint16 infinite = GUINT16_TO_LE (0x7c00);
  memcpy (bytes + length - 100, &infinite, sizeof infinite);
  sign (bytes, length);
  store (forged, bytes, length);
  cr_assert_null (tbk_model_load (forged, NULL));
}

/* Decoding. */

static Words
long_words (const Words *words, int n)
{
  Words long_one = { .n = n, .words = g_new (Word, n + 2), .parts = g_new0 (WordParts, n + 1) };

  long_one.words[0] = words->words[-1];
  long_one.words++;
  for (int i = 0; i <= n; i++) {
    int k = i == 0 ? 0 : 1 + i % words->n;
    long_one.words[i] = words->words[k];
    long_one.parts[i] = words->parts[k];
  }
  return long_one;
}

/* The score of a configuration does not depend on the sentences that were read beside its own. */
Test (network, scores_do_not_depend_on_the_group)
{
  g_autoptr (TbkModel) model = train_network (TBK_MODEL_BILSTM, 31);
  int n_classes = model->n_classes;
  g_autofree gint32 *together = g_new (gint32, n_classes), *alone = g_new (gint32, n_classes);
  g_autofree Real *hidden = g_new (Real, model->network->n_hidden), *logits = g_new (Real, n_classes);
  const Words *group[10];
  int values[MOST_LINES];
  Reading reading, single;
  Treebank treebank;

  treebank_init (&treebank, model, &(TbkTrainingOptions){ .model = TBK_MODEL_BILSTM }, FALSE);
  cr_assert (treebank_read (&treebank, "data/en.conllu", NULL));
  Words long_one = long_words (&treebank_at (&treebank, 0)->words, 2500);
  for (int i = 0; i < 10; i++)
    group[i] = i == 4 ? &long_one : &treebank_at (&treebank, i)->words;
  reading_init (&reading, model->network);
  reading_init (&single, model->network);
  cr_assert (reading_begin (&reading, group, 10, NULL) && reading_run (&reading, NULL));
  for (int i = 0; i < 10; i++) {
    cr_assert (reading_begin (&single, &group[i], 1, NULL) && reading_run (&single, NULL));
    for (int k = 0; k < 20; k++) {
      for (int line = 0; line < model->network->n_lines; line++)
        values[line] = model->network->lines[line].n_values > 0 ? k % 2 : (7 * k + line) % (group[i]->n + 1);
      single.has_products = k < 10; /* made when they are asked for otherwise */
      reading_score (&reading, i, values, hidden, logits, together);
      reading_score (&single, 0, values, hidden, logits, alone);
      for (int c = 0; c < n_classes; c++)
        cr_assert (ABS (together[c] - alone[c]) < SCORE_UNIT / 1000, "sentence %d, class %d: %d and %d", i, c,
                   together[c], alone[c]);
    }
  }
  reading_clear (&reading);
  reading_clear (&single);
  g_free (long_one.words - 1);
  g_free (long_one.parts);
  treebank_clear (&treebank);
}

/* Whatever a network has learned, and if it is nothing, its trees are trees with one root. */
Test (network, trees_of_every_system_have_one_root)
{
  static const char *const systems[] = { "arc-eager-nederhof", "arc-standard", "covington", "swap",
                                         "attardi-2" };

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++) {
    TbkTrainingOptions options;
    tbk_training_options_init (&options);
    options.model = i % 2 == 0 ? TBK_MODEL_BILSTM : TBK_MODEL_FEEDFORWARD;
    options.system = tbk_system_find (systems[i]);
    options.is_static = TRUE;
    options.trees = TBK_TREES_PROJECTIVIZED;
    options.epochs = 1;
    g_autoptr (TbkModel) model = train_with (&options);
    Treebank treebank;
    Decoder decoder;
    treebank_init (&treebank, model, &options, FALSE);
    cr_assert (treebank_read (&treebank, "data/la.conllu", NULL));
    decoder_init (&decoder, model, NULL);
    for (guint s = 0; s < treebank.sentences->len; s++) {
      int n_roots = 0;
      cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
      for (int word = 1; word <= decoder.configuration.n; word++)
        n_roots += decoder.configuration.heads[word] == 0;
      cr_assert (n_roots == 1, "%s: %d roots", systems[i], n_roots);
    }
    decoder_clear (&decoder);
    treebank_clear (&treebank);
  }
}
