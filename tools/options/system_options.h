/* system_options.h - the options that choose a transition system. */
#ifndef SYSTEM_OPTIONS_H
#define SYSTEM_OPTIONS_H

#include "options.h"
#include "tbk/transition.h"

typedef struct {
  char *system, *start, *complete, *search;
} SystemGiven;

#define SEARCH_HELP                                                                                          \
  "Look at up to N configurations to value one where only a search can: swap, attardi, planar, projective "  \
  "covington (default 8192, some 20 milliseconds); for all of a sentence of n words N * 4096 / n. Time and memory grow with N"

/* --system, --start, --complete and --search. */
extern const GOptionEntry system_entries[];

/* The values of --complete: nothing is done with words that are left without head, 0 is their head, or what only a parser
 * does. */
enum { COMPLETE_NONE, COMPLETE_ROOT };
extern const char *const system_completions[];

/* Gives the library what stood behind --search, nullable. */
gboolean system_take_search (const char *search, GError **error);

/* The system asked for, with its search; shift-reduce by default; NULL with @error set if there is none. @given: (inout): gets its own name,
 * under which it is recorded. */
const TbkSystem *system_get (SystemGiven *given, GError **error);

/* The system @name, with its form if it has one; NULL with @error set if there is none. */
const TbkSystem *system_find (const char *name, GError **error);

/* Fails if @system has no oracle; a static one alone will do if @takes_static. */
gboolean system_check_oracle (const TbkSystem *system, gboolean takes_static, GError **error);

/* The same as system_get, and it must have an oracle. */
const TbkSystem *system_get_with_oracle (SystemGiven *given, gboolean takes_static, GError **error);

/* The number of the policy @name of @system; that of the default if @name is NULL. -1 with @error set if there is
 * none. */
int system_get_policy (const TbkSystem *system, const char *name, GError **error);

#endif
