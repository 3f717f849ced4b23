/* brackets.h - core: phrase structure in brackets, and words with tags.
 *
 * Contents
 *   1. brackets: phrase-structure trees in brackets, as in the Penn Treebank: files to trees and back
 *   2. tagged: words with tags, sentence by sentence: what a phrase-structure parser reads where there are no
 *      trees
 */
#ifndef TBK_BRACKETS_H
#define TBK_BRACKETS_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* Declared in other headers, which whoever uses them includes. */
typedef struct TbkFormat TbkFormat;

/* 1. brackets: phrase-structure trees in brackets, as in the Penn Treebank: files to trees and back.
 *
 *   ( (S (NP-SBJ (PRP She))
 *        (VP (VBD slept)))
 *     (ID 1))
 *
 * A reader cuts its input into batches of whole trees; the trees of a batch are then parsed by whichever
 * thread has it. Trees may share a line or have many; an outer bracket without label may enclose each. A
 * tree keeps its bytes as they came, and offers its nodes after the rules of normalization that were asked
 * for.
 *
 * Tokens     "(", ")", else the longest run without blanks (space, tab, new line, CR, form feed, vertical
 *            tab) and parentheses. Escapes such as -LRB- stay as they came.
 * Leaf       a label (its tag) and exactly one token (its form). Every other node has children.
 * Words      the leaves that are left, from 0 in each tree; a node spans the words left..right-1.
 * Comments   between trees: from '#' or '*' to the end of the line, and from '/' '*' or '/' '~' '*' to the
 *            next '*' '/' or '*' '~' '/', as CorpusSearch writes them. A byte order mark is skipped at the
 *            beginning.
 * Checks     an error inside balanced brackets is the tree's `problem`, and the next tree can be read. Such
 *            errors are a word without tag, a second word, a bracket without label, an empty pair of
 *            brackets, a tree of empty nodes alone, as (NP (PRP (she))), text that is not UTF-8, and words
 *            that are all numbered, as 2=Kind (discontinuous brackets). Brackets that do not balance, and
 *            text outside of trees, are errors of the reader: what follows cannot be recognized. Messages
 *            read "FILE:LINE: what was found, what was expected".
 * Traces     are leaves that stand for no word. A leaf is one by its tag and its form together:
 *              tag -NONE-                            any form, as in the Penn Treebank
 *              any tag                               *NAME*-1, with an index
 *              a label of phrases (NP-SBJ, WADVP)    0, *, *-1, *NAME*, *NAME*-X
 *              C, P, TO, CONJ, BREAK, ","            0
 *              TO, Q, RP, verbs (VB, BE, DO, MD ...) *, *-1
 *            All other leaves are words: (CD 0), (SYM *), (FW *trust). Tags and labels are looked at as
 *            CUT_LABELS cuts them, and without two digits at the end, which parts of split words have (C21,
 *            TO22). Labels of phrases are S, SBAR, VP and the labels of the Penn-style treebanks of historical
 *            Icelandic and Faroese, also with W or WH before them. The table is after the traces of these
 *            treebanks.
 * Losses     what rules leave out, and files whose forms are cut unasked, are counted in a TbkBracketLosses.
 * Cost       linear in the bytes, whatever the depth; nothing recurses.
 * Memory     a batch is 256 KiB, or the longest tree: at most TBK_BRACKETS_MAX_BYTES with the comments before
 *            it, and 48 bytes for each of at most TBK_BRACKETS_MAX_NODES nodes.
 * Errors     TBK_ERROR_DATA, the errors of tbk/io.h, and TBK_ERROR_RESOURCE where memory runs out.
 * Threads    a reader, and a batch with its trees, belong to one thread at a time.
 * Sources    Marcus, Santorini and Marcinkiewicz (1993), "Building a large annotated corpus of English"; the
 *            rules after the Penn-style treebanks of historical Icelandic and Faroese.
 * Since      0.1
 */

#define TBK_BRACKETS_MAX_BYTES ((gsize) 64 << 20)
#define TBK_BRACKETS_MAX_NODES (1 << 22)

