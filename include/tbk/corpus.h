/* corpus.h - the loop over treebanks: files in, sentences to workers, texts and tallies out.
 *
 * A job says what is done with a sentence: it is counted, or becomes another text, or both. Several threads
 * read files, work on them and write side by side. All output, messages too, comes in the order of files and
 * of sentences. It does not depend on the number of threads. Who reads one file needs only tbk/conllu.h.
 *
 *   g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, paths, NULL);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error))
 *     return FALSE;
 *
 * Errors    a file that cannot be read, or whose data are wrong, is told by a message, left out, and the rest
 *           done. It has no tally and no output of its own, and a job takes back what it wrote of it, where it
 *           can (`settle`). Then the result is an error all the same, TBK_ERROR_IO if some file could not be
 *           read, else TBK_ERROR_DATA, and a treebank of all files does not get its name. Data are wrong if
 *           a sentence is not well formed, or the job returns an error TBK_ERROR_DATA for it, and `on_error`
 *           is TBK_ON_ERROR_STOP. Any other error ends the run: what comes before it is done and written,
 *           what comes after it is not. Files of the output have their names only once they are complete.
 * Output    the threads compress their batches: a member each, of 32 KiB of text or more. So compressed bytes
 *           do not depend on the number of threads either.
 * Memory    a few batches a thread, the tallies, and of files under way what the format
 *           keeps for warnings.
 * Files     a file that is no regular one (standard input, a pipe) is opened only when all before it are
 *           done, since two of them may be one stream.
 * Threads   what the job's functions may be called from is said there; messages and progress come from any of
 *           the threads, never two at a time.
 * Since     0.1
 */
#ifndef TBK_CORPUS_H
#define TBK_CORPUS_H

#include <glib.h>

#include "tbk/format.h"
#include "tbk/selection.h"
#include "tbk/tally.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_ON_ERROR_STOP, /* ends the file, which is left out */
  TBK_ON_ERROR_SKIP, /* leaves the sentence out; what it says of those after it is kept */
  TBK_ON_ERROR_PASS, /* writes it unchanged */
} TbkOnError;

typedef struct {
  gint64 bytes, n_bytes; /* read, as they lie there; of all regular files */
  int files, n_files;    /* done, of all */
  int n_streams; /* files that are no regular ones, whose size is not known; their bytes are in `bytes` */
} TbkProgress;

typedef struct {
  const TbkFormat *format;
  int n_threads; /* at least 1; 1: all in the calling thread */
  gint64 max_line;
  gboolean strict;
  TbkOnError on_error;
  const char *output;     /* (nullable): what all becomes; NULL for standard output */
  const char *output_dir; /* (nullable): instead, a folder for a file each, made where it is not there */
  /* (nullable): what they are called there, one for each path; NULL: the path's last part, but .gz for
   * .bz2. */
  const char *const *names;
  /* (nullable): in place of the first: what is open, and completed or discarded by the caller. Since: 0.2 */
  TbkOutput *opened;
  int level; /* of compressed ones, as for tbk_output_open(); 0: the usual */

  /* (nullable): takes a message, "FILE:LINE: ..." where there is one; takes how far the run is. */
  void (*tell) (gpointer data, const char *message);
  void (*progress) (gpointer data, const TbkProgress *progress);
  gpointer data;

  gconstpointer format_options; /* (nullable): TbkReaderOptions.of_format; must outlive the run */

  /* (nullable): the sentences that are worked on; must outlive the run. The others are left out, but for what
   * they say of the whole file. A job that ignores trees gets them where these conditions need them. With a
   * limit one thread does all, and what comes after the last sentence is not read; files after that are not
   * opened, and have empty tallies and outputs of their own. */
  const TbkSelection *selection;
} TbkCorpusOptions;

