/* manual.c - the columns and examples of every command. tests/examples.sh runs the examples. */
#include "options/options.h"
#include "statistics/statistics.h"
#include "draw/jobs.h"

#include <string.h>

#include "tbk/draw.h"
#include "tbk/statistics.h"

#define ENTRIES(...) ((const ManualEntry[]){ __VA_ARGS__, { NULL, NULL } })

/* A group of columns, as the library has them for tables of figures; a name may stand for several. */
#define GROUP(option, columns)                                                                               \
  {                                                                                                          \
    option, NULL, columns, G_N_ELEMENTS (columns)                                                            \
  }

/* The columns of a command that has one group, @number 0. */
#define ONE_GROUP(command)                                                                                   \
  static const TbkTableColumns *columns_of_##command (int number)                                            \
  {                                                                                                          \
    static const TbkTableColumns group = GROUP ("", command);                                                \
    return number == 0 ? &group : NULL;                                                                      \
  }

static const TbkTableColumns *
columns_of_choices (int number)
{
  static const TbkChoicesRows rows[] = { TBK_CHOICES_OF_LENGTHS, TBK_CHOICES_OF_INTERVALS,
                                         TBK_CHOICES_OF_SENTENCES, TBK_CHOICES_OF_ARCS };

  return number < (int) G_N_ELEMENTS (rows) ? tbk_choices_columns (rows[number]) : NULL;
}

static const TbkTableColumns *
columns_of_phrases (int number)
{
  return number <= 2 * TBK_PHRASE_FIGURES_TAGS + 1 ? &tbk_phrase_figures_columns (number / 2)[number % 2]
                                                   : NULL;
}

static const TbkTableColumn check_numbers[] = {
  { "findings", "how many there are" },
  { "incidents", "with --rules=ud: how many there are" },
  { "sentences", "with --by=test: sentences with such findings" },
  { "bad_sentences", "with --by=file: sentences that do not form a tree, or are not well formed" }
};

static const TbkTableColumn check_against[] = {
  { "change", "new, gone, became-nonprojective or became-projective" },
  { "old_head", "the head of the word in the older release" },
  { "old_deprel", "its relation in the older release" },
  { "old_sentences", "with --by=file: sentences of the older release" },
  { "sentences", "with --by=file: sentences of FILE" },
  { "paired", "with --by=file: sentences in both" },
  { "other_words", "with --by=file: paired sentences with other words" },
  { "other_arcs", "with --by=file: paired sentences with the same words and other arcs" },
  { "became_nonprojective", "with --by=file: sentences whose tree is no longer projective" },
  { "became_projective", "with --by=file: sentences whose tree is projective now" },
  { "words", "with --by=file: words of the paired sentences whose words are the same" },
  { "changed_arcs", "with --by=file: those with another head or relation" },
  { "before", "with --by=file or test: findings in the older release" },
  { "after", "with --by=file or test: findings in FILE" },
  { "gone", "with --by=file or test: findings that are gone" },
  { "new", "with --by=file or test: findings that are new" },
  { "words", "with --by=deprel: words with this old and this new relation" },
  { "other_head", "with --by=deprel: those with another head" },
  { "changed", "with --by=deprel: those with another head or relation" }
};

static const TbkTableColumns *
columns_of_check (int number)
{
  static const TbkTableColumns numbers = GROUP ("--by", check_numbers),
                               against = GROUP ("--against", check_against);

  return number < 2    ? tbk_checks_columns (number == 1)
         : number == 2 ? &numbers
         : number == 3 ? &against
                       : NULL;
}

/* Those of configurations come last. */
static const TbkTableColumns *
columns_with_configurations (gboolean is_of_phrases, int number)
{
  const TbkTableColumns *group = agreement_tables (is_of_phrases, number);
  gboolean is_next = number > 0 && agreement_tables (is_of_phrases, number - 1) != NULL;

  return group != NULL ? group : is_next ? differences_columns () : NULL;
}

static const TbkTableColumns *
columns_of_oracles (int number)
{
  return columns_with_configurations (FALSE, number);
}

static const TbkTableColumns *
columns_of_phrase_oracles (int number)
{
  return columns_with_configurations (TRUE, number);
}

