/* tally_file.c - tallies as JSON lines, and back.
 *
 * Contents
 *   1. lines: a block of the input that grows with its longest line
 *   2. write: tallies as JSON lines
 *   3. read: tallies from JSON lines: a head, rows in order, their number, a checksum; nothing else is taken
 *
 * A file of tallies, shortened (`tbk stats --by=direction`):
 *
 *   {"tally":FORM,"tbk":VERSION,"kind":"figures","options":{...},"files":[["la.conllu",112,"in"]]}
 *   [0,"figures",[],[1,4,1,1,4,1]]             file, section, key, values: 1 sentence of 4 words
 *   [0,"directions",["left"],[3,1,1,...]]      3 words whose head comes behind them
 *   [0,"directions",["root"],[1,0,0,...]]
 *   3                                          rows in the file
 *   "0123456789abcdef"                         checksum of all lines before
 *
 * The last lines show that nothing is missing or damaged. A file may come from elsewhere, so whatever is read is checked: form,
 * types, sums; the checksum comes last, as these say more. Forms before the fourth have none. Values above 2^53 are strings,
 * as other readers of JSON would round them.
 */
#include "corpus/corpus.h"

#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "tbk/base.h"

/* The version of the form that is written, and the oldest that is read, in which systems and policies have their former names. */
enum { TALLIES_FORM = 4, TALLIES_OLDEST_FORM = 2 };

/* JSON keeps integers up to here exact in every reader; greater ones are strings. */
#define TALLIES_MAX_INTEGER (G_GINT64_CONSTANT (1) << 53)

/* 1. lines: a block of the input that grows with its longest line. */

#define LINES_MAX_LENGTH ((gsize) 64 << 20)

/* All zeros but for the input is a reader that has read nothing. */
typedef struct {
  TbkInput *input;
  char *bytes;
  gsize room, length; /* of what was read and not yet left behind */
  gsize next;         /* where the next line begins */
  gboolean is_at_end;
  gint64 number; /* of the line in hand, from 1 */
} LineReader;

typedef enum { LINE_READ, LINE_END, LINE_FAILED } LineStatus;

static const gsize BLOCK = 1 << 16;

static gboolean
fail (const LineReader *lines, const char *found, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found %s",
               tbk_input_name (lines->input), lines->number + 1, found);
  return FALSE;
}

static gboolean
check_length (const LineReader *lines, gsize length, GError **error)
{
  g_autofree char *found = NULL;

  if (length <= LINES_MAX_LENGTH)
    return TRUE;
  found = g_strdup_printf ("a line of more than %" G_GSIZE_FORMAT " bytes, expected shorter ones",
                           LINES_MAX_LENGTH);
  return fail (lines, found, error);
}

/* Reads on, behind what is left of the line in hand, which moves to the beginning of the block. The
 * block doubles with the line, so moving costs no more than reading, all in all. */
static gboolean
read_more (LineReader *lines, GError **error)
{
  gssize n_read;

  lines->length -= lines->next;
  if (lines->length > 0)
    memmove (lines->bytes, lines->bytes + lines->next, lines->length);
  lines->next = 0;
  if (!check_length (lines, lines->length, error))
    return FALSE;
  if (!try_reserve (&lines->bytes, &lines->room, 2 * lines->length + BLOCK, 1))
    return memory_fail (error, "a line of %" G_GSIZE_FORMAT " bytes", lines->length);
  n_read = tbk_input_read (lines->input, lines->bytes + lines->length, lines->room - lines->length, error);
  if (n_read < 0)
    return FALSE;
  lines->length += (gsize) n_read;
  lines->is_at_end = n_read == 0;
  return TRUE;
}

/* Finds the next line, without its newline, which it must have. One of more than LINES_MAX_LENGTH bytes is an
 * error. `searched` bytes behind `next` are known to have no newline, so that a long line, read in many blocks,
 * is searched once. The line is valid until the next call, and has no NUL at its end. */
