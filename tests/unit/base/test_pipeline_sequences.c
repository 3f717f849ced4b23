/* test_pipeline_sequences.c - pipelines over several sequences, which overtake one another, are joined and fail. */
#include "unit/base/pipelines.h"
#include "unit/time_limit.h"

/* Several sequences, of lengths drawn, of which some fail, to be read, finished, written or completed. */
enum { MAX_SEQUENCES = 12, MOST_EARLY = 8 };

typedef struct {
  int n_sequences, lengths[MAX_SEQUENCES]; /* batches of each */
  int fail_read[MAX_SEQUENCES], fail_finish[MAX_SEQUENCES], fail_write[MAX_SEQUENCES];
  gboolean fail_complete[MAX_SEQUENCES];
  gboolean may_overtake[MAX_SEQUENCES];
  int fatal; /* the sequence whose failure ends the run */
  gboolean is_joined, writes_early;

  gint n_read[MAX_SEQUENCES], n_reading[MAX_SEQUENCES], n_finished[MAX_SEQUENCES], n_completed[MAX_SEQUENCES],
      n_writing, n_ending, n_ended, n_unordered;
  GArray *written[MAX_SEQUENCES];
  int n_early[MAX_SEQUENCES];     /* parts */
  gboolean is_put[MAX_SEQUENCES]; /* these are joined */
  GArray *all;                    /* joined */
} Many;

static TbkReadStatus
read_of_many (gpointer context, int s, gpointer slot, GError **error)
{
  Many *many = context;
  int number = many->n_read[s]++;

  if (g_atomic_int_add (&many->n_reading[s], 1) != 0
      || (!many->may_overtake[s] && g_atomic_int_get (&many->n_ended) != s))
    g_atomic_int_inc (&many->n_unordered);
  *(PartSlot *) slot = (PartSlot){ .batch = number };
  g_atomic_int_add (&many->n_reading[s], -1);
  if (number == many->fail_read[s]) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "read %d of %d", number, s);
    return TBK_READ_FAILED;
  }
  return number < many->lengths[s] ? TBK_READ_BATCH : TBK_READ_END;
}

/* Waits for the batches before, which so must all be finished. */
static gboolean
finish_of_many (gpointer context, int s, gpointer slot, GError **error)
{
  Many *many = context;
  const int batch = ((const PartSlot *) slot)->batch;

  while (g_atomic_int_get (&many->n_finished[s]) < batch)
    g_thread_yield ();
  if (g_atomic_int_add (&many->n_finished[s], 1) != batch)
    g_atomic_int_inc (&many->n_unordered);
  if (batch != many->fail_finish[s])
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "finish %d of %d", batch, s);
  return FALSE;
}

static void
work_on_many (gpointer context, int s, gpointer data, gpointer worker, PipelineTurn *turn)
{
  Many *many = context;
  PartSlot *slot = data;

  (void) worker;
  if (slot->batch == many->fail_finish[s])
    g_atomic_int_inc (&many->n_unordered);
  if ((s + slot->batch) % 5 == 0)
    g_usleep (50);
  for (; slot->part < (s * slot->batch) % 3; slot->part++)
    if (!pipeline_write_part (turn))
      return;
}

/* The first parts of every other sequence may be written early. */
static gboolean
may_be_early (gpointer context, int s)
{
  const Many *many = context;

  return many->writes_early && s % 2 == 1 && many->n_early[s] < MOST_EARLY;
}

/* Joins what was written of a sequence early, once. */
static void
put_early (Many *many, int s)
{
  for (int i = 0; i < many->n_early[s] && !many->is_put[s]; i++) {
    const int in_all = 10000 * s + g_array_index (many->written[s], int, i);

    g_array_append_val (many->all, in_all);
  }
  many->is_put[s] = TRUE;
}

static gboolean
write_of_many (gpointer context, int s, gpointer data, GError **error)
{
  Many *many = context;
  PartSlot *slot = data;
  int number = 100 * slot->batch + slot->part, in_all = 10000 * s + number;

  const gboolean is_early = may_be_early (many, s);

  many->n_early[s] += is_early;
  if (many->is_joined && !is_early) {
    if (g_atomic_int_add (&many->n_writing, 1) != 0 || g_atomic_int_get (&many->n_ended) != s)
      g_atomic_int_inc (&many->n_unordered);
    put_early (many, s);
    g_array_append_val (many->all, in_all);
    g_atomic_int_add (&many->n_writing, -1);
  }
  g_array_append_val (many->written[s], number);
  if (slot->batch == many->fail_write[s] && slot->part == (s * slot->batch) % 3) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "write %d of %d", slot->batch, s);
    return FALSE;
  }
  return TRUE;
}

