/* options.h - the command line: options and their values, commands, help, messages.
 *
 * Contents
 *   1. options: tables of options with types, and command lines as users of GNU programs type them
 *   2. source: what a command runs over: the files of a command line, or tallies that were made of files
 *      before
 *   3. input: the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other
 *      options; and how names of files of each format end
 *   4. command: a command: options, and what is run with them over a source
 *   5. system_options: the options that choose a transition system
 *   6. systems: what the transition systems are
 *   7. synonyms: what tbk calls the commands, options and values that other programs call otherwise
 *   8. manual: what the help of a command tells beside its options: columns of tables, and examples
 *   9. memory: what happens when memory runs out where no error can be returned
 *   10. tool: the name under which the program speaks, and its messages
 */
#ifndef OPTIONS_OPTIONS_H
#define OPTIONS_OPTIONS_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/corpus.h"
#include "tbk/report.h"
#include "tbk/transition.h"

/* 1. options: tables of options with types, and command lines as users of GNU programs type them.
 *
 * A command has a struct of values, and tables that say which option fills which member:
 *
 *   static const Option entries[] = {
 *     { "bin", NUMBER_OR (5, 1, G_MAXINT), AT (Given, width), "N", "Width of the bins" },
 *     { "over", CHOICE (overs), AT (Given, over), "TREES", "losing: only trees that lose arcs; all: all" },
 *     OPTION_END,
 *   };
 *
 * All else is made of these tables: reading, messages, guesses at what was meant, help, manual pages, completion, and what
 * tallies record. A command line is taken in three steps: options_parse() finds which options were given, as texts;
 * options_check_rules() refuses those without effect; options_take() reads the texts into the struct.
 */

typedef enum {
  OPTION_FLAG,   /* gboolean: there is no value */
  OPTION_NUMBER, /* gint64, guint64, int or an enum: from least to most */
  OPTION_CHOICE, /* int or an enum: `least` for the first of the names, and so on */
  OPTION_TEXT,   /* const char *, in UTF-8; NULL if not given */
  OPTION_TEXTS,  /* char **, NULL-terminated: the option may be given several times; NULL if not given */
  OPTION_PATH,   /* const char *, the bytes of the name of a file, or of a folder; not given twice */
  OPTION_PATHS,  /* as OPTION_TEXTS */
  OPTION_HELP,   /* nothing is kept; "all", "options", or no value */
} OptionKind;

/* The purpose of the file of a path. */
typedef enum {
  PATH_READ,    /* "-" is standard input */
  PATH_NAMED,   /* read, and "-" is a name as others */
  PATH_WRITTEN, /* beside the output */
  PATH_OUTPUT,  /* the output itself, or a folder: the command knows its files */
} PathUse;

typedef struct {
  OptionKind kind;
  gint64
      standard; /* of a number or a choice that is not given, where the command has the option; else it is 0 */
  gint64 least, most;
  /* The choices, for texts that must be one of them: NULL-terminated, or number @i of a list of the library,
   * NULL behind its end. */
  const char *const *names;
  const char *(*name_at) (int i);
  PathUse use;
  gboolean
      is_optional; /* "--all" and "--all=5": without a value the number is @bare, or if that is 0 the most */
  gint64 bare;
} OptionType;

#define OPTION_INIT(...)                                                                                     \
  {                                                                                                          \
    __VA_ARGS__                                                                                              \
  }

#define FLAG                OPTION_INIT (.kind = OPTION_FLAG)
#define NUMBER(first, last) OPTION_INIT (.kind = OPTION_NUMBER, .least = (first), .most = (last))
#define NUMBER_OR(usual, first, last)                                                                        \
  OPTION_INIT (.kind = OPTION_NUMBER, .standard = (usual), .least = (first), .most = (last))
#define NUMBER_OR_ALL(first, last)                                                                           \
  OPTION_INIT (.kind = OPTION_NUMBER, .least = (first), .most = (last), .is_optional = TRUE)
#define NUMBER_OR_BARE(usual, first, last)                                                                   \
  OPTION_INIT (.kind = OPTION_NUMBER, .least = (first), .most = (last), .is_optional = TRUE, .bare = (usual))
#define NUMBER_BARE_OR(usual, first, last)                                                                   \
  OPTION_INIT (.kind = OPTION_NUMBER, .standard = (usual), .least = (first), .most = (last),                 \
               .is_optional = TRUE, .bare = (usual))
