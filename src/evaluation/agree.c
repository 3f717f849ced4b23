/* agree.c - how far annotations of the same words agree, beyond what chance would give.
 *
 * Contents
 *   1. values: what annotators say of words, as numbers
 *   2. coefficients: alpha and kappa, as fractions
 *   3. intervals: alpha of sentences drawn at random
 *   4. relations: of all uses of a relation those that agree
 *   5. job: the sentences of files side by side
 *
 * An example: two annotators say of three words -1 root -2 and 2 root -2 (heads as seen from the words). There are 6
 * values: -1 and 2 once, root and -2 twice. So
 *
 *   (AG1)  A_o = (1/N) sum over words of (sum_c m_c (m_c - 1)) / (m - 1) = (0 + 2 + 2) / 6 = 2/3
 *   (AG2)  A_e = sum_c n_c (n_c - 1) / (N (N - 1)) = (2 + 2) / 30 = 2/15
 *   (AG3)  alpha = 1 - (1 - A_o) / (1 - A_e) = 8/13
 *
 * where m values are of a word, m_c of them c, and n_c of all N. Words of which one annotator says something do not
 * count. Kappa of two annotators has their own shares p_c and q_c in place of (AG2):
 *
 *   (AG4)  A_e = sum_c p_c q_c
 */
#include "corpus/corpus.h"
#include "evaluation/evaluation.h"
#include "query/query.h"
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "base/pipeline.h"
#include "base/room.h"
#include "tbk/base.h"
#include "tbk/evaluate.h"

enum { MISSING = -1 };

struct TbkAnnotators {
  TbkAnnotatorsOptions options;
  TbkVocabulary *names[TBK_N_AGREED]; /* of values */
  GArray *values; /* of gint32: of each word, of each annotator, its value for each measure */
  GArray *ends;   /* of gsize: the words up to the end of each sentence */
  GString *name;  /* scratch */
  gint32 *said;   /* scratch: the values of a word */

  /* For the job. */
  WordSide *sides;
  gsize n_settled; /* words of files that stay; and their sentences */
  guint n_settled_sentences;
  TbkTable *rows;
  int told;
  gint64 told_line;
  TbkFacts *
      facts; /* this and the next three: for the words that count, if not all do, and what is compared of them */
  gboolean *counts, *found;
  Room room;
};

/* 1. values: what annotators say of words, as numbers. */

TbkAnnotators *
tbk_annotators_new (const TbkAnnotatorsOptions *options)
{
  TbkAnnotators *a = g_new0 (TbkAnnotators, 1);

  g_return_val_if_fail (
      options != NULL && options->n_annotators >= 2 && options->n_annotators <= TBK_MOST_ANNOTATORS, NULL);
  a->options = *options;
  for (int m = 0; m < TBK_N_AGREED; m++)
    a->names[m] = tbk_vocabulary_new ();
  a->values = g_array_new (FALSE, FALSE, sizeof (gint32));
  a->ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  a->name = g_string_new (NULL);
  a->said = g_new (gint32, options->n_annotators * TBK_N_AGREED);
  a->sides = g_new0 (WordSide, options->n_annotators);
  a->rows = options->rows == NULL ? NULL : table_new_rows (options->rows);
  a->facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  return a;
}

void
tbk_annotators_free (TbkAnnotators *a)
{
  if (a == NULL)
    return;
  for (int m = 0; m < TBK_N_AGREED; m++)
    tbk_vocabulary_free (a->names[m]);
  for (int s = 0; s < a->options.n_annotators; s++)
    word_side_clear (&a->sides[s]);
  g_array_unref (a->values);
  g_array_unref (a->ends);
  g_string_free (a->name, TRUE);
  g_free (a->said);
  g_free (a->sides);
  tbk_table_free (a->rows);
  tbk_facts_free (a->facts);
  room_clear (&a->room);
  g_free (a);
}

static gsize
count_words (const TbkAnnotators *a)
{
  return a->ends->len == 0 ? 0 : g_array_index (a->ends, gsize, a->ends->len - 1);
}

/* Returns the values of @word, counted from 0 over all sentences: for each annotator, one after the other,
 * those of all measures. So the value of measure m by annotator s is number s * TBK_N_AGREED + m. */
