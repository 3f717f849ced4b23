/* decode_tags.c - the best well-formed tags, and sums over all of them, from the scores of tags.
 *
 * Three ways lead to an answer, by encoding:
 *
 *   a grammar     4-bit, hierarchical, hexatags, brackets: tables of tags/rules.c, charts of tabular/
 *   arcs          absolute, relative, relative-upos: a tag names an arc, so scores of tags are scores of
 *                 arcs, for decode/
 *   greedy        for one tree: if the best tags of all words are well formed, nothing is better
 *
 * Contents
 *   1. call: what is asked for, and whether it can be done
 *   2. worker: what a thread keeps
 *   3. scores: those of a sentence, copied and looked at
 *   4. chart: encodings with a grammar: the best tags, sums, the n best, numbers
 *   5. arcs: encodings whose tags name arcs
 *   6. run: groups of sentences
 */
#include <math.h>

#include "base/room.h"
#include "decode/decode.h"
#include "tabular/chart_read.h"
#include "tabular/exact_count.h"
#include "tabular/ranks.h"
#include "tags/rules.h"

/* 1. call: what is asked for, and whether it can be done. */

typedef struct {
  const TbkTagScores *scores;
  TbkDecodeOptions options;
  const TagCoder *coder;
  RulesForm form;
  /* A column is a tag here; the scores of a caller may have their columns in another order, or lack some. */
  Grammar *grammar;  /* NULL: tags name arcs */
  int n_columns;     /* those that a rule or an arc names: the alphabet, or the tags given */
  TbkPiece *tags;    /* of these */
  int *where;        /* of each of them, its column in the scores; -1 if there is none */
  gboolean is_plain; /* columns are those of the scores, in order */
  gboolean is_float; /* scores are floats, and the best tags are found in floats */

  const TbkTreeRows *trees;    /* NULL: sums, or numbers of trees */
  mpz_t *n_all_trees, *n_best; /* NULL: not asked for */
  gboolean is_counting;
  double *log_z;
  const TbkTagNumbers *marginals, *root_marginals;
  const TbkArcNumbers *arc_marginals;
} TagCall;

/* Sets an error of use. Returns FALSE. */
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

/* Tags that name an arc each, by where the head is. */
static gboolean
is_of_offsets (const TagCoder *coder)
{
  return coder == &offsets_absolute || coder == &offsets_relative || coder == &offsets_upos;
}

/* Notes which columns of the scores have the tags of the alphabet. Callers may leave tags out, but not name
 * others. */
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
      return fail_usage (error, "tags[%d]: %s is not a tag of %s", t, quoted, call->coder->shown.name);
    if (call->where[c] >= 0)
      return fail_usage (error, "tags[%d] and tags[%d] are both '%s'", call->where[c], t, alphabet[c]);
    call->where[c] = t;
  }
  return TRUE;
}

/* Notes the tags given as columns: each once, and each a tag. An alphabet without end has no other
 * columns. */
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
      return fail_usage (error, "tags[%d]: %s is not a tag of %s", t, quoted, call->coder->shown.name);
    call->where[t] = t;
  }
  return TRUE;
}

/* Returns TRUE if arcs have scores, or shares, beside tags. */
static gboolean
has_arcs (const TagCall *call)
{
  return call->scores->arc_scores != NULL || call->arc_marginals != NULL;
}

/* Checks what is asked for against what can be done, then makes the grammar. Errors of use come before any
 * memory is needed. */
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
  if (!batch_call_check_lengths (call->scores->lengths, call->scores->n_sentences, &longest, error)
      || !(coder->is_exact ? find_alphabet (call, error) : find_given (call, error)))
    return FALSE;
  if (has_arcs (call) && coder != &bits_four)
    return fail_usage (error, "%s has no scores of arcs: only 4-bit has", name);
  if (call->scores->arc_scores != NULL && call->scores->arc_scores->n_labels > 0)
    return fail_usage (error, "scores of arcs, next to scores of tags, have no labels");
  call->form = (RulesForm){ call->options.has_any_root, call->scores->root_scores != NULL };
  if (has_arcs (call))
    call->grammar = rules_new_arcs (&call->form);
  else if (coder->is_exact)
    call->grammar = rules_new (coder, &call->form);
  else if (coder == &brackets_one)
    call->grammar =
        rules_new_brackets (call->scores->tags, call->scores->n_tags, longest, &call->form, error);
  return call->grammar != NULL || is_of_offsets (coder);
}

/* Returns TRUE if derivations are listed or counted. These go sentence by sentence, with doubles or integers,
 * since each has a heap, or integers of any size. */
static gboolean
has_lists (const TagCall *call)
{
  return call->is_counting || (call->trees != NULL && call->trees->n_trees > 1);
}

/* Counting needs the layout of a chart and its weights alone: exact_count() has its own values. */
static ChartUse
use_of (const TagCall *call)
{
  return call->trees != NULL || call->is_counting                                                 ? FOR_BEST
         : call->marginals != NULL || call->root_marginals != NULL || call->arc_marginals != NULL ? FOR_SHARES
                                                                                                  : FOR_SUMS;
}

/* 2. worker: what a thread keeps. */

/* A sentence beside others in one chart, with what was read of it. */
typedef struct {
  double *scores, *root_scores; /* n n_columns each, doubles or as many floats; the second may not be set */
  int *chosen;        /* 2 (n + 1): of each word its column, and that of the gap behind it; -1: none */
  double *arc_scores; /* (n + 1)^2 */
  gsize n_arc_scores; /* that there is room for */
  Room room_of_words, room_of_scores;
} TagLane;

