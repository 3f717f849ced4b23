/* jobs.h - what the program makes of treebanks: drawings, lists and pages. The library does not export it.
 *
 * Contents
 *   1. show: the job that draws sentences, or trees in brackets
 *   2. changes: the job that compares two releases of a treebank
 *   3. disputes: the job that draws sentences on which annotators differ
 *   4. differences: the job that lists or draws configurations in which oracles differ
 *   5. find: the job that finds what meets an expression
 *   6. solutions: sequences of transitions that students hand in
 *   7. steps: systems and transitions in words
 */
#ifndef DRAW_JOBS_H
#define DRAW_JOBS_H

#include "tbk/draw.h"
#include "tbk/evaluate.h"
#include "tbk/statistics.h"

/* 1. show: the job that draws sentences, or trees in brackets (tbk/draw.h, section draw).
 *
 *   g_autoptr (ShowRun) show = show_new (&show_options);
 *   const TbkJob job = show_job (show);
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
 */

typedef struct {
  gboolean is_projectivized; /* in CoNLL-U: the tree and its projectivization */
  TbkProjectivizeOptions projectivize;
  /* 0; or in CoNLL-U the word whose subtree is drawn, without a second tree. A sentence with fewer words is
   * an error. Arcs are projective if they are so among the words drawn. */
  int node;
  /* (nullable): a folder that is there: each drawing becomes a file in it, show_file_name() of its input,
   * a hyphen, its number in the input and @suffix. `output` gets nothing. */
  const char *into, *suffix;
  /* The run, of one thread, is over pairs of files (show_pairing()), which must have the same words: sentences are drawn
   * that differ, with both annotations in one drawing. Their heads need be no trees. */
  gboolean is_against;
  gboolean
      draws_first; /* draw the first sentence only; the run needs a selection with `max`, 2 to know of more */
  const TbkFormat *format; /* of the run */
  TbkDrawOptions draw;
  /* (nullable): the run's, in CoNLL-U: words by which a sentence meets its conditions on words are marked in SVG and
   * pages (selector_mark()). */
  const TbkSelection *selection;
  TbkOutput *output; /* gets the drawings */
} ShowOptions;

typedef struct ShowRun ShowRun;

/* @options must outlive it. */
ShowRun *show_new (const ShowOptions *options);
void show_free (ShowRun *show);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ShowRun, show_free)

/* The job of one run; @show must outlive it. */
TbkJob show_job (ShowRun *show);

/* Sets what the pairing of a run is for. The caller sets how other files are found, and the options of the format. */
void show_pairing (const ShowOptions *options, TbkPairing *pairing);

/* Returns what the drawings of a file are called: the last part of its path, without what follows its first
 * dot but one at the beginning; "stdin" for "-". To be freed. */
char *show_file_name (const char *path);

/* Returns the number of drawings that the run has made: 0 if none stays. If a file was left out, its drawings
 * may count. @met_more: (nullable): whether a run that draws the first sentence has met another one. */
gint64 show_n_drawn (const ShowRun *show, gboolean *met_more);

/* 2. changes: the job that compares two releases of a treebank, sentence by sentence: findings that are new or gone,
 * sentences that became projective or ceased to be, changed arcs.
 *
 *   g_autoptr (Changes) changes = changes_new (&checks_options);
 *
 *   changes_pairing (&pairing);
 *   corpus_options.format = &pairing.pairs;
 *   corpus_options.format_options = &pairing;
 *   job = changes_job (changes);
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error) || !changes_end (changes,
 *     total, &error)) return FALSE;
 *
 * Pairs     of sentences as TbkPairing has them. A pair without a common sent_id must have the same words. The
 *           findings of a sentence that only one file has are new or gone.
 * Words     the same on both sides are those before the first and after the last difference of their forms. A finding
 *           stays if both sides have one of its test on the same word.
 * Memory    of a page no more than TBK_CHECKS_MAX_DRAWN sentences are kept.
 * Errors    the errors of the check, of drawing and writing.
 */

typedef struct Changes Changes;

/* @options must outlive it; of a baseline and the order by suspicion nothing is used. Its `rows` get
 * changes_columns(). */
