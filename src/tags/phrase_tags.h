/* phrase_tags.h - what the files on tags of phrase structure share: parts of tags, the records of encodings, the counter.
 *
 * Contents
 *   1. part: a tag, or half of one
 *   2. phrase_sentence: a tree and its tags, while one is made from the other
 *   3. phrase_coder: what an encoding can do
 *   4. counter: the best of all well-formed sequences, and sums over them
 *   5. phrase_n_best: the sequences from the best on
 */
#ifndef TAGS_PHRASE_TAGS_H
#define TAGS_PHRASE_TAGS_H

#include <string.h>

#include "base/base.h"
#include "tabular/wide_number.h"
#include "tbk/phrase_tags.h"

/* 1. part: a tag, or half of one. */

/* The statement of a tag on a word, or of the gap behind it. */
typedef struct {
  int move;      /* of the counter; -1: this is no tag */
  char letter;   /* l r L R a j; 0: this is no tag */
  int level;     /* attach-juxtapose: of the constituent on the right edge */
  TbkPiece own;  /* the label over the word alone, or of the gap; empty: there is none */
  TbkPiece made; /* attach-juxtapose: that of the new constituent */
} PhrasePart;

/* The label that is made up where one must be. */
static inline TbkPiece
part_made_up (void)
{
  return (TbkPiece){ "X", 1 };
}

static inline gboolean
part_is_same_label (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.bytes, b.bytes, a.size) == 0);
}

/* Labels in tags have a backslash before these. */
#define PART_ESCAPED "+/\\"

/* Bytes that no label has: they would end it in brackets. */
#define PART_EXCLUDED " \t\n\v\f\r()"

/* Returns TRUE if bytes are a label, or several joined by `+`. */
static inline gboolean
part_is_label (TbkPiece text)
{
  char before = '+';

  for (gsize i = 0; i < text.size; i++) {
    const char c = text.bytes[i];

    if (c == '\\'
        && (++i == text.size || strchr (PART_ESCAPED, text.bytes[i]) == NULL || text.bytes[i] == '\0'))
      return FALSE;
    if (c == '\0' || c == '/' || strchr (PART_EXCLUDED, c) != NULL || (c == '+' && before == '+'))
      return FALSE;
    before = c;
  }
  return before != '+';
}

/* 2. phrase_sentence: a tree and its tags, while one is made from the other. */

/* Constituents over the same words. */
typedef struct {
  int left, right; /* the words left..right-1 */
  int level;       /* attach-juxtapose: place on the right edge */
  int child;       /* while written: the constituent that begins where this one does; -1: a word does */
  int child_end;   /* and where that child ends */
  int next;        /* while read: the next of those that begin at a word, from the outermost; -1 ends them */
  gboolean is_joined; /* while written: the label is at @at in a text */
  gsize at;
  TbkPiece label; /* of all, as in tags */
} TagConstituent;

typedef struct {
  int n;                 /* words */
  PhrasePart *parts;     /* two a word; only has_gaps uses the second */
  TagConstituent *nodes; /* in pre-order while written */
  int n_nodes;
  int *firsts;     /* n + 1: while read: the outermost constituent that begins at each word; -1: none does */
  int *scratch[4]; /* n + 1 each */
} PhraseSentence;

static inline PhrasePart *
phrase_sentence_part (const PhraseSentence *s, int word, int part)
{
  return &s->parts[2 * word + part];
}

/* Adds a constituent, inside of which are those that were added before and begin at the same word. */
static inline int
phrase_sentence_add (PhraseSentence *s, int left, int right, TbkPiece label)
{
  s->nodes[s->n_nodes] =
      (TagConstituent){ .left = left, .right = right, .next = s->firsts[left], .label = label };
  s->firsts[left] = s->n_nodes;
  return s->n_nodes++;
}

/* 3. phrase_coder: what an encoding can do. */

/* The effect of a tag on the counter: it must be @least or more, and becomes @to, or changes by @change. */
typedef struct {
  int least, to; /* @to: -1: it changes by @change */
  int change;
} CounterMove;

enum { COUNTER_NEVER = G_MAXINT };

