/* align_files.c - two files with one text, read side by side as far as their sentences end together.
 *
 * Each gold sentence has a result, of each system. Where sentences of both files end together, and no word before is left,
 * what comes before is counted and forgotten. Words of one file that are left may still be aligned with
 * words in a range behind, which the alignment takes together with what stands before it.
 *
 * A sentence that is not well formed, and a text that differs, are a fault. It is the result of the gold sentences since both
 * files ended together. Where faults are skipped, the next place is sought at which sentences begin that go on in the same
 * way in both files, and all before it are left out. Up to there both are kept.
 */
#include "conllu/conllu.h"
#include "evaluation/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

typedef struct {
  AlignedSide gold, system;
  TbkCursor *cursor;                 /* of the system */
  AlignedPlace gold_end, system_end; /* of what was aligned; the texts before are the same */
  WordAligner words;
  GArray *results; /* of AlignedResult */
  guint next;      /* the first that is not taken */
  GError *fault;   /* behind the last gold sentence */
} Aligner;

typedef struct {
  const TbkEvaluationOptions *options;
  TbkEvaluation *const *systems;
  int n;
  Aligner *aligners;       /* of each system */
  const TbkPair *pair;     /* of the files in hand; NULL before the first sentence */
  gint64 n_added, n_taken; /* gold sentences, also those that are left out */
  gboolean gold_has_ended;
} AlignCounter;

static void
result_clear (gpointer result)
{
  g_clear_error (&((AlignedResult *) result)->fault);
}

static void
aligner_init (Aligner *aligner, TbkCursor *cursor, const TbkEvaluationOptions *options)
{
  *aligner = (Aligner){ .cursor = cursor, .results = g_array_new (FALSE, TRUE, sizeof (AlignedResult)) };
  g_array_set_clear_func (aligner->results, result_clear);
  align_words_init (&aligner->words);
  aligner->gold.has_any_root = aligner->system.has_any_root = options->has_any_root;
  aligner->gold.counted = options->words;
  aligner->system.file = cursor_name (cursor);
}

static void
aligner_clear (Aligner *aligner)
{
  align_words_clear (&aligner->words);
  aligned_side_clear (&aligner->gold);
  aligned_side_clear (&aligner->system);
  g_array_unref (aligner->results);
  g_clear_error (&aligner->fault);
}

/* Reading. */

/* Adds a gold sentence to what is aligned with each system. */
static gboolean
add_gold (AlignCounter *counter, const TbkEntry *entry, GError **error)
{
  for (int s = 0; s < counter->n; s++)
    if (!aligned_side_add (&counter->aligners[s].gold, entry, error))
      return FALSE;
  counter->n_added++;
  return TRUE;
}

/* Reads a gold sentence more, unless there are no more. */
static gboolean
read_gold (AlignCounter *counter, GError **error)
{
  const TbkEntry *entry;

  if (counter->gold_has_ended)
    return TRUE;
  if (!pair_read_ahead (counter->pair, &entry, error))
    return FALSE;
  counter->gold_has_ended = entry == NULL;
  return entry == NULL || add_gold (counter, entry, error);
}

/* Likewise of the system. */
static gboolean
read_system (Aligner *aligner, GError **error)
{
  if (aligner->cursor->is_at_end)
    return TRUE;
  if (!tbk_cursor_next_sentence (aligner->cursor, error))
    return FALSE;
  return aligner->cursor->is_at_end || aligned_side_add (&aligner->system, &aligner->cursor->entry, error);
}

static gboolean
has_more (const AlignedSide *side)
{
  return side->taken.n_sentences < side->n_sentences;
}

/* Compares a sentence more of a side, which is read if it is not there; nothing changes at the end. */
static gboolean
take (AlignCounter *counter, Aligner *aligner, AlignedSide *side, GError **fault, GError **error)
{
  if (!has_more (side)
      && !(side == &aligner->gold ? read_gold (counter, error) : read_system (aligner, error)))
    return FALSE;
  aligned_side_take (side, fault);
  return TRUE;
}

/* The text must be the same. */

