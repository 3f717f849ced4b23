/* agreement.c - the agreement of oracles of phrase structure, by distance. */
#include <string.h>

#include "tally/tally.h"
#include "tbk/constituency_compare.h"

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