static const TbkTableColumn evaluate[] = {
  { "UAS", "words with the right head" },
  { "LAS", "words with the right head and relation" },
  { "LA", "words with the right relation" },
  { "CLAS", "F1 of LAS over content words, as in the script of the CoNLL 2018 shared task: words whose "
            "relation up to ':' is acl, advcl, advmod, amod, appos, ccomp, compound, conj, csubj, dep, "
            "discourse, dislocated, expl, fixed, flat, goeswith, iobj, list, nmod, nsubj, nummod, obj, obl, "
            "orphan, parataxis, reparandum, root, vocative or xcomp. CLAS is an F1: correct is twice the "
            "right words, and total is gold + system" },
  { "..._no_punct", "the same without punctuation (--punct); empty if there is none" },
  { "nonprojective_precision",
    "arcs of the system that are not projective in its tree: the percentage of right ones" },
  { "nonprojective_recall",
    "gold arcs that are not projective in the gold tree: the percentage that the system has" },
  { "whole_unlabelled", "sentences with all heads right" },
  { "whole_labelled", "sentences with all heads and relations right" },
  { "precision", "over brackets: the system's constituents that are right, with their labels; unlabelled_...: without labels" },
  { "recall",
    "over brackets: the gold constituents that the system has; with --by of attributes: correct_both, in per cent of gold" },
  { "F1", "over brackets: the harmonic mean of precision and recall" },
  { "exact", "over brackets: trees without any mistake" },
  { "exact_unlabelled", "over brackets: trees without any mistake, labels aside" },
  { "not_crossing", "over brackets: constituents that cross no gold constituent" },
  { "trees_not_crossing", "over brackets: trees with such constituents only" },
  { "tags", "over brackets: words with the right tag" },
  { "correct", "the count of right items" },
  { "total", "the count of all items" },
  { "percent", "correct, in per cent of total" },
  { "correct",
    "with --align: the count of right items. Its measures are Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, "
    "Lemmas, UAS, LAS, CLAS, MLAS and BLEX, with precision, recall and f1" },
  { "gold", "with --align: items of the gold file; with --by of attributes: its words of the group" },
  { "system", "with --align: items of the system's file; with --by of attributes: its words of the group" },
  { "aligned", "with --align: gold items that are aligned with an item of the system" },
  { "correct_heads", "with --by of attributes: gold words of the group with the right head" },
  { "correct_both", "with --by of attributes: gold words of the group with the right head and relation" },
  { "uas", "with --by of attributes: correct_heads, in per cent of gold" },
  { "precision", "with --by of attributes: correct_both, in per cent of system" },
  { "f1", "with --by of attributes: the harmonic mean of precision and recall" },
  { "group",
    "over brackets, with --by: the label, the number of children, or the length in words; gold and system are constituents" },
  { "gold_correct", "over brackets, with --by: gold constituents that the system has; recall is their percentage of gold" },
  { "system_correct",
    "over brackets, with --by: the system's constituents that are right; precision is their percentage of system" },
  { "gold", "with --by=confusion: the relation (or the attribute of --of) in the gold file" },
  { "system", "with --by=confusion: the same in the system's file" },
  { "words", "with --by=confusion: the number of words with this pair" },
  { "other_words", "with --by=confusion --against: the number of words with this pair in OTHER" },
  { "cured", "with --by=confusion --against: words of SYSTEM with this pair that OTHER has right" },
  { "brought", "with --by=confusion --against: words of OTHER with this pair that SYSTEM has right" },
  { "other_head", "with --by=word --against: the head in OTHER" },
  { "other_deprel", "with --by=word --against: the relation in OTHER" },
  { "change", "with --by=word --against: cured: OTHER is right; brought: SYSTEM is right; both: neither is right" },
  { "line", "with --by=word: the line of the word in the gold file" },
  { "id", "with --by=word: the number of the word in its sentence" },
  { "head", "with --by=word: the gold head" },
  { "deprel", "with --by=word: the gold relation" },
  { "system_head", "with --by=word: the system's head" },
  { "system_deprel", "with --by=word: the system's relation" },
  { "..._correct", "with --by=sentence: the count of right items of a measure" },
  { "..._total", "with --by=sentence: the count of all items of a measure" },
  { "other_...", "with --by=sentence --against: the same of OTHER" },
  { "low", "lower end of the 95 % interval of percent, by bootstrap over sentences; with --align, of f1" },
  { "high", "upper end of that interval" },
  { "other_percent", "with --against: percent of OTHER" },
  { "other_f1", "with --against: F1 of OTHER" },
  { "runs",
    "with several runs: how many have a percentage of something, since the others do not count; percent is then their mean, and low and "
    "high hold over runs and sentences" },
  { "deviation", "with several runs: the standard deviation of percent over runs" },
  { "other_runs", "with several runs: the same of OTHER" },
  { "other_deviation", "with several runs: the standard deviation over runs of OTHER" },
  { "difference_low",
    "with several runs: lower end of the 95 % interval of the difference, over runs and sentences" },
  { "difference_high", "with several runs: upper end of that interval" },
  { "n", "with --n-best: how many trees of each sentence are looked at" },
  { "sentences", "with --n-best: sentences with that many trees or more" },
  { "first", "with --n-best: per cent right in the first tree" },
  { "best", "with --n-best: per cent right in the best of the n trees of each sentence" },
  { "mean", "with --n-best: per cent right, mean of the n trees" },
  { "p_holm",
    "with --against and --by: p after Holm's correction for all rows of the table, of all groups and systems" },
  { "difference", "with --against: difference in points, the system's minus OTHER's" },
  { "p", "with --against: p-value: how often chance alone gives a difference this large" },
  { "against", "with --against: which OTHER" }
};

