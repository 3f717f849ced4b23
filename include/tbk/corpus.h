/* corpus.h - core: the loop over treebanks, and which sentences it uses.
 *
 * Contents
 *   1. tally: statistics as tallies: rows of integers under keys, each column summed or maximised
 *   2. selection: which sentences, or trees in brackets, are used: the ones that meet all conditions
 *   3. corpus: the loop over treebanks: files in, sentences to workers, texts and tallies out
 *   4. filter: the job that writes sentences, or trees in brackets, as they came: the ones that a run uses
 *   5. split: treebanks shared out at random: training, development and test sentences, or folds
 */
#ifndef TBK_CORPUS_H
#define TBK_CORPUS_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/conllu.h"
#include "tbk/io.h"
#include "tbk/projectivize.h"
#include "tbk/query.h"

TBK_BEGIN_DECLS

/* 1. tally: statistics as tallies: rows of integers under keys, each column summed or maximised.
 *
 * Every statistic of this library is such rows, and every table is made from them. So what was counted over
 * parts of the input, by any number of threads and machines, is put together by merging: in any order, parted
 * in any way, the result is the same. A layout lists which rows a kind of statistic has; a run has a tally
 * for each of its files.
 *
 *   static const TbkTallyColumn columns[] = { { .name = "trees" },
 *                                             { .name = "max_length", .rule = TBK_TALLY_MAX } };
 *   static const TbkTallyKey keys[] = { { "language", TBK_TALLY_TEXT } };
 *   static const TbkTallySection sections[] = {
 *     { .name = "languages", .keys = keys, .n_keys = 1, .columns = columns, .n_columns = 2 }
 *   };
 *   static const TbkTallyLayout layout = { .kind = "example", .sections = sections, .n_sections = 1 };
 *
 *   g_autoptr (TbkTally) tally = tbk_tally_new (&layout);
 *   tbk_tally_add (tally, 0, (const char *[]){ "da" }, (gint64[]){ 1, 17 });
 *
 * Values    at least 0. A sum that would be more than G_MAXINT64 stays there, so that order plays no part.
 * Keys      texts are UTF-8, and come in the order of their bytes; integers and numbers are decimals without
 *           sign and leading zeros, and come in the order of numbers.
 * Cost      adding, getting: a look into a hash table. Rows in order: sorted when they are asked for.
 * Errors    errors of writing and reading; without memory the process ends, as by g_malloc().
 * Threads   a tally belongs to one thread at a time.
 * Since     0.1
 */

typedef enum { TBK_TALLY_SUM, TBK_TALLY_MAX } TbkTallyRule;
typedef enum {
  TBK_TALLY_TEXT,
  TBK_TALLY_INTEGER, /* at most G_MAXINT */
  TBK_TALLY_NUMBER,  /* of any length */
} TbkTallyKeyType;

typedef struct {
  const char *name;
  TbkTallyRule rule;
  int part_of; /* the place, from 1, of the column that is no less in any row; 0: none */
  gint64 most; /* what it may be in a row; 0: anything */
} TbkTallyColumn;

/* A part of the key of a row. */
typedef struct {
  const char *name;
  TbkTallyKeyType type;
} TbkTallyKey;

/* Bounds of the rows of a section by another one, the whole: by its row whose key is the first parts of
 * theirs. */
typedef enum {
  TBK_TALLY_FREE,
  TBK_TALLY_EACH,     /* no row has more; */
  TBK_TALLY_TOGETHER, /* nor do all of them; */
  TBK_TALLY_ALL,      /* all of them, if there are any, have as much */
} TbkTallyBound;

/* Rows of one form. Without parts of a key there is one row. */
typedef struct {
  const char *name;
  const TbkTallyKey *keys;
  int n_keys;
  const TbkTallyColumn *columns;
  int n_columns;
  TbkTallyBound bound;
  int part;           /* the column that is bounded; -1: all that are sums, each by itself */
  int section, whole; /* the section of the whole, and the column there */
} TbkTallySection;

