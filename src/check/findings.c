/* findings.c - words to re-hang, one after the other, until the tree is projective.
 *
 *   (CK8)  The words to choose from are the dependents of non-projective arcs and the roots of their gaps, if
 *          they can hang so that fewer non-projective arcs are left.
 *   (CK9)  Punctuation comes first, since it hangs wrong most often; then words on function words, and
 *          conjunctions right of their heads; then the rest. Among equals: that which leaves fewest; that
 *          whose own arc is non-projective; the first.
 */
#include <string.h>

#include "base/memory.h"
#include "check/checker.h"
#include "check/proposals.h"
#include "check/universal.h"
#include "tree/tree.h"

enum { N_PRIORITIES = 3 };

static gboolean
is_own (const TbkChecker *checker, int word)
{
  return checker->repairs.tree->is_nonprojective[word] != 0;
}

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

/* Whether @word might be chosen before @chosen, which is 0 or leaves @least, as (CK11) knows without trying it. */
static gboolean
might_be_chosen (const TbkChecker *checker, int word, int chosen, int least)
{
  const Repairs *repairs = &checker->repairs;
  const int bound = repairs->tree->nonprojective_arcs - repairs->most[repairs->place[word]];

  return bound < least
         || (bound == least && chosen != 0 && is_own (checker, word) && !is_own (checker, chosen));
}

/* Of @n_candidates the word to re-hang, which is then the one tried last; 0 if there is none. */
static int
choose_word (TbkChecker *checker, const int *candidates, int n_candidates)
{
  Repairs *repairs = &checker->repairs;
  int chosen = 0, chosen_least = repairs->tree->nonprojective_arcs;

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

/* Adds the finding about the word tried, and hangs it on its new head. What it mends is known only then. */
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
      || !try_reserve (&checker->mended, &checker->n_mended_allocated,
                       checker->n_mended + (gsize) n_nonprojective, sizeof (int)))
    return memory_fail (error, "the findings of %d words", n);
  for (int i = 0; i < n_nonprojective; i++)
    if (!repairs->tree->is_nonprojective[checker->nonprojective[i]]) {
      checker->mended[checker->n_mended++] = checker->nonprojective[i];
      finding.n_mended++;
    }
  checker->findings[checker->n_findings++] = finding;
  return TRUE;
}

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
        "%d words take part in crossings, expected at most %d: to look among more would take many seconds",
        repairs->n_core - 1, TBK_CHECK_MAX_CORE);
    return FALSE;
  }
  if (repairs->tree->nonprojective_arcs > 0 && !checker_set_relations (checker, words, n, error))
    return FALSE;
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

/* Finds a bound for the words to re-hang, -1 if that would take too long. */
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

gboolean
tbk_check_findings (TbkChecker *checker, const int *heads, const TbkCheckWord *words, int n,
                    TbkFindings *findings, GError **error)
{
  const int *mended;

  g_return_val_if_fail (checker != NULL && heads != NULL && words != NULL && n >= 0 && findings != NULL,
                        FALSE);
  *findings = (TbkFindings){ .findings = NULL };
  checker->n_findings = checker->n_mended = 0;
  /* the heads are known to be a tree once all is found */
  if (!checker_reserve (checker, n, error) || !find_all (checker, heads, words, n, findings, error)
      || !find_bound (checker, heads, n, &findings->lost_arcs, error))
    return FALSE;
  mended = checker->mended;
  for (gsize f = 0; f < checker->n_findings; f++) {
    checker->findings[f].mended = mended;
    mended += checker->findings[f].n_mended;
  }
  findings->findings = checker->findings;
  findings->n_findings = (int) checker->n_findings;
  findings->heads = checker->heads;
  findings->left = checker->repairs.tree->nonprojective_arcs;
  return TRUE;
}
