/* evaluate.c - the shares of right words of two files.
 *
 * Contents
 *   1. relations: content and functional relations, found by their first bytes
 *   2. evaluate: the shares of right words: two files read side by side, counted sentence by sentence
 *   3. evaluation: the shares of right words that were counted, and the names of measures
 *   4. evaluation_tally: evaluations as tallies
 */
#include "statistics/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"
#include "tbk/evaluate.h"
#include "tbk/tree.h"

/* 1. relations: content and functional relations, found by their first bytes. */

typedef struct {
  const char *name;
  RelationKind kind;
} RelationEntry;

/* In order of bytes. */
static const RelationEntry relations[] = {
  { "acl", RELATION_CONTENT },      { "advcl", RELATION_CONTENT },     { "advmod", RELATION_CONTENT },
  { "amod", RELATION_CONTENT },     { "appos", RELATION_CONTENT },     { "aux", RELATION_FUNCTIONAL },
  { "case", RELATION_FUNCTIONAL },  { "cc", RELATION_FUNCTIONAL },     { "ccomp", RELATION_CONTENT },
  { "clf", RELATION_FUNCTIONAL },   { "compound", RELATION_CONTENT },  { "conj", RELATION_CONTENT },
  { "cop", RELATION_FUNCTIONAL },   { "csubj", RELATION_CONTENT },     { "dep", RELATION_CONTENT },
  { "det", RELATION_FUNCTIONAL },   { "discourse", RELATION_CONTENT }, { "dislocated", RELATION_CONTENT },
  { "expl", RELATION_CONTENT },     { "fixed", RELATION_CONTENT },     { "flat", RELATION_CONTENT },
  { "goeswith", RELATION_CONTENT }, { "iobj", RELATION_CONTENT },      { "list", RELATION_CONTENT },
  { "mark", RELATION_FUNCTIONAL },  { "nmod", RELATION_CONTENT },      { "nsubj", RELATION_CONTENT },
  { "nummod", RELATION_CONTENT },   { "obj", RELATION_CONTENT },       { "obl", RELATION_CONTENT },
  { "orphan", RELATION_CONTENT },   { "parataxis", RELATION_CONTENT }, { "reparandum", RELATION_CONTENT },
  { "root", RELATION_CONTENT },     { "vocative", RELATION_CONTENT },  { "xcomp", RELATION_CONTENT },
};

TbkPiece
relations_universal (TbkPiece relation)
{
  const char *colon = memchr (relation.bytes, ':', relation.size);

  if (colon != NULL)
    relation.size = (gsize) (colon - relation.bytes);
  return relation;
}

/* As strcmp(). */
static int
compare (TbkPiece relation, const char *name)
{
  const gsize size = strlen (name);
  const int order = memcmp (relation.bytes, name, MIN (relation.size, size));

  return order != 0 ? order : (relation.size > size) - (relation.size < size);
}

