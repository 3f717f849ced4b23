/* systems.h - the records of all systems. */
#ifndef SYSTEMS_SYSTEMS_H
#define SYSTEMS_SYSTEMS_H

#include "oracle/solver.h"

#define SYSTEM(name) extern const Record record_##name;
#include "systems/systems.def"
#undef SYSTEM

#endif
