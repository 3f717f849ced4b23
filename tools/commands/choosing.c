/* choosing.c - the options that choose sentences, and lines of inputs.
 *
 * Contents
 *   1. lines: whole lines out of what can be read at once
 *   2. selection: the options that choose sentences
 *   3. tests: which tests of sentences are made
 */
#include "commands/commands.h"

#include <stdlib.h>
#include <string.h>

#include "options/options.h"
#include "tbk/check.h"
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

/* Conditions: name, type, where the value is checked, what the help calls it, and help. Each is an option, and another with
 * "not-" before its name, which is made of the same row. The library has them by the same names. */

#define WORD_HELP                                                                                              \
  "Sentences with a word that has this DEPREL (acl is not acl:relcl), or one of several separated by commas. " \
  "* matches any characters, ? matches one: acl*; a backslash before *, ? or a comma makes it an ordinary "    \
  "character. One and the same word must meet all given conditions on words. With "                            \
  "--nonprojective its arc is not projective, with --min-lost it is lost"

#define TREE_CONDITIONS(CONDITION)                                                                           \
  CONDITION ("nonprojective", FLAG, flag, NULL, "Sentences whose tree is not projective")                    \
  CONDITION ("projective", FLAG, flag, NULL, "Sentences whose tree is projective")                           \
  CONDITION ("class", TEXTS_AT (class_name), texts, "NAME",                                                  \
             "Sentences whose tree is in this class, such as planar, wn (well nested) or gap1 (gap degree "  \
             "at most 1); 'tbk stats --classes' has all names as columns, after not_")                       \
  CONDITION ("min-lost", NUMBER (0, G_MAXINT), number, "N",                                                  \
             "Sentences whose tree loses N arcs or more when it is made projective")                         \
  CONDITION ("deprel", TEXTS, texts, "DEPREL,...", WORD_HELP)                                                \
  CONDITION ("form", TEXTS, texts, "FORM,...", "As --deprel, for FORM")                                      \
  CONDITION ("lemma", TEXTS, texts, "LEMMA,...", "As --deprel, for LEMMA")                                   \
  CONDITION ("upos", TEXTS, texts, "UPOS,...", "As --deprel, for UPOS")                                      \
  CONDITION (                                                                                                \
      "feats", TEXTS, texts, "FEAT=VALUE,...",                                                               \
      "As --deprel, for one of FEATS: Case=Gen,Case=Dat: either; Case=*: any; _: none. If given several "    \
      "times, the word must have all")                                                                       \
  CONDITION ("head-deprel", TEXTS, texts, "DEPREL,...", "As --deprel, for the head of the word")             \
  CONDITION ("head-form", TEXTS, texts, "FORM,...", "The same for FORM")                                     \
  CONDITION ("head-lemma", TEXTS, texts, "LEMMA,...", "The same for LEMMA")                                  \
  CONDITION ("head-upos", TEXTS, texts, "UPOS,...", "The same for UPOS")                                     \
  CONDITION ("head-feats", TEXTS, texts, "FEAT=VALUE,...", "The same for FEATS")                             \
  CONDITION ("text", TEXTS, texts, "TEXT",                                                                   \
             "Sentences with TEXT in the comment text or, if there is none, in the tokens; may be given "    \
             "several times, for any of the texts")

#define CONDITIONS(CONDITION)                                                                                \
  CONDITION ("id", TEXTS, ids, "ID",                                                                         \
             "The sentence with this sent_id (in brackets: ID); may be given several times")                 \
  CONDITION ("ids-from", PATH, ids_from, "FILE", "Sentences whose IDs are lines of FILE")                    \
  CONDITION ("sentence", TEXTS, numbers, "N",                                                                \
             "The N-th sentence of each file, from 1; may be given several times")                           \
  CONDITION ("min-words", NUMBER (0, G_MAXINT), number, "N", "Sentences of N words or more")                 \
  CONDITION (                                                                                                \
      "max-words", NUMBER (0, G_MAXINT), number, "N",                                                        \
      "Sentences of N words or fewer; 0: no limit (default). Default of train and compare-oracles: 1000")

#define PLAIN(name, type, member, value, help) { name, type, AT (SelectionGiven, plain.member), value, help },
#define NEGATED(name, type, member, value, help)                                                             \
  { "not-" name, type, AT (SelectionGiven, negated.member), value, help },

