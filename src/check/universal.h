/* universal.h - the universal relations as members of sets, which are the bits of a number. */
#ifndef CHECK_UNIVERSAL_H
#define CHECK_UNIVERSAL_H

#include <string.h>

#include "tbk/check.h"

/* In the order of the alphabet. */
#define RELATIONS(R)                                                                                         \
  R (acl)                                                                                                    \
  R (advcl)                                                                                                  \
  R (advmod)                                                                                                 \
  R (amod)                                                                                                   \
  R (appos)                                                                                                  \
  R (aux)                                                                                                    \
  R (case)                                                                                                   \
  R (cc) R (ccomp) R (clf) R (compound) R (conj) R (cop) R (csubj) R (dep) R (det) R (discourse)             \
      R (dislocated) R (expl) R (fixed) R (flat) R (goeswith) R (iobj) R (list) R (mark) R (nmod) R (nsubj)  \
          R (nummod) R (obj) R (obl) R (orphan) R (parataxis) R (punct) R (reparandum) R (root) R (vocative) \
              R (xcomp)

typedef enum {
#define R(name) RELATION_##name,
  RELATIONS (R)
#undef R
      N_RELATIONS,
} UniversalRelation;

/* The set that holds one relation; that of the relations that function words have, "head" of a phrase by
 * mistake. */
#define ONE(name) (G_GUINT64_CONSTANT (1) << RELATION_##name)
#define FUNCTION                                                                                             \
  (ONE (aux) | ONE (case) | ONE (cc) | ONE (clf) | ONE (cop) | ONE (det) | ONE (fixed) | ONE (goeswith)      \
   | ONE (mark) | ONE (punct))

/* The set that holds the relation of @deprel: that which stands before ":"; no set if it is none of these. */
guint64 universal_find (TbkPiece deprel);

/* What stands before ":". */
TbkPiece universal_part (TbkPiece deprel);

static inline gboolean
piece_is (TbkPiece piece, const char *text, gsize size)
{
  return piece.size == size && memcmp (piece.bytes, text, size) == 0;
}

/* Whether @piece is a literal. */
#define PIECE_IS(piece, literal) piece_is (piece, literal, sizeof (literal) - 1)

#endif
