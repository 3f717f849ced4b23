/* record_configuration.c - members of a record to a configuration of dependencies, and whether they fit
 * together.
 *
 * A configuration is given in one of two ways: by the transitions that lead to it, {"prefix":["SH","SH"]},
 * or by its parts. Which parts there are depends on the system:
 *
 *   arc-eager          {"stack":[[0,"R"],[1,"L"]],"buffer":2}              words with labels
 *   arc-standard       {"stack":[0,1],"buffer":2}
 *   swap               {"stack":[0,2],"buffer":[1,3]}                      1 returned before 3
 *   covington          {"stack":[0],"second":[1,2],"buffer":3,"arcs":[]}   arcs are pairs of head and word
 *   arc-eager-unshift  ... "buffer":[2],"unshifting":true                  2 was shifted, and returned
 *
 * Parts come in any order, so reading goes in two steps. configuration_reader_take() reads a part by
 * itself: are these words of the sentence? configuration_reader_end() then compares the parts: is a word
 * in two places, is something missing? It also turns the list of the input into `buffer` and `returned` of
 * the configuration.
 */
#include "oracle/oracle.h"

#include <string.h>

#include "base/base.h"
#include "tree/tree.h"

const char *const configuration_key_names[N_CONFIGURATION_KEYS] = {
  [KEY_STACK] = "stack", [KEY_BUFFER] = "buffer",         [KEY_SECOND] = "second",
  [KEY_ARCS] = "arcs",   [KEY_UNSHIFTING] = "unshifting", [KEY_PREFIX] = "prefix",
};

/* TRUE if the system returns words to the input only after all have left it. Then it has a transition
 * that needs an input without words: unshift. */
static gboolean
can_unshift (const TbkSystem *system)
{
  for (int t = 0; t < system->n_transitions; t++)
    if ((system->transitions[t].needs & TBK_NEEDS_NO_INPUT) != 0)
      return TRUE;
  return FALSE;
}

/* Finds the keys that configurations of the system have. Any other key is an error, so that a "second"
 * that arc-eager parsing would not look at is not passed over. */
void
configuration_reader_init (ConfigurationReader *reader, const TbkSystem *system)
{
  machine_init (&reader->machine, system);
  reader->used = 1u << KEY_STACK | 1u << KEY_BUFFER | 1u << KEY_PREFIX;
  if ((system->features & TBK_HAS_SECOND) != 0)
    reader->used |= 1u << KEY_SECOND;
  if ((system->features & TBK_HAS_HEADS) != 0)
    reader->used |= 1u << KEY_ARCS;
  if (can_unshift (system))
    reader->used |= 1u << KEY_UNSHIFTING;
}

void
configuration_reader_clear (ConfigurationReader *reader)
{
  machine_clear (&reader->machine);
  room_clear (&reader->room);
}

/* Makes room for @n words, and begins with the initial configuration, on which the parts are then
 * written. What no part sets stays as it is there, such as heads that are all missing. */
gboolean
configuration_reader_begin (ConfigurationReader *reader, int n, GError **error)
{
  if (!ROOM_RESERVE (&reader->room, n + 1, ARRAY (reader->input), ARRAY_OF (reader->scratch, 2)))
    return memory_fail (error, "a record of %d words", n);
  reader->found = 0;
  reader->has_list = reader->is_unshifting = FALSE;
  return machine_start (&reader->machine, n, error);
}

/* Reads the label of an element of the stack: L, R or N. tbk_configuration_check() sees later whether the
 * system has it. */
static gboolean
read_label (Json *json, TbkLabel *label, GError **error)
{
  static const char names[] = { 'L', 'R', 'N' };
  static const TbkLabel labels[] = { TBK_LABEL_L, TBK_LABEL_R, TBK_LABEL_N };
  const JsonPlace place = json_place (json);
  const char *name, *found;
  gsize length;

  if (!json_string (json, &name, &length, error))
    return FALSE;
  found = length == 1 ? memchr (names, name[0], sizeof names) : NULL;
  if (found == NULL) {
    json_return (json, &place);
    return json_refuse (json, "a label: \"L\", \"R\" or \"N\"", error);
  }
  *label = labels[found - names];
  return TRUE;
}

