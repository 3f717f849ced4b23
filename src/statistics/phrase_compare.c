/* phrase_compare.c - oracles of phrase structure side by side.
 *
 * Contents
 *   1. agreement: the agreement of oracles of phrase structure, by distance
 *   2. compare: walks through phrase-structure trees, valued by the exact and by the published oracle
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/constituency_compare.h"
#include "tbk/random.h"

/* 1. agreement: the agreement of oracles of phrase structure, by distance. */

static const TbkTallyColumn columns[] = {
  { "trees", TBK_TALLY_SUM },       { "configurations", TBK_TALLY_SUM }, { "losses_differ", TBK_TALLY_SUM },
  { "sets_differ", TBK_TALLY_SUM }, { "wrong_extra", TBK_TALLY_SUM },    { "missing", TBK_TALLY_SUM },
  { "empty", TBK_TALLY_SUM },       { "harm", TBK_TALLY_SUM },           { "left_out", TBK_TALLY_SUM },
};
static const TbkTallyKey distance_key[] = { { "distance", TBK_TALLY_INTEGER } };
static const TbkTallySection sections[] = {
  { "distances", distance_key, 1, columns, G_N_ELEMENTS (columns) },
};

static const char *
find_fault (const TbkTally *tally)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, 0, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    for (gsize c = 0; c < G_N_ELEMENTS (columns); c++)
      if (rows[r].values[c] > TBK_TALLY_MOST)
        return "found more trees or configurations than a file has";
  return NULL;
}

static const TbkTallyLayout layout = { "phrase-agreement", sections, G_N_ELEMENTS (sections), find_fault };

/* The columns are the counts, in their order. */
G_STATIC_ASSERT (sizeof (TbkPhraseAgreement) == G_N_ELEMENTS (columns) * sizeof (gint64));

const TbkTallyLayout *
tbk_phrase_agreement_layout (void)
{
  return &layout;
}

void
tbk_phrase_agreement_add (TbkPhraseAgreement *agreement, const TbkPhraseAgreement *other)
{
  agreement->trees += other->trees;
  agreement->configurations += other->configurations;
  agreement->losses_differ += other->losses_differ;
  agreement->sets_differ += other->sets_differ;
  agreement->wrong_extra += other->wrong_extra;
  agreement->missing += other->missing;
  agreement->empty += other->empty;
  agreement->harm += other->harm;
  agreement->left_out += other->left_out;
}

void
tbk_phrase_agreement_flush (TbkPhraseAgreement *rows, TbkTally *tally)
{
  for (int d = 0; tally != NULL && d < TBK_PHRASE_DISTANCES; d++) {
    KeyNumber number;

    tbk_tally_add (tally, 0, (const char *[]){ key_number (&number, (guint64) d) }, &rows[d].trees);
  }
  memset (rows, 0, TBK_PHRASE_DISTANCES * sizeof *rows);
}

void
tbk_phrase_agreement_get (const TbkTally *tally, int distance, TbkPhraseAgreement *row)
{
  KeyNumber number;
  const gint64 *values;

  g_return_if_fail (distance >= 0 && distance < TBK_PHRASE_DISTANCES);
  values = tbk_tally_get (tally, 0, (const char *[]){ key_number (&number, (guint64) distance) });
  *row = (TbkPhraseAgreement){ 0 };
  if (values != NULL)
    memcpy (row, values, sizeof *row);
}

/* 2. compare: walks through phrase-structure trees, valued by the exact and by the published oracle. */

struct TbkPhraseComparer {
  const TbkPhraseSystem *system;
  TbkWalk walk;
  TbkPhraseOracle *exact, *printed;
  TbkPhraseStaticOracle *sequence;
  TbkPhraseConfiguration configuration;
  TbkPhraseValue *sorted; /* the values of both oracles in one configuration */
  gsize sorted_allocated;
};

TbkPhraseComparer *
tbk_phrase_comparer_new (const TbkPhraseSystem *system, const TbkWalk *walk, GError **error)
{
  TbkPhraseOracle *exact = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, error);
  TbkPhraseOracle *printed = exact == NULL ? NULL : tbk_phrase_oracle_new (system, TBK_PHRASE_PRINTED, error);
  TbkPhraseComparer *comparer;

  if (printed == NULL) {
    tbk_phrase_oracle_free (exact);
    return NULL;
  }
  comparer = g_new0 (TbkPhraseComparer, 1);
  comparer->system = system;
  comparer->walk = *walk;
  comparer->exact = exact;
  comparer->printed = printed;
  comparer->sequence = tbk_phrase_static_oracle_new (system);
  return comparer;
}