#define CHOICE(list)             OPTION_INIT (.kind = OPTION_CHOICE, .names = (list))
#define CHOICE_OR(usual, list)   OPTION_INIT (.kind = OPTION_CHOICE, .standard = (usual), .names = (list))
#define CHOICE_FROM(first, list) OPTION_INIT (.kind = OPTION_CHOICE, .least = (first), .names = (list))
#define CHOICE_AT(first, function)                                                                           \
  OPTION_INIT (.kind = OPTION_CHOICE, .least = (first), .name_at = (function))
#define TEXT          OPTION_INIT (.kind = OPTION_TEXT)
#define TEXT_OR_EMPTY OPTION_INIT (.kind = OPTION_TEXT, .is_optional = TRUE)
#define NAME(list)    OPTION_INIT (.kind = OPTION_TEXT, .names = (list))
#define TEXTS         OPTION_INIT (.kind = OPTION_TEXTS)
#define PATH          OPTION_INIT (.kind = OPTION_PATH, .use = PATH_READ)
#define PATHS         OPTION_INIT (.kind = OPTION_PATHS, .use = PATH_READ)
#define NAMED_PATH    OPTION_INIT (.kind = OPTION_PATH, .use = PATH_NAMED)
#define WRITTEN_PATH  OPTION_INIT (.kind = OPTION_PATH, .use = PATH_WRITTEN)
#define OUTPUT_PATH   OPTION_INIT (.kind = OPTION_PATH, .use = PATH_OUTPUT)

/* The place of the value in the struct @type. */
#define AT(type, member) .offset = G_STRUCT_OFFSET (type, member), .size = sizeof (((type *) NULL)->member)

typedef struct {
  const char *name; /* NULL ends an array */
  OptionType type;
  gsize offset, size;
  const char *value; /* what the help calls it; NULL for flags */
  const char *help;
  char letter; /* or NUL */
} Option;

#define OPTION_END OPTION_INIT (.name = NULL)

/* The beginning of the names of limits: limit=core is given as --limit=core:N. */
#define OPTION_LIMIT "limit="

/* Options that stand together in the help, under a heading that those next to them may share. Those under "Output",
 * "Which files" and "Running" say where results go, of which files, and how the work is done; on all others depends what is
 * found, or how a table shows it. */
typedef struct {
  const char *heading;   /* NULL ends an array of groups */
  const Option *options; /* ended by OPTION_END */
  gsize offset;          /* of the struct that has their values, in the struct of all options */
} OptionGroup;

#define OPTION_GROUP(heading, options) OPTION_INIT (heading, options, 0)
#define OPTION_GROUP_AT(heading, options, type, member)                                                      \
  OPTION_INIT (heading, options, G_STRUCT_OFFSET (type, member))

/* --help, which every command has, under the last heading; and the end. */
#define OPTION_GROUPS_END OPTION_GROUP ("", options_help), OPTION_GROUP (NULL, NULL)
extern const Option options_help[];

/* All options of @groups, with the group of each. */
#define OPTIONS_FOR_EACH(option, groups)                                                                     \
  for (const OptionGroup *group = groups; group->heading != NULL; group++)                                   \
    for (const Option *option = group->options; option->name != NULL; option++)

/* The words of a command line. */
typedef struct {
  const OptionGroup *groups;
  gpointer values;     /* a struct, in which the options of the groups have their places */
  GArray *given;       /* the options that were given, with their texts */
  GHashTable *places;  /* of options, their first place there, from 1 */
  GPtrArray *operands; /* of char * */
  GPtrArray *owned;    /* what is pointed to by these and by `values` */
} Options;