/* How many batches of a sequence are to be written. */
static int
expected_batches (const Many *many, int s)
{
  int n = many->lengths[s];

  if (many->fail_read[s] != NEVER)
    n = MIN (n, many->fail_read[s]);
  if (many->fail_finish[s] != NEVER)
    n = MIN (n, many->fail_finish[s]);
  if (many->fail_write[s] != NEVER)
    n = MIN (n, many->fail_write[s] + 1);
  return n;
}

/* The failure that comes first; to be freed. */
static char *
expected_fault (const Many *many, int s)
{
  const int n_read =
      many->fail_read[s] == NEVER ? many->lengths[s] : MIN (many->lengths[s], many->fail_read[s]);

  const int n_finished = many->fail_finish[s] == NEVER ? n_read : MIN (n_read, many->fail_finish[s]);

  if (many->fail_write[s] != NEVER && many->fail_write[s] < n_finished)
    return g_strdup_printf ("write %d of %d", many->fail_write[s], s);
  if (n_finished < n_read)
    return g_strdup_printf ("finish %d of %d", many->fail_finish[s], s);
  if (many->fail_read[s] != NEVER && many->fail_read[s] <= many->lengths[s])
    return g_strdup_printf ("read %d of %d", many->fail_read[s], s);
  return many->fail_complete[s] ? g_strdup_printf ("complete %d", s) : NULL;
}

/* How many parts of a sequence are to be written. */
static int
expected_parts (const Many *many, int s)
{
  int n = 0;

  for (int b = 0; b < expected_batches (many, s); b++)
    n += 1 + (s * b) % 3;
  return n;
}

static gboolean
complete_of_many (gpointer context, int s, GError **error)
{
  Many *many = context;

  if (many->n_completed[s]++ > 0 || (int) many->written[s]->len != expected_parts (many, s))
    g_atomic_int_inc (&many->n_unordered);
  if (!many->fail_complete[s])
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "complete %d", s);
  return FALSE;
}

static gboolean
end_of_many (gpointer context, int s, GError *fault, GError **error)
{
  Many *many = context;
  g_autofree char *expected = expected_fault (many, s);

  if (g_atomic_int_add (&many->n_ending, 1) != 0 || many->n_ended != s)
    g_atomic_int_inc (&many->n_unordered);
  if (g_strcmp0 (expected, fault == NULL ? NULL : fault->message) != 0)
    g_atomic_int_inc (&many->n_unordered);
  if (many->n_completed[s] != (expected == NULL || g_str_has_prefix (expected, "complete")))
    g_atomic_int_inc (&many->n_unordered);
  g_atomic_int_add (&many->n_ending, -1);
  put_early (many, s);
  if (s == many->fatal) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "fatal %d", s);
    g_clear_error (&fault);
    return FALSE;
  }
  g_clear_error (&fault);
  g_atomic_int_inc (&many->n_ended);
  return TRUE;
}

static gboolean
overtakes (gpointer context, int s)
{
  return ((const Many *) context)->may_overtake[s];
}

static void
draw_many (GRand *random, Many *many)
{
  *many = (Many){ .n_sequences = g_rand_int_range (random, 0, MAX_SEQUENCES + 1),
                  .is_joined = g_rand_boolean (random),
                  .writes_early = g_rand_boolean (random),
                  .fatal = NEVER };
  for (int s = 0; s < many->n_sequences; s++) {
    many->lengths[s] = g_rand_int_range (random, 0, 12);
    many->fail_read[s] = g_rand_int_range (random, 0, 5) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
    many->fail_finish[s] = g_rand_int_range (random, 0, 8) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
    many->fail_write[s] = g_rand_int_range (random, 0, 5) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
    many->fail_complete[s] = g_rand_int_range (random, 0, 8) == 0;
    many->may_overtake[s] = g_rand_int_range (random, 0, 4) > 0;
    many->written[s] = g_array_new (FALSE, FALSE, sizeof (int));
  }
  many->all = g_array_new (FALSE, FALSE, sizeof (int));
  if (many->n_sequences > 0 && g_rand_int_range (random, 0, 3) == 0)
    many->fatal = g_rand_int_range (random, 0, many->n_sequences);
}

