/* decode_phrases.c - the best well-formed tags of phrase structure, and sums over all of them, from the
 * scores of tags.
 *
 * Several tags of a part may have one move, such as L/NP and L/VP. For the counter only moves matter: a move
 * weighs as its best column, or, for sums, as the sum of its columns. So the time of the chart depends on
 * moves, and labels only add O(n) each. With the scores 3 of L/NP, 2 of L/VP and 1 of R/NP for a gap:
 *
 *   best     L weighs 3, R weighs 1; a sequence that has L there has L/NP
 *   sums     L weighs e^3 + e^2, R weighs e^1
 *   counts   L has two ways, R one
 *
 * Contents
 *   1. call: what is asked for, and whether it can be done
 *   2. worker: what a thread keeps, and the scores of its sentence
 *   3. best: the tags of greatest sum
 *   4. sums: log Z and marginals
 *   5. counts: how many sequences there are, and how many of greatest sum
 *   6. run: sentences shared out to threads
 */
#include <math.h>

#include "base/room.h"
#include "decode/decode.h"
#include "tabular/batch_call.h"
#include "tags/phrase_tags.h"
#include "tags/tags.h"

/* 1. call: what is asked for, and whether it can be done. */

/* A column of scores. */
typedef struct {
  int number; /* 0: of words; 1: of gaps */
  PhrasePart part;
} TagColumn;

struct PhraseWorker;

/* One call of the library: sentences, what is asked of them, and the columns as parts. What is not asked for
 * is NULL. */
typedef struct {
  const TbkPhraseTagScores *scores;
  TbkDecodeOptions options;
  const PhraseCoder *coder;
  TagColumn *columns;
  int n_moves;
  GPtrArray *workers;

  gboolean (*work) (struct PhraseWorker *w, GError **error);
  const TbkPhraseTagRows *rows;
  double *log_z;
  const TbkTagNumbers *marginals;
  mpz_t *n_trees, *n_best;
} PhraseCall;

/* Reads the name of a column as a part of a word, else as one of a gap. Each may be there once. */
static gboolean
read_column (PhraseCall *call, int t, TbkVocabulary *names, GError **error)
{
  const TbkPiece name = call->scores->tags[t];
  const int known = tbk_vocabulary_add (names, name.bytes, name.size, error);
  g_autofree char *quoted = tbk_quote (name.bytes, name.size);
  TagColumn *column = &call->columns[t];

  if (known < 0)
    return FALSE;
  column->part.move = -1;
  for (int p = 0; p < phrase_coder_parts (call->coder) && column->part.move < 0; p++) {
    column->number = p;
    call->coder->read_part (name, p, &column->part);
  }
  if (column->part.move < 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "tags[%d]: %s is not a tag of %s", t, quoted,
                 call->coder->shown.name);
  else if (known < t)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "tags[%d] and tags[%d] are both %s", known, t, quoted);
  return column->part.move >= 0 && known == t;
}

/* Checks lengths and names, and finds how many moves columns have. The chart has no more moves than the
 * longest sentence can use, so columns of deep levels cost nothing. */
static gboolean
prepare (PhraseCall *call, GError **error)
{
  const TbkPhraseTagScores *scores = call->scores;
  g_autoptr (TbkVocabulary) names = tbk_vocabulary_new ();
  int longest;

  if (!batch_call_check_lengths (scores->lengths, scores->n_sentences, &longest, error))
    return FALSE;
  call->columns = g_new0 (TagColumn, scores->n_tags + 1);
  call->n_moves = 2;
  for (int t = 0; t < scores->n_tags; t++) {
    if (!read_column (call, t, names, error))
      return FALSE;
    /* Moves come in pairs, with and without a label over the word: rounded up to whole levels. */
    call->n_moves = MAX (call->n_moves, call->columns[t].part.move / 2 * 2 + 2);
  }
  call->n_moves =
      MIN (call->n_moves, MAX (call->coder->count_moves (longest), 2)); /* others cannot be reached */
  return TRUE;
}

/* 2. worker: what a thread keeps, and the scores of its sentence. */

typedef struct PhraseWorker {
  const PhraseCall *call;
  Counter *counter;
  int sentence, n;
  double *scores; /* n n_tags */
  int *moves, *best_columns;
  WideNumber *of_columns, *of_moves, *around;
  gsize n_scores, n_of_columns; /* that there is room for */
  Room room_of_words, room_of_sums;
  gsize memory; /* that it may have */
} PhraseWorker;

