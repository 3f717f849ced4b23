/* base.h - what every room may use: bytes, text, errors of data and of memory, hashes, files, the
 * processor.
 *
 * Contents
 *   1. bytes: bytes looked for, and read eight at a time
 *   2. product: products of 64-bit numbers compared without rounding; not every processor has a type for
 *      them
 *   3. directional: characters that turn the direction of what stands beside them
 *   4. encoding: whether bytes are UTF-8
 *   5. memory: memory that grows with the input: its lack is an error, not the end of the process
 *   6. fail: the error of data that are wrong
 *   7. nearest: what was probably meant, for the end of a message
 *   8. words: what is said of words that should be equal, and which relation is that of the root
 *   9. hash: a hash of bytes that nobody can foresee, for tables of what strangers write
 *   10. system: system calls on files, with their failures as errors that name the file
 *   11. processor: which vector instructions there are beyond the base set of its kind
 *   12. random: draws from a TbkRandom
 *   13. former: today's names of systems and policies in models of version 1 and tallies of version 2
 *   14. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <glib.h>
#include <string.h>
#include <sys/uio.h>

#include "tbk/base.h"
#include "tbk/io.h"

/* 1. bytes: bytes looked for, and read eight at a time. */

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* The size of the byte order mark that the @length bytes begin with, 0 without one. */
static inline gsize
byte_order_mark_size (const char *bytes, gsize length)
{
  const gsize size = sizeof BYTE_ORDER_MARK - 1;

  return length >= size && memcmp (bytes, BYTE_ORDER_MARK, size) == 0 ? size : 0;
}

/* The last @c from @start to @end, or NULL. */
static inline const char *
find_last (const char *start, const char *end, char c)
{
  while (end > start)
    if (*--end == c)
      return end;
  return NULL;
}

/* Counts the ends of lines from @from to @to. */
static inline gint64
count_newlines (const char *from, const char *to)
{
  gint64 n = 0;

  for (; (from = memchr (from, '\n', (gsize) (to - from))) != NULL; from++)
    n++;
  return n;
}

/* Eight bytes as a number, the first the least. */
static inline guint64
load_word (const char *bytes)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Returns what comes behind the last @c from @start to @end; all if there is none. */
static inline const char *
find_behind_last (const char *start, const char *end, char c)
{
  const char *last = find_last (start, end, c);

  return last != NULL ? last + 1 : start;
}

static inline gboolean
has_prefix (const char *start, const char *end, const char *prefix)
{
  gsize length = strlen (prefix);

  return start != NULL && (gsize) (end - start) >= length && memcmp (start, prefix, length) == 0;
}

static inline gboolean
piece_is (TbkPiece piece, const char *text, gsize size)
{
  return piece.size == size && memcmp (piece.bytes, text, size) == 0;
}

/* TRUE if @piece is a literal. */
#define PIECE_IS(piece, literal) piece_is (piece, literal, sizeof (literal) - 1)

/* Takes the first part of @rest, whose parts have bars between them: "a=1|b=2" becomes "b=2" and gives "a=1". Returns
 * FALSE if @rest is empty, also behind a last bar. */
static inline gboolean
take_part (TbkPiece *rest, TbkPiece *part)
{
  const char *bar;

  if (rest->size == 0)
    return FALSE;
  bar = memchr (rest->bytes, '|', rest->size);
  part->bytes = rest->bytes;
  part->size = bar != NULL ? (gsize) (bar - rest->bytes) : rest->size;
  rest->bytes += part->size + (bar != NULL);
  rest->size -= part->size + (bar != NULL);
  return TRUE;
}

/* Returns TRUE if @part is NAME=VALUE, with a value that may be empty. */
static inline gboolean
part_has_name (TbkPiece part, const char *name, gsize length)
{
  return part.size > length && part.bytes[length] == '=' && memcmp (part.bytes, name, length) == 0;
}

/* Returns TRUE if one of the parts of @column, with bars between them, is @wanted. */
static inline gboolean
has_part (TbkPiece column, const char *wanted)
{
  const gsize size = strlen (wanted);

  for (TbkPiece part; take_part (&column, &part);)
    if (piece_is (part, wanted, size))
      return TRUE;
  return FALSE;
}

/* Returns what the input at @path is called in messages and tables: the path; of "-" the name that was set,
 * "<stdin>" without one. NULL of NULL. */
const char *input_shown_name (const char *path);

/* Sets the name of standard input; NULL: "<stdin>". It is not copied. To be called when nothing is read. */
void input_set_standard_name (const char *name);

/* Writes @number in decimal before @end, at most 20 digits; returns the first of them. */
static inline char *
write_digits_before (char *end, guint64 number)
{
  do
    *--end = (char) ('0' + number % 10);
  while ((number /= 10) > 0);
  return end;
}