typedef struct {
  TbkPhraseEncoding shown;
  /* Fills the parts of a tree, which is in `nodes`. */
  void (*write) (PhraseSentence *s);
  /* Puts the constituents of well-formed parts into `nodes` and `firsts`. */
  void (*read) (PhraseSentence *s);
  /* Reads a part; its move is -1 if it is none. */
  void (*read_part) (TbkPiece text, int number, PhrasePart *part);
  /* Appends a part as it is read. */
  void (*write_part) (const PhrasePart *part, GString *text);
  /* Returns TRUE if a part can be that of a word in a sentence of @n words. */
  gboolean (*allows) (const PhrasePart *part, int word, int n);
  /* Changes a part as little as that move needs. */
  void (*change_part) (PhrasePart *part, int move, int word, int n);
  CounterMove (*find_move) (int move, int word);
  /* Returns TRUE if a move is one of a word, or of a gap. */
  gboolean (*has_move) (int move, int number);
  /* Returns the number of moves to so many levels. */
  int (*count_moves) (int n_levels);
  /* The greatest number that the counter can have after a part and still come to a good end, with so many moves. */
  int (*most) (int word, int number, int n, int n_moves);
  gboolean (*is_end) (int counter);
} PhraseCoder;

extern const PhraseCoder tetratags_coder, juxtapose_coder;

static inline int
phrase_coder_parts (const PhraseCoder *coder)
{
  return coder->shown.has_gaps ? 2 : 1;
}

/* Returns the number of parts of a sentence: the last word has no gap. */
static inline int
phrase_coder_steps (const PhraseCoder *coder, int n)
{
  return coder->shown.has_gaps ? 2 * n - 1 : n;
}

/* 4. counter: the best of all well-formed sequences, and sums over them.
 *
 * Which parts may follow depends on one number alone: of tetratags the trees begun, of attach-juxtapose the constituents
 * on the right edge. So the values of all its numbers after each part are a chart, without a bound on the height:
 *
 *   (PT1)  V[0][0] = 0;  V[s][c'] = max of V[s-1][c] + weight of m over moves m from c to c'
 *   (PT2)  the best: the greatest V[end][c] of a good end c
 *   (PT3)  with sums in place of maxima, and products in place of sums, V is what leads to c, U what leads from it to the end:
 *          U[end][c] = 1 of a good end; U[s-1][c] = sum of weight of m times U[s][c'] over moves m from c to c'
 *   (PT4)  of all sequences these take the move m at s: sum of V[s-1][c] times weight of m times U[s][c']
 */

typedef struct {
  const PhraseCoder *coder;
  int n, n_moves;
  /* Fills the weights of all moves of a part of a word; -infinity forbids one. */
  void (*fill) (gconstpointer data, int word, int number, double *weights);
  gconstpointer data;
  gsize memory; /* the most bytes of a chart */
} CounterTask;

typedef struct Counter Counter;

Counter *counter_new (void);
void counter_free (Counter *counter);

/* Finds the best sequence: its weight, summed from the first part on, -infinity if there is none, and if there is one the
 * move of each part. Of equally good ones that with the least number at the end, then from the last part on that with the
 * first move, and before it the least number. */
gboolean counter_best (Counter *counter, const CounterTask *task, double *best, int *moves, GError **error);

/* Puts the sum over all sequences at @total, and unless it is NULL at @around[s * n_moves + m] that of what is around the move
 * m at part s, its weight not counted (PT4). @weights: in the same order; zero forbids a move. `fill` is not called. */
gboolean counter_sum (Counter *counter, const CounterTask *task, const WideNumber *weights, WideNumber *total,
                      WideNumber *around, GError **error);

/* In how many ways a move can be taken, and their weight. */
typedef struct {
  double weight;
  gulong n;
} CounterWays;

/* Puts the number of sequences of greatest weight at @count; exact, since weights are read as the binary fractions that they
 * are. @ways: in the order of weights above. */
void counter_count (const CounterTask *task, const CounterWays *ways, mpz_t count);

/* Row of values (PT1) after so many parts, as counter_best() left them; @length: its cells. */
const double *counter_row (const Counter *counter, const CounterTask *task, int n_steps, int *length);

/* 5. phrase_n_best: the sequences from the best on. */

typedef struct {
  int n_columns;
  /* The move of a column at a part of a word, and its weight; -1: it cannot be there. */
  int (*find_column) (gconstpointer data, int column, int word, int number, double *weight);
} PhraseColumns;

/* Finds the best @n_wanted sequences, none twice, after counter_best(); @data is that of the task. Puts the columns of
 * sequence t at @columns[t * steps], and how many there are at @n_found. */
void phrase_n_best_find (const Counter *counter, const CounterTask *task, const PhraseColumns *choices,
                         int n_wanted, int *columns, int *n_found);

#endif
