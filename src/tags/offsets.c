/* offsets.c - tags that name the head: by its number, or by how far it is.
 *
 * Any heads can be written, and each tag is read by itself; so well-formed tags may have cycles, which repair
 * removes. The first tree of tags.c:
 *
 *   word    UPOS  head  absolute  relative  relative-upos
 *   Nobody  PRON  2     2         +1        +1@VERB   the first VERB on the right
 *   read    VERB  0     0         0         -1@ROOT   the first ROOT on the left, which is 0
 *   the     DET   4     4         +1        +1@NOUN
 *   letter  NOUN  2     2         -2        -1@VERB
 *
 * Contents
 *   1. absolute
 *   2. relative
 *   3. relative-upos
 *   4. arcs: the head that a tag names, for decoding from scores
 */
#include "tags/tags.h"

/* 1. absolute.
 *
 * Appends a number, with the sign of an offset if @has_sign. g_string_append_printf() needs most of the time
 * of an encoding.
 */
static void
append_number (GString *text, int number, gboolean has_sign)
{
  char digits[16], *end = digits + sizeof digits, *first = write_digits_before (end, (guint) ABS (number));

  if (has_sign)
    *--first = number < 0 ? '-' : '+';
  g_string_append_len (text, first, end - first);
}

static gboolean
write_absolute (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++) {
    append_number (s->text, s->heads[d], FALSE);
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* Reads a number of digits alone from @text, up to @end. Returns -1 if it is none, or too large for a word. */
static int
read_number (const char *text, const char *end)
{
  int number = 0;

  if (text == end)
    return -1;
  for (; text < end; text++) {
    /* Below this bound, a number with one more digit fits an int. */
    if (!g_ascii_isdigit (*text) || number > G_MAXINT / 10 - 1)
      return -1;
    number = 10 * number + (*text - '0');
  }
  return number;
}

/* Sets a head that was read, if there is such a word and it is another one; else the word stays without a
 * head. Numbers are wide, since word plus offset may exceed an int. */
static gboolean
put_head (TagSentence *s, int d, gint64 head)
{
  if (head < 0 || head > s->n || head == d)
    return FALSE;
  s->heads[d] = (int) head;
  return TRUE;
}

static gboolean
read_absolute (TagSentence *s)
{
  gboolean is_good = TRUE;

  for (int d = 1; d <= s->n; d++)
    is_good &= put_head (s, d, read_number (s->in[d].bytes, s->in[d].bytes + s->in[d].size));
  return is_good;
}

/* 2. relative. */
static gboolean
write_relative (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++) {
    if (s->heads[d] == 0)
      g_string_append_c (s->text, '0');
    else
      append_number (s->text, s->heads[d] - d, TRUE);
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* Reads `+2` or `-2`; 0 if it is no such number. 0 is no offset, since no word is its own head. */
static int
read_offset (const char *text, const char *end)
{
  const int number = text < end && (*text == '+' || *text == '-') ? read_number (text + 1, end) : -1;

  return number <= 0 ? 0 : *text == '+' ? number : -number;
}

/* `-1` of word 1 would be an arc of 0, which is written `0`. It is read, since it can mean nothing else. */
static gboolean
read_relative (TagSentence *s)
{
  gboolean is_good = TRUE;

  for (int d = 1; d <= s->n; d++) {
    const char *tag = s->in[d].bytes, *end = tag + s->in[d].size;
    const int offset = read_offset (tag, end);

    if (offset != 0)
      is_good &= put_head (s, d, (gint64) d + offset);
    else if (end - tag == 1 && *tag == '0')
      s->heads[d] = 0;
    else
      is_good = FALSE;
  }
  return is_good;
}

/* 3. relative-upos. A tag +k@X names the k-th word with UPOS X on the right, -k@X the k-th on the left.
 *
 * Words are sorted by UPOS, then by place, so words of a class are a piece of `order`, from left to right.
 * The class and the place of a word in it are found by halving: O(n log n) for a sentence.
 */
static gboolean
is_same (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && memcmp (a.bytes, b.bytes, a.size) == 0;
}

/* Orders by UPOS, then by word. */
static int
compare_words (gconstpointer a, gconstpointer b, gpointer data)
{
  const TagSentence *s = data;
  const int d = *(const int *) a, e = *(const int *) b;
  const TbkPiece x = s->upos[d], y = s->upos[e];
  const int order = memcmp (x.bytes, y.bytes, MIN (x.size, y.size));

  if (order != 0)
    return order;
  if (x.size != y.size)
    return x.size < y.size ? -1 : 1;
  return d < e ? -1 : d > e;
}

/* Sets `order`, and for each word its place in it. */
static void
sort_words (TagSentence *s)
{
  for (int d = 1; d <= s->n; d++)
    s->order[d] = d;
  g_qsort_with_data (s->order + 1, s->n, sizeof (int), compare_words, s);
  for (int i = 1; i <= s->n; i++)
    s->words[s->order[i]].place = i;
}

/* Finds where the words with @upos begin and end in `order`; returns how many there are. Two searches by
 * halving: for the first that is not less, and for the first that is not equal. */
static int
find_class (const TagSentence *s, TbkPiece upos, int *first, int *last)
{
  int low = 1, high = s->n + 1;

  while (low < high) {
    const int middle = (low + high) / 2;
    const TbkPiece x = s->upos[s->order[middle]];
    const int order = memcmp (x.bytes, upos.bytes, MIN (x.size, upos.size));

    if (order < 0 || (order == 0 && x.size < upos.size))
      low = middle + 1;
    else
      high = middle;
  }
  *first = low;
  high = s->n + 1;
  while (low < high) {
    const int middle = (low + high) / 2;

    if (is_same (s->upos[s->order[middle]], upos))
      low = middle + 1;
    else
      high = middle;
  }
  *last = low - 1;
  return *last - *first + 1;
}

/* The place in `order`, from @first to @last + 1, of the first of these words behind word @d or at it. */
static int
find_behind (const TagSentence *s, int first, int last, int d)
{
  int low = first, high = last + 1;

  while (low < high) {
    const int middle = (low + high) / 2;

    if (s->order[middle] < d)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The offset is the place of the head less the place of the first word of its class that is at @d or behind
 * it. Of a head on the right that counts from 0, so one is added, unless @d itself is of the class and counts
 * as 0 already. */
static gboolean
write_upos (TagSentence *s)
{
  sort_words (s);
  for (int d = 1; d <= s->n; d++) {
    const int h = s->heads[d];

    if (h == 0) {
      g_string_append (s->text, "-1@ROOT");
    } else {
      const TbkPiece upos = s->upos[h];
      int first, last, k;

      find_class (s, upos, &first, &last);
      k = s->words[h].place - find_behind (s, first, last, d);
      if (k >= 0 && !is_same (upos, s->upos[d]))
        k++;
      append_number (s->text, k, TRUE);
      g_string_append_c (s->text, '@');
      g_string_append_len (s->text, upos.bytes, (gssize) upos.size);
    }
    sentence_end_tag (s, d);
  }
  return TRUE;
}

/* Finds the word that a tag names; -1 for none. It is split at its first @; `ROOT` is 0, left of word 1.
 * Counting from the left, -1 is the word before `behind`. */
static int
find_named (const TagSentence *s, int d, TbkPiece tag)
{
  const char *at = tag.size == 0 ? NULL : memchr (tag.bytes, '@', tag.size), *end = tag.bytes + tag.size;
  const int offset = at == NULL ? 0 : read_offset (tag.bytes, at);
  int first, last, behind;

  if (offset == 0)
    return -1;
  if (offset == -1 && end - at == 5 && memcmp (at, "@ROOT", 5) == 0)
    return 0;
  if (find_class (s, (TbkPiece){ at + 1, (gsize) (end - at - 1) }, &first, &last) == 0)
    return -1;
  behind = find_behind (s, first, last, d);
  /* A word of its own class is not counted. */
  if (offset > 0 && behind <= last && s->order[behind] == d)
    behind++;
  /* Compared by subtraction: an offset may be any number up to 2^31. */
  if (offset > 0)
    return offset - 1 <= last - behind ? s->order[behind + offset - 1] : -1;
  return -offset <= behind - first ? s->order[behind + offset] : -1;
}

static gboolean
read_upos (TagSentence *s)
{
  gboolean is_good = TRUE;

  sort_words (s);
  for (int d = 1; d <= s->n; d++)
    is_good &= put_head (s, d, find_named (s, d, s->in[d]));
  return is_good;
}

/* 4. arcs: the head that a tag names, for decoding from scores.
 *
 * A column of scores is a tag, and two spellings of one offset would be two columns of one arc. So only one
 * spelling is a tag here: without a leading zero.
 */
static gboolean
is_number (const char *text, const char *end)
{
  return read_number (text, end) >= 0 && (*text != '0' || end - text == 1);
}

static gboolean
is_offset (const char *text, const char *end)
{
  return read_offset (text, end) != 0 && text[1] != '0';
}

gboolean
offsets_is_tag (const TagCoder *coder, TbkPiece tag)
{
  const char *at = tag.size == 0 ? NULL : memchr (tag.bytes, '@', tag.size), *end = tag.bytes + tag.size;

  if (coder == &offsets_absolute)
    return is_number (tag.bytes, end);
  if (coder == &offsets_relative)
    return is_offset (tag.bytes, end) || (tag.size == 1 && *tag.bytes == '0');
  return at != NULL && is_offset (tag.bytes, at);
}

/* The head that a tag names, in the one way in which it is written; -1 for none. */
static gint64
find_head (const TagCoder *coder, const TagSentence *s, int d, TbkPiece tag)
{
  const char *end = tag.bytes + tag.size;
  gint64 head;

  if (coder == &offsets_absolute)
    return read_number (tag.bytes, end);
  if (coder == &offsets_upos)
    return find_named (s, d, tag);
  head = d + (gint64) read_offset (tag.bytes, end);
  /* An offset of 0 is the tag `0`: the arc from 0. An arc to 0 by its distance is another spelling, and no
   * tag. */
  return head == d ? 0 : head > 0 ? head : -1;
}

void
offsets_find_columns (const TagCoder *coder, TagSentence *s, const TbkPiece *tags, int n_tags, int *columns)
{
  /* An arc has at most one tag, as each has one spelling. O(n^2 + n t) for t tags, with UPOS n^2 + n t log
   * n. */
  const gsize width = (gsize) s->n + 1;

  for (gsize i = 0; i < width * width; i++)
    columns[i] = -1;
  if (coder == &offsets_upos)
    sort_words (s);
  for (int d = 1; d <= s->n; d++)
    for (int t = 0; t < n_tags; t++) {
      const gint64 head = find_head (coder, s, d, tags[t]);

      if (head >= 0 && head <= s->n && head != d)
        columns[(gsize) d * width + (gsize) head] = t;
    }
}

const TagCoder offsets_absolute = {
  { .name = "absolute", .trees = "trees" }, write_absolute, read_absolute, FALSE
};
const TagCoder offsets_relative = {
  { .name = "relative", .trees = "trees" }, write_relative, read_relative, FALSE
};
const TagCoder offsets_upos = {
  { .name = "relative-upos", .trees = "trees whose words have no UPOS ROOT", .needs_upos = TRUE },
  write_upos,
  read_upos,
  FALSE
};
