/* expression.c - expressions to programs.
 *
 * Contents
 *   1. signs: what an expression is made of, and what is said where it is wrong
 *   2. nodes: the tree of an expression: tests, and what joins them
 *   3. tests: an attribute and what it is compared with
 *   4. groups: round brackets, and what is read in them
 *   5. code: a program of the tree
 *   6. query: an expression compiled
 *
 * Nothing is recursive: groups that are open are in an array of TBK_QUERY_MAX_DEPTH, and a tree is made into
 * code with the nodes under way in another.
 *
 * The grammar, where a factor negated twice is itself:
 *
 *   expression  terms joined by `or` or |
 *   term        factors joined by `and` or &
 *   factor      `not` or !, then a test, a group in round brackets, or a function with one: child(...)
 *   test        attribute; attribute operator values; attribute operator @attribute
 *
 * `not upos=DET and (root or leaf)` becomes the nodes, in this order: 0 upos=DET, 1 not 0, 2 root, 3 leaf, 4
 * or of 2 3, 5 and of 1 4. The code is made from the last node back, by targets:
 *
 *   2: upos=DET  yes: REJECT, no: 1
 *   1: root      yes: ACCEPT, no: 0
 *   0: leaf      yes: ACCEPT, no: REJECT
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"

enum { NOTHING = -1 };

typedef enum { NODE_TEST, NODE_NOT, NODE_AND, NODE_OR } NodeKind;

/* A part of an expression. Each comes after its children, which are linked from the last to the first. */
typedef struct {
  NodeKind kind;
  int test;     /* of NODE_TEST */
  int last;     /* the last child; NOTHING without */
  int previous; /* the child of the same parent before it */
  int cost;
  gboolean is_of_sentence; /* the same for all words */
} ExpressionNode;

/* A list of nodes under way. */
typedef struct {
  int n, last;
} Chain;

/* A bracket that is open; the first is the whole expression. At `or` and at the end, factors become one
 * term. */
typedef struct {
  int function;         /* a SetKind; NOTHING: a bracket alone */
  Chain terms, factors; /* of `or`, and since then of `and` */
  gboolean is_negated;  /* an odd number of `not` stands before the next factor */
  gboolean has_words, has_constituents;
  int first_set;
} Group;

/* The place up to which an expression was read. */
typedef struct {
  const char *at;
  const char *last, *last_end; /* the sign before it */
} ReadingPlace;

typedef struct {
  TbkQuery *query;
  const char *text;
  ReadingPlace place;
  GArray *nodes; /* ExpressionNode */
  Group groups[TBK_QUERY_MAX_DEPTH + 1];
  int n_groups;
  GString *value; /* scratch */
} Parser;

/* 1. signs: what an expression is made of, and what is said where it is wrong. */

/* Characters that end a value without quotes. Dots, colons, hyphens and so on may be in one: nsubj:pass. */
static const char specials[] = " \t\n\r,()'\"&|!=<>~";

static gboolean
is_special (char c)
{
  return c == '\0' || strchr (specials, c) != NULL;
}

static void
skip_blanks (Parser *parser)
{
  parser->place.at += strspn (parser->place.at, " \t\n\r");
}

/* Passes over what was read, up to @end, and notes it for messages: "after 'and', found ...". */
static void
pass (Parser *parser, const char *end)
{
  parser->place.last = parser->place.at;
  parser->place.last_end = parser->place.at = end;
  skip_blanks (parser);
}

/* Passes over @sign if it is next. */
static gboolean
take_sign (Parser *parser, const char *sign)
{
  if (!g_str_has_prefix (parser->place.at, sign))
    return FALSE;
  pass (parser, parser->place.at + strlen (sign));
  return TRUE;
}

/* Passes over the word @word if it is next, and not the beginning of another. */
static gboolean
take_word (Parser *parser, const char *word)
{
  const char *end = attribute_end (parser->place.at);

  if ((gsize) (end - parser->place.at) != strlen (word)
      || memcmp (parser->place.at, word, strlen (word)) != 0)
    return FALSE;
  pass (parser, end);
  return TRUE;
}

/* Returns the sign at @at for a message, to be freed: characters up to a special one, or that. */
static char *
sign_at (const char *at)
{
  const char *end = at;

  if (*at == '\0')
    return g_strdup ("the end");
  while (!is_special (*end))
    end += 1 + (*end == '\\' && end[1] != '\0');
  return tbk_quote (at, (gsize) (end > at ? end - at : 1));
}

