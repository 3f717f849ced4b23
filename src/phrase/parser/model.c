/* model.c - model files of phrase-structure parsers: the frame of learning/frame.h, with a head of their
 * own. */
#include "phrase/parser/model.h"

#include <string.h>

#include "learning/frame.h"
#include "tbk/files.h"

/* Of the table of features. */
enum { FEATURES = 1 };

const TbkPhraseSystem *
tbk_phrase_model_system (const TbkPhraseModel *model)
{
  return model->system;
}

void
tbk_phrase_model_free (TbkPhraseModel *model)
{
  if (model == NULL)
    return;
  tbk_vocabulary_free (model->labels);
  g_free (model->own_weights);
  g_clear_pointer (&model->file, g_mapped_file_unref);
  g_free (model);
}

gboolean
tbk_phrase_model_write (const TbkPhraseModel *model, TbkOutput *output, GError **error)
{
  g_autoptr (GString) head = g_string_new (HEAD_OF_PHRASES), bytes = NULL;
  const gsize n_weights = model_n_phrase_weights (model);
  const int n_labels = tbk_vocabulary_size (model->labels);

  g_string_append_printf (head, "%s\nfeatures %d\nbits %d\nunary %d\nopen %d\nchildren %d\nlabels %d\n",
                          model->system->name, FEATURES, model->bits, model->max_unary, model->max_open,
                          model->max_children, n_labels);
  for (int l = 0; l < n_labels; l++)
    g_string_append_printf (head, "%s\n", tbk_vocabulary_name (model->labels, l));
  bytes = frame_begin (head, n_weights);
  frame_add_weights (bytes, model->weights, n_weights);
  return frame_write (bytes, output, error);
}

gboolean
tbk_phrase_model_save (const TbkPhraseModel *model, const char *path, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, error);

  return output != NULL && tbk_phrase_model_write (model, output, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
tbk_phrase_model_is_at (const char *path, gboolean *is_at, GError **error)
{
  return frame_has_head (path, HEAD_OF_PHRASES, is_at, error);
}

static gboolean
take_system (Head *head, TbkPhraseModel *model)
{
  g_autofree char *line = head_next_line (head);
  const char *name;

  if (line == NULL || !g_str_has_prefix (line, HEAD_OF_PHRASES))
    return head_fail_with (head, "a model of dependencies, expected one of phrase structure");
  name = line + strlen (HEAD_OF_PHRASES);
  model->system = tbk_phrase_system_find (name);
  return model->system != NULL || head_fail_system (head, name);
}

static gboolean
take_labels (Head *head, TbkPhraseModel *model)
{
  int n;

  if (!head_take_number (head, "labels", 1, PHRASE_MOST_LABELS, &n))
    return FALSE;
  for (int l = 0; l < n; l++) {
    g_autofree char *line = head_next_line (head);

    if (line == NULL || strpbrk (line, "() \t\r\v\f") != NULL)
      return head_fail (head);
    if (tbk_vocabulary_add (model->labels, line, strlen (line), head->error) != l)
      return (head->error != NULL && *head->error != NULL) ? FALSE : head_fail (head);
  }
  return TRUE;
}

static gboolean
take_features (Head *head)
{
  int features;

  if (!head_take_number (head, "features", 1, G_MAXINT, &features))
    return FALSE;
  return features == FEATURES
         || head_fail_with (head, "a model with features of version %d, expected version %d", features,
                            FEATURES);
}

TbkPhraseModel *
tbk_phrase_model_load (const char *path, GError **error)
{
  g_autoptr (TbkPhraseModel) model = g_new0 (TbkPhraseModel, 1);
  Head head;

  model->labels = tbk_vocabulary_new ();
  model->file = frame_open (path, &head, error);
  if (model->file == NULL || !take_system (&head, model) || !take_features (&head)
      || !head_take_number (&head, "bits", 1, FRAME_MOST_BITS, &model->bits)
      || !head_take_number (&head, "unary", 1, G_MAXINT, &model->max_unary)
      || !head_take_number (&head, "open", 1, G_MAXINT, &model->max_open)
      || !head_take_number (&head, "children", 2, PHRASE_MOST_CHILDREN, &model->max_children)
      || !take_labels (&head, model))
    return NULL;
  if (model_n_phrase_weights (model) != head.n_weights) {
    head_fail (&head);
    return NULL;
  }
  model->weights = frame_weights (&head, &model->own_weights);
  return g_steal_pointer (&model);
}
