/* test_corpus.c - the loop over treebanks as a library has it: any number of threads, any format, messages in order. */
#include <string.h>

#include "conllu/conllu.h"
#include "corpus/corpus.h"
#include "evaluation/evaluation.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/evaluate.h"
#include "tbk/statistics.h"
#include "unit/scratch.h"
#include "unit/time_limit.h"

enum { N_FILES = 20, MOST_SENTENCES = 40 };

static char *paths[N_FILES + 1];

/* Files of trees drawn; every third has no sent_ids, which is worth a warning. */
static void
make_files (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  make_folder ();
  for (int f = 0; f < N_FILES; f++) {
    g_autofree char *name = g_strdup_printf ("%02d.conllu", f);
    g_autoptr (GString) text = g_string_new (NULL);

    for (int s = g_rand_int_range (random, 0, MOST_SENTENCES); s > 0; s--) {
      const int n = g_rand_int_range (random, 1, 12);
      if (f % 3 != 0)
        g_string_append_printf (text, "# sent_id = %d\n", s);
      for (int w = 1; w <= n; w++)
        g_string_append_printf (text, "%d\tw\tw\tX\tX\t_\t%d\t%s\t_\t_\n", w,
                                w == n ? 0 : w + 1 + g_rand_int_range (random, 0, n - w),
                                w == n ? "root" : "dep");
      g_string_append_c (text, '\n');
    }
    paths[f] = in_folder (name);
    cr_assert (g_file_set_contents (paths[f], text->str, (gssize) text->len, NULL));
  }
}

static void
remove_files (void)
{
  for (int f = 0; f < N_FILES; f++)
    g_free (paths[f]);
  remove_folder ();
}

TestSuite (corpus, .init = make_files, .fini = remove_files);

static void
keep_message (gpointer messages, const char *message)
{
  g_string_append_printf (messages, "%s\n", message);
}

/* What a run of @job finds, and all that it tells. */
static char *
run_job (const TbkJob *job, int n_threads, TbkLeftOut *left_out, GError **error)
{
  g_autoptr (GString) messages = g_string_new (NULL);
  const TbkCorpusOptions options = {
    .format = tbk_conllu_format (), .n_threads = n_threads, .tell = keep_message, .data = messages
  };
  const char *const *files = (const char *const *) paths;
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job->layout, files, NULL);
  g_autofree char *text = NULL;

  cr_assert_eq (tbk_corpus_run (&options, job, files, tallies, left_out, error),
                error == NULL || *error == NULL);
  text = tallies_text (tallies, NULL);
  return g_strconcat (text, messages->str, NULL);
}

Test (corpus, any_number_of_threads)
{
  const TbkFiguresOptions figures = { .lengths = TRUE, .classes = TRUE };
  const TbkChoicesOptions choices = { .level = 0 };
  const TbkJob jobs[] = { tbk_figures_job (&figures), tbk_choices_job (&choices) };

  for (guint j = 0; j < G_N_ELEMENTS (jobs); j++) {
    g_autofree char *expected = run_job (&jobs[j], 1, NULL, NULL);

    cr_assert_not_null (strstr (expected, "warning: [missing-sent-id]"));
    for (int n_threads = 2; n_threads <= 9; n_threads++) {
      g_autofree char *found = run_job (&jobs[j], n_threads, NULL, NULL);
      cr_assert_str_eq (found, expected);
    }
  }
}

