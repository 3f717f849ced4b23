/* grammar.c - grammars: a table of rules checked and put in order, and the ways to make an item. */
#include "tabular/grammar.h"

#include <string.h>

#include "tabular/known_grammars.h"

/* Returns TRUE if a rule uses @symbol over the words of its result: then that must be there first. The words
 * are the same where a unary rule skips none, and where the other part of a product can be empty. */
static gboolean
uses_over_same (const GrammarTable *t, const Rule *rule, int symbol)
{
  if (rule->kind == RULE_UNARY)
    return rule->left == symbol && rule->skip_first + rule->skip_last == 0;
  if (rule->kind != RULE_PRODUCT)
    return FALSE;
  return (rule->left == symbol && t->symbols[rule->right].has_empty)
         || (rule->right == symbol && t->symbols[rule->left].has_empty);
}

/* Returns TRUE if all symbols that @symbol uses over the same words are among those that are @ordered. */
static gboolean
is_ready (const GrammarTable *t, int symbol, const gboolean *ordered)
{
  for (int r = 0; r < t->n_rules; r++)
    for (int s = 0; t->rules[r].to == symbol && s < t->n_symbols; s++)
      if (!ordered[s] && uses_over_same (t, &t->rules[r], s))
        return FALSE;
  return TRUE;
}

/* Moves the rules of a symbol behind those that are in order. */
static void
append_rules (const GrammarTable *t, int symbol, Grammar *grammar, Rule *rules, int *n_rules)
{
  grammar->first_rules[symbol] = *n_rules;
  for (int r = 0; r < t->n_rules; r++)
    if (t->rules[r].to == symbol)
      rules[(*n_rules)++] = t->rules[r];
  grammar->n_rules_of[symbol] = *n_rules - grammar->first_rules[symbol];
}

/* Puts the rules in order: of symbols with a matrix, then of others. The first symbol that is ready comes first, so that a
 * table that is in order stays as it is. */
static void
order_rules (const GrammarTable *t, Grammar *grammar, Rule *rules)
{
  g_autofree gboolean *ordered = g_new0 (gboolean, t->n_symbols);
  int n_rules = 0, n_ordered = 0;

  for (int has_matrix = 1; has_matrix >= 0; has_matrix--) {
    for (int s = 0; s < t->n_symbols; s++)
      if (!ordered[s] && grammar_has_matrix (grammar, s) == has_matrix && is_ready (t, s, ordered)) {
        append_rules (t, s, grammar, rules, &n_rules);
        ordered[s] = TRUE;
        n_ordered++;
        s = -1;
      }
    if (has_matrix)
      grammar->n_chart_rules = n_rules;
  }
  g_assert (n_ordered == t->n_symbols);
}

static gboolean
is_symbol (const GrammarTable *t, int symbol)
{
  return symbol >= 0 && symbol < t->n_symbols;
}

/* Returns TRUE if a part can be one of a rule for a symbol: what is anywhere is made of what is anywhere. */
static gboolean
is_part (const GrammarTable *t, const Rule *rule, int part)
{
  const guint line = t->symbols[rule->to].places & OF_ALL;

  return is_symbol (t, part) && ((t->symbols[part].places & OF_ALL) & ~line) == 0;
}

/* Returns TRUE if the parts of a product are wherever it is. */
static gboolean
are_made (const GrammarTable *t, const Rule *rule)
{
  const guint to = t->symbols[rule->to].places, left = t->symbols[rule->left].places;
  const guint right = t->symbols[rule->right].places;
  const gboolean is_left_whole = t->symbols[rule->right].has_empty,
                 is_right_whole = t->symbols[rule->left].has_empty;

  return ((to & (AFTER_FIRST | TO_LAST | FROM_FIRST)) != 0 || (left & AFTER_FIRST) == 0)
         && ((to & (BEFORE_LAST | TO_LAST | FROM_FIRST)) != 0 || (right & BEFORE_LAST) == 0)
         && (!is_left_whole || (to & (BEFORE_LAST | TO_LAST | FROM_FIRST)) != 0 || (left & BEFORE_LAST) == 0)
         && (!is_right_whole || (to & (AFTER_FIRST | TO_LAST | FROM_FIRST)) != 0
             || (right & AFTER_FIRST) == 0);
}

/* Returns TRUE if the part of a unary rule is wherever its result is. */
static gboolean
is_made (const GrammarTable *t, const Rule *rule)
{
  const guint to = t->symbols[rule->to].places, part = t->symbols[rule->left].places;

  return ((part & AFTER_FIRST) == 0 || rule->skip_first > 0 || (to & AFTER_FIRST) != 0)
         && ((part & BEFORE_LAST) == 0 || rule->skip_last > 0 || (to & BEFORE_LAST) != 0);
}

static gboolean
is_rule (const GrammarTable *t, const Rule *rule)
{
  const gboolean has_matrix = rule->weight_kind == WEIGHT_FORWARD || rule->weight_kind == WEIGHT_BACKWARD;

  if (!is_symbol (t, rule->to)
      || (rule->weight_kind != NO_WEIGHT
          && (rule->weight < 0 || rule->weight >= (has_matrix ? t->n_matrices : t->n_lists))))
    return FALSE;
  switch (rule->kind) {
  case RULE_WORD:
    return rule->weight_kind != NO_WEIGHT && !has_matrix;
  case RULE_UNARY:
    return is_part (t, rule, rule->left) && rule->skip_first + rule->skip_last <= 1 && is_made (t, rule);
  case RULE_PRODUCT:
    return rule->weight_kind == NO_WEIGHT && is_part (t, rule, rule->left) && is_part (t, rule, rule->right)
           && are_made (t, rule);
  default:
    return rule->weight_kind == WEIGHT_AT_LAST && is_part (t, rule, rule->left)
           && is_part (t, rule, rule->right) && t->symbols[rule->to].places == OF_ALL;
  }
}

