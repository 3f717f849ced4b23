/* vocabulary.h - names as numbers: each different name gets the next number, from 0.
 *
 * Names     any bytes, the empty name among them.
 * Cost      O(length of the name) for each call.
 * Memory    the names and a table of 16 bytes a name; grows with the names added.
 * Errors    TBK_ERROR_RESOURCE if memory runs out.
 * Threads   a TbkVocabulary belongs to one thread at a time; it may be shared while it is only read.
 * Since     0.1
 */
#ifndef TBK_VOCABULARY_H
#define TBK_VOCABULARY_H

#include <glib.h>

#include "tbk/error.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct TbkVocabulary TbkVocabulary;

TbkVocabulary *tbk_vocabulary_new (void);
void tbk_vocabulary_free (TbkVocabulary *vocabulary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkVocabulary, tbk_vocabulary_free)

/* Returns the number of the name of @length bytes, which is added if it is new; -1 with @error set if memory
 * runs out. */
int tbk_vocabulary_add (TbkVocabulary *vocabulary, const char *name, gsize length,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the number of the name, -1 if it is not there. */
int tbk_vocabulary_find (const TbkVocabulary *vocabulary, const char *name, gsize length);

/* The name with that number, NUL-terminated; owned by @vocabulary, until the next name is added. */
const char *tbk_vocabulary_name (const TbkVocabulary *vocabulary, int number);

/* How many names there are. */
int tbk_vocabulary_size (const TbkVocabulary *vocabulary);

/* Forgets all names and keeps the memory. */
void tbk_vocabulary_clear (TbkVocabulary *vocabulary);

TBK_END_DECLS

#endif
