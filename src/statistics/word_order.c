/* word_order.c - the order of heads and dependents, and of sisters: how free it is.
 *
 * Contents
 *   1. entropy: of a distribution that a sample was drawn from
 *   2. layout: the tallies
 *   3. job: counting arcs, and pairs of sisters
 *
 * An arc is of a kind: UPOS of its head, relation, UPOS of its dependent. Its order is a bit: does the dependent come
 * before the head. A pair of sisters, two dependents of one head on one side with different relations, is of a kind too:
 * UPOS of the head, side, both relations; its order is which relation comes first. With n_k the arcs of kind k, N all of
 * them, and H_k the entropy of the bit among those of kind k:
 *
 *   (WO1)  order_freedom = SUM over k:  n_k / N H_k        conditional entropy of the order, given the kind
 *   (WO2)  plug-in:   H = SUM over i:  n_i / n  log (n / n_i)
 *   (WO3)  corrected: H = SUM over i:  n_i / n  (h(n - 1) - h(n_i - 1)),   h(m) = 1 + 1/2 + ... + 1/m
 *
 * (WO3) is Zhang's estimator (2012). It has no bias but that of the terms v >= n in
 *
 *   H = SUM over v >= 1, i:  1/v  p_i (1 - p_i)^v
 *
 * so it is less than the truth in the mean, and by less than (WO2). Its values are not bounded by 1 bit: one of each has
 * 1.44 bits, and two of one kind 0. They are not cut, since then their means would be wrong.
 */
#include "query/query.h"
#include "statistics/statistics.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "conllu/conllu.h"
#include "corpus/corpus.h"

/* 1. entropy: of a distribution that a sample was drawn from. */

/* Returns h(n - 1) of (WO3), up to a constant that is the same for all n: the digamma function, of which this
 * is the usual series. Below 10, where the series is not exact enough, n is raised step by step by h(n - 1) =
 * h(n) - 1/n. */
static double
harmonic (gint64 n)
{
  double sum = 0, x, square;

  for (; n < 10; n++)
    sum -= 1.0 / (double) n;
  x = (double) n;
  square = 1 / (x * x);
  return sum + log (x) - 1 / (2 * x) - square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252)));
}

double
word_order_times_harmonic (gint64 n)
{
  return n == 0 ? 0 : (double) n * harmonic (n) / G_LN2;
}

/* Returns the entropy in bits, times n: so kinds are added up, weighted by how often they occur, as (WO1)
 * does. */
double
word_order_entropy_sum (const gint64 *counts, int n_counts, gboolean is_corrected)
{
  double sum = 0;
  gint64 n = 0;

  for (int i = 0; i < n_counts; i++)
    n += counts[i];
  for (int i = 0; i < n_counts; i++)
    if (counts[i] > 0 && counts[i] < n)
      sum += (double) counts[i]
             * (is_corrected ? harmonic (n) - harmonic (counts[i]) : log ((double) n / (double) counts[i]));
  return sum / G_LN2;
}

double
word_order_entropy (const gint64 *counts, int n_counts, gboolean is_corrected)
{
  gint64 n = 0;

  g_return_val_if_fail (counts != NULL && n_counts >= 0, 0);
  for (int i = 0; i < n_counts; i++)
    n += counts[i];
  return n == 0 ? 0 : word_order_entropy_sum (counts, n_counts, is_corrected) / (double) n;
}

/* 2. layout: the tallies. */

