/* restore.c - a marked sentence as it was before tbk_conllu_sentence_write() marked it. */
#include "conllu/splice.h"
#include "tree/heads.h"

#include <string.h>

/* A mark at the end of a MISC, from `start` (the "|" before it included) to the field's end. */
typedef struct {
  const char *start;
  gboolean is_orig;
  int head;
  const char *deprel; /* still escaped; NULL if there is none */
  const char *deprel_end;
} Mark;

static gboolean
fail (const TbkConlluSentence *sentence, int word, const char *start, const char *end, const char *what,
      GError **error)
{
  g_autofree char *quoted = tbk_quote (start, (gsize) (end - start));
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s in MISC %s",
               sentence->batch->source->name, batch_word_line (sentence->batch, sentence, word), quoted,
               what);
  return FALSE;
}

static gboolean
is_escaped (const char *start, const char *end)
{
  if (start == end)
    return FALSE;
  for (; start < end; start++) {
    if (*start != '\\')
      continue;
    start++;
    if (start == end || (*start != 'p' && *start != '\\'))
      return FALSE;
  }
  return TRUE;
}

/* Finds the mark of a word whose fields are found; `start` stays NULL if there is none. */
static gboolean
find_mark (const TbkConlluSentence *sentence, int word, Mark *mark, GError **error)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char *misc = sentence->batch->fields[columns->places[TBK_COLUMN_MISC]];
  const char *end = sentence->batch->fields[columns->places[TBK_COLUMN_MISC] + 1] - 1;
  const char *last = find_behind_last (misc, end, '|'), *last_end = end;

  *mark = (Mark){ .start = NULL };
  if (last > misc && has_prefix (last, end, "OrigDeprel=")) {
    const char *before = find_behind_last (misc, last - 1, '|');

    /* Without OrigHead= before it, it is the treebank's own. */
    if (!has_prefix (before, last - 1, "OrigHead="))
      return TRUE;
    mark->deprel = last + strlen ("OrigDeprel=");
    mark->deprel_end = end;
    if (columns->places[TBK_COLUMN_DEPREL] < 0 || !is_escaped (mark->deprel, end))
      return fail (sentence, word, last, end, "is not the end of a mark", error);
    last_end = last - 1;
    last = before;
  }
  mark->is_orig = has_prefix (last, last_end, "OrigHead=");
  if (!mark->is_orig && !has_prefix (last, last_end, "ProjHead="))
    return TRUE;

  if (last_end - last == strlen ("OrigHead="))
    return TRUE; /* without a number it is no mark of ours */
  mark->head = decimal (last + strlen ("OrigHead="), last_end);
  if (mark->head < 0 || mark->head > sentence->n || mark->head == word) {
    g_autofree char *what =
        g_strdup_printf ("is not the number of another word or 0 (the last word is %d)", sentence->n);
    return fail (sentence, word, last, last_end, what, error);
  }
  mark->start = last == misc ? misc : last - 1;
  return TRUE;
}

static void
add_unescaped (TbkText *text, const char *start, const char *end)
{
  for (; start < end; start++) {
    if (*start != '\\')
      tbk_text_add (text, start, 1);
    else
      tbk_text_add (text, *++start == 'p' ? "|" : "\\", 1);
  }
}

static void
restore_word (Splice *splice, const TbkConlluSentence *sentence, const Mark *mark)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char **fields = sentence->batch->fields;
  for (int k = 0; k < columns->n; k++) {
    const char *start = fields[k], *end = fields[k + 1] - 1;
    if (k == columns->places[TBK_COLUMN_HEAD] && mark->is_orig) {
      splice_replace (splice, start, end);
      tbk_text_printf (splice->text, "%d", mark->head);
    } else if (k == columns->places[TBK_COLUMN_DEPREL] && mark->deprel != NULL) {
      splice_replace (splice, start, end);
      add_unescaped (splice->text, mark->deprel, mark->deprel_end);
    } else if (k == columns->places[TBK_COLUMN_MISC]) {
      splice_replace (splice, mark->start, end);
      if (mark->start == start)
        tbk_text_add (splice->text, "_", 1);
    }
  }
}

/* Whether the heads that the marks give make a tree. */
static gboolean
check_tree (const TbkConlluSentence *sentence, GError **error)
{
  const TbkConlluBatch *batch = sentence->batch;
  int word = heads_find_cycle (batch->marked, sentence->n, batch->visits);

  if (word == 0)
    return TRUE;
  g_autofree char *words = heads_describe_cycle (batch->marked, word);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT
               ": [non-tree] the heads of the words %s go round in a cycle, expected a tree",
               tbk_conllu_sentence_file (sentence), batch_word_line (batch, sentence, word), words);
  return FALSE;
}

gboolean
tbk_conllu_sentence_restore (const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Mark mark;
  int n = sentence->has_marks && sentence->problem == NULL ? sentence->n : 0,
      *heads = sentence->batch->marked;

  /* All marks are looked at first, so that a bad one leaves @text as it is. */
  for (int word = 1; word <= n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    if (!find_mark (sentence, word, &mark, error))
      return FALSE;
    heads[word] = mark.start != NULL && mark.is_orig ? mark.head : sentence->heads[word];
  }
  if (n > 0 && !check_tree (sentence, error))
    return FALSE;

  Splice splice = { text, sentence->text };
  for (int word = 1; word <= n; word++) {
    batch_find_fields (sentence->batch, sentence, word);
    if (find_mark (sentence, word, &mark, NULL) && mark.start != NULL)
      restore_word (&splice, sentence, &mark);
  }
  splice_end (&splice, sentence);
  return TRUE;
}
