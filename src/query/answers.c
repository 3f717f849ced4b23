/* answers.c - programs run over the words of a sentence.
 *
 * A test of a set of words, as child(), finds the set for all words at once when it is asked for first, inner
 * sets before outer ones. So each set costs O(words), however deep functions are nested in one another.
 *
 * An example: `upos=VERB and not child(deprel=nsubj)`, asked of Nobody read the letter, heads 2 0 4 2.
 *
 *   2: upos=VERB      yes: 1, no: REJECT          the program begins here
 *   1: set 0          yes: REJECT, no: ACCEPT
 *   0: deprel=nsubj   yes: ACCEPT, no: REJECT     the inside of set 0
 *
 * Words 1, 3 and 4 are no verbs. Word 2 asks for set 0: the inside holds of word 1 alone, so child() holds of
 * its head 2, which is rejected.
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "tree/tree.h"

/* A query that is asked of the sentence of facts. */
typedef struct {
  const TbkQuery *query;
  TbkFacts *facts;
  QueryState *state;
} Asking;

/* The result of a program or of a test. */
typedef enum { ASKING_FAILED = -1, ASKING_NO, ASKING_YES } Answer;

/* Returns the row of a set, a byte for each unit; the last row is scratch. */
static guint8 *
row_of (const Asking *asking, int set)
{
  return asking->state->sets + (gsize) set * asking->state->room.n;
}

/* Finds what the query knows of the sentence; nothing if it is asked of this one for the first time. Facts
 * give each sentence another stamp, and several queries may ask in turn. */
static gboolean
begin (Asking *asking, GError **error)
{
  const TbkQuery *query = asking->query;
  GArray *states = asking->facts->states;
  const int n =
      MAX (asking->facts->n, asking->facts->brackets != NULL ? asking->facts->brackets->n_nodes : 0);
  const gsize n_sets = query->sets->len;
  QueryState *state = NULL;

  /* Facts are asked by few queries, so one after another is looked at. */
  for (guint s = 0; s < states->len && state == NULL; s++)
    if (g_array_index (states, QueryState, s).query == query->serial)
      state = &g_array_index (states, QueryState, s);
  if (state == NULL) {
    g_array_set_size (states, states->len + 1);
    state = &g_array_index (states, QueryState, states->len - 1);
    state->query = query->serial;
    /* Memos of tests are followed by those of sets, which say whether a set is known. */
    state->memos = g_new (gint8, query->n_memos + n_sets + 1);
  }
  asking->state = state;
  if (state->stamp == asking->facts->stamp)
    return TRUE;
  if (n_sets > 0 && !ROOM_RESERVE (&state->room, n + 1, ARRAY_OF (state->sets, n_sets + 1)))
    return memory_fail (error, "functions of a sentence of %d words", n);
  /* Results of the sentence before are forgotten; rows of sets are overwritten when they are found. */
  state->stamp = asking->facts->stamp;
  memset (state->memos, MEMO_UNKNOWN, (gsize) query->n_memos + n_sets);
  return TRUE;
}

/* Compares a number that an attribute or a count gives. */
static gboolean
is_so (Fraction number, CompareSign comparison, Fraction with)
{
  const int order = fraction_compare (number, with);

  switch (comparison) {
  case COMPARE_LESS:
    return order < 0;
  case COMPARE_LESS_EQUAL:
    return order <= 0;
  case COMPARE_GREATER:
    return order > 0;
  case COMPARE_GREATER_EQUAL:
    return order >= 0;
  default:
    return order == 0;
  }
}

/* Compares two attributes of the unit. Any two are the same or not; numbers can be compared otherwise too,
 * and what is missing is never less or greater. */
static Answer
test_same (const Asking *asking, const Test *test, const TbkAttributeValue *value, int unit, GError **error)
{
  TbkAttributeValue other;

  if (!tbk_attribute_get (test->other, asking->facts, unit, &other, error))
    return ASKING_FAILED;
  if (test->comparison == COMPARE_EQUAL)
    return alternatives_are_same (value, &other) != test->is_negated;
  return !value->is_missing && !other.is_missing
         && is_so ((Fraction){ value->number, value->divisor }, test->comparison,
                   (Fraction){ other.number, other.divisor });
}

/* A missing text matches no regex, so !~ holds of it. */
static Answer
test_regex (const Asking *asking, const Test *test, const TbkAttributeValue *value, GError **error)
{
  gboolean is_found;

  if (value->is_missing)
    return test->is_negated;
  return regex_search (test->regex, asking->facts, value->text, test->attribute->name, NULL, &is_found, error)
             ? (Answer) (is_found != test->is_negated)
             : ASKING_FAILED;
}

