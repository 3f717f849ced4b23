/* decode_tags.c - the best well-formed tags, and sums over all of them, from the scores of tags.
 *
 * Contents
 *   1. call: what is asked for, and whether it can be done
 *   2. worker: what a thread keeps
 *   3. scores: those of a sentence, copied and looked at
 *   4. chart: encodings with a grammar
 *   5. arcs: encodings whose tags name arcs
 *   6. run: sentences shared out to threads
 */
#include <math.h>

#include "decode/decode.h"
#include "tags/rules.h"

/* 1. call: what is asked for, and whether it can be done. */

typedef struct {
  const TbkTagScores *scores;
  TbkDecodeOptions options;
  const TagCoder *coder;
  Rules *rules;   /* NULL: tags name arcs */
  int n_columns;  /* those that a rule or an arc names: the alphabet, or the tags given */
  TbkPiece *tags; /* of these */
  int *where;     /* of each of them, its column in the scores; -1 if there is none */
  gsize memory;   /* of a worker */

  const TbkTreeRows *trees; /* NULL: sums */
  double *log_z;
  const TbkTagNumbers *marginals, *root_marginals;

  /* Sentences by length; those of a group are of the same length. */
  int *order;
  struct {
    int first, n;
  } * groups;
  int n_groups;
  gint next; /* the group that is taken next */
} TagCall;

