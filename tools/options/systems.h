/* systems.h - what the transition systems are. */
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include "tbk/error.h"

/* Prints all systems, or all about the one called @name. @name: (nullable) */
gboolean systems_help (const char *name, GError **error);

#endif
