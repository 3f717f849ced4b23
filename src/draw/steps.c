/* steps.c - steps of a parser as they are kept, and given sequences.
 *
 * Contents
 *   1. solutions: given sequences of transitions, found by the sentence that they are of
 *   2. steps: what is met on a way, and aside of it; and a judgement on it
 */
#include "draw/steps.h"

#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "draw/jobs.h"
#include "tbk/draw.h"

/* 1. solutions: given sequences of transitions, found by the sentence that they are of.
 *
 * A line is a record, or plain text that begins with the ID or the number of a sentence. All of these are the
 * same:
 *
 *   {"sent_id":"a-1","transitions":["SH","SH","LEFT-ARC(nsubj)"]}
 *   a-1: SH SH LEFT-ARC(nsubj)
 *   a-1 SH, SH, LEFT ARC (nsubj)
 *   a-1: SH -> SH -> LEFT-ARC(nsubj)
 *
 * Records with a sent_id are found by that alone, others by the number; plain names that are numbers by both.
 */

typedef enum { FILE_NAME, SENTENCE, SENT_ID, HEADS, TREE, TRANSITIONS, LOST, N_KEYS } Key;
static const char *const names[N_KEYS + 1] = { "file", "sentence",    "sent_id", "heads",
                                               "tree", "transitions", "lost",    NULL };
static const Keys keys = { .names = names, .used = ~0u, .whose = "sequences of transitions" };

typedef struct {
  Solution given;
  char *name;        /* of its sentence */
  int is_used;       /* atomic */
  gboolean is_again; /* a later line has another one of the sentence */
} FiledSolution;

struct Solutions {
  Json json;
  Member members[N_KEYS];
  GPtrArray *all;                /* FiledSolution, in order */
  GHashTable *by_id, *by_number; /* of these */
};

static void
solution_free (gpointer data)
{
  FiledSolution *solution = data;

  g_strfreev ((char **) solution->given.keys);
  g_free (solution->name);
  g_free (solution);
}

Solutions *
solutions_new (void)
{
  Solutions *solutions = g_new0 (Solutions, 1);

  solutions->all = g_ptr_array_new_with_free_func (solution_free);
  solutions->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  solutions->by_number = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return solutions;
}

void
solutions_free (Solutions *solutions)
{
  if (solutions == NULL)
    return;
  json_clear (&solutions->json);
  g_hash_table_destroy (solutions->by_id);
  g_hash_table_destroy (solutions->by_number);
  g_ptr_array_free (solutions->all, TRUE);
  g_free (solutions);
}

static gboolean
read_keys (Solutions *solutions, GPtrArray *found, GError **error)
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
read_id (Solutions *solutions, char **id, GError **error)
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

/* Files a sequence under its ID. The last sequence of a sentence counts; one before it is kept, to be told
 * of. */
static void
file_by_id (Solutions *solutions, FiledSolution *solution)
{
  FiledSolution *before = g_hash_table_lookup (solutions->by_id, solution->name);

  if (before != NULL)
    before->is_again = TRUE;
  g_hash_table_replace (solutions->by_id, solution->name, solution);
}

static void
file_by_number (Solutions *solutions, FiledSolution *solution, gint64 number)
{
  FiledSolution *before = g_hash_table_lookup (solutions->by_number, &number);

  if (before != NULL)
    before->is_again = TRUE;
  g_hash_table_replace (solutions->by_number, g_memdup2 (&number, sizeof number), solution);
}

/* Adds a sequence, which has the keys in @found, for the sentence @name. Consumes both. */
static FiledSolution *
add_solution (Solutions *solutions, GPtrArray *found, char *name)
{
  FiledSolution *solution = g_new0 (FiledSolution, 1);

  solution->name = name;
  solution->given.length = found->len;
  solution->given.n_words = -1;
  g_ptr_array_set_free_func (found, NULL);
  g_ptr_array_add (found, NULL);
  solution->given.keys = (const char *const *) g_ptr_array_free (found, FALSE);
  g_ptr_array_add (solutions->all, solution);
  return solution;
}

/* Adds a line of JSON: filed under the ID or, if there is none, the number of its sentence. Its heads are
 * only counted, to tell whether it was made of a sentence of that length. */