static const TbkTallyColumn figure_integers[N_FIGURES] = {
  [FIGURE_SENTENCES] = { "sentences", .most = TBK_TALLY_MOST },
  [FIGURE_ARCS] = { "arcs", .most = TBK_TALLY_MOST },
  [FIGURE_WIDE] = { "wide_sides", .part_of = FIGURE_ARCS + 1 },
};
const TbkTallyColumn word_order_arc_integers[N_ARC_VALUES] = {
  [N_ARCS] = { "arcs", .most = TBK_TALLY_MOST },
  [N_BEFORE] = { "before_head", .part_of = N_ARCS + 1 },
};
const TbkTallyColumn word_order_pair_integers[N_PAIR_VALUES] = {
  [N_PAIRS] = { "pairs", .most = TBK_TALLY_MOST },
  [N_IN_ORDER] = { "in_order", .part_of = N_PAIRS + 1 },
};
/* The parts of a RowKey, and behind them those of a kind. */
enum { PARTS = TBK_KEYS_MOST };
static const TbkTallyKey arc_keys[] = {
  ROW_KEY, { "head.upos", TBK_TALLY_TEXT }, { "deprel", TBK_TALLY_TEXT }, { "upos", TBK_TALLY_TEXT }
};
static const TbkTallyKey pair_keys[] = { ROW_KEY,
                                         { "head.upos", TBK_TALLY_TEXT },
                                         { "side", TBK_TALLY_TEXT },
                                         { "relation_1", TBK_TALLY_TEXT },
                                         { "relation_2", TBK_TALLY_TEXT } };
#define ENTRY(n)                                                                                             \
  {                                                                                                          \
    "entry_" #n                                                                                              \
  }
static const TbkTallyColumn drawn_entries[] = { ENTRY (0),  ENTRY (1),  ENTRY (2),  ENTRY (3),
                                                ENTRY (4),  ENTRY (5),  ENTRY (6),  ENTRY (7),
                                                ENTRY (8),  ENTRY (9),  ENTRY (10), ENTRY (11),
                                                ENTRY (12), ENTRY (13), ENTRY (14), ENTRY (15) };
G_STATIC_ASSERT (G_N_ELEMENTS (drawn_entries) == DRAWN_IN_ROW);
static const TbkTallyKey drawn_keys[] = { [DRAWN_WORDS] = { "draws", TBK_TALLY_NUMBER },
                                          [DRAWN_SENTENCE] = { "sentence", TBK_TALLY_NUMBER },
                                          [DRAWN_PART] = { "part", TBK_TALLY_INTEGER } };
static const TbkTallySection sections[] = {
  [WORD_ORDER_FIGURES] = { "figures", NULL, 0, figure_integers, N_FIGURES },
  [WORD_ORDER_ARCS] = { "arcs", arc_keys, G_N_ELEMENTS (arc_keys), word_order_arc_integers, N_ARC_VALUES,
                        TBK_TALLY_ALL, N_ARCS, WORD_ORDER_FIGURES, FIGURE_ARCS },
  [WORD_ORDER_SISTERS] = { "sisters", pair_keys, G_N_ELEMENTS (pair_keys), word_order_pair_integers,
                           N_PAIR_VALUES },
  [WORD_ORDER_DRAWN] = { "drawn", drawn_keys, G_N_ELEMENTS (drawn_keys), drawn_entries, DRAWN_IN_ROW },
};
static const char *const sides[] = { "left", "right" };

/* Hashes the parts of the key with their NULs, but for those of a row without keys; 56 bits are left. 0
 * stands for no entry. */
guint64
word_order_hash (int section, const char *const *key)
{
  const gboolean has_row = key[0][0] != '\0' || key[1][0] != '\0' || key[2][0] != '\0';
  guint64 hash = ROUNDS_HASH_OF_NOTHING ^ (guint64) section;

  for (int k = has_row ? 0 : PARTS; k < sections[section].n_keys; k++)
    hash = rounds_hash (hash, key[k], strlen (key[k]) + 1);
  return MAX ((hash ^ hash >> 56) & ((G_GUINT64_CONSTANT (1) << 56) - 1), 1);
}

/* The arcs or pairs that entries of sentences have. */
typedef struct {
  guint64 hash;
  gint64 n[2];
} DrawnSum;

