/* checks.c - the job that checks treebanks, its messages and its page.
 *
 * Contents
 *   1. check_words: the words of a sentence, as its check needs them and as lines tell of them
 *   2. check_message: what a finding or an incident says to whoever reads it
 *   3. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree
 *   4. check_page: a page of HTML with what was found in sentences, and their drawings
 *   5. checks: the job that checks treebanks
 */
#include "check/check.h"
#include "draw/draw.h"
#include "draw/show.h"
#include "io/io.h"
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "statistics/statistics.h"
#include "tbk/draw.h"

/* 1. check_words: the words of a sentence, as its check needs them and as lines tell of them.
 *
 * words, places and lines are by word, from 1 on: the columns, where the line begins in the text of the
 * sentence, and the number of that line in the file. Element 0 of words is empty.
 */

/* Makes room for the words of a sentence. Pieces are those of the sentence, which must outlive the words. */
static gboolean
check_words_set (CheckWords *words, const TbkConlluSentence *sentence, GError **error)
{
  words->sentence = sentence;
  return ROOM_RESERVE (&words->room, sentence->n + 1, ARRAY (words->words), ARRAY (words->places),
                       ARRAY (words->lines), ARRAY (words->n_empty_nodes))
         || memory_fail (error, "the check of %d words", sentence->n);
}

/* Reads the columns of all words in one pass over their lines. Other columns are never looked at. */
static void
check_words_read (CheckWords *words)
{
  const TbkConlluSentence *sentence = words->sentence;
  const char *position = NULL;
  TbkConlluLine line;

  words->words[0] = (TbkCheckWord){ .form = { NULL, 0 } }; /* the head of a root word has no form */
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD) {
      words->words[line.first] = (TbkCheckWord){ .form = line.fields[TBK_COLUMN_FORM],
                                                 .upos = line.fields[TBK_COLUMN_UPOS],
                                                 .feats = line.fields[TBK_COLUMN_FEATS],
                                                 .deprel = line.fields[TBK_COLUMN_DEPREL],
                                                 .misc = line.fields[TBK_COLUMN_MISC] };
      words->places[line.first] = line.text.bytes;
    }
}

/* Counts the lines, for what is told of the sentence. In one pass: each line is counted from the one of the
 * word before. Done only for sentences of which something is said. */
static void
check_words_count_lines (CheckWords *words)
{
  const char *at = words->sentence->text;
  gint64 line = words->sentence->line;

  for (int word = 1; word <= words->sentence->n; word++) {
    /* All words of a head vector are in one line of its file. */
    words->lines[word] = line += words->sentence->is_vector ? 0 : count_newlines (at, words->places[word]);
    at = words->places[word];
  }
}

/* 2. check_message: what a finding or an incident says to whoever reads it.
 *
 * All forms of output have the same message: a line of text, an annotation of GitHub Actions, an item of a
 * page. They differ in what is before it, and in how forms of words are quoted (@quote), since a page
 * isolates their direction.
 */

static char *
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

/* Where the word is attached, where it would be better, and the words whose arcs become projective. */
static void
append_finding (GString *message, const TbkFinding *finding, const CheckWords *words,
                char *(*quote) (TbkPiece form))
{
  g_string_append (message, " depends on ");
  append_word (message, words, finding->head, quote);
  g_string_append (message, "; attach it to ");
  append_word (message, words, finding->new_head, quote);
  if (finding->n_fixes == 0) {
    g_string_append (message, ", which makes no arc projective as a whole");
    return;
  }
  g_string_append (message, finding->n_fixes > 1 ? " to make the arcs into " : " to make the arc into ");
  for (int m = 0; m < finding->n_fixes; m++)
    g_string_append_printf (message, "%s%d", m > 0 ? "," : "", finding->fixes[m]);
  g_string_append (message, " projective");
}

/* Texts that stand behind the word in the message of an incident, and the head after it in another one. */
static const struct {
  const char *before, *after;
} incident_words[TBK_N_CHECK_TESTS] = {
  [TBK_CHECK_PUNCT_IS_NONPROJ] = { "depends on", "across words that do not descend from it" },
  [TBK_CHECK_PUNCT_CAUSES_NONPROJ] = { "depends on", "and is under an arc that it makes non-projective" },
  [TBK_CHECK_LEAF_MARK_CASE] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_AUX_COP] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_DET] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_CLF] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_CC] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_FIXED] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_GOESWITH] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_LEAF_PUNCT] = { "depends on", "which should not have such a child" },
  [TBK_CHECK_RIGHT_TO_LEFT_CONJ] = { "precedes its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_FIXED] = { "precedes its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_FLAT] = { "precedes its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_GOESWITH] = { "precedes its head", NULL },
  [TBK_CHECK_RIGHT_TO_LEFT_APPOS] = { "precedes its head", NULL },
  [TBK_CHECK_TOO_MANY_SUBJECTS] = { "has more than one subject", NULL },
  [TBK_CHECK_TOO_MANY_OBJECTS] = { "has more than one obj", NULL },
  [TBK_CHECK_OBL_SHOULD_BE_NMOD] = { "depends on",
                                     "which is not a predicate: it should be nmod, or depend on another word" },
  [TBK_CHECK_ORPHAN_PARENT] = { "depends on", "which replaces no omitted word" },
  [TBK_CHECK_FIXED_GAP] = { "has other words between it and its last fixed child", NULL },
  [TBK_CHECK_GOESWITH_GAP] = { "has other words between it and its last goeswith child, or one before it",
                               NULL },
  [TBK_CHECK_0_IS_NOT_ROOT] = { "has HEAD 0, where only root is expected", NULL },
  [TBK_CHECK_ROOT_IS_NOT_0] = { "is not a child of 0: expected another relation, or HEAD 0", NULL },
};

/* Returns TRUE if the message of the incident names the head. */
static gboolean
names_head (TbkCheckTest test)
{
  return incident_words[test].after != NULL
         || (test >= TBK_CHECK_RIGHT_TO_LEFT_CONJ && test <= TBK_CHECK_RIGHT_TO_LEFT_APPOS);
}

/* Appends what UD's validator complains about, by the table above. */
static void
append_incident (GString *message, const Checked *checked, const CheckWords *words,
                 char *(*quote) (TbkPiece form))
{
  const int head = words->sentence->heads[checked->word];

  g_string_append_printf (message, " %s", incident_words[checked->test].before);
  if (!names_head (checked->test))
    return;
  g_string_append_c (message, ' ');
  append_word (message, words, head, quote);
  g_string_append (message, " (");
  append_value (message, words->words[head].deprel);
  g_string_append_c (message, ')');
  if (incident_words[checked->test].after != NULL)
    g_string_append_printf (message, ", %s", incident_words[checked->test].after);
}

