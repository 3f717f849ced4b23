/* selection.c - which sentences are taken: conditions; parts at random; words taken out.
 *
 * Contents
 *   1. selection: which sentences meet conditions
 *   2. split: which sentence is in which part: units drawn in turn, each for the part that lacks most
 */
#include "corpus/corpus.h"
#include "query/query.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/query.h"
#include "tbk/tree.h"

/* 1. selection: which sentences meet conditions: IDs, which are looked up first, and expressions. */

struct TbkConditions {
  TbkTreeKind trees;
  GPtrArray *queries; /* TbkQuery */
  TbkVocabulary *ids; /* NULL: none is asked for */
  GArray *is_there;   /* for each of these, atomic: some sentence has it */
};

struct TbkSelector {
  const TbkSelection *selection;
  gint64 left;
  TbkFacts *facts;
  gboolean *is_found; /* scratch */
  Room room;
};

static void
query_clear (gpointer query)
{
  tbk_query_free (query);
}

TbkConditions *
tbk_conditions_new (TbkTreeKind trees)
{
  TbkConditions *conditions = g_new0 (TbkConditions, 1);

  conditions->trees = trees;
  conditions->queries = g_ptr_array_new_with_free_func (query_clear);
  return conditions;
}

void
tbk_conditions_free (TbkConditions *conditions)
{
  if (conditions == NULL)
    return;
  g_ptr_array_unref (conditions->queries);
  tbk_vocabulary_free (conditions->ids);
  g_clear_pointer (&conditions->is_there, g_array_unref);
  g_free (conditions);
}

int
conditions_count (const TbkConditions *conditions)
{
  return conditions == NULL ? 0 : (int) conditions->queries->len + (conditions->ids != NULL);
}

gboolean
tbk_conditions_add_where (TbkConditions *conditions, const char *expression, GError **error)
{
  TbkQuery *query = tbk_query_new (conditions->trees, expression, error);

  if (query != NULL)
    g_ptr_array_add (conditions->queries, query);
  return query != NULL;
}

gboolean
tbk_conditions_add_id (TbkConditions *conditions, const char *id, gsize length, GError **error)
{
  const int none = FALSE;
  int number;

  if (conditions->ids == NULL) {
    conditions->ids = tbk_vocabulary_new ();
    conditions->is_there = g_array_new (FALSE, FALSE, sizeof (int));
  }
  if (id == NULL)
    return TRUE;
  number = tbk_vocabulary_add (conditions->ids, id, length, error);
  if (number == (int) conditions->is_there->len)
    g_array_append_val (conditions->is_there, none);
  return number >= 0;
}

static TbkQuery *
query_at (const TbkConditions *conditions, guint q)
{
  return conditions->queries->pdata[q];
}

static guint
n_queries (const TbkConditions *conditions)
{
  return conditions == NULL ? 0 : conditions->queries->len;
}

gboolean
selection_needs_trees (const TbkSelection *selection)
{
  for (guint q = 0; q < n_queries (selection->conditions); q++)
    if (query_needs_trees (query_at (selection->conditions, q)))
      return TRUE;
  return FALSE;
}

gboolean
selection_needs_documents (const TbkSelection *selection)
{
  for (guint q = 0; q < n_queries (selection->conditions); q++)
    if (query_needs_documents (query_at (selection->conditions, q)))
      return TRUE;
  return FALSE;
}

TbkSelector *
tbk_selector_new (const TbkSelection *selection)
{
  const TbkConditions *conditions = selection->conditions;
  TbkSelector *selector = g_new0 (TbkSelector, 1);

  selector->selection = selection;
  selector->left = selection->max > 0 ? selection->max : G_MAXINT64;
  selector->facts = tbk_facts_new (conditions == NULL ? TBK_TREES_DEPENDENCIES : conditions->trees,
                                   &selection->projectivize);
  return selector;
}

void
tbk_selector_free (TbkSelector *selector)
{
  if (selector == NULL)
    return;
  tbk_facts_free (selector->facts);
  room_clear (&selector->room);
  g_free (selector);
}

gint64
selector_left (const TbkSelector *selector)
{
  return selector == NULL ? G_MAXINT64 : selector->left;
}

