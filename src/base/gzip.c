/* gzip.c - the members of a gzip stream, one after another.
 *
 * What may follow a member: another one, zeros (padding, after which there may be members again), or the
 * end. Anything else is an error: it may have been a member, of which a bit of the first bytes is wrong. A
 * stream that ends anywhere but between members is truncated, even when all its text has been seen: the
 * trailer proves the text.
 */
#include "base/gzip.h"

#include <string.h>

#include "base/inflater.h"
#include "base/system.h"

enum { BUFFER_SIZE = 128 * 1024 };

typedef enum { BETWEEN_MEMBERS, IN_MEMBER, AT_END } GzipPlace;

struct Gzip {
  int descriptor;
  const char *name;
  Inflater *inflater;
  InflaterSpans spans; /* its input lies in the buffer, its output in the caller's */
  GzipPlace place;
  gboolean exhausted; /* the descriptor has no more to give */
  gint64 n_read;      /* from the descriptor */
  guint8 buffer[BUFFER_SIZE];
};

Gzip *
gzip_new (int descriptor, const char *name, const guint8 *head, gsize n_head, GError **error)
{
  Gzip *gzip = g_try_malloc (sizeof *gzip);
  Inflater *inflater = gzip == NULL ? NULL : inflater_new ();

  if (inflater == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to inflate it", name);
    g_free (gzip);
    return NULL;
  }
  gzip->descriptor = descriptor;
  gzip->name = name;
  gzip->inflater = inflater;
  gzip->spans = (InflaterSpans){ .input = gzip->buffer, .n_input = n_head };
  gzip->place = BETWEEN_MEMBERS;
  gzip->exhausted = FALSE;
  gzip->n_read = (gint64) n_head;
  memcpy (gzip->buffer, head, n_head);
  return gzip;
}

void
gzip_free (Gzip *gzip)
{
  inflater_free (gzip->inflater);
  g_free (gzip);
}

gint64
gzip_position (const Gzip *gzip)
{
  return gzip->n_read - (gint64) gzip->spans.n_input;
}

/* Sets @error to "NAME: byte N of compressed input: REASON" and returns FALSE. */
static gboolean
fail_at_position (const Gzip *gzip, const char *reason, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: byte %" G_GINT64_FORMAT " of compressed input: %s",
               gzip->name, gzip_position (gzip), reason);
  return FALSE;
}

/* Reads more input behind what is left of it; at its end, takes note of that. */
static gboolean
refill (Gzip *gzip, GError **error)
{
  InflaterSpans *spans = &gzip->spans;
  gssize n;

  if (gzip->exhausted)
    return TRUE;
  memmove (gzip->buffer, spans->input, spans->n_input);
  spans->input = gzip->buffer;
  n = system_read (gzip->descriptor, gzip->name, gzip->buffer + spans->n_input, BUFFER_SIZE - spans->n_input,
                   error);
  if (n < 0)
    return FALSE;
  gzip->exhausted = n == 0;
  gzip->n_read += n;
  spans->n_input += (gsize) n;
  return TRUE;
}

/* Skips zeros, and sees to it that whatever follows them begins the input, if anything does. */
static gboolean
skip_padding (Gzip *gzip, GError **error)
{
  InflaterSpans *spans = &gzip->spans;

  for (;;) {
    while (spans->n_input > 0 && *spans->input == 0) {
      spans->input++;
      spans->n_input--;
    }
    if (spans->n_input > 0 || gzip->exhausted)
      return TRUE;
    if (!refill (gzip, error))
      return FALSE;
  }
}

/* Moves from between two members into the next, or to the end. */
static gboolean
find_member (Gzip *gzip, GError **error)
{
  InflaterSpans *spans = &gzip->spans;

  if (!skip_padding (gzip, error))
    return FALSE;
  while (spans->n_input == 1 && !gzip->exhausted)
    if (!refill (gzip, error))
      return FALSE;

  if (spans->n_input >= 2 && spans->input[0] == GZIP_MAGIC_1 && spans->input[1] == GZIP_MAGIC_2) {
    gzip->place = IN_MEMBER;
    return TRUE;
  }
  if (spans->n_input == 1 && spans->input[0] == GZIP_MAGIC_1) {
    spans->n_input = 0;
    return fail_at_position (gzip, "truncated gzip stream", error);
  }
  if (spans->n_input > 0)
    return fail_at_position (gzip, "neither a gzip member nor zeros, which alone may follow a member", error);
  gzip->place = AT_END;
  return TRUE;
}

/* Inflates into what is left of the output, until it is full, the member ends, or more input is needed. */
static gboolean
inflate_member (Gzip *gzip, GError **error)
{
  switch (inflater_run (gzip->inflater, &gzip->spans)) {
  case INFLATER_MEMBER:
    gzip->place = BETWEEN_MEMBERS;
    return TRUE;
  case INFLATER_BROKEN:
    return fail_at_position (gzip, inflater_reason (gzip->inflater), error);
  case INFLATER_MEMORY:
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to inflate it", gzip->name);
    return FALSE;
  case INFLATER_MORE:
    break;
  }
  if (gzip->spans.n_output == 0)
    return TRUE;
  if (!refill (gzip, error))
    return FALSE;
  return !gzip->exhausted || fail_at_position (gzip, "truncated gzip stream", error);
}

gssize
gzip_read (Gzip *gzip, char *buffer, gsize size, GError **error)
{
  gzip->spans.output = (guint8 *) buffer;
  gzip->spans.n_output = size;
  while (gzip->spans.n_output > 0 && gzip->place != AT_END) {
    if (gzip->place == BETWEEN_MEMBERS && !find_member (gzip, error))
      return -1;
    if (gzip->place == IN_MEMBER && !inflate_member (gzip, error))
      return -1;
  }
  return (gssize) (size - gzip->spans.n_output);
}
