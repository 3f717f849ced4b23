/* steps.h - the steps of a parser for looking at: each configuration on a way, and what every transition
 * would cost.
 *
 * A way is a sequence of transitions: of a gold tree, of a parser, of a student. The cost of a transition is
 * how much it adds to what must be lost, by the exact oracle: gold arcs that can no more be made
 * (tbk/oracle.h, over all computations), or constituents that will be missing or wrong
 * (tbk/constituency_oracle.h). So the costs of a way, and the loss of its first configuration, have as their
 * sum what is lost at its end.
 *
 *   g_autoptr (TbkSteps) steps = tbk_steps_new (system, NULL, &error);
 *
 *   if (!tbk_steps_set_sentence (steps, &drawn, taken, n_taken, TRUE, &error)
 *       || !tbk_steps_draw (steps, &show_options.draw, drawn.title, FALSE, text, &error))
 *     return FALSE;
 *
 * Numbers   configurations come in the order of the way. If wrong steps are looked
 *           at, those behind them follow: for each transition that is possible on the way the configuration
 *           that it leads to, and from there a way that loses no more.
 *           Where a computation can come back to a configuration (TBK_HAS_CYCLES), ways aside may end in one met before.
 * Arcs      where 0 is in no stack, arcs of 0 are not counted, unless words without head hang on 0.
 * Phrases   transitions are those with labels of the gold tree, and those of the way. Of a configuration at
 *           most TBK_STEPS_MOST_MOVES are kept, those of least cost, and as many as TBK_STEPS_MOST_FOLLOWED
 *           looked behind.
 * Cost      that of the oracle for each configuration. tbk_oracles_set_search() bounds the searches of a
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
#ifndef TBK_STEPS_H
#define TBK_STEPS_H

#include <glib.h>

#include "tbk/constituency_oracle.h"
#include "tbk/declarations.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"

TBK_BEGIN_DECLS

#define TBK_STEPS_MAX           (1 << 18)
#define TBK_STEPS_MOST_MOVES    24
#define TBK_STEPS_MOST_FOLLOWED 12

/* Pages look behind wrong steps in sentences of at most so many words. */
#define TBK_STEPS_MOST_WORDS 12

/* Costs that are no numbers: a search gave up, or none was begun since those of the sentence had looked at enough; no final
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
  int loss; /* what must be lost, with what is lost already; -1 if that is not known, or no end can be reached */
  const TbkStepsMove *moves;
  int n_moves;
  int n_left_out; /* further possible transitions, which cost no less than those that are kept */
  int taken;      /* the number of the move that the way goes on with, -1 if it ends here */
} TbkStepsConfiguration;

typedef struct TbkSteps TbkSteps;

/* Of @system or of @phrases; the other is NULL. */
TbkSteps *tbk_steps_new (const TbkSystem *system, const TbkPhraseSystem *phrases,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_steps_free (TbkSteps *steps);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSteps, tbk_steps_free)

/**
 * tbk_steps_set_sentence:
 * @sentence: its words and gold heads; must stay until the next call
 * @transitions: (array length=length): of the way, numbers of the system's
 * @explores: whether to look behind wrong steps
 *
 * Goes the way, as far as its transitions are allowed.
 */
gboolean tbk_steps_set_sentence (TbkSteps *steps, const TbkDrawnSentence *sentence, const guint8 *transitions,
                                 gsize length, gboolean explores, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the words of @tree, whose constituents are @gold; @labels are those of @gold and of the
 * transitions. */
gboolean tbk_steps_set_tree (TbkSteps *steps, const TbkBracketTree *tree, const TbkPhraseTree *gold,
                             const TbkVocabulary *labels, const TbkPhraseTransition *transitions,
                             gsize length, gboolean explores, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What is wrong with the sequence behind its transitions, if it could not be read on: it is then told in the
 * place of what is found at its end. Copied. */
void tbk_steps_set_problem (TbkSteps *steps, const char *problem);

/* The configuration in which the way goes wrong first: the transition taken costs something, or there is a
 * problem. -1 if it does not. */
int tbk_steps_first_error (const TbkSteps *steps);

/**
 * tbk_steps_draw:
 * @options: text, or HTML between tbk_steps_begin() and tbk_steps_end()
 * @is_graded: tell the first error; in text nothing else is drawn
 *
 * Appends the steps. In text: a row a transition, on `width` cells, 80 if that is 0.
 */
gboolean tbk_steps_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title,
                         gboolean is_graded, TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* As tbk_draw_begin() and tbk_draw_end(). */
gboolean tbk_steps_begin (const TbkDrawOptions *options, const char *title, TbkOutput *output,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_steps_end (const TbkDrawOptions *options, TbkOutput *output,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What @transition of @system needs, and what it does, in English, as pages and `tbk help systems` have it. To be freed by
 * tbk_free(). */
char *tbk_steps_needs (const TbkSystem *system, const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;
char *tbk_steps_effects (const TbkTransition *transition) G_GNUC_WARN_UNUSED_RESULT;

/* What transitions of kind @i from 0 do in a system of phrase structure, with what their keys look like ("NT-X"); NULL
 * after the last. */
const char *tbk_steps_phrase_effects (const TbkPhraseSystem *system, int i, const char **key);

/* Sequences that were given for sentences, in lines as tbk/sequence_records.h has them. Of each line "transitions" must be there, and "sent_id" or "sentence", which tell the
 * sentence. */
typedef struct TbkSolutions TbkSolutions;

typedef struct {
  const char *const
      *keys; /* of the transitions, NULL-terminated; those of dependencies may have labels behind a colon */
  gsize length;
  int n_words; /* as many as there are heads; -1 if there are none */
} TbkSolution;

TbkSolutions *tbk_solutions_new (void);
void tbk_solutions_free (TbkSolutions *solutions);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSolutions, tbk_solutions_free)

/* Adds that of a line of @length bytes. Fails (TBK_ERROR_DATA) for what is no such line, and for a second one
 * of a sentence. Memory comes from GLib. */
gboolean tbk_solutions_add (TbkSolutions *solutions, const char *line, gsize length,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* That of a sentence by its ID, or if no line has that, by its number: lines with an ID are found by that
 * alone. NULL if there is none. Owned by
 * @solutions. May be called by several threads at once. */
const TbkSolution *tbk_solutions_find (const TbkSolutions *solutions, TbkPiece sent_id, gint64 number);

TBK_END_DECLS

#endif