/* The line of the token in which the place @at is. */
static gint64
find_line (const AlignedSide *side, gsize at)
{
  gsize token = side->taken.n_tokens;

  while (token > 1 && side->tokens[token - 1].start > at)
    token--;
  return token == 0 ? 1 : side->tokens[token - 1].line;
}

/* Returns the text at @at, for messages. */
static char *
quote_text (const AlignedSide *side, gsize at)
{
  enum { MOST = 20 };
  gsize n = 0, characters = 0;

  for (; at + n < side->n_text && characters < MOST; characters++)
    do
      n++;
    while (at + n < side->n_text && ((guchar) side->text[at + n] & 0xc0) == 0x80);
  return tbk_quote (side->text + at, n);
}

static gboolean
fail_text (const Aligner *aligner, gsize at, GError **error)
{
  const AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  const gsize at_gold = gold->done.n_text + at, at_system = system->done.n_text + at;
  g_autofree char *found = quote_text (system, at_system), *expected = quote_text (gold, at_gold);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": text %s found, expected %s as in %s:%" G_GINT64_FORMAT
               ": the characters of both files must be the same, except spaces",
               system->file, find_line (system, at_system), found, expected, gold->file,
               find_line (gold, at_gold));
  return FALSE;
}

/* The text that is compared, from what is done. */
static gsize
text_size (const AlignedSide *side)
{
  return aligned_side_since_done (side, side->taken.n_text);
}

static gboolean
fail_end (const AlignedSide *ended, const AlignedSide *other, GError **error)
{
  const gsize at = other->done.n_text + text_size (ended);
  g_autofree char *expected = quote_text (other, at);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: no more text found, expected %s as in %s:%" G_GINT64_FORMAT, ended->file, expected,
               other->file, find_line (other, at));
  return FALSE;
}

/* Compares the texts as far as both go, from *@checked on, which becomes how far that is. */
static gboolean
check_text (const Aligner *aligner, gsize *checked, GError **fault)
{
  const gsize n = MIN (text_size (&aligner->gold), text_size (&aligner->system));
  const char *gold, *system;

  if (n <= *checked)
    return TRUE;
  gold = aligner->gold.text + aligner->gold.done.n_text;
  system = aligner->system.text + aligner->system.done.n_text;
  if (memcmp (gold + *checked, system + *checked, n - *checked) != 0) {
    while (gold[*checked] == system[*checked])
      (*checked)++;
    while (*checked > 0 && ((guchar) gold[*checked] & 0xc0) == 0x80)
      (*checked)--;
    return fail_text (aligner, *checked, fault);
  }
  *checked = n;
  return TRUE;
}

/* Takes sentences until those of both files end together; none at the end of both. */
static gboolean
take_sentences (AlignCounter *counter, Aligner *aligner, GError **fault, GError **error)
{
  AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  gsize checked = text_size (gold);

  if (!take (counter, aligner, gold, fault, error))
    return FALSE;
  if (*fault == NULL && !take (counter, aligner, system, fault, error))
    return FALSE;
  while (*fault == NULL && check_text (aligner, &checked, fault) && text_size (gold) != text_size (system)) {
    AlignedSide *shorter = text_size (gold) < text_size (system) ? gold : system;
    const gsize n = shorter->taken.n_sentences;

    if (!take (counter, aligner, shorter, fault, error))
      return FALSE;
    if (n == shorter->taken.n_sentences)
      fail_end (shorter, shorter == gold ? system : gold, fault);
  }
  return TRUE;
}

/* Results. */

static AlignedResult *
add_results (Aligner *aligner, gsize n)
{
  const guint first = aligner->results->len;

  g_array_set_size (aligner->results, first + (guint) n);
  return n == 0 ? NULL : &g_array_index (aligner->results, AlignedResult, first);
}

/* Is done with what is before these places. */
static void
finish (Aligner *aligner, AlignedPlace gold, AlignedPlace system)
{
  WordAligner *words = &aligner->words;

  words->gold = MAX (words->gold, (int) gold.n_words) - (int) aligned_side_finish (&aligner->gold, gold);
  words->system =
      MAX (words->system, (int) system.n_words) - (int) aligned_side_finish (&aligner->system, system);
  aligner->gold_end = aligner->gold.done;
  aligner->system_end = aligner->system.done;
}

