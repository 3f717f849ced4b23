/* word_order_table.c - tables of the order of words.
 *
 * Contents
 *   1. columns: keys and figures
 *   2. rows: groups of arcs, and what is known of their order
 *   3. intervals: the order of words in sentences drawn at random
 *   4. table: the cells of rows, for files, languages or all
 *   5. against: rows of two releases
 */
#include "query/query.h"
#include "statistics/statistics.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. columns: keys and figures. */

/* The measures of columns with intervals, which are the numerators of their records. Both entropies have one interval, and both freedoms. */
enum { SHARE_OF_FIRST = N_BEFORE, ENTROPY, ENTROPY_CORRECTED, FREEDOM, FREEDOM_CORRECTED };
enum { END_OF_SHARE, END_OF_ENTROPY, END_OF_FREEDOM, N_ENDS };

/* The second is a mean over @n, which has an interval; as shares have. */
#define NAMED(name, help)                                                                                    \
  {                                                                                                          \
    name, help, TBK_CELL_OWN, -1, -1, -1, 1                                                                  \
  }

#define MEASURED(name, help, measure, n)                                                                     \
  {                                                                                                          \
    name, help, TBK_CELL_OWN, measure, -1, n, 1                                                              \
  }

/* The columns of keys are attributes, or that of files without keys. */
static const TbkTableColumn columns_of_files[] = { NAMED (
    "file", "as it is called on the command line; TOTAL: all") };
static const TbkTableColumn columns_of_sisters[] = {
  NAMED ("head.upos", "part of speech of the head"),
  NAMED ("side", "left: both dependents precede their head; right"),
  NAMED ("relation_1", "the relations of the two dependents, the first in the alphabet"),
  NAMED ("relation_2", "the relations of both dependents, in the order of the alphabet"),
};

static const TbkTableColumn arc_columns[] = {
  NAMED ("arcs", "arcs between words"),
  NAMED ("before_head", "arcs whose dependent precedes the head"),
  SHARE ("before_head_percent", "the same in per cent of arcs", N_BEFORE, N_ARCS),
  MEASURED ("entropy", "of that order, in bits: 0: always the same; 1: each as often", ENTROPY, N_ARCS),
  MEASURED ("entropy_corrected", "the same, corrected for small samples (Zhang 2012)", ENTROPY_CORRECTED,
            N_ARCS),
  MEASURED ("order_freedom",
            "mean over arcs of the entropy among arcs of the same head.upos, deprel and upos", FREEDOM,
            N_ARCS),
  MEASURED ("order_freedom_corrected", "the same, corrected for small samples", FREEDOM_CORRECTED, N_ARCS),
};
static const TbkTableColumn file_columns[] = {
  NAMED ("kinds", "different combinations of head.upos, deprel and upos"),
  NAMED ("sisters", "pairs of dependents of one head on one side, of different relations"),
  MEASURED ("sister_freedom",
            "mean over these pairs of the entropy of their order, given head.upos, side and relations",
            FREEDOM, N_PAIRS),
  MEASURED ("sister_freedom_corrected", "the same, corrected for small samples", FREEDOM_CORRECTED, N_PAIRS),
};
static const TbkTableColumn sister_columns[] = {
  NAMED ("pairs", "pairs of such dependents"),
  NAMED ("in_order", "pairs whose first dependent has relation_1"),
  SHARE ("in_order_percent", "the same in per cent of pairs", N_IN_ORDER, N_PAIRS),
  MEASURED ("entropy", "of that order, in bits", ENTROPY, N_PAIRS),
  MEASURED ("entropy_corrected", "the same, corrected for small samples (Zhang 2012)", ENTROPY_CORRECTED,
            N_PAIRS),
};

enum { FILES, OF_ARCS, OF_FILES, SISTERS, OF_SISTERS, N_GROUPS };

static const TbkTableColumns column_groups[N_GROUPS] = {
  [FILES] = COLUMNS ("", NULL, columns_of_files),
  [OF_ARCS] = COLUMNS ("", word_order_arc_integers, arc_columns),
  [OF_FILES] = COLUMNS ("", NULL, file_columns),
  [SISTERS] = COLUMNS ("--by=sisters", NULL, columns_of_sisters),
  [OF_SISTERS] = COLUMNS ("--by=sisters", word_order_pair_integers, sister_columns),
};

const TbkTableColumns *
word_order_tables (int number)
{
  return number >= 0 && number < N_GROUPS ? &column_groups[number] : NULL;
}

/* Returns whether rows are of files alone. */
static gboolean
is_of_files (const TbkWordOrderOptions *options)
{
  return !options->has_sisters && !keys_in_files (options->keys);
}

static const char *const plain[] = { "", "_low", "_high", NULL }, *const of_releases[] = {
  "_old", "_new", "_difference", "_low", "_high", "_p", NULL
};

/* Appends all of a group of columns; with intervals what is measured has those of all suffixes, else those up to "_low". */
static void
add_columns (GPtrArray *all, int group, const char *const *suffixes, gboolean has_intervals)
{
  const TbkTableColumns *columns = &column_groups[group];

  for (int c = 0; c < columns->n_columns; c++)
    for (int s = 0; suffixes[s] != NULL; s++) {
      g_autofree char *name = g_strconcat (tbk_table_columns_name (columns, c), suffixes[s], NULL);

      if (g_str_equal (suffixes[s], "_low") && !(has_intervals && columns->columns[c].denominator >= 0))
        break;
      g_ptr_array_add (all, (gpointer) g_intern_string (name));
    }
}