/* Each sequence that is ended is written as far as it should be, all parts in order; of those after a fatal one
 * nothing is ended, and nothing written if they are joined. */
static void
check_many (const Many *many)
{
  guint n_all = 0;

  cr_assert_eq (many->n_unordered, 0);
  cr_assert_eq (many->n_ended, many->fatal == NEVER ? many->n_sequences : many->fatal);
  for (int s = 0; s < many->n_sequences; s++) {
    guint n = 0;

    if (many->fatal != NEVER && s > many->fatal) {
      cr_assert (!many->is_joined || (int) many->written[s]->len == many->n_early[s]);
      continue;
    }
    for (int b = 0; b < expected_batches (many, s); b++)
      for (int part = 0; part <= (s * b) % 3; part++, n++) {
        cr_assert_lt (n, many->written[s]->len);
        cr_assert_eq (g_array_index (many->written[s], int, n), 100 * b + part);
        if (many->is_joined)
          cr_assert_eq (g_array_index (many->all, int, n_all++), 10000 * s + 100 * b + part);
      }
    cr_assert_eq (many->written[s]->len, n);
  }
  cr_assert (!many->is_joined || many->all->len == n_all);
}

Test (pipeline, many_sequences, .timeout = TIME_LIMIT)
{
  static const PipelineFuncs pipeline = { .read = read_of_many,
                                          .finish = finish_of_many,
                                          .work = work_on_many,
                                          .write = write_of_many,
                                          .write_part = write_of_many,
                                          .complete = complete_of_many,
                                          .end = end_of_many,
                                          .may_overtake = overtakes,
                                          .may_write_early = may_be_early };
  g_autoptr (GRand) random = g_rand_new_with_seed (64);

  for (int round = 0; round < 600; round++) {
    gpointer workers[MAX_WORKERS] = { NULL }, addresses[MAX_SLOTS];
    PartSlot slots[MAX_SLOTS];
    Many many;
    const int n_workers = widths[round % G_N_ELEMENTS (widths)];
    const int n_slots = n_workers * g_rand_int_range (random, 1, SLOTS_A_WORKER + 1);
    PipelineRun run = { .workers = workers, .n_workers = n_workers, .slots = addresses, .n_slots = n_slots };
    g_autoptr (GError) error = NULL;

    for (int i = 0; i < n_slots; i++)
      addresses[i] = &slots[i];
    draw_many (random, &many);
    run.n_sequences = many.n_sequences;
    run.is_joined = many.is_joined;
    cr_assert_eq (pipeline_run (&pipeline, &many, &run, &error), many.fatal == NEVER);
    cr_assert_eq (error != NULL, many.fatal != NEVER);
    check_many (&many);
    for (int s = 0; s < many.n_sequences; s++)
      g_array_unref (many.written[s]);
    g_array_unref (many.all);
  }
}

/* Three joined sequences of a batch each, and two threads: the first batch takes until the others are worked on. */
static TbkReadStatus
read_one_each (gpointer context, int sequence, gpointer slot, GError **error)
{
  int *n_reads = context;

  (void) slot;
  (void) error;
  return n_reads[1 + sequence]++ == 0 ? TBK_READ_BATCH : TBK_READ_END;
}

static void
wait_for_the_others (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn)
{
  gint *n_worked = context;

  (void) slot;
  (void) worker;
  (void) turn;
  for (int i = 0; sequence == 0 && i < 5000 && g_atomic_int_get (n_worked) < 2; i++)
    g_usleep (1000);
  g_atomic_int_inc (n_worked);
}

static gboolean
write_after_all (gpointer context, int sequence, gpointer slot, GError **error)
{
  (void) sequence;
  (void) slot;
  if (g_atomic_int_get ((gint *) context) == 3)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, "later sequences were not worked on");
  return FALSE;
}

