/* aligned_side.c - sentences of CoNLL-U as stretches of a text.
 *
 * The text of a side is all its forms without spaces, one after the other. Tokens, words and sentences are
 * stretches start..end of it, in bytes. The lines 1-2 "vamonos", 1 "vamos", 2 "nos", 3 "al mar" become
 *
 *   text      vamonosalmar
 *   tokens    0..7 (a range), 7..12
 *   words     0..7, 0..7, 7..12     the words of a range have its stretch, and their forms besides
 *
 * Fields that are compared are copied into `strings`, and words have offsets in it, since it moves as it
 * grows. Words, tokens and sentences have indices from the first that is still kept: aligned_side_finish() drops what is
 * done once that is half of all, and makes all offsets and indices smaller.
 */
#include "evaluation/evaluation.h"
#include "query/query.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

void
aligned_side_clear (AlignedSide *side)
{
  g_free (side->text);
  g_free (side->strings);
  g_free (side->words);
  g_free (side->tokens);
  g_free (side->sentences);
  for (gsize i = 0; i < side->n_sentences; i++)
    g_clear_error (&side->ends[i].fault);
  g_free (side->ends);
  g_free (side->features);
  tbk_facts_free (side->facts);
  g_free (side->found);
}

static gboolean
fail_memory (const AlignedSide *side, GError **error)
{
  return memory_fail (error, "the words of %s", side->file);
}

/* Strings. */

/* Returns how many bytes at @text are a space of the class Zs; 0 if it begins with something else. The
 * first byte excludes nearly all characters before UTF-8 is decoded. */
static gsize
space_size (const char *text, const char *end)
{
  const guchar *bytes = (const guchar *) text;
  gunichar c;

  if (bytes[0] == ' ')
    return 1;
  if (bytes[0] != 0xc2 && (bytes[0] < 0xe1 || bytes[0] > 0xe3)) /* of U+00A0, U+1680, U+2000 to U+3000 */
    return 0;
  c = g_utf8_get_char_validated (text, end - text);
  return c < (gunichar) -2 && g_unichar_type (c) == G_UNICODE_SPACE_SEPARATOR
             ? (gsize) (g_utf8_next_char (text) - text)
             : 0;
}

/* Appends a form to the text, without its spaces. */
static gboolean
add_text (AlignedSide *side, TbkPiece form)
{
  const char *end = form.bytes + form.size;

  if (!try_reserve (&side->text, &side->text_allocated, side->n_text + form.size, 1))
    return FALSE;
  for (const char *at = form.bytes; at < end;) {
    const gsize space = space_size (at, end);

    if (space == 0)
      side->text[side->n_text++] = *at;
    at += MAX (space, 1);
  }
  return TRUE;
}

/* Copies @piece behind the other strings. FALSE if memory runs out; the caller reports it. */
static gboolean
add_string (AlignedSide *side, TbkPiece piece, AlignedString *string)
{
  if (!try_reserve (&side->strings, &side->strings_allocated, side->n_strings + piece.size + 1, 1))
    return FALSE;
  *string = (AlignedString){ side->n_strings, piece.size };
  memcpy (side->strings + side->n_strings, piece.bytes, piece.size);
  side->n_strings += piece.size;
  return TRUE;
}

/* Features. */

/* TRUE if a feature is one of the universal ones, the only ones that the script of the shared task
 * compares. */
static gboolean
is_counted (TbkPiece feature)
{
  static const char *const counted[] = {
    "PronType", "NumType", "Poss",  "Reflex",   "Foreign",  "Abbr",     "Gender",
    "Animacy",  "Number",  "Case",  "Definite", "Degree",   "VerbForm", "Mood",
    "Tense",    "Aspect",  "Voice", "Evident",  "Polarity", "Person",   "Polite",
  };
  const char *equals = memchr (feature.bytes, '=', feature.size);
  const gsize size = equals != NULL ? (gsize) (equals - feature.bytes) : feature.size;

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    if (strlen (counted[i]) == size && memcmp (counted[i], feature.bytes, size) == 0)
      return TRUE;
  return FALSE;
}

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const TbkPiece *x = a, *y = b;
  const int order = memcmp (x->bytes, y->bytes, MIN (x->size, y->size));

  return order != 0 ? order : (x->size > y->size) - (x->size < y->size);
}

/* Lists the features that count: pieces of @feats, in their order there. */
static gboolean
list_features (AlignedSide *side, TbkPiece feats, gsize *n)
{
  *n = 0;
  for (TbkPiece feature; take_part (&feats, &feature);)
    if (is_counted (feature)) {
      if (!try_reserve (&side->features, &side->features_allocated, *n + 1, sizeof (TbkPiece)))
        return FALSE;
      side->features[(*n)++] = feature;
    }
  return TRUE;
}

