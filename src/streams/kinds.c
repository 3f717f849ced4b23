/* kinds.c - files that are no text, by the bytes they begin with: what people give by mistake. */
#include "streams/kinds.h"

#include <string.h>

#include "base/fail.h"
#include "streams/compression.h"

enum {
  TAR_PLACE = 256, /* of a zero, and the name of the form, in a tar archive */
  LOOKED_AT = 64,  /* bytes that tell text from other bytes */
};

/* A file with these bytes at this place is of this kind. No text that is read has them there. */
typedef struct {
  gsize place, size;
  const char *bytes, *name, *advice;
} Kind;

static const char zip[] = "PK\3\4";

static const Kind kinds[] = {
  { 0, 4, zip, "a zip archive", ": unpack it first" },
  { 0, 4, "\x89PNG", "a PNG picture", "" },
  { 0, 3, "\xff\xd8\xff", "a JPEG picture", "" },
  { 0, 6, "GIF87a", "a GIF picture", "" },
  { 0, 6, "GIF89a", "a GIF picture", "" },
  { 0, 5, "%PDF-", "a PDF file", "" },
  { 0, 5, "{\\rtf", "an RTF document", ": save it as plain text" },
  { 0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document", ": save it as plain text" },
  { 0, 6, "7z\xbc\xaf\x27\x1c", "a 7z archive", ": unpack it first" },
  { TAR_PLACE, 6, "\0ustar", "a tar archive", ": unpack it first" },
  { 0, 8, "tbkmodel", "a model of tbk", ": options take it, such as -m" },
  { 0, 2, "\xff\xfe", "UTF-16", ": convert it by iconv -f UTF-16 -t UTF-8" },
  { 0, 2, "\xfe\xff", "UTF-16", ": convert it by iconv -f UTF-16 -t UTF-8" },
};

static const Kind document = { .name = "an Office document (.xlsx, .docx or .ods)",
                               .advice = ": save it as plain text" };

/* Whether a zip archive, of which these are the first bytes, is a document of Office or OpenDocument: such
 * archives begin with these files. */
static gboolean
is_document (const char *bytes, gsize length)
{
  static const char *const names[] = { "[Content_Types].xml", "_rels/", "mimetypeapplication/vnd.oasis" };
  enum { NAME_PLACE = 30 };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    if (length >= NAME_PLACE + strlen (names[n])
        && memcmp (bytes + NAME_PLACE, names[n], strlen (names[n])) == 0)
      return TRUE;
  return FALSE;
}

/* NULL if the kind is not known. */
static const Kind *
find_kind (const char *bytes, gsize length)
{
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (length >= kinds[k].place + kinds[k].size
        && memcmp (bytes + kinds[k].place, kinds[k].bytes, kinds[k].size) == 0)
      return kinds[k].bytes == zip && is_document (bytes, length) ? &document : &kinds[k];
  return NULL;
}

/* Text may be cut in the middle of a character here. */
static gboolean
looks_like_text (const char *bytes, gsize length)
{
  const char *bad;

  length = MIN (length, LOOKED_AT);
  return g_utf8_validate_len (bytes, length, &bad)
         || g_utf8_get_char_validated (bad, bytes + length - bad) == (gunichar) -2;
}

/* A plain file under the name of a compressed one is read, if it is text. A page of HTML, as servers send it
 * in place of a file, and other bytes are not. */
static gboolean
check_promise (const char *name, const char *bytes, gsize length, GError **error)
{
  const Compression *promised = compression_of_path (name);
  const gboolean is_page = length > 0 && *bytes == '<';

  if (promised == NULL || (!is_page && looks_like_text (bytes, length)))
    return TRUE;
  return fail_data (error, "%s:1: found %s, expected %s data, for the name ends in %s", name,
                    is_page ? "HTML or XML" : "other bytes", promised->name, promised->suffix);
}

gboolean
kinds_check (const TbkInput *input, const char *name, const char *bytes, gsize length, GError **error)
{
  const Kind *kind = find_kind (bytes, length);
  const Compression *twice;
  CompressionMatch match;

  if (kind != NULL)
    return fail_data (error, "%s:1: found %s, expected UTF-8 text%s", name, kind->name, kind->advice);
  twice = compression_of_bytes ((const guint8 *) bytes, length, &match);
  if (match == BEGINS_SO)
    return fail_data (error, "%s:1: found %s data inside compressed data, expected UTF-8 text", name,
                      twice->name);
  return input == NULL || input_is_compressed (input) || check_promise (name, bytes, length, error);
}