/* The rules of normalization; a set of these. They apply in this order. */
typedef enum {
  TBK_BRACKETS_DROP_MARKUP = 1 << 0,    /* leaves whose tag, cut as a label, is ID, CODE or METADATA */
  TBK_BRACKETS_DROP_EMPTY = 1 << 1,     /* traces, see above */
  TBK_BRACKETS_DROP_CHILDLESS = 1 << 2, /* nodes without children, repeatedly; without this rule: a problem */
  /* Labels of phrases, not tags, end before the first '-', '=' or '|' that is not their first byte. */
  TBK_BRACKETS_CUT_LABELS = 1 << 3,
  TBK_BRACKETS_CUT_FORMS = 1 << 4, /* a form FORM-LEMMA ends before its last '-'; 2m + 1 hyphens are m */
  TBK_BRACKETS_ONE_ROOT = 1 << 5,  /* an outer bracket around one phrase goes; else it is labelled TOP */
  TBK_BRACKETS_NORMALIZED = (1 << 6) - 1,
  /* CUT_FORMS applies to a file only if its forms look like FORM-LEMMA: of the first words, up to 1000, it
   * would cut at least three in four, and half of all have a lemma that begins as the form does (kom-koma,
   * .-.). So trees that were written normalized are read as they are, and hyphens do no harm. */
  TBK_BRACKETS_DETECT_FORMS = 1 << 6,
  /* The Penn Treebank, whose traces have a tag: DROP_EMPTY drops leaves tagged -NONE- and no others,
   * CUT_LABELS leaves '|' in labels, and an outer bracket that stays is labelled TOP. Since: 0.2 */
  TBK_BRACKETS_PENN = 1 << 7,
  /* As evalb cuts them: CUT_LABELS leaves '|', and leaves nothing of a label that begins with '-' or '='.
   * Since: 0.2 */
  TBK_BRACKETS_EVALB_LABELS = 1 << 8,
  /* As evalb reads lines: brackets that follow one another on a line are one tree. Several of them have a root without
   * label, which is no constituent. So parsers print words for which they found no tree: (DT the) (NN cat). Since: 0.2 */
  TBK_BRACKETS_JOIN_LINES = 1 << 9,
  TBK_BRACKETS_DEFAULT = TBK_BRACKETS_NORMALIZED | TBK_BRACKETS_DETECT_FORMS,
} TbkBracketRule;

/* CUT_FORMS leaves escapes of brackets (-LRB-, -RSB- and so on) alone, and forms whose only '-' is the first
 * byte. ONE_ROOT also sets TOP over a word on its own. */

/* The losses of files while they are read: counts, and the first of each kind. Shared by threads; a file
 * that is read twice counts once. Since: 0.2 */
typedef struct TbkBracketLosses TbkBracketLosses;

typedef enum {
  TBK_BRACKETS_TRACES,    /* leaves that DROP_EMPTY drops */
  TBK_BRACKETS_MARKUP,    /* leaves that DROP_MARKUP drops, but for ID, which names its tree */
  TBK_BRACKETS_CHILDLESS, /* nodes without any child, which DROP_CHILDLESS drops: (HYPH ) */
  TBK_BRACKETS_WORDLESS,  /* trees that lost all their words */
  TBK_BRACKETS_CUT_FILES, /* files whose forms DETECT_FORMS lets be cut */
  TBK_BRACKETS_N_LOSSES,
} TbkBracketLossKind;

/* A kind of loss; its first is the one in the first file in the order of bytes. */
typedef struct {
  gint64 n;         /* how many; if 0, nothing below holds */
  const char *file; /* of the first: where it is, */
  gint64 line;      /* from 1; 0 for a file */
  const char *what; /* and the leaf or node, as "(C 0)"; NULL for trees and files */
} TbkBracketLoss;

/* Since: 0.2 */
TbkBracketLosses *tbk_bracket_losses_new (void);
/* Since: 0.2 */
void tbk_bracket_losses_free (TbkBracketLosses *losses);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkBracketLosses, tbk_bracket_losses_free)

/* Sets @loss to what was lost of a kind so far. Its texts are owned by @losses, and good until more is
 * counted. Since: 0.2 */
void tbk_bracket_losses_get (TbkBracketLosses *losses, TbkBracketLossKind kind, TbkBracketLoss *loss);

typedef struct TbkBracketOptions {
  guint rules;              /* a set of TbkBracketRule */
  gboolean bare_words;      /* every bracket is a phrase, and every token after its label a word without tag:
                          (S (NP w0 w1) w2) */
  TbkBracketLosses *losses; /* (nullable): what tbk_bracket_batch_count() counts in; must outlive readers */
} TbkBracketOptions;

/* A node. Labels and forms are not NUL-terminated. */
typedef struct {
  const char *label; /* of a phrase, or the tag of a word; empty if there is none */
  const char *form;  /* of a word; NULL for a phrase */
  int label_length, form_length;
  int parent;      /* the number of its parent, -1 for the root */
  int left, right; /* the words it spans; left = right if it has none */
} TbkBracketNode;

typedef struct TbkBracketReader TbkBracketReader;
typedef struct TbkBracketBatch TbkBracketBatch;

/* A tree; everything in it is owned by the batch. */
typedef struct TbkBracketTree {
  const char *text; /* its bytes, with the comments before it and the blanks after it */
  gsize length;
  gint64 line;           /* of its first bracket, from 1 */
  gint64 index;          /* in the file, from 1 */
  const GError *problem; /* why it is no tree, or NULL; if set, nothing below holds */
  int n;                 /* words; 0 if the rules left nothing: then there are no nodes */
  int n_nodes;
  const TbkBracketNode *nodes; /* in pre-order; the first is the root */
  int n_displaced;             /* leaves "*ICH*...", whatever the rules: each is where displaced material
                                  belongs, so with them dropped the tree is continuous */
  gboolean has_added_root;     /* ONE_ROOT set TOP over what is left, or JOIN_LINES a root without label */
  const char *id; /* the form of the last leaf tagged ID, whatever the rules; NULL if there is none */
  int id_length;  /* bytes */
} TbkBracketTree;

