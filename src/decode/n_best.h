/* n_best.h - the projective trees of a sentence from the best on. */
#ifndef DECODE_N_BEST_H
#define DECODE_N_BEST_H

#include "decode/decode.h"

/* Begins with a sentence of n words: @rows as scores_costs_matrix() fills them; they stay there. Memory that
 * it needs beside the chart grows with the trees that are asked for. */
gboolean n_best_begin (DecodeWorker *worker, int n, const double *rows, gboolean has_any_root,
                       GError **error);

/* Writes heads[1..n] of the next tree and returns 1; 0 if there are no more; -1 with @error set without
 * memory. */
int n_best_next (DecodeWorker *worker, int *heads, GError **error);

extern const DecodeTask n_best_task;

#endif
