/* arc_figures.c - the figures of arcs by group: counted in an array by the number of the group. */
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "base/room.h"

/* The figures of arcs, and of their lengths behind them. */
enum { N_OF_ARCS = TBK_N_ARC_FIGURES + TBK_N_ARC_LENGTH_FIGURES };
typedef gint64 Group[N_OF_ARCS];

struct ArcFigures {
  const TbkFiguresOptions *options;
  TbkVocabulary *names; /* of groups: the parts of a key with a NUL behind each */
  Group *groups;
  gsize n_groups; /* those that may be other than zero */

  /* With rounds what is counted of a sentence alone: its groups, and then all zero again. */
  FigureRounds *rounds;
  Group *of_sentence;
  Room room;       /* for groups and these */
  GArray *touched; /* numbers of groups */
};

ArcFigures *
arc_figures_new (const TbkFiguresOptions *options, FigureRounds *rounds)
{
  ArcFigures *figures = g_new0 (ArcFigures, 1);

  figures->options = options;
  figures->names = tbk_vocabulary_new ();
  figures->rounds = rounds;
  figures->touched = g_array_new (FALSE, FALSE, sizeof (int));
  return figures;
}

void
arc_figures_free (ArcFigures *figures)
{
  if (figures == NULL)
    return;
  tbk_vocabulary_free (figures->names);
  room_clear (&figures->room);
  g_array_unref (figures->touched);
  g_free (figures);
}

/* Makes room for a group, whose figures are zero if it is new. */
static gboolean
reserve_group (ArcFigures *figures, gsize group, GError **error)
{
  if (group < figures->n_groups)
    return TRUE;
  if (!ROOM_RESERVE (&figures->room, group + 1, ARRAY (figures->groups), ARRAY (figures->of_sentence)))
    return memory_fail (error, "figures of %" G_GSIZE_FORMAT " groups", group + 1);
  memset (figures->groups + figures->n_groups, 0, (group + 1 - figures->n_groups) * sizeof (Group));
  figures->n_groups = group + 1;
  return TRUE;
}

void
arc_figures_add (gint64 *figures, gint64 *lengths, const FiguresArc *arc)
{
  const int length = ABS (arc->head - arc->dependent);

  figures[TBK_ARC_FIGURE_WORDS]++;
  figures[TBK_ARC_FIGURE_NONPROJECTIVE] += arc->is_nonprojective;
  figures[TBK_ARC_FIGURE_LOST] += arc->is_lost;
  figures[TBK_ARC_FIGURE_CERTAIN] += arc->is_certain;
  if (arc->head == 0)
    return;
  lengths[TBK_ARC_LENGTH_FIGURE_ARCS]++;
  lengths[TBK_ARC_LENGTH_FIGURE_TOTAL] += length;
  lengths[TBK_ARC_LENGTH_FIGURE_ADJACENT] += length == 1;
  lengths[TBK_ARC_LENGTH_FIGURE_HEAD_INITIAL] += arc->head < arc->dependent;
  lengths[TBK_ARC_LENGTH_FIGURE_LONGEST] = MAX (lengths[TBK_ARC_LENGTH_FIGURE_LONGEST], length);
}

static void
add_to_group (gint64 *group, const FiguresArc *arc)
{
  arc_figures_add (group, group + TBK_N_ARC_FIGURES, arc);
}

gboolean
arc_figures_count (ArcFigures *figures, const FiguresArc *arc, const RowKey *key, GError **error)
{
  const int group = tbk_vocabulary_add (figures->names, key->text->str, key->text->len, error);

  if (group < 0 || !reserve_group (figures, (gsize) group, error))
    return FALSE;
  if (figures->rounds != NULL && figures->of_sentence[group][TBK_ARC_FIGURE_WORDS] == 0)
    g_array_append_val (figures->touched, group);
  if (figures->rounds != NULL)
    add_to_group (figures->of_sentence[group], arc);
  add_to_group (figures->groups[group], arc);
  return TRUE;
}

gboolean
arc_figures_end_sentence (ArcFigures *figures, const TbkEntry *entry, GError **error)
{
  for (guint t = 0; t < figures->touched->len; t++) {
    const int group = g_array_index (figures->touched, int, t);
    gint64 *counted = figures->of_sentence[group], of_kinds[TBK_FIGURES_N_KINDS][FIGURES_MAX_COLUMNS];
    const char *parts[TBK_KEYS_MOST];

    memcpy (of_kinds[TBK_FIGURES_OF_ARCS], counted, TBK_N_ARC_FIGURES * sizeof (gint64));
    memcpy (of_kinds[TBK_FIGURES_OF_ARC_LENGTHS], counted + TBK_N_ARC_FIGURES,
            TBK_N_ARC_LENGTH_FIGURES * sizeof (gint64));
    row_key_part (tbk_vocabulary_name (figures->names, group), parts);
    if (!figure_rounds_add (figures->rounds, entry, parts, of_kinds, error))
      return FALSE;
    memset (counted, 0, sizeof (Group));
  }
  g_array_set_size (figures->touched, 0);
  return TRUE;
}

/* Adds all groups to the tally and begins anew. Until then arcs are counted in an array by the number
 * of their group, which saves a look-up in the tally for each arc. */
void
arc_figures_flush (ArcFigures *figures, TbkTally *tally)
{
  for (gsize g = 0; g < figures->n_groups; g++) {
    const char *parts[TBK_KEYS_MOST];

    if (figures->groups[g][TBK_ARC_FIGURE_WORDS] == 0)
      continue;
    row_key_part (tbk_vocabulary_name (figures->names, (int) g), parts);
    tbk_tally_add (tally, figures_section (TBK_FIGURES_OF_ARCS, TRUE), parts, figures->groups[g]);
    if (figures->options->lengths)
      tbk_tally_add (tally, figures_section (TBK_FIGURES_OF_ARC_LENGTHS, TRUE), parts,
                     figures->groups[g] + TBK_N_ARC_FIGURES);
  }
  figures->n_groups = 0;
  tbk_vocabulary_clear (figures->names);
}
