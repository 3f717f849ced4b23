/* reorder.c - sentences whose words are in another order, and as they were before.
 *
 * Contents
 *   1. lines: the lines of a sentence, and which belong together
 *   2. fields: numbers of words, wherever they are
 *   3. text: the comment `# text` in the new order
 *   4. order: the lines in their new places
 *   5. calls: a sentence in another order, and restored
 *
 * Both ways are one: words get new numbers, and lines go with them. Forth, marks record what was; back, they are the
 * numbers, and are removed. The sentence "vámonos ya" with the order 3, 1, 2:
 *
 *   # text = vámonos ya            # text = nos vamos ya     vamos now is word 3, nos 1, ya 2
 *   1-2  vámonos                   # orig_text = vámonos ya
 *   1    vamos    0  root          # orig_range = 1-2 ...    the words are no longer side by side
 *   2    nos      1  obj           1  nos    3  obj     OrigId=2
 *   3    ya       1  advmod        2  ya     3  advmod  OrigId=3
 *                                  3  vamos  0  root    OrigId=1
 */
#include "conllu/conllu.h"

#include <string.h>

/* 1. lines: the lines of a sentence, and which belong together. */

typedef enum { LINE_OTHER, LINE_WORD, LINE_RANGE, LINE_EMPTY } LineKind;

typedef struct {
  LineKind kind; /* OTHER: a comment, or blank */
  const char *start, *end, *next;
  int first, last; /* words of a range; the word, and the number behind it of an empty node */
} OrderLine;

/* An item of DEPS: a head, a word or an empty node, and a relation. */
typedef struct {
  const char *start, *end;
  const char *label; /* behind the head */
  int word, number;  /* -1: not a head */
} OrderDep;

struct Reorder {
  const Columns *columns;
  const char **fields; /* of the line in hand */
  OrderLine *lines;
  gsize n_lines, n_lines_allocated;
  gsize n_before; /* lines before that of the first word or empty node */
  int n;
  gsize *word_lines; /* by word, from 1; of n + 1 the line behind the last one of the words */
  int *places, *words;
  gsize *ranges; /* by new number of their first word: 1 + their line; 0: none */
  Room room;
  OrderDep *deps;
  gsize n_deps_allocated;
  gboolean keeps_deps; /* DEPS are not sorted by heads and stay in their order */
  GString *field;
};

static void
free_reorder (Reorder *reorder)
{
  g_free (reorder->lines);
  room_clear (&reorder->room);
  g_free (reorder->deps);
  g_string_free (reorder->field, TRUE);
  g_free (reorder);
}

/* Returns the scratch of the batch. A batch belongs to one thread, and its sentences change nothing that is
 * seen. */
static Reorder *
scratch_of (const TbkConlluSentence *sentence)
{
  TbkConlluBatch *batch = (TbkConlluBatch *) sentence->batch;

  if (batch->reorder == NULL) {
    batch->reorder = g_new0 (Reorder, 1);
    batch->reorder->field = g_string_new (NULL);
    batch->reorder_free = free_reorder;
  }
  return batch->reorder;
}

static void
split_line (Reorder *reorder, const OrderLine *line)
{
  const char *at = line->start;

  reorder->fields[0] = at;
  for (int k = 1; k <= reorder->columns->n; k++) {
    const char *tab = memchr (at, '\t', (gsize) (line->end - at));
    at = (tab != NULL ? tab : line->end) + 1;
    reorder->fields[k] = at;
  }
}

static TbkPiece
field_of (const Reorder *reorder, TbkColumn column)
{
  const int place = reorder->columns->places[column];

  return place < 0 ? (TbkPiece){ NULL, 0 }
                   : (TbkPiece){ reorder->fields[place],
                                 (gsize) (reorder->fields[place + 1] - 1 - reorder->fields[place]) };
}

