/* decode.c - calls over many sentences: which are worked on together, by which thread, and what is wrong with
 * them.
 *
 * Sentences are taken by length, the longest first, as many in a group as a chart has lanes; a thread takes
 * the next group when it is done with one. Each writes only what belongs to its sentences, which do not see
 * each other: so groups and threads change nothing.
 */
#include "decode/decode.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "decode/scores.h"

enum {
  LENGTHS = 8, /* sentences worked on with one of n words have at least n - n/LENGTHS */
  DEFAULT_MEMORY = 1 << 30,
};

typedef struct {
  int first, n; /* in the order of sentences */
} SentenceGroup;

struct TbkDecoder {
  Compiled compiled;
  DecodeWorker **workers;
  int n_workers;
  int *order; /* sentences, the longest first */
  SentenceGroup *groups;
  gsize n_order_allocated, n_groups_allocated;
};

/* What the threads of a call share. */
typedef struct {
  const TbkDecoder *decoder;
  const Decoding *decoding;
  int n_groups;
  int next_group;
} Share;

typedef struct {
  Share *share;
  DecodeWorker *worker;
} ShareOfWorker;

TbkDecoder *
tbk_decoder_new (void)
{
  TbkDecoder *decoder = g_new0 (TbkDecoder, 1);

  compiled_init (&decoder->compiled, tbk_grammar_projective ());
  return decoder;
}

static const WordLanes *const chart_lanes[N_CHARTS] = {
  [CHART_FLOAT] = &lanes_minplus_float,
  [CHART_DOUBLE] = &lanes_minplus_double,
  [CHART_REAL] = &lanes_real,
  [CHART_WIDE] = &lanes_wide,
};

static void
worker_free (DecodeWorker *worker)
{
  for (int c = 0; c < N_CHARTS; c++)
    if (worker->charts[c] != NULL)
      chart_lanes[c]->chart_free (worker->charts[c]);
  for (int s = 0; s < N_SCRATCHES; s++)
    g_free (worker->scratches[s].memory);
  if (worker->n_best != NULL)
    worker->free_n_best (worker->n_best);
  g_free (worker);
}

void
tbk_decoder_free (TbkDecoder *decoder)
{
  if (decoder == NULL)
    return;
  for (int w = 0; w < decoder->n_workers; w++)
    worker_free (decoder->workers[w]);
  g_free (decoder->workers);
  g_free (decoder->order);
  g_free (decoder->groups);
  compiled_clear (&decoder->compiled);
  g_free (decoder);
}

gpointer
decode_chart (DecodeWorker *worker, ChartKind chart)
{
  if (worker->charts[chart] == NULL)
    worker->charts[chart] = chart_lanes[chart]->chart_new ();
  return worker->charts[chart];
}

gpointer
decode_scratch (DecodeWorker *worker, DecodeScratch scratch, gsize n, gsize size)
{
  gsize bytes;

  if (!g_size_checked_mul (&bytes, n, size)
      || !try_reserve (&worker->scratches[scratch].memory, &worker->scratches[scratch].n_allocated, bytes, 1))
    return NULL;
  return worker->scratches[scratch].memory;
}

static gboolean
fail_memory (const Decoding *decoding, int sentence, int n, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
               "sentences[%d]: %d words need more memory than the %" G_GSIZE_FORMAT " bytes that are allowed",
               sentence, n, decoding->memory);
  return FALSE;
}

gboolean
decode_check_memory (const Decoding *decoding, int sentence, int n, guint64 bytes, GError **error)
{
  return bytes <= decoding->memory || fail_memory (decoding, sentence, n, error);
}

/* Makes @n workers, at least. */
static void
reserve_workers (TbkDecoder *decoder, int n)
{
  if (n > decoder->n_workers)
    decoder->workers = g_renew (DecodeWorker *, decoder->workers, n);
  for (; decoder->n_workers < n; decoder->n_workers++) {
    DecodeWorker *worker = g_new0 (DecodeWorker, 1);

    worker->compiled = &decoder->compiled;
    decoder->workers[decoder->n_workers] = worker;
  }
  for (int w = 0; w < n; w++) {
    decoder->workers[w]->largest_vector = many_largest_vector ();
    decoder->workers[w]->first_problem = G_MAXINT;
  }
}

