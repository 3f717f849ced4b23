/* network_reading.c - strings to inputs, inputs to vectors, vectors to products, and these to scores.
 *
 *   WordStrings    numbers of the strings of each word      looked up once
 *   inputs         n_rows x input_size, packed              sums of the vectors of strings
 *   vectors        n_rows x vector_size, by sentence        what layers make of the inputs
 *   products       n_rows x (n_slots n_hidden)              vectors times the matrices of all slots
 *   hidden         n_hidden, for a configuration            the bias and some rows of products and tables
 *   scores         n_classes
 *
 * All but the last two are made for a group of sentences before any of them is parsed.
 */
#include "learn/network.h"

#include <string.h>

#include "base/base.h"

/* Rows whose states layers keep at a time, and rows whose products are kept. */
enum { MOST_PACKED = 2 * PIECE, MOST_PRODUCTS = 20 * PIECE };

void
reading_init (Reading *reading, const Network *network)
{
  *reading = (Reading){ .network = network };
  reading->pieces = g_array_new (FALSE, FALSE, sizeof (ReadingPiece));
  reading->product = g_new (Real, network->n_hidden);
}

void
reading_clear (Reading *reading)
{
  if (reading->network == NULL)
    return;
  for (int l = 0; l < MOST_LAYERS; l++) {
    layer_run_clear (&reading->runs[l]);
    g_free (reading->masked[l]);
  }
  pack_clear (&reading->packing);
  g_array_unref (reading->pieces);
  g_free (reading->vectors);
  g_free (reading->products);
  g_free (reading->first_rows);
  g_free (reading->strings);
  room_clear (&reading->packed);
  g_free (reading->product);
  *reading = (Reading){ 0 };
}

/* Strings. */

/* The numbers of the strings of a word, group after group. Words are looked up once for a
 * sentence. */
static void
look_up (const Network *network, const Words *words, int word, WordStrings *strings)
{
  guint32 hashes[MOST_OF_GROUP];
  int *number = strings->numbers;

  for (GroupKind g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    strings->counts[g] = 0;
    if (group->size == 0)
      continue;
    strings->counts[g] = (guint8) (word == 0 ? 1 : network_strings (network, g, words, word, hashes));
    for (int i = 0; i < strings->counts[g]; i++)
      *number++ = word == 0 ? ROOT_STRING : dictionary_find (&group->strings, hashes[i]);
  }
}

/* Packings need falling lengths. Of equal ones the first row decides, so that the order is a total one. */
static int
longer_first (gconstpointer a, gconstpointer b)
{
  const ReadingPiece *left = a, *right = b;

  return left->n_rows != right->n_rows ? right->n_rows - left->n_rows : left->row - right->row;
}

/* Longer sentences are cut into pieces of PIECE words, each read as a sequence of its own: a few words see
 * less of their context, and memory has a bound. */
static void
add_pieces (Reading *reading, int row, int n_rows)
{
  for (int start = 0; start < n_rows; start += PIECE) {
    ReadingPiece piece = { row + start, MIN (PIECE, n_rows - start) };
    g_array_append_val (reading->pieces, piece);
  }
}

/* Rows are numbered through all sentences, the root of each first: row first_rows[s] + w is word w of
 * sentence s. */
gboolean
reading_begin (Reading *reading, const Words *const *sentences, int n, GError **error)
{
  gsize n_rows = 0;

  for (int s = 0; s < n; s++)
    n_rows += (gsize) sentences[s]->n + 1;
  if (n_rows > G_MAXINT / 2
      || !try_reserve (&reading->first_rows, &reading->n_first_rows, (gsize) n, sizeof (int))
      || !try_reserve (&reading->strings, &reading->n_strings, n_rows, sizeof (WordStrings)))
    return memory_fail (error, "the strings of %" G_GSIZE_FORMAT " words", n_rows);
  reading->sentences = sentences;
  reading->n_sentences = n;
  reading->n_rows = 0;
  g_array_set_size (reading->pieces, 0);
  for (int s = 0; s < n; s++) {
    reading->first_rows[s] = reading->n_rows;
    add_pieces (reading, reading->n_rows, sentences[s]->n + 1);
    for (int word = 0; word <= sentences[s]->n; word++)
      look_up (reading->network, sentences[s], word, &reading->strings[reading->n_rows++]);
  }
  g_array_sort (reading->pieces, longer_first);
  return TRUE;
}

/* Vectors. */

