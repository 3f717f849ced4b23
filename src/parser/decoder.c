/* decoder.c - greedy parsing, the tree at its end, and how sure it is.
 *
 * Contents
 *   1. margins: the steps that led to a tree, taken again, with the scores of all others
 *   2. decoder: greedy parsing, and what makes a tree of what a computation leaves
 */
#include "oracle/oracle.h"
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"

/* 1. margins: the steps that led to a tree, taken again, with the scores of all others. */

/* The configuration in which steps are taken again is another than that of the decoder, which is at its
 * end. */
static gboolean
margins_reserve (Margins *margins, const Replayed *replayed, int n, GError **error)
{
  const int n_scores = padded_classes (replayed->model->n_classes);

  if (margins->features == NULL) {
    tbk_configuration_keep_relations (&margins->c);
    tbk_configuration_keep_children (&margins->c);
    margins->features = g_new (Features, 1);
  }
  if (n_scores > margins->n_scores) {
    margins->scores = g_renew (gint32, margins->scores, n_scores);
    margins->n_scores = n_scores;
  }
  return reserve_words (&margins->arcs, &margins->n_allocated, n, sizeof (Margin), error)
         && tbk_configuration_start (&margins->c, replayed->system, n, error);
}

/* Scores the classes that are possible; returns the number of @class among them, -1 if it is none.
 * *@has_other and *@other are set to whether there is one of another transition, and to its best score.
 *
 * The best other score is that of another transition: two relations for one arc are no doubt about the
 * arc. */
static int
score (Margins *margins, const TbkModel *model, const Words *words, const Choices *choices,
       const Class *class, gboolean *has_other, gint64 *other)
{
  int found = -1;

  features_extract (model->templates, &margins->c, words, model->bits, margins->features);
  scores_fill (model->weights, margins->features, model->n_classes, margins->scores);
  if (model->has_stages)
    stages_join (model, choices, margins->scores);
  *has_other = FALSE;
  for (int k = 0; k < model->n_classes; k++) {
    const Class *at = &model->classes[k];

    if (!class_is_possible (model, at, choices))
      continue;
    if (at->transition == class->transition) {
      found = at->relation == class->relation ? k : found;
    } else {
      *other = *has_other ? MAX (*other, margins->scores[k]) : margins->scores[k];
      *has_other = TRUE;
    }
  }
  return found;
}

/* The element that @transition means to be the head of the word whose relation it chooses. */
static int
promised_head (const TbkConfiguration *c, const TbkTransition *transition)
{
  const int under = c->depth - (transition->related == TBK_PLACE_FRONT ? 1 : 2);

  return under >= 0 ? c->stack[under].word : -1;
}

/* Notes the arc that @transition makes or promises in the configuration.
 *
 * An arc that was promised before keeps the margin of the step that promised it: that step decided it. If the
 * word gets another head after all, the step that makes the arc counts. */
static void
note_arc (Margins *margins, const TbkTransition *transition, gboolean is_known, gint64 margin)
{
  const TbkConfiguration *c = &margins->c;
  const int related = tbk_configuration_related (c, transition);
  int head, dependent;

  if (tbk_configuration_arc (c, transition, &head, &dependent)) {
    if (margins->arcs[dependent].promised == head)
      margins->arcs[dependent].head = head;
    else
      margins->arcs[dependent] = (Margin){ head, head, is_known, margin };
  } else if (related > 0) {
    margins->arcs[related] = (Margin){ -1, promised_head (c, transition), is_known, margin };
  }
}

/**
 * * margins_find:
 * @margins: zeros at first
 * @steps: of Class
 * @score: (out): of the steps, in sum
 *
 * Takes the steps again. The margin of an arc is the score of the class that made it less the best score
 * of the classes of other transitions that were possible then: so it may be negative, where a beam is
 * used. In arc-eager parsing right_arc promises an arc that a reduce makes, which has no choice then: what
 * promised an arc counts. The last arc counts of a word that got several.
 *
 * Takes the steps of a computation again, one by one, and asks in each how far the chosen step was ahead of
 * the best other one. `total` is the score of the whole sequence. A step that the model has no class for has
 * no score.
 */
static gboolean
margins_find (Margins *margins, const Replayed *replayed, const Words *words, const GArray *steps,
              gint64 *total, GError **error)
{
  const TbkModel *model = replayed->model;

  if (!margins_reserve (margins, replayed, words->n, error))
    return FALSE;
  for (int word = 0; word <= words->n; word++)
    margins->arcs[word] = (Margin){ .head = -1, .promised = -1 };
  *total = 0;
  for (guint i = 0; i < steps->len; i++) {
    const Class *class = &g_array_index (steps, Class, i);
    int number;
    gboolean has_other;
    gint64 other = 0;
    Choices choices;

    choices_find (&margins->c, replayed->single_root, &choices);
    number = score (margins, model, words, &choices, class, &has_other, &other);
    if (number >= 0)
      *total += margins->scores[number];
    note_arc (margins, &replayed->system->transitions[class->transition], has_other && number >= 0,
              number >= 0 ? margins->scores[number] - other : 0);
    classes_take (&margins->c, class);
  }
  return TRUE;
}