typedef struct {
  const TagCall *call;
  Chart *charts[2]; /* of doubles, of floats */
  ChartSums *sums;
  NBest *n_best;
  TbkDecoder *arcs; /* these four made when first used */
  TbkTags *tags;    /* of the call's encoding */
  TagLane lanes[CHART_MOST_LANES];
  double *marginals, *root_marginals; /* of a sentence: n n_columns each */
  double *arc_marginals;              /* (n + 1)^2 */
  int *heads, *arc_columns;
  TbkPiece *in;
  Room room_of_words, room_of_scores, room_of_arcs;
} TagWorker;

struct TbkTagDecoder {
  GPtrArray *workers;
};

static void
worker_free (gpointer data)
{
  TagWorker *w = data;

  for (int l = 0; l < CHART_MOST_LANES; l++) {
    room_clear (&w->lanes[l].room_of_words);
    room_clear (&w->lanes[l].room_of_scores);
    g_free (w->lanes[l].arc_scores);
  }
  chart_free (w->charts[0]);
  chart_free (w->charts[1]);
  chart_sums_free (w->sums);
  n_best_free (w->n_best);
  tbk_decoder_free (w->arcs);
  tbk_tags_free (w->tags);
  room_clear (&w->room_of_words);
  room_clear (&w->room_of_scores);
  room_clear (&w->room_of_arcs);
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

/* Room for arcs is needed by few calls, so others get one element. */
static gboolean
worker_reserve (TagWorker *w, int n, int n_lanes, GError **error)
{
  const gsize n_scores = (gsize) n * (gsize) MAX (w->call->n_columns, 1), width = (gsize) n + 1;
  const gsize n_arcs = w->call->grammar == NULL || has_arcs (w->call) ? width * width : 1;
  gboolean is_there =
      ROOM_RESERVE (&w->room_of_words, width, ARRAY (w->heads), ARRAY (w->in))
      && ROOM_RESERVE (&w->room_of_scores, n_scores, ARRAY (w->marginals), ARRAY (w->root_marginals))
      && ROOM_RESERVE (&w->room_of_arcs, n_arcs, ARRAY (w->arc_marginals), ARRAY (w->arc_columns));

  for (TagLane *lane = w->lanes; lane < w->lanes + n_lanes && is_there; lane++)
    is_there =
        ROOM_RESERVE (&lane->room_of_words, width, ARRAY_OF (lane->chosen, 2))
        && ROOM_RESERVE (&lane->room_of_scores, n_scores, ARRAY (lane->scores), ARRAY (lane->root_scores))
        && try_reserve (&lane->arc_scores, &lane->n_arc_scores, n_arcs, sizeof (double));
  return is_there || memory_fail (error, "the tags of %d words", n);
}

/* 3. scores: those of a sentence, copied and looked at.
 *
 * Scores are copied before anything is computed: so they are checked once, are side by side as doubles or
 * floats, and can be changed by the caller afterwards.
 */

/* Copies a row of numbers that are side by side; returns whether each can be a score, or is -infinity. There
 * is no branch in the loop, so compilers make vectors of it. If one is not good, the row is copied again one
 * by one, which gives the error or forbids it. */
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

/* Returns FALSE if the row must be copied one by one: its columns are apart or in another order, or a number
 * is not plain. */
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

/* Copies the scores of a word one by one. A tag without a column has the score of unknown tags, or is
 * forbidden. */
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
      score = scores_read (numbers->real, place->first, at);
    if (!scores_is_good (score))
      return tags_fail_score (what, d, call->where[c],
                              (call->scores->tags != NULL ? call->scores->tags : call->tags)[call->where[c]],
                              score, error);
    if (score <= -SCORES_LIMIT)
      score = -INFINITY;
    scores_write (call->is_float ? TBK_FLOAT32 : TBK_FLOAT64, row, c, score);
  }
  return TRUE;
}

/* Copies the scores of all words, as rows of columns in the order of the alphabet: quickly where the row is
 * plain, else number by number. */
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
root_scores_of (const TagCall *call, const TagLane *lane)
{
  return call->form.has_root_lists ? lane->root_scores : lane->scores;
}

static inline double
score_at (const TagCall *call, gconstpointer scores, int d, int column)
{
  const gsize at = (gsize) (d - 1) * (gsize) call->n_columns + (gsize) column;

  return scores_read (call->is_float ? TBK_FLOAT32 : TBK_FLOAT64, scores, at);
}

/* Writes marginals where the caller wants them, in the order and type of the caller. Columns that the caller
 * has no scores for are left out. */
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
      scores_write (numbers->real, place.first, at, share);
    }
}

/* Copies the scores of arcs beside those of tags. No word depends on itself. */
static gboolean
copy_arcs (const TagCall *call, const TagLane *lane, int sentence, GError **error)
{
  const int n = call->scores->lengths[sentence];
  const ArcNumbers numbers = scores_place (call->scores->arc_scores, sentence);

  for (int d = 1; d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const double score = h == d ? -INFINITY : scores_number (&numbers, d, h, 0);

      if (!scores_is_good (score))
        return fail_data (error, "arc_scores[%d,%d] (dependent %d, head %d) is %s", d, h, d, h,
                          isnan (score) ? "NaN" : "2^112 or more");
      lane->arc_scores[d * (n + 1) + h] = score <= -SCORES_LIMIT ? -INFINITY : score;
    }
  return TRUE;
}

/* Messages name the fields of TbkTagScores. */
static gboolean
read_sentence (const TagCall *call, const TagLane *lane, int sentence, GError **error)
{
  const TbkTagNumbers *roots = call->scores->root_scores;

  return copy_scores (call, call->scores->scores, sentence, "scores", lane->scores, error)
         && (roots == NULL || copy_scores (call, roots, sentence, "root_scores", lane->root_scores, error))
         && (call->scores->arc_scores == NULL || copy_arcs (call, lane, sentence, error));
}