const char **
tbk_word_order_columns (const TbkWordOrderOptions *options)
{
  const gboolean has_intervals = options->level > 0;
  GPtrArray *all = g_ptr_array_new ();

  if (options->keys != NULL || !options->has_sisters)
    keys_columns (options->keys, all);
  if (options->has_sisters)
    add_columns (all, SISTERS, plain, FALSE);
  add_columns (all, options->has_sisters ? OF_SISTERS : OF_ARCS, plain, has_intervals);
  if (!options->has_sisters && word_order_has (options, WORD_ORDER_SISTERS))
    add_columns (all, OF_FILES, plain, has_intervals);
  keys_end_columns (options->keys, all);
  return (const char **) g_ptr_array_free (all, FALSE);
}

const char **
word_order_against_columns (const TbkWordOrderOptions *options)
{
  GPtrArray *all = g_ptr_array_new ();

  keys_columns (options->keys, all);
  add_columns (all, OF_ARCS, of_releases, options->level > 0);
  add_columns (all, OF_FILES, of_releases, options->level > 0);
  keys_end_columns (options->keys, all);
  return (const char **) g_ptr_array_free (all, FALSE);
}

/* The first column with an interval that @columns names, and its group; NULL if there is none. */
static const TbkTableColumn *
find_plotted (const char *columns, int *group)
{
  g_auto (GStrv) patterns = g_strsplit (columns, ",", -1);

  for (int p = 0; patterns[p] != NULL; p++)
    for (*group = OF_ARCS; *group <= OF_FILES; ++*group)
      for (int c = 0; c < column_groups[*group].n_columns; c++) {
        const TbkTableColumn *column = &column_groups[*group].columns[c];

        if (column->denominator >= 0 && g_pattern_match_simple (patterns[p], column->name))
          return column;
      }
  return NULL;
}

const char *
word_order_plotted (const char *columns)
{
  int group;
  const TbkTableColumn *column = find_plotted (columns != NULL ? columns : "order_freedom", &group);

  return column == NULL ? NULL : column->name;
}

/* 2. rows: groups of arcs, and what is known of their order.
 *
 * Files are put into groups, by those keys of the table that are of files, and the kinds of arcs of each group into rows, by the
 * other keys, which are the first parts of the key of a kind. A row of sisters is a kind.
 */

enum { KEPT_SECTIONS = WORD_ORDER_SISTERS - WORD_ORDER_ARCS + 1 };

/* The arcs or pairs of each round in both orders. They are added up in lanes of 16 bits, 16 of them by one instruction. A
 * round has a sentence at most TBK_FIGURES_ROUNDS times, so that lanes cannot overflow before they have MOST_IN_LANES
 * arcs; then they are added to wide sums. */
typedef struct {
  gint64 n_in_lanes[2];
  guint16 lanes[2][TBK_FIGURES_ROUNDS];
  gint64 (*wide)[TBK_FIGURES_ROUNDS]; /* of both orders; NULL: nothing */
} DrawnCounts;

enum { MOST_IN_LANES = G_MAXUINT16 / TBK_FIGURES_ROUNDS };

/* Sums of the arcs or the pairs of a row. */
typedef struct {
  gint64 n, n_first; /* all, and those of order 1 */
  gint64 n_kinds;
  double entropy[2];        /* sums over them, plug-in and corrected */
  GPtrArray *free_kinds;    /* DrawnCounts of kinds that have both orders, */
  DrawnCounts *fixed_kinds; /* and among them of all others together, while they are drawn; or NULL */
  gint64 waiting[2];        /* of the others, in the sentence in hand */
  double ends[N_ENDS][2];
  double (
      *rounds)[TBK_FIGURES_ROUNDS]; /* shares and freedoms of rounds, NAN where they have nothing; or NULL */
} OrderSums;

enum { PARTS = TBK_KEYS_MOST, PARTS_OF_SISTERS = 4, MOST_PARTS = PARTS + PARTS_OF_SISTERS };

typedef struct {
  KeyedRow keyed; /* the first, for keyed_row_compare() */
  char *text;     /* the parts, with a NUL behind each */
  const char *parts[MOST_PARTS];
  OrderSums of[KEPT_SECTIONS];
} OrderRow;

static void
row_free (gpointer data)
{
  OrderRow *row = data;

  for (int s = 0; s < KEPT_SECTIONS; s++)
    g_free (row->of[s].rounds);
  g_free (row->text);
  g_free (row);
}

/* Files whose kinds of arcs are added up; `files` has no tally. */
typedef struct {
  FileGroup files;
  const char *name; /* of the first */
  GPtrArray *tallies;
} OrderGroup;

/* A kind of arcs or of pairs whose entries in sentences are looked up. */
typedef struct DrawnKind {
  guint64 hash;
  OrderSums *sums;
  struct DrawnKind *total; /* the same in the table of the total; or NULL */
  gboolean is_free;        /* it has both orders */
  DrawnCounts *counts;     /* NULL while nothing of it was drawn */
} DrawnKind;

enum { N_HARMONIC = 1 << 12 };

