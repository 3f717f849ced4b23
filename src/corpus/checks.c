/* checks.c - the job that checks treebanks.
 *
 * What is written at once is appended as it is. What is kept to the end goes there as records: a line with
 * the number of the test, whether there is a drawing, and the bytes that follow. The writer, which gets all
 * batches in order, sorts them into a text for each test. */
#include "tbk/checks.h"

#include <string.h>

#include "base/memory.h"
#include "corpus/check_form.h"
#include "corpus/check_page.h"
#include "corpus/rows.h"

/* How much is kept to the end. */
typedef struct {
  gsize bytes[TBK_N_CHECK_TESTS];
  gint64 n_drawn[TBK_N_CHECK_TESTS], n_not_drawn;
} KeptSizes;

struct TbkChecks {
  const TbkChecksOptions *options;
  TbkText *kept[TBK_N_CHECK_TESTS]; /* or NULL */
  KeptSizes sizes, settled;         /* of what there is, and of what stays */
};

typedef struct {
  const TbkChecksOptions *options;
  TbkChecker *checker;
  CheckWords words;
  CheckedList found; /* in the sentence in hand */
  TbkTable *rows;    /* or NULL */
  CheckPage page;
  TbkText *record;
  GString *line;
  const TbkEntry *entry; /* in hand */
  gboolean is_tree;      /* its heads are one */
  const int *heads;      /* those found; of the checker */
  gint64 figures[TBK_N_CHECKS_FIGURES], n_of_test[TBK_N_CHECK_TESTS], n_sentences[TBK_N_CHECK_TESTS];
} ChecksWorker;

static gboolean
writes_sentences (const TbkChecksOptions *options)
{
  return options->form == TBK_CHECKS_SUGGEST || options->form == TBK_CHECKS_REPAIR;
}

static gboolean
is_kept (const TbkChecksOptions *options)
{
  return options->form == TBK_CHECKS_PAGE || (options->by_suspicion && !writes_sentences (options));
}

const char *const *
tbk_checks_columns (gboolean incidents)
{
  static const char *const of_findings[] = {
    "file",         "line",  "sentence", "sent_id",  "test",      "level",    "node",
    "form",         "upos",  "deprel",   "head",     "head_form", "new_head", "new_head_form",
    "alternatives", "mends", "left",     "at_least", NULL
  };
  static const char *const of_incidents[] = { "file", "line", "sentence", "sent_id", "test", "node", NULL };

  return incidents ? of_incidents : of_findings;
}

TbkChecks *
tbk_checks_new (const TbkChecksOptions *options)
{
  TbkChecks *checks = g_new0 (TbkChecks, 1);

  checks->options = options;
  return checks;
}

void
tbk_checks_free (TbkChecks *checks)
{
  if (checks == NULL)
    return;
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    tbk_text_free (checks->kept[test]);
  g_free (checks);
}

static gpointer
worker_new (gpointer checks)
{
  ChecksWorker *worker = g_new0 (ChecksWorker, 1);
  const TbkChecksOptions *options = ((TbkChecks *) checks)->options;

  worker->options = options;
  worker->checker = tbk_checker_new (&options->projectivize);
  tbk_checker_set_tests (worker->checker, options->tests);
  worker->rows = options->rows == NULL ? NULL : tbk_table_new_rows (options->rows);
  if (options->form == TBK_CHECKS_PAGE)
    check_page_init (&worker->page);
  worker->record = tbk_text_new ();
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  ChecksWorker *worker = data;

  tbk_checker_free (worker->checker);
  check_words_clear (&worker->words);
  checked_list_clear (&worker->found);
  tbk_table_free (worker->rows);
  check_page_clear (&worker->page);
  tbk_text_free (worker->record);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
check_file (gpointer checks, gconstpointer reader, GError **error)
{
  const gboolean needs_misc = ((TbkChecks *) checks)->options->form == TBK_CHECKS_SUGGEST;
  const gboolean has_deprel = tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL);

  if (has_deprel && (!needs_misc || tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC)))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected %s among them",
               tbk_input_name (tbk_conllu_reader_input (reader)), tbk_conllu_reader_columns (reader),
               has_deprel ? "MISC" : "DEPREL");
  return FALSE;
}

