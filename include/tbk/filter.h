/* filter.h - the job that writes sentences, or trees in brackets, as they came: those that a run takes
 * (tbk/corpus.h).
 *
 *   const TbkSelection selection = { .min_words = 5, .max_words = 20 };
 *   const TbkCorpusOptions corpus = { .format = tbk_conllu_format (), .n_threads = 1,
 *                                     .selection = &selection };
 *   const TbkFilterOptions filter = { .format = corpus.format };
 *   const TbkJob job = tbk_filter_job (&filter);
 *
 *   if (!tbk_corpus_run (&corpus, &job, paths, NULL, NULL, &error))
 *     return FALSE;
 *
 * Bytes     a sentence is written as it came, with what stands before it and belongs to it: comments, blank
 *           lines. A comment on the whole file (`# global.`) comes from one that is left out to the next, the
 *           latest of each kind and only if what was written says something else. In brackets, a comment after
 *           the last tree belongs to none.
 * Columns   files that are put together must have the same ones.
 * Cost      O(bytes), and that of the selection.
 * Memory    a sample keeps its sentences, and the comments on the whole file.
 * Since     0.1
 */
#ifndef TBK_FILTER_H
#define TBK_FILTER_H

#include <glib.h>

#include "tbk/corpus.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* Some of the sentences given to it, each set of that many equally likely. Which ones depends on the seed and
 * on the numbers of files and sentences, not on threads: a sentence draws a number, and the least ones are
 * kept. */
typedef struct TbkSample TbkSample;

/* @size: at least 1 */
TbkSample *tbk_sample_new (gint64 size, guint64 seed);
void tbk_sample_free (TbkSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSample, tbk_sample_free)

/* Writes the sentences in the order of files and of sentences. */
gboolean tbk_sample_write (TbkSample *sample, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  gboolean as_lines; /* in brackets alone: each tree that has words as normalized, on a line of its own */
  const TbkFormat *format; /* of the run */
  TbkSample *sample;       /* (nullable): gets the sentences, which are then not written */
  TbkOutput *output;       /* gets lines, unless there is a sample; else the run's is used */
} TbkFilterOptions;

/* @options must outlive the job. */
TbkJob tbk_filter_job (const TbkFilterOptions *options);

TBK_END_DECLS

#endif
