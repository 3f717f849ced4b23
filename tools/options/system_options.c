/* system_options.c - transition systems by name and form, and what they are.
 *
 * Contents
 *   1. system_options: systems by name and form
 *   2. systems: tbk help systems [NAME]: what the transition systems are, from their tables
 */
#include "draw/jobs.h"
#include "options/options.h"

#include <string.h>

#include "tbk/draw.h"
#include "tbk/io.h"
#include "tbk/oracle.h"
#include "tbk/transition.h"

/* 1. system_options: systems by name and form. */

const Option system_entries[] = {
  { "system", TEXT, AT (SystemGiven, system), "SYSTEM", SYSTEM_HELP },
  { "limit=search", SEARCH_NUMBER, AT (SystemGiven, search), "N", SEARCH_HELP },
  OPTION_END,
};

/* Returns the names of the forms that a system has, with commas between them; NULL if there is no such
 * system. */
static char *
list_forms (const char *name)
{
  GString *forms = g_string_new (NULL);
  gsize length = strlen (name);
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (strncmp (system->name, name, length) == 0
        && (system->name[length] == '\0' || system->name[length] == ':'))
      g_string_append_printf (forms, "%s%s", forms->len > 0 ? "; " : "", system->name);
  return g_string_free (forms, forms->len == 0);
}

/* Returns the guess for a name that is unknown, as synonyms_hint() gives it; a former name is a sure one.
 * @names ends with NULL. */
static char *
guess (const char *name, const GPtrArray *names)
{
  const TbkSystem *former = tbk_system_find_former (name);

  return former != NULL ? g_strdup_printf ("; did you mean '%s'?", former->name)
                        : synonyms_hint ("system", name, (const char *const *) names->pdata);
}

/* Sets the error for a name that no system has. Systems of phrase structure have other options, but may have
 * been meant. */
static void
fail_unknown_system (const char *base, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const TbkPhraseSystem *phrases;
  const TbkSystem *system;
  g_autofree char *hint = NULL;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (system->n_policies > 0 && strchr (system->name, ':') == NULL)
      g_ptr_array_add (names, (gpointer) system->name);
  for (int i = 0; (phrases = tbk_phrase_system_at (i)) != NULL; i++)
    if (strchr (phrases->name, ':') == NULL)
      g_ptr_array_add (names, (gpointer) phrases->name);
  g_ptr_array_add (names, NULL);
  hint = guess (base, names);
  options_refuse (error, "--system: found '%s', expected one of the systems in 'tbk help systems'%s", name,
                  hint);
}

/* Finds the system @name, whose base is @base: arc-eager of arc-eager:complete=root. */
static const TbkSystem *
find (const char *base, const char *name, GError **error)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autofree char *forms = NULL;

  if (system != NULL)
    return system;
  if (strstr (name, ":order=") != NULL || strstr (name, ",order=") != NULL) {
    options_refuse (error,
                    "--system: found '%s', but an order is one of a static oracle, which steps, train and "
                    "transitions have",
                    name);
    return NULL;
  }
  forms = list_forms (base);
  if (forms == NULL)
    fail_unknown_system (base, name, error);
  else
    options_refuse (error, "there is no system %s, only %s", name, forms);
  return NULL;
}

const TbkSystem *
system_get (const SystemGiven *given, GError **error)
{
  tbk_oracles_set_search (given->search);
  return system_find (given->system != NULL ? given->system : TBK_SYSTEM_DEFAULT, error);
}

const TbkSystem *
system_find (const char *name, GError **error)
{
  g_autofree char *base = g_strndup (name, strcspn (name, ":"));

  return find (base, name, error);
}

/* The library has no systems with an order: for users swap:order=lazy is a form of swap, so it is removed
 * here. Parts of a name follow a colon, then commas. Names are interned, since nobody owns them. */
