/* cmd_oracle.c - tbk oracle: the value of every transition of given configurations, for parsers in any
 * language.
 *
 * Reads JSON lines and writes one for each, in order; what has been answered is flushed whenever the next
 * line has to be waited for, so that a parser may send a record and wait for its answer. The records are
 * told in tbk/oracle_records.h.
 */
#include <string.h>

#include "options.h"
#include "tbk/constituency_records.h"
#include "tbk/files.h"
#include "tbk/oracle_records.h"
#include "tbk/stream.h"
#include "tool.h"

#define MAX_LINE   (1 << 20)
#define LINES_SIZE (MAX_LINE + (1 << 16))

static struct {
  char *system, *policy, *method, *output;
} given;

static const GOptionEntry entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, &given.system,
    "Transition system: shift-reduce (default), arc-eager, arc-eager-uncorrected, arc-eager-normalized",
    "SYSTEM" },
  { "policy", 0, 0, G_OPTION_ARG_STRING, &given.policy,
    "Which computations count. shift-reduce: none, left-before-right (default), strict-left-before-right, "
    "strict-left-before-right-literal, right-before-left; arc-eager: free, none, shift-before-reduce "
    "(default), reduce-before-shift, strict-reduce-before-shift; normalized: block (default), none",
    "POLICY" },
  { "method", 0, 0, G_OPTION_ARG_STRING, &given.method,
    "exact (default) for any gold tree; tabular, the published grammar; quadratic or linear, the published "
    "algorithms for projective gold trees; approximate, the linear one whatever the gold tree",
    "METHOD" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, "Write to FILE (default: standard output)",
    "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkOracleRecords *records;
  TbkPhraseRecords *phrase_records; /* one of the two is NULL */
  TbkOutput *output;
  char *lines; /* what was read of the input and not yet answered: LINES_SIZE bytes */
  gsize length;
  gboolean is_skipping; /* the rest of a line that is too long */
  gint64 n_records, n_refused;
} Dialogue;

static gboolean
write_answer (Dialogue *dialogue, const char *answer, gboolean is_valued, GError **error)
{
  dialogue->n_records++;
  dialogue->n_refused += !is_valued;
  return tbk_output_write (dialogue->output, answer, strlen (answer), error);
}

static gboolean
answer_line (Dialogue *dialogue, const char *line, gsize length, GError **error)
{
  gboolean is_valued;
  const char *answer =
      dialogue->records != NULL
          ? tbk_oracle_records_answer (dialogue->records, line, length, &is_valued, error)
          : tbk_phrase_records_answer (dialogue->phrase_records, line, length, &is_valued, error);

  return answer != NULL && write_answer (dialogue, answer, is_valued, error);
}

static gboolean
refuse_long_line (Dialogue *dialogue, GError **error)
{
  g_autofree char *message = g_strdup_printf ("the line is longer than %d bytes", MAX_LINE);

  return write_answer (dialogue,
                       dialogue->records != NULL
                           ? tbk_oracle_records_refuse (dialogue->records, message)
                           : tbk_phrase_records_refuse (dialogue->phrase_records, message),
                       FALSE, error);
}

/* A whole line, or its end if what came before was too long. */
static gboolean
end_line (Dialogue *dialogue, const char *line, gsize length, GError **error)
{
  if (dialogue->is_skipping || length > MAX_LINE) {
    dialogue->is_skipping = FALSE;
    return refuse_long_line (dialogue, error);
  }
  return answer_line (dialogue, line, length, error);
}

/* Answers the whole lines among those read, and keeps the beginning of the next. */
static gboolean
answer_lines (Dialogue *dialogue, GError **error)
{
  const char *line = dialogue->lines, *end = dialogue->lines + dialogue->length;
  const char *newline;

  while ((newline = memchr (line, '\n', end - line)) != NULL) {
    if (!end_line (dialogue, line, newline - line, error))
      return FALSE;
    line = newline + 1;
  }
  dialogue->length = end - line;
  if (dialogue->is_skipping || dialogue->length > MAX_LINE) {
    dialogue->is_skipping = TRUE;
    dialogue->length = 0;
  }
  memmove (dialogue->lines, line, dialogue->length);
  return TRUE;
}

