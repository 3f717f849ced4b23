/* sentence.c - the sentences of a batch, parsed line by line and checked.
 *
 * Contents
 *   1. check: the rules for IDs and HEADs
 *   2. sentence: the sentences of a batch, parsed line by line and checked
 */
#include "conllu/conllu.h"

#include <string.h>

#include "base/base.h"
#include "tree/projective.h"
#include "tree/tree.h"

/* 1. check: the rules for IDs and HEADs. */

/* The field of column @k in the line now parsed. */
static char *
quote_field (const Parse *parse, int k)
{
  const char **fields = parse->batch->fields;
  return tbk_quote (fields[k], (gsize) (fields[k + 1] - 1 - fields[k]));
}

/* A range 3-4 is directly before word 3. Ranges cannot overlap, so it is enough to keep the end of the
 * last one. */
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

/* An empty node 3.1 comes after word 3, 3.2 after that; those at the beginning are 0.1 and so on. Within a
 * range it may only come behind its first word. */
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

/* Returns TRUE if @start to @end is digits and nothing else. */
static gboolean
is_digits (const char *start, const char *end)
{
  if (start == end)
    return FALSE;
  while (start < end && g_ascii_isdigit (*start))
    start++;
  return start == end;
}

/* Parses a line whose ID is not that of the next word. @id: the ID, or -1 if it is not a number. The ID is
 * not the number that comes next. It may be a range or an empty node, which are no words; else it is wrong.
 * */
static gboolean
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

/* Returns TRUE if HEAD is `_` in the line that was split last, or no column. */
static gboolean
is_without_head (const TbkConlluBatch *batch)
{
  const int place = batch->source->columns.places[TBK_COLUMN_HEAD];

  return place < 0 || (batch->fields[place + 1] - batch->fields[place] == 2 && *batch->fields[place] == '_');
}

/* Takes a word whose HEAD is not a number: FALSE unless it is `_`, or missing. */
static gboolean
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

/* Tells what is wrong with the HEAD of the word just taken. Returns FALSE. The HEAD of a word is noted as a
 * problem but does not end the parsing: lines that follow may have worse. */
static gboolean
check_bad_head (Parse *parse, int head)
{
  if (parse->batch->problem != NULL || parse->batch->source->takes_any_heads)
    return FALSE;
  g_autofree char *quoted = quote_field (parse, parse->batch->source->columns.places[TBK_COLUMN_HEAD]);
  if (head < 0)
    return parse_fail (parse, parse->line, "[invalid-head] HEAD %s is not a word number or 0", quoted);
  return parse_fail (parse, parse->line, "[head-self-loop] HEAD of word %d is the word itself", parse->n);
}

/* A HEAD that is too large is found only at the end. Its line is looked for again, for the message. */
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
                     "[non-tree] the words %s form a cycle, expected a tree", words);
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

/* Leaves no HEAD above @n in a sentence with a problem.
 *
 * The words of a bad sentence are handed out if their lines are good, and nobody should look up a word that
 * is not there. */
static void
forget_unknown_heads (TbkConlluBatch *batch, int n)
{
  for (int word = 1; word <= n; word++)
    if (batch->heads[word] > n)
      batch->heads[word] = -1;
}

/* Takes heads that need be no tree. Where nothing at all is said of the tree there is nothing to repair, but that is
 * said by an annotator, too. */
static gboolean
check_any_heads (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  int word = 1;

  forget_unknown_heads (parse->batch, parse->n);
  while (word <= parse->n && batch->heads[word] < 0)
    word++;
  if (word > parse->n && parse->n > 1 && !batch->source->takes_headless)
    return parse_fail (parse, batch_word_line (batch, parse->sentence, 1),
                       "[invalid-head] no word has a HEAD, expected a tree, which 'tbk parse' makes");
  parse->sentence->is_broken =
      !projective_check_tree (batch->heads, parse->n, batch->visits, &parse->sentence->is_projective);
  parse->sentence->is_projective = parse->sentence->is_projective && !parse->sentence->is_broken;
  return TRUE;
}

/* Judges what needs all lines: that there are words, that the last range ends within
 * them, and that heads make a tree. One function checks the tree and finds out whether it is projective, in
 * one pass; which failure it is, is found afterwards. */
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
  if (batch->source->takes_any_heads && !batch->source->ignores_heads)
    return check_any_heads (parse);
  if (parse->n_headless > 0 && !(batch->source->takes_headless && parse->n_headless == parse->n))
    return fail_headless (parse);
  /* Without heads all words depend on 0, so that those who ask for heads find some. */
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

