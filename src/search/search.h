/* search.h - exact search over scores of transitions: a system's table as a grammar, and scores put into charts.
 *
 * Contents
 *   1. sequences: the sequences of a system as derivations of a grammar, and what its weights are
 *   2. scores: the scores of a sentence, read where they are
 *   3. search: calls over scores of transitions, and what they share
 */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <math.h>

#include "base/base.h"
#include "tabular/chart_sums.h"
#include "tabular/grammar.h"
#include "tabular/n_best.h"
#include "tbk/search.h"

/* 1. sequences: the sequences of a system as derivations of a grammar, and what its weights are. */

/* The top of the stack and the front of the input of a transition, by the place [a][b] of its weight: of a list a and b are its
 * position. Column b is the word that is pushed, that is popped, or that is done with its left children. */
typedef enum {
  AT_NONE, /* the weight is 1 */
  AT_PUSH, /* top a, front b: b is pushed */
  AT_POP,  /* top b, front a + 1: b is popped */
  AT_HEAD, /* top a, front a + 1: b, which is under a, is popped */
  AT_DONE, /* top b, front b + 1: b gets another label */
} SearchPlace;

/* The head that word b gets. */
typedef enum { HEAD_NONE, HEAD_ROW, HEAD_FRONT, HEAD_ROOT } SearchHead; /* none, a, a + 1, 0 */

/* The parts of which a weight is the sum. */
typedef struct {
  SearchPlace place;
  int transition; /* -1: none */
  int done;       /* a transition at AT_DONE besides; -1: none */
  SearchHead head;
  gboolean needs_input; /* the front is a word */
  gboolean needs_top;   /* top 0 is an element of the stack, and so not there where the stack begins empty */
  guint8 group;         /* of slots */
} SearchWeight;

enum { UPPER, LOWER, SEARCH_HALVES, SEARCH_MOST = 12 };

/* Parts of a grammar for systems that push the front or pop the top: its symbols and weights. Pushes are numbers of upper halves. */
typedef struct {
  int sum;                 /* S */
  int popped[SEARCH_MOST]; /* by kind of pop: V_q, and its list */
  int lists[SEARCH_MOST];
  int pushes[SEARCH_MOST][SEARCH_MOST], n_pushes[SEARCH_MOST];
  int n_kinds;
  int staying[SEARCH_MOST], n_staying;
} SearchParts;

/* A matrix has two halves with weights of their own: above the diagonal, a < b, and below. */
typedef struct {
  const TbkSystem *system;
  gboolean has_any_root, is_once;
  Grammar *grammar;
  SearchWeight halves[SEARCH_HALVES][SEARCH_MOST], lists[SEARCH_MOST];
  int n_halves[SEARCH_HALVES], n_lists;
  SearchParts parts; /* where each kind has not a sum of its own */
} SearchGrammar;

/* NULL with @error set if the system has no such grammar. */
SearchGrammar *search_grammar_new (const TbkSystem *system, gboolean has_any_root, gboolean is_once,
                                   GError **error);
void search_grammar_free (SearchGrammar *grammar);

/* Returns whether a transition pushes the front; whether it pops the top and pushes nothing. */
static inline gboolean
search_pushes (const TbkTransition *transition)
{
  return transition->push != 0;
}

static inline gboolean
search_pops (const TbkTransition *transition)
{
  return transition->push == 0 && transition->popped == TBK_PLACE_TOP;
}

/* Sets @error and returns FALSE if words of a system come back to the input, or are set aside. */
gboolean sequence_grammar_check_words (const TbkSystem *system, GError **error);

/* Sets @error and returns FALSE if a system has other transitions than these, or one depends on more of the stack than the top. */
gboolean sequence_grammar_check_stacks (const TbkSystem *system, GError **error);

/* The weight of a rule, by where it is. */
static inline const SearchWeight *
search_weight (const SearchGrammar *g, const Edge *edge)
{
  const Rule *rule = edge->rule;

  return rule->weight_kind == WEIGHT_FORWARD || rule->weight_kind == WEIGHT_BACKWARD
             ? &g->halves[edge->a < edge->b ? UPPER : LOWER][rule->weight]
             : &g->lists[rule->weight];
}

/* The top and the front of a weight's transition. */
static inline void
search_find_place (SearchPlace place, int a, int b, int *top, int *front)
{
  *top = place == AT_PUSH || place == AT_HEAD ? a : b;
  *front = place == AT_PUSH || place == AT_DONE ? b + (place == AT_DONE) : a + 1;
}

/* The head that word b gets, or -1. */
static inline int
search_find_head (SearchHead head, int a)
{
  return head == HEAD_NONE ? -1 : head == HEAD_ROOT ? 0 : a + (head == HEAD_FRONT);
}

/* 2. scores: the scores of a sentence, read where they are. */

/* Finite scores are between these, as in tbk/decode.h. */
#define SEARCH_LIMIT 0x1p112

typedef struct {
  int n;
  TbkReal real, arc_real;
  TbkTransitionPlace place;
  TbkArcPlace arcs; /* `first` is NULL: there are none */
} SearchScores;

SearchScores search_scores (const TbkTransitionScores *scores, int sentence);