const Option selection_tree_entries[] = { TREE_CONDITIONS (PLAIN) OPTION_END };
const Option selection_entries[] = { CONDITIONS (PLAIN) OPTION_END };
const Option selection_not_tree_entries[] = { TREE_CONDITIONS (NEGATED) OPTION_END };
const Option selection_not_entries[] = { CONDITIONS (NEGATED) OPTION_END };

static const Option *const condition_tables[] = { selection_tree_entries, selection_entries,
                                                  selection_not_tree_entries, selection_not_entries };

/* What the help shows of those that are negated. */
const Option selection_not_shown[] = {
  { "not-CONDITION", FLAG, .value = "...",
    .help = "Sentences that do not meet one of the conditions above: --not-class=wn: ill-nested sentences; "
            "--not-deprel=nsubj: sentences in which no word is nsubj" },
  OPTION_END,
};

const Option selection_limit_entries[] = {
  { "invert", FLAG, AT (SelectionGiven, chosen.is_inverted), NULL,
    "Select the sentences that fail at least one of the conditions" },
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

/* Says what takes the place of a range or list of numbers. */
static gboolean
check_number (const char *name, const char *value, GError **error)
{
  const OptionType type = NUMBER (1, G_MAXINT64);
  gint64 number;

  if (options_convert (name, &type, value, &number, error))
    return TRUE;
  if (strpbrk (value, "-,:") == NULL || !g_ascii_isdigit (*value))
    return FALSE;
  g_clear_error (error);
  return options_refuse (
      error, "--%s: found '%s', expected one number; the option may be given several times", name, value);
}

/* Adds an option that was given to the conditions. */
static gboolean
add_condition (gpointer data, const char *name, const char *value, GError **error)
{
  Selection *selection = data;
  g_autoptr (GError) problem = NULL;

  if (g_str_has_suffix (name, "sentence") && !check_number (name, value, error))
    return FALSE;
  if (g_str_equal (name, "ids-from") || g_str_equal (name, "not-ids-from")) { /* read by selection_load() */
    name = *name == 'n' ? "not-id" : "id";
    value = NULL;
  }
  if (g_str_equal (name, "max-words") && selection->is_without_max)
    return TRUE;
  if (tbk_conditions_add (selection->chosen.conditions, name, value, &problem))
    return TRUE;
  if (!g_error_matches (problem, TBK_ERROR, TBK_ERROR_USAGE)) {
    g_propagate_error (error, g_steal_pointer (&problem));
    return FALSE;
  }
  return options_refuse (error, "--%s%s", *name == 'n' && g_str_has_prefix (name, "not-") ? "not-" : "",
                         problem->message);
}

/* Makes conditions of the options. */
static gboolean
add_conditions (Selection *selection, GError **error)
{
  g_clear_pointer (&selection->chosen.conditions, tbk_conditions_free);
  selection->chosen.conditions = tbk_conditions_new ();
  for (guint t = 0; t < G_N_ELEMENTS (condition_tables); t++)
    if (!options_visit (selection->options, condition_tables[t], add_condition, selection, error))
      return FALSE;
  return TRUE;
}

/* The options as they were given, to be freed; NULL if none is. */
static char *
describe (const Options *options)
{
  GString *description = g_string_new (NULL);

  for (guint t = 0; t < G_N_ELEMENTS (condition_tables); t++)
    options_describe (options, condition_tables[t], description);
  options_describe (options, selection_limit_entries, description);
  return g_string_free (description, description->len == 0);
}

gboolean
selection_init (Selection *selection, SelectionGiven *given, const Options *options,
                const TbkProjectivizeOptions *projectivize, const TbkSelection **taken, GError **error)
{
  TbkSelection *chosen = &selection->chosen;

  *selection = (Selection){
    .given = given, .options = options, .description = describe (options), .chosen = given->chosen
  };
  given->has_max_words = options_given (options, "max-words") != NULL;
  given->max_words =
      given->has_max_words ? g_ascii_strtoll (options_given (options, "max-words"), NULL, 10) : 0;
  given->description = selection->description;
  chosen->projectivize = *projectivize;
  *taken = NULL;
  if (selection->description == NULL)
    return TRUE;
  if (!add_conditions (selection, error))
    return FALSE;
  if (chosen->is_inverted && tbk_conditions_count (chosen->conditions) == 0)
    return options_refuse (error,
                           "--invert: found no condition, expected one to invert, such as --nonprojective");
  *taken = chosen;
  return TRUE;
}

/* An ID that stands on a line; together with the checksum of all. */
typedef struct {
  TbkConditions *conditions;
  const char *condition;
  GChecksum *checksum;
} IdReader;

static gboolean
take_id (gpointer data, const char *line, gsize length, GError **error)
{
  IdReader *reader = data;
  g_autofree char *id = NULL;

  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--ids-from: found a line of more than %d bytes",
                 LINES_MAX);
    return FALSE;
  }
  if (length > 0 && line[length - 1] == '\r')
    length--;
  g_checksum_update (reader->checksum, (const guchar *) line, (gssize) length);
  g_checksum_update (reader->checksum, (const guchar *) "\n", 1);
  id = g_strndup (line, length);
  return length == 0 || tbk_conditions_add (reader->conditions, reader->condition, id, error);
}

