/* transition_scores.c - scores of transitions and arcs, read where they are and put into charts. */
#include "search/search.h"

#include <string.h>

#include "tabular/chart_load.h"

SearchScores
search_scores (const TbkTransitionScores *scores, int sentence)
{
  const TbkTransitionNumbers *numbers = scores->scores;
  const TbkArcNumbers *arcs = scores->arcs;
  SearchScores s = { .n = scores->lengths[sentence], .real = numbers->real };

  s.place = search_place (numbers, sentence);
  if (arcs != NULL) {
    s.arc_real = arcs->real;
    s.arcs = transition_scores_arc_place (arcs, sentence);
  }
  return s;
}

static gsize
size_of (TbkReal real)
{
  return real == TBK_FLOAT32 ? sizeof (float) : sizeof (double);
}

TbkTransitionPlace
search_place (const TbkTransitionNumbers *numbers, int sentence)
{
  TbkTransitionPlace place = numbers->places != NULL ? numbers->places[sentence] : numbers->place;

  if (numbers->places == NULL)
    place.first =
        (char *) place.first + sentence * numbers->sentences_apart * (gint64) size_of (numbers->real);
  return place;
}

TbkArcPlace
transition_scores_arc_place (const TbkArcNumbers *numbers, int sentence)
{
  TbkArcPlace place = numbers->places != NULL ? numbers->places[sentence] : numbers->place;

  if (numbers->places == NULL)
    place.first =
        (char *) place.first + sentence * numbers->sentences_apart * (gint64) size_of (numbers->real);
  return place;
}

/* Returns whether a sentence of @n words can have the weight at [a][b]. */
static inline gboolean
has_weight (const SearchGrammar *g, const SearchWeight *weight, int n, int a, int b)
{
  if (a > n || b > n || b == 0)
    return FALSE;
  if (weight->place == AT_PUSH)
    return a > 0 || !weight->needs_top || !g->system->starts_empty;
  return weight->place != AT_POP || a < n || !(weight->needs_input || g->system->final == TBK_FINAL_NO_INPUT);
}

double
search_weight_score (const SearchGrammar *g, const SearchScores *s, const SearchWeight *weight, int a, int b)
{
  const int head = search_find_head (weight->head, a);
  double score = 0;
  int top, front;

  if (!has_weight (g, weight, s->n, a, b))
    return -INFINITY;
  if (weight->transition >= 0) {
    search_find_place (weight->place, a, b, &top, &front);
    score = search_score (s, weight->transition, top, front);
  }
  if (weight->done >= 0)
    score += search_score (s, weight->done, b, b + 1);
  if (head >= 0)
    score += search_arc (s, b, head);
  return score <= -SEARCH_LIMIT ? -INFINITY : score;
}

static inline void
put_number (gpointer row, gboolean is_float, gssize a, double score)
{
  if (is_float)
    ((float *) row)[a] = (float) score;
  else
    ((double *) row)[a] = score;
}

/* Numbers, each @step after the one before it; of one that `first` is NULL all are 0. */
typedef struct {
  gconstpointer first;
  gint64 step;
} NumberLine;

/* row[i] = x[i] + y[i]. Numbers that lie side by side are added in vectors. */
#define DEFINE_ADD(To, From, name)                                                                           \
  BODY void name##_body (int n, NumberLine x, NumberLine y, To *restrict row)                                \
  {                                                                                                          \
    const From *p = x.first == NULL ? y.first : x.first, *q = y.first;                                       \
    const gint64 step = x.first == NULL ? y.step : x.step;                                                   \
                                                                                                             \
    if (p == NULL) {                                                                                         \
      for (int i = 0; i < n; i++)                                                                            \
        row[i] = 0;                                                                                          \
    } else if (x.first == NULL || q == NULL) {                                                               \
      for (int i = 0; i < n; i++)                                                                            \
        row[i] = (To) p[i * step];                                                                           \
    } else if (step == 1 && y.step == 1) {                                                                   \
      for (int i = 0; i < n; i++)                                                                            \
        row[i] = (To) p[i] + (To) q[i];                                                                      \
    } else {                                                                                                 \
      for (int i = 0; i < n; i++, p += step, q += y.step)                                                    \
        row[i] = (To) *p + (To) *q;                                                                          \
    }                                                                                                        \
  }                                                                                                          \
                                                                                                             \
  BOTH (static, void, name, (int n, NumberLine x, NumberLine y, To *row), (n, x, y, row))

