/* projectivize.c - optimal projectivization: of one tree, all optimal ones, and many sentences.
 *
 * Contents
 *   1. projectivize: optimal projectivization, by contraction or by the tabular parser: one tree
 *   2. count: all optimal projectivizations of a sentence: how many there are, in how many an arc is kept,
 *      and each of them in turn
 *   3. many: projectivization of sentences in flat arrays
 */
#include "projectivize/projectivizer.h"

#include <string.h>

#include "base/base.h"
#include "tbk/projectivize.h"

/* 1. projectivize: optimal projectivization, by contraction or by the tabular parser: one tree. */

static gboolean
options_are_valid (const TbkProjectivizeOptions *options)
{
  return (guint) options->root <= TBK_ROOT_ANY && (guint) options->ties <= TBK_TIES_SHORT
         && (guint) options->method <= TBK_PROJECTIVIZE_TABULAR && options->max_core >= 0;
}

/* Charts of the generic parser are made when the reference method is used first; most never need them. */
TbkProjectivizer *
tbk_projectivizer_new (const TbkProjectivizeOptions *options)
{
  TbkProjectivizer *p;

  g_return_val_if_fail (options == NULL || options_are_valid (options), NULL);
  p = g_new0 (TbkProjectivizer, 1);
  if (options != NULL)
    p->options = *options;
  if (p->options.max_core == 0)
    p->options.max_core = TBK_DEFAULT_MAX_CORE;
  p->options.max_core = MIN (p->options.max_core, TBK_TABULAR_MAX_LENGTH - 1);
  p->forest = tbk_forest_new ();
  p->tree = tbk_tree_new ();
  return p;
}

void
tbk_projectivizer_free (TbkProjectivizer *p)
{
  if (p == NULL)
    return;
  reduced_clear (&p->reduced);
  score_clear (&p->score);
  tbk_forest_free (p->forest);
  tbk_tree_free (p->tree);
  room_clear (&p->room);
  tbk_tabular_free (p->any_root);
  tbk_tabular_free (p->single_root);
  tbk_weighted_string_clear (&p->string);
  g_free (p);
}

/* Begins a sentence: contracts it, if it is not solved already. FALSE with @error set if its heads are no
 * tree. */
static gboolean
projectivizer_begin (TbkProjectivizer *p, const int *heads, int n, GError **error)
{
  p->gold = heads;
  p->n = n;
  p->has_list = p->is_listed = FALSE;
  return reduced_begin (&p->reduced, heads, n, p->options.root, &p->single, &p->is_solved, error);
}

/* Makes @n_words words those of the forest, with room for the heads of a tree. */
static gboolean
set_words (TbkProjectivizer *p, const int *gold, const int *words, int n_words, GError **error)
{
  p->forest_gold = gold;
  p->words = words;
  p->n_words = n_words;
  return ROOM_RESERVE (&p->room, n_words + 1, ARRAY (p->forest_heads))
         || memory_fail (error, "the heads of %d words", n_words);
}

static gboolean
has_several_roots (const int *heads, int n)
{
  int n_roots = 0;

  for (int d = 1; d <= n; d++)
    n_roots += heads[d] == 0;
  return n_roots > 1;
}

/* Begins sets of the words of the core, which is kept. FALSE if they are too many, or 0 must lose
 * children. */
static gboolean
begin_sets (TbkProjectivizer *p)
{
  return p->n_words <= p->options.max_core && !(p->single && has_several_roots (p->forest_gold, p->n_words))
         && core_sets_begin (&p->sets, p->forest_gold, p->n_words);
}

/* Keeps words of the sentence, which was contracted; of few words of a core, the sets too. Sets are begun for
 * the core alone: the best lifting moves core words to core words. */
static gboolean
projectivizer_keep (TbkProjectivizer *p, Extent extent, GError **error)
{
  p->extent = extent;
  reduced_keep (&p->reduced, p->gold, extent);
  if (!set_words (p, p->reduced.heads, p->reduced.words, p->reduced.n, error))
    return FALSE;
  p->has_sets = extent == CORE && begin_sets (p);
  return TRUE;
}

/* Solves for the words kept, by the fast recursion: the score, and the forest of optimal trees if it is
 * wanted. */
static gboolean
projectivizer_solve_kept (TbkProjectivizer *p, gboolean wants_forest, int *lost_arcs, GError **error)
{
  if (!reduced_check_size (p->n_words, p->options.max_core, p->options.max_core_name, error)
      || !score_fill (&p->score, p->forest_gold, p->n_words, p->single, error))
    return FALSE;
  *lost_arcs = p->n_words - p->score.best;
  return !wants_forest || optima_build (&p->score, p->single, p->forest, error);
}

