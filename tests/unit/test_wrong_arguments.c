/* test_wrong_arguments.c - enumerations and sizes out of range, and NULL where it must not be: refused by every
 * public function, with a message for the programmer and nothing else. */
#include <criterion/criterion.h>

#include "base/base.h"
#include "base/pipeline.h"
#include "conllu/conllu.h"
#include "report/report.h"
#include "statistics/statistics.h"
#include "systems/systems.h"
#include "tabular/forest.h"
#include "tabular/tabular.h"
#include "tbk/check.h"
#include "tbk/conllu.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"
#include "tbk/tabular.h"
#include "tbk/tree.h"
#include "tree/tree.h"
#include "unit/refused.h"

static const int heads[] = { -1, 0, 1 };

Test (wrong_arguments, projectivize)
{
  static const TbkProjectivizeOptions wrong[] = {
    { .root = 3 },      { .root = (TbkRoot) -1 },
    { .ties = 3 },      { .ties = (TbkTies) -1 },
    { .method = 2 },    { .method = (TbkProjectivizeMethod) -1 },
    { .max_core = -1 },
  };
  g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (NULL);
  TbkRandom random = { 0 };
  int projective[3];
  mpz_t count;

  mpz_init (count);
  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++)
    ASSERT_REFUSED (cr_assert_null (tbk_projectivizer_new (&wrong[w])));
  ASSERT_REFUSED (tbk_projectivize (NULL, heads, 2, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize (p, NULL, 2, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize (p, heads, -1, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_draw (p, NULL, 2, &random, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_draw (p, heads, -1, &random, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_draw (p, heads, 2, NULL, projective, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_draw (p, heads, 2, &random, NULL, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_count (p, NULL, 2, count, NULL, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_count (p, heads, -1, count, NULL, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_list (p, NULL, 2, count, NULL, NULL));
  ASSERT_REFUSED (tbk_projectivize_list (p, heads, -1, count, NULL, NULL));
  ASSERT_REFUSED (cr_assert_eq (tbk_projectivize_next (p, projective, NULL), -1));
  cr_assert (tbk_projectivize_list (p, heads, 2, count, NULL, NULL));
  cr_assert (tbk_projectivize (p, heads, 2, projective, NULL, NULL));
  ASSERT_REFUSED (
      cr_assert_eq (tbk_projectivize_next (p, projective, NULL), -1)); /* another call came in between */
  mpz_clear (count);
}

Test (wrong_arguments, check)
{
  const TbkCheckWord words[3] = { { .form = { NULL, 0 } } };
  g_autoptr (TbkChecker) checker = tbk_checker_new (NULL);
  const TbkIncident *incidents;
  TbkFindings found;
  int n_incidents;

  ASSERT_REFUSED (cr_assert_null (tbk_checker_new (&(TbkProjectivizeOptions){ .method = 3 })));
  ASSERT_REFUSED (tbk_check_findings (NULL, heads, words, 2, &found, NULL));
  ASSERT_REFUSED (tbk_check_findings (checker, NULL, words, 2, &found, NULL));
  ASSERT_REFUSED (tbk_check_findings (checker, heads, NULL, 2, &found, NULL));
  ASSERT_REFUSED (tbk_check_findings (checker, heads, words, -1, &found, NULL));
  ASSERT_REFUSED (tbk_check_findings (checker, heads, words, 2, NULL, NULL));
  ASSERT_REFUSED (tbk_check_incidents (NULL, heads, words, 2, &incidents, &n_incidents, NULL));
  ASSERT_REFUSED (tbk_check_incidents (checker, NULL, words, 2, &incidents, &n_incidents, NULL));
  ASSERT_REFUSED (tbk_check_incidents (checker, heads, NULL, 2, &incidents, &n_incidents, NULL));
  ASSERT_REFUSED (tbk_check_incidents (checker, heads, words, -1, &incidents, &n_incidents, NULL));
  ASSERT_REFUSED (tbk_check_incidents (checker, heads, words, 2, NULL, &n_incidents, NULL));
  ASSERT_REFUSED (tbk_check_incidents (checker, heads, words, 2, &incidents, NULL, NULL));
  ASSERT_REFUSED (cr_assert_null (tbk_check_test_name (TBK_N_CHECK_TESTS + 1)));
  ASSERT_REFUSED (cr_assert_eq (tbk_check_test_find (NULL), TBK_N_CHECK_TESTS));
  ASSERT_REFUSED (tbk_check_test_level (TBK_N_CHECK_TESTS));
  ASSERT_REFUSED (cr_assert_null (tbk_check_level_name (4)));
}

Test (wrong_arguments, classes)
{
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  TbkClasses classes;

  ASSERT_REFUSED (tbk_tree_classes (NULL, heads, 2, TBK_CLASSES_ALL, &classes, NULL));
  ASSERT_REFUSED (tbk_tree_classes (classifier, NULL, 2, TBK_CLASSES_ALL, &classes, NULL));
  ASSERT_REFUSED (tbk_tree_classes (classifier, heads, -1, TBK_CLASSES_ALL, &classes, NULL));
  ASSERT_REFUSED (tbk_tree_classes (classifier, heads, 2, TBK_CLASSES_ALL + 1, &classes, NULL));
  ASSERT_REFUSED (tbk_tree_classes (classifier, heads, 2, TBK_CLASSES_ALL, NULL, NULL));
  ASSERT_REFUSED (cr_assert_null (tbk_class_name (TBK_N_CLASSES + 1)));
}

Test (wrong_arguments, lengths)
{
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  const gint64 offsets[] = { 0, 2 };
  const gboolean is_gone[] = { FALSE, FALSE, TRUE };
  gint64 lengths[TBK_N_LENGTHS], numerator = 7, denominator = 7;
  int left_heads[3], words[3];

  ASSERT_REFUSED (tbk_lengths_compute (NULL, heads, 2, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_compute (meter, NULL, 2, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_compute (meter, heads, -1, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_compute (meter, heads, 2, TBK_LENGTHS_ALL + 1, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_compute (meter, heads, 2, TBK_LENGTHS_ALL, NULL, NULL));
  ASSERT_REFUSED (tbk_lengths_many (NULL, heads + 1, offsets, 1, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_many (meter, heads + 1, NULL, 1, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (tbk_lengths_many (meter, heads + 1, offsets, -1, TBK_LENGTHS_ALL, lengths, NULL));
  ASSERT_REFUSED (cr_assert_null (tbk_length_name (TBK_N_LENGTHS + 1)));
  ASSERT_REFUSED (cr_assert_eq (tbk_length_denominator (TBK_N_LENGTHS, 2), 1));
  ASSERT_REFUSED (length_reduce (TBK_LENGTH_MEAN, 2, -1, &numerator, &denominator));
  cr_assert (numerator == 7 && denominator == 7);
  ASSERT_REFUSED (cr_assert_eq (tbk_heads_without (NULL, 2, is_gone, left_heads, words), 0));
  ASSERT_REFUSED (cr_assert_eq (tbk_heads_without (heads, -1, is_gone, left_heads, words), 0));
  cr_assert_null (tbk_length_name (TBK_N_LENGTHS));
}

Test (wrong_arguments, tree)
{
  g_autoptr (TbkTree) tree = tbk_tree_new ();

  ASSERT_REFUSED (tbk_tree_nonprojective_arcs (tree));
  ASSERT_REFUSED (tbk_tree_depth (tree, 0));
  ASSERT_REFUSED (tbk_tree_set (tree, heads, -1, NULL));
  ASSERT_REFUSED (tbk_tree_set (tree, NULL, 2, NULL));
  cr_assert (tbk_tree_set (tree, heads, 2, NULL));
  ASSERT_REFUSED (tbk_tree_depth (tree, 3));
  ASSERT_REFUSED (tbk_tree_depth (tree, -1));
  ASSERT_REFUSED (tbk_tree_dominates (tree, 3, 1));
  ASSERT_REFUSED (tbk_tree_dominates (tree, 1, -1));
}

Test (wrong_arguments, oracle)
{
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (&record_arc_standard.system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS];

  for (int wrong = -1; wrong < 100; wrong += 100) {
    ASSERT_REFUSED (cr_assert_null (tbk_method_name (wrong)));
    ASSERT_REFUSED (
        cr_assert_null (tbk_oracle_new (&record_arc_eager_nederhof.system, wrong, TBK_METHOD_EXACT, NULL)));
    ASSERT_REFUSED (cr_assert_null (tbk_oracle_new (&record_arc_eager_nederhof.system, 0, wrong, NULL)));
    ASSERT_REFUSED (cr_assert_null (
        tbk_oracle_records_new (&record_arc_eager_nederhof.system, wrong, TBK_METHOD_EXACT, NULL)));
  }
  ASSERT_REFUSED (cr_assert_null (tbk_method_name (TBK_N_METHODS)));
  ASSERT_REFUSED (cr_assert_null (tbk_oracle_new (NULL, 0, TBK_METHOD_EXACT, NULL)));
  ASSERT_REFUSED (tbk_oracle_set_gold (oracle, heads, -1, NULL));
  ASSERT_REFUSED (tbk_oracle_set_gold (oracle, NULL, 2, NULL));
  cr_assert (tbk_configuration_start (&c, &record_arc_standard.system, 2, NULL));
  ASSERT_REFUSED (tbk_oracle_values (oracle, &c, values, NULL)); /* there is no gold tree */
  cr_assert (tbk_oracle_set_gold (oracle, heads, 2, NULL));
  c.depth = 0;
  ASSERT_REFUSED (tbk_oracle_values (oracle, &c, values, NULL));
  c.depth = 4;
  ASSERT_REFUSED (tbk_oracle_values (oracle, &c, values, NULL));
  c.depth = 1;
  c.buffer = 4;
  ASSERT_REFUSED (tbk_oracle_values (oracle, &c, values, NULL));
  c.buffer = 0;
  ASSERT_REFUSED (tbk_oracle_values (oracle, &c, values, NULL));
}

Test (wrong_arguments, configuration)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT, copy = TBK_CONFIGURATION_INIT;
  g_autoptr (GError) error = NULL;

  ASSERT_REFUSED (tbk_configuration_start (&c, &record_arc_standard.system, -1, NULL));
  ASSERT_REFUSED (tbk_configuration_start (&c, NULL, 2, NULL));
  cr_assert (tbk_configuration_start (&c, &record_arc_standard.system, 2, NULL));
  c.depth = 4;
  ASSERT_REFUSED (tbk_configuration_copy (&copy, &c, NULL));
  cr_assert_not (tbk_configuration_check (&c, &error));
  cr_assert_str_eq (error->message, "the stack has 4 elements: at most 3 were expected");
  c.n = -1;
  ASSERT_REFUSED (tbk_configuration_copy (&copy, &c, NULL));
  ASSERT_REFUSED (tbk_configuration_check (&c, NULL));
  ASSERT_REFUSED (cr_assert_null (tbk_system_find (NULL)));
  ASSERT_REFUSED (cr_assert_eq (tbk_transition_read (&record_arc_standard.system, NULL, -1, NULL, NULL), -1));
}

Test (wrong_arguments, compare)
{
  TbkCompareOptions options = { .system = &record_arc_standard.system };
  const TbkAgreementOptions counted = { .compare = options };
  g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options, NULL);
  g_autoptr (Agreement) agreement = agreement_new (&counted);
  g_autoptr (TbkTally) tally = tbk_tally_new (agreement_layout ());
  const OracleVerdict verdicts[2] = { { .optimal = 0 } };
  TbkWalk walk = { .kind = 3 };
  TbkAgreementFigures figures;
  gint64 nanoseconds;
  int n;

  ASSERT_REFUSED (comparer_walk (comparer, heads, -1, 1, agreement, NULL));
  ASSERT_REFUSED (comparer_walk (comparer, NULL, 2, 1, agreement, NULL));
  ASSERT_REFUSED (comparer_walk_sentence (comparer, NULL, 1, agreement, NULL));
  options.n_variants = -1;
  ASSERT_REFUSED (cr_assert_null (tbk_comparer_new (&options, NULL)));
  options = (TbkCompareOptions){ .system = &record_arc_standard.system, .walk = walk };
  ASSERT_REFUSED (cr_assert_null (tbk_comparer_new (&options, NULL)));
  ASSERT_REFUSED (cr_assert_null (walk_name (&walk)));
  ASSERT_REFUSED (cr_assert_eq (tbk_walk_choose (&walk, NULL, &record_arc_standard.system, NULL, 1), -1));
  ASSERT_REFUSED (tbk_walk_parse (NULL, &walk, NULL));
  ASSERT_REFUSED (agreement_count_configuration (agreement, -1, 0, verdicts));
  ASSERT_REFUSED (tbk_agreement_get (tally, -1, &figures));
  ASSERT_REFUSED (cr_assert_null (agreement_confusions (tally, -1, &n)));
  ASSERT_REFUSED (agreement_at_length (tally, -1, 0, &nanoseconds));
  ASSERT_REFUSED (agreement_at_length (tally, 0, -1, &nanoseconds));
  cr_assert_null (agreement_tables (FALSE, -1));
  cr_assert_null (agreement_plotted ("x"));
}

Test (wrong_arguments, tabular)
{
  const TbkWeightedString none = TBK_WEIGHTED_STRING_INIT;
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  const TbkWeightedString *wrong[] = { &none, &string };
  gint64 best;
  mpz_t count;

  mpz_init (count);
  ASSERT_REFUSED (tbk_weighted_string_resize (&string, 0, NULL));
  ASSERT_REFUSED (tbk_weighted_string_resize (&string, -1, NULL));
  cr_assert (tbk_weighted_string_resize (&string, 2, NULL));
  ASSERT_REFUSED (tbk_weight_set (&string, 2, 1, 1));
  ASSERT_REFUSED (tbk_weight_set (&string, 0, -1, 1));
  string.terminals[1] = 1; /* the grammar has none but 0 */
  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++) {
    ASSERT_REFUSED (tbk_tabular_best (tabular, wrong[w], &best, NULL));
    ASSERT_REFUSED (tabular_best_plain (tabular, wrong[w], &best, NULL));
    ASSERT_REFUSED (tbk_tabular_best_count (tabular, wrong[w], &best, count, NULL));
    ASSERT_REFUSED (tbk_tabular_forest (tabular, wrong[w], forest, NULL));
  }
  ASSERT_REFUSED (tbk_tabular_best_many (tabular, &string, -1, &best, NULL));
  ASSERT_REFUSED (forest_build (forest, 3, 3, NULL, NULL, NULL));
  mpz_clear (count);
}

Test (wrong_arguments, random)
{
  TbkRandom random = { 0 };
  mpz_t zero;

  mpz_init (zero);
  ASSERT_REFUSED (random_below (&random, 0));
  ASSERT_REFUSED (random_below_number (&random, zero, zero));
  mpz_clear (zero);
}

Test (wrong_arguments, conllu)
{
  g_autoptr (Notes) notes = notes_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  const TbkConlluSentence sentence = { .text = "", .n = 2, .heads = heads };
  const int wide[] = { -1, 0, 3 }, rooted[] = { 0, 0, 1 };

  ASSERT_REFUSED (cr_assert_null (tbk_conllu_reader_open (NULL, NULL, NULL)));
  ASSERT_REFUSED (notes_count (notes, TBK_N_NOTES, NULL));
  ASSERT_REFUSED (cr_assert_null (note_name (TBK_N_NOTES)));
  ASSERT_REFUSED (cr_assert_null (note_text (TBK_N_NOTES)));
  ASSERT_REFUSED (tbk_conllu_sentence_write (&sentence, heads, 4, text));
  ASSERT_REFUSED (tbk_conllu_sentence_write (&sentence, wide, TBK_MARK_ORIG, text));
  ASSERT_REFUSED (tbk_conllu_sentence_write (&sentence, rooted, TBK_MARK_ORIG, text));
  ASSERT_REFUSED (conllu_sentence_write_choice (&sentence, wide, TBK_MARK_ORIG, "c", TRUE, text));
  ASSERT_REFUSED (conllu_sentence_write_choice (&sentence, NULL, TBK_MARK_ORIG, "c", TRUE, text));
  cr_assert_eq (tbk_text_length (text), 0);
}

Test (wrong_arguments, report)
{
  static const char *const columns[] = { "a", NULL };
  g_autoptr (TbkTable) table = tbk_table_new (NULL, TBK_TABLE_TSV, columns);
  g_autoptr (Page) page = page_new ("t");
  g_autoptr (TbkTally) tally = tbk_tally_new (choices_layout ());
  mpz_t number;
  int n;

  mpz_init (number);
  ASSERT_REFUSED (cr_assert_null (tbk_table_new (NULL, TBK_TABLE_N_FORMATS, columns)));
  ASSERT_REFUSED (cr_assert_null (tbk_table_new (NULL, TBK_TABLE_TSV, NULL)));
  ASSERT_REFUSED (tbk_table_end_row (table, NULL)); /* a cell is missing */
  ASSERT_REFUSED (tbk_table_decimal (table, 1, -1));
  ASSERT_REFUSED (tbk_table_percent (table, 2, 1));
  ASSERT_REFUSED (tbk_table_percent (table, -1, 1));
  ASSERT_REFUSED (table_ratio (table, 1, -1));
  ASSERT_REFUSED (cr_assert_eq (figures_section (TBK_FIGURES_OF_ARCS, FALSE), 0));
  ASSERT_REFUSED (cr_assert_eq (figures_section (TBK_FIGURES_N_KINDS, TRUE), 0));
  tbk_table_integer (table, 1);
  ASSERT_REFUSED (tbk_table_integer (table, 1)); /* one too many */
  ASSERT_REFUSED (tbk_table_string (table, "x"));
  ASSERT_REFUSED (cr_assert_null (choices_bins (tally, TBK_OVER_ALL + 1, &n)));
  ASSERT_REFUSED (cr_assert_null (choices_intervals (tally, TBK_OVER_ALL, 0)));
  ASSERT_REFUSED (cr_assert_null (choices_intervals (tally, TBK_OVER_ALL, 100)));
  ASSERT_REFUSED (page_begin_table (page, "c", columns, -1));
  ASSERT_REFUSED (page_begin_table (page, "c", columns + 1, 0));
  mpz_clear (number);
}

Test (wrong_arguments, draw)
{
  const TbkDrawnRow row = { .kind = TBK_DRAWN_WORD };
  const TbkDrawnSentence sentence = { .rows = &row, .n_rows = 1, .n = 1, .heads = heads };
  const TbkDrawnSentence empty = { .rows = &row, .n_rows = 1, .n = 0, .heads = heads };
  const TbkDrawnSentence few = { .rows = &row, .n_rows = 1, .n = 2, .heads = heads };
  const TbkDrawnSentence both = {
    .rows = &row, .n_rows = 1, .n = 1, .heads = heads, .projective = heads, .against = heads
  };
  const TbkBracketTree tree = { .n = 0 }, one = { .n = 1 }, two = { .n = 2 };
  g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
  g_autoptr (TbkText) text = tbk_text_new ();

  ASSERT_REFUSED (cr_assert_not (tbk_draw_sentence (drawer, &empty, text, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_draw_sentence (drawer, &few, text, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_draw_sentence (NULL, &sentence, text, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_draw_sentence (drawer, &both, text, NULL)));
  ASSERT_REFUSED (cr_assert_not (
      tbk_draw_brackets (drawer, (TbkPiece){ "t", 1 }, &tree, NULL, (TbkPiece){ 0 }, text, NULL)));
  ASSERT_REFUSED (cr_assert_not (
      tbk_draw_brackets (drawer, (TbkPiece){ "t", 1 }, &one, &two, (TbkPiece){ "o", 1 }, text, NULL)));
  cr_assert_eq (tbk_text_length (text), 0);
}

Test (wrong_arguments, pipeline)
{
  ASSERT_REFUSED (pipeline_run (NULL, NULL, NULL, NULL));
}
