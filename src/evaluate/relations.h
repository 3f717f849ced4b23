/* relations.h - which relations of Universal Dependencies the script of the CoNLL 2018 shared task takes for
 * what. */
#ifndef EVALUATE_RELATIONS_H
#define EVALUATE_RELATIONS_H

#include "tbk/text.h"

typedef enum {
  RELATION_OTHER,      /* punct, and whatever is no relation of the lists below */
  RELATION_CONTENT,    /* the word counts for CLAS, MLAS and BLEX */
  RELATION_FUNCTIONAL, /* as a child the word counts for MLAS */
} RelationKind;

/* The kind of @relation, of which only what stands before the first ':' is looked at. */
RelationKind relation_kind (TbkPiece relation);

/* @relation as far as the first ':'. */
TbkPiece relations_universal (TbkPiece relation);

#endif
