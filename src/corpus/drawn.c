/* drawn.c - sentences of CoNLL-U as they are drawn. */
#include "corpus/drawn.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"

void
drawn_clear (Drawn *drawn)
{
  g_free (drawn->rows);
  g_free (drawn->relations);
}

const char *
drawn_file (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

/* @piece as it is drawn: "_" means that there is nothing. */
static TbkPiece
value_of (TbkPiece piece)
{
  return piece.size == 1 && piece.bytes[0] == '_' ? (TbkPiece){ NULL, 0 } : piece;
}

/* The number in OrigHead= of @misc, where that is a mark: the last attribute, or before OrigDeprel=, which is. Without
 * bytes if there is none. */
static TbkPiece
find_moved_from (TbkPiece misc)
{
  static const char head[] = "OrigHead=", deprel[] = "OrigDeprel=";
  enum { MOST_DIGITS = 9 };
  const char *begin, *end;

  if (misc.size == 0)
    return misc;
  end = misc.bytes + misc.size;
  begin = find_behind_last (misc.bytes, end, '|');
  if (begin > misc.bytes && has_prefix (begin, end, deprel) && (gsize) (end - begin) > strlen (deprel)) {
    end = begin - 1;
    begin = find_behind_last (misc.bytes, end, '|');
  }
  if (!has_prefix (begin, end, head))
    return (TbkPiece){ NULL, 0 };
  begin += strlen (head);
  for (const char *digit = begin; digit < end; digit++)
    if (!g_ascii_isdigit (*digit) || end - begin > MOST_DIGITS)
      return (TbkPiece){ NULL, 0 };
  return (TbkPiece){ begin, (gsize) (end - begin) };
}

/* Adds the row of @line as number @n. */
static gboolean
add_row (Drawn *drawn, gsize n, const TbkConlluLine *line, GError **error)
{
  static const TbkDrawnKind kinds[] = { [TBK_LINE_WORD] = TBK_DRAWN_WORD,
                                        [TBK_LINE_RANGE] = TBK_DRAWN_RANGE,
                                        [TBK_LINE_EMPTY_NODE] = TBK_DRAWN_EMPTY };
  const TbkPiece form = line->fields[TBK_COLUMN_FORM];
  const gboolean is_word = line->kind == TBK_LINE_WORD;

  if (!try_reserve (&drawn->rows, &drawn->n_rows_allocated, n + 1, sizeof (*drawn->rows)))
    return memory_fail (error, "a drawing of %" G_GSIZE_FORMAT " lines", n + 1);
  drawn->rows[n] = (TbkDrawnRow){ .kind = kinds[line->kind],
                                  .n_words = line->last - line->first + 1,
                                  .id = line->fields[TBK_COLUMN_ID],
                                  .form = is_word ? form : value_of (form),
                                  .tag = value_of (line->fields[TBK_COLUMN_UPOS]),
                                  .relation = value_of (line->fields[TBK_COLUMN_DEPREL]) };
  if (is_word)
    drawn->rows[n].moved_from = find_moved_from (line->fields[TBK_COLUMN_MISC]);
  return TRUE;
}

gboolean
drawn_set (Drawn *drawn, const TbkConlluSentence *from, TbkDrawnSentence *sentence, GError **error)
{
  const char *position = NULL;
  TbkConlluLine line;

  *sentence = (TbkDrawnSentence){ .text = tbk_conllu_sentence_comment (from, "text"),
                                  .n = from->n,
                                  .heads = from->heads };
  while (tbk_conllu_sentence_next_line (from, &position, &line))
    if (line.kind != TBK_LINE_COMMENT && !add_row (drawn, (gsize) sentence->n_rows++, &line, error))
      return FALSE;
  sentence->rows = drawn->rows;
  return TRUE;
}

gboolean
drawn_set_against (Drawn *drawn, const TbkConlluSentence *from, const char *name, TbkDrawnSentence *sentence,
                   GError **error)
{
  if (!reserve_words (&drawn->relations, &drawn->n_relations_allocated, from->n, sizeof (TbkPiece), error))
    return FALSE;
  for (int w = 1; w <= from->n; w++)
    drawn->relations[w] = value_of (tbk_conllu_sentence_field (from, w, TBK_COLUMN_DEPREL));
  sentence->against = from->heads;
  sentence->against_relations = drawn->relations;
  sentence->against_name = (TbkPiece){ name, strlen (name) };
  return TRUE;
}
