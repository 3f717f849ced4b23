/* projectivization.h - the options of commands that make trees projective. */
#ifndef PROJECTIVIZATION_H
#define PROJECTIVIZATION_H

#include "options/options.h"
#include "tbk/projectivize.h"

typedef struct {
  char *root, *method, *max_core;
} ProjectivizationGiven;

/* --root, --max-core and --method */
extern const GOptionEntry projectivization_entries[];

gboolean projectivization_get_options (const ProjectivizationGiven *given, TbkProjectivizeOptions *options,
                                       GError **error);

#endif
