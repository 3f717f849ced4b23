/* picture.c - what there is to say of a tree of a sentence, in text and in SVG. */
#include <string.h>

#include "draw/drawer.h"

/* Whether most words with letters of a direction run from right to left. */
static gboolean
reads_right_to_left (const TbkDrawnSentence *sentence)
{
  int n = 0;

  for (int r = 0; r < sentence->n_rows; r++)
    n += sentence->rows[r].kind == TBK_DRAWN_WORD && signs_are_right_to_left (sentence->rows[r].form);
  return 2 * n > sentence->n;
}

/* Sets the heads that are drawn as arcs between words. */
static void
set_heads (DrawnSide *side)
{
  const Picture *picture = &side->picture;
  const TbkDrawnSentence *sentence = picture->sentence;
  int word = 0;

  side->heads[0] = -1;
  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD) {
      word++;
      side->heads[word] = picture_arc (picture, word, &sentence->rows[r]).is_drawn ? picture->heads[word] : 0;
    }
}

gboolean
picture_set (DrawnSide *side, const TbkDrawnSentence *sentence, PictureRole role, GError **error)
{
  const gboolean is_second = role == PICTURE_AFTER || role == PICTURE_OTHER;
  const int *second = sentence->against != NULL ? sentence->against : sentence->projective;

  if (side->tree == NULL)
    side->tree = tbk_tree_new ();
  side->picture = (Picture){ .role = role,
                             .sentence = sentence,
                             .tree = side->tree,
                             .heads = is_second ? second : sentence->heads,
                             .other_heads = is_second ? sentence->heads : second,
                             .is_right_to_left = reads_right_to_left (sentence) };
  if (!tbk_tree_set (side->tree, side->picture.heads, sentence->n, error)
      || !reserve_words (&side->heads, &side->n_allocated[0], sentence->n, sizeof (*side->heads), error))
    return FALSE;
  set_heads (side);
  return TRUE;
}

void
picture_clear (DrawnSide *side)
{
  tbk_tree_free (side->tree);
  g_free (side->heads);
  columns_clear (&side->columns);
  levels_clear (&side->levels);
  g_free (side->first_arcs);
  g_free (side->next_arcs);
  g_free (side->heights);
  g_free (side->head_heights);
  g_free (side->by_level);
  g_free (side->level_starts);
}

TbkPiece
picture_other_relation (const TbkDrawnSentence *sentence, int word)
{
  return sentence->against_relations == NULL ? (TbkPiece){ NULL, 0 } : sentence->against_relations[word];
}

/* Whether the two annotations have different arcs into @word. */
static gboolean
differs (const Picture *picture, int word, const TbkDrawnRow *row)
{
  const TbkPiece other = picture_other_relation (picture->sentence, word);

  return picture->heads[word] != picture->other_heads[word] || row->relation.size != other.size
         || (other.size > 0 && memcmp (row->relation.bytes, other.bytes, other.size) != 0);
}

PictureArc
picture_arc (const Picture *picture, int word, const TbkDrawnRow *row)
{
  const int head = picture->heads[word];
  const gboolean is_other = picture->other_heads != NULL && picture->other_heads[word] != head;
  PictureArc arc = { .is_nonprojective = tbk_tree_is_nonprojective (picture->tree, word),
                     .is_drawn = TRUE,
                     .relation = row->relation };

  switch (picture->role) {
  case PICTURE_ALONE:
    arc.moved_from = row->moved_from;
    arc.is_moved = row->moved_from.size > 0;
    break;
  case PICTURE_FIRST:
    arc.differs = differs (picture, word, row);
    break;
  case PICTURE_OTHER:
    arc.differs = arc.is_drawn = differs (picture, word, row);
    arc.relation = picture_other_relation (picture->sentence, word);
    break;
  case PICTURE_BEFORE:
    arc.is_moved = is_other;
    break;
  case PICTURE_AFTER:
    arc.is_moved = is_other;
    /* As tbk_conllu_sentence_write() has it. */
    if (is_other && head == 0)
      arc.relation = signs_piece ("root");
    else if (is_other && picture->other_heads[word] == 0)
      arc.relation = signs_piece ("dep");
  }
  return arc;
}

static int
count_different (const Picture *picture)
{
  const TbkDrawnSentence *sentence = picture->sentence;
  int n = 0, word = 0;

  for (int r = 0; r < sentence->n_rows; r++)
    if (sentence->rows[r].kind == TBK_DRAWN_WORD)
      n += differs (picture, ++word, &sentence->rows[r]);
  return n;
}

void
picture_caption (const Picture *picture, TbkText *text)
{
  const gboolean is_after = picture->role == PICTURE_AFTER;
  int n = 0;

  if (picture->role == PICTURE_FIRST) {
    tbk_text_printf (text, "%d of %d arcs differ", count_different (picture), picture->sentence->n);
    return;
  }
  if (!is_after)
    n = tbk_tree_nonprojective_arcs (picture->tree);
  else
    for (int w = 1; w <= picture->sentence->n; w++)
      n += picture->heads[w] != picture->other_heads[w];
  tbk_text_printf (text, "%s: %d arc%s %s", is_after ? "after" : "before", n, n == 1 ? "" : "s",
                   is_after ? "moved" : "not projective");
}