/* Fails at @place, because of @problem or, if that is NULL, since @expected is not found there. Returns FALSE. */
static gboolean
fail_at (const Parser *parser, const ReadingPlace *place, const char *problem, const char *expected,
         GError **error)
{
  g_autofree char *found = sign_at (place->at), *after = NULL;
  /* One word alone was perhaps cut off by the shell, at a blank, or at < or >. */
  const gboolean is_word = *place->at == '\0' && place->last == parser->text;

  if (place->last != NULL)
    after = tbk_quote (place->last, (gsize) (place->last_end - place->last));
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "'%s': %s%s%s%s%s%s%s%s", parser->text,
               after != NULL ? "after " : "", after != NULL ? after : "", after != NULL ? ", " : "",
               problem != NULL ? problem : "found ", problem != NULL ? "" : found,
               problem != NULL ? "" : ", expected ", problem != NULL ? "" : expected,
               is_word ? "; a whole expression is put in quotes: 'words > 5'" : "");
  return FALSE;
}

static gboolean
fail (const Parser *parser, const char *expected, GError **error)
{
  return fail_at (parser, &parser->place, NULL, expected, error);
}

/* 2. nodes: the tree of an expression: tests, and what joins them. */

static ExpressionNode *
node_at (const Parser *parser, int node)
{
  return &g_array_index (parser->nodes, ExpressionNode, node);
}

static int
add_node (Parser *parser, ExpressionNode node)
{
  g_array_append_val (parser->nodes, node);
  return (int) parser->nodes->len - 1;
}

static void
chain_add (Parser *parser, Chain *chain, int node)
{
  node_at (parser, node)->previous = chain->n++ == 0 ? NOTHING : chain->last;
  chain->last = node;
}

/* Equally cheap ones stay in the order of the expression, so that what it does can be foreseen. */
static gint
compare_costs (gconstpointer a, gconstpointer b, gpointer parser)
{
  const int x = *(const int *) a, y = *(const int *) b;
  const int difference = node_at (parser, x)->cost - node_at (parser, y)->cost;

  return difference != 0 ? difference : x - y;
}

/* Returns a node for all in @chain, which becomes empty; cheap ones come first, and one alone stays what it
 * is. `and` and `or` may be asked in any order, as tests change nothing. */
static int
join_chain (Parser *parser, Chain *chain, NodeKind kind)
{
  g_autofree int *nodes = g_new (int, chain->n);
  ExpressionNode joined = { .kind = kind, .is_of_sentence = TRUE };
  Chain sorted = { 0 };

  for (int i = chain->n - 1, node = chain->last; i >= 0; i--, node = node_at (parser, node)->previous)
    nodes[i] = node;
  g_qsort_with_data (nodes, chain->n, sizeof (int), compare_costs, parser);
  for (int i = 0; i < chain->n; i++) {
    chain_add (parser, &sorted, nodes[i]);
    joined.cost = MIN (joined.cost + node_at (parser, nodes[i])->cost, G_MAXINT / 2);
    joined.is_of_sentence &= node_at (parser, nodes[i])->is_of_sentence;
  }
  joined.last = sorted.last;
  *chain = (Chain){ 0 };
  return sorted.n == 1 ? sorted.last : add_node (parser, joined);
}

/* Adds a factor that was read, negated if an odd number of `not` is before it. */
static void
add_factor (Parser *parser, int node)
{
  Group *group = &parser->groups[parser->n_groups - 1];

  if (group->is_negated) {
    const ExpressionNode negated = *node_at (parser, node);

    node_at (parser, node)->previous = NOTHING;
    node = add_node (parser, (ExpressionNode){ NODE_NOT, .last = node, .cost = negated.cost,
                                               .is_of_sentence = negated.is_of_sentence });
  }
  group->is_negated = FALSE;
  chain_add (parser, &group->factors, node);
}

/* Adds a test, with a place for its result if it is the same for all words: it is then made once a
 * sentence. */
static void
add_test (Parser *parser, Test test, int cost, gboolean is_of_sentence)
{
  test.memo = is_of_sentence ? parser->query->n_memos++ : NOTHING;
  g_array_append_val (parser->query->tests, test);
  add_factor (
      parser,
      add_node (parser, (ExpressionNode){ NODE_TEST, .test = (int) parser->query->tests->len - 1,
                                          .last = NOTHING, .cost = cost, .is_of_sentence = is_of_sentence }));
}