static inline const gint32 *
values_of (const TbkAnnotators *a, gsize word)
{
  return (const gint32 *) (gconstpointer) a->values->data
         + word * (gsize) (a->options.n_annotators * TBK_N_AGREED);
}

/* Sets @value to the number of the name in `name` among the values of @measure. Equal values have equal
 * numbers, which is all that the coefficients ask. */
static gboolean
find_value (TbkAnnotators *a, TbkAgreed measure, gint32 *value, GError **error)
{
  *value = tbk_vocabulary_add (a->names[measure], a->name->str, a->name->len, error);
  return *value >= 0;
}

/* A word as an annotator has it. */
typedef struct {
  int head; /* MISSING: none, or what cannot be one */
  TbkPiece relation;
} Said;

/* Head and relation of a word in an annotation. A head behind the last word, or the word itself, can be no
 * head: that is treated as if it lacked, since annotations of the library's caller may be anything. */
static Said
said_of (const TbkAnnotation *annotation, int word, int n)
{
  const int head = annotation->heads == NULL ? MISSING : annotation->heads[word];

  return (Said){ .head = head > n || head == word ? MISSING : head,
                 .relation = annotation->relations == NULL
                                 ? (TbkPiece){ NULL, 0 }
                                 : annotation->relations[(gsize) word * (gsize) annotation->apart] };
}

static gboolean
said_equal (const Said *a, const Said *b)
{
  return a->head == b->head && a->relation.size == b->relation.size
         && (a->relation.size == 0 || memcmp (a->relation.bytes, b->relation.bytes, a->relation.size) == 0);
}

/* Sets the values of @word: its head as seen from it, this with the relation, and the relation. For `rosam
 * amat`, where rosam is the object of amat:
 *
 *   word    head    arc          relation
 *   rosam   1       1<TAB>obj    obj
 *   amat    0       0<TAB>root   root
 *
 * Heads are counted from the word on, since absolute places would hardly ever be equal by chance: each
 * sentence has others. Then the expected agreement would be far too low.
 */
static gboolean
set_values (TbkAnnotators *a, int word, const Said *said, gint32 *values, GError **error)
{
  const int head = said->head;
  const TbkPiece relation = said->relation;
  const TbkPiece compared = a->options.subtypes ? relation : relations_universal (relation);
  const gboolean has_relation = relation.size > 0 && !(relation.size == 1 && relation.bytes[0] == '_');

  for (int m = 0; m < TBK_N_AGREED; m++)
    values[m] = MISSING;
  if (has_relation) {
    g_string_truncate (a->name, 0);
    g_string_append_len (a->name, compared.bytes, (gssize) compared.size);
    if (!find_value (a, TBK_AGREED_RELATION, &values[TBK_AGREED_RELATION], error))
      return FALSE;
  }
  if (head < 0)
    return TRUE;
  g_string_truncate (a->name, 0);
  json_append_integer (a->name, head == 0 ? 0 : head - word); /* no word is its own head */
  if (!find_value (a, TBK_AGREED_HEAD, &values[TBK_AGREED_HEAD], error))
    return FALSE;
  if (!has_relation)
    return TRUE;
  g_string_append_c (a->name, '\t');
  g_string_append_len (a->name, compared.bytes, (gssize) compared.size);
  return find_value (a, TBK_AGREED_ARC, &values[TBK_AGREED_ARC], error);
}

/* Adds a sentence, or none of it where that fails. */
gboolean
tbk_annotators_add (TbkAnnotators *a, const TbkAnnotation *annotations, int n, GError **error)
{
  const int k = a->options.n_annotators;
  const guint n_before = a->values->len;
  gsize end = count_words (a) + (gsize) n;

  if (end * (gsize) (k * TBK_N_AGREED) > G_MAXINT32)
    return fail_data (error, "too many words: at most %d were expected of %d annotators",
                      G_MAXINT32 / (k * TBK_N_AGREED), k);

  for (int word = 1; word <= n; word++) {
    Said said, before = { 0 };

    /* Most say what the one before them said: then no name is looked up. */
    for (int s = 0; s < k; s++, before = said) {
      gint32 *values = a->said + s * TBK_N_AGREED;

      said = said_of (&annotations[s], word, n);
      if (s > 0 && said_equal (&said, &before))
        memcpy (values, values - TBK_N_AGREED, TBK_N_AGREED * sizeof *values);
      else if (!set_values (a, word, &said, values, error)) {
        g_array_set_size (a->values, n_before);
        return FALSE;
      }
    }
    g_array_append_vals (a->values, a->said, (guint) (k * TBK_N_AGREED));
  }
  g_array_append_val (a->ends, end);
  return TRUE;
}

