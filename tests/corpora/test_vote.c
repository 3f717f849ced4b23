/* test_vote.c - trees of most votes as they were found by other means. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/base.h"
#include "tbk/decode.h"
#include "unit/time_limit.h"

enum { N_SETTINGS = 4, MOST_WORDS = 40, MOST_VOTERS = 8 };

static const char *const settings[N_SETTINGS] = { "single", "any", "single_projective", "any_projective" };

typedef struct {
  int n, k, weights[MOST_VOTERS];
  int heads[MOST_VOTERS][MOST_WORDS], relations[MOST_VOTERS][MOST_WORDS];
  TbkVoter voters[MOST_VOTERS];
  TbkVocabulary *names;
} Election;

static void
read_election (JsonObject *record, Election *e)
{
  JsonArray *voters = json_object_get_array_member (record, "voters");

  e->k = json_array_get_length (voters);
  for (int v = 0; v < e->k; v++) {
    e->weights[v] = json_array_get_int_element (json_object_get_array_member (record, "weights"), v);
    e->voters[v] = (TbkVoter){ NULL, NULL };
    if (json_array_get_null_element (voters, v))
      continue;
    JsonArray *words = json_array_get_array_element (voters, v);
    e->n = json_array_get_length (words);
    e->voters[v] = (TbkVoter){ e->heads[v], e->relations[v] };
    for (int w = 1; w <= e->n; w++) {
      JsonArray *word = json_array_get_array_element (words, w - 1);
      const char *relation = json_array_get_string_element (word, 1);

      e->heads[v][w] = json_array_get_null_element (word, 0) ? -1 : json_array_get_int_element (word, 0);
      e->relations[v][w] = tbk_vocabulary_add (e->names, relation, strlen (relation), NULL);
    }
  }
}

static void
check_setting (JsonObject *record, const Election *e, int setting)
{
  const TbkVoteOptions options = { .is_projective = setting > 1,
                                   .has_any_root = setting % 2,
                                   .weights = e->weights };
  JsonObject *expected = json_object_get_object_member (record, settings[setting]);
  g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
  int heads[MOST_WORDS], voters[MOST_WORDS];
  gint64 arcs[MOST_WORDS], relations[MOST_WORDS];
  TbkVotes votes = {
    .heads = heads, .relation_voters = voters, .arc_votes = arcs, .relation_votes = relations
  };
  mpz_t count;

  mpz_init (count);
  cr_assert (tbk_vote (counter, e->voters, e->k, e->n, &options, &votes, NULL));
  cr_assert (tbk_vote_count (counter, e->voters, e->k, e->n, &options, count, NULL));
  cr_expect_eq (votes.n_arc_votes, json_object_get_int_member (expected, "most_arc_votes"));
  cr_expect_eq (mpz_cmp_si (count, json_object_get_int_member (expected, "trees_with_most")), 0);
  cr_expect_eq (votes.has_tie, json_object_get_int_member (expected, "trees_with_most") > 1);
  for (int w = 1; w <= e->n; w++) {
    const char *relation = voters[w] >= 0  ? tbk_vocabulary_name (e->names, e->relations[voters[w]][w])
                           : heads[w] == 0 ? "root"
                                           : "dep";
#define EXPECTED(name) json_object_get_array_member (expected, name), w - 1
    cr_expect_eq (heads[w], json_array_get_int_element (EXPECTED ("heads")));
    cr_expect_eq (arcs[w], json_array_get_int_element (EXPECTED ("votes")));
    cr_expect_eq (relations[w], json_array_get_int_element (EXPECTED ("relation_votes")));
    cr_expect_str_eq (relation, json_array_get_string_element (EXPECTED ("deprels")));
  }
  mpz_clear (count);
}

static void
check_record (JsonObject *record)
{
  Election e = { .names = tbk_vocabulary_new () };

  cr_assert_eq (tbk_vocabulary_add (e.names, "root", 4, NULL), TBK_VOTE_ROOT);
  read_election (record, &e);
  for (int setting = 0; setting < N_SETTINGS; setting++)
    check_setting (record, &e, setting);
  tbk_vocabulary_free (e.names);
}

Test (vote, vectors, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/vote/vote.jsonl");

  cr_assert_gt (for_each_record (path, check_record), 0);
}
