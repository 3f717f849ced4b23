/* against.c - sentences are paired by their numbers. */
#include "corpus/against.h"

#include <string.h>

#include "base/fail.h"
#include "base/words.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/error.h"

void
against_init (Against *against, const TbkFormat *format, gconstpointer format_options,
              const char *const *paths)
{
  *against = (Against){
    .format = format, .options = { .of_format = format_options }, .paths = paths, .file_number = -1
  };
}

static void
close_file (Against *against)
{
  if (against->reader != NULL)
    against->format->reader_close (against->reader);
  if (against->batch != NULL)
    against->format->batch_free (against->batch);
  g_clear_pointer (&against->path, g_free);
  against->reader = against->batch = NULL;
  against->has_entry = FALSE;
}

void
against_clear (Against *against)
{
  close_file (against);
}

static const char *
name_of (const Against *against)
{
  return tbk_input_name (against->format->reader_input (against->reader));
}

/* Takes the next sentence, if there is one. */
static gboolean
take_next (Against *against, GError **error)
{
  const TbkFormat *format = against->format;

  do {
    while (!format->next (against->batch, &against->entry)) {
      const TbkReadStatus status = format->read (against->reader, against->batch, error);

      against->has_entry = FALSE;
      if (status != TBK_READ_BATCH)
        return status == TBK_READ_END;
      if (format->finish != NULL && !format->finish (against->batch, error))
        return FALSE;
    }
  } while (against->entry.is_blank);
  against->has_entry = TRUE;
  return TRUE;
}

gboolean
against_end (Against *against, GError **error)
{
  if (against->reader == NULL || !take_next (against, error))
    return against->reader == NULL;
  if (!against->has_entry)
    return TRUE;
  return fail_data (error, "%s: found the end of the file, expected the sentence of %s:%" G_GINT64_FORMAT,
                    against->path, name_of (against), against->entry.line);
}

static gboolean
open_file (Against *against, const TbkEntry *entry, GError **error)
{
  close_file (against);
  against->file_number = entry->file_number;
  against->path = g_strdup (entry->file);
  against->batch = against->format->batch_new ();
  against->reader =
      against->format->reader_open (against->paths[entry->file_number], &against->options, error);
  return against->reader != NULL && take_next (against, error);
}

gboolean
against_seek (Against *against, const TbkEntry *entry, gboolean skips, GError **error)
{
  if (against->file_number != entry->file_number
      && ((!skips && !against_end (against, error)) || !open_file (against, entry, error)))
    return FALSE;
  while (against->has_entry && against->entry.index < entry->index)
    if (!take_next (against, error))
      return FALSE;
  if (!against->has_entry)
    return fail_data (error, "%s: found the end of the file, expected the sentence of %s:%" G_GINT64_FORMAT,
                      name_of (against), entry->file, entry->line);
  if (against->entry.problem == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (against->entry.problem));
  return FALSE;
}

/* Words. */

/* The line of @word of a sentence of CoNLL-U. */
static gint64
line_of (const TbkEntry *entry, int word)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const char *position = NULL;
  TbkConlluLine line = { .kind = TBK_LINE_COMMENT };
  gint64 number = sentence->line;

  while ((line.kind != TBK_LINE_WORD || line.first != word)
         && tbk_conllu_sentence_next_line (sentence, &position, &line))
    continue;
  for (const char *byte = sentence->text; byte < line.text.bytes; byte++)
    number += *byte == '\n';
  return number;
}

static gboolean
is_equal (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.bytes, b.bytes, a.size) == 0);
}

static gboolean
fail_word (const Against *against, TbkPiece found, gint64 found_line, TbkPiece expected,
           const TbkEntry *entry, gint64 expected_line, GError **error)
{
  g_autofree char *quoted = tbk_quote (found.bytes, found.size),
                  *other = tbk_quote (expected.bytes, expected.size);

  return fail_data (error,
                    "%s:%" G_GINT64_FORMAT ": word %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s",
                    name_of (against), found_line, quoted, other, entry->file, expected_line,
                    words_remark (found, expected));
}

static gboolean
fail_number (const Against *against, int found, gint64 found_line, const TbkEntry *entry, int expected,
             gint64 expected_line, GError **error)
{
  return fail_data (
      error, "%s:%" G_GINT64_FORMAT ": sentence of %d words found, expected %d as in %s:%" G_GINT64_FORMAT,
      name_of (against), found_line, found, expected, entry->file, expected_line);
}

static gboolean
compare_sentences (const Against *against, const TbkEntry *entry, gboolean *differs, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence, *other = against->entry.sentence;

  for (int w = 1; w <= MIN (sentence->n, other->n); w++) {
    const TbkPiece expected = tbk_conllu_sentence_field (sentence, w, TBK_COLUMN_FORM),
                   found = tbk_conllu_sentence_field (other, w, TBK_COLUMN_FORM);

    if (!is_equal (found, expected))
      return fail_word (against, found, line_of (&against->entry, w), expected, entry, line_of (entry, w),
                        error);
    *differs = *differs || sentence->heads[w] != other->heads[w]
               || !is_equal (tbk_conllu_sentence_field (sentence, w, TBK_COLUMN_DEPREL),
                             tbk_conllu_sentence_field (other, w, TBK_COLUMN_DEPREL));
  }
  return sentence->n == other->n
         || fail_number (against, other->n, line_of (&against->entry, 1), entry, sentence->n,
                         line_of (entry, 1), error);
}

/* The next node of @tree from *@node on that is a word. */
static const TbkBracketNode *
next_word (const TbkBracketTree *tree, int *node)
{
  while (tree->nodes[*node].form == NULL)
    (*node)++;
  return &tree->nodes[(*node)++];
}

static gboolean
have_equal_nodes (const TbkBracketTree *a, const TbkBracketTree *b)
{
  for (int v = 0; v < MIN (a->n_nodes, b->n_nodes); v++) {
    const TbkBracketNode *x = &a->nodes[v], *y = &b->nodes[v];

    if (x->left != y->left || x->right != y->right
        || !is_equal ((TbkPiece){ x->label, (gsize) x->label_length },
                      (TbkPiece){ y->label, (gsize) y->label_length }))
      return FALSE;
  }
  return a->n_nodes == b->n_nodes;
}

static gboolean
compare_trees (const Against *against, const TbkEntry *entry, gboolean *differs, GError **error)
{
  const TbkBracketTree *tree = entry->sentence, *other = against->entry.sentence;
  int node = 0, other_node = 0;

  for (int w = 0; w < MIN (tree->n, other->n); w++) {
    const TbkBracketNode *x = next_word (tree, &node), *y = next_word (other, &other_node);
    const TbkPiece expected = { x->form, (gsize) x->form_length },
                   found = { y->form, (gsize) y->form_length };

    if (!is_equal (found, expected))
      return fail_word (against, found, other->line, expected, entry, tree->line, error);
  }
  if (tree->n != other->n)
    return fail_number (against, other->n, other->line, entry, tree->n, tree->line, error);
  *differs = !have_equal_nodes (tree, other);
  return TRUE;
}

gboolean
against_compare (const Against *against, const TbkEntry *entry, gboolean *differs, GError **error)
{
  *differs = FALSE;
  return against->format == tbk_brackets_format () ? compare_trees (against, entry, differs, error)
                                                   : compare_sentences (against, entry, differs, error);
}
