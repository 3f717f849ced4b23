/* training_data.c - training data in memory, made ready: trees that the system can build.
 *
 * Contents
 *   1. treebank: training data: words, heads, relations
 *   2. preparation: training data made ready: trees that the system can build, and the sequences that do
 *
 * All data are in memory during a training, since each epoch goes through them in another order. A
 * Sentence owns its arrays; text of the file is not kept. Words are hashes of their attributes, and
 * relations and labels are numbers.
 *
 * What becomes of "Magnam puella rosam carpit" with the gold heads 3 4 4 0, which is not projective:
 *
 *   trees all             heads 3 4 4 0: the dynamic oracle values transitions for any tree
 *   trees projectivized   heads 4 4 4 0, an optimal projective tree
 *   trees projective      left out, and counted
 */
#include "corpus/corpus.h"
#include "parser/parser.h"

#include <string.h>

#include "base/base.h"
#include "brackets/brackets.h"
#include "conllu/conllu.h"
#include "tbk/corpus.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"

/* 1. treebank: training data: words, heads, relations; or words, tags, constituents. */

/* TRUE if the data are trees of phrase structure, which come from files of brackets. */
static gboolean
is_of_phrases (const Treebank *treebank)
{
  return treebank->model->phrases.system != NULL;
}

/* Begins with no sentences. Relations of the model are found by name in a hash table. The development
 * set has a vocabulary of labels of its own, since labels that only it has must not become part of the
 * model. Marks of lifted words and the choice of sentences are for training data alone. */
void
treebank_init (Treebank *treebank, TbkModel *model, const TbkTrainingOptions *options, gboolean is_training)
{
  *treebank = (Treebank){ .model = model, .options = options, .is_training = is_training };
  treebank->sentences = g_array_new (FALSE, FALSE, sizeof (Sentence));
  treebank->files = g_ptr_array_new_with_free_func (g_free);
  treebank->lower = g_string_new (NULL);
  treebank->relations = g_hash_table_new_full (hash_string, g_str_equal, g_free, NULL);
  for (int r = 0; r < model->n_relations; r++)
    g_hash_table_insert (treebank->relations, g_strdup (model->relations[r].name), GINT_TO_POINTER (r));
  treebank->labels = is_training ? model->phrases.labels : tbk_vocabulary_new ();
  if (is_training && options->is_marked) {
    const TbkPseudoProjectiveOptions marks = { .scheme = options->mark, .lift = options->lift };

    treebank->marks = tbk_pseudo_projective_new (&marks);
  }
  if (is_training && options->selection != NULL)
    treebank->selector = tbk_selector_new (options->selection);
}

/* Frees a sentence, which may be of either kind and half made: what it lacks is NULL. The array of words
 * begins at words[-1], the word that is not there (learn/learn.h). */
static void
sentence_clear (Sentence *sentence)
{
  if (sentence->words.words != NULL)
    g_free (sentence->words.words - 1);
  g_free (sentence->words.parts);
  g_free (sentence->heads);
  g_free (sentence->relations);
  g_free (sentence->sequence);
  g_free (sentence->tagged);
  tbk_phrase_tree_clear (&sentence->tree);
}

gboolean
treebank_fail_at (const Treebank *treebank, const Sentence *sentence, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", (const char *) treebank->files->pdata[sentence->file],
                  sentence->line);
  return FALSE;
}

/* Removes all but the first @n sentences. */
static void
truncate_sentences (Treebank *treebank, int n)
{
  for (guint i = (guint) n; i < treebank->sentences->len; i++)
    sentence_clear (treebank_at (treebank, (int) i));
  g_array_set_size (treebank->sentences, (guint) n);
}

void
treebank_clear (Treebank *treebank)
{
  if (treebank->sentences == NULL)
    return;
  truncate_sentences (treebank, 0);
  g_array_unref (treebank->sentences);
  g_hash_table_unref (treebank->relations);
  g_ptr_array_unref (treebank->files);
  g_string_free (treebank->lower, TRUE);
  if (!treebank->is_training)
    tbk_vocabulary_free (treebank->labels);
  tbk_pseudo_projective_free (treebank->marks);
  tbk_selector_free (treebank->selector);
}

