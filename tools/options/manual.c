/* manual.c - the columns and examples of every command. tests/examples.sh runs the examples. */
#include "options/options.h"

#include <string.h>

#define ENTRIES(...) ((const ManualEntry[]){ __VA_ARGS__, { NULL, NULL } })

static const Manual manuals[] = {
  {
      .command = "projectivize",
      .text = "No projective tree keeps more gold arcs than the one that is written. Nothing else in the "
              "file changes, except DEPREL of a word that becomes the root or ceases to be it. 'tbk restore' "
              "brings the original bytes back.",
      .examples = ENTRIES ({ "tbk projectivize train.conllu.gz -o projective.conllu.gz", "a whole treebank" },
                           { "tbk projectivize --output-dir=projective -j0 treebanks/*.conllu.gz",
                             "many files, on all cores" },
                           { "tbk projectivize --mark=head train.conllu.gz -o marked.conllu",
                             "labels that a parser can learn" },
                           { "tbk projectivize --all=3 train.conllu.gz | head",
                             "three of the equally good trees of each sentence" }),
  },
  {
      .command = "restore",
      .examples = ENTRIES ({ "tbk projectivize train.conllu.gz | tbk restore | cmp - train.conllu",
                             "the original text comes back (of a .gz the text, not the compressed bytes)" },
                           { "tbk restore --mark=head parsed.conllu -o output.conllu",
                             "decode the marks that a parser wrote" }),
  },
  {
      .command = "convert",
      .text =
          "In CoNLL-U, columns that it has not become attributes of MISC under their names, PHEAD=3; in CoNLL-X "
          "PHEAD and PDEPREL come back. CoNLL-X has no comments, multiword ranges and empty nodes, and no DEPS "
          "and MISC: a message counts what is left out. A form with a blank, for which it has no place, is an "
          "error. A head vector has the heads of the words 1, 2, ... of a tree on one line.",
      .examples =
          ENTRIES ({ "tbk convert --to=conllx train.conllu.gz -o train.conllx", "for parsers of 2006" },
                   { "tbk convert --input=conllx train.conllx -o back.conllu", "and back" },
                   { "tbk convert --to=heads train.conllu.gz -o train.heads", "for LAL" },
                   { "tbk convert --input=heads train.heads -o back.conllu", "and back, without forms" }),
  },
  {
      .command = "choices",
      .columns =
          ENTRIES ({ "words_from, words_to", "the lengths of sentences in the row" },
                   { "trees", "how many sentences have these lengths" },
                   { "nonprojective_trees", "how many of their trees are not projective" },
                   { "lost_arcs", "gold arcs that must be lost to make each tree projective, in sum" },
                   { "choices_median, choices_max",
                     "how many projective trees keep the most gold arcs: median (of an even number of trees, "
                     "the lower of the two in the middle) and greatest number; 1 where no tree loses arcs" },
                   { "log10_choices_mean", "mean of the decimal logarithms of these numbers" },
                   { "choices", "with --by=sentence and --by=arc: the number itself" },
                   { "kept", "with --by=arc: how many of these trees keep this gold arc; 0: none does" }),
      .examples = ENTRIES (
          { "tbk choices train.conllu.gz", "by length of sentence" },
          { "tbk choices --by=sentence train.conllu.gz | sort -k7,7g | tail -n 3",
            "the sentences with most choice" },
          { "tbk choices --by=arc train.conllu.gz",
            "of each arc that can be lost, in how many trees it is kept" },
          { "tbk choices --per-file --plot=choices.svg treebanks/*.conllu.gz", "a line for each file" },
          { "tbk projectivize --all --sentence=1 train.conllu.gz | tbk show -o all.html -",
            "drawings of all optimal trees of a sentence" }),
  },
  {
      .command = "oracle",
      .text = "A record is a line of JSON: the gold heads, and a configuration of the parser. The answer "
              "is a line too. It says for each transition how many gold arcs can still be built after it, "
              "and which transitions are optimal. Records can come from a program in any language, over a "
              "pipe. There are also systems of phrase structure: top-down, in-order, bottom-up. The "
              "header tbk/oracle_records.h lists the keys of records.",
      .examples =
          ENTRIES ({ "echo '{\"heads\":[2,0,2],\"stack\":[0,1],\"buffer\":2}' | tbk oracle",
                     "word 1 above 0, word 2 next" },
                   { "echo '{\"heads\":[2,0,2],\"prefix\":[\"SH\",\"LA\"]}' | tbk oracle --system=arc-eager",
                     "a configuration told by the transitions before it" },
                   { "tbk oracle --system=swap records.jsonl -o values.jsonl", "a file of records" }),
  },
  {
      .command = "transitions",
      .text =
          "With swap and covington a sentence of N words can take N*N/2 transitions. A sentence that "
          "takes more than 4194304 counts as wrong data. With two-planar all pairs of arcs are compared, so "
          "that long sentences take a time like N*N.",
      .examples = ENTRIES ({ "tbk transitions --system=swap train.conllu.gz | head -n 1", "one sentence" },
                           { "tbk transitions --system=swap --relations train.conllu.gz -o sequences.jsonl",
                             "with relations" },
                           { "tbk transitions --system=swap --replay --onto=train.conllu.gz sequences.jsonl",
                             "the trees that they build" },
                           { "tbk transitions --system=arc-eager --format=text --max=1 train.conllu.gz",
                             "step by step, with what other steps would cost" }),
  },
  {
      .command = "show",
      .text =
          "In text each word has a row. An arrowhead points at a dependent. Its head is the row where "
          "the same vertical line ends without an arrowhead. Arcs that are not projective, or that "
          "were moved, have double lines; with --against, those that differ. The title names the widest classes that the tree is outside "
          "of, as 'tbk stats --classes' calls them. With --steps a row has a configuration: the stack, its top "
          "at the right, a second list or stack in brackets, and the input. Then the transition that is taken, "
          "what it makes, and the other transitions that are possible: * is as good as any, behind +2 are those "
          "after which two more gold arcs are lost, or two more constituents missing or wrong. The costs are those "
          "of the exact oracle; ? is one that its search did not find, or did not seek where "
          "all searches of a long sentence had looked at enough (--search). Of arc-eager-uncorrected a sentence of 4096 words takes up to "
          "two GB of memory, one of 1000 words 70 MB.",
      .examples = ENTRIES (
          { "tbk show train.conllu.gz", "the first ten trees; all of them in a pipe" },
          { "tbk show --nonprojective --deprel=nsubj train.conllu.gz", "subjects away from their heads" },
          { "tbk show --min-lost=1 --projectivized --max=1 train.conllu.gz", "before and after" },
          { "tbk show --format=tikz --max=1 train.conllu.gz -o tree.tex", "for a paper in LaTeX" },
          { "tbk show --format=html --nonprojective train.conllu.gz -o trees.html",
            "a page to keep or send" },
          { "tbk show --format=svg --sentence=3 train.conllu.gz -o tree.svg", "one drawing" },
          { "tbk show --against=parsed.conllu gold.conllu -o differences.html",
            "what a parser does otherwise than the gold file" },
          { "tbk show --steps --system=arc-eager --max-words=12 --max=3 train.conllu.gz -o steps.html",
            "a page to walk through the steps of a parser" },
          { "tbk transitions --system=swap train.conllu.gz | tbk show --steps --system=swap --grade=- train.conllu.gz",
            "grade given steps: the first error of each sentence" }),
  },
  {
      .command = "filter",
      .text = "A sentence is written if it meets all conditions. Its bytes are those of the input.",
      .examples = ENTRIES (
          { "tbk filter --nonprojective --max-words=15 train.conllu.gz", "short sentences to look at" },
          { "tbk filter --min-lost=2 train.conllu.gz | tbk stats", "figures of a selection" },
          { "tbk filter --class=wn --invert train.conllu.gz | tbk filter --max-words=15",
            "short ill-nested sentences" },
          { "tbk filter --sample=10 --seed=7 treebanks/*.conllu.gz -o sample.conllu",
            "ten sentences, drawn from all files" },
          { "tbk filter --split=train:80,dev:10,test:10 --by-document --into=splits treebanks/*.conllu.gz",
            "a training, a development and a test set: each document in one of them" }),
  },
  {
      .command = "stats",
      .columns = ENTRIES (
          { "sentences, words", "a word is a line with a whole number as ID" },
          { "nonprojective_trees", "trees with at least one arc that is not projective" },
          { "nonprojective_arcs", "arcs over a word that does not descend from the head of the arc" },
          { "max_length", "words of the longest sentence" },
          { "lost_arcs", "gold arcs that must be lost to make each tree projective, in sum" },
          { "certain",
            "by deprel, upos, direction or distance: lost arcs that no optimal projective tree keeps" },
          { "..._percent",
            "shares of the sentences, or of the words: each word is the dependent of one arc" },
          { "upper_bound_uas", "per cent of words whose gold head a projective parser can still find" },
          { "mean_length",
            "with --lengths, by deprel, upos, direction or distance: mean length of the arcs, those of 0 "
            "left out" },
          { "trees_measured, trees_left_out",
            "with --lengths: trees with one root, over which the next columns are; and the other trees, "
            "also those of no words or more than 30000" },
          { "arcs, total_length, crossings",
            "arcs between words; the sum of their lengths, 1 between neighbours; pairs that cross" },
          { "mdd, mdd_of_sentences",
            "mean length of all arcs; mean over sentences of two words or more of the mean in each" },
          { "mdd_least, mdd_least_projective",
            "mdd if the words of each tree stood in the order, or the projective order, of least total "
            "length; the first of trees of 1000 words or fewer, and so omega" },
          { "mdd_random_projective, mdd_random_planar, mdd_random",
            "exact mean over all projective orders, orders without crossings, orders" },
          { "omega", "mean over sentences of three words or more: 1 as short as can be, 0 as random, below 0 "
                     "longer" },
          { "adjacent_percent, head_initial_percent", "arcs of length 1; arcs whose head comes first" },
          { "mean_depth", "arcs from the root down, over all words but the root" },
          { "max_arc, max_flux, max_flux_weight",
            "the longest arc; most arcs over one gap between words; most of these without a word in common" },
          { "D, C, ... V_C",
            "with --lengths --by=sentence --format=jsonl: each value exactly; tbk/lengths.h explains them" },
          { "proj, planar, ... attardi4",
            "with --classes: trees outside each class; tbk/classes.h explains them. Classes whose names "
            "end in 0 count the arcs of 0 among those that can cross, the others do not" },
          { "max_gap_degree, max_edge_degree", "the greatest that a tree has" },
          { "not_decided",
            "trees too tangled for some class: over 64 words take part; they count as inside" },
          { "new_head", "with --by=arc: the head in the tree that 'tbk projectivize' writes" },
          { "levels_lifted",
            "arcs from the gold head up to the new head: 0 if the arc is kept, empty if the new head is "
            "not above" }),
      .bracket_columns =
          ENTRIES ({ "trees, words, constituents", "as they are after normalisation" },
                   { "labels, tags", "how many different labels of constituents, and tags of words" },
                   { "unary", "constituents of one child" },
                   { "unary_over_constituent", "such constituents whose child is a constituent" },
                   { "max_chain", "the most constituents over the same words" },
                   { "max_height", "the most constituents over one word" },
                   { "max_words, max_children", "words of the longest tree; most children of a constituent" },
                   { "displaced_trees, displaced", "trees with traces *ICH*, and how many traces" },
                   { "..._percent", "with --by: shares, of all constituents or of all words" }),
      .examples = ENTRIES (
          { "tbk stats train.conllu.gz dev.conllu", "a row for each file, and TOTAL" },
          { "tbk stats --by=deprel --sort=lost_arcs train.conllu.gz | head",
            "the relations that lose most arcs" },
          { "tbk stats --by=arc train.conllu.gz", "every arc that is not projective, and where it goes" },
          { "tbk stats --lengths --skip-upos=PUNCT train.conllu.gz",
            "lengths of dependencies, without punctuation" },
          { "tbk stats --lengths --by=length --plot=lengths.svg treebanks/*.conllu.gz",
            "lengths beside random and best orders, a panel for each file" },
          { "tbk stats --classes --by=language treebanks", "classes of trees, for a folder" },
          { "tbk stats --lengths --by=sentence --format=jsonl train.conllu.gz",
            "all values of each sentence" },
          { "zcat train.conllu.gz | tbk stats", "from a pipe" }),
  },
  {
      .command = "check",
      .text =
          "A finding is a word and a new head for it, which leaves fewer arcs that are not projective. "
          "Findings of a sentence build on each other: each takes the new heads of those before it for "
          "given. There are three levels. Errors are words that annotators of the Universal Dependencies "
          "nearly always changed later. Warnings are words that they mostly changed. Notes are often right "
          "as they are. A sentence that is no tree, or not well formed, is a finding of level error as well, "
          "under the name that UD's validator has for it: invalid-head, unknown-head, head-self-loop, "
          "multiple-roots, non-tree, and those of lines, such as number-of-columns; without such a name, "
          "invalid-line or invalid-file. --test hides none of these, and the run goes on after them. They are "
          "reported whatever sentences are chosen, except that a tree with several roots must meet the conditions. "
          "More than 1000 words in crossings are too-tangled: no words are sought in that sentence. The exit status is 1 if something was found.",
      .columns = ENTRIES (
          { "line, node", "the word: its line in the file, and its number in the sentence" },
          { "test",
            "the kind of finding: punct-is-nonproj, punctuation across other words; "
            "punct-causes-nonproj, punctuation under an arc that it makes non-projective; "
            "function-head-nonproj, a word on a function word; cc-nonproj, a conjunction right of its "
            "head; is-nonproj, causes-nonproj: any other word" },
          { "level", "error, warning or note" },
          { "head, new_head",
            "the head of the word, and the proposed one; of a sentence that is no tree, what is in HEAD" },
          { "alternatives",
            "up to two other heads that leave as few non-projective arcs as new_head, with commas between them" },
          { "mends", "dependents of the arcs that become projective" },
          { "left", "non-projective arcs that remain in the sentence" },
          { "at_least", "the fewest words that a repair of the sentence changes" },
          { "findings, incidents", "with --by: how many there are; with --tests they are incidents" },
          { "sentences", "with --by=test: sentences with such findings" },
          { "bad_sentences", "with --by=file: sentences that are no tree, or not well formed" }),
      .examples = ENTRIES (
          { "tbk check --format=text train.conllu.gz", "the findings, the surest first" },
          { "tbk check --by=test train.conllu.gz dev.conllu", "how many findings of each kind" },
          { "tbk check -o check.html train.conllu.gz", "a page with drawings" },
          { "tbk check --test=punct-is-nonproj,punct-causes-nonproj --write=repair train.conllu.gz -o "
            "new.conllu",
            "repair punctuation only" },
          { "tbk check --tests --format=github --fail=never train.conllu.gz", "in a workflow of GitHub" }),
  },
  {
      .command = "compare",
      .text =
          "An approximate oracle is simple to write and sometimes wrong; of most systems it is not faster than the exact one here. This command walks through each treebank "
          "with a transition system. In every configuration on the way it compares the variants with "
          "the reference. Sentences of more than 1000 words are left out and counted in a message; "
          "--max-words changes the limit. Over brackets the limit is 1000 words or 4000 constituents.",
      .columns = ENTRIES (
          { "configurations", "configurations met on the walks" },
          { "values_differ", "configurations in which some transition has another value" },
          { "sets_differ", "configurations in which other transitions are optimal" },
          { "contained", "of these, how often the variant's optimal transitions are among the reference's" },
          { "reference_us, variant_us",
            "microseconds in all; with --by=configuration-length, per configuration" }),
      .bracket_columns =
          ENTRIES ({ "distance", "constituents lost so far; all: any number" },
                   { "trees, configurations", "trees, and the configurations met on the walks" },
                   { "losses_differ",
                     "configurations in which the printed oracle finds another loss than the exact one" },
                   { "sets_differ", "configurations in which other transitions are optimal" },
                   { "wrong_extra", "configurations in which it takes a transition for optimal that is not" },
                   { "missing", "configurations in which it misses an optimal transition" },
                   { "empty", "configurations in which it takes no transition for optimal" },
                   { "harm", "constituents that the worst of its transitions loses, in sum" }),
      .examples = ENTRIES ({ "tbk compare --system=arc-eager train.conllu.gz",
                             "the approximate oracle against the exact one" },
                           { "tbk compare --system=shift-reduce --walk=explore:0.3 --every=5 train.conllu.gz",
                             "off the gold path" },
                           { "tbk compare --system=arc-eager --report=pages treebanks/*.conllu.gz",
                             "tables, plots and a page" }),
  },
  {
      .command = "merge",
      .text = "With --part=I/N a command does one part of a run, and with --tally it writes the integers "
              "behind its table. From the tallies of all parts, in any order, this command makes the table "
              "that the undivided run prints, byte for byte (sorted if --sort is given again). Tallies of "
              "other options or other files are refused, and so is a part that comes twice.",
      .examples = ENTRIES (
          { "tbk stats --part=1/2 --tally=part-1.json treebanks", "one half of the files" },
          { "tbk stats --part=2/2 --tally=part-2.json treebanks", "the other, maybe on another machine" },
          { "tbk merge part-1.json part-2.json", "the table of all" }),
  },
  {
      .command = "evaluate",
      .columns = ENTRIES (
          { "UAS, LAS", "per cent of words with the right head; with the right head and relation" },
          { "LA", "per cent with the right relation" },
          { "CLAS",
            "F1 of LAS over content words, as in the script of the CoNLL 2018 shared task: those whose "
            "relation up to ':' is acl, advcl, advmod, amod, appos, ccomp, compound, conj, csubj, dep, "
            "discourse, dislocated, expl, fixed, flat, goeswith, iobj, list, nmod, nsubj, nummod, obj, "
            "obl, orphan, parataxis, reparandum, root, vocative or xcomp. F1 is over both files, so "
            "right and of are doubled" },
          { "..._no_punct", "the same without words whose gold relation is punct" },
          { "nonprojective_precision, nonprojective_recall",
            "of arcs that are not projective: right ones among those found, and among the gold ones. An arc that is "
            "not projective in the gold tree can be projective in the tree found, so a projective tree may find it" },
          { "whole_unlabelled, whole_labelled", "sentences without any mistake" },
          { "precision, recall, F1",
            "over brackets: of constituents with their labels; unlabelled_...: without labels" },
          { "exact, exact_unlabelled", "over brackets: trees without any mistake" },
          { "not_crossing, trees_not_crossing",
            "over brackets: constituents that cross no gold constituent; trees in which none does" },
          { "tags", "over brackets: words with the right tag" },
          { "right, of, percent", "how many are right, of how many" },
          { "right, gold, system, aligned",
            "with --align, whose measures are Tokens, Sentences, Words, UPOS, XPOS, UFeats, AllTags, "
            "Lemmas, UAS, LAS, CLAS, MLAS and BLEX: how many are right, of both files, and aligned; f1 "
            "is that of precision and recall" },
          { "gold, system, words",
            "with --by=confusion: a relation, or part of speech of heads, in both files, and how many "
            "words have the pair" },
          { "line, head, deprel, system_head, system_deprel",
            "with --by=word: where the word is in the gold file, and what both files say of it" },
          { "low, high", "the 95 per cent interval, by bootstrap over sentences; with --align, of f1" },
          { "difference, p, against",
            "with --against: difference in points; probability of so great a difference by chance; which "
            "other system" }),
      .examples = ENTRIES ({ "tbk evaluate gold.conllu parsed.conllu", "the measures" },
                           { "tbk evaluate --by=deprel gold.conllu parsed.conllu", "by relation" },
                           { "tbk evaluate --by=confusion --sort=words gold.conllu parsed.conllu",
                             "which relation is taken for which" },
                           { "tbk evaluate --by=word gold.conllu parsed.conllu", "each word that differs" },
                           { "tbk evaluate --against=other.conllu gold.conllu parsed.conllu",
                             "two parsers: is the difference chance?" },
                           { "tbk evaluate --align gold.conllu parsed.conllu", "other tokens and sentences" },
                           { "tbk evaluate --by=children trees.psd parsed.psd", "phrase structure" },
                           { "tbk evaluate --delete=TOP,. --equal=PRT=ADVP trees.psd parsed.psd",
                             "as evalb's parameters say" }),
  },
  {
      .command = "train",
      .text = "Sentences of more than 1000 words are left out and counted in a message; --max-words "
              "changes the limit. Over brackets the limit is 1000 words or 4000 constituents.",
      .columns = ENTRIES (
          { "epoch", "from 1" },
          { "loss",
            "per cent of predictions that were wrong in training; with a beam, per cent of sentences" },
          { "dev_UAS, dev_LAS",
            "over the treebank of --dev, relations compared whole as with evaluate --subtypes" },
          { "dev_F1", "over the treebank of --dev, in brackets" }, { "seconds", "time since the start" }),
      .examples = ENTRIES (
          { "tbk train train.conllu.gz -o model.tbk", "learn in a minute or less" },
          { "tbk train --dev=dev.conllu train.conllu.gz -o model.tbk", "keep the best epoch" },
          { "tbk train --system=swap --epochs=5 train.conllu.gz -o swap.tbk",
            "a parser that makes trees that are not projective" },
          { "tbk train --system=top-down trees.psd -o phrases.tbk", "a parser of phrase structure" }),
  },
  {
      .command = "parse",
      .text = "HEAD and DEPREL of every word are replaced; every other byte stays. There is no tokeniser "
              "and no tagger here: the words and their columns must be in the input. A model of phrase "
              "structure writes trees in brackets, a line each. It reads trees or, with --input=tagged, "
              "words with tags, and takes the options for brackets that 'tbk train --input=brackets "
              "--help' lists. In models of swap and covington, words more than 1000 apart never meet.",
      .examples =
          ENTRIES ({ "tbk parse -m model.tbk dev.conllu -o parsed.conllu", "parse a file" },
                   { "tbk parse -m model.tbk dev.conllu | tbk evaluate dev.conllu -", "parse and evaluate" },
                   { "tbk parse -m model.tbk --beam=8 --nbest=3 dev.conllu", "the three best trees" },
                   { "tbk parse -m model.tbk --margin dev.conllu", "how sure is the parser of each arc?" },
                   { "tbk parse -m phrases.tbk trees.psd -o parsed.psd", "by a model of phrase structure" },
                   { "echo 'she/PRO slept/V' | tbk parse -m phrases.tbk --input=tagged", "words with tags" }),
  },
};

const Manual *
manual_find (const char *command)
{
  for (guint m = 0; m < G_N_ELEMENTS (manuals); m++)
    if (strcmp (manuals[m].command, command) == 0)
      return &manuals[m];
  g_error ("tools/options/manual.c has no entry for the command %s: at least examples were expected", command);
}
