/* pseudo.h - the published order of lifts, by its definition; labels compared. */
#ifndef BRUTE_PSEUDO_H
#define BRUTE_PSEUDO_H

#include <string.h>

#include "tbk/io.h"

/* Lifts the shortest arc of @gold that is not projective, the leftmost of equally short ones, until there is none.
 * @is_path: the words that another was lifted past. Arrays of n + 1 elements. */
void lift_naively (const int *gold, int n, int *lifted, gboolean *is_path);

/* As MaltParser does: arcs are measured in @gold, and of equally short ones that of the leftmost word is lifted. */
void lift_naively_measured_once (const int *gold, int n, int *lifted, gboolean *is_path);

static inline gboolean
equal_pieces (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && memcmp (a.bytes, b.bytes, a.size) == 0;
}

#endif
