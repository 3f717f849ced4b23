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

#include "base/pipeline.h"
#include "decode/decode.h"
#include "tags/rules.h"

/* 1. call: what is asked for, and whether it can be done. */

typedef struct {
  const TbkTagScores *scores;
  TbkDecodeOptions options;
  const TagCoder *coder;
  Rules *rules;      /* NULL: tags name arcs */
  int n_columns;     /* those that a rule or an arc names: the alphabet, or the tags given */
  TbkPiece *tags;    /* of these */
  int *where;        /* of each of them, its column in the scores; -1 if there is none */
  gboolean is_plain; /* columns are those of the scores, in order */
  gboolean is_float; /* scores are floats, and the best tags are found in floats */
  gsize memory;      /* of a worker */

  const TbkTreeRows *trees;    /* NULL: sums, or numbers of trees */
  mpz_t *n_all_trees, *n_best; /* NULL: not asked for */
  gboolean is_counting;
  double *log_z;
  const TbkTagNumbers *marginals, *root_marginals;
  const TbkArcNumbers *arc_marginals;

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
    if (call->where[c] >= 0)
      return fail_usage (error, "tags[%d] and tags[%d] are both '%s'", call->where[c], t, alphabet[c]);
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

/* Whether arcs have scores, or shares, beside tags. */
static gboolean
has_arcs (const TagCall *call)
{
  return call->scores->arc_scores != NULL || call->arc_marginals != NULL;
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
  if (call->trees != NULL && call->trees->n_trees > 1 && coder == &hexatags_any)
    return fail_usage (error,
                       "%s has several sequences of tags for a tree: its n best trees are not found; "
                       "hexatags has one",
                       name);
  if (call->options.is_nonprojective && !is_of_offsets (coder))
    return fail_usage (error, "%s can be decoded from scores for projective trees alone", name);
  if (call->options.has_any_root && coder->shown.has_one_root)
    return fail_usage (error, "%s has trees with one root alone", name);
  if (!find_lengths (call->scores, &longest, error)
      || !(coder->is_exact ? find_alphabet (call, error) : find_given (call, error)))
    return FALSE;
  if (has_arcs (call) && coder != &bits_four)
    return fail_usage (error, "%s has no arcs beside its tags: only 4-bit has", name);
  if (call->scores->arc_scores != NULL && call->scores->arc_scores->n_labels > 0)
    return fail_usage (error, "scores of arcs beside scores of tags have no labels");
  if (has_arcs (call))
    call->rules = rules_new_arcs (call->options.has_any_root);
  else if (coder->is_exact)
    call->rules = rules_new (coder, call->options.has_any_root);
  else if (coder == &brackets_one)
    call->rules = rules_new_brackets (call->scores->tags, call->scores->n_tags, longest,
                                      call->options.has_any_root, error);
  return call->rules != NULL || is_of_offsets (coder);
}

/* Whether derivations are listed or counted. */
static gboolean
has_lists (const TagCall *call)
{
  return call->is_counting || (call->trees != NULL && call->trees->n_trees > 1);
}

/* 2. worker: what a thread keeps. */

typedef struct TagWorker {
  Chart *best[2][2];    /* by best_kinds; made when first used */
  SumChart *sums[2][2]; /* by sum_kinds */
  ChartLists *lists;    /* these too */
  TbkDecoder *arcs;
  TbkTags *tags; /* of the call's encoding */

  gpointer scores, root_scores;       /* n n_columns each, floats or doubles; the second may not be set */
  double *marginals, *root_marginals; /* as many */
  ChartOrigin *origins;               /* n + 1 */
  int *chosen, *heads;
  TbkPiece *in;
  double *arc_scores, *arc_marginals; /* (n + 1)^2 */
  double *arc_origins;                /* n + 1 */
  int *arc_columns;
  gsize n_scores, n_root_scores, n_marginals, n_root_marginals, n_origins, n_chosen, n_heads, n_in,
      n_arc_scores, n_arc_marginals, n_arc_origins, n_arc_columns;

  struct TagWorker
      *others[CHART_MOST_LANES]; /* what they keep of further sentences of a group; NULL until needed */

  GError *error; /* of its first sentence that failed */
  int failed;
} TagWorker;

/* Charts for one sentence, or few, and for several: by whether scores are floats; and by whether numbers have exponents. */
static const TagChartKind *const best_kinds[2][2] = { { &chart_best, &chart_lanes },
                                                      { &chart_best_float, &chart_lanes_float } };
static const SumChartKind *const sum_kinds[2][2] = { { &sum_chart_real, &sum_lanes_real },
                                                     { &sum_chart_scaled, &sum_lanes_scaled } };

struct TbkTagDecoder {
  GPtrArray *workers;
};

static void
worker_free (gpointer data)
{
  TagWorker *w = data;

  for (int l = 0; l < CHART_MOST_LANES; l++)
    if (w->others[l] != NULL)
      worker_free (w->others[l]);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      best_kinds[i][k]->free (w->best[i][k]);
      sum_kinds[i][k]->free (w->sums[i][k]);
    }
  chart_lists_free (w->lists);
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
  g_free (w->arc_origins);
  g_free (w->arc_columns);
  g_free (w);
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
  const gsize n_arcs = call->rules == NULL || has_arcs (call) ? width * width : 1;

  return (try_reserve (&w->scores, &w->n_scores, n_scores, sizeof (double))
          && try_reserve (&w->root_scores, &w->n_root_scores, n_scores, sizeof (double))
          && RESERVE (w->marginals, w->n_marginals, n_scores)
          && RESERVE (w->root_marginals, w->n_root_marginals, n_scores)
          && RESERVE (w->origins, w->n_origins, width) && RESERVE (w->chosen, w->n_chosen, 2 * width)
          && RESERVE (w->heads, w->n_heads, width) && RESERVE (w->in, w->n_in, width)
          && RESERVE (w->arc_scores, w->n_arc_scores, n_arcs)
          && RESERVE (w->arc_marginals, w->n_arc_marginals, n_arcs)
          && RESERVE (w->arc_origins, w->n_arc_origins, width)
          && RESERVE (w->arc_columns, w->n_arc_columns, n_arcs))
         || memory_fail (error, "the tags of %d words", n);
}

