/* facts.c - what is known of the sentence that is asked: found once a sentence, when it is asked for.
 *
 * A fact is a bit in `known`, and arrays or numbers beside it. An attribute needs some facts; facts_find()
 * finds those that are missing, and what they need themselves. With a new sentence all bits are cleared and
 * nothing is freed, so a fact that no attribute asks for costs nothing.
 *
 *   known        found by                      cost, for n words
 *   FACT_TREE    tbk_tree_set()                as there
 *   FACT_TEXT    the comment, or the tokens    O(bytes)
 *   FACT_KEPT    tbk_projectivize()            as there
 *   FACT_FILE    the name of the file          once a file
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"
#include "tree/tree.h"

static void
clear_state (gpointer data)
{
  QueryState *state = data;

  g_free (state->memos);
  room_clear (&state->room);
}

TbkFacts *
tbk_facts_new (TbkTreeKind trees, const TbkProjectivizeOptions *projectivize)
{
  TbkFacts *facts;

  g_return_val_if_fail ((guint) trees < TBK_TREES_N_KINDS, NULL);
  facts = g_new0 (TbkFacts, 1);
  facts->trees = trees;
  if (projectivize != NULL)
    facts->projectivize = *projectivize;
  facts->tree = tbk_tree_new ();
  facts->text = g_string_new (NULL);
  facts->states = g_array_new (FALSE, TRUE, sizeof (QueryState));
  g_array_set_clear_func (facts->states, clear_state);
  return facts;
}

void
tbk_facts_free (TbkFacts *facts)
{
  if (facts == NULL)
    return;
  tbk_tree_free (facts->tree);
  tbk_projectivizer_free (facts->projectivizer);
  tbk_classifier_free (facts->classifier);
  tbk_length_meter_free (facts->meter);
  g_string_free (facts->text, TRUE);
  g_free (facts->file);
  g_free (facts->language);
  file_parts_clear (&facts->parts);
  room_clear (&facts->room);
  g_array_unref (facts->states);
  g_free (facts);
}

/* Forgets what was known, but the name of the file, which is mostly the same again. The new stamp makes
 * queries forget as well. */
static void
forget (TbkFacts *facts)
{
  facts->stamp++;
  facts->known &= FACT_FILE;
  facts->n_lost = facts->max_depth = -1;
  facts->classes_known = facts->lengths_known = 0;
  facts->classes = (TbkClasses){ 0 };
}

/* A sentence as it was read: its own heads, and its words as they are numbered. */
void
tbk_facts_set (TbkFacts *facts, const TbkEntry *entry)
{
  g_return_if_fail (facts != NULL && entry != NULL);

  forget (facts);
  facts->entry = entry;
  if (facts->trees == TBK_TREES_BRACKETS)
    facts->brackets = entry->sentence;
  else
    facts->sentence = entry->sentence;
  facts->n = entry->n_words;
  facts->heads = facts->sentence != NULL ? facts->sentence->heads : NULL;
  facts->words = NULL;
  facts->arcs = facts->sentence;
  facts->is_broken = FALSE;
  if (g_strcmp0 (facts->file, entry->file) != 0)
    facts->known &= ~(guint) FACT_FILE;
}

/* Another tree over some of the words: @words has their numbers in the sentence. */
void
facts_set_tree (TbkFacts *facts, const int *heads, int n, const int *words)
{
  g_return_if_fail (facts != NULL && facts->sentence != NULL && heads != NULL && n >= 0);

  forget (facts);
  facts->heads = heads;
  facts->words = words;
  facts->n = n;
  facts->is_broken = FALSE;
}

/* Another sentence of the same words gives heads and relations, such as what a parser predicts. */
void
facts_set_arcs (TbkFacts *facts, const TbkConlluSentence *sentence)
{
  g_return_if_fail (facts != NULL && facts->sentence != NULL && sentence->n == facts->n);

  forget (facts);
  facts->arcs = sentence;
  facts->heads = sentence->heads;
  facts->is_broken = sentence->is_broken || sentence->is_headless;
}

/* Makes room for @n words or nodes in all arrays; those of nodes and of words share memory, as a tree has
 * either. */
static gboolean
reserve (TbkFacts *facts, int n, GError **error)
{
  if (!ROOM_RESERVE (&facts->room, n + 2, ARRAY (facts->gaps), ARRAY (facts->edges), ARRAY (facts->crossings),
                     ARRAY (facts->kept), ARRAY (facts->counts), ARRAY_OF (facts->scratch, 3)))
    return memory_fail (error, "what is asked of a sentence of %d words", n);
  facts->word_nodes = facts->gaps;
  facts->constituent_nodes = facts->edges;
  return TRUE;
}

