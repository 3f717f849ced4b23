/* normalized.c - normalized arc-eager parsing: shift first, then decide between left and right child. */
#include "tbk/transition.h"

#define L TBK_LABEL_L
#define R TBK_LABEL_R
#define N TBK_LABEL_N

static const TbkTransition transitions[] = {
  [TBK_NORMALIZED_SH] = { .key = "SH", .name = "shift", .top = L | R, .front = TRUE, .push = N },
  [TBK_NORMALIZED_LC] = { .key = "LC", .name = "left_child", .top = N, .relabel = L },
  [TBK_NORMALIZED_RC] = { .key = "RC", .name = "right_child", .top = N, .relabel = R },
  [TBK_NORMALIZED_RL] = { .key = "RL",
                          .name = "reduce_left",
                          .under = L | R,
                          .top = L | R,
                          .head = TBK_PLACE_UNDER,
                          .dependent = TBK_PLACE_TOP,
                          .popped = TBK_PLACE_TOP },
  [TBK_NORMALIZED_RR] = { .key = "RR",
                          .name = "reduce_right",
                          .under = L,
                          .top = N,
                          .head = TBK_PLACE_TOP,
                          .dependent = TBK_PLACE_UNDER,
                          .popped = TBK_PLACE_UNDER },
};

const TbkSystem tbk_arc_eager_normalized = {
  .name = "arc-eager-normalized",
  .source = "Nederhof (2021), Table 8",
  .transitions = transitions,
  .n_transitions = G_N_ELEMENTS (transitions),
  .root = R,
  .labels = L | R,
  .top_labels = N,
};
