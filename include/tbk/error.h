/* error.h - the one error domain of tbk, and the exit status each error deserves.
 *
 * A function that can fail takes a GError ** last and returns FALSE, NULL or -1 if and only if it sets it.
 * Its outputs are then untouched, unless its header says that they are undefined. A message says what was
 * found and what was expected, begins with "FILE:LINE: " where there is a file, and ends without a period.
 *
 * A call that breaks the terms of a function is the programmer's error: a size or an enumeration out of
 * range, NULL where it is not said to be allowed. It is reported as by g_return_if_fail(), and FALSE, NULL or
 * -1 is returned without an error. Heads are data: functions that take them fail if they are no tree.
 *
 * Memory that grows with the input is asked for so that its lack is such an error, TBK_ERROR_RESOURCE. GLib
 * and GMP get the memory for small things, for numbers of any size, and where a function cannot fail. They
 * end the process when there is none. A program can have a say in that, by g_log_set_default_handler() and
 * mp_set_memory_functions(). Nothing else in the library ends the process, prints or logs, but for the faults
 * of ours that g_assert() finds.
 *
 * Threads   every function here may be called from any thread.
 * Since     0.1
 */
#ifndef TBK_ERROR_H
#define TBK_ERROR_H

#include <glib.h>

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

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
 * GOption; 3 for those of other domains.
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
 * @names: (array zero-terminated=1): those that there are
 *
 * Finds the name that was probably meant. It is the first of those that differ least, by two letters at most
 * (one, if @typed is shorter than five). Letters differ by being left out, added, changed or swapped with
 * their neighbours. If there is none, it is the first name that begins or ends with @typed, or with which
 * @typed does, three letters or more. Capitals make no difference.
 *
 * Returns: (nullable): it; NULL if none is like @typed. Cost: the product of the lengths. Since: 0.2
 */
const char *tbk_nearest (const char *typed, gsize length, const char *const *names);

TBK_END_DECLS

#endif
