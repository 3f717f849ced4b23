/* query.h - attributes, facts and programs: what the files of this room share.
 *
 * Contents
 *   1. attribute: a record of the table, and a name that was resolved to one
 *   2. facts: what is known of the sentence that is asked
 *   3. alternatives: what tests compare with
 *   4. program: an expression as tests, and instructions that lead from one to another
 *   5. noted: values that are asked for and that no word has
 *
 * The way of an expression: expression.c reads it and makes a program, answers.c runs that, over values that attributes.c
 * gets from facts.c.
 *   6. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include <glib.h>

#include "base/base.h"
#include "base/room.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/query.h"
#include "tbk/tree.h"

/* 1. attribute: a record of the table, and a name that was resolved to one. */

typedef struct {
  TbkAttributeInfo info;
  gboolean (*get) (TbkFacts *facts, const TbkAttribute *attribute, int unit, TbkAttributeValue *value,
                   GError **error);
  guint needs;       /* a set of Fact */
  int cost;          /* of asking a word, beside others: 1 is a look into an array */
  int number;        /* for `get`: a column, or a measure */
  gboolean is_noted; /* values that are asked for and that no word has are reported */
} AttributeRecord;

struct TbkAttribute {
  char *name; /* as it was given */
  const AttributeRecord *record;
  int number;      /* of the record; or the class of class.NAME */
  char *parameter; /* NAME of feats.NAME and the like, else NULL */
  char *steps;     /* to the word that is asked: a letter for each (attributes.c), the first first */
};

/* Returns the end of the name of an attribute that @at begins with; @at if it begins with none. */
const char *attribute_end (const char *at);

/* A set of Fact: what it needs, with the steps before it. */
guint attribute_needs (const TbkAttribute *attribute);

/* Resolves a name of @length bytes. The message of an error says what was found, without its place. */
TbkAttribute *attribute_find (TbkTreeKind trees, const char *name, gsize length, GError **error);

/* Returns TRUE if it is the same for all sentences of a file, and read from its name. */
gboolean attribute_is_of_files (const TbkAttribute *attribute);

/* Returns the text of a value: of a number its digits, in @buffer; of a missing one nothing. */
enum { VALUE_BUFFER = 2 * 21 + 2 };
TbkPiece attribute_text (const TbkAttributeValue *value, char *buffer);

/* The texts of yes and no. */
#define VALUE_YES "yes"
#define VALUE_NO  "no"

/* 2. facts: what is known of the sentence that is asked. */

typedef enum {
  FACT_HEADS = 1 << 0, /* heads are those of a tree: for readers to know */
  FACT_DOCUMENT = 1 << 1,
  FACT_TREE = 1 << 2, /* facts->tree; and so on */
  FACT_GAPS = 1 << 3,
  FACT_EDGES = 1 << 4,
  FACT_CROSSINGS = 1 << 5,
  FACT_KEPT = 1 << 6, /* heads in an optimal projective tree */
  FACT_TEXT = 1 << 7,
  FACT_FILE = 1 << 8,
  FACT_NODES = 1 << 9, /* of brackets: units, and numbers of children */
  FACT_IN_READER = FACT_HEADS | FACT_DOCUMENT,
} Fact;

/* The knowledge of one query about the sentence. */
typedef struct {
  guint64 query; /* its serial number */
  guint64 stamp; /* of the facts when it was begun */
  gint8 *memos;  /* results that are the same for all words, MEMO_UNKNOWN as long as they are not known */
  guint8 *sets;  /* a row of room.n bytes for each set, and one of scratch */
  Room room;
} QueryState;

enum { MEMO_UNKNOWN = -1 };

struct TbkFacts {
  TbkTreeKind trees;
  TbkProjectivizeOptions projectivize;

  const TbkEntry *entry;
  const TbkConlluSentence *sentence; /* NULL of brackets */
  const TbkConlluSentence *arcs;     /* whose DEPREL it is, mostly the same */
  gboolean is_broken;                /* heads are no tree */
  const TbkBracketTree *brackets;    /* NULL of dependencies */
  int n;
  const int *heads, *words; /* `words` may be NULL */
  guint64 stamp;            /* of the sentence, from 1 */

  guint known; /* a set of Fact */
  TbkTree *tree;
  TbkProjectivizer *projectivizer; /* this and the next two: NULL before they are needed */
  TbkClassifier *classifier;
  TbkLengthMeter *meter;
  int n_lost, max_depth; /* -1: not known */
  guint classes_known;
  TbkClasses classes;
  guint lengths_known;
  gint64 lengths[TBK_N_LENGTHS];
  GString *text; /* of the sentence */
  char *file, *language;
  FileParts parts;

