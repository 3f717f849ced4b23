/* changes.c - the job that compares two releases of a treebank.
 *
 * Contents
 *   1. layout: what is counted
 *   2. words: which words of the two sentences are the same
 *   3. findings: those that are new, and those that are gone
 *   4. writing: rows, lines, or parts of a page
 *   5. job: the sentences of two files side by side
 *   6. page: what is before and after its parts
 *
 * Side NEW is the file of the run, side OLD the one beside it. A finding stays if the other side has one of the same test on
 * the same word. Which words are the same is known as far as both sentences have the same words from their beginning, and
 * from their end. An example: OLD is "do n't go .", NEW "don't go .". From the beginning no words are the same, from the
 * end two. So word 2 of NEW is word 3 of OLD, and a finding there that both have is neither new nor gone.
 */
#include "check/check.h"
#include "draw/draw.h"
#include "draw/jobs.h"
#include "draw/show.h"
#include "io/io.h"
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "tbk/draw.h"

enum { NEW, OLD, N_SIDES };
enum { NO_WORD = -1 };

/* 1. layout: what is counted. */

enum { BEFORE, AFTER, GONE, ADDED, N_FOUND };
enum { WORDS, OTHER_HEAD, N_OF_RELATION };

static const TbkTallyColumn figure_columns[N_CHANGES_FIGURES] = {
  [CHANGES_OLD_SENTENCES] = { "old_sentences", .most = TBK_TALLY_MOST },
  [CHANGES_SENTENCES] = { "sentences", .most = TBK_TALLY_MOST },
  [CHANGES_PAIRED] = { "paired", .part_of = CHANGES_SENTENCES + 1 },
  [CHANGES_OTHER_WORDS] = { "other_words", .part_of = CHANGES_PAIRED + 1 },
  [CHANGES_OTHER_ARCS] = { "other_arcs", .part_of = CHANGES_PAIRED + 1 },
  [CHANGES_BECAME_NONPROJECTIVE] = { "became_nonprojective", .part_of = CHANGES_PAIRED + 1 },
  [CHANGES_BECAME_PROJECTIVE] = { "became_projective", .part_of = CHANGES_PAIRED + 1 },
  [CHANGES_WORDS] = { "words", .most = TBK_TALLY_MOST },
  [CHANGES_CHANGED_ARCS] = { "changed_arcs", .part_of = CHANGES_WORDS + 1 },
};

static const TbkTallyKey test_keys[] = { { "test", TBK_TALLY_TEXT } };
static const TbkTallyColumn test_columns[N_FOUND] = { [BEFORE] = { "before", .most = TBK_TALLY_MOST },
                                                      [AFTER] = { "after", .most = TBK_TALLY_MOST },
                                                      [GONE] = { "gone", .part_of = BEFORE + 1 },
                                                      [ADDED] = { "new", .part_of = AFTER + 1 } };

static const TbkTallyKey relation_keys[] = { { "old_deprel", TBK_TALLY_TEXT }, { "deprel", TBK_TALLY_TEXT } };
static const TbkTallyColumn relation_columns[N_OF_RELATION] = {
  [WORDS] = { "words", .most = TBK_TALLY_MOST },
  [OTHER_HEAD] = { "other_head", .part_of = WORDS + 1 },
};

enum { FIGURES, TESTS, RELATIONS };

const TbkTallyLayout *
changes_layout (void)
{
  static const TbkTallySection sections[] = {
    [FIGURES] = { "figures", NULL, 0, figure_columns, N_CHANGES_FIGURES },
    [TESTS] = { "tests", test_keys, G_N_ELEMENTS (test_keys), test_columns, N_FOUND },
    [RELATIONS] = { "relations", relation_keys, G_N_ELEMENTS (relation_keys), relation_columns,
                    N_OF_RELATION },
  };
  static const TbkTallyLayout layout = { "changes", sections, G_N_ELEMENTS (sections), NULL, NULL };

  return &layout;
}

const gint64 *
changes_figures (const TbkTally *tally)
{
  static const gint64 none[N_CHANGES_FIGURES];
  const gint64 *figures = tbk_tally_get (tally, FIGURES, NULL);

  return figures != NULL ? figures : none;
}