/* Takes up something found, if it counts. */
static gboolean
take (ChecksWorker *worker, const Checked *checked, GError **error)
{
  return !tbk_check_test_is_in (checked->test, worker->options->tests)
         || checked_list_add (&worker->found, checked, error);
}

static gboolean
find_incidents (ChecksWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const TbkIncident *incidents;
  int n;

  if (!tbk_check_incidents (worker->checker, sentence->heads, worker->words.words, sentence->n, &incidents,
                            &n, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    if (!take (worker,
               &(Checked){ .test = incidents[i].test, .word = incidents[i].word, .node = incidents[i].node },
               error))
      return FALSE;
  return TRUE;
}

static gboolean
find_findings (ChecksWorker *worker, const TbkConlluSentence *sentence, TbkFindings *findings, GError **error)
{
  gint64 *figures = worker->figures;

  if (!tbk_check_findings (worker->checker, sentence->heads, worker->words.words, sentence->n, findings,
                           error))
    return FALSE;
  for (int f = 0; f < findings->n_findings; f++) {
    const TbkFinding *finding = &findings->findings[f];

    if (!take (worker,
               &(Checked){
                   .test = finding->test, .word = finding->word, .node = finding->word, .finding = finding },
               error))
      return FALSE;
  }
  figures[TBK_CHECKS_NONPROJECTIVE_TREES]++;
  figures[TBK_CHECKS_NONPROJECTIVE_ARCS] += findings->n_nonprojective;
  figures[TBK_CHECKS_LOST_ARCS] += MAX (0, findings->lost_arcs);
  figures[TBK_CHECKS_CUT] += findings->is_cut;
  figures[TBK_CHECKS_LEFT] += findings->left > 0;
  worker->heads = findings->heads;
  return TRUE;
}

static void
count (ChecksWorker *worker)
{
  const gint64 n_entries = worker->entry->sentence != NULL; /* not what ends a file */
  guint64 met = 0;

  G_STATIC_ASSERT (TBK_N_CHECK_TESTS <= 64);
  for (gsize f = 0; f < worker->found.n; f++) {
    worker->n_of_test[worker->found.all[f].test]++;
    met |= G_GUINT64_CONSTANT (1) << worker->found.all[f].test;
  }
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    worker->n_sentences[test] += (gint64) (met >> test & 1) * n_entries;
  worker->figures[TBK_CHECKS_SENTENCES] += n_entries;
  worker->figures[TBK_CHECKS_WORDS] += worker->entry->n_words;
  worker->figures[TBK_CHECKS_BAD] += checked_list_has_form (&worker->found) * n_entries;
}

/* A cell with a column of a word. */
static void
put_field (ChecksWorker *worker, TbkPiece field)
{
  if (field.bytes == NULL) {
    tbk_table_nothing (worker->rows);
    return;
  }
  g_string_truncate (worker->line, 0);
  g_string_append_len (worker->line, field.bytes, (gssize) field.size);
  tbk_table_string (worker->rows, worker->line->str);
}

static void
put_list (ChecksWorker *worker, const int *numbers, int n)
{
  g_string_truncate (worker->line, 0);
  for (int i = 0; i < n; i++)
    g_string_append_printf (worker->line, "%s%d", i > 0 ? "," : "", numbers[i]);
  tbk_table_string (worker->rows, worker->line->str);
}

/* The cells behind the node of what is of form. */
static void
put_form (ChecksWorker *worker, const Checked *checked)
{
  enum { N_OF_FINDING = 7, MOST_DIGITS = 9 };
  const TbkCheckWord none = { .form = { NULL, 0 } };
  const TbkCheckWord *word = checked->word > 0 ? &worker->words.words[checked->word] : &none;
  const TbkPiece head =
      checked->word > 0 ? tbk_conllu_sentence_field (worker->entry->sentence, checked->word, TBK_COLUMN_HEAD)
                        : none.form;

  put_field (worker, word->form);
  put_field (worker, word->upos);
  put_field (worker, word->deprel);
  if (checked->word > 0 && checked->test != TBK_CHECK_INVALID_HEAD && head.size <= MOST_DIGITS)
    tbk_table_integer (worker->rows, g_ascii_strtoll (head.bytes, NULL, 10));
  else
    put_field (worker, head); /* as it is written */
  for (int c = 0; c < N_OF_FINDING; c++)
    tbk_table_nothing (worker->rows);
}

/* A number from 1, or nothing. */
static void
put_number (TbkTable *rows, gint64 number)
{
  if (number > 0)
    tbk_table_integer (rows, number);
  else
    tbk_table_nothing (rows);
}

static void
put_finding (ChecksWorker *worker, const TbkFinding *finding, int lost_arcs)
{
  TbkTable *rows = worker->rows;
  const TbkCheckWord *words = worker->words.words;

  put_field (worker, words[finding->word].form);
  put_field (worker, words[finding->word].upos);
  put_field (worker, words[finding->word].deprel);
  tbk_table_integer (rows, finding->head);
  put_field (worker, words[finding->head].form);
  tbk_table_integer (rows, finding->new_head);
  put_field (worker, words[finding->new_head].form);
  put_list (worker, finding->alternatives, finding->n_alternatives);
  put_list (worker, finding->mended, finding->n_mended);
  tbk_table_integer (rows, finding->left);
  if (lost_arcs >= 0)
    tbk_table_integer (rows, lost_arcs);
  else
    tbk_table_nothing (rows);
}

static void
append_row (ChecksWorker *worker, const TbkEntry *entry, const Checked *checked, int lost_arcs, TbkText *text)
{
  TbkTable *rows = worker->rows;
  g_autofree char *id = entry->id == NULL ? g_strdup ("") : g_strndup (entry->id, entry->id_length);

  tbk_table_string (rows, entry->file);
  put_number (rows, checked_line (checked, &worker->words));
  put_number (rows, entry->index);
  tbk_table_string (rows, id);
  tbk_table_string (rows, tbk_check_test_name (checked->test));
  if (!worker->options->incidents)
    tbk_table_string (rows, tbk_check_level_name (tbk_check_test_level (checked->test)));
  put_number (rows, checked->node);
  if (checked->finding != NULL)
    put_finding (worker, checked->finding, lost_arcs);
  else if (!worker->options->incidents)
    put_form (worker, checked);
  tbk_table_take_row (rows, text);
}

/* Appends a record that is kept to the end. */
static gboolean
append_record (ChecksWorker *worker, TbkCheckTest test, TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (worker->record, error);

  if (bytes == NULL)
    return FALSE;
  tbk_text_printf (text, "%d %" G_GSIZE_FORMAT "\n", (int) test, tbk_text_length (worker->record));
  tbk_text_add (text, bytes, tbk_text_length (worker->record));
  return TRUE;
}

/* Appends what is written of one thing found. */
static void
append_one (ChecksWorker *worker, const TbkEntry *entry, const Checked *checked, int lost_arcs, TbkText *text)
{
  if (worker->options->form == TBK_CHECKS_ROWS) {
    append_row (worker, entry, checked, lost_arcs, text);
    return;
  }
  g_string_truncate (worker->line, 0);
  if (worker->options->form == TBK_CHECKS_TEXT)
    check_message_append_line (worker->line, checked, &worker->words, entry->file);
  else
    check_message_append_command (worker->line, checked, &worker->words, entry->file);
  tbk_text_add (text, worker->line->str, worker->line->len);
}

static gboolean
append_to_page (ChecksWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const gboolean has_heads = worker->heads != NULL && !worker->options->incidents;
  int first = TBK_N_CHECK_TESTS;
  TbkCheckTest worst = 0;

  for (gsize f = 0; f < worker->found.n; f++)
    for (int t = 0; t < first; t++)
      if (tbk_check_test_by_suspicion (t) == worker->found.all[f].test) {
        worst = worker->found.all[f].test;
        first = t;
      }
  tbk_text_clear (worker->record);
  return check_page_append (&worker->page, entry, worker->found.all, (int) worker->found.n, &worker->words,
                            worker->is_tree, has_heads ? worker->heads : NULL, worker->record, error)
         && append_record (worker, worker->options->by_suspicion ? worst : 0, text, error);
}

static gboolean
append_found (ChecksWorker *worker, const TbkEntry *entry, const TbkFindings *findings, TbkText *text,
              GError **error)
{
  if (worker->found.n == 0 || worker->options->form == TBK_CHECKS_NOTHING)
    return TRUE;
  if (worker->options->form == TBK_CHECKS_PAGE)
    return append_to_page (worker, entry, text, error);
  for (gsize f = 0; f < worker->found.n; f++) {
    const Checked *checked = &worker->found.all[f];

    if (!is_kept (worker->options)) {
      append_one (worker, entry, checked, findings->lost_arcs, text);
      continue;
    }
    tbk_text_clear (worker->record);
    append_one (worker, entry, checked, findings->lost_arcs, worker->record);
    if (!append_record (worker, checked->test, text, error))
      return FALSE;
  }
  return TRUE;
}

/* Appends the sentence with the heads that were found. */
static void
append_sentence (ChecksWorker *worker, const TbkConlluSentence *sentence, TbkText *text)
{
  const int *heads = worker->heads != NULL ? worker->heads : sentence->heads;

  if (worker->options->form == TBK_CHECKS_REPAIR)
    tbk_conllu_sentence_write_repaired (sentence, heads, text);
  else
    tbk_conllu_sentence_write (sentence, heads, TBK_MARK_CHECK, text);
}

/* Looks for what is asked in a tree. One that is too tangled for that has this against it. */
static gboolean
find_in_tree (ChecksWorker *worker, const TbkConlluSentence *sentence, TbkFindings *findings, GError **error)
{
  g_autoptr (GError) problem = NULL;
  Checked tangled = { .test = TBK_CHECK_TOO_TANGLED, .line = worker->words.lines[1] };

  if (worker->options->incidents ? find_incidents (worker, sentence, &problem)
                                 : find_findings (worker, sentence, findings, &problem))
    return TRUE;
  if (writes_sentences (worker->options) || !g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, g_steal_pointer (&problem));
    return FALSE;
  }
  tangled.said = g_strdup (problem->message);
  return checked_list_add (&worker->found, &tangled, error);
}

static gboolean
check_sentence (ChecksWorker *worker, const TbkEntry *entry, TbkFindings *findings, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const gboolean has_words = sentence != NULL && sentence->has_words;
  const gboolean is_asked = has_words && (worker->options->incidents || !sentence->is_projective);

  if (has_words && (is_asked || entry->problem != NULL || sentence->n_roots > 1)) {
    if (!check_words_read (&worker->words, sentence, error))
      return FALSE;
    check_words_count_lines (&worker->words);
  }
  return check_form_find (entry, worker->options, &worker->words, &worker->found, &worker->is_tree, error)
         && (!worker->is_tree || !is_asked || find_in_tree (worker, sentence, findings, error));
}

/* A sentence that cannot be written with other heads. */
static gboolean
check_writable (const TbkEntry *entry, const TbkChecksOptions *options, GError **error)
{
  if (options->form != TBK_CHECKS_SUGGEST || !((const TbkConlluSentence *) entry->sentence)->has_marks)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found OrigHead= or ProjHead= in MISC, expected no such marks; run 'tbk restore' first");
  return FALSE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  ChecksWorker *worker = data;
  const gboolean writes = writes_sentences (worker->options);
  TbkFindings findings = { .findings = NULL };

  (void) tally;
  checked_list_empty (&worker->found);
  worker->entry = entry;
  worker->heads = NULL;
  if ((writes && entry->problem == NULL && !check_writable (entry, worker->options, error))
      || !check_sentence (worker, entry, &findings, error))
    return tbk_entry_fail (entry, error);
  count (worker);
  if (!writes)
    return append_found (worker, entry, &findings, text, error) || tbk_entry_fail (entry, error);
  if (entry->problem != NULL) {
    g_propagate_error (error, g_error_copy (entry->problem));
    return FALSE;
  }
  append_sentence (worker, entry->sentence, text);
  return TRUE;
}

static void
flush (gpointer data, TbkTally *tally)
{
  ChecksWorker *worker = data;

  if (tally != NULL)
    tbk_checks_count (tally, worker->figures, worker->n_of_test, worker->n_sentences);
  memset (worker->figures, 0, sizeof (worker->figures));
  memset (worker->n_of_test, 0, sizeof (worker->n_of_test));
  memset (worker->n_sentences, 0, sizeof (worker->n_sentences));
}

/* Keeps a record to the end; of a page no more than can be looked at. */
static void
keep (TbkChecks *checks, int test, const char *bytes, gsize size)
{
  KeptSizes *sizes = &checks->sizes;

  if (checks->options->form == TBK_CHECKS_PAGE && sizes->n_drawn[test] == TBK_CHECKS_MAX_DRAWN) {
    sizes->n_not_drawn++;
    return;
  }
  sizes->n_drawn[test]++;
  sizes->bytes[test] += size;
  if (checks->kept[test] == NULL)
    checks->kept[test] = tbk_text_new ();
  tbk_text_add (checks->kept[test], bytes, size);
}

static gboolean
write_records (TbkChecks *checks, const TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);
  char *at = bytes;

  if (bytes == NULL)
    return FALSE;
  while (at < bytes + tbk_text_length (text)) {
    const int test = (int) g_ascii_strtoull (at, &at, 10);
    const gsize size = (gsize) g_ascii_strtoull (at, &at, 10);

    at++;
    keep (checks, test, at, size);
    at += size;
  }
  return TRUE;
}

