/* test_constituency.c - trees, steps, records and scores of phrase structure. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/phrase.h"
#include "oracle/oracle.h"
#include "oracle/phrases.h"
#include "tbk/brackets.h"
#include "tbk/oracle.h"
#include "unit/refused.h"

static void
check_tree (int n, const TbkConstituent *constituents, int n_constituents, const char *expected)
{
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  g_autoptr (GError) error = NULL;

  cr_expect_eq (tbk_phrase_tree_set (&tree, n, constituents, n_constituents, &error), expected == NULL);
  if (expected != NULL)
    cr_expect_str_eq (error->message, expected);
}

Test (constituency, trees)
{
  check_tree (2, (TbkConstituent[]){ { 0, 0, 2 }, { 1, 0, 2 }, { 0, 0, 1 }, { 0, 1, 2 } }, 4, NULL);
  check_tree (0, NULL, 0, "found 0 words and 0 constituents, expected at least one of each");
  check_tree (2, (TbkConstituent[]){ { 0, 0, 1 } }, 1,
              "constituent 0 spans (0, 1), expected the first, and no other, to span all 2 words");
  check_tree (2, (TbkConstituent[]){ { 0, 0, 2 }, { 0, 1, 1 } }, 2,
              "constituent 1 spans (1, 1), expected words within its parent, and pre-order");
  check_tree (3, (TbkConstituent[]){ { 0, 0, 3 }, { 0, 0, 2 }, { 0, 1, 3 } }, 3,
              "constituent 2 spans (1, 3), expected words within its parent, and pre-order");
  check_tree (3, (TbkConstituent[]){ { 0, 0, 3 }, { 0, 1, 2 }, { 0, 0, 1 } }, 3,
              "constituent 2 spans (0, 1), expected words within its parent, and pre-order");
  check_tree (2, (TbkConstituent[]){ { 0, 0, 2 }, { 0, 2, 3 } }, 2,
              "constituent 1 spans (2, 3), expected the first, and no other, to span all 2 words");
}

Test (constituency, words_without_constituents)
{
  const TbkBracketNode word = { .form = "w0", .form_length = 2, .left = 0, .right = 1 };
  const TbkBracketTree brackets = { .nodes = &word, .n_nodes = 1, .n = 1 };
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  g_autoptr (GError) error = NULL;

  cr_expect (!tbk_phrase_tree_set_brackets (&tree, &brackets, labels, &error));
  cr_expect_str_eq (error->message, "found a word without a constituent over it, expected one");
}

/* What the last of these steps meets. */
static const struct {
  const char *system, *steps, *last, *obstacle;
} obstacles[] = {
  { "top-down", "", "SH", "no element is open" },
  { "top-down", "NT-A", "RE", "the top is not a complete element" },
  { "top-down", "NT-A SH", "RE", "words remain for the last open element" },
  { "top-down", "NT-A SH SH", "NT-A", "no words remain" },
  { "top-down", "NT-A SH SH", "SH", "no words remain" },
  { "top-down", "NT-A SH SH RE", "RE", "the configuration is final" },
  { "in-order", "", "NT-A", "the top is not a complete element" },
  { "in-order", "SH", "SH", "no element is open" },
  { "in-order", "SH", "RE", "no element is open" },
  { "in-order", "SH NT-A", "NT-A", "the top is not a complete element" },
  { "in-order", "SH NT-A RE", "FI", "the stack is not one constituent over all words" },
  { "in-order", "SH NT-A SH RE FI", "FI", "the configuration is final" },
  { "bottom-up", "SH", "RE-A-2", "the stack has fewer elements" },
  { "bottom-up", "SH SH", "FI", "the stack is not one constituent over all words" },
  { "bottom-up:unary=2", "SH RE-A-1 RE-A-1", "RE-A-1", "no more constituents of one child may follow" },
};

Test (constituency, obstacles)
{
  for (gsize i = 0; i < G_N_ELEMENTS (obstacles); i++) {
    const TbkPhraseSystem *system = tbk_phrase_system_find (obstacles[i].system);
    g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
    g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
    TbkPhraseTransition last;

    tbk_phrase_configuration_start (&c, system, 2);
    take_steps (&c, obstacles[i].steps, labels);
    cr_assert (tbk_phrase_transition_read (system, obstacles[i].last, strlen (obstacles[i].last), labels,
                                           &last, NULL));
    cr_expect_str_eq (tbk_phrase_configuration_obstacle (&c, last), obstacles[i].obstacle);
    cr_expect (!tbk_phrase_configuration_step (&c, last, NULL));
  }
}

