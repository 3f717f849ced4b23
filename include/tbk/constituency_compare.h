/* constituency_compare.h - where the published oracle of phrase-structure parsing differs from the exact one.
 *
 * A walk goes through each tree; every configuration that it comes to is valued by both methods. The set of a
 * method are the transitions after which its loss is what it was before; that of `exact` is what a parser
 * should be taught.
 *
 * Walks     as in tbk/compare.h. A walk follows the gold sequence until it draws, from then on the first
 *           transition of the exact set where it does not. To draw is to choose an act among those allowed,
 *           then a label of the vocabulary, then the number of children, each alike. A walk that took 4 (n +
 *           constituents) + 20 steps draws no more, since elements could be opened without end.
 * Distance  the exact loss of a configuration: how many constituents are lost for good. 0 is as good as the
 *           gold path.
 * Errors    those of tbk/constituency_oracle.h.
 * Threads   a TbkPhraseComparer belongs to one thread at a time; agreements can be added up in any order.
 * Since     0.1
 */
#ifndef TBK_CONSTITUENCY_COMPARE_H
#define TBK_CONSTITUENCY_COMPARE_H

#include <glib.h>

#include "tbk/compare.h"
#include "tbk/constituency_oracle.h"
#include "tbk/tally.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* All but `trees` and `left_out` count configurations that are not final. */
typedef struct {
  gint64 trees; /* only in the row of distance 0 */
  gint64 configurations;
  gint64 losses_differ;
  gint64 sets_differ;
  gint64 wrong_extra; /* the printed set has a transition that the exact one has not */
  gint64 missing;     /* the exact set has one that the printed one has not */
  gint64 empty;       /* the printed set is empty */
  gint64 harm;        /* summed: the greatest rise of the exact loss by a transition of the printed set */
  gint64 left_out;    /* trees that were too large; only in the row of distance 0 */
} TbkPhraseAgreement;

/* Distances 0 to 4; the last stands for all that are greater. */
#define TBK_PHRASE_DISTANCES 6

/* Adds the counts of @other. */
void tbk_phrase_agreement_add (TbkPhraseAgreement *agreement, const TbkPhraseAgreement *other);

/* Rows by distance as a tally. */
const TbkTallyLayout *tbk_phrase_agreement_layout (void);

/* Adds @rows, TBK_PHRASE_DISTANCES of them, to @tally (if it is NULL, nowhere), and sets them to zero. */
void tbk_phrase_agreement_flush (TbkPhraseAgreement *rows, TbkTally *tally);

/* What @tally has of @distance. */
void tbk_phrase_agreement_get (const TbkTally *tally, int distance, TbkPhraseAgreement *row);

typedef struct TbkPhraseComparer TbkPhraseComparer;

/* Fails as tbk_phrase_oracle_new() does. */
TbkPhraseComparer *tbk_phrase_comparer_new (const TbkPhraseSystem *system, const TbkWalk *walk,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_phrase_comparer_free (TbkPhraseComparer *comparer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseComparer, tbk_phrase_comparer_free)

/**
 * tbk_phrase_comparer_walk:
 * @n_labels: labels to draw from are 0..@n_labels-1; at least those of @tree
 * @place: of the tree; what is drawn depends on the walk's seed, on this and on nothing else
 * @rows: (array fixed-size=TBK_PHRASE_DISTANCES): what is found is added, by distance
 */
gboolean tbk_phrase_comparer_walk (TbkPhraseComparer *comparer, const TbkPhraseTree *tree, int n_labels,
                                   guint64 place, TbkPhraseAgreement *rows,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
