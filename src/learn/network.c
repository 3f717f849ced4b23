/* network.c - the shape of networks, their first values, and their part of model files.
 *
 * Contents
 *   1. learner: gradients of few rows among many, and steps of Adam
 *   2. network: the shape of networks, and what they look at
 *   3. initial: the values with which a network begins to learn
 *   4. network_file: networks in model files
 */
#include "learn/network.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "oracle/oracle.h"

/* 1. learner: gradients of few rows among many, and steps of Adam. */

typedef struct {
  gsize first;
  int n;
} LearnerRow;

gboolean
learner_init (Learner *learner, Real *values, gsize n_dense, gsize n_values, GError **error)
{
  *learner = (Learner){ .n_values = n_values, .n_dense = n_dense, .values = values };
  learner->rows = g_array_new (FALSE, FALSE, sizeof (LearnerRow));
  return ROOM_RESERVE (&learner->room, n_values, ARRAY (learner->gradients), ARRAY (learner->first),
                       ARRAY (learner->second), ARRAY (learner->is_touched))
         || memory_fail (error, "a network of %" G_GSIZE_FORMAT " weights", n_values);
}

void
learner_clear (Learner *learner)
{
  if (learner->rows != NULL)
    g_array_unref (learner->rows);
  room_clear (&learner->room);
  *learner = (Learner){ 0 };
}

Real *
learner_row (Learner *learner, gsize first, int n)
{
  LearnerRow row = { first, n };

  if (!learner->is_touched[first - learner->n_dense]) {
    learner->is_touched[first - learner->n_dense] = TRUE;
    g_array_append_val (learner->rows, row);
  }
  return learner->gradients + first;
}

static void
step_row (Learner *learner, LearnerRow row, Real rate, Real scale)
{
  vectors_adam_step ((gsize) row.n, rate, scale, learner->gradients + row.first, learner->first + row.first,
                     learner->second + row.first, learner->values + row.first);
}

void
learner_step (Learner *learner, double rate, double most_length)
{
  double sum = vectors_sum_of_squares (learner->n_dense, learner->gradients), length, n;

  for (guint i = 0; i < learner->rows->len; i++) {
    LearnerRow row = g_array_index (learner->rows, LearnerRow, i);
    sum += vectors_sum_of_squares ((gsize) row.n, learner->gradients + row.first);
  }
  length = sqrt (sum);
  n = (double) ++learner->n_steps;
  rate *= sqrt (1 - pow (0.999, n)) / (1 - pow (0.9, n));
  Real scale = (Real) (length > most_length ? most_length / length : 1);
  vectors_adam_step (learner->n_dense, (Real) rate, scale, learner->gradients, learner->first,
                     learner->second, learner->values);
  for (guint i = 0; i < learner->rows->len; i++) {
    LearnerRow row = g_array_index (learner->rows, LearnerRow, i);
    step_row (learner, row, (Real) rate, scale);
    learner->is_touched[row.first - learner->n_dense] = FALSE;
  }
  g_array_set_size (learner->rows, 0);
}

/* Draws values from -@most to @most. */
static void
learner_draw (TbkRandom *random, double most, Real *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (Real) (most * ((double) (random_next (random) >> 11) * 0x1p-52 - 1));
}

/* 2. network: the shape of networks, and what they look at. */

/* Values of an atom above these are taken for the greatest. */
enum { MOST_CHILDREN = 7, N_DISTANCES = 10, N_DEPTHS = 5 };

typedef struct {
  int n_layers, n_units, n_hidden;
  int sizes[N_GROUPS];
  guint columns; /* that networks of this kind can see */
} Design;

static const Design *
design_of (TbkModelKind kind)
{
  static const Design bilstm = { 2, 128, 128, { 100, 25, 50, 32, 40 }, (1u << FIELD_DEPREL) - 1 };
  static const Design feedforward = { 0, 0, 256, { 100, 25, 0, 0, 0 }, 1u << FIELD_FORM | 1u << FIELD_UPOS };

  return kind == TBK_MODEL_BILSTM ? &bilstm : &feedforward;
}

/* The words at the top of the stack and at the front of the input, their children so far, and the relations
 * of these. Networks combine them, so no pairs are listed. */
