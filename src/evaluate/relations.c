/* relations.c - content and functional relations, found by their first bytes. */
#include "evaluate/relations.h"

#include <string.h>

typedef struct {
  const char *name;
  RelationKind kind;
} RelationEntry;

/* In order of bytes. */
static const RelationEntry relations[] = {
  { "acl", RELATION_CONTENT },      { "advcl", RELATION_CONTENT },     { "advmod", RELATION_CONTENT },
  { "amod", RELATION_CONTENT },     { "appos", RELATION_CONTENT },     { "aux", RELATION_FUNCTIONAL },
  { "case", RELATION_FUNCTIONAL },  { "cc", RELATION_FUNCTIONAL },     { "ccomp", RELATION_CONTENT },
  { "clf", RELATION_FUNCTIONAL },   { "compound", RELATION_CONTENT },  { "conj", RELATION_CONTENT },
  { "cop", RELATION_FUNCTIONAL },   { "csubj", RELATION_CONTENT },     { "dep", RELATION_CONTENT },
  { "det", RELATION_FUNCTIONAL },   { "discourse", RELATION_CONTENT }, { "dislocated", RELATION_CONTENT },
  { "expl", RELATION_CONTENT },     { "fixed", RELATION_CONTENT },     { "flat", RELATION_CONTENT },
  { "goeswith", RELATION_CONTENT }, { "iobj", RELATION_CONTENT },      { "list", RELATION_CONTENT },
  { "mark", RELATION_FUNCTIONAL },  { "nmod", RELATION_CONTENT },      { "nsubj", RELATION_CONTENT },
  { "nummod", RELATION_CONTENT },   { "obj", RELATION_CONTENT },       { "obl", RELATION_CONTENT },
  { "orphan", RELATION_CONTENT },   { "parataxis", RELATION_CONTENT }, { "reparandum", RELATION_CONTENT },
  { "root", RELATION_CONTENT },     { "vocative", RELATION_CONTENT },  { "xcomp", RELATION_CONTENT },
};

TbkPiece
relations_universal (TbkPiece relation)
{
  const char *colon = memchr (relation.bytes, ':', relation.size);

  if (colon != NULL)
    relation.size = (gsize) (colon - relation.bytes);
  return relation;
}

/* As strcmp(). */
static int
compare (TbkPiece relation, const char *name)
{
  const gsize size = strlen (name);
  const int order = memcmp (relation.bytes, name, MIN (relation.size, size));

  return order != 0 ? order : (relation.size > size) - (relation.size < size);
}

RelationKind
relation_kind (TbkPiece relation)
{
  const TbkPiece universal = relations_universal (relation);
  guint low = 0, high = G_N_ELEMENTS (relations);

  while (low < high) {
    const guint middle = (low + high) / 2;
    const int order = compare (universal, relations[middle].name);

    if (order == 0)
      return relations[middle].kind;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return RELATION_OTHER;
}
