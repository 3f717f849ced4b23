/* cmd_word_order.c - tbk word-order: how free the order of words is. */
#include "commands/commands.h"
#include "statistics/statistics.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/statistics.h"

typedef struct {
  CorpusGiven corpus;
  TbkWordOrderOptions options;
  const char *by, *plot, *against;
  char **without, **words;
  TbkKeys *keys;
  Older older;
  GArray *dots;         /* Dot: of --plot */
  TbkQuery *queries[2]; /* those of --without and --words */
} WordOrder;

static const Option entries[] = {
  { "by", TEXT, AT (WordOrder, by), "WHAT",
    "A row for each file (default), or for each value of up to three attributes ('tbk help attributes') of dependents: "
    "head.upos,deprel,upos; or sisters: a row for each head.upos, side and two relations, with attributes of sentences" },
  { "words", TEXTS, AT (WordOrder, words), "EXPRESSION",
    "Only words that meet EXPRESSION count, with their heads: --words deprel=nsubj" },
  { "without", TEXTS, AT (WordOrder, without), "EXPRESSION",
    "Remove words that meet EXPRESSION first: --without upos=PUNCT. Their dependents get their heads" },
  { "intervals", NUMBER_OR_BARE (TBK_FIGURES_LEVEL, 50, 99), AT (WordOrder, options.level), "LEVEL",
    "For each share, entropy and freedom two columns, the ends of an interval of LEVEL per cent (default 95), by bootstrap "
    "over sentences" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (WordOrder, options.seed), "N",
    "Seed of intervals (default 1)" },
  { "against", PATH, AT (WordOrder, against), "OTHER",
    "Another release: each figure of both and the difference, with --intervals its interval and p. For a folder of FILEs it is "
    "a folder with files of the same names" },
  OPTION_END,
};

static const Option plot_entries[] = {
  { "plot", WRITTEN_PATH, AT (WordOrder, plot), "FILE",
    "With --intervals: draw the first share, entropy or freedom of --columns, or order_freedom: a dot for each file or "
    "language of 20 trees or more, with its interval, in the order of the table. FILE ends in .svg, .png or .pdf" },
  { "title", TEXT, AT (CorpusGiven, title), "TEXT", "Title of the plot" },
  OPTION_END,
};

/* Reads --by: attributes, and sisters first or last. Without it rows are of files. */
static gboolean
get_keys (WordOrder *given, GError **error)
{
  static const char *const known[] = { "sisters", "file", "language", "head.upos", "deprel", "upos", NULL };
  const char *const first = "sisters,", *const last = ",sisters";
  const char *by = given->by;
  TbkWordOrderOptions *options = &given->options;
  g_autofree char *rest = NULL;

  if (by == NULL || g_str_equal (by, "file"))
    return TRUE;
  options->has_sisters =
      g_str_equal (by, known[0]) || g_str_has_prefix (by, first) || g_str_has_suffix (by, last);
  if (g_str_equal (by, known[0]))
    return TRUE;
  rest = g_str_has_prefix (by, first) ? g_strdup (by + strlen (first))
                                      : g_strndup (by, strlen (by) - options->has_sisters * strlen (last));
  options->keys = given->keys = keys_read ("by", rest, known, TBK_TREES_DEPENDENCIES, error);
  return given->keys != NULL
         && (!options->has_sisters || tbk_keys_scope (given->keys) == TBK_SCOPE_SENTENCE
             || options_refuse (error, "--by: found '%s', expected attributes of sentences with sisters",
                                by));
}

/* A row of --plot: a file or a language. The table gives them away one by one as it writes its rows, and the
 * plot is drawn behind it. */
typedef struct {
  char *name;
  gint64 n_trees;
  double value, ends[2];
} Dot;

static void
dot_clear (gpointer dot)
{
  g_free (((Dot *) dot)->name);
}

static void
add_dot (gpointer data, const char *name, gint64 n_trees, double value, const double ends[2])
{
  const Dot dot = { g_strdup (name), n_trees, value, { ends[0], ends[1] } };

  g_array_append_val ((GArray *) data, dot);
}

/* Bins are for lines; a dot has none, and both functions below pass over them. */
static gboolean
find_dot (gpointer data, const IntervalRow *row, int bin, double *value, double ends[2])
{
  const Dot *dot = &g_array_index ((const GArray *) data, Dot, row->series);

  (void) bin;
  *value = dot->value;
  memcpy (ends, dot->ends, sizeof dot->ends);
  return TRUE;
}

static gint64
count_trees (gpointer data, const IntervalRow *row, int bin)
{
  (void) bin;
  return g_array_index ((const GArray *) data, Dot, row->series).n_trees;
}

static gboolean
draw_plot (const WordOrder *given, GError **error)
{
  const IntervalPlot drawn = { .path = given->plot,
                               .column = given->options.plotted,
                               .given = &given->corpus,
                               .by = given->keys == NULL ? "file" : "language",
                               .level = given->options.level,
                               .find = find_dot,
                               .count_trees = count_trees,
                               .data = given->dots };
  g_autofree IntervalRow *rows = g_new0 (IntervalRow, given->dots->len + 1);

  for (guint d = 0; d < given->dots->len; d++)
    rows[d] = (IntervalRow){ .name = g_array_index (given->dots, Dot, d).name, .series = (int) d };
  return interval_plot_draw (&drawn, rows, given->dots->len, error);
}