static void
margins_clear (Margins *margins)
{
  tbk_configuration_clear (&margins->c);
  g_free (margins->arcs);
  g_free (margins->features);
  g_free (margins->scores);
}

/* 2. decoder: greedy parsing, and what makes a tree of what a computation leaves. */

/* With a network parsing is greedy. Steps are kept only for margins and
 * n best trees. */
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
                        .completion = options->completion,
                        .keeps_steps = options->n_best > 0 || options->has_margins };
  tbk_configuration_keep_relations (&decoder->configuration);
  tbk_configuration_keep_children (&decoder->configuration);
  decoder->steps = g_array_new (FALSE, FALSE, sizeof (Class));
  decoder->numbers = g_array_new (FALSE, FALSE, sizeof (int));
  decoder->features = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (model->n_classes));
  if (model->is_marked)
    decoder->marks = tbk_pseudo_projective_new (&(TbkPseudoProjectiveOptions){ .scheme = model->mark });
  if (model->network == NULL)
    return;
  decoder->beam = 1;
  reading_init (&decoder->reading, model->network);
  decoder->hidden = g_new (Real, model->network->n_hidden);
  decoder->logits = g_new (Real, model->network->n_classes);
}

void
decoder_clear (Decoder *decoder)
{
  tbk_configuration_clear (&decoder->configuration);
  g_array_unref (decoder->steps);
  g_array_unref (decoder->numbers);
  margins_clear (&decoder->margins);
  g_free (decoder->features);
  g_free (decoder->scores);
  g_clear_pointer (&decoder->beam_search, beam_free);
  room_clear (&decoder->words);
  tbk_pseudo_projective_free (decoder->marks);
  reading_clear (&decoder->reading);
  g_free (decoder->hidden);
  g_free (decoder->logits);
}

/* The transition that is the only one and chooses no relation, which may be one that was never learned; -1
 * where there is a choice.
 *
 * No score is asked for then. That also carries a computation to its end where only reducing is left. */
static int
only_transition (const Choices *choices)
{
  gboolean is_one =
      choices->relating == 0 && choices->bare != 0 && (choices->bare & (choices->bare - 1)) == 0;

  return is_one ? g_bit_nth_lsf (choices->bare, -1) : -1;
}

/* The class that has the highest score, of those that are possible; -1 if there is none. Both kinds of models
 * end in an array of scores by class; possible classes are compared. */
static int
choose (Decoder *decoder, const Words *words, const TbkConfiguration *c, const Choices *choices)
{
  const TbkModel *model = decoder->model;
  int values[MOST_LINES];

  if (model->network == NULL) {
    features_extract (model->templates, c, words, model->bits, decoder->features);
    return model_choose (model, decoder->features, choices, decoder->scores);
  }
  network_look (model->network, model->templates, c, words, values);
  reading_score (&decoder->reading, decoder->next, values, decoder->hidden, decoder->logits, decoder->scores);
  return classes_best (model, choices, decoder->scores);
}

/* Takes @class, which is possible. */
static void
take (Decoder *decoder, TbkConfiguration *c, const Class *class)
{
  if (decoder->keeps_steps)
    g_array_append_vals (decoder->steps, class, 1);
  classes_take (c, class);
}

/* One step of greedy parsing. Returns the transition, or -1 at the end, and where nothing is possible that
 * training has shown. */
int
decoder_step (Decoder *decoder, const Words *words, TbkConfiguration *c)
{
  Choices choices;
  int only, best;

  if (tbk_configuration_is_final (c))
    return -1;
  choices_find (c, decoder->single_root, &choices);
  only = only_transition (&choices);
  if (only >= 0) {
    take (decoder, c, &(const Class){ only, NO_RELATION });
    return only;
  }
  best = choose (decoder, words, c, &choices);
  if (best < 0)
    return -1;
  take (decoder, c, &decoder->model->classes[best]);
  return decoder->model->classes[best].transition;
}