  /* By word; of brackets, by node; scratch has three for each. */
  int *gaps, *edges, *crossings, *kept, *counts, *scratch;
  Room room;
  int *word_nodes, *constituent_nodes; /* of units, from 1 */
  int n_constituents;

  GArray *states; /* QueryState */
};

/* Finds what of @needs is not known; arrays are there then. */
gboolean facts_find (TbkFacts *facts, guint needs, GError **error);

static inline gboolean
facts_need (TbkFacts *facts, guint needs, GError **error)
{
  return G_LIKELY ((needs & ~facts->known & ~(guint) FACT_IN_READER) == 0)
         || facts_find (facts, needs, error);
}

/* Make known: how many arcs are lost; the greatest depth; whether the tree is in a class; a measure. */
gboolean facts_find_lost (TbkFacts *facts, GError **error);
gboolean facts_find_max_depth (TbkFacts *facts, GError **error);
gboolean facts_find_class (TbkFacts *facts, TbkClass class, gboolean *is_in, GError **error);
gboolean facts_find_length (TbkFacts *facts, TbkLength length, GError **error);

/* 3. alternatives: what tests compare with. */

/* A number: above / below, below > 0. */
typedef struct {
  gint64 above, below;
} Fraction;

/* Less than, equal to or greater than 0 as @a is to @b. */
int fraction_compare (Fraction a, Fraction b);

/* Reads digits, maybe with a minus before them and decimals behind them. */
gboolean fraction_read (const char *text, Fraction *number);

typedef struct {
  GPtrArray *exact;    /* texts */
  TbkVocabulary *many; /* the same where they are many, else NULL */
  GPtrArray *patterns; /* with * and ?, a backslash before what is neither */
  GArray *numbers;     /* Fraction */
  gboolean has_missing, has_any;
} Alternatives;

Alternatives *alternatives_new (void);
void alternatives_free (Alternatives *values);

/* Adds the value @raw, in which backslashes still are, for comparison with a value of @type; FALSE if it is none, with what
 * was expected. */
gboolean alternatives_add (Alternatives *values, const char *raw, TbkAttributeType type,
                           const char **expected);

/* Returns TRUE if @value is one of them. */
gboolean alternatives_have (const Alternatives *values, const TbkAttributeValue *value);

/* Returns TRUE if two values are equal, as with @. */
gboolean alternatives_are_same (const TbkAttributeValue *a, const TbkAttributeValue *b);

/* A regex for UTF-8; NULL with @error set to what was expected. */
GRegex *regex_new (const char *pattern, GError **error);

/* Searches @text, a value of @attribute, for a regex. @match: (out) (nullable): to be freed. FALSE with @error set if that
 * needs too many steps. */
gboolean regex_search (GRegex *regex, const TbkFacts *facts, TbkPiece text, const char *attribute,
                       GMatchInfo **match, gboolean *is_found, GError **error);

/* 4. program: an expression as tests, and instructions that lead from one to another.
 *
 * An instruction makes a test of a word and goes on to the instruction for its result, or ends. So `and`, `or` and `not`
 * are in the targets alone: `a and not b` is
 *
 *   1: a   yes: go on to 0, no: REJECT
 *   0: b   yes: REJECT, no: ACCEPT
 *
 * Instructions are made from the last to the first. A function as child() is a test of a set of words, which is found for
 * all words at once, when it is asked for first: its inside is a program of its own.
 */

typedef enum { TEST_YES, TEST_VALUES, TEST_REGEX, TEST_COMPARE, TEST_SAME, TEST_SET } TestKind;

typedef enum {
  COMPARE_EQUAL,
  COMPARE_LESS,
  COMPARE_LESS_EQUAL,
  COMPARE_GREATER,
  COMPARE_GREATER_EQUAL
} CompareSign;

typedef struct {
  TestKind kind;
  gboolean is_negated; /* by != or !~ */
  TbkAttribute *attribute, *other;
  Alternatives *values;
  GRegex *regex;
  CompareSign comparison;
  Fraction number;
  int set;
  int memo; /* -1: the result depends on the word */
} Test;

typedef enum {
  SET_CHILD,
  SET_DESCENDANT,
  SET_ANCESTOR,
  SET_SISTER,
  SET_CHILD_COUNT, /* the last that depends on the word */
  SET_ANY,
  SET_ALL,
  SET_NONE,
  SET_COUNT,
  N_SETS
} SetKind;

typedef struct {
  SetKind kind;
  TbkScope units;  /* of the inside */
  int entry;       /* of its program */
  int first_inner; /* the sets inside it are those from here on up to itself */
  gboolean is_negated;
  CompareSign comparison; /* of counts */
  Fraction number;
} WordSet;

enum { ACCEPT = -1, REJECT = -2 };

typedef struct {
  int test;
  int on[2]; /* by result: an instruction, ACCEPT or REJECT */
} Instruction;