/* 2. sentence: the sentences of a batch, parsed line by line and checked.
 *
 * The first problem ends the parsing of a sentence, whose end is then looked for with no regard to what
 * its lines hold; that bytes are not UTF-8 is found last but reported first. The tests' names are those of
 * the UD validator.
 */

/* The value of a comment `# KEY = VALUE`, of which the part after "# " is given, up to *@end, which moves
 * back over blanks; NULL if it is no such comment or has no value. It is inlined into its callers, where the
 * key and its length are constants: else this is one per cent of a run. */
static inline __attribute__ ((always_inline)) const char *
find_value (const char *position, const char **end, const char *key)
{
  const gsize length = strlen (key);
  if ((gsize) (*end - position) <= length || memcmp (position, key, length) != 0)
    return NULL;
  position += length;
  while (position < *end && is_blank (*position))
    position++;
  if (position == *end || *position != '=')
    return NULL;
  position++;
  while (position < *end && is_blank (*position))
    position++;
  while (*end > position && is_blank ((*end)[-1]))
    (*end)--;
  return position < *end ? position : NULL;
}

/* Takes the sent_id of a comment; the first one counts. Of all choices of a sentence, which share it, the
 * first alone is noted: the others are no repetitions. */
static gboolean
take_sent_id (Parse *parse, const char *position, const char *end)
{
  const char *value = parse->sentence->sent_id != NULL ? NULL : find_value (position, &end, "sent_id");
  if (value == NULL)
    return TRUE;

  TbkConlluBatch *batch = parse->batch;
  parse->sentence->sent_id = value;
  parse->sentence->sent_id_length = (gsize) (end - value);
  if (parse->is_further_choice)
    return TRUE;
  if (!try_reserve (&batch->sent_ids, &batch->sent_ids_room, batch->n_sent_ids + 1, sizeof (SentId)))
    return parse_fail_memory (parse);
  batch->sent_ids[batch->n_sent_ids++] = (SentId){ hash_bytes (value, (gsize) (end - value)), parse->line,
                                                   (gsize) (value - batch->bytes), (gsize) (end - value) };
  return TRUE;
}

/* Looks for `choice = 2/3` or a later one, as tbk projectivize --all writes it. */
static void
take_choice (Parse *parse, const char *position, const char *end)
{
  const char *value = find_value (position, &end, "choice");
  if (value == NULL)
    return;
  const char *slash = memchr (value, '/', (gsize) (end - value));
  parse->is_further_choice =
      slash != NULL && decimal (value, slash) > 1 && decimal (slash + 1, end) >= decimal (value, slash);
}

/* Looks for `nbest = 2` or a later one, as tbk parse --n-best writes it. */
static void
take_n_best (Parse *parse, const char *position, const char *end)
{
  const char *value = find_value (position, &end, "nbest");
  if (value != NULL && decimal (value, end) > 1)
    parse->is_further_choice = TRUE;
}

/* A line that looks empty is a frequent mistake, and would join two sentences. */
static gboolean
is_pseudo_empty (const char *start, const char *end)
{
  if (byte_order_mark_size (start, (gsize) (end - start)) == (gsize) (end - start))
    return TRUE;
  while (start < end) {
    gunichar c = g_utf8_get_char_validated (start, end - start);
    if (c >= (gunichar) -2 || !g_unichar_isspace (c))
      return FALSE;
    start = g_utf8_next_char (start);
  }
  return TRUE;
}

/* Returns TRUE if a line of the sentence may have @n_fields. */
static gboolean
are_enough (const Parse *parse, int n_fields)
{
  const Columns *columns = &parse->batch->source->columns;

  if (!columns->is_open)
    return n_fields == columns->n;
  return n_fields >= columns->n && (parse->n_fields == 0 || n_fields == parse->n_fields);
}

/* Returns TRUE if the format is CoNLL-U, or CoNLL-U Plus, whose files name their columns: there sentences
 * have a sent_id. */
static gboolean
is_of_conllu (const Columns *columns)
{
  return columns->names == NULL || columns->is_named;
}

/* Fails if the line begins with a byte order mark, which was none at the beginning of the file. */
static gboolean
check_inner_mark (Parse *parse, const char *start, const char *end)
{
  const gsize mark = byte_order_mark_size (start, (gsize) (end - start));

  if (mark == 0 || mark == (gsize) (end - start))
    return FALSE;
  parse_fail (parse, parse->line,
              "[byte-order-mark] byte order mark inside the file, expected at its beginning: were files with "
              "such marks put together?");
  return TRUE;
}

