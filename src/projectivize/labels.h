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

/* Signs that a label bears, whatever the scheme and the style; a set of these. */
typedef enum {
  LABEL_NAMED = 1 << 0,   /* d|h */
  LABEL_UNNAMED = 1 << 1, /* d| */
  LABEL_PATH = 1 << 2,    /* d% */
  LABEL_DOUBLED = 1 << 3, /* d||h */
  LABEL_COVERED = 1 << 4, /* d|null */
} LabelSigns;

guint label_signs (TbkPiece label);

/* The signs that a scheme and a style write. */
guint label_signs_written (TbkScheme scheme, TbkLabelStyle style);

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
