/* labels.c - marks into labels and out of them. */
#include "projectivize/labels.h"

#include <string.h>

static const struct {
  const char *lifted; /* between a label and what is said of its head */
  char signs[2];      /* bytes that a label to be marked may not hold */
} styles[] = {
  [TBK_LABELS_TBK] = { "|", { '|', '%' } },
  [TBK_LABELS_MALT] = { "|", { '|', '%' } },
  [TBK_LABELS_SPACY] = { "||", { '|', '|' } },
};

static const char covered[] = "null"; /* MaltParser's word for covered roots */

static gboolean
equals (TbkPiece piece, const char *string)
{
  return piece.size == strlen (string) && memcmp (piece.bytes, string, piece.size) == 0;
}

/* Where @sign stands first in @label, its first byte left out; NULL if it does not. */
static const char *
find_inside (TbkPiece label, const char *sign)
{
  gsize size = strlen (sign);

  for (gsize i = 1; i + size <= label.size; i++)
    if (memcmp (label.bytes + i, sign, size) == 0)
      return label.bytes + i;
  return NULL;
}

Label
label_parse (TbkPiece label, TbkScheme scheme, TbkLabelStyle style)
{
  Label parsed = { .base = label };

  if (scheme != TBK_SCHEME_HEAD && label.size > 1 && label.bytes[label.size - 1] == '%') {
    parsed.is_path = TRUE;
    parsed.base.size--;
  }
  const char *sign = find_inside (parsed.base, styles[style].lifted);
  if (sign != NULL) {
    const char *head = sign + strlen (styles[style].lifted);
    parsed.head = (TbkPiece){ head, (gsize) (parsed.base.bytes + parsed.base.size - head) };
    parsed.base.size = (gsize) (sign - parsed.base.bytes);
    parsed.is_covered = style == TBK_LABELS_MALT && equals (parsed.head, covered);
    parsed.is_lifted = !parsed.is_covered;
  }
  return parsed;
}

guint
label_signs (TbkPiece label)
{
  const char *bar = find_inside (label, "|");
  guint signs = 0;
  TbkPiece head;

  if (label.size > 1 && label.bytes[label.size - 1] == '%') {
    signs |= LABEL_PATH;
    label.size--;
  }
  if (bar == NULL)
    return signs;
  head = (TbkPiece){ bar + 1, (gsize) (label.bytes + label.size - bar) - 1 };
  if (head.size == 0)
    return signs | LABEL_UNNAMED;
  if (head.bytes[0] == '|')
    return signs | LABEL_DOUBLED;
  return signs | (equals (head, covered) ? LABEL_COVERED : LABEL_NAMED);
}

guint
label_signs_written (TbkScheme scheme, TbkLabelStyle style)
{
  static const guint written[] = {
    [TBK_SCHEME_HEAD] = LABEL_NAMED,
    [TBK_SCHEME_PATH] = LABEL_UNNAMED | LABEL_PATH,
    [TBK_SCHEME_HEADPATH] = LABEL_NAMED | LABEL_PATH,
  };

  return style == TBK_LABELS_SPACY ? LABEL_DOUBLED
                                   : written[scheme] | (style == TBK_LABELS_MALT ? LABEL_COVERED : 0);
}

gsize
label_find_sign (TbkPiece label, TbkLabelStyle style)
{
  char first = styles[style].signs[0], second = styles[style].signs[1];

  for (gsize i = 0; i < label.size; i++)
    if (label.bytes[i] == first || label.bytes[i] == second)
      return i;
  return style == TBK_LABELS_MALT && equals (label, covered) ? 0 : label.size;
}

static char *
add (char *to, const char *bytes, gsize size)
{
  memcpy (to, bytes, size);
  return to + size;
}

char *
label_spell (const Label *label, TbkLabelStyle style, char *to)
{
  to = add (to, label->base.bytes, label->base.size);
  if (label->is_lifted)
    to = add (to, styles[style].lifted, strlen (styles[style].lifted));
  if (label->head.size > 0)
    to = add (to, label->head.bytes, label->head.size);
  if (label->is_path)
    to = add (to, "%", 1);
  return to;
}
