/* selection.h - which sentences, or trees in brackets, are taken: those that meet all conditions.
 *
 *   const TbkSelection selection = { .min_words = 5, .max_words = 20, .is_nonprojective = TRUE };
 *   const TbkCorpusOptions options = { .format = tbk_conllu_format (), .n_threads = 1,
 *                                      .selection = &selection };
 *
 * Conditions hold if they are not zero, and are looked at in the order of their cost: what a sentence is
 * called and how long it is first, its tree last. A selection without any takes all. `every` and `max` are no
 * conditions.
 * Arcs      conditions on a dependent, `deprels` and `upos`, together with `is_nonprojective` or `min_lost`,
 *           are met by one arc: it is of such a dependent, and not projective, and lost. So `min_lost` counts
 *           the arcs that the tree loses, of which one must be such.
 * Cost      O(1) a sentence without conditions on words or trees; O(bytes) with conditions on words; that of
 *           tbk_tree_classes() and tbk_projectivize() with such ones on trees.
 * Errors    those of these functions; TBK_ERROR_DATA where a file has no column that a condition names.
 * Threads   a selection may be shared while it is not changed; a selector belongs to one thread at a time.
 * Since     0.2
 */
#ifndef TBK_SELECTION_H
#define TBK_SELECTION_H

#include <glib.h>

#include "tbk/format.h"
#include "tbk/projectivize.h"
#include "tbk/vocabulary.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct TbkSplit TbkSplit; /* tbk/split.h */

typedef struct {
  const TbkVocabulary *ids; /* (nullable): one of these sent_ids; in brackets, leaves ID */
  int *
      is_found; /* (nullable): for each of them, set to TRUE by whoever meets a sentence, good or bad, that has it */
  const gint64 *numbers; /* (nullable): one of these in its file, from 1, in ascending order */
  int n_numbers;
  gint64 min_words, max_words;

  /* In CoNLL-U alone. */
  gboolean is_projective, is_nonprojective;
  guint classes;                       /* a set (tbk/classes.h): the tree is known to be in all of these */
  gint64 min_lost;                     /* arcs that no projective tree keeps, at least */
  TbkProjectivizeOptions projectivize; /* which are lost */
  const TbkVocabulary *deprels, *upos; /* (nullable): some word has one of these, whole; and one of those */

  gboolean is_inverted; /* instead those that miss some condition */
  gint64 every;         /* of each file, only every so-manieth sentence, the first one first; 0: all */
  gint64 max;           /* of what is taken so, the first so many that have words; 0: all */

  int *is_any; /* (nullable): set to TRUE by whoever meets a sentence that the conditions take */

  const TbkSplit *split; /* (nullable): in place of all conditions, that it is in part `part` of this */
  int part;
} TbkSelection;

/* Judges sentences, and counts those taken. */
typedef struct TbkSelector TbkSelector;

/* @selection must outlive it. */
TbkSelector *tbk_selector_new (const TbkSelection *selection);
void tbk_selector_free (TbkSelector *selector);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSelector, tbk_selector_free)

/**
 * tbk_selector_take:
 * @selector: (nullable): without one all are taken
 * @entry: well formed, of one sentence after the other in their order; looked at are its number, ID, words and
 * sentence, and its place for messages
 * @is_taken: (out): whether it meets the conditions, and is counted then
 */
gboolean tbk_selector_take (TbkSelector *selector, const TbkEntry *entry, gboolean *is_taken,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* How many more can be taken; G_MAXINT64 if there is no `max`, or no @selector (nullable). */
gint64 tbk_selector_left (const TbkSelector *selector);

TBK_END_DECLS

#endif