/* Returns the number of the relation called @piece. In training data a new one is added to the model;
 * in the development set it is NO_RELATION, which no parser of this model can predict. */
static int
find_relation (Treebank *treebank, TbkPiece piece)
{
  TbkModel *model = treebank->model;
  g_autofree char *name = g_strndup (piece.bytes, piece.size);
  gpointer number;

  if (g_hash_table_lookup_extended (treebank->relations, name, NULL, &number))
    return GPOINTER_TO_INT (number);
  if (!treebank->is_training)
    return NO_RELATION;
  model->relations = g_renew (Relation, model->relations, model->n_relations + 1);
  model->relations[model->n_relations] = (Relation){ g_strdup (name), FALSE };
  g_hash_table_insert (treebank->relations, g_steal_pointer (&name), GINT_TO_POINTER (model->n_relations));
  return model->n_relations++;
}

/* Lifts the tree of @sentence, so that it is projective, and marks the relations of lifted words. The
 * relations without marks were added by then, and so have the lower numbers: decoding gives them back.
 * `marked` has no bytes for a word whose relation stays. @added has the arrays of the sentence in the
 * treebank: they are changed there. */
static gboolean
add_marks (Treebank *treebank, const TbkConlluSentence *sentence, Sentence *added, GError **error)
{
  gsize n_words = (gsize) sentence->n + 1;
  g_autofree TbkPiece *labels = g_new (TbkPiece, n_words), *marked = g_new (TbkPiece, n_words);
  TbkPiece pieces[N_FIELDS];

  for (int i = 1; i <= sentence->n; i++) {
    fields_read (sentence, i, pieces);
    labels[i] = pieces[FIELD_DEPREL];
  }
  if (!tbk_pseudo_projective_encode (treebank->marks, sentence->heads, labels, sentence->n, added->heads,
                                     marked, NULL, error))
    return FALSE;
  for (int i = 1; i <= sentence->n; i++)
    if (marked[i].bytes != NULL)
      added->relations[i] = find_relation (treebank, marked[i]);
  return TRUE;
}

/* Copies what training needs of a sentence: hashes of words, heads and relations. @words is read from
 * @sentence, and is overwritten by the next one. */
static gboolean
add_sentence (Treebank *treebank, const TbkConlluSentence *sentence, const Words *words, GError **error)
{
  gsize n_words = (gsize) sentence->n + 1;
  Sentence added = { .n_roots = sentence->n_roots,
                     .file = (int) treebank->files->len - 1,
                     .line = sentence->line };
  TbkPiece pieces[N_FIELDS];

  added.words =
      (Words){ .n = sentence->n, .words = g_memdup2 (words->words - 1, (n_words + 1) * sizeof (Word)) };
  added.words.words++;
  if (words->keeps_parts)
    added.words.parts = g_memdup2 (words->parts, n_words * sizeof (WordParts));
  added.heads = g_memdup2 (sentence->heads, n_words * sizeof (int));
  added.relations = g_new (int, n_words);
  added.relations[0] = NO_RELATION;
  for (int i = 1; i <= sentence->n; i++) {
    fields_read (sentence, i, pieces);
    added.relations[i] = find_relation (treebank, pieces[FIELD_DEPREL]);
  }
  g_array_append_val (treebank->sentences, added);
  return treebank->marks == NULL || add_marks (treebank, sentence, &added, error)
         || treebank_fail_at (treebank, &added, error);
}

/* The size above which sentences are left out; 0: none are. */
static gint64
max_words (const Treebank *treebank)
{
  return treebank->is_training ? treebank->options->max_words : 0;
}

/* Adds the sentence of @entry, if it is asked for. */
static gboolean
take_sentence (Treebank *treebank, const TbkEntry *entry, Words *words, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  gboolean is_selected;

  if (!fields_check (sentence, error) || !tbk_selector_take (treebank->selector, entry, &is_selected, error))
    return FALSE;
  if (is_selected && max_words (treebank) > 0 && sentence->n > max_words (treebank)) {
    treebank->n_too_long++;
    return TRUE;
  }
  return !is_selected
         || (words_read (words, sentence, error) && add_sentence (treebank, sentence, words, error));
}

