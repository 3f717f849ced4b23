/* arc_eager_nederhof.c - arc-eager parsing: as first published, by labels, corrected and uncorrected; its static
 * oracles.
 *
 * Contents
 *   1. arc_eager_static: static oracles for all forms of arc-eager parsing, and their two orders
 *   2. arc_eager_nederhof: arc-eager parsing: as first published, by labels, corrected and uncorrected
 */
#include "systems/arc_eager_exact.h"
#include "systems/systems.h"

/* 1. arc_eager_static: static oracles for all forms of arc-eager parsing, and their two orders.
 *
 * An arc is made as soon as it can be. When none can, reduce before shift pops a word that has its head and
 * all its children. Shift before reduce pops one only if a word deeper in the stack has an arc with the
 * front. Both build every projective tree, in as many steps. With the gold arcs 0 -> 1, 1 -> 2, 1 -> 3, 1
 * -> 4 both begin RA RA: the stack is 0 1 2. 2 has its head and no children, and 1 has an arc with the
 * front 3, so either order pops it.
 */

enum { REDUCE_BEFORE_SHIFT, SHIFT_BEFORE_REDUCE };

static const char *const orders[] = {
  [REDUCE_BEFORE_SHIFT] = "reduce-before-shift", [SHIFT_BEFORE_REDUCE] = "shift-before-reduce", NULL
};

/* Returns TRUE if the top, which has label R and is not 0, is popped before the front is shifted. */
static gboolean
is_due (const TbkStaticOracle *oracle, int top, int front)
{
  return oracle->order == REDUCE_BEFORE_SHIFT ? oracle->pending[top] == 0
                                              : static_first_partner (oracle, front) < top;
}

/* Chooses where no input remains: a word is reduced or, without a head, returns to the input. */
static int
choose_last (const TbkConfiguration *c)
{
  gboolean is_headless = c->depth > 0 && c->stack[c->depth - 1].label == TBK_LABEL_L;

  return is_headless && c->system->n_transitions > ARC_EAGER_UN ? ARC_EAGER_UN : ARC_EAGER_RE;
}

/* A gold arc between top and front is made at once: nothing can come between the two any more. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads;
  int top = static_stack_word (c, 0), front = tbk_configuration_front (c);

  if (front > c->n)
    return choose_last (c);
  if (top > 0 && heads[top] == front)
    return ARC_EAGER_LA;
  if (heads[front] == top)
    return ARC_EAGER_RA;
  if (top > 0 && c->stack[c->depth - 1].label == TBK_LABEL_R && is_due (oracle, top, front))
    return ARC_EAGER_RE;
  return ARC_EAGER_SH;
}

const StaticKind arc_eager_static = { .orders = orders, .choose = choose };

/* 2. arc_eager_nederhof: arc-eager parsing: as first published, by labels, corrected and uncorrected.
 *
 * Label L is that of words pushed by shift, R that of words pushed by right_arc. Word 0 has R and is
 * never popped, because every reduce needs an element under the top.
 *
 * The forms differ in when an arc to the right is made, and in what may be reduced:
 *
 *   published      right_arc makes the arc; reduce pops a word that has its head, any other is stuck
 *   labelled       the same by labels; reduce_correct pops a word of label L as a child of the word under it
 *   corrected      right_arc makes no arc yet; reduce pops any word as a child of the word under it
 *   uncorrected    as corrected, but reduce pops only words of label R
 *
 * An example with the gold arcs 0 -> 2, 2 -> 1, 2 -> 3, in the corrected form; labels behind the words:
 *
 *   SH    0R 1L | 2 3
 *   LA    0R | 2 3          2 -> 1
 *   RA    0R 2R | 3
 *   RA    0R 2R 3R |
 *   RE    0R 2R |           2 -> 3
 *   RE    0R |              0 -> 2
 */

#define NONE TBK_LABEL_NONE
#define L    TBK_LABEL_L
#define R    TBK_LABEL_R

/* Nederhof (2021), Table 3. right_arc also asks in print that the front have no head, which it never can
 * have. */
static const TbkTransition published[] = {
  [ARC_EAGER_SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = NONE },
  [ARC_EAGER_LA] = { .key = "LA",
                     .name = "left_arc",
                     .needs = TBK_NEEDS_INPUT,
                     .not_root = TBK_PLACE_TOP,
                     .headless = TBK_PLACE_TOP,
                     .head = TBK_PLACE_FRONT,
                     .dependent = TBK_PLACE_TOP,
                     .popped = TBK_PLACE_TOP },
  [ARC_EAGER_RA] = { .key = "RA",
                     .name = "right_arc",
                     .needs = TBK_NEEDS_INPUT,
                     .head = TBK_PLACE_TOP,
                     .dependent = TBK_PLACE_FRONT,
                     .push = NONE },
  [ARC_EAGER_RE] = { .key = "RE", .name = "reduce", .headed = TBK_PLACE_TOP, .popped = TBK_PLACE_TOP },
};

const Record record_arc_eager_published = {
  .system = {
    .name = "arc-eager-published",
    .source = "Nivre (2008), p. 525; Nederhof (2021), Table 3",
    .title = "arc-eager as first published",
    .first = "Nivre (2003)",
    .about = "An arc is made as soon as its head and its dependent have been seen. The parser can get "
             "stuck, so there is no oracle for it.",
    .transitions = published,
    .n_transitions = G_N_ELEMENTS (published),
    .root = NONE,
    .labels = NONE,
    .features = TBK_HAS_HEADS,
  },
};

#define SHIFT                                                                                                \
  {                                                                                                          \
    .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = L                                        \
  }
