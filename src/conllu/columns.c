/* columns.c - the columns of a file: the ten of CoNLL-U; or those that a first line names (CoNLL-U Plus), or
 * the caller; or those of another format that the first sentence shows.
 */
#include "base/base.h"
#include "conllu/conllu.h"
#include "io/io.h"

#include <string.h>

/* In the order of TbkColumn. */
static const char *const conllu_names[] = {
  "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC", NULL,
};

void
columns_init (Columns *columns)
{
  *columns = (Columns){ .n = TBK_N_COLUMNS };
  for (int k = 0; k < TBK_N_COLUMNS; k++)
    columns->places[k] = k;
  columns->all_names = g_strjoinv (" ", (char **) conllu_names);
}

/* The columns of other formats: see tbk/conllu.h. */
static const char conllx_blind_names[] = "ID FORM LEMMA UPOS XPOS FEATS";
static const char conllx_names[] = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL";
static const char conllx_all_names[] = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL";
static const char conll09_names[] =
    "ID FORM LEMMA PLEMMA XPOS PPOS FEATS PFEAT HEAD PHEAD DEPREL PDEPREL ...";

/* Numbers of columns, and their places, from 0. */
enum { CONLLX_BLIND = 6, CONLLX_FEW = 8, CONLLX_ALL = 10, CONLLX_HEAD = 6, CONLLX_PHEAD = 8 };
enum { CONLL09_LEAST = 14, CONLL09_HEAD = 8, CONLL09_PHEAD = 9, CONLL09_FILLPRED = 12 };

/* Formats that `names` of TbkConlluColumns may name instead of columns. */
typedef enum { FORMAT_CONLLU, FORMAT_CONLLX, FORMAT_CONLL09, FORMAT_HEADS, N_FORMATS } Format;

static const char *const format_names[] = { "conllu", "conllx", "conll09", "heads" };

const char *
columns_name (const Columns *columns, int k)
{
  if (k >= columns->n)
    return "...";
  return columns->names != NULL ? columns->names[k] : conllu_names[k];
}

/* Skips @word and the blanks before it; NULL if it is not there. */
static const char *
skip_word (const char *position, const char *end, const char *word)
{
  gsize length = strlen (word);
  while (position < end && is_blank (*position))
    position++;
  if ((gsize) (end - position) < length || memcmp (position, word, length) != 0)
    return NULL;
  return position + length;
}

/* Where the names begin in a line `# global.columns = ...`; NULL if it is no such line. */
static const char *
find_names (const char *line, const char *end)
{
  const char *position = skip_word (line, end, "#");
  if (position == NULL || position != line + 1)
    return NULL;
  position = skip_word (position, end, "global.columns");
  return position == NULL ? NULL : skip_word (position, end, "=");
}

/* Moves *@position over the next name, and returns its length; 0 if there are no more. */
static gsize
next_name (const char **position, const char *end, const char **name)
{
  while (*position < end && g_ascii_isspace (**position))
    (*position)++;
  *name = *position;
  while (*position < end && !g_ascii_isspace (**position))
    (*position)++;
  return (gsize) (*position - *name);
}

gboolean
columns_are_in (const char *line, gsize length)
{
  return find_names (line, line + length) != NULL;
}

static char **
split_names (const char *position, const char *end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  gsize length;
  while ((length = next_name (&position, end, &name)) > 0)
    g_ptr_array_add (names, g_strndup (name, length));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

/* A file put together from several may have a second line of names: columns must stay what they are. */
gboolean
columns_differ (const Columns *columns, const char *line, gsize length)
{
  const char *end = line + length, *position = find_names (line, end), *name;
  if (position == NULL)
    return FALSE;
  for (int k = 0; k < columns->n; k++) {
    const char *expected = columns_name (columns, k);
    gsize size = next_name (&position, end, &name);
    if (size != strlen (expected) || memcmp (name, expected, size) != 0)
      return TRUE;
  }
  /* One more name is a difference too. */
  return next_name (&position, end, &name) > 0;
}

/* The place of a name, or -1. */
static int
find_name (char **names, const char *name)
{
  for (int k = 0; names[k] != NULL; k++)
    if (strcmp (names[k], name) == 0)
      return k;
  return -1;
}

/* Takes @names, which are taken. @where: "FILE:1: global.columns", or what else has them. `_` and a last
 * `...` are names unless @is_listed. */
static gboolean
take_names (Columns *columns, char **names, gboolean is_listed, gboolean needs_head, const char *where,
            TbkError code, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_string, g_str_equal);
  Columns found = { .n = (int) g_strv_length (names) };

  found.is_open = is_listed && found.n > 0 && g_str_equal (names[found.n - 1], "...");
  found.n -= found.is_open;
  for (int k = 0; k < TBK_N_COLUMNS; k++)
    found.places[k] = find_name (names, conllu_names[k]);
  for (int k = 0; k < (needs_head ? 2 : 1); k++)
    if (found.places[k == 0 ? TBK_COLUMN_ID : TBK_COLUMN_HEAD] < 0) {
      g_set_error (error, TBK_ERROR, code, "%s names no column %s, which is needed", where,
                   k == 0 ? "ID" : "HEAD");
      g_strfreev (names);
      return FALSE;
    }
  /* Which of two columns of one name is meant cannot be known. */
  for (int k = 0; k < found.n; k++)
    if (!(is_listed && g_str_equal (names[k], "_")) && !g_hash_table_add (seen, names[k])) {
      g_autofree char *quoted = tbk_quote (names[k], strlen (names[k]));
      g_set_error (error, TBK_ERROR, code, "%s names the column %s twice", where, quoted);
      g_strfreev (names);
      return FALSE;
    }
  found.all_names = g_strjoinv (" ", names);
  found.names = names;
  g_free (columns->all_names);
  g_strfreev (columns->names);
  *columns = found;
  return TRUE;
}

