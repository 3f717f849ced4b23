/* corpus.h - what the commands over treebanks share: their options, and a run with messages and progress. */
#ifndef CORPUS_H
#define CORPUS_H

#include "files.h"
#include "projectivization.h"
#include "selection.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"

/* What may be given to commands over treebanks: the first member of the struct of a command's options. What a command has no
 * option for is not given. */
typedef struct {
  SelectionGiven selection;
  ProjectivizationGiven projectivization;
  FilesGiven files;
  struct {
    char *labels, *forms;
    gboolean keep_markup, keep_empty, keep_outer;
  } brackets;
  char *input, *columns, *jobs, *max_line, *on_error, *output, *output_dir, *level;
  struct {
    char *format, *sort, *tally;
  } table;
  gboolean quiet, strict, skip_existing;
} CorpusGiven;

/* Groups of these options. */
#define TREE_SELECTION_GROUP                                                                                 \
  OPTION_GROUP_AT ("Which sentences", selection_tree_entries, CorpusGiven, selection)
#define SELECTION_GROUP OPTION_GROUP_AT ("Which sentences", selection_entries, CorpusGiven, selection)
#define PROJECTIVIZATION_GROUP                                                                               \
  OPTION_GROUP_AT ("How trees are made projective", projectivization_entries, CorpusGiven, projectivization)
#define FILES_GROUP OPTION_GROUP_AT ("Which files", files_entries, CorpusGiven, files)
#define PART_GROUP  OPTION_GROUP_AT ("Which files", part_entries, CorpusGiven, files)

/* The last groups of a command that works on parts of files by several threads, with the end of all groups. */
#define CORPUS_END_GROUPS                                                                                    \
  FILES_GROUP, PART_GROUP, OPTION_GROUP ("Running", corpus_jobs_entries),                                    \
      OPTION_GROUP ("Running", quiet_entries), OPTION_GROUPS_END

/* --input, where phrase structure is read too, and where it is not; --columns; how CoNLL-U is read; and of this what
 * formats other than CoNLL-U take. */
extern const GOptionEntry corpus_format_entries[], corpus_conll_entries[], corpus_columns_entries[],
    corpus_input_entries[], corpus_on_error_entries[];

/* The same where sentences are written: --on-error=pass is for these commands alone. */
extern const GOptionEntry corpus_check_input_entries[], corpus_pass_input_entries[],
    corpus_pass_on_error_entries[];

/* By how many threads; and --quiet, which every command has. */
extern const GOptionEntry corpus_jobs_entries[], quiet_entries[];

/* For commands that write sentences; and --output alone. */
extern const GOptionEntry corpus_output_entries[], output_entries[];

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

/* Begins with the options that are given. @writes_corpus: the command writes sentences. */
gboolean corpus_init (Corpus *corpus, const CorpusGiven *given, const Source *source, gboolean writes_corpus,
                      GError **error);
void corpus_clear (Corpus *corpus);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Corpus, corpus_clear)

/* tool_announce_terminal(), but where --quiet is given. */
void corpus_announce (const Corpus *corpus, const char *path);

/* Finds @corpus->paths: all files that the source stands for; where tallies are merged, those that were counted. */
gboolean corpus_find_files (Corpus *corpus, GError **error);

/* As tbk_corpus_check(), for the files that are for this process, or the tallies that are merged, and for all files that
 * options name; and reads the IDs of sentences that are asked for. @further_inputs, @further_outputs: (nullable): what no
 * option names, as files in a folder. */
gboolean corpus_check_files (Corpus *corpus, const char *const *further_inputs,
                             const char *const *further_outputs, GError **error);

/* Reads the IDs of sentences that are asked for. */
gboolean corpus_load_selection (Corpus *corpus, GError **error);

/* Tells how many files were recognized as another format than CoNLL-U. To be called when all are read, by commands that
 * corpus_run() does not do it for. Returns TRUE. */
gboolean corpus_tell_recognized (const Corpus *corpus);

/* Opens what --output names, with --level; standard output without it. */
TbkOutput *corpus_open_output (const Corpus *corpus, GError **error);

/* Whether all files were left out. */
gboolean corpus_has_none (const Corpus *corpus, const TbkLeftOut *left_out);

/* Completes @output, a table or a page of the files that were not left out, and takes it; but where none is left, it stays
 * as it is. Tells what it lacks. In the end files that were left out are an error. */
gboolean corpus_commit (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, GError **error);

/* The parts of this that are told. @is_written: some file is left. @is_direct: and nothing could be taken back. */
void corpus_tell_lacking (const Corpus *corpus, const TbkLeftOut *left_out, gboolean is_written,
                          gboolean is_direct);

/* Tells that a treebank was not written, since there is @error in one file of several; what goes to standard output is. */
void corpus_tell_withheld (const Corpus *corpus, GError **error);

/* As tbk_corpus_run(), with messages and progress to standard error. Of the files that corpus_find_files() found
 * only those are taken that are for this process; @tallies are of all. */
gboolean corpus_run (Corpus *corpus, const TbkJob *job, TbkTallies *tallies, TbkLeftOut *left_out,
                     GError **error);

#endif