/* 3. scores: those of a sentence, copied and looked at. */

static gboolean
fail_score (const TagCall *call, int d, int t, double score, const char *what, GError **error)
{
  const TbkPiece tag = call->scores->tags != NULL ? call->scores->tags[t] : call->tags[t];

  return fail_data (error, "%s[%d,%d] (word %d, tag %.*s) is %s", what, d - 1, t, d, (int) MIN (tag.size, 40),
                    tag.bytes, isnan (score) ? "NaN" : "2^112 or more");
}

/* Copies a row of numbers that are side by side; whether each can be a score, or is -infinity. */
#define COPY_ROW(name, From, To)                                                                             \
  static gboolean name (int n, const From *from, To *to)                                                     \
  {                                                                                                          \
    gboolean is_good = TRUE;                                                                                 \
                                                                                                             \
    for (int c = 0; c < n; c++) {                                                                            \
      to[c] = (To) from[c];                                                                                  \
      is_good &= (from[c] < (From) SCORES_LIMIT)                                                             \
                 & ((from[c] > (From) -SCORES_LIMIT) | (from[c] == (From) -INFINITY));                       \
    }                                                                                                        \
    return is_good;                                                                                          \
  }

COPY_ROW (copy_floats, float, float)
COPY_ROW (widen_floats, float, double)
COPY_ROW (copy_doubles, double, double)

static gboolean
copy_row (const TagCall *call, const TbkTagNumbers *numbers, const TbkTagPlace *place, int d, gpointer row)
{
  const gint64 at = (d - 1) * place->words_apart;

  if (!call->is_plain || place->tags_apart != 1)
    return FALSE;
  if (numbers->real == TBK_FLOAT64)
    return copy_doubles (call->n_columns, (const double *) place->first + at, row);
  return call->is_float ? copy_floats (call->n_columns, (const float *) place->first + at, row)
                        : widen_floats (call->n_columns, (const float *) place->first + at, row);
}

