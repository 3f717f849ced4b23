/* test_n_best.c - the n best trees and the margins of arcs, against all sequences of transitions. */
#include "base/base.h"
#include "parser/parser.h"
#include "tbk/base.h"
#include "unit/models.h"
#include "unit/time_limit.h"

TestSuite (n_best, .init = make_folder, .fini = remove_folder);

enum { WORDS = 6, WIDE = 60000, MOST = 50 };

/* Leaves the model one relation, all transitions with it and without, and makes its weights anything. */
static void
simplify (TbkModel *model, guint64 seed)
{
  TbkRandom random;
  int n = 0;

  cr_assert_geq (model->n_classes, 2 * model->system->n_transitions);
  for (int t = 0; t < model->system->n_transitions; t++)
    for (int relation = NO_RELATION; relation <= 0; relation++)
      model->classes[n++] = (Class){ t, relation };
  model->n_classes = n;
  model->has_root_relation = FALSE;
  tbk_random_init (&random, seed, 4);
  for (gsize i = 0; i < model_n_weights (model); i++)
    model->own_weights[i] = (gint16) ((int) (random_next (&random) & 511) - 200);
}

/* All complete sequences, by trying all. */
typedef struct {
  const TbkModel *model;
  const Words *words;
  GHashTable *best; /* of each tree, by its heads: the greatest sum of scores (gint64 *) */
  int n_sequences;
} Search;

static char *
name_of (const int *heads)
{
  GString *name = g_string_new (NULL);

  for (int word = 1; word <= WORDS; word++)
    g_string_append_printf (name, "%d ", heads[word]);
  return g_string_free (name, FALSE);
}

static void
take_tree (Search *search, const int *heads, gint64 sum)
{
  g_autofree char *name = name_of (heads);
  gint64 *known = g_hash_table_lookup (search->best, name);

  search->n_sequences++;
  if (known == NULL)
    g_hash_table_insert (search->best, g_steal_pointer (&name), g_memdup2 (&sum, sizeof sum));
  else
    *known = MAX (*known, sum);
}

static void
try_all (Search *search, const TbkConfiguration *c, gint64 sum)
{
  const TbkModel *model = search->model;
  g_autofree Features *features = g_new (Features, 1);
  g_autofree gint32 *scores = g_new (gint32, padded_classes (model->n_classes));
  Choices choices;

  if (tbk_configuration_is_final (c)) {
    take_tree (search, c->heads, sum);
    return;
  }
  choices_find (c, TRUE, &choices);
  features_extract (model->templates, c, search->words, model->bits, features);
  scores_fill (model->weights, features, model->n_classes, scores);
  for (int k = 0; k < model->n_classes; k++)
    if (class_is_possible (model, &model->classes[k], &choices)) {
      g_auto (TbkConfiguration) next = TBK_CONFIGURATION_INIT;
      cr_assert (tbk_configuration_copy (&next, c, NULL));
      classes_take (&next, &model->classes[k]);
      try_all (search, &next, sum + scores[k]);
    }
}

static void
start (TbkConfiguration *c, const TbkModel *model)
{
  tbk_configuration_keep_relations (c);
  tbk_configuration_keep_children (c);
  cr_assert (tbk_configuration_start (c, model->system, WORDS, NULL));
}

static int
compare_down (gconstpointer a, gconstpointer b)
{
  const gint64 x = **(const gint64 *const *) a, y = **(const gint64 *const *) b;

  return (x < y) - (x > y);
}

/* The greatest sums of trees, the greatest first. */
static GPtrArray *
sorted_sums (GHashTable *best)
{
  GPtrArray *sums = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer sum;

  g_hash_table_iter_init (&iter, best);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    g_ptr_array_add (sums, sum);
  g_ptr_array_sort (sums, compare_down);
  return sums;
}

/* Reads sentences of WORDS words. */
static void
read_words (Treebank *treebank, TbkModel *model)
{
  static const char *const forms[] = { "a", "letter", "arrived", "that", "nobody", "read", "." };
  static const char *const tags[] = { "DET", "NOUN", "VERB", "SCONJ", "PRON", "VERB", "PUNCT" };
  g_autofree char *path = in_folder ("six");
  g_autoptr (GString) text = g_string_new (NULL);

  for (int s = 0; s < 3; s++) {
    for (int word = 1; word <= WORDS; word++)
      g_string_append_printf (text, "%d\t%s\t_\t%s\t_\t_\t%d\tx\t_\t_\n", word, forms[(s + word) % 7],
                              tags[(s + word * (s + 1)) % 7], word - 1);
    g_string_append_c (text, '\n');
  }
  store (path, text->str, text->len);
  static const TbkTrainingOptions options = { 0 };

  treebank_init (treebank, model, &options, FALSE);
  cr_assert (treebank_read (treebank, path, NULL));
}

/* Checks the trees of a beam in which there is room for all sequences. */
static void
check_trees (Decoder *decoder, const Search *search)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (hash_string, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) sums = sorted_sums (search->best);
  int n_found;

  cr_assert (search->n_sequences <= WIDE, "%d sequences", search->n_sequences);
  cr_assert (decoder_search (decoder, search->words, &n_found, NULL));
  cr_assert_eq (n_found, search->n_sequences);
  for (int i = 0; i < n_found; i++) {
    cr_assert (decoder_build (decoder, search->words, i, NULL));
    if (!g_hash_table_add (seen, name_of (decoder->heads)))
      continue;
    const guint rank = g_hash_table_size (seen) - 1;
    g_autofree char *name = name_of (decoder->heads);
    const gint64 *best = g_hash_table_lookup (search->best, name);
    cr_assert (best != NULL && *best == decoder->score, "%s", name);
    cr_assert (*best == *(const gint64 *) sums->pdata[rank], "%s: rank %u", name, rank);
  }
  cr_assert_eq (g_hash_table_size (seen), sums->len);
}

