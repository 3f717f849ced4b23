/* commands.h - what commands share: files, sentences, runs, tables, training, steps.
 *
 * Contents
 *   1. files: the files of a run: those that operands and lists stand for, and which of them this process
 *      takes
 *   2. projectivization: the options of commands that make trees projective
 *   3. selection: which sentences a command takes: the same options wherever sentences are read
 *   4. corpus: what the commands over treebanks share: their options, and a run with messages and progress
 *   5. brackets: commands over phrase-structure treebanks: which they are, and their options
 *   6. labels: what plots call files, and the files of one label together
 *   7. lines: the lines of an input, as they come: for commands that answer a line at a time
 *   8. marks: marks in labels, which tbk projectivize makes and tbk restore takes out
 *   9. tables: the options of commands that write tables
 *   10. counting: commands that print tables of tallies: over files, or over what parts of a run wrote
 *   11. evaluating: tbk evaluate, as far as kinds of trees share it: gold files against those of systems
 *   12. drawing: what is drawn, trees or steps: in which format, how wide, in which colours, and how many
 *   13. tests: which tests of sentences are made
 *   14. beside: several annotations of the same words: the first file, and those beside it; a file beside each
 *   15. rows: a sentence that was converted to CoNLL-U, read again
 *   16. releases: what changed since another release, in numbers
 *   17. update: corrected sentences put back into the treebank that they are from
 *   18. grading: answers of students to tbk steps --grade
 *   19. older: the files of an older release beside those that replace them
 *   20. interval_plot: plots of a share or mean with its intervals; and how all plots end
 */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include <glib.h>

#include "draw/jobs.h"
#include "options/options.h"
#include "report/plot.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/draw.h"
#include "tbk/evaluate.h"
#include "tbk/io.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"
#include "tbk/projectivize.h"
#include "tbk/report.h"
#include "tbk/statistics.h"
#include "tbk/transition.h"
#include "tbk/tree.h"

/* 1. files: the files of a run: those that operands and lists stand for, and which of them this process
 * takes. */

typedef struct {
  const char *files_from, *part, *stdin_name;
} FilesGiven;

/* --files-from; and --part, for commands over treebanks. */
extern const Option files_entries[], part_entries[];

/* The files that the operands of @source and the list of --files-from stand for, to be freed; NULL with @error set.
 * @suffixes: of files that a folder stands for. */
char **files_find (const FilesGiven *given, const Source *source, const char *const *suffixes,
                   GError **error);

/* Checks that no output is an input or another output. Inputs are @paths, outputs @outputs, "-" for standard output; both
 * also what options name but --output. To be called before anything is opened. */
gboolean files_check (const Source *source, char **paths, const char *const *outputs, GError **error);

/* The files of a run, in parts. */
typedef struct {
  const FilesGiven *given;
  const char *output_dir; /* (nullable): in which a file is written for each */
  const char *const
      *output_suffixes; /* (nullable): one of them ends the names there, the first if none does yet */
  gboolean skips_existing;
  TbkFileList *list;  /* NULL: every file is taken */
  gboolean *is_taken; /* of each file in it: whether this process takes it */
} Files;

/* Finds the files, and of these the ones that are for this process: by --part, and without those whose outputs are there if
 * they are to be skipped. @has_max: only the first sentences are asked for. */
gboolean files_take (Files *files, const Source *source, const char *const *suffixes, gboolean has_max,
                     GError **error);
void files_clear (Files *files);

/* Returns TRUE if this process takes file @number, and its name in the folder for outputs. Numbers beyond
 * those that were found are of files that every process takes. */
gboolean files_is_taken (const Files *files, int number);
const char *files_name (const Files *files, int number);

/* Returns what stands in @folder for the file @name of another: the file of that name or, if there is none,
 * the same in another compressed form, or plain; the name itself if there is nothing. To be freed. */
char *files_in_folder (const char *folder, const char *name);

/* 2. projectivization: the options of commands that make trees projective. */

/* --root and --limit=core; and --method; in TbkProjectivizeOptions. */
extern const Option projectivization_entries[], projectivization_method_entries[];

/* --ties and --seed. */
typedef struct {
  int ties;
  gint64 seed;
} TiesGiven;

extern const Option ties_entries[];

/* Sets the ties of @options, with which the projectivizer is made. */
void ties_take (const TiesGiven *given, TbkProjectivizeOptions *options);

