/* tag_figures.c - how well encodings of trees as tags cover treebanks: the job that counts, and its table.
 *
 * Contents
 *   1. layout: what is counted, and the columns of the table
 *   2. trees: a sentence as it is, and made projective
 *   3. count: the job
 *   4. table: rows of tallies
 */
#include "projectivize/projectivize.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "base/room.h"
#include "corpus/corpus.h"
#include "tbk/conllu.h"
#include "tbk/statistics.h"
#include "tbk/tags.h"

/* 1. layout: what is counted, and the columns of the table.
 *
 * A pair of a tag and a relation is a row, so that tallies of parts know which there are; and those of a training set, which is
 * counted by the same job, make the set of tags that were seen. Unseen words are counted at once: who merges parts needs no
 * training set.
 */

enum { SECTION_ENCODINGS, SECTION_PAIRS };

/* Counts of an encoding; behind what tallies have is what a table adds up. */
enum {
  TREES,
  TREES_INSIDE,
  ARCS,
  ARCS_KEPT,
  TOO_LONG,
  N_COUNTED,
  TAGS = N_COUNTED,
  TAGS_WITH_DEPREL,
  UNSEEN,
  UNSEEN_WITH_DEPREL,
  N_INTEGERS
};

static const TbkTallyColumn integers[] = {
  [TREES] = { "sentences", .most = TBK_TALLY_MOST },
  [TREES_INSIDE] = { "sentences_inside", .part_of = TREES + 1 },
  [ARCS] = { "arcs", .most = TBK_TALLY_MOST },
  [ARCS_KEPT] = { "arcs_kept", .part_of = ARCS + 1 },
  [TOO_LONG] = { "too_long", .most = TBK_TALLY_MOST },
  [TAGS] = { "tags" },
  [TAGS_WITH_DEPREL] = { "tags_with_deprel" },
  [UNSEEN] = { "unseen" },
  [UNSEEN_WITH_DEPREL] = { "unseen_with_deprel" },
};

/* Counts of a pair. */
enum { WORDS, WORDS_UNSEEN, WORDS_UNSEEN_WITH_DEPREL };

static const TbkTallyColumn of_pairs[] = { [WORDS] = { "words", .most = TBK_TALLY_MOST },
                                           [WORDS_UNSEEN] = { "unseen", .part_of = WORDS + 1 },
                                           [WORDS_UNSEEN_WITH_DEPREL] = { "unseen_with_deprel",
                                                                          .part_of = WORDS + 1 } };

static const TbkTallyKey names_of_keys[] = { { "encoding", TBK_TALLY_TEXT },
                                             { "tag", TBK_TALLY_TEXT },
                                             { "deprel", TBK_TALLY_TEXT } };

static const TbkTallySection sections[] = {
  [SECTION_ENCODINGS] = { "encodings", names_of_keys, 1, integers, N_COUNTED },
  [SECTION_PAIRS] = { "pairs", names_of_keys, 3, of_pairs, G_N_ELEMENTS (of_pairs), TBK_TALLY_ALL, WORDS,
                      SECTION_ENCODINGS, ARCS },
};

static const TbkTallyLayout layout = { "tag-figures", sections, G_N_ELEMENTS (sections) };

static const TbkTableColumn coverage[] = {
  COUNTED (TREES, "how many, without too_long"),
  COUNTED (TREES_INSIDE,
           "those whose trees the encoding can write; with --mark, whose arcs are all restored"),
  SHARE ("sentences_inside_percent", NULL, TREES_INSIDE, TREES),
  COUNTED (ARCS, "words: each has one"),
  COUNTED (
      ARCS_KEPT,
      "arcs that come back from the tags, other trees being made projective; with --mark, restored arcs too"),
  SHARE ("arcs_kept_percent", NULL, ARCS_KEPT, ARCS),
  COUNTED (TAGS, "different tags; hexatags of word and gap count together"),
  COUNTED (TAGS_WITH_DEPREL, "different pairs of tag and relation"),
  COUNTED (TOO_LONG,
           "sentences that are too long for the encoding, or to be made projective (--limit=core): no other "
           "cell counts them"),
};

static const TbkTableColumn novelty[] = {
  COUNTED (UNSEEN, "words whose tag is not in the file of --seen"),
  SHARE ("unseen_percent", NULL, UNSEEN, ARCS),
  COUNTED (UNSEEN_WITH_DEPREL, "words whose pair of tag and relation is not there"),
  SHARE ("unseen_with_deprel_percent", NULL, UNSEEN_WITH_DEPREL, ARCS),
};

