/* findings.c - words to attach elsewhere, one after the other, until the tree is projective.
 *
 * Contents
 *   1. universal: the universal relations as members of sets
 *   2. repairs: how many non-projective arcs a tree has once one word is attached elsewhere
 *   3. proposals: of the best heads of a word, those that annotators most often mean
 *   4. checker: what a checker keeps from one sentence to the next
 *   5. findings: words to re-attach, one after the other, until the tree is projective
 */
#include "check/check.h"

#include <string.h>

#include "base/base.h"
#include "tbk/check.h"
#include "tree/projective.h"
#include "tree/tree.h"

/* 1. universal: the universal relations as members of sets. */

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

/* The names are sorted, so those with one first letter are neighbours: some three of them are compared. */
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

/* 2. repairs: how many non-projective arcs a tree has once one word is attached elsewhere. */

/* Returns TRUE if number @h does not dominate number @c; without branches, since loops over many words ask
 * it. */
static inline int
is_outside (const Repairs *repairs, int h, int c)
{
  return (guint) (repairs->pre[c] - repairs->pre[h]) >= (guint) repairs->size[h];
}

/* (CK11): counts the non-projective arc into number @d for the words that dominate its gap, of which the
 * first and the last preorder numbers are given. */
static void
count_fixable (Repairs *repairs, int d, int first, int last)
{
  const int h = repairs->head[d];
  int above = repairs->at_pre[first];

  while (last >= repairs->pre[above] + repairs->size[above])
    above = repairs->head[above];
  for (; above > 0 && is_outside (repairs, above, h); above = repairs->head[above])
    repairs->most[above]++;
}

/* Counts how many of the words that remain are in the gap of the non-projective arc into number @d; without
 * branches, since gaps may be long. */
static void
look_at_gap (Repairs *repairs, int d)
{
  const int h = repairs->head[d], *pre = repairs->pre, pre_h = pre[h];
  const guint size_h = (guint) repairs->size[h];
  int n_in_gap = 0, first = G_MAXINT, last = -1;

  /* The gap has the words between d and h that h does not dominate. Their least and greatest preorder numbers
   * are kept: a word dominates the whole gap if its interval of preorder numbers holds both. */
  for (int c = MIN (d, h) + 1; c < MAX (d, h); c++) {
    const int in_gap = (guint) (pre[c] - pre_h) >= size_h;

    n_in_gap += in_gap;
    first = MIN (first, in_gap ? pre[c] : G_MAXINT);
    last = MAX (last, in_gap ? pre[c] : -1);
  }
  repairs->gap[d] = n_in_gap;
  repairs->most[d]++;
  count_fixable (repairs, d, first, last);
}

/* Sets the marks, which are by number, of the roots of the gap of the arc into number @d. */
static void
repairs_mark_gap_roots (const Repairs *repairs, int d, int *marks)
{
  const int h = repairs->head[d], first = MIN (d, h), last = MAX (d, h);
  const int *head = repairs->head, *pre = repairs->pre;
  const int pre_h = pre[h], size_h = repairs->size[h];

  for (int c = first + 1; c < last; c++)
    marks[c] |= ((head[c] <= first) | (head[c] >= last)) & ((guint) (pre[c] - pre_h) >= (guint) size_h);
}

/* Makes it about the tree of @heads; fails if they are none. The gaps of more words than TBK_CHECK_MAX_CORE
 * are not looked at, and then no word is to be tried. Prepares what all words to be tried have in common: the
 * core, preorder numbers and sizes, and the gaps of arcs. */