char *
network_default_table (const TbkSystem *system, TbkModelKind kind)
{
  static const char words[] = "S0.vector\nS1.vector\nS2.vector\nB0.vector\n";
  static const char front[] = "S0.left.vector\nS0.right.vector\nB0.left.vector\nS0.head.vector\n"
                              "S0.label\nS0.left.label\nS0.right.label\nB0.left.label\nS0.head.label\n"
                              "distance\nS0.nleft\nS0.nright\nB0.nleft\ninput\n";
  static const char stack[] = "S0.left.vector\nS0.right.vector\nS1.left.vector\nS1.right.vector\n"
                              "S0.left.label\nS0.right.label\nS1.left.label\nS1.right.label\n"
                              "distance\nS0.nleft\nS0.nright\nS1.nleft\nS1.nright\ninput\n";
  static const char of_2019[] = "S0.vector\nS1.vector\nS2.vector\nB0.vector\nB1.vector\nB2.vector\n"
                                "S0.left.label\nS0.right.label\nS1.left.label\nS1.right.label\n";

  return kind == TBK_MODEL_FEEDFORWARD
             ? g_strdup (of_2019)
             : g_strconcat (words, templates_join_stack (system) ? stack : front, NULL);
}

/* Counts the values of an atom in a network; 0 for the vector of a word, -1 for one that networks do not
 * have. */
static int
count_values (const Atom *atom, int n_relations)
{
  switch ((AtomKind) atom->kind) {
  case ATOM_VECTOR:
    return 0;
  case ATOM_LABEL:
    return n_relations + 2;
  case ATOM_NLEFT:
  case ATOM_NRIGHT:
    return MOST_CHILDREN + 1;
  case ATOM_DISTANCE:
    return N_DISTANCES;
  case ATOM_DEPTH:
    return N_DEPTHS;
  case ATOM_INPUT:
  case ATOM_ROOT:
  case ATOM_FIRST:
    return 2;
  default:
    return -1;
  }
}

/* Lines that need a word's vector get the slots 0, 1, ... in their order; the others get a table with a row
 * for each value. A template of several atoms has no meaning here: the hidden layer combines them. */
static gboolean
set_lines (Network *network, const Templates *templates, int n_relations, const char *name, GError **error)
{
  for (int t = 0; t < templates->n_templates && t < MOST_LINES; t++) {
    const Template *template = &templates->templates[t];
    int n_values =
        template->n_atoms != 1 ? -1 : count_values (&templates->atoms[template->atoms[0]], n_relations);
    if (n_values < 0)
      break;
    network->lines[t] =
        (NetworkLine){ .atom = template->atoms[0], .slot = network->n_slots, .n_values = n_values };
    network->n_slots += n_values == 0;
    network->n_lines++;
  }
  if (network->n_lines == templates->n_templates && network->n_slots > 0)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "%s: no table for a network, expected at most %d templates of one atom each: vector, label, nleft, "
      "nright, root, first, distance, depth or input, and a vector among them",
      name, MOST_LINES);
  return FALSE;
}

/* A group of strings is there if the columns that it needs are: a network without FEATS has no vectors of
 * features, and a smaller input. */
gboolean
network_set_shape (Network *network, TbkModelKind kind, guint columns, const Templates *templates,
                   int n_relations, const char *name, GError **error)
{
  static const guint needs[N_GROUPS] = {
    [GROUP_FORM] = 1u << FIELD_FORM,    [GROUP_UPOS] = 1u << FIELD_UPOS,
    [GROUP_LEMMA] = 1u << FIELD_LEMMA,  [GROUP_FEATURES] = 1u << FIELD_FEATS | 1u << FIELD_XPOS,
    [GROUP_AFFIXES] = 1u << FIELD_FORM,
  };
  const Design *design = design_of (kind);
  gboolean is_blind = TRUE;

  network->kind = kind;
  network->columns = columns & design->columns;
  network->n_layers = design->n_layers;
  network->n_units = design->n_units;
  network->n_hidden = design->n_hidden;
  for (int g = 0; g < N_GROUPS; g++) {
    network->groups[g].size = (network->columns & needs[g]) != 0 ? design->sizes[g] : 0;
    is_blind = is_blind && network->groups[g].size == 0;
  }
  if (is_blind) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, "no column that this network can read");
    return FALSE;
  }
  return set_lines (network, templates, n_relations, name, error);
}

/* Offsets are given out one after the other; the values of a network are one array. */
static gsize
take_room (gsize *end, gsize rows, int columns)
{
  gsize start = *end;

  *end += rows * (gsize) columns;
  return start;
}