/* 2. coefficients: alpha and kappa, as fractions. */

void
tbk_agreed_counts_init (TbkAgreedCounts *counts)
{
  TbkFraction *fractions[] = { &counts->observed, &counts->expected, &counts->coefficient };

  memset (counts, 0, sizeof *counts);
  for (guint f = 0; f < G_N_ELEMENTS (fractions); f++) {
    mpz_init (fractions[f]->numerator);
    mpz_init (fractions[f]->denominator);
  }
}

void
tbk_agreed_counts_clear (TbkAgreedCounts *counts)
{
  TbkFraction *fractions[] = { &counts->observed, &counts->expected, &counts->coefficient };

  for (guint f = 0; f < G_N_ELEMENTS (fractions); f++) {
    mpz_clear (fractions[f]->numerator);
    mpz_clear (fractions[f]->denominator);
  }
}

static void
fraction_set (TbkFraction *fraction, const mpq_t value)
{
  mpz_set (fraction->numerator, mpq_numref (value));
  mpz_set (fraction->denominator, mpq_denref (value));
}

/* Sums that (AG1) and (AG2) are made of, in each of some rounds, which have each word with some weight. Those
 * of all words are one round. Arrays have the numbers of all rounds one after the other: number r of value c
 * is at c * n_rounds + r. So adding a word is adding its weights to a few rows, which a compiler makes vector
 * instructions of. */
typedef struct {
  int n_annotators, n_names, n_rounds;
  gint64 *n_values, *n_words;
  gint64 *n_agreeing; /* by the number of values of a word: sum_c m_c (m_c - 1) */
  gint64 *n_of_value; /* by value: n_c */
  gint64 *memory;
  gsize size;
} Sums;

static void
sums_init (Sums *sums, const TbkAnnotators *a, TbkAgreed measure, int n_rounds)
{
  const gsize n = (gsize) n_rounds, n_agreeing = (gsize) a->options.n_annotators + 1;

  *sums = (Sums){ .n_annotators = a->options.n_annotators,
                  .n_names = tbk_vocabulary_size (a->names[measure]),
                  .n_rounds = n_rounds };
  sums->size = n * (2 + n_agreeing + (gsize) sums->n_names);
  sums->memory = g_new0 (gint64, sums->size);
  sums->n_values = sums->memory;
  sums->n_words = sums->n_values + n;
  sums->n_agreeing = sums->n_words + n;
  sums->n_of_value = sums->n_agreeing + n * n_agreeing;
}

/* Adds @times times the weights of all rounds to @numbers. */
static inline void
add_weights (const Sums *sums, gint64 *numbers, const guint16 *weights, gint64 times)
{
  for (int r = 0; r < sums->n_rounds; r++)
    numbers[r] += times * weights[r];
}

/* Adds a word, which a round has weights[r] times. @values: those of a measure, TBK_N_AGREED apart. With m
 * values, (AG1) divides the agreeing pairs by m - 1. So sums are kept for each m apart, and stay integers.
 * For the values a, a, b of three annotators: m is 3, one pair agrees, and 2 * 1 is added, as a - a counts
 * from both ends. */
static void
sums_add (Sums *sums, const gint32 *values, const guint16 *weights)
{
  int m = 0, n_pairs = 0;

  for (int s = 0; s < sums->n_annotators; s++) {
    const gint32 value = values[s * TBK_N_AGREED];

    m += value != MISSING;
    for (int t = 0; value != MISSING && t < s; t++)
      n_pairs += values[t * TBK_N_AGREED] == value;
  }
  /* A word with one value has none to agree with, and does not count as expected either. */
  if (m < 2)
    return;
  for (int s = 0; s < sums->n_annotators; s++)
    if (values[s * TBK_N_AGREED] != MISSING)
      add_weights (sums, sums->n_of_value + values[s * TBK_N_AGREED] * sums->n_rounds, weights, 1);
  add_weights (sums, sums->n_words, weights, 1);
  add_weights (sums, sums->n_values, weights, m);
  add_weights (sums, sums->n_agreeing + m * sums->n_rounds, weights, 2 * n_pairs);
}