/* The bounds of a layout. */
enum { TBK_TALLY_MAX_KEYS = 8, TBK_TALLY_MAX_COLUMNS = 512 };

/* More words, arcs, trees or configurations than any file has. Where no more is counted, sums over all
 * files of a run do not overflow, nor small multiples of them. */
#define TBK_TALLY_MOST (G_GINT64_CONSTANT (1) << 36)

typedef struct TbkTally TbkTally;

typedef struct {
  const char *kind; /* the name of the statistic */
  const TbkTallySection *sections;
  int n_sections;
  /* (nullable): what is wrong with a tally that was read and keeps the bounds of its columns and sections, NULL if nothing
   * is. */
  const char *(*find_fault) (const TbkTally *tally);
  const char *excess; /* what is said of a row that does not keep them */
} TbkTallyLayout;

/* @layout is not copied. */
TbkTally *tbk_tally_new (const TbkTallyLayout *layout);
void tbk_tally_free (TbkTally *tally);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTally, tbk_tally_free)

/* Adds @values, one for each column, to the row of @key, one string for each part (NULL if there are
 * none). */
void tbk_tally_add (TbkTally *tally, int section, const char *const *key, const gint64 *values);

/* The values of the row of @key, NULL if there is none; owned by @tally, good until rows are added. */
const gint64 *tbk_tally_get (const TbkTally *tally, int section, const char *const *key);

/* Adds all of @more, of the same layout, and leaves it as it is. */
void tbk_tally_merge_copy (TbkTally *tally, const TbkTally *more);

typedef struct {
  const char *const *key;
  const gint64 *values;
} TbkTallyRow;

/* The rows of a section in the order of their keys: an array of @n_rows, to be freed with g_free(), that
 * points into @tally. */
TbkTallyRow *tbk_tally_rows (const TbkTally *tally, int section, gsize *n_rows);

/* The tallies of a run over files, and all that is needed to put it together with other runs over parts of
 * the same files. */
typedef struct TbkTallies TbkTallies;

/**
 * tbk_tallies_new:
 * @paths: NULL-terminated, all files that the statistic is about, in order; copied, as is all else but
 * @layout
 * @options: (nullable): what the statistic depends on, name and value in turn, NULL-terminated
 *
 * Returns: tallies of these files, all of them still out. Their sizes are looked up, -1 for what is no regular
 * file.
 */
TbkTallies *tbk_tallies_new (const TbkTallyLayout *layout, const char *const *paths,
                             const char *const *options);
void tbk_tallies_free (TbkTallies *tallies);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTallies, tbk_tallies_free)

/* Files, whether or not they are in; their paths; their names in tables, where "-" is "<stdin>". */
int tbk_tallies_n_files (const TbkTallies *tallies);
const char *tbk_tallies_path (const TbkTallies *tallies, int file);
const char *tbk_tallies_name (const TbkTallies *tallies, int file);

/* The tally of a file, NULL if it is not in; owned by @tallies. */
const TbkTally *tbk_tallies_get (const TbkTallies *tallies, int file);

/* The value of an option, NULL if there is no such one; all options, as given to tbk_tallies_new(). */
const char *tbk_tallies_option (const TbkTallies *tallies, const char *name);
const char *const *tbk_tallies_options (const TbkTallies *tallies);

/* The sum of all files that are in; for the caller to free. */
TbkTally *tbk_tallies_total (const TbkTallies *tallies);

/* Adopts what @more knows of files, which are all "out" in it then. Fails (TBK_ERROR_DATA),
 * with both as they were, if layouts, options or lists of files differ, or both know of a file. */
