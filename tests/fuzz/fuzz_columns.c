/* fuzz_columns.c - text as files of other columns: what becomes CoNLL-U or CoNLL-X is read again with the same words and heads, and
 * what is CoNLL-X comes back from CoNLL-U with the same bytes. */
#include <string.h>

#include "commands.h"
#include "conllu/conllu.h"
#include "fuzz.h"
#include "tbk/conllu.h"

/* The bits of the input's first byte: the columns, the format that it becomes, how long pieces are read. */
enum { COLUMNS = 7, TO = 24, BLOCKS = 96 };

/* The last stands for head vectors, which are no columns. */
static const char *const columns[] = { NULL,
                                       "conllx",
                                       "conll09",
                                       "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL PHEAD PDEPREL",
                                       "ID HEAD ...",
                                       "ID FORM _ HEAD PHEAD DEPREL MISC",
                                       "X|Y MISC HEAD DEPREL FORM ID PDEPREL ..." };

/* What was read: a line of heads for each sentence, and its forms where these have bytes to compare. */
typedef struct {
  GString *heads, *forms;
  TbkConversionLosses losses;
  int n_problems;
} Read;

static void
read_init (Read *read)
{
  *read = (Read){ .heads = g_string_new (NULL), .forms = g_string_new (NULL) };
}

static void
read_clear (Read *read)
{
  g_string_free (read->heads, TRUE);
  g_string_free (read->forms, TRUE);
}

static void
note (Read *read, const TbkConlluSentence *sentence)
{
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece form = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM);

    g_string_append_printf (read->heads, "%d ", sentence->heads[word]);
    g_string_append_len (read->forms, form.bytes != NULL ? form.bytes : "_",
                         form.bytes != NULL ? (gssize) form.size : 1);
    g_string_append_c (read->forms, '\t');
  }
  g_string_append_c (read->heads, '\n');
}

/* Reads @text as a file of these columns, and notes the sentences that can become @to; returns what they become. */
static GString *
convert (int file, const char *names, guint choice, const char *text, gsize size, const TbkConversion *to,
         Read *read)
{
  static TbkConlluBatch *batch;
  const TbkConlluReaderOptions options = { .columns.names = names };
  const gsize block_size = (gsize) 16 << (choice & BLOCKS) / 16;
  g_autoptr (TbkConlluReader) reader =
      reader_open_with_blocks (fuzz_file (file, text, size), &options, block_size, NULL);
  g_autoptr (TbkText) written = tbk_text_new ();
  GString *bytes = g_string_new (NULL);
  TbkConlluSentence sentence;

  if (batch == NULL)
    batch = tbk_conllu_batch_new ();
  while (reader != NULL && tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH) {
    g_autofree char *of_batch = NULL;

    tbk_text_clear (written);
    while (tbk_conllu_batch_next (batch, &sentence)) {
      g_autoptr (GError) error = NULL;
      const gsize before = tbk_text_length (written);

      read->n_problems += sentence.problem != NULL;
      if (sentence.problem != NULL || sentence.n == 0)
        continue;
      if (tbk_conllu_sentence_convert (&sentence, to, FALSE, &read->losses, written, &error)) {
        FUZZ_CHECK (error == NULL);
        note (read, &sentence);
      } else {
        FUZZ_CHECK (error != NULL && tbk_text_length (written) == before);
      }
    }
    of_batch = tbk_text_dup (written, NULL); /* kept pieces end with the batch */
    FUZZ_CHECK (of_batch != NULL);
    g_string_append_len (bytes, of_batch, (gssize) tbk_text_length (written));
  }
  return bytes;
}

static gboolean
loses (const TbkConversionLosses *losses)
{
  return losses->comments + losses->ranges + losses->empty_nodes + losses->deps + losses->misc
             + losses->columns
         > 0;
}

/* CoNLL-X becomes CoNLL-U and CoNLL-X again. */
static void
check_there_and_back (const GString *conllx, guint choice)
{
  Read there, back;
  g_autoptr (GString) conllu = NULL, again = NULL;

  read_init (&there);
  read_init (&back);
  conllu = convert (1, "conllx", choice, conllx->str, conllx->len, tbk_conversion_at (0), &there);
  FUZZ_CHECK (there.n_problems == 0 && !loses (&there.losses));
  again = convert (2, "conllu", choice, conllu->str, conllu->len, tbk_conversion_at (1), &back);
  FUZZ_CHECK (back.n_problems == 0 && !loses (&back.losses));
  FUZZ_CHECK (g_string_equal (conllx, again));
  read_clear (&there);
  read_clear (&back);
}

static void
check_columns (const char *names, guint choice, const char *text, gsize size)
{
  const TbkConversion *to = tbk_conversion_at (((choice & TO) >> 3) % 3);
  g_autoptr (GString) made = NULL, same = NULL;
  Read read, again;

  read_init (&read);
  read_init (&again);
  made = convert (0, names, choice, text, size, to, &read);
  if (g_str_equal (to->name, "heads")) {
    /* The commands' reader takes them; what is not a vector of one tree is refused. */
    FUZZ_CHECK (strlen (made->str) == made->len);
  } else {
    same = convert (1, to->name, choice, made->str, made->len, to, &again);
    FUZZ_CHECK (again.n_problems == 0 && g_string_equal (read.heads, again.heads)
                && g_string_equal (read.forms, again.forms));
    FUZZ_CHECK (g_string_equal (made, same));
    if (g_str_equal (to->name, "conllx"))
      check_there_and_back (made, choice);
  }
  read_clear (&read);
  read_clear (&again);
}

/* Head vectors are read by the command alone. */
static void
check_heads (guint choice, const char *text, gsize size)
{
  static const char *const formats[] = { "conllu", "conllx", "heads" };
  g_autofree char *to = g_strconcat ("--to=", formats[((choice & TO) >> 3) % 3], NULL);
  char *words[] = { (char *) "convert", (char *) "--input=heads", to, (char *) fuzz_file (0, text, size),
                    NULL };
  g_autoptr (GError) error = NULL;
  const gboolean done = fuzz_run_command (4, words, FALSE, &error);

  FUZZ_CHECK (done == (error == NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  const guint k = choice & COLUMNS;

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0; /* that is another target */
  if (k < G_N_ELEMENTS (columns))
    check_columns (columns[k], choice, (const char *) data, size);
  else
    check_heads (choice, (const char *) data, size);
  return 0;
}
