/* ids.h - a set of sent_ids of bounded size, to find those that were there before. */
#ifndef CONLLU_IDS_H
#define CONLLU_IDS_H

#include "tbk/error.h"

/* What is kept: the first so many, and of them no more than so many bytes. */
enum { MAX_IDS = 1 << 20, MAX_ID_BYTES = 1 << 25 };

/* Where the bytes of an id begin; they end where those of the next do. */
typedef struct {
  guint32 hash;
  guint32 start;
} KnownId;

typedef struct {
  char *bytes;
  KnownId *known;  /* n of them, and one more for where the last ends */
  guint32 *places; /* open addressing by hash: the number of an id, from 1; 0 where none is */
  gsize n_bytes, bytes_room, known_room;
  guint32 n, n_places; /* n_places is a power of 2, at least twice n */
  gboolean is_full;
} Ids;

void ids_clear (Ids *ids);

/* Has the processor fetch what ids_add() will look at first for an id of this hash. */
static inline void
ids_prefetch (const Ids *ids, guint64 hash)
{
  if (ids->n_places > 0)
    __builtin_prefetch (&ids->places[(guint32) hash & (ids->n_places - 1)]);
}

/* Adds an id, with its hash_bytes(), unless it would be too much to keep. *@was_there is set to whether it
 * was added before. Returns FALSE with @error set if memory does not suffice. */
gboolean ids_add (Ids *ids, guint64 hash, const char *bytes, gsize length, gboolean *was_there,
                  GError **error);

#endif