static void
check_system (const char *system)
{
  g_autoptr (TbkModel) model = train (system, TRUE, 1);
  Treebank treebank;
  Decoder decoder;

  simplify (model, 7);
  read_words (&treebank, model);
  decoder_init (&decoder, model, &(TbkParserOptions){ .beam = WIDE, .n_best = MOST });
  for (guint s = 0; s < treebank.sentences->len; s++) {
    g_autoptr (GHashTable) best = g_hash_table_new_full (hash_string, g_str_equal, g_free, g_free);
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
    Search search = { .model = model, .words = &treebank_at (&treebank, (int) s)->words, .best = best };
    start (&c, model);
    try_all (&search, &c, 0);
    check_trees (&decoder, &search);
  }
  decoder_clear (&decoder);
  treebank_clear (&treebank);
}

Test (n_best, all_trees_in_order, .timeout = TIME_LIMIT)
{
  check_system ("arc-eager-nederhof");
  check_system ("arc-hybrid");
  check_system ("arc-standard");
}

/* The arc that a class decides: that of right_arc in arc-eager parsing, which a reduce makes, or a new one. Its
 * dependent; 0 if there is none. */
static int
decided_arc (const TbkConfiguration *c, const TbkConfiguration *next, const TbkTransition *transition,
             const gboolean *is_decided, int *head)
{
  if (g_str_equal (c->system->name, "arc-eager-nederhof") && g_str_equal (transition->key, "RA")) {
    *head = c->stack[c->depth - 1].word;
    return tbk_configuration_front (c);
  }
  for (int word = 1; word <= WORDS; word++)
    if (next->heads[word] != c->heads[word] && !is_decided[word]) {
      *head = next->heads[word];
      return word;
    }
  return 0;
}

/* The margin of the arc to each word of the greedy parse by its definition: of all classes that were possible, those
 * that would not decide for the arc. */
static void
check_margins (Decoder *decoder, const TbkModel *model, const Words *words)
{
  g_autofree Features *features = g_new (Features, 1);
  g_autofree gint32 *scores = g_new (gint32, padded_classes (model->n_classes));
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT, next = TBK_CONFIGURATION_INIT;
  gboolean is_decided[WORDS + 1] = { FALSE };
  static const gboolean none[WORDS + 1];
  gint64 sum = 0;

  cr_assert (decoder_run (decoder, words, NULL));
  start (&c, model);
  while (!tbk_configuration_is_final (&c)) {
    gint64 other = G_MININT64;
    int best, head = -1, dependent = 0;
    Choices choices;

    choices_find (&c, TRUE, &choices);
    features_extract (model->templates, &c, words, model->bits, features);
    scores_fill (model->weights, features, model->n_classes, scores);
    best = classes_best (model, &choices, scores);
    sum += scores[best];
    cr_assert (tbk_configuration_copy (&next, &c, NULL));
    classes_take (&next, &model->classes[best]);
    dependent = decided_arc (&c, &next, &model->system->transitions[model->classes[best].transition],
                             is_decided, &head);
    is_decided[dependent] = TRUE;
    for (int k = 0; dependent > 0 && k < model->n_classes; k++)
      if (class_is_possible (model, &model->classes[k], &choices)) {
        g_auto (TbkConfiguration) tried = TBK_CONFIGURATION_INIT;
        int other_head = -1;
        cr_assert (tbk_configuration_copy (&tried, &c, NULL));
        classes_take (&tried, &model->classes[k]);
        if (decided_arc (&c, &tried, &model->system->transitions[model->classes[k].transition], none,
                         &other_head)
                != dependent
            || other_head != head)
          other = MAX (other, scores[k]);
      }
    if (dependent > 0) {
      const Margin *arc = &decoder->margins.arcs[dependent];
      cr_assert (arc->head == head && arc->is_known == (other > G_MININT64),
                 "%s: %d to %d, found from %d, %d", model->system->name, head, dependent, arc->head,
                 arc->is_known);
      cr_assert (!arc->is_known || (arc->margin == scores[best] - other && arc->margin >= 0));
    }
    cr_assert (tbk_configuration_copy (&c, &next, NULL));
  }
  cr_assert_eq (sum, decoder->score);
}

Test (n_best, margins)
{
  static const char *const systems[] = { "arc-eager-nederhof", "arc-standard", "arc-hybrid" };

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++) {
    g_autoptr (TbkModel) model = train (systems[i], TRUE, 1);
    Treebank treebank;
    Decoder decoder;

    simplify (model, i);
    read_words (&treebank, model);
    decoder_init (&decoder, model, &(TbkParserOptions){ .beam = 1, .has_margins = TRUE });
    for (guint s = 0; s < treebank.sentences->len; s++)
      check_margins (&decoder, model, &treebank_at (&treebank, (int) s)->words);
    decoder_clear (&decoder);
    treebank_clear (&treebank);
  }
}
