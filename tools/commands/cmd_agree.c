/* cmd_agree.c - tbk agree: how far annotations of the same words agree.
 *
 * A table by measures, pairs of files, relations or words; or, if the output is called .html, a page of
 * disputes. Counting is in src/evaluation/agree.c. Tables but for those by words are written when all files
 * are read.
 */
#include "commands/commands.h"

#include "all_commands.h"
#include "options/options.h"

typedef struct {
  CorpusGiven corpus;
  int by;
  char **words;
  const char *of;
  TbkKeys *compared; /* of --of */
  TbkAnnotatorsOptions annotators;
  int level; /* of intervals */
  gboolean no_intervals;
  guint64 seed;
} Agree;

enum { BY_MEASURE, BY_PAIR, BY_DEPREL, BY_WORD };

static const char *const groupings[] = { "measure", "pair", "deprel", "word", NULL };
static const char *const measures[TBK_N_AGREED] = {
  [TBK_AGREED_HEAD] = "head", [TBK_AGREED_ARC] = "arc", [TBK_AGREED_RELATION] = "relation"
};

static const char *const of_measures[] = { "measure", "words", "observed", "expected",
                                           "alpha",   "low",   "high",     NULL };
static const char *const of_pairs[] = { "first",    "second",   "measure", "words",
                                        "observed", "expected", "kappa",   NULL };
static const char *const of_relations[] = { "deprel",   "uses",        "same", "percent",
                                            "same_arc", "arc_percent", NULL };

static const Option entries[] = {
  { "by", CHOICE (groupings), AT (Agree, by), "WHAT",
    "measure: Krippendorff's alpha of heads, arcs and relations (default); pair: Cohen's kappa of each two FILEs; "
    "deprel: of its uses, how many the other files share; word: a row for each word on which files differ. With a name of "
    "--output in .html: a page of the sentences that divide them most, with all trees in one drawing" },
  { "words", TEXTS, AT (Agree, words), "EXPRESSION",
    "Only words count that meet EXPRESSION in one FILE at least: --words deprel=obl" },
  { "of", TEXT, AT (Agree, of), "ATTRIBUTE",
    "deprel: compare whole relations, udeprel (default): only up to ':'. With --by=measure or pair: agreement in this attribute of "
    "words instead, as upos, head.upos, feats.Case; words without a value do not count" },
  { "intervals", NUMBER_BARE_OR (TBK_FIGURES_LEVEL, 50, 99), AT (Agree, level), "LEVEL",
    "The ends of an interval of LEVEL per cent (default 95) of alpha" },
  { "no-intervals", FLAG, AT (Agree, no_intervals), NULL, "Without intervals, which is faster" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Agree, seed), "N", "Seed of intervals (default 1)" },
  OPTION_END,
};

static const Option on_error_entries[] = {
  { "on-error", CHOICE (corpus_on_error), AT (CorpusGiven, options.on_error), "WHAT",
    "Sentences whose words differ, or that are not well formed in some file: stop (default); skip leaves them out" },
  OPTION_END,
};

/* Files are read one after the other: that needs little time compared with intervals. */
static const Option jobs_entries[] = {
  { "jobs", NUMBER_OR (1, 0, 1024), AT (CorpusGiven, options.n_threads), "N",
    "Draw for intervals by N threads (default 1); 0: one for each core", 'j' },
  OPTION_END,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries), SELECTION_GROUP,
  OPTION_GROUP ("Output", table_entries),    OPTION_GROUP ("Input", corpus_conll_entries),
  OPTION_GROUP ("Input", on_error_entries),  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Running", jobs_entries),    END_GROUPS,
};

static const OptionRule rules[] = {
  { "intervals", "by= by=measure" },
  { "intervals", "!no-intervals" },
  { NULL, NULL },
};

/* Returns the first of the measures. Another attribute than the relation is compared alone, in the place of
 * the relation, which is the last measure. */
static int
first_measure (const Agree *given)
{
  return given->compared != NULL ? TBK_AGREED_RELATION : 0;
}

/* Reads --of: how relations are compared, or another attribute. */
static gboolean
get_compared (Agree *given, GError **error)
{
  given->annotators.subtypes = g_strcmp0 (given->of, "deprel") == 0;
  if (given->of == NULL || given->annotators.subtypes || g_str_equal (given->of, "udeprel"))
    return TRUE;
  if (given->by != BY_MEASURE && given->by != BY_PAIR)
    return options_refuse (error, "--of: found '%s', expected deprel or udeprel with --by=%s", given->of,
                           groupings[given->by]);
  given->annotators.compared = given->compared = compared_read (given->of, error);
  return given->compared != NULL;
}