ChangesFound
changes_found (const TbkTally *tally, TbkCheckTest test)
{
  const gint64 *values = tbk_tally_get (tally, TESTS, (const char *[]){ tbk_check_test_name (test) });

  if (values == NULL)
    return (ChangesFound){ 0 };
  return (ChangesFound){ values[BEFORE], values[AFTER], values[GONE], values[ADDED] };
}

ChangedRelation *
changes_relations (const TbkTally *tally, gsize *n)
{
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, RELATIONS, n);
  ChangedRelation *relations = g_new (ChangedRelation, *n + 1);

  for (gsize r = 0; r < *n; r++) {
    const TbkTallyRow *row = &rows[r];
    const gboolean is_other = strcmp (row->key[0], row->key[1]) != 0;

    relations[r] = (ChangedRelation){ .before = row->key[0],
                                      .after = row->key[1],
                                      .n_words = row->values[WORDS],
                                      .n_other_head = row->values[OTHER_HEAD],
                                      .n_changed = row->values[is_other ? WORDS : OTHER_HEAD] };
  }
  return relations;
}

struct Changes {
  const TbkChecksOptions *options;
  KeptRecords parts; /* of a page */
};

/* Words with one relation in OLD and one in NEW, by their numbers. */
typedef struct {
  int before, after;
  gint64 n_words, n_other_head;
} RelationPair;

/* The memory of a worker. Sentences of both sides are checked by workers of checks.c, whose findings are then
 * compared. */
typedef struct {
  Changes *changes;
  ChecksWorker *sides[N_SIDES];
  int *partners[N_SIDES]; /* by word, of each side: the same word on the other side, or NO_WORD */
  gsize n_allocated[N_SIDES];
  GHashTable *kept;     /* by test and word of NEW, how many findings of OLD are not found in NEW yet */
  TbkVocabulary *names; /* of relations */
  GHashTable *places;   /* by their numbers, the place among pairs, from 1 */
  GArray *pairs;        /* of RelationPair */
  TbkTable *rows;
  CheckPage page;
  GString *line;
  TbkText *part;
  gboolean has_part; /* the sentence in hand is on the page */
} ChangesWorker;

/* Returns what is in the column of a word. */
static TbkPiece
field_of (const ChangesWorker *worker, int side, int word, TbkColumn column)
{
  return tbk_conllu_sentence_field (worker->sides[side]->entry->sentence, word, column);
}

/* Returns the number of words of a side that can be looked at. */
static int
count_words (const ChangesWorker *worker, int side)
{
  const TbkEntry *entry = worker->sides[side]->entry;
  const TbkConlluSentence *sentence = entry == NULL ? NULL : entry->sentence;

  return sentence != NULL && sentence->has_words ? sentence->n : 0;
}

static int
head_of (const ChangesWorker *worker, int side, int word)
{
  return ((const TbkConlluSentence *) worker->sides[side]->entry->sentence)->heads[word];
}

/* 2. words: which words of the two sentences are the same. */

static gboolean
has_same_form (const ChangesWorker *worker, int new, int old)
{
  return piece_equals (field_of (worker, NEW, new, TBK_COLUMN_FORM),
                       field_of (worker, OLD, old, TBK_COLUMN_FORM));
}

static void
pair_words (ChangesWorker *worker, int new, int old)
{
  worker->partners[NEW][new] = old;
  worker->partners[OLD][old] = new;
}

/* Sets `partners`; 0 is the same on both sides. Words are compared from both ends only, without an alignment
 * of what is between: a change of words is seldom, and most often at one place. No word is paired twice,
 * since the second loop stops at what the first has taken. */
