/* hash.c - SipHash-2-4, with one key for the process. */
#include "base/hash.h"

#include <string.h>
#include <sys/random.h>

#include "base/bytes.h"

static inline guint64
rotate (guint64 x, int n)
{
  return x << n | x >> (64 - n);
}

static inline void
mix (guint64 v[4])
{
  v[0] += v[1], v[2] += v[3];
  v[1] = rotate (v[1], 13) ^ v[0], v[3] = rotate (v[3], 16) ^ v[2];
  v[0] = rotate (v[0], 32);
  v[2] += v[1], v[0] += v[3];
  v[1] = rotate (v[1], 17) ^ v[2], v[3] = rotate (v[3], 21) ^ v[0];
  v[2] = rotate (v[2], 32);
}

static inline void
take_word (guint64 v[4], guint64 word)
{
  v[3] ^= word;
  mix (v);
  mix (v);
  v[0] ^= word;
}

/* The last @n bytes before @end, fewer than 8, of @length that may be read; a call of memcpy() would take
 * longer. */
static inline guint64
load_rest (const char *end, int n, gsize length)
{
  guint64 word = 0;

  if (n > 0 && length >= 8)
    return load_word (end - 8) >> 8 * (8 - n);
  for (int i = 1; i <= n; i++)
    word = word << 8 | (guchar) end[-i];
  return word;
}

guint64
hash_with_key (const guint64 key[2], const void *bytes, gsize length)
{
  const char *position = bytes, *end = position + length;
  guint64 v[4] = { key[0] ^ G_GUINT64_CONSTANT (0x736f6d6570736575),
                   key[1] ^ G_GUINT64_CONSTANT (0x646f72616e646f6d),
                   key[0] ^ G_GUINT64_CONSTANT (0x6c7967656e657261),
                   key[1] ^ G_GUINT64_CONSTANT (0x7465646279746573) };

  for (; end - position >= 8; position += 8)
    take_word (v, load_word (position));
  take_word (v, load_rest (end, (int) (end - position), length) | (guint64) length << 56);
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++)
    mix (v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* GLib's generator, which reads /dev/urandom, stands in for a system call that may be forbidden. */
static void
draw_key (guint64 key[2])
{
  if (getentropy (key, 2 * sizeof (guint64)) == 0)
    return;
  for (int i = 0; i < 2; i++)
    key[i] = (guint64) g_random_int () << 32 | g_random_int ();
}

guint64
hash_bytes (const void *bytes, gsize length)
{
  static guint64 key[2];
  static gsize is_drawn;

  if (g_once_init_enter (&is_drawn)) {
    draw_key (key);
    g_once_init_leave (&is_drawn, 1);
  }
  return hash_with_key (key, bytes, length);
}

guint
hash_string (gconstpointer string)
{
  return (guint) hash_bytes (string, strlen (string));
}