/* Reads [WORD,"LABEL"] or [HEAD,WORD], with words in 0..@n. One of @label and @second is not NULL, and
 * says which. A list of another form is refused as a whole, at its first byte; a wrong word or label
 * within it, at its own place. */
static gboolean
read_pair (Json *json, int n, int *word, TbkLabel *label, int *second, GError **error)
{
  const JsonPlace place = json_place (json);
  gboolean is_pair =
      json_is (json, '[') && json_enter (json, '[', error) && json_next (json, error) == JSON_VALUE;

  if (is_pair && !read_integer (json, 0, n, word, error))
    return FALSE;
  is_pair = is_pair && json_next (json, error) == JSON_VALUE;
  if (is_pair
      && !(label != NULL ? read_label (json, label, error) : read_integer (json, 0, n, second, error)))
    return FALSE;
  if (is_pair && json_next (json, error) == JSON_CLOSED)
    return TRUE;
  json_return (json, &place);
  return json_refuse (json, label != NULL ? "a pair of a word and a label" : "a pair of a head and a word",
                      error);
}

/* Refuses the element that is the first too many in a list of words: no list can have more than the
 * sentence. It is refused here and not after the list, as arrays have room for so many and no more. */
static gboolean
refuse_more (Json *json, int most, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("at most %d elements", most);

  return json_refuse (json, expected, error);
}

/* Reads the stack from its bottom, as it is stored: words in systems without labels, else pairs of
 * word and label. With 0 it has at most n + 1 elements. While reading, c->depth is the number of
 * elements read. */
static gboolean
read_stack (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->machine.words;
  const gboolean has_labels = c->system->root != TBK_LABEL_NONE;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  for (c->depth = 0; (step = json_next (json, error)) == JSON_VALUE; c->depth++) {
    TbkStackElement *element = &c->stack[c->depth];

    if (c->depth == c->n + 1)
      return refuse_more (json, c->n + 1, error);
    element->label = TBK_LABEL_NONE;
    if (!(has_labels ? read_pair (json, c->n, &element->word, &element->label, NULL, error)
                     : read_integer (json, 0, c->n, &element->word, error)))
      return FALSE;
  }
  return step == JSON_CLOSED;
}

/* Reads at most @most words in @least..n, in the order of the list, and sets *@n_words to their
 * number. */
static gboolean
read_words (const ConfigurationReader *reader, Json *json, int least, int most, int *words, int *n_words,
            GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  for (*n_words = 0; (step = json_next (json, error)) == JSON_VALUE; (*n_words)++) {
    if (*n_words == most)
      return refuse_more (json, most, error);
    if (!read_integer (json, least, reader->machine.words.n, &words[*n_words], error))
      return FALSE;
  }
  return step == JSON_CLOSED;
}

/* Reads the input, in one of two forms: its first word, when all up to n follow in order; or the list
 * of its words. n + 1 is the first word of an empty input. A list waits in reader->input for
 * part_list(). */
static gboolean
read_buffer (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->machine.words;

  reader->has_list = json_is (json, '[');
  return reader->has_list ? read_words (reader, json, 1, c->n, reader->input, &reader->n_input, error)
                          : read_integer (json, 1, c->n + 1, &c->buffer, error);
}

/* Reads the second list. A record has its front first, as papers write it; the configuration has it
 * last, where elements are pushed and popped. So the list is reversed in place. */
static gboolean
read_second (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->machine.words;

  if (!read_words (reader, json, 0, c->n + 1, c->second, &c->n_second, error))
    return FALSE;
  for (int i = 0, j = c->n_second - 1; i < j; i++, j--) {
    int word = c->second[i];

    c->second[i] = c->second[j];
    c->second[j] = word;
  }
  return TRUE;
}