/* A file that is not there, or that is wrong, is left out and named; all others are in. */
Test (corpus, files_left_out)
{
  const TbkFiguresOptions figures = { .lengths = FALSE };
  const TbkJob job = tbk_figures_job (&figures);

  g_remove (paths[7]);
  for (int n_threads = 1; n_threads <= 4; n_threads++) {
    g_auto (TbkLeftOut) left_out = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *found = run_job (&job, n_threads, &left_out, NULL), *strict = NULL;

    cr_assert_eq (left_out.unread, 1);
    cr_assert_eq (left_out.faulty, 0);
    cr_assert_not_null (strstr (found, "7.conllu\",-1,\"unread\"]"));
    strict = run_job (&job, n_threads, NULL, &error);
    cr_assert_str_eq (found, strict);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
    cr_assert_str_eq (error->message, "1 of 20 files could not be read");
  }
  cr_assert (g_file_set_contents (paths[13], "1\tx\n\n", -1, NULL));
  for (int n_threads = 1; n_threads <= 4; n_threads++) {
    g_auto (TbkLeftOut) left_out = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *found = run_job (&job, n_threads, &left_out, NULL);

    cr_assert_eq (left_out.faulty, 1);
    cr_assert_not_null (strstr (found, "13.conllu\",5,\"faulty\"]"));
    cr_assert_not_null (strstr (found, "13.conllu:1: "));
    cr_assert_not_null (strstr (found, "\n[12,"));
    cr_assert_null (strstr (found, "\n[13,"));
    cr_assert_not_null (strstr (found, "\n[14,"));
    cr_assert_not (left_out_fail (&left_out, 20, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
    cr_assert_str_eq (error->message, "2 of 20 files could not be read or have wrong data");
  }
}

/* A job that fails at the first sentence of the first file, once its last one was worked on, in another batch. */
enum { N_LARGE = 20000 };

typedef struct {
  gint has_seen_last, has_told;
} Failing;

static void
wait_for (gint *event)
{
  while (!g_atomic_int_get (event))
    g_usleep (100);
}

static gboolean
count_or_fail (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  static const gint64 one = 1;
  Failing *failing = data;

  (void) text;
  tbk_tally_add (tally, 0, NULL, &one);
  if (entry->file_number > 0 && g_atomic_int_get (&failing->has_seen_last))
    wait_for (&failing->has_told); /* and the places of batches are free */
  else if (entry->file_number > 0)
    return TRUE;
  else if (entry->index == N_LARGE)
    g_atomic_int_set (&failing->has_seen_last, TRUE);
  else if (entry->index == 1) {
    wait_for (&failing->has_seen_last);
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, "a sentence that is wrong");
    return FALSE;
  }
  return TRUE;
}

static void
note_message (gpointer data, const char *message)
{
  (void) message;
  g_atomic_int_set (&((Failing *) data)->has_told, TRUE);
}

/* What was counted behind the sentence that ended its file goes into no other file. */
Test (corpus, counts_of_files_left_out_are_forgotten, .timeout = TIME_LIMIT)
{
  static const TbkTallyColumn columns[] = { { "sentences", TBK_TALLY_SUM } };
  static const TbkTallySection sections[] = { { "all", NULL, 0, columns, 1 } };
  static const TbkTallyLayout layout = { .kind = "test", .sections = sections, .n_sections = 1 };
  const char *const *files = (const char *const *) paths;
  g_autoptr (GString) large = g_string_new (NULL);
  g_autofree char *expected = NULL;

  for (int s = 0; s < N_LARGE; s++)
    g_string_append (large, "1\tw\tw\tX\tX\t_\t0\troot\t_\t_\n\n");
  cr_assert (g_file_set_contents (paths[0], large->str, (gssize) large->len, NULL));
  for (int n_threads = 1; n_threads <= 2; n_threads++) {
    Failing failing = { .has_seen_last = n_threads == 1 };
    const TbkJob job = { .data = &failing, .layout = &layout, .work = count_or_fail };
    const TbkCorpusOptions options = {
      .format = tbk_conllu_format (), .n_threads = n_threads, .tell = note_message, .data = &failing
    };
    g_autoptr (TbkTallies) tallies = tbk_tallies_new (&layout, files, NULL);
    g_auto (TbkLeftOut) left_out = { 0 };
    g_autofree char *found = NULL;

    cr_assert (tbk_corpus_run (&options, &job, files, tallies, &left_out, NULL));
    cr_assert_eq (left_out.faulty, 1);
    found = tallies_text (tallies, NULL);
    if (n_threads == 1)
      expected = g_steal_pointer (&found);
    else
      cr_assert_str_eq (found, expected);
  }
}

static gboolean
take_sentence (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) worker;
  (void) entry;
  (void) tally;
  (void) error;
  tbk_text_add (text, "x", 1);
  return TRUE;
}

static gboolean
count_written (gpointer n_written, const TbkText *text, GError **error)
{
  (void) error;
  *(gsize *) n_written += tbk_text_length (text);
  return TRUE;
}