enum { TAG_FIGURES_N_GROUPS = 3 };

static const TbkTableColumns tag_figures_groups[TAG_FIGURES_N_GROUPS] = {
  LISTED ("", { "file", "as it is called on the command line; TOTAL: all" },
          { "encoding", "how tags say what the tree is" }),
  COLUMNS ("", integers, coverage),
  COLUMNS ("--seen", integers, novelty),
};

/* 2. trees: a sentence as it is, and made projective.
 *
 * For each encoding the gold tree is tried, then a projective one in its place, with one root if the encoding
 * wants that. Versions are made when first needed, and serve all encodings of a sentence.
 */

/* A tree to be encoded: the gold one, or a projective one in its place. */
typedef struct {
  gboolean is_made;
  int *heads;
  TbkPiece *deprels;
  int *numbers; /* of the relations */
  Room room;
  int n_kept; /* gold arcs that come back from it */
} Version;

enum { GOLD, PROJECTIVE, PROJECTIVE_ONE_ROOT, N_VERSIONS };

/* A pair that was met: of a short tag, its bytes, and the number of its relation. */
typedef struct {
  guint64 tag; /* 0: none */
  int deprel, number;
} MetPair;

enum { N_MET_PAIRS = 1 << 10 };

/* Pairs of a tag and a relation, with a tab between them, and how many words had them since the last flush. Nearly all words
 * have a pair that was met not long ago, which is found without the name of the pair. */
typedef struct {
  TbkTags *tags;
  TbkVocabulary *pairs;
  MetPair met[N_MET_PAIRS];
  gint64 *counts;
  gsize n_counts;
  gint64 sums[N_COUNTED];
} Encoded;

typedef struct {
  const TbkTagFiguresOptions *options;
  Encoded *encoded; /* of each encoding */
  TbkProjectivizer *projectivizers[N_VERSIONS];
  TbkPseudoProjective *pseudo;
  Version versions[N_VERSIONS];
  TbkVocabulary *deprels;
  TbkPiece *upos, *out, *marked;
  int *restored;
  Room room;
  GString *labels; /* of the lifted tree */
  GString *key;    /* scratch */
} TagsWorker;

static gboolean
reserve (TagsWorker *worker, int n, GError **error)
{
  gboolean is_done = ROOM_RESERVE (&worker->room, n + 1, ARRAY (worker->upos), ARRAY (worker->out),
                                   ARRAY (worker->marked), ARRAY (worker->restored));

  for (Version *version = worker->versions; is_done && version < worker->versions + N_VERSIONS; version++) {
    version->is_made = FALSE;
    is_done = ROOM_RESERVE (&version->room, n + 1, ARRAY (version->heads), ARRAY (version->deprels),
                            ARRAY (version->numbers));
  }
  return is_done || memory_fail (error, "a sentence of %d words", n);
}

static gboolean
number_deprels (TagsWorker *worker, Version *version, int n, GError **error)
{
  for (int d = 1; d <= n; d++) {
    const TbkPiece deprel = version->deprels[d];

    version->numbers[d] = tbk_vocabulary_add (worker->deprels, deprel.bytes, deprel.size, error);
    if (version->numbers[d] < 0)
      return FALSE;
  }
  return TRUE;
}

/* Sets the gold tree. Columns that the file does not have are `_`, as in tbk convert. */
static gboolean
set_gold (TagsWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  Version *gold = &worker->versions[GOLD];
  const char *position = NULL;
  TbkConlluLine line;
  int word = 0;

  if (!reserve (worker, sentence->n, error))
    return FALSE;
  memcpy (gold->heads, sentence->heads, ((gsize) sentence->n + 1) * sizeof (int));
  gold->n_kept = sentence->n;
  gold->is_made = TRUE;
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const TbkPiece upos = line.fields[TBK_COLUMN_UPOS], deprel = line.fields[TBK_COLUMN_DEPREL];

    if (line.kind != TBK_LINE_WORD)
      continue;
    word++;
    worker->upos[word] = upos.size > 0 ? upos : (TbkPiece){ "_", 1 };
    gold->deprels[word] = deprel.size > 0 ? deprel : (TbkPiece){ "_", 1 };
  }
  return number_deprels (worker, gold, sentence->n, error);
}

