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
  g_free (parser->deprels);
  g_free (parser);
}

static TbkPiece
deprel (const TbkModel *model, int head, int relation)
{
  const char *name = relation >= 0 ? model->relations[relation].name
                     : head > 0    ? "dep"
                     : head == 0   ? "root"
                                   : "_";

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