static LineStatus
lines_next (LineReader *lines, const char **line, gsize *length, GError **error)
{
  const char *start, *newline = NULL;
  gsize searched = 0;

  for (;;) {
    if (lines->length > lines->next + searched)
      newline = memchr (lines->bytes + lines->next + searched, '\n', lines->length - lines->next - searched);
    if (newline != NULL)
      break;
    searched = lines->length - lines->next;
    if (lines->is_at_end && searched == 0)
      return LINE_END;
    if (lines->is_at_end) {
      fail (lines, "a line that breaks off, expected a newline at its end", error);
      return LINE_FAILED;
    }
    if (!read_more (lines, error))
      return LINE_FAILED;
  }
  start = lines->bytes + lines->next;
  if (!check_length (lines, (gsize) (newline - start), error))
    return LINE_FAILED;
  *line = start;
  *length = (gsize) (newline - start);
  lines->next += *length + 1;
  lines->number++;
  return LINE_READ;
}

static void
lines_clear (LineReader *lines)
{
  g_clear_pointer (&lines->bytes, g_free);
}

#define CHECKSUM_FORMAT "%016" G_GINT64_MODIFIER "x"

/* Returns the checksum of lines of which @checksum is that of all but the last. The first key is part of the format. */
static guint64
add_to_checksum (guint64 checksum, const char *line, gsize length)
{
  return hash_with_key ((const guint64[]){ checksum, 1 }, line, length);
}

/* 2. write: tallies as JSON lines. */

typedef struct {
  GString *line; /* in hand */
  TbkOutput *output;
  guint64 checksum;
} TallyWriter;

static void
append_string (GString *line, const char *string)
{
  json_append_string (line, string, strlen (string));
}

/* Appends an integer; as a string if a double cannot have it. */
static void
append_value (GString *line, gint64 value)
{
  const gboolean is_large = value > TALLIES_MAX_INTEGER;

  g_string_append (line, is_large ? "\"" : "");
  json_append_integer (line, value);
  g_string_append (line, is_large ? "\"" : "");
}

/* Ends the line, writes it and begins anew. One that could not be read again is refused. */
static gboolean
write_line (TallyWriter *writer, GError **error)
{
  GString *line = writer->line;

  if (line->len > LINES_MAX_LENGTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "found a tally with %" G_GSIZE_FORMAT
                 " bytes of paths and options, expected at most %" G_GSIZE_FORMAT,
                 line->len, LINES_MAX_LENGTH);
    return FALSE;
  }
  writer->checksum = add_to_checksum (writer->checksum, line->str, line->len);
  g_string_append_c (line, '\n');
  if (!tbk_output_write (writer->output, line->str, line->len, error))
    return FALSE;
  g_string_truncate (line, 0);
  return TRUE;
}

static gboolean
write_head (const TbkTallies *tallies, TallyWriter *writer, GError **error)
{
  GString *line = writer->line;

  g_string_append_printf (line, "{\"tally\":%d,\"tbk\":\"" TBK_VERSION "\",\"kind\":", TALLIES_FORM);
  append_string (line, tallies->layout->kind);
  g_string_append (line, ",\"options\":{");
  for (guint o = 0; o + 1 < tallies->options->len; o += 2) {
    g_string_append (line, o > 0 ? "," : "");
    append_string (line, tallies->options->pdata[o]);
    g_string_append_c (line, ':');
    append_string (line, tallies->options->pdata[o + 1]);
  }
  g_string_append (line, "},\"files\":[");
  for (guint f = 0; f < tallies->files->len; f++) {
    const TallyFile *file = tallies_file (tallies, f);
    g_string_append (line, f > 0 ? ",[" : "[");
    append_string (line, file->path);
    g_string_append_c (line, ',');
    append_value (line, file->size);
    g_string_append_printf (line, ",\"%s\"]", tallies_state_names[file->state]);
  }
  g_string_append (line, "]}");
  return write_line (writer, error);
}

static gboolean
write_row (guint file, const TbkTallySection *section, const TbkTallyRow *row, TallyWriter *writer,
           GError **error)
{
  GString *line = writer->line;

  g_string_append_printf (line, "[%u,\"%s\",[", file, section->name);
  for (int k = 0; k < section->n_keys; k++) {
    g_string_append (line, k > 0 ? "," : "");
    append_string (line, row->key[k]);
  }
  g_string_append (line, "],[");
  for (int c = 0; c < section->n_columns; c++) {
    g_string_append (line, c > 0 ? "," : "");
    append_value (line, row->values[c]);
  }
  g_string_append (line, "]]");
  return write_line (writer, error);
}

