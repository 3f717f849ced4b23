/* hints.c - guesses by the looks of a line and of those around it, for messages only. */
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

static gboolean
is_digits (const char *start, const char *end)
{
  for (const char *at = start; at < end; at++)
    if (!g_ascii_isdigit (*at))
      return FALSE;
  return start < end;
}

/* Whether there is a word with its number in brackets: (NN 2=Kind). */
static gboolean
has_numbered_word (const char *start, const char *end)
{
  for (const char *equals = start; (equals = memchr (equals, '=', (gsize) (end - equals))) != NULL;
       equals++) {
    const char *number = equals;

    while (number > start && g_ascii_isdigit (number[-1]))
      number--;
    if (number < equals && number > start && number[-1] == ' ')
      return TRUE;
  }
  return FALSE;
}

/* Whether there are numbers and spaces alone, two numbers at least. */
static gboolean
has_numbers_alone (const char *start, const char *end)
{
  for (const char *at = start; at < end; at++)
    if (!g_ascii_isdigit (*at) && *at != ' ' && *at != '\r')
      return FALSE;
  return count_words (start, end) >= 2;
}

static const char *
hint_of_one_column (const HintPlace *place, const char *start, const char *end)
{
  while (start < end && *start == ' ')
    start++;
  if (begins (start, end, "<"))
    return ": this looks like HTML or XML";
  if (begins (start, end, "{") || begins (start, end, "["))
    return ": this looks like JSON";
  if (begins (start, end, "("))
    return has_numbered_word (start, end)
               ? ": this looks like discontinuous phrase structure, which tbk does not read"
               : ": this looks like phrase structure in brackets";
  if (has_numbers_alone (start, end))
    return ": this looks like head vectors, which tbk convert reads by --input=heads";
  if (g_ascii_isdigit (*start) && count_words (start, end) >= 8)
    return ": here are spaces where CoNLL-U has tabs";
  if (g_ascii_isdigit (*start))
    return "";
  return place->is_parsed
             ? ": this looks like plain text, CoNLL-U has one word a line; models of phrase structure take "
               "words with tags by --input=tagged"
             : ": this looks like plain text, CoNLL-U has one word a line";
}

static int
count_fields (const char *start, const char *end)
{
  int n = 1;

  while ((start = memchr (start, '\t', (gsize) (end - start))) != NULL) {
    start++;
    n++;
  }
  return n;
}

/* How many of the sentence's lines that begin with a number have @n_fields; @others: (out): how many do
 * not. */
static int
count_lines (const HintPlace *place, int n_fields, int *others)
{
  int n = 0;
  gboolean is_begun = FALSE;

  *others = 0;
  for (const char *line = place->text, *end; line < place->limit; line = end + 1) {
    end = memchr (line, '\n', (gsize) (place->limit - line));
    end = end != NULL ? end : place->limit;
    if (end > line && g_ascii_isdigit (*line))
      ++*(count_fields (line, end) == n_fields ? &n : others);
    if (is_begun && (end == line || *line == '\r'))
      break;
    is_begun = is_begun || end > line;
  }
  return n;
}

/* Whether there is a number in column @number, from 1, or nothing: `_`. */
static gboolean
has_head (const char *start, const char *end, int number)
{
  const char *stop;

  for (int k = 1; k < number; k++) {
    start = memchr (start, '\t', (gsize) (end - start));
    if (start == NULL)
      return FALSE;
    start++;
  }
  stop = memchr (start, '\t', (gsize) (end - start));
  stop = stop != NULL ? stop : end;
  return is_digits (start, stop) || (stop - start == 1 && *start == '_');
}

const char *
hints_of_line (const HintPlace *place, const char *start, const char *end, int n_fields)
{
  static const char conll08[] = ": this looks like CoNLL 2008", conll09[] = ": this looks like CoNLL 2009";
  int others;

  if (n_fields == 1)
    return hint_of_one_column (place, start, end);
  if (n_fields < 10 && g_ascii_isdigit (*start) && count_words (start, end) >= 10)
    return ": some columns have spaces before them where CoNLL-U has tabs";
  if (count_lines (place, 10, &others) > 0)
    return ": other lines of the sentence have 10";
  count_lines (place, n_fields, &others);
  if (others > 0)
    return "";
  if (n_fields == 6 || (n_fields == 8 && has_head (start, end, 7)))
    return ": this looks like CoNLL-X";
  /* HEAD is the ninth column of both; behind it stands PHEAD in CoNLL 2009, and the relation in CoNLL 2008. */
  if (n_fields < 11 || !has_head (start, end, 9))
    return n_fields >= 14 ? conll09 : "";
  return !has_head (start, end, 10) ? conll08 : n_fields >= 14 ? conll09 : "";
}