/* Writes the t-th tree of a sentence, from `heads` and `chosen`; -1 everywhere if there is none, and behind
 * its words. */
static void
write_tree (const TagWorker *w, const TagLane *lane, int sentence, int t, gboolean has_tree, double score)
{
  const TagCall *call = w->call;
  const TbkTreeRows *trees = call->trees;
  const gsize tree = (gsize) sentence * (gsize) trees->n_trees + (gsize) t, row = tree * (gsize) trees->width;

  for (int i = 0; i < trees->width; i++) {
    const gboolean is_word = has_tree && i < call->scores->lengths[sentence];
    const int column = is_word ? lane->chosen[2 * (i + 1)] : -1;

    trees->heads[row + (gsize) i] = is_word ? w->heads[i + 1] : -1;
    if (trees->labels != NULL)
      trees->labels[row + (gsize) i] = column < 0 ? -1 : call->where[column];
  }
  if (trees->scores != NULL)
    trees->scores[tree] = has_tree ? score : -INFINITY;
}

static gboolean
fail_tree (const TagCall *call, GError **error)
{
  return call->options.allows_none
         || fail_data (error, "no %stree%s with these tags",
                       call->options.is_nonprojective ? "" : "projective ",
                       call->options.has_any_root ? "" : " with a single root");
}

/* 4. chart: encodings with a grammar: the best tags, sums, the n best, numbers.
 *
 * A rule of the grammar has the weight of a column at a word, or of an arc. So a derivation has the score of
 * its tags. The first tree by 4-bit weighs
 *
 *   s[1, 0100] + s[2, 1111] + s[3, 0100] + s[4, 1110]
 *
 * Encodings with gaps have one column for a word and one for the gap behind it. Columns of words come first.
 * By hexatags the same tree weighs
 *
 *   s[1, l] + s[1, L>] + s[2, r] + s[2, L<] + s[3, l] + s[3, R>] + s[4, r]
 */

/* Returns the best of the columns of a word from @first to before @end, the first of equal ones. */
static int
find_greatest (const TagCall *call, const TagLane *lane, int d, int first, int end)
{
  int best = first;

  for (int c = first + 1; c < end; c++)
    if (score_at (call, lane->scores, d, c) > score_at (call, lane->scores, d, best))
      best = c;
  return best;
}

/* Returns the tag of a word that has these columns. */
static TbkPiece
chosen_tag (const TagCall *call, const int *chosen)
{
  return call->coder == &brackets_one ? call->tags[chosen[0]] : tags_of_columns (call->coder, chosen);
}

/* Returns the first column of gaps: those before are of words. Encodings without gaps have none. */
static int
first_gap (const TagCall *call)
{
  return coder_has_gaps (call->coder) ? 2 : call->n_columns;
}

/* Reads the best tag of each word. Returns TRUE if they are well formed and all allowed. This is O(n) instead
 * of O(n^3), and good taggers often succeed. */
static gboolean
try_greatest (TagWorker *w, const TagLane *lane, int n)
{
  const TagCall *call = w->call;
  const int end = first_gap (call);

  for (int d = 1; d <= n; d++) {
    int *chosen = &lane->chosen[2 * d];

    chosen[0] = find_greatest (call, lane, d, 0, end);
    chosen[1] = end < call->n_columns && d < n ? find_greatest (call, lane, d, end, call->n_columns) : -1;
    if (score_at (call, lane->scores, d, chosen[0]) == -INFINITY
        || (chosen[1] >= 0 && score_at (call, lane->scores, d, chosen[1]) == -INFINITY))
      return FALSE;
    w->in[d] = chosen_tag (call, chosen);
  }
  return tags_read (w->tags, w->in, w->heads);
}

/* Adds from word 1 to n, so that the score of a tree is the same in every bit, whoever found it. */
static double
sum_chosen (const TagWorker *w, const TagLane *lane, int n)
{
  const TagCall *call = w->call;
  double sum = 0;

  for (int d = 1; d <= n; d++) {
    const int *chosen = &lane->chosen[2 * d];

    sum += score_at (call, w->heads[d] == 0 ? root_scores_of (call, lane) : lane->scores, d, chosen[0]);
    if (chosen[1] >= 0)
      sum += score_at (call, lane->scores, d, chosen[1]);
    if (call->scores->arc_scores != NULL)
      sum += lane->arc_scores[d * (n + 1) + w->heads[d]];
  }
  return sum;
}

/* Puts the scores of a sentence into a lane: a list for each column. There is no gap behind the last word,
 * and none at position 0. A list has n + 1 elements, each with one number for each lane; so numbers of one
 * lane are `element` cells apart. */
/* No gap is behind the last word: its columns there are forbidden, and no derivation has them. */
static void
load_lane (const TagCall *call, const TagLane *lane, const Chart *c, int l)
{
  const int n_kinds = call->form.has_root_lists ? 2 : 1, first = first_gap (call);

  for (int kind = 0; kind < n_kinds; kind++)
    for (int column = 0; column < call->n_columns; column++) {
      const gssize list = chart_list (c, &c->scores, kind * call->n_columns + column, 0) + l;
      gconstpointer scores = kind == 0 ? lane->scores : lane->root_scores;

      for (int d = 0; d <= c->n; d++) {
        const gssize at = list + d * c->element;
        const gboolean is_there = d > 0 && (column < first || d < c->n);

        if (call->is_float)
          ((float *) c->cells)[at] =
              is_there ? (float) score_at (call, scores, d, column) : (float) -INFINITY;
        else
          ((double *) c->cells)[at] = is_there ? score_at (call, scores, d, column) : -INFINITY;
      }
    }
}

