/* cmd_evaluate.c - tbk evaluate: how well the trees of a system agree with gold trees.
 *
 * Contents
 *   1. evalb: lists of labels and words, of the command line and of evalb's parameter files
 *   2. options: those of dependencies, and those of phrase structure
 *   3. dependencies: words that are the same, or aligned
 *   4. phrases: trees in brackets
 */
#include "commands/commands.h"
#include "evaluation/evaluation.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"

/* 1. evalb: lists of labels and words, of the command line and of evalb's parameter files.
 *
 * A line of such a file is a keyword and its values; lines that begin with # or have less than three bytes are none. Of
 * the keywords that say nothing here, LABELED is answered by both kinds of measures, and CUTOFF_LEN by a run with --max-words.
 */

/* Lists of strings, which end with NULL once set_lists() was called. */
typedef struct {
  GPtrArray *deleted, *deleted_words, *uncounted, *quotes;
  GPtrArray *equal, *equal_words; /* pairs, two after two */
} EvalbLists;

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static void
lists_init (EvalbLists *lists)
{
  lists->deleted = g_ptr_array_new_with_free_func (g_free);
  lists->deleted_words = g_ptr_array_new_with_free_func (g_free);
  lists->uncounted = g_ptr_array_new_with_free_func (g_free);
  lists->quotes = g_ptr_array_new_with_free_func (g_free);
  lists->equal = g_ptr_array_new_with_free_func (g_free);
  lists->equal_words = g_ptr_array_new_with_free_func (g_free);
}

static void
lists_clear (EvalbLists *lists)
{
  g_ptr_array_unref (lists->deleted);
  g_ptr_array_unref (lists->deleted_words);
  g_ptr_array_unref (lists->uncounted);
  g_ptr_array_unref (lists->quotes);
  g_ptr_array_unref (lists->equal);
  g_ptr_array_unref (lists->equal_words);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EvalbLists, lists_clear)

/* To be freed. */
static char **
split (const char *text)
{
  return g_strsplit (text, strchr (text, ' ') != NULL ? " " : ",", -1);
}

/* Adds the items of @text (nullable): with blanks in it those between blanks, else those between commas. Pairs are written
 * X=Y; @option, such as "--equal", is for messages. */
static void
add_items (GPtrArray *list, const char *text)
{
  g_auto (GStrv) items = split (text != NULL ? text : "");

  for (int i = 0; items[i] != NULL; i++)
    if (items[i][0] != '\0')
      g_ptr_array_add (list, g_strdup (items[i]));
}

static gboolean
add_pairs (GPtrArray *list, const char *option, const char *text, GError **error)
{
  g_auto (GStrv) pairs = split (text != NULL ? text : "");

  for (int i = 0; pairs[i] != NULL; i++) {
    const char *equals = strchr (pairs[i], '=');

    if (equals == NULL || equals == pairs[i] || equals[1] == '\0' || strchr (equals + 1, '=') != NULL) {
      return options_refuse (error, "%s: found '%s', expected pairs X=Y", option, pairs[i]);
    }
    g_ptr_array_add (list, g_strndup (pairs[i], (gsize) (equals - pairs[i])));
    g_ptr_array_add (list, g_strdup (equals + 1));
  }
  return TRUE;
}

/* A keyword: the list that its values are added to, by its place in EvalbLists, and how many it takes. */
typedef struct {
  const char *name;
  int n_values;
  gssize list; /* or NO_LIST; NO_LIST_AND_0 if another value than 0 would change what counts */
} Keyword;

enum { NO_LIST = -1, NO_LIST_AND_0 = -2 };