static const char *
measure_name (const Agree *given, int measure)
{
  return given->compared != NULL ? given->of : measures[measure];
}

/* Returns the names of the columns, to be freed. With --by=word each file has two. */
static char **
make_columns (int by, int n_files)
{
  static const char *const of_words[] = { "file", "line", "sent_id", "id", "form", NULL };
  const char *const *fixed = by == BY_MEASURE  ? of_measures
                             : by == BY_PAIR   ? of_pairs
                             : by == BY_DEPREL ? of_relations
                                               : of_words;
  GPtrArray *columns = g_ptr_array_new ();

  for (; *fixed != NULL; fixed++)
    g_ptr_array_add (columns, g_strdup (*fixed));
  for (int f = 1; by == BY_WORD && f <= n_files; f++) {
    g_ptr_array_add (columns, g_strdup_printf ("head_%d", f));
    g_ptr_array_add (columns, g_strdup_printf ("deprel_%d", f));
  }
  g_ptr_array_add (columns, NULL);
  return (char **) g_ptr_array_free (columns, FALSE);
}

/* Writes a fraction with four places. It is exact up to here; without value its denominator is 0. */
static void
write_fraction (TbkTable *table, const TbkFraction *fraction)
{
  mpq_t value;

  if (mpz_sgn (fraction->denominator) == 0) {
    tbk_table_nothing (table);
    return;
  }
  mpq_init (value);
  mpz_set (mpq_numref (value), fraction->numerator);
  mpz_set (mpq_denref (value), fraction->denominator);
  tbk_table_decimal (table, mpq_get_d (value), 4);
  mpq_clear (value);
}

static void
write_counts (TbkTable *table, const TbkAgreedCounts *counts)
{
  tbk_table_integer (table, counts->n_words);
  write_fraction (table, &counts->observed);
  write_fraction (table, &counts->expected);
  write_fraction (table, &counts->coefficient);
}

/* Writes a row for each measure. An interval that is not asked for, or not defined, has empty cells. */
static gboolean
write_measures (const Agree *given, const TbkAnnotators *annotators, TbkTable *table, GError **error)
{
  TbkAgreedCounts counts;
  TbkFraction low, high;
  gboolean done = TRUE;

  tbk_agreed_counts_init (&counts);
  mpz_inits (low.numerator, low.denominator, high.numerator, high.denominator, NULL);
  for (int m = first_measure (given); done && m < TBK_N_AGREED; m++) {
    tbk_annotators_alpha (annotators, m, &counts);
    if (given->no_intervals
        || !tbk_annotators_interval (annotators, m, given->level, given->seed, &low, &high)) {
      mpz_set_ui (low.denominator, 0);
      mpz_set_ui (high.denominator, 0);
    }
    tbk_table_string (table, measure_name (given, m));
    write_counts (table, &counts);
    write_fraction (table, &low);
    write_fraction (table, &high);
    done = tbk_table_end_row (table, error);
  }
  mpz_clears (low.numerator, low.denominator, high.numerator, high.denominator, NULL);
  tbk_agreed_counts_clear (&counts);
  return done;
}

/* Writes a row for each two files, in their order, and each measure. */
static gboolean
write_pairs (const Agree *given, const Beside *beside, const TbkAnnotators *annotators, TbkTable *table,
             GError **error)
{
  TbkAgreedCounts counts;
  gboolean done = TRUE;

  tbk_agreed_counts_init (&counts);
  for (int f = 0; done && f < beside->n_files; f++)
    for (int g = f + 1; done && g < beside->n_files; g++)
      for (int m = first_measure (given); done && m < TBK_N_AGREED; m++) {
        tbk_annotators_kappa (annotators, m, f, g, &counts);
        tbk_table_string (table, beside->names[f]);
        tbk_table_string (table, beside->names[g]);
        tbk_table_string (table, measure_name (given, m));
        write_counts (table, &counts);
        done = tbk_table_end_row (table, error);
      }
  tbk_agreed_counts_clear (&counts);
  return done;
}

