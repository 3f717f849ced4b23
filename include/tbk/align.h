/* align.h - evaluation where tokens, words and sentences may differ: words are aligned by the characters of
 * the text.
 *
 * Counts are those of the script of the CoNLL 2018 shared task; intervals and tests, which it has not, are
 * over gold sentences.
 *
 *   g_autoptr (TbkAlignedEvaluation) evaluation = tbk_align_evaluate ("g.conllu", "s.conllu", FALSE, &error);
 *
 * Text      the forms of tokens, one after the other, without the spaces in them (Unicode class Zs). A
 *           multiword range is one token. Both files must have the same text.
 * Words     a word outside of ranges is the stretch of the text that its token is. Such words are aligned if
 *           they are the same stretch. In stretches with ranges words are aligned by a longest common
 *           subsequence of their forms in lower case, which is that of Python's str.lower, for the characters
 *           that GLib's version of Unicode has.
 * Measures  every one has four counts: what is right, gold, of the system, and aligned.
 *             Tokens, Sentences  stretches of the text that both files have
 *             Words              words that are aligned
 *             UPOS, XPOS, UFeats, AllTags  aligned words with the same tag or features; AllTags: all three.
 *                                Of FEATS only the 21 features count that the script lists
 *             Lemmas             aligned words with the same lemma, or whose gold lemma is "_"
 *             UAS, LAS           aligned words whose heads are aligned too; with the same relation up to ":"
 *             CLAS, BLEX         LAS over words with content relations (tbk/evaluate.h); with the same lemma
 *                                too
 *             MLAS               CLAS with the same UPOS, features, and children with functional relations
 *                                (aux, case, cc, clf, cop, det, mark), which must be right in the same way
 *           precision = right / system, recall = right / gold, F1 = 2 right / (gold + system).
 * Sentences a word of the system belongs to the gold sentence of the word that it is aligned with; one that
 *           is not aligned, a token or a sentence to that in which it begins.
 * Cost      linear in the files, and quadratic in the words of a stretch with ranges, which are some more than
 *           a range has unless ranges of both files overlap in a chain; two seconds where a stretch has 2^35
 *           pairs of words, the most. Sentences are read and forgotten as the files' texts meet. Memory: 88 bytes
 *           a gold sentence; with its tally some 400, or 800 against another system.
 * Errors    TBK_ERROR_DATA for what the script refuses: another text; a sentence that is not well formed or
 *           has not just one root; a form of spaces; columns other than the ten of CoNLL-U; and for a stretch of
 *           more than 2^35 pairs of words. No empty line at the end of the file, which the script refuses too,
 *           is none. TBK_ERROR_IO for files that cannot be read.
 * Threads   an evaluation may be shared once it is made.
 * Source    Zeman et al. (2018), "CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal
 *           Dependencies".
 * Since     0.2
 */
#ifndef TBK_ALIGN_H
#define TBK_ALIGN_H

#include <glib.h>

#include "tbk/evaluate.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_ALIGNED_TOKENS,
  TBK_ALIGNED_SENTENCES,
  TBK_ALIGNED_WORDS,
  TBK_ALIGNED_UPOS,
  TBK_ALIGNED_XPOS,
  TBK_ALIGNED_UFEATS,
  TBK_ALIGNED_ALLTAGS,
  TBK_ALIGNED_LEMMAS,
  TBK_ALIGNED_UAS,
  TBK_ALIGNED_LAS,
  TBK_ALIGNED_CLAS,
  TBK_ALIGNED_MLAS,
  TBK_ALIGNED_BLEX,
  TBK_N_ALIGNED,
} TbkAlignedMeasure;

/* As in tables: "UFeats". */
const char *tbk_aligned_measure_name (TbkAlignedMeasure measure);

typedef struct {
  gint64 right, gold, system;
  gint64 aligned; /* -1 for Tokens, Sentences and Words, for which it says nothing */
} TbkAlignedCounts;

typedef struct TbkAlignedEvaluation TbkAlignedEvaluation;

/* @gold, @system: paths of files in CoNLL-U
 * @has_any_root: whether sentences may have several roots, which the script allows by an option */
TbkAlignedEvaluation *tbk_align_evaluate (const char *gold, const char *system, gboolean has_any_root,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_aligned_evaluation_free (TbkAlignedEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkAlignedEvaluation, tbk_aligned_evaluation_free)

TbkAlignedCounts tbk_aligned_evaluation_counts (const TbkAlignedEvaluation *evaluation,
                                                TbkAlignedMeasure measure);

/* Multiword ranges of both files, and how many of them are the same stretch of the text. Where they are left
 * out of one file, its words are its tokens. */
typedef struct {
  gint64 gold, system, both;
} TbkAlignedRanges;

TbkAlignedRanges tbk_aligned_evaluation_ranges (const TbkAlignedEvaluation *evaluation);

/* As tbk_evaluation_intervals() and tbk_evaluation_test(), of F1 as a share: TBK_N_ALIGNED of each. */
void tbk_aligned_evaluation_intervals (const TbkAlignedEvaluation *evaluation, guint64 seed, TbkShare *low,
                                       TbkShare *high);
void tbk_aligned_evaluation_test (const TbkAlignedEvaluation *a, const TbkAlignedEvaluation *b, guint64 seed,
                                  int *n_as_great);

/* Evaluations of many files as tallies: as tbk_evaluation_layout(), tbk_evaluation_count() and
 * tbk_evaluation_of(). Systems are named and checked by the functions of tbk/evaluate.h. */
const TbkTallyLayout *tbk_aligned_evaluation_layout (void);
void tbk_aligned_evaluation_count (const TbkAlignedEvaluation *evaluation, int other, TbkTally *tally);
TbkAlignedEvaluation *tbk_aligned_evaluation_of (const TbkTallies *tallies, int other);

TBK_END_DECLS

#endif