/* Appends what is wrong with the head of a word, as in
 *
 *   word 4 'letter' (obj) has HEAD '9', but the last word is 6
 *   word 4 'letter' (obj) has HEAD 0, like 2 'read': 2 roots, expected one
 */
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
    while (sentence->heads[first] != 0 || first == checked->word)
      first++;
    g_string_append (message, " has HEAD 0, like ");
    append_word (message, words, first, quote);
    g_string_append_printf (message, ": %d roots, expected one", sentence->n_roots);
  }
}

/* Appends the message. @quote: returns a form as it can stand there, to be freed. What the reader has said
 * already stays as it is; else the word with its relation, and what is wrong with it. */
static void
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

/* Appends the message, and the sentence that it is about, unless the reader has named that already. */
static void
check_message_append_with_id (GString *message, const Checked *checked, const CheckWords *words,
                              const TbkEntry *entry)
{
  g_autofree char *id = NULL;

  check_message_append (message, checked, words, check_message_quote);
  if (entry->id == NULL || entry->id_length == 0
      || (checked->said != NULL && strstr (checked->said, "(sent_id '") != NULL))
    return;
  id = tbk_quote (entry->id, entry->id_length);
  g_string_append_printf (message, " (sent_id %s)", id);
}

/* "FILE:LINE: [TEST] MESSAGE", which editors jump to, with the end of the line. */
void
check_message_append_line (GString *line, const char *before, const Checked *checked, const CheckWords *words,
                           const TbkEntry *entry)
{
  g_autofree char *shown = tbk_escape (entry->file);
  const gint64 number = checked_line (checked, words);

  g_string_append (line, shown);
  if (number > 0)
    g_string_append_printf (line, ":%" G_GINT64_FORMAT, number);
  g_string_append_printf (line, ": %s[%s] ", before, tbk_check_test_name (checked->test));
  check_message_append_with_id (line, checked, words, entry);
  g_string_append_c (line, '\n');
}

/* Appends @text as it can be in a command; in one of its properties if @is_property. GitHub ends a command at
 * the end of its line, a property at a comma or colon; so these are written as % and two hexadecimal digits,
 * and % too. */
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

/* Appends a workflow command of GitHub Actions: ::warning file=FILE,line=LINE,title=TEST::MESSAGE. */
void
check_message_append_command (GString *line, const Checked *checked, const CheckWords *words,
                              const TbkEntry *entry)
{
  static const char *const commands[] = {
    [TBK_CHECK_NOTE] = "notice", [TBK_CHECK_WARNING] = "warning", [TBK_CHECK_ERROR] = "error"
  };
  g_autoptr (GString) message = g_string_new (NULL);
  const gint64 number = checked_line (checked, words);

  g_string_append_printf (line, "::%s file=", commands[tbk_check_test_level (checked->test)]);
  append_percent (line, entry->file, TRUE);
  if (number > 0)
    g_string_append_printf (line, ",line=%" G_GINT64_FORMAT, number);
  g_string_append_printf (line, ",title=%s::", tbk_check_test_name (checked->test));
  check_message_append_with_id (message, checked, words, entry);
  append_percent (line, message->str, FALSE);
  g_string_append_c (line, '\n');
}

/* 3. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree.
 *
 * What is wrong with lines is the problem that the reader found. Of heads the reader tells the first that
 * is wrong; here all are named, in the order of UD's validator: heads that are no numbers, and numbers of
 * no word; else the first word that is its own head; else several roots, and a cycle.
 */

/* A list keeps its memory from sentence to sentence; `said` of its elements is its own. */
static gboolean
checked_list_add (CheckedList *list, const Checked *checked, GError **error)
{
  if (!try_reserve (&list->all, &list->n_allocated, list->n + 1, sizeof (Checked)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " findings", list->n);
  list->all[list->n++] = *checked;
  return TRUE;
}

/* Empties it; its memory is kept. */
void
checked_list_empty (CheckedList *list)
{
  for (gsize c = 0; c < list->n; c++)
    g_free (list->all[c].said);
  list->n = 0;
}

static void
checked_list_clear (CheckedList *list)
{
  checked_list_empty (list);
  g_free (list->all);
}

/* Returns TRUE if it holds something of form. */
static gboolean
checked_list_has_form (const CheckedList *list)
{
  for (gsize c = 0; c < list->n; c++)
    if (checked_is_of_form (&list->all[c]))
      return TRUE;
  return FALSE;
}

/* Reads a message of the reader, "FILE:LINE:COLUMN: [TEST] TEXT", of which any part but the text may be
 * missing. Names of tests that are none of a form stay in the text. A column is told in words, since a row
 * has no cell for it: "a.conllu:7:3: no tab" becomes line 7 and "column 3: no tab". */
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

/* Returns the test that the HEAD of @word fails: no word and not 0, or the word itself. TBK_N_CHECK_TESTS if
 * none. */
static TbkCheckTest
test_head (const TbkConlluSentence *sentence, int word)
{
  /* The reader has left -1 where it could not use HEAD, so the column itself is looked at. */
  return sentence->heads[word] >= 0
             ? TBK_N_CHECK_TESTS
             : check_test_of_head (tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_HEAD), word);
}

/* Returns TRUE if an empty node has the ID that is the HEAD of @word. */
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

/* Adds the heads that are no words: all of them, or the first that is its own. @is_twice: as UD's
 * validator, which says of most of those that are no numbers that there is no such word as well. */
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

/* Returns the word on a line; 0 if there is none. */
static int
word_on_line (const CheckWords *words, gint64 line)
{
  for (int word = 1; word <= words->sentence->n; word++)
    if (words->lines[word] == line)
      return word;
  return 0;
}

/* Adds that there are several roots, by the second of them. */
static gboolean
add_roots (const CheckWords *words, CheckedList *list, GError **error)
{
  const TbkConlluSentence *sentence = words->sentence;
  int n_roots = 0, word = 0;

  /* The caller knows that there are two at least. */
  while (n_roots < 2)
    n_roots += sentence->heads[++word] == 0;
  return checked_list_add (list, &(Checked){ .test = TBK_CHECK_MULTIPLE_ROOTS, .word = word, .node = word },
                           error);
}

/* Adds what is wrong on a line, at a word unless that is 0. Takes @said. */
static gboolean
add_said (CheckedList *list, TbkCheckTest test, int word, gint64 line, char *said, GError **error)
{
  const Checked checked = { .test = test, .word = word, .node = word, .line = line, .said = said };

  if (checked_list_add (list, &checked, error))
    return TRUE;
  g_free (said);
  return FALSE;
}

