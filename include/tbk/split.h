/* split.h - treebanks shared out at random: training, development and test sentences, or folds.
 *
 *   const gint64 shares[] = { 80, 10, 10 };
 *   const TbkSplitOptions of = { .shares = shares, .n_parts = 3, .seed = 1 };
 *   g_autoptr (TbkSplit) split = tbk_split_new (&of);
 *   const TbkSplitMeeting meeting = { .split = split, .selection = NULL };
 *   const TbkJob job = tbk_split_job (&meeting);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, NULL, NULL, &error) || !tbk_split_decide (split,
 *     &error)) return FALSE;
 *
 * The first run, without a selection of its own, gets to know the sentences. Each further one, over the same
 * files, takes one part: `(TbkSelection){ .split = split, .part = 0 }`.
 *
 * Parts     each sentence that is taken is in exactly one part. A part has its share of the sentences,
 *           rounded by largest remainders, of equal ones the first part's; each way to share them out so is
 *           equally likely.
 * Documents with `by_document` those of a document stay together. One begins at `# newdoc`, and at the first
 *           sentence of a file. They are drawn in turn, and each goes to the part that lacks most sentences,
 *           so shares are as near as whole documents allow.
 * Result    depends on the seed and on the numbers of files and sentences, not on threads or machines.
 * Cost      O(n log n) for n sentences, and for each part that there is O(n) more; memory 32 bytes a
 *           sentence.
 * Errors    those of the selection; TBK_ERROR_RESOURCE if memory does not suffice.
 * Threads   the first run may have many; a split that is decided may be shared.
 * Since     0.2
 */
#ifndef TBK_SPLIT_H
#define TBK_SPLIT_H

#include <glib.h>

#include "tbk/corpus.h"
#include "tbk/selection.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

enum { TBK_SPLIT_MOST_PARTS = 1000, TBK_SPLIT_MOST_SHARE = 1000000 };

typedef struct {
  const gint64 *shares; /* 1 to TBK_SPLIT_MOST_SHARE each, of their sum; copied */
  int n_parts;          /* 1 to TBK_SPLIT_MOST_PARTS */
  gboolean by_document; /* CoNLL-U alone */
  guint64 seed;
} TbkSplitOptions;

TbkSplit *tbk_split_new (const TbkSplitOptions *options);
void tbk_split_free (TbkSplit *split);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSplit, tbk_split_free)

typedef struct {
  TbkSplit *split;
  const TbkSelection *selection; /* (nullable): the sentences to share out, without `max` */
} TbkSplitMeeting;

/* The job of the first run, which adds sentences and writes nothing. @meeting must outlive it. */
TbkJob tbk_split_job (const TbkSplitMeeting *meeting);

/* Shares out the sentences that the job met, once. */
gboolean tbk_split_decide (TbkSplit *split, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The sentences of @part. */
gint64 tbk_split_size (const TbkSplit *split, int part);

TBK_END_DECLS

#endif
