/* test_memory.c - a lack of memory for what grows with the input is an error, after which one can go on. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/json.h"
#include "oracle/search.h"
#include "systems/arc_eager.h"
#include "systems/shift_reduce.h"
#include "systems/systems.h"
#include "tbk/constituency_compare.h"
#include "tbk/html.h"
#include "tbk/oracle.h"
#include "tbk/plot.h"
#include "tbk/projectivize.h"
#include "tbk/pseudo_projective.h"
#include "tbk/tabular.h"
#include "tbk/text.h"
#include "tbk/tree.h"
#include "test_conllu.h"

/* From now on the process may have so many bytes more, or as many as it likes. FALSE where that cannot be had. */
static gboolean
allow (gsize more)
{
#ifdef TBK_SANITIZED
  (void) more;
  return FALSE;
#else
  struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY }, set;
  FILE *file = fopen ("/proc/self/statm", "r");
  unsigned long pages = 0;

  if (file == NULL || fscanf (file, "%lu", &pages) != 1)
    return FALSE;
  fclose (file);
  if (more < G_MAXSIZE)
    limit.rlim_cur = pages * (gsize) sysconf (_SC_PAGESIZE) + more;
  return setrlimit (RLIMIT_AS, &limit) == 0 && getrlimit (RLIMIT_AS, &set) == 0
         && set.rlim_cur == limit.rlim_cur; /* QEMU takes any limit and sets none */
#endif
}

#define MEGABYTE ((gsize) 1 << 20)

static void
assert_no_memory (gboolean done, GError **error)
{
  cr_assert_not (done);
  cr_assert (g_error_matches (*error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", (*error)->message);
  cr_assert_not_null (strstr ((*error)->message, "no memory for"), "%s", (*error)->message);
  g_clear_error (error);
}

/* Two chains, interleaved: every arc but two crosses another. */
static int *
crossing_heads (int n)
{
  int *heads = g_new (int, n + 1);

  heads[0] = -1;
  for (int i = 1; i <= n; i++)
    heads[i] = i == 1 ? 0 : i == 2 ? 1 : i - 2;
  return heads;
}

static int *
chain_heads (int n)
{
  int *heads = g_new (int, n + 1);

  for (int i = 0; i <= n; i++)
    heads[i] = i - 1;
  return heads;
}

enum { MANY = 2000000, SOME = 900 };

Test (memory, projectivize)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME), *found = g_new (int, SOME + 1);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GError) error = NULL;
  int lost = -1;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_projectivize (projectivizer, many, MANY, NULL, &lost, &error), &error);
  assert_no_memory (tbk_projectivize (projectivizer, some, SOME, found, &lost, &error), &error);
  cr_assert_eq (lost, -1);
  allow (G_MAXSIZE);
  cr_assert (tbk_projectivize (projectivizer, some, SOME, found, &lost, &error));
}

Test (memory, pseudo_projective)
{
  g_autofree int *many = chain_heads (MANY), *found = g_new (int, MANY + 1);
  g_autofree TbkPiece *labels = g_new (TbkPiece, MANY + 1), *new_labels = g_new (TbkPiece, MANY + 1);
  g_autoptr (TbkPseudoProjective) pseudo = tbk_pseudo_projective_new (NULL);
  g_autoptr (GError) error = NULL;
  int moved = -1;

  for (int word = 0; word <= MANY; word++)
    labels[word] = (TbkPiece){ "x", 1 };
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (
      tbk_pseudo_projective_encode (pseudo, many, labels, MANY, found, new_labels, &moved, &error), &error);
  assert_no_memory (
      tbk_pseudo_projective_decode (pseudo, many, labels, MANY, found, new_labels, &moved, &error), &error);
  cr_assert_eq (moved, -1);
  allow (G_MAXSIZE);
  cr_assert (tbk_pseudo_projective_encode (pseudo, many, labels, MANY, found, new_labels, &moved, &error));
  cr_assert (tbk_pseudo_projective_decode (pseudo, many, labels, MANY, found, new_labels, &moved, &error));
  cr_assert_eq (moved, 0);
}

