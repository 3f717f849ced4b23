/* word_lines.c - lines of a sentence: the fast way for ordinary words, other lines, and columns for
 * parsers.
 *
 * Contents
 *   1. parse: what all parts of the parsing of a sentence report: problems, notes, marks
 *   2. words: fast path for ordinary word lines: ten columns, nothing unusual
 *   3. lines: the lines of a sentence all of which are well formed: comments, ranges and empty nodes among
 *      its words
 *   4. fields: columns of words, all in one pass over the line
 */
#include "conllu/conllu.h"

#include <string.h>

#include "base/base.h"

/* 1. parse: what all parts of the parsing of a sentence report: problems, notes, marks. */

/* The first problem of a sentence is the one that is reported. */
gboolean
parse_fail (Parse *parse, gint64 line, const char *format, ...)
{
  va_list arguments;
  if (parse->batch->problem != NULL)
    return FALSE;
  if (parse->sentence->is_vector)
    line = parse->sentence->line;
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

/* A warning is counted in the batch, with its first line. With --strict it is a problem like others. */
gboolean
parse_note (Parse *parse, TbkNote note, gint64 line)
{
  TbkConlluBatch *batch = parse->batch;
  if (batch->source->strict)
    return parse_fail (parse, line, "[%s] %s", note_name (note), note_text (note));
  if (batch->note_counts[note]++ == 0) {
    batch->note_lines[note] = parse->sentence->is_vector ? parse->sentence->line : line;
    batch->note_ids[note] = (TbkPiece){ parse->sentence->sent_id, parse->sentence->sent_id_length };
  }
  return TRUE;
}

/* Marks are attributes between bars: each is looked at by its beginning alone, and the first is enough. */
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

/* 2. words: fast path for ordinary word lines: ten columns, nothing unusual.
 *
 * Nearly all lines of a treebank are ordinary. The loop does little for each and has few branches that are
 * hard to predict. It stops at the first other line, which sentence.c parses field by field and checks.
 */

/* The columns of most lines. */
enum { COLUMNS = 10, HEAD = 6 }; /* MISC is the last */

/* The beginning of the line of a word: its number and a tab, as the bytes of an integer, the first byte
 * lowest. There is room for 7 digits, and no sentence of 64 MiB has as many as 10 million words. */
typedef struct {
  guint64 bytes, mask;
  guint64 one; /* what is added for the next word */
  int n_same;  /* how many words have as many digits, and all but the last the same */
} Beginning;

/* For the number 12 the bytes are '1', '2' and a tab, the first one lowest; the mask has as many. Words 12 to
 * 19 differ in the last digit alone, so the next beginning is this one plus `one`, which is 1 at the place of
 * that digit: n_same counts how often that holds. */
static Beginning
beginning_of (int word)
{
  static const Beginning of_first = { '1' | '\t' << 8, 0xffff, 1, 9 };
  if (word == 1)
    return of_first;

  Beginning beginning = { .bytes = '\t', .mask = 0xff, .n_same = 10 - word % 10 };
  for (; word > 0; word /= 10) {
    beginning.bytes = beginning.bytes << 8 | (guint) ('0' + word % 10);
    beginning.mask = beginning.mask << 8 | 0xff;
    beginning.one = MAX (1, beginning.one << 8);
  }
  return beginning;
}

/* Goes on to the beginning of the next word, whose number is @word. */
static inline void
advance (Beginning *beginning, int word)
{
  if (--beginning->n_same > 0)
    beginning->bytes += beginning->one;
  else
    *beginning = beginning_of (word);
}

/* The canonical decimal of 1 to 4 digits that begins at @bytes and ends at a tab, all at once; -1 if there is
 * none. @bytes does not begin with a tab. */
static inline int
short_decimal (const char *bytes)
{
  const guint64 zeros = 0x30303030, fifth = G_GUINT64_CONSTANT (0x10) << 32;
  /* The first byte without the bit 0x10 ends the number: it must be a tab, within five bytes. */
  /* For "12\t": the third byte, a tab (0x09), is the first without the bit 0x10 (digits are 0x30 to 0x39), so
   * n_bits is 16, the bits of the digits before it. */
  guint64 text = load_word (bytes),
          ends = (~text & 0x10101010) | fifth; /* a digit has this bit, a tab has not */
  int n_bits = __builtin_ctzll (ends) - 4, unused = 32 - n_bits;
  if ((text >> n_bits & 0xff) != '\t')
    return -1;

  /* Four digits with zeros in front: each byte less '0', checked to be at most 9 by an overflow into its
   * highest bit. */
  /* 0x00000201 moved up by 16 bits is 0x02010000: from the lowest byte on the digits 0, 0, 1, 2. */
  guint32 digits = (guint32) ((text << unused) - (zeros << unused));
  gboolean is_decimal = ((digits | (digits + 0x76767676u)) & 0x80808080u) == 0;
  gboolean is_padded = (text & 0x10ff) == (0x1000 | '0');
  /* Neighbours are joined to numbers below 100, and these to one below 10000. */
  /* Each pair of bytes (a, b) becomes 10 a + b in its upper byte, which moves down: 0, 12. Then 100 times the
   * first is added to the second. */
  guint32 pairs = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff;
  return is_decimal && !is_padded ? (int) (pairs * (1 + (100 << 16)) >> 16) : -1;
}

/* Returns TRUE if the MISC of @length bytes may hold a mark of tbk_conllu_sentence_write(): an H, and = four
 * bytes on. */
static inline __attribute__ ((always_inline)) gboolean
may_have_mark (const char *misc, int length, Scan scan)
{
  guint64 capitals, equals;
  scan.block (misc, 'H', '=', &capitals, &equals);
  return length > 64 || (capitals & equals >> 4) != 0;
}

/* Looks for marks in the line from @line to @end. */
static inline __attribute__ ((always_inline)) void
look_for_marks (Parse *parse, const char *line, const char *end, Scan scan)
{
  const char *misc = find_last (line, end, '\t') + 1;
  if (may_have_mark (misc, (int) (end - misc), scan))
    parse_misc (parse, misc, end);
}

/* Where HEAD begins in a line of at most SCAN_LINE bytes; 0 if it has not ten columns, or one of the first
 * nine is empty. */
static inline __attribute__ ((always_inline)) int
find_head (const char *line, guint length, Scan scan)
{
  /* A word has a bit for each tab of the line. Their number gives the columns; the sixth is the tab before
   * HEAD. */
  LineTabs tabs = scan_line (line, length, scan);
  if (tabs.n != COLUMNS - 1 || tabs_touch (&tabs))
    return 0;
  return find_tab (&tabs, HEAD - 1, scan) + 1;
}

/* Finds HEAD in a longer line. */
static inline __attribute__ ((always_inline)) gsize
find_head_far (const char *line, gsize length, Scan scan)
{
  guint64 before = 0, touching = 0;
  gsize head = 0;
  int n = 0;
  for (gsize i = 0; i < length; i += 64) {
    guint64 tabs, unused;
    /* As in find_head(), 64 bytes at a time; `before` is whether the last byte of the part before is a
     * tab. */
    scan.block (line + i, '\t', '\t', &tabs, &unused);
    tabs = scan.low (tabs, (guint) MIN (length - i, 64));
    touching |= tabs & (tabs << 1 | before);
    before = tabs >> 63;
    int n_before = n;
    n += __builtin_popcountll (tabs);
    if (n_before < HEAD && n >= HEAD)
      head = i + (gsize) scan.select (tabs, G_GUINT64_CONSTANT (1) << (HEAD - 1 - n_before)) + 1;
  }
  return n == COLUMNS - 1 && touching == 0 ? head : 0;
}

/* Finds HEAD in a line of any length up to @most; most lines are short. */
static inline __attribute__ ((always_inline)) gsize
find_head_within (const char *line, gsize length, gsize most, Scan scan)
{
  if (length <= SCAN_LINE)
    return (gsize) find_head (line, (guint) length, scan);
  return length <= most ? find_head_far (line, length, scan) : 0;
}

/* Takes the words whose lines are as most are. A line behind the batch is none of a next word, so its end is
 * not looked for. */
static inline __attribute__ ((always_inline)) void
take_words_with (Parse *parse, Scan scan)
{
  TbkConlluBatch *batch = parse->batch;
  const char *position = parse->position;
  const guint32 *end = batch->lines.ends + (parse->line - batch->first_line);
  int n = parse->n, n_roots = 0, room = (int) batch->words.n;
  int *heads = batch->heads;
  const char **starts = batch->starts;
  const gboolean may_have_marks = batch->may_have_marks;
  Beginning beginning = beginning_of (n + 1);

  for (; (load_word (position) & beginning.mask) == beginning.bytes && n + 1 < room; end++) {
    /* The line begins with the number that comes next and a tab. It must have ten columns, none empty, */
    const char *line_end = batch->bytes + *end;
    gsize place = find_head_within (position, (gsize) (line_end - position), batch->source->max_line, scan);
    if (place == 0 || line_end[-1] == '\t')
      break;
    /* and a head of at most four digits that is not the word itself. */
    int head = short_decimal (position + place);
    if (head < 0 || head == n + 1)
      break;

    /* The word is good: it costs four stores and an addition. */
    n++;
    starts[n] = position;
    heads[n] = head;
    n_roots += head == 0;
    if (may_have_marks)
      look_for_marks (parse, position, line_end, scan);
    advance (&beginning, n + 1);
    position = line_end + 1;
  }

  /* The words taken go to the sentence at once; the loop kept it in registers. */
  if (n == parse->n)
    return;
  parse->position = MIN (position, parse->limit);
  parse->line += n - parse->n;
  parse->n = n;
  parse->n_roots += n_roots;
  parse->next_empty = 1;
  parse->has_lines = TRUE;
}

/* Compilers make vectors of the inner loops. The first may look at bytes after the batch, and only too often
 * says yes. */
static inline __attribute__ ((always_inline)) gboolean
find_marks (const char *bytes, gsize length)
{
  enum { N = 128 };
  guchar found[N] = { 0 }, any = 0;

  G_STATIC_ASSERT (N - 1 + 4 <= SCAN_SPARE);
  for (gsize i = 0; i < length; i += N)
    for (int k = 0; k < N; k++)
      found[k] |= (guchar) - ((bytes[i + k] == 'H') & (bytes[i + k + 4] == '='));
  for (int k = 0; k < N; k++)
    any |= found[k];
  return any;
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static void
take_words_avx2 (Parse *parse)
{
  take_words_with (parse, scan_avx2);
}

TBK_WITH_AVX2 static gboolean
find_marks_avx2 (const char *bytes, gsize length)
{
  return find_marks (bytes, length);
}
#endif

gboolean
words_may_have_marks (const char *bytes, gsize length)
{
#ifdef TBK_WITH_AVX2
  if (processor.has_avx2)
    return find_marks_avx2 (bytes, length);
#endif
  return find_marks (bytes, length);
}

/* The fast way is for the ten columns of CoNLL-U whose heads count, with line ends of one byte. PDEP must be
 * fast, as it selects the sixth tab. */
void
words_parse (Parse *parse)
{
  const ReaderSource *source = parse->batch->source;
  if (source->columns.names != NULL || source->ignores_heads || source->max_line < SCAN_LINE
      || parse->batch->lines.has_carriage_returns)
    return;
#ifdef TBK_WITH_AVX2
  if (processor.has_fast_pdep) {
    take_words_avx2 (parse);
    return;
  }
#endif
  take_words_with (parse, scan_plain);
}

/* 3. lines: the lines of a sentence all of which are well formed: comments, ranges and empty nodes among
 * its words. */

gboolean
lines_has_columns (const Columns *columns, const char *start, const char *end)
{
  int n = 1;

  for (const char *at = start; (at = memchr (at, '\t', (gsize) (end - at))) != NULL; at++)
    n++;
  return n == columns->n || (columns->is_open && n > columns->n);
}

/* The line at *@position, which moves behind it; blank lines and a byte order mark are passed over. FALSE at
 * @end. */
static gboolean
take_line (const char **position, const char *end, TbkPiece *line)
{
  while (*position < end) {
    const char *start = *position, *newline = memchr (start, '\n', (gsize) (end - start));
    const char *line_end = newline != NULL ? newline : end;

    *position = newline != NULL ? newline + 1 : end;
    start += byte_order_mark_size (start, (gsize) (line_end - start));
    if (line_end > start && line_end[-1] == '\r')
      line_end--;
    *line = (TbkPiece){ start, (gsize) (line_end - start) };
    if (line->size > 0)
      return TRUE;
  }
  return FALSE;
}

/* Sets the kind of @line, and its words, by its ID.
 *
 * The line was parsed before, so its ID is one of the three kinds. */
static void
read_id (TbkConlluLine *line)
{
  const TbkPiece id = line->fields[TBK_COLUMN_ID];
  const char *end = id.bytes + id.size, *dash = memchr (id.bytes, '-', id.size);
  const char *dot = memchr (id.bytes, '.', id.size);
  const char *first_end = dash != NULL ? dash : dot != NULL ? dot : end;

  line->kind = dash != NULL ? TBK_LINE_RANGE : dot != NULL ? TBK_LINE_EMPTY_NODE : TBK_LINE_WORD;
  line->first = line->last = decimal (id.bytes, first_end);
  if (dash != NULL)
    line->last = decimal (dash + 1, end);
}

/* All lines of a sentence in order, for those who convert it: each is split again, since only words were
 * noted. */
gboolean
tbk_conllu_sentence_next_line (const TbkConlluSentence *sentence, const char **position, TbkConlluLine *line)
{
  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  TbkPiece text;

  g_return_val_if_fail (sentence->problem == NULL || sentence->has_words, FALSE);
  if (*position == NULL)
    *position = sentence->text;
  if (!take_line (position, sentence->text + sentence->length, &text))
    return FALSE;
  *line = (TbkConlluLine){ .kind = TBK_LINE_COMMENT, .text = text };
  if (lines_is_comment (columns, text.bytes, text.bytes + text.size))
    return TRUE;
  batch_split_fields (text.bytes, text.bytes + text.size, batch->fields, columns_slots (columns));
  for (int c = 0; c < TBK_N_COLUMNS; c++) {
    const int place = columns->places[c];
    if (place >= 0)
      line->fields[c] = batch_field (batch, place);
  }
  read_id (line);
  return TRUE;
}

/* Where DEPS is the last column but one, as in CoNLL-U, the ends of lines suffice, and no line is split. */
gboolean
tbk_conllu_sentence_may_have_deps (const TbkConlluSentence *sentence)
{
  const Columns *columns = &sentence->batch->source->columns;
  const int place = columns->places[TBK_COLUMN_DEPS];
  const char *position = sentence->text, *end = sentence->text + sentence->length;
  TbkPiece line;

  if (place < 0 || place != columns->n - 2 || columns->is_open)
    return place >= 0;
  while (take_line (&position, end, &line)) {
    const char *tab = line.bytes + line.size; /* becomes the end of the last one */

    if (lines_is_comment (columns, line.bytes, line.bytes + line.size))
      continue;
    while (tab > line.bytes && tab[-1] != '\t')
      tab--;
    if (tab - line.bytes < 3 || memcmp (tab - 3, "\t_\t", 3) != 0)
      return TRUE;
  }
  return FALSE;
}

/* newdoc and newpar may be followed by an id; of global. anything follows. */
gboolean
lines_is_document_mark (const char *start, const char *end)
{
  static const char *const keys[] = { "newdoc", "newpar", "global." };
  const char *key = start + 1;
  while (key < end && is_blank (*key))
    key++;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    gsize length = strlen (keys[i]);
    if ((gsize) (end - key) < length || memcmp (key, keys[i], length) != 0)
      continue;
    const char *next = key + length;
    if (next[-1] == '.' || next == end || is_blank (*next) || *next == '=' || *next == '\r')
      return TRUE;
  }
  return FALSE;
}

/* Comments come before the words, so the search ends with the first line that is none. */
TbkPiece
tbk_conllu_sentence_comment (const TbkConlluSentence *sentence, const char *name)
{
  TbkPiece value = { NULL, 0 };
  const char *position = NULL;
  TbkConlluLine line;

  while (value.bytes == NULL && tbk_conllu_sentence_next_line (sentence, &position, &line)
         && line.kind == TBK_LINE_COMMENT)
    value = documents_comment (line.text.bytes + 1, line.text.bytes + line.text.size, name);
  return value;
}

/* 4. fields: columns of words, all in one pass over the line. */

static const TbkColumn columns[N_FIELDS] = {
  [FIELD_FORM] = TBK_COLUMN_FORM, [FIELD_LEMMA] = TBK_COLUMN_LEMMA, [FIELD_UPOS] = TBK_COLUMN_UPOS,
  [FIELD_XPOS] = TBK_COLUMN_XPOS, [FIELD_FEATS] = TBK_COLUMN_FEATS, [FIELD_DEPREL] = TBK_COLUMN_DEPREL,
};

gboolean
fields_has (const TbkConlluSentence *sentence, Field field)
{
  return sentence->batch->source->columns.places[columns[field]] >= 0;
}

gboolean
fields_check (const TbkConlluSentence *sentence, GError **error)
{
  const gboolean has_form = fields_has (sentence, FIELD_FORM),
                 has_deprel = fields_has (sentence, FIELD_DEPREL);

  if (has_form && has_deprel)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: no column%s, which %s needed",
               tbk_conllu_sentence_file (sentence),
               has_form     ? " DEPREL"
               : has_deprel ? " FORM"
                            : "s FORM and DEPREL",
               has_form || has_deprel ? "is" : "are");
  return FALSE;
}

