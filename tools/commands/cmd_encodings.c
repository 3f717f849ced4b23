/* cmd_encodings.c - tbk encodings: how well encodings of trees as tags cover treebanks.
 *
 * With --seen the training set is counted first, by the same job: its tags are those that a tagger can know,
 * and tags of FILEs that are not among them are unseen. Parts of a run must have read the same training set,
 * which its checksum shows.
 */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/statistics.h"
#include "tbk/tags.h"

typedef struct {
  CorpusGiven corpus;
  const char *encodings, *seen;
  int mark;
} EncodingsGiven;

static const Option entries[] = {
  { "encoding", TEXT, AT (EncodingsGiven, encodings), "ENCODING,...",
    "Rows of these encodings, as in 'tbk convert --to=encoded' (default: all)" },
  { "seen", PATH, AT (EncodingsGiven, seen), "TRAIN",
    "Further columns: words whose tag, or tag with relation, is not in the treebank TRAIN" },
  { "mark", CHOICE (marks_or_none), AT (EncodingsGiven, mark), "MARK",
    "Trees that are made projective: none, keep the most arcs (default); head, path, headpath: lift words and "
    "mark relations, and count the arcs that 'tbk restore' then restores" },
  OPTION_END,
};

/* A run of it. */
typedef struct {
  const EncodingsGiven *given;
  TbkTagFiguresOptions figures;
  GPtrArray *encodings; /* what `figures` points to */
  TbkVocabulary *seen;
} Encodings;

static void
encodings_clear (Encodings *found)
{
  if (found->encodings != NULL)
    g_ptr_array_unref (found->encodings);
  tbk_vocabulary_free (found->seen);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Encodings, encodings_clear)

/* Fails at a name that is no encoding, as for a choice. */
static gboolean
fail_encoding (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (int i = 0; tbk_tag_encoding_at (i) != NULL; i++)
    g_ptr_array_add (names, (gpointer) tbk_tag_encoding_at (i)->name);
  g_ptr_array_add (names, NULL);
  options_fail_choice ("encoding", name, "", (const char *const *) names->pdata, error);
  return FALSE;
}

/* Finds the encodings that are named, each once; all without a name. */
static gboolean
find_encodings (Encodings *found, GError **error)
{
  g_auto (GStrv) names = g_strsplit (found->given->encodings != NULL ? found->given->encodings : "", ",", -1);

  found->encodings = g_ptr_array_new ();
  for (char **name = names; *name != NULL; name++) {
    const TbkTagEncoding *encoding = tbk_tag_encoding_find (*name);

    if (encoding == NULL)
      return fail_encoding (*name, error);
    if (!g_ptr_array_find (found->encodings, encoding, NULL))
      g_ptr_array_add (found->encodings, (gpointer) encoding);
  }
  for (int i = 0; names[0] == NULL && tbk_tag_encoding_at (i) != NULL; i++)
    g_ptr_array_add (found->encodings, (gpointer) tbk_tag_encoding_at (i));
  found->figures.encodings = (gpointer) found->encodings->pdata;
  found->figures.n_encodings = (int) found->encodings->len;
  return TRUE;
}

/* Counts the tags of the training set by the same job, whatever sentences are selected of the files. */
static gboolean
read_seen (Encodings *found, const Corpus *corpus, GError **error)
{
  const char *const paths[] = { found->given->seen, NULL };
  const TbkJob job = tbk_tag_figures_job (&found->figures);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, paths, NULL);
  TbkCorpusOptions options = corpus->options;

  if (strcmp (paths[0], "-") == 0 && g_strv_contains ((const char *const *) corpus->paths, "-"))
    return options_refuse (error, "--seen: found standard input, which is read already, expected a file");
  options.selection = NULL;
  if (!tbk_corpus_run (&options, &job, paths, tallies, NULL, error))
    return FALSE;
  found->seen = tbk_tag_figures_seen (tbk_tallies_get (tallies, 0), error);
  found->figures.seen = found->seen;
  return found->seen != NULL;
}

/* Returns the checksum of what parts of a run must share: the tags that were seen. */
static char *
find_checksum (const TbkVocabulary *seen)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);
  char *text;

  for (int i = 0; i < tbk_vocabulary_size (seen); i++)
    g_checksum_update (checksum, (const guchar *) tbk_vocabulary_name (seen, i), -1);
  text = g_strdup (g_checksum_get_string (checksum));
  g_checksum_free (checksum);
  return text;
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Encodings *found = data;
  const gboolean has_seen = found->given->seen != NULL;
  g_autofree const char **columns = tbk_tag_figures_columns (has_seen);
  g_autoptr (TbkTable) table = table_new (&found->given->corpus.table, output, columns);
  gint64 n_too_long;

  if (!tbk_tag_figures_write (tallies, &found->figures, has_seen, table, &n_too_long, error)
      || !table_end (table, error))
    return FALSE;
  if (n_too_long > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " sentence%s too long for some encodings, and left out there: column too_long",
                  n_too_long, n_too_long == 1 ? " is" : "s are");
  return TRUE;
}

static gboolean
run (Corpus *corpus, EncodingsGiven *given, GError **error)
{
  g_auto (Encodings) found = { .given = given,
                               .figures = { .projectivize = given->corpus.projectivize,
                                            .has_marks = given->mark > 0,
                                            .scheme = (TbkScheme) MAX (given->mark - 1, 0) } };
  g_autofree const char **columns = tbk_tag_figures_columns (given->seen != NULL);
  g_autofree char *checksum = NULL;
  TbkJob job;

  if (!find_encodings (&found, error) || !table_check (&given->corpus, columns, error)
      || !corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  if (given->seen != NULL && corpus->source->merging == NULL) {
    if (!read_seen (&found, corpus, error))
      return FALSE;
    checksum = find_checksum (found.seen);
  }
  job = tbk_tag_figures_job (&found.figures);
  return counting_run (
      &(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = &found, .read = checksum },
      error);
}

static gboolean
encodings (gpointer values, const Source *source, GError **error)
{
  EncodingsGiven *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && run (&corpus, given, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const Form form = { .groups = groups, .size = sizeof (EncodingsGiven), .run = encodings };

const Command cmd_encodings = { .name = "encodings", .conllu = &form };
