/* pipelines.h - how wide the pipelines of tests are, their slots, and the end of a sequence. */
#ifndef UNIT_PIPELINES_H
#define UNIT_PIPELINES_H

#include <criterion/criterion.h>

#include "base/pipeline.h"

enum { MAX_WORKERS = 8, SLOTS_A_WORKER = 3, MAX_SLOTS = MAX_WORKERS * SLOTS_A_WORKER, NEVER = -1 };

static const int widths[] = { 1, 2, 3, 8 };

/* Of a batch that is written in parts: its number, and that of the part. */
typedef struct {
  int batch, part;
} PartSlot;

/* Ends the run with the fault of a sequence. */
static inline gboolean
end_with_fault (gpointer context, int sequence, GError *fault, GError **error)
{
  (void) context;
  (void) sequence;
  if (fault != NULL)
    g_propagate_error (error, fault);
  return fault == NULL;
}

#endif