static gboolean
write_section (const TbkTallies *tallies, guint file, int section, TallyWriter *writer, gint64 *n_written,
               GError **error)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tallies_file (tallies, file)->tally, section, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    if (!write_row (file, &tallies->layout->sections[section], &rows[r], writer, error))
      return FALSE;
  *n_written += (gint64) n_rows;
  return TRUE;
}

gboolean
tbk_tallies_write (const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  TallyWriter writer = { .line = line, .output = output };
  gint64 n_written = 0;

  if (!write_head (tallies, &writer, error))
    return FALSE;
  for (guint f = 0; f < tallies->files->len; f++)
    for (int s = 0; tallies_file (tallies, f)->tally != NULL && s < tallies->layout->n_sections; s++)
      if (!write_section (tallies, f, s, &writer, &n_written, error))
        return FALSE;
  json_append_integer (line, n_written);
  if (!write_line (&writer, error))
    return FALSE;
  g_string_append_printf (line, "\"" CHECKSUM_FORMAT "\"", writer.checksum);
  return write_line (&writer, error);
}

/* 3. read: tallies from JSON lines: a head, rows in order, their number, a checksum; nothing else is taken. */

typedef struct {
  TbkTallies *tallies;
  Json json;
  gint64 form, n_rows;
  gboolean has_number, is_complete; /* of rows; with a checksum, if the form has one */
  guint64 checksum;                 /* of all lines so far */
} Reader;

/* Reads a string that has no NUL; to be freed. */
static gboolean
read_string (Json *json, char **string, GError **error)
{
  JsonPlace place = json_place (json);
  const char *bytes;
  gsize length;

  if (!json_string (json, &bytes, &length, error))
    return FALSE;
  if (memchr (bytes, '\0', length) != NULL) {
    json_return (json, &place);
    return json_refuse (json, "a string without NUL", error);
  }
  *string = g_strndup (bytes, length);
  return TRUE;
}

/* Returns TRUE if the @length bytes are a decimal without sign and leading zeros. */
static gboolean
is_decimal (const char *bytes, gsize length)
{
  if (length == 0 || (bytes[0] == '0' && length > 1))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (bytes[i]))
      return FALSE;
  return TRUE;
}

/* Reads a value: an integer, or, of one that is too large for that, a string. */
static gboolean
read_value (Json *json, gint64 least, gint64 *value, GError **error)
{
  static const char most[] = "9223372036854775807";
  JsonPlace place = json_place (json);
  const char *digits;
  gsize length;

  if (!json_is (json, '"'))
    return json_integer (json, least, TALLIES_MAX_INTEGER, value, error);
  if (!json_string (json, &digits, &length, error))
    return FALSE;
  if (is_decimal (digits, length)
      && (length < strlen (most) || (length == strlen (most) && strncmp (digits, most, length) <= 0))) {
    g_autofree char *copy = g_strndup (digits, length);
    gint64 found = g_ascii_strtoll (copy, NULL, 10);
    if (found > TALLIES_MAX_INTEGER) {
      *value = found;
      return TRUE;
    }
  }
  json_return (json, &place);
  return json_refuse (json, "an integer from 9007199254740993 to 9223372036854775807 in a string", error);
}

/* Goes to the next element of an array, which there must be; @what describes the array in the message. */
static gboolean
next_element (Json *json, const char *what, GError **error)
{
  JsonStep step = json_next (json, error);

  if (step == JSON_CLOSED)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found too few elements, expected %s", what);
  return step == JSON_VALUE;
}

/* Leaves the array, which must be at its end. */
static gboolean
end_array (Json *json, const char *what, GError **error)
{
  JsonStep step = json_next (json, error);

  if (step == JSON_VALUE)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found too many elements, expected %s", what);
  return step == JSON_CLOSED;
}

/* Goes to the next member of the head, which must be the one of @key. */
static gboolean
next_member (Json *json, const char *key, GError **error)
{
  JsonStep step = json_next (json, error);

  if (step == JSON_FAILED)
    return FALSE;
  if (step == JSON_VALUE && json->key_length == strlen (key)
      && memcmp (json->key, key, json->key_length) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found another head, expected \"%s\" next", key);
  return FALSE;
}