gboolean
columns_read (Columns *columns, const char *line, gsize length, const char *name, GError **error)
{
  const char *end = line + length, *position = find_names (line, end);
  if (position == NULL)
    return TRUE;

  g_autofree char *where = g_strdup_printf ("%s:1: global.columns", name);
  if (!take_names (columns, split_names (position, end), FALSE, TRUE, where, TBK_ERROR_DATA, error))
    return FALSE;
  columns->is_named = TRUE;
  return TRUE;
}

/* Names as a caller lists them; the usual list changes nothing, so files with it stay on the fast way. */
static gboolean
take_list (Columns *columns, const char *names, GError **error)
{
  if (g_str_equal (names, columns->all_names))
    return TRUE;
  return take_names (columns, split_names (names, names + strlen (names)), TRUE,
                     !g_str_equal (names, conllx_blind_names), "the list of columns", TBK_ERROR_USAGE, error);
}

/* The format of that name; N_FORMATS if there is none. */
static Format
find_format (const char *names)
{
  Format format = 0;
  while (format < N_FORMATS && !g_str_equal (names, format_names[format]))
    format++;
  return format;
}

/* Takes the list for columns of no file, to see whether that works. */
gboolean
tbk_conllu_columns_check (const char *names, GError **error)
{
  Columns columns;
  gboolean done;

  g_return_val_if_fail (names != NULL, FALSE);
  if (find_format (names) < N_FORMATS)
    return TRUE;
  columns_init (&columns);
  done = take_list (&columns, names, error);
  g_strfreev (columns.names);
  g_free (columns.all_names);
  return done;
}

/* A line of a word, as far as it distinguishes formats. */
typedef struct {
  int n_fields;
  int id, head, phead;  /* numbers, or -1 */
  gboolean is_filled;   /* it is of a predicate */
  gboolean is_headless; /* HEAD of CoNLL-X is `_` */
  gboolean is_of_conll09;
} Look;

static gboolean
is_field (const char *start, const char *end, char byte)
{
  return end - start == 1 && *start == byte;
}

static gboolean
is_nothing (const char *start, const char *end)
{
  return start == end || is_field (start, end, '_');
}

/* Looks at the fields by which CoNLL-X and CoNLL 2009 differ from CoNLL-U and from each other. Fields that a
 * line lacks count as no numbers. */
static Look
look_at_line (const char *start, const char *end)
{
  Look look = { .id = -1, .head = -1, .phead = -1, .is_of_conll09 = TRUE };
  int head09 = -1;

  for (const char *tab; start <= end; start = tab + 1, look.n_fields++) {
    tab = memchr (start, '\t', (gsize) (end - start));
    tab = tab != NULL ? tab : end;
    switch (look.n_fields) {
    case 0:
      look.id = decimal (start, tab);
      break;
    case CONLLX_HEAD:
      look.head = decimal (start, tab);
      look.is_headless = is_field (start, tab, '_');
      break;
    case CONLLX_PHEAD: /* the HEAD of CoNLL 2009 */
      look.phead = head09 = decimal (start, tab);
      break;
    case CONLL09_PHEAD:
      look.is_of_conll09 = head09 >= 0 && (is_nothing (start, tab) || decimal (start, tab) >= 0);
      break;
    case CONLL09_FILLPRED:
      look.is_filled = is_field (start, tab, 'Y');
      look.is_of_conll09 = look.is_of_conll09 && (look.is_filled || is_nothing (start, tab));
      break;
    default:
      break;
    }
  }
  return look;
}

