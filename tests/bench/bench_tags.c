/* bench_tags.c - decoding of tags from scores: sentences side by side against one at a time, sums against the best tags, scores
 * far apart against equal ones, and the same of phrases' tags. */
#include <string.h>

#include "bench/bench.h"
#include "tabular/tabular.h"
#include "tbk/phrase_tags.h"

enum { TAGS_ROUNDS = 15 };

/* Sentences of n words with random scores, whose best tags are mostly those of no tree. */
typedef struct {
  int n, n_sentences, *lengths;
  gpointer numbers; /* floats or doubles */
  double *log_z, *marginals;
  TbkTagNumbers scores, shares;
  TbkTagScores call;
  TbkTreeRows rows;
  TbkTagDecoder *decoder;
} TagBatch;

static TagBatch *
batch_new (const char *encoding, TbkReal real, int n, int n_sentences, double spread)
{
  TagBatch *batch = g_new0 (TagBatch, 1);
  const TbkTagEncoding *found = tbk_tag_encoding_find (encoding);
  const int n_tags = (int) g_strv_length ((char **) found->alphabet);
  const gsize size = (gsize) n * (gsize) n_tags, total = size * (gsize) n_sentences;
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) n);

  batch->n = n;
  batch->n_sentences = n_sentences;
  batch->lengths = g_new (int, n_sentences);
  batch->numbers = g_malloc_n (total, sizeof (double));
  batch->marginals = g_new0 (double, total);
  batch->log_z = g_new (double, n_sentences);
  for (int s = 0; s < n_sentences; s++)
    batch->lengths[s] = n;
  for (gsize i = 0; i < total; i++) {
    /* Three uniform numbers deviate by 1/2. */
    const double score =
        2 * spread * (g_rand_double (random) + g_rand_double (random) + g_rand_double (random));

    if (real == TBK_FLOAT32)
      ((float *) batch->numbers)[i] = (float) score;
    else
      ((double *) batch->numbers)[i] = score;
  }
  batch->scores = (TbkTagNumbers){ real, { batch->numbers, n_tags, 1 }, (gint64) size, NULL };
  batch->shares = (TbkTagNumbers){ TBK_FLOAT64, { batch->marginals, n_tags, 1 }, (gint64) size, NULL };
  batch->call = (TbkTagScores){ .encoding = found,
                                .n_sentences = n_sentences,
                                .lengths = batch->lengths,
                                .n_tags = n_tags,
                                .scores = &batch->scores };
  batch->rows = (TbkTreeRows){
    .n_trees = 1, .width = n, .heads = g_new (int, n *n_sentences), .scores = g_new (double, n_sentences)
  };
  batch->decoder = tbk_tag_decoder_new ();
  return batch;
}

static void
batch_free (TagBatch *batch)
{
  tbk_tag_decoder_free (batch->decoder);
  g_free (batch->lengths);
  g_free (batch->numbers);
  g_free (batch->marginals);
  g_free (batch->log_z);
  g_free (batch->rows.heads);
  g_free (batch->rows.scores);
  g_free (batch);
}

static void
decode_within (const TagBatch *batch, gsize memory)
{
  const TbkDecodeOptions options = { .max_memory = memory };

  if (!tbk_decode_tags (batch->decoder, &batch->call, &options, &batch->rows, NULL))
    g_error ("decoding failed");
}

static void
run_lanes (const TagBatch *batch)
{
  decode_within (batch, 0);
}

/* Memory that suffices for the chart of one sentence, some 11 n^2 doubles, and not for eight. */
static void
run_single (const TagBatch *batch)
{
  decode_within (batch, (gsize) (batch->n + 1) * (gsize) (batch->n + 1) * 30 * sizeof (double));
}

static void
run_marginals (const TagBatch *batch)
{
  if (!tbk_tag_log_partition (batch->decoder, &batch->call, NULL, batch->log_z, &batch->shares, NULL, NULL))
    g_error ("summing failed");
}

typedef void (*Run) (const TagBatch *batch);

static double
time_run (Run run, const TagBatch *batch, int n_times)
{
  const double start = processor_seconds ();

  for (int i = 0; i < n_times; i++)
    run (batch);
  return processor_seconds () - start;
}

static int
count_times (const TagBatch *batch)
{
  return 1 + 2000000 / (batch->n * batch->n * batch->n * batch->n_sentences);
}