/* The value of an option as it would be written today; @value is taken over. */
static char *
now (const char *name, char *value)
{
  const gboolean is_system = strcmp (name, "system") == 0, is_command = strcmp (name, "command") == 0;
  char *renamed;

  if (!is_system && !is_command && strcmp (name, "variant") != 0 && strcmp (name, "reference") != 0)
    return value;
  renamed = is_system    ? former_system (value)
            : is_command ? g_strdup (strcmp (value, "compare") == 0 ? "compare-oracles" : value)
                         : former_oracles (value);
  g_free (value);
  return renamed;
}

static gboolean
read_options (Reader *reader, gboolean is_former, GError **error)
{
  Json *json = &reader->json;
  JsonStep step;

  if (!json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    g_autofree char *name = g_strndup (json->key, json->key_length);
    g_autofree char *value = NULL;

    if (tbk_tallies_option (reader->tallies, name) != NULL)
      return json_refuse (json, "each option once", error);
    if (!read_string (json, &value, error))
      return FALSE;
    if (is_former)
      value = now (name, value);
    tallies_add_option (reader->tallies, name, value);
  }
  return step == JSON_CLOSED;
}

static gboolean
read_state (Json *json, FileState *state, GError **error)
{
  JsonPlace place = json_place (json);
  const char *name;
  gsize length;

  if (!json_string (json, &name, &length, error))
    return FALSE;
  for (*state = FILE_OUT; *state < N_FILE_STATES; (*state)++)
    if (strlen (tallies_state_names[*state]) == length
        && memcmp (tallies_state_names[*state], name, length) == 0)
      return TRUE;
  json_return (json, &place);
  return json_refuse (json, "\"out\", \"in\", \"unread\" or \"faulty\"", error);
}

static gboolean
read_file (Reader *reader, GError **error)
{
  static const char form[] = "[path, size, state]";
  Json *json = &reader->json;
  g_autofree char *path = NULL;
  gint64 size;
  FileState state;
  TallyFile *file;

  if (!json_enter (json, '[', error) || !next_element (json, form, error) || !read_string (json, &path, error)
      || !next_element (json, form, error) || !read_value (json, -1, &size, error)
      || !next_element (json, form, error) || !read_state (json, &state, error)
      || !end_array (json, form, error))
    return FALSE;
  tallies_add_file (reader->tallies, path, size);
  if (reader->tallies->layout == NULL)
    return TRUE;
  file = tallies_file (reader->tallies, reader->tallies->files->len - 1);
  file->state = state;
  file->tally = state == FILE_IN ? tbk_tally_new (reader->tallies->layout) : NULL;
  return TRUE;
}

static gboolean
read_files (Reader *reader, GError **error)
{
  JsonStep step;

  if (!json_enter (&reader->json, '[', error))
    return FALSE;
  while ((step = json_next (&reader->json, error)) == JSON_VALUE)
    if (!read_file (reader, error))
      return FALSE;
  return step == JSON_CLOSED;
}

/* Reads a string, which must be @expected; any will do if that is NULL. */
static gboolean
read_constant (Json *json, const char *expected, GError **error)
{
  g_autofree char *found = NULL, *quoted = NULL;
  JsonPlace place = json_place (json);

  if (!read_string (json, &found, error))
    return FALSE;
  if (expected == NULL || g_strcmp0 (found, expected) == 0)
    return TRUE;
  quoted = g_strdup_printf ("\"%s\"", expected);
  json_return (json, &place);
  return json_refuse (json, quoted, error);
}

/* Reads the head. Its members must come in the order in which they are written: what other order there
 * is was not written by this program. Any other version is refused, since columns may have changed. */
static gboolean
read_head (Reader *reader, GError **error)
{
  const TbkTallyLayout *layout = reader->tallies->layout;
  Json *json = &reader->json;

  if (!json_enter (json, '{', error) || !next_member (json, "tally", error)
      || !json_integer (json, TALLIES_OLDEST_FORM, TALLIES_FORM, &reader->form, error)
      || !next_member (json, "tbk", error) || !read_constant (json, TBK_VERSION, error)
      || !next_member (json, "kind", error)
      || !read_constant (json, layout == NULL ? NULL : layout->kind, error))
    return FALSE;
  return next_member (json, "options", error)
         && read_options (reader, reader->form == TALLIES_OLDEST_FORM, error)
         && next_member (json, "files", error) && read_files (reader, error)
         && end_array (json, "no member after \"files\"", error) && json_end (json, error);
}