void
tbk_phrase_comparer_free (TbkPhraseComparer *comparer)
{
  if (comparer == NULL)
    return;
  tbk_phrase_oracle_free (comparer->exact);
  tbk_phrase_oracle_free (comparer->printed);
  tbk_phrase_static_oracle_free (comparer->sequence);
  tbk_phrase_configuration_clear (&comparer->configuration);
  g_free (comparer->sorted);
  g_free (comparer);
}

/* What differs in one configuration. */
typedef struct {
  gboolean extra, missing, is_nonempty;
  int harm;
} LossDifference;

/* By act and number of children; the label -1 comes first. */
static int
compare_transitions (gconstpointer a, gconstpointer b)
{
  const TbkPhraseTransition *x = &((const TbkPhraseValue *) a)->transition;
  const TbkPhraseTransition *y = &((const TbkPhraseValue *) b)->transition;

  if (x->act != y->act)
    return x->act < y->act ? -1 : 1;
  if (x->n_children != y->n_children)
    return x->n_children < y->n_children ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* A place in sorted values. */
typedef struct {
  const TbkPhraseValue *at, *end;
  const TbkPhraseValue *others; /* the last one with the label -1 */
} ValueCursor;

/* The loss after the transition of @value, which is not behind the cursor, and goes past it. */
static int
pass_value (ValueCursor *cursor, const TbkPhraseValue *value)
{
  const TbkPhraseTransition *transition = &value->transition;
  const TbkPhraseValue *others;

  if (cursor->at < cursor->end && compare_transitions (cursor->at, value) == 0) {
    if (transition->label < 0)
      cursor->others = cursor->at;
    return cursor->at++->loss;
  }
  others = cursor->others;
  return others != NULL && transition->label >= 0 && others->transition.act == transition->act
                 && others->transition.n_children == transition->n_children
             ? others->loss
             : -1;
}

/* Compares both methods' judgement of each transition that either lists, or that a label -1 stands for. */
static void
compare_values (const TbkPhraseValues *exact, ValueCursor in_exact, const TbkPhraseValues *printed,
                ValueCursor in_printed, LossDifference *difference)
{
  while (in_exact.at < in_exact.end || in_printed.at < in_printed.end) {
    const TbkPhraseValue *value =
        in_printed.at == in_printed.end
                || (in_exact.at < in_exact.end && compare_transitions (in_exact.at, in_printed.at) <= 0)
            ? in_exact.at
            : in_printed.at;
    const int exact_loss = pass_value (&in_exact, value), printed_loss = pass_value (&in_printed, value);
    const gboolean is_right = exact_loss == exact->loss, is_taught = printed_loss == printed->loss;

    difference->extra |= is_taught && !is_right;
    difference->missing |= is_right && !is_taught;
    difference->is_nonempty |= is_taught;
    if (is_taught)
      difference->harm = MAX (difference->harm, exact_loss - exact->loss);
  }
}

static gboolean
find_difference (TbkPhraseComparer *comparer, const TbkPhraseValues *exact, const TbkPhraseValues *printed,
                 LossDifference *difference, GError **error)
{
  const gsize n_exact = (gsize) exact->n, n_printed = (gsize) printed->n;
  TbkPhraseValue *middle, *end;

  if (!try_reserve (&comparer->sorted, &comparer->sorted_allocated, n_exact + n_printed,
                    sizeof *comparer->sorted))
    return memory_fail (error, "%d values of transitions", exact->n + printed->n);
  middle = comparer->sorted + n_exact;
  end = middle + n_printed;
  memcpy (comparer->sorted, exact->values, n_exact * sizeof *middle);
  memcpy (middle, printed->values, n_printed * sizeof *middle);
  qsort (comparer->sorted, n_exact, sizeof *middle, compare_transitions);
  qsort (middle, n_printed, sizeof *middle, compare_transitions);
  compare_values (exact, (ValueCursor){ comparer->sorted, middle, NULL }, printed,
                  (ValueCursor){ middle, end, NULL }, difference);
  return TRUE;
}

static gboolean
count (TbkPhraseComparer *comparer, const TbkPhraseValues *exact, const TbkPhraseValues *printed,
       TbkPhraseAgreement *rows, GError **error)
{
  TbkPhraseAgreement *row = &rows[MIN (exact->loss, TBK_PHRASE_DISTANCES - 1)];
  LossDifference difference = { 0 };

  if (!find_difference (comparer, exact, printed, &difference, error))
    return FALSE;
  row->configurations++;
  row->losses_differ += exact->loss != printed->loss;
  row->sets_differ += difference.extra || difference.missing;
  row->wrong_extra += difference.extra;
  row->missing += difference.missing;
  row->empty += !difference.is_nonempty;
  row->harm += difference.harm;
  return TRUE;
}

/* An act among those that the values have, then label and number of children. */
static TbkPhraseTransition
draw (TbkRandom *random, const TbkPhraseConfiguration *c, const TbkPhraseValues *values, int n_labels)
{
  TbkPhraseTransition drawn = { TBK_PHRASE_SHIFT, -1, 0 };
  TbkPhraseAct acts[TBK_PHRASE_FINISH + 1] = { TBK_PHRASE_SHIFT };
  guint allowed = 0;
  int n_acts = 0, least_children = G_MAXINT;

  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition *transition = &values->values[v].transition;

    allowed |= 1u << transition->act;
    if (transition->act == TBK_PHRASE_REDUCE)
      least_children = MIN (least_children, transition->n_children);
  }
  for (int act = TBK_PHRASE_SHIFT; act <= TBK_PHRASE_FINISH; act++)
    if ((allowed >> act & 1) != 0)
      acts[n_acts++] = (TbkPhraseAct) act;
  drawn.act = acts[tbk_random_below (random, (guint64) n_acts)];
  if (drawn.act == TBK_PHRASE_REDUCE && least_children > 0)
    drawn.n_children =
        least_children + (int) tbk_random_below (random, (guint64) (c->depth - least_children + 1));
  if (drawn.act == TBK_PHRASE_OPEN || drawn.n_children > 0)
    drawn.label = (int) tbk_random_below (random, (guint64) n_labels);
  return drawn;
}

