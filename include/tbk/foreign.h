/* foreign.h - what callers need that have no GLib and GMP at hand: bindings for other languages.
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
#ifndef TBK_FOREIGN_H
#define TBK_FOREIGN_H

#include <glib.h>
#include <gmp.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

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
