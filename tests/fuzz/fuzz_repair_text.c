/* fuzz_repair_text.c - text as CoNLL-U whose heads may be anything: repaired it is trees, stays as it is when that is done again,
 * and comes back byte for byte. */
#include <string.h>

#include "fuzz.h"
#include "tbk/check.h"
#include "tbk/conllu.h"

enum { LONGEST = 60 };

/* The bits of the input's first byte. */
enum { ANY_ROOT = 1, PROJECTIVE = 2, UNMARKED = 4 };

typedef enum { REPAIR, RESTORE, KEEP } Step;

/* Appends the sentence repaired; FALSE if it cannot be. */
static gboolean
repair (TbkRepairer *repairer, const TbkConlluSentence *sentence, gboolean has_marks, TbkText *text)
{
  TbkCheckWord words[LONGEST + 1];
  int heads[LONGEST + 1], changed, n_broken = 0;
  const char *position = NULL;
  TbkConlluLine line;

  if (sentence->n > LONGEST || sentence->has_marks)
    return FALSE;
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD)
      words[line.first] =
          (TbkCheckWord){ .upos = line.fields[TBK_COLUMN_UPOS], .deprel = line.fields[TBK_COLUMN_DEPREL] };
  if (!tbk_repair (repairer, sentence->heads, words, sentence->n, heads, &changed, NULL))
    return FALSE; /* there are too many projective trees */
  for (int word = 1; word <= sentence->n; word++)
    n_broken += sentence->heads[word] < 0;
  FUZZ_CHECK (changed >= n_broken && (sentence->is_broken ? changed > 0 : n_broken == 0));
  if (changed > 0)
    tbk_conllu_sentence_write_nearest (sentence, heads, has_marks, text);
  else
    tbk_conllu_sentence_write (sentence, NULL, TBK_MARK_NONE, text);
  return TRUE;
}

static gboolean
take (Step step, TbkRepairer *repairer, const TbkConlluSentence *sentence, gboolean has_marks, TbkText *text)
{
  if (sentence->problem != NULL)
    return FALSE;
  if (sentence->n == 0 || step == KEEP)
    tbk_conllu_sentence_write (sentence, NULL, TBK_MARK_NONE, text);
  else if (step == RESTORE)
    return tbk_conllu_sentence_restore (sentence, text, NULL);
  else
    return repair (repairer, sentence, has_marks, text);
  return TRUE;
}

/* What the text becomes, or NULL if it cannot be read to its end or some sentence cannot be written. */
static GString *
run (Step step, guint choice, const char *text, gsize size)
{
  /* Named, since another HEAD may be what another format is recognized by. */
  const TbkConlluReaderOptions any_heads = { .takes_any_heads = step == REPAIR, .columns.names = "conllu" };
  const TbkRepairOptions options = { .root = choice & ANY_ROOT ? TBK_ROOT_ANY : TBK_ROOT_SINGLE,
                                     .is_projective = (choice & PROJECTIVE) != 0 };
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open_text ("text", text, size, &any_heads, NULL);
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (&options);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  g_autoptr (TbkText) written = tbk_text_new ();
  g_autoptr (GString) bytes = g_string_new (NULL);
  TbkReadStatus status;
  gboolean is_taken = TRUE;
  TbkConlluSentence sentence;

  if (reader == NULL || !tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC))
    return NULL;
  while ((status = tbk_conllu_reader_next (reader, batch, NULL)) == TBK_READ_BATCH) {
    g_autofree char *of_batch = NULL;

    tbk_text_clear (written);
    while (tbk_conllu_batch_next (batch, &sentence))
      is_taken &= take (step, repairer, &sentence, (choice & UNMARKED) == 0, written);
    of_batch = tbk_text_dup (written, NULL); /* kept pieces end with the batch */
    FUZZ_CHECK (of_batch != NULL);
    g_string_append_len (bytes, of_batch, (gssize) tbk_text_length (written));
  }
  return status == TBK_READ_END && is_taken ? g_steal_pointer (&bytes) : NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  const char *text = (const char *) data;
  g_autoptr (GString) repaired = run (REPAIR, choice, text, size), again = NULL, other = NULL;

  if (repaired == NULL)
    return 0;
  again = run (REPAIR, choice, repaired->str, repaired->len);
  FUZZ_CHECK (again != NULL && g_string_equal (repaired, again));
  /* Whoever reads trees alone reads these. Marks that were there before are undone as well. */
  other = run (choice & UNMARKED ? KEEP : RESTORE, choice, repaired->str, repaired->len);
  FUZZ_CHECK (other != NULL);
  if (choice & UNMARKED)
    FUZZ_CHECK (g_string_equal (repaired, other));
  else if (g_strstr_len (text, (gssize) size, "GivenHead=") == NULL)
    FUZZ_CHECK (other->len == size && memcmp (other->str, text, size) == 0);
  return 0;
}
