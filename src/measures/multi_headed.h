/* multi_headed.h - what the multi-headed parser of Gómez-Rodríguez, Carroll and Weir (2011) builds. */
#ifndef MEASURES_MULTI_HEADED_H
#define MEASURES_MULTI_HEADED_H

#include "measures/core.h"

/* Its items, 70 KiB, which are too large for the stack; NULL if there is no memory, else to be freed with g_free(). */
typedef struct MultiHeaded MultiHeaded;
MultiHeaded *multi_headed_new (void);

/* Whether it does with up to four heads. O(n^3). */
gboolean multi_headed_can_build (MultiHeaded *items, const Core *core);

#endif