static const Keyword keywords[] = {
  { "DELETE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, deleted) },
  { "DELETE_LABEL_FOR_LENGTH", 1, G_STRUCT_OFFSET (EvalbLists, uncounted) },
  { "EQ_LABEL", 2, G_STRUCT_OFFSET (EvalbLists, equal) },
  { "EQ_WORD", 2, G_STRUCT_OFFSET (EvalbLists, equal_words) },
  { "QUOTE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, quotes) },
  { "LABELED", 1, NO_LIST },
  { "CUTOFF_LEN", 1, NO_LIST },
  { "MAX_ERROR", 1, NO_LIST },
  { "DEBUG", 1, NO_LIST },
  /* Keywords of disco-dop. */
  { "DELETE_WORD", 1, G_STRUCT_OFFSET (EvalbLists, deleted_words) },
  { "DISC_ONLY", 1, NO_LIST_AND_0 },
  { "DELETE_ROOT_PRETERMS", 1, NO_LIST_AND_0 },
  { "LA", 1, NO_LIST },
  { "TED", 1, NO_LIST },
  { "DEP", 1, NO_LIST },
};

typedef struct {
  const char *path;
  gint64 line;
  EvalbLists *lists;
} Parameters;

static gboolean
fail_parameters (const Parameters *parameters, const char *found, const char *expected, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found %s, expected %s",
               parameters->path, parameters->line, found, expected);
  return FALSE;
}

/* Returns what was expected where @name stands, with what may have been meant; to be freed. */
static char *
describe_keywords (const char *name)
{
  const char *names[G_N_ELEMENTS (keywords) + 1] = { NULL }, *nearest;

  for (guint k = 0; k < G_N_ELEMENTS (keywords); k++)
    names[k] = keywords[k].name;
  nearest = tbk_nearest (name, strlen (name), names);
  return g_strconcat ("a keyword of evalb", nearest == NULL ? NULL : "; did you mean '", nearest, "'?", NULL);
}

static gboolean
take_keyword (const Parameters *parameters, GPtrArray *words, GError **error)
{
  const char *name = words->pdata[0];
  g_autofree char *found = NULL, *expected = NULL;
  guint k = 0;
  GPtrArray *list;

  while (k < G_N_ELEMENTS (keywords) && strcmp (keywords[k].name, name) != 0)
    k++;
  if (k == G_N_ELEMENTS (keywords)) {
    found = tbk_quote (name, strlen (name));
    expected = describe_keywords (name);
    return fail_parameters (parameters, found, expected, error);
  }
  if ((int) words->len != keywords[k].n_values + 1) {
    found = g_strdup_printf ("%s before %u word%s", name, words->len - 1, words->len == 2 ? "" : "s");
    return fail_parameters (parameters, found, keywords[k].n_values == 1 ? "one" : "two", error);
  }
  if (keywords[k].list == NO_LIST_AND_0 && !g_str_equal (words->pdata[1], "0")) {
    found = g_strdup_printf ("%s %s", name, (const char *) words->pdata[1]);
    return fail_parameters (parameters, found, "0: tbk does not count so", error);
  }
  if (keywords[k].list < 0)
    return TRUE;
  list = G_STRUCT_MEMBER (GPtrArray *, parameters->lists, keywords[k].list);
  for (guint w = 1; w < words->len; w++)
    g_ptr_array_add (list, g_strdup (words->pdata[w]));
  return TRUE;
}

static gboolean
take_parameters (gpointer data, const char *line, gsize length, GError **error)
{
  enum { SHORTEST = 3 };
  Parameters *parameters = data;
  g_autofree char *text = NULL;
  g_auto (GStrv) pieces = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (parameters->line++ == 0 && line != NULL && length >= strlen (BYTE_ORDER_MARK)
      && memcmp (line, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0) {
    line += strlen (BYTE_ORDER_MARK);
    length -= strlen (BYTE_ORDER_MARK);
  }
  if (line == NULL)
    return fail_parameters (parameters, "a line that is too long", "a keyword and its values", error);
  if (memchr (line, '\0', length) != NULL)
    return fail_parameters (parameters, "a NUL byte", "text", error);
  text = g_strndup (line, length);
  pieces = g_strsplit_set (text, " \t\r", -1);
  for (int i = 0; pieces[i] != NULL; i++)
    if (pieces[i][0] != '\0')
      g_ptr_array_add (words, pieces[i]);
  return words->len == 0 || text[0] == '#' || length < SHORTEST || take_keyword (parameters, words, error);
}

/* Adds what the parameter file at @path says. Fails (TBK_ERROR_DATA) at what evalb does not know or cannot be done here. */
static gboolean
read_parameters (const char *path, EvalbLists *lists, GError **error)
{
  static const LinesReader reader = { .take = take_parameters };
  Parameters parameters = { .path = path, .lists = lists };

  return lines_read (path, &reader, &parameters, error);
}

static void
update_checksum (GChecksum *checksum, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    g_checksum_update (checksum, list->pdata[i], (gssize) strlen (list->pdata[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "", 1);
}

/* A checksum of what the lists say, to be freed. */
static char *
find_checksum (const EvalbLists *lists)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  update_checksum (checksum, lists->deleted);
  update_checksum (checksum, lists->deleted_words);
  update_checksum (checksum, lists->uncounted);
  update_checksum (checksum, lists->quotes);
  update_checksum (checksum, lists->equal);
  update_checksum (checksum, lists->equal_words);
  return g_strdup (g_checksum_get_string (checksum));
}

static const char *const *
end_list (GPtrArray *list)
{
  g_ptr_array_add (list, NULL);
  return (const char *const *) list->pdata;
}

/* Makes the lists those of @options. */
static void
set_lists (EvalbLists *lists, TbkEvaluationOptions *options)
{
  options->deleted = end_list (lists->deleted);
  options->deleted_words = end_list (lists->deleted_words);
  options->uncounted = end_list (lists->uncounted);
  options->quotes = end_list (lists->quotes);
  options->equal = end_list (lists->equal);
  options->equal_words = end_list (lists->equal_words);
}

/* 2. options: those of dependencies, and those of phrase structure. */

typedef struct {
  CorpusGiven corpus;
  Evaluating evaluating;

  /* For dependencies. */
  const char *by;
  TbkKeys *keys, *confused;
  const char *of;
  gboolean align;
  int n_best;
  char **words;

  /* For phrase structure. */
  const char *deleted, *equal, *equal_words, *uncounted, *parameters;
} Evaluate;

/* Values of --by. */
enum { BY_MEASURE, BY_CONFUSION, BY_WORD, BY_SENTENCE, BY_KEYS };
static const char *const bys[] = { "measure", "confusion", "word", "sentence", NULL };
static const char *const roots[] = { "single", "any", NULL };
static const char *const puncts[] = { [TBK_PUNCT_RELATION] = "relation", [TBK_PUNCT_FORM] = "form", NULL };
/* Those behind the first are the groupings TBK_PHRASE_GROUP_LABEL and so on. */
enum {
  PHRASES_BY_MEASURE,
  PHRASES_BY_CHILDREN = TBK_PHRASE_GROUP_CHILDREN + 1,
  PHRASES_BY_SENTENCE = TBK_N_PHRASE_GROUPINGS + 1
};
static const char *const phrase_groupings[] = { "measure", "label", "children", "length", "sentence", NULL };
static const char *const pairs[] = { "tree", "line", NULL };

static const Option entries[] = {
  { "by", TEXT, AT (Evaluate, by), "WHAT",
    "measure: a row for each measure (default); or a row for each value of up to three attributes ('tbk help attributes'), "
    "as udeprel, upos, words:10, distance, file. Attributes of sentences, as projective, group by the gold tree: "
    "precision, recall and F1 are then LAS. Attributes of words group by it too, but wrong words by the system's tree for precision; "
    "confusion: a row for each pair of a gold value and "
    "the system's; word: a row for each word that differs; sentence: a row for each sentence, with the counts of all measures" },
  { "of", TEXT, AT (Evaluate, of), "ATTRIBUTE",
    "deprel: compare whole relations, udeprel (default): only up to ':'. With --by=confusion any attribute of words, each file's "
    "own, as upos, head.upos, feats.Case" },
  { "words", TEXTS, AT (Evaluate, words), "EXPRESSION",
    "Only words count whose gold word meets EXPRESSION: --words upos=PROPN. With --align there is recall alone then" },
  { "punct", CHOICE (puncts), AT (Evaluate, evaluating.evaluation.punct), "HOW",
    "Punctuation, which UAS_no_punct and so on leave out: words whose gold relation is punct (relation, the default); "
    "or whose form has only characters of Unicode's punctuation (form), as in the script eval.pl of CoNLL-X" },
  { "align", FLAG, AT (Evaluate, align), NULL,
    "The files may have different tokens, words and sentences over the same text. Words are "
    "aligned by characters, and counted as by the script of the CoNLL 2018 shared task" },
  { "n-best", NUMBER (1, G_MAXINT16), AT (Evaluate, n_best), "N",
    "SYSTEM has up to N trees of each sentence, one after the other with its sent_id, as 'tbk parse --n-best' writes them. A "
    "row for each measure and n: the first tree, the best one of n, and their mean" },
  { "root", CHOICE (roots), AT (Evaluate, evaluating.evaluation.has_any_root), "ROOT",
    "With --align: single: a sentence of several roots is an error (default); any: it counts, as by an option of that "
    "script" },
  OPTION_END,
};

static const Option on_error_entries[] = {
  { "on-error", CHOICE (corpus_on_error), AT (CorpusGiven, options.on_error), "WHAT",
    "Pairs of sentences whose words or, with --align, texts differ, or where one is not well formed: stop (default); "
    "skip leaves them out, of all systems that are compared" },
  OPTION_END,
};

static const Option phrase_entries[] = {
  { "by", CHOICE (phrase_groupings), AT (Evaluate, evaluating.options.by), "WHAT",
    "measure: a row for each measure (default); or a row for each label, number of children, or "
    "length in words; sentence: a row for each tree, with the counts of all measures" },
  { "pair", CHOICE (pairs), AT (Evaluate, evaluating.evaluation.by_lines), "HOW",
    "tree: pair the trees that have words, in order (default); line: pair trees on lines of the "
    "same number, as evalb does. An empty line or (TOP ) is a tree without words, several brackets are one tree" },
  { "max-words", NUMBER (0, G_MAXINT), AT (Evaluate, evaluating.evaluation.max_words), "N",
    "Do not count trees of more than N words, as evalb's CUTOFF_LEN: --delete-for-length leaves tags out of their number" },
  { "no-root", FLAG, AT (Evaluate, evaluating.evaluation.no_root), NULL, "Do not count the root" },
  { "no-unary", FLAG, AT (Evaluate, evaluating.evaluation.no_unary), NULL,
    "Do not count constituents of one child" },
  { "delete", TEXT, AT (Evaluate, deleted), "LABELS",
    "Do not count constituents with these labels, and remove words with these tags from each tree "
    "first, as evalb's DELETE_LABEL: TOP,.,: or, with a comma among them, 'TOP . : ,'" },
  { "equal", TEXT, AT (Evaluate, equal), "LABELS",
    "Labels and tags that count as equal, as evalb's EQ_LABEL: PRT=ADVP,X=Y" },
  { "equal-words", TEXT, AT (Evaluate, equal_words), "WORDS",
    "Words that count as equal, as evalb's EQ_WORD: This=this" },
  { "delete-for-length", TEXT, AT (Evaluate, uncounted), "TAGS",
    "Leave words with these tags in the gold tree out of the count of --max-words, as evalb's "
    "DELETE_LABEL_FOR_LENGTH" },
  { "parameters", PATH, AT (Evaluate, parameters), "FILE",
    "Read these lists, QUOTE_LABEL and DELETE_WORD from a parameter file of evalb or disco-dop, such as COLLINS.prm; "
    "the rest of it has no effect. Trees are then read as by evalb: brackets of one line as one tree, with all leaves, "
    "whole forms and the outer bracket, labels up to the first - or =, unless --labels or --forms is given" },
  OPTION_END,
};

static const Option phrase_on_error_entries[] = {
  { "on-error", CHOICE (corpus_on_error), AT (CorpusGiven, options.on_error), "WHAT",
    "Pairs of trees whose words differ, or where one is not well formed: stop (default); skip "
    "leaves them out" },
  OPTION_END,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Evaluate, evaluating.options),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", on_error_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", corpus_jobs_entries),
  END_GROUPS,
};

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("What to compare", phrase_entries),
  OPTION_GROUP ("What to compare", phrase_on_error_entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Evaluate, evaluating.options),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", corpus_jobs_entries),
  END_GROUPS,
};