/* @random for sentence number @index, if --ties=random; else NULL. */
TbkRandom *ties_random (const TiesGiven *given, gint64 index, TbkRandom *random);

/* tbk_projectivize(), or with random ties a tree drawn for sentence @index. */
gboolean ties_projectivize (const TiesGiven *given, TbkProjectivizer *projectivizer, const int *heads, int n,
                            gint64 index, int *projective, int *lost_arcs, GError **error);

/* 3. selection: which sentences a command takes: the same options wherever sentences are read. */

typedef struct {
  TbkSelection chosen; /* without the conditions */
  char **where, **ids;
  const char *ids_from;
  const char *description; /* the options as they were given, set by selection_init(); NULL if none is */
} SelectionGiven;

/* --where, --id, --ids-from, --every and --max. */
extern const Option selection_entries[];

/* The chosen sentences; what the library's selection points to is owned here. */
typedef struct {
  const SelectionGiven *given;
  char *description; /* that of these */
  TbkSelection chosen;
  int is_any;     /* whether a sentence was selected */
  char *checksum; /* of the IDs of --ids-from, NULL if none were read */
} Selection;

/* Reads the options. Trees are made projective as @projectivize says. @taken: (out): NULL if no option is given, else
 * @selection->chosen, still without the lines of --ids-from. */
gboolean selection_init (Selection *selection, SelectionGiven *given, const Options *options,
                         TbkTreeKind trees, const TbkProjectivizeOptions *projectivize,
                         const TbkSelection **taken, GError **error);
void selection_clear (Selection *selection);

/* Reads the file of --ids-from, before the first sentence is judged. */
gboolean selection_load (Selection *selection, GError **error);

/* Sets the most sentences, if --max is not given. */
const TbkSelection *selection_set_default_max (Selection *selection, gint64 max);

/* Refuses options of a selection beside @option. */
gboolean selection_check_unused (const SelectionGiven *given, const char *option, GError **error);

/* Tells on standard error which IDs and values were not met, and that no sentence met the conditions; for the end of a run
 * over all files. */
void selection_tell (const Selection *selection);

/* Returns TRUE if there are conditions, and no sentence met them. */
gboolean selection_is_empty (const Selection *selection);

/* Tells that all words of the sentences count, if --where is asked of words; for commands with --words where that is not given. */
void selection_tell_words (const SelectionGiven *given);

/* Compiles the expressions of --OPTION, each of which a word must meet ("and"), or one of which ("or"). @texts: (nullable):
 * then @query is NULL. It is to be freed. */
gboolean query_read (char **texts, const char *option, const char *joint, TbkTreeKind trees, TbkQuery **query,
                     GError **error);

/* Tells which values that @query (nullable) asks for no word had. */
void query_tell_absent (const TbkQuery *query);

/* Reads the keys of @option. @known: names that may be meant where one is wrong, ended by NULL. NULL with @error set. */
TbkKeys *keys_read (const char *option, const char *text, const char *const *known, TbkTreeKind trees,
                    GError **error);

/* Reads --of: one attribute of words. */
TbkKeys *compared_read (const char *of, GError **error);

/* 4. corpus: what the commands over treebanks share: their options, and a run with messages and progress. */

/* The form of tables. */
typedef struct {
  int given_format;      /* of --format, from 1; 0: the name of the output says it */
  TbkTableFormat format; /* set by table_find_format() */
  const char *columns;   /* (nullable): those to show, names or patterns with commas between them */
  const char *sort;      /* (nullable): a column, maybe with a minus before it */
  gboolean is_tidy;      /* for programs */
  gboolean is_aligned;   /* for people, on a terminal */
  guint
      n_usual; /* columns that are left out first where a terminal is narrow, with keys; 0: none before others */
} TableOptions;

/* Options of commands over treebanks: the first member of the struct of a command's options. What a command
 * has no option for is not given. */
typedef struct {
  TbkCorpusOptions options;
  SelectionGiven selection;
  TbkProjectivizeOptions projectivize;
  FilesGiven files;
  struct {
    int labels, forms; /* BRACKETS_CUT, BRACKETS_FULL; of forms also BRACKETS_DETECT */
    gboolean keep_markup, keep_empty, keep_outer;
  } brackets;
  TableOptions table;
  const char *input, *columns, *tally;
  char **labels;
  const char *title;
  gboolean quiet, skip_existing;
} CorpusGiven;

enum { BRACKETS_DETECT = -1, BRACKETS_CUT, BRACKETS_FULL };

