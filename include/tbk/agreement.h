/* agreement.h - a tally of how oracle variants agree with a reference, over configurations.
 *
 * Configurations are counted into plain arrays, which are added to a tally now and then. Kept are only sums:
 * where values differ, which sets of optimal transitions stand against which others, and times by length.
 *
 * Times     nanoseconds; what they contain is for the one who measures to say.
 * Cost      O(1) a configuration and variant, and the values compared. Memory: each pair of different sets
 *           that occurs, and each length to the greatest.
 * Errors    none; without memory the process ends, as by g_malloc().
 * Threads   a tally belongs to one thread at a time.
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

TBK_END_DECLS

#endif