typedef struct OrderTable {
  const TbkWordOrderOptions *options;
  struct OrderTable *total; /* of all groups, which draw for it; or NULL */
  gboolean is_total;        /* it draws nothing itself */
  gboolean keeps_rounds;    /* for the rounds of a difference */
  GPtrArray *rows;
  TbkVocabulary *names; /* of the rows of the group in hand, by their number from @first on */
  GString *name;        /* scratch */
  guint first;
  GHashTable *drawn;  /* DrawnKind by its hash: those of the group in hand; NULL without intervals */
  GPtrArray *waiting; /* OrderSums */
  gboolean has_clash; /* two kinds have one hash */
  gint64 n_missing;   /* arcs and pairs of the group in hand, less those of its sentences that were drawn */
  const char *faulty; /* the first group where that was not 0 in the end; or NULL */
  double *harmonic;   /* times_harmonic() of the first numbers */
} OrderTable;

/* Sets the parts of the key of a row whose text is in `name`. */
static OrderRow *
row_new (const OrderTable *table, const OrderGroup *group)
{
  OrderRow *row = g_new0 (OrderRow, 1);
  const char *part = row->text = g_memdup2 (table->name->str, table->name->len + 1);

  row->keyed = (KeyedRow){ &group->files, row->parts };
  for (int p = 0; p < MOST_PARTS; p++, part += strlen (part) + 1)
    row->parts[p] = part;
  return row;
}

/* The row of a kind of arcs of @group; NULL with @error set if memory runs out. */
static OrderRow *
find_row (OrderTable *table, const OrderGroup *group, const char *const *key, GError **error)
{
  const int n_parts = table->options->has_sisters ? MOST_PARTS : PARTS;
  int number;

  g_string_truncate (table->name, 0);
  for (int p = 0; p < MOST_PARTS; p++)
    g_string_append_len (table->name, p < n_parts ? key[p] : "",
                         p < n_parts ? (gssize) strlen (key[p]) + 1 : 1);
  number = tbk_vocabulary_add (table->names, table->name->str, table->name->len, error);
  if (number < 0)
    return NULL;
  if (table->first + (guint) number == table->rows->len)
    g_ptr_array_add (table->rows, row_new (table, group));
  return g_ptr_array_index (table->rows, table->first + (guint) number);
}

static gboolean
add_kinds (OrderTable *table, const OrderGroup *group, const TbkTally *sum, int section, GError **error)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (sum, section, &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    const gint64 n = rows[r].values[0], n_first = rows[r].values[1], counts[] = { n_first, n - n_first };
    OrderRow *row = find_row (table, group, rows[r].key, error);
    OrderSums *sums;

    if (row == NULL)
      return FALSE;
    sums = &row->of[section - WORD_ORDER_ARCS];
    sums->n += n;
    sums->n_first += n_first;
    sums->n_kinds++;
    for (int c = 0; c < 2; c++)
      sums->entropy[c] += word_order_entropy_sum (counts, 2, c == 1);
    if (table->drawn != NULL) {
      DrawnKind *kind = g_new0 (DrawnKind, 1);

      table->n_missing += n;
      kind->hash = word_order_hash (section, rows[r].key);
      kind->sums = sums;
      kind->is_free = n_first > 0 && n_first < n;
      if (table->total != NULL)
        kind->total = g_hash_table_lookup (table->total->drawn, &kind->hash);
      table->has_clash |= !g_hash_table_replace (table->drawn, &kind->hash, kind);
    }
  }
  return TRUE;
}

/* 3. intervals: the order of words in sentences drawn at random.
 *
 * A share or an entropy is no sum over sentences, so that sums of rounds over a file would not do: the counts of each kind are
 * needed, in each round. Of all kinds and files these would be gigabytes. So a tally has what each sentence has of each kind, 8
 * bytes for an arc, from which the rounds of one group of files after the other are made. Kinds that have one order alone, as
 * most do, have no entropy in any round; they are added up. A sentence is drawn once, for its group and for the total.
 *
 * The ends of a share are those of the middle of the rounds. The entropy of a row's order is a function of the share, so its
 * interval is of all entropies that shares between these ends have, whichever column estimates it.
 *
 * Freedom is a mean over many kinds. The plug-in value P lacks the orders that are too rare to be in the sample; the corrected
 * value C has back some of them. A round is a sample of the treebank, whose freedom is P, so its corrected value Q errs by Q - P.
 * If C errs by as much (which is the "basic" bootstrap of Davison and Hinkley 1997, 5.2), the ends are
 * C + P - Q; but of a language, which has more rare orders than the treebank, more is lacking, by as much as
 * C - Q if nothing was corrected. With q(p) of which a share p of all Q is below, the ends for 95 per cent are therefore
 *
 *   (WO5)  C + P - q(0.975),  2 C - q(0.025)
 *
 * cut off at 0 and at 1 bit, for both columns. In samples of real treebanks the first of both held the true value in 58 of
 * 100 (200 sentences) to 95 (2000 and more), 2 C in 82 to 96 with C itself sometimes outside, and both together in 89 to 100.
 */

/* n h(n - 1) of (WO3): a corrected entropy is a difference of these, divided by the size of the sample. In bits. */
static double
times_harmonic (const OrderTable *table, gint64 n)
{
  return n < N_HARMONIC ? table->harmonic[n] : word_order_times_harmonic (n);
}