/* Fails if the line holds no words, as its end was meant; or if an earlier HEAD's problem is known. */
static gboolean
check_words (Parse *parse, const char *start, const char *end)
{
  if (parse->batch->problem != NULL || check_inner_mark (parse, start, end))
    return FALSE;
  return !is_pseudo_empty (start, end)
         || parse_fail (parse, parse->line,
                        "[pseudo-empty-line] line of white space only, expected an empty one");
}

/* Finds the best message for a line with a wrong number of columns: what was likely meant is more use than the
 * number. */
static gboolean
fail_fields (Parse *parse, const char *start, const char *end, int n_fields)
{
  const Columns *columns = &parse->batch->source->columns;
  if (columns->are_vectors) /* which all other lines are made of */
    return parse_fail (parse, parse->line, "an empty line found, expected the heads of a tree");
  if (!check_words (parse, start, end))
    return FALSE;
  const HintPlace place = { parse->sentence->text, parse->limit, parse->batch->source->ignores_heads };
  const char *hint = columns->n == TBK_N_COLUMNS && is_of_conllu (columns)
                         ? hints_of_line (&place, start, end, n_fields)
                         : "";
  parse->lacks_words = n_fields <= columns->n && end == parse->limit && (parse->has_lines || *hint == '\0');
  if (columns->is_open)
    return parse_fail (parse, parse->line, "[number-of-columns] %d column%s found, %s%d expected", n_fields,
                       n_fields == 1 ? "" : "s", parse->n_fields == 0 ? "at least " : "",
                       parse->n_fields == 0 ? columns->n : parse->n_fields);
  return parse_fail (parse, parse->line, "[number-of-columns] %d column%s found, %d expected%s", n_fields,
                     n_fields == 1 ? "" : "s", columns->n, parse->lacks_words ? "" : hint);
}

/* Notes that field @k of the line from @start to @end is empty, which then counts as `_`. It is a problem in ID, FORM
 * and HEAD; and at the end of a line that nothing ends, as that was cut. */
static gboolean
take_empty_field (Parse *parse, int k, const char *start, const char *end, gboolean is_cut)
{
  const Columns *columns = &parse->batch->source->columns;
  const gboolean is_needed = k == columns->places[TBK_COLUMN_ID] || k == columns->places[TBK_COLUMN_FORM]
                             || k == columns->places[TBK_COLUMN_HEAD];

  if (!is_needed && !is_cut && !parse->batch->source->strict)
    return parse_note (parse, TBK_NOTE_EMPTY_COLUMN, parse->line);
  if (!check_words (parse, start, end))
    return FALSE;
  parse->lacks_words = is_cut;
  return parse_fail (parse, parse->line, "[%s] column %d (%s) is empty, expected at least '_'",
                     note_name (TBK_NOTE_EMPTY_COLUMN), k + 1, columns_name (columns, k));
}

/* Looks for empty fields in the line that was split last, from @line to @end. */
static gboolean
check_empty_fields (Parse *parse, const char *line, const char *end)
{
  const Columns *columns = &parse->batch->source->columns;
  const char *const *fields = parse->batch->fields;

  for (int k = 0; k < columns->n; k++)
    if (fields[k + 1] - fields[k] == 1 && !take_empty_field (parse, k, line, end, fields[k] == parse->limit))
      return FALSE;
  if (!columns->is_open)
    return TRUE;
  int k = columns->n;
  for (const char *start = fields[k], *tab; start <= end; start = tab + 1, k++) {
    tab = memchr (start, '\t', (gsize) (end - start));
    tab = tab != NULL ? tab : end;
    if (tab == start && !take_empty_field (parse, k, line, end, start == parse->limit))
      return FALSE;
  }
  return TRUE;
}

/* Checks that the line now parsed has a PHEAD as CoNLL 2009 has it, where CoNLL 2008 has its relation. A bad
 * HEAD is a fault of its own, found later. */
static gboolean
check_phead (Parse *parse)
{
  const char *const *fields = parse->batch->fields;
  const int place = parse->batch->source->columns.places[TBK_COLUMN_HEAD] + 1;
  const char *start = fields[place], *end = fields[place + 1] - 1;

  if (end == start || (end - start == 1 && *start == '_') || decimal (start, end) >= 0
      || decimal (fields[place - 1], start - 1) < 0)
    return TRUE;
  g_autofree char *quoted = tbk_quote (start, (gsize) (end - start));
  return parse_fail (parse, parse->line, "PHEAD %s found, expected a word number, 0 or '_'%s", quoted,
                     parse->n == 0 ? ": this looks like CoNLL 2008" : "");
}