/* Returns TRUE if the sentence, good or bad, has one of the IDs, which is then known to be there. */
static gboolean
has_id (const TbkConditions *conditions, const TbkEntry *entry)
{
  const int id = entry->id == NULL ? -1 : tbk_vocabulary_find (conditions->ids, entry->id, entry->id_length);

  if (id >= 0)
    g_atomic_int_set (&g_array_index (conditions->is_there, int, id), TRUE);
  return id >= 0;
}

/* Sets @meets to whether all conditions hold. What words have is noted in any case, for what is said of
 * misspelled values. */
static gboolean
meets_all (TbkSelector *selector, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = selector->selection->conditions;

  *meets = conditions == NULL || conditions->ids == NULL || has_id (conditions, entry);
  if (n_queries (conditions) == 0)
    return TRUE;
  tbk_facts_set (selector->facts, entry);
  for (guint q = 0; q < conditions->queries->len; q++) {
    if (conditions->trees == TBK_TREES_DEPENDENCIES && entry->n_words > 0)
      query_note (query_at (conditions, q), selector->facts);
    if (*meets && !tbk_query_meets (query_at (conditions, q), selector->facts, meets, error))
      return FALSE;
  }
  return TRUE;
}

/* Sets @meets if the sentence is one to take. With a split, only the part of the sentence counts: the
 * conditions were asked when it was made. Every N-th sentence is counted before conditions are asked, as they
 * cost more. */
gboolean
selector_meets (TbkSelector *selector, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkSelection *selection = selector->selection;

  *meets = FALSE;
  if (selection->split != NULL) {
    *meets = split_part (selection->split, entry->file_number, entry->index) == selection->part;
    return TRUE;
  }
  if (selection->every > 0 && (entry->index - 1) % selection->every != 0)
    return TRUE;
  if (!meets_all (selector, entry, meets, error))
    return tbk_entry_fail (entry, error);
  if (*meets && selection->is_any != NULL && !g_atomic_int_get (selection->is_any))
    g_atomic_int_set (selection->is_any, TRUE);
  return TRUE;
}

gboolean
tbk_selector_take (TbkSelector *selector, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  *is_taken = selector == NULL;
  if (selector_left (selector) == 0 || selector == NULL)
    return TRUE;
  if (!selector_meets (selector, entry, is_taken, error))
    return FALSE;
  if (*is_taken)
    selector_count (selector, entry);
  return TRUE;
}

/* Marks what meets an expression that is asked of words or constituents. */
static gboolean
mark_found (TbkSelector *selector, const TbkQuery *query, gboolean *is_found, GError **error)
{
  const gboolean is_of_brackets = selector->selection->conditions->trees == TBK_TREES_BRACKETS;
  const TbkScope scope = tbk_query_scope (query);
  const int n = tbk_facts_n_units (selector->facts, scope);

  if (scope == TBK_SCOPE_SENTENCE)
    return TRUE;
  if (!ROOM_RESERVE (&selector->room, n + 1, ARRAY (selector->is_found)))
    return memory_fail (error, "a sentence of %d words", n);
  if (!tbk_query_find (query, selector->facts, selector->is_found, NULL, error))
    return FALSE;
  for (int unit = 1; unit <= n; unit++)
    if (selector->is_found[unit])
      is_found[is_of_brackets ? facts_node (selector->facts, scope, unit) : unit] = TRUE;
  return TRUE;
}

/* Marks the words, or nodes of brackets, for which a sentence is taken: all that meet one of the expressions.
 * A split has no conditions of its own, and marks nothing. */
gboolean
selector_mark (TbkSelector *selector, const TbkEntry *entry, gboolean *is_found, GError **error)
{
  const TbkConditions *conditions = selector->selection->conditions;
  const gboolean is_of_brackets = conditions != NULL && conditions->trees == TBK_TREES_BRACKETS;
  const int n = is_of_brackets ? ((const TbkBracketTree *) entry->sentence)->n_nodes : entry->n_words + 1;
  gboolean meets = FALSE;

  for (int place = 0; place < n; place++)
    is_found[place] = FALSE;
  if (selector->selection->split != NULL || n_queries (conditions) == 0)
    return TRUE;
  if (!meets_all (selector, entry, &meets, error))
    return FALSE;
  for (guint q = 0; q < conditions->queries->len && meets; q++)
    if (!mark_found (selector, query_at (conditions, q), is_found, error))
      return FALSE;
  return TRUE;
}

