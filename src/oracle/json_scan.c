/* json_scan.c - a pass over the bytes of a line, without recursion, for what json-glib would let through:
 * depth that exhausts the stack, octal and hexadecimal numbers, comments, text after the object. */
#include "oracle/json_scan.h"

#include <string.h>

#include "tbk/error.h"

static gboolean
fail (GError **error, const char *message)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is not a JSON object: %s", message);
  return FALSE;
}

/* The end of the string that begins after @at, or NULL if it does not end. */
static const char *
skip_string (const char *at, const char *end)
{
  for (; at < end && *at != '"'; at++)
    if (*at == '\\' && ++at == end)
      break;
  return at < end ? at + 1 : NULL;
}

/* The end of the number at @at; NULL if it is not written as in JSON. */
static const char *
skip_number (const char *at, const char *end)
{
  const char *digits = *at == '-' ? at + 1 : at;

  if (digits == end || !g_ascii_isdigit (*digits))
    return NULL;
  for (at = digits; at < end && (g_ascii_isalnum (*at) || strchr ("+-.", *at) != NULL); at++)
    if (g_ascii_isalpha (*at) && *at != 'e' && *at != 'E')
      return NULL;
  if (digits[0] == '0' && digits + 1 < at && g_ascii_isdigit (digits[1]))
    return NULL;
  return at;
}

/* Goes past one token at @at, counting brackets in @depth. */
static const char *
skip_token (const char *at, const char *end, int *depth, GError **error)
{
  const char *next = at + 1;

  if (strchr ("[{", *at) != NULL && ++*depth > JSON_MAX_DEPTH) {
    fail (error, "it is nested too deeply");
    return NULL;
  }
  if (strchr ("]}", *at) != NULL)
    --*depth;
  if (*at == '"' && (next = skip_string (next, end)) == NULL)
    fail (error, "a string does not end");
  if ((*at == '-' || g_ascii_isdigit (*at)) && (next = skip_number (at, end)) == NULL)
    fail (error, "a number is not written in decimal");
  if (strchr ("$'/#;", *at) != NULL) {
    fail (error, "it has characters that do not belong there");
    return NULL;
  }
  return next;
}

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && strchr (" \t\r\n", *at) != NULL)
    at++;
  return at;
}

gboolean
json_scan (const char *line, gsize length, GError **error)
{
  const char *end = line + length;
  const char *at;
  int depth = 0;

  if (!g_utf8_validate_len (line, length, NULL))
    return fail (error, "it is not text in UTF-8");
  at = skip_space (line, end);
  if (at == end)
    return fail (error, "it is empty");
  if (*at != '{')
    return fail (error, "it does not begin with {");
  do
    if ((at = skip_token (at, end, &depth, error)) == NULL)
      return FALSE;
  while (depth > 0 && (at = skip_space (at, end)) < end);
  if (depth > 0)
    return fail (error, "it ends too early");
  if (skip_space (at, end) != end)
    return fail (error, "there is something after its end");
  return TRUE;
}
