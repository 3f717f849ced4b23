/* agreement.h - a tally of how oracle variants agree with a reference, over configurations.
 *
 * Configurations are counted into plain arrays, which are added to a tally now and then. Kept are only sums:
 * where values differ, which sets of optimal transitions stand against which others, and times by length.
 *
 * Times     nanoseconds; what they contain is for the one who measures to say.
 * Cost      O(1) a configuration and variant, and the values compared. Memory: each pair of different sets
 *           that occurs, and each length to the greatest.
 * Errors    none; without memory the process ends, as by g_malloc().
 * Threads   an agreement and a tally belong to one thread at a time.
 * Source    Nederhof (2021), section 6.
 * Since     0.1
 */
#ifndef TBK_AGREEMENT_H
#define TBK_AGREEMENT_H

#include <glib.h>

#include "tbk/tally.h"
#include "tbk/transition.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

const TbkTallyLayout *tbk_agreement_layout (void);

/* What one oracle says of a configuration, and how long it took. */
typedef struct {
  int values[TBK_MAX_TRANSITIONS];
  guint optimal;
  gint64 nanoseconds;
} TbkVerdict;

typedef struct TbkAgreement TbkAgreement;

TbkAgreement *tbk_agreement_new (const TbkSystem *system, int n_variants);
void tbk_agreement_free (TbkAgreement *agreement);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkAgreement, tbk_agreement_free)

/* Counts a sentence; one that is left out; a configuration that an oracle could not value, which is left out;
 * and another, @length words in its stack and remaining input. @verdicts: first that of the reference, then
 * one for each variant. */
void tbk_agreement_count_sentence (TbkAgreement *agreement);
void tbk_agreement_count_left_out (TbkAgreement *agreement);
void tbk_agreement_count_unvalued (TbkAgreement *agreement);
void tbk_agreement_count_configuration (TbkAgreement *agreement, int length, const TbkVerdict *verdicts);

/* The agreement of the exact oracle of phrase structure and the published one. The sets are those of the
 * transitions after which the loss is what it was before. All but `trees` and `left_out` count configurations that are not final. */
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

/* The tally of rows by distance: the exact loss of a configuration, how many constituents are lost for good.
 * 0 is as good as the gold path. */
const TbkTallyLayout *tbk_phrase_agreement_layout (void);

/* An agreement for it. Trees that are left out are counted as sentences are. Since: 0.2. */
TbkAgreement *tbk_agreement_new_phrases (void);

/* Adds @counts to those of a distance. Since: 0.2. */
void tbk_agreement_count_phrases (TbkAgreement *agreement, int distance, const TbkPhraseAgreement *counts);

/* What @tally has of @distance; -1: of all. */
void tbk_phrase_agreement_get (const TbkTally *tally, int distance, TbkPhraseAgreement *row);

/* Adds what was counted to @tally, unless it is NULL, and forgets it. */
void tbk_agreement_flush (TbkAgreement *agreement, TbkTally *tally);

/* The sums for variant 0, 1, ...; those of time are of the calls for configurations. */
typedef struct {
  gint64 sentences, left_out, configurations;
  gint64 unvalued;      /* configurations besides, left out since an oracle could not value them */
  gint64 values_differ; /* configurations in which some transition has another value */
  gint64 sets_differ;   /* in which another set is optimal */
  gint64 contained;     /* of these, in which the variant's set is a proper subset of the reference's */
  gint64 reference_nanoseconds, variant_nanoseconds;
} TbkAgreementFigures;

void tbk_agreement_get (const TbkTally *tally, int variant, TbkAgreementFigures *figures);

/* How often the reference has one set of optimal transitions, the variant another. */
typedef struct {
  guint reference, variant; /* bit t for transition t */
  gint64 configurations;
} TbkConfusion;

/* The pairs of different sets, the most frequent first, those equally frequent by their bits. An array of
 * @n_confusions, to be freed with g_free(). */
TbkConfusion *tbk_agreement_confusions (const TbkTally *tally, int variant, int *n_confusions);

/* The lengths that occurred, in order: an array of @n, to be freed with g_free(). And how many configurations
 * had a length, with the sum of the times of an oracle: 0 the reference, 1 the first variant, ... */
int *tbk_agreement_lengths (const TbkTally *tally, int *n);
gint64 tbk_agreement_at_length (const TbkTally *tally, int length, int oracle, gint64 *nanoseconds);

/* A set of transitions as text: "{SH,RA}"; to be freed. */
char *tbk_transition_set_name (const TbkSystem *system, guint set);

TBK_END_DECLS

#endif
