/* lanes.template.h - the inside recursion for many strings, and for many places of a string, at once.
 *
 * To be included once in a file of its own, after a header of src/semiring/ whose values are small integers.
 * Defines lanes_SR_NAME. The equations are those of inside.template.h, with arcs put in where sides meet:
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
 * An element has a cell for each string (lane), side by side. There are two ways to lay elements out.
 *
 *   Rows, for many lanes: those of a row lie together, and the lanes fill a vector. If they fill but a half
 *   or a quarter of one, so many rows lie together, and a vector holds an element of each of them.
 *   Diagonals, for few: [0][d], [1][d+1] and so on lie together, and a vector holds as many as it can; the
 *   sums for neighbours have the same form.
 *
 * Cells past the last lane, and in a diagonal past the last position, hold anything; what is valid never
 * comes from them, as an item over i..j is made of items over parts of i..j. A string shorter than the
 * longest has its value at a shorter span.
 *
 * The symbols that positions can have bound what is computed: the positions of a symbol are taken as a range.
 *
 * The functions of lanes_vector.template.h have the bytes of a vector at the end of their names, those of
 * lanes_rows.template.h the bytes of a vector and of an element. Those called from here are written out below:
 *
 *   fill_rows_16_16 fill_rows_32_32 fill_rows_32_16 fill_rows_64_64 fill_rows_64_32 fill_rows_64_16
 *   fill_diagonals_16 fill_diagonals_32 fill_diagonals_64
 *
 * Each stands in the instances lanes_minplus8 (lanes_8.c) and lanes_minplus16 (lanes_16.c). One file holds all widths of
 * an instance, since they share one chart and its layout.
 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Where there are no vectors it would matter how functions hand them to each other; these are all inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

#include "tabular/lanes_chart.template.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

#define VECTOR_BYTES 16
#define TARGET
#if defined __SSE2__ && SR_BITS == 8
#define VECTOR_MIN(x, y) ((Vector) _mm_min_epu8 ((__m128i) (x), (__m128i) (y)))
#endif
#include "tabular/lanes_vector.template.h"
#define ELEMENT_BYTES 16
#define EXPAND(x)     get_16 (x)
#include "tabular/lanes_rows.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_MIN

#ifdef __x86_64__
#define VECTOR_BYTES     32
#define TARGET           __attribute__ ((target ("avx2")))
#define VECTOR_MIN(x, y) ((Vector) PASTE (_mm256_min_epu, SR_BITS) ((__m256i) (x), (__m256i) (y)))
#include "tabular/lanes_vector.template.h"
#define ELEMENT_BYTES 32
#define EXPAND(x)     get_32 (x)
#include "tabular/lanes_rows.template.h"
#define ELEMENT_BYTES 16
#define EXPAND(x)     ((Vector) _mm256_broadcastsi128_si256 ((__m128i) get_16 (x)))
#include "tabular/lanes_rows.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_MIN

#define VECTOR_BYTES     64
#define TARGET           __attribute__ ((target ("avx512bw")))
#define VECTOR_MIN(x, y) ((Vector) PASTE (_mm512_min_epu, SR_BITS) ((__m512i) (x), (__m512i) (y)))
#include "tabular/lanes_vector.template.h"
#define ELEMENT_BYTES 64
#define EXPAND(x)     get_64 (x)
#include "tabular/lanes_rows.template.h"
#define ELEMENT_BYTES 32
#define EXPAND(x)     ((Vector) _mm512_broadcast_i64x4 ((__m256i) get_32 (x)))
#include "tabular/lanes_rows.template.h"
#define ELEMENT_BYTES 16
#define EXPAND(x)     ((Vector) _mm512_broadcast_i32x4 ((__m128i) get_16 (x)))
#include "tabular/lanes_rows.template.h"
#undef VECTOR_BYTES
#undef TARGET
#undef VECTOR_MIN
#endif

static void
set_cells (SrValue *cells, SrValue x, gsize n)
{
  for (gsize i = 0; i < n; i++)
    cells[i] = x;
}

/* Makes x[k] = x[k - period], up to x[n - 1]. */
static void
repeat_cells (SrValue *x, gsize period, gsize n)
{
  for (gsize done = period; done < n; done *= 2)
    memcpy (x + done, x, MIN (done, n - done) * sizeof (SrValue));
}

/* (I1): the axioms for position @i; @is_alike if they are the same in all lanes. */
static void
load_words (LanesChart *c, int i, gboolean is_alike)
{
  const States *words = c->compiled->words, *word = &words[c->lanes[0].string->terminals[i]];
  const gssize ii = place (c, i, i);

  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++) {
    if (c->right[symbol].x != NULL)
      set_cells (c->right[symbol].x + ii, is_alike && symbol == word->right ? 0 : SR_ZERO, c->n_lanes);
    if (c->left[symbol].x != NULL)
      set_cells (c->left[symbol].x + ii, is_alike && symbol == word->left ? 0 : SR_ZERO, c->n_lanes);
  }
  for (int l = 0; !is_alike && l < c->n_lanes && i < c->lanes[l].string->n; l++) {
    word = &words[c->lanes[l].string->terminals[i]];
    sr_one (c->right[word->right].x + ii + l);
    sr_one (c->left[word->left].x + ii + l);
  }
}

