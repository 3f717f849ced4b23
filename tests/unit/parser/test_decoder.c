/* test_decoder.c - decoding: whatever the weights, trees with one root; beams and stages against plain searches. */
#include "conllu/conllu.h"
#include "parser/parser.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/tree.h"
#include "unit/models.h"

TestSuite (decoder, .init = make_folder, .fini = remove_folder);

/* Makes the weights anything, so that the parser takes steps that no training would make it take. */
static void
randomize (TbkModel *model)
{
  TbkRandom random;

  tbk_random_init (&random, 4, 4);
  for (gsize i = 0; i < model_n_weights (model); i++)
    model->own_weights[i] = (gint16) (random_next (&random) & 255);
}

static void
read_sentences (Treebank *treebank, TbkModel *model, const char *path)
{
  static const TbkTrainingOptions options = { 0 };

  treebank_init (treebank, model, &options, FALSE);
  cr_assert (treebank_read (treebank, path, NULL));
}

/* Decoding. */

Test (decoder, trees_of_every_system_have_one_root)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++) {
    g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, NULL, NULL);
    if (oracle == NULL)
      continue;
    g_autoptr (TbkModel) model = train (system->name, TRUE, i % 2 == 0 ? 1 : 2);
    Treebank treebank;
    Decoder decoder;
    randomize (model);
    read_sentences (&treebank, model, "data/la.conllu");
    decoder_init (&decoder, model, NULL);
    for (guint s = 0; s < treebank.sentences->len; s++) {
      int n_roots = 0, n = treebank_at (&treebank, (int) s)->words.n;
      cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
      cr_assert (tbk_tree_set (tree, decoder.configuration.heads, n, NULL), "%s: no tree", system->name);
      for (int word = 1; word <= n; word++)
        n_roots += decoder.configuration.heads[word] == 0;
      cr_assert (n_roots == 1, "%s: %d roots", system->name, n_roots);
    }
    decoder_clear (&decoder);
    treebank_clear (&treebank);
  }
}

/* Takes the transition with that key. */
static void
step (TbkConfiguration *c, const char *key)
{
  const TbkTransition *transition =
      &c->system->transitions[tbk_transition_read (c->system, key, -1, NULL, NULL)];

  cr_assert (tbk_configuration_step (c, transition, NULL), "%s", key);
}

static gboolean
is_choice (const TbkConfiguration *c, const char *key)
{
  Choices choices;

  choices_find (c, TRUE, &choices);
  return ((choices.bare | choices.relating) >> tbk_transition_read (c->system, key, -1, NULL, NULL) & 1) != 0;
}

/* So a parser takes a limited number of steps a word in systems that could go on to the first word each time. */
Test (decoder, words_far_apart_do_not_meet)
{
  enum { WORDS = TBK_PARSER_MAX_DISTANCE + 200 };
  static const char *const systems[] = { "covington", "covington:start=noroot", "swap" };

  for (gsize s = 0; s < G_N_ELEMENTS (systems); s++) {
    const TbkSystem *system = tbk_system_find (systems[s]);
    const gboolean swaps = (system->features & TBK_HAS_RETURNED) != 0;
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
    int n_met = 0;

    tbk_configuration_keep_relations (&c);
    tbk_configuration_keep_children (&c);
    cr_assert (tbk_configuration_start (&c, system, WORDS, NULL));
    for (int word = 1; word < WORDS; word++)
      step (&c, "SH");
    if (swaps)
      step (&c, "SH");
    for (; is_choice (&c, swaps ? "SW" : "NA"); n_met++)
      step (&c, swaps ? "SW" : "NA");
    cr_assert_eq (n_met, TBK_PARSER_MAX_DISTANCE, "%s: %d", systems[s], n_met);
    cr_assert (is_choice (&c, swaps ? "LA" : "SH"));
    cr_assert (swaps || !is_choice (&c, "LA"));
  }
}

/* Parses data/la.conllu under @options; checks that each completion gives trees, with one root if that is wanted, and
 * that words keep the heads that they have in @left, which is NULL or the decoder of what is left. */