Changes *changes_new (const TbkChecksOptions *options);
void changes_free (Changes *changes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Changes, changes_free)

const TbkTableColumns *changes_columns (void);

/* Sets what the pairing of a run is for. The caller sets how old files are found, and their options. */
void changes_pairing (TbkPairing *pairing);

/* The job of one run; @changes must outlive it. */
TbkJob changes_job (Changes *changes);

/* Ends a page, once the run is done. @total: over all files */
gboolean changes_end (Changes *changes, const TbkTally *total, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Its tallies. */
typedef enum {
  CHANGES_OLD_SENTENCES,
  CHANGES_SENTENCES,
  CHANGES_PAIRED,
  CHANGES_OTHER_WORDS, /* pairs whose words differ */
  CHANGES_OTHER_ARCS,  /* pairs with a changed arc */
  CHANGES_BECAME_NONPROJECTIVE,
  CHANGES_BECAME_PROJECTIVE,
  CHANGES_WORDS,        /* that both have */
  CHANGES_CHANGED_ARCS, /* of these, with another head or relation */
  N_CHANGES_FIGURES,
} ChangesFigure;

typedef struct {
  gint64 n_before, n_after, n_gone, n_new;
} ChangesFound;

/* Words with the relation @before in the old file and @after in the new one; both are the tally's. */
typedef struct {
  const char *before, *after;
  gint64 n_words, n_other_head; /* the latter of them with another head */
  gint64 n_changed;             /* changed arcs */
} ChangedRelation;

const TbkTallyLayout *changes_layout (void);
const gint64 *changes_figures (const TbkTally *tally);
ChangesFound changes_found (const TbkTally *tally, TbkCheckTest test);

/* By name; to be freed with g_free(). */
ChangedRelation *changes_relations (const TbkTally *tally, gsize *n);

/* 3. disputes: the job that draws sentences on which annotators differ, for a run of one thread over files side by side: all
 * trees of a sentence in one drawing, on a page.
 *
 * Order     by the most disputed word of a sentence: the share of pairs of annotators who differ in its head or relation.
 *           What an annotator does not say is no dispute. At most 200 sentences are drawn.
 * Errors    TBK_ERROR_DATA where words differ.
 */

typedef struct {
  int n_annotators;  /* 2 to TBK_MOST_ANNOTATORS (tbk/evaluate.h) */
  gboolean subtypes; /* relations are compared whole */
  const char *const
      *names; /* of the annotators: paths of files or folders, which must outlive the disputes */
} DisputesOptions;

typedef struct Disputes Disputes;

/* @options are copied. */
Disputes *disputes_new (const DisputesOptions *options);
void disputes_free (Disputes *disputes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Disputes, disputes_free)

/* The job; and sets what the pairing of its run is for. The caller sets how other files are found. */
TbkJob disputes_job (Disputes *disputes);
void disputes_pairing (const Disputes *disputes, TbkPairing *pairing);

/* Writes the page. */
gboolean disputes_write (Disputes *disputes, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. differences: the job that lists or draws configurations in which oracles differ.
 *
 *   DifferencesOptions options = { .agreement = { .compare = compare_options }, .page = output };
 *   const TbkJob job = differences_job (&options);
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
 */

typedef struct {
  TbkAgreementOptions agreement; /* its fields `watch` and `watch_data` are set by differences_job() */
  TbkTable *rows;                /* (nullable): with differences_columns() */
  TbkOutput *page;               /* where @rows is NULL */
} DifferencesOptions;

const TbkTableColumns *differences_columns (void);

/* @options must outlive the job. */
TbkJob differences_job (DifferencesOptions *options);

/* 5. find: the job that finds the words, or constituents in brackets, that meet an expression: rows, lines with the word in the
 * middle, or how many there are by groups.
 *
 * Order     of files, sentences and words; constituents by their opening brackets; groups by their keys.
 * Cost      of the expression, and of the attributes of found words.
 * Errors    of tbk/query.h and of writing.
 */

/* A column of rows: an attribute; or, without, forms: those before it, its own or those behind it. */
typedef enum { FIND_LEFT, FIND_FORMS, FIND_RIGHT } FindForms;

typedef struct {
  const char *name;
  const TbkAttribute *attribute; /* (nullable) */
  FindForms forms;
} FindColumn;

/* Columns and keys are of sentences, or of what the query is asked of: words if that is sentences. */
typedef struct {
  TbkTreeKind trees;
  TbkQuery *query;
  TbkProjectivizeOptions projectivize; /* which arcs are lost */
  const FindColumn *columns;           /* of rows */
  int n_columns;
  int context;         /* words on each side of the word, in rows */
  const TbkKeys *keys; /* (nullable): instead of rows how many words there are, by these */
  TbkTable
      *rows; /* (nullable): gets the rows, with found_row_columns(); NULL: lines are written to `output` */
  TbkOutput *output;
  int width; /* of lines, in cells of a terminal; 0: 80 */
  gboolean is_coloured;
} FindOptions;

/* The columns of the table, NULL-terminated; to be freed with g_free(), but not the names. */
const char **found_row_columns (const FindOptions *options);

/* The groups of columns of the tables: the group of @number, from 0; NULL past the last. */
const TbkTableColumns *found_tables (int number);
const TbkTableColumns *found_bracket_tables (int number);

/* @options must outlive it. */
TbkJob found_job (const FindOptions *options);

/* Returns the number of words found. */
gint64 found_count (const TbkTallies *tallies);

/* Writes the rows of a table by keys. */
gboolean found_write (const TbkTallies *tallies, const FindOptions *options, TbkTable *table,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 6. solutions: sequences of transitions that students hand in. */

/* Sequences that were given for sentences: lines of JSON as tbk/oracle.h has them, with "transitions", and
 * "sent_id" or "sentence"; or lines of plain text, "en-06: SHIFT SHIFT LEFT-ARC(nsubj)": the ID or the number of the
 * sentence, with or without a colon, and the transitions with blanks, commas or semicolons between them. */
typedef struct Solutions Solutions;

typedef struct {
  const char *const *
      keys; /* of the transitions, NULL-terminated; transitions of dependencies may have labels behind a colon */
  gsize length;
  int n_words; /* as many as there are heads; -1 if there are none */
} Solution;

Solutions *solutions_new (void);
void solutions_free (Solutions *solutions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Solutions, solutions_free)

/* Adds the sequence of a line of @length bytes; a blank line has none. A second one of a sentence replaces the first.
 * Fails (TBK_ERROR_DATA) for what is no such line. Memory comes from GLib. */
gboolean solutions_add (Solutions *solutions, const char *line, gsize length,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The sequence of a sentence by its ID, or if no line has that, by its number: lines with an ID are found by that
 * alone. NULL if there is none. Owned by
 * @solutions. May be called by several threads at once. */
const Solution *solutions_find (const Solutions *solutions, TbkPiece sent_id, gint64 number);

/* The name of the first sentence whose sequence was never found, and how many these are; NULL if there is none. */
const char *solutions_unused (const Solutions *solutions, guint *n);

/* The name of the first sentence that has a later sequence, and how many sequences are replaced so; NULL if there is none. */
const char *solutions_replaced (const Solutions *solutions, guint *n);

/* 7. steps: systems and transitions in words. */

/* Sets what is wrong with the sequence behind its transitions, if it could not be read on: it is then named
 * in the place of the result at its end. Copied. */
void steps_set_problem (TbkSteps *steps, const char *problem);

/* Returns TRUE if the system has a grammar, which its steps can be drawn by; if not, @error (TBK_ERROR_USAGE)
 * says so. */
gboolean steps_can_derive (const TbkSteps *steps, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Returns what @transition of @system needs, and what it does, in English, as pages and `tbk help systems`
 * have it. To be freed by tbk_free(). */
char *steps_needs (const TbkSystem *system, const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;
char *steps_effects (const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;

/* Returns what transitions of kind @i from 0 do in a system of phrase structure, with what their keys look
 * like ("NT-X"); NULL after the last. */
const char *steps_phrase_effects (const TbkPhraseSystem *system, int i, const char **key);

#endif