/* Reads the sentences of a file, and stops as soon as the selection has all it asks for. A sentence
 * with an error ends the training: learning from part of a file without a word about it would be
 * worse. */
static gboolean
read_sentences (Treebank *treebank, const char *path, GError **error)
{
  const TbkSelection *selection = treebank->is_training ? treebank->options->selection : NULL;
  const TbkReaderOptions options = { .of_format = treebank->options->conllu_columns,
                                     .keeps_documents =
                                         selection != NULL && selection_needs_documents (selection) };
  g_auto (TbkCursor) cursor = { 0 };
  Words words;
  gboolean done = TRUE;

  if (!tbk_cursor_open (&cursor, tbk_conllu_format (), path, &options, error))
    return FALSE;
  words_init (&words);
  words.keeps_parts = treebank->options->model != TBK_MODEL_LINEAR;
  g_ptr_array_add (treebank->files, g_strdup (cursor_name (&cursor)));
  while (done && selector_left (treebank->selector) > 0 && (done = tbk_cursor_next_sentence (&cursor, error))
         && !cursor.is_at_end)
    done = cursor_check (&cursor, error) && take_sentence (treebank, &cursor.entry, &words, error);
  words_clear (&words);
  return done;
}

/* Fills @sentence from @tree. It is in the treebank by then, so that what it got is freed with it if
 * this fails half way. Words are copied as hashes of form and tag; the pieces in `words` lead into the
 * text of the file. */
static gboolean
set_tree (Treebank *treebank, Sentence *sentence, const TbkBracketTree *tree, GError **error)
{
  g_autofree TbkTaggedWord *words = g_try_new (TbkTaggedWord, tree->n);

  sentence->tagged = g_try_new (PhraseWord, tree->n);
  if (words == NULL || sentence->tagged == NULL)
    return memory_fail (error, "a sentence of %d words", tree->n);
  if (!tbk_phrase_tree_set_brackets (&sentence->tree, tree, treebank->labels, error)
      || !phrase_decoder_words_of_tree (tree, words, error))
    return FALSE;
  for (int i = 0; i < tree->n; i++)
    phrase_state_set_word (&sentence->tagged[i], words[i].form, words[i].tag, treebank->lower);
  return TRUE;
}

/* Adds the tree at which @cursor is, if it is asked for. */
static gboolean
take_tree (Treebank *treebank, TbkCursor *cursor, GError **error)
{
  const TbkBracketTree *tree = cursor->entry.sentence;
  Sentence added = { .file = (int) treebank->files->len - 1, .line = tree->line };
  gboolean is_selected;

  if (!tbk_selector_take (treebank->selector, &cursor->entry, &is_selected, error))
    return FALSE;
  if (!is_selected)
    return TRUE;
  if (tbk_bracket_tree_exceeds (tree, max_words (treebank))) {
    treebank->n_too_long++;
  } else {
    g_array_append_val (treebank->sentences, added);
    if (!set_tree (treebank, treebank_at (treebank, (int) treebank->sentences->len - 1), tree, error))
      return treebank_fail_at (treebank, &added, error);
  }
  cursor_count (cursor);
  return TRUE;
}

static gboolean
read_trees (Treebank *treebank, const char *path, GError **error)
{
  const TbkReaderOptions options = { .of_format = treebank->options->brackets };
  g_auto (TbkCursor) cursor = { 0 };
  gboolean done = TRUE;

  if (!tbk_cursor_open (&cursor, tbk_brackets_format (), path, &options, error))
    return FALSE;
  g_ptr_array_add (treebank->files, g_strdup (cursor_name (&cursor)));
  while (done && selector_left (treebank->selector) > 0 && (done = tbk_cursor_next_sentence (&cursor, error))
         && !cursor.is_at_end)
    done = cursor_check (&cursor, error) && take_tree (treebank, &cursor, error);
  return done;
}