static gboolean
add_record (Solutions *solutions, const char *line, gsize length, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *id = NULL;
  FiledSolution *solution;
  gint64 number;

  if (!members_find (solutions->members, &keys, &solutions->json, line, length, error)
      || !read_keys (solutions, found, error) || !read_id (solutions, &id, error))
    return FALSE;
  if (id == NULL && !solutions->members[SENTENCE].is_there)
    return fail_data (error, "found neither sent_id nor sentence, expected one of them to name the sentence");
  if (id == NULL
      && (!members_return (solutions->members, &keys, SENTENCE, &solutions->json, error)
          || !json_integer (&solutions->json, 1, G_MAXINT64, &number, error)))
    return FALSE;
  solution = add_solution (solutions, g_steal_pointer (&found),
                           id != NULL ? g_strdup (id) : g_strdup_printf ("%" G_GINT64_FORMAT, number));
  if (solutions->members[HEADS].is_there)
    solution->given.n_words = (int) solutions->members[HEADS].n;
  if (id != NULL)
    file_by_id (solutions, solution);
  else
    file_by_number (solutions, solution, number);
  return TRUE;
}

/* Returns TRUE if @token goes on with the transition @before: "ARC" of "LEFT ARC", or "(nsubj)". */
static gboolean
continues (const char *token, const char *before)
{
  return token[0] == '('
         || (g_ascii_strncasecmp (token, "arc", 3) == 0
             && (g_ascii_strcasecmp (before, "left") == 0 || g_ascii_strcasecmp (before, "right") == 0));
}

/* Returns the bytes of a sign between tokens: a blank, a sign of lists, or an arrow; 0 if there is none. */
static gsize
between_tokens (const char *at)
{
  static const char *const arrows[] = { "->", "\xe2\x86\x92" };

  for (guint a = 0; a < G_N_ELEMENTS (arrows); a++)
    if (g_str_has_prefix (at, arrows[a]))
      return strlen (arrows[a]);
  return *at != '\0' && strchr (" \t\r\v\f,;[]\"", *at) != NULL;
}

/* Returns the next token of a line, to be freed, NULL behind the last. Signs in parentheses belong to a relation. */
static char *
next_token (const char **at)
{
  const char *begin;
  int depth = 0;

  for (gsize n; (n = between_tokens (*at)) > 0;)
    *at += n;
  for (begin = *at; **at != '\0' && (depth > 0 || between_tokens (*at) == 0); (*at)++)
    depth += **at == '(' ? 1 : **at == ')' ? -1 : 0;
  return *at > begin ? g_strndup (begin, (gsize) (*at - begin)) : NULL;
}

/* Takes off what people write behind the name of a sentence: a colon, and "6." and "6)" of lists. */
static void
trim_name (char *name)
{
  const gsize size = strlen (name), n_digits = strspn (name, "0123456789");

  if (size > 0
      && (name[size - 1] == ':'
          || (n_digits > 0 && n_digits + 1 == size && strchr (".)", name[n_digits]) != NULL)))
    name[size - 1] = '\0';
}

/* Adds a line of plain text: the ID or the number of the sentence, perhaps a colon, and the transitions. A
 * name of digits may be both. */
static gboolean
add_plain (Solutions *solutions, const char *line, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  const char *at = line + strspn (line, " \t");
  const gsize size = strcspn (at, " \t\r");
  g_autofree char *name = g_strndup (at, size);
  FiledSolution *solution;
  char *token;
  guint64 number;

  trim_name (name);
  at += size;
  at += strspn (at, " \t");
  at += at[0] == ':';
  while ((token = next_token (&at)) != NULL) {
    char **last = found->len > 0 ? (char **) &found->pdata[found->len - 1] : NULL;

    if (last != NULL && continues (token, *last)) {
      char *joined = g_strconcat (*last, token[0] == '(' ? "" : "-", token, NULL);

      g_free (*last);
      g_free (token);
      *last = joined;
    } else {
      g_ptr_array_add (found, token);
    }
  }
  if (name[0] == '\0')
    return fail_data (error, "found no name before ':', expected the ID or the number of a sentence");
  solution = add_solution (solutions, g_steal_pointer (&found), g_steal_pointer (&name));
  file_by_id (solutions, solution);
  if (g_ascii_string_to_unsigned (solution->name, 10, 1, G_MAXINT64, &number, NULL))
    file_by_number (solutions, solution, (gint64) number);
  return TRUE;
}

