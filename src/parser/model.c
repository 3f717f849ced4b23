/* model.c - model files.
 *
 * A file is
 *   8 bytes   "tbkmodel"
 *   8 bytes   the version
 *   8 bytes   the length of the head, a multiple of 64
 *   8 bytes   how many weights there are
 *   the head: text, lines as head_write() has them, then zeros; what most models have not has a line only in those
 *             that have it
 *   the weights, 2 bytes each
 *   8 bytes   a checksum of all before
 * with integers that begin with the lowest byte.
 */
#include "parser/model.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "parser/model_head.h"

enum { VERSION = 1, FIXED = 32, ALIGNMENT = 64 };

static const char magic[8] = { 't', 'b', 'k', 'm', 'o', 'd', 'e', 'l' };
static const guint64 checksum_key[2] = { 1, 2 };

const TbkSystem *
tbk_model_system (const TbkModel *model)
{
  return model->system;
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
  g_clear_pointer (&model->file, g_mapped_file_unref);
  g_free (model);
}

/* Writing. */

static void
append_number (GString *bytes, guint64 number)
{
  number = GUINT64_TO_LE (number);
  g_string_append_len (bytes, (const char *) &number, sizeof number);
}

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
}

GString *
frame_begin (GString *head, gsize n_weights)
{
  GString *bytes = g_string_sized_new (n_weights * sizeof (gint16) + (1 << 16));

  while ((head->len + FIXED) % ALIGNMENT != 0)
    g_string_append_c (head, '\0');
  g_string_append_len (bytes, magic, sizeof magic);
  append_number (bytes, VERSION);
  append_number (bytes, head->len);
  append_number (bytes, n_weights);
  g_string_append_len (bytes, head->str, (gssize) head->len);
  return bytes;
}

void
frame_add_weights (GString *bytes, const gint16 *weights, gsize n_weights)
{
  for (gsize i = 0; i < n_weights; i++) {
    gint16 weight = GINT16_TO_LE (weights[i]);
    g_string_append_len (bytes, (const char *) &weight, sizeof weight);
  }
}

gboolean
frame_write (GString *bytes, TbkOutput *output, GError **error)
{
  append_number (bytes, hash_with_key (checksum_key, bytes->str, bytes->len));
  return tbk_output_write (output, bytes->str, bytes->len, error);
}

gboolean
tbk_model_write (const TbkModel *model, TbkOutput *output, GError **error)
{
  g_autoptr (GString) head = g_string_new (NULL), bytes = NULL;

  head_write (head, model);
  bytes = frame_begin (head, model_n_weights (model));
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

gboolean
head_fail_with (Head *head, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (head->error, TBK_ERROR, TBK_ERROR_DATA, "%s: %s", head->path, message);
  return FALSE;
}

gboolean
head_fail (Head *head)
{
  return head_fail_with (head, "a model whose head says what cannot be; expected one that tbk train made");
}

char *
head_next_line (Head *head)
{
  const char *start = head->next;
  const char *newline = memchr (start, '\n', (gsize) (head->end - start));

  if (newline == NULL)
    return NULL;
  head->next = newline + 1;
  return g_strndup (start, (gsize) (newline - start));
}

/* Reads the decimal number @text up to where it ends. */
static gboolean
parse_number (const char *text, gint64 least, gint64 most, gint64 *number, const char **end)
{
  char *stop;

  *number = g_ascii_strtoll (text, &stop, 10);
  *end = stop;
  return stop > text && *number >= least && *number <= most;
}

gboolean
head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number)
{
  g_autofree char *line = head_next_line (head);
  gsize length = strlen (key);
  const char *end;
  gint64 value;

  if (line == NULL || strncmp (line, key, length) != 0 || line[length] != ' '
      || !parse_number (line + length + 1, least, most, &value, &end) || *end != '\0')
    return head_fail (head);
  *number = (int) value;
  return TRUE;
}

static gboolean
take_system (Head *head, TbkModel *model)
{
  g_autofree char *line = head_next_line (head);

  if (line == NULL || !g_str_has_prefix (line, "system "))
    return head_fail (head);
  model->system = tbk_system_find (line + strlen ("system "));
  return model->system != NULL
         || head_fail_with (head, "a model of the system '%s', which this program does not have",
                            line + strlen ("system "));
}

/* Reads such a line if it is there, which @is_there tells. */
static gboolean
take_optional (Head *head, const char *key, gint64 least, gint64 most, int *number, gboolean *is_there)
{
  gsize length = strlen (key), left = (gsize) (head->end - head->next);

  *number = 0;
  *is_there = left > length && memcmp (head->next, key, length) == 0 && head->next[length] == ' ';
  return !*is_there || head_take_number (head, key, least, most, number);
}

