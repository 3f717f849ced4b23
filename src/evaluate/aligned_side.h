/* aligned_side.h - one of two files whose words are aligned: words, tokens and sentences as stretches of the
 * text.
 *
 * A side holds the sentences that were added and are not forgotten. Places are bytes of the text of these,
 * without spaces.
 */
#ifndef EVALUATE_ALIGNED_SIDE_H
#define EVALUATE_ALIGNED_SIDE_H

#include "conllu/cursor.h"
#include "evaluate/relations.h"

enum { ALIGNED_NOTHING = -1 };

typedef enum {
  ALIGNED_LEMMA,
  ALIGNED_UPOS,
  ALIGNED_XPOS,
  ALIGNED_FEATS,  /* those that count, sorted */
  ALIGNED_DEPREL, /* up to ":" */
  ALIGNED_FORM,   /* of a word in a range */
  N_ALIGNED_FIELDS
} AlignedField;

/* A string of a side. */
typedef struct {
  gsize at;
  gsize size;
} AlignedString;

typedef struct {
  gsize start, end;            /* those of its token */
  int sentence;                /* its number in the side */
  int head;                    /* a word of the side, ALIGNED_NOTHING for the root */
  int match;                   /* the word of the other side that is aligned with it, or ALIGNED_NOTHING */
  int first_child, next_child; /* functional children, in order; ALIGNED_NOTHING behind the last */
  RelationKind kind;
  gboolean is_in_range;
  AlignedString fields[N_ALIGNED_FIELDS];
} AlignedWord;

typedef struct {
  gsize start, end;
  gint64 line; /* in the file; of a sentence: of its first token */
  gboolean is_range;
} AlignedSpan;

typedef struct {
  Cursor cursor;
  gboolean has_any_root; /* sentences may have several */
  char *text, *strings;
  gsize n_text, n_strings, text_allocated, strings_allocated;
  AlignedWord *words;
  AlignedSpan *tokens, *sentences;
  gsize n_words, n_tokens, n_sentences, words_allocated, tokens_allocated, sentences_allocated;
  TbkPiece *features; /* scratch */
  gsize features_allocated;
} AlignedSide;

/* Opens the file at @path, which must have the columns of CoNLL-U. */
gboolean aligned_side_open (AlignedSide *side, const char *path, gboolean has_any_root, GError **error);
void aligned_side_clear (AlignedSide *side);

/* A place between two sentences of a side: what stands before it. */
typedef struct {
  gsize n_text, n_words, n_tokens, n_sentences;
} AlignedPlace;

AlignedPlace aligned_side_end (const AlignedSide *side);

/* Forgets what stands before @place; what comes behind it has no matches as yet. */
void aligned_side_forget_before (AlignedSide *side, const AlignedPlace *place);

/* Adds the next sentence, or sets cursor.is_at_end. */
gboolean aligned_side_add (AlignedSide *side, GError **error);

/* The form of a word, and another of its strings; good until a sentence is added. */
TbkPiece aligned_side_form (const AlignedSide *side, const AlignedWord *word);

static inline TbkPiece
aligned_side_field (const AlignedSide *side, const AlignedWord *word, AlignedField field)
{
  return (TbkPiece){ side->strings + word->fields[field].at, word->fields[field].size };
}

#endif
