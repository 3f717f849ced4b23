/* phrase_parser.c - greedy parsing of phrase structure.
 *
 * Contents
 *   1. phrase_decoder: greedy phrase-structure parsing
 *   2. parser: words with tags in, trees in brackets out
 */
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"
#include "tbk/brackets.h"

/* 1. phrase_decoder: greedy phrase-structure parsing.
 *
 * In each configuration the possible class with the highest score is taken. Bottom-up there are two
 * choices: how many elements to reduce, among shift and the end; then the label. For (S (NP the dog)
 * barks):
 *
 *   stack        first choice         second choice
 *                SH
 *   the          SH
 *   the dog      RE of 2 children     NP
 *   NP           SH
 *   NP barks     RE of 2 children     S
 *   S            FI
 *
 * With 30 labels and up to 20 children one choice would have 600 classes, most of which no tree of the
 * training data has. The caps of the model make sure that some class is always possible, and that parsing
 * ends.
 */

/* Collects the words of @tree with their tags; the constituents above them are not looked at. The
 * pieces lead into the tree, and are valid as long as it is. A word without a tag is an error:
 * features need tags. */
gboolean
phrase_decoder_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error)
{
  for (int i = 0; i < tree->n_nodes; i++) {
    const TbkBracketNode *node = &tree->nodes[i];

    if (node->form == NULL)
      continue;
    if (node->label_length == 0) {
      g_autofree char *form = tbk_quote (node->form, (gsize) node->form_length);

      return fail_data (error, "word %s has no tag, expected (TAG WORD)", form);
    }
    words[node->left] = (TbkTaggedWord){ { node->form, (gsize) node->form_length },
                                         { node->label, (gsize) node->label_length } };
  }
  return TRUE;
}

void
phrase_decoder_init (PhraseDecoder *decoder, const TbkModel *model)
{
  const int n = MAX (phrase_n_classes (model), tbk_vocabulary_size (model->phrases.labels));

  *decoder = (PhraseDecoder){ .model = model };
  decoder->features = g_new (Features, 1);
  decoder->of_reduction = g_new (Features, 1);
  decoder->scores = g_new (gint32, padded_classes (n));
  decoder->possible = g_new (guint8, n);
}

void
phrase_decoder_clear (PhraseDecoder *decoder)
{
  phrase_state_clear (&decoder->state);
  g_free (decoder->features);
  g_free (decoder->of_reduction);
  g_free (decoder->scores);
  g_free (decoder->possible);
}

/* Adds to the score of each reduction what its own features say. They look at the k elements that it
 * would take, so they are different for each k; their weights are shared by all k, and stand in the
 * first place of their rows. */
static void
add_scores_of_reductions (PhraseDecoder *decoder)
{
  for (int k = 1; k <= MIN (decoder->state.c.depth, decoder->model->phrases.max_children); k++) {
    gint32 sum = 0;

    if (!decoder->possible[CLASS_CHILDREN + k])
      continue;
    phrase_features_extract_reduction (&decoder->state, k, decoder->of_reduction);
    for (int f = 0; f < decoder->of_reduction->n; f++)
      sum += decoder->model->weights[decoder->of_reduction->rows[f]];
    decoder->scores[CLASS_CHILDREN + k] += sum;
  }
}

/* Finds the possible classes of the configuration in hand and the scores of all classes. */
void
phrase_decoder_score (PhraseDecoder *decoder)
{
  phrase_state_find_possible (&decoder->state, decoder->possible);
  phrase_features_extract (&decoder->state, decoder->features);
  scores_fill (decoder->model->weights, decoder->features, phrase_n_classes (decoder->model),
               decoder->scores);
  if (model_is_bottom_up (decoder->model))
    add_scores_of_reductions (decoder);
}

/* Finds the scores of all labels for a reduction of @n_children. They overwrite those of the first
 * choice. */
