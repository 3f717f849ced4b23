/* test_parser.c - templates, scores, weights and models of linear parsers: against plain second computations, and damaged. */
#include "learn/learn.h"
#include "parser/parser.h"
#include "tbk/base.h"
#include "unit/models.h"

TestSuite (parser, .init = make_folder, .fini = remove_folder);

/* Templates. */

Test (parser, default_tables_of_all_systems_compile)
{
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    for (guint columns = 0; columns < 1u << FIELD_DEPREL; columns += 5) {
      g_autofree char *table = templates_default (system, columns);
      g_autoptr (GError) error = NULL;
      g_autofree Templates *templates = templates_compile (table, system, "table", &error);
      cr_assert (templates != NULL, "%s: %s", system->name, error != NULL ? error->message : "");
      for (int a = 0; a < templates->n_atoms; a++)
        if (templates->atoms[a].kind == ATOM_COLUMN && templates->atoms[a].attribute >= ATTRIBUTE_FEATS)
          cr_assert (columns >> FIELD_FEATS & 1, "a table without FEATS reads FEATS");
    }
}

/* Scores and weights. */

enum { SCORED_ROWS = 5000, SCORED_CLASSES = 300 };

static void
check_scores (const gint16 *weights, const Features *features, int n_classes)
{
  gint32 scores[SCORED_CLASSES + BLOCK];

  scores_fill (weights, features, n_classes, scores);
  for (int c = 0; c < n_classes; c++) {
    int sum = 0;
    for (int f = 0; f < features->n; f++)
      sum += weights[features->rows[f] + (guint32) c];
    cr_assert (scores[c] == sum, "class %d of %d, %d features: %d, expected %d", c, n_classes, features->n,
               scores[c], sum);
  }
}

/* Of weights drawn from all that there can be, and of such as make sums of bytes as great as they get. */
Test (parser, scores_are_sums_of_rows)
{
  static const int counts[] = { 0, 1, 190, 255, 256, 257, 1000 },
                   ends[] = { G_MININT16, -1, 255, G_MAXINT16 };
  g_autofree gint16 *weights = g_new (gint16, SCORED_ROWS + SCORED_CLASSES + BLOCK);
  g_autofree Features *features = g_new (Features, 1);
  TbkRandom random;

  tbk_random_init (&random, 1, 1);
  for (guint kind = 0; kind <= G_N_ELEMENTS (ends); kind++) {
    for (int i = 0; i < SCORED_ROWS + SCORED_CLASSES + BLOCK; i++)
      weights[i] = (gint16) (kind == 0 ? (int) random_below (&random, 65536) - 32768 : ends[kind - 1]);
    for (guint i = 0; i < G_N_ELEMENTS (counts); i++) {
      features->n = counts[i];
      for (int f = 0; f < features->n; f++)
        features->rows[f] = (guint32) random_below (&random, SCORED_ROWS);
      check_scores (weights, features, 5);
      check_scores (weights, features, 75);
      check_scores (weights, features, SCORED_CLASSES);
    }
  }
}

/* The average of all the states that the weights were in, by adding them up. */
Test (parser, averages_are_averages)
{
  enum { BITS = 4, ROWS = 1 << BITS, TICKS = 500 };
  gint64 totals[ROWS + 2] = { 0 }, greatest = 0;
  gint16 averages[ROWS + 2];
  g_autofree Features *features = g_new (Features, 1);
  Weights weights;
  TbkRandom random;

  tbk_random_init (&random, 2, 2);
  cr_assert (weights_init (&weights, BITS, NULL));
  for (int t = 0; t < TICKS; t++) {
    features->n = 1;
    features->rows[0] = (guint32) random_below (&random, ROWS);
    weights_update (&weights, features, (int) random_below (&random, 2),
                    random_below (&random, 3) > 0 ? 1 : -1);
    weights.clock++;
    for (int i = 0; i < ROWS + 2; i++)
      totals[i] += weights.now[i];
  }
  weights_average (&weights, averages, ROWS + 2);
  for (int i = 0; i < ROWS + 2; i++)
    greatest = MAX (greatest, ABS (totals[i]));
  for (int i = 0; i < ROWS + 2; i++)
    cr_assert (averages[i] == totals[i] * G_MAXINT16 / greatest, "weight %d: %d", i, averages[i]);
  weights_clear (&weights);
}

/* Averages are the same in whatever units the clock counts. */
Test (parser, averages_of_long_trainings)
{
  enum { N = 1000 };
  gint16 expected[N], averages[N];
  Weights weights;

  cr_assert (weights_init (&weights, 10, NULL));
  for (int i = 0; i < N; i++)
    weights.now[i] = (gint16) ((i % 2 == 0 ? 32 : -32) * i);
  weights.clock = 1;
  weights_average (&weights, expected, N);
  for (; weights.clock < (gint64) 1 << 46; weights.clock *= 2) {
    weights_average (&weights, averages, N);
    cr_assert_arr_eq (averages, expected, sizeof expected);
  }
  weights_clear (&weights);
}

Test (parser, weights_stay_within_their_bits)
{
  g_autofree Features *features = g_new (Features, 1);
  Weights weights;

  cr_assert (weights_init (&weights, 4, NULL));
  features->n = 1;
  features->rows[0] = 3;
  for (int i = 0; i < 70000; i++)
    weights_update (&weights, features, 0, -1);
  cr_assert (weights.now[3] == -G_MAXINT16);
  weights_clear (&weights);
}

/* Model files. */

