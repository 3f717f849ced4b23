/* steps_draw.c - steps as text, or as a part of a page. */
#include "steps/steps.h"

gboolean
tbk_steps_draw (const TbkSteps *steps, const TbkDrawOptions *options, TbkPiece title, gboolean is_graded,
                TbkText *text, GError **error)
{
  g_return_val_if_fail (options->format == TBK_DRAW_TEXT || options->format == TBK_DRAW_HTML, FALSE);
  return options->format == TBK_DRAW_TEXT ? steps_text_draw (steps, options, title, is_graded, text, error)
                                          : steps_page_draw (steps, title, is_graded, text, error);
}