static void
check_rest (TbkModel *model, const TbkParserOptions *options, Decoder *left)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  Treebank treebank;
  Decoder decoder;
  int n_left = 0;

  decoder_init (&decoder, model, options);
  read_sentences (&treebank, model, "data/la.conllu");
  for (guint s = 0; s < treebank.sentences->len; s++) {
    const Words *words = &treebank_at (&treebank, (int) s)->words;
    const int *heads, *before;
    int n_roots = 0;
    cr_assert (decoder_run (&decoder, words, NULL) && decoder_run (left, words, NULL));
    heads = decoder.configuration.heads;
    before = left->configuration.heads;
    cr_assert (tbk_tree_set (tree, heads, words->n, NULL), "rest %d, completion %d: no tree", options->rest,
               options->completion);
    for (int word = 1; word <= words->n; word++) {
      n_roots += heads[word] == 0;
      n_left += before[word] < 0;
      cr_assert (before[word] < 0 || heads[word] == before[word]
                 || (before[word] == 0 && !options->any_root));
    }
    cr_assert (n_roots == 1 || options->any_root);
  }
  cr_assert_gt (n_left, 0, "nothing was left to complete");
  decoder_clear (&decoder);
  treebank_clear (&treebank);
}

Test (decoder, fragments_become_trees)
{
  static const char *const systems[] = { "arc-eager", "arc-eager:complete=root" };

  for (int i = 0; i < 8; i++) {
    TbkParserOptions options = { .beam = i & 2 ? 3 : 1, .any_root = i & 4, .rest = TBK_REST_LEFT };
    g_autoptr (TbkModel) model = train (systems[i & 1], TRUE, 1);
    Decoder left;
    randomize (model);
    decoder_init (&left, model, &options);
    options.rest = TBK_REST_COMPLETED;
    for (options.completion = 0; options.completion < TBK_N_COMPLETIONS; options.completion++)
      check_rest (model, &options, &left);
    options.rest = TBK_REST_UNSHIFTED;
    check_rest (model, &options, &left);
    decoder_clear (&left);
  }
}

/* A static oracle never unshifts, so that no class of it is learned; the parser does it all the same. */
Test (decoder, unshift_need_not_be_learned)
{
  g_autoptr (TbkModel) model = train ("arc-eager-unshift", TRUE, 1);
  Treebank treebank;
  Decoder decoder;

  randomize (model);
  read_sentences (&treebank, model, "data/la.conllu");
  decoder_init (&decoder, model, NULL);
  for (guint s = 0; s < treebank.sentences->len; s++) {
    cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
    cr_assert (tbk_configuration_is_final (&decoder.configuration));
  }
  decoder_clear (&decoder);
  treebank_clear (&treebank);
}

/* Whatever relations are chosen, what is decoded is a tree with one root, and its relations bear no marks. */
Test (decoder, decoded_trees_have_one_root)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  int n_nonprojective = 0;

  for (TbkScheme mark = TBK_SCHEME_HEAD; mark <= TBK_SCHEME_HEADPATH; mark++) {
    TbkTrainingOptions options;
    Treebank treebank;
    Decoder decoder;
    tbk_training_options_init (&options);
    options.is_marked = TRUE;
    options.mark = mark;
    options.epochs = 1;
    g_autoptr (TbkModel) model = train_with (&options);
    randomize (model);
    read_sentences (&treebank, model, "data/fr.conllu");
    decoder_init (&decoder, model, NULL);
    for (guint s = 0; s < treebank.sentences->len; s++) {
      int n_roots = 0, n = treebank_at (&treebank, (int) s)->words.n;
      cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
      cr_assert (tbk_tree_set (tree, decoder.heads, n, NULL));
      for (int word = 1; word <= n; word++) {
        n_roots += decoder.heads[word] == 0;
        n_nonprojective += tbk_tree_is_nonprojective (tree, word);
        for (gsize i = 0; i < decoder.deprels[word].size; i++)
          cr_assert (strchr ("|%", decoder.deprels[word].bytes[i]) == NULL);
      }
      cr_assert (n_roots == 1);
    }
    decoder_clear (&decoder);
    treebank_clear (&treebank);
  }
  cr_assert (n_nonprojective > 0);
}