const char *
system_take_order (const char **system)
{
  g_auto (GStrv) parts = g_strsplit_set (*system == NULL ? "" : *system, ":,", -1);
  g_autoptr (GString) rest = g_string_new (parts[0]);
  const char *order = NULL;

  for (int p = 1; parts[0] != NULL && parts[p] != NULL; p++)
    if (g_str_has_prefix (parts[p], "order="))
      order = g_intern_string (parts[p] + strlen ("order="));
    else
      g_string_append_printf (rest, "%c%s", strchr (rest->str, ':') == NULL ? ':' : ',', parts[p]);
  if (order != NULL)
    *system = g_intern_string (rest->str);
  return order;
}

/* A system without a dynamic oracle is of use where a static one suffices. */
gboolean
system_check_oracle (const TbkSystem *system, gboolean takes_static, GError **error)
{
  g_autoptr (TbkStaticOracle) static_oracle =
      takes_static ? tbk_static_oracle_new (system, NULL, NULL) : NULL;

  if (system->n_policies > 0 || static_oracle != NULL)
    return TRUE;
  return options_refuse (
      error,
      "--system: %s has no oracle (see 'tbk help systems %s'), only 'tbk transitions --replay' accepts it",
      system->name, system->name);
}

const TbkSystem *
system_get_with_oracle (const SystemGiven *given, gboolean takes_static, GError **error)
{
  const TbkSystem *system = system_get (given, error);

  return system == NULL || !system_check_oracle (system, takes_static, error) ? NULL : system;
}

int
system_get_policy (const TbkSystem *system, const char *name, GError **error)
{
  int policy = name != NULL ? tbk_system_policy (system, name) : 0;
  g_autofree char *where = NULL;
  g_autoptr (GPtrArray) names = NULL;

  if (policy >= 0)
    return policy;
  where = g_strdup_printf (" with %s", system->name);
  names = g_ptr_array_new ();
  for (int p = 0; p < system->n_policies; p++)
    g_ptr_array_add (names, (gpointer) system->policies[p].name);
  g_ptr_array_add (names, NULL);
  options_fail_choice ("policy", name, where, (const char *const *) names->pdata, error);
  return policy;
}

const Option sequence_entries[] = {
  { "policy", TEXT, AT (SequenceGiven, policy), "POLICY",
    "Policy of the exact oracle, with the values and defaults of 'tbk oracle'; its first optimal transition is followed. "
    "Without --policy the exact oracle is followed only for trees that the static oracle cannot build. 'tbk steps' "
    "values transitions by POLICY too" },
  OPTION_END,
};

/* Two ways to choose among transitions: by an order of the static oracle, or by a policy of the exact one. */
gboolean
sequence_get_policy (const SequenceGiven *given, const TbkSystem *system, int *policy, GError **error)
{
  if (given->order != NULL && given->policy != NULL)
    return options_refuse (error, "--policy and order=%s of --system exclude each other", given->order);
  *policy = given->policy == NULL ? -1 : system_get_policy (system, given->policy, error);
  return given->policy == NULL || *policy >= 0;
}

/* Values of transitions need a policy, also where an order chooses: the one of its name, else the first. */
int
sequence_get_valued (const SequenceGiven *given, const TbkSystem *system)
{
  const char *name = given->policy != NULL ? given->policy : given->order;

  return name == NULL ? 0 : MAX (tbk_system_policy (system, name), 0);
}

/* 2. systems: tbk help systems [NAME]: what the transition systems are, from their tables. */

/* The name in textbooks, the first paper, and a sentence. */
typedef struct {
  const char *title, *first, *about;
} Title;

/* Facts that the tables of phrase structure do not have. Forms of a system, as bottom-up:unary=3, are found
 * by the name before the colon. */
static const struct {
  const char *name;
  Title title;
} phrase_titles[] = {
  { "top-down",
    { "top-down, as in RNNG", "Dyer et al. (2016)",
      "A constituent is opened before its first child: NT-X, the children, RE." } },
  { "in-order",
    { "in-order", "Liu and Zhang (2017)",
      "A constituent is opened after its first child: the child, NT-X, the other children, RE; then FI." } },
  { "bottom-up",
    { "non-binary bottom-up", "Fernández-González and Gómez-Rodríguez (2018)",
      "A constituent of k children is made of the k topmost elements: RE-X-k; at the end FI." } },
};

