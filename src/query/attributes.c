/* attributes.c - the table of attributes: what each is called, and how its value is found.
 *
 * Contents
 *   1. getters: the values of attributes
 *   2. records: the table
 *   3. attribute: names that are resolved to records
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "conllu/conllu.h"
#include "tree/tree.h"

/* Letters of steps. */
enum { STEP_HEAD = 'h', STEP_NEXT = 'n', STEP_PREVIOUS = 'p' };

/* 1. getters: the values of attributes.
 *
 * A getter is called when the facts that its record needs are there. The value begins as one that is not missing, with
 * the divisor 1.
 */

static gboolean
set_number (TbkAttributeValue *value, gint64 number)
{
  value->number = number;
  return TRUE;
}

/* Sets a text, which is missing if it is `_` or not there. */
static gboolean
set_text (TbkAttributeValue *value, const char *bytes, gsize size)
{
  value->text = (TbkPiece){ bytes, size };
  value->is_missing = bytes == NULL || (size == 1 && *bytes == '_');
  return TRUE;
}

static gboolean
set_string (TbkAttributeValue *value, const char *text)
{
  return set_text (value, text, text == NULL ? 0 : strlen (text));
}

/* Returns the number in the sentence of a word of the tree: the two differ if a tree has some of the words
 * alone. */
static int
word_number (const TbkFacts *facts, int word)
{
  return facts->words == NULL ? word : facts->words[word];
}

/* A getter that returns @result, which is set of @facts and @unit. */
#define GETTER(name, result)                                                                                 \
  static gboolean get_##name (TbkFacts *facts, const TbkAttribute *attribute, int unit,                      \
                              TbkAttributeValue *value, GError **error)                                      \
  {                                                                                                          \
    (void) attribute;                                                                                        \
    (void) unit;                                                                                             \
    (void) error;                                                                                            \
    return result;                                                                                           \
  }
#define NUMBER(name, number) GETTER (name, set_number (value, number))
#define STRING(name, string) GETTER (name, set_string (value, string))

/* Words in dependency trees. */
NUMBER (id, word_number (facts, unit))
NUMBER (head, facts->heads[unit] == 0 ? 0 : word_number (facts, facts->heads[unit]))
NUMBER (root, facts->heads[unit] == 0)
STRING (direction, facts->heads[unit] == 0 ? "root" : unit < facts->heads[unit] ? "left" : "right")
/* Depths of a TbkTree count from 0 itself, so a root word has 1; here it has 0. */
NUMBER (depth, facts->tree->depth[unit] - 1)
NUMBER (children, facts->tree->first[unit + 1] - facts->tree->first[unit])
NUMBER (descendants, facts->tree->size[unit] - 1)
NUMBER (leaf, facts->tree->size[unit] == 1)
NUMBER (nonprojective, facts->tree->is_nonprojective[unit] != 0)
NUMBER (gap_degree, facts->gaps[unit])
NUMBER (edge_degree, facts->edges[unit])
NUMBER (crossings, facts->crossings[unit])
NUMBER (lost, facts->kept[unit] != facts->heads[unit])

/* Sentences. */
GETTER (sent_id, set_text (value, facts->entry->id, facts->entry->id_length))
GETTER (text, set_text (value, facts->text->str, facts->text->len))
NUMBER (words, facts->n)
NUMBER (sentence, facts->entry->index)
STRING (file, facts->file)
STRING (language, facts->language)
STRING (treebank, facts->parts.treebank)
STRING (split, facts->parts.split)
NUMBER (roots, facts->tree->first[1] - facts->tree->first[0])
NUMBER (nonprojective_arcs, facts->tree->nonprojective_arcs)
GETTER (lost_arcs, facts_find_lost (facts, error) && set_number (value, facts->n_lost))
GETTER (max_depth, facts_find_max_depth (facts, error) && set_number (value, facts->max_depth))