/* Step by step the parser gets where it gets at once. */
Test (decoder, steps_lead_to_the_tree)
{
  g_autoptr (TbkModel) model = train ("arc-eager-nederhof", FALSE, 1);
  g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_auto (TbkCursor) cursor = { 0 };
  Treebank treebank;
  Decoder decoder;

  read_sentences (&treebank, model, "data/nl.conllu");
  decoder_init (&decoder, model, NULL);
  tbk_configuration_keep_relations (&c);
  tbk_configuration_keep_children (&c);
  cr_assert (tbk_cursor_open (&cursor, tbk_conllu_format (), "data/nl.conllu", NULL, NULL));
  for (guint s = 0; s < treebank.sentences->len; s++) {
    cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
    cr_assert (tbk_cursor_next_sentence (&cursor, NULL)
               && tbk_parser_read (parser, cursor.entry.sentence, NULL));
    cr_assert (tbk_configuration_start (&c, model->system, cursor.entry.n_words, NULL));
    while (tbk_parser_take (parser, &c) >= 0)
      ;
    cr_assert (tbk_configuration_is_final (&c));
    for (int word = 1; word <= c.n; word++)
      cr_assert (c.heads[word] < 0
                 || (c.heads[word] == decoder.heads[word]
                     && c.relations[word] == decoder.configuration.relations[word]));
  }
  decoder_clear (&decoder);
  treebank_clear (&treebank);
}

/* The sum of scores of the best sequence from @c on, by trying all. */
static gint64
best_sum (const TbkModel *model, const TbkConfiguration *c, const Words *words)
{
  g_autofree Features *features = g_new (Features, 1);
  g_autofree gint32 *scores = g_new (gint32, padded_classes (model->n_classes));
  gint64 best = G_MININT64;
  Choices choices;

  if (tbk_configuration_is_final (c))
    return 0;
  choices_find (c, TRUE, &choices);
  features_extract (model->templates, c, words, model->bits, features);
  scores_fill (model->weights, features, model->n_classes, scores);
  for (int k = 0; k < model->n_classes; k++) {
    if (!class_is_possible (model, &model->classes[k], &choices))
      continue;
    g_auto (TbkConfiguration) next = TBK_CONFIGURATION_INIT;
    cr_assert (tbk_configuration_copy (&next, c, NULL));
    classes_take (&next, &model->classes[k]);
    best = MAX (best, scores[k] + best_sum (model, &next, words));
  }
  return best > G_MININT64 ? best : 0;
}

/* A beam that is wide enough finds the best of all sequences, and one of width 1 the greedy one. */
Test (decoder, beams_find_the_best)
{
  static const char text[] =
      "1\tA\ta\tDET\t_\t_\t2\tdet\t_\t_\n2\tletter\tletter\tNOUN\t_\t_\t0\troot\t_\t_\n"
      "3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_\n\n";
  g_autoptr (TbkModel) model = train ("arc-eager-nederhof", TRUE, 2);
  g_autofree char *path = in_folder ("three");
  TbkConfiguration start = TBK_CONFIGURATION_INIT;
  Beam *wide = beam_new (model, 5000, TRUE);
  Treebank treebank;

  store (path, text, sizeof text - 1);
  model->n_classes = 6; /* few enough to try all */
  read_sentences (&treebank, model, path);
  const Words *words = &treebank_at (&treebank, 0)->words;
  tbk_configuration_keep_relations (&start);
  tbk_configuration_keep_children (&start);
  cr_assert (tbk_configuration_start (&start, model->system, 3, NULL));
  cr_assert (beam_run (wide, words, NULL, NULL));
  cr_assert (beam_score_at (wide, 0) == best_sum (model, &start, words));
  beam_free (wide);
  tbk_configuration_clear (&start);
  treebank_clear (&treebank);
}

