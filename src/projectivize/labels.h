/* labels.h - how the marks of pseudo-projective trees are spelled in labels. */
#ifndef PROJECTIVIZE_LABELS_H
#define PROJECTIVIZE_LABELS_H

#include "tbk/pseudo_projective.h"

/* A label and its marks, parts of its bytes. */
typedef struct {
  TbkPiece base;
  TbkPiece head; /* what is said of the head's label; empty if nothing is */
  gboolean is_lifted, is_path;
  gboolean is_covered; /* a root word under a covering arc */
} Label;

/* What @label says. */
Label label_parse (TbkPiece label, TbkScheme scheme, TbkLabelStyle style);

/* Where in @label the sign begins that keeps it from being marked; its size if there is none. */
gsize label_find_sign (TbkPiece label, TbkLabelStyle style);

static inline gboolean
label_has_marks (const Label *label)
{
  return label->is_lifted || label->is_path || label->is_covered;
}

/* Bytes that label_spell() writes beyond those of the two labels. */
enum { LABEL_MOST_SIGNS = 3 };

/* Writes @label, whose fields say what there is to mark, at @to, and returns where it ends. */
char *label_spell (const Label *label, TbkLabelStyle style, char *to);

#endif
