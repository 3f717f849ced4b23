/* counted_labels.c - classes of equal labels, and what each label counts as, found once. */
#include "evaluate/counted_labels.h"

#include <string.h>

#include "base/memory.h"
#include "conllu/fields.h"

/* The label at the end of the way from @label on, which is shortened for the next time. */
static const char *
find_class (GHashTable *ways, const char *label)
{
  const char *next, *last;

  while ((next = g_hash_table_lookup (ways, label)) != NULL) {
    last = g_hash_table_lookup (ways, next);
    if (last != NULL)
      g_hash_table_insert (ways, (gpointer) label, (gpointer) last);
    label = next;
  }
  return label;
}

/* Joins the labels of pairs to classes: what is equal to one label is equal to all that are equal to it. */
static const char **
find_classes (const char *const *equal)
{
  g_autoptr (GHashTable) ways = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *classes = g_ptr_array_new ();

  for (gsize i = 0; equal != NULL && equal[i] != NULL && equal[i + 1] != NULL; i += 2) {
    const char *from = find_class (ways, equal[i]), *to = find_class (ways, equal[i + 1]);

    if (!g_str_equal (from, to))
      g_hash_table_insert (ways, (gpointer) from, (gpointer) to);
    g_ptr_array_set_size (classes, (int) i + 2);
  }
  for (guint i = 0; i < classes->len; i++)
    classes->pdata[i] = (gpointer) find_class (ways, equal[i]);
  g_ptr_array_add (classes, NULL);
  return (const char **) g_ptr_array_free (classes, FALSE);
}

void
counted_labels_init (CountedLabels *labels, const TbkPhraseEvaluationOptions *options)
{
  *labels = (CountedLabels){ .options = options,
                             .names = tbk_vocabulary_new (),
                             .classes = find_classes (options->equal) };
}

void
counted_labels_clear (CountedLabels *labels)
{
  tbk_vocabulary_free (labels->names);
  g_free (labels->classes);
  g_free (labels->counted);
}

static gboolean
is_called (TbkPiece label, const char *name)
{
  return strlen (name) == label.size && memcmp (name, label.bytes, label.size) == 0;
}

static gboolean
is_listed (const char *const *list, TbkPiece label)
{
  for (; list != NULL && *list != NULL; list++)
    if (is_called (label, *list))
      return TRUE;
  return FALSE;
}

/* The label that @label counts as. */
static TbkPiece
find_counted (const CountedLabels *labels, TbkPiece label)
{
  for (gsize i = 0; labels->classes[i] != NULL; i++)
    if (is_called (label, labels->options->equal[i]))
      return (TbkPiece){ labels->classes[i], strlen (labels->classes[i]) };
  return label;
}

/* Whether constituents are deleted whose label counts as @as: evalb also deletes those that are equal to a
 * label that it deletes. */
static gboolean
is_deleted_label (const CountedLabels *labels, TbkPiece as)
{
  const char *const *deleted = labels->options->deleted;

  for (; deleted != NULL && *deleted != NULL; deleted++)
    if (piece_equals (find_counted (labels, (TbkPiece){ *deleted, strlen (*deleted) }), as))
      return TRUE;
  return FALSE;
}

static TbkPiece
label_of (const TbkBracketNode *node)
{
  return (TbkPiece){ node->label, (gsize) node->label_length };
}

gboolean
counted_labels_list_has (const char *const *list, const TbkBracketNode *node)
{
  return is_listed (list, label_of (node));
}

TbkPiece
counted_labels_find (const CountedLabels *labels, const TbkBracketNode *node)
{
  return find_counted (labels, label_of (node));
}

/* Makes room for all names. */
static gboolean
reserve (CountedLabels *labels, GError **error)
{
  const gsize n_before = labels->n_counted, n = (gsize) tbk_vocabulary_size (labels->names);

  if (!try_reserve (&labels->counted, &labels->n_counted, n, sizeof (int)))
    return memory_fail (error, "%" G_GSIZE_FORMAT " labels", n);
  for (gsize i = n_before; i < labels->n_counted; i++)
    labels->counted[i] = LABEL_UNKNOWN;
  return TRUE;
}

gboolean
counted_labels_learn (CountedLabels *labels, int name, GError **error)
{
  const char *text = tbk_vocabulary_name (labels->names, name);
  const TbkPiece label = { text, strlen (text) }, as = find_counted (labels, label);
  const gboolean is_deleted = is_deleted_label (labels, as);
  const int number =
      is_deleted ? LABEL_DELETED : tbk_vocabulary_add (labels->names, as.bytes, as.size, error);

  if ((!is_deleted && number < 0) || !reserve (labels, error))
    return FALSE;
  labels->counted[name] = number;
  return TRUE;
}
