/* stats_tags.c - tbk stats --tags: how well encodings of trees as tags cover treebanks. */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"
#include "tbk/statistics.h"
#include "tbk/tags.h"

const Option stats_tags_entries[] = {
  { "tags", TEXT_OR_EMPTY, AT (StatsTagsGiven, encodings), "ENCODING,...",
    "Instead, a row for each file and encoding of trees as tags, as in 'tbk convert --to=tags' (default: all encodings): "
    "trees that it can write, arcs that come back, different tags" },
  { "seen", PATH, AT (StatsTagsGiven, seen), "TRAIN",
    "With --tags: further columns: words whose tag, or tag with relation, is not in the treebank TRAIN" },
  { "mark", CHOICE (marks_or_none), AT (StatsTagsGiven, mark), "MARK",
    "With --tags: trees that are made projective: none, keep the most arcs (default); head, path, headpath: lift words and "
    "mark relations, and count the arcs that 'tbk restore' then restores" },
  OPTION_END,
};

/* A run of it. */
typedef struct {
  const StatsTagsGiven *given;
  const CorpusGiven *corpus;
  TbkTagFiguresOptions figures;
  GPtrArray *encodings; /* what `figures` points to */
  TbkVocabulary *seen;
} StatsTags;

static void
stats_tags_clear (StatsTags *stats)
{
  if (stats->encodings != NULL)
    g_ptr_array_unref (stats->encodings);
  tbk_vocabulary_free (stats->seen);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StatsTags, stats_tags_clear)

/* Fails at a name that is no encoding, as for a choice. */
static gboolean
fail_encoding (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (int i = 0; tbk_tag_encoding_at (i) != NULL; i++)
    g_ptr_array_add (names, (gpointer) tbk_tag_encoding_at (i)->name);
  g_ptr_array_add (names, NULL);
  options_fail_choice ("tags", name, "", (const char *const *) names->pdata, error);
  return FALSE;
}

/* The encodings that are named, each once; all without a name. */
static gboolean
find_encodings (StatsTags *stats, GError **error)
{
  g_auto (GStrv) names = g_strsplit (stats->given->encodings, ",", -1);

  stats->encodings = g_ptr_array_new ();
  for (char **name = names; *name != NULL; name++) {
    const TbkTagEncoding *encoding = tbk_tag_encoding_find (*name);

    if (encoding == NULL)
      return fail_encoding (*name, error);
    if (!g_ptr_array_find (stats->encodings, encoding, NULL))
      g_ptr_array_add (stats->encodings, (gpointer) encoding);
  }
  for (int i = 0; names[0] == NULL && tbk_tag_encoding_at (i) != NULL; i++)
    g_ptr_array_add (stats->encodings, (gpointer) tbk_tag_encoding_at (i));
  stats->figures.encodings = (gpointer) stats->encodings->pdata;
  stats->figures.n_encodings = (int) stats->encodings->len;
  return TRUE;
}

/* Counts the tags of the training set by the same job, whatever sentences are selected of the files. */
static gboolean
read_seen (StatsTags *stats, const Corpus *corpus, GError **error)
{
  const char *const paths[] = { stats->given->seen, NULL };
  const TbkJob job = tbk_tag_figures_job (&stats->figures);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, paths, NULL);
  TbkCorpusOptions options = corpus->options;

  if (strcmp (paths[0], "-") == 0 && g_strv_contains ((const char *const *) corpus->paths, "-"))
    return options_refuse (error, "--seen: found standard input, which is read already, expected a file");
  options.selection = NULL;
  if (!tbk_corpus_run (&options, &job, paths, tallies, NULL, error))
    return FALSE;
  stats->seen = tbk_tag_figures_seen (tbk_tallies_get (tallies, 0), error);
  stats->figures.seen = stats->seen;
  return stats->seen != NULL;
}

/* What parts of a run must share: the tags that were seen. */
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
  const StatsTags *stats = data;
  const gboolean has_seen = stats->given->seen != NULL;
  g_autofree const char **columns = tbk_tag_figures_columns (has_seen);
  g_autoptr (TbkTable) table = table_new (&stats->corpus->table, output, columns);
  gint64 n_too_long;

  if (!tbk_tag_figures_write (tallies, &stats->figures, has_seen, table, &n_too_long, error)
      || !table_end (table, error))
    return FALSE;
  if (n_too_long > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " sentence%s too long for some encodings, and left out there: column too_long",
                  n_too_long, n_too_long == 1 ? " is" : "s are");
  return TRUE;
}

gboolean
stats_tags_run (Corpus *corpus, CorpusGiven *given, const StatsTagsGiven *tags, GError **error)
{
  g_auto (StatsTags) stats = { .given = tags,
                               .corpus = given,
                               .figures = { .projectivize = given->projectivize,
                                            .has_marks = tags->mark > 0,
                                            .scheme = (TbkScheme) MAX (tags->mark - 1, 0) } };
  g_autofree const char **columns = tbk_tag_figures_columns (tags->seen != NULL);
  g_autofree char *checksum = NULL;
  TbkJob job;

  if (!find_encodings (&stats, error) || !table_check (given, columns, error)
      || !corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  if (tags->seen != NULL && corpus->source->merging == NULL) {
    if (!read_seen (&stats, corpus, error))
      return FALSE;
    checksum = find_checksum (stats.seen);
  }
  job = tbk_tag_figures_job (&stats.figures);
  return counting_run (
      &(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = &stats, .read = checksum },
      error);
}
