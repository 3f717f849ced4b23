/* draw.h - around the core: all that is looked at: drawings of trees, findings and steps of parsers.
 *
 * Contents
 *   1. draw: drawings of trees: text for terminals, SVG, pages of HTML that load nothing, and sources for
 *      LaTeX and Graphviz
 *   2. show: the job that draws sentences, or trees in brackets
 *   3. checks: the job that checks treebanks (tbk/corpus.h, tbk/check.h): counts findings, and writes it
 *      as rows, lines or a page, or writes the sentences with other heads
 *   4. changes: the job that compares two releases of a treebank: what is new, what is gone
 *   5. disputes: the job that draws sentences on which annotators differ
 *   6. steps: the steps of a parser for looking at: each configuration on a way, and what every transition
 *      would cost
 *   7. differences: the job that lists or draws configurations in which oracles differ
 *   8. find: the job that finds the words of CoNLL-U that meet an expression: rows, lines with the word in the middle, or how many
 *      there are by groups
 */
#ifndef TBK_DRAW_H
#define TBK_DRAW_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/check.h"
#include "tbk/corpus.h"
#include "tbk/io.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "tbk/query.h"
#include "tbk/report.h"
#include "tbk/statistics.h"

TBK_BEGIN_DECLS

/* 1. draw: drawings of trees: text for terminals, SVG, pages of HTML that load nothing, and sources for LaTeX and Graphviz.
 *
 *   g_autoptr (TbkDrawer) drawer = tbk_drawer_new (&(TbkDrawOptions){ .format = TBK_DRAW_TEXT });
 *
 *   if (!tbk_draw_sentence (drawer, &drawn, text, &error))
 *     return FALSE;
 *
 * Dependencies in text: a word a line. A word that has dependents has a vertical line in a column of its own,
 * left of the words. The line goes from the first dependent to the last. Each dependent is at the end of a
 * branch with an arrowhead.
 *
 *       ┌►  1  A          det
 *     ┌►├─  2  letter     nsubj
 *     ├─│─  3  arrived    root
 *     ├─│►  4  yesterday  obl
 *     │ ╘►  5  unread     acl    not projective
 *     └──►  6  .          punct
 *
 * A line that another passes is broken there; so lines cross only where the tree is not projective. The
 * branch of an arc that is not projective, or that is moved, is double, and a note says which it is. A word
 * whose head has no column (there are at most TBK_DRAW_MAX_COLUMNS, fewer where `width` wants it) has a note
 * instead of a branch.
 *
 * Dependencies in SVG: words side by side, from right to left if most words with letters are in a script of that direction; each
 * arc above all that it spans. Those not projective are dashed, those moved thick. 0 is drawn as an arrow
 * from above.
 *
 * Two annotations: one drawing, in which the arcs of the second that differ in head or relation are at the right of the
 * words, mirrored, or in SVG below them. These and the arcs of the first that they replace are double, or thick; in text no
 * other arcs are.
 *
 * Lines: SVG with a `width` is broken into lines of words. An arc between two lines ends at the edge of both, with its
 * relation and the number of the word at its other end.
 *
 * Phrases in text: a word a line, at the end of the labels above it; what is too deep for the width is in
 * brackets. In SVG: words at the bottom, each label above the middle of its children. Of two trees the labels that the
 * second has not are marked; what it has instead is below, with the words it spans.
 *
 * LaTeX: an environment `dependency` or `forest`, with the title in a comment before it. Arcs are as high as in SVG. Graphviz: a graph whose name is
 * the title. Arcs not projective are dashed there too, those moved thick; ranges are left out, and in graphs empty nodes.
 *
 * Text      control characters, characters that change the direction of text, and bytes that are not UTF-8 are
 *           written as
 *           \x1b and \u202e, so that a terminal does not obey them; a tab as \t. In text, words from right to
 *           left are isolated (U+2068, U+2069); forms, tags and relations are cut after 40 cells. Widths are
 *           the widths of GLib: 2 for wide characters, 0 for combining ones.
 * SVG       classes: form, tag, relation, arc, nonprojective, moved, differs, other, found, mark, label, edge, range, empty,
 *           caption.
 *           Colours are variables, light or dark as the reader wants it.
 * Cost      text: O(n) lines of at most TBK_DRAW_MAX_COLUMNS columns, or of the width. SVG: O(n log n).
 * Errors    TBK_ERROR_DATA for heads that are no tree; TBK_ERROR_RESOURCE, and then part of a drawing may
 *           have been appended.
 * Threads   a drawer belongs to one thread at a time; equal options give equal drawings.
 * Since     0.1
 */