static gboolean
has_both_orders (const OrderSums *sums)
{
  return sums->n_first > 0 && sums->n_first < sums->n;
}

BODY void
add_lanes_body (guint16 *restrict lanes, const guint16 *restrict weights, guint16 n)
{
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    lanes[r] = (guint16) (lanes[r] + weights[r] * n);
}

BOTH (static, void, add_lanes, (guint16 *restrict lanes, const guint16 *restrict weights, guint16 n),
      (lanes, weights, n))

/* Adds the lanes to the wide sums, and begins them anew. */
static void
spill (DrawnCounts *counts, int order)
{
  gint64 *wide;

  if (counts->wide == NULL)
    counts->wide = g_malloc0 (2 * sizeof *counts->wide);
  wide = counts->wide[order];
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    wide[r] += counts->lanes[order][r];
  memset (counts->lanes[order], 0, sizeof counts->lanes[order]);
  counts->n_in_lanes[order] = 0;
}

/* Adds a sentence with @n arcs or pairs to the rounds, each of which has it @weights times. */
static void
add_to_rounds (DrawnCounts *counts, int order, const guint16 *weights, gint64 n)
{
  if (counts->n_in_lanes[order] + n > MOST_IN_LANES)
    spill (counts, order);
  if (n > MOST_IN_LANES)
    for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
      counts->wide[order][r] += weights[r] * n;
  else if (n > 0) {
    counts->n_in_lanes[order] += n;
    add_lanes (counts->lanes[order], weights, (guint16) n);
  }
}

static void
counts_free (gpointer data)
{
  DrawnCounts *counts = data;

  g_free (counts->wide);
  g_free (counts);
}

/* Makes room for the rounds of a row, or of a kind that has both orders. */
static DrawnCounts *
begin_counts (OrderSums *sums)
{
  DrawnCounts *counts = g_new0 (DrawnCounts, 1);

  if (sums->free_kinds == NULL)
    sums->free_kinds = g_ptr_array_new_with_free_func (counts_free);
  g_ptr_array_add (sums->free_kinds, counts);
  return counts;
}

/* Adds @n arcs or pairs of a kind to the rounds. Kinds with one order wait for one another, so that a sentence adds all of them
 * at once. Nothing is drawn where all the row has one order. */
static void
draw_kind (const OrderTable *table, DrawnKind *kind, int order, gint64 n, const guint16 *weights)
{
  OrderSums *sums = kind->sums;

  if (!has_both_orders (sums))
    return;
  if (!kind->is_free) {
    if (sums->waiting[0] + sums->waiting[1] == 0)
      g_ptr_array_add (table->waiting, sums);
    sums->waiting[order] += n;
    return;
  }
  if (kind->counts == NULL)
    kind->counts = begin_counts (sums);
  add_to_rounds (kind->counts, order, weights, n);
}

static void
draw_entry (OrderTable *table, gint64 entry, const guint16 *weights)
{
  const guint64 hash = drawn_hash (entry);
  const gint64 n = G_GINT64_CONSTANT (1) << (entry >> 1 & 63);
  DrawnKind *kind = g_hash_table_lookup (table->drawn, &hash);

  if (kind == NULL)
    return;
  table->n_missing -= n;
  draw_kind (table, kind, entry & 1, n, weights);
  if (kind->total != NULL)
    draw_kind (table, kind->total, entry & 1, n, weights);
}

/* Adds what waits. */
static void
end_sentence (const OrderTable *table, const guint16 *weights)
{
  for (guint s = 0; s < table->waiting->len; s++) {
    OrderSums *sums = g_ptr_array_index (table->waiting, s);

    if (sums->fixed_kinds == NULL)
      sums->fixed_kinds = begin_counts (sums);
    for (int order = 0; order < 2; order++) {
      add_to_rounds (sums->fixed_kinds, order, weights, sums->waiting[order]);
      sums->waiting[order] = 0;
    }
  }
  g_ptr_array_set_size (table->waiting, 0);
}

/* Sets @weights to how often each round has the sentence with this key. */
static void
weigh (const char *const *key, guint16 weights[TBK_FIGURES_ROUNDS])
{
  rounds_weigh ((RoundsKey){ g_ascii_strtoull (key[DRAWN_WORDS], NULL, 10),
                             g_ascii_strtoull (key[DRAWN_SENTENCE], NULL, 10) },
                weights);
}

/* Draws the sentences of a file. The rows of one of them come one after the other. */
static void
draw_sentences (OrderTable *table, const TbkTally *tally)
{
  guint16 weights[TBK_FIGURES_ROUNDS] = { 0 };
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, WORD_ORDER_DRAWN, &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    const char *const *key = rows[r].key;

    if (r == 0 || strcmp (key[DRAWN_SENTENCE], rows[r - 1].key[DRAWN_SENTENCE]) != 0
        || strcmp (key[DRAWN_WORDS], rows[r - 1].key[DRAWN_WORDS]) != 0) {
      end_sentence (table, weights);
      weigh (key, weights);
    }
    for (int e = 0; e < DRAWN_IN_ROW && rows[r].values[e] != 0; e++)
      draw_entry (table, rows[r].values[e], weights);
  }
  end_sentence (table, weights);
}

