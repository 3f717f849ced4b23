/* compare.c - oracles side by side on walks, and rows of their agreement.
 *
 * Contents
 *   1. walk: which transition a walk takes, and the names of walks and variants
 *   2. comparer: what walks need
 *   3. words: oracles side by side, in every configuration of a walk
 *   4. phrases: the exact and the published oracle side by side
 *
 * A walk goes through a sentence from the initial configuration to a final one. In each configuration all
 * oracles value all transitions, and it is counted where a variant differs from the reference. Then one
 * step is taken, by the walk:
 *
 *   gold        the first transition that is optimal by the reference
 *   explore:P   with probability P one drawn from those allowed, else as gold
 *   random      always drawn
 *   a parser    what the parser predicts
 *
 * So the configurations depend on the walk and the reference, not on the variants.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

/* 1. walk: which transition a walk takes, and the names of walks and variants. */

gboolean
tbk_walk_parse (const char *text, TbkWalk *walk, GError **error)
{
  gint64 explore = 0;

  g_return_val_if_fail (text != NULL && walk != NULL, FALSE);
  if (strcmp (text, "gold") == 0) {
    walk->kind = TBK_WALK_GOLD;
  } else if (strcmp (text, "random") == 0) {
    walk->kind = TBK_WALK_RANDOM;
  } else if (g_str_has_prefix (text, "explore:")
             && (explore = random_parse_probability (text + strlen ("explore:"))) >= 0) {
    walk->kind = TBK_WALK_EXPLORE;
  } else {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "found '%s', expected gold, random, or explore:P with P from 0 to 1", text);
    return FALSE;
  }
  walk->explore = explore;
  return TRUE;
}

/* The name is that which tbk_walk_parse() reads, without zeros at the end: explore:0.100000000 is
 * explore:0.1, and explore:1.000000000 explore:1. */
char *
walk_name (const TbkWalk *walk)
{
  char *name;
  gsize length;

  g_return_val_if_fail ((guint) walk->kind <= TBK_WALK_RANDOM, NULL);
  if (walk->kind != TBK_WALK_EXPLORE)
    return g_strdup (walk->kind == TBK_WALK_GOLD ? "gold" : "random");
  name = g_strdup_printf ("explore:%d.%09d", (int) (walk->explore / TBK_PROBABILITY_ONE),
                          (int) (walk->explore % TBK_PROBABILITY_ONE));
  length = strlen (name);
  while (name[length - 1] == '0')
    length--;
  name[length - (name[length - 1] == '.')] = '\0';
  return name;
}

/* Draws one of the transitions allowed. */
static int
draw (TbkRandom *random, const TbkSystem *system, const TbkConfiguration *configuration)
{
  int allowed[TBK_MAX_TRANSITIONS], n_allowed = 0;
  guint set = tbk_configuration_allowed (configuration);

  for (int t = 0; t < system->n_transitions; t++)
    if ((set >> t & 1) != 0)
      allowed[n_allowed++] = t;
  return n_allowed == 0 ? -1 : allowed[random_below (random, n_allowed)];
}

/* Returns the first transition of the set @optimal or, if that is empty, the first that is allowed:
 * the oracle may not know a way from here, and the walk goes on to the end. -1 if none is allowed. */
static int
follow (const TbkSystem *system, const TbkConfiguration *configuration, guint optimal)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (optimal == 0 ? tbk_configuration_obstacle (configuration, &system->transitions[t]) == NULL
                     : (optimal >> t & 1) != 0)
      return t;
  return -1;
}

/* TRUE if the walk draws its next transition. Only `explore` uses a random number for this decision. */
static gboolean
is_drawn (const TbkWalk *walk, TbkRandom *random)
{
  return walk->kind == TBK_WALK_RANDOM
         || (walk->kind == TBK_WALK_EXPLORE
             && (gint64) random_below (random, TBK_PROBABILITY_ONE) < walk->explore);
}

int
tbk_walk_choose (const TbkWalk *walk, TbkRandom *random, const TbkSystem *system,
                 const TbkConfiguration *configuration, guint optimal)
{
  g_return_val_if_fail ((guint) walk->kind <= TBK_WALK_RANDOM, -1);
  if (is_drawn (walk, random))
    return draw (random, system, configuration);
  return follow (system, configuration, optimal);
}

static void
add_systems (GPtrArray *names)
{
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    g_ptr_array_add (names, (gpointer) system->name);
}