static void
worker_free (gpointer data)
{
  PhraseWorker *w = data;

  counter_free (w->counter);
  g_free (w->scores);
  g_free (w->of_columns);
  room_clear (&w->room_of_words);
  room_clear (&w->room_of_sums);
  g_free (w);
}

/* Sums need a weight, and what is around it, for each move of each part. */
static gboolean
reserve_sums (PhraseWorker *w, GError **error)
{
  const PhraseCall *call = w->call;
  const gsize n_scores = (gsize) w->n * (gsize) MAX (call->scores->n_tags, 1);
  const gsize n_moves = (gsize) phrase_coder_steps (call->coder, w->n) * (gsize) call->n_moves;

  if ((n_scores + 2 * n_moves) * sizeof (WideNumber) > w->memory) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "sums over the tags of %d words need %" G_GSIZE_FORMAT " MiB, more than the %" G_GSIZE_FORMAT
                 " MiB that are allowed",
                 w->n, ((n_scores + 2 * n_moves) * sizeof (WideNumber)) >> 20, w->memory >> 20);
    return FALSE;
  }
  return (try_reserve (&w->of_columns, &w->n_of_columns, n_scores, sizeof (WideNumber))
          && ROOM_RESERVE (&w->room_of_sums, n_moves, ARRAY (w->of_moves), ARRAY (w->around)))
         || memory_fail (error, "the tags of %d words", w->n);
}

/* Makes room for a sentence. Moves and columns are two a word: that of the word and that of its gap. */
static gboolean
reserve (PhraseWorker *w, GError **error)
{
  const gsize n_scores = (gsize) w->n * (gsize) MAX (w->call->scores->n_tags, 1);

  return (try_reserve (&w->scores, &w->n_scores, n_scores, sizeof (double))
          && ROOM_RESERVE (&w->room_of_words, w->n, ARRAY_OF (w->moves, 2), ARRAY_OF (w->best_columns, 2)))
         || memory_fail (error, "the tags of %d words", w->n);
}

static double *
score_at (const PhraseWorker *w, int word, int column)
{
  return &w->scores[(gsize) word * (gsize) w->call->scores->n_tags + (gsize) column];
}

/* Copies the scores of a sentence, whatever their type and order, to a row of columns for each word. A score
 * that is out of range, or NaN, is an error with its place; one that is low enough is as forbidden as
 * -infinity. */
static gboolean
copy_scores (PhraseWorker *w, GError **error)
{
  const TbkTagNumbers *numbers = w->call->scores->scores;
  const TbkTagPlace place = tags_numbers_place (numbers, w->sentence);

  for (int i = 0; i < w->n; i++)
    for (int t = 0; t < w->call->scores->n_tags; t++) {
      const gint64 at = i * place.words_apart + t * place.tags_apart;
      const double score = scores_read (numbers->real, place.first, at);

      if (!scores_is_good (score))
        return tags_fail_score ("scores", i + 1, t, w->call->scores->tags[t], score, error);
      *score_at (w, i, t) = score <= -SCORES_LIMIT ? -INFINITY : score;
    }
  return TRUE;
}

/* Returns TRUE if a column is for that part of a word, and can be that of a tree there. */
static gboolean
is_for (const PhraseWorker *w, int column, int word, int number)
{
  const TagColumn *c = &w->call->columns[column];

  return c->number == number && c->part.move < w->call->n_moves
         && w->call->coder->allows (&c->part, word, w->n);
}

static gboolean
fail_tree (const PhraseCall *call, GError **error)
{
  return call->options.allows_none || fail_data (error, "no tree with these tags");
}

/* Makes the task of the counter. @fill: gives weights of moves as they are needed; NULL for sums, which have
 * them in an array. */
static CounterTask
task_of (const PhraseWorker *w, void (*fill) (gconstpointer data, int word, int number, double *weights))
{
  return (CounterTask){ w->call->coder, w->n, w->call->n_moves, fill, w, w->memory };
}

/* 3. best: the tags of greatest sum. */

/* Gives each move the score of its best column. Moves without an allowed column are forbidden. */
static void
fill_best (gconstpointer data, int word, int number, double *weights)
{
  const PhraseWorker *w = data;

  for (int m = 0; m < w->call->n_moves; m++)
    weights[m] = -INFINITY;
  for (int t = 0; t < w->call->scores->n_tags; t++)
    if (is_for (w, t, word, number)) {
      double *weight = &weights[w->call->columns[t].part.move];

      *weight = MAX (*weight, *score_at (w, word, t));
    }
}

/* Returns the first column of greatest score for a part of a word, of all of its columns or those of one
 * move; -1 if all are forbidden. Of all columns those that no tree can have there count too: if one is
 * greatest, the greatest are not well formed, and the chart decides. */
