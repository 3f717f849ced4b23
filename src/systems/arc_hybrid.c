/* arc_hybrid.c - arc-hybrid parsing: left children from the front of the input, right ones from the stack.
 *
 * Its computations are those of corrected arc-eager parsing (2021, Table 6) without right_arc: shift pushes
 * label L, right_arc is the reduce that pops a word of any label. There a word that comes by right_arc can
 * do nothing that one that is shifted cannot, if that may be reduced. So the values are those of the policy
 * `free`, by the same grammar and the same states.
 *
 *   (Y15) shift       max ( as in arc-eager parsing, [a_k -> b] + A(k,b) )
 *   (Y16) left_arc    [b -> a_k] + B(k-1,b)
 *   (Y17) right_arc   gain(k) + B(k-1,b), or P(k) if no input remains
 */
#include "systems/arc_eager_exact.h"
#include "systems/systems.h"
#include "tbk/tabular.h"

#define L TBK_LABEL_L
#define R TBK_LABEL_R

enum { SH, LA, RA };

static const TbkTransition transitions[] = {
  [SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = L },
  [LA] = { .key = "LA",
           .name = "left_arc",
           .depth = 2,
           .needs = TBK_NEEDS_INPUT,
           .head = TBK_PLACE_FRONT,
           .dependent = TBK_PLACE_TOP,
           .popped = TBK_PLACE_TOP },
  [RA] = { .key = "RA",
           .name = "right_arc",
           .depth = 2,
           .head = TBK_PLACE_UNDER,
           .dependent = TBK_PLACE_TOP,
           .popped = TBK_PLACE_TOP },
};

/* A word that has all its children goes to its head as soon as it can. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = static_stack_word (c, 0), front = tbk_configuration_front (c);

  if (front <= c->n && static_is_complete_arc (oracle, front, top))
    return LA;
  return static_is_complete_arc (oracle, static_stack_word (c, 1), top) ? RA : SH;
}

static const StaticKind static_oracle = { .choose = choose };

static const TbkPolicy policies[] = {
  { "none", "all sequences count" },
};

static void
translate (const Candidate *candidate, int policy, TbkWeightedString *string)
{
  (void) policy;
  arc_eager_nederhof_translation.translate (candidate, ARC_EAGER_FREE, string);
}

/* (Y15) to (Y17) */
static void
find_values (Exact *s, guint allowed, int *values)
{
  int k = s->k, b = s->b;

  if ((allowed >> SH & 1) != 0)
    values[SH] =
        MAX (arc_eager_free_shift (s), (s->gold->heads[b] == exact_word_of (s, k)) + arc_eager_A (s, k, b));
  if ((allowed >> LA & 1) != 0)
    values[LA] = (s->gold->heads[exact_word_of (s, k)] == b) + arc_eager_B (s, KIND_B, k - 1, b);
  if ((allowed >> RA & 1) != 0)
    values[RA] = b <= s->n ? s->places[k].gain + arc_eager_B (s, KIND_B, k - 1, b) : s->places[k].reduced;
}

static const Translation translation = { &arc_eager_nederhof_grammar, translate, arc_eager_nederhof_symbols,
                                         arc_eager_nederhof_terminals };

static const ArcEagerVariation variation = {
  .family = { .values = find_values, .compute = arc_eager_compute, .add_arcs = arc_eager_add_arcs },
  .counts_root = TRUE,
};

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &variation },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &translation },
};

const Record record_arc_hybrid = {
  .system = {
    .name = "arc-hybrid",
    .source = "Kuhlmann, Gómez-Rodríguez and Satta (2011)",
    .title = "arc-hybrid",
    .first = "Kuhlmann, Gómez-Rodríguez and Satta (2011)",
    .about = "A left dependent is attached to the front, as in arc-eager; a right one to the word under the "
             "top, as in arc-standard.",
    .transitions = transitions,
    .n_transitions = G_N_ELEMENTS (transitions),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = R,
    .labels = L,
    .builds_projective = TRUE,
  },
  .solvers = solvers,
  .n_solvers = G_N_ELEMENTS (solvers),
  .static_oracle = &static_oracle,
};