#define TBK_DRAW_MAX_COLUMNS 64

/* A width for pages: lines of 1080 pixels, which fit beside the list of a page in a window of 1440. Since: 0.2 */
#define TBK_DRAW_PAGE_WIDTH 120

typedef enum {
  TBK_DRAW_TEXT,
  TBK_DRAW_SVG,  /* each drawing is a whole document */
  TBK_DRAW_HTML, /* each drawing is a figure for a page: tbk_draw_begin(), tbk_draw_end() */
  TBK_DRAW_TIKZ, /* for LaTeX: tikz-dependency, for phrases forest; since 0.2 */
  TBK_DRAW_DOT,  /* for Graphviz: each drawing is a graph; since 0.2 */
} TbkDrawFormat;

typedef struct {
  TbkDrawFormat format;
  gboolean is_coloured; /* text: with the escapes that colour it on a terminal */
  /* The cells of a line, which drawings in text keep to if they can, and trees of dependencies in SVG and HTML if a word
   * does; 0: no limit. */
  int width;
  gboolean has_numbers; /* words in SVG and HTML have their numbers also where lines are not broken; since 0.2 */
  /* LaTeX: tbk_draw_begin() and tbk_draw_end() make a document that LaTeX sets alone, each drawing on a page of its size.
   * Since: 0.2 */
  gboolean is_document;
  /* Pages of steps hide costs until a transition is chosen. In text and LaTeX they are a table with empty cells, then
   * the table with the steps. Since: 0.2 */
  gboolean is_quiz;
  /* Instead of steps: from the configuration before this transition on, from 1, the way as a derivation of the system's
   * grammar, in columns, as in Figures 1 to 3 of Nederhof (2019). 0: no. The node of transition @derivation_step, if that is not
   * 0, is joined with the root by a thick line. Since: 0.2 */
  int derivation, derivation_step;
} TbkDrawOptions;

typedef enum {
  TBK_DRAWN_WORD,
  TBK_DRAWN_RANGE, /* of words that were one token: comes before its first word */
  TBK_DRAWN_EMPTY, /* an empty node, which has no arcs */
} TbkDrawnKind;

/* A line of a sentence. Pieces may be without bytes. */
typedef struct {
  TbkDrawnKind kind;
  int n_words;       /* of a range */
  gboolean is_found; /* marked in SVG and pages, as what was searched for; since 0.2 */
  TbkPiece id, form, tag, relation;
  TbkPiece
      moved_from; /* the head that the word had, in digits, as OrigHead= or GivenHead= in MISC names it; "_" if that was
                        * none. Since 0.2 */
} TbkDrawnRow;

typedef struct {
  TbkPiece title, text;    /* what it is called; the sentence as it is in the text */
  const TbkDrawnRow *rows; /* @n of them words */
  int n_rows, n;
  const int *heads; /* n + 1 integers, a tree (tbk/tree.h) */
  /* All heads may be no tree, and -1 for words without a head, which have no arc. No arc is drawn as not projective then.
   * Since: 0.2 */
  gboolean takes_any_heads;
  /* (nullable): heads of a second tree, drawn after the first. Words whose head differs are marked as moved
   * in both. */
  const int *projective;
  /* (nullable): heads of another annotation of the same words, without `projective`, and its relations by word, n + 1
   * pieces. Its arcs that differ in head or relation are drawn beside the others. Since: 0.2 */
  const int *against;
  const TbkPiece *against_relations;
  TbkPiece against_name; /* what drawings call it */
  TbkPiece below;        /* markup that pages have below the text; since 0.2 */
  /* (nullable): in pages the findings of the sentence, by which the page counts and hides sentences: lines, each ended by
   * "&#10;", as they are in an attribute. NULL: by what the drawing marks. Since: 0.2 */
  const char *kinds;
} TbkDrawnSentence;

typedef struct TbkDrawer TbkDrawer;

TbkDrawer *tbk_drawer_new (const TbkDrawOptions *options);
void tbk_drawer_free (TbkDrawer *drawer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkDrawer, tbk_drawer_free)