static int
count_kept (const int *heads, const int *gold, int n)
{
  int n_kept = 0;

  for (int d = 1; d <= n; d++)
    n_kept += heads[d] == gold[d];
  return n_kept;
}

/* Counts the gold arcs that come back if marks in the labels of the lifted tree are decoded. */
static gboolean
restore (TagsWorker *worker, Version *version, int n, GError **error)
{
  /* New labels belong to the handle until its next call. */
  g_string_truncate (worker->labels, 0);
  for (int d = 1; d <= n; d++)
    g_string_append_len (worker->labels, version->deprels[d].bytes, (gssize) version->deprels[d].size);
  for (gsize d = 1, at = 0; d <= (gsize) n; at += version->deprels[d++].size)
    version->deprels[d].bytes = worker->labels->str + at;
  if (!tbk_pseudo_projective_decode (worker->pseudo, version->heads, version->deprels, n, worker->restored,
                                     worker->marked, NULL, error))
    return FALSE;
  version->n_kept = count_kept (worker->restored, worker->versions[GOLD].heads, n);
  return TRUE;
}

/* Returns the version that replaces a tree which @encoding cannot write; made once for all encodings. NULL
 * with @error set. */
static const Version *
get_projective (TagsWorker *worker, const TbkTagEncoding *encoding, const TbkConlluSentence *sentence,
                GError **error)
{
  const TbkRoot root = worker->options->projectivize.root;
  const int v = encoding->has_one_root && (sentence->n_roots > 1 || root == TBK_ROOT_ANY)
                    ? PROJECTIVE_ONE_ROOT
                    : PROJECTIVE;
  const gboolean has_one_root = encoding->has_one_root || root == TBK_ROOT_SINGLE;
  const Version *gold = &worker->versions[GOLD];
  const int n = sentence->n;
  Version *version = &worker->versions[v];

  if (version->is_made)
    return version;
  if (!pseudo_projective_projectivize (worker->projectivizers[v], worker->pseudo, has_one_root, NULL,
                                       gold->heads, gold->deprels, n, version->heads, version->deprels, NULL,
                                       error))
    return NULL;
  version->n_kept = count_kept (version->heads, gold->heads, n);
  if (worker->pseudo != NULL && (sentence->n_roots == 1 || !has_one_root)
      && !restore (worker, version, n, error))
    return NULL;
  version->is_made = number_deprels (worker, version, n, error);
  return version->is_made ? version : NULL;
}

/* Returns the version that @encoding writes, with its tags in `out`. NULL with @error set. A tree that surely
 * is outside of the class is not tried. */
static const Version *
encode (TagsWorker *worker, int number, const TbkConlluSentence *sentence, GError **error)
{
  const TbkTagEncoding *encoding = worker->options->encodings[number];
  TbkTags *tags = worker->encoded[number].tags;
  const gboolean is_outside =
      (encoding->is_projective && !sentence->is_projective)
      || (sentence->n_roots > 1
          && (encoding->has_one_root || worker->options->projectivize.root == TBK_ROOT_SINGLE));
  const Version *version = &worker->versions[GOLD];
  g_autoptr (GError) fault = NULL;

  if (!is_outside && tbk_tags_encode (tags, version->heads, worker->upos, sentence->n, worker->out, &fault))
    return version;
  if (fault != NULL && !g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, g_steal_pointer (&fault));
    return NULL;
  }
  version = get_projective (worker, encoding, sentence, error);
  if (version == NULL
      || !tbk_tags_encode (tags, version->heads, worker->upos, sentence->n, worker->out, error))
    return NULL;
  return version;
}

/* 3. count: the job. */

