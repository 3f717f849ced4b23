/* counting.h - commands that print tables of tallies: over files, or over what parts of a run wrote. */
#ifndef COUNTING_H
#define COUNTING_H

#include "corpus.h"
#include "tbk/stream.h"

/* --tally */
extern const GOptionEntry tally_entries[];

/* As corpus_check_files(), with --tally among the outputs, and with @further_inputs, such as a model, which may be NULL
 * for none as @further_outputs may. Where tallies are merged they stand in for @paths. */
gboolean counting_check_files (const TbkCorpusOptions *options, char **paths,
                               const char *const *further_inputs, const char *const *further_outputs,
                               GError **error);

typedef struct {
  const TbkCorpusOptions *options;
  const TbkTallyLayout *layout;
  const TbkJob *job; /* counts only, and writes nothing; or NULL */

  /* Without a job: counts over those of the files @paths that are for this process, and tells of those left out. */
  gboolean (*count) (gpointer data, char **paths, TbkTallies *tallies, TbkLeftOut *left_out, GError **error);

  /* Writes the table of all files that are in, of which there are some unless the run has no files. */
  gboolean (*write) (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error);
  gpointer data;
  /* (nullable): a checksum of what was read beside the files; parts that differ in it do not fit. */
  const char *read;
} Counting;

/* Counts over @paths, as corpus_find_files() found them, and writes the table of the files that could be done, and
 * --tally. Files that were left out are an error in the end. */
gboolean counting_run (const Counting *counting, char **paths, GError **error);

/* For `count`: leaves a file out for @fault, which is taken, and tells it; fails with @fault if that is not of the file
 * alone. */
gboolean counting_leave_out (TbkTallies *tallies, int file, GError **fault, TbkLeftOut *left_out,
                             GError **error);

/* Refuses --tally, for a table that is not made of tallies: that of @option. */
gboolean counting_check_no_tally (const char *option, GError **error);

/* What is to be merged by counting_run(), instead of counting. */
typedef struct {
  char **tallies;          /* paths */
  const TbkTallies *head;  /* of each of them */
  gboolean takes_partial;  /* files that no tally knows of do no harm */
  gboolean needs_complete; /* and files left out do */
} Merging;

void counting_merge (const Merging *merging);

/* The head of what is merged, NULL if nothing is. */
const TbkTallies *counting_merged_head (void);

#endif