/* Returns TRUE if the tabular parser is to be used; without words there is nothing to parse. */
static gboolean
projectivizer_uses_tabular (const TbkProjectivizer *p)
{
  return p->options.method == TBK_PROJECTIVIZE_TABULAR && p->n > 0;
}

/* The grammar's parser, and the sentence as its string: weight 1 for gold arcs, 0 for others. The reference
 * method: gold arcs weigh 1, all others 0, over all words. So the best weight is the greatest number of gold
 * arcs. */
static TbkTabular *
projectivizer_prepare_tabular (TbkProjectivizer *p, GError **error)
{
  TbkTabular **tabular = p->single ? &p->single_root : &p->any_root;

  if (!reduced_check_size (p->n, p->options.max_core, p->options.max_core_name, error)
      || !tbk_weighted_string_resize (&p->string, p->n + 1, error))
    return NULL;
  for (int d = 1; d <= p->n; d++)
    tbk_weight_set (&p->string, p->gold[d], d, 1);
  p->string.terminals[0] = p->single;
  if (*tabular == NULL)
    *tabular = tbk_tabular_new (tbk_grammar_projective (p->single));
  return *tabular;
}

/* Solves by the generic parser over the whole sentence. */
static gboolean
solve_tabular (TbkProjectivizer *p, gboolean wants_forest, int *lost_arcs, GError **error)
{
  TbkTabular *tabular = projectivizer_prepare_tabular (p, error);
  gint64 best;

  if (tabular == NULL || !tbk_tabular_best (tabular, &p->string, &best, error))
    return FALSE;
  *lost_arcs = p->n - (int) best;
  p->is_solved = FALSE;
  return set_words (p, p->gold, NULL, p->n, error)
         && (!wants_forest || tbk_tabular_forest (tabular, &p->string, p->forest, error));
}

/* Solves the sentence that was begun, with a forest of the optimal trees. */
static gboolean
projectivizer_solve_forest (TbkProjectivizer *p, int *lost_arcs, GError **error)
{
  if (projectivizer_uses_tabular (p))
    return solve_tabular (p, TRUE, lost_arcs, error);
  *lost_arcs = 0;
  return p->is_solved
         || (projectivizer_keep (p, CORE_AND_SPINES, error)
             && projectivizer_solve_kept (p, TRUE, lost_arcs, error));
}

/* Puts the best lifting into forest_heads, by the sets. Returns whether it is seen to be optimal
 * without the score: a core loses one arc at least. */
static gboolean
lift_by_sets (TbkProjectivizer *p, int *n_moved)
{
  *n_moved = core_sets_lift (&p->sets, p->forest_heads);
  return *n_moved == 1 || core_sets_must_move (&p->sets, *n_moved);
}

/* Solves the sentence that was begun, for the number of arcs lost alone. */
static gboolean
solve_score (TbkProjectivizer *p, int *lost_arcs, GError **error)
{
  if (projectivizer_uses_tabular (p))
    return solve_tabular (p, FALSE, lost_arcs, error);
  *lost_arcs = 0;
  if (p->is_solved)
    return TRUE;
  if (!projectivizer_keep (p, CORE, error))
    return FALSE;
  return (p->has_sets && lift_by_sets (p, lost_arcs))
         || projectivizer_solve_kept (p, FALSE, lost_arcs, error);
}

/* Puts the tree in forest_heads, or the gold tree, into the sentence. Starts from the gold heads: words that
 * were taken out keep them. Those that were kept are numbered anew in the forest, so both ends of an arc are
 * translated. */
static void
projectivizer_write_heads (const TbkProjectivizer *p, int *projective)
{
  memcpy (projective, p->gold, (p->n + 1) * sizeof (int));
  if (p->is_solved)
    return;
  if (p->words == NULL) {
    memcpy (projective + 1, p->forest_heads + 1, p->n_words * sizeof (int));
    return;
  }
  for (int i = 1; i <= p->n_words; i++)
    projective[p->words[i]] = p->words[p->forest_heads[i]];
  if (p->extent != CORE_AND_EDGES)
    return;
  /* An edge depends on a word of its block, which may not be kept. */
  for (int i = 1; i <= p->n_words; i++)
    if (p->forest_heads[i] == p->forest_gold[i])
      projective[p->words[i]] = p->gold[p->words[i]];
}