static const OptionRule rules[] = {
  { "intervals", "by= by=measure" },
  { "intervals", "!no-intervals" },
  { "punct", "!align" },
  { "punct", "by= by=measure by=sentence" },
  { "delete-for-length", "max-words" },
  { "align against by tally on-error", "!n-best" },
  { NULL, NULL },
};

/* 3. dependencies: words that are the same, or aligned. */

/* Refuses what --align does not look at, and what needs it or another table. */
static gboolean
check_options (const Evaluate *given, const Source *source, GError **error)
{
  const Options *options = &source->options;
  const int by = given->evaluating.options.by;
  const char *excluded = by != BY_MEASURE ? "--by" : given->of != NULL ? "--of" : NULL;

  if (by == BY_CONFUSION && given->evaluating.options.n_others > 1)
    return options_refuse (error, "--by=confusion takes one --against, not several");
  if (!given->align)
    return options_given (options, "root") == NULL || options_refuse (error, "--root goes with --align only");
  return excluded == NULL || options_refuse (error, "--align and %s exclude each other", excluded);
}

/* Reads --by: one of its values, or attributes. */
static gboolean
get_rows (Evaluate *given, GError **error)
{
  static const char *const known[] = { "measure", "confusion", "word",     "sentence", "deprel",   "udeprel",
                                       "upos",    "words:10",  "distance", "file",     "language", NULL };
  static const TbkEvaluationRows rows_of[] = { [BY_MEASURE] = TBK_EVALUATION_MEASURES,
                                               [BY_CONFUSION] = TBK_EVALUATION_CONFUSIONS,
                                               [BY_WORD] = TBK_EVALUATION_WORDS,
                                               [BY_SENTENCE] = TBK_EVALUATION_SENTENCES,
                                               [BY_KEYS] = TBK_EVALUATION_KEYS };
  TbkEvaluationOptions *evaluation = &given->evaluating.evaluation;
  TbkEvaluationTable *rows = &given->evaluating.rows;
  int by = BY_MEASURE;

  while (given->by != NULL && by < BY_KEYS && !g_str_equal (given->by, bys[by]))
    by++;
  if (by == BY_KEYS) {
    given->keys = keys_read ("by", given->by, known, TBK_TREES_DEPENDENCIES, error);
    if (given->keys == NULL)
      return FALSE;
  }
  given->evaluating.options.by = by;
  evaluation->keys = rows->keys = given->keys;
  evaluation->has_tests = by == BY_KEYS && given->evaluating.options.others != NULL;
  rows->rows_of = rows_of[by];
  rows->grouping = TBK_GROUP_CONFUSED;
  evaluation->subtypes = g_strcmp0 (given->of, "deprel") == 0;
  if (by != BY_CONFUSION && given->of != NULL && !evaluation->subtypes && !g_str_equal (given->of, "udeprel"))
    return options_refuse (error, "--of: found '%s', expected deprel or udeprel without --by=confusion",
                           given->of);
  if (by == BY_CONFUSION)
    evaluation->confused = given->confused = compared_read (given->of != NULL ? given->of : "udeprel", error);
  return by != BY_CONFUSION || given->confused != NULL;
}

