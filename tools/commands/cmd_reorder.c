/* cmd_reorder.c - tbk reorder: sentences with their words in another order, as CoNLL-U. */
#include "commands/commands.h"
#include "conllu/conllu.h"

#include "all_commands.h"
#include "base/base.h"
#include "base/room.h"
#include "options/options.h"
#include "tbk/conllu.h"

typedef struct {
  CorpusGiven corpus;
  int order; /* 1 + a TbkOrder; 0: none is given */
  int mark;
  gint64 seed;
} ReorderGiven;

enum { MARK_ID, MARK_NONE };
static const char *const marks[] = { [MARK_ID] = "id", [MARK_NONE] = "none", NULL };

static const char *
order_name (int i)
{
  return i < TBK_N_ORDERS ? tbk_order_name ((TbkOrder) i) : NULL;
}

static const Option entries[] = {
  { "order", CHOICE_AT (1, order_name), AT (ReorderGiven, order), "ORDER",
    "random, random-projective: each order, or each projective one, with the same probability; least, least-projective: minimum "
    "sum of dependency lengths; mirror: the last word first; grammar: one order for each UPOS of heads, drawn once" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (ReorderGiven, seed), "N",
    "Seed of the random orders (default 1)" },
  { "mark", CHOICE (marks), AT (ReorderGiven, mark), "MARK",
    "id: MISC gets OrigId=, by which 'tbk restore' restores the bytes (default); none: it does not" },
  OPTION_END,
};

typedef struct {
  const ReorderGiven *command;
  TbkConversionLosses losses;
  TbkText *converted, *reordered; /* the sentence in hand as CoNLL-U, and that in its new order */
  TbkConlluBatch *batch;
  TbkOrderer *orderer;
  int *places;
  TbkPiece *upos, *deprels;
  Room room;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->converted = tbk_text_new ();
  worker->reordered = tbk_text_new ();
  worker->batch = tbk_conllu_batch_new ();
  worker->orderer = tbk_orderer_new ();
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_text_free (worker->converted);
  tbk_text_free (worker->reordered);
  tbk_conllu_batch_free (worker->batch);
  tbk_orderer_free (worker->orderer);
  room_clear (&worker->room);
  g_free (worker);
}

static TbkPiece
field_of (const TbkConlluSentence *sentence, int word, TbkColumn column)
{
  const TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);

  return field.bytes != NULL ? field : (TbkPiece){ "_", 1 };
}

/* Finds where the words go. */
static gboolean
find_places (Worker *worker, const TbkConlluSentence *sentence, gint64 index, GError **error)
{
  const TbkOrder order = (TbkOrder) (worker->command->order - 1);
  TbkOrderOptions options = { .seed = (guint64) worker->command->seed, .place = (guint64) index };

  if (!ROOM_RESERVE (&worker->room, sentence->n + 1, ARRAY (worker->places), ARRAY (worker->upos),
                     ARRAY (worker->deprels)))
    return memory_fail (error, "a sentence of %d words", sentence->n);
  options.upos = worker->upos;
  options.deprels = worker->deprels;
  for (int word = 1; word <= sentence->n && order == TBK_ORDER_GRAMMAR; word++) {
    worker->upos[word] = field_of (sentence, word, TBK_COLUMN_UPOS);
    worker->deprels[word] = field_of (sentence, word, TBK_COLUMN_DEPREL);
  }
  return tbk_order_find (worker->orderer, sentence->heads, sentence->n, order, &options, worker->places,
                         error);
}

/* Refuses sentences that have marks already: restoring could not tell old ones from new ones. */
static gboolean
check_marks (const TbkConlluSentence *sentence, GError **error)
{
  if (!sentence->has_marks && g_strstr_len (sentence->text, (gssize) sentence->length, "OrigId=") == NULL)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "found OrigId=, OrigHead= or ProjHead= in MISC, expected no such marks; run 'tbk restore' first");
  return FALSE;
}

/* Appends a sentence of CoNLL-U in its new order: a copy, as the sentence goes with its reader. */
static gboolean
write_order (Worker *worker, const TbkEntry *entry, const TbkConlluSentence *sentence, TbkText *text,
             GError **error)
{
  g_autofree char *rows = NULL;

  tbk_text_clear (worker->reordered);
  if (!check_marks (sentence, error) || !find_places (worker, sentence, entry->index, error)
      || !conllu_sentence_write_order (sentence, worker->places, worker->command->mark == MARK_ID,
                                       worker->reordered, error))
    return tbk_entry_fail (entry, error);
  rows = tbk_text_dup (worker->reordered, error);
  if (rows != NULL)
    tbk_text_add (text, rows, tbk_text_length (worker->reordered));
  return rows != NULL;
}

/* Appends a sentence of any format in its new order, by way of CoNLL-U. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  g_autoptr (TbkConlluReader) reader = NULL;
  g_autofree char *rows = NULL;
  TbkConlluSentence sentence;

  (void) tally;
  tbk_text_clear (worker->converted);
  if (!tbk_conllu_sentence_convert (entry->sentence, tbk_conversion_at (0), FALSE, &worker->losses,
                                    worker->converted, error)
      || (rows = tbk_text_dup (worker->converted, error)) == NULL)
    return FALSE;
  reader = rows_read (entry, rows, tbk_text_length (worker->converted), worker->batch, &sentence, error);
  if (reader == NULL)
    return FALSE;
  if (sentence.n > 0)
    return write_order (worker, entry, &sentence, text, error);
  tbk_text_add (text, rows, tbk_text_length (worker->converted));
  return TRUE;
}

/* Checks that an order is given. */
static gboolean
check_order (const ReorderGiven *command, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (command->order != 0)
    return TRUE;
  for (int order = 0; order < TBK_N_ORDERS; order++)
    g_string_append_printf (names, "%s%s", order > 0 ? ", " : "", tbk_order_name ((TbkOrder) order));
  return options_refuse (error, "expected --order=ORDER, one of %s", names->str);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Order of words", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static gboolean
reorder (gpointer values, const Source *source, GError **error)
{
  ReorderGiven *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .writes_comments = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };

  if (!check_order (command, error) || !corpus_init (&corpus, &command->corpus, source, FALSE, error)
      || !output_check_kind ("output", corpus.options.output, OUTPUT_COLUMNS, error))
    return FALSE;
  corpus.output_suffixes = input_conllu_suffixes;
  return corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && corpus_run (&corpus, &job, NULL, NULL, error);
}

static const Form form = { .groups = groups, .size = sizeof (ReorderGiven), .run = reorder };

const Command cmd_reorder = { .name = "reorder", .conllu = &form };
