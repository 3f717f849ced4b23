/* filter.h - the job that writes the sentences, or trees in brackets, that meet conditions (tbk/corpus.h).
 *
 *   const TbkFilterOptions filter = { .conditions = { .min_words = 5, .max_words = 20 } };
 *   const TbkJob job = tbk_filter_job (&filter);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, NULL, NULL, &error))
 *     return FALSE;
 *
 * Bytes     a sentence is written as it came, with what stands before it and belongs to it: comments, blank lines.
 *           In brackets, a comment after the last tree belongs to none.
 * Columns   files of CoNLL-U Plus with other columns than those of CoNLL-U are refused: the comment that names them
 *           would be lost with the first sentence.
 * Cost      O(bytes) without conditions on trees; that of tbk_tree_measure() and tbk_projectivize() a tree with
 *           such ones.
 * Memory    a sample keeps its sentences.
 * Errors    those of the conditions: TBK_ERROR_DATA, TBK_ERROR_RESOURCE.
 */
#ifndef TBK_FILTER_H
#define TBK_FILTER_H

#include <glib.h>

#include "tbk/corpus.h"
#include "tbk/projectivize.h"
#include "tbk/vocabulary.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* Some of the sentences given to it, each set of that many equally likely. Which ones depends on the seed and on the
 * numbers of files and sentences, not on threads: a sentence draws a number, and the least ones are kept. */
typedef struct TbkSample TbkSample;

/* @size: at least 1 */
TbkSample *tbk_sample_new (gint64 size, guint64 seed);
void tbk_sample_free (TbkSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSample, tbk_sample_free)

/* Writes the sentences in the order of files and of sentences. */
gboolean tbk_sample_write (TbkSample *sample, TbkOutput *output, GError **error);

/* All that is not zero must be met. */
typedef struct {
  gint64 min_words, max_words;
  /* (nullable): those of the sentences asked for: sent_id; the leaf ID of brackets. */
  const TbkVocabulary *ids;

  /* In CoNLL-U alone. */
  gboolean is_projective, is_nonprojective, is_ill_nested;
  gint64 min_lost, min_gap_degree;
  TbkProjectivizeOptions projectivize; /* of what is lost */

  gboolean is_inverted; /* the others are written: those that miss some condition */
} TbkConditions;

typedef struct {
  TbkConditions conditions;
  gboolean as_lines; /* in brackets alone: each tree that has words as normalized, on a line of its own */
  const TbkFormat *format; /* of the run */
  TbkSample *sample;       /* (nullable): gets the sentences, which are then not written */
  TbkOutput *output;       /* gets lines, unless there is a sample; else the run's is used */
} TbkFilterOptions;

/* @options must outlive the job. */
TbkJob tbk_filter_job (const TbkFilterOptions *options);

TBK_END_DECLS

#endif
