/* features.c - what parsers look at: attributes of words, their numbers, and features of configurations.
 *
 * Contents
 *   1. words: the attributes of words, from their columns to hashes
 *   2. dictionary: sorted hashes
 *   3. features: places, atoms and hashes of a configuration
 */
#include "learn/learn.h"

#include <string.h>

#include "base/base.h"

/* 1. words: the attributes of words, from their columns to hashes.
 *
 * A word is read once; what parsers look at are numbers. words[-1] is a word that is not there (all
 * attributes MISSING), words[0] for the root, so that no place of a feature must be checked before its word
 * is looked up. NOWHERE is -1 for that reason.
 */

enum { MISSING = 0, ROOT = 1, AFFIX = 3 };

/* A hash that is the same in every process, as models store rows by it. Two strings with one hash are one to
 * a model; of a million strings some hundred are. */
guint32
words_stable_hash (const char *bytes, gsize length)
{
  static const guint64 key[2] = { G_GUINT64_CONSTANT (0x74626b20706172),
                                  G_GUINT64_CONSTANT (0x73657220776f72) };

  return (guint32) hash_with_key (key, bytes, length);
}

void
words_init (Words *words)
{
  *words = (Words){ .lower = g_string_new (NULL) };
}

void
words_clear (Words *words)
{
  if (words->words != NULL)
    g_free (words->words - 1);
  g_free (words->parts);
  g_string_free (words->lower, TRUE);
  *words = (Words){ 0 };
}

/* The memory begins with the word -1, which is why it is freed from there. */
static gboolean
reserve (Words *words, int n, GError **error)
{
  Word *base = words->words != NULL ? words->words - 1 : NULL;

  if (base != NULL && n <= words->n_allocated)
    return TRUE;
  if (!TRY_RENEW (base, (gsize) n + 2))
    return memory_fail (error, "the attributes of %d words", n);
  words->words = base + 1;
  words->n_allocated = n;
  for (int a = 0; a < N_ATTRIBUTES; a++) {
    words->words[-1].atoms[a] = MISSING;
    words->words[0].atoms[a] = ROOT;
  }
  return TRUE;
}

static guint32
hash_piece (TbkPiece piece)
{
  return words_stable_hash (piece.bytes, piece.size);
}

/* The form in lower case, and its first and last AFFIX letters: whole characters, whatever their bytes. */
void
words_hash_form (GString *lower, TbkPiece form, guint32 *atoms)
{
  const char *end = form.bytes + form.size, *position;
  int n_letters = 0;

  g_string_truncate (lower, 0);
  for (const char *c = form.bytes; c < end; c = g_utf8_next_char (c))
    g_string_append_unichar (lower, g_unichar_tolower (g_utf8_get_char (c)));
  atoms[ATTRIBUTE_FORM] = words_stable_hash (lower->str, lower->len);

  for (position = lower->str; position < lower->str + lower->len && n_letters < AFFIX; n_letters++)
    position = g_utf8_next_char (position);
  atoms[ATTRIBUTE_PREFIX] = words_stable_hash (lower->str, (gsize) (position - lower->str));
  position = lower->str + lower->len;
  for (n_letters = 0; position > lower->str && n_letters < AFFIX; n_letters++)
    position = g_utf8_prev_char (position);
  atoms[ATTRIBUTE_SUFFIX] = words_stable_hash (position, strlen (position));
}

/* Which attribute a feature is part of; N_ATTRIBUTES for none. */
static Attribute
attribute_of (const char *name, gsize length)
{
  static const struct {
    const char *name;
    Attribute attribute;
  } parts[] = {
    { "Case", ATTRIBUTE_CASE },        { "Gender", ATTRIBUTE_AGREEMENT }, { "Number", ATTRIBUTE_AGREEMENT },
    { "Person", ATTRIBUTE_AGREEMENT }, { "VerbForm", ATTRIBUTE_VERB },    { "PronType", ATTRIBUTE_VERB },
    { "Voice", ATTRIBUTE_VERB },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strlen (parts[i].name) == length && memcmp (parts[i].name, name, length) == 0)
      return parts[i].attribute;
  return N_ATTRIBUTES;
}