static gboolean
repairs_set (Repairs *repairs, const int *heads, int n, GError **error)
{
  const TbkTree *tree = repairs->tree;
  int n_listed = 0;

  if (!ROOM_RESERVE (&repairs->room, n + 2, ARRAY (repairs->core), ARRAY (repairs->place),
                     ARRAY (repairs->head), ARRAY (repairs->pre), ARRAY (repairs->size), ARRAY (repairs->gap),
                     ARRAY (repairs->most), ARRAY (repairs->downwards), ARRAY (repairs->n_below),
                     ARRAY (repairs->gain), ARRAY (repairs->value), ARRAY (repairs->scratch),
                     ARRAY (repairs->at_pre)))
    return memory_fail (error, "the repair of a tree of %d words", n);
  if (!tbk_tree_set (repairs->tree, heads, n, error))
    return FALSE;
  repairs->n_core = heads_contract (heads, n, TRUE, repairs->core, repairs->scratch);
  memset (repairs->place, -1, ((gsize) n + 1) * sizeof (int));
  for (int c = 0; c < repairs->n_core; c++)
    repairs->place[repairs->core[c]] = c;
  /* tree->order has parents before children, so downwards has too. */
  for (int w = 0; w <= n; w++)
    if (repairs->place[tree->order[w]] >= 0)
      repairs->downwards[n_listed++] = repairs->place[tree->order[w]];
  for (int c = 0; c < repairs->n_core; c++) {
    const int word = repairs->core[c];

    repairs->head[c] = word == 0 ? -1 : repairs->place[heads[word]];
    repairs->pre[c] = tree->pre[word];
    repairs->size[c] = tree->size[word];
    repairs->at_pre[tree->pre[word]] = c;
  }
  memset (repairs->most, 0, (gsize) repairs->n_core * sizeof (int));
  memset (repairs->gap, 0, (gsize) repairs->n_core * sizeof (int));
  for (int c = 1; c < repairs->n_core && repairs->n_core - 1 <= TBK_CHECK_MAX_CORE; c++)
    if (tree->is_nonprojective[repairs->core[c]])
      look_at_gap (repairs, c);
  return TRUE;
}

/* (CK2): adds up what is non-projective if nothing gains, and what is gained by each head's dominating y.
 *
 * Each of the other arcs counts in `base` if it is non-projective for some y that its head does not dominate.
 * Where y below the head makes it projective, the head gains 1, and so does every y that it dominates: gains
 * are summed from the top down, (CK4). */
static void
add_arcs (Repairs *repairs)
{
  const int word = repairs->place[repairs->word], *head = repairs->head, *gap = repairs->gap;
  int *n_below = repairs->n_below, *gain = repairs->gain, base = 0;

  n_below[0] = 0;
  for (int c = 0; c < repairs->n_core; c++) {
    gain[c] = 0;
    n_below[c + 1] = n_below[c] + !is_outside (repairs, word, c);
  }
  for (int d = 1; d < repairs->n_core; d++) {
    const int h = head[d], inside = n_below[MAX (d, h)] - n_below[MIN (d, h) + 1];

    if (d == word)
      continue;
    if (inside == 0 || !is_outside (repairs, word, h)) {
      base += gap[d] > 0;
      continue;
    }
    base++;
    gain[h] += gap[d] == (is_outside (repairs, h, word) ? inside : 0);
  }
  for (int i = 1; i < repairs->n_core; i++)
    gain[repairs->downwards[i]] += gain[head[repairs->downwards[i]]];
  repairs->base = base;
}

/* Values the heads on one side of the word tried, from it outwards. By (CK3) y must dominate all that is
 * passed and that the word itself does not dominate: the words of preorder numbers @first..@last. */
static void
value_side (Repairs *repairs, int step)
{
  const int word = repairs->place[repairs->word];
  int first = G_MAXINT, last = -1;

  for (int c = word + step; c > 0 && c < repairs->n_core; c += step) {
    const int pre = repairs->pre[c];

    /* A word below the one tried cannot be its head, but is no obstacle either: it moves along. */
    if (!is_outside (repairs, word, c)) {
      repairs->value[c] = -1;
      continue;
    }
    repairs->value[c] =
        repairs->base - repairs->gain[c] + (last >= 0 && !(pre <= first && last < pre + repairs->size[c]));
    repairs->least = MIN (repairs->least, repairs->value[c]);
    first = MIN (first, pre);
    last = MAX (last, pre);
  }
}