void
phrase_decoder_score_labels (PhraseDecoder *decoder, int n_children)
{
  phrase_features_extract_label (&decoder->state, n_children, decoder->features);
  scores_fill (decoder->model->weights, decoder->features,
               tbk_vocabulary_size (decoder->model->phrases.labels), decoder->scores);
}

/* Returns the class of highest score among those marked (all, if @marked is NULL), the first of
 * several; -1 if there is none. */
int
phrase_decoder_best (const PhraseDecoder *decoder, int n, const guint8 *marked)
{
  int best = -1;

  for (int c = 0; c < n; c++)
    if ((marked == NULL || marked[c]) && (best < 0 || decoder->scores[c] > decoder->scores[best]))
      best = c;
  return best;
}

gboolean
phrase_decoder_run (PhraseDecoder *decoder, const PhraseWord *words, int n, GError **error)
{
  const TbkModel *model = decoder->model;
  PhraseState *state = &decoder->state;

  phrase_state_start (state, model, words, n);
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    TbkPhraseTransition transition;

    phrase_decoder_score (decoder);
    transition = phrase_transition (
        model, phrase_decoder_best (decoder, phrase_n_classes (model), decoder->possible), -1);
    if (phrase_has_second_choice (model, transition)) {
      phrase_decoder_score_labels (decoder, transition.n_children);
      transition.label = phrase_decoder_best (decoder, tbk_vocabulary_size (model->phrases.labels), NULL);
    }
    if (!phrase_state_take (state, transition, error))
      return FALSE;
  }
  return TRUE;
}

/* 2. parser: words with tags in, trees in brackets out. */

struct TbkPhraseParser {
  PhraseDecoder decoder;
  GString *lower; /* scratch */

  TbkTaggedWord *given; /* the words of a tree, when a tree is parsed anew */
  PhraseWord *words;    /* the same as features see them */

  /* The tree as it is written: built[b] is constituent b. begins[w] is the outermost one that begins at
   * word w, -1 for none; inner[b] is the next one inwards that begins at the same word; ends[w] is how
   * many end behind word w. For (S (NP the dog) barks), built as 0: NP, 1: S: begins 1 -1 -1, inner[1] =
   * 0, inner[0] = -1, ends 0 1 1. */
  int *begins, *ends;
  int *inner;
  Room of_words, of_built; /* for `given` to `ends`; for `inner` */
};

TbkPhraseParser *
tbk_phrase_parser_new (const TbkModel *model)
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
  room_clear (&parser->of_words);
  room_clear (&parser->of_built);
  g_free (parser);
}

static gboolean
reserve (TbkPhraseParser *parser, int n, GError **error)
{
  return ROOM_RESERVE (&parser->of_words, n, ARRAY (parser->given), ARRAY (parser->words),
                       ARRAY (parser->begins), ARRAY (parser->ends))
         || memory_fail (error, "a sentence of %d words", n);
}

/* Appends a token so that brackets can be read again: parentheses as -LRB- and -RRB-, blanks as '_'. */
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

/* Appends the tree in one line: before each word the constituents that begin there, from the outermost
 * inwards; behind it as many ')' as end there. A blank stands before each '(' but the first of the
 * line. */
static gboolean
write_tree (TbkPhraseParser *parser, const TbkTaggedWord *words, GString *text, GError **error)
{
  const TbkPhraseConfiguration *c = &parser->decoder.state.c;
  const TbkVocabulary *labels = parser->decoder.model->phrases.labels;

  if (!ROOM_RESERVE (&parser->of_built, c->n_built, ARRAY (parser->inner)))
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
  if (!reserve (parser, n, error))
    return FALSE;
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
  /* There is room then for what is done with the words given, which stay where they are. */
  return reserve (parser, tree->n, error) && phrase_decoder_words_of_tree (tree, parser->given, error)
         && tbk_phrase_parser_parse (parser, parser->given, tree->n, text, error);
}