ONE_GROUP (evaluate)

static const TbkTableColumn agree[] = {
  { "words", "words that are compared" },
  { "observed", "the proportion of agreement" },
  { "expected", "the proportion of agreement that chance gives" },
  { "alpha", "agreement beyond chance (Krippendorff): (observed - expected) / (1 - expected)" },
  { "kappa", "the same for two annotators, each with chances of their own (Cohen)" },
  { "low", "lower end of the 95 % interval of alpha, by bootstrap over sentences" },
  { "high", "upper end of that interval" },
  { "first", "with --by=pair: the first FILE of the pair" },
  { "second", "with --by=pair: the second FILE of the pair" },
  { "uses",
    "with --by=deprel: uses of the relation in all FILEs, each compared with every other FILE" },
  { "same", "with --by=deprel: uses where the other FILE has the same relation" },
  { "percent", "with --by=deprel: same, in per cent of uses" },
  { "same_arc", "with --by=deprel: uses where the other FILE has the same head and relation" },
  { "arc_percent", "with --by=deprel: same_arc, in per cent of uses" },
  { "file", "with --by=word: the first FILE" },
  { "line", "with --by=word: the line of the word in it" },
  { "id", "with --by=word: the number of the word in its sentence" },
  { "head_...", "with --by=word: the head in each FILE, by its number" },
  { "deprel_...", "with --by=word: the relation in each FILE, by its number" }
};

ONE_GROUP (agree)

static const TbkTableColumn steps[] = {
  { "student", "with --grade, as all columns: the name above the answers, or the name of the file" },
  { "sentence", "its ID, or its number" },
  { "sentences", "with --by=student: sentences to answer" },
  { "answered", "with --by=student: answers" },
  { "all_right", "with --by=student: answers without an error" },
  { "correct", "transitions before the first error" },
  { "lost", "gold arcs that the answer does not build" },
  { "points",
    "built gold arcs in per cent of all that can be built; with --by=student the mean over all sentences" }
};

ONE_GROUP (steps)

static const TbkTableColumn train[] = {
  { "epoch", "from 1" },
  { "loss", "per cent of predictions that were wrong in training; with a beam, per cent of sentences" },
  { "dev_uas", "UAS over the treebank of --dev" },
  { "dev_las", "LAS over it, with whole relations" },
  { "dev_f1", "over the treebank of --dev, in brackets" },
  { "seconds", "time since the start" }
};

ONE_GROUP (train)