static const Title *
phrase_title (const char *name)
{
  const gsize length = strcspn (name, ":");

  for (guint t = 0; t < G_N_ELEMENTS (phrase_titles); t++)
    if (strlen (phrase_titles[t].name) == length && strncmp (phrase_titles[t].name, name, length) == 0)
      return &phrase_titles[t].title;
  g_assert_not_reached ();
}

static void
append_name (GString *list, const char *separator, const char *name)
{
  g_string_append_printf (list, "%s%s", list->len > 0 ? separator : "", name);
}

static void
append_transitions (GString *text, const TbkSystem *system)
{
  g_string_append (
      text, "\nTransitions (the top is the last word of the stack, the front the first of the input):\n");
  for (int t = 0; t < system->n_transitions; t++) {
    const TbkTransition *transition = &system->transitions[t];
    g_autofree char *needs = steps_needs (system, transition);
    g_autofree char *does = steps_effects (transition);

    g_string_append_printf (text, "  %-4s%s\n      needs: %s\n      does:  %s\n", transition->key,
                            transition->name, needs, does);
  }
}

static void
append_ends (GString *text, const TbkSystem *system)
{
  static const char *const finals[] = {
    [TBK_FINAL_ONE] = "one word in the stack, no input",
    [TBK_FINAL_ONE_LEFT] = "one word left, in the stack or returned to the input",
    [TBK_FINAL_NO_INPUT] = "no input, whatever is in the stack",
  };

  g_string_append_printf (text, "\nBegins with %s in the stack and all words as input.\nEnds with %s.\n",
                          system->starts_empty ? "nothing" : "0", finals[system->final]);
  if (system->final == TBK_FINAL_NO_INPUT)
    g_string_append_printf (text, "Words left without a head %s.\n",
                            system->hangs_rest ? "depend on 0" : "count for nothing");
  g_string_append (text, system->builds_projective ? "Builds every projective tree, and no other.\n" : "");
}

/* Appends the commands that accept the system. */
static void
append_commands (GString *text, const TbkSystem *system, gboolean has_static)
{
  g_autoptr (TbkOracle) approximate =
      system->n_policies == 0 ? NULL : tbk_oracle_new (system, 0, TBK_METHOD_APPROXIMATE, NULL);

  g_string_append_printf (text, "Commands: %s\n",
                          system->n_policies == 0 && has_static
                              ? "steps, transitions, train; the others need a dynamic oracle"
                          : system->n_policies == 0 ? "transitions --replay; the others need an oracle"
                          : approximate != NULL     ? "steps, oracle, transitions, train, compare-oracles"
                                                : "steps, oracle, transitions, train; compare-oracles with "
                                                  "--variant, because there is no approximate method");
}

/* Appends the methods that there are for some policy. Nobody lists them: an oracle of each is asked for, and
 * is there or not. */
static void
append_oracles (GString *text, const TbkSystem *system)
{
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autoptr (TbkStaticOracle) static_oracle = tbk_static_oracle_new (system, NULL, NULL);

  for (int m = TBK_METHOD_EXACT; system->n_policies > 0 && m <= TBK_METHOD_APPROXIMATE; m++) {
    gboolean is_there = FALSE;
    for (int p = 0; !is_there && p < system->n_policies; p++) {
      g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, p, (TbkMethod) m, NULL);
      is_there = oracle != NULL;
    }
    if (is_there)
      append_name (methods, ", ", tbk_method_name ((TbkMethod) m));
  }
  g_string_append_printf (text, "\nOracles: %s%s%s\n", static_oracle != NULL ? "static" : "none",
                          methods->len > 0 ? "; dynamic: " : "", methods->str);
  append_commands (text, system, static_oracle != NULL);
  for (int p = 0; p < system->n_policies; p++)
    g_string_append_printf (text, "%s  %s%s: %s\n", p == 0 ? "Policies:\n" : "", system->policies[p].name,
                            p == 0 ? " (default)" : "", system->policies[p].meaning);
}

static const char *const words[] = { "0", "A", "letter", "arrived", "yesterday" };
static const int heads[] = { -1, 2, 3, 0, 3 };
enum { N = 4 };

/* Returns the stack, the input and the second list, if it has words, as in  0 A letter | arrived yesterday.
 * Words that came back to the input are before the others. */
