/* covington.c - list-based parsing and its exact values.
 *
 * Contents
 *   1. covington_exact: exact values for non-projective list-based parsing and any gold tree
 *   2. covington_projective_exact: exact values for projective list-based parsing and projective gold trees
 *   3. covington: list-based parsing: every word of the input meets the words before it one by one
 */
#include "systems/systems.h"

#include <string.h>

#include "base/base.h"

enum { COVINGTON_SH, COVINGTON_NA, COVINGTON_LA, COVINGTON_RA };

/* 1. covington_exact: exact values for non-projective list-based parsing and any gold tree.
 *
 * After a transition let i be the last word of lambda 1, or -1, and j the front of the input; H(y) the head
 * made of y; root(x) the word without head above x. A gold arc x -> y is
 *
 *   (K1)  kept if it is made, or if x is 0, y has no head yet, and words without head hang on 0 in the end
 *   (K2)  lost if y has another head
 *   (K3)  lost if the two words have met for the last time: j > max(x,y), or j = max(x,y) and i < min(x,y)
 *   (K4)  lost if it would close a cycle: root(x) = y
 *
 * and else can still be made, but not always together with the others. So give each word y one arc: to H(y)
 * if that is made, else to its gold head if the gold arc is not lost. The least number of arcs that are lost
 * in the end is
 *
 *   (K5)  the number of lost arcs + the number of cycles of the graph of these arcs
 *
 * Reason. Each word has at most one arc in this graph, so its cycles have no word in common. The arcs made
 * have no cycle: each cycle has an arc that is still to be made. A tree has no cycle, so at least one of
 * its arcs gets lost, and an arc lost for one cycle does not serve for another. One is also enough:
 * without one arc of each cycle the graph is a forest, and all its arcs can be made. Their words still
 * meet, each word gets one head, and no arc of a forest closes a cycle, whatever the order.
 *
 * An example of three words with the gold arcs 0 -> 1, 1 -> 3, 3 -> 2. The wrong arc 2 -> 1 is made, lambda
 * 1 is 0 1 2, and the front 3. (K2) loses 0 -> 1. Word 3 has still to meet 2 and 1, so neither 3 -> 2 nor
 * 1 -> 3 is lost by itself. But with 2 -> 1 they are a cycle: one more arc is lost, and the value is 1.
 *
 * As long as all arcs made are gold, there is no cycle, and (K4) never holds.
 *
 * Source    Gómez-Rodríguez and Fernández-González (2015), "An efficient dynamic oracle for unrestricted
 *           non-projective parsing".
 * Cost      O(n) for each configuration.
 */

typedef struct {
  const Gold *gold;
  int *root;  /* of each word, by the arcs made; 0 is a word like any other */
  int *arc;   /* the one arc of each word, -1 for none */
  int *visit; /* the number of the walk that came by */
  Room room;
  gboolean hangs_rest;
} Covington;

/* A configuration after a transition: one arc more than in the configuration before, at most. */
typedef struct {
  int i, j;
  int head, dependent; /* the arc, or -1 */
} After;

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Covington *covington = g_new0 (Covington, 1);

  (void) policy;
  (void) parameters;
  covington->hangs_rest = system->hangs_rest;
  return covington;
}

static void
covington_free (gpointer solver)
{
  Covington *covington = solver;

  room_clear (&covington->room);
  g_free (covington);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Covington *covington = solver;

  covington->gold = gold;
  if (ROOM_RESERVE (&covington->room, gold->n + 1, ARRAY (covington->root), ARRAY (covington->arc),
                    ARRAY (covington->visit)))
    return SOLVER_DONE;
  memory_fail (error, "a sentence of %d words", gold->n);
  return SOLVER_FAILED;
}

/* Sets root(x) for all words: each walk ends at a word without head, or at one whose root is known. */
static void
find_roots (Covington *covington, const int *heads)
{
  int *root = covington->root, n = covington->gold->n;

  for (int x = 0; x <= n; x++)
    root[x] = -1;
  for (int x = 0; x <= n; x++) {
    int top = x;

    /* Up to a word without head, or with a root that an earlier walk left there. */
    while (root[top] < 0 && heads[top] >= 0)
      top = heads[top];
    top = root[top] >= 0 ? root[top] : top;
    /* The way is walked again: all words on it have this root. */
    for (int y = x; root[y] < 0; y = heads[y]) {
      root[y] = top;
      if (heads[y] < 0)
        break;
    }
  }
}

/* Returns TRUE if the gold arc from x to y, which has no head yet, can no more be met. (K3) */
static inline gboolean
is_past (const After *after, int x, int y)
{
  int last = MAX (x, y), first = MIN (x, y);

  return after->j > last || (after->j == last && after->i < first);
}