static int
find_greatest (const PhraseWorker *w, int word, int number, int move)
{
  int best = -1;

  for (int t = 0; t < w->call->scores->n_tags; t++)
    if (w->call->columns[t].number == number && (move < 0 || w->call->columns[t].part.move == move)
        && (move < 0 || is_for (w, t, word, number))
        && *score_at (w, word, t) > (best < 0 ? -INFINITY : *score_at (w, word, best)))
      best = t;
  return best;
}

/* Uses the best column of each part. Returns TRUE if they are well formed: then no sequence is better, and no
 * chart is needed. */
static gboolean
try_greatest (PhraseWorker *w)
{
  const PhraseCoder *coder = w->call->coder;
  const int n_parts = phrase_coder_parts (coder);
  int counter = 0;

  for (int s = 0; s < phrase_coder_steps (coder, w->n); s++) {
    const int word = s / n_parts, column = find_greatest (w, word, s % n_parts, -1);
    CounterMove move;

    if (column < 0 || !is_for (w, column, word, s % n_parts))
      return FALSE;
    move = coder->find_move (w->call->columns[column].part.move, word);
    if (counter < move.least)
      return FALSE;
    counter = move.to >= 0 ? move.to : counter + move.change;
    w->best_columns[s] = column;
  }
  return coder->is_end (counter);
}

/* Writes the t-th sequence, or that there is none. Each word has two numbers of columns: its own, and that of
 * the gap behind it; -1 where there is none. The score is added up from the first word to the last, so that a
 * sequence has the same score in every bit, whoever found it. */
static void
write_row (const PhraseWorker *w, int t, const int *best_columns)
{
  const TbkPhraseTagRows *rows = w->call->rows;
  const int n_parts = phrase_coder_parts (w->call->coder);
  const gsize row = (gsize) w->sentence * (gsize) rows->n_trees + (gsize) t;
  int *columns = rows->columns + row * (gsize) rows->width * 2;
  double sum = best_columns != NULL ? 0 : -INFINITY;

  for (int i = 0; i < 2 * rows->width; i++)
    columns[i] = -1;
  for (int s = 0; best_columns != NULL && s < phrase_coder_steps (w->call->coder, w->n); s++) {
    columns[2 * (s / n_parts) + s % n_parts] = best_columns[s];
    sum += *score_at (w, s / n_parts, best_columns[s]);
  }
  if (rows->scores != NULL)
    rows->scores[row] = sum;
}

/* Returns the move of a column for the n best, which are of columns and not of moves: two labels are two
 * sequences. */
static int
find_column (gconstpointer data, int column, int word, int number, double *weight)
{
  const PhraseWorker *w = data;

  *weight = *score_at (w, word, column);
  return is_for (w, column, word, number) && *weight > -INFINITY ? w->call->columns[column].part.move : -1;
}

/* Writes several sequences, the chart of which is there. */
static gboolean
write_several (PhraseWorker *w, const CounterTask *task, GError **error)
{
  const PhraseColumns choices = { w->call->scores->n_tags, find_column };
  const int n_steps = phrase_coder_steps (w->call->coder, w->n), n_trees = w->call->rows->n_trees;
  g_autofree int *columns = g_try_new (int, (gsize) n_steps *(gsize) n_trees);
  int n_found = 0;

  if (columns == NULL)
    return memory_fail (error, "%d trees of %d words", n_trees, w->n);
  phrase_n_best_find (w->counter, task, &choices, n_trees, columns, &n_found);
  for (int t = 0; t < n_trees; t++)
    write_row (w, t, t < n_found ? columns + (gsize) t * (gsize) n_steps : NULL);
  return n_found > 0 || fail_tree (w->call, error);
}

/* Finds the best sequence: the greatest column of each part if these go together, in O(n); else by the chart,
 * whose moves become columns again. */
static gboolean
find_best (PhraseWorker *w, GError **error)
{
  const int n_parts = phrase_coder_parts (w->call->coder);
  const CounterTask task = task_of (w, fill_best);
  double best = 0;

  if (w->call->rows->n_trees > 1)
    return counter_best (w->counter, &task, &best, w->moves, error) && write_several (w, &task, error);
  if (!try_greatest (w)) {
    if (!counter_best (w->counter, &task, &best, w->moves, error))
      return FALSE;
    for (int s = 0; best > -INFINITY && s < phrase_coder_steps (w->call->coder, w->n); s++)
      w->best_columns[s] = find_greatest (w, s / n_parts, s % n_parts, w->moves[s]);
  }
  write_row (w, 0, best > -INFINITY ? w->best_columns : NULL);
  return best > -INFINITY || fail_tree (w->call, error);
}

