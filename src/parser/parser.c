/* parser.c - sentences in, sentences out with the trees of a model. */
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"

/* Sentences that a network reads side by side. */
enum { GROUP = 64 };

struct TbkParser {
  Decoder decoder;
  int n_best;
  gboolean has_margins;
  ArcMargin *margins;
  int n_margins;
  GHashTable *trees; /* that were written of the sentence, as strings */
  Words words;
  GArray *expected; /* of Words */
  guint n_expected; /* those of them that are in use, */
  guint next;       /* the first that is not parsed, */
  guint n_read;     /* and how many the decoder was told of */
};

static void
clear_words (gpointer words)
{
  words_clear (words);
}

/* TRUE if computations of the system may end with words in the stack that have no head, above 0. */
static gboolean
leaves_fragments (const TbkSystem *system)
{
  return system->transitions == tbk_system_find ("arc-eager")->transitions;
}

static int
beam_of (const TbkModel *model, const TbkParserOptions *options)
{
  return options->beam > 0 ? options->beam : MAX (model->beam, 1);
}

/* Each combination that has no meaning is refused with its reason, before a sentence is read. */
gboolean
tbk_parser_check_options (const TbkModel *model, const TbkParserOptions *options, GError **error)
{
  g_return_val_if_fail (model != NULL && options != NULL, FALSE);

  if (options->rest == TBK_REST_LEFT && model->is_marked) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE,
                         "a model of marked relations decodes trees, expected a way to complete them");
    return FALSE;
  }
  if ((options->n_best > 0 || options->has_margins) && model->network != NULL) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE,
                         "a network has no n best trees and no margins, expected a linear model");
    return FALSE;
  }
  if (options->n_best > beam_of (model, options)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "%d best trees are asked for, but the beam keeps %d, expected a beam at least as wide",
                 options->n_best, beam_of (model, options));
    return FALSE;
  }
  if (options->rest == TBK_REST_HANGS || leaves_fragments (model->system))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "a model of %s leaves no fragments to complete, expected one of arc-eager",
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
  parser->n_best = options != NULL ? options->n_best : 0;
  parser->has_margins = options != NULL && options->has_margins;
  parser->trees = g_hash_table_new_full (hash_string, g_str_equal, g_free, NULL);
  words_init (&parser->words);
  parser->words.keeps_parts = model->network != NULL;
  parser->expected = g_array_new (FALSE, FALSE, sizeof (Words));
  g_array_set_clear_func (parser->expected, clear_words);
  return parser;
}

void
tbk_parser_free (TbkParser *parser)
{
  if (parser == NULL)
    return;
  decoder_clear (&parser->decoder);
  g_free (parser->margins);
  g_hash_table_unref (parser->trees);
  words_clear (&parser->words);
  g_array_unref (parser->expected);
  g_free (parser);
}

static inline Words *
expected_at (TbkParser *parser, guint i)
{
  return &g_array_index (parser->expected, Words, i);
}

static void
expect_none (TbkParser *parser)
{
  parser->n_expected = parser->next = parser->n_read = 0;
  decoder_expect_none (&parser->decoder);
}

/* A network reads sentences side by side, so it gets them before they are parsed. Words keep their
 * memory from one group to the next. */
gboolean
tbk_parser_expect (TbkParser *parser, const TbkConlluSentence *sentence, GError **error)
{
  if (sentence == NULL)
    expect_none (parser);
  if (sentence == NULL || parser->decoder.model->network == NULL)
    return TRUE;
  if (parser->n_expected == parser->expected->len) {
    Words words;
    words_init (&words);
    words.keeps_parts = TRUE;
    g_array_append_val (parser->expected, words);
  }
  if (!words_read (expected_at (parser, parser->n_expected), sentence, error))
    return FALSE;
  parser->n_expected++;
  return TRUE;
}

/* Makes the decoder read the next sentences that are expected. */
static gboolean
read_group (TbkParser *parser, GError **error)
{
  const Words *group[GROUP];
  guint n = MIN (GROUP, parser->n_expected - parser->next);

  for (guint i = 0; i < n; i++)
    group[i] = expected_at (parser, parser->next + i);
  if (!decoder_expect (&parser->decoder, group, (int) n, error))
    return FALSE;
  parser->n_read = parser->next + n;
  return TRUE;
}

/* The words of @sentence, which are known if it was expected.
 *
 * Sentences are parsed in the order in which they were expected; a group is read when its first sentence
 * comes. */
static const Words *
find_words (TbkParser *parser, const TbkConlluSentence *sentence, GError **error)
{
  if (parser->next == parser->n_expected)
    return words_read (&parser->words, sentence, error) ? &parser->words : NULL;
  g_return_val_if_fail (expected_at (parser, parser->next)->n == sentence->n, NULL);
  if (parser->next == parser->n_read && !read_group (parser, error))
    return NULL;
  return expected_at (parser, parser->next++);
}

