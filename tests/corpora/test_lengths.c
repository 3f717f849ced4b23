/* test_lengths.c - lengths of real treebanks, with punctuation and without, and of published vectors, computed by other
 * means. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/projectivize.h"
#include "tbk/tree.h"
#include "tree/tree.h"
#include "unit/time_limit.h"

/* A number, or a fraction in lowest terms as a string. */
static void
parse_fraction (JsonNode *node, gint64 *numerator, gint64 *denominator)
{
  char *end;

  *denominator = 1;
  if (json_node_get_value_type (node) != G_TYPE_STRING) {
    *numerator = json_node_get_int (node);
    return;
  }
  *numerator = g_ascii_strtoll (json_node_get_string (node), &end, 10);
  *denominator = g_ascii_strtoll (end + 1, NULL, 10);
}

static void
check_record (JsonObject *record)
{
  JsonObject *measures = json_object_get_object_member (record, "measures");
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  gint64 lengths[TBK_N_LENGTHS];
  int n;
  g_autofree int *heads = vector_heads (record, &n);

  cr_assert (tbk_lengths_compute (meter, heads, n, TBK_LENGTHS_ALL, lengths, NULL));
  for (int k = 0; k < TBK_N_LENGTHS; k++) {
    JsonNode *node = json_object_get_member (measures, tbk_length_name (k));
    gint64 numerator, denominator, found[2] = { 0, 0 };
    cr_assert_not_null (node, "%s", tbk_length_name (k));
    if (json_node_is_null (node)) {
      cr_assert_eq (lengths[k], TBK_LENGTH_UNDEFINED);
      continue;
    }
    parse_fraction (node, &numerator, &denominator);
    length_reduce (k, n, lengths[k], &found[0], &found[1]);
    cr_assert (found[0] == numerator && found[1] == denominator, "%s of %d words", tbk_length_name (k), n);
  }
}

Test (corpora, vectors_of_lengths)
{
  g_autofree char *path = find_corpora_file ("vectors/lengths/vectors.jsonl");

  cr_assert_eq (for_each_record (path, check_record), 1850);
}

/* Sums over the sentences of a treebank that have one root. */
typedef struct {
  gboolean skips_punctuation;
  TbkLengthMeter *meter;
  int *heads, *words;
  gboolean *is_gone;
  int n_allocated;
  gint64 sentences, words_in_all, sums[TBK_N_LENGTHS], most[TBK_N_LENGTHS];
} Sums;

static void
add_sentence (gpointer data, const TbkConlluSentence *sentence)
{
  Sums *sums = data;
  const int *heads = sentence->heads;
  gint64 lengths[TBK_N_LENGTHS];
  int n = sentence->n;

  if (n >= sums->n_allocated) {
    sums->n_allocated = 2 * n + 1;
    sums->heads = g_renew (int, sums->heads, sums->n_allocated);
    sums->words = g_renew (int, sums->words, sums->n_allocated);
    sums->is_gone = g_renew (gboolean, sums->is_gone, sums->n_allocated);
  }
  if (sums->skips_punctuation) {
    for (int word = 1; word <= n; word++) {
      TbkPiece upos = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_UPOS);
      sums->is_gone[word] = upos.size == 5 && memcmp (upos.bytes, "PUNCT", 5) == 0;
    }
    n = tbk_heads_without (heads, n, sums->is_gone, sums->heads, sums->words);
    heads = sums->heads;
  }
  cr_assert (tbk_lengths_compute (sums->meter, heads, n, TBK_LENGTHS_ALL, lengths, NULL));
  if (lengths[TBK_LENGTH_ROOT] == TBK_LENGTH_UNDEFINED)
    return;
  sums->sentences++;
  sums->words_in_all += n;
  for (int k = 0; k < TBK_N_LENGTHS; k++) {
    sums->sums[k] += lengths[k];
    sums->most[k] = MAX (sums->most[k], lengths[k]);
  }
}

static gint64
number_at (char **names, char **row, const char *name)
{
  for (int c = 0; names[c] != NULL; c++)
    if (strcmp (names[c], name) == 0)
      return g_ascii_strtoll (row[c], NULL, 10);
  cr_assert_fail ("no column %s", name);
  return 0;
}

