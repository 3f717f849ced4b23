/* features.c - places, atoms and hashes of a configuration.
 *
 * A transition can promise a word a head: right_arc of arc-eager parsing makes the arc when the word is
 * reduced. Such a word has a relation and no head yet. Its head is the element under it in the stack.
 */
#include "features/features.h"

/* The @k-th word of the input. */
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

static guint32
tag (const Places *places, int p)
{
  guint32 upos = places->words->words[places->word[p]].atoms[ATTRIBUTE_UPOS];

  return places->depth[p] < 0 ? upos
                              : upos * 0x9e3779b1u + (guint32) places->c->stack[places->depth[p]].label;
}

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

/* The different UPOS between two words; returns how many, at most MOST_BETWEEN words being looked at. */
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