/* The numbers of a row in each round: both orders, and the sum of freedom (WO3). */
typedef struct {
  gint64 of[2][TBK_FIGURES_ROUNDS];
  double freedom[TBK_FIGURES_ROUNDS];
} RowRounds;

/* Adds a kind, or those that have one order. */
static void
add_counts (const OrderTable *table, const OrderSums *sums, DrawnCounts *counts, RowRounds *rounds)
{
  for (int order = 0; order < 2; order++) {
    spill (counts, order);
    for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
      rounds->of[order][r] += counts->wide[order][r];
  }
  for (int r = 0; counts != sums->fixed_kinds && r < TBK_FIGURES_ROUNDS; r++) {
    const gint64 x = counts->wide[0][r], y = counts->wide[1][r];

    if (x > 0 && y > 0)
      rounds->freedom[r] +=
          times_harmonic (table, x + y) - times_harmonic (table, x) - times_harmonic (table, y);
  }
}

/* Sets the shares and the freedom of rounds that have something of the row; returns how many these are. */
static int
measure_rounds (const OrderTable *table, const OrderSums *sums, RoundValue *shares, RoundValue *freedoms)
{
  RowRounds rounds = { 0 };
  int n = 0;

  for (guint k = 0; k < sums->free_kinds->len; k++)
    add_counts (table, sums, g_ptr_array_index (sums->free_kinds, k), &rounds);
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    const double all = (double) (rounds.of[0][r] + rounds.of[1][r]);

    if (all == 0)
      continue;
    shares[n] = (RoundValue){ 100.0 * (double) rounds.of[1][r] / all, r };
    freedoms[n++] = (RoundValue){ rounds.freedom[r] / all, r };
  }
  return n;
}

static double
find_measure (const OrderSums *sums, int measure)
{
  const gint64 counts[] = { sums->n_first, sums->n - sums->n_first };
  const double sum = measure == SHARE_OF_FIRST ? 100.0 * (double) sums->n_first
                     : measure >= FREEDOM      ? sums->entropy[measure - FREEDOM]
                                          : word_order_entropy_sum (counts, 2, measure == ENTROPY_CORRECTED);

  return sum / (double) sums->n;
}

/* The entropy of an order that has a share of @percent. */
static double
entropy_of (double percent)
{
  const double p = percent / 100;

  return p <= 0 || p >= 1 ? 0 : -(p * log2 (p) + (1 - p) * log2 (1 - p));
}

/* Sets @ends to the least and the greatest entropy of shares between the ends of an interval. */
static void
find_ends_of_entropy (const double *share_ends, double *ends)
{
  const double x = entropy_of (share_ends[0]), y = entropy_of (share_ends[1]);

  ends[0] = MIN (x, y);
  ends[1] = share_ends[0] <= 50 && share_ends[1] >= 50 ? 1 : MAX (x, y);
}

/* Keeps the shares and the freedoms of @n rounds; where there are none drawn, all has one order. */
static void
keep_rounds (OrderSums *sums, const RoundValue *shares, const RoundValue *freedoms, int n)
{
  const gboolean is_fixed = sums->free_kinds == NULL;

  sums->rounds = g_malloc (2 * sizeof *sums->rounds);
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    sums->rounds[0][r] = is_fixed ? find_measure (sums, SHARE_OF_FIRST) : NAN;
    sums->rounds[1][r] = is_fixed ? 0 : NAN;
  }
  for (int i = 0; i < n; i++) {
    sums->rounds[0][shares[i].round] = shares[i].value;
    sums->rounds[1][freedoms[i].round] = freedoms[i].value;
  }
}

/* Sets the intervals of all measures, and forgets the rounds. Where all has one order, so it has in all rounds. */
static void
settle (const OrderTable *table, OrderSums *sums)
{
  RoundValue shares[TBK_FIGURES_ROUNDS], freedoms[TBK_FIGURES_ROUNDS], found[2];
  double *share_ends = sums->ends[END_OF_SHARE], *freedom_ends = sums->ends[END_OF_FREEDOM], corrected;
  int n = 0;

  if (sums->n == 0)
    return;
  if (sums->free_kinds != NULL)
    n = measure_rounds (table, sums, shares, freedoms);
  if (table->keeps_rounds)
    keep_rounds (sums, shares, freedoms, n);
  share_ends[0] = share_ends[1] = find_measure (sums, SHARE_OF_FIRST);
  if (n > 0) {
    rounds_find_ends (shares, n, table->options->level, found);
    share_ends[0] = found[0].value;
    share_ends[1] = found[1].value;
  }
  find_ends_of_entropy (share_ends, sums->ends[END_OF_ENTROPY]);
  if (n == 0 || sums->n_kinds == 1) {
    find_ends_of_entropy (share_ends, freedom_ends);
  } else { /* (WO5) */
    rounds_find_ends (freedoms, n, table->options->level, found);
    corrected = find_measure (sums, FREEDOM_CORRECTED);
    freedom_ends[0] = CLAMP (corrected + find_measure (sums, FREEDOM) - found[1].value, 0, 1);
    freedom_ends[1] = CLAMP (2 * corrected - found[0].value, 0, 1);
  }
  g_clear_pointer (&sums->free_kinds, g_ptr_array_unref);
  sums->fixed_kinds = NULL;
}

