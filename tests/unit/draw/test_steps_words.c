/* test_steps_words.c - what transitions need and do, in words: it holds before and after steps. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "draw/jobs.h"
#include "tbk/draw.h"
#include "unit/time_limit.h"

enum { WORDS = 6, N_CONFIGURATIONS = 3000 };

/* Reads the name of a place at the start of @words; *@end: what follows it. FALSE if there is none. */
static gboolean
read_place (const char *words, const TbkConfiguration *c, TbkStackElement *element, const char **end)
{
  static const struct {
    const char *name;
    int below; /* the top; -1: the front */
  } names[] = { { "the front", -1 },
                { "the top", 0 },
                { "the word under the top", 1 },
                { "the word 2 below the top", 2 },
                { "the word 3 below the top", 3 },
                { "the word 4 below the top", 4 } };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (words, names[i].name)) {
      *end = words + strlen (names[i].name);
      cr_assert (names[i].below < 0 ? tbk_configuration_n_input (c) > 0 : names[i].below < c->depth, "%s",
                 words);
      *element = names[i].below < 0 ? (TbkStackElement){ .word = tbk_configuration_front (c) }
                                    : c->stack[c->depth - 1 - names[i].below];
      return TRUE;
    }
  return FALSE;
}

/* Whether the letters at the end of @words, with "or" between them, have that of the label. */
static gboolean
names_label (const char *words, TbkLabel label)
{
  static const char letters[] = "-LRNC";
  const char *found = strrchr (words, 'l');

  cr_assert (found != NULL && g_str_has_prefix (found, "l "), "%s", words);
  for (int bit = 0; bit < 5; bit++)
    if (label == 1u << bit)
      return strchr (found + 2, letters[bit]) != NULL;
  return FALSE;
}

/* Whether the head of the arc that @transition would make hangs, by the arcs made, on its dependent. */
static gboolean
closes_cycle (const TbkConfiguration *c, const TbkTransition *transition)
{
  int word, dependent;

  cr_assert (tbk_configuration_arc (c, transition, &word, &dependent));
  while (word >= 0 && word != dependent)
    word = c->heads[word];
  return word == dependent;
}

static gboolean
holds_need (const char *need, const TbkConfiguration *c, const TbkTransition *transition)
{
  TbkStackElement element;
  const char *what;
  int depth;

  if (strcmp (need, "some input") == 0)
    return tbk_configuration_n_input (c) > 0;
  if (strcmp (need, "no input") == 0)
    return tbk_configuration_n_input (c) == 0;
  if (sscanf (need, "%d words in the stack", &depth) == 1)
    return c->depth >= depth;
  if (strcmp (need, "a word in the stack") == 0)
    return c->depth >= 1;
  if (strcmp (need, "a word that never left the input") == 0)
    return c->buffer <= c->n;
  if (strcmp (need, "no cycle arises") == 0)
    return !closes_cycle (c, transition);
  if (strcmp (need, "the stacks have not just changed places") == 0)
    return !c->has_switched;
  cr_assert (read_place (need, c, &element, &what), "%s", need);
  if (strcmp (what, " comes before it and is not 0") == 0)
    return element.word != 0 && element.word < c->stack[c->depth - 1].word;
  if (strcmp (what, " is not 0") == 0)
    return element.word != 0;
  if (strcmp (what, " has no head") == 0)
    return c->heads[element.word] < 0;
  if (strcmp (what, " has a head") == 0)
    return c->heads[element.word] >= 0;
  cr_assert (g_str_has_prefix (what, " has label "), "%s", need);
  return names_label (need, element.label);
}

static gboolean
is_in_stack (const TbkConfiguration *c, int word)
{
  for (int i = 0; i < c->depth; i++)
    if (c->stack[i].word == word)
      return TRUE;
  return FALSE;
}

/* Whether the step from @before to @c had this effect. */
static gboolean
holds_effect (const char *effect, const TbkConfiguration *before, const TbkConfiguration *c)
{
  static const char arc[] = "arc from ", decides[] = "the top decides, label ";
  TbkStackElement element, dependent;
  const char *what;

  if (g_str_has_prefix (effect, arc)) {
    cr_assert (read_place (effect + strlen (arc), before, &element, &what));
    cr_assert (g_str_has_prefix (what, " to "));
    cr_assert (read_place (what + strlen (" to "), before, &dependent, &what));
    return *what == '\0' && c->heads[dependent.word] == element.word;
  }
  if (g_str_has_prefix (effect, decides))
    return names_label (effect, c->stack[before->depth - 1].label);
  if (strcmp (effect, "the second list is forgotten") == 0)
    return c->n_second == 0;
  if (strcmp (effect, "the second list goes back onto the stack") == 0)
    return c->n_second == 0 && c->depth >= before->depth;
  if (strcmp (effect, "the two stacks change places") == 0)
    return c->has_switched;
  cr_assert (read_place (effect, before, &element, &what), "%s", effect);
  if (strcmp (what, " moves to the second list") == 0)
    return c->second[c->n_second - 1] == element.word && !is_in_stack (c, element.word);
  if (strcmp (what, " goes onto the other stack too") == 0)
    return c->second[c->n_second - 1] == element.word;
  if (strcmp (what, " goes back to the input") == 0)
    return tbk_configuration_front (c) == element.word && !is_in_stack (c, element.word);
  if (strcmp (what, " leaves the stack") == 0)
    return !is_in_stack (c, element.word);
  if (strcmp (what, " gets its relation") == 0)
    return element.word != 0;
  cr_assert (g_str_has_prefix (what, " goes onto the stack"), "%s", effect);
  return c->stack[c->depth - 1].word == tbk_configuration_front (before)
         && (strchr (what, ',') == NULL || names_label (effect, c->stack[c->depth - 1].label));
}

