/* model.c - models of parsers, and the heads of their files; see learn/learn.h. */
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"
#include "learn/network.h"

/* The version of the table of features of phrase structure, which is part of the program. */
enum { PHRASE_FEATURES = 1 };

/* A row that is scored in part, from anywhere on, is read to the end of a block. */
gsize
model_n_weights (const TbkModel *model)
{
  int n_classes = model->n_classes;

  if (model->network != NULL)
    return model->network->n_values;
  if (model->phrases.system != NULL)
    n_classes = MAX (phrase_n_classes (model), tbk_vocabulary_size (model->phrases.labels));
  return ((gsize) 1 << model->bits) + (gsize) padded_classes (n_classes) + (model->has_stages ? BLOCK : 0);
}

const TbkSystem *
tbk_model_system (const TbkModel *model)
{
  return model->system;
}

const TbkPhraseSystem *
tbk_phrase_model_system (const TbkModel *model)
{
  return model->phrases.system;
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
  tbk_vocabulary_free (model->phrases.labels);
  g_clear_pointer (&model->file, g_mapped_file_unref);
  g_free (model);
}

/* Writing. */

/* The head of a small model of arc-hybrid, with two templates, two relations and three classes:
 *
 *   system arc-hybrid
 *   beam 1
 *   bits 20
 *   features 2                the table as it was given, line by line
 *   S0.form
 *   S0.tag B0.upos
 *   relations 2               by number; 1 before those of root words
 *   0 det
 *   1 root
 *   has_root_relation 1
 *   classes 3                 transition and relation by number, -1 for none
 *   0 -1
 *   1 0
 *   1 1 */
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

static void
head_write_phrases (GString *head, const TbkModel *model)
{
  const PhraseModel *phrases = &model->phrases;
  const int n_labels = tbk_vocabulary_size (phrases->labels);

  g_string_append_printf (
      head, HEAD_OF_PHRASES "%s\nfeatures %d\nbits %d\nunary %d\nopen %d\nchildren %d\nlabels %d\n",
      phrases->system->name, PHRASE_FEATURES, model->bits, phrases->max_unary, phrases->max_open,
      phrases->max_children, n_labels);
  for (int l = 0; l < n_labels; l++)
    g_string_append_printf (head, "%s\n", tbk_vocabulary_name (phrases->labels, l));
}

gboolean
tbk_model_write (const TbkModel *model, TbkOutput *output, GError **error)
{
  g_autoptr (GString) head = g_string_new (NULL), bytes = NULL;

  if (model->phrases.system != NULL)
    head_write_phrases (head, model);
  else
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
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, error);

  return output != NULL && tbk_model_write (model, output, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Reading. */

gboolean
phrase_model_is_at (const char *path, gboolean *is_at, GError **error)
{
  return frame_has_head (path, HEAD_OF_PHRASES, is_at, error);
}

static gboolean
take_system (Head *head, TbkModel *model)
{
  g_autofree char *line = head_next_line (head);
  const char *name;

  if (line != NULL && g_str_has_prefix (line, HEAD_OF_PHRASES))
    return head_fail_with (head, "a model of phrase structure, expected one of dependencies");
  if (line == NULL || !g_str_has_prefix (line, "system "))
    return head_fail (head);
  name = line + strlen ("system ");
  model->system = head->version == 1 ? tbk_system_find_former (name) : tbk_system_find (name);
  return model->system != NULL || head_fail_system (head, name);
}

static gboolean
take_phrase_system (Head *head, TbkModel *model)
{
  g_autofree char *line = head_next_line (head);
  const char *name;

  if (line == NULL || !g_str_has_prefix (line, HEAD_OF_PHRASES))
    return head_fail_with (head, "a model of dependencies, expected one of phrase structure");
  name = line + strlen (HEAD_OF_PHRASES);
  model->phrases.system = tbk_phrase_system_find (name);
  return model->phrases.system != NULL || head_fail_system (head, name);
}

/* Models of phrase structure. */

static gboolean
take_phrase_features (Head *head)
{
  int features;

  if (!head_take_number (head, "features", 1, G_MAXINT, &features))
    return FALSE;
  return features == PHRASE_FEATURES
         || head_fail_with (head, "a model with features of version %d, expected version %d", features,
                            PHRASE_FEATURES);
}

static gboolean
take_labels (Head *head, TbkVocabulary *labels)
{
  int n;

  if (!head_take_number (head, "labels", 1, PHRASE_MOST_LABELS, &n))
    return FALSE;
  for (int l = 0; l < n; l++) {
    g_autofree char *line = head_next_line (head);

    if (line == NULL || strpbrk (line, "() \t\r\v\f") != NULL)
      return head_fail (head);
    if (tbk_vocabulary_add (labels, line, strlen (line), head->error) != l)
      return (head->error != NULL && *head->error != NULL) ? FALSE : head_fail (head);
  }
  return TRUE;
}

static gboolean
take_phrases (Head *head, TbkModel *model)
{
  PhraseModel *phrases = &model->phrases;

  phrases->labels = tbk_vocabulary_new ();
  return take_phrase_system (head, model) && take_phrase_features (head)
         && head_take_number (head, "bits", 1, FRAME_MOST_BITS, &model->bits)
         && head_take_number (head, "unary", 1, G_MAXINT, &phrases->max_unary)
         && head_take_number (head, "open", 1, G_MAXINT, &phrases->max_open)
         && head_take_number (head, "children", 2, PHRASE_MOST_CHILDREN, &phrases->max_children)
         && take_labels (head, phrases->labels);
}

/* Models of dependencies. */

/* The lines that only some models have.
 *
 * Lines that most models lack are recognized by their key; a model without them is as it always was. */
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

/* The table is compiled again, so that a model has no second form of it, and a bad one is refused as a user's
 * would be. */
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

/* Classes of models with stages follow from the transitions and the relations, so only their number is in the
 * file: it must agree. */
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

/* Linear weights are used where the file is mapped; those of networks are made single precision. */
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

static gboolean
take_dependencies (Head *head, TbkModel *model)
{
  return take_system (head, model) && head_take_number (head, "beam", 1, TBK_PARSER_MAX_WIDTH, &model->beam)
         && head_take_number (head, "bits", 1, FRAME_MOST_BITS, &model->bits) && take_kind (head, model)
         && take_features (head, model) && take_relations (head, model) && take_classes (head, model)
         && take_network (head, model);
}

/* @take: reads the head. */
static TbkModel *
load (const char *path, gboolean (*take) (Head *head, TbkModel *model), GError **error)
{
  g_autoptr (TbkModel) model = g_new0 (TbkModel, 1);
  Head head;

  model->file = frame_open (path, &head, error);
  if (model->file == NULL || !take (&head, model))
    return NULL;
  if (model_n_weights (model) != head.n_weights) {
    head_fail (&head);
    return NULL;
  }
  model->checksum = head.checksum;
  return set_weights (model, &head) ? g_steal_pointer (&model) : NULL;
}

TbkModel *
tbk_model_load (const char *path, GError **error)
{
  return load (path, take_dependencies, error);
}

TbkModel *
tbk_phrase_model_load (const char *path, GError **error)
{
  return load (path, take_phrases, error);
}