/* (AG3): 1 - (1 - observed) / (1 - expected); FALSE if chance alone would give full agreement. */
static gboolean
set_coefficient (mpq_t coefficient, const mpq_t observed, const mpq_t expected)
{
  mpq_t one, chance;
  gboolean is_defined;

  mpq_inits (one, chance, NULL);
  mpq_set_ui (one, 1, 1);
  mpq_sub (chance, one, expected);
  is_defined = mpq_sgn (chance) != 0;
  if (is_defined) {
    mpq_sub (coefficient, one, observed);
    mpq_div (coefficient, coefficient, chance);
    mpq_sub (coefficient, one, coefficient);
  }
  mpq_clears (one, chance, NULL);
  return is_defined;
}

static void
integer_set (mpz_t number, gint64 value)
{
  mpz_import (number, 1, -1, sizeof value, 0, 0, &value); /* at least 0; a long may be of 32 bits */
}

/* Computes (AG1) and (AG2) of a round. */
static void
set_shares (const Sums *sums, int round, mpq_t observed, mpq_t expected)
{
  mpq_t term;

  mpq_init (term);
  mpq_set_ui (observed, 0, 1);
  for (int m = 2; m <= sums->n_annotators; m++) {
    integer_set (mpq_numref (term), sums->n_agreeing[m * sums->n_rounds + round]);
    integer_set (mpq_denref (term), m - 1);
    mpq_canonicalize (term);
    mpq_add (observed, observed, term);
  }
  integer_set (mpq_numref (term), 1);
  integer_set (mpq_denref (term), sums->n_values[round]);
  mpq_mul (observed, observed, term);
  /* The sum of n_c (n_c - 1) is that of squares, less all values. */
  mpz_neg (mpq_numref (expected), mpq_denref (term));
  for (int c = 0; c < sums->n_names; c++) {
    integer_set (mpq_numref (term), sums->n_of_value[(gsize) c * (gsize) sums->n_rounds + (gsize) round]);
    mpz_addmul (mpq_numref (expected), mpq_numref (term), mpq_numref (term));
  }
  integer_set (mpq_denref (expected), sums->n_values[round] - 1);
  mpz_mul (mpq_denref (expected), mpq_denref (expected), mpq_denref (term));
  mpq_canonicalize (expected);
  mpq_clear (term);
  /* A fraction without value has the denominator 0: then a table has an empty cell. */
}

static void
set_counts (TbkAgreedCounts *counts, gint64 n_words, const mpq_t observed, const mpq_t expected)
{
  mpq_t coefficient;

  mpq_init (coefficient);
  counts->n_words = n_words;
  fraction_set (&counts->observed, observed);
  fraction_set (&counts->expected, expected);
  mpz_set_ui (counts->coefficient.denominator, 0);
  if (set_coefficient (coefficient, observed, expected))
    fraction_set (&counts->coefficient, coefficient);
  mpq_clear (coefficient);
}

static void
set_no_counts (TbkAgreedCounts *counts)
{
  counts->n_words = 0;
  mpz_set_ui (counts->observed.denominator, 0);
  mpz_set_ui (counts->expected.denominator, 0);
  mpz_set_ui (counts->coefficient.denominator, 0);
}

void
tbk_annotators_alpha (const TbkAnnotators *a, TbkAgreed measure, TbkAgreedCounts *counts)
{
  const gsize n = count_words (a);
  mpq_t observed, expected;
  Sums sums;

  sums_init (&sums, a, measure, 1);
  for (gsize w = 0; w < n; w++)
    sums_add (&sums, values_of (a, w) + measure, &(guint16){ 1 });
  if (sums.n_words[0] == 0) {
    set_no_counts (counts);
  } else {
    mpq_inits (observed, expected, NULL);
    set_shares (&sums, 0, observed, expected);
    set_counts (counts, sums.n_words[0], observed, expected);
    mpq_clears (observed, expected, NULL);
  }
  g_free (sums.memory);
}