/* Adds up the entries of all sentences by kind. FALSE if they have more arcs than there can be: an entry with
 * exponent e counts 2^e, so files that were changed could say more. */
static gboolean
sum_entries (GHashTable *sums, const TbkTallyRow *rows, gsize n_rows)
{
  for (gsize r = 0; r < n_rows; r++)
    for (int e = 0; e < DRAWN_IN_ROW && rows[r].values[e] != 0; e++) {
      const gint64 entry = rows[r].values[e], exponent = entry >> 1 & 63;
      const guint64 hash = drawn_hash (entry);
      DrawnSum *sum = g_hash_table_lookup (sums, &hash);

      if (sum == NULL) {
        sum = g_new0 (DrawnSum, 1);
        sum->hash = hash;
        g_hash_table_insert (sums, &sum->hash, sum);
      }
      if (exponent > 36)
        return FALSE;
      sum->n[entry & 1] += G_GINT64_CONSTANT (1) << exponent;
      if (sum->n[entry & 1] > TBK_TALLY_MOST)
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the entries have none of the kinds of @section or all, as often as they were counted. Adds
 * how many they have to @n. */
static gboolean
are_entries_of (GHashTable *sums, const TbkTally *tally, int section, guint *n)
{
  gsize n_rows, n_found = 0;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, section, &n_rows);

  for (gsize r = 0; r < n_rows; r++) {
    const guint64 hash = word_order_hash (section, rows[r].key);
    const DrawnSum *sum = g_hash_table_lookup (sums, &hash);

    if (sum != NULL && (sum->n[1] != rows[r].values[1] || sum->n[0] != rows[r].values[0] - rows[r].values[1]))
      return FALSE;
    n_found += sum != NULL;
  }
  *n += (guint) n_found;
  return n_found == 0 || n_found == n_rows;
}

/* Returns TRUE if the entries of sentences are those of the kinds. */
static gboolean
are_entries_right (const TbkTally *tally)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, WORD_ORDER_DRAWN, &n_rows);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  guint n = 0;

  return n_rows == 0
         || (sum_entries (sums, rows, n_rows) && are_entries_of (sums, tally, WORD_ORDER_ARCS, &n)
             && are_entries_of (sums, tally, WORD_ORDER_SISTERS, &n) && n == g_hash_table_size (sums));
}

static const char *
find_fault (const TbkTally *tally)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, WORD_ORDER_SISTERS, &n_rows);

  for (gsize r = 0; r < n_rows; r++)
    if ((strcmp (rows[r].key[PARTS + 1], sides[0]) != 0 && strcmp (rows[r].key[PARTS + 1], sides[1]) != 0)
        || strcmp (rows[r].key[PARTS + 2], rows[r].key[PARTS + 3]) >= 0)
      return "found sisters of another key, expected a side, left or right, and two relations in the order of their bytes";
  return are_entries_right (tally)
             ? NULL
             : "found other arcs or pairs in sentences than in total, expected the same";
}

static const TbkTallyLayout layout = { "word-order", sections, G_N_ELEMENTS (sections), find_fault,
                                       "found more arcs or pairs in some order than there are" };

const TbkTallyLayout *
word_order_layout (void)
{
  return &layout;
}

/* 3. job: counting arcs, and pairs of sisters.
 *
 * Names are numbers in the worker's vocabulary; three of them and a bit are the key of a kind, with the number of the row
 * where rows are by keys, until they become texts when a batch is done. Few names and kinds make up nearly all, so each has a place where it is looked for first.
 *
 * Of a side of a head there is a list of the relations so far, with how many dependents have them: the next one makes that
 * many pairs with each. So the cost is linear, since sides with more relations than WIDE are left out from there on.
 *
 *   the side of a head   det amod amod case    pairs: (det, amod) twice, (det, case), (amod, case) twice
 */

enum { WIDE = 64, NAME_BITS = 21, RECENT_BITS = 10, RECENT = 1 << RECENT_BITS, MANY = 1 << 16 };

