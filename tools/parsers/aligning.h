/* aligning.h - tbk evaluate --align. */
#ifndef ALIGNING_H
#define ALIGNING_H

#include "runs/evaluating.h"
#include "runs/tables.h"

/* Compares the operands and writes the table. */
gboolean aligning_run (const EvaluatingOptions *options, gboolean has_any_root, const TableOptions *table,
                       Corpus *corpus, GError **error);

#endif
