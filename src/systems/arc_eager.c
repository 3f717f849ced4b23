/* arc_eager.c - arc-eager parsing: as first published, by labels, corrected and uncorrected.
 *
 * Label L is that of words pushed by shift, R that of words pushed by right_arc. Word 0 has R and is
 * never popped, because every reduce needs an element under the top.
 */
#include "tbk/transition.h"

#define NONE TBK_LABEL_NONE
#define L    TBK_LABEL_L
#define R    TBK_LABEL_R

/* right_arc also asks in print that the front have no head, which it never can have. */
static const TbkTransition nivre[] = {
  [TBK_ARC_EAGER_SH] = { .key = "SH", .name = "shift", .front = TRUE, .push = NONE },
  [TBK_ARC_EAGER_LA] = { .key = "LA",
                         .name = "left_arc",
                         .front = TRUE,
                         .not_root = TBK_PLACE_TOP,
                         .top_head = TBK_HEAD_MISSING,
                         .head = TBK_PLACE_FRONT,
                         .dependent = TBK_PLACE_TOP,
                         .popped = TBK_PLACE_TOP },
  [TBK_ARC_EAGER_RA] = { .key = "RA",
                         .name = "right_arc",
                         .front = TRUE,
                         .head = TBK_PLACE_TOP,
                         .dependent = TBK_PLACE_FRONT,
                         .push = NONE },
  [TBK_ARC_EAGER_RE] = { .key = "RE", .name = "reduce", .top_head = TBK_HEAD_MADE, .popped = TBK_PLACE_TOP },
};

const TbkSystem tbk_arc_eager_nivre = {
  .name = "arc-eager-nivre",
  .source = "Nivre (2008), p. 525; Nederhof (2021), Table 3",
  .transitions = nivre,
  .n_transitions = G_N_ELEMENTS (nivre),
  .root = NONE,
  .labels = NONE,
};

#define SHIFT                                                                                                \
  {                                                                                                          \
    .key = "SH", .name = "shift", .front = TRUE, .push = L                                                   \
  }
#define LEFT_ARC                                                                                             \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .top = L, .front = TRUE, .head = TBK_PLACE_FRONT,                       \
    .dependent = TBK_PLACE_TOP, .popped = TBK_PLACE_TOP                                                      \
  }
/* Without an arc: it is made when the word is reduced. */
#define RIGHT_ARC                                                                                            \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .front = TRUE, .push = R                                               \
  }

static const TbkTransition labelled[] = {
  SHIFT,
  LEFT_ARC,
  { .key = "RA",
    .name = "right_arc",
    .front = TRUE,
    .head = TBK_PLACE_TOP,
    .dependent = TBK_PLACE_FRONT,
    .push = R },
  { .key = "RE", .name = "reduce", .under = L | R, .top = R, .popped = TBK_PLACE_TOP },
  { .key = "RC",
    .name = "reduce_correct",
    .under = L | R,
    .top = L,
    .head = TBK_PLACE_UNDER,
    .dependent = TBK_PLACE_TOP,
    .popped = TBK_PLACE_TOP },
};

const TbkSystem tbk_arc_eager_labelled = {
  .name = "arc-eager-labelled",
  .source = "Nederhof (2021), Table 4",
  .transitions = labelled,
  .n_transitions = G_N_ELEMENTS (labelled),
  .root = R,
  .labels = L | R,
};

static const TbkTransition corrected[] = {
  [TBK_ARC_EAGER_SH] = SHIFT,
  [TBK_ARC_EAGER_LA] = LEFT_ARC,
  [TBK_ARC_EAGER_RA] = RIGHT_ARC,
  [TBK_ARC_EAGER_RE] = { .key = "RE",
                         .name = "reduce",
                         .under = L | R,
                         .top = L | R,
                         .head = TBK_PLACE_UNDER,
                         .dependent = TBK_PLACE_TOP,
                         .popped = TBK_PLACE_TOP },
};

const TbkSystem tbk_arc_eager = {
  .name = "arc-eager",
  .source = "Nederhof (2021), Table 6",
  .transitions = corrected,
  .n_transitions = G_N_ELEMENTS (corrected),
  .root = R,
  .labels = L | R,
};

static const TbkTransition uncorrected[] = {
  [TBK_ARC_EAGER_SH] = SHIFT,
  [TBK_ARC_EAGER_LA] = LEFT_ARC,
  [TBK_ARC_EAGER_RA] = RIGHT_ARC,
  [TBK_ARC_EAGER_RE] = { .key = "RE",
                         .name = "reduce",
                         .under = L | R,
                         .top = R,
                         .head = TBK_PLACE_UNDER,
                         .dependent = TBK_PLACE_TOP,
                         .popped = TBK_PLACE_TOP },
};

const TbkSystem tbk_arc_eager_uncorrected = {
  .name = "arc-eager-uncorrected",
  .source = "Nederhof (2021), Table 6, reduce for label R only, as Table 4 without reduce_correct",
  .transitions = uncorrected,
  .n_transitions = G_N_ELEMENTS (uncorrected),
  .root = R,
  .labels = L | R,
};