/* A name of at most 16 bytes, as pack_name() has them, and its number in the vocabulary. */
typedef struct {
  guint64 bytes[2];
  gsize size; /* 0: none is here */
  int number;
} RecentName;

/* A relation on a side of a head. */
typedef struct {
  int deprel, n;
  int next; /* 0: none */
} SideRelation;

/* An arc kind, or two sisters in the order in which they come. */
typedef struct {
  struct {
    guint64 names; /* three, and a bit */
    guint64 row;
  } key;
  gint64 n[2]; /* by bit: dependent before head; of sisters the first alone */
  gint64
      entry; /* (WO4): of one in this order, for sisters; for arcs of one whose head comes first; 0: not known yet */
} OrderKind;

/* Kinds stay for the next batch, which has most of them too. */
typedef struct {
  GHashTable *all;    /* OrderKind by its key */
  GPtrArray *counted; /* those of this batch */
  OrderKind *recent[RECENT];
  int section;
  gboolean is_drawn; /* sentences note what they have of them */
} OrderKinds;

typedef struct {
  const TbkWordOrderOptions *options;
  CountedWords left;
  TbkVocabulary *vocabulary;
  TbkVocabulary *rows; /* the texts of their keys, */
  RowKey row_key;
  int row; /* and the number of that of the word in hand */
  gint64 figures[N_FIGURES];
  OrderKinds arcs, pairs;
  RecentName recent_names[RECENT];
  TbkPiece (*names)[2]; /* by word, as the next three: UPOS and DEPREL */
  int *upos, *deprels;
  int *first; /* relations of a side, by 2 head + side; -1: it is wide */
  Room room;
  SideRelation *relations;
  gsize n_relations, n_relations_allocated;
  GArray *entries; /* of the sentence in hand, for intervals */
} OrderWorker;

static guint64
hash_names (guint64 names, guint64 row)
{
  return names ^ row * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
}

static guint
hash_kind (gconstpointer kind)
{
  const OrderKind *of = kind;
  const gint64 hash = (gint64) hash_names (of->key.names, of->key.row);

  return g_int64_hash (&hash);
}

static gboolean
equal_kinds (gconstpointer a, gconstpointer b)
{
  const OrderKind *x = a, *y = b;

  return x->key.names == y->key.names && x->key.row == y->key.row;
}

static void
kinds_init (OrderKinds *kinds, int section, gboolean is_drawn)
{
  kinds->section = section;
  kinds->is_drawn = is_drawn;
  kinds->all = g_hash_table_new_full (hash_kind, equal_kinds, NULL, g_free);
  kinds->counted = g_ptr_array_new ();
}

static void
kinds_clear (OrderKinds *kinds)
{
  g_hash_table_unref (kinds->all);
  g_ptr_array_unref (kinds->counted);
}

gboolean
word_order_has (const TbkWordOrderOptions *options, int section)
{
  return section == WORD_ORDER_ARCS ? !options->has_sisters
                                    : tbk_keys_scope (options->keys) == TBK_SCOPE_SENTENCE;
}

static gpointer
worker_new (gpointer data)
{
  OrderWorker *worker = g_new0 (OrderWorker, 1);

  worker->options = data;
  counted_words_init (&worker->left, NULL, worker->options->without, worker->options->words);
  worker->vocabulary = tbk_vocabulary_new ();
  worker->rows = tbk_vocabulary_new ();
  row_key_init (&worker->row_key);
  worker->entries = g_array_new (FALSE, FALSE, sizeof (gint64));
  kinds_init (&worker->arcs, WORD_ORDER_ARCS,
              worker->options->level > 0 && word_order_has (worker->options, WORD_ORDER_ARCS));
  kinds_init (&worker->pairs, WORD_ORDER_SISTERS,
              worker->options->level > 0 && word_order_has (worker->options, WORD_ORDER_SISTERS));
  return worker;
}

