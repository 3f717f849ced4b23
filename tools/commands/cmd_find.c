/* cmd_find.c - tbk find: the words or constituents that meet an expression: rows, a concordance, counts by groups, or a page of
 * drawings.
 *
 * Contents
 *   1. given: options, and what they ask for
 *   2. writing: rows and lines as they come; counts; drawings
 *   3. cmd_find: the command
 */
#include "commands/commands.h"

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/draw.h"

/* 1. given: options, and what they ask for. */

enum { FORMAT_UNKNOWN = -1, FORMAT_TSV, FORMAT_CSV, FORMAT_JSONL, FORMAT_TEXT, FORMAT_HTML };

static const char *const formats[] = { "tsv", "csv", "jsonl", "text", "html", NULL };

/* The columns of rows, if none are asked for: of words, of words in brackets, and of constituents. */
#define USUAL_COLUMNS             "file,sent_id,id,left,form,right,deprel"
#define USUAL_COLUMNS_TAGGED      "file,sentence,id,left,form,right,tag"
#define USUAL_COLUMNS_CONSTITUENT "file,sentence,first,left,form,right,label"

typedef struct {
  CorpusGiven corpus;
  FindOptions find;
  const char *by, *expression;
  int format, color;
  GArray *columns; /* FindColumn */
  TbkKeys *keys;
  gint64 n_found; /* of drawings, sentences */
} Find;

static const Option entries[] = {
  { "by", TEXT, AT (Find, by), "WHAT",
    "Counts instead of rows: the number of these words for each value of up to three attributes "
    "('tbk help attributes'): lemma; deprel,distance:2; sent_id~REGEX; in brackets label,span:5" },
  { "context", NUMBER_OR (5, 0, 1000), AT (Find, find.context), "N",
    "Words on each side, in the columns left and right (default 5)" },
  OPTION_END,
};

static const Option format_entries[] = {
  { "format", CHOICE_OR (FORMAT_UNKNOWN, formats), AT (Find, format), "FORMAT",
    "tsv, tab-separated values; csv, comma-separated values; jsonl, JSON lines; text, a line each with the word in the middle; "
    "html, a page of drawings with the words marked. Default: by the name of --output, else text on a terminal, tsv elsewhere" },
  OPTION_END,
};

static void
column_clear (gpointer column)
{
  tbk_attribute_free ((TbkAttribute *) ((FindColumn *) column)->attribute);
}

static gboolean
finds_constituents (const Find *find)
{
  return tbk_query_scope (find->find.query) == TBK_SCOPE_CONSTITUENT;
}

/* Checks that @attribute is of sentences or of what is found. */
static gboolean
check_scope (const Find *find, const char *option, const TbkAttribute *attribute, GError **error)
{
  static const char *const names[] = { [TBK_SCOPE_WORD] = "words", [TBK_SCOPE_CONSTITUENT] = "constituents" };
  const TbkScope scope = tbk_attribute_scope (attribute),
                 found = finds_constituents (find) ? TBK_SCOPE_CONSTITUENT : TBK_SCOPE_WORD;

  return scope == TBK_SCOPE_SENTENCE || scope == found
         || options_refuse (error, "--%s: found '%s' of %s, expected an attribute of %s: '%s' finds these",
                            option, tbk_attribute_name (attribute), names[scope], names[found],
                            find->expression);
}

/* Reads one column: an attribute, or forms, as those of a constituent. */
static gboolean
get_column (const Find *find, const char *name, FindColumn *column, GError **error)
{
  static const char *const around[] = { "left", "form", "right" };

  *column = (FindColumn){ .name = g_intern_string (name) };
  for (FindForms forms = FIND_LEFT; forms <= FIND_RIGHT; forms++)
    if (g_str_equal (name, around[forms]) && (forms != FIND_FORMS || finds_constituents (find))) {
      column->forms = forms;
      return TRUE;
    }
  column->attribute = tbk_attribute_new (find->find.trees, name, error);
  if (column->attribute != NULL)
    return check_scope (find, "columns", column->attribute, error);
  g_prefix_error (error, "--columns: ");
  return FALSE;
}

/* Reads the columns of rows. */
static gboolean
get_columns (Find *find, GError **error)
{
  const char *usual = finds_constituents (find)                ? USUAL_COLUMNS_CONSTITUENT
                      : find->find.trees == TBK_TREES_BRACKETS ? USUAL_COLUMNS_TAGGED
                                                               : USUAL_COLUMNS;
  const char *given = find->corpus.table.columns;
  g_auto (GStrv) names = g_strsplit (given != NULL ? given : usual, ",", -1);

  find->columns = g_array_new (FALSE, FALSE, sizeof (FindColumn));
  g_array_set_clear_func (find->columns, column_clear);
  for (int n = 0; n == 0 || names[n] != NULL; n++) {
    FindColumn column;
    const gboolean is_good = get_column (find, names[n] != NULL ? names[n] : "", &column, error);

    g_array_append_val (find->columns, column);
    if (!is_good)
      return FALSE;
  }
  find->corpus.table.columns = NULL;
  find->find.columns = (const FindColumn *) (gpointer) find->columns->data;
  find->find.n_columns = (int) find->columns->len;
  return TRUE;
}

