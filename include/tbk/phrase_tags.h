/* phrase_tags.h - around the core: phrase-structure trees as tags: a tag for each word, from which the tree can be read
 * again.
 *
 *   g_autoptr (TbkPhraseTags) tags = tbk_phrase_tags_new (tbk_phrase_encoding_find ("tetratags"));
 *   TbkPiece out[100];
 *
 *   if (tbk_phrase_tags_encode (tags, &gold, labels, out, &error))
 *     for (int i = 0; i < gold.n; i++)
 *       printf ("%.*s\n", (int) out[i].size, out[i].bytes);
 *
 * Words      0..n-1, as in tbk/transition.h.
 * Trees      all trees. A chain of constituents over the same words is one, whose label joins theirs from the
 *            top: S+VP; a `+`, `/` or `\` of a label itself has a `\` before it. A constituent over one word stays
 *            one. Labels are not empty, and have no blanks and no parentheses.
 * Encodings  tetratags   the tree is made binary from the right, by nodes without label. A word has l or r, whether
 *                        it is a left or a right child, with /X if a constituent X is over the word alone. But for the
 *                        last word a blank and the gap behind it follow: L or R, whether the lowest node over the gap
 *                        is a left (or the topmost) or a right child, with /X for its label. (S (NP a letter) came):
 *                        `l L/NP`, `r L/S`, `r`. A node with L has a label
 *            attach-juxtapose   a word is put into the tree of the words before it. aT/X: it becomes the last child
 *                        of the constituent T, counted from the root, 0, down the right edge. jT/X/Y: a new
 *                        constituent Y gets T as its first child, the word as its second. X is the constituent over the
 *                        word alone, or nothing. The same tree: `a0/NP`, `a0/`, `j0//S`
 * Decoding   always gives a tree, whatever the tags are. Well-formed tags give theirs; of each tree there is one
 *            sequence. Else it is a tree that changes the fewest tags (tetratags of words and of gaps count
 *            apart), and of these the fewest letters, labels and levels. A label that must be made up is X. That is
 *            valid, but no promise of accuracy: scores are better than the best tags alone.
 * Ties       always the same tree.
 * Cost       encoding, and reading well-formed tags, O(n). The fewest changes O(n h), in 8 n h bytes: h is n / 2 for tetratags,
 *            and for attach-juxtapose the deepest level. n h is at most 2^23, TBK_ERROR_DATA above.
 * Errors     TBK_ERROR_DATA for a label that has no tag; TBK_ERROR_RESOURCE if memory does not suffice.
 * Threads    a TbkPhraseTags belongs to one thread at a time; its memory is kept.
 * Source     Kitaev and Klein (2020) for tetratags; Yang and Deng (2020) for attach-juxtapose.
 * Since      0.2
 */
#ifndef TBK_PHRASE_TAGS_H
#define TBK_PHRASE_TAGS_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/decode.h"
#include "tbk/io.h"
#include "tbk/tags.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

/* An encoding; made by the library only. */
typedef struct {
  const char *name;
  gboolean has_gaps; /* tags are of words and of the gaps behind them, which scores have apart */
} TbkPhraseEncoding;

/* Encoding number @i, from 0; NULL behind the last. */
const TbkPhraseEncoding *tbk_phrase_encoding_at (int i);

/* The encoding of a name; NULL if there is none. */
const TbkPhraseEncoding *tbk_phrase_encoding_find (const char *name);

typedef struct TbkPhraseTags TbkPhraseTags;

TbkPhraseTags *tbk_phrase_tags_new (const TbkPhraseEncoding *encoding);
void tbk_phrase_tags_free (TbkPhraseTags *tags);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseTags, tbk_phrase_tags_free)

/**
 * tbk_phrase_tags_encode:
 * @tree: that was set (tbk_phrase_tree_set())
 * @labels: the names of its labels
 * @out: (out caller-allocates): a tag for each word; owned by @tags until its next call
 *
 * Writes the tags of a tree. Fails (TBK_ERROR_DATA) if a label cannot be in a tag.
 */
