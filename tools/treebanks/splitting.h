/* splitting.h - tbk filter --split and --folds: sentences shared out into files. */
#ifndef SPLITTING_H
#define SPLITTING_H

#include "runs/corpus.h"

typedef struct {
  char *split, *folds, *into;
  gboolean by_document;
} SplittingGiven;

/* --split, --folds and --into; and --by-document. */
extern const GOptionEntry splitting_entries[], splitting_document_entries[];

/* Whether one of the options was given. */
gboolean splitting_is_given (const SplittingGiven *given);

/* Shares out the sentences that are selected, with @seed, into files of @suffix. */
gboolean splitting_run (const SplittingGiven *given, Corpus *corpus, guint64 seed, const char *suffix,
                        GError **error);

#endif
