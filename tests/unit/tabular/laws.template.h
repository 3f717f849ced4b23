/* laws.template.h - the laws that every semiring obeys, on random values.
 *
 * To be included after a header src/tabular/semiring_NAME.h. The values drawn are those that charts hold: sums of
 * products of 1 and of zero under random weights, some of them forbidden. LEAST_WEIGHT and GREATEST_WEIGHT,
 * if defined, bound the weights, and WEIGHT_OF is what stands for one.
 */
#include <criterion/criterion.h>
#include <glib.h>

#define N_DRAWS 20000

#ifndef GREATEST_WEIGHT
#define LEAST_WEIGHT    -3
#define GREATEST_WEIGHT 3
#endif
#ifndef WEIGHT_OF
#define WEIGHT_OF(weight) (weight)
#endif

static GRand *random_source;

static void
set_up (void)
{
  random_source = g_rand_new_with_seed (20191);
}

static void
tear_down (void)
{
  g_clear_pointer (&random_source, g_rand_free);
}

static gint64
draw_weight (void)
{
  return g_rand_int_range (random_source, 0, 8) == 0
             ? TBK_IMPOSSIBLE_WEIGHT
             : WEIGHT_OF (g_rand_int_range (random_source, LEAST_WEIGHT, GREATEST_WEIGHT + 1));
}

/* Sets @x, which is initialised, to a random value. */
static void
draw (SrValue *x)
{
  SrValue one, factor;

  sr_init (&one);
  sr_one (&one);
  sr_init (&factor);
  sr_zero (x);
  for (int terms = g_rand_int_range (random_source, 0, 4); terms > 0; terms--) {
    sr_zero (&factor);
    sr_addmul (&factor, &one, draw_weight (), &one);
    sr_addmul (&factor, &one, draw_weight (), &one);
    sr_addmul (x, &factor, draw_weight (), &factor);
  }
  sr_clear (&one);
  sr_clear (&factor);
}

static void
set (SrValue *x, const SrValue *y)
{
  SrValue one;

  sr_init (&one);
  sr_one (&one);
  sr_zero (x);
  sr_addmul (x, y, 0, &one);
  sr_clear (&one);
}

static void
add (SrValue *sum, const SrValue *a, const SrValue *b)
{
  SrValue one;

  sr_init (&one);
  sr_one (&one);
  set (sum, a);
  sr_addmul (sum, b, 0, &one);
  sr_clear (&one);
}

static void
multiply (SrValue *product, const SrValue *a, const SrValue *b)
{
  sr_zero (product);
  sr_addmul (product, a, 0, b);
}

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)
#define LAWS         PASTE (laws_, SR_NAME)

TestSuite (LAWS, .init = set_up, .fini = tear_down);

Test (LAWS, hold_on_random_values)
{
  SrValue v[9];
  SrValue *a = &v[0], *b = &v[1], *c = &v[2], *x = &v[3], *y = &v[4], *s = &v[5], *t = &v[6];
  SrValue *zero = &v[7], *one = &v[8];

  for (guint i = 0; i < G_N_ELEMENTS (v); i++)
    sr_init (&v[i]);
  sr_zero (zero);
  sr_one (one);
  cr_assert (sr_is_zero (zero) && !sr_is_zero (one));

  for (int i = 0; i < N_DRAWS; i++) {
    draw (a);
    draw (b);
    draw (c);

    add (x, a, b);
    add (y, b, a);
    cr_assert (sr_equal (x, y), "sums commute");
    multiply (x, a, b);
    multiply (y, b, a);
    cr_assert (sr_equal (x, y), "products commute");

    add (s, a, b);
    add (x, s, c);
    add (s, b, c);
    add (y, a, s);
    cr_assert (sr_equal (x, y), "sums associate");
    multiply (s, a, b);
    multiply (x, s, c);
    multiply (s, b, c);
    multiply (y, a, s);
    cr_assert (sr_equal (x, y), "products associate");

    add (s, b, c);
    multiply (x, a, s);
    multiply (s, a, b);
    multiply (t, a, c);
    add (y, s, t);
    cr_assert (sr_equal (x, y), "products distribute over sums");

    add (x, a, zero);
    cr_assert (sr_equal (x, a), "zero adds nothing");
    multiply (x, a, one);
    cr_assert (sr_equal (x, a), "one multiplies by nothing");
    multiply (x, a, zero);
    cr_assert (sr_is_zero (x) && sr_equal (x, zero), "zero absorbs");
  }
  for (guint i = 0; i < G_N_ELEMENTS (v); i++)
    sr_clear (&v[i]);
}

/* A weight is the value of its arc: x + a w b = x + a (w b), and a forbidden arc makes zero. */
Test (LAWS, hold_for_weights)
{
  SrValue a, b, arc, x, y, s, one;

  sr_init (&a), sr_init (&b), sr_init (&arc), sr_init (&x), sr_init (&y), sr_init (&s), sr_init (&one);
  sr_one (&one);
  for (int i = 0; i < N_DRAWS; i++) {
    gint64 weight = draw_weight ();

    draw (&a);
    draw (&b);
    draw (&x);
    set (&y, &x);
    sr_addmul (&x, &a, weight, &b);
    sr_zero (&arc);
    sr_addmul (&arc, &one, weight, &one);
    multiply (&s, &arc, &b);
    sr_addmul (&y, &a, 0, &s);
    cr_assert (sr_equal (&x, &y));
    cr_assert (sr_is_zero (&arc) == (weight == TBK_IMPOSSIBLE_WEIGHT));
  }
  sr_clear (&a), sr_clear (&b), sr_clear (&arc), sr_clear (&x), sr_clear (&y), sr_clear (&s), sr_clear (&one);
}
