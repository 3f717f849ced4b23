/* choosing.c - the options that choose sentences, and lines of inputs.
 *
 * Contents
 *   1. lines: whole lines out of what can be read at once
 *   2. selection: the options that choose sentences
 */
#include "commands/commands.h"

#include <stdlib.h>
#include <string.h>

#include "options/options.h"
#include "tbk/io.h"
#include "tbk/tree.h"

/* 1. lines: whole lines out of what can be read at once. */

typedef struct {
  const LinesReader *reader;
  gpointer data;
  gsize max;   /* bytes of a line */
  char *bytes; /* what was read and not yet taken */
  gsize length;
  gboolean is_skipping; /* the rest of a line that is too long */
} Lines;

/* A whole line, or its end if what came before was too long. */
static gboolean
end_line (Lines *lines, const char *line, gsize length, GError **error)
{
  if (lines->is_skipping || length > lines->max)
    line = NULL;
  lines->is_skipping = FALSE;
  return lines->reader->take (lines->data, line, length, error);
}

/* Passes on the whole lines among those read, and keeps the beginning of the next. */
static gboolean
take_lines (Lines *lines, GError **error)
{
  const char *line = lines->bytes, *end = lines->bytes + lines->length;
  const char *newline;

  while ((newline = memchr (line, '\n', end - line)) != NULL) {
    if (!end_line (lines, line, newline - line, error))
      return FALSE;
    line = newline + 1;
  }
  lines->length = end - line;
  if (lines->is_skipping || lines->length > lines->max) {
    lines->is_skipping = TRUE;
    lines->length = 0;
  }
  memmove (lines->bytes, line, lines->length);
  return TRUE;
}

gboolean
lines_read (const char *path, const LinesReader *reader, gpointer data, GError **error)
{
  g_autoptr (TbkInput) input = NULL;
  g_autofree char *bytes = NULL;
  Lines lines = { .reader = reader, .data = data, .max = reader->max > 0 ? reader->max : LINES_MAX };
  const gsize size = lines.max + (1 << 16);
  gssize n_read;

  input = tbk_input_open (path, error);
  if (input == NULL)
    return FALSE;
  lines.bytes = bytes = g_malloc (size);
  do {
    if (reader->pause != NULL && !reader->pause (data, error))
      return FALSE;
    n_read = tbk_input_read_some (input, bytes + lines.length, size - lines.length, error);
    if (n_read < 0)
      return FALSE;
    lines.length += n_read;
    if (!take_lines (&lines, error))
      return FALSE;
  } while (n_read > 0);

  /* A last line without newline. */
  return (lines.length == 0 && !lines.is_skipping) || end_line (&lines, bytes, lines.length, error);
}

/* 2. selection: the options that choose sentences. */

static const char *
class_name (int i)
{
  return tbk_class_name ((TbkClass) i);
}

const Option selection_tree_entries[] = {
  { "nonprojective", FLAG, AT (SelectionGiven, chosen.is_nonprojective), NULL,
    "Sentences whose tree is not projective" },
  { "projective", FLAG, AT (SelectionGiven, chosen.is_projective), NULL,
    "Sentences whose tree is projective" },
  { "class", CHOICE_AT (1, class_name), AT (SelectionGiven, class), "NAME",
    "Sentences whose tree is in this class, such as planar, wn (well nested) or gap1 (gap degree "
    "at most 1); 'tbk stats --classes' has all names as columns, behind not_" },
  { "min-lost", NUMBER (0, G_MAXINT), AT (SelectionGiven, chosen.min_lost), "N",
    "Sentences whose tree loses N arcs or more when it is made projective" },
  { "deprel", TEXTS, AT (SelectionGiven, deprels), "DEPREL",
    "Sentences with a word of this whole DEPREL (acl is not acl:relcl); may be given several times, for any of "
    "them. With --nonprojective the arc to this word is not projective, with --min-lost it is lost" },
  { "upos", TEXTS, AT (SelectionGiven, upos), "UPOS", "The same for UPOS. With --deprel, one word has both" },
  OPTION_END,
};