/* Passes over words before the end of what was aligned, which are left of one file, unless words in ranges
 * are about to be aligned: before others they would be passed over one by one. */
static void
pass_over_rest (Aligner *aligner)
{
  WordAligner *words = &aligner->words;
  const int gold_end = (int) aligner->gold_end.n_words, system_end = (int) aligner->system_end.n_words;

  for (int w = words->gold; w < gold_end; w++)
    if (aligner->gold.words[w].is_in_range)
      return;
  for (int w = words->system; w < system_end; w++)
    if (aligner->system.words[w].is_in_range)
      return;
  if ((gsize) gold_end < aligner->gold.taken.n_words
      && (aligner->gold.words[gold_end].is_in_range || aligner->system.words[system_end].is_in_range))
    return;
  words->gold = MAX (words->gold, gold_end);
  words->system = MAX (words->system, system_end);
}

/* Returns TRUE if all words before the end of what was aligned are done with. */
static gboolean
is_done (const Aligner *aligner)
{
  return aligner->words.gold >= (int) aligner->gold_end.n_words
         && aligner->words.system >= (int) aligner->system_end.n_words;
}

/* Counts what was aligned, and is done with it. Words that are left have no partner. */
static void
count_aligned (Aligner *aligner)
{
  const gsize n = aligner->gold_end.n_sentences - aligner->gold.done.n_sentences;

  align_score_add (add_results (aligner, n), &aligner->gold, &aligner->system, &aligner->gold_end,
                   &aligner->system_end);
  finish (aligner, aligner->gold_end, aligner->system_end);
}

/* Leaves out the next @n gold sentences, by their own faults or @fault. */
static void
add_faults (Aligner *aligner, gsize n, const GError *fault)
{
  const AlignedEnd *ends = &aligner->gold.ends[aligner->gold.done.n_sentences];
  AlignedResult *results = add_results (aligner, n);

  for (gsize i = 0; i < n; i++)
    results[i].fault = g_error_copy (ends[i].fault != NULL ? ends[i].fault : fault);
}

/* Agreement. */

/* The bytes of text that decide whether files go on in the same way. */
enum { PROBE = 64 };

/* Sentences of a side that were looked at: those from what is done to the next. */
typedef struct {
  const AlignedSide *side;
  gsize next;
  GHashTable *numbers; /* from 1, by the hash of the text that begins there */
} Probes;

static TbkPiece
probe_at (const AlignedSide *side, gsize sentence)
{
  const gsize start = side->sentences[sentence].start;

  return (TbkPiece){ side->text + start, MIN (PROBE, side->n_text - start) };
}

/* Reads on until the text that begins with the next sentence is there, or the file ends. */
static gboolean
fill_probe (AlignCounter *counter, Aligner *aligner, const Probes *probes, GError **error)
{
  const AlignedSide *side = probes->side;
  const gboolean is_gold = side == &aligner->gold,
                 *has_ended = is_gold ? &counter->gold_has_ended : &aligner->cursor->is_at_end;

  while (!*has_ended
         && (probes->next == side->n_sentences || side->sentences[probes->next].start + PROBE > side->n_text))
    if (!(is_gold ? read_gold (counter, error) : read_system (aligner, error)))
      return FALSE;
  return TRUE;
}

/* Looks at the next sentence: whether one of @others begins in the same way, which becomes *@found. That is not so of the
 * first of both, from which they did not go on in the same way, and of bad ones. */
static gboolean
look_up (Probes *probes, const Probes *others, gsize *found)
{
  const gsize own = probes->next++;
  const TbkPiece probe = probe_at (probes->side, own);
  gpointer hash = GSIZE_TO_POINTER ((gsize) hash_bytes (probe.bytes, probe.size));

  if (probes->side->ends[own].fault != NULL)
    return FALSE;
  if (!g_hash_table_contains (probes->numbers, hash))
    g_hash_table_insert (probes->numbers, hash, GSIZE_TO_POINTER (own + 1));
  *found = GPOINTER_TO_SIZE (g_hash_table_lookup (others->numbers, hash));
  return (*found)-- > 0 && piece_equals (probe_at (others->side, *found), probe)
         && (own > probes->side->done.n_sentences || *found > others->side->done.n_sentences);
}