static void
load_arcs (LanesChart *c, int l)
{
  const TbkWeightedString *string = c->lanes[l].string;
  const gint64 greatest = string->greatest;
  const gssize across = c->across;
  const TbkArc *arcs = string->arcs;
  const gsize n_arcs = string->n_arcs;
  SrValue *costs = c->arcs + l;

  for (gsize a = 0; a < n_arcs; a++)
    costs[c->rows[arcs[a].head] + arcs[a].dependent * across] =
        arcs[a].weight < TBK_IMPOSSIBLE_WEIGHT / 2 ? SR_ZERO : (SrValue) (greatest - arcs[a].weight);
}

/* Cells that are not computed must be zero: those for positions that cannot have an item. */
static void
clear_matrix (LanesChart *c, SrValue *x, Range i, Range j)
{
  if (i.first > 0 || i.last < c->n - 1 || j.first > 0 || j.last < c->n - 1)
    set_cells (x - c->origin, SR_ZERO, c->n_matrix);
}

static void
load (LanesChart *c, int n_alike)
{
  SrValue *costs = c->arcs - c->origin;

  for (int l = 0; l < c->n_lanes; l++)
    costs[l] = (SrValue) c->lanes[l].string->greatest;
  repeat_cells (costs, c->element, c->across);
  repeat_cells (costs, c->across, c->n_matrix);
  for (int m = 0; m < c->n_meetings; m++)
    clear_matrix (c, c->meetings[m].x, c->meetings[m].i, c->meetings[m].j);
  for (int s = 0; s < c->n_sides; s++)
    clear_matrix (c, c->sides[s].x, c->sides[s].i, c->sides[s].j);
  for (int i = 0; i < c->n; i++)
    load_words (c, i, i < n_alike);
  for (int l = 0; l < c->n_lanes; l++)
    load_arcs (c, l);
}

/* (I5): the value of a lane. */
static gint64
total (const LanesChart *c, int l)
{
  const Lane *lane = &c->lanes[l];
  SrValue sum;

  sr_zero (&sum);
  for (int s = 0; s < c->compiled->n_starts; s++) {
    const SrValue *left = c->left[c->compiled->starts[s].left].x;
    const SrValue *right = c->right[c->compiled->starts[s].right].x;

    if (left != NULL && right != NULL)
      sr_addmul (&sum, left + l, 0, right + place (c, 0, lane->string->n - 1) + l);
  }
  return sr_is_zero (&sum) ? TBK_IMPOSSIBLE_WEIGHT : (lane->string->n - 1) * lane->string->greatest - sum;
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

static void
fill_rows (const LanesChart *c, int vector_bytes, int element_bytes)
{
  static const struct {
    int vector_bytes, element_bytes;
    void (*fill) (const LanesChart *c);
  } fills[] = {
    { 16, 16, fill_rows_16_16 },
#ifdef __x86_64__
    { 32, 32, fill_rows_32_32 }, { 32, 16, fill_rows_32_16 }, { 64, 64, fill_rows_64_64 },
    { 64, 32, fill_rows_64_32 }, { 64, 16, fill_rows_64_16 },
#endif
  };
  int f = 0;

  while (fills[f].vector_bytes != vector_bytes || fills[f].element_bytes != element_bytes)
    f++;
  fills[f].fill (c);
}

static void
fill_diagonals (const LanesChart *c, int vector_bytes)
{
  if (vector_bytes == 16)
    fill_diagonals_16 (c);
#ifdef __x86_64__
  else
    (vector_bytes == 32 ? fill_diagonals_32 : fill_diagonals_64) (c);
#endif
}

static gboolean
value (gpointer chart, const Compiled *compiled, const Lane *lanes, int n_lanes, int largest_vector,
       GError **error)
{
  LanesChart *c = chart;
  const gsize bytes = n_lanes * sizeof (SrValue);
  gboolean is_whole; /* an element is a vector, if not of the largest */
  int n_alike, vector, n_rows = 0;

  c->compiled = compiled;
  c->lanes = lanes;
  c->n_lanes = n_lanes;
  c->n = lanes[0].string->n;
  n_alike = count_alike (c);
  find_heads (c, n_alike);
  c->has_one_symbol = has_one_symbol (c);
  is_whole = c->has_one_symbol && bytes > SMALLEST_VECTOR;
  if (bytes >= LEAST_ELEMENT && c->n * bytes >= (is_whole ? LEAST_ONE_SYMBOL : LEAST_DIAGONAL)) {
    vector = is_whole ? find_vector (n_lanes, largest_vector) : largest_vector;
    n_rows = vector / find_vector (n_lanes, largest_vector);
  } else {
    vector = find_vector (c->n * n_lanes, largest_vector);
  }
  if (!lay_out (c, vector / sizeof (SrValue), n_rows, error))
    return FALSE;
  list_items (c);
  load (c, n_alike);
  if (n_rows > 0)
    fill_rows (c, vector, vector / n_rows);
  else
    fill_diagonals (c, vector);
  for (int l = 0; l < n_lanes; l++)
    *lanes[l].best = total (c, l);
  return TRUE;
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

/* lanes_minplus8, lanes_minplus16. */
const Lanes PASTE (lanes_, SR_NAME) = { SR_ZERO, sizeof (SrValue), chart_new, chart_free, value };