/* Less than, equal to or greater than 0 as the first number is to the second: decimals without a sign and without zeros
 * before them, of any length. */
static inline int
compare_decimals (const char *a, const char *b)
{
  const gsize a_whole = strcspn (a, "."), b_whole = strcspn (b, ".");

  if (a_whole != b_whole)
    return a_whole > b_whole ? 1 : -1;
  for (; *a != '\0' || *b != '\0'; a += *a != '\0', b += *b != '\0') {
    const char x = *a != '\0' && *a != '.' ? *a : '0', y = *b != '\0' && *b != '.' ? *b : '0';

    if (x != y)
      return x > y ? 1 : -1;
  }
  return 0;
}

/* 2. product: products of 64-bit numbers compared without rounding; not every processor has a type for
 * them. */

/* The upper half of a product; the lower is @a * @b. */
static inline guint64
product_upper (guint64 a, guint64 b)
{
  const guint64 a_low = a & G_MAXUINT32, a_high = a >> 32, b_low = b & G_MAXUINT32, b_high = b >> 32;
  const guint64 first = a_high * b_low + (a_low * b_low >> 32),
                second = a_low * b_high + (first & G_MAXUINT32);

  return a_high * b_high + (first >> 32) + (second >> 32);
}

/* Less than, equal to or greater than 0 as @a * @b is to @c * @d. */
static inline int
product_compare (guint64 a, guint64 b, guint64 c, guint64 d)
{
  guint64 left = product_upper (a, b), right = product_upper (c, d);

  if (left == right) {
    left = a * b;
    right = c * d;
  }
  return (left > right) - (left < right);
}

/* 3. directional: characters that turn the direction of what stands beside them. */