static char *
configuration_text (const TbkConfiguration *c)
{
  const gboolean has_two = (c->system->features & TBK_HAS_TWO_STACKS) != 0;
  const char *second = has_two ? "   other stack from its top: " : "   second list: ";
  GString *text = g_string_new (NULL);

  for (int i = 0; i < c->depth; i++)
    append_name (text, " ", words[c->stack[i].word]);
  g_string_append (text, text->len > 0 ? " |" : "|");
  for (int i = c->n_returned - 1; i >= 0; i--)
    g_string_append_printf (text, " %s", words[c->returned[i]]);
  for (int word = c->buffer; word <= c->n; word++)
    g_string_append_printf (text, " %s", words[word]);
  for (int i = c->n_second - 1; i >= 0; i--)
    g_string_append_printf (text, "%s%s", i == c->n_second - 1 ? second : " ", words[c->second[i]]);
  return g_string_free (text, FALSE);
}

/* A small sentence, step by step. */
static gboolean
append_example (GString *text, const TbkSystem *system, GError **error)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_auto (TbkConfiguration) before = TBK_CONFIGURATION_INIT;
  g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, NULL, NULL);
  g_autofree char *start = NULL;
  int t;

  if (oracle == NULL)
    return TRUE;
  if (!tbk_static_oracle_set_gold (oracle, heads, N, error)
      || !tbk_configuration_start (&c, system, N, error))
    return FALSE;
  start = configuration_text (&c);
  g_string_append_printf (text, "\nExample, stack | input:\n      %s\n", start);
  while (tbk_configuration_copy (&before, &c, NULL) && (t = tbk_static_oracle_step (oracle, &c)) >= 0) {
    g_autofree char *now = configuration_text (&c);
    int head, dependent;

    g_string_append_printf (text, "  %-4s%s", system->transitions[t].key, now);
    if (tbk_configuration_arc (&before, &system->transitions[t], &head, &dependent))
      g_string_append_printf (text, "   arc %s -> %s", words[head], words[dependent]);
    g_string_append_c (text, '\n');
  }
  return TRUE;
}

/* Returns TRUE if @name is a form of the system @of, and not that itself. */
static gboolean
is_form (const char *name, const char *of)
{
  return g_str_has_prefix (name, of) && name[strlen (of)] == ':';
}

static void
append_forms (GString *text, const char *name)
{
  g_autoptr (GString) forms = g_string_new (NULL);
  const TbkPhraseSystem *phrase;
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (is_form (system->name, name))
      append_name (forms, ", ", system->name);
  for (int i = 0; (phrase = tbk_phrase_system_at (i)) != NULL; i++)
    if (is_form (phrase->name, name))
      append_name (forms, ", ", phrase->name);
  if (forms->len > 0)
    g_string_append_printf (text, "Forms: %s.\n", forms->str);
}

static void
append_title (GString *text, const char *name, const Title *title, const char *source)
{
  g_string_append_printf (text, "%s: %s\n\n%s\nFirst published: %s. As defined in: %s.\n", name, title->title,
                          title->about, title->first, source);
  append_forms (text, name);
}

static void
append_phrase_transitions (GString *text, const TbkPhraseSystem *system)
{
  static const char *const examples[] = {
    [TBK_PHRASE_TOP_DOWN] = "NT-S NT-NP SH SH RE SH RE",
    [TBK_PHRASE_IN_ORDER] = "SH NT-NP SH RE NT-S SH RE FI",
    [TBK_PHRASE_BOTTOM_UP] = "SH SH RE-NP-2 SH RE-S-2 FI",
  };
  const char *key, *effects;

  g_string_append (text, "\nTransitions:\n");
  for (int i = 0; (effects = steps_phrase_effects (system, i, &key)) != NULL; i++)
    g_string_append_printf (text, "  %-8s%s\n", key, effects);
  g_string_append (text,
                   "\nOracles: static; dynamic: exact, printed\n"
                   "Commands: oracle; with trees in brackets: steps, transitions, train, compare-oracles\n");
  g_string_append_printf (text, "\nExample: (S (NP A letter) arrived)\n  %s\n", examples[system->strategy]);
}