/* Adds the empty fields of a line of words. */
static gboolean
add_empty_fields (const char *at, const char *end, gint64 line, CheckedList *list, GError **error)
{
  int column = 1;

  for (const char *start = at, *tab; start <= end; start = tab + 1, column++) {
    tab = memchr (start, '\t', (gsize) (end - start));
    tab = tab != NULL ? tab : end;
    if (tab == start
        && !add_said (list, TBK_CHECK_EMPTY_COLUMN, 0, line,
                      g_strdup_printf ("column %d is empty, expected at least '_'", column), error))
      return FALSE;
  }
  return TRUE;
}

/* Adds what is wrong with the lines of a sentence, as UD's validator, for which a sentence goes to the next empty line:
 * empty lines before it, empty fields, comments without words, and no empty line after it. */
static gboolean
add_lines (const TbkEntry *entry, gboolean has_words, CheckedList *list, GError **error)
{
  const char *end = entry->text + entry->length;
  gint64 line = entry->line;
  gboolean has_begun = FALSE, is_empty = FALSE;

  for (const char *at = entry->text, *next; at < end; at = next, line++) {
    const char *newline = memchr (at, '\n', (gsize) (end - at));

    next = newline != NULL ? newline + 1 : end;
    is_empty = newline == at || (newline == at + 1 && *at == '\r');
    if (is_empty && !has_begun
        && !add_said (list, TBK_CHECK_EXTRA_EMPTY_LINE, 0, line,
                      g_strdup ("empty line, expected none before a sentence"), error))
      return FALSE;
    if (!is_empty && !has_begun && !has_words
        && !add_said (list, TBK_CHECK_EMPTY_SENTENCE, 0, line, g_strdup ("comments without words after them"),
                      error))
      return FALSE;
    if (!is_empty && *at != '#'
        && !add_empty_fields (at, newline == NULL ? end : newline - (newline[-1] == '\r'), line, list, error))
      return FALSE;
    has_begun |= !is_empty;
  }
  return !has_begun || is_empty
         || add_said (list, TBK_CHECK_MISSING_EMPTY_LINE, 0, line - 1,
                      g_strdup ("no empty line after the last sentence"), error);
}

/* Takes the decimal off the beginning of @piece; -1 if there is none without zeros before it. */
static int
take_number (TbkPiece *piece)
{
  const char *start = piece->bytes;
  int number = 0;

  for (; piece->size > 0 && g_ascii_isdigit (*piece->bytes); piece->bytes++, piece->size--)
    number = number < G_MAXINT / 10 ? 10 * number + (*piece->bytes - '0') : G_MAXINT;
  return piece->bytes == start || (*start == '0' && piece->bytes > start + 1) ? -1 : number;
}

/* Returns TRUE if an ID is 0, or that of a word or of an empty node: 3.2 is one if at least two empty nodes
 * follow word 3, since their numbers go from 1 without gaps. */
static gboolean
is_node (const CheckWords *words, TbkPiece id)
{
  const int word = take_number (&id);
  int number;

  if (word < 0 || word > words->sentence->n || id.size == 0)
    return id.size == 0 && word >= 0 && word <= words->sentence->n;
  if (*id.bytes != '.')
    return FALSE;
  id.bytes++;
  id.size--;
  number = take_number (&id);
  return number > 0 && number <= words->n_empty_nodes[word] && id.size == 0;
}

/* Counts the empty nodes after each word: their numbers go from 1. */
static void
count_empty_nodes (CheckWords *words)
{
  const char *position = NULL;
  TbkConlluLine line;

  memset (words->n_empty_nodes, 0, ((gsize) words->sentence->n + 1) * sizeof (int));
  while (tbk_conllu_sentence_next_line (words->sentence, &position, &line))
    if (line.kind == TBK_LINE_EMPTY_NODE)
      words->n_empty_nodes[line.first]++;
}

/* Adds the arcs of a DEPS whose heads are no nodes. A DEPS like 2:nsubj|5.1:conj has heads before the first
 * colon of each part. @word: 0 for an empty node; @line: of the file */
static gboolean
add_arcs (const CheckWords *words, TbkPiece deps, int word, gint64 line, CheckedList *list, GError **error)
{
  for (TbkPiece head; take_part (&deps, &head);) {
    const char *colon = memchr (head.bytes, ':', head.size);
    if (colon != NULL)
      head.size = (gsize) (colon - head.bytes);
    if (is_node (words, head))
      continue;
    g_autofree char *quoted = tbk_quote (head.bytes, head.size);
    if (!add_said (list, TBK_CHECK_UNKNOWN_DEPS_HEAD, word, line,
                   g_strdup_printf ("DEPS has the head %s, expected 0, a word or an empty node", quoted),
                   error))
      return FALSE;
  }
  return TRUE;
}

static inline gboolean
has_deps (const TbkConlluLine *line)
{
  const TbkPiece deps = line->fields[TBK_COLUMN_DEPS];

  return line->kind != TBK_LINE_RANGE && deps.size > 0 && !(deps.size == 1 && *deps.bytes == '_');
}

/* Adds what is wrong with DEPS. */
static gboolean
add_deps (CheckWords *words, const TbkConlluSentence *sentence, CheckedList *list, GError **error)
{
  const char *position = NULL, *at = sentence->text;
  gint64 number = sentence->line;
  gboolean is_counted = FALSE;
  TbkConlluLine line;

  if (!tbk_conllu_sentence_may_have_deps (sentence))
    return TRUE;
  /* Lines are counted from the one before that had a DEPS: so the sentence is gone through once. */
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    if (!has_deps (&line))
      continue;
    if (!is_counted)
      count_empty_nodes (words);
    is_counted = TRUE;
    number += count_newlines (at, line.text.bytes);
    at = line.text.bytes;
    if (!add_arcs (words, line.fields[TBK_COLUMN_DEPS], line.kind == TBK_LINE_WORD ? line.first : 0, number,
                   list, error))
      return FALSE;
  }
  return TRUE;
}

/* Adds what is wrong with the form of @entry, of which the words are read if it has some; sets *@is_tree to
 * whether its heads are a tree all the same. Sorts out what the reader found. Of heads that are no words all
 * are named, in place of the problem, which names the first. Of a cycle the problem itself is kept. Several
 * roots are found here, since the reader takes them. */
static gboolean
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

/* 4. check_page: a page of HTML with what was found in sentences, and their drawings.
 *
 * A part for each sentence, with the names of its tests for the script that hides parts; the drawing, or the
 * lines around the first fault where there is no tree to draw; and a list of what was found.
 */

static const TbkDrawOptions drawing = { .format = TBK_DRAW_HTML, .width = TBK_DRAW_PAGE_WIDTH };

void
check_page_init (CheckPage *page)
{
  page->drawer = tbk_drawer_new (&drawing);
  page->title = g_string_new (NULL);
  page->list = g_string_new (NULL);
  page->kinds = g_string_new (NULL);
}