/* Returns TRUE if @c begins or ends a run of a direction: embeddings, overrides and isolates. */
static inline gboolean
is_directional_control (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Returns TRUE if @c is a mark without form that is written in a direction; words of some languages have
 * such. */
static inline gboolean
is_directional_mark (gunichar c)
{
  return c == 0x200e || c == 0x200f || c == 0x61c;
}

/* Returns TRUE if @c is in one of the blocks of Unicode that hold letters written from right to left, today's
 * and those to come. */
static inline gboolean
is_right_to_left (gunichar c)
{
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefe)
         || (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

/* 4. encoding: whether bytes are UTF-8, and bytes as a cell of a table. */

/* Returns TRUE if @bytes are UTF-8 without NUL: what g_utf8_validate_len() says, but several times as fast
 * where the processor can (AVX2), and without saying where the first bad byte is. */
gboolean encoding_is_utf8 (const char *bytes, gsize length);

/* Checks that the @length bytes of @text, which begin in @line, are UTF-8. If not, *@problem becomes, in the
 * place of any other, "NAME:LINE:COLUMN: not UTF-8 text: ..." with what the bytes look like. Of the file
 * there are @at_hand bytes from @text on, whole characters unless it ends there. */
void encoding_check (const char *name, const char *text, gsize length, gsize at_hand, gint64 line,
                     GError **problem);

/* Appends a cell of TSV: control characters become C escapes, so that none breaks a row. All else stays as it is, a backslash
 * too, so that a program that knows no escapes reads what was meant. A cell appended again stays the same. */
void encoding_append_tsv (GString *line, const char *bytes, gsize size);

/* 5. memory: memory that grows with the input: its lack is an error, not the end of the process. */

/* Makes room for @n elements, at least 1, of @size bytes in the array that @array points at; what is there
 * stays. FALSE, and the array is as it was, if there is no memory. */
static inline gboolean
try_renew (gpointer array, gsize n, gsize size)
{
  gpointer *place = array, grown = g_try_realloc_n (*place, n, size);

  if (grown == NULL)
    return FALSE;
  *place = grown;
  return TRUE;
}

#define TRY_RENEW(array, n) try_renew (&(array), (gsize) (n), sizeof *(array))

/* Makes room for @needed elements where *@n_allocated have room already; at least half as many again get it, since
 * still more will be needed. */
static inline gboolean
try_reserve (gpointer array, gsize *n_allocated, gsize needed, gsize size)
{
  if (G_LIKELY (needed <= *n_allocated))
    return TRUE;
  needed = MAX (needed, *n_allocated + *n_allocated / 2);
  if (!try_renew (array, needed, size))
    return FALSE;
  *n_allocated = needed;
  return TRUE;
}

/* Makes room for the words 0..@n of a sentence in the array that @array points at, @size bytes each. What was
 * there is lost where there was less room, *@n_allocated words besides 0; new room is zero. FALSE, and an
 * error, if there is no memory. */
gboolean reserve_words (gpointer array, int *n_allocated, int n, gsize size, GError **error);

/* Sets @error to "no memory for " and what is said, and returns FALSE. */
gboolean memory_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* 6. fail: the error of data that are wrong. */

/* Sets @error to a message and returns FALSE. */
gboolean fail_data (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Fails because the files from @path on hold none of @unit, such as "trees", to @purpose. @n_ids: those
 * that were asked for, if none was found, and @id the first. */
gboolean fail_none (GError **error, const char *path, const char *unit, int n_ids, const char *id,
                    const char *purpose);

/* Puts @text behind the message of @error. */
void fail_add (GError *error, const char *text);

/* Puts " (sent_id 'ID')" behind the message of @error. @id: @length bytes */
void fail_name_sentence (GError *error, const char *id, gsize length);

/* 7. nearest: what was probably meant, for the end of a message. */

/* "; did you mean 'NAME'?" with the name that tbk_nearest() finds, nothing if it finds none. To be freed. */
char *nearest_hint (const char *typed, gsize length, const char *const *names);

/* The least number of letters that turn @a into @b or the reverse, without regard to case; G_MAXINT if one is long. */
int nearest_distance (const char *a, gsize n_a, const char *b, gsize n_b);

/* Sets @error (TBK_ERROR_USAGE): "@what 'TYPED'", what was expected if @names are few, and the hint. */
void nearest_fail (const char *what, const char *typed, const char *const *names, GError **error);

/* 8. words: what is said of words that should be equal, and which relation is that of the root. */

/* Returns what a message adds that quotes both, which differ: ": ..." if they look the same, else nothing. */
const char *words_remark (TbkPiece found, TbkPiece expected);

/* Returns TRUE if a relation is root, or a kind of it as root:x, in small letters or as other schemes have it
 * in capitals. */
static inline gboolean
relation_is_root (TbkPiece relation)
{
  return relation.size >= 4 && g_ascii_strncasecmp (relation.bytes, "root", 4) == 0
         && (relation.size == 4 || relation.bytes[4] == ':');
}

/* 9. hash: a hash of bytes that nobody can foresee, for tables of what strangers write.
 *
 * Its key is drawn from the system when the process first asks for a hash. So no input can be made for many
 * strings to have one hash; and nothing that is written may depend on a hash.
 *
 * Cost      linear; a few cycles a byte for short strings.
 * Threads   any.
 * Source    Aumasson and Bernstein (2012), "SipHash: a fast short-input PRF": SipHash-2-4.
 */

guint64 hash_bytes (const void *bytes, gsize length);

/* Hashes a string, for a GHashTable. */
guint hash_string (gconstpointer string);

/* Hashes bytes with a key of the caller's. */
guint64 hash_with_key (const guint64 key[2], const void *bytes, gsize length);

/* 10. system: system calls on files, with their failures as errors that name the file. */

/* Sets @error to "NAME: what errno says" and returns FALSE, for the caller to pass on. */
gboolean system_fail (const char *name, GError **error);

/* Opens @path, not to be inherited by other programs. Returns a descriptor, or -1. */
int system_open (const char *path, int flags, int mode);

/* Forces to the disk what was written, where the file system can do that. */
gboolean system_sync (int descriptor, const char *name, GError **error);

/* Lets the system begin to bring @size bytes from @start on to the disk, and does not wait for it. FALSE if it
 * has found already that it cannot. */
gboolean system_begin_sync (int descriptor, const char *name, gint64 start, gint64 size, GError **error);

/* Ends the file behind its first @size bytes, where the next are then written. */
gboolean system_cut (int descriptor, const char *name, gint64 size, GError **error);

/* Another descriptor for a standard stream, so that closing ours leaves the process its own; -1 on
 * failure. */
int system_duplicate (int descriptor);

/* Makes the buffer of a pipe as large as one call reads or writes, where the system lets us: else every few
 * pages one end waits for the other. */
void system_enlarge_pipe (int descriptor);

/* The path behind all symbolic links, the last of which may lead to a file yet to be made; NULL with errno
 * set if there is none. */
char *system_resolve (const char *path);

/* One read() that signals do not interrupt: the number of bytes, 0 at the end, -1 with @error set. */
gssize system_read (int descriptor, const char *name, void *buffer, gsize size, GError **error);

/* Writes all of the @n pieces, and changes them on the way. */
gboolean system_write (int descriptor, const char *name, struct iovec *pieces, int n, GError **error);

/* 11. processor: which vector instructions there are beyond the base set of its kind. */

#if defined(__SSE2__) && !defined(TBK_PLAIN)
#define TBK_WITH_SSE2
#include <immintrin.h>
#endif

/* Functions for newer processors, which are called only after a look at the one we run on. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define TBK_WITH_AVX2 __attribute__ ((target ("avx2,bmi,bmi2,popcnt")))
#endif

/* Loops that compilers turn into vector instructions, for this processor and for newer ones: BOTH defines a
 * function of which NAME_body() is the code, a BODY, twice. @linkage: static or nothing. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define BOTH_AVX2     __attribute__ ((target ("avx2")))
#define BOTH_HAS_AVX2 processor.has_avx2
#else
#define BOTH_AVX2
#define BOTH_HAS_AVX2 FALSE
#endif

#define BODY static inline __attribute__ ((always_inline))

#define BOTH(linkage, type, name, parameters, arguments)                                                     \
  BOTH_AVX2 static type name##_avx2 parameters                                                               \
  {                                                                                                          \
    return name##_body arguments;                                                                            \
  }                                                                                                          \
  linkage type name parameters                                                                               \
  {                                                                                                          \
    return BOTH_HAS_AVX2 ? name##_avx2 arguments : name##_body arguments;                                    \
  }

typedef struct {
  gboolean has_avx2, has_avx512bw; /* AVX2 with BMI and BMI2 */
  gboolean has_fast_pdep;          /* some have BMI2, but execute PDEP bit by bit */
} Processor;

/* Set when the program is loaded. */
extern Processor processor;

/* 12. random: draws from a TbkRandom. */

/* The next 64 random bits. */
guint64 random_next (TbkRandom *random);

/* A number from 0 to @bound - 1, each equally likely; @bound is at least 1. Exact: by rejection, without
 * rounding. */
guint64 random_below (TbkRandom *random, guint64 bound);

/* Draws a number of any size below @bound; @number is initialised by the caller. */
void random_below_number (TbkRandom *random, mpz_t number, const mpz_t bound);

/* Reads a decimal from 0 to 1 with at most 9 decimals as parts of TBK_PROBABILITY_ONE, exactly: 0.1 is 100,000,000. -1 if
 * it is none. */
gint64 random_parse_probability (const char *text);

/* 13. former: today's names of systems and policies in models of version 1 and tallies of version 2; to be
 * freed. */

/* Returns today's name of a system, with its form if it has one. */
char *former_system (const char *name);

/* Returns today's names of oracles as `tbk compare-oracles` names them, POLICY:METHOD or
 * SYSTEM/POLICY:METHOD, a line each. */
char *former_oracles (const char *text);

/* 14. shared: functions on public types that other rooms and the program call; the library does not export them. */

/**
 * files_check_outputs:
 * @inputs: (array zero-terminated=1): paths of files to be read, "-" for standard input
 * @outputs: (array zero-terminated=1): paths of files to be written, "-" for standard output
 *
 * Checks that no output is an input or another output. To be called before any output is opened: some are
 * complete, and in place, before the last input is read. An input may be there twice.
 *
 * Returns: FALSE with @error set (TBK_ERROR_USAGE) for the first output that is. What cannot be looked at is
 * left to be reported by whoever opens it.
 *
 * To keep files apart they are distinguished by device and inode, links followed; a file that does not exist
 * yet by device and inode of its folder, and its own name. Only regular files can be harmed: a pipe, a terminal or
 * /dev/null may be read and written, and be written twice.
 */
gboolean files_check_outputs (const char *const *inputs, const char *const *outputs,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The name of a file of CoNLL-U without its folder and endings: "da_ddt-ud-test"; to be freed. */
char *file_short_name (const char *path);

/* Parts of the name of a file of Universal Dependencies: hu_szeged-ud-dev.conllu is of the language hu, the treebank szeged
 * and the split dev. hu.conllu has a language alone. A folder such as UD_Hungarian-Szeged gives the language and the treebank
 * that the name lacks. Parts that neither gives are NULL. */
typedef struct {
  char *language, *treebank, *split;
} FileParts;

/* FALSE, and all NULL, where no language is found. */
gboolean file_parts (const char *path, FileParts *parts);

/* Frees them. */
void file_parts_clear (FileParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FileParts, file_parts_clear)

/* The language of a file, to be freed; one whose name says none is a language of its own, under its short name. */
char *file_language (const char *path);

/* Checks that no two files have the same name (TBK_ERROR_USAGE). */
gboolean file_list_check_names (const TbkFileList *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum { FILE_LIST_MAX_PARTS = 100000 };

/**
 * file_list_part:
 * @part: from 1 to @n_parts
 *
 * Deals the files out to parts that are about as large as each other. The largest come first, files of one
 * size in the order of paths. Each goes to the part that has least so far, of several such the first. So it
 * depends on paths and sizes alone.
 *
 * Returns: for each file whether it is in @part; to be freed with g_free().
 */
gboolean *file_list_part (const TbkFileList *list, int part, int n_parts);

#endif
