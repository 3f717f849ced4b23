/* fuzz_conllu.c - text as CoNLL-U: what is read can be made projective, is then read as projective, and comes back. */
#include <string.h>

#include "fuzz.h"
#include "tbk/conllu.h"
#include "tbk/projectivize.h"

enum { LONGEST = 40 };

typedef struct {
  gboolean restores; /* writes what was, else what is projective */
  gboolean is_whole; /* every sentence could be written */
  TbkText *text;     /* of the batch */
  TbkProjectivizer *projectivizer;
} Pass;

/* Appends @sentence projectivized; FALSE if it cannot be. */
static gboolean
make_projective (Pass *pass, const TbkConlluSentence *sentence)
{
  int heads[LONGEST + 1], lost;
  g_autoptr (GError) error = NULL;

  if (sentence->n > LONGEST || sentence->has_marks)
    return FALSE;
  if (!tbk_projectivize (pass->projectivizer, sentence->heads, sentence->n, heads, &lost, &error))
    FUZZ_CHECK (error == NULL);
  FUZZ_CHECK (sentence->is_projective == (lost == 0));
  tbk_conllu_sentence_write (sentence, lost == 0 ? NULL : heads, TBK_MARK_ORIG, pass->text);
  return TRUE;
}

static gboolean
take (Pass *pass, const TbkConlluSentence *sentence)
{
  if (sentence->problem != NULL)
    return FALSE;
  if (pass->restores) {
    FUZZ_CHECK (sentence->n == 0 || sentence->is_projective);
    FUZZ_CHECK (tbk_conllu_sentence_restore (sentence, pass->text, NULL));
    return TRUE;
  }
  if (sentence->n == 0) {
    tbk_conllu_sentence_write (sentence, NULL, TBK_MARK_NONE, pass->text);
    return TRUE;
  }
  return make_projective (pass, sentence);
}

/* Reads the file at @path; its text after the pass, or NULL if it cannot be read to its end. */
static GString *
run (Pass *pass, const char *path)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (path, NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GString) bytes = g_string_new (NULL);
  TbkReadStatus status = TBK_READ_END;
  TbkConlluSentence sentence;

  pass->text = text;
  pass->is_whole =
      reader != NULL && tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC); /* for the marks */
  while (reader != NULL && (status = tbk_conllu_reader_next (reader, batch, NULL)) == TBK_READ_BATCH) {
    g_autofree char *of_batch = NULL;

    tbk_text_clear (text);
    while (tbk_conllu_batch_next (batch, &sentence))
      pass->is_whole &= take (pass, &sentence);
    of_batch = tbk_text_dup (text, NULL); /* kept pieces end with the batch */
    FUZZ_CHECK (of_batch != NULL);
    g_string_append_len (bytes, of_batch, (gssize) tbk_text_length (text));
  }
  return status == TBK_READ_END && pass->is_whole ? g_steal_pointer (&bytes) : NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TbkProjectivizer *projectivizer;
  Pass there = { .restores = FALSE }, back = { .restores = TRUE };
  g_autoptr (GString) projective = NULL, restored = NULL;

  if (projectivizer == NULL)
    projectivizer = tbk_projectivizer_new (NULL);
  if (size >= 2 && data[0] == 0x1f && data[1] == 0x8b)
    return 0; /* that is another target */
  there.projectivizer = projectivizer;
  projective = run (&there, fuzz_file (0, data, size));
  if (projective == NULL)
    return 0;
  restored = run (&back, fuzz_file (1, projective->str, projective->len));
  FUZZ_CHECK (restored != NULL && restored->len == size);
  FUZZ_CHECK (memcmp (restored->str, data, size) == 0);
  return 0;
}