gboolean
solutions_add (Solutions *solutions, const char *line, gsize length, GError **error)
{
  g_autofree char *plain = NULL;
  gsize blank = 0;

  while (blank < length && strchr (" \t\r", line[blank]) != NULL)
    blank++;
  if (blank == length)
    return TRUE;
  if (line[blank] == '{')
    return add_record (solutions, line, length, error);
  if (!g_utf8_validate_len (line, length, NULL))
    return fail_data (error, "found bytes that are not text, expected a file of plain text in UTF-8");
  plain = g_strndup (line, length);
  return add_plain (solutions, plain, error);
}

const Solution *
solutions_find (const Solutions *solutions, TbkPiece sent_id, gint64 number)
{
  g_autofree char *id = g_strndup (sent_id.size > 0 ? sent_id.bytes : "", sent_id.size);
  FiledSolution *solution = sent_id.size > 0 ? g_hash_table_lookup (solutions->by_id, id) : NULL;

  if (solution == NULL)
    solution = g_hash_table_lookup (solutions->by_number, &number);
  if (solution == NULL)
    return NULL;
  g_atomic_int_set (&solution->is_used, TRUE);
  return &solution->given;
}

/* A sequence that a later line has replaced is not told of as unused. */
const char *
solutions_unused (const Solutions *solutions, guint *n)
{
  const char *first = NULL;

  *n = 0;
  for (guint i = 0; i < solutions->all->len; i++) {
    FiledSolution *solution = solutions->all->pdata[i];

    if (g_atomic_int_get (&solution->is_used) || solution->is_again)
      continue;
    first = first == NULL ? solution->name : first;
    (*n)++;
  }
  return first;
}

const char *
solutions_replaced (const Solutions *solutions, guint *n)
{
  const char *first = NULL;

  *n = 0;
  for (guint i = 0; i < solutions->all->len; i++) {
    const FiledSolution *solution = solutions->all->pdata[i];

    first = first == NULL && solution->is_again ? solution->name : first;
    *n += solution->is_again;
  }
  return first;
}

/* 2. steps: what is met on a way, and aside of it; and a judgement on it. */

TbkSteps *
steps_new (const char *system, const char *unit, const char *units, const char *lost)
{
  TbkSteps *steps = g_new0 (TbkSteps, 1);

  steps->system = system;
  steps->unit = unit;
  steps->units = units;
  steps->lost = lost;
  steps->keys = g_string_chunk_new (256);
  steps->identity = g_string_new (NULL);
  steps->problem = g_string_new (NULL);
  steps->key = g_string_new (NULL);
  steps->met = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  return steps;
}

void
tbk_steps_free (TbkSteps *steps)
{
  if (steps == NULL)
    return;
  tbk_oracle_free (steps->of_words.oracle);
  tbk_phrase_oracle_free (steps->of_phrases.oracle);
  if (steps->of_phrases.labels != NULL)
    g_array_free (steps->of_phrases.labels, TRUE);
  for (int m = 0; m < STEPS_N_MACHINES; m++)
    machine_clear (&steps->machines[m]);
  room_clear (&steps->room);
  g_free (steps->nodes);
  g_free (steps->items);
  g_free (steps->moves);
  g_string_chunk_free (steps->keys);
  g_string_free (steps->identity, TRUE);
  g_string_free (steps->problem, TRUE);
  g_string_free (steps->key, TRUE);
  g_hash_table_destroy (steps->met);
  g_free (steps);
}

gboolean
steps_add_node (TbkSteps *steps, StepsNode **node, GError **error)
{
  if (steps->n_nodes > TBK_STEPS_MAX)
    return fail_data (error,
                      "the sentence of %d words has more than %d configurations here, expected no more",
                      steps->n_words - steps->first, TBK_STEPS_MAX);
  if (!try_reserve (&steps->nodes, &steps->nodes_allocated, steps->n_nodes + 1, sizeof *steps->nodes))
    return memory_fail (error, "%" G_GSIZE_FORMAT " steps", steps->n_nodes + 1);
  *node = &steps->nodes[steps->n_nodes++];
  **node = (StepsNode){
    .items = steps->n_items, .moves = steps->n_moves, .loss = -1, .taken = -1, .from = -1, .by = -1
  };
  return TRUE;
}

