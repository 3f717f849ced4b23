/* show.h - the job that draws sentences, or trees in brackets (tbk/corpus.h, tbk/draw.h).
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
 *           (tbk/classes.h). Projective and planar trees are told by the drawing.
 * Fields    FORM, UPOS and DEPREL, as far as the file has them; the sentence is the comment `text`.
 * Cost      that of tbk_draw_sentence(), tbk_projectivize() with it where that is asked for.
 * Errors    those of these functions.
 * Since     0.1
 */
#ifndef TBK_SHOW_H
#define TBK_SHOW_H

#include <glib.h>

#include "tbk/corpus.h"
#include "tbk/declarations.h"
#include "tbk/draw.h"
#include "tbk/projectivize.h"

TBK_BEGIN_DECLS

typedef struct {
  gboolean is_projectivized; /* in CoNLL-U: the tree and its projectivization */
  TbkProjectivizeOptions projectivize;
  /* 0; or in CoNLL-U the word whose subtree is drawn, without a second tree. A sentence with fewer words is
   * an error. Arcs are projective if they are so among the words drawn. Since: 0.2 */
  int node;
  /* (nullable): a folder that is there: each drawing becomes a file in it, tbk_show_file_name() of its input,
   * a hyphen, its number in the input and @suffix. `output` gets nothing. Since: 0.2 */
  const char *into, *suffix;
  /* (nullable): for each file of a run of one thread another one, which must have the same words: sentences
   * are drawn that differ, with both annotations in one drawing. Since: 0.2 */
  const char *const *against;
  gconstpointer against_options; /* (nullable): of the format, as those of the run */
  gint64 against_max; /* the `max` of the run's selection: if all are drawn, the other files must end too */
  gboolean skips;     /* the run leaves out what is wrong, so the ends are not compared */
  gboolean
      draws_first; /* draw the first sentence only; the run needs a selection with `max`, 2 to know of more */
  const TbkFormat *format; /* of the run */
  TbkDrawOptions draw;
  TbkOutput *output; /* gets the drawings */
} TbkShowOptions;

typedef struct TbkShow TbkShow;

/* @options must outlive it. */
TbkShow *tbk_show_new (const TbkShowOptions *options);
void tbk_show_free (TbkShow *show);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkShow, tbk_show_free)

/* The job of one run; @show must outlive it. */
TbkJob tbk_show_job (TbkShow *show);

/* What the drawings of a file are called: the last part of its path, without what stands behind its first dot
 * but one at the beginning; "stdin" for "-". To be freed. Since: 0.2 */
char *tbk_show_file_name (const char *path);

/* How many drawings the run has made: 0 if none stays. If a file was left out, those of it may count. @met_more:
 * (nullable): whether a run that draws the first sentence has met another one. */
gint64 tbk_show_n_drawn (const TbkShow *show, gboolean *met_more);

TBK_END_DECLS

#endif
