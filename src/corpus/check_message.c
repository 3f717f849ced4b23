/* check_message.c - what a finding or an incident says to whoever reads it. */
#include "corpus/check_message.h"

#include <string.h>

char *
check_message_quote (TbkPiece form)
{
  return tbk_quote (form.size > 0 ? form.bytes : "", form.size);
}

/* Appends "8 'read'". */
static void
append_word (GString *message, const CheckWords *words, int word, char *(*quote) (TbkPiece form))
{
  g_autofree char *form = quote (words->words[word].form);

  g_string_append_printf (message, "%d %s", word, form);
}

/* Appends a column without quotes. */
static void
append_value (GString *message, TbkPiece value)
{
  g_autofree char *quoted = check_message_quote (value);

  g_string_append_len (message, quoted + 1, (gssize) strlen (quoted) - 2);
}

static void
append_finding (GString *message, const TbkFinding *finding, const CheckWords *words,
                char *(*quote) (TbkPiece form))
{
  g_string_append (message, " hangs on ");
  append_word (message, words, finding->head, quote);
  g_string_append (message, "; hang it on ");
  append_word (message, words, finding->new_head, quote);
  g_string_append (message, " (mends ");
  for (int m = 0; m < finding->n_mended; m++)
    g_string_append_printf (message, "%s%d", m > 0 ? "," : "", finding->mended[m]);
  g_string_append (message, finding->n_mended > 0 ? ")" : "no arc as a whole)");
}

/* What stands behind the word in the message of an incident, and the head after it in another one. */
static const struct {
  const char *before, *after;
} incidents[TBK_N_CHECK_TESTS] = {
  [TBK_CHECK_PUNCT_IS_NONPROJ] = { "hangs on", "across words that do not descend from it" },
  [TBK_CHECK_PUNCT_CAUSES_NONPROJ] = { "hangs on", "and stands under an arc that it makes non-projective" },
  [TBK_CHECK_LEAF_MARK_CASE] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_AUX_COP] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_DET] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_CLF] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_CC] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_FIXED] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_GOESWITH] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_LEAF_PUNCT] = { "hangs on", "which should not have such a child" },
  [TBK_CHECK_RIGHT_TO_LEFT_CONJ] = { "stands before its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_FIXED] = { "stands before its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_FLAT] = { "stands before its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_GOESWITH] = { "stands before its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_APPOS] = { "stands before its head", NULL },
  [TBK_CHECK_TOO_MANY_SUBJECTS] = { "has more than one subject", NULL },
  [TBK_CHECK_TOO_MANY_OBJECTS] = { "has more than one obj", NULL },
  [TBK_CHECK_OBL_SHOULD_BE_NMOD] = { "hangs on",
                                     "which is no predicate: it should be nmod, or hang on another word" },
  [TBK_CHECK_ORPHAN_PARENT] = { "hangs on", "which stands in for no word that is left out" },
  [TBK_CHECK_FIXED_GAP] = { "has other words between it and its last fixed child", NULL },
  [TBK_CHECK_GOESWITH_GAP] = { "has other words between it and its last goeswith child, or one before it",
                               NULL },
  [TBK_CHECK_0_IS_NOT_ROOT] = { "has HEAD 0, where only root is expected", NULL },
  [TBK_CHECK_ROOT_IS_NOT_0] = { "is no child of 0: expected another relation, or HEAD 0", NULL },
};

/* Whether the message of the incident names the head. */
static gboolean
names_head (TbkCheckTest test)
{
  return incidents[test].after != NULL
         || (test >= TBK_CHECK_RIGHT_TO_LEFT_CONJ && test <= TBK_CHECK_RIGHT_TO_LEFT_APPOS);
}

