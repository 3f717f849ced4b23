/* hints.c - guesses by the looks of a line, for messages only. */
#include "conllu/hints.h"

#include <string.h>

/* The pieces between runs of blanks. */
static int
count_words (const char *position, const char *end)
{
  int n = 0;

  for (gboolean in_word = FALSE; position < end; position++) {
    gboolean is_blank = *position == ' ' || *position == '\t';

    n += !is_blank && !in_word;
    in_word = !is_blank;
  }
  return n;
}

static gboolean
begins (const char *start, const char *end, const char *with)
{
  return (gsize) (end - start) >= strlen (with) && memcmp (start, with, strlen (with)) == 0;
}

static const char *
hint_of_one_column (const char *start, const char *end)
{
  while (start < end && *start == ' ')
    start++;
  if (begins (start, end, "<"))
    return ": this looks like HTML or XML";
  if (begins (start, end, "{") || begins (start, end, "["))
    return ": this looks like JSON";
  if (begins (start, end, "("))
    return ": this looks like phrase structure in brackets";
  if (g_ascii_isdigit (*start) && count_words (start, end) >= 8)
    return ": here are spaces where CoNLL-U has tabs";
  if (g_ascii_isdigit (*start))
    return "";
  return ": this looks like plain text, CoNLL-U has one word a line";
}

const char *
hints_of_line (const char *start, const char *end, int n_fields)
{
  if (n_fields == 1)
    return hint_of_one_column (start, end);
  if (n_fields < 10 && g_ascii_isdigit (*start) && count_words (start, end) >= 10)
    return ": some columns have spaces before them where CoNLL-U has tabs";
  if (n_fields == 8)
    return ": this looks like CoNLL-X without its last two columns, which may be '_'";
  if (n_fields >= 14)
    return ": this looks like CoNLL-2009";
  return "";
}