/* Nodes of brackets: words and constituents. */
#define WORD_NODE (&facts->brackets->nodes[facts->word_nodes[unit]])
#define NODE      (&facts->brackets->nodes[facts->constituent_nodes[unit]])
#define PARENT    (&facts->brackets->nodes[MAX (NODE->parent, 0)])

/* Words of brackets count from 0 in their tree, from 1 for users. */
NUMBER (node_first, NODE->left + 1)
GETTER (tag, set_text (value, WORD_NODE->label, (gsize) WORD_NODE->label_length))
GETTER (form, set_text (value, WORD_NODE->form, (gsize) WORD_NODE->form_length))
GETTER (label, set_text (value, NODE->label, (gsize) NODE->label_length))
NUMBER (span, NODE->right - NODE->left)
NUMBER (node_children, facts->counts[facts->constituent_nodes[unit]])
GETTER (parent_label, set_text (value, NODE->parent < 0 ? NULL : PARENT->label, (gsize) PARENT->label_length))

static gboolean
get_distance (TbkFacts *facts, const TbkAttribute *attribute, int word, TbkAttributeValue *value,
              GError **error)
{
  (void) attribute;
  (void) error;
  value->is_missing = facts->heads[word] == 0;
  return set_number (value, ABS (facts->heads[word] - word));
}

/* Relations are those of the arcs, which may be of another sentence: a predicted tree in place of the gold
 * one. */
static gboolean
get_field (TbkFacts *facts, const TbkAttribute *attribute, int word, TbkAttributeValue *value, GError **error)
{
  static const char *const names[TBK_N_COLUMNS] = { "ID",    "FORM", "LEMMA",  "UPOS", "XPOS",
                                                    "FEATS", "HEAD", "DEPREL", "DEPS", "MISC" };
  const TbkConlluSentence *sentence = attribute->number == TBK_COLUMN_DEPREL ? facts->arcs : facts->sentence;
  const TbkPiece field =
      tbk_conllu_sentence_field (sentence, word_number (facts, word), (TbkColumn) attribute->number);

  if (field.bytes != NULL)
    return set_text (value, field.bytes, field.size);
  return fail_data (error, "found no column %s, which %s needs", names[attribute->number], attribute->name);
}

static gboolean
get_udeprel (TbkFacts *facts, const TbkAttribute *attribute, int word, TbkAttributeValue *value,
             GError **error)
{
  const char *colon;

  if (!get_field (facts, attribute, word, value, error))
    return FALSE;
  colon = memchr (value->text.bytes, ':', value->text.size);
  if (colon != NULL)
    value->text.size = (gsize) (colon - value->text.bytes);
  return TRUE;
}

/* Sets the VALUE of one of several NAME=VALUE with bars between them; it is missing if there is none of that
 * name. */
static gboolean
get_member (TbkFacts *facts, const TbkAttribute *attribute, int word, TbkAttributeValue *value,
            GError **error)
{
  const gsize n = strlen (attribute->parameter);

  if (!get_field (facts, attribute, word, value, error))
    return FALSE;
  /* A missing field has no parts, not even one called `_`. */
  if (value->is_missing)
    return TRUE;
  for (TbkPiece rest = value->text, part; take_part (&rest, &part);)
    if (part_has_name (part, attribute->parameter, n))
      return set_text (value, part.bytes + n + 1, part.size - n - 1);
  value->is_missing = TRUE;
  return TRUE;
}

static gboolean
get_document (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value,
              GError **error)
{
  const TbkConlluDocument *documents = facts->sentence->document;
  const TbkPiece none = { NULL, 0 }, document = documents == NULL       ? none
                                                : attribute->number > 0 ? documents->paragraph
                                                                        : documents->document;

  (void) unit;
  (void) error;
  return set_text (value, document.bytes, document.size);
}

/* Sets a comment of the sentence or, if it has none of that name, of the sentence that began the document. */
static gboolean
get_comment (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value,
             GError **error)
{
  const TbkConlluDocument *document = facts->sentence->document;
  TbkPiece text = tbk_conllu_sentence_comment (facts->sentence, attribute->parameter);

  (void) unit;
  (void) error;
  if (text.bytes == NULL && document != NULL && document->comments.bytes != NULL)
    text = documents_find_comment (document->comments, attribute->parameter);
  return set_text (value, text.bytes, text.size);
}

