/* cmd_vote.c - tbk vote: one tree out of several annotations of the same words.
 *
 * Files are read side by side (beside.c), and the voting itself is a job of the library
 * (src/evaluation/voting.c). Here are its options and what is told of the result.
 */
#include "commands/commands.h"
#include "corpus/corpus.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/decode.h"

typedef struct {
  CorpusGiven corpus;
  const char *weights;
  TbkVoting voting;
  int mark; /* MARK_VOTES, or without */
} Vote;

enum { MARK_VOTES, MARK_NONE };

static const char *const roots[] = { "single", "any", NULL };
static const char *const marks[] = { [MARK_VOTES] = "votes", [MARK_NONE] = "none", NULL };

static const Option entries[] = {
  { "weights", TEXT, AT (Vote, weights), "N,N,...", "The votes of each FILE, in order (default: 1 each)" },
  { "projective", FLAG, AT (Vote, voting.is_projective), NULL, "The tree is projective" },
  { "unique", FLAG, AT (Vote, voting.is_unique), NULL,
    "No word has two subjects (nsubj, csubj, except nsubj:outer) or two objects (obj): the tree with most votes among these" },
  { "root", CHOICE (roots), AT (Vote, voting.has_any_root), "ROOT",
    "Root words of a tree: single, one (default; a sentence is refused if it has more than about 1500 words and nearly all are roots); "
    "any, any number" },
  { "mark", CHOICE (marks), AT (Vote, mark), "MARK",
    "votes: write ArcVotes=2/3|RelVotes=1/3 into MISC of words that do not have all votes (default); none: no marks" },
  OPTION_END,
};

static const Option on_error_entries[] = {
  { "on-error", CHOICE (corpus_on_error), AT (CorpusGiven, options.on_error), "WHAT",
    "Sentences whose words differ, or that are not well formed in some file: stop (default); skip leaves them out" },
  OPTION_END,
};

static const Option output_dir_entries[] = {
  { "output-dir", OUTPUT_PATH, AT (CorpusGiven, options.output_dir), "DIR",
    "For folders instead of FILEs, with files of the same names: write a file for each file of the first into DIR" },
  OPTION_END,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to vote", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", output_entries),
  OPTION_GROUP ("Output", output_dir_entries),
  OPTION_GROUP ("Input", corpus_conll_entries),
  OPTION_GROUP ("Input", on_error_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Running", corpus_jobs_entries),
  END_GROUPS,
};

/* Reads --weights, to be freed; NULL with @error set if they are not one for each of @n files. */
static int *
read_weights (const char *text, int n, GError **error)
{
  g_auto (GStrv) pieces = g_strsplit (text, ",", -1);
  g_autofree int *weights = g_new0 (int, n);

  if (g_strv_length (pieces) != (guint) n) {
    const guint n_found = g_strv_length (pieces);

    options_refuse (error, "--weights: found %u number%s, expected one for each of %d files", n_found,
                    n_found == 1 ? "" : "s", n);
    return NULL;
  }
  for (int v = 0; v < n; v++) {
    guint64 weight;

    if (!g_ascii_string_to_unsigned (pieces[v], 10, 1, TBK_VOTE_MAX_WEIGHT, &weight, NULL)) {
      options_refuse (error, "--weights: found '%s', expected a number from 1 to %d", pieces[v],
                      TBK_VOTE_MAX_WEIGHT);
      return NULL;
    }
    weights[v] = (int) weight;
  }
  return g_steal_pointer (&weights);
}

/* Tells how often votes do not decide. Where several trees have most votes, the one that is written is a
 * choice among equals; so users learn how many they were. */
static void
tell_votes (const TbkVoting *voting, const TbkVotingCounts *counts)
{
  g_autofree char *most =
      counts->most_trees == NULL
          ? g_strdup ("")
          : g_strdup_printf (" (up to %s trees, %s)", counts->most_trees, counts->most_place);

  tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " arcs are not unanimous; %" G_GINT64_FORMAT
                " of %" G_GINT64_FORMAT " sentences have ties%s",
                counts->n_disputed, counts->n_words, counts->n_ties, counts->n_sentences, most);
  if (counts->n_uncounted > 0)
    tool_message ("in %" G_GINT64_FORMAT " of these sentences, of more than %d words, trees were not counted",
                  counts->n_uncounted, TBK_VOTING_MAX_COUNTED);
  if (voting->is_unique)
    tool_message ("--unique: another head or relation than most votes give in %" G_GINT64_FORMAT
                  " of %" G_GINT64_FORMAT " sentences",
                  counts->n_restricted, counts->n_sentences);
}

/* Votes on all files, and reports what was found in those that are written. */
static gboolean
vote_on_files (const TbkVoting *voting, Corpus *corpus, GError **error)
{
  const TbkJob job = tbk_voting_job (voting);
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (job.layout, (const char *const *) corpus->paths, NULL);
  g_auto (TbkLeftOut) left_out = { 0 };
  g_auto (TbkVotingCounts) counts = { 0 };

  if (!corpus_run (corpus, &job, tallies, &left_out, error))
    return FALSE;
  tbk_voting_counts_init (&counts, tallies);
  if (!corpus_has_none (corpus, &left_out))
    tell_votes (voting, &counts);
  return left_out_fail (&left_out, (int) g_strv_length (corpus->paths), error);
}

static gboolean
vote (gpointer values, const Source *source, GError **error)
{
  Vote *given = values;
  TbkVoting *voting = &given->voting;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (Beside) beside = { .names = NULL };
  g_autofree int *weights = NULL;

  if (!corpus_init (&corpus, &given->corpus, source, FALSE, error)
      || !output_check_kind ("output", given->corpus.options.output, OUTPUT_COLUMNS, error)
      || !beside_find (&beside, &corpus, error))
    return FALSE;
  if (beside.is_folders != (corpus.options.output_dir != NULL))
    return options_refuse (error, beside.is_folders ? "votes on the files of folders need --output-dir=DIR"
                                                    : "--output-dir goes with folders instead of FILEs");
  if (given->weights != NULL && (weights = read_weights (given->weights, beside.n_files, error)) == NULL)
    return FALSE;
  voting->n_voters = beside.n_files;
  voting->weights = weights;
  voting->has_marks = given->mark == MARK_VOTES;
  voting->columns = &corpus.columns;
  tbk_voting_pairing (voting, &beside.pairing);
  return vote_on_files (voting, &corpus, error);
}

static const OptionRule rules[] = { { "output", "!output-dir" }, { NULL, NULL } };

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Vote), .operands = "FILE FILE...", .run = vote
};

const Command cmd_vote = { .name = "vote", .conllu = &form };