/* Joins the tokens, with blanks between them but where SpaceAfter=No. A token of several words is written
 * once, for its first line; its words are passed over. */
static gboolean
join_tokens (TbkFacts *facts, GError **error)
{
  const char *position = NULL;
  TbkConlluLine line;
  int last = 0; /* of the last token of several words */

  while (tbk_conllu_sentence_next_line (facts->sentence, &position, &line)) {
    const TbkPiece form = line.fields[TBK_COLUMN_FORM], misc = line.fields[TBK_COLUMN_MISC];

    if ((line.kind != TBK_LINE_WORD && line.kind != TBK_LINE_RANGE) || line.first <= last)
      continue;
    if (form.bytes == NULL)
      return fail_data (error, "found neither a comment text nor a column FORM, which text needs");
    last = line.last;
    g_string_append_len (facts->text, form.bytes, (gssize) form.size);
    if (sentence_has_space_after (misc))
      g_string_append_c (facts->text, ' ');
  }
  return TRUE;
}

/* Sets the text: that of the annotators, or the tokens, without a blank at the end. */
static gboolean
find_text (TbkFacts *facts, GError **error)
{
  const TbkPiece text =
      facts->sentence != NULL ? tbk_conllu_sentence_comment (facts->sentence, "text") : (TbkPiece){ NULL, 0 };

  g_string_truncate (facts->text, 0);
  if (text.bytes != NULL)
    g_string_append_len (facts->text, text.bytes, (gssize) text.size);
  else if (facts->sentence != NULL && !join_tokens (facts, error))
    return FALSE;
  for (int i = 0; facts->brackets != NULL && i < facts->brackets->n_nodes; i++)
    if (facts->brackets->nodes[i].form != NULL) {
      g_string_append_len (facts->text, facts->brackets->nodes[i].form,
                           facts->brackets->nodes[i].form_length);
      g_string_append_c (facts->text, ' ');
    }
  if (text.bytes == NULL && g_str_has_suffix (facts->text->str, " "))
    g_string_truncate (facts->text, facts->text->len - 1);
  return TRUE;
}

static void
find_file (TbkFacts *facts)
{
  g_free (facts->file);
  g_free (facts->language);
  file_parts_clear (&facts->parts);
  facts->file = g_strdup (facts->entry->file);
  facts->language = file_language (facts->file);
  file_parts (facts->file, &facts->parts);
}

/* Numbers the words and the constituents, and counts the children of nodes. */
static void
number_nodes (TbkFacts *facts)
{
  int n_words = 0;

  facts->n_constituents = 0;
  for (int i = 0; i < facts->brackets->n_nodes; i++) {
    const TbkBracketNode *node = &facts->brackets->nodes[i];

    facts->counts[i] = 0;
    if (node->parent >= 0)
      facts->counts[node->parent]++;
    if (node->form != NULL)
      facts->word_nodes[++n_words] = i;
    else
      facts->constituent_nodes[++facts->n_constituents] = i;
  }
}

/* Finds the heads in an optimal projective tree; that is the tree itself if no arc is lost. How many arcs are
 * lost is known then, too. */
static gboolean
find_kept (TbkFacts *facts, GError **error)
{
  if (facts->projectivizer == NULL)
    facts->projectivizer = tbk_projectivizer_new (&facts->projectivize);
  return tbk_projectivize (facts->projectivizer, facts->heads, facts->n, facts->kept, &facts->n_lost, error);
}

/* Steps, each for the facts that are missing:
 *
 *   1. Room. It is kept, so only longer sentences need more.
 *   2. What needs no tree: the file, the nodes, the text.
 *   3. The tree, if it or something of it is needed.
 *   4. What is read of the tree.
 */
