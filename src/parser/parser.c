/* parser.c - sentences in, sentences out with the trees of a model. */
#include "parser/decoder.h"

struct TbkParser {
  Decoder decoder;
  Words words;
};

/* Whether its computations may end with words in the stack that have no head, above 0. */
static gboolean
leaves_fragments (const TbkSystem *system)
{
  return system->transitions == tbk_system_find ("arc-eager-nivre")->transitions;
}

gboolean
tbk_parser_check_options (const TbkModel *model, const TbkParserOptions *options, GError **error)
{
  g_return_val_if_fail (model != NULL && options != NULL, FALSE);

  if (options->rest == TBK_REST_LEFT && model->is_marked) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE,
                         "a model of marked relations decodes trees, expected a way to complete them");
    return FALSE;
  }
  if (options->rest == TBK_REST_HANGS || leaves_fragments (model->system))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "a model of %s leaves no fragments to complete, expected one of arc-eager-nivre",
               model->system->name);
  return FALSE;
}

TbkParser *
tbk_parser_new (const TbkModel *model, const TbkParserOptions *options)
{
  TbkParser *parser;

  g_return_val_if_fail (
      model != NULL
          && (options == NULL
              || (options->beam >= 0 && options->beam <= TBK_PARSER_MAX_WIDTH
                  && (options->rest == TBK_REST_HANGS || leaves_fragments (model->system)))),
      NULL);
  parser = g_new0 (TbkParser, 1);
  decoder_init (&parser->decoder, model, options);
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