/* Reads "4", "4-5" or "4.1" from @start to @end; the kind of a line with this ID, OTHER if it is none. */
static LineKind
read_id (const char *start, const char *end, int *first, int *last)
{
  const char *mark = start;

  while (mark < end && g_ascii_isdigit (*mark))
    mark++;
  *first = *last = decimal (start, mark);
  if (*first < 0 || mark == end)
    return *first < 0 ? LINE_OTHER : LINE_WORD;
  *last = decimal (mark + 1, end);
  return *last < 0 ? LINE_OTHER : *mark == '-' ? LINE_RANGE : *mark == '.' ? LINE_EMPTY : LINE_OTHER;
}

static gboolean
add_line (Reorder *reorder, const char *start, const char *limit)
{
  const char *newline = memchr (start, '\n', (gsize) (limit - start));
  OrderLine line = { .start = start, .end = newline != NULL ? newline : limit };

  line.next = newline != NULL ? newline + 1 : limit;
  if (line.end > start && line.end[-1] == '\r')
    line.end--;
  if (line.end > start && !lines_is_comment (reorder->columns, start, line.end)) {
    split_line (reorder, &line);
    const TbkPiece id = field_of (reorder, TBK_COLUMN_ID);
    line.kind = read_id (id.bytes, id.bytes + id.size, &line.first, &line.last);
  }
  if (!try_reserve (&reorder->lines, &reorder->n_lines_allocated, reorder->n_lines + 1, sizeof (OrderLine)))
    return FALSE;
  reorder->lines[reorder->n_lines++] = line;
  return TRUE;
}

/* Finds the lines of the @length bytes of @text, those of @n words. What is behind a word, up to the next word or
 * range, goes with it; what is blank at the end stays there. */
static gboolean
find_lines (Reorder *reorder, const TbkConlluSentence *sentence, const char *text, gsize length,
            GError **error)
{
  const char *limit = text + length;
  gsize end;

  reorder->columns = &sentence->batch->source->columns;
  reorder->fields = sentence->batch->fields;
  reorder->n = sentence->n;
  reorder->n_lines = 0;
  if (!ROOM_RESERVE (&reorder->room, sentence->n + 2, ARRAY (reorder->word_lines), ARRAY (reorder->places),
                     ARRAY (reorder->words), ARRAY (reorder->ranges)))
    return memory_fail (error, "an order of %d words", sentence->n);
  for (const char *at = text; at < limit; at = reorder->lines[reorder->n_lines - 1].next)
    if (!add_line (reorder, at, limit))
      return memory_fail (error, "an order of %d words", sentence->n);
  end = reorder->n_lines;
  while (end > 0 && reorder->lines[end - 1].start == reorder->lines[end - 1].end)
    end--;
  reorder->word_lines[sentence->n + 1] = end;
  reorder->n_before = end;
  for (gsize l = end; l-- > 0;) {
    if (reorder->lines[l].kind == LINE_WORD)
      reorder->word_lines[reorder->lines[l].first] = l;
    if (reorder->lines[l].kind != LINE_OTHER)
      reorder->n_before = l;
  }
  return TRUE;
}

/* 2. fields: numbers of words, wherever they are. */

static void
read_dep (OrderDep *dep)
{
  const char *colon = memchr (dep->start, ':', (gsize) (dep->end - dep->start));
  LineKind kind;

  dep->label = colon != NULL ? colon : dep->end;
  kind = read_id (dep->start, dep->label, &dep->word, &dep->number);
  if (kind == LINE_WORD)
    dep->number = 0;
  else if (kind != LINE_EMPTY)
    dep->word = -1;
}

/* Sets deps to those of @field; -1 without memory. */
static int
read_deps (Reorder *reorder, TbkPiece field)
{
  int n = 0;

  for (const char *at = field.bytes, *limit = at + field.size; at <= limit && field.size > 0;) {
    const char *bar = memchr (at, '|', (gsize) (limit - at));
    if (!try_reserve (&reorder->deps, &reorder->n_deps_allocated, (gsize) n + 1, sizeof (OrderDep)))
      return -1;
    reorder->deps[n] = (OrderDep){ .start = at, .end = bar != NULL ? bar : limit };
    read_dep (&reorder->deps[n]);
    at = reorder->deps[n++].end + 1;
  }
  return n;
}

