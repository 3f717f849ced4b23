/* decoder.c - greedy parsing, and what makes a tree of what a computation leaves. */
#include "parser/decoder.h"

void
decoder_init (Decoder *decoder, const TbkModel *model, int beam, gboolean single_root)
{
  *decoder = (Decoder){ .model = model, .beam = beam > 0 ? beam : model->beam, .single_root = single_root };
  tbk_configuration_keep_relations (&decoder->configuration);
  tbk_configuration_keep_children (&decoder->configuration);
  decoder->features = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (model->n_classes));
  if (model->network == NULL)
    return;
  decoder->beam = 1;
  reading_init (&decoder->reading, model->network);
  decoder->hidden = g_new (Real, model->network->n_hidden);
  decoder->logits = g_new (Real, 2 * model->network->n_classes);
}

void
decoder_clear (Decoder *decoder)
{
  tbk_configuration_clear (&decoder->configuration);
  g_free (decoder->features);
  g_free (decoder->scores);
  g_clear_pointer (&decoder->beam_search, beam_free);
  reading_clear (&decoder->reading);
  g_free (decoder->hidden);
  g_free (decoder->logits);
}

static void
score (Decoder *decoder, const Words *words)
{
  const TbkModel *model = decoder->model;
  int values[MOST_LINES];

  if (model->network == NULL) {
    features_extract (model->templates, &decoder->configuration, words, model->bits, decoder->features);
    score_classes (model->weights, decoder->features, model->n_classes, decoder->scores);
    return;
  }
  network_look (model->network, model->templates, &decoder->configuration, words, values);
  reading_score (&decoder->reading, decoder->next, values, decoder->hidden, decoder->logits, decoder->scores);
}

/* Ends early where nothing can be done, or nothing that the training data showed. */
static void
run_greedy (Decoder *decoder, const Words *words)
{
  const TbkModel *model = decoder->model;
  TbkConfiguration *c = &decoder->configuration;
  gint64 n_left = most_steps (c);
  Choices choices;

  while (n_left-- > 0 && !tbk_configuration_is_final (c)) {
    choices_find (c, decoder->single_root, &choices);
    score (decoder, words);
    int best = best_class (model, &choices, decoder->scores);
    if (best < 0)
      break;
    take_class (c, &model->classes[best]);
  }
}

/* The first child of 0; where there is none, the first word without head becomes it. */
static int
find_root (TbkConfiguration *c)
{
  int first = 0;

  for (int word = c->n; word >= 1; word--)
    if (c->heads[word] == 0)
      first = word;
  for (int word = 1; word <= c->n && first == 0; word++)
    if (c->heads[word] < 0) {
      c->heads[word] = 0;
      first = word;
    }
  return first;
}

/* Hangs every word without head, and with a single root every other child of 0, on the root word, or on 0. */
static void
complete (const TbkModel *model, TbkConfiguration *c, gboolean single_root)
{
  int root = find_root (c);

  for (int word = 1; word <= c->n; word++) {
    if (word == root || c->heads[word] > 0 || (c->heads[word] == 0 && !single_root))
      continue;
    c->heads[word] = single_root ? root : 0;
    if (single_root && c->relations[word] >= 0 && model->relations[c->relations[word]].is_of_root)
      c->relations[word] = NO_RELATION;
  }
}

void
decoder_expect_none (Decoder *decoder)
{
  decoder->next = decoder->n_read = 0;
}

gboolean
decoder_expect (Decoder *decoder, const Words *const *sentences, int n, GError **error)
{
  decoder_expect_none (decoder);
  if (decoder->model->network == NULL)
    return TRUE;
  if (!reading_begin (&decoder->reading, sentences, n, error) || !reading_run (&decoder->reading, error))
    return FALSE;
  decoder->n_read = n;
  return TRUE;
}

gboolean
decoder_run (Decoder *decoder, const Words *words, GError **error)
{
  TbkConfiguration *c = &decoder->configuration;

  if (!tbk_configuration_start (c, decoder->model->system, words->n, error))
    return FALSE;
  if (decoder->model->network != NULL && decoder->next == decoder->n_read
      && !decoder_expect (decoder, &words, 1, error))
    return FALSE;
  if (decoder->beam > 1 && words->n <= TBK_PARSER_MAX_BEAM) {
    if (decoder->beam_search == NULL)
      decoder->beam_search = beam_new (decoder->model, decoder->beam, decoder->single_root);
    if (!beam_run (decoder->beam_search, words, NULL, error)
        || !tbk_configuration_copy (c, beam_best (decoder->beam_search), error))
      return FALSE;
  } else {
    run_greedy (decoder, words);
    decoder->next++;
  }
  complete (decoder->model, c, decoder->single_root);
  return TRUE;
}