static void
worker_free (gpointer data)
{
  OrderWorker *worker = data;

  counted_words_clear (&worker->left);
  tbk_vocabulary_free (worker->vocabulary);
  tbk_vocabulary_free (worker->rows);
  row_key_clear (&worker->row_key);
  kinds_clear (&worker->arcs);
  kinds_clear (&worker->pairs);
  room_clear (&worker->room);
  g_free (worker->relations);
  g_array_unref (worker->entries);
  g_free (worker);
}

static gboolean
check_file (gpointer data, gconstpointer reader, GError **error)
{
  (void) data;
  if (tbk_conllu_reader_has_column (reader, TBK_COLUMN_UPOS)
      && tbk_conllu_reader_has_column (reader, TBK_COLUMN_DEPREL))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: found the columns %s, expected UPOS and DEPREL among them",
               tbk_input_name (tbk_conllu_reader_input (reader)), tbk_conllu_reader_columns (reader));
  return FALSE;
}

/* Returns the place where a number is looked for first, by its upper bits after a multiplication, which mixes
 * all of them. */
static inline guint
recent_place (guint64 number)
{
  return (guint) (number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - RECENT_BITS));
}

/* Packs the bytes of a name of at most 16, without a loop: the first 8 and the last 8, which may overlap.
 * With the size, that is the name itself, so equal packs are equal names. */
static inline void
pack_name (TbkPiece name, guint64 bytes[2])
{
  const char *start = name.bytes, *end = name.bytes + name.size;

  if (name.size >= 8) {
    bytes[0] = load_word (start);
    bytes[1] = load_word (end - 8);
  } else if (name.size >= 4) {
    guint32 halves[2];

    memcpy (&halves[0], start, 4);
    memcpy (&halves[1], end - 4, 4);
    bytes[0] = halves[0];
    bytes[1] = halves[1];
  } else {
    bytes[0] = (guchar) start[0] | (guint64) (guchar) start[name.size / 2] << 8;
    bytes[1] = (guchar) end[-1];
  }
}

/* Returns the number of a name; -1 with @error set. Nearly all are among the recent ones, which are compared
 * by two words. */
static int
number_of (OrderWorker *worker, TbkPiece name, GError **error)
{
  guint64 bytes[2];
  RecentName *recent;
  int number;

  if (name.size <= sizeof bytes) {
    pack_name (name, bytes);
    recent = &worker->recent_names[recent_place (bytes[0] ^ (bytes[1] << 7))];
    if (G_LIKELY (recent->size == name.size && recent->bytes[0] == bytes[0] && recent->bytes[1] == bytes[1]))
      return recent->number;
  } else
    recent = NULL;
  number = tbk_vocabulary_add (worker->vocabulary, name.bytes, name.size, error);
  if (number >= 1 << NAME_BITS) {
    fail_data (error, "found more than %d different UPOS and DEPREL, expected fewer", 1 << NAME_BITS);
    return -1;
  }
  if (recent != NULL && number >= 0)
    *recent = (RecentName){ { bytes[0], bytes[1] }, name.size, number };
  return number;
}

static OrderKind *
find_kind (OrderKinds *kinds, guint64 names, int row)
{
  const OrderKind key = { .key = { names, (guint64) row } };
  OrderKind **recent = &kinds->recent[recent_place (hash_names (names, (guint64) row))];

  if (*recent != NULL && equal_kinds (*recent, &key))
    return *recent;
  *recent = g_hash_table_lookup (kinds->all, &key);
  if (*recent == NULL) {
    *recent = g_new (OrderKind, 1);
    **recent = key;
    g_hash_table_add (kinds->all, *recent);
  }
  return *recent;
}

/* Returns the name that is in the key in place @place, from the end. */
static const char *
name_in (const OrderWorker *worker, guint64 key, int place)
{
  return tbk_vocabulary_name (worker->vocabulary,
                              (int) (key >> (1 + place * NAME_BITS) & ((1 << NAME_BITS) - 1)));
}

