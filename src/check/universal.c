/* universal.c - the universal relations as members of sets. */
#include <string.h>

#include "check/universal.h"

typedef struct {
  const char *name;
  gsize size;
} Name;

static const Name names[N_RELATIONS] = {
#define R(name) { #name, sizeof (#name) - 1 },
  RELATIONS (R)
#undef R
};

/* By letter, the first relation that begins with it. */
static const guint8 first_of_letter[26] = {
  ['a' - 'a'] = RELATION_acl,        ['c' - 'a'] = RELATION_case,     ['d' - 'a'] = RELATION_dep,
  ['e' - 'a'] = RELATION_expl,       ['f' - 'a'] = RELATION_fixed,    ['g' - 'a'] = RELATION_goeswith,
  ['i' - 'a'] = RELATION_iobj,       ['l' - 'a'] = RELATION_list,     ['m' - 'a'] = RELATION_mark,
  ['n' - 'a'] = RELATION_nmod,       ['o' - 'a'] = RELATION_obj,      ['p' - 'a'] = RELATION_parataxis,
  ['r' - 'a'] = RELATION_reparandum, ['v' - 'a'] = RELATION_vocative, ['x' - 'a'] = RELATION_xcomp,
};

TbkPiece
universal_part (TbkPiece deprel)
{
  gsize size = 0;

  while (size < deprel.size && deprel.bytes[size] != ':')
    size++;
  return (TbkPiece){ deprel.bytes, size };
}

guint64
universal_find (TbkPiece deprel)
{
  const TbkPiece name = universal_part (deprel);

  if (name.size == 0 || !g_ascii_islower (*name.bytes))
    return 0;
  for (int r = first_of_letter[*name.bytes - 'a']; r < N_RELATIONS && *names[r].name == *name.bytes; r++)
    if (piece_is (name, names[r].name, names[r].size))
      return G_GUINT64_CONSTANT (1) << r;
  return 0;
}