/* Ends the rounds of the rows from @first on. */
static void
settle_rows (OrderTable *table, guint first)
{
  for (guint r = first; r < table->rows->len; r++)
    for (int s = 0; s < KEPT_SECTIONS; s++)
      settle (table, &((OrderRow *) g_ptr_array_index (table->rows, r))->of[s]);
  g_hash_table_remove_all (table->drawn);
}

/* 4. table: the cells of rows, for files, languages or all. */

static gboolean
add_group (OrderTable *table, const OrderGroup *group, GError **error)
{
  static const char *const no_keys[MOST_PARTS] = { "", "", "", "", "", "", "" };
  const GPtrArray *tallies = group->tallies;
  g_autoptr (TbkTally) sum = tallies->len == 1 ? NULL : tbk_tally_new (word_order_layout ());

  table->first = table->rows->len;
  tbk_vocabulary_clear (table->names);
  if (is_of_files (table->options) && find_row (table, group, no_keys, error) == NULL)
    return FALSE;
  for (int section = WORD_ORDER_ARCS; section <= WORD_ORDER_SISTERS; section++) {
    if (!word_order_has (table->options, section))
      continue;
    for (guint t = 0; sum != NULL && t < tallies->len; t++)
      tally_add_section (sum, g_ptr_array_index (tallies, t), section);
    if (!add_kinds (table, group, sum != NULL ? sum : g_ptr_array_index (tallies, 0), section, error))
      return FALSE;
  }
  if (table->drawn == NULL || table->is_total)
    return TRUE;
  for (guint t = 0; t < tallies->len; t++)
    draw_sentences (table, g_ptr_array_index (tallies, t));
  settle_rows (table, table->first);
  if (table->n_missing != 0 && table->faulty == NULL)
    table->faulty = group->name;
  table->n_missing = 0;
  return TRUE;
}

/* The digits of a measure behind the point. */
static int
find_digits (int measure)
{
  return measure == SHARE_OF_FIRST ? 2 : 4;
}

/* A measure alone; nothing of nothing. */
static void
write_value (const OrderSums *sums, int measure, TbkTable *table)
{
  if (measure == SHARE_OF_FIRST)
    tbk_table_percent (table, sums->n_first, sums->n);
  else if (sums->n == 0)
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, find_measure (sums, measure), find_digits (measure));
}

/* A measure, and its interval. */
static void
write_measure (const OrderTable *of, const OrderSums *sums, int measure, TbkTable *table)
{
  const int digits = find_digits (measure);

  write_value (sums, measure, table);
  for (int end = 0; of->drawn != NULL && end < 2; end++)
    if (sums->n == 0)
      tbk_table_nothing (table);
    else
      tbk_table_decimal (table, sums->ends[measure / 2][end], digits);
}

/* Plots a row of a file or language. */
static void
plot_row (const OrderTable *of, const OrderRow *row)
{
  const TbkWordOrderOptions *options = of->options;
  const OrderGroup *files = (const OrderGroup *) row->keyed.group;
  g_autofree char *name = (options->keys == NULL ? file_short_name : file_language) (files->name);
  int group;
  const int measure = find_plotted (options->plotted, &group)->numerator;
  const OrderSums *sums = &row->of[group == OF_FILES ? WORD_ORDER_SISTERS - WORD_ORDER_ARCS : 0];
  gint64 n_sentences = 0;

  for (guint t = 0; t < files->tallies->len; t++) {
    const gint64 *figures = tbk_tally_get (files->tallies->pdata[t], WORD_ORDER_FIGURES, NULL);

    n_sentences += figures == NULL ? 0 : figures[FIGURE_SENTENCES];
  }
  if (sums->n > 0)
    options->plot (options->plot_data, name, n_sentences, find_measure (sums, measure),
                   sums->ends[measure / 2]);
}

static gboolean
write_row (const OrderTable *of, const OrderRow *row, TbkTable *table, GError **error)
{
  const TbkWordOrderOptions *options = of->options;
  const gboolean is_of_sisters = options->has_sisters;
  const OrderSums *sisters = &row->of[WORD_ORDER_SISTERS - WORD_ORDER_ARCS],
                  *first = is_of_sisters ? sisters : &row->of[0];

  if (options->plot != NULL && !of->is_total)
    plot_row (of, row);
  for (int k = 0; of->is_total && k < MAX (1, tbk_keys_count (options->keys)); k++)
    tbk_table_string (table, k == 0 ? "TOTAL" : "");
  if (!of->is_total && (options->keys != NULL || !is_of_sisters))
    keyed_row_write (&row->keyed, options->keys, table);
  for (int p = PARTS; is_of_sisters && p < MOST_PARTS; p++)
    tbk_table_string (table, row->parts[p]);
  tbk_table_integer (table, first->n);
  tbk_table_integer (table, first->n_first);
  for (int m = SHARE_OF_FIRST; m <= (is_of_sisters ? ENTROPY_CORRECTED : FREEDOM_CORRECTED); m++)
    write_measure (of, first, m, table);
  if (!is_of_sisters && word_order_has (options, WORD_ORDER_SISTERS)) {
    tbk_table_integer (table, first->n_kinds);
    tbk_table_integer (table, sisters->n);
    write_measure (of, sisters, FREEDOM, table);
    write_measure (of, sisters, FREEDOM_CORRECTED, table);
  }
  return tbk_table_end_row (table, error);
}

