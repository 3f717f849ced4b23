/* semiring_plain.template.h - what semirings share whose values own no memory: values that are set.
 *
 * To be included where SrValue, SR_ZERO and SR_ONE are given.
 */
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
  *x = SR_ONE;
}

static inline gboolean
sr_fits (void)
{
  return TRUE;
}