static gboolean
find_partners (ChangesWorker *worker, GError **error)
{
  const int n[N_SIDES] = { count_words (worker, NEW), count_words (worker, OLD) };
  const int least = MIN (n[NEW], n[OLD]);
  int n_first = 0, n_last = 0;

  for (int side = 0; side < N_SIDES; side++) {
    if (!try_reserve (&worker->partners[side], &worker->n_allocated[side], (gsize) n[side] + 1, sizeof (int)))
      return memory_fail (error, "the changes of %d words", n[side]);
    for (int word = 0; word <= n[side]; word++)
      worker->partners[side][word] = NO_WORD;
  }
  pair_words (worker, 0, 0);
  while (n_first < least && has_same_form (worker, n_first + 1, n_first + 1)) {
    n_first++;
    pair_words (worker, n_first, n_first);
  }
  while (n_last < least - n_first && has_same_form (worker, n[NEW] - n_last, n[OLD] - n_last)) {
    pair_words (worker, n[NEW] - n_last, n[OLD] - n_last);
    n_last++;
  }
  return TRUE;
}

/* Returns TRUE if both sides have the same words. */
static gboolean
has_same_words (const ChangesWorker *worker)
{
  const int n = count_words (worker, NEW);

  if (n != count_words (worker, OLD))
    return FALSE;
  for (int word = 1; word <= n; word++)
    if (worker->partners[NEW][word] == NO_WORD)
      return FALSE;
  return TRUE;
}

/* Returns the number of the relation of @word; -1 with @error set. A relation that lacks is `_`. */
static int
relation_of (ChangesWorker *worker, int side, int word, GError **error)
{
  const TbkPiece relation = field_of (worker, side, word, TBK_COLUMN_DEPREL);

  return relation.bytes == NULL ? tbk_vocabulary_add (worker->names, "_", 1, error)
                                : tbk_vocabulary_add (worker->names, relation.bytes, relation.size, error);
}

static RelationPair *
find_pair (ChangesWorker *worker, int before, int after)
{
  const guint64 key = (guint64) before << 32 | (guint64) after;
  gpointer place = g_hash_table_lookup (worker->places, &key);

  if (place == NULL) {
    const RelationPair pair = { .before = before, .after = after };

    g_array_append_val (worker->pairs, pair);
    place = GUINT_TO_POINTER (worker->pairs->len);
    g_hash_table_insert (worker->places, g_memdup2 (&key, sizeof key), place);
  }
  return &g_array_index (worker->pairs, RelationPair, GPOINTER_TO_UINT (place) - 1);
}

/* Counts the words that both sides have, and those of them whose arc changed. */
static gboolean
count_arcs (ChangesWorker *worker, gint64 *figures, GError **error)
{
  const int n = count_words (worker, NEW);
  gint64 n_changed = 0;

  for (int word = 1; word <= n; word++) {
    const int old = worker->partners[NEW][word];
    const int old_head = old == NO_WORD ? NO_WORD : head_of (worker, OLD, old);
    const int head = head_of (worker, NEW, word);
    int before, after;
    gboolean is_other;
    RelationPair *pair;

    if (old == NO_WORD)
      continue;
    before = relation_of (worker, OLD, old, error);
    after = before < 0 ? before : relation_of (worker, NEW, word, error);
    if (after < 0)
      return FALSE;
    /* The old head is looked for in NEW. An arc has changed if that is another word than the new head, or is
     * not there. Where both sides lack a head, nothing has changed. */
    is_other = old_head < 0 || head < 0 ? old_head != head : worker->partners[OLD][old_head] != head;
    pair = find_pair (worker, before, after);
    pair->n_words++;
    pair->n_other_head += is_other;
    figures[CHANGES_WORDS]++;
    n_changed += is_other || before != after;
  }
  figures[CHANGES_CHANGED_ARCS] += n_changed;
  figures[CHANGES_OTHER_ARCS] += n_changed > 0;
  return TRUE;
}

/* 3. findings: those that are new, and those that are gone. */

/* Returns the test of a finding on @side and its word in NEW, as a key; NULL if NEW has not that word. Both
 * are one number in the place of a pointer, from 1 on: NULL is no key. */
static gpointer
key_of (const ChangesWorker *worker, int side, const Checked *checked)
{
  const int node = side == NEW ? checked->node : worker->partners[OLD][checked->node];

  return node == NO_WORD ? NULL
                         : GSIZE_TO_POINTER ((gsize) node * TBK_N_CHECK_TESTS + (gsize) checked->test + 1);
}