/* Finds the key of a kind of arcs in the tally. */
static void
find_arc_key (const OrderWorker *worker, const OrderKind *kind, const char *key[PARTS + 3])
{
  row_key_part (tbk_vocabulary_name (worker->rows, (int) kind->key.row), key);
  for (int part = 0; part < 3; part++)
    key[PARTS + part] = name_in (worker, kind->key.names, 2 - part);
}

/* Finds the key of two sisters, whose relations are in the order of their bytes, so that both orders have one
 * key. Returns whether they come in this order. */
static gboolean
find_pair_key (const OrderWorker *worker, const OrderKind *kind, const char *key[PARTS + 4])
{
  const char *first = name_in (worker, kind->key.names, 1), *second = name_in (worker, kind->key.names, 0);
  const gboolean is_in_order = strcmp (first, second) < 0;

  row_key_part (tbk_vocabulary_name (worker->rows, (int) kind->key.row), key);
  key[PARTS] = name_in (worker, kind->key.names, 2);
  key[PARTS + 1] = sides[kind->key.names & 1];
  key[PARTS + 2] = is_in_order ? first : second;
  key[PARTS + 3] = is_in_order ? second : first;
  return is_in_order;
}

/* Notes @more of one order of a kind for the rounds that the sentence will draw: an entry for each bit of
 * @more. So 5 pairs are two entries, of 4 and of 1. */
static void
note_entries (OrderWorker *worker, const OrderKinds *kinds, OrderKind *kind, int order, int more)
{
  if (kind->entry == 0) {
    const char *key[PARTS + 4];
    gboolean is_in_order = FALSE;

    if (kinds->section == WORD_ORDER_ARCS)
      find_arc_key (worker, kind, key);
    else
      is_in_order = find_pair_key (worker, kind, key);
    kind->entry = (gint64) (word_order_hash (kinds->section, key) << 7) | is_in_order;
  }
  for (guint rest = (guint) more; rest != 0; rest &= rest - 1) {
    const gint64 entry = kind->entry | __builtin_ctz (rest) << 1 | order;

    g_array_append_val (worker->entries, entry);
  }
}

/* Adds @more of one order to a kind. */
static void
count_kind (OrderWorker *worker, OrderKinds *kinds, const int parts[3], int bit, int order, int more)
{
  OrderKind *kind = find_kind (
      kinds,
      ((((guint64) parts[0] << NAME_BITS | (guint64) parts[1]) << NAME_BITS | (guint64) parts[2]) << 1)
          | (guint64) bit,
      worker->row);

  if (kind->n[0] + kind->n[1] == 0)
    g_ptr_array_add (kinds->counted, kind);
  kind->n[order] += more;
  if (kinds->is_drawn)
    note_entries (worker, kinds, kind, order, more);
}

/* Adds the pairs that a dependent makes with those before it on its side. */
static gboolean
count_pairs (OrderWorker *worker, int head, int side, int deprel, GError **error)
{
  int *first = &worker->first[2 * head + side], n_different = 0, own = 0;

  if (*first < 0)
    return TRUE;
  for (int r = *first; r != 0; r = worker->relations[r].next, n_different++)
    if (worker->relations[r].deprel == deprel)
      own = r;
  if (own == 0 && n_different == WIDE) {
    worker->figures[FIGURE_WIDE]++;
    *first = -1;
    return TRUE;
  }
  for (int r = *first; r != 0; r = worker->relations[r].next)
    if (r != own)
      count_kind (worker, &worker->pairs, (int[]){ worker->upos[head], worker->relations[r].deprel, deprel },
                  side, 0, worker->relations[r].n);
  if (own != 0) {
    worker->relations[own].n++;
    return TRUE;
  }
  if (!try_reserve (&worker->relations, &worker->n_relations_allocated, worker->n_relations + 1,
                    sizeof (SideRelation)))
    return memory_fail (error, "the sisters of %d words", worker->left.n);
  worker->relations[worker->n_relations] = (SideRelation){ deprel, 1, *first };
  *first = (int) worker->n_relations++;
  return TRUE;
}

