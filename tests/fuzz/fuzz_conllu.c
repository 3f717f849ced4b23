/* fuzz_conllu.c - text as CoNLL-U: what is read can be made projective with any marks, is then read as projective, and comes
 * back. */
#include <string.h>

#include "commands/commands.h"
#include "conllu/conllu.h"
#include "fuzz.h"
#include "tbk/conllu.h"
#include "tbk/projectivize.h"

enum { LONGEST = 40 };

/* The bits of the input's first byte. The first three tell what marks there are: those of MISC (TbkMark), then of labels. */
enum { MARKS = 7, N_MISC_MARKS = TBK_MARK_NONE + 1, SHORTEST = 8, FIRST = 16, BLOCKS = 96, MALT = 128 };

/* What is done to every sentence: written projective, back again, or as it is. */
typedef enum { MAKE, UNDO, KEEP } Step;

typedef struct {
  Step step;
  guint choice;
  TbkText *text;   /* of the batch */
  GString *labels; /* every DEPREL, with ends of line between them */
} Pass;

static guint
scheme_of (guint choice)
{
  return (choice & MARKS) - N_MISC_MARKS;
}

static gboolean
has_label_marks (guint choice)
{
  return (choice & MARKS) >= N_MISC_MARKS && scheme_of (choice) <= TBK_SCHEME_HEADPATH;
}

static TbkMark
mark_of (guint choice)
{
  return has_label_marks (choice) || (choice & MARKS) > TBK_MARK_NONE ? TBK_MARK_ORIG : choice & MARKS;
}

static TbkProjectivizer *
projectivizer_of (guint choice)
{
  static TbkProjectivizer *made[2];
  const int k = (choice & FIRST) != 0;
  const TbkProjectivizeOptions options = { .ties = k == 1 ? TBK_TIES_FIRST : TBK_TIES_LIFT };

  if (made[k] == NULL)
    made[k] = tbk_projectivizer_new (&options);
  return made[k];
}

static LabelMarks *
marks_of (guint choice)
{
  static LabelMarks *made[3][2][2];
  const TbkPseudoProjectiveOptions options = {
    .scheme = scheme_of (choice),
    .lift = choice & SHORTEST ? TBK_LIFT_SHORTEST : TBK_LIFT_OPTIMAL,
    .style = choice & MALT ? TBK_LABELS_MALT : TBK_LABELS_TBK,
  };
  LabelMarks **marks = &made[options.scheme][options.lift][options.style];

  if (*marks == NULL)
    *marks = marks_new (&options);
  return *marks;
}

/* Appends @sentence with marks in labels, or without them again; FALSE if that is refused. */
static gboolean
change_labels (Pass *pass, const TbkConlluSentence *sentence)
{
  const TbkEntry entry = { .sentence = sentence };
  LabelMarks *marks = marks_of (pass->choice);
  g_autoptr (GError) error = NULL;
  int n_moved;
  const gboolean done = pass->step == MAKE ? marks_encode (marks, &entry, pass->text, &n_moved, &error)
                                           : marks_decode (marks, &entry, pass->text, &error);

  FUZZ_CHECK (done == (error == NULL));
  FUZZ_CHECK (!done || pass->step == UNDO || sentence->is_projective == (n_moved == 0));
  return done;
}

/* Appends @sentence projectivized; FALSE if it cannot be. */
static gboolean
make_projective (Pass *pass, const TbkConlluSentence *sentence)
{
  int heads[LONGEST + 1], lost;
  g_autoptr (GError) error = NULL;

  if (sentence->n > LONGEST || sentence->has_marks)
    return FALSE;
  if (has_label_marks (pass->choice))
    return change_labels (pass, sentence);
  FUZZ_CHECK (
      tbk_projectivize (projectivizer_of (pass->choice), sentence->heads, sentence->n, heads, &lost, &error));
  FUZZ_CHECK (sentence->is_projective == (lost == 0));
  tbk_conllu_sentence_write (sentence, lost == 0 ? NULL : heads, mark_of (pass->choice), pass->text);
  return TRUE;
}

static gboolean
take_back (Pass *pass, const TbkConlluSentence *sentence)
{
  FUZZ_CHECK (sentence->n == 0 || sentence->is_projective || mark_of (pass->choice) == TBK_MARK_PROJ);
  if (has_label_marks (pass->choice))
    return change_labels (pass, sentence);
  FUZZ_CHECK (tbk_conllu_sentence_restore (sentence, pass->text, NULL));
  return TRUE;
}