/* Reads the number of a file that is in. */
static gboolean
read_place (Reader *reader, TbkTally **tally, GError **error)
{
  JsonPlace place = json_place (&reader->json);
  gint64 file;

  if (!json_integer (&reader->json, 0, (gint64) reader->tallies->files->len - 1, &file, error))
    return FALSE;
  *tally = tallies_file (reader->tallies, (guint) file)->tally;
  if (*tally != NULL)
    return TRUE;
  json_return (&reader->json, &place);
  return json_refuse (&reader->json, "a file that is in", error);
}

/* Reads the name of a section, and sets *@section to its number. */
static gboolean
read_section (Reader *reader, int *section, GError **error)
{
  const TbkTallyLayout *layout = reader->tallies->layout;
  JsonPlace place = json_place (&reader->json);
  const char *name;
  gsize length;

  if (!json_string (&reader->json, &name, &length, error))
    return FALSE;
  for (*section = 0; *section < layout->n_sections; (*section)++)
    if (strlen (layout->sections[*section].name) == length
        && memcmp (layout->sections[*section].name, name, length) == 0)
      return TRUE;
  json_return (&reader->json, &place);
  return json_refuse (&reader->json, "the name of a section", error);
}

/* Names of what a part of a key must be. */
static const char *const type_names[] = {
  [TBK_TALLY_TEXT] = "a string",
  [TBK_TALLY_INTEGER] = "a decimal from 0 to 2147483647 in a string",
  [TBK_TALLY_NUMBER] = "a decimal without sign and leading zeros in a string",
};

static gboolean
is_of_type (const char *key, TbkTallyKeyType type)
{
  const gsize length = strlen (key);

  if (type == TBK_TALLY_TEXT)
    return TRUE;
  return is_decimal (key, length)
         && (type == TBK_TALLY_NUMBER || (length <= 10 && g_ascii_strtoll (key, NULL, 10) <= G_MAXINT));
}

/* Reads the key of a row into @key, which gets @section->n_keys strings. */
static gboolean
read_key (Reader *reader, const TbkTallySection *section, char **key, GError **error)
{
  Json *json = &reader->json;

  if (!json_enter (json, '[', error))
    return FALSE;
  for (int k = 0; k < section->n_keys; k++) {
    JsonPlace place;

    if (!next_element (json, section->keys[k].name, error))
      return FALSE;
    place = json_place (json);
    if (!read_string (json, &key[k], error))
      return FALSE;
    if (!is_of_type (key[k], section->keys[k].type)) {
      json_return (json, &place);
      return json_refuse (json, type_names[section->keys[k].type], error);
    }
  }
  return end_array (json, "no more parts of a key", error);
}

static gboolean
read_values (Reader *reader, const TbkTallySection *section, gint64 *values, GError **error)
{
  if (!json_enter (&reader->json, '[', error))
    return FALSE;
  for (int c = 0; c < section->n_columns; c++)
    if (!next_element (&reader->json, section->columns[c].name, error)
        || !read_value (&reader->json, 0, &values[c], error))
      return FALSE;
  return end_array (&reader->json, "no more values", error);
}

/* Reads a row and adds it to the tally of its file. A row that comes twice is an error; adding it
 * would hide that a file was put together by hand. */
static gboolean
read_row (Reader *reader, GError **error)
{
  static const char form[] = "[file, section, [key...], [value...]]";
  Json *json = &reader->json;
  char *key[TBK_TALLY_MAX_KEYS + 1] = { NULL };
  gint64 values[TBK_TALLY_MAX_COLUMNS];
  const TbkTallySection *layout;
  TbkTally *tally;
  int section;
  gboolean done;

  if (!json_enter (json, '[', error) || !next_element (json, form, error)
      || !read_place (reader, &tally, error) || !next_element (json, form, error)
      || !read_section (reader, &section, error) || !next_element (json, form, error))
    return FALSE;
  layout = &reader->tallies->layout->sections[section];
  done = read_key (reader, layout, key, error) && next_element (json, form, error)
         && read_values (reader, layout, values, error) && end_array (json, form, error)
         && json_end (json, error);
  if (done && tbk_tally_get (tally, section, (const char *const *) key) != NULL) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, "found a row again, expected each once");
    done = FALSE;
  }
  if (done)
    tbk_tally_add (tally, section, (const char *const *) key, values);
  for (int k = 0; k < TBK_TALLY_MAX_KEYS; k++)
    g_free (key[k]);
  reader->n_rows++;
  return done;
}