/* How many times longer @slow takes than @fast over the same sentences, run in turn. */
static void
compare_runs (const char *what, const TagBatch *batch, Run slow, Run fast, const char *goal)
{
  g_autofree char *name =
      g_strdup_printf ("tags_%s_%d_of_%d_%s_%s", batch->call.encoding->name, batch->n_sentences, batch->n,
                       batch->scores.real == TBK_FLOAT32 ? "float" : "double", what);
  const int n_times = count_times (batch);
  double ratios[TAGS_ROUNDS];

  for (int r = 0; r < TAGS_ROUNDS && is_wanted (name); r++)
    ratios[r] = time_run (slow, batch, n_times) / time_run (fast, batch, n_times);
  if (is_wanted (name))
    report (name, median (ratios, TAGS_ROUNDS), "ratio", goal);
}

static void
report_speed (const TagBatch *batch)
{
  g_autofree char *name =
      g_strdup_printf ("tags_%s_%d_of_%d_%s", batch->call.encoding->name, batch->n_sentences, batch->n,
                       batch->scores.real == TBK_FLOAT32 ? "float" : "double");
  const int n_times = count_times (batch), n_words = n_times * batch->n * batch->n_sentences;
  double speeds[TAGS_ROUNDS];

  for (int r = 0; r < TAGS_ROUNDS && is_wanted (name); r++)
    speeds[r] = n_words / time_run (run_lanes, batch, n_times) / 1e6;
  if (is_wanted (name))
    report (name, median (speeds, TAGS_ROUNDS), "million words/s", "");
}

static void
compare_encoding (const char *encoding, TbkReal real, int n)
{
  TagBatch *batch = batch_new (encoding, real, n, 256, 1);

  run_lanes (batch);
  report_speed (batch);
  compare_runs ("single_over_lanes", batch, run_single, run_lanes, "");
  compare_runs ("marginals_over_best", batch, run_marginals, run_lanes, "<= 4.5");
  many_vector_limit = 32;
  compare_runs ("single_over_lanes_of_32_bytes", batch, run_single, run_lanes, "");
  compare_runs ("marginals_over_best_of_32_bytes", batch, run_marginals, run_lanes, "<= 4.5");
  many_vector_limit = 64;
  batch_free (batch);
}

/* How many times longer marginals take whose scores are @spread times as far apart. */
static void
compare_spreads (const char *encoding, int n, int n_sentences, double spread)
{
  TagBatch *equal = batch_new (encoding, TBK_FLOAT64, n, n_sentences, 0);
  TagBatch *sharp = batch_new (encoding, TBK_FLOAT64, n, n_sentences, spread);
  g_autofree char *name =
      g_strdup_printf ("tags_%s_%d_of_%d_marginals_of_spread_%g_over_0", encoding, n_sentences, n, spread);
  const int n_times = count_times (equal);
  double ratios[ROUNDS], times[ROUNDS];

  for (int r = 0; r < ROUNDS && is_wanted (name); r++) {
    times[r] = time_run (run_marginals, sharp, n_times);
    ratios[r] = times[r] / time_run (run_marginals, equal, n_times);
    times[r] *= 1e3 / (n_times * n_sentences);
  }
  if (is_wanted (name)) {
    report (name, median (ratios, ROUNDS), "ratio", "<= 3");
    report (name, median (times, ROUNDS), "ms/sentence", "");
  }
  batch_free (equal);
  batch_free (sharp);
}

/* Tags of phrases, with ten labels: random scores, whose best tags are those of no tree, as from a tagger that knows nothing. */
enum { N_LABELS = 10 };

typedef struct {
  TbkPhraseTagScores call;
  TbkPhraseTagRows rows;
  TbkTagNumbers shares;
  double *log_z;
} PhraseBatch;

/* Appends the tags of one target or child, with each label. */
static void
add_tags (GPtrArray *tags, const char *format, int number)
{
  for (int label = 0; label < N_LABELS; label++)
    g_ptr_array_add (tags, g_strdup_printf (format, number, 'A' + label));
}

static GPtrArray *
list_phrase_tags (const char *encoding)
{
  GPtrArray *tags = g_ptr_array_new_with_free_func (g_free);

  if (g_str_equal (encoding, "tetratags")) {
    for (const char *side = "lrLR"; *side != '\0'; side++) {
      if (*side != 'L') /* a left child over several words has a label */
        g_ptr_array_add (tags, g_strdup_printf ("%c", *side));
      add_tags (tags, "%c/%c", *side);
    }
    return tags;
  }
  for (int level = 0; level < 6; level++) {
    g_ptr_array_add (tags, g_strdup_printf ("a%d/", level));
    add_tags (tags, "a%d/%c", level);
    add_tags (tags, "j%d//%c", level);
  }
  return tags;
}