/* Packs pieces from @first on, as many as there is room for; returns how many, 0 with @error set. */
static int
pack (Reading *reading, guint first, int most_rows, GError **error)
{
  const ReadingPiece *pieces = &g_array_index (reading->pieces, ReadingPiece, first);
  int n = 0, n_rows = 0, n_left = (int) (reading->pieces->len - first);
  g_autofree int *lengths = NULL;

  /* At least one piece, whatever its length. */
  while (n < n_left && (n == 0 || n_rows + pieces[n].n_rows <= most_rows))
    n_rows += pieces[n++].n_rows;
  lengths = g_new (int, n);
  for (int s = 0; s < n; s++)
    lengths[s] = pieces[s].n_rows;
  if (!pack_set (&reading->packing, lengths, n, error))
    return 0;
  if (!ROOM_RESERVE (&reading->packed, n_rows, ARRAY (reading->rows),
                     ARRAY_OF (reading->inputs, reading->network->input_size))) {
    memory_fail (error, "the inputs of %d words", n_rows);
    return 0;
  }
  /* rows[] leads from the packed order, time by time, back to the rows of sentences. */
  for (int time = 0; time < reading->packing.n_times; time++)
    for (int s = 0; s < pack_count (&reading->packing, time); s++)
      reading->rows[reading->packing.starts[time] + s] = pieces[s].row + time;
  return n;
}

/* Side by side a vector for each group; within a group the vectors of its strings are added. */
static void
set_input (const Network *network, const Real *values, const WordStrings *strings, Real *input)
{
  const int *number = strings->numbers;

  memset (input, 0, (gsize) network->input_size * sizeof (Real));
  for (int g = 0; g < N_GROUPS; g++) {
    const StringGroup *group = &network->groups[g];
    for (int i = 0; i < strings->counts[g]; i++)
      vectors_add (group->size, values + group->vectors + (gsize) *number++ * (gsize) group->size, input);
    input += group->size;
  }
}

/* Masks are one for each sequence: the same units are left out at all times. */
void
reading_mask (const Pack *packing, int size, const Real *rows, const Real *mask, Real *masked)
{
  for (int time = 0; time < packing->n_times; time++)
    for (int s = 0; s < pack_count (packing, time); s++) {
      gsize row = (gsize) (packing->starts[time] + s) * (gsize) size;
      vectors_multiply (size, rows + row, mask + (gsize) s * (gsize) size, masked + row);
    }
}

/* Reads the pieces that are packed. Strings to inputs, then through the layers, of which each reads what the
 * one before put out; what the last one puts out goes to the rows of the sentences. */
static gboolean
read_packed (Reading *reading, const Real *values, const Masks *masks, Real *vectors, GError **error)
{
  const Network *network = reading->network;
  const Pack *packing = &reading->packing;
  const Real *inputs = reading->inputs;
  gsize size = (gsize) network->input_size;

  for (int row = 0; row < packing->n_rows; row++)
    set_input (network, values, &reading->strings[reading->rows[row]], reading->inputs + (gsize) row * size);
  for (int l = 0; l < network->n_layers; l++) {
    LayerRun *run = &reading->runs[l];
    if (!layer_run_reserve (run, &network->layers[l], packing, error))
      return FALSE;
    layer_forward (&network->layers[l], values, packing, inputs, masks->steps[l], run);
    inputs = run->outputs;
    if (masks->outputs[l] != NULL) {
      reading_mask (packing, 2 * network->n_units, run->outputs, masks->outputs[l], reading->masked[l]);
      inputs = reading->masked[l];
    }
  }
  size = (gsize) network->vector_size;
  for (int row = 0; row < packing->n_rows; row++)
    memcpy (vectors + (gsize) reading->rows[row] * size, inputs + (gsize) row * size, size * sizeof (Real));
  return TRUE;
}

/* Makes room for what comes of all rows; products of very many are not kept. */
static gboolean
reserve_rows (Reading *reading, GError **error)
{
  const Network *network = reading->network;
  gsize rows = (gsize) reading->n_rows, width = (gsize) (network->n_slots * network->n_hidden);

  if (!try_reserve (&reading->vectors, &reading->n_vectors, rows * (gsize) network->vector_size,
                    sizeof (Real))
      || (reading->has_products
          && !try_reserve (&reading->products, &reading->n_products, rows * width, sizeof (Real))))
    return memory_fail (error, "the vectors of %d words", reading->n_rows);
  return TRUE;
}