/* Sets what the reader has found out of the tree in the file, or what the tree itself says, if it is another
 * one. */
static gboolean
get_projective (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value,
                GError **error)
{
  (void) attribute;
  (void) unit;
  if (facts->heads == facts->arcs->heads)
    return set_number (value, facts->arcs->is_projective);
  return facts_need (facts, FACT_TREE, error) && set_number (value, facts->tree->nonprojective_arcs == 0);
}

static gboolean
get_class (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value, GError **error)
{
  gboolean is_in;

  (void) unit;
  return facts_find_class (facts, (TbkClass) attribute->number, &is_in, error) && set_number (value, is_in);
}

static gboolean
get_measure (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value,
             GError **error)
{
  const TbkLength length = (TbkLength) attribute->number;

  (void) unit;
  if (!facts_find_length (facts, length, error))
    return FALSE;
  value->is_missing = facts->lengths[length] == TBK_LENGTH_UNDEFINED;
  /* Reduced: a mean of 4/2 is 2/1. */
  if (!value->is_missing)
    length_reduce (length, facts->n, facts->lengths[length], &value->number, &value->divisor);
  return TRUE;
}

/* 2. records: the table. */

/* Columns, with their number; words, sentences and nodes by their trees; and what both kinds of trees have. */
#define ATTRIBUTE(name, scope, type, trees, help, ...)                                                       \
  {                                                                                                          \
    { name, TBK_SCOPE_##scope, TBK_TYPE_##type, TBK_TREES_##trees, help }, __VA_ARGS__                       \
  }
#define COLUMN(name, column, get, help)                                                                      \
  ATTRIBUTE (name, WORD, TEXT, DEPENDENCIES, help, get, 0, 4, TBK_COLUMN_##column)
#define NOTED(name, column, get, help)                                                                       \
  ATTRIBUTE (name, WORD, TEXT, DEPENDENCIES, help, get, 0, 4, TBK_COLUMN_##column, TRUE)
#define ARC(name, type, get, needs, cost, help)                                                              \
  ATTRIBUTE (name, WORD, type, DEPENDENCIES, help, get, FACT_HEADS | (needs), cost)
#define TREE(name, type, get, needs, cost, help)                                                             \
  ATTRIBUTE (name, SENTENCE, type, DEPENDENCIES, help, get, FACT_HEADS | (needs), cost)
#define DOCUMENT(name, get, number, help)                                                                    \
  ATTRIBUTE (name, SENTENCE, TEXT, DEPENDENCIES, help, get, FACT_DOCUMENT, 2, number)
#define NODES(name, scope, type, get, help) ATTRIBUTE (name, scope, type, BRACKETS, help, get, FACT_NODES, 2)
#define SENTENCES(trees, text_help, id_help)                                                                 \
  ATTRIBUTE ("sent_id", SENTENCE, TEXT, trees, id_help, get_sent_id, 0, 1),                                  \
      ATTRIBUTE ("text", SENTENCE, TEXT, trees, text_help, get_text, FACT_TEXT, 5),                          \
      ATTRIBUTE ("words", SENTENCE, NUMBER, trees, "how many words it has", get_words, 0, 0),                \
      ATTRIBUTE ("sentence", SENTENCE, NUMBER, trees, "its number in the file, from 1", get_sentence, 0, 0), \
      ATTRIBUTE ("file", SENTENCE, TEXT, trees, "its file, as it is called on the command line", get_file,   \
                 FACT_FILE, 1),                                                                              \
      ATTRIBUTE ("language", SENTENCE, TEXT, trees, "hu of a file hu_szeged-ud-dev.conllu", get_language,    \
                 FACT_FILE, 1),                                                                              \
      ATTRIBUTE ("treebank", SENTENCE, TEXT, trees,                                                          \
                 "szeged of such a file; languages can share it: --by=language,treebank", get_treebank,      \
                 FACT_FILE, 1),                                                                              \
      ATTRIBUTE ("split", SENTENCE, TEXT, trees, "dev of such a file", get_split, FACT_FILE, 1)

static const AttributeRecord records[] = {
  ATTRIBUTE ("id", WORD, NUMBER, DEPENDENCIES, "the number of the word in its sentence", get_id, 0, 1),
  COLUMN ("form", FORM, get_field, "the word itself"),
  COLUMN ("lemma", LEMMA, get_field, "its base form"),
  NOTED ("upos", UPOS, get_field, "its universal part of speech"),
  COLUMN ("xpos", XPOS, get_field, "its part of speech in the treebank's own tags"),
  NOTED ("feats.NAME", FEATS, get_member,
         "the value of a feature, as feats.Case; several values are one text: Acc,Nom"),
  COLUMN ("feats", FEATS, get_field, "all features, as they are written"),
  COLUMN ("misc.NAME", MISC, get_member, "the value of an attribute in MISC, as misc.SpaceAfter"),
  ARC ("head", NUMBER, get_head, 0, 1, "the number of its head; 0 for a root word"),
  NOTED ("deprel", DEPREL, get_field, "the relation to its head, with its subtype"),
  NOTED ("udeprel", DEPREL, get_udeprel, "the relation without subtype: acl of acl:relcl"),
  ARC ("distance", NUMBER, get_distance, 0, 1, "places from the word to its head; a root word has none"),
  ARC ("direction", TEXT, get_direction, 0, 1, "left: the word precedes its head; right: it follows; root"),
  ARC ("root", YES_NO, get_root, 0, 1, "its head is 0"),
  ARC ("leaf", YES_NO, get_leaf, FACT_TREE, 6, "it has no dependents"),
  ARC ("depth", NUMBER, get_depth, FACT_TREE, 6, "arcs up to the root word; 0 for a root word"),
  ARC ("children", NUMBER, get_children, FACT_TREE, 6, "how many dependents it has"),
  ARC ("descendants", NUMBER, get_descendants, FACT_TREE, 6, "how many words are below it"),
  ARC ("nonprojective", YES_NO, get_nonprojective, FACT_TREE, 6,
       "its arc covers a word that does not descend from its head"),
  ARC ("crossings", NUMBER, get_crossings, FACT_CROSSINGS, 8,
       "arcs that cross its arc; arcs of 0 cross nothing"),
  ARC ("gap_degree", NUMBER, get_gap_degree, FACT_GAPS, 8, "gaps in the word and all below it together"),
  ARC ("edge_degree", NUMBER, get_edge_degree, FACT_EDGES, 8,
       "subtrees under its arc that do not descend from its head"),
  ARC ("lost", YES_NO, get_lost, FACT_KEPT, 12, "'tbk projectivize' attaches it elsewhere"),

  SENTENCES (DEPENDENCIES, "the comment text or, without one, the forms", "the ID in its comment"),
  DOCUMENT ("document", get_document, 0, "the ID of its document (newdoc), or the number of one without ID"),
  DOCUMENT ("paragraph", get_document, 1,
            "the ID of its paragraph (newpar), or the number of one without ID"),
  DOCUMENT ("comment.NAME", get_comment, 0,
            "the value of a comment # NAME = VALUE, else of the sentence that begins the document"),
  TREE ("projective", YES_NO, get_projective, 0, 1, "its tree is projective"),
  TREE ("roots", NUMBER, get_roots, FACT_TREE, 6, "how many words have the head 0"),
  TREE ("max_depth", NUMBER, get_max_depth, 0, 7, "the depth of its deepest word"),
  TREE ("nonprojective_arcs", NUMBER, get_nonprojective_arcs, FACT_TREE, 6, "arcs that are not projective"),
  TREE ("lost_arcs", NUMBER, get_lost_arcs, 0, 11, "arcs that any projective version must give up"),
  TREE ("class.NAME", YES_NO, get_class, 0, 13,
        "its tree is in the class: class.planar, class.wn (well nested), class.gap1 and so on"),

  SENTENCES (BRACKETS, "the forms", "the form of its leaf ID"),
  NODES ("id", WORD, NUMBER, get_id, "the number of the word in its sentence"),
  NODES ("form", WORD, TEXT, get_form, "the word itself"),
  NODES ("tag", WORD, TEXT, get_tag, "its part of speech"),
  NODES ("label", CONSTITUENT, TEXT, get_label, "the label of a constituent"),
  NODES ("first", CONSTITUENT, NUMBER, get_node_first, "the number of its first word"),
  NODES ("span", CONSTITUENT, NUMBER, get_span, "how many words are below it"),
  NODES ("children", CONSTITUENT, NUMBER, get_node_children, "its parts: constituents and words"),
  NODES ("parent.label", CONSTITUENT, TEXT, get_parent_label,
         "the label of the constituent that it is part of"),
};

/* All measures of tbk/tree.h share one, but for their names. */
static const AttributeRecord measure = TREE (NULL, NUMBER, get_measure, 0, 13, NULL);

/* Names with NAME at their end are families, of which the rest is written by the user: feats.Case. */
static const char capitals[] = "NAME";

/* Returns the length of what comes before NAME; 0 if the name is whole. */
static gsize
family_length (const AttributeRecord *record)
{
  const gsize n = strlen (record->info.name);

  return g_str_has_suffix (record->info.name, capitals) ? n - strlen (capitals) : 0;
}

/* The table has the attributes in the order in which they are listed; measures follow. */
gboolean
tbk_attribute_info (TbkTreeKind trees, int number, TbkAttributeInfo *info)
{
  int n = 0;

  g_return_val_if_fail (number >= 0 && info != NULL, FALSE);
  for (guint r = 0; r < G_N_ELEMENTS (records); r++)
    if (records[r].info.trees == trees && n++ == number) {
      *info = records[r].info;
      return TRUE;
    }
  if (trees != TBK_TREES_DEPENDENCIES || number - n >= TBK_N_LENGTHS)
    return FALSE;
  *info = measure.info;
  info->name = tbk_length_name ((TbkLength) (number - n));
  info->help = length_help ((TbkLength) (number - n));
  info->is_measure = TRUE;
  return TRUE;
}

/* 3. attribute: names that are resolved to records. */

/* Bytes beyond ASCII are letters, as names may be in any script. */
static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

/* Returns TRUE if the names of features, attributes of MISC and comments may have @c besides. */
static gboolean
is_wide_letter (char c)
{
  return is_letter (c) || (c != '\0' && strchr ("-:[]", c) != NULL);
}

static gboolean
is_equal (const char *name, gsize length, const char *other)
{
  return strlen (other) == length && memcmp (name, other, length) == 0;
}

static const char *
skip_letters (const char *at, gboolean (*is_part) (char c))
{
  while (is_part (*at))
    at++;
  return at;
}

/* Returns the place behind the name of a feature and the like. */
static const char *
parameter_end (const char *at)
{
  const char quote = *at;

  if (quote != '\'' && quote != '"')
    return skip_letters (at, is_wide_letter);
  for (at++; *at != '\0' && *at != quote;)
    at += 1 + (*at == '\\' && at[1] != '\0');
  return at + (*at == quote);
}

/* Names are parts with dots between them. Behind feats, misc and comment the rest is a name of the treebank's
 * own, which may have other signs or quotes; so `head.feats.Case` has two parts and a name. */
const char *
attribute_end (const char *at)
{
  const char *start, *end = at;

  do {
    start = at;
    end = at = skip_letters (start, is_letter);
    if (*at != '.' || at == start)
      return end;
    at++;
  } while (!is_equal (start, (gsize) (end - start), "feats")
           && !is_equal (start, (gsize) (end - start), "misc")
           && !is_equal (start, (gsize) (end - start), "comment"));
  return parameter_end (at);
}

/* Returns a name without quotes around it and backslashes in these. */
static char *
unquote (const char *name, gsize length)
{
  GString *text = g_string_new (NULL);
  const char quote = *name;

  if (quote != '\'' && quote != '"')
    return g_string_free (g_string_append_len (text, name, (gssize) length), FALSE);
  for (gsize i = 1; i + 1 < length; i++) {
    i += name[i] == '\\' && i + 2 < length;
    g_string_append_c (text, name[i]);
  }
  return g_string_free (text, FALSE);
}

/* Moves @name over `head.` and the like; returns the steps, to be freed. Each may come again, in any order:
 * head.head.next.form. */
static char *
take_steps (TbkTreeKind trees, const char **name, gsize *length)
{
  static const char *const prefixes[] = { "head.", "next.", "previous." };
  static const char letters[] = { STEP_HEAD, STEP_NEXT, STEP_PREVIOUS };
  GString *steps = g_string_new (NULL);
  guint p = 0;

  while (trees == TBK_TREES_DEPENDENCIES && p < G_N_ELEMENTS (prefixes)) {
    const gsize n = strlen (prefixes[p]);

    if (*length > n && memcmp (*name, prefixes[p], n) == 0) {
      g_string_append_c (steps, letters[p]);
      *name += n;
      *length -= n;
      p = 0;
    } else {
      p++;
    }
  }
  return g_string_free (steps, FALSE);
}

/* Finds the record of a name, of a family or not; and of a measure its number. */
static const AttributeRecord *
find_record (TbkTreeKind trees, const char *name, gsize length, int *number)
{
  for (guint r = 0; r < G_N_ELEMENTS (records); r++) {
    const AttributeRecord *record = &records[r];
    const gsize n = family_length (record);

    *number = record->number;
    if (record->info.trees == trees
        && (n > 0 ? length > n && memcmp (name, record->info.name, n) == 0
                  : is_equal (name, length, record->info.name)))
      return record;
  }
  for (*number = 0; trees == TBK_TREES_DEPENDENCIES && *number < TBK_N_LENGTHS; (*number)++)
    if (is_equal (name, length, tbk_length_name ((TbkLength) *number)))
      return &measure;
  return NULL;
}

/* Other programs' names, and what they begin with there; %s is what stands behind that. */
static const struct {
  const char *name, *meant;
} other_names[] = {
  { "relation", "deprel" },
  { "rel", "deprel" },
  { "dep", "deprel" },
  { "label", "deprel" },
  { "word", "form" },
  { "token", "form" },
  { "tag", "upos" },
  { "pos", "upos" },
  { "length", "words' or 'distance" },
  { "parent.", "head.%s" },
  { "governor.", "head.%s" },
  { "child.", "child(%s=VALUE)" },
  { "dependent.", "child(%s=VALUE)" },
  { "feat.", "feats.%s" },
  { "morph.", "feats.%s" },
  { "case", "feats.Case" },
  { "gender", "feats.Gender" },
  { "number", "feats.Number" },
  { "person", "feats.Person" },
  { "tense", "feats.Tense" },
  { "mood", "feats.Mood" },
  { "voice", "feats.Voice" },
  { "aspect", "feats.Aspect" },
  { "degree", "feats.Degree" },
  { "definite", "feats.Definite" },
  { "verbform", "feats.VerbForm" },
};

/* Returns what is meant by one of @names or another program's name in other case, or by a feature or tag alone; NULL
 * if that is not known. To be freed. */
static char *
guess_meant (const char *name, gsize length, const char *const *names)
{
  gsize n_capitals = 0;

  for (; *names != NULL; names++)
    if (strlen (*names) == length && g_ascii_strncasecmp (name, *names, length) == 0)
      return g_strdup (*names);
  for (guint o = 0; o < G_N_ELEMENTS (other_names); o++) {
    const gsize n = strlen (other_names[o].name);
    const gboolean is_family = other_names[o].name[n - 1] == '.';

    if ((is_family ? n < length : n == length) && g_ascii_strncasecmp (name, other_names[o].name, n) == 0) {
      g_auto (GStrv) parts = g_strsplit (other_names[o].meant, "%s", 2);
      g_autofree char *rest = g_strndup (name + n, length - n);

      return g_strjoinv (rest, parts);
    }
  }
  while (n_capitals < length && g_ascii_isupper (name[n_capitals]))
    n_capitals++;
  return n_capitals == 0
             ? NULL
             : g_strdup_printf (n_capitals == length ? "upos=%.*s" : "feats.%.*s", (int) length, name);
}

/* Fails because of a name that is none. @steps: behind which it was looked for. */
static TbkAttribute *
fail_unknown (TbkTreeKind trees, const char *name, gsize length, gboolean has_steps, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *quoted = tbk_quote (name, length), *hint = NULL, *all = NULL, *meant = NULL;
  const char *const *known;
  TbkAttributeInfo info;

  if (error == NULL) /* what is meant takes time to find */
    return NULL;
  /* Steps lead to words, so behind them attributes of sentences are no hint. */
  for (int i = 0; tbk_attribute_info (trees, i, &info); i++)
    if (!has_steps || info.scope == TBK_SCOPE_WORD)
      g_ptr_array_add (names, (gpointer) info.name);
  g_ptr_array_add (names, NULL);
  known = (const char *const *) names->pdata;
  meant = trees == TBK_TREES_DEPENDENCIES ? guess_meant (name, length, known) : NULL;
  hint = meant != NULL ? g_strdup_printf ("; did you mean '%s'?", meant) : nearest_hint (name, length, known);
  all = g_strjoinv (", ", (char **) names->pdata);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %s, expected an attribute%s%s%s", quoted,
               has_steps                     ? " of words"
               : trees != TBK_TREES_BRACKETS ? ""
               : *hint != '\0'               ? " of trees in brackets"
                                             : " of trees in brackets: ",
               trees == TBK_TREES_BRACKETS && *hint == '\0' ? all : "", hint);
  return NULL;
}

/* Sets the class of class.NAME. */
static gboolean
find_class (TbkAttribute *attribute, GError **error)
{
  const char *names[TBK_N_CLASSES + 1] = { NULL };
  g_autofree char *all = NULL;

  for (int class = 0; class < TBK_N_CLASSES; class ++)
    names[class] = tbk_class_name ((TbkClass) class);
  attribute->number = class_find (attribute->parameter);
  if (attribute->number < TBK_N_CLASSES)
    return TRUE;
  all = g_strjoinv (", ", (char **) names);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found '%s', expected class. and one of %s",
               attribute->name, all);
  return FALSE;
}

/* The name is read from the left: steps, then a record, then the rest of a family. */
TbkAttribute *
attribute_find (TbkTreeKind trees, const char *name, gsize length, GError **error)
{
  const char *rest = name;
  gsize n_rest = length, n_family;
  g_autoptr (TbkAttribute) attribute = g_new0 (TbkAttribute, 1);

  attribute->name = g_strndup (name, length);
  attribute->steps = take_steps (trees, &rest, &n_rest);
  attribute->record = find_record (trees, rest, n_rest, &attribute->number);
  if (attribute->record == NULL)
    return fail_unknown (trees, rest, n_rest, *attribute->steps != '\0', error);
  n_family = attribute->record == &measure ? 0 : family_length (attribute->record);
  if (n_family > 0)
    attribute->parameter = unquote (rest + n_family, n_rest - n_family);
  if (*attribute->steps != '\0' && attribute->record->info.scope != TBK_SCOPE_WORD) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "found '%s', expected an attribute of words behind '%.*s'", attribute->name,
                 (int) (rest - name), name);
    return NULL;
  }
  return attribute->record->get == get_class && !find_class (attribute, error) ? NULL
                                                                               : g_steal_pointer (&attribute);
}

