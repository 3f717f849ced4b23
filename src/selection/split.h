/* split.h - what the job that meets the sentences gives to a split. */
#ifndef SELECTION_SPLIT_H
#define SELECTION_SPLIT_H

#include "tbk/split.h"

const TbkSplitOptions *split_options (const TbkSplit *split);

/* A sentence. */
typedef struct {
  int file;
  gint64 index;
  gboolean is_taken;  /* it is to be shared out */
  gboolean is_start;  /* a document begins with it */
  gboolean has_words; /* if not, it goes with the sentence before it, and is not counted */
  int part;           /* set when the split is decided */
} SplitItem;

/* Adds a sentence; called by many threads at once, in any order. */
gboolean split_add (TbkSplit *split, const SplitItem *item, GError **error);

#endif