/* The first layer reads inputs, the next one the outputs of both directions of the layer before. */
static void
lay_out_layers (Network *network, gsize *end)
{
  network->input_size = 0;
  for (int g = 0; g < N_GROUPS; g++)
    network->input_size += network->groups[g].size;
  network->vector_size = network->input_size;
  for (int l = 0; l < network->n_layers; l++) {
    Layer *layer = &network->layers[l];
    layer->n_inputs = network->vector_size;
    layer->n_units = network->n_units;
    layer->input = take_room (end, (gsize) layer->n_inputs, 8 * layer->n_units);
    layer->bias = take_room (end, 1, 8 * layer->n_units);
    for (int d = 0; d < 2; d++)
      layer->recurrent[d] = take_room (end, (gsize) layer->n_units, 4 * layer->n_units);
    network->vector_size = 2 * layer->n_units;
  }
}

/* The order is that of the file. Dense parts come first: all of them have a gradient in every step. Vectors
 * of strings are last, since only those of the strings in a batch have one. */
gboolean
network_lay_out (Network *network, GError **error)
{
  gsize end = 0;
  int hidden = network->n_hidden;

  lay_out_layers (network, &end);
  network->slots = take_room (&end, (gsize) network->vector_size, network->n_slots * hidden);
  for (int i = 0; i < network->n_lines; i++)
    network->lines[i].rows = take_room (&end, (gsize) MAX (network->lines[i].n_values, 1), hidden);
  network->bias = take_room (&end, 1, hidden);
  network->classes = take_room (&end, (gsize) network->n_classes, hidden);
  network->class_bias = take_room (&end, 1, network->n_classes);
  network->n_dense = end;
  for (int g = 0; g < N_GROUPS; g++) {
    StringGroup *group = &network->groups[g];
    group->vectors = take_room (&end, (gsize) dictionary_size (&group->strings), group->size);
  }
  network->n_values = end;
  return blas_load (error);
}

gboolean
network_make_values (Network *network, GError **error)
{
  network->values = g_try_new0 (Real, network->n_values);
  return network->values != NULL
         || memory_fail (error, "a network of %" G_GSIZE_FORMAT " weights", network->n_values);
}

void
network_free (Network *network)
{
  if (network == NULL)
    return;
  for (int g = 0; g < N_GROUPS; g++)
    dictionary_clear (&network->groups[g].strings);
  g_free (network->values);
  g_free (network);
}

/* Hashes of one group must not be confused: XPOS is in the group of features, so its hash is inverted. */
int
network_strings (const Network *network, GroupKind group, const Words *words, int word, guint32 *hashes)
{
  const Word *attributes = &words->words[word];
  const WordParts *parts = &words->parts[word];
  int n = 0;

  switch (group) {
  case GROUP_FORM:
    hashes[n++] = attributes->atoms[ATTRIBUTE_FORM];
    break;
  case GROUP_UPOS:
    hashes[n++] = attributes->atoms[ATTRIBUTE_UPOS];
    break;
  case GROUP_LEMMA:
    hashes[n++] = attributes->atoms[ATTRIBUTE_LEMMA];
    break;
  case GROUP_FEATURES:
    if ((network->columns & 1u << FIELD_XPOS) != 0)
      hashes[n++] = ~attributes->atoms[ATTRIBUTE_XPOS];
    for (int i = 0; (network->columns & 1u << FIELD_FEATS) != 0 && i < parts->n_features; i++)
      hashes[n++] = parts->features[i];
    break;
  default: /* GROUP_AFFIXES */
    for (; n < parts->n_affixes; n++)
      hashes[n] = parts->affixes[n];
  }
  return n;
}

/* Values above the greatest row of a table count as the greatest: a word has seldom more than seven
 * children. */
void
network_look (const Network *network, const Templates *templates, const TbkConfiguration *configuration,
              const Words *words, int *values)
{
  Places places;

  places_find (templates, configuration, words, &places);
  for (int i = 0; i < network->n_lines; i++) {
    const NetworkLine *line = &network->lines[i];
    const Atom *atom = &templates->atoms[line->atom];
    values[i] = line->n_values == 0 ? places.word[atom->place]
                                    : (int) MIN (atom_value (&places, atom), (guint32) line->n_values - 1);
  }
}

gint32
network_round_score (Real score)
{
  const Real most = 16000;

  if (!(score > -most))
    return (gint32) -most * SCORE_UNIT;
  return (gint32) ((score < most ? score : most) * (Real) SCORE_UNIT);
}

/* 3. initial: the values with which a network begins to learn. */

/* Drawn so that sums of products are about as large as what goes in, forward and back (Glorot and Bengio
 * 2010). */
static void
draw_matrix (TbkRandom *random, Real *values, gsize rows, gsize columns, gsize inputs, gsize outputs)
{
  learner_draw (random, sqrt (6.0 / (double) (inputs + outputs)), values, rows * columns);
}