#define LEFT_ARC                                                                                             \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .needs = TBK_NEEDS_INPUT, .top = L, .head = TBK_PLACE_FRONT,            \
    .dependent = TBK_PLACE_TOP, .popped = TBK_PLACE_TOP                                                      \
  }
/* Without an arc: it is made when the word is reduced. */
#define RIGHT_ARC                                                                                            \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .needs = TBK_NEEDS_INPUT, .related = TBK_PLACE_FRONT, .push = R        \
  }

/* Nederhof (2021), Table 4. */
static const TbkTransition labelled[] = {
  SHIFT,
  LEFT_ARC,
  { .key = "RA",
    .name = "right_arc",
    .needs = TBK_NEEDS_INPUT,
    .head = TBK_PLACE_TOP,
    .dependent = TBK_PLACE_FRONT,
    .push = R },
  { .key = "RE", .name = "reduce", .depth = 2, .under = L | R, .top = R, .popped = TBK_PLACE_TOP },
  { .key = "RC",
    .name = "reduce_correct",
    .depth = 2,
    .under = L | R,
    .top = L,
    .head = TBK_PLACE_UNDER,
    .dependent = TBK_PLACE_TOP,
    .popped = TBK_PLACE_TOP },
};

const Record record_arc_eager_labelled = {
  .system = {
    .name = "arc-eager-labelled",
    .source = "Nederhof (2021), Table 4",
    .title = "arc-eager by labels",
    .first = "Nederhof (2021)",
    .about = "As arc-eager-published, but stack words have labels, and one more transition keeps the parser "
             "from getting stuck. For an oracle use arc-eager-nederhof, where that transition is part of "
             "RE.",
    .transitions = labelled,
    .n_transitions = G_N_ELEMENTS (labelled),
    .root = R,
    .labels = L | R,
  },
};

static const TbkPolicy policies[ARC_EAGER_N_POLICIES] = {
  [ARC_EAGER_SHIFT_BEFORE_REDUCE] = { "shift-before-reduce",
                                      "as none, and no shift follows directly on reduce" },
  [ARC_EAGER_FREE] = { "free", "all sequences count" },
  [ARC_EAGER_NONE] = { "none", "a word that is shifted later is not popped by reduce" },
  [ARC_EAGER_REDUCE_BEFORE_SHIFT] = { "reduce-before-shift",
                                      "as strict-reduce-before-shift, but reduce may follow left_arc if it "
                                      "pops a word that was below the top of the stack when the oracle was "
                                      "asked" },
  [ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT] = { "strict-reduce-before-shift",
                                             "as none, and no reduce follows directly on left_arc" },
};

/* The formulas of 2021, section 5, are for these policies. */
#define LINEAR_POLICIES (ALL_POLICIES & ~(1u << ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT))

/* Nederhof (2021), Table 6. */
static const TbkTransition corrected[] = {
  [ARC_EAGER_SH] = SHIFT,
  [ARC_EAGER_LA] = LEFT_ARC,
  [ARC_EAGER_RA] = RIGHT_ARC,
  [ARC_EAGER_RE] = { .key = "RE",
                     .name = "reduce",
                     .depth = 2,
                     .under = L | R,
                     .top = L | R,
                     .head = TBK_PLACE_UNDER,
                     .dependent = TBK_PLACE_TOP,
                     .popped = TBK_PLACE_TOP },
};

static const Solver corrected_solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &arc_eager_nederhof_variation },
  { TBK_METHOD_LINEAR, LINEAR_POLICIES, &solver_arc_eager_nederhof_linear, NULL },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &arc_eager_nederhof_translation },
};

const Record record_arc_eager_nederhof = {
  .system = {
    .name = "arc-eager-nederhof",
    .source = "Nederhof (2021), Table 6",
    .title = "arc-eager with promised arcs",
    .first = "Nivre (2003)",
    .about = "RA promises the front a head to its left, and RE makes that arc. The parser ends when only 0 "
             "is left. The system of textbooks is arc-eager.",
    .transitions = corrected,
    .n_transitions = G_N_ELEMENTS (corrected),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = R,
    .labels = L | R,
    .builds_projective = TRUE,
  },
  .solvers = corrected_solvers,
  .n_solvers = G_N_ELEMENTS (corrected_solvers),
  .static_oracle = &arc_eager_static,
};

static const TbkTransition uncorrected[] = {
  [ARC_EAGER_SH] = SHIFT,
  [ARC_EAGER_LA] = LEFT_ARC,
  [ARC_EAGER_RA] = RIGHT_ARC,
  [ARC_EAGER_RE] = { .key = "RE",
                     .name = "reduce",
                     .depth = 2,
                     .under = L | R,
                     .top = R,
                     .head = TBK_PLACE_UNDER,
                     .dependent = TBK_PLACE_TOP,
                     .popped = TBK_PLACE_TOP },
};

static const Solver uncorrected_solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &arc_eager_nederhof_uncorrected_variation },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &arc_eager_nederhof_uncorrected_translation },
};

const Record record_arc_eager_nederhof_uncorrected = {
  .system = {
    .name = "arc-eager-nederhof-uncorrected",
    .source = "Nederhof (2021), Table 6, reduce for label R only, as Table 4 without reduce_correct",
    .title = "arc-eager with promised arcs, uncorrected",
    .first = "Nivre (2003)",
    .about = "As arc-eager-nederhof, but only words that were promised a head can be reduced. The parser "
             "can get stuck.",
    .transitions = uncorrected,
    .n_transitions = G_N_ELEMENTS (uncorrected),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = R,
    .labels = L | R,
    .builds_projective = TRUE,
  },
  .solvers = uncorrected_solvers,
  .n_solvers = G_N_ELEMENTS (uncorrected_solvers),
  .static_oracle = &arc_eager_static,
};
