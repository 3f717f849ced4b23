/* parser.c - sentences in, sentences out with the trees of a model. */
#include <string.h>

#include "base/memory.h"
#include "parser/decoder.h"

struct TbkParser {
  Decoder decoder;
  Words words;
  TbkPiece *deprels;
  int n_allocated;
};

TbkParser *
tbk_parser_new (const TbkModel *model, const TbkParserOptions *options)
{
  TbkParser *parser;

  g_return_val_if_fail (
      model != NULL && (options == NULL || (options->beam >= 0 && options->beam <= TBK_PARSER_MAX_WIDTH)),
      NULL);
  parser = g_new0 (TbkParser, 1);
  decoder_init (&parser->decoder, model, options != NULL ? options->beam : 0,
                options == NULL || !options->any_root);
  words_init (&parser->words);
  return parser;
}

void
tbk_parser_free (TbkParser *parser)
{
  if (parser == NULL)
    return;
  decoder_clear (&parser->decoder);
  words_clear (&parser->words);
  g_free (parser->deprels);
  g_free (parser);
}

static TbkPiece
deprel (const TbkModel *model, int head, int relation)
{
  const char *name = relation >= 0 ? model->relations[relation].name : head == 0 ? "root" : "dep";

  return (TbkPiece){ name, strlen (name) };
}

gboolean
tbk_parser_parse (TbkParser *parser, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  const TbkConfiguration *c = &parser->decoder.configuration;

  if (!reserve_words (&parser->deprels, &parser->n_allocated, sentence->n, sizeof (TbkPiece), error)
      || !words_read (&parser->words, sentence, error)
      || !decoder_run (&parser->decoder, &parser->words, error))
    return FALSE;
  for (int word = 1; word <= sentence->n; word++)
    parser->deprels[word] = deprel (parser->decoder.model, c->heads[word], c->relations[word]);
  tbk_conllu_sentence_write_arcs (sentence, c->heads, parser->deprels, text);
  return TRUE;
}
