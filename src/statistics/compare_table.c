/* compare_table.c - tables of how oracles agree, from tallies.
 *
 * Contents
 *   1. columns: what tables have
 *   2. figures: the rows of groups of files, bins of words and distances
 *   3. sets: confusions, and times by length
 *   4. against: rows of two treebanks
 */
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "statistics/statistics.h"

/* 1. columns: what tables have. */

/* Columns of what a row is about. */
static const TbkTableColumns of_files =
    LISTED ("", { "file", "as it is called on the command line; TOTAL: all" });
static const TbkTableColumns of_languages =
    LISTED ("--by=language", { "language", "read from the name of the file (hu_szeged-ud-dev: hu)" });
static const TbkTableColumns of_words =
    LISTED ("--by=words:N", { "words_from", "the numbers of words of the sentences in the row" },
            { "words_to", "the numbers of words of the sentences in the row" });
static const TbkTableColumns of_distances =
    LISTED ("--by=distance", { "distance", "arcs or constituents that are lost for good so far" });
static const TbkTableColumns of_sentences =
    LISTED ("--by=sentence", { "file" }, { "sentence", "its number in the file, from 1" },
            { "sent_id", "the ID in its comment" }, { "words", "how many it has" });
static const TbkTableColumns of_variants = LISTED (
    "", { "variant",
          "which oracle is compared with the reference; printed: the published one of phrase structure" });

#define VALUES_HELP                                                                                          \
  "configurations in which some transition has another value, or over brackets the configuration another loss"
#define SETS_HELP "configurations in which other transitions are optimal"
#define CONTAINED_HELP                                                                                       \
  "of sets_differ: the variant's optimal transitions are some of the reference's, and it names no wrong one"
#define EXTRA_HELP   "configurations in which the variant calls a transition optimal that is not"
#define MISSING_HELP "configurations in which the variant misses an optimal transition"
#define EMPTY_HELP   "configurations in which the variant calls no transition optimal"
#define HARM_HELP                                                                                            \
  "arcs or constituents that are lost by the worst of the transitions that the variant calls optimal: their total"

/* The figures of a variant. Times are those in microseconds. */
static const TbkTableColumn figures_columns[] = {
  COUNTED (AGREEMENT_SENTENCES, "sentences, or trees"),
  COUNTED (AGREEMENT_CONFIGURATIONS, "configurations met on the walks"),
  COUNTED (AGREEMENT_VALUES_DIFFER, VALUES_HELP),
  SHARE ("values_differ_percent", "of the configurations", AGREEMENT_VALUES_DIFFER, AGREEMENT_CONFIGURATIONS),
  COUNTED (AGREEMENT_SETS_DIFFER, SETS_HELP),
  SHARE ("sets_differ_percent", "of the configurations", AGREEMENT_SETS_DIFFER, AGREEMENT_CONFIGURATIONS),
  COUNTED (AGREEMENT_CONTAINED, CONTAINED_HELP),
  SHARE ("contained_percent", "of sets_differ", AGREEMENT_CONTAINED, AGREEMENT_SETS_DIFFER),
  COUNTED (AGREEMENT_EXTRA, EXTRA_HELP),
  SHARE ("extra_percent", "of all configurations", AGREEMENT_EXTRA, AGREEMENT_CONFIGURATIONS),
  COUNTED (AGREEMENT_MISSING, MISSING_HELP),
  SHARE ("missing_percent", "of all configurations", AGREEMENT_MISSING, AGREEMENT_CONFIGURATIONS),
  COUNTED (AGREEMENT_EMPTY, EMPTY_HELP),
  SHARE ("empty_percent", "of all configurations", AGREEMENT_EMPTY, AGREEMENT_CONFIGURATIONS),
  COUNTED (AGREEMENT_HARM, HARM_HELP),
  MEAN ("harm_mean", "harm per configuration", AGREEMENT_HARM, AGREEMENT_CONFIGURATIONS, 1),
  { "reference_us", "total of microseconds", TBK_CELL_COUNT, AGREEMENT_REFERENCE_TIME, -1, -1, 1 },
  { "variant_us", "total of microseconds", TBK_CELL_COUNT, AGREEMENT_VARIANT_TIME, -1, -1, 1 },
};
static const TbkTableColumns figures = COLUMNS ("", agreement_integers, figures_columns);