/* Adds the sentences of the file @path. A file is not opened if enough are there already. */
gboolean
treebank_read (Treebank *treebank, const char *path, GError **error)
{
  if (selector_left (treebank->selector) == 0)
    return TRUE;
  return is_of_phrases (treebank) ? read_trees (treebank, path, error)
                                  : read_sentences (treebank, path, error);
}

/* Finds which relations only children of 0 have. `root` is one in most treebanks: then no other word
 * may get it, and a child of 0 gets no other. That holds if no relation is of both; has_root_relation
 * says so. With `root` on children of 0 alone, but `dep` on some of them and on others, is_of_root is
 * TRUE of `root` and has_root_relation is FALSE. */
static void
find_root_relations (Treebank *treebank)
{
  TbkModel *model = treebank->model;
  g_autofree gboolean *is_of_others = g_new0 (gboolean, MAX (model->n_relations, 1));

  for (guint i = 0; i < treebank->sentences->len; i++) {
    const Sentence *sentence = treebank_at (treebank, (int) i);
    for (int word = 1; word <= sentence->words.n; word++)
      if (sentence->heads[word] == 0)
        model->relations[sentence->relations[word]].is_of_root = TRUE;
      else
        is_of_others[sentence->relations[word]] = TRUE;
  }
  model->has_root_relation = TRUE;
  for (int r = 0; r < model->n_relations; r++)
    if (model->relations[r].is_of_root && is_of_others[r])
      model->has_root_relation = FALSE;
  for (int r = 0; r < model->n_relations; r++)
    model->relations[r].is_of_root &= !is_of_others[r];
}

/* 2. preparation: training data made ready: trees that the system can build, and the sequences that do.
 *
 * Each sentence goes through up to three tests:
 *
 *   does the static oracle build its tree?             if not, it is projectivized, if that was asked for
 *   does it build the projectivized tree?              if not, the sentence is left out
 *   (static) can a parser take that very sequence?     if not, the sentence is left out
 *
 * The third test is stricter than the first: a parser ends with one child of 0 and keeps relations of root
 * words for them. Projectivizing may move the root, and then the relation of the new one is not that of a
 * root.
 */

typedef struct {
  Trainer *trainer;
  TbkStaticOracle *oracle;
  TbkProjectivizer *projectivizer;
  TbkConfiguration configuration;
  GArray *sequence; /* of int: transitions, and after number_classes() classes, of the sentence in hand */
} Preparation;

/* TRUE if the computation ends in the tree; words without head count as children of 0. */
static gboolean
has_built (const TbkConfiguration *c, const int *heads)
{
  for (int word = 1; word <= c->n; word++)
    if (MAX (c->heads[word], 0) != heads[word])
      return FALSE;
  return tbk_configuration_is_final (c);
}

/* Sets `sequence` to the transitions of the static oracle; *@is_built becomes TRUE if they build the
 * tree. Where the tree cannot be built the oracle stops early, or ends with another tree: both are
 * found by comparing heads. */
static gboolean
find_sequence (Preparation *p, const Sentence *sentence, gboolean *is_built, GError **error)
{
  TbkConfiguration *c = &p->configuration;
  int t;

  if (!tbk_static_oracle_set_gold (p->oracle, sentence->heads, sentence->words.n, error)
      || !tbk_configuration_start (c, p->trainer->model->system, sentence->words.n, error))
    return FALSE;
  g_array_set_size (p->sequence, 0);
  while (p->sequence->len < TBK_SEQUENCE_MAX && (t = tbk_static_oracle_step (p->oracle, c)) >= 0)
    g_array_append_val (p->sequence, t);
  *is_built = has_built (c, sentence->heads);
  return TRUE;
}

/* Turns the transitions of `sequence` into classes, in place, while it takes them. Only a
 * configuration knows which word a transition relates. FALSE if one of the classes is not possible for
 * a parser, or there are too many; the sentence is then left out. Classes that got numbers before
 * that keep them. */