static gint
compare_deps (gconstpointer one, gconstpointer other, gpointer data)
{
  const OrderDep *a = one, *b = other;

  (void) data;
  return a->word != b->word ? (a->word > b->word) - (a->word < b->word)
                            : (a->number > b->number) - (a->number < b->number);
}

/* Sets keeps_deps to whether the DEPS of some line are not sorted, so that sorting would lose their order. */
static gboolean
look_at_deps (Reorder *reorder)
{
  reorder->keeps_deps = FALSE;
  for (gsize l = 0; l < reorder->n_lines; l++) {
    int n;
    if (reorder->lines[l].kind != LINE_WORD && reorder->lines[l].kind != LINE_EMPTY)
      continue;
    split_line (reorder, &reorder->lines[l]);
    n = read_deps (reorder, field_of (reorder, TBK_COLUMN_DEPS));
    if (n < 0)
      return FALSE;
    for (int d = 1; d < n; d++)
      reorder->keeps_deps =
          reorder->keeps_deps || compare_deps (&reorder->deps[d - 1], &reorder->deps[d], NULL) > 0;
  }
  return TRUE;
}

/* DEPS with new heads, in their order. */
static gboolean
add_deps (Reorder *reorder, TbkPiece field, TbkText *text)
{
  const int n = read_deps (reorder, field);

  if (n < 0)
    return FALSE;
  for (int d = 0; d < n; d++)
    if (reorder->deps[d].word > 0 && reorder->deps[d].word <= reorder->n)
      reorder->deps[d].word = reorder->places[reorder->deps[d].word];
  if (!reorder->keeps_deps) /* equal heads stay in their order */
    g_qsort_with_data (reorder->deps, n, sizeof (OrderDep), compare_deps, NULL);
  for (int d = 0; d < n; d++) {
    const OrderDep *dep = &reorder->deps[d];
    if (d > 0)
      tbk_text_add (text, "|", 1);
    if (dep->word < 0)
      tbk_text_add (text, dep->start, (gsize) (dep->label - dep->start));
    else
      tbk_text_printf (text, dep->number > 0 ? "%d.%d" : "%d", dep->word, dep->number);
    tbk_text_add (text, dep->label, (gsize) (dep->end - dep->label));
  }
  return TRUE;
}

static void
add_id (const Reorder *reorder, const OrderLine *line, TbkText *text)
{
  const int *places = reorder->places;
  int least = places[line->first];

  if (line->kind == LINE_WORD) {
    tbk_text_printf (text, "%d", least);
  } else if (line->kind == LINE_EMPTY) {
    tbk_text_printf (text, "%d.%d", least, line->last);
  } else {
    for (int word = line->first; word <= line->last; word++)
      least = MIN (least, places[word]);
    tbk_text_printf (text, "%d-%d", least, least + line->last - line->first);
  }
}

static const char orig_id[] = "OrigId=";

int
reorder_find_id (TbkPiece misc, const char **start)
{
  const char *end, *last;
  int number;

  if (misc.bytes == NULL)
    return 0;
  end = misc.bytes + misc.size;
  last = find_behind_last (misc.bytes, end, '|');
  number = has_prefix (last, end, orig_id) ? decimal (last + strlen (orig_id), end) : -1;
  *start = last == misc.bytes ? last : last - 1;
  return MAX (number, 0);
}

typedef enum { MARKS_STAY, MARKS_COME, MARKS_GO } OrderMarks;