/* How many words a configuration has in each place, and how many have a head. */
typedef struct {
  int depth, n_second, n_input, n_heads;
} Sizes;

static Sizes
sizes_of (const TbkConfiguration *c)
{
  Sizes sizes = { c->depth, c->n_second, tbk_configuration_n_input (c), 0 };

  for (int word = 1; word <= c->n; word++)
    sizes.n_heads += c->heads[word] >= 0;
  return sizes;
}

/* Changes @sizes by what the effect is said to be. */
static void
count_effect (const char *effect, Sizes *sizes)
{
  const Sizes before = *sizes;

  if (g_str_has_prefix (effect, "arc from "))
    sizes->n_heads++;
  else if (g_str_has_prefix (effect, "the second list ")) {
    sizes->n_second = 0;
    if (g_str_has_suffix (effect, " goes back onto the stack"))
      sizes->depth += before.n_second;
  } else if (strcmp (effect, "the two stacks change places") == 0) {
    sizes->depth = before.n_second;
    sizes->n_second = before.depth;
  } else if (g_str_has_suffix (effect, " goes onto the other stack too"))
    sizes->n_second++;
  else if (strstr (effect, " goes onto the stack") != NULL) {
    sizes->depth++;
    sizes->n_input--;
  } else if (g_str_has_suffix (effect, " leaves the stack"))
    sizes->depth--;
  else if (g_str_has_suffix (effect, " moves to the second list")) {
    sizes->depth--;
    sizes->n_second++;
  } else if (g_str_has_suffix (effect, " goes back to the input")) {
    sizes->depth--;
    sizes->n_input++;
  }
}

/* Asserts that something that is said to be needed for a step that is not allowed is missing. Needs come so that places are named after
 * what they need. */
static void
check_obstacle (const TbkConfiguration *c, const TbkTransition *transition)
{
  g_autofree char *needs = steps_needs (c->system, transition);
  g_auto (GStrv) all_needs = g_strsplit (needs, ", ", -1);
  int i = 0;

  while (all_needs[i] != NULL && holds_need (all_needs[i], c, transition))
    i++;
  cr_assert_not_null (all_needs[i], "%s, %s is not allowed: %s; its words are: %s", c->system->name,
                      transition->key, tbk_configuration_obstacle (c, transition), needs);
}

/* Takes a step from @before, and asserts that all that is said of it is so, and that nothing else happens. */
static void
check_step (const TbkConfiguration *before, const TbkTransition *transition, TbkConfiguration *c)
{
  g_autofree char *needs = steps_needs (before->system, transition);
  g_autofree char *does = steps_effects (transition);
  g_auto (GStrv) all_needs = g_strsplit (needs, ", ", -1);
  g_auto (GStrv) all_effects = g_strsplit (does, "; ", -1);
  Sizes expected = sizes_of (before), found;

  cr_assert (all_needs[0] != NULL && all_effects[0] != NULL);
  for (int i = 0; all_needs[i] != NULL; i++)
    cr_assert (holds_need (all_needs[i], before, transition), "%s, %s: %s", before->system->name,
               transition->key, all_needs[i]);
  cr_assert (tbk_configuration_copy (c, before, NULL));
  cr_assert (tbk_configuration_step (c, transition, NULL));
  for (int i = 0; all_effects[i] != NULL; i++) {
    cr_assert (holds_effect (all_effects[i], before, c), "%s, %s: %s", before->system->name, transition->key,
               all_effects[i]);
    count_effect (all_effects[i], &expected);
  }
  found = sizes_of (c);
  cr_assert (memcmp (&found, &expected, sizeof found) == 0, "%s, %s: %s", before->system->name,
             transition->key, does);
}

/* Each transition in configurations drawn at random: those that are allowed, and those that are not though the configuration is not
 * final. */
Test (steps_words, hold, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const TbkSystem *system;

  for (int s = 0; (system = tbk_system_at (s)) != NULL; s++) {
    g_auto (TbkConfiguration) before = TBK_CONFIGURATION_INIT, after = TBK_CONFIGURATION_INIT;
    guint seen = 0;

    for (int i = 0; i < N_CONFIGURATIONS; i++) {
      guint allowed;

      random_configuration (random, &before, system, WORDS);
      seen |= allowed = tbk_configuration_allowed (&before);
      for (int t = 0; t < system->n_transitions; t++)
        if ((allowed >> t & 1) != 0)
          check_step (&before, &system->transitions[t], &after);
        else if (!tbk_configuration_is_final (&before))
          check_obstacle (&before, &system->transitions[t]);
    }
    cr_assert_eq (seen, (1u << system->n_transitions) - 1, "%s: not all transitions were taken",
                  system->name);
  }
}

/* The keys are those of the transitions of phrase structure, each with a text. */
Test (steps_words, phrases)
{
  const TbkPhraseSystem *system;

  for (int s = 0; (system = tbk_phrase_system_at (s)) != NULL; s++) {
    const char *key, *effects;
    int i;

    for (i = 0; (effects = steps_phrase_effects (system, i, &key)) != NULL; i++) {
      cr_assert (g_str_has_prefix (key, "SH") || g_str_has_prefix (key, "NT-") || g_str_has_prefix (key, "RE")
                 || g_str_has_prefix (key, "FI"));
      cr_assert_gt (strlen (effects), 10);
    }
    cr_assert_eq (i, system->strategy == TBK_PHRASE_IN_ORDER ? 4 : 3, "%s: %d kinds", system->name, i);
  }
}