static void
add_policies (GPtrArray *names, const TbkSystem *system)
{
  for (int p = 0; p < system->n_policies; p++)
    g_ptr_array_add (names, (gpointer) system->policies[p].name);
}

static void
add_methods (GPtrArray *names)
{
  for (int m = 0; m < TBK_N_METHODS; m++)
    g_ptr_array_add (names, (gpointer) tbk_method_name (m));
}

/* There is no @name among @names, to which NULL is added. */
static void
fail_unknown (const char *what, const char *name, GPtrArray *names, GError **error)
{
  g_ptr_array_add (names, NULL);
  nearest_fail (what, name, (const char *const *) names->pdata, error);
}

/* A variant is POLICY:METHOD, or SYSTEM/POLICY:METHOD for another system than @system, such as
 * arc-eager-nederhof-uncorrected/none:exact. What is wrong is reported from left to right, with the nearest
 * name. */
gboolean
tbk_variant_parse (const char *text, const TbkSystem *system, TbkVariant *variant, GError **error)
{
  const char *slash = strchr (text, '/'), *rest = slash != NULL ? slash + 1 : text;
  const char *colon = strchr (rest, ':');
  g_autofree char *name = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;
  g_autofree char *policy = g_strndup (rest, colon != NULL ? (gsize) (colon - rest) : strlen (rest));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TbkVariant found = { .system = NULL };
  const TbkSystem *former;

  if (name != NULL)
    system = found.system = tbk_system_find (name);
  if (system == NULL && name == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found '%s', expected SYSTEM/POLICY:METHOD", text);
  } else if (system == NULL && (former = tbk_system_find_former (name)) != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "there is no system '%s'; did you mean '%s'?", name,
                 former->name);
  } else if (system == NULL) {
    add_systems (names);
    fail_unknown ("there is no system", name, names, error);
  } else if (colon == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found '%s', expected POLICY:METHOD", rest);
  } else if ((found.policy = tbk_system_policy (system, policy)) < 0) {
    g_autofree char *what = g_strdup_printf ("the system %s has no policy", system->name);

    add_policies (names, system);
    fail_unknown (what, policy, names, error);
  } else if (!tbk_method_find (colon + 1, &found.method)) {
    add_methods (names);
    fail_unknown ("there is no method", colon + 1, names, error);
  } else {
    *variant = found;
    return TRUE;
  }
  return FALSE;
}

char *
variant_name (const TbkVariant *variant, const TbkSystem *system)
{
  if (variant->system != NULL)
    system = variant->system;
  return g_strdup_printf ("%s%s%s:%s", variant->system != NULL ? system->name : "",
                          variant->system != NULL ? "/" : "", system->policies[variant->policy].name,
                          tbk_method_name (variant->method));
}

/* 2. comparer: what walks need. */

struct TbkComparer {
  TbkWalk walk;
  const AgreementWatch *watch; /* (nullable) */
  gpointer watcher;

  /* For dependencies. */
  const TbkSystem *system;
  int n_oracles;
  TbkOracle **oracles;       /* the reference's, then the variants' */
  const TbkSystem **systems; /* of each */
  OracleVerdict *verdicts;
  TbkGuide guide;
  gpointer guiding; /* (nullable): what the guide opened */
  TbkConfiguration configuration;

  /* For phrase structure. */
  const TbkPhraseSystem *phrase_system;
  TbkPhraseOracle *exact, *printed;
  TbkPhraseStaticOracle *sequence;
  TbkPhraseConfiguration phrases;
  TbkPhraseValue *sorted; /* the values of both oracles in one configuration */
  gsize sorted_allocated;
};

/* TRUE if a configuration of one system is one of the other, so that an oracle of the other can value
 * it: the same keys in the same order, labels, and kinds of lists. What transitions do, and where a
 * computation ends, may differ. */
static gboolean
share_configurations (const TbkSystem *a, const TbkSystem *b)
{
  gboolean share = a->n_transitions == b->n_transitions && a->starts_empty == b->starts_empty
                   && a->root == b->root && a->labels == b->labels && a->top_labels == b->top_labels
                   && (a->features & ~(guint) TBK_HAS_CYCLES) == (b->features & ~(guint) TBK_HAS_CYCLES);

  for (int t = 0; share && t < a->n_transitions; t++)
    share = strcmp (a->transitions[t].key, b->transitions[t].key) == 0;
  return share;
}