static gboolean
write_found (gpointer data, const TbkText *text, GError **error)
{
  TbkChecks *checks = data;
  const TbkChecksOptions *options = checks->options;

  if (is_kept (options))
    return write_records (checks, text, error);
  return options->rows != NULL ? tbk_table_write_rows (options->rows, text, error)
                               : tbk_output_write_text (options->output, text, error);
}

/* The same for what is kept to the end. */
static void
settle_kept (TbkChecks *checks, gboolean stays)
{
  if (stays) {
    checks->settled = checks->sizes;
    return;
  }
  checks->sizes = checks->settled;
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    if (checks->kept[test] != NULL)
      tbk_text_cut (checks->kept[test], checks->sizes.bytes[test]);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  TbkChecks *checks = data;
  const TbkChecksOptions *options = checks->options;

  if (is_kept (options)) {
    settle_kept (checks, stays);
    return TRUE;
  }
  return options->rows != NULL ? tbk_table_settle (options->rows, stays, error)
                               : tbk_output_settle (options->output, stays, error);
}

gboolean
tbk_checks_end (TbkChecks *checks, const TbkTally *total, GError **error)
{
  const TbkChecksOptions *options = checks->options;
  const gboolean is_page = options->form == TBK_CHECKS_PAGE;

  if (is_page && !check_page_write_begin (options, total, error))
    return FALSE;
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkText *kept = checks->kept[tbk_check_test_by_suspicion (t)];

    if (kept != NULL
        && !(options->rows != NULL ? tbk_table_write_rows (options->rows, kept, error)
                                   : tbk_output_write_text (options->output, kept, error)))
      return FALSE;
  }
  return !is_page || check_page_write_end (options, checks->sizes.n_not_drawn, error);
}

