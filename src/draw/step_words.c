/* step_words.c - what transitions need and do, in words, from their tables. */
#include "draw/jobs.h"

static void append_item (GString *list, const char *separator, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
append_item (GString *list, const char *separator, const char *format, ...)
{
  va_list arguments;

  if (list->len > 0)
    g_string_append (list, separator);
  va_start (arguments, format);
  g_string_append_vprintf (list, format, arguments);
  va_end (arguments);
}

static char *
place_name (TbkPlace place)
{
  if (place == TBK_PLACE_FRONT)
    return g_strdup ("the front");
  if (place == TBK_PLACE_TOP)
    return g_strdup ("the top");
  if (place == TBK_PLACE_UNDER)
    return g_strdup ("the word under the top");
  return g_strdup_printf ("the word %d below the top", (int) (place - TBK_PLACE_TOP));
}

/* "L or R" */
static char *
label_names (guint labels)
{
  GString *names = g_string_new (NULL);

  for (int bit = 0; bit < 5; bit++)
    if ((labels >> bit & 1) != 0 && 1u << bit != TBK_LABEL_NONE)
      append_item (names, " or ", "%c", "-LRNC"[bit]);
  return g_string_free (names, FALSE);
}

static void
append_place (GString *list, const char *separator, TbkPlace place, const char *what)
{
  if (place != TBK_PLACE_NONE) {
    g_autofree char *name = place_name (place);
    append_item (list, separator, "%s %s", name, what);
  }
}

static void
append_labels (GString *list, guint all, guint labels, const char *what)
{
  g_autofree char *names = label_names (labels);

  if (labels != 0 && (labels & all) != all && *names != '\0')
    append_item (list, ", ", "%s has label %s", what, names);
}

char *
steps_needs (const TbkSystem *system, const TbkTransition *t)
{
  GString *needs;
  guint labels; /* that words of the stack can have, whatever their place */

  g_return_val_if_fail (system != NULL && t != NULL, NULL);
  needs = g_string_new (NULL);
  labels = system->labels | (system->starts_empty ? 0 : (guint) system->root);
  if ((t->needs & TBK_NEEDS_INPUT) != 0)
    append_item (needs, ", ", "some input");
  if ((t->needs & TBK_NEEDS_NO_INPUT) != 0)
    append_item (needs, ", ", "no input");
  if (t->depth == 1)
    append_item (needs, ", ", "a word in the stack");
  else if (t->depth > 1)
    append_item (needs, ", ", "%d words in the stack", t->depth);
  if ((t->needs & TBK_NEEDS_NEW) != 0)
    append_item (needs, ", ", "a word that never left the input");
  if ((t->needs & TBK_NEEDS_ORDER) != 0)
    append_item (needs, ", ", "the word under the top comes before it and is not 0");
  append_labels (needs, labels, t->under, "the word under the top");
  append_labels (needs, labels | system->top_labels, t->top, "the top");
  append_place (needs, ", ", t->not_root, "is not 0");
  append_place (needs, ", ", t->headless, "has no head");
  append_place (needs, ", ", t->headed, "has a head");
  if ((t->needs & TBK_NEEDS_NO_CYCLE) != 0)
    append_item (needs, ", ", "no cycle arises");
  if ((t->needs & TBK_NEEDS_NO_SWITCH) != 0)
    append_item (needs, ", ", "the stacks have not just changed places");
  if (needs->len == 0)
    g_string_append (needs, "a word in the stack");
  return g_string_free (needs, FALSE);
}

static void
append_label (GString *does, const char *what, TbkLabel label)
{
  g_autofree char *names = label_names (label);

  append_item (does, "; ", *names != '\0' ? "%s, label %s" : "%s", what, names);
}

char *
steps_effects (const TbkTransition *t)
{
  static const char *const second[] = {
    [TBK_SECOND_GROWS] = "the top moves to the second list",
    [TBK_SECOND_RETURNS] = "the second list goes back onto the stack",
    [TBK_SECOND_FORGOTTEN] = "the second list is forgotten",
    [TBK_SECOND_SHIFTED] = "the front goes onto the other stack too",
    [TBK_SECOND_SWITCHED] = "the two stacks change places",
  };
  GString *does;

  g_return_val_if_fail (t != NULL, NULL);
  does = g_string_new (NULL);
  if (t->head != TBK_PLACE_NONE) {
    g_autofree char *head = place_name (t->head), *dependent = place_name (t->dependent);
    append_item (does, "; ", "arc from %s to %s", head, dependent);
  }
  append_place (does, "; ", t->related, "gets its relation");
  append_place (does, "; ", t->popped, "leaves the stack");
  append_place (does, "; ", t->returned, "goes back to the input");
  if (t->second != TBK_SECOND_KEPT)
    append_item (does, "; ", "%s", second[t->second]);
  if (t->relabel != 0)
    append_label (does, "the top decides", t->relabel);
  if (t->push != 0)
    append_label (does, "the front goes onto the stack", t->push);
  return g_string_free (does, FALSE);
}

/* Facts that the tables of phrase structure do not have. */
typedef struct {
  const char *key, *effects;
} PhraseEffects;

const char *
steps_phrase_effects (const TbkPhraseSystem *system, int i, const char **key)
{
  static const PhraseEffects effects[][5] = {
    [TBK_PHRASE_TOP_DOWN] = {
      { "SH", "the next word goes onto the stack (if an element is open)" },
      { "NT-X", "opens a constituent X (if words remain, and an element is open or the stack is empty)" },
      { "RE", "completes the open element nearest to the top, with what is above it" },
    },
    [TBK_PHRASE_IN_ORDER] = {
      { "SH", "the next word goes onto the stack (if an element is open or the stack is empty)" },
      { "NT-X", "opens a constituent X, whose first child is the top" },
      { "RE", "completes the open element nearest to the top, with its first child and what is above it" },
      { "FI", "ends (if no words remain, and the stack is one constituent)" },
    },
    [TBK_PHRASE_BOTTOM_UP] = {
      { "SH", "the next word goes onto the stack" },
      { "RE-X-k", "makes a constituent X of the k topmost elements" },
      { "FI", "ends (if no words remain, and the stack is one constituent)" },
    },
  };
  const PhraseEffects *found;

  g_return_val_if_fail (system != NULL && i >= 0 && key != NULL, NULL);
  for (found = effects[system->strategy]; i > 0 && found->key != NULL; i--)
    found++;
  *key = found->key;
  return found->effects;
}