static void
append_incident (GString *message, const Checked *checked, const CheckWords *words,
                 char *(*quote) (TbkPiece form))
{
  const int head = words->sentence->heads[checked->word];

  g_string_append_printf (message, " %s", incidents[checked->test].before);
  if (!names_head (checked->test))
    return;
  g_string_append_c (message, ' ');
  append_word (message, words, head, quote);
  g_string_append (message, " (");
  append_value (message, words->words[head].deprel);
  g_string_append_c (message, ')');
  if (incidents[checked->test].after != NULL)
    g_string_append_printf (message, ", %s", incidents[checked->test].after);
}

/* What is wrong with the head of a word. */
static void
append_form (GString *message, const Checked *checked, const CheckWords *words,
             char *(*quote) (TbkPiece form))
{
  const TbkConlluSentence *sentence = words->sentence;
  g_autofree char *head =
      check_message_quote (tbk_conllu_sentence_field (sentence, checked->word, TBK_COLUMN_HEAD));
  int first = 1;

  if (checked->test == TBK_CHECK_INVALID_HEAD) {
    g_string_append_printf (message, " has HEAD %s, which is not a word number or 0", head);
  } else if (checked->test == TBK_CHECK_UNKNOWN_HEAD) {
    g_string_append_printf (message, " has HEAD %s, but the last word is %d", head, sentence->n);
  } else if (checked->test == TBK_CHECK_HEAD_SELF_LOOP) {
    g_string_append (message, " has itself for HEAD");
  } else {
    while (sentence->heads[first] != 0)
      first++;
    g_string_append (message, " has HEAD 0, and so has ");
    append_word (message, words, first, quote);
    g_string_append_printf (message, ": %d roots, expected one", sentence->n_roots);
  }
}

void
check_message_append (GString *message, const Checked *checked, const CheckWords *words,
                      char *(*quote) (TbkPiece form))
{
  if (checked->said != NULL) {
    g_string_append (message, checked->said);
    return;
  }
  g_string_append (message, "word ");
  append_word (message, words, checked->word, quote);
  g_string_append (message, " (");
  append_value (message, words->words[checked->word].deprel);
  g_string_append_c (message, ')');
  if (checked->finding != NULL)
    append_finding (message, checked->finding, words, quote);
  else if (checked_is_of_form (checked))
    append_form (message, checked, words, quote);
  else
    append_incident (message, checked, words, quote);
}

void
check_message_append_line (GString *line, const Checked *checked, const CheckWords *words, const char *file)
{
  g_autofree char *shown = tbk_escape (file);
  const gint64 number = checked_line (checked, words);

  g_string_append (line, shown);
  if (number > 0)
    g_string_append_printf (line, ":%" G_GINT64_FORMAT, number);
  g_string_append_printf (line, ": [%s] ", tbk_check_test_name (checked->test));
  check_message_append (line, checked, words, check_message_quote);
  g_string_append_c (line, '\n');
}

/* Appends @text as it can stand in a command; in one of its properties if @is_property. */
static void
append_percent (GString *line, const char *text, gboolean is_property)
{
  const char *escaped = is_property ? "%\r\n:," : "%\r\n";

  for (; *text != '\0'; text++)
    if (strchr (escaped, *text) != NULL)
      g_string_append_printf (line, "%%%02X", *text);
    else
      g_string_append_c (line, *text);
}

void
check_message_append_command (GString *line, const Checked *checked, const CheckWords *words,
                              const char *file)
{
  static const char *const commands[] = {
    [TBK_CHECK_NOTE] = "notice", [TBK_CHECK_WARNING] = "warning", [TBK_CHECK_ERROR] = "error"
  };
  g_autoptr (GString) message = g_string_new (NULL);
  const gint64 number = checked_line (checked, words);

  g_string_append_printf (line, "::%s file=", commands[tbk_check_test_level (checked->test)]);
  append_percent (line, file, TRUE);
  if (number > 0)
    g_string_append_printf (line, ",line=%" G_GINT64_FORMAT, number);
  g_string_append_printf (line, ",title=%s::", tbk_check_test_name (checked->test));
  check_message_append (message, checked, words, check_message_quote);
  append_percent (line, message->str, FALSE);
  g_string_append_c (line, '\n');
}