/* Finds the numbers of UPOS and DEPREL of the words that are left, both in one pass over the lines. */
static gboolean
number_words (OrderWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  static const TbkColumn columns[] = { TBK_COLUMN_UPOS, TBK_COLUMN_DEPREL };
  const CountedWords *left = &worker->left;

  fields_read_two (sentence, left->words_before + 1, left->n, columns, worker->names);
  for (int word = 1; word <= left->n; word++)
    if ((worker->upos[word] = number_of (worker, worker->names[word - 1][0], error)) < 0
        || (worker->deprels[word] = number_of (worker, worker->names[word - 1][1], error)) < 0)
      return FALSE;
  return TRUE;
}

/* Finds the row of a word; of keys of sentences it is the same for all of them. */
static gboolean
find_row (OrderWorker *worker, int word, GError **error)
{
  const TbkKeys *keys = worker->options->keys;

  if (word > 1 && tbk_keys_scope (keys) == TBK_SCOPE_SENTENCE)
    return TRUE;
  if (!row_key_set (&worker->row_key, keys, worker->left.facts, word, error))
    return FALSE;
  worker->row =
      tbk_vocabulary_add (worker->rows, worker->row_key.text->str, worker->row_key.text->len, error);
  return worker->row >= 0;
}

/* Steps: the words that count; their numbers; then, from left to right, each dependent is an arc, and makes
 * pairs with those before it on its side. */
static gboolean
count_sentence (OrderWorker *worker, const TbkEntry *entry, GError **error)
{
  const CountedWords *left = &worker->left;

  if (!counted_words_set (&worker->left, entry, error))
    return FALSE;
  if (!ROOM_RESERVE (&worker->room, left->n + 1, ARRAY (worker->names), ARRAY (worker->upos),
                     ARRAY (worker->deprels), ARRAY_OF (worker->first, 2)))
    return memory_fail (error, "a sentence of %d words", left->n);
  memset (worker->first, 0, sizeof (int) * 2 * ((gsize) left->n + 1));
  worker->n_relations = 1; /* 0 is none */
  if (!number_words (worker, entry->sentence, error))
    return FALSE;
  for (int word = 1; word <= left->n; word++) {
    const int head = left->heads[word], side = head < word, deprel = worker->deprels[word];

    if (!find_row (worker, word, error))
      return FALSE;
    if (head == 0 || (left->counts != NULL && !left->counts[word]))
      continue;
    if (!count_pairs (worker, head, side, deprel, error))
      return FALSE;
    count_kind (worker, &worker->arcs, (int[]){ worker->upos[head], deprel, worker->upos[word] }, 0,
                side == 0, 1);
    worker->figures[FIGURE_ARCS]++;
  }
  worker->figures[FIGURE_SENTENCES]++;
  return TRUE;
}

/* Adds the entries of the sentence to the tally. */
static void
add_entries (const OrderWorker *worker, const TbkEntry *entry, TbkTally *tally)
{
  const GArray *entries = worker->entries;
  const RoundsKey draws =
      rounds_key (entry->sentence, NULL, entry, worker->options->seed, worker->options->draws_by_id);
  KeyNumber numbers[3];
  const char *key[3];

  key[DRAWN_WORDS] = key_number (&numbers[DRAWN_WORDS], draws.words);
  key[DRAWN_SENTENCE] = key_number (&numbers[DRAWN_SENTENCE], draws.sentence);
  for (guint first = 0; first < entries->len; first += DRAWN_IN_ROW) {
    gint64 values[DRAWN_IN_ROW] = { 0 };

    memcpy (values, &g_array_index (entries, gint64, first),
            MIN (DRAWN_IN_ROW, entries->len - first) * sizeof *values);
    key[DRAWN_PART] = key_number (&numbers[DRAWN_PART], first / DRAWN_IN_ROW);
    tbk_tally_add (tally, WORD_ORDER_DRAWN, key, values);
  }
}