/* root(x) with the arc of @after. */
static inline int
root_after (const Covington *covington, const After *after, int x)
{
  int root = covington->root[x];

  return root == after->dependent ? covington->root[after->head] : root;
}

/* The cycles of the graph of arcs: a walk from each word, until one that was met before. */
static int
count_cycles (const Covington *covington)
{
  const int *arc = covington->arc;
  int *visit = covington->visit, n = covington->gold->n, n_cycles = 0;

  for (int y = 0; y <= n; y++)
    visit[y] = 0;
  for (int walk = 1; walk <= n; walk++) {
    int y = walk;

    /* A walk that ends where it came by itself has gone round a cycle. One that meets an earlier walk has
     * found nothing new. */
    for (; y > 0 && visit[y] == 0; y = arc[y])
      visit[y] = walk;
    n_cycles += y > 0 && visit[y] == walk;
  }
  return n_cycles;
}

/* (K5) for the words without head and those with a wrong one, with which a cycle can be. */
static int
find_loss (const Covington *covington, const int *made, const After *after)
{
  const int *gold = covington->gold->heads;
  int n = covington->gold->n, n_lost = 0;

  covington->arc[0] = -1;
  for (int y = 1; y <= n; y++) {
    int x = gold[y], head = y == after->dependent ? after->head : made[y];
    gboolean is_kept = head == x || (head < 0 && x == 0 && covington->hangs_rest); /* (K1) */

    if (!is_kept && head < 0) /* else (K2) */
      is_kept = !is_past (after, x, y) && root_after (covington, after, x) != y;
    n_lost += !is_kept;
    /* The arc that y is to have: the one that is made, else its gold one if that can still be made. */
    covington->arc[y] = head >= 0 ? head : is_kept ? x : -1;
  }
  return n_lost + count_cycles (covington);
}

/* (K5) where all arcs made are gold: only (K3) can lose one. */
static int
find_loss_on_gold_path (const Covington *covington, const int *made, const After *after)
{
  const int *gold = covington->gold->heads;
  int n = covington->gold->n, n_lost = 0;

  for (int y = 1; y <= n; y++) {
    int x = gold[y];
    gboolean is_open = made[y] < 0 && y != after->dependent && (x != 0 || !covington->hangs_rest);

    n_lost += is_open && is_past (after, x, y);
  }
  return n_lost;
}

static After
after_transition (const TbkConfiguration *c, int t)
{
  /* i is the last word of lambda 1, next the one before it. All transitions but SH move i to lambda 2, so
   * that next is then the last. */
  int j = tbk_configuration_front (c);
  int i = c->depth > 0 ? c->stack[c->depth - 1].word : -1;
  int next = c->depth > 1 ? c->stack[c->depth - 2].word : -1;

  switch (t) {
  case COVINGTON_SH:
    return (After){ j, j + 1, -1, -1 };
  case COVINGTON_LA:
    return (After){ next, j, j, i };
  case COVINGTON_RA:
    return (After){ next, j, i, j };
  default:
    return (After){ next, j, -1, -1 };
  }
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *c, guint allowed, int *found, GError **error)
{
  Covington *covington = solver;
  const int *gold = covington->gold->heads;
  int n_gold = 0, n_wrong = 0;

  (void) error;
  for (int y = 1; y <= c->n; y++) {
    n_gold += c->heads[y] == gold[y];
    n_wrong += c->heads[y] >= 0 && c->heads[y] != gold[y];
  }
  /* Roots are asked for only where a wrong arc is made, or may be by this transition. */
  if (n_wrong > 0 || (allowed >> COVINGTON_LA & 1) != 0 || (allowed >> COVINGTON_RA & 1) != 0)
    find_roots (covington, c->heads);
  for (int t = 0; t < c->system->n_transitions; t++) {
    After after = after_transition (c, t);
    gboolean is_gold_path = n_wrong == 0 && (after.dependent < 0 || gold[after.dependent] == after.head);

    if ((allowed >> t & 1) != 0)
      found[t] =
          c->n - n_gold - (is_gold_path ? find_loss_on_gold_path : find_loss) (covington, c->heads, &after);
  }
  return SOLVER_DONE;
}

static const SolverKind solver_covington = {
  .make = make,
  .free = covington_free,
  .set_gold = set_gold,
  .values = values,
};

