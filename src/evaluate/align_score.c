/* align_score.c - what is right of aligned words. */
#include "evaluate/align_score.h"

#include <string.h>

typedef struct {
  const AlignedSide *gold, *system;
  const AlignedPlace *gold_end, *system_end;
  AlignedSentence *sentences; /* of gold */
  TbkAlignedRanges *ranges;
} Scorer;

static gboolean
has_same (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system, AlignedField field)
{
  const TbkPiece x = aligned_side_field (scorer->gold, gold, field);
  const TbkPiece y = aligned_side_field (scorer->system, system, field);

  return x.size == y.size && memcmp (x.bytes, y.bytes, x.size) == 0;
}

/* Whether a gold word, and that with which one of the system is aligned, are the same; the root is the same
 * as the root. */
static gboolean
is_same_word (const Scorer *scorer, int gold, int system)
{
  if (system == ALIGNED_NOTHING)
    return gold == ALIGNED_NOTHING;
  return gold != ALIGNED_NOTHING && scorer->system->words[system].match == gold;
}

/* Whether the functional children are the same, one by one. */
static gboolean
has_same_children (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  int g = gold->first_child, s = system->first_child;

  while (g != ALIGNED_NOTHING && s != ALIGNED_NOTHING) {
    const AlignedWord *x = &scorer->gold->words[g], *y = &scorer->system->words[s];

    if (y->match != g || !has_same (scorer, x, y, ALIGNED_DEPREL) || !has_same (scorer, x, y, ALIGNED_UPOS)
        || !has_same (scorer, x, y, ALIGNED_FEATS))
      return FALSE;
    g = x->next_child;
    s = y->next_child;
  }
  return g == s;
}

static gboolean
has_same_lemma (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  const TbkPiece lemma = aligned_side_field (scorer->gold, gold, ALIGNED_LEMMA);

  return (lemma.size == 1 && lemma.bytes[0] == '_') || has_same (scorer, gold, system, ALIGNED_LEMMA);
}

/* Counts a gold word and one of the system that is aligned with it. */
static void
count_pair (const Scorer *scorer, const AlignedWord *gold, const AlignedWord *system)
{
  gint32 *counts = scorer->sentences[gold->sentence].counts;
  const gboolean upos = has_same (scorer, gold, system, ALIGNED_UPOS);
  const gboolean xpos = has_same (scorer, gold, system, ALIGNED_XPOS);
  const gboolean feats = has_same (scorer, gold, system, ALIGNED_FEATS);
  const gboolean lemma = has_same_lemma (scorer, gold, system);
  const gboolean head = is_same_word (scorer, gold->head, system->head);
  const gboolean both = head && has_same (scorer, gold, system, ALIGNED_DEPREL);

  counts[ALIGNED_WORDS]++;
  counts[ALIGNED_RIGHT_UPOS] += upos;
  counts[ALIGNED_RIGHT_XPOS] += xpos;
  counts[ALIGNED_RIGHT_UFEATS] += feats;
  counts[ALIGNED_RIGHT_ALLTAGS] += upos && xpos && feats;
  counts[ALIGNED_RIGHT_LEMMAS] += lemma;
  counts[ALIGNED_RIGHT_UAS] += head;
  counts[ALIGNED_RIGHT_LAS] += both;
  if (gold->kind != RELATION_CONTENT)
    return;
  counts[ALIGNED_CONTENT]++;
  counts[ALIGNED_RIGHT_CLAS] += both;
  counts[ALIGNED_RIGHT_MLAS] += both && upos && feats && has_same_children (scorer, gold, system);
  counts[ALIGNED_RIGHT_BLEX] += both && lemma;
}

static void
count_gold_words (const Scorer *scorer)
{
  for (gsize w = 0; w < scorer->gold_end->n_words; w++) {
    const AlignedWord *word = &scorer->gold->words[w];
    gint32 *counts = scorer->sentences[word->sentence].counts;

    counts[ALIGNED_GOLD_WORDS]++;
    counts[ALIGNED_GOLD_CONTENT] += word->kind == RELATION_CONTENT;
    if (word->match != ALIGNED_NOTHING)
      count_pair (scorer, word, &scorer->system->words[word->match]);
  }
}

/* The gold sentence in which the place @start is, not before *@sentence, which becomes it. */
static gint32 *
counts_at (const Scorer *scorer, gsize start, gsize *sentence)
{
  while (scorer->gold->sentences[*sentence].end <= start)
    (*sentence)++;
  return scorer->sentences[*sentence].counts;
}

static void
count_system_words (const Scorer *scorer)
{
  gsize sentence = 0;

  for (gsize w = 0; w < scorer->system_end->n_words; w++) {
    const AlignedWord *word = &scorer->system->words[w];
    gint32 *counts = counts_at (scorer, word->start, &sentence);

    if (word->match != ALIGNED_NOTHING)
      counts = scorer->sentences[scorer->gold->words[word->match].sentence].counts;
    counts[ALIGNED_SYSTEM_WORDS]++;
    counts[ALIGNED_SYSTEM_CONTENT] += word->kind == RELATION_CONTENT;
  }
}

/* Counts spans of both files, in order of their beginnings: @first is the number of the gold ones, behind it
 * stand those of the system and those that both have. */
static void
count_spans (const Scorer *scorer, const AlignedSpan *gold, gsize n_gold, const AlignedSpan *system,
             gsize n_system, AlignedCount first)
{
  gsize g = 0, s = 0, sentence = 0;

  while (g < n_gold || s < n_system) {
    const gboolean takes_gold = s == n_system || (g < n_gold && gold[g].start <= system[s].start);
    const gboolean takes_system = g == n_gold || (s < n_system && system[s].start <= gold[g].start);
    const gboolean are_same = takes_gold && takes_system && gold[g].end == system[s].end;
    gint32 *counts = counts_at (scorer, takes_gold ? gold[g].start : system[s].start, &sentence);

    counts[first] += takes_gold;
    counts[first + 1] += takes_system;
    counts[first + 2] += are_same;
    scorer->ranges->gold += takes_gold && gold[g].is_range;
    scorer->ranges->system += takes_system && system[s].is_range;
    scorer->ranges->both += are_same && gold[g].is_range && system[s].is_range;
    g += takes_gold;
    s += takes_system;
  }
}

void
align_score_add (TbkAlignedEvaluation *evaluation, const AlignedSide *gold, const AlignedSide *system,
                 const AlignedPlace *gold_end, const AlignedPlace *system_end)
{
  const guint first = evaluation->sentences->len;
  Scorer scorer = { .gold = gold,
                    .system = system,
                    .gold_end = gold_end,
                    .system_end = system_end,
                    .ranges = &evaluation->ranges };

  g_array_set_size (evaluation->sentences, first + (guint) gold_end->n_sentences);
  if (gold_end->n_sentences > 0)
    scorer.sentences = &g_array_index (evaluation->sentences, AlignedSentence, first);
  count_gold_words (&scorer);
  count_system_words (&scorer);
  count_spans (&scorer, gold->tokens, gold_end->n_tokens, system->tokens, system_end->n_tokens,
               ALIGNED_GOLD_TOKENS);
  count_spans (&scorer, gold->sentences, gold_end->n_sentences, system->sentences, system_end->n_sentences,
               ALIGNED_GOLD_SENTENCES);
  for (guint s = first; s < evaluation->sentences->len; s++)
    for (AlignedCount c = 0; c < N_ALIGNED_COUNTS; c++)
      evaluation->total[c] += g_array_index (evaluation->sentences, AlignedSentence, s).counts[c];
}