RelationKind
relation_kind (TbkPiece relation)
{
  const TbkPiece universal = relations_universal (relation);
  guint low = 0, high = G_N_ELEMENTS (relations);

  while (low < high) {
    const guint middle = (low + high) / 2;
    const int order = compare (universal, relations[middle].name);

    if (order == 0)
      return relations[middle].kind;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return RELATION_OTHER;
}

/* 2. evaluate: the shares of right words: two files read side by side, counted sentence by sentence. */

enum { LENGTH_BIN = 10, MOST_DISTANCE = 10 };

/* One of the two files. */
typedef struct {
  Cursor cursor;
  TbkTree *tree;
} FileSide;

typedef struct {
  FileSide gold, system;
  const TbkConlluColumns *columns; /* of both; or NULL */
  gboolean subtypes;
  TbkSelector *selector; /* or NULL */
  TbkEvaluation *evaluation;
  GHashTable *names[TBK_N_GROUPINGS]; /* of groups by name: the index of each */
  gboolean has_confusions;
  int *n_skipped;         /* or NULL */
  TbkDifferenceFunc each; /* or NULL */
  gpointer data;
  int told; /* the last word of the sentence that was handed to it, 0 if none was */
  gint64 told_line;
} Evaluator;

static gboolean
side_open (FileSide *side, const char *path, const TbkConlluColumns *columns, GError **error)
{
  side->tree = tbk_tree_new ();
  return cursor_open (&side->cursor, path, columns, error);
}

static void
side_clear (FileSide *side)
{
  cursor_clear (&side->cursor);
  tbk_tree_free (side->tree);
}

/* Goes to the next sentence and sets its tree. */
static gboolean
side_next (FileSide *side, GError **error)
{
  const TbkConlluSentence *sentence = &side->cursor.sentence;

  return cursor_next (&side->cursor, error)
         && (side->cursor.is_at_end || tbk_tree_set (side->tree, sentence->heads, sentence->n, error));
}

/* The same; a sentence that is not well formed sets *@is_bad, if those are skipped. */
static gboolean
next_of_pair (const Evaluator *evaluator, FileSide *side, gboolean *is_bad, GError **error)
{
  g_autoptr (GError) fault = NULL;

  if (side_next (side, &fault))
    return TRUE;
  if (evaluator->n_skipped != NULL && side->cursor.is_bad
      && g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    *is_bad = TRUE;
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

/* A relation as it is compared. */
static TbkPiece
relation (const Evaluator *evaluator, const TbkPiece *pieces)
{
  return evaluator->subtypes ? pieces[FIELD_DEPREL] : relations_universal (pieces[FIELD_DEPREL]);
}

static gboolean
is_content (TbkPiece relation)
{
  return relation_kind (relation) == RELATION_CONTENT;
}

static gboolean
is_punctuation (TbkPiece relation)
{
  return piece_equals (relations_universal (relation), (TbkPiece){ "punct", strlen ("punct") });
}

/* The group of @name, made when it is first met. */
static TbkGroup *
named_group (Evaluator *evaluator, TbkGrouping grouping, const char *name)
{
  GArray *groups = evaluator->evaluation->groups[grouping];
  GHashTable *names = evaluator->names[grouping];
  gpointer index;

  if (!g_hash_table_lookup_extended (names, name, NULL, &index)) {
    TbkGroup group = { .name = g_strdup (name) };
    index = GUINT_TO_POINTER (groups->len);
    g_hash_table_insert (names, group.name, index);
    g_array_append_val (groups, group);
  }
  return &g_array_index (groups, TbkGroup, GPOINTER_TO_UINT (index));
}

static TbkGroup *
deprel_group (Evaluator *evaluator, TbkPiece relation)
{
  g_autofree char *name = g_strndup (relation.bytes, (gsize) relation.size);

  return named_group (evaluator, TBK_GROUP_DEPREL, name);
}

/* Group number @i of those that have numbers. */
static TbkGroup *
numbered_group (Evaluator *evaluator, TbkGrouping grouping, int i)
{
  GArray *groups = evaluator->evaluation->groups[grouping];

  if ((guint) i >= groups->len)
    g_array_set_size (groups, (guint) i + 1);
  return &g_array_index (groups, TbkGroup, i);
}

/* 0 for an arc of 0. */
static int
distance (int head, int dependent)
{
  return head == 0 ? 0 : MIN (ABS (head - dependent), MOST_DISTANCE);
}

/* Where a word has the right head, and where it has both. */
typedef struct {
  TbkPiece gold, system; /* relations */
  int gold_head, system_head;
  gboolean head, relation;
} Verdict;

static void
count (TbkGroup *gold, const Verdict *verdict)
{
  gold->gold++;
  gold->heads += verdict->head;
  gold->both += verdict->head && verdict->relation;
}

static void
count_groups (Evaluator *evaluator, const Verdict *verdict, int word)
{
  int bin = (evaluator->gold.cursor.sentence.n - 1) / LENGTH_BIN;

  count (deprel_group (evaluator, verdict->gold), verdict);
  deprel_group (evaluator, verdict->system)->system++;
  count (numbered_group (evaluator, TBK_GROUP_LENGTH, bin), verdict);
  numbered_group (evaluator, TBK_GROUP_LENGTH, bin)->system++;
  count (numbered_group (evaluator, TBK_GROUP_DISTANCE, distance (verdict->gold_head, word)), verdict);
  numbered_group (evaluator, TBK_GROUP_DISTANCE, distance (verdict->system_head, word))->system++;
}

static void
count_confusion (Evaluator *evaluator, TbkGrouping grouping, TbkPiece gold, TbkPiece system,
                 const Verdict *verdict)
{
  g_autofree char *name =
      g_strdup_printf ("%.*s\t%.*s", (int) gold.size, gold.bytes, (int) system.size, system.bytes);
  TbkGroup *group = named_group (evaluator, grouping, name);

  count (group, verdict);
  group->system++;
}

/* The part of speech of word @head; points into @sentence. */
static TbkPiece
upos_of (const TbkConlluSentence *sentence, int head)
{
  TbkPiece pieces[N_FIELDS];

  if (head == 0)
    return (TbkPiece){ "root", strlen ("root") };
  fields_read (sentence, head, pieces);
  return pieces[FIELD_UPOS];
}

static void
count_confusions (Evaluator *evaluator, const Verdict *verdict)
{
  const TbkConlluSentence *gold = &evaluator->gold.cursor.sentence,
                          *system = &evaluator->system.cursor.sentence;

  count_confusion (evaluator, TBK_GROUP_CONFUSED_DEPREL, verdict->gold, verdict->system, verdict);
  count_confusion (evaluator, TBK_GROUP_CONFUSED_UPOS, upos_of (gold, verdict->gold_head),
                   upos_of (system, verdict->system_head), verdict);
}

static void
add (SentenceShares *shares, TbkMeasure measure, int right, int of)
{
  shares->right[measure] += right;
  shares->of[measure] += of;
}

static void
count_word (Evaluator *evaluator, SentenceShares *shares, const Verdict *verdict, int word)
{
  gboolean both = verdict->head && verdict->relation;
  gboolean gold_content = is_content (verdict->gold);

  add (shares, TBK_MEASURE_UAS, verdict->head, 1);
  add (shares, TBK_MEASURE_LAS, both, 1);
  add (shares, TBK_MEASURE_LA, verdict->relation, 1);
  add (shares, TBK_MEASURE_CLAS, 2 * (both && gold_content), gold_content + is_content (verdict->system));
  if (!is_punctuation (verdict->gold)) {
    add (shares, TBK_MEASURE_UAS_NO_PUNCT, verdict->head, 1);
    add (shares, TBK_MEASURE_LAS_NO_PUNCT, both, 1);
    add (shares, TBK_MEASURE_LA_NO_PUNCT, verdict->relation, 1);
  }
  if (tbk_tree_is_nonprojective (evaluator->system.tree, word))
    add (shares, TBK_MEASURE_NONPROJECTIVE_PRECISION, verdict->head, 1);
  if (tbk_tree_is_nonprojective (evaluator->gold.tree, word))
    add (shares, TBK_MEASURE_NONPROJECTIVE_RECALL, verdict->head, 1);
}

static const char advice_to_align[] = "; tbk evaluate --align compares files whose words or sentences differ";

/* Whether one is the beginning of the other: words that are cut otherwise. */
static gboolean
begins_alike (TbkPiece x, TbkPiece y)
{
  return x.size > 0 && y.size > 0 && memcmp (x.bytes, y.bytes, MIN (x.size, y.size)) == 0;
}

static gboolean
fail_word (const Evaluator *evaluator, int word, TbkPiece gold, TbkPiece system, GError **error)
{
  const TbkConlluSentence *a = &evaluator->gold.cursor.sentence, *b = &evaluator->system.cursor.sentence;
  g_autofree char *found = tbk_quote (system.bytes, system.size),
                  *expected = tbk_quote (gold.bytes, gold.size);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": word %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s%s",
               cursor_name (&evaluator->system.cursor), fields_line (b, word), found, expected,
               cursor_name (&evaluator->gold.cursor), fields_line (a, word), words_remark (system, gold),
               begins_alike (system, gold) ? advice_to_align : "");
  return FALSE;
}

static gboolean
fail_length (const Evaluator *evaluator, GError **error)
{
  const TbkConlluSentence *a = &evaluator->gold.cursor.sentence, *b = &evaluator->system.cursor.sentence;

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": sentence of %d words found, expected %d as in %s:%" G_GINT64_FORMAT
               "%s",
               cursor_name (&evaluator->system.cursor), fields_line (b, 1), b->n, a->n,
               cursor_name (&evaluator->gold.cursor), fields_line (a, 1), advice_to_align);
  return FALSE;
}

static gboolean
fail_end (const FileSide *ended, const FileSide *other, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: found the end of the file, expected the sentence of %s:%" G_GINT64_FORMAT,
               cursor_name (&ended->cursor), cursor_name (&other->cursor),
               fields_line (&other->cursor.sentence, 1));
  return FALSE;
}