gboolean
selection_load (Selection *selection, GError **error)
{
  static const LinesReader lines = { .take = take_id };
  const char *const files[] = { selection->given->plain.ids_from, selection->given->negated.ids_from };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  for (int i = 0; i < 2; i++) {
    IdReader reader = { selection->chosen.conditions, i == 0 ? "id" : "not-id", checksum };

    if (files[i] != NULL && !lines_read (files[i], &lines, &reader, error))
      return FALSE;
  }
  if (files[0] != NULL || files[1] != NULL)
    selection->checksum = g_strdup (g_checksum_get_string (checksum));
  selection->chosen.is_any = &selection->is_any;
  return TRUE;
}

gboolean
selection_take_max_words (Selection *selection, gint64 *max_words, GError **error)
{
  const SelectionGiven *given = selection->given;

  if (!given->has_max_words)
    return TRUE;
  *max_words = given->chosen.is_inverted ? 0 : given->max_words;
  selection->is_without_max = !given->chosen.is_inverted;
  return add_conditions (selection, error);
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
  return tbk_conditions_count (selection->chosen.conditions) > 0 && !selection->is_any;
}

/* Tells which IDs no sentence had; returns whether there are such. */
static gboolean
tell_absent_ids (const Selection *selection)
{
  TbkAbsentName absent = { 0 }, first = { 0 };
  int n_absent = 0;

  while (tbk_conditions_next_absent (selection->chosen.conditions, &absent))
    if (absent.column == TBK_COLUMN_ID && n_absent++ == 0)
      first = absent;
  if (n_absent == 1)
    tool_message ("no sentence has the ID '%s'", first.text);
  else if (n_absent > 1)
    tool_message ("%d of %d IDs belong to no sentence, the first: '%s'", n_absent, first.n_names, first.text);
  return n_absent > 0;
}

/* Tells which names no word had, where some word has almost the same. Another letter is told only where nothing was selected:
 * PROPN is no misspelled PRON where it stands in a list. */
static void
tell_absent_names (const Selection *selection)
{
  TbkAbsentName absent = { 0 };

  while (tbk_conditions_next_absent (selection->chosen.conditions, &absent))
    if (absent.column != TBK_COLUMN_ID
        && (selection_is_empty (selection) || g_ascii_strcasecmp (absent.text, absent.neighbour) == 0))
      tool_message ("no word has the %s %s; did you mean %s?",
                    absent.column == TBK_COLUMN_UPOS    ? "UPOS"
                    : absent.column == TBK_COLUMN_FEATS ? "feature"
                                                        : "DEPREL",
                    absent.text, absent.neighbour);
}

void
selection_tell (const Selection *selection)
{
  const TbkSelection *chosen = &selection->chosen;
  const int n_conditions = tbk_conditions_count (chosen->conditions);
  const gboolean sees_all = chosen->max == 0 && chosen->every == 0;

  if (chosen->is_inverted && n_conditions > 1)
    tool_message (
        "--invert selects sentences that fail at least one of the %d conditions; --not-CONDITION turns one of "
        "them round",
        n_conditions);
  if (sees_all)
    tell_absent_names (selection);
  if (!(chosen->max == 0 && tell_absent_ids (selection)) && selection_is_empty (selection))
    tool_message ("no sentence meets the conditions");
}

/* 3. tests: which tests of sentences are made. */

/* The tests that @name means: one, those of a level, or all whose names begin so, with or without a * behind. Those of form
 * are always asked, and so belong to no set; *@is_known says whether there is any. */
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
  tests_named (name, TBK_CHECKS_FINDINGS | TBK_CHECKS_INCIDENTS, &is_of_others);
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