/* Takes one finding of OLD like @checked of @side out of `kept`. Returns TRUE if there was one. */
static gboolean
take_kept (ChangesWorker *worker, int side, const Checked *checked)
{
  gpointer key = key_of (worker, side, checked);
  const guint n = key == NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (worker->kept, key));

  if (n > 0)
    g_hash_table_insert (worker->kept, key, GUINT_TO_POINTER (n - 1));
  return n > 0;
}

/* Puts the findings of OLD into `kept`: of each test on each word how many. A word may have several of one
 * test; so two of OLD and three of NEW are two that stay and one that is new. */
static void
keep_old (ChangesWorker *worker)
{
  const CheckedList *found = &worker->sides[OLD]->found;

  g_hash_table_remove_all (worker->kept);
  for (gsize f = 0; f < found->n; f++) {
    gpointer key = key_of (worker, OLD, &found->all[f]);
    const guint n = key == NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (worker->kept, key));

    if (key != NULL)
      g_hash_table_insert (worker->kept, key, GUINT_TO_POINTER (n + 1));
  }
}

static void
count_found (TbkTally *tally, TbkCheckTest test, int what)
{
  gint64 values[N_FOUND] = { 0 };

  values[what] = 1;
  if (tally != NULL)
    tbk_tally_add (tally, TESTS, (const char *[]){ tbk_check_test_name (test) }, values);
}

/* 4. writing: rows, lines, or parts of a page. */

static const TbkTableColumn columns[] = {
  { "file", "the one that has the finding: of one that is gone, the old one" },
  { "line", "the line of the word, or of the sentence, in that file" },
  { "sentence", "its number in that file, from 1" },
  { "sent_id", "the ID in its comment" },
  { "change", "new or gone, of a finding; became-nonprojective or became-projective, of a sentence" },
  { "test", "the kind of finding" },
  { "level", "error, warning or note" },
  { "id", "the number of the word in that file" },
  { "form", "the word" },
  { "old_head", "the head of the word in the old file; nothing if that has not the word" },
  { "old_deprel", "its relation there" },
  { "head", "the head of the word in FILE; nothing if that has not the word" },
  { "deprel", "its relation there" },
};

const TbkTableColumns *
changes_columns (void)
{
  static const TbkTableColumns all = { "--against", NULL, columns, G_N_ELEMENTS (columns) };

  return &all;
}

/* Puts the cells of head and relation of @word, NO_WORD or 0 for none. */
static void
put_arc (ChangesWorker *worker, int side, int word)
{
  table_integer_from (worker->rows, 0, word > 0 ? head_of (worker, side, word) : -1);
  checks_put_field (worker->rows, worker->line,
                    word > 0 ? field_of (worker, side, word, TBK_COLUMN_DEPREL) : (TbkPiece){ NULL, 0 });
}

/* Puts the first cells of a row. */
static void
put_place (ChangesWorker *worker, int side, gint64 line, const char *change)
{
  const TbkEntry *entry = worker->sides[side]->entry;

  tbk_table_string (worker->rows, entry->file);
  table_integer_from (worker->rows, 1, line);
  table_integer_from (worker->rows, 1, entry->index);
  g_string_truncate (worker->line, 0);
  if (entry->id != NULL)
    g_string_append_len (worker->line, entry->id, (gssize) entry->id_length);
  tbk_table_string (worker->rows, worker->line->str);
  tbk_table_string (worker->rows, change);
}

static void
append_row (ChangesWorker *worker, int side, const Checked *checked, const char *change, TbkText *text)
{
  const int node = checked->node, other = worker->partners[side][node];

  put_place (worker, side, checked_line (checked, &worker->sides[side]->words), change);
  tbk_table_string (worker->rows, tbk_check_test_name (checked->test));
  tbk_table_string (worker->rows, tbk_check_level_name (tbk_check_test_level (checked->test)));
  table_integer_from (worker->rows, 1, node);
  checks_put_field (worker->rows, worker->line,
                    node > 0 ? field_of (worker, side, node, TBK_COLUMN_FORM) : (TbkPiece){ NULL, 0 });
  put_arc (worker, OLD, side == OLD ? node : other);
  put_arc (worker, NEW, side == NEW ? node : other);
  table_take_row (worker->rows, text);
}