static void
flush_arcs (const OrderWorker *worker, TbkTally *tally)
{
  for (guint k = 0; k < worker->arcs.counted->len; k++) {
    const OrderKind *kind = g_ptr_array_index (worker->arcs.counted, k);
    const char *key[PARTS + 3];

    find_arc_key (worker, kind, key);
    tbk_tally_add (tally, WORD_ORDER_ARCS, key, (gint64[]){ kind->n[0] + kind->n[1], kind->n[1] });
  }
}

static void
flush_pairs (const OrderWorker *worker, TbkTally *tally)
{
  for (guint k = 0; k < worker->pairs.counted->len; k++) {
    const OrderKind *kind = g_ptr_array_index (worker->pairs.counted, k);
    const char *key[PARTS + 4];
    const gboolean is_in_order = find_pair_key (worker, kind, key);

    tbk_tally_add (tally, WORD_ORDER_SISTERS, key, (gint64[]){ kind->n[0], is_in_order ? kind->n[0] : 0 });
  }
}

/* Forgets what was counted; and all kinds if they are many, with their names. */
static void
forget_counted (OrderKinds *kinds, gboolean forgets_kinds)
{
  for (guint k = 0; k < kinds->counted->len; k++)
    memset (((OrderKind *) g_ptr_array_index (kinds->counted, k))->n, 0, sizeof (gint64[2]));
  g_ptr_array_set_size (kinds->counted, 0);
  if (!forgets_kinds)
    return;
  memset (kinds->recent, 0, sizeof kinds->recent);
  g_hash_table_remove_all (kinds->all);
}

/* Adds what was counted to the tally, and begins anew. */
static void
hand_on (OrderWorker *worker, TbkTally *tally, gboolean forgets_names)
{
  if (tally != NULL) {
    tbk_tally_add (tally, WORD_ORDER_FIGURES, NULL, worker->figures);
    flush_arcs (worker, tally);
    flush_pairs (worker, tally);
  }
  memset (worker->figures, 0, sizeof worker->figures);
  forget_counted (&worker->arcs, forgets_names);
  forget_counted (&worker->pairs, forgets_names);
  if (forgets_names) {
    memset (worker->recent_names, 0, sizeof worker->recent_names);
    tbk_vocabulary_clear (worker->vocabulary);
    tbk_vocabulary_clear (worker->rows);
  }
}

static void
flush (gpointer data, TbkTally *tally)
{
  OrderWorker *worker = data;

  hand_on (worker, tally,
           g_hash_table_size (worker->arcs.all) + g_hash_table_size (worker->pairs.all) > MANY
               || tbk_vocabulary_size (worker->vocabulary) > MANY);
}

/* Counts a sentence. All names are forgotten before they could exceed the numbers that a key has room for: so
 * names of sentences before make no difference to this one. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  OrderWorker *worker = data;

  (void) text;
  g_array_set_size (worker->entries, 0);
  if (tbk_vocabulary_size (worker->vocabulary) + 2 * (gint64) sentence->n > 1 << NAME_BITS)
    hand_on (worker, tally, TRUE);
  if (!count_sentence (worker, entry, error))
    return tbk_entry_fail (entry, error);
  if (worker->entries->len > 0)
    add_entries (worker, entry, tally);
  return TRUE;
}

TbkJob
tbk_word_order_job (const TbkWordOrderOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = &layout,
                   .keeps_documents = keys_need_documents (options->keys)
                                      || query_needs_documents (options->without)
                                      || query_needs_documents (options->words),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .check_file = check_file,
                   .work = work,
                   .flush = flush };
}
