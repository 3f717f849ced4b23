/* test_ids.c - the set of sent_ids: what is in it, whatever the hashes are, and that it stays within its bounds. */
#include <criterion/criterion.h>

#include "conllu/conllu.h"

static Ids ids;

static void
tear_down (void)
{
  ids_clear (&ids);
}

TestSuite (ids, .fini = tear_down);

static gboolean
was_there (guint64 hash, const char *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;
  gboolean result = FALSE;
  cr_assert (ids_add (&ids, hash, bytes, length, &result, &error));
  return result;
}

/* Many ids, all of one hash or each of its own: each is there the second time, and no other. */
Test (ids, are_told_by_their_bytes)
{
  for (int one_hash = 0; one_hash < 2; one_hash++) {
    for (int time = 0; time < 2; time++)
      for (guint i = 0; i < 1000; i++) {
        g_autofree char *id = g_strdup_printf ("%u", i);
        cr_assert_eq (was_there (one_hash ? 7 : i, id, strlen (id)), time == 1);
      }
    cr_assert_eq (ids.n, 1000);
    ids_clear (&ids);
  }
}

Test (ids, beginnings_are_others)
{
  cr_assert_not (was_there (1, "abc", 3));
  cr_assert_not (was_there (1, "ab", 2));
  cr_assert_not (was_there (1, "c", 1));
  cr_assert_not (was_there (1, "cab", 3));
  cr_assert (was_there (1, "ab", 2));
}

Test (ids, no_more_than_so_many)
{
  for (guint32 i = 0; i < MAX_IDS + 10; i++)
    cr_assert_not (was_there (i, (const char *) &i, sizeof i));
  cr_assert_eq (ids.n, MAX_IDS);
  for (guint32 i = 0; i < MAX_IDS + 10; i += MAX_IDS / 10)
    cr_assert_eq (was_there (i, (const char *) &i, sizeof i), i < MAX_IDS);
  cr_assert_leq (ids.known_room * sizeof (KnownId) + ids.n_places * sizeof (guint32), 17u << 20);
}

Test (ids, no_more_than_so_many_bytes)
{
  enum { LENGTH = 1 << 20 };
  g_autofree char *id = g_malloc0 (LENGTH);
  for (int time = 0; time < 2; time++)
    for (int i = 0; i < MAX_ID_BYTES / LENGTH + 2; i++) {
      id[0] = (char) i;
      cr_assert_eq (was_there (1, id, LENGTH), time == 1 && i < MAX_ID_BYTES / LENGTH);
    }
  cr_assert_eq (ids.bytes_room, MAX_ID_BYTES);

  /* Nothing is kept any more, however short: what is kept are the first ones. */
  cr_assert_not (was_there (1, "", 0));
  cr_assert_not (was_there (1, "", 0));
}