static gboolean
fail_usage (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (TBK_ERROR, TBK_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

static gboolean
is_of_offsets (const TagCoder *coder)
{
  return coder == &offsets_absolute || coder == &offsets_relative || coder == &offsets_upos;
}

/* Notes which columns have the tags of the alphabet. */
static gboolean
find_alphabet (TagCall *call, GError **error)
{
  const TbkTagScores *scores = call->scores;
  const char *const *alphabet = call->coder->shown.alphabet;

  call->n_columns = (int) g_strv_length ((char **) alphabet);
  call->where = g_new (int, call->n_columns);
  if (scores->tags == NULL && scores->n_tags != call->n_columns)
    return fail_usage (error, "%s has %d tags, scores have %d", call->coder->shown.name, call->n_columns,
                       scores->n_tags);
  for (int c = 0; c < call->n_columns; c++)
    call->where[c] = scores->tags == NULL ? c : -1;
  for (int t = 0; scores->tags != NULL && t < scores->n_tags; t++) {
    const int c = sentence_find_tag (scores->tags[t], alphabet);
    g_autofree char *quoted = c >= 0 ? NULL : tbk_quote (scores->tags[t].bytes, scores->tags[t].size);

    if (c < 0)
      return fail_usage (error, "tags[%d]: %s is no tag of %s", t, quoted, call->coder->shown.name);
    call->where[c] = t;
  }
  return TRUE;
}

/* Columns are the tags given: each once, and each a tag. */
static gboolean
find_given (TagCall *call, GError **error)
{
  const TbkTagScores *scores = call->scores;
  g_autoptr (TbkVocabulary) names = tbk_vocabulary_new ();

  if (scores->tags == NULL)
    return fail_usage (error, "%s needs the names of tags", call->coder->shown.name);
  if (call->coder == &offsets_upos && scores->upos == NULL)
    return fail_usage (error, "relative-upos needs the UPOS of words");
  call->n_columns = scores->n_tags;
  call->where = g_new (int, call->n_columns + 1);
  for (int t = 0; t < scores->n_tags; t++) {
    const int number = tbk_vocabulary_add (names, scores->tags[t].bytes, scores->tags[t].size, error);
    g_autofree char *quoted = tbk_quote (scores->tags[t].bytes, scores->tags[t].size);

    if (number < 0)
      return FALSE;
    if (number < t)
      return fail_usage (error, "tags[%d] and tags[%d] are both %s", number, t, quoted);
    if (is_of_offsets (call->coder) && !offsets_is_tag (call->coder, scores->tags[t]))
      return fail_usage (error, "tags[%d]: %s is no tag of %s", t, quoted, call->coder->shown.name);
    call->where[t] = t;
  }
  return TRUE;
}

static gboolean
find_lengths (const TbkTagScores *scores, int *longest, GError **error)
{
  *longest = 0;
  for (int s = 0; s < scores->n_sentences; s++) {
    if (scores->lengths[s] < 1 || scores->lengths[s] > TBK_TABULAR_MAX_LENGTH)
      return fail_data (error, "sentences[%d]: %d words found, expected 1 to %d", s, scores->lengths[s],
                        TBK_TABULAR_MAX_LENGTH);
    *longest = MAX (*longest, scores->lengths[s]);
  }
  return TRUE;
}

static gboolean
prepare (TagCall *call, GError **error)
{
  const TagCoder *coder = call->coder;
  const char *name = coder->shown.name;
  int longest;

  if (!coder->is_exact && !is_of_offsets (coder) && coder != &brackets_one)
    return fail_usage (
        error,
        "%s cannot be decoded exactly from scores: no method is known that keeps words from making a cycle",
        name);
  if (call->scores->has_unknown && !scores_is_good (call->scores->unknown))
    return fail_usage (error, "the score of unknown tags is %s",
                       isnan (call->scores->unknown) ? "NaN" : "2^112 or more");
  if (call->scores->has_unknown && coder == &brackets_one)
    return fail_usage (error, "there is no end of tags of brackets, so unknown ones have no score");
  if (call->trees != NULL && call->trees->n_trees != 1)
    return fail_usage (error,
                       "%d trees of each sentence found, expected 1: the next best tags are not looked for",
                       call->trees->n_trees);
  if (call->options.is_nonprojective && !is_of_offsets (coder))
    return fail_usage (error, "%s can be decoded from scores for projective trees alone", name);
  if (call->options.has_any_root && coder->shown.has_one_root)
    return fail_usage (error, "%s has trees with one root alone", name);
  if (!find_lengths (call->scores, &longest, error)
      || !(coder->is_exact ? find_alphabet (call, error) : find_given (call, error)))
    return FALSE;
  if (coder->is_exact)
    call->rules = rules_new (coder, call->options.has_any_root);
  else if (coder == &brackets_one)
    call->rules = rules_new_brackets (call->scores->tags, call->scores->n_tags, longest,
                                      call->options.has_any_root, error);
  return call->rules != NULL || is_of_offsets (coder);
}

/* 2. worker: what a thread keeps. */

typedef struct TagWorker {
  Chart *chart, *lanes;
  SumChart *real, *wide;
  TbkDecoder *arcs;
  TbkTags *tags; /* of the call's encoding */

  double *scores, *root_scores, *marginals, *root_marginals; /* n n_columns each */
  ChartOrigin *origins;                                      /* n + 1 */
  int *chosen, *heads;
  TbkPiece *in;
  double *arc_scores, *arc_marginals; /* (n + 1)^2 */
  int *arc_columns;
  gsize n_scores, n_root_scores, n_marginals, n_root_marginals, n_origins, n_chosen, n_heads, n_in,
      n_arc_scores, n_arc_marginals, n_arc_columns;

  struct TagWorker
      *others[CHART_LANES]; /* what they keep of further sentences of a group; NULL until needed */

  GError *error; /* of its first sentence that failed */
  int failed;
} TagWorker;

struct TbkTagDecoder {
  GPtrArray *workers;
};

static void
worker_free (gpointer data)
{
  TagWorker *w = data;

  for (int l = 0; l < CHART_LANES; l++)
    if (w->others[l] != NULL)
      worker_free (w->others[l]);
  chart_best_free (w->chart);
  chart_lanes_free (w->lanes);
  sum_chart_real_free (w->real);
  sum_chart_wide_free (w->wide);
  tbk_decoder_free (w->arcs);
  tbk_tags_free (w->tags);
  g_free (w->scores);
  g_free (w->root_scores);
  g_free (w->marginals);
  g_free (w->root_marginals);
  g_free (w->origins);
  g_free (w->chosen);
  g_free (w->heads);
  g_free (w->in);
  g_free (w->arc_scores);
  g_free (w->arc_marginals);
  g_free (w->arc_columns);
  g_free (w);
}

static TagWorker *
worker_new (void)
{
  TagWorker *w = g_new0 (TagWorker, 1);

  w->chart = chart_best_new ();
  w->lanes = chart_lanes_new ();
  w->real = sum_chart_real_new ();
  w->wide = sum_chart_wide_new ();
  w->arcs = tbk_decoder_new ();
  return w;
}

TbkTagDecoder *
tbk_tag_decoder_new (void)
{
  TbkTagDecoder *decoder = g_new (TbkTagDecoder, 1);

  decoder->workers = g_ptr_array_new_with_free_func (worker_free);
  return decoder;
}

void
tbk_tag_decoder_free (TbkTagDecoder *decoder)
{
  if (decoder == NULL)
    return;
  g_ptr_array_unref (decoder->workers);
  g_free (decoder);
}

#define RESERVE(array, count, n) try_reserve (&(array), &(count), (gsize) (n), sizeof *(array))

static gboolean
worker_reserve (TagWorker *w, const TagCall *call, int n, GError **error)
{
  const gsize n_scores = (gsize) n * (gsize) MAX (call->n_columns, 1), width = (gsize) n + 1;
  const gsize n_arcs = call->rules == NULL ? width * width : 1;

  return (RESERVE (w->scores, w->n_scores, n_scores) && RESERVE (w->root_scores, w->n_root_scores, n_scores)
          && RESERVE (w->marginals, w->n_marginals, n_scores)
          && RESERVE (w->root_marginals, w->n_root_marginals, n_scores)
          && RESERVE (w->origins, w->n_origins, width) && RESERVE (w->chosen, w->n_chosen, 2 * width)
          && RESERVE (w->heads, w->n_heads, width) && RESERVE (w->in, w->n_in, width)
          && RESERVE (w->arc_scores, w->n_arc_scores, n_arcs)
          && RESERVE (w->arc_marginals, w->n_arc_marginals, n_arcs)
          && RESERVE (w->arc_columns, w->n_arc_columns, n_arcs))
         || memory_fail (error, "the tags of %d words", n);
}

/* 3. scores: those of a sentence, copied and looked at. */

static TbkTagPlace
find_place (const TbkTagNumbers *numbers, int sentence)
{
  TbkTagPlace place = numbers->place;

  if (numbers->places != NULL)
    return numbers->places[sentence];
  place.first = (char *) place.first
                + (gint64) sentence * numbers->sentences_apart
                      * (gint64) (numbers->real == TBK_FLOAT32 ? sizeof (float) : sizeof (double));
  return place;
}

static gboolean
fail_score (const TagCall *call, int d, int t, double score, const char *what, GError **error)
{
  const TbkPiece tag = call->scores->tags != NULL ? call->scores->tags[t] : call->tags[t];

  return fail_data (error, "%s[%d,%d] (word %d, tag %.*s) is %s", what, d - 1, t, d, (int) MIN (tag.size, 40),
                    tag.bytes, isnan (score) ? "NaN" : "2^112 or more");
}

static gboolean
copy_scores (const TagCall *call, const TbkTagNumbers *numbers, int sentence, const char *what, double *copy,
             GError **error)
{
  const TbkTagPlace place = find_place (numbers, sentence);
  const gboolean is_float = numbers->real == TBK_FLOAT32;

  for (int d = 1; d <= call->scores->lengths[sentence]; d++)
    for (int c = 0; c < call->n_columns; c++) {
      const gint64 at = (d - 1) * place.words_apart + call->where[c] * place.tags_apart;
      double *to = &copy[(gsize) (d - 1) * (gsize) call->n_columns + (gsize) c];

      if (call->where[c] < 0)
        *to = call->scores->has_unknown ? call->scores->unknown : -INFINITY;
      else
        *to = is_float ? ((const float *) place.first)[at] : ((const double *) place.first)[at];
      if (!scores_is_good (*to))
        return fail_score (call, d, call->where[c], *to, what, error);
      if (*to <= -SCORES_LIMIT)
        *to = -INFINITY;
    }
  return TRUE;
}

/* Writes marginals where the caller wants them. */
static void
write_marginals (const TagCall *call, const TbkTagNumbers *numbers, int sentence, const double *marginals)
{
  const TbkTagPlace place = find_place (numbers, sentence);

  for (int d = 1; d <= call->scores->lengths[sentence]; d++)
    for (int c = 0; c < call->n_columns; c++) {
      const gint64 at = (d - 1) * place.words_apart + call->where[c] * place.tags_apart;
      const double share = marginals[(gsize) (d - 1) * (gsize) call->n_columns + (gsize) c];

      if (call->where[c] < 0)
        continue;
      if (numbers->real == TBK_FLOAT32)
        ((float *) place.first)[at] = (float) share;
      else
        ((double *) place.first)[at] = share;
    }
}

/* The tree of a sentence, `heads` and `chosen` of the worker; -1 if there is none. */
static void
write_tree (const TagCall *call, const TagWorker *w, int sentence, gboolean has_tree, double score)
{
  const TbkTreeRows *trees = call->trees;
  const gsize row = (gsize) sentence * (gsize) trees->width;

  for (int i = 0; i < trees->width; i++) {
    const gboolean is_word = has_tree && i < call->scores->lengths[sentence];
    const int column = is_word ? w->chosen[2 * (i + 1)] : -1;

    trees->heads[row + (gsize) i] = is_word ? w->heads[i + 1] : -1;
    if (trees->labels != NULL)
      trees->labels[row + (gsize) i] = column < 0 ? -1 : call->where[column];
  }
  if (trees->scores != NULL)
    trees->scores[sentence] = has_tree ? score : -INFINITY;
}

static gboolean
fail_tree (const TagCall *call, GError **error)
{
  return call->options.allows_none
         || fail_data (error, "no %stree%s with these tags",
                       call->options.is_nonprojective ? "" : "projective ",
                       call->options.has_any_root ? "" : " with a single root");
}

/* 4. chart: encodings with a grammar. */

/* The best of the columns from @first to before @end. */
static int
find_greatest (const double *row, int first, int end)
{
  int best = first;

  for (int c = first + 1; c < end; c++)
    if (row[c] > row[best])
      best = c;
  return best;
}

/* The tag of a word that has these columns. */
static TbkPiece
chosen_tag (const TagCall *call, const int *chosen)
{
  return call->coder == &brackets_one ? call->tags[chosen[0]] : tags_of_columns (call->coder, chosen);
}

/* Columns of hexatags are for words up to this, then for gaps. */
static int
first_gap (const TagCall *call)
{
  return call->coder == &hexatags_coder ? 2 : call->n_columns;
}

/* Reads the best tag of each word; whether they are well formed and all allowed. */
static gboolean
try_greatest (const TagCall *call, TagWorker *w, int n)
{
  const int end = first_gap (call);

  for (int d = 1; d <= n; d++) {
    const double *row = w->scores + (gsize) (d - 1) * (gsize) call->n_columns;
    int *chosen = &w->chosen[2 * d];

    chosen[0] = find_greatest (row, 0, end);
    chosen[1] = end < call->n_columns && d < n ? find_greatest (row, end, call->n_columns) : -1;
    if (row[chosen[0]] == -INFINITY || (chosen[1] >= 0 && row[chosen[1]] == -INFINITY))
      return FALSE;
    w->in[d] = chosen_tag (call, chosen);
  }
  return tags_read (w->tags, w->in, w->heads);
}

static double
sum_chosen (const TagCall *call, const TagWorker *w, int n)
{
  double sum = 0;

  for (int d = 1; d <= n; d++) {
    const gsize row = (gsize) (d - 1) * (gsize) call->n_columns;
    const int *chosen = &w->chosen[2 * d];

    sum += (w->heads[d] == 0 ? w->root_scores : w->scores)[row + (gsize) chosen[0]];
    if (chosen[1] >= 0)
      sum += w->scores[row + (gsize) chosen[1]];
  }
  return sum;
}

/* Writes what the chart found for a sentence. */
static gboolean
write_found (const TagCall *call, TagWorker *w, int sentence, double best, GError **error)
{
  const int n = call->scores->lengths[sentence];

  if (best == -INFINITY) {
    write_tree (call, w, sentence, FALSE, best);
    return fail_tree (call, error);
  }
  for (int d = 1; d <= n; d++)
    w->in[d] = chosen_tag (call, &w->chosen[2 * d]);
  if (!tags_read (w->tags, w->in, w->heads))
    g_assert_not_reached ();
  write_tree (call, w, sentence, TRUE, sum_chosen (call, w, n));
  return TRUE;
}

/* The tags that are the best of each word need no chart, if a word on 0 has no scores of its own. Brackets that are well formed
 * alone can be those of a tree that is not projective. @is_done: whether they are well formed. */
static gboolean
decode_greatest (const TagCall *call, TagWorker *w, int sentence, gboolean *is_done, GError **error)
{
  const int n = call->scores->lengths[sentence];

  if (tags_sentence (w->tags, n, NULL, error) == NULL)
    return FALSE;
  *is_done = call->n_columns > 0 && call->scores->root_scores == NULL && call->coder != &brackets_one
             && try_greatest (call, w, n);
  if (*is_done)
    write_tree (call, w, sentence, TRUE, sum_chosen (call, w, n));
  return TRUE;
}

/* The greatest of the scores of a word or of its gap, and how far the least is below, which is added to @span. */
static double
find_origin (const TagCall *call, const TagWorker *w, int d, int first, int end, double *span)
{
  const gsize row = (gsize) (d - 1) * (gsize) call->n_columns;
  double greatest = -INFINITY, least = INFINITY;

  for (int c = first; c < end; c++)
    for (int r = 0; r < 2; r++) {
      const double score = (r == 0 ? w->scores : w->root_scores)[row + (gsize) c];

      greatest = MAX (greatest, score);
      if (score > -INFINITY)
        least = MIN (least, score);
    }
  if (greatest == -INFINITY) /* all are forbidden: there is no tree, or the word has no gap */
    return 0;
  *span += greatest - least;
  return greatest;
}

/* Numbers of the processor reach from e^-708 to e^709. A product of weights is at least e^-SPAN; there are fewer than 7.6^n
 * derivations of n words, and so of what is around them. */
enum { MOST_SPAN = 600, MOST_WORDS_REAL = 150 };

static gboolean
sum_by_chart (const TagCall *call, TagWorker *w, int sentence, double *log_z, GError **error)
{
  const int n = call->scores->lengths[sentence], end = first_gap (call);
  const ChartScores scores = { n, call->n_columns, w->scores, w->root_scores, call->memory };
  const gboolean has_roots = call->root_marginals != NULL;
  double *marginals = call->marginals == NULL && !has_roots ? NULL : w->marginals;
  double *root_marginals = has_roots ? w->root_marginals : w->marginals, span = 0, origin = 0;

  for (int d = 1; d <= n; d++) {
    double unused = 0;

    w->origins[d].word = find_origin (call, w, d, 0, end, &span);
    /* No gap is behind the last word; what the chart multiplies there must be a number all the same. */
    w->origins[d].gap = find_origin (call, w, d, end, call->n_columns, d < n ? &span : &unused);
    origin += w->origins[d].word + (d < n ? w->origins[d].gap : 0);
  }
  if (!(n <= MOST_WORDS_REAL && span < MOST_SPAN ? sum_chart_real (w->real, call->rules, &scores, w->origins,
                                                                   log_z, marginals, root_marginals, error)
                                                 : sum_chart_wide (w->wide, call->rules, &scores, w->origins,
                                                                   log_z, marginals, root_marginals, error)))
    return FALSE;
  *log_z += origin;
  return TRUE;
}

/* 5. arcs: encodings whose tags name arcs. */

/* The scores of arcs, at [d * (n + 1) + h]. */
static gboolean
fill_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  TagSentence *s =
      tags_sentence (w->tags, n, call->scores->upos == NULL ? NULL : call->scores->upos[sentence], error);
  const double unknown = call->scores->has_unknown ? call->scores->unknown : -INFINITY;

  if (s == NULL)
    return FALSE;
  offsets_find_columns (call->coder, s, call->scores->tags, call->n_columns, w->arc_columns);
  for (int d = 0; d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const gsize arc = (gsize) d * (gsize) (n + 1) + (gsize) h;
      const int c = w->arc_columns[arc];

      w->arc_scores[arc] =
          c < 0
              ? unknown
              : (h == 0 ? w->root_scores : w->scores)[(gsize) (d - 1) * (gsize) call->n_columns + (gsize) c];
    }
  return TRUE;
}

static TbkArcNumbers
arc_numbers (double *first, int n)
{
  return (TbkArcNumbers){ .real = TBK_FLOAT64, .place = { first, n + 1, 1, 0 } };
}

/* The name of a sentence in a message of ours is put before it by whoever runs. */
static gboolean
pass_on (GError *fault, GError **error)
{
  const char *rest = strstr (fault->message, ": ");

  g_set_error_literal (error, fault->domain, fault->code,
                       g_str_has_prefix (fault->message, "sentences[") && rest != NULL ? rest + 2
                                                                                       : fault->message);
  g_error_free (fault);
  return FALSE;
}

static TbkDecodeOptions
arc_options (const TagCall *call)
{
  return (TbkDecodeOptions){ .is_nonprojective = call->options.is_nonprojective,
                             .has_any_root = call->options.has_any_root,
                             .allows_none = TRUE,
                             .max_memory = call->memory };
}

static gboolean
decode_by_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  const TbkArcNumbers numbers = arc_numbers (w->arc_scores, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call);
  double score;
  const TbkTreeRows trees = { .n_trees = 1, .width = n, .heads = w->heads + 1, .scores = &score };
  GError *fault = NULL;

  if (!tbk_decode (w->arcs, &arcs, &options, &trees, &fault))
    return pass_on (fault, error);
  if (w->heads[1] < 0) {
    write_tree (call, w, sentence, FALSE, -INFINITY);
    return fail_tree (call, error);
  }
  for (int d = 1; d <= n; d++)
    w->chosen[2 * d] = w->arc_columns[(gsize) d * (gsize) (n + 1) + (gsize) w->heads[d]];
  write_tree (call, w, sentence, TRUE, score);
  return TRUE;
}