/* Puts the tree that is to be taken into forest_heads. */
static gboolean
choose_tree (TbkProjectivizer *p, GError **error)
{
  if (!tbk_forest_is_single (p->forest)) {
    if (!tbk_tree_set (p->tree, p->forest_gold, p->n_words, error)
        || !ties_choose (p->forest, p->options.ties, p->tree, p->words, error))
      return FALSE;
  }
  tbk_forest_heads (p->forest, p->forest_heads);
  return TRUE;
}

/* Returns TRUE if in forest_heads each word depends on a gold ancestor, and the gold root words on 0. */
static gboolean
is_lifting (const TbkProjectivizer *p)
{
  for (int d = 1; d <= p->n_words; d++) {
    int head = p->forest_heads[d], ancestor = p->forest_gold[d];

    while (ancestor != head && ancestor != 0)
      ancestor = p->forest_gold[ancestor];
    if (ancestor != head)
      return FALSE;
  }
  return TRUE;
}

/* Puts the tree of the rule `lift` into forest_heads if it is a lifting; else @is_chosen is FALSE. The core,
 * which is kept, is enough for that: edges are no gold ancestors of a core word, so no tree that uses them is
 * as good.
 *
 * Of few words sets give the best lifting. It is taken if it is optimal (theorem 7), which they often show,
 * and the score shows in any case. Of many words the tree that the rule takes over the core is looked at. */
static gboolean
choose_lifting (TbkProjectivizer *p, gboolean *is_chosen, int *lost_arcs, GError **error)
{
  int n_moved = 0;

  *is_chosen = p->has_sets && lift_by_sets (p, &n_moved);
  *lost_arcs = n_moved;
  if (*is_chosen)
    return TRUE;
  if (!projectivizer_solve_kept (p, !p->has_sets, lost_arcs, error)
      || (!p->has_sets && !choose_tree (p, error)))
    return FALSE;
  *is_chosen = p->has_sets ? *lost_arcs == n_moved : is_lifting (p);
  return TRUE;
}

/* Solves the sentence that was begun, with the tree of the rule for ties in forest_heads. */
static gboolean
solve_and_choose (TbkProjectivizer *p, int *lost_arcs, GError **error)
{
  gboolean is_chosen = FALSE;

  *lost_arcs = 0;
  if (projectivizer_uses_tabular (p))
    return projectivizer_solve_forest (p, lost_arcs, error) && choose_tree (p, error);
  if (p->is_solved)
    return TRUE;
  if (p->options.ties == TBK_TIES_LIFT
      && (!projectivizer_keep (p, CORE, error) || !choose_lifting (p, &is_chosen, lost_arcs, error)))
    return FALSE;
  return is_chosen
         || (projectivizer_keep (p, CORE_AND_EDGES, error)
             && projectivizer_solve_kept (p, TRUE, lost_arcs, error) && choose_tree (p, error));
}

/* Without @projective the number of lost arcs is enough, which seldom needs a forest. */
gboolean
tbk_projectivize (TbkProjectivizer *p, const int *heads, int n, int *projective, int *lost_arcs,
                  GError **error)
{
  int lost;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error)
      || !(projective == NULL ? solve_score (p, &lost, error) : solve_and_choose (p, &lost, error)))
    return FALSE;
  if (projective != NULL)
    projectivizer_write_heads (p, projective);
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  return TRUE;
}

gboolean
tbk_projectivize_draw (TbkProjectivizer *p, const int *heads, int n, TbkRandom *random, int *projective,
                       int *lost_arcs, GError **error)
{
  int lost;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  g_return_val_if_fail (random != NULL && projective != NULL, FALSE);
  if (!projectivizer_begin (p, heads, n, error) || !projectivizer_solve_forest (p, &lost, error))
    return FALSE;
  if (!p->is_solved && !tbk_forest_draw (p->forest, random, p->forest_heads, error))
    return FALSE;
  projectivizer_write_heads (p, projective);
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  return TRUE;
}

/* 2. count: all optimal projectivizations of a sentence: how many there are, in how many an arc is kept,
 * and each of them in turn. */

/* The count by the reference method: the generic parser over its own semiring. */
static gboolean
count_tabular (TbkProjectivizer *p, mpz_t count, int *lost_arcs, GError **error)
{
  TbkTabular *tabular = projectivizer_prepare_tabular (p, error);
  gint64 best;

  if (tabular == NULL || !tbk_tabular_best_count (tabular, &p->string, &best, count, error))
    return FALSE;
  *lost_arcs = p->n - (int) best;
  return TRUE;
}