/* Begins with nothing given, and a struct of @size bytes. */
void options_init (Options *options, const OptionGroup *groups, gsize size);
void options_clear (Options *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/**
 * options_parse:
 * @kind: of which input these are the options, for messages, or ""
 * @others: (nullable): the options over the other input; an unknown one that is there is told with @kind
 *
 * Finds what is given, which is not read yet. A short option's value may be glued to it (-j4), short options to one another
 * (-qj4), and a long option may be cut to where it is unique (--tie=first). Of a value that is given twice the last counts.
 */
gboolean options_parse (Options *options, int argc, char **argv, const char *kind, const OptionGroup *others,
                        GError **error);

/* Reads options as well as those of @others, passing over what is wrong. */
void options_skim (Options *options, int argc, char **argv, const OptionGroup *others);

/* The text that was given for the option @name, "" for a flag; NULL if it was not given. Of several the last. */
const char *options_given (const Options *options, const char *name);

/* Makes @text what was given for the option @name, which these have; NULL: nothing. Values stay. */
void options_set (const Options *options, const char *name, const char *text);

/* Reads what was given into the struct of values, which else gets what is usual. Texts there are owned here. */
gboolean options_take (const Options *options, GError **error);

/* Reads @text as a number or a choice of the option @name. Numbers are digits, with a minus
 * before them if they are below 0. Other signs, leading zeros, other bases and spaces are refused: they are mistakes more
 * often than numbers. */
gboolean options_convert (const char *name, const OptionType *type, const char *text, gint64 *number,
                          GError **error);

/* Sets @error to wrong usage, and returns FALSE. */
gboolean options_refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Sets @error to what is said of a value that is none of @choices; @where stands behind it. */
void options_fail_choice (const char *name, const char *text, const char *where, const char *const *choices,
                          GError **error);

/* A need of an option, without which it has no effect. An array of these ends with one without an option. */
typedef struct {
  const char *option; /* several with blanks between them, or one with a value, "on-error=pass" */
  /* Conditions with blanks between them, of which one must hold: "plot", the option is given; "by=length", with that value;
   * "walk=explore:*", with one that begins so; "by=", it is not given; "!replay" and "!to=heads", the opposite. */
  const char *needs;
} OptionRule;

/* Refuses options that were given and have no effect. @rules: (nullable) */
gboolean options_check_rules (const Options *options, const OptionRule *rules, GError **error);

/* Appends the files that were given as values of options, owned by these: those that are read, or those that are written
 * beside --output and into folders. */
void options_add_files (const Options *options, gboolean written, GPtrArray *files);

/* Returns TRUE if standard input is the file of an option that was given. */
gboolean options_read_standard_input (const Options *options);

/* The name of the option that tells the command. */
#define OPTIONS_COMMAND "command"

/* The record of what was read beside the files: a checksum. */
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
gboolean options_pass (const Options *from, const Option *entries, const Options *to, GError **error);

/* Appends those of @entries that were given, as on a command line, with spaces between them. */
void options_describe (const Options *options, const Option *entries, GString *description);

/* Returns TRUE if there is the long option @name. */
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
  const char *command;     /* its name */
  gboolean is_of_brackets; /* as the form that runs */
  Options options;         /* as they were given; its values are what run() of the command gets */
  const Merging *merging;  /* (nullable): then there are no operands */
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
  const char *operands;    /* (nullable): what they are called in the help; NULL: [FILE...] */
  gboolean is_of_brackets;

  /* (nullable): sets what the values begin with, before options are read. */
  void (*init) (gpointer values);

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

/* Checks and reads the options of @source, and runs @form with them. */
gboolean form_run (const Form *form, Source *source, GError **error);

/* Runs @command; argv[0] is its name. --help prints the options of its own and names the pages of others, --help=all prints all
 * that manual pages have, and --help=options a line for each option, as completion needs them. */
gboolean command_run (const Command *command, int argc, char **argv, GError **error);

/* 5. system_options: the options that choose a transition system. */

typedef struct {
  const char *system;
  int search;
} SystemGiven;

#define SEARCH_NUMBER NUMBER_OR (TBK_SEARCH_DEFAULT, 1, TBK_SEARCH_GREATEST)
#define SEARCH_HELP                                                                                                            \
  "Visit at most N configurations where values need a search (default 8192, some 20 milliseconds). That is in swap, attardi, " \
  "planar and projective covington. All searches of a sentence of n words visit N * 4096 / n. Time and memory grow with N"

/* --system and --limit=search. */
extern const Option system_entries[];

/* The help of --system, in all commands over dependencies. */
#define SYSTEM_HELP                                                                                          \
  "Transition system (default " TBK_SYSTEM_DEFAULT                                                           \
  "). Textbooks, MaltParser and spaCy have that one, and its "                                               \
  "values depend on no policy. Its forms have names with a colon: arc-eager:start=noroot,complete=root; "    \
  "in steps, train and transitions also the order of its static oracle: swap:order=lazy. "                   \
  "'tbk help systems' explains all"

/* The system asked for, with its search, of which the library is told; TBK_SYSTEM_DEFAULT without a name; NULL with @error set
 * if there is none. */
const TbkSystem *system_get (const SystemGiven *given, GError **error);

/* The system @name, with its form if it has one; NULL with @error set if there is none. */
const TbkSystem *system_find (const char *name, GError **error);

/* Fails if @system has no oracle; a static one alone will do if @takes_static. */
gboolean system_check_oracle (const TbkSystem *system, gboolean takes_static, GError **error);

/* Gets a system that must have an oracle. */
const TbkSystem *system_get_with_oracle (const SystemGiven *given, gboolean takes_static, GError **error);

/* The number of the policy @name of @system; that of the default if @name is NULL. -1 with @error set if there is
 * none. */
int system_get_policy (const TbkSystem *system, const char *name, GError **error);

/* Takes the order of the static oracle out of the name of a system: of swap:order=lazy, lazy. NULL if there is none. Both
 * live for ever. @system: (inout) (nullable) */
const char *system_take_order (const char **system);

/* Which of the sequences that build a tree: as for tbk_sequencer_new(), NULL if they are not given. */
typedef struct {
  const char *order, *policy;
} SequenceGiven;

/* --policy; the order is taken from --system. */
extern const Option sequence_entries[];

/* The policy by which transitions are valued: that of --policy or, if the system has it, the one of the name of the order;
 * else the default. */
int sequence_get_valued (const SequenceGiven *given, const TbkSystem *system);

/* Sets @policy to the number of the policy that is given, or -1. */
gboolean sequence_get_policy (const SequenceGiven *given, const TbkSystem *system, int *policy,
                              GError **error);

/* 6. systems: what the transition systems are. */

/* Prints all systems, or all about the one called @name. @name: (nullable) */
gboolean systems_help (const char *name, GError **error);

/* 7. synonyms: what tbk calls the commands, options and values that other programs call otherwise. */

/* Returns what was probably meant by @typed, of @length bytes, by the table and else by likeness; NULL if
 * nothing. @kind: "command", "option", or the option whose value it is. @known: what there is to choose from.
 * Of an option a value may be meant too, as in "format=svg". Advice that names nothing begins with ": ". */
const char *synonyms_guess (const char *kind, const char *typed, gsize length, const char *const *known);

/* Returns what was a condition once, or is one elsewhere, as it is spelt now: ": --where deprel=nsubj" for
 * deprel and the value "nsubj" (nullable). To be freed; NULL if it is none, or there is no option "where". */
char *synonyms_former (const char *typed, gsize length, const char *value, const char *const *known);

/* Guesses by the table alone. */
const char *synonyms_find (const char *kind, const char *typed, gsize length, const char *const *known);

/* The guess for the end of a message about a value: "; did you mean 'VALUE'?", advice, or nothing. To be freed. */
char *synonyms_hint (const char *kind, const char *typed, const char *const *known);

/* 8. manual: what the help of a command tells beside its options: columns of tables, and examples. */

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

/* Return the manual of @command, which is one of commands.def, and that of number @m, NULL past the last. */
const Manual *manual_find (const char *command);
const Manual *manual_at (guint m);

/* Returns what column @c of group @number holds, to be freed: what it says, or a column of its name before
 * it, or its share. */
char *manual_column_help (const TbkTableColumns *(*columns) (int number), int number, int c);

/* Prints the names of all tables, or the columns of the table @name: tbk help tables; with --format=tsv or jsonl for programs,
 * of all tables too. @asked_for: what follows: a name, a format, both or nothing */
gboolean help_tables (const char *asked_for, GError **error);

/* Entries under a heading. */
typedef struct {
  const char *heading; /* NULL ends an array */
  const ManualEntry *entries;
} HelpSection;

/* A screen about what many commands share. */
typedef struct {
  const char *name, *text;               /* NULL ends an array */
  const OptionGroup *groups;             /* (nullable) */
  const HelpSection *(*sections) (void); /* (nullable): what follows the options */
} HelpPage;

/* Prints it: tbk help NAME. */
gboolean help_page (const HelpPage *page, GError **error);

/* 9. memory: what happens when memory runs out where no error can be returned. */

/* Makes the program end with a message and status 3 wherever memory runs out and no error can be returned. */
void memory_begin (void);

/* 10. tool: the name under which the program speaks, and its messages. */

/* The name of the command that runs, NULL before it is known. */
const char *tool_command (void);
void tool_set_command (const char *name);

/* Writes "tbk COMMAND: message" to standard error, in the words of the command line, control characters as escapes. */
void tool_message (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* The number of such messages that were warnings about a file. */
int tool_n_warnings (void);

/* @message of the library as the command line has it: with an option where it names a function that sets the same. To be freed. */
char *tool_words (const char *message) G_GNUC_WARN_UNUSED_RESULT;

/* Sets whether a message about a bad sentence ends with --on-error=skip, from now on. */
void tool_offer_skip (gboolean offers);

/* Until the next command puts @advice behind @guess, which is kept, in each message that has it. Of two pieces of advice
 * for one guess the later holds. */
void tool_set_advice (const char *guess, const char *advice);

/* Puts @advice behind what the message of @error ends its guess with, @guess, if it has that. */
void tool_advise (GError *error, const char *guess, const char *advice);

/* Tells that @path, "-" for standard input, is a terminal from which is read, if it is: else the program seems to hang. Once. */
void tool_announce_terminal (const char *path);

#endif
