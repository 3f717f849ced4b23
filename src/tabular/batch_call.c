/* batch_call.c - a call over the scores of many sentences.
 *
 * Six sentences, of which four can be worked on side by side:
 *
 *   sentence     0  1  2  3  4  5
 *   words       20 11 19 22  9 18
 *   order        3  0  2  5  1  4      the longest first
 *   groups      [3  0][2  5][1][4]     beside 22 words at least 22 - 22/8 = 20, beside 11 at least 10
 */
#include "tabular/batch_call.h"

#include <string.h>

#include "base/base.h"
#include "base/pipeline.h"
#include "tbk/tabular.h"

enum {
  LENGTHS =
      8, /* sentences worked on with one of n words have at least n - n/LENGTHS, if lengths may differ */
  DEFAULT_MEMORY = 1 << 30,
};

typedef struct {
  int first, n; /* in the order of sentences */
} SentenceGroup;

/* The state that the threads of a call share. */
typedef struct {
  const BatchCall *call;
  const int *order; /* sentences, the longest first */
  const SentenceGroup *groups;
  int n_groups, next_group;
  gsize memory; /* of a thread */
} BatchShare;

typedef struct {
  BatchShare *share;
  gpointer worker;
  BatchFault fault;
} BatchThread;

void
batch_call_fail (BatchFault *fault, GError *error, int sentence)
{
  if (fault->error != NULL && fault->sentence <= sentence) {
    g_error_free (error);
    return;
  }
  if (!g_str_has_prefix (error->message, "sentences["))
    g_prefix_error (&error, "sentences[%d]: ", sentence);
  g_clear_error (&fault->error);
  fault->error = error;
  fault->sentence = sentence;
}

/* A sentence without words has no tree; the bound is that of a chart's positions. */
gboolean
batch_call_check_lengths (const int *lengths, int n_sentences, int *longest, GError **error)
{
  int most = 0;

  for (int i = 0; i < n_sentences; i++) {
    if (lengths[i] < 1 || lengths[i] > TBK_TABULAR_MAX_LENGTH)
      return fail_data (error, "sentences[%d]: found %d words, expected 1 to %d", i, lengths[i],
                        TBK_TABULAR_MAX_LENGTH);
    most = MAX (most, lengths[i]);
  }
  if (longest != NULL)
    *longest = most;
  return TRUE;
}

/* Sorts the sentences: the longest first, of one length in their order.
 *
 * A counting sort by length: places[n] is first the number of sentences of n words, then where the next of them goes. So it is stable,
 * and takes O(sentences + longest). */
static void
sort_sentences (const BatchCall *call, int longest, int *order)
{
  int places[TBK_TABULAR_MAX_LENGTH + 1];

  memset (places, 0, ((gsize) longest + 1) * sizeof (int));
  for (int i = 0; i < call->n_sentences; i++)
    places[call->lengths[i]]++;
  /* The places of the longest begin at 0, those of shorter ones behind them. */
  for (int n = longest, place = 0; n > 0; n--) {
    const int n_such = places[n];

    places[n] = place;
    place += n_such;
  }
  for (int i = 0; i < call->n_sentences; i++)
    order[places[call->lengths[i]]++] = i;
}

gboolean
batch_call_fail_memory (int sentence, int n, gsize memory, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
               "sentences[%d]: %d words need more memory than the %" G_GSIZE_FORMAT " bytes that are allowed",
               sentence, n, memory);
  return FALSE;
}

/* Groups are made longest first, but the message names the first sentence in the caller's order. */
static gboolean
fail_for_memory (const BatchCall *call, gsize memory, GError **error)
{
  int i = 0;

  while (call->count_lanes (call->data, call->lengths[i], memory) > 0)
    i++;
  return batch_call_fail_memory (i, call->lengths[i], memory, error);
}

/* Lists the groups of sentences, the longest first. FALSE if one does not have the memory it needs. */
static gboolean
group_sentences (const BatchCall *call, gsize memory, const int *order, SentenceGroup *groups, int *n_groups,
                 GError **error)
{
  int last_n = 0, most = 0;

  *n_groups = 0;
  for (int i = 0; i < call->n_sentences; ++*n_groups) {
    SentenceGroup *group = &groups[*n_groups];
    const int n = call->lengths[order[i]], least = call->is_mixed ? n - n / LENGTHS : n;

    if (n != last_n)
      most = call->count_lanes (call->data, n, memory);
    last_n = n;
    if (most == 0)
      return fail_for_memory (call, memory, error);
    /* Sentences are sorted, so those that follow are no longer than the first. The chart has the size of the first; a much shorter
     * sentence would waste most of its lane. */
    *group = (SentenceGroup){ .first = i, .n = 1 };
    for (i++; i < call->n_sentences && group->n < most && call->lengths[order[i]] >= least; i++)
      group->n++;
  }
  return TRUE;
}

/* A thread: works on groups until there are no more. Each group is taken by one thread alone, as the counter is atomic. Groups are of
 * falling length, so the last ones, which keep a single thread busy, are the shortest. */
static gpointer
work_on_groups (gpointer data)
{
  BatchThread *thread = data;
  BatchShare *share = thread->share;
  int g;

  while ((g = g_atomic_int_add (&share->next_group, 1)) < share->n_groups) {
    const SentenceGroup *group = &share->groups[g];

    share->call->work (share->call->data, thread->worker, share->order + group->first, group->n,
                       share->memory, &thread->fault);
  }
  return NULL;
}

/* Works on all groups by @n_threads, this one among them; the first error is reported. */
static gboolean
run_threads (BatchShare *share, int n_threads, GError **error)
{
  g_autofree BatchThread *threads = g_new0 (BatchThread, n_threads);
  BatchFault first = { NULL, 0 };

  for (int t = 0; t < n_threads; t++)
    threads[t] = (BatchThread){ .share = share, .worker = share->call->find_worker (share->call->data, t) };
  pipeline_share_out ("tbk-batch", work_on_groups, threads, sizeof *threads, n_threads);
  for (int t = 0; t < n_threads; t++)
    if (threads[t].fault.error != NULL)
      batch_call_fail (&first, threads[t].fault.error, threads[t].fault.sentence);
  if (first.error != NULL)
    g_propagate_error (error, first.error);
  return first.error == NULL;
}

/* The memory is shared out twice: groups depend on what a thread may have, and fewer groups than threads leave more for each. */
gboolean
batch_call_run (const BatchCall *call, GError **error)
{
  const gsize memory = call->max_memory == 0 ? DEFAULT_MEMORY : call->max_memory;
  int n_threads = CLAMP (call->n_threads, 1, MAX (call->n_sentences, 1)), longest = 0;
  BatchShare share = { .call = call };
  g_autofree SentenceGroup *groups = NULL;
  g_autofree int *order = NULL;

  if (!batch_call_check_lengths (call->lengths, call->n_sentences, &longest, error))
    return FALSE;
  if (call->n_sentences == 0)
    return TRUE;
  order = g_try_new (int, call->n_sentences);
  groups = g_try_new (SentenceGroup, call->n_sentences);
  if (order == NULL || groups == NULL)
    return memory_fail (error, "%d sentences", call->n_sentences);
  sort_sentences (call, longest, order);
  if (!group_sentences (call, memory / (gsize) n_threads, order, groups, &share.n_groups, error))
    return FALSE;
  n_threads = CLAMP (n_threads, 1, share.n_groups);
  share.order = order;
  share.groups = groups;
  share.memory = memory / (gsize) n_threads;
  return run_threads (&share, n_threads, error);
}