/* 3. tests: an attribute and what it is compared with. */

/* Reads a value or a regex into parser->value, with its backslashes: what they mean depends on who reads it.
 * In quotes the quote ends it, without quotes a special character. */
static gboolean
read_value (Parser *parser, const char *expected, GError **error)
{
  const char *end = parser->place.at;
  const char quote = *end == '\'' || *end == '"' ? *end : '\0';

  for (end += quote != '\0'; quote != '\0' ? *end != quote && *end != '\0' : !is_special (*end);)
    end += 1 + (*end == '\\' && end[1] != '\0');
  if (quote != '\0' && *end == '\0')
    return fail_at (parser, &parser->place, "found a quote that is not closed", NULL, error);
  if (quote == '\0' && end == parser->place.at) {
    g_autofree char *in_quotes = g_strconcat (
        expected, strchr ("\0,)", *end) == NULL ? ", in quotes if it has such a sign" : "", NULL);

    return fail (parser, in_quotes, error);
  }
  g_string_truncate (parser->value, 0);
  g_string_append_len (parser->value, parser->place.at + (quote != '\0'),
                       end - parser->place.at - (quote != '\0'));
  pass (parser, end + (quote != '\0'));
  return TRUE;
}

/* Reads a number for a comparison. */
static gboolean
read_number (Parser *parser, Fraction *number, GError **error)
{
  const ReadingPlace before = parser->place;

  if (!read_value (parser, "a number", error))
    return FALSE;
  return fraction_read (parser->value->str, number) || fail_at (parser, &before, NULL, "a number", error);
}

/* Longer signs come first: <= begins with <. */
static const struct {
  const char *sign;
  TestKind kind;
  gboolean is_negated;
  CompareSign comparison;
} operators[] = {
  { "!=", TEST_VALUES, TRUE, COMPARE_EQUAL },        { "!~", TEST_REGEX, TRUE, COMPARE_EQUAL },
  { "<=", TEST_COMPARE, FALSE, COMPARE_LESS_EQUAL }, { ">=", TEST_COMPARE, FALSE, COMPARE_GREATER_EQUAL },
  { "=", TEST_VALUES, FALSE, COMPARE_EQUAL },        { "~", TEST_REGEX, FALSE, COMPARE_EQUAL },
  { "<", TEST_COMPARE, FALSE, COMPARE_LESS },        { ">", TEST_COMPARE, FALSE, COMPARE_GREATER },
};

/* Reads an operator, which @test gets; FALSE if there is none. */
static gboolean
take_operator (Parser *parser, Test *test)
{
  for (guint o = 0; o < G_N_ELEMENTS (operators); o++)
    if (take_sign (parser, operators[o].sign)) {
      test->kind = operators[o].kind;
      test->is_negated = operators[o].is_negated;
      test->comparison = operators[o].comparison;
      return TRUE;
    }
  return FALSE;
}

/* Says which operators an attribute of @type can have. */
static const char *
operators_of (TbkAttributeType type)
{
  return type == TBK_TYPE_NUMBER   ? "=, !=, <, <=, > or >="
         : type == TBK_TYPE_YES_NO ? "= or !=, since it is yes or no"
                                   : "=, !=, ~ or !~, since it is text";
}

/* Reads the alternatives behind = and !=. */
static gboolean
read_values (Parser *parser, Test *test, GError **error)
{
  const TbkAttributeType type = test->attribute->record->info.type;

  test->values = alternatives_new ();
  do {
    const ReadingPlace before = parser->place;
    const char *expected = NULL;

    if (!read_value (parser, "a value", error))
      return FALSE;
    if (!alternatives_add (test->values, parser->value->str, type, &expected))
      return fail_at (parser, &before, NULL, expected, error);
    /* Only values in full can be misspelled; patterns and what is missing are not noted. */
    if (test->attribute->record->is_noted && test->values->exact->len > 0)
      noted_add (parser->query, test->attribute, test->values->exact->pdata[test->values->exact->len - 1]);
  } while (take_sign (parser, ","));
  return TRUE;
}