void
check_page_clear (CheckPage *page)
{
  tbk_drawer_free (page->drawer);
  drawn_clear (&page->drawn);
  if (page->title != NULL)
    g_string_free (page->title, TRUE);
  if (page->list != NULL)
    g_string_free (page->list, TRUE);
  if (page->kinds != NULL)
    g_string_free (page->kinds, TRUE);
}

/* A form between characters that no message has, since control characters are escaped in it: they become the
 * tags of an element, which sets the form apart, also where it is a quotation mark. */
enum { BEGIN_FORM = '\1', END_FORM = '\2' };

static char *
quote_for_page (TbkPiece form)
{
  g_autofree char *quoted = check_message_quote (form);

  return g_strdup_printf ("%c%.*s%c", BEGIN_FORM, (int) strlen (quoted) - 2, quoted + 1, END_FORM);
}

/* Appends @message, in which forms are between these characters. */
static void
append_message (GString *list, const char *message)
{
  for (const char *at = message; *at != '\0';) {
    const gsize length = strcspn (at, "\1\2");
    g_autofree char *escaped = g_markup_escape_text (at, (gssize) length);

    g_string_append (list, escaped);
    at += length;
    if (*at != '\0')
      g_string_append (list, *at++ == BEGIN_FORM ? "<bdi class=\"form\">" : "</bdi>");
  }
}

void
check_page_begin_part (CheckPage *page)
{
  g_string_truncate (page->kinds, 0);
  g_string_truncate (page->list, 0);
  page->n_found = 0;
}

/* Appends the list, folded where it is long. */
static void
append_list (const CheckPage *page, TbkText *text)
{
  enum { MOST_OPEN = 5 };

  if (page->n_found > MOST_OPEN)
    tbk_text_printf (text, "<details>\n<summary>%d found</summary>\n", page->n_found);
  tbk_text_printf (text, "<ul>\n");
  tbk_text_add (text, page->list->str, page->list->len);
  tbk_text_printf (text, page->n_found > MOST_OPEN ? "</ul>\n</details>\n" : "</ul>\n");
}

/* Appends the finding as a row with CHECK_PAGE_COLUMNS. */
static void
append_verdict (GString *list, const Checked *checked, const CheckWords *words, const TbkEntry *entry)
{
  g_autoptr (GString) row = g_string_new (entry->file);
  g_autofree char *valid = NULL, *escaped = NULL;

  g_string_append_printf (row, "\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t",
                          checked_line (checked, words), entry->index);
  if (entry->id != NULL)
    g_string_append_len (row, entry->id, (gssize) entry->id_length);
  g_string_append_printf (row, "\t%s\t", tbk_check_test_name (checked->test));
  if (checked->node > 0)
    g_string_append_printf (row, "%d", checked->node);
  g_string_append_c (row, '\t');
  if (checked->finding != NULL)
    g_string_append_printf (row, "%d\t%d", checked->finding->head, checked->finding->new_head);
  valid = g_utf8_make_valid (row->str, (gssize) row->len);
  escaped = g_markup_escape_text (valid, -1);
  g_string_append_printf (list, " data-finding=\"%s\"", escaped);
}

void
check_page_add_found (CheckPage *page, const char *before, const Checked *checked, const CheckWords *words,
                      const TbkEntry *entry)
{
  g_autoptr (GString) message = g_string_new (NULL);

  g_string_append_printf (page->kinds, "%s" FIGURE_KIND_END, tbk_check_test_name (checked->test));
  page->n_found++;
  check_message_append (message, checked, words, quote_for_page);
  g_string_append (page->list, "<li");
  if (entry != NULL)
    append_verdict (page->list, checked, words, entry);
  g_string_append_printf (page->list, ">%s<strong>%s</strong>", before, tbk_check_test_name (checked->test));
  if (checked_line (checked, words) > 0)
    g_string_append_printf (page->list, ", line %" G_GINT64_FORMAT, checked_line (checked, words));
  g_string_append (page->list, ": ");
  append_message (page->list, message->str);
  g_string_append (page->list, "</li>\n");
}

void
check_page_add (CheckPage *page, const char *test, const char *item)
{
  g_string_append_printf (page->kinds, "%s" FIGURE_KIND_END, test);
  page->n_found++;
  g_string_append_printf (page->list, "<li>%s</li>\n", item);
}

/* Makes the title of a sentence. What ends a file badly has no sentence: the file is the title. */
static TbkPiece
make_title (CheckPage *page, const TbkEntry *entry)
{
  g_string_truncate (page->title, 0);
  if (entry->sentence == NULL) {
    g_string_append (page->title, drawn_file (entry->file));
    return (TbkPiece){ page->title->str, page->title->len };
  }
  if (entry->id != NULL)
    g_string_append_printf (page->title, "%.*s, ", (int) MIN (entry->id_length, G_MAXINT16), entry->id);
  g_string_append_printf (page->title, "sentence %" G_GINT64_FORMAT " of %s", entry->index,
                          drawn_file (entry->file));
  return (TbkPiece){ page->title->str, page->title->len };
}

/* The numbers of the lines in which something was found. */
static GHashTable *
list_marked (const Checked *checked, int n, const CheckWords *words)
{
  GHashTable *marked = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (int c = 0; c < n; c++)
    g_hash_table_add (marked, GSIZE_TO_POINTER ((gsize) checked_line (&checked[c], words)));
  return marked;
}

/* A line of the file; bytes that are no UTF-8 are replaced, and long lines are cut. */
static void
append_line (TbkPiece line, gint64 number, gboolean marked, TbkText *text)
{
  enum { MOST_BYTES = 500 };
  g_autofree char *valid = g_utf8_make_valid (line.bytes, (gssize) MIN (line.size, MOST_BYTES));
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  tbk_text_printf (text, "%s%" G_GINT64_FORMAT ": %s%s%s\n", marked ? "<mark>" : "", number, escaped,
                   line.size > MOST_BYTES ? "…" : "", marked ? "</mark>" : "");
}

/* Appends the lines of a sentence that is not drawn: those around the first that is wrong, and further
 * wrong ones. */