/* Groups of these options. */
#define SELECTION_GROUP OPTION_GROUP_AT ("Which sentences", selection_entries, CorpusGiven, selection)
#define PROJECTIVIZATION_GROUP                                                                               \
  OPTION_GROUP_AT ("How trees are made projective", projectivization_entries, CorpusGiven, projectivize),    \
      OPTION_GROUP_AT ("", projectivization_method_entries, CorpusGiven, projectivize)
#define FILES_GROUP OPTION_GROUP_AT ("Which files", files_entries, CorpusGiven, files)
#define PART_GROUP  OPTION_GROUP_AT ("Which files", part_entries, CorpusGiven, files)

/* Options for how FILEs are read, where @formats has --input and @reading how lines and trees of CoNLL-U, or
 * trees in brackets, are read. */
#define INPUT_GROUPS(formats, reading)                                                                       \
  OPTION_GROUP ("Input", formats), OPTION_GROUP ("Input", corpus_columns_entries),                           \
      OPTION_GROUP ("Input", reading)
#define BRACKETS_INPUT_GROUPS(reading)                                                                       \
  OPTION_GROUP ("Input", corpus_format_entries), OPTION_GROUP ("Input", brackets_entries),                   \
      OPTION_GROUP ("Input", reading)

/* The last groups of any command; and of one that works on parts of files by several threads, with the end of all groups. */
#define END_GROUPS        OPTION_GROUP ("Running", quiet_entries), OPTION_GROUPS_END
#define CORPUS_END_GROUPS FILES_GROUP, PART_GROUP, OPTION_GROUP ("Running", corpus_jobs_entries), END_GROUPS

/* The values of --on-error. */
extern const char *const corpus_on_error[];

/* --input, where phrase structure is read too, and where it is not; --input-columns; how CoNLL-U is read; and of this what
 * formats other than CoNLL-U take. */
extern const Option corpus_format_entries[], corpus_conll_entries[], corpus_columns_entries[],
    corpus_input_entries[], corpus_lines_entries[], corpus_on_error_entries[];

/* Options where sentences are written: --on-error=pass is for these commands alone. */
extern const Option corpus_check_input_entries[], corpus_pass_input_entries[], corpus_pass_on_error_entries[];

/* By how many threads; and --quiet, which every command has. */
extern const Option corpus_jobs_entries[], quiet_entries[];

/* For commands that write sentences; and --output alone. */
extern const Option corpus_output_entries[], output_entries[];

/* A run over treebanks. */
typedef struct {
  const CorpusGiven *given;
  const Source *source;
  TbkCorpusOptions options;
  Selection selection;
  TbkBracketOptions rules;  /* of brackets */
  TbkConlluColumns columns; /* of other files */
  char *names;              /* of these */
  gint n_recognized[2];     /* files, as CoNLL-X and as CoNLL 2009 */
  Files files;
  const char *const *output_suffixes; /* (nullable): one of them ends names in the folder for outputs */
  char **paths;                       /* NULL before corpus_find_files() */
} Corpus;

/* Begins with the options that are given, for sentences or, by the form that runs, for trees in brackets. @writes_corpus: the
 * command writes sentences. */
gboolean corpus_init (Corpus *corpus, CorpusGiven *given, const Source *source, gboolean writes_corpus,
                      GError **error);
void corpus_clear (Corpus *corpus);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Corpus, corpus_clear)

/* Selects of the sentences those that meet @expression. */
gboolean corpus_add_where (Corpus *corpus, const char *expression, GError **error);

/* tool_announce_terminal(), but where --quiet is given. */
void corpus_announce (const Corpus *corpus, const char *path);

/* Refuses a name @path (nullable) of @option that ends as that of another format than those in @written, which is
 * NULL-terminated; @names says what is written under which names. */
gboolean output_check_name (const char *option, const char *path, const char *const *written,
                            const char *names, GError **error);

/* Kinds of outputs that are no tables. */
typedef enum { OUTPUT_COLUMNS, OUTPUT_BRACKETS, OUTPUT_RECORDS, OUTPUT_TALLY, OUTPUT_MODEL } OutputKind;

/* Checks the output of such a kind. */
gboolean output_check_kind (const char *option, const char *path, OutputKind kind, GError **error);

/* Finds @corpus->paths: all files that the source stands for; where tallies are merged, those that were counted. */
gboolean corpus_find_files (Corpus *corpus, GError **error);

