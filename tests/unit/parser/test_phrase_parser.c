/* test_phrase_parser.c - phrase-structure parsers: losses of training sequences, models, trees of any weights. */
#include "learn/learn.h"
#include "oracle/phrases.h"
#include "parser/parser.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/evaluate.h"
#include "tbk/oracle.h"
#include "unit/scratch.h"
#include "unit/time_limit.h"

TestSuite (phrase_parser, .init = make_folder, .fini = remove_folder, .timeout = TIME_LIMIT);

static const char *const systems[] = { "top-down", "in-order", "bottom-up", "bottom-up:unary=1" };

static TbkModel *
train_on (const char *path, const char *dev, const char *system, gboolean is_static)
{
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  TbkTrainingOptions options;
  TbkModel *model;

  tbk_training_options_init (&options);
  options.phrase_system = tbk_phrase_system_find (system);
  options.is_static = is_static;
  options.epochs = 3;
  model = tbk_train (&options, paths, dev, NULL, NULL, &error);
  cr_assert (model != NULL, "%s", error != NULL ? error->message : "no error");
  return model;
}

static TbkModel *
train (const char *system)
{
  return train_on ("data/phrases.psd", NULL, system, FALSE);
}

/* Makes the weights anything, so that the parser takes steps that no training would make it take. */
static void
randomize (TbkModel *model, guint64 seed)
{
  TbkRandom random;

  tbk_random_init (&random, seed, 4);
  for (gsize i = 0; i < model_n_weights (model); i++)
    model->own_weights[i] = (gint16) ((int) (random_next (&random) & 255) - 128);
}

/* The oracle. */

/* The transition of highest score, or in one of three cases an optimal one. */
static TbkPhraseTransition
choose (PhraseDecoder *decoder, const TbkPhraseValues *values, TbkRandom *random)
{
  const TbkModel *model = decoder->model;
  TbkPhraseTransition transition;

  for (int v = 0; v < values->n && random_below (random, 3) == 0; v++)
    if (values->values[v].loss == values->loss && values->values[v].transition.label >= 0)
      return values->values[v].transition;
  phrase_decoder_score (decoder);
  transition = phrase_transition (
      model, phrase_decoder_best (decoder, phrase_n_classes (model), decoder->possible), -1);
  if (phrase_has_second_choice (model, transition)) {
    phrase_decoder_score_labels (decoder, transition.n_children);
    transition.label = phrase_decoder_best (decoder, tbk_vocabulary_size (model->phrases.labels), NULL);
  }
  return transition;
}

/* Every sequence that training can follow ends in a tree whose distance from the gold tree is the last loss, and losses
 * never fall on the way. */
static void
check_losses (const TbkModel *model, const Sentence *sentence, guint64 seed)
{
  g_autoptr (TbkPhraseOracle) oracle = tbk_phrase_oracle_new (model->phrases.system, TBK_PHRASE_EXACT, NULL);
  g_autoptr (PhraseScorer) scorer = phrase_scorer_new ();
  PhraseScore score = { 0 };
  PhraseDecoder decoder;
  PhraseState *state = &decoder.state;
  TbkRandom random;
  int loss = 0;

  tbk_random_init (&random, seed, (guint64) sentence->line);
  phrase_decoder_init (&decoder, model);
  phrase_state_start (state, model, sentence->tagged, sentence->tree.n);
  cr_assert (tbk_phrase_oracle_set_gold (oracle, &sentence->tree, NULL));
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    const TbkPhraseValues *values = tbk_phrase_oracle_values (oracle, &state->c, NULL);

    cr_assert (values != NULL && values->loss >= loss);
    loss = values->loss;
    cr_assert (phrase_state_take (state, choose (&decoder, values, &random), NULL));
  }
  cr_assert (phrase_scorer_add (scorer, sentence->tree.constituents, sentence->tree.n_constituents,
                                state->c.built, state->c.n_built, &score, NULL));
  loss = tbk_phrase_oracle_loss (oracle, &state->c, NULL);
  cr_assert (loss == score.gold + score.found - 2 * score.both, "line %d: loss %d", (int) sentence->line,
             loss);
  phrase_decoder_clear (&decoder);
}

Test (phrase_parser, last_losses_are_distances)
{
  for (guint s = 0; s < 3; s++) {
    g_autoptr (TbkModel) model = train (systems[s]);
    TbkTrainingOptions options;
    Treebank treebank;

    tbk_training_options_init (&options);
    treebank_init (&treebank, model, &options, TRUE);
    cr_assert (treebank_read (&treebank, "data/phrases.psd", NULL));
    cr_assert (treebank.sentences->len == 7);
    for (guint64 seed = 0; seed < 12; seed++) {
      if (seed > 0)
        randomize (model, seed);
      for (int i = 0; i < 7; i++)
        check_losses (model, treebank_at (&treebank, i), seed);
    }
    treebank_clear (&treebank);
  }
}

