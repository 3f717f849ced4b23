/* tables.h - the options of commands that write tables. */
#ifndef TABLES_H
#define TABLES_H

#include "corpus.h"
#include "tbk/table.h"

/* --format, --sort and --output; and --tally. */
extern const GOptionEntry table_entries[], tally_entries[];

/* --sort alone, for commands with further formats. */
extern const GOptionEntry sort_entries[];

typedef struct {
  TbkTableFormat format;
  const char *sort;    /* (nullable): a column, maybe with a minus before it */
  gboolean is_aligned; /* for people, on a terminal */
} TableOptions;

/* Fails, too, for a name of --output that is of another format than what is written. */
gboolean table_get_options (const CorpusGiven *given, TableOptions *options, GError **error);

/* Checks that --sort names one of @columns that has numbers; or refuses it, for rows as of --by=sentence. */
gboolean table_check_sort (const TableOptions *options, const char *const *columns, GError **error);
gboolean table_check_not_sorted (const TableOptions *options, const char *rows, GError **error);

/* Refuses a name @path (nullable) of @option that ends as that of another format than those in @written, which is
 * NULL-terminated; @names says what is written under which names. */
gboolean table_check_name (const char *option, const char *path, const char *const *written,
                           const char *names, GError **error);

/* The same of --output. */
gboolean table_check_output (const CorpusGiven *given, const char *const *written, const char *names,
                             GError **error);

/* The same of a table. */
gboolean table_check_output_of (const CorpusGiven *given, TbkTableFormat format, GError **error);

/* Whether a table goes to a terminal, where its columns are aligned. */
gboolean table_is_for_terminal (const CorpusGiven *given);

/* A table whose rows are sorted as --sort says, and aligned on a terminal. */
TbkTable *table_new (const TableOptions *options, TbkOutput *output, const char *const *columns);

#endif