/* (AG4), of two annotators alone. Each has a distribution of values of its own, where alpha has one of both.
 * All products fit into 64 bits: there are at most G_MAXINT32 values. */
void
tbk_annotators_kappa (const TbkAnnotators *a, TbkAgreed measure, int first, int second,
                      TbkAgreedCounts *counts)
{
  const gsize n = count_words (a);
  const int n_names = tbk_vocabulary_size (a->names[measure]);
  g_autofree gint64 *of_value = g_new0 (gint64, 2 * MAX (n_names, 1));
  gint64 n_words = 0, n_equal = 0, n_pairs = 0;
  mpq_t observed, expected;

  for (gsize w = 0; w < n; w++) {
    const gint32 *values = values_of (a, w) + measure;
    const gint32 x = values[first * TBK_N_AGREED], y = values[second * TBK_N_AGREED];

    if (x == MISSING || y == MISSING)
      continue;
    n_words++;
    n_equal += x == y;
    of_value[2 * x]++;
    of_value[2 * y + 1]++;
  }
  if (n_words == 0) {
    set_no_counts (counts);
    return;
  }
  for (int c = 0; c < n_names; c++)
    n_pairs += of_value[2 * c] * of_value[2 * c + 1];
  mpq_inits (observed, expected, NULL);
  integer_set (mpq_numref (observed), n_equal);
  integer_set (mpq_denref (observed), n_words);
  mpq_canonicalize (observed);
  integer_set (mpq_numref (expected), n_pairs);
  integer_set (mpq_denref (expected), n_words * n_words);
  mpq_canonicalize (expected);
  set_counts (counts, n_words, observed, expected);
  mpq_clears (observed, expected, NULL);
}

/* 3. intervals: alpha of sentences drawn at random (rounds.c). */

static int
compare_fractions (gconstpointer a, gconstpointer b)
{
  return mpq_cmp (*(const mpq_t *) a, *(const mpq_t *) b);
}

/* Rounds that are counted together: of each value the numbers in all of them are in memory. */
enum { AT_ONCE = 128 };

/* The rounds of one thread: every n_threads-th portion of them, from `first` on. */
typedef struct {
  const TbkAnnotators *annotators;
  TbkAgreed measure;
  guint64 seed;
  int first, n_threads;
  mpq_t *drawn; /* by round, of all threads */
  gboolean *is_defined;
} Rounds;

/* Adds all sentences to the rounds from @first on. A sentence has one set of weights for all its words, since
 * words of a sentence are not independent: an interval over words would be too narrow. Draws are those of the
 * number of the sentence and of the seed; so they are found again for each portion of rounds, instead of
 * kept. */
static void
draw_sentences (const Rounds *rounds, int first, Sums *sums)
{
  const TbkAnnotators *a = rounds->annotators;
  gsize w = 0;

  for (guint s = 0; s < a->ends->len; s++) {
    guint16 weights[TBK_FIGURES_ROUNDS];

    rounds_weigh ((RoundsKey){ rounds->seed, s }, weights);
    for (; w < g_array_index (a->ends, gsize, s); w++)
      sums_add (sums, values_of (a, w) + rounds->measure, weights + first);
  }
}

static gpointer
draw_rounds (gpointer data)
{
  const Rounds *rounds = data;
  mpq_t observed, expected;
  Sums sums;

  mpq_inits (observed, expected, NULL);
  sums_init (&sums, rounds->annotators, rounds->measure, AT_ONCE);
  for (int first = rounds->first; first < TBK_FIGURES_ROUNDS; first += rounds->n_threads * AT_ONCE) {
    memset (sums.memory, 0, sums.size * sizeof *sums.memory);
    draw_sentences (rounds, first, &sums);
    /* A round that drew no word with two values has no share. */
    for (int r = 0; r < AT_ONCE; r++)
      if (sums.n_words[r] > 0) {
        set_shares (&sums, r, observed, expected);
        rounds->is_defined[first + r] = set_coefficient (rounds->drawn[first + r], observed, expected);
      }
  }
  g_free (sums.memory);
  mpq_clears (observed, expected, NULL);
  return NULL;
}

