/* test_pipeline.c - pipelines of every width: in order, complete, and at an end when something fails. */
#include "unit/base/pipelines.h"
#include "unit/time_limit.h"

enum { N_BATCHES = 200 };

/* A pipeline that squares numbers, and fails where it is told to. */
typedef struct {
  int fail_read;
  int fail_write;
  int next;
  gint n_reading;
  gint n_writing;
  gboolean read_again;   /* after the end or a failure */
  gboolean read_at_once; /* by two threads */
  gboolean written_at_once;
  gboolean over;
  GArray *written;
} Squares;

typedef struct {
  gint64 number;
  gint64 square;
} Slot;

static TbkReadStatus
read_number (gpointer context, int sequence, gpointer slot, GError **error)
{
  Squares *squares = context;
  TbkReadStatus status = TBK_READ_BATCH;

  g_assert (sequence == 0); /* Criterion's are for the main thread */
  squares->read_at_once |= g_atomic_int_add (&squares->n_reading, 1) != 0;
  squares->read_again |= squares->over;
  if (squares->next == squares->fail_read) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "read %d", squares->next);
    status = TBK_READ_FAILED;
  } else if (squares->next == N_BATCHES) {
    status = TBK_READ_END;
  }
  squares->over = status != TBK_READ_BATCH;
  *(Slot *) slot = (Slot){ .number = squares->next++, .square = -1 };
  g_atomic_int_add (&squares->n_reading, -1);
  return status;
}

/* Takes longer for some numbers than for others, so that threads overtake one another. */
static void
square_number (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn)
{
  Slot *number = slot;

  (void) context;
  (void) sequence;
  (void) worker;
  (void) turn;
  if (number->number % 7 == 0)
    g_usleep (200);
  number->square = number->number * number->number;
}

static gboolean
write_square (gpointer context, int sequence, gpointer slot, GError **error)
{
  Squares *squares = context;
  Slot *number = slot;
  gboolean fails = number->number == squares->fail_write;

  (void) sequence;
  squares->written_at_once |= g_atomic_int_add (&squares->n_writing, 1) != 0;
  g_array_append_val (squares->written, number->square);
  if (fails)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "write %d", (int) number->number);
  g_atomic_int_add (&squares->n_writing, -1);
  return !fails;
}

/* The end of the one sequence. */
static gboolean
end_run (gpointer context, int sequence, GError *fault, GError **error)
{
  g_assert (sequence == 0);
  return end_with_fault (context, sequence, fault, error);
}

/* Runs @pipeline over one sequence. */
static gboolean
run_one (const PipelineFuncs *pipeline, gpointer context, gpointer *slots, int n_slots, int n_workers,
         GError **error)
{
  gpointer workers[MAX_WORKERS] = { NULL };
  const PipelineRun run = {
    .n_sequences = 1, .workers = workers, .n_workers = n_workers, .slots = slots, .n_slots = n_slots
  };

  return pipeline_run (pipeline, context, &run, error);
}

/* Runs the squares and checks what was written, and the error if one is expected. */
static void
assert_squares (int n_workers, int n_slots, int fail_read, int fail_write)
{
  static const PipelineFuncs pipeline = {
    .read = read_number, .work = square_number, .write = write_square, .end = end_run
  };
  Squares squares = { .fail_read = fail_read, .fail_write = fail_write };
  gboolean read_fails = fail_read != NEVER;
  gboolean write_fails = fail_write != NEVER && !(read_fails && fail_write >= fail_read);
  int n_expected = write_fails ? fail_write + 1 : read_fails ? fail_read : N_BATCHES;
  Slot slots[MAX_SLOTS];
  gpointer addresses[MAX_SLOTS];
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < n_slots; i++)
    addresses[i] = &slots[i];
  squares.written = g_array_new (FALSE, FALSE, sizeof (gint64));

  cr_assert_eq (run_one (&pipeline, &squares, addresses, n_slots, n_workers, &error),
                !read_fails && !write_fails);
  cr_assert_eq (error != NULL, read_fails || write_fails);
  if (error != NULL) {
    g_autofree char *message =
        g_strdup_printf ("%s %d", write_fails ? "write" : "read", write_fails ? fail_write : fail_read);
    cr_assert_str_eq (error->message, message);
  }
  cr_assert_eq ((int) squares.written->len, n_expected);
  for (int i = 0; i < n_expected; i++)
    cr_assert_eq (g_array_index (squares.written, gint64, i), (gint64) i * i);
  cr_assert_not (squares.read_again);
  cr_assert_not (squares.read_at_once);
  cr_assert_not (squares.written_at_once);
  cr_assert (!write_fails || squares.next <= fail_write + n_slots, "read on after a failed write");
  g_array_unref (squares.written);
}