/* Returns the value that bounds the rows of @key: that of column `whole` in another section, under the
 * same key or its first parts. 0 if there is no such row. */
static gint64
find_whole (const TbkTally *tally, const TbkTallySection *section, const char *const *key)
{
  const gint64 *values = tbk_tally_get (tally, section->section, key);

  return values == NULL ? 0 : values[section->whole];
}

/* TRUE if something in the section is bounded. Rows of other sections need not be listed. */
static gboolean
has_bounds (const TbkTallySection *section)
{
  gboolean is_found = section->bound != TBK_TALLY_FREE;

  for (int c = 0; c < section->n_columns; c++)
    is_found |= section->columns[c].part_of > 0 || section->columns[c].most > 0;
  return is_found;
}

/* TRUE if a row keeps the bounds of its columns: an upper limit (`most`), another column of the row
 * (`part_of`, its number + 1), or a value of another section (`whole`). For instance lost arcs are
 * part of words. */
static gboolean
keeps_bounds (const TbkTally *tally, const TbkTallySection *section, const TbkTallyRow *row)
{
  const gboolean has_whole = section->bound == TBK_TALLY_EACH;
  const gint64 whole = has_whole ? find_whole (tally, section, row->key) : 0;

  for (int c = 0; c < section->n_columns; c++) {
    const TbkTallyColumn *column = &section->columns[c];
    const gint64 value = row->values[c];
    const gboolean is_bounded =
        has_whole && (section->part == c || (section->part < 0 && column->rule == TBK_TALLY_SUM));

    if ((column->most > 0 && value > column->most)
        || (column->part_of > 0 && value > row->values[column->part_of - 1]) || (is_bounded && value > whole))
      return FALSE;
  }
  return TRUE;
}

/* Returns how many of the rows, from the first on, have the first @n_parts of their keys in common
 * with it. Rows are in the order of keys, so those are next to each other. */
static gsize
count_together (const TbkTallyRow *rows, gsize n_rows, int n_parts)
{
  for (gsize n = 1; n < n_rows; n++)
    for (int k = 0; k < n_parts; k++)
      if (strcmp (rows[n].key[k], rows[0].key[k]) != 0)
        return n;
  return n_rows;
}

/* Checks the rows that have a whole in common against it. The words of the directions left, right and
 * root must be all words of the file (TBK_TALLY_ALL); of others the sum may be less
 * (TBK_TALLY_TOGETHER). */
static gboolean
check_sums (const TbkTally *tally, const TbkTallySection *section, const TbkTallyRow *rows, gsize n_rows,
            GError **error)
{
  const TbkTallySection *whole = &tally_layout (tally)->sections[section->section];
  const char *name = whole->columns[section->whole].name;

  for (gsize first = 0, n; first < n_rows; first += n) {
    n = count_together (rows + first, n_rows - first, whole->n_keys);
    const gint64 rest =
        tally_rest (find_whole (tally, section, rows[first].key), rows + first, n, section->part);

    if (section->bound == TBK_TALLY_TOGETHER && rest < 0)
      return fail_data (error, "found %s of more %s than there are", section->name, name);
    if (section->bound == TBK_TALLY_ALL && rest != 0)
      return fail_data (error, "found rows of more or fewer %s than there are, expected as many", name);
  }
  return TRUE;
}

