/* test_constituency_vectors.c - published losses and sequences of phrase-structure parsing. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/phrase.h"
#include "brute/vectors.h"
#include "oracle/phrases.h"
#include "tbk/oracle.h"

static const TbkPhraseSystem *system_tested;
static TbkPhraseOracle *oracle;

/* An array of strings with spaces between them; to be freed. */
static char *
join (JsonArray *array)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", json_array_get_string_element (array, i));
  return g_string_free (text, FALSE);
}

static void
check_sequence (JsonObject *record, const TbkPhraseTree *tree, const TbkVocabulary *labels)
{
  g_autoptr (TbkPhraseStaticOracle) sequence = tbk_phrase_static_oracle_new (system_tested);
  g_autofree char *expected = join (json_object_get_array_member (record, "gold"));
  g_autoptr (GString) found = g_string_new (NULL);
  TbkPhraseTransition transition;

  cr_assert (tbk_phrase_static_oracle_set_gold (sequence, tree, NULL));
  while (tbk_phrase_static_oracle_next (sequence, &transition)) {
    g_autofree char *key = key_of (system_tested, transition, labels);
    g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", key);
  }
  /* The records leave out the FI of in-order parsing. */
  if (system_tested->strategy == TBK_PHRASE_IN_ORDER)
    g_string_truncate (found, found->len - strlen (" FI"));
  cr_assert_str_eq (found->str, expected);
}

/* The number of legal transitions with labels that the record allows. */
static int
count_allowed (const TbkPhraseConfiguration *c, int n_labels)
{
  int n = 0;

  if (tbk_phrase_configuration_is_final (c))
    return 0;
  for (int act = TBK_PHRASE_SHIFT; act <= TBK_PHRASE_FINISH; act++) {
    const gboolean is_bottom_up = c->system->strategy == TBK_PHRASE_BOTTOM_UP && act == TBK_PHRASE_REDUCE;

    for (int k = is_bottom_up; k <= (is_bottom_up ? c->depth : 0); k++)
      if (tbk_phrase_configuration_obstacle (c, (TbkPhraseTransition){ act, -1, k }) == NULL)
        n += act == TBK_PHRASE_OPEN || is_bottom_up ? n_labels : 1;
  }
  return n;
}

static void
check_losses (JsonObject *record, const TbkPhraseConfiguration *c, TbkVocabulary *labels, int n_labels)
{
  const char *id = json_object_get_string_member (record, "id");
  JsonObject *expected = json_object_get_object_member (record, "next_loss");
  g_autoptr (GList) keys = json_object_get_members (expected);
  const TbkPhraseValues *values = tbk_phrase_oracle_values (oracle, c, NULL);
  int n_optimal = 0;

  cr_assert_eq (values->loss, json_object_get_int_member (record, "loss"), "%s: %d", id, values->loss);
  cr_assert_eq (tbk_phrase_oracle_loss (oracle, c, NULL), values->loss);
  cr_assert_eq (count_allowed (c, n_labels), (int) g_list_length (keys), "%s", id);
  for (const GList *key = keys; key != NULL; key = key->next) {
    TbkPhraseTransition transition;
    int loss;

    cr_assert (
        tbk_phrase_transition_read (system_tested, key->data, strlen (key->data), labels, &transition, NULL));
    loss = phrase_values_loss (values, transition);
    cr_assert_eq (loss, json_object_get_int_member (expected, key->data), "%s: %s %d", id, (char *) key->data,
                  loss);
    n_optimal += loss == values->loss;
  }
  cr_assert_eq (n_optimal, (int) json_array_get_length (json_object_get_array_member (record, "optimal")));
}

static void
check_record (JsonObject *record)
{
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  JsonArray *allowed = json_object_get_array_member (record, "labels");
  g_autofree char *prefix = join (json_object_get_array_member (record, "prefix"));
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;

  for (guint l = 0; l < json_array_get_length (allowed); l++) {
    const char *label = json_array_get_string_element (allowed, l);
    tbk_vocabulary_add (labels, label, strlen (label), NULL);
  }
  set_tree (&tree, json_object_get_string_member (record, "tree"), labels);
  check_sequence (record, &tree, labels);
  tbk_phrase_configuration_start (&c, system_tested, tree.n);
  take_steps (&c, prefix, labels);
  cr_assert_eq (tbk_phrase_configuration_is_final (&c), json_object_get_boolean_member (record, "terminal"));
  cr_assert_eq (c.next, json_object_get_int_member (record, "next_word"));
  cr_assert_eq (c.n_built, (int) json_array_get_length (json_object_get_array_member (record, "built")));
  cr_assert_eq (c.n_open, (int) json_array_get_length (json_object_get_array_member (record, "open")));
  cr_assert (tbk_phrase_oracle_set_gold (oracle, &tree, NULL));
  check_losses (record, &c, labels, (int) json_array_get_length (allowed));
}