static gboolean
number_classes (Preparation *p, const Sentence *sentence)
{
  Trainer *trainer = p->trainer;
  TbkConfiguration *c = &trainer->configuration;
  Choices choices;

  for (guint i = 0; i < p->sequence->len; i++) {
    int t = g_array_index (p->sequence, int, i);
    choices_find (c, sentence->n_roots == 1, &choices);
    gboolean relates = (choices.relating >> t & 1) != 0;
    int word = relates ? classes_related_word (c, &c->system->transitions[t]) : 0;
    Class class = { t, relates ? sentence->relations[word] : NO_RELATION };
    if (!class_is_possible (trainer->model, &class, &choices))
      return FALSE;
    g_array_index (p->sequence, int, i) = trainer_class_number (trainer, t, class.relation);
    if (g_array_index (p->sequence, int, i) < 0)
      return FALSE;
    classes_take (c, &class);
  }
  return TRUE;
}

/* Gives the sentence its sequence of classes; *@is_kept becomes TRUE if a parser can take them. */
static gboolean
set_classes (Preparation *p, Sentence *sentence, gboolean *is_kept, GError **error)
{
  Trainer *trainer = p->trainer;

  if (!tbk_configuration_start (&trainer->configuration, trainer->model->system, sentence->words.n, error))
    return FALSE;
  *is_kept = number_classes (p, sentence);
  if (*is_kept) {
    sentence->n_sequence = (int) p->sequence->len;
    sentence->sequence = g_memdup2 (p->sequence->data, p->sequence->len * sizeof (int));
  }
  return TRUE;
}

/* Returns the first word with head 0; the last word if there is none. */
static int
find_root (const Sentence *sentence)
{
  int word = 1;

  while (word < sentence->words.n && sentence->heads[word] != 0)
    word++;
  return word;
}

/* Makes the gold tree one that the system can build; *@is_kept becomes TRUE if the sentence is learned
 * from. The heads of the sentence are overwritten by the projective ones. root_moved counts sentences
 * that are lost because the root moved, for the message when nothing is left. */
static gboolean
prepare_sentence (Preparation *p, Sentence *sentence, gboolean *is_kept, GError **error)
{
  const TbkTrainingOptions *options = p->trainer->options;
  const int root = find_root (sentence);

  if (!find_sequence (p, sentence, is_kept, error))
    return FALSE;
  if (!*is_kept && options->trees == TBK_TREES_PROJECTIVIZED) {
    if (!tbk_projectivize (p->projectivizer, sentence->heads, sentence->words.n, sentence->heads, NULL, error)
        || !find_sequence (p, sentence, is_kept, error))
      return FALSE;
  }
  if (!*is_kept || !options->is_static)
    return TRUE;
  if (!set_classes (p, sentence, is_kept, error))
    return FALSE;
  p->trainer->found.root_moved += !*is_kept && find_root (sentence) != root;
  return TRUE;
}

/* Leaves out the sentences that are not learned from. Those kept move to the front, in their order;
 * they change places with those left out, as each owns its arrays, and truncate_sentences() frees what
 * is behind. For kept (+) and left out (-) sentences A+ B- C+ D+: A B C D, then A C B D, then A C D B,
 * and B is freed. */
static gboolean
prepare_sentences (Preparation *p, GError **error)
{
  Trainer *trainer = p->trainer;
  GArray *sentences = trainer->treebank.sentences;
  gboolean is_kept;
  int n = 0;

  for (guint i = 0; i < sentences->len; i++) {
    Sentence *sentence = treebank_at (&trainer->treebank, (int) i);
    if (!prepare_sentence (p, sentence, &is_kept, error))
      return treebank_fail_at (&trainer->treebank, sentence, error);
    if (is_kept) {
      Sentence other = *treebank_at (&trainer->treebank, n);
      *treebank_at (&trainer->treebank, n++) = *sentence;
      *sentence = other;
    }
  }
  trainer->found.left_out = sentences->len - n;
  truncate_sentences (&trainer->treebank, n);
  trainer->found.sentences = n;
  return TRUE;
}