/* Training. */

/* Appends a tree of @n words whose labels often repeat, also over one span. */
static void
append_tree (GString *text, TbkRandom *random, int n, int depth)
{
  static const char *const labels[] = { "S", "NP", "VP" }, *const tags[] = { "N", "V", "D" };

  g_string_append_printf (text, "(%s ", labels[random_below (random, G_N_ELEMENTS (labels))]);
  while (n > 0) {
    const int size = 1 + (int) random_below (random, (guint64) n);

    if (depth > 0 && random_below (random, 3) > 0)
      append_tree (text, random, size, depth - 1);
    else
      for (int i = 0; i < size; i++)
        g_string_append_printf (text, "(%s w%d) ", tags[random_below (random, G_N_ELEMENTS (tags))],
                                (int) random_below (random, 9));
    n -= size;
  }
  g_string_append (text, ")\n");
}

/* Training itself sees to it that the last loss of every sequence that it follows is the distance from the gold tree. */
Test (phrase_parser, last_losses_in_training_are_distances)
{
  static const char *const explorations[] = { NULL, "gold", "explore:0.3", "best", "second:0.5", "sample" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  TbkRandom random;

  tbk_random_init (&random, 1, 5);
  for (int i = 0; i < 36; i++)
    append_tree (text, &random, 1 + i % 12, 4);
  path = store_text ("random", text->str);
  for (guint s = 0; s < G_N_ELEMENTS (systems); s++)
    for (guint e = 0; e < G_N_ELEMENTS (explorations); e++) {
      const char *const paths[] = { path, "data/phrases.psd", NULL };
      g_autoptr (TbkModel) model = NULL;
      TbkTrainingOptions options;

      tbk_training_options_init (&options);
      options.phrase_system = tbk_phrase_system_find (systems[s]);
      options.is_static = explorations[e] == NULL;
      options.epochs = 2;
      if (!options.is_static)
        cr_assert (tbk_explore_parse (explorations[e], &options.explore, NULL));
      if (options.phrase_system->max_unary > 0 && options.is_static)
        continue; /* some trees it cannot build */
      model = tbk_train (&options, paths, NULL, NULL, NULL, NULL);
      cr_assert_not_null (model);
    }
}

/* In-order, NT X comes after as many constituents of one child as there are anywhere, and a word could be shifted:
 * the caps of the model forbid it. */
Test (phrase_parser, gold_sequences_may_be_beyond_the_caps)
{
  g_autofree char *path = store_text ("capped", "(S (D a) (X (A (B (N b))) (N c)) (Y (N d) (N e)))\n");

  for (guint s = 0; s < 3; s++) {
    g_autoptr (TbkModel) model = train_on (path, NULL, systems[s], TRUE);

    cr_assert (tbk_vocabulary_size (model->phrases.labels) == 5);
  }
}

static void
save (const TbkModel *model, const char *path)
{
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_model_save (model, path, &error), "%s", error != NULL ? error->message : "");
}

Test (phrase_parser, training_twice_gives_the_same_bytes)
{
  for (guint s = 0; s < G_N_ELEMENTS (systems) - 1; s++)
    for (int is_static = 0; is_static < 2; is_static++) {
      g_autofree char *bytes[2] = { NULL, NULL }, *path = in_folder ("model");
      gsize length[2];

      for (int i = 0; i < 2; i++) {
        g_autoptr (TbkModel) model = train_on ("data/phrases.psd", NULL, systems[s], is_static);

        save (model, path);
        cr_assert (g_file_get_contents (path, &bytes[i], &length[i], NULL));
      }
      cr_assert (length[0] == length[1] && memcmp (bytes[0], bytes[1], length[0]) == 0, "%s", systems[s]);
      g_free (bytes[1]);
      bytes[1] = NULL;
    }
}