Test (memory, tabular)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective ());
  g_autoptr (GError) error = NULL;
  gint64 best;

  cr_assert (tbk_weighted_string_resize (&string, 100, NULL));
  cr_assert (tbk_tabular_best_plain (tabular, &string, &best, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_weighted_string_resize (&string, 1000, &error), &error);
  cr_assert_eq (string.n, 100);
  cr_assert (tbk_tabular_best_plain (tabular, &string, &best, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_weighted_string_resize (&string, 1000, NULL));
  allow (MEGABYTE);
  assert_no_memory (tbk_tabular_best_plain (tabular, &string, &best, &error), &error);
  assert_no_memory (tbk_tabular_best (tabular, &string, &best, &error), &error);
}

Test (memory, many_strings)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective ());
  g_autofree TbkWeightedString *strings = g_new0 (TbkWeightedString, MANY);
  g_autofree gint64 *best = g_new (gint64, MANY);
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_weighted_string_resize (&string, 1, NULL));
  for (int s = 0; s < MANY; s++)
    strings[s] = string;
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_tabular_best_many (tabular, strings, MANY, best, &error), &error);
  cr_assert (tbk_tabular_best_many (tabular, strings, SOME, best, NULL));
}

Test (memory, weights)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective ());
  g_autoptr (GError) error = NULL;
  gint64 best;

  cr_assert (tbk_weighted_string_resize (&string, 10, NULL));
  cr_assert (tbk_tabular_best (tabular, &string, &best, NULL));
  cr_assert (tbk_tabular_best_plain (tabular, &string, &best, NULL));
  if (!allow (MEGABYTE))
    return;
  for (int k = 0; k < MANY; k++)
    tbk_weight_set (&string, 0, 1, k);
  assert_no_memory (tbk_tabular_best (tabular, &string, &best, &error), &error);
  assert_no_memory (tbk_tabular_best_plain (tabular, &string, &best, &error), &error);
  cr_assert (tbk_weighted_string_resize (&string, 10, NULL));
  cr_assert (tbk_tabular_best (tabular, &string, &best, NULL));
}

Test (memory, trees)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME);
  g_autoptr (TbkTree) tree = tbk_tree_new ();
  g_autoptr (GError) error = NULL;
  TbkTreeMeasures measures = { .gap_degree = 17 };

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_tree_set (tree, many, MANY, &error), &error);
  cr_assert_eq (tbk_tree_n (tree), -1);
  cr_assert (tbk_tree_set (tree, some, SOME, NULL));
  cr_assert (tbk_tree_measure (tree, &measures, NULL));
  allow (G_MAXSIZE);
  cr_assert (tbk_tree_set (tree, many, MANY, NULL));
  allow (MEGABYTE);
  measures.gap_degree = 17;
  assert_no_memory (tbk_tree_measure (tree, &measures, &error), &error);
  cr_assert_eq (measures.gap_degree, 17);
}

/* A tree with very many projective ones that are equally good. */
static int *
random_heads (int n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree int *words = g_new (int, n);
  int *heads = g_new (int, n + 1);

  heads[0] = -1;
  for (int i = 0; i < n; i++) {
    int other = g_rand_int_range (random, 0, i + 1);

    words[i] = words[other];
    words[other] = i + 1;
    heads[i + 1] = 0;
  }
  for (int i = 1; i < n; i++)
    heads[words[i]] = words[g_rand_int_range (random, 0, i)];
  return heads;
}

/* Takes away all memory before tree number @n_before is asked for. */
static void
check_list (int n_before)
{
  g_autofree int *heads = random_heads (300), *found = g_new (int, 301);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GError) error = NULL;
  mpz_t count;
  int lost, n_told;

  mpz_init (count);
  cr_assert (tbk_projectivize_list (projectivizer, heads, 300, count, &lost, NULL));
  cr_assert_gt (mpz_cmp_ui (count, 1000000000), 0);
  for (int t = 1; t < n_before; t++)
    cr_assert_eq (tbk_projectivize_next (projectivizer, found, NULL), 1);
  if (allow (0)) {
    do
      n_told = tbk_projectivize_next (projectivizer, found, &error);
    while (n_told > 0);
    allow (G_MAXSIZE);
    cr_assert_eq (n_told, -1);
    assert_no_memory (FALSE, &error);
    cr_assert (tbk_projectivize (projectivizer, heads, 300, found, &lost, NULL));
  }
  mpz_clear (count);
}