/* Loads the scores of arcs, with 0 for a score where none are given: then only shares of arcs are wanted.
 * Arcs from 0 are in a list if it has one dependent, since no symbol of that grammar has 0 as its head. */
static void
load_arcs (const TagCall *call, const TagLane *lane, const Chart *c, int l)
{
  const gboolean has_root_list = !call->form.has_any_root;
  double *cells = (double *) c->cells + l;

  for (int d = 1; d <= c->n; d++)
    for (int h = 0; h <= c->n; h++) {
      const double score = h == d                             ? -INFINITY
                           : call->scores->arc_scores == NULL ? 0
                                                              : lane->arc_scores[d * (c->n + 1) + h];

      /* With one root, arcs from 0 count in their list alone. */
      if (h == 0 && has_root_list)
        cells[chart_list (c, &c->scores, rules_root_arcs (&call->form), d)] = score;
      cells[chart_matrix (c, &c->scores, 0, h, d)] = h == 0 && has_root_list ? -INFINITY : score;
    }
}

/* Sentences of one length that are in a chart side by side. Each cell of the chart has a number for each of
 * them, so that one instruction works on all. */
typedef struct {
  TagWorker *w;
  int n, n_lanes;
  int sentences[CHART_MOST_LANES];
  const TagLane *lanes[CHART_MOST_LANES];
  BatchFault *fault;
} TagGroup;

/* Lays the chart out for the group, all sentences of one length, and loads each into its lane. */
static gboolean
load (const TagGroup *group, Chart *c, ChartUse use, GError **error)
{
  const TagCall *call = group->w->call;
  int lengths[CHART_MOST_LANES];

  for (int l = 0; l < group->n_lanes; l++)
    lengths[l] = group->n;
  if (!chart_lay_out (c, call->grammar, call->is_float ? CHART_FLOATS : CHART_DOUBLES, use, lengths,
                      group->n_lanes, error))
    return FALSE;
  for (int l = 0; l < group->n_lanes; l++) {
    load_lane (call, group->lanes[l], c, l);
    if (has_arcs (call))
      load_arcs (call, group->lanes[l], c, l);
  }
  return TRUE;
}

/* Returns TRUE if a rule has its weight at the first or last position of its span; others have none, or that
 * of an arc. */
static inline gboolean
is_of_list (const Rule *rule)
{
  return rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST;
}

/* Returns TRUE if a rule has the weight of a tag, and not of an arc. */
static inline gboolean
is_of_tag (const TagCall *call, const Rule *rule)
{
  return is_of_list (rule) && rule->weight < (call->form.has_root_lists ? 2 : 1) * call->n_columns;
}

typedef struct {
  const TagCall *call;
  int *chosen;
} ChosenTags;

/* Notes the column of an edge. Edges of arcs are passed over. Position a of an edge is the word of its tag,
 * or the word before its gap. */
static void
note_edge (gpointer data, const Edge *edge)
{
  const ChosenTags *tags = data;
  const int column = edge->rule->weight % tags->call->n_columns;

  if (is_of_tag (tags->call, edge->rule))
    tags->chosen[2 * edge->a + (column >= first_gap (tags->call))] = column;
}

/* A word that no edge names keeps -1. */
static void
clear_chosen (const TagLane *lane, int n)
{
  for (int i = 0; i < 2 * (n + 1); i++)
    lane->chosen[i] = -1;
}

/* Reads the chosen tags as a tree; returns its score. A derivation has the tags of a tree, so reading cannot
 * fail. */
static double
read_chosen (TagWorker *w, const TagLane *lane, int n)
{
  for (int d = 1; d <= n; d++)
    w->in[d] = chosen_tag (w->call, &lane->chosen[2 * d]);
  if (!tags_read (w->tags, w->in, w->heads))
    g_assert_not_reached ();
  return sum_chosen (w, lane, n);
}

/* Finds the best tags of all lanes: the chart is filled for all at once, and read for each. */
static gboolean
find_best (const TagGroup *group, GError **error)
{
  TagWorker *w = group->w;
  const gboolean is_float = w->call->is_float;
  const ChartNumbers *numbers = is_float ? &chart_best_floats : &chart_best_doubles;
  Chart *c = w->charts[is_float];

  if (!load (group, c, FOR_BEST, error))
    return FALSE;
  numbers->fill (c, &c->scores);
  for (int l = 0; l < group->n_lanes; l++) {
    const TagLane *lane = group->lanes[l];
    ChosenTags tags = { w->call, lane->chosen };
    gboolean is_tree;
    GError *fault = NULL;

    clear_chosen (lane, group->n);
    is_tree = numbers->find (c, l, note_edge, &tags);
    write_tree (w, lane, group->sentences[l], 0, is_tree, is_tree ? read_chosen (w, lane, group->n) : 0);
    if (!is_tree && !fail_tree (w->call, &fault))
      batch_call_fail (group->fault, fault, group->sentences[l]);
  }
  return TRUE;
}

/* Adds up the shares of tags by column, for words on 0 apart if they are asked for. Several rules may have
 * the weight of one tag, as a tag may end symbols of several kinds; the share of the tag is the sum of
 * theirs. */
static void
read_marginals (const TagGroup *group, const ChartSum *sum)
{
  TagWorker *w = group->w;
  const TagCall *call = w->call;
  const Chart *c = sum->chart;
  const double *cells = (const double *) c->cells + sum->lane;
  const gsize n_columns = (gsize) call->n_columns, n_scores = (gsize) group->n * n_columns;

  memset (w->marginals, 0, n_scores * sizeof (double));
  memset (w->root_marginals, 0, n_scores * sizeof (double));
  for (int r = 0; r < call->grammar->table.n_rules && sum->z.m > 0; r++) {
    const Rule *rule = &call->grammar->table.rules[r];
    double *shares =
        rule->weight >= call->n_columns && call->root_marginals != NULL ? w->root_marginals : w->marginals;

    for (int d = 1; is_of_tag (call, rule) && d <= group->n; d++)
      shares[(gsize) (d - 1) * n_columns + (gsize) rule->weight % n_columns] +=
          cells[chart_list (c, &c->shares, r, d)];
  }
}