/* Hands a word to the function for those that differ. */
static gboolean
tell_difference (Evaluator *evaluator, const Verdict *verdict, int word, const TbkPiece *gold,
                 const TbkPiece *system, GError **error)
{
  const Cursor *cursor = &evaluator->gold.cursor;
  const TbkEntry entry = cursor_entry (cursor);
  const TbkDifference difference = {
    .file = cursor_name (cursor),
    .line = fields_line_after (&cursor->sentence, evaluator->told, evaluator->told_line, word),
    .id = entry.id,
    .id_length = entry.id_length,
    .word = word,
    .head = verdict->gold_head,
    .system_head = verdict->system_head,
    .form = gold[FIELD_FORM],
    .deprel = gold[FIELD_DEPREL],
    .system_deprel = system[FIELD_DEPREL],
  };

  evaluator->told = word;
  evaluator->told_line = difference.line;
  return evaluator->each (evaluator->data, &difference, error);
}

/* Counts a sentence, whose first difference in words is an error. */
static gboolean
count_sentence (Evaluator *evaluator, GError **error)
{
  const TbkConlluSentence *gold = &evaluator->gold.cursor.sentence,
                          *system = &evaluator->system.cursor.sentence;
  SentenceShares shares = { 0 };
  TbkPiece gold_pieces[N_FIELDS], system_pieces[N_FIELDS];

  if (!fields_check (&evaluator->gold.cursor.sentence, error)
      || !fields_check (&evaluator->system.cursor.sentence, error))
    return FALSE;
  evaluator->told = 0;
  for (int word = 1; word <= MIN (gold->n, system->n); word++) {
    fields_read (gold, word, gold_pieces);
    fields_read (system, word, system_pieces);
    if (!piece_equals (gold_pieces[FIELD_FORM], system_pieces[FIELD_FORM]))
      return fail_word (evaluator, word, gold_pieces[FIELD_FORM], system_pieces[FIELD_FORM], error);
    Verdict verdict = { .gold = relation (evaluator, gold_pieces),
                        .system = relation (evaluator, system_pieces),
                        .gold_head = gold->heads[word],
                        .system_head = system->heads[word],
                        .head = gold->heads[word] == system->heads[word] };
    verdict.relation = piece_equals (verdict.gold, verdict.system);
    count_word (evaluator, &shares, &verdict, word);
    count_groups (evaluator, &verdict, word);
    if (evaluator->has_confusions)
      count_confusions (evaluator, &verdict);
    if (evaluator->each != NULL && !(verdict.head && verdict.relation)
        && !tell_difference (evaluator, &verdict, word, gold_pieces, system_pieces, error))
      return FALSE;
  }
  if (gold->n != system->n)
    return fail_length (evaluator, error);
  add (&shares, TBK_MEASURE_WHOLE_UNLABELLED, shares.right[TBK_MEASURE_UAS] == gold->n, 1);
  add (&shares, TBK_MEASURE_WHOLE_LABELLED, shares.right[TBK_MEASURE_LAS] == gold->n, 1);
  g_array_append_val (evaluator->evaluation->sentences, shares);
  return TRUE;
}