/* MISC of @word with a mark more or less. */
static void
add_misc (TbkPiece misc, OrderMarks marks, int word, TbkText *text)
{
  const gboolean is_nothing = misc.size == 1 && misc.bytes[0] == '_';
  const char *start = misc.bytes;

  if (marks == MARKS_COME) {
    tbk_text_add (text, misc.bytes, is_nothing ? 0 : misc.size);
    tbk_text_printf (text, "%s%s%d", is_nothing ? "" : "|", orig_id, word);
  } else if (marks == MARKS_GO && reorder_find_id (misc, &start) > 0) {
    if (start == misc.bytes && *start != '|') /* MISC was `_`, not empty */
      tbk_text_add (text, "_", 1);
    tbk_text_add (text, misc.bytes, (gsize) (start - misc.bytes));
  } else {
    tbk_text_add (text, misc.bytes, misc.size);
  }
}

/* A line with its end; the last one of a file may lack it. */
static void
end_line (const OrderLine *line, TbkText *text)
{
  if (line->next > line->end)
    tbk_text_add (text, line->end, (gsize) (line->next - line->end));
  else
    tbk_text_add (text, "\n", 1);
}

static gboolean
add_token (Reorder *reorder, const OrderLine *line, OrderMarks marks, TbkText *text)
{
  const int *places = reorder->columns->places;

  split_line (reorder, line);
  for (int k = 0; k < reorder->columns->n; k++) {
    const TbkPiece field = { reorder->fields[k], (gsize) (reorder->fields[k + 1] - 1 - reorder->fields[k]) };
    const int head = decimal (field.bytes, field.bytes + field.size);

    if (k > 0)
      tbk_text_add (text, "\t", 1);
    if (k == places[TBK_COLUMN_ID])
      add_id (reorder, line, text);
    else if (k == places[TBK_COLUMN_HEAD] && line->kind == LINE_WORD && head > 0 && head <= reorder->n)
      tbk_text_printf (text, "%d", reorder->places[head]);
    else if (k == places[TBK_COLUMN_DEPS] && line->kind != LINE_RANGE) {
      if (!add_deps (reorder, field, text))
        return FALSE;
    } else if (k == places[TBK_COLUMN_MISC] && line->kind == LINE_WORD)
      add_misc (field, marks, line->first, text);
    else
      tbk_text_add (text, field.bytes, field.size);
  }
  if (reorder->fields[reorder->columns->n] <= line->end)
    tbk_text_add (text, reorder->fields[reorder->columns->n] - 1,
                  (gsize) (line->end - reorder->fields[reorder->columns->n] + 1));
  end_line (line, text);
  return TRUE;
}

/* 3. text: the comment `# text` in the new order. */

/* The value of the comment `# NAME = VALUE`; no bytes if it is another line. */
static TbkPiece
comment_value (const OrderLine *line, const char *name)
{
  const char *at = line->start, *end = line->end;

  if (line->kind != LINE_OTHER || at == end || *at++ != '#')
    return (TbkPiece){ NULL, 0 };
  while (at < end && is_blank (*at))
    at++;
  if (!has_prefix (at, end, name))
    return (TbkPiece){ NULL, 0 };
  for (at += strlen (name); at < end && is_blank (*at);)
    at++;
  if (at == end || *at != '=')
    return (TbkPiece){ NULL, 0 };
  for (at++; at < end && is_blank (*at);)
    at++;
  return (TbkPiece){ at, (gsize) (end - at) };
}

/* Appends the form of the line that was split last to the text, and a space if one follows. */
static void
add_form (Reorder *reorder)
{
  const TbkPiece form = field_of (reorder, TBK_COLUMN_FORM), misc = field_of (reorder, TBK_COLUMN_MISC);

  g_string_append_len (reorder->field, form.bytes, (gssize) form.size);
  if (sentence_has_space_after (misc))
    g_string_append_c (reorder->field, ' ');
}