/* Case, agreement (gender, number, person) and verb form are hashes of their features in order. Each is mixed
 * from the features in their order in FEATS, which is that of the alphabet. */
static void
set_features (Word *word, TbkPiece feats)
{
  word->atoms[ATTRIBUTE_FEATS] = hash_piece (feats);
  for (Attribute a = ATTRIBUTE_CASE; a <= ATTRIBUTE_VERB; a++)
    word->atoms[a] = 2;
  for (TbkPiece part; take_part (&feats, &part);) {
    const char *equals = memchr (part.bytes, '=', part.size);
    Attribute a = equals != NULL ? attribute_of (part.bytes, (gsize) (equals - part.bytes)) : N_ATTRIBUTES;
    if (a < N_ATTRIBUTES)
      word->atoms[a] = word->atoms[a] * 0x9e3779b1u ^ words_stable_hash (part.bytes, part.size);
  }
}

/* Suffixes of 1 to 4 letters and prefixes of 1 to 3: the same letters at either end are two affixes. */
static void
set_affixes (const GString *lower, WordParts *parts)
{
  const char *start = lower->str, *end = lower->str + lower->len, *position = end;

  parts->n_affixes = 0;
  for (guint n = 1; n <= 4 && position > start; n++) {
    position = g_utf8_prev_char (position);
    parts->affixes[parts->n_affixes++] = words_stable_hash (position, (gsize) (end - position)) * 2;
  }
  position = start;
  for (guint n = 1; n <= 3 && position < end; n++) {
    position = g_utf8_next_char (position);
    parts->affixes[parts->n_affixes++] = words_stable_hash (start, (gsize) (position - start)) * 2 + 1;
  }
}

/* The parts of a word for networks, which add the vectors of many strings: affixes, and each feature
 * alone. */
static void
set_parts (const GString *lower, TbkPiece feats, WordParts *parts)
{
  set_affixes (lower, parts);
  parts->n_features = 0;
  for (TbkPiece part; parts->n_features < MOST_PARTS && take_part (&feats, &part);)
    parts->features[parts->n_features++] = words_stable_hash (part.bytes, part.size);
}

/* Reads all words of a sentence. Columns that a file lacks are read as `_`. */
gboolean
words_read (Words *words, const TbkConlluSentence *sentence, GError **error)
{
  TbkPiece pieces[N_FIELDS];

  if (!reserve (words, sentence->n, error)
      || (words->keeps_parts
          && !reserve_words (&words->parts, &words->n_parts_allocated, sentence->n, sizeof (WordParts),
                             error)))
    return FALSE;
  words->n = sentence->n;
  for (int i = 1; i <= sentence->n; i++) {
    Word *word = &words->words[i];
    fields_read (sentence, i, pieces);
    words_hash_form (words->lower, pieces[FIELD_FORM], word->atoms);
    if (words->keeps_parts)
      set_parts (words->lower, pieces[FIELD_FEATS], &words->parts[i]);
    set_features (word, pieces[FIELD_FEATS]);
    word->atoms[ATTRIBUTE_LEMMA] = hash_piece (pieces[FIELD_LEMMA]);
    word->atoms[ATTRIBUTE_UPOS] = hash_piece (pieces[FIELD_UPOS]);
    word->atoms[ATTRIBUTE_XPOS] = hash_piece (pieces[FIELD_XPOS]);
  }
  return TRUE;
}

/* 2. dictionary: sorted hashes.
 *
 * A string that was seen in training has the number FIRST_STRING plus its place among the sorted hashes. So
 * the order in which training met strings does not matter, and files need no numbers.
 */