/* As corpus_check(), for the files that are for this process, or the tallies that are merged, and for all files that
 * options name; and reads the IDs of sentences that are asked for. @further_inputs, @further_outputs: (nullable): what no
 * option names, as files in a folder. */
gboolean corpus_check_files (Corpus *corpus, const char *const *further_inputs,
                             const char *const *further_outputs, GError **error);

/* Reads the IDs of sentences that are asked for. */
gboolean corpus_load_selection (Corpus *corpus, GError **error);

/* Tells how many files were recognized as another format than CoNLL-U. To be called when all are read, by commands that
 * corpus_run() does not do it for. Returns TRUE. */
gboolean corpus_tell_recognized (const Corpus *corpus);

/* Lets the process hold @n outputs open at once, of two descriptors each, if the system allows that; if not, opening them says so. */
void files_allow (guint n);

/* Opens what --output names, with --compression; standard output without it. */
TbkOutput *corpus_open_output (const Corpus *corpus, GError **error);

/* Returns TRUE if all files were left out. */
gboolean corpus_has_none (const Corpus *corpus, const TbkLeftOut *left_out);

/* Completes @output, a table or a page of the files that were not left out, and takes it; but where none is left, it stays
 * as it is. Tells what it lacks. In the end files that were left out are an error. */
gboolean corpus_commit (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, GError **error);

/* Does so for an output of which nothing was written before all files were read. */
gboolean corpus_commit_late (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out,
                             GError **error);

/* The parts of this that are told. @is_written: some file is left. @is_direct: and nothing could be taken back. */
void corpus_tell_lacking (const Corpus *corpus, const TbkLeftOut *left_out, gboolean is_written,
                          gboolean is_direct);

/* Tells that a treebank was not written, since there is @error in one file of several; what goes to standard output is. */
void corpus_tell_withheld (const Corpus *corpus, GError **error);

/* As tbk_corpus_run(), with messages and progress to standard error. Of the files that corpus_find_files() found
 * only those are taken that are for this process; @tallies are of all. */
gboolean corpus_run (Corpus *corpus, const TbkJob *job, TbkTallies *tallies, TbkLeftOut *left_out,
                     GError **error);

/* 5. brackets: commands over phrase-structure treebanks: which they are, and their options. */

/* The commands. */
extern const Form brackets_stats, convert_brackets;

/* Options for how brackets are read. */
extern const Option brackets_entries[];

/* Reads trees as evalb does, where options do not ask for another way. */
void brackets_read_as_evalb (Corpus *corpus);

/* Reports what was left out of trees, and files whose forms were cut since they looked like forms with lemmas. Nothing
 * of other formats. To be called when all are read, where not the bytes of the trees are written. Returns TRUE. */
gboolean brackets_tell_losses (const Corpus *corpus);

/* The system that no option names, the most accurate of parsers; and all, for the help. */
#define BRACKETS_SYSTEM  "in-order"
#define BRACKETS_SYSTEMS BRACKETS_SYSTEM " (default), top-down, bottom-up"

/* The system of that name; NULL names BRACKETS_SYSTEM. */
const TbkPhraseSystem *brackets_get_system (const char *name, GError **error);

/* 6. labels: what plots call files, and the files of one label together. */

/* --label, --title */
extern const Option label_entries[];

/* Returns TRUE if there is a label for each file, or none. */
gboolean labels_check (const CorpusGiven *given, char **paths, GError **error);

/* The files of one label, as one tally. */
typedef struct {
  char *name;
  TbkTally *tally;
} FileLabel;

/* Labels in the order in which they occur; without --label each file is called by its short name. To be freed. */
GArray *labels_group (const CorpusGiven *given, const TbkTallies *tallies, const TbkTallyLayout *layout);

/* Groups with @names (nullable), one for each file, or with those that @name_of makes of the paths of files. */
GArray *labels_group_by (const TbkTallies *tallies, const TbkTallyLayout *layout, char **names,
                         char *(*name_of) (const char *) );

/* 7. lines: the lines of an input, as they come: for commands that answer a line at a time. */

/* The longest line where nothing else is said. */
#define LINES_MAX (1 << 20)

typedef struct {
  gsize max; /* bytes of the longest line; 0: LINES_MAX */

  /* Takes a line, without its newline; NULL for one that is longer. */
  gboolean (*take) (gpointer data, const char *line, gsize length, GError **error);

  /* (nullable): called before the next line has to be waited for. */
  gboolean (*pause) (gpointer data, GError **error);
} LinesReader;