/* Adds an oracle at the end of those of the comparer, the reference first. */
static gboolean
add_oracle (TbkComparer *comparer, const TbkVariant *variant, GError **error)
{
  const TbkSystem *system = variant->system != NULL ? variant->system : comparer->system;
  TbkOracle *oracle;

  if (!share_configurations (system, comparer->system)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "the systems %s and %s do not have the same configurations", system->name,
                 comparer->system->name);
    return FALSE;
  }
  oracle = tbk_oracle_new (system, variant->policy, variant->method, error);
  if (oracle == NULL)
    return FALSE;
  comparer->systems[comparer->n_oracles] = system;
  comparer->oracles[comparer->n_oracles++] = oracle;
  return TRUE;
}

/* Opens the guide, if there is one; features of parsers look at relations and children. */
static gboolean
open_guide (TbkComparer *comparer, const TbkGuide *guide, GError **error)
{
  if (guide->system == NULL)
    return TRUE;
  if (guide->system != comparer->system) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "the parser is of the system %s, expected one of %s, which is walked through",
                 guide->system->name, comparer->system->name);
    return FALSE;
  }
  comparer->guide = *guide;
  comparer->guiding = guide->open (guide->data);
  tbk_configuration_keep_relations (&comparer->configuration);
  tbk_configuration_keep_children (&comparer->configuration);
  return TRUE;
}

/* The oracles of a walk through sentences. */
static gboolean
add_oracles (TbkComparer *comparer, const TbkCompareOptions *options, GError **error)
{
  if ((options->system->features & TBK_HAS_CYCLES) != 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "walks of the system %s need not end",
                 options->system->name);
    return FALSE;
  }
  comparer->system = options->system;
  comparer->oracles = g_new0 (TbkOracle *, options->n_variants + 1);
  comparer->systems = g_new0 (const TbkSystem *, options->n_variants + 1);
  comparer->verdicts = g_new0 (OracleVerdict, options->n_variants + 1);
  if (!open_guide (comparer, &options->guide, error) || !add_oracle (comparer, &options->reference, error))
    return FALSE;
  for (int v = 0; v < options->n_variants; v++)
    if (!add_oracle (comparer, &options->variants[v], error))
      return FALSE;
  return TRUE;
}

/* Those of a walk through trees. */
static gboolean
add_phrase_oracles (TbkComparer *comparer, const TbkPhraseSystem *system, GError **error)
{
  comparer->phrase_system = system;
  comparer->sequence = tbk_phrase_static_oracle_new (system);
  comparer->exact = tbk_phrase_oracle_new (system, TBK_PHRASE_EXACT, error);
  if (comparer->exact != NULL)
    comparer->printed = tbk_phrase_oracle_new (system, TBK_PHRASE_PRINTED, error);
  return comparer->printed != NULL;
}

TbkComparer *
tbk_comparer_new (const TbkCompareOptions *options, GError **error)
{
  g_autoptr (TbkComparer) comparer = NULL;

  g_return_val_if_fail (options != NULL && options->n_variants >= 0, NULL);
  g_return_val_if_fail ((options->system != NULL) != (options->phrases != NULL), NULL);
  g_return_val_if_fail ((guint) options->walk.kind <= TBK_WALK_RANDOM, NULL);
  comparer = g_new0 (TbkComparer, 1);
  comparer->walk = options->walk;
  if (options->phrases != NULL ? !add_phrase_oracles (comparer, options->phrases, error)
                               : !add_oracles (comparer, options, error))
    return NULL;
  return g_steal_pointer (&comparer);
}

void
tbk_comparer_free (TbkComparer *comparer)
{
  if (comparer == NULL)
    return;
  for (int o = 0; o < comparer->n_oracles; o++)
    tbk_oracle_free (comparer->oracles[o]);
  g_free (comparer->oracles);
  g_free (comparer->systems);
  g_free (comparer->verdicts);
  if (comparer->guiding != NULL)
    comparer->guide.close (comparer->guiding);
  tbk_configuration_clear (&comparer->configuration);
  tbk_phrase_oracle_free (comparer->exact);
  tbk_phrase_oracle_free (comparer->printed);
  tbk_phrase_static_oracle_free (comparer->sequence);
  tbk_phrase_configuration_clear (&comparer->phrases);
  g_free (comparer->sorted);
  g_free (comparer);
}