static gboolean
read_regex (Parser *parser, Test *test, GError **error)
{
  const ReadingPlace before = parser->place;
  g_autoptr (GError) problem = NULL;

  if (!read_value (parser, "a regex", error))
    return FALSE;
  test->regex = regex_new (parser->value->str, &problem);
  return test->regex != NULL || fail_at (parser, &before, NULL, problem->message, error);
}

/* Reads the name of an attribute. */
static TbkAttribute *
read_attribute (Parser *parser, GError **error)
{
  const char *end = attribute_end (parser->place.at);
  g_autoptr (GError) problem = NULL;
  TbkAttribute *attribute;

  if (end == parser->place.at) {
    fail (parser, "an attribute", error);
    return NULL;
  }
  attribute =
      attribute_find (parser->query->trees, parser->place.at, (gsize) (end - parser->place.at), &problem);
  if (attribute == NULL)
    fail_at (parser, &parser->place, problem->message, NULL, error);
  else
    pass (parser, end);
  return attribute;
}

/* Checks that an attribute and those before it in the group are of words alone, or of constituents alone. */
static gboolean
check_units (Parser *parser, const TbkAttribute *attribute, const ReadingPlace *before, GError **error)
{
  Group *group = &parser->groups[parser->n_groups - 1];
  const TbkScope scope = attribute->record->info.scope;

  group->has_words |= scope == TBK_SCOPE_WORD;
  group->has_constituents |= scope == TBK_SCOPE_CONSTITUENT;
  return !(group->has_words && group->has_constituents)
         || fail_at (parser, before, NULL,
                     scope == TBK_SCOPE_WORD ? "an attribute of constituents as before it: any() asks words"
                                             : "an attribute of words as before it: any() asks constituents",
                     error);
}

/* Reads what comes behind an operator: a regex, @ and an attribute, a number or values. Operators are checked
 * against the type of the attribute first, as that is the better message. */
static gboolean
read_operand (Parser *parser, Test *test, const ReadingPlace *before_operator, GError **error)
{
  const TbkAttributeType type = test->attribute->record->info.type;
  const ReadingPlace before = parser->place;

  if ((test->kind == TEST_COMPARE && type != TBK_TYPE_NUMBER)
      || (test->kind == TEST_REGEX && type != TBK_TYPE_TEXT))
    return fail_at (parser, before_operator, NULL, operators_of (type), error);
  if (test->kind == TEST_REGEX)
    return read_regex (parser, test, error);
  if (!take_sign (parser, "@"))
    return test->kind == TEST_COMPARE ? read_number (parser, &test->number, error)
                                      : read_values (parser, test, error);
  test->other = read_attribute (parser, error);
  if (test->other == NULL || !check_units (parser, test->other, &before, error))
    return FALSE;
  if (test->kind == TEST_COMPARE && test->other->record->info.type != TBK_TYPE_NUMBER)
    return fail_at (parser, &before, NULL, "a number or @ with an attribute that is one", error);
  test->kind = TEST_SAME;
  return TRUE;
}

static void
test_clear (gpointer data)
{
  Test *test = data;

  tbk_attribute_free (test->attribute);
  tbk_attribute_free (test->other);
  alternatives_free (test->values);
  g_clear_pointer (&test->regex, g_regex_unref);
}

/* Estimates what a test costs for a word, in looks into an array: a step to another word is one, a regex
 * 20. */
static int
test_cost (const Test *test)
{
  const TbkAttribute *const attributes[] = { test->attribute, test->other };
  int cost = test->kind == TEST_REGEX ? 20 : 0;

  for (int a = 0; a < 2 && attributes[a] != NULL; a++)
    cost += attributes[a]->record->cost + (int) MIN (strlen (attributes[a]->steps), 100);
  return cost;
}

/* Reads an attribute, and what it is compared with if it is not yes or no. Each part is checked when it is
 * read, so the first fault from the left is reported. */
static gboolean
read_test (Parser *parser, GError **error)
{
  Test test = { .kind = TEST_YES };
  const ReadingPlace before = parser->place;
  ReadingPlace before_operator;
  gboolean is_of_sentence, done;

  test.attribute = read_attribute (parser, error);
  if (test.attribute == NULL)
    return FALSE;
  before_operator = parser->place;
  done = check_units (parser, test.attribute, &before, error);
  if (done && take_operator (parser, &test))
    done = read_operand (parser, &test, &before_operator, error);
  else if (done && test.attribute->record->info.type != TBK_TYPE_YES_NO)
    done = fail (parser, operators_of (test.attribute->record->info.type), error);
  if (!done) {
    test_clear (&test);
    return FALSE;
  }
  is_of_sentence = test.attribute->record->info.scope == TBK_SCOPE_SENTENCE
                   && (test.other == NULL || test.other->record->info.scope == TBK_SCOPE_SENTENCE);
  parser->query->needs |=
      attribute_needs (test.attribute) | (test.other != NULL ? attribute_needs (test.other) : 0);
  add_test (parser, test, test_cost (&test), is_of_sentence);
  return TRUE;
}

