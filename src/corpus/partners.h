/* partners.h - the same sentence in several files, which are releases of a treebank or annotations of a text.
 *
 * The partner of a sentence in another file is the first of these that has no partner yet:
 *
 *   1. the one with the same sent_id and the same words (FORM of the lines with a number as ID),
 *   2. the one with the same words,
 *   3. the one with the same sent_id, which is re-tokenized;
 *
 * and of several equal ones the k-th of one file is the partner of the k-th of the other. Of a file without any sent_id, what
 * is left is paired in order with what is left of the others; if no file has one, all sentences are paired in order.
 *
 * Several   each file is joined to those before it: the words of the first file that has the sentence count.
 * Extract   the first of two files, which has some sentences of the other in any order. Nothing is paired in order then, and of
 *           equal sentences there must be as many in both files.
 * Cost      n log n for n sentences; the words and IDs are kept, for an extract only its own.
 */
#ifndef CORPUS_PARTNERS_H
#define CORPUS_PARTNERS_H

#include "tbk/corpus.h"

typedef struct SentencePartners SentencePartners;

SentencePartners *partners_new (int n_files, gboolean is_extract);
void partners_free (SentencePartners *partners);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SentencePartners, partners_free)

/* Adds the next sentence of CoNLL-U of @file, from 0; the first file of an extract comes before others. The words of one that
 * is not well formed are unknown. */
gboolean partners_add (SentencePartners *partners, int file, const TbkEntry *entry,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * partners_find:
 * @n_rows: (out)
 *
 * Returns: rows of @n_files numbers of sentences, from 0, or -1 where a file lacks the sentence; owned by @partners, until
 * more is added. They are in the order of the first file, and then, but for an extract, of what each further file has that
 * those before lack.
 */
const int *partners_find (SentencePartners *partners, int *n_rows);

#endif
