/* classes.c - what may be done in a configuration, and the scores of it. */
#include <string.h>

#include "base/processor.h"
#include "parser/model.h"
#include "transition/step.h"

typedef gint16 Shorts __attribute__ ((vector_size (32)));
typedef guint16 UnsignedShorts __attribute__ ((vector_size (32)));

/* LINE: weights in a line of the cache. AT_ONCE: classes whose weights come into the cache together. MOST_ROWS: of so
 * many weights the high bytes have a sum of 16 bits, and so have the low ones. */
enum { LANES = 16, VECTORS = BLOCK / LANES, LINE = 64 / sizeof (gint16), AT_ONCE = 256, MOST_ROWS = 255 };
G_STATIC_ASSERT (AT_ONCE % BLOCK == 0 && BLOCK % LANES == 0);

/* Asks for the rows from class @first to @end to come into the cache: they lie anywhere in a table that is larger.
 * They are too many for the nearest cache, and asked of the second many more come at a time. */
static inline __attribute__ ((always_inline)) void
fetch_rows (const gint16 *weights, const Features *features, int first, int end)
{
  for (int f = 0; f < features->n; f++) {
    const gint16 *row = weights + features->rows[f];
    for (int c = first; c < end; c += LINE)
      __builtin_prefetch (row + c, 0, 2);
    __builtin_prefetch (row + end - 1, 0, 2);
  }
}

/* Adds up a block of @n rows, at most MOST_ROWS. Vectors have twice as many numbers of 16 bits as of 32, so sums are
 * kept modulo 2^16, which overflow does not harm, and of the high bytes alone, which cannot overflow. What the low
 * bytes, without sign, add to those is below 2^16: it is what both say of it modulo 2^16. */
static inline __attribute__ ((always_inline)) void
add_block (const gint16 *block, const guint32 *rows, int n, gint32 *scores)
{
  UnsignedShorts sums[VECTORS] = { { 0 } };
  Shorts high_sums[VECTORS] = { { 0 } };
  guint16 sum[BLOCK];
  gint16 high[BLOCK];

  for (int f = 0; f < n; f++)
    for (int i = 0; i < VECTORS; i++) {
      Shorts lanes;
      memcpy (&lanes, block + rows[f] + i * LANES, sizeof lanes);
      sums[i] += (UnsignedShorts) lanes;
      high_sums[i] += lanes >> 8;
    }
  memcpy (sum, sums, sizeof sums);
  memcpy (high, high_sums, sizeof high_sums);
  for (int c = 0; c < BLOCK; c++)
    scores[c] += 256 * high[c] + (guint16) (sum[c] - 256 * high[c]);
}

static inline __attribute__ ((always_inline)) void
score_with (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
  memset (scores, 0, (gsize) padded_classes (n_classes) * sizeof *scores);
  for (int part = 0; part < n_classes; part += AT_ONCE) {
    int end = MIN (part + AT_ONCE, n_classes);
    fetch_rows (weights, features, part, end);
    for (int f = 0; f < features->n; f += MOST_ROWS)
      for (int first = part; first < end; first += BLOCK)
        add_block (weights + first, features->rows + f, MIN (features->n - f, MOST_ROWS), scores + first);
  }
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static void
score_avx2 (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
  score_with (weights, features, n_classes, scores);
}
#endif

void
score_classes (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
#ifdef TBK_WITH_AVX2
  if (processor.has_avx2) {
    score_avx2 (weights, features, n_classes, scores);
    return;
  }
#endif
  score_with (weights, features, n_classes, scores);
}

static int
word_at (const TbkConfiguration *c, TbkPlace place)
{
  return place == TBK_PLACE_FRONT ? tbk_configuration_front (c)
                                  : c->stack[c->depth - 1 - (int) (place - TBK_PLACE_TOP)].word;
}

/* Whether @transition makes an arc of 0 that can wait for the end of the input or, where it takes a word of
 * the input, one beside another. */
static gboolean
is_early_root (const TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (!tbk_configuration_arc (c, transition, &head, &dependent) || head != 0)
    return FALSE;
  return (transition->needs & TBK_NEEDS_INPUT) != 0 ? c->children[0].n_right > 0
                                                    : tbk_configuration_n_input (c) > 0;
}

int
related_word (const TbkConfiguration *c, const TbkTransition *transition)
{
  TbkPlace place = transition->related != TBK_PLACE_NONE ? transition->related : transition->dependent;

  return place != TBK_PLACE_NONE ? word_at (c, place) : 0;
}

/* Whether the word whose relation @transition chooses is, or is meant to be, a child of 0: what has no arc
 * yet is meant for the element under it. */
static gboolean
is_of_root (const TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (tbk_configuration_arc (c, transition, &head, &dependent))
    return head == 0;
  int under = c->depth - (transition->related == TBK_PLACE_FRONT ? 1 : 2);
  return under >= 0 && c->stack[under].word == 0;
}

void
choices_find (const TbkConfiguration *c, gboolean single_root, Choices *choices)
{
  guint allowed = tbk_configuration_allowed (c), early = 0;

  *choices = (Choices){ 0 };
  for (int t = 0; single_root && t < c->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0 && is_early_root (c, &c->system->transitions[t]))
      early |= 1u << t;
  if ((allowed & ~early) != 0)
    allowed &= ~early;
  for (int t = 0; t < c->system->n_transitions; t++) {
    const TbkTransition *transition = &c->system->transitions[t];
    if ((allowed >> t & 1) == 0)
      continue;
    int word = related_word (c, transition);
    if (word <= 0 || c->relations[word] >= 0) {
      choices->bare |= 1u << t;
      continue;
    }
    choices->relating |= 1u << t;
    choices->of_root |= (guint) is_of_root (c, transition) << t;
  }
}

int
best_class (const TbkModel *model, const Choices *choices, const gint32 *scores)
{
  int best = -1;

  for (int c = 0; c < model->n_classes; c++)
    if ((best < 0 || scores[c] > scores[best]) && class_is_possible (model, &model->classes[c], choices))
      best = c;
  return best;
}

int
model_choose (const TbkModel *model, const Features *features, const Choices *choices, gint32 *scores)
{
  int transition;

  if (model->has_stages) {
    transition = stages_choose_transition (model, features, choices, scores);
    return transition < 0 ? -1 : stages_choose_class (model, transition, features, choices, scores);
  }
  score_classes (model->weights, features, model->n_classes, scores);
  return best_class (model, choices, scores);
}

void
take_class (TbkConfiguration *c, const Class *class)
{
  const TbkTransition *transition = &c->system->transitions[class->transition];

  if (class->relation != NO_RELATION)
    c->relations[related_word (c, transition)] = class->relation;
  configuration_take (c, transition);
}
