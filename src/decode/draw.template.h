/* draw.template.h - projective trees drawn by their weights, from a chart of sums.
 *
 * To be included once in a file of its own, after SrValue, times(), plus() and is_less() of it, of_number(),
 * sr_is_zero(), and DRAWN, a type: a sentence in a chart, whose H[a][b], Wr[a][b] and Wl[a][b] are
 * meeting_at(), right_at() and left_at().
 */

/* A side that is still to be drawn. */
typedef struct {
  int i, j;
  gboolean is_right;
} SideToDraw;

typedef struct {
  SideToDraw *stack;
  int n_stack;
  SrValue *products; /* of what is drawn now */
  TbkRandom random;
} Drawing;

static gboolean
draw_begin (const Decoding *decoding, DecodeWorker *worker, int n, int sentence, Drawing *d, int **heads)
{
  d->stack = decode_scratch (worker, SCRATCH_STACK, 2 * (gsize) n + 2, sizeof (SideToDraw));
  d->products = decode_scratch (worker, SCRATCH_MATRIX, (gsize) n + 1, sizeof (SrValue));
  *heads = decode_scratch (worker, SCRATCH_WORDS, (gsize) n + 1, sizeof (int));
  d->n_stack = 0;
  tbk_random_init (&d->random, decoding->seed, (guint64) sentence);
  return d->stack != NULL && d->products != NULL && *heads != NULL;
}

/* Draws one of @n products by its share. The whole is summed again rather than read from the chart: the order
 * of its sum is another there, and the draw must be below the sum that it is compared with. A product of 0 is
 * never drawn, even if rounding leaves the draw at the whole. */
static int
draw_share (Drawing *d, const SrValue *products, int n)
{
  SrValue whole = SR_ZERO, sum = SR_ZERO, drawn;
  int found = 0;

  for (int m = 0; m < n; m++)
    whole = plus (whole, products[m]);
  drawn = times (whole, of_number (sums_draw_number (&d->random)));
  for (int m = 0; m < n; m++) {
    if (sr_is_zero (&products[m]))
      continue;
    sum = plus (sum, products[m]);
    found = m;
    if (is_less (drawn, sum))
      break;
  }
  return found;
}

static void
draw_later (Drawing *d, int i, int j, gboolean is_right)
{
  if (i < j)
    d->stack[d->n_stack++] = (SideToDraw){ i, j, is_right };
}

/* Where the right side of @i and the left side of @j between them meet: k of (M1). */
static int
draw_meeting (const DRAWN *c, Drawing *d, int i, int j)
{
  for (int m = i; m < j; m++)
    d->products[m - i] = times (right_at (c, i, m), left_at (c, j, m + 1));
  return i + draw_share (d, d->products, j - i);
}

/* The outermost child of a side: h of (M4) or (M5). */
static int
draw_child (const DRAWN *c, Drawing *d, SideToDraw side)
{
  const int first = side.is_right ? side.i + 1 : side.i, n = side.j - side.i;

  for (int m = first; m < first + n; m++)
    d->products[m - first] = side.is_right ? times (meeting_at (c, side.i, m), right_at (c, side.j, m))
                                           : times (left_at (c, side.i, m), meeting_at (c, side.j, m));
  return first + draw_share (d, d->products, n);
}

/* Draws the sides Wl(i,h) and Wr(h,j) of a child h of 0, or of 0 itself, and all that they are made of: (M1)
 * to (M5), each product by its share. Position 0 is word @first. */
static void
draw_below (const DRAWN *c, Drawing *d, int i, int h, int j, int first, int *heads)
{
  heads[h + first] = 0;
  draw_later (d, i, h, FALSE);
  draw_later (d, h, j, TRUE);
  while (d->n_stack > 0) {
    const SideToDraw side = d->stack[--d->n_stack];
    const int child = draw_child (c, d, side);
    const int k = side.is_right ? draw_meeting (c, d, side.i, child) : draw_meeting (c, d, child, side.j);

    heads[child + first] = (side.is_right ? side.i : side.j) + first;
    if (side.is_right) {
      draw_later (d, child, side.j, TRUE);
      draw_later (d, side.i, k, TRUE);
      draw_later (d, k + 1, child, FALSE);
    } else {
      draw_later (d, side.i, child, FALSE);
      draw_later (d, child, k, TRUE);
      draw_later (d, k + 1, side.j, FALSE);
    }
  }
}
