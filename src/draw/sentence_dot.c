/* sentence_dot.c - a dependency tree as a graph for Graphviz: a line a word, a line an arc. */
#include "draw/drawer.h"

static void
append_word (TbkText *text, int word, const TbkDrawnRow *row)
{
  tbk_text_printf (text, "  w%d [label=\"", word);
  signs_append (text, row->form, SIGNS_DOT, TRUE);
  if (row->tag.size > 0) {
    tbk_text_printf (text, "\\n");
    signs_append (text, row->tag, SIGNS_DOT, TRUE);
  }
  tbk_text_printf (text, "\"];\n");
}

/* Arcs of a second annotation have no part in where words are put. */
static void
append_arc (const Picture *picture, TbkText *text, int word, const TbkDrawnRow *row)
{
  const PictureArc arc = picture_arc (picture, word, row);

  if (!arc.is_drawn)
    return;
  tbk_text_printf (text, "  w%d -> w%d [label=\"", picture->heads[word], word);
  signs_append (text, arc.relation, SIGNS_DOT, TRUE);
  tbk_text_printf (text, "\"%s%s%s];\n", arc.is_nonprojective ? ", style=dashed" : "",
                   arc.is_moved || arc.differs ? ", penwidth=2" : "",
                   picture->role == PICTURE_OTHER ? ", color=blue, fontcolor=blue, constraint=false" : "");
}

void
sentence_dot_draw (const TbkDrawer *drawer, TbkText *text)
{
  const PictureRole role = drawer->sides[0].picture.role;
  const TbkDrawnSentence *sentence = drawer->sides[0].picture.sentence;
  int word = 0;

  tbk_text_printf (text, "digraph \"");
  signs_append (text, sentence->title, SIGNS_DOT, FALSE);
  tbk_text_printf (text, "%s\" {\n  ordering=out;\n  node [shape=plaintext];\n  w0 [label=\"0\"];\n",
                   role == PICTURE_AFTER    ? ", after"
                   : role == PICTURE_BEFORE ? ", before"
                                            : "");
  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      append_word (text, ++word, &sentence->rows[r]);
  for (int side = 0; side < drawer->n_sides; side++) {
    word = 0;
    for (int r = 0; r < sentence->n_rows; r++)
      if (sentence->rows[r].kind == TBK_DRAWN_WORD) {
        word++;
        append_arc (&drawer->sides[side].picture, text, word, &sentence->rows[r]);
      }
  }
  tbk_text_printf (text, "}\n");
}