void
comparer_watch (TbkComparer *comparer, const AgreementWatch *watch, gpointer watcher)
{
  comparer->watch = watch;
  comparer->watcher = watcher;
}

/* 3. words: oracles side by side, in every configuration of a walk. */

static gint64
now_in_nanoseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Turns the values of an oracle of another system to those in the walk's. What the walk's system does
 * not allow becomes impossible. All others are shifted so that the best is as good as that of the
 * reference: only differences of values within a system can be compared. Reference 4 3 4, variant 3 2
 * 3: shifted by 1 they agree. */
static void
translate (const TbkComparer *comparer, OracleVerdict *verdict)
{
  const OracleVerdict *reference = &comparer->verdicts[0];
  guint allowed = tbk_configuration_allowed (&comparer->configuration);
  int shift = 0;

  for (int t = 0; t < comparer->system->n_transitions; t++)
    if ((allowed >> t & 1) == 0)
      verdict->values[t] = TBK_IMPOSSIBLE;
  verdict->optimal = tbk_oracle_optimal (comparer->oracles[0], verdict->values);
  if (verdict->optimal != 0 && reference->optimal != 0)
    shift = reference->values[g_bit_nth_lsf (reference->optimal, -1)]
            - verdict->values[g_bit_nth_lsf (verdict->optimal, -1)];
  for (int t = 0; t < comparer->system->n_transitions; t++)
    if (verdict->values[t] != TBK_IMPOSSIBLE)
      verdict->values[t] += shift;
}

/* Lets oracle @o value the configuration in hand; *@is_valued becomes FALSE if it cannot. While it
 * does, the configuration is one of its own system. That an oracle cannot say is counted, except of
 * configurations too long for the tabular method: these are a mistake of whoever chose the method. */
