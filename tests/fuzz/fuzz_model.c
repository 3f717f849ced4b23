/* fuzz_model.c - model files, whose checksum is mended: what can be loaded can parse. */
#include <string.h>

#include "base/base.h"
#include "fuzz.h"
#include "tbk/parser.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"

static const char sentence_text[] = "# sent_id = a\n"
                                    "1\tthe\tthe\tDET\tDT\tDefinite=Def\t2\tdet\t_\t_\n"
                                    "2\tcat\tcat\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_\n"
                                    "3\tsits\tsit\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n";

/* The sentence, which is read once. */
static const TbkConlluSentence *
get_sentence (void)
{
  static TbkConlluSentence sentence;

  if (sentence.batch == NULL) {
    g_autoptr (TbkConlluReader) reader =
        tbk_conllu_reader_open_text ("text", sentence_text, sizeof sentence_text - 1, NULL, NULL);
    TbkConlluBatch *batch = tbk_conllu_batch_new ();

    FUZZ_CHECK (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH);
    FUZZ_CHECK (tbk_conllu_batch_next (batch, &sentence));
  }
  return &sentence;
}

static void
parse_with (const TbkModel *model)
{
  g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GError) error = NULL;

  FUZZ_CHECK (tbk_parser_parse (parser, get_sentence (), text, &error) || error != NULL);
}

static void
parse_phrases_with (const TbkModel *model)
{
  static const TbkTaggedWord words[] = { { { "the", 3 }, { "DET", 3 } },
                                         { { "cat", 3 }, { "N", 1 } },
                                         { { "sits", 4 }, { "V", 1 } } };
  g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  FUZZ_CHECK (tbk_phrase_parser_parse (parser, words, G_N_ELEMENTS (words), text, &error) || error != NULL);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const guint64 key[2] = { 1, 2 }; /* that of src/learn/frame.c */
  g_autofree guint8 *bytes = g_memdup2 (data, MAX (size, 1));
  g_autoptr (TbkModel) model = NULL;
  g_autoptr (TbkModel) phrases = NULL;

  if (size >= 8) {
    guint64 checksum = GUINT64_TO_LE (hash_with_key (key, (const char *) bytes, size - 8));

    memcpy (bytes + size - 8, &checksum, sizeof checksum);
  }
  model = tbk_model_load (fuzz_file (0, bytes, size), NULL);
  if (model != NULL)
    parse_with (model);
  phrases = tbk_phrase_model_load (fuzz_file (0, bytes, size), NULL);
  if (phrases != NULL)
    parse_phrases_with (phrases);
  return 0;
}