/* Sets `field` to the text of the new order: words of a range that is left have its form. */
static void
make_text (Reorder *reorder)
{
  g_string_truncate (reorder->field, 0);
  for (int place = 1; place <= reorder->n; place++) {
    const OrderLine *line = &reorder->lines[reorder->word_lines[reorder->words[place]]];
    if (reorder->ranges[place] > 0) {
      line = &reorder->lines[reorder->ranges[place] - 1];
      place += line->last - line->first;
    }
    split_line (reorder, line);
    add_form (reorder);
  }
  if (reorder->field->len > 0 && reorder->field->str[reorder->field->len - 1] == ' ')
    g_string_truncate (reorder->field, reorder->field->len - 1);
}

static const char orig_text[] = "orig_text", orig_range[] = "orig_range", orig_deps[] = "orig_deps";

/* The text in the new order in the place of the line's, and the old one behind it. */
static void
add_new_text (Reorder *reorder, const OrderLine *line, TbkPiece value, OrderMarks marks, TbkText *text)
{
  make_text (reorder);
  tbk_text_add (text, line->start, (gsize) (value.bytes - line->start));
  tbk_text_add (text, reorder->field->str, reorder->field->len);
  end_line (line, text);
  if (marks != MARKS_COME)
    return;
  tbk_text_printf (text, "# %s = ", orig_text);
  tbk_text_add (text, value.bytes, value.size);
  end_line (line, text);
}

/* 4. order: the lines in their new places. */

/* Sets @first to the new number of the first word of a range; FALSE if its words are not side by side. */
static gboolean
find_range (const Reorder *reorder, const OrderLine *line, int *first)
{
  int least = reorder->places[line->first], most = least;

  for (int word = line->first; word <= line->last; word++) {
    least = MIN (least, reorder->places[word]);
    most = MAX (most, reorder->places[word]);
  }
  *first = least;
  return most - least == line->last - line->first;
}

/* Finds the ranges that are left, by their new first words. */
static void
find_ranges (Reorder *reorder)
{
  memset (reorder->ranges, 0, sizeof *reorder->ranges * ((gsize) reorder->n + 2));
  for (gsize l = reorder->n_before; l < reorder->word_lines[reorder->n + 1]; l++) {
    int first;
    if (reorder->lines[l].kind == LINE_RANGE && find_range (reorder, &reorder->lines[l], &first))
      reorder->ranges[first] = l + 1;
  }
}

/* The comments that marks need: ranges that are lost, and DEPS that stay in their order. */
static void
add_marks (Reorder *reorder, TbkText *text)
{
  for (gsize l = reorder->n_before; l < reorder->word_lines[reorder->n + 1]; l++) {
    const OrderLine *line = &reorder->lines[l];
    int first;
    if (line->kind != LINE_RANGE || find_range (reorder, line, &first))
      continue;
    tbk_text_printf (text, "# %s = ", orig_range);
    tbk_text_add (text, line->start, (gsize) (line->end - line->start));
    end_line (line, text);
  }
  if (reorder->keeps_deps) {
    tbk_text_printf (text, "# %s = unsorted", orig_deps);
    end_line (&reorder->lines[reorder->n_before], text);
  }
}

/* Appends what is before the first word, with the comment `# text` in the new order. Of marks that go, only
 * ranges are looked at later. */
static void
add_comments (Reorder *reorder, OrderMarks marks, TbkText *text)
{
  const gboolean has_forms = reorder->columns->places[TBK_COLUMN_FORM] >= 0;
  gboolean is_text_done = !has_forms;

  for (gsize l = 0; l < reorder->n_before; l++) {
    const OrderLine *line = &reorder->lines[l];
    const TbkPiece value = comment_value (line, "text"), old = l + 1 < reorder->n_before
                                                                   ? comment_value (line + 1, orig_text)
                                                                   : (TbkPiece){ NULL, 0 };

    if (marks == MARKS_GO
        && (comment_value (line, orig_range).bytes != NULL || comment_value (line, orig_deps).bytes != NULL))
      continue;
    if (is_text_done || value.bytes == NULL || (marks == MARKS_GO && old.bytes == NULL)) {
      tbk_text_add (text, line->start, (gsize) (line->next - line->start));
      continue;
    }
    is_text_done = TRUE;
    if (marks != MARKS_GO) {
      add_new_text (reorder, line, value, marks, text);
    } else {
      tbk_text_add (text, line->start, (gsize) (value.bytes - line->start));
      tbk_text_add (text, old.bytes, old.size);
      end_line (line, text);
      l++;
    }
  }
  if (marks == MARKS_COME)
    add_marks (reorder, text);
}