DEFINE_ADD (float, float, add_floats)
DEFINE_ADD (double, float, add_floats_to_doubles)
DEFINE_ADD (double, double, add_doubles)

/* Where the numbers of a weight are, in a sentence: those of its transition at [a][b] are at x + a * x_a + b * x_b, those of the arc at y;
 * NULL: 0. It is there for a from @first to before @end. */
typedef struct {
  const SearchGrammar *g;
  const SearchScores *s;
  const SearchWeight *weight;
  const char *x, *y;
  gint64 x_a, x_b, y_a, y_b; /* bytes */
  int first, end;
  gboolean is_simple; /* it is the sum of two numbers of one type */
} WeightSource;

static void
find_source (const SearchGrammar *g, const SearchScores *s, const SearchWeight *weight, WeightSource *source)
{
  const TbkTransitionPlace *at = &s->place;
  const gint64 size = (gint64) size_of (s->real), arc_size = (gint64) size_of (s->arc_real);
  int top, front, top_a, front_a, top_b, front_b;

  search_find_place (weight->place, 0, 0, &top, &front);
  search_find_place (weight->place, 1, 0, &top_a, &front_a);
  search_find_place (weight->place, 0, 1, &top_b, &front_b);
  *source = (WeightSource){
    .g = g,
    .s = s,
    .weight = weight,
    .first = weight->place == AT_PUSH && !has_weight (g, weight, s->n, 0, 1),
    .end = s->n + (weight->place != AT_POP || has_weight (g, weight, s->n, s->n, 1)),
    .is_simple = weight->done < 0 && (s->arcs.first == NULL || s->arc_real == s->real),
  };
  if (weight->transition >= 0) {
    source->x =
        (const char *) at->first
        + (weight->transition * at->transitions_apart + top * at->tops_apart + front * at->fronts_apart)
              * size;
    source->x_a = ((top_a - top) * at->tops_apart + (front_a - front) * at->fronts_apart) * size;
    source->x_b = ((top_b - top) * at->tops_apart + (front_b - front) * at->fronts_apart) * size;
  }
  if (weight->head != HEAD_NONE && s->arcs.first != NULL) {
    source->y =
        (const char *) s->arcs.first + search_find_head (weight->head, 0) * s->arcs.heads_apart * arc_size;
    source->y_a = weight->head == HEAD_ROOT ? 0 : s->arcs.heads_apart * arc_size;
    source->y_b = s->arcs.dependents_apart * arc_size;
  }
}

static void
forbid (gboolean are_floats, int first, int end, gpointer row)
{
  for (int a = first; a < end; a++)
    put_number (row, are_floats, a, -INFINITY);
}

/* Sets row[first] to row[end-1] to the weights at [first][b] and so on, as search_weight_score() has them; if @is_diagonal, at
 * [first][first] and so on, of words. */
