/* lengths.c - dependency lengths: which parts are computed, and how their values are called. */
#include "tbk/lengths.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "measures/least.h"
#include "measures/outline.h"

struct TbkLengthMeter {
  Outline outline;
  Least least;
};

static const char *const names[TBK_N_LENGTHS + 1] = {
  "D",        "C",         "adjacent",       "head_initial", "max_len",   "root_pos",
  "flux_max", "fluxw_sum", "fluxw_max",      "lspan_sum",    "rspan_sum", "shd",
  "height",   "diameter",  "leaves",         "k2",           "k3",        "o2",
  "o3",       "Q",         "dmin",           "dmin_pl",      "dmin_pr",   "dmax_pr",
  "dmax_pl",  "E_D",       "E_D_projective", "E_D_planar",   "V_D",       "E_C",
  "V_C",      NULL,
};

const char *
tbk_length_name (TbkLength length)
{
  g_return_val_if_fail ((guint) length <= TBK_N_LENGTHS, NULL);
  return names[length];
}

gint64
tbk_length_denominator (TbkLength length, int n)
{
  g_return_val_if_fail ((guint) length < TBK_N_LENGTHS && n >= 0, 1);
  switch (length) {
  case TBK_LENGTH_MEAN:
  case TBK_LENGTH_MEAN_CROSSINGS:
    return 3;
  case TBK_LENGTH_MEAN_PROJECTIVE:
    return 6;
  case TBK_LENGTH_MEAN_PLANAR:
    return 6 * (gint64) MAX (n, 1);
  case TBK_LENGTH_VARIANCE:
    return 180;
  case TBK_LENGTH_VARIANCE_CROSSINGS:
    return 360;
  default:
    return 1;
  }
}

void
tbk_length_reduce (TbkLength length, int n, gint64 value, gint64 *numerator, gint64 *denominator)
{
  gint64 a = tbk_length_denominator (length, n), b = value;

  g_return_if_fail (value >= 0);
  while (b != 0) {
    gint64 rest = a % b;
    a = b;
    b = rest;
  }
  *numerator = value / a;
  *denominator = tbk_length_denominator (length, n) / a;
}

TbkLengthMeter *
tbk_length_meter_new (void)
{
  return g_new0 (TbkLengthMeter, 1);
}

void
tbk_length_meter_free (TbkLengthMeter *meter)
{
  if (meter == NULL)
    return;
  outline_clear (&meter->outline);
  least_clear (&meter->least);
  g_free (meter);
}

/* The parts that need the dependents sorted. */
enum { SORTED = TBK_LENGTHS_FLUX | TBK_LENGTHS_EXTREMES | TBK_LENGTHS_GREATEST | TBK_LENGTHS_LEAST };

/* The parts of trees with one root. */
static gboolean
measure_tree (TbkLengthMeter *meter, guint what, gint64 *lengths, GError **error)
{
  Outline *outline = &meter->outline;
  gint64 greatest[TBK_N_LENGTHS], *values = (what & TBK_LENGTHS_EXTREMES) != 0 ? lengths : greatest;

  if ((what & TBK_LENGTHS_SHAPE) != 0)
    shape_measure (outline, lengths);
  if ((what & TBK_LENGTHS_MEANS) != 0)
    means_measure (outline, lengths);
  if ((what & TBK_LENGTHS_VARIANCE) != 0)
    means_measure_variance (outline, lengths);
  if ((what & (TBK_LENGTHS_EXTREMES | TBK_LENGTHS_GREATEST)) != 0)
    extremes_measure (outline, values);
  if ((what & TBK_LENGTHS_GREATEST) != 0) {
    extremes_measure_greatest (outline, values);
    lengths[TBK_LENGTH_GREATEST_PLANAR] = values[TBK_LENGTH_GREATEST_PLANAR];
  }
  return (what & TBK_LENGTHS_LEAST) == 0 || outline->n > TBK_LENGTHS_LEAST_MAX_WORDS
         || least_find (&meter->least, outline, &lengths[TBK_LENGTH_LEAST], error);
}

