/* choosing.c - the options that choose sentences, and lines of inputs.
 *
 * Contents
 *   1. lines: whole lines out of what can be read at once
 *   2. selection: the options that choose sentences
 *   3. queries: expressions and keys of other options
 *   4. tests: which tests of sentences are made
 */
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "query/query.h"

#include <stdlib.h>
#include <string.h>

#include "options/options.h"
#include "tbk/check.h"
#include "tbk/io.h"

/* 1. lines: whole lines out of what can be read at once. */

typedef struct {
  const LinesReader *reader;
  gpointer data;
  gsize max;   /* bytes of a line */
  char *bytes; /* what was read and not yet taken */
  gsize length;
  gboolean is_skipping; /* the rest of a line that is too long */
} Lines;

/* Passes on a whole line, or that it was too long, if its beginning was removed before. */
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

/* Memory holds one line at most, and a block: a longer one is passed over to its end, and reported as
 * NULL. */
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

const Option selection_entries[] = {
  { "where", TEXTS, AT (SelectionGiven, where), "EXPRESSION",
    "Sentences with a word that meets EXPRESSION ('tbk help selection'): --where 'upos=NOUN and words<=20'" },
  { "id", TEXTS, AT (SelectionGiven, ids), "ID",
    "The sentence with this sent_id (in brackets: ID); may be given several times" },
  { "ids-from", PATH, AT (SelectionGiven, ids_from), "FILE", "Sentences whose IDs are lines of FILE" },
  { "every", NUMBER (1, G_MAXINT), AT (SelectionGiven, chosen.every), "N",
    "Look only at every N-th sentence of each file, from the first on" },
  { "max", NUMBER (1, G_MAXINT64), AT (SelectionGiven, chosen.max), "N",
    "Stop after N sentences of all files together (-j then has no effect)" },
  OPTION_END,
};

void
selection_clear (Selection *selection)
{
  g_clear_pointer (&selection->chosen.conditions, tbk_conditions_free);
  g_clear_pointer (&selection->checksum, g_free);
  g_clear_pointer (&selection->description, g_free);
}

/* Makes conditions of the options; the lines of --ids-from come later. */
static gboolean
add_conditions (Selection *selection, TbkTreeKind trees, GError **error)
{
  const SelectionGiven *given = selection->given;
  TbkConditions *conditions = selection->chosen.conditions = tbk_conditions_new (trees);

  for (char **where = given->where; where != NULL && *where != NULL; where++)
    if (!tbk_conditions_add_where (conditions, *where, error)) {
      g_prefix_error (error, "--where: ");
      return FALSE;
    }
  for (char **id = given->ids; id != NULL && *id != NULL; id++)
    if (!tbk_conditions_add_id (conditions, *id, strlen (*id), error))
      return FALSE;
  return given->ids_from == NULL || tbk_conditions_add_id (conditions, NULL, 0, error);
}

gboolean
selection_init (Selection *selection, SelectionGiven *given, const Options *options, TbkTreeKind trees,
                const TbkProjectivizeOptions *projectivize, const TbkSelection **taken, GError **error)
{
  GString *description = g_string_new (NULL);

  options_describe (options, selection_entries, description);
  *selection = (Selection){ .given = given,
                            .description = g_string_free (description, description->len == 0),
                            .chosen = given->chosen };
  given->description = selection->description;
  selection->chosen.projectivize = *projectivize;
  *taken = selection->description == NULL ? NULL : &selection->chosen;
  return *taken == NULL || add_conditions (selection, trees, error);
}

/* Reads an ID from a line; updates the checksum of all. */
typedef struct {
  TbkConditions *conditions;
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
  return length == 0 || tbk_conditions_add_id (reader->conditions, line, length, error);
}