static inline void
fill_line (const WeightSource *of, gboolean are_floats, int first, int end, int b, gboolean is_diagonal,
           gpointer row)
{
  const gint64 size = (gint64) size_of (of->s->real), diagonal = is_diagonal ? 1 : 0;
  const int from = MAX (first, is_diagonal ? 1 : of->first), to = MIN (end, of->end), n = to - from;
  const gint64 x_at = from * of->x_a + (is_diagonal ? from : b) * of->x_b,
               y_at = from * of->y_a + (is_diagonal ? from : b) * of->y_b;
  const NumberLine x = { of->x == NULL ? NULL : of->x + x_at, (of->x_a + diagonal * of->x_b) / size },
                   y = { of->y == NULL ? NULL : of->y + y_at, (of->y_a + diagonal * of->y_b) / size };

  forbid (are_floats, first, MIN (from, end), row);
  forbid (are_floats, MAX (from, to), end, row);
  if (n <= 0)
    return;
  if (!of->is_simple)
    for (int a = from; a < to; a++)
      put_number (row, are_floats, a, search_weight_score (of->g, of->s, of->weight, a, is_diagonal ? a : b));
  else if (are_floats)
    add_floats (n, x, y, (float *) row + from);
  else if (of->s->real == TBK_FLOAT32)
    add_floats_to_doubles (n, x, y, (double *) row + from);
  else
    add_doubles (n, x, y, (double *) row + from);
}

/* A list of a lane, by a row of n + 1 numbers. FALSE if one is no score; it is forbidden. */
static gboolean
load_list (const Chart *c, const WeightSource *source, int l, int lane, gpointer row)
{
  const gboolean are_floats = c->cells_are == CHART_FLOATS;
  gboolean is_good = TRUE;

  fill_line (source, are_floats, 0, c->n + 1, 0, TRUE, row);
  for (int b = 0; b <= c->n; b++) {
    const double score = are_floats ? ((const float *) row)[b] : ((const double *) row)[b];
    const gboolean is_score = score < SEARCH_LIMIT;

    put_number (c->cells, are_floats, chart_list (c, &c->scores, l, b) + lane,
                is_score && score > -SEARCH_LIMIT ? score : -INFINITY);
    is_good &= is_score;
  }
  return is_good;
}

static void
load_lists (const SearchGrammar *g, const Chart *c, const SearchScores *scores, gpointer row,
            gboolean *is_good)
{
  WeightSource source;

  for (int lane = 0; lane < c->n_lanes; lane++)
    for (int l = 0; l < g->n_lists; l++) {
      find_source (g, &scores[lane], &g->lists[l], &source);
      is_good[lane] &= load_list (c, &source, l, lane, row);
    }
}

/* Fills the rows of column @b of a matrix, of all lanes. A half without a weight has a source without a weight. */
static void
fill_column (const Chart *c, int b, const WeightSource sources[][SEARCH_HALVES], const gconstpointer *rows)
{
  const gboolean are_floats = c->cells_are == CHART_FLOATS;

  for (int lane = 0; lane < c->n_lanes; lane++) {
    gpointer row = (gpointer) rows[lane];

    put_number (row, are_floats, b, -INFINITY);
    for (int half = 0; half < SEARCH_HALVES; half++) {
      const WeightSource *source = &sources[lane][half];
      const int first = half == UPPER ? 0 : b + 1, end = half == UPPER ? b : c->n + 1;

      if (source->weight == NULL || b == 0 || b > source->s->n)
        forbid (are_floats, first, end, row);
      else
        fill_line (source, are_floats, first, end, b, FALSE, row);
    }
  }
}

/* Notes which of the rows have a number that is no score, and forbids it. */
static void
note_wrong (const Chart *c, const gconstpointer *rows, gboolean *is_good)
{
  for (int lane = 0; lane < c->n_lanes; lane++)
    for (int a = 0; a <= c->n; a++) {
      const double score =
          c->cells_are == CHART_FLOATS ? ((const float *) rows[lane])[a] : ((const double *) rows[lane])[a];

      if (score < SEARCH_LIMIT)
        continue;
      is_good[lane] = FALSE;
      put_number ((gpointer) rows[lane], c->cells_are == CHART_FLOATS, a, -INFINITY);
    }
}

static gboolean
load_rows (const Chart *c, int m, int b, const gconstpointer *rows)
{
  if (c->cells_are == CHART_FLOATS)
    return chart_load_floats (c, m, b, (const float *const *) rows, FALSE, (float) SEARCH_LIMIT);
  return chart_load_doubles (c, m, b, (const double *const *) rows, FALSE, SEARCH_LIMIT);
}