/* As many slots as threads, and more. */
static void
assert_all_slots (int n_workers, int fail_read, int fail_write)
{
  for (int slots = 1; slots <= SLOTS_A_WORKER; slots++)
    assert_squares (n_workers, slots * n_workers, fail_read, fail_write);
}

static const int places[] = { 0, 1, 2, 7, 8, 9, 100, N_BATCHES - 1 };

Test (pipeline, in_order, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (int round = 0; round < 10; round++)
      assert_all_slots (widths[i], NEVER, NEVER);
}

Test (pipeline, failed_reads, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++) {
    for (gsize j = 0; j < G_N_ELEMENTS (places); j++)
      assert_all_slots (widths[i], places[j], NEVER);
    assert_all_slots (widths[i], N_BATCHES, NEVER);
  }
}

Test (pipeline, failed_writes, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (places); j++)
      assert_all_slots (widths[i], NEVER, places[j]);
}

/* A write fails shortly before or after a read: the failure of the earlier batch is returned. */
Test (pipeline, both_fail, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (int read = 5; read < 15; read++)
      for (int write = 5; write < 15; write++)
        assert_all_slots (widths[i], read, write);
}

static TbkReadStatus
read_in_main_thread (gpointer context, int sequence, gpointer slot, GError **error)
{
  int *n_left = slot;

  (void) sequence;
  (void) error;
  cr_assert (context == g_thread_self ());
  return (*n_left)-- > 0 ? TBK_READ_BATCH : TBK_READ_END;
}

static void
work_in_main_thread (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn)
{
  (void) sequence;
  (void) worker;
  (void) slot;
  (void) turn;
  cr_assert (context == g_thread_self ());
}

static gboolean
write_in_main_thread (gpointer context, int sequence, gpointer slot, GError **error)
{
  (void) sequence;
  (void) slot;
  (void) error;
  return context == g_thread_self ();
}

Test (pipeline, one_worker_needs_no_thread)
{
  const PipelineFuncs pipeline = {
    .read = read_in_main_thread, .work = work_in_main_thread, .write = write_in_main_thread, .end = end_run
  };
  int n_left = 10;
  gpointer slot = &n_left;

  cr_assert (run_one (&pipeline, g_thread_self (), &slot, 1, 1, NULL));
  cr_assert_eq (n_left, -1);
}

/* How many threads work at the same time. */
static void
meet (gpointer context, int sequence, gpointer slot, gpointer worker, PipelineTurn *turn)
{
  gint *n_waiting = context;

  (void) sequence;
  (void) worker;
  (void) slot;
  (void) turn;
  g_atomic_int_add (n_waiting, 1);
  for (int i = 0; i < 5000 && g_atomic_int_get (n_waiting) < 3; i++)
    g_usleep (1000);
}

static TbkReadStatus
read_three (gpointer context, int sequence, gpointer slot, GError **error)
{
  static int n_read;

  (void) sequence;
  (void) context;
  (void) slot;
  (void) error;
  return n_read++ < 3 ? TBK_READ_BATCH : TBK_READ_END;
}

static gboolean
write_met (gpointer context, int sequence, gpointer slot, GError **error)
{
  (void) sequence;
  (void) slot;
  if (g_atomic_int_get ((gint *) context) == 3)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, "the threads did not meet");
  return FALSE;
}

