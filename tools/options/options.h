/* options.h - the command line: options and their values, commands, help, messages.
 *
 * Contents
 *   1. options: command lines as users of GNU programs type them, on top of GOption
 *   2. source: what a command runs over: the files of a command line, or tallies that were made of files
 *      before
 *   3. input: the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other
 *      options; and how names of files of each format end
 *   4. command: a command: options, and what is run with them over a source
 *   5. system_options: the options that choose a transition system
 *   6. systems: what the transition systems are
 *   7. synonyms: what tbk calls the commands, options and values that other programs call otherwise
 *   8. help: the help of a command: its options as a table of two columns
 *   9. manual: what the help of a command tells beside its options: columns of tables, and examples
 *   10. memory: what happens when memory runs out where no error can be returned
 *   11. tool: the name under which the program speaks, and its messages
 */
#ifndef OPTIONS_OPTIONS_H
#define OPTIONS_OPTIONS_H

#include <glib.h>

#include "tbk/corpus.h"
#include "tbk/error.h"
#include "tbk/table.h"
#include "tbk/tally.h"
#include "tbk/transition.h"

/* 1. options: command lines as users of GNU programs type them, on top of GOption. */

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

/* 2. source: what a command runs over: the files of a command line, or tallies that were made of files
 * before. */

/* Tallies that are put together, in place of counting. */
typedef struct {
  char **tallies;          /* paths */
  const TbkTallies *head;  /* of each of them */
  gboolean takes_partial;  /* files that no tally knows of do no harm */
  gboolean needs_complete; /* and files left out do */
} Merging;

typedef struct {
  char **operands; /* "-" where the command line has none, which @has_operands tells */
  gboolean has_operands;
  const char *command;    /* its name */
  Options options;        /* as they were given; its values are what run() of the command gets */
  const Merging *merging; /* (nullable): then there are no operands */
} Source;

/* 3. input: the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other
 * options; and how names of files of each format end. */

/* The endings of files in CoNLL-U, of phrase structure in brackets, and of records; NULL-terminated. */
extern const char *const input_conllu_suffixes[], *const input_brackets_suffixes[],
                                                      *const input_records_suffixes[];

/* The endings of files of a format; @input: (nullable): which one of lines with columns. */
const char *const *input_suffixes (const TbkFormat *format, const char *input);

/**
 * input_choose:
 * @conllu: the options of the command over CoNLL-U
 * @brackets: those over phrase structure
 *
 * Finds the format: the one that --input names; else brackets if the system is one of phrase structure, or if the
 * names of files end as those of phrase structure do. A folder is looked into. What is found besides, and read as the others
 * are, or left out of a folder, is told; names of both kinds are an error (TBK_ERROR_USAGE).
 */
gboolean input_choose (int argc, char **argv, const OptionGroup *conllu, const OptionGroup *brackets,
                       gboolean *is_of_brackets, GError **error);

/* 4. command: a command: options, and what is run with them over a source. */

/* A command over one format of input. */
typedef struct {
  const OptionGroup *groups;
  const OptionRule *rules; /* (nullable): of these options */
  gsize size;              /* of the struct of their values */
  const char *operands;    /* what they are called in the help */
  gboolean is_of_brackets;

  /* Runs with the options @values, which @source has too, and which stay as they are but for what is recorded of them. FALSE
   * with @error set decides message and exit status. */
  gboolean (*run) (gpointer values, const Source *source, GError **error);
} Form;

typedef struct {
  const char *name;
  const Form *conllu;
  const Form *brackets; /* (nullable) */

  /* (nullable): finds out by the command line which of the two is to run; without it --input and the names of files tell.
   * NULL with @error set. */
  const Form *(*choose) (int argc, char **argv, GError **error);
} Command;

/* Runs @command; argv[0] is its name. --help prints the help. */
gboolean command_run (const Command *command, int argc, char **argv, GError **error);

/* 5. system_options: the options that choose a transition system. */

typedef struct {
  char *system, *start, *complete, *search;
} SystemGiven;

#define SEARCH_HELP                                                                                          \
  "Look at up to N configurations to value one where only a search can: swap, attardi, planar, projective "  \
  "covington (default 8192, some 20 milliseconds); for all of a sentence of n words N * 4096 / n. Time and memory grow with N"

/* --system, --start, --complete and --search. */
extern const GOptionEntry system_entries[];

/* The values of --complete: nothing is done with words that are left without head, 0 is their head, or what only a parser
 * does. */