/* The columns of CoNLL-X or CoNLL 2009 if the first sentence, from @line to @limit or before, is that beyond
 * doubt: it has no comments, and no lines but of words. Else NULL.
 *
 * CoNLL-X has eight columns, or ten with a second tree in PHEAD and PDEPREL; CoNLL 2009 has fourteen and one
 * for each predicate, which FILLPRED marks. CoNLL-U has ten, of which the ninth, DEPS, is no number: so ten
 * columns with numbers there in all lines are CoNLL-X. */
static const char *
recognize (const char *line, const char *limit)
{
  int n = 0, n_fields = 0, n_filled = 0, n_headless = 0;
  gboolean has_heads = TRUE, has_pheads = TRUE, is_of_conll09 = TRUE;

  for (const char *newline; line < limit; line = newline + 1) {
    newline = memchr (line, '\n', (gsize) (limit - line));
    newline = newline != NULL ? newline : limit;
    const char *end = newline - (newline > line && newline[-1] == '\r');
    if (end == line && n > 0)
      break;
    if (end == line)
      continue;
    const Look look = look_at_line (line, end);
    if (look.id != n + 1 || (n > 0 && look.n_fields != n_fields))
      return NULL;
    n++;
    n_fields = look.n_fields;
    n_filled += look.is_filled;
    n_headless += look.is_headless;
    has_heads = has_heads && look.head >= 0;
    has_pheads = has_pheads && look.phead >= 0;
    is_of_conll09 = is_of_conll09 && look.is_of_conll09;
  }
  if (n_fields == CONLLX_FEW && (has_heads || n_headless == n))
    return conllx_names;
  if (n_fields == CONLLX_ALL && has_heads && has_pheads)
    return conllx_all_names;
  return n_fields == CONLL09_LEAST + n_filled && is_of_conll09 ? conll09_names : NULL;
}

/* The columns of CoNLL-X: six or eight if the first line of a word has as many.
 *
 * The caller says that the file is CoNLL-X; only which of its columns are there is looked for. */
static const char *
find_conllx (const char *line, const char *limit)
{
  const char *end;
  for (; line < limit && (*line == '#' || *line == '\n' || *line == '\r'); line = end + 1) {
    end = memchr (line, '\n', (gsize) (limit - line));
    if (end == NULL)
      return conllx_all_names;
  }
  if (line >= limit)
    return conllx_all_names;
  end = memchr (line, '\n', (gsize) (limit - line));
  switch (look_at_line (line, end != NULL ? end : limit).n_fields) {
  case CONLLX_BLIND:
    return conllx_blind_names;
  case CONLLX_FEW:
    return conllx_names;
  default:
    return conllx_all_names;
  }
}

/* Returns TRUE if the name of @file ends in @suffix, but for that of a compressed form. */
static gboolean
has_suffix (const char *file, const char *suffix)
{
  const char *compressed = compressed_suffix (file);
  const gsize length = compressed != NULL ? (gsize) (compressed - file) : strlen (file),
              size = strlen (suffix);

  return length > size && memcmp (file + length - size, suffix, size) == 0;
}

gboolean
columns_are_vectors (const TbkConlluColumns *given, const char *file)
{
  return given->names != NULL ? g_str_equal (given->names, format_names[FORMAT_HEADS])
                              : has_suffix (file, ".heads");
}

/* Given names come first, then what the file is called; without them the first sentence decides. None changes columns if it
 * is ordinary CoNLL-U. */
gboolean
columns_take (Columns *columns, const TbkConlluColumns *given, const char *file, const char *text,
              const char *limit, gboolean *is_known, GError **error)
{
  const char *names = given->names == NULL && has_suffix (file, ".conllx") ? format_names[FORMAT_CONLLX]
                                                                           : given->names,
             *found = NULL;
  const Format format = names != NULL ? find_format (names) : FORMAT_CONLLU;

  columns->are_vectors = columns->has_no_ids = columns_are_vectors (given, file);
  if (columns->are_vectors) {
    g_free (columns->all_names);
    columns->all_names = g_strdup (format_names[FORMAT_HEADS]);
    *is_known = TRUE;
    return TRUE;
  }
  if (names == NULL) {
    found = recognize (text, limit);
    if (found != NULL && given->n_recognized != NULL)
      g_atomic_int_inc (&given->n_recognized[found == conll09_names]);
  } else if (format != FORMAT_CONLLU) {
    found = format == FORMAT_CONLLX    ? find_conllx (text, limit)
            : format == FORMAT_CONLL09 ? conll09_names
                                       : names;
  }
  *is_known = found != NULL;
  if (found != NULL && !take_list (columns, found, error))
    return FALSE;
  columns->is_conll09 = found == conll09_names;
  columns->has_no_ids = has_suffix (file, ".conll");
  return TRUE;
}
