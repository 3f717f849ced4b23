/* messages.c - ends of messages: what was probably meant, words that look the same, and the error of data.
 *
 * Contents
 *   1. nearest: the distance of two names: letters added, left out, changed, or swapped with their
 *      neighbours
 *   2. words: words that look the same and are not
 *   3. fail: the error of data that are wrong
 */
#include "base/base.h"

#include <string.h>

/* 1. nearest: the distance of two names: letters added, left out, changed, or swapped with their
 * neighbours. */

enum {
  LONGEST = 40,
  LEAST_PART = 3, /* letters of a name that is part of another one */
};

static gboolean
are_equal (char a, char b)
{
  return g_ascii_tolower (a) == g_ascii_tolower (b);
}

/* D(i, j), the distance of the first i letters of @a from the first j of @b, is in row i % 3.
 *
 * The distance of Damerau and Levenshtein, with swaps of neighbours that are not changed further. Three rows
 * suffice, as D(i, j) needs rows i, i - 1 and, for a swap, i - 2. */
static int
find_distance (const char *a, int n_a, const char *b, int n_b)
{
  int rows[3][LONGEST + 1];

  for (int j = 0; j <= n_b; j++)
    rows[0][j] = j;
  for (int i = 1; i <= n_a; i++) {
    const int *before = rows[(i + 2) % 3], *first = rows[(i + 1) % 3];
    int *row = rows[i % 3];

    row[0] = i;
    for (int j = 1; j <= n_b; j++) {
      row[j] = MIN (before[j - 1] + !are_equal (a[i - 1], b[j - 1]), 1 + MIN (before[j], row[j - 1]));
      if (i > 1 && j > 1 && are_equal (a[i - 1], b[j - 2]) && are_equal (a[i - 2], b[j - 1]))
        row[j] = MIN (row[j], 1 + first[j - 2]);
    }
  }
  return rows[n_a % 3][n_b];
}

int
nearest_distance (const char *a, gsize n_a, const char *b, gsize n_b)
{
  return n_a > LONGEST || n_b > LONGEST ? G_MAXINT : find_distance (a, (int) n_a, b, (int) n_b);
}

/* Returns TRUE if the shorter of the two is at the beginning or the end of the other. */
static gboolean
is_part (const char *a, int n_a, const char *b, int n_b)
{
  if (n_a > n_b)
    return is_part (b, n_b, a, n_a);
  return n_a >= LEAST_PART
         && (g_ascii_strncasecmp (a, b, (gsize) n_a) == 0
             || g_ascii_strncasecmp (a, b + n_b - n_a, (gsize) n_a) == 0);
}

/* Equally near names: the first one is meant. If none is near, a name that has the typed one at its beginning
 * or end may be meant, or one with which the typed one begins or ends. */
const char *
tbk_nearest (const char *typed, gsize length, const char *const *names)
{
  const char *nearest = NULL, *part = NULL;
  int least = (int) MIN (length, length < 5 ? 2 : 3); /* some letter must be right */

  g_return_val_if_fail (typed != NULL && names != NULL, NULL);
  for (; length <= LONGEST && *names != NULL; names++) {
    const gsize n = strlen (*names);
    const int distance = n > LONGEST ? G_MAXINT : find_distance (typed, (int) length, *names, (int) n);

    if (distance < least) {
      least = distance;
      nearest = *names;
    }
    if (part == NULL && n <= LONGEST && is_part (typed, (int) length, *names, (int) n))
      part = *names;
  }
  return nearest != NULL ? nearest : part;
}

char *
nearest_hint (const char *typed, gsize length, const char *const *names)
{
  const char *nearest = tbk_nearest (typed, length, names);

  return nearest == NULL ? g_strdup ("") : g_strdup_printf ("; did you mean '%s'?", nearest);
}

enum { MOST_LISTED = 8 };

/* A short list of what is expected is shown whole; of a long one the hint must do. */
void
nearest_fail (const char *what, const char *typed, const char *const *names, GError **error)
{
  g_autofree char *hint = nearest_hint (typed, strlen (typed), names);
  g_autofree char *expected = g_strjoinv (", ", (char **) names);
  const gboolean are_few = g_strv_length ((char **) names) <= MOST_LISTED;

  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s '%s'%s%s%s", what, typed,
               are_few ? ", expected one of " : "", are_few ? expected : "", hint);
}

/* 2. words: words that look the same and are not. */

const char *
words_remark (TbkPiece found, TbkPiece expected)
{
  g_autofree char *x = g_utf8_normalize (found.bytes, (gssize) found.size, G_NORMALIZE_NFC);
  g_autofree char *y = g_utf8_normalize (expected.bytes, (gssize) expected.size, G_NORMALIZE_NFC);

  return x != NULL && g_strcmp0 (x, y) == 0 ? ": they are equal once they are normalized (Unicode, NFC)" : "";
}

/* 3. fail: the error of data that are wrong. */

gboolean
fail_data (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (TBK_ERROR, TBK_ERROR_DATA, format, arguments));
  va_end (arguments);
  return FALSE;
}

gboolean
fail_none (GError **error, const char *path, const char *unit, int n_ids, const char *id, const char *purpose)
{
  g_autofree char *quoted = n_ids == 0 ? NULL : tbk_quote (id, strlen (id));

  return fail_data (error, "%s: no %s%s%s, expected some to %s", path, unit,
                    n_ids == 0   ? ""
                    : n_ids == 1 ? " with the ID "
                                 : " with one of the IDs that were asked for, the first ",
                    n_ids == 0 ? "" : quoted, purpose);
}

void
fail_add (GError *error, const char *text)
{
  g_autofree char *message = error->message;

  error->message = g_strconcat (message, text, NULL);
}

void
fail_name_sentence (GError *error, const char *id, gsize length)
{
  g_autofree char *quoted = tbk_quote (id, length), *text = g_strdup_printf (" (sent_id %s)", quoted);

  fail_add (error, text);
}

static const char *standard_name;

const char *
input_shown_name (const char *path)
{
  return path == NULL || strcmp (path, "-") != 0 ? path : standard_name != NULL ? standard_name : "<stdin>";
}

void
input_set_standard_name (const char *name)
{
  standard_name = name;
}
