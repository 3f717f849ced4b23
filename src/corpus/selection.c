/* selection.c - which sentences are taken: conditions; parts at random; words taken out.
 *
 * Contents
 *   1. selection: which sentences meet conditions
 *   2. split: which sentence is in which part: units drawn in turn, each for the part that lacks most
 *   3. taken_out: sentences without some words: the others hang on their nearest ancestors that are left
 */
#include "corpus/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/base.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/tree.h"

/* 1. selection: which sentences meet conditions.
 *
 * A condition is a row of `types` with what it is compared with. Conditions stand in the order of the rows,
 * which is that of their cost: IDs, numbers and lengths; the text; the tree; lost arcs, which need a
 * projectivization; and last, word by word, those that one and the same word must meet. One that is negated
 * is about the whole sentence: with a name of words, that no word has it. --invert turns the result of all.
 */

typedef enum { OF_ID, OF_NUMBER, OF_LENGTH, OF_TEXT, OF_TREE, OF_CLASS, OF_LOSS, OF_WORDS } ConditionKind;

typedef struct {
  const char *name;
  ConditionKind kind;
  TbkColumn column;
  gboolean is_of_head; /* the column of the word's head */
  gboolean is_most;    /* of a length: it is the greatest */
  gboolean is_crossed; /* of a tree: it is not projective */
} ConditionType;

static const ConditionType types[] = {
  { "id", OF_ID, .column = TBK_COLUMN_ID },
  { "sentence", OF_NUMBER, .column = TBK_COLUMN_ID },
  { "min-words", OF_LENGTH, .column = TBK_COLUMN_ID },
  { "max-words", OF_LENGTH, .column = TBK_COLUMN_ID, .is_most = TRUE },
  { "text", OF_TEXT, .column = TBK_COLUMN_FORM },
  { "nonprojective", OF_TREE, .column = TBK_COLUMN_HEAD, .is_crossed = TRUE },
  { "projective", OF_TREE, .column = TBK_COLUMN_HEAD },
  { "class", OF_CLASS, .column = TBK_COLUMN_HEAD },
  { "min-lost", OF_LOSS, .column = TBK_COLUMN_HEAD },
  { "form", OF_WORDS, .column = TBK_COLUMN_FORM },
  { "lemma", OF_WORDS, .column = TBK_COLUMN_LEMMA },
  { "upos", OF_WORDS, .column = TBK_COLUMN_UPOS },
  { "feats", OF_WORDS, .column = TBK_COLUMN_FEATS },
  { "deprel", OF_WORDS, .column = TBK_COLUMN_DEPREL },
  { "head-form", OF_WORDS, .column = TBK_COLUMN_FORM, .is_of_head = TRUE },
  { "head-lemma", OF_WORDS, .column = TBK_COLUMN_LEMMA, .is_of_head = TRUE },
  { "head-upos", OF_WORDS, .column = TBK_COLUMN_UPOS, .is_of_head = TRUE },
  { "head-feats", OF_WORDS, .column = TBK_COLUMN_FEATS, .is_of_head = TRUE },
  { "head-deprel", OF_WORDS, .column = TBK_COLUMN_DEPREL, .is_of_head = TRUE },
};

/* What is known of an exact name; the flag is atomic, the rest is guarded by the mutex of all. */
typedef struct {
  int is_found;
  char *neighbour; /* the nearest name that is there, of several the first by its bytes; NULL: none is near */
  int distance;    /* of the neighbour; 0: another case alone */
} NameState;

typedef struct {
  const ConditionType *type;
  gboolean is_negated;
  gint64 number;        /* of a length or loss; of a class its bit */
  GHashTable *numbers;  /* of sentences: gint64; else NULL */
  TbkVocabulary *names; /* IDs, or exact names of words; else NULL */
  GArray *states;       /* NameState, one for each of these */
  int n_absent;         /* atomic: names not yet found */
  GPtrArray *patterns;  /* of names of words; parts of texts; else NULL */
} Condition;

struct TbkConditions {
  GPtrArray *list; /* Condition, in the order of their types */
  GMutex noting;   /* guards the neighbours */
};

struct TbkSelector {
  const TbkSelection *selection;
  gint64 left;
  guint classes;                   /* those that conditions name */
  gboolean needs_trees, has_words; /* conditions on trees; and some that one word must meet */
  gboolean is_crossed, is_lost;    /* which must also have an arc that is not projective, or lost */
  TbkProjectivizer *projectivizer; /* NULL if what is lost plays no part */
  TbkClassifier *classifier;       /* the same of classes */
  TbkTree *tree;
  GString *text; /* of a sentence without a comment that has it */
  int *heads;    /* of the projective tree, where it is told which arcs are lost */
  int n_allocated;
};

static void
condition_free (gpointer data)
{
  Condition *condition = data;

  for (guint i = 0; condition->states != NULL && i < condition->states->len; i++)
    g_free (g_array_index (condition->states, NameState, i).neighbour);
  g_clear_pointer (&condition->states, g_array_unref);
  g_clear_pointer (&condition->numbers, g_hash_table_unref);
  g_clear_pointer (&condition->names, tbk_vocabulary_free);
  g_clear_pointer (&condition->patterns, g_ptr_array_unref);
  g_free (condition);
}

