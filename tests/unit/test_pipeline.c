/* test_pipeline.c - pipelines of every width: in order, complete, and at an end when something fails. */
#include <criterion/criterion.h>

#include "tbk/pipeline.h"
#include "unit/time_limit.h"

enum {
  N_BATCHES = 200,
  MAX_WORKERS = 8,
  SLOTS_A_WORKER = 3,
  MAX_SLOTS = MAX_WORKERS * SLOTS_A_WORKER,
  NEVER = -1
};

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
square_number (gpointer context, int sequence, gpointer slot, gpointer worker, TbkTurn *turn)
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
  (void) context;
  g_assert (sequence == 0);
  if (fault != NULL)
    g_propagate_error (error, fault);
  return fault == NULL;
}

/* Runs @pipeline over one sequence. */
static gboolean
run_one (const TbkPipeline *pipeline, gpointer context, gpointer *slots, int n_slots, int n_workers,
         GError **error)
{
  gpointer workers[MAX_WORKERS] = { NULL };
  const TbkPipelineRun run = {
    .n_sequences = 1, .workers = workers, .n_workers = n_workers, .slots = slots, .n_slots = n_slots
  };

  return tbk_pipeline_run (pipeline, context, &run, error);
}

/* Runs the squares and checks what was written, and the error if one is expected. */
static void
assert_squares (int n_workers, int n_slots, int fail_read, int fail_write)
{
  static const TbkPipeline pipeline = {
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

static const int widths[] = { 1, 2, 3, 8 };
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
work_in_main_thread (gpointer context, int sequence, gpointer slot, gpointer worker, TbkTurn *turn)
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
  const TbkPipeline pipeline = {
    .read = read_in_main_thread, .work = work_in_main_thread, .write = write_in_main_thread, .end = end_run
  };
  int n_left = 10;
  gpointer slot = &n_left;

  cr_assert (run_one (&pipeline, g_thread_self (), &slot, 1, 1, NULL));
  cr_assert_eq (n_left, -1);
}

/* How many threads work at the same time. */
static void
meet (gpointer context, int sequence, gpointer slot, gpointer worker, TbkTurn *turn)
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
  const TbkPipeline pipeline = { .read = read_three, .work = meet, .write = write_met, .end = end_run };
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

typedef struct {
  int batch, part;
} PartSlot;

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
work_in_parts (gpointer context, int sequence, gpointer data, gpointer worker, TbkTurn *turn)
{
  Parts *parts = context;
  PartSlot *slot = data;

  (void) sequence;
  (void) worker;
  for (; slot->part < slot->batch % 6; slot->part++) {
    if (slot->batch % 7 == 0)
      g_usleep (100);
    if (!tbk_turn_write_part (turn))
      return;
    parts->worked_on |= slot->batch > parts->fail_batch;
  }
}

static void
assert_parts (int n_workers, int fail_batch, int fail_part)
{
  static const TbkPipeline pipeline = { read_parts, work_in_parts, write_a_part, write_a_part,
                                        end_run,    NULL,          NULL };
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

/* Several sequences, of lengths drawn, of which some fail, to be read, finished or written. */
enum { MAX_SEQUENCES = 12 };

typedef struct {
  int n_sequences, lengths[MAX_SEQUENCES]; /* batches of each */
  int fail_read[MAX_SEQUENCES], fail_finish[MAX_SEQUENCES], fail_write[MAX_SEQUENCES];
  gboolean may_overtake[MAX_SEQUENCES];
  int fatal; /* the sequence whose failure ends the run */
  gboolean is_joined;

  gint n_read[MAX_SEQUENCES], n_reading[MAX_SEQUENCES], n_finished[MAX_SEQUENCES], n_writing, n_ending,
      n_ended, n_unordered;
  GArray *written[MAX_SEQUENCES];
  GArray *all; /* joined */
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
work_on_many (gpointer context, int s, gpointer data, gpointer worker, TbkTurn *turn)
{
  Many *many = context;
  PartSlot *slot = data;

  (void) worker;
  if (slot->batch == many->fail_finish[s])
    g_atomic_int_inc (&many->n_unordered);
  if ((s + slot->batch) % 5 == 0)
    g_usleep (50);
  for (; slot->part < (s * slot->batch) % 3; slot->part++)
    if (!tbk_turn_write_part (turn))
      return;
}

static gboolean
write_of_many (gpointer context, int s, gpointer data, GError **error)
{
  Many *many = context;
  PartSlot *slot = data;
  int number = 100 * slot->batch + slot->part, in_all = 10000 * s + number;

  if (many->is_joined
      && (g_atomic_int_add (&many->n_writing, 1) != 0 || g_atomic_int_get (&many->n_ended) != s))
    g_atomic_int_inc (&many->n_unordered);
  g_array_append_val (many->written[s], number);
  if (many->is_joined)
    g_array_append_val (many->all, in_all);
  g_atomic_int_add (&many->n_writing, -1);
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
  return NULL;
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
  g_atomic_int_add (&many->n_ending, -1);
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
                  .fatal = NEVER };
  for (int s = 0; s < many->n_sequences; s++) {
    many->lengths[s] = g_rand_int_range (random, 0, 12);
    many->fail_read[s] = g_rand_int_range (random, 0, 5) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
    many->fail_finish[s] = g_rand_int_range (random, 0, 8) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
    many->fail_write[s] = g_rand_int_range (random, 0, 5) == 0 ? g_rand_int_range (random, 0, 13) : NEVER;
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
      cr_assert (!many->is_joined || many->written[s]->len == 0);
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
}

Test (pipeline, many_sequences, .timeout = TIME_LIMIT)
{
  static const TbkPipeline pipeline = { .read = read_of_many,
                                        .finish = finish_of_many,
                                        .work = work_on_many,
                                        .write = write_of_many,
                                        .write_part = write_of_many,
                                        .end = end_of_many,
                                        .may_overtake = overtakes };
  g_autoptr (GRand) random = g_rand_new_with_seed (64);

  for (int round = 0; round < 600; round++) {
    gpointer workers[MAX_WORKERS] = { NULL }, addresses[MAX_SLOTS];
    PartSlot slots[MAX_SLOTS];
    Many many;
    const int n_workers = widths[round % G_N_ELEMENTS (widths)];
    const int n_slots = n_workers * g_rand_int_range (random, 1, SLOTS_A_WORKER + 1);
    TbkPipelineRun run = {
      .workers = workers, .n_workers = n_workers, .slots = addresses, .n_slots = n_slots
    };
    g_autoptr (GError) error = NULL;

    for (int i = 0; i < n_slots; i++)
      addresses[i] = &slots[i];
    draw_many (random, &many);
    run.n_sequences = many.n_sequences;
    run.is_joined = many.is_joined;
    cr_assert_eq (tbk_pipeline_run (&pipeline, &many, &run, &error), many.fatal == NEVER);
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
wait_for_the_others (gpointer context, int sequence, gpointer slot, gpointer worker, TbkTurn *turn)
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

static gboolean
end_with_fault (gpointer context, int sequence, GError *fault, GError **error)
{
  (void) context;
  (void) sequence;
  if (fault != NULL)
    g_propagate_error (error, fault);
  return fault == NULL;
}

Test (pipeline, later_sequences_are_parked, .timeout = TIME_LIMIT)
{
  const TbkPipeline pipeline = {
    .read = read_one_each, .work = wait_for_the_others, .write = write_after_all, .end = end_with_fault
  };
  gint counts[4] = { 0 }; /* worked on; then the reads of each */
  gpointer slots[8] = { NULL }, workers[2] = { NULL };
  const TbkPipelineRun run = {
    .n_sequences = 3, .is_joined = TRUE, .workers = workers, .n_workers = 2, .slots = slots, .n_slots = 8
  };
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_pipeline_run (&pipeline, counts, &run, &error), "%s", error->message);
}