/* Columns of one sentence: counts alone, and no times. */
static const TbkTableColumn sentence_columns[] = {
  COUNTED (AGREEMENT_CONFIGURATIONS, NULL), COUNTED (AGREEMENT_VALUES_DIFFER, NULL),
  COUNTED (AGREEMENT_SETS_DIFFER, NULL),    COUNTED (AGREEMENT_CONTAINED, NULL),
  COUNTED (AGREEMENT_EXTRA, NULL),          COUNTED (AGREEMENT_MISSING, NULL),
  COUNTED (AGREEMENT_EMPTY, NULL),          COUNTED (AGREEMENT_HARM, NULL),
};
static const TbkTableColumns figures_of_sentence =
    COLUMNS ("--by=sentence", agreement_integers, sentence_columns);

static const TbkTableColumns confusions =
    LISTED ("--by=confusion", { "reference_set", "transitions that are optimal by the reference" },
            { "variant_set", "transitions that are optimal by the variant" },
            { "configurations", "configurations with this pair of sets" },
            { "configurations_percent", "of those whose sets differ" });
static const TbkTableColumns lengths = LISTED (
    "--by=configuration-length", { "length", "words of the stack and of the remaining input" },
    { "configurations", "configurations of this length" },
    { "reference_us", "microseconds per configuration" }, { "variant_us", "microseconds per configuration" });
static const TbkTableColumns of_intervals =
    LISTED ("--intervals", { "..._low", "the ends of the interval of a share or mean" },
            { "..._high", "the ends of the interval of a share or mean" });
static const TbkTableColumns of_releases =
    LISTED ("--against", { "..._old", "the figures of OTHER and FILE, and the difference" },
            { "..._new", "the figures of OTHER and FILE, and the difference" },
            { "..._difference", "the figures of OTHER and FILE, and the difference" },
            { "..._p", "with --intervals: how often chance alone gives a difference this large" });

const TbkTableColumns *
agreement_tables (gboolean is_of_phrases, int number)
{
  static const TbkTableColumns *const groups[] = {
    &of_files,     &of_variants,         &figures,      &of_languages, &of_words,   &of_distances,
    &of_sentences, &figures_of_sentence, &of_intervals, &of_releases,  &confusions, &lengths,
  };
  enum { N_OF_DEPENDENCIES = 2, N_GROUPS = G_N_ELEMENTS (groups) }; /* the last are of dependencies alone */

  return number >= 0 && number < N_GROUPS - (is_of_phrases ? N_OF_DEPENDENCIES : 0) ? groups[number] : NULL;
}

static void
add_names (const TbkTableColumns *columns, GPtrArray *names)
{
  for (int c = 0; c < columns->n_columns; c++)
    g_ptr_array_add (names, (gpointer) tbk_table_columns_name (columns, c));
}

/* Adds the columns of keys, up to the variant. */
static void
add_keys (const TbkAgreementOptions *options, GPtrArray *names)
{
  if (options->rows_of == TBK_AGREEMENT_SENTENCES)
    add_names (&of_sentences, names);
  else if (options->groups != TBK_AGREEMENT_OF_ALL)
    add_names (options->groups == TBK_AGREEMENT_OF_FILES ? &of_files : &of_languages, names);
  if (options->width > 0)
    add_names (&of_words, names);
  if (options->rows_of == TBK_AGREEMENT_DISTANCES)
    add_names (&of_distances, names);
  add_names (&of_variants, names);
}

