/* explore.c - policies of exploration, and draws by score without floating point. */
#include "learning/explore.h"

#include <string.h>

enum { MOST_ALPHA = 100 * TBK_EXPLORE_ALPHA_UNIT, FRACTION_BITS = 16, MOST_EXPONENT = 32 };

gboolean
explore_looks_at_scores (const TbkExplore *explore)
{
  return explore->kind != TBK_EXPLORE_BEST;
}

guint64
explore_exp (gint64 x)
{
  /* 2^32 exp(-2^k) for k from 4 down to -16: one for each bit of x. */
  static const guint32 factors[] = {
    483,        1440801,    78665070,   581260615,  1580030169, 2605029347, 3344923893,
    3790295335, 4034748382, 4162825044, 4228380000, 4261543595, 4278222805, 4286586875,
    4290775039, 4292870656, 4293918848, 4294443040, 4294705160, 4294836226, 4294901760,
  };
  guint64 power = (guint64) 1 << 32;

  if (x >= (gint64) MOST_EXPONENT << FRACTION_BITS)
    return 0;
  for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
    if ((x >> (G_N_ELEMENTS (factors) - 1 - f) & 1) != 0)
      power = power * factors[f] >> 32;
  return power;
}

/* The best class but for @best; @best if there is no other. */
static int
second_best (const Exploration *e)
{
  int second = -1;

  for (int i = 0; i < e->n_classes; i++)
    if (e->classes[i] != e->best && (second < 0 || e->scores[e->classes[i]] > e->scores[second]))
      second = e->classes[i];
  return second >= 0 ? second : e->best;
}

/* How likely @class is to be drawn: exp(alpha score), 2^32 for the best. */
static guint64
likelihood (const TbkExplore *explore, const Exploration *e, int class)
{
  gint64 behind = ((gint64) e->scores[e->best] - e->scores[class]) * explore->alpha;
  gint64 unit = (gint64) e->unit * TBK_EXPLORE_ALPHA_UNIT;

  return behind / unit >= MOST_EXPONENT ? 0 : explore_exp ((behind << FRACTION_BITS) / unit);
}

static int
draw (const TbkExplore *explore, const Exploration *e, TbkRandom *random)
{
  guint64 sum = 0, drawn;
  int i = 0;

  for (int k = 0; k < e->n_classes; k++)
    sum += likelihood (explore, e, e->classes[k]);
  drawn = tbk_random_below (random, sum);
  for (guint64 own; (own = likelihood (explore, e, e->classes[i])) <= drawn; i++)
    drawn -= own;
  return e->classes[i];
}

int
explore_choose (const TbkExplore *explore, const Exploration *e, TbkRandom *random)
{
  switch (explore->kind) {
  case TBK_EXPLORE_BEST:
    return e->best == e->right || (int) tbk_random_below (random, 100) < explore->percent ? e->best
                                                                                          : e->right;
  case TBK_EXPLORE_SECOND:
    return (int) tbk_random_below (random, 100) < explore->percent ? second_best (e) : e->best;
  default: /* TBK_EXPLORE_SAMPLE */
    return draw (explore, e, random);
  }
}

/* Reads digits, at most 3 of them, up to @end; -1 if there are none. */
static int
parse_digits (const char *text, const char **end)
{
  gsize n = strspn (text, "0123456789");
  int number = 0;

  *end = text + n;
  if (n < 1 || n > 3)
    return -1;
  for (gsize i = 0; i < n; i++)
    number = 10 * number + (text[i] - '0');
  return number;
}

/* Reads a decimal with at most 3 digits before the point and 3 behind it, as parts of TBK_EXPLORE_ALPHA_UNIT;
 * -1 if it is none. */
static int
parse_alpha (const char *text)
{
  const char *end;
  int whole = parse_digits (text, &end), unit = TBK_EXPLORE_ALPHA_UNIT, part = 0;

  if (whole < 0 || (*end != '.' && *end != '\0'))
    return -1;
  if (*end == '.') {
    const char *digits = end + 1;
    if (parse_digits (digits, &end) < 0 || *end != '\0')
      return -1;
    for (; digits < end; digits++)
      part += (*digits - '0') * (unit /= 10);
  }
  return whole * TBK_EXPLORE_ALPHA_UNIT + part;
}

static int
parse_percent (const char *text)
{
  const char *end;
  int percent = parse_digits (text, &end);

  return *end == '\0' ? percent : -1;
}

gboolean
tbk_explore_parse (const char *text, TbkExplore *explore, GError **error)
{
  TbkExplore found = { .kind = TBK_EXPLORE_BEST, .percent = 100, .alpha = TBK_EXPLORE_ALPHA_UNIT };
  gboolean is_good = TRUE;

  g_return_val_if_fail (text != NULL && explore != NULL, FALSE);
  if (g_str_has_prefix (text, "best:")) {
    found.percent = parse_percent (text + strlen ("best:"));
  } else if (g_str_has_prefix (text, "second:")) {
    found.kind = TBK_EXPLORE_SECOND;
    found.percent = parse_percent (text + strlen ("second:"));
  } else if (g_str_has_prefix (text, "sample")) {
    found.kind = TBK_EXPLORE_SAMPLE;
    if (text[strlen ("sample")] == ':')
      found.alpha = parse_alpha (text + strlen ("sample:"));
    else
      is_good = text[strlen ("sample")] == '\0';
  } else if (strcmp (text, "best") != 0) {
    found.percent = parse_percent (text);
  }
  if (is_good && found.percent >= 0 && found.percent <= 100 && found.alpha >= 0
      && found.alpha <= MOST_ALPHA) {
    *explore = found;
    return TRUE;
  }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "found '%s', expected best, best:P or P alone, second:P, with P from 0 to 100, sample, or sample:A, with A "
      "from 0 to 100",
      text);
  return FALSE;
}
