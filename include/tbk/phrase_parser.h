/* phrase_parser.h - parsing by models of phrase structure, which tbk_train() makes (tbk/parser.h).
 *
 * A parser takes the transition of highest score in each configuration of a system of tbk/constituency.h.
 * Scores are sums of weights of features, learned by an averaged perceptron; they are integers, so that equal
 * input gives equal models and trees on every machine.
 *
 *   g_autoptr (TbkModel) model = tbk_phrase_model_load ("is.model", &error);
 *   g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
 *
 *   while (next_sentence (&words, &n))
 *     if (!tbk_phrase_parser_parse (parser, words, n, line, &error))
 *       return FALSE;
 *
 * Input     words with tags. There is no tokeniser and no tagger here.
 * Output    a tree over all words, whatever the weights; its labels are those of the training data.
 * Caps      as many constituents of one child in a row, open elements and children as the training data have,
 *           kept in the model: so each computation ends. A transition beyond a cap is taken where no other is
 *           allowed.
 * Cost      of parsing: some microseconds a step, a few steps a word. Bottom-up a step looks at as many
 *           elements as the cap of children allows.
 * Memory    a model: 17 MB, mapped from its file and shared; training: about 120 MB and the words.
 * Errors    TBK_ERROR_DATA for words without tags, and trees without words.
 * Threads   a model may be shared; a parser belongs to one thread at a time.
 * Sources   those of tbk/constituency.h and tbk/parser.h; Coavoux and Crabbe (2016), "Neural greedy
 *           constituent parsing with dynamic oracles", for training with such oracles.
 * Since     0.1
 */
#ifndef TBK_PHRASE_PARSER_H
#define TBK_PHRASE_PARSER_H

#include <glib.h>

#include "tbk/constituency_oracle.h"
#include "tbk/parser.h"
#include "tbk/tagged.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

/* Sets @is_at to whether the file at @path begins as a model of a phrase-structure parser does. */
gboolean tbk_phrase_model_is_at (const char *path, gboolean *is_at, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* As tbk_model_load(), for a model of phrase structure. All other functions of models are those of tbk/parser.h. */
TbkModel *tbk_phrase_model_load (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* (nullable): NULL for a model of dependencies */
const TbkPhraseSystem *tbk_phrase_model_system (const TbkModel *model);

typedef struct TbkPhraseParser TbkPhraseParser;

/* @model, which is of phrase structure, must outlive the parser. */
TbkPhraseParser *tbk_phrase_parser_new (const TbkModel *model);
void tbk_phrase_parser_free (TbkPhraseParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseParser, tbk_phrase_parser_free)

/* Appends a tree over @n words, at least one, to @text, as a line of brackets without a newline. Parentheses
 * in forms and tags become -LRB- and -RRB-, blanks "_". Memory of @text comes from GLib. */
gboolean tbk_phrase_parser_parse (TbkPhraseParser *parser, const TbkTaggedWord *words, int n, GString *text,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the words of @tree, whose constituents are not looked at. Fails (TBK_ERROR_DATA) if it has no
 * words, or one without tag. */
gboolean tbk_phrase_parser_parse_tree (TbkPhraseParser *parser, const TbkBracketTree *tree, GString *text,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
