/* parser.c - sentences in, sentences out with the trees of a model. */
#include "parser/decoder.h"

struct TbkParser {
  Decoder decoder;
  Words words;
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
  g_free (parser);
}

gboolean
tbk_parser_read (TbkParser *parser, const TbkConlluSentence *sentence, GError **error)
{
  return words_read (&parser->words, sentence, error);
}

gboolean
tbk_parser_step (TbkParser *parser, TbkConfiguration *configuration)
{
  g_return_val_if_fail (configuration->system == parser->decoder.model->system
                            && configuration->n == parser->words.n && configuration->keeps_relations
                            && configuration->keeps_children,
                        FALSE);

  return decoder_step (&parser->decoder, &parser->words, configuration);
}

gboolean
tbk_parser_parse (TbkParser *parser, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  if (!tbk_parser_read (parser, sentence, error) || !decoder_run (&parser->decoder, &parser->words, error))
    return FALSE;
  tbk_conllu_sentence_write_arcs (sentence, parser->decoder.heads, parser->decoder.deprels, text);
  return TRUE;
}
