/* scan.c - where trees begin and end: the brackets of a text, without its labels. */
#include "phrase/brackets/brackets.h"

#include <string.h>

static gboolean fail (GError **error, gint64 line, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (GError **error, gint64 line, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%" G_GINT64_FORMAT ": %s", line, message);
  return FALSE;
}

/* The token at @bytes for a message; the rest of the text has @length bytes. */
static char *
quote_token (const char *bytes, gsize length)
{
  gsize n = 0;

  while (n < length && is_token (bytes[n]))
    n++;
  return tbk_quote (bytes, n);
}

/* The text before the byte in hand, if a tree has ended in it, is whole trees. */
static inline void
cut_here (BracketScan *scan)
{
  if (scan->has_ended) {
    scan->cut = scan->at;
    scan->n_cut = scan->n_ended;
  }
  scan->has_ended = FALSE;
}

/* How many bytes begin a block comment here: 0 if none does. @bytes has a byte behind it that is no part of
 * one, or is the end. */
static gsize
block_comment (const char *bytes, gsize length)
{
  if (length >= 2 && memcmp (bytes, "/*", 2) == 0)
    return 2;
  return length >= 3 && memcmp (bytes, "/~*", 3) == 0 ? 3 : 0;
}

/* Takes the byte in hand, which no blank is, between trees. FALSE with @error set, or without where more
 * bytes must come first. */
static gboolean
begin_piece (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  const char c = bytes[scan->at];
  const gsize rest = length - scan->at;

  if (c == '/' && rest < 3 && !is_last)
    return FALSE;
  cut_here (scan);
  scan->comment = scan->at;
  if (c == '(') {
    scan->state = SCAN_TREE;
    scan->tree_line = scan->line;
    scan->depth = 1;
  } else if (c == '#' || c == '*') {
    scan->state = SCAN_LINE_COMMENT;
  } else if (c == '/' && block_comment (bytes + scan->at, rest) > 0) {
    scan->state = SCAN_BLOCK_COMMENT;
    scan->at += block_comment (bytes + scan->at, rest) - 1;
  } else if (c == ')') {
    return fail (error, scan->line, "found ')' without '(' before it, expected a tree");
  } else {
    g_autofree char *token = quote_token (bytes + scan->at, rest);
    return fail (error, scan->line, "found %s outside of trees, expected '('", token);
  }
  scan->at++;
  return TRUE;
}

static gboolean
scan_between (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  for (; scan->at < length && is_blank (bytes[scan->at]); scan->at++)
    scan->line += bytes[scan->at] == '\n';
  return scan->at == length || begin_piece (scan, bytes, length, is_last, error);
}

static void
scan_tree (BracketScan *scan, const char *bytes, gsize length)
{
  int depth = scan->depth;
  gsize at = scan->at;
  gint64 line = scan->line;

  for (; at < length && depth > 0; at++) {
    depth += (bytes[at] == '(') - (bytes[at] == ')');
    line += bytes[at] == '\n';
  }
  scan->depth = depth;
  scan->at = at;
  scan->line = line;
  if (depth == 0) {
    scan->state = SCAN_BETWEEN;
    scan->has_ended = TRUE;
    scan->n_ended++;
  }
}

static void
scan_line_comment (BracketScan *scan, const char *bytes, gsize length)
{
  const char *newline = memchr (bytes + scan->at, '\n', length - scan->at);

  scan->at = newline == NULL ? length : (gsize) (newline - bytes);
  if (newline != NULL)
    scan->state = SCAN_BETWEEN;
}

/* Whether the byte in hand, a '/', ends the comment. */
static gboolean
ends_comment (const BracketScan *scan, const char *bytes)
{
  const gsize inside = scan->at - scan->comment; /* bytes from its first one on */
  const char *slash = bytes + scan->at;
  const gboolean has_tilde = bytes[scan->comment + 1] == '~';

  return (inside >= (has_tilde ? 4 : 3) && slash[-1] == '*')
         || (inside >= (has_tilde ? 5 : 4) && slash[-1] == '~' && slash[-2] == '*');
}

static void
scan_block_comment (BracketScan *scan, const char *bytes, gsize length)
{
  for (; scan->at < length && scan->state == SCAN_BLOCK_COMMENT; scan->at++) {
    scan->line += bytes[scan->at] == '\n';
    if (bytes[scan->at] == '/' && ends_comment (scan, bytes))
      scan->state = SCAN_BETWEEN;
  }
}

/* What the end of the input ends too soon. */
static gboolean
scan_end (BracketScan *scan, GError **error)
{
  if (scan->state == SCAN_TREE)
    return fail (error, scan->line,
                 "found the end inside the tree that begins in line %" G_GINT64_FORMAT
                 ", expected %d more ')'",
                 scan->tree_line, scan->depth);
  if (scan->state == SCAN_BLOCK_COMMENT)
    return fail (error, scan->line, "found the end inside a comment, expected '*/'");
  cut_here (scan);
  return TRUE;
}

/* Takes the bytes in hand as far as the state lasts. FALSE where it cannot go on, with @error set if that is
 * for good. */
static gboolean
scan_piece (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  switch (scan->state) {
  case SCAN_BETWEEN:
    return scan_between (scan, bytes, length, is_last, error);
  case SCAN_TREE:
    scan_tree (scan, bytes, length);
    break;
  case SCAN_LINE_COMMENT:
    scan_line_comment (scan, bytes, length);
    break;
  case SCAN_BLOCK_COMMENT:
    scan_block_comment (scan, bytes, length);
    break;
  }
  return TRUE;
}

gboolean
scan_trees (BracketScan *scan, const char *bytes, gsize length, gboolean is_last, GError **error)
{
  g_autoptr (GError) reason = NULL;

  while (scan->at < length && scan_piece (scan, bytes, length, is_last, &reason))
    ;
  if (reason != NULL) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  return !is_last || scan_end (scan, error);
}

gboolean
scan_to_tree (BracketScan *scan, const char *bytes, gsize length)
{
  while (scan->at < length && scan->state != SCAN_TREE && scan_piece (scan, bytes, length, TRUE, NULL))
    ;
  return scan->state == SCAN_TREE;
}
