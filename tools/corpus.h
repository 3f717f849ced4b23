/* corpus.h - what the commands over treebanks share: files in, sentences to workers, texts out in order. */
#ifndef CORPUS_H
#define CORPUS_H

#include <glib.h>

#include "tbk/conllu.h"
#include "tbk/projectivize.h"
#include "tbk/table.h"

typedef enum { ON_ERROR_STOP, ON_ERROR_SKIP, ON_ERROR_PASS } OnError;

/* What was asked for. */
typedef struct {
  int jobs;
  gboolean quiet, strict;
  gint64 max_line;
  OnError on_error;
  const char *output, *output_dir; /* or NULL */
} CorpusOptions;

/* How input is read, and how the work is done. */
extern const GOptionEntry corpus_input_entries[], corpus_running_entries[];

/* For commands that write CoNLL-U, and for those that write a table. */
extern const GOptionEntry corpus_output_entries[], table_entries[];

/* Checks the options that were parsed. @writes_corpus: the command writes CoNLL-U. */
gboolean corpus_get_options (CorpusOptions *options, gboolean writes_corpus, GError **error);

/* Checks that no file that is written is read or written elsewhere, and removes what runs that were killed left
 * of them; to be called before any is opened. @paths: the operands. @further_outputs: what is written beside --output or the files of --output-dir,
 * NULL-terminated. */
gboolean corpus_check_files (const CorpusOptions *options, char **paths, const char *const *further_outputs,
                             GError **error);
gboolean table_get_format (TbkTableFormat *format, GError **error);

/* --root, --max-tokens and --method, for commands that projectivize. */
extern const GOptionEntry projectivize_entries[];
gboolean projectivize_get_options (TbkProjectivizeOptions *options, GError **error);

/* Puts "FILE:LINE: " of @sentence before the message of @error; returns FALSE. */
gboolean corpus_fail_at (const TbkConlluSentence *sentence, GError **error);

/* A command over treebanks. Every thread has a worker, which keeps what it found until it is merged. */
typedef struct {
  gboolean writes_corpus;
  gboolean ignores_heads; /* HEAD is not looked at: sentences need not have trees, their heads are 0 */

  gpointer (*worker_new) (gpointer command);
  void (*worker_free) (gpointer worker);

  /* Begins and ends a file; either may be NULL. */
  gboolean (*begin_file) (gpointer command, const TbkConlluReader *reader, GError **error);
  gboolean (*end_file) (gpointer command, const char *name, GError **error);

  /* Takes note of a file that cannot be read, which may have begun; corpus_run() then succeeds all the
   * same, and the command must fail in the end. NULL: corpus_run() fails. */
  void (*lose_file) (gpointer command, const char *path);

  /* Works on a sentence and, in commands that write CoNLL-U, appends what it becomes. An error
   * TBK_ERROR_DATA is a problem of the sentence, for --on-error to decide; any other ends the run. Called
   * by many threads at once. */
  gboolean (*work) (gpointer worker, const TbkConlluSentence *sentence, TbkText *text, GError **error);

  /* Appends the next part of what the sentence becomes, after work() has appended the first; FALSE if there
   * is none. NULL for jobs that append all at once. So a text of any length is written as it grows. */
  gboolean (*more) (gpointer worker, const TbkConlluSentence *sentence, TbkText *text);

  /* Adds what @worker found in a batch to the command's findings and forgets it there. Called in the order
   * of batches. NULL if there is nothing. */
  gboolean (*merge) (gpointer command, gpointer worker, GError **error);
} CorpusJob;

/**
 * corpus_run:
 * @paths: the operands
 *
 * Runs @job over all files. A file that cannot be read is told on standard error, left out, and the rest
 * done; then the result is an error of input/output all the same. Any other error ends the run at once.
 */
gboolean corpus_run (const CorpusOptions *options, const CorpusJob *job, gpointer command, char **paths,
                     GError **error);

#endif
