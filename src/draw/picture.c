/* picture.c - what there is to say of a tree of a sentence, in text and in SVG. */
#include "draw/drawer.h"

PictureArc
picture_arc (const TbkDrawer *drawer, const Picture *picture, int word, const TbkDrawnRow *row)
{
  const int head = picture->heads[word];
  const gboolean is_moved = picture->other_heads != NULL && picture->other_heads[word] != head;
  PictureArc arc = { .is_nonprojective = tbk_tree_is_nonprojective (drawer->tree, word),
                     .is_moved = is_moved,
                     .relation = row->relation };

  /* As tbk_conllu_sentence_write() has it. */
  if (is_moved && picture->is_after && head == 0)
    arc.relation = signs_piece ("root");
  else if (is_moved && picture->is_after && picture->other_heads[word] == 0)
    arc.relation = signs_piece ("dep");
  return arc;
}

void
picture_caption (const TbkDrawer *drawer, const Picture *picture, TbkText *text)
{
  int n = 0;

  if (!picture->is_after)
    n = tbk_tree_nonprojective_arcs (drawer->tree);
  else
    for (int w = 1; w <= picture->sentence->n; w++)
      n += picture->heads[w] != picture->other_heads[w];
  tbk_text_printf (text, "%s: %d arc%s %s", picture->is_after ? "after" : "before", n, n == 1 ? "" : "s",
                   picture->is_after ? "moved" : "not projective");
}