gboolean
tbk_lengths_compute (TbkLengthMeter *meter, const int *heads, int n, guint what, gint64 *lengths,
                     GError **error)
{
  Outline *outline;

  g_return_val_if_fail (meter != NULL && heads != NULL && n >= 0 && lengths != NULL, FALSE);
  g_return_val_if_fail ((what & ~(guint) TBK_LENGTHS_ALL) == 0, FALSE);
  outline = &meter->outline;
  if (!outline_set (outline, heads, n, error))
    return FALSE;
  for (int length = 0; length < TBK_N_LENGTHS; length++)
    lengths[length] = TBK_LENGTH_UNDEFINED;
  if ((what & TBK_LENGTHS_ORDER) != 0)
    order_measure (outline, lengths);
  if (n > TBK_LENGTHS_MAX_WORDS)
    return TRUE;
  if ((what & SORTED) != 0)
    outline_sort_children (outline);
  if ((what & TBK_LENGTHS_FLUX) != 0)
    fluxes_measure (outline, lengths);
  return outline->n_roots != 1 || measure_tree (meter, what, lengths, error);
}

gboolean
tbk_lengths_many (TbkLengthMeter *meter, const int *heads, const gint64 *offsets, int n_sentences, guint what,
                  gint64 *lengths, GError **error)
{
  g_autofree int *gold = NULL;
  gint64 longest = 0;

  g_return_val_if_fail (meter != NULL && offsets != NULL && n_sentences >= 0, FALSE);
  for (int i = 0; i < n_sentences; i++) {
    const gint64 n = offsets[i + 1] - offsets[i];

    if (offsets[i] < 0 || n < 0 || n >= G_MAXINT - 2)
      return fail_data (error,
                        "sentences[%d]: found offsets from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                        ", expected none that fall, and fewer words",
                        i, offsets[i], offsets[i + 1]);
    longest = MAX (longest, n);
  }
  if (!TRY_RENEW (gold, longest + 1))
    return memory_fail (error, "a sentence of %" G_GINT64_FORMAT " words", longest);
  gold[0] = -1;
  for (int i = 0; i < n_sentences; i++) {
    gsize n = (gsize) (offsets[i + 1] - offsets[i]);
    if (n > 0)
      memcpy (gold + 1, heads + offsets[i], n * sizeof (int));
    if (!tbk_lengths_compute (meter, gold, (int) n, what, lengths + (gsize) i * TBK_N_LENGTHS, error)) {
      g_prefix_error (error, "sentences[%d]: ", i);
      return FALSE;
    }
  }
  return TRUE;
}

/* First left_heads has for each word the nearest ancestor that is left, found along ways that end where an
 * earlier one passed, and words the new numbers. Then both are moved up. */
int
tbk_heads_without (const int *heads, int n, const gboolean *is_gone, int *left_heads, int *words)
{
  int n_left = 0;

  g_return_val_if_fail (heads != NULL && n >= 0 && is_gone != NULL && left_heads != NULL && words != NULL, 0);
  words[0] = 0;
  for (int word = 1; word <= n; word++) {
    left_heads[word] = -1;
    words[word] = is_gone[word] ? 0 : ++n_left;
  }
  for (int word = 1; word <= n; word++) {
    int left = heads[word];
    while (left != 0 && is_gone[left])
      left = left_heads[left] >= 0 ? left_heads[left] : heads[left];
    for (int next, passed = word; passed != 0 && left_heads[passed] < 0; passed = next) {
      left_heads[passed] = left;
      next = heads[passed] != 0 && is_gone[heads[passed]] ? heads[passed] : 0;
    }
  }
  left_heads[0] = -1;
  for (int word = 1; word <= n; word++)
    if (!is_gone[word])
      left_heads[words[word]] = words[left_heads[word]];
  for (int word = 1; word <= n; word++)
    if (!is_gone[word])
      words[words[word]] = word;
  return n_left;
}
