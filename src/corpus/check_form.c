/* check_form.c - what is wrong with the form of sentences: their lines, and heads that are no tree.
 *
 * What is wrong with lines is the problem that the reader found. Of heads the reader tells the first that is wrong; here
 * all are named, in the order of UD's validator: heads that are no numbers, and numbers of no word; else the first word
 * that is its own head; else several roots, and a cycle. */
#include "corpus/check_form.h"

#include <string.h>

#include "base/memory.h"

gboolean
checked_list_add (CheckedList *list, const Checked *checked, GError **error)
{
  if (!try_reserve (&list->all, &list->n_allocated, list->n + 1, sizeof (Checked)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " findings", list->n);
  list->all[list->n++] = *checked;
  return TRUE;
}

void
checked_list_empty (CheckedList *list)
{
  for (gsize c = 0; c < list->n; c++)
    g_free (list->all[c].said);
  list->n = 0;
}

void
checked_list_clear (CheckedList *list)
{
  checked_list_empty (list);
  g_free (list->all);
}

gboolean
checked_list_has_form (const CheckedList *list)
{
  for (gsize c = 0; c < list->n; c++)
    if (checked_is_of_form (&list->all[c]))
      return TRUE;
  return FALSE;
}

/* What "FILE:LINE:COLUMN: [TEST] TEXT" says, of which any part but the text may be missing. */
static Checked
read_problem (const TbkEntry *entry)
{
  const gsize length = strlen (entry->file);
  const char *at = entry->problem->message, *end;
  Checked checked = { .test = entry->sentence != NULL ? TBK_CHECK_INVALID_LINE : TBK_CHECK_INVALID_FILE };
  const char *column = "";

  if (strncmp (at, entry->file, length) == 0 && at[length] == ':') {
    at += length + 1;
    if (g_ascii_isdigit (*at))
      checked.line = g_ascii_strtoll (at, (char **) &at, 10);
    if (at[0] == ':' && g_ascii_isdigit (at[1]))
      column = "column ";
    at += *at == ':';
    at += *at == ' ';
  }
  end = *at == '[' ? strchr (at, ']') : NULL;
  if (end != NULL) {
    g_autofree char *name = g_strndup (at + 1, (gsize) (end - at - 1));
    const TbkCheckTest test = tbk_check_test_find (name);

    if (test >= TBK_N_INCIDENT_TESTS && test < TBK_N_CHECK_TESTS) {
      checked.test = test;
      at = end + 1 + (end[1] == ' ');
    }
  }
  checked.said = g_strconcat (column, at, NULL);
  return checked;
}

/* The test of a HEAD that is no word or 0, and of one that is the word itself; TBK_N_CHECK_TESTS for others. */
static TbkCheckTest
test_head (const TbkConlluSentence *sentence, int word)
{
  const TbkPiece head = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_HEAD);
  char digits[16];

  if (sentence->heads[word] >= 0)
    return TBK_N_CHECK_TESTS;
  for (gsize i = 0; i < head.size; i++)
    if (!g_ascii_isdigit (head.bytes[i]) || (i == 0 && head.bytes[i] == '0'))
      return TBK_CHECK_INVALID_HEAD;
  g_snprintf (digits, sizeof digits, "%d", word);
  return strlen (digits) == head.size && memcmp (digits, head.bytes, head.size) == 0
             ? TBK_CHECK_HEAD_SELF_LOOP
             : TBK_CHECK_UNKNOWN_HEAD;
}

/* Whether an empty node has the ID that is the HEAD of @word. */
static gboolean
is_empty_node (const TbkConlluSentence *sentence, int word)
{
  const TbkPiece head = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_HEAD);
  g_autofree char *wanted = g_strndup (head.bytes, head.size); /* the next lines overwrite it */
  const char *position = NULL;
  TbkConlluLine line;

  if (strchr (wanted, '.') == NULL)
    return FALSE;
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_EMPTY_NODE && line.fields[TBK_COLUMN_ID].size == strlen (wanted)
        && memcmp (line.fields[TBK_COLUMN_ID].bytes, wanted, strlen (wanted)) == 0)
      return TRUE;
  return FALSE;
}

/* Adds the heads that are no words: all of them, or the first that is its own. @is_twice: as UD's validator, which says of
 * most of those that are no numbers that there is no such word as well. */
static gboolean
add_bad_heads (const TbkConlluSentence *sentence, gboolean is_twice, CheckedList *list, GError **error)
{
  const gsize n_before = list->n;
  int own_head = 0;

  for (int word = 1; word <= sentence->n; word++) {
    const TbkCheckTest test = test_head (sentence, word);

    if (test == TBK_CHECK_HEAD_SELF_LOOP) {
      own_head = own_head > 0 ? own_head : word;
    } else if (test != TBK_N_CHECK_TESTS) {
      if (!checked_list_add (list, &(Checked){ .test = test, .word = word, .node = word }, error))
        return FALSE;
      if (is_twice && test == TBK_CHECK_INVALID_HEAD && !is_empty_node (sentence, word)
          && !checked_list_add (
              list, &(Checked){ .test = TBK_CHECK_UNKNOWN_HEAD, .word = word, .node = word }, error))
        return FALSE;
    }
  }
  return list->n > n_before || own_head == 0
         || checked_list_add (
             list, &(Checked){ .test = TBK_CHECK_HEAD_SELF_LOOP, .word = own_head, .node = own_head }, error);
}

/* The word on a line; 0 if there is none. */
static int
word_on_line (const CheckWords *words, gint64 line)
{
  for (int word = 1; word <= words->sentence->n; word++)
    if (words->lines[word] == line)
      return word;
  return 0;
}

/* Adds that there are several roots, by the second of them, on the line of the first word. */
static gboolean
add_roots (const CheckWords *words, CheckedList *list, GError **error)
{
  const TbkConlluSentence *sentence = words->sentence;
  int n_roots = 0, word = 0;

  while (n_roots < 2)
    n_roots += sentence->heads[++word] == 0;
  return checked_list_add (
      list,
      &(Checked){ .test = TBK_CHECK_MULTIPLE_ROOTS, .word = word, .node = word, .line = words->lines[1] },
      error);
}

gboolean
check_form_find (const TbkEntry *entry, const TbkChecksOptions *options, const CheckWords *words,
                 CheckedList *list, gboolean *is_tree, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const gboolean has_words = sentence != NULL && sentence->has_words;
  Checked problem = { .test = TBK_N_CHECK_TESTS };
  gboolean is_of_heads;

  if (entry->problem != NULL)
    problem = read_problem (entry);
  is_of_heads = problem.test >= TBK_CHECK_INVALID_HEAD && problem.test <= TBK_CHECK_NON_TREE;
  *is_tree = has_words && !is_of_heads;
  if (has_words && is_of_heads && problem.test != TBK_CHECK_NON_TREE) {
    g_free (problem.said);
    return add_bad_heads (sentence, options->incidents, list, error);
  }
  if (has_words && sentence->n_roots > 1 && options->projectivize.root != TBK_ROOT_ANY
      && !add_roots (words, list, error)) {
    g_free (problem.said);
    return FALSE;
  }
  if (has_words && is_of_heads)
    problem.word = problem.node = word_on_line (words, problem.line);
  return entry->problem == NULL || checked_list_add (list, &problem, error);
}