/* Returns the names of the columns, to be freed but for the names. */
static const char **
find_columns (const WordOrder *given)
{
  return given->against != NULL ? word_order_against_columns (&given->options)
                                : tbk_word_order_columns (&given->options);
}

static gboolean
write_against (const WordOrder *given, const TbkTallies *tallies, TbkTable *table, GError **error)
{
  const TbkJob job = tbk_word_order_job (&given->options);
  g_autoptr (TbkTallies) old = older_count (&given->older, &job, error);

  return old != NULL
         && word_order_write_against (tallies, old, given->older.numbers, &given->options, table, error);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  WordOrder *given = data;
  g_autofree const char **columns = find_columns (given);
  g_autoptr (TbkTable) table = table_new (&given->corpus.table, output, columns);
  const gint64 n_wide = word_order_wide_sides (tallies);

  if (!(given->against != NULL ? write_against (given, tallies, table, error)
                               : tbk_word_order_write (tallies, &given->options, table, error))
      || (given->plot != NULL && !draw_plot (given, error)) || !table_end (table, error))
    return FALSE;
  if (n_wide > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " side%s of heads with more than 64 different relations: pairs of sisters "
                  "are counted up to there",
                  n_wide, n_wide == 1 ? "" : "s");
  return TRUE;
}

/* Checks that rows are of files or languages, which two releases and plots have. */
static gboolean
check_rows (WordOrder *given, GError **error)
{
  TbkWordOrderOptions *options = &given->options;
  const char *option = given->against != NULL ? "against" : "plot";
  const gboolean is_of_files =
      !options->has_sisters
      && (given->keys == NULL || (tbk_keys_count (given->keys) == 1 && g_str_equal (given->by, "language")));

  if (given->against == NULL && given->plot == NULL)
    return TRUE;
  if (!is_of_files)
    return options_refuse (error, "--%s: found a table by %s, expected one by file or language", option,
                           given->by);
  options->draws_by_id = given->against != NULL;
  if (given->plot == NULL)
    return TRUE;
  options->plotted = word_order_plotted (given->corpus.table.columns);
  options->plot = add_dot;
  options->plot_data = given->dots = g_array_new (FALSE, FALSE, sizeof (Dot));
  g_array_set_clear_func (given->dots, dot_clear);
  return options->plotted != NULL
         || options_refuse (error, "--plot: found no share, entropy or freedom in --columns=%s, expected one",
                            given->corpus.table.columns);
}

static gboolean
get_options (WordOrder *given, GError **error)
{
  g_autofree const char **columns = NULL;

  if (!get_keys (given, error)
      || !query_read (given->without, "without", "or", TBK_TREES_DEPENDENCIES, &given->queries[0], error)
      || !query_read (given->words, "words", "and", TBK_TREES_DEPENDENCIES, &given->queries[1], error))
    return FALSE;
  given->options.without = given->queries[0];
  given->options.words = given->queries[1];
  if (!check_rows (given, error) || !counting_check_plot (&given->corpus, given->plot, error))
    return FALSE;
  columns = find_columns (given);
  if (given->against != NULL)
    older_expand_columns (&given->corpus.table, (const char *const *) columns);
  return table_check (&given->corpus, columns, error);
}

/* Counts, and reports values that no word had, after all files were read. */
static gboolean
run (Corpus *corpus, WordOrder *given, GError **error)
{
  const TbkJob job = tbk_word_order_job (&given->options);

  if (!corpus_find_files (corpus, error)
      || (given->against != NULL && !older_find (&given->older, given->against, corpus, error))
      || !corpus_check_files (corpus, (const char *const *) given->older.paths, NULL, error)
      || !counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = given },
                        error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (given->queries) && corpus->source->merging == NULL; i++)
    query_tell_absent (given->queries[i]);
  if (given->words == NULL)
    selection_tell_words (&given->corpus.selection);
  return TRUE;
}

static gboolean
word_order (gpointer values, const Source *source, GError **error)
{
  WordOrder *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  const gboolean done = corpus_init (&corpus, &given->corpus, source, FALSE, error)
                        && get_options (given, error) && run (&corpus, given, error);

  older_clear (&given->older);
  g_clear_pointer (&given->dots, g_array_unref);
  tbk_keys_free (given->keys);
  tbk_query_free (given->queries[0]);
  tbk_query_free (given->queries[1]);
  return done;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to count", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", plot_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "seed", "intervals" },           { "plot", "intervals" }, { "title", "plot" },
  { "plot part tally", "!against" }, { NULL, NULL },
};

static const Form form = { .groups = groups, .rules = rules, .size = sizeof (WordOrder), .run = word_order };

const Command cmd_word_order = { .name = "word-order", .conllu = &form };