/* Copies the features that count, sorted, so that two words have the same string if they have the same
 * features. Foreign features fall away: "Gender=Fem|Typo=Yes" becomes "Gender=Fem". */
static gboolean
add_features (AlignedSide *side, TbkPiece feats, AlignedString *string)
{
  gsize n;

  if (!list_features (side, feats, &n)
      || !try_reserve (&side->strings, &side->strings_allocated, side->n_strings + feats.size + 1, 1))
    return FALSE;
  if (n > 1)
    qsort (side->features, n, sizeof (TbkPiece), compare_pieces);
  *string = (AlignedString){ side->n_strings, 0 };
  for (gsize f = 0; f < n; f++) {
    if (f > 0)
      side->strings[side->n_strings++] = '|';
    memcpy (side->strings + side->n_strings, side->features[f].bytes, side->features[f].size);
    side->n_strings += side->features[f].size;
  }
  string->size = side->n_strings - string->at;
  return TRUE;
}

/* Words and tokens. */

/* Adds a token with its form, that of a range or of a word outside any range. A form of nothing but
 * spaces would be a stretch of no length, which could be aligned with nothing. */
static gboolean
add_token (AlignedSide *side, TbkPiece form, gint64 line, gboolean is_range, GError **error)
{
  const gsize start = side->n_text;

  if (!add_text (side, form)
      || !try_reserve (&side->tokens, &side->tokens_allocated, side->n_tokens + 1, sizeof (AlignedSpan)))
    return fail_memory (side, error);
  side->tokens[side->n_tokens++] = (AlignedSpan){ start, side->n_text, line, is_range };
  if (side->n_text > start)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": a form of nothing but spaces found, expected characters", side->file,
               line);
  return FALSE;
}

/* Returns the field as the script of the shared task reads it: one that is empty is not `_`. The reader's `_` for one is
 * none of the bytes of the line. */
static TbkPiece
field_as_written (const TbkConlluLine *line, TbkColumn column)
{
  const TbkPiece field = line->fields[column], text = line->text;
  const gboolean is_written = (guintptr) field.bytes - (guintptr) text.bytes < text.size;

  return is_written ? field : (TbkPiece){ "", 0 };
}

/* Adds a word of the token that was added last. @head is the index of its head among the words of the
 * side, or ALIGNED_NOTHING. n_words goes up only when all is there. */
static gboolean
add_word (AlignedSide *side, const TbkConlluLine *line, int head, gboolean is_in_range, GError **error)
{
  static const TbkColumn columns[] = {
    [ALIGNED_LEMMA] = TBK_COLUMN_LEMMA,
    [ALIGNED_UPOS] = TBK_COLUMN_UPOS,
    [ALIGNED_XPOS] = TBK_COLUMN_XPOS,
  };
  const AlignedSpan *token = &side->tokens[side->n_tokens - 1];
  const TbkPiece form = is_in_range ? line->fields[TBK_COLUMN_FORM] : (TbkPiece){ "", 0 };
  const TbkPiece relation = relations_universal (field_as_written (line, TBK_COLUMN_DEPREL));
  AlignedWord *word;

  if (!try_reserve (&side->words, &side->words_allocated, side->n_words + 1, sizeof (AlignedWord)))
    return fail_memory (side, error);
  word = &side->words[side->n_words];
  *word = (AlignedWord){ .start = token->start,
                         .end = token->end,
                         .sentence = (int) side->n_sentences,
                         .head = head,
                         .match = ALIGNED_NOTHING,
                         .first_child = ALIGNED_NOTHING,
                         .next_child = ALIGNED_NOTHING,
                         .kind = relation_kind (relation),
                         .is_in_range = is_in_range,
                         .counts = TRUE };
  for (guint f = 0; f < G_N_ELEMENTS (columns); f++)
    if (!add_string (side, field_as_written (line, columns[f]), &word->fields[f]))
      return fail_memory (side, error);
  if (!add_string (side, relation, &word->fields[ALIGNED_DEPREL])
      || !add_string (side, form, &word->fields[ALIGNED_FORM])
      || !add_features (side, line->fields[TBK_COLUMN_FEATS], &word->fields[ALIGNED_FEATS]))
    return fail_memory (side, error);
  side->n_words++;
  return TRUE;
}

/* Links functional words to their heads, as lists: first_child of the head, next_child of each. They
 * are added from the last to the first, each at the front, so that they come in order. */