static gboolean
judge_by (TbkComparer *comparer, int o, gboolean *is_valued, GError **error)
{
  OracleVerdict *verdict = &comparer->verdicts[o];
  const TbkSystem *system = comparer->systems[o];
  TbkConfiguration *c = &comparer->configuration;
  g_autoptr (GError) reason = NULL;
  gboolean done;

  c->system = system; /* whose configuration it is as well */
  done = tbk_oracle_values (comparer->oracles[o], c, verdict->values, &reason);
  c->system = comparer->system;
  if (done) {
    verdict->optimal = tbk_oracle_optimal (comparer->oracles[o], verdict->values);
    if (system != comparer->system)
      translate (comparer, verdict);
    return TRUE;
  }
  verdict->optimal = 0;
  *is_valued = FALSE;
  if (g_error_matches (reason, TBK_ERROR, TBK_ERROR_DATA)
      && c->depth + tbk_configuration_n_input (c) <= TBK_ORACLE_MAX_TABULAR)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Lets every oracle value the configuration in hand, until one cannot: then no pair can be compared.
 * The clock is read once between two oracles, so that the end of one is the beginning of the next. */
static gboolean
judge (TbkComparer *comparer, gboolean *is_valued, GError **error)
{
  gint64 before = now_in_nanoseconds ();

  *is_valued = TRUE;
  for (int o = 0; *is_valued && o < comparer->n_oracles; o++) {
    gint64 after;

    if (!judge_by (comparer, o, is_valued, error))
      return FALSE;
    after = now_in_nanoseconds ();
    comparer->verdicts[o].nanoseconds = after - before;
    before = after;
  }
  return TRUE;
}

/* Returns how many gold arcs are lost for good in the configuration in hand, by the reference: those that count, without those
 * made and those that still can be. Arcs of 0 count where 0 is in the stack, or where what is left depends on it. */
static int
find_distance (const TbkComparer *comparer, const int *heads)
{
  const TbkConfiguration *c = &comparer->configuration;
  const gboolean counts_root = !comparer->system->starts_empty || comparer->system->hangs_rest;
  int best = TBK_IMPOSSIBLE, lost = 0;

  for (int t = 0; t < comparer->system->n_transitions; t++)
    best = MAX (best, comparer->verdicts[0].values[t]);
  for (int word = 1; word <= c->n; word++)
    lost += (heads[word] != 0 || counts_root) && c->heads[word] != heads[word];
  return best == TBK_IMPOSSIBLE ? c->n : lost - best;
}

/* Counts the configuration in hand, and shows it. */
static gboolean
see (TbkComparer *comparer, const int *heads, int n_before, Agreement *agreement, GError **error)
{
  const TbkConfiguration *c = &comparer->configuration;

  if (agreement != NULL)
    agreement_count_configuration (agreement, c->depth + tbk_configuration_n_input (c),
                                   find_distance (comparer, heads), comparer->verdicts);
  return comparer->watch == NULL
         || comparer->watch->see (comparer->watcher, c, n_before, comparer->verdicts, error);
}

/* Takes the next step of the walk; FALSE if there is none. */
static gboolean
take_step (TbkComparer *comparer, TbkRandom *random)
{
  TbkConfiguration *c = &comparer->configuration;
  int chosen;

  if (comparer->guiding != NULL)
    return comparer->guide.step (comparer->guiding, c);
  chosen = tbk_walk_choose (&comparer->walk, random, comparer->system, c, comparer->verdicts[0].optimal);
  return chosen >= 0 && tbk_configuration_step (c, &comparer->system->transitions[chosen], NULL);
}

/* Walks through a sentence. Its random numbers depend on the seed and its @place alone, so that
 * results are the same for any number of threads. */
static gboolean
walk (TbkComparer *comparer, const int *heads, int n, guint64 place, Agreement *agreement, GError **error)
{
  TbkConfiguration *c = &comparer->configuration;
  TbkRandom random;

  for (int o = 0; o < comparer->n_oracles; o++)
    if (!tbk_oracle_set_gold (comparer->oracles[o], heads, n, error))
      return FALSE;
  tbk_random_init (&random, comparer->walk.seed, place);
  if (!tbk_configuration_start (c, comparer->system, n, error))
    return FALSE;
  if (agreement != NULL)
    agreement_begin_sentence (agreement);
  for (int n_before = 0; !tbk_configuration_is_final (c); n_before++) {
    gboolean is_valued;

    if (!judge (comparer, &is_valued, error)
        || (is_valued && !see (comparer, heads, n_before, agreement, error)))
      return FALSE;
    if (!is_valued && agreement != NULL)
      agreement_count_unvalued (agreement);
    if (!take_step (comparer, &random))
      break;
  }
  return TRUE;
}

gboolean
comparer_walk (TbkComparer *comparer, const int *heads, int n, guint64 place, Agreement *agreement,
               GError **error)
{
  g_return_val_if_fail (comparer != NULL && heads != NULL && n >= 0, FALSE);
  g_return_val_if_fail (comparer->system != NULL && comparer->guiding == NULL, FALSE);

  return walk (comparer, heads, n, place, agreement, error);
}

gboolean
comparer_walk_sentence (TbkComparer *comparer, const TbkConlluSentence *sentence, guint64 place,
                        Agreement *agreement, GError **error)
{
  g_return_val_if_fail (comparer != NULL && sentence != NULL, FALSE);
  g_return_val_if_fail (comparer->system != NULL, FALSE);

  return (comparer->guiding == NULL || comparer->guide.read (comparer->guiding, sentence, error))
         && walk (comparer, sentence->heads, sentence->n, place, agreement, error);
}

/* 4. phrases: the exact and the published oracle side by side.
 *
 * The two list values for different labels, and -1 for the rest. So their lists are sorted and merged; a
 * label that one list lacks has there the loss of the last -1 before it. For NT in one configuration:
 *
 *   exact     -1: 2   NP: 1             printed     -1: 2   VP: 1
 *   merged    -1: 2 and 2    NP: 1 and 2    VP: 2 and 1
 *
 * With 1 as the loss of the configuration by both, NP is missing in the published oracle's optimal set,
 * and VP is wrong in it.
 */

/* By act and number of children; the label -1 comes first. */
static int
compare_transitions (gconstpointer a, gconstpointer b)
{
  const TbkPhraseTransition *x = &((const TbkPhraseValue *) a)->transition;
  const TbkPhraseTransition *y = &((const TbkPhraseValue *) b)->transition;

  if (x->act != y->act)
    return x->act < y->act ? -1 : 1;
  if (x->n_children != y->n_children)
    return x->n_children < y->n_children ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* A place in sorted values. */
typedef struct {
  const TbkPhraseValue *at, *end;
  const TbkPhraseValue *others; /* the last one with the label -1 */
} ValueCursor;

/* Returns the loss by one method after the transition of @value, and moves its cursor past it; -1 if
 * the method does not have it. @value is the next in the merged order, so it is at the cursor or not
 * in the list. */
static int
pass_value (ValueCursor *cursor, const TbkPhraseValue *value)
{
  const TbkPhraseTransition *transition = &value->transition;
  const TbkPhraseValue *others;

  if (cursor->at < cursor->end && compare_transitions (cursor->at, value) == 0) {
    if (transition->label < 0)
      cursor->others = cursor->at;
    return cursor->at++->loss;
  }
  others = cursor->others;
  return others != NULL && transition->label >= 0 && others->transition.act == transition->act
                 && others->transition.n_children == transition->n_children
             ? others->loss
             : -1;
}

/* Merges both lists and compares the judgements of each transition that either lists. Harm is the greatest loss, by the exact
 * method, of what the published one calls optimal. */
static void
compare_values (const TbkPhraseValues *exact, ValueCursor in_exact, const TbkPhraseValues *printed,
                ValueCursor in_printed, gint64 *figures)
{
  figures[AGREEMENT_EMPTY] = 1;
  while (in_exact.at < in_exact.end || in_printed.at < in_printed.end) {
    const TbkPhraseValue *value =
        in_printed.at == in_printed.end
                || (in_exact.at < in_exact.end && compare_transitions (in_exact.at, in_printed.at) <= 0)
            ? in_exact.at
            : in_printed.at;
    const int exact_loss = pass_value (&in_exact, value), printed_loss = pass_value (&in_printed, value);
    const gboolean is_right = exact_loss == exact->loss, is_taught = printed_loss == printed->loss;

    figures[AGREEMENT_EXTRA] |= is_taught && !is_right;
    figures[AGREEMENT_MISSING] |= is_right && !is_taught;
    figures[AGREEMENT_EMPTY] &= !is_taught;
    if (is_taught)
      figures[AGREEMENT_HARM] = MAX (figures[AGREEMENT_HARM], exact_loss - exact->loss);
  }
}

/* Sets the figures of a configuration by the values of both methods in it. */
static gboolean
find_difference (TbkComparer *comparer, const TbkPhraseValues *exact, const TbkPhraseValues *printed,
                 gint64 *figures, GError **error)
{
  const gsize n_exact = (gsize) exact->n, n_printed = (gsize) printed->n;
  TbkPhraseValue *middle, *end;

  if (!try_reserve (&comparer->sorted, &comparer->sorted_allocated, n_exact + n_printed,
                    sizeof *comparer->sorted))
    return memory_fail (error, "%d values of transitions", exact->n + printed->n);
  middle = comparer->sorted + n_exact;
  end = middle + n_printed;
  memcpy (comparer->sorted, exact->values, n_exact * sizeof *middle);
  memcpy (middle, printed->values, n_printed * sizeof *middle);
  qsort (comparer->sorted, n_exact, sizeof *middle, compare_transitions);
  qsort (middle, n_printed, sizeof *middle, compare_transitions);
  compare_values (exact, (ValueCursor){ comparer->sorted, middle, NULL }, printed,
                  (ValueCursor){ middle, end, NULL }, figures);
  figures[AGREEMENT_CONFIGURATIONS] = 1;
  figures[AGREEMENT_VALUES_DIFFER] = exact->loss != printed->loss;
  figures[AGREEMENT_SETS_DIFFER] = figures[AGREEMENT_EXTRA] || figures[AGREEMENT_MISSING];
  figures[AGREEMENT_CONTAINED] = figures[AGREEMENT_MISSING] && !figures[AGREEMENT_EXTRA];
  return TRUE;
}

/* Values the configuration in hand by both methods, counts it at the distance it has from the gold tree, and shows it. Returns the
 * exact values; NULL with @error set if memory runs out. */
static const TbkPhraseValues *
judge_phrases (TbkComparer *comparer, int n_before, Agreement *agreement, GError **error)
{
  const TbkPhraseConfiguration *c = &comparer->phrases;
  gint64 figures[AGREEMENT_N_FIGURES] = { 0 }, before = now_in_nanoseconds (), between;
  const TbkPhraseValues *exact = tbk_phrase_oracle_values (comparer->exact, c, error), *printed;
  PhraseDifference difference;

  between = now_in_nanoseconds ();
  printed = exact == NULL ? NULL : tbk_phrase_oracle_values (comparer->printed, c, error);
  figures[AGREEMENT_REFERENCE_TIME] = between - before;
  figures[AGREEMENT_VARIANT_TIME] = now_in_nanoseconds () - between;
  if (printed == NULL || !find_difference (comparer, exact, printed, figures, error))
    return NULL;
  if (agreement != NULL)
    agreement_count_difference (agreement, 0, exact->loss, figures);
  difference =
      (PhraseDifference){ figures[AGREEMENT_VALUES_DIFFER] != 0, figures[AGREEMENT_SETS_DIFFER] != 0 };
  if (comparer->watch != NULL
      && !comparer->watch->see_phrases (comparer->watcher, c, n_before, exact, printed, &difference, error))
    return NULL;
  return exact;
}

/* Draws a transition in three steps: an act among those that the values have, then a number of
 * children, then a label. If all transitions were as likely, most draws would be reductions, which
 * have the most labels. */
static TbkPhraseTransition
draw_phrase (TbkRandom *random, const TbkPhraseConfiguration *c, const TbkPhraseValues *values, int n_labels)
{
  TbkPhraseTransition drawn = { TBK_PHRASE_SHIFT, -1, 0 };
  TbkPhraseAct acts[TBK_PHRASE_FINISH + 1] = { TBK_PHRASE_SHIFT };
  guint allowed = 0;
  int n_acts = 0, least_children = G_MAXINT;

  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition *transition = &values->values[v].transition;

    allowed |= 1u << transition->act;
    if (transition->act == TBK_PHRASE_REDUCE)
      least_children = MIN (least_children, transition->n_children);
  }
  for (int act = TBK_PHRASE_SHIFT; act <= TBK_PHRASE_FINISH; act++)
    if ((allowed >> act & 1) != 0)
      acts[n_acts++] = (TbkPhraseAct) act;
  drawn.act = acts[random_below (random, (guint64) n_acts)];
  if (drawn.act == TBK_PHRASE_REDUCE && least_children > 0)
    drawn.n_children =
        least_children + (int) random_below (random, (guint64) (c->depth - least_children + 1));
  if (drawn.act == TBK_PHRASE_OPEN || drawn.n_children > 0)
    drawn.label = (int) random_below (random, (guint64) n_labels);
  return drawn;
}

/* Returns the next transition of the gold sequence as long as nothing was drawn; after that the first
 * optimal one, since the sequence does not fit any more. */
static TbkPhraseTransition
follow_phrase (TbkComparer *comparer, const TbkPhraseValues *values, gboolean has_drawn)
{
  TbkPhraseTransition transition;
  int v = 0;

  if (!has_drawn && tbk_phrase_static_oracle_next (comparer->sequence, &transition))
    return transition;
  while (values->values[v].loss > values->loss)
    v++;
  return values->values[v].transition;
}

/* Walks through a tree. Draws alone need not come to an end, as NT may be drawn for ever; so after
 * n_draws steps the walk follows the exact oracle. */
gboolean
comparer_walk_tree (TbkComparer *comparer, const TbkPhraseTree *tree, int n_labels, guint64 place,
                    Agreement *agreement, GError **error)
{
  const gint64 n_draws = 4 * ((gint64) tree->n + tree->n_constituents) + 20;
  TbkPhraseConfiguration *c = &comparer->phrases;
  gboolean has_drawn = FALSE;
  TbkRandom random;

  g_return_val_if_fail (comparer->exact != NULL, FALSE);
  if (!tbk_phrase_oracle_set_gold (comparer->exact, tree, error)
      || !tbk_phrase_oracle_set_gold (comparer->printed, tree, error)
      || !tbk_phrase_static_oracle_set_gold (comparer->sequence, tree, error))
    return FALSE;
  tbk_random_init (&random, comparer->walk.seed, place);
  tbk_phrase_configuration_start (c, comparer->phrase_system, tree->n);
  if (agreement != NULL)
    agreement_begin_sentence (agreement);
  for (int step = 0; !tbk_phrase_configuration_is_final (c); step++) {
    const TbkPhraseValues *exact = judge_phrases (comparer, step, agreement, error);
    const gboolean draws = step < n_draws && is_drawn (&comparer->walk, &random);

    if (exact == NULL)
      return FALSE;
    has_drawn |= draws;
    if (!tbk_phrase_configuration_step (
            c, draws ? draw_phrase (&random, c, exact, n_labels) : follow_phrase (comparer, exact, has_drawn),
            error))
      return FALSE;
  }
  return TRUE;
}
