/* help_pages.c - the pages of help about what many commands share: options, expressions, attributes. */
#include "commands/commands.h"

#include "tbk/query.h"

/* Parts of --where, --words and the like. */
static const ManualEntry expressions[] = {
  { "A=V,W  A!=V,W",
    "the attribute A is one of the values, or none of them; * matches any characters, ? one" },
  { "A~REGEX  A!~REGEX",
    "a regular expression is found anywhere in A, or is not; (?i) before it: in any case" },
  { "A<N  <=  >  >=", "A is a number below N, and so on" },
  { "A=@B  !=  <  ...", "two attributes of a word: feats.Case!=@head.feats.Case" },
  { "A", "A is yes: root, nonprojective, class.wn" },
  { "not E, E and E, E or E", "'not' binds closest, then 'and'; brackets ( ) group. The same is ! & |" },
  { "child(E)", "some dependent of the word meets E; likewise descendant, ancestor, sister" },
  { "child_count(E)>=N", "how many dependents meet E; count(E): how many words of the sentence" },
  { "any(E)", "some word of the sentence meets E; all(E): every word, none(E): no word" },
  { "_", "a value that is missing: feats.Case=_. In contrast, * is any value: feats.Case=*" },
  { "'...'  \"...\"",
    "quotes around a value with blanks, commas, round brackets, quotes or any of & | ! = < > ~; "
    "\\ before one sign does the same" },
  { "--where E", "is met if some word meets E. So 'not nonprojective' is: some arc is projective; "
                 "none(nonprojective), or projective: all are. Two --where can be met by two words" },
  { NULL, NULL },
};

static const HelpSection *
expression_sections (void)
{
  static const HelpSection sections[] = { { "Expressions", expressions }, { NULL, NULL } };

  return sections;
}

/* The sections of attributes, and the rows of each. */
enum { OF_WORDS, OF_SENTENCES, OF_BRACKETS, N_OF, MOST_ROWS = 32 };

/* The rows are made of the table when they are asked for; all measures are one row. */
static const HelpSection *
attribute_sections (void)
{
  static ManualEntry rows[N_OF][MOST_ROWS + 2];
  static const HelpSection sections[] = {
    { "Attributes of words", rows[OF_WORDS] },
    { "Attributes of sentences", rows[OF_SENTENCES] },
    { "Attributes of trees in brackets, and attributes of sentences up to split", rows[OF_BRACKETS] },
    { NULL, NULL }
  };
  g_autoptr (GString) measures = g_string_new ("measures of the tree, explained by 'tbk help tables stats':");
  int n[N_OF] = { 0 };
  TbkAttributeInfo info;

  for (int trees = 0; trees < TBK_TREES_N_KINDS; trees++)
    for (int i = 0; tbk_attribute_info ((TbkTreeKind) trees, i, &info); i++) {
      const int of = trees == TBK_TREES_BRACKETS    ? OF_BRACKETS
                     : info.scope == TBK_SCOPE_WORD ? OF_WORDS
                                                    : OF_SENTENCES;

      if (info.is_measure)
        g_string_append_printf (measures, " %s", info.name);
      else if ((of != OF_BRACKETS || info.scope != TBK_SCOPE_SENTENCE) && n[of] < MOST_ROWS)
        rows[of][n[of]++] = (ManualEntry){ info.name, info.help };
    }
  rows[OF_SENTENCES][n[OF_SENTENCES]] =
      (ManualEntry){ tbk_length_name (TBK_LENGTH_TOTAL), g_intern_string (measures->str) };
  return sections;
}

static const OptionGroup selection_groups[] = { SELECTION_GROUP, OPTION_GROUP (NULL, NULL) };

static const OptionGroup input_groups[] = { INPUT_GROUPS (corpus_format_entries, corpus_pass_input_entries),
                                            OPTION_GROUP ("Phrase structure in brackets", brackets_entries),
                                            OPTION_GROUP (NULL, NULL) };

static const OptionGroup running_groups[] = { FILES_GROUP, PART_GROUP,
                                              OPTION_GROUP ("Running", corpus_jobs_entries),
                                              OPTION_GROUP ("Running", projectivization_method_entries),
                                              END_GROUPS };

extern const HelpPage help_pages[];
const HelpPage help_pages[] = {
  { "selection",
    "Which sentences: the commands over treebanks process the sentences that meet all conditions. For instance: tbk filter "
    "--where 'deprel=nsubj and head.upos=NOUN and feats.Case=Gen' train.conllu.gz; 'tbk help attributes' lists the attributes",
    selection_groups, expression_sections },
  { "attributes",
    "What can be asked of words and sentences, in --where and other expressions ('tbk help selection'), as rows and as columns "
    "of tables. Before an attribute of words can be head., next. and previous., also several: head.next.form.",
    NULL, attribute_sections },
  { "input",
    "Input: how files are read. Not all commands have all of these options; 'tbk COMMAND --help=all' lists the options of "
    "one.",
    input_groups, NULL },
  { "running",
    "Files and threads. Without FILE, or if FILE is -, tbk reads standard input. A folder as FILE means the "
    "files below it.",
    running_groups, NULL },
  { NULL, NULL, NULL, NULL },
};
