/* step.h - a step that is known to be allowed. */
#ifndef TRANSITION_STEP_H
#define TRANSITION_STEP_H

#include "tbk/transition.h"

/* Takes @transition, which is allowed. */
void configuration_take (TbkConfiguration *configuration, const TbkTransition *transition);

#endif