/* 4. sums: log Z and marginals.
 *
 * A weight is exp (score - origin), the origin being the greatest score of its part, so that each is 1 or
 * less. The origins of all parts are a factor common to all sequences: they are added to log Z at the end,
 * and shares do not have them.
 */

/* A score by more than 2^49 below the greatest of its part counts as 2^49 below it. */
#define MOST_COST 0x1p49

/* Sets the weights of columns, and their sums by moves. Returns the sum of all origins. A part without an
 * allowed column has weights of zero alone, so there is no sequence, and its origin of -infinity is of no
 * account. */
static double
weigh (PhraseWorker *w)
{
  const int n_parts = phrase_coder_parts (w->call->coder), n_moves = w->call->n_moves,
            n_tags = w->call->scores->n_tags;
  double origin_of_all = 0;

  for (int s = 0; s < phrase_coder_steps (w->call->coder, w->n); s++) {
    const int word = s / n_parts, number = s % n_parts;
    WideNumber *of_moves = w->of_moves + (gsize) s * (gsize) n_moves;
    double origin = -INFINITY;

    for (int m = 0; m < n_moves; m++)
      of_moves[m] = (WideNumber){ 0, 0 };
    for (int t = 0; t < n_tags; t++)
      if (is_for (w, t, word, number))
        origin = MAX (origin, *score_at (w, word, t));
    for (int t = 0; t < n_tags; t++) {
      const double score = *score_at (w, word, t);
      WideNumber *weight = &w->of_columns[(gsize) word * (gsize) n_tags + (gsize) t];

      if (w->call->columns[t].number != number)
        continue;
      *weight = (WideNumber){ 0, 0 };
      if (score == -INFINITY || !is_for (w, t, word, number))
        continue;
      *weight = exponential_wide (MIN (origin - score, MOST_COST), 0);
      of_moves[w->call->columns[t].part.move] = wide_add (of_moves[w->call->columns[t].part.move], *weight);
    }
    origin_of_all += origin;
  }
  return origin_of_all;
}

/* Writes the marginals where the caller wants them: what is around the move of a column, times its own
 * weight, over the total. Of the last word gaps have none. */
static void
write_marginals (const PhraseWorker *w, WideNumber total)
{
  const PhraseCall *call = w->call;
  const TbkTagPlace place = tags_numbers_place (call->marginals, w->sentence);
  const int n_parts = phrase_coder_parts (call->coder);

  for (int i = 0; i < w->n; i++)
    for (int t = 0; t < call->scores->n_tags; t++) {
      const TagColumn *column = &call->columns[t];
      const int step = n_parts * i + column->number;
      const gint64 at = i * place.words_apart + t * place.tags_apart;
      double share = 0;

      if (total.m != 0 && step < phrase_coder_steps (call->coder, w->n) && column->part.move < call->n_moves)
        share = exponential_wide_ratio (
            wide_multiply (w->around[(gsize) step * (gsize) call->n_moves + (gsize) column->part.move],
                           w->of_columns[(gsize) i * (gsize) call->scores->n_tags + (gsize) t]),
            total);
      scores_write (call->marginals->real, place.first, at, share);
    }
}

/* Finds log Z and, if asked for, marginals: weights of columns, sums of weights by moves, the counter's sums
 * over all sequences, and back to columns. */
static gboolean
find_sums (PhraseWorker *w, GError **error)
{
  const CounterTask task = task_of (w, NULL);
  WideNumber total;
  double origin;

  if (!reserve_sums (w, error))
    return FALSE;
  origin = weigh (w);
  if (!counter_sum (w->counter, &task, w->of_moves, &total, w->call->marginals == NULL ? NULL : w->around,
                    error))
    return FALSE;
  if (w->call->log_z != NULL)
    w->call->log_z[w->sentence] = total.m == 0 ? -INFINITY : exponential_wide_log (total) + origin;
  if (w->call->marginals != NULL)
    write_marginals (w, total);
  return total.m != 0 || fail_tree (w->call, error);
}

/* 5. counts: how many sequences there are, and how many of greatest sum. */

/* Fills the ways of moves: how many columns have that move, or, for the best, the greatest score and how many
 * have it. In a sequence of greatest sum the column of each move is a best one of its move. */
