/* phrase_parser.c - parsers of phrase structure: model files, and greedy parsing.
 *
 * Contents
 *   1. treebank: training data of phrase-structure parsers: words, tags, constituents
 *   2. model: model files of phrase-structure parsers: the frame of learn/learn.h, with a head of their
 *      own
 *   3. decoder: greedy phrase-structure parsing
 *   4. parser: words with tags in, trees in brackets out
 */
#include "parser/phrase_parser.h"

#include <string.h>

#include "base/base.h"
#include "brackets/brackets.h"
#include "learn/learn.h"
#include "tbk/files.h"

/* 1. treebank: training data of phrase-structure parsers: words, tags, constituents. */

void
phrase_treebank_init (PhraseTreebank *treebank)
{
  *treebank = (PhraseTreebank){ .selector = NULL };
  treebank->sentences = g_array_new (FALSE, FALSE, sizeof (PhraseSentence));
  treebank->files = g_ptr_array_new_with_free_func (g_free);
  treebank->lower = g_string_new (NULL);
}

void
phrase_treebank_clear (PhraseTreebank *treebank)
{
  for (guint i = 0; i < treebank->sentences->len; i++) {
    PhraseSentence *sentence = phrase_treebank_at (treebank, (int) i);

    g_free (sentence->words);
    tbk_phrase_tree_clear (&sentence->tree);
  }
  g_array_unref (treebank->sentences);
  g_ptr_array_unref (treebank->files);
  g_string_free (treebank->lower, TRUE);
  tbk_selector_free (treebank->selector);
}

gboolean
phrase_treebank_fail_at (const PhraseTreebank *treebank, const PhraseSentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", (const char *) treebank->files->pdata[sentence->file],
                  sentence->line);
  return FALSE;
}

gboolean
phrase_treebank_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error)
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

/* Makes @sentence what @tree is; what it got belongs to it on failure too. */
static gboolean
set_sentence (PhraseTreebank *treebank, PhraseSentence *sentence, const TbkBracketTree *tree,
              TbkVocabulary *labels, GError **error)
{
  g_autofree TbkTaggedWord *words = g_try_new (TbkTaggedWord, tree->n);

  sentence->words = g_try_new (PhraseWord, tree->n);
  if (words == NULL || sentence->words == NULL)
    return memory_fail (error, "a sentence of %d words", tree->n);
  if (!tbk_phrase_tree_set_brackets (&sentence->tree, tree, labels, error)
      || !phrase_treebank_words_of_tree (tree, words, error))
    return FALSE;
  for (int i = 0; i < tree->n; i++)
    phrase_state_set_word (&sentence->words[i], words[i].form, words[i].tag, treebank->lower);
  return TRUE;
}

static gboolean
add_tree (PhraseTreebank *treebank, const TbkBracketTree *tree, TbkVocabulary *labels, GError **error)
{
  PhraseSentence added = { .file = (int) treebank->files->len - 1, .line = tree->line };

  if (tbk_bracket_tree_exceeds (tree, treebank->max_words)) {
    treebank->n_too_large++;
    return TRUE;
  }
  g_array_append_val (treebank->sentences, added);
  return set_sentence (treebank, phrase_treebank_at (treebank, (int) treebank->sentences->len - 1), tree,
                       labels, error)
         || phrase_treebank_fail_at (treebank, &added, error);
}

gboolean
phrase_treebank_read (PhraseTreebank *treebank, const char *path, const TbkBracketOptions *options,
                      TbkVocabulary *labels, GError **error)
{
  g_auto (TreeCursor) cursor = { 0 };
  gboolean is_selected;
  TbkEntry entry;

  if (tbk_selector_left (treebank->selector) == 0)
    return TRUE;
  if (!tree_cursor_open (&cursor, path, options, error))
    return FALSE;
  g_ptr_array_add (treebank->files, g_strdup (tree_cursor_name (&cursor)));
  while (tbk_selector_left (treebank->selector) > 0) {
    if (!tree_cursor_next (&cursor, error))
      return FALSE;
    if (cursor.is_at_end)
      return TRUE;
    entry = tree_cursor_entry (&cursor);
    if (!tbk_selector_take (treebank->selector, &entry, &is_selected, error)
        || (is_selected && !add_tree (treebank, &cursor.tree, labels, error)))
      return FALSE;
    if (is_selected)
      tree_cursor_count (&cursor);
  }
  return TRUE;
}

/* 2. model: model files of phrase-structure parsers: the frame of learn/learn.h, with a head of their
 * own. */

/* Of the table of features. */
enum { FEATURES = 1 };

const TbkPhraseSystem *
tbk_phrase_model_system (const TbkPhraseModel *model)
{
  return model->system;
}

void
tbk_phrase_model_free (TbkPhraseModel *model)
{
  if (model == NULL)
    return;
  tbk_vocabulary_free (model->labels);
  g_free (model->own_weights);
  g_clear_pointer (&model->file, g_mapped_file_unref);
  g_free (model);
}

gboolean
tbk_phrase_model_write (const TbkPhraseModel *model, TbkOutput *output, GError **error)
{
  g_autoptr (GString) head = g_string_new (HEAD_OF_PHRASES), bytes = NULL;
  const gsize n_weights = model_n_phrase_weights (model);
  const int n_labels = tbk_vocabulary_size (model->labels);

  g_string_append_printf (head, "%s\nfeatures %d\nbits %d\nunary %d\nopen %d\nchildren %d\nlabels %d\n",
                          model->system->name, FEATURES, model->bits, model->max_unary, model->max_open,
                          model->max_children, n_labels);
  for (int l = 0; l < n_labels; l++)
    g_string_append_printf (head, "%s\n", tbk_vocabulary_name (model->labels, l));
  bytes = frame_begin (head, n_weights);
  frame_add_weights (bytes, model->weights, n_weights);
  return frame_write (bytes, output, error);
}