/* Finds the first sentences from which both files go on in the same way, to read on there; the ends of both if there are
 * none. It looks at as many sentences of one file as of the other, so that the cost is that of those which are left out. */
static gboolean
find_agreement (AlignCounter *counter, Aligner *aligner, gsize found[2], GError **error)
{
  g_autoptr (GHashTable) of_gold = g_hash_table_new (NULL, NULL), of_system = g_hash_table_new (NULL, NULL);
  const AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  Probes probes[] = { { gold, gold->done.n_sentences, of_gold },
                      { system, system->done.n_sentences, of_system } };
  gboolean has_looked = TRUE;

  while (has_looked) {
    has_looked = FALSE;
    for (int s = 0; s < 2; s++) {
      if (!fill_probe (counter, aligner, &probes[s], error))
        return FALSE;
      if (probes[s].next == probes[s].side->n_sentences)
        continue;
      has_looked = TRUE;
      found[s] = probes[s].next;
      if (look_up (&probes[s], &probes[1 - s], &found[1 - s]))
        return TRUE;
    }
  }
  found[0] = gold->n_sentences;
  found[1] = system->n_sentences;
  return TRUE;
}

static AlignedPlace
place_before (const AlignedSide *side, gsize sentence)
{
  return sentence == side->done.n_sentences ? side->done : side->ends[sentence - 1].place;
}

/* Leaves out what a fault concerns. */
static gboolean
leave_out_faulty (AlignCounter *counter, Aligner *aligner, const GError *fault, GError **error)
{
  AlignedSide *gold = &aligner->gold, *system = &aligner->system;
  gsize found[2], n_gold, n_system;

  count_aligned (aligner);
  found[0] = gold->taken.n_sentences;
  found[1] = system->taken.n_sentences;
  if (counter->options->skips && !find_agreement (counter, aligner, found, error))
    return FALSE;
  n_gold = found[0] - gold->done.n_sentences;
  n_system = found[1] - system->done.n_sentences;
  add_faults (aligner, n_gold, fault);
  if (n_gold == 0 && counter->options->skips)
    pair_note_alone (counter->pair, 1 + (int) (aligner - counter->aligners), (gint64) n_system,
                     system->sentences[system->done.n_sentences].line);
  else if (n_gold == 0)
    aligner->fault = g_error_copy (fault);
  finish (aligner, place_before (gold, found[0]), place_before (system, found[1]));
  gold->taken = gold->done;
  system->taken = system->done;
  return TRUE;
}

/* Goes on until there are results, or both files have ended. */
static gboolean
find_results (AlignCounter *counter, Aligner *aligner, GError **error)
{
  gboolean is_at_end = FALSE;

  while (aligner->next == aligner->results->len && !is_at_end && aligner->fault == NULL) {
    const gsize start = text_size (&aligner->gold);
    g_autoptr (GError) fault = NULL;

    if (!take_sentences (counter, aligner, &fault, error))
      return FALSE;
    if (fault != NULL) {
      if (!leave_out_faulty (counter, aligner, fault, error))
        return FALSE;
      continue;
    }
    is_at_end = text_size (&aligner->gold) == start;
    pass_over_rest (aligner);
    if (is_at_end || is_done (aligner))
      count_aligned (aligner);
    if (!align_words_run (&aligner->words, &aligner->gold, &aligner->system, error))
      return FALSE;
    aligner->gold_end = aligner->gold.taken;
    aligner->system_end = aligner->system.taken;
    if (is_done (aligner))
      count_aligned (aligner);
  }
  return TRUE;
}

/* Calls. */

gpointer
align_counter_new (const TbkEvaluationOptions *options, TbkEvaluation *const *systems)
{
  AlignCounter *counter = g_new (AlignCounter, 1);
  const int n = MAX (options->n_systems, 1);

  *counter = (AlignCounter){ .options = options, .systems = systems, .n = n, .aligners = g_new (Aligner, n) };
  return counter;
}

/* Ends the files in hand. */
static void
end_files (AlignCounter *counter)
{
  for (int s = 0; s < counter->n && counter->pair != NULL; s++)
    aligner_clear (&counter->aligners[s]);
  counter->pair = NULL;
}