/* Parses a line that is neither blank nor a comment. */
static gboolean
take_word_line (Parse *parse, const char *start, const char *end)
{
  TbkConlluBatch *batch = parse->batch;
  const Columns *columns = &batch->source->columns;
  const char **fields = batch->fields;
  int n_fields = batch_split_fields (start, end, fields, columns_slots (columns));

  if (!are_enough (parse, n_fields))
    return fail_fields (parse, start, end, n_fields);
  if (!check_empty_fields (parse, start, end) || (columns->is_conll09 && !check_phead (parse)))
    return FALSE;
  parse->n_fields = n_fields;
  parse->has_lines = TRUE;
  int id = decimal (fields[columns->places[TBK_COLUMN_ID]], fields[columns->places[TBK_COLUMN_ID] + 1] - 1);
  if (id != parse->n + 1)
    return !check_inner_mark (parse, start, end) && check_other_id (parse, id);

  if (!batch_reserve_word (batch, id))
    return parse_fail_memory (parse);
  parse->n = id;
  parse->next_empty = 1;
  batch->starts[id] = start;
  const int place = columns->places[TBK_COLUMN_HEAD];
  /* Where heads are ignored each word depends on 0. */
  int head = batch->source->ignores_heads ? 0
             : place < 0                  ? -1
                                          : decimal (fields[place], fields[place + 1] - 1);
  if (head == id || (head < 0 && !check_headless (parse))) { /* a problem, but not one of the lines */
    check_bad_head (parse, head);
    head = -1;
  }
  batch->heads[id] = head;
  parse->n_roots += head == 0;
  if (columns->places[TBK_COLUMN_MISC] >= 0)
    parse_misc (parse, fields[columns->places[TBK_COLUMN_MISC]],
                fields[columns->places[TBK_COLUMN_MISC] + 1] - 1);
  return TRUE;
}

/* Takes a comment before the words. */
static gboolean
take_comment (Parse *parse, const char *start, const char *end)
{
  const Columns *columns = &parse->batch->source->columns;
  const char *key = start + 1;
  if (parse->has_lines)
    return parse_fail (
        parse, parse->line,
        "[misplaced-comment] comment after the first word, expected before it: is the empty line "
        "between two sentences missing?");
  while (key < end && is_blank (*key))
    key++;
  /* The first letter decides which comments it can be, as most are none of these. */
  if (key < end && *key == 'g' && columns_differ (columns, start, (gsize) (end - start)))
    return parse_fail (parse, parse->line,
                       "global.columns names other columns than the file has, expected %s",
                       columns->all_names);
  if (key < end && (*key == 'g' || *key == 'n') && lines_is_document_mark (start, end)) {
    parse->sentence->has_document_marks = TRUE;
    parse->sentence->has_file_marks = parse->sentence->has_file_marks || *key == 'g';
  }
  if (key < end && *key == 'c')
    take_choice (parse, key, end);
  if (key < end && *key == 'n')
    take_n_best (parse, key, end);
  return take_sent_id (parse, key, end);
}

/* A carriage return anywhere but at the end of a line is a problem. */
static gboolean
check_returns (Parse *parse, const char *start, const char *end)
{
  const char *lone = memchr (start, '\r', (gsize) (end - start));
  if (lone == NULL)
    return TRUE;
  return parse_fail (parse, parse->line,
                     "[non-unix-newline] carriage return in column %d of bytes without a line feed after it",
                     (int) (lone - start) + 1);
}

/* Parses the line from @start to @end; sets `is_done` at the blank line that ends the sentence. */
static gboolean
take_line (Parse *parse, const char *start, const char *end)
{
  TbkConlluBatch *batch = parse->batch;

  if (batch->lines.has_carriage_returns && end > start && end < parse->limit && end[-1] == '\r') {
    end--;
    parse->has_carriage_returns = TRUE;
  }
  if (start == end) {
    parse->is_done = parse->is_begun;
    return parse->is_begun || parse_note (parse, TBK_NOTE_EXTRA_EMPTY_LINE, parse->line);
  }
  if (!parse->is_begun) {
    parse->is_begun = TRUE;
    parse->first_line = parse->line;
  }
  if ((gsize) (end - start) > batch->source->max_line)
    return parse_fail (parse, parse->line, "line longer than %" G_GSIZE_FORMAT " bytes",
                       batch->source->max_line);
  if (batch->lines.has_carriage_returns && !check_returns (parse, start, end))
    return FALSE;
  return lines_is_comment (&batch->source->columns, start, end) ? take_comment (parse, start, end)
                                                                : take_word_line (parse, start, end);
}