/* Appends the drawing of a sentence. */
gboolean tbk_draw_sentence (TbkDrawer *drawer, const TbkDrawnSentence *sentence, TbkText *text,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends the drawing of @tree, which must have words. @other: (nullable): another tree over the same words: its nodes
 * that @tree has not, by words and label, are listed below, under @other_name. */
gboolean tbk_draw_brackets (TbkDrawer *drawer, TbkPiece title, const TbkBracketTree *tree,
                            const TbkBracketTree *other, TbkPiece other_name, TbkText *text,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Has the next drawing of brackets mark nodes, in SVG and pages. @is_found: (nullable): by node, from 0, until it is drawn.
 * Since: 0.2 */
void tbk_drawer_mark (TbkDrawer *drawer, const gboolean *is_found);

/* Writes what comes before and after all drawings of a page of HTML, or a document of LaTeX; of other formats nothing. @note:
 * (nullable): a paragraph below the title. Samples below it say what lines mean. */
gboolean tbk_draw_begin (const TbkDrawOptions *options, const char *title, const char *note,
                         TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_draw_end (const TbkDrawOptions *options, TbkOutput *output,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. show: the job that draws sentences, or trees in brackets (tbk/corpus.h, section draw).
 *
 *   g_autoptr (TbkShow) show = tbk_show_new (&show_options);
 *   const TbkJob job = tbk_show_job (show);
 *
 *   if (!tbk_draw_begin (&show_options.draw, title, NULL, output, &error)
 *       || !tbk_corpus_run (&corpus_options, &job, paths, NULL, NULL, &error)
 *       || !tbk_draw_end (&show_options.draw, output, &error))
 *     return FALSE;
 *
 * Title     "ID, sentence N of FILE"; "ID, choice I/COUNT, sentence N of FILE" where a comment says `choice`.
 *           Behind it the widest classes that the tree is outside of: " (outside 1ec, attardi2)"
 *           (tbk/tree.h). Projective and planar trees are recognized by the drawing.
 * Fields    FORM, UPOS and DEPREL, if the file has them; the sentence is the comment `text`.
 * Cost      as for tbk_draw_sentence(), and for tbk_projectivize() where that is asked for.
 * Errors    the errors of these functions.
 * Since     0.1
 */

typedef struct {
  gboolean is_projectivized; /* in CoNLL-U: the tree and its projectivization */
  TbkProjectivizeOptions projectivize;
  /* 0; or in CoNLL-U the word whose subtree is drawn, without a second tree. A sentence with fewer words is
   * an error. Arcs are projective if they are so among the words drawn. Since: 0.2 */
  int node;
  /* (nullable): a folder that is there: each drawing becomes a file in it, tbk_show_file_name() of its input,
   * a hyphen, its number in the input and @suffix. `output` gets nothing. Since: 0.2 */
  const char *into, *suffix;
  /* The run, of one thread, is over pairs of files (tbk_show_pairing()), which must have the same words: sentences are drawn
   * that differ, with both annotations in one drawing. Their heads need be no trees. Since: 0.2 */
  gboolean is_against;
  gboolean
      draws_first; /* draw the first sentence only; the run needs a selection with `max`, 2 to know of more */
  const TbkFormat *format; /* of the run */
  TbkDrawOptions draw;
  /* (nullable): the run's, in CoNLL-U: words by which a sentence meets its conditions on words are marked in SVG and
   * pages (tbk_selector_mark()). Since: 0.2 */
  const TbkSelection *selection;
  TbkOutput *output; /* gets the drawings */
} TbkShowOptions;

typedef struct TbkShow TbkShow;

/* @options must outlive it. */
TbkShow *tbk_show_new (const TbkShowOptions *options);
void tbk_show_free (TbkShow *show);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkShow, tbk_show_free)

/* The job of one run; @show must outlive it. */
TbkJob tbk_show_job (TbkShow *show);

/* Sets what the pairing of a run is for. The caller sets how other files are found, and the options of the format.
 * Since: 0.2 */
void tbk_show_pairing (const TbkShowOptions *options, TbkPairing *pairing);

/* Returns what the drawings of a file are called: the last part of its path, without what follows its first
 * dot but one at the beginning; "stdin" for "-". To be freed. Since: 0.2 */
char *tbk_show_file_name (const char *path);

/* Returns the number of drawings that the run has made: 0 if none stays. If a file was left out, its drawings
 * may count. @met_more: (nullable): whether a run that draws the first sentence has met another one. */
gint64 tbk_show_n_drawn (const TbkShow *show, gboolean *met_more);

/* 3. checks: the job that checks treebanks (tbk/corpus.h, tbk/check.h): counts findings, and writes it
 * as rows, lines or a page, or writes the sentences with other heads.
 *
 *   g_autoptr (TbkChecks) checks = tbk_checks_new (&checks_options);
 *
 *   job = tbk_checks_job (checks);
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error) || !tbk_checks_end (checks,
 *     total, &error)) return FALSE;
 *
 * Order     of files, sentences, and steps of repair or words; or by suspicion: errors first, then by test,
 *           and then so.
 * Memory    by suspicion, and for a page, all that is written is kept to the end; of drawings no more than
 *           TBK_CHECKS_MAX_DRAWN for each test.
 * Form      sentences that are no trees, or not well formed, and what ends a file, are found as well: by tests from
 *           TBK_CHECK_INVALID_HEAD on, whatever is asked. Several roots are among them, unless `projectivize.root` is
 *           TBK_ROOT_ANY.
 * Errors    the errors of the check, of drawing and writing.
 * Since     0.2
 */

enum { TBK_CHECKS_MAX_DRAWN = 1000 };

/* Findings that are known: the rows of a table that was written with TBK_CHECKS_ROWS. A finding is known by its sent_id, node
 * and test; without a sent_id, by the name of the file without folders, and by the number of the sentence. Since: 0.2 */
typedef struct TbkBaseline TbkBaseline;

/**
 * tbk_baseline_read:
 * @path: a table of TSV, CSV or JSON lines, plain or compressed, or "-" for standard input
 *
 * Reads the columns sent_id, node and test, and if they are there file and sentence; others do not matter.
 * Errors: TBK_ERROR_DATA for another table, and the errors of reading.
 */
TbkBaseline *tbk_baseline_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_baseline_free (TbkBaseline *baseline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkBaseline, tbk_baseline_free)

typedef struct {
  gint64 n_found;    /* findings that are known, and so were not counted or written */
  gint64 n_repeated; /* of these, how many more than the baseline has: several sentences have one sent_id */
  gint64 n_gone;     /* rows of the baseline that were not found any more */
} TbkBaselineCounts;

/* For the end of a run. @tests: rows of other tests are not gone. */
void tbk_baseline_count (const TbkBaseline *baseline, guint tests, TbkBaselineCounts *counts);

/* Forms of what is written. */
typedef enum {
  TBK_CHECKS_NOTHING, /* only the tally is filled */
  TBK_CHECKS_ROWS,
  TBK_CHECKS_TEXT,   /* "FILE:LINE: [TEST] what is wrong", a line each */
  TBK_CHECKS_GITHUB, /* the same as commands that GitHub shows beside the line */
  TBK_CHECKS_PAGE,   /* of HTML, with drawings of the sentences before and after */
} TbkChecksForm;

typedef struct {
  TbkProjectivizeOptions projectivize; /* as for tbk_checker_new() */
  gboolean incidents;                  /* what UD's validator reports; otherwise findings */
  guint tests;                         /* a set (tbk/check.h): nothing else is looked for */
  TbkQuery *
      words; /* (nullable): findings at other words are left out; what is wrong with form stays. Since: 0.2 */
  const TbkRepeats *repeats; /* (nullable): of the files, for TBK_CHECK_INCONSISTENT_TREE. Since: 0.2 */
  TbkBaseline *baseline;     /* (nullable): what is known is not counted or written */
  TbkChecksForm form;
  gboolean by_suspicion;
  TbkTable *rows;    /* with TBK_CHECKS_ROWS: gets them, with tbk_checks_columns() */
  TbkOutput *output; /* of lines or of a page */
  const char *title; /* of a page */
} TbkChecksOptions;

/* The columns of rows, NULL-terminated. */
const TbkTableColumns *tbk_checks_columns (gboolean incidents);

typedef struct TbkChecks TbkChecks;

/* @options must outlive it. */
TbkChecks *tbk_checks_new (const TbkChecksOptions *options);
void tbk_checks_free (TbkChecks *checks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkChecks, tbk_checks_free)

/* The job of one run; @checks must outlive it. It has a layout, and may be run with tallies. Files need
 * a column DEPREL. */
TbkJob tbk_checks_job (TbkChecks *checks);

/* Writes what was kept to the end; @total: of all tallies of the run. Nothing is written before where the
 * order is by suspicion, or for a page. */
gboolean tbk_checks_end (TbkChecks *checks, const TbkTally *total, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Counts of a file. */
typedef enum {
  TBK_CHECKS_SENTENCES,
  TBK_CHECKS_WORDS,
  TBK_CHECKS_NONPROJECTIVE_TREES, /* these and the next two are 0 in tallies of incidents */
  TBK_CHECKS_NONPROJECTIVE_ARCS,

  /* In the best projective trees: no repair re-attaches fewer words. Unknown ones are left out. */
  TBK_CHECKS_LOST_ARCS,
  TBK_CHECKS_CUT,  /* sentences with more words near non-projective arcs than TBK_CHECK_MAX_CANDIDATES */
  TBK_CHECKS_LEFT, /* sentences with non-projective arcs after the last step */
  TBK_CHECKS_BAD, /* sentences that something of form is wrong with; their words count where they are known */
  TBK_N_CHECKS_FIGURES,
} TbkChecksFigure;

/* Its first section has a column for each figure, with its name. */
const TbkTallyLayout *tbk_checks_layout (void);

/* TBK_N_CHECKS_FIGURES integers of a tally, owned by it. */
const gint64 *tbk_checks_figures (const TbkTally *tally);

/* Returns how often @test was met in a tally, and in how many sentences (nullable). */
gint64 tbk_checks_found (const TbkTally *tally, TbkCheckTest test, gint64 *n_sentences);

/* 4. changes: the job that compares two releases of a treebank, sentence by sentence: findings that are new or gone,
 * sentences that became projective or ceased to be, changed arcs.
 *
 *   g_autoptr (TbkChanges) changes = tbk_changes_new (&checks_options);
 *
 *   tbk_changes_pairing (&pairing);
 *   corpus_options.format = &pairing.pairs;
 *   corpus_options.format_options = &pairing;
 *   job = tbk_changes_job (changes);
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error) || !tbk_changes_end (changes,
 *     total, &error)) return FALSE;
 *
 * Pairs     of sentences as TbkPairing has them. A pair without a common sent_id must have the same words. The
 *           findings of a sentence that only one file has are new or gone.
 * Words     the same on both sides are those before the first and after the last difference of their forms. A finding
 *           stays if both sides have one of its test on the same word.
 * Memory    of a page no more than TBK_CHECKS_MAX_DRAWN sentences are kept.
 * Errors    the errors of the check, of drawing and writing.
 * Since     0.2
 */

typedef struct TbkChanges TbkChanges;

/* @options must outlive it; of a baseline and the order by suspicion nothing is used. Its `rows` get
 * tbk_changes_columns(). */
TbkChanges *tbk_changes_new (const TbkChecksOptions *options);
void tbk_changes_free (TbkChanges *changes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkChanges, tbk_changes_free)

const TbkTableColumns *tbk_changes_columns (void);

/* Sets what the pairing of a run is for. The caller sets how old files are found, and their options. */
void tbk_changes_pairing (TbkPairing *pairing);

/* The job of one run; @changes must outlive it. */
TbkJob tbk_changes_job (TbkChanges *changes);

/* Ends a page, once the run is done. @total: over all files */
gboolean tbk_changes_end (TbkChanges *changes, const TbkTally *total,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Its tallies. */
typedef enum {
  TBK_CHANGES_OLD_SENTENCES,
  TBK_CHANGES_SENTENCES,
  TBK_CHANGES_PAIRED,
  TBK_CHANGES_OTHER_WORDS, /* pairs whose words differ */
  TBK_CHANGES_OTHER_ARCS,  /* pairs with a changed arc */
  TBK_CHANGES_BECAME_NONPROJECTIVE,
  TBK_CHANGES_BECAME_PROJECTIVE,
  TBK_CHANGES_WORDS,        /* that both have */
  TBK_CHANGES_CHANGED_ARCS, /* of these, with another head or relation */
  TBK_N_CHANGES_FIGURES,
} TbkChangesFigure;

typedef struct {
  gint64 n_before, n_after, n_gone, n_new;
} TbkChangesFound;

/* Words with the relation @before in the old file and @after in the new one; both are the tally's. */
typedef struct {
  const char *before, *after;
  gint64 n_words, n_other_head; /* the latter of them with another head */
  gint64 n_changed;             /* changed arcs */
} TbkChangedRelation;

const TbkTallyLayout *tbk_changes_layout (void);
const gint64 *tbk_changes_figures (const TbkTally *tally);
TbkChangesFound tbk_changes_found (const TbkTally *tally, TbkCheckTest test);

/* By name; to be freed with g_free(). */
TbkChangedRelation *tbk_changes_relations (const TbkTally *tally, gsize *n);

/* 5. disputes: the job that draws sentences on which annotators differ, for a run of one thread over files side by side: all
 * trees of a sentence in one drawing, on a page.
 *
 * Order     by the most disputed word of a sentence: the share of pairs of annotators who differ in its head or relation.
 *           What an annotator does not say is no dispute. At most 200 sentences are drawn.
 * Errors    TBK_ERROR_DATA where words differ.
 * Since     0.2
 */

typedef struct {
  int n_annotators;  /* 2 to TBK_MOST_ANNOTATORS (tbk/evaluate.h) */
  gboolean subtypes; /* relations are compared whole */
  const char *const
      *names; /* of the annotators: paths of files or folders, which must outlive the disputes */
} TbkDisputesOptions;

typedef struct TbkDisputes TbkDisputes;

/* @options are copied. */
TbkDisputes *tbk_disputes_new (const TbkDisputesOptions *options);
void tbk_disputes_free (TbkDisputes *disputes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkDisputes, tbk_disputes_free)

/* The job; and sets what the pairing of its run is for. The caller sets how other files are found. */
TbkJob tbk_disputes_job (TbkDisputes *disputes);
void tbk_disputes_pairing (const TbkDisputes *disputes, TbkPairing *pairing);

/* Writes the page. */
gboolean tbk_disputes_write (TbkDisputes *disputes, TbkOutput *output,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 6. steps: the steps of a parser for looking at: each configuration on a way, and what every transition
 * would cost.
 *
 * A way is a sequence of transitions: of a gold tree, of a parser, of a student. The cost of a transition is
 * how much it adds to what must be lost, by the exact oracle under a policy: gold arcs that can no more be made, or
 * constituents that will be missing or wrong (tbk/oracle.h). So the costs of a way, and the loss of its first
 * configuration, have as their sum the loss at its end, if all computations count (policy free, or none where there is no
 * other). A policy that forbids some of them looks at each configuration anew, and may forbid more there, or less.
 *
 *   g_autoptr (TbkSteps) steps = tbk_steps_new (system, 0, NULL, &error);
 *
 *   if (!tbk_steps_set_sentence (steps, &drawn, taken, n_taken, TRUE, &error)
 *       || !tbk_steps_draw (steps, &show_options.draw, drawn.title, FALSE, text, &error))
 *     return FALSE;
 *
 * Numbers   configurations come in the order of the way. If wrong steps are looked
 *           at, those behind them follow: for each transition that is possible on the way the configuration
 *           that it leads to, and from there a way that loses no more.
 *           Where a computation can come back to a configuration (TBK_HAS_CYCLES), ways aside may end in one met before.
 * Arcs      where 0 is in no stack, arcs of 0 are not counted, unless words without head are attached to 0.
 * Phrases   transitions are the ones with labels of the gold tree, and the ones of the way. Of a configuration at
 *           most TBK_STEPS_MOST_MOVES are kept, the ones of least cost, and as many as TBK_STEPS_MOST_FOLLOWED
 *           looked behind.
 * Cost      as of the oracle, for each configuration. tbk_oracles_set_search() bounds the searches of a
 *           sentence, some seconds.
 *           Ways from wrong steps: sentences of n words have O(n) of them, each as long as the way.
 * Memory    less than a KB a configuration, kept and reused. Labels, and names of transitions, come from
 *           GLib.
 * Errors    TBK_ERROR_USAGE for a system without oracle (of a static one alone no costs are known);
 *           TBK_ERROR_DATA for heads that are no tree, and for more than TBK_STEPS_MAX configurations, those
 *           aside of the way counted; TBK_ERROR_RESOURCE.
 * Threads   a TbkSteps belongs to one thread at a time.
 * Since     0.2
 */

#define TBK_STEPS_MAX           (1 << 18)
#define TBK_STEPS_MOST_MOVES    24
#define TBK_STEPS_MOST_FOLLOWED 12

/* Pages look behind wrong steps in sentences of at most this many words. */
#define TBK_STEPS_MOST_WORDS 12

/* Costs that are no numbers: a search gave up, or none was begun since the searches of the sentence had looked at enough; no final
 * configuration can be reached. */
#define TBK_STEPS_UNKNOWN  (-1)
#define TBK_STEPS_DEAD_END (-2)

/* A transition that is possible. */
typedef struct {
  const char *key; /* "SH", "NT-NP" */
  int cost;
  int next;            /* the configuration that it leads to; -1: that was not looked at */
  gboolean makes;      /* an arc, or a constituent */
  gboolean is_gold;    /* what it makes is in the gold tree */
  int head, dependent; /* of the arc */
  TbkConstituent made; /* the constituent; its label is a number of the labels of the gold tree */
  TbkMove move;
} TbkStepsMove;

typedef struct {
  int loss; /* what must be lost, with earlier losses; -1 if that is not known, or no end can be reached */
  const TbkStepsMove *moves;
  int n_moves;
  int n_left_out; /* further possible transitions, which cost no less than the ones that are kept */
  int taken;      /* the number of the move that the way goes on with, -1 if it ends here */
} TbkStepsConfiguration;

typedef struct TbkSteps TbkSteps;

/* Makes steps of @system, with costs by @policy, the number of one of its policies, 0 for the default; or of
 * @phrases. The other is NULL. */
TbkSteps *tbk_steps_new (const TbkSystem *system, int policy, const TbkPhraseSystem *phrases,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_steps_free (TbkSteps *steps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSteps, tbk_steps_free)

/**
 * tbk_steps_set_sentence:
 * @sentence: its words and gold heads; must stay until the next call
 * @transitions: (array length=length): of the way, numbers of the system's
 * @explores: whether to look behind wrong steps
 *
 * Goes the way, while its transitions are allowed.
 */
gboolean tbk_steps_set_sentence (TbkSteps *steps, const TbkDrawnSentence *sentence, const guint8 *transitions,
                                 gsize length, gboolean explores, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets the words of @tree, whose constituents are @gold; @labels are the labels of @gold and of the
 * transitions. */
gboolean tbk_steps_set_tree (TbkSteps *steps, const TbkBracketTree *tree, const TbkPhraseTree *gold,
                             const TbkVocabulary *labels, const TbkPhraseTransition *transitions,
                             gsize length, gboolean explores, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets what is wrong with the sequence behind its transitions, if it could not be read on: it is then named
 * in the place of the result at its end. Copied. */
void tbk_steps_set_problem (TbkSteps *steps, const char *problem);

/* The configuration in which the way goes wrong first: the transition taken costs something, or there is a
 * problem. -1 if it does not. */
int tbk_steps_first_error (const TbkSteps *steps);

/* The worth of an answer. If it ends too early, arcs that it has not made are lost. Since: 0.2 */
typedef struct {
  int n_right;   /* the transitions before the first error */
  int n_lost;    /* gold arcs that are not built, or constituents that are missing or wrong */
  int n_kept;    /* gold arcs or constituents that are built, less the wrong constituents; not below 0 */
  int most_kept; /* as many as can be; -1 if that is not known */
} TbkStepsPoints;

TbkStepsPoints tbk_steps_points (const TbkSteps *steps);

/* Returns TRUE if the system has a grammar, which its steps can be drawn by; if not, @error (TBK_ERROR_USAGE)
 * says so. Since: 0.2 */
gboolean tbk_steps_can_derive (const TbkSteps *steps, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_steps_draw:
 * @options: text, LaTeX (TBK_DRAW_TIKZ: a table; of a document a frame of beamer), or HTML, which may be a quiz; the last
 * two between tbk_steps_begin() and tbk_steps_end()
 * @is_graded: report the first error; in text nothing else is drawn
 *
 * Appends the steps. In text: a row a transition, on `width` cells, 80 if that is 0.
 *
 * As a derivation: TBK_ERROR_USAGE if the system has no grammar; TBK_ERROR_DATA if there is no such configuration or transition,
 * if the way does not end, or if it does what the policy forbids; TBK_ORACLE_MAX_TABULAR words at most.
 */
gboolean tbk_steps_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title,
                         gboolean is_graded, TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* As tbk_draw_begin() and tbk_draw_end(). */
gboolean tbk_steps_begin (const TbkDrawOptions *options, const char *title, TbkOutput *output,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_steps_end (const TbkDrawOptions *options, TbkOutput *output,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns what @transition of @system needs, and what it does, in English, as pages and `tbk help systems`
 * have it. To be freed by tbk_free(). */
char *tbk_steps_needs (const TbkSystem *system, const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;
char *tbk_steps_effects (const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;

/* Returns what transitions of kind @i from 0 do in a system of phrase structure, with what their keys look
 * like ("NT-X"); NULL after the last. */
const char *tbk_steps_phrase_effects (const TbkPhraseSystem *system, int i, const char **key);

/* Sequences that were given for sentences: lines of JSON as tbk/oracle.h has them, with "transitions", and
 * "sent_id" or "sentence"; or lines of plain text, "en-06: SHIFT SHIFT LEFT-ARC(nsubj)": the ID or the number of the
 * sentence, with or without a colon, and the transitions with blanks, commas or semicolons between them. */
typedef struct TbkSolutions TbkSolutions;

typedef struct {
  const char *const *
      keys; /* of the transitions, NULL-terminated; transitions of dependencies may have labels behind a colon */
  gsize length;
  int n_words; /* as many as there are heads; -1 if there are none */
} TbkSolution;

TbkSolutions *tbk_solutions_new (void);
void tbk_solutions_free (TbkSolutions *solutions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSolutions, tbk_solutions_free)

/* Adds the sequence of a line of @length bytes; a blank line has none. A second one of a sentence replaces the first.
 * Fails (TBK_ERROR_DATA) for what is no such line. Memory comes from GLib. */
gboolean tbk_solutions_add (TbkSolutions *solutions, const char *line, gsize length,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The sequence of a sentence by its ID, or if no line has that, by its number: lines with an ID are found by that
 * alone. NULL if there is none. Owned by
 * @solutions. May be called by several threads at once. */
const TbkSolution *tbk_solutions_find (const TbkSolutions *solutions, TbkPiece sent_id, gint64 number);

/* The name of the first sentence whose sequence was never found, and how many these are; NULL if there is none.
 * Since: 0.2 */
const char *tbk_solutions_unused (const TbkSolutions *solutions, guint *n);

/* The name of the first sentence that has a later sequence, and how many sequences are replaced so; NULL if there is none.
 * Since: 0.2 */
const char *tbk_solutions_replaced (const TbkSolutions *solutions, guint *n);

/* 7. differences: the job that lists or draws configurations in which oracles differ.
 *
 *   TbkDifferencesOptions options = { .agreement = { .compare = compare_options }, .page = output };
 *   const TbkJob job = tbk_differences_job (&options);
 *
 * Walks     as in tbk_agreement_job(), on the same options; what it counts is counted too.
 * Rows      a row for each configuration and variant that differs, in order. Words are ID:FORM, transitions are followed by their
 *           values, best ones preceded by a star.
 * Page      between tbk_draw_begin() and tbk_draw_end() of TBK_DRAW_HTML: for each configuration the arcs made so far above the
 *           words, the other gold arcs below them; or the gold tree in brackets; stack and input; the values of all oracles. The first
 *           of a sentence is named so.
 * Cost      as of the walks; of a page O(n log n) for each configuration.
 * Errors    as of walks, drawings and writing.
 * Source    Nederhof (2021), section 6.
 * Since     0.2
 */

typedef struct {
  TbkAgreementOptions agreement; /* its fields `watch` and `watch_data` are set by tbk_differences_job() */
  TbkTable *rows;                /* (nullable): with tbk_differences_columns() */
  TbkOutput *page;               /* where @rows is NULL */
} TbkDifferencesOptions;

const TbkTableColumns *tbk_differences_columns (void);

/* @options must outlive the job. */
TbkJob tbk_differences_job (TbkDifferencesOptions *options);

/* 8. find: the job that finds the words, or constituents in brackets, that meet an expression: rows, lines with the word in the
 * middle, or how many there are by groups.
 *
 * Order     of files, sentences and words; constituents by their opening brackets; groups by their keys.
 * Cost      of the expression, and of the attributes of found words.
 * Errors    of tbk/query.h and of writing.
 * Since     0.2
 */

/* A column of rows: an attribute; or, without, forms: those before it, its own or those behind it. */
typedef enum { TBK_FIND_LEFT, TBK_FIND_FORMS, TBK_FIND_RIGHT } TbkFindForms;

typedef struct {
  const char *name;
  const TbkAttribute *attribute; /* (nullable) */
  TbkFindForms forms;
} TbkFindColumn;

/* Columns and keys are of sentences, or of what the query is asked of: words if that is sentences. */
typedef struct {
  TbkTreeKind trees;
  TbkQuery *query;
  TbkProjectivizeOptions projectivize; /* which arcs are lost */
  const TbkFindColumn *columns;        /* of rows */
  int n_columns;
  int context;         /* words on each side of the word, in rows */
  const TbkKeys *keys; /* (nullable): instead of rows how many words there are, by these */
  TbkTable
      *rows; /* (nullable): gets the rows, with tbk_find_columns(); NULL: lines are written to `output` */
  TbkOutput *output;
  int width; /* of lines, in cells of a terminal; 0: 80 */
  gboolean is_coloured;
} TbkFindOptions;

/* The columns of the table, NULL-terminated; to be freed with g_free(), but not the names. */
const char **tbk_find_columns (const TbkFindOptions *options);

/* The groups of columns of the tables: the group of @number, from 0; NULL past the last. */
const TbkTableColumns *tbk_find_tables (int number);
const TbkTableColumns *tbk_find_bracket_tables (int number);

/* @options must outlive it. */
TbkJob tbk_find_job (const TbkFindOptions *options);

/* Returns the number of words found. */
gint64 tbk_find_n_found (const TbkTallies *tallies);

/* Writes the rows of a table by keys. */
gboolean tbk_find_write (const TbkTallies *tallies, const TbkFindOptions *options, TbkTable *table,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
