/* ids.c - a hash table of byte strings that lie one after the other. */
#include "conllu/ids.h"
#include "base/memory.h"

#include <string.h>

enum { LEAST_PLACES = 256, LEAST_BYTES = 4096 };

void
ids_clear (Ids *ids)
{
  g_free (ids->bytes);
  g_free (ids->known);
  g_free (ids->places);
  *ids = (Ids){ 0 };
}

static gboolean
is_known (const Ids *ids, guint32 number, guint32 hash, const char *bytes, gsize length)
{
  const KnownId *id = &ids->known[number - 1];
  return id->hash == hash && id[1].start - id->start == length
         && memcmp (ids->bytes + id->start, bytes, length) == 0;
}

/* The place of an id, or the free one where it belongs. */
static guint32 *
find_place (const Ids *ids, guint32 hash, const char *bytes, gsize length)
{
  guint32 mask = ids->n_places - 1, place = hash & mask;
  while (ids->places[place] != 0 && !is_known (ids, ids->places[place], hash, bytes, length))
    place = (place + 1) & mask;
  return &ids->places[place];
}

/* Makes the places twice as many. */
static gboolean
add_places (Ids *ids)
{
  guint32 n_places = MAX (LEAST_PLACES, 2 * ids->n_places);
  guint32 *places = g_try_new0 (guint32, n_places);
  if (places == NULL)
    return FALSE;
  for (guint32 number = 1; number <= ids->n; number++) {
    guint32 place = ids->known[number - 1].hash & (n_places - 1);
    while (places[place] != 0)
      place = (place + 1) & (n_places - 1);
    places[place] = number;
  }
  g_free (ids->places);
  ids->places = places;
  ids->n_places = n_places;
  return TRUE;
}

/* Makes room for the bytes of one id more, @length of them. */
static gboolean
reserve (Ids *ids, gsize length)
{
  if (ids->n_bytes + length > ids->bytes_room) {
    gsize room = CLAMP (2 * (ids->n_bytes + length), LEAST_BYTES, MAX_ID_BYTES);
    if (!TRY_RENEW (ids->bytes, room))
      return FALSE;
    ids->bytes_room = room;
  }
  if (ids->n + 2 > ids->known_room) {
    gsize room = CLAMP (2 * (gsize) ids->n, LEAST_PLACES, MAX_IDS + 1);
    if (!TRY_RENEW (ids->known, room))
      return FALSE;
    ids->known_room = room;
  }
  return TRUE;
}

static gboolean
fail (const Ids *ids, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no memory for %u values of sent_id", ids->n + 1);
  return FALSE;
}

gboolean
ids_add (Ids *ids, guint64 hash, const char *bytes, gsize length, gboolean *was_there, GError **error)
{
  guint32 low = (guint32) hash;
  if (2 * (ids->n + 1) > ids->n_places && ids->n < MAX_IDS && !add_places (ids))
    return fail (ids, error);
  guint32 *place = find_place (ids, low, bytes, length);
  *was_there = *place != 0;
  if (*was_there)
    return TRUE;
  ids->is_full |= ids->n == MAX_IDS || ids->n_bytes + length > MAX_ID_BYTES;
  if (ids->is_full)
    return TRUE;
  if (!reserve (ids, length))
    return fail (ids, error);
  memcpy (ids->bytes + ids->n_bytes, bytes, length);
  ids->known[ids->n++] = (KnownId){ low, (guint32) ids->n_bytes };
  ids->n_bytes += length;
  ids->known[ids->n].start = (guint32) ids->n_bytes;
  *place = ids->n;
  return TRUE;
}
