/* base.h - core: what every part of the library builds on.
 *
 * What is around the declarations of every public header, and how they may change:
 *
 * Functions have C linkage, in C++ too; and the shared library, which hides everything else, exports them.
 *
 * Structs   Most types are opaque. The fields of a struct that a header shows can be used by name. More may
 *           come at its end. So a caller fills it with zeros but for the fields that it sets, by a
 *           TBK_..._INIT or by an initialiser that names them. Zero always stands for the default. A header
 *           says which structs are made by the library only.
 * Versions  If programs must be compiled again, because a struct, an enumeration or a function changed, the
 *           name of the shared library changes too. Before 1.0 a minor version may do this (libtbk.so.0.2,
 *           libtbk.so.0.3), from then on a major one alone.
 *
 * Contents
 *   1. version: the version of the library and of the program
 *   2. error: the one error domain of tbk, and the exit status each error deserves
 *   3. files: the files of a run, and the files that a folder stands for
 *   4. random: random numbers that depend on a seed and a place, and on nothing else
 *   5. vocabulary: names as numbers: each different name gets the next number, from 0
 *   6. foreign: what callers need that have no GLib and GMP at hand: bindings for other languages
 */
#ifndef TBK_BASE_H
#define TBK_BASE_H

#include <glib.h>
#include <gmp.h>

#define TBK_BEGIN_DECLS G_BEGIN_DECLS _Pragma ("GCC visibility push(default)")
#define TBK_END_DECLS   _Pragma ("GCC visibility pop") G_END_DECLS

/* All fields zero: what the macros TBK_..._INIT are made of. */
#ifdef __cplusplus
#define TBK_ZERO_INIT                                                                                        \
  {                                                                                                          \
  }
#else
#define TBK_ZERO_INIT                                                                                        \
  {                                                                                                          \
    0                                                                                                        \
  }
#endif

TBK_BEGIN_DECLS

/* 1. version: the version of the library and of the program.
 *
 * Since     0.1
 */

#define TBK_VERSION "0.2.0"

/* The TBK_VERSION that the library at hand was built with, for programs that load it by name. A constant
 * string. */
const char *tbk_version (void);

/* 2. error: the one error domain of tbk, and the exit status each error deserves.
 *
 * A function that can fail has a GError ** as its last argument and returns FALSE, NULL or -1 if and only if it sets it.
 * Its outputs are then undefined, unless its header says that they are untouched. A message says what was
 * found and what was expected, begins with "FILE:LINE: " where there is a file, and ends without a period.
 *
 * A call that breaks the terms of a function is the programmer's error: a size or an enumeration out of
 * range, NULL where it is not said to be allowed. It is reported as by g_return_if_fail(), and FALSE, NULL or
 * -1 is returned without an error. Heads are data: functions that are given them fail if they are no tree.
 *
 * Memory that grows with the input is asked for so that its lack is such an error, TBK_ERROR_RESOURCE. GLib
 * and GMP get the memory for small things and where a function cannot fail; GMP has 1 MiB in reserve. They
 * end the process when there is none. A program can have a say in that, by g_log_set_default_handler() and
 * mp_set_memory_functions(). Nothing else in the library ends the process, prints or logs, but for the faults
 * of ours that g_assert() finds.
 *
 * Threads   every function here may be called from any thread.
 * Since     0.1
 */

#define TBK_ERROR (tbk_error_quark ())

typedef enum {
  TBK_ERROR_DATA,     /* the input is wrong: exit status 1 */
  TBK_ERROR_USAGE,    /* the command line is wrong: exit status 2 */
  TBK_ERROR_IO,       /* a file or pipe could not be read or written: exit status 3 */
  TBK_ERROR_RESOURCE, /* memory or another resource ran out: exit status 3 */
} TbkError;

GQuark tbk_error_quark (void);

/**
 * tbk_error_status:
 * @error: (nullable): an error of any domain
 *
 * Returns: the exit status of tbk for @error: 0 for NULL; 1, 2 or 3 as TbkError says; 2 for the errors of
 * GOption; 3 for errors of other domains.
 */
int tbk_error_status (const GError *error);

/**
 * tbk_quote:
 * @bytes: any bytes of an input, @length of them
 *
 * Returns: a copy for a message, in single quotes and to be freed. It is UTF-8. Other bytes, control
 * characters, signs without shape and spaces other than ' ' are escaped. It is cut between two characters
 * after some forty bytes.
 */
char *tbk_quote (const char *bytes, gsize length);

/**
 * tbk_escape:
 * @text: a message, which may hold names of files
 *
 * Returns: a copy for a terminal, to be freed. Octal escapes replace control characters, characters that
 * change the direction of writing, and bytes that are not UTF-8. Since: 0.2
 */
char *tbk_escape (const char *text);

/**
 * tbk_nearest:
 * @typed: a name that is none of @names, @length bytes
 * @names: (array zero-terminated=1): the known names
 *
 * Finds the name that was probably meant. It is the first of the names that differ least, by two letters at most
 * (one, if @typed is shorter than five). Letters differ by being left out, added, changed or swapped with
 * their neighbours. If there is none, it is the first name that begins or ends with @typed, or with which
 * @typed does, three letters or more. Capitals make no difference.
 *
 * Returns: (nullable): it; NULL if none is like @typed. Cost: the product of the lengths. Since: 0.2
 */
