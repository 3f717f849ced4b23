/* arithmetic.c - numbers of networks: half precision, matrices, vectors.
 *
 * Contents
 *   1. half: half precision: a sign, 5 bits of exponent, 10 of fraction
 *   2. blas: OpenBLAS, loaded when it is needed
 *   3. vectors: loops that compilers turn into vector instructions, for this processor and for newer ones
 */
#include "learn/network.h"

#include <math.h>

#include "base/base.h"

/* 1. half: half precision: a sign, 5 bits of exponent, 10 of fraction.
 *
 * A number of exponent e from 1 to 30 and fraction f is (1024 + f) 2^(e - 25); with e = 0 it is f 2^-24. So 1
 * has e = 15 and f = 0, the least number is 2^-24, and the greatest (1024 + 1023) 2^5 = 65504.
 */

/* Rounds to the nearest half. The value is counted in steps of the distance between neighbours at its size:
 * 1024 to 2047 of them for a normal number, fewer for one below 2^-14. */
guint16
half_of_real (Real value)
{
  double size = fabs ((double) value);
  guint16 sign = value < 0 ? 0x8000 : 0;
  int exponent;

  if (!(size > 0))
    return sign;
  if (size >= 65504)
    return sign | 0x7bff;
  frexp (size, &exponent);
  exponent = MAX (exponent, -13); /* 2^(exponent - 11) is the distance of neighbours */
  double steps = nearbyint (ldexp (size, 11 - exponent));

  /* The fraction of a normal number begins at 1024 steps; one that is rounded up may carry into the exponent,
   * as it should. */
  return (guint16) (sign | (((exponent + 13) << 10) + (int) steps));
}

Real
half_to_real (guint16 half)
{
  int exponent = half >> 10 & 31, fraction = half & 1023;
  Real unit = (Real) (1u << MAX (exponent, 1)) * (Real) 0x1p-25;
  Real size = (Real) (exponent == 0 ? fraction : fraction + 1024) * unit;

  return (half & 0x8000) != 0 ? -size : size;
}

/* 2. blas: OpenBLAS, loaded when it is needed. */

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

/* Loads the library and its three functions, once. One thread is set, as sums of several threads could come
 * in any order. */
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

/* 3. vectors: loops that compilers turn into vector instructions, for this processor and for newer ones. */

#define RESTRICT __restrict__

#ifdef TBK_DOUBLE
#define SQRT sqrt
#else
#define SQRT sqrtf
#endif

/* In single precision the quotient of two polynomials, right to 7 digits: no table, no branch, so that it
 * becomes vector instructions, and the same on every machine. */
BODY Real
tanh_of (Real x)
{
#ifdef TBK_DOUBLE
  return tanh (x);
#else
  const Real most = 7.90531110763549805f;
  x = x > most ? most : x;
  x = x < -most ? -most : x;
  Real square = x * x;
  Real above = -2.76076847742355e-16f;
  above = above * square + 2.00018790482477e-13f;
  above = above * square - 8.60467152213735e-11f;
  above = above * square + 5.12229709037114e-08f;
  above = above * square + 1.48572235717979e-05f;
  above = above * square + 6.37261928875436e-04f;
  above = above * square + 4.89352455891786e-03f;
  Real below = 1.19825839466702e-06f;
  below = below * square + 1.18534705686654e-04f;
  below = below * square + 2.26843463243900e-03f;
  below = below * square + 4.89352518554385e-03f;
  return x * above / below;
#endif
}

/* 1 / (1 + exp -x) by tanh, which has a formula without a division by zero. */
BODY Real
sigmoid_of (Real x)
{
  const Real half = (Real) 0.5;

  return half + half * tanh_of (half * x);
}

BODY void
vectors_add_body (int n, const Real *RESTRICT x, Real *RESTRICT sum)
{
  for (int i = 0; i < n; i++)
    sum[i] += x[i];
}

BOTH (, void, vectors_add, (int n, const Real *x, Real *sum), (n, x, sum))

BODY void
vectors_multiply_body (int n, const Real *x, const Real *y, Real *product)
{
  for (int i = 0; i < n; i++)
    product[i] = x[i] * y[i];
}

BOTH (, void, vectors_multiply, (int n, const Real *x, const Real *y, Real *product), (n, x, y, product))

enum { LANES = 32 };

/* Each lane has a sum of its own: their order is that of the lanes, however wide vectors are. */
BODY void
squares_body (gsize n, const Real *RESTRICT x, Real *RESTRICT sums)
{
  for (gsize i = 0; i + LANES <= n; i += LANES)
    for (int lane = 0; lane < LANES; lane++)
      sums[lane] += x[i + (gsize) lane] * x[i + (gsize) lane];
}