static gboolean
take_kind (Head *head, TbkModel *model)
{
  int mark, stages;

  if (!take_optional (head, "mark", 0, TBK_SCHEME_HEADPATH, &mark, &model->is_marked)
      || !take_optional (head, "stages", 2, 2, &stages, &model->has_stages))
    return FALSE;
  model->mark = (TbkScheme) mark;
  return TRUE;
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
    if (line == NULL || !parse_number (line, 0, model->system->n_transitions - 1, &transition, &end)
        || *end != ' ' || !parse_number (end + 1, NO_RELATION, model->n_relations - 1, &relation, &end)
        || *end != '\0')
      return head_fail (head);
    model->classes[c] = (Class){ (int) transition, (int) relation };
    model->n_classes++;
  }
  return TRUE;
}

static guint64
number_at (const char *bytes)
{
  guint64 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT64_FROM_LE (number);
}

/* Looks at everything but what the head says. */
static gboolean
check_file (Head *head, const char *bytes, gsize length)
{
  if (length < sizeof magic || memcmp (bytes, magic, sizeof magic) != 0)
    return head_fail_with (head, "not a model of tbk: the first bytes are not 'tbkmodel'");
  if (length >= 16 && number_at (bytes + 8) != VERSION)
    return head_fail_with (head, "a model of version %" G_GUINT64_FORMAT ", expected version %d",
                           number_at (bytes + 8), VERSION);
  if (length < FIXED)
    return head_fail_with (head, "a model of %" G_GSIZE_FORMAT " bytes, which is cut", length);

  guint64 head_length = number_at (bytes + 16), n_weights = number_at (bytes + 24);
  if (head_length > G_MAXINT || head_length % sizeof (gint16) != 0 || n_weights > (guint64) 1 << 32)
    return head_fail_with (head, "a damaged model: its lengths cannot be");
  guint64 expected = FIXED + head_length + n_weights * sizeof (gint16) + 8;
  if (length != expected)
    return head_fail_with (
        head, "a model of %" G_GSIZE_FORMAT " bytes, expected %" G_GUINT64_FORMAT ": it is cut or damaged",
        length, expected);
  if (number_at (bytes + length - 8) != hash_with_key (checksum_key, bytes, length - 8))
    return head_fail_with (head, "a damaged model: the checksum is not that of its bytes");
  head->next = bytes + FIXED;
  head->end = head->next + head_length;
  head->n_weights = n_weights;
  return TRUE;
}

const gint16 *
frame_weights (const Head *head, gint16 **own)
{
  const gint16 *weights = (const gint16 *) (gconstpointer) head->end;

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  (void) own;
#else
  *own = g_memdup2 (weights, head->n_weights * sizeof *weights);
  for (gsize i = 0; i < head->n_weights; i++)
    (*own)[i] = GINT16_FROM_LE ((*own)[i]);
  weights = *own;
#endif
  return weights;
}

static GMappedFile *
map_file (const char *path, GError **error)
{
  int descriptor = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  const gboolean is_open = descriptor >= 0 && fstat (descriptor, &status) == 0;
  GMappedFile *file =
      is_open && S_ISREG (status.st_mode) ? g_mapped_file_new_from_fd (descriptor, FALSE, NULL) : NULL;

  if (is_open && !S_ISREG (status.st_mode))
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: not a regular file", path);
  else if (file == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (descriptor >= 0)
    close (descriptor);
  return file;
}

GMappedFile *
frame_open (const char *path, Head *head, GError **error)
{
  GMappedFile *file = map_file (path, error);

  *head = (Head){ .path = path, .error = error };
  /* The contents of an empty file are NULL. */
  if (file != NULL && !check_file (head, g_mapped_file_get_contents (file), g_mapped_file_get_length (file)))
    g_clear_pointer (&file, g_mapped_file_unref);
  return file;
}

gboolean
frame_has_head (const char *path, const char *start)
{
  GMappedFile *file = map_file (path, NULL);
  const gsize length = strlen (start);
  gboolean has_head;

  if (file == NULL)
    return FALSE;
  has_head = g_mapped_file_get_length (file) >= FIXED + length
             && memcmp (g_mapped_file_get_contents (file), magic, sizeof magic) == 0
             && memcmp (g_mapped_file_get_contents (file) + FIXED, start, length) == 0;
  g_mapped_file_unref (file);
  return has_head;
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
      || !take_features (&head, model) || !take_relations (&head, model) || !take_classes (&head, model))
    return NULL;
  if (model_n_weights (model) != head.n_weights) {
    head_fail (&head);
    return NULL;
  }
  model->weights = frame_weights (&head, &model->own_weights);
  return g_steal_pointer (&model);
}
