/* transition_scores.c - scores of transitions and arcs, read where they are and put into charts. */
#include "search/search.h"

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

/* The first number of a sentence, from that of the first one. */
static gpointer
first_of (gpointer first, int sentence, gint64 sentences_apart, TbkReal real)
{
  return (char *) first + sentence * sentences_apart * (gint64) size_of (real);
}

TbkTransitionPlace
search_place (const TbkTransitionNumbers *numbers, int sentence)
{
  TbkTransitionPlace place = numbers->place;

  if (numbers->places != NULL)
    return numbers->places[sentence];
  place.first = first_of (place.first, sentence, numbers->sentences_apart, numbers->real);
  return place;
}

TbkArcPlace
transition_scores_arc_place (const TbkArcNumbers *numbers, int sentence)
{
  TbkArcPlace place = numbers->place;

  if (numbers->places != NULL)
    return numbers->places[sentence];
  place.first = first_of (place.first, sentence, numbers->sentences_apart, numbers->real);
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

/* Where the numbers of a weight are, in a sentence: those of its transition at [a][b] are at x + a * x_a + b * x_b, those of the arc at y;
 * NULL: 0. It is there for a from @first to before @end, and b from 1 to n. */
typedef struct {
  const SearchWeight *weight; /* NULL: there is none */
  const SearchScores *s;
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
    .weight = weight,
    .s = s,
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

/* Puts a score of a lane into a chart. FALSE if it is none; then it is forbidden. */
static inline gboolean
put_number (const Chart *c, gssize at, double score)
{
  const gboolean is_score = score < SEARCH_LIMIT;
  const double kept = is_score && score > -SEARCH_LIMIT ? score : -INFINITY;

  if (c->cells_are == CHART_FLOATS)
    ((float *) c->cells)[at] = (float) kept;
  else
    ((double *) c->cells)[at] = kept;
  return is_score;
}

/* Halves of matrices, and lists, which are a diagonal of [a][a]. Numbers that lie side by side are loaded where they are, in all lanes at
 * once: those of transitions mostly row by row, as they lie [top][front], and those of arcs, which are added to them, column by column. */

enum { DIAGONAL = SEARCH_HALVES };

typedef struct {
  int m, half;
  WeightSource sources[CHART_MOST_LANES]; /* by lane */
  int end, n;                             /* where all lanes have numbers: a before end, b to n */
} LoadedHalf;

static gssize
cell_of (const Chart *c, const LoadedHalf *h, int a, int b)
{
  return h->half == DIAGONAL ? chart_list (c, &c->scores, h->m, a) : chart_matrix (c, &c->scores, h->m, a, b);
}

/* Loads the numbers of transitions, or of arcs, row by row or column by column. FALSE if one is no score.
 *
 *   upper, a < b   row a: b from a + 1 to n     column b: a from @first to b - 1
 *   lower, b < a   row a: b from 1 to a - 1     column b: a from b + 1 to before @end
 *   diagonal       lines of one number */
static gboolean
load_triangle (const Chart *c, const LoadedHalf *h, gboolean is_arc, gboolean is_row)
{
  const WeightSource *of = &h->sources[0];
  const gboolean is_upper = h->half == UPPER, is_diagonal = h->half == DIAGONAL,
                 shrinks = !is_diagonal && is_upper == is_row;
  const int b = is_upper ? of->first + 1 : is_diagonal ? MAX (of->first, 1) : 1;
  const int a = is_upper ? of->first : is_diagonal ? b : 2;
  const int a_step = is_row || shrinks || is_diagonal,
            b_step = !is_row || shrinks || is_diagonal; /* to the next line */
  const int n_lines = h->half == LOWER ? h->end - 2
                      : is_upper       ? MIN (h->end, h->n) - a
                                       : MIN (h->end, h->n + 1) - a;
  const ChartLines lines = { .at = cell_of (c, h, a, b),
                             .step = is_row ? c->across : c->down,
                             .line_step = is_diagonal ? c->element : a_step * c->down + b_step * c->across,
                             .n = shrinks ? n_lines : 1,
                             .grows = is_diagonal ? 0
                                      : shrinks   ? -1
                                                  : 1,
                             .n_lines = n_lines,
                             .adds = is_arc && of->x != NULL,
                             .limit = is_arc || of->y == NULL ? SEARCH_LIMIT : INFINITY };
  gconstpointer rows[CHART_MOST_LANES];
  gint64 apart;

  for (int lane = 0; lane < c->n_lanes; lane++) {
    const WeightSource *s = &h->sources[lane];

    rows[lane] = is_arc ? s->y + a * s->y_a + b * s->y_b : s->x + a * s->x_a + b * s->x_b;
  }
  apart = is_arc ? a_step * of->y_a + b_step * of->y_b : a_step * of->x_a + b_step * of->x_b;
  return chart_load (c, &lines, of->s->real, rows, apart / (gint64) size_of (of->s->real));
}

/* Returns whether a half has such lines, in all lanes alike, and notes where. */
static gboolean
find_lines (const Chart *c, LoadedHalf *h)
{
  const WeightSource *of = &h->sources[0];
  const gint64 size = (gint64) size_of (of->s->real);
  const gboolean is_any = h->half == DIAGONAL;
  gboolean has = (of->x != NULL || of->y != NULL)
                 && (is_any || of->x == NULL || of->x_a == size || of->x_b == size)
                 && (is_any || of->y == NULL || of->y_a == size || of->y_b == size)
                 && (c->cells_are != CHART_FLOATS || of->s->real == TBK_FLOAT32);

  h->end = of->end;
  h->n = of->s->n;
  for (int lane = 0; lane < c->n_lanes && has; lane++) {
    const WeightSource *s = &h->sources[lane];

    h->end = MIN (h->end, s->end);
    h->n = MIN (h->n, s->s->n);
    has = s->is_simple && s->x_a == of->x_a && s->x_b == of->x_b && s->y_a == of->y_a && s->y_b == of->y_b;
  }
  return has;
}

/* FALSE if a number is no score. */
static gboolean
load_lines (const Chart *c, const LoadedHalf *h)
{
  const WeightSource *of = &h->sources[0];
  const gint64 size = (gint64) size_of (of->s->real);

  return (of->x == NULL || load_triangle (c, h, FALSE, of->x_b == size))
         && (of->y == NULL || load_triangle (c, h, TRUE, of->y_b == size));
}

/* Loads a half, whose cells are forbidden: lines, and what longer sentences have beyond them; or all number by number. */
static void
load_half (const SearchGrammar *g, const Chart *c, LoadedHalf *h, gboolean *is_good)
{
  if (!find_lines (c, h) || !load_lines (c, h))
    h->end = h->n = 0;
  for (int lane = 0; lane < c->n_lanes; lane++) {
    const WeightSource *of = &h->sources[lane];

    if (h->end == of->end && h->n == of->s->n)
      continue;
    for (int a = 0; a <= of->s->n; a++) {
      const int from = a < h->end ? h->n + 1 : 1,
                first = h->half == UPPER   ? MAX (from, a + 1)
                        : h->half == LOWER ? from
                                           : MAX (from, a),
                end = h->half == UPPER   ? of->s->n + 1
                      : h->half == LOWER ? a
                                         : a + 1;

      for (int b = first; b < end; b++)
        is_good[lane] &=
            put_number (c, cell_of (c, h, a, b) + lane, search_weight_score (g, of->s, of->weight, a, b));
    }
  }
}

void
transition_scores_load (const SearchGrammar *g, const Chart *c, const SearchScores *scores, gboolean *is_good)
{
  LoadedHalf half;

  chart_forbid_weights (c);
  for (half.half = 0; half.half <= DIAGONAL; half.half++) {
    const SearchWeight *weights = half.half == DIAGONAL ? g->lists : g->halves[half.half];
    const int n_weights = half.half == DIAGONAL ? g->n_lists : g->n_halves[half.half];

    for (half.m = 0; half.m < n_weights; half.m++) {
      for (int lane = 0; lane < c->n_lanes; lane++)
        find_source (g, &scores[lane], &weights[half.m], &half.sources[lane]);
      load_half (g, c, &half, is_good);
    }
  }
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