/* Reads the arcs made, [HEAD,WORD] each. A word with a second head is refused here, at its place;
 * words that are not in the sentence were refused by read_pair(). Cycles are looked for in the end, by
 * check_arcs(). */
static gboolean
read_arcs (ConfigurationReader *reader, Json *json, GError **error)
{
  TbkConfiguration *c = &reader->machine.words;
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE) {
    const JsonPlace place = json_place (json);
    int head, dependent;

    if (!read_pair (json, c->n, &head, NULL, &dependent, error))
      return FALSE;
    if (dependent == 0 || c->heads[dependent] >= 0) {
      json_return (json, &place);
      return json_refuse (json,
                          dependent == 0 ? "a head and a word that is not 0"
                                         : "a head and a word that has none by the arcs before",
                          error);
    }
    c->heads[dependent] = head;
  }
  return step == JSON_CLOSED;
}

/* Takes the transitions that led to the configuration. The machine starts again, as parts may have
 * been written on it before; that they are there besides is an error of configuration_reader_end(). */
static gboolean
read_prefix (ConfigurationReader *reader, Json *json, GError **error)
{
  return machine_start (&reader->machine, reader->machine.words.n, error)
         && machine_take_keys (&reader->machine, json, NULL, NULL, error);
}

/* JSON lets a key come twice in an object. Here this is an error: it would not be clear which one
 * holds. */
gboolean
configuration_reader_take (ConfigurationReader *reader, ConfigurationKey key, Json *json, GError **error)
{
  if ((reader->found >> key & 1) != 0)
    return fail_data (error, "there is more than one \"%s\"", configuration_key_names[key]);
  reader->found |= 1u << key;
  switch (key) {
  case KEY_STACK:
    return read_stack (reader, json, error);
  case KEY_BUFFER:
    return read_buffer (reader, json, error);
  case KEY_SECOND:
    return read_second (reader, json, error);
  case KEY_ARCS:
    return read_arcs (reader, json, error);
  case KEY_UNSHIFTING:
    return json_boolean (json, &reader->is_unshifting, error);
  default:
    return read_prefix (reader, json, error);
  }
}

/* Parts the list of the input in two: words that returned to the input, and the rest of the sentence,
 * which never left it. The rest is the longest end of the list that is the end of the sentence, in
 * order. In a sentence of 5 words
 *
 *   list 2 4 5    rest 4 5: buffer = 4; returned = 2
 *   list 2 3      no rest: buffer = 6; returned = 3 2, whose last element is the front
 *
 * A word that returned and stands before its successor, as 3 in 3 4 5, is counted to the rest: the
 * configuration is the same for all that follows. In systems where no word returns, `returned` stays
 * empty; settle_input() then sees by the number of words that some of the list are left over.
 */
static void
part_list (ConfigurationReader *reader)
{
  TbkConfiguration *c = &reader->machine.words;
  int n_returned = reader->n_input;

  for (c->buffer = c->n + 1; n_returned > 0 && reader->input[n_returned - 1] == c->buffer - 1; n_returned--)
    c->buffer--;
  c->n_returned = 0;
  if ((c->system->features & TBK_HAS_RETURNED) != 0)
    while (c->n_returned < n_returned) {
      c->returned[c->n_returned] = reader->input[n_returned - 1 - c->n_returned];
      c->n_returned++;
    }
}

/* Settles where the words of the input are, and checks that they can be there. FALSE with @error set
 * if not. It depends on the system:
 *
 *   no word returns      the list must be the end of the sentence
 *   any word returns     (swap) all is possible; "unshifting" is no key of the system
 *   unshift              words return after all have left the input, one at a time: at most one is in
 *                        it, and only with "unshifting":true
 *
 * In the last case a single word n of the input may be one that was never shifted, or one that
 * returned. The list looks alike. "unshifting":true says that it returned, and so it moves from buffer
 * to `returned`.
 */
