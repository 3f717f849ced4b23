/* decoder.c - greedy parsing, and what makes a tree of what a computation leaves. */
#include "parser/decoder.h"

#include <string.h>

#include "base/memory.h"

void
decoder_init (Decoder *decoder, const TbkModel *model, const TbkParserOptions *options)
{
  const TbkParserOptions defaults = { 0 };

  if (options == NULL)
    options = &defaults;
  *decoder = (Decoder){ .model = model,
                        .beam = options->beam > 0 ? options->beam : model->beam,
                        .single_root = !options->any_root,
                        .rest = options->rest,
                        .completion = options->completion };
  tbk_configuration_keep_relations (&decoder->configuration);
  tbk_configuration_keep_children (&decoder->configuration);
  decoder->features = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (model->n_classes));
}

void
decoder_clear (Decoder *decoder)
{
  tbk_configuration_clear (&decoder->configuration);
  g_free (decoder->features);
  g_free (decoder->scores);
  g_free (decoder->completed);
  g_clear_pointer (&decoder->beam_search, beam_free);
}

/* The transition that is the only one and chooses no relation, which may be one that was never learned; -1 where
 * there is a choice. */
static int
only_transition (const Choices *choices)
{
  gboolean is_one =
      choices->relating == 0 && choices->bare != 0 && (choices->bare & (choices->bare - 1)) == 0;

  return is_one ? g_bit_nth_lsf (choices->bare, -1) : -1;
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
    int only = only_transition (&choices);
    if (only >= 0) {
      take_class (c, &(const Class){ only, NO_RELATION });
      continue;
    }
    features_extract (model->templates, c, words, model->bits, decoder->features);
    score_classes (model->weights, decoder->features, model->n_classes, decoder->scores);
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
hang_rest (const TbkModel *model, TbkConfiguration *c, gboolean single_root)
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

/* Gives heads to the words without. A computation that broke off with words in the input is no fragment to
 * complete. */
static gboolean
complete (Decoder *decoder, GError **error)
{
  TbkConfiguration *c = &decoder->configuration;

  if (decoder->rest == TBK_REST_LEFT)
    return TRUE;
  if (decoder->rest == TBK_REST_COMPLETED && tbk_configuration_n_input (c) == 0) {
    if (!reserve_words (&decoder->completed, &decoder->n_completed, c->n, sizeof (int), error))
      return FALSE;
    tbk_complete (c, decoder->completion, decoder->completed);
    memcpy (c->heads, decoder->completed, ((gsize) c->n + 1) * sizeof (int));
  }
  hang_rest (decoder->model, c, decoder->single_root);
  return TRUE;
}

/* The system with unshift has the transitions of the model's under the same numbers, and takes no other step
 * until the input is used up. */
static const TbkSystem *
system_of (const Decoder *decoder)
{
  return decoder->rest == TBK_REST_UNSHIFTED ? tbk_system_find ("arc-eager-unshift") : decoder->model->system;
}

gboolean
decoder_run (Decoder *decoder, const Words *words, GError **error)
{
  TbkConfiguration *c = &decoder->configuration;

  if (!tbk_configuration_start (c, system_of (decoder), words->n, error))
    return FALSE;
  if (decoder->beam > 1 && words->n <= TBK_PARSER_MAX_BEAM) {
    if (decoder->beam_search == NULL)
      decoder->beam_search = beam_new (decoder->model, decoder->beam, decoder->single_root);
    if (!beam_run (decoder->beam_search, words, NULL, error)
        || !tbk_configuration_copy (c, beam_best (decoder->beam_search), error))
      return FALSE;
    c->system = system_of (decoder);
  }
  run_greedy (decoder, words);
  return complete (decoder, error);
}
