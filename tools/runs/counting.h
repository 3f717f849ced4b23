/* counting.h - commands that print tables of tallies: over files, or over what parts of a run wrote. */
#ifndef COUNTING_H
#define COUNTING_H

#include "corpus.h"
#include "tbk/stream.h"

typedef struct {
  Corpus *corpus;
  const TbkTallyLayout *layout;
  const TbkJob *job; /* counts only, and writes nothing; or NULL */

  /* Without a job: counts over those of the files of @corpus that are for this process, and tells of those left out. */
  gboolean (*count) (gpointer data, Corpus *corpus, TbkTallies *tallies, TbkLeftOut *left_out,
                     GError **error);

  /* Writes the table of all files that are in, of which there are some unless the run has no files. */
  gboolean (*write) (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error);
  gpointer data;
  /* (nullable): a checksum of what was read beside the files; parts that differ in it do not fit. */
  const char *read;
} Counting;

/* Whether @plot of --plot names a drawing; if it is NULL, whether --output names none, where --plot was meant. */
gboolean counting_check_plot (const CorpusGiven *given, const char *plot, GError **error);

/* Counts over the files of the corpus, or merges the tallies that its source has, and writes the table of the files that
 * could be done, and --tally. Files that were left out are an error in the end. */
gboolean counting_run (const Counting *counting, GError **error);

/* For `count`: leaves a file out for @fault, which is taken, and tells it; fails with @fault if that is not of the file
 * alone. */
gboolean counting_leave_out (TbkTallies *tallies, int file, GError **fault, TbkLeftOut *left_out,
                             GError **error);

/* Refuses --tally, for a table that is not made of tallies: that of @option. */
gboolean counting_check_no_tally (const CorpusGiven *given, const char *option, GError **error);

#endif