/* The gold sequence goes on as long as nothing was drawn; then it is the first optimal transition. */
static TbkPhraseTransition
follow (TbkPhraseComparer *comparer, const TbkPhraseValues *values, gboolean has_drawn)
{
  TbkPhraseTransition transition;
  int v = 0;

  if (!has_drawn && tbk_phrase_static_oracle_next (comparer->sequence, &transition))
    return transition;
  while (values->values[v].loss > values->loss)
    v++;
  return values->values[v].transition;
}

static gboolean
is_drawn (const TbkWalk *walk, TbkRandom *random)
{
  return walk->kind == TBK_WALK_RANDOM
         || (walk->kind == TBK_WALK_EXPLORE
             && tbk_random_below (random, TBK_WALK_ALWAYS) < (guint64) walk->explore);
}

gboolean
tbk_phrase_comparer_walk (TbkPhraseComparer *comparer, const TbkPhraseTree *tree, int n_labels, guint64 place,
                          TbkPhraseAgreement *rows, GError **error)
{
  const gint64 n_draws = 4 * ((gint64) tree->n + tree->n_constituents) + 20;
  TbkPhraseConfiguration *c = &comparer->configuration;
  gboolean has_drawn = FALSE;
  TbkRandom random;

  if (!tbk_phrase_oracle_set_gold (comparer->exact, tree, error)
      || !tbk_phrase_oracle_set_gold (comparer->printed, tree, error)
      || !tbk_phrase_static_oracle_set_gold (comparer->sequence, tree, error))
    return FALSE;
  tbk_random_init (&random, comparer->walk.seed, place);
  tbk_phrase_configuration_start (c, comparer->system, tree->n);
  rows[0].trees++;
  for (gint64 step = 0; !tbk_phrase_configuration_is_final (c); step++) {
    const TbkPhraseValues *exact = tbk_phrase_oracle_values (comparer->exact, c, error);
    const TbkPhraseValues *printed =
        exact == NULL ? NULL : tbk_phrase_oracle_values (comparer->printed, c, error);
    const gboolean draws = step < n_draws && is_drawn (&comparer->walk, &random);

    if (printed == NULL || !count (comparer, exact, printed, rows, error))
      return FALSE;
    has_drawn |= draws;
    if (!tbk_phrase_configuration_step (
            c, draws ? draw (&random, c, exact, n_labels) : follow (comparer, exact, has_drawn), error))
      return FALSE;
  }
  return TRUE;
}