/* Goes to the end of the sentence after a problem. */
static void
skip_lines (Parse *parse)
{
  gboolean is_begun = parse->is_begun;
  while (!parse->is_done && parse->position < parse->limit) {
    const char *start = parse->position, *end = parse_line_end (parse);
    gboolean is_blank = end < parse->limit && (end == start || (end == start + 1 && *start == '\r'));
    parse_pass (parse, end);
    parse->is_done = is_blank && is_begun;
    is_begun = is_begun || !is_blank;
  }
  parse->is_begun = is_begun;
}

/* Looks at the whole batch's bytes when the first sentence is parsed, and at a sentence's only from the first
 * bad byte on.
 *
 * So a good batch is checked once, in the fast way. In a bad one only sentences from the first bad byte on
 * are checked one by one. */
static gboolean
check_encoding (Parse *parse)
{
  TbkConlluBatch *batch = parse->batch;
  const char *bad;
  if (batch->valid == G_MAXSIZE) {
    batch->valid = batch->length;
    if (!encoding_is_utf8 (batch->bytes, batch->length)) {
      g_utf8_validate_len (batch->bytes, batch->length, &bad);
      batch->valid = (gsize) (bad - batch->bytes);
    }
  }
  if (batch->next + parse->sentence->length <= batch->valid)
    return TRUE;

  GError *problem = NULL;
  encoding_check (batch->source->name, parse->sentence->text, parse->sentence->length,
                  batch->length - batch->next, parse->sentence->line, &problem);
  if (problem == NULL)
    return TRUE;
  g_clear_error (&batch->problem);
  batch->problem = problem;
  return FALSE;
}

/* Returns whether every line is well formed. The first line that is wrong ends the sentence's parsing; its
 * end is looked for, so that the next sentence can be read. */
static gboolean
parse_lines (Parse *parse)
{
  while (!parse->is_done && parse->position < parse->limit) {
    const char *start = parse->position, *end = parse_line_end (parse);
    /* The fast way takes as many words as it can, perhaps none; then this line is one for the slow way. */
    if (parse->is_begun && g_ascii_isdigit (*start))
      words_parse (parse);
    if (parse->position == start) {
      gboolean is_good = take_line (parse, start, end);
      parse_pass (parse, end);
      if (!is_good) {
        skip_lines (parse);
        return FALSE;
      }
    }
  }
  return TRUE;
}

/* Ends the parsing of a sentence of which every line is good.
 *
 * Problems of the whole first, then the warnings: those of a sentence with a problem would only distract. */
static void
finish_good_lines (Parse *parse)
{
  const Columns *columns = &parse->batch->source->columns;
  if (!parse->is_begun || !check_sentence (parse))
    return;
  gint64 last_line = parse->line - 1;
  if (parse->n == 0)
    return;
  if (parse->sentence->sent_id == NULL && is_of_conllu (columns) && !columns->has_no_ids
      && !parse_note (parse, TBK_NOTE_MISSING_SENT_ID, parse->first_line))
    return;
  if (parse->has_carriage_returns && !parse_note (parse, TBK_NOTE_CARRIAGE_RETURNS, parse->first_line))
    return;
  if (!parse->is_done)
    parse_note (parse, TBK_NOTE_MISSING_EMPTY_LINE, last_line);
}

/* Puts a question behind the problem of a sentence that nothing ends, which only the last one can be. */
static void
ask_for_cut (const Parse *parse)
{
  if (parse->lacks_words && !parse->is_done
      && g_error_matches (parse->batch->problem, TBK_ERROR, TBK_ERROR_DATA))
    fail_add (parse->batch->problem, ": the file ends in this sentence, was it cut?");
}

/* Puts the sent_id behind the problem of a sentence. */
static void
name_sentence (TbkConlluBatch *batch, const TbkConlluSentence *sentence)
{
  if (g_error_matches (batch->problem, TBK_ERROR, TBK_ERROR_DATA))
    fail_name_sentence (batch->problem, sentence->sent_id, sentence->sent_id_length);
}

/* Passes over a byte order mark, which is here, or was dropped before the bytes that are here.
 *
 * Only the first bytes of a file may be a mark, and only before a line that is not empty. */