static gboolean
sum_by_arcs (const TagCall *call, TagWorker *w, int sentence, double *log_z, GError **error)
{
  const int n = call->scores->lengths[sentence];
  const TbkArcNumbers numbers = arc_numbers (w->arc_scores, n), shares = arc_numbers (w->arc_marginals, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call);
  const gboolean has_marginals = call->marginals != NULL || call->root_marginals != NULL;
  GError *fault = NULL;

  if (!tbk_log_partition (w->arcs, &arcs, &options, log_z, has_marginals ? &shares : NULL, NULL, &fault))
    return pass_on (fault, error);
  for (int d = 1; has_marginals && d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const gsize arc = (gsize) d * (gsize) (n + 1) + (gsize) h;
      const int c = h == d ? -1 : w->arc_columns[arc];
      double *rows = h == 0 && call->root_marginals != NULL ? w->root_marginals : w->marginals;

      if (c >= 0)
        rows[(gsize) (d - 1) * (gsize) call->n_columns + (gsize) c] += w->arc_marginals[arc];
    }
  return TRUE;
}

/* 6. run: sentences shared out to threads. */

static gboolean
find_sums (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const gsize n_scores = (gsize) call->scores->lengths[sentence] * (gsize) call->n_columns;
  double log_z;

  for (gsize i = 0; i < n_scores; i++)
    w->marginals[i] = w->root_marginals[i] = 0;
  if (!(call->rules == NULL ? sum_by_arcs : sum_by_chart) (call, w, sentence, &log_z, error))
    return FALSE;
  if (call->log_z != NULL)
    call->log_z[sentence] = log_z;
  if (call->marginals != NULL)
    write_marginals (call, call->marginals, sentence, w->marginals);
  if (call->root_marginals != NULL)
    write_marginals (call, call->root_marginals, sentence, w->root_marginals);
  return log_z > -INFINITY || fail_tree (call, error);
}

