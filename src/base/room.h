/* room.h - arrays of one struct that grow together, in one piece of memory.
 *
 * Most tables of this library have one element, or a few, for each word of a sentence. They are kept from one sentence
 * to the next, and grow with the longest. A struct has a Room for them, and one statement lists them:
 *
 *   typedef struct {
 *     int *part;
 *     gint64 *keys;
 *     double *cells; // three for each word
 *     Room room;
 *   } Parts;
 *
 *   return ROOM_RESERVE (&parts->room, n + 1, ARRAY (parts->part), ARRAY (parts->keys), ARRAY_OF (parts->cells, 3))
 *          || memory_fail (error, "the parts of %d words", n);
 *
 * A Room of zeros is empty. What the arrays held stays where it was in them, and new elements are zero. The list must be
 * the same in each call, with the same numbers of elements for each word.
 *
 * Cost      a comparison where there is room; else it becomes half as large again at least, so all copies together cost
 *           O(n), and one allocation serves all arrays.
 * Errors    FALSE if there is no memory, or a size does not fit its type. All arrays are then as they were.
 * Checks    under AddressSanitizer, bytes between two arrays are poisoned: none can be left for the next unnoticed.
 */
#ifndef BASE_ROOM_H
#define BASE_ROOM_H

#include <glib.h>

typedef struct {
  char *memory; /* of all arrays, one after the other */
  gsize n;      /* words that have room */
} Room;

/* One array: the address of the pointer to it, the bytes of an element, and the elements for each word. */
typedef struct {
  gpointer array;
  gsize size, n_per_word;
} RoomArray;

#define ARRAY_OF(array, n_per_word)                                                                          \
  {                                                                                                          \
    &(array), sizeof *(array), (gsize) (n_per_word)                                                          \
  }
#define ARRAY(array) ARRAY_OF (array, 1)

/* Makes room for @n_needed words in the arrays that follow, ARRAY() or ARRAY_OF() each. Evaluates @n_needed twice. */
#define ROOM_RESERVE(room, n_needed, ...)                                                                    \
  (G_LIKELY ((gsize) (n_needed) <= (room)->n)                                                                \
   || room_reserve ((room), (gsize) (n_needed), (const RoomArray[]){ __VA_ARGS__ },                          \
                    sizeof ((const RoomArray[]){ __VA_ARGS__ }) / sizeof (RoomArray)))

/* Makes room for @n words, more than there is room for. */
gboolean room_reserve (Room *room, gsize n, const RoomArray *arrays, gsize n_arrays);

/* Frees the arrays, whose pointers must not be used until there is room again. */
void room_clear (Room *room);

#endif