Test (constituency, keys)
{
  static const char *const good[] = { "NT-A", "NT-NP-SBJ", "NT--" };
  static const char *const bad[] = { "", "NT", "NT-", "sh", "RE-A-1", "FI", "SH ", "XX-A" };
  static const char *const bad_bottom_up[] = { "RE",     "RE-A",  "RE-A-", "RE-A-0",         "RE-A-01",
                                               "RE-A-x", "RE--1", "NT-A",  "RE-A-9999999999" };
  const TbkPhraseSystem *top_down = tbk_phrase_system_find ("top-down");
  const TbkPhraseSystem *bottom_up = tbk_phrase_system_find ("bottom-up");
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  TbkPhraseTransition transition;

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++) {
    cr_assert (tbk_phrase_transition_read (top_down, good[i], strlen (good[i]), labels, &transition, NULL));
    g_autofree char *key = key_of (top_down, transition, labels);
    cr_expect_str_eq (key, good[i]);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    cr_expect (!tbk_phrase_transition_read (top_down, bad[i], strlen (bad[i]), labels, &transition, NULL),
               "%s", bad[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (bad_bottom_up); i++)
    cr_expect (!tbk_phrase_transition_read (bottom_up, bad_bottom_up[i], strlen (bad_bottom_up[i]), labels,
                                            &transition, NULL),
               "%s", bad_bottom_up[i]);
  cr_assert (tbk_phrase_transition_read (bottom_up, "RE-NP-2-12", 10, labels, &transition, NULL));
  cr_expect (transition.n_children == 12
             && strcmp (tbk_vocabulary_name (labels, transition.label), "NP-2") == 0);
}

/* One oracle, asked by turns about computations that go on: it must not take one for the other. */
Test (constituency, computations_by_turns)
{
  const TbkPhraseSystem *system = tbk_phrase_system_find ("in-order");
  g_autoptr (TbkPhraseOracle) oracle = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, NULL);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  g_auto (TbkPhraseConfiguration) one = TBK_PHRASE_CONFIGURATION_INIT, other = TBK_PHRASE_CONFIGURATION_INIT;

  set_tree (&tree, "(A (B w0 w1) w2)", labels);
  cr_assert (tbk_phrase_oracle_set_gold (oracle, &tree, NULL));
  tbk_phrase_configuration_start (&one, system, 3);
  take_steps (&one, "SH NT-B SH", labels);
  cr_assert (tbk_phrase_configuration_copy (&other, &one, NULL));
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &one, NULL), 0);
  take_steps (&other, "SH RE", labels);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &other, NULL), 2);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &one, NULL), 0);
  take_steps (&one, "RE NT-A SH RE", labels);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &one, NULL), 0);
  tbk_phrase_configuration_start (&one, system, 3);
  take_steps (&one, "SH NT-C RE", labels);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &one, NULL), 1);
  /* Further on in every respect, but another computation. */
  tbk_phrase_configuration_start (&other, system, 3);
  take_steps (&other, "SH NT-B SH RE NT-A SH RE", labels);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, &other, NULL), 0);
}

static void
check_answer (TbkOracleRecords *records, const char *line, const char *expected)
{
  gboolean is_valued;
  const char *answer = tbk_oracle_records_answer (records, line, strlen (line), &is_valued, NULL);

  cr_expect_str_eq (answer, expected, "%s: %s", line, answer);
  cr_expect_eq (is_valued, strstr (expected, "\"error\"") == NULL);
}

Test (constituency, records)
{
  g_autoptr (TbkOracleRecords) records =
      tbk_oracle_records_new_phrases (tbk_phrase_system_find ("top-down"), TBK_PHRASE_EXACT, NULL);

  check_answer (
      records, "{\"tree\":\"(S (NP w0) w1)\",\"prefix\":[\"NT-S\"],\"labels\":[\"NP\",\"S\",\"Z\"]}",
      "{\"losses\":{\"SH\":1,\"NT-NP\":0,\"NT-S\":1,\"NT-Z\":1},\"optimal\":[\"NT-NP\"],\"loss\":0}\n");
  check_answer (
      records, "{\"id\": [1, \"a\"] ,\"tree\":\"(S (NP w0) w1)\"}",
      "{\"id\":[1, \"a\"],\"losses\":{\"NT-S\":0,\"NT-NP\":1},\"optimal\":[\"NT-S\"],\"loss\":0}\n");
  check_answer (records, "{\"tree\":\"(S a)\",\"prefix\":[\"NT-S\",\"SH\",\"RE\"],\"id\":null}",
                "{\"id\":null,\"losses\":{},\"optimal\":[],\"loss\":0}\n");
  check_answer (records, "{\"tree\":\"(S a)\",\"prefix\":[\"NT-S\",\"SH\",\"RE-X-1\"],\"id\":7}",
                "{\"id\":7,\"error\":\"prefix[2]: found \\\"RE-X-1\\\", expected SH, NT-X or RE\"}\n");
  check_answer (
      records, "{\"tree\":\"(S a)\",\"prefix\":[\"SH\"]}",
      "{\"error\":\"prefix[0]: found \\\"SH\\\", expected a transition that is allowed: no element is open\"}\n");
  check_answer (
      records, "{\"tree\":\"(S a\"}",
      "{\"error\":\"tree:1: found the end inside the tree that begins in line 1, expected 1 more ')'\"}\n");
  check_answer (records, "{\"tree\":\"(S)\"}",
                "{\"error\":\"tree:1: found the node 'S' without words, expected some\"}\n");
  check_answer (records, "{\"tree\":\"(S a) (S b)\"}",
                "{\"error\":\"tree: found a second tree, expected one\"}\n");
  check_answer (records, "{\"tree\":\"\"}", "{\"error\":\"tree: found no bracket, expected a tree\"}\n");
  check_answer (records, "{\"prefix\":[]}", "{\"error\":\"there is no \\\"tree\\\"\"}\n");
  check_answer (records, "{\"tree\":\"(S a)\",\"tree\":\"(S a)\"}",
                "{\"error\":\"there is more than one \\\"tree\\\"\"}\n");
  check_answer (
      records, "{\"trees\":1}",
      "{\"error\":\"trees: found 1, expected no such key in records of phrase structure; did you mean 'tree'?\"}\n");
  check_answer (records, "{\"id\": [1,\n2],\"prefix\":[]}",
                "{\"id\":[1,2],\"error\":\"there is no \\\"tree\\\"\"}\n");
  check_answer (records, "{\"tree\":\"(S a)\",\"labels\":[\"\"]}",
                "{\"error\":\"labels[0]: found \\\"\\\", expected a label\"}\n");
  cr_assert_str_eq (oracle_records_refuse (records, "no"), "{\"error\":\"no\"}\n");
}