static void
draw_all (const Rounds *all)
{
  g_autofree Rounds *shares = g_new (Rounds, all->n_threads);

  for (int t = 0; t < all->n_threads; t++) {
    shares[t] = *all;
    shares[t].first = t * AT_ONCE;
  }
  pipeline_share_out ("agree", draw_rounds, shares, sizeof *shares, all->n_threads);
}

gboolean
tbk_annotators_interval (const TbkAnnotators *a, TbkAgreed measure, int level, guint64 seed, TbkFraction *low,
                         TbkFraction *high)
{
  mpq_t *drawn = g_new (mpq_t, TBK_FIGURES_ROUNDS);
  g_autofree gboolean *is_defined = g_new0 (gboolean, TBK_FIGURES_ROUNDS);
  int n_drawn = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    mpq_init (drawn[r]);
  draw_all (&(Rounds){ .annotators = a,
                       .measure = measure,
                       .seed = seed,
                       .n_threads = MAX (a->options.n_threads, 1),
                       .drawn = drawn,
                       .is_defined = is_defined });
  /* Rounds without coefficient are left out; the ends are those of the others. */
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    if (is_defined[r])
      mpq_swap (drawn[n_drawn++], drawn[r]);
  if (n_drawn > 0) {
    const int cut = rounds_cut (n_drawn, level);

    qsort (drawn, (gsize) n_drawn, sizeof *drawn, compare_fractions);
    fraction_set (low, drawn[cut]);
    fraction_set (high, drawn[n_drawn - 1 - cut]);
  }
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    mpq_clear (drawn[r]);
  g_free (drawn);
  return n_drawn > 0;
}

/* 4. relations: of all uses of a relation those that agree. */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TbkAgreedRelation *) a)->name, ((const TbkAgreedRelation *) b)->name);
}

TbkAgreedRelation *
tbk_annotators_relations (const TbkAnnotators *a, int *n_relations)
{
  const int n = tbk_vocabulary_size (a->names[TBK_AGREED_RELATION]), k = a->options.n_annotators;
  const gsize n_words = count_words (a);
  TbkAgreedRelation *relations = g_new0 (TbkAgreedRelation, MAX (n, 1));
  int n_named = 0;

  /* Each pair is met twice, once from each end: a use of the first's relation, then one of the other's. */
  for (gsize w = 0; w < n_words; w++) {
    const gint32 *values = values_of (a, w);

    for (int s = 0; s < k; s++) {
      const gint32 own = values[s * TBK_N_AGREED + TBK_AGREED_RELATION];

      if (own != MISSING)
        relations[own].name = tbk_vocabulary_name (a->names[TBK_AGREED_RELATION], own);
    }
    for (int s = 0; s < k; s++)
      for (int t = 0; t < k; t++) {
        const gint32 *x = values + s * TBK_N_AGREED, *y = values + t * TBK_N_AGREED;
        TbkAgreedRelation *relation;

        if (s == t || x[TBK_AGREED_RELATION] == MISSING || y[TBK_AGREED_RELATION] == MISSING)
          continue;
        relation = &relations[x[TBK_AGREED_RELATION]];
        relation->uses++;
        relation->same += x[TBK_AGREED_RELATION] == y[TBK_AGREED_RELATION];
        relation->same_arc += x[TBK_AGREED_ARC] != MISSING && x[TBK_AGREED_ARC] == y[TBK_AGREED_ARC];
      }
  }
  for (int r = 0; r < n; r++) /* the vocabulary may have names of files that were withdrawn */
    if (relations[r].name != NULL)
      relations[n_named++] = relations[r];
  qsort (relations, (gsize) n_named, sizeof *relations, compare_names);
  *n_relations = n_named;
  return relations;
}

/* 5. job: the sentences of files side by side. */

/* Reads all sides, and compares their words. */
static gboolean
set_sides (TbkAnnotators *a, const TbkEntry *entry, GError **error)
{
  WordSide *first = NULL;

  for (int s = 0; s < a->options.n_annotators; s++) {
    const TbkEntry *side = pair_side (entry, s);

    a->sides[s].sentence = NULL;
    if (side == NULL)
      continue;
    if (!word_side_set (&a->sides[s], side, error)
        || (first != NULL && !word_side_check (first, &a->sides[s], error)))
      return FALSE;
    first = first != NULL ? first : &a->sides[s];
  }
  return TRUE;
  /* All of them are there before any is compared with another: a file may lack a sentence. */
}

