/* decoder.c - greedy parsing, and what makes a tree of what a computation leaves. */
#include "parser/decoder.h"

#include <string.h>

#include "base/memory.h"

void
decoder_init (Decoder *decoder, const TbkModel *model, int beam, gboolean single_root)
{
  *decoder = (Decoder){ .model = model, .beam = beam > 0 ? beam : model->beam, .single_root = single_root };
  tbk_configuration_keep_relations (&decoder->configuration);
  tbk_configuration_keep_children (&decoder->configuration);
  decoder->features = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (model->n_classes));
  if (model->is_marked)
    decoder->marks = tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .scheme = model->mark });
}

void
decoder_clear (Decoder *decoder)
{
  tbk_configuration_clear (&decoder->configuration);
  g_free (decoder->features);
  g_free (decoder->scores);
  g_clear_pointer (&decoder->beam_search, beam_free);
  g_free (decoder->deprels);
  tbk_pseudo_projective_free (decoder->marks);
  g_free (decoder->new_heads);
  g_free (decoder->new_deprels);
}

gboolean
decoder_step (Decoder *decoder, const Words *words, TbkConfiguration *c)
{
  const TbkModel *model = decoder->model;
  Choices choices;
  int best;

  if (tbk_configuration_is_final (c))
    return FALSE;
  choices_find (c, decoder->single_root, &choices);
  features_extract (model->templates, c, words, model->bits, decoder->features);
  best = model_choose (model, decoder->features, &choices, decoder->scores);
  if (best >= 0)
    take_class (c, &model->classes[best]);
  return best >= 0;
}

static void
run_greedy (Decoder *decoder, const Words *words)
{
  gint64 n_left = most_steps (&decoder->configuration);

  while (n_left-- > 0 && decoder_step (decoder, words, &decoder->configuration))
    ;
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

/* Makes heads and relations of the configuration a tree. */
static gboolean
build_tree (Decoder *decoder, const Words *words, GError **error)
{
  TbkConfiguration *c = &decoder->configuration;

  if (!tbk_configuration_start (c, decoder->model->system, words->n, error))
    return FALSE;
  if (decoder->beam > 1 && words->n <= TBK_PARSER_MAX_BEAM) {
    if (decoder->beam_search == NULL)
      decoder->beam_search = beam_new (decoder->model, decoder->beam, decoder->single_root);
    if (!beam_run (decoder->beam_search, words, NULL, error)
        || !tbk_configuration_copy (c, beam_best (decoder->beam_search), error))
      return FALSE;
  } else {
    run_greedy (decoder, words);
  }
  complete (decoder->model, c, decoder->single_root);
  return TRUE;
}

static gboolean
reserve (Decoder *decoder, int n, GError **error)
{
  return reserve_words (&decoder->deprels, &decoder->n_deprels, n, sizeof (TbkPiece), error)
         && (decoder->marks == NULL
             || (reserve_words (&decoder->new_heads, &decoder->n_new_heads, n, sizeof (int), error)
                 && reserve_words (&decoder->new_deprels, &decoder->n_new_deprels, n, sizeof (TbkPiece),
                                   error)));
}

static TbkPiece
deprel (const TbkModel *model, int head, int relation)
{
  const char *name = relation >= 0 ? model->relations[relation].name : head == 0 ? "root" : "dep";

  return (TbkPiece){ name, strlen (name) };
}

/* Puts words back to where the marks of their relations say that they came from. */
static gboolean
decode_marks (Decoder *decoder, GError **error)
{
  int n = decoder->configuration.n;

  if (!tbk_pseudo_projective_decode (decoder->marks, decoder->heads, decoder->deprels, n, decoder->new_heads,
                                     decoder->new_deprels, NULL, error))
    return FALSE;
  decoder->heads = decoder->new_heads;
  for (int word = 1; word <= n; word++)
    if (decoder->new_deprels[word].bytes != NULL)
      decoder->deprels[word] = decoder->new_deprels[word];
  return TRUE;
}

gboolean
decoder_run (Decoder *decoder, const Words *words, GError **error)
{
  const TbkConfiguration *c = &decoder->configuration;

  if (!reserve (decoder, words->n, error) || !build_tree (decoder, words, error))
    return FALSE;
  decoder->heads = c->heads;
  for (int word = 1; word <= c->n; word++)
    decoder->deprels[word] = deprel (decoder->model, c->heads[word], c->relations[word]);
  return decoder->marks == NULL || decode_marks (decoder, error);
}