/* Finds what is written: --format, or the name of the output, or what people read on a terminal. */
static gboolean
get_format (Find *find, GError **error)
{
  static const char *const none[] = { NULL };
  CorpusGiven *given = &find->corpus;
  const char *output = given->options.output;
  const gboolean is_table = find->by != NULL || given->table.columns != NULL || given->table.sort != NULL;

  given->table.is_aligned = table_is_for_terminal (given);
  if (find->format == FORMAT_UNKNOWN)
    find->format = output != NULL && tbk_file_has_suffix (output, html_suffixes) ? FORMAT_HTML
                   : given->table.is_aligned && !is_table                        ? FORMAT_TEXT
                                                                                 : FORMAT_UNKNOWN;
  if (find->format >= FORMAT_TEXT && find->by != NULL)
    return options_refuse (error, "--by and --format=%s exclude each other", formats[find->format]);
  if (find->format == FORMAT_HTML)
    return table_check_output (given, html_suffixes, "a name in .html, as --format=html writes it", error);
  if (find->format == FORMAT_TEXT)
    return table_check_output (given, none, "a name in .txt: this is written as text", error);
  given->table.given_format = find->format == FORMAT_TSV     ? TBK_TABLE_TSV + 1
                              : find->format == FORMAT_CSV   ? TBK_TABLE_CSV + 1
                              : find->format == FORMAT_JSONL ? TBK_TABLE_JSONL + 1
                                                             : 0;
  return (given->table.given_format > 0
          || table_check_output (given, table_suffixes, "a name in .tsv, .csv, .jsonl, or for a page .html",
                                 error))
         && table_find_format ("output", output, given->table.given_format, &given->table.format, error);
}

/* Checks that the table has what options name. */
static gboolean
check_columns (Find *find, GError **error)
{
  g_autofree const char **columns = found_row_columns (&find->find);

  if (find->format >= FORMAT_TEXT)
    return table_check_not_sorted (&find->corpus.table, "--format=text and html", NULL, error);
  return find->by != NULL ? table_check_sort (&find->corpus.table, columns, error)
                          : table_check_not_sorted (&find->corpus.table, "rows of words", columns, error);
}

/* Reads the keys of --by. */
static gboolean
get_keys (Find *find, GError **error)
{
  static const char *const known[] = {
    "lemma", "upos", "deprel", "form", "file", "language", "document", NULL
  };

  find->find.keys = find->keys = keys_read (
      "by", find->by, find->find.trees == TBK_TREES_BRACKETS ? known + 3 : known, find->find.trees, error);
  for (int k = 0; k < tbk_keys_count (find->keys); k++)
    if (!check_scope (find, "by", tbk_keys_attribute (find->keys, k), error))
      return FALSE;
  return find->keys != NULL;
}

static gboolean
get_options (Find *find, gboolean is_of_brackets, GError **error)
{
  find->find.trees = is_of_brackets ? TBK_TREES_BRACKETS : TBK_TREES_DEPENDENCIES;
  find->find.query = tbk_query_new (find->find.trees, find->expression, error);
  if (find->find.query == NULL || !get_format (find, error))
    return FALSE;
  find->find.projectivize = find->corpus.projectivize;
  if (find->by != NULL)
    return get_keys (find, error) && check_columns (find, error);
  return (find->format >= FORMAT_TEXT || get_columns (find, error)) && check_columns (find, error);
}

/* 2. writing: rows and lines as they come; counts; drawings. */

/* Sets how lines look: as wide as the terminal, with colours there. */
static void
set_lines (Find *find, const Corpus *corpus)
{
  const DrawingGiven given = { .format = TBK_DRAW_TEXT };
  TbkDrawOptions draw = { .format = TBK_DRAW_TEXT };

  if (drawing_complete (corpus, &given, TBK_DRAW_TEXT, "", &draw, NULL)) {
    find->find.width = draw.width;
    find->find.is_coloured = draw.is_coloured;
  }
}

static gboolean
write_found (Corpus *corpus, Find *find, GError **error)
{
  g_autofree const char **columns = found_row_columns (&find->find);
  const TbkJob job = found_job (&find->find);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (TbkTable) table = NULL;
  g_auto (TbkLeftOut) left_out = { 0 };

  if (output == NULL)
    return FALSE;
  find->find.output = output;
  if (find->format == FORMAT_TEXT)
    set_lines (find, corpus);
  else
    find->find.rows = table = table_new (&find->corpus.table, output, columns);
  if (!corpus_run (corpus, &job, tallies, &left_out, error) || (table != NULL && !table_end (table, error))
      || !corpus_commit (corpus, &output, &left_out, error))
    return FALSE;
  find->n_found = found_count (tallies);
  return TRUE;
}