/* Prepares all sentences. The dynamic oracle with all trees needs no preparation: it takes any tree. */
static gboolean
prepare (Trainer *trainer, GError **error)
{
  Preparation p = { .trainer = trainer };
  gboolean done;

  if (!trainer->options->is_static && trainer->options->trees == TBK_TREES_ALL)
    return TRUE;
  p.oracle = tbk_static_oracle_new (trainer->model->system, trainer->options->order, error);
  if (p.oracle == NULL)
    return FALSE;
  p.projectivizer = tbk_projectivizer_new (NULL);
  p.sequence = g_array_new (FALSE, FALSE, sizeof (int));
  done = prepare_sentences (&p, error);
  tbk_static_oracle_free (p.oracle);
  tbk_projectivizer_free (p.projectivizer);
  tbk_configuration_clear (&p.configuration);
  g_array_unref (p.sequence);
  return done;
}

/* Refuses a treebank without sentences; the message says why it is empty. @purpose ends the message:
 * what sentences are needed for. */
static gboolean
check_sentences (const Treebank *treebank, const char *path, const char *purpose, GError **error)
{
  const char *const name = input_shown_name (path);
  const TbkSelection *selection = treebank->is_training ? treebank->options->selection : NULL;
  const gint64 most = treebank->options->max_words;
  AbsentName absent = { 0 };

  if (treebank->sentences->len > 0)
    return TRUE;
  if (treebank->n_too_long > 0 && is_of_phrases (treebank))
    return fail_data (error,
                      "%s: all trees have more than %" G_GINT64_FORMAT " words or %" G_GINT64_FORMAT
                      " constituents, expected smaller ones",
                      name, most, TBK_BRACKETS_CONSTITUENTS_A_WORD * most);
  if (treebank->n_too_long > 0)
    return fail_data (error,
                      "%s: all sentences have more than %" G_GINT64_FORMAT " words, expected shorter ones",
                      name, most);
  if (selection == NULL || !conditions_next_absent (selection->conditions, &absent) || !absent.is_id)
    absent.n_ids = 0;
  return fail_none (error, name != NULL ? name : "no file", is_of_phrases (treebank) ? "trees" : "sentences",
                    absent.n_ids, absent.value.text, purpose);
}

/* Settles which relations are of children of 0 alone or, for phrase structure, checks that labels are
 * not too many: each is a class, and a row of weights has one for each class. */
static gboolean
settle_labels (Treebank *treebank, const char *path, GError **error)
{
  const int n = is_of_phrases (treebank) ? tbk_vocabulary_size (treebank->labels) : 0;

  if (!is_of_phrases (treebank))
    find_root_relations (treebank);
  return n <= PHRASE_MOST_LABELS
         || fail_data (error, "%s: found %d different labels, expected at most %d", input_shown_name (path),
                       n, PHRASE_MOST_LABELS);
}

/* Reads the development set. Its vocabulary begins with the labels of the model, in their order, so
 * that a label has the same number in both; labels that only the development set has come after them,
 * and are never predicted. */
static gboolean
read_dev (Trainer *trainer, const char *path, GError **error)
{
  const TbkVocabulary *labels = trainer->model->phrases.labels;

  treebank_init (&trainer->dev, trainer->model, trainer->options, FALSE);
  for (int l = 0; labels != NULL && l < tbk_vocabulary_size (labels); l++) {
    const char *name = tbk_vocabulary_name (labels, l);

    if (tbk_vocabulary_add (trainer->dev.labels, name, strlen (name), error) < 0)
      return FALSE;
  }
  return path == NULL
         || (treebank_read (&trainer->dev, path, error)
             && check_sentences (&trainer->dev, path, "choose the best epoch by", error));
}