const char **
tbk_agreement_columns (const TbkAgreementOptions *options)
{
  GPtrArray *names = g_ptr_array_new ();

  add_keys (options, names);
  if (options->rows_of == TBK_AGREEMENT_SENTENCES)
    add_names (&figures_of_sentence, names);
  else if (options->rows_of == TBK_AGREEMENT_CONFUSIONS)
    add_names (&confusions, names);
  else if (options->rows_of == TBK_AGREEMENT_LENGTHS)
    add_names (&lengths, names);
  else
    chance_names (&figures, options->level, names);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

const char **
tbk_agreement_against_columns (const TbkAgreementOptions *options)
{
  GPtrArray *names = g_ptr_array_new ();

  add_keys (options, names);
  chance_against_names (&figures, options->level, names);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

const char *
agreement_plotted (const char *columns)
{
  g_auto (GStrv) patterns = g_strsplit (columns != NULL ? columns : "sets_differ_percent", ",", -1);
  const char *name = NULL;

  for (int p = 0; patterns[p] != NULL && name == NULL; p++)
    name = chance_find_name (&figures, patterns[p]);
  return name;
}

/* 2. figures: the rows of groups of files, bins of words and distances. */

static int
count_variants (const TbkAgreementOptions *options)
{
  return options->compare.phrases != NULL ? 1 : options->compare.n_variants;
}

char *
agreement_variant (const TbkAgreementOptions *options, int variant)
{
  return options->compare.phrases != NULL
             ? g_strdup (tbk_phrase_method_name (TBK_PHRASE_PRINTED))
             : variant_name (&options->compare.variants[variant], options->compare.system);
}

/* Sets the integers of a row: what was counted, times in microseconds, and the sums of rounds. */
static void
set_group (ChanceGroup *group, const TbkTally *tally, AgreementAsked asked, int level)
{
  gint64 *found;

  *group = (ChanceGroup){ .columns = &figures, .rows = g_new0 (ChanceIntegers, CHANCE_N_ROWS) };
  found = group->rows[CHANCE_FOUND];
  agreement_find (tally, asked, found);
  found[AGREEMENT_REFERENCE_TIME] /= 1000;
  found[AGREEMENT_VARIANT_TIME] /= 1000;
  for (int f = 0; level > 0 && f < AGREEMENT_N_FIGURES; f++) {
    const gint64 *sums = agreement_rounds (tally, asked, f);

    for (int r = 0; sums != NULL && r < TBK_FIGURES_ROUNDS; r++)
      group->rows[r][f] = sums[r];
  }
}

/* Which sentences are those of bin @bin; -1: all. */
static AgreementAsked
ask (int variant, int distance, int bin, int width)
{
  return (AgreementAsked){ .variant = variant,
                           .distance = distance,
                           .first_words = bin < 0 ? 0 : bin * width + 1,
                           .last_words = bin < 0 ? 0 : (bin + 1) * width };
}

gint64
agreement_in_bin (const TbkTally *tally, int bin, const TbkAgreementOptions *options)
{
  gint64 found[AGREEMENT_N_FIGURES];

  if (bin * options->width >= agreement_most_words (tally))
    return -1;
  agreement_find (tally, ask (0, -1, bin, options->width), found);
  return found[AGREEMENT_SENTENCES];
}

gboolean
agreement_interval (const TbkTally *tally, int variant, int bin, const TbkAgreementOptions *options,
                    const char *column, double *value, double ends[2])
{
  ChanceGroup group;
  gboolean is_found;

  set_group (&group, tally, ask (variant, -1, bin, options->width), options->level);
  is_found = chance_interval (&group, column, options->level, value, ends);
  g_free (group.rows);
  return is_found;
}

/* Writes the row of a variant. @name: (nullable): of the group of files. @distance and @bin: -1 for all. */
static gboolean
write_row (const TbkAgreementOptions *options, const TbkTally *tally, const char *name, int distance, int bin,
           int v, TbkTable *table, GError **error)
{
  static const char *const distances[AGREEMENT_DISTANCES] = { "0", "1", "2", "3", "4", "5+" };
  const AgreementAsked asked = ask (v, distance, bin, options->width);
  g_autofree char *variant = agreement_variant (options, v);
  ChanceGroup group;

  if (name != NULL)
    tbk_table_string (table, name);
  if (options->width > 0) {
    tbk_table_integer (table, asked.first_words);
    tbk_table_integer (table, asked.last_words);
  }
  if (distance >= 0)
    tbk_table_string (table, distances[distance]);
  tbk_table_string (table, variant);
  set_group (&group, tally, asked, options->level);
  chance_write (&group, options->level, table);
  g_free (group.rows);
  return tbk_table_end_row (table, error);
}

/* Writes the rows of a group of files. */
static gboolean
write_group (const TbkAgreementOptions *options, const TbkTally *tally, const char *name, TbkTable *table,
             GError **error)
{
  const gboolean has_distances = options->rows_of == TBK_AGREEMENT_DISTANCES;
  const int n_distances = has_distances ? AGREEMENT_DISTANCES : 1;
  gint64 n_sentences = 1;

  for (int bin = options->width > 0 ? 0 : -1;
       bin < 0 || (n_sentences = agreement_in_bin (tally, bin, options)) >= 0; bin++) {
    for (int d = 0; n_sentences > 0 && d < n_distances; d++)
      for (int v = 0; v < count_variants (options); v++)
        if (!write_row (options, tally, name, has_distances ? d : -1, bin, v, table, error))
          return FALSE;
    if (bin < 0)
      break;
  }
  return TRUE;
}

/* Adds up the files of the language of file @first, if it is the first of them, and writes their rows. */
static gboolean
write_language (const TbkAgreementOptions *options, const TbkTallies *tallies, int first, int *n_groups,
                TbkTable *table, GError **error)
{
  g_autofree char *language = file_language (tbk_tallies_name (tallies, first));
  g_autoptr (TbkTally) sum = tbk_tally_new (agreement_layout ());

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    g_autofree char *other = file_language (tbk_tallies_name (tallies, f));

    if (tbk_tallies_get (tallies, f) == NULL || !g_str_equal (other, language))
      continue;
    if (f < first)
      return TRUE;
    tbk_tally_merge_copy (sum, tbk_tallies_get (tallies, f));
  }
  ++*n_groups;
  return write_group (options, sum, language, table, error);
}

/* Writes the rows of all groups; and of several files or languages the total, if they have no other key. */
static gboolean
write_figures (const TbkTallies *tallies, const TbkAgreementOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  int n_groups = 0;

  if (options->groups == TBK_AGREEMENT_OF_ALL)
    return write_group (options, total, NULL, table, error);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);

    if (tally == NULL)
      continue;
    n_groups += options->groups == TBK_AGREEMENT_OF_FILES;
    if (!(options->groups == TBK_AGREEMENT_OF_FILES
              ? write_group (options, tally, tbk_tallies_name (tallies, f), table, error)
              : write_language (options, tallies, f, &n_groups, table, error)))
      return FALSE;
  }
  return n_groups < 2 || options->width > 0 || options->rows_of == TBK_AGREEMENT_DISTANCES
         || write_group (options, total, "TOTAL", table, error);
}