static void
check_sums (const Sums *sums, char **names, char **row)
{
  static const struct {
    const char *name;
    TbkLength length;
    gboolean is_most;
  } columns[] = {
    { "D", TBK_LENGTH_TOTAL, FALSE },
    { "dmin", TBK_LENGTH_LEAST, FALSE },
    { "dmin_pl", TBK_LENGTH_LEAST_PLANAR, FALSE },
    { "dmin_pr", TBK_LENGTH_LEAST_PROJECTIVE, FALSE },
    { "dmax_pr", TBK_LENGTH_GREATEST_PROJECTIVE, FALSE },
    { "epr6", TBK_LENGTH_MEAN_PROJECTIVE, FALSE },
    { "e3", TBK_LENGTH_MEAN, FALSE },
    { "C", TBK_LENGTH_CROSSINGS, FALSE },
    { "Q", TBK_LENGTH_DISJOINT_PAIRS, FALSE },
    { "head_initial", TBK_LENGTH_HEAD_INITIAL, FALSE },
    { "adjacent", TBK_LENGTH_ADJACENT, FALSE },
    { "shd", TBK_LENGTH_DEPTHS, FALSE },
    { "height_sum", TBK_LENGTH_HEIGHT, FALSE },
    { "fluxw_sum", TBK_LENGTH_FLUX_WEIGHTS, FALSE },
    { "flux_max", TBK_LENGTH_GREATEST_FLUX, TRUE },
    { "fluxw_max", TBK_LENGTH_GREATEST_FLUX_WEIGHT, TRUE },
    { "max_len", TBK_LENGTH_LONGEST, TRUE },
  };

  cr_assert_eq (sums->sentences, number_at (names, row, "sentences"), "%s %s", row[0], row[1]);
  cr_assert_eq (sums->words_in_all, number_at (names, row, "words"), "%s %s", row[0], row[1]);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++) {
    gint64 found = (columns[c].is_most ? sums->most : sums->sums)[columns[c].length];
    cr_assert_eq (found, number_at (names, row, columns[c].name), "%s of %s %s: %" G_GINT64_FORMAT,
                  columns[c].name, row[0], row[1], found);
  }
}

/* The files of a treebank, "r2.2_af_afribooms" those whose paths begin with "r2.2/af_afribooms-ud". */
static void
add_treebank (Sums *sums, const char *treebank)
{
  static const char *const parts[] = { "train", "dev", "test" };
  g_auto (GStrv) names = g_strsplit (treebank, "_", 2);

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    g_autofree char *name = g_strdup_printf ("%s-ud-%s.conllu.gz", names[1], parts[p]);
    g_autofree char *path = g_build_filename (g_getenv ("TBK_CORPORA"), "ud", names[0], name, NULL);
    if (g_file_test (path, G_FILE_TEST_EXISTS))
      for_each_sentence (path, add_sentence, sums);
  }
}

Test (corpora, lengths_of_treebanks, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/lengths/treebanks-r2.2.tsv");
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL, names = NULL;

  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  rows = g_strsplit (g_strchomp (text), "\n", -1);
  names = g_strsplit (rows[0], "\t", -1);
  cr_assert_eq (g_strv_length (rows), 1 + 2 * 28);
  for (int r = 1; rows[r] != NULL; r++) {
    g_auto (GStrv) row = g_strsplit (rows[r], "\t", -1);
    Sums sums = { .skips_punctuation = strcmp (row[1], "removed") == 0, .meter = tbk_length_meter_new () };
    add_treebank (&sums, row[0]);
    check_sums (&sums, names, row);
    tbk_length_meter_free (sums.meter);
    g_free (sums.heads);
    g_free (sums.words);
    g_free (sums.is_gone);
  }
}

/* The sums of lengths of trees that are not projective, and of those that the rules take. */
typedef struct {
  TbkProjectivizer *lift, *shortest;
  TbkLengthMeter *meter;
  gint64 trees, gold, by_lift, by_short;
} Rules;

static gint64
total_length (const Rules *rules, const int *heads, int n)
{
  gint64 lengths[TBK_N_LENGTHS];

  cr_assert (tbk_lengths_compute (rules->meter, heads, n, TBK_LENGTHS_ORDER, lengths, NULL));
  return lengths[TBK_LENGTH_TOTAL];
}

static void
add_rules (gpointer data, const TbkConlluSentence *sentence)
{
  enum { MOST_WORDS = 120 };
  Rules *rules = data;
  int n = sentence->n, heads[MOST_WORDS + 1];

  if (sentence->is_projective || sentence->n_roots > 1 || n > MOST_WORDS)
    return;
  rules->trees++;
  rules->gold += total_length (rules, sentence->heads, n);
  cr_assert (tbk_projectivize (rules->lift, sentence->heads, n, heads, NULL, NULL));
  rules->by_lift += total_length (rules, heads, n);
  cr_assert (tbk_projectivize (rules->shortest, sentence->heads, n, heads, NULL, NULL));
  rules->by_short += total_length (rules, heads, n);
}

Test (corpora, lengths_of_projectivized_trees)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  const TbkProjectivizeOptions options = { .ties = TBK_TIES_SHORT };
  Rules rules = {
    tbk_projectivizer_new (NULL), tbk_projectivizer_new (&options), tbk_length_meter_new (), 0, 0, 0, 0
  };

  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_autofree char *path = g_build_filename (folder, rows[r], NULL);
    *strchr (path, '\t') = '\0';
    if (g_str_has_prefix (rows[r], "r2.2/"))
      for_each_sentence (path, add_rules, &rules);
  }
  cr_assert_eq (rules.trees, 11273);
  cr_assert_eq (rules.gold, 745876);
  cr_assert_eq (rules.by_lift, 720997);
  cr_assert_eq (rules.by_short, 667611);
  tbk_projectivizer_free (rules.lift);
  tbk_projectivizer_free (rules.shortest);
  tbk_length_meter_free (rules.meter);
}