/* Reads the marginals of arcs: from the matrix, and arcs from 0 from their list, where the grammar has
 * that. */
static void
read_arc_marginals (const TagGroup *group, const ChartSum *sum)
{
  TagWorker *w = group->w;
  const GrammarTable *t = &w->call->grammar->table;
  const Chart *c = sum->chart;
  const double *cells = (const double *) c->cells + sum->lane;
  const int width = group->n + 1;

  memset (w->arc_marginals, 0, (gsize) width * (gsize) width * sizeof (double));
  for (int d = 1; d < width && sum->z.m > 0; d++) {
    for (int h = 0; h < width; h++)
      if (h != d)
        w->arc_marginals[d * width + h] = cells[chart_matrix (c, &c->shares, 0, h, d)];
    for (int r = 0; r < t->n_rules; r++)
      if (is_of_list (&t->rules[r]) && !is_of_tag (w->call, &t->rules[r]))
        w->arc_marginals[d * width] += cells[chart_list (c, &c->shares, r, d)];
  }
}

static void
write_arcs (const TagWorker *w, int sentence)
{
  const TagCall *call = w->call;
  const int n = call->scores->lengths[sentence];
  const ArcNumbers numbers = scores_place (call->arc_marginals, sentence);

  for (int d = 0; d <= n; d++)
    for (int h = 0; h <= n; h++) {
      const gint64 at = d * numbers.dependents_apart + h * numbers.heads_apart;
      const double share = d == 0 ? 0 : w->arc_marginals[d * (n + 1) + h];

      scores_write (numbers.real, (gpointer) numbers.first, at, share);
    }
}

/* Writes what is asked for of the sums of a sentence. */
static gboolean
write_sums (const TagWorker *w, int sentence, double log_z, GError **error)
{
  const TagCall *call = w->call;

  if (call->log_z != NULL)
    call->log_z[sentence] = log_z;
  if (call->marginals != NULL)
    write_marginals (call, call->marginals, sentence, w->marginals);
  if (call->root_marginals != NULL)
    write_marginals (call, call->root_marginals, sentence, w->root_marginals);
  if (call->arc_marginals != NULL)
    write_arcs (w, sentence);
  return log_z > -INFINITY || fail_tree (call, error);
}

/* log Z: the sum of one lane, to which its exponents are added. A sentence without a tree is an error of that
 * sentence alone. */
static gboolean
put_sums (gpointer data, const ChartSum *sums, int n_sums, GError **error)
{
  const TagGroup *group = data;

  (void) error;
  for (int i = 0; i < n_sums; i++) {
    const ChartSum *sum = &sums[i];
    const int sentence = group->sentences[sum->number];
    double log_z = -INFINITY;
    GError *fault = NULL;

    if (sum->z.m > 0)
      log_z = chart_sum_log_z (sum, exponential_log (sum->z.m, 256 * sum->z.e + sum->exponent));
    /* Marginals are read only from charts that have shares. */
    if (sum->chart->use == FOR_SHARES)
      read_marginals (group, sum);
    if (sum->chart->use == FOR_SHARES && group->w->call->arc_marginals != NULL)
      read_arc_marginals (group, sum);
    if (!write_sums (group->w, sentence, log_z, &fault))
      batch_call_fail (group->fault, fault, sentence);
  }
  return TRUE;
}

/* Sums that do not fit into memory are an error of the group. */
static gboolean
fail_memory (gpointer data, int number, GError **error)
{
  const TagGroup *group = data;

  (void) number;
  return memory_fail (error, "the tags of %d words", group->n);
}

/* Charts of sums are kept apart by chart_sums.c, which fills them again in a wider range where scores are far
 * apart. */
static gboolean
find_sums (const TagGroup *group, gsize memory, GError **error)
{
  TagWorker *w = group->w;
  const ChartSumPut put = { .data = (gpointer) group, .put = put_sums, .fail = fail_memory };

  if (w->sums == NULL)
    w->sums = chart_sums_new ();
  return load (group, chart_sums_chart (w->sums), use_of (w->call), error)
         && chart_sums_find (w->sums, &put, memory, error);
}

static double
score_of_tree (gconstpointer data, int t)
{
  return ((const double *) data)[t];
}

/* Orders trees whose scores differ by rounding alone: the chart adds in another order than sum_chosen(). */
static gboolean
order_trees (const TbkTreeRows *trees, int sentence, double *scores, GError **error)
{
  const gsize first = (gsize) sentence * (gsize) trees->n_trees, width = (gsize) trees->width;
  const RankedRows ranked[] = {
    { trees->heads + first * width, width * sizeof (int) },
    { trees->labels == NULL ? NULL : trees->labels + first * width, width * sizeof (int) },
    { scores, sizeof (double) },
  };
  g_autofree char *memory = NULL;
  gsize n_allocated = 0;

  if (!ranks_order (trees->n_trees, score_of_tree, scores, ranked, G_N_ELEMENTS (ranked), &memory,
                    &n_allocated, error))
    return FALSE;
  if (trees->scores != NULL)
    memcpy (trees->scores + first, scores, (gsize) trees->n_trees * sizeof (double));
  return TRUE;
}

/* Finds the best trees of a sentence, none twice: each derivation is another tree, so none needs to be
 * compared. */