gboolean tbk_tallies_merge (TbkTallies *tallies, TbkTallies *more, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_tallies_write:
 *
 * Writes @tallies as JSON lines. The first is a head: an object with the version of the form, the version of
 * tbk, the kind, the options, and for each file [path, size, "out", "in", "unread" or "faulty"]. Then comes a
 * line [file, section, [key...], [value...]] for each row, in order, and last the number of rows. Integers
 * only; those over 2^53 are strings. So equal tallies are equal bytes. Bytes of a path that are not UTF-8
 * become U+FFFD.
 */
gboolean tbk_tallies_write (const TbkTallies *tallies, TbkOutput *output,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Reads what tbk_tallies_write() of this version of tbk wrote, of statistics of @layout; anything else in the
 * file is an error (TBK_ERROR_DATA, "FILE:LINE: ..."). A line may have up to 64 MiB. If @layout is NULL, only the head
 * is read, of any statistic: tallies with files, sizes and options, without layout, and with every file out; for
 * whoever must know the options to find the layout. */
TbkTallies *tbk_tallies_read (const TbkTallyLayout *layout, TbkInput *input,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. selection: which sentences, or trees in brackets, are used: the ones that meet all conditions.
 *
 *   g_autoptr (TbkConditions) conditions = tbk_conditions_new (TBK_TREES_DEPENDENCIES);
 *   const TbkSelection selection = { .conditions = conditions };
 *   const TbkCorpusOptions options = { .format = tbk_conllu_format (), .n_threads = 1,
 *                                      .selection = &selection };
 *
 *   if (!tbk_conditions_add_where (conditions, "words<=20 and not class.wn", &error))
 *     return FALSE;
 *
 * selects the ill-nested sentences of at most 20 words.
 *
 * Conditions are IDs, and a sentence must have one of them; and expressions (tbk/query.h), and it must meet each; two
 * expressions may be met by two words. IDs are looked up first. A selection without any accepts all. `every` and `max` are
 * no conditions.
 * Cost      O(1) a sentence for IDs; the cost of the expressions.
 * Errors    the errors of these functions and of tbk/query.h, with FILE:LINE before them.
 * Threads   conditions may be shared once all are added; a selector belongs to one thread at a time.
 * Since     0.2
 */

typedef struct TbkSplit TbkSplit; /* section split */

typedef struct TbkConditions TbkConditions;

TbkConditions *tbk_conditions_new (TbkTreeKind trees);
void tbk_conditions_free (TbkConditions *conditions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkConditions, tbk_conditions_free)

/* Adds an expression. */
gboolean tbk_conditions_add_where (TbkConditions *conditions, const char *expression,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds an ID of @length bytes: of the comment sent_id, in brackets of the leaf ID. @id: (nullable): NULL: no sentence
 * meets the conditions until IDs are added. */
gboolean tbk_conditions_add_id (TbkConditions *conditions, const char *id, gsize length,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct TbkSelection {
  TbkConditions *conditions;           /* (nullable) */
  TbkProjectivizeOptions projectivize; /* which arcs are lost */

  gint64 every; /* of each file, only every so-manieth sentence, the first one first; 0: all */
  gint64 max;   /* of what is accepted, only this many that have words, the first ones; 0: all */

  int *is_any; /* (nullable): set to TRUE by whoever meets a sentence that the conditions accept */

  const TbkSplit *split; /* (nullable): in place of all conditions, that it is in part `part` of this */
  int part;
} TbkSelection;

/* Judges sentences, and counts the accepted ones. */
typedef struct TbkSelector TbkSelector;

/* @selection must outlive it. */
TbkSelector *tbk_selector_new (const TbkSelection *selection);
void tbk_selector_free (TbkSelector *selector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSelector, tbk_selector_free)

/**
 * tbk_selector_take:
 * @selector: (nullable): without one all are accepted
 * @entry: well formed, of one sentence after the other in their order; looked at are its number, ID, words and
 * sentence, and its place for messages
 * @is_taken: (out): whether it meets the conditions, and is counted then
 */
gboolean tbk_selector_take (TbkSelector *selector, const TbkEntry *entry, gboolean *is_taken,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 3. corpus: the loop over treebanks: files in, sentences to workers, texts and tallies out.
 *
 * A job says what is done with a sentence: it is counted, or becomes another text, or both. Several threads
 * read files, work on them and write side by side. All output, messages too, comes in the order of files and
 * of sentences. It does not depend on the number of threads. Who reads one file needs only tbk/conllu.h.
 *
 *   g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, paths, NULL);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error))
 *     return FALSE;
 *
 * Errors    a file that cannot be read, or whose data are wrong, is reported by a message, left out, and the rest
 *           done. It has no tally and no output of its own, and a job withdraws what it wrote of it, where it
 *           can (`settle`). Then the result is an error all the same, TBK_ERROR_IO if some file could not be
 *           read, else TBK_ERROR_DATA, and a treebank of all files does not get its name. Data are wrong if
 *           a sentence is not well formed, or the job returns an error TBK_ERROR_DATA for it, and `on_error`
 *           is TBK_ON_ERROR_STOP. Any other error ends the run: what comes before it is done and written,
 *           what comes after it is not. Files of the output have their names only once they are complete.
 * Output    the threads compress their batches: a member each, of 32 KiB of text or more. So compressed bytes
 *           do not depend on the number of threads either.
 * Memory    a few batches a thread, the tallies, and of files under way what the format
 *           keeps for warnings.
 * Files     a file that is no regular one (standard input, a pipe) is opened only when all before it are
 *           done, since two of them may be one stream.
 * Threads   what the job's functions may be called from is said there; messages and progress come from any of
 *           the threads, never two at a time.
 * Since     0.1
 */

typedef enum {
  TBK_ON_ERROR_STOP, /* ends the file, which is left out */
  TBK_ON_ERROR_SKIP, /* leaves the sentence out; what it says of those after it is kept */
  TBK_ON_ERROR_PASS, /* writes it unchanged */
} TbkOnError;

typedef struct {
  gint64 bytes, n_bytes; /* read, as they lie there; of all regular files */
  int files, n_files;    /* done, of all */
  int n_streams; /* files that are no regular ones, whose size is not known; their bytes are in `bytes` */
} TbkProgress;

typedef struct {
  const TbkFormat *format;
  int n_threads; /* at least 1; 1: all in the calling thread */
  gint64 max_line;
  gboolean strict;
  TbkOnError on_error;
  const char *output;     /* (nullable): what all becomes; NULL for standard output */
  const char *output_dir; /* (nullable): instead, a folder for a file each, made where it is not there */
  /* (nullable): what they are called there, one for each path; NULL: the path's last part, but .gz for
   * .bz2. */
  const char *const *names;
  /* (nullable): in place of the first: what is open, and completed or discarded by the caller. Since: 0.2 */
  TbkOutput *opened;
  int level; /* of compressed ones, as for tbk_output_open(); 0: the usual */

  /* (nullable): gets a message, "FILE:LINE: ..." where there is one; gets how far the run is. */
  void (*tell) (gpointer data, const char *message);
  void (*progress) (gpointer data, const TbkProgress *progress);
  gpointer data;

  gconstpointer format_options; /* (nullable): TbkReaderOptions.of_format; must outlive the run */

  /* (nullable): the sentences that are worked on; must outlive the run. The others are left out, but for what
   * they say of the whole file. A job that ignores trees gets them where these conditions need them. With a
   * limit one thread does all, and what comes after the last sentence is not read; files after that are not
   * opened, and have empty tallies and outputs of their own. */
  const TbkSelection *selection;
} TbkCorpusOptions;

/* The work on sentences. Functions but `work` may be NULL; @data is the job's. */
typedef struct {
  gpointer data;
  const TbkTallyLayout *layout; /* of what is counted, NULL if nothing is */
  gboolean writes_corpus;       /* sentences become others in the same format */
  gboolean ignores_trees;       /* what is a tree in the input is not looked at; see TbkReaderOptions */

  /* A thread's own. */
  gpointer (*worker_new) (gpointer data);
  void (*worker_free) (gpointer worker);

  /* Returns TRUE if a file will do. Called by any thread, also for files whose turn will never come. */
  gboolean (*check_file) (gpointer data, gconstpointer reader, GError **error);

  /* Looks at a sentence that will be worked on, when a batch begins: for all of the batch, in order, before
   * the first of them is worked on, so that they can be prepared together. Called with NULL before the first.
   * Only for formats that can rewind. */
  gboolean (*expect) (gpointer worker, const TbkEntry *entry, GError **error);

  /* Looks at every sentence that is well formed, in order, and may set @is_taken to FALSE where it is TRUE:
   * what is left out so does not count for the limit of a selection. The message of an error begins with
   * FILE:LINE. For runs of one thread. Since: 0.2 */
  gboolean (*judge) (gpointer data, const TbkEntry *entry, gboolean *is_taken, GError **error);

  /* Works on a sentence, as the format has it, of @entry: appends what it becomes, counts it in the worker or
   * directly in @tally (NULL if nothing is counted). The message of an error begins with FILE:LINE. Called by
   * many threads at once, with workers of their own. */
  gboolean (*work) (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error);

  /* Appends the next part of what the sentence becomes, after work() has appended the first, and returns 1; 0
   * if there is none, -1 for an error. So a text of any length is written as it grows. */
  int (*more) (gpointer worker, const TbkEntry *entry, TbkText *text, GError **error);

  /* Adds what the worker counted since the last time to @tally (if it is NULL, nowhere), and forgets it. */
  void (*flush) (gpointer worker, TbkTally *tally);

  /* In jobs that do not write a corpus: writes the text of some sentences, in order. */
  gboolean (*write) (gpointer data, const TbkText *text, GError **error);

  /* Called before the first file, and after each, in order, with its last text written. What was counted or
   * written since the last call stays; or, where it does not, the file is left out, and it is withdrawn. So
   * the result has whole files alone. Since: 0.2 */
  gboolean (*settle) (gpointer data, gboolean stays, GError **error);

  /* Returns what is to be reported about a file that is done, to be freed; NULL for nothing. */
  char *(*remark) (gpointer data, const char *name, const TbkTally *tally);

  /* Returns TRUE if what was found is well, once all files are done, none was left out, and all workers are
   * freed. If not, an output of all files does not get its name; files of an output folder have theirs
   * already. */
  gboolean (*check_end) (gpointer data, GError **error);

  /* In jobs that write a corpus: sentences become whole lines of another format, and what is blank becomes
   * nothing. */
  gboolean writes_lines;

  /* In jobs that write a corpus: sentences that are not selected are written as they are, and a limit ends no
   * file. Not together with judge(). Since: 0.2 */
  gboolean keeps_others;

  /* Sentences without HEAD are worked on too, unless the selection looks at trees; see TbkReaderOptions.
   * Since: 0.2 */
  gboolean takes_headless;

  /* Sentences whose heads are no tree are well formed (TbkConlluReaderOptions), but where trees are selected by their
   * shape. Several words with HEAD 0 are not worth a warning. Since: 0.2 */
  gboolean takes_any_heads;

  /* With `writes_lines`: what sentences become has their comments, but no names of columns. Since: 0.2 */
  gboolean writes_comments;

  /* The job puts sentences of files together itself, where they are read again: so all must have the same columns.
   * Since: 0.2 */
  gboolean joins_files;

  /* Looks at an entry that work() does not get or fails with: its comments may hold for those after it. Called by
   * many threads at once, with workers of their own. Since: 0.2 */
  gboolean (*leave_out) (gpointer worker, const TbkEntry *entry, GError **error);
  /* work() gets sentences that are not well formed as well, `problem` and all, whatever is selected; so it does in place
   * of a file that cannot be read on because its data are wrong: an entry without text, whose `problem` says why. Several
   * words with HEAD 0 are no warning. In jobs that write a corpus such entries must fail. Since: 0.2 */
  gboolean takes_problems;
  /* Sentences say in which document they are (TbkReaderOptions.keeps_documents), as attributes that the job asks for need.
   * Since: 0.2 */
  gboolean keeps_documents;
  /* work() gets comments without words and empty lines between sentences too, unless sentences are selected. Since: 0.2 */
  gboolean takes_blanks;
} TbkJob;

/* Counts of the files that were left out. */
typedef struct {
  int unread; /* could not be read */
  int faulty; /* held wrong data */
  /* the message of the only file of a run, for which no message is given before; NULL if there were more */
  char *only;
} TbkLeftOut;

void tbk_left_out_clear (TbkLeftOut *left_out);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TbkLeftOut, tbk_left_out_clear)

/**
 * tbk_corpus_run:
 * @paths: NULL-terminated
 * @tallies: (nullable): made for these paths and the job's layout; gets the tallies of files, and which are
 * left out
 * @left_out: (out) (nullable): gets how many, to be cleared; then these are no error
 */
gboolean tbk_corpus_run (const TbkCorpusOptions *options, const TbkJob *job, const char *const *paths,
                         TbkTallies *tallies, TbkLeftOut *left_out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Files side by side: sentence by sentence, a gold file and, of each system, one with the same sentences. Threads
 * share files, and each reads all sentences of the files that it has. Entries have the problems of the gold ones alone:
 * the problems of `pair->systems` are for the job.
 *
 * The partner of a sentence of CoNLL-U in another file is the first of these that has no partner yet: the one with the same
 * sent_id and the same words (FORM of the lines with a number as ID); the one with the same words; the one with the same sent_id,
 * which is re-tokenized. Of several equal ones the k-th of one file is the partner of the k-th of the other. If no file has
 * IDs, all sentences are paired in order. A sentence that not all files have, or whose partner has other
 * words, is worth a warning. If no file has IDs, that one ends before another is an error of the gold file; and so is a file
 * that has no sentence in common with another. Files in which the same sentences come in the same order are read once; else
 * what comes after the first difference is kept in memory. */
typedef struct {
  TbkFormat pairs; /* what the loop is given, with the pairing as its options; by tbk_evaluation_pairing() */
  const TbkFormat *of;     /* of the files; likewise */
  gconstpointer of_format; /* (nullable): their TbkReaderOptions.of_format */
  int n_systems;
  /* (nullable): the paths of the systems' files, to be freed; any thread. NULL: these are @data, NULL-terminated */
  char **(*find) (gpointer data, const char *gold);
  gpointer data;
  gboolean by_lines; /* entries are on lines of the same number; where there is nothing, `sentence` is NULL */
  gboolean by_files; /* entries are of the gold file, for jobs that read the others side by side themselves */
  gboolean takes_missing;   /* sentences that not all files have are entries too. Since: 0.2 */
  gboolean takes_strangers; /* files may have no sentence in common. Since: 0.2 */
} TbkPairing;

/* The partners of an entry: the entry of each system; and the cursors, of the gold file and of each system. */
typedef struct {
  const TbkEntry *systems; /* without `text` where the file lacks the sentence */
  TbkCursor *const *cursors;
  int first; /* the file that the entry is of: 0 is the gold one, which lacks the sentence if it is another. Since: 0.2 */
} TbkPair;

/* Sentences of files that have the words of an earlier one, and another tree: other heads or relations. Of a file that cannot be read the sentences before
 * the error count; "-" is left out. Of more than TBK_MOST_REPEATS sentences with different words those behind are forgotten, but for what they repeat.
 * Memory: some 70 bytes for each of these, freed when all files are read. */
enum { TBK_MOST_REPEATS = 1 << 20 };
typedef struct TbkRepeats TbkRepeats;

/* Reads the files, by the threads of @options and without messages. Since: 0.2 */
TbkRepeats *tbk_repeats_read (const TbkCorpusOptions *options, const char *const *paths);
void tbk_repeats_free (TbkRepeats *repeats);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkRepeats, tbk_repeats_free)

/* Where the first sentence with the words of @entry is, "FILE:LINE", if its tree is another; else NULL. Threads may
 * share it. tbk_repeats_forgotten(): how many sentences were forgotten. Since: 0.2 */
const char *tbk_repeats_find (const TbkRepeats *repeats, const TbkEntry *entry);
gint64 tbk_repeats_forgotten (const TbkRepeats *repeats);

/* Columns of a line in a file of tags (tbk/tags.h), with tabs between: columns of CoNLL-U from FORM to FEATS,
 * DEPREL, the tag, and what is of no account. Since: 0.2 */
enum { TBK_COLUMN_TAG = TBK_N_COLUMNS, TBK_COLUMN_IGNORED, TBK_TAG_MAX_COLUMNS = 16 };

typedef struct {
  int columns[TBK_TAG_MAX_COLUMNS];
  int n_columns;
  gboolean is_joint; /* tag and DEPREL are one column, with a colon between them: the tag has none */
} TbkTagColumns;

/**
 * tbk_tag_columns_parse:
 * @names: (nullable): "form", "lemma", "upos", "xpos", "feats", "tag", "deprel", and "_" for what is of no account, with
 * commas between them; NULL: "form,tag,deprel", or "form,tag" if @columns is joint
 * @columns: (inout): `is_joint` is set before
 *
 * Fails (TBK_ERROR_USAGE) unless there is one tag, and every other name once at most. Since: 0.2
 */
gboolean tbk_tag_columns_parse (const char *names, TbkTagColumns *columns,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A sentence of tags: words 1..n, the first of each array of no account. Pieces that are not there have no `bytes`.
 * Since: 0.2 */
typedef struct {
  int n;
  TbkPiece *tags;
  TbkPiece *fields[TBK_N_COLUMNS]; /* NULL: the file has no such column */
} TbkTagRows;

/* Appends @rows as lines, and a blank line. A field that is not there is `_`. Fails (TBK_ERROR_DATA) if a joint tag has a
 * colon; then nothing is appended. Since: 0.2 */
gboolean tbk_tag_rows_write (const TbkTagRows *rows, const TbkTagColumns *columns, TbkText *text,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sentences of tags as a format: a line a word, and a blank line behind each sentence. DEPREL, where it comes last, can be
 * missing, in a joint tag too. TbkEntry.sentence is a TbkTagRows; its options are TbkTagColumns, NULL for form, tag and DEPREL.
 * Since: 0.2 */
const TbkFormat *tbk_tags_format (void);

/* Puts "FILE:LINE: " of @entry before the message of @error, and its ID behind; returns FALSE. */
gboolean tbk_entry_fail (const TbkEntry *entry, GError **error);

/* 4. filter: the job that writes sentences, or trees in brackets, as they came: the ones that a run uses.
 *
 *   const TbkSelection selection = { .every = 10 };
 *   const TbkCorpusOptions corpus = { .format = tbk_conllu_format (), .n_threads = 1,
 *                                     .selection = &selection };
 *   const TbkFilterOptions filter = { .format = corpus.format };
 *   const TbkJob job = tbk_filter_job (&filter);
 *
 *   if (!tbk_corpus_run (&corpus, &job, paths, NULL, NULL, &error))
 *     return FALSE;
 *
 * Bytes     a sentence is written as it came, with what comes before it and belongs to it: comments, blank
 *           lines. A comment on the whole file (`# global.`) comes from one that is left out to the next, the
 *           latest of each kind and only if what was written says something else. In brackets, a comment after
 *           the last tree belongs to none.
 * Columns   files that are put together must have the same ones.
 * Cost      O(bytes), and the cost of the selection.
 * Memory    a sample keeps its sentences, and the comments on the whole file.
 * Since     0.1
 */

/* Some of the sentences given to it, each set of that many equally likely. Which ones depends on the seed and
 * on the numbers of files and sentences, not on threads: a sentence draws a number, and the least ones are
 * kept. */
typedef struct TbkSample TbkSample;

/* @size: at least 1 */
TbkSample *tbk_sample_new (gint64 size, guint64 seed);
void tbk_sample_free (TbkSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSample, tbk_sample_free)

/* Writes the sentences in the order of files and of sentences. */
gboolean tbk_sample_write (TbkSample *sample, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  gboolean as_lines; /* in brackets alone: each tree that has words as normalized, on a line of its own */
  const TbkFormat *format; /* of the run */
  TbkSample *sample;       /* (nullable): gets the sentences, which are then not written */
  TbkOutput *output;       /* gets lines, unless there is a sample; else the run's is used */
} TbkFilterOptions;

/* @options must outlive the job. */
TbkJob tbk_filter_job (const TbkFilterOptions *options);

/* 5. split: treebanks shared out at random: training, development and test sentences, or folds.
 *
 *   const gint64 shares[] = { 80, 10, 10 };
 *   const TbkSplitOptions of = { .shares = shares, .n_parts = 3, .seed = 1 };
 *   g_autoptr (TbkSplit) split = tbk_split_new (&of);
 *   const TbkSplitMeeting meeting = { .split = split, .selection = NULL };
 *   const TbkJob job = tbk_split_job (&meeting);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, NULL, NULL, &error) || !tbk_split_decide (split,
 *     &error)) return FALSE;
 *
 * The first run, without a selection of its own, gets to know the sentences. Each further one, over the same
 * files, reads one part: `(TbkSelection){ .split = split, .part = 0 }`.
 *
 * Parts     each accepted sentence is in exactly one part. A part has its share of the sentences,
 *           rounded by largest remainders, of equal ones the first part's; each way to share them out so is
 *           equally likely.
 * Documents with `by_document` the sentences of a document stay together. One begins at `# newdoc`, and at the first
 *           sentence of a file. They are drawn in turn, and each goes to the part that lacks most sentences,
 *           so shares are as near as whole documents allow.
 * Result    depends on the seed and on the numbers of files and sentences, not on threads or machines.
 * Cost      O(n log n) for n sentences, and for each part that there is O(n) more; memory 32 bytes a
 *           sentence.
 * Errors    the errors of the selection; TBK_ERROR_RESOURCE if memory does not suffice.
 * Threads   the first run may have many; a split that is decided may be shared.
 * Since     0.2
 */

enum { TBK_SPLIT_MOST_PARTS = 1000, TBK_SPLIT_MOST_SHARE = 1000000 };

typedef struct {
  const gint64 *shares; /* 1 to TBK_SPLIT_MOST_SHARE each, of their sum; copied */
  int n_parts;          /* 1 to TBK_SPLIT_MOST_PARTS */
  gboolean by_document; /* CoNLL-U alone */
  guint64 seed;
  int rest; /* not 0: shares are numbers of sentences, and part number rest - 1 has all others. Since: 0.2 */
} TbkSplitOptions;

TbkSplit *tbk_split_new (const TbkSplitOptions *options);
void tbk_split_free (TbkSplit *split);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSplit, tbk_split_free)

typedef struct {
  TbkSplit *split;
  const TbkSelection *selection; /* (nullable): the sentences to share out, without `max` */
} TbkSplitMeeting;

/* The job of the first run, which adds sentences and writes nothing. @meeting must outlive it. */
TbkJob tbk_split_job (const TbkSplitMeeting *meeting);

/* Shares out the sentences that the job met, once. */
gboolean tbk_split_decide (TbkSplit *split, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The sentences of @part. */
gint64 tbk_split_size (const TbkSplit *split, int part);

TBK_END_DECLS

#endif
