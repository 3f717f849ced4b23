/* evaluate.c - the shares of right words: sentences side by side, counted word by word.
 *
 * Contents
 *   1. relations: content and functional relations, found by their first bytes
 *   2. word_counter: words compared, then counted for each measure and in groups
 *
 * A gold sentence and that of a system have the same words; anything else is an error. Each word then has
 * a verdict. For the gold line `3 rosam ... 4 obj` and the system's `3 rosam ... 4 nsubj`:
 *
 *   head right, relation wrong    UAS 1 of 1, LAS 0 of 1, LA 0 of 1, CLAS 0 of 2 (obj and nsubj are content)
 *   groups, gold obj              gold 1, right heads 1, right both 0
 *   groups, system nsubj          system 1
 *   confusions of udeprel         obj<TAB>nsubj 1
 */
#include "evaluation/evaluation.h"
#include "query/query.h"
#include "report/report.h"

#include <string.h>

#include "base/base.h"
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
  const char *colon = relation.size == 0 ? NULL : memchr (relation.bytes, ':', relation.size);

  if (colon != NULL)
    relation.size = (gsize) (colon - relation.bytes);
  return relation;
}

/* Returns the first bytes as a number, those that lack as 0: numbers are in the order of the names, and no
 * two of the list have one. Longer names are compared in full when the number is found. */
static guint64
first_bytes (TbkPiece relation)
{
  guint64 bytes = 0;

  memcpy (&bytes, relation.bytes, MIN (relation.size, sizeof bytes));
  return GUINT64_FROM_BE (bytes);
}

/* Finds the kind by bisection in the list of relations, 6 steps instead of a hash of the name. What is in no
 * list, such as punct, is RELATION_OTHER. */