/* Loads a matrix. */
static void
load_matrix (const SearchGrammar *g, const Chart *c, int m, const SearchScores *scores,
             const gconstpointer *rows, gboolean *is_good)
{
  WeightSource sources[CHART_MOST_LANES][SEARCH_HALVES] = { 0 };

  for (int lane = 0; lane < c->n_lanes; lane++)
    for (int half = 0; half < SEARCH_HALVES; half++)
      if (m < g->n_halves[half])
        find_source (g, &scores[lane], &g->halves[half][m], &sources[lane][half]);
  for (int b = 0; b <= c->n; b++) {
    fill_column (c, b, sources, rows);
    if (load_rows (c, m, b, rows))
      continue;
    note_wrong (c, rows, is_good);
    (void) load_rows (c, m, b, rows);
  }
}

void
transition_scores_load (const SearchGrammar *g, const Chart *c, const SearchScores *scores, gpointer memory,
                        gboolean *is_good)
{
  const gsize width = ((gsize) c->n + 1) * (c->cells_are == CHART_FLOATS ? sizeof (float) : sizeof (double));
  gconstpointer rows[CHART_MOST_LANES];

  for (int lane = 0; lane < c->n_lanes; lane++)
    rows[lane] = (char *) memory + (gsize) lane * width;
  load_lists (g, c, scores, memory, is_good);
  for (int m = 0; m < g->grammar->table.n_matrices; m++)
    load_matrix (g, c, m, scores, rows, is_good);
}

/* Names the number that makes the weight at [a][b] no score. */
static gboolean
fail_score (const SearchGrammar *g, const SearchScores *s, const SearchWeight *weight, int a, int b,
            int sentence, GError **error)
{
  const int head = search_find_head (weight->head, a);
  double number = weight->transition < 0 ? 0 : -INFINITY;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  int top = b, front = b + 1, t = weight->transition;

  if (t >= 0) {
    search_find_place (weight->place, a, b, &top, &front);
    number = search_score (s, t, top, front);
  }
  if (number < SEARCH_LIMIT && weight->done >= 0) {
    t = weight->done;
    top = b;
    front = b + 1;
    number = search_score (s, t, top, front);
  }
  if (number < SEARCH_LIMIT && head >= 0 && !(search_arc (s, b, head) < SEARCH_LIMIT))
    return fail_data (
        error,
        "sentences[%d]: arcs[%d,%d] (dependent %d, head %d) is %s, expected -inf or a number below "
        "2^112",
        sentence, b, head, b, head,
        isnan (search_arc (s, b, head)) ? "NaN"
                                        : g_ascii_formatd (text, sizeof text, "%g", search_arc (s, b, head)));
  return fail_data (
      error,
      "sentences[%d]: scores[%s,%d,%d] (top %d, front %d) is %s, expected -inf or a number below 2^112%s",
      sentence, g->system->transitions[t < 0 ? 0 : t].key, top, front, top, front,
      isnan (number) ? "NaN" : g_ascii_formatd (text, sizeof text, "%g", number),
      number < SEARCH_LIMIT ? " with that of the arc of its word" : "");
}

gboolean
transition_scores_check (const SearchGrammar *g, const SearchScores *s, int sentence, GError **error)
{
  for (int b = 1; b <= s->n; b++)
    for (int a = 0; a <= s->n; a++) {
      const int half = a < b ? UPPER : LOWER;
      const SearchWeight *weights = a == b ? g->lists : g->halves[half];
      const int n_weights = a == b ? g->n_lists : g->n_halves[half];

      for (int w = 0; w < n_weights; w++)
        if (!(search_weight_score (g, s, &weights[w], a, b) < SEARCH_LIMIT))
          return fail_score (g, s, &weights[w], a, b, sentence, error);
    }
  return TRUE;
}
