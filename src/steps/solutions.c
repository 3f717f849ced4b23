/* solutions.c - given sequences of transitions, found by the sentence that they are of. */
#include "tbk/steps.h"

#include <string.h>

#include "base/fail.h"
#include "base/members.h"

typedef enum { FILE_NAME, SENTENCE, SENT_ID, HEADS, TREE, TRANSITIONS, LOST, N_KEYS } Key;
static const char *const names[N_KEYS + 1] = { "file", "sentence",    "sent_id", "heads",
                                               "tree", "transitions", "lost",    NULL };
static const Keys keys = { names, ~0u, "sequences of transitions" };

struct TbkSolutions {
  Json json;
  Member members[N_KEYS];
  GHashTable *by_id, *by_number; /* TbkSolution */
  int n;
};

static void
solution_free (gpointer data)
{
  TbkSolution *solution = data;

  g_strfreev ((char **) solution->keys);
  g_free (solution);
}

TbkSolutions *
tbk_solutions_new (void)
{
  TbkSolutions *solutions = g_new0 (TbkSolutions, 1);

  solutions->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, solution_free);
  solutions->by_number = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, solution_free);
  return solutions;
}

void
tbk_solutions_free (TbkSolutions *solutions)
{
  if (solutions == NULL)
    return;
  json_clear (&solutions->json);
  g_hash_table_destroy (solutions->by_id);
  g_hash_table_destroy (solutions->by_number);
  g_free (solutions);
}

static gboolean
read_keys (TbkSolutions *solutions, GPtrArray *found, GError **error)
{
  Json *json = &solutions->json;
  JsonStep step;

  if (!members_return (solutions->members, &keys, TRANSITIONS, json, error) || !json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    const char *key;
    gsize length;

    if (!json_string (json, &key, &length, error))
      return FALSE;
    g_ptr_array_add (found, g_strndup (key, length));
  }
  return step == JSON_CLOSED;
}

/* The sent_id, or NULL if there is none, or an empty one; to be freed. */
static gboolean
read_id (TbkSolutions *solutions, char **id, GError **error)
{
  Json *json = &solutions->json;
  const char *string;
  gsize length;

  *id = NULL;
  if (!solutions->members[SENT_ID].is_there)
    return TRUE;
  if (!members_return (solutions->members, &keys, SENT_ID, json, error)
      || !json_string (json, &string, &length, error))
    return FALSE;
  *id = length > 0 ? g_strndup (string, length) : NULL;
  return TRUE;
}

/* Files the solution under the ID or, if there is none, the number of its sentence. */
static gboolean
file_solution (TbkSolutions *solutions, TbkSolution *solution, char *id, GError **error)
{
  gint64 number;

  if (id != NULL) {
    if (g_hash_table_contains (solutions->by_id, id))
      return fail_data (error, "sent_id: found '%s' again, expected one sequence for each sentence", id);
    g_hash_table_insert (solutions->by_id, g_strdup (id), solution);
    return TRUE;
  }
  if (!solutions->members[SENTENCE].is_there)
    return fail_data (error, "found neither sent_id nor sentence, expected one of them to tell the sentence");
  if (!members_return (solutions->members, &keys, SENTENCE, &solutions->json, error)
      || !json_integer (&solutions->json, 1, G_MAXINT64, &number, error))
    return FALSE;
  if (g_hash_table_contains (solutions->by_number, &number))
    return fail_data (
        error, "sentence: found %" G_GINT64_FORMAT " again, expected one sequence for each sentence", number);
  g_hash_table_insert (solutions->by_number, g_memdup2 (&number, sizeof number), solution);
  return TRUE;
}

gboolean
tbk_solutions_add (TbkSolutions *solutions, const char *line, gsize length, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *id = NULL;
  TbkSolution *solution;

  if (!members_find (solutions->members, &keys, &solutions->json, line, length, error)
      || !read_keys (solutions, found, error) || !read_id (solutions, &id, error))
    return FALSE;
  solution = g_new0 (TbkSolution, 1);
  solution->length = found->len;
  solution->n_words = solutions->members[HEADS].is_there ? (int) solutions->members[HEADS].n : -1;
  g_ptr_array_set_free_func (found, NULL);
  g_ptr_array_add (found, NULL);
  solution->keys = (const char *const *) g_ptr_array_free (g_steal_pointer (&found), FALSE);
  if (!file_solution (solutions, solution, id, error)) {
    solution_free (solution);
    return FALSE;
  }
  solutions->n++;
  return TRUE;
}

const TbkSolution *
tbk_solutions_find (const TbkSolutions *solutions, TbkPiece sent_id, gint64 number)
{
  g_autofree char *id = g_strndup (sent_id.size > 0 ? sent_id.bytes : "", sent_id.size);
  const TbkSolution *solution = sent_id.size > 0 ? g_hash_table_lookup (solutions->by_id, id) : NULL;

  return solution != NULL ? solution : g_hash_table_lookup (solutions->by_number, &number);
}

int
tbk_solutions_size (const TbkSolutions *solutions)
{
  return solutions->n;
}