static void
append_lines (const TbkEntry *entry, const Checked *checked, int n, const CheckWords *words, TbkText *text)
{
  enum { AROUND = 10, MOST = 100 };
  g_autoptr (GHashTable) all_marked = list_marked (checked, n, words);
  const char *at = entry->text, *end = entry->text + entry->length;
  const gint64 first = checked_line (&checked[0], words);
  int n_shown = 0;

  tbk_text_printf (text, "<pre>\n");
  for (gint64 number = entry->line; at < end && n_shown < MOST; number++) {
    const char *newline = memchr (at, '\n', (gsize) (end - at)), *stop = newline != NULL ? newline : end;
    const gboolean is_near = number >= first - AROUND && number <= first + AROUND;
    const gboolean marked = g_hash_table_contains (all_marked, GSIZE_TO_POINTER ((gsize) number));

    if (stop > at && (is_near || marked)) {
      append_line ((TbkPiece){ at, (gsize) (stop - at) }, number, marked, text);
      n_shown++;
    }
    at = stop + 1;
  }
  tbk_text_printf (text, "</pre>\n");
}

/* Appends a part. A sentence that is no tree has no drawing; its lines are shown instead. An entry that ends
 * a file badly may have no lines either. */
gboolean
check_page_append (CheckPage *page, const CheckPagePart *part, TbkText *text, GError **error)
{
  const TbkPiece title = make_title (page, part->entry);
  g_autoptr (TbkText) list = tbk_text_new ();
  g_autofree char *below = NULL;
  TbkDrawnSentence sentence;

  append_list (page, list);
  if ((below = tbk_text_dup (list, error)) == NULL)
    return FALSE;
  if (!part->is_tree) {
    figure_begin (text, title, page->kinds->str);
    if (part->entry->length > 0 && part->n > 0)
      append_lines (part->entry, part->checked, part->n, part->words, text);
    tbk_text_printf (text, "%s</figure>\n", below);
    return TRUE;
  }
  if (!drawn_set (&page->drawn, part->entry->sentence, &sentence, error))
    return FALSE;
  sentence.title = title;
  sentence.projective = part->heads;
  sentence.below = signs_piece (below);
  sentence.kinds = page->kinds->str;
  return (part->against == NULL
          || drawn_set_against (&page->drawn, part->against, part->against_name, &sentence, error))
         && tbk_draw_sentence (page->drawer, &sentence, text, error);
}

/* Adds a table of the tests that were met, whose rows choose sentences; or that there is nothing. */
static void
add_tests (Page *page, const TbkChecksOptions *options, const TbkTally *total)
{
  const char *what = options->incidents ? "incident" : "finding";
  const char *const columns[] = { "test", "level", options->incidents ? "incidents" : "findings", "sentences",
                                  NULL };
  const gint64 n_all = tbk_checks_figures (total)[TBK_CHECKS_SENTENCES];
  g_autofree char *caption = NULL;
  gint64 n_found_all = 0;

  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    n_found_all += tbk_checks_found (total, test, NULL);
  if (n_found_all == 0) {
    page_note (page, "No %ss in %" G_GINT64_FORMAT " sentence%s.", what, n_all, n_all == 1 ? "" : "s");
    return;
  }
  caption = g_strdup_printf ("%" G_GINT64_FORMAT " %s%s in %" G_GINT64_FORMAT " sentence%s", n_found_all,
                             what, n_found_all == 1 ? "" : "s", n_all, n_all == 1 ? "" : "s");
  page_markup (page, "<section class=\"kinds\" data-columns=\"" CHECK_PAGE_COLUMNS "\">\n");
  page_begin_table (page, caption, columns, 2);
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = check_test_by_suspicion (t);
    gint64 n_sentences, n_found = tbk_checks_found (total, test, &n_sentences);

    if (n_found == 0)
      continue;
    page_cell (page, "%s", tbk_check_test_name (test));
    page_cell (page, "%s", tbk_check_level_name (tbk_check_test_level (test)));
    page_cell (page, "%" G_GINT64_FORMAT, n_found);
    page_cell (page, "%" G_GINT64_FORMAT, n_sentences);
  }
  page_end_table (page);
  page_markup (page, "</section>\n");
}

/* Writes a page: what was found in all, by test, to choose from; and the parts, the most suspicious tests
 * first. Parts go to the output one after the other. */
static gboolean
check_page_write (const TbkChecksOptions *options, const TbkTally *total, const KeptRecords *kept,
                  GError **error)
{
  const gint64 n_not_drawn = kept_records_left_out (kept, TBK_N_CHECK_TESTS);
  g_autoptr (Page) page = drawer_new_page (
      options->title,
      options->incidents
          ? "What UD's validator of " TBK_CHECK_VALIDATOR_DATE " reports about the shape of trees."
          : "Error: almost always an annotation mistake. Warning: usually one. Note: usually not; read "
            "these last.");
  g_autoptr (PageParts) parts = page_parts_new ();

  add_tests (page, options, total);
  if (n_not_drawn > 0)
    page_note (page,
               "%" G_GINT64_FORMAT
               " more sentences are not drawn: %sonly the first %d are. Choose with --test, or "
               "list them with --format=text.",
               n_not_drawn, options->by_suspicion ? "of each test " : "", TBK_CHECKS_MAX_DRAWN);
  if (!page_write_begin (page, options->output, error))
    return FALSE;
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkText *of_test = kept[check_test_by_suspicion (t)].text;

    if (of_test != NULL && !page_parts_write (parts, of_test, options->output, error))
      return FALSE;
  }
  return page_parts_settle (parts, TRUE, options->output, error) && drawer_end_page (options->output, error);
}

/* 5. checks: the job that checks treebanks.
 *
 * What is written at once is appended as it is. What is kept to the end goes there as records: a line with
 * the number of the test and the number of the bytes that follow. The writer, which gets all batches in
 * order, sorts them into a text for each test. At the end these are written one after the other, the most
 * suspicious test first.
 *
 * A sentence goes through the worker like this:
 *
 *   check_sentence()   its form; then, if it is a tree that is asked for, findings or incidents, into `found`
 *   baseline_remove()  what is known of these
 *   count()            into the figures of the worker, which flush() adds to a tally
 *   append_found()     what is written of it: rows, lines, or a section of the page
 */

struct TbkChecks {
  const TbkChecksOptions *options;
  KeptRecords kept[TBK_N_CHECK_TESTS];
};

static gboolean
is_kept (const TbkChecksOptions *options)
{
  return options->form == TBK_CHECKS_PAGE || options->by_suspicion;
}

#define WORD                                                                                                  \
  { "file", "as it is called on the command line" }, { "line", "the line of the word in its file" },          \
      { "sentence", "its number in the file, from 1" }, { "sent_id", "the ID in its comment" },               \
  {                                                                                                           \
    "test",                                                                                                   \
        "the kind of finding: punct-is-nonproj, punctuation across other words; punct-causes-nonproj, "       \
        "punctuation under an arc that it makes non-projective; function-head-nonproj, a word on a function " \
        "word; cc-nonproj, a conjunction right of its head; is-nonproj, causes-nonproj: any other word; "     \
        "inconsistent-tree, a sentence with the words of an earlier one and another tree"                     \
  }