static gboolean
read_sentence (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const TbkTagNumbers *scores = call->scores->scores, *roots = call->scores->root_scores;

  return worker_reserve (w, call, call->scores->lengths[sentence], error)
         && copy_scores (call, scores, sentence, "scores", w->scores, error)
         && copy_scores (call, roots == NULL ? scores : roots, sentence,
                         roots == NULL ? "scores" : "root_scores", w->root_scores, error);
}

/* A sentence without a chart of the best tags. */
static gboolean
work_on_sentence (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  if (!read_sentence (call, w, sentence, error)
      || (call->rules == NULL && !fill_arcs (call, w, sentence, error)))
    return FALSE;
  return (call->trees == NULL ? find_sums : decode_by_arcs) (call, w, sentence, error);
}

/* Keeps the error of a sentence, if it is the first. */
static void
keep_error (TagWorker *w, GError *fault, int sentence)
{
  if (w->error != NULL && sentence > w->failed) {
    g_error_free (fault);
    return;
  }
  g_clear_error (&w->error);
  g_prefix_error (&fault, "sentences[%d]: ", sentence);
  w->error = fault;
  w->failed = sentence;
}

/* The best tags of sentences of the same length: those that need a chart are in it side by side. */
static void
decode_group (const TagCall *call, TagWorker *w, const int *sentences, int n)
{
  TagWorker *waiting[CHART_LANES];
  ChartScores scores[CHART_LANES];
  int numbers[CHART_LANES], *chosen[CHART_LANES], n_waiting = 0;
  double best[CHART_LANES];
  GError *fault = NULL;
  gboolean is_done;

  for (int i = 0; i < n; i++) {
    TagWorker *own = n_waiting == 0 ? w : w->others[n_waiting];

    if (!read_sentence (call, own, sentences[i], &fault)
        || !decode_greatest (call, own, sentences[i], &is_done, &fault)) {
      keep_error (w, g_steal_pointer (&fault), sentences[i]);
      continue;
    }
    if (is_done)
      continue;
    waiting[n_waiting] = own;
    chosen[n_waiting] = own->chosen;
    numbers[n_waiting] = sentences[i];
    scores[n_waiting++] = (ChartScores){ call->scores->lengths[sentences[i]], call->n_columns, own->scores,
                                         own->root_scores, call->memory };
  }
  if (n_waiting == 0)
    return;
  if (n_waiting == 1 ? !chart_best_find (w->chart, call->rules, scores, 1, best, chosen, &fault)
                     : !chart_lanes_find (w->lanes, call->rules, scores, n_waiting, best, chosen, &fault)) {
    keep_error (w, fault, numbers[0]);
    return;
  }
  for (int i = 0; i < n_waiting; i++)
    if (!write_found (call, waiting[i], numbers[i], best[i], &fault))
      keep_error (w, g_steal_pointer (&fault), numbers[i]);
}

