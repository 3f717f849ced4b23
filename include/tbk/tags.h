/* tags.h - around the core: trees as tags: a tag for each word, from which the tree can be read again.
 *
 *   g_autoptr (TbkTags) tags = tbk_tags_new (tbk_tag_encoding_find ("4-bit"), NULL);
 *   TbkPiece out[100];
 *
 *   if (tbk_tags_encode (tags, heads, NULL, n, out, &error))
 *     for (int d = 1; d <= n; d++)
 *       printf ("%.*s\n", (int) out[d].size, out[d].bytes);
 *
 * Words      0 is the artificial root, left of word 1; heads[0] = -1. A word is a right dependent if its head is
 *            on its left, so words whose head is 0 are right dependents. It is the outermost one if no other
 *            dependent of its head is farther out on its side.
 * Encodings  absolute       the head
 *            relative       the head less the word, +2 or -1; 0 for a root word
 *            relative-upos  +2@NOUN: the second word on the right whose UPOS is NOUN; -1@ROOT for a root word
 *            brackets       \ for each left dependent, < of a left or > of a right dependent, / for each right
 *                           dependent; arcs of 0 have no brackets, a word without any is `.`
 *            brackets-2     the same in two planes; brackets of the second have a `*`
 *            4-bit          a right dependent, the outermost one, has left dependents, has right dependents
 *            7-bit          a right dependent, in plane 2, the outermost one in its plane; has left, right
 *                           dependents in plane 1; in plane 2. Arcs of 0 are in plane 1
 *            hexatags       l or r for the word, then but for the last word L< L> R< or R> for the gap behind it
 *            hierarchical   `\`, then `<^` `<` `>` or `>^`, then `/`: brackets of the rope cover
 *            hierarchical-any   the same for any tree: a bracket for each arc, with `*` for crossings
 * Trees      absolute and relative tags can write any tree, relative-upos if no word has UPOS ROOT; 4-bit and hierarchical ones projective trees, hexatags
 *            the ones with one root; brackets the ones in which no two arcs of one direction cross but for arcs of 0;
 *            two planes those whose arcs can be shared out to two such sets; hierarchical-any any tree with one
 *            root.
 * Decoding   always gives a tree, whatever the tags are. Well-formed tags give their tree. Else, for 4-bit,
 *            hierarchical and hexatags, the tree that changes the fewest tags (for hexatags, the fewest of those
 *            of words and gaps), and of these the fewest bits or brackets; for the others, the heads that can be
 *            read, and then the nearest tree (tbk_repair()). If one word alone has the relation root, it is the
 *            root of that tree. That is valid, but no promise of accuracy: scores are better than the best tags alone.
 * Ties       always the same tree.
 * Cost       encoding O(n), with UPOS, two planes and hierarchical-any O(n log n); reading O(n), with UPOS O(n log n). With
 *            hierarchical-any besides the signs for crossings, at most 2^26. The fewest changed tags O(n^3), of at most
 *            1000 words, some 80 n^2 bytes; tbk_repair() as there.
 * Errors     TBK_ERROR_DATA if a tree is outside of the class, heads are none, or above these limits;
 *            TBK_ERROR_RESOURCE if memory does not suffice.
 * Threads    a TbkTags belongs to one thread at a time; its memory is kept.
 * Source     Strzyz et al. (2019, 2020) for offsets and brackets; Gomez-Rodriguez et al. (2023) for bits; Amini et al.
 *            (2023) for hexatags, canonical here; Ezquerro et al. (2025) for hierarchical brackets.
 * Since      0.2
 */
#ifndef TBK_TAGS_H
#define TBK_TAGS_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"
#include "tbk/decode.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* An encoding; made by the library only. */
typedef struct TbkTagEncoding {
  const char *name;
  const char *trees;      /* the trees that it can write, for messages: "projective trees" */
  gboolean is_projective; /* only projective trees */
  gboolean has_one_root;  /* only trees with one root */
  gboolean needs_upos;
  /* (nullable): all tags, NULL-terminated, in the order of columns of scores; NULL if there is no end of them.
   * Hexatags are for words and gaps: l r L< L> R< R>. */
  const char *const *alphabet;
} TbkTagEncoding;

/* Encoding number @i, from 0; NULL behind the last. */
const TbkTagEncoding *tbk_tag_encoding_at (int i);