/* By the keys, then by sisters. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer keys)
{
  const OrderRow *x = *(OrderRow *const *) a, *y = *(OrderRow *const *) b;
  int order = keyed_row_compare (&x->keyed, &y->keyed, keys);

  for (int p = PARTS; order == 0 && p < MOST_PARTS; p++)
    order = strcmp (x->parts[p], y->parts[p]);
  return order;
}

static OrderTable
table_begin (const TbkWordOrderOptions *options)
{
  OrderTable table = { .options = options,
                       .rows = g_ptr_array_new_with_free_func (row_free),
                       .names = tbk_vocabulary_new (),
                       .name = g_string_new (NULL) };

  if (options->level == 0)
    return table;
  table.drawn = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  table.waiting = g_ptr_array_new ();
  table.harmonic = g_new (double, N_HARMONIC);
  for (int n = 0; n < N_HARMONIC; n++)
    table.harmonic[n] = word_order_times_harmonic (n);
  return table;
}

static void
table_clear (OrderTable *table)
{
  g_ptr_array_unref (table->rows);
  tbk_vocabulary_free (table->names);
  g_string_free (table->name, TRUE);
  g_clear_pointer (&table->drawn, g_hash_table_unref);
  g_clear_pointer (&table->waiting, g_ptr_array_unref);
  g_free (table->harmonic);
}

static gboolean
write_rows (OrderTable *of, TbkTable *table, GError **error)
{
  gboolean done = TRUE;

  if (of->has_clash)
    done = fail_data (error, "found two kinds of arcs or sisters with one hash, expected different ones: no "
                             "intervals can be computed");
  else if (of->faulty != NULL)
    done = fail_data (error,
                      "%s: found other arcs or pairs in drawn sentences than in total, expected the same: no "
                      "intervals can be computed",
                      of->faulty);
  if (!is_of_files (of->options))
    g_ptr_array_sort_with_data (of->rows, compare_rows, (gpointer) of->options->keys);
  for (guint r = 0; r < of->rows->len && done; r++)
    done = write_row (of, g_ptr_array_index (of->rows, r), table, error);
  return done;
}

static void
group_clear (gpointer data)
{
  OrderGroup *group = data;

  file_keys_clear (&group->files.keys);
  g_ptr_array_unref (group->tallies);
}

/* Adds a file to the group of its keys, which is made if there is none. Without keys a file is a group of its own, but not for
 * sisters. */
static void
add_file (GArray *groups, const TbkWordOrderOptions *options, const char *file, const TbkTally *tally)
{
  const gboolean is_alone = options->keys == NULL && !options->has_sisters;
  OrderGroup group = { .files.number = groups->len, .name = file };
  guint g = is_alone ? groups->len : 0;

  if (is_alone || options->keys != NULL)
    file_keys_set (&group.files.keys, options->keys, file);
  while (g < groups->len
         && !file_keys_are_equal (&g_array_index (groups, OrderGroup, g).files.keys, &group.files.keys))
    g++;
  if (g == groups->len) {
    group.tallies = g_ptr_array_new ();
    g_array_append_val (groups, group);
  } else {
    file_keys_clear (&group.files.keys);
  }
  g_ptr_array_add (g_array_index (groups, OrderGroup, g).tallies, (gpointer) tally);
}

/* The groups of the files that are in. */
static GArray *
find_groups (const TbkTallies *tallies, const TbkWordOrderOptions *options)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (OrderGroup));

  g_array_set_clear_func (groups, group_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      add_file (groups, options, tbk_tallies_name (tallies, f), tbk_tallies_get (tallies, f));
  return groups;
}

static gboolean
add_groups (OrderTable *of, const GArray *groups, GError **error)
{
  for (guint g = 0; g < groups->len; g++)
    if (!add_group (of, &g_array_index (groups, OrderGroup, g), error))
      return FALSE;
  return TRUE;
}

/* The group of all files. */
static OrderGroup
join_groups (const GArray *groups)
{
  OrderGroup all = { .tallies = g_ptr_array_new () };

  for (guint g = 0; g < groups->len; g++) {
    const OrderGroup *group = &g_array_index (groups, OrderGroup, g);

    for (guint t = 0; t < group->tallies->len; t++)
      g_ptr_array_add (all.tallies, g_ptr_array_index (group->tallies, t));
  }
  return all;
}

/* Writes the rows of groups of files and, where rows are of files alone and of several groups, that of all of them. */
gboolean
tbk_word_order_write (const TbkTallies *tallies, const TbkWordOrderOptions *options, TbkTable *table,
                      GError **error)
{
  g_autoptr (GArray) groups = find_groups (tallies, options);
  const gboolean has_total = is_of_files (options) && groups->len > 1;
  OrderTable of = table_begin (options), total = table_begin (options);
  OrderGroup all = join_groups (groups);
  gboolean done;

  total.is_total = TRUE;
  done = !has_total || add_group (&total, &all, error);
  of.total = has_total && total.drawn != NULL ? &total : NULL;
  done = done && add_groups (&of, groups, error);
  if (done && of.total != NULL)
    settle_rows (&total, 0);
  done = done && write_rows (&of, table, error) && (!has_total || write_rows (&total, table, error));
  table_clear (&of);
  table_clear (&total);
  group_clear (&all);
  return done;
}