gboolean
facts_find (TbkFacts *facts, guint needs, GError **error)
{
  const guint of_tree = FACT_GAPS | FACT_EDGES | FACT_CROSSINGS;
  const guint missing = needs & ~facts->known;

  if (!reserve (facts, facts->brackets != NULL ? facts->brackets->n_nodes : facts->n, error))
    return FALSE;
  if ((missing & FACT_FILE) != 0)
    find_file (facts);
  if ((missing & FACT_NODES) != 0)
    number_nodes (facts);
  if (((missing & FACT_TEXT) != 0 && !find_text (facts, error))
      || ((missing & FACT_KEPT) != 0 && !find_kept (facts, error))
      || ((missing & (FACT_TREE | of_tree)) != 0 && (facts->known & FACT_TREE) == 0
          && !tbk_tree_set (facts->tree, facts->heads, facts->n, error)))
    return FALSE;
  if ((missing & FACT_GAPS) != 0)
    tree_find_gap_degrees (facts->tree, facts->gaps, facts->scratch);
  if ((missing & FACT_CROSSINGS) != 0)
    tree_find_crossings (facts->tree, facts->crossings, facts->scratch);
  if ((missing & FACT_EDGES) != 0 && !tree_find_edge_degrees (facts->tree, facts->edges))
    return fail_data (error,
                      "found a tree with too many words under arcs that are not projective, expected at most "
                      "2^26 for edge_degree");
  facts->known |= missing | ((missing & of_tree) != 0 ? FACT_TREE : 0);
  return TRUE;
}

/* Returns TRUE if the reader has found that the tree is projective: such a tree is in all classes, and loses no arc if it keeps its
 * roots. */
static gboolean
is_known_projective (const TbkFacts *facts)
{
  return facts->heads == facts->arcs->heads && facts->arcs->is_projective;
}

gboolean
facts_find_lost (TbkFacts *facts, GError **error)
{
  if (facts->n_lost < 0 && facts->projectivize.root == TBK_ROOT_GOLD && is_known_projective (facts))
    facts->n_lost = 0;
  return facts->n_lost >= 0 || facts_need (facts, FACT_KEPT, error);
}

gboolean
facts_find_max_depth (TbkFacts *facts, GError **error)
{
  if (facts->max_depth >= 0)
    return TRUE;
  if (!facts_need (facts, FACT_TREE, error))
    return FALSE;
  /* Words are in the order of their depth. */
  facts->max_depth = MAX (facts->tree->depth[facts->tree->order[facts->n]] - 1, 0);
  return TRUE;
}

/* A projective tree is in all classes. Else each class is decided by itself, as the costs are very
 * different. */
gboolean
facts_find_class (TbkFacts *facts, TbkClass class, gboolean *is_in, GError **error)
{
  const guint bit = TBK_CLASS_BIT (class);
  TbkClasses found;

  *is_in = TRUE;
  if (is_known_projective (facts))
    return TRUE;
  if (facts->classifier == NULL)
    facts->classifier = tbk_classifier_new ();
  if ((facts->classes_known & bit) == 0) {
    if (!tbk_tree_classes (facts->classifier, facts->heads, facts->n, bit, &found, error))
      return FALSE;
    facts->classes.outside |= found.outside;
    facts->classes.undecided |= found.undecided;
    facts->classes_known |= bit;
  }
  *is_in = (facts->classes.outside & bit) == 0;
  return (facts->classes.undecided & bit) == 0
         || fail_data (error,
                       "found a tree too tangled to decide whether it is in class %s, expected a simpler one",
                       tbk_class_name (class));
}

/* Measures come in groups with one flag, which are computed together. */
gboolean
facts_find_length (TbkFacts *facts, TbkLength length, GError **error)
{
  const guint flag = length_flag (length);
  gint64 found[TBK_N_LENGTHS];

  if ((facts->lengths_known & flag) != 0)
    return TRUE;
  if (facts->meter == NULL)
    facts->meter = tbk_length_meter_new ();
  if (!tbk_lengths_compute (facts->meter, facts->heads, facts->n, flag, found, error))
    return FALSE;
  for (int l = 0; l < TBK_N_LENGTHS; l++)
    if (length_flag ((TbkLength) l) == flag)
      facts->lengths[l] = found[l];
  facts->lengths_known |= flag;
  return TRUE;
}

int
tbk_facts_n_units (TbkFacts *facts, TbkScope scope)
{
  if (scope != TBK_SCOPE_CONSTITUENT)
    return scope == TBK_SCOPE_SENTENCE ? 1 : facts->n;
  return facts_need (facts, FACT_NODES, NULL) ? facts->n_constituents : 0;
}

int
facts_node (TbkFacts *facts, TbkScope scope, int unit)
{
  g_return_val_if_fail (facts->brackets != NULL && unit >= 1, -1);
  if (!facts_need (facts, FACT_NODES, NULL))
    return -1;
  return (scope == TBK_SCOPE_CONSTITUENT ? facts->constituent_nodes : facts->word_nodes)[unit];
}
