/* blas.h - products of matrices, by OpenBLAS.
 *
 * The library is loaded when it is first needed: its start takes milliseconds, which other commands should
 * not pay. It uses one thread, so that sums are in one order.
 *
 * Threads   any, after blas_load().
 */
#ifndef NETWORK_BLAS_H
#define NETWORK_BLAS_H

#include "network/real.h"
#include "tbk/error.h"

/* TBK_ERROR_USAGE where this build has no BLAS, TBK_ERROR_RESOURCE where the library is not there. */
gboolean blas_load (GError **error);

/* A matrix in memory: its rows are @stride numbers apart. */
typedef struct {
  const Real *first;
  int stride;
  gboolean is_transposed;
} Matrix;

/**
 * blas_multiply:
 * @rows, @columns: of the product
 * @inner: columns of @a and rows of @b, once they are transposed if they are to be
 * @adds: whether the product is added to what is there
 */
void blas_multiply (int rows, int columns, int inner, Matrix a, Matrix b, gboolean adds, Real *product,
                    int stride);

static inline Matrix
matrix (const Real *first, int stride)
{
  return (Matrix){ first, stride, FALSE };
}

static inline Matrix
transposed (const Real *first, int stride)
{
  return (Matrix){ first, stride, TRUE };
}

#endif