/* The lines behind line @l that go with it, up to the next word or range. */
static gboolean
add_followers (Reorder *reorder, gsize l, OrderMarks marks, TbkText *text)
{
  for (; l < reorder->word_lines[reorder->n + 1]; l++) {
    const OrderLine *line = &reorder->lines[l];
    if (line->kind == LINE_WORD || line->kind == LINE_RANGE)
      return TRUE;
    if (line->kind == LINE_OTHER)
      tbk_text_add (text, line->start, (gsize) (line->next - line->start));
    else if (!add_token (reorder, line, marks, text))
      return FALSE;
  }
  return TRUE;
}

/* Appends the lines in the order of `places`. A range that was lost is back in `ranges`, as a comment. */
static gboolean
add_lines (Reorder *reorder, OrderMarks marks, TbkText *text, GError **error)
{
  gboolean done = TRUE;

  add_comments (reorder, marks, text);
  done = add_followers (reorder, reorder->n_before, marks, text);
  for (int place = 1; place <= reorder->n && done; place++) {
    const gsize l = reorder->word_lines[reorder->words[place]];
    const OrderLine *range = reorder->ranges[place] > 0 ? &reorder->lines[reorder->ranges[place] - 1] : NULL;

    if (range != NULL && range->kind == LINE_RANGE) {
      done = add_token (reorder, range, marks, text);
    } else if (range != NULL) {
      const TbkPiece value = comment_value (range, orig_range);
      tbk_text_add (text, value.bytes, value.size);
      end_line (range, text);
    }
    done = done && add_token (reorder, &reorder->lines[l], marks, text)
           && add_followers (reorder, l + 1, marks, text);
  }
  for (gsize l = reorder->word_lines[reorder->n + 1]; l < reorder->n_lines; l++)
    tbk_text_add (text, reorder->lines[l].start, (gsize) (reorder->lines[l].next - reorder->lines[l].start));
  return done || memory_fail (error, "an order of %d words", reorder->n);
}

/* 5. calls: a sentence in another order, and restored. */

static gboolean
is_same_order (const int *places, int n)
{
  for (int word = 1; word <= n; word++)
    if (places[word] != word)
      return FALSE;
  return TRUE;
}

/* Takes @places, by word; FALSE if they are no order. */
static gboolean
take_places (Reorder *reorder, const int *places)
{
  const int n = reorder->n;

  memset (reorder->words, 0, sizeof *reorder->words * ((gsize) n + 1));
  reorder->places[0] = 0;
  for (int word = 1; word <= n; word++) {
    if (places[word] < 1 || places[word] > n || reorder->words[places[word]] != 0)
      return FALSE;
    reorder->places[word] = places[word];
    reorder->words[places[word]] = word;
  }
  return TRUE;
}

/* Appends the byte order mark, if there is one; returns its size. */
static gsize
add_byte_order_mark (const TbkConlluSentence *sentence, TbkText *text)
{
  const gsize size = sentence->batch->is_first && sentence->line == 1
                         ? byte_order_mark_size (sentence->text, sentence->length)
                         : 0;

  if (size > 0)
    tbk_text_add (text, sentence->text, size);
  return size;
}