/* One product of all words with the matrices of all slots. A step then adds a few rows of it, where it would
 * need a product of matrices for each. */
static void
multiply_slots (Reading *reading)
{
  const Network *network = reading->network;
  int width = network->n_slots * network->n_hidden;

  blas_multiply (reading->n_rows, width, network->vector_size,
                 matrix (reading->vectors, network->vector_size),
                 matrix (network->values + network->slots, width), FALSE, reading->products, width);
}

/* Pieces are read in portions of bounded size. */
gboolean
reading_run (Reading *reading, GError **error)
{
  const Masks none = { 0 };
  int n;

  reading->has_products = reading->n_rows <= MOST_PRODUCTS;
  if (!reserve_rows (reading, error))
    return FALSE;
  for (guint first = 0; first < reading->pieces->len; first += (guint) n) {
    n = pack (reading, first, MOST_PACKED, error);
    if (n == 0 || !read_packed (reading, reading->network->values, &none, reading->vectors, error))
      return FALSE;
  }
  if (reading->has_products)
    multiply_slots (reading);
  return TRUE;
}

/* For learning all pieces of a batch are kept at once, as the way back needs what layers put out; masked
 * outputs are kept beside the others. */
gboolean
reading_pack_all (Reading *reading, GError **error)
{
  gsize size;

  if (pack (reading, 0, G_MAXINT, error) == 0)
    return FALSE;
  size = (gsize) reading->packing.n_rows * 2 * (gsize) reading->network->n_units;
  if (size <= reading->n_masked)
    return TRUE;
  for (int l = 0; l < reading->network->n_layers; l++)
    if (!TRY_RENEW (reading->masked[l], size))
      return memory_fail (error, "the states of %d words", reading->packing.n_rows);
  reading->n_masked = size;
  return TRUE;
}

gboolean
reading_run_masked (Reading *reading, const Masks *masks, GError **error)
{
  reading->has_products = TRUE;
  if (!reserve_rows (reading, error)
      || !read_packed (reading, reading->network->values, masks, reading->vectors, error))
    return FALSE;
  multiply_slots (reading);
  return TRUE;
}

/* Scores. */

/* The product of the vector of row @row and the matrix of slot @slot. */
static const Real *
find_product (Reading *reading, int row, int slot)
{
  const Network *network = reading->network;
  int hidden = network->n_hidden, width = network->n_slots * hidden;

  /* Products of very many rows would take more memory than the network: then each is made when it is
   * needed. */
  if (reading->has_products)
    return reading->products + (gsize) row * (gsize) width + (gsize) (slot * hidden);
  blas_multiply (1, hidden, network->vector_size,
                 matrix (reading->vectors + (gsize) row * (gsize) network->vector_size, network->vector_size),
                 matrix (network->values + network->slots + slot * hidden, width), FALSE, reading->product,
                 hidden);
  return reading->product;
}

/* The sum of the lines, and its positive part. A slot without a word has a row of its own, as a value has. */
void
reading_hide (Reading *reading, int sentence, const int *values, Real *hidden)
{
  const Network *network = reading->network;
  int n = network->n_hidden;

  memcpy (hidden, network->values + network->bias, (gsize) n * sizeof (Real));
  for (int i = 0; i < network->n_lines; i++) {
    const NetworkLine *line = &network->lines[i];
    if (line->n_values == 0 && values[i] >= 0)
      vectors_add (n, find_product (reading, reading->first_rows[sentence] + values[i], line->slot), hidden);
    else
      vectors_add (n, network->values + line_row (network, i, values[i]), hidden);
  }
  for (int i = 0; i < n; i++)
    hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
}

void
reading_logits (const Network *network, const Real *hidden, Real *logits)
{
  memcpy (logits, network->values + network->class_bias, (gsize) network->n_classes * sizeof (Real));
  blas_multiply (1, network->n_classes, network->n_hidden, matrix (hidden, network->n_hidden),
                 transposed (network->values + network->classes, network->n_hidden), TRUE, logits, 0);
}

void
reading_score (Reading *reading, int sentence, const int *values, Real *hidden, Real *logits, gint32 *scores)
{
  const Network *network = reading->network;

  reading_hide (reading, sentence, values, hidden);
  reading_logits (network, hidden, logits);
  for (int k = 0; k < network->n_classes; k++)
    scores[k] = network_round_score (logits[k]);
}
