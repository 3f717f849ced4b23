/* options.h - command lines as users of GNU programs type them, on top of GOption. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <glib.h>

#include "tbk/error.h"

/* Options that stand together in the help, under a heading that those next to them may share. Those under "Output",
 * "Which files" and "Running" say where results go, of which files, and how the work is done; on all others depends what is
 * found, or how a table shows it. */
typedef struct {
  const char *heading;         /* NULL ends an array of groups */
  const GOptionEntry *entries; /* ended by G_OPTION_ENTRY_NULL; values are strings or callbacks */
} OptionGroup;

/**
 * options_parse:
 * @groups: ended by a group of NULLs
 * @operands: what the operands are called in the help
 *
 * Parses the command line of the running command. Beyond what GOption takes, a short option's value may be
 * glued to it (-j4) and a long option may be cut to where it is unique (--tie=first). --help prints the help.
 *
 * Returns: (transfer full): the operands, "-" for standard input if there are none; NULL with @error set, or with
 * no error where the help was printed and the command is done.
 */
char **options_parse (int argc, char **argv, const OptionGroup *groups, const char *operands, GError **error);

/* Gets an option by its whole name with its value, NULL if it has none; or an operand, @option being NULL. */
typedef void (*OptionsVisit) (gpointer data, const char *option, const char *value);

/* Calls @visit for what stands on a command line, in order, as options_parse() would take it with the options of @groups
 * and, for what is not among them, of @others. Unknown options are passed over, without a value. */
void options_look (int argc, char **argv, const OptionGroup *groups, const OptionGroup *others,
                   OptionsVisit visit, gpointer data);

/**
 * options_choose:
 * @value: (nullable): what stood on the command line; NULL for the first choice
 * @choices: NULL-terminated
 * @choice: (out): the number of the choice that @value names
 */
gboolean options_choose (const char *option, const char *value, const char *const *choices, int *choice,
                         GError **error);

/* Sets @error to what options_choose() says of a value that is none of @choices; @where stands behind it. */
void options_fail_choice (const char *option, const char *value, const char *where,
                          const char *const *choices, GError **error);

/**
 * options_number:
 * @value: (nullable): what stood on the command line; NULL leaves @number, the default, as it is
 * @number: (inout): the number that @value writes, in @least..@most
 *
 * Reads digits, with a minus before them if the number is below 0. Other signs, leading zeros, other bases
 * and spaces are refused: they are mistakes more often than numbers.
 */
gboolean options_number (const char *option, const char *value, gint64 least, gint64 most, gint64 *number,
                         GError **error);

/* Whether the last options_parse() found operands. */
gboolean options_has_operands (void);

/* The name of the option that tells the command. */
#define OPTIONS_COMMAND "command"

/* That which is recorded for what was read beside the files: a checksum. */
#define OPTIONS_READ "read"

/**
 * options_recorded:
 *
 * The running command and its options, as far as its results depend on them: names and values in turn, in the order of
 * the help. The value of an option that takes none is empty; those of one that was given several times are lines, in which
 * a line end is written as \\n and a backslash as two.
 *
 * Returns: (transfer full): NULL-terminated
 */
char **options_recorded (void);

/* The values that stand in one that was recorded: at least one, which may be empty. */
char **options_values (const char *recorded);

/* Appends those of @entries that were given, as on a command line, with spaces between them. */
void options_describe (const GOptionEntry *entries, GString *description);

/* Whether the running command has the long option @name. */
gboolean options_have (const char *name);

/* From now on options_parse() demands that @recorded are options of the command on which its results depend
 * (TBK_ERROR_DATA). */
void options_expect (const char *const *recorded);

#endif