Test (memory, list)
{
  check_list (1);
}

Test (memory, rest_of_list)
{
  check_list (300000);
}

Test (memory, ties)
{
  g_autofree int *heads = random_heads (SOME), *found = g_new (int, SOME + 1);
  TbkProjectivizeOptions options = { .ties = TBK_TIES_FIRST };
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (&options);
  g_autoptr (GError) error = NULL;
  int lost;

  cr_assert (tbk_projectivize (projectivizer, heads, SOME, NULL, &lost, NULL));
  for (gsize more = 0;; more += MEGABYTE / 8) {
    gboolean is_limited = allow (more), done;

    done = tbk_projectivize (projectivizer, heads, SOME, found, &lost, &error);
    allow (G_MAXSIZE);
    if (done || !is_limited)
      break;
    assert_no_memory (FALSE, &error);
  }
}

/* What cannot be appended is told by whoever wants the text. */
static void
check_text (void (*append) (TbkText *text, const char *bytes))
{
  g_autofree char *bytes = g_strnfill (MEGABYTE, 'x');
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", NULL);
  g_autoptr (GError) error = NULL;

  if (!allow (MEGABYTE))
    return;
  for (int i = 0; i < MANY / 10; i++)
    append (text, bytes);
  assert_no_memory (tbk_output_write_text (output, text, &error), &error);
  assert_no_memory (tbk_text_dup (text, &error) != NULL, &error);
  tbk_text_clear (text);
  tbk_text_add (text, "y", 1);
  cr_assert (tbk_output_write_text (output, text, NULL));
}

static void
add_line (TbkText *text, const char *bytes)
{
  tbk_text_add (text, bytes, 100);
}

static void
print_line (TbkText *text, const char *bytes)
{
  tbk_text_printf (text, "%.100s", bytes);
}

static void
keep_two_pieces (TbkText *text, const char *bytes)
{
  tbk_text_keep (text, bytes, 1);
  tbk_text_keep (text, bytes + 2, 1);
}

Test (memory, added_text)
{
  check_text (add_line);
}

Test (memory, printed_text)
{
  check_text (print_line);
}

Test (memory, kept_text)
{
  check_text (keep_two_pieces);
}

/* A string of JSON with an escape is copied. */
Test (memory, json)
{
  g_autofree char *text = g_strnfill (4 * MEGABYTE, 'x');
  g_autoptr (GError) error = NULL;
  const char *string;
  gsize length;
  Json json = { 0 };

  memcpy (text, "\"\\n", 3);
  text[4 * MEGABYTE - 1] = '"';
  cr_assert (json_begin (&json, text, 4 * MEGABYTE, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (json_string (&json, &string, &length, &error), &error);
  allow (G_MAXSIZE);
  cr_assert (json_begin (&json, text, 4 * MEGABYTE, NULL));
  cr_assert (json_string (&json, &string, &length, NULL));
  cr_assert (length == 4 * MEGABYTE - 3 && memcmp (string, "\nxx", 3) == 0);
  json_clear (&json);
}

Test (memory, gold_trees)
{
  g_autofree int *many = crossing_heads (MANY), *some = crossing_heads (SOME);
  g_autoptr (TbkOracle) oracle =
      tbk_oracle_new (&record_shift_reduce.system, SHIFT_REDUCE_NONE, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;

  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_oracle_set_gold (oracle, many, MANY, &error), &error);
  cr_assert (tbk_oracle_set_gold (oracle, some, SOME, NULL));
}

/* Walks with more and more memory, until there is enough. */
static void
walk_phrases (const TbkPhraseSystem *system, int n)
{
  const TbkWalk walk = { TBK_WALK_GOLD };
  const TbkConstituent all = { 0, 0, n };
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  gboolean done = FALSE;

  cr_assert (tbk_phrase_tree_set (&tree, n, &all, 1, NULL));
  for (gsize more = MEGABYTE / 16; !done; more += MEGABYTE / 16) {
    g_autoptr (TbkPhraseComparer) comparer = tbk_phrase_comparer_new (system, &walk, NULL);
    TbkPhraseAgreement rows[TBK_PHRASE_DISTANCES] = { 0 };
    g_autoptr (GError) error = NULL;

    if (comparer == NULL || !allow (more))
      return;
    done = tbk_phrase_comparer_walk (comparer, &tree, 1, 0, rows, &error);
    allow (G_MAXSIZE);
    if (!done)
      assert_no_memory (done, &error);
    cr_assert_null (error);
  }
}

Test (memory, phrase_walks)
{
  for (int s = 0; tbk_phrase_system_at (s) != NULL; s++)
    walk_phrases (tbk_phrase_system_at (s), SOME);
}

/* Sets the gold tree, then takes the memory away that valuing needs. Each in a test of its own, where no memory
 * was used and freed before. */
static void
check_values (const TbkSystem *system, int policy, TbkMethod method, int n)
{
  g_autofree int *heads = method == TBK_METHOD_LINEAR ? chain_heads (n) : crossing_heads (n);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, method, NULL);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS] = { 17 };

  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (tbk_oracle_values (oracle, &configuration, values, &error), &error);
  cr_assert_eq (values[0], 17);
  allow (G_MAXSIZE);
  cr_assert (tbk_oracle_values (oracle, &configuration, values, NULL));
}