/* Whether the sentences in hand have the same words. */
static gboolean
has_same_words (const Evaluator *evaluator)
{
  const TbkConlluSentence *gold = &evaluator->gold.cursor.sentence,
                          *system = &evaluator->system.cursor.sentence;
  TbkPiece gold_pieces[N_FIELDS], system_pieces[N_FIELDS];

  if (gold->n != system->n)
    return FALSE;
  for (int word = 1; word <= gold->n; word++) {
    fields_read (gold, word, gold_pieces);
    fields_read (system, word, system_pieces);
    if (!piece_equals (gold_pieces[FIELD_FORM], system_pieces[FIELD_FORM]))
      return FALSE;
  }
  return TRUE;
}

/* A skipped pair has a row, so that those of two systems stand side by side; nothing counts in it. */
static void
skip_pair (Evaluator *evaluator)
{
  const SentenceShares shares = { 0 };

  g_array_append_val (evaluator->evaluation->sentences, shares);
  ++*evaluator->n_skipped;
}

/* Counts the sentences in hand, if the gold one is taken; that of the system may be bad. */
static gboolean
count_pair (Evaluator *evaluator, gboolean is_bad, GError **error)
{
  const TbkEntry entry = cursor_entry (&evaluator->gold.cursor);
  gboolean is_selected;

  if (!tbk_selector_take (evaluator->selector, &entry, &is_selected, error))
    return FALSE;
  if (!is_selected)
    return TRUE;
  if (!is_bad && (evaluator->n_skipped == NULL || has_same_words (evaluator)))
    return count_sentence (evaluator, error);
  skip_pair (evaluator);
  return TRUE;
}