static void
list_children (AlignedSide *side, gsize first)
{
  for (gsize w = side->n_words; w-- > first;) {
    AlignedWord *word = &side->words[w];

    if (word->kind != RELATION_FUNCTIONAL || word->head == ALIGNED_NOTHING)
      continue;
    word->next_child = side->words[word->head].first_child;
    side->words[word->head].first_child = (int) w;
  }
}

/* Sentences. */

static gboolean
fail_sentence (const AlignedSide *side, gint64 line, const char *found, const char *expected, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s found, expected %s", side->file,
               line, found, expected);
  return FALSE;
}

static gboolean
check_roots (const AlignedSide *side, const TbkConlluSentence *sentence, GError **error)
{
  g_autofree char *roots = NULL;

  if (sentence->n_roots == 1 || side->has_any_root)
    return TRUE;
  roots = g_strdup_printf ("a sentence of %d roots", sentence->n_roots);
  return fail_sentence (side, sentence->line, roots, "one; --root=any counts such sentences too", error);
}

/* Adds the tokens and words of a sentence. A word up to the last number of a range is in
 * that range. Line numbers are counted on from the line before. */
static gboolean
add_lines (AlignedSide *side, const TbkConlluSentence *sentence, GError **error)
{
  const int first = (int) side->n_words;
  const char *position = NULL, *counted = sentence->text;
  gint64 number = sentence->line;
  int last_in_range = 0;
  TbkConlluLine line;

  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const gboolean is_in_range = line.kind == TBK_LINE_WORD && line.first <= last_in_range;

    if (line.kind != TBK_LINE_WORD && line.kind != TBK_LINE_RANGE)
      continue;
    number += sentence->is_vector ? 0 : count_newlines (counted, line.text.bytes);
    counted = line.text.bytes;
    if (!is_in_range
        && !add_token (side, line.fields[TBK_COLUMN_FORM], number, line.kind == TBK_LINE_RANGE, error))
      return FALSE;
    if (line.kind == TBK_LINE_RANGE) {
      last_in_range = line.last;
    } else {
      const int head = sentence->heads[line.first];

      if (!add_word (side, &line, head == 0 ? ALIGNED_NOTHING : first + head - 1, is_in_range, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Finds which words count, from word @first of the side on. */
static gboolean
find_counted (AlignedSide *side, const TbkEntry *entry, gsize first, GError **error)
{
  if (side->counted == NULL)
    return TRUE;
  if (side->facts == NULL)
    side->facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);
  if (!reserve_words (&side->found, &side->n_found, entry->n_words, sizeof (gboolean), error))
    return FALSE;
  tbk_facts_set (side->facts, entry);
  query_note (side->counted, side->facts);
  if (!tbk_query_find (side->counted, side->facts, side->found, NULL, error))
    return tbk_entry_fail (entry, error);
  for (int word = 1; word <= entry->n_words; word++)
    side->words[first + (gsize) word - 1].counts = side->found[word];
  return TRUE;
}

/* Ends the sentence that was begun at @start. @fault is taken. */
static gboolean
end_sentence (AlignedSide *side, const AlignedPlace *start, gint64 line, GError *fault, GError **error)
{
  if (!try_reserve (&side->sentences, &side->sentences_allocated, side->n_sentences + 1, sizeof (AlignedSpan))
      || !try_reserve (&side->ends, &side->ends_allocated, side->n_sentences + 1, sizeof (AlignedEnd))) {
    g_clear_error (&fault);
    return fail_memory (side, error);
  }
  side->sentences[side->n_sentences] = (AlignedSpan){ start->n_text, side->n_text, line, FALSE };
  side->ends[side->n_sentences++] =
      (AlignedEnd){ { side->n_text, side->n_words, side->n_tokens, start->n_sentences + 1 }, fault };
  return TRUE;
}

/* Removes what a bad sentence began to add. Lack of memory is no fault of a sentence. */
gboolean
aligned_side_add (AlignedSide *side, const TbkEntry *entry, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  const AlignedPlace start = { side->n_text, side->n_words, side->n_tokens, side->n_sentences };
  const gsize n_strings = side->n_strings;
  GError *fault = entry->problem == NULL ? NULL : g_error_copy (entry->problem);

  side->file = entry->file;
  if (fault == NULL && fields_check (sentence, &fault) && check_roots (side, sentence, &fault)
      && add_lines (side, sentence, &fault) && find_counted (side, entry, start.n_words, &fault))
    list_children (side, start.n_words);
  if (fault != NULL && !g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, fault);
    return FALSE;
  }
  if (fault != NULL) {
    side->n_text = start.n_text;
    side->n_words = start.n_words;
    side->n_tokens = start.n_tokens;
    side->n_strings = n_strings;
  }
  return end_sentence (side, &start, entry->line, fault, error);
}

gboolean
aligned_side_take (AlignedSide *side, GError **fault)
{
  const AlignedEnd *end;

  if (side->taken.n_sentences == side->n_sentences)
    return FALSE;
  end = &side->ends[side->taken.n_sentences];
  side->taken = end->place;
  if (end->fault != NULL)
    g_propagate_error (fault, g_error_copy (end->fault));
  return end->fault == NULL;
}

TbkPiece
aligned_side_form (const AlignedSide *side, const AlignedWord *word)
{
  return word->is_in_range ? aligned_side_field (side, word, ALIGNED_FORM)
                           : (TbkPiece){ side->text + word->start, word->end - word->start };
}

/* Moves the @n elements of @array that begin with number @first to its beginning. */
static void
move_down (gpointer array, gsize first, gsize n, gsize size)
{
  if (first > 0 && n > 0)
    memmove (array, (const char *) array + first * size, n * size);
}

/* The number of a word, once those before it are gone. */
static void
shift (int *word, int n)
{
  if (*word != ALIGNED_NOTHING)
    *word -= n;
}

static void
shift_spans (AlignedSpan *spans, gsize n, gsize n_text)
{
  for (gsize i = 0; i < n; i++) {
    spans[i].start -= n_text;
    spans[i].end -= n_text;
  }
}

static AlignedPlace
place_without (const AlignedPlace *place, const AlignedPlace *gone)
{
  return (AlignedPlace){ place->n_text - gone->n_text, place->n_words - gone->n_words,
                         place->n_tokens - gone->n_tokens, place->n_sentences - gone->n_sentences };
}

static void
shift_ends (AlignedSide *side, const AlignedPlace *gone)
{
  for (gsize i = 0; i < gone->n_sentences; i++)
    g_clear_error (&side->ends[i].fault);
  move_down (side->ends, gone->n_sentences, side->n_sentences, sizeof (AlignedEnd));
  for (gsize i = 0; i < side->n_sentences; i++)
    side->ends[i].place = place_without (&side->ends[i].place, gone);
  side->taken = place_without (&side->taken, gone);
  side->done = (AlignedPlace){ 0 };
}

/* Forgets what is done. The rest moves to the beginning of each array, and every offset
 * and index becomes smaller by what is gone: those of text, of strings, of words and of sentences. The
 * strings of a word begin with its first field, so those before it belong to words that are gone. */
static void
forget (AlignedSide *side)
{
  const AlignedPlace place = side->done;
  const int n_words = (int) place.n_words;
  const gsize strings = place.n_words < side->n_words ? side->words[n_words].fields[0].at : side->n_strings;

  side->n_words -= place.n_words;
  side->n_tokens -= place.n_tokens;
  side->n_sentences -= place.n_sentences;
  side->n_text -= place.n_text;
  side->n_strings -= strings;
  move_down (side->words, place.n_words, side->n_words, sizeof (AlignedWord));
  move_down (side->tokens, place.n_tokens, side->n_tokens, sizeof (AlignedSpan));
  move_down (side->sentences, place.n_sentences, side->n_sentences, sizeof (AlignedSpan));
  move_down (side->text, place.n_text, side->n_text, 1);
  move_down (side->strings, strings, side->n_strings, 1);
  for (gsize w = 0; w < side->n_words; w++) {
    AlignedWord *word = &side->words[w];

    word->start -= place.n_text;
    word->end -= place.n_text;
    word->sentence -= (int) place.n_sentences;
    shift (&word->head, n_words);
    shift (&word->first_child, n_words);
    shift (&word->next_child, n_words);
    for (AlignedField f = 0; f < N_ALIGNED_FIELDS; f++)
      word->fields[f].at -= strings;
  }
  shift_spans (side->tokens, side->n_tokens, place.n_text);
  shift_spans (side->sentences, side->n_sentences, place.n_text);
  shift_ends (side, &place);
}

/* Moves what is kept, at most once for each sentence that is gone. */
gsize
aligned_side_finish (AlignedSide *side, AlignedPlace place)
{
  side->done = place;
  if (side->taken.n_sentences < place.n_sentences)
    side->taken = place;
  if (place.n_sentences == 0 || 2 * place.n_sentences < side->n_sentences)
    return 0;
  forget (side);
  return place.n_words;
}