/* Counts the trees of the forest, and the arcs they lose. */
static gboolean
count_forest (TbkProjectivizer *p, mpz_t count, int *lost_arcs, GError **error)
{
  if (!projectivizer_solve_forest (p, lost_arcs, error))
    return FALSE;
  if (!p->is_solved)
    return tbk_forest_count (p->forest, count, error);
  mpz_set_ui (count, 1);
  return TRUE;
}

/* Makes @kept, which is of the words that were kept, that of all words. Those are numbered anew, none above what it
 * was. The others keep their heads. */
static void
spread_kept (const TbkProjectivizer *p, int n, const mpz_t count, mpz_t *kept)
{
  for (int d = n, i = p->is_solved ? 0 : p->n_words; d > 0; d--) {
    const gboolean is_word = i > 0 && (p->words == NULL || p->words[i] == d);

    mpz_set (kept[d], is_word ? kept[i] : count);
    i -= is_word;
  }
}

gboolean
tbk_projectivize_count (TbkProjectivizer *p, const int *heads, int n, mpz_t count, mpz_t *kept,
                        int *lost_arcs, GError **error)
{
  int lost = 0;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error))
    return FALSE;
  if (!(kept == NULL && projectivizer_uses_tabular (p) ? count_tabular (p, count, &lost, error)
                                                       : count_forest (p, count, &lost, error)))
    return FALSE;
  if (kept != NULL && !p->is_solved
      && !tbk_forest_count_arcs (p->forest, p->forest_gold, p->n_words, kept, error))
    return FALSE;
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  if (kept != NULL)
    spread_kept (p, n, count, kept);
  return TRUE;
}

gboolean
tbk_projectivize_list (TbkProjectivizer *p, const int *heads, int n, mpz_t count, int *lost_arcs,
                       GError **error)
{
  int lost;

  g_return_val_if_fail (p != NULL && heads != NULL && n >= 0, FALSE);
  if (!projectivizer_begin (p, heads, n, error) || !count_forest (p, count, &lost, error)
      || (!p->is_solved && !tbk_forest_list (p->forest, error)))
    return FALSE;
  p->has_list = TRUE;
  if (lost_arcs != NULL)
    *lost_arcs = lost;
  return TRUE;
}

int
tbk_projectivize_next (TbkProjectivizer *p, int *projective, GError **error)
{
  int n_told;

  g_return_val_if_fail (p->has_list, -1);
  n_told = p->is_solved ? !p->is_listed : tbk_forest_next (p->forest, p->forest_heads, error);
  p->has_list = n_told >= 0;
  p->is_listed = TRUE;
  if (n_told > 0)
    projectivizer_write_heads (p, projective);
  return n_told;
}

/* 3. many: projectivization of sentences in flat arrays. */

/* The longest of the sentences. */
static gint64
longest (const gint64 *offsets, int n_sentences)
{
  gint64 longest = 0;

  for (int i = 0; i < n_sentences; i++)
    longest = MAX (longest, offsets[i + 1] - offsets[i]);
  return longest;
}

/* Heads lie one sentence after the other, without the word 0: each sentence is copied behind a 0 of its own,
 * as all functions expect. */
gboolean
tbk_projectivize_many (TbkProjectivizer *projectivizer, const int *heads, const gint64 *offsets,
                       int n_sentences, int *projective, int *lost_arcs, GError **error)
{
  g_autofree int *gold = NULL, *found = NULL;
  gsize room = (gsize) longest (offsets, n_sentences) + 1;

  g_return_val_if_fail (room < G_MAXINT - 2, FALSE);
  if (!TRY_RENEW (gold, room) || !TRY_RENEW (found, room))
    return memory_fail (error, "a sentence of %" G_GSIZE_FORMAT " words", room - 1);
  gold[0] = -1;
  for (int i = 0; i < n_sentences; i++) {
    gsize n = (gsize) (offsets[i + 1] - offsets[i]);
    int lost;

    if (n > 0)
      memcpy (gold + 1, heads + offsets[i], n * sizeof (int));
    if (!tbk_projectivize (projectivizer, gold, (int) n, projective != NULL ? found : NULL, &lost, error)) {
      g_prefix_error (error, "sentences[%d]: ", i);
      return FALSE;
    }
    if (projective != NULL && n > 0)
      memcpy (projective + offsets[i], found + 1, n * sizeof (int));
    if (lost_arcs != NULL)
      lost_arcs[i] = lost;
  }
  return TRUE;
}
