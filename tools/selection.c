/* selection.c - the options that choose sentences. */
#include "selection.h"

#include <stdlib.h>
#include <string.h>

#include "corpus.h"
#include "counting.h"
#include "lines.h"
#include "options.h"
#include "tbk/classes.h"
#include "tool.h"

static struct {
  char *ids_from, *min_words, *max_words, *min_lost, *class, *every, *max;
  char **ids, **numbers, **deprels, **upos;
  gboolean is_projective, is_nonprojective, is_inverted;
} given;

const GOptionEntry selection_tree_entries[] = {
  { "nonprojective", 0, 0, G_OPTION_ARG_NONE, &given.is_nonprojective,
    "Sentences whose tree is not projective", NULL },
  { "projective", 0, 0, G_OPTION_ARG_NONE, &given.is_projective, "Those whose tree is", NULL },
  { "class", 0, 0, G_OPTION_ARG_STRING, &given.class,
    "Those whose tree is in this class of restricted non-projectivity, such as planar, wn (well nested), gap1 (gap "
    "degree 1 or less); the columns of 'tbk stats --classes' are the names",
    "NAME" },
  { "min-lost", 0, 0, G_OPTION_ARG_STRING, &given.min_lost,
    "Those whose tree loses N arcs or more when it is made projective", "N" },
  { "deprel", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.deprels,
    "Those in which some word has this DEPREL, or one of several; with --nonprojective the arc to this word is not "
    "projective, with --min-lost it is lost",
    "DEPREL" },
  { "upos", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.upos, "The same for UPOS; with --deprel of one word",
    "UPOS" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry selection_entries[] = {
  { "id", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.ids,
    "The sentence with this sent_id, in brackets this ID; or with one of several, if given several times",
    "ID" },
  { "ids-from", 0, 0, G_OPTION_ARG_FILENAME, &given.ids_from, "Those whose IDs are the lines of FILE",
    "FILE" },
  { "sentence", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.numbers,
    "That of this number in its file, from 1; or one of several", "N" },
  { "min-words", 0, 0, G_OPTION_ARG_STRING, &given.min_words, "Those of N words or more", "N" },
  { "max-words", 0, 0, G_OPTION_ARG_STRING, &given.max_words,
    "Those of N words or fewer; 0: of any number (default; train and compare: 1000, and longer ones are counted)",
    "N" },
  { "invert", 0, 0, G_OPTION_ARG_NONE, &given.is_inverted,
    "Those that miss some of these conditions, not those that meet all", NULL },
  { "every", 0, 0, G_OPTION_ARG_STRING, &given.every,
    "Of each file only every N-th sentence, from the first on, if it is one of them", "N" },
  { "max", 0, 0, G_OPTION_ARG_STRING, &given.max,
    "The first N of them in all files, and read no further; one thread does this", "N" },
  G_OPTION_ENTRY_NULL,
};

/* What was chosen last; its vocabularies and numbers are owned here. */
static struct {
  TbkSelection selection;
  TbkVocabulary *ids, *deprels, *upos;
  GArray *numbers;
  int *is_found; /* of IDs */
  char *checksum;
} chosen;

static void
forget (void)
{
  g_clear_pointer (&chosen.ids, tbk_vocabulary_free);
  g_clear_pointer (&chosen.deprels, tbk_vocabulary_free);
  g_clear_pointer (&chosen.upos, tbk_vocabulary_free);
  g_clear_pointer (&chosen.numbers, g_array_unref);
  g_clear_pointer (&chosen.is_found, g_free);
  g_clear_pointer (&chosen.checksum, g_free);
  chosen.selection = (TbkSelection){ .max = 0 };
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

static gboolean
get_numbers (GError **error)
{
  if (given.numbers == NULL)
    return TRUE;
  chosen.numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (char **value = given.numbers; *value != NULL; value++) {
    gint64 number;

    if (!options_number ("sentence", *value, 1, G_MAXINT64, &number, error))
      return FALSE;
    g_array_append_val (chosen.numbers, number);
  }
  g_array_sort (chosen.numbers, compare_numbers);
  chosen.selection.numbers = (const gint64 *) (gconstpointer) chosen.numbers->data;
  chosen.selection.n_numbers = (int) chosen.numbers->len;
  return TRUE;
}

static gboolean
get_limits (TbkSelection *selection, GError **error)
{
  return options_number ("min-words", given.min_words, 0, G_MAXINT, &selection->min_words, error)
         && options_number ("max-words", given.max_words, 0, G_MAXINT, &selection->max_words, error)
         && options_number ("min-lost", given.min_lost, 0, G_MAXINT, &selection->min_lost, error)
         && options_number ("every", given.every, 1, G_MAXINT, &selection->every, error)
         && options_number ("max", given.max, 1, G_MAXINT64, &selection->max, error);
}

static gboolean
get_class (GError **error)
{
  const char *names[TBK_N_CLASSES + 1];
  int class;

  if (given.class == NULL)
    return TRUE;
  for (int c = 0; c <= TBK_N_CLASSES; c++)
    names[c] = tbk_class_name (c);
  if (!options_choose ("class", given.class, names, &class, error))
    return FALSE;
  chosen.selection.classes = TBK_CLASS_BIT (class);
  return TRUE;
}

static gboolean
is_given (void)
{
  g_autofree char *description = selection_describe ();

  return description != NULL;
}

gboolean
selection_get (const TbkSelection **selection, GError **error)
{
  *selection = NULL;
  forget ();
  if (!is_given ())
    return TRUE;
  if (!get_numbers (error) || !get_limits (&chosen.selection, error) || !get_class (error)
      || !projectivize_get_options (&chosen.selection.projectivize, error)
      || !get_names (given.ids, &chosen.ids, error) || !get_names (given.deprels, &chosen.deprels, error)
      || !get_names (given.upos, &chosen.upos, error))
    return FALSE;
  if (chosen.ids == NULL && given.ids_from != NULL)
    chosen.ids = tbk_vocabulary_new ();
  chosen.selection.ids = chosen.ids;
  chosen.selection.deprels = chosen.deprels;
  chosen.selection.upos = chosen.upos;
  chosen.selection.is_projective = given.is_projective;
  chosen.selection.is_nonprojective = given.is_nonprojective;
  chosen.selection.is_inverted = given.is_inverted;
  *selection = &chosen.selection;
  return TRUE;
}

const char *
selection_ids_from (void)
{
  return given.ids_from;
}

const char *
selection_checksum (void)
{
  return chosen.checksum;
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
selection_load (GError **error)
{
  static const LinesReader lines = { .take = take_id };
  IdReader reader = { .ids = chosen.ids };
  gboolean done;

  if (given.ids_from != NULL) {
    reader.checksum = g_checksum_new (G_CHECKSUM_SHA256);
    done = lines_read (given.ids_from, &lines, &reader, error);
    chosen.checksum = g_strdup (g_checksum_get_string (reader.checksum));
    g_checksum_free (reader.checksum);
    if (!done)
      return FALSE;
  }
  if (chosen.ids != NULL)
    chosen.selection.is_found = chosen.is_found = g_new0 (int, tbk_vocabulary_size (chosen.ids) + 1);
  return TRUE;
}

void
selection_take_max_words (gint64 *max_words)
{
  if (given.max_words == NULL)
    return;
  *max_words = given.is_inverted ? 0 : chosen.selection.max_words;
  if (!given.is_inverted)
    chosen.selection.max_words = 0;
}

gboolean
selection_has_max_words (void)
{
  return given.max_words != NULL;
}

const TbkSelection *
selection_set_default_max (gint64 max)
{
  if (given.max == NULL)
    chosen.selection.max = max;
  return &chosen.selection;
}

gboolean
selection_has_max (void)
{
  return given.max != NULL;
}

gboolean
selection_is_inverted (void)
{
  return given.is_inverted;
}

char *
selection_describe (void)
{
  GString *description = g_string_new (NULL);

  options_describe (selection_tree_entries, description);
  options_describe (selection_entries, description);
  return g_string_free (description, description->len == 0);
}

gboolean
selection_check_unused (const char *option, GError **error)
{
  g_autofree char *description = selection_describe ();

  if (description == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s exclude each other", option, description);
  return FALSE;
}

void
selection_tell_absent (void)
{
  const int n = chosen.is_found == NULL || chosen.selection.max > 0 ? 0 : tbk_vocabulary_size (chosen.ids);
  int n_absent = 0, first = 0;

  for (int i = n - 1; i >= 0; i--)
    if (!chosen.is_found[i]) {
      n_absent++;
      first = i;
    }
  if (n_absent == 1)
    tool_message ("no sentence has the ID '%s'", tbk_vocabulary_name (chosen.ids, first));
  else if (n_absent > 1)
    tool_message ("no sentence has one of %d of %d IDs, the first: '%s'", n_absent, n,
                  tbk_vocabulary_name (chosen.ids, first));
}