static void
draw_layer (TbkRandom *random, const Layer *layer, Real *values)
{
  gsize units = (gsize) layer->n_units;

  draw_matrix (random, values + layer->input, (gsize) layer->n_inputs, 8 * units, (gsize) layer->n_inputs,
               units);
  for (int d = 0; d < 2; d++) {
    draw_matrix (random, values + layer->recurrent[d], units, 4 * units, units, units);
    for (gsize i = 0; i < units; i++)
      values[layer->bias + (4 * (gsize) d + 1) * units + i] = 1; /* gates that forget begin open */
  }
}

/* Matrices by their sizes, tables by small numbers; the vectors of strings so that their squares have the
 * mean 1 / size. Biases begin at 0. */
void
network_draw_values (const Network *network, TbkRandom *random, Real *values)
{
  gsize hidden = (gsize) network->n_hidden, width = (gsize) network->n_slots * hidden;
  gsize vector = (gsize) network->vector_size, classes = (gsize) network->n_classes;

  for (int l = 0; l < network->n_layers; l++)
    draw_layer (random, &network->layers[l], values);
  draw_matrix (random, values + network->slots, vector, width, vector * (gsize) network->n_slots, hidden);
  for (int i = 0; i < network->n_lines; i++)
    learner_draw (random, 0.1, values + network->lines[i].rows,
                  (gsize) MAX (network->lines[i].n_values, 1) * hidden);
  draw_matrix (random, values + network->classes, classes, hidden, hidden, classes);
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    if (group->size > 0)
      learner_draw (random, sqrt (3.0 / group->size), values + group->vectors,
                    (gsize) dictionary_size (&group->strings) * (gsize) group->size);
  }
}

/* 4. network_file: networks in model files.
 *
 * The head of the file has the shape and, of each group of strings, the hashes in rising order. Values stand
 * in the order in which network_lay_out() lays them.
 */

enum { MOST_SIZE = 4096 };

void
network_write_head (const Network *network, GString *head)
{
  g_string_append_printf (head, "network %d\ncolumns %u\nlayers %d\nunits %d\nhidden %d\n", network->kind,
                          network->columns, network->n_layers, network->n_units, network->n_hidden);
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    g_string_append_printf (head, "size %d\nstrings %d\n", group->size, group->strings.n_keys);
    for (int i = 0; i < group->strings.n_keys; i++)
      g_string_append_printf (head, "%08x\n", group->strings.keys[i]);
  }
}

/* Hashes must rise, as they are searched by halving. */
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

/* Sizes are read before anything is allocated, and bounded: a damaged head must not ask for terabytes. What
 * follows from the shape is computed, not read. */
gboolean
network_take_head (Head *head, Network *network, const Templates *templates, int n_relations, int n_classes)
{
  int kind, columns;

  if (!head_take_number (head, "network", TBK_MODEL_FEEDFORWARD, TBK_MODEL_BILSTM, &kind)
      || !head_take_number (head, "columns", 1, (1 << FIELD_DEPREL) - 1, &columns)
      || !network_set_shape (network, (TbkModelKind) kind, (guint) columns, templates, n_relations,
                             head->path, head->error)
      || !head_take_number (head, "layers", 0, MOST_LAYERS, &network->n_layers)
      || !head_take_number (head, "units", 0, MOST_SIZE, &network->n_units)
      || !head_take_number (head, "hidden", 1, MOST_SIZE, &network->n_hidden) || !take_groups (head, network))
    return FALSE;
  if (network->n_layers > 0 && network->n_units == 0)
    return head_fail (head);
  network->n_classes = n_classes;
  if (!network_lay_out (network, head->error)) {
    g_prefix_error (head->error, "%s: ", head->path);
    return FALSE;
  }
  return (network->input_size > 0 && network->n_values <= G_MAXUINT32) || head_fail (head);
}

/* Two bytes for each value: half of what single precision would take. */
void
network_write_values (const Network *network, GString *bytes)
{
  guint16 *added = frame_extend (bytes, network->n_values);

  for (gsize i = 0; i < network->n_values; i++)
    added[i] = GUINT16_TO_LE (half_of_real (network->values[i]));
}

gboolean
network_read_values (Network *network, const char *bytes, Head *head)
{
  if (!network_make_values (network, head->error))
    return FALSE;
  for (gsize i = 0; i < network->n_values; i++, bytes += sizeof (guint16)) {
    guint16 half;
    memcpy (&half, bytes, sizeof half);
    half = GUINT16_FROM_LE (half);
    /* An infinite weight would make every score NaN. */
    if (!half_is_finite (half))
      return head_fail (head);
    network->values[i] = half_to_real (half);
  }
  return TRUE;
}
