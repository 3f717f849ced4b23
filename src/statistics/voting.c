/* voting.c - the job that makes one treebank out of several annotations of the same words.
 *
 * Sentences are read side by side. Those of the first file are written with the tree of most votes (tbk/decode.h); where
 * that is its own tree, and all agree, byte for byte. Relations are numbers in the order in which a sentence has them.
 */
#include "corpus/corpus.h"
#include "statistics/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "tbk/decode.h"
#include "tbk/evaluate.h"

typedef struct {
  TbkVoting *voting;
  WordSide *sides;
  TbkVoteCounter *counter;
  TbkVocabulary *names;   /* of relations */
  TbkVoter *voters;       /* those that have the sentence */
  int *weights, *sources; /* of these: the number of the side */
  int *relations;         /* n + 1 numbers for each of them */
  int *heads, *relation_voters;
  gint64 *arc_votes, *relation_votes;
  TbkPiece *deprels;
  TbkText *kept; /* a sentence, which leads into bytes that do not outlive it */
  gsize n_relations_allocated, n_words_allocated;
} VotingWorker;

static gpointer
worker_new (gpointer data)
{
  TbkVoting *voting = data;
  const gsize k = (gsize) voting->n_voters;
  VotingWorker *worker = g_new0 (VotingWorker, 1);

  worker->voting = voting;
  worker->sides = g_new0 (WordSide, k);
  worker->counter = tbk_vote_counter_new ();
  worker->names = tbk_vocabulary_new ();
  worker->kept = tbk_text_new ();
  worker->voters = g_new0 (TbkVoter, k);
  worker->weights = g_new0 (int, k);
  worker->sources = g_new0 (int, k);
  return worker;
}

static void
worker_free (gpointer data)
{
  VotingWorker *worker = data;

  for (int s = 0; s < worker->voting->n_voters; s++)
    word_side_clear (&worker->sides[s]);
  g_free (worker->sides);
  tbk_vote_counter_free (worker->counter);
  tbk_vocabulary_free (worker->names);
  tbk_text_free (worker->kept);
  g_free (worker->voters);
  g_free (worker->weights);
  g_free (worker->sources);
  g_free (worker->relations);
  g_free (worker->heads);
  g_free (worker->relation_voters);
  g_free (worker->arc_votes);
  g_free (worker->relation_votes);
  g_free (worker->deprels);
  g_free (worker);
}

static gboolean
reserve (VotingWorker *worker, int n, GError **error)
{
  const gsize room = (gsize) n + 1;

  if (!try_reserve (&worker->relations, &worker->n_relations_allocated,
                    room * (gsize) worker->voting->n_voters, sizeof (int)))
    return memory_fail (error, "the votes on %d words", n);
  if (room <= worker->n_words_allocated)
    return TRUE;
  if (!TRY_RENEW (worker->heads, room) || !TRY_RENEW (worker->relation_voters, room)
      || !TRY_RENEW (worker->arc_votes, room) || !TRY_RENEW (worker->relation_votes, room)
      || !TRY_RENEW (worker->deprels, room))
    return memory_fail (error, "the votes on %d words", n);
  worker->n_words_allocated = room;
  return TRUE;
}

static gboolean
is_missing (TbkPiece relation)
{
  return relation.size == 0 || (relation.size == 1 && relation.bytes[0] == '_');
}

/* Sets the votes of side @s, as those of voter @v. */
static gboolean
set_voter (VotingWorker *worker, int s, int v, GError **error)
{
  const WordSide *side = &worker->sides[s];
  const int n = side->sentence->n;
  int *relations = worker->relations + (gsize) v * ((gsize) n + 1);

  for (int w = 1; w <= n; w++) {
    const TbkPiece relation = word_side_pieces (side, w)[FIELD_DEPREL];

    relations[w] =
        is_missing (relation) ? -1 : tbk_vocabulary_add (worker->names, relation.bytes, relation.size, error);
    if (relations[w] < 0 && !is_missing (relation))
      return FALSE;
  }
  worker->voters[v] = (TbkVoter){ side->sentence->heads, relations };
  worker->weights[v] = worker->voting->weights == NULL ? 1 : worker->voting->weights[s];
  worker->sources[v] = s;
  return TRUE;
}

