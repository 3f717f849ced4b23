/* tally.h - statistics as tallies: rows of integers under keys, each column summed or maximised.
 *
 * Every statistic of this library is such rows, and every table is made from them. So what was counted over
 * parts of the input, by any number of threads and machines, is put together by merging: in any order, parted
 * in any way, the result is the same. A layout tells which rows a kind of statistic has; a run has a tally
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
 * Errors    those of writing and reading; without memory the process ends, as by g_malloc().
 * Threads   a tally belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_TALLY_H
#define TBK_TALLY_H

#include <glib.h>

#include "tbk/stream.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

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

/* How the rows of a section are bounded by another one, the whole: by its row whose key is the first parts of theirs. */
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
  int section, whole; /* that of the whole, and the column there */
} TbkTallySection;

/* The bounds of a layout. */
enum { TBK_TALLY_MAX_KEYS = 8, TBK_TALLY_MAX_COLUMNS = 32 };

/* More words, arcs, trees or configurations than any file has. Where no more is taken, sums over all
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
 * Returns: tallies of these files, none of which is in. Their sizes are looked up, -1 for what is no regular
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

/* What is known of a file. One that could not be read, or whose data are wrong, is left out of the run, which
 * is said of it so that whoever merges knows that no part has it. */
typedef enum {
  TBK_FILE_OUT, /* nothing: it belongs to another part, or was not reached */
  TBK_FILE_IN,
  TBK_FILE_UNREAD,
  TBK_FILE_FAULTY,
  TBK_N_FILE_STATES,
} TbkFileState;

TbkFileState tbk_tallies_state (const TbkTallies *tallies, int file);
int tbk_tallies_n_of_state (const TbkTallies *tallies, TbkFileState state);

/* The tally of a file, NULL if it is not in; owned by @tallies. */
const TbkTally *tbk_tallies_get (const TbkTallies *tallies, int file);

/* Says of a file that is TBK_FILE_OUT that it is left out: TBK_FILE_UNREAD or TBK_FILE_FAULTY. */
void tbk_tallies_leave_out (TbkTallies *tallies, int file, TbkFileState state);

/* Moves what is known of a file to @file of @whole, of the same layout, where it is TBK_FILE_OUT. */
void tbk_tallies_move (TbkTallies *tallies, int number, TbkTallies *whole, int file);

/* The value of an option, NULL if there is no such one; all options, as given to tbk_tallies_new(). */
const char *tbk_tallies_option (const TbkTallies *tallies, const char *name);
const char *const *tbk_tallies_options (const TbkTallies *tallies);

/* The sum of all files that are in; for the caller to free. */
TbkTally *tbk_tallies_total (const TbkTallies *tallies);

/* Checks that two have the same options and files, as parts of one whole have (TBK_ERROR_DATA); heads will
 * do. */
gboolean tbk_tallies_fit (const TbkTallies *tallies, const TbkTallies *more,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Takes over what @more knows of files, all of which are TBK_FILE_OUT in it then. Fails (TBK_ERROR_DATA),
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

TBK_END_DECLS

#endif
