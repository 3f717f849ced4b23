/* minplus.template.h - (min, +) on the integers 0..SR_ZERO, sums above which count as SR_ZERO: least cost.
 *
 *   (R5)  x + y = min (x, y),  x * y = min (x + y as numbers, SR_ZERO)
 *
 * To be included by a header that gives SR_NAME, SR_ZERO and SrValue, an unsigned type that holds twice
 * SR_ZERO. Zero, "no derivation", is SR_ZERO itself: a sum of two values never wraps round, and the minimum
 * with a cell, which starts at SR_ZERO, caps it. Sums capped so associate, products distribute, and zero
 * absorbs, without a bound on the costs; but a cost of SR_ZERO or more is taken for zero. Values are so
 * small for the sake of vectors: the more of them fit, the more an instruction does.
 */
#define SR_PRODUCT(x, y) ((x) + (y))

G_STATIC_ASSERT (2 * SR_ZERO <= (SrValue) -1);

static inline void
sr_init (SrValue *x)
{
  *x = SR_ZERO;
}

static inline void
sr_clear (SrValue *x)
{
  (void) x;
}

static inline void
sr_zero (SrValue *x)
{
  *x = SR_ZERO;
}

static inline void
sr_one (SrValue *x)
{
  *x = 0;
}

static inline gboolean
sr_is_zero (const SrValue *x)
{
  return *x == SR_ZERO;
}

static inline gboolean
sr_equal (const SrValue *x, const SrValue *y)
{
  return *x == *y;
}

/* The cost of an arc of weight 0 or less. */
static inline SrValue
sr_cost (gint64 weight)
{
  return weight < -SR_ZERO ? SR_ZERO : (SrValue) -weight;
}

/* x <- x + a * b by (R5), b under an arc of the given weight, which is 0 or less.
 * src/tabular/lanes_vector.template.h has the same, without a weight, for vectors. */
static inline void
sr_addmul (SrValue *x, const SrValue *a, gint64 weight, const SrValue *b)
{
  SrValue product = (SrValue) (*a + *b);

  product = (SrValue) (MIN (product, SR_ZERO) + sr_cost (weight));
  *x = MIN (*x, product);
}
