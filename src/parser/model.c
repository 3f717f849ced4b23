/* model.c - models of dependency parsers, and the heads of their files; see learn/learn.h. */
#include "parser/parser.h"

#include <string.h>

#include "learn/network.h"

const TbkSystem *
tbk_model_system (const TbkModel *model)
{
  return model->system;
}

TbkModelKind
tbk_model_kind (const TbkModel *model)
{
  return model->network != NULL ? model->network->kind : TBK_MODEL_LINEAR;
}

guint64
tbk_model_checksum (const TbkModel *model)
{
  return model->checksum;
}

void
tbk_model_free (TbkModel *model)
{
  if (model == NULL)
    return;
  for (int r = 0; r < model->n_relations; r++)
    g_free (model->relations[r].name);
  g_free (model->relations);
  g_free (model->classes);
  g_free (model->features);
  g_free (model->templates);
  g_free (model->own_weights);
  network_free (model->network);
  g_clear_pointer (&model->file, g_mapped_file_unref);
  g_free (model);
}

/* Writing. */

static void
head_write (GString *head, const TbkModel *model)
{
  int n_lines = 0;

  for (const char *c = model->features; *c != '\0'; c++)
    n_lines += *c == '\n';
  g_string_append_printf (head, "system %s\nbeam %d\nbits %d\n", model->system->name, model->beam,
                          model->bits);
  if (model->is_marked)
    g_string_append_printf (head, "mark %d\n", model->mark);
  if (model->has_stages)
    g_string_append (head, "stages 2\n");
  g_string_append_printf (head, "features %d\n%srelations %d\n", n_lines, model->features,
                          model->n_relations);
  for (int r = 0; r < model->n_relations; r++)
    g_string_append_printf (head, "%d %s\n", model->relations[r].is_of_root, model->relations[r].name);
  g_string_append_printf (head, "has_root_relation %d\nclasses %d\n", model->has_root_relation,
                          model->n_classes);
  for (int c = 0; !model->has_stages && c < model->n_classes; c++)
    g_string_append_printf (head, "%d %d\n", model->classes[c].transition, model->classes[c].relation);
  if (model->network != NULL)
    network_write_head (model->network, head);
}

gboolean
tbk_model_write (const TbkModel *model, TbkOutput *output, GError **error)
{
  g_autoptr (GString) head = g_string_new (NULL), bytes = NULL;

  head_write (head, model);
  bytes = frame_begin (head, model_n_weights (model));
  if (model->network != NULL)
    network_write_values (model->network, bytes);
  else
    frame_add_weights (bytes, model->weights, model_n_weights (model));
  return frame_write (bytes, output, error);
}

gboolean
tbk_model_save (const TbkModel *model, const char *path, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, error);

  return output != NULL && tbk_model_write (model, output, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Reading. */

static gboolean
take_system (Head *head, TbkModel *model)
{
  g_autofree char *line = head_next_line (head);

  if (line != NULL && g_str_has_prefix (line, HEAD_OF_PHRASES))
    return head_fail_with (head, "a model of phrase structure, expected one of dependencies");
  if (line == NULL || !g_str_has_prefix (line, "system "))
    return head_fail (head);
  model->system = tbk_system_find (line + strlen ("system "));
  return model->system != NULL || head_fail_system (head, line + strlen ("system "));
}

/* The lines that only some models have. */
static gboolean
take_kind (Head *head, TbkModel *model)
{
  int mark = 0, stages;

  model->is_marked = head_has (head, "mark ");
  if (model->is_marked && !head_take_number (head, "mark", 0, TBK_SCHEME_HEADPATH, &mark))
    return FALSE;
  model->mark = (TbkScheme) mark;
  model->has_stages = head_has (head, "stages ");
  return !model->has_stages || head_take_number (head, "stages", 2, 2, &stages);
}

static gboolean
take_features (Head *head, TbkModel *model)
{
  const char *start;
  int n_lines;

  if (!head_take_number (head, "features", 1, G_MAXINT, &n_lines))
    return FALSE;
  start = head->next;
  for (int i = 0; i < n_lines; i++) {
    g_autofree char *line = head_next_line (head);
    if (line == NULL)
      return head_fail (head);
  }
  model->features = g_strndup (start, (gsize) (head->next - start));
  model->templates = templates_compile (model->features, model->system, head->path, head->error);
  return model->templates != NULL;
}

static gboolean
take_relations (Head *head, TbkModel *model)
{
  int n;

  if (!head_take_number (head, "relations", 0, head->end - head->next, &n))
    return FALSE;
  model->relations = g_new0 (Relation, MAX (n, 1));
  for (int r = 0; r < n; r++) {
    g_autofree char *line = head_next_line (head);
    if (line == NULL || (line[0] != '0' && line[0] != '1') || line[1] != ' ' || line[2] == '\0'
        || strpbrk (line, "\t\r") != NULL)
      return head_fail (head);
    model->relations[r] = (Relation){ g_strdup (line + 2), line[0] == '1' };
    model->n_relations++;
  }
  return TRUE;
}

static gboolean
take_classes (Head *head, TbkModel *model)
{
  int n;

  if (!head_take_number (head, "has_root_relation", 0, 1, &model->has_root_relation)
      || !head_take_number (head, "classes", 1, MOST_CLASSES, &n))
    return FALSE;
  if (model->has_stages) {
    stages_make_classes (model);
    return model->n_classes == n || head_fail (head);
  }
  model->classes = g_new0 (Class, n);
  for (int c = 0; c < n; c++) {
    g_autofree char *line = head_next_line (head);
    gint64 transition, relation;
    const char *end;
    if (line == NULL || !head_parse_number (line, 0, model->system->n_transitions - 1, &transition, &end)
        || *end != ' ' || !head_parse_number (end + 1, NO_RELATION, model->n_relations - 1, &relation, &end)
        || *end != '\0')
      return head_fail (head);
    model->classes[c] = (Class){ (int) transition, (int) relation };
    model->n_classes++;
  }
  return TRUE;
}

static gboolean
set_weights (TbkModel *model, Head *head)
{
  if (model->network != NULL)
    return network_read_values (model->network, head->end, head);
  model->weights = frame_weights (head, &model->own_weights);
  return TRUE;
}

/* The network, if the model has one. */
static gboolean
take_network (Head *head, TbkModel *model)
{
  if (!head_has (head, "network "))
    return TRUE;
  model->network = g_new0 (Network, 1);
  return network_take_head (head, model->network, model->templates, model->n_relations, model->n_classes);
}

TbkModel *
tbk_model_load (const char *path, GError **error)
{
  g_autoptr (TbkModel) model = g_new0 (TbkModel, 1);
  Head head;

  model->file = frame_open (path, &head, error);
  if (model->file == NULL || !take_system (&head, model)
      || !head_take_number (&head, "beam", 1, TBK_PARSER_MAX_WIDTH, &model->beam)
      || !head_take_number (&head, "bits", 1, FRAME_MOST_BITS, &model->bits) || !take_kind (&head, model)
      || !take_features (&head, model) || !take_relations (&head, model) || !take_classes (&head, model)
      || !take_network (&head, model))
    return NULL;
  if (model_n_weights (model) != head.n_weights) {
    head_fail (&head);
    return NULL;
  }
  model->checksum = head.checksum;
  return set_weights (model, &head) ? g_steal_pointer (&model) : NULL;
}