/* 5. noted: values that are asked for and that no word has. */

typedef struct {
  TbkColumn column;
  gboolean is_cut;              /* of DEPREL, what comes before ':' */
  char *prefix, *text, *called; /* "upos=", "noun", "upos=noun"; "feats.", "Case=gen", "feats.Case=gen" */
  int is_found;                 /* atomic; the rest is guarded by `noting` */
  char *neighbour;              /* the nearest that is there, called likewise; NULL: none is near */
  int distance;                 /* of it; 0: another case alone */
} NotedValue;

struct TbkQuery {
  TbkTreeKind trees;
  char *text;
  guint64 serial;
  TbkScope scope;
  guint needs;
  GArray *tests;   /* Test */
  GArray *sets;    /* WordSet */
  GArray *code;    /* Instruction */
  int of_sentence; /* the program asked once a sentence; ACCEPT if there is none */
  int of_units;    /* and the one asked of each unit */
  int n_memos;
  GArray *noted;   /* NotedValue */
  int n_absent;    /* atomic: of these, not yet found */
  gint has_looked; /* some sentence was; atomic */
  GMutex noting;
};

void noted_init (TbkQuery *query);
void noted_clear (TbkQuery *query);

/* Adds a value that is asked for with =, of an attribute whose record says that such are noted. */
void noted_add (TbkQuery *query, const TbkAttribute *attribute, const char *value);

static inline Test *
query_test (const TbkQuery *query, int test)
{
  return &g_array_index (query->tests, Test, test);
}

static inline WordSet *
query_set (const TbkQuery *query, int set)
{
  return &g_array_index (query->sets, WordSet, set);
}

/* 6. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Returns TRUE if sentences must say in which document they are (TbkReaderOptions.keeps_documents). */
gboolean attribute_needs_documents (const TbkAttribute *attribute);

/**
 * facts_set_tree:
 * @heads: @n + 1 integers, a tree
 * @words: (nullable): @n + 1 integers: which word of the sentence each is; NULL: the same number
 *
 * Has @facts use another tree than the one of its sentence: of the same words, or of some of them (tbk_heads_without()).
 * Words are then 1..@n. `id` and `head` still are numbers of the sentence. Arrays are not copied.
 */
void facts_set_tree (TbkFacts *facts, const int *heads, int n, const int *words);

/* Reads HEAD and DEPREL from @sentence from now on, which has the same words and must stay as it is. Heads
 * need be no tree: then what is asked of the whole tree is missing, or no. */
void facts_set_arcs (TbkFacts *facts, const TbkConlluSentence *sentence);

/* In brackets the number of the node of unit @unit, from 1: a word, or of TBK_SCOPE_CONSTITUENT a constituent. -1 if memory
 * lacks. */
int facts_node (TbkFacts *facts, TbkScope scope, int unit);

/* Return what readers must know: that heads must make a tree; and as for attributes. @query: (nullable) */
gboolean query_needs_trees (const TbkQuery *query);
gboolean query_needs_documents (const TbkQuery *query);

/* Looks at the words of the sentence of @facts for values that @query asks for. Any thread. */
void query_note (TbkQuery *query, const TbkFacts *facts);

/* A value that an expression asks for with =, without * and ?, and that no word has; of UPOS, DEPREL and FEATS. All zeros but
 * for what comes out. */
typedef struct {
  int number;       /* where the search goes on */
  const char *text; /* "upos=noun"; owned by the query */
  const char
      *neighbour;   /* (nullable): the nearest that some word has, by case or a letter or two: "upos=NOUN" */
  gboolean is_case; /* that differs in case alone */
} QueryAbsent;

/* Finds the next value that none of the words had that query_note() looked at; FALSE if there are no more. To be called when no thread notes. */
gboolean query_next_absent (const TbkQuery *query, QueryAbsent *absent);

/* As for attributes. @keys: (nullable) */
gboolean keys_need_documents (const TbkKeys *keys);

/* Adds the names of the columns of keys: `file` without keys. @keys: (nullable) */
void keys_columns (const TbkKeys *keys, GPtrArray *names);

/* Ends the names of a table whose first columns are those of keys, with NULL. The column of a key that has the name of a
 * figure behind it is renamed: words is then words_of_sentence. @keys: (nullable) */
void keys_end_columns (const TbkKeys *keys, GPtrArray *names);

/* Appends the value of a key to @text. @unit: as for tbk_attribute_get() */
gboolean keys_append (const TbkKeys *keys, int key, TbkFacts *facts, int unit, GString *text,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Less than, equal to or greater than 0 as value @a of a key comes before @b: numbers as numbers, missing ones first; texts by
 * bytes. */
int keys_compare (const TbkKeys *keys, int key, const char *a, const char *b);

#endif