/* One split of the line for six columns, where six calls for a field would look at the line six times. */
void
fields_read (const TbkConlluSentence *sentence, int word, TbkPiece pieces[N_FIELDS])
{
  const TbkConlluBatch *batch = sentence->batch;

  batch_find_fields (batch, sentence, word);
  for (Field field = 0; field < N_FIELDS; field++) {
    int k = batch->source->columns.places[columns[field]];
    pieces[field] = k < 0 ? (TbkPiece){ "_", 1 } : batch_field (batch, k);
  }
}

/* Finds two fields of each line, one after the other and none the last, by the tabs before and behind them. @places: how
 * many tabs are before each, of which the first has some. Mostly all are in the first block of a line. */
static inline __attribute__ ((always_inline)) void
find_two_with (const char *const *lines, const int *words, int n_words, const int places[2],
               TbkPiece (*pieces)[2], Scan scan)
{
  const int wanted[] = { places[0], places[0] + 1, places[1], places[1] + 1 };

  for (int w = 0; w < n_words; w++) {
    const char *block = lines[words[w]], *found[4];
    guint64 tabs, same;

    scan.block (block, '\t', '\t', &tabs, &same);
    if (G_LIKELY (__builtin_popcountll (tabs) >= wanted[3]))
      for (int i = 0; i < 4; i++)
        found[i] = block + scan.select (tabs, G_GUINT64_CONSTANT (1) << (wanted[i] - 1));
    else
      for (int next = 0, n = 0;;) {
        const int n_tabs = __builtin_popcountll (tabs);

        for (; next < 4 && wanted[next] <= n + n_tabs; next++)
          found[next] = block + scan.select (tabs, G_GUINT64_CONSTANT (1) << (wanted[next] - n - 1));
        if (next == 4)
          break;
        n += n_tabs;
        block += 64;
        scan.block (block, '\t', '\t', &tabs, &same);
      }
    for (int i = 0; i < 2; i++) {
      const gsize size = (gsize) (found[2 * i + 1] - found[2 * i] - 1);

      pieces[w][i] = size > 0 ? (TbkPiece){ found[2 * i] + 1, size } : (TbkPiece){ "_", 1 };
    }
  }
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static void
find_two_avx2 (const char *const *lines, const int *words, int n_words, const int places[2],
               TbkPiece (*pieces)[2])
{
  find_two_with (lines, words, n_words, places, pieces, scan_avx2);
}
#endif

void
fields_read_two (const TbkConlluSentence *sentence, const int *words, int n_words, const TbkColumn two[2],
                 TbkPiece (*pieces)[2])
{
  const TbkConlluBatch *batch = sentence->batch;
  const Columns *of_file = &batch->source->columns;
  const int places[] = { of_file->places[two[0]], of_file->places[two[1]] };

  if (of_file->is_open || places[0] < 1 || places[0] >= places[1] || places[1] >= of_file->n - 1) {
    for (int w = 0; w < n_words; w++)
      for (int i = 0; i < 2; i++)
        pieces[w][i] = tbk_conllu_sentence_field (sentence, words[w], two[i]);
    return;
  }
#ifdef TBK_WITH_AVX2
  if (processor.has_fast_pdep) {
    find_two_avx2 (batch->starts, words, n_words, places, pieces);
    return;
  }
#endif
  find_two_with (batch->starts, words, n_words, places, pieces, scan_plain);
}

gint64
fields_line (const TbkConlluSentence *sentence, int word)
{
  return batch_word_line (sentence->batch, sentence, word);
}

gint64
fields_line_after (const TbkConlluSentence *sentence, int known, gint64 line, int word)
{
  return known > 0 ? batch_word_line_after (sentence->batch, known, line, word)
                   : fields_line (sentence, word);
}