/* Copies the scores of a word one by one. */
static gboolean
copy_each (const TagCall *call, const TbkTagNumbers *numbers, const TbkTagPlace *place, int d,
           const char *what, gpointer row, GError **error)
{
  for (int c = 0; c < call->n_columns; c++) {
    const gint64 at = (d - 1) * place->words_apart + call->where[c] * place->tags_apart;
    double score;

    if (call->where[c] < 0)
      score = call->scores->has_unknown ? call->scores->unknown : -INFINITY;
    else
      score = numbers->real == TBK_FLOAT32 ? ((const float *) place->first)[at]
                                           : ((const double *) place->first)[at];
    if (!scores_is_good (score))
      return fail_score (call, d, call->where[c], score, what, error);
    if (score <= -SCORES_LIMIT)
      score = -INFINITY;
    if (call->is_float)
      ((float *) row)[c] = (float) score;
    else
      ((double *) row)[c] = score;
  }
  return TRUE;
}

static gboolean
copy_scores (const TagCall *call, const TbkTagNumbers *numbers, int sentence, const char *what, gpointer copy,
             GError **error)
{
  const TbkTagPlace place = tags_numbers_place (numbers, sentence);
  const gsize size = call->is_float ? sizeof (float) : sizeof (double);

  for (int d = 1; d <= call->scores->lengths[sentence]; d++) {
    gpointer row = (char *) copy + (gsize) (d - 1) * (gsize) call->n_columns * size;

    if (!copy_row (call, numbers, &place, d, row) && !copy_each (call, numbers, &place, d, what, row, error))
      return FALSE;
  }
  return TRUE;
}

/* Scores for words that depend on 0, of their own or the same. */
static inline gpointer
root_scores_of (const TagCall *call, const TagWorker *w)
{
  return call->scores->root_scores == NULL ? w->scores : w->root_scores;
}

static inline double
score_at (const TagCall *call, gconstpointer scores, int d, int column)
{
  const gsize at = (gsize) (d - 1) * (gsize) call->n_columns + (gsize) column;

  return call->is_float ? ((const float *) scores)[at] : ((const double *) scores)[at];
}