static void
check_file (const char *system, const char *file)
{
  system_tested = tbk_phrase_system_find (system);
  oracle = tbk_phrase_oracle_new (system_tested, TBK_PHRASE_EXACT, NULL);
  cr_assert_eq (for_each_vector (file, check_record), 1000);
  tbk_phrase_oracle_free (oracle);
}

Test (constituency, vectors_top_down)
{
  check_file ("top-down", "constituent_topdown.jsonl.gz");
}

Test (constituency, vectors_in_order)
{
  check_file ("in-order", "constituent_inorder.jsonl.gz");
}

Test (constituency, vectors_bottom_up)
{
  check_file ("bottom-up", "constituent_bottomup.jsonl.gz");
}

/* The counterexamples to the published formula, and the value that it gives. */
static const struct {
  const char *system, *tree, *prefix;
  int printed, exact;
} counterexamples[] = {
  { "top-down", "(A (B w0) w1)", "NT-B", 0, 1 },
  { "top-down", "(S (NP w0) (VP w1))", "NT-S NT-NP SH NT-VP", 0, 2 },
  { "top-down", "(S (NP w0) w1)", "NT-NP NT-S SH", 1, 2 },
  { "top-down", "(S (NP w0) w1)", "NT-NP SH", 1, 3 },
  { "top-down", "(A (B w0 w1))", "NT-B NT-A", 1, 0 },
  { "top-down", "(X (X w0 w1) w2)", "NT-X SH", 0, 1 },
  { "in-order", "(S w0 (VP w1 w2))", "SH NT-S SH SH", 0, 1 },
  { "in-order", "(S (NP w0 w1) w2)", "SH NT-S SH SH", 2, 1 },
  { "in-order", "(A (B w0) w1 w2)", "SH NT-A", 0, 1 },
  { "in-order", "(A w0)", "SH NT-A RE NT-A", 0, 1 },
  { "in-order", "(A (B w0 w1))", "SH NT-A", 1, 0 },
  { "in-order", "(FRAG (NP w0))", "SH NT-NP RE NT-FRAG", 0, 0 },
  { "in-order", "(FRAG (NP w0))", "SH NT-NP RE FI", 0, 1 }, /* reports/phrase-oracles.md */
  { "bottom-up", "(A (B w0))", "SH RE-B-1", 0, 0 },
  { "bottom-up", "(A (B w0))", "SH RE-B-1 FI", 0, 1 },
  { "bottom-up", "(A w0)", "SH RE-A-1 RE-A-1", 0, 1 },
};

Test (constituency, counterexamples)
{
  for (gsize i = 0; i < G_N_ELEMENTS (counterexamples); i++) {
    const TbkPhraseSystem *system = tbk_phrase_system_find (counterexamples[i].system);
    g_autoptr (TbkPhraseOracle) printed = tbk_phrase_oracle_new (system, TBK_PHRASE_PRINTED, NULL);
    g_autoptr (TbkPhraseOracle) exact = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, NULL);
    g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
    g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
    g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;

    set_tree (&tree, counterexamples[i].tree, labels);
    cr_assert (tbk_phrase_oracle_set_gold (printed, &tree, NULL)
               && tbk_phrase_oracle_set_gold (exact, &tree, NULL));
    tbk_phrase_configuration_start (&c, system, tree.n);
    take_steps (&c, counterexamples[i].prefix, labels);
    cr_expect_eq (tbk_phrase_oracle_loss (exact, &c, NULL), counterexamples[i].exact, "exact %zu", i + 1);
    cr_expect_eq (tbk_phrase_oracle_loss (printed, &c, NULL), counterexamples[i].printed, "printed %zu: %d",
                  i + 1, tbk_phrase_oracle_loss (printed, &c, NULL));
  }
}