TbkConditions *
tbk_conditions_new (void)
{
  TbkConditions *conditions = g_new0 (TbkConditions, 1);

  conditions->list = g_ptr_array_new_with_free_func (condition_free);
  g_mutex_init (&conditions->noting);
  return conditions;
}

void
tbk_conditions_free (TbkConditions *conditions)
{
  if (conditions == NULL)
    return;
  g_ptr_array_unref (conditions->list);
  g_mutex_clear (&conditions->noting);
  g_free (conditions);
}

int
tbk_conditions_count (const TbkConditions *conditions)
{
  return conditions == NULL ? 0 : (int) conditions->list->len;
}

static Condition *
condition_at (const TbkConditions *conditions, int i)
{
  return conditions->list->pdata[i];
}

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (TBK_ERROR, TBK_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* The row of @name, which may have "not-" before it. */
static const ConditionType *
find_type (const char *name, gboolean *is_negated, GError **error)
{
  g_autoptr (GString) names = NULL;

  *is_negated = g_str_has_prefix (name, "not-");
  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    if (strcmp (types[t].name, name + (*is_negated ? strlen ("not-") : 0)) == 0)
      return &types[t];
  names = g_string_new (types[0].name);
  for (guint t = 1; t < G_N_ELEMENTS (types); t++)
    g_string_append_printf (names, ", %s", types[t].name);
  refuse (error, "found the condition '%s', expected one of %s, or one of these behind 'not-'", name,
          names->str);
  return NULL;
}

/* Whether a second condition of this type is one more alternative of the first. Several FEATS must all be
 * there; but that none of several is there is the same as that there is none. */
static gboolean
is_joined (const ConditionType *type, gboolean is_negated)
{
  return type->kind == OF_ID || type->kind == OF_NUMBER || type->kind == OF_TEXT
         || (type->kind == OF_WORDS && (type->column != TBK_COLUMN_FEATS || is_negated));
}

static Condition *
get_condition (TbkConditions *conditions, const ConditionType *type, gboolean is_negated)
{
  Condition *condition;
  int place = 0;

  for (int i = 0; i < tbk_conditions_count (conditions); i++) {
    Condition *each = condition_at (conditions, i);
    if (each->type == type && each->is_negated == is_negated && is_joined (type, is_negated))
      return each;
    place += each->type <= type;
  }
  condition = g_new0 (Condition, 1);
  condition->type = type;
  condition->is_negated = is_negated;
  if (type->kind == OF_NUMBER)
    condition->numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (type->kind == OF_ID || type->kind == OF_WORDS) {
    condition->names = tbk_vocabulary_new ();
    condition->states = g_array_new (FALSE, TRUE, sizeof (NameState));
  }
  if (type->kind == OF_TEXT || type->kind == OF_WORDS)
    condition->patterns = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_insert (conditions->list, place, condition);
  return condition;
}

static gboolean
add_name (Condition *condition, const char *name, gsize length, GError **error)
{
  const int number = tbk_vocabulary_add (condition->names, name, length, error);

  if (number == (int) condition->states->len) {
    g_array_set_size (condition->states, condition->states->len + 1);
    condition->n_absent++;
  }
  return number >= 0;
}

/* Checks one of the names between commas, @raw as it was given. */
static gboolean
check_name (const Condition *condition, const char *name, const char *raw, GError **error)
{
  if (*raw == '\0')
    return refuse (error, "%s: found an empty name; a comma itself is written '\\,'", condition->type->name);
  if (condition->type->column != TBK_COLUMN_FEATS || strchr (name, '=') != NULL || strcmp (name, "_") == 0)
    return TRUE;
  return refuse (error, "%s: found '%s', expected Name=Value, as in Case=Gen,Case=Dat; Case=* is any value",
                 condition->type->name, raw);
}

/* Adds a name: one with * or ? is a pattern, in which a backslash stays before what it protects. */
static gboolean
add_word_name (Condition *condition, const char *raw, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean is_pattern = FALSE;

  for (const char *at = raw; *at != '\0'; at++) {
    is_pattern |= *at == '*' || *at == '?';
    at += *at == '\\' && at[1] != '\0';
    g_string_append_c (name, *at);
  }
  if (!check_name (condition, name->str, raw, error))
    return FALSE;
  if (!is_pattern)
    return add_name (condition, name->str, name->len, error);
  g_ptr_array_add (condition->patterns, g_strdup (raw));
  return TRUE;
}

/* Adds the names between the commas of @value. */
static gboolean
add_word_names (Condition *condition, const char *value, GError **error)
{
  const char *start = value, *at = value;

  for (;; at++)
    if (*at == '\\' && at[1] != '\0') {
      at++;
    } else if (*at == ',' || *at == '\0') {
      g_autofree char *raw = g_strndup (start, (gsize) (at - start));
      if (!add_word_name (condition, raw, error))
        return FALSE;
      if (*at == '\0')
        return TRUE;
      start = at + 1;
    }
}

static gboolean
read_number (const ConditionType *type, const char *value, gint64 *number, GError **error)
{
  const gint64 least = type->kind == OF_NUMBER ? 1 : 0;

  if (g_ascii_string_to_signed (value, 10, least, G_MAXINT64, number, NULL))
    return TRUE;
  return refuse (error, "%s: found '%s', expected a number from %d", type->name, value, (int) least);
}

static gboolean
read_class (const char *value, gint64 *number, GError **error)
{
  for (int c = 0; c < TBK_N_CLASSES; c++)
    if (strcmp (tbk_class_name ((TbkClass) c), value) == 0) {
      *number = TBK_CLASS_BIT (c);
      return TRUE;
    }
  return refuse (error, "class: found '%s', expected the name of a class of trees", value);
}

/* Reads the value of a condition with a number; 0 for all others. */
static gboolean
read_value (const ConditionType *type, const char *value, gint64 *number, GError **error)
{
  *number = 0;
  if (value == NULL && type->kind != OF_TREE && !is_joined (type, TRUE))
    return refuse (error, "%s: found no value, expected one", type->name);
  if (value != NULL && type->kind == OF_CLASS)
    return read_class (value, number, error);
  return value == NULL || (type->kind != OF_NUMBER && type->kind != OF_LENGTH && type->kind != OF_LOSS)
         || read_number (type, value, number, error);
}

gboolean
tbk_conditions_add (TbkConditions *conditions, const char *name, const char *value, GError **error)
{
  gboolean is_negated;
  const ConditionType *type = find_type (name, &is_negated, error);
  Condition *condition;
  gint64 number;

  if (type == NULL || !read_value (type, value, &number, error))
    return FALSE;
  if ((type->kind == OF_LENGTH || type->kind == OF_LOSS) && number == 0 && !is_negated)
    return TRUE;
  condition = get_condition (conditions, type, is_negated);
  condition->number = number;
  if (value == NULL)
    return TRUE;
  if (type->kind == OF_NUMBER)
    g_hash_table_add (condition->numbers, g_memdup2 (&number, sizeof number));
  if (type->kind == OF_TEXT)
    g_ptr_array_add (condition->patterns, g_strdup (value));
  return type->kind == OF_ID      ? add_name (condition, value, strlen (value), error)
         : type->kind == OF_WORDS ? add_word_names (condition, value, error)
                                  : TRUE;
}

static gboolean
needs_tree (const ConditionType *type)
{
  return type->kind == OF_TREE || type->kind == OF_CLASS || type->kind == OF_LOSS || type->is_of_head;
}

gboolean
selection_needs_trees (const TbkSelection *selection)
{
  for (int i = 0; i < tbk_conditions_count (selection->conditions); i++)
    if (needs_tree (condition_at (selection->conditions, i)->type))
      return TRUE;
  return FALSE;
}

TbkSelector *
tbk_selector_new (const TbkSelection *selection)
{
  TbkSelector *selector = g_new0 (TbkSelector, 1);

  selector->selection = selection;
  selector->left = selection->max > 0 ? selection->max : G_MAXINT64;
  for (int i = 0; i < tbk_conditions_count (selection->conditions); i++) {
    const Condition *condition = condition_at (selection->conditions, i);
    const ConditionType *type = condition->type;

    if (type->kind == OF_LOSS && selector->projectivizer == NULL)
      selector->projectivizer = tbk_projectivizer_new (&selection->projectivize);
    if (type->kind == OF_CLASS && selector->classifier == NULL)
      selector->classifier = tbk_classifier_new ();
    selector->has_words |= type->kind == OF_WORDS && !condition->is_negated;
    selector->is_crossed |= type->kind == OF_TREE && type->is_crossed && !condition->is_negated;
    selector->is_lost |= type->kind == OF_LOSS && !condition->is_negated;
  }
  selector->tree = tbk_tree_new ();
  selector->text = g_string_new (NULL);
  return selector;
}

void
tbk_selector_free (TbkSelector *selector)
{
  if (selector == NULL)
    return;
  tbk_projectivizer_free (selector->projectivizer);
  tbk_classifier_free (selector->classifier);
  tbk_tree_free (selector->tree);
  g_string_free (selector->text, TRUE);
  g_free (selector->heads);
  g_free (selector);
}

gint64
tbk_selector_left (const TbkSelector *selector)
{
  return selector == NULL ? G_MAXINT64 : selector->left;
}

/* Notes that name @number is there. */
static void
note_found (Condition *condition, int number)
{
  NameState *state = &g_array_index (condition->states, NameState, number);

  if (!g_atomic_int_get (&state->is_found) && g_atomic_int_compare_and_exchange (&state->is_found, 0, 1))
    g_atomic_int_add (&condition->n_absent, -1);
}

/* Letters that may be wrong in a name of @length bytes: of short names many are near each other. */
static int
misspelled_most (gsize length)
{
  return length < 4 ? 0 : length < 6 ? 1 : 2;
}

/* Notes @name where it is near a name that was not found: it differs in case alone, or in a letter or two. */
static void
note_neighbour (TbkConditions *conditions, Condition *condition, TbkPiece name)
{
  for (guint i = 0; i < condition->states->len; i++) {
    NameState *state = &g_array_index (condition->states, NameState, i);
    const char *wanted = tbk_vocabulary_name (condition->names, (int) i);
    int distance;

    /* Most names differ in the first letter, in which few are misspelled: bit 0x20 is that of upper and lower case. */
    if (((wanted[0] ^ name.bytes[0]) & ~0x20) != 0 || g_atomic_int_get (&state->is_found))
      continue;
    distance = nearest_distance (wanted, strlen (wanted), name.bytes, name.size);
    if (distance > misspelled_most (strlen (wanted)))
      continue;
    g_mutex_lock (&conditions->noting);
    if (state->neighbour == NULL || distance < state->distance
        || (distance == state->distance && strncmp (name.bytes, state->neighbour, name.size) < 0)) {
      g_free (state->neighbour);
      state->neighbour = g_strndup (name.bytes, name.size);
      state->distance = distance;
    }
    g_mutex_unlock (&conditions->noting);
  }
}

/* Whether the sentence, good or bad, has one of the IDs, which is then known to be there. */
static gboolean
has_id (Condition *condition, const TbkEntry *entry)
{
  const int id = entry->id == NULL ? -1 : tbk_vocabulary_find (condition->names, entry->id, entry->id_length);

  if (id >= 0)
    note_found (condition, id);
  return id >= 0;
}

/* Whether @text is of the form @pattern: * stands for any characters, ? for one character, a backslash before a
 * byte for this byte. Where a byte differs, the last * takes one character
 * more. */
static gboolean
has_form (const char *pattern, TbkPiece text)
{
  const char *at = text.bytes, *end = at + text.size, *star = NULL, *from = NULL;

  while (at < end) {
    const gboolean is_quoted = *pattern == '\\' && pattern[1] != '\0';

    if (*pattern == '*') {
      star = ++pattern;
      from = at;
    } else if (*pattern == '?') {
      pattern++;
      for (at++; at < end && (*at & 0xc0) == 0x80;)
        at++;
    } else if (*pattern != '\0' && pattern[is_quoted] == *at) {
      pattern += is_quoted + 1;
      at++;
    } else if (star != NULL) {
      pattern = star;
      for (from++; from < end && (*from & 0xc0) == 0x80;)
        from++;
      at = from;
    } else {
      return FALSE;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

/* Whether @name is one of those asked for. */
static gboolean
is_asked_for (const Condition *condition, TbkPiece name)
{
  if (tbk_vocabulary_find (condition->names, name.bytes, name.size) >= 0)
    return TRUE;
  for (guint i = 0; i < condition->patterns->len; i++)
    if (has_form (condition->patterns->pdata[i], name))
      return TRUE;
  return FALSE;
}

/* The field of @word, or of its head, that @condition is about; no bytes if 0 is the head. */
static gboolean
get_field (const Condition *condition, const TbkConlluSentence *sentence, int word, TbkPiece *field,
           GError **error)
{
  static const char *const names[TBK_N_COLUMNS] = { "ID",    "FORM", "LEMMA",  "UPOS", "XPOS",
                                                    "FEATS", "HEAD", "DEPREL", "DEPS", "MISC" };
  const ConditionType *type = condition->type;

  *field = (TbkPiece){ 0 };
  if (type->is_of_head && (word = sentence->heads[word]) <= 0)
    return TRUE;
  *field = tbk_conllu_sentence_field (sentence, word, type->column);
  return field->bytes != NULL
         || fail_data (error, "a column %s was expected, in which to look for names", names[type->column]);
}

/* The next name in a field: all of it, but of FEATS a Name=Value. @rest: (inout) */
static TbkPiece
next_name (const Condition *condition, TbkPiece *rest)
{
  const char *bar =
      condition->type->column == TBK_COLUMN_FEATS ? memchr (rest->bytes, '|', rest->size) : NULL;
  const TbkPiece name = { rest->bytes, bar == NULL ? rest->size : (gsize) (bar - rest->bytes) };
  const gsize passed = name.size + (bar != NULL);

  *rest = (TbkPiece){ rest->bytes + passed, rest->size - passed };
  return name;
}

/* Notes which names words have, as long as some are not found. A form or a lemma has no neighbour. */
static gboolean
note_names (TbkConditions *conditions, const TbkConlluSentence *sentence, GError **error)
{
  for (int i = 0; i < tbk_conditions_count (conditions); i++) {
    Condition *condition = condition_at (conditions, i);
    const ConditionType *type = condition->type;

    if (type->kind != OF_WORDS || type->column == TBK_COLUMN_FORM || type->column == TBK_COLUMN_LEMMA)
      continue;
    for (int word = 1; word <= sentence->n && g_atomic_int_get (&condition->n_absent) > 0; word++) {
      TbkPiece rest;

      if (!get_field (condition, sentence, word, &rest, error))
        return FALSE;
      while (rest.size > 0) {
        const TbkPiece name = next_name (condition, &rest);
        const int number = tbk_vocabulary_find (condition->names, name.bytes, name.size);

        if (number >= 0)
          note_found (condition, number);
        else
          note_neighbour (conditions, condition, name);
      }
    }
  }
  return TRUE;
}

/* Whether @word meets a condition on words. */
static gboolean
word_meets (const Condition *condition, const TbkConlluSentence *sentence, int word, gboolean *meets,
            GError **error)
{
  TbkPiece rest;

  *meets = FALSE;
  if (!get_field (condition, sentence, word, &rest, error))
    return FALSE;
  while (rest.size > 0 && !*meets)
    *meets = is_asked_for (condition, next_name (condition, &rest));
  return TRUE;
}

/* Whether some word meets @condition. */
static gboolean
has_word (const Condition *condition, const TbkConlluSentence *sentence, gboolean *has, GError **error)
{
  *has = FALSE;
  for (int word = 1; word <= sentence->n && !*has; word++)
    if (!word_meets (condition, sentence, word, has, error))
      return FALSE;
  return TRUE;
}

/* Whether @word meets all conditions on words that are not negated. Its arc is not projective, or lost, where
 * trees are asked for with such arcs; the tree has been judged. */
static gboolean
word_meets_all (const TbkSelector *selector, const TbkConlluSentence *sentence, int word, gboolean *meets,
                GError **error)
{
  const TbkConditions *conditions = selector->selection->conditions;

  *meets = !(selector->is_crossed && !tbk_tree_is_nonprojective (selector->tree, word))
           && !(selector->is_lost && selector->heads[word] == sentence->heads[word]);
  for (int i = 0; i < tbk_conditions_count (conditions) && *meets; i++) {
    const Condition *condition = condition_at (conditions, i);

    if (condition->type->kind == OF_WORDS && !condition->is_negated
        && !word_meets (condition, sentence, word, meets, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether one and the same word does. */
static gboolean
has_word_of_all (const TbkSelector *selector, const TbkConlluSentence *sentence, gboolean *has,
                 GError **error)
{
  *has = FALSE;
  for (int word = 1; word <= sentence->n && !*has; word++)
    if (!word_meets_all (selector, sentence, word, has, error))
      return FALSE;
  return TRUE;
}

/* Sets selector->text to the tokens of @sentence, with blanks between them but where SpaceAfter=No. */
static gboolean
join_tokens (TbkSelector *selector, const TbkConlluSentence *sentence, GError **error)
{
  const char *position = NULL;
  TbkConlluLine line;
  int last = 0; /* of the last token of several words */

  g_string_truncate (selector->text, 0);
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    const TbkPiece form = line.fields[TBK_COLUMN_FORM], misc = line.fields[TBK_COLUMN_MISC];

    if ((line.kind != TBK_LINE_WORD && line.kind != TBK_LINE_RANGE) || line.first <= last)
      continue;
    if (form.bytes == NULL)
      return fail_data (error, "a column FORM or a comment text was expected, in which to look for texts");
    last = line.last;
    g_string_append_len (selector->text, form.bytes, (gssize) form.size);
    if (misc.bytes == NULL || g_strstr_len (misc.bytes, (gssize) misc.size, "SpaceAfter=No") == NULL)
      g_string_append_c (selector->text, ' ');
  }
  return TRUE;
}

/* Whether one of the texts is part of that of @sentence. */
static gboolean
has_text (TbkSelector *selector, const Condition *condition, const TbkConlluSentence *sentence, gboolean *has,
          GError **error)
{
  TbkPiece text = tbk_conllu_sentence_comment (sentence, "text");

  if (text.bytes == NULL) {
    if (!join_tokens (selector, sentence, error))
      return FALSE;
    text = (TbkPiece){ selector->text->str, selector->text->len };
  }
  for (guint i = 0; i < condition->patterns->len && !*has; i++)
    *has = g_strstr_len (text.bytes, (gssize) text.size, condition->patterns->pdata[i]) != NULL;
  return TRUE;
}

static gboolean
is_in_class (TbkSelector *selector, const Condition *condition, const TbkConlluSentence *sentence,
             gboolean *is_in, GError **error)
{
  TbkClasses classes;

  if (!tbk_tree_classes (selector->classifier, sentence->heads, sentence->n, (guint) condition->number,
                         &classes, error))
    return FALSE;
  *is_in = classes.outside == 0;
  if (classes.undecided != 0)
    return fail_data (error,
                      "found a tree too tangled to decide whether it is in class %s, expected a simpler one",
                      tbk_class_name ((TbkClass) __builtin_ctz (classes.undecided)));
  return TRUE;
}

/* Sets selector->heads to those of the projective tree, where arcs are looked at one by one. */
static gboolean
find_lost (TbkSelector *selector, const TbkConlluSentence *sentence, int *lost, GError **error)
{
  int *heads = NULL;

  if (selector->has_words) {
    if (!reserve_words (&selector->heads, &selector->n_allocated, sentence->n, sizeof (int), error))
      return FALSE;
    heads = selector->heads;
  }
  return tbk_projectivize (selector->projectivizer, sentence->heads, sentence->n, heads, lost, error);
}

/* Whether @entry meets @condition, as if it were not negated. */
static gboolean
holds (TbkSelector *selector, Condition *condition, const TbkEntry *entry, gboolean *does, GError **error)
{
  const ConditionType *type = condition->type;
  int lost = 0;

  *does = FALSE;
  switch (type->kind) {
  case OF_ID:
    *does = has_id (condition, entry);
    return TRUE;
  case OF_NUMBER:
    *does = g_hash_table_contains (condition->numbers, &entry->index);
    return TRUE;
  case OF_LENGTH:
    *does = type->is_most ? condition->number == 0 || entry->n_words <= condition->number
                          : entry->n_words >= condition->number;
    return TRUE;
  case OF_TEXT:
    return has_text (selector, condition, entry->sentence, does, error);
  case OF_TREE:
    if (!tbk_tree_set (selector->tree, ((const TbkConlluSentence *) entry->sentence)->heads, entry->n_words,
                       error))
      return FALSE;
    *does = (tbk_tree_nonprojective_arcs (selector->tree) > 0) == type->is_crossed;
    return TRUE;
  case OF_CLASS:
    return is_in_class (selector, condition, entry->sentence, does, error);
  case OF_LOSS:
    if (!find_lost (selector, entry->sentence, &lost, error))
      return FALSE;
    *does = lost >= condition->number;
    return TRUE;
  case OF_WORDS:
    return has_word (condition, entry->sentence, does, error);
  }
  g_assert_not_reached ();
}

/* Whether all conditions hold; those that need longest are asked last. */
static gboolean
meets_all (TbkSelector *selector, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkConditions *conditions = selector->selection->conditions;

  *meets = TRUE;
  for (int i = 0; i < tbk_conditions_count (conditions) && *meets; i++) {
    Condition *condition = condition_at (conditions, i);
    if (condition->type->kind == OF_WORDS && !condition->is_negated)
      continue;
    if (!holds (selector, condition, entry, meets, error))
      return FALSE;
    *meets = *meets != condition->is_negated;
  }
  return !*meets || !selector->has_words || has_word_of_all (selector, entry->sentence, meets, error);
}

/* With a split, only the part of the sentence counts: the conditions were asked when it was made. */
gboolean
selector_meets (TbkSelector *selector, const TbkEntry *entry, gboolean *meets, GError **error)
{
  const TbkSelection *selection = selector->selection;

  *meets = FALSE;
  if (selection->split != NULL) {
    *meets = split_part (selection->split, entry->file_number, entry->index) == selection->part;
    return TRUE;
  }
  if (selection->every > 0 && (entry->index - 1) % selection->every != 0)
    return TRUE;
  if ((selection->conditions != NULL && entry->n_words > 0
       && !note_names (selection->conditions, entry->sentence, error))
      || !meets_all (selector, entry, meets, error)) {
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", entry->file, entry->line);
    if (error != NULL && entry->id != NULL)
      fail_name_sentence (*error, entry->id, entry->id_length);
    return FALSE;
  }
  *meets = *meets != selection->is_inverted;
  if (*meets && selection->is_any != NULL && !g_atomic_int_get (selection->is_any))
    g_atomic_int_set (selection->is_any, TRUE);
  return TRUE;
}

gboolean
tbk_selector_take (TbkSelector *selector, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  *is_taken = selector == NULL;
  if (tbk_selector_left (selector) == 0 || selector == NULL)
    return TRUE;
  if (!selector_meets (selector, entry, is_taken, error))
    return FALSE;
  if (*is_taken)
    selector_count (selector, entry);
  return TRUE;
}

gboolean
tbk_selector_find_words (TbkSelector *selector, const TbkEntry *entry, gboolean *is_found, GError **error)
{
  const TbkSelection *selection = selector->selection;
  gboolean meets = FALSE;

  for (int word = 0; word <= entry->n_words; word++)
    is_found[word] = FALSE;
  if (!selector->has_words || selection->is_inverted || selection->split != NULL)
    return TRUE;
  if (!selector_meets (selector, entry, &meets, error))
    return FALSE;
  for (int word = 1; word <= entry->n_words && meets; word++)
    if (!word_meets_all (selector, entry->sentence, word, &is_found[word], error))
      return FALSE;
  return TRUE;
}

/* A bad sentence with one of the IDs is left out, but nobody has to be told that there is none of that ID. */
void
selector_pass_bad (const TbkSelector *selector, const TbkEntry *entry)
{
  const TbkConditions *conditions = selector == NULL ? NULL : selector->selection->conditions;

  for (int i = 0; i < tbk_conditions_count (conditions); i++)
    if (condition_at (conditions, i)->type->kind == OF_ID)
      has_id (condition_at (conditions, i), entry);
}

void
selector_count (TbkSelector *selector, const TbkEntry *entry)
{
  if (selector != NULL && entry->n_words > 0 && selector->selection->max > 0)
    selector->left--;
}

gboolean
tbk_conditions_next_absent (const TbkConditions *conditions, TbkAbsentName *absent)
{
  for (; absent->condition < tbk_conditions_count (conditions); absent->condition++, absent->name = 0) {
    const Condition *condition = condition_at (conditions, absent->condition);
    const int n_names = condition->states == NULL ? 0 : (int) condition->states->len;

    while (absent->name < n_names) {
      const NameState *state = &g_array_index (condition->states, NameState, absent->name);
      const int number = absent->name++;

      if (state->is_found || (condition->type->kind == OF_WORDS && state->neighbour == NULL))
        continue;
      absent->column = condition->type->column;
      absent->n_names = n_names;
      absent->text = tbk_vocabulary_name (condition->names, number);
      absent->neighbour = state->neighbour;
      return TRUE;
    }
  }
  return FALSE;
}

/* 2. split: which sentence is in which part: units drawn in turn, each for the part that lacks most.
 *
 * A first run over the files adds a small item for each sentence, in any order (split_add()). Then the
 * split is decided: items are sorted by place; units are a sentence each, or a document; each unit draws a
 * number from the seed and its place, and the units are taken in the order of these; each goes to the part
 * that lacks the most sentences. A second run asks for the part of each sentence. So threads and order of
 * files change nothing.
 *
 * For instance 11 sentences in shares 80:10:10. Sizes are 8.8, 1.1, 1.1, rounded down to 8, 1, 1; the one
 * left goes to the greatest remainder: 9, 1, 1. The first unit goes to the part that lacks 9, and so on,
 * until all lack 0.
 */

/* A sentence. */
typedef struct {
  int file;
  gint64 index;
  gboolean is_taken;  /* it is to be shared out */
  gboolean is_start;  /* a document begins with it */
  gboolean has_words; /* if not, it goes with the sentence before it, and is not counted */
  int part;           /* set when the split is decided */
} SplitItem;

/* What stays together: a sentence or a document. */
typedef struct {
  guint64 drawn;
  gsize first, n; /* among the items */
  gint64 n_taken;
} Unit;

struct TbkSplit {
  TbkSplitOptions options;
  gint64 *shares, *sizes;
  GMutex adding; /* guards the items until they are decided */
  SplitItem *items;
  gsize n_items, n_allocated;
};

TbkSplit *
tbk_split_new (const TbkSplitOptions *options)
{
  TbkSplit *split;

  g_return_val_if_fail (options != NULL && options->shares != NULL, NULL);
  g_return_val_if_fail (options->n_parts >= 1 && options->n_parts <= TBK_SPLIT_MOST_PARTS, NULL);
  for (int part = 0; part < options->n_parts; part++)
    g_return_val_if_fail (options->shares[part] >= 1 && options->shares[part] <= TBK_SPLIT_MOST_SHARE, NULL);
  split = g_new0 (TbkSplit, 1);
  split->options = *options;
  split->shares = g_memdup2 (options->shares, (gsize) options->n_parts * sizeof (gint64));
  split->options.shares = split->shares;
  split->sizes = g_new0 (gint64, options->n_parts);
  g_mutex_init (&split->adding);
  return split;
}

void
tbk_split_free (TbkSplit *split)
{
  if (split == NULL)
    return;
  g_mutex_clear (&split->adding);
  g_free (split->items);
  g_free (split->shares);
  g_free (split->sizes);
  g_free (split);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* Whether the comment after its '#' begins a document: "newdoc", alone or with more behind. */
static gboolean
is_newdoc (const char *at, const char *end)
{
  static const char key[] = "newdoc";
  const gsize length = strlen (key);

  at = skip_blanks (at, end);
  if ((gsize) (end - at) < length || memcmp (at, key, length) != 0)
    return FALSE;
  at += length;
  return at == end || strchr (" \t=\r", *at) != NULL;
}

/* Whether a document begins with @entry: one of the comments before its words says so. */
static gboolean
begins_document (const TbkEntry *entry)
{
  static const char mark[] = "\xef\xbb\xbf";
  const char *line = entry->text, *limit = line + entry->length;

  if (entry->length >= 3 && memcmp (line, mark, 3) == 0)
    line += 3;
  while (line < limit && strchr ("#\r\n", *line) != NULL && *line != '\0') {
    const char *newline = memchr (line, '\n', (gsize) (limit - line));
    const char *end = newline == NULL ? limit : newline;
    if (*line == '#' && is_newdoc (line + 1, end))
      return TRUE;
    line = newline == NULL ? limit : newline + 1;
  }
  return FALSE;
}

/* Called by many threads: an item is small, and the lock is held for a moment only. */
gboolean
split_add (TbkSplit *split, const TbkEntry *entry, gboolean is_taken, GError **error)
{
  const SplitItem item = { .file = entry->file_number,
                           .index = entry->index,
                           .is_taken = is_taken,
                           .is_start = split->options.by_document && begins_document (entry),
                           .has_words = entry->n_words > 0,
                           .part = -1 };
  gboolean done;

  g_mutex_lock (&split->adding);
  done = try_reserve (&split->items, &split->n_allocated, split->n_items + 1, sizeof (SplitItem));
  if (done)
    split->items[split->n_items++] = item;
  g_mutex_unlock (&split->adding);
  return done || memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items + 1);
}

/* By file, then by number in the file: the order of the input. */
static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SplitItem *x = a, *y = b;

  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* By the number that was drawn; equal ones, which hardly occur, in the order of the input. */
static int
compare_drawn (gconstpointer a, gconstpointer b)
{
  const Unit *x = a, *y = b;

  if (x->drawn != y->drawn)
    return x->drawn < y->drawn ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Whether item @i, which is not the first, belongs to the unit of the one before. */
static gboolean
is_continued (const TbkSplit *split, gsize i)
{
  const SplitItem *item = &split->items[i];

  return item->file == item[-1].file && (!item->has_words || (split->options.by_document && !item->is_start));
}

/* A document that begins with something without words begins with the sentence after it too. */
static void
inherit_start (TbkSplit *split, gsize i)
{
  SplitItem *item = &split->items[i];

  if (item[-1].is_start && !item[-1].has_words && item[-1].file == item->file)
    item->is_start = TRUE;
}

/* Sets @units in the order in which they are drawn; returns how many. A file number has 23 bits and a
 * sentence number 40, so each unit has a random sequence of its own. */
static gsize
draw_units (const TbkSplit *split, Unit *units)
{
  gsize n_units = 0;

  for (gsize i = 0; i < split->n_items; i++) {
    const SplitItem *item = &split->items[i];
    TbkRandom random;
    if (i == 0 || !is_continued (split, i)) {
      tbk_random_init (&random, split->options.seed, (guint64) item->file << 40 | (guint64) item->index);
      units[n_units++] = (Unit){ .drawn = random_next (&random), .first = i };
    }
    units[n_units - 1].n++;
    units[n_units - 1].n_taken += item->is_taken && item->has_words;
  }
  if (n_units > 0)
    qsort (units, n_units, sizeof (Unit), compare_drawn);
  return n_units;
}

/* How many of @n sentences each part is to have: shares rounded down, and one more for the largest
 * remainders. */
static void
find_sizes (const TbkSplit *split, gint64 n, gint64 *sizes)
{
  const int n_parts = split->options.n_parts;
  gint64 whole = 0, left = n;

  for (int part = 0; part < n_parts; part++)
    whole += split->shares[part];
  for (int part = 0; part < n_parts; part++) {
    /* n = a * whole + b, so that no product passes 2^63. */
    sizes[part] = n / whole * split->shares[part] + n % whole * split->shares[part] / whole;
    left -= sizes[part];
  }
  for (gint64 remainder = whole - 1; left > 0; remainder--) {
    gint64 next = -1;
    /* The largest remainder that is not above `remainder`, and the parts that have it. */
    for (int part = 0; part < n_parts; part++) {
      gint64 own = n % whole * split->shares[part] % whole;
      next = own <= remainder ? MAX (next, own) : next;
    }
    remainder = next;
    for (int part = 0; part < n_parts && left > 0; part++)
      if (n % whole * split->shares[part] % whole == remainder) {
        sizes[part]++;
        left--;
      }
  }
}

/* Gives each unit to the part that lacks most, of equal ones the first. Units of one sentence fill all parts
 * exactly. */
static void
share_out (TbkSplit *split, const Unit *units, gsize n_units, gint64 *lacking)
{
  for (gsize u = 0; u < n_units; u++) {
    int best = 0;
    for (int part = 1; part < split->options.n_parts; part++)
      best = lacking[part] > lacking[best] ? part : best;
    lacking[best] -= units[u].n_taken;
    split->sizes[best] += units[u].n_taken;
    for (gsize i = units[u].first; i < units[u].first + units[u].n; i++)
      split->items[i].part = split->items[i].is_taken ? best : -1;
  }
}

gboolean
tbk_split_decide (TbkSplit *split, GError **error)
{
  g_autofree gint64 *lacking = g_new0 (gint64, split->options.n_parts);
  g_autofree Unit *units = g_try_new0 (Unit, MAX (split->n_items, 1));
  gint64 n_taken = 0;
  gsize n_units;

  if (units == NULL)
    return memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items);
  if (split->n_items > 0)
    qsort (split->items, split->n_items, sizeof (SplitItem), compare_places);
  for (gsize i = 1; i < split->n_items; i++)
    inherit_start (split, i);
  for (gsize i = 0; i < split->n_items; i++)
    n_taken += split->items[i].is_taken && split->items[i].has_words;
  n_units = draw_units (split, units);
  /* A unit of which nothing is taken would go nowhere all the same. */
  find_sizes (split, n_taken, lacking);
  share_out (split, units, n_units, lacking);
  return TRUE;
}

int
split_part (const TbkSplit *split, int file, gint64 index)
{
  const SplitItem wanted = { .file = file, .index = index };
  const SplitItem *found;

  g_return_val_if_fail (split != NULL, -1);
  found = split->n_items == 0
              ? NULL
              : bsearch (&wanted, split->items, split->n_items, sizeof (SplitItem), compare_places);
  return found == NULL ? -1 : found->part;
}

gint64
tbk_split_size (const TbkSplit *split, int part)
{
  g_return_val_if_fail (split != NULL && part >= 0 && part < split->options.n_parts, 0);
  return split->sizes[part];
}

/* 3. taken_out: sentences without some words: the others depend on their nearest ancestors that are left.
 *
 * `memory` has three arrays of n_allocated integers: words, the numbers in the file of the words that are
 * left; heads; and which words are gone. If none is taken out words[w] is w, and heads are those of the
 * sentence.
 */

void
taken_out_clear (TakenOut *taken_out)
{
  g_free (taken_out->memory);
  *taken_out = (TakenOut){ 0 };
}

/* Makes room for @n words. Where none are taken out, all arrays but `words` stay unused. */
static gboolean
reserve (TakenOut *taken_out, int n, GError **error)
{
  int room = MAX (2 * taken_out->n_allocated, n + 1);

  if (n < taken_out->n_allocated)
    return TRUE;
  if (!TRY_RENEW (taken_out->memory, 3 * (gsize) room))
    return memory_fail (error, "a sentence of %d words", n);
  taken_out->n_allocated = room;
  taken_out->words = taken_out->memory;
  for (int word = 0; word < room; word++)
    taken_out->memory[word] = word;
  return TRUE;
}

gboolean
taken_out_set (TakenOut *taken_out, const TbkConlluSentence *sentence, const TbkVocabulary *upos,
               gboolean *is_found, GError **error)
{
  int n = sentence->n, *heads, *is_gone;

  if (!reserve (taken_out, n, error))
    return FALSE;
  taken_out->n = n;
  taken_out->heads = sentence->heads;
  if (upos == NULL)
    return TRUE;

  heads = taken_out->memory + taken_out->n_allocated;
  is_gone = heads + taken_out->n_allocated;
  for (int word = 1; word <= n; word++) {
    const TbkPiece field = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_UPOS);
    const int place = tbk_vocabulary_find (upos, field.bytes, field.size);

    is_gone[word] = place >= 0;
    if (place >= 0 && is_found != NULL)
      __atomic_store_n (&is_found[place], TRUE, __ATOMIC_RELAXED);
  }
  taken_out->n = tbk_heads_without (sentence->heads, n, is_gone, heads, taken_out->memory);
  taken_out->heads = heads;
  return TRUE;
}