static gboolean
find_n_best (const TagGroup *group, gsize memory, GError **error)
{
  TagWorker *w = group->w;
  const TagLane *lane = group->lanes[0];
  const int n_trees = w->call->trees->n_trees;
  Chart *c = w->charts[FALSE];
  ChosenTags tags = { w->call, lane->chosen };
  g_autofree double *scores = g_new (double, n_trees);
  int found = 1;

  if (!load (group, c, FOR_BEST, error))
    return FALSE;
  chart_best_doubles.fill (c, &c->scores);
  if (w->n_best == NULL)
    w->n_best = n_best_new ();
  if (!chart_begin_n_best (c, w->n_best))
    return memory_fail (error, "the best trees of %d words", group->n);
  for (int t = 0; t < n_trees; t++) {
    clear_chosen (lane, group->n);
    if (found > 0)
      found = chart_next_n_best (c, w->n_best, note_edge, &tags);
    if (found < 0 || n_best_memory (w->n_best) > memory)
      return memory_fail (error, "the best trees of %d words", group->n);
    scores[t] = found ? read_chosen (w, lane, group->n) : -INFINITY;
    write_tree (w, lane, group->sentences[0], t, found, scores[t]);
  }
  return order_trees (w->call->trees, group->sentences[0], scores, error)
         && (scores[0] > -INFINITY || fail_tree (w->call, error));
}

/* Scores of a sentence as integers: of lists and of the matrix, as they are in a chart of one sentence. For
 * scores 1.5 and 0.25 the power is 2^-2, and the integers are 6 and 1. */
typedef struct {
  const Chart *chart;
  ExactWeight *weights;
} ExactScores;

/* Returns the integer of the weight of an edge. Rules without weight are not asked for. */
static const ExactWeight *
find_exact (gconstpointer data, const Edge *edge)
{
  const ExactScores *scores = data;
  const Chart *c = scores->chart;
  const gssize at = is_of_list (edge->rule)
                        ? chart_list (c, &c->scores, edge->rule->weight, edge->a)
                        : chart_matrix (c, &c->scores, edge->rule->weight, edge->a, edge->b);

  return &scores->weights[at - c->scores.lists];
}

/* Counts the trees of a sentence, or the best ones. Doubles are binary fractions, so all are integers times
 * one power of two, the least that any needs; sums of integers are exact. To count all trees, each score is 0
 * and all trees are the best. */
static gboolean
count (const Chart *c, ExactScores *scores, gsize n_weights, gboolean is_best, mpz_t number, GError **error)
{
  const double *given = (const double *) c->cells + c->scores.lists;
  int exponent = EXACT_ANY;

  for (gsize i = 0; i < n_weights; i++)
    exact_note (given[i], &exponent);
  for (gsize i = 0; i < n_weights; i++) {
    scores->weights[i].n_forms = given[i] > -INFINITY;
    exact_set (is_best && given[i] > -INFINITY ? given[i] : 0, exponent, &scores->weights[i].score);
  }
  return exact_count (c->grammar, c->n, find_exact, scores, number, error);
}

/* The chart is laid out and loaded as for the best tags, and only its lists and matrix are read. */
static gboolean
count_trees (const TagGroup *group, GError **error)
{
  const TagCall *call = group->w->call;
  const int sentence = group->sentences[0];
  Chart *c = group->w->charts[FALSE];
  ExactScores scores = { .chart = c };
  gboolean is_done = TRUE;
  gsize n_weights;

  if (!load (group, c, FOR_BEST, error))
    return FALSE;
  n_weights = chart_count_weights (c);
  scores.weights = g_try_new (ExactWeight, n_weights);
  if (scores.weights == NULL)
    return memory_fail (error, "the numbers of %d words", group->n);
  for (gsize i = 0; i < n_weights; i++)
    mpz_init (&scores.weights[i].score);
  if (call->n_all_trees != NULL)
    is_done = count (c, &scores, n_weights, FALSE, call->n_all_trees[sentence], error);
  if (is_done && call->n_best != NULL)
    is_done = count (c, &scores, n_weights, TRUE, call->n_best[sentence], error);
  for (gsize i = 0; i < n_weights; i++)
    mpz_clear (&scores.weights[i].score);
  g_free (scores.weights);
  return is_done;
}

/* 5. arcs: encodings whose tags name arcs.
 *
 * Each tag names at most one arc of a word, and each arc has at most one tag. By relative, column +1 of word
 * 1 is the arc from word 2, column -1 of word 1 none, and column 0 the arc from 0. So scores of tags are
 * scores of arcs, and methods of decode/ find all that is asked for: also trees that are not projective.
 *
 *   column       -2   -1    0   +1   +2
 *   word 1                  0    2    3     its heads in a sentence of three words
 *   word 2             1    0    3
 *   word 3        1    2    0
 */

/* Fills the scores of arcs, at [d * (n + 1) + h]: an arc has the score of the tag that names it. */
static gboolean
fill_arcs (TagWorker *w, int sentence, GError **error)
{
  const TagCall *call = w->call;
  const TagLane *lane = &w->lanes[0];
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

      lane->arc_scores[arc] =
          c < 0 ? unknown : score_at (call, h == 0 ? root_scores_of (call, lane) : lane->scores, d, c);
    }
  return TRUE;
}

/* The scores above as tbk_decode() reads them: rows of heads, one for each dependent. */
static TbkArcNumbers
arc_numbers (double *first, int n)
{
  return (TbkArcNumbers){ .real = TBK_FLOAT64, .place = { first, n + 1, 1, 0 } };
}

/* Passes an error on without its "sentences[0]: ", since that call had one sentence: whoever runs puts the
 * right name before it. */
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