/* 4. groups: round brackets, and what is read in them. */

static const char *const functions[N_SETS] = {
  [SET_CHILD] = "child",
  [SET_DESCENDANT] = "descendant",
  [SET_ANCESTOR] = "ancestor",
  [SET_SISTER] = "sister",
  [SET_CHILD_COUNT] = "child_count",
  [SET_ANY] = "any",
  [SET_ALL] = "all",
  [SET_NONE] = "none",
  [SET_COUNT] = "count",
};

/* Opens a group, of a function or not; parser->place.at is behind its bracket. */
static gboolean
open_group (Parser *parser, int function, const ReadingPlace *start, GError **error)
{
  if (parser->n_groups > TBK_QUERY_MAX_DEPTH)
    return fail_at (parser, start, NULL, "at most " G_STRINGIFY (100) " brackets inside one another", error);
  parser->groups[parser->n_groups++] =
      (Group){ .function = function, .first_set = (int) parser->query->sets->len };
  return TRUE;
}

G_STATIC_ASSERT (TBK_QUERY_MAX_DEPTH == 100);

/* Passes over the name of a function, if it is next; NOTHING if there is none. */
static int
take_function (Parser *parser)
{
  for (int f = 0; f < N_SETS; f++)
    if (take_word (parser, functions[f]))
      return f;
  return NOTHING;
}

/* Reads a factor, or opens the bracket that it begins with; *@is_open: then another factor is next. */
static gboolean
read_factor (Parser *parser, gboolean *is_open, GError **error)
{
  const ReadingPlace before = parser->place;
  int function;

  *is_open = TRUE;
  /* Each `not` turns the sign of what follows. */
  while (take_word (parser, "not") || take_sign (parser, "!"))
    parser->groups[parser->n_groups - 1].is_negated ^= TRUE;
  if (take_sign (parser, "("))
    return open_group (parser, NOTHING, &before, error);
  function = take_function (parser);
  if (function >= 0 && function < SET_ANY && parser->query->trees == TBK_TREES_BRACKETS)
    return fail_at (parser, &before, NULL, "any(), all(), none() or count() of trees in brackets", error);
  if (function != NOTHING)
    return take_sign (parser, "(") ? open_group (parser, function, &before, error)
                                   : fail (parser, "(", error);
  *is_open = FALSE;
  if (attribute_end (parser->place.at) == parser->place.at)
    return fail (parser, "an attribute, not, or (", error);
  return read_test (parser, error);
}

/* Reads the comparison behind count() and child_count(). */
static gboolean
read_count (Parser *parser, WordSet *set, GError **error)
{
  Test comparison = { .kind = TEST_YES };
  const ReadingPlace before = parser->place;

  if (!take_operator (parser, &comparison) || comparison.kind == TEST_REGEX)
    return fail_at (parser, &before, NULL, "=, !=, <, <=, > or >= and a number", error);
  set->comparison = comparison.comparison;
  set->is_negated = comparison.is_negated;
  return read_number (parser, &set->number, error);
}

/* Closes the last group: what is in it becomes a factor of the one before. Its program is made later; until then `entry` is
 * its node. */