static gboolean
count_files (Evaluator *evaluator, GError **error)
{
  FileSide *gold = &evaluator->gold, *system = &evaluator->system;

  while (tbk_selector_left (evaluator->selector) > 0) {
    gboolean is_gold_bad = FALSE, is_bad = FALSE;

    if (!next_of_pair (evaluator, gold, &is_gold_bad, error)
        || !next_of_pair (evaluator, system, &is_bad, error))
      return FALSE;
    if (gold->cursor.is_at_end && system->cursor.is_at_end)
      return TRUE;
    if (gold->cursor.is_at_end || system->cursor.is_at_end)
      return gold->cursor.is_at_end ? fail_end (gold, system, error) : fail_end (system, gold, error);
    if (is_gold_bad)
      skip_pair (evaluator);
    else if (!count_pair (evaluator, is_bad, error))
      return FALSE;
  }
  return TRUE;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  return strcmp (((const TbkGroup *) a)->name, ((const TbkGroup *) b)->name);
}

static char *
numbered_name (TbkGrouping grouping, int i)
{
  if (grouping == TBK_GROUP_LENGTH)
    return g_strdup_printf ("%d-%d", i * LENGTH_BIN + 1, (i + 1) * LENGTH_BIN);
  return i == 0               ? g_strdup ("root")
         : i == MOST_DISTANCE ? g_strdup_printf ("%d+", i)
                              : g_strdup_printf ("%d", i);
}

