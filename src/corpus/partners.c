/* partners.c - which sentences of several files are the same one.
 *
 * Files are joined one after the other to rows, of which the first file has one for each of its sentences. A file is joined
 * in three rounds, each over what those before left: by ID and words, by words, by ID. In a round what has the same key is
 * paired in order: rows and sentences are sorted by their keys together, and the k-th row of a key gets the k-th sentence.
 * What is left of the file makes rows of its own. If it has no IDs, or the rows have none, what is left has one key in the
 * third round; and if no file has IDs, there are no other rounds.
 *
 *   rows   a1 "x y"   a2 "z"               rows   a1-b1   a2-b2   b0
 *   file   b0 "w"   b1 "x y"   b2 "z"
 */
#include "corpus/partners.h"
#include "corpus/corpus.h"

enum { NONE = -1 };

/* Numbers of the ID and of the words in their vocabularies, or NONE. */
typedef struct {
  int id, words;
} Partner;

typedef struct {
  GArray *sentences; /* of Partner */
  gboolean has_ids;  /* some sentence has one */
} PartnersFile;

/* A row or a sentence that a round has to pair. */
typedef struct {
  gint64 key;
  gboolean is_sentence;
  int number;
} Unpaired;

struct SentencePartners {
  int n_files;
  gboolean is_extract;
  TbkVocabulary *ids, *words;
  PartnersFile *files;
  GArray *rows; /* of int, n_files each */
  GArray *unpaired;
  GString *forms;
};

SentencePartners *
partners_new (int n_files, gboolean is_extract)
{
  SentencePartners *partners = g_new0 (SentencePartners, 1);

  partners->n_files = n_files;
  partners->is_extract = is_extract;
  partners->ids = tbk_vocabulary_new ();
  partners->words = tbk_vocabulary_new ();
  partners->files = g_new0 (PartnersFile, n_files);
  for (int f = 0; f < n_files; f++)
    partners->files[f].sentences = g_array_new (FALSE, FALSE, sizeof (Partner));
  partners->rows = g_array_new (FALSE, FALSE, sizeof (int));
  partners->unpaired = g_array_new (FALSE, FALSE, sizeof (Unpaired));
  partners->forms = g_string_new (NULL);
  return partners;
}

void
partners_free (SentencePartners *partners)
{
  if (partners == NULL)
    return;
  tbk_vocabulary_free (partners->ids);
  tbk_vocabulary_free (partners->words);
  for (int f = 0; f < partners->n_files; f++)
    g_array_unref (partners->files[f].sentences);
  g_free (partners->files);
  g_array_unref (partners->rows);
  g_array_unref (partners->unpaired);
  g_string_free (partners->forms, TRUE);
  g_free (partners);
}

/* Sets *@number to that of a name; NONE if only files after an extract have it. */
static gboolean
find_number (const SentencePartners *partners, int file, TbkVocabulary *names, const char *name, gsize length,
             int *number, GError **error)
{
  const gboolean is_closed = partners->is_extract && file > 0;

  *number =
      is_closed ? tbk_vocabulary_find (names, name, length) : tbk_vocabulary_add (names, name, length, error);
  return is_closed || *number >= 0;
}

/* Sets `forms` to the forms of the words, each with an end; FALSE if the sentence has none that can be read. */
static gboolean
set_forms (SentencePartners *partners, const TbkEntry *entry)
{
  const TbkConlluSentence *sentence = entry->sentence;

  g_string_truncate (partners->forms, 0);
  if (entry->problem != NULL || sentence == NULL)
    return FALSE;
  for (int word = 1; word <= sentence->n; word++) {
    const TbkPiece form = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_FORM);

    g_string_append_len (partners->forms, form.bytes, (gssize) form.size);
    g_string_append_c (partners->forms, '\n');
    if (form.bytes == NULL)
      return FALSE;
  }
  return TRUE;
}

gboolean
partners_add (SentencePartners *partners, int file, const TbkEntry *entry, GError **error)
{
  PartnersFile *of = &partners->files[file];
  Partner sentence = { NONE, NONE };

  of->has_ids |= entry->id != NULL;
  if ((entry->id != NULL
       && !find_number (partners, file, partners->ids, entry->id, entry->id_length, &sentence.id, error))
      || (set_forms (partners, entry)
          && !find_number (partners, file, partners->words, partners->forms->str, partners->forms->len,
                           &sentence.words, error)))
    return FALSE;
  g_array_append_val (of->sentences, sentence);
  return TRUE;
}

static inline int *
row_at (const SentencePartners *partners, int row)
{
  return &g_array_index (partners->rows, int, (gsize) row *(gsize) partners->n_files);
}

static inline const Partner *
sentence_at (const SentencePartners *partners, int file, int number)
{
  return &g_array_index (partners->files[file].sentences, Partner, number);
}

/* Returns what a row is known by: the words of its first sentence, and the first ID. */
static Partner
row_partner (const SentencePartners *partners, const int *row)
{
  Partner known = { NONE, NONE };

  for (int f = partners->n_files - 1; f >= 0; f--)
    if (row[f] != NONE) {
      const Partner *sentence = sentence_at (partners, f, row[f]);

      known = (Partner){ sentence->id != NONE ? sentence->id : known.id, sentence->words };
    }
  return known;
}

typedef enum { BY_ID_AND_WORDS, BY_WORDS, BY_ID, IN_ORDER } Round;