Test (memory, values_shift_reduce)
{
  check_values (&record_shift_reduce.system, SHIFT_REDUCE_NONE, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_normalized)
{
  check_values (&record_arc_eager_normalized.system, NORMALIZED_BLOCK, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_arc_eager)
{
  check_values (&record_arc_eager.system, ARC_EAGER_NONE, TBK_METHOD_LINEAR, MANY);
}

Test (memory, values_exact)
{
  check_values (&record_shift_reduce.system, SHIFT_REDUCE_NONE, TBK_METHOD_EXACT, SOME);
}

Test (memory, values_tabular)
{
  check_values (&record_shift_reduce.system, SHIFT_REDUCE_NONE, TBK_METHOD_TABULAR, SOME / 3);
}

/* The memo of the exact method grows from configuration to configuration. When it cannot, that configuration has no
 * values; later ones have the right ones. */
static void
check_memo (const TbkSystem *system, int policy, int n)
{
  g_autofree int *heads = crossing_heads (n);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) free_oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS], expected[TBK_MAX_TRANSITIONS];
  int n_limited = 0, n_refused = 0;

  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL)
             && tbk_oracle_set_gold (free_oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  cr_assert (tbk_oracle_values (oracle, &configuration, values, NULL));
  for (int step = 0; step < n; step++) {
    g_autoptr (GError) error = NULL;
    gboolean is_limited = step % 3 != 0 && allow (0), done;

    done = tbk_oracle_values (oracle, &configuration, values, &error);
    if (is_limited)
      allow (G_MAXSIZE);
    cr_assert (tbk_oracle_values (free_oracle, &configuration, expected, NULL));
    if (done)
      cr_assert (memcmp (values, expected, system->n_transitions * sizeof (int)) == 0, "step %d", step);
    else
      assert_no_memory (done, &error);
    n_limited += is_limited;
    n_refused += !done;
    if (!tbk_configuration_step (&configuration, &system->transitions[0], NULL))
      break;
  }
  cr_assert (n_limited == 0 || (n_refused > 0 && n_refused < n / 2), "%s: %d of %d refused", system->name,
             n_refused, n_limited);
}

Test (memory, memo)
{
  check_memo (&record_shift_reduce.system, SHIFT_REDUCE_NONE, 300);
  check_memo (&record_arc_eager.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, 1800);
}

/* Valuing, after so many shifts, takes a search. */
static gboolean
search_values (TbkOracle *oracle, int n, int n_shifts, int *values, GError **error)
{
  const TbkSystem *system = tbk_oracle_system (oracle);
  const TbkTransition *shift = &system->transitions[tbk_system_transition (system, "SH")];
  g_autofree int *heads = crossing_heads (n);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;

  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (&configuration, system, n, NULL));
  for (int s = 0; s < n_shifts; s++)
    cr_assert (tbk_configuration_step (&configuration, shift, NULL));
  return tbk_oracle_values (oracle, &configuration, values, error);
}

