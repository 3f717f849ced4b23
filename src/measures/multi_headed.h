/* multi_headed.h - what the multi-headed parser of Gómez-Rodríguez, Carroll and Weir (2011) builds. */
#ifndef MEASURES_MULTI_HEADED_H
#define MEASURES_MULTI_HEADED_H

#include "measures/core.h"

/* Whether it does with up to four heads. O(n^3). */
gboolean multi_headed_can_build (const Core *core);

#endif