void
agreement_write_sentence (const Agreement *agreement, const TbkAgreementOptions *options,
                          const TbkEntry *entry, int n, TbkTable *rows, TbkText *text)
{
  for (int v = 0; v < count_variants (options); v++) {
    g_autofree char *variant = agreement_variant (options, v);
    gint64 found[AGREEMENT_N_FIGURES];

    rows_place (rows, entry);
    tbk_table_integer (rows, n);
    tbk_table_string (rows, variant);
    tbk_table_cells (rows, &figures_of_sentence, agreement_of_sentence (agreement, v, found));
    table_take_row (rows, text);
  }
}

/* 3. sets: confusions, and times by length. */

/* Writes a row for each pair of sets that differ, such as {SH,LA} by the reference and {SH} by the variant. */
static gboolean
write_confusions (const TbkSystem *system, const TbkTally *tally, int v, const char *name,
                  const char *variant, TbkTable *table, GError **error)
{
  int n;
  g_autofree Confusion *list = agreement_confusions (tally, v, &n);
  TbkAgreementFigures found;

  tbk_agreement_get (tally, v, &found);
  for (int i = 0; i < n; i++) {
    g_autofree char *reference_set = transition_set_name (system, list[i].reference);
    g_autofree char *variant_set = transition_set_name (system, list[i].variant);

    tbk_table_string (table, name);
    tbk_table_string (table, variant);
    tbk_table_string (table, reference_set);
    tbk_table_string (table, variant_set);
    tbk_table_integer (table, list[i].configurations);
    tbk_table_percent (table, list[i].configurations, found.sets_differ);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static double
mean_microseconds (gint64 nanoseconds, gint64 n)
{
  return (double) nanoseconds / (double) n / 1000;
}

/* Writes a row for each length: the stack and the input of a configuration together, on which the time
 * depends. */
static gboolean
write_lengths (const TbkTally *tally, int v, const char *name, const char *variant, TbkTable *table,
               GError **error)
{
  int n_lengths;
  g_autofree int *of_tally = agreement_lengths (tally, &n_lengths);

  for (int i = 0; i < n_lengths; i++) {
    const int l = of_tally[i];
    gint64 reference_time, variant_time;
    const gint64 n = agreement_at_length (tally, l, 0, &reference_time);

    if (n == 0)
      continue;
    agreement_at_length (tally, l, v + 1, &variant_time);
    tbk_table_string (table, name);
    tbk_table_string (table, variant);
    tbk_table_integer (table, l);
    tbk_table_integer (table, n);
    tbk_table_decimal (table, mean_microseconds (reference_time, n), 3);
    tbk_table_decimal (table, mean_microseconds (variant_time, n), 3);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_sets_of (const TbkAgreementOptions *options, const TbkTally *tally, const char *name, TbkTable *table,
               GError **error)
{
  for (int v = 0; v < options->compare.n_variants; v++) {
    g_autofree char *variant = agreement_variant (options, v);

    if (!(options->rows_of == TBK_AGREEMENT_CONFUSIONS
              ? write_confusions (options->compare.system, tally, v, name, variant, table, error)
              : write_lengths (tally, v, name, variant, table, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_sets (const TbkTallies *tallies, const TbkAgreementOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_sets_of (options, tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), table,
                           error))
      return FALSE;
  return tallies_n_of_state (tallies, FILE_IN) < 2 || write_sets_of (options, total, "TOTAL", table, error);
}

gboolean
tbk_agreement_write (const TbkTallies *tallies, const TbkAgreementOptions *options, TbkTable *table,
                     GError **error)
{
  if (options->rows_of == TBK_AGREEMENT_SENTENCES)
    return TRUE; /* written as they were found */
  return (options->rows_of == TBK_AGREEMENT_CONFUSIONS || options->rows_of == TBK_AGREEMENT_LENGTHS
              ? write_sets
              : write_figures) (tallies, options, table, error);
}

/* 4. against: rows of two treebanks. */

static gboolean
write_against (const ChanceAgainst *against, const char *name, GPtrArray *of_new, GPtrArray *of_old,
               GError **error)
{
  const TbkAgreementOptions *options = against->options;
  g_autoptr (TbkTally) own_new = NULL, own_old = NULL;
  const TbkTally *new_tally = chance_add_up (of_new, agreement_layout (), &own_new),
                 *old_tally = chance_add_up (of_old, agreement_layout (), &own_old);
  const int level = options->level;
  gboolean done = TRUE;

  for (int v = 0; done && v < count_variants (options); v++) {
    g_autofree char *variant = agreement_variant (options, v);
    ChanceGroup groups[2] = { { NULL } };

    set_group (&groups[0], new_tally, ask (v, -1, -1, 0), level);
    if (old_tally != NULL)
      set_group (&groups[1], old_tally, ask (v, -1, -1, 0), level);
    tbk_table_string (against->table, name);
    tbk_table_string (against->table, variant);
    chance_against_write (&groups[0], old_tally != NULL ? &groups[1] : NULL, level, against->table);
    g_free (groups[0].rows);
    g_free (groups[1].rows);
    done = tbk_table_end_row (against->table, error);
  }
  return done;
}

gboolean
tbk_agreement_write_against (const TbkTallies *of_new, const TbkTallies *of_old, const int *old_numbers,
                             const TbkAgreementOptions *options, TbkTable *table, GError **error)
{
  return chance_against_rows (&(ChanceAgainst){ of_new, of_old, old_numbers,
                                                options->groups == TBK_AGREEMENT_OF_LANGUAGES, write_against,
                                                options, table },
                              error);
}