/* What it learned from it knows by heart. */
Test (phrase_parser, learns_the_training_data)
{
  for (guint s = 0; s < 3; s++) {
    const char *const paths[] = { "data/phrases.psd", NULL };
    g_autofree char *output = in_folder ("parsed");
    g_autoptr (GString) text = g_string_new (NULL);
    g_autoptr (TbkEvaluation) evaluation = NULL;
    g_autoptr (TbkModel) model = NULL;
    g_autoptr (TbkPhraseParser) parser = NULL;
    g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (paths[0], NULL, NULL);
    g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
    TbkTrainingOptions options;
    TbkBracketTree tree;

    tbk_training_options_init (&options);
    options.phrase_system = tbk_phrase_system_find (systems[s]);
    options.epochs = 30;
    model = tbk_train (&options, paths, NULL, NULL, NULL, NULL);
    parser = tbk_phrase_parser_new (model);
    cr_assert (tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH);
    while (tbk_bracket_batch_next (batch, &tree)) {
      cr_assert (tbk_phrase_parser_parse_tree (parser, &tree, text, NULL));
      g_string_append_c (text, '\n');
    }
    cr_assert (g_file_set_contents (output, text->str, -1, NULL));
    evaluation =
        tbk_evaluate (paths[0], output, &(TbkEvaluationOptions){ .evaluated = TBK_EVALUATED_PHRASES }, NULL);
    cr_assert_not_null (evaluation);
    TbkShare whole = tbk_evaluation_share (evaluation, TBK_PHRASE_WHOLE);
    cr_assert (whole.of == 7 && whole.right == 7, "%s: %d trees", systems[s], (int) whole.right);
  }
}

Test (phrase_parser, development_sets_may_have_other_labels)
{
  g_autofree char *dev = store_text ("dev", "(NEVER (SEEN (N a)) (V b))\n");
  g_autoptr (TbkModel) model = train_on ("data/phrases.psd", dev, "in-order", FALSE);

  cr_assert (tbk_vocabulary_find (model->phrases.labels, "NEVER", 5) == -1);
}