const Option selection_entries[] = {
  { "id", TEXTS, AT (SelectionGiven, ids), "ID",
    "The sentence with this sent_id (in brackets: ID); may be given several times" },
  { "ids-from", PATH, AT (SelectionGiven, ids_from), "FILE", "Sentences whose IDs are lines of FILE" },
  { "sentence", TEXTS, AT (SelectionGiven, numbers), "N",
    "The N-th sentence of each file, from 1; may be given several times" },
  { "min-words", NUMBER (0, G_MAXINT), AT (SelectionGiven, chosen.min_words), "N",
    "Sentences of N words or more" },
  { "max-words", NUMBER (0, G_MAXINT), AT (SelectionGiven, chosen.max_words), "N",
    "Sentences of N words or fewer; 0: no limit (default). Default of train and compare: 1000" },
  { "invert", FLAG, AT (SelectionGiven, chosen.is_inverted), NULL,
    "Take the sentences that fail at least one of the conditions" },
  { "every", NUMBER (1, G_MAXINT), AT (SelectionGiven, chosen.every), "N",
    "Look only at every N-th sentence of each file, from the first on" },
  { "max", NUMBER (1, G_MAXINT64), AT (SelectionGiven, chosen.max), "N",
    "Stop after N sentences in all. Only one thread works" },
  OPTION_END,
};

void
selection_clear (Selection *selection)
{
  g_clear_pointer (&selection->ids, tbk_vocabulary_free);
  g_clear_pointer (&selection->deprels, tbk_vocabulary_free);
  g_clear_pointer (&selection->upos, tbk_vocabulary_free);
  g_clear_pointer (&selection->numbers, g_array_unref);
  g_clear_pointer (&selection->is_found, g_free);
  g_clear_pointer (&selection->checksum, g_free);
  g_clear_pointer (&selection->description, g_free);
}

/* @names as a vocabulary; NULL if there are none. */
static gboolean
get_names (char **names, TbkVocabulary **vocabulary, GError **error)
{
  if (names == NULL)
    return TRUE;
  *vocabulary = tbk_vocabulary_new ();
  for (; *names != NULL; names++)
    if (tbk_vocabulary_add (*vocabulary, *names, strlen (*names), error) < 0)
      return FALSE;
  return TRUE;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Says what takes the place of a range or list of numbers. */
static void
tell_of_several (const char *value, GError **error)
{
  if (strpbrk (value, "-,:") == NULL || !g_ascii_isdigit (*value))
    return;
  g_clear_error (error);
  options_refuse (error, "--sentence: found '%s', expected one number; the option may be given several times",
                  value);
}

static gboolean
get_numbers (Selection *selection, GError **error)
{
  const OptionType type = NUMBER (1, G_MAXINT64);

  if (selection->given->numbers == NULL)
    return TRUE;
  selection->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (char **value = selection->given->numbers; *value != NULL; value++) {
    gint64 number;

    if (!options_convert ("sentence", &type, *value, &number, error)) {
      tell_of_several (*value, error);
      return FALSE;
    }
    g_array_append_val (selection->numbers, number);
  }
  g_array_sort (selection->numbers, compare_numbers);
  selection->chosen.numbers = (const gint64 *) (gconstpointer) selection->numbers->data;
  selection->chosen.n_numbers = (int) selection->numbers->len;
  return TRUE;
}

static int
count_conditions (const TbkSelection *chosen)
{
  return (chosen->ids != NULL) + (chosen->numbers != NULL) + (chosen->min_words > 0) + (chosen->max_words > 0)
         + chosen->is_projective + chosen->is_nonprojective + (chosen->classes != 0) + (chosen->min_lost > 0)
         + (chosen->deprels != NULL) + (chosen->upos != NULL);
}

/* The options as they were given, to be freed; NULL if none is. */
static char *
describe (const Options *options)
{
  GString *description = g_string_new (NULL);

  options_describe (options, selection_tree_entries, description);
  options_describe (options, selection_entries, description);
  return g_string_free (description, description->len == 0);
}

gboolean
selection_init (Selection *selection, SelectionGiven *given, const Options *options,
                const TbkProjectivizeOptions *projectivize, const TbkSelection **taken, GError **error)
{
  TbkSelection *chosen = &selection->chosen;

  *selection = (Selection){ .given = given, .description = describe (options), .chosen = given->chosen };
  given->has_max_words = options_given (options, "max-words") != NULL;
  given->description = selection->description;
  chosen->projectivize = *projectivize;
  chosen->classes = given->class > 0 ? TBK_CLASS_BIT (given->class - 1) : 0;
  *taken = NULL;
  if (selection->description == NULL)
    return TRUE;
  if (!get_numbers (selection, error) || !get_names (given->ids, &selection->ids, error)
      || !get_names (given->deprels, &selection->deprels, error)
      || !get_names (given->upos, &selection->upos, error))
    return FALSE;
  if (selection->ids == NULL && given->ids_from != NULL)
    selection->ids = tbk_vocabulary_new ();
  chosen->ids = selection->ids;
  chosen->deprels = selection->deprels;
  chosen->upos = selection->upos;
  if (chosen->is_inverted && count_conditions (chosen) == 0)
    return options_refuse (error, "--invert: found no condition, expected one to invert, as --nonprojective");
  *taken = chosen;
  return TRUE;
}

/* An ID that stands on a line; together with the checksum of all. */
typedef struct {
  TbkVocabulary *ids;
  GChecksum *checksum;
} IdReader;

static gboolean
take_id (gpointer data, const char *line, gsize length, GError **error)
{
  IdReader *reader = data;

  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--ids-from: found a line of more than %d bytes",
                 LINES_MAX);
    return FALSE;
  }
  if (length > 0 && line[length - 1] == '\r')
    length--;
  g_checksum_update (reader->checksum, (const guchar *) line, (gssize) length);
  g_checksum_update (reader->checksum, (const guchar *) "\n", 1);
  return length == 0 || tbk_vocabulary_add (reader->ids, line, length, error) >= 0;
}

