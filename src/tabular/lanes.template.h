/* lanes.template.h - the inside recursion for many strings, and for many places of a string, at once.
 *
 * To be included once in a file of its own, after one of the headers semiring_minplus_*.h, and before
 * lanes_strings.template.h, which loads and reads cells. The equations are those of inside.template.h, with arcs
 * put in where sides meet:
 *
 *   (M1)  M(C,B,i,j)  = SUM  i<=k<j    Wr(C,i,k) * Wl(B,k+1,j)
 *   (M2)  Hr(C,B,i,j) = M(C,B,i,j) * w(i,j)
 *   (M3)  Hl(C,B,i,j) = M(C,B,i,j) * w(j,i)
 *   (M4)  Wr(C',i,j)  = SUM  i<h<=j    SUM rules (_,C') -> (_,C) A, A -> (B,D):   Hr(C,B,i,h) * Wr(D,h,j)
 *   (M5)  Wl(B',i,j)  = SUM  i<=h<j    SUM rules (B',_) -> A (B,_), A -> (D,C):   Wl(D,i,h) * Hl(C,B,h,j)
 *
 * Each symbol's side, each pair and the arcs are a square matrix of elements:
 *
 *   Wr[i][j] = Wr[j][i] = Wr(i,j)     Wl[i][j] = Wl[j][i] = Wl(i,j)     for i <= j
 *   H[i][j] = Hr(i,j)                 H[j][i] = Hl(i,j)                 for i < j, so that H[head][dependent]
 *   w[h][d] = w(h,d)
 *
 * and every sum is one of products of a part of row i with the same part, but for k+1, of row j:
 *
 *   (M6)  M(i,j) = SUM Wr[i][k] Wl[j][k+1]   Wr[i][j] = SUM H[i][h] Wr[j][h]   Wl[i][j] = SUM Wl[i][h] H[j][h]
 *
 * An example: the meeting of 1 and 4 among positions 0 to 4. In a triangle of cells (i,j), its products need
 * those of row 1 to the left of it and those of column 4 below it. As [j][i] holds what [i][j] does, the
 * column is row 4 of a matrix, and both are read in the order of memory:
 *
 *        j = 0     1     2     3     4
 *   i = 0    .     .     .     .     .
 *       1          a0    a1    a2   M(1,4)       a = row 1 of Wr:  [1][1]  [1][2]  [1][3]
 *       2                .     .     b0              times, at k = 1     2       3
 *       3                      .     b1          b = row 4 of Wl:  [4][2]  [4][3]  [4][4]
 *       4                            b2
 *
 * Then H[1][4] = M(1,4) w(1,4), the word 4 as the outermost right child of 1, and H[4][1] = M(1,4) w(4,1),
 * the reverse. Wr(1,4) is the sum over the outermost child h = 2, 3, 4 of H[1][h] Wr[4][h]: that with h = 4
 * needs the meeting over the same 1..4, so it comes last.
 *
 * An element has a cell for each string (lane), side by side. There are two ways to lay elements out, which
 * lanes_chart.template.h draws.
 *
 *   Rows, for many lanes: those of a row lie together, and an element is a vector.
 *   Diagonals, for few: [0][d], [1][d+1] and so on lie together, and a vector holds as many as it can; the
 *   sums for neighbours have the same form.
 *
 * Cells past the last lane, and in a diagonal past the last position, hold anything; what is valid never
 * comes from them, as an item over i..j is made of items over parts of i..j. A string shorter than the
 * longest has its value at a shorter span.
 *
 * The symbols that positions can have bound what is computed: the positions of a symbol are taken as a range.
 *
 * The functions of lanes_vector.template.h have the bytes of a vector at the end of their names. Those called
 * from here are written out below:
 *
 *   fill_rows_16      fill_rows_32      fill_rows_64
 *   fill_diagonals_16 fill_diagonals_32 fill_diagonals_64
 *
 * Each stands in the files lanes_NAME.c. One file holds all widths of an instance, since they share one chart
 * and its layout.
 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Where there are no vectors it would matter how functions hand them to each other; these are all inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

#include "tabular/lanes_chart.template.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

#ifdef __x86_64__
#define HAS_LARGE_VECTORS
#endif

#define VECTOR_BYTES 16
#define TARGET
#ifdef SR_SUM_16
#define VECTOR_SUM(x, y) SR_SUM_16 (x, y)
#endif
#include "tabular/lanes_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_SUM

#ifdef HAS_LARGE_VECTORS
#define VECTOR_BYTES     32
#define TARGET           __attribute__ ((target ("avx2")))
#define VECTOR_SUM(x, y) SR_SUM_32 (x, y)
#include "tabular/lanes_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_SUM

#define VECTOR_BYTES     64
#define TARGET           __attribute__ ((target ("avx512bw")))
#define VECTOR_SUM(x, y) SR_SUM_64 (x, y)
#include "tabular/lanes_vector.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_SUM
#endif

static void
set_cells (SrValue *cells, SrValue x, gsize n)
{
  for (gsize i = 0; i < n; i++)
    cells[i] = x;
}

/* The smallest vector that holds @n_cells, or the largest. */
static int
find_vector (int n_cells, int largest_vector)
{
  int vector = SMALLEST_VECTOR;

  while (vector < largest_vector && vector < n_cells * (int) sizeof (SrValue))
    vector *= 2;
  return vector;
}

/* Finds whether elements lie in rows, and the bytes of a vector.
 *
 * In rows a vector is one element, so cells are wasted unless the lanes fill it. In diagonals vectors are
 * full for a single string, but short near the end of each diagonal, and no row j is shared by several rows
 * i. */
static void
choose_layout (LanesChart *c, int largest_vector)
{
  const gsize bytes = c->n_lanes * sizeof (SrValue);
  const gboolean is_whole = c->has_one_symbol && bytes > SMALLEST_VECTOR;

  /* Rows pay only for charts that are large enough; the bounds were measured. */
  c->has_rows = bytes >= LEAST_ELEMENT && c->n * bytes >= (is_whole ? LEAST_ONE_SYMBOL : LEAST_DIAGONAL);
  c->vector = find_vector (c->has_rows ? c->n_lanes : c->n * c->n_lanes, largest_vector);
}

/* Filling in vectors of 16, 32 and 64 bytes. */
typedef struct {
  void (*fill_16) (const LanesChart *c);
  void (*fill_32) (const LanesChart *c);
  void (*fill_64) (const LanesChart *c);
} Fill;

#ifdef HAS_LARGE_VECTORS
#define FILL(name) ((Fill){ name##_16, name##_32, name##_64 })
#else
#define FILL(name) ((Fill){ name##_16, NULL, NULL })
#endif

static void
fill_by (const LanesChart *c, Fill fill)
{
  if (c->vector == 16)
    fill.fill_16 (c);
  else if (c->vector == 32)
    fill.fill_32 (c);
  else
    fill.fill_64 (c);
}

static void
fill (const LanesChart *c)
{
  fill_by (c, c->has_rows ? FILL (fill_rows) : FILL (fill_diagonals));
}

static gpointer
chart_new (void)
{
  return g_new0 (LanesChart, 1);
}

static void
chart_free (gpointer chart)
{
  LanesChart *c = chart;

  free (c->cells);
  g_free (c->sums);
  g_free (c);
}
