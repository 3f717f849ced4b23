/* shares.h - what tbk evaluate shares between formats: its operands, and rows of tables that tell shares, with what chance does
 * to them. */
#ifndef SHARES_H
#define SHARES_H

#include "tbk/evaluate.h"
#include "tbk/table.h"

/* Checks that @paths are two, GOLD and SYSTEM, and that of these and @against (nullable) only one is standard input. */
gboolean shares_check_operands (char **paths, const char *against, GError **error);

/* The columns, with another system or without, NULL-terminated. */
extern const char *const shares_columns[], *const shares_against_columns[];

/* Writes a row: the share, and the ends of its interval. @other: (nullable): the share of another system, where in
 * @n_as_great rounds the difference is as great. */
gboolean shares_write_row (TbkTable *table, const char *name, TbkShare share, TbkShare low, TbkShare high,
                           const TbkShare *other, int n_as_great, GError **error);

#endif