static guint64
check_reading (const TbkModel *model)
{
  g_autofree char *path = save (model, "model");
  g_autoptr (TbkModel) loaded = tbk_model_load (path, NULL);
  g_autofree char *again = save (loaded, "again");

  cr_assert (loaded->beam == model->beam && tbk_model_system (loaded) == tbk_model_system (model)
             && loaded->n_classes == model->n_classes);
  assert_same_files (path, again);
  cr_assert (tbk_model_checksum (model) == 0 && tbk_model_checksum (loaded) != 0);
  return tbk_model_checksum (loaded);
}

/* And models that differ have checksums that do. */
Test (parser, models_are_written_as_they_were_read)
{
  g_autoptr (TbkModel) model = train ("arc-standard", TRUE, 3);
  g_autoptr (TbkModel) staged = train_in_stages ();

  cr_assert (check_reading (model) == check_reading (model));
  cr_assert (check_reading (staged) != check_reading (model));
}

static void
assert_refused (const char *path, const char *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  store (path, bytes, length);
  cr_assert_null (tbk_model_load (path, &error));
  cr_assert (error->domain == TBK_ERROR && error->code == TBK_ERROR_DATA
             && g_str_has_prefix (error->message, path));
}

/* Each cut, and each byte that is another one, somewhere among the first thousands and here and there. */
Test (parser, damaged_models_are_refused)
{
  g_autoptr (TbkModel) model = train ("arc-eager-nederhof", FALSE, 1);
  g_autofree char *path = save (model, "model"), *damaged = in_folder ("damaged"), *bytes = NULL;
  gsize length;
  TbkRandom random;

  tbk_random_init (&random, 3, 3);
  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize cut = 0; cut < 40; cut++)
    assert_refused (damaged, bytes, cut);
  for (int i = 0; i < 40; i++) {
    gsize at = random_below (&random, i % 2 == 0 ? 10000 : length);
    bytes[at] ^= 1;
    assert_refused (damaged, bytes, length);
    bytes[at] ^= 1;
  }
  assert_refused (damaged, bytes, length - 1);
}

/* A model with a right checksum, whose head says what none may say. */
static void
assert_head_refused (const char *text, const char *message)
{
  g_autofree char *path = in_folder ("model");
  g_autoptr (GString) head = g_string_new (text), bytes = frame_begin (head, 0);
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  g_autoptr (GError) error = NULL;

  cr_assert (frame_write (bytes, output, NULL) && tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert_null (tbk_model_load (path, &error));
  cr_assert (error->code == TBK_ERROR_DATA && strstr (error->message, message) != NULL, "%s", error->message);
}

/* The model file @new as version 1 had it, with @former for the system @now. To be freed. */
static char *
make_former (const char *path, const char *now, const char *former)
{
  static const guint64 key[2] = { 1, 2 };
  enum { HEAD = 32 };
  g_autofree char *bytes = NULL, *line = g_strdup_printf ("system %s\n", now);
  gsize length;
  guint64 head_length, checksum;
  char *made = in_folder ("former");
  GString *file = g_string_new (NULL);

  cr_assert (g_file_get_contents (path, &bytes, &length, NULL));
  memcpy (&head_length, bytes + 16, 8);
  g_string_append_len (file, bytes, HEAD);
  file->str[8] = 1;
  cr_assert (g_str_has_prefix (bytes + HEAD, line));
  g_string_append_printf (file, "system %s\n%s", former, bytes + HEAD + strlen (line));
  while (file->len % 64 != 0)
    g_string_append_c (file, '\0');
  checksum = file->len - HEAD;
  memcpy (file->str + 16, &checksum, 8);
  g_string_append_len (file, bytes + HEAD + head_length, (gssize) (length - HEAD - head_length - 8));
  checksum = hash_with_key (key, file->str, file->len);
  g_string_append_len (file, (const char *) &checksum, 8);
  cr_assert (g_file_set_contents (made, file->str, (gssize) file->len, NULL));
  g_string_free (file, TRUE);
  return made;
}

Test (parser, models_of_version_1_are_of_the_systems_that_had_the_names)
{
  static const char *const names[][2] = { { "arc-eager-nederhof", "arc-eager" },
                                          { "arc-eager", "arc-eager-nivre" },
                                          { "arc-standard", "shift-reduce" },
                                          { "arc-eager-nederhof-normalized", "arc-eager-normalized" },
                                          { "swap", "swap" } };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (TbkModel) model = train (names[i][0], TRUE, 1), again = NULL;
    g_autofree char *path = save (model, "model"), *former = make_former (path, names[i][0], names[i][1]);
    g_autofree char *written = NULL;
    g_autoptr (GError) error = NULL;

    again = tbk_model_load (former, &error);
    cr_assert (again != NULL, "%s", error != NULL ? error->message : "");
    cr_assert_eq (tbk_model_system (again), tbk_model_system (model));
    written = save (again, "written");
    assert_same_files (path, written);
  }
}

/* What names stood for in files of before. */
Test (parser, former_names)
{
  cr_assert_str_eq (tbk_system_find_former ("arc-eager-nivre:start=noroot,complete=root")->name,
                    "arc-eager:start=noroot,complete=root");
  cr_assert_str_eq (tbk_system_find_former ("left-before-right")->name, "arc-standard-left-first");
  cr_assert_str_eq (tbk_system_find_former ("covington:start=noroot")->name, "covington:start=noroot");
  cr_assert_null (tbk_system_find_former ("arc-eager-nederhof-published"));
  cr_assert_null (tbk_system_find ("shift-reduce"));
  cr_assert_null (tbk_system_find ("arc-eager-nivre"));
}

Test (parser, models_of_other_systems_are_refused)
{
  assert_head_refused ("system arc\033lazy\n", "the system 'arc\\x1blazy', which");
  assert_head_refused ("phrases in-order\n", "a model of phrase structure, expected one of dependencies");
  assert_head_refused ("systems\n", "a model whose head says what cannot be");
}
