/* test_repair.c - nearest trees as they were found by other means: the fewest changes, their number, the tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/check.h"
#include "unit/time_limit.h"

enum { N_SETTINGS = 4, MOST_WORDS = 100 };

static const char *const settings[N_SETTINGS] = { "single", "single_projective", "any", "any_projective" };

static TbkPiece
piece_of (JsonObject *record, const char *name, int word)
{
  JsonNode *node = json_array_get_element (json_object_get_array_member (record, name), word - 1);
  const char *text = json_node_is_null (node) ? "" : json_node_get_string (node);

  return (TbkPiece){ text, strlen (text) };
}

static void
check_setting (JsonObject *record, int setting, const int *heads, const TbkCheckWord *words, int n)
{
  const TbkRepairOptions options = { .root = setting < 2 ? TBK_ROOT_SINGLE : TBK_ROOT_ANY,
                                     .is_projective = setting % 2 };
  JsonObject *expected = json_object_get_object_member (record, settings[setting]);
  JsonArray *array = json_object_get_array_member (expected, "mended");
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (&options);
  g_autofree char *given = json_to_string (json_object_get_member (record, "heads"), FALSE);
  int repaired[MOST_WORDS], again[MOST_WORDS], changed = -1;
  mpz_t count;

  mpz_init (count);
  cr_assert (tbk_repair_count (repairer, heads, n, count, &changed, NULL));
  cr_assert_eq (changed, json_object_get_int_member (expected, "changed"), "%s %s", settings[setting], given);
  cr_assert_eq (mpz_cmp_si (count, json_object_get_int_member (expected, "optima")), 0, "%s %s",
                settings[setting], given);
  cr_assert (tbk_repair (repairer, heads, words, n, repaired, &changed, NULL));
  cr_assert_eq (changed, json_object_get_int_member (expected, "changed"));
  for (int w = 1; w <= n; w++)
    cr_expect_eq (repaired[w], json_array_get_int_element (array, w - 1), "%s %s: %d has %d",
                  settings[setting], given, w, repaired[w]);
  cr_assert (tbk_repair (repairer, repaired, words, n, again, &changed, NULL));
  cr_assert (changed == 0 && memcmp (repaired, again, (n + 1) * sizeof (int)) == 0);
  mpz_clear (count);
}

static void
check_record (JsonObject *record)
{
  JsonArray *array = json_object_get_array_member (record, "heads");
  const int n = json_array_get_length (array);
  int heads[MOST_WORDS] = { -1 };
  TbkCheckWord words[MOST_WORDS];

  cr_assert_lt (n, MOST_WORDS);
  for (int w = 1; w <= n; w++) {
    heads[w] = json_array_get_null_element (array, w - 1) ? -1 : json_array_get_int_element (array, w - 1);
    words[w] =
        (TbkCheckWord){ .deprel = piece_of (record, "deprels", w), .upos = piece_of (record, "upos", w) };
  }
  for (int setting = 0; setting < N_SETTINGS; setting++)
    check_setting (record, setting, heads, words, n);
}

Test (repair, vectors, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/mend/mend.jsonl");

  cr_assert_gt (for_each_record (path, check_record), 0);
}

/* What is kept from one sentence to the next. */
typedef struct {
  GRand *random;
  TbkRepairer *repairer;
  TbkText *text;
  GString *restored; /* what a text points at ends with its batch */
  int n_sentences, every;
  gint64 n_missing, n_restored;
} Planted;