/* Tries to hang @word, which remains, on every word, and returns the least number of non-projective arcs.
 * O(m) for one word: one loop over the arcs, and one over the heads on each side. */
static int
repairs_try (Repairs *repairs, int word)
{
  repairs->word = word;
  repairs->least = G_MAXINT;
  repairs->value[0] = repairs->value[repairs->place[word]] = -1;
  add_arcs (repairs);
  value_side (repairs, 1);
  value_side (repairs, -1);
  return repairs->least;
}

/* (CK3) */
static gboolean
is_nonprojective (const TbkTree *tree, int head, int dependent)
{
  for (int word = MIN (head, dependent) + 1; word < MAX (head, dependent); word++)
    if (!tree_has_below (tree, head, word) && !tree_has_below (tree, dependent, word))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the word tried can depend on @head, a word from 1, and the least number is left then. A
 * word that remains has its value. A removed one gains what the word of its block that remains does, and only
 * its own arc can be worse, by (CK3). */
static gboolean
repairs_is_best (const Repairs *repairs, int head)
{
  const TbkTree *tree = repairs->tree;
  int remaining = head, left;

  if (repairs->place[head] >= 0)
    return repairs->value[repairs->place[head]] == repairs->least;
  if (tree_has_below (tree, repairs->word, head))
    return FALSE;
  while (repairs->place[remaining] < 0)
    remaining = tree->heads[remaining];
  left = repairs->base - repairs->gain[repairs->place[remaining]];
  return left + 1 == repairs->least
         || (left == repairs->least && !is_nonprojective (tree, head, repairs->word));
}

/* 3. proposals: of the best heads of a word, those that annotators most often mean.
 *
 *   (CK5)  Punctuation: on its left begins a path at the nearest word that is no punctuation, and goes from
 *          head to head as long as these stand left of it; so on its right. Of the best heads on a path the
 *          last is the highest phrase that the punctuation can belong to. The end of a sentence belongs to
 *          the left; else that end of a path is meant which lies below the other.
 *   (CK6)  A conjunction belongs to a conjunct after it that depends on a word before it, first of all on its
 *          own head.
 *   (CK7)  Any other word: the words above its head; then its neighbours, and the words above them.
 */

enum { MOST_PROPOSALS = 1 + TBK_CHECK_MAX_ALTERNATIVES };

/* The word that was tried, as the rules see it. Sets of relations are those of check.h. */
typedef struct {
  const TbkCheckWord *words;
  const guint64 *relations; /* by word: a set of one, or of none */
  const Repairs *repairs;   /* in which the word was tried */
  int *left, *right;        /* scratch: n + 1 each */
  int heads[MOST_PROPOSALS];
  int n;
} Proposals;

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

/* Returns TRUE if @form ends a sentence. */
static gboolean
is_final (TbkPiece form)
{
  return PIECE_IS (form, ".") || PIECE_IS (form, "!") || PIECE_IS (form, "?") || PIECE_IS (form, "...")
         || PIECE_IS (form, "…") || PIECE_IS (form, "。") || PIECE_IS (form, "！") || PIECE_IS (form, "？")
         || PIECE_IS (form, "؟") || PIECE_IS (form, "۔");
}

/* The ends of both paths come first, the likelier one before the other; then all else on the paths, from the
 * ends back. */
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

  /* Conjuncts of its own head come first, of which the nearest is enough; then those of any word before
   * it. */
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

/* Lists the heads for the word tried, the first the most likely; some one is always there. The rules depend
 * on the relation of the word. find_nearest() adds a head only if they found none. */
static void
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

/* 4. checker: what a checker keeps from one sentence to the next.
 *
 *   (CK10)  No repair re-attaches fewer words than a projective tree of any number of roots loses arcs.
 */

/* The projectivizer gives the bound of (CK10) alone, so it allows any number of roots whatever the options
 * say. */
TbkChecker *
tbk_checker_new (const TbkProjectivizeOptions *options)
{
  TbkProjectivizeOptions any_root = { 0 };
  TbkProjectivizer *projectivizer;
  TbkChecker *checker;

  if (options != NULL)
    any_root = *options;
  any_root.root = TBK_ROOT_ANY; /* (CK10) */
  projectivizer = tbk_projectivizer_new (&any_root);
  if (projectivizer == NULL) /* the options were refused */
    return NULL;
  checker = g_new0 (TbkChecker, 1);
  checker->projectivizer = projectivizer;
  checker->tests = TBK_CHECKS_FINDINGS;
  checker->repairs.tree = tbk_tree_new ();
  return checker;
}

void
tbk_checker_free (TbkChecker *checker)
{
  if (checker == NULL)
    return;
  tbk_projectivizer_free (checker->projectivizer);
  tbk_tree_free (checker->repairs.tree);
  room_clear (&checker->repairs.room);
  room_clear (&checker->room);
  g_free (checker->findings);
  g_free (checker->fixes);
  g_free (checker->incidents);
  g_free (checker);
}

void
tbk_checker_set_tests (TbkChecker *checker, guint tests)
{
  g_return_if_fail (checker != NULL);
  checker->tests = tests;
}

gboolean
checker_reserve (TbkChecker *checker, int n, GError **error)
{
  return ROOM_RESERVE (&checker->room, n + 2, ARRAY (checker->relations), ARRAY (checker->heads),
                       ARRAY (checker->candidates), ARRAY (checker->nonprojective), ARRAY (checker->left),
                       ARRAY (checker->right), ARRAY_OF (checker->spans, 2))
         || memory_fail (error, "the check of a tree of %d words", n);
}

void
checker_set_relations (TbkChecker *checker, const TbkCheckWord *words, int n)
{
  checker->relations[0] = 0;
  for (int w = 1; w <= n; w++)
    checker->relations[w] = universal_find (words[w].deprel);
}

/* 5. findings: words to re-attach, one after the other, until the tree is projective.
 *
 *   (CK8)  The words to choose from are the dependents of non-projective arcs and the roots of their gaps, if
 *          they can be attached so that fewer non-projective arcs are left.
 *   (CK9)  Punctuation comes first, since it is attached wrongly most often; then words on function words,
 *          and conjunctions right of their heads; then the rest. Among equals: that which leaves fewest; that
 *          whose own arc is non-projective; the first.
 */

enum { N_PRIORITIES = 3 };

static gboolean
is_own (const TbkChecker *checker, int word)
{
  return checker->repairs.tree->is_nonprojective[word] != 0;
}

/* By the relation of the word, that of its head, and whether its own arc is non-projective. */
static TbkCheckTest
find_test (const TbkChecker *checker, int word)
{
  const int head = checker->heads[word];
  const gboolean own = is_own (checker, word);
  const guint64 relation = checker->relations[word];

  if ((relation & ONE (punct)) != 0)
    return own ? TBK_CHECK_PUNCT_IS_NONPROJ : TBK_CHECK_PUNCT_CAUSES_NONPROJ;
  if (own && (checker->relations[head] & FUNCTION) != 0)
    return TBK_CHECK_FUNCTION_HEAD_NONPROJ;
  if ((relation & ONE (cc)) != 0 && word > head)
    return TBK_CHECK_CC_NONPROJ;
  return own ? TBK_CHECK_IS_NONPROJ : TBK_CHECK_CAUSES_NONPROJ;
}

/* (CK9) */
static int
priority_of (TbkCheckTest test)
{
  return test <= TBK_CHECK_PUNCT_CAUSES_NONPROJ ? 0 : test <= TBK_CHECK_CC_NONPROJ ? 1 : 2;
}

/* (CK8): lists the words to choose from that meet the tests asked, from left to right, but those that gain
 * nothing are still among them. Returns how many there are. */
static int
list_candidates (TbkChecker *checker)
{
  const Repairs *repairs = &checker->repairs;
  int *is_candidate = checker->left, n_candidates = 0;

  memset (is_candidate, 0, (gsize) repairs->n_core * sizeof (int));
  for (int d = 1; d < repairs->n_core; d++)
    if (repairs->gap[d] > 0)
      repairs_mark_gap_roots (repairs, d, is_candidate);
  for (int c = 1; c < repairs->n_core; c++)
    if ((repairs->gap[c] > 0 || (is_candidate[c] && repairs->head[c] > 0))
        && (checker->tests >> find_test (checker, repairs->core[c]) & 1) != 0)
      checker->candidates[n_candidates++] = repairs->core[c];
  return n_candidates;
}

/* Returns TRUE if @word might be chosen before @chosen, which is 0 or leaves @least, as (CK11) knows without
 * trying it. */
static gboolean
might_be_chosen (const TbkChecker *checker, int word, int chosen, int least)
{
  const Repairs *repairs = &checker->repairs;
  const int bound = repairs->tree->nonprojective_arcs - repairs->most[repairs->place[word]];

  return bound < least
         || (bound == least && chosen != 0 && is_own (checker, word) && !is_own (checker, chosen));
}

/* Returns the word to re-attach among @n_candidates, which is then the one tried last; 0 if there is none.
 *
 * Trying costs O(m), and most candidates are refused by their bound (CK11) alone. The word tried last must be
 * the chosen one, as add_finding() reads its values. */
static int
choose_word (TbkChecker *checker, const int *candidates, int n_candidates)
{
  Repairs *repairs = &checker->repairs;
  int chosen = 0, chosen_least = repairs->tree->nonprojective_arcs;

  /* Candidates of a later priority are tried only if none of an earlier one gains anything. */
  for (int priority = 0; priority < N_PRIORITIES && chosen == 0; priority++)
    for (int c = 0; c < n_candidates; c++) {
      const int word = candidates[c];
      int least;

      if (priority_of (find_test (checker, word)) != priority
          || !might_be_chosen (checker, word, chosen, chosen_least))
        continue;
      least = repairs_try (repairs, word);
      if (least < chosen_least
          || (chosen != 0 && least == chosen_least && is_own (checker, word) && !is_own (checker, chosen))) {
        chosen = word;
        chosen_least = least;
      }
    }
  if (chosen != 0 && repairs->word != chosen)
    repairs_try (repairs, chosen);
  return chosen;
}

/* Lists the dependents of non-projective arcs; returns how many. */
static int
list_nonprojective (TbkChecker *checker)
{
  const TbkTree *tree = checker->repairs.tree;
  int n_nonprojective = 0;

  for (int word = 1; word <= tree->n && n_nonprojective < tree->nonprojective_arcs; word++)
    if (tree->is_nonprojective[word])
      checker->nonprojective[n_nonprojective++] = word;
  return n_nonprojective;
}

/* Adds the finding about the word tried, and attaches it to its new head. The arcs that this makes projective
 * are known only then. */
static gboolean
add_finding (TbkChecker *checker, const TbkCheckWord *words, int n, GError **error)
{
  Repairs *repairs = &checker->repairs;
  const int word = repairs->word, n_nonprojective = list_nonprojective (checker);
  Proposals proposals = { .words = words,
                          .relations = checker->relations,
                          .repairs = repairs,
                          .left = checker->left,
                          .right = checker->right };
  TbkFinding finding = { .test = find_test (checker, word), .word = word, .head = checker->heads[word] };

  proposals_find (&proposals);
  finding.new_head = proposals.heads[0];
  finding.n_alternatives = proposals.n - 1;
  memcpy (finding.alternatives, proposals.heads + 1, sizeof (finding.alternatives));
  checker->heads[word] = finding.new_head;
  if (!repairs_set (repairs, checker->heads, n, error))
    return FALSE;
  finding.left = repairs->tree->nonprojective_arcs;
  if (!try_reserve (&checker->findings, &checker->n_findings_allocated, checker->n_findings + 1,
                    sizeof (TbkFinding))
      || !try_reserve (&checker->fixes, &checker->n_fixes_allocated,
                       checker->n_fixes + (gsize) n_nonprojective, sizeof (int)))
    return memory_fail (error, "the findings of %d words", n);
  /* The arcs that were non-projective before and are not now. */
  for (int i = 0; i < n_nonprojective; i++)
    if (!repairs->tree->is_nonprojective[checker->nonprojective[i]]) {
      checker->fixes[checker->n_fixes++] = checker->nonprojective[i];
      finding.n_fixes++;
    }
  checker->findings[checker->n_findings++] = finding;
  return TRUE;
}

/* Each round attaches one word elsewhere and makes fewer arcs non-projective, so there are at most as many
 * rounds as such arcs. Candidates are tried in portions, so that a tangled sentence takes no minutes. */
static gboolean
find_all (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n, TbkFindings *findings,
          GError **error)
{
  Repairs *repairs = &checker->repairs;

  memcpy (checker->heads, heads, ((gsize) n + 1) * sizeof (int));
  if (!repairs_set (repairs, checker->heads, n, error))
    return FALSE;
  findings->n_nonprojective = repairs->tree->nonprojective_arcs;
  if (repairs->tree->nonprojective_arcs > 0 && repairs->n_core - 1 > TBK_CHECK_MAX_CORE) {
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_DATA,
        "%d words take part in crossings, expected at most %d: a search among more would take many seconds",
        repairs->n_core - 1, TBK_CHECK_MAX_CORE);
    return FALSE;
  }
  if (repairs->tree->nonprojective_arcs > 0)
    checker_set_relations (checker, words, n);
  while (repairs->tree->nonprojective_arcs > 0) {
    const int n_candidates = list_candidates (checker);
    int word = 0;

    findings->is_cut |= n_candidates > TBK_CHECK_MAX_CANDIDATES;
    for (int first = 0; first < n_candidates && word == 0; first += TBK_CHECK_MAX_CANDIDATES)
      word = choose_word (checker, checker->candidates + first,
                          MIN (n_candidates - first, TBK_CHECK_MAX_CANDIDATES));
    if (word == 0)
      break;
    if (!add_finding (checker, words, n, error))
      return FALSE;
  }
  return TRUE;
}

