/* room.c - arrays of one struct that grow together: where each begins, and how all move apart. */
#include "base/room.h"

#include <string.h>

#ifdef TBK_SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)
#endif

/* Arrays begin at multiples of it, as what malloc() returns does. */
enum { ALIGNMENT = 16 };

/* Returns the bytes of an array for @n words. */
static gsize
count_bytes (const RoomArray *array, gsize n)
{
  return n * array->n_per_word * array->size;
}

/* Returns the bytes from the begin of such an array to that of the next, at least ALIGNMENT more than it has. */
static gsize
find_extent (const RoomArray *array, gsize n)
{
  return (count_bytes (array, n) + 2 * ALIGNMENT - 1) & ~(gsize) (ALIGNMENT - 1);
}

/* Returns FALSE if the extents for @n words are more together than memory can have. */
static gboolean
extents_fit (const RoomArray *arrays, gsize n_arrays, gsize n)
{
  gsize per_word = 0, more;

  for (gsize a = 0; a < n_arrays; a++)
    if (!g_size_checked_mul (&more, arrays[a].n_per_word, arrays[a].size)
        || !g_size_checked_add (&per_word, per_word, more))
      return FALSE;
  return n <= (G_MAXSSIZE - n_arrays * 2 * ALIGNMENT) / MAX (per_word, 1);
}

/* Every array moves towards the end of the memory, the last one first: so none comes over one that has yet to move. */
gboolean
room_reserve (Room *room, gsize n, const RoomArray *arrays, gsize n_arrays)
{
  const gsize n_before = room->n, n_now = MAX (n, n_before + n_before / 2);
  gsize from = 0, to = 0;
  char *memory;

  if (!extents_fit (arrays, n_arrays, n_now))
    return FALSE;
  for (gsize a = 0; a < n_arrays; a++) {
    from += find_extent (&arrays[a], n_before);
    to += find_extent (&arrays[a], n_now);
  }
  memory = g_try_realloc (room->memory, to);
  if (memory == NULL)
    return FALSE;
  *room = (Room){ memory, n_now };
  for (gsize a = n_arrays; a-- > 0;) {
    const gsize kept = count_bytes (&arrays[a], n_before), end = count_bytes (&arrays[a], n_now);
    char *array = memory + (to -= find_extent (&arrays[a], n_now));

    memmove (array, memory + (from -= find_extent (&arrays[a], n_before)), kept);
    memset (array + kept, 0, end - kept);
    ASAN_POISON_MEMORY_REGION (array + end, find_extent (&arrays[a], n_now) - end);
    memcpy (arrays[a].array, &array, sizeof array);
  }
  return TRUE;
}

void
room_clear (Room *room)
{
  g_free (room->memory);
  *room = (Room){ 0 };
}