/* Constituents that a limit of words allows for each word. Treebanks have about one; a chain over a
 * single word has as many as there are brackets. */
#define TBK_BRACKETS_CONSTITUENTS_A_WORD 4

/* Returns TRUE if @tree has more than @max_words words, or more than TBK_BRACKETS_CONSTITUENTS_A_WORD times
 * as many constituents; FALSE if @max_words is 0, no limit. */
static inline gboolean
tbk_bracket_tree_exceeds (const TbkBracketTree *tree, gint64 max_words)
{
  return max_words > 0
         && (tree->n > max_words || tree->n_nodes - tree->n > TBK_BRACKETS_CONSTITUENTS_A_WORD * max_words);
}

/**
 * tbk_bracket_reader_open:
 * @path: a file's path, or "-" for standard input
 * @options: (nullable): NULL for TBK_BRACKETS_DEFAULT
 */
TbkBracketReader *tbk_bracket_reader_open (const char *path, const TbkBracketOptions *options,
                                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The stream that is read, for its name and how far it is; owned by @reader. */
const TbkInput *tbk_bracket_reader_input (const TbkBracketReader *reader);

/* Reads the next batch of whole trees into @batch, whose former contents end here. The trees before an error
 * come before it. */
TbkReadStatus tbk_bracket_reader_next (TbkBracketReader *reader, TbkBracketBatch *batch,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_bracket_reader_close (TbkBracketReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkBracketReader, tbk_bracket_reader_close)

TbkBracketBatch *tbk_bracket_batch_new (void);
void tbk_bracket_batch_free (TbkBracketBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkBracketBatch, tbk_bracket_batch_free)

/* Parses the next tree of @batch; FALSE at its end. @tree is valid until the next call. */
gboolean tbk_bracket_batch_next (TbkBracketBatch *batch, TbkBracketTree *tree);

/* Counts what is left out of the tree that tbk_bracket_batch_next() gave last, which has no problem, in the
 * losses of the options: to be called for trees that are made use of. The loop over treebanks does so itself.
 * Since: 0.2 */
void tbk_bracket_batch_count (TbkBracketBatch *batch);

/**
 * tbk_bracket_batch_set_text:
 * @name: for messages
 * @text: @length bytes, which must stay as long as the batch holds them
 *
 * Makes @text, which is in memory, the contents of @batch.
 *
 * Returns: FALSE with @error set if its brackets do not balance, or there is text outside of trees.
 */
gboolean tbk_bracket_batch_set_text (TbkBracketBatch *batch, const char *name, const char *text, gsize length,
                                     const TbkBracketOptions *options,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Brackets for the loop over treebanks (tbk/corpus.h): its own options are a TbkBracketOptions, NULL for
 * TBK_BRACKETS_DEFAULT; a sentence is a TbkBracketTree, which may have no words. There are no warnings, and
 * the length of lines does not matter. */
const TbkFormat *tbk_brackets_format (void);

/* Forms of words that are written. */
typedef enum {
  TBK_BRACKET_WORDS,   /* (S (NP (D a) (N b)) (V c)) */
  TBK_BRACKET_NUMBERS, /* (S (NP w0 w1) w2), to be read again as bare words */
} TbkBracketStyle;

/* Appends the nodes of @tree, which must have some, as one line without a newline at its end. Memory comes
 * from GLib. */
void tbk_bracket_tree_write (const TbkBracketTree *tree, TbkBracketStyle style, GString *text);

/* 2. tagged: words with tags, sentence by sentence: what a phrase-structure parser reads where there are no
 * trees.
 *
 *   A/DET letter/N arrived/V ./.
 *
 *   A	DET
 *   letter	N
 *
 * A line without a tab is a sentence: words between blanks, each with its tag behind the last slash. Lines
 * with one tab are the words of a sentence, form and tag, up to a line without a tab; that line belongs to it
 * if it is empty. One file may have both.
 *
 * Errors    the problem of an entry: TBK_ERROR_DATA for a word without form or tag, "FILE:LINE: ...", or for
 *           text that is not UTF-8, "FILE:LINE:COLUMN: ...". Of reading: TBK_ERROR_DATA for a sentence of
 *           more than 64 MiB.
 * Threads   as of tbk/conllu.h.
 * Since     0.1
 */

/* Neither is empty. */
typedef struct TbkTaggedWord {
  TbkPiece form, tag;
} TbkTaggedWord;

typedef struct {
  const TbkTaggedWord *words;
  int n;
} TbkTaggedSentence;

/* For the loop over treebanks (tbk/corpus.h): a sentence is a TbkTaggedSentence. There are no options and no
 * warnings. */
const TbkFormat *tbk_tagged_format (void);

TBK_END_DECLS

#endif