#define NODE                                                                                                 \
  {                                                                                                          \
    "id", "the number of the word in the sentence"                                                           \
  }

static const TbkTableColumn finding_columns[] = {
  WORD,
  { "level", "error, warning or note" },
  NODE,
  { "form", "the word" },
  { "upos", "its part of speech" },
  { "deprel", "its relation" },
  { "head", "the head of the word; if the sentence is not a tree, the text in HEAD" },
  { "head_form", "that word" },
  { "new_head", "the proposed head; if the sentence is not a tree, the one that tbk repair gives the word" },
  { "new_head_form", "that word" },
  { "alternatives",
    "up to two other heads that leave as few non-projective arcs as new_head, with commas between them" },
  { "fixes", "dependents of the arcs that become projective" },
  { "left", "non-projective arcs that remain in the sentence" },
  { "at_least", "the minimum number of words that a repair of the sentence changes" },
};
static const TbkTableColumn incident_columns[] = { WORD, NODE };

const TbkTableColumns *
tbk_checks_columns (gboolean incidents)
{
  static const TbkTableColumns findings = { "", NULL, finding_columns, G_N_ELEMENTS (finding_columns) };
  static const TbkTableColumns of_incidents = { "--rules=ud", NULL, incident_columns,
                                                G_N_ELEMENTS (incident_columns) };

  return incidents ? &of_incidents : &findings;
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
  kept_records_clear (checks->kept, TBK_N_CHECK_TESTS);
  g_free (checks);
}

ChecksWorker *
checks_worker_new (const TbkChecksOptions *options)
{
  ChecksWorker *worker = g_new0 (ChecksWorker, 1);

  worker->options = options;
  worker->checker = tbk_checker_new (&options->projectivize);
  tbk_checker_set_tests (worker->checker, options->tests);
  worker->rows = options->rows == NULL ? NULL : table_new_rows (options->rows);
  if (options->form == TBK_CHECKS_PAGE)
    check_page_init (&worker->page);
  worker->facts = options->words == NULL ? NULL : tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  worker->met = options->baseline != NULL ? g_hash_table_new (NULL, NULL) : NULL;
  worker->record = tbk_text_new ();
  worker->line = g_string_new (NULL);
  return worker;
}

void
checks_worker_free (ChecksWorker *worker)
{
  if (worker == NULL)
    return;
  tbk_checker_free (worker->checker);
  tbk_facts_free (worker->facts);
  g_free (worker->counts);
  room_clear (&worker->words.room);
  checked_list_clear (&worker->found);
  tbk_repairer_free (worker->repairer);
  g_free (worker->repaired);
  g_clear_pointer (&worker->met, g_hash_table_unref);
  tbk_table_free (worker->rows);
  check_page_clear (&worker->page);
  tbk_text_free (worker->record);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gpointer
worker_new (gpointer checks)
{
  return checks_worker_new (((TbkChecks *) checks)->options);
}

static void
worker_free (gpointer worker)
{
  checks_worker_free (worker);
}

/* Tests look at relations. */
static gboolean
check_file (gpointer checks, gconstpointer reader, GError **error)
{
  (void) checks;
  if (tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: found the columns %s, expected DEPREL among them",
               tbk_input_name (tbk_conllu_reader_input (reader)), tbk_conllu_reader_columns (reader));
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

/* Returns TRUE if an entry is a sentence: not what ends a file, nor lines between sentences. */
static gboolean
is_sentence (const TbkEntry *entry)
{
  return entry->sentence != NULL && !entry->is_blank;
}

/* Counts findings by test, and a sentence once for each test that it meets: `met` is a set of tests. Lines
 * between sentences count as no sentence. */
static void
count (ChecksWorker *worker)
{
  const gint64 n_entries = is_sentence (worker->entry);
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
}

void
checks_put_field (TbkTable *table, GString *line, TbkPiece field)
{
  if (field.bytes == NULL) {
    tbk_table_nothing (table);
    return;
  }
  g_string_truncate (line, 0);
  g_string_append_len (line, field.bytes, (gssize) field.size);
  tbk_table_string (table, line->str);
}

static void
put_list (ChecksWorker *worker, const int *numbers, int n)
{
  g_string_truncate (worker->line, 0);
  for (int i = 0; i < n; i++)
    g_string_append_printf (worker->line, "%s%d", i > 0 ? "," : "", numbers[i]);
  tbk_table_string (worker->rows, worker->line->str);
}

/* Returns TRUE if repair gives the word another head. */
static gboolean
is_reattached (const ChecksWorker *worker, const Checked *checked)
{
  return worker->has_repaired && checked->word > 0 && checked->test >= TBK_CHECK_INVALID_HEAD
         && checked->test <= TBK_CHECK_NON_TREE
         && worker->repaired[checked->word]
                != ((const TbkConlluSentence *) worker->entry->sentence)->heads[checked->word];
}

/* The cells behind the node of what is of form. */
static void
put_form (ChecksWorker *worker, const Checked *checked)
{
  enum { N_OF_FINDING = 4, MOST_DIGITS = 9 };
  const TbkCheckWord none = { .form = { NULL, 0 } };
  const TbkCheckWord *word = checked->word > 0 ? &worker->words.words[checked->word] : &none;
  const TbkPiece head =
      checked->word > 0 ? tbk_conllu_sentence_field (worker->entry->sentence, checked->word, TBK_COLUMN_HEAD)
                        : none.form;

  checks_put_field (worker->rows, worker->line, word->form);
  checks_put_field (worker->rows, worker->line, word->upos);
  checks_put_field (worker->rows, worker->line, word->deprel);
  if (checked->word > 0 && checked->test != TBK_CHECK_INVALID_HEAD && head.size <= MOST_DIGITS)
    tbk_table_integer (worker->rows, g_ascii_strtoll (head.bytes, NULL, 10));
  else
    checks_put_field (worker->rows, worker->line, head); /* as it is written */
  tbk_table_nothing (worker->rows);
  if (is_reattached (worker, checked)) {
    tbk_table_integer (worker->rows, worker->repaired[checked->word]);
    checks_put_field (worker->rows, worker->line, worker->words.words[worker->repaired[checked->word]].form);
  } else {
    tbk_table_nothing (worker->rows);
    tbk_table_nothing (worker->rows);
  }
  for (int c = 0; c < N_OF_FINDING; c++)
    tbk_table_nothing (worker->rows);
}

/* The cells behind the node of a finding. @lost_arcs is negative where it is not known. */
static void
put_finding (ChecksWorker *worker, const TbkFinding *finding, int lost_arcs)
{
  TbkTable *rows = worker->rows;
  const TbkCheckWord *words = worker->words.words;

  checks_put_field (worker->rows, worker->line, words[finding->word].form);
  checks_put_field (worker->rows, worker->line, words[finding->word].upos);
  checks_put_field (worker->rows, worker->line, words[finding->word].deprel);
  tbk_table_integer (rows, finding->head);
  checks_put_field (worker->rows, worker->line, words[finding->head].form);
  tbk_table_integer (rows, finding->new_head);
  checks_put_field (worker->rows, worker->line, words[finding->new_head].form);
  put_list (worker, finding->alternatives, finding->n_alternatives);
  put_list (worker, finding->fixes, finding->n_fixes);
  tbk_table_integer (rows, finding->left);
  table_integer_from (rows, 0, lost_arcs);
}

/* A row of the table: place, test, node, and what belongs to the kind of what was found. */
static void
append_row (ChecksWorker *worker, const TbkEntry *entry, const Checked *checked, int lost_arcs, TbkText *text)
{
  TbkTable *rows = worker->rows;
  g_autofree char *id = entry->id == NULL ? g_strdup ("") : g_strndup (entry->id, entry->id_length);

  tbk_table_string (rows, entry->file);
  table_integer_from (rows, 1, checked_line (checked, &worker->words));
  table_integer_from (rows, 1, entry->index);
  tbk_table_string (rows, id);
  tbk_table_string (rows, tbk_check_test_name (checked->test));
  if (!worker->options->incidents)
    tbk_table_string (rows, tbk_check_level_name (tbk_check_test_level (checked->test)));
  table_integer_from (rows, 1, checked->node);
  if (checked->finding != NULL)
    put_finding (worker, checked->finding, lost_arcs);
  else if (!worker->options->incidents)
    put_form (worker, checked);
  table_take_row (rows, text);
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
    check_message_append_line (worker->line, "", checked, &worker->words, entry);
  else
    check_message_append_command (worker->line, checked, &worker->words, entry);
  tbk_text_add (text, worker->line->str, worker->line->len);
}

/* Appends a sentence to the page. It is there once, where the most suspicious of its tests is; the script
 * finds it by its other tests too. */
static gboolean
append_to_page (ChecksWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const gboolean has_heads = worker->heads != NULL && !worker->options->incidents;
  int first = TBK_N_CHECK_TESTS;
  TbkCheckTest worst = 0;

  for (gsize f = 0; f < worker->found.n; f++)
    for (int t = 0; t < first; t++)
      if (check_test_by_suspicion (t) == worker->found.all[f].test) {
        worst = worker->found.all[f].test;
        first = t;
      }
  tbk_text_clear (worker->record);
  check_page_begin_part (&worker->page);
  for (gsize f = 0; f < worker->found.n; f++)
    check_page_add_found (&worker->page, "", &worker->found.all[f], &worker->words, entry);
  return check_page_append (&worker->page,
                            &(CheckPagePart){ .entry = entry,
                                              .checked = worker->found.all,
                                              .n = (int) worker->found.n,
                                              .words = &worker->words,
                                              .is_tree = worker->is_tree,
                                              .heads = has_heads ? worker->heads : NULL },
                            worker->record, error)
         /* Without sorting all are records of one test, and so in the order of the files. */
         && kept_records_append (worker->options->by_suspicion ? (int) worst : 0, worker->record, text,
                                 error);
}

/* Appends all that was found in a sentence: as records if they wait for the end, else as they are. */
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
    if (!kept_records_append ((int) checked->test, worker->record, text, error))
      return FALSE;
  }
  return TRUE;
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
  if (!g_error_matches (problem, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, g_steal_pointer (&problem));
    return FALSE;
  }
  tangled.said = g_strdup (problem->message);
  return checked_list_add (&worker->found, &tangled, error);
}