gboolean
selection_load (Selection *selection, GError **error)
{
  static const LinesReader lines = { .take = take_id };
  const char *ids_from = selection->given->ids_from;
  IdReader reader = { .ids = selection->ids };
  gboolean done;

  if (ids_from != NULL) {
    reader.checksum = g_checksum_new (G_CHECKSUM_SHA256);
    done = lines_read (ids_from, &lines, &reader, error);
    selection->checksum = g_strdup (g_checksum_get_string (reader.checksum));
    g_checksum_free (reader.checksum);
    if (!done)
      return FALSE;
  }
  if (selection->ids != NULL)
    selection->chosen.is_found = selection->is_found = g_new0 (int, tbk_vocabulary_size (selection->ids) + 1);
  selection->chosen.is_any = &selection->is_any;
  return TRUE;
}

void
selection_take_max_words (Selection *selection, gint64 *max_words)
{
  if (!selection->given->has_max_words)
    return;
  *max_words = selection->chosen.is_inverted ? 0 : selection->chosen.max_words;
  if (!selection->chosen.is_inverted)
    selection->chosen.max_words = 0;
}

const TbkSelection *
selection_set_default_max (Selection *selection, gint64 max)
{
  if (selection->given->chosen.max == 0)
    selection->chosen.max = max;
  return &selection->chosen;
}

gboolean
selection_check_unused (const SelectionGiven *given, const char *option, GError **error)
{
  if (given->description == NULL)
    return TRUE;
  return options_refuse (error, "%s and %s exclude each other", option, given->description);
}

/* How many IDs no sentence had, and the number of the first of them. */
static int
count_absent (const Selection *selection, int *first)
{
  const int n =
      selection->is_found == NULL || selection->chosen.max > 0 ? 0 : tbk_vocabulary_size (selection->ids);
  int n_absent = 0;

  for (int i = n - 1; i >= 0; i--)
    if (!selection->is_found[i]) {
      n_absent++;
      *first = i;
    }
  return n_absent;
}

gboolean
selection_is_empty (const Selection *selection)
{
  return count_conditions (&selection->chosen) > 0 && !selection->is_any;
}

void
selection_tell (const Selection *selection)
{
  const int n_conditions = count_conditions (&selection->chosen);
  int first = 0;
  const int n_absent = count_absent (selection, &first);

  if (selection->chosen.is_inverted && n_conditions > 1)
    tool_message (
        "--invert takes what fails at least one of the %d conditions; to fail one and meet the others, "
        "filter twice",
        n_conditions);
  if (n_absent == 1)
    tool_message ("no sentence has the ID '%s'", tbk_vocabulary_name (selection->ids, first));
  else if (n_absent > 1)
    tool_message ("%d of %d IDs belong to no sentence, the first: '%s'", n_absent,
                  tbk_vocabulary_size (selection->ids), tbk_vocabulary_name (selection->ids, first));
  else if (selection_is_empty (selection))
    tool_message ("no sentence meets the conditions");
}