enum { COMPLETE_NONE, COMPLETE_ROOT };
extern const char *const system_completions[];

/* Gives the library what stood behind --search, nullable. */
gboolean system_take_search (const char *search, GError **error);

/* The system asked for, with its search; shift-reduce by default; NULL with @error set if there is none. @given: (inout): gets its own name,
 * under which it is recorded. */
const TbkSystem *system_get (SystemGiven *given, GError **error);

/* The system @name, with its form if it has one; NULL with @error set if there is none. */
const TbkSystem *system_find (const char *name, GError **error);

/* Fails if @system has no oracle; a static one alone will do if @takes_static. */
gboolean system_check_oracle (const TbkSystem *system, gboolean takes_static, GError **error);

/* The same as system_get, and it must have an oracle. */
const TbkSystem *system_get_with_oracle (SystemGiven *given, gboolean takes_static, GError **error);

/* The number of the policy @name of @system; that of the default if @name is NULL. -1 with @error set if there is
 * none. */
int system_get_policy (const TbkSystem *system, const char *name, GError **error);

/* 6. systems: what the transition systems are. */

/* Prints all systems, or all about the one called @name. @name: (nullable) */
gboolean systems_help (const char *name, GError **error);

/* 7. synonyms: what tbk calls the commands, options and values that other programs call otherwise. */

/* What was probably meant by @typed, of @length bytes, by the table and else by likeness; NULL if nothing. @kind: "command",
 * "option", or the option whose value it is. @known: what there is to choose from. Of an option a value may be meant too, as
 * in "format=svg". Advice that names nothing begins with ": ". */
const char *synonyms_guess (const char *kind, const char *typed, gsize length, const char *const *known);

/* The guess for the end of a message about a value: "; did you mean 'VALUE'?", advice, or nothing. To be freed. */
char *synonyms_hint (const char *kind, const char *typed, const char *const *known);

/* 8. help: the help of a command: its options as a table of two columns. */

/* Prints what --help of @command tells, with the options of @form, in lines of at most 80 columns. */
gboolean help_print (const Command *command, const Form *form, GError **error);

/* Whether the options over phrase structure have a screen of their own, which the other one names. */
gboolean help_has_two_screens (const Command *command);

/* 9. manual: what the help of a command tells beside its options: columns of tables, and examples. */

/* Two texts that belong together: an example and what it does. */
typedef struct {
  const char *name; /* NULL ends an array */
  const char *text;
} ManualEntry;

typedef struct {
  const char *command;
  const char *text; /* (nullable): a paragraph under the summary */
  /* (nullable): group @number of the columns of its tables, NULL past the last; and of those over brackets. */
  const TbkTableColumns *(*columns) (int number), *(*bracket_columns) (int number);
  const ManualEntry *examples; /* the first three stand before the options */
} Manual;

/* That of @command, which is one of commands.def; that of number @m, NULL past the last. */
const Manual *manual_find (const char *command);
const Manual *manual_at (guint m);

/* What column @c of group @number holds, to be freed: what it says, or a column of its name before it, or its share. */
char *manual_column_help (const TbkTableColumns *(*columns) (int number), int number, int c);

/* Prints the columns of all tables: tbk help tables, with --format=jsonl a line a column. @format: (nullable) */
gboolean help_tables (const char *format, GError **error);

/* 10. memory: what happens when memory runs out where no error can be returned. */

/* From now on the program ends with a message and status 3 wherever memory runs out and no error can be returned. */
void memory_begin (void);

/* 11. tool: the name under which the program speaks, and its messages. */

/* The name of the command that runs, NULL before it is known. */
const char *tool_command (void);
void tool_set_command (const char *name);

/* Writes "tbk COMMAND: message" to standard error, in the words of the command line, control characters as escapes. */
void tool_message (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* @message of the library as the command line has it: with an option where it names a function that sets the same. To be freed. */
char *tool_words (const char *message) G_GNUC_WARN_UNUSED_RESULT;

/* Until the next command puts @advice behind @guess, which is kept, in each message that has it. Of two pieces of advice
 * for one guess the later holds. */
void tool_set_advice (const char *guess, const char *advice);

/* Puts @advice behind what the message of @error ends its guess with, @guess, if it has that. */
void tool_advise (GError *error, const char *guess, const char *advice);

/* Tells that @path, "-" for standard input, is a terminal from which is read, if it is: else the program seems to hang. */
void tool_announce_terminal (const char *path);

#endif