static gboolean
write_counts (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Find *find = data;
  g_autofree const char **columns = found_row_columns (&find->find);
  g_autoptr (TbkTable) table = table_new (&find->corpus.table, output, columns);

  find->n_found = found_count (tallies);
  return found_write (tallies, &find->find, table, error) && table_end (table, error);
}

/* Draws the sentences with such words, as tbk show does. */
static gboolean
write_page (Corpus *corpus, Find *find, GError **error)
{
  ShowOptions options = {
    .draw = { .format = TBK_DRAW_HTML, .is_document = TRUE, .width = TBK_DRAW_PAGE_WIDTH },
    .format = corpus->options.format,
    .projectivize = find->corpus.projectivize,
    .selection = corpus->options.selection
  };
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (ShowRun) show = show_new (&options);
  const TbkJob job = show_job (show);
  g_autofree char *name = drawing_names (corpus->paths);
  g_autofree char *title = g_strdup_printf ("%s in %s", find->expression, name);
  g_auto (TbkLeftOut) left_out = { 0 };

  options.output = output;
  if (output == NULL || !tbk_draw_begin (&options.draw, title, NULL, output, error)
      || !corpus_run (corpus, &job, NULL, &left_out, error) || !tbk_draw_end (&options.draw, output, error)
      || !corpus_commit (corpus, &output, &left_out, error))
    return FALSE;
  find->n_found = show_n_drawn (show, NULL);
  return TRUE;
}

static gboolean
write_all (Corpus *corpus, Find *find, GError **error)
{
  const TbkJob job = found_job (&find->find);

  return find->format == FORMAT_HTML ? write_page (corpus, find, error)
         : find->keys == NULL
             ? write_found (corpus, find, error)
             : counting_run (
                 &(Counting){ .corpus = corpus, .job = &job, .write = write_counts, .data = find }, error);
}

/* 3. cmd_find: the command. */

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("What to show", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", format_entries),
  OPTION_GROUP ("Output", table_rows_entries),
  OPTION_GROUP ("Output", output_entries),
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to show", entries),
  PROJECTIVIZATION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", format_entries),
  OPTION_GROUP ("Output", table_rows_entries),
  OPTION_GROUP ("Output", output_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = { { "context", "!by" }, { NULL, NULL } };

/* Takes the expression, the first operand; the others are files, and not its rest. */
static gboolean
take_expression (Find *find, Source *source, GError **error)
{
  static char *standard_input[] = { (char *) "-", NULL };
  static const char *const signs[] = { "and", "or", "not", NULL };

  if (!source->has_operands)
    return options_refuse (
        error, "found no expression, expected one before the files: tbk find 'upos=VERB and lemma=be' FILE");
  find->expression = source->operands[0];
  source->operands++;
  source->has_operands = source->operands[0] != NULL;
  if (!source->has_operands)
    source->operands = standard_input;
  for (char **file = source->operands; *file != NULL; file++)
    if (g_strv_contains (signs, *file) && !g_file_test (*file, G_FILE_TEST_EXISTS))
      return options_refuse (error, "found '%s' as a file: a whole expression is put in quotes", *file);
  return TRUE;
}

/* Returns TRUE if sentences without what is found do not count: those on a page, or up to --max. */
static gboolean
counts_found (const Find *find)
{
  return find->format == FORMAT_HTML || (find->by == NULL && find->corpus.selection.chosen.max > 0);
}

static gboolean
find_words (gpointer values, const Source *source, GError **error)
{
  Find *find = values;
  Source files = *source;
  g_auto (Corpus) corpus = { .given = &find->corpus };
  gboolean done;

  if (!take_expression (find, &files, error))
    return FALSE;
  if (g_file_test (find->expression, G_FILE_TEST_EXISTS))
    return options_refuse (
        error, "found the file %s, expected an expression before the files: tbk find upos=VERB FILE",
        find->expression);
  done = get_options (find, source->is_of_brackets, error)
         && corpus_init (&corpus, &find->corpus, &files, FALSE, error)
         && (!counts_found (find) || corpus_add_where (&corpus, find->expression, error))
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && write_all (&corpus, find, error) && brackets_tell_losses (&corpus);
  if (done && find->format != FORMAT_HTML)
    query_tell_absent (find->find.query);
  if (done && find->n_found == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "no %s meets the expression",
                 finds_constituents (find) ? "constituent" : "word");
    done = FALSE;
  }
  tbk_query_free (find->find.query);
  tbk_keys_free (find->keys);
  if (find->columns != NULL)
    g_array_unref (find->columns);
  return done;
}

static const Form form = { .groups = groups,
                           .rules = rules,
                           .size = sizeof (Find),
                           .operands = "EXPRESSION [FILE...]",
                           .run = find_words };

static const Form phrase_form = { .groups = phrase_groups,
                                  .rules = rules,
                                  .size = sizeof (Find),
                                  .operands = "EXPRESSION [FILE...]",
                                  .is_of_brackets = TRUE,
                                  .run = find_words };

const Command cmd_find = { .name = "find", .conllu = &form, .brackets = &phrase_form };
