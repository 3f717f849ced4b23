/* decoder.c - greedy phrase-structure parsing. */
#include "phrase/parser/decoder.h"

void
phrase_decoder_init (PhraseDecoder *decoder, const TbkPhraseModel *model)
{
  const int n = MAX (model_n_classes (model), tbk_vocabulary_size (model->labels));

  *decoder = (PhraseDecoder){ .model = model };
  decoder->features = g_new (Features, 1);
  decoder->of_reduction = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (n));
  decoder->possible = g_new (guint8, n);
}

void
phrase_decoder_clear (PhraseDecoder *decoder)
{
  phrase_state_clear (&decoder->state);
  g_free (decoder->features);
  g_free (decoder->of_reduction);
  g_free (decoder->scores);
  g_free (decoder->possible);
}

/* Adds what the reductions' own features say. */
static void
add_scores_of_reductions (PhraseDecoder *decoder, const gint16 *weights)
{
  for (int k = 1; k <= MIN (decoder->state.c.depth, decoder->model->max_children); k++) {
    gint32 sum = 0;

    if (!decoder->possible[CLASS_CHILDREN + k])
      continue;
    phrase_features_extract_reduction (&decoder->state, k, decoder->of_reduction);
    for (int f = 0; f < decoder->of_reduction->n; f++)
      sum += weights[decoder->of_reduction->rows[f]];
    decoder->scores[CLASS_CHILDREN + k] += sum;
  }
}

void
phrase_decoder_score (PhraseDecoder *decoder, const gint16 *weights)
{
  phrase_state_find_possible (&decoder->state, decoder->possible);
  phrase_features_extract (&decoder->state, decoder->features);
  scores_fill (weights, decoder->features, model_n_classes (decoder->model), decoder->scores);
  if (model_is_bottom_up (decoder->model))
    add_scores_of_reductions (decoder, weights);
}

void
phrase_decoder_score_labels (PhraseDecoder *decoder, const gint16 *weights, int n_children)
{
  phrase_features_extract_label (&decoder->state, n_children, decoder->features);
  scores_fill (weights, decoder->features, tbk_vocabulary_size (decoder->model->labels), decoder->scores);
}

int
phrase_decoder_best (const PhraseDecoder *decoder, int n, const guint8 *marked)
{
  int best = -1;

  for (int c = 0; c < n; c++)
    if ((marked == NULL || marked[c]) && (best < 0 || decoder->scores[c] > decoder->scores[best]))
      best = c;
  return best;
}

gboolean
phrase_decoder_run (PhraseDecoder *decoder, const PhraseWord *words, int n, GError **error)
{
  const TbkPhraseModel *model = decoder->model;
  PhraseState *state = &decoder->state;

  phrase_state_start (state, model, words, n);
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    TbkPhraseTransition transition;

    phrase_decoder_score (decoder, model->weights);
    transition = phrase_transition (
        model, phrase_decoder_best (decoder, model_n_classes (model), decoder->possible), -1);
    if (phrase_has_second_choice (model, transition)) {
      phrase_decoder_score_labels (decoder, model->weights, transition.n_children);
      transition.label = phrase_decoder_best (decoder, tbk_vocabulary_size (model->labels), NULL);
    }
    if (!phrase_state_take (state, transition, error))
      return FALSE;
  }
  return TRUE;
}