/* Reads the file at @path, "-" for standard input, to its end. */
gboolean lines_read (const char *path, const LinesReader *reader, gpointer data, GError **error);

/* 8. marks: marks in labels, which tbk projectivize makes and tbk restore takes out. */

/* The values of --mark that ask for them, NULL-terminated, in the order of TbkScheme; and the same after "none". */
extern const char *const marks_schemes[], *const marks_or_none[];

/* --lift, and --label-style, in TbkPseudoProjectiveOptions. */
extern const Option marks_lift_entries[], marks_style_entries[];

/* Checks these options, which were given for marks in labels if @options, which gets a scheme, is not NULL. */
gboolean marks_check (const TbkPseudoProjectiveOptions *options, const Options *given, GError **error);

/* Refuses a file without the column DEPREL. */
gboolean marks_check_file (const TbkConlluReader *reader, GError **error);

/* The memory of a thread. */
typedef struct LabelMarks LabelMarks;

LabelMarks *marks_new (const TbkPseudoProjectiveOptions *options);
void marks_free (LabelMarks *marks);

/* Appends the sentence of @entry with marks. @n_moved: (out): the words whose head changes. */
gboolean marks_encode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, int *n_moved, GError **error);

/* Appends the sentence of @entry decoded. */
gboolean marks_decode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, GError **error);

/* Adds what the marks that were decoded have shown. */
void marks_add_findings (const LabelMarks *marks, TbkMarkFindings *findings);

/* Tells which marks named no word and which labels bear signs of another scheme or style; fails (TBK_ERROR_DATA) if no mark
 * fitted. */
gboolean marks_check_findings (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                               GError **error);

/* 9. tables: the options of commands that write tables. */

/* --format, --columns, --sort and --output; and --tally. */
extern const Option table_entries[], tally_entries[];

/* The help of --format. */
#define TABLE_FORMAT_HELP                                                                                    \
  "tsv: tab-separated values (default); csv: comma-separated values; jsonl: JSON lines"

/* --columns and --sort alone, for commands with further formats. */
extern const Option table_rows_entries[];

/* Fails, too, for a name of --output that is of another format than what is written. */
gboolean table_get_options (const CorpusGiven *given, TableOptions *options, GError **error);

/* Checks that --columns names some of @columns, the table's. */
gboolean table_check_columns (const TableOptions *options, const char *const *columns, GError **error);

/* Checks that --sort names one of @columns that has numbers. */
gboolean table_check_numbers (const TableOptions *options, const char *const *columns, GError **error);

/* Checks both; or --columns alone, and refuses --sort for rows as of check's --by=finding. Without @columns (NULL) there is no
 * table, and both are refused. */
gboolean table_check_sort (const TableOptions *options, const char *const *columns, GError **error);
gboolean table_check_not_sorted (const TableOptions *options, const char *rows, const char *const *columns,
                                 GError **error);

/* The format and the first of these at once, for a table of these columns. */
gboolean table_check (CorpusGiven *given, const char *const *columns, GError **error);

/* The names of files that are tables, and of pages. */
extern const char *const table_suffixes[], *const html_suffixes[];

/* output_check_name() of --output. */
gboolean table_check_output (const CorpusGiven *given, const char *const *written, const char *names,
                             GError **error);

/* The format of a table: @given, of --format, from 1, or if it is 0 what the name @path (nullable) of @option ends in, else TSV.
 * Refuses a name of another format. */
gboolean table_find_format (const char *option, const char *path, int given, TbkTableFormat *format,
                            GError **error);

/* Returns TRUE if a table goes to a terminal, where its columns are aligned. */
gboolean table_is_for_terminal (const CorpusGiven *given);

/* A table to which the columns @given are given, that shows those of --columns, whose rows are sorted as --sort says, and aligned on a terminal;
 * there, without --columns, columns that do not fit are left out. */
TbkTable *table_new (const TableOptions *options, TbkOutput *output, const char *const *given);

/* tbk_table_end(), and a message about the columns for which the terminal is too narrow. */
gboolean table_end (TbkTable *table, GError **error);

/* 10. counting: commands that print tables of tallies: over files, or over what parts of a run wrote. */