/* Names the groups that have numbers and leaves out those without words. */
static void
finish_groups (GArray *groups, TbkGrouping grouping)
{
  guint n = 0;

  for (guint i = 0; i < groups->len; i++) {
    TbkGroup *group = &g_array_index (groups, TbkGroup, i);
    if (group->gold + group->system == 0)
      continue;
    group->name = numbered_name (grouping, (int) i);
    g_array_index (groups, TbkGroup, n++) = *group;
  }
  g_array_set_size (groups, n);
}

static void
finish (TbkEvaluation *evaluation)
{
  for (guint s = 0; s < evaluation->sentences->len; s++) {
    const SentenceShares *shares = &g_array_index (evaluation->sentences, SentenceShares, s);
    for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
      evaluation->total[m].right += shares->right[m];
      evaluation->total[m].of += shares->of[m];
    }
  }
  g_array_sort (evaluation->groups[TBK_GROUP_DEPREL], compare_groups);
  g_array_sort (evaluation->groups[TBK_GROUP_CONFUSED_DEPREL], compare_groups);
  g_array_sort (evaluation->groups[TBK_GROUP_CONFUSED_UPOS], compare_groups);
  finish_groups (evaluation->groups[TBK_GROUP_LENGTH], TBK_GROUP_LENGTH);
  finish_groups (evaluation->groups[TBK_GROUP_DISTANCE], TBK_GROUP_DISTANCE);
}

/* Evaluates as @evaluator says, which has yet to get its files. */
static TbkEvaluation *
evaluate (Evaluator *evaluator, const char *gold, const char *system, GError **error)
{
  g_autoptr (TbkEvaluation) evaluation = evaluation_new ();
  gboolean done;

  evaluator->evaluation = evaluation;
  if (evaluator->n_skipped != NULL)
    *evaluator->n_skipped = 0;
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++)
    evaluator->names[g] = g_hash_table_new (hash_string, g_str_equal);
  done = side_open (&evaluator->gold, gold, evaluator->columns, error)
         && side_open (&evaluator->system, system, evaluator->columns, error)
         && count_files (evaluator, error);
  side_clear (&evaluator->gold);
  side_clear (&evaluator->system);
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++)
    g_hash_table_unref (evaluator->names[g]);
  if (!done)
    return NULL;
  finish (evaluation);
  return g_steal_pointer (&evaluation);
}

TbkEvaluation *
tbk_evaluate (const char *gold, const char *system, const TbkConlluColumns *columns, gboolean subtypes,
              TbkSelector *selector, int *n_skipped, GError **error)
{
  Evaluator evaluator = {
    .columns = columns, .subtypes = subtypes, .selector = selector, .n_skipped = n_skipped
  };

  return evaluate (&evaluator, gold, system, error);
}

TbkEvaluation *
tbk_evaluate_confusions (const char *gold, const char *system, const TbkConlluColumns *columns,
                         gboolean subtypes, TbkSelector *selector, int *n_skipped, GError **error)
{
  Evaluator evaluator = { .columns = columns,
                          .subtypes = subtypes,
                          .selector = selector,
                          .n_skipped = n_skipped,
                          .has_confusions = TRUE };

  return evaluate (&evaluator, gold, system, error);
}

gboolean
tbk_evaluate_words (const char *gold, const char *system, const TbkConlluColumns *columns, gboolean subtypes,
                    TbkSelector *selector, int *n_skipped, TbkDifferenceFunc function, gpointer data,
                    GError **error)
{
  Evaluator evaluator = { .columns = columns,
                          .subtypes = subtypes,
                          .selector = selector,
                          .n_skipped = n_skipped,
                          .each = function,
                          .data = data };
  g_autoptr (TbkEvaluation) evaluation = evaluate (&evaluator, gold, system, error);

  return evaluation != NULL;
}

/* 3. evaluation: the shares of right words that were counted, and the names of measures. */