static void
check_beam_of_one (TbkModel *model)
{
  Beam *beam = beam_new (model, 1, TRUE);
  Treebank treebank;
  Decoder decoder;

  read_sentences (&treebank, model, "data/fr.conllu");
  decoder_init (&decoder, model, &(TbkParserOptions){ .beam = 1 });
  for (guint s = 0; s < treebank.sentences->len; s++) {
    const Words *words = &treebank_at (&treebank, (int) s)->words;
    cr_assert (decoder_run (&decoder, words, NULL) && beam_run (beam, words, NULL, NULL));
    cr_assert (tbk_configuration_is_final (beam_at (beam, 0)));
    for (int word = 1; word <= words->n; word++)
      cr_assert (beam_at (beam, 0)->heads[word] < 0
                 || beam_at (beam, 0)->heads[word] == decoder.configuration.heads[word]);
  }
  decoder_clear (&decoder);
  beam_free (beam);
  treebank_clear (&treebank);
}

Test (decoder, beams_of_one_are_greedy)
{
  g_autoptr (TbkModel) model = train ("arc-hybrid", TRUE, 1);
  g_autoptr (TbkModel) staged = train_in_stages ();

  check_beam_of_one (model);
  check_beam_of_one (staged);
}

static void
check_root_relations (TbkModel *model)
{
  Treebank treebank;
  Decoder decoder;
  int n_of_root = 0, n_others = 0;

  cr_assert (model->has_root_relation);
  randomize (model);
  read_sentences (&treebank, model, "data/fr.conllu");
  decoder_init (&decoder, model, &(TbkParserOptions){ .beam = 1 });
  for (guint s = 0; s < treebank.sentences->len; s++) {
    const TbkConfiguration *c = &decoder.configuration;
    cr_assert (decoder_run (&decoder, &treebank_at (&treebank, (int) s)->words, NULL));
    for (int word = 1; word <= c->n; word++)
      if (c->relations[word] >= 0) {
        cr_assert (model->relations[c->relations[word]].is_of_root == (c->heads[word] == 0));
        c->heads[word] == 0 ? n_of_root++ : n_others++;
      }
  }
  cr_assert (n_of_root > 0 && n_others > 0);
  decoder_clear (&decoder);
  treebank_clear (&treebank);
}

Test (decoder, relations_of_the_root_stay_there)
{
  g_autoptr (TbkModel) model = train ("arc-eager-nederhof", FALSE, 1);
  g_autoptr (TbkModel) staged = train_in_stages ();

  check_root_relations (model);
  check_root_relations (staged);
}

/* The class that two stages choose is that of the best transition with the best of its relations. */
Test (decoder, stages_choose_one_after_the_other)
{
  g_autoptr (TbkModel) model = train_in_stages ();
  g_autofree Features *features = g_new (Features, 1);
  g_autofree gint32 *all = g_new (gint32, padded_classes (model->n_classes));
  g_autofree gint32 *scores = g_new (gint32, padded_classes (model->n_classes));
  const int n_transitions = model->system->n_transitions;
  TbkRandom random;

  for (int c = 0; c < model->n_classes; c++)
    cr_assert (stages_class (model, model->classes[c].transition, model->classes[c].relation) == c);
  randomize (model);
  tbk_random_init (&random, 6, 6);
  features->n = 20;
  for (int i = 0; i < 1000; i++) {
    guint all_transitions = (1u << n_transitions) - 1;
    guint bare = (guint) random_below (&random, all_transitions + 1);
    Choices choices = { .bare = bare, .relating = all_transitions & ~bare };
    int transition = 0, best = -1;
    for (int f = 0; f < features->n; f++)
      features->rows[f] = (guint32) random_below (&random, 1u << model->bits);
    scores_fill (model->weights, features, model->n_classes, all);
    for (int t = 1; t < n_transitions; t++)
      transition = all[t] > all[transition] ? t : transition;
    for (int c = 0; c < model->n_classes; c++)
      if (model->classes[c].transition == transition
          && class_is_possible (model, &model->classes[c], &choices) && (best < 0 || all[c] > all[best]))
        best = c;
    cr_assert (model_choose (model, features, &choices, scores) == best);
  }
}
