/* options.h - command lines as users of GNU programs type them, on top of GOption. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <glib.h>

#include "tbk/error.h"

/* The place of an option's value, for `arg_data` of its entry: that of @member in the struct @type. */
#define OPTIONS_AT(type, member) GSIZE_TO_POINTER (G_STRUCT_OFFSET (type, member))

/* Options that stand together in the help, under a heading that those next to them may share. Those under "Output",
 * "Which files" and "Running" say where results go, of which files, and how the work is done; on all others depends what is
 * found, or how a table shows it. */
typedef struct {
  const char *heading; /* NULL ends an array of groups */
  const GOptionEntry
      *entries; /* ended by G_OPTION_ENTRY_NULL; values are strings, arrays of strings or gbooleans */
  gsize offset; /* of the struct that has their values, in the struct of all options */
} OptionGroup;

#define OPTION_GROUP(heading, entries)                                                                       \
  {                                                                                                          \
    heading, entries, 0                                                                                      \
  }
#define OPTION_GROUP_AT(heading, entries, type, member)                                                      \
  {                                                                                                          \
    heading, entries, G_STRUCT_OFFSET (type, member)                                                         \
  }
#define OPTION_GROUPS_END                                                                                    \
  {                                                                                                          \
    NULL, NULL, 0                                                                                            \
  }

/* All entries of @groups, with the group of each. */
#define OPTIONS_FOR_EACH(entry, groups)                                                                      \
  for (const OptionGroup *group = groups; group->heading != NULL; group++)                                   \
    for (const GOptionEntry *entry = group->entries; entry->long_name != NULL; entry++)

/* Options with their values, which are owned here. */
typedef struct {
  const OptionGroup *groups; /* ended by OPTION_GROUPS_END */
  gpointer values;           /* a struct, which the entries of the groups lie in */
} Options;

/* Begins with no value given, in a struct of @size bytes. */
void options_init (Options *options, const OptionGroup *groups, gsize size);
void options_clear (Options *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Where the value of @entry, which is one of @group, stands in the struct @values. */
gpointer options_place (const GOptionEntry *entry, const OptionGroup *group, gconstpointer values);

/* --help, which every command has. */
extern const GOptionEntry options_help_entries[];

typedef struct {
  gboolean wants_help;
  gboolean has_operands;
} OptionsOutcome;

/**
 * options_parse:
 * @options: (inout): gets the values that are given
 * @kind: of which input these are the options, for messages, or ""
 * @others: (nullable): the options over the other input; an unknown one that is there is told with @kind
 *
 * Parses the command line of a command. Beyond what GOption takes, a short option's value may be
 * glued to it (-j4) and a long option may be cut to where it is unique (--tie=first).
 *
 * Returns: (transfer full): the operands, "-" for standard input if there are none; NULL with @error set
 */
char **options_parse (int argc, char **argv, const Options *options, const char *kind,
                      const OptionGroup *others, OptionsOutcome *outcome, GError **error);

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

/* What an option needs to have an effect. An array of these ends with one without an option. */
typedef struct {
  const char *option;
  /* Conditions with blanks between them, of which one must hold: "plot", the option is given; "by=length", with that value;
   * "walk=explore:*", with one that begins so; "by=", it is not given; "!replay" and "!to=heads", the opposite;
   * "?preset" is not told. */
  const char *needs;
} OptionRule;

/* Refuses options that were given and have no effect. @rules: (nullable) */
gboolean options_check_rules (const Options *options, const OptionRule *rules, GError **error);

/* Appends the files that were given as values of options, owned by these: those that are read, or those that are written
 * beside --output and into folders. */
void options_add_files (const Options *options, gboolean written, GPtrArray *files);

/* The name of the option that tells the command. */
#define OPTIONS_COMMAND "command"

/* That which is recorded for what was read beside the files: a checksum. */
#define OPTIONS_READ "read"

/**
 * options_recorded:
 *
 * @command and the options that were given to it, as far as its results depend on them: names and values in turn, in the
 * order of the help. The value of an option that takes none is empty; those of one that was given several times are lines,
 * in which a line end is written as \\n and a backslash as two.
 *
 * Returns: (transfer full): NULL-terminated
 */
char **options_recorded (const Options *options, const char *command);

/* Gives the option @name the value @value, both as options_recorded() returned them. Fails (TBK_ERROR_DATA) if results do
 * not depend on such an option. */
gboolean options_take_recorded (const Options *options, const char *name, const char *value, GError **error);

/* Gives @to what was given for @entries, a group of @from. Fails (TBK_ERROR_USAGE) at options that @to does not have. */
gboolean options_pass (const Options *from, const GOptionEntry *entries, const Options *to, GError **error);

/* Appends those of @entries that were given, as on a command line, with spaces between them; @values is the struct of their
 * values. */
void options_describe (const GOptionEntry *entries, gconstpointer values, GString *description);

/* Whether there is the long option @name. */
gboolean options_have (const Options *options, const char *name);

#endif