/* Reads the only sentence of a text. */
static void
with_sentence (const char *bytes, gsize length, gboolean takes_any_heads, Planted *planted, const int *gold,
               void (*visit) (Planted *planted, const TbkConlluSentence *sentence, const int *gold))
{
  const TbkConlluReaderOptions options = { .takes_any_heads = takes_any_heads };
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("text", bytes, length, &options, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;

  cr_assert (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH);
  cr_assert (tbk_conllu_batch_next (batch, &sentence));
  visit (planted, &sentence, gold);
}

static void
restore (Planted *planted, const TbkConlluSentence *sentence, const int *gold)
{
  g_autofree char *bytes = NULL;

  (void) gold;
  cr_assert_null (sentence->problem);
  tbk_text_clear (planted->text);
  cr_assert (tbk_conllu_sentence_restore (sentence, planted->text, NULL));
  bytes = tbk_text_dup (planted->text, NULL);
  g_string_truncate (planted->restored, 0);
  g_string_append_len (planted->restored, bytes, (gssize) tbk_text_length (planted->text));
}

/* The fewest changes, counted by walks from every word. */
static int
count_changes (const TbkConlluSentence *sentence)
{
  int n_changes = 0, n_roots = 0;

  for (int w = 1; w <= sentence->n; w++) {
    int h = sentence->heads[w], least = w;

    n_roots += h == 0;
    for (int step = 0; step <= sentence->n && h > 0 && h != w; step++) {
      least = MIN (least, h);
      h = sentence->heads[h];
    }
    n_changes += sentence->heads[w] < 0 || (h == w && least == w);
  }
  return n_changes + MAX (n_roots - 1, 0);
}

static void
repair_and_restore (Planted *planted, const TbkConlluSentence *sentence, const int *gold)
{
  g_autofree int *heads = g_new (int, sentence->n + 1);
  g_autofree TbkCheckWord *words = g_new0 (TbkCheckWord, sentence->n + 1);
  g_autofree char *broken = g_strndup (sentence->text, sentence->length), *written = NULL;
  const gsize length = sentence->length;
  const char *position = NULL;
  TbkConlluLine line;
  int changed, n_missing = 0, n_planted = 0;

  if (sentence->problem != NULL)
    return; /* no word has a head */
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD)
      words[line.first] =
          (TbkCheckWord){ .upos = line.fields[TBK_COLUMN_UPOS], .deprel = line.fields[TBK_COLUMN_DEPREL] };
  cr_assert (tbk_repair (planted->repairer, sentence->heads, words, sentence->n, heads, &changed, NULL));
  cr_assert_eq (changed, count_changes (sentence));
  for (int w = 1; w <= sentence->n; w++) {
    n_missing += sentence->heads[w] < 0;
    n_planted += sentence->heads[w] != gold[w];
  }
  if (n_missing == 1 && n_planted == 1) {
    planted->n_missing++;
    planted->n_restored += memcmp (heads, gold, (sentence->n + 1) * sizeof (int)) == 0;
  }
  tbk_text_clear (planted->text);
  tbk_conllu_sentence_write_nearest (sentence, heads, TRUE, planted->text);
  written = tbk_text_dup (planted->text, NULL);
  with_sentence (written, tbk_text_length (planted->text), FALSE, planted, NULL, restore);
  cr_assert (planted->restored->len == length && memcmp (planted->restored->str, broken, length) == 0,
             "%s\ninstead of\n%s", planted->restored->str, broken);
}

/* Loses or changes some heads, then repairs them and takes that back. */
static void
plant (gpointer data, const TbkConlluSentence *sentence)
{
  Planted *planted = data;
  g_autofree int *heads = NULL, *gold = NULL;
  g_autofree char *broken = NULL;

  if (planted->n_sentences++ % planted->every != 0 || sentence->n < 2)
    return;
  heads = g_memdup2 (sentence->heads, (sentence->n + 1) * sizeof (int));
  gold = g_memdup2 (sentence->heads, (sentence->n + 1) * sizeof (int));
  for (int f = g_rand_int_range (planted->random, 1, 4); f > 0; f--) {
    const int w = g_rand_int_range (planted->random, 1, sentence->n + 1);
    heads[w] = g_rand_boolean (planted->random) ? -1 : g_rand_int_range (planted->random, 0, sentence->n + 1);
  }
  tbk_text_clear (planted->text);
  tbk_conllu_sentence_write_arcs (sentence, heads, NULL, planted->text);
  broken = tbk_text_dup (planted->text, NULL);
  with_sentence (broken, tbk_text_length (planted->text), TRUE, planted, gold, repair_and_restore);
}

Test (repair, planted_faults, .timeout = TIME_LIMIT)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  Planted planted = { .random = g_rand_new_with_seed (53),
                      .repairer = tbk_repairer_new (NULL),
                      .text = tbk_text_new (),
                      .restored = g_string_new (NULL),
                      .every = sampled (20) };

  for (int r = 0; rows[r][0] != '\0'; r++) {
    g_auto (GStrv) row = g_strsplit (rows[r], "\t", -1);
    g_autofree char *path = g_build_filename (folder, row[0], NULL);

    for_each_sentence (path, plant, &planted);
  }
  /* Where one head is missing, mostly the right one is found. */
  cr_assert_gt (planted.n_missing, 100);
  cr_assert_gt (planted.n_restored * 100, planted.n_missing * 70, "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                planted.n_restored, planted.n_missing);
  g_rand_free (planted.random);
  tbk_repairer_free (planted.repairer);
  tbk_text_free (planted.text);
  g_string_free (planted.restored, TRUE);
}