typedef struct {
  Corpus *corpus;
  const TbkJob *job; /* counts only, and writes nothing */

  /* Writes the table of all files that are in, of which there are some unless the run has no files. */
  gboolean (*write) (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error);
  gpointer data;
  /* (nullable): a checksum of what was read beside the files; parts that differ in it do not fit. */
  const char *read;
} Counting;

/* Returns TRUE if @plot of --plot names a drawing; if it is NULL, whether --output names none, where --plot
 * was meant. */
gboolean counting_check_plot (const CorpusGiven *given, const char *plot, GError **error);

/* Counts over the files of the corpus, or merges the tallies that its source has, and writes the table of the files that
 * could be done, and --tally. Files that were left out are an error in the end. */
gboolean counting_run (const Counting *counting, GError **error);

/* Refuses --tally, for a table that is not made of tallies: that of @option. */
gboolean counting_check_no_tally (const CorpusGiven *given, const char *option, GError **error);

/* 11. evaluating: tbk evaluate, as far as kinds of trees share it: gold files against those of systems. */

typedef struct {
  int by; /* 0: measures */
  guint64 seed;
  int level; /* of intervals */
  gboolean no_intervals;
  char **others; /* the other systems that --against names; NULL: none */
  int n_others;
} EvaluatingOptions;

/* --against, --intervals, --no-intervals and --seed, in EvaluatingOptions. */
extern const Option evaluating_entries[];

typedef struct {
  EvaluatingOptions options;
  TbkEvaluationOptions evaluation; /* but for the number and name of systems, and rows */
  TableOptions table;
  TbkEvaluationTable rows; /* but for what `options` and `evaluation` say */
  const char *read;        /* as in Counting: of what a file says that is read beside those compared */
  GPtrArray *
      runs; /* (nullable): the paths of all runs, where a system has several; those of the first system first */
  GArray *n_runs; /* of each system, how many they are */
} Evaluating;

/* Completes the options, with the operands of @source, and takes those of the table. */
gboolean evaluating_take_options (Evaluating *evaluating, const CorpusGiven *given, const Source *source,
                                  GError **error);
void evaluating_clear (Evaluating *evaluating);

/* Checks that --sort names a column of the table. */
gboolean evaluating_check_sort (const Evaluating *evaluating, GError **error);

/* Compares the operands GOLD and SYSTEM, files or folders, and writes the table; or merges tallies. */
gboolean evaluating_run (Evaluating *evaluating, Corpus *corpus, GError **error);

/* 12. drawing: what is drawn, trees or steps: in which format, how wide, in which colours, and how many. */

typedef struct {
  int format; /* a TbkDrawFormat; -1 if it is not given */
  int color;  /* a number of a name of --color */
  int width;  /* 0 if it is not given */
} DrawingGiven;

enum { DRAWING_MAX_ON_TERMINAL = 10, DRAWING_LEAST_WIDTH = 20, DRAWING_MOST_WIDTH = 10000 };

/* --color. The formats, in the order of TbkDrawFormat. */
extern const Option drawing_color_entries[];
extern const char *const drawing_formats[];

/* Completes @draw. The format is as given, else @usual, else (-1) that which the name of the output shows, else text. Fails if
 * that name shows another format, or one without an ending in @endings; as the message has them: ".svg, .html". */
gboolean drawing_complete (const Corpus *corpus, const DrawingGiven *given, int usual, const char *endings,
                           TbkDrawOptions *draw, GError **error);

/* Returns how many are drawn if --max is not given; 0: all. */
int drawing_default_max (const Corpus *corpus, const TbkDrawOptions *draw);

/* Returns what a page calls its inputs, to be freed: a file by the end of its path, several by their number. */
char *drawing_name (const char *path);
char *drawing_names (char **paths);

/* Says on standard error what the drawings do not: that there are none, or may be more. */
void drawing_tell_number (const Corpus *corpus, const TbkDrawOptions *draw, gint64 n_drawn,
                          const char *why_none);

/* 13. tests: which tests of sentences are made. */

/* The set of the tests that @given, of --test, names, among those of @all: names, beginnings of names, or levels; all where it is
 * NULL. */
gboolean tests_find (const char *given, guint all, guint *tests, GError **error);

/* 14. beside: several annotations of the same words: the first file, and those beside it; a file beside each. */

typedef struct {
  int n_files;
  char **names; /* of all files, or folders with files of the same names, as given */
  gboolean is_folders;
  GHashTable *by_path; /* by the path of a file of the run, those beside it: char ** */
  TbkPairing pairing;  /* to be completed by the job's function */
} Beside;