/* Writes a finding of @side that the other one has not. */
static void
append_found (ChangesWorker *worker, int side, const Checked *checked, TbkText *text)
{
  const char *change = side == NEW ? "new" : "gone";
  const CheckWords *words = &worker->sides[side]->words;
  const TbkEntry *entry = worker->sides[side]->entry;
  const TbkChecksForm form = worker->changes->options->form;

  g_string_truncate (worker->line, 0);
  if (form == TBK_CHECKS_ROWS)
    append_row (worker, side, checked, change, text);
  else if (form == TBK_CHECKS_TEXT)
    check_message_append_line (worker->line, side == NEW ? "new " : "gone ", checked, words, entry);
  else if (form == TBK_CHECKS_GITHUB && side == NEW)
    check_message_append_command (worker->line, checked, words, entry);
  if (form == TBK_CHECKS_TEXT || form == TBK_CHECKS_GITHUB)
    tbk_text_add (text, worker->line->str, worker->line->len);
  if (form == TBK_CHECKS_PAGE && !worker->has_part)
    check_page_begin_part (&worker->page);
  if (form == TBK_CHECKS_PAGE)
    check_page_add_found (&worker->page, side == NEW ? "new: " : "gone: ", checked, words,
                          side == NEW ? entry : NULL);
  worker->has_part = TRUE;
}

/* Writes that the tree became projective, or ceased to be. */
static void
append_sentence (ChangesWorker *worker, gboolean is_projective, TbkText *text)
{
  enum { N_OF_WORD = 8 };
  const char *change = is_projective ? "became-projective" : "became-nonprojective";
  const char *said = is_projective ? "the tree became projective" : "the tree became non-projective";
  const TbkEntry *entry = worker->sides[NEW]->entry;
  const TbkChecksForm form = worker->changes->options->form;

  if (form == TBK_CHECKS_ROWS) {
    put_place (worker, NEW, entry->line, change);
    for (int c = 0; c < N_OF_WORD; c++)
      tbk_table_nothing (worker->rows);
    table_take_row (worker->rows, text);
  } else if (form == TBK_CHECKS_TEXT) {
    g_autofree char *id = entry->id == NULL ? NULL : tbk_quote (entry->id, entry->id_length);
    g_autofree char *file = tbk_escape (entry->file);

    tbk_text_printf (text, "%s:%" G_GINT64_FORMAT ": %s", file, entry->line, said);
    tbk_text_printf (text, id != NULL ? " (sent_id %s)\n" : "\n", id);
  } else if (form == TBK_CHECKS_PAGE) {
    if (!worker->has_part)
      check_page_begin_part (&worker->page);
    check_page_add (&worker->page, change, said);
    worker->has_part = TRUE;
  }
}

/* Appends the part of the sentence in hand: NEW beside OLD if both are trees over the same words, else the one there is. */
static gboolean
append_part (ChangesWorker *worker, TbkText *text, GError **error)
{
  const ChecksWorker *new = worker->sides[NEW], *old = worker->sides[OLD];
  const ChecksWorker *drawn = new->entry != NULL ? new : old;
  const gboolean is_beside =
      new->entry != NULL && old->entry != NULL &&new->is_tree && old->is_tree &&has_same_words (worker);
  const CheckPagePart part = { .entry = drawn->entry,
                               .is_tree = drawn->is_tree,
                               .against = is_beside ? old->entry->sentence : NULL,
                               .against_name = is_beside ? old->entry->file : NULL,
                               .checked = drawn->found.all,
                               .n = (int) drawn->found.n,
                               .words = &drawn->words };

  return check_page_append (&worker->page, &part, text, error);
}

/* 5. job: the sentences of two files side by side. */

Changes *
changes_new (const TbkChecksOptions *options)
{
  Changes *changes = g_new0 (Changes, 1);

  changes->options = options;
  return changes;
}

void
changes_free (Changes *changes)
{
  if (changes == NULL)
    return;
  kept_records_clear (&changes->parts, 1);
  g_free (changes);
}