gboolean
tbk_phrase_model_save (const TbkPhraseModel *model, const char *path, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, error);

  return output != NULL && tbk_phrase_model_write (model, output, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
tbk_phrase_model_is_at (const char *path, gboolean *is_at, GError **error)
{
  return frame_has_head (path, HEAD_OF_PHRASES, is_at, error);
}

static gboolean
take_system (Head *head, TbkPhraseModel *model)
{
  g_autofree char *line = head_next_line (head);
  const char *name;

  if (line == NULL || !g_str_has_prefix (line, HEAD_OF_PHRASES))
    return head_fail_with (head, "a model of dependencies, expected one of phrase structure");
  name = line + strlen (HEAD_OF_PHRASES);
  model->system = tbk_phrase_system_find (name);
  return model->system != NULL || head_fail_system (head, name);
}

static gboolean
take_labels (Head *head, TbkPhraseModel *model)
{
  int n;

  if (!head_take_number (head, "labels", 1, PHRASE_MOST_LABELS, &n))
    return FALSE;
  for (int l = 0; l < n; l++) {
    g_autofree char *line = head_next_line (head);

    if (line == NULL || strpbrk (line, "() \t\r\v\f") != NULL)
      return head_fail (head);
    if (tbk_vocabulary_add (model->labels, line, strlen (line), head->error) != l)
      return (head->error != NULL && *head->error != NULL) ? FALSE : head_fail (head);
  }
  return TRUE;
}

static gboolean
take_features (Head *head)
{
  int features;

  if (!head_take_number (head, "features", 1, G_MAXINT, &features))
    return FALSE;
  return features == FEATURES
         || head_fail_with (head, "a model with features of version %d, expected version %d", features,
                            FEATURES);
}

TbkPhraseModel *
tbk_phrase_model_load (const char *path, GError **error)
{
  g_autoptr (TbkPhraseModel) model = g_new0 (TbkPhraseModel, 1);
  Head head;

  model->labels = tbk_vocabulary_new ();
  model->file = frame_open (path, &head, error);
  if (model->file == NULL || !take_system (&head, model) || !take_features (&head)
      || !head_take_number (&head, "bits", 1, FRAME_MOST_BITS, &model->bits)
      || !head_take_number (&head, "unary", 1, G_MAXINT, &model->max_unary)
      || !head_take_number (&head, "open", 1, G_MAXINT, &model->max_open)
      || !head_take_number (&head, "children", 2, PHRASE_MOST_CHILDREN, &model->max_children)
      || !take_labels (&head, model))
    return NULL;
  if (model_n_phrase_weights (model) != head.n_weights) {
    head_fail (&head);
    return NULL;
  }
  model->weights = frame_weights (&head, &model->own_weights);
  return g_steal_pointer (&model);
}

/* 3. decoder: greedy phrase-structure parsing. */

void
phrase_decoder_init (PhraseDecoder *decoder, const TbkPhraseModel *model)
{
  const int n = MAX (model_n_classes (model), tbk_vocabulary_size (model->labels));

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

/* Adds what the reductions' own features say. */
static void
add_scores_of_reductions (PhraseDecoder *decoder, const gint16 *weights)
{
  for (int k = 1; k <= MIN (decoder->state.c.depth, decoder->model->max_children); k++) {
    gint32 sum = 0;

    if (!decoder->possible[CLASS_CHILDREN + k])
      continue;
    phrase_features_extract_reduction (&decoder->state, k, decoder->of_reduction);
    for (int f = 0; f < decoder->of_reduction->n; f++)
      sum += weights[decoder->of_reduction->rows[f]];
    decoder->scores[CLASS_CHILDREN + k] += sum;
  }
}

void
phrase_decoder_score (PhraseDecoder *decoder, const gint16 *weights)
{
  phrase_state_find_possible (&decoder->state, decoder->possible);
  phrase_features_extract (&decoder->state, decoder->features);
  scores_fill (weights, decoder->features, model_n_classes (decoder->model), decoder->scores);
  if (model_is_bottom_up (decoder->model))
    add_scores_of_reductions (decoder, weights);
}

void
phrase_decoder_score_labels (PhraseDecoder *decoder, const gint16 *weights, int n_children)
{
  phrase_features_extract_label (&decoder->state, n_children, decoder->features);
  scores_fill (weights, decoder->features, tbk_vocabulary_size (decoder->model->labels), decoder->scores);
}

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
  const TbkPhraseModel *model = decoder->model;
  PhraseState *state = &decoder->state;

  phrase_state_start (state, model, words, n);
  while (!tbk_phrase_configuration_is_final (&state->c)) {
    TbkPhraseTransition transition;

    phrase_decoder_score (decoder, model->weights);
    transition = phrase_transition (
        model, phrase_decoder_best (decoder, model_n_classes (model), decoder->possible), -1);
    if (phrase_has_second_choice (model, transition)) {
      phrase_decoder_score_labels (decoder, model->weights, transition.n_children);
      transition.label = phrase_decoder_best (decoder, tbk_vocabulary_size (model->labels), NULL);
    }
    if (!phrase_state_take (state, transition, error))
      return FALSE;
  }
  return TRUE;
}

/* 4. parser: words with tags in, trees in brackets out. */

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
