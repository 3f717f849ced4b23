/* against.h - the sentences of other files, read beside those of a run of one thread. */
#ifndef CORPUS_AGAINST_H
#define CORPUS_AGAINST_H

#include "tbk/format.h"

typedef struct {
  const TbkFormat *format;
  TbkReaderOptions options;
  const char *const *paths; /* one beside each file of the run */
  int file_number;          /* of the file in hand; -1 before the first */
  char *path;               /* of the run's file, for messages */
  gpointer reader, batch;
  TbkEntry entry; /* the one beside the last that was asked for */
  gboolean has_entry;
} Against;

void against_init (Against *against, const TbkFormat *format, gconstpointer format_options,
                   const char *const *paths);
void against_clear (Against *against);

/* Goes on to the sentence with the number of @entry in the file beside its own. Where files change, checks
 * the end as against_end() does, unless it @skips. */
gboolean against_seek (Against *against, const TbkEntry *entry, gboolean skips, GError **error);

/* Checks that the file in hand has no sentence after the one in hand. */
gboolean against_end (Against *against, GError **error);

/* Compares @entry with the sentence beside it, whose words must be the same: whether arcs, relations or
 * constituents differ. */
gboolean against_compare (const Against *against, const TbkEntry *entry, gboolean *differs, GError **error);

#endif