RelationKind
relation_kind (TbkPiece relation)
{
  static guint64 keys[G_N_ELEMENTS (relations)];
  static gsize are_made;
  const TbkPiece universal = relations_universal (relation);
  guint low = 0, high = G_N_ELEMENTS (relations);
  guint64 key;

  if (g_once_init_enter (&are_made)) {
    for (guint r = 0; r < G_N_ELEMENTS (relations); r++)
      keys[r] = first_bytes ((TbkPiece){ relations[r].name, strlen (relations[r].name) });
    g_once_init_leave (&are_made, 1);
  }
  key = universal.size > 0 ? first_bytes (universal) : 0;
  while (low < high) {
    const guint middle = (low + high) / 2;

    if (keys[middle] == key)
      return piece_equals (universal, (TbkPiece){ relations[middle].name, strlen (relations[middle].name) })
                 ? relations[middle].kind
                 : RELATION_OTHER;
    if (key < keys[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return RELATION_OTHER;
}

/* 2. word_counter: words compared, then counted for each measure and in groups. */

typedef struct {
  const TbkEvaluationOptions *options;
  TbkEvaluation *const *systems;
  int n_systems;
  WordSide *sides;                    /* the gold one, and those of systems */
  TbkTree **trees;                    /* theirs */
  GHashTable *names[TBK_N_GROUPINGS]; /* of groups by name: the index of each */
  GString *name;                      /* of the sentence: the names of groups by keys, or what is confused */
  GString *pair;                      /* the name of a confusion */
  gsize *names_of_words;              /* where they begin: a row of words for each side */
  gsize n_names;
  TbkTable *rows; /* or NULL */
  TbkFacts **
      facts; /* of the gold sentence; and by keys of its words with the arcs of each system, or of its own sentence */
  gboolean *counts; /* by word, which of them do */
  int n_counts;
  int told; /* the last word of the sentence that has a row, 0 if none has */
  gint64 told_line;
} WordCounter;

gpointer
word_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems)
{
  WordCounter *counter = g_new0 (WordCounter, 1);

  counter->options = options;
  counter->systems = systems;
  counter->n_systems = MAX (options->n_systems, 1);
  counter->sides = g_new0 (WordSide, counter->n_systems + 1);
  counter->trees = g_new (TbkTree *, counter->n_systems + 1);
  for (int s = 0; s <= counter->n_systems; s++)
    counter->trees[s] = tbk_tree_new ();
  for (int g = 0; g < TBK_N_GROUPINGS; g++)
    counter->names[g] = g_hash_table_new (hash_string, g_str_equal);
  counter->name = g_string_new (NULL);
  counter->pair = g_string_new (NULL);
  counter->facts = g_new (TbkFacts *, counter->n_systems + 1);
  for (int s = 0; s <= counter->n_systems; s++)
    counter->facts[s] = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  counter->rows = options->rows == NULL || options->has_sentence_rows ? NULL : table_new_rows (options->rows);
  return counter;
}

void
word_counter_free (gpointer data)
{
  WordCounter *counter = data;

  for (int s = 0; s <= counter->n_systems; s++) {
    word_side_clear (&counter->sides[s]);
    tbk_tree_free (counter->trees[s]);
    tbk_facts_free (counter->facts[s]);
  }
  g_free (counter->sides);
  g_free (counter->trees);
  for (int g = 0; g < TBK_N_GROUPINGS; g++)
    g_hash_table_unref (counter->names[g]);
  g_string_free (counter->name, TRUE);
  g_string_free (counter->pair, TRUE);
  g_free (counter->facts);
  g_free (counter->names_of_words);
  g_free (counter->counts);
  tbk_table_free (counter->rows);
  g_free (counter);
}

/* Sentences compared. */

/* Heads that are no tree still are heads: they are compared word by word. Only measures of the tree as a
 * whole, of non-projective arcs, pass over them. */
static gboolean
is_broken (const WordSide *side)
{
  return side->sentence->is_broken || side->sentence->is_headless;
}

/* Reads a sentence, and its tree if it is one. */
static gboolean
set_side (WordCounter *counter, int s, const TbkEntry *entry, GError **error)
{
  WordSide *side = &counter->sides[s];

  return word_side_set (side, entry, error)
         && (is_broken (side)
             || tbk_tree_set (counter->trees[s], side->sentence->heads, side->sentence->n, error));
}

/* Notes a sentence whose heads are no tree, and its words without head, but for those without a gold one. @gold: NULL if
 * it is gold. */
static void
note_broken (const WordSide *side, const WordSide *gold, TbkBrokenHeads *broken)
{
  if (!is_broken (side))
    return;
  broken->sentences++;
  for (int word = 1; word <= side->sentence->n; word++)
    broken->words += side->sentence->heads[word] < 0 && (gold == NULL || gold->sentence->heads[word] >= 0);
}

/* Words counted. */

/* Returns a relation as it is compared: `nsubj:pass` is `nsubj`, unless subtypes count. */
static TbkPiece
relation (const WordCounter *counter, const TbkPiece *pieces)
{
  return counter->options->subtypes ? pieces[FIELD_DEPREL] : relations_universal (pieces[FIELD_DEPREL]);
}

static gboolean
is_content (TbkPiece relation)
{
  return relation_kind (relation) == RELATION_CONTENT;
}

/* Returns TRUE if all characters of @form have a class P... of Unicode. A $ or + is a symbol, of a class S.... */
static gboolean
is_of_punctuation (TbkPiece form)
{
  const char *end = form.bytes + form.size;

  for (const char *at = form.bytes; at < end; at = g_utf8_next_char (at)) {
    const GUnicodeType type = g_unichar_type (g_utf8_get_char (at));

    if (type < G_UNICODE_CONNECT_PUNCTUATION || type > G_UNICODE_OPEN_PUNCTUATION)
      return FALSE;
  }
  return TRUE;
}

G_STATIC_ASSERT (G_UNICODE_OPEN_PUNCTUATION - G_UNICODE_CONNECT_PUNCTUATION == 6);

/* Returns TRUE if a word is of punctuation, by its gold relation or by its characters. It is asked of the
 * gold word only, so that all systems are measured over the same words. @pieces: of that word */
static gboolean
is_punctuation (const WordCounter *counter, const TbkPiece *pieces)
{
  return counter->options->punct == TBK_PUNCT_FORM ? is_of_punctuation (pieces[FIELD_FORM])
                                                   : piece_equals (relations_universal (pieces[FIELD_DEPREL]),
                                                                   (TbkPiece){ "punct", strlen ("punct") });
}

/* Returns the group of @name, made when it is first met. The name belongs to the group; the table
 * borrows it. The group is valid until another one is made, since groups are an array that grows. */
static TbkGroup *
named_group (WordCounter *counter, int grouping, const char *name)
{
  GHashTable *names = counter->names[grouping];
  gpointer index;
  TbkGroup *group;

  if (g_hash_table_lookup_extended (names, name, NULL, &index))
    return evaluation_group (counter->systems[0], grouping, GPOINTER_TO_INT (index));
  index = GINT_TO_POINTER ((int) g_hash_table_size (names));
  group = evaluation_group (counter->systems[0], grouping, GPOINTER_TO_INT (index));
  group->name = g_strdup (name);
  g_hash_table_insert (names, group->name, index);
  return group;
}

/* A word, and what of it is right. */
typedef struct {
  int word, gold_head, system_head;
  TbkPiece gold, system; /* relations */
  gboolean head, relation;
  gboolean is_punctuation;
} Verdict;

/* Counts a word in its group by what is gold: GOLD is the denominator of recall, BOTH its numerator.
 * That of precision is counted in the group of what the system has. */
static void
count (TbkGroup *gold, const Verdict *verdict)
{
  gold->counts[TBK_GROUP_GOLD]++;
  gold->counts[TBK_GROUP_HEADS] += verdict->head;
  gold->counts[TBK_GROUP_BOTH] += verdict->head && verdict->relation;
}

/* Compares a word of system @s with the gold one. */
static Verdict
judge_word (const WordCounter *counter, int s, int word)
{
  const WordSide *gold = &counter->sides[0], *system = &counter->sides[s + 1];
  const int gold_head = gold->sentence->heads[word], system_head = system->sentence->heads[word];
  Verdict verdict = { .word = word,
                      .gold_head = gold_head,
                      .system_head = system_head,
                      .gold = relation (counter, word_side_pieces (gold, word)),
                      .system = relation (counter, word_side_pieces (system, word)),
                      .head = gold_head == system_head,
                      .is_punctuation = is_punctuation (counter, word_side_pieces (gold, word)) };

  verdict.relation = piece_equals (verdict.gold, verdict.system);
  return verdict;
}

/* Adds a word to the counts of each measure. CLAS is an F1: twice what is right, of gold and system's
 * content words. A word with a non-projective arc in the system's tree counts for precision, in the
 * gold tree for recall; trees are NULL where they are broken. */
static void
count_word (const TbkTree *gold, const TbkTree *system, gint32 *row, const Verdict *verdict)
{
  const gboolean both = verdict->head && verdict->relation, gold_content = is_content (verdict->gold);

  evaluation_add (row, TBK_MEASURE_UAS, verdict->head, 1);
  evaluation_add (row, TBK_MEASURE_LAS, both, 1);
  evaluation_add (row, TBK_MEASURE_LA, verdict->relation, 1);
  evaluation_add (row, TBK_MEASURE_CLAS, 2 * (both && gold_content),
                  gold_content + is_content (verdict->system));
  if (!verdict->is_punctuation) {
    evaluation_add (row, TBK_MEASURE_UAS_NO_PUNCT, verdict->head, 1);
    evaluation_add (row, TBK_MEASURE_LAS_NO_PUNCT, both, 1);
    evaluation_add (row, TBK_MEASURE_LA_NO_PUNCT, verdict->relation, 1);
    /* All words of one side with a non-projective arc are one denominator, those of the other side another one.
   * Right heads of them may differ in number: an arc can be non-projective in one tree alone. */
  }
  if (system != NULL && tbk_tree_is_nonprojective (system, verdict->word))
    evaluation_add (row, TBK_MEASURE_NONPROJECTIVE_PRECISION, verdict->head, 1);
  if (gold != NULL && tbk_tree_is_nonprojective (gold, verdict->word))
    evaluation_add (row, TBK_MEASURE_NONPROJECTIVE_RECALL, verdict->head, 1);
}

/* Returns the name, by the keys of the options, of the group of a word in the tree of a side. Names lie one
 * behind the other in `name`; a row of words for each side says where. */
static const char *
keys_name (const WordCounter *counter, int side, int word)
{
  return counter->name->str
         + counter->names_of_words[(gsize) side * ((gsize) counter->sides[0].sentence->n + 1) + (gsize) word];
}

/* Returns the group of a pair, called gold<TAB>system: no value has a tab. @system: the side */
static TbkGroup *
confusion (WordCounter *counter, int system, int word)
{
  g_string_printf (counter->pair, "%s\t%s", keys_name (counter, 0, word), keys_name (counter, system, word));
  return named_group (counter, TBK_GROUP_CONFUSED, counter->pair->str);
}

/* Counts a word in the group of its pair, and beside another system in that of the other's pair. With gold
 * obj, nsubj by the first system and obj by the other: obj<TAB>nsubj has one more word (GOLD), and it is
 * cured (HEADS); obj<TAB>obj has one more word of the other system (SYSTEM). Were the first right and the
 * other wrong, the group of the other's pair had one more that is brought (BOTH). */
static void
count_confusion (WordCounter *counter, int word)
{
  const char *gold = keys_name (counter, 0, word);
  const gboolean is_right = g_str_equal (gold, keys_name (counter, 1, word));
  TbkGroup *group = confusion (counter, 1, word);
  gboolean other_is_right;

  group->counts[TBK_GROUP_GOLD]++;
  if (counter->n_systems == 1)
    return;
  other_is_right = g_str_equal (gold, keys_name (counter, 2, word));
  group->counts[TBK_GROUP_HEADS] += !is_right && other_is_right;
  group = confusion (counter, 2, word);
  group->counts[TBK_GROUP_SYSTEM]++;
  group->counts[TBK_GROUP_BOTH] += is_right && !other_is_right;
}

/* Returns the group of a word in the tree of system @s. A word that is right is in one group, that of the
 * gold tree: so no group has more right words than words, though the system's word may, for instance, be
 * deeper. */
static const char *
system_name (const WordCounter *counter, int s, const Verdict *verdict)
{
  return keys_name (counter, verdict->head && verdict->relation ? 0 : s + 1, verdict->word);
}

/* Counts a word of the first system by keys. */
static void
count_keys (WordCounter *counter, const Verdict *verdict)
{
  count (named_group (counter, TBK_GROUP_KEYS, keys_name (counter, 0, verdict->word)), verdict);
  if (verdict->system_head >= 0)
    named_group (counter, TBK_GROUP_KEYS, system_name (counter, 0, verdict))->counts[TBK_GROUP_SYSTEM]++;
}

/* Counts the cells of system @s, sentence by sentence. */
static void
count_cells (WordCounter *counter, int s, const Verdict *verdict)
{
  gint32 *counts = evaluation_cell (counter->systems[s], keys_name (counter, 0, verdict->word));

  counts[TBK_GROUP_GOLD]++;
  counts[TBK_GROUP_HEADS] += verdict->head;
  counts[TBK_GROUP_BOTH] += verdict->head && verdict->relation;
  if (verdict->system_head >= 0)
    evaluation_cell (counter->systems[s], system_name (counter, s, verdict))[TBK_GROUP_SYSTEM]++;
}

static void
append_arc (TbkTable *rows, int head, TbkPiece deprel)
{
  table_integer_from (rows, 0, head);
  evaluation_append_piece (rows, deprel);
}

static gboolean
is_right (const Verdict *verdict)
{
  return verdict->head && verdict->relation;
}

/* Appends the row of a word that differs. Its line is counted on from that of the last such word, so
 * that a sentence with many is not counted through for each. @other: 0, or the other system beside it */
static void
append_row (WordCounter *counter, const Verdict *verdict, int other, TbkText *text)
{
  const WordSide *gold = &counter->sides[0];
  const TbkPiece *x = word_side_pieces (gold, verdict->word),
                 *y = word_side_pieces (&counter->sides[1], verdict->word);

  counter->told_line = fields_line_after (gold->sentence, counter->told, counter->told_line, verdict->word);
  counter->told = verdict->word;
  tbk_table_string (counter->rows, gold->entry->file);
  tbk_table_integer (counter->rows, counter->told_line);
  evaluation_append_piece (counter->rows, (TbkPiece){ gold->entry->id, gold->entry->id_length });
  tbk_table_integer (counter->rows, verdict->word);
  evaluation_append_piece (counter->rows, x[FIELD_FORM]);
  tbk_table_integer (counter->rows, verdict->gold_head);
  evaluation_append_piece (counter->rows, x[FIELD_DEPREL]);
  append_arc (counter->rows, verdict->system_head, y[FIELD_DEPREL]);
  if (other > 0) {
    const Verdict beside = judge_word (counter, other, verdict->word);

    append_arc (counter->rows, beside.system_head,
                word_side_pieces (&counter->sides[other + 1], verdict->word)[FIELD_DEPREL]);
    tbk_table_string (counter->rows, is_right (&beside) ? "cured" : is_right (verdict) ? "brought" : "both");
  }
  if (counter->n_systems > 2)
    tbk_table_string (counter->rows, counter->options->others[other - 1]);
  table_take_row (counter->rows, text);
}

/* Appends a word that differs from the gold one; beside other systems a row for each, if it differs in one of the two. */
static void
append_word (WordCounter *counter, const Verdict *verdict, TbkText *text)
{
  for (int other = counter->n_systems > 1; other < counter->n_systems; other++) {
    const Verdict beside = judge_word (counter, other, verdict->word);

    if (!is_right (verdict) || !is_right (&beside))
      append_row (counter, verdict, other, text);
  }
}

/* Counts a word of system @s in groups. Groups and confusions are of the first system alone. */
static void
count_word_groups (WordCounter *counter, int s, const Verdict *verdict)
{
  if (counter->options->has_tests)
    count_cells (counter, s, verdict);
  if (s > 0)
    return;
  if (counter->options->confused != NULL)
    count_confusion (counter, verdict->word);
  else if (counter->options->keys != NULL)
    count_keys (counter, verdict);
}

/* Counts a sentence of system @s, whose words are those of the gold one. Words without gold head do not count. The
 * whole sentence is right if as many words are right as it has. */
static void
count_sentence (WordCounter *counter, int s, TbkText *text)
{
  /* The row is of this sentence in this system, even if nothing of it counts: row s is of sentence s in
   * all. */
  const WordSide *gold = &counter->sides[0], *system = &counter->sides[s + 1];
  const TbkTree *gold_tree = is_broken (gold) ? NULL : counter->trees[0],
                *system_tree = is_broken (system) ? NULL : counter->trees[s + 1];
  gint32 *row = evaluation_add_rows (counter->systems[s], 1);
  const int n = gold->sentence->n;

  counter->told = 0;
  for (int word = 1; word <= n; word++) {
    const Verdict verdict = judge_word (counter, s, word);

    if (verdict.gold_head < 0 || (counter->options->words != NULL && !counter->counts[word]))
      continue;
    count_word (gold_tree, system_tree, row, &verdict);
    if (counter->rows != NULL && s == 0)
      append_word (counter, &verdict, text);
    if (counter->rows == NULL)
      count_word_groups (counter, s, &verdict);
  }
  /* Where some words do not count, the sentence as a whole is neither right nor wrong. */
  if (row[2 * TBK_MEASURE_UAS + 1] == n) {
    evaluation_add (row, TBK_MEASURE_WHOLE_UNLABELLED, row[2 * TBK_MEASURE_UAS] == n, 1);
    evaluation_add (row, TBK_MEASURE_WHOLE_LABELLED, row[2 * TBK_MEASURE_LAS] == n, 1);
  }
  note_broken (system, gold, &counter->systems[s]->broken);
  if (s == 0)
    note_broken (gold, NULL, &counter->systems[0]->gold_broken);
}

/* Finds which words of the gold sentence count. */
static gboolean
find_counted (WordCounter *counter, const TbkEntry *entry, GError **error)
{
  TbkQuery *words = counter->options->words;

  return words == NULL
         || (reserve_words (&counter->counts, &counter->n_counts, entry->n_words, sizeof (gboolean), error)
             && word_side_find (&counter->sides[0], words, counter->facts[0], counter->counts, error));
}

/* Returns the facts that a key asks of a word of @side. A sentence is in the group of its gold tree on all
 * sides: a system that makes only projective trees would else be right in all its sentences that are not. */
static TbkFacts *
facts_of_key (const WordCounter *counter, int key, int side)
{
  const TbkAttribute *attribute = tbk_keys_attribute (counter->options->keys, key);

  return counter->facts[tbk_attribute_scope (attribute) == TBK_SCOPE_SENTENCE ? 0 : side];
}

/* Appends the name of the group of a word: its values, with a line feed behind each, which is in none; or the one value. */
static gboolean
append_name (WordCounter *counter, int side, int word, GError **error)
{
  const TbkKeys *keys = counter->options->keys, *confused = counter->options->confused;

  if (confused != NULL && !keys_append (confused, 0, counter->facts[side], word, counter->name, error))
    return FALSE;
  for (int k = 0; confused == NULL && k < tbk_keys_count (keys); k++) {
    if (tbk_keys_is_of_files (keys, k))
      continue;
    if (!keys_append (keys, k, facts_of_key (counter, k, side), word, counter->name, error))
      return FALSE;
    g_string_append_c (counter->name, '\n');
  }
  g_string_append_c (counter->name, '\0');
  return TRUE;
}

/* Finds the groups by keys of all words on all sides. Where keys group, facts are those of the gold words
 * with the arcs of each side: so `upos` is the gold one on all sides, and `distance` that of the system's
 * arc. Attributes of sentences ask the gold tree on all sides. Where a value is confused, facts are those of
 * each side's own words. */
static gboolean
find_names (WordCounter *counter, const TbkEntry *entry, GError **error)
{
  const int n = entry->n_words;
  const gsize n_names = ((gsize) counter->n_systems + 1) * ((gsize) n + 1);
  gsize *places;

  if (counter->options->keys == NULL && counter->options->confused == NULL)
    return TRUE;
  if (!try_reserve (&counter->names_of_words, &counter->n_names, n_names, sizeof (gsize)))
    return memory_fail (error, "the groups of a sentence of %d words", n);
  places = counter->names_of_words;
  g_string_truncate (counter->name, 0);
  for (int side = 0; side <= counter->n_systems; side++) {
    tbk_facts_set (counter->facts[side],
                   counter->options->confused != NULL ? counter->sides[side].entry : entry);
    facts_set_arcs (counter->facts[side], counter->sides[side].sentence);
    for (int word = 1; word <= n; word++) {
      places[word] = counter->name->len;
      if (!append_name (counter, side, word, error))
        return tbk_entry_fail (entry, error);
    }
    places += n + 1;
  }
  return TRUE;
}

/* Counts a sentence in all systems. All sides are read and compared before the first is counted: a pair that
 * is left out has counted in no system. */
gboolean
word_counter_count (gpointer data, const TbkEntry *entry, TbkText *text, GError **error)
{
  WordCounter *counter = data;
  const TbkPair *pair = entry->pair;
  WordSide *sides = counter->sides;

  if (!set_side (counter, 0, entry, error) || !find_counted (counter, entry, error))
    return FALSE;
  for (int s = 0; s < counter->n_systems; s++) /* all of them, before the first is counted */
    if (!set_side (counter, s + 1, &pair->systems[s], error)
        || !word_side_check (&sides[0], &sides[s + 1], error))
      return FALSE;
  if (!find_names (counter, entry, error))
    return FALSE;
  for (int s = 0; s < counter->n_systems; s++)
    count_sentence (counter, s, text);
  return TRUE;
}

void
word_counter_finish (gpointer data)
{
  WordCounter *counter = data;

  for (int g = 0; g < TBK_N_GROUPINGS; g++) {
    g_hash_table_remove_all (counter->names[g]);
    evaluation_finish_groups (counter->systems[0], g, NULL, NULL);
  }
}
