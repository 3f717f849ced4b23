/* test_constituency_sequence.c - sequences of transitions of random trees: what they build, what they lose, and their
 * records replayed. */
#include <criterion/criterion.h>

#include "base/base.h"
#include "brute/phrase.h"
#include "oracle/phrases.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/brackets.h"

enum { TREES = 400, MOST_WORDS = 8, N_LABELS = 3 };

/* Appends what stands over @n words from @left on, as brackets of words w0, w1 and so on: several words are under a
 * constituent at least, and there are chains. */
static void
draw_tree (TbkRandom *random, int left, int n, GString *text)
{
  const int n_chain = (n > 1) + (int) random_below (random, 3);

  for (int c = 0; c < n_chain; c++)
    g_string_append_printf (text, "(%c ", 'A' + (int) random_below (random, N_LABELS));
  for (int done = 0, part; n > 1 && done < n; done += part) {
    part = 1 + (int) random_below (random, (guint64) (done == 0 ? n - 1 : n - done));
    if (done > 0)
      g_string_append_c (text, ' ');
    draw_tree (random, left + done, part, text);
  }
  if (n == 1)
    g_string_append_printf (text, "w%d", left);
  for (int c = 0; c < n_chain; c++)
    g_string_append_c (text, ')');
}

/* Builds what the sequence says, and scores it. */
static PhraseScore
build (const TbkPhraseSystem *system, const TbkPhraseTree *gold, const TbkSequence *sequence,
       TbkPhraseConfiguration *c)
{
  g_autoptr (PhraseScorer) scorer = phrase_scorer_new ();
  PhraseScore score = { 0 };

  tbk_phrase_configuration_start (c, system, gold->n);
  for (gsize i = 0; i < sequence->length; i++)
    cr_assert (tbk_phrase_configuration_step (c, sequence->phrases[i], NULL));
  cr_assert (tbk_phrase_configuration_is_final (c));
  cr_assert (phrase_scorer_add (scorer, gold->constituents, gold->n_constituents, c->built, c->n_built,
                                &score, NULL));
  return score;
}

/* The record is read as the tree that was built. */
static void
check_record (const TbkPhraseSystem *system, const char *text, const TbkSequence *sequence,
              const TbkVocabulary *labels, const TbkPhraseConfiguration *built)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  g_autoptr (TbkReplayer) replayer = tbk_replayer_new (NULL, system);
  g_autoptr (PhraseScorer) scorer = phrase_scorer_new ();
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (GString) line = g_string_new (NULL);
  TbkSequenceRecord record = {
    .file = "f", .sentence = 1, .phrase_system = system, .names = labels, .sequence = *sequence
  };
  const TbkPhraseTree *replayed;
  TbkReplayedTree found;
  TbkBracketTree tree;
  TbkConstituent list[64];

  cr_assert (tbk_bracket_batch_set_text (batch, "t", text, strlen (text), &options, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &tree));
  record.tree = &tree;
  cr_assert (tbk_sequence_record_append (&record, NULL, line, NULL));
  cr_assert_not_null (strstr (line->str, text), "%s", line->str);
  cr_assert_eq (strstr (line->str, "\"lost\"") != NULL, sequence->lost > 0);
  cr_assert (tbk_replayer_read (replayer, line->str, line->len, -1, &found, NULL));
  replayed = found.phrases;
  cr_assert (replayed->n == built->n && replayed->n_constituents == built->n_built);
  for (int i = 0; i < replayed->n_constituents; i++) {
    const char *name = tbk_vocabulary_name (found.names, replayed->constituents[i].label);
    list[i] = replayed->constituents[i];
    list[i].label = tbk_vocabulary_find (labels, name, strlen (name));
  }
  {
    PhraseScore score = { 0 };
    cr_assert (phrase_scorer_add (scorer, list, replayed->n_constituents, built->built, built->n_built,
                                  &score, NULL));
    cr_assert_eq (score.both, score.gold);
  }
}

static void
check_tree (const TbkPhraseSystem *system, const char *text)
{
  g_autoptr (TbkSequencer) sequencer = tbk_sequencer_new (NULL, system, NULL, -1, NULL);
  g_autoptr (TbkPhraseOracle) oracle = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, NULL);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
  TbkSequence sequence;
  PhraseScore score;

  set_tree (&tree, text, labels);
  cr_assert (tbk_sequencer_run_tree (sequencer, &tree, &sequence, NULL));
  score = build (system, &tree, &sequence, &c);
  cr_assert_eq (score.gold + score.found - 2 * score.both, sequence.lost, "%s: %s", system->name, text);
  cr_assert (system->max_unary > 0 || sequence.lost == 0);
  check_record (system, text, &sequence, labels, &c);
  cr_assert (tbk_phrase_oracle_set_gold (oracle, &tree, NULL));
  tbk_phrase_configuration_start (&c, system, tree.n);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &c, NULL), sequence.lost);
}

Test (constituency, sequences)
{
  const TbkPhraseSystem *system;

  for (int s = 0; (system = tbk_phrase_system_at (s)) != NULL; s++)
    for (int t = 0; t < TREES; t++) {
      g_autoptr (GString) text = g_string_new (NULL);
      TbkRandom random;

      tbk_random_init (&random, 11, (guint64) t);
      g_string_append (text, "(A ");
      draw_tree (&random, 0, 1 + (int) random_below (&random, MOST_WORDS), text);
      g_string_append_c (text, ')');
      check_tree (system, text->str);
    }
}
