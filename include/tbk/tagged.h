/* tagged.h - words with tags, sentence by sentence: what a phrase-structure parser reads where there are no
 * trees.
 *
 *   A/DET letter/N arrived/V ./.
 *
 *   A	DET
 *   letter	N
 *
 * A line without a tab is a sentence: words between blanks, each with its tag behind the last slash. Lines
 * with one tab are the words of a sentence, form and tag, up to a line without a tab; that line belongs to it
 * if it is empty. Both may stand in one file.
 *
 * Errors    the problem of an entry: TBK_ERROR_DATA for a word without form or tag, "FILE:LINE: ...", or for
 *           text that is not UTF-8, "FILE:LINE:COLUMN: ...". Of reading: TBK_ERROR_DATA for a sentence of
 *           more than 64 MiB.
 * Threads   as of tbk/format.h.
 * Since     0.1
 */
#ifndef TBK_TAGGED_H
#define TBK_TAGGED_H

#include <glib.h>

#include "tbk/format.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* Neither is empty. */
typedef struct {
  TbkPiece form, tag;
} TbkTaggedWord;

typedef struct {
  const TbkTaggedWord *words;
  int n;
} TbkTaggedSentence;

/* For the loop over treebanks (tbk/corpus.h): a sentence is a TbkTaggedSentence. There are no options and no
 * warnings. */
const TbkFormat *tbk_tagged_format (void);

TBK_END_DECLS

#endif
