/* voting.c - the job that makes one treebank out of several annotations of the same words.
 *
 * Sentences are read side by side. Those of the first file are written with the tree of most votes (tbk/decode.h); where
 * that is its own tree, and all agree, byte for byte. Relations are numbers in the order in which a sentence has them.
 */
#include "corpus/corpus.h"
#include "evaluation/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "tbk/decode.h"
#include "tbk/evaluate.h"

/* Relations of which a word has one each, but for subtypes of subjects that are outer. */
enum { SUBJECTS, OBJECTS, N_GROUPS };

/* Counts of each file. */
enum { FIGURES, MOST };
enum { N_SENTENCES, N_WORDS, N_TIES, N_DISPUTED, N_RESTRICTED, N_UNCOUNTED, N_FIGURES };

static const TbkTallyColumn figure_columns[N_FIGURES] = {
  [N_SENTENCES] = { "sentences", .most = TBK_TALLY_MOST },
  [N_WORDS] = { "words", .most = TBK_TALLY_MOST },
  [N_TIES] = { "ties", .part_of = N_SENTENCES + 1 },
  [N_DISPUTED] = { "disputed_words", .part_of = N_WORDS + 1 },
  [N_RESTRICTED] = { "restricted", .part_of = N_SENTENCES + 1 },
  [N_UNCOUNTED] = { "uncounted", .part_of = N_TIES + 1 },
};
static const TbkTallyColumn most_columns[] = { { "sentences", .most = TBK_TALLY_MOST } };
static const TbkTallyKey most_keys[] = { { "trees", TBK_TALLY_NUMBER }, { "line", TBK_TALLY_NUMBER } };
static const TbkTallySection sections[] = {
  [FIGURES] = { "figures", NULL, 0, figure_columns, N_FIGURES },
  [MOST] = { "most_trees", most_keys, G_N_ELEMENTS (most_keys), most_columns, G_N_ELEMENTS (most_columns) },
};
static const TbkTallyLayout layout = { "votes", sections, G_N_ELEMENTS (sections) };

typedef struct {
  const TbkVoting *voting;
  WordSide *sides;
  TbkVoteCounter *counter;
  TbkVocabulary *names;   /* of relations */
  TbkVoter *voters;       /* those that have the sentence */
  int *weights, *sources; /* of these: the number of the side */
  int *relations;         /* n + 1 numbers for each of them */
  int *heads, *relation_voters;
  gint64 *arc_votes, *relation_votes;
  TbkPiece *deprels;
  GArray *labels; /* of int: the relations of groups, in the order of these */
  int n_labels[N_GROUPS];
  mpz_t count;
  char *most_trees; /* of the file in hand, in decimals; NULL: none yet */
  gint64 most_line;
  TbkText *kept; /* a sentence, which leads into bytes that do not outlive it */
  Room room;
} VotingWorker;

static gpointer
worker_new (gpointer data)
{
  const TbkVoting *voting = data;
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
  worker->labels = g_array_new (FALSE, FALSE, sizeof (int));
  mpz_init (worker->count);
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
  room_clear (&worker->room);
  g_array_unref (worker->labels);
  mpz_clear (worker->count);
  g_free (worker->most_trees);
  g_free (worker);
}

static gboolean
reserve (VotingWorker *worker, int n, GError **error)
{
  return ROOM_RESERVE (&worker->room, n + 1, ARRAY_OF (worker->relations, worker->voting->n_voters),
                       ARRAY (worker->heads), ARRAY (worker->relation_voters), ARRAY (worker->arc_votes),
                       ARRAY (worker->relation_votes), ARRAY (worker->deprels))
         || memory_fail (error, "the votes on %d words", n);
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

/* Returns what DEPREL becomes, without bytes where it stays: the relation of most votes; where nobody has
 * one, that of a root or, as no relation says it, dep. */
static TbkPiece
choose_deprel (const VotingWorker *worker, gboolean is_restricted, int word)
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
    chosen = worker->arc_votes[word] > 0 && !is_restricted ? own : (TbkPiece){ other, strlen (other) };
  return piece_equals (chosen, own) ? (TbkPiece){ NULL, 0 } : chosen;
}

