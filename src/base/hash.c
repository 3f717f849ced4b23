/* hash.c - hashes: SipHash for what strangers write, and names as numbers.
 *
 * Contents
 *   1. hash: SipHash-2-4, with one key for the process
 *   2. vocabulary: names as numbers, in a hash table with open addressing
 */
#include "base/base.h"

#include <string.h>
#include <sys/random.h>

#include "tbk/base.h"

/* 1. hash: SipHash-2-4, with one key for the process. */

static inline guint64
rotate (guint64 x, int n)
{
  return x << n | x >> (64 - n);
}

/* One round of SipHash (Aumasson and Bernstein 2012). */
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

/* Two rounds for each 8 bytes, and four at the end: that is SipHash-2-4. */
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

/* GLib's generator, which reads /dev/urandom, replaces a system call that may be forbidden. */
static void
draw_key (guint64 key[2])
{
  if (getentropy (key, 2 * sizeof (guint64)) == 0)
    return;
  for (int i = 0; i < 2; i++)
    key[i] = (guint64) g_random_int () << 32 | g_random_int ();
}

/* The key is drawn once for each process. Whoever writes a file cannot know it, and so cannot choose names
 * that all have one hash, which would make tables quadratic. Nothing that is written depends on a hash. */
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

/* 2. vocabulary: names as numbers, in a hash table with open addressing. */

#define SMALLEST_TABLE 64

/* The name is at text[start], and a NUL follows it. */
typedef struct {
  gsize start, length;
} Entry;

struct TbkVocabulary {
  char *text;
  gsize text_length, text_allocated;
  Entry *entries;
  gsize n_entries, entries_allocated;
  int *table;       /* numbers, -1 where a place is free; at most half of the places are in use */
  gsize table_size; /* a power of 2, or 0 */
};

TbkVocabulary *
tbk_vocabulary_new (void)
{
  return g_new0 (TbkVocabulary, 1);
}

void
tbk_vocabulary_free (TbkVocabulary *vocabulary)
{
  if (vocabulary == NULL)
    return;
  g_free (vocabulary->text);
  g_free (vocabulary->entries);
  g_free (vocabulary->table);
  g_free (vocabulary);
}

int
tbk_vocabulary_size (const TbkVocabulary *vocabulary)
{
  return (int) vocabulary->n_entries;
}

const char *
tbk_vocabulary_name (const TbkVocabulary *vocabulary, int number)
{
  g_return_val_if_fail (number >= 0 && number < tbk_vocabulary_size (vocabulary), NULL);
  return vocabulary->text + vocabulary->entries[number].start;
}

void
tbk_vocabulary_clear (TbkVocabulary *vocabulary)
{
  vocabulary->n_entries = vocabulary->text_length = 0;
  for (gsize place = 0; place < vocabulary->table_size; place++)
    vocabulary->table[place] = -1;
}

/* The place of the name in the table, or the free place where it belongs. */
static gsize
find_place (const TbkVocabulary *vocabulary, const char *name, gsize length)
{
  const gsize mask = vocabulary->table_size - 1;
  gsize place = hash_bytes (name, length) & mask;

  for (; vocabulary->table[place] >= 0; place = (place + 1) & mask) {
    const Entry *entry = &vocabulary->entries[vocabulary->table[place]];

    if (entry->length == length && memcmp (vocabulary->text + entry->start, name, length) == 0)
      break;
  }
  return place;
}

int
tbk_vocabulary_find (const TbkVocabulary *vocabulary, const char *name, gsize length)
{
  return vocabulary->table_size == 0 ? -1 : vocabulary->table[find_place (vocabulary, name, length)];
}

/* Makes the table twice as large. */
static gboolean
grow_table (TbkVocabulary *vocabulary)
{
  const gsize size = MAX (SMALLEST_TABLE, 2 * vocabulary->table_size);
  int *table = g_try_new (int, size);

  if (table == NULL)
    return FALSE;
  memset (table, -1, size * sizeof (int));
  g_free (vocabulary->table);
  vocabulary->table = table;
  vocabulary->table_size = size;
  for (gsize e = 0; e < vocabulary->n_entries; e++) {
    const Entry *entry = &vocabulary->entries[e];

    table[find_place (vocabulary, vocabulary->text + entry->start, entry->length)] = (int) e;
  }
  return TRUE;
}

/* Makes room for one more name. */
static gboolean
reserve (TbkVocabulary *vocabulary, gsize length)
{
  return vocabulary->n_entries < G_MAXINT
         && (2 * vocabulary->n_entries < vocabulary->table_size || grow_table (vocabulary))
         && try_reserve (&vocabulary->entries, &vocabulary->entries_allocated, vocabulary->n_entries + 1,
                         sizeof (Entry))
         && try_reserve (&vocabulary->text, &vocabulary->text_allocated, vocabulary->text_length + length + 1,
                         1);
}

/* The name is looked up twice if it is new, since reserve() may have moved everything. */
int
tbk_vocabulary_add (TbkVocabulary *vocabulary, const char *name, gsize length, GError **error)
{
  int number = tbk_vocabulary_find (vocabulary, name, length);

  if (number >= 0)
    return number;
  if (!reserve (vocabulary, length)) {
    memory_fail (error, "%d names", tbk_vocabulary_size (vocabulary) + 1);
    return -1;
  }
  number = tbk_vocabulary_size (vocabulary);
  vocabulary->table[find_place (vocabulary, name, length)] = number;
  vocabulary->entries[number] = (Entry){ vocabulary->text_length, length };
  memcpy (vocabulary->text + vocabulary->text_length, name, length);
  vocabulary->text[vocabulary->text_length + length] = '\0';
  vocabulary->text_length += length + 1;
  vocabulary->n_entries++;
  return number;
}