static gboolean
close_group (Parser *parser, GError **error)
{
  Group *group = &parser->groups[parser->n_groups - 1], *outer = group - 1;
  WordSet set = { .first_inner = group->first_set };
  Test test = { .kind = TEST_SET };
  const ExpressionNode *node;

  /* Factors since the last `or` are a term; terms are joined to the node of the group. */
  chain_add (parser, &group->terms, join_chain (parser, &group->factors, NODE_AND));
  set.entry = join_chain (parser, &group->terms, NODE_OR);
  parser->n_groups--;
  /* Brackets alone change nothing but the order: what units they ask is what the group around them asks. */
  if (group->function == NOTHING) {
    outer->has_words |= group->has_words;
    outer->has_constituents |= group->has_constituents;
    add_factor (parser, set.entry);
    return TRUE;
  }
  set.kind = (SetKind) group->function;
  set.units = group->has_constituents ? TBK_SCOPE_CONSTITUENT : TBK_SCOPE_WORD;
  if ((set.kind == SET_COUNT || set.kind == SET_CHILD_COUNT) && !read_count (parser, &set, error))
    return FALSE;
  /* These ask along the tree, from a word: so they are of words themselves, and need heads. any() and the
   * like are of the sentence, whatever they ask inside. */
  if (set.kind < SET_ANY) {
    outer->has_words = TRUE;
    parser->query->needs |= FACT_HEADS;
  }
  test.set = (int) parser->query->sets->len;
  g_array_append_val (parser->query->sets, set);
  node = node_at (parser, set.entry);
  /* A set costs its inside and some more, a word; but it is found once for all words. */
  add_test (parser, test, MIN (node->cost + 10, G_MAXINT / 2), set.kind >= SET_ANY);
  return TRUE;
}

/* Reads what may follow a factor; *@is_end: the expression ends. */
static gboolean
read_join (Parser *parser, gboolean *is_end, GError **error)
{
  Group *group = &parser->groups[parser->n_groups - 1];

  for (;;) {
    *is_end = *parser->place.at == '\0' && parser->n_groups == 1;
    if (*is_end || take_word (parser, "and") || take_sign (parser, "&"))
      return TRUE;
    if (take_word (parser, "or") || take_sign (parser, "|")) {
      chain_add (parser, &group->terms, join_chain (parser, &group->factors, NODE_AND));
      return TRUE;
    }
    if (parser->n_groups == 1 || *parser->place.at != ')')
      return fail (parser, parser->n_groups == 1 ? "and, or, or the end" : "and, or, or )", error);
    pass (parser, parser->place.at + 1);
    if (!close_group (parser, error))
      return FALSE;
    group = &parser->groups[parser->n_groups - 1];
  }
}

/* Reads the whole expression; *@root is its node. */
static gboolean
read_expression (Parser *parser, int *root, GError **error)
{
  gboolean is_open, is_end = FALSE;
  Group *whole = &parser->groups[0];

  parser->n_groups = 1;
  parser->groups[0] = (Group){ .function = NOTHING };
  skip_blanks (parser);
  while (!is_end)
    if (!read_factor (parser, &is_open, error) || (!is_open && !read_join (parser, &is_end, error)))
      return FALSE;
  chain_add (parser, &whole->terms, join_chain (parser, &whole->factors, NODE_AND));
  *root = join_chain (parser, &whole->terms, NODE_OR);
  return TRUE;
}

/* 5. code: a program of the tree. */

/* A node whose code is being made. Its children are made while it is on the stack. */
typedef struct {
  int node;
  int next;  /* the child that is next, from the last to the first */
  int on[2]; /* where it leads to */
} Frame;

/* Makes the code of the tree of @root, and returns where it begins. Children are made from the last to the
 * first, so each knows where the one behind it begins: at the instruction that was made last, `before`. The
 * results of a child lead to:
 *
 *   parent   child      no                      yes
 *   not                 yes of the parent       no of the parent
 *   and      the last   no of the parent        yes of the parent
 *            others     no of the parent        the child behind
 *   or       the last   no of the parent        yes of the parent
 *            others     the child behind        yes of the parent
 */
static int
make_code (const Parser *parser, int root)
{
  GArray *code = parser->query->code;
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame frame = { .node = root, .next = node_at (parser, root)->last, .on = { REJECT, ACCEPT } };

  g_array_append_val (frames, frame);
  while (frames->len > 0) {
    Frame *top = &g_array_index (frames, Frame, frames->len - 1);
    const ExpressionNode *node = node_at (parser, top->node);
    const int before = (int) code->len - 1;

    if (node->kind == NODE_TEST) {
      const Instruction instruction = { .test = node->test, .on = { top->on[FALSE], top->on[TRUE] } };
      g_array_append_val (code, instruction);
    }
    if (top->next == NOTHING) {
      g_array_set_size (frames, frames->len - 1);
      continue;
    }
    frame = (Frame){ .node = top->next, .next = node_at (parser, top->next)->last };
    frame.on[FALSE] = node->kind == NODE_NOT                             ? top->on[TRUE]
                      : node->kind == NODE_OR && top->next != node->last ? before
                                                                         : top->on[FALSE];
    frame.on[TRUE] = node->kind == NODE_NOT                              ? top->on[FALSE]
                     : node->kind == NODE_AND && top->next != node->last ? before
                                                                         : top->on[TRUE];
    top->next = node_at (parser, top->next)->previous;
    g_array_append_val (frames, frame);
  }
  return (int) code->len - 1;
}

