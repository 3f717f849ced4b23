/* replay.c - sequences of transitions in lines of JSON to trees. */
#include "phrase/oracle/steps.h"
#include "tbk/constituency_sequence.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "phrase/brackets/brackets.h"

/* A constituent, and when it was built. */
typedef struct {
  TbkConstituent constituent;
  int time;
} Built;

struct TbkPhraseReplayer {
  const TbkPhraseSystem *system;
  Json json;
  TbkVocabulary *labels;
  TbkPhraseConfiguration configuration;
  TbkPhraseTree tree;
  Built *built;
  TbkConstituent *sorted;
  gsize built_allocated, sorted_allocated;
};

TbkPhraseReplayer *
tbk_phrase_replayer_new (const TbkPhraseSystem *system)
{
  TbkPhraseReplayer *replayer;

  g_return_val_if_fail (system != NULL, NULL);
  replayer = g_new0 (TbkPhraseReplayer, 1);
  replayer->system = system;
  replayer->labels = tbk_vocabulary_new ();
  return replayer;
}

void
tbk_phrase_replayer_free (TbkPhraseReplayer *replayer)
{
  if (replayer == NULL)
    return;
  json_clear (&replayer->json);
  tbk_vocabulary_free (replayer->labels);
  tbk_phrase_configuration_clear (&replayer->configuration);
  tbk_phrase_tree_clear (&replayer->tree);
  g_free (replayer->built);
  g_free (replayer->sorted);
  g_free (replayer);
}

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, message);
  return FALSE;
}

/* Finds "transitions" among the members of the line; the reader then stands before its value. */
static gboolean
find_transitions (Json *json, const char *line, gsize length, GError **error)
{
  static const char *const others[] = { "file", "sentence", "sent_id", "tree", "lost", NULL };
  gboolean is_there = FALSE;
  JsonPlace place;
  JsonStep step;

  if (length > G_MAXINT)
    return fail (error, "found a line of more bytes than an int counts, expected a shorter one");
  if (!json_begin (json, line, length, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    g_autofree char *key = g_strndup (json->key, json->key_length);

    if (g_str_equal (key, "transitions")) {
      if (is_there)
        return fail (error, "there is more than one \"transitions\"");
      place = json_place (json);
      is_there = TRUE;
    } else if (!g_strv_contains (others, key)) {
      g_autofree char *found = tbk_quote (key, json->key_length);

      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "found the key %s, expected file, sentence, sent_id, tree, transitions or lost", found);
      return FALSE;
    }
    if (!json_skip (json, NULL, error))
      return FALSE;
  }
  if (step != JSON_CLOSED || !json_end (json, error))
    return FALSE;
  if (!is_there)
    return fail (error, "there is no \"transitions\"");
  json_return (json, &place);
  return TRUE;
}

/* Counts the words that the transitions shift, and stays before them. */
static gboolean
count_words (Json *json, int *n, GError **error)
{
  const JsonPlace place = json_place (json);
  const char *key;
  gsize length;
  JsonStep step;

  *n = 0;
  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    if (!json_string (json, &key, &length, error))
      return FALSE;
    *n += length == 2 && memcmp (key, "SH", 2) == 0;
  }
  json_return (json, &place);
  return step == JSON_CLOSED
         && (*n > 0 || fail (error, "transitions: found no SH, expected one for each word"));
}

static gboolean
take_all (TbkPhraseReplayer *replayer, GError **error)
{
  Json *json = &replayer->json;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!steps_take (json, &replayer->configuration, replayer->labels, error))
      return FALSE;
  if (step == JSON_CLOSED && !tbk_phrase_configuration_is_final (&replayer->configuration))
    return fail (error, "transitions: found their end, expected more: the last configuration is not final");
  return step == JSON_CLOSED;
}

/* Labels of records may be any text; those in brackets are tokens. */
static gboolean
check_labels (const TbkVocabulary *labels, GError **error)
{
  for (int l = 0; l < tbk_vocabulary_size (labels); l++)
    for (const char *byte = tbk_vocabulary_name (labels, l); *byte != '\0'; byte++)
      if (!is_token (*byte)) {
        const char *label = tbk_vocabulary_name (labels, l);
        g_autofree char *found = tbk_quote (label, strlen (label));

        g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                     "transitions: found the label %s, expected one without blanks and parentheses", found);
        return FALSE;
      }
  return TRUE;
}

/* Pre-order: over one span, what was built last is outermost. */
static int
compare_built (gconstpointer a, gconstpointer b)
{
  const Built *x = a, *y = b;

  if (x->constituent.left != y->constituent.left)
    return x->constituent.left < y->constituent.left ? -1 : 1;
  if (x->constituent.right != y->constituent.right)
    return x->constituent.right > y->constituent.right ? -1 : 1;
  return x->time > y->time ? -1 : x->time < y->time;
}

static gboolean
set_tree (TbkPhraseReplayer *replayer, GError **error)
{
  const TbkPhraseConfiguration *c = &replayer->configuration;
  const gsize n = (gsize) c->n_built;

  if (!try_reserve (&replayer->built, &replayer->built_allocated, MAX (n, 1), sizeof (Built))
      || !try_reserve (&replayer->sorted, &replayer->sorted_allocated, MAX (n, 1), sizeof (TbkConstituent)))
    return memory_fail (error, "a tree of %" G_GSIZE_FORMAT " constituents", n);
  for (gsize i = 0; i < n; i++)
    replayer->built[i] = (Built){ c->built[i], (int) i };
  qsort (replayer->built, n, sizeof (Built), compare_built);
  for (gsize i = 0; i < n; i++)
    replayer->sorted[i] = replayer->built[i].constituent;
  return tbk_phrase_tree_set (&replayer->tree, c->n, replayer->sorted, c->n_built, error);
}

const TbkPhraseTree *
tbk_phrase_replayer_read (TbkPhraseReplayer *replayer, const char *line, gsize length,
                          const TbkVocabulary **labels, GError **error)
{
  int n;

  tbk_vocabulary_clear (replayer->labels);
  if (!find_transitions (&replayer->json, line, length, error) || !count_words (&replayer->json, &n, error))
    return NULL;
  tbk_phrase_configuration_start (&replayer->configuration, replayer->system, n);
  if (!take_all (replayer, error) || !check_labels (replayer->labels, error) || !set_tree (replayer, error))
    return NULL;
  *labels = replayer->labels;
  return &replayer->tree;
}

void
tbk_phrase_tree_write (const TbkPhraseTree *tree, const TbkVocabulary *labels, GString *text)
{
  int open = -1, n_begun = 0;

  for (int word = 0; word < tree->n; word++) {
    for (; n_begun < tree->n_constituents && tree->constituents[n_begun].left == word; open = n_begun++)
      g_string_append_printf (text, "%s(%s", n_begun > 0 ? " " : "",
                              tbk_vocabulary_name (labels, tree->constituents[n_begun].label));
    g_string_append_printf (text, " (_ w%d)", word);
    for (; open >= 0 && tree->constituents[open].right == word + 1; open = tree->parents[open])
      g_string_append_c (text, ')');
  }
}
