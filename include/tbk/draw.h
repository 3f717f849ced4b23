/* draw.h - around the core: all that is looked at: drawings of trees, findings and steps of parsers.
 *
 * Contents
 *   1. draw: drawings of trees: text for terminals, SVG, pages of HTML that load nothing, and sources for
 *      LaTeX and Graphviz
 *   2. checks: the job that checks treebanks (tbk/corpus.h, tbk/check.h): counts findings, and writes it
 *      as rows, lines or a page, or writes the sentences with other heads
 *   3. steps: the steps of a parser for looking at: each configuration on a way, and what every transition
 *      would cost
 */
#ifndef TBK_DRAW_H
#define TBK_DRAW_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/check.h"
#include "tbk/corpus.h"
#include "tbk/io.h"
#include "tbk/projectivize.h"
#include "tbk/query.h"
#include "tbk/report.h"
#include "tbk/transition.h"

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
  gboolean
      has_numbers; /* words in SVG and HTML have their numbers also where lines are not broken; since 0.2 */
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

/* Writes what comes before and after all drawings of a page of HTML, or a document of LaTeX; of other formats nothing. @note:
 * (nullable): a paragraph below the title. Samples below it say what lines mean. */
gboolean tbk_draw_begin (const TbkDrawOptions *options, const char *title, const char *note,
                         TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_draw_end (const TbkDrawOptions *options, TbkOutput *output,
                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. checks: the job that checks treebanks (tbk/corpus.h, tbk/check.h): counts findings, and writes it
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

/* 3. steps: the steps of a parser for looking at: each configuration on a way, and what every transition
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
 *       || !tbk_steps_draw (steps, &(TbkDrawOptions){ .format = TBK_DRAW_TEXT }, drawn.title, FALSE, text, &error))
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

/* The configuration in which the way goes wrong first: the transition taken costs something, or the sequence
 * cannot be read on. -1 if it does not. */
int tbk_steps_first_error (const TbkSteps *steps);

/* The worth of an answer. If it ends too early, arcs that it has not made are lost. Since: 0.2 */
typedef struct {
  int n_right;   /* the transitions before the first error */
  int n_lost;    /* gold arcs that are not built, or constituents that are missing or wrong */
  int n_kept;    /* gold arcs or constituents that are built, less the wrong constituents; not below 0 */
  int most_kept; /* as many as can be; -1 if that is not known */
} TbkStepsPoints;

TbkStepsPoints tbk_steps_points (const TbkSteps *steps);

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

TBK_END_DECLS

#endif