gboolean
tbk_parser_read (TbkParser *parser, const TbkConlluSentence *sentence, GError **error)
{
  const Words *words = &parser->words;

  return words_read (&parser->words, sentence, error) && decoder_expect (&parser->decoder, &words, 1, error);
}

int
tbk_parser_take (TbkParser *parser, TbkConfiguration *configuration)
{
  g_return_val_if_fail (configuration->system == parser->decoder.model->system
                            && configuration->n == parser->words.n && configuration->keeps_relations
                            && configuration->keeps_children,
                        -1);

  return decoder_step (&parser->decoder, &parser->words, configuration);
}

static gpointer
guide_open (gconstpointer model)
{
  return tbk_parser_new (model, NULL);
}

static gboolean
guide_read (gpointer parser, const TbkConlluSentence *sentence, GError **error)
{
  return tbk_parser_read (parser, sentence, error);
}

static gboolean
guide_step (gpointer parser, TbkConfiguration *configuration)
{
  return tbk_parser_take (parser, configuration) >= 0;
}

static void
guide_close (gpointer parser)
{
  tbk_parser_free (parser);
}

TbkGuide
tbk_parser_guide (const TbkModel *model)
{
  return (TbkGuide){ .system = model->system,
                     .data = model,
                     .open = guide_open,
                     .read = guide_read,
                     .step = guide_step,
                     .close = guide_close };
}

/* Sets the margins of those arcs of the tree that a step made. */
static gboolean
find_margins (TbkParser *parser, int n, GError **error)
{
  const Decoder *decoder = &parser->decoder;

  if (!reserve_words (&parser->margins, &parser->n_margins, n, sizeof (ArcMargin), error))
    return FALSE;
  for (int word = 1; word <= n; word++) {
    const Margin *arc = &decoder->margins.arcs[word];

    parser->margins[word] = (ArcMargin){ arc->is_known && arc->head == decoder->heads[word], arc->margin };
  }
  return TRUE;
}

/* TRUE if the tree of the decoder is a new one of the sentence.
 *
 * Different sequences of steps may make the same tree. */
static gboolean
is_new_tree (TbkParser *parser, int n)
{
  const Decoder *decoder = &parser->decoder;
  g_autoptr (GString) name = g_string_new (NULL);

  for (int word = 1; word <= n; word++) {
    const TbkPiece *deprel = &decoder->deprels[word];

    g_string_append_printf (name, "%d\t%.*s\t", decoder->heads[word], (int) deprel->size, deprel->bytes);
  }
  return g_hash_table_add (parser->trees, g_strdup (name->str));
}

/* Appends the tree of the decoder, @n_before others having been written. Without margins and n best trees
 * only HEAD and DEPREL change. */
static gboolean
write_tree (TbkParser *parser, const TbkConlluSentence *sentence, int n_before, TbkText *text, GError **error)
{
  const Decoder *decoder = &parser->decoder;
  char number[40], score[40];
  const char *const comments[] = { number, score, NULL };
  ParsedTree tree = { .heads = decoder->heads,
                      .deprels = decoder->deprels,
                      .has_margins = parser->has_margins,
                      .comments = parser->n_best > 0 ? comments : NULL,
                      .n_before = n_before };

  if (!parser->has_margins && parser->n_best == 0) {
    tbk_conllu_sentence_write_arcs (sentence, decoder->heads, decoder->deprels, text);
    return TRUE;
  }
  g_snprintf (number, sizeof number, "nbest = %d", n_before + 1);
  g_snprintf (score, sizeof score, "score = %" G_GINT64_FORMAT, decoder->score);
  if (parser->has_margins && !find_margins (parser, sentence->n, error))
    return FALSE;
  tree.margins = parser->margins;
  write_parse (sentence, &tree, text);
  return TRUE;
}

/* Appends the best trees that are different. */
static gboolean
write_n_best (TbkParser *parser, const TbkConlluSentence *sentence, const Words *words, TbkText *text,
              GError **error)
{
  int n_found, n_written = 0;

  if (!decoder_search (&parser->decoder, words, &n_found, error))
    return FALSE;
  g_hash_table_remove_all (parser->trees);
  for (int i = 0; i < n_found && n_written < parser->n_best; i++) {
    if (!decoder_build (&parser->decoder, words, i, error))
      return FALSE;
    /* The beam may hold a tree several times; the next sequence then takes its turn, so there may be fewer
     * trees than were asked for. */
    if (is_new_tree (parser, words->n) && !write_tree (parser, sentence, n_written++, text, error))
      return FALSE;
  }
  return TRUE;
}

/* A sentence in, the same sentence with the tree of the model out: every byte but the fields that change. */
gboolean
tbk_parser_parse (TbkParser *parser, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  const Words *words = find_words (parser, sentence, error);

  if (words == NULL)
    return FALSE;
  if (parser->n_best > 0)
    return write_n_best (parser, sentence, words, text, error);
  return decoder_run (&parser->decoder, words, error) && write_tree (parser, sentence, 0, text, error);
}