/* Finds which words count: those that meet the expression in some file. */
static gboolean
find_counted (TbkAnnotators *a, int n, GError **error)
{
  if (!ROOM_RESERVE (&a->room, n + 1, ARRAY (a->counts), ARRAY (a->found)))
    return memory_fail (error, "a sentence of %d words", n);
  memset (a->counts, 0, ((gsize) n + 1) * sizeof (gboolean));
  for (int s = 0; s < a->options.n_annotators; s++) {
    if (a->sides[s].sentence == NULL)
      continue;
    if (!word_side_find (&a->sides[s], a->options.words, a->facts, a->found, error))
      return FALSE;
    for (int word = 1; word <= n; word++)
      a->counts[word] |= a->found[word];
  }
  return TRUE;
}

/* Makes the values of words that do not count missing, from word @before on. */
static void
leave_out (TbkAnnotators *a, gsize before, int n)
{
  const gsize n_values = (gsize) a->options.n_annotators * TBK_N_AGREED;

  for (int word = 1; word <= n; word++)
    for (gsize v = 0; !a->counts[word] && v < n_values; v++)
      g_array_index (a->values, gint32, (before + (gsize) word - 1) * n_values + v) = MISSING;
}

/* Sets the values of the words from @before on to those of the key that is compared. */
static gboolean
compare_key (TbkAnnotators *a, gsize before, int n, GError **error)
{
  const gsize n_values = (gsize) a->options.n_annotators * TBK_N_AGREED;

  for (int s = 0; s < a->options.n_annotators; s++) {
    const WordSide *side = &a->sides[s];

    if (side->sentence == NULL)
      continue;
    tbk_facts_set (a->facts, side->entry);
    facts_set_arcs (a->facts, side->sentence);
    for (int word = 1; word <= n; word++) {
      gint32 *values = &g_array_index (a->values, gint32,
                                       (before + (gsize) word - 1) * n_values + (gsize) s * TBK_N_AGREED);

      g_string_truncate (a->name, 0);
      if (!keys_append (a->options.compared, 0, a->facts, word, a->name, error)
          || (strcmp (a->name->str, "_") != 0
              && !find_value (a, TBK_AGREED_RELATION, &values[TBK_AGREED_RELATION], error)))
        return tbk_entry_fail (side->entry, error);
    }
  }
  return TRUE;
}

/* Returns TRUE if two annotators differ in head or relation of the word whose values are @values. */
static gboolean
is_disputed (const TbkAnnotators *a, const gint32 *values)
{
  for (int s = 1; s < a->options.n_annotators; s++)
    for (int m = 0; m < TBK_N_AGREED; m++)
      for (int t = 0; t < s; t++) {
        const gint32 x = values[s * TBK_N_AGREED + m], y = values[t * TBK_N_AGREED + m];

        if (x != MISSING && y != MISSING && x != y)
          return TRUE;
      }
  return FALSE;
}

/* Appends the row of @word with what all say of it. */
static void
append_word (TbkAnnotators *a, int first, int word, TbkText *text)
{
  const WordSide *side = &a->sides[first];

  a->told_line = fields_line_after (side->sentence, a->told, a->told_line, word);
  a->told = word;
  tbk_table_string (a->rows, side->entry->file);
  tbk_table_integer (a->rows, a->told_line);
  evaluation_append_piece (a->rows, (TbkPiece){ side->entry->id, side->entry->id_length });
  tbk_table_integer (a->rows, word);
  evaluation_append_piece (a->rows, word_side_pieces (side, word)[FIELD_FORM]);
  for (int s = 0; s < a->options.n_annotators; s++) {
    const TbkConlluSentence *sentence = a->sides[s].sentence;

    table_integer_from (a->rows, 0, sentence == NULL ? -1 : sentence->heads[word]);
    if (sentence == NULL)
      tbk_table_nothing (a->rows);
    else
      evaluation_append_piece (a->rows, word_side_pieces (&a->sides[s], word)[FIELD_DEPREL]);
  }
  table_take_row (a->rows, text);
}