/* The bound on steps guards against computations that would not end. */
static void
run_greedy (Decoder *decoder, const Words *words)
{
  gint64 n_left = most_steps (&decoder->configuration);

  while (n_left-- > 0 && decoder_step (decoder, words, &decoder->configuration) >= 0)
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

/* Attaches every word without head, and with a single root every other child of 0, to the root word, or to 0.
 *
 * A relation of root words does not fit a word that becomes a child of another, so it is given up. */
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
static void
complete (Decoder *decoder)
{
  TbkConfiguration *c = &decoder->configuration;

  if (decoder->rest == TBK_REST_LEFT)
    return;
  if (decoder->rest == TBK_REST_COMPLETED && tbk_configuration_n_input (c) == 0) {
    tbk_complete (c, decoder->completion, decoder->completed);
    memcpy (c->heads, decoder->completed, ((gsize) c->n + 1) * sizeof (int));
  }
  hang_rest (decoder->model, c, decoder->single_root);
}

/* The system with unshift has the transitions of the model's under the same numbers, and takes no other step
 * until the input is used up. */
static const TbkSystem *
system_of (const Decoder *decoder)
{
  return decoder->rest == TBK_REST_UNSHIFTED ? tbk_system_find ("arc-eager-unshift") : decoder->model->system;
}

void
decoder_expect_none (Decoder *decoder)
{
  decoder->next = decoder->n_read = 0;
}

/* A network reads many sentences at once, before they are parsed; linear models need nothing. */
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

/* TRUE if @words are parsed by beam search. */
static gboolean
has_beam (const Decoder *decoder, const Words *words)
{
  return decoder->beam > 1 && words->n <= TBK_PARSER_MAX_BEAM;
}

/* Goes to the end of sequence @i of the beam. */
static gboolean
take_sequence (Decoder *decoder, int i, GError **error)
{
  if (!tbk_configuration_copy (&decoder->configuration, beam_at (decoder->beam_search, i), error))
    return FALSE;
  decoder->configuration.system = system_of (decoder);
  if (!decoder->keeps_steps)
    return TRUE;
  beam_classes_at (decoder->beam_search, i, decoder->numbers);
  for (guint k = 0; k < decoder->numbers->len; k++) {
    const Class *class = &decoder->model->classes[g_array_index (decoder->numbers, int, k)];
    g_array_append_vals (decoder->steps, class, 1);
  }
  return TRUE;
}

/* Makes heads and relations of the configuration a tree, or what TBK_REST_LEFT leaves. With a beam the
 * computation is at the end of a sequence that was found; the greedy loop then takes what steps are left, as
 * those of unshift. */
static gboolean
build_tree (Decoder *decoder, const Words *words, int i, GError **error)
{
  const Replayed replayed = { decoder->model, system_of (decoder), decoder->single_root };

  g_array_set_size (decoder->steps, 0);
  /* The system may need more arrays than that of the model, from which a sequence of the beam is copied. */
  if (!tbk_configuration_start (&decoder->configuration, system_of (decoder), words->n, error)
      || (has_beam (decoder, words) && !take_sequence (decoder, i, error)))
    return FALSE;
  run_greedy (decoder, words);
  if (decoder->keeps_steps
      && !margins_find (&decoder->margins, &replayed, words, decoder->steps, &decoder->score, error))
    return FALSE;
  complete (decoder);
  return TRUE;
}

static TbkPiece
deprel (const TbkModel *model, int head, int relation)
{
  const char *name = relation >= 0 ? model->relations[relation].name
                     : head > 0    ? "dep"
                     : head == 0   ? "root"
                                   : "_";

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

/* Finds the sequences, of which decoder_build() makes trees one by one. Greedy parsing has one. */
gboolean
decoder_search (Decoder *decoder, const Words *words, int *n_found, GError **error)
{
  *n_found = 1;
  if (decoder->model->network != NULL && decoder->next == decoder->n_read
      && !decoder_expect (decoder, &words, 1, error))
    return FALSE;
  if (!has_beam (decoder, words))
    return TRUE;
  if (decoder->beam_search == NULL)
    decoder->beam_search = beam_new (decoder->model, decoder->beam, decoder->single_root);
  if (!beam_run (decoder->beam_search, words, NULL, error))
    return FALSE;
  *n_found = beam_n_found (decoder->beam_search);
  return TRUE;
}

/* Heads and relations are those of the configuration; where the model has marks they are decoded last, since
 * that needs a tree. */
gboolean
decoder_build (Decoder *decoder, const Words *words, int i, GError **error)
{
  const TbkConfiguration *c = &decoder->configuration;

  if (!ROOM_RESERVE (&decoder->words, words->n + 1, ARRAY (decoder->deprels), ARRAY (decoder->new_heads),
                     ARRAY (decoder->new_deprels), ARRAY (decoder->completed)))
    return memory_fail (error, "a sentence of %d words", words->n);
  if (!build_tree (decoder, words, i, error))
    return FALSE;
  decoder->heads = c->heads;
  for (int word = 1; word <= c->n; word++)
    decoder->deprels[word] = deprel (decoder->model, c->heads[word], c->relations[word]);
  return decoder->marks == NULL || decode_marks (decoder, error);
}

gboolean
decoder_run (Decoder *decoder, const Words *words, GError **error)
{
  int n_found;

  if (!decoder_search (decoder, words, &n_found, error) || !decoder_build (decoder, words, 0, error))
    return FALSE;
  decoder->next++;
  return TRUE;
}
