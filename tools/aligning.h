/* aligning.h - tbk evaluate --align. */
#ifndef ALIGNING_H
#define ALIGNING_H

#include "evaluating.h"
#include "tables.h"

/* Compares the operands and writes the table. */
gboolean aligning_run (const EvaluatingOptions *options, const TableOptions *table, Corpus *corpus,
                       GError **error);

#endif