/* Returns the word of several roots, or of a cycle that has @word, whose head repair changes; @word if there
 * is none. */
static int
find_reattached (const ChecksWorker *worker, const TbkConlluSentence *sentence, TbkCheckTest test, int word)
{
  const int *heads = sentence->heads;
  int w = word;

  if (test == TBK_CHECK_NON_TREE) {
    for (int step = 0; step < sentence->n && w > 0; step++, w = heads[w])
      if (worker->repaired[w] != heads[w])
        return w;
    return word;
  }
  for (w = 1; w <= sentence->n; w++)
    if (heads[w] == 0 && worker->repaired[w] != 0)
      return w;
  return word;
}

/* Finds the nearest tree of heads that are none. Of what concerns several words, a row is about the one to attach to
 * another word. Where there is no repair, nothing is proposed. */
static gboolean
find_repair (ChecksWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const TbkRepairOptions options = { .root = worker->options->projectivize.root == TBK_ROOT_ANY
                                                 ? TBK_ROOT_ANY
                                                 : TBK_ROOT_SINGLE };
  int n_heads = 0;

  for (int word = 1; word <= sentence->n; word++)
    n_heads += sentence->heads[word] >= 0;
  if (n_heads == 0)
    return TRUE;
  if (!try_reserve (&worker->repaired, &worker->n_repaired_allocated, (gsize) sentence->n + 1, sizeof (int)))
    return memory_fail (error, "the repair of %d words", sentence->n);
  if (worker->repairer == NULL)
    worker->repairer = tbk_repairer_new (&options);
  worker->has_repaired = tbk_repair (worker->repairer, sentence->heads, worker->words.words, sentence->n,
                                     worker->repaired, NULL, NULL);
  for (gsize f = 0; f < worker->found.n && worker->has_repaired; f++) {
    Checked *checked = &worker->found.all[f];

    if (checked->word == 0
        || (checked->test != TBK_CHECK_MULTIPLE_ROOTS && checked->test != TBK_CHECK_NON_TREE))
      continue;
    checked->word = checked->node = find_reattached (worker, sentence, checked->test, checked->word);
    checked->line = checked->test == TBK_CHECK_NON_TREE ? 0 : checked->line;
  }
  return TRUE;
}

/* Returns TRUE if the heads of a sentence have a fault that repair takes away. */
static gboolean
has_bad_heads (const CheckedList *found)
{
  for (gsize f = 0; f < found->n; f++)
    if (found->all[f].test >= TBK_CHECK_INVALID_HEAD && found->all[f].test <= TBK_CHECK_NON_TREE)
      return TRUE;
  return FALSE;
}

/* Adds the note of a sentence whose words were there before with another tree. It is about the sentence, not
 * about a word. */
static gboolean
add_repeated (ChecksWorker *worker, const TbkEntry *entry, GError **error)
{
  const char *first =
      worker->options->repeats == NULL ? NULL : tbk_repeats_find (worker->options->repeats, entry);

  return first == NULL || !tbk_check_test_is_in (TBK_CHECK_INCONSISTENT_TREE, worker->options->tests)
         || add_said (&worker->found, TBK_CHECK_INCONSISTENT_TREE, 0, entry->line,
                      g_strdup_printf ("the same words as in %s, and another tree", first), error);
}