static void
note_uses (Grammar *grammar, const Rule *rule)
{
  guint8 *uses = grammar->uses;

  if (!grammar_has_matrix (grammar, rule->to)) {
    for (int p = 0; p < 2; p++) {
      const int part = p == 0 ? rule->left : rule->right;

      if (part >= 0)
        uses[part] |= IS_OF_LINE;
    }
    return;
  }
  if (rule->kind == RULE_UNARY && rule->skip_first + rule->skip_last > 0)
    uses[rule->left] |= IS_SKIPPED;
  if (rule->kind != RULE_PRODUCT)
    return;
  uses[rule->to] |= IS_PRODUCT;
  uses[rule->left] |= IS_LEFT;
  uses[rule->right] |= IS_RIGHT;
  grammar->n_products++;
}

/* Returns TRUE if a symbol begins at 0 or ends at n, but not both. */
static gboolean
is_line (const GrammarTable *t, int symbol)
{
  const guint line = t->symbols[symbol].places & OF_ALL;

  return line != 0 && line != OF_ALL;
}

/* Returns whether the rules for symbols with a matrix are those of a table, and the symbols are where its are. */
static gboolean
is_known_as (const Grammar *grammar, const GrammarTable *known)
{
  gboolean is_same =
      grammar->n_chart_rules == known->n_rules && grammar->table.n_symbols >= known->n_symbols
      && memcmp (grammar->table.rules, known->rules, (gsize) known->n_rules * sizeof (Rule)) == 0;

  for (int r = 0; r < known->n_rules && is_same; r++) {
    const GrammarSymbol *symbol = &grammar->table.symbols[known->rules[r].to];

    is_same =
        (symbol->places & ~(guint) AFTER_FIRST) == (guint) known->symbols[known->rules[r].to].places
        && symbol->has_empty == known->symbols[known->rules[r].to].has_empty
        && ((grammar->uses[known->rules[r].to] ^ known->uses[known->rules[r].to]) & (IS_LEFT | IS_RIGHT))
               == 0;
  }
  return is_same;
}

static KnownGrammar
find_known (const Grammar *grammar)
{
#define TRY(name)                                                                                            \
  if (is_known_as (grammar, &known_##name))                                                                  \
    return KNOWN_##name;
  KNOWN_GRAMMARS (TRY)
#undef TRY
  return NOT_KNOWN;
}

Grammar *
grammar_new (const GrammarTable *table)
{
  Grammar *grammar = g_new0 (Grammar, 1);
  Rule *rules = g_new (Rule, table->n_rules + 1);

  for (int r = 0; r < table->n_rules; r++)
    g_assert (is_rule (table, &table->rules[r]));
  g_assert (is_symbol (table, table->goal));
  grammar->table = *table;
  grammar->table.symbols = g_memdup2 (table->symbols, (gsize) table->n_symbols * sizeof (GrammarSymbol));
  grammar->table.list_groups = g_memdup2 (table->list_groups, (gsize) table->n_lists);
  grammar->table.matrix_groups = g_memdup2 (table->matrix_groups, 2 * (gsize) table->n_matrices);
  grammar->first_rules = g_new (int, table->n_symbols);
  grammar->n_rules_of = g_new (int, table->n_symbols);
  grammar->table.uses = grammar->uses = g_new0 (guint8, table->n_symbols);
  order_rules (table, grammar, rules);
  grammar->table.rules = rules;
  for (int r = 0; r < table->n_rules; r++)
    note_uses (grammar, &rules[r]);
  grammar->lines = g_new (int, table->n_symbols);
  for (int s = 0; s < table->n_symbols; s++)
    if (grammar->n_rules_of[s] == 0 && is_line (table, s))
      grammar->lines[grammar->n_lines++] = s;
  for (int r = grammar->n_chart_rules; r < table->n_rules; r++)
    if ((r == 0 || rules[r - 1].to != rules[r].to) && is_line (table, rules[r].to))
      grammar->lines[grammar->n_lines++] = rules[r].to;
  for (int s = 0; s < table->n_symbols; s++)
    grammar->has_one_length |= (table->symbols[s].places & OF_ALL) == TO_LAST;
  grammar->known = find_known (grammar);
  return grammar;
}

void
grammar_free (Grammar *grammar)
{
  if (grammar == NULL)
    return;
  g_free ((gpointer) grammar->table.symbols);
  g_free ((gpointer) grammar->table.rules);
  g_free ((gpointer) grammar->table.list_groups);
  g_free ((gpointer) grammar->table.matrix_groups);
  g_free (grammar->first_rules);
  g_free (grammar->n_rules_of);
  g_free (grammar->uses);
  g_free (grammar->lines);
  g_free (grammar);
}

int
grammar_find_range (const Grammar *grammar, const Rule *rule, const ChartItem *item, int *k)
{
  const GrammarSymbol *symbols = grammar->table.symbols;

  *k = item->i;
  switch (rule->kind) {
  case RULE_WORD:
    return item->j == item->i + 1;
  case RULE_UNARY:
    return item->i + rule->skip_first <= item->j - rule->skip_last;
  case RULE_PRODUCT:
    *k += !symbols[rule->left].has_empty;
    return item->j - *k + symbols[rule->right].has_empty;
  default:
    *k += 1;
    return item->j - item->i;
  }
}