/* A sentence without tree is no error of that call: the caller of this one decides. */
static TbkDecodeOptions
arc_options (const TagCall *call, gsize memory)
{
  return (TbkDecodeOptions){ .is_nonprojective = call->options.is_nonprojective,
                             .has_any_root = call->options.has_any_root,
                             .allows_none = TRUE,
                             .max_memory = memory };
}

static TbkDecoder *
arc_decoder (TagWorker *w)
{
  if (w->arcs == NULL)
    w->arcs = tbk_decoder_new ();
  return w->arcs;
}

/* Finds the n best trees. Each tree comes with its heads alone; its tags are those that name its arcs. */
static gboolean
decode_by_arcs (TagWorker *w, int sentence, gsize memory, GError **error)
{
  const TagCall *call = w->call;
  const TagLane *lane = &w->lanes[0];
  const int n = call->scores->lengths[sentence], n_trees = call->trees->n_trees;
  const TbkArcNumbers numbers = arc_numbers (lane->arc_scores, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call, memory);
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
      lane->chosen[2 * d] = w->arc_columns[(gsize) d * (gsize) (n + 1) + (gsize) w->heads[d]];
    }
    write_tree (w, lane, sentence, t, found[0] >= 0, scores[t]);
  }
  return heads[0] >= 0 || fail_tree (call, error);
}

/* Trees are counted by their arcs, as each tree has one sequence of tags. */
static gboolean
count_by_arcs (TagWorker *w, int sentence, gsize memory, GError **error)
{
  const TagCall *call = w->call;
  const TagLane *lane = &w->lanes[0];
  const int n = call->scores->lengths[sentence];
  const TbkArcNumbers numbers = arc_numbers (lane->arc_scores, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call, memory);
  GError *fault = NULL;

  return tbk_count_trees (arc_decoder (w), &arcs, &options,
                          call->n_all_trees == NULL ? NULL : &call->n_all_trees[sentence],
                          call->n_best == NULL ? NULL : &call->n_best[sentence], &fault)
         || pass_on (fault, error);
}

