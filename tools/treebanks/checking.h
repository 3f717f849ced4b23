/* checking.h - what tbk check tells in numbers: tables by test and by file, and whether too much was found. */
#ifndef CHECKING_H
#define CHECKING_H

#include "tbk/checks.h"

enum { CHECKING_MOST_COLUMNS = 10 + TBK_N_INCIDENT_TESTS };

/* The columns of a table of tests, or of files; good until the next call. */
const char *const *checking_columns (const TbkChecksOptions *options, gboolean by_file,
                                     const char *columns[CHECKING_MOST_COLUMNS + 1]);
gboolean checking_write (const TbkTallies *tallies, const TbkChecksOptions *options, gboolean by_file,
                         TbkTable *table, GError **error);

/* The title of a page, to be freed. */
char *checking_title (char **paths);

/* Tells how many findings were repaired, if any. */
void checking_tell_repaired (const TbkTallies *tallies);

/* Whether nothing of @level or above was found, or nothing that could not be repaired; else @error tells how much. */
gboolean checking_pass (const TbkTallies *tallies, const TbkChecksOptions *options, int level,
                        GError **error);

#endif
