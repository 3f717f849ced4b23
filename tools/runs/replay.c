/* replay.c - trees of sequences, alone or in the sentences of a file. */
#include "replay.h"

#include <string.h>

#include "lines.h"
#include "options/input.h"
#include "tbk/conllu.h"
#include "tbk/sequence_records.h"

typedef struct {
  const char *path; /* of the records in hand */
  gint64 line;
  gsize max_line;
  TbkReplayer *replayer;
  TbkOutput *output;
  TbkText *text;

  /* The file that gives the sentences; no reader if there is none. */
  const char *onto;
  TbkConlluReader *reader;
  TbkConlluBatch *batch;
  gint64 n_sentences; /* that were read */
} Replay;

static void
add_tree (TbkText *text, const TbkReplayedTree *tree)
{
  if (tree->sent_id.size > 0)
    tbk_text_printf (text, "# sent_id = %.*s\n", (int) tree->sent_id.size, tree->sent_id.bytes);
  for (int i = 1; i <= tree->n; i++) {
    const TbkPiece *label = &tree->labels[i];

    tbk_text_printf (text, "%d\t_\t_\t_\t_\t_\t%d\t%.*s\t_\t_\n", i, tree->heads[i], (int) label->size,
                     label->bytes);
  }
  tbk_text_add (text, "\n", 1);
}

/* Whether there is a further sentence in the file; blank lines at its end are written as they are. */
static gboolean
next_sentence (Replay *replay, TbkConlluSentence *sentence, gboolean *is_there, GError **error)
{
  *is_there = FALSE;
  while (!*is_there) {
    if (!tbk_conllu_batch_next (replay->batch, sentence)) {
      TbkReadStatus status = tbk_conllu_reader_next (replay->reader, replay->batch, error);

      if (status != TBK_READ_BATCH)
        return status == TBK_READ_END;
    } else if (sentence->problem != NULL) {
      g_propagate_error (error, g_error_copy (sentence->problem));
      return FALSE;
    } else if (sentence->n > 0) {
      *is_there = TRUE;
    } else if (!tbk_output_write (replay->output, sentence->text, sentence->length, error)) {
      return FALSE;
    }
  }
  replay->n_sentences++;
  return TRUE;
}

/* Whether the tree has the sent_id of the sentence, if both have one. */
static gboolean
check_id (const TbkPiece *id, const TbkConlluSentence *sentence, GError **error)
{
  g_autofree char *found = NULL, *expected = NULL;

  if (id->size == 0 || sentence->sent_id == NULL
      || (id->size == sentence->sent_id_length && memcmp (id->bytes, sentence->sent_id, id->size) == 0))
    return TRUE;
  found = tbk_quote (id->bytes, id->size);
  expected = tbk_quote (sentence->sent_id, sentence->sent_id_length);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found sent_id %s, expected that of sentence %" G_GINT64_FORMAT " of %s: %s", found,
               sentence->index, tbk_conllu_sentence_file (sentence), expected);
  return FALSE;
}

/* Whether the tree fits the sentence. */
static gboolean
check_fit (const TbkReplayedTree *tree, const TbkConlluSentence *sentence, GError **error)
{
  if (tree->n != sentence->n)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "heads: found %d, expected %d, as many as sentence %" G_GINT64_FORMAT " of %s has words",
                 tree->n, sentence->n, sentence->index, tbk_conllu_sentence_file (sentence));
  else if (sentence->has_marks)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "sentence %" G_GINT64_FORMAT
                 " of %s: found OrigHead= or ProjHead= in MISC, expected no such "
                 "marks; run 'tbk restore' first",
                 sentence->index, tbk_conllu_sentence_file (sentence));
  else
    return check_id (&tree->sent_id, sentence, error);
  return FALSE;
}

/* Adds the next sentence with the tree. */
static gboolean
add_onto (Replay *replay, const TbkReplayedTree *tree, GError **error)
{
  TbkConlluSentence sentence;
  gboolean is_there;

  if (!next_sentence (replay, &sentence, &is_there, error))
    return FALSE;
  if (!is_there) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "found a sequence, expected no more: %s has %" G_GINT64_FORMAT " sentences", replay->onto,
                 replay->n_sentences);
    return FALSE;
  }
  if (!check_fit (tree, &sentence, error))
    return FALSE;
  if (tree->has_labels)
    tbk_conllu_sentence_write_arcs (&sentence, tree->heads, tree->labels, replay->text);
  else
    tbk_conllu_sentence_write (&sentence, tree->heads, TBK_MARK_NONE, replay->text);
  return TRUE;
}

static gboolean
replay_line (Replay *replay, const char *line, gsize length, GError **error)
{
  TbkReplayedTree tree;

  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %" G_GSIZE_FORMAT " bytes",
                 replay->max_line);
    return FALSE;
  }
  if (!tbk_replayer_read (replay->replayer, line, length, &tree, error))
    return FALSE;
  if (replay->reader != NULL)
    return add_onto (replay, &tree, error);
  add_tree (replay->text, &tree);
  return TRUE;
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Replay *replay = data;
  gboolean done;

  replay->line++;
  tbk_text_clear (replay->text);
  done = replay_line (replay, line, length, error)
         && tbk_output_write_text (replay->output, replay->text, error);
  if (!done)
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", replay->path, replay->line);
  return done;
}

/* Every sentence must have got its tree. */
static gboolean
end_onto (Replay *replay, GError **error)
{
  TbkConlluSentence sentence;
  gboolean is_there;

  if (!next_sentence (replay, &sentence, &is_there, error))
    return FALSE;
  if (is_there)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": found a sentence, expected no more than the %" G_GINT64_FORMAT
                 " that have sequences",
                 replay->onto, sentence.line, replay->n_sentences - 1);
  return !is_there;
}

gboolean
replay_find_files (Corpus *corpus, GError **error)
{
  corpus->paths = files_find (&corpus->given->files, corpus->source, input_records_suffixes, error);
  return corpus->paths != NULL;
}

gboolean
replay_files (const TbkSystem *system, const Corpus *corpus, const char *onto, TbkOutput *output,
              GError **error)
{
  g_autoptr (TbkReplayer) replayer = tbk_replayer_new (system);
  g_autoptr (TbkConlluReader) reader = NULL;
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  const TbkConlluReaderOptions options = { .columns = corpus->columns,
                                           .max_line = (gsize) corpus->options.max_line,
                                           .strict = corpus->options.strict };
  Replay replay = { .replayer = replayer,
                    .output = output,
                    .text = text,
                    .onto = onto,
                    .batch = batch,
                    .max_line = corpus->options.max_line > 0 ? (gsize) corpus->options.max_line : LINES_MAX };
  const LinesReader lines = { .max = replay.max_line, .take = take_line };

  if (onto != NULL && (replay.reader = reader = tbk_conllu_reader_open (onto, &options, error)) == NULL)
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++) {
    corpus_announce (corpus, *path);
    replay.path = g_str_equal (*path, "-") ? "<stdin>" : *path;
    replay.line = 0;
    if (!lines_read (*path, &lines, &replay, error))
      return FALSE;
  }
  corpus_tell_recognized (corpus);
  return onto == NULL || end_onto (&replay, error);
}