/* Makes a test of an attribute. */
static Answer
test_attribute (const Asking *asking, const Test *test, int unit, GError **error)
{
  TbkAttributeValue value;

  if (!tbk_attribute_get (test->attribute, asking->facts, unit, &value, error))
    return ASKING_FAILED;
  /* A yes or no alone: `root` is `root=yes`. */
  switch (test->kind) {
  case TEST_YES:
    return value.number != 0;
  case TEST_VALUES:
    return alternatives_have (test->values, &value) != test->is_negated;
  case TEST_COMPARE:
    return !value.is_missing
           && is_so ((Fraction){ value.number, value.divisor }, test->comparison, test->number);
  case TEST_REGEX:
    return test_regex (asking, test, &value, error);
  default:
    return test_same (asking, test, &value, unit, error);
  }
}

static Answer find_set (const Asking *asking, int set, GError **error);

/* Makes a test, or remembers its result if that is the same for all words. */
static Answer
make_test (const Asking *asking, const Test *test, int unit, GError **error)
{
  gint8 *memo = test->memo < 0 ? NULL : &asking->state->memos[test->memo];
  Answer answer;

  if (memo != NULL && *memo != MEMO_UNKNOWN)
    return (Answer) *memo;
  /* A set of the sentence has one result, in its first byte. */
  if (test->kind != TEST_SET)
    answer = test_attribute (asking, test, unit, error);
  else if ((answer = find_set (asking, test->set, error)) >= 0)
    answer = (Answer) row_of (asking, test->set)[memo != NULL ? 0 : unit];
  if (memo != NULL && answer >= 0)
    *memo = (gint8) answer;
  return answer;
}

/* Runs the program at @entry for a unit. Each instruction leads to one of a lower number, or ends; so no
 * program runs for ever. */
static Answer
run (const Asking *asking, int entry, int unit, GError **error)
{
  int at = entry;

  while (at >= 0) {
    const Instruction *instruction = &g_array_index (asking->query->code, Instruction, at);
    const Answer answer = make_test (asking, query_test (asking->query, instruction->test), unit, error);

    if (answer < 0)
      return answer;
    at = instruction->on[answer];
  }
  return at == ACCEPT;
}

/* Counts for how many units the inside of any() and the like holds; stops where the result is known: any()
 * and none() at the first that is found, all() at the first that is not. */
static Answer
find_of_sentence (const Asking *asking, const WordSet *set, guint8 *result, GError **error)
{
  const int n = tbk_facts_n_units (asking->facts, set->units);
  int n_found = 0;

  for (int unit = 1; unit <= n; unit++) {
    const Answer answer = run (asking, set->entry, unit, error);

    if (answer < 0)
      return answer;
    n_found += answer;
    if ((set->kind == SET_ANY || set->kind == SET_NONE) && n_found > 0)
      break;
    if (set->kind == SET_ALL && n_found < unit)
      break;
  }
  *result = set->kind == SET_ANY    ? n_found > 0
            : set->kind == SET_NONE ? n_found == 0
            : set->kind == SET_ALL
                ? n_found == n
                : is_so ((Fraction){ n_found, 1 }, set->comparison, set->number) != set->is_negated;
  return ASKING_YES;
}

/* Spreads what holds of words over their descendants or ancestors. In the order of the tree each word comes
 * after its head: read forward, a head is known before its dependents; backward, dependents before their
 * head. O(n) for any depth.
 *
 *   ancestor(x)     holds of the words below one that x holds of
 *   descendant(x)   holds of the words above one
 */
static void
spread (const TbkTree *tree, gboolean is_down, const guint8 *holds, guint8 *result)
{
  memset (result, 0, (gsize) tree->n + 1);
  for (int i = 1; i <= tree->n; i++) {
    const int word = tree->order[is_down ? i : tree->n + 1 - i], head = tree->heads[word];

    if (is_down)
      result[word] = head > 0 && (holds[head] || result[head]);
    else
      result[head] |= holds[word] || result[word];
  }
}

/* Finds child(), sister() and child_count() of all words by counting for how many dependents of each it
 * holds. A word is its own head's dependent too, so it is subtracted for sister(); words on 0 are sisters of
 * each other. */