TbkAttribute *
tbk_attribute_new (TbkTreeKind trees, const char *name, GError **error)
{
  const char *end;

  g_return_val_if_fail ((guint) trees < TBK_TREES_N_KINDS && name != NULL, NULL);
  end = attribute_end (name);
  return *name != '\0' && *end == '\0' ? attribute_find (trees, name, (gsize) (end - name), error)
                                       : fail_unknown (trees, name, strlen (name), FALSE, error);
}

void
tbk_attribute_free (TbkAttribute *attribute)
{
  if (attribute == NULL)
    return;
  g_free (attribute->name);
  g_free (attribute->parameter);
  g_free (attribute->steps);
  g_free (attribute);
}

const char *
tbk_attribute_name (const TbkAttribute *attribute)
{
  return attribute->name;
}

TbkScope
tbk_attribute_scope (const TbkAttribute *attribute)
{
  return attribute->record->info.scope;
}

TbkAttributeType
tbk_attribute_type (const TbkAttribute *attribute)
{
  return attribute->record->info.type;
}

guint
attribute_needs (const TbkAttribute *attribute)
{
  return attribute->record->needs | (strchr (attribute->steps, STEP_HEAD) != NULL ? FACT_HEADS : 0);
}

gboolean
attribute_is_of_files (const TbkAttribute *attribute)
{
  return (attribute->record->needs & FACT_FILE) != 0;
}