/* A bad sentence with one of the IDs is left out, but nobody has to be told that there is none of that ID. */
void
selector_pass_bad (const TbkSelector *selector, const TbkEntry *entry)
{
  const TbkConditions *conditions = selector == NULL ? NULL : selector->selection->conditions;

  if (conditions != NULL && conditions->ids != NULL)
    has_id (conditions, entry);
}

void
selector_count (TbkSelector *selector, const TbkEntry *entry)
{
  if (selector != NULL && entry->n_words > 0 && selector->selection->max > 0)
    selector->left--;
}

gboolean
conditions_next_absent (const TbkConditions *conditions, AbsentName *absent)
{
  const int n_ids = conditions == NULL || conditions->ids == NULL ? 0 : (int) conditions->is_there->len;

  absent->n_ids = n_ids;
  for (; absent->id < n_ids; absent->id++)
    if (!g_array_index (conditions->is_there, int, absent->id)) {
      absent->value = (QueryAbsent){ .text = tbk_vocabulary_name (conditions->ids, absent->id++) };
      absent->is_id = TRUE;
      return TRUE;
    }
  absent->is_id = FALSE;
  for (; (guint) absent->query < n_queries (conditions); absent->query++, absent->value.number = 0)
    if (query_next_absent (query_at (conditions, (guint) absent->query), &absent->value))
      return TRUE;
  return FALSE;
}

/* 2. split: which sentence is in which part: units drawn in turn, each for the part that lacks most.
 *
 * A first run over the files adds a small item for each sentence, in any order (split_add()). Then the
 * split is decided: items are sorted by place; units are a sentence each, or a document; each unit draws a
 * number from the seed and its place, and the units are taken in the order of these; each goes to the part
 * that lacks the most sentences. A second run asks for the part of each sentence. So threads and order of
 * files change nothing.
 *
 * For instance 11 sentences in shares 80:10:10. Sizes are 8.8, 1.1, 1.1, rounded down to 8, 1, 1; the one
 * left goes to the greatest remainder: 9, 1, 1. The first unit goes to the part that lacks 9, and so on,
 * until all lack 0.
 */

/* A sentence. */
typedef struct {
  int file;
  gint64 index;
  gboolean is_taken;  /* it is to be shared out */
  gboolean is_start;  /* a document begins with it */
  gboolean has_words; /* if not, it goes with the sentence before it, and is not counted */
  int part;           /* set when the split is decided */
} SplitItem;

/* A unit that stays together: a sentence or a document. */
typedef struct {
  guint64 drawn;
  gsize first, n; /* among the items */
  gint64 n_taken;
} Unit;

struct TbkSplit {
  TbkSplitOptions options;
  gint64 *shares, *sizes;
  GMutex adding; /* guards the items until they are decided */
  SplitItem *items;
  gsize n_items, n_allocated;
};

TbkSplit *
tbk_split_new (const TbkSplitOptions *options)
{
  TbkSplit *split;

  g_return_val_if_fail (options != NULL && options->shares != NULL, NULL);
  g_return_val_if_fail (options->n_parts >= 1 && options->n_parts <= TBK_SPLIT_MOST_PARTS, NULL);
  for (int part = 0; part < options->n_parts; part++)
    g_return_val_if_fail (options->shares[part] >= 1 && options->shares[part] <= TBK_SPLIT_MOST_SHARE, NULL);
  split = g_new0 (TbkSplit, 1);
  split->options = *options;
  split->shares = g_memdup2 (options->shares, (gsize) options->n_parts * sizeof (gint64));
  split->options.shares = split->shares;
  split->sizes = g_new0 (gint64, options->n_parts);
  g_mutex_init (&split->adding);
  return split;
}