static gpointer
worker_new (gpointer data)
{
  Changes *changes = data;
  ChangesWorker *worker = g_new0 (ChangesWorker, 1);

  worker->changes = changes;
  for (int side = 0; side < N_SIDES; side++)
    worker->sides[side] = checks_worker_new (changes->options);
  worker->kept = g_hash_table_new (NULL, NULL);
  worker->names = tbk_vocabulary_new ();
  worker->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  worker->pairs = g_array_new (FALSE, FALSE, sizeof (RelationPair));
  worker->rows = changes->options->rows == NULL ? NULL : table_new_rows (changes->options->rows);
  if (changes->options->form == TBK_CHECKS_PAGE)
    check_page_init (&worker->page);
  worker->line = g_string_new (NULL);
  worker->part = tbk_text_new ();
  return worker;
}

static void
worker_free (gpointer data)
{
  ChangesWorker *worker = data;

  for (int side = 0; side < N_SIDES; side++) {
    checks_worker_free (worker->sides[side]);
    g_free (worker->partners[side]);
  }
  g_hash_table_unref (worker->kept);
  tbk_vocabulary_free (worker->names);
  g_hash_table_unref (worker->places);
  g_array_unref (worker->pairs);
  tbk_table_free (worker->rows);
  check_page_clear (&worker->page);
  g_string_free (worker->line, TRUE);
  tbk_text_free (worker->part);
  g_free (worker);
}

/* Checks that sentences with other words have the same sent_id: else they are probably not the same sentence. */
static gboolean
check_pair (const ChangesWorker *worker, GError **error)
{
  const TbkEntry *new = worker->sides[NEW]->entry, *old = worker->sides[OLD]->entry;

  if (new == NULL || old == NULL || has_same_words (worker) || count_words (worker, NEW) == 0
      || count_words (worker, OLD) == 0 || pair_has_same_id (new, old))
    return TRUE;
  return fail_data (error,
                    "%s:%" G_GINT64_FORMAT ": found other words than in %s:%" G_GINT64_FORMAT
                    ", expected the same, or the same sent_id",
                    new->file, new->line, old->file, old->line);
}

/* Finds what is wrong on both sides. */
static gboolean
find_sides (ChangesWorker *worker, const TbkEntry *entry, GError **error)
{
  TbkFindings findings;

  for (int side = 0; side < N_SIDES; side++) {
    ChecksWorker *of_side = worker->sides[side];
    const TbkEntry *own = pair_side (entry, side);

    of_side->entry = own;
    checked_list_empty (&of_side->found);
    if (own != NULL && !checks_worker_find (of_side, own, &findings, error))
      return FALSE;
  }
  return find_partners (worker, error) ? check_pair (worker, error) : tbk_entry_fail (entry, error);
}

/* Counts findings, and writes those that one side alone has. First those of NEW take theirs out of `kept`;
 * what is left there then belongs to findings of OLD that are gone. */
static void
compare_findings (ChangesWorker *worker, TbkText *text, TbkTally *tally)
{
  keep_old (worker);
  for (int side = 0; side < N_SIDES; side++) {
    const CheckedList *found = &worker->sides[side]->found;

    for (gsize f = 0; f < found->n; f++) {
      const Checked *checked = &found->all[f];

      count_found (tally, checked->test, side == NEW ? AFTER : BEFORE);

      /* After NEW, `kept` has what is gone. */
      if (side == NEW ? take_kept (worker, NEW, checked)
                      : key_of (worker, OLD, checked) != NULL && !take_kept (worker, OLD, checked))
        continue;
      count_found (tally, checked->test, side == NEW ? ADDED : GONE);
      append_found (worker, side, checked, text);
    }
  }
}

