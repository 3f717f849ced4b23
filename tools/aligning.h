/* aligning.h - tbk evaluate --align. */
#ifndef ALIGNING_H
#define ALIGNING_H

#include "evaluating.h"

/* Compares the operands @paths and writes the table. */
gboolean aligning_run (const EvaluatingOptions *options, TbkTableFormat format, TbkCorpusOptions *corpus,
                       char ***paths, GError **error);

#endif