static int
compare (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Sorts the hashes and keeps each once. */
void
dictionary_make (Dictionary *dictionary, GArray *hashes)
{
  guint n = 0;

  g_array_sort (hashes, compare);
  for (guint i = 0; i < hashes->len; i++) {
    guint32 hash = g_array_index (hashes, guint32, i);
    if (n == 0 || g_array_index (hashes, guint32, n - 1) != hash)
      g_array_index (hashes, guint32, n++) = hash;
  }
  dictionary->keys = g_memdup2 (hashes->data, n * sizeof (guint32));
  dictionary->n_keys = (int) n;
}

void
dictionary_clear (Dictionary *dictionary)
{
  g_clear_pointer (&dictionary->keys, g_free);
  dictionary->n_keys = 0;
}

/* Halving the sorted hashes: low is the first place whose hash is not less. */
int
dictionary_find (const Dictionary *dictionary, guint32 hash)
{
  int low = 0, high = dictionary->n_keys;

  while (low < high) {
    int middle = low + (high - low) / 2;
    if (dictionary->keys[middle] < hash)
      low = middle + 1;
    else
      high = middle;
  }
  return low < dictionary->n_keys && dictionary->keys[low] == hash ? FIRST_STRING + low : UNKNOWN_STRING;
}

/* 3. features: places, atoms and hashes of a configuration.
 *
 * A transition can promise a word a head: right_arc of arc-eager parsing makes the arc when the word is
 * reduced. Such a word has a relation and no head yet. Its head is the element under it in the stack.
 */

/* The @k-th word of the input: words that were put back come first, the last one foremost, then those that
 * were never taken. */
static inline int
input_word (const TbkConfiguration *c, int k)
{
  if (k < c->n_returned)
    return c->returned[c->n_returned - 1 - k];
  k += c->buffer - c->n_returned;
  return k <= c->n ? k : NOWHERE;
}

static inline int
or_nowhere (int child)
{
  return child > 0 ? child : NOWHERE;
}

/* The head of a word: the one that it has, or the one that it was promised (see above). */
static inline void
set_head (Places *places, int p, int parent)
{
  const TbkConfiguration *c = places->c;
  int word = places->word[parent], depth = places->depth[parent];

  if (c->heads[word] >= 0) {
    places->word[p] = c->heads[word];
  } else if (depth > 0 && c->relations[word] >= 0) {
    places->depth[p] = depth - 1;
    places->word[p] = c->stack[depth - 1].word;
  }
}

/* The word one step from @word: a child that it has so far, or a neighbour in the sentence. Before word 0 is
 * -1, which is NOWHERE. */
static inline int
relative (const TbkConfiguration *c, PlaceStep step, int word)
{
  switch (step) {
  case STEP_LEFT:
    return or_nowhere (c->children[word].left);
  case STEP_LEFT2:
    return or_nowhere (c->children[word].second_left);
  case STEP_RIGHT:
    return or_nowhere (c->children[word].right);
  case STEP_RIGHT2:
    return or_nowhere (c->children[word].second_right);
  case STEP_BEFORE:
    return word - 1;
  default: /* STEP_AFTER */
    return word < c->n ? word + 1 : NOWHERE;
  }
}

/* Finds the words at all places. A place that begins at another comes after it, so one pass is enough.
 * `depth` is the place in the stack, for places that are elements of it. */
void
places_find (const Templates *t, const TbkConfiguration *c, const Words *words, Places *places)
{
  places->c = c;
  places->words = words;

  for (int p = 0; p < t->n_places; p++) {
    PlaceStep step = t->places[p].step;
    int parent = t->places[p].parent, depth = c->depth - 1 - (int) (step - STEP_S0);

    places->word[p] = places->depth[p] = NOWHERE;
    if (step <= STEP_S3) {
      places->depth[p] = depth >= 0 ? depth : NOWHERE;
      places->word[p] = depth >= 0 ? c->stack[depth].word : NOWHERE;
    } else if (step <= STEP_B3) {
      places->word[p] = input_word (c, (int) (step - STEP_B0));
    } else if (step <= STEP_T1) {
      const int of_second = c->n_second - 1 - (int) (step - STEP_T0);
      places->word[p] = of_second >= 0 ? c->second[of_second] : NOWHERE;
    } else if (places->word[parent] == NOWHERE) {
      continue;
    } else if (step == STEP_HEAD) {
      set_head (places, p, parent);
    } else {
      places->word[p] = relative (c, step, places->word[parent]);
    }
  }
}

/* Distances from 6 to 10 are one, and those above. */
static guint32
distance (int from, int to)
{
  int d = ABS (to - from);

  return from == NOWHERE || to == NOWHERE ? 9 : d <= 5 ? (guint32) d : d <= 10 ? 6 : 7;
}

/* UPOS, and of an element of the stack also the label that the system gave it: two elements of one UPOS may
 * differ in what may be done with them. */
static guint32
tag (const Places *places, int p)
{
  guint32 upos = places->words->words[places->word[p]].atoms[ATTRIBUTE_UPOS];

  return places->depth[p] < 0 ? upos
                              : upos * 0x9e3779b1u + (guint32) places->c->stack[places->depth[p]].label;
}

/* The value of an atom. Of a word that is not there columns are MISSING, and counts 0. */
guint32
atom_value (const Places *places, const Atom *atom)
{
  const TbkConfiguration *c = places->c;
  const Word *words = places->words->words;
  int word = places->word[atom->place];

  switch ((AtomKind) atom->kind) {
  case ATOM_COLUMN:
    return words[word].atoms[atom->attribute];
  case ATOM_TAG:
    return tag (places, atom->place);
  case ATOM_LABEL:
    return word < 0 ? 0 : (guint32) (c->relations[word] + 2);
  case ATOM_NLEFT:
    return word < 0 ? 0 : (guint32) c->children[word].n_left + 1;
  case ATOM_NRIGHT:
    return word < 0 ? 0 : (guint32) c->children[word].n_right + 1;
  case ATOM_ROOT:
    return word == 0;
  case ATOM_FIRST:
    return word == 1;
  case ATOM_SAME:
    return words[word].atoms[atom->attribute] == words[places->word[atom->other]].atoms[atom->attribute];
  case ATOM_DISTANCE:
    return distance (word, places->word[atom->other]);
  case ATOM_DEPTH:
    return (guint32) MIN (c->depth, 4);
  case ATOM_INPUT:
    return tbk_configuration_n_input (c) > 0;
  case ATOM_BIAS:
  case ATOM_BETWEEN:
  case ATOM_VECTOR:
    break;
  }
  return 1;
}

/* The different UPOS between two words; returns how many, at most MOST_BETWEEN words being looked at.
 *
 * The words between the two foci say whether an arc would cover a verb or a comma. Each UPOS counts once; a
 * list of at most MOST_BETWEEN is searched from the front, as there are seldom more than six. */
static int
list_between (const Places *places, const Atom *atom, guint32 *upos)
{
  int from = places->word[atom->place], to = places->word[atom->other], n = 0;

  if (from < 0 || to < 0)
    return 0;
  if (from > to) {
    int first = to;
    to = from;
    from = first;
  }
  to = MIN (to, from + 1 + MOST_BETWEEN);
  for (int word = from + 1; word < to; word++) {
    guint32 found = places->words->words[word].atoms[ATTRIBUTE_UPOS];
    int i = 0;
    while (i < n && upos[i] != found)
      i++;
    upos[i] = found;
    n += i == n;
  }
  return n;
}

/* The rows of all features: each template mixes the values of its atoms into one hash, of which `bits` bits
 * choose a row of weights. Rows may collide; learning copes with that. An atom with several values gives as
 * many features, whose hashes differ in the last step alone. */
void
features_extract (const Templates *t, const TbkConfiguration *configuration, const Words *words, int bits,
                  Features *features)
{
  Places places;
  guint32 values[MOST_ATOMS], upos[MOST_BETWEEN];
  int n_between, n = 0;

  places_find (t, configuration, words, &places);
  for (int a = 0; a < t->n_atoms; a++)
    values[a] = atom_value (&places, &t->atoms[a]);
  for (int i = 0; i < t->n_plain; i++) {
    const Template *template = &t->templates[i];
    guint64 hash = template->seed;
    for (int a = 0; a < template->n_atoms; a++)
      hash = mix (hash, values[template->atoms[a]]);
    features->rows[n++] = row_of (hash, bits);
  }

  n_between = t->between >= 0 ? list_between (&places, &t->atoms[t->between], upos) : 0;
  for (int i = t->n_plain; i < t->n_templates; i++) {
    const Template *template = &t->templates[i];
    guint64 hash = template->seed;
    for (int a = 0; a + 1 < template->n_atoms; a++)
      hash = mix (hash, values[template->atoms[a]]);
    for (int b = 0; b < n_between; b++)
      features->rows[n++] = row_of (mix (hash, upos[b]), bits);
  }
  features->n = n;
}