/* What comes after the last sentence that a selection takes is neither read nor told, whatever is wrong with it. */
Test (corpus, runs_end_with_the_last_sentence_asked_for)
{
  gsize n_written, n_before_fault;
  const TbkJob job = { .data = &n_written, .work = take_sentence, .write = count_written };
  TbkSelection selection = { .max = 0 };
  g_autoptr (GString) messages = g_string_new (NULL);
  TbkCorpusOptions options = { .format = tbk_conllu_format (),
                               .n_threads = 1,
                               .tell = keep_message,
                               .data = messages,
                               .selection = &selection };
  char *good[] = { paths[1], paths[2], NULL }, *bad[] = { paths[1], paths[2], paths[4], paths[5], NULL };

  n_written = 0;
  cr_assert (tbk_corpus_run (&options, &job, (const char *const *) good, NULL, NULL, NULL));
  n_before_fault = n_written;
  cr_assert_gt (n_before_fault, 1);
  cr_assert (g_file_set_contents (paths[4], "1\tx\n\n", -1, NULL));
  g_remove (paths[5]);
  for (gint64 max = 1; max <= (gint64) n_before_fault; max++)
    for (options.n_threads = 1; options.n_threads <= 4; options.n_threads++) {
      selection.max = max;
      n_written = 0;
      g_string_truncate (messages, 0);
      cr_assert (tbk_corpus_run (&options, &job, (const char *const *) bad, NULL, NULL, NULL));
      cr_assert_str_eq (messages->str, "");
      cr_assert_eq (n_written, (gsize) max);
    }
  selection.max++;
  cr_assert_not (tbk_corpus_run (&options, &job, (const char *const *) bad, NULL, NULL, NULL));
}

/* How far a run is only grows, and ends at the whole. */
static void
check_progress (gpointer last, const TbkProgress *progress)
{
  TbkProgress *before = last;

  g_assert (progress->bytes >= before->bytes); /* Criterion's are for the main thread */
  g_assert (progress->files >= before->files);
  *before = *progress;
}

Test (corpus, progress_grows_to_the_whole)
{
  const TbkFiguresOptions figures = { .lengths = FALSE };
  const TbkJob job = tbk_figures_job (&figures);

  for (int n_threads = 1; n_threads <= 4; n_threads++) {
    TbkProgress last = { 0 };
    const TbkCorpusOptions options = {
      .format = tbk_conllu_format (), .n_threads = n_threads, .progress = check_progress, .data = &last
    };

    cr_assert (tbk_corpus_run (&options, &job, (const char *const *) paths, NULL, NULL, NULL));
    cr_assert_eq (last.bytes, last.n_bytes);
    cr_assert_eq (last.files, N_FILES);
    cr_assert_eq (last.n_files, N_FILES);
  }
}

/* A format of which an entry is a line: the loop knows of no other. */
typedef struct {
  TbkInput *input;
  gint64 line;
} PlainReader;

typedef struct {
  char bytes[64];
  gsize length, next;
  gint64 line;
} LineBatch;

static gpointer
open_lines (const char *path, const TbkReaderOptions *options, GError **error)
{
  PlainReader *reader = g_new0 (PlainReader, 1);

  (void) options;
  reader->input = tbk_input_open (path, error);
  if (reader->input != NULL)
    return reader;
  g_free (reader);
  return NULL;
}

static const TbkInput *
lines_input (gconstpointer reader)
{
  return ((const PlainReader *) reader)->input;
}

static const char *
lines_columns (gconstpointer reader)
{
  (void) reader;
  return "";
}

static void
close_lines (gpointer reader)
{
  if (reader != NULL)
    tbk_input_close (((PlainReader *) reader)->input);
  g_free (reader);
}

static gpointer
new_lines (void)
{
  return g_new0 (LineBatch, 1);
}

static TbkReadStatus
read_lines (gpointer data, gpointer batch_data, GError **error)
{
  PlainReader *reader = data;
  LineBatch *batch = batch_data;
  gssize n;

  batch->length = batch->next = 0;
  while ((n = tbk_input_read (reader->input, batch->bytes + batch->length, 1, error)) == 1)
    if (batch->bytes[batch->length++] == '\n')
      break;
  batch->line = ++reader->line;
  return n < 0 ? TBK_READ_FAILED : batch->length == 0 ? TBK_READ_END : TBK_READ_BATCH;
}

static gboolean
next_line (gpointer data, TbkEntry *entry)
{
  LineBatch *batch = data;

  if (batch->next == batch->length)
    return FALSE;
  *entry = (TbkEntry){ .text = batch->bytes,
                       .length = batch->length,
                       .file = "lines",
                       .line = batch->line,
                       .index = batch->line,
                       .sentence = batch };
  batch->next = batch->length;
  return TRUE;
}

static int
no_open_lines (const TbkEntry *entry)
{
  (void) entry;
  return 0;
}

