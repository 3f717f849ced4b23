/* corpus.h - what the commands over treebanks share: their options, and a run with messages and progress. */
#ifndef CORPUS_H
#define CORPUS_H

#include <glib.h>

#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/projectivize.h"
#include "tbk/statistics.h"
#include "tbk/table.h"

/* How input is read, and by how many threads. */
extern const GOptionEntry corpus_input_entries[], corpus_jobs_entries[];

/* --quiet, which every command has. */
extern const GOptionEntry quiet_entries[];

/* Of the former, what formats other than CoNLL-U take. */
extern const GOptionEntry corpus_on_error_entries[];

/* For commands that write CoNLL-U, and for those that write a table. */
extern const GOptionEntry corpus_output_entries[], table_entries[];

/* Checks the options that were parsed. @writes_corpus: the command writes CoNLL-U. */
gboolean corpus_get_options (TbkCorpusOptions *options, gboolean writes_corpus, GError **error);

/* --skip-existing */
gboolean corpus_skips_existing (void);

/* Whether --quiet is given; and tool_announce_terminal() where it is not. */
gboolean corpus_is_quiet (void);
void corpus_announce (const char *path);

gboolean table_get_format (TbkTableFormat *format, GError **error);

/* Checks that --sort names one of @columns that has numbers; or refuses it, for rows as of --by=sentence. */
gboolean table_check_sort (const char *const *columns, GError **error);
gboolean table_check_not_sorted (const char *rows, GError **error);

/* A table whose rows are sorted as --sort says. */
TbkTable *table_new (TbkOutput *output, TbkTableFormat format, const char *const *columns);

/* --root, --max-core and --method, for commands that projectivize. */
extern const GOptionEntry projectivize_entries[];
gboolean projectivize_get_options (TbkProjectivizeOptions *options, GError **error);

/* Replaces the operands @paths by all files that they and the list of --files-from stand for, and chooses those that
 * are for this process: by --part, and by --skip-existing. */
gboolean corpus_find_files (TbkCorpusOptions *options, char ***paths, GError **error);

/* As tbk_corpus_check(), for the files that are for this process; and reads the IDs of sentences that are asked for. */
gboolean corpus_check_files (const TbkCorpusOptions *options, char **paths,
                             const char *const *further_outputs, GError **error);

/* Checks that the lists that options name, of files and of IDs, are no outputs. */
gboolean corpus_check_lists (const char *const *outputs, GError **error);

/* As tbk_corpus_run(), with messages and progress to standard error. Of the files that corpus_find_files() found
 * only those are taken that are for this process; @tallies are of all. */
gboolean corpus_run (const TbkCorpusOptions *options, const TbkJob *job, char **paths, TbkTallies *tallies,
                     TbkLeftOut *left_out, GError **error);

#endif
