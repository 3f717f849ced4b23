/* shift_reduce.c - shift-reduce parsing, without and with labels. */
#include "tbk/transition.h"

#define NONE TBK_LABEL_NONE
#define N    TBK_LABEL_N
#define C    TBK_LABEL_C

static const TbkTransition plain[] = {
  [TBK_SHIFT_REDUCE_SH] = { .key = "SH", .name = "shift", .front = TRUE, .push = NONE },
  [TBK_SHIFT_REDUCE_RL] = { .key = "RL",
                            .name = "reduce_left",
                            .under = NONE,
                            .head = TBK_PLACE_UNDER,
                            .dependent = TBK_PLACE_TOP,
                            .popped = TBK_PLACE_TOP },
  [TBK_SHIFT_REDUCE_RR] = { .key = "RR",
                            .name = "reduce_right",
                            .under = NONE,
                            .not_root = TBK_PLACE_UNDER,
                            .head = TBK_PLACE_TOP,
                            .dependent = TBK_PLACE_UNDER,
                            .popped = TBK_PLACE_UNDER },
};

const TbkSystem tbk_shift_reduce = {
  .name = "shift-reduce",
  .source = "Nederhof (2019), Table 1; Nederhof (2021), Table 1",
  .transitions = plain,
  .n_transitions = G_N_ELEMENTS (plain),
  .root = NONE,
  .labels = NONE,
};

static const TbkTransition left_before_right[] = {
  { .key = "SH", .name = "shift", .top = C, .front = TRUE, .push = N },
  { .key = "CO", .name = "complete", .top = N, .relabel = C },
  { .key = "RL",
    .name = "reduce_left",
    .under = C,
    .top = C,
    .head = TBK_PLACE_UNDER,
    .dependent = TBK_PLACE_TOP,
    .popped = TBK_PLACE_TOP },
  { .key = "RR",
    .name = "reduce_right",
    .under = C,
    .top = N,
    .not_root = TBK_PLACE_UNDER,
    .head = TBK_PLACE_TOP,
    .dependent = TBK_PLACE_UNDER,
    .popped = TBK_PLACE_UNDER },
};

const TbkSystem tbk_left_before_right = {
  .name = "left-before-right",
  .source = "Nederhof (2021), Table 2",
  .transitions = left_before_right,
  .n_transitions = G_N_ELEMENTS (left_before_right),
  .root = C,
  .labels = C,
  .top_labels = N,
};