typedef struct {
  TagCall *call;
  TagWorker *worker;
} TagShare;

/* A thread: takes groups until there are no more. A sentence that fails does not stop the others: which error is reported must
 * not depend on how far they are. */
static gpointer
work_on_groups (gpointer data)
{
  const TagShare *share = data;
  TagCall *call = share->call;
  int g;

  while ((g = g_atomic_int_add (&call->next, 1)) < call->n_groups) {
    const int *sentences = &call->order[call->groups[g].first];
    GError *fault = NULL;

    if (call->trees != NULL && call->rules != NULL)
      decode_group (call, share->worker, sentences, call->groups[g].n);
    else if (!work_on_sentence (call, share->worker, *sentences, &fault))
      keep_error (share->worker, fault, *sentences);
  }
  return NULL;
}

static int
compare_lengths (gconstpointer a, gconstpointer b, gpointer data)
{
  const int *lengths = data, i = *(const int *) a, j = *(const int *) b;

  return lengths[i] != lengths[j] ? (lengths[i] > lengths[j] ? -1 : 1) : i - j;
}

/* Bytes that all lanes need for sentences of @n words. */
static gsize
count_bytes (const TagCall *call, int n)
{
  const gsize width = (gsize) n + 1;
  gsize n_cells = 0;

  for (int s = 0; s < rules_length (call->rules); s++)
    n_cells += rules_is_last (call->rules, s) ? width : width * width;
  return n_cells * CHART_LANES * sizeof (double);
}