/* Where the numbers of a sentence are. */
TbkTransitionPlace search_place (const TbkTransitionNumbers *numbers, int sentence);
TbkArcPlace transition_scores_arc_place (const TbkArcNumbers *numbers, int sentence);

static inline double
search_number (TbkReal real, gconstpointer first, gint64 at)
{
  return real == TBK_FLOAT32 ? ((const float *) first)[at] : ((const double *) first)[at];
}

static inline double
search_score (const SearchScores *s, int transition, int top, int front)
{
  return search_number (s->real, s->place.first,
                        transition * s->place.transitions_apart + top * s->place.tops_apart
                            + front * s->place.fronts_apart);
}

static inline double
search_arc (const SearchScores *s, int dependent, int head)
{
  return s->arcs.first == NULL
             ? 0
             : search_number (s->arc_real, s->arcs.first,
                              dependent * s->arcs.dependents_apart + head * s->arcs.heads_apart);
}

/* Returns the weight at [a][b] in a sentence; -infinity where there is none. */
double search_weight_score (const SearchGrammar *g, const SearchScores *s, const SearchWeight *weight, int a,
                            int b);

/* Sets @error to say which number of a sentence is no score, and returns FALSE; TRUE if all are. */
gboolean transition_scores_check (const SearchGrammar *g, const SearchScores *s, int sentence,
                                  GError **error);

/* Sets the scores of all lanes of a chart. @is_good gets whether all numbers of a lane are scores. */
void transition_scores_load (const SearchGrammar *g, const Chart *chart, const SearchScores *scores,
                             gboolean *is_good);

/* 3. search: calls over scores of transitions, and what they share. */

/* The charts and the memory of a thread. */
typedef struct {
  Chart *charts[2]; /* of doubles, of floats */
  ChartSums *sums;  /* these two made when first used */
  NBest *n_best;
  char *rows;   /* scratch */
  int *numbers; /* of a sequence */
  gsize n_rows, n_numbers;
  int first_problem; /* the first sentence of a group that is wrong or has no sequence, or G_MAXINT */
} SearchWorker;

/* A call. */
typedef struct {
  const TbkTransitionScores *scores;
  TbkTransitionOptions options;
  const SearchGrammar *grammar;
  const struct SearchTask *task;
  gsize memory; /* that a worker may have */

  /* Outputs that are asked for; NULL: not. */
  const TbkSequenceRows *rows;
  double *log_zs, *entropies;
  const TbkTransitionNumbers *marginals;
  const TbkArcNumbers *arc_marginals;
  mpz_t *n_sequences, *n_best;
  gboolean is_drawing; /* sequences are drawn */
  guint64 seed;
  gconstpointer values; /* configurations that are valued */
} Searching;

/* The work on sentences: with several of them, the longest first, in the lanes of a chart, or with one. */
typedef struct SearchTask {
  ChartCells cells;
  ChartUse use;
  gboolean is_single;
  int n_numbers; /* of 8 bytes, (n + 1)^2 each, that a sentence of n words needs besides */
  gboolean (*work) (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
                    GError **error);
} SearchTask;

/* Makes the grammar of a call, and does the task with all sentences. */
gboolean searcher_run (TbkSearcher *searcher, Searching *searching, const SearchTask *task, GError **error);

/* The chart of some sentences with their scores; notes sentences with numbers that are no scores. */
gboolean searcher_fill (const Searching *searching, SearchWorker *worker, const int *sentences,
                        int n_sentences, Chart *chart, gboolean *is_good, GError **error);

/* Notes that a sentence is wrong, or has no sequence. */
static inline void
searcher_note_problem (SearchWorker *worker, int sentence)
{
  worker->first_problem = MIN (worker->first_problem, sentence);
}

/* A sequence as it is read from a derivation, weight by weight. Arrays have n + 2 numbers; -1 and 0: none. */
typedef struct {
  const SearchGrammar *grammar;
  int n;
  int *heads;
  int *pushes, *done, *pops; /* by word: its transitions; a word without a pop stays, or is a left child */
  int *left, *n_left;        /* by word: the transition by which it pops words from under it, and how many */
  int *fronts;               /* by word: that at which it is popped */
  int *last_popped;          /* by front: the last word that is popped there */
  int *popped_before;        /* by word: the next one there */
  int *stack;
} ReadSequence;

/* Begins with no weight. FALSE without memory. */
gboolean sequence_begin (SearchWorker *worker, const SearchGrammar *grammar, int n, ReadSequence *sequence);

/* Notes the weight of an edge: a ChartVisit. */
void sequence_note (gpointer sequence, const Edge *edge);

/* Writes the sequence as row @k of a sentence; NULL: there is none. */
void sequence_put (const Searching *searching, SearchWorker *worker, int sentence, int k,
                   const ReadSequence *sequence);

/* best_sequences.c: the best of floats and doubles, the k best. */
extern const SearchTask best_sequences_float_task, best_sequences_double_task, best_sequences_list_task;

/* sequence_sums.c: with shares, and without. */
extern const SearchTask sequence_sums_task, sequence_sums_inside_task;

/* count_sequences.c */
extern const SearchTask count_sequences_task;

#endif