void
align_counter_free (gpointer data)
{
  AlignCounter *counter = data;

  end_files (counter);
  g_free (counter->aligners);
  g_free (counter);
}

/* Finds the results of the next gold sentence, @entry. */
static gboolean
take_entry (AlignCounter *counter, const TbkEntry *entry, GError **error)
{
  if (counter->pair == NULL) {
    counter->pair = entry->pair;
    counter->n_added = counter->n_taken = 0;
    counter->gold_has_ended = FALSE;
    for (int s = 0; s < counter->n; s++)
      aligner_init (&counter->aligners[s], counter->pair->cursors[s + 1], counter->options);
  }
  if (counter->n_taken++ == counter->n_added && !add_gold (counter, entry, error))
    return FALSE;
  for (int s = 0; s < counter->n; s++)
    if (!find_results (counter, &counter->aligners[s], error))
      return FALSE;
  return TRUE;
}

/* The result of the sentence in hand of system @s. */
static AlignedResult *
result_of (const AlignCounter *counter, int s)
{
  const Aligner *aligner = &counter->aligners[s];

  return &g_array_index (aligner->results, AlignedResult, aligner->next);
}

/* Goes to the results of the next sentence. */
static void
move_on (AlignCounter *counter)
{
  for (int s = 0; s < counter->n; s++) {
    Aligner *aligner = &counter->aligners[s];

    if (++aligner->next == aligner->results->len) {
      g_array_set_size (aligner->results, 0);
      aligner->next = 0;
    }
  }
}

/* Why the sentence in hand is left out, or NULL: it counts if it does for all systems. */
static const GError *
fault_of (const AlignCounter *counter)
{
  const GError *fault = NULL;

  for (int s = 0; s < counter->n && fault == NULL; s++)
    fault = result_of (counter, s)->fault;
  return fault;
}

gboolean
align_counter_count (gpointer data, const TbkEntry *entry, TbkText *text, GError **error)
{
  AlignCounter *counter = data;
  const GError *fault;

  (void) text;
  if (!take_entry (counter, entry, error))
    return FALSE;
  fault = fault_of (counter);
  for (int s = 0; s < counter->n && fault == NULL; s++) {
    const AlignedResult *result = result_of (counter, s);
    TbkEvaluation *system = counter->systems[s];

    memcpy (evaluation_add_rows (system, 1), result->counts, sizeof result->counts);
    system->ranges.gold += result->ranges.gold;
    system->ranges.system += result->ranges.system;
    system->ranges.both += result->ranges.both;
  }
  if (fault != NULL)
    g_propagate_error (error, g_error_copy (fault));
  move_on (counter);
  return fault == NULL;
}

/* A fault is one wherever it is, since what comes behind is aligned by what comes before. */
gboolean
align_counter_pass (gpointer data, const TbkEntry *entry, GError **error)
{
  AlignCounter *counter = data;
  const GError *fault;

  if (entry->pair == NULL) /* the gold file is empty */
    return TRUE;
  if (!take_entry (counter, entry, error))
    return FALSE;
  fault = counter->options->skips ? NULL : fault_of (counter);
  if (fault != NULL)
    g_propagate_error (error, g_error_copy (fault));
  move_on (counter);
  return fault == NULL;
}

/* Sees that no system has text behind the last gold sentence, unless the run ended before that. */
static gboolean
check_ends (AlignCounter *counter, GError **error)
{
  if (counter->n_taken < counter->n_added || !read_gold (counter, error) || !counter->gold_has_ended)
    return FALSE;
  for (int s = 0; s < counter->n; s++) {
    Aligner *aligner = &counter->aligners[s];

    if (!find_results (counter, aligner, error))
      return FALSE;
    if (aligner->fault != NULL) {
      g_propagate_error (error, g_error_copy (aligner->fault));
      return FALSE;
    }
  }
  return TRUE;
}

void
align_counter_finish (gpointer data)
{
  AlignCounter *counter = data;
  GError *error = NULL;

  if (counter->pair == NULL)
    return;
  if (!check_ends (counter, &error) && error != NULL)
    pair_fail (counter->pair, error);
  end_files (counter);
}