/* The group of a relation, by its name; N_GROUPS if it is in none. */
static int
group_of (const char *relation)
{
  g_auto (GStrv) parts = g_strsplit (relation, ":", -1);

  if (parts[0] == NULL)
    return N_GROUPS;
  if (strcmp (parts[0], "obj") == 0)
    return OBJECTS;
  return (strcmp (parts[0], "nsubj") == 0 || strcmp (parts[0], "csubj") == 0)
                 && !g_strv_contains ((const char *const *) parts + 1, "outer")
             ? SUBJECTS
             : N_GROUPS;
}

/* Sets the groups of the relations that voters have. */
static void
set_groups (VotingWorker *worker)
{
  const int n = tbk_vocabulary_size (worker->names);

  g_array_set_size (worker->labels, 0);
  for (int g = 0; g < N_GROUPS; g++) {
    worker->n_labels[g] = 0;
    for (int label = 0; label < n; label++)
      if (group_of (tbk_vocabulary_name (worker->names, label)) == g) {
        g_array_append_val (worker->labels, label);
        worker->n_labels[g]++;
      }
  }
}

/* Counts the trees of most votes of a sentence that has several; @figures get it if it has too many words. */
static gboolean
count_trees (VotingWorker *worker, const TbkEntry *entry, int n_voters, int n, const TbkVoteOptions *options,
             gint64 *figures, GError **error)
{
  g_autofree char *digits = NULL;

  if (n > TBK_VOTING_MAX_COUNTED) {
    figures[N_UNCOUNTED] = 1;
    return TRUE;
  }
  if (!tbk_vote_count (worker->counter, worker->voters, n_voters, n, options, worker->count, error))
    return FALSE;
  digits = mpz_get_str (NULL, 10, worker->count);
  if (worker->most_trees != NULL && compare_decimals (digits, worker->most_trees) <= 0)
    return TRUE;
  g_free (worker->most_trees);
  worker->most_trees = g_steal_pointer (&digits);
  worker->most_line = entry->line;
  return TRUE;
}

/* Adds what is reported of a sentence; @figures have what its trees gave. */
static void
count_sentence (const VotingWorker *worker, int n, const TbkVotes *votes, gint64 of, gint64 *figures,
                TbkTally *tally)
{
  for (int w = 1; w <= n; w++)
    figures[N_DISPUTED] += worker->arc_votes[w] < of || worker->relation_votes[w] < of;
  figures[N_SENTENCES] = 1;
  figures[N_WORDS] = n;
  figures[N_TIES] = votes->has_tie;
  figures[N_RESTRICTED] = votes->is_restricted;
  if (tally != NULL)
    tbk_tally_add (tally, FIGURES, NULL, figures);
}

/* Adds the most trees of a sentence of the file, which is one batch. */
static void
flush (gpointer data, TbkTally *tally)
{
  VotingWorker *worker = data;
  g_autofree char *line = g_strdup_printf ("%" G_GINT64_FORMAT, worker->most_line);
  const gint64 one = 1;

  if (tally != NULL && worker->most_trees != NULL)
    tbk_tally_add (tally, MOST, (const char *[]){ worker->most_trees, line }, &one);
  g_clear_pointer (&worker->most_trees, g_free);
}

