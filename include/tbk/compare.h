/* compare.h - walks over the configurations of a sentence, and how oracle variants agree on them.
 *
 * A walk starts a transition system on a sentence and goes on until no transition is allowed. In each
 * configuration it meets, a reference and any number of variants value all transitions. An agreement counts
 * what was found: where values differ, where sets of optimal transitions do, and how.
 *
 *   const TbkAgreementOptions options = { .compare = compare_options };
 *   job = tbk_agreement_job (&options);
 *
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error))
 *     return FALSE;
 *
 * Walks     what is drawn depends on the seed, the place and the number of draws before in the same walk
 *           (tbk/random.h), so figures do not depend on threads, or on how input is split.
 * Systems   a variant may be the oracle of another system, if configurations of one are configurations of the
 *           other: the same transitions by key, the same labels, the same start. So it can be seen which
 *           steps an oracle gets wrong that was made for another form of a parser. What a transition is worth
 *           there counts by what it loses against the best, and only what the walk's system allows counts.
 * Parsers   instead, a walk may follow a trained parser, greedily: then the configurations are those that it
 *           meets.
 * Phrases   a walk through a tree compares the published oracle of phrase structure with the exact one. It
 *           follows the gold sequence until it draws, from then on the first transition of the exact set
 *           where it does not. To draw is to choose an act among those allowed, then a label of the
 *           vocabulary, then the number of children, each alike. A walk that took 4 (n + constituents) + 20
 *           steps draws no more, since elements could be opened without end.
 * Unvalued  a configuration for which an oracle would search too long (tbk/oracle.h) is left out and counted.
 *           If the reference cannot value it, the walk goes on with the first transition allowed.
 * Times     nanoseconds of a monotonic clock around each valuation; they include what else the machine
 *           did meanwhile.
 * Cost      that of the oracles and of the agreement (tbk/agreement.h).
 * Threads   a comparer belongs to one thread at a time.
 * Source    Nederhof (2021), section 6.
 * Since     0.1
 */
#ifndef TBK_COMPARE_H
#define TBK_COMPARE_H

#include <glib.h>

#include "tbk/agreement.h"
#include "tbk/constituency_oracle.h"
#include "tbk/declarations.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"
#include "tbk/random.h"
#include "tbk/stream.h"
#include "tbk/table.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_WALK_GOLD,    /* the first, in the system's order, of the transitions optimal for the reference */
  TBK_WALK_EXPLORE, /* the same, but at times one drawn from all that are allowed */
  TBK_WALK_RANDOM,  /* one drawn from all that are allowed, each equally likely */
} TbkWalkKind;

/* The unit of TbkWalk.explore: so often is always. */
#define TBK_WALK_ALWAYS 1000000000

typedef struct {
  TbkWalkKind kind;
  gint64 explore; /* EXPLORE: how often it draws, in parts of TBK_WALK_ALWAYS */
  guint64 seed;
} TbkWalk;

/* Reads "gold", "explore:P" (P from 0 to 1 with at most 9 decimals) or "random"; the seed is left alone. */
gboolean tbk_walk_parse (const char *text, TbkWalk *walk, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The transition that @walk takes in @configuration, -1 if none is allowed. Of an empty set @optimal the
 * first transition allowed is taken, so that every walk goes on as long as it can. */
int tbk_walk_choose (const TbkWalk *walk, TbkRandom *random, const TbkSystem *system,
                     const TbkConfiguration *configuration, guint optimal);

typedef struct {
  int policy; /* its number in the system */
  TbkMethod method;
  const TbkSystem *system; /* whose oracle it is; NULL for the one that is walked through */
} TbkVariant;

/* Reads "POLICY:METHOD", or "SYSTEM/POLICY:METHOD" for an oracle of another system than @system (nullable: then
 * the second alone is taken). Whether that system has the two together is for tbk_comparer_new() to say. */
gboolean tbk_variant_parse (const char *text, const TbkSystem *system, TbkVariant *variant,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  const TbkSystem *system; /* NULL: of phrase structure */
  TbkWalk walk;
  TbkVariant reference;
  const TbkVariant *variants; /* not copied */
  int n_variants;
  const TbkModel *parser; /* (nullable): of `system`: instead of `walk`, what it does is followed */
  /* (nullable): for the page: the name of `parser`, or without that of the one that was followed in what was
   * counted. */
  const char *parser_name;
  const TbkPhraseSystem *phrases; /* instead of `system`; then only `walk` is looked at besides */
} TbkCompareOptions;

typedef struct TbkComparer TbkComparer;

/* Fails as tbk_oracle_new() does, the message telling which of the oracles there cannot be; for a variant of
 * a system whose configurations are others; and for a parser of another system. */
TbkComparer *tbk_comparer_new (const TbkCompareOptions *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_comparer_free (TbkComparer *comparer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkComparer, tbk_comparer_free)

typedef enum {
  TBK_COMPARE_SUMMARY,
  TBK_COMPARE_CONFUSIONS,
  TBK_COMPARE_LENGTH,
  TBK_COMPARE_N_TABLES,
  TBK_COMPARE_PHRASES = TBK_COMPARE_N_TABLES, /* of phrase structure: a row */
  TBK_COMPARE_DISTANCES,                      /* the same by distance */
} TbkCompareTable;

/* The columns of a table, NULL-terminated; and its rows for a tally of agreement, in column `file` called
 * @name. */
const char *const *tbk_compare_columns (TbkCompareTable kind);
gboolean tbk_compare_write_rows (TbkCompareTable kind, const TbkCompareOptions *options,
                                 const TbkTally *tally, const char *name, TbkTable *table,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What a page shows. */
typedef struct {
  const TbkCompareOptions *options;
  const TbkTallies *tallies; /* of agreement; files that are not in are those that could not be read */
  const char *sample;        /* (nullable): in words, which sentences were taken, if not all */
  gint64 max_words;          /* sentences of more are those left out */
} TbkCompareReport;

/* Writes an HTML page that needs nothing but itself: the tables, disagreement by language, time by length.
 * Files of one language, by names like those of Universal Dependencies (da_ddt-ud-test), are put together.
 * Without gnuplot the page has a note in the place of each plot. */
gboolean tbk_compare_write_page (const TbkCompareReport *report, TbkOutput *output,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