static gpointer
worker_new (gpointer data)
{
  const TbkTagFiguresOptions *options = data;
  TbkProjectivizeOptions projectivize = options->projectivize;
  const TbkPseudoProjectiveOptions marks = { .scheme = options->scheme,
                                             .max_core = projectivize.max_core,
                                             .max_core_name = projectivize.max_core_name };
  TagsWorker *worker = g_new0 (TagsWorker, 1);

  worker->options = options;
  worker->encoded = g_new0 (Encoded, options->n_encodings);
  for (int e = 0; e < options->n_encodings; e++) {
    worker->encoded[e].tags = tbk_tags_new (options->encodings[e], NULL);
    worker->encoded[e].pairs = tbk_vocabulary_new ();
  }
  worker->projectivizers[PROJECTIVE] = tbk_projectivizer_new (&projectivize);
  projectivize.root = TBK_ROOT_SINGLE;
  worker->projectivizers[PROJECTIVE_ONE_ROOT] = tbk_projectivizer_new (&projectivize);
  if (options->has_marks)
    worker->pseudo = tbk_pseudo_projective_new (&marks);
  worker->deprels = tbk_vocabulary_new ();
  worker->labels = g_string_new (NULL);
  worker->key = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  TagsWorker *worker = data;

  for (int e = 0; e < worker->options->n_encodings; e++) {
    tbk_tags_free (worker->encoded[e].tags);
    tbk_vocabulary_free (worker->encoded[e].pairs);
    g_free (worker->encoded[e].counts);
  }
  g_free (worker->encoded);
  for (int v = 0; v < N_VERSIONS; v++) {
    tbk_projectivizer_free (worker->projectivizers[v]);
    room_clear (&worker->versions[v].room);
  }
  tbk_pseudo_projective_free (worker->pseudo);
  tbk_vocabulary_free (worker->deprels);
  room_clear (&worker->room);
  g_string_free (worker->labels, TRUE);
  g_string_free (worker->key, TRUE);
  g_free (worker);
}

/* Returns the number of a pair of tag and relation, by its name. */
static int
find_number (TagsWorker *worker, Encoded *encoded, TbkPiece tag, TbkPiece deprel, GError **error)
{
  const gsize before = encoded->n_counts;
  int number;

  g_string_truncate (worker->key, 0);
  g_string_append_len (worker->key, tag.bytes, (gssize) tag.size);
  g_string_append_c (worker->key, '\t');
  g_string_append_len (worker->key, deprel.bytes, (gssize) deprel.size);
  number = tbk_vocabulary_add (encoded->pairs, worker->key->str, worker->key->len, error);
  if (number < 0)
    return -1;
  if (!try_reserve (&encoded->counts, &encoded->n_counts, (gsize) number + 1, sizeof (gint64))) {
    memory_fail (error, "counts of %d tags", number + 1);
    return -1;
  }
  if (encoded->n_counts > before)
    memset (encoded->counts + before, 0, (encoded->n_counts - before) * sizeof (gint64));
  return number;
}

/* Counts the pair of word @d. A tag of at most eight bytes, which have no NUL, is a number; a pair that was
 * met at its place of the table is found without its name. Longer tags have 0 there, and are always looked
 * up. */
static gboolean
add_pair (TagsWorker *worker, Encoded *encoded, const Version *version, int d, GError **error)
{
  const TbkPiece tag = worker->out[d];
  const int deprel = version->numbers[d];
  guint64 bytes = 0;
  MetPair *met;

  for (gsize i = 0; i < MIN (tag.size, sizeof bytes); i++)
    bytes = bytes << 8 | (guchar) tag.bytes[i];
  met = &encoded->met[((bytes + (guint) deprel) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)) >> 54];
  if (tag.size > sizeof bytes || met->tag != bytes || met->deprel != deprel) {
    const int number = find_number (worker, encoded, tag, version->deprels[d], error);

    if (number < 0)
      return FALSE;
    *met = (MetPair){ tag.size > sizeof bytes ? 0 : bytes, deprel, number };
  }
  encoded->counts[met->number]++;
  return TRUE;
}

/* Names are forgotten beyond this: those that are met no more would fill the memory of a run over many
 * files. */
enum { MOST_KEPT_PAIRS = 1 << 16 };

/* Forgets the names of pairs and relations together: numbers of relations are part of pairs of all
 * encodings. */
static void
forget_names (TagsWorker *worker)
{
  for (int e = 0; e < worker->options->n_encodings; e++) {
    tbk_vocabulary_clear (worker->encoded[e].pairs);
    memset (worker->encoded[e].met, 0, sizeof worker->encoded[e].met);
  }
  tbk_vocabulary_clear (worker->deprels);
}