/* Counts the sentence, and writes whether it became projective or ceased to be. */
static gboolean
compare_trees (ChangesWorker *worker, TbkText *text, TbkTally *tally, GError **error)
{
  const ChecksWorker *new = worker->sides[NEW], *old = worker->sides[OLD];
  const gboolean is_pair = new->entry != NULL && old->entry != NULL;
  gint64 figures[N_CHANGES_FIGURES] = { 0 };

  figures[CHANGES_OLD_SENTENCES] = old->entry != NULL;
  figures[CHANGES_SENTENCES] = new->entry != NULL;
  if (is_pair) {
    figures[CHANGES_PAIRED] = 1;
    figures[CHANGES_OTHER_WORDS] = !has_same_words (worker);
    if (!count_arcs (worker, figures, error))
      return FALSE;
  }
  if (is_pair && new->is_tree && old->is_tree) {
    const gboolean is_projective = ((const TbkConlluSentence *) new->entry->sentence)->is_projective,
                   was_projective = ((const TbkConlluSentence *) old->entry->sentence)->is_projective;

    figures[CHANGES_BECAME_NONPROJECTIVE] = was_projective && !is_projective;
    figures[CHANGES_BECAME_PROJECTIVE] = is_projective && !was_projective;
    if (is_projective != was_projective)
      append_sentence (worker, is_projective, text);
  }
  if (tally != NULL)
    tbk_tally_add (tally, FIGURES, NULL, figures);
  return TRUE;
}

static gboolean
append_record (ChangesWorker *worker, TbkText *text, GError **error)
{
  tbk_text_clear (worker->part);
  return append_part (worker, worker->part, error) && kept_records_append (0, worker->part, text, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  ChangesWorker *worker = data;

  if (entry->pair == NULL) { /* what ends the files */
    g_propagate_error (error, g_error_copy (entry->problem));
    return FALSE;
  }
  worker->has_part = FALSE;
  if (!find_sides (worker, entry, error))
    return FALSE;
  if (!compare_trees (worker, text, tally, error))
    return tbk_entry_fail (entry, error);
  compare_findings (worker, text, tally);
  return !worker->has_part || worker->changes->options->form != TBK_CHECKS_PAGE
         || append_record (worker, text, error) || tbk_entry_fail (entry, error);
}

/* Adds the pairs of relations. */
static void
flush (gpointer data, TbkTally *tally)
{
  ChangesWorker *worker = data;

  for (guint p = 0; tally != NULL && p < worker->pairs->len; p++) {
    const RelationPair *pair = &g_array_index (worker->pairs, RelationPair, p);
    g_autofree char *before = g_utf8_make_valid (tbk_vocabulary_name (worker->names, pair->before), -1),
                    *after = g_utf8_make_valid (tbk_vocabulary_name (worker->names, pair->after), -1);

    tbk_tally_add (tally, RELATIONS, (const char *[]){ before, after },
                   (gint64[N_OF_RELATION]){ pair->n_words, pair->n_other_head });
  }
  g_hash_table_remove_all (worker->places);
  g_array_set_size (worker->pairs, 0);
}

static gboolean
write_changes (gpointer data, const TbkText *text, GError **error)
{
  Changes *changes = data;
  const TbkChecksOptions *options = changes->options;

  if (options->form == TBK_CHECKS_PAGE)
    return kept_records_take (&changes->parts, TBK_CHECKS_MAX_DRAWN, text, error);
  return options->rows != NULL ? table_write_rows (options->rows, text, error)
                               : tbk_output_write_text (options->output, text, error);
}

/* Keeps what the last file has added, or cuts it off again. */
static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  Changes *changes = data;
  const TbkChecksOptions *options = changes->options;

  if (options->form != TBK_CHECKS_PAGE)
    return options->rows != NULL ? table_settle (options->rows, stays, error)
                                 : tbk_output_settle (options->output, stays, error);
  kept_records_settle (&changes->parts, 1, stays);
  return TRUE;
}

TbkJob
changes_job (Changes *changes)
{
  const gboolean has_write = changes->options->form != TBK_CHECKS_NOTHING;

  return (TbkJob){ .data = changes,
                   .layout = changes_layout (),
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .write = has_write ? write_changes : NULL,
                   .settle = has_write ? settle : NULL,
                   .keeps_documents = query_needs_documents (changes->options->words),
                   .takes_problems = TRUE };
}

void
changes_pairing (TbkPairing *pairing)
{
  pairing_init (pairing, tbk_conllu_format ());
  pairing->n_systems = 1;
  pairing->takes_missing = TRUE;
  pairing->takes_strangers = TRUE;
}

/* 6. page: what is before and after its parts. */

