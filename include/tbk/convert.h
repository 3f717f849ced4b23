/* convert.h - sentences of files with columns as CoNLL-U, CoNLL-X or head vectors.
 *
 * CoNLL-U   columns of other names become attributes of MISC under these names, if they hold more than `_`: a
 *           PHEAD of 3 is PHEAD=3 ("|" in a value written "\p", and "\" written "\\"). Lost are those of
 *           the name `_`, of names with "|" or "=", and of names that MISC has already.
 * CoNLL-X   ten columns, without comments, multiword ranges and empty nodes. PHEAD and PDEPREL are columns of
 *           these names, or such attributes of MISC: so they come back. UPOS is CPOSTAG, XPOS is POSTAG. A
 *           field with a blank, for which CoNLL-X has no place, is an error, or `_` is written for each blank.
 * Heads     a head vector of LAL, the Linear Arrangement Library: the heads of words 1..n on a line, with
 *           spaces between them; 0 for the root, of which there must be one.
 * Cost      linear in the bytes.
 * Threads   as the sentence.
 * Sources   those of tbk/conllu.h; L. Alemany-Puig, J. L. Esteban and R. Ferrer-i-Cancho (2021), "The Linear
 *           Arrangement Library".
 * Since     0.2
 */
#ifndef TBK_CONVERT_H
#define TBK_CONVERT_H

#include "tbk/conllu.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* A format that sentences can be written in. */
typedef struct {
  const char *name;            /* "conllu", "conllx" or "heads" */
  const char *const *suffixes; /* with which names of its files end, the usual one first; NULL-terminated */
  gboolean takes_headless;     /* also takes trees in which some words have no HEAD */
  gboolean has_comments;       /* has a place for comments, also for those without a sentence */
  gboolean has_no_blanks;      /* has no place for blanks in fields */
} TbkConversion;

/* Format number @i, from 0 on; NULL behind the last one. The first is CoNLL-U, the second CoNLL-X. */
const TbkConversion *tbk_conversion_at (int i);

/* What a format has no place for: comments, ranges and empty nodes; words with something in DEPS, in MISC, in
 * other columns. */
typedef struct {
  gint64 comments, ranges, empty_nodes, deps, misc, columns;
  gint64 blanks; /* fields in which blanks were replaced */
} TbkConversionLosses;

/**
 * tbk_conllu_sentence_convert:
 * @sentence: without a problem; of comments alone nothing else is appended
 * @replaces_blanks: where the format has no place for blanks, write `_` for each
 * @losses: (inout): gets more for what is lost; by heads, nothing
 *
 * Appends @sentence to @text in the other format, as whole lines. A file in CoNLL-U stays as it is.
 *
 * Returns: FALSE with @error set (TBK_ERROR_DATA, "FILE:LINE: ...") for what the format cannot carry. @text
 * is then unchanged.
 */
gboolean tbk_conllu_sentence_convert (const TbkConlluSentence *sentence, const TbkConversion *conversion,
                                      gboolean replaces_blanks, TbkConversionLosses *losses, TbkText *text,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