static gboolean
write_relations (const TbkAnnotators *annotators, TbkTable *table, GError **error)
{
  int n;
  g_autofree TbkAgreedRelation *relations = tbk_annotators_relations (annotators, &n);

  for (int r = 0; r < n; r++) {
    tbk_table_string (table, relations[r].name);
    tbk_table_integer (table, relations[r].uses);
    tbk_table_integer (table, relations[r].same);
    tbk_table_percent (table, relations[r].same, relations[r].uses);
    tbk_table_integer (table, relations[r].same_arc);
    tbk_table_percent (table, relations[r].same_arc, relations[r].uses);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* Compares the files, and writes the table. */
static gboolean
run (Agree *given, Corpus *corpus, Beside *beside, const TableOptions *options, GError **error)
{
  g_auto (GStrv) columns = make_columns (given->by, beside->n_files);
  const char *const *names = (const char *const *) columns;
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_autoptr (TbkAnnotators) annotators = NULL;
  TbkJob job;

  /* A row by word is written as it is found, so nothing can sort it. */
  if (!(given->by == BY_WORD ? table_check_not_sorted (options, "--by=word", names, error)
                             : table_check_sort (options, names, error))
      || (output = corpus_open_output (corpus, error)) == NULL)
    return FALSE;
  table = table_new (options, output, names);
  given->annotators.n_annotators = beside->n_files;
  given->annotators.n_threads = corpus->options.n_threads;
  corpus->options.n_threads = 1; /* values are in the order of the files */
  given->annotators.columns = &corpus->columns;
  given->annotators.rows = given->by == BY_WORD ? table : NULL;
  annotators = tbk_annotators_new (&given->annotators);
  tbk_annotators_pairing (annotators, &beside->pairing);
  job = tbk_annotators_job (annotators);
  if (!corpus_run (corpus, &job, NULL, &left_out, error))
    return FALSE;
  if (!corpus_has_none (corpus, &left_out)
      && !((given->by == BY_MEASURE  ? write_measures (given, annotators, table, error)
            : given->by == BY_PAIR   ? write_pairs (given, beside, annotators, table, error)
            : given->by == BY_DEPREL ? write_relations (annotators, table, error)
                                     : TRUE)
           && tbk_table_end (table, error)))
    return FALSE;
  return given->by == BY_WORD ? corpus_commit (corpus, &output, &left_out, error)
                              : corpus_commit_late (corpus, &output, &left_out, error);
}

/* Draws the disputed words on a page. */
static gboolean
run_page (const Agree *given, Corpus *corpus, Beside *beside, GError **error)
{
  const DisputesOptions options = { .n_annotators = beside->n_files,
                                    .subtypes = given->annotators.subtypes,
                                    .names = (const char *const *) beside->names };
  g_autoptr (Disputes) disputes = disputes_new (&options);
  const TbkJob job = disputes_job (disputes);
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_auto (TbkLeftOut) left_out = { 0 };

  if (output == NULL)
    return FALSE;
  corpus->options.n_threads = 1;
  disputes_pairing (disputes, &beside->pairing);
  beside->pairing.of_format = &corpus->columns;
  return corpus_run (corpus, &job, NULL, &left_out, error)
         && (corpus_has_none (corpus, &left_out) || disputes_write (disputes, output, error))
         && corpus_commit_late (corpus, &output, &left_out, error);
}

/* Returns TRUE if a page is asked for, by the name of the output. */
static gboolean
is_page (const Agree *given)
{
  const char *output = given->corpus.options.output;

  return output != NULL && tbk_file_has_suffix (output, html_suffixes);
}

/* Refuses options of tables, since a page has none. */
static gboolean
check_page (const Agree *given, const Options *options, GError **error)
{
  static const char *const of_tables[] = { "format", "columns", "sort", "tidy", "words" };

  for (guint o = 0; o < G_N_ELEMENTS (of_tables); o++)
    if (options_given (options, of_tables[o]) != NULL)
      return options_refuse (error, "--%s and a page of HTML exclude each other", of_tables[o]);
  if (given->compared != NULL)
    return options_refuse (error, "--of=%s and a page of HTML exclude each other", given->of);
  return given->by == BY_WORD || options_given (options, "by") == NULL
         || options_refuse (error, "--by=%s and a page of HTML exclude each other", groupings[given->by]);
}

static gboolean
agree (gpointer values, const Source *source, GError **error)
{
  Agree *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (Beside) beside = { .names = NULL };
  TableOptions options;
  gboolean done;

  if (!get_compared (given, error))
    return FALSE;
  if (is_page (given))
    done = check_page (given, &source->options, error)
           && corpus_init (&corpus, &given->corpus, source, FALSE, error)
           && beside_find (&beside, &corpus, error) && run_page (given, &corpus, &beside, error);
  else
    done =
        table_get_options (&given->corpus, &options, error)
        && query_read (given->words, "words", "and", TBK_TREES_DEPENDENCIES, &given->annotators.words, error)
        && corpus_init (&corpus, &given->corpus, source, FALSE, error)
        && beside_find (&beside, &corpus, error) && run (given, &corpus, &beside, &options, error);
  /* Values that no word had are told of even after an error: they may be its cause. */
  query_tell_absent (given->annotators.words);
  tbk_query_free (given->annotators.words);
  tbk_keys_free (given->compared);
  return done;
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Agree), .operands = "FILE FILE...", .run = agree
};

const Command cmd_agree = { .name = "agree", .conllu = &form };
