/* selection.h - which sentences a command takes: the same options wherever sentences are read. */
#ifndef SELECTION_H
#define SELECTION_H

#include "options/options.h"
#include "tbk/selection.h"

typedef struct {
  char *ids_from, *min_words, *max_words, *min_lost, *class, *every, *max;
  char **ids, **numbers, **deprels, **upos;
  gboolean is_projective, is_nonprojective, is_inverted;
} SelectionGiven;

/* Conditions on trees of CoNLL-U; and what can be asked of sentences in any format. */
extern const GOptionEntry selection_tree_entries[], selection_entries[];

/* What is chosen; what the library's selection points to is owned here. */
typedef struct {
  const SelectionGiven *given;
  TbkSelection chosen;
  TbkVocabulary *ids, *deprels, *upos;
  GArray *numbers;
  int *is_found;  /* of IDs */
  int is_any;     /* whether a sentence was selected */
  char *checksum; /* of the IDs of --ids-from, NULL if none were read */
} Selection;

/* Reads the options. Trees are made projective as @projectivize says. @taken: (out): NULL if no option is given, else
 * @selection->chosen, still without the lines of --ids-from. */
gboolean selection_init (Selection *selection, const SelectionGiven *given,
                         const TbkProjectivizeOptions *projectivize, const TbkSelection **taken,
                         GError **error);
void selection_clear (Selection *selection);

/* Reads the file of --ids-from, before the first sentence is judged. */
gboolean selection_load (Selection *selection, GError **error);

/* Hands --max-words over to a command that leaves out longer sentences itself, and counts them: @max_words stays the
 * default if the option is not given, else it becomes what was given, 0 for any length. With --invert the selection keeps
 * it. */
void selection_take_max_words (Selection *selection, gint64 *max_words);

/* Sets the most sentences, if --max is not given. */
const TbkSelection *selection_set_default_max (Selection *selection, gint64 max);

/* Refuses options of a selection beside @option. */
gboolean selection_check_unused (const SelectionGiven *given, const char *option, GError **error);

/* The options as they were given, to be freed; NULL if none is. */
char *selection_describe (const SelectionGiven *given);

/* Tells on standard error which IDs no sentence had, that none met the conditions, and how --invert joins several of
 * these; for the end of a run over all files. */
void selection_tell (const Selection *selection);

/* Whether there are conditions, and no sentence met them. */
gboolean selection_is_empty (const Selection *selection);

#endif