static gboolean
count_tree (TagsWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  if (sentence->n == 0)
    return TRUE;
  if (!set_gold (worker, sentence, error))
    return FALSE;
  for (int e = 0; e < worker->options->n_encodings; e++) {
    Encoded *encoded = &worker->encoded[e];
    g_autoptr (GError) fault = NULL;
    const Version *version = encode (worker, e, sentence, &fault);

    /* Every tree has tags, its own or those of a projective one, unless it is too long. */
    if (version == NULL && g_error_matches (fault, TBK_ERROR, TBK_ERROR_DATA)) {
      encoded->sums[TOO_LONG]++;
      continue;
    }
    if (version == NULL) {
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
    for (int d = 1; d <= sentence->n; d++)
      if (!add_pair (worker, encoded, version, d, error))
        return FALSE;
    encoded->sums[TREES]++;
    encoded->sums[TREES_INSIDE] += version->n_kept == sentence->n;
    encoded->sums[ARCS] += sentence->n;
    encoded->sums[ARCS_KEPT] += version->n_kept;
  }
  return TRUE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) text;
  (void) tally;
  return count_tree (data, entry->sentence, error) || tbk_entry_fail (entry, error);
}

/* Sets @text to the first @n_parts of a key, as they are in the set of what was seen. */
static void
put_key (GString *text, const char *const *key, int n_parts)
{
  g_string_truncate (text, 0);
  for (int k = 0; k < n_parts; k++) {
    g_string_append (text, key[k]);
    g_string_append_c (text, '\t');
  }
}

static gboolean
is_seen (TagsWorker *worker, const char *const *key, int n_parts)
{
  if (worker->options->seen == NULL)
    return TRUE;
  put_key (worker->key, key, n_parts);
  return tbk_vocabulary_find (worker->options->seen, worker->key->str, worker->key->len) >= 0;
}

static void
flush_pairs (TagsWorker *worker, Encoded *encoded, const char *encoding, TbkTally *tally)
{
  const int n_pairs = tbk_vocabulary_size (encoded->pairs);

  for (int i = 0; i < n_pairs; i++) {
    const char *pair = tbk_vocabulary_name (encoded->pairs, i), *tab = strchr (pair, '\t');
    const gint64 n_words = encoded->counts[i];

    encoded->counts[i] = 0;
    if (n_words == 0 || tally == NULL)
      continue;
    g_autofree char *tag = g_strndup (pair, (gsize) (tab - pair));
    const char *const key[] = { encoding, tag, tab + 1 };

    tbk_tally_add (tally, SECTION_PAIRS, key,
                   (gint64[]){ [WORDS] = n_words,
                               [WORDS_UNSEEN] = is_seen (worker, key, 2) ? 0 : n_words,
                               [WORDS_UNSEEN_WITH_DEPREL] = is_seen (worker, key, 3) ? 0 : n_words });
  }
}

static void
flush (gpointer data, TbkTally *tally)
{
  TagsWorker *worker = data;
  gboolean is_full = tbk_vocabulary_size (worker->deprels) > MOST_KEPT_PAIRS;

  for (int e = 0; e < worker->options->n_encodings; e++) {
    const char *encoding = worker->options->encodings[e]->name;
    Encoded *encoded = &worker->encoded[e];

    if (tally != NULL)
      tbk_tally_add (tally, SECTION_ENCODINGS, &encoding, encoded->sums);
    memset (encoded->sums, 0, sizeof encoded->sums);
    flush_pairs (worker, encoded, encoding, tally);
    is_full |= tbk_vocabulary_size (encoded->pairs) > MOST_KEPT_PAIRS;
  }
  if (is_full)
    forget_names (worker);
}

TbkJob
tbk_tag_figures_job (const TbkTagFiguresOptions *options)
{
  return (TbkJob){ .data = (gpointer) options,
                   .layout = &layout,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush };
}

/* A tag is seen, and so is a pair of tag and relation: both are in one set, told apart by how many tabs they
 * have. */
TbkVocabulary *
tbk_tag_figures_seen (const TbkTally *tally, GError **error)
{
  g_autoptr (TbkVocabulary) seen = tbk_vocabulary_new ();
  g_autoptr (GString) key = g_string_new (NULL);
  g_autofree TbkTallyRow *rows = NULL;
  gsize n_rows;

  rows = tbk_tally_rows (tally, SECTION_PAIRS, &n_rows);
  for (gsize r = 0; r < n_rows; r++)
    for (int n_parts = 2; n_parts <= 3; n_parts++) {
      put_key (key, rows[r].key, n_parts);
      if (tbk_vocabulary_add (seen, key->str, key->len, error) < 0)
        return NULL;
    }
  return g_steal_pointer (&seen);
}