/* Takes the operands, at least @least, and checks all files; the run is over the first, or over the files of the first folder,
 * each with those beside it. `pairing` must be complete before the run. */
gboolean beside_find (Beside *beside, Corpus *corpus, GError **error);
void beside_clear (Beside *beside);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Beside, beside_clear)

/* A file beside each file of a run: --against. */
typedef struct {
  char **paths;        /* those beside the files, in order */
  GHashTable *by_path; /* the same by the path of the file */
  TbkPairing pairing;
} Against;

/* Finds them: @given itself, or in a folder what has the same name. Files that have none there are new: they are left out, which is
 * told. `pairing` gets how to find them. */
gboolean against_find (Against *against, const char *given, Corpus *corpus, GError **error);
void against_clear (Against *against);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Against, against_clear)

/* 15. rows: a sentence that was converted to CoNLL-U, read again. */

/* Reads @rows, the sentence of @entry as CoNLL-U, into @batch. Returns the reader, which must outlive @sentence; NULL if it is none. */
TbkConlluReader *rows_read (const TbkEntry *entry, const char *rows, gsize size, TbkConlluBatch *batch,
                            TbkConlluSentence *sentence, GError **error);

/* 16. releases: what changed since another release, in numbers: tbk check --against. */

/* Groups of rows, as by check's --by. */
typedef enum { RELEASES_BY_CHANGE, RELEASES_BY_TEST, RELEASES_BY_FILE, RELEASES_BY_RELATION } ReleasesBy;

/* The columns of a table; and its rows. */
const char *const *releases_columns (ReleasesBy by);
gboolean releases_write (const TbkTallies *tallies, ReleasesBy by, TbkTable *table, GError **error);

/* Reports on standard error what changed; sums by level the new findings. */
void releases_tell (const TbkTallies *tallies);
void releases_count_levels (const TbkTally *total, gint64 *levels);

/* 17. update: corrected sentences put back into the treebank that they are from. */

/* Writes the files of @source with the sentences of @path in place of those of the same sent_id. */
gboolean update_run (CorpusGiven *given, const Source *source, const char *path, gboolean any_words,
                     GError **error);

/* Lets standard input be read twice, if it is one of the files: the first sets @start, the second goes back there. */
gboolean update_keep_input (const Corpus *corpus, gint64 *start, GError **error);
gboolean update_rewind_input (gint64 start, GError **error);

/* 18. grading: answers of students to tbk steps --grade. */

/* Those who answered: a file each, or a heading each. */
typedef struct {
  char *name;
  Solutions *solutions;
  char *path;      /* (nullable): of the page */
  TbkOutput *page; /* (nullable) */
} GradedStudent;

/* The worth of an answer, a row of the table of points. */
typedef struct {
  guint student;
  gint64 index; /* of the sentence */
  char *id;
  gboolean is_there, is_right; /* no error */
  TbkStepsPoints points;
} GradedAnswer;

/* The students whose answers are in @paths, files or folders of files: an array of GradedStudent; NULL with @error set. */
GPtrArray *grading_read (char *const *paths, GError **error);

/* Reports answers to sentences that are not there, as if their names are misspelled, and those that were given again. */
void grading_tell_unused (const GPtrArray *students);

/* An empty array of GradedAnswer. */
GArray *grading_answers_new (void);

/* The columns of the table of points: rows of sentences, or of students. */
const char *const *grading_columns (gboolean is_of_students);

/* Writes the table, with @answers in the order of students and sentences, whatever their order was. */
gboolean grading_write (GArray *answers, const GPtrArray *students, gboolean is_of_students,
                        const TableOptions *options, TbkOutput *output, GError **error);

/* 19. older: the files of an older release beside those that replace them: tables with --against. */

typedef struct {
  const char *given;
  Corpus *corpus;
  char **paths; /* of the older files */
  int *numbers; /* of each file of the run the number of the older one, or -1 */
} Older;

/* Returns the older file of file @number of the run: @given itself, or in a folder that of its name; NULL if there is none. */
char *older_path (const char *given, gboolean is_folder, const Corpus *corpus, int number);

/* Tells of the @n files of which @given has none of their name; @first is the first, @end the end of the message. Fails unless it has files
 * of other names (@has_any). */
gboolean older_tell_new (const char *given, gboolean has_any, int n, const char *first, const char *end,
                         GError **error);