static void
run_phrases (const PhraseBatch *batch)
{
  g_autoptr (GError) error = NULL;

  if (!tbk_decode_phrase_tags (&batch->call, NULL, &batch->rows, &error))
    g_error ("decoding failed: %s", error->message);
}

static void
run_phrase_marginals (const PhraseBatch *batch)
{
  if (!tbk_phrase_tag_log_partition (&batch->call, NULL, batch->log_z, &batch->shares, NULL))
    g_error ("summing failed");
}

static double
time_phrases (void (*run) (const PhraseBatch *batch), const PhraseBatch *batch)
{
  const double start = processor_seconds ();

  run (batch);
  return processor_seconds () - start;
}

/* Words a second, and how many times longer marginals take. */
static void
measure_phrases (const char *encoding, int n)
{
  enum { N_SENTENCES = 256 };
  g_autoptr (GPtrArray) names = list_phrase_tags (encoding);
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) n);
  const gsize n_tags = names->len, size = (gsize) n * n_tags;
  g_autofree double *scores = g_new (double, size *N_SENTENCES), *shares = g_new (double, size *N_SENTENCES),
                    *log_z = g_new (double, N_SENTENCES);
  g_autofree int *lengths = g_new (int, N_SENTENCES), *columns = g_new (int, 2 * n * N_SENTENCES);
  g_autofree TbkPiece *tags = g_new (TbkPiece, n_tags);
  const TbkTagNumbers numbers = { TBK_FLOAT64, { scores, (gint64) n_tags, 1 }, (gint64) size, NULL };
  const PhraseBatch batch = {
    { tbk_phrase_encoding_find (encoding), N_SENTENCES, lengths, (int) n_tags, tags, &numbers },
    { .n_trees = 1, .width = n, .columns = columns },
    { TBK_FLOAT64, { shares, (gint64) n_tags, 1 }, (gint64) size, NULL },
    log_z,
  };
  g_autofree char *name = g_strdup_printf ("tags_%s_%d_of_%d", encoding, N_SENTENCES, n);
  g_autofree char *of_marginals = g_strconcat (name, "_marginals_over_best", NULL);
  double speeds[TAGS_ROUNDS], ratios[TAGS_ROUNDS];

  if (!is_wanted (name) && !is_wanted (of_marginals))
    return;
  for (gsize t = 0; t < n_tags; t++)
    tags[t] = (TbkPiece){ names->pdata[t], strlen (names->pdata[t]) };
  for (gsize i = 0; i < size * N_SENTENCES; i++)
    scores[i] = g_rand_double (random);
  for (int s = 0; s < N_SENTENCES; s++)
    lengths[s] = n;
  for (int r = 0; r < TAGS_ROUNDS; r++) {
    const double seconds = time_phrases (run_phrases, &batch);

    speeds[r] = n * N_SENTENCES / seconds / 1e6;
    ratios[r] = time_phrases (run_phrase_marginals, &batch) / seconds;
  }
  report (name, median (speeds, TAGS_ROUNDS), "million words/s", "");
  report (of_marginals, median (ratios, TAGS_ROUNDS), "ratio", "");
}

void
bench_tags (void)
{
  static const char *const encodings[] = { "4-bit", "hexatags", "hierarchical" };

  for (gsize e = 0; e < G_N_ELEMENTS (encodings); e++)
    for (int n = 20; n <= 40; n += 20) {
      compare_encoding (encodings[e], TBK_FLOAT64, n);
      compare_encoding (encodings[e], TBK_FLOAT32, n);
    }
  for (int n = 20; n <= 40; n += 20) {
    measure_phrases ("tetratags", n);
    measure_phrases ("attach-juxtapose", n);
  }
  for (int k = 0; k < 6; k++) {
    const double spread = (double[]){ 0, 3, 10, 30, 100, 1000 }[k];

    compare_spreads ("4-bit", 10, 64, spread);
    compare_spreads ("4-bit", 40, 64, spread);
    compare_spreads ("4-bit", 40, 1, spread);
    compare_spreads ("4-bit", 160, 16, spread);
    compare_spreads ("4-bit", 400, 8, spread);
  }
}