/* Checks one sentence, in this order:
 *
 *   add_lines()           only as UD's validator: empty lines and fields
 *   add_deps()            heads of enhanced arcs
 *   check_form_find()     what the reader said, and bad heads
 *   find_repair()         heads to propose for bad ones
 *   find_in_tree()        findings, or incidents, of a tree
 *   add_repeated()        the same words with another tree
 *
 * Findings are of trees that are not projective only; incidents of all. Words are read only where something
 * may be said of them.
 */
static gboolean
check_sentence (ChecksWorker *worker, const TbkEntry *entry, TbkFindings *findings, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const gboolean has_words = sentence != NULL && sentence->has_words;
  const gboolean is_asked = has_words && (worker->options->incidents || !sentence->is_projective);

  if (worker->options->incidents && entry->problem == NULL && sentence != NULL
      && !add_lines (entry, has_words, &worker->found, error))
    return FALSE;
  if (has_words && !check_words_set (&worker->words, sentence, error))
    return FALSE;
  if (has_words && !add_deps (&worker->words, sentence, &worker->found, error))
    return FALSE;
  if (has_words && (is_asked || entry->problem != NULL || sentence->n_roots > 1 || worker->found.n > 0)) {
    check_words_read (&worker->words);
    check_words_count_lines (&worker->words);
  }
  worker->has_repaired = FALSE;
  return check_form_find (entry, worker->options, &worker->words, &worker->found, &worker->is_tree, error)
         && (!has_words || worker->options->incidents || !has_bad_heads (&worker->found)
             || find_repair (worker, sentence, error))
         && (!worker->is_tree || !is_asked || find_in_tree (worker, sentence, findings, error))
         && (!worker->is_tree || add_repeated (worker, entry, error));
}

/* Removes findings at words that do not count. What is wrong with form stays, and everything where there is no tree. */
static gboolean
keep_counted (ChecksWorker *worker, const TbkEntry *entry, GError **error)
{
  TbkQuery *words = worker->options->words;
  CheckedList *found = &worker->found;
  gsize n = 0;

  if (words == NULL || !worker->is_tree)
    return TRUE;
  tbk_facts_set (worker->facts, entry);
  query_note (words, worker->facts);
  if (!reserve_words (&worker->counts, &worker->n_counts, entry->n_words, sizeof (gboolean), error)
      || !tbk_query_find (words, worker->facts, worker->counts, NULL, error))
    return FALSE;
  for (gsize f = 0; f < found->n; f++)
    if (checked_is_of_form (&found->all[f]) || (found->all[f].word > 0 && worker->counts[found->all[f].word]))
      found->all[n++] = found->all[f];
    else
      g_free (found->all[f].said);
  found->n = n;
  return TRUE;
}

gboolean
checks_worker_find (ChecksWorker *worker, const TbkEntry *entry, TbkFindings *findings, GError **error)
{
  *findings = (TbkFindings){ .findings = NULL };
  checked_list_empty (&worker->found);
  worker->entry = entry;
  worker->heads = NULL;
  return (check_sentence (worker, entry, findings, error) && keep_counted (worker, entry, error))
         || tbk_entry_fail (entry, error);
}

/* Checks a sentence, counts and writes. The job takes sentences with problems too, as those are found as
 * well. What the baseline knows is neither counted nor written. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  ChecksWorker *worker = data;
  TbkFindings findings;

  (void) tally;
  if (!checks_worker_find (worker, entry, &findings, error))
    return FALSE;
  worker->figures[TBK_CHECKS_BAD] += is_sentence (entry) && checked_list_has_form (&worker->found);
  if (worker->met != NULL && worker->found.n > 0)
    baseline_remove (worker->options->baseline, entry, &worker->found, worker->met);
  count (worker);
  return append_found (worker, entry, &findings, text, error) || tbk_entry_fail (entry, error);
}

static void
flush (gpointer data, TbkTally *tally)
{
  ChecksWorker *worker = data;

  if (tally != NULL)
    checks_count (tally, worker->figures, worker->n_of_test, worker->n_sentences);
  memset (worker->figures, 0, sizeof (worker->figures));
  memset (worker->n_of_test, 0, sizeof (worker->n_of_test));
  memset (worker->n_sentences, 0, sizeof (worker->n_sentences));
}

static gboolean
write_found (gpointer data, const TbkText *text, GError **error)
{
  TbkChecks *checks = data;
  const TbkChecksOptions *options = checks->options;

  if (is_kept (options))
    return kept_records_take (
        checks->kept, options->form == TBK_CHECKS_PAGE ? TBK_CHECKS_MAX_DRAWN : G_MAXINT64, text, error);
  return options->rows != NULL ? table_write_rows (options->rows, text, error)
                               : tbk_output_write_text (options->output, text, error);
}

/* Keeps what the last file has added, or cuts it off again. */
static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  TbkChecks *checks = data;
  const TbkChecksOptions *options = checks->options;

  if (is_kept (options)) {
    kept_records_settle (checks->kept, TBK_N_CHECK_TESTS, stays);
    return TRUE;
  }
  return options->rows != NULL ? table_settle (options->rows, stays, error)
                               : tbk_output_settle (options->output, stays, error);
}

/* Writes what was kept, test by test; nothing else is left to do where all was written at once. */
gboolean
tbk_checks_end (TbkChecks *checks, const TbkTally *total, GError **error)
{
  const TbkChecksOptions *options = checks->options;

  if (options->form == TBK_CHECKS_PAGE)
    return check_page_write (options, total, checks->kept, error);
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkText *kept = checks->kept[check_test_by_suspicion (t)].text;

    if (kept != NULL
        && !(options->rows != NULL ? table_write_rows (options->rows, kept, error)
                                   : tbk_output_write_text (options->output, kept, error)))
      return FALSE;
  }
  return TRUE;
}

/* Returns the ending of the plural if @n are many. */
static const char *
ending (gint64 n)
{
  return n == 1 ? "" : "s";
}

/* Reports what was not done as it should be. Where not all tests are made, arcs are left as a matter of
 * course. */
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
  const gboolean has_write = form != TBK_CHECKS_NOTHING;

  return (TbkJob){ .data = checks,
                   .layout = tbk_checks_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .check_file = check_file,
                   .work = work,
                   .flush = flush,
                   .write = has_write ? write_found : NULL,
                   .settle = has_write ? settle : NULL,
                   .remark = remark,
                   .takes_problems = TRUE,
                   .keeps_documents = query_needs_documents (checks->options->words),
                   .takes_blanks = checks->options->incidents };
}
