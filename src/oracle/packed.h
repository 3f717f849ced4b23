/* packed.h - configurations as strings of integers, for searches that keep many.
 *
 * A string has all that computations from its configuration depend on. It begins with its length. Of the heads
 * made it has one bit a word: whether there is one. In systems with TBK_NEEDS_NO_CYCLE it *has ends*: of the
 * words of the lists and of the front, and of all gold root words before that, the word at which their heads
 * end. All others count as without head.
 *
 * Cost      linear in the words of the lists; with ends, in the words up to the front and their heads.
 */
#ifndef ORACLE_PACKED_H
#define ORACLE_PACKED_H

#include "oracle/candidates.h"

/* The integers of the string of @c at most. */
int packed_length (const TbkConfiguration *c, gboolean has_ends);

void packed_write (const TbkConfiguration *c, const Gold *gold, gboolean has_ends, gint32 *string);

/* Makes @c the configuration of a string; of its heads only whether there is one is as it was. */
void packed_read (const gint32 *string, const Gold *gold, gboolean has_ends, TbkConfiguration *c);

#endif