/* Makes groups, the longest sentences first: of one sentence each, unless several are worked on side by side. */
static void
make_groups (TagCall *call)
{
  const TbkTagScores *scores = call->scores;
  const gboolean has_lanes = call->trees != NULL && call->rules != NULL;

  call->order = g_new (int, scores->n_sentences + 1);
  call->groups = g_malloc_n ((gsize) scores->n_sentences + 1, sizeof *call->groups);
  for (int s = 0; s < scores->n_sentences; s++)
    call->order[s] = s;
  g_qsort_with_data (call->order, scores->n_sentences, sizeof (int), compare_lengths,
                     (gpointer) scores->lengths);
  for (int i = 0; i < scores->n_sentences; call->n_groups++) {
    const int first = i, n = scores->lengths[call->order[i]];
    const int most = has_lanes && count_bytes (call, n) <= call->memory ? CHART_LANES : 1;

    while (i < scores->n_sentences && i - first < most && scores->lengths[call->order[i]] == n)
      i++;
    call->groups[call->n_groups].first = first;
    call->groups[call->n_groups].n = i - first;
  }
}

/* The error of the first sentence that failed. */
static gboolean
collect (TbkTagDecoder *decoder, int n_threads, GError **error)
{
  TagWorker *first = NULL;

  for (int t = 0; t < n_threads; t++) {
    TagWorker *w = g_ptr_array_index (decoder->workers, t);

    g_clear_pointer (&w->tags, tbk_tags_free);
    for (int l = 0; l < CHART_LANES; l++)
      if (w->others[l] != NULL)
        g_clear_pointer (&w->others[l]->tags, tbk_tags_free);
    if (w->error != NULL && (first == NULL || w->failed < first->failed))
      first = w;
  }
  if (first != NULL)
    g_propagate_error (error, g_steal_pointer (&first->error));
  for (int t = 0; t < n_threads; t++)
    g_clear_error (&((TagWorker *) g_ptr_array_index (decoder->workers, t))->error);
  return first == NULL;
}

