/* packing.c - compressors for as many threads as there are at work. */
#include "streams/packing.h"

#include "base/memory.h"

struct Packing {
  const CompressorKind *kind;
  int level;
  GMutex lock;
  GPtrArray *idle; /* compressors that no thread uses now */
};

Packing *
packing_new (const Compression *compression, int level)
{
  Packing *packing = g_new0 (Packing, 1);

  packing->kind = compression->compressor;
  packing->level = level != 0 ? level : packing->kind->usual;
  packing->idle = g_ptr_array_new_with_free_func (packing->kind->close);
  g_mutex_init (&packing->lock);
  return packing;
}

void
packing_free (Packing *packing)
{
  if (packing == NULL)
    return;
  g_ptr_array_unref (packing->idle);
  g_mutex_clear (&packing->lock);
  g_free (packing);
}

/* A compressor for the calling thread; NULL if there is no memory for one. */
static gpointer
take_compressor (Packing *packing)
{
  gpointer compressor = NULL;

  g_mutex_lock (&packing->lock);
  if (packing->idle->len > 0)
    compressor = g_ptr_array_steal_index_fast (packing->idle, packing->idle->len - 1);
  g_mutex_unlock (&packing->lock);
  return compressor != NULL ? compressor : packing->kind->open (packing->level);
}

static void
return_compressor (Packing *packing, gpointer compressor)
{
  g_mutex_lock (&packing->lock);
  g_ptr_array_add (packing->idle, compressor);
  g_mutex_unlock (&packing->lock);
}

/* Appends a member. Returns FALSE without memory. */
static gboolean
append_member (const CompressorKind *kind, gpointer compressor, const guint8 *bytes, gsize size,
               Packed *packed)
{
  gsize bound = kind->bound (compressor, size), member_size;

  if (!try_reserve (&packed->members, &packed->n_allocated, packed->size + bound, 1))
    return FALSE;
  member_size = kind->run (compressor, bytes, size, packed->members + packed->size, bound);
  packed->size += member_size;
  return member_size > 0;
}

gboolean
packing_run (Packing *packing, const char *name, const guint8 *bytes, gsize size, Packed *packed,
             GError **error)
{
  gpointer compressor = take_compressor (packing);
  gboolean done = compressor != NULL;

  packed->size = 0;
  if (done) {
    do {
      gsize part = MIN (size, MOST_IN_MEMBER);

      done = append_member (packing->kind, compressor, bytes, part, packed);
      bytes += part;
      size -= part;
    } while (done && size > 0);
    return_compressor (packing, compressor);
  }
  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to compress it", name);
  return done;
}

void
packed_clear (Packed *packed)
{
  g_free (packed->text);
  g_free (packed->members);
  *packed = (Packed){ 0 };
}
