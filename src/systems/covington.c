/* covington.c - list-based parsing: every word of the input meets the words before it one by one.
 *
 * The stack is the first list, lambda 1, the second list lambda 2; j is the front of the input, i the last
 * word of lambda 1. Non-projective parsing keeps all words in the lists, so that lambda 1 is 0..i and lambda
 * 2 i+1..j-1; projective parsing drops what an arc covers.
 */
#include "systems/covington.h"

#include "systems/systems.h"

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
  { "none", "all computations count" },
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
  "Each word of the input meets the words before it one by one: every tree can be built."

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
               "The same for projective trees: words that an arc covers leave the lists.", projective, FALSE,
               FALSE, TRUE, projective_solvers);
