/* numbers.c - memory for the digits of GMP's numbers, with a reserve.
 *
 * Blocks of the reserve lie side by side. The last one can grow where it is, as a sum does that numbers are
 * added to. The memory of the others is free again when the last block of all is freed.
 */
#include "base/numbers.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { RESERVE_SIZE = 1 << 20, ALIGNMENT = 16 };

static _Alignas(ALIGNMENT) char reserve[RESERVE_SIZE];
static gsize n_used; /* bytes of the reserve */
static gint n_blocks;
static GMutex lock; /* for these */

/* The function of GMP, which ends the process if there is no memory. */
static void *(*allocate_or_end) (size_t);

static gboolean
is_in_reserve (const void *block)
{
  return (const char *) block >= reserve && (const char *) block < reserve + RESERVE_SIZE;
}

/* Returns the end of a block of @size bytes that begins at @start, or 0 if it does not fit. */
static gsize
end_of (gsize start, size_t size)
{
  return size > RESERVE_SIZE - start ? 0 : (start + size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *
reserve_take (size_t size)
{
  char *block = NULL;
  gsize end;

  g_mutex_lock (&lock);
  end = end_of (n_used, size);
  if (end > 0) {
    block = reserve + n_used;
    n_used = end;
    g_atomic_int_inc (&n_blocks);
  }
  g_mutex_unlock (&lock);
  return block != NULL ? block : allocate_or_end (size);
}

/* Gives a block of the reserve another size where it is, if it is the last one. */
static gboolean
reserve_resize (const char *block, size_t old_size, size_t size)
{
  const gsize start = (gsize) (block - reserve);
  gboolean fits;

  g_mutex_lock (&lock);
  fits = end_of (start, old_size) == n_used && end_of (start, size) > 0;
  if (fits)
    n_used = end_of (start, size);
  g_mutex_unlock (&lock);
  return fits;
}

static void
reserve_give_back (void)
{
  g_mutex_lock (&lock);
  if (g_atomic_int_dec_and_test (&n_blocks))
    n_used = 0;
  g_mutex_unlock (&lock);
}

static void *
allocate (size_t size)
{
  void *block = malloc (size);

  return block != NULL ? block : reserve_take (size);
}

static void
release (void *block, size_t size)
{
  (void) size;
  if (is_in_reserve (block))
    reserve_give_back ();
  else
    free (block);
}

static void *
reallocate (void *old, size_t old_size, size_t size)
{
  void *block = is_in_reserve (old) ? NULL : realloc (old, size);

  if (block != NULL)
    return block;
  if (is_in_reserve (old) && reserve_resize (old, old_size, size))
    return old;
  block = is_in_reserve (old) ? allocate (size) : reserve_take (size);
  memcpy (block, old, MIN (old_size, size));
  release (old, old_size);
  return block;
}

static __attribute__ ((constructor)) void
set_functions (void)
{
  mp_get_memory_functions (&allocate_or_end, NULL, NULL);
  mp_set_memory_functions (allocate, reallocate, release);
}

gboolean
numbers_fit (void)
{
  return g_atomic_int_get (&n_blocks) == 0;
}