/* 2. covington_projective_exact: exact values for projective list-based parsing and projective gold trees.
 *
 * With S for lambda 1, or for lambda 1, lambda 2 and the front after a shift, and j for the front that is
 * then looked at first, the words d that lose their gold head h are
 *
 *   (P1)  H(d) is made and is not h
 *   (P2)  H(d) is not made, d >= j, and h < j is not in S
 *   (P3)  H(d) is not made, d < j, and h < j, or d is not in S
 *
 * their number is A(S,j), the loss of arc-eager parsing with the stack S where words without head may stay;
 * and the loss of a configuration is
 *
 *   (P4)  min ( A(lambda 1, j), A(lambda 1 + lambda 2 + j, j + 1) ),  or A(lambda 1 + lambda 2, n + 1) if no
 *         input remains
 *
 * Reason for just two alternatives. Either j makes one more arc with a word of lambda 1, or it makes none.
 * If it does, that arc covers lambda 2, whose words are dropped: what can be made is what arc-eager
 * parsing can make with the stack lambda 1 and the front j. If it does not, no_arc and shift follow, and
 * shift puts the words of lambda 2 back behind those of lambda 1. So shift might as well come at once,
 * however many words no_arc would have passed; j is then the last word of lambda 1. The minimum may be
 * taken over both: A(lambda 1, j) also counts computations in which j makes no arc, but these give up
 * lambda 2 for nothing.
 *
 * For a gold tree that is not projective this is a lower bound only, by which a search is guided.
 *
 * Cost      O(n) for each transition.
 */

typedef struct {
  gboolean if_projective;
  const Gold *gold;
  Candidates candidates;
  int *scratch;
  int n_allocated;
} CovingtonProjective;

static const gboolean covington_if_projective = TRUE;

static gpointer
projective_make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  CovingtonProjective *covington = g_new0 (CovingtonProjective, 1);

  (void) system;
  (void) policy;
  covington->if_projective = parameters != NULL;
  return covington;
}

static void
projective_free (gpointer solver)
{
  CovingtonProjective *covington = solver;

  candidates_clear (&covington->candidates);
  g_free (covington->scratch);
  g_free (covington);
}

static SolverAnswer
projective_set_gold (gpointer solver, const Gold *gold, GError **error)
{
  CovingtonProjective *covington = solver;

  if (covington->if_projective && !gold->is_projective)
    return SOLVER_PASSES;
  covington->gold = gold;
  return reserve_words (&covington->scratch, &covington->n_allocated, gold->n, sizeof (int), error)
             ? SOLVER_DONE
             : SOLVER_FAILED;
}

enum { IN_FIRST = 1, IN_SECOND };

/* The words that have no head and do not lose their gold one, by (P4): n_stay counts for A(lambda 1, j),
 * n_shift for the other. A word with a head is counted nowhere: (P1), or its gold arc is made. */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *list = scratch; /* of each word: which list it is in, or 0 */
  int j = tbk_configuration_front (c), n_stay = 0, n_shift = 0;

  memset (list, 0, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    list[c->stack[i].word] = IN_FIRST;
  for (int i = 0; i < c->n_second; i++)
    list[c->second[i]] = IN_SECOND;
  for (int d = 1; d <= c->n; d++) {
    int h = gold->heads[d];

    if (c->heads[d] >= 0)
      continue;
    /* Arcs that (P2) does not lose, else those that (P3) does not. */
    n_stay += d >= j ? h >= j || list[h] == IN_FIRST : h >= j && list[d] == IN_FIRST;
    n_shift += d > j ? h >= j || list[h] != 0 : h > j && (d == j || list[d] != 0);
  }
  return j <= c->n ? MAX (n_stay, n_shift) : n_shift;
}

static const SearchGuide covington_projective_guide = { .bound = count_open };

static int
score (gpointer solver, const Gold *gold, const Candidate *candidate)
{
  return count_open (gold, candidate->after, ((CovingtonProjective *) solver)->scratch);
}