Test (memory, search)
{
  const TbkSystem *system = tbk_system_find ("covington-projective");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) free_oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS] = { 17 }, expected[TBK_MAX_TRANSITIONS];

  search_most = 1 << 20;
  if (!allow (MEGABYTE))
    return;
  assert_no_memory (search_values (oracle, 20, 4, values, &error), &error);
  cr_assert_eq (values[0], 17);
  allow (G_MAXSIZE);
  cr_assert (search_values (oracle, 20, 4, values, NULL));
  cr_assert (search_values (free_oracle, 20, 4, expected, NULL));
  cr_assert_arr_eq (values, expected, system->n_transitions * sizeof (int));
}

/* Long configurations end a search before many of them are looked at. */
Test (memory, bounded_search)
{
  g_autoptr (TbkOracle) oracle =
      tbk_oracle_new (tbk_system_find ("covington-projective"), 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GError) error = NULL;
  int values[TBK_MAX_TRANSITIONS], n_looked_at;

  search_most = 1 << 17;
  cr_assert_not (search_values (oracle, 900, 700, values, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_eq (sscanf (error->message, "the value of SH was not found by looking at %d", &n_looked_at), 1);
  cr_assert (n_looked_at > 1000 && n_looked_at <= SEARCH_MOST_INTEGERS / 600, "%d", n_looked_at);
}

/* A sentence of so many words, after one of a single word. */
static TbkConlluReader *
open_sentence (int n)
{
  g_autoptr (GString) text = g_string_new ("1\tw\t_\t_\t_\t_\t0\t_\t_\t_\n\n");

  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d\tw\t_\t_\t_\t_\t%d\t_\t_\t_\n", i, i - 1);
  g_string_append_c (text, '\n');
  return open_text (text->str, text->len, NULL, DEFAULT_BLOCKS, NULL);
}

Test (memory, sentences)
{
  g_autoptr (TbkConlluReader) reader = open_sentence (MANY / 4);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (GError) error = NULL;
  TbkConlluSentence sentence;
  int n_read = 0;

  if (!allow (MEGABYTE))
    return;
  while (tbk_conllu_reader_next (reader, batch, &error) == TBK_READ_BATCH)
    n_read++;
  assert_no_memory (FALSE, &error);
  cr_assert_eq (n_read, 1);

  allow (G_MAXSIZE);
  tbk_conllu_reader_close (reader);
  reader = open_sentence (MANY / 4);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  cr_assert_eq (tbk_conllu_reader_next (reader, batch, NULL), TBK_READ_BATCH);
  allow (MEGABYTE);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  cr_assert (g_error_matches (sentence.problem, TBK_ERROR, TBK_ERROR_RESOURCE));
  cr_assert_not_null (strstr (sentence.problem->message, ":3: no memory for a sentence of more than"));
  cr_assert_not (tbk_conllu_batch_next (batch, &sentence));
}

Test (memory, pages_and_plots)
{
  static const char *const columns[] = { "word", NULL };
  g_autoptr (TbkPage) page = tbk_page_new ("long");
  g_autoptr (TbkPlot) plot = tbk_plot_new ("long", "x", "y");
  g_autoptr (TbkOutput) output = tbk_output_open ("/dev/null", NULL);
  g_autofree char *drawing = NULL;
  GError *error = NULL;

  tbk_page_begin_table (page, "long", columns, 1);
  tbk_plot_add_line (plot, "long");
  if (!allow (MEGABYTE))
    return;
  for (int i = 0; i < MANY / 4; i++) {
    tbk_page_cell (page, "%d", i);
    tbk_plot_add_point (plot, i, i);
  }
  tbk_page_end_table (page);
  assert_no_memory (tbk_page_write (page, output, &error), &error);
  drawing = tbk_plot_draw_svg (plot, &error);
  assert_no_memory (drawing != NULL, &error);
  cr_assert (allow (G_MAXSIZE));
}