/* Reads all training data, then the development set: relations and labels must be known before it. */
static gboolean
read_data (Trainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  Treebank *treebank = &trainer->treebank;

  treebank_init (treebank, trainer->model, trainer->options, TRUE);
  for (int i = 0; paths[i] != NULL; i++)
    if (!treebank_read (treebank, paths[i], error))
      return FALSE;
  if (!check_sentences (treebank, paths[0], "learn from", error)
      || !settle_labels (treebank, paths[0], error))
    return FALSE;
  trainer->found.sentences = treebank->sentences->len;
  trainer->found.too_long = treebank->n_too_long;
  return read_dev (trainer, dev, error);
}

/* Refuses a table of features with an atom of networks. Linear models have nothing to look up for it. */
static gboolean
check_no_vectors (const Templates *templates, const TbkTrainingOptions *options, GError **error)
{
  for (int a = 0; a < templates->n_atoms; a++)
    if (templates->atoms[a].kind == ATOM_VECTOR) {
      g_set_error (
          error, TBK_ERROR, TBK_ERROR_DATA,
          "%s: found an atom 'vector', which only networks have, expected the atoms of linear models",
          options->features_name != NULL ? options->features_name : "features");
      return FALSE;
    }
  return TRUE;
}

/* Compiles the table of features: the one of the options or a default one. A last line without its end
 * gets it, as the model's file counts lines by their ends. */
static gboolean
set_templates (TbkModel *model, const TbkTrainingOptions *options, GError **error)
{
  gsize length;

  if (options->features != NULL)
    model->features = g_strdup (options->features);
  else if (options->model == TBK_MODEL_LINEAR)
    model->features = templates_default (model->system, options->columns);
  else
    model->features = network_default_table (model->system, options->model);
  length = strlen (model->features);
  if (length == 0 || model->features[length - 1] != '\n') {
    char *ended = g_strconcat (model->features, "\n", NULL);
    g_free (model->features);
    model->features = ended;
  }
  model->templates =
      templates_compile (model->features, model->system,
                         options->features_name != NULL ? options->features_name : "features", error);
  return model->templates != NULL
         && (options->model != TBK_MODEL_LINEAR || check_no_vectors (model->templates, options, error));
}

/* Makes room for all classes that there can be: each transition with each relation and without one.
 * They get numbers as training meets them; -1 in class_of stands for one not met. Scores are computed
 * by blocks, which may read beyond the last class, hence a block more. */
static void
make_classes (Trainer *trainer)
{
  TbkModel *model = trainer->model;
  gsize n = (gsize) model->system->n_transitions * ((gsize) model->n_relations + 1);

  if (model->has_stages) {
    stages_make_classes (model);
  } else {
    model->classes = g_new0 (Class, MIN (n, MOST_CLASSES));
    trainer->class_of = g_new (int, n);
    memset (trainer->class_of, -1, n * sizeof (int));
  }
  trainer->scores = g_new0 (gint32, MOST_CLASSES + BLOCK);
  trainer->possible = g_new (int, MIN (n, MOST_CLASSES));
}

/* Reports that no sentence is left, and of how many the root moved. */
static void
fail_left_out (const TbkEpoch *found, const char *path, GError **error)
{
  g_autofree char *all = g_strdup_printf ("all %" G_GINT64_FORMAT " sentences are", found->left_out);
  g_autofree char *moved =
      g_strdup_printf (" (%" G_GINT64_FORMAT " whose root moves when made projective)", found->root_moved);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s: %s left out%s, expected some whose trees the system can build", path,
               found->left_out == 1 ? "the only sentence is" : all, found->root_moved > 0 ? moved : "");
}

gboolean
preparation_run (Trainer *trainer, const char *const *paths, const char *dev, GError **error)
{
  if (trainer->options->phrase_system != NULL)
    return read_data (trainer, paths, dev, error);
  tbk_configuration_keep_relations (&trainer->configuration);
  tbk_configuration_keep_children (&trainer->configuration);
  if (!set_templates (trainer->model, trainer->options, error) || !read_data (trainer, paths, dev, error))
    return FALSE;
  make_classes (trainer);
  if (!prepare (trainer, error))
    return FALSE;
  if (trainer->found.sentences > 0)
    return TRUE;
  fail_left_out (&trainer->found, input_shown_name (paths[0]), error);
  return FALSE;
}