/* 4. table: rows of tallies. */

const TbkTableColumns *
tag_figures_tables (int number)
{
  return number < TAG_FIGURES_N_GROUPS ? &tag_figures_groups[number] : NULL;
}

const char **
tbk_tag_figures_columns (gboolean has_seen)
{
  return tbk_table_columns_names (tag_figures_groups,
                                  has_seen ? TAG_FIGURES_N_GROUPS : TAG_FIGURES_N_GROUPS - 1);
}

/* Returns the number of the encoding of that name, or how many there are. */
static int
find_encoding (const TbkTagFiguresOptions *options, const char *name)
{
  int e = 0;

  while (e < options->n_encodings && !g_str_equal (name, options->encodings[e]->name))
    e++;
  return e;
}

/* Adds the pairs to the integers of their encodings. Rows come in the order of their keys, so that pairs of one tag, and tags of
 * one encoding, follow one another. */
static void
add_pairs (const TbkTally *tally, const TbkTagFiguresOptions *options, gint64 (*sums)[N_INTEGERS])
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SECTION_PAIRS, &n_rows);
  int e = 0;

  for (gsize r = 0; r < n_rows; r++) {
    const char *const *key = rows[r].key;
    const gboolean is_other = r == 0 || !g_str_equal (key[0], rows[r - 1].key[0]);
    const gboolean is_new = is_other || !g_str_equal (key[1], rows[r - 1].key[1]);

    if (is_other)
      e = find_encoding (options, key[0]);
    if (e == options->n_encodings)
      continue;
    sums[e][TAGS] += is_new;
    sums[e][TAGS_WITH_DEPREL]++;
    sums[e][UNSEEN] += rows[r].values[WORDS_UNSEEN];
    sums[e][UNSEEN_WITH_DEPREL] += rows[r].values[WORDS_UNSEEN_WITH_DEPREL];
  }
}

/* Writes the cells of an encoding. Where all sentences are too long, nothing else is known. */
static void
write_cells (const gint64 *sums, gboolean has_seen, TbkTable *table)
{
  for (int g = 1; g < TAG_FIGURES_N_GROUPS - !has_seen; g++) {
    const TbkTableColumns *group = &tag_figures_groups[g];

    if (sums[TREES] > 0 || sums[TOO_LONG] == 0) {
      tbk_table_cells (table, group, sums);
      continue;
    }
    for (int c = 0; c < group->n_columns; c++)
      if (group->columns[c].cell == TBK_CELL_COUNT && group->columns[c].numerator == TOO_LONG)
        tbk_table_integer (table, sums[TOO_LONG]);
      else
        tbk_table_nothing (table);
  }
}

/* Writes a row for each encoding. */
static gboolean
write_rows (const TbkTally *tally, const char *name, const TbkTagFiguresOptions *options, gboolean has_seen,
            TbkTable *table, gint64 *n_too_long, GError **error)
{
  g_autofree gint64 (*sums)[N_INTEGERS] = g_malloc0_n (options->n_encodings, sizeof *sums);

  add_pairs (tally, options, sums);
  for (int e = 0; e < options->n_encodings; e++) {
    const char *encoding = options->encodings[e]->name;
    const gint64 *counted = tbk_tally_get (tally, SECTION_ENCODINGS, &encoding);

    if (counted != NULL)
      memcpy (sums[e], counted, N_COUNTED * sizeof (gint64));
    tbk_table_string (table, name);
    tbk_table_string (table, encoding);
    write_cells (sums[e], has_seen, table);
    *n_too_long = MAX (*n_too_long, sums[e][TOO_LONG]);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_tag_figures_write (const TbkTallies *tallies, const TbkTagFiguresOptions *options, gboolean has_seen,
                       TbkTable *table, gint64 *n_too_long, GError **error)
{
  g_autoptr (TbkTally) total = NULL;
  gint64 most = 0;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_rows (tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), options, has_seen, table,
                        &most, error))
      return FALSE;
  if (tallies_n_of_state (tallies, FILE_IN) > 1) {
    total = tbk_tallies_total (tallies);
    if (!write_rows (total, "TOTAL", options, has_seen, table, &most, error))
      return FALSE;
  }
  if (n_too_long != NULL)
    *n_too_long = most;
  return TRUE;
}
