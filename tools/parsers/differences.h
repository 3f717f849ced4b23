/* differences.h - tbk evaluate: rows of confusions, and of words that differ. */
#ifndef DIFFERENCES_H
#define DIFFERENCES_H

#include "tbk/evaluate.h"
#include "tbk/table.h"

extern const char *const differences_confusion_columns[], *const differences_word_columns[];

/* Writes the rows of a grouping of confusions. */
gboolean differences_write_confusions (const TbkEvaluation *evaluation, TbkGrouping grouping, TbkTable *table,
                                       GError **error);

/* A TbkDifferenceFunc, whose data are a TbkTable. */
gboolean differences_write_word (gpointer table, const TbkDifference *difference, GError **error);

#endif