Test (pipeline, later_sequences_are_parked, .timeout = TIME_LIMIT)
{
  const PipelineFuncs pipeline = {
    .read = read_one_each, .work = wait_for_the_others, .write = write_after_all, .end = end_with_fault
  };
  gint counts[4] = { 0 }; /* worked on; then the reads of each */
  gpointer slots[8] = { NULL }, workers[2] = { NULL };
  const PipelineRun run = {
    .n_sequences = 3, .is_joined = TRUE, .workers = workers, .n_workers = 2, .slots = slots, .n_slots = 8
  };
  g_autoptr (GError) error = NULL;

  cr_assert (pipeline_run (&pipeline, counts, &run, &error), "%s", error->message);
}

/* Two joined sequences and three threads. The first of three batches of the first one is read when nothing more is done
 * of the other, which has more batches than there are slots. All three must then be worked on at the same time. */
enum { LONG = 100, N_FIRST = 3 };

typedef struct {
  gint n_read[2], n_worked[2];
} Beside;

static TbkReadStatus
read_beside (gpointer context, int sequence, gpointer slot, GError **error)
{
  Beside *beside = context;
  const int number = g_atomic_int_add (&beside->n_read[sequence], 1);

  (void) slot;
  (void) error;
  if (sequence == 1)
    return number < LONG ? TBK_READ_BATCH : TBK_READ_END;
  for (int before = -1, now = 0; number == 0 && (now == 0 || now > before);) {
    before = now;
    g_usleep (50 * 1000);
    now = g_atomic_int_get (&beside->n_worked[1]);
  }
  return number < N_FIRST ? TBK_READ_BATCH : TBK_READ_END;
}

static void
work_beside (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn)
{
  Beside *beside = context;

  (void) slot;
  (void) worker;
  (void) turn;
  g_atomic_int_inc (&beside->n_worked[sequence]);
  for (int i = 0; sequence == 0 && i < 5000 && g_atomic_int_get (&beside->n_worked[0]) < N_FIRST; i++)
    g_usleep (1000);
}

static gboolean
write_beside (gpointer context, int sequence, gpointer slot, GError **error)
{
  const Beside *beside = context;

  (void) sequence;
  (void) slot;
  if (g_atomic_int_get (&beside->n_worked[0]) == N_FIRST)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, "parked batches left no slots");
  return FALSE;
}

Test (pipeline, parked_batches_leave_slots_for_all_threads, .timeout = TIME_LIMIT)
{
  const PipelineFuncs pipeline = {
    .read = read_beside, .work = work_beside, .write = write_beside, .end = end_with_fault
  };
  Beside beside = { 0 };
  gpointer slots[12] = { NULL }, workers[3] = { NULL };
  const PipelineRun run = {
    .n_sequences = 2, .is_joined = TRUE, .workers = workers, .n_workers = 3, .slots = slots, .n_slots = 12
  };
  g_autoptr (GError) error = NULL;

  cr_assert (pipeline_run (&pipeline, &beside, &run, &error), "%s", error->message);
}

/* Two sequences of no batch and two threads: both are completed at the same time, in any order. */
static TbkReadStatus
read_none (gpointer context, int sequence, gpointer slot, GError **error)
{
  (void) context;
  (void) sequence;
  (void) slot;
  (void) error;
  return TBK_READ_END;
}

static gboolean
complete_at_once (gpointer context, int sequence, GError **error)
{
  gint *n_completing = context;

  (void) sequence;
  g_atomic_int_inc (n_completing);
  for (int i = 0; i < 5000; i++) {
    if (g_atomic_int_get (n_completing) == 2)
      return TRUE;
    g_usleep (1000);
  }
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, "completed one by one");
  return FALSE;
}

Test (pipeline, sequences_are_completed_at_the_same_time, .timeout = TIME_LIMIT)
{
  const PipelineFuncs pipeline = { .read = read_none, .complete = complete_at_once, .end = end_with_fault };
  gint n_completing = 0;
  gpointer slots[4] = { NULL }, workers[2] = { NULL };
  const PipelineRun run = {
    .n_sequences = 2, .workers = workers, .n_workers = 2, .slots = slots, .n_slots = 4
  };
  g_autoptr (GError) error = NULL;

  cr_assert (pipeline_run (&pipeline, &n_completing, &run, &error), "%s", error->message);
}
