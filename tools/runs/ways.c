/* ways.c - the ways that are shown step by step: of gold trees, of walks, of parsers, of students. */
#include "runs/ways.h"

#include <string.h>

#include "tbk/conllu.h"

void
ways_init (Ways *ways, const Stepping *stepping)
{
  *ways = (Ways){ .stepping = stepping,
                  .problem = g_string_new (NULL),
                  .transitions = g_byte_array_new (),
                  .phrase_transitions = g_array_new (FALSE, FALSE, sizeof (TbkPhraseTransition)),
                  .labels = tbk_vocabulary_new (),
                  .batch = tbk_bracket_batch_new (),
                  .line = g_string_new (NULL) };
  if (stepping->system != NULL) {
    ways->sequencer = tbk_sequencer_new (stepping->system, stepping->order, stepping->policy, NULL);
    ways->oracle = tbk_oracle_new (stepping->system, 0, TBK_METHOD_EXACT, NULL);
    tbk_configuration_keep_relations (&ways->configuration);
    tbk_configuration_keep_children (&ways->configuration);
  } else {
    ways->phrase_sequencer = tbk_phrase_sequencer_new (stepping->phrases);
  }
  if (stepping->parser != NULL)
    ways->parser = tbk_parser_new (stepping->parser, NULL);
  if (stepping->phrase_parser != NULL)
    ways->phrase_parser = tbk_phrase_parser_new (stepping->phrase_parser);
}

void
ways_clear (Ways *ways)
{
  tbk_sequencer_free (ways->sequencer);
  tbk_oracle_free (ways->oracle);
  tbk_parser_free (ways->parser);
  tbk_configuration_clear (&ways->configuration);
  tbk_phrase_sequencer_free (ways->phrase_sequencer);
  tbk_phrase_parser_free (ways->phrase_parser);
  tbk_vocabulary_free (ways->labels);
  tbk_phrase_tree_clear (&ways->parsed);
  tbk_bracket_batch_free (ways->batch);
  g_byte_array_free (ways->transitions, TRUE);
  g_array_free (ways->phrase_transitions, TRUE);
  g_string_free (ways->problem, TRUE);
  g_string_free (ways->line, TRUE);
}

static gboolean
has_room (const Ways *ways, GError **error)
{
  if (ways->transitions->len < TBK_STEPS_MAX)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the walk takes more than %d transitions, expected no more",
               TBK_STEPS_MAX);
  return FALSE;
}

static gboolean
follow_parser (Ways *ways, const TbkConlluSentence *sentence, GError **error)
{
  int taken;

  if (!tbk_parser_read (ways->parser, sentence, error)
      || !tbk_configuration_start (&ways->configuration, ways->stepping->system, sentence->n, error))
    return FALSE;
  while ((taken = tbk_parser_take (ways->parser, &ways->configuration)) >= 0) {
    const guint8 transition = (guint8) taken;

    if (!has_room (ways, error))
      return FALSE;
    g_byte_array_append (ways->transitions, &transition, 1);
  }
  return TRUE;
}

/* The best transitions; none where a search gives up. */
static gboolean
find_optimal (Ways *ways, guint *optimal, GError **error)
{
  int values[TBK_MAX_TRANSITIONS];
  GError *local = NULL;

  *optimal = 0;
  if (ways->oracle == NULL || ways->stepping->walk.kind == TBK_WALK_RANDOM)
    return TRUE;
  if (tbk_oracle_values (ways->oracle, &ways->configuration, values, &local))
    *optimal = tbk_oracle_optimal (ways->oracle, values);
  else if (g_error_matches (local, TBK_ERROR, TBK_ERROR_DATA))
    g_clear_error (&local);
  else
    g_propagate_error (error, local);
  return local == NULL;
}