/* Adds a table of what is new and gone, whose rows choose sentences. */
static void
add_kinds (Page *page, const TbkTally *total)
{
  static const char *const headings[] = { "test", "level", "new", "gone", NULL };
  const gint64 *figures = changes_figures (total);

  page_markup (page, "<section class=\"kinds\" data-columns=\"" CHECK_PAGE_COLUMNS "\">\n");
  page_begin_table (page, "Changes", headings, 2);
  for (int is_projective = 0; is_projective < 2; is_projective++) {
    page_cell (page, is_projective ? "became-projective" : "became-nonprojective");
    page_cell (page, "tree");
    page_cell (page, "%" G_GINT64_FORMAT,
               figures[is_projective ? CHANGES_BECAME_PROJECTIVE : CHANGES_BECAME_NONPROJECTIVE]);
    page_cell (page, " ");
  }
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = check_test_by_suspicion (t);
    const ChangesFound found = changes_found (total, test);

    if (found.n_new + found.n_gone == 0)
      continue;
    page_cell (page, "%s", tbk_check_test_name (test));
    page_cell (page, "%s", tbk_check_level_name (tbk_check_test_level (test)));
    page_cell (page, "%" G_GINT64_FORMAT, found.n_new);
    page_cell (page, "%" G_GINT64_FORMAT, found.n_gone);
  }
  page_end_table (page);
  page_markup (page, "</section>\n");
}

static int
compare_relations (gconstpointer a, gconstpointer b)
{
  const ChangedRelation *x = a, *y = b;

  if (x->n_changed != y->n_changed)
    return x->n_changed > y->n_changed ? -1 : 1;
  return strcmp (x->before, y->before) != 0 ? strcmp (x->before, y->before) : strcmp (x->after, y->after);
}

/* Adds the pairs of relations of which most arcs changed. */
static void
add_relations (Page *page, const TbkTally *total)
{
  enum { MOST = 50 };
  static const char *const headings[] = { "before", "after", "words", "with another head", NULL };
  const gint64 *figures = changes_figures (total);
  gsize n;
  g_autofree ChangedRelation *relations = changes_relations (total, &n);

  qsort (relations, n, sizeof *relations, compare_relations);
  if (n == 0 || relations[0].n_changed == 0)
    return;
  page_begin_folded (page, "Changed arcs, by relation (%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT ")",
                     figures[CHANGES_CHANGED_ARCS], figures[CHANGES_WORDS]);
  page_begin_table (page, "Changed arcs, by relation", headings, 2);
  for (gsize r = 0; r < MIN (n, MOST) && relations[r].n_changed > 0; r++) {
    page_cell (page, "%s", relations[r].before);
    page_cell (page, "%s", relations[r].after);
    page_cell (page, "%" G_GINT64_FORMAT, relations[r].n_words);
    page_cell (page, "%" G_GINT64_FORMAT, relations[r].n_other_head);
  }
  page_end_table (page);
  page_end_folded (page);
}

gboolean
changes_end (Changes *changes, const TbkTally *total, GError **error)
{
  static const char note[] =
      "Sentences with findings that are new or gone, or that became projective or ceased to be. "
      "Where the words are the same, the old annotation is drawn below the new one.";
  const TbkChecksOptions *options = changes->options;
  g_autoptr (PageParts) parts = page_parts_new ();
  g_autoptr (Page) page = NULL;

  if (options->form != TBK_CHECKS_PAGE)
    return TRUE;
  page = drawer_new_page (options->title, note);
  add_kinds (page, total);
  add_relations (page, total);
  if (changes->parts.counts.n_left_out > 0)
    page_note (page,
               "%" G_GINT64_FORMAT " more sentences are not drawn: only the first %d are. Choose "
               "with --test, or list them with --format=text.",
               changes->parts.counts.n_left_out, TBK_CHECKS_MAX_DRAWN);
  return page_write_begin (page, options->output, error)
         && (changes->parts.text == NULL
             || page_parts_write (parts, changes->parts.text, options->output, error))
         && page_parts_settle (parts, TRUE, options->output, error)
         && drawer_end_page (options->output, error);
}
