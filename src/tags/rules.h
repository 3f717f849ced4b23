/* rules.h - the grammars of well-formed tags, one derivation for each tree.
 *
 * A list of weights has the scores of one tag, or of one tag of words that depend on 0: its number is that of the tag's column, or
 * RULES_ROOT more. rules_column() says which it is of a grammar that was made.
 */
#ifndef TAGS_RULES_H
#define TAGS_RULES_H

#include "tabular/grammar.h"
#include "tags/tags.h"

/* Groups of slots: a weight of each word; of the gap behind it, but for the last; of the arc to it. */
enum { RULES_WORDS, RULES_GAPS, RULES_ARCS };

/* The purpose of a grammar. */
typedef struct {
  gboolean has_any_root;
  gboolean
      has_root_lists; /* words that depend on 0 have scores of their own; else their lists are those of the tags */
} RulesForm;

/* The grammar of an encoding; NULL if there is none. */
Grammar *rules_new (const TagCoder *coder, const RulesForm *form);

/* Makes the grammar of four bits with symbols that know heads, so that arcs have weights too: a matrix, and
 * in a list behind those of tags, of trees with one root, the arcs from 0. */
Grammar *rules_new_arcs (const RulesForm *form);

/* The list of those arcs. */
int rules_root_arcs (const RulesForm *form);

/* Makes the grammar of brackets in one plane over projective trees of up to @longest words, with these @tags
 * alone; columns are their numbers. NULL with @error set if one of them is no such tag. */
Grammar *rules_new_brackets (const TbkPiece *tags, int n_tags, int longest, const RulesForm *form,
                             GError **error);

#endif