void
tbk_split_free (TbkSplit *split)
{
  if (split == NULL)
    return;
  g_mutex_clear (&split->adding);
  g_free (split->items);
  g_free (split->shares);
  g_free (split->sizes);
  g_free (split);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* Returns TRUE if the comment after its '#' begins a document: "newdoc", alone or with more behind. */
static gboolean
is_newdoc (const char *at, const char *end)
{
  static const char key[] = "newdoc";
  const gsize length = strlen (key);

  at = skip_blanks (at, end);
  if ((gsize) (end - at) < length || memcmp (at, key, length) != 0)
    return FALSE;
  at += length;
  return at == end || strchr (" \t=\r", *at) != NULL;
}

/* Returns TRUE if a document begins with @entry: one of the comments before its words says so. */
static gboolean
begins_document (const TbkEntry *entry)
{
  static const char mark[] = "\xef\xbb\xbf";
  const char *line = entry->text, *limit = line + entry->length;

  if (entry->length >= 3 && memcmp (line, mark, 3) == 0)
    line += 3;
  while (line < limit && strchr ("#\r\n", *line) != NULL && *line != '\0') {
    const char *newline = memchr (line, '\n', (gsize) (limit - line));
    const char *end = newline == NULL ? limit : newline;
    if (*line == '#' && is_newdoc (line + 1, end))
      return TRUE;
    line = newline == NULL ? limit : newline + 1;
  }
  return FALSE;
}

/* Called by many threads: an item is small, and the lock is held for a moment only. */
gboolean
split_add (TbkSplit *split, const TbkEntry *entry, gboolean is_taken, GError **error)
{
  const SplitItem item = { .file = entry->file_number,
                           .index = entry->index,
                           .is_taken = is_taken,
                           .is_start = split->options.by_document && begins_document (entry),
                           .has_words = entry->n_words > 0,
                           .part = -1 };
  gboolean done;

  g_mutex_lock (&split->adding);
  done = try_reserve (&split->items, &split->n_allocated, split->n_items + 1, sizeof (SplitItem));
  if (done)
    split->items[split->n_items++] = item;
  g_mutex_unlock (&split->adding);
  return done || memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items + 1);
}

/* By file, then by number in the file: the order of the input. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SplitItem *x = a, *y = b;

  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* By the number that was drawn; equal ones, which hardly occur, in the order of the input. */