const char *tbk_nearest (const char *typed, gsize length, const char *const *names);

/* 3. files: the files of a run, and the files that a folder stands for.
 *
 * A folder stands for the files below it that have one of some suffixes, maybe with the suffix of a compressed form
 * after it, in the byte order of their paths. Names that begin with a dot are passed over, and links to
 * folders not followed.
 *
 * Cost      a few system calls a file.
 * Threads   any; but files that others make or move meanwhile are not seen.
 * Since     0.1
 */

/* Returns TRUE if @name ends in one of @suffixes, NULL-terminated, or in that and .gz, .xz, .zst or .bz2. */
gboolean tbk_file_has_suffix (const char *name, const char *const *suffixes);

/* Files in order. Of each its path, and its name in a folder for outputs. This is the path from a folder on
 * that was given, else the last part of the path. It has .gz in place of .bz2, which is not written. */
typedef struct {
  GPtrArray *paths, *names; /* NULL-terminated; to be read only */
  const char *except; /* (nullable): a folder that is passed over below another: that for outputs, say */
} TbkFileList;

TbkFileList *tbk_file_list_new (void);
void tbk_file_list_free (TbkFileList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkFileList, tbk_file_list_free)

int tbk_file_list_length (const TbkFileList *list);

/**
 * tbk_file_list_add:
 * @operand: the path of a file, which need not be there, or of a folder; "-" for standard input
 * @suffixes: NULL-terminated: suffixes of the files that a folder stands for
 *
 * Adds what @operand stands for. A folder without such files, or one that cannot be read, is an error
 * (TBK_ERROR_IO).
 */
gboolean tbk_file_list_add (TbkFileList *list, const char *operand, const char *const *suffixes,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. random: random numbers that depend on a seed and a place, and on nothing else.
 *
 * A generator is made for a place (the number of a sentence in its file, say), so what is drawn there does
 * not depend on what was drawn elsewhere, on threads or on machines. The k-th number of place p under seed
 * s is a mixing function of (s, p, k): SplitMix64 (Steele, Lea and Flood 2014), seeded by the mixed pair
 * (s, p).
 *
 * Threads   a generator belongs to one thread at a time.
 * Since     0.1
 */

typedef struct {
  guint64 state;
} TbkRandom;

void tbk_random_init (TbkRandom *random, guint64 seed, guint64 place);

/* Probabilities are whole numbers, so that draws are the same on every machine: this is the probability 1. */
#define TBK_PROBABILITY_ONE 1000000000

/* 5. vocabulary: names as numbers: each different name gets the next number, from 0.
 *
 * Names     any bytes, the empty name among them.
 * Cost      O(length of the name) for each call.
 * Memory    the names and a table of 16 bytes a name; grows with the names added.
 * Errors    TBK_ERROR_RESOURCE if memory runs out.
 * Threads   a TbkVocabulary belongs to one thread at a time; it may be shared while it is only read.
 * Since     0.1
 */

typedef struct TbkVocabulary TbkVocabulary;

TbkVocabulary *tbk_vocabulary_new (void);
void tbk_vocabulary_free (TbkVocabulary *vocabulary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkVocabulary, tbk_vocabulary_free)

/* Returns the number of the name of @length bytes, which is added if it is new; -1 with @error set if memory
 * runs out. */
int tbk_vocabulary_add (TbkVocabulary *vocabulary, const char *name, gsize length,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the number of the name, -1 if it is not there. */
int tbk_vocabulary_find (const TbkVocabulary *vocabulary, const char *name, gsize length);

/* The name with that number, NUL-terminated; owned by @vocabulary, until the next name is added. */
const char *tbk_vocabulary_name (const TbkVocabulary *vocabulary, int number);

/* Returns the number of names. */
int tbk_vocabulary_size (const TbkVocabulary *vocabulary);

/* Forgets all names and keeps the memory. */
void tbk_vocabulary_clear (TbkVocabulary *vocabulary);

/* 6. foreign: what callers need that have no GLib and GMP at hand: bindings for other languages.
 *
 * A binding reaches the functions of this library alone. GLib and GMP can be inside the library, as they are in the wheel for
 * Python: then nobody else can call them, and another copy of them in the process must not free what came from here.
 * Programs in C call GLib and GMP themselves, and need none of this.
 *
 * Ownership  what came from the library and is to be freed with g_free(), g_error_free() or g_string_free() is freed by the
 *            function here as well.
 * Errors     none. As in GLib and GMP, lack of memory ends the process.
 * Threads    each object belongs to one thread at a time.
 * Since      0.2
 */

/* g_free(): NULL is allowed. */
void tbk_free (gpointer memory);

/* g_error_free(), for an @error that is not NULL. */
void tbk_error_free (GError *error);

/* Sets *@error to an error of TBK_ERROR, as a callback of the caller's must that fails. The @message is copied. Does nothing
 * if @error is NULL. */
void tbk_error_fail (GError **error, TbkError code, const char *message);

/* An empty string, for functions that append to one, and its end. */
GString *tbk_string_new (void);
void tbk_string_free (GString *string);

/* mpz_init() and mpz_clear(). */
void tbk_integer_init (mpz_t number);
void tbk_integer_clear (mpz_t number);

TBK_END_DECLS

#endif