gboolean
steps_add_item (TbkSteps *steps, StepsItem item, GError **error)
{
  if (!try_reserve (&steps->items, &steps->items_allocated, steps->n_items + 1, sizeof *steps->items))
    return memory_fail (error, "%" G_GSIZE_FORMAT " steps", steps->n_nodes);
  steps->items[steps->n_items++] = item;
  return TRUE;
}

gboolean
steps_add_move (TbkSteps *steps, const StepsMove *move, GError **error)
{
  if (!try_reserve (&steps->moves, &steps->moves_allocated, steps->n_moves + 1, sizeof *steps->moves))
    return memory_fail (error, "%" G_GSIZE_FORMAT " steps", steps->n_nodes);
  steps->moves[steps->n_moves] = *move;
  steps->moves[steps->n_moves++].next = -1;
  steps->nodes[steps->n_nodes - 1].n_moves++;
  return TRUE;
}

/* Returns the rank of a move: the best stand first, dead ends and unknown ones last. */
static int
rank (const StepsMove *move)
{
  return move->cost >= 0 ? move->cost : G_MAXINT;
}

/* Sorts the moves of the last node by their costs, and leaves no more than are shown. The move that is given
 * stays: if it is among those left out, it replaces the last one. */
void
steps_limit_moves (TbkSteps *steps, const Move *given)
{
  StepsNode *node = &steps->nodes[steps->n_nodes - 1];
  StepsMove *moves = steps->moves + node->moves;
  const int most = TBK_STEPS_MOST_MOVES;

  /* Insertion keeps the order of equal ones; moves are few, or nearly sorted. */
  for (int i = 1; i < node->n_moves; i++) {
    const StepsMove move = moves[i];
    int place = i;

    for (; place > 0 && rank (&moves[place - 1]) > rank (&move); place--)
      moves[place] = moves[place - 1];
    moves[place] = move;
  }
  if (node->n_moves <= most)
    return;
  for (int i = most; given != NULL && i < node->n_moves; i++)
    if (steps_is_same (&moves[i].move, given))
      moves[most - 1] = moves[i];
  node->n_left_out = node->n_moves - most;
  node->n_moves = most;
  steps->n_moves = node->moves + (gsize) most;
}

int
steps_n_configurations (const TbkSteps *steps)
{
  return (int) steps->n_nodes;
}

int
steps_length (const TbkSteps *steps)
{
  return steps->length;
}

StepsConfiguration
steps_configuration (const TbkSteps *steps, int number)
{
  const StepsNode *node;

  g_return_val_if_fail (number >= 0 && (gsize) number < steps->n_nodes, (StepsConfiguration){ .taken = -1 });
  node = &steps->nodes[number];
  return (StepsConfiguration){ .loss = node->loss,
                               .moves = steps_moves (steps, node),
                               .n_moves = node->n_moves,
                               .n_left_out = node->n_left_out,
                               .taken = node->taken };
}

const char *
steps_problem (const TbkSteps *steps)
{
  return steps->problem->len > 0 ? steps->problem->str : NULL;
}

void
steps_set_problem (TbkSteps *steps, const char *problem)
{
  g_string_assign (steps->problem, problem);
}

int
steps_lost (const TbkSteps *steps)
{
  return steps->nodes[steps->length].loss;
}

int
tbk_steps_first_error (const TbkSteps *steps)
{
  for (int number = 0; number < steps->length; number++) {
    const StepsNode *node = &steps->nodes[number];
    const int cost = steps_moves (steps, node)[node->taken].cost;

    if (cost > 0 || cost == STEPS_DEAD_END)
      return number;
  }
  return steps->problem->len > 0 ? steps->length : -1;
}

