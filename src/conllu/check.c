/* check.c - the rules for IDs and HEADs. */
#include <string.h>

#include "conllu/parse.h"
#include "tree/heads.h"
#include "tree/projective.h"

/* The field of column @k in the line now parsed. */
static char *
quote_field (const Parse *parse, int k)
{
  const char **fields = parse->batch->fields;
  return tbk_quote (fields[k], (gsize) (fields[k + 1] - 1 - fields[k]));
}

static gboolean
take_range (Parse *parse, int first, int last)
{
  const char *name = "overlapping-word-intervals";
  if (first < 1 || last < 1)
    return parse_fail (parse, parse->line, "[invalid-word-interval] ID is not two word numbers from 1 on");
  if (last < first)
    return parse_fail (parse, parse->line, "[reversed-word-interval] range %d-%d ends before it begins",
                       first, last);
  if (first <= parse->range_end)
    return parse_fail (parse, parse->line, "[%s] range %d-%d overlaps with %d-%d", name, first, last,
                       parse->range_start, parse->range_end);
  if (first != parse->n + 1)
    return parse_fail (
        parse, parse->line,
        "[misplaced-word-interval] range %d-%d found, expected directly before word %d, not %d", first, last,
        first, parse->n + 1);
  parse->range_start = first;
  parse->range_end = last;
  parse->range_line = parse->line;
  return TRUE;
}

static gboolean
take_empty_node (Parse *parse, int word, int number)
{
  if (word != parse->n || number != parse->next_empty)
    return parse_fail (parse, parse->line, "[misplaced-empty-node] empty node %d.%d found, %d.%d expected",
                       word, number, parse->n, parse->next_empty);
  if (parse->range_start > parse->n)
    return parse_fail (
        parse, parse->line,
        "[misplaced-empty-node] empty node %d.%d found after the range %d-%d, expected before it", word,
        number, parse->range_start, parse->range_end);
  parse->next_empty++;
  return TRUE;
}

/* Whether @start to @end is digits and nothing else. */
static gboolean
is_digits (const char *start, const char *end)
{
  if (start == end)
    return FALSE;
  while (start < end && g_ascii_isdigit (*start))
    start++;
  return start == end;
}

gboolean
check_other_id (Parse *parse, int id)
{
  int column = parse->batch->source->columns.places[TBK_COLUMN_ID];
  const char *start = parse->batch->fields[column], *end = parse->batch->fields[column + 1] - 1;
  if (id > 0)
    return parse_fail (parse, parse->line, "[word-id-sequence] ID %.*s found, %d expected%s",
                       (int) MIN (end - start, 40), start, parse->n + 1,
                       id == 1 ? ": is the empty line between two sentences missing?" : "");

  const char *mark = start;
  while (mark < end && g_ascii_isdigit (*mark))
    mark++;
  if (mark > start && mark < end && is_digits (mark + 1, end)) {
    int first = decimal (start, mark), second = decimal (mark + 1, end);
    if (*mark == '-')
      return take_range (parse, first, second);
    if (*mark == '.' && first >= 0 && second >= 1)
      return take_empty_node (parse, first, second);
  }
  g_autofree char *quoted = quote_field (parse, column);
  return parse_fail (parse, parse->line,
                     "[invalid-word-id] ID %s is not a word number, a range or an empty node", quoted);
}

/* Whether HEAD is `_` in the line that was split last, or no column. */
static gboolean
is_without_head (const TbkConlluBatch *batch)
{
  const int place = batch->source->columns.places[TBK_COLUMN_HEAD];

  return place < 0 || (batch->fields[place + 1] - batch->fields[place] == 2 && *batch->fields[place] == '_');
}

gboolean
check_headless (Parse *parse)
{
  if (!is_without_head (parse->batch))
    return FALSE;
  parse->n_headless++;
  return TRUE;
}

/* Tells that words lack heads: all, or some. Returns FALSE. */
static gboolean
fail_headless (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  int word = 1;

  for (batch_find_fields (batch, parse->sentence, word); !is_without_head (batch);)
    batch_find_fields (batch, parse->sentence, ++word);
  return parse_fail (parse, batch_word_line (batch, parse->sentence, word),
                     parse->n_headless < parse->n
                         ? "[invalid-head] HEAD '_' is not a word number or 0"
                         : "[invalid-head] no word has a HEAD, expected a tree, which 'tbk parse' makes");
}

gboolean
check_bad_head (Parse *parse, int head)
{
  if (parse->batch->problem != NULL)
    return FALSE;
  g_autofree char *quoted = quote_field (parse, parse->batch->source->columns.places[TBK_COLUMN_HEAD]);
  if (head < 0)
    return parse_fail (parse, parse->line, "[invalid-head] HEAD %s is not a word number or 0", quoted);
  return parse_fail (parse, parse->line, "[head-self-loop] HEAD of word %d is the word itself", parse->n);
}

static gboolean
fail_unknown_head (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  int word = 1, column = batch->source->columns.places[TBK_COLUMN_HEAD];
  while (batch->heads[word] <= parse->n)
    word++;
  parse->lacks_words = TRUE;
  batch_find_fields (batch, parse->sentence, word);
  g_autofree char *quoted = quote_field (parse, column);
  return parse_fail (parse, batch_word_line (batch, parse->sentence, word),
                     "[unknown-head] HEAD %s of word %d, but the last word is %d", quoted, word, parse->n);
}

static gboolean
fail_cycle (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  int word = heads_find_cycle (batch->heads, parse->n, batch->visits);
  g_autofree char *words = heads_describe_cycle (batch->heads, word);
  return parse_fail (parse, batch_word_line (batch, parse->sentence, word),
                     "[non-tree] the heads of the words %s go round in a cycle, expected a tree", words);
}

/* The first word but one whose head is 0. */
static int
second_root (const TbkConlluBatch *batch)
{
  int word = 0;
  for (int n_roots = 0; n_roots < 2;)
    n_roots += batch->heads[++word] == 0;
  return word;
}

gboolean
check_sentence (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  parse->lacks_words = parse->n == 0 || parse->range_end > parse->n;
  if (parse->n == 0 && parse->is_done && !parse->has_lines)
    return parse_note (parse, TBK_NOTE_COMMENTS_ALONE, parse->first_line);
  if (parse->n == 0)
    return parse_fail (parse, parse->first_line,
                       "[empty-sentence] sentence without words, expected at least one");
  if (parse->range_end > parse->n)
    return parse_fail (parse, parse->range_line, "[word-interval-out] range %d-%d, but the last word is %d",
                       parse->range_start, parse->range_end, parse->n);
  if (parse->n_headless > 0 && !(batch->source->takes_headless && parse->n_headless == parse->n))
    return fail_headless (parse);
  if (parse->n_headless > 0) {
    memset (batch->heads, 0, sizeof (int) * (gsize) (parse->n + 1));
    return TRUE;
  }
  if (!projective_check_tree (batch->heads, parse->n, batch->visits, &parse->sentence->is_projective))
    return (heads_are_in_range (batch->heads, parse->n) ? fail_cycle : fail_unknown_head) (parse);
  if (parse->n_roots > 1 && !batch->source->ignores_heads && !batch->source->any_roots)
    return parse_note (parse, TBK_NOTE_MULTIPLE_ROOTS,
                       batch_word_line (batch, parse->sentence, second_root (batch)));
  return TRUE;
}
