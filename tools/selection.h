/* selection.h - which sentences a command takes: the same options wherever sentences are read. */
#ifndef SELECTION_H
#define SELECTION_H

#include "tbk/selection.h"

/* Conditions on trees of CoNLL-U; and what can be asked of sentences in any format. */
extern const GOptionEntry selection_tree_entries[], selection_entries[];

/* Reads the options. @selection: (out): NULL if none is given; owned here, and without the lines of --ids-from before
 * selection_load(). */
gboolean selection_get (const TbkSelection **selection, GError **error);

/* --ids-from, NULL if it is not given: a file that is read too. */
const char *selection_ids_from (void);

/* Reads that file, before the first sentence is judged. */
gboolean selection_load (GError **error);

/* A checksum of the IDs that were read from it, NULL if none were. */
const char *selection_checksum (void);

/* Hands --max-words over to a command that leaves out longer sentences itself, and counts them: @max_words stays the
 * default if the option is not given, else it becomes what was given, 0 for any length. With --invert the selection keeps
 * it. */
void selection_take_max_words (gint64 *max_words);
gboolean selection_has_max_words (void);

/* Sets the most sentences, if --max is not given. */
const TbkSelection *selection_set_default_max (gint64 max);
gboolean selection_has_max (void);
gboolean selection_is_inverted (void);

/* Refuses options of a selection beside @option. */
gboolean selection_check_unused (const char *option, GError **error);

/* The options as they were given, to be freed; NULL if none is. */
char *selection_describe (void);

/* Tells on standard error which IDs no sentence had; for the end of a run over all files. */
void selection_tell_absent (void);

#endif