/* A tag's share is its arcs' share: by column, for words on 0 apart if they are asked for. */
static gboolean
sum_by_arcs (TagWorker *w, int sentence, gsize memory, double *log_z, GError **error)
{
  const TagCall *call = w->call;
  const TagLane *lane = &w->lanes[0];
  const int n = call->scores->lengths[sentence];
  const TbkArcNumbers numbers = arc_numbers (lane->arc_scores, n), shares = arc_numbers (w->arc_marginals, n);
  const TbkArcScores arcs = { .n_sentences = 1, .lengths = &n, .scores = &numbers };
  const TbkDecodeOptions options = arc_options (call, memory);
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

/* 6. run: groups of sentences. */

/* Works on a sentence whose tags name arcs. */
static gboolean
work_on_arcs (TagWorker *w, int sentence, gsize memory, GError **error)
{
  const TagCall *call = w->call;
  const gsize n_scores = (gsize) call->scores->lengths[sentence] * (gsize) call->n_columns;
  double log_z;

  if (!read_sentence (call, &w->lanes[0], sentence, error) || !fill_arcs (w, sentence, error))
    return FALSE;
  if (call->trees != NULL)
    return decode_by_arcs (w, sentence, memory, error);
  if (call->is_counting)
    return count_by_arcs (w, sentence, memory, error);
  memset (w->marginals, 0, n_scores * sizeof (double));
  memset (w->root_marginals, 0, n_scores * sizeof (double));
  return sum_by_arcs (w, sentence, memory, &log_z, error) && write_sums (w, sentence, log_z, error);
}

/* Decodes by the best tags of each word, if they are well formed: they need no chart, if a word on 0 has no
 * scores of its own. Brackets that are well formed alone can be those of a tree that is not projective.
 * Returns TRUE if that did it. */
static gboolean
decode_greatest (TagWorker *w, const TagLane *lane, int sentence)
{
  const TagCall *call = w->call;
  const int n = call->scores->lengths[sentence];

  if (call->trees == NULL || call->trees->n_trees > 1 || call->n_columns == 0 || call->form.has_root_lists
      || has_arcs (call) || call->coder == &brackets_one || !try_greatest (w, lane, n))
    return FALSE;
  write_tree (w, lane, sentence, 0, TRUE, sum_chosen (w, lane, n));
  return TRUE;
}

/* Reads the sentences of a group; returns those whose scores are good, and that need a chart. Lanes are
 * filled without gaps, so that those that need none make no vector narrower. */
static TagGroup
read_group (TagWorker *w, const int *sentences, int n_sentences, BatchFault *fault)
{
  TagGroup group = { .w = w, .n = w->call->scores->lengths[sentences[0]], .fault = fault };

  for (int i = 0; i < n_sentences; i++) {
    const TagLane *lane = &w->lanes[group.n_lanes];
    GError *error = NULL;

    if (!read_sentence (w->call, lane, sentences[i], &error)) {
      batch_call_fail (fault, error, sentences[i]);
      continue;
    }
    if (decode_greatest (w, lane, sentences[i]))
      continue;
    group.sentences[group.n_lanes] = sentences[i];
    group.lanes[group.n_lanes++] = lane;
  }
  return group;
}

/* Works on sentences of one length. An error of one of them is noted and the others go on; one of the whole
 * group counts for its first. */
static void
work_on_group (gpointer data, gpointer worker, const int *sentences, int n_sentences, gsize memory,
               BatchFault *fault)
{
  const TagCall *call = data;
  TagWorker *w = worker;
  const int n = call->scores->lengths[sentences[0]];
  gboolean is_done;
  GError *error = NULL;

  is_done = worker_reserve (w, n, n_sentences, &error);
  if (is_done && call->grammar == NULL) {
    is_done = work_on_arcs (w, sentences[0], memory, &error);
  } else if (is_done && tags_sentence (w->tags, n, NULL, &error) == NULL) {
    is_done = FALSE;
  } else if (is_done) {
    const TagGroup group = read_group (w, sentences, n_sentences, fault);

    is_done = group.n_lanes == 0    ? TRUE
              : call->is_counting   ? count_trees (&group, &error)
              : call->trees == NULL ? find_sums (&group, memory, &error)
              : has_lists (call)    ? find_n_best (&group, memory, &error)
                                    : find_best (&group, &error);
  }
  if (!is_done)
    batch_call_fail (fault, error, sentences[0]);
}

/* Returns how many sentences are worked on at once: as many as a chart takes side by side, halved until it
 * fits the memory; 0 if one alone does not fit. */
static int
count_lanes (gpointer data, int n, gsize memory)
{
  const TagCall *call = data;
  const ChartCells cells = call->is_float ? CHART_FLOATS : CHART_DOUBLES;
  int most = call->grammar == NULL || has_lists (call) ? 1 : chart_count_lanes (cells);

  while (most > 0 && call->grammar != NULL
         && chart_measure (call->grammar, cells, use_of (call), n, most) > memory)
    most /= 2;
  return most;
}

/* The call, and the decoder that keeps its workers: what batch_call.c passes on. */
typedef struct {
  TagCall call;
  TbkTagDecoder *decoder;
} TagRun;

/* Workers stay with the decoder, so their memory serves its next call; only the tags depend on the call's
 * encoding. */
static gpointer
find_worker (gpointer data, int t)
{
  TagRun *run = data;
  const TbkTagsOptions options = { .has_any_root = run->call.options.has_any_root };
  TagWorker *w;

  while ((int) run->decoder->workers->len <= t) {
    w = g_new0 (TagWorker, 1);
    w->charts[0] = chart_new ();
    w->charts[1] = chart_new ();
    g_ptr_array_add (run->decoder->workers, w);
  }
  w = g_ptr_array_index (run->decoder->workers, t);
  w->call = &run->call;
  tbk_tags_free (w->tags);
  w->tags = tbk_tags_new (&run->call.coder->shown, &options);
  return w;
}

/* Names the columns; notes in which form scores are. Floats are used if all scores are floats and the best
 * tree alone is asked for: twice as many fit a vector. */
static void
name_columns (TagCall *call)
{
  const TbkTagNumbers *roots = call->scores->root_scores;

  call->tags = g_new (TbkPiece, call->n_columns + 1);
  for (int c = 0; c < call->n_columns; c++)
    call->tags[c] = call->coder->is_exact ? (TbkPiece){ call->coder->shown.alphabet[c],
                                                        strlen (call->coder->shown.alphabet[c]) }
                                          : call->scores->tags[c];
  call->is_plain = TRUE;
  for (int c = 0; c < call->n_columns; c++)
    call->is_plain &= call->where[c] == c;
  call->is_float = !has_arcs (call) && call->trees != NULL && call->trees->n_trees == 1
                   && call->grammar != NULL && call->scores->scores->real == TBK_FLOAT32
                   && (roots == NULL || roots->real == TBK_FLOAT32);
}

/* The grammar and the names live for one call: they depend on its tags and options. */
static gboolean
run (TbkTagDecoder *decoder, const TagCall *call, const TbkDecodeOptions *options, GError **error)
{
  static const TbkDecodeOptions defaults;
  TagRun run = { *call, decoder };
  BatchCall batch = { .n_sentences = call->scores->n_sentences,
                      .lengths = call->scores->lengths,
                      .data = &run,
                      .count_lanes = count_lanes,
                      .find_worker = find_worker,
                      .work = work_on_group };
  gboolean is_done;

  run.call.options = options == NULL ? defaults : *options;
  run.call.coder = (const TagCoder *) call->scores->encoding;
  batch.n_threads = run.call.options.n_threads;
  batch.max_memory = run.call.options.max_memory;
  is_done = prepare (&run.call, error);
  if (is_done) {
    name_columns (&run.call);
    is_done = batch_call_run (&batch, error);
  }
  for (guint t = 0; t < decoder->workers->len; t++)
    g_clear_pointer (&((TagWorker *) g_ptr_array_index (decoder->workers, t))->tags, tbk_tags_free);
  grammar_free (run.call.grammar);
  g_free (run.call.where);
  g_free (run.call.tags);
  return is_done;
}

gboolean
tbk_decode_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                 const TbkTreeRows *trees, GError **error)
{
  const TagCall call = { .scores = scores, .trees = trees };

  g_return_val_if_fail (trees != NULL, FALSE);
  return run (decoder, &call, options, error);
}

gboolean
tbk_tag_log_partition (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                       double *log_z, const TbkTagNumbers *marginals, const TbkTagNumbers *root_marginals,
                       GError **error)
{
  const TagCall call = {
    .scores = scores, .log_z = log_z, .marginals = marginals, .root_marginals = root_marginals
  };

  g_return_val_if_fail (root_marginals == NULL || scores->root_scores != NULL, FALSE);
  return run (decoder, &call, options, error);
}

gboolean
tbk_count_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                mpz_t *n_trees, mpz_t *n_best, GError **error)
{
  const TagCall call = { .scores = scores, .n_all_trees = n_trees, .n_best = n_best, .is_counting = TRUE };

  return run (decoder, &call, options, error);
}

gboolean
tbk_tag_arc_marginals (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                       double *log_z, const TbkArcNumbers *marginals, GError **error)
{
  const TagCall call = { .scores = scores, .log_z = log_z, .arc_marginals = marginals };

  g_return_val_if_fail (marginals != NULL, FALSE);
  return run (decoder, &call, options, error);
}