static void
fill_ways (const PhraseWorker *w, gboolean is_best, CounterWays *ways)
{
  const int n_parts = phrase_coder_parts (w->call->coder), n_moves = w->call->n_moves;

  for (int s = 0; s < phrase_coder_steps (w->call->coder, w->n); s++)
    for (int t = 0; t < w->call->scores->n_tags; t++) {
      const double score = *score_at (w, s / n_parts, t);
      CounterWays *way;

      if (score == -INFINITY || !is_for (w, t, s / n_parts, s % n_parts))
        continue;
      way = &ways[(gsize) s * (gsize) n_moves + (gsize) w->call->columns[t].part.move];
      if (is_best && (way->n == 0 || score > way->weight))
        *way = (CounterWays){ score, 1 };
      else
        way->n += !is_best || score == way->weight;
    }
}

/* Counts sequences, or the best of them. All of them are counted like best ones whose weights are all 0. */
static gboolean
find_counts (PhraseWorker *w, GError **error)
{
  const PhraseCall *call = w->call;
  const CounterTask task = task_of (w, NULL);
  const gsize n_ways = (gsize) phrase_coder_steps (call->coder, w->n) * (gsize) call->n_moves;
  g_autofree CounterWays *ways = g_try_new0 (CounterWays, n_ways);

  if (ways == NULL)
    return memory_fail (error, "the tags of %d words", w->n);
  if (call->n_trees != NULL) {
    fill_ways (w, FALSE, ways);
    counter_count (&task, ways, call->n_trees[w->sentence]);
    memset (ways, 0, n_ways * sizeof *ways);
  }
  if (call->n_best != NULL) {
    fill_ways (w, TRUE, ways);
    counter_count (&task, ways, call->n_best[w->sentence]);
  }
  return TRUE;
}

/* 6. run: sentences shared out to threads, one at a time: no vectors here.
 *
 * A row of the chart depends on the row before, and its length on the word, so sentences side by side would
 * gain little.
 */

static int
count_lanes (gpointer data, int n, gsize memory)
{
  (void) data, (void) n, (void) memory;
  return 1;
}

/* Workers are made by one thread, before any of them works. */
static gpointer
find_worker (gpointer data, int t)
{
  PhraseCall *call = data;
  PhraseWorker *w = g_new0 (PhraseWorker, 1);

  (void) t;
  w->call = call;
  w->counter = counter_new ();
  g_ptr_array_add (call->workers, w);
  return w;
}

static void
work_on_sentence (gpointer data, gpointer worker, const int *sentences, int n_sentences, gsize memory,
                  BatchFault *fault)
{
  const PhraseCall *call = data;
  PhraseWorker *w = worker;
  GError *error = NULL;

  (void) n_sentences;
  w->sentence = sentences[0];
  w->n = call->scores->lengths[w->sentence];
  w->memory = memory;
  if (!reserve (w, &error) || !copy_scores (w, &error) || !call->work (w, &error))
    batch_call_fail (fault, error, w->sentence);
}

static gboolean
run (PhraseCall *call, const TbkDecodeOptions *options, GError **error)
{
  static const TbkDecodeOptions defaults;
  BatchCall batch = { .n_sentences = call->scores->n_sentences,
                      .lengths = call->scores->lengths,
                      .data = call,
                      .count_lanes = count_lanes,
                      .find_worker = find_worker,
                      .work = work_on_sentence };
  gboolean is_done;

  call->options = options == NULL ? defaults : *options;
  call->coder = (const PhraseCoder *) call->scores->encoding;
  call->workers = g_ptr_array_new_with_free_func (worker_free);
  batch.n_threads = call->options.n_threads;
  batch.max_memory = call->options.max_memory;
  is_done = prepare (call, error) && batch_call_run (&batch, error);
  g_ptr_array_unref (call->workers);
  g_free (call->columns);
  return is_done;
}

gboolean
tbk_decode_phrase_tags (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options,
                        const TbkPhraseTagRows *rows, GError **error)
{
  PhraseCall call = { .scores = scores, .work = find_best, .rows = rows };

  g_return_val_if_fail (rows != NULL, FALSE);
  return run (&call, options, error);
}

gboolean
tbk_phrase_tag_log_partition (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options,
                              double *log_z, const TbkTagNumbers *marginals, GError **error)
{
  PhraseCall call = { .scores = scores, .work = find_sums, .log_z = log_z, .marginals = marginals };

  return run (&call, options, error);
}

gboolean
tbk_count_phrase_tags (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options, mpz_t *n_trees,
                       mpz_t *n_best, GError **error)
{
  PhraseCall call = { .scores = scores, .work = find_counts, .n_trees = n_trees, .n_best = n_best };

  return run (&call, options, error);
}