static void
count_children (const Asking *asking, const WordSet *set, const guint8 *holds, guint8 *result)
{
  const TbkFacts *facts = asking->facts;
  int *counts = facts->counts;

  memset (counts, 0, sizeof (int) * (gsize) (facts->n + 1));
  for (int word = 1; word <= facts->n; word++)
    counts[facts->heads[word]] += holds[word];
  for (int word = 1; word <= facts->n; word++)
    result[word] =
        set->kind == SET_CHILD ? counts[word] > 0
        : set->kind == SET_SISTER
            ? counts[facts->heads[word]] > holds[word]
            : is_so ((Fraction){ counts[word], 1 }, set->comparison, set->number) != set->is_negated;
}

/* Finds one set; those inside it are known. The inside is asked of every word, and answers go into the row of
 * scratch; then they are joined along the tree. */
static Answer
find_one (const Asking *asking, int number, GError **error)
{
  const WordSet *set = query_set (asking->query, number);
  guint8 *result = row_of (asking, number), *holds = row_of (asking, (int) asking->query->sets->len);

  if (set->kind >= SET_ANY)
    return find_of_sentence (asking, set, result, error);
  for (int word = 1; word <= asking->facts->n; word++) {
    const Answer answer = run (asking, set->entry, word, error);

    if (answer < 0)
      return answer;
    holds[word] = (guint8) answer;
  }
  if (!facts_need (asking->facts, FACT_TREE, error))
    return ASKING_FAILED;
  if (set->kind == SET_DESCENDANT || set->kind == SET_ANCESTOR)
    spread (asking->facts->tree, set->kind == SET_ANCESTOR, holds, result);
  else
    count_children (asking, set, holds, result);
  return ASKING_YES;
}

/* Finds a set and, before it, those inside it. Sets are numbered when they close, so those inside have the
 * numbers from first_inner up to it. In that order each finds its own inner ones known, and nothing
 * recurs. */
static Answer
find_set (const Asking *asking, int set, GError **error)
{
  gint8 *known = asking->state->memos + asking->query->n_memos;

  for (int s = known[set] == MEMO_UNKNOWN ? query_set (asking->query, set)->first_inner : set; s <= set;
       s++) {
    if (known[s] != MEMO_UNKNOWN)
      continue;
    if (find_one (asking, s, error) < 0)
      return ASKING_FAILED;
    known[s] = TRUE;
  }
  return ASKING_YES;
}

gboolean
tbk_query_meets (const TbkQuery *query, TbkFacts *facts, gboolean *meets, GError **error)
{
  Asking asking = { .query = query, .facts = facts };
  Answer answer;
  int n;

  g_return_val_if_fail (
      query != NULL && facts != NULL && facts->entry != NULL && query->trees == facts->trees, FALSE);
  if (!begin (&asking, error))
    return FALSE;
  /* The part that is the same for all words is asked first, and once. Then one word that meets the rest is
   * enough. */
  answer = run (&asking, query->of_sentence, 1, error);
  if (answer == ASKING_YES && query->of_units != ACCEPT) {
    n = tbk_facts_n_units (facts, query->scope);
    answer = ASKING_NO;
    for (int unit = 1; unit <= n && answer == ASKING_NO; unit++)
      answer = run (&asking, query->of_units, unit, error);
  }
  *meets = answer == ASKING_YES;
  return answer >= 0;
}

gboolean
tbk_query_find (const TbkQuery *query, TbkFacts *facts, gboolean *is_found, int *n_found, GError **error)
{
  Asking asking = { .query = query, .facts = facts };
  Answer answer;
  int n, n_so_far = 0;

  g_return_val_if_fail (
      query != NULL && facts != NULL && facts->entry != NULL && query->trees == facts->trees, FALSE);
  /* Every word is asked, as all that meet the query are wanted. A query of the sentence alone finds all words
   * or none. */
  if (!begin (&asking, error) || (answer = run (&asking, query->of_sentence, 1, error)) < 0)
    return FALSE;
  n = tbk_facts_n_units (facts, query->scope == TBK_SCOPE_SENTENCE ? TBK_SCOPE_WORD : query->scope);
  for (int unit = 1; unit <= n; unit++) {
    const Answer of_unit = answer == ASKING_YES ? run (&asking, query->of_units, unit, error) : ASKING_NO;

    if (of_unit < 0)
      return FALSE;
    is_found[unit] = of_unit;
    n_so_far += of_unit;
  }
  if (n_found != NULL)
    *n_found = n_so_far;
  return TRUE;
}