static gboolean
answer_file (Dialogue *dialogue, const char *path, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  gssize n_read;

  if (input == NULL)
    return FALSE;
  do {
    if (!tbk_output_flush (dialogue->output, error))
      return FALSE;
    n_read =
        tbk_input_read_some (input, dialogue->lines + dialogue->length, LINES_SIZE - dialogue->length, error);
    if (n_read < 0)
      return FALSE;
    dialogue->length += n_read;
    if (!answer_lines (dialogue, error))
      return FALSE;
  } while (n_read > 0);

  /* A last line without newline. */
  if (dialogue->length == 0 && !dialogue->is_skipping)
    return TRUE;
  n_read = dialogue->length;
  dialogue->length = 0;
  return end_line (dialogue, dialogue->lines, n_read, error);
}

static TbkOracleRecords *
open_records (GError **error)
{
  const TbkSystem *system = tbk_system_find (given.system == NULL ? "shift-reduce" : given.system);
  TbkMethod method = TBK_METHOD_EXACT;
  int policy = 0;

  if (system == NULL || system->n_policies == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--system=%s: there is no oracle for such a system",
                 given.system);
    return NULL;
  }
  if (given.policy != NULL && (policy = tbk_system_policy (system, given.policy)) < 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no policy %s", system->name,
                 given.policy);
    return NULL;
  }
  if (given.method != NULL && !tbk_method_find (given.method, &method)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--method=%s: there is no such method", given.method);
    return NULL;
  }
  return tbk_oracle_records_new (system, policy, method, error);
}

/* The records of a system of phrase structure; NULL with @error set, or without if it is none. */
static TbkPhraseRecords *
open_phrase_records (GError **error)
{
  const TbkPhraseSystem *system = given.system == NULL ? NULL : tbk_phrase_system_find (given.system);
  TbkPhraseMethod method = TBK_PHRASE_EXACT;

  if (system == NULL)
    return NULL;
  if (given.policy != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no policies", system->name);
    return NULL;
  }
  if (given.method != NULL && !tbk_phrase_method_find (given.method, &method)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--method=%s: found no such method of %s, expected exact or printed", given.method,
                 system->name);
    return NULL;
  }
  return tbk_phrase_records_new (system, method, error);
}

/* Opens what is written, if it is not read. */
static TbkOutput *
open_output (char **paths, GError **error)
{
  const char *const outputs[] = { given.output == NULL ? "-" : given.output, NULL };

  if (!tbk_files_check ((const char *const *) paths, outputs, error))
    return NULL;
  tbk_output_remove_stale (outputs);
  return tbk_output_open (outputs[0], error);
}

/* Answers all of @paths; FALSE if one could not be read or the output not be written. */
static gboolean
answer_files (Dialogue *dialogue, char **paths, GError **error)
{
  for (; *paths != NULL; paths++)
    if (!answer_file (dialogue, *paths, error))
      return FALSE;
  return TRUE;
}

gboolean
cmd_oracle (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = { { "Options", entries }, { NULL, NULL } };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  g_autoptr (GError) problem = NULL;
  g_autoptr (TbkPhraseRecords) phrase_records = paths == NULL ? NULL : open_phrase_records (&problem);
  g_autoptr (TbkOracleRecords) records =
      paths == NULL || phrase_records != NULL || problem != NULL ? NULL : open_records (error);
  g_autoptr (TbkOutput) output =
      records == NULL && phrase_records == NULL ? NULL : open_output (paths, error);
  g_autofree char *lines = output == NULL ? NULL : g_malloc (LINES_SIZE);
  Dialogue dialogue = {
    .records = records, .phrase_records = phrase_records, .output = output, .lines = lines
  };

  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));

  if (output == NULL || !answer_files (&dialogue, paths, error)
      || !tbk_output_commit (g_steal_pointer (&output), error))
    return FALSE;
  if (dialogue.n_refused > 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                 " records could not be valued: see their answers",
                 dialogue.n_refused, dialogue.n_records);
  return dialogue.n_refused == 0;
}
