/* bytes.h - bytes looked for, and read eight at a time. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <glib.h>
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* The size of the byte order mark that the @length bytes begin with, 0 without one. */
static inline gsize
byte_order_mark_size (const char *bytes, gsize length)
{
  const gsize size = sizeof BYTE_ORDER_MARK - 1;

  return length >= size && memcmp (bytes, BYTE_ORDER_MARK, size) == 0 ? size : 0;
}

/* The last @c from @start to @end, or NULL. */
static inline const char *
find_last (const char *start, const char *end, char c)
{
  while (end > start)
    if (*--end == c)
      return end;
  return NULL;
}

/* How many ends of lines there are from @from to @to. */
static inline gint64
count_newlines (const char *from, const char *to)
{
  gint64 n = 0;

  for (; (from = memchr (from, '\n', (gsize) (to - from))) != NULL; from++)
    n++;
  return n;
}

/* Eight bytes as a number, the first the least. */
static inline guint64
load_word (const char *bytes)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* What comes behind the last @c from @start to @end; all if there is none. */
static inline const char *
find_behind_last (const char *start, const char *end, char c)
{
  const char *last = find_last (start, end, c);

  return last != NULL ? last + 1 : start;
}

static inline gboolean
has_prefix (const char *start, const char *end, const char *prefix)
{
  gsize length = strlen (prefix);

  return (gsize) (end - start) >= length && memcmp (start, prefix, length) == 0;
}

#endif