static const Manual manuals[] = {
  {
      .command = "projectivize",
      .text = "No projective tree keeps more gold arcs than the output. Nothing else in the file changes, "
              "except DEPREL of a word that becomes or ceases to be the root. 'tbk restore' restores the "
              "original bytes.",
      .examples = ENTRIES ({ "tbk projectivize train.conllu.gz -o projective.conllu.gz", "a whole treebank" },
                           { "tbk projectivize --output-dir=projective -j0 treebanks/*.conllu.gz",
                             "many files, on all cores" },
                           { "tbk projectivize --mark=head train.conllu.gz -o marked.conllu",
                             "labels that a parser can learn" },
                           { "tbk projectivize --all=3 train.conllu.gz | head",
                             "three of the equally good trees of each sentence" }),
  },
  {
      .command = "repair",
      .text =
          "Cycles, words that depend on themselves, missing heads, several roots or none: no tree keeps more of the "
          "heads than the one that is written. Among trees that keep as many, relations and distances decide. Well-formed "
          "trees are copied unchanged; 'tbk restore' restores the original bytes. Sentences that are not chosen are "
          "copied unchanged. If you have the parser's scores, decode from them instead: repair sees only the heads.",
      .examples =
          ENTRIES ({ "tbk repair parsed.conllu -o trees.conllu", "every sentence a tree with one root" },
                   { "tbk repair --projective parsed.conllu | tbk stats", "and projective" },
                   { "tbk repair --like=train.conllu.gz parsed.conllu -o trees.conllu",
                     "which heads are likely, counted in a treebank of the language" },
                   { "tbk repair --test=punct train.conllu.gz -o new.conllu",
                     "and punctuation attached as 'tbk check' proposes" },
                   { "tbk repair --suggest --test=error,warning train.conllu.gz -o marked.conllu",
                     "proposals in MISC, for people to decide" },
                   { "tbk restore trees.conllu", "the bytes as they came" }),
  },
  {
      .command = "restore",
      .examples = ENTRIES ({ "tbk projectivize train.conllu.gz | tbk restore | cmp - train.conllu",
                             "restore the original text (of a .gz file the text, not the compressed bytes)" },
                           { "tbk restore --mark=head parsed.conllu -o output.conllu",
                             "restore arcs from the marks that a parser wrote" }),
  },
  {
      .command = "convert",
      .text =
          "In CoNLL-U, columns of other formats become attributes of MISC (PHEAD=3). In "
          "CoNLL-X PHEAD and PDEPREL are restored. CoNLL-X has no comments, multiword ranges and empty "
          "nodes, and no DEPS and MISC: a message counts what is left out. A form with a blank cannot be "
          "written in CoNLL-X and is an error. A head vector has the heads of the words 1, 2, ... of a tree "
          "on one line. Phrase structure in brackets becomes tags by --encoding=tetratags or attach-juxtapose.",
      .examples = ENTRIES (
          { "tbk convert --to=conllx train.conllu.gz -o train.conllx", "for parsers of 2006" },
          { "tbk convert --input=conllx train.conllx -o back.conllu", "and back" },
          { "tbk convert --to=heads train.conllu.gz -o train.heads", "for LAL" },
          { "tbk convert train.heads -o back.conllu", "and back, without forms" },
          { "tbk convert --encoding=tetratags trees.psd -o trees.tags", "for taggers of phrase structure" },
          { "tbk convert --input=encoded --encoding=tetratags trees.tags -o back.brackets", "and back" }),
  },
  {
      .command = "reorder",
      .text =
          "Trees, relations and features do not change; only the order of the words does. The columns ID, HEAD and "
          "DEPS follow, and so do multiword ranges whose words stay together.",
      .examples = ENTRIES ({ "tbk reorder --order=random train.conllu.gz | tbk stats --lengths",
                             "what chance does to lengths" },
                           { "tbk reorder --order=least-projective train.conllu.gz | tbk show",
                             "the shortest projective orders" },
                           { "tbk reorder --order=mirror train.conllu.gz | tbk restore | cmp - train.conllu",
                             "the bytes come back" }),
  },
  {
      .command = "update",
      .text =
          "Sentences of FIXED and FILE are paired by sent_id and words. A row of a table that fits no word of FILE is "
          "an error, and so are heads that do not form a tree. An empty cell changes nothing.",
      .examples = ENTRIES (
          { "tbk update --from=fixed.conllu train.conllu.gz -o new.conllu", "sentences that were corrected" },
          { "tbk update --from=changes.tsv train.conllu.gz -o new.conllu",
            "a table with columns sent_id, id, head, deprel" }),
  },
  {
      .command = "word-order",
      .columns = word_order_tables,
      .examples = ENTRIES ({ "tbk word-order treebanks/*.conllu.gz", "a row for each file" },
                           { "tbk word-order --by=head.upos,deprel,upos train.conllu.gz",
                             "for each kind of dependent how often it precedes its head" },
                           { "tbk word-order --by=sisters train.conllu.gz",
                             "the order of two dependents on one side of a head" }),
  },
  {
      .command = "encodings",
      .columns = tag_figures_tables,
      .examples = ENTRIES ({ "tbk encodings train.conllu.gz", "all encodings" },
                           { "tbk encodings --encoding=4-bit,hexatags --seen=train.conllu.gz dev.conllu",
                             "and tags that a tagger cannot have learnt" }),
  },
  {
      .command = "choices",
      .columns = columns_of_choices,
      .examples = ENTRIES ({ "tbk choices train.conllu.gz", "by length of sentence" },
                           { "tbk choices --by=sentence train.conllu.gz | sort -k7,7g | tail -n 3",
                             "the sentences with most choice" },
                           { "tbk choices --by=arc train.conllu.gz",
                             "for each arc that can be lost, the number of trees that keep it" },
                           { "tbk choices --by=file,words:5 --plot=choices.svg treebanks/*.conllu.gz",
                             "a line for each file" },
                           { "tbk projectivize --all --max=1 train.conllu.gz | tbk show -o all.html -",
                             "drawings of all optimal trees of a sentence" }),
  },
  {
      .command = "oracle",
      .text = "A record is a line of JSON: the gold heads, and a configuration of the parser. The answer is "
              "a line too. It gives for each transition the number of gold arcs that can still be built "
              "after it, and lists the optimal transitions. Records can come from a program in any "
              "language, over a pipe. There are also systems of phrase structure: top-down, in-order, "
              "bottom-up. The header tbk/oracle.h lists the keys of records.",
      .examples =
          ENTRIES ({ "echo '{\"heads\":[2,0,2],\"stack\":[0,1],\"buffer\":2}' | tbk oracle --system=swap",
                     "word 1 above 0, word 2 next" },
                   { "echo '{\"heads\":[2,0,2],\"prefix\":[\"SH\",\"LA\"]}' | tbk oracle",
                     "a configuration given by the transitions before it" },
                   { "tbk oracle --system=swap records.jsonl -o values.jsonl", "a file of records" }),
  },
  {
      .command = "transitions",
      .text =
          "With swap and covington a sentence of N words can need N*N/2 transitions. A sentence that needs "
          "more than 4194304 counts as wrong data. With two-planar all pairs of arcs are compared, so the "
          "time grows like N*N.",
      .examples = ENTRIES ({ "tbk transitions --system=swap train.conllu.gz | head -n 1", "one sentence" },
                           { "tbk transitions --system=swap --relations train.conllu.gz -o sequences.jsonl",
                             "with relations" },
                           { "tbk transitions --system=swap --replay --onto=train.conllu.gz sequences.jsonl",
                             "the trees that they build" }),
  },
  {
      .command = "steps",
      .columns = columns_of_steps,
      .text =
          "A row has a configuration: the stack with its top at the right, a second list or stack in "
          "brackets, and the input. Then it lists the transition taken, what it makes, and the other "
          "possible transitions. *: a best transition; +2: transitions after which two more gold arcs are "
          "lost, or two more constituents are missing or wrong. The exact oracle computes the costs. ?: "
          "cost unknown (the search gave up, or was not tried; see --limit=search). With "
          "arc-eager-nederhof-uncorrected a sentence of 4096 words needs up to two GB of memory, one of "
          "1000 words 70 MB.",
      .examples = ENTRIES (
          { "tbk steps --system=arc-eager --max=1 train.conllu.gz", "how a parser builds the first tree" },
          { "tbk steps --system=arc-eager --where 'words<=12' --max=3 train.conllu.gz -o steps.html",
            "a page to walk through the steps" },
          { "tbk steps --walk=explore:0.1 --max=1 train.conllu.gz",
            "with a random step with probability 0.1, and what it costs" },
          { "tbk transitions --system=swap train.conllu.gz | tbk steps --system=swap --grade=- train.conllu.gz",
            "grade given steps: the first error of each sentence" },
          { "tbk steps --grade=answers --id=en-06 --output-dir=pages en.conllu -o points.csv",
            "grade a class: each student has a file in the folder answers" }),
  },
  {
      .command = "show",
      .text =
          "In text each word has a row. An arrowhead points at a dependent. To find the head, follow the "
          "line to its other end, the one without an arrowhead. Arcs that are not projective, or that were "
          "moved, have double lines; with --against, arcs that differ. The title lists the widest classes "
          "that the tree is not in, with the names of 'tbk stats --classes'.",
      .examples = ENTRIES (
          { "tbk show train.conllu.gz", "the first ten trees; all of them in a pipe" },
          { "tbk show --where 'deprel=nsubj and nonprojective' train.conllu.gz",
            "subjects with non-projective arcs" },
          { "tbk show --where 'lost_arcs>=1' --projectivized --max=1 train.conllu.gz", "before and after" },
          { "tbk show --format=tikz --max=1 train.conllu.gz -o tree.tex", "for a paper in LaTeX" },
          { "tbk show --format=html --where 'not projective' train.conllu.gz -o trees.html",
            "a page to keep or send" },
          { "tbk show --format=svg --where sentence=3 train.conllu.gz -o tree.svg", "one drawing" },
          { "tbk show --against=parsed.conllu gold.conllu -o differences.html",
            "differences between a parser and the gold file" }),
  },
  {
      .command = "filter",
      .text = "A sentence is written if it meets all conditions. Its bytes do not change.",
      .examples = ENTRIES (
          { "tbk filter --where 'not projective and words<=15' train.conllu.gz",
            "short sentences to look at" },
          { "tbk filter --where 'lost_arcs>=2' train.conllu.gz | tbk stats", "figures of a selection" },
          { "tbk filter --where 'not class.wn and words<=15' train.conllu.gz", "short ill-nested sentences" },
          { "tbk filter --where 'deprel=obj and head.upos=VERB and feats.Case=Acc' train.conllu.gz",
            "a word with this relation and case, whose head is a verb" },
          { "tbk filter --where 'none(udeprel=nsubj)' train.conllu.gz", "sentences without a subject" },
          { "tbk filter --sample=10 --seed=7 treebanks/*.conllu.gz -o sample.conllu",
            "ten sentences, drawn at random from all files" },
          { "tbk filter --split=train:80,dev:10,test:10 --by=document --output-dir=splits treebanks/*.conllu.gz",
            "a training, a development and a test set: each document in one of them" }),
  },
  {
      .command = "find",
      .columns = found_tables,
      .bracket_columns = found_bracket_tables,
      .examples = ENTRIES (
          { "tbk find upos=VERB train.conllu.gz", "each verb, with the words around it" },
          { "tbk find 'deprel=amod and feats.Case!=@head.feats.Case and head.feats.Case=*' train.conllu.gz",
            "adjectives that do not agree with their head in case" },
          { "tbk find upos=VERB --by=lemma,children --sort=count train.conllu.gz", "valency of verbs" },
          { "tbk find 'gap_degree>0' --by=deprel,gap_degree train.conllu.gz", "gap degree by relation" },
          { "tbk find form='*ing' --columns=form,upos,head.form,deprel train.conllu.gz",
            "other columns: any attributes" },
          { "tbk find 'child_count(udeprel=obl)>=2' train.conllu.gz -o obliques.html", "a page of drawings" },
          { "tbk find 'label=NP and parent.label=VP' --by=span trees.psd",
            "phrase structure: constituents of a label, or words" }),
  },
  {
      .command = "stats",
      .columns = figures_tables,
      .bracket_columns = columns_of_phrases,
      .examples = ENTRIES (
          { "tbk stats train.conllu.gz dev.conllu", "a row for each file, and TOTAL" },
          { "tbk stats --by=deprel --sort=lost_arcs train.conllu.gz | head",
            "the relations that lose most arcs" },
          { "tbk stats --by=arc train.conllu.gz", "every arc that is not projective, and where it goes" },
          { "tbk stats --lengths --without upos=PUNCT train.conllu.gz",
            "lengths of dependencies, without punctuation" },
          { "tbk stats --lengths --by=words:5 --plot=lengths.svg treebanks/*.conllu.gz",
            "lengths compared with random and best orders, a panel for each file" },
          { "tbk stats --lengths --intervals --by=language --plot=mdd.svg treebanks",
            "mean lengths of languages with their intervals, the largest first" },
          { "tbk stats --classes --by=language treebanks", "classes of trees, for a folder" },
          { "tbk stats --lengths --by=sentence --format=jsonl train.conllu.gz",
            "all values of each sentence" },
          { "zcat train.conllu.gz | tbk stats", "from a pipe" }),
  },
  {
      .command = "check",
      .text =
          "A finding is a word and a new head for it, which leaves fewer arcs that are not projective. "
          "Findings of a sentence build on each other: each assumes the new heads of the findings before it. "
          "There are three levels. Errors are words that annotators of the Universal Dependencies "
          "nearly always changed later. Warnings are words that they mostly changed. Notes are often right "
          "as they are. A sentence that does not form a tree, or is not well formed, is a finding of level error too, "
          "under the name that UD's validator has for it: invalid-head, unknown-head, head-self-loop, "
          "multiple-roots, non-tree, and tests of lines, such as number-of-columns; without such a name, "
          "invalid-line or invalid-file. --test hides none of these, and the run continues after them. They are "
          "reported whatever sentences are chosen, except that a tree with several roots must meet the conditions. "
          "More than 1000 words in crossings are too-tangled: no words are sought in that sentence. The exit status is 1 if something was found.",
      .columns = columns_of_check,
      .examples = ENTRIES (
          { "tbk check train.conllu.gz", "the findings, the surest first; into a pipe or file, a table" },
          { "tbk check --by=test train.conllu.gz dev.conllu", "how many findings of each kind" },
          { "tbk check -o check.html train.conllu.gz", "a page with drawings" },
          { "tbk repair --test=punct train.conllu.gz -o new.conllu",
            "attach punctuation as proposed, and nothing else" },
          { "tbk check --rules=ud --format=github --fail-on=never train.conllu.gz",
            "in a workflow of GitHub" }),
  },
  {
      .command = "compare-oracles",
      .text =
          "An approximate oracle is simple to write and sometimes wrong; for most systems it is no faster "
          "than the exact oracle. This command walks through each treebank with a transition system. In "
          "every configuration it compares the variants with the reference. Sentences of more than 1000 "
          "words are left out and counted in a message; --limit=words changes the limit. Over brackets the "
          "limit is 1000 words or 4000 constituents.",
      .columns = columns_of_oracles,
      .bracket_columns = columns_of_phrase_oracles,
      .examples = ENTRIES ({ "tbk compare-oracles --system=arc-eager train.conllu.gz",
                             "the approximate oracle against the exact one" },
                           { "tbk compare-oracles --system=arc-standard --walk=explore:0.3 train.conllu.gz",
                             "off the gold path" },
                           { "tbk compare-oracles --by=language --intervals --plot=languages.svg treebanks",
                             "in which languages oracles differ most, with intervals" },
                           { "tbk compare-oracles --by=configuration --max=3 train.conllu.gz -o where.html",
                             "drawings of the configurations in which oracles differ" },
                           { "tbk compare-oracles --output-dir=pages treebanks/*.conllu.gz",
                             "tables, plots and a page" }),
  },
  {
      .command = "merge",
      .text = "With --part=I/N a command does one part of a run, and with --tally it writes the integers "
              "behind its table. From the tallies of all parts, in any order, this command makes the table "
              "that the undivided run prints, byte for byte (sorted if --sort is given again). Tallies with "
              "different options or files are refused, and so is a part that is given twice.",
      .examples = ENTRIES (
          { "tbk stats --part=1/2 --tally=part-1.json treebanks", "one half of the files" },
          { "tbk stats --part=2/2 --tally=part-2.json treebanks", "the other, maybe on another machine" },
          { "tbk merge part-1.json part-2.json", "the table of all" }),
  },
  {
      .command = "evaluate",
      .columns = columns_of_evaluate,
      .text = "SYSTEM is a file, or runs of one system joined by commas: a1.conllu,a2.conllu.",
      .examples = ENTRIES ({ "tbk evaluate gold.conllu parsed.conllu", "the measures" },
                           { "tbk evaluate --by=deprel gold.conllu parsed.conllu", "by relation" },
                           { "tbk evaluate --by=confusion --sort=words gold.conllu parsed.conllu",
                             "which relation is confused with which" },
                           { "tbk evaluate --by=word gold.conllu parsed.conllu", "each word that differs" },
                           { "tbk evaluate --against=other.conllu gold.conllu parsed.conllu",
                             "two parsers: is the difference more than chance?" },
                           { "tbk evaluate --align gold.conllu parsed.conllu", "other tokens and sentences" },
                           { "tbk evaluate --by=children trees.psd parsed.psd", "phrase structure" },
                           { "tbk evaluate --delete=TOP,. --equal=PRT=ADVP trees.psd parsed.psd",
                             "with parameters as in evalb" }),
  },
  {
      .command = "agree",
      .columns = columns_of_agree,
      .text =
          "Values are heads as seen from words (next word, third word before, root), these with relations (arcs), and "
          "relations. Alpha and kappa are 1 for full agreement, 0 for what chance gives. HEAD `_` is a missing value.",
      .examples = ENTRIES (
          { "tbk agree anna.conllu ben.conllu", "alpha, with the agreement that chance would give" },
          { "tbk agree --by=pair anna.conllu ben.conllu cleo.conllu", "kappa of each two" },
          { "tbk agree --by=deprel anna.conllu ben.conllu", "relations on which they differ" },
          { "tbk agree --by=word -o disputed.csv anna.conllu ben.conllu", "each word on which they differ" }),
  },
  {
      .command = "vote",
      .text =
          "The tree of each sentence has the most votes for its arcs; then for relations; then the most arcs of the "
          "first FILE, then of the second. So list the most trusted file first. The first also gives all other "
          "columns. Ill-formed trees may vote too. Parsers that differ gain most.",
      .examples =
          ENTRIES ({ "tbk vote one.conllu two.conllu three.conllu -o voted.conllu", "one tree out of three" },
                   { "tbk vote --weights=3,2,2 one.conllu two.conllu three.conllu -o voted.conllu",
                     "the first counts more" },
                   { "tbk vote --projective one.conllu two.conllu -o voted.conllu", "projective trees" }),
  },
  {
      .command = "train",
      .text = "Sentences of more than 1000 words are left out and counted in a message; "
              "--limit=words changes the limit. Over brackets the limit is 1000 words or 4000 constituents.",
      .columns = columns_of_train,
      .examples = ENTRIES (
          { "tbk train train.conllu.gz -o model.tbk", "learn in a minute or less" },
          { "tbk train --dev=dev.conllu train.conllu.gz -o model.tbk", "keep the best epoch" },
          { "tbk train --system=swap --epochs=5 train.conllu.gz -o swap.tbk",
            "a parser that makes trees that are not projective" },
          { "tbk train --system=top-down trees.psd -o phrases.tbk", "a parser of phrase structure" }),
  },
  {
      .command = "parse",
      .text = "HEAD and DEPREL of every word are replaced; every other byte is kept. tbk has no tokeniser "
              "and no tagger: the words and their columns must be in the input. A model of phrase structure "
              "writes trees in brackets, one per line. It reads trees or, with --input=tagged, words with "
              "tags, and has the options for brackets that 'tbk train --input=brackets --help' lists. In "
              "models of swap and covington, words more than 1000 apart never meet.",
      .examples =
          ENTRIES ({ "tbk parse -m model.tbk dev.conllu -o parsed.conllu", "parse a file" },
                   { "tbk parse -m model.tbk dev.conllu | tbk evaluate dev.conllu -", "parse and evaluate" },
                   { "tbk parse -m model.tbk --beam=8 --n-best=3 dev.conllu", "the three best trees" },
                   { "tbk parse -m model.tbk --margin dev.conllu", "how sure the parser is of each arc" },
                   { "tbk parse -m phrases.tbk trees.psd -o parsed.psd", "by a model of phrase structure" },
                   { "echo 'she/PRO slept/V' | tbk parse -m phrases.tbk --input=tagged", "words with tags" }),
  },
};

const Manual *
manual_at (guint m)
{
  return m < G_N_ELEMENTS (manuals) ? &manuals[m] : NULL;
}

char *
manual_column_help (const TbkTableColumns *(*columns) (int number), int number, int c)
{
  const TbkTableColumns *group = columns (number);
  const TbkTableColumn *column = &group->columns[c];

  if (column->help != NULL)
    return g_strdup (column->help);
  for (int g = 0; g < number; g++)
    for (int other = 0; other < columns (g)->n_columns; other++)
      if (columns (g)->columns[other].help != NULL
          && g_str_equal (tbk_table_columns_name (columns (g), other), tbk_table_columns_name (group, c)))
        return g_strdup (columns (g)->columns[other].help);
  if (column->cell != TBK_CELL_PERCENT)
    return g_strdup ("");
  return g_strdup_printf ("%s, in per cent of %s", group->integers[column->numerator].name,
                          group->integers[column->denominator].name);
}

const Manual *
manual_find (const char *command)
{
  for (guint m = 0; m < G_N_ELEMENTS (manuals); m++)
    if (strcmp (manuals[m].command, command) == 0)
      return &manuals[m];
  g_error ("tools/options/manual.c has no entry for the command %s: at least examples were expected",
           command);
}