static gboolean
settle_input (ConfigurationReader *reader, GError **error)
{
  TbkConfiguration *c = &reader->machine.words;
  gboolean may_return = (c->system->features & TBK_HAS_RETURNED) != 0;
  gboolean may_unshift = (reader->used >> KEY_UNSHIFTING & 1) != 0;
  int n_input;

  if (reader->has_list)
    part_list (reader);
  n_input = tbk_configuration_n_input (c);
  if (reader->has_list && n_input < reader->n_input)
    return fail_data (error, "buffer: expected the last words of the sentence in order: none returns to it");
  if (!may_return || !may_unshift)
    return TRUE;
  if (reader->is_unshifting && n_input > 1)
    return fail_data (error, "unshifting: found true with %d words of input, expected at most one", n_input);
  if (!reader->is_unshifting && c->n_returned > 0)
    return fail_data (error, "buffer: found a word that returned, expected \"unshifting\":true with it");
  if (!reader->is_unshifting && n_input == 0 && c->n > 0 && (reader->found >> KEY_UNSHIFTING & 1) != 0)
    return fail_data (error, "unshifting: found false without input, expected true");
  if (reader->is_unshifting && c->buffer <= c->n) {
    c->buffer = c->n + 1;
    c->returned[c->n_returned++] = c->n;
  }
  return TRUE;
}

/* Checks that the arcs can have been made: both words have been at the front, since arcs join words of
 * the lists or the front; and the arcs have no cycle. `scratch` has two halves: heads, and what the
 * search for cycles needs. */
static gboolean
check_arcs (const ConfigurationReader *reader, GError **error)
{
  const TbkConfiguration *c = &reader->machine.words;
  int *heads = reader->scratch, cycle;

  for (int d = 1; d <= c->n; d++)
    if (c->heads[d] >= 0 && MAX (c->heads[d], d) > c->buffer)
      return fail_data (error, "arcs: found [%d,%d], expected no word behind the first of the input, %d",
                        c->heads[d], d, c->buffer);
  configuration_tree (c, heads);
  cycle = heads_find_cycle (heads, c->n, heads + c->n + 1);
  if (cycle == 0)
    return TRUE;
  g_autofree char *words = heads_describe_cycle (heads, cycle);
  return fail_data (error, "arcs: the words %s form a cycle, expected none", words);
}

/* A prefix stands alone: any part beside it might contradict it. Without one all parts that the system
 * uses are needed, but for "unshifting", which is false by default. The first missing one is reported,
 * in the order of the keys. Last come the checks that all configurations pass, wherever they come
 * from. */
gboolean
configuration_reader_end (ConfigurationReader *reader, const char *instead, GError **error)
{
  guint needed = reader->used & ~(1u << KEY_PREFIX | 1u << KEY_UNSHIFTING);
  guint missing = needed & ~reader->found, others = reader->found & ~(1u << KEY_PREFIX);

  if ((reader->found >> KEY_PREFIX & 1) != 0) {
    if (others == 0)
      return TRUE;
    return fail_data (error, "there is \"%s\" and \"prefix\", expected one of them",
                      configuration_key_names[g_bit_nth_lsf (others, -1)]);
  }
  if (missing != 0)
    return fail_data (error, "there is no \"%s\"; %s would do instead",
                      configuration_key_names[g_bit_nth_lsf (missing, -1)], instead);
  return settle_input (reader, error) && ((reader->used >> KEY_ARCS & 1) == 0 || check_arcs (reader, error))
         && tbk_configuration_check (&reader->machine.words, error);
}

/* @n is the number of elements of the array, which members_find() counted; so heads[] cannot overflow. */
gboolean
configuration_read_heads (Json *json, int *heads, int n, GError **error)
{
  JsonStep step;

  if (!json_enter (json, '[', error))
    return FALSE;
  heads[0] = -1;
  for (int i = 1; (step = json_next (json, error)) == JSON_VALUE; i++)
    if (!read_integer (json, 0, n, &heads[i], error))
      return FALSE;
  return step == JSON_CLOSED;
}
