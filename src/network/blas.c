/* blas.c - OpenBLAS, loaded when it is needed. */
#include "network/blas.h"

#ifdef TBK_WITH_BLAS

#include <cblas.h>
#include <dlfcn.h>

#ifdef TBK_DOUBLE
#define GEMM cblas_dgemm
#define GEMV cblas_dgemv
#else
#define GEMM cblas_sgemm
#define GEMV cblas_sgemv
#endif

/* The name that its binary interface has. */
#define LIBRARY "libopenblas.so.0"

static struct {
  typeof (GEMM) *gemm;
  typeof (GEMV) *gemv;
  typeof (openblas_set_num_threads) *set_num_threads;
  char *problem;
} blas;

static gpointer
load (gpointer data)
{
  gpointer library = dlopen (LIBRARY, RTLD_NOW | RTLD_LOCAL);

  (void) data;
  if (library != NULL) {
    blas.gemm = (typeof (blas.gemm)) dlsym (library, G_STRINGIFY (GEMM));
    blas.gemv = (typeof (blas.gemv)) dlsym (library, G_STRINGIFY (GEMV));
    blas.set_num_threads = (typeof (blas.set_num_threads)) dlsym (library, "openblas_set_num_threads");
  }
  if (blas.gemm == NULL || blas.gemv == NULL || blas.set_num_threads == NULL) {
    const char *problem = dlerror (); /* none where only an earlier one of the functions is missing */
    blas.problem = g_strdup (problem != NULL ? problem : LIBRARY " lacks a function of BLAS");
    return NULL;
  }
  blas.set_num_threads (1);
  return NULL;
}

gboolean
blas_load (GError **error)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, load, NULL);
  if (blas.problem == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no BLAS for networks: %s", blas.problem);
  return FALSE;
}

static inline CBLAS_TRANSPOSE
transposition (gboolean is_transposed)
{
  return is_transposed ? CblasTrans : CblasNoTrans;
}

/* A single row is a vector, whose product has a quicker way. */
void
blas_multiply (int rows, int columns, int inner, Matrix a, Matrix b, gboolean adds, Real *product, int stride)
{
  if (rows == 1 && !a.is_transposed)
    blas.gemv (CblasRowMajor, transposition (!b.is_transposed), b.is_transposed ? columns : inner,
               b.is_transposed ? inner : columns, 1, b.first, b.stride, a.first, 1, adds, product, 1);
  else
    blas.gemm (CblasRowMajor, transposition (a.is_transposed), transposition (b.is_transposed), rows, columns,
               inner, 1, a.first, a.stride, b.first, b.stride, adds, product, stride);
}

#else

gboolean
blas_load (GError **error)
{
  g_set_error_literal (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "this build of tbk has no BLAS, which networks need: install OpenBLAS and build again");
  return FALSE;
}

/* Never called, since blas_load() fails. */
void
blas_multiply (int rows, int columns, int inner, Matrix a, Matrix b, gboolean adds, Real *product, int stride)
{
  (void) rows, (void) columns, (void) inner, (void) a, (void) b, (void) adds, (void) product, (void) stride;
  g_assert_not_reached ();
}

#endif