gint64
word_order_wide_sides (const TbkTallies *tallies)
{
  gint64 n_wide = 0;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    const gint64 *figures = tally == NULL ? NULL : tbk_tally_get (tally, WORD_ORDER_FIGURES, NULL);

    n_wide += figures == NULL ? 0 : figures[FIGURE_WIDE];
  }
  return n_wide;
}

/* 5. against: rows of two releases.
 *
 * A round has the same sentences of both where their IDs and words are the same. Of shares and entropies the differences of rounds
 * are those of the values. With the plug-in freedom P and the corrected one C of both releases, and Q of a round, the difference
 * errs in the rounds by (Q - P of the new) - (Q - P of the old); the interval is that of
 *
 *   (WO6)  C + P - Q of the new, less C + P - Q of the old
 */

/* The value of a measure in a round, NAN if that has nothing. */
static double
value_in_round (const OrderSums *sums, int measure, int r)
{
  return measure == SHARE_OF_FIRST ? sums->rounds[0][r]
         : measure < FREEDOM       ? entropy_of (sums->rounds[0][r])
                                   : sums->rounds[1][r];
}

/* Writes a measure of both releases, and what is known of its difference. */
static void
write_measures (const OrderSums *of_new, const OrderSums *of_old, int measure, int level, TbkTable *table)
{
  const gboolean are_both = of_new->n > 0 && of_old->n > 0, is_freedom = measure >= FREEDOM;
  const double center = !are_both || !is_freedom
                            ? 0
                            : find_measure (of_new, FREEDOM_CORRECTED)
                                  - find_measure (of_old, FREEDOM_CORRECTED) + find_measure (of_new, FREEDOM)
                                  - find_measure (of_old, FREEDOM);
  RoundValue differences[TBK_FIGURES_ROUNDS];
  int n = 0;

  write_value (of_old, measure, table);
  write_value (of_new, measure, table);
  if (are_both)
    tbk_table_decimal (table, find_measure (of_new, measure) - find_measure (of_old, measure),
                       find_digits (measure));
  else
    tbk_table_nothing (table);
  for (int r = 0; level > 0 && are_both && r < TBK_FIGURES_ROUNDS; r++) {
    const double difference = value_in_round (of_new, measure, r) - value_in_round (of_old, measure, r);

    if (!isnan (difference))
      differences[n++] = (RoundValue){ is_freedom ? center - difference : difference, r }; /* (WO6) */
  }
  if (level > 0)
    chance_write_differences (differences, n, level, find_digits (measure), table);
}

/* Writes a number of both releases, and the difference. */
static void
write_numbers (gint64 of_new, gint64 of_old, gboolean has_old, TbkTable *table)
{
  if (has_old)
    tbk_table_integer (table, of_old);
  else
    tbk_table_nothing (table);
  tbk_table_integer (table, of_new);
  if (has_old)
    tbk_table_integer (table, of_new - of_old);
  else
    tbk_table_nothing (table);
}

/* Adds up files and their rounds, as the only row of @table. */
static gboolean
measure_release (OrderTable *table, const char *name, GPtrArray *tallies, GError **error)
{
  const OrderGroup group = { .name = name, .tallies = tallies };

  table->keeps_rounds = TRUE;
  if (!add_group (table, &group, error))
    return FALSE;
  return (!table->has_clash && table->faulty == NULL)
         || fail_data (
             error,
             "%s: found kinds of arcs that do not add up, expected others: no intervals can be computed",
             name);
}

/* Writes a row of the files of two releases. */
static gboolean
write_release (const ChanceAgainst *against, const char *name, GPtrArray *of_new, GPtrArray *of_old,
               GError **error)
{
  const TbkWordOrderOptions *options = against->options;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  TbkTable *table = against->table;
  TbkWordOrderOptions of_files = *options;
  OrderTable x, y;
  gboolean done;

  of_files.keys = NULL;
  x = table_begin (&of_files);
  y = table_begin (&of_files);
  done = measure_release (&x, name, of_new, error)
         && measure_release (&y, name, of_old != NULL ? of_old : none, error);
  if (done) {
    const OrderSums *a = ((OrderRow *) g_ptr_array_index (x.rows, 0))->of,
                    *b = ((OrderRow *) g_ptr_array_index (y.rows, 0))->of;
    const gboolean has_old = of_old != NULL && of_old->len > 0;

    tbk_table_string (table, name);
    write_numbers (a->n, b->n, has_old, table);
    write_numbers (a->n_first, b->n_first, has_old, table);
    for (int m = SHARE_OF_FIRST; m <= FREEDOM_CORRECTED; m++)
      write_measures (a, b, m, options->level, table);
    write_numbers (a->n_kinds, b->n_kinds, has_old, table);
    write_numbers (a[1].n, b[1].n, has_old, table);
    write_measures (&a[1], &b[1], FREEDOM, options->level, table);
    write_measures (&a[1], &b[1], FREEDOM_CORRECTED, options->level, table);
    done = tbk_table_end_row (table, error);
  }
  table_clear (&x);
  table_clear (&y);
  return done;
}

gboolean
word_order_write_against (const TbkTallies *of_new, const TbkTallies *of_old, const int *old_numbers,
                          const TbkWordOrderOptions *options, TbkTable *table, GError **error)
{
  return chance_against_rows (
      &(ChanceAgainst){ of_new, of_old, old_numbers, options->keys != NULL, write_release, options, table },
      error);
}