static void
share_out (TbkTagDecoder *decoder, TagCall *call, int n_threads)
{
  const TbkTagsOptions options = { .has_any_root = call->options.has_any_root };
  const int most = call->trees != NULL && call->rules != NULL ? CHART_LANES : 0;
  g_autofree TagShare *shares = g_new (TagShare, n_threads);
  g_autofree GThread **threads = g_new0 (GThread *, n_threads);

  for (int t = 0; t < n_threads; t++) {
    if ((int) decoder->workers->len == t)
      g_ptr_array_add (decoder->workers, worker_new ());
    shares[t] = (TagShare){ call, g_ptr_array_index (decoder->workers, t) };
    shares[t].worker->tags = tbk_tags_new (&call->coder->shown, &options);
    for (int l = 1; l < most; l++) {
      TagWorker **other = &shares[t].worker->others[l];

      if (*other == NULL)
        *other = worker_new ();
      (*other)->tags = tbk_tags_new (&call->coder->shown, &options);
    }
  }
  for (int t = 1; t < n_threads; t++)
    threads[t] = g_thread_try_new ("tags", work_on_groups, &shares[t], NULL); /* without it there are fewer */
  work_on_groups (&shares[0]);
  for (int t = 1; t < n_threads; t++)
    if (threads[t] != NULL)
      g_thread_join (threads[t]);
}