gboolean
decode_check_lengths (const TbkArcScores *scores, int *longest, GError **error)
{
  *longest = 0;
  for (int i = 0; i < scores->n_sentences; i++) {
    const int n = scores->lengths[i];

    if (n < 1 || n > TBK_TABULAR_MAX_LENGTH)
      return fail_data (error, "sentences[%d]: found %d words, expected 1 to %d", i, n,
                        TBK_TABULAR_MAX_LENGTH);
    *longest = MAX (*longest, n);
  }
  return TRUE;
}

/* Sorts the sentences: the longest first, of one length in their order. */
static gboolean
sort_sentences (TbkDecoder *decoder, const TbkArcScores *scores, int longest, GError **error)
{
  const int n_sentences = scores->n_sentences;
  int places[TBK_TABULAR_MAX_LENGTH + 1];

  if (!try_reserve (&decoder->order, &decoder->n_order_allocated, n_sentences, sizeof (int))
      || !try_reserve (&decoder->groups, &decoder->n_groups_allocated, n_sentences, sizeof (SentenceGroup)))
    return memory_fail (error, "%d sentences", n_sentences);
  memset (places, 0, (longest + 1) * sizeof (int));
  for (int i = 0; i < n_sentences; i++)
    places[scores->lengths[i]]++;
  for (int n = longest, place = 0; n > 0; n--) {
    const int n_such = places[n];

    places[n] = place;
    place += n_such;
  }
  for (int i = 0; i < n_sentences; i++)
    decoder->order[places[scores->lengths[i]]++] = i;
  return TRUE;
}

/* How many sentences of @n words a worker has memory for, at most those that lanes hold. */
static int
count_lanes (TbkDecoder *decoder, const Decoding *decoding, int n)
{
  const DecodeTask *task = decoding->task;
  DecodeWorker *worker = decoder->workers[0];
  const guint64 matrices = (guint64) task->n_matrices * (n + 1) * (n + 1) * sizeof (double);
  int most = 1;

  if (task->lanes == NULL)
    return matrices <= decoding->memory;
  if (!task->is_single)
    most = MAX (worker->largest_vector, 16) / (int) task->lanes->cell_size;
  while (most > 0
         && task->lanes->measure (decode_chart (worker, task->chart), worker->compiled, n, most,
                                  task->has_outside, worker->largest_vector)
                    + matrices * (guint64) most
                > decoding->memory)
    most /= 2;
  return most;
}

/* Names the first sentence that does not have the memory it needs. */
static gboolean
fail_for_memory (TbkDecoder *decoder, const Decoding *decoding, GError **error)
{
  const int *lengths = decoding->scores->lengths;
  int i = 0;

  while (count_lanes (decoder, decoding, lengths[i]) > 0)
    i++;
  return fail_memory (decoding, i, lengths[i], error);
}

/* Lists the groups of sentences, the longest first. FALSE if one does not have the memory it needs. */
static gboolean
group_sentences (TbkDecoder *decoder, const Decoding *decoding, int *n_groups, GError **error)
{
  const int *lengths = decoding->scores->lengths, *order = decoder->order;
  int last_n = 0, most = 0;

  *n_groups = 0;
  for (int i = 0; i < decoding->scores->n_sentences; ++*n_groups) {
    SentenceGroup *group = &decoder->groups[*n_groups];
    const int n = lengths[order[i]];

    if (n != last_n)
      most = count_lanes (decoder, decoding, n);
    last_n = n;
    if (most == 0)
      return fail_for_memory (decoder, decoding, error);
    *group = (SentenceGroup){ .first = i, .n = 1 };
    for (i++; i < decoding->scores->n_sentences && group->n < most && lengths[order[i]] >= n - n / LENGTHS;
         i++)
      group->n++;
  }
  return TRUE;
}

/* Keeps the error of a group that failed, if it is the first; it names a sentence. */
static void
keep_error (DecodeWorker *worker, GError *fault, int sentence)
{
  if (!g_str_has_prefix (fault->message, "sentences["))
    g_prefix_error (&fault, "sentences[%d]: ", sentence);
  if (worker->error == NULL || sentence < worker->failed) {
    g_clear_error (&worker->error);
    worker->error = fault;
    worker->failed = sentence;
  } else {
    g_error_free (fault);
  }
}

