/* labels.h - what plots call files, and the files of one label together. */
#ifndef LABELS_H
#define LABELS_H

#include "options/options.h"
#include "tbk/tally.h"

typedef struct {
  char **labels;
} LabelsGiven;

/* --label */
extern const GOptionEntry label_entries[];

/* Their group, whose values are @member of the struct @type. */
#define LABELS_GROUP(type, member) OPTION_GROUP_AT ("Output", label_entries, type, member)

/* Whether there is a label for each file, or none. */
gboolean labels_check (const LabelsGiven *given, char **paths, GError **error);

/* The files of one label, as one tally. */
typedef struct {
  char *name;
  TbkTally *tally;
} Label;

/* Labels in the order in which they occur; without --label each file is called by its short name. To be freed. */
GArray *labels_group (const LabelsGiven *given, const TbkTallies *tallies, const TbkTallyLayout *layout);

#endif