gboolean
selection_load (Selection *selection, GError **error)
{
  static const LinesReader lines = { .take = take_id };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  IdReader reader = { selection->chosen.conditions, checksum };
  const char *path = selection->given->ids_from;

  if (path != NULL && !lines_read (path, &lines, &reader, error))
    return FALSE;
  if (path != NULL)
    selection->checksum = g_strdup (g_checksum_get_string (checksum));
  selection->chosen.is_any = &selection->is_any;
  return TRUE;
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

gboolean
selection_is_empty (const Selection *selection)
{
  return conditions_count (selection->chosen.conditions) > 0 && !selection->is_any;
}

/* Reports which IDs no sentence had; returns TRUE if there are such. */
static gboolean
tell_absent_ids (const Selection *selection)
{
  AbsentName absent = { 0 };
  const char *first = NULL;
  int n_absent = 0;

  while (conditions_next_absent (selection->chosen.conditions, &absent) && absent.is_id)
    if (n_absent++ == 0)
      first = absent.value.text;
  if (n_absent == 1)
    tool_message ("no sentence has the ID '%s'%s", first,
                  strchr (first, ',') != NULL ? "; --id is given once for each ID" : "");
  else if (n_absent > 1)
    tool_message ("%d of %d IDs belong to no sentence, the first: '%s'", n_absent, absent.n_ids, first);
  return n_absent > 0;
}

static void
tell_value (const QueryAbsent *absent)
{
  if (absent->neighbour == NULL)
    tool_message ("no word has %s", absent->text);
  else
    tool_message ("no word has %s; did you mean %s?", absent->text, absent->neighbour);
}

/* Reports which values no word had. Where something was selected, only those that some word has in other case:
 * PROPN is no misspelled PRON where it is in a list. */
static void
tell_absent_values (const Selection *selection)
{
  AbsentName absent = { 0 };

  while (conditions_next_absent (selection->chosen.conditions, &absent))
    if (!absent.is_id && (absent.value.is_case || selection_is_empty (selection)))
      tell_value (&absent.value);
}

void
selection_tell (const Selection *selection)
{
  const TbkSelection *chosen = &selection->chosen;

  if (chosen->max == 0 && chosen->every == 0)
    tell_absent_values (selection);
  if (!(chosen->max == 0 && tell_absent_ids (selection)) && selection_is_empty (selection))
    tool_message ("no sentence meets the conditions");
}

void
selection_tell_words (const SelectionGiven *given)
{
  for (char **where = given->where; where != NULL && *where != NULL; where++) {
    g_autoptr (TbkQuery) query = tbk_query_new (TBK_TREES_DEPENDENCIES, *where, NULL);

    if (query == NULL || tbk_query_scope (query) == TBK_SCOPE_SENTENCE)
      continue;
    tool_message (
        "--where selects sentences, and all their words count; --words counts only words that meet a condition");
    return;
  }
}

/* 3. queries: expressions and keys of other options. */

/* Each text is read alone first, so that an error names it; several become one expression, in brackets with
 * @joint between them. */
gboolean
query_read (char **texts, const char *option, const char *joint, TbkTreeKind trees, TbkQuery **query,
            GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (char **text = texts; text != NULL && *text != NULL; text++) {
    g_clear_pointer (query, tbk_query_free);
    *query = tbk_query_new (trees, *text, error);
    if (*query == NULL) {
      g_prefix_error (error, "--%s: ", option);
      return FALSE;
    }
    g_string_append_printf (all, text == texts ? "(%s)" : " %s (%s)", text == texts ? *text : joint, *text);
  }
  if (texts == NULL || texts[0] == NULL || texts[1] == NULL)
    return TRUE;
  g_clear_pointer (query, tbk_query_free);
  *query = tbk_query_new (trees, all->str, error);
  return *query != NULL;
}

void
query_tell_absent (const TbkQuery *query)
{
  QueryAbsent absent = { 0 };

  while (query != NULL && query_next_absent (query, &absent))
    tell_value (&absent);
}

/* An attribute may be called otherwise elsewhere: the hint then is better than the message about
 * attributes. */
TbkKeys *
keys_read (const char *option, const char *text, const char *const *known, TbkTreeKind trees, GError **error)
{
  TbkKeys *keys = tbk_keys_new (trees, text, error);
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  if (keys == NULL && (g_str_has_prefix (text, "child_count(") || g_str_has_prefix (text, "count("))) {
    g_clear_error (error);
    options_refuse (error,
                    "--%s: found '%s', expected an attribute; %.*s(E) is for conditions, as --where has",
                    option, text, (int) strcspn (text, "("), text);
    return NULL;
  }
  for (int n = 0; keys == NULL && names[n] != NULL; n++) {
    g_autoptr (TbkAttribute) attribute = tbk_attribute_new (trees, names[n], NULL);
    const char *meant = attribute != NULL ? NULL : synonyms_find ("by", names[n], strlen (names[n]), known);

    if (meant == NULL)
      continue;
    g_clear_error (error);
    if (*meant == ':')
      options_refuse (error, "--%s: found '%s', expected an attribute%s", option, names[n], meant);
    else
      options_refuse (error, "--%s: found '%s', expected an attribute; did you mean '%s'?", option, names[n],
                      meant);
    return NULL;
  }
  g_prefix_error (error, "--%s: ", option);
  return keys;
}

TbkKeys *
compared_read (const char *of, GError **error)
{
  static const char *const known[] = { "udeprel", "deprel", "upos", "head.upos", "lemma", "feats", NULL };
  g_autoptr (TbkKeys) keys = keys_read ("of", of, known, TBK_TREES_DEPENDENCIES, error);

  if (keys != NULL && (tbk_keys_count (keys) != 1 || tbk_keys_scope (keys) != TBK_SCOPE_WORD)) {
    options_refuse (error, "--of: found '%s', expected one attribute of words", of);
    return NULL;
  }
  return g_steal_pointer (&keys);
}

/* 4. tests: which tests of sentences are made. */

/* Returns the tests that @name means: one, those of a level, or all whose names begin so, with or without a *
 * behind. Tests that are always made belong to no set; *@is_known says whether there is any. */
static guint
tests_named (const char *name, guint all, gboolean *is_known)
{
  const gsize n_begin = strlen (name) - g_str_has_suffix (name, "*");
  guint found = 0;

  *is_known = FALSE;
  for (int test = 0; *name != '\0' && test < TBK_N_CHECK_TESTS; test++) {
    if (!tbk_check_test_is_in (test, all))
      continue;
    if (strcmp (tbk_check_test_name (test), name) == 0) {
      *is_known = TRUE;
      return test < TBK_N_INCIDENT_TESTS ? 1u << test : 0;
    }
    if (strncmp (tbk_check_test_name (test), name, n_begin) == 0
        || strcmp (tbk_check_level_name (tbk_check_test_level (test)), name) == 0) {
      *is_known = TRUE;
      found |= test < TBK_N_INCIDENT_TESTS ? 1u << test : 0;
    }
  }
  return found;
}

/* Says which tests there are, and that another option has the test. */
static void
fail_test (const char *name, guint all, GError **error)
{
  enum { N_LEVELS = TBK_CHECK_ERROR + 1 };
  const gboolean is_ud = all == TBK_CHECKS_INCIDENTS;
  const char *known[TBK_N_CHECK_TESTS + N_LEVELS + 1] = { NULL };
  gboolean is_of_others;
  int n_known = 0;

  for (int test = 0; test < TBK_N_INCIDENT_TESTS; test++)
    if (tbk_check_test_is_in (test, all))
      known[n_known++] = tbk_check_test_name (test);
  for (int level = TBK_CHECK_ERROR; level >= (is_ud ? TBK_CHECK_WARNING : TBK_CHECK_NOTE); level--)
    known[n_known++] = tbk_check_level_name (level);
  tests_named (name, TBK_CHECKS_OF_A_TREE | TBK_CHECKS_INCIDENTS, &is_of_others);
  options_fail_choice ("test", name,
                       !is_of_others ? ""
                       : is_ud       ? " (which --rules=ud does not have)"
                                     : " (which 'tbk check --rules=ud' has)",
                       known, error);
}

gboolean
tests_find (const char *given, guint all, guint *tests, GError **error)
{
  g_auto (GStrv) names = given == NULL ? NULL : g_strsplit (given, ",", -1);

  *tests = names == NULL ? all : 0;
  for (int i = 0; names != NULL && (i == 0 || names[i] != NULL); i++) {
    const char *name = names[i] != NULL ? names[i] : "";
    gboolean is_known;

    *tests |= tests_named (name, all, &is_known);
    if (!is_known) {
      fail_test (name, all, error);
      return FALSE;
    }
  }
  return TRUE;
}