/* A thread: works on groups until there are no more. */
static gpointer
work_on_groups (gpointer data)
{
  const ShareOfWorker *mine = data;
  Share *share = mine->share;
  int g;

  while ((g = g_atomic_int_add (&share->next_group, 1)) < share->n_groups) {
    const SentenceGroup *group = &share->decoder->groups[g];

    GError *fault = NULL;

    if (!share->decoding->task->work (share->decoding, mine->worker, share->decoder->order + group->first,
                                      group->n, &fault))
      keep_error (mine->worker, fault, share->decoder->order[group->first]);
  }
  return NULL;
}

/* Works on all groups by @n_threads, this one among them. */
static void
work_by_threads (TbkDecoder *decoder, const Decoding *decoding, int n_groups, int n_threads)
{
  Share share = { decoder, decoding, n_groups, 0 };
  g_autofree ShareOfWorker *shares = g_new (ShareOfWorker, n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, n_threads);

  for (int t = 0; t < n_threads; t++) {
    shares[t] = (ShareOfWorker){ &share, decoder->workers[t] };
    if (t > 0)
      threads[t] =
          g_thread_try_new ("decode", work_on_groups, &shares[t], NULL); /* without it there are fewer */
  }
  work_on_groups (&shares[0]);
  for (int t = 1; t < n_threads; t++)
    if (threads[t] != NULL)
      g_thread_join (threads[t]);
}

static gboolean
fail_for_problem (const Decoding *decoding, int sentence, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);

  return scores_check (&s, sentence, error)
         && fail_data (error, "sentences[%d]: no %stree%s", sentence,
                       decoding->options.is_nonprojective ? "" : "projective ",
                       decoding->options.has_any_root ? "" : " with a single root");
}

/* What the workers found: their error, or the first sentence that is wrong. */
static gboolean
collect (TbkDecoder *decoder, const Decoding *decoding, int n_threads, GError **error)
{
  GError *found = NULL;
  int problem = G_MAXINT, failed = G_MAXINT;

  for (int w = 0; w < n_threads; w++) {
    DecodeWorker *worker = decoder->workers[w];
    GError *fault = g_steal_pointer (&worker->error);

    problem = MIN (problem, worker->first_problem);
    if (fault != NULL && worker->failed < failed) {
      g_clear_error (&found);
      found = fault;
      failed = worker->failed;
    } else {
      g_clear_error (&fault);
    }
  }
  if (found != NULL && failed <= problem) {
    g_propagate_error (error, found);
    return FALSE;
  }
  g_clear_error (&found);
  return problem == G_MAXINT || fail_for_problem (decoding, problem, error);
}

gboolean
decode_run (TbkDecoder *decoder, Decoding *decoding, const DecodeTask *task, GError **error)
{
  const gsize memory = decoding->options.max_memory == 0 ? DEFAULT_MEMORY : decoding->options.max_memory;
  int n_threads = MAX (decoding->options.n_threads, 1), n_groups, longest;

  decoding->task = task;
  if (!decode_check_lengths (decoding->scores, &longest, error))
    return FALSE;
  if (decoding->scores->n_sentences == 0)
    return TRUE;
  n_threads = MIN (n_threads, decoding->scores->n_sentences);
  decoding->memory = memory / (gsize) n_threads;
  reserve_workers (decoder, n_threads);
  if (!sort_sentences (decoder, decoding->scores, longest, error)
      || !group_sentences (decoder, decoding, &n_groups, error))
    return FALSE;
  n_threads = MIN (n_threads, n_groups);
  decoding->memory = memory / (gsize) n_threads;
  if (n_threads <= 1) {
    Share share = { decoder, decoding, n_groups, 0 };
    ShareOfWorker mine = { &share, decoder->workers[0] };

    work_on_groups (&mine);
  } else {
    work_by_threads (decoder, decoding, n_groups, n_threads);
  }
  return collect (decoder, decoding, n_threads, error);
}
