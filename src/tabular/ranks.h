/* ranks.h - the n best of a sentence put in order of their scores.
 *
 * Charts add scores up in an order of their own, so that two results can come the other way round than the sums that are
 * returned for them. Mostly all are in order: then nothing is moved, and no memory is needed.
 */
#ifndef TABULAR_RANKS_H
#define TABULAR_RANKS_H

#include <glib.h>

/* Rows of the caller, one for each result. */
typedef struct {
  gpointer first; /* NULL: there are none */
  gsize size;     /* bytes of a row */
} RankedRows;

/* Returns the score of the result at @place. */
typedef double (*RankScore) (gconstpointer data, int place);

/* Moves @n results: the greatest score first, and of equal ones the one that was found first. @memory, the address of a pointer,
 * and @n_allocated are those of try_reserve(). FALSE with @error set if memory does not suffice. */
gboolean ranks_order (int n, RankScore score, gconstpointer data, const RankedRows *rows, int n_rows,
                      gpointer memory, gsize *n_allocated, GError **error);

#endif