gboolean
attribute_needs_documents (const TbkAttribute *attribute)
{
  return (attribute_needs (attribute) & FACT_DOCUMENT) != 0;
}

/* Returns the word to which the steps lead, 0 if there is none. */
static int
walk (const TbkFacts *facts, const char *steps, int word)
{
  for (; *steps != '\0' && word > 0; steps++)
    word = *steps == STEP_HEAD       ? facts->heads[word]
           : *steps == STEP_PREVIOUS ? word - 1
           : word == facts->n        ? 0
                                     : word + 1;
  return word;
}

/* Returns TRUE if it asks for more of heads than the word's own. Such an attribute has no value for heads
 * that are no tree. */
static gboolean
is_of_whole_tree (const AttributeRecord *record)
{
  return (record->needs & FACT_HEADS) != 0
         && (record->info.scope == TBK_SCOPE_SENTENCE || record->needs != FACT_HEADS);
}

/* Off the ends of the sentence everything is missing, and every yes or no is no. */
gboolean
tbk_attribute_get (const TbkAttribute *attribute, TbkFacts *facts, int unit, TbkAttributeValue *value,
                   GError **error)
{
  const AttributeRecord *record = attribute->record;

  *value = (TbkAttributeValue){ .type = record->info.type, .divisor = 1 };
  if ((*attribute->steps != '\0' && (unit = walk (facts, attribute->steps, unit)) <= 0)
      || (facts->is_broken && is_of_whole_tree (record))) {
    value->is_missing = record->info.type != TBK_TYPE_YES_NO;
    return TRUE;
  }
  return facts_need (facts, record->needs, error) && record->get (facts, attribute, unit, value, error);
}

TbkPiece
attribute_text (const TbkAttributeValue *value, char *buffer)
{
  if (value->type == TBK_TYPE_TEXT || value->is_missing)
    return value->is_missing ? (TbkPiece){ NULL, 0 } : value->text;
  if (value->type == TBK_TYPE_YES_NO)
    return value->number ? (TbkPiece){ VALUE_YES, strlen (VALUE_YES) }
                         : (TbkPiece){ VALUE_NO, strlen (VALUE_NO) };
  /* A fraction is written as 7/2, which fraction_read() does not read: it is text for patterns. */
  return (TbkPiece){
    buffer,
    (gsize) (value->divisor == 1 ? g_snprintf (buffer, VALUE_BUFFER, "%" G_GINT64_FORMAT, value->number)
                                 : g_snprintf (buffer, VALUE_BUFFER, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
                                               value->number, value->divisor))
  };
}