static gboolean
run (TbkTagDecoder *decoder, TagCall *call, const TbkDecodeOptions *options, GError **error)
{
  const int n_sentences = call->scores->n_sentences;
  g_autofree TbkPiece *names = NULL;
  int n_threads;
  gboolean done;

  call->options = options == NULL ? (TbkDecodeOptions){ 0 } : *options;
  call->coder = (const TagCoder *) call->scores->encoding;
  n_threads = CLAMP (call->options.n_threads, 1, MAX (n_sentences, 1));
  call->memory =
      (call->options.max_memory == 0 ? (gsize) 1 << 30 : call->options.max_memory) / (gsize) n_threads;
  done = prepare (call, error);
  if (done) {
    names = g_new (TbkPiece, call->n_columns + 1);
    for (int c = 0; c < call->n_columns; c++)
      names[c] = call->coder->is_exact
                     ? (TbkPiece){ call->coder->shown.alphabet[c], strlen (call->coder->shown.alphabet[c]) }
                     : call->scores->tags[c];
    call->tags = names;
    make_groups (call);
    share_out (decoder, call, n_threads);
    done = collect (decoder, n_threads, error);
  }
  rules_free (call->rules);
  g_free (call->where);
  g_free (call->order);
  g_free (call->groups);
  return done;
}

gboolean
tbk_decode_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                 const TbkTreeRows *trees, GError **error)
{
  TagCall call = { .scores = scores, .trees = trees };

  g_return_val_if_fail (trees != NULL, FALSE);
  return run (decoder, &call, options, error);
}

gboolean
tbk_tag_log_partition (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                       double *log_z, const TbkTagNumbers *marginals, const TbkTagNumbers *root_marginals,
                       GError **error)
{
  TagCall call = {
    .scores = scores, .log_z = log_z, .marginals = marginals, .root_marginals = root_marginals
  };

  g_return_val_if_fail (root_marginals == NULL || scores->root_scores != NULL, FALSE);
  return run (decoder, &call, options, error);
}