/* Adds a row or a sentence to what the round pairs, if it has what that needs. */
static void
add_unpaired (SentencePartners *partners, Round round, const Partner *known, gboolean is_sentence, int number)
{
  const int id = round == BY_ID_AND_WORDS || round == BY_ID ? known->id : 0,
            words = round == BY_ID_AND_WORDS || round == BY_WORDS ? known->words : 0;
  Unpaired unpaired = { .is_sentence = is_sentence, .number = number };

  if (id < 0 || words < 0)
    return;
  unpaired.key = (gint64) id << 32 | words;
  g_array_append_val (partners->unpaired, unpaired);
}

static gint
compare_unpaired (gconstpointer first, gconstpointer second)
{
  const Unpaired *a = first, *b = second;

  if (a->key != b->key)
    return a->key < b->key ? -1 : 1;
  return a->is_sentence != b->is_sentence ? a->is_sentence - b->is_sentence
                                          : (a->number > b->number) - (a->number < b->number);
}

/* Pairs those of one key, rows from @first and sentences from @middle, as far as there are both. Of an extract, whose
 * sentences may be any of several equal ones, there must be as many. */
static void
pair_equal (SentencePartners *partners, int file, guint first, guint middle, guint end)
{
  const Unpaired *all = (const Unpaired *) (gconstpointer) partners->unpaired->data;
  const guint n = MIN (middle - first, end - middle);

  if (partners->is_extract && middle - first != end - middle)
    return;
  for (guint k = 0; k < n; k++)
    row_at (partners, all[first + k].number)[file] = all[middle + k].number;
}

/* Pairs rows and sentences of @file that have no partner. @is_paired: by sentence; brought up to date */
static void
run_round (SentencePartners *partners, int file, Round round, int n_rows, gboolean *is_paired)
{
  const int n_sentences = (int) partners->files[file].sentences->len;

  g_array_set_size (partners->unpaired, 0);
  for (int r = 0; r < n_rows; r++) {
    const Partner known = row_partner (partners, row_at (partners, r));

    if (row_at (partners, r)[file] == NONE)
      add_unpaired (partners, round, &known, FALSE, r);
  }
  for (int s = 0; s < n_sentences; s++)
    if (!is_paired[s])
      add_unpaired (partners, round, sentence_at (partners, file, s), TRUE, s);
  g_array_sort (partners->unpaired, compare_unpaired);
  for (guint first = 0, middle, end; first < partners->unpaired->len; first = end) {
    const Unpaired *all = (const Unpaired *) (gconstpointer) partners->unpaired->data;

    for (middle = first;
         middle < partners->unpaired->len && all[middle].key == all[first].key && !all[middle].is_sentence;)
      middle++;
    for (end = middle; end < partners->unpaired->len && all[end].key == all[first].key;)
      end++;
    pair_equal (partners, file, first, middle, end);
  }
  for (int r = 0; r < n_rows; r++)
    if (row_at (partners, r)[file] != NONE)
      is_paired[row_at (partners, r)[file]] = TRUE;
}

/* Joins @file to the rows of those before. @has_ids: some of these have IDs */
static void
join (SentencePartners *partners, int file, gboolean has_ids)
{
  const int n_rows = (int) partners->rows->len / partners->n_files,
            n_sentences = (int) partners->files[file].sentences->len;
  g_autofree gboolean *is_paired = g_new0 (gboolean, MAX (n_sentences, 1));
  g_autofree int *row = g_new (int, partners->n_files);
  const gboolean both_have_ids = has_ids && partners->files[file].has_ids;

  for (Round round = BY_ID_AND_WORDS; partners_have_ids (partners) && round <= BY_ID; round++)
    run_round (partners, file, round, n_rows, is_paired);
  if (!both_have_ids && !partners->is_extract)
    run_round (partners, file, IN_ORDER, n_rows, is_paired);
  for (int f = 0; f < partners->n_files; f++)
    row[f] = NONE;
  for (int s = 0; s < n_sentences; s++) {
    row[file] = s;
    if (!is_paired[s] && (file == 0 || !partners->is_extract))
      g_array_append_vals (partners->rows, row, (guint) partners->n_files);
  }
}

gboolean
partners_have_ids (const SentencePartners *partners)
{
  for (int f = 0; f < partners->n_files; f++)
    if (partners->files[f].has_ids)
      return TRUE;
  return FALSE;
}

const int *
partners_find (SentencePartners *partners, int *n_rows)
{
  gboolean has_ids = FALSE;

  g_array_set_size (partners->rows, 0);
  for (int f = 0; f < partners->n_files; f++) {
    join (partners, f, has_ids);
    has_ids |= partners->files[f].has_ids;
  }
  *n_rows = (int) partners->rows->len / partners->n_files;
  return (const int *) (gconstpointer) partners->rows->data;
}

void
partners_note_ids (SentencePartners *partners, int file)
{
  partners->files[file].has_ids = TRUE;
}

const char *
partners_id (const SentencePartners *partners, int file, int number)
{
  const int id = sentence_at (partners, file, number)->id;

  return id == NONE ? NULL : tbk_vocabulary_name (partners->ids, id);
}

gboolean
partners_have_other_words (const SentencePartners *partners, const int *row)
{
  const int words = row_partner (partners, row).words;

  for (int f = 0; f < partners->n_files; f++)
    if (row[f] != NONE && sentence_at (partners, f, row[f])->words != words)
      return TRUE;
  return FALSE;
}