static const char *const measure_names[] = {
  [TBK_MEASURE_UAS] = "UAS",
  [TBK_MEASURE_LAS] = "LAS",
  [TBK_MEASURE_LA] = "LA",
  [TBK_MEASURE_CLAS] = "CLAS",
  [TBK_MEASURE_UAS_NO_PUNCT] = "UAS_no_punct",
  [TBK_MEASURE_LAS_NO_PUNCT] = "LAS_no_punct",
  [TBK_MEASURE_LA_NO_PUNCT] = "LA_no_punct",
  [TBK_MEASURE_NONPROJECTIVE_PRECISION] = "nonprojective_precision",
  [TBK_MEASURE_NONPROJECTIVE_RECALL] = "nonprojective_recall",
  [TBK_MEASURE_WHOLE_UNLABELLED] = "whole_unlabelled",
  [TBK_MEASURE_WHOLE_LABELLED] = "whole_labelled",
};

const char *
tbk_measure_name (TbkMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_MEASURES, NULL);

  return measure_names[measure];
}

TbkEvaluation *
evaluation_new (void)
{
  TbkEvaluation *evaluation = g_new0 (TbkEvaluation, 1);

  evaluation->sentences = g_array_new (FALSE, TRUE, sizeof (SentenceShares));
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++)
    evaluation->groups[g] = g_array_new (FALSE, TRUE, sizeof (TbkGroup));
  return evaluation;
}

void
tbk_evaluation_free (TbkEvaluation *evaluation)
{
  if (evaluation == NULL)
    return;
  for (TbkGrouping g = 0; g < TBK_N_GROUPINGS; g++) {
    for (guint i = 0; i < evaluation->groups[g]->len; i++)
      g_free (g_array_index (evaluation->groups[g], TbkGroup, i).name);
    g_array_unref (evaluation->groups[g]);
  }
  g_array_unref (evaluation->sentences);
  g_free (evaluation);
}

/* A sentence that was skipped counts for no measure; each other one for this. */
static gboolean
is_skipped (const TbkEvaluation *evaluation, guint sentence)
{
  return g_array_index (evaluation->sentences, SentenceShares, sentence).of[TBK_MEASURE_WHOLE_UNLABELLED]
         == 0;
}

static void
leave_out (TbkEvaluation *evaluation, guint sentence)
{
  SentenceShares *shares = &g_array_index (evaluation->sentences, SentenceShares, sentence);

  for (TbkMeasure m = 0; m < TBK_N_MEASURES; m++) {
    evaluation->total[m].right -= shares->right[m];
    evaluation->total[m].of -= shares->of[m];
  }
  *shares = (SentenceShares){ 0 };
}

void
tbk_evaluation_pair (TbkEvaluation *const *systems, int n)
{
  for (int e = 1; e < n; e++)
    g_return_if_fail (systems[e]->sentences->len == systems[0]->sentences->len);

  for (guint s = 0; s < systems[0]->sentences->len; s++) {
    gboolean is_in_all = TRUE;

    for (int e = 0; e < n; e++)
      is_in_all = is_in_all && !is_skipped (systems[e], s);
    for (int e = 0; e < n && !is_in_all; e++)
      leave_out (systems[e], s);
  }
}

TbkShare
tbk_evaluation_share (const TbkEvaluation *evaluation, TbkMeasure measure)
{
  g_return_val_if_fail (measure < TBK_N_MEASURES, ((TbkShare){ 0, 0 }));

  return evaluation->total[measure];
}

const TbkGroup *
tbk_evaluation_groups (const TbkEvaluation *evaluation, TbkGrouping grouping, int *n_groups)
{
  g_return_val_if_fail (grouping < TBK_N_GROUPINGS, NULL);

  *n_groups = (int) evaluation->groups[grouping]->len;
  return (const TbkGroup *) (gconstpointer) evaluation->groups[grouping]->data;
}

/* 4. evaluation_tally: evaluations as tallies. */