gboolean
conllu_sentence_write_order (const TbkConlluSentence *sentence, const int *places, gboolean has_marks,
                             TbkText *text, GError **error)
{
  Reorder *reorder = scratch_of (sentence);
  gsize mark;

  g_return_val_if_fail (sentence->problem == NULL && !sentence->has_marks && places != NULL, FALSE);
  if (is_same_order (places, sentence->n)) {
    Splice splice = { text, sentence->text };
    splice_end (&splice, sentence);
    return TRUE;
  }
  mark = add_byte_order_mark (sentence, text);
  if (!find_lines (reorder, sentence, sentence->text + mark, sentence->length - mark, error))
    return FALSE;
  g_return_val_if_fail (take_places (reorder, places), FALSE);
  find_ranges (reorder);
  if (!look_at_deps (reorder))
    return memory_fail (error, "an order of %d words", reorder->n);
  return add_lines (reorder, has_marks ? MARKS_COME : MARKS_STAY, text, error);
}

static gboolean
fail_order (const TbkConlluSentence *sentence, gsize l, const char *message, GError **error)
{
  GError *problem = NULL;

  g_set_error (&problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s",
               sentence->batch->source->name, sentence->line + (gint64) l, message);
  if (sentence->sent_id != NULL)
    fail_name_sentence (problem, sentence->sent_id, sentence->sent_id_length);
  g_propagate_error (error, problem);
  return FALSE;
}

/* Finds the ranges that comments keep; those that are in the sentence must be ranges in the old order too. */
static gboolean
restore_ranges (const TbkConlluSentence *sentence, Reorder *reorder, GError **error)
{
  find_ranges (reorder);
  for (gsize l = 0; l < reorder->word_lines[reorder->n + 1]; l++) {
    const TbkPiece value = comment_value (&reorder->lines[l], orig_range);
    int first, last;

    if (reorder->lines[l].kind == LINE_RANGE && !find_range (reorder, &reorder->lines[l], &first))
      return fail_order (sentence, l,
                         "found OrigId= that tear this range, expected words that were side by side", error);
    if (value.bytes == NULL || l >= reorder->n_before)
      continue;
    const char *tab = memchr (value.bytes, '\t', value.size);
    if (read_id (value.bytes, tab != NULL ? tab : value.bytes + value.size, &first, &last) != LINE_RANGE
        || first < 1 || last > reorder->n || reorder->ranges[first] > 0)
      return fail_order (
          sentence, l,
          "found an orig_range that does not fit, expected the line of a range of these words, given once",
          error);
    reorder->ranges[first] = l + 1;
  }
  return TRUE;
}

/* Takes the numbers of all marks, which all words must have. */
static gboolean
find_orig_ids (const TbkConlluSentence *sentence, Reorder *reorder, GError **error)
{
  int *numbers = sentence->batch->marked;

  for (int word = 1; word <= reorder->n; word++) {
    const char *start;
    split_line (reorder, &reorder->lines[reorder->word_lines[word]]);
    numbers[word] = reorder_find_id (field_of (reorder, TBK_COLUMN_MISC), &start);
  }
  return take_places (reorder, numbers)
         || fail_order (
             sentence, reorder->n_before,
             "found OrigId= at the end of MISC that are not the numbers of all words, expected each once",
             error);
}

gboolean
reorder_restore (const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Reorder *reorder = scratch_of (sentence);
  const gsize mark = sentence->batch->is_first && sentence->line == 1
                         ? byte_order_mark_size (sentence->text, sentence->length)
                         : 0;

  if (!find_lines (reorder, sentence, sentence->text + mark, sentence->length - mark, error)
      || !find_orig_ids (sentence, reorder, error) || !restore_ranges (sentence, reorder, error))
    return FALSE;
  reorder->keeps_deps = FALSE;
  for (gsize l = 0; l < reorder->n_before; l++)
    reorder->keeps_deps = reorder->keeps_deps || comment_value (&reorder->lines[l], orig_deps).bytes != NULL;
  add_byte_order_mark (sentence, text);
  return add_lines (reorder, MARKS_GO, text, error);
}