/* Makes the programs: of sets, and of the whole. What is joined by `and` is divided: first what is the same
 * for all words, which is asked once a sentence and rejects most of them; then what is asked of each word. */
static void
make_programs (Parser *parser, int root)
{
  TbkQuery *query = parser->query;
  const ExpressionNode *whole = node_at (parser, root);
  Chain parts[2] = { { 0 } }; /* of units, of the sentence */
  int entries[2];

  for (guint s = 0; s < query->sets->len; s++)
    query_set (query, (int) s)->entry = make_code (parser, query_set (query, (int) s)->entry);
  if (whole->kind != NODE_AND || whole->is_of_sentence) {
    chain_add (parser, &parts[whole->is_of_sentence], root);
  } else {
    for (int node = whole->last, previous; node != NOTHING; node = previous) {
      previous = node_at (parser, node)->previous;
      chain_add (parser, &parts[node_at (parser, node)->is_of_sentence], node);
    }
  }
  for (int p = 0; p < 2; p++)
    entries[p] = parts[p].n == 0 ? ACCEPT : make_code (parser, join_chain (parser, &parts[p], NODE_AND));
  query->of_units = entries[0];
  query->of_sentence = entries[1];
}

/* 6. query: an expression compiled. */

void
tbk_query_free (TbkQuery *query)
{
  if (query == NULL)
    return;
  g_array_unref (query->tests);
  g_array_unref (query->sets);
  g_array_unref (query->code);
  noted_clear (query);
  g_free (query->text);
  g_free (query);
}

static TbkQuery *
query_new (TbkTreeKind trees, const char *text)
{
  static int n_queries;
  /* Numbers are never used again, so what facts know of a query is not mistaken for that of another at the
   * same address. */
  TbkQuery *query = g_new0 (TbkQuery, 1);

  query->trees = trees;
  query->text = g_strdup (text);
  query->serial = (guint64) g_atomic_int_add (&n_queries, 1) + 1;
  query->tests = g_array_new (FALSE, FALSE, sizeof (Test));
  g_array_set_clear_func (query->tests, test_clear);
  query->sets = g_array_new (FALSE, FALSE, sizeof (WordSet));
  query->code = g_array_new (FALSE, FALSE, sizeof (Instruction));
  noted_init (query);
  return query;
}

TbkQuery *
tbk_query_new (TbkTreeKind trees, const char *expression, GError **error)
{
  g_autoptr (TbkQuery) query = NULL;
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (ExpressionNode));
  g_autofree Parser *parser = g_new0 (Parser, 1);
  gboolean done;
  int root;

  g_return_val_if_fail ((guint) trees < TBK_TREES_N_KINDS && expression != NULL, NULL);
  query = query_new (trees, expression);
  if (!g_utf8_validate (expression, -1, NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found an expression that is not UTF-8, expected UTF-8");
    return NULL;
  }
  parser->query = query;
  parser->nodes = nodes;
  parser->text = parser->place.at = query->text;
  parser->value = g_string_new (NULL);
  done = read_expression (parser, &root, error);
  g_string_free (parser->value, TRUE);
  if (!done)
    return NULL;
  make_programs (parser, root);
  query->scope = query->of_units == ACCEPT            ? TBK_SCOPE_SENTENCE
                 : parser->groups[0].has_constituents ? TBK_SCOPE_CONSTITUENT
                                                      : TBK_SCOPE_WORD;
  return g_steal_pointer (&query);
}

const char *
tbk_query_text (const TbkQuery *query)
{
  return query->text;
}

TbkScope
tbk_query_scope (const TbkQuery *query)
{
  return query->scope;
}

gboolean
query_needs_trees (const TbkQuery *query)
{
  return query != NULL && (query->needs & FACT_HEADS) != 0;
}

gboolean
query_needs_documents (const TbkQuery *query)
{
  return query != NULL && (query->needs & FACT_DOCUMENT) != 0;
}