/* Writes marginals where the caller wants them. */
static void
write_marginals (const TagCall *call, const TbkTagNumbers *numbers, int sentence, const double *marginals)
{
  const TbkTagPlace place = tags_numbers_place (numbers, sentence);

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

/* The t-th tree of a sentence, `heads` and `chosen` of the worker; -1 if there is none. */
static void
write_nth_tree (const TagCall *call, const TagWorker *w, int sentence, int t, gboolean has_tree, double score)
{
  const TbkTreeRows *trees = call->trees;
  const gsize tree = (gsize) sentence * (gsize) trees->n_trees + (gsize) t, row = tree * (gsize) trees->width;

  for (int i = 0; i < trees->width; i++) {
    const gboolean is_word = has_tree && i < call->scores->lengths[sentence];
    const int column = is_word ? w->chosen[2 * (i + 1)] : -1;

    trees->heads[row + (gsize) i] = is_word ? w->heads[i + 1] : -1;
    if (trees->labels != NULL)
      trees->labels[row + (gsize) i] = column < 0 ? -1 : call->where[column];
  }
  if (trees->scores != NULL)
    trees->scores[tree] = has_tree ? score : -INFINITY;
}

static void
write_tree (const TagCall *call, const TagWorker *w, int sentence, gboolean has_tree, double score)
{
  write_nth_tree (call, w, sentence, 0, has_tree, score);
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

/* The best of the columns of a word from @first to before @end. */
static int
find_greatest (const TagCall *call, const TagWorker *w, int d, int first, int end)
{
  int best = first;

  for (int c = first + 1; c < end; c++)
    if (score_at (call, w->scores, d, c) > score_at (call, w->scores, d, best))
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
  return coder_has_gaps (call->coder) ? 2 : call->n_columns;
}

/* Reads the best tag of each word; whether they are well formed and all allowed. */
static gboolean
try_greatest (const TagCall *call, TagWorker *w, int n)
{
  const int end = first_gap (call);

  for (int d = 1; d <= n; d++) {
    int *chosen = &w->chosen[2 * d];

    chosen[0] = find_greatest (call, w, d, 0, end);
    chosen[1] = end < call->n_columns && d < n ? find_greatest (call, w, d, end, call->n_columns) : -1;
    if (score_at (call, w->scores, d, chosen[0]) == -INFINITY
        || (chosen[1] >= 0 && score_at (call, w->scores, d, chosen[1]) == -INFINITY))
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
    const int *chosen = &w->chosen[2 * d];

    sum += score_at (call, w->heads[d] == 0 ? root_scores_of (call, w) : w->scores, d, chosen[0]);
    if (chosen[1] >= 0)
      sum += score_at (call, w->scores, d, chosen[1]);
    if (call->scores->arc_scores != NULL)
      sum += w->arc_scores[d * (n + 1) + w->heads[d]];
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
  *is_done = call->n_columns > 0 && call->scores->root_scores == NULL && !has_arcs (call)
             && call->coder != &brackets_one && try_greatest (call, w, n);
  if (*is_done)
    write_tree (call, w, sentence, TRUE, sum_chosen (call, w, n));
  return TRUE;
}

/* The greatest of the scores of a word or of its gap. If all are forbidden, there is no tree, or the word has no gap. */
static double
find_origin (const TagCall *call, const TagWorker *w, int d, int first, int end)
{
  double greatest = -INFINITY;

  for (int c = first; c < end; c++)
    greatest = MAX (greatest,
                    MAX (score_at (call, w->scores, d, c), score_at (call, root_scores_of (call, w), d, c)));
  return greatest == -INFINITY ? 0 : greatest;
}

/* Finds the origins of all words, and clears marginals. Returns the sum of the origins. */
static double
begin_sums (const TagCall *call, TagWorker *w, int n)
{
  const gsize n_scores = (gsize) n * (gsize) call->n_columns;
  const int end = first_gap (call);
  double sum = 0;

  for (int d = 1; d <= n; d++) {
    w->origins[d].word = find_origin (call, w, d, 0, end);
    w->origins[d].gap = find_origin (call, w, d, end, call->n_columns);
    sum += w->origins[d].word + (d < n ? w->origins[d].gap : 0);
  }
  for (int d = 1; d <= n && call->scores->arc_scores != NULL; d++) {
    double greatest = -INFINITY;

    for (int h = 0; h <= n; h++)
      greatest = MAX (greatest, w->arc_scores[d * (n + 1) + h]);
    w->arc_origins[d] = greatest == -INFINITY ? 0 : greatest;
    sum += w->arc_origins[d];
  }
  memset (w->marginals, 0, n_scores * sizeof (double));
  if (call->root_marginals != NULL)
    memset (w->root_marginals, 0, n_scores * sizeof (double));
  if (call->arc_marginals != NULL)
    memset (w->arc_marginals, 0, (gsize) (n + 1) * (gsize) (n + 1) * sizeof (double));
  return sum;
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
          c < 0 ? unknown : score_at (call, h == 0 ? root_scores_of (call, w) : w->scores, d, c);
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

static TbkDecoder *
arc_decoder (TagWorker *w)
{
  if (w->arcs == NULL)
    w->arcs = tbk_decoder_new ();
  return w->arcs;
}

static gboolean
decode_by_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence], n_trees = call->trees->n_trees;
  const TbkArcNumbers numbers = arc_numbers (w->arc_scores, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call);
  g_autofree int *heads = g_new (int, (gsize) n *(gsize) n_trees);
  g_autofree double *scores = g_new (double, n_trees);
  const TbkTreeRows trees = { .n_trees = n_trees, .width = n, .heads = heads, .scores = scores };
  GError *fault = NULL;

  if (!tbk_decode (arc_decoder (w), &arcs, &options, &trees, &fault))
    return pass_on (fault, error);
  for (int t = 0; t < n_trees; t++) {
    const int *found = heads + (gsize) t * (gsize) n;

    for (int d = 1; d <= n && found[0] >= 0; d++) {
      w->heads[d] = found[d - 1];
      w->chosen[2 * d] = w->arc_columns[(gsize) d * (gsize) (n + 1) + (gsize) w->heads[d]];
    }
    write_nth_tree (call, w, sentence, t, found[0] >= 0, scores[t]);
  }
  return heads[0] >= 0 || fail_tree (call, error);
}

static gboolean
count_by_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  const TbkArcNumbers numbers = arc_numbers (w->arc_scores, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call);
  GError *fault = NULL;

  return tbk_count_trees (arc_decoder (w), &arcs, &options,
                          call->n_all_trees == NULL ? NULL : &call->n_all_trees[sentence],
                          call->n_best == NULL ? NULL : &call->n_best[sentence], &fault)
         || pass_on (fault, error);
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

  if (!tbk_log_partition (arc_decoder (w), &arcs, &options, log_z, has_marginals ? &shares : NULL, NULL,
                          &fault))
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

/* Copies the scores of arcs beside those of tags. */
static gboolean
copy_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  const ArcNumbers numbers = scores_place (call->scores->arc_scores, sentence);

  for (int d = 1; d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const double score = h == d ? -INFINITY : scores_number (&numbers, d, h, 0);

      if (!scores_is_good (score))
        return fail_data (error, "arc_scores[%d,%d] (dependent %d, head %d) is %s", d, h, d, h,
                          isnan (score) ? "NaN" : "2^112 or more");
      w->arc_scores[d * (n + 1) + h] = score <= -SCORES_LIMIT ? -INFINITY : score;
    }
  return TRUE;
}

static void
write_arcs (const TagCall *call, const TagWorker *w, int sentence)
{
  const int n = call->scores->lengths[sentence];
  const ArcNumbers numbers = scores_place (call->arc_marginals, sentence);

  for (int d = 0; d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const gint64 at = d * numbers.dependents_apart + h * numbers.heads_apart;
      const double share = d == 0 ? 0 : w->arc_marginals[d * (n + 1) + h];

      if (numbers.real == TBK_FLOAT32)
        ((float *) numbers.first)[at] = (float) share;
      else
        ((double *) numbers.first)[at] = share;
    }
}

/* Writes what is asked for of the sums of a sentence. */
static gboolean
write_sums (const TagCall *call, const TagWorker *w, int sentence, double log_z, GError **error)
{
  if (call->log_z != NULL)
    call->log_z[sentence] = log_z;
  if (call->marginals != NULL)
    write_marginals (call, call->marginals, sentence, w->marginals);
  if (call->root_marginals != NULL)
    write_marginals (call, call->root_marginals, sentence, w->root_marginals);
  if (call->arc_marginals != NULL)
    write_arcs (call, w, sentence);
  return log_z > -INFINITY || fail_tree (call, error);
}

static gboolean
read_sentence (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const TbkTagNumbers *roots = call->scores->root_scores;

  return worker_reserve (w, call, call->scores->lengths[sentence], error)
         && copy_scores (call, call->scores->scores, sentence, "scores", w->scores, error)
         && (roots == NULL || copy_scores (call, roots, sentence, "root_scores", w->root_scores, error))
         && (call->scores->arc_scores == NULL || copy_arcs (call, w, sentence, error));
}

/* A sentence whose tags name arcs. */
static gboolean
work_on_arcs (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  double log_z;

  if (!read_sentence (call, w, sentence, error) || !fill_arcs (call, w, sentence, error))
    return FALSE;
  if (call->trees != NULL)
    return decode_by_arcs (call, w, sentence, error);
  if (call->is_counting)
    return count_by_arcs (call, w, sentence, error);
  begin_sums (call, w, call->scores->lengths[sentence]);
  return sum_by_arcs (call, w, sentence, &log_z, error) && write_sums (call, w, sentence, log_z, error);
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

/* Whether a chart for @n_lanes sentences, with so many bytes of each cell of each, is within the memory. */
static gboolean
has_memory (const TagCall *call, int n, int n_lanes, gsize size)
{
  return rules_count_cells (call->rules, n) * (gsize) n_lanes <= call->memory / size;
}

/* A chart for several sentences is faster from so many on. */
enum { FEWEST_LANES = 3 };

/* Sentences of the same length that are in a chart side by side. */
typedef struct {
  int n;
  TagWorker *own[CHART_MOST_LANES]; /* what there is of each */
  ChartScores scores[CHART_MOST_LANES];
  int numbers[CHART_MOST_LANES];
  double origins[CHART_MOST_LANES];
} TagGroup;

static gboolean
find_best (const TagCall *call, TagWorker *w, const TagGroup *group, double *best, GError **error)
{
  const TagChartKind *const *kinds = best_kinds[call->is_float];
  const gboolean has_lanes =
      group->n >= FEWEST_LANES
      && has_memory (call, group->scores[0].n, kinds[1]->n_lanes, kinds[1]->number_size);
  const TagChartKind *kind = kinds[has_lanes];
  Chart **chart = &w->best[call->is_float][has_lanes];
  int *chosen[CHART_MOST_LANES];

  if (*chart == NULL)
    *chart = kind->create ();
  for (int i = 0; i < group->n; i++)
    chosen[i] = group->own[i]->chosen;
  for (int i = 0; i < group->n; i += kind->n_lanes)
    if (!kind->find (*chart, call->rules, group->scores + i, MIN (kind->n_lanes, group->n - i), best + i,
                     chosen + i, error))
      return FALSE;
  return TRUE;
}

static gboolean
find_sums (const TagCall *call, TagWorker *w, gboolean is_scaled, const ChartScores *scores, int n,
           ChartSum *sums, GError **error)
{
  const SumChartKind *const *kinds = sum_kinds[is_scaled];
  const gsize size = sums->marginals == NULL ? kinds[1]->number_size : kinds[1]->with_marginals;
  const gboolean has_lanes = n >= FEWEST_LANES && has_memory (call, scores->n, kinds[1]->n_lanes, size);
  const SumChartKind *kind = kinds[has_lanes];
  SumChart **chart = &w->sums[is_scaled][has_lanes];

  if (*chart == NULL)
    *chart = kind->create ();
  for (int i = 0; i < n; i += kind->n_lanes)
    if (!kind->sum (*chart, call->rules, scores + i, MIN (kind->n_lanes, n - i), sums + i, error))
      return FALSE;
  return TRUE;
}

/* Sums of sentences that the numbers of the processor are too small for are found again. */
static gboolean
find_all_sums (const TagCall *call, TagWorker *w, const TagGroup *group, ChartSum *sums, GError **error)
{
  ChartScores scores[CHART_MOST_LANES];
  ChartSum again[CHART_MOST_LANES];
  int refused[CHART_MOST_LANES], n_refused = 0;

  if (!find_sums (call, w, FALSE, group->scores, group->n, sums, error))
    return FALSE;
  for (int i = 0; i < group->n; i++)
    if (sums[i].is_refused) {
      scores[n_refused] = group->scores[i];
      again[n_refused] = sums[i];
      refused[n_refused++] = i;
    }
  if (n_refused > 0 && !find_sums (call, w, TRUE, scores, n_refused, again, error))
    return FALSE;
  for (int r = 0; r < n_refused; r++)
    sums[refused[r]] = again[r];
  return TRUE;
}

/* Trees whose scores differ by rounding alone are in order of these. */
static void
order_trees (const TbkTreeRows *trees, int sentence, double *scores)
{
  const gsize first = (gsize) sentence * (gsize) trees->n_trees, width = (gsize) trees->width;

  for (int t = 1; t < trees->n_trees; t++)
    for (int u = t; u > 0 && scores[u] > scores[u - 1]; u--) {
      const gsize row = (first + (gsize) u) * width;
      const double score = scores[u];

      scores[u] = scores[u - 1];
      scores[u - 1] = score;
      for (gsize i = row; i < row + width; i++) {
        const int head = trees->heads[i], label = trees->labels == NULL ? 0 : trees->labels[i];

        trees->heads[i] = trees->heads[i - width];
        trees->heads[i - width] = head;
        if (trees->labels == NULL)
          continue;
        trees->labels[i] = trees->labels[i - width];
        trees->labels[i - width] = label;
      }
    }
  if (trees->scores != NULL)
    memcpy (trees->scores + first, scores, (gsize) trees->n_trees * sizeof (double));
}

/* The best trees of a sentence, none twice. */
static gboolean
find_n_best (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  g_autofree double *scores = g_new (double, call->trees->n_trees);
  gboolean has_tree = TRUE;

  if (tags_sentence (w->tags, n, NULL, error) == NULL)
    return FALSE;
  for (int t = 0; t < call->trees->n_trees; t++) {
    has_tree = has_tree && chart_lists_next (w->lists, w->chosen);
    scores[t] = -INFINITY;
    if (chart_lists_memory (w->lists) > call->memory)
      return memory_fail (error, "the best trees of %d words", n);
    for (int d = 1; d <= n && has_tree; d++)
      w->in[d] = chosen_tag (call, &w->chosen[2 * d]);
    if (has_tree && !tags_read (w->tags, w->in, w->heads))
      g_assert_not_reached ();
    if (has_tree)
      scores[t] = sum_chosen (call, w, n);
    write_nth_tree (call, w, sentence, t, has_tree, scores[t]);
  }
  order_trees (call->trees, sentence, scores);
  return scores[0] > -INFINITY || fail_tree (call, error);
}

/* A sentence whose derivations are listed, or counted. */
static gboolean
work_on_lists (const TagCall *call, TagWorker *w, int sentence, GError **error)
{
  ChartScores scores;

  if (!read_sentence (call, w, sentence, error))
    return FALSE;
  scores = (ChartScores){ .n = call->scores->lengths[sentence],
                          .n_columns = call->n_columns,
                          .scores = w->scores,
                          .root_scores = root_scores_of (call, w),
                          .arcs = call->scores->arc_scores == NULL ? NULL : w->arc_scores,
                          .memory = call->memory };
  if (w->lists == NULL)
    w->lists = chart_lists_new ();
  if (!chart_lists_begin (w->lists, call->rules, &scores, error))
    return FALSE;
  if (call->trees != NULL)
    return find_n_best (call, w, sentence, error);
  if (call->n_all_trees != NULL)
    chart_lists_count (w->lists, FALSE, call->n_all_trees[sentence]);
  if (call->n_all_trees != NULL && call->n_best != NULL
      && !chart_lists_begin (w->lists, call->rules, &scores, error))
    return FALSE;
  if (call->n_best != NULL)
    chart_lists_count (w->lists, TRUE, call->n_best[sentence]);
  return TRUE;
}

/* What the charts give of a group is written. */
static void
work_on_chart (const TagCall *call, TagWorker *w, const TagGroup *group)
{
  double best[CHART_MOST_LANES];
  ChartSum sums[CHART_MOST_LANES];
  GError *fault = NULL;

  for (int i = 0; i < group->n; i++) {
    const TagWorker *own = group->own[i];
    const gboolean has_roots = call->root_marginals != NULL;

    sums[i] = (ChartSum){ .marginals = call->marginals == NULL && !has_roots && call->arc_marginals == NULL
                                           ? NULL
                                           : own->marginals,
                          .arc_marginals = call->arc_marginals == NULL ? NULL : own->arc_marginals,
                          .root_marginals = has_roots ? own->root_marginals : own->marginals };
  }
  if (!(call->trees != NULL ? find_best (call, w, group, best, &fault)
                            : find_all_sums (call, w, group, sums, &fault))) {
    keep_error (w, fault, group->numbers[0]);
    return;
  }
  for (int i = 0; i < group->n; i++)
    if (!(call->trees != NULL ? write_found (call, group->own[i], group->numbers[i], best[i], &fault)
                              : write_sums (call, group->own[i], group->numbers[i],
                                            sums[i].log_z + group->origins[i], &fault)))
      keep_error (w, g_steal_pointer (&fault), group->numbers[i]);
}

/* Sentences of the same length: those that need a chart are in it side by side. */
static void
work_on_group (const TagCall *call, TagWorker *w, const int *sentences, int n_sentences)
{
  const int n = call->scores->lengths[sentences[0]];
  TagGroup group = { .n = 0 };
  GError *fault = NULL;

  for (int i = 0; i < n_sentences; i++) {
    TagWorker *own = group.n == 0 ? w : w->others[group.n];
    gboolean is_done = FALSE;

    if (!read_sentence (call, own, sentences[i], &fault)
        || (call->trees != NULL && !decode_greatest (call, own, sentences[i], &is_done, &fault))) {
      keep_error (w, g_steal_pointer (&fault), sentences[i]);
      continue;
    }
    if (is_done)
      continue;
    group.origins[group.n] = call->trees != NULL ? 0 : begin_sums (call, own, n);
    group.own[group.n] = own;
    group.numbers[group.n] = sentences[i];
    group.scores[group.n++] =
        (ChartScores){ .n = n,
                       .n_columns = call->n_columns,
                       .n_word_columns = first_gap (call),
                       .scores = own->scores,
                       .root_scores = root_scores_of (call, own),
                       .origins = own->origins,
                       .arcs = call->scores->arc_scores == NULL ? NULL : own->arc_scores,
                       .arc_origins = own->arc_origins,
                       .memory = call->memory };
  }
  if (group.n > 0)
    work_on_chart (call, w, &group);
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

    if (call->rules != NULL && !has_lists (call))
      work_on_group (call, share->worker, sentences, call->groups[g].n);
    else if (!(call->rules == NULL ? work_on_arcs : work_on_lists) (call, share->worker, *sentences, &fault))
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

/* The sentences that can be worked on side by side. */
static int
count_lanes (const TagCall *call)
{
  if (call->rules == NULL || has_lists (call))
    return 1;
  return call->trees == NULL ? sum_kinds[0][1]->n_lanes : best_kinds[call->is_float][1]->n_lanes;
}

/* Makes groups, the longest sentences first: of one sentence each, unless several are worked on side by side. */
static void
make_groups (TagCall *call)
{
  const TbkTagScores *scores = call->scores;
  const int most = count_lanes (call);

  call->order = g_new (int, scores->n_sentences + 1);
  call->groups = g_malloc_n ((gsize) scores->n_sentences + 1, sizeof *call->groups);
  for (int s = 0; s < scores->n_sentences; s++)
    call->order[s] = s;
  g_qsort_with_data (call->order, scores->n_sentences, sizeof (int), compare_lengths,
                     (gpointer) scores->lengths);
  for (int i = 0; i < scores->n_sentences; call->n_groups++) {
    const int first = i, n = scores->lengths[call->order[i]];

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
    for (int l = 0; l < CHART_MOST_LANES; l++)
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
  const int most = count_lanes (call);
  g_autofree TagShare *shares = g_new (TagShare, n_threads);

  for (int t = 0; t < n_threads; t++) {
    if ((int) decoder->workers->len == t)
      g_ptr_array_add (decoder->workers, g_new0 (TagWorker, 1));
    shares[t] = (TagShare){ call, g_ptr_array_index (decoder->workers, t) };
    shares[t].worker->tags = tbk_tags_new (&call->coder->shown, &options);
    for (int l = 1; l < most; l++) {
      TagWorker **other = &shares[t].worker->others[l];

      if (*other == NULL)
        *other = g_new0 (TagWorker, 1);
      (*other)->tags = tbk_tags_new (&call->coder->shown, &options);
    }
  }
  pipeline_share_out ("tags", work_on_groups, shares, sizeof *shares, n_threads);
}

static gboolean
run (TbkTagDecoder *decoder, TagCall *call, const TbkDecodeOptions *options, GError **error)
{
  static const TbkDecodeOptions defaults;
  const int n_sentences = call->scores->n_sentences;
  g_autofree TbkPiece *names = NULL;
  int n_threads;
  gboolean done;

  call->options = options == NULL ? defaults : *options;
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
    call->is_plain = TRUE;
    for (int c = 0; c < call->n_columns; c++)
      call->is_plain &= call->where[c] == c;
    call->is_float = !has_arcs (call) && call->trees != NULL && call->trees->n_trees == 1
                     && call->rules != NULL && call->scores->scores->real == TBK_FLOAT32
                     && (call->scores->root_scores == NULL || call->scores->root_scores->real == TBK_FLOAT32);
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

gboolean
tbk_count_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                mpz_t *n_trees, mpz_t *n_best, GError **error)
{
  TagCall call = { .scores = scores, .n_all_trees = n_trees, .n_best = n_best, .is_counting = TRUE };

  return run (decoder, &call, options, error);
}

gboolean
tbk_tag_arc_marginals (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                       double *log_z, const TbkArcNumbers *marginals, GError **error)
{
  TagCall call = { .scores = scores, .log_z = log_z, .arc_marginals = marginals };

  g_return_val_if_fail (marginals != NULL, FALSE);
  return run (decoder, &call, options, error);
}
