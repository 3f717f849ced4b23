/* kept_words.c - words that deleted tags take out of trees, and quotes that are put back. */
#include "evaluate/kept_words.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "evaluate/counted_labels.h"

/* Quotes of two trees are compared with one another; evalb has room for 20. */
enum { MOST_QUOTES = 1000 };

static gboolean
is_deleted (const KeptWords *kept, const TbkBracketNode *word)
{
  return counted_labels_list_has (kept->options->deleted, word);
}

static gboolean
is_quote (const KeptWords *kept, const TbkBracketNode *word)
{
  return word->form_length == 1 && strchr ("'\"/", word->form[0]) != NULL
         && counted_labels_list_has (kept->options->quotes, word);
}

static gboolean
reserve (KeptSide *side, int n, GError **error)
{
  return try_reserve (&side->copies, &side->n_copies, (gsize) n + 1, sizeof (int))
                 && try_reserve (&side->place, &side->n_places, (gsize) n + 1, sizeof (int))
                 && try_reserve (&side->words, &side->n_words, (gsize) n + 1, sizeof (TbkBracketNode *))
             ? TRUE
             : memory_fail (error, "a tree of %d words", n);
}

/* Finds what the tags of the tree take out, and its quotes. */
static gboolean
find_copies (const KeptWords *kept, KeptSide *side, const TbkBracketTree *tree, GError **error)
{
  int word = 0;

  side->n = side->n_quotes = 0;
  if (!reserve (side, tree->n, error))
    return FALSE;
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form == NULL)
      continue;
    if (is_quote (kept, node)) {
      if (!try_reserve (&side->quotes, &side->quotes_allocated, (gsize) side->n_quotes + 1,
                        sizeof (KeptQuote)))
        return memory_fail (error, "a tree of %d words", tree->n);
      side->quotes[side->n_quotes++] = (KeptQuote){ node, side->n, word };
    }
    side->copies[word] = !is_deleted (kept, node);
    side->n += side->copies[word++];
  }
  return TRUE;
}

/* Puts a quote back, before which those after it make way. */
static void
put_back (KeptSide *side, int quote)
{
  side->copies[side->quotes[quote].word]++;
  side->n++;
  for (int q = quote; q < side->n_quotes; q++)
    side->quotes[q].index++;
}

/* Puts quotes back whose tag is deleted in one tree and kept in the other, at the same place. As in evalb, the
 * place is that at which the system's quote was first. */
static void
fix_quotes (KeptWords *kept)
{
  KeptSide *gold = &kept->gold, *system = &kept->system;

  for (int s = 0; s < system->n_quotes; s++) {
    const int index = system->quotes[s].index;

    for (int g = 0; g < gold->n_quotes; g++) {
      const TbkBracketNode *x = gold->quotes[g].node, *y = system->quotes[s].node;

      if (gold->quotes[g].index != index || is_deleted (kept, x) == is_deleted (kept, y))
        continue;
      if (is_deleted (kept, x))
        put_back (gold, g);
      else
        put_back (system, s);
    }
  }
}

/* Lists the words that are kept, and their places. */
static gboolean
list_words (KeptSide *side, const TbkBracketTree *tree, GError **error)
{
  int word = 0, place = 0;

  if (!try_reserve (&side->words, &side->n_words, (gsize) side->n + 1, sizeof (TbkBracketNode *)))
    return memory_fail (error, "a tree of %d words", side->n);
  for (int i = 0; i < tree->n_nodes; i++) {
    if (tree->nodes[i].form == NULL)
      continue;
    side->place[word] = place;
    for (int copy = 0; copy < side->copies[word]; copy++)
      side->words[place++] = &tree->nodes[i];
    word++;
  }
  side->place[word] = place;
  return TRUE;
}

gboolean
kept_words_find (KeptWords *kept, const TbkBracketTree *gold, const TbkBracketTree *system, GError **error)
{
  if (!find_copies (kept, &kept->gold, gold, error) || !find_copies (kept, &kept->system, system, error))
    return FALSE;
  if (kept->system.n > 0 && kept->gold.n != kept->system.n) {
    if (MAX (kept->gold.n_quotes, kept->system.n_quotes) > MOST_QUOTES)
      return fail_data (error, "found more than %d quotes in a tree, expected no more", MOST_QUOTES);
    fix_quotes (kept);
  }
  return list_words (&kept->gold, gold, error) && list_words (&kept->system, system, error);
}

static void
side_clear (KeptSide *side)
{
  g_free (side->words);
  g_free (side->place);
  g_free (side->copies);
  g_free (side->quotes);
}

void
kept_words_clear (KeptWords *kept)
{
  side_clear (&kept->gold);
  side_clear (&kept->system);
}