/* The encoding of a name, a listed one or hexatags-any; NULL if there is none. */
const TbkTagEncoding *tbk_tag_encoding_find (const char *name);

typedef struct {
  gboolean has_any_root; /* decoding: 0 may have several children, where the encoding allows that */
} TbkTagsOptions;

typedef struct TbkTags TbkTags;

/* @options: (nullable): NULL for all zeros. */
TbkTags *tbk_tags_new (const TbkTagEncoding *encoding, const TbkTagsOptions *options);
void tbk_tags_free (TbkTags *tags);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTags, tbk_tags_free)

/**
 * tbk_tags_encode:
 * @heads: n + 1 integers, a tree (tbk/tree.h); n from 0
 * @upos: (nullable): n + 1 parts of speech, the first of no account; needed by relative-upos
 * @out: (out caller-allocates): n + 1 tags, the first without bytes; owned by @tags until its next call
 *
 * Writes the tags of a tree. Fails (TBK_ERROR_DATA) if the tree is outside of the class.
 */
gboolean tbk_tags_encode (TbkTags *tags, const int *heads, const TbkPiece *upos, int n, TbkPiece *out,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_tags_decode:
 * @in: n + 1 tags, the first of no account; any bytes
 * @relations: (inout) (nullable): n + 1 of them, the first of no account. Of tags that fit no tree, a word that
 *             becomes the root gets `root`, or as the sentence spells that, and another one with this relation `dep`
 * @heads: (out caller-allocates): n + 1 integers, a tree; undefined after an error
 * @n_changed: (out) (optional): 0 if the tags are well formed. Else for 4-bit, hierarchical and hexatags the words
 *             whose tag in the tree is another; for the others, the words with another head than the tag reads, or none
 *
 * Reads a tree.
 */
gboolean tbk_tags_decode (TbkTags *tags, const TbkPiece *in, const TbkPiece *upos, TbkPiece *relations, int n,
                          int *heads, int *n_changed, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Decoding from scores: the well-formed tags of greatest sum, and sums over all of them.
 *
 * A tagger scores each tag of each word. Its best tags are often the tags of no tree; here are the best ones of a tree, and what any of them
 * is worth among all that are.
 *
 * Encodings  4-bit, hierarchical and hexatags; brackets over projective trees, with the tags that are given; absolute, relative and
 *            relative-upos over projective trees, or any with `is_nonprojective`. No exact method is known for 7-bit, brackets-2
 *            and hierarchical-any: they are refused, TBK_ERROR_USAGE. hexatags-any, which tbk_tag_encoding_find() knows besides the
 *            listed encodings, is hexatags over binary trees of any order of joining, as published. There a tree has several
 *            sequences of tags: sums and numbers have all of them, and n best trees are refused, TBK_ERROR_USAGE.
 * Scores     as in tbk/decode.h: NaN and numbers of 2^112 or more are errors, -infinity and numbers of -2^112 or less forbid a
 *            tag. The score of a tree is the sum of its tags', from word 1 to word n, in double; for hexatags the gap behind a
 *            word counts with it.
 * Precision  the best tags of floats are found in floats, the best of doubles in doubles; of offsets as by tbk_decode(). Sums are
 *            found in doubles; log Z is right to 12 digits, marginals to 1e-14, however far apart scores are, but one by more
 *            than 2^49 below the best of its word counts as 2^49 below it. In sums scores that are denormals may count as 0.
 * Relations  are chosen before: the score of a tag has its best relation but `root`; its root score, which is in its
 *            place if the word depends on 0, has `root`. Of hexatags, the root scores of l and r count.
 * Options    `has_any_root`, `is_nonprojective` (offsets alone), `allows_none`, `n_threads` and `max_memory`, as in tbk/decode.h.
 * Ties       always the same tree. The best tags of each word are returned if they are well formed.
 * Cost       O(n^3); for brackets times the most dependents on a side. Sentences of the same length are computed side by side in
 *            vectors, eight of them, of floats sixteen, if `max_memory` suffices. Sums need up to 4 times as long where scores are
 *            very far apart. Memory: some 80 n^2 bytes a sentence and thread, for brackets 16 n^2 times the most dependents; for sums
 *            two to three times as much.
 * Errors     as in tbk/decode.h: of the first sentence that is wrong. TBK_ERROR_USAGE for tags that do not fit the encoding.
 * Threads    a decoder belongs to one thread at a time, which may ask it for more.
 */

/* Where the numbers of one sentence are: the number of word d, from 1, and tag t at first[(d - 1) * words_apart + t * tags_apart]. */
typedef struct {
  gpointer first;
  gint64 words_apart, tags_apart;
} TbkTagPlace;

/* A number for every tag of every word, where they are. */
typedef struct {
  TbkReal real;
  TbkTagPlace place;         /* of the first sentence */
  gint64 sentences_apart;    /* from a sentence's first number to the next one's */
  const TbkTagPlace *places; /* (nullable): where each sentence is, in place of these two */
} TbkTagNumbers;

typedef struct {
  const TbkTagEncoding *encoding;
  int n_sentences;
  const int *lengths;          /* words per sentence, from 1 */
  const TbkPiece *const *upos; /* (nullable): of each sentence, n + 1 of them; needed by relative-upos */
  int n_tags;                  /* columns of scores */
  const TbkPiece *tags;        /* (nullable): their names; NULL: the alphabet */
  const TbkTagNumbers *scores;
  const TbkTagNumbers *root_scores; /* (nullable): NULL: the same as scores */
  const TbkArcNumbers
      *arc_scores; /* (nullable): of arcs, beside scores of tags: 4-bit alone, without labels */
  gboolean
      has_unknown; /* tags of the alphabet, or offsets, that have no column are not forbidden, but have this score: */
  double unknown;
} TbkTagScores;

typedef struct TbkTagDecoder TbkTagDecoder;

TbkTagDecoder *tbk_tag_decoder_new (void);
void tbk_tag_decoder_free (TbkTagDecoder *decoder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTagDecoder, tbk_tag_decoder_free)

/**
 * tbk_decode_tags:
 * @options: (nullable): here and below; NULL for all zeros
 * @trees: (out): of each sentence its best trees, the best first, none twice; `labels` are the columns of tags, for hexatags l or
 *         r; -1 for tags without a column
 *
 * Finds the tree of the best well-formed tags, or the trees of the n best, in doubles. Of n trees after the best, some O(n log n)
 * each are added.
 */
gboolean tbk_decode_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                          const TbkTreeRows *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_count_tags:
 * @n_trees: (out) (optional): of each sentence the number of its trees with allowed tags, 0 if there are none, which is no error
 *           here; initialized before
 * @n_best: (out) (optional): the number of trees of greatest score. Scores are added in doubles: exact where scores are integers and
 *          n |score| < 2^53; of offsets as by tbk_count_trees()
 *
 * Counts trees. Cost: O(n^3) operations on numbers with as many digits as the results have.
 */
gboolean tbk_count_tags (TbkTagDecoder *decoder, const TbkTagScores *scores, const TbkDecodeOptions *options,
                         mpz_t *n_trees, mpz_t *n_best, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_tag_log_partition:
 * @log_z: (out) (optional): of each sentence the logarithm of the sum of exp (score) over its trees; -infinity if there is none
 * @marginals: (nullable): where the share of the trees with each tag of each word goes, in numbers of any type; 0 for all if there
 *             is no tree. They must not lie where scores do
 * @root_marginals: (nullable): the same for words that depend on 0, which are then left out there; needs root scores
 */
gboolean tbk_tag_log_partition (TbkTagDecoder *decoder, const TbkTagScores *scores,
                                const TbkDecodeOptions *options, double *log_z,
                                const TbkTagNumbers *marginals, const TbkTagNumbers *root_marginals,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_tag_arc_marginals:
 * @log_z: (out) (optional): as above
 * @marginals: where the share of the trees with each arc goes, as tbk_log_partition() puts it, in numbers of any type; 0 for all if
 *             there is no tree
 *
 * Sums over the trees of 4-bit tags (TBK_ERROR_USAGE for others) by their arcs. With these as scores tbk_decode() finds the tree of most
 * expected arcs. Symbols know heads here: this needs two to four times as long as marginals of tags, and so do sums and best trees with
 * arc scores.
 */
gboolean tbk_tag_arc_marginals (TbkTagDecoder *decoder, const TbkTagScores *scores,
                                const TbkDecodeOptions *options, double *log_z,
                                const TbkArcNumbers *marginals, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
