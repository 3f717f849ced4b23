/* parts.c - parts of a page, whose drawings are packed.
 *
 * A page of thousands of trees would be too large, and slow to open. So after the first drawings, which are
 * seen without scripts, drawings are collected and compressed, and a script of the page unpacks a packet when
 * it is needed.
 *
 * Drawings are the elements <svg xmlns=...> ... </svg>: text of a part has no "<" but in markup. An example:
 *
 *   <svg xmlns="..." class="tree" width="40" height="20">...</svg>
 *   <span class="packed" data-width="40" data-height="20"></span>     in its place
 *   <script type="text/plain" class="drawings">eNqz...</script>       behind the part that fills a packet
 */
#include "report/report.h"

#include <string.h>
#include <zlib.h>

#include "base/base.h"

/* In bytes: of drawings that are seen at once, also without scripts; and of those in a packet, which is unpacked in a few
 * milliseconds. */
enum { ENOUGH_PLAIN = 64 * 1024, LEAST_PACKET = 128 * 1024 };

struct PageParts {
  gsize n_plain, n_settled_plain; /* bytes of drawings that are not packed */
  GByteArray *packet;
};

PageParts *
page_parts_new (void)
{
  PageParts *parts = g_new0 (PageParts, 1);

  parts->packet = g_byte_array_new ();
  return parts;
}

void
page_parts_free (PageParts *parts)
{
  if (parts == NULL)
    return;
  g_byte_array_unref (parts->packet);
  g_free (parts);
}

/* Writes the packet, and empties it. */
static gboolean
write_packet (PageParts *parts, TbkOutput *output, GError **error)
{
  uLongf size = compressBound (parts->packet->len);
  g_autofree guint8 *bytes = NULL;
  g_autofree char *letters = NULL;

  if (parts->packet->len == 0)
    return TRUE;
  bytes = g_try_malloc (size);
  if (bytes == NULL || compress2 (bytes, &size, parts->packet->data, parts->packet->len, 9) != Z_OK)
    return memory_fail (error, "%u bytes of drawings", parts->packet->len);
  letters = g_base64_encode (bytes, size);
  g_byte_array_set_size (parts->packet, 0);
  return tbk_output_printf (output, error, "<script type=\"text/plain\" class=\"drawings\">%s</script>\n",
                            letters);
}

/* Returns the value of attribute @name of the element that begins at @at. */
static int
read_size (const char *at, const char *name)
{
  const char *found = strstr (at, name);

  return found == NULL ? 0 : (int) g_ascii_strtoll (found + strlen (name), NULL, 10);
}

/* Writes text of a part. Characters beyond ASCII become references: browsers decode a page of ASCII much faster, and decoding took a third of
 * the time before the first paint of a large page. */
static gboolean
write_plain (const char *at, gsize size, TbkOutput *output, GError **error)
{
  const char *end = at + size, *next;

  for (; at < end; at = next) {
    for (next = at; next < end && (guchar) *next < 0x80;)
      next++;
    if (next > at) {
      if (!tbk_output_write (output, at, (gsize) (next - at), error))
        return FALSE;
      continue;
    }
    next = g_utf8_next_char (at);
    if (!tbk_output_printf (output, error, "&#%u;", g_utf8_get_char (at)))
      return FALSE;
  }
  return TRUE;
}

/* Writes the drawing from @at to before @end, or packs it. Its size stays in the page, so that nothing moves
 * when it is unpacked. */
static gboolean
write_drawing (PageParts *parts, const char *at, const char *end, TbkOutput *output, GError **error)
{
  const gsize size = (gsize) (end - at);

  if (parts->n_plain < ENOUGH_PLAIN) {
    parts->n_plain += size;
    return write_plain (at, size, output, error);
  }
  g_byte_array_append (parts->packet, (const guint8 *) at, (guint) size);
  return tbk_output_printf (output, error,
                            "<span class=\"packed\" data-width=\"%d\" data-height=\"%d\"></span>\n",
                            read_size (at, " width=\""), read_size (at, " height=\""));
}

gboolean
page_parts_write (PageParts *parts, const TbkText *text, TbkOutput *output, GError **error)
{
  static const char begins[] = "<svg xmlns=", ends[] = "</svg>\n", ends_part[] = "</figure>\n";
  g_autofree char *bytes = tbk_text_dup (text, error);
  const char *at = bytes, *drawing;

  if (bytes == NULL)
    return FALSE;
  while ((drawing = strstr (at, begins)) != NULL) {
    const char *end = strstr (drawing, ends) + strlen (ends), *next = strstr (end, ends_part);

    /* A packet is written behind a figure, not within it. */
    next = next == NULL ? end : next + strlen (ends_part);
    if (!write_plain (at, (gsize) (drawing - at), output, error)
        || !write_drawing (parts, drawing, end, output, error)
        || !write_plain (end, (gsize) (next - end), output, error)
        || (parts->packet->len >= LEAST_PACKET && !write_packet (parts, output, error)))
      return FALSE;
    at = next;
  }
  return write_plain (at, strlen (at), output, error);
}

/* A part that does not stay is removed from the output; its drawings must leave the packet as well. */
gboolean
page_parts_settle (PageParts *parts, gboolean stays, TbkOutput *output, GError **error)
{
  if (stays) {
    parts->n_settled_plain = parts->n_plain;
    return write_packet (parts, output, error);
  }
  parts->n_plain = parts->n_settled_plain;
  g_byte_array_set_size (parts->packet, 0);
  return TRUE;
}
