/* static_oracle.c - the sequence of transitions that builds a tree. */
#include "base/memory.h"
#include "tbk/constituency_oracle.h"

/* A gold constituent whose first word is shifted and that is not built. */
typedef struct {
  int constituent;  /* its number in the tree */
  gboolean is_open; /* in-order: NT-X was told */
} Begun;

struct TbkPhraseStaticOracle {
  const TbkPhraseSystem *system;
  const TbkPhraseTree *gold;
  Begun *begun; /* from the root inwards */
  gsize n_allocated;
  int n_begun;
  int next;   /* words shifted */
  int n_seen; /* constituents that are or were in `begun` */
  gboolean is_finished;
};

TbkPhraseStaticOracle *
tbk_phrase_static_oracle_new (const TbkPhraseSystem *system)
{
  TbkPhraseStaticOracle *oracle;

  g_return_val_if_fail (system != NULL, NULL);
  oracle = g_new0 (TbkPhraseStaticOracle, 1);
  oracle->system = system;
  oracle->is_finished = TRUE;
  return oracle;
}

void
tbk_phrase_static_oracle_free (TbkPhraseStaticOracle *oracle)
{
  if (oracle == NULL)
    return;
  g_free (oracle->begun);
  g_free (oracle);
}

gboolean
tbk_phrase_static_oracle_set_gold (TbkPhraseStaticOracle *oracle, const TbkPhraseTree *gold, GError **error)
{
  g_return_val_if_fail (gold->n > 0, FALSE);
  oracle->is_finished = TRUE;
  if (!try_reserve (&oracle->begun, &oracle->n_allocated, (gsize) gold->n_constituents, sizeof (Begun)))
    return memory_fail (error, "a tree of %d constituents", gold->n_constituents);
  oracle->gold = gold;
  oracle->n_begun = oracle->next = oracle->n_seen = 0;
  oracle->is_finished = FALSE;
  return TRUE;
}

/* The gold constituents that begin at the next word, if there are some, come under way. Returns the label of
 * the first. */
static int
begin_one (TbkPhraseStaticOracle *oracle)
{
  oracle->begun[oracle->n_begun++] = (Begun){ oracle->n_seen, FALSE };
  return oracle->gold->constituents[oracle->n_seen++].label;
}

static gboolean
begins_here (const TbkPhraseStaticOracle *oracle)
{
  return oracle->n_seen < oracle->gold->n_constituents
         && oracle->gold->constituents[oracle->n_seen].left == oracle->next;
}

/* Takes the innermost constituent as built. */
static TbkPhraseTransition
reduce (TbkPhraseStaticOracle *oracle)
{
  const int constituent = oracle->begun[--oracle->n_begun].constituent;

  if (oracle->system->strategy == TBK_PHRASE_BOTTOM_UP)
    return (TbkPhraseTransition){ TBK_PHRASE_REDUCE, oracle->gold->constituents[constituent].label,
                                  oracle->gold->n_children[constituent] };
  return (TbkPhraseTransition){ TBK_PHRASE_REDUCE, -1, 0 };
}

/* Shifts the next word; but top-down, what begins there comes under way first, one by one. */
static TbkPhraseTransition
shift (TbkPhraseStaticOracle *oracle)
{
  if (oracle->system->strategy != TBK_PHRASE_TOP_DOWN)
    while (begins_here (oracle))
      begin_one (oracle);
  else if (begins_here (oracle))
    return (TbkPhraseTransition){ TBK_PHRASE_OPEN, begin_one (oracle), 0 };
  oracle->next++;
  return (TbkPhraseTransition){ TBK_PHRASE_SHIFT, -1, 0 };
}

gboolean
tbk_phrase_static_oracle_next (TbkPhraseStaticOracle *oracle, TbkPhraseTransition *transition)
{
  Begun *innermost = oracle->n_begun > 0 ? &oracle->begun[oracle->n_begun - 1] : NULL;

  if (oracle->is_finished)
    return FALSE;
  if (innermost == NULL && oracle->next == oracle->gold->n) {
    oracle->is_finished = TRUE;
    *transition = (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 };
    return oracle->system->finishes;
  }
  if (oracle->system->strategy == TBK_PHRASE_IN_ORDER && innermost != NULL && !innermost->is_open) {
    innermost->is_open = TRUE;
    *transition =
        (TbkPhraseTransition){ TBK_PHRASE_OPEN, oracle->gold->constituents[innermost->constituent].label, 0 };
  } else if (innermost != NULL && oracle->gold->constituents[innermost->constituent].right == oracle->next) {
    *transition = reduce (oracle);
  } else {
    *transition = shift (oracle);
  }
  return TRUE;
}