/* Whether @n are many, for a plural. */
static const char *
ending (gint64 n)
{
  return n == 1 ? "" : "s";
}

/* What was not done as it should be. Where not all tests are made, arcs are left as a matter of course. */
static char *
remark (gpointer checks, const char *name, const TbkTally *tally)
{
  const TbkChecksOptions *options = ((TbkChecks *) checks)->options;
  const gint64 *figures = tbk_checks_figures (tally);
  const gint64 n_cut = figures[TBK_CHECKS_CUT], n_left = figures[TBK_CHECKS_LEFT];
  GString *told = g_string_new (NULL);

  if (n_cut > 0)
    g_string_append_printf (
        told,
        "%s: in %" G_GINT64_FORMAT
        " sentence%s a step has more than %d words to choose from: it chooses from the first "
        "%d, and from the next if none of these helps",
        name, n_cut, ending (n_cut), TBK_CHECK_MAX_CANDIDATES, TBK_CHECK_MAX_CANDIDATES);
  if (n_left > 0 && options->tests == TBK_CHECKS_FINDINGS)
    g_string_append_printf (told, "%s%s: in %" G_GINT64_FORMAT " sentence%s non-projective arcs are left",
                            told->len > 0 ? "; " : "", name, n_left, ending (n_left));
  return g_string_free (told, told->len == 0);
}

TbkJob
tbk_checks_job (TbkChecks *checks)
{
  const TbkChecksForm form = checks->options->form;
  const gboolean has_write = form != TBK_CHECKS_NOTHING && !writes_sentences (checks->options);

  return (TbkJob){ .data = checks,
                   .layout = tbk_checks_layout (),
                   .writes_corpus = writes_sentences (checks->options),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .check_file = check_file,
                   .work = work,
                   .flush = flush,
                   .write = has_write ? write_found : NULL,
                   .settle = has_write ? settle : NULL,
                   .remark = remark,
                   .keeps_others = writes_sentences (checks->options),
                   .takes_problems = TRUE };
}