/* Finds a bound for the words to re-attach, -1 if that would take too long. */
static gboolean
find_bound (TbkChecker *checker, const int *heads, int n, int *bound, GError **error)
{
  g_autoptr (GError) too_long = NULL;

  if (tbk_projectivize (checker->projectivizer, heads, n, NULL, bound, &too_long))
    return TRUE;
  *bound = -1;
  if (g_error_matches (too_long, TBK_ERROR, TBK_ERROR_DATA))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&too_long));
  return FALSE;
}

/* The lists of arcs of all findings follow one another in one array, which may have moved while it grew:
 * their addresses are set at the end. */
gboolean
tbk_check_findings (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n,
                    TbkFindings *findings, GError **error)
{
  const int *fixes;

  g_return_val_if_fail (checker != NULL && heads != NULL && words != NULL && n >= 0 && findings != NULL,
                        FALSE);
  *findings = (TbkFindings){ .findings = NULL };
  checker->n_findings = checker->n_fixes = 0;
  /* the heads are known to be a tree once all is found */
  if (!checker_reserve (checker, n, error) || !find_all (checker, heads, words, n, findings, error)
      || !find_bound (checker, heads, n, &findings->lost_arcs, error))
    return FALSE;
  fixes = checker->fixes;
  for (gsize f = 0; f < checker->n_findings; f++) {
    checker->findings[f].fixes = fixes;
    fixes += checker->findings[f].n_fixes;
  }
  findings->findings = checker->findings;
  findings->n_findings = (int) checker->n_findings;
  findings->heads = checker->heads;
  findings->left = checker->repairs.tree->nonprojective_arcs;
  return TRUE;
}