gboolean tbk_phrase_tags_encode (TbkPhraseTags *tags, const TbkPhraseTree *tree, const TbkVocabulary *labels,
                                 TbkPiece *out, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_phrase_tags_decode:
 * @in: a tag for each of @n words, from 1; any bytes
 * @labels: gets the names of labels that it does not have
 * @constituents: (out): the constituents of the tree in pre-order, for tbk_phrase_tree_set(); owned by @tags until its next call
 * @n_changed: (out) (optional): 0 if the tags are well formed, else the words whose tag in the tree is another
 *
 * Reads a tree.
 */
gboolean tbk_phrase_tags_decode (TbkPhraseTags *tags, const TbkPiece *in, int n, TbkVocabulary *labels,
                                 const TbkConstituent **constituents, int *n_constituents, int *n_changed,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Decoding from scores: the well-formed tags of greatest sum, and sums over all of them.
 *
 * Tags      are the columns of scores, in any order, each once. Tetratags of words (l/NP) and of gaps (R/VP) have columns of
 *           their own, so that labels need not be paired. A tag without a column is forbidden.
 * Scores    as in tbk/decode.h: NaN and numbers of 2^112 or more are errors, -infinity and numbers of -2^112 or less forbid a
 *           tag. All is computed in doubles. The score of a tree is the sum of its tags', from the first word to the last one;
 *           the gap behind a word counts with it. Of the last word the columns of gaps do not count.
 * Options   `allows_none`, `n_threads` and `max_memory`, as in tbk/decode.h; others are not read.
 * Ties      always the same tree. The best tags of each word are returned if they are well formed.
 * Cost      O(n (h + V)) for n words, V columns and trees of height h, which has no bound but n. Memory: 8 bytes for each word and
 *           height; for sums 16, and 16 for each word and column, and 32 for each word and level of attach-juxtapose.
 * Errors    as in tbk/decode.h: of the first sentence that is wrong. TBK_ERROR_USAGE for columns that are no tags.
 * Threads   a call may use several; calls do not share anything.
 */

typedef struct {
  const TbkPhraseEncoding *encoding;
  int n_sentences;
  const int *lengths; /* words per sentence, from 1 */
  int n_tags;         /* columns */
  const TbkPiece *tags;
  const TbkTagNumbers *scores; /* of word d, from 1, as in tbk/tags.h */
} TbkPhraseTagScores;

/* Tags of sentences: word i, from 0, of the t-th tree of sentence s has the column at [((s * n_trees + t) * width + i) * 2], and
 * the gap behind it the next number; -1 where there is no tag. tbk_phrase_tags_decode() makes the tree from the names of
 * columns. */
typedef struct {
  int n_trees; /* of each sentence, from 1 */
  int width;   /* at least the words of the longest sentence */
  int *columns;
  double *scores; /* (nullable): of each tree; -infinity if there is no such tree */
} TbkPhraseTagRows;

/**
 * tbk_decode_phrase_tags:
 * @options: (nullable): here and below; NULL for all zeros
 * @rows: (out): the tags of each sentence's best trees, the best first, none twice
 *
 * Finds the best well-formed tags. Several trees take O(V log V) more for each place of a tag that is met, and O(n log k) for
 * each of k trees, in memory of as much; without it the process ends, as by GLib. Sums that differ by rounding alone may come in
 * any order.
 */
gboolean tbk_decode_phrase_tags (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options,
                                 const TbkPhraseTagRows *rows, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_phrase_tag_log_partition:
 * @log_z: (out) (optional): of each sentence the logarithm of the sum of exp (score) over its trees; -infinity if there is none
 * @marginals: (nullable): where the share of the trees with each tag of each word goes, in numbers of any type; 0 for all if there
 *             is no tree. They must not lie where scores do
 */
gboolean tbk_phrase_tag_log_partition (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options,
                                       double *log_z, const TbkTagNumbers *marginals,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_count_phrase_tags:
 * @n_trees: (out) (optional): of each sentence the number of its trees, 0 if there are none, which is no error here; initialized
 * before
 * @n_best: (out) (optional): the number of trees of greatest score; exact, since scores are read as the binary fractions that they
 * are
 *
 * Counts trees. Cost: O(n (h + V)) operations on numbers with as many digits as the results have. Without memory for digits the
 * process ends, as by GMP.
 */
gboolean tbk_count_phrase_tags (const TbkPhraseTagScores *scores, const TbkDecodeOptions *options,
                                mpz_t *n_trees, mpz_t *n_best, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
