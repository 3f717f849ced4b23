/* hash.h - a hash of bytes that nobody can foresee, for tables of what strangers write.
 *
 * Its key is drawn from the system when the process first asks for a hash. So no input can be made for many
 * strings to have one hash; and nothing that is written may depend on a hash.
 *
 * Cost      linear; a few cycles a byte for short strings.
 * Threads   any.
 * Source    Aumasson and Bernstein (2012), "SipHash: a fast short-input PRF": SipHash-2-4.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <glib.h>

guint64 hash_bytes (const void *bytes, gsize length);

/* The same of a string, for a GHashTable. */
guint hash_string (gconstpointer string);

/* The same with a key of the caller's. */
guint64 hash_with_key (const guint64 key[2], const void *bytes, gsize length);

#endif
