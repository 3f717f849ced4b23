/* parse.c - what all parts of the parsing of a sentence tell: problems, notes, marks. */
#include <string.h>

#include "conllu/parse.h"

gboolean
parse_fail (Parse *parse, gint64 line, const char *format, ...)
{
  va_list arguments;
  if (parse->batch->problem != NULL)
    return FALSE;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (&parse->batch->problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s",
               parse->batch->source->name, line, message);
  return FALSE;
}

gboolean
parse_fail_memory (Parse *parse)
{
  if (parse->batch->problem == NULL)
    g_set_error (&parse->batch->problem, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "%s:%" G_GINT64_FORMAT ": no memory for a sentence of more than %d words",
                 parse->batch->source->name, parse->sentence->line, parse->n);
  return FALSE;
}

gboolean
parse_note (Parse *parse, TbkNote note, gint64 line)
{
  TbkConlluBatch *batch = parse->batch;
  if (batch->source->strict)
    return parse_fail (parse, line, "[%s] %s", tbk_note_name (note), tbk_note_text (note));
  if (batch->note_counts[note]++ == 0) {
    batch->note_lines[note] = line;
    batch->note_ids[note] = (TbkPiece){ parse->sentence->sent_id, parse->sentence->sent_id_length };
  }
  return TRUE;
}

void
parse_misc (Parse *parse, const char *start, const char *end)
{
  enum { LEAST_MARK = 10 }; /* OrigHead=1 */
  while (end - start >= LEAST_MARK && !parse->sentence->has_marks) {
    parse->sentence->has_marks = memcmp (start, "OrigHead=", 9) == 0 || memcmp (start, "ProjHead=", 9) == 0;
    const char *bar = memchr (start, '|', (gsize) (end - start));
    start = bar != NULL ? bar + 1 : end;
  }
}
