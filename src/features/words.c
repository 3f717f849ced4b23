/* words.c - the attributes of words, from their columns to hashes. */
#include "features/words.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { MISSING = 0, ROOT = 1, AFFIX = 3 };

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

/* Case, agreement (gender, number, person) and verb form are hashes of their features in order. */
static void
set_features (Word *word, TbkPiece feats)
{
  const char *start = feats.bytes, *end = feats.bytes + feats.size;

  word->atoms[ATTRIBUTE_FEATS] = hash_piece (feats);
  for (Attribute a = ATTRIBUTE_CASE; a <= ATTRIBUTE_VERB; a++)
    word->atoms[a] = 2;
  while (start < end) {
    const char *bar = memchr (start, '|', (gsize) (end - start));
    const char *stop = bar != NULL ? bar : end, *equals = memchr (start, '=', (gsize) (stop - start));
    Attribute a = equals != NULL ? attribute_of (start, (gsize) (equals - start)) : N_ATTRIBUTES;
    if (a < N_ATTRIBUTES)
      word->atoms[a] = word->atoms[a] * 0x9e3779b1u ^ words_stable_hash (start, (gsize) (stop - start));
    start = stop + 1;
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

static void
set_parts (const GString *lower, TbkPiece feats, WordParts *parts)
{
  const char *start = feats.bytes, *end = feats.bytes + feats.size;

  set_affixes (lower, parts);
  for (parts->n_features = 0; start < end && parts->n_features < MOST_PARTS;) {
    const char *bar = memchr (start, '|', (gsize) (end - start)), *stop = bar != NULL ? bar : end;
    parts->features[parts->n_features++] = words_stable_hash (start, (gsize) (stop - start));
    start = stop + 1;
  }
}

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