static SolverAnswer
projective_values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found,
                   GError **error)
{
  CovingtonProjective *covington = solver;

  if (!candidates_reserve (&covington->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  candidates_values (&covington->candidates, configuration, allowed, covington->gold, score, covington,
                     found);
  return SOLVER_DONE;
}

static const SolverKind solver_covington_projective = {
  .make = projective_make,
  .free = projective_free,
  .set_gold = projective_set_gold,
  .values = projective_values,
};

/* 3. covington: list-based parsing: every word of the input meets the words before it one by one.
 *
 * The stack is the first list, lambda 1, the second list lambda 2; j is the front of the input, i the last
 * word of lambda 1. Non-projective parsing keeps all words in the lists, so that lambda 1 is 0..i and lambda
 * 2 i+1..j-1; projective parsing drops what an arc covers.
 */

static const TbkTransition nonprojective[] = {
  [COVINGTON_SH] = { .key = "SH",
                     .name = "shift",
                     .needs = TBK_NEEDS_INPUT,
                     .second = TBK_SECOND_RETURNS,
                     .push = TBK_LABEL_NONE },
  [COVINGTON_NA] = { .key = "NA",
                     .name = "no_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT,
                     .second = TBK_SECOND_GROWS },
  [COVINGTON_LA] = { .key = "LA",
                     .name = "left_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT | TBK_NEEDS_NO_CYCLE,
                     .not_root = TBK_PLACE_TOP,
                     .headless = TBK_PLACE_TOP,
                     .head = TBK_PLACE_FRONT,
                     .dependent = TBK_PLACE_TOP,
                     .second = TBK_SECOND_GROWS },
  [COVINGTON_RA] = { .key = "RA",
                     .name = "right_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT | TBK_NEEDS_NO_CYCLE,
                     .headless = TBK_PLACE_FRONT,
                     .head = TBK_PLACE_TOP,
                     .dependent = TBK_PLACE_FRONT,
                     .second = TBK_SECOND_GROWS },
};

static const TbkTransition projective[] = {
  [COVINGTON_SH] = { .key = "SH",
                     .name = "shift",
                     .needs = TBK_NEEDS_INPUT,
                     .second = TBK_SECOND_RETURNS,
                     .push = TBK_LABEL_NONE },
  [COVINGTON_NA] = { .key = "NA",
                     .name = "no_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT,
                     .not_root = TBK_PLACE_TOP,
                     .headed = TBK_PLACE_TOP,
                     .second = TBK_SECOND_GROWS },
  [COVINGTON_LA] = { .key = "LA",
                     .name = "left_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT,
                     .not_root = TBK_PLACE_TOP,
                     .headless = TBK_PLACE_TOP,
                     .head = TBK_PLACE_FRONT,
                     .dependent = TBK_PLACE_TOP,
                     .popped = TBK_PLACE_TOP,
                     .second = TBK_SECOND_FORGOTTEN },
  [COVINGTON_RA] = { .key = "RA",
                     .name = "right_arc",
                     .depth = 1,
                     .needs = TBK_NEEDS_INPUT,
                     .headless = TBK_PLACE_FRONT,
                     .head = TBK_PLACE_TOP,
                     .dependent = TBK_PLACE_FRONT,
                     .second = TBK_SECOND_FORGOTTEN,
                     .push = TBK_LABEL_NONE },
};

static const TbkPolicy policies[] = {
  { "none", "all sequences count" },
};

/* NA on the way to a word further left that has an arc with j. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads;
  int i = static_stack_word (c, 0), j = tbk_configuration_front (c);

  if (j > c->n)
    return -1;
  if (i > 0 && heads[i] == j)
    return COVINGTON_LA;
  if (heads[j] == i && i >= 0)
    return COVINGTON_RA;
  return i >= 0 && static_first_partner (oracle, j) < i ? COVINGTON_NA : COVINGTON_SH;
}

static const StaticKind static_oracle = { .choose = choose };

#define COVINGTON(NAME, TITLE, ABOUT, TRANSITIONS, EMPTY, REST, PROJECTIVE, SOLVERS)                           \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Covington (2001); Nivre (2008)",                                                            \
      .title = TITLE,  \
      .first = "Covington (2001); Nivre (2008)",  \
      .about = ABOUT,  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = EMPTY,                                                                                 \
      .hangs_rest = REST,                                                                                    \
      .root = TBK_LABEL_NONE,                                                                                \
      .labels = TBK_LABEL_NONE,                                                                              \
      .final = TBK_FINAL_NO_INPUT,                                                                           \
      .features = TBK_HAS_SECOND | TBK_HAS_HEADS, \
      .builds_projective = PROJECTIVE, \
    },                                                                                                       \
    .solvers = SOLVERS,                                                                                      \
    .n_solvers = G_N_ELEMENTS (SOLVERS),                                                                     \
    .static_oracle = &static_oracle, \
  }

static const Solver nonprojective_solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_covington, NULL },
};

/* The linear method is exact for projective gold trees; elsewhere it guides a search. */
static const Solver projective_solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_covington_projective, &covington_if_projective },
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_search, &covington_projective_guide },
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_covington_projective, NULL },
};

#define NONPROJECTIVE_TITLE "list-based, non-projective"
#define NONPROJECTIVE_ABOUT                                                                                  \
  "Each word of the input meets the words before it, one by one. Every tree can be built."

const Record record_covington = COVINGTON ("covington", NONPROJECTIVE_TITLE, NONPROJECTIVE_ABOUT,
                                           nonprojective, FALSE, FALSE, FALSE, nonprojective_solvers);
const Record record_covington_root =
    COVINGTON ("covington:complete=root", NONPROJECTIVE_TITLE, NONPROJECTIVE_ABOUT, nonprojective, FALSE,
               TRUE, FALSE, nonprojective_solvers);
const Record record_covington_noroot =
    COVINGTON ("covington:start=noroot", NONPROJECTIVE_TITLE, NONPROJECTIVE_ABOUT, nonprojective, TRUE, TRUE,
               FALSE, nonprojective_solvers);
const Record record_covington_projective =
    COVINGTON ("covington-projective", "list-based, projective",
               "As covington, for projective trees only: words under an arc leave the lists.", projective,
               FALSE, FALSE, TRUE, projective_solvers);