/* Finds the older files: @given itself, or those of a folder with the names of the files of @corpus; and tells of files without
 * another. */
gboolean older_find (Older *older, const char *given, Corpus *corpus, GError **error);
void older_clear (Older *older);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Older, older_clear)

/* Counts the older files, as the others were; but all of them, whatever part this is. */
TbkTallies *older_count (const Older *older, const TbkJob *job, GError **error);

/* Lets --columns name figures where the table has several columns of each: "mdd" is mdd_old, mdd_new and so on. */
void older_expand_columns (TableOptions *table, const char *const *columns);

/* 20. interval_plot: plots of a share or mean with its intervals; and how all plots end. */

/* Groups of fewer trees are not plotted. */
enum { LEAST_TREES_PLOTTED = 20 };

/* The files of one label or language, or the rows of a table with one value of its key. */
typedef struct {
  char *name;
  const TbkTally *tally;
  const char *value; /* of the key in the tally; NULL: the key is of files, or there is none */
} PlotGroup;

typedef struct {
  GArray *groups; /* PlotGroup, in the order of the table */
  GArray *labels, *files;
  GPtrArray *values;
} PlotGroups;

/* Finds what a plot is grouped by: the key beside words:N, else labels or files, or all of them (@is_pooled). @section: of the
 * tallies, whose first keys are those of rows. @keys: (nullable) */
PlotGroups *plot_groups_new (const CorpusGiven *given, const TbkTallies *tallies,
                             const TbkTallyLayout *layout, int section, const TbkKeys *keys,
                             gboolean is_pooled);
void plot_groups_free (PlotGroups *groups);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotGroups, plot_groups_free)

/* Returns the words that the bins of words:N in @keys span, which is the x axis; 0 if it is not there. */
int plot_words_width (const TbkKeys *keys);

/* Returns the name of the attribute by which a plot is grouped, "file" if there is none beside words:N. */
const char *plot_grouped_by (const TbkKeys *keys);

/* Sets @parts to the key of a row of the tally of @group: with @words in the place of words:N. */
void plot_group_key (const PlotGroup *group, const TbkKeys *keys, const char *words,
                     const char *parts[TBK_KEYS_MOST]);

/* A row of a group by words:N, and the first number of its words. */
typedef struct {
  gint64 first;
  gconstpointer row;
} PlotBin;

/* Adds a row with the key @parts to @bins, if it is one of @group; sorts them by their words. */
void plot_add_bin (GArray *bins, const PlotGroup *group, const TbkKeys *keys, const char *const *parts,
                   gconstpointer row);
void plot_sort_bins (GArray *bins);

static inline const PlotBin *
plot_bin (const GArray *bins, guint number)
{
  return &g_array_index (bins, PlotBin, number);
}

/* Refuses keys that a plot cannot show: more than one beside words:N; and labels of groups that are no files. */
gboolean plot_check_keys (const CorpusGiven *given, const TbkKeys *keys, const char *by, GError **error);

/* Writes a plot of groups called @group ("length bin"), and reports and remarks how many were left out, with too few @trees. */
gboolean plot_end (Plot *plot, const char *path, const char *group, const char *trees, int n_left_out,
                   GError **error);

/* The files of one label or language; or a series of them, which is for the caller to tell by its number. */
typedef struct {
  const char *name;
  const TbkTally *tally;
  int series;
} IntervalRow;

typedef struct {
  const char *path, *column;
  const CorpusGiven *given; /* with title, and column by which the table is sorted */
  const char *by;           /* in words */
  const char *unit;         /* what groups have at least 20 of; NULL: trees */
  gboolean has_values;      /* rows are values of an attribute, which are an axis if they are numbers */
  int value_width;          /* of the bins of these numbers; 0: none */
  int level;
  int width; /* of the bins of words that lines go through; 0: a dot for each row */

  /* Sets the value in bin @bin, -1: of all, and the ends of its interval; FALSE if there is none. */
  gboolean (*find) (gpointer data, const IntervalRow *row, int bin, double *value, double ends[2]);

  /* Returns the number of trees in a bin, -1: of all; -1 past the last one. */
  gint64 (*count_trees) (gpointer data, const IntervalRow *row, int bin);
  gpointer data;
} IntervalPlot;

/* Draws dots in the order of the table, which is that of @rows or of the column drawn; or lines with bands by words. */
gboolean interval_plot_draw (const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows,
                             GError **error);

#endif