static void
assert_training_fails (const char *text, const char *message)
{
  g_autofree char *path = store_text ("wrong", text);
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  TbkTrainingOptions options;

  tbk_training_options_init (&options);
  options.phrase_system = tbk_phrase_system_find ("in-order");
  cr_assert_null (tbk_train (&options, paths, NULL, NULL, NULL, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_not_null (strstr (error->message, message), "%s", error->message);
}

Test (phrase_parser, refuses_what_is_no_training_data)
{
  assert_training_fails ("", "no trees, expected some to learn from");
  assert_training_fails ("((ID x))", "no trees");
  assert_training_fails ("(S (N a)", "wrong:1: ");
  assert_training_fails ("(S (N a))\n(S (N a) b)", "wrong:2: ");
}

/* Parsing. */

/* Parses @n words and checks that what comes out is a tree over them. */
static void
check_tree (const TbkModel *model, int n)
{
  g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree TbkTaggedWord *words = g_new (TbkTaggedWord, n);
  static const char *const forms[] = { "a", "(", "\xc3\xbe", "letter", "b c" }, *const tags[] = { "N", ")",
                                                                                                  "V" };
  g_auto (TbkPhraseTree) phrases = TBK_PHRASE_TREE_INIT;
  TbkBracketTree tree;

  for (int i = 0; i < n; i++) {
    const char *form = forms[i % 5], *tag = tags[i % 3];
    words[i] = (TbkTaggedWord){ { form, strlen (form) }, { tag, strlen (tag) } };
  }
  cr_assert (tbk_phrase_parser_parse (parser, words, n, text, &error), "%s",
             error != NULL ? error->message : "");
  cr_assert_null (strchr (text->str, '\n'));
  cr_assert (tbk_bracket_batch_set_text (batch, "parsed", text->str, text->len, NULL, &error), "%s",
             error != NULL ? error->message : "");
  cr_assert (tbk_bracket_batch_next (batch, &tree));
  cr_assert (tree.problem == NULL && tree.n == n && !tree.has_added_root);
  cr_assert (tbk_phrase_tree_set_brackets (&phrases, &tree, labels, NULL));
  cr_assert (!tbk_bracket_batch_next (batch, &tree));
}

Test (phrase_parser, any_weights_give_one_tree)
{
  static const int lengths[] = { 1, 2, 3, 17, 400 };

  for (guint s = 0; s < G_N_ELEMENTS (systems); s++) {
    g_autoptr (TbkModel) model = train_on ("data/phrases.psd", NULL, systems[s], s == 3);

    for (guint64 seed = 1; seed < 8; seed++) {
      randomize (model, seed);
      for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
        check_tree (model, lengths[l]);
    }
    check_tree (model, 10000);
  }
}

/* With the least caps that there can be. */
Test (phrase_parser, any_weights_give_one_tree_where_nothing_is_nested)
{
  g_autofree char *path = store_text ("flat", "(S (N a) (V b))\n");

  for (guint s = 0; s < 3; s++) {
    g_autoptr (TbkModel) model = train_on (path, NULL, systems[s], FALSE);

    cr_assert (model->phrases.max_unary == 1 && model->phrases.max_open == 1
               && model->phrases.max_children == 2);
    for (guint64 seed = 1; seed < 20; seed++) {
      randomize (model, seed);
      for (int n = 1; n < 30; n++)
        check_tree (model, n);
    }
  }
}

Test (phrase_parser, refuses_words_without_tags)
{
  g_autoptr (TbkModel) model = train ("in-order");
  g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const TbkBracketOptions options = { .rules = TBK_BRACKETS_NORMALIZED, .bare_words = TRUE };
  TbkBracketTree tree;

  cr_assert (tbk_bracket_batch_set_text (batch, "bare", "(S (NP w0 w1) w2)", 17, &options, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &tree) && tree.problem == NULL);
  cr_assert (!tbk_phrase_parser_parse_tree (parser, &tree, text, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert (text->len == 0);
}

Test (phrase_parser, refuses_trees_without_words)
{
  g_autoptr (TbkModel) model = train ("in-order");
  g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const TbkBracketTree tree = { 0 };

  cr_assert (!tbk_phrase_parser_parse_tree (parser, &tree, text, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message, "a tree without words, expected some to parse");
  cr_assert (text->len == 0);
}

/* Model files. */

static TbkModel *
load (const char *path, const char *message)
{
  g_autoptr (GError) error = NULL;
  TbkModel *model = tbk_phrase_model_load (path, &error);

  if (message == NULL) {
    cr_assert (model != NULL, "%s", error != NULL ? error->message : "");
    return model;
  }
  cr_assert_null (model);
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_not_null (strstr (error->message, message), "'%s', expected '%s'", error->message, message);
  return NULL;
}

Test (phrase_parser, loads_what_it_saved)
{
  for (guint s = 0; s < 3; s++) {
    g_autoptr (TbkModel) model = train (systems[s]), loaded = NULL;
    g_autofree char *path = in_folder ("model");
    gboolean is_at;

    save (model, path);
    cr_assert (phrase_model_is_at (path, &is_at, NULL) && is_at);
    loaded = load (path, NULL);
    cr_assert (tbk_phrase_model_system (loaded) == tbk_phrase_system_find (systems[s]));
    cr_assert (loaded->phrases.max_unary == model->phrases.max_unary
               && loaded->phrases.max_open == model->phrases.max_open
               && loaded->phrases.max_children == model->phrases.max_children);
    cr_assert (memcmp (loaded->weights, model->weights, model_n_weights (model) * sizeof (gint16)) == 0);
  }
}

Test (phrase_parser, refuses_damaged_models)
{
  g_autoptr (TbkModel) model = train ("top-down");
  g_autofree char *path = in_folder ("model"), *bytes = NULL;
  gsize length;

  save (model, path);
  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize cut = 0; cut < length; cut += length / 7) {
    cr_assert (g_file_set_contents (path, bytes, (gssize) cut, NULL));
    load (path, path);
  }
  for (gsize at = 1; at < length; at += length / 7) {
    bytes[at] ^= 4;
    cr_assert (g_file_set_contents (path, bytes, (gssize) length, NULL));
    load (path, path);
    bytes[at] ^= 4;
  }
}

/* A file with a right checksum and the head @text. */
static void
assert_head_fails (const char *text, const char *message)
{
  g_autofree char *path = in_folder ("head");
  g_autoptr (GString) head = g_string_new (text), bytes = frame_begin (head, 0);
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);

  cr_assert (frame_write (bytes, output, NULL) && tbk_output_commit (g_steal_pointer (&output), NULL));
  load (path, message);
}

Test (phrase_parser, refuses_heads_of_others)
{
  static const char *const wrong = "a model whose head says what cannot be";

#define HEAD "phrases in-order\nfeatures 1\nbits 4\nunary 1\nopen 1\nchildren 2\n"
  assert_head_fails ("system arc-eager-nederhof\n", "a model of dependencies");
  assert_head_fails ("phrases sideways\n", "'sideways', which this program does not have");
  assert_head_fails ("phrases side\033ways\n", "'side\\x1bways', which this program does not have");
  assert_head_fails ("phrases in-order\nfeatures 7\n", "features of version 7");
  assert_head_fails ("phrases in-order\nfeatures 1\nbits 40\n", wrong);
  assert_head_fails ("phrases in-order\nfeatures 1\nbits 4\nunary 0\n", wrong);
  assert_head_fails (HEAD "labels 2\nS\n", wrong);
  assert_head_fails (HEAD "labels 2\nS\nS\n", wrong);
  assert_head_fails (HEAD "labels 1\nS P\n", wrong);
  assert_head_fails (HEAD "labels 0\n", wrong);
  assert_head_fails (HEAD "labels 1\nS\n", wrong);
#undef HEAD
}
