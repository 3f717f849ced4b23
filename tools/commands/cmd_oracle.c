/* cmd_oracle.c - tbk oracle: the value of every transition of given configurations
 *
 * Reads JSON lines and writes one for each, in order; answers are flushed whenever the next line must be
 * waited for, so that a parser may send a record and wait for its answer. tbk/oracle.h describes the records.
 *
 * A record that cannot be valued is answered by its error, and the next one is read: a dialogue goes on. At
 * the end refused records are an error, after all answers are written.
 */
#include "commands/commands.h"
#include "io/io.h"
#include "oracle/oracle.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/io.h"
#include "tbk/oracle.h"

typedef struct {
  CorpusGiven corpus;
  SystemGiven system;
  const char *policy, *method, *output;
} Given;

static const Option entries[] = {
  { "policy", TEXT, AT (Given, policy), "POLICY",
    "Which computations count. arc-standard: none, left-first (default), "
    "strict-left-first, strict-left-first-literal, right-first; arc-eager-nederhof: "
    "free, none, shift-before-reduce (default), reduce-before-shift, strict-reduce-before-shift; "
    "normalized: block (default), none; other systems: none. For sequences of this policy: 'tbk transitions "
    "--policy=POLICY'" },
  { "method", TEXT, AT (Given, method), "METHOD",
    "exact (default): for any gold tree. The others are the published methods, "
    "for comparison. tabular: by the grammar; quadratic and linear: for projective gold trees only; "
    "approximate: the formulas of linear, for any gold tree" },
  { "output", OUTPUT_PATH, AT (Given, output), "FILE", "Write to FILE (default: standard output)", 'o' },
  OPTION_END,
};

typedef struct {
  TbkOracleRecords *records;
  TbkOutput *output;
  gint64 n_records, n_refused;
  gboolean has_output_failed; /* nothing more can be written */
  int n_unread;               /* files */
} Dialogue;

static gboolean
write_answer (Dialogue *dialogue, const char *answer, gboolean is_valued, GError **error)
{
  dialogue->n_records++;
  dialogue->n_refused += !is_valued;

  g_autofree char *words = is_valued ? NULL : tool_words (answer);
  const char *line = is_valued ? answer : words;
  dialogue->has_output_failed = !tbk_output_write (dialogue->output, line, strlen (line), error);
  return !dialogue->has_output_failed;
}

static gboolean
answer_line (Dialogue *dialogue, const char *line, gsize length, GError **error)
{
  gboolean is_valued;
  const char *answer = tbk_oracle_records_answer (dialogue->records, line, length, &is_valued, error);

  return answer != NULL && write_answer (dialogue, answer, is_valued, error);
}

/* A line that is too long is a record too, and gets an answer: else answers would no longer be in step with
 * lines. */
static gboolean
refuse_long_line (Dialogue *dialogue, GError **error)
{
  g_autofree char *message = g_strdup_printf ("the line is longer than %d bytes", LINES_MAX);

  return write_answer (dialogue, oracle_records_refuse (dialogue->records, message), FALSE, error);
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Dialogue *dialogue = data;

  return line == NULL ? refuse_long_line (dialogue, error) : answer_line (dialogue, line, length, error);
}

static gboolean
flush (gpointer data, GError **error)
{
  Dialogue *dialogue = data;

  dialogue->has_output_failed = !tbk_output_flush (dialogue->output, error);
  return !dialogue->has_output_failed;
}

static TbkOracleRecords *
open_records (Given *given, GError **error)
{
  static const char *const methods[] = { "exact", "tabular", "quadratic", "linear", "approximate", NULL };
  const TbkSystem *system = system_get_with_oracle (&given->system, FALSE, error);
  TbkMethod method = TBK_METHOD_EXACT;
  int policy;

  if (system == NULL || (policy = system_get_policy (system, given->policy, error)) < 0)
    return NULL;
  if (given->method != NULL && !tbk_method_find (given->method, &method)) {
    options_fail_choice ("method", given->method, "", methods, error);
    return NULL;
  }
  return tbk_oracle_records_new (system, policy, method, error);
}

