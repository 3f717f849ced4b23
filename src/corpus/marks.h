/* marks.h - comments of sentences left out that concern the next sentence written. */
#ifndef CORPUS_MARKS_H
#define CORPUS_MARKS_H

#include "tbk/format.h"

typedef struct {
  GString *bytes;
  gint64 line;       /* of the sentence that the first of them is from */
  gint64 n_lost;     /* those that could not be kept */
  gint64 first_lost; /* the line of the first of these */
} Marks;

/* Adds @more, unless the sentence that they go to could become too long by them. */
void marks_add (Marks *marks, const Marks *more);

/* Adds what a sentence that is left out says of those after it: all of that, or only what it says of the
 * whole file, as one that is not asked for, between which and the next there may be many documents. */
gboolean marks_keep (Marks *marks, const TbkFormat *format, const TbkEntry *entry, GError **error);
gboolean marks_keep_global (Marks *marks, const TbkFormat *format, const TbkEntry *entry, GError **error);

void marks_clear (Marks *marks);

/* A copy of @text without the blank lines it begins with, in whose place marks are written. */
char *marks_dup_without_blank_lines (const TbkText *text, gsize *length, GError **error);

#endif
