/* network_file.c - networks in model files.
 *
 * The head of the file has the shape and, of each group of strings, the hashes in rising order. Values are
 * those of the members, one after the other, in the order in which network_lay_out() lays them.
 */
#include <string.h>

#include "base/memory.h"
#include "network/half.h"
#include "network/network_file.h"

enum { MOST_SIZE = 4096, MOST_MEMBERS = 1000 };

void
network_write_head (const Network *network, GString *head)
{
  g_string_append_printf (head, "network %d\ncolumns %u\nlayers %d\nunits %d\nhidden %d\nmembers %d\n",
                          network->kind, network->columns, network->n_layers, network->n_units,
                          network->n_hidden, network->n_members);
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    g_string_append_printf (head, "size %d\nstrings %d\n", group->size, group->strings.n_keys);
    for (int i = 0; i < group->strings.n_keys; i++)
      g_string_append_printf (head, "%08x\n", group->strings.keys[i]);
  }
}

static gboolean
take_strings (Head *head, Dictionary *strings)
{
  int n;

  if (!head_take_number (head, "strings", 0, head->end - head->next, &n))
    return FALSE;
  strings->keys = g_new (guint32, MAX (n, 1));
  for (; strings->n_keys < n; strings->n_keys++) {
    g_autofree char *line = head_next_line (head);
    guint64 key;
    if (line == NULL || strlen (line) != 8
        || !g_ascii_string_to_unsigned (line, 16, 0, G_MAXUINT32, &key, NULL)
        || (strings->n_keys > 0 && key <= strings->keys[strings->n_keys - 1]))
      return head_fail (head);
    strings->keys[strings->n_keys] = (guint32) key;
  }
  return TRUE;
}

static gboolean
take_groups (Head *head, Network *network)
{
  for (int g = 0; g < N_GROUPS; g++) {
    StringGroup *group = &network->groups[g];
    if (!head_take_number (head, "size", 0, MOST_SIZE, &group->size) || !take_strings (head, &group->strings))
      return FALSE;
  }
  return TRUE;
}

gboolean
network_take_head (Head *head, Network *network, const Templates *templates, int n_relations, int n_classes)
{
  int kind, columns, n_members;

  if (!head_take_number (head, "network", TBK_MODEL_FEEDFORWARD, TBK_MODEL_BILSTM, &kind)
      || !head_take_number (head, "columns", 1, (1 << FIELD_DEPREL) - 1, &columns)
      || !network_set_shape (network, (TbkModelKind) kind, (guint) columns, templates, n_relations,
                             head->path, head->error)
      || !head_take_number (head, "layers", 0, MOST_LAYERS, &network->n_layers)
      || !head_take_number (head, "units", 0, MOST_SIZE, &network->n_units)
      || !head_take_number (head, "hidden", 1, MOST_SIZE, &network->n_hidden)
      || !head_take_number (head, "members", 1, MOST_MEMBERS, &n_members) || !take_groups (head, network))
    return FALSE;
  if (network->n_layers > 0 && network->n_units == 0)
    return head_fail (head);
  network->n_classes = n_classes;
  if (!network_lay_out (network, head->error)) {
    g_prefix_error (head->error, "%s: ", head->path);
    return FALSE;
  }
  if (network->input_size == 0 || network->n_values > G_MAXUINT32)
    return head_fail (head);
  network->members = g_new0 (Real *, n_members);
  network->n_members = n_members;
  return TRUE;
}

void
network_write_values (const Network *network, GString *bytes)
{
  for (int m = 0; m < network->n_members; m++)
    for (gsize i = 0; i < network->n_values; i++) {
      guint16 half = GUINT16_TO_LE (half_of_real (network->members[m][i]));
      g_string_append_len (bytes, (const char *) &half, sizeof half);
    }
}

gboolean
network_read_values (Network *network, const char *bytes, Head *head)
{
  for (int m = 0; m < network->n_members; m++) {
    network->members[m] = network_new_values (network, head->error);
    if (network->members[m] == NULL)
      return FALSE;
    for (gsize i = 0; i < network->n_values; i++, bytes += sizeof (guint16)) {
      guint16 half;
      memcpy (&half, bytes, sizeof half);
      half = GUINT16_FROM_LE (half);
      if (!half_is_finite (half))
        return head_fail (head);
      network->members[m][i] = half_to_real (half);
    }
  }
  return TRUE;
}
