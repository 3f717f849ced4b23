/* arc_eager_unshift.h - what the files of arc-eager parsing with unshift share. */
#ifndef SYSTEMS_ARC_EAGER_UNSHIFT_H
#define SYSTEMS_ARC_EAGER_UNSHIFT_H

#include "systems/arc_eager.h"

extern const Translation arc_eager_unshift_translation, arc_eager_unshift_noroot_translation,
    arc_eager_unshift_published_translation;

#endif