static TbkOracleRecords *
open_phrase_records (const Given *given, const TbkPhraseSystem *system, const Options *options,
                     GError **error)
{
  static const char *const lacking[][2] = { { "policy", "policies" }, { "limit=search", "--limit=search" } };
  static const char *const methods[] = { "exact", "printed", NULL };
  TbkPhraseMethod method = TBK_PHRASE_EXACT;

  for (guint l = 0; l < G_N_ELEMENTS (lacking); l++)
    if (options_given (options, lacking[l][0]) != NULL) {
      options_refuse (error, "the system %s has no %s", system->name, lacking[l][1]);
      return NULL;
    }
  if (given->method != NULL && !tbk_phrase_method_find (given->method, &method)) {
    g_autofree char *where = g_strdup_printf (" with %s", system->name);

    options_fail_choice ("method", given->method, where, methods, error);
    return NULL;
  }
  return tbk_oracle_records_new_phrases (system, method, error);
}

/* Answers the records of a file. One that cannot be read is reported and left out, and its answers do not
 * count; if it is the only one, or the output fails, that is an error. */
static gboolean
answer_file (Dialogue *dialogue, const char *path, gboolean is_only, GError **error)
{
  static const LinesReader reader = { .take = take_line, .pause = flush };
  const gint64 n_records = dialogue->n_records, n_refused = dialogue->n_refused;
  g_autoptr (GError) fault = NULL;
  const gboolean is_read = lines_read (path, &reader, dialogue, &fault);

  if (!is_read
      && (is_only || dialogue->has_output_failed || !g_error_matches (fault, TBK_ERROR, TBK_ERROR_IO))) {
    g_propagate_error (error, g_steal_pointer (&fault));
    return FALSE;
  }
  if (!is_read) {
    tool_message ("%s", fault->message);
    dialogue->n_unread++;
    dialogue->n_records = n_records;
    dialogue->n_refused = n_refused;
  }
  return tbk_output_settle (dialogue->output, is_read, error);
}

/* Answers all of @paths; FALSE if the only one could not be read or the output not be written. */
static gboolean
answer_files (Dialogue *dialogue, char **paths, gboolean is_quiet, GError **error)
{
  const gboolean is_only = paths[0] != NULL && paths[1] == NULL;

  for (; *paths != NULL; paths++) {
    if (!is_quiet)
      tool_announce_terminal (*paths);
    if (!answer_file (dialogue, *paths, is_only, error))
      return FALSE;
  }
  return TRUE;
}

/* Completes the output, and fails if some file or record is not in it. */
static gboolean
end_answers (const Dialogue *dialogue, TbkOutput **output, Corpus *corpus, GError **error)
{
  const TbkLeftOut left_out = { .unread = dialogue->n_unread };

  if (!corpus_commit (corpus, output, &left_out, error))
    return FALSE;
  if (dialogue->n_refused > 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " records have no values: see their answers",
                 dialogue->n_refused, dialogue->n_records);
  return dialogue->n_refused == 0;
}

static gboolean
answer (const Given *given, Dialogue *dialogue, const Source *source, GError **error)
{
  const char *const outputs[] = { given->output == NULL ? "-" : given->output, NULL };
  g_auto (Corpus) corpus = { .given = &given->corpus, .source = source };
  g_autoptr (TbkOutput) output = NULL;

  if (!output_check_kind ("output", given->output, OUTPUT_RECORDS, error))
    return FALSE;
  corpus.paths = files_find (&given->corpus.files, source, input_records_suffixes, error);
  if (corpus.paths == NULL || !files_check (source, corpus.paths, outputs, error))
    return FALSE;
  dialogue->output = output = tbk_output_open (given->output, 0, error);
  return output != NULL && answer_files (dialogue, corpus.paths, given->corpus.quiet, error)
         && end_answers (dialogue, &output, &corpus, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Given, system),
  OPTION_GROUP ("Which values", entries),
  FILES_GROUP,
  END_GROUPS,
};

static gboolean
run (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  const char *name = given->system.system;
  const TbkPhraseSystem *phrases = name == NULL ? NULL : tbk_phrase_system_find (name);
  g_autoptr (TbkOracleRecords) records = phrases != NULL
                                             ? open_phrase_records (given, phrases, &source->options, error)
                                             : open_records (given, error);

  return records != NULL && answer (given, &(Dialogue){ .records = records }, source, error);
}

static const Form oracle = { .groups = groups, .size = sizeof (Given), .run = run };

const Command cmd_oracle = { .name = "oracle", .conllu = &oracle };