/* Reads all sides that have the sentence; how many there are, or -1. */
static int
set_voters (VotingWorker *worker, const TbkEntry *entry, GError **error)
{
  int n_voters = 0;

  tbk_vocabulary_clear (worker->names);
  if (tbk_vocabulary_add (worker->names, "root", strlen ("root"), error) != TBK_VOTE_ROOT)
    return -1;
  for (int s = 0; s < worker->voting->n_voters; s++) {
    const TbkEntry *side = pair_side (entry, s);

    if (side == NULL)
      continue;
    if (!word_side_set (&worker->sides[s], side, error)
        || (s > 0 && !word_side_check (&worker->sides[0], &worker->sides[s], error))
        || (s == 0 && !reserve (worker, worker->sides[0].sentence->n, error))
        || !set_voter (worker, s, n_voters++, error))
      return -1;
  }
  return n_voters;
}

/* What DEPREL becomes, without bytes where it stays: the relation of most votes; where nobody has one, that of a root
 * or, as no relation says it, dep. */
static TbkPiece
choose_deprel (const VotingWorker *worker, int word)
{
  static const char root[] = "root", other[] = "dep";
  const TbkPiece own = word_side_pieces (&worker->sides[0], word)[FIELD_DEPREL];
  const int voter = worker->relation_voters[word];
  TbkPiece chosen;

  if (voter >= 0)
    chosen = word_side_pieces (&worker->sides[worker->sources[voter]], word)[FIELD_DEPREL];
  else if (worker->heads[word] == 0)
    chosen = (TbkPiece){ root, strlen (root) };
  else
    chosen = worker->arc_votes[word] > 0 ? own : (TbkPiece){ other, strlen (other) };
  return piece_equals (chosen, own) ? (TbkPiece){ NULL, 0 } : chosen;
}

/* Adds what is reported of a sentence. */
static void
count_sentence (VotingWorker *worker, int n, const TbkVotes *votes, gint64 of)
{
  TbkVoting *voting = worker->voting;
  gint64 n_disputed = 0;

  for (int w = 1; w <= n; w++)
    n_disputed += worker->arc_votes[w] < of || worker->relation_votes[w] < of;
  voting->n_sentences++;
  voting->n_words += n;
  voting->n_disputed += n_disputed;
  voting->n_ties += votes->has_tie;
}

/* Appends the sentence of the first file. Files side by side are one batch, which is written when all of it is read. */
static gboolean
write_sentence (VotingWorker *worker, gint64 of, TbkText *text, GError **error)
{
  g_autofree char *copy = NULL;

  tbk_text_clear (worker->kept);
  tbk_conllu_sentence_write_votes (worker->sides[0].sentence, worker->heads, worker->deprels,
                                   worker->voting->has_marks ? worker->arc_votes : NULL,
                                   worker->relation_votes, of, worker->kept);
  copy = tbk_text_dup (worker->kept, error);
  if (copy != NULL)
    tbk_text_add (text, copy, tbk_text_length (worker->kept));
  return copy != NULL;
}

/* Sentences that the first file lacks are not written: it gives all columns but two. */
static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  VotingWorker *worker = data;
  const TbkVoting *voting = worker->voting;
  const TbkVoteOptions options = { .is_projective = voting->is_projective,
                                   .has_any_root = voting->has_any_root,
                                   .weights = worker->weights };
  TbkVotes votes;
  gint64 of = 0;
  int n_voters, n;

  (void) tally;
  if (pair_side (entry, 0) == NULL)
    return TRUE;
  n_voters = set_voters (worker, entry, error);
  if (n_voters < 0)
    return FALSE;
  n = worker->sides[0].sentence->n;
  votes = (TbkVotes){ .heads = worker->heads,
                      .relation_voters = worker->relation_voters,
                      .arc_votes = worker->arc_votes,
                      .relation_votes = worker->relation_votes };
  if (!tbk_vote (worker->counter, worker->voters, n_voters, n, &options, &votes, error))
    return tbk_entry_fail (entry, error);
  for (int v = 0; v < n_voters; v++)
    of += worker->weights[v];
  for (int w = 1; w <= n; w++)
    worker->deprels[w] = choose_deprel (worker, w);
  if (!write_sentence (worker, of, text, error))
    return FALSE;
  count_sentence (worker, n, &votes, of);
  return TRUE;
}

static gboolean
write_sentences (gpointer data, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((const TbkVoting *) data)->output, text, error);
}

TbkJob
tbk_voting_job (TbkVoting *voting)
{
  return (TbkJob){ .data = voting,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .write = write_sentences,
                   .takes_any_heads = TRUE,
                   .takes_headless = TRUE };
}

void
tbk_voting_pairing (const TbkVoting *voting, TbkPairing *pairing)
{
  pairing_init (pairing, tbk_conllu_format ());
  pairing->of_format = voting->columns;
  pairing->n_systems = voting->n_voters - 1;
  pairing->takes_missing = TRUE;
}
