/* proposals.c - of the best heads of a word, those that annotators most often mean.
 *
 *   (CK5)  Punctuation: on its left begins a path at the nearest word that is no punctuation, and goes from
 *          head to head as long as these stand left of it; so on its right. Of the best heads on a path the
 *          last is the highest phrase that the punctuation can belong to. The end of a sentence belongs to
 *          the left; else that end of a path is meant which lies below the other.
 *   (CK6)  A conjunction belongs to a conjunct after it that hangs on a word before it, first of all on its
 *          own head.
 *   (CK7)  Any other word: what its head hangs on; then its neighbours, and what they hang on.
 */
#include "check/proposals.h"

#include <string.h>

#include "check/universal.h"
#include "tree/tree.h"

/* Takes @head up, if it is among the best and new. */
static void
add (Proposals *proposals, int head)
{
  if (head < 1 || proposals->n == MOST_PROPOSALS || !repairs_is_best (proposals->repairs, head))
    return;
  for (int p = 0; p < proposals->n; p++)
    if (proposals->heads[p] == head)
      return;
  proposals->heads[proposals->n++] = head;
}

/* Takes up @word and all that dominates it. */
static void
add_upwards (Proposals *proposals, int word)
{
  const int *heads = proposals->repairs->tree->heads;

  for (; word > 0 && proposals->n < MOST_PROPOSALS; word = heads[word])
    add (proposals, word);
}

static gboolean
is_punctuation (const Proposals *proposals, int word)
{
  return (proposals->relations[word] & ONE (punct)) != 0 || PIECE_IS (proposals->words[word].upos, "PUNCT");
}

/* (CK5): the best heads on the path that begins on the side @step, -1 or 1, of the word tried. Returns how
 * many. */
static int
find_path (const Proposals *proposals, int step, int *path)
{
  const TbkTree *tree = proposals->repairs->tree;
  const int word = proposals->repairs->word;
  int n_path = 0, head = word + step;

  while (head > 0 && head <= tree->n && is_punctuation (proposals, head))
    head += step;
  if (head > tree->n)
    return 0;
  for (; head > 0 && (head - word) * step > 0; head = tree->heads[head])
    if (repairs_is_best (proposals->repairs, head))
      path[n_path++] = head;
  return n_path;
}

/* Whether @form ends a sentence. */
static gboolean
is_final (TbkPiece form)
{
  return PIECE_IS (form, ".") || PIECE_IS (form, "!") || PIECE_IS (form, "?") || PIECE_IS (form, "...")
         || PIECE_IS (form, "…") || PIECE_IS (form, "。") || PIECE_IS (form, "！") || PIECE_IS (form, "？")
         || PIECE_IS (form, "؟") || PIECE_IS (form, "۔");
}

static void
find_for_punctuation (Proposals *proposals)
{
  const TbkTree *tree = proposals->repairs->tree;
  int n_left = find_path (proposals, -1, proposals->left);
  int n_right = find_path (proposals, 1, proposals->right);

  if (n_left > 0 && n_right > 0) {
    const int left = proposals->left[n_left - 1], right = proposals->right[n_right - 1];
    const gboolean is_right = !is_final (proposals->words[proposals->repairs->word].form)
                              && !tree_has_below (tree, right, left) && tree_has_below (tree, left, right);

    add (proposals, is_right ? right : left);
    add (proposals, is_right ? left : right);
  } else if (n_left > 0) {
    add (proposals, proposals->left[n_left - 1]);
  }
  while (n_right > 0)
    add (proposals, proposals->right[--n_right]);
  while (n_left > 0)
    add (proposals, proposals->left[--n_left]);
}

/* (CK6) */
static void
find_conjuncts (Proposals *proposals)
{
  const TbkTree *tree = proposals->repairs->tree;
  const int word = proposals->repairs->word;

  for (int pass = 0; pass < 2; pass++)
    for (int c = word + 1; c <= tree->n; c++) {
      const gboolean is_conjunct = (proposals->relations[c] & ONE (conj)) != 0 && tree->heads[c] < word
                                   && (pass == 1 || tree->heads[c] == tree->heads[word]);

      if (!is_conjunct || !repairs_is_best (proposals->repairs, c))
        continue;
      add (proposals, c);
      if (pass == 0)
        break;
    }
}

/* (CK7) */
static void
find_around (Proposals *proposals)
{
  const TbkTree *tree = proposals->repairs->tree;
  const int word = proposals->repairs->word;

  add_upwards (proposals, tree->heads[tree->heads[word]]);
  add_upwards (proposals, word < tree->n ? word + 1 : 0);
  add_upwards (proposals, word - 1);
}

/* Where the rules name none, the nearest of the best. */
static void
find_nearest (Proposals *proposals)
{
  const int n = proposals->repairs->tree->n, word = proposals->repairs->word;

  for (int distance = 1; distance < n && proposals->n == 0; distance++) {
    add (proposals, word - distance);
    if (proposals->n == 0 && word + distance <= n)
      add (proposals, word + distance);
  }
}

void
proposals_find (Proposals *proposals)
{
  const guint64 relation = proposals->relations[proposals->repairs->word];

  proposals->n = 0;
  if ((relation & ONE (punct)) != 0) {
    find_for_punctuation (proposals);
  } else {
    if ((relation & ONE (cc)) != 0)
      find_conjuncts (proposals);
    find_around (proposals);
  }
  find_nearest (proposals);
}