Test (constituency, scores)
{
  g_autoptr (PhraseScorer) scorer = phrase_scorer_new ();
  const TbkConstituent gold[] = { { 0, 0, 3 }, { 1, 0, 1 }, { 1, 0, 1 }, { 2, 1, 3 } };
  const TbkConstituent found[] = { { 1, 0, 1 }, { 0, 0, 3 }, { 2, 1, 2 }, { 1, 0, 1 }, { 1, 0, 1 } };
  PhraseScore score = { 1, 1, 1 };

  cr_assert (phrase_scorer_add (scorer, gold, 4, found, 5, &score, NULL));
  cr_assert (score.gold == 5 && score.found == 6 && score.both == 4);
  cr_assert (phrase_scorer_add (scorer, found, 5, gold, 4, &score, NULL));
  cr_assert (score.gold == 10 && score.found == 10 && score.both == 7);
  cr_assert (phrase_scorer_add (scorer, gold, 0, found, 0, &score, NULL));
  cr_assert (score.gold == 10 && score.found == 10 && score.both == 7);
}

/* The static oracle neither recurses nor takes longer than linear time. */
Test (constituency, deep_tree)
{
  enum { DEPTH = 1000000 };
  TbkConstituent *constituents = g_new (TbkConstituent, DEPTH);
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;

  for (int i = 0; i < DEPTH; i++)
    constituents[i] = (TbkConstituent){ i % 3, i / 2, DEPTH / 2 };
  cr_assert (tbk_phrase_tree_set (&tree, DEPTH / 2, constituents, DEPTH, NULL));
  for (int s = 0; s < 3; s++) {
    const TbkPhraseSystem *system = tbk_phrase_system_at (s);
    g_autoptr (TbkPhraseStaticOracle) oracle = tbk_phrase_static_oracle_new (system);
    g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
    TbkPhraseTransition transition;

    cr_assert (tbk_phrase_static_oracle_set_gold (oracle, &tree, NULL));
    tbk_phrase_configuration_start (&c, system, tree.n);
    while (tbk_phrase_static_oracle_next (oracle, &transition))
      cr_assert (tbk_phrase_configuration_step (&c, transition, NULL));
    cr_assert (tbk_phrase_configuration_is_final (&c) && c.n_built == DEPTH);
  }
  g_free (constituents);
}

Test (constituency, vocabulary)
{
  g_autoptr (TbkVocabulary) vocabulary = tbk_vocabulary_new ();

  cr_assert_eq (tbk_vocabulary_find (vocabulary, "x", 1), -1);
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < 10000; i++) {
      g_autofree char *name = g_strdup_printf ("%d", i);
      cr_assert_eq (tbk_vocabulary_add (vocabulary, name, strlen (name), NULL), i);
    }
    if (pass == 1)
      tbk_vocabulary_clear (vocabulary);
  }
  cr_assert_eq (tbk_vocabulary_size (vocabulary), 10000);
  cr_assert_str_eq (tbk_vocabulary_name (vocabulary, 1234), "1234");
  cr_assert_eq (tbk_vocabulary_find (vocabulary, "12345", 4), 1234);
  ASSERT_REFUSED (tbk_vocabulary_name (vocabulary, 10000));
}

Test (constituency, usage)
{
  g_autoptr (GError) error = NULL;

  cr_assert_null (
      tbk_phrase_oracle_new (tbk_phrase_system_find ("bottom-up:unary=3"), TBK_PHRASE_PRINTED, &error));
  cr_assert_str_eq (error->message, "the system bottom-up:unary=3 has no method printed");
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
  cr_assert_null (tbk_phrase_system_find ("bottom-up:unary=9"));
  cr_assert_null (tbk_phrase_system_at (11));
}