/* Appends the sentence of the first file. Files side by side are one batch, which is written when all of it is read. */
static gboolean
write_sentence (VotingWorker *worker, gint64 of, TbkText *text, GError **error)
{
  g_autofree char *copy = NULL;

  tbk_text_clear (worker->kept);
  conllu_sentence_write_votes (worker->sides[0].sentence, worker->heads, worker->deprels,
                               worker->voting->has_marks ? worker->arc_votes : NULL, worker->relation_votes,
                               of, worker->kept);
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
  gint64 figures[N_FIGURES] = { 0 };
  TbkLabelGroups unique = { .n_groups = N_GROUPS, .n_labels = worker->n_labels };
  const TbkVoteOptions options = { .is_projective = voting->is_projective,
                                   .has_any_root = voting->has_any_root,
                                   .weights = worker->weights,
                                   .unique = voting->is_unique ? &unique : NULL };
  TbkVotes votes;
  gint64 of = 0;
  int n_voters, n;

  if (pair_side (entry, 0) == NULL)
    return TRUE;
  n_voters = set_voters (worker, entry, error);
  if (n_voters < 0)
    return FALSE;
  n = worker->sides[0].sentence->n;
  if (voting->has_marks
      && tbk_conllu_sentence_field (worker->sides[0].sentence, 1, TBK_COLUMN_MISC).bytes == NULL)
    return fail_data (error,
                      "%s:1: found no column MISC for the votes, expected one; --mark=none writes none",
                      entry->file);
  if (voting->is_unique)
    set_groups (worker);
  unique.labels = (const int *) (gconstpointer) worker->labels->data;
  votes = (TbkVotes){ .heads = worker->heads,
                      .relation_voters = worker->relation_voters,
                      .arc_votes = worker->arc_votes,
                      .relation_votes = worker->relation_votes };
  if (!tbk_vote (worker->counter, worker->voters, n_voters, n, &options, &votes, error)
      || (votes.has_tie && !count_trees (worker, entry, n_voters, n, &options, figures, error)))
    return tbk_entry_fail (entry, error);
  for (int v = 0; v < n_voters; v++)
    of += worker->weights[v];
  for (int w = 1; w <= n; w++)
    worker->deprels[w] = choose_deprel (worker, votes.is_restricted, w);
  if (!write_sentence (worker, of, text, error))
    return FALSE;
  count_sentence (worker, n, &votes, of, figures, tally);
  return TRUE;
}

TbkJob
tbk_voting_job (const TbkVoting *voting)
{
  return (TbkJob){ .data = (gpointer) voting,
                   .layout = &layout,
                   .writes_corpus = TRUE,
                   .writes_lines = TRUE, /* blank lines, and what other files have, become nothing */
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .takes_any_heads = TRUE,
                   .takes_headless = TRUE };
}

/* Sets the most trees from those of each file, the first that has them before others. */
static void
set_most (TbkVotingCounts *counts, const TbkTallies *tallies)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    gsize n_rows = 0;
    g_autofree TbkTallyRow *rows = tally == NULL ? NULL : tbk_tally_rows (tally, MOST, &n_rows);

    for (gsize r = 0; r < n_rows; r++)
      if (counts->most_trees == NULL || compare_decimals (rows[r].key[0], counts->most_trees) > 0) {
        tbk_voting_counts_clear (counts);
        counts->most_trees = g_strdup (rows[r].key[0]);
        counts->most_place = g_strdup_printf ("%s:%s", tbk_tallies_name (tallies, f), rows[r].key[1]);
      }
  }
}

void
tbk_voting_counts_init (TbkVotingCounts *counts, const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *figures = tbk_tally_get (total, FIGURES, NULL);

  *counts = (TbkVotingCounts){ .most_trees = NULL };
  if (figures == NULL)
    return;
  counts->n_sentences = figures[N_SENTENCES];
  counts->n_words = figures[N_WORDS];
  counts->n_ties = figures[N_TIES];
  counts->n_disputed = figures[N_DISPUTED];
  counts->n_restricted = figures[N_RESTRICTED];
  counts->n_uncounted = figures[N_UNCOUNTED];
  set_most (counts, tallies);
}

void
tbk_voting_counts_clear (TbkVotingCounts *counts)
{
  g_clear_pointer (&counts->most_trees, g_free);
  g_clear_pointer (&counts->most_place, g_free);
}

void
tbk_voting_pairing (const TbkVoting *voting, TbkPairing *pairing)
{
  pairing_init (pairing, tbk_conllu_format ());
  pairing->of_format = voting->columns;
  pairing->n_systems = voting->n_voters - 1;
  pairing->takes_missing = TRUE;
}
