/* marks.h - marks in labels, which tbk projectivize makes and tbk restore takes out. */
#ifndef MARKS_H
#define MARKS_H

#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/pseudo_projective.h"

typedef struct {
  char *lift, *style;
} MarksGiven;

/* The values of --mark that ask for them, NULL-terminated, in the order of TbkScheme. */
extern const char *const marks_schemes[];

/* --lift, and --label-style. */
extern const GOptionEntry marks_lift_entries[], marks_style_entries[];

/* Adds these options to @options, whose scheme is set. */
gboolean marks_get_options (const MarksGiven *given, TbkPseudoProjectiveOptions *options, GError **error);

/* Refuses these options where --mark asks for other marks. */
gboolean marks_check_unused (const MarksGiven *given, GError **error);

/* Refuses a file without the column DEPREL. */
gboolean marks_check_file (const TbkConlluReader *reader, GError **error);

/* What a thread needs. */
typedef struct LabelMarks LabelMarks;

LabelMarks *marks_new (const TbkPseudoProjectiveOptions *options);
void marks_free (LabelMarks *marks);

/* Appends the sentence of @entry with marks. @n_moved: (out): the words whose head changes. */
gboolean marks_encode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, int *n_moved, GError **error);

/* Appends the sentence of @entry decoded. */
gboolean marks_decode (LabelMarks *marks, const TbkEntry *entry, TbkText *text, GError **error);

/* Adds what the marks that were decoded have shown. */
void marks_add_findings (const LabelMarks *marks, TbkMarkFindings *findings);

/* Tells which marks named no word and which labels bear signs of another scheme or style; fails (TBK_ERROR_DATA) if no mark
 * fitted. */
gboolean marks_check_findings (const TbkMarkFindings *findings, const TbkPseudoProjectiveOptions *options,
                               GError **error);

#endif