static gpointer
no_notes (void)
{
  return NULL;
}

static void
free_no_notes (gpointer notes)
{
  (void) notes;
}

static gboolean
add_no_notes (gpointer notes, gconstpointer batch, GError **error)
{
  (void) notes;
  (void) batch;
  (void) error;
  return TRUE;
}

static gboolean
get_no_notes (gconstpointer notes, int number, TbkWarning *warning)
{
  (void) notes;
  (void) number;
  (void) warning;
  return FALSE;
}

static const TbkFormat lines_format = { .name = "lines",
                                        .reader_open = open_lines,
                                        .reader_input = lines_input,
                                        .reader_columns = lines_columns,
                                        .reader_close = close_lines,
                                        .batch_new = new_lines,
                                        .batch_free = g_free,
                                        .read = read_lines,
                                        .next = next_line,
                                        .count_open_lines = no_open_lines,
                                        .notes_new = no_notes,
                                        .notes_free = free_no_notes,
                                        .notes_add = add_no_notes,
                                        .notes_get = get_no_notes };

/* Turns a line round; the data are nothing. */
static gboolean
reverse (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) worker;
  (void) tally;
  (void) error;
  for (gsize i = entry->length - 1; i > 0; i--)
    tbk_text_add (text, &entry->text[i - 1], 1);
  tbk_text_add (text, "\n", 1);
  return TRUE;
}

/* Small files to one output and to one each, with batches of one line. */
Test (corpus, any_format)
{
  const TbkJob job = { .writes_corpus = TRUE, .work = reverse };
  g_autofree char *output = in_folder ("output"), *output_dir = in_folder ("dir");
  g_autoptr (GString) expected = g_string_new (NULL);

  for (int f = 0; f < N_FILES; f++) {
    g_autoptr (GString) text = g_string_new (NULL);
    for (int l = 0; l < f % 7; l++) {
      g_autofree char *line = g_strdup_printf ("%d-%d", f, 10 + l);
      g_string_append_printf (text, "%s\n", line);
      g_string_append_printf (expected, "%s\n", g_strreverse (line));
    }
    cr_assert (g_file_set_contents (paths[f], text->str, (gssize) text->len, NULL));
  }
  cr_assert_eq (g_mkdir (output_dir, 0777), 0);
  for (int n_threads = 1; n_threads <= 5; n_threads++) {
    TbkCorpusOptions options = { .format = &lines_format, .n_threads = n_threads, .output = output };
    g_autofree char *found = NULL;
    g_autoptr (GString) joined = g_string_new (NULL);

    cr_assert (tbk_corpus_run (&options, &job, (const char *const *) paths, NULL, NULL, NULL));
    cr_assert (g_file_get_contents (output, &found, NULL, NULL));
    cr_assert_str_eq (found, expected->str);
    options.output_dir = output_dir;
    cr_assert (tbk_corpus_run (&options, &job, (const char *const *) paths, NULL, NULL, NULL));
    for (int f = 0; f < N_FILES; f++) {
      g_autofree char *name = g_path_get_basename (paths[f]);
      g_autofree char *own = g_build_filename (output_dir, name, NULL), *text = NULL;
      cr_assert (g_file_get_contents (own, &text, NULL, NULL));
      g_string_append (joined, text);
      g_remove (own);
    }
    cr_assert_str_eq (joined->str, expected->str);
  }
  g_rmdir (output_dir);
}

/* Lines of three files, written by the job: as they are, or long. The line of the first file waits until all others are
 * worked on: they are more than can be parked. */
enum { LINES = 40, LONG = 64 * 1024 };

typedef struct {
  gboolean waits;
  gint n_worked;
  GString *written;
} PlainLines;

static gboolean
take_line (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  PlainLines *lines = data;

  (void) tally;
  for (int i = 0; lines->waits && entry->file_number == 0; i++) {
    if (g_atomic_int_get (&lines->n_worked) == 2 * LINES)
      break;
    if (i == 5000) {
      g_set_error_literal (error, TBK_ERROR, TBK_ERROR_RESOURCE, "later files wait for the first");
      return FALSE;
    }
    g_usleep (1000);
  }
  for (int i = 0; i < (lines->waits ? 1 : LONG / (int) entry->length); i++)
    tbk_text_add (text, entry->text, entry->length);
  g_atomic_int_inc (&lines->n_worked);
  return TRUE;
}

static gboolean
write_lines (gpointer data, const TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);

  g_string_append (((PlainLines *) data)->written, bytes);
  return bytes != NULL;
}

