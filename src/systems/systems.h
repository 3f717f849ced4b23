/* systems.h - the records of all systems; the registry (registry.c) lists them. */
#ifndef SYSTEMS_SYSTEMS_H
#define SYSTEMS_SYSTEMS_H

#include "oracle/solver.h"

extern const Record record_shift_reduce, record_left_before_right;
extern const Record record_arc_eager_published, record_arc_eager_labelled;
extern const Record record_arc_eager, record_arc_eager_uncorrected, record_arc_eager_normalized;

#endif
