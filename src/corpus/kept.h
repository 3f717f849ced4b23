/* kept.h - in how many of its optimal projective trees each arc of a sentence is kept. */
#ifndef CORPUS_KEPT_H
#define CORPUS_KEPT_H

#include "tbk/projectivize.h"

typedef struct {
  mpz_t *numbers; /* by word */
  gsize n_numbers, n_allocated;
} KeptArcs;

/* Sets @count, and the numbers of words 1..n. */
gboolean kept_arcs_count (KeptArcs *kept, TbkProjectivizer *projectivizer, const int *heads, int n,
                          mpz_t count, int *lost_arcs, GError **error);

void kept_arcs_clear (KeptArcs *kept);

#endif