static gboolean
take (Pass *pass, const TbkConlluSentence *sentence)
{
  if (sentence->problem != NULL)
    return FALSE;
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece label = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL);

    g_string_append_len (pass->labels, label.bytes != NULL ? label.bytes : "", (gssize) label.size);
    g_string_append_c (pass->labels, '\n');
  }
  if (sentence->n == 0 || pass->step == KEEP) {
    tbk_conllu_sentence_write (sentence, NULL, TBK_MARK_NONE, pass->text);
    return TRUE;
  }
  return pass->step == MAKE ? make_projective (pass, sentence) : take_back (pass, sentence);
}

/* Whether the file has the columns for the marks. */
static gboolean
has_columns (const TbkConlluReader *reader, guint choice)
{
  return tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC)
         && (!has_label_marks (choice) || tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL));
}

/* Reads @text as a file; what it becomes, or NULL if it cannot be read to its end. @labels: gets its labels. */
static GString *
run (Step step, guint choice, const char *text, gsize size, GString *labels)
{
  static TbkConlluBatch *batch;
  const gsize block_size = (gsize) 16 << (choice & BLOCKS) / 16;
  const char *path = fuzz_file ((int) step, text, size);
  g_autoptr (TbkConlluReader) reader = reader_open_with_blocks (path, NULL, block_size, NULL);
  g_autoptr (TbkText) written = tbk_text_new ();
  g_autoptr (GString) bytes = g_string_new (NULL);
  TbkReadStatus status;
  gboolean is_taken = TRUE; /* every sentence could be written */
  TbkConlluSentence sentence;
  Pass pass = { .step = step, .choice = choice, .text = written, .labels = labels };

  if (batch == NULL)
    batch = tbk_conllu_batch_new ();
  if (reader == NULL || !has_columns (reader, choice))
    return NULL;
  while ((status = tbk_conllu_reader_next (reader, batch, NULL)) == TBK_READ_BATCH) {
    g_autofree char *of_batch = NULL;

    tbk_text_clear (written);
    while (tbk_conllu_batch_next (batch, &sentence))
      is_taken &= take (&pass, &sentence);
    of_batch = tbk_text_dup (written, NULL); /* kept pieces end with the batch */
    FUZZ_CHECK (of_batch != NULL);
    g_string_append_len (bytes, of_batch, (gssize) tbk_text_length (written));
  }
  return status == TBK_READ_END && is_taken ? g_steal_pointer (&bytes) : NULL;
}

/* Whether a label has a sign of marks, which decoding takes out. */
static gboolean
has_signs (const GString *labels)
{
  return memchr (labels->str, '|', labels->len) != NULL || memchr (labels->str, '%', labels->len) != NULL;
}

/* Labels come back from marks; heads mostly do, but are a tree in any case. */
static void
check_labels (const GString *undone, guint choice, const GString *labels)
{
  g_autoptr (GString) same_labels = g_string_new (NULL);
  g_autoptr (GString) kept = run (KEEP, choice, undone->str, undone->len, same_labels);

  FUZZ_CHECK (kept != NULL && g_string_equal (undone, kept));
  FUZZ_CHECK (has_signs (labels) || g_string_equal (labels, same_labels));
}

/* Whether the input may have marks of tbk repair or of another order, which are undone too. */
static gboolean
has_other_marks (const char *data, size_t size)
{
  return g_strstr_len (data, (gssize) size, "GivenHead=") != NULL
         || g_strstr_len (data, (gssize) size, "OrigId=") != NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  g_autoptr (GString) made = NULL, undone = NULL;
  g_autoptr (GString) labels = g_string_new (NULL), made_labels = g_string_new (NULL);

  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0; /* that is another target */
  made = run (MAKE, choice, (const char *) data, size, labels);
  if (made == NULL)
    return 0;
  undone = run (UNDO, choice, made->str, made->len, made_labels);
  FUZZ_CHECK (undone != NULL);
  if (has_label_marks (choice))
    check_labels (undone, choice, labels);
  else if (mark_of (choice) == TBK_MARK_NONE)
    FUZZ_CHECK (g_string_equal (made, undone));
  else if (!has_other_marks ((const char *) data, size))
    FUZZ_CHECK (undone->len == size && memcmp (undone->str, data, size) == 0);
  return 0;
}
