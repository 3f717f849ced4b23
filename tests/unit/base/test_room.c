/* test_room.c - arrays that grow together: what they held stays, what is new is zero, none lies in another. */
#include <criterion/criterion.h>

#include "base/room.h"

typedef struct {
  guint8 *bytes;
  gint64 *numbers; /* three for each word */
  char **names;
  Room room;
} Arrays;

static gboolean
reserve (Arrays *arrays, gsize n)
{
  return ROOM_RESERVE (&arrays->room, n, ARRAY (arrays->bytes), ARRAY_OF (arrays->numbers, 3),
                       ARRAY (arrays->names));
}

/* Sets all that word @i has to what only it has. */
static void
set_word (Arrays *arrays, gsize i)
{
  arrays->bytes[i] = (guint8) (i % 251 + 1);
  for (gsize k = 0; k < 3; k++)
    arrays->numbers[3 * i + k] = (gint64) (3 * i + k) + 1;
  arrays->names[i] = (char *) arrays + i;
}

static gboolean
has_word (const Arrays *arrays, gsize i)
{
  for (gsize k = 0; k < 3; k++)
    if (arrays->numbers[3 * i + k] != (gint64) (3 * i + k) + 1)
      return FALSE;
  return arrays->bytes[i] == i % 251 + 1 && arrays->names[i] == (char *) arrays + i;
}

static gboolean
has_nothing (const Arrays *arrays, gsize i)
{
  return arrays->bytes[i] == 0 && arrays->names[i] == NULL && arrays->numbers[3 * i] == 0
         && arrays->numbers[3 * i + 1] == 0 && arrays->numbers[3 * i + 2] == 0;
}

Test (room, keeps_what_was_there_and_adds_zeros)
{
  static const gsize sizes[] = { 1, 2, 3, 7, 8, 100, 101, 5000, 4000, 100000 };
  Arrays arrays = { 0 };
  gsize n_set = 0;

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    cr_assert (reserve (&arrays, sizes[s]));
    cr_assert_geq (arrays.room.n, sizes[s]);
    for (gsize i = 0; i < n_set; i++)
      cr_assert (has_word (&arrays, i), "word %zu for %zu words", i, sizes[s]);
    for (gsize i = n_set; i < arrays.room.n; i++)
      cr_assert (has_nothing (&arrays, i), "word %zu for %zu words", i, sizes[s]);
    for (; n_set < arrays.room.n; n_set++)
      set_word (&arrays, n_set);
  }
  room_clear (&arrays.room);
  cr_assert (arrays.room.memory == NULL && arrays.room.n == 0);
}

Test (room, arrays_begin_as_those_of_malloc_do)
{
  Arrays arrays = { 0 };

  cr_assert (reserve (&arrays, 5));
  cr_assert (((gsize) arrays.bytes | (gsize) arrays.numbers | (gsize) arrays.names) % 16 == 0);
  room_clear (&arrays.room);
}

/* Words added one by one are not copied each time. */
Test (room, grows_by_half)
{
  Arrays arrays = { 0 };
  int n_grown = 0;

  for (gsize n = 1; n <= 1000000; n++) {
    const gsize room = arrays.room.n;

    cr_assert (reserve (&arrays, n));
    n_grown += arrays.room.n != room;
  }
  cr_assert_leq (n_grown, 40);
  room_clear (&arrays.room);
}

Test (room, refuses_sizes_that_do_not_fit)
{
  Arrays arrays = { 0 };
  double *cells = NULL;
  Room room = { 0 };

  cr_assert (reserve (&arrays, 2));
  set_word (&arrays, 1);
  cr_assert_not (reserve (&arrays, G_MAXSIZE));
  cr_assert_not (reserve (&arrays, G_MAXSIZE / 8));
  cr_assert_not (reserve (&arrays, (gsize) -1));
  cr_assert (arrays.room.n == 2 && has_word (&arrays, 1) && has_nothing (&arrays, 0));
  room_clear (&arrays.room);
  cr_assert_not (ROOM_RESERVE (&room, 2, ARRAY_OF (cells, G_MAXSIZE / 4)));
  cr_assert_not (ROOM_RESERVE (&room, G_MAXSIZE / 64, ARRAY_OF (cells, 16)));
  cr_assert (cells == NULL && room.memory == NULL);
}

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

/* Else a write behind one array would land in the next. */
Test (room, poisons_what_is_between_arrays)
{
  Arrays arrays = { 0 };

  cr_assert (reserve (&arrays, 5) && reserve (&arrays, 500));
  cr_assert (__asan_address_is_poisoned (arrays.bytes + arrays.room.n));
  cr_assert (__asan_address_is_poisoned (arrays.numbers + 3 * arrays.room.n));
  cr_assert_not (__asan_address_is_poisoned (arrays.bytes + arrays.room.n - 1));
  room_clear (&arrays.room);
}
#endif
