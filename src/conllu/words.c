/* words.c - fast path for ordinary word lines: ten columns, at most 128 bytes, nothing unusual.
 *
 * Nearly all lines of a treebank are ordinary. The loop does little for each and has few branches that are hard to
 * predict. It stops at the first other line, which sentence.c parses field by field and checks.
 */
#include "conllu/sentence.h"

#include <string.h>

/* What most lines have. */
enum { COLUMNS = 10, HEAD = 6 }; /* MISC is the last */

static inline guint64
load (const char *bytes)
{
  guint64 word;
  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* The beginning of the line of a word: its number and a tab, as the bytes of an integer, the first byte
 * lowest. There is room for 7 digits, and no sentence of 64 MiB has as many as 10 million words. */
typedef struct {
  guint64 bytes, mask;
  int last_digit; /* the bits below it */
} Beginning;

static Beginning
beginning_of (int word)
{
  Beginning beginning = { '\t', 0xff, -8 };
  for (; word > 0; word /= 10) {
    beginning.bytes = beginning.bytes << 8 | (guint) ('0' + word % 10);
    beginning.mask = beginning.mask << 8 | 0xff;
    beginning.last_digit += 8;
  }
  return beginning;
}

/* That of the next word, whose number is @word. */
static inline void
advance (Beginning *beginning, int word)
{
  if ((beginning->bytes >> beginning->last_digit & 0xff) != '9')
    beginning->bytes += G_GUINT64_CONSTANT (1) << beginning->last_digit;
  else
    *beginning = beginning_of (word);
}

/* The canonical decimal of 1 to 4 digits that begins at @bytes and ends at a tab, all at once; -1 if there is
 * none. */
static inline int
short_decimal (const char *bytes)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101);
  guint64 text = load (bytes), others = text ^ ones * '\t';
  guint64 tabs = (others - ones) & ~others & ones << 7; /* the lowest is one; those after it may be none */
  int n_bits = tabs != 0 ? __builtin_ctzll (tabs) - 7 : 0, unused = 32 - n_bits;

  guint32 digits = (guint32) ((text << unused) - ((guint64) 0x30303030 << unused));
  gboolean is_decimal = ((digits | (digits + 0x76767676u)) & 0x80808080u) == 0;
  gboolean is_canonical = n_bits == 8 || (n_bits > 8 && (text & 0xff) != '0');
  guint32 pairs = (digits * (1 + (10 << 8)) >> 8) & 0x00ff00ff;
  return is_decimal && is_canonical ? (int) (pairs * (1 + (100 << 16)) >> 16) : -1;
}

/* Whether the MISC of @length bytes may hold a mark of tbk_conllu_sentence_write(): an H, and = four bytes on. */
static inline __attribute__ ((always_inline)) gboolean
may_have_mark (const char *misc, int length, Scan scan)
{
  guint64 capitals, equals;
  scan.block (misc, 'H', '=', &capitals, &equals);
  return length > 64 || (capitals & equals >> 4) != 0;
}

static inline __attribute__ ((always_inline)) void
take_words_with (Parse *parse, Scan scan)
{
  TbkConlluBatch *batch = parse->batch;
  const char *position = parse->position, *limit = parse->limit;
  const guint32 *end = batch->lines.ends + (parse->line - batch->first_line);
  int n = parse->n, n_roots = 0, max_head = parse->max_head;
  Beginning beginning = beginning_of (n + 1);

  for (; position < limit && (load (position) & beginning.mask) == beginning.bytes; end++) {
    gsize length = (gsize) (batch->bytes + *end - position);
    if (length > SCAN_LINE)
      break;
    ScannedLine line = scan_line (position, (int) length, scan);
    if (line.n_tabs != COLUMNS - 1 || line.has_empty)
      break;
    int head = short_decimal (position + scanned_tab (&line, HEAD - 1, scan) + 1);
    int misc_start = last_scanned_tab (&line) + 1, misc_length = (int) length - misc_start;
    if (head < 0 || head == n + 1 || misc_length == 0)
      break;

    if (!batch_reserve_word (batch, n + 1))
      break; /* take_line() reports it */
    n++;
    batch->starts[n] = position;
    batch->heads[n] = head;
    n_roots += head == 0;
    max_head = MAX (max_head, head);
    if (may_have_mark (position + misc_start, misc_length, scan))
      parse_misc (parse, position + misc_start, position + length);
    advance (&beginning, n + 1);
    position += length + 1;
  }
  if (n == parse->n)
    return;
  parse->position = MIN (position, limit);
  parse->line += n - parse->n;
  parse->n = n;
  parse->n_roots += n_roots;
  parse->max_head = max_head;
  parse->next_empty = 1;
  parse->has_lines = TRUE;
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static void
take_words_avx2 (Parse *parse)
{
  take_words_with (parse, scan_avx2);
}
#endif

void
parse_words (Parse *parse)
{
  const Source *source = parse->batch->source;
  if (source->columns.names != NULL || source->ignores_heads || source->max_line < SCAN_LINE
      || parse->batch->lines.has_carriage_returns)
    return;
#ifdef TBK_WITH_AVX2
  if (TBK_HAS_AVX2 && TBK_HAS_FAST_PDEP) {
    take_words_avx2 (parse);
    return;
  }
#endif
  take_words_with (parse, scan_plain);
}
