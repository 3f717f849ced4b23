/* parser.c - words with tags in, trees in brackets out. */
#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "phrase/parser/decoder.h"
#include "phrase/parser/treebank.h"

struct TbkPhraseParser {
  PhraseDecoder decoder;
  GString *lower; /* scratch */

  TbkTaggedWord *given; /* of a tree */
  PhraseWord *words;
  int *begins, *ends; /* by word: the outermost of the constituents that begin there; how many end there */
  int *inner;         /* of each built: the next that begins at the same word */
  gsize n_given, n_words, n_begins, n_ends, n_inner;
};

TbkPhraseParser *
tbk_phrase_parser_new (const TbkPhraseModel *model)
{
  TbkPhraseParser *parser;

  g_return_val_if_fail (model != NULL, NULL);
  parser = g_new0 (TbkPhraseParser, 1);
  phrase_decoder_init (&parser->decoder, model);
  parser->lower = g_string_new (NULL);
  return parser;
}

void
tbk_phrase_parser_free (TbkPhraseParser *parser)
{
  if (parser == NULL)
    return;
  phrase_decoder_clear (&parser->decoder);
  g_string_free (parser->lower, TRUE);
  g_free (parser->given);
  g_free (parser->words);
  g_free (parser->begins);
  g_free (parser->ends);
  g_free (parser->inner);
  g_free (parser);
}

static void
append_token (GString *text, TbkPiece token)
{
  for (gsize i = 0; i < token.size; i++)
    if (token.bytes[i] == '(')
      g_string_append (text, "-LRB-");
    else if (token.bytes[i] == ')')
      g_string_append (text, "-RRB-");
    else
      g_string_append_c (text, token.bytes[i] == ' ' || (token.bytes[i] >= '\t' && token.bytes[i] <= '\r')
                                   ? '_'
                                   : token.bytes[i]);
}

/* A constituent is built after those in it, so that the last built of those that begin at a word is the
 * outermost. */
static void
link_constituents (TbkPhraseParser *parser)
{
  const TbkPhraseConfiguration *c = &parser->decoder.state.c;

  for (int word = 0; word < c->n; word++) {
    parser->begins[word] = -1;
    parser->ends[word] = 0;
  }
  for (int b = 0; b < c->n_built; b++) {
    parser->inner[b] = parser->begins[c->built[b].left];
    parser->begins[c->built[b].left] = b;
    parser->ends[c->built[b].right - 1]++;
  }
}

static gboolean
write_tree (TbkPhraseParser *parser, const TbkTaggedWord *words, GString *text, GError **error)
{
  const TbkPhraseConfiguration *c = &parser->decoder.state.c;
  const TbkVocabulary *labels = parser->decoder.model->labels;

  if (!try_reserve (&parser->begins, &parser->n_begins, (gsize) c->n, sizeof (int))
      || !try_reserve (&parser->ends, &parser->n_ends, (gsize) c->n, sizeof (int))
      || !try_reserve (&parser->inner, &parser->n_inner, (gsize) c->n_built, sizeof (int)))
    return memory_fail (error, "a tree of %d constituents", c->n_built);
  link_constituents (parser);
  for (int word = 0; word < c->n; word++) {
    for (int b = parser->begins[word]; b >= 0; b = parser->inner[b])
      g_string_append_printf (text, "%s(%s",
                              word > 0 && b == parser->begins[word] ? " "
                              : b == parser->begins[word]           ? ""
                                                                    : " ",
                              tbk_vocabulary_name (labels, c->built[b].label));
    g_string_append (text, " (");
    append_token (text, words[word].tag);
    g_string_append_c (text, ' ');
    append_token (text, words[word].form);
    g_string_append_c (text, ')');
    for (int i = 0; i < parser->ends[word]; i++)
      g_string_append_c (text, ')');
  }
  return TRUE;
}

gboolean
tbk_phrase_parser_parse (TbkPhraseParser *parser, const TbkTaggedWord *words, int n, GString *text,
                         GError **error)
{
  g_return_val_if_fail (n >= 1, FALSE);
  if (!try_reserve (&parser->words, &parser->n_words, (gsize) n, sizeof (PhraseWord)))
    return memory_fail (error, "a sentence of %d words", n);
  for (int i = 0; i < n; i++)
    phrase_state_set_word (&parser->words[i], words[i].form, words[i].tag, parser->lower);
  return phrase_decoder_run (&parser->decoder, parser->words, n, error)
         && write_tree (parser, words, text, error);
}

gboolean
tbk_phrase_parser_parse_tree (TbkPhraseParser *parser, const TbkBracketTree *tree, GString *text,
                              GError **error)
{
  g_return_val_if_fail (tree->problem == NULL, FALSE);
  if (tree->n == 0)
    return fail_data (error, "a tree without words, expected some to parse");
  if (!try_reserve (&parser->given, &parser->n_given, (gsize) tree->n, sizeof (TbkTaggedWord)))
    return memory_fail (error, "a sentence of %d words", tree->n);
  return phrase_treebank_words_of_tree (tree, parser->given, error)
         && tbk_phrase_parser_parse (parser, parser->given, tree->n, text, error);
}