static gboolean
pass_mark (Parse *parse)
{
  const TbkConlluBatch *batch = parse->batch;
  const gboolean is_begin = batch->next == 0;
  const gsize mark = batch->is_first && is_begin ? byte_order_mark_size (batch->bytes, batch->length) : 0;
  const gboolean has_mark = mark > 0 || (batch->is_after_mark && is_begin);

  if (!has_mark || batch->length <= mark || batch->bytes[mark] == '\n' || batch->bytes[mark] == '\r')
    return TRUE;
  parse->position += mark;
  return parse_note (parse, TBK_NOTE_BYTE_ORDER_MARK, batch->line);
}

/* Sets what is known of the words. @is_good: every line is well formed */
static void
set_words (const Parse *parse, gboolean is_good)
{
  TbkConlluBatch *batch = parse->batch;
  TbkConlluSentence *sentence = parse->sentence;

  sentence->problem = batch->problem;
  if (batch->problem == NULL || (is_good && parse->n > 0 && parse->range_end <= parse->n)) {
    sentence->has_words = parse->n > 0;
    sentence->n = parse->n;
    sentence->heads = batch->heads;
    sentence->n_roots = parse->n_roots;
    sentence->is_headless = parse->n > 0 && parse->n_headless == parse->n;
  }
  if (batch->problem != NULL)
    forget_unknown_heads (batch, sentence->n);
}

/* Sets where in documents the sentence is. */
static void
set_document (TbkConlluBatch *batch, TbkConlluSentence *sentence)
{
  Documents *documents = &batch->documents;
  TbkPiece *const pieces[] = { &batch->document.document, &batch->document.paragraph,
                               &batch->document.comments };
  GString *texts[G_N_ELEMENTS (pieces)];

  if (batch->next == 0)
    documents_copy (documents, &batch->before);
  documents_pass (documents, sentence->text, sentence->length);
  texts[0] = documents->document;
  texts[1] = documents->paragraph;
  texts[2] = documents->comments;
  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    *pieces[t] = texts[t]->len > 0 ? (TbkPiece){ texts[t]->str, texts[t]->len } : (TbkPiece){ NULL, 0 };
  sentence->document = &batch->document;
}

/* A sentence with a problem is handed out too, with its text and its place: callers decide what to do with
 * it. Its words are known if all lines were good, and only the tree is wrong. */
gboolean
tbk_conllu_batch_next (TbkConlluBatch *batch, TbkConlluSentence *sentence)
{
  if (batch->next == batch->length)
    return FALSE;
  if (batch->next == 0) {
    batch->begin_line = batch->line;
    batch->begin_index = batch->index;
    batch->may_have_marks = words_may_have_marks (batch->bytes, batch->length);
  }

  g_clear_error (&batch->problem);
  *sentence = (TbkConlluSentence){
    .text = batch->bytes + batch->next, .line = batch->line, .index = batch->index, .batch = batch
  };
  if (batch->source->columns.are_vectors) {
    sentence->line = batch->index;
    sentence->is_vector = TRUE;
  }
  Parse parse = { .batch = batch,
                  .sentence = sentence,
                  .position = sentence->text,
                  .limit = batch->bytes + batch->length,
                  .line = batch->line,
                  .next_empty = 1 };
  gboolean is_good = batch_reserve_word (batch, 0) || parse_fail_memory (&parse);
  is_good = pass_mark (&parse) && is_good;

  if (is_good)
    is_good = parse_lines (&parse);
  else
    skip_lines (&parse);
  sentence->length = (gsize) (parse.position - sentence->text);
  if (batch->problem == NULL)
    finish_good_lines (&parse);
  ask_for_cut (&parse);
  is_good = check_encoding (&parse) && is_good;
  if (batch->problem != NULL && sentence->sent_id != NULL)
    name_sentence (batch, sentence);
  if (batch->source->keeps_documents)
    set_document (batch, sentence);
  batch->next += sentence->length;
  batch->line = parse.line;
  batch->index += parse.is_begun;
  set_words (&parse, is_good);
  return TRUE;
}

/* Begins the batch again, with the numbers and without the warnings of the first time. */
void
batch_rewind (TbkConlluBatch *batch)
{
  if (batch->next == 0)
    return;
  batch->next = 0;
  batch->line = batch->begin_line;
  batch->index = batch->begin_index;
  batch_forget_notes (batch);
}

gboolean
sentence_has_space_after (TbkPiece misc)
{
  return !has_part (misc, "SpaceAfter=No");
}