Test (corpus, later_files_do_not_wait_with_small_texts, .timeout = TIME_LIMIT)
{
  char *few[] = { paths[0], paths[1], paths[2], NULL };
  g_autoptr (GString) expected = g_string_new (NULL);

  for (int f = 0; f < 3; f++) {
    g_autoptr (GString) text = g_string_new (NULL);

    for (int l = 0; l < (f == 0 ? 1 : LINES); l++)
      g_string_append_printf (text, "%d-%d\n", f, 10 + l);
    cr_assert (g_file_set_contents (few[f], text->str, (gssize) text->len, NULL));
    g_string_append (expected, text->str);
  }
  for (int n_threads = 1; n_threads <= 4; n_threads++)
    for (int waits = 0; waits <= (n_threads > 1); waits++) {
      PlainLines lines = { .waits = waits, .written = g_string_new (NULL) };
      const TbkJob job = { .data = &lines, .work = take_line, .write = write_lines };
      const TbkCorpusOptions options = { .format = &lines_format, .n_threads = n_threads };
      g_autoptr (GError) error = NULL;
      const char *at;

      cr_assert (tbk_corpus_run (&options, &job, (const char *const *) few, NULL, NULL, &error), "%s",
                 error->message);
      if (waits)
        cr_assert_str_eq (lines.written->str, expected->str);
      at = lines.written->str;
      for (const char *line = expected->str; !waits && *line != '\0'; line = strchr (line, '\n') + 1) {
        const gsize length = (gsize) (strchr (line, '\n') + 1 - line);

        for (gsize i = 0; i < LONG / length; i++, at += length)
          cr_assert (strncmp (at, line, length) == 0);
      }
      cr_assert (waits || *at == '\0');
      g_string_free (lines.written, TRUE);
    }
}

/* A cursor gives what stands in a file, in order: sentences, one that is not well formed, and comments alone. */
Test (corpus, a_cursor_goes_through_a_file)
{
  static const char text[] =
      "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n# alone\n\n1\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n"
      "# sent_id = c\n1\tc\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
  static const gint64 lines[] = { 1, 5, 7 };
  g_autofree char *path = store_text ("x.conllu", text);
  g_auto (TbkCursor) cursor = { 0 };

  cr_assert (tbk_cursor_open (&cursor, tbk_conllu_format (), path, NULL, NULL));
  cr_assert_str_eq (cursor_name (&cursor), path);
  for (guint s = 0; s < G_N_ELEMENTS (lines); s++) {
    cr_assert (tbk_cursor_next_sentence (&cursor, NULL) && !cursor.is_at_end);
    cr_assert (cursor.entry.line == lines[s] && cursor_check (&cursor, NULL) == (s != 1));
  }
  cr_assert (cursor.entry.id_length == 1 && cursor.entry.id[0] == 'c');
  cr_assert (tbk_cursor_next_sentence (&cursor, NULL) && cursor.is_at_end);
}

static char **
find_itself (gpointer data, const char *gold)
{
  (void) data;
  return g_strdupv ((char *[]){ (char *) gold, NULL });
}

/* Files side by side: by threads as by one, each sentence with the one of its number. */
Test (corpus, files_side_by_side_are_the_same_by_threads)
{
  const TbkEvaluationOptions options = { .system = "itself" };
  const TbkJob job = tbk_evaluation_job (&options);
  TbkShare shares[2];

  for (int t = 0; t < 2; t++) {
    TbkPairing pairing = { .find = find_itself };
    TbkCorpusOptions corpus = { .n_threads = t == 0 ? 1 : 4 };
    g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, (const char *const *) paths, NULL);
    g_autoptr (TbkEvaluation) evaluation = NULL;

    tbk_evaluation_pairing (&options, &pairing);
    corpus.format = &pairing.pairs;
    corpus.format_options = &pairing;
    cr_assert (tbk_corpus_run (&corpus, &job, (const char *const *) paths, tallies, NULL, NULL));
    cr_assert (evaluation_check_systems (tallies, NULL));
    evaluation = tbk_evaluation_of (tallies, TBK_EVALUATED_DEPENDENCIES, 0);
    shares[t] = tbk_evaluation_share (evaluation, TBK_MEASURE_LAS);
    cr_assert (shares[t].right == shares[t].of && shares[t].of > 0);
  }
  cr_assert (shares[0].of == shares[1].of);
}
