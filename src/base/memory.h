/* memory.h - memory that grows with the input: its lack is an error, not the end of the process. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "tbk/error.h"

/* Makes room for @n elements, at least 1, of @size bytes in the array that @array points at; what is there
 * stays. FALSE, and the array is as it was, if there is no memory. */
static inline gboolean
try_renew (gpointer array, gsize n, gsize size)
{
  gpointer *place = array, grown = g_try_realloc_n (*place, n, size);

  if (grown == NULL)
    return FALSE;
  *place = grown;
  return TRUE;
}

#define TRY_RENEW(array, n) try_renew (&(array), (gsize) (n), sizeof *(array))

/* The same where *@n_allocated elements have room already, and more than @needed get it, since still more
 * will be needed. */
static inline gboolean
try_reserve (gpointer array, gsize *n_allocated, gsize needed, gsize size)
{
  if (G_LIKELY (needed <= *n_allocated))
    return TRUE;
  needed = MAX (needed, *n_allocated + *n_allocated / 2);
  if (!try_renew (array, needed, size))
    return FALSE;
  *n_allocated = needed;
  return TRUE;
}

/* Makes room for the words 0..@n of a sentence in the array that @array points at, @size bytes each. What was
 * there is lost where there was less room, *@n_allocated words besides 0; new room is zero. FALSE, and an
 * error, if there is no memory. */
gboolean reserve_words (gpointer array, int *n_allocated, int n, gsize size, GError **error);

/* Sets @error to "no memory for " and what is said, and returns FALSE. */
gboolean memory_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

#endif