/* A line of the list, unless @name is a form of the system before it. */
static void
append_line (GString *text, const char *name, gboolean has_oracle, const char *title)
{
  g_autofree char *marked = g_strconcat (name, has_oracle ? "" : " *", NULL);

  if (strchr (name, ':') == NULL)
    g_string_append_printf (text, "  %-32s%s\n", marked, title);
}

/* One table for all systems; tbk/transition.h says the same of what is read. */
static const char all_names[] =
    "\n"
    "Transitions as tbk shows them, and other names that it reads (also SHIFT, Left-Arc):\n"
    "  SH  shift, S                     NA  no_arc, N\n"
    "  LA  left_arc, left, L            UN  unshift, USH, U\n"
    "  RA  right_arc, right, R          CO  complete, C\n"
    "  RE  reduce, D                    LC  left_child\n"
    "  SW  swap; two-planar: switch     RC  right_child; or reduce_correct\n"
    "Attardi's transitions have numbers: LA1, LA2 or left_arc_2; LA means LA1.\n"
    "A letter or a word is enough if no other transition of the system begins with it.\n"
    "A relation may follow: LA:nsubj, LEFT-ARC(nsubj), left_arc_nsubj, L-nsubj.\n\n"
    "Left and right arcs, from the head to the dependent:\n"
    "                                  LA                    RA\n"
    "  arc-standard, swap, attardi     top -> under the top  under the top -> top\n"
    "  arc-eager, covington, planar    front -> top          top -> front\n"
    "  arc-eager-nederhof              front -> top          promised; RE makes it\n"
    "  arc-hybrid                      front -> top          under the top -> top\n"
    "RR and RL of Nederhof (2019), which are LA and RA of arc-standard, are read too.\n";

static void
append_list (GString *text)
{
  const TbkPhraseSystem *phrase;
  const TbkSystem *system;

  g_string_append (text, "Usage: tbk help systems [NAME]\n\nTransition systems for dependency trees:\n");
  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    append_line (text, system->name, system->n_policies > 0, system->title);
  g_string_append (text, "\nFor phrase structure:\n");
  for (int i = 0; (phrase = tbk_phrase_system_at (i)) != NULL; i++)
    append_line (text, phrase->name, TRUE, phrase_title (phrase->name)->title);
  g_string_append (text,
                   "\n"
                   "Choose a system with --system in steps, oracle, transitions, train and compare-oracles.\n"
                   "Systems marked * have no oracle; only 'tbk transitions --replay' accepts them.\n");
  g_string_append (text, all_names);
}

static char *
guess_system (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const TbkPhraseSystem *phrases;
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    g_ptr_array_add (names, (gpointer) system->name);
  for (int i = 0; (phrases = tbk_phrase_system_at (i)) != NULL; i++)
    g_ptr_array_add (names, (gpointer) phrases->name);
  g_ptr_array_add (names, NULL);
  return guess (name, names);
}

static gboolean
append_system (GString *text, const char *name, GError **error)
{
  const TbkPhraseSystem *phrase = tbk_phrase_system_find (name);
  const TbkSystem *system = tbk_system_find (name);

  if (phrase != NULL) {
    append_title (text, phrase->name, phrase_title (phrase->name), phrase->source);
    append_phrase_transitions (text, phrase);
    return TRUE;
  }
  if (system == NULL) {
    g_autofree char *hint = guess_system (name);
    options_refuse (error, "help systems: there is no system '%s'%s%s 'tbk help systems' lists them", name,
                    hint, *hint == '\0' ? ";" : "");
    return FALSE;
  }
  append_title (text, system->name, &(Title){ system->title, system->first, system->about }, system->source);
  append_transitions (text, system);
  append_ends (text, system);
  append_oracles (text, system);
  return append_example (text, system, error);
}

gboolean
systems_help (const char *name, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TbkOutput) output = NULL;

  if (name == NULL)
    append_list (text);
  else if (!append_system (text, name, error))
    return FALSE;
  output = tbk_output_open (NULL, 0, error);
  return output != NULL && tbk_output_write (output, text->str, text->len, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}