/* What is done with sentences. Functions but `work` may be NULL; @data is the job's. */
typedef struct {
  gpointer data;
  const TbkTallyLayout *layout; /* of what is counted, NULL if nothing is */
  gboolean writes_corpus;       /* sentences become others in the same format */
  gboolean ignores_trees;       /* what is a tree in the input is not looked at; see TbkReaderOptions */

  /* A thread's own. */
  gpointer (*worker_new) (gpointer data);
  void (*worker_free) (gpointer worker);

  /* Whether a file will do. Called by any thread, also for files whose turn will never come. */
  gboolean (*check_file) (gpointer data, gconstpointer reader, GError **error);

  /* Looks at a sentence that will be worked on, when a batch begins: for all of the batch, in order, before
   * the first of them is worked on, so that they can be prepared together. Called with NULL before the first.
   * Only for formats that can rewind. */
  gboolean (*expect) (gpointer worker, const TbkEntry *entry, GError **error);

  /* Looks at every sentence that is well formed, in order, and may set @is_taken to FALSE where it is TRUE:
   * what is left out so does not count for the limit of a selection. The message of an error begins with
   * FILE:LINE. For runs of one thread. Since: 0.2 */
  gboolean (*judge) (gpointer data, const TbkEntry *entry, gboolean *is_taken, GError **error);

  /* Works on a sentence, as the format has it, of @entry: appends what it becomes, counts it in the worker or
   * directly in @tally (NULL if nothing is counted). The message of an error begins with FILE:LINE. Called by
   * many threads at once, with workers of their own. */
  gboolean (*work) (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error);

  /* Appends the next part of what the sentence becomes, after work() has appended the first, and returns 1; 0
   * if there is none, -1 for an error. So a text of any length is written as it grows. */
  int (*more) (gpointer worker, const TbkEntry *entry, TbkText *text, GError **error);

  /* Adds what the worker counted since the last time to @tally (if it is NULL, nowhere), and forgets it. */
  void (*flush) (gpointer worker, TbkTally *tally);

  /* In jobs that do not write a corpus: writes the text of some sentences, in order. */
  gboolean (*write) (gpointer data, const TbkText *text, GError **error);

  /* In jobs with `write`: called before the first file, and after each, with its last text written. What was
   * written since the last call stays; or, where it does not, the file is left out, and it is taken back. So
   * the result has whole files alone. Since: 0.2 */
  gboolean (*settle) (gpointer data, gboolean stays, GError **error);

  /* What is to be told of a file that is done, to be freed; NULL for nothing. */
  char *(*remark) (gpointer data, const char *name, const TbkTally *tally);

  /* Whether what was found is well, once all files are done, none was left out, and all workers are freed. If
   * not, an output of all files does not get its name; files of an output folder have theirs already. */
  gboolean (*check_end) (gpointer data, GError **error);

  /* In jobs that write a corpus: sentences become whole lines of another format, and what is blank becomes
   * nothing. */
  gboolean writes_lines;

  /* In jobs that write a corpus: sentences that are not selected are written as they are, and a limit ends no
   * file. Not together with judge(). Since: 0.2 */
  gboolean keeps_others;

  /* Sentences without HEAD are worked on too, unless the selection looks at trees; see TbkReaderOptions.
   * Since: 0.2 */
  gboolean takes_headless;

  /* With `writes_lines`: what sentences become has their comments, but no names of columns. Since: 0.2 */
  gboolean writes_comments;

  /* The job puts sentences of files together itself, where they are read again: so all must have the same columns.
   * Since: 0.2 */
  gboolean joins_files;

  /* Looks at an entry that work() does not get or fails with: its comments may hold for those after it. Called by
   * many threads at once, with workers of their own. Since: 0.2 */
  gboolean (*leave_out) (gpointer worker, const TbkEntry *entry, GError **error);
  /* work() gets sentences that are not well formed as well, `problem` and all, whatever is selected; so it does in place
   * of a file that cannot be read on because its data are wrong: an entry without text, whose `problem` says why. Several
   * words with HEAD 0 are no warning. In jobs that write a corpus such entries must fail. Since: 0.2 */
  gboolean takes_problems;
} TbkJob;

/**
 * tbk_corpus_check:
 * @paths: NULL-terminated
 * @further_inputs: NULL-terminated: what is read beside them: models, lists
 * @further_outputs: NULL-terminated: what is written beside `output` or the files of `output_dir`
 *
 * Checks that no file that is written is read or written elsewhere, and that all can be compressed as their
 * names promise. Removes what killed runs left of them. To be called before any file is opened.
 */
gboolean tbk_corpus_check (const TbkCorpusOptions *options, const char *const *paths,
                           const char *const *further_inputs, const char *const *further_outputs,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* How many files were left out. */
typedef struct {
  int unread; /* could not be read */
  int faulty; /* held wrong data */
  /* the message of the only file of a run, for which no message is told before; NULL if there were more */
  char *only;
} TbkLeftOut;

void tbk_left_out_clear (TbkLeftOut *left_out);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkLeftOut, tbk_left_out_clear)

/**
 * tbk_corpus_run:
 * @paths: NULL-terminated
 * @tallies: (nullable): made for these paths and the job's layout; gets the tallies of files, and which are
 * left out
 * @left_out: (out) (nullable): gets how many, to be cleared; then these are no error
 */
gboolean tbk_corpus_run (const TbkCorpusOptions *options, const TbkJob *job, const char *const *paths,
                         TbkTallies *tallies, TbkLeftOut *left_out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets @error to what is said in the end where files of @n_files were left out, if some were; returns whether
 * none was. */
gboolean tbk_left_out_fail (const TbkLeftOut *left_out, int n_files,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Files side by side: sentence by sentence, a gold file and, of each system, one with the same sentences. Threads
 * share files, and each reads all sentences of those that it has. That a file ends before another one is an error of
 * the gold file, and its entries have the problems of the gold ones alone: those of `pair->systems` are for the job. */
typedef struct {
  TbkFormat pairs; /* what the loop is given, with the pairing as its options; by tbk_evaluation_pairing() */
  const TbkFormat *of;     /* of the files; likewise */
  gconstpointer of_format; /* (nullable): their TbkReaderOptions.of_format */
  int n_systems;
  char **(*find) (gpointer data,
                  const char *gold); /* the paths of the systems' files, to be freed; any thread */
  gpointer data;
  gboolean by_lines; /* entries stand on lines of the same number; where nothing stands, `sentence` is NULL */
  gboolean by_files; /* an entry is all of the files, for jobs that read them side by side themselves */
} TbkPairing;

/* What stands beside an entry: the entry of each system; and by files the cursors, for each system one at the beginning of the
 * gold file and its own. */
typedef struct {
  const TbkEntry *systems;
  TbkCursor *const *cursors;
} TbkPair;

/* A head vector (tbk/convert.h), which is a tree of one root. */
typedef struct {
  const int *heads; /* heads[0] is -1 */
  int n;
} TbkHeads;

/* Head vectors as a format, a line each: TbkEntry.sentence is a TbkHeads. Since: 0.2 */
const TbkFormat *tbk_heads_format (void);

/* Puts "FILE:LINE: " of @entry before the message of @error, and its ID behind; returns FALSE. */
gboolean tbk_entry_fail (const TbkEntry *entry, GError **error);

TBK_END_DECLS

#endif