BOTH (static, void, squares, (gsize n, const Real *x, Real *sums), (n, x, sums))

double
vectors_sum_of_squares (gsize n, const Real *x)
{
  Real sums[LANES] = { 0 };
  double sum = 0;

  /* Whole groups by lanes; then the lanes and the rest are added in double precision. */
  squares (n, x, sums);
  for (int lane = 0; lane < LANES; lane++)
    sum += (double) sums[lane];
  for (gsize i = n - n % LANES; i < n; i++)
    sum += (double) x[i] * (double) x[i];
  return sum;
}

/* The gates of n cells side by side: input and forget gates, candidates, output gates. Candidates go from -1
 * to 1, gates from 0 to 1. */
BODY void
gates_body (int n, Real *RESTRICT gates)
{
  for (int i = 0; i < 2 * n; i++)
    gates[i] = sigmoid_of (gates[i]);
  for (int i = 2 * n; i < 3 * n; i++)
    gates[i] = tanh_of (gates[i]);
  for (int i = 3 * n; i < 4 * n; i++)
    gates[i] = sigmoid_of (gates[i]);
}

/* state = in candidate + forget before; output = out tanh (state). The tanh is kept for the way back. */
BODY void
vectors_cells_forward_body (int n, Real *RESTRICT gates, const Real *before, Real *RESTRICT states,
                            Real *RESTRICT tanhs, Real *RESTRICT output)
{
  const Real *in = gates, *forget = gates + n, *candidate = gates + 2 * n, *out = gates + 3 * n;

  gates_body (n, gates);
  for (int i = 0; i < n; i++)
    states[i] = in[i] * candidate[i];
  if (before != NULL)
    for (int i = 0; i < n; i++)
      states[i] += forget[i] * before[i];
  for (int i = 0; i < n; i++) {
    tanhs[i] = tanh_of (states[i]);
    output[i] = out[i] * tanhs[i];
  }
}

BOTH (, void, vectors_cells_forward,
      (int n, Real *gates, const Real *before, Real *states, Real *tanhs, Real *output),
      (n, gates, before, states, tanhs, output))

BODY void
vectors_cells_backward_body (int n, Real *RESTRICT gates, const Real *before, const Real *RESTRICT tanhs,
                             const Real *RESTRICT d_output, Real *RESTRICT d_states)
{
  for (int i = 0; i < n; i++) {
    Real in = gates[i], forget = gates[n + i], candidate = gates[2 * n + i], out = gates[3 * n + i];
    /* state = forget former + in candidate, output = out tanh (state): the chain rule through both, and
     * the derivatives of sigmoid and tanh by their values. */
    Real d_state = d_states[i] + d_output[i] * out * (1 - tanhs[i] * tanhs[i]);
    Real former = before != NULL ? before[i] : 0;
    gates[i] = d_state * candidate * in * (1 - in);
    gates[n + i] = d_state * former * forget * (1 - forget);
    gates[2 * n + i] = d_state * in * (1 - candidate * candidate);
    gates[3 * n + i] = d_output[i] * tanhs[i] * out * (1 - out);
    d_states[i] = d_state * forget;
  }
}

BOTH (, void, vectors_cells_backward,
      (int n, Real *gates, const Real *before, const Real *tanhs, const Real *d_output, Real *d_states),
      (n, gates, before, tanhs, d_output, d_states))

/* Averages of the gradient and of its square, and a step of the first by the root of the second. The gradient
 * is used up: it is 0 for the next step. */
BODY void
vectors_adam_step_body (gsize n, Real rate, Real scale, Real *RESTRICT gradients, Real *RESTRICT first,
                        Real *RESTRICT second, Real *RESTRICT values)
{
  const Real keeps_first = (Real) 0.9, keeps_second = (Real) 0.999, least = (Real) 1e-8;

  for (gsize i = 0; i < n; i++) {
    Real gradient = gradients[i] * scale;
    first[i] = keeps_first * first[i] + (1 - keeps_first) * gradient;
    second[i] = keeps_second * second[i] + (1 - keeps_second) * gradient * gradient;
    values[i] -= rate * first[i] / (SQRT (second[i]) + least);
    gradients[i] = 0;
  }
}

BOTH (, void, vectors_adam_step,
      (gsize n, Real rate, Real scale, Real *gradients, Real *first, Real *second, Real *values),
      (n, rate, scale, gradients, first, second, values))