/* The steps of a sentence: read all sides; find the words that count; add the values of all words, missing
 * ones for a file without the sentence; overwrite them by those of the key, if one is compared; then make
 * missing what does not count. So word numbers stay those of the files. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  TbkAnnotators *a = data;
  const int first = ((const TbkPair *) entry->pair)->first;
  const gsize before = count_words (a);
  const gboolean has_key = a->options.compared != NULL;
  TbkAnnotation annotations[TBK_MOST_ANNOTATORS];
  int n;

  (void) tally;
  if (!set_sides (a, entry, error))
    return FALSE;
  n = a->sides[first].sentence->n;
  if (a->options.words != NULL && !find_counted (a, n, error))
    return FALSE;
  for (int s = 0; s < a->options.n_annotators; s++) {
    const WordSide *side = &a->sides[s];

    /* With a key, heads and relations are no values: then all are missing but those that compare_key sets. */
    annotations[s] = side->sentence == NULL || has_key
                         ? (TbkAnnotation){ NULL, NULL, 0 }
                         : (TbkAnnotation){ side->sentence->heads, side->pieces + FIELD_DEPREL, N_FIELDS };
  }
  if (!tbk_annotators_add (a, annotations, n, error))
    return tbk_entry_fail (entry, error);
  if (has_key && !compare_key (a, before, n, error))
    return FALSE;
  if (a->options.words != NULL)
    leave_out (a, before, n);
  a->told = 0;
  for (int word = 1; a->rows != NULL && word <= n; word++)
    if (is_disputed (a, values_of (a, before + (gsize) word - 1)))
      append_word (a, first, word, text);
  return TRUE;
}

static gboolean
write_rows (gpointer agreement, const TbkText *text, GError **error)
{
  return table_write_rows (((const TbkAnnotators *) agreement)->options.rows, text, error);
}

/* Keeps the words of a file, or forgets them if the file is withdrawn. Names that it brought stay in the
 * vocabulary; they are harmless, with 0 uses. */
static gboolean
settle (gpointer agreement, gboolean stays, GError **error)
{
  TbkAnnotators *a = agreement;

  if (!stays) {
    g_array_set_size (a->ends, a->n_settled_sentences);
    g_array_set_size (a->values, (guint) (a->n_settled * (gsize) (a->options.n_annotators * TBK_N_AGREED)));
  }
  a->n_settled = count_words (a);
  a->n_settled_sentences = a->ends->len;
  return a->rows == NULL || table_settle (a->options.rows, stays, error);
}

TbkJob
tbk_annotators_job (TbkAnnotators *a)
{
  const gboolean has_rows = a->rows != NULL;

  return (TbkJob){ .data = a, /* also the one worker, since names have numbers of one vocabulary */
                   .work = work,
                   .takes_any_heads = TRUE,
                   .takes_headless = TRUE,
                   .keeps_documents =
                       query_needs_documents (a->options.words) || keys_need_documents (a->options.compared),
                   .write = has_rows ? write_rows : NULL,
                   .settle = settle };
}

void
tbk_annotators_pairing (const TbkAnnotators *a, TbkPairing *pairing)
{
  pairing_init (pairing, tbk_conllu_format ());
  pairing->of_format = a->options.columns;
  pairing->n_systems = a->options.n_annotators - 1;
  pairing->takes_missing = pairing->n_systems > 1; /* a sentence of one file alone agrees with nothing */
}

gboolean
tbk_annotators_read (TbkAnnotators *a, const char *const *paths, GError **error)
{
  const TbkJob job = tbk_annotators_job (a);
  TbkPairing pairing = { .data = (gpointer) (paths + 1) };
  const TbkCorpusOptions corpus = { .format = &pairing.pairs, .n_threads = 1, .format_options = &pairing };

  g_return_val_if_fail (g_strv_length ((char **) paths) == (guint) a->options.n_annotators, FALSE);
  tbk_annotators_pairing (a, &pairing);
  return tbk_corpus_run (&corpus, &job, (const char *const[]){ paths[0], NULL }, NULL, NULL, error);
}