static gboolean
walk_at_random (Ways *ways, const TbkConlluSentence *sentence, GError **error)
{
  const Stepping *stepping = ways->stepping;
  TbkConfiguration *c = &ways->configuration;
  TbkRandom random;
  int chosen;

  tbk_random_init (&random, stepping->walk.seed, (guint64) sentence->index);
  if ((ways->oracle != NULL && !tbk_oracle_set_gold (ways->oracle, sentence->heads, sentence->n, error))
      || !tbk_configuration_start (c, stepping->system, sentence->n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    guint optimal;
    guint8 transition;

    if (!has_room (ways, error) || !find_optimal (ways, &optimal, error))
      return FALSE;
    chosen = tbk_walk_choose (&stepping->walk, &random, stepping->system, c, optimal);
    if (chosen < 0)
      break;
    transition = (guint8) chosen;
    g_byte_array_append (ways->transitions, &transition, 1);
    if (!tbk_configuration_step (c, &stepping->system->transitions[chosen], error))
      return FALSE;
  }
  return TRUE;
}

/* Takes over the transitions of a solution, as far as the system has them. */
static void
take_solution (Ways *ways, const TbkSolution *solution)
{
  for (gsize i = 0; i < solution->length; i++) {
    g_autofree char *key = g_strndup (solution->keys[i], strcspn (solution->keys[i], ":"));
    const int t = tbk_system_transition (ways->stepping->system, key);
    const guint8 transition = (guint8) t;

    if (t < 0) {
      g_autofree char *found = tbk_quote (solution->keys[i], strlen (solution->keys[i]));

      g_string_printf (ways->problem, "%s is no transition of %s", found, ways->stepping->system->name);
      return;
    }
    g_byte_array_append (ways->transitions, &transition, 1);
  }
}

static void
take_phrase_solution (Ways *ways, const TbkSolution *solution)
{
  for (gsize i = 0; i < solution->length; i++) {
    TbkPhraseTransition transition;

    if (!tbk_phrase_transition_read (ways->stepping->phrases, solution->keys[i], strlen (solution->keys[i]),
                                     ways->labels, &transition, NULL)) {
      g_autofree char *found = tbk_quote (solution->keys[i], strlen (solution->keys[i]));

      g_string_printf (ways->problem, "%s is no transition of %s", found, ways->stepping->phrases->name);
      return;
    }
    g_array_append_val (ways->phrase_transitions, transition);
  }
}

/* Finds the solution of a sentence of @n words. */
static gboolean
find_solution (const Ways *ways, const TbkEntry *entry, int n, const TbkSolution **solution, GError **error)
{
  *solution =
      tbk_solutions_find (ways->stepping->solutions, (TbkPiece){ entry->id, entry->id_length }, entry->index);
  if (*solution == NULL || (*solution)->n_words < 0 || (*solution)->n_words == n)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found %d words, expected %d, as many as the sequence of --grade has heads", n,
               (*solution)->n_words);
  return FALSE;
}

gboolean
ways_find (Ways *ways, const TbkEntry *entry, const TbkConlluSentence *sentence, gboolean *is_there,
           GError **error)
{
  const Stepping *stepping = ways->stepping;
  TbkSequence sequence;

  g_byte_array_set_size (ways->transitions, 0);
  if (stepping->solutions != NULL) {
    const TbkSolution *solution;

    if (!find_solution (ways, entry, sentence->n, &solution, error))
      return FALSE;
    *is_there = solution != NULL;
    if (solution != NULL)
      take_solution (ways, solution);
    return TRUE;
  }
  if (stepping->parser != NULL)
    return follow_parser (ways, sentence, error);
  if (stepping->walk.kind != TBK_WALK_GOLD)
    return walk_at_random (ways, sentence, error);
  if (!tbk_sequencer_run (ways->sequencer, sentence->heads, sentence->n, &sequence, error))
    return FALSE;
  g_byte_array_append (ways->transitions, sequence.transitions, (guint) sequence.length);
  return TRUE;
}

/* Makes @ways->parsed the tree that the parser builds over the words of @words. */
static gboolean
parse_phrases (Ways *ways, const TbkBracketTree *words, GError **error)
{
  static const TbkBracketOptions as_it_stands = { 0 };
  TbkBracketTree tree;

  g_string_truncate (ways->line, 0);
  return tbk_phrase_parser_parse_tree (ways->phrase_parser, words, ways->line, error)
         && tbk_bracket_batch_set_text (ways->batch, "parser", ways->line->str, ways->line->len,
                                        &as_it_stands, error)
         && tbk_bracket_batch_next (ways->batch, &tree)
         && tbk_phrase_tree_set_brackets (&ways->parsed, &tree, ways->labels, error);
}

gboolean
ways_find_phrases (Ways *ways, const TbkEntry *entry, const TbkBracketTree *tree, const TbkPhraseTree *gold,
                   gboolean *is_there, GError **error)
{
  const Stepping *stepping = ways->stepping;
  TbkPhraseSequence sequence;

  g_array_set_size (ways->phrase_transitions, 0);
  if (stepping->solutions != NULL) {
    const TbkSolution *solution;

    if (!find_solution (ways, entry, tree->n, &solution, error))
      return FALSE;
    *is_there = solution != NULL;
    if (solution != NULL)
      take_phrase_solution (ways, solution);
    return TRUE;
  }
  if (stepping->phrase_parser != NULL && !parse_phrases (ways, tree, error))
    return FALSE;
  if (!tbk_phrase_sequencer_run (ways->phrase_sequencer,
                                 stepping->phrase_parser != NULL ? &ways->parsed : gold, &sequence, error))
    return FALSE;
  g_array_append_vals (ways->phrase_transitions, sequence.transitions, (guint) sequence.length);
  return TRUE;
}
