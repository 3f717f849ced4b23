/* labels.h - what plots call files, and the files of one label together. */
#ifndef LABELS_H
#define LABELS_H

#include "options.h"
#include "tbk/tally.h"

/* --label */
extern const GOptionEntry label_entries[];

/* Whether there is a label for each file, or none. */
gboolean labels_check (char **paths, GError **error);

/* The files of one label, as one tally. */
typedef struct {
  char *name;
  TbkTally *tally;
} Label;

/* Labels in the order in which they occur; without --label each file is called by its short name. To be freed. */
GArray *labels_group (const TbkTallies *tallies, const TbkTallyLayout *layout);

#endif
