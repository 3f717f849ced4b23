/* tags.h - what the files of this room share: a sentence with its tags, and the records of encodings.
 *
 * Contents
 *   1. sentence: a tree and its tags, while one is made from the other
 *   2. coder: what an encoding can do
 *   3. coders: the encodings
 *   4. tags: a handle, and where numbers are, for the decoders from scores
 */
#ifndef TAGS_TAGS_H
#define TAGS_TAGS_H

#include <string.h>

#include "base/base.h"
#include "tbk/tags.h"

/* 1. sentence: a tree and its tags, while one is made from the other. */

/* A word of a tree. Dependents: the outermost on each side, the word itself if there is none. */
typedef struct {
  int leftmost, rightmost;
  int plane; /* of the arc into it: 1 or 2, 0 without one */
  int place; /* scratch of an encoding */
  int next;  /* of a list of words, 0 at its end */
  /* Fields that only one encoding needs at a time. */
  union {
    /* Stacks as lists, one for each plane and side: what is beneath, and how often the word is still there. */
    struct {
      int beneath[2][2], n_left[2];
    };
    /* planes.c, of the arc into the word. */
    struct {
      int listed;  /* next shorter arc of the same head; 0 at the end */
      int longest; /* of a head: first of them */
      int below;   /* the arc below it on the stack; 0 at the bottom */
      int parent;  /* of union-find */
      int differs; /* it is in the other plane than its parent */
    };
    /* ropes.c, of the structural arc from the word to the right: its other end, 0 without one, and its direction; and
     * sums of open arcs. */
    struct {
      int far_end, is_right, sums[3];
    };
  };
} TagWord;

typedef struct {
  int n;
  int *heads;           /* n + 1; -1: none was read */
  const TbkPiece *upos; /* n + 1; NULL if they are not known */
  const TbkPiece *in;   /* n + 1: the tags to be read */
  TagWord *words;       /* n + 1 */
  int *order;           /* 2 (n + 1): scratch */
  GString *text;        /* the tags written, one after the other */
  gsize *ends;          /* n + 1: where each ends in it */
  gboolean is_too_long; /* the tags written would be */
  GArray *stack;        /* scratch of readers: TagOpen */
  GArray *left_stack;   /* scratch of hierarchical-any: TagOpen */
  GArray *marks;        /* and TagBracket */
} TagSentence;

/* An element that waits on a stack: a word, and the first of a list of words that go with it. */
typedef struct {
  int word, first, kind;
} TagOpen;

static inline gboolean
sentence_is_outermost (const TagSentence *s, int d)
{
  const TagWord *head = &s->words[s->heads[d]];

  return d == head->leftmost || d == head->rightmost;
}

static inline gboolean
sentence_is_right (const TagSentence *s, int d)
{
  return s->heads[d] < d;
}

static inline void
sentence_end_tag (TagSentence *s, int d)
{
  s->ends[d] = s->text->len;
}

/* The number of the tag in an alphabet; -1 if it is none. */
static inline int
sentence_find_tag (TbkPiece tag, const char *const *alphabet)
{
  for (int t = 0; alphabet[t] != NULL; t++) {
    const char *name = alphabet[t];
    gsize i = 0;

    while (i < tag.size && name[i] == tag.bytes[i] && name[i] != '\0')
      i++;
    if (i == tag.size && name[i] == '\0')
      return t;
  }
  return -1;
}

/* All words from @first on, linked by `next`, depend on @head. */
static inline void
sentence_attach_list (TagSentence *s, int first, int head)
{
  for (int d = first; d != 0; d = s->words[d].next)
    s->heads[d] = head;
}

static inline TagOpen *
sentence_top (TagSentence *s)
{
  return s->stack->len == 0 ? NULL : &g_array_index (s->stack, TagOpen, s->stack->len - 1);
}

static inline void
sentence_push (TagSentence *s, int word, int first, int kind)
{
  const TagOpen open = { word, first, kind };

  g_array_append_val (s->stack, open);
}

static inline void
sentence_pop (TagSentence *s)
{
  g_array_set_size (s->stack, s->stack->len - 1);
}

/* A bracket of a tree of any kind. Those of a word are linked by `next`, from `place` of the word on; -1 ends both. */
typedef struct {
  int other; /* the word at the other end */
  int next, n_stars;
  char sign;
  gboolean has_rope;
} TagBracket;

/* 2. coder: what an encoding can do. */

typedef struct {
  TbkTagEncoding shown;
  /* Writes the tags of the words 1..n of any tree, those of a tree outside of the class too: they are read again to
   * see whether it is one. FALSE if it is not. `words` has the outermost dependents. */
  gboolean (*write) (TagSentence *s);
  /* Reads all heads that tags give, of which none is set before, and returns whether the tags are well formed. Of an
   * exact coder these heads are then a tree; else they may be none. */
  gboolean (*read) (TagSentence *s);
  gboolean is_exact; /* tags that are not well formed are changed as few as possible */
} TagCoder;

/* 3. coders: the encodings. */

extern const TagCoder offsets_absolute, offsets_relative, offsets_upos;
extern const TagCoder brackets_one, brackets_two;
extern const TagCoder bits_four, bits_seven;
extern const TagCoder hexatags_coder, hexatags_any;
extern const TagCoder ropes_projective, ropes_any;

/* Returns TRUE if columns are for words, the first two, and for gaps. */
static inline gboolean
coder_has_gaps (const TagCoder *coder)
{
  return coder == &hexatags_coder || coder == &hexatags_any;
}

/* Shares the arcs out to two planes in each of which no two arcs of one direction cross. Arcs of 0 are right arcs of
 * plane 1 if @has_root, else of none. FALSE if that is not possible. */
gboolean planes_find (TagSentence *s, gboolean has_root);

/* Returns TRUE if it is a tag of that encoding, which is one of offsets, in the one way in which it is
 * written. */
gboolean offsets_is_tag (const TagCoder *coder, TbkPiece tag);

/* For each word d and each head h the number of the tag that names it, at [d * (n + 1) + h]; -1 if none of them does. */
void offsets_find_columns (const TagCoder *coder, TagSentence *s, const TbkPiece *tags, int n_tags,
                           int *columns);

/* 4. tags: a handle, and where numbers are, for the decoders from scores. */

/* Makes room for @n words, of which there is nothing else; NULL without memory. */
TagSentence *tags_sentence (TbkTags *tags, int n, const TbkPiece *upos, GError **error);

/* Reads tags of an exact encoding, or any that are well formed: FALSE if they are not, or if not so many roots are allowed;
 * then @heads are of no use. To be called after tags_sentence(). */
gboolean tags_read (TbkTags *tags, const TbkPiece *in, int *heads);

/* The tag of a word from the columns of the alphabet that it has, as charts give them. */
TbkPiece tags_of_columns (const TagCoder *coder, const int *chosen);

/* Fails with the place of a score that is out of range: of tag number @t of a word, in the field @what. */
gboolean tags_fail_score (const char *what, int word, int t, TbkPiece tag, double score, GError **error);

/* Where the numbers of a sentence are, the first one being 0. */
TbkTagPlace tags_numbers_place (const TbkTagNumbers *numbers, int sentence);

#endif