static gboolean
compare (Evaluate *given, const Source *source, GError **error)
{
  Evaluating *evaluating = &given->evaluating;
  TbkEvaluationOptions *options = &evaluating->evaluation;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  gboolean done;

  options->evaluated = given->align ? TBK_EVALUATED_ALIGNED : TBK_EVALUATED_DEPENDENCIES;
  evaluating->rows.has_recall_alone = given->align && given->words != NULL;
  if (!evaluating_take_options (evaluating, &given->corpus, source, error)
      || !check_options (given, source, error) || !evaluating_check_sort (evaluating, error)
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  options->of_format = &corpus.columns;
  options->skips = corpus.options.on_error == TBK_ON_ERROR_SKIP;
  done = evaluating_run (evaluating, &corpus, error);
  query_tell_absent (options->words);
  if (given->words == NULL && !given->align)
    selection_tell_words (&given->corpus.selection);
  return done;
}

/* Compares several trees of each sentence with the gold one. */
static gboolean
compare_n_best (Evaluate *given, const Source *source, GError **error)
{
  const char *const *columns = evaluation_n_best_columns ();
  TbkEvaluationOptions *options = &given->evaluating.evaluation;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;

  if (!source->has_operands || g_strv_length (source->operands) != 2)
    return options_refuse (error, "expected two operands: GOLD SYSTEM");
  if (!table_check (&given->corpus, columns, error)
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error)
      || !selection_check_unused (&given->corpus.selection, "--n-best", error)
      || !files_check (source, source->operands, (const char *const[]){ corpus.options.output, NULL }, error)
      || (output = corpus_open_output (&corpus, error)) == NULL)
    return FALSE;
  options->of_format = &corpus.columns;
  table = table_new (&given->corpus.table, output, columns);
  return evaluation_n_best_write (source->operands[0], source->operands[1], given->n_best, options, table,
                                  error)
         && table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
evaluate_dependencies (gpointer values, const Source *source, GError **error)
{
  Evaluate *given = values;
  TbkEvaluationOptions *options = &given->evaluating.evaluation;
  const gboolean done =
      get_rows (given, error)
      && query_read (given->words, "words", "and", TBK_TREES_DEPENDENCIES, &options->words, error)
      && (given->n_best > 0 ? compare_n_best : compare) (given, source, error);

  evaluating_clear (&given->evaluating);
  tbk_keys_free (given->keys);
  tbk_keys_free (given->confused);
  tbk_query_free (options->words);
  return done;
}

static const Form evaluate = { .groups = groups,
                               .rules = rules,
                               .size = sizeof (Evaluate),
                               .operands = "GOLD SYSTEM",
                               .run = evaluate_dependencies };

/* 4. phrases: trees in brackets. */

/* @checksum: (out): of the lists, if a file names some. Parameters are not looked at where tallies are merged, which may
 * be where the file is not. */
static gboolean
get_lists (EvalbLists *lists, TbkEvaluationOptions *options, gboolean is_merging, const Evaluate *given,
           char **checksum, GError **error)
{
  add_items (lists->deleted, given->deleted);
  add_items (lists->uncounted, given->uncounted);
  if (!add_pairs (lists->equal, "--equal", given->equal, error)
      || !add_pairs (lists->equal_words, "--equal-words", given->equal_words, error)
      || (given->parameters != NULL && !is_merging && !read_parameters (given->parameters, lists, error)))
    return FALSE;
  *checksum = given->parameters == NULL ? NULL : find_checksum (lists);
  set_lists (lists, options);
  return TRUE;
}

static gboolean
evaluate_trees (gpointer values, const Source *source, GError **error)
{
  Evaluate *given = values;
  Evaluating *evaluating = &given->evaluating;
  TbkEvaluationOptions *options = &evaluating->evaluation;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (EvalbLists) lists = { .deleted = NULL };
  const gboolean is_merging = source->merging != NULL;
  const int by = evaluating->options.by;
  g_autofree char *checksum = NULL;

  lists_init (&lists);
  options->evaluated = TBK_EVALUATED_PHRASES;
  evaluating->rows.rows_of = by == PHRASES_BY_MEASURE    ? TBK_EVALUATION_MEASURES
                             : by == PHRASES_BY_SENTENCE ? TBK_EVALUATION_SENTENCES
                                                         : TBK_EVALUATION_GROUPS;
  evaluating->rows.grouping = options->tested = by - 1;
  options->has_tests =
      evaluating->rows.rows_of == TBK_EVALUATION_GROUPS && evaluating->options.others != NULL;
  if (!evaluating_take_options (evaluating, &given->corpus, source, error)
      || !evaluating_check_sort (evaluating, error)
      || !get_lists (&lists, options, is_merging, given, &checksum, error)
      || !corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  if (given->parameters != NULL)
    brackets_read_as_evalb (&corpus);
  if (options->by_lines)
    corpus.rules.rules |= TBK_BRACKETS_JOIN_LINES;
  options->of_format = corpus.options.format_options;
  evaluating->read = checksum;
  if (by == PHRASES_BY_CHILDREN && evaluating->options.n_others > 0)
    return options_refuse (error, "--by=children and --against exclude each other");
  return evaluating_run (evaluating, &corpus, error) && brackets_tell_losses (&corpus);
}

static gboolean
evaluate_brackets (gpointer values, const Source *source, GError **error)
{
  const gboolean done = evaluate_trees (values, source, error);

  evaluating_clear (&((Evaluate *) values)->evaluating);
  return done;
}

static const Form brackets_evaluate = { .groups = phrase_groups,
                                        .rules = rules,
                                        .size = sizeof (Evaluate),
                                        .operands = "GOLD SYSTEM",
                                        .is_of_brackets = TRUE,
                                        .run = evaluate_brackets };

const Command cmd_evaluate = { .name = "evaluate", .conllu = &evaluate, .brackets = &brackets_evaluate };