Test (pipeline, threads_work_at_the_same_time, .timeout = TIME_LIMIT)
{
  const PipelineFuncs pipeline = { .read = read_three, .work = meet, .write = write_met, .end = end_run };
  gpointer slots[3] = { NULL };
  gint n_waiting = 0;
  g_autoptr (GError) error = NULL;

  cr_assert (run_one (&pipeline, &n_waiting, slots, 3, 3, &error), "%s", error->message);
}

/* Batches that are written in parts: of batch k, as many as k modulo 6, and the rest. */
typedef struct {
  int n_read, fail_batch, fail_part; /* the last two: what cannot be written */
  GArray *written;                   /* 100 times the batch, plus the part */
  gint n_writing;
  gboolean written_at_once, worked_on;
} Parts;

static TbkReadStatus
read_parts (gpointer context, int sequence, gpointer slot, GError **error)
{
  Parts *parts = context;

  (void) sequence;
  (void) error;
  *(PartSlot *) slot = (PartSlot){ .batch = parts->n_read };
  return parts->n_read++ < N_BATCHES ? TBK_READ_BATCH : TBK_READ_END;
}

static gboolean
write_a_part (gpointer context, int sequence, gpointer data, GError **error)
{
  Parts *parts = context;
  PartSlot *slot = data;
  int number = 100 * slot->batch + slot->part;
  gboolean fails = slot->batch == parts->fail_batch && slot->part == parts->fail_part;

  (void) sequence;
  parts->written_at_once |= g_atomic_int_add (&parts->n_writing, 1) != 0;
  if (fails)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "part %d", number);
  else
    g_array_append_val (parts->written, number);
  g_atomic_int_add (&parts->n_writing, -1);
  return !fails;
}

static void
work_in_parts (gpointer context, int sequence, gpointer data, gpointer worker, PipelineTurn *turn)
{
  Parts *parts = context;
  PartSlot *slot = data;

  (void) sequence;
  (void) worker;
  for (; slot->part < slot->batch % 6; slot->part++) {
    if (slot->batch % 7 == 0)
      g_usleep (100);
    if (!pipeline_write_part (turn))
      return;
    parts->worked_on |= slot->batch > parts->fail_batch;
  }
}

static void
assert_parts (int n_workers, int fail_batch, int fail_part)
{
  static const PipelineFuncs pipeline = { .read = read_parts,
                                          .work = work_in_parts,
                                          .write = write_a_part,
                                          .write_part = write_a_part,
                                          .end = end_run };
  const int n_slots = n_workers * (1 + fail_part % SLOTS_A_WORKER);
  Parts parts = { .fail_batch = fail_batch, .fail_part = fail_part };
  PartSlot slots[MAX_SLOTS];
  gpointer addresses[MAX_SLOTS];
  g_autoptr (GError) error = NULL;
  guint n = 0;
  gboolean fails = fail_batch < N_BATCHES;

  for (int i = 0; i < n_slots; i++)
    addresses[i] = &slots[i];
  parts.written = g_array_new (FALSE, FALSE, sizeof (int));
  cr_assert_eq (run_one (&pipeline, &parts, addresses, n_slots, n_workers, &error), !fails);
  for (int batch = 0; batch < MIN (fail_batch + 1, N_BATCHES); batch++)
    for (int part = 0; part <= batch % 6 && !(batch == fail_batch && part >= fail_part); part++, n++)
      cr_assert_eq (g_array_index (parts.written, int, n), 100 * batch + part);
  cr_assert_eq (parts.written->len, n);
  cr_assert_not (parts.written_at_once);
  cr_assert_not (parts.worked_on, "a part of a later batch was written after a failure");
  if (fails) {
    g_autofree char *message = g_strdup_printf ("part %d", 100 * fail_batch + fail_part);
    cr_assert_str_eq (error->message, message);
  }
  g_array_unref (parts.written);
}

Test (pipeline, parts_in_order, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (int round = 0; round < 10; round++)
      assert_parts (widths[i], N_BATCHES, 0);
}

Test (pipeline, failed_parts, .timeout = TIME_LIMIT)
{
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (int batch = 0; batch < 30; batch++)
      for (int part = 0; part <= batch % 6; part++)
        assert_parts (widths[i], batch, part);
}