/* Checks what was read of a file. */
static gboolean
check_tally (const TbkTally *tally, GError **error)
{
  const TbkTallyLayout *layout = tally_layout (tally);
  const char *fault;

  for (int s = 0; s < layout->n_sections; s++) {
    const TbkTallySection *section = &layout->sections[s];
    gsize n_rows = 0;
    g_autofree TbkTallyRow *rows = has_bounds (section) ? tbk_tally_rows (tally, s, &n_rows) : NULL;

    for (gsize r = 0; r < n_rows; r++)
      if (!keeps_bounds (tally, section, &rows[r]))
        return fail_data (error, "%s", layout->excess);
    if (section->bound > TBK_TALLY_EACH && !check_sums (tally, section, rows, n_rows, error))
      return FALSE;
  }
  fault = layout->find_fault == NULL ? NULL : layout->find_fault (tally);
  return fault == NULL || fail_data (error, "%s", fault);
}

/* Checks what was read of all files against the number of rows and what else can be known. */
static gboolean
read_end (Reader *reader, GError **error)
{
  gint64 n_rows;

  reader->has_number = TRUE;
  reader->is_complete = reader->form < TALLIES_FORM;
  if (!json_integer (&reader->json, reader->n_rows, reader->n_rows, &n_rows, error)
      || !json_end (&reader->json, error))
    return FALSE;
  for (guint f = 0; f < reader->tallies->files->len; f++) {
    const TallyFile *file = tallies_file (reader->tallies, f);

    if (file->tally != NULL && !check_tally (file->tally, error)) {
      g_prefix_error (error, "file %u: ", f);
      return FALSE;
    }
  }
  return TRUE;
}

/* Reads the checksum, which must be that of the lines before. */
static gboolean
read_checksum (Reader *reader, GError **error)
{
  g_autofree char *checksum = g_strdup_printf (CHECKSUM_FORMAT, reader->checksum), *found = NULL;

  reader->is_complete = TRUE;
  if (!read_string (&reader->json, &found, error) || !json_end (&reader->json, error))
    return FALSE;
  return strcmp (found, checksum) == 0
         || fail_data (error,
                       "found a checksum that is not the one of the lines before: the file is damaged");
}

/* Reads a line by its place and first character: the first is the head, those with '[' are rows, then comes a number, and
 * last a checksum. */
static gboolean
read_line (Reader *reader, gint64 number, GError **error)
{
  if (reader->is_complete)
    return fail_data (error, "found another line, expected none after the %s",
                      reader->form < TALLIES_FORM ? "number of rows" : "checksum");
  if (reader->has_number)
    return read_checksum (reader, error);
  if (number == 1)
    return read_head (reader, error);
  if (json_is (&reader->json, '['))
    return read_row (reader, error);
  return read_end (reader, error);
}

static gboolean
read_lines (Reader *reader, LineReader *lines, GError **error)
{
  const char *line;
  gsize length;
  LineStatus status;

  while ((status = lines_next (lines, &line, &length, error)) == LINE_READ)
    if (!json_begin (&reader->json, line, length, error) || !read_line (reader, lines->number, error)) {
      g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", tbk_input_name (lines->input), lines->number);
      return FALSE;
    } else {
      reader->checksum = add_to_checksum (reader->checksum, line, length);
    }
  if (status == LINE_FAILED || reader->is_complete)
    return status == LINE_END;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found the end, expected the %s",
               tbk_input_name (lines->input), lines->number + 1,
               reader->has_number ? "checksum" : "number of rows");
  return FALSE;
}

static gboolean
read_head_alone (Reader *reader, LineReader *lines, GError **error)
{
  const char *line = "";
  gsize length = 0;
  LineStatus status = lines_next (lines, &line, &length, error);

  if (status == LINE_END)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the end, expected the head of tallies",
                 tbk_input_name (lines->input));
  if (status == LINE_READ
      && (!json_begin (&reader->json, line, length, error) || !read_head (reader, error))) {
    g_prefix_error (error, "%s:1: ", tbk_input_name (lines->input));
    status = LINE_FAILED;
  }
  return status == LINE_READ;
}

TbkTallies *
tbk_tallies_read (const TbkTallyLayout *layout, TbkInput *input, GError **error)
{
  Reader reader = { 0 };
  LineReader lines = { .input = input };

  g_return_val_if_fail (input != NULL, NULL);
  reader.tallies = tallies_new_empty (layout);
  if (layout != NULL ? !read_lines (&reader, &lines, error) : !read_head_alone (&reader, &lines, error))
    g_clear_pointer (&reader.tallies, tbk_tallies_free);
  json_clear (&reader.json);
  lines_clear (&lines);
  return reader.tallies;
}