static const TbkTallyColumn sentence_columns[2 * TBK_N_MEASURES] = {
  SHARE_COLUMNS (TBK_MEASURE_UAS, "UAS"),
  SHARE_COLUMNS (TBK_MEASURE_LAS, "LAS"),
  SHARE_COLUMNS (TBK_MEASURE_LA, "LA"),
  SHARE_COLUMNS (TBK_MEASURE_CLAS, "CLAS"),
  SHARE_COLUMNS (TBK_MEASURE_UAS_NO_PUNCT, "UAS_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_LAS_NO_PUNCT, "LAS_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_LA_NO_PUNCT, "LA_no_punct"),
  SHARE_COLUMNS (TBK_MEASURE_NONPROJECTIVE_PRECISION, "nonprojective_precision"),
  SHARE_COLUMNS (TBK_MEASURE_NONPROJECTIVE_RECALL, "nonprojective_recall"),
  SHARE_COLUMNS (TBK_MEASURE_WHOLE_UNLABELLED, "whole_unlabelled"),
  SHARE_COLUMNS (TBK_MEASURE_WHOLE_LABELLED, "whole_labelled"),
};

enum { GOLD, SYSTEM, HEADS, BOTH };
static const TbkTallyColumn group_columns[SHARES_GROUP_COLUMNS] = {
  [GOLD] = { "gold", TBK_TALLY_SUM },
  [SYSTEM] = { "system", TBK_TALLY_SUM },
  [HEADS] = { "right_heads", TBK_TALLY_SUM },
  [BOTH] = { "right_both", TBK_TALLY_SUM },
};

static const TbkTallySection sections[] = SHARE_SECTIONS (sentence_columns, TBK_N_MEASURES, group_columns);

static gboolean
is_group (gint64 grouping, const gint64 *values)
{
  (void) grouping;
  return values[HEADS] <= values[GOLD] && values[BOTH] <= MIN (values[HEADS], values[SYSTEM]);
}

static const char *
find_fault (const TbkTally *tally)
{
  return shares_find_fault (tally, TBK_N_MEASURES, is_group);
}

static const TbkTallyLayout layout = { "evaluation", sections, SHARES_N_SECTIONS, find_fault };

const TbkTallyLayout *
tbk_evaluation_layout (void)
{
  return &layout;
}

void
tbk_evaluation_count (const TbkEvaluation *evaluation, int other, TbkTally *tally)
{
  const ShareRows rows = share_rows_of (evaluation->sentences, TBK_N_MEASURES, evaluation->total);

  shares_count (&rows, other, tally);
  for (TbkGrouping g = 0; other == 0 && g < TBK_N_GROUPINGS; g++)
    for (guint i = 0; i < evaluation->groups[g]->len; i++) {
      const TbkGroup *group = &g_array_index (evaluation->groups[g], TbkGroup, i);
      const gint64 values[] = { group->gold, group->system, group->heads, group->both };

      shares_count_group (tally, (int) g, g == TBK_GROUP_LENGTH || g == TBK_GROUP_DISTANCE, group->name,
                          values);
    }
}

static void
take_groups (TbkEvaluation *evaluation, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_GROUPS);
  gsize n;
  g_autofree ShareGroup *groups = shares_groups (total, TBK_N_GROUPINGS, &n);

  for (gsize i = 0; i < n; i++) {
    const gint64 *values = groups[i].values;
    const TbkGroup group = { g_strdup (groups[i].name), values[0], values[1], values[2], values[3] };

    g_array_append_val (evaluation->groups[groups[i].grouping], group);
  }
}

TbkEvaluation *
tbk_evaluation_of (const TbkTallies *tallies, int other)
{
  TbkEvaluation *evaluation = evaluation_new ();

  shares_take (tallies, other, TBK_N_MEASURES, evaluation->sentences, evaluation->total);
  if (other == 0)
    take_groups (evaluation, tallies);
  return evaluation;
}