/* Appends the keys of the best moves, as "SH or LA", and by which policy they are. */
static void
append_best (const TbkSteps *steps, const StepsNode *node, GString *text)
{
  const char *separator = "";

  for (int m = 0; m < node->n_moves; m++)
    if (steps_moves (steps, node)[m].cost == 0) {
      if (*separator == '\0' && steps->policy != NULL)
        g_string_append_printf (text, "; best by policy %s: ", steps->policy);
      else
        g_string_append (text, *separator == '\0' ? "; best: " : separator);
      g_string_append (text, steps_moves (steps, node)[m].key);
      separator = " or ";
    }
}

/* Counts what is not built where the way ends. If that is before the end of the sentence, nothing more will
 * be. */
static int
count_lost (const TbkSteps *steps, int n_gold)
{
  const StepsNode *end = &steps->nodes[steps->length];
  int lost = n_gold;

  if (end->n_moves == 0 && end->loss >= 0)
    return end->loss;
  for (int number = 0; number < steps->length; number++) {
    const StepsNode *node = &steps->nodes[number];
    const StepsMove *move = &steps_moves (steps, node)[node->taken];

    if (move->makes && move->is_gold)
      lost--;
    else if (move->makes && !steps_is_of_words (steps))
      lost++;
  }
  return lost;
}

/* Makes the points of an answer: transitions before the first error, arcs kept, and the most that could be
 * kept. With several errors all of their losses count. */
TbkStepsPoints
tbk_steps_points (const TbkSteps *steps)
{
  const int error = tbk_steps_first_error (steps), least = steps->nodes[0].loss;
  const int n_gold =
      steps_is_of_words (steps) ? steps->of_words.n_counted : steps->of_phrases.gold->n_constituents;
  const int lost = count_lost (steps, n_gold);

  return (TbkStepsPoints){ .n_right = error < 0 ? steps->length : error,
                           .n_lost = lost,
                           .n_kept = MAX (0, n_gold - lost),
                           .most_kept = least < 0 ? -1 : n_gold - least };
}

int
steps_n_unknown (const TbkSteps *steps)
{
  int n = 0;

  for (int number = 0; number < steps->length; number++) {
    const StepsNode *node = &steps->nodes[number];

    n += steps_moves (steps, node)[node->taken].cost == STEPS_UNKNOWN;
  }
  return n;
}

void
steps_append_judgement (const TbkSteps *steps, GString *text)
{
  const int error = tbk_steps_first_error (steps), lost = steps_lost (steps), least = steps->nodes[0].loss;
  const int n_unknown = steps_n_unknown (steps);
  const StepsNode *node;
  const StepsMove *move;

  if (error < 0) {
    if (n_unknown > 0)
      g_string_append_printf (text, "No error was found: %d transitions, and %d of them have no known cost",
                              steps->length, n_unknown);
    else
      g_string_append_printf (text, "No error: %d transitions", steps->length);
    if (lost == 0)
      g_string_append_printf (text, ", no %s %s", steps->unit, steps->lost);
    else if (lost > 0)
      g_string_append_printf (text, ", %d %s %s%s", lost, lost == 1 ? steps->unit : steps->units, steps->lost,
                              n_unknown > 0 || lost > least ? "" : ", the fewest possible");
    if (least >= 0 && lost > least)
      g_string_append_printf (text, "; %d %s possible", least, least < 2 ? "was" : "were");
    return;
  }
  node = &steps->nodes[error];
  g_string_append_printf (text, "First error: transition %d", error + 1);
  if (node->taken < 0) {
    g_string_append_printf (text, ": %s", steps->problem->str);
    append_best (steps, node, text);
    return;
  }
  move = &steps_moves (steps, node)[node->taken];
  if (move->cost == STEPS_DEAD_END)
    g_string_append_printf (text, ", %s, leads to no end", move->key);
  else
    g_string_append_printf (text, ", %s, costs %d %s", move->key, move->cost,
                            move->cost == 1 ? steps->unit : steps->units);
  append_best (steps, node, text);
  if (steps->problem->len > 0)
    g_string_append_printf (text, ". At transition %d: %s", steps->length + 1, steps->problem->str);
  else if (lost >= 0 && least >= 0)
    g_string_append_printf (text, ". Total: %d %s %s; %d %s possible", lost,
                            lost == 1 ? steps->unit : steps->units, steps->lost, least,
                            least < 2 ? "was" : "were");
}