static int
compare_drawn (gconstpointer a, gconstpointer b)
{
  const Unit *x = a, *y = b;

  if (x->drawn != y->drawn)
    return x->drawn < y->drawn ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Returns TRUE if item @i, which is not the first, belongs to the unit of the one before. */
static gboolean
is_continued (const TbkSplit *split, gsize i)
{
  const SplitItem *item = &split->items[i];

  return item->file == item[-1].file && (!item->has_words || (split->options.by_document && !item->is_start));
}

/* A document that begins with something without words begins with the sentence after it too. */
static void
inherit_start (TbkSplit *split, gsize i)
{
  SplitItem *item = &split->items[i];

  if (item[-1].is_start && !item[-1].has_words && item[-1].file == item->file)
    item->is_start = TRUE;
}

/* Sets @units in the order in which they are drawn; returns how many. A file number has 23 bits and a
 * sentence number 40, so each unit has a random sequence of its own. */
static gsize
draw_units (const TbkSplit *split, Unit *units)
{
  gsize n_units = 0;

  for (gsize i = 0; i < split->n_items; i++) {
    const SplitItem *item = &split->items[i];
    TbkRandom random;
    if (i == 0 || !is_continued (split, i)) {
      tbk_random_init (&random, split->options.seed, (guint64) item->file << 40 | (guint64) item->index);
      units[n_units++] = (Unit){ .drawn = random_next (&random), .first = i };
    }
    units[n_units - 1].n++;
    units[n_units - 1].n_taken += item->is_taken && item->has_words;
  }
  if (n_units > 0)
    qsort (units, n_units, sizeof (Unit), compare_drawn);
  return n_units;
}

/* Sets the same for parts with numbers of sentences: one has what is left. */
static gboolean
find_rest (const TbkSplit *split, gint64 n, gint64 *sizes, GError **error)
{
  const int rest = split->options.rest - 1;
  gint64 others = 0;

  for (int part = 0; part < split->options.n_parts; part++)
    if (part != rest)
      others += sizes[part] = split->shares[part];
  sizes[rest] = n - others;
  return n >= others
         || fail_data (error,
                       "found %" G_GINT64_FORMAT " sentences, expected %" G_GINT64_FORMAT
                       " or more for the parts that have a number",
                       n, others);
}

/* Sets @sizes to how many of @n sentences each part is to have: shares rounded down, and one more for the
 * largest remainders. */
static void
find_sizes (const TbkSplit *split, gint64 n, gint64 *sizes)
{
  const int n_parts = split->options.n_parts;
  gint64 whole = 0, left = n;

  for (int part = 0; part < n_parts; part++)
    whole += split->shares[part];
  for (int part = 0; part < n_parts; part++) {
    /* Here n = a * whole + b with b < whole: no product passes 2^63, as shares and their number are
     * bounded. */
    /* n = a * whole + b, so that no product passes 2^63. */
    sizes[part] = n / whole * split->shares[part] + n % whole * split->shares[part] / whole;
    left -= sizes[part];
  }
  for (gint64 remainder = whole - 1; left > 0; remainder--) {
    gint64 next = -1;
    /* The largest remainder that is not above `remainder`, and the parts that have it. */
    for (int part = 0; part < n_parts; part++) {
      gint64 own = n % whole * split->shares[part] % whole;
      next = own <= remainder ? MAX (next, own) : next;
    }
    remainder = next;
    for (int part = 0; part < n_parts && left > 0; part++)
      if (n % whole * split->shares[part] % whole == remainder) {
        sizes[part]++;
        left--;
      }
  }
}

/* Gives each unit to the part that lacks most, of equal ones the first. Units of one sentence fill all parts
 * exactly. */
static void
share_out (TbkSplit *split, const Unit *units, gsize n_units, gint64 *lacking)
{
  for (gsize u = 0; u < n_units; u++) {
    int best = 0;
    for (int part = 1; part < split->options.n_parts; part++)
      best = lacking[part] > lacking[best] ? part : best;
    lacking[best] -= units[u].n_taken;
    split->sizes[best] += units[u].n_taken;
    for (gsize i = units[u].first; i < units[u].first + units[u].n; i++)
      split->items[i].part = split->items[i].is_taken ? best : -1;
  }
}

/* Decides in the order of the input, whatever the order in which threads have added the sentences. */
gboolean
tbk_split_decide (TbkSplit *split, GError **error)
{
  g_autofree gint64 *lacking = g_new0 (gint64, split->options.n_parts);
  g_autofree Unit *units = g_try_new0 (Unit, MAX (split->n_items, 1));
  gint64 n_taken = 0;
  gsize n_units;

  if (units == NULL)
    return memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items);
  if (split->n_items > 0)
    qsort (split->items, split->n_items, sizeof (SplitItem), compare_places);
  for (gsize i = 1; i < split->n_items; i++)
    inherit_start (split, i);
  for (gsize i = 0; i < split->n_items; i++)
    n_taken += split->items[i].is_taken && split->items[i].has_words;
  n_units = draw_units (split, units);
  /* A unit of which nothing is taken would go nowhere all the same. */
  if (split->options.rest == 0)
    find_sizes (split, n_taken, lacking);
  else if (!find_rest (split, n_taken, lacking, error))
    return FALSE;
  share_out (split, units, n_units, lacking);
  return TRUE;
}

int
split_part (const TbkSplit *split, int file, gint64 index)
{
  const SplitItem wanted = { .file = file, .index = index };
  const SplitItem *found;

  g_return_val_if_fail (split != NULL, -1);
  found = split->n_items == 0
              ? NULL
              : bsearch (&wanted, split->items, split->n_items, sizeof (SplitItem), compare_places);
  return found == NULL ? -1 : found->part;
}

gint64
tbk_split_size (const TbkSplit *split, int part)
{
  g_return_val_if_fail (split != NULL && part >= 0 && part < split->options.n_parts, 0);
  return split->sizes[part];
}
