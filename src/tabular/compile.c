/* compile.c - a grammar's rules joined into the steps that a chart takes.
 *
 * A step is one term of the inner sums of (I3) and (I4) in inside.template.h: a rule that takes a child, with
 * a rule for that child. Steps with the same pair of symbols between head and child share the meeting of
 * (I2).
 */
#include "tabular/tabular.h"

static const TbkRule *
next_rule (const TbkGrammar *grammar, TbkRuleForm form, const TbkRule *rule)
{
  for (rule = rule == NULL ? grammar->rules : rule + 1; rule < grammar->rules + grammar->n_rules; rule++)
    if (rule->form == form)
      return rule;
  return NULL;
}

#define FOR_EACH_RULE(rule, grammar, form)                                                                   \
  for (const TbkRule *rule = next_rule (grammar, form, NULL); rule != NULL;                                  \
       rule = next_rule (grammar, form, rule))

/* The number of the pair of @right and @left, added if it is new. */
static int
find_pair (GArray *pairs, guint8 right, guint8 left)
{
  Pair new_pair = { .right = right, .left = left };

  for (guint p = 0; p < pairs->len; p++) {
    const Pair *pair = &g_array_index (pairs, Pair, p);
    if (pair->right == right && pair->left == left)
      return p;
  }
  g_array_append_val (pairs, new_pair);
  g_assert (pairs->len <= G_MAXUINT8);
  return pairs->len - 1;
}

/* (I3): (_,C') -> (_,C) A with A -> (B,D): result C', pair (C,B), rest D. */
static Step *
compile_right_steps (const TbkGrammar *grammar, GArray *pairs, int *n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_RIGHT)
    FOR_EACH_RULE (child, grammar, TBK_RULE_HEAD)
      if (child->symbols[0] == rule->symbols[2]) {
        Step step = { .result = rule->symbols[0],
                      .pair = find_pair (pairs, rule->symbols[1], child->symbols[1]),
                      .rest = child->symbols[2] };
        g_array_append_val (steps, step);
      }
  *n_steps = steps->len;
  return (Step *) g_array_free (steps, FALSE);
}

/* (I4): (B',_) -> A (B,_) with A -> (D,C): result B', pair (C,B), rest D. */
static Step *
compile_left_steps (const TbkGrammar *grammar, GArray *pairs, int *n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_LEFT)
    FOR_EACH_RULE (child, grammar, TBK_RULE_HEAD)
      if (child->symbols[0] == rule->symbols[1]) {
        Step step = { .result = rule->symbols[0],
                      .pair = find_pair (pairs, child->symbols[2], rule->symbols[2]),
                      .rest = child->symbols[1] };
        g_array_append_val (steps, step);
      }
  *n_steps = steps->len;
  return (Step *) g_array_free (steps, FALSE);
}

/* (I5) */
static States *
compile_starts (const TbkGrammar *grammar, int *n_starts)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (States));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_HEAD)
    if (rule->symbols[0] == grammar->start) {
      States states = { rule->symbols[1], rule->symbols[2] };
      g_array_append_val (starts, states);
    }
  *n_starts = starts->len;
  return (States *) g_array_free (starts, FALSE);
}

/* (I1) */
static States *
compile_words (const TbkGrammar *grammar)
{
  States *words = g_new0 (States, grammar->n_terminals);
  int n_words = 0;

  FOR_EACH_RULE (rule, grammar, TBK_RULE_WORD) {
    g_assert (rule->symbols[2] < grammar->n_terminals);
    words[rule->symbols[2]] = (States){ rule->symbols[0], rule->symbols[1] };
    n_words++;
  }
  g_assert (n_words == grammar->n_terminals);
  return words;
}

/* Adds to a set of symbols what the steps make of them, until nothing is new. */
static guint64
close_symbols (guint64 symbols, const Step *steps, int n_steps, const Pair *pairs, gboolean is_right)
{
  for (guint64 before = 0; before != symbols;) {
    /* A round over all steps. It ends, as symbols are only added and there are at most 64. */
    before = symbols;
    for (int s = 0; s < n_steps; s++) {
      const Pair *pair = &pairs[steps[s].pair];

      if (symbols >> (is_right ? pair->right : pair->left) & 1)
        symbols |= (guint64) 1 << steps[s].result;
    }
  }
  return symbols;
}

static void
compile_symbols (Compiled *compiled)
{
  const TbkGrammar *grammar = compiled->grammar;

  compiled->left_symbols = g_new (guint64, grammar->n_terminals);
  compiled->right_symbols = g_new (guint64, grammar->n_terminals);
  for (int a = 0; a < grammar->n_terminals; a++) {
    const States *word = &compiled->words[a];

    compiled->left_symbols[a] = close_symbols ((guint64) 1 << word->left, compiled->left_steps,
                                               compiled->n_left_steps, compiled->pairs, FALSE);
    compiled->right_symbols[a] = close_symbols ((guint64) 1 << word->right, compiled->right_steps,
                                                compiled->n_right_steps, compiled->pairs, TRUE);
  }
}

void
compiled_init (Compiled *compiled, const TbkGrammar *grammar)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  g_assert (grammar->n_symbols <= TBK_MAX_SYMBOLS && grammar->n_terminals <= TBK_MAX_SYMBOLS);
  for (int r = 0; r < grammar->n_rules; r++)
    for (int s = 0; s < (grammar->rules[r].form == TBK_RULE_WORD ? 2 : 3); s++)
      g_assert (grammar->rules[r].symbols[s] < grammar->n_symbols);

  compiled->grammar = grammar;
  compiled->words = compile_words (grammar);
  /* Pairs are numbered as steps ask for them, so steps come before pairs are counted. */
  compiled->right_steps = compile_right_steps (grammar, pairs, &compiled->n_right_steps);
  compiled->left_steps = compile_left_steps (grammar, pairs, &compiled->n_left_steps);
  compiled->starts = compile_starts (grammar, &compiled->n_starts);
  compiled->n_pairs = pairs->len;
  compiled->pairs = (Pair *) g_array_free (pairs, FALSE);
  /* Now that the steps are known: what a word of each terminal can become by taking children. */
  compile_symbols (compiled);
  compiled->n_items = compiled->n_pairs + 2 * grammar->n_symbols;
}

void
compiled_clear (Compiled *compiled)
{
  g_free (compiled->words);
  g_free (compiled->left_symbols);
  g_free (compiled->right_symbols);
  g_free (compiled->pairs);
  g_free (compiled->left_steps);
  g_free (compiled->right_steps);
  g_free (compiled->starts);
}
